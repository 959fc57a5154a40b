//! Lambdas put in the place where they are called.

use super::chain::{Chain, stripped};
use super::maker::Maker;
use super::tree::{self, expr, stmt};
use somd_hir::walk::{self, NodeMut};
use somd_hir::{
    Block, ClassKind, Expr, ExprKind, FieldId, LabelId, LocalId, MethodId, MethodKind, Place, Program, Stmt, StmtKind,
    Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// How deep calls of methods are put in place of one another.
const DEPTH: u32 = 6;

/// A lambda, and what it has captured, in the terms of the method that it is put in.
#[derive(Clone)]
pub struct Function {
    pub method: MethodId,
    captured: BTreeMap<FieldId, Expr>,
}

impl Function {
    /// The lambda that `e` makes; `take` brings what it captures to the terms of the method that is made.
    pub fn of(program: &Program, e: &Expr, take: &mut dyn FnMut(&Expr) -> Expr) -> Option<Function> {
        let ExprKind::New { class, constructor, args } = &stripped(e).kind else { return None };
        let ClassKind::Lambda { method, .. } = program.class(*class).kind else { return None };
        program.method(method).body.as_ref()?;
        let made = program.method(*constructor);
        let mut captured = BTreeMap::new();
        for s in &made.body.as_ref()?.stmts {
            let StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Field { field, .. }, value }, .. }) =
                &s.kind
            else {
                continue;
            };
            let ExprKind::Local(param) = value.kind else { continue };
            let k = made.params.iter().position(|p| *p == param)?;
            captured.insert(*field, take(args.get(k)?));
        }
        (captured.len() == args.len()).then_some(Function { method, captured })
    }
}

/// What the body of a lambda is copied with.
struct Copy<'p> {
    program: &'p Program,
    /// Its locals and labels begin at these in the method that is made.
    first: u32,
    labels: u32,
    /// Locals that are other values.
    known: BTreeMap<LocalId, Expr>,
    captured: &'p BTreeMap<FieldId, Expr>,
    assigned: BTreeSet<LocalId>,
    /// The highest label.
    most: u32,
    /// `this` is the same object there.
    this: bool,
    /// It has what cannot stand elsewhere.
    failed: bool,
}

/// May stand in the place of a local that nothing assigns.
fn is_plain(program: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_) | ExprKind::Lit(_) | ExprKind::This => true,
        ExprKind::Upcast(inner) => is_plain(program, inner),
        _ => boxed(program, e).is_some_and(|x| is_plain(program, x)),
    }
}

/// `x` of `Integer.valueOf(x)`.
pub fn boxed<'e>(program: &Program, e: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Call { method, receiver: None, args, .. } = &stripped(e).kind else { return None };
    let m = program.method(*method);
    let [arg] = args.as_slice() else { return None };
    (m.name == "valueOf" && program.unboxed(&m.ret).is_some_and(|t| t == arg.ty)).then_some(arg)
}

