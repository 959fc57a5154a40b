//! Expressions: owned values, borrowed references, and the order in which Java evaluates them.
//!
//! Rust evaluates operands from left to right as Java does. What differs is settled here: a reference that is borrowed
//! while a later operand assigns the same local is cloned first, and a null check that Java makes after the arguments is
//! made after them.

use super::code::{Code, Prec, string_literal};
use super::func::{Function, zero};
use somd_analysis::isolation;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::accessors::Getter;
use somd_host::mod_ref::Stores;
use somd_host::ownership::call_targets;
use somd_host::points_to::Test;
use somd_host::walk;
use somd_host::walk::element_ty;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

impl Function<'_> {
    /// The value of `e` as a value of type `ty`: references are owned.
    pub fn value_as(&mut self, e: &Expr, ty: &Ty) -> Code {
        if !ty.is_reference() {
            return self.value(e);
        }
        let e = strip_upcast(e);
        if matches!(e.kind, ExprKind::Lit(Lit::Null)) {
            return Code::atom("Ref::null()");
        }
        let v = self.value(e);
        self.convert_ref(v, &e.ty, ty)
    }

    /// An owned reference of one static type as another.
    pub fn convert_ref(&self, v: Code, from: &Ty, to: &Ty) -> Code {
        let (f, t) = (self.cx.target(from), self.cx.target(to));
        if f == t {
            v
        } else if self.cx.extends(from, to) {
            v.method("into_up()")
        } else {
            // A covariant array, or a type that erasure has already checked.
            Code::atom(format!("narrow_owned!({}, {t})", v.text))
        }
    }

    pub fn convert_borrow(&self, v: Code, from: &Ty, to: &Ty) -> Code {
        let (f, t) = (self.cx.target(from), self.cx.target(to));
        if f == t {
            v
        } else if self.cx.extends(from, to) {
            let text = v.text.strip_prefix('&').filter(|_| v.prec == Prec::Unary).map(str::to_string);
            match text {
                Some(place) => Code::atom(format!("{place}.up()")),
                None => v.method("up()"),
            }
        } else {
            Code::atom(format!("narrow!({}, {t})", v.text))
        }
    }

    /// `&Ref<T>` for a reference type, a plain value for a primitive.
    pub fn arg(&mut self, e: &Expr, ty: &Ty, assigned_later: &BTreeSet<LocalId>) -> Code {
        if !ty.is_reference() {
            return self.value(e);
        }
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Lit(Lit::Null) => Code::new("&Ref::null()", Prec::Unary),
            ExprKind::Local(l) if assigned_later.contains(l) => {
                let v = self.value(e);
                self.convert_ref(v, &e.ty, ty).borrow()
            }
            ExprKind::Local(_) | ExprKind::This | ExprKind::Lit(Lit::String(_)) => {
                let b = self.borrowed(e);
                self.convert_borrow(b, &e.ty, ty)
            }
            ExprKind::Field { object: None, field } if self.final_getter(*field).is_some() => {
                let b = self.borrowed(e);
                self.convert_borrow(b, &e.ty, ty)
            }
            ExprKind::Field { .. } if self.cx.is_inline(e) => {
                let b = self.place_of(e, &Stores::NOTHING).borrow();
                self.convert_borrow(b, &e.ty, ty)
            }
            ExprKind::CheckCast(a)
                if self.is_castable(a, &e.ty, &Stores::ANYTHING)
                    && !matches!(strip_upcast(a).kind, ExprKind::Local(l) if assigned_later.contains(&l)) =>
            {
                let b = self.borrowed(e);
                self.convert_borrow(b, &e.ty, ty)
            }
            _ => {
                let v = self.value(e);
                let b = v.borrow();
                self.convert_borrow(b, &e.ty, ty)
            }
        }
    }

    /// The fields of the object of class `c` that `e` makes, as an object on the stack.
    pub fn placed(&mut self, e: &Expr, c: ClassId) -> Code {
        let class = self.cx.class(c);
        let fields = self.fields_of_new(e);
        Code::atom(format!("OnStack::new({class}::ID, {})", fields.text))
    }

    /// The fields of the object that `e` makes; see [`somd_host::escape`].
    pub fn fields_of_new(&mut self, e: &Expr) -> Code {
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Cond(c, a, b) => {
                let (before, c) = self.head(c);
                let (a, b) = (self.fields_of_new(a), self.fields_of_new(b));
                self.wrap(before, choice(&c, &a, &b))
            }
            ExprKind::Index { array, index } if self.cx.in_columns(&e.ty).is_some() => {
                let (at, i, before) = self.element(array, index, None);
                let npe = string_literal(&self.messages().name(array));
                self.wrap(before, Code::atom(format!("{at}.fields_at({i}, {npe})")))
            }
            _ if self.cx.made_class(e).is_some() => {
                self.placing = true;
                self.value(e)
            }
            // A plain value is copied.
            ExprKind::Local(l) => Code::atom(format!("{}.fields()", self.name(*l))),
            _ => self.place_of(e, &Stores::NOTHING).method("fields()"),
        }
    }

    /// The variable holds an object on the stack.
    pub fn is_on_stack(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Local(l) if self.cx.stack_local(self.id, *l).is_some())
    }

    /// The class of the plain value that `e` takes from columns.
    pub fn element_class(&self, e: &Expr) -> Option<ClassId> {
        matches!(e.kind, ExprKind::Index { .. }).then(|| self.cx.in_columns(&e.ty)).flatten()
    }

    /// As [`Function::borrowed`], for what only looks at a value's contents.
    fn compared(&mut self, e: &Expr) -> Code {
        match self.cx.made_class(e).filter(|&c| e.ty == Ty::Class(c) && self.cx.is_plain_value(c)) {
            Some(c) => self.placed(e, c).method("get()").borrow(),
            None => self.borrowed(e),
        }
    }

    /// `e` as `&Ref<T>` of its own type.
    pub fn borrowed(&mut self, e: &Expr) -> Code {
        match &e.kind {
            ExprKind::Local(l) if self.uses[l.index()].borrowed => Code::atom(self.name(*l)),
            ExprKind::This => Code::atom("this"),
            ExprKind::Lit(Lit::String(s)) => Code::atom(self.cx.string(s)),
            _ => {
                if let ExprKind::Field { object: None, field } = &e.kind
                    && let Some(getter) = self.final_getter(*field)
                {
                    return getter;
                }
                if let ExprKind::CheckCast(a) = &e.kind
                    && self.is_castable(a, &e.ty, &Stores::ANYTHING)
                {
                    return self.cast_in_place(a, &e.ty, &Stores::ANYTHING);
                }
                let place = self.place_of(e, &Stores::ANYTHING);
                place.borrow()
            }
        }
    }

    /// `e` as something that methods of `Ref` can be called on. `during`: what may be stored before that call is over; a field
    /// that is not written may be looked at where it is.
    pub fn place_of(&mut self, e: &Expr, during: &Stores) -> Code {
        if let Some(getter) = self.cx.as_getter(e)
            && !during.has_field(getter.field)
        {
            let at = self.getter_place(&getter, during);
            return Code::atom(format!("peek!({at})"));
        }
        if self.is_look(e, during) {
            self.looking = true;
            return self.value(e);
        }
        match &e.kind {
            ExprKind::Local(l) if self.is_on_stack(e) => Code::atom(format!("{}.get()", self.name(*l))),
            ExprKind::Local(l) => Code::atom(self.name(*l)),
            ExprKind::This => Code::atom("this"),
            ExprKind::Lit(Lit::String(s)) => Code::atom(self.cx.string(s)),
            ExprKind::Lit(Lit::Null) if e.ty != Ty::Null => {
                Code::atom(format!("Ref::<{}>::null()", self.cx.target(&e.ty)))
            }
            ExprKind::Upcast(i) => self.place_of(i, during),
            ExprKind::CheckCast(a) if self.is_castable(a, &e.ty, during) => {
                let object = self.cast_in_place(a, &e.ty, during);
                // Methods borrow what they are called on.
                let place = object.text.strip_prefix('&').filter(|_| object.prec == Prec::Unary).map(Code::atom);
                place.unwrap_or(object)
            }
            ExprKind::Field { object: None, field } if self.final_getter(*field).is_some() => self.borrowed(e),
            ExprKind::Field { object: Some(o), field } if self.cx.is_inline(e) => {
                let at = self.field_place(o, *field, false, during);
                Code::atom(format!("{at}.inner()"))
            }
            ExprKind::Field { object: Some(o), field } if !during.has_field(*field) => {
                let at = self.field_place(o, *field, false, during);
                Code::atom(format!("peek!({at})"))
            }
            ExprKind::Index { array, index }
                if self.is_row(e)
                    && !during.has_elements_of(&self.cx.points_to.sites(array))
                    && self.cx.keeps_references(self.method, index) =>
            {
                if let Some((at, i)) = self.covered_access(array, index) {
                    return Code::atom(format!("{at}.nth_row({i})"));
                }
                let npe = string_literal(&self.messages().name(array));
                let at = self.array_place(array, during).recv();
                let at = self.reached(array, at, [index.as_ref()]);
                let i = self.value(index).text;
                Code::atom(format!("{at}.row({i}, {npe})"))
            }
            ExprKind::Field { object: None, field }
                if !during.has_field(*field)
                    && self.cx.guard(self.method, *field).is_none()
                    && self.cx.value_class(&e.ty).is_none() =>
            {
                Code::atom(format!("peek!({})", self.cx.field_name(*field)))
            }
            _ => self.value(e),
        }
    }

    /// A call that lends what it returns, in a place that has it all the while: what is stored `during` it leaves the way there as
    /// it is.
    fn is_look(&self, e: &Expr, during: &Stores) -> bool {
        self.cx.as_getter(e).is_none()
            && self.cx.as_look(self.method, e).is_some_and(|look| {
                look.is_left_by(during)
                    && look.keeps_references(self.cx, self.method)
                    && look.roots().all(|a| !self.is_on_stack(a) && self.is_rooted(a, during))
                    // A receiver that is made for the call lives as long as the expression, outside of a block.
                    && look.object.is_none_or(|o| self.is_rooted(o, during) || look.has_inert_arguments())
            })
    }

    /// A call whose method takes over references that live on here, and can also lend what it gives. Each reference that is handed over is
    /// counted; of what is lent, one is.
    pub fn counts_what_is_lent(&self, call: &Expr) -> bool {
        !self.looking && self.takes_over(call) && self.is_look(call, &Stores::NOTHING)
    }

    /// A call whose method takes over references that live on here.
    fn takes_over(&self, call: &Expr) -> bool {
        let ExprKind::Call { kind, method, receiver, args } = &call.kind else { return false };
        let targets = call_targets(self.cx, *kind, *method, receiver.as_deref());
        args.iter().enumerate().any(|(i, a)| {
            let a = strip_upcast(a);
            let lives_on = match a.kind {
                ExprKind::Local(l) => !self.ends(a, l),
                ExprKind::Lit(_) => false,
                _ => true,
            };
            lives_on && targets.iter().any(|&m| self.cx.is_owned(m, i))
        })
    }

    /// `&Ref<T>` of type `ty` for what is kept where it is: null, a local, the receiver, a field or element reached from these.
    pub fn peeked_as(&mut self, e: &Expr, ty: &Ty) -> Code {
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Lit(Lit::Null) => Code::atom("Ref::none()"),
            ExprKind::Cond(c, a, b) => {
                let (before, c) = self.head(c);
                let (a, b) = (self.peeked_as(a, ty), self.peeked_as(b, ty));
                self.wrap(before, choice(&c, &a, &b))
            }
            ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::CheckCast(_) | ExprKind::Call { .. } => {
                let b = self.place_of(e, &Stores::NOTHING);
                let b = if self.cx.is_inline(e) { b.borrow() } else { b };
                self.convert_borrow(b, &e.ty, ty)
            }
            _ => {
                let b = self.borrowed(e);
                self.convert_borrow(b, &e.ty, ty)
            }
        }
    }

    /// The row of a matrix that is hoisted to lend its rows.
    pub fn lent_row(&mut self, e: &Expr) -> Option<String> {
        let ExprKind::Index { array, index } = &e.kind else { return None };
        if let Some((at, i)) = self.covered_access(array, index) {
            return Some(format!("{at}.lend_nth({i})"));
        }
        let name = self.hoisted_name(array)?;
        let name = self.reached(array, name, [index.as_ref()]);
        let npe = string_literal(&self.messages().name(array));
        Some(format!("{name}.lend({}, {npe})", self.value(index).text))
    }

    /// An element of an array of references, or a row of a value array.
    pub fn is_row(&self, e: &Expr) -> bool {
        let ExprKind::Index { array, .. } = &e.kind else { return false };
        matches!(array.ty, Ty::Array { .. } | Ty::ValueArray { .. })
            && e.ty.is_reference()
            && self.cx.value_class(&e.ty).is_none()
    }

    /// A field or element that is reached from a local, the receiver or a static without a call, on a way that what is stored
    /// meanwhile leaves as it is.
    pub fn is_rooted(&self, e: &Expr, during: &Stores) -> bool {
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Local(_) | ExprKind::This => true,
            ExprKind::Field { object: None, field } => {
                !during.has_field(*field)
                    && self.cx.guard(self.method, *field).is_none()
                    && self.cx.value_class(&e.ty).is_none()
            }
            ExprKind::Field { object: Some(o), field } => !during.has_field(*field) && self.is_rooted(o, during),
            // A local that stays what it is.
            ExprKind::CheckCast(o) => !during.is_anything() && self.is_castable(o, &e.ty, during),
            ExprKind::Call { .. } => match self.cx.as_getter(e) {
                Some(g) => !during.has_field(g.field) && self.is_rooted(g.object, during),
                None => {
                    self.is_look(e, during)
                        && self
                            .cx
                            .as_look(self.method, e)
                            .is_some_and(|l| l.object.is_none_or(|o| self.is_rooted(o, during)))
                }
            },
            ExprKind::Index { array, index } => {
                self.is_row(e)
                    && !during.has_elements_of(&self.cx.points_to.sites(array))
                    && self.is_rooted(array, during)
                    && self.cx.keeps_references(self.method, index)
            }
            _ => false,
        }
    }

    /// A place in memory that has its reference all the while: what is stored `during` it leaves it as it is.
    pub fn is_kept(&self, e: &Expr, during: &Stores) -> bool {
        matches!(
            strip_upcast(e).kind,
            ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::CheckCast(_) | ExprKind::Call { .. }
        ) && self.is_rooted(e, during)
    }

    /// What a place that [`Function::is_kept`] has, for a variable: in a register, where a borrow of the place would be read again
    /// behind every write to memory.
    pub fn held(&mut self, e: &Expr, during: &Stores) -> Code {
        let place = self.place_of(e, during);
        Code::new(format!("&{}.held()", place.recv()), Prec::Unary)
    }

    /// A final field that is reached from the receiver or from a local through final fields: what it refers to is kept alive by
    /// that object, whatever runs. `call`: what is evaluated meanwhile, which does not name the local again.
    pub fn is_lasting(&self, e: &Expr, call: &[&Expr]) -> bool {
        let e = strip_upcast(e);
        let ExprKind::Field { object: Some(o), field } = &e.kind else { return false };
        let field = self.cx.program.field(*field);
        if !field.is_final || self.method.kind == MethodKind::Constructor || self.cx.value_class(&e.ty).is_some() {
            return false;
        }
        let o = strip_upcast(o);
        match o.kind {
            ExprKind::This => true,
            ExprKind::Local(l) => {
                self.uses[l.index()].borrowed && !self.uses[l.index()].written || mentions(call, l) == 1
            }
            _ => self.is_lasting(o, call),
        }
    }

    /// `object.field` as a place: the path to the cell. The object is checked for null.
    pub fn field_place(&mut self, object: &Expr, field: FieldId, store: bool, during: &Stores) -> String {
        let object = strip_upcast(object);
        let check =
            if matches!(object.kind, ExprKind::This) { String::new() } else { self.field_check(object, field, store) };
        self.checked_place(object, field, &check, during)
    }

    fn getter_place(&mut self, getter: &Getter<'_>, during: &Stores) -> String {
        let check = self.getter_check(getter);
        self.checked_place(getter.object, getter.field, &check, during)
    }

    fn checked_place(&mut self, object: &Expr, field: FieldId, check: &str, during: &Stores) -> String {
        let place = match &object.kind {
            ExprKind::Local(l) => Code::atom(self.name(*l)),
            _ => match self.element_class(object) {
                Some(c) => self.placed(object, c),
                None => self.place_of(object, during),
            },
        };
        let path = self.cx.base_path(&object.ty, field);
        format!("{}{check}.{path}{}", place.recv(), self.cx.field_name(field))
    }

    /// `.read("x", "p")`: the null check of a field's object, where it may be null.
    pub fn field_check(&self, object: &Expr, field: FieldId, store: bool) -> String {
        if self.is_on_stack(object) || self.element_class(object).is_some() {
            return String::new();
        }
        let what = if store { "write" } else { "read" };
        let name = string_literal(&self.messages().name(object));
        format!(".{what}({}, {name})", string_literal(&self.cx.program.field(field).name))
    }

    pub fn value(&mut self, e: &Expr) -> Code {
        use ExprKind::*;
        match &e.kind {
            Lit(l) => self.literal(l, &e.ty),
            Local(l) => {
                let n = self.name(*l);
                if self.is_on_stack(e) {
                    // Only a plain value is used so: a copy of it may leave.
                    return Code::atom(format!("{n}.object()"));
                }
                if self.local(*l).ty.is_reference() && !self.ends(e, *l) {
                    Code::atom(format!("{n}.clone()"))
                } else {
                    Code::atom(n)
                }
            }
            This => Code::atom("this.clone()"),
            Field { object: Some(o), field } => {
                let at = self.field_place(o, *field, false, &Stores::NOTHING);
                let how = if self.moved_out.reads.contains(&std::ptr::from_ref(e)) { "take" } else { "get" };
                Code::atom(format!("{at}.{how}()"))
            }
            Field { object: None, field } => {
                if let Some(getter) = self.final_getter(*field) {
                    return getter.method("clone()");
                }
                Code::atom(match self.cx.guard(self.method, *field) {
                    None => self.cx.static_value(*field),
                    Some(_) => self.cx.getter(*field),
                })
            }
            Length(a) => {
                let name = string_literal(&self.messages().name(a));
                let place = self.array_place(a, &Stores::NOTHING);
                Code::atom(format!("{}.length({name})", place.recv()))
            }
            Index { array, index } => {
                if let Some((at, i)) = self.covered_access(array, index) {
                    return Code::atom(format!("{at}.nth({i})"));
                }
                let (at, i, before) = self.element(array, index, None);
                let npe = string_literal(&self.messages().name(array));
                if self.element_class(e).is_some() {
                    return self.wrap(before, Code::atom(format!("{at}.object_at({i}, {npe})")));
                }
                let how = match self.valid_suffix(array) {
                    "" if self.moved_out.reads.contains(&std::ptr::from_ref(e))
                        && self.hoisted_name(array).is_none() =>
                    {
                        "take".into()
                    }
                    valid => format!("at{valid}"),
                };
                self.wrap(before, Code::atom(format!("{at}.{how}({i}, {npe})")))
            }
            Call { .. } if isolation::instances(self.cx.program, e).is_some() && self.on_threads(e) => {
                self.instances(e)
            }
            Call { kind, method, receiver, args } => match self.hoisted_text(e) {
                Some(access) => access,
                None if self.moved_out.reads.contains(&std::ptr::from_ref(e))
                    && let Some(getter) = self.cx.as_getter(e) =>
                {
                    let at = self.getter_place(&getter, &Stores::NOTHING);
                    Code::atom(format!("{at}.take()"))
                }
                None if self.counts_what_is_lent(e) => {
                    self.looking = true;
                    self.call(*kind, *method, receiver.as_deref(), args).method("clone()")
                }
                None => self.call(*kind, *method, receiver.as_deref(), args),
            },
            New { class, constructor, args } => self.new_object(*class, *constructor, args),
            NewArray { sizes } => self.new_array(&e.ty, sizes),
            ArrayLit(elems) => self.array_literal(&e.ty, elems),
            Neg(a) => self.value(a).negate(),
            BitNot(a) => {
                let v = self.value(a);
                Code::new(format!("!{}", v.at(Prec::Unary)), Prec::Unary)
            }
            Not(a) => self.negated(a),
            Binary(op, a, b) => self.binary(*op, a, b),
            And(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Code::binary(&a, "&&", Prec::And, &b)
            }
            Or(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Code::binary(&a, "||", Prec::Or, &b)
            }
            Convert(a) => {
                // Literals in a choice have the type that is converted, not the one it is converted to.
                let is_literal = matches!(a.kind, Lit(_));
                let v = if has_no_type(a) && !is_literal { self.typed_value(a) } else { self.value(a) };
                convert(v, &a.ty, &e.ty)
            }
            Upcast(_) => self.value_as(e, &e.ty),
            CheckCast(a) => self.check_cast(a, &e.ty),
            InstanceOf { expr, ty, binding } => self.instance_of(expr, ty, *binding),
            Cond(c, a, b) => {
                let (before, c) = self.head(c);
                let (mut x, y) = (self.value_as(a, &e.ty), self.value_as(b, &e.ty));
                self.tell_class(&mut x, &[a, b], &e.ty);
                self.wrap(before, choice(&c, &x, &y))
            }
            Assign { place, value } => self.assign(place, value, true),
            CompoundAssign { place, op, op_ty, value } => self.compound(place, *op, op_ty, value, true),
            IncDec { place, decrement, prefix } => self.inc_dec(place, *decrement, *prefix, true),
            Concat(parts) => self.concat(parts),
            Switch(s) => {
                if let Some(value) = self.match_value(s) {
                    return value;
                }
                let text = self.captured(|f| {
                    f.declare_zero(s.result);
                    f.statement(&s.switch);
                    let name = f.name(s.result);
                    f.line(&name);
                });
                Code::block(format!("{{\n{text}}}"))
            }
            Sequence(stmts, v) => {
                let text = self.captured(|f| {
                    for s in stmts {
                        f.statement(s);
                    }
                    f.declare_patterns(&[v]);
                    let v = f.value(v);
                    f.line(&v.text);
                });
                Code::block(format!("{{\n{text}}}"))
            }
            ArrayStep(step) => self.value(&step.host),
            ClassLit(ty) => self.cx.class_literal(ty, e.span),
            Map { method, args } => self.map(*method, args, &e.ty),
            MapBinary { op, left, right } => self.map_binary(*op, left, right, &e.ty),
            MapUnary { op, array } => self.map_unary(*op, array, &e.ty),
            MapConvert(array) => self.map_convert(array, &e.ty),
            ReduceOp { op, array } => self.reduce_op(*op, array, &e.ty),
            ReduceMethod { method, operator: Some(known), array, init, .. } => {
                self.reduce_known((*method, *known), array, init.as_deref(), &e.ty)
            }
            ReduceMethod { method, array, init, captured, .. } => {
                self.reduce_method(*method, array, init.as_deref(), captured, &e.ty)
            }
            Freeze(array) => self.freeze(array, &e.ty),
            Thaw(array) => self.thaw(array, &e.ty),
            Task { .. } => self.task(e),
            Connect { from, to } => self.connect(from, to, e.span),
            CoreCall { func, args, results } => self.core_call(*func, args, results),
        }
    }

    /// The first of several values, of which one is chosen: where all are of subclasses of a class, only what is around would say of which
    /// one the choice is.
    pub fn tell_class(&self, first: &mut Code, of: &[&Expr], ty: &Ty) {
        let target = self.cx.target(ty);
        if ty.is_reference()
            && !of.iter().any(|e| self.cx.target(&strip_upcast(e).ty) == target)
            && let Some(value) = first.text.strip_suffix(".into_up()")
        {
            first.text = format!("{value}.into_up::<{target}>()");
        }
    }

    /// A parallel region: a function of the kernels' module, its arrays borrowed.
    fn core_call(&mut self, func: CoreFuncId, args: &[Expr], results: &[Place]) -> Code {
        let args: Vec<String> = args
            .iter()
            .map(|a| {
                let ty = a.ty.clone();
                self.arg(a, &ty, &BTreeSet::new()).text
            })
            .collect();
        let Some(name) = self.cx.options.kernels.as_ref().and_then(|k| k.names.get(func.index())) else {
            return self.cx.unsupported(Span::NONE, "parallel regions without their module");
        };
        let call = format!("kernels::{name}({})", args.join(", "));
        let locals = results.iter().filter_map(|p| match p {
            Place::Local(l) => Some(self.name(*l)),
            _ => None,
        });
        match locals.collect::<Vec<_>>().as_slice() {
            [] => Code::atom(call),
            [one] => Code::block(format!("{{ {one} = {call}; }}")),
            many => Code::block(format!("{{ ({}) = {call}; }}", many.join(", "))),
        }
    }

    /// The condition of an `if` or the subject of a `match`, with what must be computed before: a block in its place is hard to read.
    pub fn head(&mut self, e: &Expr) -> (String, String) {
        let v = self.value(e);
        if v.prec != Prec::Block || !(v.text.starts_with('{') || v.text.starts_with("match ")) {
            return (String::new(), v.text);
        }
        let t = self.temp(if e.ty == Ty::Boolean { "condition" } else { "case" });
        (format!("let {t} = {}; ", v.text), t)
    }

    /// `!e`
    pub fn negated(&mut self, e: &Expr) -> Code {
        let inverse = |op: BinOp, ty: &Ty| match op {
            BinOp::Eq => Some(BinOp::Ne),
            BinOp::Ne => Some(BinOp::Eq),
            // Not so with NaN.
            _ if ty.is_floating() => None,
            BinOp::Lt => Some(BinOp::Ge),
            BinOp::Ge => Some(BinOp::Lt),
            BinOp::Gt => Some(BinOp::Le),
            BinOp::Le => Some(BinOp::Gt),
            _ => None,
        };
        match &e.kind {
            ExprKind::Not(a) => self.value(a),
            ExprKind::Binary(op, a, b) if inverse(*op, &a.ty).is_some() => {
                self.binary(inverse(*op, &a.ty).unwrap_or(*op), a, b)
            }
            _ => {
                let v = self.value(e);
                Code::new(format!("!{}", v.at(Prec::Unary)), Prec::Unary)
            }
        }
    }

    /// The function that gives a final static field of another class, `&'static Ref<T>`: once the class is initialised, it stays
    /// as it is.
    pub fn final_getter(&self, field: FieldId) -> Option<Code> {
        self.cx.guard(self.method, field)?;
        self.cx.is_fixed(field).then(|| Code::atom(self.cx.getter(field)))
    }

    /// `{ before; value }`, or just the value.
    pub fn wrap(&self, before: String, value: Code) -> Code {
        if before.is_empty() { value } else { Code::block(format!("{{ {before}{} }}", value.text)) }
    }

    /// An element's array and index, and what must be computed before. `value`: what is stored there afterwards.
    pub fn element(&mut self, array: &Expr, index: &Expr, value: Option<&Expr>) -> (String, String, String) {
        let mut later = walk::assigned_in_expr(index);
        let mut during = self.cx.stores_of(self.method, index);
        if let Some(v) = value {
            later.extend(walk::assigned_in_expr(v));
            during.add(&self.cx.stores_of(self.method, v));
        }
        let rebound = matches!(strip_upcast(array).kind, ExprKind::Local(l) if later.contains(&l));
        let mut before = String::new();
        let at = if rebound {
            let t = self.temp("array");
            let v = self.value(array);
            before = format!("let {t} = {}; ", v.text);
            t
        } else {
            let at = self.array_place(array, &during).recv();
            self.reached(array, at, std::iter::once(index).chain(value))
        };
        let i = self.value(index).text;
        (at, i, before)
    }

    /// Java takes the way to an array before it computes what is `behind` it (JLS 15.13 and 15.26.1). An array `at` that was looked up before
    /// the loop is asked for at that time, where what is behind may throw or be seen.
    pub fn reached<'e>(&self, array: &Expr, at: String, behind: impl IntoIterator<Item = &'e Expr>) -> String {
        let on_a_way = self.hoisted_name(array).is_some() && self.path(array).is_some_and(|p| p.may_fail());
        let late = on_a_way && behind.into_iter().any(|e| !walk::is_inert(e));
        if late { format!("{at}.reached()") } else { at }
    }

    fn literal(&mut self, l: &Lit, ty: &Ty) -> Code {
        let number = |text: String| {
            let prec = if text.starts_with('-') { Prec::Unary } else { Prec::Postfix };
            Code::new(text, prec)
        };
        match l {
            Lit::Boolean(b) => Code::atom(b.to_string()),
            Lit::Int(v) => match ty {
                Ty::Char => Code::atom((*v as u16).to_string()),
                Ty::Int if *v == i32::MIN => Code::atom("i32::MIN"),
                _ => number(v.to_string()),
            },
            Lit::Long(i64::MIN) => Code::atom("i64::MIN"),
            Lit::Long(v) => number(v.to_string()),
            Lit::Float(v) if v.is_nan() => Code::atom("f32::NAN"),
            Lit::Float(v) if v.is_infinite() => {
                Code::atom(if *v > 0.0 { "f32::INFINITY" } else { "f32::NEG_INFINITY" })
            }
            Lit::Float(v) => number(format!("{v:?}")),
            Lit::Double(v) if v.is_nan() => Code::atom("f64::NAN"),
            Lit::Double(v) if v.is_infinite() => {
                Code::atom(if *v > 0.0 { "f64::INFINITY" } else { "f64::NEG_INFINITY" })
            }
            Lit::Double(v) => number(format!("{v:?}")),
            Lit::String(s) => Code::atom(format!("{}.clone()", self.cx.string(s))),
            Lit::Null => Code::atom("Ref::null()"),
            Lit::Zero => match self.cx.zeroed(ty) {
                Some(c) => Code::atom(format!("{}()", self.cx.zero_function(c))),
                None => zero(ty),
            },
        }
    }

    /// A literal whose Rust type nothing around it decides.
    pub fn typed_value(&mut self, e: &Expr) -> Code {
        match &e.kind {
            // Constants have types of their own.
            ExprKind::Lit(Lit::Int(i32::MIN) | Lit::Long(i64::MIN)) => self.value(e),
            ExprKind::Lit(Lit::Float(v)) if !v.is_finite() => self.value(e),
            ExprKind::Lit(Lit::Double(v)) if !v.is_finite() => self.value(e),
            ExprKind::Lit(Lit::Int(_) | Lit::Long(_) | Lit::Float(_) | Lit::Double(_)) => {
                let v = self.value(e);
                Code::new(format!("{}_{}", v.text, self.ty(&e.ty)), v.prec)
            }
            ExprKind::Cond(c, a, b) if e.ty.is_primitive() => {
                let (before, c) = self.head(c);
                let (a, b) = (self.typed_value(a), self.typed_value(b));
                self.wrap(before, choice(&c, &a, &b))
            }
            ExprKind::Neg(a) => self.typed_value(a).negate(),
            ExprKind::BitNot(a) => Code::new(format!("!{}", self.typed_value(a).at(Prec::Unary)), Prec::Unary),
            _ => self.value(e),
        }
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr) -> Code {
        if a.ty.is_reference() || b.ty.is_reference() {
            return self.reference_equal(op == BinOp::Ne, strip_upcast(a), strip_upcast(b));
        }
        // What is unlike itself is not a number.
        if let (ExprKind::Local(x), ExprKind::Local(y), BinOp::Eq | BinOp::Ne) = (&a.kind, &b.kind, op)
            && x == y
            && a.ty.is_floating()
        {
            let not = if op == BinOp::Eq { "!" } else { "" };
            return Code::new(format!("{not}{}.is_nan()", self.name(*x)), Prec::Unary);
        }
        // The other operand decides a literal's type, except where it is the receiver of a shift or both are literals.
        let left = if has_no_type(a) && has_no_type(b) || op.is_shift() { self.typed_value(a) } else { self.value(a) };
        let right = self.value(b);
        arithmetic(op, &a.ty, &left, &right, Some(b))
    }

    fn reference_equal(&mut self, negate: bool, a: &Expr, b: &Expr) -> Code {
        let null = |e: &Expr| matches!(e.kind, ExprKind::Lit(Lit::Null));
        let (before, test) = if null(b) {
            self.is_null(a)
        } else if null(a) {
            self.is_null(b)
        } else {
            let later = walk::assigned_in_expr(b);
            let rebound = matches!(&a.kind, ExprKind::Local(l) if later.contains(l));
            if self.by_contents(&a.ty) && self.by_contents(&b.ty) {
                let left = if rebound { self.value(a).borrow() } else { self.compared(a) };
                let right = self.compared(b);
                (String::new(), Code::atom(self.cx.same_content(&left.text, &right.text, &a.ty)))
            } else if !rebound
                && self.stays_during(a, b)
                && let Some((before, local)) = self.just_assigned(b)
            {
                (before, self.place_of(a, &Stores::NOTHING).method(&format!("same({})", local.borrow().text)))
            } else {
                let during = self.cx.stores_of(self.method, b);
                let left = if rebound { self.value(a) } else { self.place_of(a, &during) };
                let kept = self.is_kept(b, &Stores::NOTHING);
                let right = if kept { self.peeked_as(b, &b.ty) } else { self.borrowed(b) };
                (String::new(), Code::atom(format!("{}.same({})", left.recv(), right.text)))
            }
        };
        let test = if negate { Code::new(format!("!{}", test.text), Prec::Unary) } else { test };
        self.wrap(before, test)
    }

    fn is_null(&mut self, e: &Expr) -> (String, Code) {
        let (before, place) =
            self.just_assigned(e).unwrap_or_else(|| (String::new(), self.place_of(e, &Stores::NOTHING)));
        (before, place.method("is_null()"))
    }

    /// An assignment to a local as a statement, and the local, in which its value is looked at.
    fn just_assigned(&mut self, e: &Expr) -> Option<(String, Code)> {
        let ExprKind::Assign { place: place @ Place::Local(l), value } = &e.kind else { return None };
        if self.cx.value_class(&e.ty).is_some() || self.cx.stack_local(self.id, *l).is_some() {
            return None;
        }
        let assigned = self.assign(place, value, false);
        Some((format!("{}; ", assigned.text), Code::atom(self.name(*l))))
    }

    /// A local or a static field that is the same before and after `other` is evaluated.
    fn stays_during(&self, e: &Expr, other: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(_) | ExprKind::This => true,
            ExprKind::Field { object: None, field } => {
                let during = self.cx.stores_in(self.method, |f| walk::expr(other, f));
                self.final_getter(*field).is_none() && self.is_rooted(e, &during)
            }
            _ => false,
        }
    }

    /// `==` compares what is there, not where it is.
    fn by_contents(&self, ty: &Ty) -> bool {
        match ty {
            Ty::ValueArray { .. } => true,
            Ty::Class(c) => self.cx.is_value_class(*c) || self.cx.may_be_value(*c),
            _ => false,
        }
    }

    fn check_cast(&mut self, a: &Expr, ty: &Ty) -> Code {
        let a = strip_upcast(a);
        if matches!(a.kind, ExprKind::Lit(Lit::Null)) {
            return Code::atom("Ref::null()");
        }
        if self.cx.is_subtype(&a.ty, ty) || self.is_known(a, ty) {
            return self.value_as(a, ty);
        }
        let v = self.value_as(a, &Ty::Null);
        match ty {
            Ty::Class(c) => Code::atom(format!("{}::cast({})", self.cx.tested_class(*c), v.text)),
            _ => Code::atom(self.cx.cast_to_array((&a.ty, ty), &v.text, false, self.method.class)),
        }
    }

    /// All that `a` ever holds is of the class.
    fn is_known(&self, a: &Expr, ty: &Ty) -> bool {
        let Ty::Class(class) = ty else { return false };
        self.cx.value_class(ty).is_none() && self.cx.points_to.test(self.cx.program, a, *class) == Test::Always
    }

    /// `(ty) a` is a test of a reference that stays in its place.
    fn is_castable(&self, a: &Expr, ty: &Ty, during: &Stores) -> bool {
        let a = strip_upcast(a);
        let stays = match a.kind {
            ExprKind::Local(_) | ExprKind::This => true,
            _ => self.is_rooted(a, during),
        };
        stays && self.cx.value_class(ty).is_none() && self.cx.value_class(&a.ty).is_none()
    }

    fn cast_in_place(&mut self, a: &Expr, ty: &Ty, during: &Stores) -> Code {
        let a = strip_upcast(a);
        let object = match &a.kind {
            ExprKind::Local(_) | ExprKind::This => self.borrowed(a),
            ExprKind::CheckCast(i) if self.is_castable(i, &a.ty, during) => self.cast_in_place(i, &a.ty, during),
            _ => self.place_of(a, during),
        };
        if self.cx.is_subtype(&a.ty, ty) || self.is_known(a, ty) {
            return self.convert_borrow(object, &a.ty, ty);
        }
        let object = self.convert_borrow(object, &a.ty, &Ty::Null);
        Code::atom(match ty {
            Ty::Class(c) => format!("{}::cast_ref({})", self.cx.tested_class(*c), object.text),
            _ => self.cx.cast_to_array((&a.ty, ty), &object.text, true, self.method.class),
        })
    }

    fn instance_of(&mut self, e: &Expr, ty: &Ty, binding: Option<LocalId>) -> Code {
        let e = strip_upcast(e);
        let held = match ty {
            Ty::Class(c) => self.cx.points_to.test(self.cx.program, e, *c),
            _ => Test::Sometimes,
        };
        let test = |f: &Self, object: &str| match ty {
            Ty::Class(_) if held == Test::Always => {
                Code::new(format!("!{}.is_null()", object.trim_start_matches('&')), Prec::Unary)
            }
            Ty::Class(_) if held == Test::Never && walk::is_inert(e) => Code::atom("false"),
            Ty::Class(c) => Code::atom(format!("{}::is({object})", f.cx.tested_class(*c))),
            _ => {
                let bounds = f.cx.told_bounds(ty);
                let type_of = f.cx.ref_type(ty);
                Code::atom(match (f.cx.told_kind(&e.ty, ty, f.method.class), bounds) {
                    (Some(kind), bounds) => {
                        let bounds = bounds.unwrap_or_else(|| "&[]".into());
                        format!("instance_of_array({object}, {type_of}, {bounds}, {kind})")
                    }
                    (None, Some(bounds)) => format!("instance_of_bounded({object}, {type_of}, {bounds})"),
                    (None, None) => format!("instance_of_type({object}, {type_of})"),
                })
            }
        };
        let Some(b) = binding else {
            let seen_as = if held == Test::Always { &e.ty } else { &Ty::Null };
            let object = self.arg(e, seen_as, &BTreeSet::new());
            return test(self, &object.text);
        };
        let bound = self.name(b);
        let target = self.cx.target(ty);
        let (before, object) = match &e.kind {
            ExprKind::Local(_) | ExprKind::This if !self.is_on_stack(e) => (String::new(), self.borrowed(e)),
            _ => {
                let t = self.temp("tested");
                let v = self.value(e);
                (format!("let {t} = {}; ", v.text), Code::atom(t).borrow())
            }
        };
        let seen_as = if held == Test::Always { &e.ty } else { &Ty::Null };
        let as_seen = self.convert_borrow(object.clone(), &e.ty, seen_as);
        let test = test(self, &as_seen.text);
        let place = object.text.trim_start_matches('&').to_string();
        let value = if self.cx.target(&e.ty) == target {
            format!("{place}.clone()")
        } else {
            format!("narrow!(&{place}, {target}).clone()")
        };
        let bind = format!("{} && {{ {bound} = {value}; true }}", test.text);
        if before.is_empty() { Code::new(bind, Prec::And) } else { Code::block(format!("{{ {before}{bind} }}")) }
    }

    fn new_array(&mut self, ty: &Ty, sizes: &[Expr]) -> Code {
        let codes: Vec<String> = sizes.iter().map(|s| self.value(s).text).collect();
        let mut leaf = ty.clone();
        for _ in 0..sizes.len() {
            leaf = element_ty(&leaf);
        }
        let in_columns = self.cx.in_columns(&leaf).is_some();
        if let [size] = codes.as_slice() {
            if in_columns {
                let array = Code::atom(format!("Array::<{}>::new_columns({size})", self.ty(&leaf)));
                return self.sealed_array(array, ty);
            }
            let array = Code::atom(if leaf.is_reference() {
                format!("Array::<{}>::new_ref({size}, {})", self.ty(&leaf), self.cx.ref_type(&leaf))
            } else {
                format!("Array::<{}>::new({size})", self.ty(&leaf))
            });
            return self.zeroed_array(array, ty, &leaf);
        }
        let leaf_type = if leaf.is_reference() { self.cx.ref_type(&leaf) } else { "RefType::OBJECT".into() };
        let (target, sizes) = (self.cx.target(ty), codes.join(", "));
        let make = if leaf.is_primitive() && self.cx.options.kernels.is_some() {
            format!("new_matrix::<{}>(&[{sizes}])", self.ty(&leaf))
        } else {
            format!("new_multi::<{}>(&[{sizes}], {leaf_type})", self.ty(&leaf))
        };
        let array = Code::atom(format!("narrow_owned!({make}, {target})"));
        if in_columns { self.sealed_array(array, ty) } else { self.zeroed_array(array, ty, &leaf) }
    }

    /// A new array, with the zeros of a value class in it, and immutable where its type is.
    fn zeroed_array(&self, array: Code, ty: &Ty, leaf: &Ty) -> Code {
        let array = match self.cx.zeroed(leaf) {
            Some(c) => Code::atom(format!("lime::fill_zero({}, {}())", array.text, self.cx.zero_function(c))),
            None => array,
        };
        self.sealed_array(array, ty)
    }

    /// A new array, immutable where its type is.
    fn sealed_array(&self, array: Code, ty: &Ty) -> Code {
        if matches!(ty, Ty::ValueArray { .. }) { Code::atom(format!("lime::sealed({})", array.text)) } else { array }
    }

    fn array_literal(&mut self, ty: &Ty, elems: &[Expr]) -> Code {
        let elem = element_ty(ty);
        if self.cx.in_columns(&elem).is_some() {
            let values: Vec<String> = elems.iter().map(|e| self.fields_of_new(e).text).collect();
            let array = format!("Array::<{}>::literal_columns(&[{}])", self.ty(&elem), values.join(", "));
            return self.sealed_array(Code::atom(array), ty);
        }
        let values: Vec<String> = elems.iter().map(|e| self.value_as(e, &elem).text).collect();
        let literal = if elem.is_reference() {
            format!("Array::<{}>::literal_ref({}, [{}])", self.ty(&elem), self.cx.ref_type(&elem), values.join(", "))
        } else {
            format!("Array::<{}>::literal(&[{}])", self.ty(&elem), values.join(", "))
        };
        self.sealed_array(Code::atom(literal), ty)
    }

    fn concat(&mut self, parts: &[Expr]) -> Code {
        let mut pieces = Vec::new();
        for (i, p) in parts.iter().enumerate() {
            let p = strip_upcast(p);
            let mut later = BTreeSet::new();
            for q in &parts[i + 1..] {
                later.extend(walk::assigned_in_expr(q));
            }
            // An object's text is what it is before the later parts are evaluated.
            let changing = p.ty.is_reference()
                && self.cx.target(&p.ty) != "Str"
                && !parts[i + 1..].iter().all(walk::changes_nothing);
            if changing && !matches!(p.kind, ExprKind::Lit(_)) {
                let v = self.value(p);
                pieces.push(format!("concat_str!({})", v.text));
                continue;
            }
            pieces.push(match &p.kind {
                ExprKind::Lit(Lit::String(s)) => match String::from_utf16(s) {
                    Ok(s) => string_literal(&s),
                    Err(_) => self.cx.string(s),
                },
                // The macro borrows its operands until all are evaluated.
                ExprKind::Local(l) if later.contains(l) => format!("{{ {} }}", self.value(p).text),
                ExprKind::Local(_) if self.is_on_stack(p) => self.value(p).text,
                ExprKind::Lit(Lit::Null) => string_literal("null"),
                ExprKind::Local(_) | ExprKind::This => self.place_of(p, &Stores::ANYTHING).text,
                ExprKind::Lit(_) => self.typed_value(p).text,
                // Literals in it must be of its type, which decides what text they have.
                ExprKind::Cond(..) if p.ty.is_primitive() => {
                    format!("{{ let part: {} = {}; part }}", self.cx.ty(&p.ty), self.value(p).text)
                }
                _ => self.value(p).text,
            });
            // An object is text before the next operand is evaluated, which may change it.
            let calm =
                |q: &Expr| matches!(strip_upcast(q).kind, ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This);
            let object = !matches!(p.kind, ExprKind::Lit(_))
                && p.ty.is_reference()
                && !matches!(p.ty, Ty::Class(c) if Some(c) == self.cx.names.string);
            if object && !parts[i + 1..].iter().all(calm) {
                let piece = pieces.pop().unwrap_or_default();
                pieces.push(format!("concat_str!({piece})"));
            }
        }
        Code::atom(format!("concat_str!({})", pieces.join(", ")))
    }
}

