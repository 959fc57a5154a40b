//! Variables that hold a value array for a time: those that are assigned, and those that keep what another may lose.
//!
//! A value array cannot change, so in Java a variable of one is a reference that moves. In Core such a variable is an array of the iteration
//! that takes the elements of what is assigned: of a length that is known these are registers, and the copies are renamings for whoever
//! compiles the kernel. Any other variable stands for the array it was declared with, and costs nothing.

use crate::builder::nested::{Operand, Source};
use crate::builder::{Binding, Builder, literal};
use crate::error::{LowerError, Result};
use crate::types::core_type;
use crate::{lime, rows, walk};
use somd_core::ir::{ArrayTy, BinOp, Block, Const, Expr, ExprKind, Piece, Stmt, StmtKind, Ty, VarId};
use somd_hir::{self as hir, LocalId, MethodId};
use somd_syntax::source::Span;

/// An array, or the row of one that these indices name.
pub type Place = (VarId, Vec<Expr>);

impl<'a> Builder<'_, 'a> {
    /// Whether a variable is given value arrays after its declaration.
    pub fn is_holder(&self, method: MethodId, local: LocalId) -> bool {
        let ty = &self.cx.hir.method(method).locals[local.index()].ty;
        matches!(ty, hir::Ty::ValueArray { .. }) && self.cx.assigned(method, local)
    }

    /// Declares such a variable. Without a value every path assigns one later.
    pub fn holder(
        &mut self,
        method: MethodId,
        local: LocalId,
        init: Option<&hir::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Binding> {
        let hir: &'a hir::Program = self.cx.hir;
        let info = &hir.method(method).locals[local.index()];
        let Some(Ty::Array(mut ty)) = core_type(self.cx, &info.ty) else {
            return Err(crate::types::unsupported(self.cx, &info.ty, span, &info.name));
        };
        let first = match init {
            Some(init) if ty.dims.contains(&None) => Some(self.array(init, out)?),
            _ => None,
        };
        let lengths = match &first {
            Some((array, index)) => {
                ty = self.known_dims(ty, *array, index.len());
                self.lengths_of(*array, index.len(), span)
            }
            None => Vec::new(),
        };
        let to = self.held(&info.name, ty, &lengths, info.span, span, out)?;
        match (first, init) {
            (Some(from), _) => self.copy_array(&to, from, span, out)?,
            (None, Some(init)) => self.hold(&to, init, span, out)?,
            (None, None) => {}
        }
        Ok(named(to))
    }

    /// As [`Builder::holder`], for a parameter of a method that is translated in place.
    pub fn array_parameter(
        &mut self,
        method: MethodId,
        param: LocalId,
        (array, index): (VarId, Vec<Expr>),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Binding> {
        let hir: &'a hir::Program = self.cx.hir;
        let info = &hir.method(method).locals[param.index()];
        if self.is_holder(method, param) {
            let Some(Ty::Array(ty)) = core_type(self.cx, &info.ty) else { return Err(LowerError::internal()) };
            let ty = self.known_dims(ty, array, index.len());
            let lengths = self.lengths_of(array, index.len(), span);
            let to = self.held(&info.name, ty, &lengths, info.span, span, out)?;
            self.copy_array(&to, (array, index), span, out)?;
            return Ok(named(to));
        }
        Ok(named((array, index)))
    }

    /// An array of the iteration for a variable.
    fn held(
        &mut self,
        name: &str,
        ty: ArrayTy,
        lengths: &[Expr],
        at: Span,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Place> {
        if ty.dims.contains(&None) && (self.work.is_none() || lengths.is_empty()) {
            return Err(LowerError::new(
                span,
                format!("`{name}` is given several arrays, and how long they are is known only when the program runs"),
            )
            .note("in parallel code a variable that is assigned holds its array itself: write the length, `float[[3]]`, or declare it with a row"));
        }
        let place = self.own_row(name, &ty, lengths, at, span, out)?;
        self.holders.insert(place.0);
        Ok(place)
    }

    /// An array of the iteration's own: in its memory where the type tells the size, or a row of an array for all iterations.
    pub fn own_row(
        &mut self,
        name: &str,
        ty: &ArrayTy,
        lengths: &[Expr],
        at: Span,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Place> {
        if !ty.dims.contains(&None) {
            let var = self.var(name, Ty::Array(ty.clone()), true, at);
            let zeros = Expr::new(ExprKind::NewPrivate, Ty::Array(ty.clone()), span);
            self.emit(out, StmtKind::Let { var, init: Some(zeros) }, span);
            return Ok((var, Vec::new()));
        }
        if self.work.is_none() || lengths.len() != ty.dims.len() {
            return Err(LowerError::new(
                span,
                "an array made inside parallel code must have a size that its type tells, or that of a row",
            )
            .note("write its bound: `float[[3]]`"));
        }
        self.work_row(name, None, &ty.elem, lengths, span)
    }

    /// A copy that only its maker names.
    pub fn copy_of(&mut self, (array, index): Place, span: Span, out: &mut Vec<Stmt>) -> Result<Place> {
        let Some(of) = self.ty(array).as_array().cloned() else { return Err(LowerError::internal()) };
        let ty = ArrayTy { elem: of.elem, dims: of.dims[index.len()..].to_vec() };
        let lengths = self.lengths_of(array, index.len(), span);
        let copy = self.own_row("copy", &ty, &lengths, span, span, out)?;
        self.copy_array(&copy, (array, index), span, out)?;
        Ok(copy)
    }

    /// The sizes of an array's dimensions from number `skip` on.
    pub fn lengths_of(&self, array: VarId, skip: usize, span: Span) -> Vec<Expr> {
        rows::sizes_of(&self.read(array, span), skip).unwrap_or_default()
    }

    /// An array as a value.
    pub fn read_place(&self, (array, index): Place, span: Span) -> Expr {
        if index.is_empty() {
            return self.read(array, span);
        }
        let ty =
            self.ty(array).as_array().map(|a| ArrayTy { elem: a.elem.clone(), dims: a.dims[index.len()..].to_vec() });
        let ty = ty.map_or(Ty::Bool, Ty::Array);
        Expr::new(ExprKind::Row { array, index }, ty, span)
    }

    /// The bounds that an array has, where its type as written has none.
    fn known_dims(&self, mut ty: ArrayTy, array: VarId, skip: usize) -> ArrayTy {
        if let Some(of) = self.ty(array).as_array() {
            for (bound, known) in ty.dims.iter_mut().zip(&of.dims[skip..]) {
                *bound = bound.or(*known);
            }
        }
        ty
    }

    /// `holder = value`
    pub fn assign_array(&mut self, local: LocalId, value: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        if let Some(row) = self.swap(local, value, span, out)? {
            return Ok(row);
        }
        let info = &self.method().locals[local.index()];
        let to = match self.binding(local) {
            Some(Binding::Var(v)) => Some((*v, Vec::new())),
            Some(Binding::Row { array, index }) => Some((*array, index.clone())),
            _ => None,
        };
        match to.filter(|to| self.holders.contains(&to.0)) {
            Some(to) => {
                self.hold(&to, value, span, out)?;
                Ok(self.read_place(to, span))
            }
            _ => Err(LowerError::several_arrays(&info.name, span)),
        }
    }

    /// Gives a holder, or an array made for the purpose, the elements of an array.
    fn hold(&mut self, to: &Place, value: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        if let hir::ExprKind::Cond(cond, a, b) = &value.kind {
            let cond = self.expr(cond, out)?;
            let mut side = |e: &hir::Expr| {
                let mut stmts = Vec::new();
                self.uncertain(|this| this.hold(to, e, span, &mut stmts))?;
                Ok(Block { stmts })
            };
            let (then, otherwise) = (side(a)?, side(b)?);
            self.emit(out, StmtKind::If { cond, then, otherwise }, span);
            return Ok(());
        }
        if let Some(elements) = literal(value) {
            let mut ty = self.ty(to.0).as_array().cloned().ok_or_else(LowerError::internal)?;
            ty.dims.drain(..to.1.len());
            let length = Expr::int(elements.len() as i32, span);
            self.same_size(to, 0, &value.ty, &length, span)?;
            let mut made = self.array_literal(elements, &ty, span, out)?;
            if reads(&made, to.0) {
                self.keep_elements(&mut made, out);
            }
            return self.store(to.0, to.1.clone(), made, span, out);
        }
        if lime::gives_array(value) {
            let source = self.source(value, out)?;
            let length = self.source_length(&source, span, out)?;
            self.same_size(to, 0, &value.ty, &length, span)?;
            if in_place(&source, to) {
                return self.store_source(to.0, &to.1, &source, span, out);
            }
            let ty = self.ty(to.0).as_array().cloned().ok_or_else(LowerError::internal)?;
            let ty = ArrayTy { elem: ty.elem, dims: ty.dims[to.1.len()..].to_vec() };
            let lengths = self.lengths_of(to.0, to.1.len(), span);
            let row = self.own_row("row", &ty, &lengths, span, span, out)?;
            self.store_source(row.0, &row.1, &source, span, out)?;
            return self.copy_array(to, row, span, out);
        }
        let (from, index) = self.array(value, out)?;
        let rank = self.ty(to.0).as_array().map_or(0, |a| a.dims.len()) - to.1.len();
        for dim in 0..rank {
            let len = ExprKind::Len { array: from, dim: (index.len() + dim) as u32 };
            self.same_size(to, dim, &value.ty, &Expr::new(len, Ty::I32, span), span)?;
        }
        self.copy_array(to, (from, index), span, out)
    }

    /// Copies all elements.
    fn copy_array(&mut self, to: &Place, (from, index): Place, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        if from == to.0 && rows::same_sizes(&index, &to.1) {
            return Ok(());
        }
        let index: Vec<Expr> = index.into_iter().map(|i| self.keep(i, "row", out)).collect();
        let value = self.read_place((from, index), span);
        self.store(to.0, to.1.clone(), value, span, out)
    }

    /// A holder has one size: what it is given must be known to have it, from its type or from what it was made of.
    fn same_size(&self, to: &Place, dim: usize, ty: &hir::Ty, length: &Expr, span: Span) -> Result<()> {
        let bound = |ty: Option<Ty>, dim: usize| ty?.as_array()?.dims.get(dim).copied().flatten();
        let known = bound(core_type(self.cx, ty), dim).or_else(|| match &length.kind {
            ExprKind::Len { array, dim } => bound(Some(self.ty(*array)), *dim as usize),
            ExprKind::Const(Const::Int(n)) => u32::try_from(*n).ok(),
            _ => None,
        });
        let dim = to.1.len() + dim;
        let own = ExprKind::Len { array: to.0, dim: dim as u32 };
        let own = self.outside_loop(&Expr::new(own, Ty::I32, span));
        let other = self.outside_loop(length);
        let as_long = own.zip(other).is_some_and(|(a, b)| rows::same_sizes(&[a], &[b]));
        if known.is_some() && known == bound(Some(self.ty(to.0)), dim) || as_long {
            return Ok(());
        }
        let to = to.0;
        let name = &self.vars[to.index()].name;
        Err(LowerError::new(span, format!("`{name}` is given an array here that may be of another length"))
            .note("in parallel code a variable that is assigned holds its array itself: write the length, `float[[3]]`, in the types of all that it is given"))
    }

    /// What a variable stands for that is declared with this array and never assigned. It keeps what the array holds now, so of
    /// what may change it is a copy.
    pub fn array_local(
        &mut self,
        local: LocalId,
        init: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Binding> {
        let info = &self.method().locals[local.index()];
        let (array, index) = self.array(init, out)?;
        let is_held = matches!(info.ty, hir::Ty::ValueArray { .. }) && self.holders.contains(&array);
        if is_held || self.is_copy(init, array) {
            let Some(Ty::Array(ty)) = core_type(self.cx, &info.ty) else { return Err(LowerError::internal()) };
            let ty = self.known_dims(ty, array, index.len());
            let lengths = self.lengths_of(array, index.len(), span);
            let own = self.own_row(&info.name, &ty, &lengths, info.span, span, out)?;
            self.copy_array(&own, (array, index), span, out)?;
            return Ok(named(own));
        }
        let index: Vec<Expr> = index.into_iter().map(|i| self.keep(i, "row", out)).collect();
        Ok(named((array, index)))
    }

    /// Whether Java copies here what may change later: a frozen array of the iteration.
    fn is_copy(&self, e: &hir::Expr, array: VarId) -> bool {
        match &e.kind {
            hir::ExprKind::Freeze(inner) if matches!(inner.ty, hir::Ty::Array { .. }) => {
                let private = self.ty(array).as_array().is_some_and(|a| !a.dims.contains(&None));
                let private = private && self.vars[array.index()].mutable && literal(inner).is_none();
                private || self.work.as_ref().is_some_and(|w| w.makes(array))
            }
            hir::ExprKind::Freeze(inner) | hir::ExprKind::Upcast(inner) | hir::ExprKind::CheckCast(inner) => {
                self.is_copy(inner, array)
            }
            _ => false,
        }
    }

    /// An array that has been named while these expressions are still to be evaluated: a copy where they may assign its variable.
    pub fn before<'e>(
        &mut self,
        (array, index): (VarId, Vec<Expr>),
        later: impl IntoIterator<Item = &'e hir::Expr>,
        out: &mut Vec<Stmt>,
    ) -> Result<(VarId, Vec<Expr>)> {
        if !self.holders.contains(&array) || !later.into_iter().any(assigns_array) {
            return Ok((array, index));
        }
        let span = self.vars[array.index()].span;
        self.copy_of((array, index), span, out)
    }

    /// A choice between arrays.
    pub fn chosen(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let Some(Ty::Array(ty)) = core_type(self.cx, &e.ty) else { return Err(LowerError::internal()) };
        let row = self.own_row("chosen", &ty, &[], e.span, e.span, out)?;
        self.hold(&row, e, e.span, out)?;
        Ok(self.read_place(row, e.span))
    }

    /// `new float[[3]](a)` and `(float[3]) a` test the length of `a`; they throw an exception of the class `thrown`.
    pub fn check_bounds(
        &mut self,
        ty: &hir::Ty,
        array: VarId,
        skip: usize,
        thrown: &str,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let (Some(Ty::Array(ty)), Some(of)) = (core_type(self.cx, ty), self.ty(array).as_array().cloned()) else {
            return;
        };
        let int = |e: ExprKind| Expr::new(e, Ty::I32, span);
        let compare = |op, a: Expr, b: i32| {
            Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(Expr::int(b, span))), Ty::Bool, span)
        };
        let mut there: Option<Expr> = None;
        for (dim, (bound, known)) in ty.dims.iter().zip(&of.dims[skip..]).enumerate() {
            let length = int(ExprKind::Len { array, dim: (skip + dim) as u32 });
            if let Some(bound) = bound.filter(|b| *known != Some(*b)) {
                let other = compare(BinOp::Ne, length.clone(), bound as i32);
                let cond = match there.clone() {
                    Some(there) => Expr::new(ExprKind::And(Box::new(there), Box::new(other)), Ty::Bool, span),
                    None => other,
                };
                let message = vec![
                    Piece::Text("an array of length ".into()),
                    Piece::Value(length.clone()),
                    Piece::Text(format!(" where the type says {bound}").into()),
                ];
                let site = self.site(span);
                let mut then = Vec::new();
                let throw = StmtKind::Throw { class: thrown.into(), message: Some(message), site };
                self.emit(&mut then, throw, span);
                let kind = StmtKind::If { cond, then: Block { stmts: then }, otherwise: Block::default() };
                self.emit(out, kind, span);
            }
            let some = compare(BinOp::Ne, length, 0);
            there = Some(match there {
                Some(there) => Expr::new(ExprKind::And(Box::new(there), Box::new(some)), Ty::Bool, span),
                None => some,
            });
        }
    }

    /// Evaluates the elements of an array that is written, before any of them is stored.
    fn keep_elements(&mut self, e: &mut Expr, out: &mut Vec<Stmt>) {
        if let ExprKind::ArrayLit(elements) = &mut e.kind {
            elements.iter_mut().for_each(|e| self.keep_elements(e, out));
        } else if e.ty.as_array().is_none() {
            *e = self.keep(e.clone(), "t", out);
        }
    }
}

/// Whether evaluating it assigns a variable of an array.
fn assigns_array(e: &hir::Expr) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| {
        found |= matches!(&e.kind, hir::ExprKind::Assign { place: hir::Place::Local(_), .. })
            && matches!(e.ty, hir::Ty::ValueArray { .. });
    });
    found
}

