//! Assignments: simple, compound, `++` and `--`, on locals, fields, static fields and array elements.

use super::code::{Code, Prec, string_literal};
use super::expr::{arithmetic, convert};
use super::func::Function;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::mod_ref::Stores;
use somd_host::walk;
use somd_host::walk::element_ty;

/// A place whose parts are evaluated: how to read and write it, any number of times.
struct Evaluated {
    before: String,
    load: Code,
    store: Store,
    ty: Ty,
}

enum Store {
    Local(String),
    Cell(String),
    Element {
        array: String,
        index: String,
        npe: String,
        /// As [`Function::valid_suffix`] has it.
        valid: &'static str,
    },
    /// An element in columns.
    Fields {
        array: String,
        index: String,
        npe: String,
    },
    /// As [`Function::covered_access`] has it.
    Covered {
        array: String,
        index: String,
    },
}

impl Store {
    fn store(&self, value: &str) -> String {
        match self {
            Store::Local(name) => format!("{name} = {value}"),
            Store::Cell(at) => format!("{at}.set({value})"),
            Store::Covered { array, index } => format!("{array}.put_nth({index}, {value})"),
            Store::Fields { array, index, npe } => format!("{array}.put_fields({index}, {value}.fields(), {npe})"),
            Store::Element { array, index, npe, valid } => format!("{array}.put{valid}({index}, {value}, {npe})"),
        }
    }
}

