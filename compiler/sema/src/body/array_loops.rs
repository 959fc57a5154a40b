//! Methods of value arrays whose results depend on an order: loops over static methods that `array_methods` makes of the
//! functions they are given.

use super::array_methods::{Function, is_function};
use super::{Attr, Ex, Expect};
use crate::types::Type;
use somd_hir::{
    ArrayStep, ArrayStepKind, BinOp, Block, CallKind, Expr, ExprKind, Lit, LocalId, Place, Stmt, StmtKind, Ty,
};
use somd_syntax::ast;
use somd_syntax::source::Span;

impl Attr<'_> {
    /// `v.stencil((v, i) -> …)`: a map over all indices, to which the array is passed whole. Of a matrix, `m.stencil((m, i, j) -> …)` is one over
    /// all pairs of indices.
    pub(super) fn stencil(&mut self, v: Ex, f: &ast::Expr, span: Span) -> Ex {
        let flat = matches!(&v.ty, Type::ValueArray(_, dims) if dims.len() == 1);
        if !flat && parameters(f) == Some(3) {
            return self.stencil_of_pairs(v, f, span);
        }
        let Some(f) = self.array_function(f, &[v.ty.clone(), Type::INT], None) else { return self.error_ex(span) };
        let mut steps = Steps::new(self, span);
        let array = steps.keep("array", v);
        let n = steps.length(array);
        let all = steps.indices(n);
        let whole = steps.read(array);
        let mapped = steps.a.map_lifted(vec![(whole, false), (all, true)], f, span);
        steps.done(mapped)
    }

    fn stencil_of_pairs(&mut self, v: Ex, f: &ast::Expr, span: Span) -> Ex {
        let (ty, at) = (v.ty.clone(), f.span);
        let Some(f) = self.array_function(f, &[ty.clone(), Type::INT, Type::INT], None) else {
            return self.error_ex(span);
        };
        // Pairs first, as a map over them has it, then what the function takes whole.
        let mut params = vec![("i".to_string(), Type::INT), ("j".to_string(), Type::INT), ("m".to_string(), ty)];
        params.extend(f.captured.iter().enumerate().map(|(k, c)| (format!("c{k}"), c.ty.clone())));
        let named: Vec<(&str, Type)> = params.iter().map(|(n, t)| (n.as_str(), t.clone())).collect();
        let (method, ret) = (f.method, f.ret.clone());
        let of_pair = self.made_function(&named, &f.ret, at, |a, locals| {
            let order = [2, 0, 1].into_iter().chain(3..locals.len());
            let args = order.map(|k| a.local_of(locals[k], at).hir).collect();
            let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
            a.ex(kind, ret, at)
        });
        let mut steps = Steps::new(self, span);
        let array = steps.keep("array", v);
        let rows = steps.length(array);
        let down = steps.indices(rows);
        let columns = steps.columns(array);
        let columns = steps.keep("columns", columns);
        let columns = steps.read(columns);
        let across = steps.indices(columns);
        let whole = steps.read(array);
        let captured = [whole].into_iter().chain(f.captured).collect();
        let function = Function { captured, ..of_pair };
        let mapped = steps.a.pairs((down, Type::INT), across, function, at, span);
        steps.done(mapped)
    }

    pub(super) fn scan(&mut self, v: Ex, init: &ast::Expr, f: &ast::Expr, inclusive: bool, span: Span) -> Ex {
        let Some(elem) = v.ty.element() else { return self.error_ex(span) };
        let first = self.expr(init, &Expect::None);
        if first.is_error() {
            return first;
        }
        // A sum may be wider than what is summed; a literal takes the elements' type where it fits.
        let ty = if self.fits(&first, &elem, false, true) { elem.clone() } else { first.ty.clone() };
        let first = self.assign_to(first, &ty);
        let Some(f) = self.array_function(f, &[ty.clone(), elem], Some(&ty)) else { return self.error_ex(span) };
        let mut outer = Steps::new(self, span);
        let array = outer.keep("array", v);
        let init = outer.keep("init", Ex { hir: first, ty: ty.clone() });
        let operands = vec![outer.read(array), outer.read(init)];
        let mut steps = Steps::new(outer.a, span);
        let first = steps.read(init);
        let sum = steps.keep("sum", first);
        let n = steps.length(array);
        let n = steps.keep("length", n);
        let size = steps.read(n);
        let result = steps.new_array("result", ty, size);
        steps.count(n, |steps, i| {
            if !inclusive {
                let before = steps.read(sum);
                steps.store(result, i, before);
            }
            let (so_far, x) = (steps.read(sum), steps.element(array, i));
            let next = steps.call(&f, vec![so_far, x]);
            steps.set(sum, next);
            if inclusive {
                let after = steps.read(sum);
                steps.store(result, i, after);
            }
        });
        let frozen = steps.frozen(result);
        let host = steps.done(frozen);
        outer.step(ArrayStepKind::Scan { inclusive }, Some(f), operands, host)
    }

    pub(super) fn filter(&mut self, v: Ex, elem: Type, f: &ast::Expr, span: Span) -> Ex {
        let Some(f) = self.array_function(f, std::slice::from_ref(&elem), Some(&Type::BOOLEAN)) else {
            return self.error_ex(span);
        };
        let mut outer = Steps::new(self, span);
        let array = outer.keep("array", v);
        let operands = vec![outer.read(array)];
        let mut steps = Steps::new(outer.a, span);
        let n = steps.length(array);
        let n = steps.keep("length", n);
        let size = steps.read(n);
        let kept = steps.new_array("kept", elem.clone(), size);
        let zero = steps.int(0);
        let count = steps.keep("count", zero);
        steps.count(n, |steps, i| {
            let x = steps.element(array, i);
            let keep = steps.call(&f, vec![x]);
            steps.when(keep, |steps| {
                let x = steps.element(array, i);
                steps.store(kept, count, x);
                steps.advance(count);
            });
        });
        let size = steps.read(count);
        let result = steps.new_array("result", elem, size);
        steps.count(count, |steps, i| {
            let x = steps.element(kept, i);
            steps.store(result, i, x);
        });
        let frozen = steps.frozen(result);
        let host = steps.done(frozen);
        outer.step(ArrayStepKind::Filter, Some(f), operands, host)
    }

    pub(super) fn scatter(&mut self, v: Ex, elem: Type, [indices, into, f]: [&ast::Expr; 3], span: Span) -> Ex {
        let at = self.expr(indices, &Expect::None);
        let old = self.expr(into, &Expect::None);
        if at.is_error() || old.is_error() {
            return self.error_ex(span);
        }
        let target = old.ty.element().filter(|_| matches!(&old.ty, Type::ValueArray(_, d) if d.len() == 1));
        let (Some(Type::INT), Some(target)) = (at.ty.element(), target) else {
            let (x, y) = (self.show(&at.ty), self.show(&old.ty));
            self.error(
                "E0249",
                "`scatter` takes an array of indices and the value array to start with",
                span,
                format!("these are {x} and {y}"),
            );
            return self.error_ex(span);
        };
        let Some(f) = self.array_function(f, &[target.clone(), elem], Some(&target)) else {
            return self.error_ex(span);
        };
        let mut outer = Steps::new(self, span);
        let array = outer.keep("array", v);
        let at = outer.keep("indices", at);
        let into = outer.keep("into", old);
        let operands = vec![outer.read(array), outer.read(at), outer.read(into)];
        let mut steps = Steps::new(outer.a, span);
        let old = steps.read(into);
        let thawed = steps.a.ex(ExprKind::Thaw(Box::new(old.hir)), Type::array(target), span);
        let result = steps.keep("result", thawed);
        let n = steps.length(at);
        let n = steps.keep("length", n);
        steps.count(n, |steps, i| {
            let place = steps.element(at, i);
            let place = steps.keep("at", place);
            let (old, x) = (steps.element(result, place), steps.element(array, i));
            let new = steps.call(&f, vec![old, x]);
            steps.store(result, place, new);
        });
        let frozen = steps.frozen(result);
        let host = steps.done(frozen);
        outer.step(ArrayStepKind::Scatter, Some(f), operands, host)
    }

    pub(super) fn histogram(&mut self, v: Ex, elem: Type, bins: &ast::Expr, f: &ast::Expr, span: Span) -> Ex {
        let bins = self.expr(bins, &Expect::To(Type::INT));
        let bins = self.assign_to(bins, &Type::INT);
        let Some(f) = self.array_function(f, &[elem], Some(&Type::INT)) else { return self.error_ex(span) };
        let mut outer = Steps::new(self, span);
        let array = outer.keep("array", v);
        let empty = outer.new_array("empty", Type::INT, Ex { hir: bins, ty: Type::INT });
        let operands = vec![outer.read(array), outer.read(empty)];
        let mut steps = Steps::new(outer.a, span);
        let zeros = steps.read(empty);
        let result = steps.keep("result", zeros);
        let n = steps.length(array);
        let n = steps.keep("length", n);
        steps.count(n, |steps, i| {
            let x = steps.element(array, i);
            let bin = steps.call(&f, vec![x]);
            let bin = steps.keep("bin", bin);
            let old = steps.element(result, bin);
            let one = steps.int(1);
            let new = steps.binary(BinOp::Add, old, one, Type::INT);
            steps.store(result, bin, new);
        });
        let frozen = steps.frozen(result);
        let host = steps.done(frozen);
        outer.step(ArrayStepKind::Histogram, Some(f), operands, host)
    }

    /// A number of times, or while a condition holds.
    pub(super) fn iterate(&mut self, v: Ex, times: &ast::Expr, f: &ast::Expr, span: Span) -> Ex {
        let ty = v.ty.clone();
        let limit = if is_function(times) {
            let Some(go_on) = self.array_function(times, std::slice::from_ref(&ty), Some(&Type::BOOLEAN)) else {
                return self.error_ex(span);
            };
            Err(go_on)
        } else {
            let n = self.expr(times, &Expect::To(Type::INT));
            Ok(Ex { hir: self.assign_to(n, &Type::INT), ty: Type::INT })
        };
        let Some(f) = self.array_function(f, std::slice::from_ref(&ty), Some(&ty)) else { return self.error_ex(span) };
        let mut steps = Steps::new(self, span);
        let state = steps.keep("array", v);
        let step = |steps: &mut Steps<'_, '_>| {
            let before = steps.read(state);
            let after = steps.call(&f, vec![before]);
            steps.set(state, after);
        };
        match limit {
            Ok(n) => {
                let n = steps.keep("times", n);
                steps.count(n, |steps, _| step(steps));
            }
            Err(go_on) => steps.repeat(
                |steps| {
                    let now = steps.read(state);
                    steps.call(&go_on, vec![now])
                },
                step,
            ),
        }
        let last = steps.read(state);
        steps.done(last)
    }

    pub(super) fn sort(&mut self, v: Ex, elem: Type, span: Span) -> Ex {
        let array_ty = Type::array(elem);
        let arrays = self.t.library_type("java.util.Arrays");
        let found = self.t.methods_named(&arrays, "sort").into_iter().find(|&m| {
            let params = &self.t.method(m).params;
            params.len() == 1 && params[0] == array_ty
        });
        let Some(method) = found else { return self.missing("java.util.Arrays.sort", span) };
        let mut outer = Steps::new(self, span);
        let array = outer.keep("array", v);
        let operands = vec![outer.read(array)];
        let mut steps = Steps::new(outer.a, span);
        let v = steps.read(array);
        let thawed = steps.a.ex(ExprKind::Thaw(Box::new(v.hir)), array_ty, span);
        let result = steps.keep("sorted", thawed);
        let args = vec![steps.read(result).hir];
        let call = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
        steps.push(StmtKind::Expr(Expr { kind: call, ty: Ty::Void, span }));
        let frozen = steps.frozen(result);
        let host = steps.done(frozen);
        outer.step(ArrayStepKind::Sort, None, operands, host)
    }
}