/// Whether a Core expression reads an array.
fn reads(e: &Expr, array: VarId) -> bool {
    let mut found = false;
    walk::core_exprs(e, &mut |e| {
        found |= matches!(&e.kind, ExprKind::Index { array: a, .. } | ExprKind::Row { array: a, .. } if *a == array)
            || matches!(&e.kind, ExprKind::Var(v) if *v == array);
    });
    found
}

/// Whether an array may take these elements one after another: none depends on another element of it.
fn in_place(source: &Source, to: &Place) -> bool {
    match source {
        Source::Scalar(_) | Source::Indices(_) => true,
        Source::Stored { array, index } => *array != to.0 || rows::same_sizes(index, &to.1),
        Source::Binary { sides, .. } => sides.iter().all(|s| in_place(s, to)),
        Source::Unary(_, inner) | Source::Convert(_, inner) => in_place(inner, to),
        Source::Map { args, .. } => args.iter().all(|a| !a.mentions(to.0)),
    }
}

/// What a name of the array is bound to.
fn named((array, index): Place) -> Binding {
    if index.is_empty() { Binding::Var(array) } else { Binding::Row { array, index } }
}

impl Operand {
    fn mentions(&self, array: VarId) -> bool {
        match self {
            Operand::Whole(Binding::Var(v) | Binding::Row { array: v, .. }) => *v == array,
            Operand::Whole(_) => false,
            Operand::Mapped(source) => source.mentions(array),
        }
    }
}

impl Source {
    fn mentions(&self, array: VarId) -> bool {
        match self {
            Source::Scalar(_) | Source::Indices(_) => false,
            Source::Stored { array: a, .. } => *a == array,
            Source::Binary { sides, .. } => sides.iter().any(|s| s.mentions(array)),
            Source::Unary(_, inner) | Source::Convert(_, inner) => inner.mentions(array),
            Source::Map { args, .. } => args.iter().any(|a| a.mentions(array)),
        }
    }
}
