//! An iteration's own small array that a sort or an insertion goes through, written out: registers have no numbers.
//!
//! Statements are run with what is known of them. Loops are written out, also such as end on data (`while (q >= 0 && m[q] > x)`): what they
//! do behind the place where they may have ended is done on condition. So each element is a value of its own, each assignment a choice of two values,
//! and every index a constant, or a choice of constants. What is chosen is simplified: a step of an insertion into a sorted row is
//! `max(m[q - 1], min(m[q], x))`, as soon as the elements in front are known to be in order, and an exchange is a least and a greatest value.
//! What nothing asks for in the end is not computed, so a median takes little more than the best network of exchanges.
//!
//! All that is done on condition is arithmetic that cannot fail. What may fail, or reads other arrays, must happen in every case, and stays in
//! its order.

use smol_str::SmolStr;
use somd_core::arith;
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::value::CoreValue;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Elements of an array, turns of a loop that ends on data, values, statements, and steps of a proof: more is left as it is.
const ELEMENTS: u32 = 16;
const TURNS: usize = 16;
const VALUES: usize = 4000;
const STEPS: usize = 20000;
const PROOF: usize = 1 << 20;

/// The instruction with such arrays written out; None where it has none.
pub(super) fn scalar_arrays(func: &Func, par: &Par) -> Option<(Func, Par)> {
    let (mut vars, mut body) = (func.vars.clone(), par.body.clone());
    if !blocks(&mut vars, &mut body) {
        return None;
    }
    let new = Par { body, ..par.clone() };
    // The launch's arguments are those of the instruction.
    (captures(&new) == captures(par)).then(|| (Func { vars, ..func.clone() }, new))
}

/// Writes out the blocks that declare such arrays.
fn blocks(vars: &mut Vec<Var>, block: &mut Block) -> bool {
    if qualifies(vars, block) {
        let mut work = Work::new(vars.clone(), block);
        if let Some(stmts) = work.all(block) {
            (block.stmts, *vars) = (stmts, work.vars);
            return true;
        }
    }
    let mut found = false;
    for stmt in &mut block.stmts {
        walk::stmt_blocks_mut(stmt, &mut |b| found |= blocks(vars, b));
    }
    found
}

/// Declares arrays that a loop ending on data goes through, or that are stored to on condition.
fn qualifies(vars: &[Var], block: &Block) -> bool {
    let arrays: BTreeSet<VarId> = block.stmts.iter().filter_map(|s| private(vars, s)).collect();
    let mut found = false;
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::While { cond, body, .. } => {
            let mut look = |v: Option<VarId>| found |= v.is_some_and(|v| arrays.contains(&v));
            walk::for_each_read(cond, &mut |v| look(Some(v)));
            walk::for_each_expr(body, &mut |e| look(walk::expr_var(e)));
        }
        StmtKind::If { then, otherwise, .. } => {
            for b in [then, otherwise] {
                walk::for_each_stmt(b, &mut |s| {
                    found |= matches!(&s.kind, StmtKind::Store { array, .. } if arrays.contains(array));
                });
            }
        }
        _ => {}
    });
    found
}

/// The array of numbers that a statement declares.
fn private(vars: &[Var], s: &Stmt) -> Option<VarId> {
    let StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewPrivate, .. }) } = &s.kind else { return None };
    let ty = vars[var.index()].ty.as_array()?;
    (ty.elem.is_scalar() && (1..=ELEMENTS).contains(&ty.count())).then_some(*var)
}