impl Attr<'_> {
    /// `v.sort((x, y) -> …)`: a merge sort, which keeps the order of what the function calls equal. Runs of `width` are sorted and
    /// are merged two by two from one array into the other.
    pub(super) fn sort_by(&mut self, v: Ex, elem: Type, order: &ast::Expr, span: Span) -> Ex {
        let Some(f) = self.array_function(order, &[elem.clone(), elem.clone()], Some(&Type::INT)) else {
            return self.error_ex(span);
        };
        let mut outer = Steps::new(self, span);
        let array = outer.keep("array", v);
        let operands = vec![outer.read(array)];
        let mut steps = Steps::new(outer.a, span);
        let v = steps.read(array);
        let thawed = steps.a.ex(ExprKind::Thaw(Box::new(v.hir)), Type::array(elem.clone()), span);
        let from = steps.keep("from", thawed);
        let n = steps.length(from);
        let n = steps.keep("length", n);
        let size = steps.read(n);
        let to = steps.new_array("to", elem, size);
        let one = steps.int(1);
        let width = steps.keep("width", one);
        let below_length = |steps: &mut Steps<'_, '_>, x: LocalId| {
            // Doubling ends below zero.
            let (zero, low) = (steps.int(0), steps.read(x));
            let positive = steps.binary(BinOp::Ge, low, zero, Type::BOOLEAN);
            let (high, n) = (steps.read(x), steps.read(n));
            let below = steps.binary(BinOp::Lt, high, n, Type::BOOLEAN);
            steps.both(positive, below)
        };
        steps.repeat(
            |steps| below_length(steps, width),
            |steps| {
                let zero = steps.int(0);
                let start = steps.keep("start", zero);
                steps.repeat(
                    |steps| below_length(steps, start),
                    |steps| {
                        let middle = steps.further(start, width, n);
                        let middle = steps.keep("middle", middle);
                        let end = steps.further(middle, width, n);
                        let end = steps.keep("end", end);
                        let (left, right) = (steps.read(start), steps.read(middle));
                        let (i, j) = (steps.keep("i", left), steps.keep("j", right));
                        let first = steps.read(start);
                        let k = steps.keep("k", first);
                        steps.repeat(
                            |steps| steps.less(k, end),
                            |steps| {
                                let left = steps.less(i, middle);
                                let (a, b) = (steps.read(j), steps.read(end));
                                let alone = steps.binary(BinOp::Ge, a, b, Type::BOOLEAN);
                                let (x, y) = (steps.element(from, i), steps.element(from, j));
                                let compared = steps.call(&f, vec![x, y]);
                                let zero = steps.int(0);
                                let in_order = steps.binary(BinOp::Le, compared, zero, Type::BOOLEAN);
                                let any = ExprKind::Or(Box::new(alone.hir), Box::new(in_order.hir));
                                let any = steps.a.ex(any, Type::BOOLEAN, span);
                                let takes_left = steps.both(left, any);
                                let chosen = steps.keep("left", takes_left);
                                let take = |steps: &mut Steps<'_, '_>, at: LocalId| {
                                    let x = steps.element(from, at);
                                    steps.store(to, k, x);
                                    steps.advance(at);
                                };
                                let yes = steps.read(chosen);
                                steps.when(yes, |steps| take(steps, i));
                                let kept = steps.read(chosen);
                                let no = steps.a.ex(ExprKind::Not(Box::new(kept.hir)), Type::BOOLEAN, span);
                                steps.when(no, |steps| take(steps, j));
                                steps.advance(k);
                            },
                        );
                        let next = steps.read(end);
                        steps.set(start, next);
                    },
                );
                let (sorted, spare) = (steps.read(to), steps.read(from));
                let spare = steps.keep("spare", spare);
                steps.set(from, sorted);
                let spare = steps.read(spare);
                steps.set(to, spare);
                let (a, b) = (steps.read(width), steps.read(width));
                let doubled = steps.binary(BinOp::Add, a, b, Type::INT);
                steps.set(width, doubled);
            },
        );
        let frozen = steps.frozen(from);
        let host = steps.done(frozen);
        outer.step(ArrayStepKind::Sort, Some(f), operands, host)
    }
}

