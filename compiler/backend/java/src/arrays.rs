//! Methods of value arrays: each call becomes a call of a private helper with a loop, and what is given a function takes it as an
//! interface of the call's own types, so that lambdas and method references stay as they are written.

use super::edits::Part;
use super::lime;
use super::names::base;
use super::splice::{Splicer, element_of};
use somd_hir::{self as hir, ExprKind as H, Ty};
use somd_syntax::ast::{Expr, ExprKind, Ident};
use somd_syntax::source::Span;

/// Writes the call of a value array's method; whether `e` is one. `at` is where the array stands, `text` how it is written.
pub fn call(s: &mut Splicer<'_, '_>, e: &Expr, at: Span, text: Part, name: &Ident, args: &[Expr]) -> bool {
    let array = s.find(at, |h| match &h.ty {
        Ty::ValueArray { .. } => Some(&h.ty),
        _ => None,
    });
    let Some(array) = array else { return false };
    let args: Vec<Argument<'_>> = args.iter().map(Argument::Written).collect();
    call_on(s, e, array, text, name, &args)
}

/// An argument of a value array's method.
pub enum Argument<'e> {
    Written(&'e Expr),
    /// An array that the erasure names.
    Array(Ty, String),
}

impl Argument<'_> {
    fn text(&self) -> Part {
        match self {
            Argument::Written(e) => e.span.into(),
            Argument::Array(_, text) => text.clone().into(),
        }
    }

    fn array(&self, s: &Splicer<'_, '_>) -> Option<Ty> {
        match self {
            Argument::Written(e) => s.find(e.span, |h| element_of(&h.ty).map(|_| h.ty.clone())),
            Argument::Array(ty, _) => Some(ty.clone()),
        }
    }

    fn function(&self) -> Option<&Expr> {
        match self {
            Argument::Written(e) => Some(e),
            Argument::Array(..) => None,
        }
    }
}

