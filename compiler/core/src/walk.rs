//! Visitors and mappers over Core that everything else shares, so that a new kind of node is added to one list of children.
//!
//! Order is the order of evaluation.

use super::ir::*;
use std::collections::BTreeSet;

macro_rules! walkers {
    ($expr_children:ident, $stmt_exprs:ident, $stmt_blocks:ident, $exprs:ident, $stmts:ident, $iter:ident, [$($m:tt)?]) => {
        /// The direct operands of an expression.
        pub fn $expr_children(expr: &$($m)? Expr, f: &mut dyn FnMut(&$($m)? Expr)) {
            match &$($m)? expr.kind {
                ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. } | ExprKind::NewPrivate => {}
                ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Bitcast(a) | ExprKind::Field(a, _) => f(a),
                ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                    f(a);
                    f(b);
                }
                ExprKind::Select(a, b, c) => {
                    f(a);
                    f(b);
                    f(c);
                }
                ExprKind::Math(_, args)
                | ExprKind::Call { args, .. }
                | ExprKind::MakeStruct(args)
                | ExprKind::ArrayLit(args)
                | ExprKind::NewArray { sizes: args }
                | ExprKind::Index { index: args, .. }
                | ExprKind::Row { index: args, .. } => args.$iter().for_each(f),
                ExprKind::Check { kind, value, .. } => {
                    f(value);
                    if let CheckKind::SameLength { other } | CheckKind::Below { length: other, .. } = kind {
                        f(other);
                    }
                }
            }
        }

        /// The expressions a statement holds itself, not those of the blocks inside it.
        pub fn $stmt_exprs(stmt: &$($m)? Stmt, f: &mut dyn FnMut(&$($m)? Expr)) {
            match &$($m)? stmt.kind {
                StmtKind::Let { init, .. } => init.$iter().for_each(f),
                StmtKind::Assign { value, .. } => f(value),
                StmtKind::Store { index, value, .. } | StmtKind::Accumulate { index, value, .. } => {
                    index.$iter().for_each(&mut *f);
                    f(value);
                }
                StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => f(cond),
                StmtKind::For { lo, hi, step, .. } => {
                    f(lo);
                    f(hi);
                    f(step);
                }
                StmtKind::Labeled { .. } | StmtKind::Break(_) | StmtKind::Continue(_) => {}
                StmtKind::Throw { message, .. } => {
                    for piece in message.$iter().flatten() {
                        if let Piece::Value(value) = piece {
                            f(value);
                        }
                    }
                }
                StmtKind::Return(values) => values.$iter().for_each(f),
                StmtKind::Call { args, .. } | StmtKind::CallRegion { args, .. } => args.$iter().for_each(f),
                StmtKind::Par(par) => {
                    for dim in par.space.$iter() {
                        f(&$($m)? dim.lo);
                        f(&$($m)? dim.hi);
                    }
                    for output in par.outputs.$iter() {
                        match &$($m)? output.kind {
                            OutputKind::Array(ArraySource::New { sizes, .. }) => sizes.$iter().for_each(&mut *f),
                            OutputKind::Array(ArraySource::Update { .. })
                            | OutputKind::Accumulate { .. }
                            | OutputKind::First { .. }
                            | OutputKind::Filter { .. }
                            | OutputKind::Sort { .. } => {}
                            OutputKind::Reduce { init, .. } | OutputKind::Scan { init, .. } => f(init),
                            OutputKind::Fold { init, .. } => init.$iter().for_each(&mut *f),
                        }
                    }
                }
            }
        }

        /// The blocks directly inside a statement.
        pub fn $stmt_blocks(stmt: &$($m)? Stmt, f: &mut dyn FnMut(&$($m)? Block)) {
            match &$($m)? stmt.kind {
                StmtKind::If { then, otherwise, .. } => {
                    f(then);
                    f(otherwise);
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => f(body),
                StmtKind::Par(par) => f(&$($m)? par.body),
                _ => {}
            }
        }

        /// Every expression of a block, operands before the expression that uses them.
        pub fn $exprs(block: &$($m)? Block, f: &mut dyn FnMut(&$($m)? Expr)) {
            fn down(expr: &$($m)? Expr, f: &mut dyn FnMut(&$($m)? Expr)) {
                $expr_children(expr, &mut |child| down(child, f));
                f(expr);
            }
            for stmt in block.stmts.$iter() {
                $stmt_exprs(stmt, &mut |expr| down(expr, f));
                $stmt_blocks(stmt, &mut |inner| $exprs(inner, f));
            }
        }

        /// Every statement of a block, outer before inner.
        pub fn $stmts(block: &$($m)? Block, f: &mut dyn FnMut(&$($m)? Stmt)) {
            for stmt in block.stmts.$iter() {
                f(stmt);
                $stmt_blocks(stmt, &mut |inner| $stmts(inner, f));
            }
        }
    };
}

