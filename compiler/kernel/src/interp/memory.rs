//! Values, and blocks of bytes that hold them.

use super::{Result, stop};
use crate::ir::*;
use crate::verify::common;
use std::collections::BTreeMap;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub block: usize,
    /// In bytes.
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Void,
    /// As wide as its type says.
    Int(i64, Scalar),
    Float(f32),
    Double(f64),
    Pointer(Place),
    /// Elements of a vector, or fields of a structure.
    Parts(Vec<Value>),
}

impl Value {
    pub fn bool(b: bool) -> Value {
        Value::Int(b.into(), Scalar::Bool)
    }

    pub fn holds(&self) -> bool {
        match self {
            Value::Int(n, _) => *n != 0,
            Value::Float(x) => *x != 0.0,
            Value::Double(x) => *x != 0.0,
            _ => true,
        }
    }

    pub fn whole(&self) -> Result<i64> {
        match self {
            Value::Int(n, _) => Ok(*n),
            _ => stop("no whole number"),
        }
    }

    /// The value in a scalar type.
    fn to(&self, s: Scalar) -> Result<Value> {
        Ok(match (self, s) {
            (Value::Float(x), Scalar::Float) => Value::Float(*x),
            (Value::Float(x), Scalar::Double) => Value::Double((*x).into()),
            (Value::Double(x), Scalar::Float) => Value::Float(*x as f32),
            (Value::Double(x), Scalar::Double) => Value::Double(*x),
            (Value::Int(n, Scalar::ULong | Scalar::Size), Scalar::Float) => Value::Float(*n as u64 as f32),
            (Value::Int(n, Scalar::ULong | Scalar::Size), Scalar::Double) => Value::Double(*n as u64 as f64),
            (Value::Int(n, _), Scalar::Float) => Value::Float(*n as f32),
            (Value::Int(n, _), Scalar::Double) => Value::Double(*n as f64),
            (v, Scalar::Bool) => Value::bool(v.holds()),
            (Value::Int(n, _), s) => Value::Int(cut(*n, s), s),
            (Value::Float(x), s) => Value::Int(saturated((*x).into(), s), s),
            (Value::Double(x), s) => Value::Int(saturated(*x, s), s),
            (Value::Pointer(p), s) => Value::Int(cut(((p.block as i64 + 1) << ADDRESS) + p.at, s), s),
            _ => return stop("a value of another kind"),
        })
    }
}

/// The bits of an address that say where in its block it is, where it is a number; those above say which block.
const ADDRESS: u32 = 40;

/// The bits of an integer that a type has.
fn cut(n: i64, s: Scalar) -> i64 {
    match s {
        Scalar::Bool => (n != 0).into(),
        Scalar::Char => n as i8 as i64,
        Scalar::UChar => n as u8 as i64,
        Scalar::Short => n as i16 as i64,
        Scalar::UShort => n as u16 as i64,
        Scalar::Int => n as i32 as i64,
        Scalar::UInt => n as u32 as i64,
        _ => n,
    }
}

fn saturated(x: f64, s: Scalar) -> i64 {
    match s {
        Scalar::Int => x as i32 as i64,
        Scalar::UInt => x as u32 as i64,
        Scalar::ULong | Scalar::Size => x as u64 as i64,
        s => cut(x as i64, s),
    }
}

pub(super) fn unary(op: Unary, v: &Value) -> Result<Value> {
    Ok(match (op, v) {
        (Unary::Not, v) => Value::bool(!v.holds()),
        (Unary::Neg, Value::Float(x)) => Value::Float(-x),
        (Unary::Neg, Value::Double(x)) => Value::Double(-x),
        (Unary::Neg, Value::Int(n, s)) => Value::Int(cut(n.wrapping_neg(), *s), *s),
        (Unary::BitNot, Value::Int(n, s)) => Value::Int(cut(!n, *s), *s),
        (op, Value::Parts(all)) => Value::Parts(all.iter().map(|v| unary(op, v)).collect::<Result<_>>()?),
        _ => return stop("no such operation"),
    })
}

