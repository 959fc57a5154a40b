//! What a work group does together: its work items meet at barriers that all of them come to, and its local memory is no more than devices have.
//!
//! A value *varies* where it may be another one in another work item of a group. What it is made of says so: numbers of work items vary, and what is
//! computed or assigned under a condition that varies. What memory holds is taken to be the same for all that read the same place.

use crate::ir::*;
use crate::verify::Fault;
use std::collections::BTreeSet;

/// Bytes of local memory that every device has.
const LOCAL: u64 = 48 << 10;

/// What is wrong with a module's groups; `bytes`: the size of a type, where it is known.
pub(crate) fn faults(m: &Module, bytes: &dyn Fn(&Type) -> Option<u64>) -> Vec<Fault> {
    let mut functions = Vec::new();
    each_function(&m.items, &mut |f| functions.push(f));
    let mut meets: BTreeSet<Name> = BTreeSet::new();
    let mut faults = Vec::new();
    for f in functions {
        let mut group = Group {
            meets: &meets,
            scopes: vec![Vec::new()],
            varying: BTreeSet::new(),
            late: BTreeSet::new(),
            faults: Vec::new(),
        };
        for p in &f.params {
            let place = std::ptr::from_ref(p).addr();
            group.scopes[0].push((p.name().clone(), Some(place)));
            let value = !matches!(&p.kind, ParamKind::Typed { ty: Type::Pointer(_), .. });
            if value && matches!(f.kind, FunctionKind::Plain { .. }) {
                group.varying.insert(place);
            }
        }
        let has = group.has_barrier(&f.body);
        if has {
            // Until no more is found to vary.
            loop {
                let before = group.varying.len();
                group.faults.clear();
                group.late.clear();
                group.block(&f.body, false);
                if group.varying.len() == before {
                    break;
                }
            }
            let place = f.name.to_string();
            faults.extend(group.faults.into_iter().map(|message| Fault { place: place.clone(), message }));
            meets.insert(f.name.clone());
        }
        let local = local_bytes(&f.body, bytes);
        if matches!(f.kind, FunctionKind::Kernel { .. }) && local > LOCAL {
            faults.push(Fault { place: f.name.to_string(), message: format!("{local} bytes of local memory") });
        }
    }
    faults
}

fn each_function<'m>(items: &'m [Item], f: &mut dyn FnMut(&'m Function)) {
    for item in items {
        match item {
            Item::Function(function) => f(function),
            Item::Choice(c) => {
                each_function(&c.then, f);
                each_function(&c.otherwise, f);
            }
            _ => {}
        }
    }
}

/// Of what is known to be local memory; of the sides of a choice the greater.
fn local_bytes(stmts: &[Stmt], bytes: &dyn Fn(&Type) -> Option<u64>) -> u64 {
    let mut all = 0;
    for s in stmts {
        all += match s {
            Stmt::Declare(d) if d.space == Space::Local => {
                let of = |n: &Declared| {
                    let count: Option<u64> = n.dims.iter().map(number).product();
                    if n.pointer.is_some() { Some(0) } else { Some(bytes(&d.base)? * count?) }
                };
                d.names.iter().filter_map(of).sum()
            }
            Stmt::Choice(c) => local_bytes(&c.then, bytes).max(local_bytes(&c.otherwise, bytes)),
            Stmt::Block(stmts) => local_bytes(stmts, bytes),
            _ => 0,
        };
    }
    all
}