walkers!(expr_children, stmt_exprs, stmt_blocks, for_each_expr, for_each_stmt, iter, []);
walkers!(expr_children_mut, stmt_exprs_mut, stmt_blocks_mut, map_exprs, for_each_stmt_mut, iter_mut, [mut]);

/// The variables an expression names itself, not those of its operands.
pub fn expr_var(expr: &Expr) -> Option<VarId> {
    match &expr.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Len { array, .. } | ExprKind::Index { array, .. } | ExprKind::Row { array, .. } => Some(*array),
        ExprKind::Check { kind: CheckKind::Index { array, .. }, .. } => Some(*array),
        _ => None,
    }
}

fn expr_var_mut(expr: &mut Expr) -> Option<&mut VarId> {
    match &mut expr.kind {
        ExprKind::Var(v) => Some(v),
        ExprKind::Len { array, .. } | ExprKind::Index { array, .. } | ExprKind::Row { array, .. } => Some(array),
        ExprKind::Check { kind: CheckKind::Index { array, .. }, .. } => Some(array),
        _ => None,
    }
}

/// Every variable that an expression reads, operands included.
pub fn for_each_read(expr: &Expr, f: &mut dyn FnMut(VarId)) {
    expr_children(expr, &mut |child| for_each_read(child, f));
    if let Some(var) = expr_var(expr) {
        f(var);
    }
}

/// How a statement names a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Declares it: its scope starts here.
    Declare,
    /// Changes it.
    Write,
    /// Reads it other than in an expression: the old array of an update.
    Read,
}

/// Variables that a statement names itself, outside its expressions and inner blocks.
pub fn stmt_vars(stmt: &Stmt, f: &mut dyn FnMut(VarId, Role)) {
    match &stmt.kind {
        StmtKind::Let { var, .. } | StmtKind::For { var, .. } => f(*var, Role::Declare),
        StmtKind::Assign { var, .. } => f(*var, Role::Write),
        StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. } => f(*array, Role::Write),
        StmtKind::CallRegion { results, .. } => results.iter().for_each(|&r| f(r, Role::Declare)),
        StmtKind::Par(par) => {
            par.space.iter().for_each(|d| f(d.index, Role::Declare));
            for output in &par.outputs {
                f(output.result, Role::Declare);
                match &output.kind {
                    OutputKind::Array(ArraySource::New { .. }) => {}
                    OutputKind::Array(ArraySource::Update { old: array })
                    | OutputKind::Accumulate { array, .. }
                    | OutputKind::Sort { array, .. } => f(*array, Role::Read),
                    OutputKind::Fold { value, captured, .. } => {
                        captured.iter().for_each(|&v| f(v, Role::Read));
                        f(*value, Role::Declare)
                    }
                    OutputKind::Reduce { acc: v, .. }
                    | OutputKind::First { found: v }
                    | OutputKind::Scan { value: v, .. } => f(*v, Role::Declare),
                    OutputKind::Filter { value, keep } => {
                        f(*value, Role::Declare);
                        f(*keep, Role::Declare);
                    }
                }
            }
        }
        _ => {}
    }
}

