//! Bodies whose indices may be out of range, by strips: what is checked is tested for all iterations of a strip before any of them
//! goes on. Where one would fail, nothing has been stored yet, and the strip runs again in order, so that the first failure is that of
//! the first iteration.
//!
//! A loop that each iteration runs as often as it wants to runs for all of them as often as the one that wants most; the others wait
//! (predication). That pays where a round is long and its loads few.

use super::segment::Marks;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

/// The body without checks, but with the tests that stand for them; None where they cannot be made before.
pub fn careful(func: &mut Func, par: &Par, body: &Block) -> Option<(Block, Marks)> {
    if !par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_))) {
        return None;
    }
    let mut fits = true;
    walk::for_each_stmt(body, &mut |s| fits &= !matches!(s.kind, StmtKind::Throw { .. } | StmtKind::Call { .. }));
    if !fits {
        return None;
    }
    let mut tester = Tester { func, marks: Marks::default(), stored: false };
    let body = tester.block(body)?;
    (!tester.marks.tests.is_empty()).then_some((body, tester.marks))
}

struct Tester<'a> {
    func: &'a mut Func,
    marks: Marks,
    /// Iterations have stored what they computed.
    stored: bool,
}

impl Tester<'_> {
    fn block(&mut self, block: &Block) -> Option<Block> {
        let mut out: Vec<Stmt> = Vec::new();
        // The last test, and what has got a value behind it.
        let mut last: Option<(usize, BTreeSet<VarId>)> = None;
        for stmt in &block.stmts {
            if let Some(stmts) = self.long_loop(stmt) {
                out.extend(stmts?);
                last = None;
                continue;
            }
            let mut tests = Vec::new();
            conditions(stmt, &mut tests)?;
            if !tests.is_empty() {
                if self.stored {
                    return None;
                }
                let known = |e: &Expr, since: &BTreeSet<VarId>| {
                    let mut known = true;
                    walk::for_each_read(e, &mut |v| known &= !since.contains(&v));
                    known
                };
                let condition = tests.into_iter().reduce(and)?;
                match &last {
                    Some((at, since)) if known(&condition, since) => {
                        if let StmtKind::Let { init: Some(before), .. } = &mut out[*at].kind {
                            *before = and(before.clone(), condition);
                        }
                    }
                    _ => {
                        let var = self.variable("fit", Ty::Bool, condition.span);
                        self.marks.tests.insert(var);
                        let kind = StmtKind::Let { var, init: Some(condition) };
                        last = Some((out.len(), BTreeSet::new()));
                        out.push(Stmt { kind, prov: stmt.prov.clone() });
                    }
                }
            }
            let mut stmt = stmt.clone();
            let one = Block { stmts: vec![stmt.clone()] };
            walk::for_each_stmt(&one, &mut |s| {
                self.stored |= matches!(s.kind, StmtKind::Store { .. } | StmtKind::Accumulate { .. });
                if let Some((_, since)) = &mut last {
                    walk::stmt_vars(s, &mut |v, _| _ = since.insert(v));
                }
            });
            strip_stmt(&mut stmt);
            out.push(stmt);
        }
        Some(Block { stmts: out })
    }

    fn variable(&mut self, name: &str, ty: Ty, span: somd_syntax::source::Span) -> VarId {
        self.func.vars.push(Var { name: name.into(), ty, mutable: false, span, folds: None });
        VarId(self.func.vars.len() as u32 - 1)
    }

    /// A loop whose rounds are worth waiting for: None where it is another statement, Some(None) where its checks cannot be tested.
    fn long_loop(&mut self, stmt: &Stmt) -> Option<Option<Vec<Stmt>>> {
        let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind else { return None };
        let one = matches!(step.kind, ExprKind::Const(Const::Int(1)));
        let constant = matches!((&lo.kind, &hi.kind), (ExprKind::Const(_), ExprKind::Const(_)));
        // To an array's length it is the same for all.
        let alike = constant || matches!(hi.kind, ExprKind::Len { .. });
        if !one || alike || !matches!(lo.kind, ExprKind::Const(_)) || !is_plain(hi) || !is_long(body) {
            return None;
        }
        Some(self.waiting(stmt, *var, (lo, hi, step), body, *label))
    }

    fn waiting(
        &mut self,
        stmt: &Stmt,
        var: VarId,
        (lo, hi, step): (&Expr, &Expr, &Expr),
        body: &Block,
        label: LabelId,
    ) -> Option<Vec<Stmt>> {
        let prov = || stmt.prov.clone();
        let most = self.variable("most", hi.ty.clone(), hi.span);
        self.marks.mosts.insert(most);
        // What is sure to be harmless is computed by those that wait, too.
        let first =
            body.stmts.iter().position(|s| !matches!(&s.kind, StmtKind::Let { init: Some(e), .. } if is_plain(e)));
        let (before, rest) = body.stmts.split_at(first.unwrap_or(body.stmts.len()));
        let takes_part = || {
            let kind = ExprKind::Binary(
                BinOp::Lt,
                Box::new(Expr::new(ExprKind::Var(var), hi.ty.clone(), hi.span)),
                Box::new(hi.clone()),
            );
            Expr::new(kind, Ty::Bool, hi.span)
        };
        let mut guarded = Stmt {
            kind: StmtKind::If {
                cond: takes_part(),
                then: Block { stmts: rest.to_vec() },
                otherwise: Block::default(),
            },
            prov: prov(),
        };
        let mut tests = Vec::new();
        conditions(&guarded, &mut tests)?;
        let mut stmts = before.to_vec();
        if let Some(condition) = tests.into_iter().reduce(and) {
            let fit = self.variable("fit", Ty::Bool, hi.span);
            self.marks.tests.insert(fit);
            stmts.push(Stmt { kind: StmtKind::Let { var: fit, init: Some(condition) }, prov: prov() });
        }
        strip_stmt(&mut guarded);
        stmts.push(guarded);
        let end = Expr::new(ExprKind::Var(most), hi.ty.clone(), hi.span);
        let inner = StmtKind::For { var, lo: lo.clone(), hi: end, step: step.clone(), body: Block { stmts }, label };
        Some(vec![
            Stmt { kind: StmtKind::Let { var: most, init: Some(hi.clone()) }, prov: prov() },
            Stmt { kind: inner, prov: prov() },
        ])
    }
}

