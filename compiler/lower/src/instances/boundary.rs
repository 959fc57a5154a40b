//! Between the host's objects and specialised code: objects become values of instances and back.

use super::{Full, Instance, Maker};
use crate::error::{LowerError, Result};
use somd_hir::*;
use somd_syntax::source::Span;

/// What a method on a whole array does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Array {
    Enter,
    Leave,
    Fits,
    /// Stores what has been stored to one array to another.
    Back,
}

pub fn local(l: u32, ty: Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(LocalId(l)), ty, span }
}

pub fn boolean(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Lit(Lit::Boolean(value)), ty: Ty::Boolean, span }
}

pub fn int(value: i32, span: Span) -> Expr {
    Expr { kind: ExprKind::Lit(Lit::Int(value)), ty: Ty::Int, span }
}

pub fn both(a: Expr, b: Expr) -> Expr {
    if matches!(a.kind, ExprKind::Lit(Lit::Boolean(true))) {
        return b;
    }
    let span = a.span;
    Expr { kind: ExprKind::And(Box::new(a), Box::new(b)), ty: Ty::Boolean, span }
}

fn call(method: MethodId, arg: Expr, ty: Ty) -> Expr {
    let span = arg.span;
    Expr { kind: ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![arg] }, ty, span }
}

fn new_local(name: &str, ty: Ty, span: Span) -> Local {
    Local { name: name.into(), ty, is_final: false, dist: None, shared: false, blank: None, span }
}

fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