impl Copy<'_> {
    fn local(&self, l: LocalId) -> LocalId {
        LocalId(self.first + l.0)
    }

    fn label(&mut self, l: &mut LabelId) {
        l.0 += self.labels;
        self.most = self.most.max(l.0 + 1);
    }

    /// It has the same value wherever it is evaluated: of the body's variables it reads those that nothing assigns.
    fn stays(&self, e: &Expr) -> bool {
        let mut stays = true;
        walk::exprs(e, &mut |e| stays &= !matches!(&e.kind, ExprKind::Local(l) if self.assigned.contains(l)));
        stays
    }

    fn block(&mut self, b: &mut Block) {
        let stmts = std::mem::take(&mut b.stmts);
        for mut s in stmts {
            let declared = match &s.kind {
                StmtKind::Local { local, init: Some(init) } if self.stays(init) => Some(*local),
                _ => None,
            };
            self.stmt(&mut s);
            // `Integer v = (Integer) v$`
            if let (Some(l), StmtKind::Local { init: Some(init), .. }) = (declared, &mut s.kind) {
                let inner = stripped(init);
                if (inner.ty == init.ty || boxed(self.program, inner).is_some_and(|_| same_class(inner, init)))
                    && !std::ptr::eq(inner, init)
                {
                    *init = inner.clone();
                }
                if !self.assigned.contains(&l) && is_plain(self.program, init) {
                    let init = init.clone();
                    self.known.insert(l, init);
                    continue;
                }
            }
            b.stmts.push(s);
        }
    }

    fn stmt(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Local { local, .. } => *local = self.local(*local),
            StmtKind::While { label, .. }
            | StmtKind::DoWhile { label, .. }
            | StmtKind::For { label, .. }
            | StmtKind::Labeled { label, .. }
            | StmtKind::Switch { label, .. }
            | StmtKind::Break(label)
            | StmtKind::Continue(label) => self.label(label),
            StmtKind::Try { catches, .. } => {
                for c in catches {
                    c.local = self.local(c.local);
                }
            }
            StmtKind::Sync { .. } | StmtKind::Single(_) => self.failed = true,
            _ => {}
        }
        match &mut s.kind {
            StmtKind::Block(b) | StmtKind::Labeled { body: b, .. } => self.block(b),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                self.block(then);
                otherwise.iter_mut().for_each(|o| self.block(o));
            }
            StmtKind::While { cond, body, .. } | StmtKind::DoWhile { body, cond, .. } => {
                self.expr(cond);
                self.block(body);
            }
            StmtKind::For { init, cond, update, body, .. } => {
                init.iter_mut().for_each(|s| self.stmt(s));
                cond.iter_mut().for_each(|e| self.expr(e));
                update.iter_mut().for_each(|e| self.expr(e));
                self.block(body);
            }
            _ => walk::of_stmt_mut(s, &mut |n| self.node(n)),
        }
    }

    fn node(&mut self, n: NodeMut<'_>) {
        match n {
            NodeMut::Expr(e) => self.expr(e),
            NodeMut::Stmt(s) => self.stmt(s),
            NodeMut::Place(p) => {
                if let Place::Local(l) = p {
                    self.failed |= self.known.contains_key(l);
                    *l = self.local(*l);
                }
                walk::of_place_mut(p, &mut |n| self.node(n));
            }
            NodeMut::Declare(_) => {}
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Local(l) => {
                match self.known.get(l) {
                    Some(known) => *e = Expr { span: e.span, ..known.clone() },
                    None => *l = self.local(*l),
                }
                return;
            }
            ExprKind::Field { object: Some(object), field } if matches!(object.kind, ExprKind::This) => {
                match self.captured.get(field) {
                    Some(known) => *e = Expr { span: e.span, ..known.clone() },
                    None => self.failed |= !self.this,
                }
                return;
            }
            ExprKind::This => self.failed |= !self.this,
            ExprKind::CoreCall { .. } => self.failed = true,
            ExprKind::InstanceOf { binding: Some(b), .. } => *b = self.local(*b),
            ExprKind::Switch(s) => s.result = self.local(s.result),
            _ => {}
        }
        walk::of_expr_mut(e, &mut |n| self.node(n));
        // A number that is put into a box and taken out again.
        if let ExprKind::Call { method, receiver: Some(receiver), args, .. } = &e.kind
            && args.is_empty()
            && self.program.method(*method).name.ends_with("Value")
            && e.ty.is_primitive()
            && let Some(x) = boxed(self.program, receiver)
        {
            *e = Expr { span: e.span, ..tree::convert(x.clone(), &e.ty) };
        }
    }
}

fn same_class(a: &Expr, b: &Expr) -> bool {
    a.ty == b.ty
}

