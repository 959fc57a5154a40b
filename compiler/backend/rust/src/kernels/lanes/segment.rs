//! Which variables differ between iterations, and the body as a tree: what is done once a strip, and loops over its lanes.

use super::Elementary;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

pub enum Node {
    /// The same in all iterations.
    Once(Stmt),
    /// For each lane, one after another.
    Lanes(Vec<Stmt>),
    /// An elementary function of what differs.
    Usual {
        var: VarId,
        func: FuncId,
        args: Vec<Expr>,
        prov: Prov,
    },
    /// Control flow that all iterations share.
    If {
        cond: Expr,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    /// A `for` or `while` with an empty body.
    Loop {
        head: Stmt,
        body: Vec<Node>,
        sum: Option<Sum>,
    },
    Labeled {
        label: LabelId,
        body: Vec<Node>,
    },
    /// Goes on where the variable is true in all lanes.
    Test(VarId),
    /// The greatest of what the lanes want.
    Most {
        var: VarId,
        wanted: Expr,
    },
}

/// A loop in which each iteration adds up something of its own.
#[derive(Clone, Copy, PartialEq)]
pub enum Sum {
    /// In a round neighbouring iterations read elements side by side: they are vectors.
    Beside,
    /// Each goes its own way through memory. A few sums at a time keep the processor busy, where one alone waits for its last addition.
    Apart,
}

/// Variables that are not what they seem: see [`Node::Test`] and [`Node::Most`].
#[derive(Default)]
pub struct Marks {
    pub tests: BTreeSet<VarId>,
    pub mosts: BTreeSet<VarId>,
}

pub struct Segments {
    pub nodes: Vec<Node>,
    pub spread: BTreeSet<VarId>,
}

/// None where there is nothing to do for all lanes at once, or what lives longer than a loop over them has no array.
pub fn segment(elementary: &Elementary, func: &mut Func, par: &Par, body: Block, marks: &Marks) -> Option<Segments> {
    let inner = par.space.last()?.index;
    let mut varying: BTreeSet<VarId> = [inner].into();
    let mut slots = BTreeSet::new();
    let mut kept = BTreeSet::new();
    let mut stored = BTreeSet::new();
    for o in &par.outputs {
        match o.kind {
            OutputKind::Reduce { acc, .. } => _ = slots.insert(acc),
            OutputKind::Fold { value, .. } | OutputKind::Scan { value, .. } => _ = kept.insert(value),
            OutputKind::Filter { value, keep } => kept.extend([value, keep]),
            OutputKind::First { .. } | OutputKind::Sort { .. } => return None,
            OutputKind::Array(_) | OutputKind::Accumulate { .. } => _ = stored.insert(o.result),
        }
    }
    varying.extend(slots.iter().chain(&kept));
    let mut spreading = Varying { varying, stored, marks };
    loop {
        let before = spreading.varying.len();
        spreading.block(&body, false);
        if spreading.varying.len() == before {
            break;
        }
    }
    let mut s = Segmenter { elementary, func, inner, varying: spreading, gains: 0 };
    let mut nodes = s.block(body);
    if s.gains == 0 {
        return None;
    }
    join(&mut nodes);
    // A variable that two loops over the lanes mention has an array.
    let mut seen: BTreeMap<VarId, usize> = BTreeMap::new();
    let mut spread: BTreeSet<VarId> = kept;
    let mut number = 0;
    mentions(&nodes, &mut number, &mut |v, at| {
        let varies = s.varying.varying.contains(&v) && !slots.contains(&v) && par.space.iter().all(|d| d.index != v);
        if varies && *seen.entry(v).or_insert(at) != at {
            spread.insert(v);
        }
    });
    let arrays = spread.iter().any(|v| s.func.vars[v.index()].ty.as_array().is_some());
    (!arrays).then_some(Segments { nodes, spread })
}

struct Varying<'a> {
    marks: &'a Marks,
    varying: BTreeSet<VarId>,
    /// Arrays that iterations store to.
    stored: BTreeSet<VarId>,
}

