//! Functions of two values that are associative to the last bit, whatever the values.
//!
//! `f(f(a, b), c)` and `f(a, f(b, c))` are computed with names in the place of numbers and compared in a normal form: whole numbers as
//! polynomials over the ring of their width, since Java's `+`, `-` and `*` wrap; the least, the greatest, `&` and `|` as sets, in which order and
//! repetition say nothing; `^` as what occurs an odd number of times. Sums and products of floats have no such form, so no function
//! with one passes, nor does one that may throw. What passes may be combined in any grouping.

use somd_core::ir::{BinOp, Block, Const, Expr, ExprKind, FuncId, MathOp, Program, StmtKind, Ty, UnOp, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A value made of names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    Name(u32),
    /// A number that is no `i32` or `i64`, by its bits.
    Other(u64),
    /// By monomial; without zeros. Of `i32` or `i64`.
    Sum(Width, BTreeMap<Vec<Value>, i64>),
    /// The operands of [`MathOp::Min`] and the like.
    Set(Operator, BTreeSet<Value>),
    Struct(Vec<Value>),
    Field(Box<Value>, u32),
    /// A widening conversion, which is no homomorphism where sums wrap.
    Widened(Box<Value>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Width {
    Int,
    Long,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Operator {
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// Monomials of a value: more are not worth the time.
const MOST: usize = 200;
/// Calls within calls.
const DEPTH: u32 = 8;

/// Whether a scalar function of two values of one type, and of others that stay the same, is.
pub fn is_associative(program: &Program, func: FuncId) -> bool {
    let f = program.func(func);
    let [a, b, rest @ ..] = f.params.as_slice() else { return false };
    let ty = |v: &VarId| &f.vars[v.index()].ty;
    if ty(a) != ty(b) || f.ret.as_slice() != std::slice::from_ref(ty(a)) {
        return false;
    }
    let outside: Vec<Value> = (0..rest.len()).map(|k| Value::Name(3 + k as u32)).collect();
    let call = |x: Value, y: Value| {
        let args = [x, y].into_iter().chain(outside.iter().cloned()).collect();
        Symbolic { program }.call(func, args, 0).map(|v| expanded(program, v, ty(a)))
    };
    let grouped = || {
        let [a, b, c] = [0, 1, 2].map(|n| expanded(program, Value::Name(n), ty(a)));
        let left = call(call(a.clone(), b.clone())?, c.clone())?;
        let right = call(a, call(b, c)?)?;
        Some(left == right)
    };
    grouped().unwrap_or(false)
}

/// A structure as its fields.
fn expanded(program: &Program, value: Value, ty: &Ty) -> Value {
    let Ty::Struct(id) = ty else { return value };
    let fields = program.structs[id.index()].fields.iter().enumerate();
    Value::Struct(fields.map(|(k, (_, ty))| expanded(program, value.field(k as u32), ty)).collect())
}

impl Value {
    fn field(&self, k: u32) -> Value {
        match self {
            Value::Struct(fields) => fields.get(k as usize).cloned().unwrap_or(Value::Field(Box::new(self.clone()), k)),
            other => Value::Field(Box::new(other.clone()), k),
        }
    }
}

impl Width {
    fn of(ty: &Ty) -> Option<Width> {
        match ty {
            Ty::I32 => Some(Width::Int),
            Ty::I64 => Some(Width::Long),
            _ => None,
        }
    }

    fn wrap(self, n: i64) -> i64 {
        match self {
            Width::Int => n as i32 as i64,
            Width::Long => n,
        }
    }

    /// A value as a polynomial.
    fn terms(self, value: Value) -> BTreeMap<Vec<Value>, i64> {
        match value {
            Value::Sum(_, terms) => terms,
            other => BTreeMap::from([(vec![other], 1)]),
        }
    }

    /// A lone name is itself.
    fn sum(self, mut terms: BTreeMap<Vec<Value>, i64>) -> Option<Value> {
        terms.retain(|_, n| *n != 0);
        if terms.len() == 1
            && let Some((monomial, 1)) = terms.first_key_value()
            && let [one] = monomial.as_slice()
        {
            return Some(one.clone());
        }
        (terms.len() <= MOST).then_some(Value::Sum(self, terms))
    }

    fn plus(self, a: Value, b: Value, factor: i64) -> Option<Value> {
        let mut terms = self.terms(a);
        for (monomial, n) in self.terms(b) {
            let old = terms.entry(monomial).or_default();
            *old = self.wrap(old.wrapping_add(n.wrapping_mul(factor)));
        }
        self.sum(terms)
    }

    fn times(self, a: Value, b: Value) -> Option<Value> {
        let (a, b) = (self.terms(a), self.terms(b));
        let mut terms: BTreeMap<Vec<Value>, i64> = BTreeMap::new();
        if a.len() * b.len() > MOST {
            return None;
        }
        for (x, m) in &a {
            for (y, n) in &b {
                let mut monomial: Vec<Value> = x.iter().chain(y).cloned().collect();
                monomial.sort();
                let old = terms.entry(monomial).or_default();
                *old = self.wrap(old.wrapping_add(m.wrapping_mul(*n)));
            }
        }
        self.sum(terms)
    }
}

/// The operands of both sides, where they are of the same operator.
fn set(op: Operator, a: Value, b: Value) -> Value {
    let operands = |v: Value| match v {
        Value::Set(inner, operands) if inner == op => operands,
        other => BTreeSet::from([other]),
    };
    let (a, b) = (operands(a), operands(b));
    let all: BTreeSet<Value> = if op == Operator::Xor {
        a.symmetric_difference(&b).cloned().collect()
    } else {
        a.union(&b).cloned().collect()
    };
    match all.first() {
        Some(one) if all.len() == 1 => one.clone(),
        _ => Value::Set(op, all),
    }
}

struct Symbolic<'p> {
    program: &'p Program,
}

impl Symbolic<'_> {
    fn call(&self, func: FuncId, args: Vec<Value>, depth: u32) -> Option<Value> {
        let f = self.program.func(func);
        if depth > DEPTH {
            return None;
        }
        let mut env: BTreeMap<VarId, Value> = f.params.iter().copied().zip(args).collect();
        self.block(&f.body, &mut env, depth)
    }

    /// The value of a body without branches.
    fn block(&self, block: &Block, env: &mut BTreeMap<VarId, Value>, depth: u32) -> Option<Value> {
        for s in &block.stmts {
            match &s.kind {
                StmtKind::Let { init: None, .. } => {}
                StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value } => {
                    let value = self.expr(value, env, depth)?;
                    env.insert(*var, value);
                }
                StmtKind::Return(values) => {
                    let [value] = values.as_slice() else { return None };
                    return self.expr(value, env, depth);
                }
                _ => return None,
            }
        }
        None
    }

    fn expr(&self, e: &Expr, env: &BTreeMap<VarId, Value>, depth: u32) -> Option<Value> {
        let of = |e: &Expr| self.expr(e, env, depth);
        Some(match &e.kind {
            ExprKind::Const(Const::Int(n)) => match Width::of(&e.ty) {
                Some(width) => width.sum(BTreeMap::from([(Vec::new(), width.wrap(*n))]))?,
                None => Value::Other(*n as u64),
            },
            ExprKind::Const(Const::Bool(b)) => Value::Other(u64::from(*b)),
            ExprKind::Const(Const::F32(x)) => Value::Other(x.to_bits().into()),
            ExprKind::Const(Const::F64(x)) => Value::Other(x.to_bits()),
            ExprKind::Var(v) => env.get(v)?.clone(),
            ExprKind::Field(of_what, k) => of(of_what)?.field(*k),
            ExprKind::MakeStruct(fields) => Value::Struct(fields.iter().map(of).collect::<Option<_>>()?),
            ExprKind::Call { func, args } => {
                let args = args.iter().map(of).collect::<Option<_>>()?;
                self.call(*func, args, depth + 1)?
            }
            ExprKind::Unary(UnOp::Neg, a) => {
                let zero = Value::Sum(Width::of(&e.ty)?, BTreeMap::new());
                Width::of(&e.ty)?.plus(zero, of(a)?, -1)?
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                match (op, Width::of(&e.ty)) {
                    (BinOp::Add, Some(width)) => width.plus(a, b, 1)?,
                    (BinOp::Sub, Some(width)) => width.plus(a, b, -1)?,
                    (BinOp::Mul, Some(width)) => width.times(a, b)?,
                    (BinOp::And, _) => set(Operator::And, a, b),
                    (BinOp::Or, _) => set(Operator::Or, a, b),
                    (BinOp::Xor, _) => set(Operator::Xor, a, b),
                    _ => return None,
                }
            }
            ExprKind::Math(MathOp::Min, args) => {
                let [a, b] = args.as_slice() else { return None };
                set(Operator::Min, of(a)?, of(b)?)
            }
            ExprKind::Math(MathOp::Max, args) => {
                let [a, b] = args.as_slice() else { return None };
                set(Operator::Max, of(a)?, of(b)?)
            }
            // `x > y ? x : y` of whole numbers.
            ExprKind::Select(cond, yes, no) => {
                let ExprKind::Binary(op, a, b) = &cond.kind else { return None };
                let (a, b, yes, no) = (of(a)?, of(b)?, of(yes)?, of(no)?);
                let greater = match op {
                    BinOp::Gt | BinOp::Ge => true,
                    BinOp::Lt | BinOp::Le => false,
                    _ => return None,
                };
                let takes_first = yes == a && no == b;
                if !e.ty.is_int() || !takes_first && !(yes == b && no == a) {
                    return None;
                }
                set(if greater == takes_first { Operator::Max } else { Operator::Min }, yes, no)
            }
            ExprKind::Convert(inner) => match (&inner.ty, &e.ty) {
                (from, to) if from == to => of(inner)?,
                (Ty::I32, Ty::I64) => Value::Widened(Box::new(of(inner)?)),
                _ => return None,
            },
            _ => return None,
        })
    }
}
