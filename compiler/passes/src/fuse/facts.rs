//! What is known where two instructions meet: which lengths are one number, and which checks have been made.

use crate::{may_throw, same};
use somd_core::ir::*;
use somd_core::walk;

/// Lengths that checks have shown to be one number.
pub struct Lengths {
    /// The second may stand for the first.
    equal: Vec<(Expr, Expr)>,
}

/// Lengths that stand for one another, one after the other.
const LONGEST: usize = 16;

impl Lengths {
    /// What holds at the statement with this place: the checks before it, each of which is made.
    pub fn before(b: &Block, place: usize) -> Lengths {
        let mut equal = Vec::new();
        for stmt in &b.stmts[..place] {
            if let StmtKind::Let { init: Some(Expr { kind: ExprKind::Check { kind, value, .. }, .. }), .. } = &stmt.kind
                && let CheckKind::SameLength { other } = kind
                && is_length(value)
                && is_length(other)
            {
                equal.push(((**value).clone(), (**other).clone()));
            }
        }
        Lengths { equal }
    }

    fn settled(&self, e: &Expr) -> Expr {
        let mut e = e.clone();
        for _ in 0..LONGEST {
            match self.equal.iter().find(|(from, to)| same(from, &e) && !same(to, &e)) {
                Some((_, to)) => e = to.clone(),
                None => break,
            }
        }
        e
    }

    pub fn same(&self, a: &Expr, b: &Expr) -> bool {
        same(a, b) || same(&self.settled(a), &self.settled(b))
    }

    /// Writes one of them for all, in the spaces and sizes of an instruction.
    pub fn settle(&self, par: &mut Par) {
        for dim in &mut par.space {
            dim.hi = self.settled(&dim.hi);
        }
        for output in &mut par.outputs {
            if let OutputKind::Array(ArraySource::New { sizes, .. }) = &mut output.kind {
                sizes.iter_mut().for_each(|s| *s = self.settled(s));
            }
        }
    }
}

fn is_length(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Len { .. })
}

/// Whether an iteration of the second instruction can only throw what the same iteration of the first has thrown before it, whichever
/// iteration that is: all its checks are of numbers that are the same in all iterations, and the first makes them all.
pub fn implied(p: &Par, q: &Par, vars: &[Var], throwing: &[bool]) -> bool {
    let header = Par { body: Block::default(), ..q.clone() };
    let header = Stmt { kind: StmtKind::Par(Box::new(header)), prov: Prov::default() };
    if may_throw(&header, throwing) {
        return false;
    }
    let mut made = Vec::new();
    for stmt in &p.body.stmts {
        walk::stmt_exprs(stmt, &mut |e| surely(e, &mut made));
        // What stands behind another statement may not be reached.
        if !matches!(stmt.kind, StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::Store { .. }) {
            break;
        }
    }
    let mut all = true;
    walk::for_each_stmt(&q.body, &mut |s| {
        all &= match &s.kind {
            StmtKind::Throw { .. } => false,
            StmtKind::Call { func, .. } | StmtKind::CallRegion { func, .. } => !throwing[func.index()],
            _ => true,
        }
    });
    walk::for_each_expr(&q.body, &mut |e| match &e.kind {
        ExprKind::Call { func, .. } => all &= !throwing[func.index()],
        ExprKind::Check { kind, value, .. } => {
            let known = made.iter().any(|(k, v)| k == kind && same(v, value));
            all &= known && matches!(kind, CheckKind::NonZero | CheckKind::Index { .. }) && steady(value, vars);
        }
        _ => {}
    });
    all
}

/// The checks that evaluating an expression makes, whatever values it has.
fn surely(e: &Expr, made: &mut Vec<(CheckKind, Expr)>) {
    match &e.kind {
        ExprKind::Select(first, ..) | ExprKind::And(first, _) | ExprKind::Or(first, _) => surely(first, made),
        _ => {
            if let ExprKind::Check { kind, value, .. } = &e.kind {
                made.push((kind.clone(), (**value).clone()));
            }
            walk::expr_children(e, &mut |c| surely(c, made));
        }
    }
}

/// Whether the value is the same in all iterations of both: they have no variables in common but those from outside.
fn steady(e: &Expr, vars: &[Var]) -> bool {
    let own = match &e.kind {
        ExprKind::Const(_) | ExprKind::Len { .. } => true,
        ExprKind::Var(v) => !vars[v.index()].mutable,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Convert(_) => true,
        _ => false,
    };
    let mut all = own;
    walk::expr_children(e, &mut |c| all &= steady(c, vars));
    all
}
