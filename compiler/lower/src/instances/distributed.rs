//! SOMD methods on values of generic classes.
//!
//! A method that neither takes nor gives such values has its text specialised. Of another one there is a specialised copy, which the method
//! calls where what it is given fits. It then is a plain method, whose own text says what one instance does.
//!
//! Of an array that can change the copy works on one of its own. It notes where it has stored, in an array beside it, and those elements
//! go back: what an array holds that is only stored to need not fit.

use super::body::Body;
use super::boundary::{Array, boolean, both, local};
use super::{Full, Known, Maker};
use crate::error::{LowerError, Result};
use crate::walk;
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::BTreeMap;

/// An array parameter whose elements are values of a generic class, and can change.
struct Changing {
    param: LocalId,
    full: Full,
    read: bool,
    written: bool,
}

fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

fn not_equal(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr { kind: ExprKind::Binary(BinOp::Ne, Box::new(a), Box::new(b)), ty: Ty::Boolean, span }
}

impl Maker<'_> {
    /// Specialises a SOMD method.
    pub(super) fn distributed(&mut self, id: MethodId) -> Result<()> {
        let m = self.program.method(id).clone();
        let Some(text) = m.body.clone() else { return Ok(()) };
        let types: Vec<Full> = m.params.iter().map(|p| self.local_type(id, *p)).collect();
        let ret = self.ret_type(id);
        let gives = m.ret != Ty::Void && self.differs(&ret);
        if !gives && !types.iter().any(|t| self.differs(t)) {
            let (text, locals, _) = Body::of_copy(self, id, None, Known::new()).text(text)?;
            let own = &mut self.program.methods[id.index()];
            (own.body, own.locals) = (Some(text), locals);
            return Ok(());
        }
        let span = m.name_span;
        let reduced = m.somd.as_ref().and_then(|s| s.reduce.as_ref());
        if gives && (matches!(reduced, Some((Reduce::User(_), _))) || matches!(ret, Full::Array(..))) {
            return Err(LowerError::new(span, "a result that is a value of a generic class"));
        }
        let mut changing = Vec::new();
        for (&param, full) in m.params.iter().zip(&types) {
            if matches!(full, Full::Array(..)) {
                changing.push(used(&text, param, full.clone(), span)?);
            }
        }
        let first = m.locals.len() as u32;
        let written = changing.iter().filter(|c| c.written).map(|c| c.param);
        let notes: BTreeMap<LocalId, LocalId> = written.zip(first..).map(|(p, n)| (p, LocalId(n))).collect();
        let mut body = Body::of_copy(self, id, None, Known::new());
        body.notes = notes.clone();
        let (text, mut locals, special) = body.text(text)?;
        let mut params = m.params.clone();
        for (&array, &note) in &notes {
            let of = m.locals[array.index()].clone();
            let name = format!("{}_stored", of.name).into();
            locals.push(Local { name, ty: Ty::array(Ty::Boolean), dist: None, shared: false, ..of });
            params.push(note);
        }
        let call = self.entering(id, &m, &types, &changing)?;
        if gives {
            // What can go wrong does so before there is a copy.
            self.leave(local(0, special.clone(), span), &ret, &m.ret)?;
        }
        let copy = MethodId(self.program.methods.len() as u32);
        let of_copy = Method { body: Some(text), params, locals, ret: special.clone(), is_virtual: false, ..m.clone() };
        self.program.methods.push(of_copy);
        self.program.classes[m.class.index()].methods.push(copy);
        let own = self.calling(id, &m, copy, call, &ret, special)?;
        let method = &mut self.program.methods[id.index()];
        (method.somd, method.body) = (None, Some(own));
        method.locals.iter_mut().for_each(|l| (l.dist, l.shared) = (None, false));
        Ok(())
    }

    /// What the copy is given, and whether it may be.
    fn entering(&mut self, id: MethodId, m: &Method, types: &[Full], changing: &[Changing]) -> Result<Entering> {
        let span = m.name_span;
        let mut made = Entering { fits: boolean(true, span), before: Vec::new(), args: Vec::new(), after: Vec::new() };
        let mut notes = Vec::new();
        let ask = |made: &mut Entering, asked: Expr| made.fits = both(made.fits.clone(), asked);
        for (p, full) in m.params.iter().zip(types) {
            let read = local(p.0, m.locals[p.index()].ty.clone(), span);
            if !self.differs(full) {
                made.args.push(read);
                continue;
            }
            let Some(array) = changing.iter().find(|c| c.param == *p) else {
                if let Some(asked) = self.fits(read.clone(), full)? {
                    ask(&mut made, asked);
                }
                made.args.push(self.enter(read, full)?);
                continue;
            };
            let special = self.special(full, span)?;
            let length = Expr { kind: ExprKind::Length(Box::new(read.clone())), ty: Ty::Int, span };
            let new = |ty: &Ty| {
                let kind = ExprKind::NewArray { sizes: vec![length.clone()] };
                Expr { kind, ty: ty.clone(), span }
            };
            let value = match array.read {
                true => {
                    if let Some(asked) = self.fits(read.clone(), full)? {
                        ask(&mut made, asked);
                    }
                    self.enter(read.clone(), full)?
                }
                false => {
                    let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: Ty::Null, span };
                    ask(&mut made, not_equal(read.clone(), null));
                    new(&special)
                }
            };
            // Two names of one array.
            let others = changing.iter().filter(|o| o.param < *p && o.full == *full && (o.written || array.written));
            for other in others {
                let other = local(other.param.0, read.ty.clone(), span);
                ask(&mut made, not_equal(read.clone(), other));
            }
            let entered = self.temporary(id, "entered", special.clone(), span);
            made.before.push(stmt(StmtKind::Local { local: entered, init: Some(value) }, span));
            let entered = local(entered.0, special, span);
            made.args.push(entered.clone());
            if array.written {
                let ty = Ty::array(Ty::Boolean);
                let note = self.temporary(id, "stored", ty.clone(), span);
                made.before.push(stmt(StmtKind::Local { local: note, init: Some(new(&ty)) }, span));
                let note = local(note.0, ty, span);
                notes.push(note.clone());
                let method = self.array_method(Array::Back, full, span)?;
                let args = vec![entered, read, note];
                let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
                made.after.push(stmt(StmtKind::Expr(Expr { kind, ty: Ty::Void, span }), span));
            }
        }
        made.args.extend(notes);
        Ok(made)
    }

    /// The method's own text: a call of the copy where that may be, else what it was.
    fn calling(
        &mut self,
        id: MethodId,
        m: &Method,
        copy: MethodId,
        given: Entering,
        ret: &Full,
        special: Ty,
    ) -> Result<Block> {
        let span = m.name_span;
        let this = Expr { kind: ExprKind::This, ty: Ty::Class(m.class), span };
        let (kind, receiver) = match m.is_static {
            true => (CallKind::Static, None),
            false => (CallKind::Special, Some(Box::new(this))),
        };
        let kind = ExprKind::Call { kind, method: copy, receiver, args: given.args };
        let call = Expr { kind, ty: special.clone(), span };
        let mut called = given.before;
        let result = match m.ret {
            Ty::Void => {
                called.push(stmt(StmtKind::Expr(call), span));
                None
            }
            _ => {
                let result = self.temporary(id, "result", special.clone(), span);
                called.push(stmt(StmtKind::Local { local: result, init: Some(call) }, span));
                let read = local(result.0, special, span);
                Some(if self.differs(ret) { self.leave(read, ret, &m.ret)? } else { read })
            }
        };
        called.extend(given.after);
        called.push(stmt(StmtKind::Return(result), span));
        let then = Block { stmts: called, span };
        let mut stmts = vec![stmt(StmtKind::If { cond: given.fits, then, otherwise: None }, span)];
        if let Some(mut text) = m.body.clone() {
            text.stmts.iter_mut().for_each(one_instance);
            stmts.append(&mut text.stmts);
        }
        Ok(Block { stmts, span })
    }
}