/// A number that the module tells.
fn number(e: &Expr) -> Option<u64> {
    match &e.kind {
        Kind::Int { value, .. } => Some(*value),
        Kind::Binary(op, a, b) => {
            let (a, b) = (number(a)?, number(b)?);
            match op {
                Binary::Add => a.checked_add(b),
                Binary::Sub => a.checked_sub(b),
                Binary::Mul => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}

struct Group<'m> {
    /// Functions with barriers.
    meets: &'m BTreeSet<Name>,
    /// What names mean: where they are declared; none of what is in local memory, which is the same for all work items.
    scopes: Vec<Vec<(Name, Option<usize>)>>,
    varying: BTreeSet<usize>,
    /// Labels that some work items have jumped to; until these all have not come together again. Leaving a loop or the function is such a label too.
    late: BTreeSet<Name>,
    faults: Vec<String>,
}

const LOOP: Name = Name::new_static("a loop");
const FUNCTION: Name = Name::new_static("the function");

impl Group<'_> {
    fn has_barrier(&self, stmts: &[Stmt]) -> bool {
        let mut found = false;
        for s in stmts {
            s.all(&mut |s| found |= matches!(s, Stmt::Barrier { .. }));
            s.each(&mut |e| found |= self.meets_in(e));
        }
        found
    }

    fn meets_in(&self, e: &Expr) -> bool {
        matches!(&e.kind, Kind::Call(name, _) if self.meets.contains(name))
    }

    fn varies(&self, e: &Expr) -> bool {
        let mut found = false;
        e.each(&mut |e| {
            found |= match &e.kind {
                Kind::Name(name) => self.meaning(name).is_some_and(|place| self.varying.contains(&place)),
                Kind::Builtin(b, _) => {
                    matches!(b, Builtin::GlobalId | Builtin::LocalId | Builtin::Atomic(_) | Builtin::LongAtomic(_))
                }
                _ => false,
            }
        });
        found
    }

    fn meaning(&self, name: &Name) -> Option<usize> {
        let all = self.scopes.iter().rev().flat_map(|s| s.iter().rev());
        all.into_iter().find(|(n, _)| n == name).and_then(|(_, place)| *place)
    }

    fn vary(&mut self, e: &Expr) {
        match &e.kind {
            Kind::Name(name) => self.varying.extend(self.meaning(name)),
            // An array of a work item's own.
            Kind::Index(a, _) if matches!(a.ty, Type::Array(_, Space::Private, _)) => self.vary(a),
            Kind::Field(a, _) | Kind::Lane(a, _) => self.vary(a),
            _ => {}
        }
    }

    /// What an expression assigns, and the barriers in functions that it calls; `apart`: not all work items of a group evaluate it.
    fn expr(&mut self, e: &Expr, apart: bool) {
        let mut assigned = Vec::new();
        let mut meets = false;
        e.each(&mut |e| {
            match &e.kind {
                Kind::Assign(op, to, from) => {
                    let index = matches!(&to.kind, Kind::Index(_, at) if self.varies(at));
                    assigned.push((
                        (*to).clone(),
                        apart || index || self.varies(from) || (op.is_some() && self.varies(to)),
                    ));
                }
                Kind::Step { target, .. } => assigned.push(((*target).clone(), apart)),
                // What a function is given to write.
                Kind::Call(_, args) => {
                    for arg in args {
                        if let Kind::Unary(Unary::Address, to) = &arg.kind {
                            assigned.push(((*to).clone(), true));
                        }
                    }
                }
                _ => {}
            }
            meets |= self.meets_in(e);
        });
        for (to, varies) in assigned {
            if varies {
                self.vary(&to);
            }
        }
        if meets {
            self.meet(apart, "a function with barriers");
        }
    }

    fn meet(&mut self, apart: bool, what: &str) {
        if apart {
            self.faults.push(format!("{what} under a condition that varies"));
        }
        if let Some(label) = self.late.first() {
            self.faults.push(format!("{what} behind where some work items leave {label}"));
        }
    }

    fn leave(&mut self, to: Name, apart: bool) {
        if apart {
            self.late.insert(to);
        }
    }

    fn block(&mut self, stmts: &[Stmt], apart: bool) {
        self.scopes.push(Vec::new());
        self.stmts(stmts, apart);
        self.scopes.pop();
    }

    fn stmts(&mut self, stmts: &[Stmt], apart: bool) {
        for s in stmts {
            self.stmt(s, apart);
        }
    }

    fn stmt(&mut self, s: &Stmt, apart: bool) {
        match s {
            Stmt::Declare(d) => {
                for n in &d.names {
                    let init: Vec<&Expr> = match &n.init {
                        Some(Init::Value(e)) => vec![e],
                        Some(Init::List(all)) => all.iter().collect(),
                        None => Vec::new(),
                    };
                    let mut varies = apart && !init.is_empty();
                    for e in init {
                        self.expr(e, apart);
                        varies |= self.varies(e);
                    }
                    // Where an address varies, so does what is there.
                    let place = std::ptr::from_ref(n).addr();
                    let shared = d.space == Space::Local && n.pointer.is_none();
                    if varies && !shared {
                        self.varying.insert(place);
                    }
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.push((n.name.clone(), (!shared).then_some(place)));
                    }
                }
            }
            Stmt::Do(e) => self.expr(e, apart),
            Stmt::If { cond, then, otherwise } => {
                let apart = apart || self.varies(cond);
                self.expr(cond, apart);
                self.block(&then.stmts, apart);
                otherwise.iter().for_each(|b| self.block(&b.stmts, apart));
            }
            Stmt::For { init, cond, next, body } => {
                self.scopes.push(Vec::new());
                init.iter().for_each(|s| self.stmt(s, apart));
                self.loops(cond.as_ref(), next.as_ref(), body, apart);
                self.scopes.pop();
            }
            Stmt::While { cond, body } | Stmt::DoWhile { body, cond } => self.loops(Some(cond), None, body, apart),
            Stmt::Block(stmts) => self.block(stmts, apart),
            Stmt::Choice(c) => {
                self.stmts(&c.then, apart);
                self.stmts(&c.otherwise, apart);
            }
            Stmt::Break | Stmt::Continue => self.leave(LOOP, apart),
            Stmt::Return(e) => {
                e.iter().for_each(|e| self.expr(e, apart));
                self.leave(FUNCTION, apart);
            }
            Stmt::Goto(label) => self.leave(label.clone(), apart),
            Stmt::Label(label) => drop(self.late.remove(label)),
            Stmt::Barrier { .. } => self.meet(apart, "a barrier"),
            Stmt::Ptx(p) => p.outputs.iter().for_each(|(_, e)| self.vary(e)),
            Stmt::Comment(_) | Stmt::Report { .. } | Stmt::Unroll(_) => {}
        }
    }

    fn loops(&mut self, cond: Option<&Expr>, next: Option<&Expr>, body: &Body, apart: bool) {
        let outer = self.late.remove(&LOOP);
        let apart = apart || cond.is_some_and(|e| self.varies(e));
        // Twice: what the end of a turn does, the next one sees.
        for _ in 0..2 {
            self.block(&body.stmts, apart);
            next.iter().for_each(|e| self.expr(e, apart));
        }
        self.late.remove(&LOOP);
        if outer {
            self.late.insert(LOOP);
        }
    }
}