impl Varying<'_> {
    fn expr(&self, e: &Expr) -> bool {
        let mut found = false;
        walk::for_each_read(e, &mut |v| found |= self.varying.contains(&v) || self.stored.contains(&v));
        found
    }

    /// `apart`: iterations may come here, or not, each by itself.
    fn block(&mut self, block: &Block, apart: bool) {
        for s in &block.stmts {
            self.stmt(s, apart);
        }
    }

    fn stmt(&mut self, s: &Stmt, apart: bool) {
        match &s.kind {
            // The same for all lanes.
            StmtKind::Let { var, .. } if self.marks.mosts.contains(var) => {}
            StmtKind::Let { var, .. } if self.marks.tests.contains(var) => _ = self.varying.insert(*var),
            StmtKind::Let { var, init } => {
                let private = self.is_private(init);
                if apart || private || init.as_ref().is_some_and(|e| self.expr(e)) {
                    self.varying.insert(*var);
                }
            }
            StmtKind::Assign { var, value } if apart || self.expr(value) => {
                self.varying.insert(*var);
            }
            StmtKind::If { cond, then, otherwise } => {
                let apart = apart || self.expr(cond);
                self.block(then, apart);
                self.block(otherwise, apart);
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let apart =
                    apart || [lo, hi, step].iter().any(|e| self.expr(e)) || self.leaves_apart(body, *label, false);
                if apart {
                    self.varying.insert(*var);
                }
                self.block(body, apart);
            }
            StmtKind::While { cond, body, label } => {
                let apart = apart || self.expr(cond) || self.leaves_apart(body, *label, false);
                self.block(body, apart);
            }
            StmtKind::Labeled { label, body } => {
                let apart = apart || self.leaves_apart(body, *label, false);
                self.block(body, apart);
            }
            _ => {}
        }
    }

    /// An array of the iteration's own.
    fn is_private(&self, init: &Option<Expr>) -> bool {
        init.as_ref().is_some_and(|e| matches!(e.ty, Ty::Array(_)))
    }

    /// Whether a jump to the label depends on the iteration.
    fn leaves_apart(&self, block: &Block, label: LabelId, apart: bool) -> bool {
        block.stmts.iter().any(|s| match &s.kind {
            StmtKind::Break(l) | StmtKind::Continue(l) => apart && *l == label,
            StmtKind::If { cond, then, otherwise } => {
                let apart = apart || self.expr(cond);
                self.leaves_apart(then, label, apart) || self.leaves_apart(otherwise, label, apart)
            }
            StmtKind::For { lo, hi, step, body, .. } => {
                self.leaves_apart(body, label, apart || [lo, hi, step].iter().any(|e| self.expr(e)))
            }
            StmtKind::While { cond, body, .. } => self.leaves_apart(body, label, apart || self.expr(cond)),
            StmtKind::Labeled { body, .. } => self.leaves_apart(body, label, apart),
            _ => false,
        })
    }
}

struct Segmenter<'a> {
    elementary: &'a Elementary<'a>,
    func: &'a mut Func,
    /// The index that differs between lanes.
    inner: VarId,
    varying: Varying<'a>,
    /// Calls of elementary functions for all lanes at once, and loops that carry sums of all of them.
    gains: usize,
}

