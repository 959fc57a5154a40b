//! Methods that are given a function object (`apply(v, x -> x * k)`), where the lambda that it is is known.
//!
//! Core has no function objects. But a lambda's class is known where the lambda is written, and from there on: so a method that is given
//! one, and has parallel code, gets a copy that takes what the lambda has captured instead, and begins by making the lambda from it. In the
//! copy the lambda is known, and the copy passes it on in the same way; where parallel code calls it, its body is translated in place (see
//! [`objects`](super::builder::objects)). Lambdas have no identity in Java, so making one twice is no different from making it once.

use super::{lime, walk};
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The method of which each copy is one.
pub type Copies = BTreeMap<MethodId, MethodId>;

/// More copies than this are not made: a program that passes lambdas through lambdas could ask for any number.
const MOST: usize = 500;

/// Makes the copies, and lets calls call them.
pub fn specialise(program: &mut Program) -> Copies {
    let mut made = Specialiser { copies: BTreeMap::new(), of: Copies::new() };
    let mut k = 0;
    // Copies are looked at in their turn.
    while k < program.methods.len() {
        let id = MethodId(k as u32);
        k += 1;
        let Some(mut body) = program.methods[id.index()].body.take() else { continue };
        let known = Lambdas::of(program, &body);
        if known.some {
            // A call of itself has the body to copy.
            let whole = body.clone();
            walk::rewrite_block(&mut body, &mut |e| {
                program.methods[id.index()].body.get_or_insert_with(|| whole.clone());
                made.call(program, id, &known, e);
                true
            });
        }
        program.methods[id.index()].body = Some(body);
    }
    made.of
}

/// What a method's body knows of function objects.
struct Lambdas {
    /// Local variables that are a lambda from their declaration on: its `new`, which may be made again anywhere.
    locals: BTreeMap<LocalId, Expr>,
    /// Whether there are any lambdas at all.
    some: bool,
}

impl Lambdas {
    fn of(program: &Program, body: &Block) -> Lambdas {
        let assigned = walk::assigned_in(body);
        let mut known = Lambdas { locals: BTreeMap::new(), some: false };
        walk::stmts_in(body, &mut |s| {
            let StmtKind::Local { local, init: Some(init) } = &s.kind else { return };
            let Some((_, _, args)) = made_lambda(program, init) else { return };
            let stays = |e: &Expr| match &e.kind {
                ExprKind::Local(l) => !assigned.contains(l),
                ExprKind::This | ExprKind::Lit(_) => true,
                _ => false,
            };
            if !assigned.contains(local) && args.iter().all(|a| stays(without_upcast(a))) {
                known.locals.insert(*local, without_upcast(init).clone());
            }
        });
        walk::exprs_in(body, &mut |e| known.some |= made_lambda(program, e).is_some());
        known
    }

    /// The `new` of the lambda that an argument is.
    fn lambda(&self, program: &Program, arg: &Expr) -> Option<Expr> {
        match &without_upcast(arg).kind {
            ExprKind::Local(l) => self.locals.get(l).cloned(),
            _ => made_lambda(program, arg).map(|_| without_upcast(arg).clone()),
        }
    }
}

fn made_lambda<'e>(program: &Program, e: &'e Expr) -> Option<(ClassId, MethodId, &'e [Expr])> {
    match &without_upcast(e).kind {
        ExprKind::New { class, constructor, args } => {
            let is_lambda = matches!(program.class(*class).kind, ClassKind::Lambda { .. });
            is_lambda.then_some((*class, *constructor, args.as_slice()))
        }
        _ => None,
    }
}

struct Specialiser {
    /// By the method, the parameter's place and the lambda's class.
    copies: BTreeMap<(MethodId, usize, ClassId), MethodId>,
    of: Copies,
}

impl Specialiser {
    /// Lets a call or map take what lambdas have captured rather than the lambdas.
    fn call(&mut self, program: &mut Program, within: MethodId, known: &Lambdas, e: &mut Expr) {
        let parallel = self.of.contains_key(&within);
        match &mut e.kind {
            ExprKind::Call { kind, method, args, .. } => {
                while let Some((k, lambda)) = find(program, known, args.iter())
                    && (*kind != CallKind::Virtual || !program.method(*method).is_virtual)
                    && (parallel || has_regions(program, *method))
                    && let Some((copy, captured)) = self.copy(program, *method, k, &lambda)
                {
                    *method = copy;
                    args.splice(k..=k, captured);
                }
            }
            ExprKind::Map { method, args } => {
                while let Some((k, lambda)) = find(program, known, args.iter().map(|a| &a.expr))
                    && !args[k].mapped
                    && let Some((copy, captured)) = self.copy(program, *method, k, &lambda)
                {
                    *method = copy;
                    args.splice(k..=k, captured.into_iter().map(|expr| MapArg { expr, mapped: false }));
                }
            }
            ExprKind::ReduceMethod { method, captured: args, .. } => {
                // What a combinator captures comes behind the two values that it combines.
                while let Some((k, lambda)) = find(program, known, args.iter())
                    && let Some(first) = program.method(*method).params.len().checked_sub(args.len())
                    && let Some((copy, captured)) = self.copy(program, *method, first + k, &lambda)
                {
                    *method = copy;
                    args.splice(k..=k, captured);
                }
            }
            _ => {}
        }
    }