/// As [`call`], on an array of this type.
pub fn call_on(s: &mut Splicer<'_, '_>, e: &Expr, array: &Ty, text: Part, name: &Ident, args: &[Argument<'_>]) -> bool {
    let Some(elem) = element_of(array) else { return false };
    let made = s.find(e.span, |h| match &h.kind {
        H::Map { .. } | H::ReduceMethod { .. } | H::ReduceOp { .. } | H::Sequence(..) => Some(h),
        _ => None,
    });
    let Some(made) = made else { return false };
    if name.name == "reduce" {
        reduce(s, e, text, args, &elem);
        return true;
    }
    let line = s.line(e.span);
    let helper = s.fresh(&format!("{}{line}", name.name));
    // Steps that give what they take have one type variable for both.
    let keeps = matches!(
        name.name.as_str(),
        "gather" | "filter" | "iterate" | "sort" | "reverse" | "slice" | "take" | "drop" | "concat"
    );
    let array = s.slot(array, "A");
    let result = s.slot(&made.ty, if keeps { "A" } else { "R" });
    let elem = Slot { ty: elem, ..array.clone() };
    let ret = result.element().unwrap_or(Slot::of(&Ty::Int));
    let mut h = Helper { s, name: helper, params: vec![(array.clone(), "a".into())], function: None };
    let new = |h: &Helper<'_, '_, '_>, slot: &Slot, n: &str| slot.new_array(h.s, n);
    let java = result.text(h.s);
    let sum = ret.text(h.s);
    let body = match name.name.as_str() {
        "map" => {
            h.function(&ret, &[&elem]);
            format!("{java} result = {};\n{}", new(&h, &result, "a.length"), each("a", "result[i] = f.apply(a[i]);"))
        }
        "zip" => {
            let mut types = vec![elem.clone()];
            let mut lengths = String::new();
            let mut values = vec!["a[i]".to_string()];
            h.s.used.support();
            for (k, other) in args[..args.len() - 1].iter().enumerate() {
                let Some(ty) = other.array(h.s) else { continue };
                let other = format!("b{k}");
                lengths += &format!("somd.Support.sameLength({other}.length, a.length);\n");
                values.push(format!("{other}[i]"));
                let slot = h.s.slot(&ty, &format!("B{k}"));
                types.extend(slot.element());
                h.params.push((slot, other));
            }
            h.function(&ret, &types.iter().collect::<Vec<_>>());
            let element = format!("result[i] = f.apply({});", values.join(", "));
            format!("{lengths}{java} result = {};\n{}", new(&h, &result, "a.length"), each("a", &element))
        }
        "gather" => {
            h.params.push((Slot::of(&Ty::array(Ty::Int)), "at".into()));
            format!("{java} result = {};\n{}", new(&h, &result, "at.length"), each("at", "result[i] = a[at[i]];"))
        }
        "stencil" if base(&array.ty).1 > 1 && args.first().and_then(Argument::function).is_some_and(of_pairs) => {
            let Some(leaf) = ret.element() else { return false };
            h.function(&leaf, &[&array, &Slot::of(&Ty::Int), &Slot::of(&Ty::Int)]);
            let row = new(&h, &ret, "columns");
            let step = format!(
                "result[i] = {row};\n    for (int j = 0; j < columns; j++)\n        result[i][j] = f.apply(a, i, j);"
            );
            let first = "int columns = a.length > 0 ? a[0].length : 0;\n";
            format!("{first}{java} result = {};\n{}", new(&h, &result, "a.length"), each("a", &step))
        }
        "stencil" => {
            h.function(&ret, &[&array, &Slot::of(&Ty::Int)]);
            format!("{java} result = {};\n{}", new(&h, &result, "a.length"), each("a", "result[i] = f.apply(a, i);"))
        }
        "scan" | "scanExclusive" => {
            h.params.push((ret.clone(), "init".into()));
            h.function(&ret, &[&ret, &elem]);
            let (first, then) = match name.name == "scan" {
                true => ("sum = f.apply(sum, a[i]);", "result[i] = sum;"),
                false => ("result[i] = sum;", "sum = f.apply(sum, a[i]);"),
            };
            let each = each("a", &format!("{first}\n    {then}"));
            format!("{sum} sum = init;\n{java} result = {};\n{each}", new(&h, &result, "a.length"))
        }
        "filter" => {
            h.function(&Slot::of(&Ty::Boolean), &[&elem]);
            let kept = "if (f.apply(a[i]))\n        kept[count++] = a[i];";
            format!(
                "{java} kept = {};\nint count = 0;\n{}return java.util.Arrays.copyOf(kept, count);\n",
                new(&h, &result, "a.length"),
                each("a", kept)
            )
        }
        "scatter" => {
            h.params.push((Slot::of(&Ty::array(Ty::Int)), "at".into()));
            h.params.push((result.clone(), "into".into()));
            h.function(&ret, &[&ret, &elem]);
            h.s.used.support();
            let step = "result[at[i]] = f.apply(result[at[i]], a[i]);";
            format!("{java} result = somd.Support.copy(into);\n{}", each("at", step))
        }
        "histogram" => {
            h.params.push((Slot::of(&Ty::Int), "bins".into()));
            h.function(&Slot::of(&Ty::Int), &[&elem]);
            format!("int[] result = new int[bins];\n{}", each("a", "result[f.apply(a[i])]++;"))
        }
        "iterate" if args.first().and_then(Argument::function).is_some_and(is_function) => {
            h.function(&Slot::of(&Ty::Boolean), &[&array]);
            h.second_function(&result, &[&array]);
            format!("{java} result = a;\nwhile (f.apply(result))\n    result = g.apply(result);\n")
        }
        "iterate" => {
            h.params.push((Slot::of(&Ty::Int), "times".into()));
            h.function(&result, &[&array]);
            format!("{java} result = a;\nfor (int i = 0; i < times; i++)\n    result = f.apply(result);\n")
        }
        "allPairs" => {
            let Some(ty) = args.first().and_then(|b| b.array(h.s)) else { return false };
            let Some(leaf) = ret.element() else { return false };
            let other = h.s.slot(&ty, "B");
            h.function(&leaf, &[&elem, &other.element().unwrap_or(Slot::of(&Ty::Int))]);
            h.params.push((other, "b".into()));
            let row = new(&h, &ret, "b.length");
            let step = format!(
                "result[i] = {row};\n    for (int j = 0; j < b.length; j++)\n        result[i][j] = f.apply(a[i], b[j]);"
            );
            format!("{java} result = {};\n{}", new(&h, &result, "a.length"), each("a", &step))
        }
        "sort" if !args.is_empty() => {
            h.function(&Slot::of(&Ty::Int), &[&elem, &elem]);
            let order = "Integer[] order = new Integer[a.length];\nfor (int i = 0; i < a.length; i++)\n    order[i] = i;\njava.util.Arrays.sort(order, (x, y) -> f.apply(a[x], a[y]));\n";
            format!(
                "{order}{java} result = {};\n{}",
                new(&h, &result, "a.length"),
                each("a", "result[i] = a[order[i]];")
            )
        }
        "sort" => {
            h.s.used.support();
            format!("{java} result = somd.Support.copy(a);\njava.util.Arrays.sort(result);\n")
        }
        _ => match places(&mut h, name, &array, &elem, &result, &ret) {
            Some(body) => body,
            None => return false,
        },
    };
    let narrow = matches!(ret.ty, Ty::Byte | Ty::Short | Ty::Char) && name.name.starts_with("scan");
    h.write(&result, &body);
    let helper = h.name;
    let mut parts: Vec<Part> = vec![format!("{helper}(").into(), text];
    for (i, a) in args.iter().enumerate() {
        parts.push(if narrow && i == 0 { format!(", ({sum}) ").into() } else { ", ".into() });
        parts.push(a.text());
        parts.extend(a.function().and_then(|f| as_reference(s, f)));
    }
    parts.push(")".into());
    s.edits.replace(e.span, parts);
    true
}

/// The body of a helper for a method that asks where elements stand, or puts them elsewhere.
fn places(
    h: &mut Helper<'_, '_, '_>,
    name: &Ident,
    array: &Slot,
    elem: &Slot,
    result: &Slot,
    ret: &Slot,
) -> Option<String> {
    let new = |h: &Helper<'_, '_, '_>, slot: &Slot, n: &str| slot.new_array(h.s, n);
    let java = result.text(h.s);
    Some(match name.name.as_str() {
        "mapIndexed" => {
            h.function(ret, &[elem, &Slot::of(&Ty::Int)]);
            format!("{java} result = {};\n{}", new(h, result, "a.length"), each("a", "result[i] = f.apply(a[i], i);"))
        }
        "count" => {
            h.function(&Slot::of(&Ty::Boolean), &[elem]);
            format!("int result = 0;\n{}", each("a", "if (f.apply(a[i])) result++;"))
        }
        "any" | "all" => {
            h.function(&Slot::of(&Ty::Boolean), &[elem]);
            let (first, op) = if name.name == "any" { ("false", "|=") } else { ("true", "&=") };
            format!("boolean result = {first};\n{}", each("a", &format!("result {op} f.apply(a[i]);")))
        }
        "argMin" | "argMax" => {
            let best = if name.name == "argMin" { "min" } else { "max" };
            let boxed = h.s.cx.names.boxed(&elem.ty);
            let ty = elem.text(h.s);
            let better = format!("{boxed}.compare(({ty}) Math.{best}(a[result], a[i]), a[result]) != 0");
            format!("int result = -1;\n{}", each("a", &format!("if (result < 0 || {better}) result = i;")))
        }
        "reverse" => {
            format!(
                "{java} result = {};\n{}",
                new(h, result, "a.length"),
                each("a", "result[i] = a[a.length - 1 - i];")
            )
        }
        "slice" | "take" | "drop" => {
            let (params, length, place): (&[&str], _, _) = match name.name.as_str() {
                "slice" => (&["from", "to"], "to - from", "from + i"),
                "take" => (&["n"], "n", "i"),
                _ => (&["n"], "a.length - n", "n + i"),
            };
            h.params.extend(params.iter().map(|p| (Slot::of(&Ty::Int), p.to_string())));
            format!(
                "{java} result = {};\n{}",
                new(h, result, length),
                each("result", &format!("result[i] = a[{place}];"))
            )
        }
        "concat" => {
            h.params.push((array.clone(), "b".into()));
            let value = "result[i] = i < a.length ? a[i] : b[i - a.length];";
            format!("{java} result = {};\n{}", new(h, result, "a.length + b.length"), each("result", value))
        }
        "transpose" => {
            let row = new(h, ret, "a.length");
            let columns = "int columns = a.length > 0 ? a[0].length : 0;\n";
            let step =
                format!("result[i] = {row};\n    for (int j = 0; j < a.length; j++)\n        result[i][j] = a[j][i];");
            format!("{columns}{java} result = {};\n{}", new(h, result, "columns"), each("result", &step))
        }
        "flatten" => {
            let columns = "int columns = a.length > 0 ? a[0].length : 0;\n";
            let new = new(h, result, "a.length * columns");
            format!("{columns}{java} result = {new};\n{}", each("result", "result[i] = a[i / columns][i % columns];"))
        }
        _ => return None,
    })
}

fn each(over: &str, step: &str) -> String {
    let block = step.contains('\n') && !step.starts_with("if");
    let (open, close) = if block { (" {", "\n}") } else { ("", "") };
    format!("for (int i = 0; i < {over}.length; i++){open}\n    {step}{close}\n")
}

/// A type in a helper: that of the checked program, whose classes stand for type variables in generic code, or a type variable of the helper.
#[derive(Clone)]
struct Slot {
    ty: Ty,
    var: Option<String>,
}

impl Slot {
    fn of(ty: &Ty) -> Slot {
        Slot { ty: ty.clone(), var: None }
    }

    fn element(&self) -> Option<Slot> {
        element_of(&self.ty).map(|ty| Slot { ty, var: self.var.clone() })
    }

    fn text(&self, s: &Splicer<'_, '_>) -> String {
        match &self.var {
            Some(var) => var.clone() + &"[]".repeat(base(&self.ty).1),
            None => s.cx.names.ty(&self.ty),
        }
    }

    fn new_array(&self, s: &Splicer<'_, '_>, length: &str) -> String {
        let new = s.cx.names.new_array(&self.ty, length).unwrap_or_default();
        if self.var.is_some() { format!("({}) {new}", self.text(s)) } else { new }
    }
}

/// `<A, R>`: the type variables of these types.
fn variables<'s>(slots: impl Iterator<Item = &'s Slot>) -> String {
    let mut all: Vec<&str> = Vec::new();
    for var in slots.filter_map(|s| s.var.as_deref()) {
        if !all.contains(&var) {
            all.push(var);
        }
    }
    if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
}

