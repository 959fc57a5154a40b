//! Lime on the host: maps and reductions that have not become parallel regions, value arrays, and the zeros of value classes.
//!
//! A map is a call of the runtime's `lime::map` with the element's computation as a closure; reductions and folds have
//! the fixed shape of [`somd_core::shape`], which the runtime's `lime` repeats.

use super::Context;
use super::code::{Code, Prec, string_literal};
use super::expr::{arithmetic, convert};
use super::func::Function;
use somd_hir::operator::Known;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::walk::element_ty;
use somd_syntax::ast::ReduceOp;
use std::collections::BTreeSet;

/// An operand of a mapped operation: an array whose elements are taken, or a value that is the same for all.
#[derive(Clone)]
struct Operand {
    code: Code,
    ty: Ty,
}

impl Context<'_> {
    /// The function that makes the zero of a value class, or gives the first constant of a value enum.
    pub fn zero_function(&self, c: ClassId) -> String {
        format!("{}::zero", self.class(c))
    }

    /// `a == b` on two values of type `ty`, which is no primitive; both are borrowed references.
    pub fn same_content(&self, a: &str, b: &str, ty: &Ty) -> String {
        match ty {
            Ty::ValueArray { .. } => format!("lime::equal_arrays({a}, {b})"),
            Ty::Class(c) if self.is_value_class(*c) => format!("{}::same_contents({a}, {b})", self.class(*c)),
            Ty::Class(c) if self.may_be_value(*c) => format!("lime::same_values({a}, {b})"),
            _ => format!("{}.same({b})", a.trim_start_matches('&')),
        }
    }
}

fn is_array(ty: &Ty) -> bool {
    matches!(ty, Ty::Array { .. } | Ty::ValueArray { .. })
}

/// The lengths that a type demands, outermost first, as the runtime takes them.
fn bounds(ty: &Ty) -> String {
    let mut found = Vec::new();
    let mut at = ty.clone();
    while is_array(&at) {
        found.push(match &at {
            Ty::Array { bound, .. } => *bound,
            Ty::ValueArray { dims, .. } => dims.first().copied().flatten(),
            _ => None,
        });
        at = element_ty(&at);
    }
    while found.last() == Some(&None) {
        found.pop();
    }
    let texts: Vec<String> = found.iter().map(|b| b.map_or("-1".to_string(), |b| b.to_string())).collect();
    format!("&[{}]", texts.join(", "))
}

/// Names of the indices of nested maps.
const INDICES: [&str; 4] = ["i", "j", "k", "l"];

