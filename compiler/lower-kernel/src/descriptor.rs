//! The descriptor of a kernel: as Rust text for generated projects, and as a value for the interpreter and tests.

use super::emitted::{Arg, Kernel, Out};
use somd_runtime::kernel::{self, ArgKind, OutputKind};

impl Kernel {
    /// A Rust expression of type `somd_runtime::kernel::Kernel` in which the enums' names are imported from
    /// `somd_runtime::kernel`. `source` is the expression for the kernel's text, such as `include_str!("../kernels/f.cl")`.
    pub fn rust(&self, source: &str) -> String {
        let list = |items: Vec<String>| format!("&[{}]", items.join(", "));
        let args = self.args.iter().map(|a| format!("ArgKind::{:?}", a.kind())).collect();
        let outputs = self.outputs.iter().map(|o| format!("OutputKind::{:?}", o.kind())).collect();
        let params = self.params.iter().map(|p| format!("Param::{p:?}")).collect();
        // The derived texts name variants without their types.
        let elem = |text: String| text.replace("elem: ", "elem: Elem::").replace("op: ", "op: Operator::");
        format!(
            "Kernel {{\n    name: {:?},\n    source: {source},\n    method: {:?},\n    place: {:?},\n    rank: {},\n    args: {},\n    \
             outputs: {},\n    params: {},\n    form: Form::{:?},\n    wide: {},\n    checked: {},\n    reads_own: {},\n    \
             fast_math: {},\n    rows: Rows::{:?},\n    constants: &{:?},\n    images: &{:?},\n    combined: &{:?},\n    fixed: &{:?},\n    uneven: {},\n    operations: {},\n    bytes: {},\n    work: {{\n        use somd_runtime::work::Work::*;\n        &{:?}\n    }},\n}}",
            self.entry.as_str(),
            self.method.as_str(),
            self.place,
            self.rank,
            elem(list(args)),
            elem(list(outputs)),
            list(params),
            self.form,
            self.wide,
            self.checked,
            self.reads_own,
            self.fast_math,
            self.rows,
            self.constants,
            self.images,
            self.combined,
            self.fixed,
            self.uneven,
            self.operations,
            self.bytes,
            self.work,
        )
    }

    /// The descriptor itself, which lives as long as the process.
    pub fn leak(&self) -> &'static kernel::Kernel {
        Box::leak(Box::new(kernel::Kernel {
            name: leak(&self.entry),
            source: leak(&self.text),
            method: leak(&self.method),
            place: leak(&self.place),
            rank: self.rank,
            args: self.args.iter().map(Arg::kind).collect::<Vec<_>>().leak(),
            outputs: self.outputs.iter().map(|o| o.kind()).collect::<Vec<_>>().leak(),
            params: self.params.clone().leak(),
            form: self.form,
            wide: self.wide,
            checked: self.checked,
            reads_own: self.reads_own,
            fast_math: self.fast_math,
            rows: self.rows,
            constants: self.constants.clone().leak(),
            images: self.images.clone().leak(),
            combined: self.combined.clone().leak(),
            fixed: self.fixed.clone().leak(),
            uneven: self.uneven,
            operations: self.operations,
            bytes: self.bytes,
            work: self.work.clone().leak(),
        }))
    }
}

fn leak(text: &str) -> &'static str {
    text.to_string().leak()
}

impl Arg {
    fn kind(&self) -> ArgKind {
        let name = leak(&self.name);
        match self.rank {
            0 => ArgKind::Scalar { name, elem: self.elem },
            rank => ArgKind::Array { name, elem: self.elem, rank },
        }
    }
}

impl Out {
    fn kind(self) -> OutputKind {
        match self {
            Out::Array { elem, rank, zeroed } => OutputKind::Array { elem, rank, zeroed },
            Out::Reduce { op, elem } => OutputKind::Reduce { op, elem },
            Out::Fold { elem } => OutputKind::Fold { elem },
            Out::Accumulate { op, elem, rank } => OutputKind::Accumulate { op, elem, rank },
            Out::Scan { op, elem } => OutputKind::Scan { op, elem },
            Out::Filter { elem } => OutputKind::Filter { elem },
        }
    }
}
