//! Steps whose results have an order: `v.scan(…)`, `v.filter(…)`, `v.histogram(…)`, `v.scatter(…)` and `v.sort()`.
//!
//! A scan goes one of three ways. By one operator, whose value for an iteration is what the function gives for the operator's identity
//! (`(sum, x) -> sum + x * x` adds `x * x`), it is an output of its own kind; floats are added and multiplied in order all the same, as the loop
//! does. By a function that is associative to the last bit it is a few instructions over blocks of elements. By any other it is one iteration that
//! takes the elements in order, where they are.
//!
//! A scatter combines in any order, so its operator must not mind.

use super::super::associative::is_associative;
use super::super::builder::{Binding, Sink, convert, math_op};
use super::super::error::{LowerError, Result};
use super::super::order;
use super::super::reduction;
use super::super::types::core_type;
use super::Region;
use somd_core::ir::{
    self, ArraySource, ArrayTy, BinOp, Block, CheckKind, Dim, Expr, ExprKind, MathOp, Output, OutputKind, Stmt,
    StmtKind, Ty, VarId,
};
use somd_core::walk::throws;
use somd_hir::{self as hir, ArrayStep, ArrayStepKind, LocalId, MethodId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;

/// What the function of a step takes behind its own parameters.
type Captured<'e> = Vec<(&'e hir::Expr, Expr)>;

/// A scan by a function of its own.
struct Ordered<'c, 'e> {
    method: MethodId,
    inclusive: bool,
    array: VarId,
    init: Expr,
    captured: &'c Captured<'e>,
}

/// The type of what has been summed up: an element, or a row whose type tells its length.
fn state_of(row: &ArrayTy, span: Span) -> Result<Ty> {
    if row.dims.is_empty() {
        return Ok((*row.elem).clone());
    }
    let bounded = row.dims.iter().all(Option::is_some) && row.elem.is_scalar() && row.count() <= MOST_NUMBERS;
    bounded.then(|| Ty::Array(row.clone())).ok_or_else(|| {
        LowerError::new(span, "a scan of rows is parallel where their type tells their length")
            .note("`float[[4]]`, say, of at most 64 numbers")
    })
}

/// Elements of a block of a scan.
const LEAST_BLOCK: i32 = 64;
/// Numbers of a row that a scan carries from element to element.
const MOST_NUMBERS: u32 = 64;

