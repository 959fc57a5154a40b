//! What a method's text tells of how it could be parallel: the arrays that may be distributed, the fold that it is, its streams.

use super::walk::{self, Node};
use somd_syntax::ast::{
    BinaryOp, Block, Expr, ExprKind, Literal, LocalDecl, MethodDecl, PrimType, Stmt, StmtKind, TypeExprKind, UnaryOp,
};
use somd_syntax::source::Span;

fn is_loop(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::For { .. } | StmtKind::ForEach { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
    )
}

/// The loops that lie in no other.
pub fn outermost_loops(body: &Block) -> Vec<&Stmt> {
    let mut found = Vec::new();
    walk::block(body, &mut |node| match node {
        Node::Stmt(s) => {
            let found_one = is_loop(s);
            if found_one {
                found.push(s);
            }
            !found_one
        }
        // What a lambda does is its caller's.
        Node::Expr(e) => !matches!(e.kind, ExprKind::Lambda { .. }),
    });
    found
}

/// The calls that make a stream which another call goes on with, unless that says where it runs.
pub fn stream_sources(body: &Block) -> Vec<&Expr> {
    const SOURCES: [&str; 4] = ["stream", "range", "rangeClosed", "chars"];
    let mut found = Vec::new();
    walk::block(body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Call { target: Some(target), name, .. }, .. }) = node
            && let ExprKind::Call { name: source, target: Some(_), .. } = &target.kind
            && SOURCES.contains(&source.name.as_str())
            && !matches!(name.name.as_str(), "parallel" | "sequential")
        {
            found.push(&**target);
        }
        true
    });
    found
}

/// The parameters that are arrays and not distributed yet: where each begins. The arguments of a program are no data.
pub fn arrays(method: &MethodDecl) -> Vec<(&str, Span)> {
    if method.name.name == "main" {
        return Vec::new();
    }
    let own = method.params.iter().filter(|p| p.modifiers.dist.is_none() && !p.varargs);
    own.filter(|p| matches!(p.ty.kind, TypeExprKind::Array(..))).map(|p| (p.name.name.as_str(), p.ty.span)).collect()
}

/// What a method's result folds, as `reduce(…)` names it: where it is one variable that begins as that fold does and that the loops only fold into, and
/// the method does nothing beside.
pub fn fold(method: &MethodDecl, text: &str) -> Option<&'static str> {
    let body = method.body.as_ref()?;
    let (last, before) = body.stmts.split_last()?;
    let StmtKind::Return(Some(Expr { kind: ExprKind::Name(name), .. })) = &last.kind else { return None };
    let init = before.iter().find_map(|s| match &s.kind {
        StmtKind::Local(LocalDecl { vars, .. }) => vars.iter().find(|v| v.name.name == *name)?.init.as_deref(),
        _ => None,
    })?;
    // Outside its loops each instance would do it once more; and where one ends early, the others go on.
    let aside = before.iter().filter(|s| !matches!(s.kind, StmtKind::Local(_)) && !is_loop(s));
    if aside.map(|s| within(s.span, body.span, text)).any(|t| occurrences(t, name) > 0) || ends_early(body) {
        return None;
    }
    let mut op: Option<&'static str> = None;
    // Occurrences that are accounted for: the declaration and the return.
    let (mut known, mut mixed) = (2, false);
    let is_name = |e: &Expr| matches!(&unwrapped(e).kind, ExprKind::Name(n) if n == name);
    walk::block(body, &mut |node| {
        let found = match node {
            Node::Stmt(s) => conditional(s, &is_name),
            Node::Expr(e) => update(e, &is_name),
        };
        if let Some((found, times)) = found {
            // A comparison and `Math.max` differ where a number is none.
            let compares = matches!(node, Node::Stmt(_)) || times == 3;
            mixed |= compares && is_real(method);
            known += times;
            mixed |= op.is_some_and(|o| o != found);
            op = Some(found);
        }
        // The parts of what has been seen hold no other fold into it.
        found.is_none()
    });
    let op = op.filter(|_| !mixed && known == occurrences(text, name))?;
    let begins = match (op, &unwrapped(init).kind) {
        ("min" | "max", _) => true,
        ("+" | "|" | "^", e) => is_number(e, 0.0),
        ("*", e) => is_number(e, 1.0),
        _ => false,
    };
    begins.then_some(op)
}

/// The text of a part, of the text of the whole.
fn within(part: Span, whole: Span, text: &str) -> &str {
    text.get((part.lo - whole.lo) as usize..(part.hi - whole.lo) as usize).unwrap_or(text)
}

/// Whether a loop may end before its time: by `break`, or by a `return` that is not the body's last statement.
fn ends_early(body: &Block) -> bool {
    let (mut returns, mut breaks) = (0, false);
    walk::block(body, &mut |node| {
        if let Node::Stmt(s) = node {
            returns += usize::from(matches!(s.kind, StmtKind::Return(_)));
            breaks |= matches!(s.kind, StmtKind::Break(_));
        }
        true
    });
    breaks || returns > 1
}

