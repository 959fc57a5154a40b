//! The library's boxes of primitive values: which classes they are, which methods make them and read them.

use crate::HostPlan;
use somd_hir::*;

const BOXES: [&str; 7] = [
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Double",
    "java.lang.Float",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
];

impl HostPlan<'_> {
    pub fn is_box(&self, c: ClassId) -> bool {
        is_box(self.program, c)
    }
}

fn is_box(program: &Program, c: ClassId) -> bool {
    let class = program.class(c);
    class.is_library && BOXES.contains(&class.binary_name.as_str())
}

/// The method gives the box of a small value that all share; its body is for the interpreter.
pub fn is_shared(program: &Program, m: MethodId) -> bool {
    let method = program.method(m);
    method.name == "shared" && is_box(program, method.class)
}

/// `valueOf` of a primitive value.
pub fn makes_box(program: &Program, m: MethodId) -> bool {
    let method = program.method(m);
    method.name == "valueOf"
        && is_box(program, method.class)
        && matches!(method.params.as_slice(), [p] if method.locals[p.index()].ty.is_primitive())
}

/// `intValue()` and its like, of a box's own type.
pub fn unboxes(program: &Program, e: &Expr) -> bool {
    let ExprKind::Call { method, receiver: Some(r), args, .. } = &e.kind else { return false };
    let class = program.method(*method).class;
    args.is_empty() && e.ty.is_primitive() && is_box(program, class) && r.ty == Ty::Class(class)
}
