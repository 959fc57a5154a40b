//! SOMD methods whose instances a program can tell apart: those with a partitioner or a reduction of their own.
//!
//! All other SOMD methods mean what one instance does, so that nothing has to say how many there are. These say it in the
//! program's own terms, before types are checked, so that what is wrong with a partitioner's arguments is an ordinary error:
//! - `R m(dist(P(x)) int[] a)` asks the partitioner for ranges, checks them (`somd.Instances`), and calls `m$body(a, ranges)`, which
//!   may use what the ranges keep apart;
//! - `reduce(C(y)) R m(dist int[] a)` runs `m$instance(a, lo, hi)` for every range, whose loops over `a` go from lo to hi, and
//!   combines the results in the order of the ranges. Where that could differ from what one instance does ([`partial`]), there is
//!   one: `m$body`, whose loops are parallel by themselves where they only fold by operators;
//! - `reduce(self) R m(dist R[] a)` that folds by no operator runs `m$instance` for every range and then itself over the results,
//!   where each result alone gives itself: then a first value is neutral. Else it runs as it is written.
//!
//! How many ranges there are depends on the length alone, so results do not depend on threads.

mod folded;
mod partial;
mod text;
mod walk;

use partial::{Guards, Partial};
use smol_str::SmolStr;
use somd_syntax::ast::*;
use somd_syntax::source::Span;
use std::sync::Arc;
use text::Text;

/// The parameter of `m$body` that has the ranges of the instances.
pub const RANGES: &str = "ranges$";
/// What is behind a method's name where it is the part of another.
pub const BODY: &str = "$body";
/// Says of an instance whether it is the first.
const FIRST: &str = "first$";

/// The methods that stand for one: first the one that is called.
pub enum Parts {
    /// Asks for the ranges, and the body that uses them.
    Divided([MethodDecl; 2]),
    /// Plain methods, all of them.
    Apart(Vec<MethodDecl>),
    /// Combines, and the one instance: a SOMD method with the body as it is written.
    Whole(Box<[MethodDecl; 2]>),
}

/// `one_core` gets the names of the methods that ask to be parallel and run as one instance.
pub fn separate(unit: &mut CompilationUnit, one_core: &mut Vec<Span>) {
    unit.types.iter_mut().for_each(|t| type_decl(Arc::make_mut(t), one_core));
}

fn type_decl(t: &mut TypeDecl, one_core: &mut Vec<Span>) {
    let all = t.members.clone();
    let mut members = Vec::with_capacity(t.members.len());
    for mut m in std::mem::take(&mut t.members) {
        match &mut m {
            Member::Type(inner) => type_decl(Arc::make_mut(inner), one_core),
            Member::Method(decl) => {
                if let Some(parts) = method(decl, &all, one_core) {
                    members.extend(made(parts, &all, one_core).into_iter().map(|p| Member::Method(Arc::new(p))));
                    continue;
                }
            }
            _ => {}
        }
        members.push(m);
    }
    t.members = members;
}

fn made(parts: Parts, all: &[Member], one_core: &mut Vec<Span>) -> Vec<MethodDecl> {
    match parts {
        Parts::Divided(parts) => parts.into(),
        Parts::Apart(parts) => parts,
        Parts::Whole(parts) => {
            let [caller, body] = *parts;
            let mut out = vec![caller];
            match method(&body, all, one_core) {
                Some(parts) => out.extend(made(parts, all, one_core)),
                None => out.push(body),
            }
            out
        }
    }
}

/// The methods that stand for one with a partitioner or a reduction of its own, in a class with these members.
pub fn method(decl: &MethodDecl, members: &[Member], one_core: &mut Vec<Span>) -> Option<Parts> {
    decl.body.as_ref()?;
    let dists: Vec<&Param> = decl.params.iter().filter(|p| p.modifiers.dist.is_some()).collect();
    let names: Vec<SmolStr> = dists.iter().map(|p| p.name.name.clone()).collect();
    let partial = || Partial::new(decl, &names, members);
    match decl.modifiers.reduce.as_deref().map(|r| &r.kind) {
        Some(ReduceKind::User(ty, args)) if !dists.is_empty() => {
            let partial = partial()?;
            let steps = partial.has_steps();
            let guards = if steps { None } else { partial.guards() };
            match guards {
                Some(guards) => Some(Parts::Apart(instances(decl, &dists, (ty, args), &guards, one_core)?)),
                None if steps || !partial.is_strange() && !partial.leaves() => {
                    Some(Parts::Whole(Box::new(whole(decl, (ty, args), true)?)))
                }
                None => {
                    one_core.push(decl.name.span);
                    Some(Parts::Apart(whole(decl, (ty, args), false)?.into()))
                }
            }
        }
        Some(ReduceKind::SelfReduce) if !dists.is_empty() => {
            let partial = partial()?;
            if partial.is_strange() && !partial.has_steps() {
                return folded::method(decl, &dists, &partial, members, one_core).map(Parts::Apart);
            }
            divided(decl, &dists).map(Parts::Divided)
        }
        _ => divided(decl, &dists).map(Parts::Divided),
    }
}

