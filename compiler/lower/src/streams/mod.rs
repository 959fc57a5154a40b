//! Java's parallel streams, `Arrays.parallelSetAll` and the like: each becomes a method with the loop that it means, which is lowered like the
//! loops of SOMD methods. A call of that method stands in its place.
//!
//! A stream of numbers, an array or a text that is not parallel becomes a method with its loop too, in order: no stage of it is a call then.
//!
//! What is not recognised stays a call of the library, which does its work in order; [`verdict`](super::verdict) says so. So does a loop whose
//! iterations are not known to be independent: Java accepts it, and it runs in order.

mod chain;
mod inline;
mod lists;
mod maker;
mod pipeline;
mod tree;

use chain::{Chain, Counting, Prefix};
use maker::Maker;
use somd_hir::{Class, ClassKind, Expr, ExprKind, Method, MethodId, Program, Stmt, StmtKind, Ty};
use std::collections::BTreeSet;

const STREAM: &str = "parallel stream";

/// Puts the loops in place of the streams. Gives the lambdas that are part of them now.
pub fn rewrite(program: &mut Program) -> BTreeSet<MethodId> {
    let mut inlined = BTreeSet::new();
    let own = |program: &Program, m: &Method| !program.class(m.class).is_library && m.body.is_some();
    let mut ids: Vec<MethodId> = (0..program.methods.len() as u32).map(MethodId).collect();
    ids.retain(|&m| own(program, program.method(m)));
    // Lambdas after what they stand in.
    ids.sort_by_key(|&m| depth(program, program.class(program.method(m).class)));
    for id in ids {
        if inlined.contains(&id) {
            continue;
        }
        let Some(mut body) = program.method(id).body.clone() else { continue };
        let mut changed = false;
        super::walk::rewrite_block(&mut body, &mut |e| {
            if let Some(made) = made(program, id, e, operation).or_else(|| made(program, id, e, in_order)) {
                *e = add(program, made, &mut inlined);
                changed = true;
                return true;
            }
            // What follows in the stream is left to the library.
            if let ExprKind::Call { receiver: Some(stream), .. } = &mut e.kind
                && let Some(made) = made(program, id, stream, first_part)
            {
                let call = add(program, made, &mut inlined);
                **stream = Expr { ty: stream.ty.clone(), ..call };
                changed = true;
            }
            true
        });
        if changed {
            program.methods[id.index()].body = Some(body);
        }
    }
    inlined
}

/// In how many lambdas the methods of a class stand.
fn depth(program: &Program, class: &Class) -> usize {
    match (&class.kind, class.outer) {
        (ClassKind::Lambda { .. }, Some(outer)) => 1 + depth(program, program.class(outer)),
        _ => 0,
    }
}

/// A method, its call, and the lambdas in it.
type Made = (Method, Expr, BTreeSet<MethodId>);

/// Adds the method; its call.
fn add(program: &mut Program, (method, call, lambdas): Made, inlined: &mut BTreeSet<MethodId>) -> Expr {
    program.classes[method.class.index()].methods.push(MethodId(program.methods.len() as u32));
    program.methods.push(method);
    inlined.extend(lambdas);
    call
}

/// What an operation is as a loop: its value, and, where it is parallel, what it is in words.
type Operation = fn(&mut Maker<'_>, &Expr, &mut Vec<Stmt>) -> Option<(Option<Expr>, Option<&'static str>)>;

/// The stages of a parallel stream that goes on.
fn first_part(maker: &mut Maker<'_>, e: &Expr, out: &mut Vec<Stmt>) -> Option<(Option<Expr>, Option<&'static str>)> {
    let prefix = Prefix::of(maker.program, e)?;
    Some((Some(maker.prefix(&prefix, out)?), Some(STREAM)))
}

/// A stream that is not parallel, whose values are there before it begins.
fn in_order(maker: &mut Maker<'_>, e: &Expr, out: &mut Vec<Stmt>) -> Option<(Option<Expr>, Option<&'static str>)> {
    let chain = Chain::of(maker.program, e).filter(|c| !c.parallel && !matches!(c.source, chain::Source::List(_)))?;
    Some((maker.stream(&chain, &mut |m, e, _| m.take(e), false, out)?, None))
}

/// The method that an operation of the library becomes.
fn made(program: &Program, within: MethodId, e: &Expr, operation: Operation) -> Option<Made> {
    let mut maker = Maker::new(program, within, e.span);
    let mut stmts = Vec::new();
    let id = MethodId(program.methods.len() as u32);
    let (value, what) = operation(&mut maker, e, &mut stmts)?;
    if what.is_some() {
        maker.arrays_for_lists(&mut stmts);
    }
    let ret = if value.is_some() { e.ty.clone() } else { Ty::Void };
    if let Some(value) = value {
        let value = if value.ty == ret { value } else { pipeline::cast(value, &ret) };
        stmts.push(Stmt { kind: StmtKind::Return(Some(value)), span: e.span });
    }
    let inlined = maker.inlined.clone();
    let (method, call) = maker.finish(id, stmts, &ret, what);
    Some((method, call, inlined))
}

/// The loop that a parallel operation is, its value, and what it is in words.
fn operation(maker: &mut Maker<'_>, e: &Expr, out: &mut Vec<Stmt>) -> Option<(Option<Expr>, Option<&'static str>)> {
    let program = maker.program;
    if let Some((array, f)) = set_all(program, e, &["parallelSetAll"]) {
        let array = maker.take(chain::stripped(array));
        let f = maker.function(f)?;
        maker.set_all(array, &f, out)?;
        return Some((None, Some("call of `Arrays.parallelSetAll`")));
    }
    if let Some((array, f)) = set_all(program, e, &["parallelPrefix"]) {
        let array = maker.take(chain::stripped(array));
        let f = maker.function(f)?;
        maker.prefix_sums(array, &f, out)?;
        return Some((None, Some("call of `Arrays.parallelPrefix`")));
    }
    if let Some(counting) = Counting::of(program, e) {
        return Some((Some(maker.counting(&counting, out)?), Some(STREAM)));
    }
    let chain = Chain::of(program, e).filter(|c| c.parallel)?;
    // In order is what it asks for.
    if matches!(chain.terminal, chain::Terminal::ForEach(_, true)) {
        return None;
    }
    Some((maker.stream(&chain, &mut |m, e, _| m.take(e), true, out)?, Some(STREAM)))
}

/// The array and the function of a call of `Arrays.setAll`.
fn set_all<'e>(program: &Program, e: &'e Expr, names: &[&str]) -> Option<(&'e Expr, &'e Expr)> {
    let ExprKind::Call { method, receiver: None, args, .. } = &e.kind else { return None };
    let m = program.method(*method);
    let [array, f] = args.as_slice() else { return None };
    let of_arrays = ["java.util.Arrays", "java.util.ArrayRanges"].contains(&program.class(m.class).name.as_str());
    (of_arrays && names.contains(&m.name.as_str())).then_some((array, f))
}

fn primitive_name(ty: &Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::Boolean => "boolean",
        Ty::Byte => "byte",
        Ty::Short => "short",
        Ty::Char => "char",
        Ty::Int => "int",
        Ty::Long => "long",
        Ty::Float => "float",
        Ty::Double => "double",
        _ => return None,
    })
}
