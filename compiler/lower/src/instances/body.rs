//! Expressions and statements, specialised.
//!
//! Every expression is written again together with its type before erasure. A box is its number all through: what puts numbers into
//! boxes and takes them out again falls away, as do the casts that erasure asked for.

use super::boundary::{boolean, both, local};
use super::{Full, Known, Maker};
use crate::error::{LowerError, Result};
use crate::lime;
use crate::walk;
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A text being specialised: the body of a copy, or an expression of a method that stays on the host.
pub struct Body<'m, 'p> {
    maker: &'m mut Maker<'p>,
    /// Whose locals they are.
    method: MethodId,
    this: Option<Full>,
    known: Known,
    /// The host's locals that enter, and what they are then. None in copies, whose locals have other types themselves.
    entered: Option<BTreeMap<LocalId, LocalId>>,
    /// In the text that a step has for the host, which fills the arrays that it makes.
    in_step: bool,
    /// Arrays beside arrays, in which is noted where these have been stored to.
    pub notes: BTreeMap<LocalId, LocalId>,
}

type Typed = (Expr, Full);

impl Maker<'_> {
    /// An expression with parallel code: a choice between a specialised text and the one as it is written, behind what both are made from.
    pub(super) fn second_text(&mut self, method: MethodId, e: &Expr) -> Result<Expr> {
        let span = e.span;
        let first = self.program.method(method).locals.len();
        let mut added = Vec::new();
        let mut as_written = e.clone();
        let mut stmts = Vec::new();
        let (mut changed, mut read) = (BTreeSet::new(), BTreeSet::new());
        leaves(&mut as_written, &mut |leaf| {
            walk::exprs(leaf, &mut |e| {
                if let ExprKind::Assign { place: Place::Local(l), .. }
                | ExprKind::CompoundAssign { place: Place::Local(l), .. }
                | ExprKind::IncDec { place: Place::Local(l), .. } = &e.kind
                {
                    changed.insert(*l);
                }
            });
            if let ExprKind::Local(l) = &leaf.kind {
                read.insert(*l);
            }
            if matches!(leaf.kind, ExprKind::Local(_) | ExprKind::Lit(_) | ExprKind::This) {
                return;
            }
            let id = LocalId((first + added.len()) as u32);
            let read = local(id.0, leaf.ty.clone(), leaf.span);
            let init = std::mem::replace(leaf, read);
            added.push((id, init.clone()));
            stmts.push(Stmt { span: init.span, kind: StmtKind::Local { local: id, init: Some(init) } });
        });
        if !changed.is_disjoint(&read) {
            return Err(LowerError::new(span, "a variable changes among the operands").note("assign it before"));
        }
        let mut locals = Vec::new();
        for (id, init) in added {
            let of_leaf = Body {
                maker: self,
                method,
                this: None,
                known: Known::new(),
                entered: Some(BTreeMap::new()),
                in_step: false,
                notes: BTreeMap::new(),
            };
            let full = of_leaf.infer(&init);
            self.locals.insert((method, id), full);
            locals.push((init.ty, init.span));
        }
        let own = self.program.methods[method.index()].locals.len();
        for (ty, span) in locals {
            self.temporary(method, "given", ty, span);
        }
        let chosen = self.choice(method, e, as_written);
        match chosen {
            Ok(chosen) if stmts.is_empty() => Ok(chosen),
            Ok(chosen) => {
                let kind = ExprKind::Sequence(stmts, Box::new(chosen));
                Ok(Expr { kind, ty: e.ty.clone(), span })
            }
            Err(reason) => {
                self.program.methods[method.index()].locals.truncate(own);
                Err(reason)
            }
        }
    }

    /// A further local of a method.
    pub(super) fn temporary(&mut self, method: MethodId, name: &str, ty: Ty, span: Span) -> LocalId {
        let locals = &mut self.program.methods[method.index()].locals;
        let taken = |n: &str| locals.iter().any(|l| l.name == n);
        let mut free = name.to_string();
        let mut n = 2;
        while taken(&free) {
            free = format!("{name}_{n}");
            n += 1;
        }
        let name = free.into();
        locals.push(Local { name, ty, is_final: true, dist: None, shared: false, blank: None, span });
        LocalId(locals.len() as u32 - 1)
    }

    fn choice(&mut self, method: MethodId, e: &Expr, mut as_written: Expr) -> Result<Expr> {
        let span = e.span;
        // What enters, each once.
        let mut given: Vec<(LocalId, Ty)> = Vec::new();
        leaves(&mut as_written, &mut |leaf| {
            if let ExprKind::Local(l) = leaf.kind
                && given.iter().all(|(g, _)| *g != l)
            {
                given.push((l, leaf.ty.clone()));
            }
        });
        let (mut fits, mut stmts, mut entered) = (boolean(true, span), Vec::new(), BTreeMap::new());
        for (l, ty) in given {
            let full = self.local_type(method, l);
            if !self.differs(&full) {
                continue;
            }
            let special = self.special(&full, span)?;
            let read = local(l.0, ty, span);
            if let Some(asked) = self.fits(read.clone(), &full)? {
                fits = both(fits, asked);
            }
            let init = Some(self.enter(read, &full)?);
            let id = self.temporary(method, "entered", special, span);
            stmts.push(Stmt { kind: StmtKind::Local { local: id, init }, span });
            entered.insert(l, id);
        }
        let mut body = Body {
            maker: self,
            method,
            this: None,
            known: Known::new(),
            entered: Some(entered),
            in_step: false,
            notes: BTreeMap::new(),
        };
        let (value, full) = body.expr(&as_written, None)?;
        let value = if self.differs(&full) { self.leave(value, &full, &e.ty)? } else { value };
        let special = match stmts.is_empty() {
            true => value,
            false => Expr { kind: ExprKind::Sequence(stmts, Box::new(value)), ty: e.ty.clone(), span },
        };
        let kind = ExprKind::Cond(Box::new(fits), Box::new(special), Box::new(as_written));
        Ok(Expr { kind, ty: e.ty.clone(), span })
    }
}

