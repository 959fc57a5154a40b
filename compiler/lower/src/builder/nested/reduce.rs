//! Reductions within one iteration: of operators by lanes, of a method of the program in the order of the elements.

use super::*;
use crate::builder::{Continue, Target};
use crate::stmts::Canonical;
use crate::walk;
use somd_core::ir::Piece;
use somd_hir::operator::Known;

/// What a reduction of nothing throws.
const EMPTY: &str = "somd.EmptyReduction";

fn empty_message() -> Vec<Piece> {
    vec![Piece::Text(somd_runtime::lime::EMPTY_REDUCTION.into())]
}

/// Folds the element of this number into an accumulator, which an array and an index name.
pub(super) type FoldLane<'f, B> = dyn FnMut(&mut B, VarId, Expr, Expr, &mut Vec<Stmt>) -> Result<()> + 'f;

impl<'a> Builder<'_, 'a> {
    /// A combinator that is an operator.
    pub(super) fn nested_known(
        &mut self,
        known: Known,
        source: &Source,
        init: Option<Expr>,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        if init.is_none() && !known.has_identity {
            let n = self.source_length(source, e.span, out)?;
            self.none_to_reduce(n, e.span, out)?;
        }
        let total = self.nested_reduce(known.op, source, e, out)?;
        let ty = total.ty.clone();
        Ok(match init {
            Some(init) => lime::combine(known.op, init, total, ty, e.span),
            None => total,
        })
    }

    /// Throws where there are no elements to reduce.
    pub(crate) fn none_to_reduce(&mut self, length: Expr, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let empty = compare(BinOp::Eq, length, Expr::int(0, span), span);
        let site = self.site(span);
        self.choice(
            empty,
            span,
            out,
            |this, out| {
                this.emit(out, StmtKind::Throw { class: EMPTY.into(), message: Some(empty_message()), site }, span);
                Ok(())
            },
            |_, _| Ok(()),
        )
    }

    pub(super) fn nested_reduce(
        &mut self,
        op: ReduceOp,
        source: &Source,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let ty = core_type(self.cx, &e.ty)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let identity = ir::identity(op, &ty)
            .ok_or_else(|| LowerError::new(span, "this operator has no identity for this type"))?;
        let constant = |c| Expr::new(ExprKind::Const(c), ty.clone(), span);
        let init = match (op, &identity) {
            (ReduceOp::Add | ReduceOp::Sub, Const::F32(_)) => constant(Const::F32(0.0)),
            (ReduceOp::Add | ReduceOp::Sub, Const::F64(_)) => constant(Const::F64(0.0)),
            _ => constant(identity.clone()),
        };
        let n = self.source_length(source, span, out)?;
        let n = self.keep(n, "n", out);
        let acc = self.variable("acc", constant(identity.clone()), out);
        let fold = |this: &mut Self, i: Expr, body: &mut Vec<Stmt>| -> Result<()> {
            let x = convert(this.source_element(source, &i, span, body)?, ty.clone(), span);
            let value = lime::combine(op, this.read(acc, span), x, ty.clone(), span);
            this.set(acc, value, body);
            Ok(())
        };
        let exact = !ty.is_float() || matches!(op, ReduceOp::Min | ReduceOp::Max);
        let short = self.known_length(&n).is_some_and(|n| n as usize <= shape::SMALL);
        if exact || short {
            self.for_each(Expr::int(0, span), n, span, out, fold)?;
        } else {
            let small = compare(BinOp::Le, n.clone(), Expr::int(shape::SMALL as i32, span), span);
            self.choice(
                small,
                span,
                out,
                |this, out| this.for_each(Expr::int(0, span), n.clone(), span, out, fold),
                |this, out| {
                    let fold = &mut |this: &mut Self, lanes, lane: Expr, i: Expr, out: &mut Vec<Stmt>| {
                        let x = convert(this.source_element(source, &i, span, out)?, ty.clone(), span);
                        this.fold_into(op, lanes, lane, x, span, out)
                    };
                    let value = this.lanes(op, fold, &n, &constant(identity.clone()), span, out)?;
                    this.set(acc, value, out);
                    Ok(())
                },
            )?;
        }
        let total = self.read(acc, span);
        Ok(lime::combine(op, init, total, ty, span))
    }

    /// A loop of an iteration that folds floats in any order: in the fixed shape, as a loop over all cores does it.
    pub(crate) fn folding_loop(
        &mut self,
        (c, body, label): (&Canonical<'_>, &hir::Block, hir::LabelId),
        (folded, op): (VarId, ReduceOp),
        (lo, hi): (Expr, Expr),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let ty = self.ty(folded);
        let identity = ir::identity(op, &ty).ok_or_else(LowerError::internal)?;
        let identity = Expr::new(ExprKind::Const(identity), ty.clone(), span);
        let from_first = lo.kind == ExprKind::Const(Const::Int(0));
        let n = if from_first {
            self.keep(hi, "n", out)
        } else {
            // Few turns more than there are numbers of turns are none.
            let lo = self.keep(lo.clone(), "from", out);
            let hi = self.keep(hi, "to", out);
            let some = compare(BinOp::Lt, lo.clone(), hi.clone(), span);
            let many = arith(BinOp::Sub, hi, lo, span);
            let kind = ExprKind::Select(Box::new(some), Box::new(many), Box::new(Expr::int(0, span)));
            self.keep(Expr::new(kind, Ty::I32, span), "n", out)
        };
        self.forget_assigned(body);
        let acc = self.variable("acc", identity.clone(), out);
        let local =
            self.frame().locals.iter().find(|(_, b)| matches!(b, Binding::Var(v) if *v == folded)).map(|(l, _)| *l);
        let local = local.ok_or_else(LowerError::internal)?;
        let turn = |this: &mut Self, own: VarId, i: Expr, out: &mut Vec<Stmt>| -> Result<()> {
            let i = if from_first { i } else { arith(BinOp::Add, lo.clone(), i, span) };
            let ExprKind::Var(number) = this.keep(i, "i", out).kind else { return Err(LowerError::internal()) };
            this.bind(c.index, Binding::Var(number));
            this.bind(local, Binding::Var(own));
            let to = this.label();
            this.frame().labels.insert(label, Target { break_to: to, continue_to: Continue::LeaveBlock(to) });
            let mut stmts = Vec::new();
            this.uncertain(|this| this.block(body, &mut stmts))?;
            if walk::breaks_to(&stmts, to) {
                this.emit(out, StmtKind::Labeled { label: to, body: Block { stmts } }, span);
            } else {
                out.append(&mut stmts);
            }
            Ok(())
        };
        let few = compare(BinOp::Le, n.clone(), Expr::int(shape::SMALL as i32, span), span);
        self.choice(
            few,
            span,
            out,
            |this, out| this.for_each(Expr::int(0, span), n.clone(), span, out, |this, i, out| turn(this, acc, i, out)),
            |this, out| {
                let fold = &mut |this: &mut Self, lanes, lane: Expr, i: Expr, out: &mut Vec<Stmt>| {
                    let before = this.accumulator(lanes, lane.clone(), span);
                    let own = this.variable("own", before, out);
                    turn(this, own, i, out)?;
                    let value = this.read(own, span);
                    this.emit(out, StmtKind::Store { array: lanes, index: vec![lane], value }, span);
                    Ok(())
                };
                let value = this.lanes(op, fold, &n, &identity, span, out)?;
                this.set(acc, value, out);
                Ok(())
            },
        )?;
        self.bind(local, Binding::Var(folded));
        let all = lime::combine(op, self.read(folded, span), self.read(acc, span), ty, span);
        self.set(folded, all, out);
        Ok(())
    }

    /// The length where it is known: of a bounded dimension.
    pub(super) fn known_length(&self, n: &Expr) -> Option<u32> {
        match &n.kind {
            ExprKind::Const(Const::Int(n)) => u32::try_from(*n).ok(),
            ExprKind::Len { array, dim } => self.ty(*array).as_array()?.dims.get(*dim as usize).copied().flatten(),
            _ => None,
        }
    }

    /// The reduction of more than [`shape::SMALL`] elements: blocks of lanes, then of the blocks' results, then of theirs, which
    /// are a few.
    pub(super) fn lanes(
        &mut self,
        op: ReduceOp,
        fold: &mut FoldLane<'_, Self>,
        n: &Expr,
        identity: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let ty = identity.ty.clone();
        let int = |v: usize| Expr::int(v as i32, span);
        let lanes = self.accumulators("lanes", &ty, span, out);
        let further = self.accumulators("blocks", &ty, span, out);
        for accumulators in [lanes, further] {
            self.vars[accumulators.index()].folds = Some(op);
        }
        let count = {
            let last = arith(BinOp::Sub, n.clone(), int(1), span);
            let block = arith(BinOp::Shr, last, int(shape::BLOCK.trailing_zeros() as usize), span);
            let value = arith(BinOp::Add, block, int(1), span);
            self.keep(value, "count", out)
        };
        let total = self.variable("total", identity.clone(), out);
        // What lanes without elements hold changes nothing where it is an identity on both sides.
        let exact = matches!(op, ReduceOp::Add | ReduceOp::Mul);
        let used = if exact { self.lanes_used(n, span, out) } else { int(shape::LANES) };
        let several = compare(BinOp::Gt, count.clone(), int(1), span);
        let fill_further =
            |this: &mut Self, out: &mut Vec<Stmt>| this.fill(further, identity, int(shape::LANES), span, out);
        if exact {
            self.choice(several.clone(), span, out, fill_further, |_, _| Ok(()))?;
        } else {
            fill_further(self, out)?;
        }
        self.for_each(int(0), count.clone(), span, out, |this, b, out| {
            this.fill(lanes, identity, used.clone(), span, out)?;
            let lo = arith(BinOp::Mul, b.clone(), int(shape::BLOCK), span);
            let lo = this.keep(lo, "lo", out);
            let rest = arith(BinOp::Sub, n.clone(), lo.clone(), span);
            let size = min(rest, int(shape::BLOCK), span);
            let size = this.keep(size, "size", out);
            let rows = arith(BinOp::Add, size.clone(), int(shape::LANES - 1), span);
            let rows = arith(BinOp::Shr, rows, int(shape::LANES.trailing_zeros() as usize), span);
            this.for_each(int(0), rows, span, out, |this, row, out| {
                let from = arith(BinOp::Mul, row, int(shape::LANES), span);
                let from = this.keep(from, "from", out);
                let width = min(arith(BinOp::Sub, size.clone(), from.clone(), span), int(shape::LANES), span);
                let base = arith(BinOp::Add, lo.clone(), from, span);
                let base = this.keep(base, "base", out);
                this.for_each(int(0), width, span, out, |this, lane, out| {
                    let i = arith(BinOp::Add, base.clone(), lane.clone(), span);
                    let i = this.keep(i, "i", out);
                    fold(this, lanes, lane, i, out)
                })
            })?;
            this.halve(op, lanes, used.clone(), span, out)?;
            let further_block = |this: &mut Self, out: &mut Vec<Stmt>| {
                this.further_block(op, [lanes, further], total, (b, count.clone()), identity, span, out)
            };
            if !exact {
                return further_block(this, out);
            }
            this.choice(several.clone(), span, out, further_block, |this, out| {
                let only = this.accumulator(lanes, int(0), span);
                this.set(total, only, out);
                Ok(())
            })
        })?;
        Ok(self.read(total, span))
    }

    /// How many lanes a row of `n` elements uses: a power of two.
    fn lanes_used(&mut self, n: &Expr, span: Span, out: &mut Vec<Stmt>) -> Expr {
        let int = |v: usize| Expr::int(v as i32, span);
        let mut used = int(shape::LANES);
        let mut fewer = shape::LANES / 2;
        while fewer > shape::SMALL {
            let fits = compare(BinOp::Le, n.clone(), int(fewer), span);
            let kind = ExprKind::Select(Box::new(fits), Box::new(int(fewer)), Box::new(used));
            used = Expr::new(kind, Ty::I32, span);
            fewer /= 2;
        }
        self.keep(used, "used", out)
    }

    /// Folds what block `b` of `count` gives, which stands in the first lane, into a further fold of the same shape.
    #[allow(clippy::too_many_arguments)]
    fn further_block(
        &mut self,
        op: ReduceOp,
        [lanes, further]: [VarId; 2],
        total: VarId,
        (b, count): (Expr, Expr),
        identity: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let int = |v: usize| Expr::int(v as i32, span);
        let few = compare(BinOp::Le, count.clone(), int(shape::SMALL), span);
        let lane = arith(BinOp::And, b.clone(), int(shape::LANES - 1), span);
        let lane = Expr::new(ExprKind::Select(Box::new(few), Box::new(int(0)), Box::new(lane)), Ty::I32, span);
        let lane = self.keep(lane, "lane", out);
        let block = self.accumulator(lanes, int(0), span);
        self.fold_into(op, further, lane, block, span, out)?;
        // The last, or the last of a block of blocks.
        let next = arith(BinOp::Add, b, int(1), span);
        let next = self.keep(next, "next", out);
        let ends = compare(BinOp::Eq, next.clone(), count, span);
        let within = arith(BinOp::And, next, int(shape::BLOCK - 1), span);
        let full = compare(BinOp::Eq, within, int(0), span);
        let closes = Expr::new(ExprKind::Or(Box::new(ends), Box::new(full)), Ty::Bool, span);
        let close = |this: &mut Self, out: &mut Vec<Stmt>| {
            this.halve(op, further, int(shape::LANES), span, out)?;
            let part = this.accumulator(further, int(0), span);
            let value = lime::combine(op, this.read(total, span), part, identity.ty.clone(), span);
            this.set(total, value, out);
            this.fill(further, identity, int(shape::LANES), span, out)
        };
        self.choice(closes, span, out, close, |_, _| Ok(()))
    }

    pub(super) fn accumulators(&mut self, name: &str, ty: &Ty, span: Span, out: &mut Vec<Stmt>) -> VarId {
        let ty = Ty::Array(ArrayTy { elem: Box::new(ty.clone()), dims: vec![Some(shape::LANES as u32)] });
        let var = self.var(name, ty.clone(), true, span);
        self.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
        var
    }

    pub(super) fn accumulator(&self, array: VarId, lane: Expr, span: Span) -> Expr {
        let ty = self.ty(array).as_array().map_or(Ty::I32, |a| *a.elem.clone());
        Expr::new(ExprKind::Index { array, index: vec![lane] }, ty, span)
    }

    /// Gives the first `lanes` of them this value.
    pub(super) fn fill(
        &mut self,
        array: VarId,
        value: &Expr,
        lanes: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.for_each(Expr::int(0, span), lanes, span, out, |this, lane, out| {
            this.emit(out, StmtKind::Store { array, index: vec![lane], value: value.clone() }, span);
            Ok(())
        })
    }

    pub(super) fn fold_into(
        &mut self,
        op: ReduceOp,
        array: VarId,
        lane: Expr,
        x: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let ty = x.ty.clone();
        let value = lime::combine(op, self.accumulator(array, lane.clone(), span), x, ty, span);
        self.emit(out, StmtKind::Store { array, index: vec![lane], value }, span);
        Ok(())
    }

    /// Combines the first `lanes` of them: lane `l` takes in lane `l + width`, for half the width each time.
    pub(super) fn halve(
        &mut self,
        op: ReduceOp,
        array: VarId,
        lanes: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let steps = shape::LANES.trailing_zeros() as usize;
        let int = |v: usize| Expr::int(v as i32, span);
        self.for_each(int(1), int(steps + 1), span, out, |this, step, out| {
            let width = arith(BinOp::Shr, lanes.clone(), step, span);
            let width = this.keep(width, "width", out);
            this.for_each(int(0), width.clone(), span, out, |this, lane, out| {
                let other = arith(BinOp::Add, lane.clone(), width.clone(), span);
                let x = this.accumulator(array, other, span);
                this.fold_into(op, array, lane, x, span, out)
            })
        })
    }

    /// A fold with a user's combinator, in the order of the elements, of a row whose type tells that it is short.
    pub(super) fn nested_fold(
        &mut self,
        method: MethodId,
        source: &Source,
        init: Option<Expr>,
        captured: Vec<Expr>,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        if !callee.is_static {
            return Err(LowerError::new(
                span,
                "a combinator that is not a static method is not supported in parallel code",
            ));
        }
        let func = self.cx.scalar_function(method).map_err(|x| x.called_from(span, &callee.display))?;
        let ty = core_type(self.cx, &e.ty)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let n = self.source_length(source, span, out)?;
        let n = self.keep(n, "n", out);
        let call = |a: Expr, b: Expr| {
            let args = [a, b].into_iter().chain(captured.iter().cloned()).collect();
            Expr::new(ExprKind::Call { func, args }, ty.clone(), span)
        };
        let acc = self.var("folded", ty.clone(), true, span);
        self.emit(out, StmtKind::Let { var: acc, init: None }, span);
        let empty = compare(BinOp::Eq, n.clone(), Expr::int(0, span), span);
        let site = self.site(span);
        let without = init.clone();
        let short = self.known_length(&n).is_some_and(|n| n as usize <= shape::SMALL);
        self.choice(
            empty,
            span,
            out,
            |this, out| {
                match without {
                    Some(init) => this.set(acc, init, out),
                    None => {
                        let message = Some(empty_message());
                        this.emit(out, StmtKind::Throw { class: EMPTY.into(), message, site }, span);
                    }
                }
                Ok(())
            },
            |this, out| {
                let folded = if short {
                    this.in_order(&call, source, (Expr::int(0, span), n.clone()), span, out)?
                } else {
                    this.ordered_tree(&call, &ty, source, &n, span, out)?
                };
                let folded = this.read(folded, span);
                let value = match init {
                    Some(init) => call(init, folded),
                    None => folded,
                };
                this.set(acc, value, out);
                Ok(())
            },
        )?;
        Ok(self.read(acc, span))
    }

    /// Elements `lo..hi`, of which there is one at least, one after another.
    pub(super) fn in_order(
        &mut self,
        call: &dyn Fn(Expr, Expr) -> Expr,
        source: &Source,
        (lo, hi): (Expr, Expr),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let first = self.source_element(source, &lo, span, out)?;
        let acc = self.variable("lane", first, out);
        let from = arith(BinOp::Add, lo, Expr::int(1, span), span);
        self.for_each(from, hi, span, out, |this, i, out| {
            let x = this.source_element(source, &i, span, out)?;
            let value = call(this.read(acc, span), x);
            this.set(acc, value, out);
            Ok(())
        })?;
        Ok(acc)
    }

    /// Lanes of consecutive elements, combined with their right neighbours: a lane meets the one before it as soon as both stand
    /// for as many. What a block of lanes gives is an element of a further fold of the same shape, and what that gives one of
    /// the last, of which there are a few.
    pub(super) fn ordered_tree(
        &mut self,
        call: &dyn Fn(Expr, Expr) -> Expr,
        ty: &Ty,
        source: &Source,
        n: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let int = |v: usize| Expr::int(v as i32, span);
        let above = |x: &Expr| compare(BinOp::Gt, x.clone(), int(shape::SMALL), span);
        let lane_of = |many: Expr| {
            let kind = ExprKind::Select(Box::new(many), Box::new(int(shape::ROWS)), Box::new(int(shape::SMALL)));
            Expr::new(kind, Ty::I32, span)
        };
        let last = arith(BinOp::Sub, n.clone(), int(1), span);
        let count = arith(BinOp::Shr, last, int(shape::BLOCK.trailing_zeros() as usize), span);
        let count = arith(BinOp::Add, count, int(1), span);
        let count = self.keep(count, "count", out);
        let rows = self.keep(lane_of(above(n)), "rows", out);
        let further_rows = self.keep(lane_of(above(&count)), "furtherRows", out);
        let zero = crate::types::zero(self.cx, ty, span)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let blocks = Waiting::new(self, ty, span, out);
        let further = Waiting::new(self, ty, span, out);
        let lane = self.variable("further", zero.clone(), out);
        let in_lane = self.variable("inLane", int(0), out);
        let total = self.variable("total", zero, out);
        let totals = self.variable("totals", int(0), out);
        self.for_each(int(0), count.clone(), span, out, |this, b, out| {
            let lo = arith(BinOp::Mul, b.clone(), int(shape::BLOCK), span);
            let lo = this.keep(lo, "lo", out);
            let hi = min(arith(BinOp::Sub, n.clone(), lo.clone(), span), int(shape::BLOCK), span);
            let size = this.keep(hi, "size", out);
            let lanes = arith(BinOp::Add, size.clone(), int(shape::ROWS - 1), span);
            let lanes = arith(BinOp::Shr, lanes, int(shape::ROWS.trailing_zeros() as usize), span);
            this.for_each(int(0), lanes, span, out, |this, l, out| {
                let from = arith(BinOp::Mul, l, int(shape::ROWS), span);
                let from = this.keep(from, "from", out);
                let length = min(arith(BinOp::Sub, size.clone(), from.clone(), span), rows.clone(), span);
                let start = arith(BinOp::Add, lo.clone(), from, span);
                let start = this.keep(start, "start", out);
                let end = arith(BinOp::Add, start.clone(), length, span);
                let value = this.in_order(call, source, (start, end), span, out)?;
                blocks.push(this, call, value, out)
            })?;
            let block = blocks.take(this, call, out)?;
            let block = this.read(block, span);
            this.append(call, (lane, in_lane), block, span, out)?;
            let next = arith(BinOp::Add, b, int(1), span);
            let next = this.keep(next, "next", out);
            let ends = compare(BinOp::Eq, next.clone(), count.clone(), span);
            let ends = this.keep(ends, "ends", out);
            let full = compare(BinOp::Eq, this.read(in_lane, span), further_rows.clone(), span);
            let closes = Expr::new(ExprKind::Or(Box::new(ends.clone()), Box::new(full)), Ty::Bool, span);
            this.choice(
                closes,
                span,
                out,
                |this, out| {
                    further.push(this, call, lane, out)?;
                    this.set(in_lane, int(0), out);
                    let within = arith(BinOp::And, next, int(shape::BLOCK - 1), span);
                    let full = compare(BinOp::Eq, within, int(0), span);
                    let closes = Expr::new(ExprKind::Or(Box::new(ends), Box::new(full)), Ty::Bool, span);
                    this.choice(
                        closes,
                        span,
                        out,
                        |this, out| {
                            let value = further.take(this, call, out)?;
                            let value = this.read(value, span);
                            this.append(call, (total, totals), value, span, out)
                        },
                        |_, _| Ok(()),
                    )
                },
                |_, _| Ok(()),
            )
        })?;
        Ok(total)
    }

    /// Folds one more value into `acc`, which has folded `count` so far.
    pub(super) fn append(
        &mut self,
        call: &dyn Fn(Expr, Expr) -> Expr,
        (acc, count): (VarId, VarId),
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let none = compare(BinOp::Eq, self.read(count, span), Expr::int(0, span), span);
        let both = call(self.read(acc, span), value.clone());
        self.choice(
            none,
            span,
            out,
            |this, out| {
                this.set(acc, value, out);
                Ok(())
            },
            |this, out| {
                this.set(acc, both, out);
                Ok(())
            },
        )?;
        let more = arith(BinOp::Add, self.read(count, span), Expr::int(1, span), span);
        self.set(count, more, out);
        Ok(())
    }
}

