//! Recognises comparators that compare a key: `(x, y) -> Float.compare(x.depth, y.depth)`, and with `y` first the greatest first.

use super::best::same;
use somd_hir::walk;
use somd_hir::{BinOp, Expr, ExprKind, LocalId, Method, MethodId, Program, Stmt, StmtKind, Ty};

/// What elements are sorted by, in Java's order of primitives.
pub struct Order<'h> {
    /// A value that the comparator makes from its parameter; None where it is the element itself.
    pub key: Option<(LocalId, &'h Expr)>,
    pub descending: bool,
}

/// The key that a comparator of two elements compares, where it does nothing else.
pub fn by_key(program: &Program, comparator: MethodId) -> Option<Order<'_>> {
    let m = program.method(comparator);
    if is_compare(program, m) {
        return Some(Order { key: None, descending: false });
    }
    let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = m.body.as_ref()?.stmts.as_slice() else { return None };
    let [x, y, ..] = *m.params.as_slice() else { return None };
    let (a, b) = compared(program, value)?;
    let descending = match [names(a, x), names(a, y), names(b, x), names(b, y)] {
        [true, false, false, true] => false,
        [false, true, true, false] => true,
        _ => return None,
    };
    let (own, other) = if descending { (y, x) } else { (x, y) };
    let mut renamed = b.clone();
    walk::rewrite_expr(&mut renamed, &mut |e| {
        if matches!(e.kind, ExprKind::Local(l) if l == other) {
            e.kind = ExprKind::Local(own);
        }
        true
    });
    if !m.is_static || !same(a, &renamed) {
        return None;
    }
    let element = matches!(a.kind, ExprKind::Local(_)) && a.ty == m.locals[own.index()].ty;
    Some(Order { key: (!element).then_some((own, a)), descending })
}

/// `Integer.compare` and its like.
fn is_compare(program: &Program, m: &Method) -> bool {
    let class = &program.class(m.class).name;
    let boxes = ["Byte", "Short", "Character", "Integer", "Long", "Float", "Double"];
    let of_box = class.strip_prefix("java.lang.").is_some_and(|name| boxes.contains(&name));
    of_box && m.is_static && m.name == "compare" && m.params.len() == 2
}

/// Two values of a type: given to its `compare`, or subtracted where the difference cannot wrap around.
fn compared<'h>(program: &Program, e: &'h Expr) -> Option<(&'h Expr, &'h Expr)> {
    match &e.kind {
        ExprKind::Call { method, args, .. } if is_compare(program, program.method(*method)) => {
            let [a, b] = args.as_slice() else { return None };
            Some((a, b))
        }
        ExprKind::Binary(BinOp::Sub, a, b) => {
            let narrow = |e: &Expr| match &e.kind {
                ExprKind::Convert(inner) => matches!(inner.ty, Ty::Byte | Ty::Short | Ty::Char),
                _ => false,
            };
            (narrow(a) && narrow(b)).then_some((a, b))
        }
        _ => None,
    }
}

fn names(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if l == local));
    found
}