/// What a map, a reduction or a step, with those nested in it, is made from.
pub(super) fn leaves(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    let narrows = match &e.kind {
        ExprKind::Freeze(inner) => lime::narrows(e, inner),
        _ => false,
    };
    match &mut e.kind {
        ExprKind::Upcast(inner) if lime::is_region(inner) => leaves(inner, f),
        ExprKind::Freeze(inner) if lime::is_region(inner) && !narrows => leaves(inner, f),
        ExprKind::Map { args, .. } => args.iter_mut().for_each(|a| leaves(&mut a.expr, f)),
        ExprKind::MapBinary { left, right, .. } => {
            leaves(left, f);
            leaves(right, f);
        }
        ExprKind::MapUnary { array, .. } | ExprKind::MapConvert(array) | ExprKind::ReduceOp { array, .. } => {
            leaves(array, f);
        }
        ExprKind::ReduceMethod { array, init, captured, .. } => {
            leaves(array, f);
            init.iter_mut().for_each(|i| leaves(i, f));
            captured.iter_mut().for_each(|c| leaves(c, f));
        }
        // Its operands are variables already; its text for the host reads the same ones.
        ExprKind::ArrayStep(step) => {
            let ArrayStep { operands, captured, .. } = &mut **step;
            operands.iter_mut().chain(captured).for_each(|o| {
                if matches!(o.kind, ExprKind::Local(_)) {
                    f(o);
                }
            });
        }
        _ => f(e),
    }
}

impl<'m, 'p> Body<'m, 'p> {
    pub fn of_copy(maker: &'m mut Maker<'p>, method: MethodId, this: Option<Full>, known: Known) -> Body<'m, 'p> {
        Body { maker, method, this, known, entered: None, in_step: false, notes: BTreeMap::new() }
    }

    /// A method's text, with the locals and the result that it then has.
    pub fn text(mut self, text: Block) -> Result<(Block, Vec<Local>, Ty)> {
        let m = self.maker.program.method(self.method);
        let (mut locals, span) = (m.locals.clone(), m.name_span);
        for (i, l) in locals.iter_mut().enumerate() {
            let full = self.local_type(LocalId(i as u32));
            l.ty = self.maker.special(&full, l.span)?;
        }
        let ret = self.maker.ret_type(self.method).with(&self.known);
        let ret = self.maker.special(&ret, span)?;
        let text = self.block(&text)?;
        Ok((text, locals, ret))
    }

    fn local_type(&self, l: LocalId) -> Full {
        self.maker.local_type(self.method, l).with(&self.known)
    }

    fn block(&mut self, b: &Block) -> Result<Block> {
        let mut stmts = Vec::new();
        for s in &b.stmts {
            stmts.push(self.stmt(s)?);
            stmts.extend(self.note(s)?);
        }
        Ok(Block { stmts, span: b.span })
    }

