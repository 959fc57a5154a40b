//! Expressions, one arm a form; the larger forms have modules of their own.

use super::convert::promoted;
use super::overload::is_diamond;
use super::{Attr, Ex, Expect, Operands, fold};
use crate::outside;
use crate::subtype::Cast;
use crate::types::{Type, TypeArg};
use smol_str::SmolStr;
use somd_hir::{ClassId, Expr, ExprKind, Lit, LocalId, MethodId, Ty};
use somd_syntax::ast::{self, BinaryOp as B, ExprKind as A, PrimType, UnaryOp as U};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

/// Pattern variables that are assigned where an expression was true, or was false (JLS 6.3.1).
#[derive(Default, Clone)]
pub(crate) struct Bindings {
    pub when_true: Vec<(SmolStr, LocalId)>,
    pub when_false: Vec<(SmolStr, LocalId)>,
}

impl Attr<'_> {
    /// An expression on its own; unknown type arguments are decided unless it is an argument.
    pub fn expr(&mut self, e: &ast::Expr, expect: &Expect) -> Ex {
        let mut ex = self.expr_open(e, expect);
        if matches!(expect, Expect::None) {
            ex.ty = self.settle(&ex.ty);
        }
        if ex.is_error() {
            self.report(outside::follows(e.span));
        }
        ex
    }

    /// A value converted to `ty`: initialisers, right sides, returned values.
    pub fn initialiser(&mut self, e: &ast::Expr, ty: &Type) -> Expr {
        if let A::ArrayInit(items) = &e.kind {
            return self.array_init(items, ty, e.span).hir;
        }
        let ex = self.expr(e, &Expect::To(ty.clone()));
        self.assign_to(ex, ty)
    }

    pub fn in_scope<R>(&mut self, names: &[(SmolStr, LocalId)], f: impl FnOnce(&mut Self) -> R) -> R {
        self.push_scope();
        self.bring_in(names);
        let out = f(self);
        self.pop_scope();
        out
    }

    /// Adds pattern variables to the innermost scope.
    pub fn bring_in(&mut self, names: &[(SmolStr, LocalId)]) {
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.vars.extend(names.iter().cloned());
        }
    }

    /// An expression and the pattern variables it brings.
    pub fn cond(&mut self, e: &ast::Expr) -> (Ex, Bindings) {
        match &e.kind {
            A::Paren(inner) => self.cond(inner),
            A::Unary(U::Not, inner) => {
                let (ex, b) = self.cond(inner);
                (self.unary(U::Not, ex, e.span), Bindings { when_true: b.when_false, when_false: b.when_true })
            }
            A::Binary(op @ (B::LogAnd | B::LogOr), _, a, b) => {
                let is_and = *op == B::LogAnd;
                let (ea, ba) = self.cond(a);
                let seen = if is_and { ba.when_true.clone() } else { ba.when_false.clone() };
                let (eb, bb) = self.in_scope(&seen, |attr| attr.cond(b));
                let mut out = Bindings::default();
                if is_and {
                    out.when_true = ba.when_true.into_iter().chain(bb.when_true).collect();
                } else {
                    out.when_false = ba.when_false.into_iter().chain(bb.when_false).collect();
                }
                if ea.is_error() || eb.is_error() {
                    return (self.error_ex(e.span), out);
                }
                let (x, y) = (self.boolean(ea), self.boolean(eb));
                if let (ExprKind::Lit(Lit::Boolean(p)), ExprKind::Lit(Lit::Boolean(q))) = (&x.kind, &y.kind) {
                    let v = if is_and { *p && *q } else { *p || *q };
                    return (self.lit(Lit::Boolean(v), Type::BOOLEAN, e.span), out);
                }
                let kind = if is_and {
                    ExprKind::And(Box::new(x), Box::new(y))
                } else {
                    ExprKind::Or(Box::new(x), Box::new(y))
                };
                (self.ex(kind, Type::BOOLEAN, e.span), out)
            }
            A::InstanceOf { expr, ty, binding } => self.instance_of(expr, ty, binding.as_ref(), e.span),
            _ => (self.expr(e, &Expect::None), Bindings::default()),
        }
    }

    fn instance_of(
        &mut self,
        e: &ast::Expr,
        ty: &ast::Type,
        binding: Option<&ast::Ident>,
        span: Span,
    ) -> (Ex, Bindings) {
        let value = self.expr(e, &Expect::None);
        let target = self.resolve(ty);
        let mut out = Bindings::default();
        let local = binding.map(|b| {
            self.push_scope();
            let l = self.declare(b, target.clone(), None, true);
            self.pop_scope();
            out.when_true.push((b.name.clone(), l));
            l
        });
        if value.is_error() || target.is_error() {
            return (self.lit(Lit::Boolean(true), Type::BOOLEAN, span).opaque(), out);
        }
        if value.ty.is_primitive() || value.ty == Type::Void {
            let shown = self.show(&value.ty);
            self.error(
                "E0215",
                format!("`instanceof` asks of objects, not of {shown}"),
                value.span(),
                format!("this is {shown}"),
            );
            return (self.error_ex(span), out);
        }
        if target.is_primitive() {
            let shown = self.show(&target);
            self.error("E0215", "`instanceof` asks for classes", ty.span, format!("{shown} is the type of no object"));
            return (self.error_ex(span), out);
        }
        if self.t.cast(&value.ty, &target) == Cast::Impossible {
            let (a, b) = (self.show(&value.ty), self.show(&target));
            self.report(
                Diagnostic::error("E0208", format!("no {a} is ever a {b}"), ty.span)
                    .label("this can never be")
                    .also(value.span(), format!("this is {a}")),
            );
        } else if binding.is_some() && self.t.is_subtype(&value.ty, &target) {
            let (a, b) = (self.show(&value.ty), self.show(&target));
            self.report(
                Diagnostic::error("E0208", format!("every {a} is a {b}"), ty.span)
                    .label("a pattern must be able to fail")
                    .also(value.span(), format!("this is {a}"))
                    .note("compare with `null`, and assign it"),
            );
        }
        let unknown_args = matches!(target, Type::Class(_)) && self.t.cast(&value.ty, &target) == Cast::Unchecked;
        if unknown_args || matches!(target, Type::Var(_)) && !self.sub(&value.ty, &target) {
            let shown = self.show(&target);
            self.error(
                "E0208",
                format!("no program can tell whether an object is of type {shown}"),
                ty.span,
                if unknown_args {
                    "type arguments are unknown when the program runs"
                } else {
                    "a type variable is unknown when the program runs"
                },
            );
        }
        let erased = self.erase(&target);
        let kind =
            ExprKind::InstanceOf { expr: Box::new(super::convert::uncast(value.hir)), ty: erased, binding: local };
        (self.ex(kind, Type::BOOLEAN, span), out)
    }

    pub fn resolve(&mut self, ty: &ast::Type) -> Type {
        let mut found = Vec::new();
        self.note_constants();
        let out = self.t.resolve_type(&self.scope, ty, &mut found);
        self.diags.append(&mut found);
        out
    }

    fn expr_open(&mut self, e: &ast::Expr, expect: &Expect) -> Ex {
        let span = e.span;
        match &e.kind {
            A::Literal(l) => self.literal(l, span),
            A::Name(_) => self.named_value(e),
            A::Field(target, id) => match &target.kind {
                A::Name(_) | A::Field(..) => self.named_value(e),
                A::Super(iface) => {
                    let object = self.super_object(iface.as_deref(), target.span);
                    self.field_access(object, id, span)
                }
                _ => {
                    let object = self.expr(target, &Expect::None);
                    self.field_access(object, id, span)
                }
            },
            A::Paren(inner) => {
                let mut ex = self.expr_open(inner, expect);
                if let Some(operands) = self.operands.get(&ex.span()).cloned() {
                    self.operands.insert(span, operands);
                }
                ex.hir.span = span;
                ex
            }
            A::This => match self.enclosing(|_| true) {
                Some((at, true)) => self.this_at(at, span),
                _ => self.no_this("`this`", Span::NONE, span),
            },
            A::QualifiedThis(class) => {
                let super::names::Named::Type(Type::Class(c)) = self.named(class) else {
                    self.error("E0205", "a class is needed before `.this`", class.span, "not a class");
                    return self.error_ex(span);
                };
                match self.enclosing(|e| e == c.class) {
                    Some((at, true)) => self.this_at(at, span),
                    _ => {
                        let name = self.class_name(c.class);
                        self.error(
                            "E0231",
                            format!("here is no object of {name}"),
                            span,
                            "not an enclosing class's object",
                        );
                        self.error_ex(span)
                    }
                }
            }
            A::Super(_) => {
                self.error("E0205", "`super` is not a value on its own", span, "select a member of it");
                self.error_ex(span)
            }
            A::ClassLiteral(ty) => {
                let at = ty.span;
                let ty = self.resolve(ty);
                if let Type::Var(_) = ty {
                    let shown = self.show(&ty);
                    self.error(
                        "E0105",
                        format!("`{shown}` has no `.class`"),
                        at,
                        "a type variable is unknown when the program runs",
                    );
                    return self.error_ex(span);
                }
                let erased = self.erase(&ty);
                if let Ty::Class(named) = erased
                    && self.t.class(named).is_library
                    && !self.t.units[self.scope.unit].is_library
                {
                    self.t.class_literals.borrow_mut().insert(named);
                }
                let Some(class) = self.library("java.lang.Class") else { return self.missing("java.lang.Class", span) };
                let arg = match &ty {
                    Type::Prim(p) => self.t.boxed(*p),
                    Type::Void => self.t.library_type("java.lang.Void"),
                    t => t.clone(),
                };
                self.ex(ExprKind::ClassLit(erased), Type::generic(class, [arg]), span)
            }
            A::Index(array, index) => {
                let array = self.expr(array, &Expect::None);
                self.index(array, index, span)
            }
            A::Call { target, type_args, name, args } => match self.array_func(e, expect) {
                Some(function) => function,
                None => self.call(target.as_deref(), type_args, name, args, expect, span),
            },
            A::New { outer, type_args, ty, args, body } => {
                let explicit = self.explicit_args(type_args);
                self.new_object(outer.as_deref(), &explicit, ty, args, body.as_deref(), expect, span)
            }
            A::NewArray { ty, sizes, init } => self.new_array(ty, sizes, init.as_deref(), span),
            A::NewValueArray { ty, arg } => self.new_value_array(ty, arg, span),
            A::ArrayInit(items) => match expect.ty() {
                Some(t) if t.is_array() => {
                    let t = t.clone();
                    self.array_init(items, &t, span)
                }
                _ => {
                    self.error("E0216", "an array initialiser needs an array type", span, "write `new T[]{…}`");
                    self.error_ex(span)
                }
            },
            A::Unary(op @ (U::PreInc | U::PreDec | U::PostInc | U::PostDec), operand) => {
                self.inc_dec(*op, operand, span)
            }
            A::Unary(U::Not, _) | A::Binary(B::LogAnd | B::LogOr, ..) | A::InstanceOf { .. } => self.cond(e).0,
            A::Unary(op, operand) => {
                let ex = self.expr(operand, &Expect::None);
                self.unary(*op, ex, span)
            }
            A::Binary(..) => self.binary_chain(e),
            A::Cast(ty, operand) => {
                let to = self.resolve(ty);
                let inner = super::ops::strip_parens(operand);
                // A `?:` or `switch` under a cast has a type of its own (JLS 15.25, 15.28.1), unless an operand of `?:` has none
                // without a target.
                let functional =
                    |e: &ast::Expr| matches!(super::ops::strip_parens(e).kind, A::Lambda { .. } | A::MethodRef { .. });
                let as_target = match &inner.kind {
                    A::Cond(_, a, b) => functional(a) || functional(b),
                    _ => functional(inner),
                };
                let expect = if as_target && to.is_reference() { Expect::To(to.clone()) } else { Expect::None };
                let ex = self.expr(operand, &expect);
                self.cast(ex, &to, span)
            }
            A::Assign(a, b) => self.assign(a, b, span),
            A::CompoundAssign(op, a, b) => self.compound(*op, a, b, span),
            A::Cond(c, a, b) => self.conditional(c, a, b, expect, span),
            A::Lambda { params, body } => self.lambda(params, body, expect, span),
            A::MethodRef { target, type_args, name } => self.method_ref(target, type_args, name, expect, span),
            A::Switch(s) => self.switch_expr(s, expect, span),
            A::Task { class, args, method } => self.task(class, args.as_deref(), method, span),
            A::Connect(a, b) => self.connect(a, b, span),
            A::TaskTuple(_) => {
                self.error("E0241", "a tuple of tasks stands beside `=>`", span, "only there");
                self.error_ex(span)
            }
            A::Map { class, method, args } => self.map(class, method, args, span),
            A::MapBinary(op, a, b) => self.map_binary(*op, a, b, span),
            A::MapUnary(op, a) => self.map_unary(*op, a, span),
            A::MapCast(ty, a) => self.map_cast(ty, a, span),
            A::ReduceOp(op, a) => self.reduce_op(*op, a, span),
            A::ReduceMethod { class, method, array, init } => {
                self.reduce_method(class, method, array, init.as_deref(), span)
            }
            A::Error => self.error_ex(span),
        }
    }

    fn literal(&mut self, l: &ast::Literal, span: Span) -> Ex {
        match l {
            ast::Literal::Int(v) => self.lit(Lit::Int(*v), Type::INT, span),
            ast::Literal::Long(v) => self.lit(Lit::Long(*v), Type::LONG, span),
            ast::Literal::Float(v) => self.lit(Lit::Float(*v), Type::FLOAT, span),
            ast::Literal::Double(v) => self.lit(Lit::Double(*v), Type::DOUBLE, span),
            ast::Literal::Char(v) => self.lit(Lit::Int(i32::from(*v)), Type::CHAR, span),
            ast::Literal::Boolean(v) => self.lit(Lit::Boolean(*v), Type::BOOLEAN, span),
            ast::Literal::String(s) => self.lit(Lit::String(s.as_slice().into()), self.t.string(), span),
            ast::Literal::Null => {
                Ex { hir: Expr { kind: ExprKind::Lit(Lit::Null), ty: Ty::Null, span }, ty: Type::Null }
            }
        }
    }

    /// `a + b + c + …` may be thousands of terms deep on the left: walked without recursion.
    fn binary_chain(&mut self, e: &ast::Expr) -> Ex {
        let mut rights = Vec::new();
        let mut left = e;
        while let A::Binary(op, op_span, a, b) = &left.kind {
            if matches!(op, B::LogAnd | B::LogOr) {
                break;
            }
            rights.push((*op, *op_span, b, left.span));
            left = a;
        }
        let mut value = self.expr(left, &Expect::None);
        for (op, op_span, b, span) in rights.into_iter().rev() {
            let right = self.expr(b, &Expect::None);
            value = self.binary(op, op_span, value, right, span);
        }
        value
    }

    pub fn index(&mut self, array: Ex, index: &ast::Expr, span: Span) -> Ex {
        let i = self.expr(index, &Expect::None);
        if array.is_error() {
            return self.error_ex(span);
        }
        let ty = self.settle(&array.ty);
        let Some(elem) = ty.element() else {
            let shown = self.show(&ty);
            let mut d = Diagnostic::error("E0217", format!("{shown} is not an array"), array.span())
                .label(format!("this is {shown}, it cannot be indexed"));
            let by_call =
                [("java.util.List", "get(i)"), ("java.util.Map", "get(key)"), ("java.lang.String", "charAt(i)")];
            let found = by_call.iter().find(|(class, _)| {
                let class = self.t.library_type(class).class_id();
                class.is_some_and(|class| ty.class_id().is_some_and(|id| self.t.all_supertypes(id).contains(&class)))
            });
            if let Some((_, call)) = found {
                d = d.note(format!("its elements are read by `{call}`"));
            }
            self.report(d);
            return self.error_ex(span);
        };
        let i = self.index_value(i);
        if let (Some(n), ExprKind::Lit(Lit::Int(v))) = (bound_of(&ty), &i.kind)
            && (*v < 0 || *v as u32 >= n)
        {
            let shown = self.show(&ty);
            self.error(
                "E0218",
                format!("index {v} is out of the bounds of {shown}"),
                i.span,
                format!("must be from 0 to {}", n.saturating_sub(1)),
            );
        }
        let declared = match &array.hir.ty {
            Ty::Array { elem, .. } => (**elem).clone(),
            _ => self.erase(&elem),
        };
        self.at_type(ExprKind::Index { array: Box::new(array.hir), index: Box::new(i) }, declared, elem, span)
    }

    /// An index or size: promoted to `int`.
    pub fn index_value(&mut self, i: Ex) -> Expr {
        if i.is_error() {
            return i.hir;
        }
        match self.prim(&i.ty) {
            Some(PrimType::Byte | PrimType::Short | PrimType::Char | PrimType::Int) => {
                self.to_prim(i, PrimType::Int).hir
            }
            _ => self.assign_to(i, &Type::INT),
        }
    }

    fn new_array(&mut self, ty: &ast::Type, sizes: &[ast::Expr], init: Option<&ast::Expr>, span: Span) -> Ex {
        let written = ty.span;
        let mut made = ty;
        while let ast::TypeExprKind::Array(element, _) = &made.kind {
            made = element;
        }
        if is_diamond(made) {
            self.error("E0104", "an array is not made with `<>`", written, "nothing to infer the arguments from");
        }
        let ty = self.resolve(ty);
        let mut element = ty.clone();
        while let Some(e) = element.element() {
            element = e;
        }
        let unknown = match &element {
            Type::Var(_) => true,
            Type::Class(c) => c.args.iter().any(|a| !matches!(a, TypeArg::Any)),
            _ => false,
        };
        if unknown && ty.element().is_some() {
            let shown = self.show(&element);
            self.error(
                "E0278",
                format!("an array of {shown} cannot be made"),
                written,
                "its type arguments are unknown when the program runs",
            );
            return self.error_ex(span);
        }
        if let Some(init) = init {
            return match &init.kind {
                A::ArrayInit(items) => self.array_init(items, &ty, span),
                _ => self.error_ex(span),
            };
        }
        let mut hir_sizes = Vec::new();
        for s in sizes {
            let s = self.expr(s, &Expect::None);
            hir_sizes.push(self.index_value(s));
        }
        if ty.is_error() {
            return self.error_ex(span);
        }
        self.ex(ExprKind::NewArray { sizes: hir_sizes }, ty, span)
    }

    pub fn array_init(&mut self, items: &[ast::Expr], ty: &Type, span: Span) -> Ex {
        let Some(elem) = ty.element() else {
            if !ty.is_error() {
                let shown = self.show(ty);
                self.error("E0216", format!("{shown} is not an array"), span, "an array initialiser makes an array");
            }
            for item in items {
                if !matches!(item.kind, A::ArrayInit(_)) {
                    self.expr(item, &Expect::None);
                }
            }
            return self.error_ex(span);
        };
        if let Some(n) = bound_of(ty)
            && items.len() as u32 != n
        {
            let shown = self.show(ty);
            self.error("E0218", format!("{shown} has {n} elements"), span, format!("here are {}", items.len()));
        }
        // Value arrays are rectangular.
        let length = |item: &ast::Expr| if let A::ArrayInit(row) = &item.kind { Some(row.len()) } else { None };
        if let (Type::ValueArray(..), None, Some(first)) = (ty, bound_of(&elem), items.first().and_then(length))
            && let Some((item, n)) = items.iter().filter_map(|i| Some((i, length(i)?))).find(|(_, n)| *n != first)
        {
            let shown = self.show(ty);
            self.report(
                Diagnostic::error("E0218", format!("the rows of {shown} have one length"), item.span)
                    .label(format!("this one has {n}"))
                    .also(items[0].span, format!("the first row has {first}"))
                    .note("a value array is rectangular; rows of different lengths can stand in a mutable array, such as `int[][]`"),
            );
        }
        let hir: Vec<Expr> = items.iter().map(|i| self.initialiser(i, &elem)).collect();
        self.ex(ExprKind::ArrayLit(hir), ty.clone(), span)
    }

    fn conditional(&mut self, c: &ast::Expr, a: &ast::Expr, b: &ast::Expr, expect: &Expect, span: Span) -> Ex {
        let (cond, binds) = self.cond(c);
        let cond = self.boolean(cond);
        let inner = match expect {
            Expect::To(t) if t.is_reference() => expect.clone(),
            Expect::Arg => Expect::Arg,
            _ => Expect::None,
        };
        let side = |attr: &mut Self, e: &ast::Expr| {
            attr.open_call = matches!((&inner, &e.kind), (Expect::Arg, A::Call { .. }));
            let ex = attr.expr(e, &inner);
            attr.open_call = false;
            ex
        };
        let x = self.in_scope(&binds.when_true, |attr| side(attr, a));
        let y = self.in_scope(&binds.when_false, |attr| side(attr, b));
        if x.is_error() || y.is_error() {
            return self.error_ex(span);
        }
        for side in [&x, &y] {
            if side.ty == Type::Void {
                self.error("E0206", "a `void` call has no value", side.span(), "both sides of `?:` need one");
                return self.error_ex(span);
            }
        }
        let has_own_type = self.has_own_type(a, &x) && self.has_own_type(b, &y);
        if matches!(expect, Expect::Arg) && !has_own_type {
            self.operands.insert(span, Operands { cond: cond.clone(), sides: [x.clone(), y.clone()] });
        }
        let is_alone = match expect {
            Expect::None => true,
            Expect::Arg => false,
            Expect::To(t) => !t.is_reference(),
        };
        // Of a text and a number the common type helps nobody: what does not fit is one of the sides.
        if let Expect::To(target) = expect
            && !target.is_reference()
            && let Some(wrong) = [&x, &y].into_iter().find(|s| s.ty != Type::Null && self.prim(&s.ty).is_none())
        {
            self.mismatch(wrong, target);
            return self.error_ex(span);
        }
        let ty = self.conditional_type(&x, &y, has_own_type || is_alone, expect);
        let (x, y) = (self.assign_to(x, &ty), self.assign_to(y, &ty));
        if let (ExprKind::Lit(Lit::Boolean(v)), ExprKind::Lit(p), ExprKind::Lit(q)) = (&cond.kind, &x.kind, &y.kind)
            && *p != Lit::Null
            && *q != Lit::Null
        {
            let lit = if *v { p.clone() } else { q.clone() };
            return self.lit(lit, ty, span);
        }
        self.ex(ExprKind::Cond(Box::new(cond), Box::new(x), Box::new(y)), ty, span)
    }

    /// Whether a side of a conditional is a number or a boolean whatever is expected of it: what a method's own type parameter
    /// stands for is not (JLS 15.25).
    fn has_own_type(&self, side: &ast::Expr, ex: &Ex) -> bool {
        let is_inferred = |method: MethodId| {
            let def = self.t.method(method);
            matches!(def.ret, Type::Var(v) if def.type_params.contains(&v))
        };
        match &side.kind {
            A::Paren(inner) => self.has_own_type(inner, ex),
            A::Cond(..) => !self.operands.contains_key(&ex.span()) && self.prim(&ex.ty).is_some(),
            _ => self.prim(&ex.ty).is_some() && !called(&ex.hir).is_some_and(is_inferred),
        }
    }

    /// JLS 15.25; `may_promote`: two numbers make a number.
    fn conditional_type(&mut self, x: &Ex, y: &Ex, may_promote: bool, expect: &Expect) -> Type {
        if x.ty == y.ty {
            return x.ty.clone();
        }
        if let (true, Some(p), Some(q)) = (may_promote, self.prim(&x.ty), self.prim(&y.ty)) {
            if p == q {
                return Type::Prim(p);
            }
            if let Some(both) = promoted(p, q) {
                let small = |p| matches!(p, PrimType::Byte | PrimType::Short | PrimType::Char);
                if x.ty == Type::INT
                    && small(q)
                    && x.constant().is_some_and(|l| fold::fits(l, &super::convert::prim_ty(q)))
                {
                    return Type::Prim(q);
                }
                if y.ty == Type::INT
                    && small(p)
                    && y.constant().is_some_and(|l| fold::fits(l, &super::convert::prim_ty(p)))
                {
                    return Type::Prim(p);
                }
                if matches!((p, q), (PrimType::Byte, PrimType::Short) | (PrimType::Short, PrimType::Byte)) {
                    return Type::SHORT;
                }
                return Type::Prim(both);
            }
        }
        if let Expect::To(t) = expect
            && t.is_reference()
            && !Self::has_infer(t)
        {
            return t.clone();
        }
        let as_ref = |attr: &Self, t: &Type| match t {
            Type::Prim(p) => attr.t.boxed(*p),
            t => t.clone(),
        };
        let (a, b) = (as_ref(self, &x.ty), as_ref(self, &y.ty));
        if a == Type::Null {
            return b;
        }
        if b == Type::Null {
            return a;
        }
        if self.sub(&a, &b) {
            return b;
        }
        if self.sub(&b, &a) {
            return a;
        }
        let (a, b) = (self.settle(&a), self.settle(&b));
        self.t.lub(&[a, b])
    }

    /// `super` or `Iface.super` as the object it is.
    pub fn super_object(&mut self, qualifier: Option<&ast::Expr>, span: Span) -> Ex {
        let at = match self.enclosing(|_| true) {
            Some((at, true)) => at,
            _ => return self.no_this("`super`", Span::NONE, span),
        };
        let mut object = self.this_at(at, span);
        let class = self.current_class();
        let sup = match qualifier {
            None => self.t.class(class).superclass.clone().unwrap_or_else(|| self.t.object()),
            Some(q) => match self.named(q) {
                super::names::Named::Type(Type::Class(c)) => {
                    if let Some((at, true)) = self.enclosing(|e| e == c.class) {
                        object = self.this_at(at, span);
                        self.t.class(c.class).superclass.clone().unwrap_or_else(|| self.t.object())
                    } else {
                        match self.t.as_super(&object.ty, c.class) {
                            Some(sup) if self.names_super(class, c.class, q.span) => Type::Class(sup),
                            Some(_) => return self.error_ex(span),
                            None => {
                                self.error(
                                    "E0219",
                                    "not a direct superinterface",
                                    q.span,
                                    "this class does not implement it",
                                );
                                return self.error_ex(span);
                            }
                        }
                    }
                }
                _ => return self.error_ex(span),
            },
        };
        let erased = self.erase(&sup);
        Ex { hir: self.reference_to(object.hir, &erased), ty: sup }
    }

    /// Whether `of.super` may be written in `class`: it implements `of` itself, and inherits from nothing else that extends `of`
    /// (JLS 15.12.1).
    fn names_super(&mut self, class: ClassId, of: ClassId, span: Span) -> bool {
        let def = self.t.class(class);
        let supers: Vec<ClassId> = def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id).collect();
        let label = if !supers.contains(&of) {
            "this class implements it only through another".to_string()
        } else if let Some(&nearer) = supers.iter().find(|&&s| s != of && self.t.is_subclass(s, of)) {
            format!("`{}`, which this class inherits from too, extends it", self.class_name(nearer))
        } else {
            return true;
        };
        self.error("E0219", "not a direct superinterface", span, label);
        false
    }
}

impl Ex {
    /// A literal that must not be folded on.
    fn opaque(mut self) -> Ex {
        self.ty = Type::Error;
        self
    }
}

/// The method whose result a value is.
fn called(value: &Expr) -> Option<MethodId> {
    match &value.kind {
        ExprKind::Call { method, .. } => Some(*method),
        ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => called(inner),
        _ => None,
    }
}

/// The bound of an array type's outermost dimension.
fn bound_of(ty: &Type) -> Option<u32> {
    match ty {
        Type::Array(_, bound) => *bound,
        Type::ValueArray(_, dims) => dims.first().copied().flatten(),
        _ => None,
    }
}
