//! Known operators among the combinators of reductions: what only applies `+`, `*`, `&`, `|`, `^`, a minimum or a maximum to its two
//! values is that operator, however it is spelled.
//!
//! A lambda, a reference to a method, a method that only calls another, `Math.max` and, of whole numbers, a condition that picks
//! the less are looked through alike. The verdict stands in [`ExprKind::ReduceMethod`], where every stage reads it, so that a sum has
//! one order and one result on all back ends.
//!
//! A condition that picks the less of two `float` or `double` values is not `Math.min`: it differs for NaN and -0.0.

use super::{BinOp, Block, ClassId, Expr, ExprKind, LocalId, MethodId, Program, Stmt, StmtKind, Ty, walk};
use somd_syntax::ast::ReduceOp;
use std::collections::BTreeMap;

/// How many calls deep a combinator is looked into.
const DEPTH: usize = 8;

/// What a combinator is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub op: ReduceOp,
    /// Whether a reduction of nothing, without an initial value, gives the operator's identity. What the program writes itself throws
    /// `EmptyReduction` there.
    pub has_identity: bool,
}

/// The operators of reductions that are binary operators, each with the one that it is.
const BINARY: [(ReduceOp, BinOp); 6] = [
    (ReduceOp::Add, BinOp::Add),
    (ReduceOp::Sub, BinOp::Sub),
    (ReduceOp::Mul, BinOp::Mul),
    (ReduceOp::And, BinOp::And),
    (ReduceOp::Or, BinOp::Or),
    (ReduceOp::Xor, BinOp::Xor),
];

/// The binary operator that combines two values; None of minima and maxima.
pub fn binary(op: ReduceOp) -> Option<BinOp> {
    BINARY.iter().find(|(of, _)| *of == op).map(|(_, binary)| *binary)
}

/// The reduction that a binary operator folds with, its values in any order. A difference is none: it is a sum of what is taken away.
pub fn folding(op: BinOp) -> Option<ReduceOp> {
    BINARY.iter().find(|(of, binary)| *binary == op && *of != ReduceOp::Sub).map(|(of, _)| *of)
}

/// What is known of a value while a combinator is looked into.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    First,
    Second,
    Result(ReduceOp),
}

/// Writes the verdict on every combinator of the program.
pub fn recognise(program: &mut Program) {
    let mut known: BTreeMap<MethodId, Option<Known>> = BTreeMap::new();
    for m in &program.methods {
        let Some(body) = &m.body else { continue };
        walk::exprs_in(body, &mut |e| {
            if let ExprKind::ReduceMethod { method, .. } = &e.kind {
                known.entry(*method).or_insert_with(|| operator(program, *method));
            }
        });
    }
    if known.values().all(Option::is_none) {
        return;
    }
    for body in program.methods.iter_mut().filter_map(|m| m.body.as_mut()) {
        walk::rewrite_block(body, &mut |e| {
            if let ExprKind::ReduceMethod { method, operator, captured, .. } = &mut e.kind {
                *operator = known.get(method).copied().flatten().filter(|_| captured.is_empty());
            }
            true
        });
    }
}

/// The operator that a combinator is.
pub fn operator(program: &Program, method: MethodId) -> Option<Known> {
    let m = program.method(method);
    let [a, b] = m.params.as_slice() else { return None };
    let ty = &m.locals[a.index()].ty;
    let fits = matches!(ty, Ty::Boolean | Ty::Int | Ty::Long | Ty::Float | Ty::Double);
    if !fits || m.locals[b.index()].ty != *ty || m.ret != *ty {
        return None;
    }
    let look = Look { program, ty, class: m.class };
    match look.call(method, &[Value::First, Value::Second], 0)? {
        Value::Result(op) => Some(Known { op, has_identity: min_or_max(program, method).is_some() }),
        _ => None,
    }
}

/// `min` and `max` of `Math`, `StrictMath` and `FloatMath`.
pub fn min_or_max(program: &Program, method: MethodId) -> Option<ReduceOp> {
    let m = program.method(method);
    let class = program.class(m.class).name.as_str();
    match (class, m.name.as_str(), m.params.len()) {
        ("java.lang.Math" | "java.lang.StrictMath" | "somd.FloatMath", "min", 2) => Some(ReduceOp::Min),
        ("java.lang.Math" | "java.lang.StrictMath" | "somd.FloatMath", "max", 2) => Some(ReduceOp::Max),
        _ => None,
    }
}

