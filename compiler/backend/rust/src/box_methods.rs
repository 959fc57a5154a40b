//! The library's boxes, which the runtime keeps in the reference itself (see its `boxes`): their field is a `Boxed`, and what their
//! constructors compute is the value.

use super::Context;
use super::class::{doc, function, plain_params};
use super::names::init_name;
use somd_hir::*;

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