fn stmt_vars_mut(stmt: &mut Stmt, f: &mut dyn FnMut(&mut VarId)) {
    match &mut stmt.kind {
        StmtKind::Let { var, .. } | StmtKind::For { var, .. } | StmtKind::Assign { var, .. } => f(var),
        StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. } => f(array),
        StmtKind::CallRegion { results, .. } => results.iter_mut().for_each(f),
        StmtKind::Par(par) => {
            par.space.iter_mut().for_each(|d| f(&mut d.index));
            for output in &mut par.outputs {
                f(&mut output.result);
                match &mut output.kind {
                    OutputKind::Array(ArraySource::New { .. }) => {}
                    OutputKind::Array(ArraySource::Update { old: v })
                    | OutputKind::Accumulate { array: v, .. }
                    | OutputKind::Sort { array: v, .. }
                    | OutputKind::Reduce { acc: v, .. }
                    | OutputKind::First { found: v }
                    | OutputKind::Scan { value: v, .. } => f(v),
                    OutputKind::Fold { value, captured, .. } => {
                        captured.iter_mut().for_each(&mut *f);
                        f(value);
                    }
                    OutputKind::Filter { value, keep } => {
                        f(value);
                        f(keep);
                    }
                }
            }
        }
        _ => {}
    }
}

/// What the statements declare, and what they change.
pub fn named(stmts: &[Stmt]) -> (BTreeSet<VarId>, BTreeSet<VarId>) {
    let (mut declared, mut changed) = (BTreeSet::new(), BTreeSet::new());
    for_each_stmt(&Block { stmts: stmts.to_vec() }, &mut |s| {
        stmt_vars(s, &mut |v, role| {
            match role {
                Role::Declare => declared.insert(v),
                Role::Write => changed.insert(v),
                Role::Read => false,
            };
        });
    });
    (declared, changed)
}

/// Renames every variable of a block, at declarations as well as uses.
pub fn rename_block(block: &mut Block, f: &mut dyn FnMut(VarId) -> VarId) {
    for stmt in &mut block.stmts {
        rename_stmt(stmt, f);
    }
}

pub fn rename_stmt(stmt: &mut Stmt, f: &mut dyn FnMut(VarId) -> VarId) {
    stmt_exprs_mut(stmt, &mut |e| rename_expr(e, f));
    stmt_vars_mut(stmt, &mut |v| *v = f(*v));
    stmt_blocks_mut(stmt, &mut |b| rename_block(b, f));
}

pub fn rename_expr(expr: &mut Expr, f: &mut dyn FnMut(VarId) -> VarId) {
    expr_children_mut(expr, &mut |child| rename_expr(child, f));
    if let Some(var) = expr_var_mut(expr) {
        *var = f(*var);
    }
}

/// One more than the greatest label of a block.
pub fn labels(block: &Block) -> u32 {
    let mut next = 0;
    for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            next = next.max(label.0 + 1)
        }
        _ => {}
    });
    next
}

/// A function's body with variables of its own among `vars` and labels from `label` on, and what was added to the variables' numbers.
pub fn copy_body(func: &Func, vars: &mut Vec<Var>, label: &mut u32) -> (Block, u32) {
    let (base, first) = (vars.len() as u32, *label);
    vars.extend(func.vars.iter().cloned());
    *label += labels(&func.body);
    let mut body = func.body.clone();
    rename_block(&mut body, &mut |v| VarId(base + v.0));
    for_each_stmt_mut(&mut body, &mut |s| match &mut s.kind {
        StmtKind::For { label, .. }
        | StmtKind::While { label, .. }
        | StmtKind::Labeled { label, .. }
        | StmtKind::Break(label)
        | StmtKind::Continue(label) => label.0 += first,
        _ => {}
    });
    (body, base)
}