struct Entering {
    fits: Expr,
    before: Vec<Stmt>,
    args: Vec<Expr>,
    after: Vec<Stmt>,
}

/// What a method does with an array that it is given.
fn used(text: &Block, param: LocalId, full: Full, span: Span) -> Result<Changing> {
    let is = |e: &Expr| matches!(&e.kind, ExprKind::Local(l) if *l == param);
    let (mut all, mut read, mut written, mut lengths) = (0, 0, 0, 0);
    walk::exprs_in(text, &mut |e| match &e.kind {
        ExprKind::Local(_) if is(e) => all += 1,
        ExprKind::Index { array, .. } if is(array) => read += 1,
        ExprKind::Length(array) if is(array) => lengths += 1,
        ExprKind::Assign { place: Place::Index { array, .. }, .. } if is(array) => written += 1,
        _ => {}
    });
    if all != read + written + lengths || walk::assigned_in(text).contains(&param) {
        return Err(LowerError::new(span, "an array of values of a generic class that gets another name"));
    }
    Ok(Changing { param, full, read: read > 0, written: written > 0 })
}

/// What a statement of a SOMD method means where there is one instance.
fn one_instance(s: &mut Stmt) {
    if let StmtKind::Sync { body, .. } | StmtKind::Single(body) = &mut s.kind {
        s.kind = StmtKind::Block(std::mem::take(body));
    }
    somd_hir::walk::of_stmt_mut(s, &mut |n| {
        if let somd_hir::walk::NodeMut::Stmt(s) = n {
            one_instance(s);
        }
    });
}
