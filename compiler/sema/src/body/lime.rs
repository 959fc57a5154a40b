//! Lime's forms: value arrays, maps, reductions and task graphs.

use super::convert::promoted;
use super::ops::{hir_op, integral, symbol};
use super::{Attr, Ex, Expect};
use crate::types::Type;
use somd_hir::{BinOp, Expr, ExprKind, Items, MapArg, MapUnaryOp, MethodId};
use somd_syntax::ast::{self, BinaryOp as B, ExprKind as A, PrimType, ReduceOp, UnaryOp as U, ValueArrayArg};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::rc::Rc;

impl Attr<'_> {
    /// A type that is never null and compared by contents: a value class or value array.
    pub fn is_lime_value(&self, ty: &Type) -> bool {
        match ty {
            Type::ValueArray(..) => true,
            Type::Class(c) => self.t.class(c.class).is_value && !self.t.is_string(ty),
            _ => false,
        }
    }

    pub fn new_value_array(&mut self, ty: &ast::Type, arg: &ValueArrayArg, span: Span) -> Ex {
        let ty = self.resolve(ty);
        match arg {
            ValueArrayArg::Init(init) => {
                let A::ArrayInit(items) = &init.kind else { return self.error_ex(span) };
                self.array_init(items, &ty, span)
            }
            ValueArrayArg::Freeze(e) => {
                let from = self.expr(e, &Expect::None);
                if from.is_error() || ty.is_error() {
                    return Ex { hir: self.error_ex(span).hir, ty };
                }
                if !same_shape(&from.ty, &ty) {
                    let (a, b) = (self.show(&from.ty), self.show(&ty));
                    self.error("E0240", format!("{a} cannot be frozen to {b}"), e.span, format!("this is {a}"));
                    return Ex { hir: self.error_ex(span).hir, ty };
                }
                self.ex(ExprKind::Freeze(Box::new(from.hir)), ty, span)
            }
        }
    }

    fn static_candidates(
        &mut self,
        class: &ast::Type,
        method: &ast::Ident,
        used: &str,
    ) -> Option<(Type, Vec<MethodId>)> {
        let ty = self.resolve(class);
        if ty.is_error() {
            return None;
        }
        let all = self.t.methods_named(&ty, &method.name);
        if all.is_empty() {
            self.no_method(&ty, method);
            return None;
        }
        let stat: Vec<MethodId> = all.iter().copied().filter(|&m| self.t.method(m).is_static).collect();
        if stat.is_empty() {
            let declared = self.t.method(all[0]).name_span;
            self.report(
                Diagnostic::error("E0242", format!("`{}` is not static", method.name), method.span)
                    .label(format!("only static methods can be {used}"))
                    .also(declared, "declared here"),
            );
            return None;
        }
        Some((ty, stat))
    }

    /// `C @ f(a, b)`: what is an array of the parameter's type is mapped over, what is of the type itself is passed whole.
    pub fn map(&mut self, class: &ast::Type, method: &ast::Ident, args: &[ast::Expr], span: Span) -> Ex {
        let found = self.static_candidates(class, method, "mapped");
        let values: Vec<Ex> = args.iter().map(|a| self.expr(a, &Expect::None)).collect();
        let Some((_, candidates)) = found else { return self.error_ex(span) };
        if values.iter().any(Ex::is_error) {
            return self.error_ex(span);
        }
        let fit = candidates.iter().copied().find(|&m| {
            let params = self.t.method(m).params.clone();
            params.len() == values.len() && values.iter().zip(&params).all(|(v, p)| self.mapping(v, p).is_some())
        });
        let Some(m) = fit else {
            let types: Vec<Type> = values.iter().map(|v| v.ty.clone()).collect();
            let shown = self.show_all(&types);
            let mut d =
                Diagnostic::error("E0243", format!("`{}` cannot be mapped over {shown}", method.name), method.span)
                    .label("an argument is of the parameter's type, or an array of it");
            for &c in candidates.iter().take(4) {
                d = d.note(format!("`{}`", self.t.display_method(c)));
            }
            self.report(d);
            return self.error_ex(span);
        };
        let (params, ret) = (self.t.method(m).params.clone(), self.t.method(m).ret.clone());
        let mut any = false;
        let mut bound = None;
        let mut out = Vec::new();
        for (v, p) in values.into_iter().zip(&params) {
            let mapped = self.mapping(&v, p).unwrap_or(false);
            any |= mapped;
            if mapped {
                bound = bound.or(bound_of(&v.ty));
            }
            let expr = if mapped { v.hir } else { self.convert_fitting(v, p) };
            out.push(MapArg { expr, mapped });
        }
        if !any {
            self.report(
                Diagnostic::error("E0244", "nothing here is mapped over", method.span)
                    .label("every argument is of the parameter's own type")
                    .note("call it without `@`"),
            );
            return self.error_ex(span);
        }
        if ret == Type::Void {
            self.error("E0243", format!("`{}` gives no value", method.name), method.span, "a map needs results");
            return self.error_ex(span);
        }
        let ty = bounded_array_of(&ret, bound);
        self.ex(ExprKind::Map { method: m, args: out }, ty, span)
    }

    /// Some(true): mapped; Some(false): whole; None: does not fit.
    fn mapping(&mut self, v: &Ex, param: &Type) -> Option<bool> {
        if self.fits(v, param, true, true) {
            return Some(false);
        }
        let elem = v.ty.element()?;
        (elem == *param || (elem.is_reference() && self.sub(&elem, param))).then_some(true)
    }

    /// What an array of primitives of any rank holds.
    fn numbers(&mut self, v: &Ex) -> Option<Numbers> {
        let mut dims = Vec::new();
        let mut at = &v.ty;
        loop {
            match at {
                Type::Array(e, bound) => {
                    dims.push(*bound);
                    at = e;
                }
                Type::ValueArray(e, inner) => {
                    dims.extend(inner.iter().copied());
                    at = e;
                }
                Type::Prim(elem) if !dims.is_empty() => return Some(Numbers { elem: *elem, dims }),
                _ => return None,
            }
        }
    }

    /// The elements of an array of primitives of one dimension.
    fn numeric_element(&mut self, v: &Ex) -> Option<PrimType> {
        self.numbers(v).filter(|n| n.dims.len() == 1).map(|n| n.elem)
    }

    pub fn map_binary(&mut self, op: B, a: &ast::Expr, b: &ast::Expr, span: Span) -> Ex {
        let (a, b) = (self.expr(a, &Expect::None), self.expr(b, &Expect::None));
        if a.is_error() || b.is_error() {
            return self.error_ex(span);
        }
        let (na, nb) = (self.numbers(&a), self.numbers(&b));
        if let (Some(x), Some(y)) = (&na, &nb)
            && x.dims.len() != y.dims.len()
        {
            let (ranks, shown) = ([x.dims.len(), y.dims.len()], [self.show(&a.ty), self.show(&b.ty)]);
            let dimensions = |n: usize| format!("{n} dimension{}", if n == 1 { "" } else { "s" });
            self.report(
                Diagnostic::error("E0245", format!("`@{}` needs arrays of one rank", symbol(op)), span)
                    .label("which elements belong together?")
                    .also(a.span(), format!("{}: {}", shown[0], dimensions(ranks[0])))
                    .also(b.span(), format!("{}: {}", shown[1], dimensions(ranks[1])))
                    .note("to use one row with every row of a matrix, map a method that takes two rows: `C @ f(matrix, row)`"),
            );
            return self.error_ex(span);
        }
        let (ea, eb) = (na.as_ref().map(|n| n.elem), nb.as_ref().map(|n| n.elem));
        let (pa, pb) = (ea.or_else(|| self.prim(&a.ty)), eb.or_else(|| self.prim(&b.ty)));
        let h = hir_op(op);
        let operand = match (pa, pb) {
            (Some(x), Some(y)) if ea.is_some() || eb.is_some() => {
                if h.is_shift() && integral(x) && integral(y) {
                    promoted(x, PrimType::Int)
                } else if x == PrimType::Boolean
                    && y == x
                    && matches!(h, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Eq | BinOp::Ne)
                {
                    Some(x)
                } else if matches!(h, BinOp::And | BinOp::Or | BinOp::Xor) && !(integral(x) && integral(y)) {
                    None
                } else {
                    promoted(x, y)
                }
            }
            _ => None,
        };
        let dims = common_dims(na.as_ref(), nb.as_ref());
        let (Some(p), Some(dims)) = (operand, dims) else {
            let (x, y) = (self.show(&a.ty), self.show(&b.ty));
            self.report(
                Diagnostic::error("E0245", format!("`@{}` does not take {x} and {y}", symbol(op)), span)
                    .label("needs an array of numbers on one side at least")
                    .also(a.span(), format!("this is {x}"))
                    .also(b.span(), format!("this is {y}")),
            );
            return self.error_ex(span);
        };
        let right = if h.is_shift() { PrimType::Int } else { p };
        let x = self.elements_as(a, na, p);
        let y = self.elements_as(b, nb, right);
        let elem = if h.is_comparison() { PrimType::Boolean } else { p };
        let kind = ExprKind::MapBinary { op: h, left: Box::new(x), right: Box::new(y) };
        self.ex(kind, numbers_type(elem, dims), span)
    }

    /// An array's elements, or a scalar, as `to`.
    fn elements_as(&mut self, v: Ex, numbers: Option<Numbers>, to: PrimType) -> Expr {
        match numbers {
            Some(n) if n.elem == to => v.hir,
            Some(n) => {
                let span = v.span();
                self.ex(ExprKind::MapConvert(Box::new(v.hir)), numbers_type(to, n.dims), span).hir
            }
            None => self.to_prim(v, to).hir,
        }
    }

    pub fn map_unary(&mut self, op: U, a: &ast::Expr, span: Span) -> Ex {
        let a = self.expr(a, &Expect::None);
        if a.is_error() {
            return a;
        }
        let numbers = self.numbers(&a);
        let (hop, p) = match (op, numbers.as_ref().map(|n| n.elem)) {
            (U::Neg, Some(p)) if p != PrimType::Boolean => (MapUnaryOp::Neg, promoted(p, PrimType::Int)),
            (U::BitNot, Some(p)) if integral(p) => (MapUnaryOp::BitNot, promoted(p, PrimType::Int)),
            (U::Not, Some(PrimType::Boolean)) => (MapUnaryOp::Not, Some(PrimType::Boolean)),
            _ => (MapUnaryOp::Neg, None),
        };
        let (Some(p), Some(numbers)) = (p, numbers) else {
            let shown = self.show(&a.ty);
            self.error(
                "E0245",
                format!("this operator cannot be mapped over {shown}"),
                span,
                "needs an array of numbers",
            );
            return self.error_ex(span);
        };
        let ty = numbers_type(p, numbers.dims.clone());
        let array = self.elements_as(a, Some(numbers), p);
        self.ex(ExprKind::MapUnary { op: hop, array: Box::new(array) }, ty, span)
    }

    pub fn map_cast(&mut self, ty: &ast::Type, a: &ast::Expr, span: Span) -> Ex {
        let to = self.resolve(ty);
        let a = self.expr(a, &Expect::None);
        if a.is_error() || to.is_error() {
            return self.error_ex(span);
        }
        match (self.numbers(&a), &to) {
            (Some(from), Type::Prim(p)) if (from.elem == PrimType::Boolean) == (*p == PrimType::Boolean) => {
                self.ex(ExprKind::MapConvert(Box::new(a.hir)), numbers_type(*p, from.dims), span)
            }
            _ => {
                let (x, y) = (self.show(&a.ty), self.show(&to));
                self.error(
                    "E0245",
                    format!("{x} cannot be cast to {y} element by element"),
                    span,
                    "needs an array of numbers",
                );
                self.error_ex(span)
            }
        }
    }

    pub fn reduce_op(&mut self, op: ReduceOp, a: &ast::Expr, span: Span) -> Ex {
        let a = self.expr(a, &Expect::None);
        if a.is_error() {
            return a;
        }
        let elem = self.numeric_element(&a);
        if elem.is_none() && self.numbers(&a).is_some() {
            let shown = self.show(&a.ty);
            self.report(
                Diagnostic::error("E0245", format!("this reduction does not take {shown}"), span)
                    .label("reduces one dimension")
                    .note("reduce every row in a method that takes one, `C @ total(matrix)`, and then the totals"),
            );
            return self.error_ex(span);
        }
        let fits = match (op, elem) {
            (_, None) => false,
            (ReduceOp::And | ReduceOp::Or | ReduceOp::Xor, Some(p)) => integral(p) || p == PrimType::Boolean,
            (_, Some(p)) => p != PrimType::Boolean,
        };
        let p = match elem {
            Some(PrimType::Boolean) => Some(PrimType::Boolean),
            Some(p) => promoted(p, PrimType::Int),
            None => None,
        };
        let (Some(p), true) = (p, fits) else {
            let shown = self.show(&a.ty);
            self.error("E0245", format!("this reduction does not take {shown}"), span, "needs an array of numbers");
            return self.error_ex(span);
        };
        let numbers = self.numbers(&a);
        let array = self.elements_as(a, numbers, p);
        self.ex(ExprKind::ReduceOp { op, array: Box::new(array) }, Type::Prim(p), span)
    }

    pub fn reduce_method(
        &mut self,
        class: &ast::Type,
        method: &ast::Ident,
        array: &ast::Expr,
        init: Option<&ast::Expr>,
        span: Span,
    ) -> Ex {
        let of = self.resolve(class);
        let a = self.expr(array, &Expect::None);
        let elem = a.ty.element();
        let own = elem.as_ref().filter(|e| **e == of).and_then(|e| self.own_combinator(e, method, span));
        let found = if own.is_some() { None } else { self.static_candidates(class, method, "used in a reduction") };
        let init = init.map(|i| self.expr(i, &Expect::None));
        if own.is_none() && found.is_none() {
            return self.error_ex(span);
        }
        if a.is_error() {
            return a;
        }
        let Some(elem) = elem else {
            let shown = self.show(&a.ty);
            self.error("E0217", format!("{shown} is not an array"), array.span, "a reduction needs an array");
            return self.error_ex(span);
        };
        let fit = own.or_else(|| {
            found.into_iter().flat_map(|(_, candidates)| candidates).find(|&m| {
                let d = self.t.method(m);
                d.params.len() == 2 && d.params[0] == elem && d.params[1] == elem && d.ret == elem
            })
        });
        let Some(method) = fit else {
            let e = self.show(&elem);
            self.error(
                "E0246",
                format!("no `{}` combines two {e} to one", method.name),
                method.span,
                format!("needs `{e} {}({e}, {e})`", method.name),
            );
            return self.error_ex(span);
        };
        let init = init.map(|i| Box::new(self.assign_to(i, &elem)));
        let array = Box::new(a.hir);
        let kind = ExprKind::ReduceMethod { method, operator: None, array, init, captured: Vec::new() };
        self.ex(kind, elem, span)
    }

    /// `V.plus! vs` with a method that a value has: the left value's is called with the right one.
    fn own_combinator(&mut self, elem: &Type, method: &ast::Ident, span: Span) -> Option<MethodId> {
        let is_value = elem.class_id().is_some_and(|c| self.t.class(c).is_value);
        let fits = |m: &MethodId| {
            let d = self.t.method(*m);
            !d.is_static && d.params.len() == 1 && d.params[0] == *elem && d.ret == *elem
        };
        if !is_value || !self.t.methods_named(elem, &method.name).iter().any(fits) {
            return None;
        }
        let both = [("a", elem.clone()), ("b", elem.clone())];
        let function = self.made_function(&both, elem, span, |a, locals| {
            let values = locals.iter().map(|&l| a.local_of(l, span)).collect();
            a.referred_method(elem, None, false, method, &[], values, &Expect::Arg, span)
        });
        Some(function.method)
    }

    // ---- tasks ----------------------------------------------------------------------------------------------------------

    fn task_type(&mut self, span: Span) -> Option<Type> {
        let Some(class) = self.library("somd.Task") else {
            self.missing("somd.Task", span);
            return None;
        };
        Some(Type::class(class))
    }

    pub fn task(&mut self, class: &ast::Type, args: Option<&[ast::Expr]>, method: &ast::Ident, span: Span) -> Ex {
        let Some(task) = self.task_type(span) else { return self.error_ex(span) };
        if let Some(e) = self.variable_as_class(class, args, method, span) {
            return e;
        }
        let instance = args.map(|args| self.new_object(None, &[], class, args, None, &Expect::None, class.span));
        let ty = match &instance {
            Some(i) => i.ty.clone(),
            None => self.resolve(class),
        };
        if ty.is_error() {
            return self.error_ex(span);
        }
        let wants_static = instance.is_none();
        let all = self.t.methods_named(&ty, &method.name);
        let mut fit = self.workers(&ty, &method.name, wants_static);
        if let Some(fitting) = self.fitting_workers.get(&method.span).filter(|_| fit.len() > 1) {
            fit.retain(|m| fitting.contains(m));
        }
        match fit.as_slice() {
            [m] => {
                let sig = self.t.called_sig(&ty, *m);
                let declared = self.t.method(*m);
                let of = |types: &[Type], ret: &Type| Items {
                    takes: types.iter().map(|t| self.t.erase(t)).collect(),
                    gives: self.t.erase(ret),
                };
                let own = of(&declared.params, &declared.ret);
                let items = Some(of(&sig.params, &sig.ret)).filter(|i| *i != own).map(Box::new);
                self.flows.insert(span, (sig.params, sig.ret));
                let kind = ExprKind::Task { method: *m, instance: instance.map(|i| Box::new(i.hir)), items };
                self.ex(kind, task, span)
            }
            [] => {
                let shown = self.show(&ty);
                let what = if all.is_empty() {
                    "no method of this name".to_string()
                } else if wants_static {
                    format!("not static: write `task {shown}(…).{}`", method.name)
                } else {
                    format!("static: write `task {shown}.{}`", method.name)
                };
                self.error("E0247", format!("{shown} has no such worker `{}`", method.name), method.span, what);
                self.error_ex(span)
            }
            _ => {
                let takes: Vec<String> = fit.iter().map(|&m| self.show_items(&self.t.method(m).params)).collect();
                self.report(
                    Diagnostic::error("E0247", format!("which `{}` is meant is not clear", method.name), method.span)
                        .label(format!("there is one that takes {}", takes.join(", and one that takes ")))
                        .note("of several workers of one name that one is meant which fits the tasks that it is connected to by `=>`"),
                );
                self.error_ex(span)
            }
        }
    }

    /// `task camera.frame` of an object that exists: such an object would be known outside the task too.
    fn variable_as_class(
        &mut self,
        class: &ast::Type,
        args: Option<&[ast::Expr]>,
        method: &ast::Ident,
        span: Span,
    ) -> Option<Ex> {
        let ast::TypeExprKind::Class(parts) = &class.kind else { return None };
        let [(id, None)] = parts.as_slice() else { return None };
        if args.is_some() || self.t.lookup_type(&self.scope, &id.name).is_some() {
            return None;
        }
        let ty = self.variable_type(&id.name)?;
        let (shown, method) = (self.show(&ty), &method.name);
        self.report(
            Diagnostic::error(
                "E0247",
                format!("`{}` is an object that exists, and a task's belongs to it alone", id.name),
                class.span,
            )
            .label("a variable")
            .note(format!("write `task {shown}(…).{method}`: the object is made when the task is")),
        );
        Some(self.error_ex(span))
    }

    pub fn connect(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Ex {
        let Some(task) = self.task_type(span) else { return self.error_ex(span) };
        self.choose_workers(a, b);
        if matches!(a.kind, ast::ExprKind::Cond(..)) {
            let warning = Diagnostic::warning("W0202", "`=>` binds weaker than `? :`", b.span)
                .label("connected to whichever of the two is chosen")
                .also(a.span, "the whole choice stands before the `=>`")
                .note("write `(p ? a : b) => c` where that is meant, and `p ? a : (b => c)` where only the second is connected");
            self.report(warning);
        }
        let from = self.task_side(a, &task);
        let out = self.task_output(&from);
        if let Some(out) = &out {
            self.choose_takers(out, b);
        }
        let to = self.task_side(b, &task);
        for t in &to {
            let (Some(out), Some(params)) = (&out, self.task_input(t)) else { continue };
            if !self.flow_into(out, &params) {
                let (x, y) = (self.show_items(out), self.show_items(&params));
                self.report(
                    Diagnostic::error("E0248", format!("{x} does not flow into {y}"), span)
                        .label("the item types differ")
                        .also(a.span, format!("gives {x}"))
                        .also(b.span, format!("takes {y}")),
                );
                break;
            }
        }
        self.ex(ExprKind::Connect { from, to }, task, span)
    }

    /// Items of these types can be taken as those: they are the same, or boxes of the same.
    pub(super) fn flow_into(&self, gives: &[Type], takes: &[Type]) -> bool {
        let same = |(a, b): (&Type, &Type)| a == b || self.t.boxed_type(a) == self.t.boxed_type(b);
        gives.len() == takes.len() && gives.iter().zip(takes).all(same)
    }

    /// The methods of a name that can be workers.
    pub(super) fn workers(&self, ty: &Type, name: &str, wants_static: bool) -> Vec<MethodId> {
        let all = self.t.methods_named(ty, name);
        all.into_iter().filter(|&m| self.t.method(m).is_static == wants_static).collect()
    }

    fn task_side(&mut self, e: &ast::Expr, task: &Type) -> Vec<Expr> {
        let parts = match &e.kind {
            A::TaskTuple(parts) => parts.as_slice(),
            _ => std::slice::from_ref(e),
        };
        parts
            .iter()
            .map(|p| {
                let ex = self.expr(p, &Expect::None);
                self.assign_to(ex, task)
            })
            .collect()
    }

    /// What the tasks of one side give together, one item of each; None where it is known only at run time.
    fn task_output(&self, side: &[Expr]) -> Option<Vec<Type>> {
        let mut all = Vec::new();
        for task in side {
            match &task.kind {
                ExprKind::Task { .. } => {
                    let (_, gives) = self.flows.get(&task.span)?;
                    all.extend(Some(gives.clone()).filter(|t| *t != Type::Void))
                }
                ExprKind::Connect { to, .. } => all.extend(self.task_output(to)?),
                _ => return None,
            }
        }
        Some(all)
    }

    /// What a task takes: one item of each task before it.
    fn task_input(&self, task: &Expr) -> Option<Vec<Type>> {
        match &task.kind {
            ExprKind::Task { .. } => self.flows.get(&task.span).map(|f| f.0.clone()),
            ExprKind::Connect { from, .. } => self.task_input(from.first()?),
            _ => None,
        }
    }

    fn show_items(&self, types: &[Type]) -> String {
        match types {
            [] => "nothing".to_string(),
            types => types.iter().map(|t| self.show(t)).collect::<Vec<_>>().join(", "),
        }
    }
}