/// `if c { a } else { b }`
pub fn choice(c: &str, a: &Code, b: &Code) -> Code {
    let other =
        if b.prec == Prec::Block && b.text.starts_with("if ") { b.text.clone() } else { format!("{{ {} }}", b.text) };
    Code::block(format!("if {c} {{ {} }} else {other}", a.text))
}

/// Its Rust type is what the context says: literals, and choices between them.
fn has_no_type(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Lit(_) => true,
        ExprKind::Cond(_, a, b) => has_no_type(a) && has_no_type(b),
        ExprKind::Neg(a) | ExprKind::BitNot(a) => has_no_type(a),
        _ => false,
    }
}

/// Java's conversion between primitive types.
pub fn convert(v: Code, from: &Ty, to: &Ty) -> Code {
    let name = |t: &Ty| match t {
        Ty::Byte => "i8",
        Ty::Short => "i16",
        Ty::Char => "u16",
        Ty::Int => "i32",
        Ty::Long => "i64",
        Ty::Float => "f32",
        _ => "f64",
    };
    if from == to {
        return v;
    }
    // A floating value goes to the narrow types by way of int (JLS 5.1.3).
    if from.is_floating() && matches!(to, Ty::Byte | Ty::Short | Ty::Char) {
        return v.cast("i32").cast(name(to));
    }
    v.cast(name(to))
}