/// `m` asks the partitioners for the ranges, which `m$body` gets.
fn divided(decl: &MethodDecl, dists: &[&Param]) -> Option<[MethodDecl; 2]> {
    let at = Text { span: decl.name.span };
    let partitions = |p: &&&Param| p.modifiers.dist.as_ref().is_some_and(|d| d.partitioner.is_some());
    let divided: Vec<&Param> = dists.iter().filter(partitions).copied().collect();
    if divided.is_empty() {
        return None;
    }
    let mut stmts: Vec<Stmt> = divided.iter().enumerate().map(|(k, p)| at.ranges(p, k, true)).collect();
    let mut body = decl.clone();
    body.name.name = format!("{}{BODY}", decl.name.name).into();
    private(&mut body, &at);
    body.params.iter_mut().for_each(plain_dist);
    body.params.push(at.param(at.ints(2), RANGES));
    let mut args = at.passed(decl);
    args.push(at.name(RANGES));
    let call = at.call(None, &body.name.name, args);
    let void = matches!(decl.ret.as_ref().map(|t| &t.kind), Some(TypeExprKind::Void));
    stmts.push(at.stmt(if void { StmtKind::Expr(call) } else { StmtKind::Return(Some(call)) }));
    Some([caller(decl, stmts), body])
}

/// `m` runs one instance, `m$body`, and gives its result to the reduction. `steps`: the instance is a SOMD method.
fn whole(decl: &MethodDecl, (ty, args): (&Type, &[Expr]), steps: bool) -> Option<[MethodDecl; 2]> {
    let ret = decl.ret.as_ref()?;
    let at = Text { span: decl.name.span };
    let mut body = decl.clone();
    body.name.name = format!("{}{BODY}", decl.name.name).into();
    private(&mut body, &at);
    if steps {
        if let Some(r) = &mut body.modifiers.reduce {
            r.kind = ReduceKind::SelfReduce;
        }
    } else {
        body.modifiers.reduce = None;
        body.params.iter_mut().for_each(|p| p.modifiers.dist = None);
    }
    let call = at.call(None, &body.name.name, at.passed(decl));
    let mut stmts = vec![at.list(ret), at.added(call)];
    stmts.extend(at.combined(ret, (ty, args), at.name("results$")));
    let mut m = caller(decl, stmts);
    m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
    Some([m, body])
}

/// `m` runs `m$instance` for each range, and gives the results to the reduction.
fn instances(
    decl: &MethodDecl,
    dists: &[&Param],
    reduction: (&Type, &[Expr]),
    guards: &Guards,
    one_core: &mut Vec<Span>,
) -> Option<Vec<MethodDecl>> {
    let ret = decl.ret.as_ref()?;
    let at = Text { span: decl.name.span };
    let mut stmts: Vec<Stmt> = dists.iter().enumerate().map(|(k, p)| at.ranges(p, k, false)).collect();
    let instance = instance(decl, &at, dists, guards);
    let mut values = at.range_values(decl, dists.len());
    if !guards.is_empty() {
        values.push(at.binary(BinaryOp::Eq, at.name("k$"), at.int(0)));
    }
    let call = at.call(None, &instance.name.name, values);
    // What a loop of a region can store: numbers, and rows whose length the type tells.
    let is_plain = match &ret.kind {
        TypeExprKind::Prim(_) => true,
        TypeExprKind::Array(_, dim) => dim.bound.is_some(),
        _ => false,
    };
    if is_plain {
        let results = Type { kind: TypeExprKind::Array(Box::new(ret.clone()), at.dim()), span: at.span };
        let made = ExprKind::NewArray { ty: results.clone(), sizes: vec![at.count()], init: None };
        stmts.push(at.local(results, "results$", at.expr(made)));
        let run = at.assign(at.index(at.name("results$"), at.name("k$")), call);
        stmts.push(at.each_range(at.stmt(StmtKind::Expr(run))));
        let list = at.call(Some(at.library_name("Instances")), "list", vec![at.name("results$")]);
        stmts.extend(at.combined(ret, reduction, list));
    } else if decl.throws.is_empty() {
        // Objects: each instance runs by itself, on a thread of its own where nothing is against it.
        let run = at.call(Some(at.library_name("Instances")), "run", vec![at.count(), at.lambda("k$", call)]);
        let list = at.call(Some(at.library_name("Instances")), "list", vec![run]);
        stmts.extend(at.combined(ret, reduction, list));
    } else {
        one_core.push(decl.name.span);
        stmts.push(at.list(ret));
        stmts.push(at.each_range(at.added(call)));
        stmts.extend(at.combined(ret, reduction, at.name("results$")));
    }
    let mut m = caller(decl, stmts);
    if !is_plain {
        m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
    }
    Some(vec![m, instance])
}