    /// The copy of a method for a lambda as its argument `k`, and what it takes for it.
    fn copy(
        &mut self,
        program: &mut Program,
        method: MethodId,
        k: usize,
        lambda: &Expr,
    ) -> Option<(MethodId, Vec<Expr>)> {
        let ExprKind::New { class, constructor, args } = &lambda.kind else { return None };
        if let Some(&copy) = self.copies.get(&(method, k, *class)) {
            return Some((copy, args.clone()));
        }
        let callee = program.method(method);
        let param = *callee.params.get(k)?;
        let body = callee.body.as_ref().filter(|b| !walk::assigned_in(b).contains(&param))?;
        if callee.kind != MethodKind::Method || self.of.len() >= MOST {
            return None;
        }
        let span = callee.name_span;
        let mut copy = Method { is_virtual: false, ..callee.clone() };
        let taken = &program.method(*constructor).params;
        let of = |p: &LocalId| program.method(*constructor).locals[p.index()].clone();
        let first = copy.locals.len() as u32;
        copy.locals.extend(taken.iter().map(|p| Local { is_final: true, ..of(p) }));
        let params: Vec<LocalId> = (0..taken.len() as u32).map(|n| LocalId(first + n)).collect();
        let made = ExprKind::New { class: *class, constructor: *constructor, args: read(&copy, &params, span) };
        let made = Expr { kind: made, ty: Ty::Class(*class), span };
        let ty = copy.locals[param.index()].ty.clone();
        let init = Some(Expr { kind: ExprKind::Upcast(Box::new(made)), ty, span });
        let mut stmts = vec![Stmt { kind: StmtKind::Local { local: param, init }, span }];
        stmts.extend(body.stmts.iter().cloned());
        copy.body = Some(Block { stmts, span: body.span });
        copy.params.splice(k..=k, params);
        let id = MethodId(program.methods.len() as u32);
        program.classes[copy.class.index()].methods.push(id);
        program.methods.push(copy);
        self.copies.insert((method, k, *class), id);
        let original = self.of.get(&method).copied().unwrap_or(method);
        self.of.insert(id, original);
        Some((id, args.clone()))
    }
}

/// Methods, and copies of them, that nothing calls any more, as calls call further copies.
pub fn replaced(program: &Program, copies: &Copies) -> BTreeSet<MethodId> {
    let mut left: BTreeSet<MethodId> = copies.iter().flat_map(|(copy, of)| [*copy, *of]).collect();
    for body in program.methods.iter().filter_map(|m| m.body.as_ref()) {
        walk::exprs_in(body, &mut |e| match &e.kind {
            ExprKind::Call { method, .. }
            | ExprKind::Map { method, .. }
            | ExprKind::ReduceMethod { method, .. }
            | ExprKind::Task { method, .. } => {
                left.remove(method);
            }
            ExprKind::ArrayStep(step) => {
                if let Some(method) = step.method {
                    left.remove(&method);
                }
            }
            _ => {}
        });
    }
    left
}

fn read(method: &Method, locals: &[LocalId], span: Span) -> Vec<Expr> {
    let read = |l: &LocalId| Expr { kind: ExprKind::Local(*l), ty: method.locals[l.index()].ty.clone(), span };
    locals.iter().map(read).collect()
}

/// The first argument that is a known lambda, and its `new`.
fn find<'e>(program: &Program, known: &Lambdas, args: impl Iterator<Item = &'e Expr>) -> Option<(usize, Expr)> {
    args.enumerate().find_map(|(k, arg)| Some((k, known.lambda(program, arg)?)))
}

/// Whether a method has parallel code.
fn has_regions(program: &Program, method: MethodId) -> bool {
    let m = program.method(method);
    let mut found = m.somd.is_some();
    if let Some(body) = &m.body {
        walk::exprs_in(body, &mut |e| found |= lime::is_region(e));
    }
    found
}
