//! The index space as a kernel names it, the number of an iteration in it, and the comment at the head of a kernel's file.

use super::body::Body;
use super::emitted::Arg;
use smol_str::SmolStr;
use somd_core::ir::*;
use somd_runtime::kernel::Form;

/// The index space as the kernel names it, outermost dimension first.
pub(super) struct Axis {
    pub var: VarId,
    pub from: String,
    pub to: String,
}

/// Declares the number of the iteration, row-major.
pub(super) fn number(body: &mut Body, axes: &[Axis], named: &[String], wide: bool) {
    let mut number = String::new();
    for (name, axis) in named.iter().zip(axes) {
        let own =
            if wide { format!("(uint)({name} - {})", axis.from) } else { format!("(uint){name} - {}", axis.from) };
        if number.is_empty() {
            number = own;
            continue;
        }
        let extent = if wide {
            format!("(uint)({} - {})", axis.to, axis.from)
        } else {
            format!("(uint){} - {}", axis.to, axis.from)
        };
        number = format!("({number}) * ({extent}) + ({own})");
    }
    body.line(format!("const uint at = {};", number));
}

pub(super) fn header(func: &Func, par: &Par, place: &str, args: &[Arg], form: Form) -> String {
    let var = |v: VarId| func.vars[v.index()].name.clone();
    let list = |names: Vec<SmolStr>| names.iter().map(|n| n.as_str()).collect::<Vec<_>>().join(", ");
    let indices = list(par.space.iter().map(|d| var(d.index)).collect());
    let mut out = format!("// {}", func.display);
    if !place.is_empty() {
        out += &format!(", {place}");
    }
    out.push('\n');
    out += &match form {
        Form::Blocks { width: 1 } => {
            format!(
                "// A work group of 256 takes a block of 16384 iterations over ({indices}), each work item every 256th.\n"
            )
        }
        Form::Blocks { width } => {
            let items = 256 / width;
            format!(
                "// A work group of {items} takes a block of 16384 iterations over ({indices}), each work item {width} of 256.\n"
            )
        }
        Form::Rows { width } => {
            format!("// One work item for each of the {width} elements that an iteration over ({indices}) gives.\n")
        }
        Form::Spread { apart, .. } => {
            let groups = if apart { "A work group" } else { "Several work items" };
            format!("// {groups} an iteration over ({indices}), which share the turns of its loop.\n")
        }
        Form::Runs { .. } => format!("// A work group an iteration over ({indices}), whose loop adds to what data names.\n"),
        Form::Points { width: 1 } => format!("// One work item an iteration over ({indices}).\n"),
        Form::Points { width } => format!("// One work item {width} iterations over ({indices}).\n"),
        Form::Columns { width: 1, .. } => format!("// One work item ITEMS iterations of a column over ({indices}).\n"),
        Form::Columns { width, .. } => format!("// One work item ITEMS rows of {width} iterations over ({indices}).\n"),
        Form::Whole { width: 2.., .. } => {
            format!("// One work item ITEMS rows of 4 elements; those over ({indices}) are stored to, the others carried over.\n")
        }
        Form::Whole { items: 2.., .. } => {
            format!(
                "// One work item ITEMS elements of a column; those over ({indices}) are stored to, the others carried over.\n"
            )
        }
        Form::Whole { .. } => {
            format!("// One work item an element; those over ({indices}) are stored to, the others carried over.\n")
        }
        Form::Local => {
            format!(
                "// Work groups of 256 share the iterations over ({indices}); with COPIES they accumulate in local memory.\n"
            )
        }
        Form::Transposed => {
            format!(
                "// A work group of 256 takes a square of 32 · 32 iterations over ({indices}), and stores what they give turned over.\n"
            )
        }
        Form::Turns { lanes: true, .. } => format!(
            "// Work groups of 256 take ITERATIONS iterations over ({indices}), several work items each; without it one work item an iteration.\n"
        ),
        Form::Turns { .. } => format!(
            "// Work groups of 256 take ITERATIONS iterations over ({indices}) and share their loops' turns; without it one work item an iteration.\n"
        ),
        Form::Sort { .. } => "// Work groups of 256 take 256 * ITEMS elements each to where a digit of eight bits wants them, digit after digit. With WARPS\n\
                             // the work items of a warp rank what they have among each other.\n"
            .to_string(),
        Form::SortedRows { .. } => "// Work groups of 256 take SIZE places each, for as many rows as fit, or for a part of one. With the flip first, all comparisons of\n\
                                    // two places leave the lesser element in the first: what is behind the end of a row counts as the greatest, and stays there.\n"
            .to_string(),
        Form::Scan { .. } => format!("// A work group of 256 takes 256 * EACH consecutive iterations over ({indices}).\n"),
        Form::Strips { .. } => {
            format!("// A work group takes GROUP * ITEMS iterations over ({indices}), each work item every GROUP-th.\n")
        }
        Form::Squares { .. } => format!("// A work group of 256 takes a square of iterations over ({indices}).\n"),
    };
    let arrays: Vec<SmolStr> = args.iter().filter(|a| a.rank > 0).map(|a| a.name.clone()).collect();
    if !arrays.is_empty() {
        out += &format!("// Reads {}.", list(arrays));
    }
    let results: Vec<SmolStr> = par.outputs.iter().map(|o| var(o.result)).collect();
    if !results.is_empty() {
        out += if out.ends_with('.') { " " } else { "// " };
        out += &format!("Gives {}.", list(results));
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.push('\n');
    out
}