/// How many parameters a lambda has.
fn parameters(f: &ast::Expr) -> Option<usize> {
    match &f.kind {
        ast::ExprKind::Paren(inner) => parameters(inner),
        ast::ExprKind::Lambda { params, .. } => Some(params.len()),
        _ => None,
    }
}

/// The statements of an expression that is taken apart, as they are written one after another.
pub(super) struct Steps<'a, 't> {
    pub(super) a: &'a mut Attr<'t>,
    span: Span,
    stmts: Vec<Stmt>,
}

impl<'a, 't> Steps<'a, 't> {
    pub(super) fn new(a: &'a mut Attr<'t>, span: Span) -> Steps<'a, 't> {
        Steps { a, span, stmts: Vec::new() }
    }

    /// All of them, then a value.
    pub(super) fn done(self, value: Ex) -> Ex {
        let ty = value.ty.clone();
        self.a.ex(ExprKind::Sequence(self.stmts, Box::new(value.hir)), ty, self.span)
    }

    /// All of them, then a step that parallel code may take instead of its loop.
    fn step(self, kind: ArrayStepKind, f: Option<Function>, operands: Vec<Ex>, host: Ex) -> Ex {
        let ty = host.ty.clone();
        let hir = |all: Vec<Ex>| all.into_iter().map(|e| e.hir).collect();
        let method = f.as_ref().map(|f| f.method);
        let (operands, captured) = (hir(operands), f.map_or_else(Vec::new, |f| hir(f.captured)));
        let step = ArrayStep { kind, method, operands, captured, host: host.hir };
        let value = self.a.ex(ExprKind::ArrayStep(Box::new(step)), ty, self.span);
        self.done(value)
    }

    fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt { kind, span: self.span });
    }

    /// A new variable with this value.
    pub(super) fn keep(&mut self, name: &str, value: Ex) -> LocalId {
        let local = self.a.temp(name, value.ty, self.span);
        self.push(StmtKind::Local { local, init: Some(value.hir) });
        local
    }

    pub(super) fn read(&mut self, local: LocalId) -> Ex {
        self.a.local_of(local, self.span)
    }

    fn set(&mut self, local: LocalId, value: Ex) {
        self.a.frame().vars[local.index()].assigned.push(self.span);
        let ty = value.hir.ty.clone();
        let assign = ExprKind::Assign { place: Place::Local(local), value: Box::new(value.hir) };
        self.push(StmtKind::Expr(Expr { kind: assign, ty, span: self.span }));
    }

    fn advance(&mut self, local: LocalId) {
        let step = self.plus_one(local);
        self.push(StmtKind::Expr(step));
    }

    fn plus_one(&mut self, local: LocalId) -> Expr {
        self.a.frame().vars[local.index()].assigned.push(self.span);
        let kind = ExprKind::IncDec { place: Place::Local(local), decrement: false, prefix: false };
        Expr { kind, ty: Ty::Int, span: self.span }
    }

    pub(super) fn int(&mut self, value: i32) -> Ex {
        self.a.ex(ExprKind::Lit(Lit::Int(value)), Type::INT, self.span)
    }

    pub(super) fn binary(&mut self, op: BinOp, a: Ex, b: Ex, ty: Type) -> Ex {
        self.a.ex(ExprKind::Binary(op, Box::new(a.hir), Box::new(b.hir)), ty, self.span)
    }

    fn less(&mut self, a: LocalId, b: LocalId) -> Ex {
        let (a, b) = (self.read(a), self.read(b));
        self.binary(BinOp::Lt, a, b, Type::BOOLEAN)
    }

    fn both(&mut self, a: Ex, b: Ex) -> Ex {
        self.a.ex(ExprKind::And(Box::new(a.hir), Box::new(b.hir)), Type::BOOLEAN, self.span)
    }

    /// `at + by`, at most `end`: where the sum might be too great, it is not made.
    fn further(&mut self, at: LocalId, by: LocalId, end: LocalId) -> Ex {
        let (a, b) = (self.read(end), self.read(at));
        let rest = self.binary(BinOp::Sub, a, b, Type::INT);
        let step = self.read(by);
        let short = self.binary(BinOp::Lt, rest, step, Type::BOOLEAN);
        let (a, b) = (self.read(at), self.read(by));
        let sum = self.binary(BinOp::Add, a, b, Type::INT);
        let last = self.read(end);
        let kind = ExprKind::Cond(Box::new(short.hir), Box::new(last.hir), Box::new(sum.hir));
        self.a.ex(kind, Type::INT, self.span)
    }

    pub(super) fn length(&mut self, array: LocalId) -> Ex {
        let array = self.read(array);
        self.a.ex(ExprKind::Length(Box::new(array.hir)), Type::INT, self.span)
    }

    /// How long the rows of a matrix are: none where it has none.
    pub(super) fn columns(&mut self, matrix: LocalId) -> Ex {
        let (zero, zeros) = (self.int(0), self.int(0));
        let n = self.length(matrix);
        let some = self.binary(BinOp::Gt, n, zero, Type::BOOLEAN);
        let (array, first) = (self.read(matrix), self.int(0));
        let row = self.a.element(array, first, self.span);
        let length = self.a.ex(ExprKind::Length(Box::new(row.hir)), Type::INT, self.span);
        let kind = ExprKind::Cond(Box::new(some.hir), Box::new(length.hir), Box::new(zeros.hir));
        self.a.ex(kind, Type::INT, self.span)
    }

    /// `0, 1, …, n - 1`, which parallel code counts and does not store.
    pub(super) fn indices(&mut self, n: Ex) -> Ex {
        let class = self.a.t.library_type("somd.ValueArrays");
        let Some(&method) = self.a.t.methods_named(&class, "indices").first() else {
            return self.a.missing("somd.ValueArrays.indices", self.span);
        };
        let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![n.hir] };
        self.a.ex(kind, super::lime::value_array_of(&Type::INT), self.span)
    }

    fn new_array(&mut self, name: &str, elem: Type, size: Ex) -> LocalId {
        let array = self.a.ex(ExprKind::NewArray { sizes: vec![size.hir] }, Type::array(elem), self.span);
        self.keep(name, array)
    }

    fn element(&mut self, array: LocalId, index: LocalId) -> Ex {
        let (array, index) = (self.read(array), self.read(index));
        self.a.element(array, index, self.span)
    }

    fn store(&mut self, array: LocalId, index: LocalId, value: Ex) {
        let (array, index) = (self.read(array).hir, self.read(index).hir);
        let ty = value.hir.ty.clone();
        let place = Place::Index { array: Box::new(array), index: Box::new(index) };
        let assign = ExprKind::Assign { place, value: Box::new(value.hir) };
        self.push(StmtKind::Expr(Expr { kind: assign, ty, span: self.span }));
    }

    fn call(&mut self, f: &Function, args: Vec<Ex>) -> Ex {
        let captured = f.captured.iter().map(|c| c.hir.clone());
        let args = args.into_iter().map(|a| a.hir).chain(captured).collect();
        let kind = ExprKind::Call { kind: CallKind::Static, method: f.method, receiver: None, args };
        self.a.ex(kind, f.ret.clone(), self.span)
    }

    /// A mutable array that nothing else refers to, as a value array.
    fn frozen(&mut self, array: LocalId) -> Ex {
        let array = self.read(array);
        let ty = super::lime::value_array_of(&array.ty.element().unwrap_or(Type::Error));
        self.a.ex(ExprKind::Freeze(Box::new(array.hir)), ty, self.span)
    }

    /// The statements that `body` writes, as a block.
    fn block(&mut self, body: impl FnOnce(&mut Self)) -> Block {
        let outside = std::mem::take(&mut self.stmts);
        body(self);
        Block { stmts: std::mem::replace(&mut self.stmts, outside), span: self.span }
    }

    fn when(&mut self, cond: Ex, body: impl FnOnce(&mut Self)) {
        let then = self.block(body);
        self.push(StmtKind::If { cond: cond.hir, then, otherwise: None });
    }

    /// `for (int i = 0; i < n; i++)`
    fn count(&mut self, n: LocalId, body: impl FnOnce(&mut Self, LocalId)) {
        let i = self.a.temp("i", Type::INT, self.span);
        let zero = self.int(0);
        let init = vec![Stmt { kind: StmtKind::Local { local: i, init: Some(zero.hir) }, span: self.span }];
        let (at, n) = (self.read(i), self.read(n));
        let cond = self.binary(BinOp::Lt, at, n, Type::BOOLEAN);
        let label = self.a.new_label();
        let body = self.block(|steps| body(steps, i));
        let update = vec![self.plus_one(i)];
        self.push(StmtKind::For { init, cond: Some(cond.hir), update, body, label });
    }

    fn repeat(&mut self, cond: impl FnOnce(&mut Self) -> Ex, body: impl FnOnce(&mut Self)) {
        let cond = cond(self).hir;
        let label = self.a.new_label();
        let body = self.block(body);
        self.push(StmtKind::While { cond, body, label });
    }
}