impl Maker<'_> {
    /// A type as the host has it.
    pub(super) fn erased(&self, full: &Full) -> Ty {
        match full {
            Full::Plain(ty) => ty.clone(),
            Full::Class(c, _) => Ty::Class(*c),
            Full::Array(elem, bound) => Ty::Array { elem: self.erased(elem).into(), bound: *bound },
            Full::ValueArray(elem, dims) => Ty::ValueArray { elem: self.erased(elem).into(), dims: dims.clone() },
            Full::Var(_) => {
                self.program.known.classes.get("java.lang.Object").map_or(Ty::Null, |&object| Ty::Class(object))
            }
        }
    }

    fn as_type(&self, e: Expr, ty: Ty) -> Expr {
        if e.ty == ty {
            return e;
        }
        let span = e.span;
        Expr { kind: ExprKind::CheckCast(Box::new(e)), ty, span }
    }

    /// The number in a box.
    pub(super) fn unboxed(&self, e: Expr, primitive: &Ty) -> Result<Expr> {
        let Ty::Class(class) = e.ty else { return Err(LowerError::internal()) };
        let takes_out = |m: &&MethodId| {
            let m = self.program.method(**m);
            m.ret == *primitive && m.params.is_empty() && m.name.ends_with("Value")
        };
        let methods = &self.program.class(class).methods;
        let method = methods.iter().find(takes_out).copied().ok_or_else(LowerError::internal)?;
        let kind = if self.program.method(method).is_virtual { CallKind::Virtual } else { CallKind::Special };
        let span = e.span;
        let kind = ExprKind::Call { kind, method, receiver: Some(Box::new(e)), args: Vec::new() };
        Ok(Expr { kind, ty: primitive.clone(), span })
    }

    /// A value of the host's as specialised code has it.
    pub(super) fn enter(&mut self, e: Expr, full: &Full) -> Result<Expr> {
        let span = e.span;
        match full {
            Full::Plain(ty) => match self.program.unboxed(ty) {
                Some(primitive) => self.unboxed(self.as_type(e, ty.clone()), &primitive),
                None => Ok(self.as_type(e, ty.clone())),
            },
            Full::Class(c, args) => {
                let Instance { class, enter, .. } = self.instance(*c, args, span)?;
                let args = vec![self.as_type(e, Ty::Class(*c))];
                Ok(Expr { kind: ExprKind::New { class, constructor: enter, args }, ty: Ty::Class(class), span })
            }
            _ => {
                let ty = self.special(full, span)?;
                Ok(call(self.array_method(Array::Enter, full, span)?, e, ty))
            }
        }
    }

    /// A value of specialised code as the host has it, at this type.
    pub(super) fn leave(&mut self, e: Expr, full: &Full, wanted: &Ty) -> Result<Expr> {
        let span = e.span;
        let out = match full {
            Full::Plain(ty) => match self.program.boxing(ty) {
                Some(boxing) => call(boxing, e, ty.clone()),
                None => e,
            },
            Full::Class(c, args) => {
                let constructor = self.instance(*c, args, span)?.leave;
                Expr { kind: ExprKind::New { class: *c, constructor, args: vec![e] }, ty: Ty::Class(*c), span }
            }
            _ => {
                let ty = self.erased(full);
                call(self.array_method(Array::Leave, full, span)?, e, ty)
            }
        };
        if out.ty == *wanted {
            return Ok(out);
        }
        Ok(Expr { kind: ExprKind::Upcast(Box::new(out)), ty: wanted.clone(), span })
    }

    /// Whether what the host has can enter; None where it surely can.
    pub(super) fn fits(&mut self, e: Expr, full: &Full) -> Result<Option<Expr>> {
        let span = e.span;
        let is = |e: &Expr, ty: Ty| {
            let kind = ExprKind::InstanceOf { expr: Box::new(e.clone()), ty, binding: None };
            Expr { kind, ty: Ty::Boolean, span }
        };
        Ok(match full {
            Full::Plain(ty) if ty.is_primitive() => None,
            Full::Plain(ty) if self.program.unboxed(ty).is_some() || e.ty != *ty => Some(is(&e, ty.clone())),
            Full::Plain(_) | Full::Var(_) => None,
            Full::Class(c, args) => {
                let asks = self.instance(*c, args, span)?.fits;
                let ty = Ty::Class(*c);
                let first = if e.ty == ty { boolean(true, span) } else { is(&e, ty.clone()) };
                Some(both(first, call(asks, self.as_type(e, ty), Ty::Boolean)))
            }
            _ => Some(call(self.array_method(Array::Fits, full, span)?, e, Ty::Boolean)),
        })
    }

    fn add_method(&mut self, class: ClassId, like: Method) -> MethodId {
        let id = MethodId(self.program.methods.len() as u32);
        self.program.methods.push(Method { class, ..like });
        self.program.classes[class.index()].methods.push(id);
        id
    }

    /// A method of a class with one parameter.
    fn of_one(
        &self,
        class: ClassId,
        name: &str,
        kind: MethodKind,
        locals: Vec<Local>,
        ret: Ty,
        stmts: Vec<Stmt>,
    ) -> Method {
        let def = self.program.class(class);
        let span = def.span;
        Method {
            class,
            name: name.into(),
            display: format!("{}.{name}", def.name).into(),
            kind,
            is_static: kind == MethodKind::Method,
            is_abstract: false,
            is_virtual: false,
            params: vec![LocalId(0)],
            locals,
            slots: Vec::new(),
            ret,
            throws: Vec::new(),
            body: Some(Block { stmts, span }),
            native: None,
            declared_local: None,
            somd: None,
            fast_math: false,
            cold: false,
            assert_offload: None,
            name_span: span,
            span,
        }
    }

    /// Makes what brings single objects in and out, and asks them.
    pub(super) fn conversions(
        &mut self,
        generic: ClassId,
        class: ClassId,
        components: &[(FieldId, FieldId, Full)],
    ) -> Result<(MethodId, MethodId, MethodId)> {
        let span = self.program.class(generic).span;
        let (host, own) = (Ty::Class(generic), Ty::Class(class));
        let part = |of: &Ty, field: FieldId, ty: Ty| Expr {
            kind: ExprKind::Field { object: Some(Box::new(local(0, of.clone(), span))), field },
            ty,
            span,
        };
        let (mut into, mut out) = (vec![self.above(generic, &own, span)?], vec![self.above(generic, &host, span)?]);
        let mut fits = boolean(true, span);
        for (f, g, full) in components {
            let erased = self.program.field(*f).ty.clone();
            let special = self.program.field(*g).ty.clone();
            let given = part(&host, *f, erased.clone());
            if let Some(asked) = self.fits(given.clone(), full)? {
                fits = both(fits, asked);
            }
            let value = self.enter(given, full)?;
            into.push(assign(&own, *g, value, span));
            let value = self.leave(part(&own, *g, special), full, &erased)?;
            out.push(assign(&host, *f, value, span));
        }
        let of = |ty: &Ty| vec![new_local("of", ty.clone(), span)];
        let enter = self.of_one(class, "<init>", MethodKind::Constructor, of(&host), Ty::Void, into);
        let leave = self.of_one(generic, "<init>", MethodKind::Constructor, of(&own), Ty::Void, out);
        let answer = vec![stmt(StmtKind::Return(Some(fits)), span)];
        let fits = self.of_one(class, "fits", MethodKind::Method, of(&host), Ty::Boolean, answer);
        Ok((self.add_method(class, enter), self.add_method(generic, leave), self.add_method(class, fits)))
    }

    /// The call of the constructor of the class above.
    fn above(&self, class: ClassId, this: &Ty, span: Span) -> Result<Stmt> {
        let above = self.program.class(class).superclass.ok_or_else(LowerError::internal)?;
        let plain = |m: &&MethodId| {
            let m = self.program.method(**m);
            m.kind == MethodKind::Constructor && m.params.is_empty()
        };
        let method = self.program.class(above).methods.iter().find(plain).copied().ok_or_else(|| {
            LowerError::new(
                span,
                format!("the class above `{}` has no constructor without parameters", self.simple(class)),
            )
        })?;
        let receiver = Some(Box::new(Expr { kind: ExprKind::This, ty: this.clone(), span }));
        let kind = ExprKind::Call { kind: CallKind::Special, method, receiver, args: Vec::new() };
        Ok(stmt(StmtKind::Expr(Expr { kind, ty: Ty::Void, span }), span))
    }

    /// The method that does something with every element of an array of one dimension.
    pub(super) fn array_method(&mut self, what: Array, full: &Full, span: Span) -> Result<MethodId> {
        if let Some(&done) = self.arrays.get(&(what, full.clone())) {
            return Ok(done);
        }
        let several = || LowerError::new(span, "arrays of several dimensions of values of generic classes");
        let elem = match full {
            Full::Array(elem, _) => (**elem).clone(),
            Full::ValueArray(elem, dims) if dims.len() == 1 => (**elem).clone(),
            _ => return Err(several()),
        };
        let Full::Class(c, args) = &elem else { return Err(several()) };
        let class = self.instance(*c, args, span)?.class;
        let (host, own) = (self.erased(full), self.special(full, span)?);
        let (from, to) = match what {
            Array::Enter => (host.clone(), own),
            Array::Leave => (own, host.clone()),
            Array::Fits => (host.clone(), Ty::Boolean),
            Array::Back => (own, Ty::Void),
        };
        let span = self.program.class(*c).span;
        let (of, n, i, result) = (local(0, from.clone(), span), local(1, Ty::Int, span), local(2, Ty::Int, span), 3);
        let element = |full: &Full, this: &Self| match what {
            Array::Leave | Array::Back => Ty::Class(class),
            _ => this.erased(full),
        };
        let index = ExprKind::Index { array: Box::new(of.clone()), index: Box::new(i.clone()) };
        let x = Expr { kind: index, ty: element(&elem, self), span };
        let made = match what {
            Array::Enter => Ty::array(Ty::Class(class)),
            _ => Ty::array(self.erased(&elem)),
        };
        let mut stmts = Vec::new();
        let length = Expr { kind: ExprKind::Length(Box::new(of.clone())), ty: Ty::Int, span };
        if what == Array::Fits {
            let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: Ty::Null, span };
            let kind = ExprKind::Binary(BinOp::Eq, Box::new(of.clone()), Box::new(null));
            let missing = Expr { kind, ty: Ty::Boolean, span };
            let no = vec![stmt(StmtKind::Return(Some(boolean(false, span))), span)];
            if matches!(from, Ty::Array { .. }) {
                stmts
                    .push(stmt(StmtKind::If { cond: missing, then: Block { stmts: no, span }, otherwise: None }, span));
            }
        }
        stmts.push(stmt(StmtKind::Local { local: LocalId(1), init: Some(length) }, span));
        let body = match what {
            Array::Fits => {
                let asked = self.fits(x, &elem)?.unwrap_or_else(|| boolean(true, span));
                let cond = Expr { kind: ExprKind::Not(Box::new(asked)), ty: Ty::Boolean, span };
                let no = vec![stmt(StmtKind::Return(Some(boolean(false, span))), span)];
                StmtKind::If { cond, then: Block { stmts: no, span }, otherwise: None }
            }
            Array::Back => {
                let erased = self.erased(&elem);
                let value = Box::new(self.leave(x, &elem, &erased)?);
                let at = |array: Expr| (Box::new(array), Box::new(i.clone()));
                let (array, index) = at(local(result, made.clone(), span));
                let kind = ExprKind::Assign { place: Place::Index { array, index }, value };
                let store = stmt(StmtKind::Expr(Expr { kind, ty: erased, span }), span);
                let (array, index) = at(local(4, Ty::array(Ty::Boolean), span));
                let cond = Expr { kind: ExprKind::Index { array, index }, ty: Ty::Boolean, span };
                StmtKind::If { cond, then: Block { stmts: vec![store], span }, otherwise: None }
            }
            _ => {
                let new = Expr { kind: ExprKind::NewArray { sizes: vec![n.clone()] }, ty: made.clone(), span };
                stmts.push(stmt(StmtKind::Local { local: LocalId(result), init: Some(new) }, span));
                let erased = self.erased(&elem);
                let value = match what {
                    Array::Enter => self.enter(x, &elem)?,
                    _ => self.leave(x, &elem, &erased)?,
                };
                let ty = value.ty.clone();
                let array = Box::new(local(result, made.clone(), span));
                let place = Place::Index { array, index: Box::new(i.clone()) };
                StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value: Box::new(value) }, ty, span })
            }
        };
        let cond = ExprKind::Binary(BinOp::Lt, Box::new(i), Box::new(n));
        let update = ExprKind::IncDec { place: Place::Local(LocalId(2)), decrement: false, prefix: false };
        stmts.push(stmt(
            StmtKind::For {
                init: vec![stmt(StmtKind::Local { local: LocalId(2), init: Some(int(0, span)) }, span)],
                cond: Some(Expr { kind: cond, ty: Ty::Boolean, span }),
                update: vec![Expr { kind: update, ty: Ty::Int, span }],
                body: Block { stmts: vec![stmt(body, span)], span },
                label: LabelId(0),
            },
            span,
        ));
        let all = local(result, made.clone(), span);
        let answer = match what {
            Array::Back => None,
            Array::Fits => Some(boolean(true, span)),
            _ if matches!(to, Ty::Array { .. }) => Some(all),
            _ => Some(Expr { kind: ExprKind::Freeze(Box::new(all)), ty: to.clone(), span }),
        };
        stmts.push(stmt(StmtKind::Return(answer), span));
        let mut locals =
            vec![new_local("of", from, span), new_local("n", Ty::Int, span), new_local("i", Ty::Int, span)];
        locals.push(new_local("result", made, span));
        locals.push(new_local("stored", Ty::array(Ty::Boolean), span));
        let name = match what {
            Array::Enter => "enter",
            Array::Leave => "leave",
            Array::Fits => "fit",
            Array::Back => "back",
        };
        let mut method = self.of_one(class, name, MethodKind::Method, locals, to, stmts);
        if what == Array::Back {
            method.params.extend([LocalId(3), LocalId(4)]);
        }
        let id = self.add_method(class, method);
        self.arrays.insert((what, full.clone()), id);
        Ok(id)
    }
}

fn assign(this: &Ty, field: FieldId, value: Expr, span: Span) -> Stmt {
    let object = Some(Box::new(Expr { kind: ExprKind::This, ty: this.clone(), span }));
    let ty = value.ty.clone();
    let kind = ExprKind::Assign { place: Place::Field { object, field }, value: Box::new(value) };
    stmt(StmtKind::Expr(Expr { kind, ty, span }), span)
}
