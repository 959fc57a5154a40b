//! `reduce(self)` where no operator folds: the method runs over its range for each instance, and then over their results.
//!
//! Nothing proves that a method may fold its own results. It is asked when it runs: over a single result it must give that result,
//! or the first values count, or elements are more than folded (`s += a[i] * a[i]`); and three neighbouring results must give the same
//! whichever two are folded first, or their order says more (`h = h * 31 + a[i]`). Where it does not, and where an instance throws,
//! the method runs as it is written: a result is that of one instance.

use super::partial::{Guards, Partial};
use super::text::Text;
use super::{BODY, RANGES, caller, instance, private};
use smol_str::SmolStr;
use somd_syntax::ast::*;
use somd_syntax::source::Span;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// `m`, `m$body`, `m$instance`, and where each result is one value `m$parts`, which gives all of them.
pub fn method(
    decl: &MethodDecl,
    dists: &[&Param],
    partial: &Partial<'_>,
    members: &[Member],
    one_core: &mut Vec<Span>,
) -> Option<Vec<MethodDecl>> {
    let ret = decl.ret.as_ref()?;
    let at = Text { span: decl.name.span };
    let plain = |name: &str| {
        let mut m = decl.clone();
        m.name.name = format!("{}{name}", decl.name.name).into();
        private(&mut m, &at);
        m.modifiers.reduce = None;
        m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
        m
    };
    let body = plain(BODY);
    let as_written = at.call(None, &body.name.name, at.passed(decl));
    let last = at.stmt(StmtKind::Return(Some(as_written)));
    let pure = !partial.leaves() && partial.is_pure(&|name, args| is_pure(members, name, args, &RefCell::default()));
    let elem = match dists {
        [p] => match &p.ty.kind {
            TypeExprKind::Array(elem, dim) if dim.bound.is_none() => Some(&**elem),
            _ => None,
        },
        _ => None,
    };
    let joined = dists.first().is_some_and(|p| same(ret, &p.ty));
    let Some(elem) = elem.filter(|elem| pure && (joined || widens(ret, elem))) else {
        one_core.push(decl.name.span);
        let mut m = caller(decl, vec![last]);
        m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
        return Some(vec![m, body]);
    };
    let array = &dists[0].name.name;
    let one = instance(decl, &at, dists, &Guards::default());
    let of_range = at.call(None, &one.name.name, at.range_values(decl, 1));
    let mut parts = vec![body, one];
    let mut inside = Vec::new();
    let over = |value: Expr| {
        let args =
            decl.params.iter().map(|p| if p.name.name == *array { value.clone() } else { at.name(&p.name.name) });
        at.call(None, &format!("{}{BODY}", decl.name.name), args.collect())
    };
    let each = at.index(at.name("parts$"), at.name("k$"));
    let next = |n: i32| at.index(at.name("parts$"), at.binary(BinaryOp::Add, at.name("k$"), at.int(n)));
    let same_value = |a: Expr, b: Expr| match ret.kind {
        TypeExprKind::Prim(_) => at.binary(BinaryOp::Eq, a, b),
        _ => at.call(Some(at.library_name("Instances")), "same", vec![a, b]),
    };
    // An array of these values, or the arrays joined.
    let several_of = |values: Vec<Expr>| {
        let init = Some(Box::new(at.expr(ExprKind::ArrayInit(values))));
        let ty = at.array_of(if joined { ret } else { elem });
        let made = at.expr(ExprKind::NewArray { ty, sizes: Vec::new(), init });
        if joined { at.joined(ret, made) } else { made }
    };
    let pair = |a: Expr, b: Expr| over(several_of(vec![a, b]));
    let alone = same_value(over(several_of(vec![each.clone()])), each.clone());
    let left = pair(pair(each.clone(), next(1)), next(2));
    let right = pair(each, pair(next(1), next(2)));
    let grouped = same_value(left, right);
    let all = if joined {
        inside.extend(at.results(ret, "parts$", of_range));
        at.joined(ret, at.name("parts$"))
    } else {
        let mut run = plain("$parts");
        run.params.iter_mut().zip(&decl.params).for_each(|(p, d)| {
            p.modifiers.dist.clone_from(&d.modifiers.dist);
            super::plain_dist(p);
        });
        run.params.push(at.param(at.ints(2), RANGES));
        let array_ty = at.array_of(elem);
        run.ret = Some(array_ty.clone());
        if let Some(b) = &mut run.body {
            b.stmts = at.results(elem, "results$", of_range).into();
            b.stmts.push(at.stmt(StmtKind::Return(Some(at.name("results$")))));
        }
        let mut args = at.passed(decl);
        args.push(at.name(RANGES));
        inside.push(at.local(array_ty.clone(), "parts$", at.call(None, &run.name.name, args)));
        parts.push(run);
        at.name("parts$")
    };
    inside.extend(folds(&at, alone, grouped, over(all)));
    let mut stmts = vec![at.ranges(dists[0], 0, false)];
    // Roundings may agree by chance where there are few.
    let mut of = ret;
    while let TypeExprKind::Array(elem, _) = &of.kind {
        of = elem;
    }
    let rounds = matches!(of.kind, TypeExprKind::Prim(PrimType::Float | PrimType::Double));
    let several = at.binary(BinaryOp::Gt, at.count(), at.int(if rounds { 8 } else { 2 }));
    let tried = at.tried(inside);
    stmts.push(at.stmt(StmtKind::If { cond: several, then: Box::new(tried), otherwise: None }));
    stmts.push(last);
    let mut m = caller(decl, stmts);
    m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
    parts.insert(0, m);
    Some(parts)
}