fn is_real(method: &MethodDecl) -> bool {
    let ty = method.ret.as_ref().map(|t| &t.kind);
    matches!(ty, Some(TypeExprKind::Prim(PrimType::Float | PrimType::Double)))
}

fn unwrapped(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Paren(inner) => unwrapped(inner),
        _ => e,
    }
}

fn is_number(e: &ExprKind, n: f64) -> bool {
    match e {
        ExprKind::Literal(Literal::Int(v)) => f64::from(*v) == n,
        ExprKind::Literal(Literal::Long(v)) => *v as f64 == n,
        ExprKind::Literal(Literal::Float(v)) => f64::from(*v) == n,
        ExprKind::Literal(Literal::Double(v)) => *v == n,
        _ => false,
    }
}

/// The fold that an operator is.
fn folded(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Mul => "*",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        _ => return None,
    })
}

/// `s += e`, `s = s + e`, `s++`, `s = Math.max(s, e)`: the fold, and how often the variable stands there.
fn update(e: &Expr, is_name: &dyn Fn(&Expr) -> bool) -> Option<(&'static str, usize)> {
    match &e.kind {
        ExprKind::CompoundAssign(BinaryOp::Sub, to, _) if is_name(to) => Some(("+", 1)),
        ExprKind::CompoundAssign(op, to, _) if is_name(to) => Some((folded(*op)?, 1)),
        ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PostInc | UnaryOp::PreDec | UnaryOp::PostDec, to) if is_name(to) => {
            Some(("+", 1))
        }
        ExprKind::Assign(to, value) if is_name(to) => match &unwrapped(value).kind {
            ExprKind::Binary(op, _, a, b) if is_name(a) || is_name(b) => Some((folded(*op)?, 2)),
            ExprKind::Call { name, args, .. } if args.iter().any(is_name) => Some((extreme(&name.name)?, 2)),
            ExprKind::Cond(cond, then, otherwise) => {
                let (greater, less) = compared(cond)?;
                // `s = e > s ? e : s`, and its mirror images.
                let op = match (is_name(less), is_name(greater), is_name(otherwise), is_name(then)) {
                    (true, false, true, false) | (false, true, false, true) => "max",
                    (false, true, true, false) | (true, false, false, true) => "min",
                    _ => return None,
                };
                Some((op, 3))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `if (e > s) s = e`: the fold, and how often the variable stands there.
fn conditional(s: &Stmt, is_name: &dyn Fn(&Expr) -> bool) -> Option<(&'static str, usize)> {
    let StmtKind::If { cond, then, otherwise: None } = &s.kind else { return None };
    let assigned = match &then.kind {
        StmtKind::Expr(e) => e,
        StmtKind::Block(b) => match b.stmts.as_slice() {
            [Stmt { kind: StmtKind::Expr(e), .. }] => e,
            _ => return None,
        },
        _ => return None,
    };
    let ExprKind::Assign(to, value) = &assigned.kind else { return None };
    let (greater, less) = compared(cond)?;
    let same = |a: &Expr, b: &Expr| bare(a) == bare(b);
    match () {
        () if !is_name(to) => None,
        () if is_name(less) && same(greater, value) => Some(("max", 2)),
        () if is_name(greater) && same(less, value) => Some(("min", 2)),
        () => None,
    }
}

/// An expression of names, literals, fields and elements, without its places; of others nothing that equals another.
fn bare(e: &Expr) -> Vec<String> {
    match &unwrapped(e).kind {
        ExprKind::Name(n) => vec![n.to_string()],
        ExprKind::Literal(l) => vec![format!("{l:?}")],
        ExprKind::Field(of, name) => [bare(of), vec![".".into(), name.name.to_string()]].concat(),
        ExprKind::Index(a, i) => [bare(a), vec!["[".into()], bare(i), vec!["]".into()]].concat(),
        _ => vec![format!("at {}", e.span.lo)],
    }
}

/// The greater and the lesser side of a comparison.
fn compared(e: &Expr) -> Option<(&Expr, &Expr)> {
    match &unwrapped(e).kind {
        ExprKind::Binary(BinaryOp::Gt | BinaryOp::Ge, _, a, b) => Some((a, b)),
        ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le, _, a, b) => Some((b, a)),
        _ => None,
    }
}

fn extreme(name: &str) -> Option<&'static str> {
    match name {
        "min" => Some("min"),
        "max" => Some("max"),
        _ => None,
    }
}

/// How often a name stands in a text, comments and strings included: more than there are is safe.
fn occurrences(text: &str, name: &str) -> usize {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|w| *w == name).count()
}
