//! Sums over elements that data names, in order: `for (…) y[row[k]] += value[k] * x[column[k]]`, where an iteration has such a loop to itself and
//! equal subscripts follow each other mostly, as in a sparse matrix's rows.
//!
//! A work group takes an iteration. For a stretch of turns each work item computes one turn's subscript and value, then the first of each run of
//! equal subscripts adds up its run, in order: the same bits. Where the subscripts of a stretch do not ascend, one work item does all of it.

use super::Refusal;
use super::body::{Body, Fail};
use super::code::unsigned_type;
use super::kernel::Axis;
use crate::backend::interface::equal;
use crate::core::ir::*;
use crate::core::walk;

struct Runs<'e> {
    var: VarId,
    lo: &'e Expr,
    hi: &'e Expr,
    lets: &'e [Stmt],
    prov: &'e Prov,
    result: VarId,
    at: &'e Expr,
    op: BinOp,
    value: &'e Expr,
}

fn plain(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Check { value, .. } => plain(value),
        _ => e,
    }
}

/// The same subscript, whatever is checked on the way.
fn same_place(a: &Expr, b: &Expr) -> bool {
    match (&plain(a).kind, &plain(b).kind) {
        (ExprKind::Index { array: x, index: i }, ExprKind::Index { array: y, index: j }) => {
            x == y && i.len() == j.len() && i.iter().zip(j).all(|(i, j)| same_place(i, j))
        }
        _ => equal(plain(a), plain(b)),
    }
}

fn find<'e>(func: &Func, par: &'e Par) -> Option<Runs<'e>> {
    let [Output { result, kind: OutputKind::Array(ArraySource::Update { old }) }] = par.outputs.as_slice() else {
        return None;
    };
    let ([_], [only]) = (par.space.as_slice(), par.body.stmts.as_slice()) else { return None };
    let StmtKind::For { var, lo, hi, step, body, .. } = &only.kind else { return None };
    let (store, lets) = body.stmts.split_last()?;
    let StmtKind::Store { array, index, value } = &store.kind else { return None };
    let ([at], ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), left, value)) =
        (index.as_slice(), &value.kind)
    else {
        return None;
    };
    let ExprKind::Index { array: from, index: source } = &left.kind else { return None };
    let same = array == result
        && (from == result || from == old)
        && matches!(source.as_slice(), [source] if same_place(source, at));
    let ints = step.kind == ExprKind::Const(Const::Int(1)) && func.vars[var.index()].ty == Ty::I32;
    let elem = matches!(left.ty, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64) && value.ty == left.ty;
    let scalar = |s: &Stmt| matches!(&s.kind, StmtKind::Let { var, init: Some(_) } if func.vars[var.index()].ty.is_scalar() && !func.vars[var.index()].mutable);
    // Nothing else looks at what is stored.
    let mut looks = false;
    let mut look = |e: &Expr| {
        let own = !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
        looks |= own && walk::expr_var(e).is_some_and(|v| v == *result || v == *old);
    };
    walk::for_each_expr(&Block { stmts: lets.to_vec() }, &mut look);
    for e in [lo, hi, value, at] {
        each(e, &mut look);
    }
    (same && ints && elem && lets.iter().all(scalar) && !looks).then_some(Runs {
        var: *var,
        lo,
        hi,
        lets,
        prov: &store.prov,
        result: *result,
        at,
        op: *op,
        value,
    })
}

fn each(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    walk::expr_children(e, &mut |c| each(c, f));
    f(e);
}

/// Work items of the largest group.
const GROUP: usize = 256;

/// The names of what a work group shares, and of what each work item has.
struct Names {
    places: String,
    values: String,
    mixed: String,
    place: String,
    many: String,
    next: String,
    total: String,
}

