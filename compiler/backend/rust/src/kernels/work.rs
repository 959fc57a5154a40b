//! How much an iteration does: what the gang is woken for, and how ranges are cut, is decided by it.

use super::body::Writer;
use super::*;
use somd_core::walk;

/// About how many operations one iteration executes, as the text of a `usize`: where the bounds of its loops are known before the
/// iterations run, they are asked. `array`: what an array is called where the text stands.
pub fn operations(w: &Writer, par: &Par, array: &dyn Fn(VarId) -> String) -> String {
    let mut own: BTreeSet<VarId> = par.space.iter().map(|d| d.index).collect();
    walk::for_each_stmt(&par.body, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == walk::Role::Declare {
                own.insert(v);
            }
        })
    });
    let (plain, loops) = operations_of(w, &par.body, &own, array);
    let loops: String = loops.iter().map(|l| format!(" + {l}")).collect();
    format!("{}{loops}", plain.max(1))
}

/// The operations outside loops whose number of rounds is asked, and the texts of those inside.
fn operations_of(
    w: &Writer,
    block: &Block,
    own: &BTreeSet<VarId>,
    array: &dyn Fn(VarId) -> String,
) -> (usize, Vec<String>) {
    let (mut plain, mut loops) = (0, Vec::new());
    for stmt in &block.stmts {
        fn nodes(e: &Expr, n: &mut usize) {
            *n += match e.kind {
                ExprKind::Call { .. } => 20,
                ExprKind::Math(MathOp::Sqrt, _) | ExprKind::Binary(BinOp::Div | BinOp::Rem, ..) => 8,
                _ => 1,
            };
            walk::expr_children(e, &mut |c| nodes(c, n));
        }
        walk::stmt_exprs(stmt, &mut |e| nodes(e, &mut plain));
        let mut inner = (0, Vec::new());
        walk::stmt_blocks(stmt, &mut |b| {
            let (p, l) = operations_of(w, b, own, array);
            inner.0 += p;
            inner.1.extend(l);
        });
        let rounds = match &stmt.kind {
            StmtKind::For { lo, hi, step, .. } => {
                match (bound(w, lo, own, array), bound(w, hi, own, array), &step.kind) {
                    (Some(lo), Some(hi), ExprKind::Const(Const::Int(1))) => Some(format!("par::rounds({lo}, {hi})")),
                    // How long a list is that the data tell is not known.
                    _ => Some("512".to_string()),
                }
            }
            StmtKind::While { .. } => Some("32".to_string()),
            _ => None,
        };
        match rounds {
            None => {
                plain += inner.0;
                loops.extend(inner.1);
            }
            Some(rounds) => {
                let rest: String = inner.1.iter().map(|l| format!(" + {l}")).collect();
                loops.push(format!("{rounds} * ({}{rest})", inner.0.max(1)));
            }
        }
    }
    (plain, loops)
}

/// The text of a bound that does not depend on the iteration.
fn bound(w: &Writer, e: &Expr, own: &BTreeSet<VarId>, array: &dyn Fn(VarId) -> String) -> Option<String> {
    match &e.kind {
        ExprKind::Const(Const::Int(n)) => Some(format!("{n}_i64")),
        ExprKind::Var(v) if !own.contains(v) && w.var_ty(*v).is_int() => Some(format!("({} as i64)", w.name(*v))),
        ExprKind::Len { array: v, dim } if !own.contains(v) => Some(format!("({}.len({dim}) as i64)", array(*v))),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
            let sign = if *op == BinOp::Add { '+' } else { '-' };
            Some(format!("({} {sign} {})", bound(w, a, own, array)?, bound(w, b, own, array)?))
        }
        _ => None,
    }
}
