//! Methods of value arrays: `v.map(x -> x * x)`, `a.zip(b, (x, y) -> x + y)`, `v.reduce(0f, (x, y) -> x + y)`.
//!
//! They are other spellings of `C @ f(v)` and `C.f!(v, init)` and become the same forms, so that later stages know one.
//! A lambda that is given to them becomes a static method of the class it stands in (lambda lifting): the variables that it
//! captures are parameters behind its own, passed whole to a map. A reference to a static method is that method. Any other function
//! is an object, which a lifted lambda calls.
//!
//! What has an order (`scan`, `filter`, …) becomes loops over lifted methods: [`super::array_loops`].

use super::array_places::Fetched;
use super::env::{CapKey, ClassCtx, Env, Frame, Return};
use super::lime::{bound_of, bounded_array_of, value_array_of};
use super::names::Named;
use super::{Attr, Ex, Expect};
use crate::scope::did_you_mean;
use crate::types::Type;
use somd_hir::{Block, CallKind, ExprKind, LocalId, MapArg, MethodId, Stmt, StmtKind};
use somd_syntax::ast::{self, ExprKind as A, LambdaBody};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

/// Each with the ways it can be written.
const METHODS: [(&str, &str); 30] = [
    ("toArray", "toArray()"),
    ("map", "map(x -> …)"),
    ("zip", "zip(b, (x, y) -> …), with up to seven arrays"),
    ("reduce", "reduce((x, y) -> …) or reduce(init, (x, y) -> …)"),
    ("scan", "scan(init, (sum, x) -> …)"),
    ("scanExclusive", "scanExclusive(init, (sum, x) -> …)"),
    ("filter", "filter(x -> …)"),
    ("allPairs", "allPairs(b, (x, y) -> …)"),
    ("gather", "gather(indices)"),
    ("scatter", "scatter(indices, into, (old, x) -> …)"),
    ("histogram", "histogram(bins, x -> …)"),
    ("iterate", "iterate(n, v -> …) or iterate(v -> …, v -> …)"),
    ("stencil", "stencil((v, i) -> …), and of matrices stencil((m, i, j) -> …)"),
    ("sort", "sort() or sort((x, y) -> …)"),
    ("mapIndexed", "mapIndexed((x, i) -> …)"),
    ("count", "count(x -> …)"),
    ("any", "any(x -> …)"),
    ("all", "all(x -> …)"),
    ("argMin", "argMin()"),
    ("argMax", "argMax()"),
    ("reverse", "reverse()"),
    ("slice", "slice(from, to)"),
    ("take", "take(n)"),
    ("drop", "drop(n)"),
    ("concat", "concat(b)"),
    ("transpose", "transpose()"),
    ("flatten", "flatten()"),
    ("equals", "equals(b)"),
    ("hashCode", "hashCode()"),
    ("toString", "toString()"),
];

/// Those that matrices have too.
const OF_ROWS: [&str; 15] = [
    "toArray",
    "map",
    "zip",
    "reduce",
    "allPairs",
    "iterate",
    "gather",
    "scan",
    "scanExclusive",
    "equals",
    "hashCode",
    "toString",
    "stencil",
    "transpose",
    "flatten",
];

/// Library classes whose methods show an object that they are given.
const SHOWING: [&str; 7] = [
    "java.io.PrintStream",
    "java.io.PrintWriter",
    "java.lang.String",
    "java.lang.StringBuffer",
    "java.lang.StringBuilder",
    "java.util.Objects",
    "java.util.StringJoiner",
];

/// A function as a static method, and what it takes behind its own parameters.
pub(super) struct Function {
    pub method: MethodId,
    pub ret: Type,
    pub captured: Vec<Ex>,
}

