//! How an instruction's iterations are split into what one work item does and loops whose turns a work group shares.
//!
//! A turn is split where its first statement names a variable that lasts: what stands in front, and every largest expression behind that names
//! no such variable, is computed by all (a *piece*); the rest is the fold.

use crate::independence::{checks_only, constant, independent, written};
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk::{self, named};
use std::collections::BTreeSet;

/// Turns of a loop that are worth sharing, where their number is known.
pub(super) const LONG: i64 = 32;

/// Bytes of all pieces of a turn.
const BYTES: usize = 16;

/// An instruction's iterations as a work group runs them.
pub struct Plan {
    pub steps: Vec<Step>,
    /// Bytes of the pieces that are in local memory at once.
    pub bytes: usize,
}

pub enum Step {
    /// By one work item an iteration.
    Alone(Vec<Stmt>),
    Shared(Shared),
}

pub struct Shared {
    pub prov: Prov,
    pub var: VarId,
    pub lo: Expr,
    pub hi: Expr,
    pub label: LabelId,
    /// What a work item computes for a turn.
    pub turn: Block,
    pub pieces: Vec<VarId>,
    /// What becomes of the pieces, in order; nothing where turns are independent.
    pub fold: Block,
    /// Neighbouring iterations, not turns, read neighbouring elements.
    pub across: bool,
    /// A store of what the fold leaves in a piece of each turn, to an element of the iteration's row.
    pub store: Option<Stmt>,
}

/// The plan, with the function that has its variables; None where the instruction has no such loop.
pub fn plan(program: &Program, func: &Func, par: &Par) -> Option<(Func, Plan)> {
    let [dim] = par.space.as_slice() else { return None };
    let own = dim.index;
    let arrays = written(par)?;
    if func.vars[own.index()].ty != Ty::I32 {
        return None;
    }
    // A function of many instructions is not copied for each.
    if !par.body.stmts.iter().any(|s| matches!(s.kind, StmtKind::For { .. })) {
        return None;
    }
    let captured: BTreeSet<VarId> = captures(par).into_iter().collect();
    let mut func = func.clone();
    let mut steps = vec![Step::Alone(Vec::new())];
    let mut pools: Vec<(Ty, usize)> = Vec::new();
    let mut folds = false;
    for stmt in &par.body.stmts {
        // A jump from the top of the body would miss barriers.
        if matches!(stmt.kind, StmtKind::Labeled { .. } | StmtKind::Throw { .. }) {
            return None;
        }
        let shared = match shared(program, &mut func, par, own, &captured, &arrays, stmt) {
            Some(shared) => shared,
            None => {
                match steps.last_mut() {
                    Some(Step::Alone(stmts)) => stmts.push(stmt.clone()),
                    _ => steps.push(Step::Alone(vec![stmt.clone()])),
                }
                continue;
            }
        };
        folds |= !shared.fold.stmts.is_empty();
        let mut count: Vec<(Ty, usize)> = Vec::new();
        for piece in &shared.pieces {
            let ty = &func.vars[piece.index()].ty;
            match count.iter_mut().find(|(t, _)| t == ty) {
                Some((_, n)) => *n += 1,
                None => count.push((ty.clone(), 1)),
            }
        }
        for (ty, n) in count {
            match pools.iter_mut().find(|(t, _)| *t == ty) {
                Some((_, most)) => *most = n.max(*most),
                None => pools.push((ty, n)),
            }
        }
        steps.push(Step::Shared(shared));
    }
    let bytes = pools.iter().map(|(ty, n)| n * crate::elem(program, ty).bytes()).sum();
    (folds && bytes <= BYTES).then_some((func, Plan { steps, bytes }))
}