impl Segmenter<'_> {
    fn block(&mut self, block: Block) -> Vec<Node> {
        let mut nodes = Vec::new();
        for stmt in block.stmts {
            self.stmt(stmt, &mut nodes);
        }
        nodes
    }

    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Node>) {
        if let StmtKind::Let { var, init: Some(value) } = &stmt.kind {
            let var = *var;
            if self.varying.marks.mosts.contains(&var) {
                return out.push(Node::Most { var, wanted: value.clone() });
            }
            if self.varying.marks.tests.contains(&var) {
                return out.extend([Node::Lanes(vec![stmt]), Node::Test(var)]);
            }
        }
        if self.all_same(&stmt) {
            // A value that needs nothing of the lanes comes before the loops over them, so that they are one.
            let is_value = matches!(&stmt.kind, StmtKind::Let { init: Some(e), .. } if walk::is_pure(e));
            let lanes = out.iter().rev().take_while(|n| is_value && matches!(n, Node::Lanes(_))).count();
            return out.insert(out.len() - lanes, Node::Once(stmt));
        }
        if !self.opens(&stmt) {
            if matches!(
                stmt.kind,
                StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::Store { .. } | StmtKind::Accumulate { .. }
            ) {
                let prov = stmt.prov.clone();
                walk::stmt_exprs_mut(&mut stmt, &mut |e| self.take_calls(e, &prov, out));
            }
            return out.push(Node::Lanes(vec![stmt]));
        }
        let sum = self.sum(&stmt);
        let prov = stmt.prov;
        match stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                out.push(Node::If { cond, then, otherwise });
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let mut body = body;
                let before = if sum.is_some() { self.take_loads(var, &mut body, &prov) } else { Vec::new() };
                self.gains += usize::from(sum.is_some());
                let range = (lo.clone(), hi.clone());
                let head = StmtKind::For { var, lo, hi, step, body: jumps_only(&body), label };
                let body = self.block(body);
                let inner = Node::Loop { head: Stmt { kind: head, prov }, body, sum };
                if before.is_empty() {
                    return out.push(inner);
                }
                // Where the loop has no round, its loads need not be in range.
                let span = range.0.span;
                let cond = ExprKind::Binary(BinOp::Lt, Box::new(range.0), Box::new(range.1));
                let cond = Expr { kind: cond, ty: Ty::Bool, span };
                out.push(Node::If { cond, then: vec![Node::Lanes(before), inner], otherwise: Vec::new() });
            }
            StmtKind::While { cond, body, label } => {
                let head = StmtKind::While { cond, body: jumps_only(&body), label };
                let body = self.block(body);
                out.push(Node::Loop { head: Stmt { kind: head, prov }, body, sum: None });
            }
            StmtKind::Labeled { label, body } => out.push(Node::Labeled { label, body: self.block(body) }),
            _ => out.push(Node::Lanes(vec![Stmt { kind: stmt.kind, prov }])),
        }
    }

    /// Nothing in the statement depends on the iteration.
    fn all_same(&self, stmt: &Stmt) -> bool {
        let block = Block { stmts: vec![stmt.clone()] };
        let mut same = true;
        walk::for_each_stmt(&block, &mut |s| {
            walk::stmt_exprs(s, &mut |e| same &= !self.varying.expr(e));
            walk::stmt_vars(s, &mut |v, _| {
                same &= !self.varying.varying.contains(&v) && !self.varying.stored.contains(&v)
            });
        });
        same
    }

    /// Control flow that all iterations share, and that must not be repeated for each, or has something to do for all at once.
    fn opens(&self, stmt: &Stmt) -> bool {
        let shared = match &stmt.kind {
            StmtKind::If { cond, .. } => !self.varying.expr(cond),
            StmtKind::For { var, .. } => !self.varying.varying.contains(var),
            StmtKind::While { cond, body, label } => {
                !self.varying.expr(cond) && !self.varying.leaves_apart(body, *label, false)
            }
            StmtKind::Labeled { label, body } => !self.varying.leaves_apart(body, *label, false),
            _ => false,
        };
        if !shared {
            return false;
        }
        let (mut once, mut calls) = (false, false);
        let block = Block { stmts: vec![stmt.clone()] };
        walk::for_each_stmt(&block, &mut |s| {
            once |= match &s.kind {
                StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => !self.varying.varying.contains(var),
                StmtKind::Break(_) | StmtKind::Continue(_) => true,
                StmtKind::For { hi, .. } => {
                    matches!(hi.kind, ExprKind::Var(v) if self.varying.marks.mosts.contains(&v))
                }
                _ => false,
            }
        });
        walk::for_each_expr(&block, &mut |e| {
            calls |= matches!(e.kind, ExprKind::Call { func, .. } if self.elementary.is_elementary(func))
        });
        let mut sums = false;
        walk::for_each_stmt(&block, &mut |s| sums |= self.sum(s).is_some());
        once || calls || sums
    }

    /// A loop that all iterations share, in which each adds up something of its own.
    fn sum(&self, stmt: &Stmt) -> Option<Sum> {
        let StmtKind::For { var, lo, hi, step, body, .. } = &stmt.kind else { return None };
        let shared = !self.varying.varying.contains(var) && counts_up(step);
        if !shared || super::sums::is_unrolled(lo, hi, body) {
            return None;
        }
        let mut carried = super::sums::carried(self.func, *var, body);
        carried.retain(|v| self.varying.varying.contains(v));
        if carried.is_empty() {
            return None;
        }
        if self.reads_beside(*var, body) {
            return Some(Sum::Beside);
        }
        let waits = carried.iter().any(|v| super::sums::waits(self.func, *v, body));
        (waits && self.is_simple(body)).then_some(Sum::Apart)
    }

    /// So short and straight that a few of them fit into registers; what is the same for all iterations, it only declares.
    fn is_simple(&self, body: &Block) -> bool {
        const SHORT: usize = 48;
        let (mut simple, mut size) = (true, 0);
        for s in &body.stmts {
            simple &= match &s.kind {
                StmtKind::Let { .. } => true,
                StmtKind::Assign { var, .. } => self.varying.varying.contains(var),
                _ => false,
            };
        }
        walk::for_each_expr(body, &mut |e| {
            size += 1;
            simple &= !matches!(e.kind, ExprKind::Call { .. });
        });
        simple && size <= SHORT
    }

    /// Whether what neighbours load in a loop with this body lies side by side.
    fn reads_beside(&self, var: VarId, body: &Block) -> bool {
        let inside = changing(var, body);
        let mut near = true;
        walk::for_each_expr(body, &mut |e| {
            let ExprKind::Index { index, .. } = &e.kind else { return };
            if !self.varying.expr(e) || is_fixed(e, &inside, &self.varying) {
                return;
            }
            let (last, rest) = match index.split_last() {
                Some((last, rest)) => (last.unchecked(), rest),
                None => return,
            };
            let is_inner = |e: &Expr| matches!(e.unchecked().kind, ExprKind::Var(v) if v == self.inner);
            let beside = match &last.kind {
                ExprKind::Binary(BinOp::Add, a, b) => {
                    is_inner(a) && !self.varying.expr(b) || is_inner(b) && !self.varying.expr(a)
                }
                ExprKind::Binary(BinOp::Sub, a, b) => is_inner(a) && !self.varying.expr(b),
                _ => is_inner(last) || !self.varying.expr(last) && rest.is_empty(),
            };
            near &= beside && !rest.iter().any(|e| self.varying.expr(e));
        });
        near
    }

    /// Takes the loads out of a loop that differ between iterations, but not between its rounds.
    fn take_loads(&mut self, var: VarId, body: &mut Block, prov: &Prov) -> Vec<Stmt> {
        let inside = changing(var, body);
        let mut found: Vec<(Expr, VarId)> = Vec::new();
        let Segmenter { func, varying, .. } = self;
        let mut take = |load: &mut Expr| {
            if !varying.expr(load) || !is_fixed(load, &inside, varying) {
                return;
            }
            let known = found.iter().find(|(l, _)| same_element(l, load)).map(|f| f.1);
            let var = known.unwrap_or_else(|| {
                let var = VarId(func.vars.len() as u32);
                func.vars.push(Var {
                    name: "own".into(),
                    ty: load.ty.clone(),
                    mutable: false,
                    span: load.span,
                    folds: None,
                });
                found.push((load.clone(), var));
                var
            });
            load.kind = ExprKind::Var(var);
        };
        // Not those that a condition guards.
        for s in &mut body.stmts {
            walk::stmt_exprs_mut(s, &mut |e| super::sums::outermost_loads(e, &mut take));
        }
        let mut lets = Vec::new();
        for (load, var) in found {
            self.varying.varying.insert(var);
            lets.push(Stmt { kind: StmtKind::Let { var, init: Some(load) }, prov: prov.clone() });
        }
        lets
    }

    /// Takes calls out of an expression that are sure to be evaluated: those of elementary functions, and those that are the same
    /// for all iterations.
    fn take_calls(&mut self, e: &mut Expr, prov: &Prov, out: &mut Vec<Node>) {
        match &mut e.kind {
            ExprKind::Select(first, ..) | ExprKind::And(first, _) | ExprKind::Or(first, _) => {
                return self.take_calls(first, prov, out);
            }
            _ => walk::expr_children_mut(e, &mut |c| self.take_calls(c, prov, out)),
        }
        let ExprKind::Call { func, args } = &e.kind else { return };
        let (func, args) = (*func, args.clone());
        let differs = self.varying.expr(e);
        if differs && !self.elementary.is_elementary(func) {
            return;
        }
        let var = VarId(self.func.vars.len() as u32);
        let name = super::value_name(self.elementary.program.func(func));
        self.func.vars.push(Var { name, ty: e.ty.clone(), mutable: false, span: e.span, folds: None });
        if differs {
            self.gains += 1;
            self.varying.varying.insert(var);
            out.push(Node::Usual { var, func, args, prov: prov.clone() });
        } else {
            let kind = StmtKind::Let { var, init: Some(e.clone()) };
            out.push(Node::Once(Stmt { kind, prov: prov.clone() }));
        }
        e.kind = ExprKind::Var(var);
    }
}

