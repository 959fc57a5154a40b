//! Branches that compute alike, but with other numbers, compute once with numbers that are chosen:
//! `if (c) s = a + k * x; else s = b + k * y;` is `s = (c ? a : b) + k * (c ? x : y)`, also where branches return. Work items of a warp that go apart take
//! both branches one after the other, and a compiler that turns branches into choices by itself computes both.
//!
//! A branch of nothing but names and constants joins such a choice: `if (d) s = z; else s = …`. All is arithmetic of floats that does neither fail nor
//! divide, what is chosen are names and constants, and the bits are the same. (`x * 1` is x.)

use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

/// The program with such branches joined.
pub(super) fn if_conversion(program: &Program) -> Program {
    let mut program = program.clone();
    for func in &mut program.funcs {
        let first = func.vars.len();
        let mut joining = Joining { vars: &mut func.vars, first };
        match func.kind {
            FuncKind::Scalar => joining.block(&mut func.body),
            FuncKind::Region { .. } => walk::for_each_stmt_mut(&mut func.body, &mut |s| {
                if let StmtKind::Par(par) = &mut s.kind {
                    joining.block(&mut par.body);
                }
            }),
        }
    }
    program
}

/// Operations that a joined branch may take which it did not take.
const MORE: usize = 12;

struct Joining<'v> {
    vars: &'v mut Vec<Var>,
    /// The first variable that is a choice's condition, or such a value.
    first: usize,
}

/// The end of a branch, or all of it: conditions of the choices in it, and values that have got names; then what it assigns or returns.
#[derive(Clone)]
struct Ending {
    conditions: Vec<Stmt>,
    /// Values, and what is assigned them; none: they are returned.
    values: Vec<(Option<VarId>, Expr, Prov)>,
}

/// A value that is the choice of two, the operations that both branches had, and the choices in it: all of names and constants (`light`)?
struct Chosen {
    value: Expr,
    shared: usize,
    choices: usize,
    light: bool,
}

impl Joining<'_> {
    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            walk::stmt_blocks_mut(stmt, &mut |inner| self.block(inner));
        }
        for n in (0..block.stmts.len()).rev() {
            let StmtKind::If { cond, then, otherwise } = &block.stmts[n].kind else { continue };
            // What follows a branch that returns is the other one.
            let returns = otherwise.stmts.is_empty();
            let end = if returns { block.stmts.len() } else { n + 1 };
            let other = if returns { &block.stmts[n + 1..] } else { &otherwise.stmts };
            let (Some(a), Some(b)) = (self.ending(&then.stmts), self.ending(other)) else { continue };
            if let Some(joined) = self.join(cond.clone(), &block.stmts[n].prov.clone(), a, b) {
                block.stmts.splice(n..end, joined);
            }
        }
    }

    fn is_condition(&self, stmt: &Stmt) -> bool {
        matches!(stmt.kind, StmtKind::Let { var, .. } if var.index() >= self.first)
    }

    /// Statements that are such an ending.
    fn ending(&self, stmts: &[Stmt]) -> Option<Ending> {
        let many = stmts.iter().take_while(|s| self.is_condition(s)).count();
        let (conditions, rest) = stmts.split_at(many);
        let value = |s: &Stmt| match &s.kind {
            StmtKind::Assign { var, value } => Some((Some(*var), value.clone(), s.prov.clone())),
            StmtKind::Return(values) if rest.len() == 1 && values.len() == 1 => {
                Some((None, values[0].clone(), s.prov.clone()))
            }
            _ => None,
        };
        let values: Vec<_> = rest.iter().map(value).collect::<Option<_>>()?;
        let assigned: BTreeSet<VarId> = values.iter().filter_map(|(v, ..)| *v).collect();
        let mut fits = !values.is_empty() && (assigned.len() == values.len() || values.len() == 1);
        for (_, value, _) in &values {
            walk::for_each_read(value, &mut |v| fits &= !assigned.contains(&v));
            fits &= value.ty.is_float() && plain(value);
        }
        fits.then(|| Ending { conditions: conditions.to_vec(), values })
    }

    fn join(&mut self, cond: Expr, prov: &Prov, a: Ending, b: Ending) -> Option<Vec<Stmt>> {
        if !plain(&cond) || a.values.len() != b.values.len() {
            return None;
        }
        // A condition is evaluated in front of what the branches assign.
        let span = cond.span;
        let choice = Expr::var(self.next(), Ty::Bool, span);
        let (mut values, mut sum) = (Vec::new(), (0, 0, true));
        let (mut before, mut after) = ([0, 0], 0);
        for (to, x, from) in &a.values {
            let (_, y, other) = b.values.iter().find(|(v, ..)| v == to)?;
            let chosen = choose(&choice, x, y);
            sum = (sum.0 + chosen.shared, sum.1 + chosen.choices, sum.2 && chosen.light);
            before = [before[0] + operations(x), before[1] + operations(y)];
            after += operations(&chosen.value);
            let mut prov = from.clone();
            prov.join(other);
            values.push((*to, x, y, chosen.value, prov));
        }
        // A choice costs what an operation does. Names alone join what is chosen already.
        let (shared, chosen, light) = sum;
        let alike = shared > 0 && chosen <= shared && light;
        let names = before[0] == 0 && !b.conditions.is_empty() || before[1] == 0 && !a.conditions.is_empty();
        if !(alike || names) || after > before[0].min(before[1]) + MORE {
            return None;
        }
        self.vars.push(Var { name: "choice".into(), ty: Ty::Bool, mutable: false, span, folds: None });
        let mut stmts = [a.conditions.clone(), b.conditions.clone()].concat();
        let mut ends = Vec::new();
        for (to, x, y, value, prov) in values {
            // Compilers make a branch of a choice in which something is computed.
            let value = if alike {
                value
            } else {
                let [x, y] = [x, y].map(|e| self.named(e, &prov, &mut stmts));
                choose(&choice, &x, &y).value
            };
            let kind = match to {
                Some(var) => StmtKind::Assign { var, value },
                None => StmtKind::Return(vec![value]),
            };
            ends.push(Stmt { kind, prov });
        }
        if let ExprKind::Var(var) = choice.kind {
            stmts.push(Stmt { kind: StmtKind::Let { var, init: Some(cond) }, prov: prov.clone() });
        }
        stmts.extend(ends);
        Some(stmts)
    }

    fn next(&self) -> VarId {
        VarId(self.vars.len() as u32)
    }

    /// The expression, or the name that it gets.
    fn named(&mut self, e: &Expr, prov: &Prov, stmts: &mut Vec<Stmt>) -> Expr {
        if operations(e) == 0 {
            return e.clone();
        }
        let var = self.next();
        self.vars.push(Var { name: "value".into(), ty: e.ty.clone(), mutable: false, span: e.span, folds: None });
        stmts.push(Stmt { kind: StmtKind::Let { var, init: Some(e.clone()) }, prov: prov.clone() });
        Expr::var(var, e.ty.clone(), e.span)
    }
}

