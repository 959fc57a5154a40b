//! Builds one Core function: variables, scopes of inlined methods, and the translation of HIR expressions and statements that
//! run inside one iteration or one scalar function.
//!
//! Core expressions have no effects. HIR's have, so translating one may first emit statements; whatever was translated before it
//! and could see the effect is then kept in a `let` ([`Builder::operands`]), which preserves Java's order of evaluation.

use super::Cx;
use super::affine::Facts;
use super::error::{LowerError, Result};
use super::types::core_type;
use crate::core::ir::{
    ArrayTy, BinOp, Block, CheckKind, Const, Expr, ExprKind, Func, FuncKind, LabelId, MathOp, Prov, SiteId, Stmt,
    StmtKind, Ty, UnOp, Var, VarId,
};
use crate::hir::{self, CallKind, LocalId, MethodId};
use smol_str::SmolStr;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What a HIR local (or `this`, or a captured field) is in Core.
#[derive(Clone, Debug)]
pub enum Binding {
    Var(VarId),
    /// A row of an array: `double[] gi = g[i]`. The indices are immutable and already checked.
    Row {
        array: VarId,
        index: Vec<Expr>,
    },
    /// A value under construction: the variables of its fields.
    Fields(Vec<VarId>),
}

/// One method whose body is being translated: the function itself, or a method inlined into it.
pub struct Frame {
    pub method: MethodId,
    pub locals: BTreeMap<LocalId, Binding>,
    pub this: Option<Binding>,
    pub labels: BTreeMap<hir::LabelId, Target>,
    /// Loops that have become parallel instructions: an iteration may be left, the loop may not.
    pub continue_only: BTreeSet<hir::LabelId>,
    pub ret: ReturnMode,
}

/// What `break` and `continue` of a HIR label do.
#[derive(Clone, Copy)]
pub struct Target {
    pub break_to: LabelId,
    /// The loop to continue, or a block around its body to leave (where an update follows).
    pub continue_to: Continue,
}

#[derive(Clone, Copy)]
pub enum Continue {
    Loop(LabelId),
    LeaveBlock(LabelId),
    None,
}

#[derive(Clone)]
pub enum ReturnMode {
    /// The function returns.
    Function,
    /// An inlined call: put the value there and leave the block.
    Inline { block: LabelId, sink: Sink },
    /// Not allowed here (inside a distributed loop).
    Refused(&'static str),
}

/// Where the value of an inlined call goes.
#[derive(Clone)]
pub enum Sink {
    Nothing,
    Var(VarId),
    /// Element by element into `array[prefix…]`.
    Store {
        array: VarId,
        prefix: Vec<Expr>,
    },
}

pub struct Builder<'b, 'a> {
    pub cx: &'b mut Cx<'a>,
    pub vars: Vec<Var>,
    pub frames: Vec<Frame>,
    pub facts: Facts,
    /// Statics and fields of `this` read by a region: HIR expressions that become extra arguments.
    pub captures: Option<Captures>,
    /// SOMD methods may be called here: the region itself, not the body of a parallel instruction.
    pub at_region_level: bool,
    /// Loops and conditions of the region around the statement being translated.
    pub depth: u32,
    /// Which iteration wins is being found out: see [`Search`].
    pub search: Option<Search<'a>>,
    next_label: u32,
}

/// In place of a statement that keeps the best, the number of the iteration is noted, where it offers the best (see `best`).
pub struct Search<'a> {
    pub stmt: &'a hir::Stmt,
    pub guards: Vec<&'a hir::Expr>,
    /// What must equal which variable.
    pub best: Option<(&'a hir::Expr, VarId)>,
    pub number: Expr,
    /// Least or greatest number so far.
    pub acc: VarId,
    pub op: MathOp,
}

/// Values that a region takes from its surroundings beside its parameters.
#[derive(Default)]
pub struct Captures {
    pub fields: BTreeMap<hir::FieldId, VarId>,
    pub args: Vec<(hir::Expr, VarId)>,
    /// Fields that may not be captured because the region writes them.
    pub written: BTreeSet<hir::FieldId>,
}

impl<'b, 'a> Builder<'b, 'a> {
    pub fn new(cx: &'b mut Cx<'a>) -> Builder<'b, 'a> {
        Builder {
            cx,
            vars: Vec::new(),
            frames: Vec::new(),
            facts: Facts::default(),
            captures: None,
            at_region_level: false,
            depth: 0,
            search: None,
            next_label: 0,
        }
    }

    // ---- small things -------------------------------------------------------------------------------------------

    pub fn var(&mut self, name: impl Into<SmolStr>, ty: Ty, mutable: bool, span: Span) -> VarId {
        self.vars.push(Var { name: name.into(), ty, mutable, span });
        VarId(self.vars.len() as u32 - 1)
    }

    pub fn ty(&self, var: VarId) -> Ty {
        self.vars[var.index()].ty.clone()
    }

    pub fn read(&self, var: VarId, span: Span) -> Expr {
        Expr::var(var, self.ty(var), span)
    }

    pub fn label(&mut self) -> LabelId {
        self.next_label += 1;
        LabelId(self.next_label - 1)
    }

    pub fn site(&mut self, span: Span) -> SiteId {
        let method = self.frames.last().map(|f| self.cx.hir.method(f.method).display.clone()).unwrap_or_default();
        self.cx.site(span, method)
    }

    /// Adds a statement. Statements are emitted in the order in which they run, so what integer variables hold is followed here.
    pub fn emit(&mut self, out: &mut Vec<Stmt>, kind: StmtKind, span: Span) {
        if let StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value } = &kind {
            match self.facts.poly(value) {
                Some(poly) => self.facts.values.insert(*var, poly),
                None => self.facts.values.remove(var),
            };
            let modulus = Facts::modulus_in(value).filter(|_| !self.vars[var.index()].mutable);
            if let Some((m, residue)) = modulus.and_then(|m| Some((m, self.facts.residue(value, m)?))) {
                self.facts.residues.insert(*var, (m, residue));
            }
        }
        out.push(Stmt { kind, prov: Prov::one(span) });
    }