impl Attr<'_> {
    /// What to write where a method of value arrays is called on an array of Java's.
    pub(super) fn of_value_array(&self, site: &Type, name: &str) -> Option<String> {
        let Type::Array(element, _) = site else { return None };
        let is_known =
            METHODS.iter().any(|m| m.0 == name && !matches!(name, "equals" | "hashCode" | "toString" | "toArray"));
        if !is_known || !(element.is_primitive() || self.is_lime_value(element)) {
            return None;
        }
        let element = self.show(element);
        Some(format!(
            "`{name}` is a method of value arrays: `{element}[[]] v = …`, and `new {element}[[]](a)` copies an array `a` into one"
        ))
    }

    pub fn value_array_call(&mut self, v: Ex, name: &ast::Ident, args: &[ast::Expr], span: Span) -> Ex {
        let Type::ValueArray(base, dims) = v.ty.clone() else { return self.error_ex(span) };
        let Some(elem) = v.ty.element() else { return self.error_ex(span) };
        let flat = dims.len() == 1;
        let known = METHODS.iter().find(|m| m.0 == name.name.as_str());
        let Some(&(_, forms)) = known else {
            self.args(args);
            let shown = self.show(&v.ty);
            let names = METHODS.map(|m| m.0);
            let mut d = Diagnostic::error("E0225", format!("{shown} has no method `{}`", name.name), name.span)
                .label("no method of this name")
                .note(format!("value arrays have `length` and the methods {}", names.join(", ")));
            if let Some(near) = did_you_mean(&name.name, names) {
                d = d.suggest(format!("did you mean `{near}`?"), name.span, near);
            }
            self.report(d);
            return self.error_ex(span);
        };
        let by_row = OF_ROWS.contains(&name.name.as_str());
        if !flat && !by_row {
            self.args(args);
            let shown = self.show(&v.ty);
            self.error(
                "E0249",
                format!("`{}` works on arrays of one dimension", name.name),
                name.span,
                format!("this is {shown}"),
            );
            return self.error_ex(span);
        }
        match (name.name.as_str(), args) {
            ("toArray", []) => {
                let ty = dims.iter().fold((*base).clone(), |t, _| Type::array(t));
                self.ex(ExprKind::Thaw(Box::new(v.hir)), ty, span)
            }
            ("map", [f]) => self.map_function(vec![(v, true)], f, std::slice::from_ref(&elem), span),
            ("zip", [others @ .., f]) if (1..=7).contains(&others.len()) => {
                let mut arrays = vec![(v, true)];
                let mut elems = vec![elem];
                for other in others {
                    let other_ex = self.expr(other, &Expect::None);
                    if other_ex.is_error() {
                        return other_ex;
                    }
                    let Some(e) = other_ex.ty.element() else {
                        let shown = self.show(&other_ex.ty);
                        self.error("E0217", format!("{shown} is not an array"), other.span, "only arrays are zipped");
                        return self.error_ex(span);
                    };
                    elems.push(e);
                    arrays.push((other_ex, true));
                }
                self.map_function(arrays, f, &elems, span)
            }
            ("hashCode", []) => self.value_array_contents("hash", v, span),
            ("toString", []) => self.value_array_contents("text", v, span),
            ("equals", [other]) => {
                let other = self.expr(other, &Expect::To(v.ty.clone()));
                self.equality(ast::BinaryOp::Eq, name.span, v, other, span)
            }
            ("allPairs", [other, f]) => self.all_pairs(v, elem, other, f, span),
            ("gather", [indices]) => self.gather(v, elem, indices, span),
            ("stencil", [f]) => self.stencil(v, f, span),
            ("mapIndexed", [f]) => self.map_indexed(v, elem, f, span),
            ("count" | "any" | "all", [f]) => self.counted(&name.name, v, elem, f, span),
            ("argMin" | "argMax", []) if elem.is_primitive() && elem != Type::BOOLEAN => {
                self.best_place(name.name == "argMin", v, elem, span)
            }
            ("reverse", []) => self.fetched(Fetched::Reverse, v, elem, &[], span),
            ("slice", [_, _]) => self.fetched(Fetched::Slice, v, elem, args, span),
            ("take", [_]) => self.fetched(Fetched::Take, v, elem, args, span),
            ("drop", [_]) => self.fetched(Fetched::Drop, v, elem, args, span),
            ("concat", [other]) => self.joined(v, elem, other, span),
            ("transpose" | "flatten", []) if dims.len() == 2 => self.turned(name.name == "transpose", v, span),
            ("reduce", [f]) => self.reduce_function(v, elem, None, f, span),
            ("reduce", [init, f]) => self.reduce_function(v, elem, Some(init), f, span),
            ("scan", [init, f]) => self.scan(v, init, f, true, span),
            ("scanExclusive", [init, f]) => self.scan(v, init, f, false, span),
            ("filter", [f]) => self.filter(v, elem, f, span),
            ("scatter", [indices, into, f]) => self.scatter(v, elem, [indices, into, f], span),
            ("histogram", [bins, f]) => self.histogram(v, elem, bins, f, span),
            ("iterate", [times, f]) => self.iterate(v, times, f, span),
            ("sort", [order]) => self.sort_by(v, elem, order, span),
            ("sort", []) if elem.is_primitive() && elem != Type::BOOLEAN => self.sort(v, elem, span),
            ("sort", []) => {
                let shown = self.show(&elem);
                self.error(
                    "E0249",
                    "`sort` works on arrays of numbers",
                    name.span,
                    format!("{shown} has no order: give one, `sort((x, y) -> …)`"),
                );
                self.error_ex(span)
            }
            _ => {
                self.args(&args.iter().filter(|a| !is_function(a)).cloned().collect::<Vec<_>>());
                self.report(
                    Diagnostic::error("E0249", format!("`{}` is not called like this", name.name), span)
                        .label("these are not its arguments")
                        .note(format!("it is written {forms}")),
                );
                self.error_ex(span)
            }
        }
    }

    /// `somd.ValueArrays.text(v)` or `hash(v)`.
    fn value_array_contents(&mut self, function: &str, v: Ex, span: Span) -> Ex {
        let class = self.t.library_type("somd.ValueArrays");
        let Some(&method) = self.t.methods_named(&class, function).first() else {
            return self.missing(&format!("somd.ValueArrays.{function}"), span);
        };
        let object = self.erase(&self.t.object());
        let ret = self.t.method(method).ret.clone();
        let args = vec![self.reference_to(v.hir, &object)];
        self.ex(ExprKind::Call { kind: CallKind::Static, method, receiver: None, args }, ret, span)
    }

    /// What becomes text, of a value array its contents.
    pub fn shown_contents(&mut self, ex: Ex) -> Ex {
        let span = ex.hir.span;
        if matches!(ex.ty, Type::ValueArray(..)) { self.value_array_contents("text", ex, span) } else { ex }
    }

    /// Whether the method shows the objects that it is given.
    pub fn shows(&self, method: MethodId) -> bool {
        let class = self.t.class(self.t.method(method).class);
        class.is_library && SHOWING.contains(&class.name.as_str())
    }

    // ---- maps and reductions --------------------------------------------------------------------------------------------

    fn map_function(&mut self, arrays: Vec<(Ex, bool)>, f: &ast::Expr, elems: &[Type], span: Span) -> Ex {
        let Some(f) = self.array_function(f, elems, None) else { return self.error_ex(span) };
        self.map_lifted(arrays, f, span)
    }

    pub(super) fn map_lifted(&mut self, arrays: Vec<(Ex, bool)>, f: Function, span: Span) -> Ex {
        let bound = arrays.iter().filter(|a| a.1).find_map(|a| bound_of(&a.0.ty));
        let mut args: Vec<MapArg> = arrays.into_iter().map(|(a, mapped)| MapArg { expr: a.hir, mapped }).collect();
        args.extend(f.captured.into_iter().map(|c| MapArg { expr: c.hir, mapped: false }));
        let ty = bounded_array_of(&f.ret, bound);
        self.ex(ExprKind::Map { method: f.method, args }, ty, span)
    }

    fn reduce_function(&mut self, v: Ex, elem: Type, init: Option<&ast::Expr>, f: &ast::Expr, span: Span) -> Ex {
        if let Some(i) = init {
            let value = self.expr(i, &Expect::To(elem.clone()));
            if !value.is_error() && !self.fits(&value, &elem, true, true) {
                let (a, e) = (self.show(&value.ty), self.show(&elem));
                self.report(
                    Diagnostic::error("E0201", format!("mismatched types: expected {e}, found {a}"), i.span)
                        .label(format!("this is {a}, and the elements are {e}"))
                        .note("a reduction starts with a value of the elements' type and gives one; `map` the elements to another type before it"),
                );
                return self.error_ex(span);
            }
        }
        let init = init.map(|i| {
            let value = self.expr(i, &Expect::To(elem.clone()));
            self.assign_to(value, &elem)
        });
        let Some(function) = self.array_function(f, &[elem.clone(), elem.clone()], Some(&elem)) else {
            return self.error_ex(span);
        };
        let captured = function.captured.into_iter().map(|c| c.hir).collect();
        let kind = ExprKind::ReduceMethod {
            method: function.method,
            operator: None,
            array: Box::new(v.hir),
            init: init.map(Box::new),
            captured,
        };
        self.ex(kind, elem, span)
    }

    /// `v.allPairs(b, f)`: a row for each element of `v`, with what `f` gives for it and each element of `b`. A map within a map.
    fn all_pairs(&mut self, v: Ex, elem: Type, other: &ast::Expr, f: &ast::Expr, span: Span) -> Ex {
        let other = self.expr(other, &Expect::None);
        if other.is_error() {
            return other;
        }
        let Some(paired) = other.ty.element() else {
            let shown = self.show(&other.ty);
            self.error("E0217", format!("{shown} is not an array"), other.span(), "only arrays are paired");
            return self.error_ex(span);
        };
        let at = f.span;
        let Some(f) = self.array_function(f, &[elem.clone(), paired], None) else { return self.error_ex(span) };
        self.pairs((v, elem), other, f, at, span)
    }

    /// A row for each element, with what the function gives for it and each element of the other. The row's own expression stands `at`
    /// the function, not where the whole does.
    pub(super) fn pairs(&mut self, (v, elem): (Ex, Type), other: Ex, f: Function, at: Span, span: Span) -> Ex {
        let row = value_array_of(&f.ret);
        let mut params = vec![("x".to_string(), elem), ("b".to_string(), other.ty.clone())];
        params.extend(f.captured.iter().enumerate().map(|(k, c)| (format!("c{k}"), c.ty.clone())));
        let named: Vec<(&str, Type)> = params.iter().map(|(n, t)| (n.as_str(), t.clone())).collect();
        let (method, count) = (f.method, params.len());
        let of_row = self.made_function(&named, &row, at, |a, locals| {
            let mut args = vec![
                MapArg { expr: a.local_of(locals[0], at).hir, mapped: false },
                MapArg { expr: a.local_of(locals[1], at).hir, mapped: true },
            ];
            for local in &locals[2..count] {
                args.push(MapArg { expr: a.local_of(*local, at).hir, mapped: false });
            }
            a.ex(ExprKind::Map { method, args }, row.clone(), at)
        });
        let function = Function { captured: Vec::new(), ..of_row };
        let mut arrays = vec![(v, true), (other, false)];
        arrays.extend(f.captured.into_iter().map(|c| (c, false)));
        self.map_lifted(arrays, function, span)
    }

    /// `v.gather(indices)`: a map over the indices, to which the array is passed whole.
    fn gather(&mut self, v: Ex, elem: Type, indices: &ast::Expr, span: Span) -> Ex {
        let at = self.expr(indices, &Expect::None);
        if at.is_error() {
            return at;
        }
        if at.ty.element() != Some(Type::INT) {
            let shown = self.show(&at.ty);
            self.error(
                "E0249",
                "`gather` takes an array of indices",
                indices.span,
                format!("this is {shown}, not int[[]]"),
            );
            return self.error_ex(span);
        }
        let params = [("v", v.ty.clone()), ("i", Type::INT)];
        let f = self.made_function(&params, &elem, span, |a, locals| {
            let array = a.local_of(locals[0], span);
            let index = a.local_of(locals[1], span);
            a.element(array, index, span)
        });
        self.map_lifted(vec![(v, false), (at, true)], f, span)
    }

    // ---- functions --------------------------------------------------------------------------------------------------------

    /// A function of elements of these types; `ret` is what it has to give, where that is known.
    pub(super) fn array_function(&mut self, f: &ast::Expr, params: &[Type], ret: Option<&Type>) -> Option<Function> {
        match &f.kind {
            A::Paren(inner) => self.array_function(inner, params, ret),
            A::Lambda { params: names, body } => {
                if names.len() != params.len() {
                    let n = params.len();
                    let s = if n == 1 { "" } else { "s" };
                    self.error(
                        "E0228",
                        format!("this function is given {n} value{s}"),
                        f.span,
                        format!("this lambda has {} parameters", names.len()),
                    );
                    return None;
                }
                for (name, ty) in names.iter().zip(params) {
                    let written = name.ty.as_ref().filter(|t| t.kind != ast::TypeExprKind::Var);
                    let written = written.map(|t| self.resolve(t));
                    if let Some(written) = written.filter(|t| t != ty && !t.is_error()) {
                        let (a, b) = (self.show(&written), self.show(ty));
                        self.error(
                            "E0201",
                            format!("mismatched types: expected {b}, found {a}"),
                            name.name.span,
                            format!("it is given {b}"),
                        );
                    }
                }
                let params: Vec<(ast::Ident, Type)> =
                    names.iter().map(|n| n.name.clone()).zip(params.iter().cloned()).collect();
                self.lifted(&params, ret, f.span, |a| match body {
                    LambdaBody::Expr(e) => {
                        let expect = ret.map_or(Expect::None, |t| Expect::To(t.clone()));
                        let value = a.expr(e, &expect);
                        a.given(value, ret)
                    }
                    LambdaBody::Block(b) => {
                        let block = a.block(b);
                        let ret = match &a.frame().ret {
                            Return::Type(t) => t.clone(),
                            _ => {
                                a.error("E0229", "this lambda gives no value", b.span, "a value must be returned");
                                Type::Error
                            }
                        };
                        (block.stmts, ret)
                    }
                })
            }
            A::MethodRef { target, name, .. } => self.referred_function(target, name, params, ret, f.span),
            // An object with the method of a functional interface.
            _ => {
                let object = self.expr(f, &Expect::None);
                if object.is_error() {
                    return None;
                }
                let function = self.t.function_type(&object.ty).unwrap_or_else(|| object.ty.clone());
                let Some(sig) = self.t.functional_method(&function).filter(|s| s.params.len() == params.len()) else {
                    let shown = self.show(&object.ty);
                    let n = params.len();
                    let s = if n == 1 { "" } else { "s" };
                    self.report(
                        Diagnostic::error("E0249", format!("a function of {n} value{s} is needed here"), f.span)
                            .label(format!("this is {shown}"))
                            .note("write a lambda"),
                    );
                    return None;
                };
                let name = ast::Ident { name: self.t.method(sig.method).name.clone(), span: f.span };
                let (site, span) = (object.ty.clone(), f.span);
                let mut all = numbered(params, span);
                all.push((ast::Ident { name: "f$".into(), span }, site.clone()));
                let mut lifted = self.lifted(&all, ret, span, |a| {
                    let values = all.iter().filter_map(|(n, _)| a.find_local(&n.name)).collect::<Vec<_>>();
                    let mut values: Vec<Ex> =
                        values.into_iter().map(|(frame, l)| a.read_local(frame, l, span)).collect();
                    let receiver = values.pop();
                    let result = a.call_with(site.clone(), receiver, false, &name, &[], values, &Expect::Arg, span);
                    a.given(result, ret)
                })?;
                lifted.captured.push(object);
                Some(lifted)
            }
        }
    }

    /// A method or constructor that is referred to.
    fn referred_function(
        &mut self,
        target: &ast::MethodRefTarget,
        name: &ast::Ident,
        params: &[Type],
        ret: Option<&Type>,
        span: Span,
    ) -> Option<Function> {
        let site = match target {
            ast::MethodRefTarget::Type(t) => Some(self.resolve(t)),
            ast::MethodRefTarget::Expr(e) if matches!(e.kind, A::Name(_) | A::Field(..)) => match self.named(e) {
                Named::Type(t) => Some(t),
                _ => None,
            },
            _ => None,
        };
        let Some(site) = site else {
            self.report(
                Diagnostic::error("E0249", "a method of an object cannot be referred to here", span)
                    .label("only a class's methods can")
                    .note("write a lambda that calls it"),
            );
            return None;
        };
        if site.is_error() {
            return None;
        }
        if name.name == "new" {
            let names = numbered(params, span);
            let ret = ret.cloned();
            return self.lifted(&names, ret.as_ref(), span, |a| {
                let values = names.iter().filter_map(|(n, _)| a.find_local(&n.name)).collect::<Vec<_>>();
                let values = values.into_iter().map(|(frame, l)| a.read_local(frame, l, span)).collect();
                let result = a.referred_constructor(&site, &[], values, ret.as_ref(), span);
                a.given(result, ret.as_ref())
            });
        }
        let exact = self.t.methods_named(&site, &name.name).into_iter().find(|&m| {
            let d = self.t.method(m);
            d.is_static && d.params == params && d.type_params.is_empty() && ret.is_none_or(|r| *r == d.ret)
        });
        if let Some(method) = exact.filter(|&m| self.t.method(m).ret != Type::Void) {
            let ret = self.t.method(method).ret.clone();
            return Some(Function { method, ret, captured: Vec::new() });
        }
        let names = numbered(params, span);
        self.lifted(&names, ret, span, |a| {
            let values = names.iter().filter_map(|(n, _)| a.find_local(&n.name)).collect::<Vec<_>>();
            let values = values.into_iter().map(|(frame, l)| a.read_local(frame, l, span)).collect();
            let result = a.referred_method(&site, None, false, name, &[], values, &Expect::Arg, span);
            a.given(result, ret)
        })
    }

    /// What a lifted method returns.
    fn given(&mut self, value: Ex, ret: Option<&Type>) -> (Vec<Stmt>, Type) {
        let span = value.span();
        let (value, ty) = match ret {
            Some(t) => (self.assign_to(value, t), t.clone()),
            None => {
                let settled = self.settle(&value.ty);
                let ty = self.t.upward(&settled);
                if matches!(ty, Type::Void | Type::Null) {
                    self.error("E0229", "this function gives no value", span, "a value is needed for every element");
                    return (Vec::new(), Type::Error);
                }
                // The elements of a value array are numbers, not boxes.
                match self.t.unboxed(&ty) {
                    Some(number) => {
                        (self.assign_to(Ex { hir: value.hir, ty }, &Type::Prim(number)), Type::Prim(number))
                    }
                    None => (value.hir, ty),
                }
            }
        };
        (vec![Stmt { kind: StmtKind::Return(Some(value)), span }], ty)
    }

    /// A static method of this class with the statements that `body` makes, which may use what is visible here.
    fn lifted(
        &mut self,
        params: &[(ast::Ident, Type)],
        ret: Option<&Type>,
        span: Span,
        body: impl FnOnce(&mut Self) -> (Vec<Stmt>, Type),
    ) -> Option<Function> {
        let class = self.current_class();
        let n = self.lambda_count.entry(class).and_modify(|n| *n += 1).or_insert(0).to_owned();
        let mut made = super::lambda::made_method(
            class,
            &format!("lambda${n}"),
            params.iter().map(|(_, t)| t.clone()).collect(),
            params.iter().map(|(n, _)| n.name.clone()).collect(),
            Type::Error,
            Vec::new(),
            span,
        );
        made.is_static = true;
        made.modifiers.list = vec![(ast::Modifier::Private, Span::NONE), (ast::Modifier::Static, Span::NONE)];
        let method = self.t.add_method(made);
        self.env.push(Env::Class(ClassCtx {
            class,
            is_lambda: true,
            is_static: false,
            captures: Vec::new(),
            parameters: Some(Vec::new()),
            self_instantiated: false,
            made_without_object: None,
        }));
        let target = ret.map_or(Return::Inferred, |t| Return::Type(t.clone()));
        self.env.push(Env::Frame(Box::new(Frame::new(Some(method), false, target))));
        for (name, ty) in params {
            self.declare(name, ty.clone(), None, true);
        }
        let (stmts, ret) = body(self);
        let ended = self.end_frame(params.len(), Some(Block { stmts, span }), None);
        let taken = match self.env.pop() {
            Some(Env::Class(c)) => c.parameters.unwrap_or_default(),
            _ => Vec::new(),
        };
        let mut ended = ended?;
        ended.params.extend(taken.iter().map(|p| p.local));
        let captured = taken.iter().map(|p| self.taken(p)).collect();
        let def = self.t.method_mut(method);
        def.ret = ret.clone();
        for p in &taken {
            def.params.push(p.ty.clone());
            def.param_names.push(p.name.clone());
        }
        self.keep(method, ended);
        (!ret.is_error()).then_some(Function { method, ret, captured })
    }

    /// The value of a captured variable here, outside.
    fn taken(&mut self, p: &Parameter) -> Ex {
        match p.key {
            CapKey::Local(frame, local) => self.read_local(frame, local, p.span),
            CapKey::This(at) => self.this_at(at, p.span),
        }
    }

    /// A static method whose result `value` makes from the parameters.
    pub(super) fn made_function(
        &mut self,
        params: &[(&str, Type)],
        ret: &Type,
        span: Span,
        value: impl FnOnce(&mut Self, &[LocalId]) -> Ex,
    ) -> Function {
        let named: Vec<(ast::Ident, Type)> =
            params.iter().map(|(n, t)| (ast::Ident { name: format!("{n}$").into(), span }, t.clone())).collect();
        let locals: Vec<LocalId> = (0..params.len() as u32).map(LocalId).collect();
        let made = self.lifted(&named, Some(ret), span, |a| {
            let value = value(a, &locals);
            a.given(value, Some(ret))
        });
        // Its result is of the type that was asked for, so it is never refused.
        made.unwrap_or(Function { method: MethodId(0), ret: ret.clone(), captured: Vec::new() })
    }

    pub(super) fn local_of(&mut self, local: LocalId, span: Span) -> Ex {
        let ty = self.frame().vars[local.index()].ty.clone();
        self.ex(ExprKind::Local(local), ty, span)
    }

    pub(super) fn element(&mut self, array: Ex, index: Ex, span: Span) -> Ex {
        let ty = array.ty.element().unwrap_or(Type::Error);
        let kind = ExprKind::Index { array: Box::new(array.hir), index: Box::new(index.hir) };
        self.ex(kind, ty, span)
    }
}

/// A captured variable of a lifted method.
pub(crate) struct Parameter {
    pub key: CapKey,
    pub local: LocalId,
    pub ty: Type,
    pub name: smol_str::SmolStr,
    /// Where it is used first.
    pub span: Span,
}

pub(super) fn is_function(e: &ast::Expr) -> bool {
    match &e.kind {
        A::Paren(e) => is_function(e),
        A::Lambda { .. } | A::MethodRef { .. } => true,
        _ => false,
    }
}

pub(super) fn numbered(params: &[Type], span: Span) -> Vec<(ast::Ident, Type)> {
    params.iter().enumerate().map(|(i, t)| (ast::Ident { name: format!("a{i}$").into(), span }, t.clone())).collect()
}