impl Maker<'_> {
    /// What a method without an object does with these values, and its result.
    pub fn in_place(&mut self, method: MethodId, values: Vec<Expr>, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        let this = !self.program.method(method).is_static;
        self.body(&Function { method, captured: BTreeMap::new() }, this, values, out)
    }

    /// A call, for what it does alone, of a method of the program that is known here, on `this` or without an object: what it does.
    pub fn called(&mut self, e: &Expr) -> Option<Vec<Stmt>> {
        if e.ty != Ty::Void {
            return None;
        }
        self.put_in_place(e).map(|(done, _)| done)
    }

    /// A call of such a method for its value, where the method has streams of its own.
    pub fn called_for_value(&mut self, e: &Expr) -> Option<(Vec<Stmt>, Expr)> {
        let program = self.program;
        let ExprKind::Call { method, .. } = &e.kind else { return None };
        if e.ty == Ty::Void || program.class(program.method(*method).class).is_library {
            return None;
        }
        let mut has_streams = false;
        crate::walk::exprs_in(program.method(*method).body.as_ref()?, &mut |e| {
            has_streams = has_streams || Chain::of(program, e).is_some();
        });
        let (done, value) = has_streams.then(|| self.put_in_place(e))??;
        Some((done, value?))
    }

    fn put_in_place(&mut self, e: &Expr) -> Option<(Vec<Stmt>, Option<Expr>)> {
        let program = self.program;
        let ExprKind::Call { method, receiver, args, .. } = &e.kind else { return None };
        let m = program.method(*method);
        let class = program.class(m.class);
        let on_this = match receiver {
            None => m.is_static && (class.static_init.is_none() || m.class == self.class()),
            Some(r) => {
                matches!(r.kind, ExprKind::This)
                    && !program.classes.iter().any(|c| c.vtable.get(method).is_some_and(|t| t != method))
            }
        };
        let known = on_this && !class.is_library && m.somd.is_none();
        if !known || m.kind != MethodKind::Method || self.depth == DEPTH {
            return None;
        }
        let mut out = Vec::new();
        self.depth += 1;
        let done = self.in_place(*method, args.clone(), &mut out);
        self.depth -= 1;
        done.map(|value| (out, value))
    }

    /// What `f` does with these values, and its result.
    pub fn apply(&mut self, f: &Function, values: Vec<Expr>, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        self.inlined.insert(f.method);
        self.body(f, false, values, out)
    }

    fn body(&mut self, f: &Function, this: bool, values: Vec<Expr>, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        let program = self.program;
        let m = program.method(f.method);
        let mut body = m.body.clone()?;
        let mut copy = Copy {
            program,
            first: self.locals.len() as u32,
            labels: self.labels,
            known: BTreeMap::new(),
            captured: &f.captured,
            assigned: crate::walk::assigned_in(&body),
            most: self.labels,
            this,
            failed: false,
        };
        self.locals.extend(m.locals.iter().cloned());
        for (&p, value) in m.params.iter().zip(values) {
            if is_plain(program, &value) && !copy.assigned.contains(&p) {
                copy.known.insert(p, value);
            } else {
                let local = copy.local(p);
                if program.unboxed(&value.ty).is_none() && value.ty.is_reference() && !copy.assigned.contains(&p) {
                    self.locals[local.index()].ty = value.ty.clone();
                    let read = expr(ExprKind::Local(local), value.ty.clone(), value.span);
                    copy.known.insert(p, read);
                }
                out.push(stmt(StmtKind::Local { local, init: Some(value) }, m.span));
            }
        }
        copy.block(&mut body);
        if copy.failed {
            return None;
        }
        self.labels = copy.most;
        self.results(m.ret.clone(), body, out)
    }

    /// A body whose `return`s give the value.
    fn results(&mut self, ret: Ty, mut body: Block, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        let span = body.span;
        let (mut returns, mut types) = (0, Vec::new());
        walk::stmts_in(&body, &mut |s| {
            if let StmtKind::Return(value) = &s.kind {
                returns += 1;
                types.extend(value.as_ref().map(|v| stripped(v).ty.clone()));
            }
        });
        self.expand(&mut body);
        let last = matches!(body.stmts.last(), Some(Stmt { kind: StmtKind::Return(_), .. }));
        if returns == 0 || (returns == 1 && last) {
            let value = match body.stmts.pop() {
                Some(Stmt { kind: StmtKind::Return(value), .. }) => value,
                other => {
                    body.stmts.extend(other);
                    None
                }
            };
            out.append(&mut body.stmts);
            let value = value.map(|v| if v.ty.is_primitive() { v } else { stripped(&v).clone() });
            return Some(match value {
                Some(Expr { kind: ExprKind::Sequence(stmts, value), .. }) => {
                    out.extend(stmts);
                    Some(*value)
                }
                value => value,
            });
        }
        let label = self.label();
        let ty = match ret.is_primitive() || ret == Ty::Void {
            true => ret,
            false => types.first().filter(|t| types.iter().all(|o| o == *t))?.clone(),
        };
        let result = (ty != Ty::Void).then(|| self.local("result", &ty, span));
        // In a box there is a number.
        let mut leave = Leave { result: result.as_ref(), label };
        leave.block(&mut body);
        if let Some(Expr { kind: ExprKind::Local(local), .. }) = result {
            out.push(stmt(StmtKind::Local { local, init: None }, span));
        }
        out.push(stmt(StmtKind::Labeled { label, body }, span));
        Some(result)
    }
}

/// Makes each `return` an assignment and a jump behind the body.
struct Leave<'r> {
    result: Option<&'r Expr>,
    label: LabelId,
}

impl Leave<'_> {
    fn block(&mut self, b: &mut Block) {
        let stmts = std::mem::take(&mut b.stmts);
        for mut s in stmts {
            let span = s.span;
            if let StmtKind::Return(value) = &mut s.kind {
                if let (Some(value), Some(Expr { kind: ExprKind::Local(to), ty, .. })) = (value.take(), self.result) {
                    let value = if value.ty == *ty { value } else { stripped(&value).clone() };
                    b.stmts.push(tree::set(*to, value));
                }
                b.stmts.push(stmt(StmtKind::Break(self.label), span));
                continue;
            }
            self.inside(&mut s);
            b.stmts.push(s);
        }
    }

    fn inside(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Block(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. }
            | StmtKind::For { body: b, .. } => self.block(b),
            StmtKind::If { then, otherwise, .. } => {
                self.block(then);
                otherwise.iter_mut().for_each(|o| self.block(o));
            }
            StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| self.block(&mut a.body)),
            StmtKind::Try { body, catches, finally } => {
                self.block(body);
                catches.iter_mut().for_each(|c| self.block(&mut c.body));
                finally.iter_mut().for_each(|f| self.block(f));
            }
            _ => {}
        }
    }
}
