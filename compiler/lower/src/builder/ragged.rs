//! Rows with lengths of their own, and strings, which are rows of characters.
//!
//! Core's arrays are rectangular. The rows of such an array are one behind the other in a flat array, which the host fills before a
//! region and empties after it (see `somd::columns`); two further arrays say where each begins and how long it is. While a loop is
//! translated and judged, an element is `a[i, j]` as ever, whose second check is against the row's own length; [`Builder::flatten`] then
//! makes it `a[start[i] + j]`.

use crate::affine::{Poly, Sym};
use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::types::core_type;
use smol_str::SmolStr;
use somd_core::ir::{ArrayTy, BinOp, Block, CheckKind, Const, Dim, Expr, ExprKind, Stmt, StmtKind, Ty, VarId};
use somd_core::walk as core_walk;
use somd_hir::{self as hir, LocalId};
use somd_syntax::source::Span;

/// An array of rows or of strings that a region works on.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Of the method that the region is a part of.
    pub local: LocalId,
    pub text: bool,
    /// The local is one string, not an array.
    pub single: bool,
    /// The group and the field, where the rows are the arrays that a field has in the objects of an array.
    pub of: Option<(usize, hir::FieldId)>,
    /// The type of a row, as the host has it.
    pub row: hir::Ty,
    /// As they come in: the rows, where they start, how long they are.
    pub data: VarId,
    starts: VarId,
    lengths: VarId,
    /// The host's arrays of them.
    pub host: [LocalId; 3],
    /// Variables of the length and the start of the row that a loop's index names.
    known: Vec<(Poly, VarId, VarId)>,
}

impl Rows {
    /// The arrays of a field, which the host gathers in a local.
    pub fn of_objects(local: LocalId, row: hir::Ty, of: (usize, hir::FieldId)) -> Rows {
        Rows { of: Some(of), ..Rows::new(local, row) }
    }

    /// Not laid out yet.
    fn new(local: LocalId, row: hir::Ty) -> Rows {
        let none = VarId(0);
        let host = [local; 3];
        Rows {
            local,
            text: false,
            single: false,
            of: None,
            row,
            data: none,
            starts: none,
            lengths: none,
            host,
            known: Vec::new(),
        }
    }
}

/// What the rows of such an array are, as arrays: of an array of arrays of scalars, or of strings.
pub fn rows_of(b: &Builder<'_, '_>, ty: &hir::Ty) -> Option<(hir::Ty, bool)> {
    let is_text = |ty: &hir::Ty| matches!(ty, hir::Ty::Class(c) if b.cx.hir.class(*c).name == "java.lang.String");
    let text = || Some((hir::Ty::Array { elem: hir::Ty::Char.into(), bound: None }, true));
    let hir::Ty::Array { elem, .. } = ty else { return if is_text(ty) { text() } else { None } };
    match &**elem {
        elem if is_text(elem) => text(),
        hir::Ty::Array { elem: inner, .. } if core_type(b.cx, inner).is_some_and(|t| t.is_scalar()) => {
            Some(((**elem).clone(), false))
        }
        _ => None,
    }
}

impl Builder<'_, '_> {
    /// An array of rows that a part of a method works on.
    pub(crate) fn add_rows(&mut self, local: LocalId, row: hir::Ty, text: bool, span: Span) -> Result<()> {
        let info = &self.cx.hir.method(self.frames[0].method).locals[local.index()];
        let (name, single) = (info.name.clone(), !matches!(info.ty, hir::Ty::Array { .. }));
        let data = self.laid_out(name, Rows { text, single, ..Rows::new(local, row) }, span)?;
        let binding = match single {
            true => Binding::Row { array: data, index: vec![Expr::int(0, span)] },
            false => Binding::Var(data),
        };
        self.bind(local, binding);
        Ok(())
    }

    /// One string, which is in a local of the host.
    pub(super) fn laid_out_text(&mut self, name: SmolStr, local: LocalId, row: hir::Ty, span: Span) -> Result<VarId> {
        self.laid_out(name, Rows { text: true, single: true, ..Rows::new(local, row) }, span)
    }