/// The declared method, with these statements for a body.
fn caller(decl: &MethodDecl, stmts: Vec<Stmt>) -> MethodDecl {
    let mut caller = decl.clone();
    caller.modifiers.reduce = None;
    caller.params.iter_mut().for_each(plain_dist);
    if let Some(body) = &mut caller.body {
        body.stmts = stmts;
    }
    caller
}

/// What a partitioner divides need not be an array; what `dist` alone divides must be one.
fn plain_dist(p: &mut Param) {
    let is_array = matches!(p.ty.kind, TypeExprKind::Array(..));
    if let Some(d) = &mut p.modifiers.dist {
        d.partitioner = None;
        if !is_array {
            p.modifiers.dist = None;
        }
    }
}

fn private(decl: &mut MethodDecl, at: &Text) {
    let access = [Modifier::Public, Modifier::Protected, Modifier::Private, Modifier::Final];
    decl.modifiers.list.retain(|(m, _)| !access.contains(m));
    decl.modifiers.list.push((Modifier::Private, at.span));
    decl.modifiers.annotations.retain(|a| a.name.parts.last().is_some_and(|n| n.name == "FastMath"));
}

fn ranges_name(k: usize) -> String {
    if k == 0 { RANGES.to_string() } else { format!("{RANGES}{k}") }
}

/// The method that runs one instance: its loops over a divided array go over that instance's range.
fn instance(decl: &MethodDecl, at: &Text, divided: &[&Param], guards: &Guards) -> MethodDecl {
    let mut m = decl.clone();
    m.name.name = format!("{}$instance", decl.name.name).into();
    private(&mut m, at);
    m.modifiers.reduce = None;
    m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
    for k in 0..divided.len() {
        m.params.push(at.param(at.ints(0), &format!("lo{k}$")));
        m.params.push(at.param(at.ints(0), &format!("hi{k}$")));
    }
    if !guards.is_empty() {
        let boolean = Type { kind: TypeExprKind::Prim(PrimType::Boolean), span: at.span };
        m.params.push(at.param(boolean, FIRST));
    }
    let names: Vec<SmolStr> = divided.iter().map(|p| p.name.name.clone()).collect();
    if let Some(body) = &mut m.body {
        let clamp = Clamp { at, names, guards };
        body.stmts.iter_mut().for_each(|s| clamp.stmt(s));
    }
    m
}

struct Clamp<'t> {
    at: &'t Text,
    /// The divided arrays.
    names: Vec<SmolStr>,
    guards: &'t Guards,
}

