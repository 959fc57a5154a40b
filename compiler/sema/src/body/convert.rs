//! Conversions (JLS 5), made explicit: widening, boxing, unboxing, upcasts, casts, and the casts that erasure asks for.

use super::{Attr, Ex, fold};
use crate::outside;
use crate::subtype::Cast;
use crate::types::Type;
use somd_hir::{CallKind, Expr, ExprKind, Lit, MethodId, Ty};
use somd_syntax::ast::PrimType;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::rc::Rc;

pub(crate) fn prim_ty(p: PrimType) -> Ty {
    match p {
        PrimType::Boolean => Ty::Boolean,
        PrimType::Byte => Ty::Byte,
        PrimType::Short => Ty::Short,
        PrimType::Char => Ty::Char,
        PrimType::Int => Ty::Int,
        PrimType::Long => Ty::Long,
        PrimType::Float => Ty::Float,
        PrimType::Double => Ty::Double,
    }
}

/// The type that binary numeric promotion gives (JLS 5.6.2).
pub(crate) fn promoted(a: PrimType, b: PrimType) -> Option<PrimType> {
    use PrimType::*;
    if a == Boolean || b == Boolean {
        return None;
    }
    Some(if a == Double || b == Double {
        Double
    } else if a == Float || b == Float {
        Float
    } else if a == Long || b == Long {
        Long
    } else {
        Int
    })
}

/// What is said of a literal that does not fit its type.
enum Written {
    /// It wants an `f`.
    Float,
    /// It is none of these.
    OutOf(&'static str),
}

/// The method that reads such a number from a text.
fn reader(ty: PrimType) -> Option<&'static str> {
    Some(match ty {
        PrimType::Byte => "Byte.parseByte",
        PrimType::Short => "Short.parseShort",
        PrimType::Int => "Integer.parseInt",
        PrimType::Long => "Long.parseLong",
        PrimType::Float => "Float.parseFloat",
        PrimType::Double => "Double.parseDouble",
        PrimType::Boolean | PrimType::Char => return None,
    })
}