/// Returns `all` where each part alone gives itself, and three neighbours the same in both groups.
fn folds(at: &Text, alone: Expr, grouped: Expr, all: Expr) -> [Stmt; 3] {
    let boolean = Type { kind: TypeExprKind::Prim(PrimType::Boolean), span: at.span };
    let declared = at.local(boolean, "folds$", at.expr(ExprKind::Literal(Literal::Boolean(true))));
    let third = at.binary(BinaryOp::Add, at.name("k$"), at.int(2));
    let is_last = at.binary(BinaryOp::Ge, third, at.count());
    let grouped = at.expr(ExprKind::Paren(Box::new(at.binary(BinaryOp::LogOr, is_last, grouped))));
    let both = at.binary(BinaryOp::LogAnd, at.binary(BinaryOp::LogAnd, at.name("folds$"), alone), grouped);
    let asked = at.each_range(at.stmt(StmtKind::Expr(at.assign(at.name("folds$"), both))));
    let returned = at.stmt(StmtKind::Return(Some(all)));
    let chosen = at.stmt(StmtKind::If { cond: at.name("folds$"), then: Box::new(returned), otherwise: None });
    [declared, asked, chosen]
}

impl Text {
    fn array_of(&self, elem: &Type) -> Type {
        Type { kind: TypeExprKind::Array(Box::new(elem.clone()), self.dim()), span: self.span }
    }

    /// `T[] name = new T[ranges$.length];`, filled with a result for each range.
    fn results(&self, elem: &Type, name: &str, result: Expr) -> [Stmt; 2] {
        let ty = self.array_of(elem);
        let made = ExprKind::NewArray { ty: ty.clone(), sizes: vec![self.count()], init: None };
        let run = self.assign(self.index(self.name(name), self.name("k$")), result);
        [self.local(ty, name, self.expr(made)), self.each_range(self.stmt(StmtKind::Expr(run)))]
    }

    /// The arrays of an array, end to end.
    fn joined(&self, ty: &Type, arrays: Expr) -> Expr {
        let list = self.call(Some(self.library_name("Instances")), "list", vec![arrays]);
        let concat = self.make(&self.library("Concat"), &[]);
        self.cast(ty.clone(), self.call(Some(concat), "combine", vec![list]))
    }

    /// What throws has done nothing. That a device cannot be had is no answer of the method's: it goes on to the user.
    fn tried(&self, stmts: Vec<Stmt>) -> Stmt {
        let block = |stmts| Block { stmts, span: self.span };
        let catch = |ty, body| Catch {
            modifiers: Modifiers::default(),
            ty,
            name: self.ident("e$"),
            body: block(body),
            span: self.span,
        };
        let on = catch(self.library("TargetError"), vec![self.stmt(StmtKind::Throw(self.name("e$")))]);
        let thrown = catch(self.class(&["java", "lang", "Throwable"]), Vec::new());
        let tried = Try { resources: Vec::new(), body: block(stmts), catches: vec![on, thrown], finally: None };
        let tried = self.stmt(StmtKind::Try(tried));
        self.stmt(StmtKind::Block(block(vec![tried])))
    }
}

/// Whether every method of the class with this name and number of parameters only gives a value. `seen` are those looked at already.
fn is_pure(members: &[Member], name: &str, args: usize, seen: &RefCell<BTreeSet<(SmolStr, usize)>>) -> bool {
    if !seen.borrow_mut().insert((name.into(), args)) {
        return true;
    }
    let of_name = members.iter().filter_map(|m| match m {
        Member::Method(m) if m.name.name == name && m.params.len() == args => Some(m),
        _ => None,
    });
    let mut found = false;
    for m in of_name {
        let is_static = m.modifiers.list.iter().any(|(w, _)| *w == Modifier::Static);
        let is_plain = is_static && m.modifiers.reduce.is_none() && m.params.iter().all(|p| p.modifiers.dist.is_none());
        let pure = is_plain
            && Partial::new(m, &[], members)
                .is_some_and(|p| p.is_pure(&|name, args| is_pure(members, name, args, seen)));
        if !pure {
            return false;
        }
        found = true;
    }
    found
}

/// The same type, as it is written.
fn same(a: &Type, b: &Type) -> bool {
    match (&a.kind, &b.kind) {
        (TypeExprKind::Prim(a), TypeExprKind::Prim(b)) => a == b,
        (TypeExprKind::Array(a, d), TypeExprKind::Array(b, e)) => d.bound.is_none() && e.bound.is_none() && same(a, b),
        (TypeExprKind::Class(a), TypeExprKind::Class(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((a, x), (b, y))| a.name == b.name && x.is_none() && y.is_none())
        }
        _ => false,
    }
}

/// Every value of the first type is one of the second.
fn widens(from: &Type, to: &Type) -> bool {
    let (TypeExprKind::Prim(a), TypeExprKind::Prim(b)) = (&from.kind, &to.kind) else { return same(from, to) };
    use PrimType::{Byte, Double, Float, Int, Long, Short};
    let whole = [Byte, Short, Int, Long];
    let rank = |p: &PrimType| whole.iter().position(|w| w == p);
    a == b
        || matches!((rank(a), rank(b)), (Some(x), Some(y)) if x <= y)
        || *b == Double && matches!(a, Byte | Short | Int | Float)
}
