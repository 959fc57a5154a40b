//! Elements that stay in a variable while a loop runs.
//!
//! `for (k…) c[i] += a[i][k] * x[k]` stores the element in every turn and loads it in the next, since the Rust compiler cannot know that nothing
//! else that the loop reads is that element. Here arrays are values: another array has no element of this one. Where a loop reads other elements
//! of the same array, as in a decomposition, bounds that are looked at in front of the loop say that this one is not among them. Nothing in such a
//! loop may fail: what has been stored is seen by who catches the exception.

use super::body::Writer;
use super::par::can_fail;
use super::*;
use somd_core::walk;
use somd_passes::store_promotion::leaves;

/// An element that a loop stores to in every turn, always the same.
#[derive(Clone, Debug)]
pub struct Register {
    pub array: VarId,
    /// Without checks.
    pub index: Vec<Expr>,
    /// Numbers that the loop's counter must not take.
    pub not: Vec<Expr>,
}

impl Register {
    pub fn is(&self, array: VarId, index: &[Expr]) -> bool {
        array == self.array && same_place(&self.index, index)
    }
}

fn same_place(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| somd_passes::same(a.unchecked(), b.unchecked()))
}

/// Those of a loop over `var`.
pub fn of_loop(w: &Writer, var: VarId, body: &Block) -> Vec<Register> {
    // What a function is given may be one array under two names.
    let is_region = matches!(w.func.kind, FuncKind::Region { .. });
    if !is_region || leaves(body) || can_fail(w, body) {
        return Vec::new();
    }
    let mut changed = BTreeSet::from([var]);
    let mut places: BTreeMap<VarId, Vec<Vec<Expr>>> = BTreeMap::new();
    let mut others = BTreeSet::new();
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Store { array, index, .. } => places.entry(*array).or_default().push(index.clone()),
        StmtKind::Accumulate { array, .. } => _ = others.insert(*array),
        _ => walk::stmt_vars(s, &mut |v, role| {
            if role != walk::Role::Read {
                changed.insert(v);
            }
        }),
    });
    walk::for_each_expr(body, &mut |e| match &e.kind {
        ExprKind::Var(v) | ExprKind::Row { array: v, .. } => _ = others.insert(*v),
        _ => {}
    });
    let fixed = |e: &Expr| match &e.unchecked().kind {
        ExprKind::Var(v) => !changed.contains(v),
        ExprKind::Const(_) => true,
        _ => false,
    };
    // One that is stored to in every turn is there, if there is a turn.
    let always = |array: VarId| {
        let stores = |s: &Stmt| matches!(&s.kind, StmtKind::Store { array: a, index, .. } if *a == array && index.len() == rank(w, array));
        body.stmts.iter().any(stores)
    };
    let known = |v: VarId| w.registers.iter().any(|r| r.array == v);
    let mut found = Vec::new();
    for (array, stores) in places {
        let index: Vec<Expr> = stores[0].iter().map(|e| e.unchecked().clone()).collect();
        let usable = w.reprs[array.index()] == Repr::View && !others.contains(&array) && !known(array) && always(array);
        if !usable || !index.iter().all(fixed) || !stores.iter().all(|s| same_place(s, &index)) {
            continue;
        }
        let (mut not, mut apart) = (Vec::new(), true);
        walk::for_each_expr(body, &mut |e| {
            let ExprKind::Index { array: a, index: read } = &e.kind else { return };
            if *a != array || same_place(read, &index) {
                return;
            }
            // Where the other's place goes with the counter.
            let counted = |e: &Expr| matches!(e.unchecked().kind, ExprKind::Var(v) if v == var);
            match read.iter().position(counted) {
                Some(dim) => not.push(index[dim].clone()),
                None => apart = false,
            }
        });
        if apart {
            found.push(Register { array, index, not });
        }
    }
    found
}

fn rank(w: &Writer, array: VarId) -> usize {
    w.var_ty(array).as_array().map_or(0, |a| a.dims.len())
}