/// Rounds of so many operations for each load are worth waiting for.
const OPERATIONS: usize = 8;

/// The body is straight code that computes much with what it loads, and stores nothing.
fn is_long(body: &Block) -> bool {
    const LEAST: usize = 32;
    let (mut operations, mut loads, mut straight) = (0, 0, true);
    walk::for_each_expr(body, &mut |e| match &e.kind {
        ExprKind::Binary(..) | ExprKind::Math(..) if e.ty.is_float() => operations += 1,
        // It is more than one operation.
        ExprKind::Call { .. } => operations += OPERATIONS,
        ExprKind::Index { .. } => loads += 1,
        _ => {}
    });
    walk::for_each_stmt(body, &mut |s| {
        straight &= matches!(s.kind, StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::If { .. })
    });
    straight && operations >= LEAST && operations >= 2 * loads
}

/// Nothing that fails or reads an array, and little work.
fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(_) => !matches!(e.ty, Ty::Array(_)),
        ExprKind::Len { .. } => true,
        ExprKind::Binary(op, a, b) => {
            let total = e.ty.is_float() || !matches!(op, BinOp::Div | BinOp::Rem);
            total && is_plain(a) && is_plain(b)
        }
        ExprKind::Unary(_, a) | ExprKind::Convert(a) => is_plain(a),
        _ => false,
    }
}

fn and(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr::new(ExprKind::And(Box::new(a), Box::new(b)), Ty::Bool, span)
}