/// What a loop of `var` with this body declares or assigns.
fn changing(var: VarId, body: &Block) -> BTreeSet<VarId> {
    let mut inside: BTreeSet<VarId> = [var].into();
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => _ = inside.insert(*var),
        StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. } => _ = inside.insert(*array),
        _ => {}
    });
    inside
}

/// The element is the same in every round of a loop that changes `inside`.
fn is_fixed(load: &Expr, inside: &BTreeSet<VarId>, varying: &Varying<'_>) -> bool {
    let mut fixed = true;
    walk::for_each_read(load, &mut |v| fixed &= !inside.contains(&v) && !varying.stored.contains(&v));
    fixed
}

fn same_element(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Index { array: x, index: i }, ExprKind::Index { array: y, index: j }) => {
            x == y && i.len() == j.len() && i.iter().zip(j).all(|(a, b)| walk::equal(a, b))
        }
        _ => false,
    }
}

fn counts_up(step: &Expr) -> bool {
    matches!(step.kind, ExprKind::Const(Const::Int(n)) if n > 0)
}

/// The jumps of a body alone: a loop's head is printed with its label where there is one.
fn jumps_only(body: &Block) -> Block {
    let mut stmts = Vec::new();
    walk::for_each_stmt(body, &mut |s| {
        if matches!(s.kind, StmtKind::Break(_) | StmtKind::Continue(_)) {
            stmts.push(s.clone());
        }
    });
    Block { stmts }
}

