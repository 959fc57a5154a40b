//! Generic value classes in parallel code: one class for each choice of type arguments.
//!
//! HIR is erased: the components of a `Tuple2<Integer, Float>` are objects. Core has no objects. So each map, reduction or step that works
//! on such values is written a second time before it is lowered, with classes and methods that are specialised by what their type
//! variables stand for ([`body`]): a class whose fields are an `int` and a `float`, which is a value class like others, a structure in
//! registers and a column a field in arrays; and copies of the methods that run on it. What the types were before erasure,
//! [`Generics`] says. The host keeps its objects: what a region takes is made from them before it, and objects are made of what it gives
//! ([`boundary`]). A component that is null, or that raw code made of another class, is no number; that is asked first, and where it
//! is so the code runs as it is written, in order, and throws what Java throws.

mod body;
mod boundary;
mod distributed;

use super::error::{LowerError, Result};
use super::specialise::Copies;
use super::{lime, walk};
use body::Body;
pub use boundary::both;
use smol_str::SmolStr;
use somd_hir::full::{Full, Generics};
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// More classes and copies than this are not made.
const MOST: usize = 500;

/// What the second texts are made of, and where they are.
#[derive(Default)]
pub struct Instances {
    /// Copies of methods: the host calls none of them.
    pub copies: BTreeSet<MethodId>,
    /// Where a choice stands between a specialised text and the one as it is written.
    pub chosen: BTreeSet<(MethodId, Span)>,
    /// Why what works on such values could not be specialised.
    pub refused: BTreeMap<(MethodId, Span), LowerError>,
}

/// A value class for given type arguments.
#[derive(Clone)]
struct Instance {
    class: ClassId,
    /// By the fields of the class that it is an instance of.
    fields: BTreeMap<FieldId, FieldId>,
    /// Makes one of an object of that class.
    enter: MethodId,
    /// Makes an object of that class of one.
    leave: MethodId,
    /// Whether an object of that class can be one.
    fits: MethodId,
}

type Known = BTreeMap<u32, Full>;

/// What methods are searched for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    /// Values of generic classes.
    Generics,
    /// These, boxes, and what has the type of a type variable.
    Boxes,
}

struct Maker<'p> {
    program: &'p mut Program,
    generics: Arc<Generics>,
    copies_of: &'p Copies,
    /// Value classes whose instances differ from them.
    generic: BTreeSet<ClassId>,
    instances: BTreeMap<(ClassId, Vec<Full>), Result<Instance>>,
    methods: BTreeMap<(MethodId, Known), Result<MethodId>>,
    reached: BTreeMap<(MethodId, Wanted), bool>,
    /// The types of temporary variables.
    locals: BTreeMap<(MethodId, LocalId), Full>,
    /// What brings arrays in and out, and asks them.
    arrays: BTreeMap<(boundary::Array, Full), MethodId>,
    out: Instances,
}

/// Writes every map, reduction and step on values of generic classes a second time.
pub fn specialise(program: &mut Program, copies_of: &Copies) -> Instances {
    let generics = program.generics.clone();
    let mut maker = Maker {
        program,
        generics,
        copies_of,
        generic: BTreeSet::new(),
        instances: BTreeMap::new(),
        methods: BTreeMap::new(),
        reached: BTreeMap::new(),
        locals: BTreeMap::new(),
        arrays: BTreeMap::new(),
        out: Instances::default(),
    };
    maker.find_generic();
    for k in 0..maker.program.methods.len() {
        let id = MethodId(k as u32);
        let m = maker.program.method(id);
        if maker.program.class(m.class).is_library {
            continue;
        }
        if m.somd.is_some() {
            // Where it cannot be specialised, its lowering says why.
            if maker.has_generics(id) {
                let _ = maker.distributed(id);
            }
            continue;
        }
        let mut found = false;
        m.body.iter().for_each(|b| walk::exprs_in(b, &mut |e| found |= lime::is_region(e)));
        let Some(mut body) = m.body.clone().filter(|_| found) else { continue };
        walk::rewrite_block(&mut body, &mut |e| maker.visit(id, e));
        maker.program.methods[k].body = Some(body);
    }
    maker.out
}