    /// What the rows are in the region, and what the host gives it for them.
    pub(super) fn laid_out(&mut self, name: SmolStr, rows: Rows, span: Span) -> Result<VarId> {
        let method = self.frames[0].method;
        let row = rows.row.clone();
        let Some(Ty::Array(flat)) = core_type(self.cx, &row) else { return Err(LowerError::internal()) };
        let data = self.var(name.clone(), Ty::array(*flat.elem, 2), false, span);
        let ints = hir::Ty::Array { elem: hir::Ty::Int.into(), bound: None };
        let mut take = |what: &str, ty: &hir::Ty, var: Option<VarId>| {
            let name = format!("{name}_{what}");
            let host = self.cx.add_local(method, &format!("{name}$"), ty.clone(), span);
            let var = var.unwrap_or_else(|| self.var(name, Ty::array(Ty::I32, 1), false, span));
            let arg = hir::Expr { kind: hir::ExprKind::Local(host), ty: ty.clone(), span };
            if let Some(captures) = &mut self.captures {
                captures.args.push((arg, var));
            }
            (host, var)
        };
        let (data_host, _) = take("rows", &row, Some(data));
        let (starts_host, starts) = take("starts", &ints, None);
        let (lengths_host, lengths) = take("lengths", &ints, None);
        let host = [data_host, starts_host, lengths_host];
        self.rows.push(Rows { data, starts, lengths, host, ..rows });
        Ok(data)
    }

    fn rows_at(&self, array: VarId) -> Option<usize> {
        let root = self.facts.root(array);
        self.rows.iter().position(|r| r.data == root)
    }

    /// The lengths of the rows, if the array has such.
    pub(crate) fn rows_lengths(&self, array: VarId) -> Option<VarId> {
        Some(self.rows[self.rows_at(array)?].lengths)
    }

    /// The length of a dimension of an array of rows; None for any other array.
    pub(super) fn rows_length(&self, array: VarId, index: &[Expr], span: Span) -> Option<Expr> {
        let rows = &self.rows[self.rows_at(array)?];
        let Some(first) = index.first() else {
            return Some(Expr::new(ExprKind::Len { array: rows.lengths, dim: 0 }, Ty::I32, span));
        };
        let poly = self.facts.poly(first);
        Some(match rows.known.iter().find(|(p, ..)| Some(p) == poly.as_ref()) {
            Some(&(_, length, _)) => self.read(length, span),
            None => {
                let index = vec![first.unchecked().clone()];
                Expr::new(ExprKind::Index { array: rows.lengths, index }, Ty::I32, span)
            }
        })
    }

    /// What the next subscript of an array of rows is checked for; None for any other array.
    pub(super) fn rows_check(&self, array: VarId, before: &[Expr], span: Span) -> Option<CheckKind> {
        let rows = &self.rows[self.rows_at(array)?];
        if before.is_empty() {
            return Some(CheckKind::Index { array: rows.lengths, dim: 0 });
        }
        let length = Box::new(self.rows_length(array, before, span)?);
        Some(CheckKind::Below { length, text: rows.text })
    }