impl Function<'_> {
    /// Array operands as locals that the closures borrow, in Java's order.
    fn operands(&mut self, exprs: &[&Expr]) -> (String, Vec<Operand>) {
        let mut before = String::new();
        let operands = exprs
            .iter()
            .map(|e| {
                let e = strip_upcast(e);
                if let ExprKind::Lit(_) = &e.kind
                    && e.ty.is_primitive()
                {
                    return Operand { code: self.typed_value(e), ty: e.ty.clone() };
                }
                let t = self.temp(if is_array(&e.ty) { "array" } else { "value" });
                let v = self.value(e);
                before.push_str(&format!("let {t} = {}; ", v.text));
                Operand { code: Code::atom(t), ty: e.ty.clone() }
            })
            .collect();
        (before, operands)
    }

    /// Statements that give `length` the common length of the arrays.
    fn lengths(&mut self, arrays: &[(Operand, String)]) -> (String, String) {
        let length = self.temp("length");
        let mut text = String::new();
        for (i, (a, name)) in arrays.iter().enumerate() {
            let this = format!("{}.length({})", a.code.recv(), string_literal(name));
            text.push_str(&match i {
                0 => format!("let {length} = {this}; "),
                _ => format!("let {length} = lime::same_length({length}, {this}); "),
            });
        }
        (text, length)
    }

    /// A value array of type `ty` whose elements `element` computes at an index.
    fn mapped(&mut self, ty: &Ty, length: &str, index: &str, element: &str) -> Code {
        let elem = element_ty(ty);
        if elem.is_primitive() {
            return Code::atom(format!("lime::map({length}, |{index}| {element})"));
        }
        Code::atom(format!("lime::map_refs({length}, {}, |{index}| {element})", self.cx.ref_type(&elem)))
    }

    /// An element of an array operand, as an argument of type `to`; `stays`: nobody knows it after the call.
    fn element_arg(&self, array: &Operand, to: &Ty, stays: bool) -> String {
        let (at, elem) = (array.code.recv(), element_ty(&array.ty));
        let element = match self.cx.in_columns(&elem) {
            Some(c) if stays => {
                Code::atom(format!("OnStack::new({}::ID, {at}.fields_at(i, \"\")).get()", self.cx.class(c)))
            }
            Some(_) => Code::atom(format!("{at}.object_at(i, \"\")")),
            None => Code::atom(format!("{at}.at(i, \"\")")),
        };
        if to.is_reference() { self.convert_borrow(element.borrow(), &elem, to).text } else { element.text }
    }

    fn index_name(&self, depth: usize) -> String {
        INDICES.get(depth).map_or_else(|| format!("i{depth}"), |n| n.to_string())
    }

    // ---- maps -----------------------------------------------------------------------------------------------------

    /// `C @ f(a, b)`
    pub fn map(&mut self, method: MethodId, args: &[MapArg], ty: &Ty) -> Code {
        let exprs: Vec<&Expr> = args.iter().map(|a| &a.expr).collect();
        let names: Vec<String> = exprs.iter().map(|e| self.messages().name(e)).collect();
        let (mut before, operands) = self.operands(&exprs);
        let arrays: Vec<(Operand, String)> = args
            .iter()
            .zip(&operands)
            .zip(names)
            .filter(|((a, _), _)| a.mapped)
            .map(|((_, o), n)| (o.clone(), n))
            .collect();
        let (lengths, length) = self.lengths(&arrays);
        before.push_str(&lengths);
        let m = self.cx.program.method(method);
        if let Some(guard) = self.cx.class_guard(self.method, m.class) {
            before.push_str(&format!("{guard}; "));
        }
        let types = self.cx.passed_params(m);
        let passed: Vec<String> = args
            .iter()
            .zip(&operands)
            .zip(&types)
            .enumerate()
            .map(|(k, ((a, o), to))| match (a.mapped, to.is_reference()) {
                (true, _) => self.element_arg(o, to, self.cx.stays(&[method], Some(k))),
                (false, true) => self.convert_borrow(o.code.clone().borrow(), &o.ty, to).text,
                (false, false) => o.code.text.clone(),
            })
            .collect();
        if let Some(c) = self.cx.in_columns(&element_ty(ty)) {
            let fields = match self.cx.returned_class(method) {
                Some(made) if made == c => format!("{}({})", self.cx.fields_function(method), passed.join(", ")),
                _ => {
                    let call = Code::atom(format!("{}({})", self.cx.function(method), passed.join(", ")));
                    format!("{}.fields()", self.cx.returned(m, call).text)
                }
            };
            return self.wrap(before, Code::atom(format!("lime::map_fields({length}, |i| {fields})")));
        }
        let call = Code::atom(format!("{}({})", self.cx.function(method), passed.join(", ")));
        let call = self.cx.returned(m, call);
        let call = self.convert_ref_or_value(call, &m.ret, &element_ty(ty));
        let mapped = self.mapped(ty, &length, "i", &call.text);
        // The rows of a matrix are one block.
        let mapped =
            if is_array(&element_ty(ty)) { Code::atom(format!("lime::sealed({})", mapped.text)) } else { mapped };
        self.wrap(before, mapped)
    }

    fn convert_ref_or_value(&self, v: Code, from: &Ty, to: &Ty) -> Code {
        if to.is_reference() { self.convert_ref(v, from, to) } else { v }
    }

    /// `a @+ b`, with scalars as whole operands.
    pub fn map_binary(&mut self, op: BinOp, left: &Expr, right: &Expr, ty: &Ty) -> Code {
        let op_ty = {
            let mut at = left.ty.clone();
            while is_array(&at) {
                at = element_ty(&at);
            }
            at
        };
        let (before, operands) = self.operands(&[left, right]);
        let code = self.map_elements(&operands, ty, 0, &mut |f, leaves, leaf| {
            if op_ty.is_reference() {
                let (a, b) = (leaves[0].borrow(), leaves[1].borrow());
                let equal = Code::atom(f.cx.same_content(&a.text, &b.text, &op_ty));
                return if op == BinOp::Ne { Code::new(format!("!{}", equal.text), Prec::Unary) } else { equal };
            }
            let result = arithmetic(op, &op_ty, &leaves[0], &leaves[1], None);
            if op.is_comparison() { result } else { convert(result, &op_ty, leaf) }
        });
        self.wrap(before, code)
    }

    pub fn map_unary(&mut self, op: MapUnaryOp, array: &Expr, ty: &Ty) -> Code {
        let (before, operands) = self.operands(&[array]);
        let sign = if op == MapUnaryOp::Neg { "-" } else { "!" };
        let code = self.map_elements(&operands, ty, 0, &mut |_, leaves, _| {
            Code::new(format!("{sign}{}", leaves[0].at(Prec::Unary)), Prec::Unary)
        });
        self.wrap(before, code)
    }

    pub fn map_convert(&mut self, array: &Expr, ty: &Ty) -> Code {
        let (before, operands) = self.operands(&[array]);
        let mut from = array.ty.clone();
        while is_array(&from) {
            from = element_ty(&from);
        }
        let code = self.map_elements(&operands, ty, 0, &mut |_, leaves, leaf| convert(leaves[0].clone(), &from, leaf));
        self.wrap(before, code)
    }

    /// One level of an operation over arrays of any rank.
    fn map_elements(
        &mut self,
        operands: &[Operand],
        ty: &Ty,
        depth: usize,
        element: &mut dyn FnMut(&mut Self, &[Code], &Ty) -> Code,
    ) -> Code {
        if !is_array(ty) {
            let leaves: Vec<Code> = operands.iter().map(|o| o.code.clone()).collect();
            return element(self, &leaves, ty);
        }
        let arrays: Vec<(Operand, String)> =
            operands.iter().filter(|o| is_array(&o.ty)).map(|o| (o.clone(), String::new())).collect();
        let (mut before, length) = self.lengths(&arrays);
        let index = self.index_name(depth);
        let mut inner_before = String::new();
        let inner: Vec<Operand> = operands
            .iter()
            .map(|o| {
                if !is_array(&o.ty) {
                    return o.clone();
                }
                let elem = element_ty(&o.ty);
                let at = if self.cx.in_columns(&elem).is_some() { "object_at" } else { "at" };
                let at = Code::atom(format!("{}.{at}({index}, \"\")", o.code.recv()));
                if !is_array(&elem) {
                    return Operand { code: at, ty: elem };
                }
                let row = self.temp("row");
                inner_before.push_str(&format!("let {row} = {}; ", at.text));
                Operand { code: Code::atom(row), ty: elem }
            })
            .collect();
        let body = self.map_elements(&inner, &element_ty(ty), depth + 1, element);
        let body =
            if inner_before.is_empty() { body } else { Code::block(format!("{{ {inner_before}{} }}", body.text)) };
        let mapped = self.mapped(ty, &length, &index, &body.text);
        let mapped = if depth == 0 && is_array(&element_ty(ty)) {
            Code::atom(format!("lime::sealed({})", mapped.text))
        } else {
            mapped
        };
        before.push_str(&mapped.text);
        Code::block(format!("{{ {before} }}"))
    }

    // ---- reductions -----------------------------------------------------------------------------------------------

    /// `+! a`
    pub fn reduce_op(&mut self, op: ReduceOp, array: &Expr, ty: &Ty) -> Code {
        let name = self.messages().name(array);
        let (mut before, operands) = self.operands(&[array]);
        let (lengths, length) = self.lengths(&[(operands[0].clone(), name)]);
        before.push_str(&lengths);
        let value = self.reduction(op, &length, &operands[0], ty);
        self.wrap(before, value)
    }

    /// A combinator that is an operator.
    pub fn reduce_known(
        &mut self,
        (method, known): (MethodId, Known),
        array: &Expr,
        init: Option<&Expr>,
        ty: &Ty,
    ) -> Code {
        let name = self.messages().name(array);
        let all: Vec<&Expr> = [array].into_iter().chain(init).collect();
        let (mut before, operands) = self.operands(&all);
        let (lengths, length) = self.lengths(&[(operands[0].clone(), name)]);
        before.push_str(&lengths);
        let class = self.cx.program.method(method).class;
        if let Some(guard) = self.cx.class_guard(self.method, class) {
            before.push_str(&format!("{guard}; "));
        }
        let total = self.reduction(known.op, &length, &operands[0], ty);
        let value = match operands.get(1) {
            Some(init) => {
                let total_name = self.temp("total");
                before.push_str(&format!("let {total_name} = {}; ", total.text));
                combination(known.op, ty, &init.code, &Code::atom(total_name))
            }
            None if known.has_identity => total,
            None => {
                before.push_str(&format!("if {length} == 0 {{ lime::throw_empty_reduction() }} "));
                total
            }
        };
        self.wrap(before, value)
    }

    fn reduction(&self, op: ReduceOp, length: &str, array: &Operand, ty: &Ty) -> Code {
        let combined = combination(op, ty, &Code::atom("x"), &Code::atom("y")).text;
        let element = format!("|i| {}.at(i, \"\")", array.code.recv());
        let t = self.ty(ty);
        Code::atom(format!("lime::reduce({length}, {}, {element}, |x: {t}, y: {t}| {combined})", identity(op, ty)))
    }

    /// `C.f! a`, `C.f!(a, init)`
    pub fn reduce_method(
        &mut self,
        method: MethodId,
        array: &Expr,
        init: Option<&Expr>,
        captured: &[Expr],
        ty: &Ty,
    ) -> Code {
        let m = self.cx.program.method(method);
        let name = self.messages().name(array);
        let all: Vec<&Expr> = [array].into_iter().chain(init).chain(captured).collect();
        let (mut before, mut operands) = self.operands(&all);
        let outside = operands.split_off(all.len() - captured.len());
        let (lengths, length) = self.lengths(&[(operands[0].clone(), name)]);
        before.push_str(&lengths);
        if let Some(guard) = self.cx.class_guard(self.method, m.class) {
            before.push_str(&format!("{guard}; "));
        }
        let mut types = self.cx.passed_params(m);
        if !m.is_static {
            types.insert(0, self.cx.passed_ty(m, &Ty::Class(m.class)));
        }
        if let Some(c) = self.cx.in_columns(ty).filter(|&c| {
            let stays = |k: usize| {
                let position = if m.is_static { Some(k) } else { k.checked_sub(1) };
                self.cx.stays(&[method], position)
            };
            self.cx.returned_class(method) == Some(c) && captured.is_empty() && stays(0) && stays(1)
        }) {
            let class = self.cx.class(c);
            let (placed, at) = (|v: &str| format!("OnStack::new({class}::ID, {v})"), operands[0].code.recv());
            let combine = self.cx.fields_function(method);
            let fold = format!(
                "lime::fold({length}, |i| {at}.fields_at(i, \"\"), |x: {class}, y: {class}| {combine}(&{}.get(), &{}.get()))",
                placed("x"),
                placed("y")
            );
            let fields = match operands.get(1) {
                None => format!("{fold}.unwrap_or_else(|| lime::throw_empty_reduction())"),
                Some(init) => format!(
                    "match {fold} {{ Some(folded) => {combine}({}, &{}.get()), None => {}.fields() }}",
                    init.code.clone().borrow().text,
                    placed("folded"),
                    init.code.text
                ),
            };
            return self.wrap(before, Code::atom(format!("{}({class}::ID, {fields})", self.cx.alloc(c))));
        }
        let pass = |f: &Self, v: &Code, to: &Ty| {
            if to.is_reference() { f.convert_borrow(v.borrow(), ty, to).text } else { v.text.clone() }
        };
        let call = |f: &Self, a: &Code, b: &Code| {
            let mut args = vec![pass(f, a, &types[0]), pass(f, b, &types[1])];
            for (o, to) in outside.iter().zip(&types[2..]) {
                let is_reference = to.is_reference();
                args.push(if is_reference {
                    f.convert_borrow(o.code.borrow(), &o.ty, to).text
                } else {
                    o.code.text.clone()
                });
            }
            let call = format!("{}({})", f.cx.function(method), args.join(", "));
            let call = f.cx.returned(m, Code::atom(call));
            f.convert_ref_or_value(call, &m.ret, ty).text
        };
        let combined = call(self, &Code::atom("x"), &Code::atom("y"));
        let at = if self.cx.in_columns(ty).is_some() { "object_at" } else { "at" };
        let element = format!("|i| {}.{at}(i, \"\")", operands[0].code.recv());
        let t = self.ty(ty);
        let fold = format!("lime::fold({length}, {element}, |x: {t}, y: {t}| {combined})");
        let value = match operands.get(1) {
            None => Code::atom(format!("{fold}.unwrap_or_else(|| lime::throw_empty_reduction())")),
            Some(init) => {
                let with_init = call(self, &init.code, &Code::atom("folded"));
                Code::block(format!("match {fold} {{ Some(folded) => {with_init}, None => {} }}", init.code.text))
            }
        };
        self.wrap(before, value)
    }

    // ---- freezing and thawing -------------------------------------------------------------------------------------

    pub fn freeze(&mut self, array: &Expr, ty: &Ty) -> Code {
        let array = strip_upcast(array);
        let name = string_literal(&self.messages().name(array));
        let v = match &array.kind {
            ExprKind::Local(l) if self.moved == Some(*l) => Code::atom(self.name(*l)),
            _ => self.value(array),
        };
        self.moved = None;
        let frozen = Code::atom(format!("lime::freeze({}, {}, {name})", v.text, bounds(ty)));
        self.convert_ref(frozen, &array.ty, ty)
    }

    pub fn thaw(&mut self, array: &Expr, ty: &Ty) -> Code {
        let array = strip_upcast(array);
        let name = string_literal(&self.messages().name(array));
        let source = array.ty.clone();
        let v = self.arg(array, &source, &BTreeSet::new());
        let thawed = Code::atom(format!("lime::thaw({}, {}, {name})", v.text, bounds(ty)));
        self.convert_ref(thawed, &array.ty, ty)
    }
}