/// The loop's turns, where they can be shared.
fn shared(
    program: &Program,
    func: &mut Func,
    par: &Par,
    own: VarId,
    captured: &BTreeSet<VarId>,
    arrays: &BTreeSet<VarId>,
    stmt: &Stmt,
) -> Option<Shared> {
    let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind else { return None };
    let few = constant(lo).zip(constant(hi)).is_some_and(|(lo, hi)| hi - lo < LONG);
    if few || constant(step) != Some(1) || func.vars[var.index()].ty != Ty::I32 || checks_only(stmt) {
        return None;
    }
    // A group's iterations know of each other's results only their own.
    let mut rows = true;
    walk::for_each_expr(body, &mut |e| {
        let first = match &e.kind {
            ExprKind::Len { .. } | ExprKind::Check { .. } => return,
            ExprKind::Index { index, .. } | ExprKind::Row { index, .. } => index.first(),
            _ => None,
        };
        let is_own = first.is_some_and(|e| matches!(e.unchecked().kind, ExprKind::Var(v) if v == own));
        rows &= is_own || walk::expr_var(e).is_none_or(|v| !arrays.contains(&v));
    });
    let mut stored = false;
    let mut jumps = false;
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Store { array, index, .. } if arrays.contains(array) => {
            stored = true;
            rows &= index.len() > 1 && matches!(index[0].unchecked().kind, ExprKind::Var(v) if v == own);
        }
        StmtKind::Break(l) | StmtKind::Continue(l) => jumps |= l == label,
        StmtKind::Return(_) | StmtKind::Accumulate { .. } => rows = false,
        _ => {}
    });
    if !rows || jumps {
        return None;
    }
    let made = |turn: Block, pieces, fold, across| Shared {
        prov: stmt.prov.clone(),
        var: *var,
        lo: lo.clone(),
        hi: hi.clone(),
        label: *label,
        turn,
        pieces,
        fold,
        across,
        store: None,
    };
    if stored && independent(func, par, *var, 1, body, *label) {
        return Some(made(body.clone(), Vec::new(), Block::default(), false));
    }
    // Else each turn stores one element, from what lasts.
    let at = if stored { Some(own_store(par, own, *var, body, arrays)?) } else { None };
    let mut stmts = body.stmts.clone();
    let last = at.map(|at| (at, stmts.remove(at)));
    let (declared, changed) = named(&stmts);
    let lasting: BTreeSet<VarId> = changed.into_iter().filter(|v| !declared.contains(v)).collect();
    let scalars = lasting.iter().all(|v| func.vars[v.index()].ty.is_scalar());
    if lasting.is_empty() || !scalars {
        return None;
    }
    let mut split = Split {
        program,
        func,
        inner: declared,
        turn: *var,
        named: lasting,
        zeros: Vec::new(),
        pieces: Vec::new(),
        values: Vec::new(),
    };
    let first = stmts.iter().position(|s| split.lasts(s)).unwrap_or(stmts.len());
    let first = first.min(at.unwrap_or(first));
    let mut turn = stmts[..first].to_vec();
    let (mut fold, mut store) = (Vec::new(), None);
    match &last {
        Some((at, last)) => {
            fold = split.fold(&stmts[first..*at], false, &mut turn)?;
            store = Some(split.store(last, *at == stmts.len(), &mut fold, &mut turn)?);
            fold.extend(split.fold(&stmts[*at..], false, &mut turn)?);
        }
        None => fold.extend(split.fold(&stmts[first..], false, &mut turn)?),
    }
    let zeros = std::mem::take(&mut split.zeros);
    let pieces = std::mem::take(&mut split.pieces);
    turn.splice(0..0, zeros);
    let turn = Block { stmts: turn };
    // What is read must be of this iteration and turn alone: what others read too is better shared between iterations.
    let uniform = |e: &Expr| {
        let mut uniform = true;
        walk::for_each_read(e, &mut |v| uniform &= captured.contains(&v));
        uniform
    };
    let mut turns: BTreeSet<VarId> = BTreeSet::from([*var]);
    walk::for_each_stmt(&turn, &mut |s| {
        if let StmtKind::Let { var, init: Some(e) } = &s.kind {
            let mut by = false;
            walk::for_each_read(e, &mut |v| by |= turns.contains(&v));
            if by && e.ty.is_int() {
                turns.insert(*var);
            }
        }
    });
    let ragged = !uniform(lo) || !uniform(hi);
    let (inside, _) = named(&turn.stmts);
    let (mut alone, mut along, mut across) = (false, 0, 0);
    walk::for_each_expr(&turn, &mut |e| {
        let ExprKind::Index { array, index } = &e.kind else { return };
        if !captured.contains(array) && !arrays.contains(array) {
            return;
        }
        let (mut turn, mut iteration) = (false, ragged);
        for e in index {
            walk::for_each_read(e, &mut |v| {
                turn |= turns.contains(&v);
                iteration |= v != *var && !captured.contains(&v) && !inside.contains(&v);
            });
        }
        alone |= turn && iteration;
        let last = index.last().map(|e| &e.unchecked().kind);
        across += usize::from(turn && matches!(last, Some(ExprKind::Var(v)) if *v == own));
        along += usize::from(turn && !matches!(last, Some(ExprKind::Var(v)) if *v == own));
    });
    let fits = alone && !pieces.is_empty() && !(store.is_some() && across > along);
    fits.then(|| Shared { store, ..made(turn, pieces, Block { stmts: fold }, across > along) })
}