impl Function<'_> {
    fn place_ty(&self, place: &Place) -> Ty {
        match place {
            Place::Local(l) => self.local(*l).ty.clone(),
            Place::Field { field, .. } => self.cx.program.field(*field).ty.clone(),
            Place::Index { array, .. } => element_ty(&array.ty),
        }
    }

    pub fn assign(&mut self, place: &Place, value: &Expr, used: bool) -> Code {
        let ty = self.place_ty(place);
        if used {
            return self.assign_used(place, value, &ty);
        }
        match place {
            Place::Local(l) if self.cx.stack_local(self.id, *l).is_some() => {
                let c = self.cx.stack_local(self.id, *l);
                let v = c.map_or(Code::atom(""), |c| self.placed(value, c));
                Code::block(format!("{} = {}", self.name(*l), v.text))
            }
            Place::Local(l) => {
                let cursor = self.uses[l.index()].cursor;
                let v = if cursor { self.peeked_as(value, &ty) } else { self.value_as(value, &ty) };
                Code::block(format!("{} = {}", self.name(*l), v.text))
            }
            Place::Field { object: None, field } => {
                let name = self.cx.field_name(*field);
                let v = self.value_as(value, &ty);
                let set = format!("{name}.set({})", v.text);
                Code::block(match self.cx.guard(self.method, *field) {
                    // A guard has the same effect before the value as Java's after it unless the value itself sees it.
                    Some(guard) if !walk::is_inert(value) => {
                        let t = self.temp("value");
                        format!("{{ let {t} = {}; {guard}; {name}.set({t}) }}", v.text)
                    }
                    Some(guard) => format!("{{ {guard}; {set} }}"),
                    None => set,
                })
            }
            Place::Field { object: Some(o), field } if self.cx.inline_field(*field).is_some() => {
                // A constructor's own.
                let at = self.field_place(strip_upcast(o), *field, true, &Stores::ANYTHING);
                let fields = self.fields_of_new(value);
                Code::block(format!("{at}.set({})", fields.text))
            }
            Place::Field { object: Some(o), field } => {
                let o = strip_upcast(o);
                let inert = walk::is_inert(value) || matches!(o.kind, ExprKind::This);
                if inert {
                    // The object is where it is until the field is written; what that lets go, goes afterwards.
                    let during = self.cx.stores_of(self.method, value);
                    let at = self.field_place(o, *field, true, &during);
                    let v = self.value_as(value, &ty);
                    return Code::block(format!("{at}.set({})", v.text));
                }
                // Java checks the object for null after the value is computed.
                let (before, at) = self.late_field(o, *field, Some(value));
                let t = self.temp("value");
                let v = self.value_as(value, &ty);
                Code::block(format!("{{ {before}let {t} = {}; {at}.set({t}) }}", v.text))
            }
            Place::Index { array, index } => {
                if let Some((at, i)) = self.covered_access(array, index) {
                    let v = self.value_as(value, &ty);
                    return Code::block(format!("{at}.put_nth({i}, {})", v.text));
                }
                let npe = string_literal(&self.messages().name(array));
                let (at, i, before) = self.element(array, index, Some(value));
                if self.cx.in_columns(&ty).is_some() {
                    let v = self.fields_of_new(value);
                    return self.wrap(before, Code::block(format!("{at}.put_fields({i}, {}, {npe})", v.text)));
                }
                let v = self.value_as(value, &ty);
                let suffix = match self.valid_suffix(array) {
                    "" if ty.is_reference() && self.cx.points_to.fits(array) => "_fitting",
                    valid => valid,
                };
                self.wrap(before, Code::block(format!("{at}.put{suffix}({i}, {}, {npe})", v.text)))
            }
        }
    }

    fn assign_used(&mut self, place: &Place, value: &Expr, ty: &Ty) -> Code {
        let keep = |t: &str| if ty.is_reference() { format!("{t}.clone()") } else { t.to_string() };
        if let Place::Local(l) = place {
            let name = self.name(*l);
            if let Some(c) = self.cx.plain_local(self.id, *l) {
                let v = self.placed(value, c);
                return Code::block(format!("{{ {name} = {}; {name}.object() }}", v.text));
            }
            let v = self.value_as(value, ty);
            return Code::block(format!("{{ {name} = {}; {} }}", v.text, keep(&name)));
        }
        let p = self.evaluate(place, true, Some(value));
        let t = self.temp("value");
        let v = self.value_as(value, ty);
        let store = p.store.store(&keep(&t));
        // Null and an upcast alone do not say of what class.
        let of = if v.text == "Ref::null()" || v.text.ends_with(".into_up()") {
            format!(": {}", self.ty(ty))
        } else {
            String::new()
        };
        Code::block(format!("{{ {}let {t}{of} = {}; {store}; {t} }}", p.before, v.text))
    }

    /// The object of a field access as a stable place, so that the null check can come later.
    fn late_field(&mut self, object: &Expr, field: FieldId, value: Option<&Expr>) -> (String, String) {
        let object = strip_upcast(object);
        let assigned = value.map(walk::assigned_in_expr).unwrap_or_default();
        let (before, place) = match &object.kind {
            ExprKind::This => (String::new(), "this".to_string()),
            ExprKind::Local(l) if !assigned.contains(l) => (String::new(), self.name(*l)),
            _ => {
                // A place that has the object keeps it until the field is written.
                let during = value.map_or(Stores::NOTHING, |v| self.cx.stores_of(self.method, v));
                let t = self.temp("object");
                let v = if self.is_kept(object, &during) { self.held(object, &during) } else { self.value(object) };
                (format!("let {t} = {}; ", v.text), t)
            }
        };
        let path = self.cx.base_path(&object.ty, field);
        let name = self.cx.field_name(field);
        if matches!(object.kind, ExprKind::This) {
            return (before, format!("this.{path}{name}"));
        }
        let check = self.field_check(object, field, true);
        (before, format!("{place}{check}.{path}{name}"))
    }

    /// Evaluates the parts of a place once.
    fn evaluate(&mut self, place: &Place, write_only: bool, value: Option<&Expr>) -> Evaluated {
        let ty = self.place_ty(place);
        match place {
            Place::Local(l) => {
                let name = self.name(*l);
                Evaluated { before: String::new(), load: Code::atom(name.clone()), store: Store::Local(name), ty }
            }
            Place::Field { object: None, field } => {
                let name = self.cx.field_name(*field);
                let before = self.cx.guard(self.method, *field).map_or(String::new(), |g| format!("{g}; "));
                Evaluated { before, load: Code::atom(format!("{name}.get()")), store: Store::Cell(name), ty }
            }
            Place::Field { object: Some(o), field } => {
                let object = strip_upcast(o);
                let (before, mut at) = self.late_field(object, *field, value);
                if !write_only {
                    // The first thing done is the read, so that is what the message says.
                    at = at.replace(&self.field_check(object, *field, true), &self.field_check(object, *field, false));
                }
                Evaluated { before, load: Code::atom(format!("{at}.get()")), store: Store::Cell(at), ty }
            }
            Place::Index { array, index } => {
                let array = strip_upcast(array);
                if let Some((at, index)) = self.covered_access(array, index) {
                    let load = Code::atom(format!("{at}.nth({index})"));
                    return Evaluated { before: String::new(), load, store: Store::Covered { array: at, index }, ty };
                }
                let mut assigned = walk::assigned_in_expr(index);
                if let Some(v) = value {
                    assigned.extend(walk::assigned_in_expr(v));
                }
                let mut before = String::new();
                let mut during = self.cx.stores_of(self.method, index);
                if let Some(v) = value {
                    during.add(&self.cx.stores_of(self.method, v));
                }
                let at = match &array.kind {
                    _ if self.hoisted_name(array).is_some() => {
                        let at = self.array_place(array, &Stores::NOTHING).text;
                        let behind = if write_only { value } else { None };
                        let reached = self.reached(array, at.clone(), std::iter::once(index.as_ref()).chain(behind));
                        if reached != at {
                            before.push_str(&format!("{reached}; "));
                        }
                        at
                    }
                    ExprKind::Local(l) if !assigned.contains(l) => self.name(*l),
                    _ if !ty.is_reference() && self.is_kept(array, &during) => {
                        let t = self.temp("array");
                        let v = self.held(array, &during);
                        before.push_str(&format!("let {t} = {}; ", v.text));
                        t
                    }
                    _ => {
                        let t = self.temp("array");
                        let v = self.value(array);
                        before.push_str(&format!("let {t} = {}; ", v.text));
                        t
                    }
                };
                let value_assigns = value.map(walk::assigned_in_expr).unwrap_or_default();
                let simple = match &index.kind {
                    ExprKind::Lit(_) => true,
                    ExprKind::Local(l) => !value_assigns.contains(l),
                    _ => false,
                };
                let i = if simple {
                    self.value(index).text
                } else {
                    let t = self.temp("index");
                    let v = self.value(index);
                    before.push_str(&format!("let {t} = {}; ", v.text));
                    t
                };
                let npe = string_literal(&self.messages().name(array));
                if self.cx.in_columns(&ty).is_some() {
                    let load = Code::atom(format!("{at}.object_at({i}, {npe})"));
                    return Evaluated { before, load, store: Store::Fields { array: at, index: i, npe }, ty };
                }
                let valid = self.valid_suffix(array);
                let load = Code::atom(format!("{at}.at{valid}({i}, {npe})"));
                Evaluated { before, load, store: Store::Element { array: at, index: i, npe, valid }, ty }
            }
        }
    }

    pub fn compound(&mut self, place: &Place, op: BinOp, op_ty: &Ty, value: &Expr, used: bool) -> Code {
        let ty = self.place_ty(place);
        if op_ty.is_reference() {
            return self.compound_string(place, value, used, &ty);
        }
        // `x += e` in Rust is Java's where the types agree and `e` does not change `x`.
        if let Place::Local(l) = place
            && ty == *op_ty
            && !used
            && let Some(sign) = plain_operator(op, &ty, value)
            && !walk::assigned_in_expr(value).contains(l)
        {
            let v = self.value(value);
            return Code::block(format!("{} {sign}= {}", self.name(*l), v.text));
        }
        let mut p = self.evaluate(place, false, Some(value));
        let mut load = p.load.clone();
        if !walk::is_inert(value) || !walk::assigned_in_expr(value).is_empty() {
            // The old value is read before the operand is computed.
            let t = self.temp("old");
            p.before.push_str(&format!("let {t} = {}; ", load.text));
            load = Code::atom(t);
        }
        let right = self.value(value);
        let result = arithmetic(op, op_ty, &convert(load, &p.ty, op_ty), &right, Some(value));
        let result = convert(result, op_ty, &p.ty);
        self.finish_update(p, result, used)
    }

    fn compound_string(&mut self, place: &Place, value: &Expr, used: bool, ty: &Ty) -> Code {
        let mut p = self.evaluate(place, false, Some(value));
        let value = strip_upcast(value);
        let right = match &value.kind {
            ExprKind::Lit(Lit::String(s)) => {
                String::from_utf16(s).map_or_else(|_| self.cx.string(s), |s| string_literal(&s))
            }
            ExprKind::Lit(Lit::Null) => string_literal("null"),
            ExprKind::Lit(_) => self.typed_value(value).text,
            _ => self.value(value).text,
        };
        if !walk::is_inert(value) {
            let t = self.temp("old");
            let load = if matches!(p.store, Store::Local(_)) {
                format!("{}.clone()", p.load.text)
            } else {
                p.load.text.clone()
            };
            p.before.push_str(&format!("let {t} = {load}; "));
            p.load = Code::atom(t);
        }
        let mut result = Code::atom(format!("concat_str!({}, {right})", p.load.text));
        if self.cx.target(ty) != "Str" {
            result = result.method("into_up()");
        }
        self.finish_update(p, result, used)
    }

    fn finish_update(&mut self, p: Evaluated, result: Code, used: bool) -> Code {
        if !used {
            let store = p.store.store(&result.text);
            return if p.before.is_empty() {
                Code::block(store)
            } else {
                Code::block(format!("{{ {}{store} }}", p.before))
            };
        }
        let t = self.temp("value");
        let keep = if p.ty.is_reference() { format!("{t}.clone()") } else { t.clone() };
        let store = p.store.store(&keep);
        Code::block(format!("{{ {}let {t} = {}; {store}; {t} }}", p.before, result.text))
    }

    pub fn inc_dec(&mut self, place: &Place, decrement: bool, prefix: bool, used: bool) -> Code {
        let op = if decrement { "-" } else { "+" };
        if let Place::Local(l) = place {
            let name = self.name(*l);
            let float = self.local(*l).ty.is_floating();
            let one = if float { "1.0" } else { "1" };
            return Code::block(match (used, prefix) {
                (false, _) => format!("{name} {op}= {one}"),
                (true, true) => format!("{{ {name} {op}= {one}; {name} }}"),
                (true, false) => {
                    let t = self.temp("old");
                    format!("{{ let {t} = {name}; {name} {op}= {one}; {t} }}")
                }
            });
        }
        let mut p = self.evaluate(place, false, None);
        let one = Code::atom(if p.ty.is_floating() { "1.0" } else { "1" });
        if used && !prefix {
            let t = self.temp("old");
            p.before.push_str(&format!("let {t} = {}; ", p.load.text));
            let result = Code::binary(&Code::atom(t.clone()), op, Prec::Sum, &one);
            let store = p.store.store(&result.text);
            return Code::block(format!("{{ {}{store}; {t} }}", p.before));
        }
        let result = Code::binary(&p.load.clone(), op, Prec::Sum, &one);
        self.finish_update(p, result, used)
    }
}

/// The operator of Rust that is Java's `op` on this type, whatever the operands.
fn plain_operator(op: BinOp, ty: &Ty, value: &Expr) -> Option<&'static str> {
    Some(match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div if ty.is_floating() => "/",
        BinOp::Rem if ty.is_floating() => "%",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Div
            if walk::nonzero_literal(value) && !matches!(value.kind, ExprKind::Lit(Lit::Int(-1) | Lit::Long(-1))) =>
        {
            "/"
        }
        BinOp::Rem
            if walk::nonzero_literal(value) && !matches!(value.kind, ExprKind::Lit(Lit::Int(-1) | Lit::Long(-1))) =>
        {
            "%"
        }
        _ => return None,
    })
}
