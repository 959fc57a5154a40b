//! Sorts of whole rows apart from the iterations that make the rows: `for (…) Arrays.sort(a[i])`, `m.map(r -> r.sort())`. Every back end has a fast
//! sort of the rows of a matrix; in an iteration stands a slow one, which needs no memory.
//!
//! The sort takes the row that the iteration's number names, and all iterations together take all rows. What stands before it is an instruction of its
//! own, and so is what stands behind it. Neither may be missed in what is left where an iteration throws: then the first that fails decides.

use super::builder::{Binding, Builder};
use somd_core::ir::*;
use somd_core::walk;
use somd_hir as hir;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

/// A sort that stands in an iteration as a block.
pub struct RowSort {
    array: VarId,
    index: Vec<Expr>,
}

impl Builder<'_, '_> {
    /// The row that a call of a native sorts from its first element to its last.
    pub(crate) fn sorted_row(&self, method: hir::MethodId, args: &[hir::Expr]) -> Option<RowSort> {
        if !self.cx.hir.method(method).native.as_deref()?.starts_with("array.sort") {
            return None;
        }
        let [array, from, to] = args else { return None };
        let hir::ExprKind::Local(local) = array.kind else { return None };
        let whole = matches!(from.kind, hir::ExprKind::Lit(hir::Lit::Int(0)))
            && matches!(&to.kind, hir::ExprKind::Length(of) if matches!(of.kind, hir::ExprKind::Local(l) if l == local));
        let Some(Binding::Row { array, index }) = self.binding(local) else { return None };
        let (array, index) = (*array, index.clone());
        let matrix = self.ty(array).as_array().is_some_and(|a| a.dims.len() == 2 && a.elem.is_number());
        (whole && matrix && index.len() == 1).then_some(RowSort { array, index })
    }

    /// A parallel instruction, with a sort of its iterations' rows apart.
    pub(crate) fn emit_par(&mut self, par: Par, span: Span, out: &mut Vec<Stmt>) {
        match self.apart(&par) {
            Some(sort) => self.emit_sort(par, sort, span, out),
            None => self.emit(out, StmtKind::Par(Box::new(par)), span),
        }
    }