/// Writes the kernel; false, and nothing is written, where it does not qualify.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], checked: bool) -> Result<bool, Refusal> {
    let ([axis], Some(found)) = (axes, find(body.func, par)) else { return Ok(false) };
    let mut fresh = |wish: &str| body.names.fresh(wish);
    let names = Names {
        places: fresh("places"),
        values: fresh("values"),
        mixed: fresh("mixed"),
        place: fresh("place"),
        many: fresh("many"),
        next: fresh("next"),
        total: fresh("total"),
    };
    let ty = body.unit.stored(&found.value.ty);
    body.line(format!("__local int {}[{GROUP}];", names.places));
    body.line(format!("__local {ty} {}[{GROUP}];", names.values));
    body.line(format!("__local int {};", names.mixed));
    let name = body.declare(axis.var);
    body.line(format!("const int {name} = {} + (int)get_global_id(1);", axis.from));
    body.line(format!("if ({name} >= {}) return;", axis.to));
    if checked {
        super::kernel::number(body, axes, &[name], false);
    }
    body.line("const int lane = get_local_id(0), lanes = get_local_size(0);");
    let (_, lines) = body.apart(|b| stretches(b, &found, &names))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(true)
}

fn stretches(body: &mut Body, found: &Runs, names: &Names) -> Result<(), Refusal> {
    let Names { places, values, mixed, place, many, next, total } = names;
    let (from, to) = (body.expr(found.lo)?.text, body.expr(found.hi)?.text);
    let end = body.names.fresh(&format!("{}_end", body.func.vars[found.var.index()].name));
    body.line(format!("const int {end} = {to};"));
    body.line(format!("for (int first = {from}; first < {end}; first = add_sat(first, lanes)) {{"));
    body.indent += 1;
    body.line(format!("const int {many} = min({end} - first, lanes);"));
    body.line("// A turn each: where its value goes.");
    body.line(format!("int {place} = -1;"));
    body.line(format!("if (lane < {many}) {{"));
    body.indent += 1;
    let turn = body.declare(found.var);
    body.line(format!("const int {turn} = first + lane;"));
    let outer = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into() });
    let inside = body.block(&Block { stmts: found.lets.to_vec() });
    body.comment(found.prov);
    let at = body.expr(found.at)?.text;
    let value = body.expr(found.value)?.text;
    body.fail = outer;
    inside?;
    body.line(format!("{values}[lane] = {value};"));
    body.line(format!("{place} = {at};"));
    if std::mem::take(&mut body.goes_to_end) {
        body.line("stop: ;");
    }
    body.indent -= 1;
    body.line("}");
    body.line(format!("{places}[lane] = {place};"));
    body.line(format!("if (lane == 0) {mixed} = 0;"));
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("if (lane > 0 && lane < {many} && {place} < {places}[lane - 1]) {mixed} = 1;"));
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let out = body.place(found.result, found.value)?.base;
    let ty = body.unit.stored(&found.value.ty);
    let sign = match found.op {
        BinOp::Sub => '-',
        BinOp::Mul => '*',
        _ => '+',
    };
    let both = |a: &str, b: &str| match &found.value.ty {
        Ty::F32 | Ty::F64 => format!("{a} {sign} {b}"),
        int => format!("({ty})(({0}){a} {sign} ({0}){b})", unsigned_type(int)),
    };
    let each = format!("{values}[{next}]");
    body.line(format!("if (!{mixed}) {{"));
    body.line("    // The first of a run adds up all of it.");
    body.line(format!("    if ({place} >= 0 && (lane == 0 || {places}[lane - 1] != {place})) {{"));
    body.line(format!("        {ty} {total} = {out}[{place}];"));
    let run = format!("{next} < {many} && {places}[{next}] == {place}");
    body.line(format!("        for (int {next} = lane; {run}; {next}++) {total} = {};", both(total, &each)));
    body.line(format!("        {out}[{place}] = {total};"));
    body.line("    }");
    body.line("} else if (lane == 0) {");
    body.line(format!("    for (int {next} = 0; {next} < {many}; {next}++) {{"));
    let element = format!("{out}[{places}[{next}]]");
    body.line(format!("        if ({places}[{next}] >= 0) {element} = {};", both(&element, &each)));
    body.line("    }");
    body.line("}");
    body.line("// The next run may go on where this one ends.");
    body.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    body.indent -= 1;
    body.line("}");
    Ok(())
}