/// What has to be true for the statement's checks to hold; None where that cannot be told before it.
fn conditions(stmt: &Stmt, out: &mut Vec<Expr>) -> Option<()> {
    match &stmt.kind {
        StmtKind::If { cond, then, otherwise } => {
            of_expr(cond, out)?;
            for (block, taken) in [(then, true), (otherwise, false)] {
                let mut inner = Vec::new();
                let mut defined = BTreeSet::new();
                for s in &block.stmts {
                    conditions(s, &mut inner)?;
                    walk::for_each_stmt(&Block { stmts: vec![s.clone()] }, &mut |s| {
                        walk::stmt_vars(s, &mut |v, _| _ = defined.insert(v))
                    });
                }
                let Some(all) = inner.into_iter().reduce(and) else { continue };
                let mut known = is_plain(cond);
                walk::for_each_read(&all, &mut |v| known &= !defined.contains(&v));
                if !known {
                    return None;
                }
                let span = cond.span;
                let not = |e: Expr| Expr::new(ExprKind::Unary(UnOp::Not, Box::new(e)), Ty::Bool, span);
                let apart = if taken { not(cond.clone()) } else { cond.clone() };
                out.push(Expr::new(ExprKind::Or(Box::new(apart), Box::new(all)), Ty::Bool, span));
            }
            Some(())
        }
        StmtKind::For { var, lo, hi, step, body, .. }
            if step.kind == ExprKind::Const(Const::Int(1)) && is_plain(lo) && is_plain(hi) && hi.ty == Ty::I32 =>
        {
            of_rounds(*var, (lo, hi), body, out)
        }
        StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::Store { .. } | StmtKind::Accumulate { .. } => {
            let mut known = Some(());
            walk::stmt_exprs(stmt, &mut |e| known = known.and_then(|()| of_expr(e, out)));
            known
        }
        _ => {
            let mut checks = false;
            let block = Block { stmts: vec![stmt.clone()] };
            walk::for_each_expr(&block, &mut |e| checks |= matches!(e.kind, ExprKind::Check { .. }));
            (!checks).then_some(())
        }
    }
}

/// What has to be true for the checks of a loop's straight body to hold in all rounds: an index that grows by as much in each round is in
/// range where it is so in the first and in the last. Both are computed in 64 bits, where a product of two integers does not wrap.
fn of_rounds(var: VarId, (lo, hi): (&Expr, &Expr), body: &Block, out: &mut Vec<Expr>) -> Option<()> {
    let mut any = false;
    walk::for_each_expr(body, &mut |e| any |= matches!(e.kind, ExprKind::Check { .. }));
    if !any {
        return Some(());
    }
    let mut defined = BTreeSet::new();
    let (mut straight, mut checks) = (true, Vec::new());
    for s in &body.stmts {
        straight &= matches!(s.kind, StmtKind::Let { .. } | StmtKind::Assign { .. });
        walk::stmt_vars(s, &mut |v, _| _ = defined.insert(v));
        walk::stmt_exprs(s, &mut |e| straight &= sure_checks(e, &mut checks));
    }
    if !straight {
        return None;
    }
    let span = lo.span;
    let number = |n: i64| Expr::new(ExprKind::Const(Const::Int(n)), Ty::I64, span);
    let binary = |op, a: Expr, b: Expr, ty| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span);
    let first = wide(lo, None)?;
    let last = binary(BinOp::Sub, wide(hi, None)?, number(1), Ty::I64);
    let mut all: Vec<Expr> = Vec::new();
    for (array, dim, value) in checks {
        let mut known = true;
        walk::for_each_read(&value, &mut |v| known &= v == var || !defined.contains(&v));
        if !known || products(&value) > 1 {
            return None;
        }
        let length = Expr::new(ExprKind::Len { array, dim }, Ty::I32, span);
        let length = Expr::new(ExprKind::Convert(Box::new(length)), Ty::I64, span);
        for end in [&first, &last] {
            let index = wide(&value, Some((var, end)))?;
            let test = and(
                binary(BinOp::Ge, index.clone(), number(0), Ty::Bool),
                binary(BinOp::Lt, index, length.clone(), Ty::Bool),
            );
            if !all.iter().any(|t| somd_passes::same(t, &test)) {
                all.push(test);
            }
        }
    }
    let none = binary(BinOp::Ge, lo.clone(), hi.clone(), Ty::Bool);
    let all = all.into_iter().reduce(and)?;
    out.push(Expr::new(ExprKind::Or(Box::new(none), Box::new(all)), Ty::Bool, span));
    Some(())
}