impl Attr<'_> {
    pub fn ex(&self, kind: ExprKind, ty: Type, span: Span) -> Ex {
        Ex { hir: Expr { kind, ty: self.erase(&ty), span }, ty }
    }

    pub fn lit(&self, lit: Lit, ty: Type, span: Span) -> Ex {
        self.ex(ExprKind::Lit(lit), ty, span)
    }

    pub fn int_lit(v: i32, span: Span) -> Expr {
        Expr { kind: ExprKind::Lit(Lit::Int(v)), ty: Ty::Int, span }
    }

    pub fn string_lit(&self, text: &str, span: Span) -> Ex {
        self.lit(Lit::String(fold::utf16(text)), self.t.string(), span)
    }

    /// An expression whose erased type is `declared` used at the type `ty`: a cast where erasure lost the difference.
    pub fn at_type(&mut self, kind: ExprKind, declared: Ty, ty: Type, span: Span) -> Ex {
        // A bare unknown, or an array of it, is decided at once: what is done with the result depends on it.
        let mut innermost = &ty;
        while let Type::Array(elem, _) | Type::ValueArray(elem, _) = innermost {
            innermost = elem;
        }
        let ty = if matches!(innermost, Type::Infer(_)) { self.settle(&ty) } else { ty };
        let ty = self.of_numbers(ty);
        let wanted = self.erase(&ty);
        let hir = Expr { kind, ty: declared, span };
        if ty.is_error() {
            return Ex { hir, ty };
        }
        Ex { hir: self.reference_to(hir, &wanted), ty }
    }

    /// Elements that are boxes only because a type parameter stands for them are numbers.
    fn of_numbers(&self, ty: Type) -> Type {
        match &ty {
            Type::ValueArray(elem, dims) if dims.len() == 1 => match (&**elem, self.t.unboxed(elem)) {
                (Type::Class(_), Some(p)) => Type::ValueArray(std::rc::Rc::new(Type::Prim(p)), dims.clone()),
                _ => ty,
            },
            _ => ty,
        }
    }

    /// An array of numbers where a generic method takes one of boxes, or the other way round.
    fn renumbered(&self, hir: &Expr, to: &Ty) -> Option<Expr> {
        let (Ty::ValueArray { elem: from, dims: n }, Ty::ValueArray { elem, dims: m }) = (&hir.ty, to) else {
            return None;
        };
        if n.len() != 1 || m.len() != 1 || from.is_primitive() == elem.is_primitive() {
            return None;
        }
        let class = Type::class(self.t.find_class("somd.ValueArrays")?);
        let name = if from.is_primitive() { "boxed" } else { "unboxed" };
        let (open, number) = (
            Ty::ValueArray { elem: from.clone(), dims: [None].into_iter().collect() },
            if from.is_primitive() { from } else { elem },
        );
        let found = self.t.methods_named(&class, &format!("{name}{}", number_name(number)?));
        let &method = found.first()?;
        let span = hir.span;
        let array = Expr { ty: open, ..hir.clone() };
        let object = self.erase(&self.t.object());
        let (arg, ty) = match from.is_primitive() {
            true => (array, Ty::Array { elem: std::sync::Arc::new(object), bound: None }),
            false => (
                self.kept_as(array, &self.erase(&self.t.method(method).params[0])),
                self.erase(&self.t.method(method).ret),
            ),
        };
        let call = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![arg] };
        let call = Expr { kind: call, ty, span };
        Some(match from.is_primitive() {
            true => Expr { kind: ExprKind::Freeze(Box::new(call)), ty: to.clone(), span },
            false => call,
        })
    }

    /// A reference as another erased type: free upwards, checked otherwise.
    pub fn reference_to(&self, hir: Expr, to: &Ty) -> Expr {
        if hir.ty == *to || !to.is_reference() || !hir.ty.is_reference() {
            return hir;
        }
        if let Some(renumbered) = self.renumbered(&hir, to) {
            return renumbered;
        }
        let hir = match erasure_cast(&hir) {
            Some(inner) if self.erased_subtype(&inner.ty, to) => return self.reference_to(uncast(hir), to),
            _ => hir,
        };
        let span = hir.span;
        if matches!((&hir.ty, to), (Ty::ValueArray { .. }, Ty::Class(_)))
            && let Some(method) = self.marks_value_arrays()
        {
            // Nothing else will tell of an object that it is a value array.
            let object = self.erase(&self.t.object());
            let array = Expr { kind: ExprKind::Upcast(Box::new(hir)), ty: object.clone(), span };
            let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![array] };
            return Expr { kind, ty: object, span };
        }
        let up = hir.ty == Ty::Null || self.erased_subtype(&hir.ty, to);
        let kind = match hir.kind {
            ExprKind::Lit(Lit::Null) => ExprKind::Lit(Lit::Null),
            // Both sides are null: only here do they get a type.
            ExprKind::Cond(cond, x, y) if hir.ty == Ty::Null => {
                ExprKind::Cond(cond, Box::new(self.reference_to(*x, to)), Box::new(self.reference_to(*y, to)))
            }
            ExprKind::Upcast(inner) if up => ExprKind::Upcast(inner),
            kind => {
                let inner = Box::new(Expr { kind, ty: hir.ty, span });
                if up { ExprKind::Upcast(inner) } else { ExprKind::CheckCast(inner) }
            }
        };
        Expr { kind, ty: to.clone(), span }
    }

    fn marks_value_arrays(&self) -> Option<MethodId> {
        let class = self.t.find_class("somd.ValueArrays")?;
        self.t.methods_named(&Type::class(class), "marked").first().copied()
    }

    /// As [`Self::reference_to`], with the cast that erasure asked for: a receiver has its own class, and an argument that of
    /// the parameter, whatever the method that is called needs.
    pub fn kept_as(&self, value: Expr, to: &Ty) -> Expr {
        if erasure_cast(&value).is_none() || value.ty == *to || !self.erased_subtype(&value.ty, to) {
            return self.reference_to(value, to);
        }
        let span = value.span;
        Expr { kind: ExprKind::Upcast(Box::new(value)), ty: to.clone(), span }
    }

    pub fn erased_subtype(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            _ if a == b => true,
            (Ty::Null, _) => b.is_reference(),
            (_, Ty::Class(c)) if self.t.class(*c).name == "java.lang.Object" => a.is_reference(),
            (Ty::Class(x), Ty::Class(y)) => self.t.is_subclass(*x, *y),
            (Ty::Array { elem: x, .. }, Ty::Array { elem: y, bound: None }) => {
                x == y || (x.is_reference() && y.is_reference() && self.erased_subtype(x, y))
            }
            (Ty::Array { .. }, Ty::Class(c)) => {
                matches!(self.t.class(*c).name.as_str(), "java.lang.Cloneable" | "java.io.Serializable")
            }
            _ => false,
        }
    }

    /// A numeric or boolean value as another primitive type, constants folded. Unboxes first.
    pub fn to_prim(&mut self, ex: Ex, to: PrimType) -> Ex {
        let ex = self.unbox(ex);
        let target = prim_ty(to);
        let span = ex.span();
        if ex.hir.ty == target || ex.is_error() {
            return ex;
        }
        if let Some(lit) = ex.constant().and_then(|l| fold::convert(l, &target)) {
            return self.lit(lit, Type::Prim(to), span);
        }
        self.ex(ExprKind::Convert(Box::new(ex.hir)), Type::Prim(to), span)
    }

    /// The primitive value of a box; others unchanged.
    pub fn unbox(&mut self, ex: Ex) -> Ex {
        if ex.ty.is_primitive() || ex.is_error() {
            return ex;
        }
        let ty = self.settle(&ex.ty);
        let Some(p) = self.t.unboxed(&ty) else { return ex };
        let boxed = self.t.boxed(p);
        let name = match p {
            PrimType::Boolean => "booleanValue",
            PrimType::Byte => "byteValue",
            PrimType::Short => "shortValue",
            PrimType::Char => "charValue",
            PrimType::Int => "intValue",
            PrimType::Long => "longValue",
            PrimType::Float => "floatValue",
            PrimType::Double => "doubleValue",
        };
        let span = ex.span();
        let Some(method) = self.t.methods_named(&boxed, name).into_iter().find(|&m| self.t.method(m).params.is_empty())
        else {
            return self.missing(&format!("{}.{name}", self.show(&boxed)), span);
        };
        let erased = self.erase(&boxed);
        let receiver = self.reference_to(ex.hir, &erased);
        let call =
            ExprKind::Call { kind: CallKind::Virtual, method, receiver: Some(Box::new(receiver)), args: Vec::new() };
        self.ex(call, Type::Prim(p), span)
    }

    pub fn boxed(&mut self, ex: Ex) -> Ex {
        let Type::Prim(p) = ex.ty else { return ex };
        let boxed = self.t.boxed(p);
        let span = ex.span();
        let method = self
            .t
            .methods_named(&boxed, "valueOf")
            .into_iter()
            .find(|&m| self.t.method(m).is_static && self.t.method(m).params == [Type::Prim(p)]);
        let Some(method) = method else { return self.missing(&format!("{}.valueOf", self.show(&boxed)), span) };
        let call = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![ex.hir] };
        self.ex(call, boxed, span)
    }

    /// Something that the compiler relies on is not in the library.
    pub fn missing(&mut self, what: &str, span: Span) -> Ex {
        self.error("E0290", format!("the library has no `{what}`"), span, "needed here");
        self.error_ex(span)
    }

    /// Whether a value can stand where `target` is asked for; unknowns in either get bounds. Constants may narrow if `narrow`.
    pub fn fits(&mut self, ex: &Ex, target: &Type, loose: bool, narrow: bool) -> bool {
        let target = self.zonk(target);
        let from = self.zonk(&ex.ty);
        if from.is_error() || target.is_error() {
            return true;
        }
        match (&from, &target) {
            (Type::Void, _) | (_, Type::Void) => false,
            (Type::Prim(a), Type::Prim(b)) => {
                self.t.is_widening(*a, *b) || (narrow && self.narrows(ex, *a, &prim_ty(*b)))
            }
            (Type::Prim(a), _) => {
                let boxed = self.t.boxed(*a);
                if narrow
                    && let Some(b) = self.t.unboxed_exact(&target)
                    && b != *a
                {
                    return self.narrows(ex, *a, &prim_ty(b));
                }
                loose && self.sub(&boxed, &target)
            }
            (_, Type::Prim(b)) => loose && self.prim(&from).is_some_and(|a| self.t.is_widening(a, *b)),
            _ => self.sub(&from, &target),
        }
    }

    /// `byte b = 10`: the value fits (JLS 5.2).
    fn narrows(&self, ex: &Ex, from: PrimType, to: &Ty) -> bool {
        matches!(from, PrimType::Byte | PrimType::Short | PrimType::Char | PrimType::Int)
            && matches!(to, Ty::Byte | Ty::Short | Ty::Char)
            && ex.constant().is_some_and(|l| fold::fits(l, to))
    }

    /// Assignment conversion. Says what is wrong where the types do not fit.
    pub fn assign_to(&mut self, ex: Ex, target: &Type) -> Expr {
        let ex = self.bounded_new(ex, target);
        if self.fits(&ex, target, true, true) {
            return self.convert_fitting(ex, target);
        }
        self.mismatch(&ex, target);
        let erased = self.erase(target);
        self.poison(ex.hir, erased)
    }

    /// `new int[8]` where an `int[8]` is asked for is one; so is each dimension whose size is a constant.
    fn bounded_new(&self, mut ex: Ex, target: &Type) -> Ex {
        fn bounded(ty: &Type, target: &Type, sizes: &[Expr]) -> Type {
            match (ty, target) {
                (Type::Array(elem, None), Type::Array(wanted, bound)) => {
                    let size = sizes.first().and_then(|s| match s.kind {
                        ExprKind::Lit(Lit::Int(n)) => u32::try_from(n).ok(),
                        _ => None,
                    });
                    let inner = bounded(elem, wanted, sizes.get(1..).unwrap_or_default());
                    Type::Array(Rc::new(inner), bound.filter(|_| size == *bound))
                }
                _ => ty.clone(),
            }
        }
        if let ExprKind::NewArray { sizes } = &ex.hir.kind {
            ex.ty = bounded(&ex.ty, &self.zonk(target), sizes);
            ex.hir.ty = self.erase(&ex.ty);
        }
        ex
    }

    /// Keeps HIR well typed after an error.
    fn poison(&self, mut hir: Expr, ty: Ty) -> Expr {
        hir.kind = ExprKind::Lit(Lit::Null);
        hir.ty = ty;
        hir
    }

    /// After [`Attr::fits`] has said yes.
    pub fn convert_fitting(&mut self, ex: Ex, target: &Type) -> Expr {
        let target = self.zonk(target);
        if ex.is_error() || target.is_error() {
            return ex.hir;
        }
        match (&ex.ty, &target) {
            (Type::Prim(_), Type::Prim(p)) => self.to_prim(ex, *p).hir,
            (Type::Prim(a), _) => {
                let wanted = self.t.unboxed_exact(&target).filter(|b| b != a && ex.constant().is_some());
                let ex = match wanted {
                    Some(b) => self.to_prim(ex, b),
                    None => ex,
                };
                let boxed = self.boxed(ex);
                let erased = self.erase(&target);
                self.reference_to(boxed.hir, &erased)
            }
            (_, Type::Prim(p)) => self.to_prim(ex, *p).hir,
            _ => {
                let erased = self.erase(&target);
                let hir = self.null_constant(ex.hir);
                self.reference_to(hir, &erased)
            }
        }
    }

    pub fn mismatch(&mut self, ex: &Ex, target: &Type) {
        let (from, to) = (self.zonk(&ex.ty), self.zonk(target));
        if from.is_error() || to.is_error() {
            return;
        }
        let span = ex.span();
        if from.class_id().is_some_and(|c| self.t.lacks_supertypes(c)) {
            self.report(outside::follows(span));
            return;
        }
        let (a, b) = (self.show(&from), self.show(&to));
        if from == Type::Void {
            self.error("E0206", "a `void` call has no value", span, format!("expected {b}, but this gives nothing"));
            return;
        }
        if from == Type::Null {
            let label = if to.is_primitive() { "a primitive is never null" } else { "a value is never null" };
            self.error("E0207", format!("`null` is no {b}"), span, label);
            return;
        }
        let mut d = Diagnostic::error("E0201", format!("mismatched types: expected {b}, found {a}"), span)
            .label(format!("this is {a}, not {b}"));
        match (self.prim(&from), self.prim(&to)) {
            (Some(x), Some(y)) if x != PrimType::Boolean && y != PrimType::Boolean => {
                d.title = format!("possible loss: {a} does not fit into {b}");
                let at = Span { lo: span.lo, hi: span.lo };
                d = match self.better_literal(ex, x, y) {
                    Some(Written::Float) => {
                        let end = Span { lo: span.hi, hi: span.hi };
                        d.suggest("write a `float` literal", end, "f")
                    }
                    Some(Written::OutOf(range)) => d.note(format!("{b} holds {range}")),
                    None => d.suggest("cast it, if the loss is meant", at, format!("({}) ", self.show(&Type::Prim(y)))),
                };
            }
            (Some(x), Some(PrimType::Boolean)) if x != PrimType::Boolean => {
                if matches!(ex.hir.kind, ExprKind::Assign { .. }) {
                    d = d.note("`=` assigns; to compare, write `==`");
                    self.report(d);
                    return;
                }
                d = d.note("a number is not a condition; compare it with 0");
            }
            (None, Some(PrimType::Char)) if self.character(span).is_some() => {
                let character = self.character(span).unwrap_or_default();
                d = d.suggest(format!("write a character, `{character}`"), span, character);
            }
            (Some(_), None) if self.t.is_string(&to) => {
                let at = Span { lo: span.lo, hi: span.lo };
                d = d.suggest("make a string of it", at, "\"\" + ");
            }
            (None, Some(y)) if self.t.is_string(&from) && reader(y).is_some() => {
                let reader = reader(y).unwrap_or_default();
                d = d.note(format!("`{reader}(s)` reads a number from a text"));
            }
            _ if self.is_optional(&from) && !self.is_optional(&to) => {
                d = d.note("there may be no value: `orElse(x)` gives the value, or `x` where there is none");
            }
            _ if matches!(self.t.cast(&from, &to), Cast::Checked | Cast::Unchecked) => {
                let at = Span { lo: span.lo, hi: span.lo };
                d = d.suggest("cast it, if it is surely one", at, format!("({b}) "));
            }
            _ => {}
        }
        self.report(d);
    }

    /// `Optional`, `OptionalInt` and the like.
    fn is_optional(&self, ty: &Type) -> bool {
        ty.class_id().is_some_and(|c| self.t.class(c).name.starts_with("java.util.Optional"))
    }

    /// The character literal for a string of one character.
    fn character(&self, span: Span) -> Option<String> {
        let text = self.sources.text(span).strip_prefix('"')?.strip_suffix('"')?;
        let one = text.chars().count() == if text.starts_with('\\') { 2 } else { 1 } && text != "'";
        one.then(|| format!("'{text}'"))
    }

    /// What a literal should have been for a type that it does not fit.
    fn better_literal(&self, ex: &Ex, from: PrimType, to: PrimType) -> Option<Written> {
        // A constant may be folded: only what is written as one number can have another ending.
        let written = self.sources.text(ex.span()).parse::<f64>().is_ok();
        match (&ex.hir.kind, from, to) {
            (ExprKind::Lit(_), PrimType::Double, PrimType::Float) if written => Some(Written::Float),
            (ExprKind::Lit(Lit::Int(_)), PrimType::Int, PrimType::Byte) => Some(Written::OutOf("-128 to 127")),
            (ExprKind::Lit(Lit::Int(_)), PrimType::Int, PrimType::Short) => Some(Written::OutOf("-32768 to 32767")),
            (ExprKind::Lit(Lit::Int(_)), PrimType::Int, PrimType::Char) => Some(Written::OutOf("0 to 65535")),
            _ => None,
        }
    }

    /// A condition: boolean, unboxed.
    pub fn boolean(&mut self, ex: Ex) -> Expr {
        self.assign_to(ex, &Type::BOOLEAN)
    }

    /// `(T) e`.
    pub fn cast(&mut self, ex: Ex, to: &Type, span: Span) -> Ex {
        let ex = Ex { ty: self.settle(&ex.ty), hir: ex.hir };
        if ex.is_error() || to.is_error() {
            return Ex { hir: ex.hir, ty: to.clone() };
        }
        match (&ex.ty, to) {
            (Type::Prim(a), Type::Prim(b)) => {
                if (*a == PrimType::Boolean) != (*b == PrimType::Boolean) {
                    return self.bad_cast(&ex, to, span);
                }
                let mut out = self.to_prim(ex, *b);
                out.hir.span = span;
                out
            }
            (Type::Prim(_), _) => {
                if !self.fits(&ex, to, true, false) {
                    return self.bad_cast(&ex, to, span);
                }
                let hir = self.convert_fitting(ex, to);
                Ex { hir, ty: to.clone() }
            }
            (_, Type::Prim(b)) => {
                if let Some(a) = self.t.unboxed(&ex.ty) {
                    if !self.t.is_widening(a, *b) {
                        return self.bad_cast(&ex, to, span);
                    }
                    return self.to_prim(ex, *b);
                }
                let boxed = self.t.boxed(*b);
                if self.t.cast(&ex.ty, &boxed) == Cast::Impossible {
                    return self.bad_cast(&ex, to, span);
                }
                let erased = self.erase(&boxed);
                let mut hir = self.reference_to(ex.hir, &erased);
                hir.span = span;
                self.unbox(Ex { hir, ty: boxed })
            }
            (Type::Void, _) | (_, Type::Void) => self.bad_cast(&ex, to, span),
            _ => {
                if self.t.cast(&ex.ty, to) == Cast::Impossible {
                    return self.bad_cast(&ex, to, span);
                }
                if let Type::Intersection(parts) = to {
                    // The value is seen as the first, and must be all of them.
                    let mut hir = uncast(ex.hir);
                    for part in parts.iter().skip(1).chain(parts.first()) {
                        let erased = self.erase(part);
                        hir = self.reference_to(hir, &erased);
                        hir.span = span;
                    }
                    return Ex { hir, ty: to.clone() };
                }
                let erased = self.erase(to);
                if ex.constant().is_some() && ex.hir.ty == erased {
                    return Ex { hir: ex.hir, ty: to.clone() };
                }
                let mut hir = self.reference_to(uncast(ex.hir), &erased);
                hir.span = span;
                Ex { hir, ty: to.clone() }
            }
        }
    }

    fn bad_cast(&mut self, ex: &Ex, to: &Type, span: Span) -> Ex {
        let (a, b) = (self.show(&ex.ty), self.show(to));
        self.report(
            Diagnostic::error("E0208", format!("{a} cannot be cast to {b}"), span)
                .label(format!("no {a} is ever a {b}"))
                .also(ex.span(), format!("this is {a}")),
        );
        let hir = self.poison(ex.hir.clone(), self.erase(to));
        Ex { hir, ty: Type::Error }
    }

    pub fn call_virtual(&self, method: MethodId, receiver: Expr, args: Vec<Expr>, span: Span) -> Expr {
        let ty = self.erase(&self.t.method(method).ret);
        let owner = Ty::Class(self.t.method(method).class);
        let receiver = self.reference_to(receiver, &owner);
        Expr {
            kind: ExprKind::Call { kind: CallKind::Virtual, method, receiver: Some(Box::new(receiver)), args },
            ty,
            span,
        }
    }

    /// A library method by name and number of parameters.
    pub fn library_method(&mut self, class: &str, name: &str, params: usize, span: Span) -> Option<MethodId> {
        let ty = self.t.library_type(class);
        let found = self.t.methods_named(&ty, name).into_iter().find(|&m| self.t.method(m).params.len() == params);
        if found.is_none() {
            self.missing(&format!("{class}.{name}"), span);
        }
        found
    }
}

/// What is under a cast that erasure asked for: it has the place of what it casts, a written one has more.
fn erasure_cast(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::CheckCast(inner) if inner.span == e.span => Some(inner),
        _ => None,
    }
}

/// A value without the cast that erasure asked for: where any object does, Java makes none.
pub(super) fn uncast(e: Expr) -> Expr {
    match e.kind {
        ExprKind::CheckCast(inner) if inner.span == e.span => uncast(*inner),
        kind => Expr { kind, ..e },
    }
}

impl crate::table::ClassTable {
    /// What a box class holds, the class itself only (no bounds).
    pub(crate) fn unboxed_exact(&self, ty: &Type) -> Option<PrimType> {
        match ty {
            Type::Class(_) => self.unboxed(ty),
            _ => None,
        }
    }
}

/// The end of the name of what boxes numbers of a type, or takes them out.
fn number_name(ty: &Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::Boolean => "Booleans",
        Ty::Byte => "Bytes",
        Ty::Short => "Shorts",
        Ty::Char => "Chars",
        Ty::Int => "Ints",
        Ty::Long => "Longs",
        Ty::Float => "Floats",
        Ty::Double => "Doubles",
        _ => return None,
    })
}