/// Makes one loop over the lanes of neighbours.
fn join(nodes: &mut Vec<Node>) {
    for mut node in std::mem::take(nodes) {
        match &mut node {
            Node::If { then, otherwise, .. } => {
                join(then);
                join(otherwise);
            }
            Node::Loop { body, .. } | Node::Labeled { body, .. } => join(body),
            _ => {}
        }
        match (nodes.last_mut(), node) {
            (Some(Node::Lanes(before)), Node::Lanes(stmts)) => before.extend(stmts),
            (_, node) => nodes.push(node),
        }
    }
}

/// Calls `f` with every variable mentioned in a loop over lanes, and that loop's number.
fn mentions(nodes: &[Node], number: &mut usize, f: &mut dyn FnMut(VarId, usize)) {
    for node in nodes {
        match node {
            Node::Once(_) => {}
            Node::Lanes(stmts) => {
                *number += 1;
                for s in stmts {
                    let block = Block { stmts: vec![s.clone()] };
                    walk::for_each_stmt(&block, &mut |s| walk::stmt_vars(s, &mut |v, _| f(v, *number)));
                    walk::for_each_expr(&block, &mut |e| walk::for_each_read(e, &mut |v| f(v, *number)));
                }
            }
            Node::Usual { var, args, .. } => {
                // Its value is always kept for the next loop.
                *number += 1;
                f(*var, *number);
                f(*var, usize::MAX);
                args.iter().for_each(|a| walk::for_each_read(a, &mut |v| f(v, *number)));
            }
            Node::Test(var) => {
                *number += 1;
                f(*var, *number);
            }
            Node::Most { wanted, .. } => {
                *number += 1;
                walk::for_each_read(wanted, &mut |v| f(v, *number));
            }
            Node::If { then, otherwise, .. } => {
                mentions(then, number, f);
                mentions(otherwise, number, f);
            }
            Node::Loop { body, .. } | Node::Labeled { body, .. } => mentions(body, number, f),
        }
    }
}
