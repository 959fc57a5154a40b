//! Bounded rows: an iteration that reads or writes the elements of its own short row one by one reads or writes it as vectors of up to 16
//! bytes, and so one whose row is a stretch of an array, `a[4 * i]` to `a[4 * i + 3]`; one that fills a long row element by element becomes a work item for each element, so that neighbouring work items store to
//! neighbouring elements.

use super::axis::Axis;
use super::body::{Body, Fail, Space};
use super::code::Prec;
use super::emitted::Refusal;
use super::state::Tiled;
use somd_core::ir::*;
use somd_core::walk;
use somd_passes::devices::row_starts;
use somd_schedule::forms::elements::Filled;
use somd_schedule::forms::tiles::Own;

/// Bytes of a vector.
const VECTOR: usize = 16;

/// Bytes of a row that is held in registers.
const SHORT: usize = 64;

/// Elements of a row and of a vector, where rows of an array of this element type are one or several.
fn vector(body: &Body, array: VarId, n: i64) -> Option<(u32, u32)> {
    let ty = body.func.vars[array.index()].ty.as_array()?;
    if !matches!(n, 2 | 4 | 8 | 16) {
        return None;
    }
    let size = match &*ty.elem {
        Ty::Bool | Ty::Struct(_) => return None,
        ty => somd_schedule::elem(body.unit.program, ty).bytes(),
    };
    let width = (VECTOR / size).min(n as usize) as u32;
    (n as usize * size <= SHORT && width > 1).then_some((n as u32, width))
}

fn constant(e: &Expr) -> Option<i64> {
    if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None }
}

/// An element of a row: which row, of how many elements, which of them, and whether the row is a stretch of an array.
fn element(func: &Func, array: VarId, index: &[Expr]) -> Option<(VarId, i64, i64, bool)> {
    match (index, func.vars[array.index()].ty.as_array()?.dims.as_slice()) {
        ([Expr { kind: ExprKind::Var(row), .. }, k], [_, Some(n)]) => Some((*row, *n as i64, constant(k)?, false)),
        ([index], [_]) => row_starts::flat(index).map(|(row, n, k)| (row, n, k, true)),
        _ => None,
    }
}

/// Whether an index is in range for certain.
pub(super) fn known(body: &Body, index: &[Expr]) -> bool {
    index.iter().all(|i| match &i.kind {
        ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => body.is_proved(*array, *dim, value),
        kind => !matches!(kind, ExprKind::Check { .. }),
    })
}

/// Writes stores to all elements of a row as one; how many statements that were.
pub(super) fn store_row(body: &mut Body, stmts: &[Stmt]) -> Result<Option<usize>, Refusal> {
    let Some(StmtKind::Store { array, index, value }) = stmts.first().map(|s| &s.kind) else { return Ok(None) };
    let (array, ty) = (*array, &value.ty);
    if !body.rows || !body.results.contains(&array) || !ty.is_scalar() {
        return Ok(None);
    }
    let Some((row, n, 0, flat)) = element(body.func, array, index) else { return Ok(None) };
    let Some((n, width)) = vector(body, array, n) else { return Ok(None) };
    let Some(all) = stmts.get(..n as usize) else { return Ok(None) };
    let mut values = Vec::new();
    for (k, stmt) in all.iter().enumerate() {
        match &stmt.kind {
            StmtKind::Store { array: a, index, value }
                if *a == array
                    && element(body.func, array, index) == Some((row, n as i64, k as i64, flat))
                    && known(body, index) =>
            {
                values.push(value)
            }
            _ => return Ok(None),
        }
    }
    let single = Block { stmts: all.to_vec() };
    let mut reads = false;
    walk::for_each_expr(&single, &mut |e| reads |= walk::expr_var(e) == Some(array));
    let place = body.place(array, values[0])?;
    if reads || place.space != Space::Global {
        return Ok(None);
    }
    body.comment(&all[0].prov);
    // The row's first element; of a bounded row the offset is that of the row.
    let first: &[Expr] = if flat { index } else { &index[..1] };
    let at = body.offset(&place, first)?.at(Prec::Sum);
    let elem = body.unit.stored(&values[0].ty);
    let mut texts = Vec::new();
    for value in values {
        texts.push(body.expr(value)?.text());
    }
    if let Some(guard) = body.guard {
        body.line(format!("if ({guard}) {{"));
    }
    for (k, part) in texts.chunks(width as usize).enumerate() {
        let from = if k == 0 { String::new() } else { format!(" + {}", k as u32 * width) };
        body.line(format!(
            "*(__global {elem}{width}*)({} + {at}{from}) = ({elem}{width})({});",
            place.base,
            part.join(", ")
        ));
    }
    if body.guard.is_some() {
        body.line("}");
    }
    Ok(Some(n as usize))
}