impl Splicer<'_, '_> {
    /// A type of a helper, which has a type variable where code around it is generic, or a value class is.
    fn slot(&self, ty: &Ty, var: &str) -> Slot {
        let has_params = |c| self.cx.hir.generics.params.get(c).is_some_and(|p| !p.is_empty());
        let open = matches!(base(ty).0, Ty::Class(c) if self.generic || has_params(c));
        Slot { ty: ty.clone(), var: open.then(|| var.to_string()) }
    }
}

struct Helper<'s, 'a, 'c> {
    s: &'s mut Splicer<'a, 'c>,
    name: String,
    params: Vec<(Slot, String)>,
    /// The interface of the function that it takes, once declared.
    function: Option<String>,
}

impl Helper<'_, '_, '_> {
    fn function(&mut self, ret: &Slot, params: &[&Slot]) {
        let name = self.interface(ret, params);
        self.function = Some(format!("{name} f"));
    }

    fn second_function(&mut self, ret: &Slot, params: &[&Slot]) {
        let name = self.interface(ret, params);
        self.function = self.function.take().map(|f| format!("{f}, {name} g"));
    }

    fn interface(&mut self, ret: &Slot, params: &[&Slot]) -> String {
        let mut wish = self.name.clone();
        wish[..1].make_ascii_uppercase();
        let name = self.s.fresh(&wish) + &variables(params.iter().copied().chain([ret]));
        let list: Vec<String> = params.iter().enumerate().map(|(i, t)| format!("{} x{i}", t.text(self.s))).collect();
        let ret = ret.text(self.s);
        self.s.add_member(format!("private interface {name} {{\n    {ret} apply({});\n}}", list.join(", ")));
        name
    }

    fn write(&mut self, ret: &Slot, body: &str) {
        let vars = variables(self.params.iter().map(|p| &p.0).chain([ret]));
        let (before, vars) = match vars.as_str() {
            "" => ("", String::new()),
            vars => ("@SuppressWarnings(\"unchecked\")\n", format!("{vars} ")),
        };
        let mut list: Vec<String> = self.params.iter().map(|(t, n)| format!("{} {n}", t.text(self.s))).collect();
        list.extend(self.function.clone());
        let returns = if body.contains("return ") { "" } else { "    return result;\n" };
        let body: String = body.lines().map(|l| format!("    {l}\n")).collect();
        let ret = ret.text(self.s);
        let text =
            format!("{before}private static {vars}{ret} {}({}) {{\n{body}{returns}}}", self.name, list.join(", "));
        self.s.add_member(text);
    }
}