/// Numbers, names, comparisons and arithmetic that cannot fail and is cheap.
fn plain(e: &Expr) -> bool {
    let own = match &e.kind {
        ExprKind::Const(_) | ExprKind::Unary(..) | ExprKind::Select(..) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Var(_) => e.ty.is_scalar(),
        ExprKind::Binary(op, ..) => !matches!(op, BinOp::Div | BinOp::Rem),
        _ => false,
    };
    let mut all = own;
    walk::expr_children(e, &mut |c| all &= plain(c));
    all
}

/// Arithmetic of floats in it.
fn operations(e: &Expr) -> usize {
    let mut n = (e.ty.is_float() && matches!(e.kind, ExprKind::Binary(..))) as usize;
    walk::expr_children(e, &mut |c| n += operations(c));
    n
}

fn choose(choice: &Expr, a: &Expr, b: &Expr) -> Chosen {
    let of = |value: Expr, parts: &[&Chosen], own: usize| Chosen {
        value,
        shared: own + parts.iter().map(|p| p.shared).sum::<usize>(),
        choices: parts.iter().map(|p| p.choices).sum(),
        light: parts.iter().all(|p| p.light),
    };
    let node = |kind| Expr::new(kind, a.ty.clone(), a.span);
    let same = match (&a.kind, &b.kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Const(Const::F32(x)), ExprKind::Const(Const::F32(y))) => x.to_bits() == y.to_bits(),
        (ExprKind::Const(Const::F64(x)), ExprKind::Const(Const::F64(y))) => x.to_bits() == y.to_bits(),
        _ => false,
    };
    if same {
        return of(a.clone(), &[], 0);
    }
    let float = |op: BinOp| matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul);
    match (&a.kind, &b.kind) {
        (ExprKind::Binary(op, a1, a2), ExprKind::Binary(other, b1, b2)) if op == other && float(*op) => {
            let (left, right) = (choose(choice, a1, b1), choose(choice, a2, b2));
            let value = |l: &Chosen, r: &Chosen| {
                node(ExprKind::Binary(*op, Box::new(l.value.clone()), Box::new(r.value.clone())))
            };
            let straight = of(value(&left, &right), &[&left, &right], 1);
            if *op == BinOp::Sub {
                return straight;
            }
            let (left, right) = (choose(choice, a1, b2), choose(choice, a2, b1));
            let crossed = of(value(&left, &right), &[&left, &right], 1);
            let better = (crossed.shared, straight.choices) > (straight.shared, crossed.choices);
            return if better { crossed } else { straight };
        }
        (ExprKind::Unary(UnOp::Neg, x), ExprKind::Unary(UnOp::Neg, y)) => {
            let inner = choose(choice, x, y);
            return of(node(ExprKind::Unary(UnOp::Neg, Box::new(inner.value.clone()))), &[&inner], 0);
        }
        _ => {}
    }
    // Of x and x * y: x times 1 or y.
    let one = || {
        let one = if a.ty == Ty::F64 { Const::F64(1.0) } else { Const::F32(1.0) };
        Expr::new(ExprKind::Const(one), a.ty.clone(), a.span)
    };
    let factor = |name: &Expr, product: &Expr| match (&name.kind, &product.kind) {
        (ExprKind::Var(v), ExprKind::Binary(BinOp::Mul, x, y)) => {
            let is = |e: &Expr| matches!(e.kind, ExprKind::Var(w) if w == *v);
            if is(x) { Some((**y).clone()) } else { is(y).then(|| (**x).clone()) }
        }
        _ => None,
    };
    let select = |x: Expr, y: Expr| node(ExprKind::Select(Box::new(choice.clone()), Box::new(x), Box::new(y)));
    let times = |name: &Expr, by: Expr| node(ExprKind::Binary(BinOp::Mul, Box::new(name.clone()), Box::new(by)));
    let leaf = |e: &Expr| matches!(e.kind, ExprKind::Var(_) | ExprKind::Const(_));
    let (value, light) = match (factor(a, b), factor(b, a)) {
        (Some(y), _) => (times(a, select(one(), y.clone())), leaf(&y)),
        (_, Some(y)) => (times(b, select(y.clone(), one())), leaf(&y)),
        _ => (select(a.clone(), b.clone()), leaf(a) && leaf(b)),
    };
    Chosen { value, shared: 0, choices: 1, light }
}
