//! OpenCL C: one file a parallel instruction, `kernels/NAME.cl`, that a person can read and that computes the bits that the
//! CPU computes.
//!
//! The text is OpenCL C 1.2. Names are the source's; a comment with the source's line stands before each statement's text. What differs
//! between Java and C is in [`expr`] (integers wrap, conversions saturate) and [`helpers`]; how iterations are given to work items
//! is in [`kernel`] and [`blocks`]; [`body`] says what becomes of checks.
//!
//! What has no form here is refused with the reason and the place, and runs on the CPU.

mod banks;
mod blocking;
mod blocks;
mod body;
mod bytes;
mod code;
mod descriptor;
mod expr;
mod group_hoist;
mod group_per_row;
mod helpers;
mod hoist;
mod inner_parallel;
mod interior;
mod jam;
mod kernel;
mod literals;
mod local;
mod rows;
mod scan;
mod segmented;
mod sort;
mod spaces;
mod stencil;
mod stmt;
#[cfg(test)]
mod tests;
mod tile;
mod transpose;
mod vector;

use smol_str::SmolStr;
use somd_core::ir::*;
use somd_core::walk;
use somd_passes::devices;
use somd_runtime::kernel::{Elem, Form, Operator, Param, Rows};
use somd_schedule::Plan;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::{SourceMap, Span};

/// What a program's parallel instructions are for devices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Emitted {
    /// In the order of the program's text.
    pub kernels: Vec<Kernel>,
    /// Instructions that only the CPU runs.
    pub refused: Vec<Refused>,
}

impl Emitted {
    pub fn kernel(&self, par: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|k| k.name == par)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// [`Par::name`]
    pub name: SmolStr,
    pub span: Span,
    pub reason: String,
}

/// The text of a kernel file and what the runtime must know to launch it: the owned form of [`somd_runtime::kernel::Kernel`].
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// [`Par::name`]
    pub name: SmolStr,
    /// The kernel function's name: another where that is a word of OpenCL's or of the text's.
    pub entry: SmolStr,
    pub text: String,
    pub method: SmolStr,
    /// `Main.somd:12`; empty where no source is known.
    pub place: String,
    pub rank: u32,
    pub args: Vec<Arg>,
    pub outputs: Vec<Out>,
    pub params: Vec<Param>,
    pub form: Form,
    pub wide: bool,
    pub checked: bool,
    pub reads_own: bool,
    pub fast_math: bool,
    pub rows: Rows,
    pub constants: Vec<u32>,
    pub images: Vec<u32>,
    pub combined: Vec<u32>,
    pub fixed: Vec<u32>,
    pub uneven: bool,
    pub operations: u32,
    pub bytes: u32,
}

/// What the body reads from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    pub var: VarId,
    pub name: SmolStr,
    pub elem: Elem,
    /// 0 for a scalar.
    pub rank: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Out {
    Array { elem: Elem, rank: u32, zeroed: bool },
    Reduce { op: Operator, elem: Elem },
    Fold { elem: Elem },
    Accumulate { op: Operator, elem: Elem, rank: u32 },
    Scan { op: Operator, elem: Elem },
    Filter { elem: Elem },
}

/// Why an instruction has no kernel.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    span: Span,
    reason: String,
}

impl Refusal {
    fn new(span: Span, reason: impl Into<String>) -> Refusal {
        Refusal { span, reason: reason.into() }
    }
}

/// Emits a kernel for every parallel instruction that can have one.
pub fn emit(core: &Program, plans: &Plan, sources: &SourceMap) -> Emitted {
    let mut emitted = Emitted::default();
    let core = &devices::prepare(core, &plans.devices.rewrites());
    for func in &core.funcs {
        walk::for_each_stmt(&func.body, &mut |stmt| {
            let StmtKind::Par(par) = &stmt.kind else { return };
            let plan = plans.par(&par.name);
            let obstacle = plan.and_then(|p| p.obstacle.clone());
            let result = match obstacle {
                Some((span, reason)) => Err(Refusal { span, reason }),
                None => code::apart(
                    |names| kernel::kernel(core, func, par, &stmt.prov, plan, &plans.devices, sources, names),
                    |printed| printed.as_ref().ok().map(|k| k.text.as_str()),
                ),
            };
            match result {
                Ok(kernel) => emitted.kernels.push(kernel),
                Err(refusal) => {
                    let at = if refusal.span.is_none() {
                        stmt.prov.0.first().copied().unwrap_or_default()
                    } else {
                        refusal.span
                    };
                    emitted.refused.push(Refused { name: par.name.clone(), span: at, reason: refusal.reason });
                }
            }
        });
    }
    emitted
}

/// The runtime's word for what combines accumulators.
pub fn operator(op: ReduceOp) -> Operator {
    match op {
        ReduceOp::Add | ReduceOp::Sub => Operator::Add,
        ReduceOp::Mul => Operator::Mul,
        ReduceOp::Min => Operator::Min,
        ReduceOp::Max => Operator::Max,
        ReduceOp::And => Operator::And,
        ReduceOp::Or => Operator::Or,
        ReduceOp::Xor => Operator::Xor,
    }
}
