//! What a kernel has from outside and gives back: its arguments and outputs in the runtime's words, or why the runtime has none.

use super::emitted::{Arg, Out, Refusal, operator};
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_runtime::kernel::{Elem, STRUCTURE};
use somd_schedule::elem;

pub(super) fn arguments(program: &Program, func: &Func, par: &Par) -> Result<Vec<Arg>, Refusal> {
    captures(par)
        .into_iter()
        .map(|var| {
            let v = &func.vars[var.index()];
            let elem = elem(program, &v.ty);
            let rank = v.ty.as_array().map_or(0, |a| a.dims.len() as u32);
            if rank == 0 && elem.bytes() > STRUCTURE {
                return Err(Refusal::new(v.span, format!("the structure {} has more than {STRUCTURE} bytes", v.name)));
            }
            Ok(Arg { var, name: v.name.clone(), elem, rank })
        })
        .collect()
}

pub(super) fn outputs(program: &Program, func: &Func, par: &Par) -> Result<Vec<Out>, Refusal> {
    let mut out = Vec::new();
    for output in &par.outputs {
        let v = &func.vars[output.result.index()];
        let elem = elem(program, &v.ty);
        let rank = v.ty.as_array().map_or(0, |a| a.dims.len() as u32);
        out.push(match &output.kind {
            OutputKind::Array(ArraySource::New { zeroed, .. }) => Out::Array { elem, rank, zeroed: *zeroed },
            OutputKind::Array(ArraySource::Update { .. }) => Out::Array { elem, rank, zeroed: false },
            OutputKind::Reduce { op, .. } => Out::Reduce { op: operator(*op), elem },
            OutputKind::Fold { .. } => Out::Fold { elem },
            OutputKind::Accumulate { op, .. } => Out::Accumulate { op: operator(*op), elem, rank },
            OutputKind::Scan { op, .. } => Out::Scan { op: operator(*op), elem },
            OutputKind::Filter { .. } => Out::Filter { elem },
            OutputKind::Sort { .. } => Out::Array { elem, rank, zeroed: false },
            // The flag of failures says it.
            OutputKind::First { .. } => continue,
        });
    }
    let gathers = out.iter().any(|o| matches!(o, Out::Scan { .. } | Out::Filter { .. }));
    let wide = par.space.iter().any(|d| func.vars[d.index.index()].ty == Ty::I64);
    if gathers && (out.len() > 1 || wide || matches!(elem_of(&out), Some(Elem::Struct { .. }))) {
        return Err(Refusal::new(
            Default::default(),
            "a scan or filter that shares its loop, or of value objects, runs on the host only",
        ));
    }
    let folds = out.iter().any(|o| matches!(o, Out::Fold { .. }));
    if folds && out.iter().any(|o| matches!(o, Out::Reduce { .. })) {
        return Err(Refusal::new(
            Default::default(),
            "a fold and a reduction that share a loop take their iterations in different orders",
        ));
    }
    Ok(out)
}

/// The element type of a scan or filter.
fn elem_of(outputs: &[Out]) -> Option<Elem> {
    outputs.iter().find_map(|o| match o {
        Out::Scan { elem, .. } | Out::Filter { elem } => Some(*elem),
        _ => None,
    })
}