/// How many elements an array has, where its type tells.
pub(super) fn bound_of(ty: &Type) -> Option<u32> {
    match ty {
        Type::Array(_, bound) => *bound,
        Type::ValueArray(_, dims) => dims.first().copied().flatten(),
        _ => None,
    }
}

/// An array of primitives: its elements, and its dimensions' bounds.
struct Numbers {
    elem: PrimType,
    dims: Vec<Option<u32>>,
}

/// The dimensions of what an operator gives: a bound that one side knows holds for both.
fn common_dims(a: Option<&Numbers>, b: Option<&Numbers>) -> Option<Vec<Option<u32>>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.dims.iter().zip(&b.dims).map(|(x, y)| x.or(*y)).collect()),
        (Some(one), None) | (None, Some(one)) => Some(one.dims.clone()),
        (None, None) => None,
    }
}

fn numbers_type(elem: PrimType, dims: Vec<Option<u32>>) -> Type {
    Type::ValueArray(Rc::new(Type::Prim(elem)), dims.into())
}

/// As [`value_array_of`], of so many elements.
pub(super) fn bounded_array_of(elem: &Type, bound: Option<u32>) -> Type {
    match value_array_of(elem) {
        Type::ValueArray(e, dims) => {
            let inner = dims.iter().skip(1).copied();
            Type::ValueArray(e, std::iter::once(bound).chain(inner).collect())
        }
        t => t,
    }
}

/// `T` gives `T[[]]`; a value array gets one more dimension outside.
pub(super) fn value_array_of(elem: &Type) -> Type {
    match elem {
        Type::ValueArray(e, dims) => {
            let all: Vec<Option<u32>> = std::iter::once(None).chain(dims.iter().copied()).collect();
            Type::ValueArray(e.clone(), all.into())
        }
        t => Type::ValueArray(Rc::new(t.clone()), [None].into()),
    }
}

/// Arrays of the same elements and as many dimensions: freezing checks the bounds.
fn same_shape(from: &Type, to: &Type) -> bool {
    match (from.element(), to.element()) {
        (Some(x), Some(y)) => same_shape(&x, &y),
        (None, None) => from == to,
        _ => false,
    }
}