/// Reads the rows at the iteration's own index of which the body reads several elements by their numbers.
pub(super) fn load_rows(body: &mut Body, par: &Par, own: VarId) -> Result<(), Refusal> {
    if !body.rows {
        return Ok(());
    }
    let captured = somd_core::interface::captures(par);
    let written = |v: VarId| {
        par.outputs.iter().any(|o| match o.kind {
            OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => old == v,
            _ => false,
        })
    };
    let mut read: Vec<Read> = Vec::new();
    walk::for_each_expr(&par.body, &mut |e| {
        let ExprKind::Index { array, index } = &e.kind else { return };
        let Some((row, width, k, flat)) = element(body.func, *array, index) else { return };
        if row != own || !captured.contains(array) || written(*array) {
            return;
        }
        match read.iter_mut().find(|r| r.array == *array && r.width == width) {
            Some(r) => {
                r.known &= known(body, index);
                if !r.ks.contains(&k) {
                    r.ks.push(k);
                }
            }
            None => {
                let known = known(body, index);
                read.push(Read { array: *array, ty: e.ty.clone(), width, flat, ks: vec![k], known });
            }
        }
    });
    let certain = super::hoist::certain_reads(body.func, &par.body);
    for Read { array, ty, width, flat, ks, known } in read {
        let Some((n, width)) = vector(body, array, width) else { continue };
        if ks.len() < 2 || ks.len() < n as usize / 2 {
            continue;
        }
        // Of a stretch all must be there wherever one is read.
        let last =
            |(a, index): &(VarId, &Expr)| *a == array && row_starts::flat(index) == Some((own, n as i64, n as i64 - 1));
        if flat && !(known && certain.iter().any(last)) {
            continue;
        }
        let e = Expr::int(0, Default::default());
        let place = body.place(array, &e)?;
        let row = Expr::new(ExprKind::Var(own), Ty::I32, Default::default());
        let i = body.expr(&row)?.text();
        let element = |k: u32| {
            let number = Expr::int(k as i32, Default::default());
            if !flat {
                return vec![row.clone(), number];
            }
            let times =
                |op, a, b| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::I32, Default::default());
            let first = times(BinOp::Mul, row.clone(), Expr::int(n as i32, Default::default()));
            vec![if k == 0 { first } else { times(BinOp::Add, first, number) }]
        };
        let first = element(0);
        let at = body.offset(&place, if flat { &first } else { &first[..1] })?.at(Prec::Sum);
        let elem = body.unit.stored(&ty);
        for k in (0..n).step_by(width as usize) {
            let name = body.names.fresh(&format!("{}_row", body.func.vars[array.index()].name));
            let from = if k == 0 { String::new() } else { format!(" + {k}") };
            let vector = format!("*(__global const {elem}{width}*)({} + {at}{from})", place.base);
            body.line(match flat {
                true => format!("const {elem}{width} {name} = {vector};"),
                false => {
                    let inside = format!("(uint){i} < (uint){}", place.dims[0]);
                    format!("const {elem}{width} {name} = {inside} ? {vector} : ({elem}{width})(0);")
                }
            });
            for part in 0..width {
                let own = Own { array, index: element(k + part), ty: ty.clone() };
                body.tiled.push(Tiled::own(&own, format!("{name}.s{part:x}")));
            }
        }
    }
    Ok(())
}

/// The elements of an iteration's own row that it reads.
struct Read {
    array: VarId,
    ty: Ty,
    width: i64,
    flat: bool,
    ks: Vec<i64>,
    /// All are in range for certain.
    known: bool,
}

/// Writes a kernel of a work item an element of the iterations' rows; their width.
pub(super) fn elements(body: &mut Body, found: &Filled, axes: &[Axis]) -> Result<u32, Refusal> {
    let Axis { var, from, to } = &axes[0];
    let width = found.width;
    let name = body.declare(*var);
    body.line(format!("const int {name} = {from} + (int)(get_global_id(0) / {width});"));
    let element = body.declare(found.element);
    body.line(format!("const int {element} = (int)(get_global_id(0) % {width});"));
    body.line(format!("if ({name} >= {to}) return;"));
    body.fail = Fail::Kernel { number: format!("(uint){name} - {from}") };
    let (_, lines) = body.apart(|b| {
        b.block(&Block { stmts: found.before.to_vec() })?;
        b.block(&Block { stmts: found.inside.to_vec() })?;
        let value = b.expr(found.value)?.text();
        let base = b.place(found.result, found.value)?.base;
        b.line(format!("{base}[(size_t){name} * {width} + {element}] = {value};"));
        Ok(())
    })?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(width)
}