fn scalar(op: Binary, a: &Value, b: &Value, s: Scalar) -> Result<Value> {
    let (a, b) = match op {
        Binary::Shl | Binary::Shr => (a.to(s)?, b.clone()),
        _ => (a.to(s)?, b.to(s)?),
    };
    macro_rules! floats {
        ($x:expr, $y:expr, $kind:path) => {
            match op {
                Binary::Add => $kind($x + $y),
                Binary::Sub => $kind($x - $y),
                Binary::Mul => $kind($x * $y),
                Binary::Div => $kind($x / $y),
                Binary::Eq => Value::bool($x == $y),
                Binary::Ne => Value::bool($x != $y),
                Binary::Lt => Value::bool($x < $y),
                Binary::Le => Value::bool($x <= $y),
                Binary::Gt => Value::bool($x > $y),
                Binary::Ge => Value::bool($x >= $y),
                _ => return stop("no such operation of floats"),
            }
        };
    }
    Ok(match (&a, &b) {
        (Value::Float(x), Value::Float(y)) => floats!(*x, *y, Value::Float),
        (Value::Double(x), Value::Double(y)) => floats!(*x, *y, Value::Double),
        (Value::Int(x, _), Value::Int(y, _)) => {
            let (x, y, big) = (*x, *y, !s.is_signed() && s.bytes() == 8);
            let order = if big { (x as u64).cmp(&(y as u64)) } else { x.cmp(&y) };
            let count = (y as u32) & (s.bytes() * 8 - 1);
            let n = match op {
                Binary::Add => x.wrapping_add(y),
                Binary::Sub => x.wrapping_sub(y),
                Binary::Mul => x.wrapping_mul(y),
                Binary::Div | Binary::Rem if y == 0 => return stop("a division by zero"),
                Binary::Div if big => (x as u64 / y as u64) as i64,
                Binary::Rem if big => (x as u64 % y as u64) as i64,
                Binary::Div => x.wrapping_div(y),
                Binary::Rem => x.wrapping_rem(y),
                Binary::BitAnd => x & y,
                Binary::BitOr => x | y,
                Binary::BitXor => x ^ y,
                Binary::Shl => x << count,
                Binary::Shr if big => ((x as u64) >> count) as i64,
                Binary::Shr => x >> count,
                Binary::Eq => return Ok(Value::bool(x == y)),
                Binary::Ne => return Ok(Value::bool(x != y)),
                Binary::Lt => return Ok(Value::bool(order.is_lt())),
                Binary::Le => return Ok(Value::bool(order.is_le())),
                Binary::Gt => return Ok(Value::bool(order.is_gt())),
                Binary::Ge => return Ok(Value::bool(order.is_ge())),
                Binary::And | Binary::Or => return stop("no such operation"),
            };
            Value::Int(cut(n, s), s)
        }
        _ => return stop("values of several kinds"),
    })
}

pub(super) struct Memory<'c> {
    blocks: Vec<Vec<u8>>,
    structs: &'c BTreeMap<Name, Vec<(Type, Name)>>,
}