impl Region<'_, '_> {
    pub(super) fn step(&mut self, step: &ArrayStep, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let [array, others @ ..] = step.operands.as_slice() else { return Err(LowerError::internal()) };
        let array = self.array(array, out)?;
        let mut captured = Vec::new();
        for c in &step.captured {
            let this = self.is_object(c);
            captured.push((c, if this { super::this(c.span) } else { self.value(c, out)? }));
        }
        let ty = self.array_ty(e)?;
        let scans = matches!(step.kind, ArrayStepKind::Scan { .. });
        if ty.dims.len() != 1 && !scans {
            return Err(LowerError::new(span, "this step works on one dimension in parallel code"));
        }
        let hir = self.b.cx.hir;
        let Some(method) = step.method else {
            return match step.kind {
                ArrayStepKind::Sort => self.sorted(array, ty, false, span, out),
                _ => Err(LowerError::internal()),
            };
        };
        let callee = hir.method(method);
        self.mapped = Some(format!("{}_{}", hir.class(callee.class).binary_name, callee.name));
        match (step.kind, others) {
            (ArrayStepKind::Scan { inclusive }, [init]) => {
                let init = self.value(init, out)?;
                let operator = reduction::step_operator(hir, method).filter(|_| ty.elem.is_number());
                let Some(op) = operator.filter(|_| ty.dims.len() == 1) else {
                    let scan = Ordered { method, inclusive, array, init, captured: &captured };
                    return self.by_function(scan, ty, span, out);
                };
                let scanned = self.scan(op, method, array, init.clone(), &captured, ty.clone(), span, out)?;
                if inclusive { Ok(self.b.read(scanned, span)) } else { self.shifted(scanned, init, ty, span, out) }
            }
            (ArrayStepKind::Sort, []) => self.sorted_by(method, array, &captured, ty, span, out),
            (ArrayStepKind::Filter, []) => self.filter(method, array, &captured, ty, span, out),
            (ArrayStepKind::Histogram, [empty]) => {
                let into = self.array(empty, out)?;
                let extent = Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, span);
                self.accumulated(ReduceOp::Add, into, extent, span, out, |this, i, stmts| {
                    let bin = this.unset("bin", Ty::I32, span, stmts);
                    let x = this.element(array, std::slice::from_ref(&i), span)?;
                    this.apply(method, vec![x], &captured, bin, span, stmts)?;
                    let at = this.place(into, this.b.read(bin, span), span, stmts);
                    Ok((at, Expr::int(1, span)))
                })
            }
            (ArrayStepKind::Scatter, [indices, into]) => {
                let (indices, into) = (self.array(indices, out)?, self.array(into, out)?);
                let elem = *ty.elem;
                let op = reduction::step_operator(hir, method)
                    .filter(|op| !elem.is_float() || matches!(op, ReduceOp::Min | ReduceOp::Max))
                    .ok_or_else(|| {
                        LowerError::new(span, "a scatter is parallel where its function combines in any order")
                            .note("that is `+`, `*`, `&`, `|` or `^` of whole numbers, `Math.min` or `Math.max`, of the old value and another")
                    })?;
                let identity = identity(op, &elem, span)?;
                let extent = Expr::new(ExprKind::Len { array: indices, dim: 0 }, Ty::I32, span);
                self.accumulated(op, into, extent, span, out, |this, i, stmts| {
                    let named = Expr::new(ExprKind::Index { array: indices, index: vec![i.clone()] }, Ty::I32, span);
                    let at = this.place(into, named, span, stmts);
                    let i = this.place(array, i, span, stmts);
                    let value = this.unset("value", elem.clone(), span, stmts);
                    let x = this.element(array, &[i], span)?;
                    this.apply(method, vec![identity, x], &captured, value, span, stmts)?;
                    Ok((at, this.b.read(value, span)))
                })
            }
            _ => Err(LowerError::internal()),
        }
    }

    /// The elements of an array in ascending order, or their places.
    fn sorted(&mut self, array: VarId, ty: ArrayTy, places: bool, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let name = if places { "order" } else { "sorted" };
        let result = self.b.var(name, Ty::Array(ty), false, span);
        let index = self.b.var("i", Ty::I32, false, span);
        let hi = Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, span);
        let space = vec![Dim { index, lo: Expr::int(0, span), hi }];
        let output = Output { result, kind: OutputKind::Sort { array, places } };
        self.par(space, vec![output], Vec::new(), span, out);
        Ok(self.b.read(result, span))
    }

    /// Elements in the order of their keys: the keys' places are sorted, and the elements fetched from there.
    fn sorted_by(
        &mut self,
        method: MethodId,
        array: VarId,
        captured: &Captured<'_>,
        ty: ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let hir = self.b.cx.hir;
        let order = order::by_key(hir, method).ok_or_else(|| {
            LowerError::new(span, "a sort by a function that does more than compare a key is a merge sort on the host")
                .note("`(x, y) -> Integer.compare(x.k, y.k)` compares a key, and `Integer.compare(y.k, x.k)`, for the greatest first")
        })?;
        let key_ty = match order.key {
            None => (*ty.elem).clone(),
            Some((_, key)) => core_type(self.b.cx, &key.ty).unwrap_or(Ty::Bool),
        };
        if !key_ty.is_number() {
            return Err(LowerError::unsupported_type(span, "the key of this order"));
        }
        if order.key.is_none() && !order.descending {
            return self.sorted(array, ty, false, span, out);
        }
        let name = self.mapped.take().unwrap_or_default();
        let named = |part: &str| Some(format!("{name}_{part}"));
        let column = |elem| ArrayTy { elem: Box::new(elem), dims: vec![None] };
        let length = |array| Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, span);
        let stored = match key_ty {
            Ty::F32 if order.descending => Ty::I32,
            Ty::F64 if order.descending => Ty::I64,
            _ => key_ty,
        };
        self.mapped = named("keys");
        let keys = self.new_array(column(stored), vec![length(array)], None, span, out, |this, i, keys, stmts| {
            let mut own = Vec::new();
            let x = this.element(array, i, span)?;
            let mut value = match order.key {
                None => x,
                Some((_, key)) => {
                    // Both parameters stand for the element whose key it is.
                    let locals = this.bindings(method, vec![x.clone(), x], captured, &mut own)?;
                    this.b.within(method, locals, |b| b.expr(key, &mut own))?
                }
            };
            if order.descending {
                value = this.turned(value, span, &mut own);
            }
            let index = i.to_vec();
            this.b.emit(&mut own, StmtKind::Store { array: keys, index, value }, span);
            let body = Block { stmts: own };
            if throws(&this.b.cx.core, &body) {
                return Err(LowerError::new(span, "a sort by a key that may throw is a merge sort on the host"));
            }
            stmts.extend(body.stmts);
            Ok(())
        })?;
        let ExprKind::Var(keys) = keys.kind else { return Err(LowerError::internal()) };
        self.mapped = named("order");
        let order = self.sorted(keys, column(Ty::I32), true, span, out)?;
        let ExprKind::Var(order) = order.kind else { return Err(LowerError::internal()) };
        self.mapped = named("sorted");
        self.new_array(ty, vec![length(order)], None, span, out, |this, i, sorted, stmts| {
            let at = Expr::new(ExprKind::Index { array: order, index: i.to_vec() }, Ty::I32, span);
            let value = this.element(array, &[at], span)?;
            this.b.emit(stmts, StmtKind::Store { array: sorted, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    /// A key whose ascending order is the descending one of another. Of a float it is a whole number.
    fn turned(&mut self, key: Expr, span: Span, out: &mut Vec<Stmt>) -> Expr {
        let ty = key.ty.clone();
        let wide = match ty {
            Ty::I64 | Ty::F64 => Ty::I64,
            _ => Ty::I32,
        };
        let binary = |op, a: Expr, b: Expr, ty: Ty| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span);
        let whole = match ty {
            Ty::F32 | Ty::F64 => {
                let constant = |n| Expr::new(ExprKind::Const(ir::Const::Int(n)), wide.clone(), span);
                let (greatest, sign) = if wide == Ty::I64 { (i64::MAX, 63) } else { (i32::MAX as i64, 31) };
                let key = self.known("key", key, span, out);
                let bits = Expr::new(ExprKind::Bitcast(Box::new(key.clone())), wide.clone(), span);
                let bits = self.known("bits", bits, span, out);
                // Those of negative numbers grow downwards.
                let negative = binary(BinOp::Shr, bits.clone(), Expr::int(sign, span), wide.clone());
                let rest = binary(BinOp::And, negative, constant(greatest), wide.clone());
                let ordered = binary(BinOp::Xor, bits, rest, wide.clone());
                let is_nan = binary(BinOp::Ne, key.clone(), key, Ty::Bool);
                let select = ExprKind::Select(Box::new(is_nan), Box::new(constant(greatest)), Box::new(ordered));
                Expr::new(select, wide.clone(), span)
            }
            _ => convert(key, wide.clone(), span),
        };
        let turned = Expr::new(ExprKind::Unary(ir::UnOp::BitNot, Box::new(whole)), wide, span);
        if ty.is_float() { turned } else { convert(turned, ty, span) }
    }

    /// The inclusive scan by an operator.
    #[allow(clippy::too_many_arguments)]
    fn scan(
        &mut self,
        op: ReduceOp,
        method: MethodId,
        array: VarId,
        init: Expr,
        captured: &Captured<'_>,
        ty: ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let elem = (*ty.elem).clone();
        let identity = identity(op, &elem, span)?;
        let result = self.b.var("scanned", Ty::Array(ty), false, span);
        let value = self.b.var("value", elem, true, span);
        let output = Output { result, kind: OutputKind::Scan { op, value, init } };
        self.over(array, output, span, out, |this, _, x, stmts| {
            this.apply(method, vec![identity, x], captured, value, span, stmts)
        })?;
        Ok(result)
    }

    /// The scan by any other function. Where that is associative to the last bit, blocks of elements are combined first, what stands before each
    /// is found, and each then takes its elements in order; else one iteration takes all of them.
    fn by_function(&mut self, scan: Ordered<'_, '_>, ty: ArrayTy, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let row = ArrayTy { elem: ty.elem.clone(), dims: ty.dims[1..].to_vec() };
        let state = state_of(&row, span)?;
        let elements = self.b.ty(scan.array).as_array().is_some_and(|a| a.elem == ty.elem && a.dims.len() == 1);
        let associative = elements
            && row.dims.is_empty()
            && self.b.cx.hir.method(scan.method).body.is_some()
            && !scan.captured.iter().any(|(c, v)| self.is_object(c) || v.ty.as_array().is_some())
            && self.b.cx.scalar_function(scan.method).is_ok_and(|f| is_associative(&self.b.cx.core, f));
        let name = self.mapped.clone();
        let length = Expr::new(ExprKind::Len { array: scan.array, dim: 0 }, Ty::I32, span);
        let bounds = row.dims.iter().map(|d| Expr::int(d.unwrap_or(0) as i32, span));
        let sizes: Vec<Expr> = std::iter::once(length.clone()).chain(bounds).collect();
        let result = self.b.var("scanned", Ty::Array(ty.clone()), false, span);
        let zero = || Expr::int(0, span);
        let one = || Expr::int(1, span);
        let new = |sizes| OutputKind::Array(ArraySource::New { sizes, zeroed: false });
        let sum = |this: &mut Self| this.b.var("sum", state.clone(), true, span);
        if !associative {
            let (mut stmts, sum) = (Vec::new(), sum(self));
            self.start(sum, scan.init.clone(), &row, span, &mut stmts);
            self.turns(&scan, sum, result, &row, (zero(), length), span, &mut stmts)?;
            let index = self.b.var("all", Ty::I32, false, span);
            let space = vec![Dim { index, lo: zero(), hi: one() }];
            self.par(space, vec![Output { result, kind: new(sizes) }], stmts, span, out);
            return Ok(self.b.read(result, span));
        }
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let binary = |op, a: Expr, b: Expr| int(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        // As many blocks as each has elements.
        let root = Expr::new(ExprKind::Math(MathOp::Sqrt, vec![convert(length.clone(), Ty::F64, span)]), Ty::F64, span);
        let least = Expr::int(LEAST_BLOCK, span);
        let size = int(ExprKind::Math(MathOp::Max, vec![convert(root, Ty::I32, span), least]));
        let size = self.known("size", size, span, out);
        let full = self.known("full", binary(BinOp::Div, length.clone(), size.clone()), span, out);
        let blocks = self.known("blocks", binary(BinOp::Add, full.clone(), one()), span, out);
        let elem = (*ty.elem).clone();
        let at = |array, index| Expr::new(ExprKind::Index { array, index: vec![index] }, elem.clone(), span);
        let column = Ty::Array(ArrayTy { elem: ty.elem.clone(), dims: vec![None] });
        let index = |this: &mut Self| this.b.var("block", Ty::I32, false, span);

        // The value of each full block.
        let totals = self.b.var("totals", column.clone(), false, span);
        let (block, total, mut stmts) = (index(self), sum(self), Vec::new());
        let first = binary(BinOp::Mul, self.b.read(block, span), size.clone());
        let first = self.known("first", first, span, &mut stmts);
        self.start(total, at(scan.array, first.clone()), &row, span, &mut stmts);
        let range = (binary(BinOp::Add, first.clone(), one()), binary(BinOp::Add, first, size.clone()));
        self.each(range, span, &mut stmts, |this, k, out| {
            let x = at(scan.array, this.b.read(k, span));
            this.advance(&scan, total, x, &row, span, out)
        })?;
        let store = |this: &mut Self, array, place, value: VarId, out: &mut Vec<Stmt>| {
            let value = this.b.read(value, span);
            this.b.emit(out, StmtKind::Store { array, index: vec![place], value }, span);
        };
        let place = self.b.read(block, span);
        store(self, totals, place, total, &mut stmts);
        let space = vec![Dim { index: block, lo: zero(), hi: full.clone() }];
        self.mapped = name.as_ref().map(|n| format!("{n}_totals"));
        self.par(space, vec![Output { result: totals, kind: new(vec![full.clone()]) }], stmts, span, out);

        // What stands before each block.
        let before = self.b.var("before", column, false, span);
        let (so_far, mut stmts) = (sum(self), Vec::new());
        self.start(so_far, scan.init.clone(), &row, span, &mut stmts);
        self.each((zero(), full.clone()), span, &mut stmts, |this, k, out| {
            let place = this.b.read(k, span);
            store(this, before, place.clone(), so_far, out);
            this.advance(&scan, so_far, at(totals, place), &row, span, out)
        })?;
        store(self, before, full, so_far, &mut stmts);
        let all = self.b.var("all", Ty::I32, false, span);
        let space = vec![Dim { index: all, lo: zero(), hi: one() }];
        self.mapped = name.as_ref().map(|n| format!("{n}_before"));
        self.par(space, vec![Output { result: before, kind: new(vec![blocks.clone()]) }], stmts, span, out);

        // Each block's elements.
        let (block, own, mut stmts) = (index(self), sum(self), Vec::new());
        self.start(own, at(before, self.b.read(block, span)), &row, span, &mut stmts);
        let first = binary(BinOp::Mul, self.b.read(block, span), size.clone());
        let first = self.known("first", first, span, &mut stmts);
        let rest = binary(BinOp::Sub, length, first.clone());
        let many = int(ExprKind::Math(MathOp::Min, vec![size, rest]));
        let range = (first.clone(), binary(BinOp::Add, first, many));
        self.turns(&scan, own, result, &row, range, span, &mut stmts)?;
        let space = vec![Dim { index: block, lo: zero(), hi: blocks }];
        self.mapped = name;
        self.par(space, vec![Output { result, kind: new(sizes) }], stmts, span, out);
        Ok(self.b.read(result, span))
    }

    /// A value in a variable.
    pub(super) fn known(&mut self, name: &str, value: Expr, span: Span, out: &mut Vec<Stmt>) -> Expr {
        let var = self.b.var(name, value.ty.clone(), false, span);
        self.b.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.b.read(var, span)
    }

    /// A loop over a range.
    fn each(
        &mut self,
        (lo, hi): (Expr, Expr),
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, VarId, &mut Vec<Stmt>) -> Result<()>,
    ) -> Result<()> {
        let var = self.b.var("k", Ty::I32, false, span);
        let (label, step) = (self.b.label(), Expr::int(1, span));
        let mut stmts = Vec::new();
        body(self, var, &mut stmts)?;
        self.b.emit(out, StmtKind::For { var, lo, hi, step, body: Block { stmts }, label }, span);
        Ok(())
    }

    /// Elements of a scan: the next sums, which go to `result`, or in an exclusive scan those before them.
    #[allow(clippy::too_many_arguments)]
    fn turns(
        &mut self,
        scan: &Ordered<'_, '_>,
        sum: VarId,
        result: VarId,
        row: &ArrayTy,
        range: (Expr, Expr),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.each(range, span, out, |this, k, out| {
            let at = this.b.read(k, span);
            let store = |this: &mut Self, out: &mut Vec<Stmt>| {
                if !row.dims.is_empty() {
                    return this.copy_row((sum, None), (result, Some(at.clone())), row, span, out);
                }
                let value = this.b.read(sum, span);
                this.b.emit(out, StmtKind::Store { array: result, index: vec![at.clone()], value }, span);
            };
            if !scan.inclusive {
                store(this, out);
            }
            let x = this.element(scan.array, std::slice::from_ref(&at), span)?;
            this.advance(scan, sum, x, row, span, out)?;
            if scan.inclusive {
                store(this, out);
            }
            Ok(())
        })
    }

    /// Declares what has been summed up, with its first value.
    fn start(&mut self, sum: VarId, init: Expr, row: &ArrayTy, span: Span, out: &mut Vec<Stmt>) {
        match init.kind {
            ExprKind::Var(from) if !row.dims.is_empty() => {
                let zeros = Expr::new(ExprKind::NewPrivate, self.b.ty(sum), span);
                self.b.emit(out, StmtKind::Let { var: sum, init: Some(zeros) }, span);
                self.copy_row((from, None), (sum, None), row, span, out);
            }
            _ => self.b.emit(out, StmtKind::Let { var: sum, init: Some(init) }, span),
        }
    }

    /// Combines an element with what has been summed up.
    fn advance(
        &mut self,
        scan: &Ordered<'_, '_>,
        sum: VarId,
        x: Expr,
        row: &ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let is_row = !row.dims.is_empty();
        let so_far = self.b.read(sum, span);
        let next = self.b.var("next", self.b.ty(sum), true, span);
        let (init, sink) = match is_row {
            true => {
                let zeros = Expr::new(ExprKind::NewPrivate, self.b.ty(sum), span);
                (Some(zeros), Sink::Store { array: next, prefix: Vec::new() })
            }
            false => (None, Sink::Var(next)),
        };
        self.b.emit(out, StmtKind::Let { var: next, init }, span);
        self.apply_to(scan.method, vec![so_far, x], scan.captured, sink, span, out)?;
        if is_row {
            self.copy_row((next, None), (sum, None), row, span, out);
        } else {
            let value = self.b.read(next, span);
            self.b.emit(out, StmtKind::Assign { var: sum, value }, span);
        }
        Ok(())
    }

    /// Copies a bounded row from an array, or from its row with an index, to another.
    fn copy_row(
        &mut self,
        (from, from_at): (VarId, Option<Expr>),
        (to, to_at): (VarId, Option<Expr>),
        row: &ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        for n in 0..row.count() {
            let place = |at: &Option<Expr>| at.iter().cloned().chain(row.place(n, span)).collect::<Vec<_>>();
            let element = ExprKind::Index { array: from, index: place(&from_at) };
            let value = Expr::new(element, (*row.elem).clone(), span);
            self.b.emit(out, StmtKind::Store { array: to, index: place(&to_at), value }, span);
        }
    }

    /// The exclusive scan: each element is the one before it.
    fn shifted(&mut self, scanned: VarId, init: Expr, ty: ArrayTy, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let n = Expr::new(ExprKind::Len { array: scanned, dim: 0 }, Ty::I32, span);
        let elem = (*ty.elem).clone();
        self.new_array(ty, vec![n], None, span, out, |this, i, result, stmts| {
            let int = |kind| Expr::new(kind, Ty::I32, span);
            let first = ExprKind::Binary(BinOp::Eq, Box::new(i[0].clone()), Box::new(Expr::int(0, span)));
            let before = int(ExprKind::Binary(BinOp::Sub, Box::new(i[0].clone()), Box::new(Expr::int(1, span))));
            let before = int(ExprKind::Math(MathOp::Max, vec![before, Expr::int(0, span)]));
            let before = Expr::new(ExprKind::Index { array: scanned, index: vec![before] }, elem.clone(), span);
            let first = Expr::new(first, Ty::Bool, span);
            let value = Expr::new(ExprKind::Select(Box::new(first), Box::new(init), Box::new(before)), elem, span);
            this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    /// Of structures the indices are filtered, and the elements fetched from there.
    fn filter(
        &mut self,
        method: MethodId,
        array: VarId,
        captured: &Captured<'_>,
        ty: ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let fetched = matches!(*ty.elem, Ty::Struct(_));
        let elem = if fetched { Ty::I32 } else { (*ty.elem).clone() };
        let kept_ty = Ty::Array(ArrayTy { elem: Box::new(elem.clone()), dims: ty.dims.clone() });
        let result = self.b.var("kept", kept_ty, false, span);
        let (value, keep) = (self.b.var("value", elem, true, span), self.b.var("keep", Ty::Bool, true, span));
        let output = Output { result, kind: OutputKind::Filter { value, keep } };
        self.over(array, output, span, out, |this, i, x, stmts| {
            let kept = if fetched { i } else { x.clone() };
            this.b.emit(stmts, StmtKind::Assign { var: value, value: kept }, span);
            this.apply(method, vec![x], captured, keep, span, stmts)
        })?;
        if !fetched {
            return Ok(self.b.read(result, span));
        }
        let n = Expr::new(ExprKind::Len { array: result, dim: 0 }, Ty::I32, span);
        self.new_array(ty, vec![n], None, span, out, |this, i, fetched, stmts| {
            let at = Expr::new(ExprKind::Index { array: result, index: i.to_vec() }, Ty::I32, span);
            let value = this.element(array, &[at], span)?;
            this.b.emit(stmts, StmtKind::Store { array: fetched, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    /// One instruction over an array's elements.
    fn over(
        &mut self,
        array: VarId,
        output: Output,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Expr, Expr, &mut Vec<Stmt>) -> Result<()>,
    ) -> Result<()> {
        let index = self.b.var("i", Ty::I32, false, span);
        let at = self.b.read(index, span);
        let mut stmts = Vec::new();
        let x = self.element(array, std::slice::from_ref(&at), span)?;
        body(self, at, x, &mut stmts)?;
        let hi = Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, span);
        self.par(vec![Dim { index, lo: Expr::int(0, span), hi }], vec![output], stmts, span, out);
        Ok(())
    }

    /// One instruction that combines values with elements of an array; `body` gives the place and the value.
    fn accumulated(
        &mut self,
        op: ReduceOp,
        into: VarId,
        extent: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Expr, &mut Vec<Stmt>) -> Result<(Expr, Expr)>,
    ) -> Result<Expr> {
        let ty = self.b.ty(into).clone();
        let result = self.b.var("result", ty, false, span);
        let index = self.b.var("i", Ty::I32, false, span);
        let i = self.b.read(index, span);
        let mut stmts = Vec::new();
        let (at, value) = body(self, i, &mut stmts)?;
        self.b.emit(&mut stmts, StmtKind::Accumulate { array: result, index: vec![at], value }, span);
        let output = Output { result, kind: OutputKind::Accumulate { op, array: into } };
        self.par(vec![Dim { index, lo: Expr::int(0, span), hi: extent }], vec![output], stmts, span, out);
        Ok(self.b.read(result, span))
    }

    /// A variable that a function's value goes to.
    fn unset(&mut self, name: &str, ty: Ty, span: Span, out: &mut Vec<Stmt>) -> VarId {
        let var = self.b.var(name, ty, true, span);
        self.b.emit(out, StmtKind::Let { var, init: None }, span);
        var
    }

    /// An index, checked, in a variable.
    fn place(&mut self, array: VarId, index: Expr, span: Span, out: &mut Vec<Stmt>) -> Expr {
        let site = self.b.site(span);
        let kind = CheckKind::Index { array, dim: 0 };
        let checked = Expr::new(ExprKind::Check { kind, value: Box::new(index), site }, Ty::I32, span);
        let var = self.b.var("at", Ty::I32, false, span);
        self.b.emit(out, StmtKind::Let { var, init: Some(checked) }, span);
        self.b.read(var, span)
    }

    /// The value of a step's function.
    fn apply(
        &mut self,
        method: MethodId,
        own: Vec<Expr>,
        captured: &Captured<'_>,
        to: VarId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.apply_to(method, own, captured, Sink::Var(to), span, out)
    }

    fn apply_to(
        &mut self,
        method: MethodId,
        own: Vec<Expr>,
        captured: &Captured<'_>,
        sink: Sink,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let hir = self.b.cx.hir;
        let callee = hir.method(method);
        if let (Some(op), Sink::Var(to)) = (math_op(&hir.class(callee.class).name, &callee.name, own.len()), &sink) {
            let to = *to;
            let value = Expr::new(ExprKind::Math(op, own), self.b.ty(to).clone(), span);
            self.b.emit(out, StmtKind::Assign { var: to, value }, span);
            return Ok(());
        }
        if callee.body.is_none() || !callee.is_static {
            return Err(LowerError::new(span, format!("`{}` cannot be used in parallel code", callee.display)));
        }
        let bindings = self.bindings(method, own, captured, out)?;
        self.b.inline(method, None, bindings, sink, span, out)
    }

    /// The parameters of a step's function.
    fn bindings(
        &mut self,
        method: MethodId,
        own: Vec<Expr>,
        captured: &Captured<'_>,
        out: &mut Vec<Stmt>,
    ) -> Result<Vec<(LocalId, Binding)>> {
        let callee = self.b.cx.hir.method(method);
        let mut bindings = Vec::new();
        let own = own.into_iter().map(|value| (None, value));
        let values = own.chain(captured.iter().map(|(c, value)| (Some(*c), value.clone())));
        for (&param, (from, value)) in callee.params.iter().zip(values) {
            let binding = match from.and_then(|c| self.object_binding(c)) {
                Some(object) => object,
                None => self.b.parameter(method, param, value, out)?,
            };
            bindings.push((param, binding));
        }
        Ok(bindings)
    }
}

fn identity(op: ReduceOp, ty: &Ty, span: Span) -> Result<Expr> {
    let identity =
        ir::identity(op, ty).ok_or_else(|| LowerError::new(span, "this operator has no identity for this type"))?;
    Ok(Expr::new(ExprKind::Const(identity), ty.clone(), span))
}
