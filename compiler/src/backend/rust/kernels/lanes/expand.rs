//! Translates calls in place whose functions lead to elementary ones, so that what is in them can be told apart by lanes.

use super::Elementary;
use crate::core::ir::*;
use crate::core::walk;

/// A body of more statements than this is left as it is.
const MAX_STATEMENTS: usize = 400;

/// The body with such calls translated in place, as far as they are sure to be evaluated. New variables are `func`'s.
pub fn expand(elementary: &Elementary, func: &mut Func, body: &Block) -> Block {
    let mut label = 0;
    walk::for_each_stmt(&func.body, &mut |s| match &s.kind {
        StmtKind::For { label: l, .. } | StmtKind::While { label: l, .. } | StmtKind::Labeled { label: l, .. } => {
            label = label.max(l.0 + 1)
        }
        _ => {}
    });
    let mut expander = Expander { elementary, func, label, statements: 0 };
    expander.block(body)
}

struct Expander<'a> {
    elementary: &'a Elementary<'a>,
    func: &'a mut Func,
    label: u32,
    statements: usize,
}

impl Expander<'_> {
    fn block(&mut self, block: &Block) -> Block {
        let mut stmts = Vec::new();
        for stmt in &block.stmts {
            let mut stmt = stmt.clone();
            // The condition of a `while` is evaluated more than once.
            if !matches!(stmt.kind, StmtKind::While { .. }) {
                let prov = stmt.prov.clone();
                walk::stmt_exprs_mut(&mut stmt, &mut |e| self.expr(e, &prov, &mut stmts));
            }
            walk::stmt_blocks_mut(&mut stmt, &mut |b| *b = self.block(b));
            stmts.push(stmt);
        }
        self.statements += stmts.len();
        Block { stmts }
    }

    fn expr(&mut self, e: &mut Expr, prov: &Prov, out: &mut Vec<Stmt>) {
        match &mut e.kind {
            // Only the first operand is sure to be evaluated.
            ExprKind::Select(first, ..) | ExprKind::And(first, _) | ExprKind::Or(first, _) => {
                return self.expr(first, prov, out);
            }
            _ => walk::expr_children_mut(e, &mut |c| self.expr(c, prov, out)),
        }
        if let ExprKind::Call { func, args } = &e.kind
            && self.statements < MAX_STATEMENTS
            && self.elementary.leads_there(*func)
            && fits(self.elementary.program.func(*func))
        {
            let callee = self.elementary.program.func(*func).clone();
            let result = self.call(&callee, args.clone(), prov, out);
            e.kind = ExprKind::Var(result);
        }
    }

    fn call(&mut self, callee: &Func, args: Vec<Expr>, prov: &Prov, out: &mut Vec<Stmt>) -> VarId {
        let base = self.func.vars.len() as u32;
        self.func.vars.extend(callee.vars.iter().cloned());
        let result = VarId(self.func.vars.len() as u32);
        let ty = callee.ret[0].clone();
        let span = callee.vars.first().map_or_else(Default::default, |v| v.span);
        self.func.vars.push(Var { name: callee.name.clone(), ty, mutable: true, span });
        for (param, value) in callee.params.iter().zip(args) {
            let kind = StmtKind::Let { var: VarId(base + param.0), init: Some(value) };
            out.push(Stmt { kind, prov: prov.clone() });
        }
        let mut body = callee.body.clone();
        walk::rename_block(&mut body, &mut |v| VarId(base + v.0));
        let (first, mut next) = (self.label, self.label);
        walk::for_each_stmt_mut(&mut body, &mut |s| match &mut s.kind {
            StmtKind::For { label, .. }
            | StmtKind::While { label, .. }
            | StmtKind::Labeled { label, .. }
            | StmtKind::Break(label)
            | StmtKind::Continue(label) => {
                label.0 += first;
                next = next.max(label.0 + 1);
            }
            _ => {}
        });
        let leave = LabelId(next);
        self.label = next + 1;
        out.push(Stmt { kind: StmtKind::Let { var: result, init: None }, prov: prov.clone() });
        let mut jumps = false;
        returns(&mut body, result, leave, true, &mut jumps);
        let body = self.block(&body);
        if jumps {
            out.push(Stmt { kind: StmtKind::Labeled { label: leave, body }, prov: prov.clone() });
        } else {
            out.extend(body.stmts);
        }
        result
    }
}

/// Whether a function can be translated in place: scalars and structures alone, and a value.
fn fits(f: &Func) -> bool {
    let mut fits = f.ret.len() == 1 && f.vars.iter().all(|v| v.ty.as_array().is_none());
    walk::for_each_stmt(&f.body, &mut |s| fits &= !matches!(s.kind, StmtKind::Throw { .. } | StmtKind::Call { .. }));
    fits
}

/// Turns `return` into an assignment and, but at the end, a jump.
fn returns(block: &mut Block, result: VarId, leave: LabelId, tail: bool, jumps: &mut bool) {
    let mut stmts = std::mem::take(&mut block.stmts);
    // What follows `if (c) return a;` is its other branch.
    let early = stmts.iter().position(|s| matches!(&s.kind, StmtKind::If { then, .. } if ends(then)));
    if let (Some(at), true) = (early, tail)
        && at + 1 < stmts.len()
    {
        let rest = stmts.split_off(at + 1);
        if let StmtKind::If { otherwise, .. } = &mut stmts[at].kind {
            otherwise.stmts.extend(rest);
        }
    }
    let count = stmts.len();
    for (k, mut stmt) in stmts.into_iter().enumerate() {
        let last = tail && k + 1 == count;
        match &mut stmt.kind {
            StmtKind::Return(values) => {
                if let Some(value) = values.pop() {
                    let kind = StmtKind::Assign { var: result, value };
                    block.stmts.push(Stmt { kind, prov: stmt.prov.clone() });
                }
                if !last {
                    *jumps = true;
                    block.stmts.push(Stmt { kind: StmtKind::Break(leave), prov: stmt.prov });
                }
                return;
            }
            StmtKind::If { then, otherwise, .. } => {
                returns(then, result, leave, last, jumps);
                returns(otherwise, result, leave, last, jumps);
            }
            StmtKind::Labeled { body, .. } => returns(body, result, leave, last, jumps),
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => returns(body, result, leave, false, jumps),
            _ => {}
        }
        block.stmts.push(stmt);
    }
}

/// Every way through the block returns.
fn ends(block: &Block) -> bool {
    match block.stmts.last().map(|s| &s.kind) {
        Some(StmtKind::Return(_)) => true,
        Some(StmtKind::If { then, otherwise, .. }) => ends(then) && ends(otherwise),
        _ => false,
    }
}