    /// The array of which all iterations together sort all rows, and what they do before and behind.
    fn apart(&self, par: &Par) -> Option<Sorted> {
        let [dim] = par.space.as_slice() else { return None };
        let sort =
            |s: &Stmt| if let StmtKind::Labeled { label, .. } = &s.kind { self.row_sorts.get(label) } else { None };
        let at = par.body.stmts.iter().position(|s| sort(s).is_some())?;
        let RowSort { array, index } = sort(&par.body.stmts[at])?;
        // An updated array has had its old name while the iteration was put down.
        let is_it = |o: &Output| {
            o.result == *array || matches!(o.kind, OutputKind::Array(ArraySource::Update { old }) if old == *array)
        };
        let output = par.outputs.iter().position(is_it)?;
        let array = par.outputs[output].result;
        let from_first = dim.lo.kind == ExprKind::Const(Const::Int(0)) && self.vars[dim.index.index()].ty == Ty::I32;
        let whole = match &par.outputs[output].kind {
            OutputKind::Array(ArraySource::New { sizes, .. }) => walk::equal(sizes.first()?, &dim.hi),
            OutputKind::Array(ArraySource::Update { old }) => self.is_length(*old, &dim.hi),
            _ => return None,
        };
        if !from_first || !whole || !own_row(&index[0], dim.index, &par.body.stmts[..at]) {
            return None;
        }
        // Checks of the iteration's number that cannot fail are left out.
        let certain = |s: &&Stmt| {
            let StmtKind::Let { init: Some(Expr { kind: ExprKind::Check { kind, value, .. }, .. }), .. } = &s.kind
            else {
                return false;
            };
            let number = value.kind == ExprKind::Var(dim.index);
            let long = |array: VarId| match par.outputs.iter().find(|o| o.result == array).map(|o| &o.kind) {
                Some(OutputKind::Array(ArraySource::Update { old })) => self.is_length(*old, &dim.hi),
                Some(OutputKind::Array(ArraySource::New { sizes, .. })) => walk::equal(&sizes[0], &dim.hi),
                _ => self.is_length(array, &dim.hi),
            };
            number && matches!(kind, CheckKind::Index { array, dim: 0 } if long(*array))
        };
        let part = |stmts: &[Stmt]| Block { stmts: stmts.to_vec() };
        let without = |stmts: &[Stmt]| part(&stmts.iter().filter(|s| !certain(s)).cloned().collect::<Vec<_>>());
        let (before, behind) = (&par.body.stmts[..at], &par.body.stmts[at + 1..]);
        let results: BTreeSet<VarId> = par.outputs.iter().map(|o| o.result).collect();
        let (stored, later) = (stored(before, &results), stored(behind, &results));
        let (inside, _) = walk::named(before);
        let mut meets = stored.intersection(&later).next().is_some() || later.contains(&array);
        walk::for_each_expr(&part(behind), &mut |e| meets |= walk::expr_var(e).is_some_and(|v| inside.contains(&v)));
        let arrays = par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_)));
        if meets || !arrays {
            return None;
        }
        // What the caller sees is left as an iteration that throws leaves it.
        let seen = |o: &Output| matches!(o.kind, OutputKind::Array(ArraySource::Update { old }) if self.sizes_of(old).is_none());
        let throws = |stmts: &[Stmt]| walk::throws(&self.cx.core, &without(stmts));
        let (first, second) = (throws(before), throws(behind));
        let any_seen = par.outputs.iter().any(seen);
        let early_seen = par.outputs.iter().any(|o| seen(o) && !later.contains(&o.result));
        if first && (second || any_seen) || second && early_seen {
            return None;
        }
        let source = match &par.outputs[output].kind {
            OutputKind::Array(ArraySource::Update { old }) if without(before).stmts.is_empty() => Some(*old),
            OutputKind::Array(ArraySource::New { sizes, .. }) if stored.len() == 1 => {
                let from = copied(&without(before), array, dim.index);
                let wide =
                    |from: VarId| matches!(sizes[1].unchecked().kind, ExprKind::Len { array, dim: 1 } if array == from);
                from.filter(|from| self.is_length(*from, &dim.hi) && wide(*from))
            }
            _ => None,
        };
        let shown = seen(&par.outputs[output]);
        let last = match (later.first(), later.len(), &par.outputs[output].kind) {
            (Some(result), 1, OutputKind::Array(ArraySource::New { sizes, .. })) => {
                let alike = par.outputs.iter().any(|o| match &o.kind {
                    OutputKind::Array(ArraySource::New { sizes: others, .. }) if o.result == *result => {
                        sizes.len() == others.len() && sizes.iter().zip(others).all(|(a, b)| walk::equal(a, b))
                    }
                    _ => false,
                });
                (alike && copied(&without(behind), *result, dim.index) == Some(array)).then_some(*result)
            }
            _ => None,
        };
        Some(Sorted { at, output, source, later, shown, last })
    }

    /// The sizes of an array that the region has made.
    fn sizes_of(&self, array: VarId) -> Option<&[Expr]> {
        let first = self.facts.root(array);
        // A variable that is assigned may have another array by now.
        self.made.get(&first).filter(|_| !self.vars[first.index()].mutable).map(Vec::as_slice)
    }

    /// Whether a number is how many rows an array has.
    fn is_length(&self, array: VarId, number: &Expr) -> bool {
        let root = |v| self.facts.root(v);
        let is_own = matches!(number.kind, ExprKind::Len { array: a, dim: 0 } if root(a) == root(array));
        let made = self.sizes_of(array).and_then(|sizes| sizes.first());
        is_own || made.is_some_and(|size| walk::equal(size.unchecked(), number.unchecked()))
    }

    fn emit_sort(&mut self, mut par: Par, sorted: Sorted, span: Span, out: &mut Vec<Stmt>) {
        let array = par.outputs[sorted.output].result;
        let ty = self.ty(array);
        let name = self.cx.unique(&format!("{}_sorted", par.name));
        let stand_in = |this: &mut Self, name| this.var(name, ty.clone(), false, span);
        let mut behind = Par { body: Block { stmts: par.body.stmts.split_off(sorted.at + 1) }, ..par.clone() };
        par.body.stmts.pop();
        behind.outputs.retain(|o| sorted.later.contains(&o.result));
        let update = match par.outputs[sorted.output].kind {
            OutputKind::Array(ArraySource::Update { old }) if sorted.shown => Some(old),
            _ => None,
        };
        let given = match sorted.source {
            Some(given) => given,
            None => {
                let made = stand_in(self, "rows");
                walk::rename_block(&mut par.body, &mut |v| if v == array { made } else { v });
                par.outputs[sorted.output].result = made;
                par.outputs.retain(|o| !sorted.later.contains(&o.result));
                self.emit(out, StmtKind::Par(Box::new(par)), span);
                made
            }
        };
        let result = match (update, sorted.last) {
            (Some(_), _) => stand_in(self, "sorted"),
            (None, Some(last)) => last,
            (None, None) => array,
        };
        let length = |dim| Expr::new(ExprKind::Len { array: given, dim }, Ty::I32, span);
        let dim = |this: &mut Self, name: &str, hi| Dim {
            index: this.var(name, Ty::I32, false, span),
            lo: Expr::int(0, span),
            hi,
        };
        let space = vec![dim(self, "i", length(0))];
        let output = Output { result, kind: OutputKind::Sort { array: given, places: false } };
        let sort = Par { name: name.clone(), space, outputs: vec![output], body: Block::default() };
        self.emit(out, StmtKind::Par(Box::new(sort)), span);
        // The caller's array has them in the end.
        if let Some(old) = update {
            let old = if sorted.source.is_some() { old } else { given };
            let space = vec![dim(self, "i", length(0)), dim(self, "j", length(1))];
            let index: Vec<Expr> = space.iter().map(|d| self.read(d.index, span)).collect();
            let elem = ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
            let value = Expr::new(ExprKind::Index { array: result, index: index.clone() }, elem, span);
            let mut stmts = Vec::new();
            self.emit(&mut stmts, StmtKind::Store { array, index, value }, span);
            let outputs = vec![Output { result: array, kind: OutputKind::Array(ArraySource::Update { old }) }];
            let name = self.cx.unique(&format!("{name}_back"));
            let back = Par { name, space, outputs, body: Block { stmts } };
            self.emit(out, StmtKind::Par(Box::new(back)), span);
        }
        if !behind.outputs.is_empty() && sorted.last.is_none() {
            behind.name = self.cx.unique(&format!("{name}_behind"));
            // Each instruction has numbers of its own.
            let number = behind.space[0].index;
            let own = self.var("i", Ty::I32, false, span);
            behind.space[0].index = own;
            walk::rename_block(&mut behind.body, &mut |v| if v == number { own } else { v });
            self.emit(out, StmtKind::Par(Box::new(behind)), span);
        }
    }
}