/// The outermost map, reduction or step in a specialised text.
pub fn region_in(e: &mut Expr) -> Option<&mut Expr> {
    if lime::is_region(e) {
        return Some(e);
    }
    match &mut e.kind {
        ExprKind::Sequence(_, value) => region_in(value),
        ExprKind::Call { args, .. } | ExprKind::New { args, .. } => args.first_mut().and_then(region_in),
        ExprKind::Freeze(inner) | ExprKind::Upcast(inner) => region_in(inner),
        _ => None,
    }
}

impl Maker<'_> {
    /// Writes an expression with parallel code a second time; whether to go on inside.
    fn visit(&mut self, id: MethodId, e: &mut Expr) -> bool {
        if !lime::is_region(e) || !self.concerns(e) {
            return true;
        }
        match self.second_text(id, e) {
            Ok(both) => {
                self.out.chosen.insert((id, e.span));
                *e = both;
                // What it is made from may have parallel code of its own.
                if let ExprKind::Sequence(stmts, _) = &mut e.kind {
                    stmts.iter_mut().for_each(|s| {
                        if let StmtKind::Local { init: Some(init), .. } = &mut s.kind {
                            walk::rewrite_expr(init, &mut |e| self.visit(id, e));
                        }
                    });
                }
                false
            }
            Err(reason) => {
                self.out.refused.insert((id, e.span), reason);
                true
            }
        }
    }

    /// Finds the value classes whose instances differ from them: they have type variables, boxes, or such values in them.
    fn find_generic(&mut self) {
        let values: Vec<ClassId> = (0..self.program.classes.len() as u32).map(ClassId).collect();
        let values = values.into_iter().filter(|c| {
            let def = self.program.class(*c);
            def.is_value && matches!(def.kind, ClassKind::Class | ClassKind::Record)
        });
        let values: Vec<ClassId> = values.collect();
        loop {
            let before = self.generic.len();
            for &class in &values {
                let differs = |f: &FieldId| {
                    let field = self.program.field(*f);
                    !field.is_static && (self.generics.fields.contains_key(f) || self.mentions(&field.ty))
                };
                let has_params = self.generics.params.get(&class).is_some_and(|p| !p.is_empty());
                if has_params || self.program.class(class).fields.iter().any(differs) {
                    self.generic.insert(class);
                }
            }
            if self.generic.len() == before {
                return;
            }
        }
    }

    fn is_generic(&self, class: ClassId) -> bool {
        self.generic.contains(&class)
    }

    /// Whether a type is a box, or a class whose instances differ from it, or an array of such.
    fn mentions(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Class(c) => self.program.unboxed(ty).is_some() || self.is_generic(*c),
            Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => self.mentions(elem),
            _ => false,
        }
    }

    /// A type as the tables say it, or as HIR does.
    fn full_or(&self, full: Option<&Full>, ty: &Ty) -> Full {
        full.map_or_else(|| self.known(&Full::Plain(ty.clone())), |f| self.known(f))
    }

    /// Classes without type variables whose instances differ have no arguments.
    fn known(&self, full: &Full) -> Full {
        match full {
            Full::Plain(ty @ Ty::Class(c)) if self.program.unboxed(ty).is_none() && self.is_generic(*c) => {
                let has_params = self.generics.params.get(c).is_some_and(|p| !p.is_empty());
                if has_params { full.clone() } else { Full::Class(*c, Vec::new()) }
            }
            Full::Plain(Ty::Array { elem, bound }) => Full::array(self.known(&Full::Plain((**elem).clone())), *bound),
            Full::Plain(Ty::ValueArray { elem, dims }) => {
                Full::value_array(self.known(&Full::Plain((**elem).clone())), dims.clone())
            }
            Full::Plain(_) | Full::Var(_) => full.clone(),
            Full::Class(c, args) => Full::Class(*c, args.iter().map(|a| self.known(a)).collect()),
            Full::Array(elem, bound) => Full::array(self.known(elem), *bound),
            Full::ValueArray(elem, dims) => Full::value_array(self.known(elem), dims.clone()),
        }
    }

    fn local_type(&self, method: MethodId, local: LocalId) -> Full {
        let of = self.copies_of.get(&method).copied().unwrap_or(method);
        let noted = self.locals.get(&(method, local)).or_else(|| self.generics.locals.get(&(of, local)));
        self.full_or(noted, &self.program.method(method).locals[local.index()].ty)
    }

    fn ret_type(&self, method: MethodId) -> Full {
        let of = self.copies_of.get(&method).copied().unwrap_or(method);
        self.full_or(self.generics.rets.get(&of), &self.program.method(method).ret)
    }

    fn field_type(&self, field: FieldId) -> Full {
        self.full_or(self.generics.fields.get(&field), &self.program.field(field).ty)
    }

    /// What the variables of a class stand for.
    fn known_of(&self, class: ClassId, args: &[Full]) -> Known {
        let params = self.generics.params.get(&class).cloned().unwrap_or_default();
        params.into_iter().zip(args.iter().cloned()).collect()
    }

    /// A type in words.
    fn name(&self, full: &Full) -> String {
        match full {
            Full::Plain(Ty::Class(c)) => self.simple(*c),
            Full::Plain(Ty::Array { elem, .. }) => format!("{}[]", self.name(&Full::Plain((**elem).clone()))),
            Full::Plain(Ty::ValueArray { elem, .. }) => format!("{}[[]]", self.name(&Full::Plain((**elem).clone()))),
            Full::Plain(ty) => format!("{ty:?}").to_lowercase(),
            Full::Var(_) => "a type variable".to_string(),
            Full::Class(c, args) if args.is_empty() => self.simple(*c),
            Full::Class(c, args) => {
                let args: Vec<String> = args.iter().map(|a| self.name(a)).collect();
                format!("{}<{}>", self.simple(*c), args.join(", "))
            }
            Full::Array(elem, _) => format!("{}[]", self.name(elem)),
            Full::ValueArray(elem, _) => format!("{}[[]]", self.name(elem)),
        }
    }

    fn simple(&self, class: ClassId) -> String {
        let name = &self.program.class(class).name;
        name.rsplit('.').next().unwrap_or(name).to_string()
    }

    /// The type in specialised code: numbers in the place of boxes, instances in that of value classes.
    fn special(&mut self, full: &Full, span: Span) -> Result<Ty> {
        match full {
            Full::Plain(ty) => {
                if let Some(primitive) = self.program.unboxed(ty) {
                    return Ok(primitive);
                }
                match ty {
                    Ty::Class(c) if self.is_generic(*c) => Err(LowerError::new(
                        span,
                        format!("a raw `{}`: what its type arguments are is not known here", self.simple(*c)),
                    )),
                    _ => Ok(ty.clone()),
                }
            }
            Full::Var(_) => Err(LowerError::new(span, "what a type variable stands for is not known here")),
            Full::Class(c, args) => Ok(Ty::Class(self.instance(*c, args, span)?.class)),
            Full::Array(elem, bound) => Ok(Ty::Array { elem: Arc::new(self.special(elem, span)?), bound: *bound }),
            Full::ValueArray(elem, dims) => {
                Ok(Ty::ValueArray { elem: Arc::new(self.special(elem, span)?), dims: dims.clone() })
            }
        }
    }

    /// Whether specialised code has values of the type otherwise than the host does.
    fn differs(&self, full: &Full) -> bool {
        match full {
            Full::Plain(ty) => self.program.unboxed(ty).is_some(),
            _ => true,
        }
    }

    /// The class for given type arguments.
    fn instance(&mut self, generic: ClassId, args: &[Full], span: Span) -> Result<Instance> {
        let key = (generic, args.to_vec());
        if let Some(done) = self.instances.get(&key) {
            return done.clone().map_err(|e| LowerError { span, ..e });
        }
        let name = self.name(&Full::Class(generic, args.to_vec()));
        let endless = LowerError::new(span, format!("the values of `{name}` hold others like them"));
        self.instances.insert(key.clone(), Err(endless));
        let made = self.new_instance(generic, args, span);
        self.instances.insert(key, made.clone());
        made
    }

    fn new_instance(&mut self, generic: ClassId, args: &[Full], span: Span) -> Result<Instance> {
        let full = Full::Class(generic, args.to_vec());
        let name = self.name(&full);
        let def = self.program.class(generic).clone();
        let has_subclass = self.program.classes.iter().any(|c| c.superclass == Some(generic));
        let inherits = |s: &ClassId| self.program.class(*s).fields.iter().any(|&f| !self.program.field(f).is_static);
        if def.is_abstract || has_subclass || def.supertypes.iter().any(inherits) || self.instances.len() > MOST {
            return Err(LowerError::new(span, format!("a `{name}` may be of another class than `{name}`")));
        }
        let known = self.known_of(generic, args);
        let mut types = Vec::new();
        let own: Vec<FieldId> = def.fields.iter().copied().filter(|f| !self.program.field(*f).is_static).collect();
        for f in own {
            let of = self.field_type(f).with(&known);
            let ty = self.special(&of, span)?;
            let value = match &ty {
                Ty::Class(c) => self.program.class(*c).is_value,
                ty => ty.is_primitive(),
            };
            if !value {
                let (field, of) = (&self.program.field(f).name, self.name(&of));
                return Err(LowerError::new(
                    span,
                    format!("the values of `{name}` have a component `{field}`, which is a `{of}` and no number"),
                )
                .note("parallel code works on primitives, value classes of these, and rectangular arrays of both: keep what is in the component in an array beside the values"));
            }
            types.push((f, of, ty));
        }
        let class = ClassId(self.program.classes.len() as u32);
        let fields: BTreeMap<FieldId, FieldId> = types
            .iter()
            .map(|(f, _, ty)| {
                let id = FieldId(self.program.fields.len() as u32);
                let own = Field { class, ty: ty.clone(), constant: None, ..self.program.field(*f).clone() };
                self.program.fields.push(own);
                (*f, id)
            })
            .collect();
        let vtable = self.vtable(generic, &def);
        let above = def.supertypes.iter().copied().filter(|s| self.program.class(*s).kind != ClassKind::Interface);
        self.program.classes.push(Class {
            binary_name: self.free_name(&def.binary_name, &types),
            is_library: true,
            interfaces: Vec::new(),
            supertypes: above.collect(),
            fields: types.iter().map(|(f, ..)| fields[f]).collect(),
            methods: Vec::new(),
            vtable,
            static_init: None,
            ..def
        });
        let components: Vec<(FieldId, FieldId, Full)> =
            types.into_iter().map(|(f, of, _)| (f, fields[&f], of)).collect();
        let (enter, leave, fits) = self.conversions(generic, class, &components)?;
        Ok(Instance { class, fields, enter, leave, fits })
    }

    /// What objects of an instance answer: as objects of the class above.
    fn vtable(&self, generic: ClassId, def: &Class) -> BTreeMap<MethodId, MethodId> {
        let object = self.program.known.classes.get("java.lang.Object").copied();
        let all = object.map(|o| self.program.class(o).methods.clone()).unwrap_or_default();
        let same = |a: MethodId, b: MethodId| {
            let (a, b) = (self.program.method(a), self.program.method(b));
            a.name == b.name && a.params.len() == b.params.len()
        };
        let answers = |(&named, &target): (&MethodId, &MethodId)| {
            if self.program.method(target).class != generic {
                return Some((named, target));
            }
            all.iter().find(|&&m| same(m, target)).map(|&m| (named, m))
        };
        let named = |m: &MethodId| self.program.class(self.program.method(*m).class).kind != ClassKind::Interface;
        def.vtable.iter().filter(|(m, _)| named(m)).filter_map(answers).collect()
    }

    fn free_name(&self, name: &str, types: &[(FieldId, Full, Ty)]) -> SmolStr {
        let part = |ty: &Ty| match ty {
            Ty::Class(c) => self.simple(*c),
            ty => format!("{ty:?}").to_lowercase(),
        };
        let parts: Vec<String> = types.iter().map(|(_, _, ty)| part(ty)).collect();
        let base = format!("{name}$of${}", parts.join("$"));
        let taken = |n: &str| self.program.classes.iter().any(|c| c.binary_name == n);
        let mut free = base.clone();
        let mut n = 2;
        while taken(&free) {
            free = format!("{base}${n}");
            n += 1;
        }
        free.into()
    }

    /// Whether an expression has to do with values of generic classes.
    fn concerns(&mut self, e: &Expr) -> bool {
        let (mut whole, mut types, mut called) = (e.clone(), Vec::new(), Vec::new());
        // What the operands are made of is no part of it.
        body::leaves(&mut whole, &mut |leaf| {
            types.push(leaf.ty.clone());
            leaf.kind = ExprKind::This;
        });
        walk::exprs(&whole, &mut |e| {
            match &e.kind {
                ExprKind::Map { method, .. } | ExprKind::ReduceMethod { method, .. } => called.push(*method),
                ExprKind::ArrayStep(step) => called.extend(step.method),
                _ => return,
            }
            // A box that a reduction gives is no reason.
            types.extend(Some(e.ty.clone()).filter(|ty| self.program.unboxed(ty).is_none()));
        });
        types.iter().any(|ty| self.mentions(ty)) || called.into_iter().any(|m| self.reaches(m, Wanted::Generics))
    }

    /// Whether a method's own text has values of generic classes in it.
    fn has_generics(&self, method: MethodId) -> bool {
        fn generic(maker: &Maker<'_>, ty: &Ty) -> bool {
            match ty {
                Ty::Class(c) => maker.is_generic(*c),
                Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => generic(maker, elem),
                _ => false,
            }
        }
        let m = self.program.method(method);
        let mut found = m.locals.iter().any(|l| generic(self, &l.ty));
        m.body.iter().for_each(|b| walk::exprs_in(b, &mut |e| found |= generic(self, &e.ty)));
        found
    }

    /// Whether a method has values of generic classes or boxes in it, or calls one that has: then it is copied.
    fn is_concerned(&mut self, method: MethodId) -> bool {
        self.reaches(method, Wanted::Boxes)
    }

    fn reaches(&mut self, method: MethodId, wanted: Wanted) -> bool {
        if let Some(&known) = self.reached.get(&(method, wanted)) {
            return known;
        }
        self.reached.insert((method, wanted), false);
        let m = self.program.method(method);
        let Some(body) = m.body.as_ref().filter(|_| m.native.is_none() && m.somd.is_none()) else { return false };
        // What the library does inside is none of the program's values.
        let inside = self.program.class(m.class).is_library && !self.is_generic(m.class);
        if inside && wanted == Wanted::Generics {
            return false;
        }
        let of = self.copies_of.get(&method).copied().unwrap_or(method);
        let local = |i: usize| self.generics.locals.contains_key(&(of, LocalId(i as u32)));
        let signature = self.generics.rets.contains_key(&of) || (0..m.locals.len()).any(local);
        let boxes = || self.mentions(&m.ret) || m.locals.iter().any(|l| self.mentions(&l.ty));
        let mut found = match wanted {
            Wanted::Generics => self.has_generics(method),
            Wanted::Boxes => signature || boxes(),
        };
        let mut called = Vec::new();
        walk::exprs_in(body, &mut |e| {
            found |= wanted == Wanted::Boxes && self.mentions(&e.ty);
            match &e.kind {
                ExprKind::Call { method, .. }
                | ExprKind::Map { method, .. }
                | ExprKind::ReduceMethod { method, .. }
                | ExprKind::New { constructor: method, .. } => called.push(*method),
                ExprKind::ArrayStep(step) => called.extend(step.method),
                _ => {}
            }
        });
        found = found || called.into_iter().any(|m| self.reaches(m, wanted));
        self.reached.insert((method, wanted), found);
        found
    }

    /// The copy of a method where its type variables, and those of its class, stand for these.
    fn copy(&mut self, method: MethodId, this: Option<&Full>, known: &Known, span: Span) -> Result<MethodId> {
        let key = (method, known.clone());
        if let Some(done) = self.methods.get(&key) {
            return done.clone();
        }
        let m = self.program.method(method).clone();
        let Some(text) = m.body.clone().filter(|_| m.native.is_none() && m.somd.is_none()) else {
            return Err(LowerError::new(span, format!("`{}` cannot be called in parallel code", m.display)));
        };
        if self.methods.len() > MOST {
            return Err(LowerError::new(span, "too many copies of methods for type arguments"));
        }
        let id = MethodId(self.program.methods.len() as u32);
        let class = match this {
            Some(Full::Class(c, args)) => self.instance(*c, args, span)?.class,
            _ => m.class,
        };
        self.program.methods.push(Method { class, is_virtual: false, ..m.clone() });
        self.program.classes[class.index()].methods.push(id);
        self.out.copies.insert(id);
        self.methods.insert(key.clone(), Ok(id));
        let made = Body::of_copy(self, method, this.cloned(), known.clone()).text(text);
        match made {
            Ok((text, locals, ret)) => {
                let copy = &mut self.program.methods[id.index()];
                (copy.body, copy.locals, copy.ret) = (Some(text), locals, ret);
                Ok(id)
            }
            Err(e) => {
                let e = e.called_from(span, &m.display);
                self.methods.insert(key, Err(e.clone()));
                Err(e)
            }
        }
    }
}