struct Look<'p> {
    program: &'p Program,
    /// Of both values and of the result.
    ty: &'p Ty,
    /// The combinator's own: it is initialised wherever the combinator runs.
    class: ClassId,
}

type Values = BTreeMap<LocalId, Value>;

impl Look<'_> {
    fn call(&self, method: MethodId, args: &[Value], depth: usize) -> Option<Value> {
        let m = self.program.method(method);
        let typed = m.ret == *self.ty && m.params.iter().all(|p| m.locals[p.index()].ty == *self.ty);
        if !typed || m.params.len() != args.len() || depth == DEPTH {
            return None;
        }
        if let Some(op) = min_or_max(self.program, method) {
            return self.both(args[0], args[1], op);
        }
        // An initialiser of the program's own would be left out with the call.
        let class = self.program.class(m.class);
        let starts = depth > 0 && m.class != self.class && !class.is_library && class.static_init.is_some();
        if !m.is_static || starts {
            return None;
        }
        let values = m.params.iter().copied().zip(args.iter().copied()).collect();
        self.stmts(&m.body.as_ref()?.stmts, values, depth)
    }

    /// What the statements return; None where they may not, or return what is not known.
    fn stmts(&self, stmts: &[Stmt], mut values: Values, depth: usize) -> Option<Value> {
        let (first, rest) = stmts.split_first()?;
        match &first.kind {
            StmtKind::Return(Some(value)) => self.value(value, &values, depth),
            StmtKind::Local { local, init: Some(init) } => {
                let value = self.value(init, &values, depth)?;
                values.insert(*local, value);
                self.stmts(rest, values, depth)
            }
            StmtKind::Block(Block { stmts, .. }) if rest.is_empty() => self.stmts(stmts, values, depth),
            StmtKind::If { cond, then, otherwise } => {
                let yes = self.stmts(&then.stmts, values.clone(), depth)?;
                let no = match otherwise {
                    Some(otherwise) => self.stmts(&otherwise.stmts, values.clone(), depth)?,
                    None => self.stmts(rest, values.clone(), depth)?,
                };
                self.choice(cond, yes, no, &values, depth)
            }
            _ => None,
        }
    }

    fn value(&self, e: &Expr, values: &Values, depth: usize) -> Option<Value> {
        if e.ty != *self.ty {
            return None;
        }
        let of = |e: &Expr| self.value(e, values, depth);
        match &e.kind {
            ExprKind::Local(local) => values.get(local).copied(),
            ExprKind::Binary(BinOp::Ne, a, b) if *self.ty == Ty::Boolean => self.both(of(a)?, of(b)?, ReduceOp::Xor),
            ExprKind::Binary(op, a, b) => self.both(of(a)?, of(b)?, folding(*op)?),
            ExprKind::And(a, b) => self.both(of(a)?, of(b)?, ReduceOp::And),
            ExprKind::Or(a, b) => self.both(of(a)?, of(b)?, ReduceOp::Or),
            ExprKind::Cond(cond, a, b) => self.choice(cond, of(a)?, of(b)?, values, depth),
            ExprKind::Call { method, args, receiver: None, .. } => {
                let args: Vec<Value> = args.iter().map(of).collect::<Option<_>>()?;
                self.call(*method, &args, depth + 1)
            }
            _ => None,
        }
    }

    /// An operator applied to both values, each once; all that are known can take them in either order.
    fn both(&self, a: Value, b: Value, op: ReduceOp) -> Option<Value> {
        matches!((a, b), (Value::First, Value::Second) | (Value::Second, Value::First)).then_some(Value::Result(op))
    }

    /// `cond ? yes : no`, of whole numbers.
    fn choice(&self, cond: &Expr, yes: Value, no: Value, values: &Values, depth: usize) -> Option<Value> {
        let ExprKind::Binary(op, a, b) = &cond.kind else { return None };
        let less = match op {
            BinOp::Lt | BinOp::Le => true,
            BinOp::Gt | BinOp::Ge => false,
            _ => return None,
        };
        let (a, b) = (self.value(a, values, depth)?, self.value(b, values, depth)?);
        if !matches!(self.ty, Ty::Int | Ty::Long) || matches!(a, Value::Result(_)) {
            return None;
        }
        let takes_left = (yes, no) == (a, b);
        let takes_right = (yes, no) == (b, a);
        let op = if less == takes_left { ReduceOp::Min } else { ReduceOp::Max };
        if takes_left || takes_right { self.both(a, b, op) } else { None }
    }
}