/// Numbers the variables of every function in the order in which they are declared and forgets those that are not: the form in
/// which two programs that differ by nothing but numbering are equal.
pub fn renumber(program: &mut Program) {
    for func in &mut program.funcs {
        let mut order = func.params.clone();
        collect_declared(&func.body, &mut order);
        let mut to = vec![None; func.vars.len()];
        for (new, old) in order.iter().enumerate() {
            to[old.index()] = Some(VarId(new as u32));
        }
        func.vars = order.iter().map(|v| func.vars[v.index()].clone()).collect();
        // A variable that is never declared is the verifier's to report; it keeps its number.
        let mut f = |v: VarId| to[v.index()].unwrap_or(v);
        func.params.iter_mut().for_each(|v| *v = f(*v));
        if let FuncKind::Region { updates, tables, optional, .. } = &mut func.kind {
            updates.iter_mut().flatten().for_each(|v| *v = f(*v));
            *tables = std::mem::take(tables).into_iter().map(|(v, t)| (f(v), t)).collect();
            *optional = std::mem::take(optional).into_iter().map(&mut f).collect();
        }
        rename_block(&mut func.body, &mut f);
    }
}

fn collect_declared(block: &Block, order: &mut Vec<VarId>) {
    for stmt in &block.stmts {
        stmt_vars(stmt, &mut |v, role| {
            if role == Role::Declare && !order.contains(&v) {
                order.push(v);
            }
        });
        stmt_blocks(stmt, &mut |b| collect_declared(b, order));
    }
}

/// Whether a call may change an array of the caller.
pub fn call_writes(program: &Program, func: FuncId) -> bool {
    let func = program.func(func);
    func.params.iter().any(|p| {
        let var = &func.vars[p.index()];
        var.mutable && var.ty.as_array().is_some()
    })
}

/// Whether evaluating it can be left out or moved without anyone noticing: it cannot throw, run forever or change anything.
pub fn is_pure(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Check { .. } | ExprKind::Call { .. } => false,
        // Unchecked division is by a divisor proved not to be zero.
        _ => true,
    };
    let mut pure = own;
    expr_children(expr, &mut |child| pure &= is_pure(child));
    pure
}

/// The same expression, which reads no array, wherever it stands in the source.
pub fn equal(a: &Expr, b: &Expr) -> bool {
    same(a, b, false)
}

/// Whether evaluating it may throw.
pub fn expr_throws(program: &Program, e: &Expr) -> bool {
    let mut found = match &e.kind {
        ExprKind::Check { .. } => true,
        ExprKind::Call { func, .. } => throws(program, &program.func(*func).body),
        _ => false,
    };
    expr_children(e, &mut |c| found |= expr_throws(program, c));
    found
}

/// Whether a check or a throw is in it.
pub fn throws(program: &Program, block: &Block) -> bool {
    let mut found = false;
    for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::Throw { .. } => found = true,
        StmtKind::Call { func, .. } => found |= throws(program, &program.func(*func).body),
        _ => {}
    });
    for_each_expr(block, &mut |e| match &e.kind {
        ExprKind::Check { .. } => found = true,
        ExprKind::Call { func, .. } => found |= throws(program, &program.func(*func).body),
        _ => {}
    });
    found
}

/// The same expression, elements of arrays too, wherever it stands and whatever is checked on the way.
pub fn same_value(a: &Expr, b: &Expr) -> bool {
    same(a.unchecked(), b.unchecked(), true)
}

fn same(a: &Expr, b: &Expr, elements: bool) -> bool {
    let same_node = match (&a.kind, &b.kind) {
        (ExprKind::Const(x), ExprKind::Const(y)) => x == y,
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Unary(x, _), ExprKind::Unary(y, _)) => x == y,
        (ExprKind::Binary(x, ..), ExprKind::Binary(y, ..)) => x == y,
        (ExprKind::Convert(_), ExprKind::Convert(_)) => true,
        (ExprKind::Len { array: x, dim: d }, ExprKind::Len { array: y, dim: e }) => (x, d) == (y, e),
        (ExprKind::Index { array: x, .. }, ExprKind::Index { array: y, .. }) => elements && x == y,
        _ => false,
    };
    let children = |e: &Expr| {
        let mut all = Vec::new();
        expr_children(e, &mut |c| all.push(c.unchecked().clone()));
        all
    };
    let (x, y) = (children(a), children(b));
    same_node && a.ty == b.ty && x.len() == y.len() && x.iter().zip(&y).all(|(a, b)| same(a, b, elements))
}