    /// Notes where an array has been stored to.
    fn note(&mut self, s: &Stmt) -> Result<Option<Stmt>> {
        let StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Index { array, index }, .. }, .. }) = &s.kind
        else {
            return Ok(None);
        };
        let ExprKind::Local(l) = array.kind else { return Ok(None) };
        let Some(note) = self.notes.get(&l).copied() else { return Ok(None) };
        let array = Box::new(local(note.0, Ty::array(Ty::Boolean), s.span));
        let place = Place::Index { array, index: Box::new(self.plain(index)?) };
        let kind = ExprKind::Assign { place, value: Box::new(boolean(true, s.span)) };
        Ok(Some(Stmt { kind: StmtKind::Expr(Expr { kind, ty: Ty::Boolean, span: s.span }), span: s.span }))
    }

    fn stmt(&mut self, s: &Stmt) -> Result<Stmt> {
        use StmtKind as S;
        let condition = |this: &mut Self, e: &Expr| this.plain(e);
        let kind = match &s.kind {
            S::Local { local, init } => {
                let full = self.local_type(*local);
                let init = init.as_ref().map(|e| self.value(e, &full)).transpose()?;
                S::Local { local: *local, init }
            }
            S::Expr(e) => S::Expr(self.expr(e, None)?.0),
            S::Block(b) => S::Block(self.block(b)?),
            S::If { cond, then, otherwise } => S::If {
                cond: condition(self, cond)?,
                then: self.block(then)?,
                otherwise: otherwise.as_ref().map(|b| self.block(b)).transpose()?,
            },
            S::While { cond, body, label } => {
                S::While { cond: condition(self, cond)?, body: self.block(body)?, label: *label }
            }
            S::DoWhile { body, cond, label } => {
                S::DoWhile { body: self.block(body)?, cond: condition(self, cond)?, label: *label }
            }
            S::For { init, cond, update, body, label } => S::For {
                init: init.iter().map(|s| self.stmt(s)).collect::<Result<_>>()?,
                cond: cond.as_ref().map(|e| condition(self, e)).transpose()?,
                update: update.iter().map(|e| Ok(self.expr(e, None)?.0)).collect::<Result<_>>()?,
                body: self.block(body)?,
                label: *label,
            },
            S::Labeled { label, body } => S::Labeled { label: *label, body: self.block(body)? },
            S::Switch { scrutinee, arms, label } => {
                let arm = |this: &mut Self, a: &SwitchArm| Ok(SwitchArm { body: this.block(&a.body)?, ..a.clone() });
                S::Switch {
                    scrutinee: self.plain(scrutinee)?,
                    arms: arms.iter().map(|a| arm(self, a)).collect::<Result<_>>()?,
                    label: *label,
                }
            }
            S::Break(_) | S::Continue(_) | S::Return(None) => s.kind.clone(),
            S::Return(Some(e)) => {
                let full = self.maker.ret_type(self.method).with(&self.known);
                S::Return(Some(self.value(e, &full)?))
            }
            S::Throw(e) => S::Throw(self.plain(e)?),
            S::Try { body, catches, finally } => {
                let catch = |this: &mut Self, c: &Catch| Ok(Catch { body: this.block(&c.body)?, ..c.clone() });
                S::Try {
                    body: self.block(body)?,
                    catches: catches.iter().map(|c| catch(self, c)).collect::<Result<_>>()?,
                    finally: finally.as_ref().map(|b| self.block(b)).transpose()?,
                }
            }
            S::Sync { reduce, vars, body } => {
                S::Sync { reduce: reduce.clone(), vars: vars.clone(), body: self.block(body)? }
            }
            S::Single(b) => S::Single(self.block(b)?),
        };
        Ok(Stmt { kind, span: s.span })
    }

    /// An expression whose value has a type that specialised code has, too.
    fn plain(&mut self, e: &Expr) -> Result<Expr> {
        let (value, _) = self.expr(e, None)?;
        if value.ty != e.ty {
            return Err(LowerError::new(e.span, "this value of a generic class cannot be used here"));
        }
        Ok(value)
    }

    /// An expression where a value of this type is wanted.
    fn value(&mut self, e: &Expr, wanted: &Full) -> Result<Expr> {
        let (value, full) = self.expr(e, Some(wanted))?;
        let ty = self.maker.special(wanted, e.span)?;
        if value.ty == ty || matches!(full, Full::Plain(Ty::Null)) && !self.maker.differs(wanted) {
            return Ok(value);
        }
        // An object where one of a class above it is wanted.
        let objects = !value.ty.is_primitive() && !self.maker.differs(&full) && !self.maker.differs(wanted);
        if objects {
            return Ok(value);
        }
        let (given, wanted) = (self.maker.name(&full), self.maker.name(wanted));
        let message = if matches!(full, Full::Plain(Ty::Null)) {
            format!("`null` where a `{wanted}` is a value")
        } else {
            format!("a `{given}` where a `{wanted}` is wanted")
        };
        Err(LowerError::new(e.span, message).note("in parallel code values of generic classes are specialised by their type arguments, which must be the same"))
    }

    /// The type that `e` has in the program, as far as it is known.
    fn infer(&self, e: &Expr) -> Full {
        let plain = || self.maker.known(&Full::Plain(e.ty.clone()));
        let erasure = |full: &Full| self.maker.erased(full) == e.ty;
        match &e.kind {
            ExprKind::Local(l) => self.local_type(*l),
            ExprKind::This => self.this.clone().unwrap_or_else(plain),
            ExprKind::Field { object, field } => {
                let known = object.as_ref().map(|o| self.class_of(&self.infer(o))).unwrap_or_default();
                let full = self.maker.field_type(*field).with(&known);
                if object.is_some() { full } else { plain() }
            }
            ExprKind::Upcast(inner) | ExprKind::CheckCast(inner) => {
                let full = self.infer(inner);
                if erasure(&full) || matches!(inner.kind, ExprKind::Upcast(_)) { full } else { plain() }
            }
            ExprKind::Call { method, receiver, args, .. } => {
                let mut known = receiver.as_ref().map(|r| self.class_of(&self.infer(r))).unwrap_or_default();
                self.learn(*method, args, &mut known);
                self.maker.ret_type(*method).with(&known)
            }
            ExprKind::New { class, constructor, args } => {
                let mut known = Known::new();
                self.learn(*constructor, args, &mut known);
                self.made(*class, &known).unwrap_or_else(plain)
            }
            ExprKind::Index { array, .. } => self.infer(array).element().unwrap_or_else(plain),
            ExprKind::Cond(_, a, b) => {
                let full = self.infer(a);
                if matches!(full, Full::Plain(_)) { self.infer(b) } else { full }
            }
            ExprKind::Sequence(_, value) => self.infer(value),
            ExprKind::Assign { value, .. } => self.infer(value),
            ExprKind::Freeze(inner) | ExprKind::Thaw(inner) => match self.infer(inner).element() {
                Some(elem) => self.of_elements(elem, &e.ty),
                None => plain(),
            },
            ExprKind::Map { method, args } => {
                let mut known = Known::new();
                let params = self.maker.program.method(*method).params.clone();
                for (p, a) in params.iter().zip(args) {
                    let full = self.infer(&a.expr);
                    let full = if a.mapped { full.element().unwrap_or(full) } else { full };
                    self.maker.local_type(*method, *p).learn(&full, &mut known);
                }
                self.of_elements(self.maker.ret_type(*method).with(&known), &e.ty)
            }
            ExprKind::ReduceMethod { array, .. } => self.infer(array).element().unwrap_or_else(plain),
            ExprKind::Switch(sw) => self.local_type(sw.result),
            ExprKind::ArrayStep(step) => self.infer(&step.host),
            _ => plain(),
        }
    }

    /// The array type that erases to `ty`, of these elements.
    fn of_elements(&self, elem: Full, ty: &Ty) -> Full {
        match (elem, ty) {
            (Full::Plain(_), _) => self.maker.known(&Full::Plain(ty.clone())),
            (elem, Ty::Array { bound, .. }) => Full::array(elem, *bound),
            (elem, Ty::ValueArray { dims, .. }) if dims.len() == 1 => Full::value_array(elem, dims.clone()),
            (Full::ValueArray(elem, _), Ty::ValueArray { dims, .. }) => Full::value_array(*elem, dims.clone()),
            _ => self.maker.known(&Full::Plain(ty.clone())),
        }
    }

    fn learn(&self, method: MethodId, args: &[Expr], known: &mut Known) {
        for (p, a) in self.maker.program.method(method).params.iter().zip(args) {
            let wanted = self.maker.local_type(method, *p);
            // What stands for a variable is an object of any class there.
            let given = match &a.kind {
                ExprKind::Upcast(inner) if matches!(wanted, Full::Var(_)) => inner,
                _ => a,
            };
            wanted.learn(&self.infer(given), known);
        }
    }

    /// What the variables of a value's class stand for.
    fn class_of(&self, full: &Full) -> Known {
        match full {
            Full::Class(c, args) => self.maker.known_of(*c, args),
            _ => Known::new(),
        }
    }

    fn made(&self, class: ClassId, known: &Known) -> Option<Full> {
        if !self.maker.is_generic(class) {
            return None;
        }
        let params = self.maker.generics.params.get(&class)?;
        let args = params.iter().map(|p| known.get(p).cloned()).collect::<Option<Vec<_>>>()?;
        Some(Full::Class(class, args))
    }

    /// An expression, specialised, and its type; where several are possible the wanted one.
    pub fn expr(&mut self, e: &Expr, wanted: Option<&Full>) -> Result<Typed> {
        let span = e.span;
        let again = |kind, ty: &Ty| Expr { kind, ty: ty.clone(), span };
        let same = |this: &Self, kind| {
            let full = this.maker.known(&Full::Plain(e.ty.clone()));
            (Expr { kind, ty: e.ty.clone(), span }, full)
        };
        let boxed = |this: &mut Self, e: &Expr| Ok::<_, LowerError>(Box::new(this.plain(e)?));
        use ExprKind as K;
        Ok(match &e.kind {
            K::Lit(Lit::Zero) if self.maker.mentions(&e.ty) => {
                return Err(LowerError::new(span, "a value of a generic class that was never assigned"));
            }
            K::Lit(Lit::Null) => (e.clone(), Full::Plain(Ty::Null)),
            K::Lit(_) => same(self, e.kind.clone()),
            K::Local(l) => self.local(*l, e)?,
            K::This => match self.this.clone() {
                Some(full) => {
                    let ty = self.maker.special(&full, span)?;
                    (again(K::This, &ty), full)
                }
                None => same(self, K::This),
            },
            K::Field { object, field } => self.field(object.as_deref(), *field, e)?,
            K::Length(a) => {
                let (a, _) = self.expr(a, None)?;
                same(self, K::Length(Box::new(a)))
            }
            K::Index { array, index } => {
                let (array, of) = self.expr(array, None)?;
                let full = of.element().map(|f| self.maker.known(&f)).ok_or_else(LowerError::internal)?;
                let index = boxed(self, index)?;
                self.read(K::Index { array: Box::new(array), index }, full, e)?
            }
            K::Call { kind, method, receiver, args } => {
                self.call(*kind, *method, receiver.as_deref(), args, wanted, e)?
            }
            K::New { class, constructor, args } => self.new_value(*class, *constructor, args, wanted, e)?,
            K::Neg(a) => {
                let a = boxed(self, a)?;
                same(self, K::Neg(a))
            }
            K::BitNot(a) => {
                let a = boxed(self, a)?;
                same(self, K::BitNot(a))
            }
            K::Not(a) => {
                let a = boxed(self, a)?;
                same(self, K::Not(a))
            }
            K::Convert(a) => {
                let a = boxed(self, a)?;
                same(self, K::Convert(a))
            }
            K::And(a, b) => {
                let (a, b) = (boxed(self, a)?, boxed(self, b)?);
                same(self, K::And(a, b))
            }
            K::Or(a, b) => {
                let (a, b) = (boxed(self, a)?, boxed(self, b)?);
                same(self, K::Or(a, b))
            }
            K::Binary(op, a, b) => self.binary(*op, a, b, e)?,
            K::CheckCast(inner) | K::Upcast(inner) => self.cast(inner, e, wanted)?,
            K::Cond(c, a, b) => {
                let c = boxed(self, c)?;
                let (a, of) = self.expr(a, wanted)?;
                let (b, other) = self.expr(b, wanted)?;
                if a.ty != b.ty {
                    let (a, b) = (self.maker.name(&of), self.maker.name(&other));
                    return Err(LowerError::new(span, format!("a choice between a `{a}` and a `{b}`")));
                }
                let ty = a.ty.clone();
                (again(K::Cond(c, Box::new(a), Box::new(b)), &ty), of)
            }
            K::Assign { place, value } => {
                self.may_store(place, wanted.is_none(), span)?;
                let (place, full) = self.place(place)?;
                let value = self.value(value, &full)?;
                let ty = value.ty.clone();
                (again(K::Assign { place, value: Box::new(value) }, &ty), full)
            }
            K::CompoundAssign { place, op, op_ty, value } => {
                let (place, _) = self.place(place)?;
                let value = boxed(self, value)?;
                same(self, K::CompoundAssign { place, op: *op, op_ty: op_ty.clone(), value })
            }
            K::IncDec { place, decrement, prefix } => {
                let (place, _) = self.place(place)?;
                same(self, K::IncDec { place, decrement: *decrement, prefix: *prefix })
            }
            K::Switch(sw) => {
                let full = self.local_type(sw.result);
                let ty = self.maker.special(&full, span)?;
                let switch = self.stmt(&sw.switch)?;
                (again(K::Switch(Box::new(SwitchExpr { switch, result: sw.result })), &ty), full)
            }
            K::Sequence(stmts, value) => {
                let stmts = stmts.iter().map(|s| self.stmt(s)).collect::<Result<_>>()?;
                let (value, full) = self.expr(value, wanted)?;
                let ty = value.ty.clone();
                (again(K::Sequence(stmts, Box::new(value)), &ty), full)
            }
            K::NewArray { .. } | K::ArrayLit(_) | K::Freeze(_) | K::Thaw(_) | K::Concat(_) => {
                self.made_of(e, wanted)?
            }
            _ if lime::is_region(e) => self.region(e)?,
            _ => return Err(LowerError::new(span, "this is not supported in parallel code")),
        })
    }

    /// A new array, or a text, of what is given.
    fn made_of(&mut self, e: &Expr, wanted: Option<&Full>) -> Result<Typed> {
        let span = e.span;
        let again = |kind, ty: &Ty| Expr { kind, ty: ty.clone(), span };
        use ExprKind as K;
        Ok(match &e.kind {
            K::NewArray { sizes } => {
                let full = wanted.cloned().unwrap_or_else(|| self.infer(e));
                if matches!(full, Full::Array(..) | Full::ValueArray(..)) && !self.in_step {
                    return Err(LowerError::new(span, "a new array of values of a generic class")
                        .note("its elements hold nulls until they are assigned; let a map give the array, or keep the components in arrays of their own"));
                }
                let ty = self.maker.special(&full, span)?;
                let sizes = sizes.iter().map(|s| self.plain(s)).collect::<Result<_>>()?;
                (again(K::NewArray { sizes }, &ty), full)
            }
            K::ArrayLit(elements) => {
                let elem = wanted.and_then(Full::element);
                let mut made = Vec::new();
                let mut of = elem.clone();
                for x in elements {
                    let (x, full) = self.expr(x, elem.as_ref())?;
                    of.get_or_insert(full);
                    made.push(x);
                }
                let full = of.map_or_else(|| self.infer(e), |elem| self.of_elements(elem, &e.ty));
                let ty = self.maker.special(&full, span)?;
                (again(K::ArrayLit(made), &ty), full)
            }
            K::Freeze(inner) | K::Thaw(inner) => {
                let (inner, of) = self.expr(inner, None)?;
                let full = match of.element() {
                    Some(elem) => self.of_elements(elem, &e.ty),
                    None => of,
                };
                let ty = self.maker.special(&full, span)?;
                let kind = match &e.kind {
                    K::Freeze(_) => K::Freeze(Box::new(inner)),
                    _ => K::Thaw(Box::new(inner)),
                };
                (again(kind, &ty), full)
            }
            K::Concat(parts) => {
                let mut made = Vec::new();
                for part in parts {
                    let (value, full) = self.expr(part, None)?;
                    // Of a number in a box the same text is made.
                    let number = value.ty.is_primitive() || !self.maker.differs(&full);
                    made.push(if number { value } else { self.maker.leave(value, &full, &part.ty)? });
                }
                (again(K::Concat(made), &e.ty), Full::Plain(e.ty.clone()))
            }
            _ => return Err(LowerError::internal()),
        })
    }

    /// Whether a store is one that [`Body::note`] can note: a statement, with an index that may be evaluated twice.
    fn may_store(&self, place: &Place, statement: bool, span: Span) -> Result<()> {
        let Place::Index { array, index } = place else { return Ok(()) };
        let noted = matches!(&array.kind, ExprKind::Local(l) if self.notes.contains_key(l));
        let mut twice = statement;
        walk::exprs(index, &mut |e| {
            twice &= matches!(
                e.kind,
                ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::Binary(..) | ExprKind::Neg(_) | ExprKind::Convert(_)
            ) || matches!(&e.kind, ExprKind::Length(_));
        });
        if noted && !twice {
            return Err(LowerError::new(
                span,
                "a store to an array of values of a generic class with effects beside it",
            ));
        }
        Ok(())
    }

    fn local(&mut self, l: LocalId, e: &Expr) -> Result<Typed> {
        let full = self.local_type(l);
        let (read, ty) = match &self.entered {
            None => (l, self.maker.special(&full, e.span)?),
            Some(entered) => match entered.get(&l) {
                Some(&id) => (id, self.maker.special(&full, e.span)?),
                None => (l, e.ty.clone()),
            },
        };
        Ok((local(read.0, ty, e.span), full))
    }

    /// A value that has been read: of a box, the number in it.
    fn read(&mut self, kind: ExprKind, full: Full, e: &Expr) -> Result<Typed> {
        let of_array = |ty: &Ty| matches!(ty, Ty::Class(_)) && self.maker.program.unboxed(ty).is_some();
        if let Full::Plain(ty) = &full
            && of_array(ty)
        {
            return Err(LowerError::new(e.span, "an element of an array of boxes")
                .note("parallel code works on arrays of primitives: `int[[]]` instead of `Integer[[]]`"));
        }
        let ty = self.maker.special(&full, e.span)?;
        Ok((Expr { kind, ty, span: e.span }, full))
    }

    fn field(&mut self, object: Option<&Expr>, field: FieldId, e: &Expr) -> Result<Typed> {
        let span = e.span;
        let Some(object) = object else {
            if self.maker.mentions(&e.ty) {
                let name = &self.maker.program.field(field).name;
                return Err(LowerError::new(span, format!("the static field `{name}` has a value of a generic class"))
                    .note("give it as an argument: copy it into a local variable before"));
            }
            return Ok((e.clone(), self.maker.known(&Full::Plain(e.ty.clone()))));
        };
        let (object, of) = self.expr(object, None)?;
        let full = self.maker.field_type(field).with(&self.class_of(&of));
        let own = match &of {
            Full::Class(c, args) => self.maker.instance(*c, args, span)?.fields.get(&field).copied(),
            _ => None,
        };
        if own.is_none() && self.maker.differs(&full) {
            return Err(LowerError::new(span, "a field of an object that holds a value of a generic class")
                .note("give it as an argument: copy it into a local variable before"));
        }
        let ty = self.maker.special(&full, span)?;
        let kind = ExprKind::Field { object: Some(Box::new(object)), field: own.unwrap_or(field) };
        Ok((Expr { kind, ty, span }, full))
    }

    fn place(&mut self, place: &Place) -> Result<(Place, Full)> {
        Ok(match place {
            Place::Local(l) => (Place::Local(*l), self.local_type(*l)),
            Place::Index { array, index } => {
                let (array, of) = self.expr(array, None)?;
                let full = of.element().map(|f| self.maker.known(&f)).ok_or_else(LowerError::internal)?;
                (Place::Index { array: Box::new(array), index: Box::new(self.plain(index)?) }, full)
            }
            Place::Field { object, field } => {
                let read = Expr {
                    kind: ExprKind::Field { object: object.clone(), field: *field },
                    ty: self.maker.program.field(*field).ty.clone(),
                    span: Span::NONE,
                };
                match self.field(object.as_deref(), *field, &read)? {
                    (Expr { kind: ExprKind::Field { object, field }, .. }, full) => {
                        (Place::Field { object, field }, full)
                    }
                    _ => return Err(LowerError::internal()),
                }
            }
        })
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, e: &Expr) -> Result<Typed> {
        let of_boxes = |e: &Expr| self.maker.program.unboxed(&e.ty).is_some();
        let (boxes, references) = (of_boxes(a) || of_boxes(b), a.ty.is_reference() || b.ty.is_reference());
        let (a, of) = self.expr(a, None)?;
        let (b, other) = self.expr(b, None)?;
        let null = [&of, &other].into_iter().any(|f| matches!(f, Full::Plain(Ty::Null)));
        if boxes || a.ty != b.ty || null || references && a.ty.is_primitive() {
            return Err(LowerError::new(e.span, "objects cannot be compared in parallel code"));
        }
        let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
        Ok((Expr { kind, ty: e.ty.clone(), span: e.span }, Full::Plain(e.ty.clone())))
    }

    fn cast(&mut self, inner: &Expr, e: &Expr, wanted: Option<&Full>) -> Result<Typed> {
        let (value, full) = self.expr(inner, wanted)?;
        let program = &self.maker.program;
        let refused = || LowerError::new(e.span, "this cast cannot be used in parallel code");
        match &full {
            Full::Plain(Ty::Null) => return Ok((value, full)),
            // A box, which is its number here, or one that stands as an object.
            Full::Plain(ty) if program.unboxed(ty).is_some() => {
                return match (ty, &e.ty) {
                    (Ty::Class(have), Ty::Class(want)) if program.is_subclass(*have, *want) => Ok((value, full)),
                    _ => Err(refused()),
                };
            }
            Full::Class(c, _) => {
                return match &e.ty {
                    Ty::Class(want) if program.is_subclass(*c, *want) => Ok((value, full)),
                    _ => Err(refused()),
                };
            }
            Full::Array(..) | Full::ValueArray(..) => {
                let wanted = self.maker.known(&Full::Plain(e.ty.clone()));
                return if wanted == Full::Plain(self.maker.erased(&full)) {
                    Ok((value, full))
                } else {
                    Err(refused())
                };
            }
            // A value that passed through a type variable.
            Full::Plain(Ty::Class(have)) if program.class(*have).is_value => {
                if let Ty::Class(want) = &e.ty
                    && program.is_subclass(*have, *want)
                {
                    return Ok((value, full));
                }
            }
            _ => {}
        }
        let kind = match &e.kind {
            ExprKind::Upcast(_) => ExprKind::Upcast(Box::new(value)),
            _ => ExprKind::CheckCast(Box::new(value)),
        };
        Ok((Expr { kind, ty: e.ty.clone(), span: e.span }, self.maker.known(&Full::Plain(e.ty.clone()))))
    }

    /// Arguments, and what type variables stand for so that they fit.
    fn arguments(&mut self, method: MethodId, args: &[Expr], known: &mut Known) -> Result<Vec<Typed>> {
        let params = self.maker.program.method(method).params.clone();
        let mut made = Vec::new();
        for (p, a) in params.iter().zip(args) {
            let declared = self.maker.local_type(method, *p);
            let wanted = declared.with(known);
            let (value, full) = self.expr(a, Some(&wanted))?;
            declared.learn(&full, known);
            made.push((value, full));
        }
        Ok(made)
    }

    /// Whether arguments are what a method's parameters are; of what enters only as objects, whatever HIR made of it.
    fn fit(
        &mut self,
        method: MethodId,
        args: Vec<Typed>,
        known: &Known,
        special: bool,
        span: Span,
    ) -> Result<Vec<Expr>> {
        let params = self.maker.program.method(method).params.clone();
        let mut out = Vec::new();
        for (p, (value, full)) in params.iter().zip(args) {
            let wanted = self.maker.local_type(method, *p).with(known);
            let ty = match special {
                true => self.maker.special(&wanted, span)?,
                false => self.maker.program.method(method).locals[p.index()].ty.clone(),
            };
            let reference = !value.ty.is_primitive() && !ty.is_primitive() && !self.maker.differs(&full);
            let leaves = !special && self.maker.differs(&full) && matches!(ty, Ty::Class(_));
            if leaves {
                out.push(self.maker.leave(value, &full, &ty)?);
                continue;
            }
            if value.ty != ty && !reference {
                let (given, wanted) = (self.maker.name(&full), self.maker.name(&wanted));
                return Err(LowerError::new(span, format!("a `{given}` where a `{wanted}` is wanted")));
            }
            out.push(value);
        }
        Ok(out)
    }

    fn call(
        &mut self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<&Expr>,
        args: &[Expr],
        wanted: Option<&Full>,
        e: &Expr,
    ) -> Result<Typed> {
        let span = e.span;
        let callee = self.maker.program.method(method);
        let (name, display, ret) = (callee.name.clone(), callee.display.clone(), callee.ret.clone());
        let refused = || LowerError::new(span, format!("`{display}` cannot be called in parallel code"));
        // A number into a box: it stays a number.
        if self.maker.program.boxing(&ret) == Some(method)
            && let [arg] = args
        {
            return Ok((self.plain(arg)?, Full::Plain(ret)));
        }
        let mut known = Known::new();
        let mut this = None;
        let receiver = match receiver {
            None => None,
            Some(r) => {
                let (r, of) = self.expr(r, None)?;
                if let Full::Plain(ty) = &of
                    && self.maker.program.unboxed(ty).is_some()
                {
                    return self.box_call(method, &name, r, args, e);
                }
                known.extend(self.class_of(&of));
                this = Some(of.clone()).filter(|of| matches!(of, Full::Class(..)));
                Some(r)
            }
        };
        let above = kind == CallKind::Special && name == "<init>" && this.is_some() && args.is_empty();
        let target = match &this {
            Some(Full::Class(c, _)) if kind == CallKind::Virtual => {
                self.maker.program.dispatch(*c, method).ok_or_else(refused)?
            }
            _ => method,
        };
        let args = self.arguments(target, args, &mut known)?;
        let full = self.maker.ret_type(target);
        if let Some(wanted) = wanted {
            full.learn(wanted, &mut known);
        }
        let full = full.with(&known);
        let in_instance = this
            .as_ref()
            .is_some_and(|t| matches!(t, Full::Class(c, _) if self.maker.program.method(target).class == *c));
        if in_instance || !above && self.maker.is_concerned(target) {
            let overridden = kind == CallKind::Virtual
                && this.is_none()
                && self.maker.program.classes.iter().any(|c| c.vtable.get(&target).is_some_and(|m| *m != target));
            if overridden {
                return Err(refused().note("which method runs is known only when the program runs"));
            }
            let args = self.fit(target, args, &known, true, span)?;
            let copy = self.maker.copy(target, this.as_ref().filter(|_| in_instance), &known, span)?;
            let ty = self.maker.program.method(copy).ret.clone();
            let ty = if ty == Ty::Void { ty } else { self.maker.special(&full, span)? };
            let kind = if kind == CallKind::Virtual { CallKind::Special } else { kind };
            let kind = ExprKind::Call { kind, method: copy, receiver: receiver.map(Box::new), args };
            return Ok((Expr { kind, ty, span }, full));
        }
        let args = self.fit(target, args, &known, false, span)?;
        if this.is_some() && !above {
            return Err(refused());
        }
        let kind = ExprKind::Call { kind, method, receiver: receiver.map(Box::new), args };
        let (value, full) = (Expr { kind, ty: e.ty.clone(), span }, self.maker.known(&Full::Plain(e.ty.clone())));
        let boxed = self.maker.program.unboxed(&e.ty).is_some();
        Ok((if boxed { self.maker.enter(value, &full)? } else { value }, full))
    }

    /// A method of a box: of its number.
    fn box_call(&mut self, method: MethodId, name: &str, number: Expr, args: &[Expr], e: &Expr) -> Result<Typed> {
        let span = e.span;
        let callee = self.maker.program.method(method);
        let (class, display, ret) = (callee.class, callee.display.clone(), callee.ret.clone());
        let full = Full::Plain(ret.clone());
        if name.ends_with("Value") && args.is_empty() && ret.is_primitive() {
            let kind = ExprKind::Convert(Box::new(number.clone()));
            let value = if number.ty == ret { number } else { Expr { kind, ty: ret, span } };
            return Ok((value, full));
        }
        // `a.compareTo(b)` is `Integer.compare(a, b)`.
        if let ("compareTo", [arg]) = (name, args) {
            let (arg, _) = self.expr(arg, None)?;
            let numbers = |m: &&MethodId| {
                let m = self.maker.program.method(**m);
                let of = |p: &LocalId| m.locals[p.index()].ty == number.ty;
                m.is_static && m.name == "compare" && m.params.len() == 2 && m.params.iter().all(of)
            };
            let compare = self.maker.program.class(class).methods.iter().find(numbers).copied();
            if let Some(method) = compare.filter(|_| arg.ty == number.ty) {
                let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![number, arg] };
                return Ok((Expr { kind, ty: ret, span }, full));
            }
        }
        Err(LowerError::new(span, format!("`{display}` cannot be called in parallel code")))
    }

    fn new_value(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        args: &[Expr],
        wanted: Option<&Full>,
        e: &Expr,
    ) -> Result<Typed> {
        let span = e.span;
        let mut known = Known::new();
        if let Some(Full::Class(c, args)) = wanted
            && *c == class
        {
            known.extend(self.maker.known_of(*c, args));
            // What is not known there follows from the arguments.
            known.retain(|_, full| !matches!(full, Full::Var(_)));
        }
        let args = self.arguments(constructor, args, &mut known)?;
        if !self.maker.is_generic(class) {
            let args = self.fit(constructor, args, &known, false, span)?;
            let kind = ExprKind::New { class, constructor, args };
            return Ok((Expr { kind, ty: e.ty.clone(), span }, Full::Plain(e.ty.clone())));
        }
        let full = self.made(class, &known).ok_or_else(|| {
            let name = self.maker.simple(class);
            LowerError::new(span, format!("what the type arguments of this `{name}` are is not known"))
        })?;
        let Full::Class(_, of) = &full else { return Err(LowerError::internal()) };
        let own = self.maker.instance(class, of, span)?.class;
        let args = self.fit(constructor, args, &known, true, span)?;
        let constructor = self.maker.copy(constructor, Some(&full), &known, span)?;
        let kind = ExprKind::New { class: own, constructor, args };
        Ok((Expr { kind, ty: Ty::Class(own), span }, full))
    }

    /// A map, a reduction or a step.
    fn region(&mut self, e: &Expr) -> Result<Typed> {
        let span = e.span;
        let plain =
            |this: &Self, kind| (Expr { kind, ty: e.ty.clone(), span }, this.maker.known(&Full::Plain(e.ty.clone())));
        use ExprKind as K;
        Ok(match &e.kind {
            K::Map { method, args } => {
                let mut known = Known::new();
                let params = self.maker.program.method(*method).params.clone();
                let (mut given, mut mapped) = (Vec::new(), Vec::new());
                for (p, a) in params.iter().zip(args) {
                    let (value, full) = self.expr(&a.expr, None)?;
                    let full = match a.mapped {
                        true => self.elements(&full, &self.maker.local_type(*method, *p)),
                        false => full,
                    };
                    self.maker.local_type(*method, *p).learn(&full, &mut known);
                    given.push(full);
                    mapped.push(MapArg { expr: value, mapped: a.mapped });
                }
                // The elements must be what the parameters are.
                for (p, full) in params.iter().zip(&given) {
                    let wanted = self.maker.local_type(*method, *p).with(&known);
                    if self.maker.special(full, span)? != self.maker.special(&wanted, span)? {
                        let (full, wanted) = (self.maker.name(full), self.maker.name(&wanted));
                        return Err(LowerError::new(span, format!("a `{full}` where a `{wanted}` is wanted")));
                    }
                }
                let ret = self.maker.ret_type(*method).with(&known);
                let full = self.of_elements(ret, &e.ty);
                let method = self.function(*method, &known, span)?;
                let ty = self.maker.special(&full, span)?;
                (Expr { kind: K::Map { method, args: mapped }, ty, span }, full)
            }
            K::ReduceMethod { method, operator, array, init, captured } => {
                let (array, of) = self.expr(array, None)?;
                let full = of.element().ok_or_else(LowerError::internal)?;
                let init = init.as_ref().map(|i| Ok::<_, LowerError>(Box::new(self.value(i, &full)?))).transpose()?;
                let captured = captured.iter().map(|c| Ok(self.expr(c, None)?.0)).collect::<Result<_>>()?;
                let mut known = Known::new();
                for p in self.maker.program.method(*method).params.clone().iter().take(2) {
                    self.maker.local_type(*method, *p).learn(&full, &mut known);
                }
                let method = self.function(*method, &known, span)?;
                let ty = self.maker.special(&full, span)?;
                let kind = K::ReduceMethod { method, operator: *operator, array: Box::new(array), init, captured };
                (Expr { kind, ty, span }, full)
            }
            K::ArrayStep(step) => self.step(step, e)?,
            K::MapBinary { op, left, right } => {
                let (left, right) = (Box::new(self.plain(left)?), Box::new(self.plain(right)?));
                plain(self, K::MapBinary { op: *op, left, right })
            }
            K::MapUnary { op, array } => {
                let array = Box::new(self.plain(array)?);
                plain(self, K::MapUnary { op: *op, array })
            }
            K::MapConvert(array) => {
                let array = Box::new(self.plain(array)?);
                plain(self, K::MapConvert(array))
            }
            K::ReduceOp { op, array } => {
                let array = Box::new(self.plain(array)?);
                plain(self, K::ReduceOp { op: *op, array })
            }
            _ => return Err(LowerError::internal()),
        })
    }

    /// The elements of a mapped array: as deep as the parameter is no array.
    fn elements(&self, array: &Full, param: &Full) -> Full {
        let rank = |full: &Full| {
            let mut full = full.clone();
            let mut rank = 0;
            while let Some(inner) = full.element() {
                full = inner;
                rank += 1;
            }
            rank
        };
        let mut full = array.clone();
        while rank(&full) > rank(param)
            && let Some(inner) = full.element()
        {
            full = inner;
        }
        self.maker.known(&full)
    }

    /// The function that is mapped.
    fn function(&mut self, method: MethodId, known: &Known, span: Span) -> Result<MethodId> {
        match self.maker.is_concerned(method) {
            true => self.maker.copy(method, None, known, span),
            false => Ok(method),
        }
    }

    fn step(&mut self, step: &ArrayStep, e: &Expr) -> Result<Typed> {
        let span = e.span;
        let mut operands = Vec::new();
        let mut types = Vec::new();
        for o in &step.operands {
            let (value, full) = self.expr(o, None)?;
            operands.push(value);
            types.push(full);
        }
        let captured = step.captured.iter().map(|c| Ok(self.expr(c, None)?.0)).collect::<Result<_>>()?;
        let mut known = Known::new();
        let elem = types.first().and_then(Full::element);
        if let Some(method) = step.method {
            let params = self.maker.program.method(method).params.clone();
            let scans = matches!(step.kind, ArrayStepKind::Scan { .. });
            let given = params.iter().take(if scans { 2 } else { 1 });
            for (k, p) in given.enumerate() {
                // A scan's function is given what has been combined so far, and an element.
                let full = if scans && k == 0 { types.get(1).cloned() } else { elem.clone() };
                full.iter().for_each(|full| self.maker.local_type(method, *p).learn(full, &mut known));
            }
        }
        let method = step.method.map(|m| self.function(m, &known, span)).transpose()?;
        let of_result = match step.kind {
            ArrayStepKind::Scan { .. } => types.get(1).cloned().or(elem),
            _ => elem,
        };
        let full = match step.kind {
            ArrayStepKind::Histogram | ArrayStepKind::Scatter => self.infer(e),
            _ => self.of_elements(of_result.ok_or_else(LowerError::internal)?, &e.ty),
        };
        let ty = self.maker.special(&full, span)?;
        // Where the host evaluates the expression it is as it is written.
        let host = match self.entered {
            Some(_) => step.host.clone(),
            None => {
                let around = std::mem::replace(&mut self.in_step, true);
                let host = self.expr(&step.host, Some(&full));
                self.in_step = around;
                host?.0
            }
        };
        let step = ArrayStep { kind: step.kind, method, operands, captured, host };
        Ok((Expr { kind: ExprKind::ArrayStep(Box::new(step)), ty, span }, full))
    }
}