impl<'c> Memory<'c> {
    pub fn new(structs: &'c BTreeMap<Name, Vec<(Type, Name)>>) -> Memory<'c> {
        Memory { blocks: Vec::new(), structs }
    }

    pub fn block(&mut self, bytes: Vec<u8>) -> usize {
        self.blocks.push(bytes);
        self.blocks.len() - 1
    }

    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Forgets all blocks but the first ones.
    pub fn forget(&mut self, kept: usize) {
        self.blocks.truncate(kept);
    }

    pub fn bytes(&self, block: usize) -> &[u8] {
        &self.blocks[block]
    }

    pub fn known(&self, ty: &Type) -> Type {
        ty.clone()
    }

    /// A block for a variable.
    pub fn variable(&mut self, ty: &Type) -> Result<Place> {
        let size = self.size(ty)?;
        Ok(Place { block: self.block(vec![0; size]), at: 0 })
    }

    fn align(&self, ty: &Type) -> Result<usize> {
        match ty {
            Type::Named(name) => {
                let fields = self.structs.get(name).map_or(&[][..], |f| f.as_slice());
                fields.iter().try_fold(1, |most, (t, _)| Ok(most.max(self.align(t)?)))
            }
            ty => self.size(ty),
        }
    }

    pub fn size(&self, ty: &Type) -> Result<usize> {
        Ok(match ty {
            Type::Void => 0,
            Type::Scalar(s) => s.bytes() as usize,
            Type::Vector(s, n) => s.bytes() as usize * usize::from(*n),
            // A block's number and a distance.
            Type::Pointer(_) => 16,
            Type::Array(of, _, dims) => {
                let mut all = self.size(of)?;
                for e in dims {
                    all *= constant(e)? as usize;
                }
                all
            }
            Type::Named(name) => {
                let Some(fields) = self.structs.get(name) else { return stop(format!("no type {name}")) };
                let mut all = 0usize;
                for (t, _) in fields {
                    all = all.next_multiple_of(self.align(t)?) + self.size(t)?;
                }
                all.next_multiple_of(self.align(ty)?)
            }
            other => return stop(format!("no size of {}", crate::print::type_text(other))),
        })
    }

    /// Where a field is in a structure, and its type.
    pub fn field(&self, ty: &Type, name: &Name) -> Result<(usize, Type)> {
        let Type::Named(of) = ty else { return stop("no structure") };
        let mut at = 0usize;
        for (t, n) in self.structs.get(of).map_or(&[][..], |f| f.as_slice()) {
            at = at.next_multiple_of(self.align(t)?);
            if n == name {
                return Ok((at, t.clone()));
            }
            at += self.size(t)?;
        }
        stop(format!("no field {name}"))
    }

    /// The types and places of what a value is made of.
    fn parts(&self, ty: &Type) -> Result<Vec<(usize, Type)>> {
        match ty {
            Type::Vector(s, n) => {
                Ok((0..usize::from(*n)).map(|k| (k * s.bytes() as usize, Type::Scalar(*s))).collect())
            }
            Type::Named(name) => {
                let fields = self.structs.get(name).map_or(&[][..], |f| f.as_slice());
                fields.iter().map(|(_, n)| self.field(ty, n)).collect()
            }
            _ => stop("a value of no parts"),
        }
    }

    fn range(&self, p: Place, size: usize) -> Result<std::ops::Range<usize>> {
        let len = self.blocks.get(p.block).map_or(0, Vec::len);
        match usize::try_from(p.at) {
            Ok(at) if at + size <= len => Ok(at..at + size),
            _ => stop(format!("an access at byte {} of {len}", p.at)),
        }
    }

    pub fn load(&self, p: Place, ty: &Type) -> Result<Value> {
        let size = self.size(ty)?;
        let bytes = &self.blocks[p.block][self.range(p, size)?];
        let word = |from: usize, len: usize| {
            let mut word = [0u8; 8];
            word[..len].copy_from_slice(&bytes[from..from + len]);
            i64::from_le_bytes(word)
        };
        Ok(match ty {
            Type::Scalar(Scalar::Float) => Value::Float(f32::from_bits(word(0, 4) as u32)),
            Type::Scalar(Scalar::Double) => Value::Double(f64::from_bits(word(0, 8) as u64)),
            Type::Scalar(s) => Value::Int(cut(word(0, size), *s), *s),
            Type::Pointer(_) => Value::Pointer(Place { block: word(0, 8) as usize, at: word(8, 8) }),
            ty => {
                let parts = self.parts(ty)?;
                let load = |(at, t): &(usize, Type)| self.load(Place { at: p.at + *at as i64, ..p }, t);
                Value::Parts(parts.iter().map(load).collect::<Result<_>>()?)
            }
        })
    }

    pub fn store(&mut self, p: Place, ty: &Type, value: &Value) -> Result<()> {
        let value = self.converted(value, ty)?;
        let size = self.size(ty)?;
        let range = self.range(p, size)?;
        let words: [i64; 2] = match (&value, ty) {
            (Value::Int(n, _), _) => [*n, 0],
            (Value::Float(x), _) => [x.to_bits().into(), 0],
            (Value::Double(x), _) => [x.to_bits() as i64, 0],
            (Value::Pointer(place), _) => [place.block as i64, place.at],
            (Value::Parts(all), ty) => {
                for ((at, t), v) in self.parts(ty)?.iter().zip(all) {
                    self.store(Place { at: p.at + *at as i64, ..p }, t, v)?;
                }
                return Ok(());
            }
            (Value::Void, _) => return stop("nothing is stored"),
        };
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(size).collect();
        self.blocks[p.block][range].copy_from_slice(&bytes);
        Ok(())
    }

    /// A value in a type.
    pub fn converted(&self, value: &Value, ty: &Type) -> Result<Value> {
        match (value, ty) {
            (Value::Pointer(p), Type::Pointer(_)) => Ok(Value::Pointer(*p)),
            (Value::Int(n, _), Type::Pointer(_)) if *n >> ADDRESS > 0 => {
                let block = (*n >> ADDRESS) as usize - 1;
                Ok(Value::Pointer(Place { block, at: *n & ((1 << ADDRESS) - 1) }))
            }
            (_, Type::Pointer(_)) => stop("no address"),
            (v, Type::Scalar(s)) => v.to(*s),
            (Value::Parts(all), Type::Vector(s, _)) => {
                Ok(Value::Parts(all.iter().map(|v| v.to(*s)).collect::<Result<_>>()?))
            }
            (v, Type::Vector(s, n)) => Ok(Value::Parts(vec![v.to(*s)?; usize::from(*n)])),
            (v, _) => Ok(v.clone()),
        }
    }

    /// A vector or structure of these; of one vectors have it in each element, and structures as the first field.
    pub fn made(&self, ty: &Type, all: &[Value]) -> Result<Value> {
        let types = self.parts(ty)?;
        let mut parts = Vec::new();
        for (n, (_, t)) in types.iter().enumerate() {
            let value = match (all.get(n), all, ty) {
                (Some(v), _, _) => v.clone(),
                (None, [one], Type::Vector(..)) => one.clone(),
                _ => Value::Int(0, Scalar::Int),
            };
            parts.push(match (&value, t) {
                (Value::Int(0, _), Type::Named(_)) => self.made(t, &[])?,
                _ => self.converted(&value, t)?,
            });
        }
        Ok(Value::Parts(parts))
    }

    pub fn binary(&self, op: Binary, (a, at): (Value, &Type), (b, bt): (Value, &Type), ty: &Type) -> Result<Value> {
        let pointed = |ty: &Type| match ty {
            Type::Pointer(_) | Type::Array(..) => ty.element(),
            _ => None,
        };
        match (&a, &b) {
            (Value::Pointer(p), Value::Pointer(q)) => {
                let size = self.size(&pointed(at).unwrap_or(Type::INT))? as i64;
                return Ok(match op {
                    Binary::Sub => Value::Int((p.at - q.at) / size, Scalar::Long),
                    Binary::Eq => Value::bool(p == q),
                    Binary::Ne => Value::bool(p != q),
                    _ => return stop("no such operation of addresses"),
                });
            }
            (Value::Pointer(p), n) | (n, Value::Pointer(p)) => {
                let of = pointed(at).or(pointed(bt)).unwrap_or(Type::INT);
                let by = n.whole()? * self.size(&of)? as i64;
                return Ok(Value::Pointer(Place { at: if op == Binary::Sub { p.at - by } else { p.at + by }, ..*p }));
            }
            _ => {}
        }
        let wide = match op {
            Binary::Shl | Binary::Shr => ty.clone(),
            _ => common(&crate::verify::promoted(at), &crate::verify::promoted(bt)),
        };
        match wide {
            Type::Vector(s, n) => {
                let ty = Type::Vector(s, n);
                let (Value::Parts(a), Value::Parts(b)) = (self.converted(&a, &ty)?, self.converted(&b, &ty)?) else {
                    return stop("no vectors");
                };
                let all = a.iter().zip(&b).map(|(a, b)| scalar(op, a, b, s));
                Ok(Value::Parts(all.collect::<Result<_>>()?))
            }
            Type::Scalar(s) => scalar(op, &a, &b, s),
            _ => stop("no such operation"),
        }
    }

    pub fn builtin(&mut self, b: Builtin, args: &[Value], exprs: &[Expr], ty: &Type) -> Result<Value> {
        let first = args.first().cloned().unwrap_or(Value::Void);
        let each = |m: &mut Memory, f: &dyn Fn(&[Value]) -> Result<Value>| -> Result<Value> {
            let args: Vec<Value> = args.iter().map(|v| m.converted(v, ty)).collect::<Result<_>>()?;
            match ty {
                Type::Vector(_, n) => {
                    let of = |k: usize| {
                        let nth = |v: &Value| if let Value::Parts(all) = v { all[k].clone() } else { v.clone() };
                        f(&args.iter().map(nth).collect::<Vec<_>>())
                    };
                    Ok(Value::Parts((0..usize::from(*n)).map(of).collect::<Result<_>>()?))
                }
                _ => f(&args),
            }
        };
        let s = ty.scalar().unwrap_or(Scalar::Int);
        match b {
            Builtin::Min | Builtin::Max => each(self, &|args| {
                let less = scalar(Binary::Lt, &args[0], &args[1], s)?.holds();
                Ok(args[usize::from(less != (b == Builtin::Min))].clone())
            }),
            Builtin::Abs => Ok(Value::Int(first.whole()?.wrapping_abs(), s)),
            Builtin::PopCount => Ok(Value::Int(first.whole()?.count_ones().into(), s)),
            Builtin::AddSat => {
                let sum = i128::from(first.whole()?) + i128::from(args[1].whole()?);
                let (least, most) = match s {
                    Scalar::Int => (i32::MIN.into(), i32::MAX.into()),
                    Scalar::UInt => (0, u32::MAX.into()),
                    _ => (i64::MIN.into(), i128::from(i64::MAX)),
                };
                Ok(Value::Int(sum.clamp(least, most) as i64, s))
            }
            Builtin::IsNan => Ok(Value::bool(match first {
                Value::Float(x) => x.is_nan(),
                Value::Double(x) => x.is_nan(),
                _ => false,
            })),
            Builtin::Math(m) => each(self, &|args| math(m, args)),
            Builtin::Atomic(a) | Builtin::LongAtomic(a) => {
                let Value::Pointer(p) = first else { return stop("no address") };
                let before = self.load(p, ty)?;
                let other = args.get(1).cloned().unwrap_or(Value::Int(1, Scalar::Int));
                let less = || Ok(scalar(Binary::Lt, &other, &before, s)?.holds());
                let after = match a {
                    Atomic::Add | Atomic::Inc => scalar(Binary::Add, &before, &other, s)?,
                    Atomic::Dec => scalar(Binary::Sub, &before, &other, s)?,
                    Atomic::And => scalar(Binary::BitAnd, &before, &other, s)?,
                    Atomic::Or => scalar(Binary::BitOr, &before, &other, s)?,
                    Atomic::Xor => scalar(Binary::BitXor, &before, &other, s)?,
                    Atomic::Min => {
                        if less()? {
                            other
                        } else {
                            before.clone()
                        }
                    }
                    Atomic::Max => {
                        if less()? {
                            before.clone()
                        } else {
                            other
                        }
                    }
                    Atomic::Exchange => other,
                    Atomic::CompareExchange if other.to(s)? == before => args[2].clone(),
                    Atomic::CompareExchange => before.clone(),
                };
                self.store(p, ty, &after)?;
                Ok(before)
            }
            Builtin::VectorLoad(_) | Builtin::VectorStore(_) => {
                let load = matches!(b, Builtin::VectorLoad(_));
                let (at, pointer) = if load { (&args[0], &args[1]) } else { (&args[1], &args[2]) };
                let vector = if load { ty } else { &exprs[0].ty };
                let Value::Pointer(p) = pointer else { return stop("no address") };
                let p = Place { at: p.at + at.whole()? * self.size(vector)? as i64, ..*p };
                if load {
                    return self.load(p, vector);
                }
                self.store(p, vector, &first)?;
                Ok(Value::Void)
            }
            _ => stop(format!("no {}", b.name())),
        }
    }
}

fn math(m: Math, args: &[Value]) -> Result<Value> {
    macro_rules! of {
        ($x:expr, $y:expr, $z:expr) => {
            match m.0 {
                "sqrt" => $x.sqrt(),
                "fabs" => $x.abs(),
                "floor" => $x.floor(),
                "ceil" => $x.ceil(),
                "rint" => $x.round_ties_even(),
                "fma" => $x.mul_add($y, $z),
                "fmod" => $x % $y,
                // Other functions differ between devices.
                name => return stop(format!("no bits of {name}")),
            }
        };
    }
    let nth = |n: usize| args.get(n).cloned().unwrap_or(args[0].clone());
    Ok(match (nth(0), nth(1), nth(2)) {
        (Value::Float(x), Value::Float(y), Value::Float(z)) => Value::Float(of!(x, y, z)),
        (Value::Double(x), Value::Double(y), Value::Double(z)) => Value::Double(of!(x, y, z)),
        _ => return stop(format!("{} of no floats", m.0)),
    })
}

/// A size that the module tells.
fn constant(e: &Expr) -> Result<i64> {
    match &e.kind {
        Kind::Int { value, .. } => Ok(*value as i64),
        Kind::Binary(op, a, b) => {
            scalar(*op, &Value::Int(constant(a)?, Scalar::Long), &Value::Int(constant(b)?, Scalar::Long), Scalar::Long)?
                .whole()
        }
        _ => stop(format!("{} is no size", crate::print::expr(e))),
    }
}