/// The statement by which a turn stores its element of the iteration's row, where nothing else in the turn stores to results or looks at other elements
/// of them.
fn own_store(par: &Par, own: VarId, var: VarId, body: &Block, arrays: &BTreeSet<VarId>) -> Option<usize> {
    let here = |index: &[Expr]| {
        let is = |e: &Expr, v: VarId| matches!(e.unchecked().kind, ExprKind::Var(x) if x == v);
        matches!(index, [i, k] if is(i, own) && is(k, var))
    };
    let stores = |s: &Stmt| matches!(&s.kind, StmtKind::Store { array, .. } if arrays.contains(array));
    let at = body.stmts.iter().position(stores)?;
    let StmtKind::Store { array, index, .. } = &body.stmts[at].kind else { return None };
    let mut alone = here(index) && par.outputs.iter().any(|o| o.result == *array);
    let mut all = 0;
    walk::for_each_stmt(body, &mut |s| {
        all += usize::from(stores(s));
        alone &= !matches!(s.kind, StmtKind::Continue(_) | StmtKind::Break(_));
    });
    walk::for_each_expr(body, &mut |e| match &e.kind {
        ExprKind::Len { .. } | ExprKind::Check { .. } => {}
        ExprKind::Index { array, index } if arrays.contains(array) => alone &= here(index),
        _ => alone &= walk::expr_var(e).is_none_or(|v| !arrays.contains(&v)),
    });
    // Behind the store, the turn looks at what was there no more.
    walk::for_each_expr(&Block { stmts: body.stmts[at + 1..].to_vec() }, &mut |e| {
        alone &= !matches!(e.kind, ExprKind::Index { array, .. } if arrays.contains(&array));
    });
    (alone && all == 1).then_some(at)
}

/// A turn's statements as they are split.
struct Split<'e> {
    program: &'e Program,
    func: &'e mut Func,
    /// Declared in the turn.
    inner: BTreeSet<VarId>,
    turn: VarId,
    /// Variables that last, and those whose values come of them.
    named: BTreeSet<VarId>,
    /// Declarations of pieces that are computed under a condition.
    zeros: Vec<Stmt>,
    pieces: Vec<VarId>,
    /// What pieces that are always computed stand for.
    values: Vec<(Expr, VarId)>,
}