/// An operator applied to two values.
fn combination(op: ReduceOp, ty: &Ty, x: &Code, y: &Code) -> Code {
    let extreme = |name: &str| {
        Code::atom(match ty {
            Ty::Float => format!("somd_runtime::ops::f{name}({}, {})", x.text, y.text),
            Ty::Double => format!("somd_runtime::ops::d{name}({}, {})", x.text, y.text),
            _ => format!("{}.{name}({})", x.recv(), y.text),
        })
    };
    match operator::binary(op) {
        Some(op) => arithmetic(op, ty, x, y, None),
        None => extreme(if op == ReduceOp::Min { "min" } else { "max" }),
    }
}

/// What a reduction of nothing gives.
fn identity(op: ReduceOp, ty: &Ty) -> String {
    let extreme = |high: bool| match (ty, high) {
        (Ty::Float, true) => "f32::INFINITY".to_string(),
        (Ty::Float, false) => "f32::NEG_INFINITY".into(),
        (Ty::Double, true) => "f64::INFINITY".into(),
        (Ty::Double, false) => "f64::NEG_INFINITY".into(),
        (t, high) => format!("{}::{}", primitive(t), if high { "MAX" } else { "MIN" }),
    };
    match (op, ty) {
        (ReduceOp::And, Ty::Boolean) => "true".into(),
        (_, Ty::Boolean) => "false".into(),
        (ReduceOp::Min, _) => extreme(true),
        (ReduceOp::Max, _) => extreme(false),
        (ReduceOp::Mul, t) if t.is_floating() => format!("1.0_{}", primitive(t)),
        (ReduceOp::Mul, t) => format!("1_{}", primitive(t)),
        (ReduceOp::And, Ty::Char) => "u16::MAX".into(),
        (ReduceOp::And, t) => format!("-1_{}", primitive(t)),
        (_, t) if t.is_floating() => format!("0.0_{}", primitive(t)),
        (_, t) => format!("0_{}", primitive(t)),
    }
}

fn primitive(ty: &Ty) -> &'static str {
    match ty {
        Ty::Byte => "i8",
        Ty::Short => "i16",
        Ty::Char => "u16",
        Ty::Int => "i32",
        Ty::Long => "i64",
        Ty::Float => "f32",
        _ => "f64",
    }
}