    /// Translates statements that may not run, or not only once: afterwards only what they leave alone is known.
    pub fn uncertain<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.facts.values.clone();
        let result = f(self);
        let mutable = |v: &VarId| self.vars[v.index()].mutable;
        let after = &self.facts.values;
        let gone: Vec<VarId> = before.keys().filter(|v| mutable(v) && after.get(v) != before.get(v)).copied().collect();
        let fresh: Vec<VarId> = after.keys().filter(|v| mutable(v) && !before.contains_key(v)).copied().collect();
        for v in gone.iter().chain(&fresh) {
            self.facts.values.remove(v);
        }
        result
    }

    /// Before a loop: what its body assigns is not known in it.
    pub fn forget_assigned(&mut self, body: &hir::Block) {
        for local in super::walk::assigned_in(body) {
            if let Some(Binding::Var(v)) = self.local(local).cloned() {
                self.facts.values.remove(&v);
            }
        }
    }

    /// As [`Builder::forget_assigned`], for what a loop's update assigns.
    pub fn forget_updated(&mut self, update: &[hir::Expr]) {
        for e in update {
            if let hir::ExprKind::Assign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::CompoundAssign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::IncDec { place: hir::Place::Local(l), .. } = &e.kind
                && let Some(Binding::Var(v)) = self.binding(*l).cloned()
            {
                self.facts.values.remove(&v);
            }
        }
    }

    /// An immutable variable for `value`; what is constant or an immutable variable already stays as it is.
    pub fn keep(&mut self, value: Expr, name: &str, out: &mut Vec<Stmt>) -> Expr {
        let stable = match &value.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => !self.vars[v.index()].mutable,
            _ => false,
        };
        if stable {
            return value;
        }
        let span = value.span;
        let var = self.var(name, value.ty.clone(), false, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.read(var, span)
    }

    /// From here on the array that was `old` is `new`. In straight-line code that is a renaming; in a loop or condition `old` is a
    /// mutable variable (see [`Builder::make_mutable`]) and is given the new value.
    pub fn replace_array(&mut self, old: VarId, new: VarId, span: Span, out: &mut Vec<Stmt>) {
        self.facts.roots.insert(new, old);
        if self.depth > 0 {
            let value = self.read(new, span);
            self.emit(out, StmtKind::Assign { var: old, value }, span);
            return;
        }
        self.rename_array(old, new);
    }

    fn rename_array(&mut self, old: VarId, new: VarId) {
        for frame in &mut self.frames {
            for binding in frame.locals.values_mut() {
                match binding {
                    Binding::Var(v) | Binding::Row { array: v, .. } if *v == old => *v = new,
                    _ => {}
                }
            }
        }
        if let Some(captures) = &mut self.captures {
            captures.fields.values_mut().filter(|v| **v == old).for_each(|v| *v = new);
        }
    }

    /// Gives arrays that the statements ahead change in place a mutable variable.
    pub fn make_mutable(&mut self, arrays: impl IntoIterator<Item = VarId>, span: Span, out: &mut Vec<Stmt>) {
        for array in arrays {
            if self.vars[array.index()].mutable {
                continue;
            }
            let info = self.vars[array.index()].clone();
            let var = self.var(info.name, info.ty, true, info.span);
            let init = Some(self.read(array, span));
            self.emit(out, StmtKind::Let { var, init }, span);
            self.facts.roots.insert(var, array);
            self.rename_array(array, var);
        }
    }

    /// What a local stands for now.
    pub fn binding(&self, local: LocalId) -> Option<&Binding> {
        self.local(local)
    }

    pub fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn local(&self, local: LocalId) -> Option<&Binding> {
        self.frames.last().and_then(|f| f.locals.get(&local))
    }

    pub fn method_id(&self) -> MethodId {
        self.frames[self.frames.len() - 1].method
    }

    pub fn method(&self) -> &'a hir::Method {
        let hir: &'a hir::Program = self.cx.hir;
        hir.method(self.method_id())
    }

    pub fn bind(&mut self, local: LocalId, binding: Binding) {
        self.frame().locals.insert(local, binding);
    }

    /// Declares the Core variable of a HIR local.
    pub fn declare(&mut self, local: LocalId, span: Span) -> Result<VarId> {
        let method = self.method();
        let info = &method.locals[local.index()];
        let ty = core_type(self.cx, &info.ty).ok_or_else(|| LowerError::unsupported_type(span, &info.name))?;
        let mutable = ty.as_array().is_none() && self.cx.assigned(self.method_id(), local);
        let var = self.var(info.name.clone(), ty, mutable, info.span);
        self.bind(local, Binding::Var(var));
        Ok(var)
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    /// Translates operands in order. Where a later one emits statements, earlier ones that could see the difference are kept.
    pub fn operands(&mut self, exprs: &[&hir::Expr], out: &mut Vec<Stmt>) -> Result<Vec<Expr>> {
        let mut done: Vec<Expr> = Vec::with_capacity(exprs.len());
        for expr in exprs {
            let mut emitted = Vec::new();
            let value = self.expr(expr, &mut emitted)?;
            if !emitted.is_empty() {
                for earlier in &mut done {
                    let kept = self.keep(earlier.clone(), "t", out);
                    *earlier = kept;
                }
                out.append(&mut emitted);
            }
            done.push(value);
        }
        Ok(done)
    }

    pub fn expr(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let ty = || core_type(self.cx, &e.ty).ok_or_else(|| LowerError::unsupported_type(span, "this expression"));
        match &e.kind {
            hir::ExprKind::Lit(lit) => {
                let ty = ty()?;
                self.literal(lit, &ty, span)
            }
            hir::ExprKind::Local(local) => match self.local(*local).cloned() {
                Some(Binding::Var(v)) => Ok(self.read(v, span)),
                Some(Binding::Row { array, index }) => Ok(Expr::new(ExprKind::Row { array, index }, ty()?, span)),
                Some(Binding::Fields(_)) | None => Err(LowerError::new(span, "this value cannot be used here")),
            },
            hir::ExprKind::This => match self.frames.last().and_then(|f| f.this.clone()) {
                Some(Binding::Var(v)) => Ok(self.read(v, span)),
                _ => Err(LowerError::new(span, "`this` as a whole cannot be used in parallel code")
                    .note("fields of `this` can: they are passed by value")),
            },
            hir::ExprKind::Field { object, field } => self.field(object.as_deref(), *field, span, out),
            hir::ExprKind::Length(array) => {
                let (array, index) = self.array(array, out)?;
                // Evaluated for its check: `g[i].length` throws where `i` is out of range.
                for i in index.iter().filter(|i| matches!(i.kind, ExprKind::Check { .. })) {
                    self.keep(i.clone(), "row", out);
                }
                Ok(Expr::new(ExprKind::Len { array, dim: index.len() as u32 }, Ty::I32, span))
            }
            hir::ExprKind::Index { array, index } => {
                let ty = ty()?;
                let (array, index) = self.element(array, index, span, out)?;
                Ok(self.load(array, index, ty, span))
            }
            hir::ExprKind::Neg(a) => self.unary(UnOp::Neg, a, span, out),
            hir::ExprKind::BitNot(a) => self.unary(UnOp::BitNot, a, span, out),
            hir::ExprKind::Not(a) => self.unary(UnOp::Not, a, span, out),
            hir::ExprKind::Binary(op, a, b) => {
                let ty = ty()?;
                let mut ab = self.operands(&[a, b], out)?;
                let (b, a) = (ab.pop().ok_or_else(LowerError::internal)?, ab.pop().ok_or_else(LowerError::internal)?);
                if a.ty.as_array().is_some() {
                    return Err(LowerError::new(span, "arrays cannot be compared in parallel code"));
                }
                Ok(self.binary(*op, a, b, ty, span))
            }
            hir::ExprKind::And(a, b) => self.lazy(a, b, true, span, out),
            hir::ExprKind::Or(a, b) => self.lazy(a, b, false, span, out),
            hir::ExprKind::Convert(a) => {
                let ty = ty()?;
                let a = self.expr(a, out)?;
                Ok(convert(a, ty, span))
            }
            hir::ExprKind::Upcast(a)
            | hir::ExprKind::CheckCast(a)
            | hir::ExprKind::Freeze(a)
            | hir::ExprKind::Thaw(a)
                if core_type(self.cx, &a.ty).is_some() && core_type(self.cx, &a.ty) == core_type(self.cx, &e.ty) =>
            {
                self.expr(a, out)
            }
            hir::ExprKind::Cond(c, a, b) => {
                let ty = ty()?;
                let cond = self.expr(c, out)?;
                let (mut sa, mut sb) = (Vec::new(), Vec::new());
                let va = self.uncertain(|this| this.expr(a, &mut sa))?;
                let vb = self.uncertain(|this| this.expr(b, &mut sb))?;
                if sa.is_empty() && sb.is_empty() && ty.as_array().is_none() {
                    return Ok(Expr::new(ExprKind::Select(Box::new(cond), Box::new(va), Box::new(vb)), ty, span));
                }
                self.branches(cond, (sa, va), (sb, vb), ty, span, out)
            }
            hir::ExprKind::Assign { place, value } => self.assign(place, value, span, out),
            hir::ExprKind::CompoundAssign { place, op, op_ty, value } => {
                self.compound(place, *op, op_ty, value, &e.ty, span, out)
            }
            hir::ExprKind::IncDec { place, decrement, prefix } => {
                self.inc_dec(place, *decrement, *prefix, &e.ty, span, out)
            }
            hir::ExprKind::Sequence(stmts, value) => {
                for s in stmts {
                    self.stmt(s, out)?;
                }
                self.expr(value, out)
            }
            hir::ExprKind::Switch(sw) => {
                if self.local(sw.result).is_none() {
                    let var = self.declare(sw.result, span)?;
                    self.vars[var.index()].mutable = true;
                    self.emit(out, StmtKind::Let { var, init: None }, span);
                }
                self.stmt(&sw.switch, out)?;
                match self.local(sw.result) {
                    Some(Binding::Var(v)) => Ok(self.read(*v, span)),
                    _ => Err(LowerError::internal()),
                }
            }
            hir::ExprKind::Call { kind, method, receiver, args } => {
                self.call(*kind, *method, receiver.as_deref(), args, span, out)
            }
            hir::ExprKind::New { class, constructor, args } if self.cx.hir.class(*class).is_value => {
                self.new_value(*class, *constructor, args, span, out)
            }
            hir::ExprKind::New { class, .. } => {
                let name = &self.cx.hir.class(*class).name;
                Err(LowerError::new(
                    span,
                    format!("objects cannot be made in parallel code: `{name}` is not a value class"),
                )
                .note("declare it `value class`, or use primitives and arrays of fixed size"))
            }
            hir::ExprKind::Concat(_) => Err(LowerError::new(span, "strings cannot be made in parallel code")),
            hir::ExprKind::NewArray { .. } | hir::ExprKind::ArrayLit(_) => {
                let ty = ty()?;
                let var = self.var("t", ty, true, span);
                self.private_array(var, e, out)?;
                Ok(self.read(var, span))
            }
            _ => Err(LowerError::new(span, "this is not supported in parallel code")),
        }
    }

    pub fn literal(&self, lit: &hir::Lit, ty: &Ty, span: Span) -> Result<Expr> {
        let c = match lit {
            hir::Lit::Boolean(b) => Const::Bool(*b),
            hir::Lit::Int(i) => Const::Int(*i as i64),
            hir::Lit::Long(l) => Const::Int(*l),
            hir::Lit::Float(x) => Const::F32(*x),
            hir::Lit::Double(x) => Const::F64(*x),
            hir::Lit::String(_) => return Err(LowerError::new(span, "strings cannot be used in parallel code")),
            hir::Lit::Null => return Err(LowerError::new(span, "`null` cannot be used in parallel code")),
            hir::Lit::Zero => {
                return Err(LowerError::new(span, "the zero of a value class is not supported in parallel code"));
            }
        };
        Ok(Expr::new(ExprKind::Const(c), ty.clone(), span))
    }

    fn unary(&mut self, op: UnOp, a: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let a = self.expr(a, out)?;
        let ty = a.ty.clone();
        Ok(Expr::new(ExprKind::Unary(op, Box::new(a)), ty, span))
    }

    /// A binary operation; integer divisors get their check.
    pub fn binary(&mut self, op: BinOp, a: Expr, b: Expr, ty: Ty, span: Span) -> Expr {
        let b = if matches!(op, BinOp::Div | BinOp::Rem) && a.ty.is_int() {
            let site = self.site(span);
            let (ty, at) = (b.ty.clone(), b.span);
            Expr::new(ExprKind::Check { kind: CheckKind::NonZero, value: Box::new(b), site }, ty, at)
        } else if op.is_shift() {
            convert(b, Ty::I32, span)
        } else {
            b
        };
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
    }

    fn lazy(&mut self, a: &hir::Expr, b: &hir::Expr, and: bool, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let a = self.expr(a, out)?;
        let mut sb = Vec::new();
        let b = self.uncertain(|this| this.expr(b, &mut sb))?;
        if sb.is_empty() {
            let kind =
                if and { ExprKind::And(Box::new(a), Box::new(b)) } else { ExprKind::Or(Box::new(a), Box::new(b)) };
            return Ok(Expr::new(kind, Ty::Bool, span));
        }
        let known = Expr::new(ExprKind::Const(Const::Bool(!and)), Ty::Bool, span);
        if and {
            self.branches(a, (sb, b), (Vec::new(), known), Ty::Bool, span, out)
        } else {
            self.branches(a, (Vec::new(), known), (sb, b), Ty::Bool, span, out)
        }
    }

    /// `cond ? a : b` where a side needs statements.
    fn branches(
        &mut self,
        cond: Expr,
        (mut sa, va): (Vec<Stmt>, Expr),
        (mut sb, vb): (Vec<Stmt>, Expr),
        ty: Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        if ty.as_array().is_some() {
            return Err(LowerError::new(span, "a choice between arrays is not supported in parallel code"));
        }
        let var = self.var("t", ty, true, span);
        self.emit(out, StmtKind::Let { var, init: None }, span);
        self.emit(&mut sa, StmtKind::Assign { var, value: va }, span);
        self.emit(&mut sb, StmtKind::Assign { var, value: vb }, span);
        self.emit(out, StmtKind::If { cond, then: Block { stmts: sa }, otherwise: Block { stmts: sb } }, span);
        Ok(self.read(var, span))
    }

    fn field(
        &mut self,
        object: Option<&hir::Expr>,
        field: hir::FieldId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let info = self.cx.hir.field(field);
        if let Some(object) = object {
            let this = match &object.kind {
                hir::ExprKind::This => self.frames.last().and_then(|f| f.this.clone()),
                _ => None,
            };
            if let Some(Binding::Fields(fields)) = this {
                let position = self.cx.field_position(field).ok_or_else(LowerError::internal)?;
                return Ok(self.read(fields[position], span));
            }
            if self.cx.hir.class(info.class).is_value {
                let value = self.expr(object, out)?;
                let position = self.cx.field_position(field).ok_or_else(LowerError::internal)?;
                let ty = core_type(self.cx, &info.ty).ok_or_else(|| LowerError::unsupported_type(span, &info.name))?;
                return Ok(Expr::new(ExprKind::Field(Box::new(value), position as u32), ty, span));
            }
            if !matches!(object.kind, hir::ExprKind::This) || this.is_some() {
                return Err(LowerError::new(span, "fields of objects cannot be read in parallel code")
                    .note("copy what is needed into a local variable or an array first"));
            }
        }
        let var = self.capture(object, field, span)?;
        Ok(self.read(var, span))
    }

    /// A static field, or a field of the object whose method the region is: passed to the region by value.
    fn capture(&mut self, object: Option<&hir::Expr>, field: hir::FieldId, span: Span) -> Result<VarId> {
        let info = self.cx.hir.field(field);
        let ty = core_type(self.cx, &info.ty).ok_or_else(|| LowerError::unsupported_type(span, &info.name))?;
        let Some(captures) = &self.captures else {
            return Err(LowerError::new(span, format!("`{}` is neither a parameter nor a constant", info.name))
                .note("a method called from parallel code may read only its parameters and constants"));
        };
        if captures.written.contains(&field) {
            return Err(LowerError::new(span, format!("`{}` is read and written in parallel code", info.name)));
        }
        if let Some(&var) = captures.fields.get(&field) {
            return Ok(var);
        }
        let (name, hir_ty) = (info.name.clone(), info.ty.clone());
        let var = self.var(name, ty, false, span);
        let arg =
            hir::Expr { kind: hir::ExprKind::Field { object: object.cloned().map(Box::new), field }, ty: hir_ty, span };
        if let Some(captures) = &mut self.captures {
            captures.fields.insert(field, var);
            captures.args.push((arg, var));
        }
        Ok(var)
    }

    // ---- arrays -------------------------------------------------------------------------------------------------

    /// The array (and the indices of a row of it) that an expression of array type names.
    pub fn array(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<(VarId, Vec<Expr>)> {
        match &e.kind {
            hir::ExprKind::Local(local) => match self.local(*local).cloned() {
                Some(Binding::Var(v)) => Ok((v, Vec::new())),
                Some(Binding::Row { array, index }) => Ok((array, index)),
                _ => Err(LowerError::new(e.span, "this array cannot be used here")),
            },
            hir::ExprKind::Index { array, index } => {
                let (array, index) = self.element(array, index, e.span, out)?;
                Ok((array, index))
            }
            hir::ExprKind::Upcast(a) | hir::ExprKind::CheckCast(a) | hir::ExprKind::Freeze(a) => self.array(a, out),
            _ => match self.expr(e, out)? {
                Expr { kind: ExprKind::Var(v), .. } => Ok((v, Vec::new())),
                Expr { kind: ExprKind::Row { array, index }, .. } => Ok((array, index)),
                _ => Err(LowerError::new(e.span, "this array expression is not supported in parallel code")),
            },
        }
    }

    /// `array[index]`, checked: the array and all its indices, those of rows included.
    pub fn element(
        &mut self,
        array: &hir::Expr,
        index: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<(VarId, Vec<Expr>)> {
        let (array, mut indices) = self.array(array, out)?;
        let mut emitted = Vec::new();
        let value = self.expr(index, &mut emitted)?;
        if !emitted.is_empty() {
            for i in &mut indices {
                let kept = self.keep(i.clone(), "t", out);
                *i = kept;
            }
            out.append(&mut emitted);
        }
        // An index held in a variable that changes: what it is now must still be known when the loop is judged.
        let value =
            if self.facts.own_from.is_some() && self.mentions_mutable(&value) && self.facts.poly(&value).is_some() {
                self.keep_always(value, out)
            } else {
                value
            };
        let site = self.site(span);
        let at = value.span;
        let kind = CheckKind::Index { array, dim: indices.len() as u32 };
        indices.push(Expr::new(ExprKind::Check { kind, value: Box::new(value), site }, Ty::I32, at));
        Ok((array, indices))
    }

    pub fn load(&mut self, array: VarId, index: Vec<Expr>, ty: Ty, span: Span) -> Expr {
        let rank = self.ty(array).as_array().map_or(0, |a| a.dims.len());
        let kind = if index.len() < rank { ExprKind::Row { array, index } } else { ExprKind::Index { array, index } };
        Expr::new(kind, ty, span)
    }

    /// `array[index] = value` for a value of any rank.
    pub fn store(
        &mut self,
        array: VarId,
        index: Vec<Expr>,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let rank = self.ty(array).as_array().map_or(0, |a| a.dims.len());
        if index.len() < rank {
            return self.store_row(array, index, value, span, out);
        }
        self.emit(out, StmtKind::Store { array, index, value }, span);
        Ok(())
    }

    /// Copies a row element by element: rows have bounds, so that is a short loop.
    fn store_row(
        &mut self,
        array: VarId,
        index: Vec<Expr>,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if let ExprKind::ArrayLit(elements) = value.kind {
            for (i, element) in elements.into_iter().enumerate() {
                let mut at = index.clone();
                at.push(Expr::int(i as i32, span));
                self.store(array, at, element, span, out)?;
            }
            return Ok(());
        }
        let (from, prefix) = match value.kind {
            ExprKind::Var(v) => (v, Vec::new()),
            ExprKind::Row { array, index } => (array, index),
            _ => return Err(LowerError::new(span, "this row cannot be stored in parallel code")),
        };
        let to_ty = self.ty(array).as_array().cloned().ok_or_else(LowerError::internal)?;
        let bound = to_ty.dims.get(index.len()).copied().flatten();
        let Some(bound) = bound else {
            return Err(LowerError::new(span, "a whole row can be stored only where its length is part of the type")
                .note("copy it element by element"));
        };
        for i in 0..bound {
            let at = Expr::int(i as i32, span);
            let source: Vec<Expr> = prefix.iter().cloned().chain([at.clone()]).collect();
            let dest: Vec<Expr> = index.iter().cloned().chain([at]).collect();
            let from_rank = self.ty(from).as_array().map_or(0, |a| a.dims.len());
            let elem_ty = if source.len() == from_rank {
                *to_ty.elem.clone()
            } else {
                Ty::Array(ArrayTy { elem: to_ty.elem.clone(), dims: to_ty.dims[dest.len()..].to_vec() })
            };
            let element = self.load(from, source, elem_ty, span);
            self.store(array, dest, element, span, out)?;
        }
        Ok(())
    }

    /// `new T[4]`, `new T[]{…}`, `new T[[]]{…}` inside an iteration: a private array of known size.
    pub fn private_array(&mut self, var: VarId, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<()> {
        let span = e.span;
        match &e.kind {
            hir::ExprKind::NewArray { sizes } => {
                let mut dims = Vec::new();
                for size in sizes {
                    match super::types::constant_int(size) {
                        Some(n) if n >= 0 => dims.push(Some(n as u32)),
                        _ => {
                            return Err(LowerError::new(size.span, "the size of an array made inside parallel code must be a constant")
                                .note("every iteration has its own array; its memory is laid out when the program is compiled"));
                        }
                    }
                }
                let declared = self.ty(var).as_array().cloned().ok_or_else(LowerError::internal)?;
                if dims.len() < declared.dims.len() {
                    dims.extend_from_slice(&declared.dims[dims.len()..]);
                }
                let ty = Ty::Array(ArrayTy { elem: declared.elem, dims });
                self.vars[var.index()].ty = ty.clone();
                self.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
                Ok(())
            }
            hir::ExprKind::ArrayLit(elements) => {
                let declared = self.ty(var).as_array().cloned().ok_or_else(LowerError::internal)?;
                if declared.dims.len() != 1 {
                    return Err(LowerError::new(span, "nested array initialisers are not supported in parallel code"));
                }
                let refs: Vec<&hir::Expr> = elements.iter().collect();
                let values = self.operands(&refs, out)?;
                let ty = Ty::Array(ArrayTy { elem: declared.elem, dims: vec![Some(values.len() as u32)] });
                self.vars[var.index()].ty = ty.clone();
                self.emit(
                    out,
                    StmtKind::Let { var, init: Some(Expr::new(ExprKind::ArrayLit(values), ty, span)) },
                    span,
                );
                Ok(())
            }
            _ => Err(LowerError::new(span, "this array is not supported in parallel code")),
        }
    }

    // ---- assignment ---------------------------------------------------------------------------------------------

    fn assign(&mut self, place: &hir::Place, value: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        match place {
            hir::Place::Local(local) => {
                let value = self.expr(value, out)?;
                let var = self.assignable(*local, span)?;
                self.emit(out, StmtKind::Assign { var, value }, span);
                Ok(self.read(var, span))
            }
            hir::Place::Field { object: Some(object), field } if matches!(object.kind, hir::ExprKind::This) => {
                let value = self.expr(value, out)?;
                let var = self.field_under_construction(*field, span)?;
                self.emit(out, StmtKind::Assign { var, value }, span);
                Ok(self.read(var, span))
            }
            hir::Place::Field { field, .. } => Err(self.field_write(*field, span)),
            hir::Place::Index { array, index } => {
                let (array, mut at) = self.element(array, index, span, out)?;
                let mut emitted = Vec::new();
                let value = self.expr(value, &mut emitted)?;
                if !emitted.is_empty() {
                    for i in &mut at {
                        let kept = self.keep(i.clone(), "t", out);
                        *i = kept;
                    }
                    out.append(&mut emitted);
                }
                let is_row = value.ty.as_array().is_some();
                self.store(array, at, value.clone(), span, out)?;
                if is_row {
                    return Ok(value);
                }
                Ok(value)
            }
        }
    }

    fn field_write(&self, field: hir::FieldId, span: Span) -> LowerError {
        let name = &self.cx.hir.field(field).name;
        LowerError::new(span, format!("parallel code cannot write the field `{name}`"))
            .note("every method instance would write it; return the value instead, or write it in a `single` block")
    }

    fn field_under_construction(&mut self, field: hir::FieldId, span: Span) -> Result<VarId> {
        match self.frames.last().and_then(|f| f.this.clone()) {
            Some(Binding::Fields(fields)) => {
                let position = self.cx.field_position(field).ok_or_else(LowerError::internal)?;
                Ok(fields[position])
            }
            _ => Err(self.field_write(field, span)),
        }
    }

    fn assignable(&mut self, local: LocalId, span: Span) -> Result<VarId> {
        match self.local(local) {
            Some(Binding::Var(v)) => Ok(*v),
            _ => Err(LowerError::new(
                span,
                "this variable stands for a row of an array and cannot be assigned in parallel code",
            )),
        }
    }

    /// The current value of a place and how to write it; indices are evaluated once.
    fn place(&mut self, place: &hir::Place, span: Span, out: &mut Vec<Stmt>) -> Result<(Expr, PlaceRef)> {
        match place {
            hir::Place::Local(local) => {
                let var = self.assignable(*local, span)?;
                Ok((self.read(var, span), PlaceRef::Var(var)))
            }
            hir::Place::Field { object: Some(object), field } if matches!(object.kind, hir::ExprKind::This) => {
                let var = self.field_under_construction(*field, span)?;
                Ok((self.read(var, span), PlaceRef::Var(var)))
            }
            hir::Place::Field { field, .. } => Err(self.field_write(*field, span)),
            hir::Place::Index { array, index } => {
                let (array, at) = self.element(array, index, span, out)?;
                let simple = at.iter().all(|i| match &i.kind {
                    ExprKind::Check { value, .. } => matches!(value.kind, ExprKind::Var(_) | ExprKind::Const(_)),
                    _ => true,
                });
                // The check is made once, by the read; the write uses the kept, checked index.
                let at: Vec<Expr> = if simple && at.iter().all(|i| !self.reads_mutable(i)) {
                    at
                } else {
                    at.into_iter().map(|i| self.keep(i, "at", out)).collect()
                };
                let elem = self.ty(array).as_array().map(|a| *a.elem.clone()).ok_or_else(LowerError::internal)?;
                let value = self.load(array, at.clone(), elem, span);
                let unchecked = at.into_iter().map(unchecked).collect();
                Ok((value, PlaceRef::Element(array, unchecked)))
            }
        }
    }

    fn mentions_mutable(&self, e: &Expr) -> bool {
        let mut found = false;
        super::walk::core_exprs(e, &mut |e| {
            found |= matches!(e.kind, ExprKind::Var(v) if self.vars[v.index()].mutable && self.facts.own_from.is_some_and(|f| v >= f));
        });
        found
    }

    fn reads_mutable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(v) => self.vars[v.index()].mutable,
            ExprKind::Check { value, .. } => self.reads_mutable(value),
            _ => false,
        }
    }

    fn write(&mut self, place: PlaceRef, value: Expr, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        match place {
            PlaceRef::Var(var) => self.emit(out, StmtKind::Assign { var, value }, span),
            PlaceRef::Element(array, index) => self.store(array, index, value, span, out)?,
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn compound(
        &mut self,
        place: &hir::Place,
        op: BinOp,
        op_ty: &hir::Ty,
        value: &hir::Expr,
        ty: &hir::Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let refused = || LowerError::new(span, "this assignment is not supported in parallel code");
        let op_ty = core_type(self.cx, op_ty).ok_or_else(refused)?;
        let ty = core_type(self.cx, ty).ok_or_else(refused)?;
        let (mut current, place) = self.place(place, span, out)?;
        let mut emitted = Vec::new();
        let value = self.expr(value, &mut emitted)?;
        if !emitted.is_empty() {
            current = self.keep(current, "t", out);
            out.append(&mut emitted);
        }
        let left = convert(current, op_ty.clone(), span);
        let result = self.binary(op, left, value, op_ty, span);
        let result = convert(result, ty, span);
        if let PlaceRef::Var(var) = place {
            self.emit(out, StmtKind::Assign { var, value: result }, span);
            return Ok(self.read(var, span));
        }
        self.write(place, result.clone(), span, out)?;
        Ok(result)
    }

    pub fn inc_dec(
        &mut self,
        place: &hir::Place,
        decrement: bool,
        prefix: bool,
        ty: &hir::Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let ty = core_type(self.cx, ty)
            .ok_or_else(|| LowerError::new(span, "this variable cannot be counted in parallel code"))?;
        let (current, place) = self.place(place, span, out)?;
        let wide = if matches!(ty, Ty::I8 | Ty::I16 | Ty::U16) { Ty::I32 } else { ty.clone() };
        let one = match wide {
            Ty::F32 => Const::F32(1.0),
            Ty::F64 => Const::F64(1.0),
            _ => Const::Int(1),
        };
        let one = Expr::new(ExprKind::Const(one), wide.clone(), span);
        let op = if decrement { BinOp::Sub } else { BinOp::Add };
        let before = if prefix { None } else { Some(current.clone()) };
        // The old value must survive the write. (Where nobody reads it, the statement is translated as a prefix form.)
        let before = before.map(|b| self.keep_always(b, out));
        let source = before.clone().unwrap_or(current);
        let next =
            Expr::new(ExprKind::Binary(op, Box::new(convert(source, wide.clone(), span)), Box::new(one)), wide, span);
        let next = convert(next, ty, span);
        match place {
            PlaceRef::Var(var) => {
                self.emit(out, StmtKind::Assign { var, value: next }, span);
                Ok(before.unwrap_or_else(|| self.read(var, span)))
            }
            element => {
                self.write(element, next.clone(), span, out)?;
                Ok(before.unwrap_or(next))
            }
        }
    }

    /// As [`Builder::keep`], also for mutable variables: the value as it is now.
    fn keep_always(&mut self, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        let span = value.span;
        let var = self.var("old", value.ty.clone(), false, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.read(var, span)
    }

    // ---- calls --------------------------------------------------------------------------------------------------

    fn call(
        &mut self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let callee = self.cx.hir.method(method);
        let class = self.cx.hir.class(callee.class);
        let refs: Vec<&hir::Expr> = args.iter().collect();
        if let Some(op) = math_op(&class.name, &callee.name, args.len()) {
            let args = self.operands(&refs, out)?;
            let ty = core_type(self.cx, &callee.ret).ok_or_else(LowerError::internal)?;
            return Ok(Expr::new(ExprKind::Math(op, args), ty, span));
        }
        if is_bitcast(&class.name, &callee.name) {
            let mut args = self.operands(&refs, out)?;
            let ty = core_type(self.cx, &callee.ret).ok_or_else(LowerError::internal)?;
            let arg = args.pop().ok_or_else(LowerError::internal)?;
            return Ok(Expr::new(ExprKind::Bitcast(Box::new(arg)), ty, span));
        }
        if callee.somd.is_some() {
            return super::somd::call(self, method, receiver, args, span, out);
        }
        if let Some(twin) = self.cx.plain_twin(method) {
            return self.call(CallKind::Static, twin, None, args, span, out);
        }
        if callee.native.is_some() || callee.body.is_none() {
            return Err(LowerError::new(span, format!("`{}` cannot be called in parallel code", callee.display)));
        }
        let on_this = matches!(receiver.map(|r| &r.kind), Some(hir::ExprKind::This));
        let single_target =
            kind != CallKind::Virtual || class.is_final || class.is_value || on_this && !self.cx.is_overridden(method);
        if !single_target && class.is_library {
            return Err(LowerError::new(span, format!("`{}` cannot be called in parallel code", callee.display))
                .note("it works on an object, which has a state of its own or an effect that iterations would have in no order; do it before or after the loop"));
        }
        if !single_target {
            return Err(LowerError::new(
                span,
                format!("`{}` may be overridden: which method runs is not known here", callee.display),
            )
            .note("make the method static, private or final"));
        }
        let arrays = callee
            .params
            .iter()
            .any(|p| core_type(self.cx, &callee.locals[p.index()].ty).is_none_or(|t| t.as_array().is_some()));
        let plain_this = receiver.is_some() && !class.is_value;
        let array_result = core_type(self.cx, &callee.ret).is_some_and(|t| t.as_array().is_some());
        if arrays || plain_this || array_result {
            return self.inline_call(method, receiver, args, span, out);
        }
        let func = self.cx.scalar_function(method).map_err(|e| e.called_from(span, &callee.display))?;
        let mut all: Vec<&hir::Expr> = receiver.into_iter().collect();
        all.extend(refs);
        let args = self.operands(&all, out)?;
        if callee.ret == hir::Ty::Void {
            self.emit(out, StmtKind::Call { func, args }, span);
            return Ok(Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span));
        }
        let ty = core_type(self.cx, &callee.ret).ok_or_else(|| LowerError::unsupported_type(span, &callee.name))?;
        Ok(Expr::new(ExprKind::Call { func, args }, ty, span))
    }

    /// A call whose arguments are arrays: the body is translated in place, its parameters standing for the arguments.
    fn inline_call(
        &mut self,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        let this = match receiver {
            Some(r) if matches!(r.kind, hir::ExprKind::This) => self.frames.last().and_then(|f| f.this.clone()),
            Some(r) if hir.class(callee.class).is_value => {
                let value = self.expr(r, out)?;
                match self.keep(value, "self", out).kind {
                    ExprKind::Var(v) => Some(Binding::Var(v)),
                    _ => return Err(LowerError::internal()),
                }
            }
            Some(r) => return Err(LowerError::new(r.span, "methods of objects cannot be called in parallel code")),
            None => None,
        };
        let mut bindings = Vec::new();
        for (param, arg) in callee.params.iter().zip(args) {
            let binding = if core_type(self.cx, &arg.ty).is_some_and(|t| t.as_array().is_some()) {
                let (array, index) = self.array(arg, out)?;
                let index = index.into_iter().map(|i| self.keep(i, "row", out)).collect::<Vec<_>>();
                if index.is_empty() { Binding::Var(array) } else { Binding::Row { array, index } }
            } else {
                let value = self.expr(arg, out)?;
                self.parameter(method, *param, value, out)?
            };
            bindings.push((*param, binding));
        }
        let ret = if callee.ret == hir::Ty::Void { None } else { core_type(self.cx, &callee.ret) };
        let sink = match ret {
            None => Sink::Nothing,
            Some(ty) if ty.as_array().is_some() => {
                if ty.as_array().is_some_and(|a| a.dims.iter().any(Option::is_none)) {
                    return Err(LowerError::new(
                        span,
                        "an array returned inside parallel code must have a size that its type tells",
                    )
                    .note("write its bound: `float[[3]]`"));
                }
                let var = self.var("row", ty.clone(), true, span);
                self.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
                Sink::Store { array: var, prefix: Vec::new() }
            }
            Some(ty) => {
                let var = self.var(callee.name.clone(), ty, true, span);
                self.emit(out, StmtKind::Let { var, init: None }, span);
                Sink::Var(var)
            }
        };
        self.inline(method, this, bindings, sink.clone(), span, out)?;
        Ok(match sink {
            Sink::Nothing => Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span),
            Sink::Var(v) | Sink::Store { array: v, .. } => self.read(v, span),
        })
    }

    /// What a scalar parameter of an inlined method is bound to.
    pub fn parameter(&mut self, callee: MethodId, param: LocalId, value: Expr, out: &mut Vec<Stmt>) -> Result<Binding> {
        let hir: &'a hir::Program = self.cx.hir;
        let info = &hir.method(callee).locals[param.index()];
        if !self.cx.assigned(callee, param) {
            if let ExprKind::Var(v) = value.kind
                && !self.vars[v.index()].mutable
            {
                return Ok(Binding::Var(v));
            }
            let (ty, span) = (value.ty.clone(), value.span);
            let var = self.var(info.name.clone(), ty, false, span);
            self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
            return Ok(Binding::Var(var));
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.var(info.name.clone(), ty, true, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        Ok(Binding::Var(var))
    }

    /// Translates a method's body in place. The value goes to `sink`.
    pub fn inline(
        &mut self,
        method: MethodId,
        this: Option<Binding>,
        bindings: Vec<(LocalId, Binding)>,
        sink: Sink,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        if self.frames.iter().any(|f| f.method == method) {
            return Err(LowerError::new(
                span,
                format!("`{}` calls itself: recursion is not supported in parallel code", callee.display),
            ));
        }
        let body = callee.body.as_ref().ok_or_else(LowerError::internal)?;
        let block = self.label();
        self.frames.push(Frame {
            method,
            locals: bindings.into_iter().collect(),
            this,
            labels: BTreeMap::new(),
            continue_only: BTreeSet::new(),
            ret: ReturnMode::Inline { block, sink },
        });
        let mut stmts = Vec::new();
        let done = self.uncertain(|this| this.block(body, &mut stmts));
        self.frames.pop();
        done.map_err(|e| e.called_from(span, &callee.display))?;
        // A single return at the end needs no block around.
        if matches!(stmts.last().map(|s| &s.kind), Some(StmtKind::Break(l)) if *l == block) {
            stmts.pop();
        }
        if super::walk::breaks_to(&stmts, block) {
            self.emit(out, StmtKind::Labeled { label: block, body: Block { stmts } }, span);
        } else {
            out.append(&mut stmts);
        }
        Ok(())
    }

    fn new_value(
        &mut self,
        class: hir::ClassId,
        constructor: MethodId,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let func = self.cx.scalar_function(constructor).map_err(|e| e.called_from(span, "this constructor"))?;
        let refs: Vec<&hir::Expr> = args.iter().collect();
        let args = self.operands(&refs, out)?;
        let id = self
            .cx
            .struct_of(class)
            .ok_or_else(|| LowerError::unsupported_type(span, &self.cx.hir.class(class).name))?;
        Ok(Expr::new(ExprKind::Call { func, args }, Ty::Struct(id), span))
    }
}

/// Where a compound assignment writes.
enum PlaceRef {
    Var(VarId),
    Element(VarId, Vec<Expr>),
}

/// An index whose check another expression has already made.
fn unchecked(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Check { value, .. } => *value,
        _ => e,
    }
}

pub fn convert(e: Expr, to: Ty, span: Span) -> Expr {
    if e.ty == to {
        return e;
    }
    if let (ExprKind::Const(Const::Int(v)), true) = (&e.kind, to == Ty::F64 && e.ty == Ty::I32) {
        return Expr::new(ExprKind::Const(Const::F64(*v as f64)), to, span);
    }
    Expr::new(ExprKind::Convert(Box::new(e)), to, span)
}

/// Methods that are single operations everywhere.
pub fn math_op(class: &str, name: &str, args: usize) -> Option<MathOp> {
    if !matches!(class, "java.lang.Math" | "java.lang.StrictMath" | "somd.FloatMath") {
        return None;
    }
    Some(match (name, args) {
        ("sqrt", 1) => MathOp::Sqrt,
        ("abs", 1) => MathOp::Abs,
        ("floor", 1) => MathOp::Floor,
        ("ceil", 1) => MathOp::Ceil,
        ("rint", 1) => MathOp::Rint,
        ("fma", 3) => MathOp::Fma,
        ("min", 2) => MathOp::Min,
        ("max", 2) => MathOp::Max,
        _ => return None,
    })
}

fn is_bitcast(class: &str, name: &str) -> bool {
    matches!(
        (class, name),
        ("java.lang.Double", "doubleToRawLongBits" | "longBitsToDouble")
            | ("java.lang.Float", "floatToRawIntBits" | "intBitsToFloat")
    )
}

/// Makes a scalar function of a method; see [`Cx::scalar_function`].
pub fn scalar_function(cx: &mut Cx<'_>, method: MethodId) -> Result<Func> {
    let hir = cx.hir;
    let callee = hir.method(method);
    let class = hir.class(callee.class);
    let span = callee.name_span;
    let body = callee.body.as_ref().ok_or_else(|| LowerError::new(span, "this method has no body"))?;
    let is_constructor = callee.kind == hir::MethodKind::Constructor;
    let name = cx.unique(&format!("{}_{}", class.binary_name, if is_constructor { "new" } else { &callee.name }));
    let mut b = Builder::new(cx);
    b.frames.push(Frame {
        method,
        locals: BTreeMap::new(),
        this: None,
        labels: BTreeMap::new(),
        continue_only: BTreeSet::new(),
        ret: ReturnMode::Function,
    });
    let mut params = Vec::new();
    let mut stmts = Vec::new();
    let mut ret = Vec::new();
    if !callee.is_static && !is_constructor {
        let id = b.cx.struct_of(callee.class).ok_or_else(|| LowerError::unsupported_type(span, &class.name))?;
        let this = b.var("self", Ty::Struct(id), false, span);
        params.push(this);
        b.frame().this = Some(Binding::Var(this));
    }
    for &p in &callee.params {
        params.push(b.declare(p, span)?);
    }
    let mut fields = Vec::new();
    if is_constructor {
        let id = b.cx.struct_of(callee.class).ok_or_else(|| LowerError::unsupported_type(span, &class.name))?;
        for (field, ty) in b.cx.core.structs[id.index()].fields.clone() {
            let zero = super::types::zero(&ty, span).ok_or_else(|| LowerError::unsupported_type(span, &field))?;
            let var = b.var(field, ty, true, span);
            b.emit(&mut stmts, StmtKind::Let { var, init: Some(zero) }, span);
            fields.push(var);
        }
        b.frame().this = Some(Binding::Fields(fields.clone()));
        ret.push(Ty::Struct(id));
    } else if callee.ret != hir::Ty::Void {
        ret.push(core_type(b.cx, &callee.ret).ok_or_else(|| LowerError::unsupported_type(span, &callee.name))?);
    }
    b.block(body, &mut stmts)?;
    if is_constructor {
        let values = fields.iter().map(|&f| b.read(f, span)).collect();
        let value = Expr::new(ExprKind::MakeStruct(values), ret[0].clone(), span);
        b.emit(&mut stmts, StmtKind::Return(vec![value]), span);
    }
    let vars = b.vars;
    Ok(Func {
        name,
        kind: FuncKind::Scalar,
        params,
        ret,
        vars,
        body: Block { stmts },
        fast_math: callee.fast_math,
        prov: Prov::one(callee.span),
        display: callee.display.clone(),
    })
}
