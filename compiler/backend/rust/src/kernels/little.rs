//! Regions that may have little to do: one parallel instruction, of arrays that the caller has.
//!
//! Arrays of regions are values, which are counted, and an instruction that threads share has ranges and failures to look after. To make and to drop
//! all that takes as long as some hundred additions. Where a call has fewer to do, and nothing but this process's cores could do it, its one
//! instruction runs at once, in order, over the caller's arrays as they are. It is the same body over the same range: what it computes and what
//! it throws is the same.

use super::body::{Writer, combine};
use super::gather::{accumulators, gathers_lanes};
use super::par::{call, tuple};
use super::work::operations;
use super::*;
use somd_core::{interface, walk};

/// What there is of such a region.
pub struct Little<'f> {
    /// Scalars that are computed before the instruction.
    before: &'f [Stmt],
    par: &'f Par,
    /// And after it.
    after: &'f [Stmt],
    results: &'f [Expr],
}

fn of_scalars(func: &Func, stmts: &[Stmt]) -> bool {
    stmts.iter().all(|s| match &s.kind {
        StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => func.vars[var.index()].ty.is_scalar(),
        _ => false,
    })
}

/// The region's parts, where it is one: all arrays are parameters, and those that it changes it changes in place.
pub fn of(func: &Func) -> Option<Little<'_>> {
    let stmts = func.body.stmts.as_slice();
    let at = stmts.iter().position(|s| matches!(s.kind, StmtKind::Par(_)))?;
    let (StmtKind::Par(par), before, rest) = (&stmts[at].kind, &stmts[..at], &stmts[at + 1..]) else { return None };
    let (after, results) = match rest.split_last() {
        Some((Stmt { kind: StmtKind::Return(values), .. }, after)) => (after, values.as_slice()),
        _ => (rest, &[][..]),
    };
    let plain = |ty: &Ty| match ty.as_array() {
        Some(a) => a.elem.is_scalar() && a.dims.iter().all(Option::is_none) && a.dims.len() <= 3,
        None => ty.is_scalar(),
    };
    let given = |v: VarId| func.params.contains(&v);
    let in_place = |o: &Output| match o.kind {
        OutputKind::Array(ArraySource::Update { old }) => {
            given(old) && interface::updates_in_place(func, par, o.result, old)
        }
        OutputKind::Reduce { .. } => true,
        _ => false,
    };
    let arrays_given = interface::captures(par).into_iter().all(|v| func.vars[v.index()].ty.is_scalar() || given(v));
    let simple = of_scalars(func, before)
        && of_scalars(func, after)
        && func.params.iter().all(|p| plain(&func.vars[p.index()].ty))
        && par.outputs.iter().all(in_place)
        && arrays_given
        && !par.outputs.is_empty()
        && par.space.iter().all(|d| d.lo.ty == Ty::I32);
    // An array that comes out is one that went in.
    let updated = |e: &Expr| match e.kind {
        ExprKind::Var(v) => par.outputs.iter().any(|o| o.result == v),
        _ => false,
    };
    // What comes after it looks at no array that it has changed.
    let looks = |e: &Expr| {
        let mut found = false;
        walk::for_each_read(e, &mut |v| found |= func.vars[v.index()].ty.as_array().is_some() && !given(v));
        found
    };
    let mut looked = results.iter().any(|e| !updated(e) && looks(e));
    after.iter().for_each(|s| walk::stmt_exprs(s, &mut |e| looked |= looks(e)));
    let returns = !looked && results.iter().all(|e| e.ty.is_scalar() || updated(e));
    (simple && returns).then_some(Little { before, par, after, results })
}

