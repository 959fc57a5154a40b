//! Scalar functions that are tables: `switch (i & 3) { case 0: return 0.5; case 1: return 0.25; … default: return 0.0; }`, which Core has as
//! a chain of conditions. Back ends write the constants as an array, where a chain is slow, and a jump apart for work items in step.

use super::ir::*;

/// Fewer constants are compared with as fast as looked up.
const LEAST: usize = 8;

pub struct Table<'a> {
    /// What is computed before: the selector, where it is no parameter.
    pub before: Vec<&'a Stmt>,
    /// An `i32`.
    pub selector: VarId,
    /// The constants for 0 and the numbers behind it.
    pub values: Vec<&'a Const>,
    /// The constant for all other numbers.
    pub other: &'a Const,
    /// The type of the constants.
    pub ty: &'a Ty,
}

/// The table that a function is.
pub fn table(func: &Func) -> Option<Table<'_>> {
    let [ty] = func.ret.as_slice() else { return None };
    if func.kind != FuncKind::Scalar || !ty.is_number() || func.vars.iter().any(|v| !v.ty.is_scalar()) {
        return None;
    }
    let mut stmts = func.body.stmts.as_slice();
    let mut result = None;
    if let [rest @ .., Stmt { kind: StmtKind::Return(values), .. }] = stmts
        && let [Expr { kind: ExprKind::Var(v), .. }] = values.as_slice()
    {
        (stmts, result) = (rest, Some(*v));
    }
    let (last, lets) = stmts.split_last()?;
    let mut before = Vec::new();
    for stmt in lets {
        match &stmt.kind {
            StmtKind::Let { init: Some(_), .. } => before.push(stmt),
            StmtKind::Let { var, init: None } if Some(*var) == result => {}
            _ => return None,
        }
    }
    let (mut chain, block) = match &last.kind {
        StmtKind::Labeled { label, body } => (one(body)?, Some(*label)),
        _ => (last, None),
    };
    let (mut selector, mut found) = (None, Vec::new());
    let other = loop {
        let StmtKind::If { cond, then, otherwise } = &chain.kind else { return None };
        let value = constant(then, result, block)?;
        let mut numbers = Vec::new();
        let on = equality(cond, &mut numbers)?;
        if *selector.get_or_insert(on) != on || func.vars[on.index()].ty != Ty::I32 {
            return None;
        }
        found.extend(numbers.into_iter().map(|n| (n, value)));
        if let Some(value) = constant(otherwise, result, block) {
            break value;
        }
        chain = one(otherwise)?;
    };
    found.sort_by_key(|(number, _)| *number);
    let dense = found.iter().enumerate().all(|(k, (number, _))| *number == k as i64);
    let values: Vec<&Const> = found.into_iter().map(|(_, value)| value).collect();
    (dense && values.len() >= LEAST && values.iter().all(|v| is_plain(v))).then_some(Table {
        before,
        selector: selector?,
        values,
        other,
        ty,
    })
}

fn one(block: &Block) -> Option<&Stmt> {
    let [stmt] = block.stmts.as_slice() else { return None };
    Some(stmt)
}

/// Not all OpenCL compilers have a NaN or an infinity as an element of a constant array.
fn is_plain(value: &Const) -> bool {
    match value {
        Const::F32(v) => v.is_finite(),
        Const::F64(v) => v.is_finite(),
        Const::Int(_) | Const::Bool(_) => true,
    }
}

/// The variable that a condition compares with numbers.
fn equality(cond: &Expr, numbers: &mut Vec<i64>) -> Option<VarId> {
    match &cond.kind {
        ExprKind::Or(a, b) => equality(a, numbers).filter(|v| equality(b, numbers) == Some(*v)),
        ExprKind::Binary(BinOp::Eq, a, b) => {
            let (ExprKind::Var(v), ExprKind::Const(Const::Int(n))) = (&a.kind, &b.kind) else { return None };
            numbers.push(*n);
            Some(*v)
        }
        _ => None,
    }
}

/// The constant that a block returns, or assigns to the result before it leaves `around`.
fn constant(block: &Block, result: Option<VarId>, around: Option<LabelId>) -> Option<&Const> {
    let value = match block.stmts.as_slice() {
        [Stmt { kind: StmtKind::Return(values), .. }] => values.first()?,
        [Stmt { kind: StmtKind::Assign { var, value }, .. }] if Some(*var) == result => value,
        [Stmt { kind: StmtKind::Assign { var, value }, .. }, Stmt { kind: StmtKind::Break(label), .. }]
            if Some(*var) == result && Some(*label) == around =>
        {
            value
        }
        _ => return None,
    };
    match &value.kind {
        ExprKind::Const(c) => Some(c),
        _ => None,
    }
}
