//! What a parallel instruction gathers from its iterations: how reductions are run, and how the parts of results become one.

use super::body::{Writer, combine};
use super::par::{call, combinator, constant, reduces, tuple};
use super::*;
use somd_syntax::ast::ReduceOp;

/// Reductions are all that it gathers: long blocks can be divided by their accumulators.
pub fn gathers_lanes(par: &Par) -> bool {
    let gathers = |o: &&Output| {
        !matches!(o.kind, OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::First { .. })
    };
    reduces(par) && par.outputs.iter().filter(gathers).all(|o| matches!(o.kind, OutputKind::Reduce { .. }))
}

/// The name, operator and type of each accumulator.
pub fn accumulators<'a>(w: &'a Writer, par: &'a Par) -> Vec<(&'a str, ReduceOp, &'a Ty)> {
    let of = |o: &'a Output| match o.kind {
        OutputKind::Reduce { acc, op, .. } => Some((w.name(acc), op, w.var_ty(acc))),
        _ => None,
    };
    par.outputs.iter().filter_map(of).collect()
}

/// The runs of a reduction: with one accumulator, in order, or divided by accumulators.
pub fn lane_runs(w: &Writer, par: &Par, captures: &[VarId], ops: &str) -> String {
    let accs = accumulators(w, par);
    let names: Vec<String> = (0..accs.len()).map(|k| format!("lanes_{k}")).collect();
    let pattern = tuple(&names);
    let halves: Vec<String> = accs
        .iter()
        .zip(&names)
        .map(|((_, op, ty), n)| format!("par::halve({n}, |a, b| {})", combine(*op, ty, "a", "b")))
        .collect();
    let halve = tuple(&halves);
    let field = |v: &str, k: usize| if accs.len() == 1 { v.to_string() } else { format!("{v}.{k}") };
    let places: Vec<String> = (0..accs.len())
        .map(|k| format!("{}[at.clone()].copy_from_slice(&{}[..at.len()])", field("all", k), field("part", k)))
        .collect();
    let whole = call(w, par, captures, "Block::whole(range)", "::<1>");
    let part = call(w, par, captures, "block", "::<LANES>");
    let small = match accs.len() {
        1 => format!("{whole}[0]"),
        _ => {
            let firsts: Vec<String> = names.iter().map(|n| format!("{n}[0]")).collect();
            format!("{{ let {pattern} = {whole}; {} }}", tuple(&firsts))
        }
    };
    format!(
        "if space.count() <= SMALL {{ run.small(space.count(), {ops}, &|range| {small}) }} else {{ \
         Parts::Many(run.lanes(space.count(), {ops}, &|block| {part}, &|all, part, at| {{ {}; }}, &|{pattern}| {halve})) }}",
        places.join("; ")
    )
}

/// Binds the results of outputs that gather.
pub fn gather(w: &mut Writer, par: &Par, launched: bool, parts: usize) {
    let mut k = 0;
    for (slot, o) in par.outputs.iter().enumerate() {
        let name = w.name(o.result).to_string();
        let field = if parts == 1 { String::new() } else { format!(".{k}") };
        let values = if parts == 1 { "parts".to_string() } else { format!("parts.iter().map(|p| p{field}).collect()") };
        let slices = format!("parts.iter().map(|p| p{field}.as_slice())");
        let from_device = |value: &str| format!("match &outs[{slot}] {{ {value}, _ => unreachable!() }}");
        match &o.kind {
            OutputKind::Reduce { op, acc, .. } => {
                let ty = w.var_ty(*acc).clone();
                let zero = identity(*op, &ty).map_or("0".to_string(), |c| constant(w, &c, &ty));
                let sum = combine(*op, &ty, "a", "b");
                let values = match gathers_lanes(par) || parts > 1 {
                    true => values,
                    false => format!("Parts::Many({values})"),
                };
                let host = format!("par::tree({values}, {zero}, |a, b| {sum})");
                let total = if launched {
                    let dev = from_device("Out::Value(Some(v)) => (*v).into()");
                    format!("if launched {{ {dev} }} else {{ {host} }}")
                } else {
                    host
                };
                let rust_ty = w.cx.ty(&ty);
                w.line(&format!("let {name}_total: {rust_ty} = {total};"));
                let sum = combine(*op, &ty, &format!("{name}_start"), &format!("{name}_total"));
                w.line(&format!("let {name} = {sum};"));
            }
            OutputKind::Fold { func, captured, value, init, site } => {
                let f = ident(&w.cx.program.func(*func).name);
                let of_two = combinator(w, *func, captured);
                let captured: String = captured.iter().map(|v| format!(", {}", w.name(*v))).collect();
                let list = if parts == 1 {
                    "parts.into_iter().flatten().collect::<Vec<_>>()".to_string()
                } else {
                    format!("parts.iter().filter_map(|p| p{field}).collect::<Vec<_>>()")
                };
                let host = format!("par::fold(&{list}, {of_two})");
                let total = if launched {
                    let dev = from_device("Out::Value(v) => v.map(|v| v.into())");
                    format!("if launched {{ {dev} }} else {{ {host} }}")
                } else {
                    host
                };
                let rust_ty = w.cx.ty(w.var_ty(*value));
                w.line(&format!("let {name}_total: Option<{rust_ty}> = {total};"));
                let rest = match init {
                    Some(_) => format!("{name}_total.map_or({name}_start, |total| {f}({name}_start, total{captured}))"),
                    None => format!("{name}_total.unwrap_or_else(|| check::empty_reduction({}))", w.cx.site(*site)),
                };
                w.line(&format!("let {name} = {rest};"));
            }
            OutputKind::Scan { op, value, .. } => {
                let sum = combine(*op, w.var_ty(*value), "a", "b");
                let exact = w.var_ty(*value).is_int()
                    || *w.var_ty(*value) == Ty::Bool
                    || matches!(op, ReduceOp::Min | ReduceOp::Max);
                let host = format!("run.scan({slices}, {name}_start, {exact}, |a, b| {sum})");
                let text =
                    if launched { format!("if launched {{ {name}_out.clone() }} else {{ {host} }}") } else { host };
                w.line(&format!("let {name} = {text};"));
            }
            OutputKind::Filter { .. } => {
                let host = format!("Grid::concat({slices})");
                let text = if launched {
                    let kept = from_device("Out::Filter { kept, .. } => *kept");
                    format!("if launched {{ {name}_out.first({kept}) }} else {{ {host} }}")
                } else {
                    host
                };
                w.line(&format!("let {name} = {text};"));
            }
            OutputKind::First { .. }
            | OutputKind::Array(_)
            | OutputKind::Accumulate { .. }
            | OutputKind::Sort { .. } => continue,
        }
        k += 1;
    }
}
