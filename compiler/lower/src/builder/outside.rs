//! Objects from outside a loop: what the loop reads of them is read before it.
//!
//! A loop over elements often takes its bounds and factors from an object: `in.height`, `p.q.scale`, `this.lens.f`. Which object that is
//! does not change while the loop runs, and neither do the fields, which parallel code cannot write. So the region is given the values of
//! the fields, as it is given those of `this`; an object in a field is a longer path, and an array in one is the region's as any other.
//!
//! In Java a loop that is never entered reads nothing of its body. So the program asks before the loop whether all the objects are there;
//! where one is null, the loop runs as it is written, and throws what and where Java does, or nothing.
//!
//! A method that is called on such an object runs in place. Which one it is depends on the object's class: where several may arrive, the
//! region is made for each of them, with the class as what is *assumed* of the path, and the program asks for the class too.

use super::objects::{Object, ObjectId};
use crate::arrivals::Holder;
use crate::builder::ragged::rows_of;
use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::types::core_type;
use somd_core::ir::{Expr, VarId};
use somd_hir::{self as hir, ClassId, FieldId, LocalId, MethodId};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Where an object from outside is found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    root: Root,
    /// Each with the class that it is cast to, where its type is a type variable.
    fields: Vec<(FieldId, Option<ClassId>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    This,
    /// Of the method that the region is a part of.
    Local(LocalId),
    Static(FieldId),
}

/// The classes that a region is made for.
pub type Assumed = BTreeMap<Path, Class>;

/// A class, and those of its subclasses that a region of their own is made for.
#[derive(Clone, Debug)]
pub struct Class {
    pub of: ClassId,
    pub but: Vec<ClassId>,
}

/// A string that is the same in all iterations: a literal, or one in a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Text {
    Literal(Vec<u16>),
    Field(Option<Path>, FieldId),
}

/// A region is made for no more classes than this.
const MOST_CLASSES: usize = 6;

/// An object from outside.
#[derive(Clone, Debug)]
pub struct Outside {
    path: Path,
    /// Evaluated before the loop. Of the class.
    expr: hir::Expr,
    /// As declared, or as assumed.
    pub class: ClassId,
    /// It is of this very class, or of subclasses with the same methods.
    pub exact: bool,
}

/// What a region takes from objects outside.
#[derive(Default)]
pub struct Objects {
    pub assumed: Assumed,
    found: BTreeMap<Path, ObjectId>,
    /// Arrays and strings in fields.
    arrays: Vec<hir::Expr>,
    /// Which objects are the same; None is null.
    compared: BTreeMap<(bool, Option<Path>, Option<Path>), VarId>,
    /// Strings that are no locals of the method, and the locals that they get.
    texts: BTreeMap<Text, LocalId>,
    /// What these are.
    set: Vec<(LocalId, hir::Expr)>,
    /// What stopped the translation: the class of this object is not known.
    undecided: Option<(Path, Vec<ClassId>)>,
}

impl Path {
    pub fn of_local(local: LocalId) -> Path {
        Path { root: Root::Local(local), fields: Vec::new() }
    }

    pub fn this() -> Path {
        Path { root: Root::This, fields: Vec::new() }
    }

    fn then(&self, field: FieldId) -> Path {
        Path { root: self.root.clone(), fields: self.fields.iter().copied().chain([(field, None)]).collect() }
    }