/// Lanes that wait for their right neighbours: of each power of two there is at most one, the larger ones before the smaller.
struct Waiting {
    values: VarId,
    /// Of each, for how many lanes it stands.
    sizes: VarId,
    depth: VarId,
    ty: Ty,
    span: Span,
}

impl Waiting {
    /// One more than the logarithm of the lanes of a block, and one for the lane that comes.
    const DEPTH: u32 = shape::LANES.trailing_zeros() + 2;

    fn new(b: &mut Builder<'_, '_>, ty: &Ty, span: Span, out: &mut Vec<Stmt>) -> Waiting {
        let mut array = |name: &str, elem: &Ty| {
            let ty = Ty::Array(ArrayTy { elem: Box::new(elem.clone()), dims: vec![Some(Waiting::DEPTH)] });
            let var = b.var(name, ty.clone(), true, span);
            b.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
            var
        };
        let (values, sizes) = (array("waiting", ty), array("sizes", &Ty::I32));
        let depth = b.variable("depth", Expr::int(0, span), out);
        Waiting { values, sizes, depth, ty: ty.clone(), span }
    }

    fn value(&self, at: Expr) -> Expr {
        Expr::new(ExprKind::Index { array: self.values, index: vec![at] }, self.ty.clone(), self.span)
    }