/// `left op right` on primitives of type `ty`. Plain operators wrap: generated crates switch overflow checks off.
pub fn arithmetic(op: BinOp, ty: &Ty, left: &Code, right: &Code, divisor: Option<&Expr>) -> Code {
    let plain = |text: &str, prec: Prec| Code::binary(left, text, prec, right);
    match op {
        BinOp::Add => plain("+", Prec::Sum),
        BinOp::Sub => plain("-", Prec::Sum),
        BinOp::Mul => plain("*", Prec::Product),
        BinOp::Div | BinOp::Rem if ty.is_floating() => plain(if op == BinOp::Div { "/" } else { "%" }, Prec::Product),
        BinOp::Div | BinOp::Rem => {
            let safe = divisor.is_some_and(|d| walk::nonzero_literal(d) && !is_minus_one(d));
            if safe {
                return plain(if op == BinOp::Div { "/" } else { "%" }, Prec::Product);
            }
            let kind = if *ty == Ty::Long { "l" } else { "i" };
            let name = if op == BinOp::Div { "div" } else { "rem" };
            Code::atom(format!("{kind}{name}({}, {})", left.text, right.text))
        }
        BinOp::Shl | BinOp::Shr | BinOp::UShr => shift(op, ty, left, right, divisor),
        BinOp::And => plain("&", Prec::BitAnd),
        BinOp::Or => plain("|", Prec::BitOr),
        BinOp::Xor => plain("^", Prec::BitXor),
        BinOp::Lt => plain("<", Prec::Compare),
        BinOp::Le => plain("<=", Prec::Compare),
        BinOp::Gt => plain(">", Prec::Compare),
        BinOp::Ge => plain(">=", Prec::Compare),
        BinOp::Eq => plain("==", Prec::Compare),
        BinOp::Ne => plain("!=", Prec::Compare),
    }
}