type Id = usize;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// Of a kind, its bits.
    Const(u8, u64),
    /// A variable that does not change.
    Outside(VarId),
    Len(VarId, u32),
    Op(Op, Vec<Id>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Op {
    Unary(UnOp),
    Binary(BinOp),
    Convert,
    Bitcast,
    Math(MathOp),
    Select,
    And,
    Or,
}

struct Value {
    node: Node,
    ty: Ty,
    name: SmolStr,
    prov: Prov,
    /// The variable that stands for it while statements are made.
    var: Option<VarId>,
}

/// A loop or block that is left: when, and when its next turn begins.
struct Frame {
    label: LabelId,
    left: Id,
    next: Id,
    /// How often it is left or gone on with.
    jumps: usize,
}

struct Work {
    vars: Vec<Var>,
    /// Variables that there were before.
    first: usize,
    /// What the block declares.
    own: BTreeSet<VarId>,
    values: Vec<Value>,
    ids: HashMap<(Node, Ty), Id>,
    of_var: HashMap<VarId, Id>,
    scalars: BTreeMap<VarId, Id>,
    arrays: BTreeMap<VarId, Vec<Id>>,
    /// When what is run happens.
    when: Id,
    frames: Vec<Frame>,
    /// What happens in every case.
    out: Vec<Stmt>,
    prov: Prov,
    less: HashMap<(Id, Id), bool>,
    proof: usize,
    steps: usize,
}

const NO: Id = 0;
const YES: Id = 1;

impl Work {
    fn new(vars: Vec<Var>, block: &Block) -> Work {
        let mut own = BTreeSet::new();
        walk::for_each_stmt(block, &mut |s| {
            walk::stmt_vars(s, &mut |v, role| {
                if role == walk::Role::Declare {
                    own.insert(v);
                }
            });
        });
        let mut work = Work {
            first: vars.len(),
            vars,
            own,
            values: Vec::new(),
            ids: HashMap::new(),
            of_var: HashMap::new(),
            scalars: BTreeMap::new(),
            arrays: BTreeMap::new(),
            when: YES,
            frames: Vec::new(),
            out: Vec::new(),
            prov: Prov::default(),
            less: HashMap::new(),
            proof: 0,
            steps: 0,
        };
        work.constant(&Const::Bool(false), &Ty::Bool);
        work.constant(&Const::Bool(true), &Ty::Bool);
        work
    }

    fn all(&mut self, block: &Block) -> Option<Vec<Stmt>> {
        self.block(block)?;
        let out = std::mem::take(&mut self.out);
        Some(self.statements(out))
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    fn block(&mut self, block: &Block) -> Option<()> {
        for stmt in &block.stmts {
            if self.when == NO {
                break;
            }
            self.steps += 1;
            self.prov = stmt.prov.clone();
            self.stmt(stmt)?;
            if self.values.len() > VALUES || self.steps > STEPS {
                return None;
            }
        }
        Some(())
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<()> {
        match &stmt.kind {
            StmtKind::Let { var, init } => self.declare(*var, init.as_ref()),
            StmtKind::Assign { var, value } => {
                let id = self.expr(value)?;
                if !self.own.contains(var) {
                    let value = self.always()?.read(id);
                    self.emit(StmtKind::Assign { var: *var, value });
                    return Some(());
                }
                self.call(id, *var);
                let before = self.scalars.get(var).copied().unwrap_or(id);
                let after = self.select(self.when, id, before);
                self.call(after, *var);
                self.scalars.insert(*var, after);
                Some(())
            }
            StmtKind::Store { array, index, value } => {
                if !self.arrays.contains_key(array) {
                    self.always()?;
                    let index = index.iter().map(|e| self.rebuild(e)).collect::<Option<Vec<_>>>()?;
                    let value = self.rebuild(value)?;
                    self.emit(StmtKind::Store { array: *array, index, value });
                    return Some(());
                }
                let places = self.places(*array, index)?;
                let id = self.expr(value)?;
                self.call(id, *array);
                for (n, here) in places {
                    let now = self.op(Op::And, vec![self.when, here], Ty::Bool);
                    let before = *self.arrays.get(array)?.get(n)?;
                    let after = self.select(now, id, before);
                    self.call(after, *array);
                    *self.arrays.get_mut(array)?.get_mut(n)? = after;
                }
                Some(())
            }
            StmtKind::Accumulate { array, index, value } => {
                self.always()?;
                let index = index.iter().map(|e| self.rebuild(e)).collect::<Option<Vec<_>>>()?;
                let value = self.rebuild(value)?;
                self.emit(StmtKind::Accumulate { array: *array, index, value });
                Some(())
            }
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.expr(cond)?;
                match cond {
                    YES => return self.block(then),
                    NO => return self.block(otherwise),
                    _ => {}
                }
                if !self.quiet_block(then) || !self.quiet_block(otherwise) {
                    return self.branches(cond, then, otherwise);
                }
                let (before, jumps) = (self.when, self.jumps());
                let otherwise_when = self.not(cond);
                self.when = self.op(Op::And, vec![before, cond], Ty::Bool);
                self.block(then)?;
                let left = std::mem::replace(&mut self.when, before);
                self.when = self.op(Op::And, vec![before, otherwise_when], Ty::Bool);
                self.block(otherwise)?;
                let right = self.when;
                self.when = if jumps == self.jumps() { before } else { self.op(Op::Or, vec![left, right], Ty::Bool) };
                Some(())
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let ends = [lo, hi, step].map(|e| self.expr(e).and_then(|id| self.int(id)));
                let [Some(lo), Some(hi), Some(step)] = ends else { return None };
                let ty = self.vars[var.index()].ty.clone();
                self.within(*label, |work| {
                    let mut at = lo;
                    while if step > 0 { at < hi } else { at > hi } {
                        let id = work.constant(&Const::Int(at), &ty);
                        work.scalars.insert(*var, id);
                        work.turn(body)?;
                        if work.when == NO {
                            break;
                        }
                        at += step;
                    }
                    Some(())
                })
            }
            StmtKind::While { cond, body, label } => self.within(*label, |work| {
                for _ in 0..TURNS {
                    let goes = work.expr(cond)?;
                    let ends = work.not(goes);
                    let ends = work.op(Op::And, vec![work.when, ends], Ty::Bool);
                    let frame = work.frames.len() - 1;
                    work.frames[frame].left = work.op(Op::Or, vec![work.frames[frame].left, ends], Ty::Bool);
                    work.when = work.op(Op::And, vec![work.when, goes], Ty::Bool);
                    if work.when == NO {
                        return Some(());
                    }
                    work.turn(body)?;
                }
                None
            }),
            StmtKind::Labeled { label, body } => self.within(*label, |work| work.block(body)),
            StmtKind::Break(label) | StmtKind::Continue(label) => {
                let n = self.frames.iter().rposition(|f| f.label == *label)?;
                let breaks = matches!(stmt.kind, StmtKind::Break(_));
                let at = if breaks { self.frames[n].left } else { self.frames[n].next };
                let at = self.op(Op::Or, vec![at, self.when], Ty::Bool);
                let frame = &mut self.frames[n];
                *(if breaks { &mut frame.left } else { &mut frame.next }) = at;
                frame.jumps += 1;
                self.when = NO;
                Some(())
            }
            _ => None,
        }
    }

    fn declare(&mut self, var: VarId, init: Option<&Expr>) -> Option<()> {
        let Some(init) = init else {
            self.scalars.remove(&var);
            return self.vars[var.index()].ty.is_scalar().then_some(());
        };
        match &init.kind {
            ExprKind::NewPrivate => {
                let ty = init.ty.as_array()?.clone();
                if !ty.elem.is_scalar() || !(1..=ELEMENTS).contains(&ty.count()) {
                    return None;
                }
                let zero = match &*ty.elem {
                    Ty::Bool => Const::Bool(false),
                    Ty::F32 => Const::F32(0.0),
                    Ty::F64 => Const::F64(0.0),
                    _ => Const::Int(0),
                };
                let zero = self.constant(&zero, &ty.elem);
                self.arrays.insert(var, vec![zero; ty.count() as usize]);
            }
            ExprKind::ArrayLit(elements) => {
                let ty = init.ty.as_array()?;
                if !ty.elem.is_scalar() || ty.dims.len() != 1 || elements.len() > ELEMENTS as usize {
                    return None;
                }
                let values = elements.iter().map(|e| self.expr(e)).collect::<Option<Vec<_>>>()?;
                self.arrays.insert(var, values);
            }
            _ if init.ty.is_scalar() => {
                let id = self.expr(init)?;
                self.call(id, var);
                self.scalars.insert(var, id);
            }
            _ => {
                self.always()?;
                if self.vars[var.index()].mutable {
                    return None;
                }
                let init = Some(self.rebuild(init)?);
                self.emit(StmtKind::Let { var, init });
            }
        }
        Some(())
    }

    /// A loop or block, behind which goes on what did not leave one around it.
    fn within(&mut self, label: LabelId, run: impl FnOnce(&mut Work) -> Option<()>) -> Option<()> {
        let (before, jumps) = (self.when, self.jumps());
        self.frames.push(Frame { label, left: NO, next: NO, jumps: 0 });
        run(self)?;
        let frame = self.frames.pop()?;
        self.when = if jumps == self.jumps() { before } else { self.op(Op::Or, vec![self.when, frame.left], Ty::Bool) };
        Some(())
    }

    fn turn(&mut self, body: &Block) -> Option<()> {
        let (before, jumps, frame) = (self.when, self.jumps(), self.frames.len() - 1);
        let own = self.frames[frame].jumps;
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        (self.frames[frame].next, self.frames[frame].jumps) = (NO, 0);
        self.block(body)?;
        let next = self.frames[frame].next;
        // Whoever does not leave the loop takes the next turn.
        let left = jumps - own != self.jumps() - self.frames[frame].jumps || self.frames[frame].left != NO;
        self.when = if left { self.op(Op::Or, vec![self.when, next], Ty::Bool) } else { before };
        self.frames[frame].jumps += own;
        Some(())
    }

    fn jumps(&self) -> usize {
        self.frames.iter().map(|f| f.jumps).sum()
    }

    /// Branches that do more than change values. What they change must be theirs.
    fn branches(&mut self, cond: Id, then: &Block, otherwise: &Block) -> Option<()> {
        self.always()?;
        let cond = self.read(cond);
        let (scalars, arrays, jumps) = (self.scalars.clone(), self.arrays.clone(), self.jumps());
        let mut both = Vec::new();
        for block in [then, otherwise] {
            let outer = std::mem::take(&mut self.out);
            self.block(block)?;
            both.push(Block { stmts: std::mem::replace(&mut self.out, outer) });
            let same = scalars.iter().all(|(v, id)| self.scalars.get(v) == Some(id))
                && arrays.iter().all(|(v, ids)| self.arrays.get(v) == Some(ids));
            if !same || self.jumps() != jumps || self.when != YES {
                return None;
            }
            (self.scalars, self.arrays) = (scalars.clone(), arrays.clone());
        }
        let (Some(otherwise), Some(then)) = (both.pop(), both.pop()) else { return None };
        self.emit(StmtKind::If { cond, then, otherwise });
        Some(())
    }

    /// Something that must happen in every case.
    fn always(&mut self) -> Option<&mut Self> {
        (self.when == YES).then_some(self)
    }

    fn emit(&mut self, kind: StmtKind) {
        self.out.push(Stmt { kind, prov: self.prov.clone() });
    }

    /// Does nothing but change values, and does not fail.
    fn quiet_block(&self, block: &Block) -> bool {
        let mut quiet = true;
        walk::for_each_stmt(block, &mut |s| {
            quiet &= match &s.kind {
                StmtKind::Let { init, .. } => init.as_ref().is_none_or(|e| e.ty.is_scalar()),
                StmtKind::Assign { var, .. } => self.own.contains(var),
                StmtKind::Store { array, .. } => self.arrays.contains_key(array),
                StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Labeled { .. } => true,
                StmtKind::Break(_) | StmtKind::Continue(_) => true,
                _ => false,
            };
            walk::stmt_exprs(s, &mut |e| quiet &= self.quiet(e));
        });
        quiet
    }

    fn quiet(&self, e: &Expr) -> bool {
        let own = match &e.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
            ExprKind::Convert(_) | ExprKind::Bitcast(_) | ExprKind::Math(..) => true,
            ExprKind::Select(..) | ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Var(_) => e.ty.is_scalar(),
            ExprKind::Index { array, .. } | ExprKind::Check { kind: CheckKind::Index { array, .. }, .. } => {
                self.arrays.contains_key(array)
            }
            _ => false,
        };
        let mut quiet = own;
        walk::expr_children(e, &mut |c| quiet &= self.quiet(c));
        quiet
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    fn expr(&mut self, e: &Expr) -> Option<Id> {
        if !e.ty.is_scalar() {
            return None;
        }
        match &e.kind {
            ExprKind::Const(c) => Some(self.constant(c, &e.ty)),
            ExprKind::Var(v) => {
                if let Some(&id) = self.scalars.get(v) {
                    return Some(self.known(id));
                }
                if self.own.contains(v) {
                    return None;
                }
                if !self.vars[v.index()].mutable {
                    return Some(self.value(Node::Outside(*v), e.ty.clone()));
                }
                // As it is now.
                self.outside(e.clone())
            }
            ExprKind::Len { array, dim } => match self.arrays.contains_key(array) {
                true => {
                    let n = self.vars[array.index()].ty.as_array()?.dims[*dim as usize]?;
                    Some(self.constant(&Const::Int(n as i64), &Ty::I32))
                }
                false => Some(self.value(Node::Len(*array, *dim), Ty::I32)),
            },
            ExprKind::Index { array, index } if self.arrays.contains_key(array) => {
                let mut places = self.places(*array, index)?.into_iter().rev();
                let elements = self.arrays.get(array)?.clone();
                let (last, _) = places.next()?;
                let mut id = elements[last];
                for (n, here) in places {
                    id = self.select(here, elements[n], id);
                }
                Some(self.known(id))
            }
            ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } if self.arrays.contains_key(array) => {
                let id = self.expr(value)?;
                let n = self.vars[array.index()].ty.as_array()?.dims[*dim as usize]? as i64;
                let mut leaves = BTreeSet::new();
                self.leaves(id, &mut leaves).then_some(())?;
                leaves.iter().all(|i| (0..n).contains(i)).then_some(id)
            }
            ExprKind::Select(c, a, b) => {
                let cond = self.expr(c)?;
                match cond {
                    YES => return self.expr(a),
                    NO => return self.expr(b),
                    _ => {}
                }
                if !self.quiet(a) || !self.quiet(b) {
                    return self.opaque(e);
                }
                let before = self.when;
                self.when = self.op(Op::And, vec![before, cond], Ty::Bool);
                let a = self.expr(a);
                let not = self.not(cond);
                self.when = self.op(Op::And, vec![before, not], Ty::Bool);
                let b = self.expr(b);
                self.when = before;
                Some(self.select(cond, a?, b?))
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let and = matches!(e.kind, ExprKind::And(..));
                let left = self.expr(a)?;
                match (left, and) {
                    (YES, true) | (NO, false) => return self.expr(b),
                    (YES, false) | (NO, true) => return Some(left),
                    _ => {}
                }
                if !self.quiet(b) {
                    return self.opaque(e);
                }
                let goes = if and { left } else { self.not(left) };
                let before = self.when;
                self.when = self.op(Op::And, vec![before, goes], Ty::Bool);
                let right = self.expr(b);
                self.when = before;
                Some(self.op(if and { Op::And } else { Op::Or }, vec![left, right?], Ty::Bool))
            }
            ExprKind::Unary(op, a) => {
                let a = self.expr(a)?;
                Some(self.op(Op::Unary(*op), vec![a], e.ty.clone()))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                // Of what does not happen a divisor may be 0.
                let divides = matches!(op, BinOp::Div | BinOp::Rem) && e.ty.is_int();
                if divides && self.when != YES && !self.int(b).is_some_and(|n| n != 0) {
                    return None;
                }
                Some(self.op(Op::Binary(*op), vec![a, b], e.ty.clone()))
            }
            ExprKind::Convert(a) => {
                let a = self.expr(a)?;
                Some(self.op(Op::Convert, vec![a], e.ty.clone()))
            }
            ExprKind::Bitcast(a) => {
                let a = self.expr(a)?;
                Some(self.op(Op::Bitcast, vec![a], e.ty.clone()))
            }
            ExprKind::Math(op, args) => {
                let args = args.iter().map(|a| self.expr(a)).collect::<Option<Vec<_>>>()?;
                Some(self.op(Op::Math(*op), args, e.ty.clone()))
            }
            _ => self.opaque(e),
        }
    }

    /// What may fail or reads other arrays.
    fn opaque(&mut self, e: &Expr) -> Option<Id> {
        self.always()?;
        let e = self.rebuilt(e)?;
        self.outside(e)
    }

    fn outside(&mut self, e: Expr) -> Option<Id> {
        let (ty, var) = (e.ty.clone(), VarId(self.vars.len() as u32));
        self.vars.push(Var { name: "value".into(), ty: ty.clone(), mutable: false, span: e.span, folds: None });
        self.emit(StmtKind::Let { var, init: Some(e) });
        Some(self.value(Node::Outside(var), ty))
    }

    /// The expression with values in the place of what is known by them.
    fn rebuild(&mut self, e: &Expr) -> Option<Expr> {
        if e.ty.is_scalar() && self.quiet(e) {
            let id = self.expr(e)?;
            return Some(Expr { span: e.span, ..self.read(id) });
        }
        self.rebuilt(e)
    }

    fn rebuilt(&mut self, e: &Expr) -> Option<Expr> {
        let mut new = e.clone();
        let mut whole = walk::expr_var(e).is_none_or(|v| !self.arrays.contains_key(&v));
        whole &= !matches!(e.kind, ExprKind::Var(v) if self.scalars.contains_key(&v));
        walk::expr_children_mut(&mut new, &mut |c| match self.rebuild(c) {
            Some(value) => *c = value,
            None => whole = false,
        });
        whole.then_some(new)
    }

    /// The elements that indices may name, and when they do.
    fn places(&mut self, array: VarId, index: &[Expr]) -> Option<Vec<(usize, Id)>> {
        let dims = self.vars[array.index()].ty.as_array()?.dims.clone();
        let mut places = vec![(0, YES)];
        for (e, size) in index.iter().zip(&dims) {
            let id = self.expr(e)?;
            let mut leaves = BTreeSet::new();
            self.leaves(id, &mut leaves).then_some(())?;
            let mut next = Vec::new();
            for n in leaves {
                if n < 0 || n >= (*size)? as i64 {
                    // Not reached.
                    continue;
                }
                let number = self.constant(&Const::Int(n), &Ty::I32);
                let here = self.op(Op::Binary(BinOp::Eq), vec![id, number], Ty::Bool);
                for (at, when) in &places {
                    let when = self.op(Op::And, vec![*when, here], Ty::Bool);
                    next.push((at * (*size)? as usize + n as usize, when));
                }
            }
            places = next;
        }
        places.retain(|(_, when)| *when != NO);
        (index.len() == dims.len() && !places.is_empty()).then_some(places)
    }

    /// The numbers that a choice of numbers may be.
    fn leaves(&self, id: Id, to: &mut BTreeSet<i64>) -> bool {
        if let Some(n) = self.int(id) {
            to.insert(n);
            return true;
        }
        let mut seen = BTreeSet::from([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match &self.values[id].node {
                // A choice among few numbers that takes more is not looked into.
                Node::Op(Op::Select, args) if seen.len() <= 4 * ELEMENTS as usize => {
                    for &a in &args[1..] {
                        match self.int(a) {
                            Some(n) => _ = to.insert(n),
                            None if seen.insert(a) => open.push(a),
                            None => {}
                        }
                    }
                }
                _ => return false,
            }
        }
        to.len() <= ELEMENTS as usize
    }

    // ---- values ---------------------------------------------------------------------------------------------------

    fn value(&mut self, node: Node, ty: Ty) -> Id {
        if let Some(&id) = self.ids.get(&(node.clone(), ty.clone())) {
            return id;
        }
        let id = self.values.len();
        self.ids.insert((node.clone(), ty.clone()), id);
        self.values.push(Value { node, ty, name: "value".into(), prov: self.prov.clone(), var: None });
        id
    }

    fn constant(&mut self, c: &Const, ty: &Ty) -> Id {
        let (kind, bits) = match c {
            Const::Bool(b) => (0, *b as u64),
            Const::Int(n) => (1, *n as u64),
            Const::F32(x) => (2, x.to_bits() as u64),
            Const::F64(x) => (3, x.to_bits()),
        };
        self.value(Node::Const(kind, bits), ty.clone())
    }

    fn as_const(&self, id: Id) -> Option<Const> {
        let Node::Const(kind, bits) = self.values[id].node else { return None };
        Some(match kind {
            0 => Const::Bool(bits != 0),
            1 => Const::Int(bits as i64),
            2 => Const::F32(f32::from_bits(bits as u32)),
            _ => Const::F64(f64::from_bits(bits)),
        })
    }

    fn int(&self, id: Id) -> Option<i64> {
        match self.as_const(id)? {
            Const::Int(n) => Some(n),
            _ => None,
        }
    }

    fn core(&self, id: Id) -> Option<CoreValue> {
        Some(CoreValue::of_const(&self.as_const(id)?, &self.values[id].ty))
    }

    /// A name for what has none yet.
    fn call(&mut self, id: Id, var: VarId) {
        if self.values[id].name == "value" {
            self.values[id].name = self.vars[var.index()].name.clone();
        }
        if let Node::Outside(v) = self.values[id].node
            && v.index() >= self.first
            && self.vars[v.index()].name == "value"
        {
            self.vars[v.index()].name = self.vars[var.index()].name.clone();
        }
    }

    fn is_op(&self, id: Id, op: Op) -> Option<&[Id]> {
        match &self.values[id].node {
            Node::Op(o, args) if *o == op => Some(args),
            _ => None,
        }
    }

    /// A value where it is asked for: what happens decides choices in it.
    fn known(&mut self, mut id: Id) -> Id {
        while let Some(&[c, a, b]) = self.is_op(id, Op::Select) {
            if self.implies(self.when, c, true) {
                id = a;
            } else if self.implies(self.when, c, false) {
                id = b;
            } else {
                break;
            }
        }
        id
    }

    fn not(&mut self, a: Id) -> Id {
        self.op(Op::Unary(UnOp::Not), vec![a], Ty::Bool)
    }

    fn select(&mut self, c: Id, a: Id, b: Id) -> Id {
        let ty = self.values[a].ty.clone();
        self.op(Op::Select, vec![c, a, b], ty)
    }

    fn op(&mut self, op: Op, args: Vec<Id>, ty: Ty) -> Id {
        match self.simpler(op, &args, &ty) {
            Some(id) => id,
            None => self.value(Node::Op(op, args), ty),
        }
    }

    fn simpler(&mut self, op: Op, args: &[Id], ty: &Ty) -> Option<Id> {
        if let Some(known) = args.iter().map(|a| self.core(*a)).collect::<Option<Vec<_>>>()
            && !matches!(op, Op::Select | Op::And | Op::Or)
        {
            let found = match op {
                Op::Unary(op) => arith::unary(op, &known[0]),
                Op::Binary(op) => arith::binary(op, &known[0], &known[1]),
                Op::Convert => arith::convert(&known[0], ty),
                Op::Math(op) if ty.is_int() => arith::math(op, &known),
                _ => None,
            };
            let found = found.and_then(|v| v.to_const());
            // What a NaN's bits are is not settled before the program runs.
            let settled =
                |c: &Const| !matches!(c, Const::F32(x) if x.is_nan()) && !matches!(c, Const::F64(x) if x.is_nan());
            return found.filter(settled).map(|c| self.constant(&c, ty));
        }
        match (op, args) {
            (Op::Unary(UnOp::Not), &[a]) => self.is_op(a, op).map(|args| args[0]),
            (Op::And, &[a, b]) | (Op::Binary(BinOp::And), &[a, b]) if *ty == Ty::Bool => {
                if a == NO || b == NO || self.implies(a, b, false) {
                    return Some(NO);
                }
                if self.implies(a, b, true) {
                    return Some(a);
                }
                if self.implies(b, a, true) {
                    return Some(b);
                }
                (op != Op::And).then(|| self.op(Op::And, vec![a, b], Ty::Bool))
            }
            (Op::Or, &[a, b]) | (Op::Binary(BinOp::Or), &[a, b]) if *ty == Ty::Bool => {
                if a == YES || b == YES {
                    return Some(YES);
                }
                let not = self.not(a);
                if self.implies(not, b, true) {
                    return Some(YES);
                }
                if self.implies(a, b, true) {
                    return Some(b);
                }
                if self.implies(b, a, true) {
                    return Some(a);
                }
                (op != Op::Or).then(|| self.op(Op::Or, vec![a, b], Ty::Bool))
            }
            (Op::Select, &[c, a, b]) => self.choice(c, a, b, ty),
            (Op::Binary(binary), &[a, b]) if self.values[a].ty.is_int() => self.whole(binary, a, b, ty),
            (Op::Convert, &[a]) if self.values[a].ty == *ty => Some(a),
            // Back to the type that it fits in any case.
            (Op::Convert, &[a]) if *ty == Ty::I32 => {
                let Some(&[wide]) = self.is_op(a, Op::Convert) else { return None };
                (self.values[wide].ty == Ty::I32 && self.fits(wide, &self.values[a].ty)).then_some(wide)
            }
            (Op::Math(MathOp::Min), &[a, b]) if ty.is_int() => self.extreme(true, a, b, ty),
            (Op::Math(MathOp::Max), &[a, b]) if ty.is_int() => self.extreme(false, a, b, ty),
            _ => None,
        }
    }

    /// Of integers.
    fn whole(&mut self, op: BinOp, a: Id, b: Id, ty: &Ty) -> Option<Id> {
        let int = |work: &Work, id: Id| work.int(id);
        match op {
            // Two comparisons tell all.
            BinOp::Gt => return Some(self.op(Op::Binary(BinOp::Lt), vec![b, a], Ty::Bool)),
            BinOp::Ge | BinOp::Le | BinOp::Ne => {
                let args = if op == BinOp::Le { vec![b, a] } else { vec![a, b] };
                let other = if op == BinOp::Ne { BinOp::Eq } else { BinOp::Lt };
                let id = self.op(Op::Binary(other), args, Ty::Bool);
                return Some(self.not(id));
            }
            BinOp::Add if int(self, b) == Some(0) => return Some(a),
            BinOp::Add if int(self, a) == Some(0) => return Some(b),
            BinOp::Sub if int(self, b) == Some(0) => return Some(a),
            BinOp::Mul if int(self, b) == Some(1) => return Some(a),
            BinOp::Mul if int(self, a) == Some(1) => return Some(b),
            BinOp::Lt if self.at_most(b, a, None) => return Some(NO),
            BinOp::Eq if a == b => return Some(YES),
            _ => {}
        }
        // A choice of numbers and a number.
        let fits = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Lt | BinOp::Eq);
        let mut leaves = BTreeSet::new();
        let (chosen, first) = match (int(self, a), int(self, b)) {
            (None, Some(_)) => (a, true),
            (Some(_), None) => (b, false),
            _ => return None,
        };
        let &[c, x, y] = self.is_op(chosen, Op::Select)? else { return None };
        if !fits || !self.leaves(chosen, &mut leaves) {
            return None;
        }
        let args = |z: Id| if first { vec![z, b] } else { vec![a, z] };
        let (x, y) = (self.op(Op::Binary(op), args(x), ty.clone()), self.op(Op::Binary(op), args(y), ty.clone()));
        Some(self.op(Op::Select, vec![c, x, y], ty.clone()))
    }

    fn extreme(&mut self, least: bool, a: Id, b: Id, ty: &Ty) -> Option<Id> {
        if self.at_most(a, b, None) {
            return Some(if least { a } else { b });
        }
        if self.at_most(b, a, None) {
            return Some(if least { b } else { a });
        }
        let op = Op::Math(if least { MathOp::Min } else { MathOp::Max });
        (b < a).then(|| self.op(op, vec![b, a], ty.clone()))
    }

    fn choice(&mut self, c: Id, a: Id, b: Id, ty: &Ty) -> Option<Id> {
        match c {
            YES => return Some(a),
            NO => return Some(b),
            _ if a == b => return Some(a),
            _ => {}
        }
        if let Some(&[d]) = self.is_op(c, Op::Unary(UnOp::Not)) {
            return Some(self.op(Op::Select, vec![d, b, a], ty.clone()));
        }
        if *ty == Ty::Bool && [a, b].iter().any(|x| [NO, YES].contains(x)) {
            let not = self.not(c);
            return Some(match (a, b) {
                (YES, _) => self.op(Op::Or, vec![c, b], Ty::Bool),
                (NO, _) => self.op(Op::And, vec![not, b], Ty::Bool),
                (_, YES) => self.op(Op::Or, vec![not, a], Ty::Bool),
                _ => self.op(Op::And, vec![c, a], Ty::Bool),
            });
        }
        // Choices within that this one decides.
        let not = self.not(c);
        for (side, when) in [(a, c), (b, not)] {
            let Some(&[d, x, y]) = self.is_op(side, Op::Select) else { continue };
            let decided = if self.implies(when, d, true) {
                x
            } else if self.implies(when, d, false) {
                y
            } else {
                continue;
            };
            let args = if side == a { vec![c, decided, b] } else { vec![c, a, decided] };
            return Some(self.op(Op::Select, args, ty.clone()));
        }
        // `!d && e ? a : d ? x : y` is `d ? x : e ? a : y`.
        if let (Some(&[p, q]), Some(&[d, x, y])) = (self.is_op(c, Op::And), self.is_op(b, Op::Select)) {
            let other = self.not(d);
            if p == other || q == other {
                let rest = self.op(Op::Select, vec![if p == other { q } else { p }, a, y], ty.clone());
                return Some(self.op(Op::Select, vec![d, x, rest], ty.clone()));
            }
        }
        // `l < r ? a : b`
        let &[l, r] = self.is_op(c, Op::Binary(BinOp::Lt))? else { return None };
        if matches!(ty, Ty::I8 | Ty::I16 | Ty::U16) && self.values[l].ty == Ty::I32 {
            // What is compared is wider than what is chosen.
            let wide = [a, b].map(|x| self.op(Op::Convert, vec![x], Ty::I32));
            let chosen = self.choice(c, wide[0], wide[1], &Ty::I32)?;
            return Some(self.op(Op::Convert, vec![chosen], ty.clone()));
        }
        if !matches!(ty, Ty::I32 | Ty::I64) || self.values[l].ty != *ty {
            return None;
        }
        if self.at_most(b, a, Some((l, r))) && self.at_most(a, b, Some((r, l))) {
            return Some(self.op(Op::Math(MathOp::Max), vec![a, b], ty.clone()));
        }
        if self.at_most(a, b, Some((l, r))) && self.at_most(b, a, Some((r, l))) {
            return Some(self.op(Op::Math(MathOp::Min), vec![a, b], ty.clone()));
        }
        None
    }

    /// Whether a narrow type has the value, an `int`.
    fn fits(&self, id: Id, ty: &Ty) -> bool {
        match &self.values[id].node {
            Node::Op(Op::Convert, args) => self.values[args[0]].ty == *ty,
            Node::Op(Op::Math(MathOp::Min | MathOp::Max), args) => args.iter().all(|a| self.fits(*a, ty)),
            _ => false,
        }
    }

    /// `a <= b` of integers, where the first of `given` is not greater than the second.
    fn at_most(&mut self, a: Id, b: Id, given: Option<(Id, Id)>) -> bool {
        if a == b {
            return true;
        }
        if self.values[a].ty != self.values[b].ty || !self.values[a].ty.is_int() || self.proof > PROOF {
            return false;
        }
        if let (Some(x), Some(y)) = (self.int(a), self.int(b)) {
            return x <= y;
        }
        if let (None, Some(&known)) = (given, self.less.get(&(a, b))) {
            return known;
        }
        self.proof += 1;
        let (min, max) = (Op::Math(MathOp::Min), Op::Math(MathOp::Max));
        let parts = |work: &Work, id: Id, op: Op| match work.is_op(id, op) {
            Some(&[x, y]) => Some((x, y)),
            _ => None,
        };
        let chosen = |work: &Work, id: Id| match work.is_op(id, Op::Select) {
            Some(&[_, x, y]) => Some((x, y)),
            _ => None,
        };
        let all_left = parts(self, a, max).or_else(|| chosen(self, a));
        let all_right = parts(self, b, min).or_else(|| chosen(self, b));
        let (some_left, some_right) = (parts(self, a, min), parts(self, b, max));
        let mut found = given.is_some_and(|(u, v)| self.at_most(a, u, None) && self.at_most(v, b, None));
        found = found || all_left.is_some_and(|(x, y)| self.at_most(x, b, given) && self.at_most(y, b, given));
        found = found || all_right.is_some_and(|(x, y)| self.at_most(a, x, given) && self.at_most(a, y, given));
        found = found || some_left.is_some_and(|(x, y)| self.at_most(x, b, given) || self.at_most(y, b, given));
        found = found || some_right.is_some_and(|(x, y)| self.at_most(a, x, given) || self.at_most(a, y, given));
        if given.is_none() {
            self.less.insert((a, b), found);
        }
        found
    }

    /// Whether `y` is so wherever `x` holds.
    fn implies(&mut self, x: Id, y: Id, so: bool) -> bool {
        if x == NO || x == y && so || y == if so { YES } else { NO } {
            return true;
        }
        if x == YES || [YES, NO].contains(&y) || self.proof > PROOF {
            return false;
        }
        self.proof += 1;
        let not = Op::Unary(UnOp::Not);
        if let Some(&[z]) = self.is_op(y, not) {
            return self.implies(x, z, !so);
        }
        if let Some(&[p, q]) = self.is_op(x, Op::And)
            && (self.implies(p, y, so) || self.implies(q, y, so))
        {
            return true;
        }
        if let Some(&[p, q]) = self.is_op(x, Op::Or)
            && self.implies(p, y, so)
            && self.implies(q, y, so)
        {
            return true;
        }
        let joined = if so { Op::And } else { Op::Or };
        if let Some(&[p, q]) = self.is_op(y, joined)
            && self.implies(x, p, so)
            && self.implies(x, q, so)
        {
            return true;
        }
        let either = if so { Op::Or } else { Op::And };
        if let Some(&[p, q]) = self.is_op(y, either)
            && (self.implies(x, p, so) || self.implies(x, q, so))
        {
            return true;
        }
        // Of comparisons: which must hold for the other to do so.
        let (x, holds) = match self.is_op(x, not) {
            Some(&[z]) => (z, false),
            _ => (x, true),
        };
        if x == y && holds == so {
            return true;
        }
        // Not the conjunction: not one of those which it follows from.
        if !holds && !so && self.is_op(y, Op::And).is_some() {
            let Some(&[p, q]) = self.is_op(y, Op::And) else { return false };
            return self.implies(p, x, true) || self.implies(q, x, true);
        }
        let lt = Op::Binary(BinOp::Lt);
        let (Some(&[a, b]), Some(&[c, d])) = (self.is_op(x, lt), self.is_op(y, lt)) else { return false };
        match (holds, so) {
            (true, true) => self.at_most(c, a, None) && self.at_most(b, d, None),
            (false, false) => self.at_most(a, c, None) && self.at_most(d, b, None),
            // a < b, so d <= c.
            (true, false) => self.at_most(d, a, None) && self.at_most(b, c, None) || a == d && b == c,
            (false, true) => false,
        }
    }

    // ---- text -----------------------------------------------------------------------------------------------------

    /// A value in a statement that is made.
    fn read(&mut self, id: Id) -> Expr {
        let ty = self.values[id].ty.clone();
        let var = match &self.values[id].node {
            Node::Const(..) => {
                let c = self.as_const(id).unwrap_or(Const::Int(0));
                return Expr::new(ExprKind::Const(c), ty, Default::default());
            }
            Node::Outside(v) => *v,
            _ => match self.values[id].var {
                Some(v) => v,
                None => {
                    let var = VarId(self.vars.len() as u32);
                    let name = self.values[id].name.clone();
                    self.vars.push(Var { name, ty: ty.clone(), mutable: false, span: Default::default(), folds: None });
                    self.of_var.insert(var, id);
                    self.values[id].var = Some(var);
                    var
                }
            },
        };
        Expr::var(var, ty, Default::default())
    }

    /// The statements with the values that they name in front of them.
    fn statements(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut uses = vec![0; self.values.len()];
        self.count(&stmts, &mut uses);
        let mut out = Vec::new();
        self.place(stmts, &uses, &mut BTreeSet::new(), &mut out);
        out
    }

    fn count(&self, stmts: &[Stmt], uses: &mut [usize]) {
        let mut open = Vec::new();
        let block = Block { stmts: stmts.to_vec() };
        walk::for_each_expr(&block, &mut |e| {
            if let ExprKind::Var(v) = e.kind {
                open.extend(self.of_var.get(&v).copied());
            }
        });
        while let Some(id) = open.pop() {
            uses[id] += 1;
            if let (1, Node::Op(_, args)) = (uses[id], &self.values[id].node) {
                open.extend(args);
            }
        }
    }

    fn place(&mut self, stmts: Vec<Stmt>, uses: &[usize], declared: &mut BTreeSet<Id>, out: &mut Vec<Stmt>) {
        for mut stmt in stmts {
            walk::stmt_exprs_mut(&mut stmt, &mut |e| self.fill(e, uses, declared, out));
            walk::stmt_blocks_mut(&mut stmt, &mut |b| {
                let inner = std::mem::take(&mut b.stmts);
                self.place(inner, uses, &mut declared.clone(), &mut b.stmts);
            });
            out.push(stmt);
        }
    }

    fn fill(&mut self, e: &mut Expr, uses: &[usize], declared: &mut BTreeSet<Id>, out: &mut Vec<Stmt>) {
        if let ExprKind::Var(v) = e.kind
            && let Some(&id) = self.of_var.get(&v)
        {
            // What has a name of its own stands in front, each behind what it is made of.
            let (mut named, mut open, mut seen) = (BTreeSet::new(), vec![id], BTreeSet::new());
            while let Some(id) = open.pop() {
                if seen.insert(id)
                    && !declared.contains(&id)
                    && let Node::Op(_, args) = &self.values[id].node
                {
                    named.extend((uses[id] > 1).then_some(id));
                    open.extend(args);
                }
            }
            for id in named {
                self.written(id, uses, declared, out, 0);
            }
            *e = self.written(id, uses, declared, out, 0);
            return;
        }
        walk::expr_children_mut(e, &mut |c| self.fill(c, uses, declared, out));
    }

    fn written(
        &mut self,
        id: Id,
        uses: &[usize],
        declared: &mut BTreeSet<Id>,
        out: &mut Vec<Stmt>,
        depth: usize,
    ) -> Expr {
        /// Operations within each other that a person reads.
        const DEPTH: usize = 4;
        let (node, ty) = (self.values[id].node.clone(), self.values[id].ty.clone());
        let span = self.values[id].prov.0.first().copied().unwrap_or_default();
        let (op, args) = match node {
            Node::Len(array, dim) => return Expr::new(ExprKind::Len { array, dim }, ty, span),
            Node::Op(op, args) => (op, args),
            _ => return self.read(id),
        };
        if declared.contains(&id) {
            return self.read(id);
        }
        let alone = uses[id] > 1 || depth >= DEPTH;
        let inner = if alone { 0 } else { depth + 1 };
        let mut args: Vec<Expr> = args.iter().map(|a| self.written(*a, uses, declared, out, inner)).collect();
        let mut next = || Box::new(args.remove(0));
        let kind = match op {
            Op::Unary(op) => ExprKind::Unary(op, next()),
            Op::Binary(op) => ExprKind::Binary(op, next(), next()),
            Op::Convert => ExprKind::Convert(next()),
            Op::Bitcast => ExprKind::Bitcast(next()),
            Op::Select => ExprKind::Select(next(), next(), next()),
            Op::And => ExprKind::And(next(), next()),
            Op::Or => ExprKind::Or(next(), next()),
            Op::Math(op) => ExprKind::Math(op, args),
        };
        let e = Expr::new(kind, ty, span);
        if !alone {
            return e;
        }
        let read = self.read(id);
        declared.insert(id);
        if let ExprKind::Var(var) = read.kind {
            out.push(Stmt { kind: StmtKind::Let { var, init: Some(e) }, prov: self.values[id].prov.clone() });
        }
        read
    }
}