fn reduce(s: &mut Splicer<'_, '_>, e: &Expr, text: Part, args: &[Argument<'_>], elem: &Ty) {
    s.used.support();
    let operator = s.find(e.span, |h| match &h.kind {
        H::ReduceMethod { operator, .. } => *operator,
        _ => None,
    });
    let mut parts: Vec<Part> = match operator {
        Some(known) => lime::known_reduction(known, text, args.len() == 1),
        None => vec!["somd.Support.fold(".into(), text],
    };
    for (i, a) in args.iter().enumerate() {
        let is_init = args.len() == 2 && i == 0;
        if !is_init && operator.is_some() {
            continue;
        }
        let cast = is_init && elem.is_primitive();
        let open = if cast { format!(", ({}) (", s.cx.names.ty(elem)) } else { ", ".into() };
        parts.push(open.into());
        parts.push(a.text());
        parts.push(if cast { ")" } else { "" }.into());
        if !is_init {
            parts.extend(a.function().and_then(|f| as_reference(s, f)));
        }
    }
    parts.push(")".into());
    s.edits.replace(e.span, parts);
}

fn is_function(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Paren(e) => is_function(e),
        ExprKind::Lambda { .. } | ExprKind::MethodRef { .. } => true,
        _ => false,
    }
}

/// A lambda that a matrix's stencil is given for pairs of indices.
fn of_pairs(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Paren(e) => of_pairs(e),
        ExprKind::Lambda { params, .. } => params.len() == 3,
        _ => false,
    }
}

/// An object with a function's method is of another interface than the helper's: its method is passed.
fn as_reference(s: &Splicer<'_, '_>, e: &Expr) -> Option<Part> {
    if is_function(e) {
        return None;
    }
    let class = s.find(e.span, |h| match h.ty {
        Ty::Class(c) => Some(c),
        _ => None,
    })?;
    let class = s.cx.hir.class(class);
    let is_abstract = |m: &&hir::MethodId| s.cx.hir.method(**m).is_abstract;
    let method = class.methods.iter().find(is_abstract)?;
    (class.kind == hir::ClassKind::Interface).then(|| format!("::{}", s.cx.hir.method(*method).name).into())
}