    fn size(&self, at: Expr) -> Expr {
        Expr::new(ExprKind::Index { array: self.sizes, index: vec![at] }, Ty::I32, self.span)
    }

    fn below_top(&self, b: &Builder<'_, '_>, by: i32) -> Expr {
        arith(BinOp::Sub, b.read(self.depth, self.span), Expr::int(by, self.span), self.span)
    }

    /// The two on top become one.
    fn join(&self, b: &mut Builder<'_, '_>, call: &dyn Fn(Expr, Expr) -> Expr, out: &mut Vec<Stmt>) {
        let span = self.span;
        let (left, right) = (self.below_top(b, 2), self.below_top(b, 1));
        let left = b.keep(left, "left", out);
        let right = b.keep(right, "right", out);
        let value = call(self.value(left.clone()), self.value(right.clone()));
        let value = b.keep(value, "pair", out);
        b.emit(out, StmtKind::Store { array: self.values, index: vec![left.clone()], value }, span);
        let size = arith(BinOp::Add, self.size(left.clone()), self.size(right.clone()), span);
        b.emit(out, StmtKind::Store { array: self.sizes, index: vec![left], value: size }, span);
        b.set(self.depth, right, out);
    }

    fn repeat(
        &self,
        b: &mut Builder<'_, '_>,
        call: &dyn Fn(Expr, Expr) -> Expr,
        equal: bool,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let span = self.span;
        let label = b.label();
        let two = compare(BinOp::Ge, b.read(self.depth, span), Expr::int(2, span), span);
        let cond = if equal {
            let same = compare(BinOp::Eq, self.size(self.below_top(b, 2)), self.size(self.below_top(b, 1)), span);
            Expr::new(ExprKind::And(Box::new(two), Box::new(same)), Ty::Bool, span)
        } else {
            two
        };
        let mut stmts = Vec::new();
        b.uncertain(|b| self.join(b, call, &mut stmts));
        b.emit(out, StmtKind::While { cond, body: Block { stmts }, label }, span);
        Ok(())
    }

    fn push(
        &self,
        b: &mut Builder<'_, '_>,
        call: &dyn Fn(Expr, Expr) -> Expr,
        lane: VarId,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let span = self.span;
        let at = b.read(self.depth, span);
        let value = b.read(lane, span);
        b.emit(out, StmtKind::Store { array: self.values, index: vec![at.clone()], value }, span);
        b.emit(out, StmtKind::Store { array: self.sizes, index: vec![at], value: Expr::int(1, span) }, span);
        let deeper = arith(BinOp::Add, b.read(self.depth, span), Expr::int(1, span), span);
        b.set(self.depth, deeper, out);
        self.repeat(b, call, true, out)
    }

    /// What all give together, of which there is one at least; none is left.
    fn take(&self, b: &mut Builder<'_, '_>, call: &dyn Fn(Expr, Expr) -> Expr, out: &mut Vec<Stmt>) -> Result<VarId> {
        let span = self.span;
        self.repeat(b, call, false, out)?;
        let value = b.variable("block", self.value(Expr::int(0, span)), out);
        b.set(self.depth, Expr::int(0, span), out);
        Ok(value)
    }
}