/// The index checks that are made whenever the expression is evaluated; false where there are others.
fn sure_checks(e: &Expr, out: &mut Vec<(VarId, u32, Expr)>) -> bool {
    match &e.kind {
        ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => {
            out.push((*array, *dim, value.as_ref().clone()));
            value.ty == Ty::I32 && is_plain(value)
        }
        ExprKind::Check { .. } => false,
        // Only the first operand is sure to be evaluated.
        ExprKind::Select(first, ..) | ExprKind::And(first, _) | ExprKind::Or(first, _) => {
            let (mut all, mut sure) = (Vec::new(), Vec::new());
            let mut plain = true;
            walk::expr_children(e, &mut |c| plain &= sure_checks(c, &mut all));
            plain &= sure_checks(first, &mut sure) && all.len() == sure.len();
            out.extend(sure);
            plain
        }
        _ => {
            let mut plain = true;
            walk::expr_children(e, &mut |c| plain &= sure_checks(c, out));
            plain
        }
    }
}

fn products(e: &Expr) -> usize {
    let mut count = usize::from(matches!(e.kind, ExprKind::Binary(BinOp::Mul, ..)));
    walk::expr_children(e, &mut |c| count += products(c));
    count
}

/// A sum of integers and products in 64 bits, with a value for a variable; None for anything else.
fn wide(e: &Expr, given: Option<(VarId, &Expr)>) -> Option<Expr> {
    let kind = match &e.kind {
        ExprKind::Var(v) if given.is_some_and(|(var, _)| var == *v) => return given.map(|(_, value)| value.clone()),
        ExprKind::Const(Const::Int(_)) => e.kind.clone(),
        ExprKind::Var(_) | ExprKind::Len { .. } if e.ty == Ty::I32 => ExprKind::Convert(Box::new(e.clone())),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) if e.ty == Ty::I32 => {
            ExprKind::Binary(*op, Box::new(wide(a, given)?), Box::new(wide(b, given)?))
        }
        _ => return None,
    };
    Some(Expr::new(kind, Ty::I64, e.span))
}

fn of_expr(e: &Expr, out: &mut Vec<Expr>) -> Option<()> {
    let mut checks = Vec::new();
    if !sure_checks(e, &mut checks) {
        return None;
    }
    for (array, dim, value) in checks {
        let span = value.span;
        let less = |a: Expr, b: Expr, op| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::Bool, span);
        let zero = Expr::new(ExprKind::Const(Const::Int(0)), Ty::I32, span);
        let length = Expr::new(ExprKind::Len { array, dim }, Ty::I32, span);
        out.push(and(less(value.clone(), zero, BinOp::Ge), less(value, length, BinOp::Lt)));
    }
    Some(())
}

fn strip_stmt(stmt: &mut Stmt) {
    walk::stmt_exprs_mut(stmt, &mut strip);
    walk::stmt_blocks_mut(stmt, &mut |b| b.stmts.iter_mut().for_each(strip_stmt));
}

/// Drops the checks of an expression.
fn strip(e: &mut Expr) {
    walk::expr_children_mut(e, &mut strip);
    if let ExprKind::Check { value, .. } = &mut e.kind {
        *e = value.as_ref().clone();
    }
}