    /// What keeps the object.
    fn holder(&self, method: MethodId) -> Holder {
        match (self.fields.last(), &self.root) {
            (Some((field, _)), _) | (None, Root::Static(field)) => Holder::Field(*field),
            (None, Root::Local(local)) => Holder::Local(method, *local),
            (None, Root::This) => Holder::This(method),
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// The path of the object outside that an expression names.
    pub(super) fn path(&self, e: &hir::Expr) -> Option<Path> {
        let objects = self.outside.as_ref()?;
        let of_object = |binding: Option<&Binding>| match binding {
            Some(Binding::Object(object)) => Some(self.outside_object(*object)?.path.clone()),
            _ => None,
        };
        match &e.kind {
            hir::ExprKind::Upcast(inner) => self.path(inner),
            hir::ExprKind::Call { .. } => self.path(&self.field_got(e)?),
            hir::ExprKind::Local(local) => of_object(self.binding(*local)),
            hir::ExprKind::This => match self.frames.last().and_then(|f| f.this.as_ref()) {
                None | Some(Binding::This) if self.has_this() => Some(Path::this()),
                this => of_object(this),
            },
            hir::ExprKind::CheckCast(inner) if self.is_of_class(&e.ty) => {
                let hir::Ty::Class(class) = e.ty else { return None };
                let got = self.field_got(inner);
                let hir::ExprKind::Field { object: Some(of), field } = &got.as_ref().unwrap_or(inner).kind else {
                    return None;
                };
                let written = self.captures.as_ref().is_some_and(|c| c.written.contains(field));
                let mut path = self.path(of).filter(|_| !written)?.then(*field);
                path.fields.last_mut()?.1 = Some(class);
                Some(path)
            }
            hir::ExprKind::Field { object, field } if self.is_of_class(&e.ty) => {
                let written = self.captures.as_ref().is_some_and(|c| c.written.contains(field));
                let path = match object {
                    Some(of) => self.path(of)?.then(*field),
                    None => Path { root: Root::Static(*field), fields: Vec::new() },
                };
                (!written || objects.found.contains_key(&path)).then_some(path)
            }
            _ => None,
        }
    }

    /// A call of a method that only gives a field of an object from outside, as that field.
    pub(super) fn field_got(&self, e: &hir::Expr) -> Option<hir::Expr> {
        let hir::ExprKind::Call { method, receiver: Some(of), .. } = &e.kind else { return None };
        let hir: &'a hir::Program = self.cx.hir;
        let path = self.path(of)?;
        let known = self.outside.as_ref()?.found.get(&path).and_then(|o| self.outside_object(*o));
        let runs = match (known.filter(|k| k.exact), &of.ty) {
            (Some(known), _) => hir.dispatch(known.class, *method).unwrap_or(*method),
            (None, hir::Ty::Class(class)) => hir.dispatch(*class, *method).unwrap_or(*method),
            _ => return None,
        };
        if known.is_none_or(|k| !k.exact) && self.cx.is_overridden(runs) {
            return None;
        }
        let [hir::Stmt { kind: hir::StmtKind::Return(Some(value)), .. }] =
            hir.method(runs).body.as_ref()?.stmts.as_slice()
        else {
            return None;
        };
        match &value.kind {
            hir::ExprKind::Field { object: Some(this), field } if matches!(this.kind, hir::ExprKind::This) => {
                let kind = hir::ExprKind::Field { object: Some(of.clone()), field: *field };
                Some(hir::Expr { kind, ty: value.ty.clone(), span: e.span })
            }
            _ => None,
        }
    }

    /// `a == b` of two objects from outside, or of one and null: it is the same for all iterations.
    pub(super) fn same_outside(&mut self, op: hir::BinOp, a: &hir::Expr, b: &hir::Expr, span: Span) -> Option<Expr> {
        let side = |this: &Self, e: &hir::Expr| match &hir::without_upcast(e).kind {
            hir::ExprKind::Lit(hir::Lit::Null) => Some(None),
            _ => this.path(e).map(Some),
        };
        let key = (op == hir::BinOp::Eq, side(self, a)?, side(self, b)?);
        if let Some(&var) = self.outside.as_ref()?.compared.get(&key) {
            return Some(self.read(var, span));
        }
        let mut written = |path: &Option<Path>, e: &hir::Expr| match path {
            None => Some(hir::without_upcast(e).clone()),
            Some(path) => self.path_expr(path, span),
        };
        let (x, y) = (Box::new(written(&key.1, a)?), Box::new(written(&key.2, b)?));
        let arg = hir::Expr { kind: hir::ExprKind::Binary(op, x, y), ty: hir::Ty::Boolean, span };
        let var = self.var("same", somd_core::ir::Ty::Bool, false, span);
        self.captures.as_mut()?.args.push((arg, var));
        self.outside.as_mut()?.compared.insert(key, var);
        Some(self.read(var, span))
    }

    /// The number in a box that a local has from outside.
    pub fn outside_box(&mut self, local: LocalId, span: Span) -> Option<VarId> {
        self.outside.as_ref()?;
        let hir: &'a hir::Program = self.cx.hir;
        let ty = hir.method(self.frames[0].method).locals[local.index()].ty.clone();
        let (hir::Ty::Class(class), core) = (&ty, self.in_box(&ty)?) else { return None };
        let takes_out = |m: &&MethodId| {
            let m = hir.method(**m);
            m.name.ends_with("Value") && m.params.is_empty() && core_type(self.cx, &m.ret).as_ref() == Some(&core)
        };
        let method = *hir.class(*class).methods.iter().find(takes_out)?;
        let receiver = hir::Expr { kind: hir::ExprKind::Local(local), ty, span };
        self.outside.as_mut()?.arrays.push(receiver.clone());
        let receiver = Some(Box::new(receiver));
        let kind = hir::ExprKind::Call { kind: hir::CallKind::Virtual, method, receiver, args: Vec::new() };
        let arg = hir::Expr { kind, ty: hir.method(method).ret.clone(), span };
        let name = hir.method(self.frames[0].method).locals[local.index()].name.clone();
        let var = self.var(name, core, false, span);
        self.captures.as_mut()?.args.push((arg, var));
        self.bind(local, Binding::Var(var));
        Some(var)
    }

    /// The region is a part of an object's method.
    fn has_this(&self) -> bool {
        self.frames.first().is_some_and(|f| !self.cx.hir.method(f.method).is_static)
    }

    /// An object of the program's classes, or a function.
    pub fn is_of_class(&self, ty: &hir::Ty) -> bool {
        let hir::Ty::Class(class) = ty else { return false };
        let class = self.cx.hir.class(*class);
        let function = class.kind == hir::ClassKind::Interface && class.name.starts_with("java.util.function.");
        core_type(self.cx, ty).is_none() && !class.is_value && (!class.is_library || function)
    }

    /// What is known of an object, where it is one from outside.
    pub(super) fn outside_object(&self, object: ObjectId) -> Option<&Outside> {
        match self.object_of(object) {
            Object::Outside(known) => Some(known),
            _ => None,
        }
    }

    /// The object at the end of a path.
    pub fn object_at(&mut self, path: &Path, span: Span) -> Option<ObjectId> {
        if let Some(&known) = self.outside.as_ref()?.found.get(path) {
            return Some(known);
        }
        let assumed = self.outside.as_ref()?.assumed.get(path).map(|c| c.of);
        let expr = self.path_expr(path, span)?;
        let hir::Ty::Class(declared) = expr.ty else { return None };
        let cast = path.fields.last().and_then(|(_, cast)| *cast);
        let class = assumed.or(cast).unwrap_or(declared);
        let expr = match class == declared {
            true => expr,
            false => hir::Expr { ty: hir::Ty::Class(class), span, kind: hir::ExprKind::CheckCast(Box::new(expr)) },
        };
        let object =
            self.add_object(Object::Outside(Outside { path: path.clone(), expr, class, exact: assumed.is_some() }));
        self.outside.as_mut()?.found.insert(path.clone(), object);
        Some(object)
    }

    /// The object in a field of the one whose method the region is.
    pub(crate) fn outside_captured(&mut self, e: &hir::Expr) -> Option<ObjectId> {
        let path = self.path(e)?;
        self.object_at(&path, e.span)
    }

    /// A path as it is written, before what is assumed of its end.
    fn path_expr(&mut self, path: &Path, span: Span) -> Option<hir::Expr> {
        let hir: &'a hir::Program = self.cx.hir;
        let of = |kind, ty: &hir::Ty| hir::Expr { kind, ty: ty.clone(), span };
        if let Some(((field, _), before)) = path.fields.split_last() {
            let before = Path { root: path.root.clone(), fields: before.to_vec() };
            let object = self.object_at(&before, span)?;
            let object = Some(Box::new(self.outside_object(object)?.expr.clone()));
            return Some(of(hir::ExprKind::Field { object, field: *field }, &hir.field(*field).ty));
        }
        let m = hir.method(self.frames[0].method);
        Some(match path.root {
            Root::This => of(hir::ExprKind::This, &hir::Ty::Class(m.class)),
            Root::Local(local) => of(hir::ExprKind::Local(local), &m.locals[local.index()].ty),
            Root::Static(field) => of(hir::ExprKind::Field { object: None, field }, &hir.field(field).ty),
        })
    }

    /// A field of an object outside, which the region is given.
    pub(super) fn outside_field(&mut self, of: &Outside, field: FieldId, span: Span) -> Result<Expr> {
        let hir: &'a hir::Program = self.cx.hir;
        let info = hir.field(field);
        let ty = core_type(self.cx, &info.ty)
            .ok_or_else(|| crate::types::unsupported(self.cx, &info.ty, span, &info.name))?;
        let captures = self.captures.as_ref().ok_or_else(LowerError::internal)?;
        if captures.written.contains(&field) {
            return Err(LowerError::new(span, format!("`{}` is read and written in parallel code", info.name)));
        }
        let key = (of.path.clone(), field);
        if let Some(&var) = captures.outside.get(&key) {
            return Ok(self.read(var, span));
        }
        let object = Some(Box::new(of.expr.clone()));
        let arg = hir::Expr { kind: hir::ExprKind::Field { object, field }, ty: info.ty.clone(), span };
        let var = self.var(info.name.clone(), ty, false, span);
        if self.ty(var).as_array().is_some()
            && let Some(objects) = &mut self.outside
        {
            objects.arrays.push(arg.clone());
        }
        if let Some(captures) = &mut self.captures {
            captures.outside.insert(key, var);
            captures.args.push((arg, var));
        }
        Ok(self.read(var, span))
    }

    /// A string that is no local: a literal, or one in a field.
    pub(super) fn outside_text(&self, e: &hir::Expr) -> Option<Text> {
        self.outside.as_ref()?;
        match &e.kind {
            hir::ExprKind::Lit(hir::Lit::String(text)) => Some(Text::Literal(text.to_vec())),
            hir::ExprKind::Field { object, field } if rows_of(self, &e.ty).is_some_and(|(_, text)| text) => {
                let single = !matches!(e.ty, hir::Ty::Array { .. });
                let written = self.captures.as_ref()?.written.contains(field);
                let of = match object {
                    Some(of) => Some(self.path(of)?),
                    None => None,
                };
                (single && !written).then_some(Text::Field(of, *field))
            }
            _ => None,
        }
    }

    /// The characters of such a string, and the index of its row.
    pub(super) fn text_at(&mut self, text: Text, e: &hir::Expr) -> Result<(VarId, Vec<Expr>)> {
        let hir: &'a hir::Program = self.cx.hir;
        let first = vec![Expr::int(0, e.span)];
        let known = self.outside.as_ref().and_then(|o| o.texts.get(&text).copied());
        if let Some(local) = known {
            return match self.rows.iter().find(|r| r.local == local) {
                Some(rows) => Ok((rows.data, first)),
                None => Err(LowerError::internal()),
            };
        }
        let of = |kind| hir::Expr { kind, ty: e.ty.clone(), span: e.span };
        let value = match &text {
            Text::Literal(_) => e.clone(),
            Text::Field(None, field) => of(hir::ExprKind::Field { object: None, field: *field }),
            Text::Field(Some(path), field) => {
                let object = self.object_at(path, e.span).ok_or_else(LowerError::internal)?;
                let object = self.outside_object(object).map(|o| Box::new(o.expr.clone()));
                of(hir::ExprKind::Field { object, field: *field })
            }
        };
        let name = match &text {
            Text::Literal(_) => "text".into(),
            Text::Field(_, field) => hir.field(*field).name.clone(),
        };
        let local = self.cx.add_local(self.frames[0].method, &format!("{name}$"), e.ty.clone(), e.span);
        let (row, _) = rows_of(self, &e.ty).ok_or_else(LowerError::internal)?;
        let data = self.laid_out_text(name, local, row, e.span)?;
        if let Some(objects) = &mut self.outside {
            if matches!(text, Text::Field(..)) {
                objects.arrays.push(value.clone());
            }
            objects.texts.insert(text, local);
            objects.set.push((local, value));
        }
        Ok((data, first))
    }

    /// The method that a virtual call on the object runs.
    pub(super) fn outside_method(&mut self, of: &Outside, method: MethodId, span: Span) -> Result<MethodId> {
        let runs = self.cx.hir.dispatch(of.class, method).unwrap_or(method);
        if of.exact || self.cx.hir.method(runs).body.is_some() && !self.cx.is_overridden(runs) {
            return Ok(runs);
        }
        Err(self.several_methods(of.path.clone(), of.class, method, span))
    }

    /// A call on `this` of a method that subclasses have others of.
    pub(super) fn method_of_this(&mut self, method: MethodId, span: Span) -> Option<LowerError> {
        let class = self.cx.hir.method(self.frames[0].method).class;
        let this = self.frames.last().and_then(|f| f.this.as_ref());
        let outer = self.outside.is_some() && self.has_this() && this.is_none();
        let callee = self.cx.hir.method(method);
        let open = callee.is_virtual && (callee.body.is_none() || self.cx.is_overridden(method));
        (outer && open).then(|| self.several_methods(Path::this(), class, method, span))
    }

    /// Notes which classes the region is to be made for.
    fn several_methods(&mut self, path: Path, declared: ClassId, method: MethodId, span: Span) -> LowerError {
        let display = self.cx.hir.method(method).display.clone();
        let holder = path.holder(self.frames[0].method);
        let mut classes = self.cx.arrivals(&holder, declared);
        // Whoever asks for a class finds its subclasses too.
        let hir: &'a hir::Program = self.cx.hir;
        let same =
            |c: ClassId, sub: ClassId| hir.class(c).vtable.iter().all(|(m, r)| hir.dispatch(sub, *m) == Some(*r));
        let mut others = BTreeSet::new();
        for (i, class) in hir.classes.iter().enumerate().filter(|(_, c)| !c.is_abstract) {
            let id = ClassId(i as u32);
            let above = classes.iter().find(|&&c| c != id && class.supertypes.contains(&c) && !same(c, id));
            others.extend(above.map(|_| id));
        }
        classes.extend(others);
        // The nearest class first.
        let mut classes: Vec<ClassId> = classes.into_iter().collect();
        classes.sort_by_key(|c| std::cmp::Reverse(hir.class(*c).supertypes.len()));
        let why = match classes.len() {
            0 => format!("no object arrives here on which `{display}` could be called"),
            n @ ..=MOST_CLASSES => format!("which `{display}` runs depends on which of {n} classes the object is of"),
            n => format!("which `{display}` runs is not known here: {n} classes have it"),
        };
        let fits = (1..=MOST_CLASSES).contains(&classes.len());
        if let Some(objects) = self.outside.as_mut().filter(|_| fits) {
            objects.undecided = Some((path, classes));
        }
        LowerError::new(span, why).note(format!(
            "for up to {MOST_CLASSES} classes the loop is made for each of them; call the method on an object whose class is known, or make the method static, private or final"
        ))
    }
}

impl Objects {
    pub fn new(assumed: &Assumed) -> Objects {
        Objects { assumed: assumed.clone(), ..Objects::default() }
    }

    /// The object whose class must be known, and what it may be.
    pub fn take_undecided(&mut self) -> Option<(Path, Vec<ClassId>)> {
        self.undecided.take()
    }
}

impl Builder<'_, '_> {
    /// Whether all that the region takes is there, as the program asks it before the loop; None where nothing can be missing.
    pub fn all_there(&self) -> Option<hir::Expr> {
        let objects = self.outside.as_ref()?;
        let null = |ty: &hir::Ty, span| hir::Expr { kind: hir::ExprKind::Lit(hir::Lit::Null), ty: ty.clone(), span };
        let truth = |kind, span| hir::Expr { kind, ty: hir::Ty::Boolean, span };
        let both = |a: hir::Expr, b: hir::Expr| {
            let span = a.span;
            truth(hir::ExprKind::And(Box::new(a), Box::new(b)), span)
        };
        let there = |e: &hir::Expr| {
            let (e, null) = (Box::new(e.clone()), Box::new(null(&e.ty, e.span)));
            truth(hir::ExprKind::Binary(hir::BinOp::Ne, e.clone(), null), e.span)
        };
        let of_path = |(path, object): (&Path, &ObjectId)| {
            let known = self.outside_object(*object)?;
            let span = known.expr.span;
            let (written, cast) = match &known.expr.kind {
                hir::ExprKind::CheckCast(of) => (of.as_ref(), true),
                _ => (&known.expr, false),
            };
            let is_a = |class: ClassId| {
                let (expr, ty) = (Box::new(written.clone()), hir::Ty::Class(class));
                truth(hir::ExprKind::InstanceOf { expr, ty, binding: None }, span)
            };
            let is_there = match written.kind {
                _ if cast => Some(is_a(known.class)),
                hir::ExprKind::This => None,
                _ => Some(there(written)),
            };
            let but = objects.assumed.get(path).map_or(&[][..], |c| &c.but);
            let others = but.iter().map(|&c| truth(hir::ExprKind::Not(Box::new(is_a(c))), span));
            is_there.into_iter().chain(others).reduce(both)
        };
        let paths = objects.found.iter().filter_map(of_path);
        paths.chain(objects.arrays.iter().map(there)).reduce(both)
    }

    /// Locals that are given these values before the region.
    pub fn set_before(&mut self) -> Vec<(LocalId, hir::Expr)> {
        self.outside.as_mut().map_or(Vec::new(), |o| std::mem::take(&mut o.set))
    }

    /// Variables of fields of objects outside that the region itself changes through columns.
    pub fn changed_outside(&self) -> Option<FieldId> {
        let captures = self.captures.as_ref()?;
        let columns = || self.groups.iter().flat_map(|g| &g.columns).filter(|(_, c)| c.now != c.first);
        captures.outside.keys().map(|(_, field)| *field).find(|f| columns().any(|(g, _)| g == f))
    }
}

/// The variables of the fields of objects outside.
pub type Fields = BTreeMap<(Path, FieldId), VarId>;