/// The beginning of the function that the host calls: `apart` are parameters of which the first must not share
/// elements with the second, `back` what it calls the array that it gives back, where it
/// does.
pub fn emit(cx: &Cx, func: &Func, little: &Little, apart: &[(VarId, VarId)], back: Option<&str>) -> String {
    let par = little.par;
    let mut w = Writer::new(cx, func, Repr::View);
    let old_of = |o: &Output| match o.kind {
        OutputKind::Array(ArraySource::Update { old }) => Some(old),
        _ => None,
    };
    let arrays = func.params.iter().copied().filter(|p| func.vars[p.index()].ty.as_array().is_some());
    let mut conditions = vec!["par::on_cores_only(&CHOICE)".to_string()];
    for p in arrays.clone() {
        let changed = par.outputs.iter().any(|o| old_of(o) == Some(p));
        let (name, Ty::Array(a)) = (w.name(p).to_string(), w.var_ty(p)) else { continue };
        let of = format!("{}, {}", cx.ty(&a.elem), a.dims.len());
        conditions.push(format!("let Some({name}_view) = grid::lent::<{of}>({name}.up(), {changed})"));
    }
    for (p, q) in apart {
        conditions.push(format!("{}_view.is_apart_from(&{}_view)", w.name(*p), w.name(*q)));
    }
    w.indent = 1;
    w.line("// Where there is little to do, nothing is prepared for threads.");
    w.line(&format!("if {}", conditions.join("\n        && ")));
    w.line("{");
    w.indent += 1;
    if let Some(array) = back {
        w.line(&format!("let given = {array};"));
    }
    for p in arrays {
        w.line(&format!("let {0} = {0}_view;", w.name(p)));
    }
    // The region may change what it is given.
    for &p in func.params.iter().filter(|p| func.vars[p.index()].ty.is_scalar()) {
        w.line(&format!("let mut {0} = {0};", w.name(p)));
    }
    for o in &par.outputs {
        if let Some(old) = old_of(o) {
            w.line(&format!("let {}_view = {}_view;", w.name(o.result), w.name(old)));
        }
    }
    let proof = "an index without a check is in range: the compiler has proved it.";
    w.accesses(proof, |w| instruction(w, little));
    w.indent -= 1;
    w.line("}");
    w.out
}

/// What is computed before the instruction, the instruction where it is little, and the way back to the caller.
fn instruction(w: &mut Writer, little: &Little) {
    let par = little.par;
    w.block(&Block { stmts: little.before.to_vec() });
    let bounds: Vec<String> = par
        .space
        .iter()
        .map(|d| format!("({}, {})", w.value(&d.lo).cast("i64").text, w.value(&d.hi).cast("i64").text))
        .collect();
    w.line(&format!("let space = Space::<{}>::new([{}]);", bounds.len(), bounds.join(", ")));
    let ops = operations(w, par, &|v| format!("{}_view", w.name(v)));
    w.line(&format!("if par::is_little(space.count(), {ops}) {{"));
    w.indent += 1;
    run(w, par);
    w.block(&Block { stmts: little.after.to_vec() });
    let scalars: Vec<String> = little.results.iter().filter(|e| e.ty.is_scalar()).map(|e| w.value(e).text).collect();
    match scalars.as_slice() {
        [] if little.results.is_empty() => w.line("return;"),
        [] => w.line("return given.clone();"),
        values => w.line(&format!("return {};", tuple(values))),
    }
    w.indent -= 1;
    w.line("}");
}

/// The instruction as a call of its body, and what its reductions give.
fn run(w: &mut Writer, par: &Par) {
    let captures = interface::captures(par);
    if !gathers_lanes(par) {
        let call = call(w, par, &captures, "0..space.count()", "");
        return w.line(&format!("{call};"));
    }
    let block = "Block::whole(0..space.count())";
    let (one, many) = (call(w, par, &captures, block, "::<1>"), call(w, par, &captures, block, "::<LANES>"));
    let accs: Vec<(String, _, Ty)> =
        accumulators(w, par).into_iter().map(|(name, op, ty)| (name.to_string(), op, ty.clone())).collect();
    let names: Vec<String> = (0..accs.len()).map(|k| format!("lanes_{k}")).collect();
    let first: Vec<String> = names.iter().map(|n| format!("{n}[0]")).collect();
    let halves: Vec<String> = accs
        .iter()
        .zip(&names)
        .map(|((_, op, ty), n)| format!("par::halve({n}, |a, b| {})", combine(*op, ty, "a", "b")))
        .collect();
    let totals: Vec<String> = (0..accs.len()).map(|k| format!("total_{k}")).collect();
    let pattern = tuple(&names);
    w.line(&format!(
        "let {} = if space.count() <= SMALL {{ let {pattern} = {one}; {} }} else {{ let {pattern} = {many}; {} }};",
        tuple(&totals),
        tuple(&first),
        tuple(&halves)
    ));
    let mut totals = totals.iter();
    for o in &par.outputs {
        if let (OutputKind::Reduce { op, acc, init }, Some(total)) = (&o.kind, totals.clone().next()) {
            totals.next();
            let (name, init, ty) = (w.name(o.result).to_string(), w.value(init).text, w.var_ty(*acc).clone());
            let rust_ty = w.cx.ty(&ty);
            w.line(&format!("let {name}_start: {rust_ty} = {init};"));
            let sum = combine(*op, &ty, &format!("{name}_start"), total);
            w.line(&format!("let {name}: {rust_ty} = {sum};"));
        }
    }
}
