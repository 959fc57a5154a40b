//! What is made of a program: kernels, and what has none. The owned form of the runtime's descriptors.

use smol_str::SmolStr;
use somd_core::ir::*;
use somd_kernel::Module;
use somd_runtime::kernel::{Elem, Form, Operator, Param, Rows};
use somd_runtime::work::Work;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;

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

/// A kernel file and what the runtime must know to launch it: the owned form of [`somd_runtime::kernel::Kernel`].
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// [`Par::name`]
    pub name: SmolStr,
    /// The kernel function's name: another where that is a word of OpenCL's or of the text's.
    pub entry: SmolStr,
    pub module: Module,
    /// The module in the language of the devices that run it, empty until it is printed.
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
    pub work: Vec<Work>,
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
    pub span: Span,
    pub reason: String,
}

impl Refusal {
    pub fn new(span: Span, reason: impl Into<String>) -> Refusal {
        Refusal { span, reason: reason.into() }
    }
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