fn is_minus_one(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Lit(Lit::Int(-1) | Lit::Long(-1)))
}

fn shift(op: BinOp, ty: &Ty, left: &Code, right: &Code, amount: Option<&Expr>) -> Code {
    let bits = if *ty == Ty::Long { 64 } else { 32 };
    let (unsigned, signed) = if *ty == Ty::Long { ("u64", "i64") } else { ("u32", "i32") };
    let literal = amount.and_then(|a| match a.kind {
        ExprKind::Lit(Lit::Int(v)) => Some(v & (bits - 1)),
        ExprKind::Lit(Lit::Long(v)) => Some((v & (bits as i64 - 1)) as i32),
        _ => None,
    });
    let value = if op == BinOp::UShr { left.cast(unsigned) } else { left.clone() };
    let shifted = match literal {
        Some(n) => {
            Code::binary(&value, if op == BinOp::Shl { "<<" } else { ">>" }, Prec::Shift, &Code::atom(n.to_string()))
        }
        None => {
            let name = if op == BinOp::Shl { "wrapping_shl" } else { "wrapping_shr" };
            value.method(&format!("{name}({})", right.cast("u32").text))
        }
    };
    if op == BinOp::UShr { shifted.cast(signed) } else { shifted }
}

/// How often the expressions name a local.
fn mentions(exprs: &[&Expr], local: LocalId) -> usize {
    let mut n = 0;
    for e in exprs {
        walk::expr(e, &mut |node| match node {
            walk::Node::Expr(Expr { kind: ExprKind::Local(l), .. }) | walk::Node::Place(Place::Local(l))
                if *l == local =>
            {
                n += 1
            }
            _ => {}
        });
    }
    n
}
