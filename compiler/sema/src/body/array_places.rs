//! Methods of value arrays that ask where an element stands, or put it elsewhere: `v.mapIndexed((x, i) -> …)`, `v.reverse()`, `v.argMin()`.
//!
//! All are maps over indices, which parallel code counts and does not store, and reductions of such maps; so they run where these run, and are joined
//! with the steps around them.

use super::array_loops::Steps;
use super::array_methods::Function;
use super::{Attr, Ex, Expect};
use crate::types::Type;
use somd_hir::{BinOp, CallKind, ExprKind, Lit, LocalId, MapArg};
use somd_syntax::ast::PrimType;
use somd_syntax::ast::{self, ReduceOp};
use somd_syntax::source::Span;

/// Which elements are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fetched {
    Reverse,
    Slice,
    Take,
    Drop,
}

impl Attr<'_> {
    /// `v.mapIndexed((x, i) -> …)`
    pub(super) fn map_indexed(&mut self, v: Ex, elem: Type, f: &ast::Expr, span: Span) -> Ex {
        let Some(f) = self.array_function(f, &[elem, Type::INT], None) else { return self.error_ex(span) };
        let mut steps = Steps::new(self, span);
        let array = steps.keep("array", v);
        let n = steps.length(array);
        let all = steps.indices(n);
        let whole = steps.read(array);
        let mapped = steps.a.map_lifted(vec![(whole, true), (all, true)], f, span);
        steps.done(mapped)
    }

    /// How many elements fit, whether any does, or all do.
    pub(super) fn counted(&mut self, name: &str, v: Ex, elem: Type, f: &ast::Expr, span: Span) -> Ex {
        let at = f.span;
        let Some(f) = self.array_function(f, std::slice::from_ref(&elem), Some(&Type::BOOLEAN)) else {
            return self.error_ex(span);
        };
        let (op, f, ty) = match name {
            "any" => (ReduceOp::Or, f, Type::BOOLEAN),
            "all" => (ReduceOp::And, f, Type::BOOLEAN),
            _ => {
                let mut params = vec![("x".to_string(), elem)];
                params.extend(f.captured.iter().enumerate().map(|(k, c)| (format!("c{k}"), c.ty.clone())));
                let named: Vec<(&str, Type)> = params.iter().map(|(n, t)| (n.as_str(), t.clone())).collect();
                let (method, count) = (f.method, params.len());
                let one_or_none = self.made_function(&named, &Type::INT, at, |a, locals| {
                    let args = locals[..count].iter().map(|l| a.local_of(*l, at).hir).collect();
                    let call = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
                    let fits = a.ex(call, Type::BOOLEAN, at);
                    a.choice(fits, 1, 0, at)
                });
                (ReduceOp::Add, Function { captured: f.captured, ..one_or_none }, Type::INT)
            }
        };
        // The map stands where its function does: the whole is the reduction.
        let mapped = self.map_lifted(vec![(v, true)], f, at);
        self.ex(ExprKind::ReduceOp { op, array: Box::new(mapped.hir) }, ty, span)
    }

    fn choice(&mut self, cond: Ex, yes: i32, no: i32, span: Span) -> Ex {
        let number = |a: &mut Self, n| Box::new(a.ex(ExprKind::Lit(Lit::Int(n)), Type::INT, span).hir);
        let (yes, no) = (number(self, yes), number(self, no));
        self.ex(ExprKind::Cond(Box::new(cond.hir), yes, no), Type::INT, span)
    }

    /// Elements at other places: an index that is out of range throws as that of a loop does.
    pub(super) fn fetched(&mut self, what: Fetched, v: Ex, elem: Type, args: &[ast::Expr], span: Span) -> Ex {
        let mut numbers = Vec::new();
        for arg in args {
            let n = self.expr(arg, &Expect::To(Type::INT));
            if n.is_error() {
                return n;
            }
            numbers.push(Ex { hir: self.assign_to(n, &Type::INT), ty: Type::INT });
        }
        let ty = v.ty.clone();
        let named = [("v", ty), ("i", Type::INT), ("from", Type::INT)];
        let f = self.made_function(&named, &elem, span, |a, locals| {
            let (v, i) = (a.local_of(locals[0], span), a.local_of(locals[1], span));
            let from = a.local_of(locals[2], span);
            let op = if what == Fetched::Reverse { BinOp::Sub } else { BinOp::Add };
            let place = a.ex(ExprKind::Binary(op, Box::new(from.hir), Box::new(i.hir)), Type::INT, span);
            a.element(v, place, span)
        });
        let mut steps = Steps::new(self, span);
        let array = steps.keep("array", v);
        let numbers: Vec<LocalId> = numbers.into_iter().map(|n| steps.keep("n", n)).collect();
        let length = steps.length(array);
        let (n, from) = match (what, numbers.as_slice()) {
            (Fetched::Slice, [from, to]) => {
                let (low, high) = (steps.read(*from), steps.read(*to));
                (steps.binary(BinOp::Sub, high, low, Type::INT), steps.read(*from))
            }
            (Fetched::Take, [n]) => (steps.read(*n), steps.int(0)),
            (Fetched::Drop, [n]) => {
                let by = steps.read(*n);
                (steps.binary(BinOp::Sub, length, by, Type::INT), steps.read(*n))
            }
            _ => {
                let (whole, one) = (steps.length(array), steps.int(1));
                (length, steps.binary(BinOp::Sub, whole, one, Type::INT))
            }
        };
        let all = steps.indices(n);
        let whole = steps.read(array);
        let f = Function { captured: vec![from], ..f };
        let mapped = steps.a.map_lifted(vec![(whole, false), (all, true)], f, span);
        steps.done(mapped)
    }

    /// `v.concat(b)`
    pub(super) fn joined(&mut self, v: Ex, elem: Type, other: &ast::Expr, span: Span) -> Ex {
        let other = self.expr(other, &Expect::To(v.ty.clone()));
        if other.is_error() {
            return other;
        }
        if other.ty.element().as_ref() != Some(&elem) {
            let (x, y) = (self.show(&other.ty), self.show(&v.ty));
            self.error(
                "E0201",
                format!("mismatched types: expected {y}, found {x}"),
                other.span(),
                "arrays of one type are joined",
            );
            return self.error_ex(span);
        }
        let open = super::lime::value_array_of(&elem);
        let named = [("v", open.clone()), ("w", open), ("i", Type::INT)];
        let f = self.made_function(&named, &elem, span, |a, locals| {
            let length = |a: &mut Self| {
                let v = a.local_of(locals[0], span);
                a.ex(ExprKind::Length(Box::new(v.hir)), Type::INT, span)
            };
            let (n, i) = (length(a), a.local_of(locals[2], span));
            let first = ExprKind::Binary(BinOp::Lt, Box::new(i.hir.clone()), Box::new(n.hir));
            let first = a.ex(first, Type::BOOLEAN, span);
            let n = length(a);
            let rest = a.ex(ExprKind::Binary(BinOp::Sub, Box::new(i.hir.clone()), Box::new(n.hir)), Type::INT, span);
            let (v, w) = (a.local_of(locals[0], span), a.local_of(locals[1], span));
            let (x, y) = (a.element(v, i, span), a.element(w, rest, span));
            let ty = x.ty.clone();
            a.ex(ExprKind::Cond(Box::new(first.hir), Box::new(x.hir), Box::new(y.hir)), ty, span)
        });
        let mut steps = Steps::new(self, span);
        let (first, second) = (steps.keep("array", v), steps.keep("other", other));
        let (n, m) = (steps.length(first), steps.length(second));
        let n = steps.binary(BinOp::Add, n, m, Type::INT);
        let all = steps.indices(n);
        let (v, w) = (steps.read(first), steps.read(second));
        let mapped = steps.a.map_lifted(vec![(v, false), (w, false), (all, true)], f, span);
        steps.done(mapped)
    }

    /// `m.transpose()`, `m.flatten()`
    pub(super) fn turned(&mut self, transposes: bool, v: Ex, span: Span) -> Ex {
        let ty = v.ty.clone();
        let Some(elem) = ty.element().and_then(|row| row.element()) else { return self.error_ex(span) };
        let mut steps = Steps::new(self, span);
        let array = steps.keep("array", v);
        let columns = steps.columns(array);
        let columns = steps.keep("columns", columns);
        let number = steps.read(columns);
        let whole = steps.read(array);
        if transposes {
            let named = [("j", Type::INT), ("i", Type::INT), ("m", ty)];
            let f = steps.a.made_function(&named, &elem, span, |a, locals| {
                let (m, i) = (a.local_of(locals[2], span), a.local_of(locals[1], span));
                let row = a.element(m, i, span);
                let j = a.local_of(locals[0], span);
                a.element(row, j, span)
            });
            let rows = steps.length(array);
            let (across, down) = (steps.indices(number), steps.indices(rows));
            let f = Function { captured: vec![whole], ..f };
            let mapped = steps.a.pairs((across, Type::INT), down, f, span, span);
            return steps.done(mapped);
        }
        let named = [("m", ty), ("i", Type::INT), ("columns", Type::INT)];
        let f = steps.a.made_function(&named, &elem, span, |a, locals| {
            let part = |a: &mut Self, op| {
                let (i, n) = (a.local_of(locals[1], span), a.local_of(locals[2], span));
                a.ex(ExprKind::Binary(op, Box::new(i.hir), Box::new(n.hir)), Type::INT, span)
            };
            let (row, column) = (part(a, BinOp::Div), part(a, BinOp::Rem));
            let m = a.local_of(locals[0], span);
            let row = a.element(m, row, span);
            a.element(row, column, span)
        });
        let (rows, by) = (steps.length(array), steps.read(columns));
        let n = steps.binary(BinOp::Mul, rows, by, Type::INT);
        let all = steps.indices(n);
        let f = Function { captured: vec![number], ..f };
        let mapped = steps.a.map_lifted(vec![(whole, false), (all, true)], f, span);
        steps.done(mapped)
    }

    /// The first place of the least or greatest, as `Math.min` and `Math.max` have it; -1 where there is none.
    pub(super) fn best_place(&mut self, least: bool, v: Ex, elem: Type, span: Span) -> Ex {
        let op = if least { ReduceOp::Min } else { ReduceOp::Max };
        // Narrow numbers are compared as `int`s.
        let (v, elem) = match elem {
            Type::Prim(PrimType::Byte | PrimType::Short | PrimType::Char) => {
                let wide = ExprKind::MapConvert(Box::new(v.hir));
                (self.ex(wide, super::lime::value_array_of(&Type::INT), span), Type::INT)
            }
            _ => (v, elem),
        };
        let named = [("x", elem.clone()), ("i", Type::INT), ("best", elem.clone())];
        let bits = match &elem {
            t if *t == Type::FLOAT => Some(("java.lang.Float", "floatToIntBits", Type::INT)),
            t if *t == Type::DOUBLE => Some(("java.lang.Double", "doubleToLongBits", Type::LONG)),
            _ => None,
        };
        let f = self.made_function(&named, &Type::INT, span, |a, locals| {
            let side = |a: &mut Self, local: LocalId| {
                let value = a.local_of(local, span);
                // Zeros differ, and NaN is itself.
                match &bits {
                    Some((class, name, ty)) => {
                        let class = a.t.library_type(class);
                        let Some(&method) = a.t.methods_named(&class, name).first() else { return value };
                        let args = vec![value.hir];
                        let call = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
                        a.ex(call, ty.clone(), span)
                    }
                    None => value,
                }
            };
            let (x, best) = (side(a, locals[0]), side(a, locals[2]));
            let same = ExprKind::Binary(BinOp::Eq, Box::new(x.hir), Box::new(best.hir));
            let same = a.ex(same, Type::BOOLEAN, span);
            let i = a.local_of(locals[1], span);
            let none = a.ex(ExprKind::Lit(Lit::Int(i32::MAX)), Type::INT, span);
            a.ex(ExprKind::Cond(Box::new(same.hir), Box::new(i.hir), Box::new(none.hir)), Type::INT, span)
        });
        let mut steps = Steps::new(self, span);
        let array = steps.keep("array", v);
        let whole = steps.read(array);
        let best = steps.a.ex(ExprKind::ReduceOp { op, array: Box::new(whole.hir) }, elem, span);
        let best = steps.keep("best", best);
        let n = steps.length(array);
        let all = steps.indices(n);
        let args = vec![
            MapArg { expr: steps.read(array).hir, mapped: true },
            MapArg { expr: all.hir, mapped: true },
            MapArg { expr: steps.read(best).hir, mapped: false },
        ];
        let places =
            steps.a.ex(ExprKind::Map { method: f.method, args }, super::lime::value_array_of(&Type::INT), span);
        let place = ExprKind::ReduceOp { op: ReduceOp::Min, array: Box::new(places.hir) };
        let place = steps.a.ex(place, Type::INT, span);
        let place = steps.keep("place", place);
        let (at, greatest) = (steps.read(place), steps.int(i32::MAX));
        let none = steps.binary(BinOp::Eq, at, greatest, Type::BOOLEAN);
        let (at, minus) = (steps.read(place), steps.int(-1));
        let kind = ExprKind::Cond(Box::new(none.hir), Box::new(minus.hir), Box::new(at.hir));
        let value = steps.a.ex(kind, Type::INT, span);
        steps.done(value)
    }
}
