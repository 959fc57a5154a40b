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
    /// The elements of all arrays of this type.
    Elements(ClassId),
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
        let mut seen = BTreeSet::new();
        match self.found(program, *holder, &mut seen) {
            Some(classes) if !classes.is_empty() => classes.into_iter().filter(fits).collect(),
            // Nobody calls the method yet, or nothing is known.
            _ => all(),
        }
    }

    /// None: any.
    fn found(&self, program: &Program, holder: Holder, seen: &mut BTreeSet<Holder>) -> Option<BTreeSet<ClassId>> {
        let Some(sources) = self.of.get(&holder).filter(|_| seen.insert(holder)) else { return Some(BTreeSet::new()) };
        if sources.any {
            return None;
        }
        let mut classes = sources.classes.clone();
        for from in &sources.from {
            classes.extend(self.found(program, *from, seen)?);
        }
        if let Holder::This(method) = holder {
            // Those that have the method as it is.
            classes.retain(|c| program.dispatch(*c, method).is_none_or(|m| m == method));
        }
        Some(classes)
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
                self.found.of.entry(Holder::This(*constructor)).or_default().classes.insert(*class);
                self.arguments(within, *constructor, args);
            }
            ExprKind::Call { method, args, receiver, .. } => {
                let mut all: BTreeSet<MethodId> = self.runs.get(method).into_iter().flatten().copied().collect();
                all.insert(*method);
                for m in all {
                    self.arguments(within, m, args);
                    if let Some(receiver) = receiver {
                        self.flows(within, receiver, Holder::This(m));
                    }
                }
            }
            ExprKind::ArrayLit(elements) => {
                if let Ty::Array { elem, .. } = &e.ty
                    && let Ty::Class(class) = **elem
                {
                    elements.iter().for_each(|e| self.flows(within, e, Holder::Elements(class)));
                }
            }
            ExprKind::Assign { place: Place::Index { array, .. }, value } => {
                if let Some(class) = element(array) {
                    self.flows(within, value, Holder::Elements(class));
                }
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
            ExprKind::This => _ = out.from.insert(Holder::This(within)),
            ExprKind::Index { array, .. } if let Some(class) = element(array) => {
                _ = out.from.insert(Holder::Elements(class));
            }
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

/// The class of the elements of an array.
fn element(array: &Expr) -> Option<ClassId> {
    match &array.ty {
        Ty::Array { elem, .. } => match **elem {
            Ty::Class(class) => Some(class),
            _ => None,
        },
        _ => None,
    }
}
