//! Which classes the objects are of that arrive at a variable, a field or `this`: what is written at the places where objects are made is
//! followed along assignments, arguments and returns through the whole program.
//!
//! This is a guess that helps: who relies on it asks the object for its class as the program runs.

use somd_hir::{self as hir, ClassId, Expr, ExprKind, FieldId, LocalId, MethodId, Place, Program, StmtKind, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// What keeps an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    Local(MethodId, LocalId),
    Field(FieldId),
    /// The object that a method is called on.
    This(MethodId),
    Returned(MethodId),
}

/// Classes that are known, and where others come from.
#[derive(Clone, Debug, Default)]
struct Sources {
    classes: BTreeSet<ClassId>,
    from: BTreeSet<Holder>,
    /// From where nothing is known of: any object of the type.
    any: bool,
}

/// What arrives where.
pub struct Arrivals {
    of: BTreeMap<Holder, Sources>,
    /// All classes that objects are made of.
    made: BTreeSet<ClassId>,
}

impl Arrivals {
    pub fn of(program: &Program) -> Arrivals {
        let mut found = Arrivals { of: BTreeMap::new(), made: BTreeSet::new() };
        let mut runs: BTreeMap<MethodId, BTreeSet<MethodId>> = BTreeMap::new();
        for class in program.classes.iter().filter(|c| !c.is_abstract) {
            for (&declared, &method) in &class.vtable {
                runs.entry(declared).or_default().insert(method);
            }
        }
        let mut look = Look { program, runs, found: &mut found };
        for (id, method) in (0..).map(MethodId).zip(&program.methods) {
            let Some(body) = &method.body else { continue };
            hir::walk::exprs_in(body, &mut |e| look.expr(id, e));
            hir::walk::stmts_in(body, &mut |s| match &s.kind {
                StmtKind::Local { local, init: Some(init) } => look.flows(id, init, Holder::Local(id, *local)),
                StmtKind::Return(Some(value)) => look.flows(id, value, Holder::Returned(id)),
                _ => {}
            });
        }
        found
    }

    /// The classes of the objects in `holder`, whose type is `declared`.
    pub fn at(&self, program: &Program, holder: &Holder, declared: ClassId) -> BTreeSet<ClassId> {
        let fits = |c: &ClassId| program.is_subclass(*c, declared);
        let all = || self.made.iter().copied().filter(fits).collect();
        if let Holder::This(method) = holder {
            // Of those that have the method as it is.
            let same = |c: &ClassId| program.dispatch(*c, *method).is_none_or(|m| m == *method);
            return self.made.iter().copied().filter(fits).filter(same).collect();
        }
        let (mut seen, mut work, mut classes) = (BTreeSet::new(), vec![*holder], BTreeSet::new());
        while let Some(holder) = work.pop() {
            if !seen.insert(holder) {
                continue;
            }
            let Some(sources) = self.of.get(&holder) else { continue };
            if sources.any {
                return all();
            }
            classes.extend(sources.classes.iter().copied().filter(fits));
            work.extend(&sources.from);
        }
        classes
    }
}

struct Look<'p> {
    program: &'p Program,
    /// What a call of a virtual method may run.
    runs: BTreeMap<MethodId, BTreeSet<MethodId>>,
    found: &'p mut Arrivals,
}

impl Look<'_> {
    fn expr(&mut self, within: MethodId, e: &Expr) {
        match &e.kind {
            ExprKind::New { class, constructor, args } => {
                self.found.made.insert(*class);
                self.arguments(within, *constructor, args);
            }
            ExprKind::Call { method, args, .. } => {
                self.arguments(within, *method, args);
                let others: Vec<MethodId> = self.runs.get(method).into_iter().flatten().copied().collect();
                others.into_iter().filter(|m| m != method).for_each(|m| self.arguments(within, m, args));
            }
            ExprKind::Assign { place: Place::Local(local), value } => {
                self.flows(within, value, Holder::Local(within, *local));
            }
            ExprKind::Assign { place: Place::Field { field, .. }, value } => {
                self.flows(within, value, Holder::Field(*field));
            }
            _ => {}
        }
    }

    fn arguments(&mut self, within: MethodId, callee: MethodId, args: &[Expr]) {
        let params = &self.program.method(callee).params;
        for (param, arg) in params.iter().zip(args) {
            self.flows(within, arg, Holder::Local(callee, *param));
        }
    }

    fn flows(&mut self, within: MethodId, value: &Expr, to: Holder) {
        if !matches!(value.ty, Ty::Class(_)) {
            return;
        }
        let mut sources = self.found.of.remove(&to).unwrap_or_default();
        self.sources(within, value, &mut sources);
        self.found.of.insert(to, sources);
    }

    fn sources(&self, within: MethodId, value: &Expr, out: &mut Sources) {
        match &value.kind {
            ExprKind::New { class, .. } => _ = out.classes.insert(*class),
            ExprKind::Upcast(inner) | ExprKind::CheckCast(inner) => self.sources(within, inner, out),
            ExprKind::Local(local) => _ = out.from.insert(Holder::Local(within, *local)),
            ExprKind::Field { field, .. } => _ = out.from.insert(Holder::Field(*field)),
            ExprKind::Cond(_, a, b) => {
                self.sources(within, a, out);
                self.sources(within, b, out);
            }
            ExprKind::Assign { value, .. } => self.sources(within, value, out),
            ExprKind::Sequence(_, value) => self.sources(within, value, out),
            ExprKind::Lit(_) => {}
            ExprKind::Call { method, .. } => {
                let runs = self.runs.get(method);
                let all = runs.into_iter().flatten().chain([method]);
                for m in all {
                    match self.program.method(*m).native {
                        Some(_) => out.any = true,
                        None => _ = out.from.insert(Holder::Returned(*m)),
                    }
                }
            }
            _ => out.any = true,
        }
    }
}