impl Clamp<'_> {
    fn stmt(&self, s: &mut Stmt) {
        let at = self.at;
        if self.guards.once.contains(&s.span) {
            let inner = std::mem::replace(s, at.stmt(StmtKind::Empty));
            *s = at.stmt(StmtKind::If { cond: at.name(FIRST), then: Box::new(inner), otherwise: None });
            return;
        }
        let start = self.guards.starts.get(&s.span);
        match &mut s.kind {
            StmtKind::Block(b) | StmtKind::Synchronized { body: b, .. } => self.block(b),
            StmtKind::If { then, otherwise, .. } => {
                self.stmt(then);
                otherwise.iter_mut().for_each(|o| self.stmt(o));
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Labeled { body, .. } => {
                self.stmt(body)
            }
            StmtKind::ForEach { body, .. } => self.stmt(body),
            StmtKind::Try(t) => {
                self.block(&mut t.body);
                t.catches.iter_mut().for_each(|c| self.block(&mut c.body));
                t.finally.iter_mut().for_each(|f| self.block(f));
            }
            StmtKind::Local(d) => {
                for v in &mut d.vars {
                    if let (Some(start), Some(init)) = (self.guards.starts.get(&v.name.span), &mut v.init) {
                        *init = Arc::new(self.first_value(init, start));
                    }
                }
            }
            StmtKind::Expr(Expr { kind: ExprKind::Assign(_, value), .. }) => {
                if let Some(start) = start {
                    **value = self.first_value(value, start);
                }
            }
            StmtKind::For { .. } => match divided_index(s, &self.names) {
                Divided::Loop { array, index } => self.loop_over(s, array, &index),
                Divided::No => {
                    if let StmtKind::For { body, .. } = &mut s.kind {
                        self.stmt(body);
                    }
                }
            },
            _ => {}
        }
    }

    fn block(&self, b: &mut Block) {
        b.stmts.iter_mut().for_each(|s| self.stmt(s));
    }

    /// A value that counts once: the operator's identity in the other instances.
    fn first_value(&self, value: &Expr, (fold, ty): &(partial::Fold, Type)) -> Expr {
        let at = self.at;
        let value = at.cast(ty.clone(), value.clone());
        let identity = at.cast(ty.clone(), at.int(fold.identity()));
        let chosen = ExprKind::Cond(Box::new(at.name(FIRST)), Box::new(value), Box::new(identity));
        at.cast(ty.clone(), at.expr(ExprKind::Paren(Box::new(at.expr(chosen)))))
    }

    /// Restricts a loop over a divided array.
    fn loop_over(&self, s: &mut Stmt, k: usize, index: &SmolStr) {
        let StmtKind::For { init, cond, update, body } = &mut s.kind else { return };
        let lo = match init.first_mut().map(|i| &mut i.kind) {
            Some(StmtKind::Local(d)) => match d.vars.as_mut_slice() {
                [Declarator { init: Some(lo), .. }] => Arc::make_mut(lo),
                _ => return,
            },
            Some(StmtKind::Expr(Expr { kind: ExprKind::Assign(_, lo), .. })) => lo.as_mut(),
            _ => return,
        };
        let at = self.at;
        let (from, to) = (format!("lo{k}$"), format!("hi{k}$"));
        let is_index = |e: &Expr| matches!(&e.kind, ExprKind::Name(n) if n == index);
        let by_one = match update.first().map(|u| &u.kind) {
            Some(ExprKind::Unary(UnaryOp::PostInc | UnaryOp::PreInc, e)) => is_index(e),
            _ => false,
        };
        let bound = match cond.as_mut().map(|c| &mut c.kind) {
            Some(ExprKind::Binary(op @ (BinaryOp::Lt | BinaryOp::Le), _, a, b)) if is_index(a) && by_one => {
                Some((*op, b))
            }
            _ => None,
        };
        if let Some((op, bound)) = bound {
            *lo = at.math("max", lo.clone(), at.name(&from));
            let last =
                if op == BinaryOp::Lt { at.name(&to) } else { at.binary(BinaryOp::Sub, at.name(&to), at.int(1)) };
            **bound = at.math("min", bound.as_ref().clone(), last);
            return;
        }
        // Other steps, and counting down: who owns the index runs the iteration.
        let own = at.binary(
            BinaryOp::LogAnd,
            at.binary(BinaryOp::Ge, at.name(index), at.name(&from)),
            at.binary(BinaryOp::Lt, at.name(index), at.name(&to)),
        );
        let inner = std::mem::replace(&mut **body, at.stmt(StmtKind::Empty));
        **body = at.stmt(StmtKind::If { cond: own, then: Box::new(inner), otherwise: None });
    }
}

/// A loop over a divided array, by its form.
enum Divided {
    Loop {
        /// Which of the arrays.
        array: usize,
        index: SmolStr,
    },
    No,
}

fn divided_index(s: &Stmt, names: &[SmolStr]) -> Divided {
    let StmtKind::For { init, update, body, .. } = &s.kind else { return Divided::No };
    let ([init], [_]) = (init.as_slice(), update.as_slice()) else { return Divided::No };
    let index = match &init.kind {
        StmtKind::Local(d) => match d.vars.as_slice() {
            [Declarator { name, init: Some(_), .. }] => &name.name,
            _ => return Divided::No,
        },
        StmtKind::Expr(Expr { kind: ExprKind::Assign(place, _), .. }) => match &place.kind {
            ExprKind::Name(name) => name,
            _ => return Divided::No,
        },
        _ => return Divided::No,
    };
    match names.iter().position(|n| subscripts(body, n, index)) {
        Some(array) => Divided::Loop { array, index: index.clone() },
        None => Divided::No,
    }
}

/// Whether the index subscripts the array somewhere in the statement.
fn subscripts(body: &Stmt, array: &str, index: &str) -> bool {
    walk::any(walk::Node::Stmt(body), &mut |n| match n {
        walk::Node::Expr(Expr { kind: ExprKind::Index(of, at), .. }) => {
            matches!(&walk::bare(of).kind, ExprKind::Name(n) if n == array) && own_index(at, index)
        }
        _ => false,
    })
}

/// Whether a subscript names the index itself, not only within a further subscript.
fn own_index(e: &Expr, index: &str) -> bool {
    match &e.kind {
        ExprKind::Name(name) => name == index,
        ExprKind::Index(..) => false,
        _ => {
            let mut found = false;
            walk::of_expr(e, &mut |n| {
                if let walk::Node::Expr(e) = n {
                    found |= own_index(e, index);
                }
            });
            found
        }
    }
}
