//! Translates calls in place whose functions lead to elementary ones, so that what is in them can be told apart by lanes.

use super::Elementary;
use somd_core::ir::*;
use somd_core::walk;
use somd_passes::fold::fold_body;
use std::collections::BTreeSet;

/// A body of more statements than this is left as it is.
const MAX_STATEMENTS: usize = 400;

/// The body with such calls translated in place, as far as they are sure to be evaluated. New variables are `func`'s.
pub fn expand(elementary: &Elementary, func: &mut Func, body: &Block) -> Block {
    let label = walk::labels(&func.body);
    let mut expander = Expander { elementary, func, label, statements: 0 };
    let mut body = expander.block(body);
    // Arguments are often constants, which decide branches.
    fold_body(&func.vars, &mut body);
    tidy(&mut body);
    body
}

/// Opens blocks that nothing leaves, and drops variables that nothing reads.
fn tidy(body: &mut Block) {
    open(body);
    loop {
        let mut read = BTreeSet::new();
        walk::for_each_expr(body, &mut |e| read.extend(walk::expr_var(e)));
        walk::for_each_stmt(body, &mut |s| {
            if let StmtKind::Assign { var, .. } = s.kind {
                read.insert(var);
            }
        });
        let mut dropped = false;
        drop_unread(body, &read, &mut dropped);
        if !dropped {
            return;
        }
    }
}

fn open(block: &mut Block) {
    for mut stmt in std::mem::take(&mut block.stmts) {
        walk::stmt_blocks_mut(&mut stmt, &mut open);
        match stmt.kind {
            StmtKind::Labeled { label, body } if !leaves(&body, label) => block.stmts.extend(body.stmts),
            kind => block.stmts.push(Stmt { kind, prov: stmt.prov }),
        }
    }
}

fn leaves(block: &Block, label: LabelId) -> bool {
    let mut found = false;
    walk::for_each_stmt(block, &mut |s| found |= matches!(s.kind, StmtKind::Break(l) if l == label));
    found
}

fn drop_unread(block: &mut Block, read: &BTreeSet<VarId>, dropped: &mut bool) {
    block.stmts.retain_mut(|stmt| {
        walk::stmt_blocks_mut(stmt, &mut |b| drop_unread(b, read, dropped));
        let unread = match &stmt.kind {
            // The body does not throw, or it would not run by lanes: a value that nobody reads need not be computed.
            StmtKind::Let { var, init } => {
                !read.contains(var) && init.as_ref().is_none_or(|e| e.ty.as_array().is_none() && walk::is_pure(e))
            }
            _ => false,
        };
        *dropped |= unread;
        !unread
    });
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
            ExprKind::Select(cond, a, b) if self.calls(a) || self.calls(b) => {
                self.expr(cond, prov, out);
                let var = VarId(self.func.vars.len() as u32);
                self.func.vars.push(Var {
                    name: "choice".into(),
                    ty: e.ty.clone(),
                    mutable: true,
                    span: e.span,
                    folds: None,
                });
                let mut branch = |value: &mut Expr| {
                    let mut stmts = Vec::new();
                    self.expr(value, prov, &mut stmts);
                    stmts.push(Stmt { kind: StmtKind::Assign { var, value: value.clone() }, prov: prov.clone() });
                    Block { stmts }
                };
                let (then, otherwise) = (branch(a), branch(b));
                let cond = cond.as_ref().clone();
                for kind in [StmtKind::Let { var, init: None }, StmtKind::If { cond, then, otherwise }] {
                    out.push(Stmt { kind, prov: prov.clone() });
                }
                e.kind = ExprKind::Var(var);
                return;
            }
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
            e.kind = self.call(&callee, args.clone(), prov, out);
        }
    }

    /// The expression calls an elementary function, or one that does.
    fn calls(&self, e: &Expr) -> bool {
        let own = matches!(e.kind, ExprKind::Call { func, .. }
            if self.elementary.is_elementary(func) || self.elementary.leads_there(func));
        let mut found = own;
        walk::expr_children(e, &mut |c| found |= self.calls(c));
        found
    }

    /// What stands for the call; the statements before it come out in `out`.
    fn call(&mut self, callee: &Func, args: Vec<Expr>, prov: &Prov, out: &mut Vec<Stmt>) -> ExprKind {
        if let Some(value) = forwarded(callee, &args) {
            let mut e = Expr::new(value, callee.ret[0].clone(), Default::default());
            self.expr(&mut e, prov, out);
            return e.kind;
        }
        let (mut body, base) = walk::copy_body(callee, &mut self.func.vars, &mut self.label);
        let leave = LabelId(self.label);
        self.label += 1;
        let result = VarId(self.func.vars.len() as u32);
        let ty = callee.ret[0].clone();
        let span = callee.vars.first().map_or_else(Default::default, |v| v.span);
        self.func.vars.push(Var { name: super::value_name(callee), ty, mutable: true, span, folds: None });
        for (param, value) in callee.params.iter().zip(args) {
            let kind = StmtKind::Let { var: VarId(base + param.0), init: Some(value) };
            out.push(Stmt { kind, prov: prov.clone() });
        }
        let mut jumps = false;
        returns(&mut body, result, leave, true, &mut jumps);
        let mut body = self.block(&body);
        if !jumps && let Some(value) = only_value(&mut body, result) {
            self.func.vars[result.index()].mutable = false;
            out.extend(body.stmts);
            out.push(Stmt { kind: StmtKind::Let { var: result, init: Some(value) }, prov: prov.clone() });
            return ExprKind::Var(result);
        }
        out.push(Stmt { kind: StmtKind::Let { var: result, init: None }, prov: prov.clone() });
        if jumps {
            out.push(Stmt { kind: StmtKind::Labeled { label: leave, body }, prov: prov.clone() });
        } else {
            out.extend(body.stmts);
        }
        ExprKind::Var(result)
    }
}

/// For a function that hands its parameters on, each once: what it calls. `Math.sin(a)` is `Elementary.sin(a)`.
fn forwarded(callee: &Func, args: &[Expr]) -> Option<ExprKind> {
    let [Stmt { kind: StmtKind::Return(values), .. }] = callee.body.stmts.as_slice() else { return None };
    let [Expr { kind: ExprKind::Call { func, args: inner }, .. }] = values.as_slice() else { return None };
    let given = |(a, p): (&Expr, &VarId)| matches!(a.kind, ExprKind::Var(v) if v == *p);
    let same = inner.len() == args.len() && inner.iter().zip(&callee.params).all(given);
    same.then(|| ExprKind::Call { func: *func, args: args.to_vec() })
}

/// The value of the only assignment to `result`, where it is the last statement of the block, which loses it.
fn only_value(block: &mut Block, result: VarId) -> Option<Expr> {
    let mut assignments = 0;
    walk::for_each_stmt(block, &mut |s| {
        assignments += matches!(s.kind, StmtKind::Assign { var, .. } if var == result) as usize
    });
    let last = matches!(block.stmts.last()?.kind, StmtKind::Assign { var, .. } if var == result);
    if assignments != 1 || !last {
        return None;
    }
    match block.stmts.pop()?.kind {
        StmtKind::Assign { value, .. } => Some(value),
        _ => None,
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