impl Split<'_> {
    /// Whether an expression names what lasts.
    fn depends(&self, e: &Expr) -> bool {
        let mut found = false;
        walk::for_each_read(e, &mut |v| found |= self.named.contains(&v));
        found
    }

    /// Whether a statement names what lasts.
    fn lasts(&self, stmt: &Stmt) -> bool {
        let block = Block { stmts: vec![stmt.clone()] };
        let mut found = !named(&block.stmts).1.is_disjoint(&self.named);
        walk::for_each_expr(&block, &mut |e| found |= walk::expr_var(e).is_some_and(|v| self.named.contains(&v)));
        found
    }

    /// The fold's statements; what they need is added to the turn's. `held`: they run where what lasts says so.
    fn fold(&mut self, stmts: &[Stmt], held: bool, turn: &mut Vec<Stmt>) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        for stmt in stmts {
            let with = |kind| Stmt { kind, prov: stmt.prov.clone() };
            match &stmt.kind {
                StmtKind::Let { var, init: Some(e) } if e.ty.is_scalar() && !self.func.vars[var.index()].mutable => {
                    if !self.depends(e) {
                        if held && !safe(e) {
                            return None;
                        }
                        turn.push(stmt.clone());
                        continue;
                    }
                    let init = self.expr(e, held, turn)?;
                    self.named.insert(*var);
                    out.push(with(StmtKind::Let { var: *var, init: Some(init) }));
                }
                StmtKind::Assign { var, value } if self.named.contains(var) => {
                    let value = self.expr(value, held, turn)?;
                    out.push(with(StmtKind::Assign { var: *var, value }));
                }
                StmtKind::If { cond, then, otherwise } => {
                    let own = self.depends(cond);
                    let cond = self.expr(cond, held, turn)?;
                    let (then, otherwise) = if own || held || !matches!(cond.kind, ExprKind::Var(_)) {
                        let then = self.fold(&then.stmts, true, turn)?;
                        (then, self.fold(&otherwise.stmts, true, turn)?)
                    } else {
                        let (mut yes, mut no) = (Vec::new(), Vec::new());
                        let known = self.values.len();
                        let then = self.under(&then.stmts, &mut yes)?;
                        self.values.truncate(known);
                        let otherwise = self.under(&otherwise.stmts, &mut no)?;
                        self.values.truncate(known);
                        if !yes.is_empty() || !no.is_empty() {
                            let (then, otherwise) = (Block { stmts: yes }, Block { stmts: no });
                            turn.push(with(StmtKind::If { cond: cond.clone(), then, otherwise }));
                        }
                        (then, otherwise)
                    };
                    let (then, otherwise) = (Block { stmts: then }, Block { stmts: otherwise });
                    out.push(with(StmtKind::If { cond, then, otherwise }));
                }
                _ => return None,
            }
        }
        Some(out)
    }

    /// The store of a turn: the fold leaves the value in a piece, where the store is the `last` statement in one whose own value nothing needs any more.
    fn store(&mut self, stmt: &Stmt, last: bool, fold: &mut Vec<Stmt>, turn: &mut Vec<Stmt>) -> Option<Stmt> {
        let StmtKind::Store { array, index, value } = &stmt.kind else { return None };
        let ty = value.ty.clone();
        if !ty.is_scalar() || matches!(ty, Ty::Struct(_)) {
            return None;
        }
        let value = self.expr(value, false, turn)?;
        let known = self.pieces.iter().find(|p| last && self.func.vars[p.index()].ty == ty);
        let piece = match known {
            Some(piece) => *piece,
            None => {
                let zero = match ty {
                    Ty::Bool => Const::Bool(false),
                    Ty::F32 => Const::F32(0.0),
                    Ty::F64 => Const::F64(0.0),
                    _ => Const::Int(0),
                };
                let zero = Expr::new(ExprKind::Const(zero), ty.clone(), value.span);
                let piece = VarId(self.func.vars.len() as u32);
                self.func.vars.push(Var {
                    name: "part".into(),
                    ty: ty.clone(),
                    mutable: false,
                    span: value.span,
                    folds: None,
                });
                turn.push(Stmt { kind: StmtKind::Let { var: piece, init: Some(zero) }, prov: stmt.prov.clone() });
                self.pieces.push(piece);
                piece
            }
        };
        let span = value.span;
        fold.push(Stmt { kind: StmtKind::Assign { var: piece, value }, prov: stmt.prov.clone() });
        let value = Expr::var(piece, ty, span);
        let kind = StmtKind::Store { array: *array, index: index.clone(), value };
        Some(Stmt { kind, prov: stmt.prov.clone() })
    }

    /// As [`Split::fold`], under a condition of the turn's own: pieces are declared in front of it.
    fn under(&mut self, stmts: &[Stmt], turn: &mut Vec<Stmt>) -> Option<Vec<Stmt>> {
        let mut inside = Vec::new();
        let before = self.pieces.len();
        let out = self.fold(stmts, false, &mut inside)?;
        for stmt in inside {
            match &stmt.kind {
                StmtKind::Let { var, init: Some(e) } if self.pieces[before..].contains(var) => {
                    self.func.vars[var.index()].mutable = true;
                    let zero = match e.ty {
                        Ty::Bool => Const::Bool(false),
                        Ty::F32 => Const::F32(0.0),
                        Ty::F64 => Const::F64(0.0),
                        _ => Const::Int(0),
                    };
                    let zero = Expr::new(ExprKind::Const(zero), e.ty.clone(), e.span);
                    let prov = stmt.prov.clone();
                    self.zeros.push(Stmt { kind: StmtKind::Let { var: *var, init: Some(zero) }, prov });
                    let kind = StmtKind::Assign { var: *var, value: e.clone() };
                    turn.push(Stmt { kind, prov: stmt.prov.clone() });
                }
                _ => turn.push(stmt),
            }
        }
        Some(out)
    }

    /// The expression with pieces in the place of what does not name what lasts.
    fn expr(&mut self, e: &Expr, held: bool, turn: &mut Vec<Stmt>) -> Option<Expr> {
        if !self.depends(e) {
            return self.piece(e, held, turn);
        }
        let mut new = e.clone();
        match &mut new.kind {
            ExprKind::Var(_) => {}
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                **a = self.expr(a, held, turn)?;
                **b = self.expr(b, true, turn)?;
            }
            ExprKind::Select(c, a, b) => {
                **c = self.expr(c, held, turn)?;
                **a = self.expr(a, true, turn)?;
                **b = self.expr(b, true, turn)?;
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Bitcast(a) => **a = self.expr(a, held, turn)?,
            // Unchecked division is by what was proved not to be zero.
            ExprKind::Binary(_, a, b) => {
                **a = self.expr(a, held, turn)?;
                **b = self.expr(b, held, turn)?;
            }
            ExprKind::Math(_, args) => {
                for a in args {
                    *a = self.expr(a, held, turn)?;
                }
            }
            ExprKind::Call { func, args } => {
                let whole = walk::throws(self.program, &self.program.func(*func).body);
                if whole || args.iter().any(|a| !a.ty.is_scalar()) {
                    return None;
                }
                for a in args {
                    *a = self.expr(a, held, turn)?;
                }
            }
            _ => return None,
        }
        Some(new)
    }

    fn piece(&mut self, e: &Expr, held: bool, turn: &mut Vec<Stmt>) -> Option<Expr> {
        // What the work item that folds has at hand.
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => return Some(e.clone()),
            ExprKind::Var(v) if *v == self.turn || !self.inner.contains(v) => return Some(e.clone()),
            _ => {}
        }
        if !e.ty.is_scalar() {
            return None;
        }
        if let Some((_, piece)) = self.values.iter().find(|(known, _)| walk::same_value(known, e)) {
            return Some(Expr::var(*piece, e.ty.clone(), e.span));
        }
        if held && !safe(e) {
            return None;
        }
        let piece = VarId(self.func.vars.len() as u32);
        let name = match &e.unchecked().kind {
            ExprKind::Index { array, .. } | ExprKind::Var(array) => self.func.vars[array.index()].name.clone(),
            _ => "part".into(),
        };
        self.func.vars.push(Var { name, ty: e.ty.clone(), mutable: false, span: e.span, folds: None });
        let prov = Prov(Default::default());
        turn.push(Stmt { kind: StmtKind::Let { var: piece, init: Some(e.clone()) }, prov });
        self.pieces.push(piece);
        self.values.push((e.clone(), piece));
        Some(Expr::var(piece, e.ty.clone(), e.span))
    }
}

/// Whether an expression may be evaluated where the program does not.
fn safe(e: &Expr) -> bool {
    let own = !matches!(
        e.kind,
        ExprKind::Check { .. }
            | ExprKind::Call { .. }
            | ExprKind::Index { .. }
            | ExprKind::Row { .. }
            | ExprKind::Binary(BinOp::Div | BinOp::Rem, ..)
    );
    let mut all = own;
    walk::expr_children(e, &mut |c| all &= safe(c));
    all
}