    /// The string that an expression is, where it is one of an array's.
    pub(super) fn text(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Option<(VarId, Vec<Expr>)>> {
        if !self.is_text(e) {
            return Ok(None);
        }
        if let Some(key) = self.outside_text(e) {
            return self.text_at(key, e).map(Some);
        }
        let (array, index) = self.array(e, out)?;
        let index = index.into_iter().map(|i| self.keep(i, "row", out)).collect();
        Ok(Some((array, index)))
    }

    pub(super) fn is_text(&self, e: &hir::Expr) -> bool {
        let text = |v: VarId| self.rows_at(v).is_some_and(|r| self.rows[r].text);
        match &e.kind {
            hir::ExprKind::Local(local) => {
                matches!(self.binding(*local), Some(Binding::Row { array, .. }) if text(*array))
            }
            hir::ExprKind::Index { array, .. } => match &array.kind {
                hir::ExprKind::Local(local) => matches!(self.binding(*local), Some(Binding::Var(v)) if text(*v)),
                _ => false,
            },
            hir::ExprKind::Upcast(inner) => self.is_text(inner),
            _ => self.outside_text(e).is_some(),
        }
    }

    /// A method of a string of an array: those that look at its characters and its length.
    pub(super) fn text_call(
        &mut self,
        method: hir::MethodId,
        receiver: &hir::Expr,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let callee = self.cx.hir.method(method);
        let (array, mut index) = self.text(receiver, out)?.ok_or_else(LowerError::internal)?;
        let length = self.rows_length(array, &index, span).ok_or_else(LowerError::internal)?;
        match (callee.name.as_str(), args) {
            ("length", []) => Ok(length),
            ("isEmpty", []) => {
                let zero = Box::new(Expr::int(0, span));
                Ok(Expr::new(ExprKind::Binary(BinOp::Eq, Box::new(length), zero), Ty::Bool, span))
            }
            ("charAt", [at]) => {
                let value = Box::new(self.expr(at, out)?);
                let site = self.site(span);
                let kind = CheckKind::Below { length: Box::new(length), text: true };
                index.push(Expr::new(ExprKind::Check { kind, value, site }, Ty::I32, span));
                Ok(self.load(array, index, Ty::U16, span))
            }
            ("equals", [other]) => self.equal_texts((array, index), length, other, span, out),
            _ => Err(self.no_such_text_call(&callee.display, span)),
        }
    }

    fn no_such_text_call(&self, display: &str, span: Span) -> LowerError {
        LowerError::new(span, format!("`{display}` cannot be called in parallel code"))
            .note("of a string, parallel code can use `charAt`, `length`, `isEmpty`, and `equals` with another string")
            .note("what else is asked of strings is asked before the loop, and kept in an array")
    }

    /// `s.equals(other)`, of two strings of arrays, or of one and a literal.
    fn equal_texts(
        &mut self,
        (array, index): (VarId, Vec<Expr>),
        length: Expr,
        other: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let mut other = other;
        while let hir::ExprKind::Upcast(inner) = &other.kind {
            other = inner;
        }
        let binary = |op, a: Expr, b: Expr| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::Bool, span);
        let at = |this: &mut Self, array, index: &[Expr], k: Expr| {
            let index = index.iter().cloned().chain([k]).collect();
            this.load(array, index, Ty::U16, span)
        };
        if let hir::ExprKind::Lit(hir::Lit::String(text)) = &other.kind {
            let units: Vec<u16> = text.iter().copied().collect();
            let same_length = binary(BinOp::Eq, length, Expr::int(units.len() as i32, span));
            return Ok(units.iter().enumerate().fold(same_length, |all, (k, &unit)| {
                let unit = Expr::new(ExprKind::Const(Const::Int(unit.into())), Ty::U16, span);
                let same = binary(BinOp::Eq, at(self, array, &index, Expr::int(k as i32, span)), unit);
                Expr::new(ExprKind::And(Box::new(all), Box::new(same)), Ty::Bool, span)
            }));
        }
        let Some((other, other_index)) = self.text(other, out)? else {
            return Err(LowerError::new(other.span, "this is not a string of an array that the loop reads")
                .note("in parallel code a string is compared with another one of an array, a local of the method, or a literal"));
        };
        let other_length = self.rows_length(other, &other_index, span).ok_or_else(LowerError::internal)?;
        let equal = self.var("equal", Ty::Bool, true, span);
        self.emit(out, StmtKind::Let { var: equal, init: Some(binary(BinOp::Eq, length.clone(), other_length)) }, span);
        let k = self.var("k", Ty::I32, false, span);
        let label = self.label();
        let (x, y) = (at(self, array, &index, self.read(k, span)), at(self, other, &other_index, self.read(k, span)));
        let mut differs = Vec::new();
        let no = Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span);
        self.emit(&mut differs, StmtKind::Assign { var: equal, value: no }, span);
        self.emit(&mut differs, StmtKind::Break(label), span);
        let mut body = Vec::new();
        let test =
            StmtKind::If { cond: binary(BinOp::Ne, x, y), then: Block { stmts: differs }, otherwise: Block::default() };
        self.emit(&mut body, test, span);
        let each = StmtKind::For {
            var: k,
            lo: Expr::int(0, span),
            hi: length,
            step: Expr::int(1, span),
            body: Block { stmts: body },
            label,
        };
        let mut rounds = Vec::new();
        self.emit(&mut rounds, each, span);
        let cond = self.read(equal, span);
        let then = Block { stmts: rounds };
        self.emit(out, StmtKind::If { cond, then, otherwise: Block::default() }, span);
        Ok(self.read(equal, span))
    }

    /// Names the length and the start of the row that belongs to an index of the loop, where there surely is one.
    pub(crate) fn name_rows(&mut self, space: &[Dim], span: Span, out: &mut Vec<Stmt>) {
        for k in 0..self.rows.len() {
            let Rows { lengths, starts, .. } = self.rows[k];
            for dim in space {
                if self.ty(dim.index) != Ty::I32 {
                    continue;
                }
                let Some(range) = self.facts.ranges.get(&dim.index) else { continue };
                let length = Poly::sym(Sym::Len(lengths, 0));
                let behind = |hi: &Poly| hi.plus(&length, -1).plus(&Poly::constant(1), 1);
                let inside = range.upper.iter().any(|hi| behind(hi).as_constant().is_some_and(|c| c <= 0))
                    && range.lower.iter().any(|lo| lo.as_constant().is_some_and(|c| c >= 0));
                if !inside {
                    continue;
                }
                let name = self.vars[self.rows[k].data.index()].name.clone();
                let mut named = |this: &mut Self, what: &str, array: VarId| {
                    let var = this.var(format!("{name}_{what}"), Ty::I32, false, span);
                    let index = vec![this.read(dim.index, span)];
                    let init = Expr::new(ExprKind::Index { array, index }, Ty::I32, span);
                    this.emit(out, StmtKind::Let { var, init: Some(init) }, span);
                    var
                };
                let (length, start) = (named(self, "length", lengths), named(self, "start", starts));
                self.rows[k].known.push((Poly::sym(Sym::Var(dim.index)), length, start));
            }
        }
    }

    /// Whether a region changes the rows of an array.
    pub(crate) fn changes_rows(&self, rows: &Rows) -> bool {
        self.rows_now(rows).is_some_and(|v| v != rows.data)
    }

    /// What has the rows of an array now.
    pub(crate) fn rows_now(&self, rows: &Rows) -> Option<VarId> {
        match (rows.of, self.binding(rows.local)) {
            (Some((group, field)), _) => Some(self.groups[group].columns.get(&field)?.now),
            (None, Some(Binding::Var(v))) => Some(*v),
            _ => None,
        }
    }

    /// Makes arrays of rows flat.
    pub(crate) fn flatten(&mut self, stmts: &mut [Stmt]) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut wrong = None;
        for s in stmts.iter_mut() {
            self.flatten_stmt(s, &mut wrong);
        }
        for v in (0..self.vars.len() as u32).map(VarId) {
            if self.rows_at(v).is_some()
                && let Ty::Array(ArrayTy { dims, .. }) = &mut self.vars[v.index()].ty
            {
                dims.truncate(1);
            }
        }
        match wrong {
            Some(span) => Err(LowerError::new(span, "a whole row with a length of its own")
                .note("rows whose lengths differ are used element by element in parallel code")),
            None => Ok(()),
        }
    }

    fn flatten_stmt(&self, s: &mut Stmt, wrong: &mut Option<Span>) {
        core_walk::stmt_exprs_mut(s, &mut |e| self.flatten_expr(e, wrong));
        if let StmtKind::Store { array, index, .. } | StmtKind::Accumulate { array, index, .. } = &mut s.kind
            && let Some(rows) = self.rows_at(*array)
        {
            *index = vec![self.flat(rows, index)];
        }
        core_walk::stmt_blocks_mut(s, &mut |b| b.stmts.iter_mut().for_each(|s| self.flatten_stmt(s, wrong)));
    }

    fn flatten_expr(&self, e: &mut Expr, wrong: &mut Option<Span>) {
        core_walk::expr_children_mut(e, &mut |inner| self.flatten_expr(inner, wrong));
        let span = e.span;
        match &mut e.kind {
            ExprKind::Index { array, index } => {
                if let Some(rows) = self.rows_at(*array) {
                    *index = vec![self.flat(rows, index)];
                }
            }
            ExprKind::Len { array, dim } => {
                if let Some(rows) = self.rows_at(*array) {
                    if *dim != 0 {
                        *wrong = Some(span);
                    }
                    *array = self.rows[rows].lengths;
                }
            }
            ExprKind::Row { array, .. } if self.rows_at(*array).is_some() => *wrong = Some(span),
            ExprKind::Var(v) => {
                if let (Some(_), Ty::Array(ty)) = (self.rows_at(*v), &mut e.ty) {
                    ty.dims.truncate(1);
                }
            }
            _ => {}
        }
    }

    /// `start[i] + j`
    fn flat(&self, rows: usize, index: &[Expr]) -> Expr {
        let [i, j] = index else { return index[0].clone() };
        let rows = &self.rows[rows];
        let poly = self.facts.poly(i);
        let start = match rows.known.iter().find(|(p, ..)| Some(p) == poly.as_ref()) {
            Some(&(_, _, start)) => self.read(start, i.span),
            None => Expr::new(ExprKind::Index { array: rows.starts, index: vec![i.clone()] }, Ty::I32, i.span),
        };
        Expr::new(ExprKind::Binary(BinOp::Add, Box::new(start), Box::new(j.clone())), Ty::I32, j.span)
    }
}
