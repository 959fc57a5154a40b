//! Lines of a body: parts of statements, from when they are written to when it is known what stands around them. What others ask of a line is
//! asked of the statement: whether it names something, tells of a failure, is a label.

use somd_kernel::lines::{Part, fold, parts};
use somd_kernel::{self as kernel, Kind, Space, Stmt, Type};

#[derive(Clone, Debug)]
pub(super) struct Line {
    parts: Vec<Part>,
}

impl Line {
    /// Reads a template. One that is no statement, nor the beginning or end of one, is a fault of the lowering.
    pub fn new(text: impl AsRef<str>) -> Line {
        let text = text.as_ref();
        Line { parts: parts(text).unwrap_or_else(|e| panic!("no statement: {text}: {e}")) }
    }

    pub fn label(label: &str) -> Line {
        Line { parts: vec![Part::Stmt(Stmt::Label(label.into()))] }
    }

    /// It may tell that an iteration has failed.
    pub fn reports(&self) -> bool {
        self.parts.iter().any(Part::reports)
    }

    /// A jump goes to it.
    pub fn is_label(&self) -> bool {
        self.parts.iter().any(Part::is_label)
    }

    /// Whether it names this.
    pub fn names(&self, name: &str) -> bool {
        self.parts.iter().any(|p| p.names(name))
    }

    /// Whether it reads or fills memory in a way that is for global memory: by vectors, or each work item an element of its own. What it names must
    /// stay there.
    pub fn is_of_global_memory(&self) -> bool {
        let global = |ty: &Type| matches!(ty, Type::Pointer(p) if p.space == Space::Global);
        let mut found = false;
        for part in &self.parts {
            if let Part::Stmt(Stmt::Declare(d)) = part {
                found |= d.space == Space::Global;
            }
            part.each(&mut |e| {
                found |= match &e.kind {
                    Kind::Cast(ty, _) => global(ty),
                    Kind::Call(name, _) => name == "BYTE",
                    Kind::Assign(None, to, _) => matches!(&to.kind, Kind::Index(_, at) if at.is_name("lane")),
                    _ => false,
                }
            });
        }
        found
    }
}

/// The statements that lines are. Lines that do not fit together are a fault of the lowering.
pub(super) fn stmts(lines: &[Line]) -> Vec<Stmt> {
    let all = lines.iter().flat_map(|l| l.parts.iter().cloned());
    fold(all).unwrap_or_else(|| panic!("statements do not fit together: {lines:#?}"))
}

/// The same as a hole of a template takes them.
pub(super) fn text(lines: &[Line]) -> String {
    kernel::print::stmts(&stmts(lines))
}

/// Whether one of the lines names this.
pub(super) fn name(lines: &[Line], identifier: &str) -> bool {
    lines.iter().any(|l| l.names(identifier))
}
