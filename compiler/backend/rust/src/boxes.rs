//! The library's boxes, which the runtime keeps in the reference itself (see its `boxes`): their field is a `Boxed`, and what their
//! constructors compute is the value.

use super::Context;
use super::class::{doc, function, plain_params};
use super::names::init_name;
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

impl Context<'_> {
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

pub fn shared(cx: &Context, id: MethodId, m: &Method) -> String {
    let (name, class) = (&cx.names.methods[&id], cx.class(m.class));
    format!(
        "{}    #[inline(always)]\n    pub fn {name}({}) -> Ref<{class}> {{\n        Ref::shared_box(Self::ID, {})\n    }}\n\n",
        doc(cx, m),
        plain_params(cx, id, m).join(", "),
        arguments(cx, m).join(", ")
    )
}

/// `new`, and a function for the value.
pub fn constructor(cx: &Context, id: MethodId, m: &Method) -> String {
    let (name, class) = (&cx.names.methods[&id], cx.class(m.class));
    let value = value(cx.program, m);
    let body = Block { stmts: vec![Stmt { span: m.span, kind: StmtKind::Return(Some(value.clone())) }], span: m.span };
    let computed =
        Method { kind: MethodKind::Method, is_static: true, ret: value.ty.clone(), body: Some(body), ..m.clone() };
    format!(
        "    /// `new {}`\n    #[inline(always)]\n    pub fn {name}({}) -> Ref<{class}> {{\n        Ref::new_box(Self::ID, Self::{}({}))\n    }}\n\n{}",
        cx.program.class(m.class).name,
        plain_params(cx, id, m).join(", "),
        init_name(name),
        arguments(cx, m).join(", "),
        function(cx, id, &computed, &init_name(name))
    )
}

/// What a constructor assigns to the field, or gives to the constructor that does.
fn value<'m>(program: &Program, m: &'m Method) -> &'m Expr {
    let stmts = m.body.as_ref().map_or(&[][..], |b| &b.stmts);
    let found = stmts.iter().find_map(|s| match &s.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { value, .. }, .. }) => Some(value.as_ref()),
        StmtKind::Expr(Expr { kind: ExprKind::Call { method, args, .. }, .. })
            if program.method(*method).class == m.class =>
        {
            args.first()
        }
        _ => None,
    });
    // The library's sources are ours.
    found.expect("a box's constructor assigns its value or calls another")
}

fn arguments(cx: &Context, m: &Method) -> Vec<String> {
    m.params.iter().map(|p| cx.names.variable(&m.locals[p.index()].name)).collect()
}

/// The order in which subclasses are numbered: boxes have the smallest numbers, for which their words have room.
pub fn rank(cx: &Context, c: ClassId) -> u32 {
    let holds_boxes = cx.program.class(c).binary_name == "java.lang.Number" && cx.program.class(c).is_library;
    if cx.is_box(c) || holds_boxes { 0 } else { 1 }
}