/// A sort that is put apart.
struct Sorted {
    /// Where it stands in the body, and which output it sorts.
    at: usize,
    output: usize,
    /// The array whose rows are sorted, where nothing need be done before.
    source: Option<VarId>,
    /// The outputs of what stands behind.
    later: BTreeSet<VarId>,
    /// The array is the caller's.
    shown: bool,
    /// The result that has what is sorted, and nothing else is done behind.
    last: Option<VarId>,
}

/// The results that statements store to.
fn stored(stmts: &[Stmt], results: &BTreeSet<VarId>) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::for_each_stmt(&Block { stmts: stmts.to_vec() }, &mut |s| {
        if let StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. } = &s.kind
            && results.contains(array)
        {
            found.insert(*array);
        }
    });
    found
}

/// Whether an index is the iteration's number, perhaps as a variable that was checked.
fn own_row(index: &Expr, own: VarId, before: &[Stmt]) -> bool {
    let ExprKind::Var(v) = index.unchecked().kind else { return false };
    let is_own = |s: &Stmt| matches!(&s.kind, StmtKind::Let { var, init: Some(init) } if *var == v && init.unchecked().kind == ExprKind::Var(own));
    v == own || before.iter().any(is_own)
}

/// The matrix that statements copy a row of to the same row of `array`, and do nothing else.
fn copied(block: &Block, array: VarId, own: VarId) -> Option<VarId> {
    let [Stmt { kind: StmtKind::For { var, lo, hi, step, body, .. }, .. }] = block.stmts.as_slice() else {
        return None;
    };
    let [Stmt { kind: StmtKind::Store { array: to, index, value }, .. }] = body.stmts.as_slice() else { return None };
    let ExprKind::Index { array: from, index: read } = &value.unchecked().kind else { return None };
    let ExprKind::Len { array: measured, dim: 1 } = hi.kind else { return None };
    let place = |index: &[Expr]| {
        let of = |e: &Expr| if let ExprKind::Var(v) = e.unchecked().kind { Some(v) } else { None };
        index.iter().map(of).collect::<Option<Vec<_>>>() == Some(vec![own, *var])
    };
    let one = ExprKind::Const(Const::Int(1));
    let whole = lo.kind == ExprKind::Const(Const::Int(0)) && step.kind == one && measured == *from;
    (whole && *to == array && place(index) && place(read)).then_some(*from)
}
