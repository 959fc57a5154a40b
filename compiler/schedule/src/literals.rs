//! Arrays whose elements are constants of the program, as weights of a stencil are.
//!
//! Such an array is a parameter of a region that [`FuncKind::Region`] tells the elements of, or one that the region makes and fills with
//! constants before anything else happens to it.

use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeMap;

/// The arrays whose elements are known among those that all iterations read at the same indices.
pub fn find(func: &Func, constant: &[VarId]) -> BTreeMap<VarId, Table> {
    let FuncKind::Region { tables, .. } = &func.kind else { return BTreeMap::new() };
    let mut known = tables.clone();
    known.extend(constant.iter().filter_map(|&v| Some((v, made(func, v)?))));
    known.retain(|v, _| constant.contains(v));
    known
}

/// An array that the region makes, fills with constants, and never changes again.
fn made(func: &Func, array: VarId) -> Option<Table> {
    let (mut found, mut changes) = (None, 0);
    let mut look = |block: &Block| {
        for (n, s) in block.stmts.iter().enumerate() {
            let StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewArray { sizes }, .. }) } = &s.kind else {
                continue;
            };
            if *var == array {
                found = filled(func, array, sizes, &block.stmts[n + 1..]);
            }
        }
    };
    look(&func.body);
    walk::for_each_stmt(&func.body, &mut |s| {
        walk::stmt_blocks(s, &mut look);
        match &s.kind {
            StmtKind::Store { array: a, .. }
            | StmtKind::Accumulate { array: a, .. }
            | StmtKind::Assign { var: a, .. } => changes += usize::from(*a == array),
            // Whom it is passed to.
            StmtKind::Call { args, .. } | StmtKind::CallRegion { args, .. } => {
                let passed = args.iter().any(|e| matches!(e.kind, ExprKind::Var(v) if v == array));
                changes += if passed { usize::MAX / 2 } else { 0 };
            }
            _ => {}
        }
    });
    let (table, stores) = found?;
    (changes == stores).then_some(table)
}

/// What statements that store constants leave in it, and how many these are. Elements without one are 0.
fn filled(func: &Func, array: VarId, sizes: &[Expr], stmts: &[Stmt]) -> Option<(Table, usize)> {
    /// More would fill constant memory.
    const MOST: u64 = 1024;
    let dims: Vec<u32> = sizes.iter().map(|e| u32::try_from(int(e)?).ok()).collect::<Option<_>>()?;
    let count: u64 = dims.iter().map(|d| *d as u64).product();
    let zero = match &*func.vars[array.index()].ty.as_array()?.elem {
        Ty::F32 => Const::F32(0.0),
        Ty::F64 => Const::F64(0.0),
        ty if ty.is_int() => Const::Int(0),
        _ => return None,
    };
    if count == 0 || dims.iter().any(|d| *d as u64 > MOST) || count > MOST {
        return None;
    }
    let mut values = vec![zero; count as usize];
    let mut stores = 0;
    for s in stmts {
        let StmtKind::Store { array: a, index, value } = &s.kind else { break };
        let ExprKind::Const(c) = &value.kind else { break };
        if *a != array || index.len() != dims.len() {
            break;
        }
        let mut at = 0;
        for (i, d) in index.iter().zip(&dims) {
            let i = int(i).filter(|i| (0..*d as i64).contains(i))?;
            at = at * *d as usize + i as usize;
        }
        values[at] = c.clone();
        stores += 1;
    }
    let settled = |c: &Const| !matches!(c, Const::F32(x) if x.is_nan()) && !matches!(c, Const::F64(x) if x.is_nan());
    (stores > 0 && values.iter().all(settled)).then_some((Table { dims, values }, stores))
}

fn int(e: &Expr) -> Option<i64> {
    match e.unchecked().kind {
        ExprKind::Const(Const::Int(n)) => Some(n),
        _ => None,
    }
}

/// The instruction without the checks of constant indices of such arrays, which are all inside.
pub fn without_checks(par: &Par, known: &BTreeMap<VarId, Table>) -> Option<Par> {
    if known.is_empty() {
        return None;
    }
    let mut par = par.clone();
    walk::map_exprs(&mut par.body, &mut |e| {
        if let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind
            && let Some(size) = known.get(array).and_then(|t| t.dims.get(*dim as usize))
            && let ExprKind::Const(Const::Int(n)) = value.kind
            && (0..*size as i64).contains(&n)
        {
            *e = (**value).clone();
        }
    });
    Some(par)
}
