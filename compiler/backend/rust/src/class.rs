//! What a class becomes: a struct, its numbers, its methods, and its entry in the class table.

use super::Context;
use super::call::dispatcher;
use super::code::string_literal;
use super::func::{Function, zero};
use super::names::{again_name, init_name, rest_name, turn_name};
use super::{box_methods, copies, forms, statics, supertypes};
use somd_core::npe::java_ty;
use somd_hir::*;
use somd_host::walk::Node;
use somd_host::{boxes, reachability, walk};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The text of one class for the module it stands in.
pub fn class_text(cx: &Context, id: ClassId) -> String {
    let program = cx.program;
    let class = program.class(id);
    let mut out = String::new();
    let name = cx.class(id);
    out.push_str(&format!("/// `{}`\n", class.name));
    let owned = cx.object_ty(id) == name;
    let fields = cx.instance_fields(id);
    if owned {
        out.push_str("#[repr(C)]\n");
        let base = class.superclass.filter(|&s| cx.object_ty(s) != "Object").map(|s| cx.class(s));
        let holds_values = fields.iter().any(|&f| cx.zeroed(&program.field(f).ty).is_some());
        if fields.is_empty() && base.is_none() {
            out.push_str(&format!("#[derive(Clone, Default)]\npub struct {name};\n\n"));
        } else {
            match (holds_values, cx.is_plain_value(id)) {
                (false, true) => out.push_str("#[derive(Clone, Default)]\n"),
                (false, false) => out.push_str("#[derive(Default)]\n"),
                (true, true) => out.push_str("#[derive(Clone)]\n"),
                (true, false) => {}
            }
            out.push_str(&format!("pub struct {name} {{\n"));
            if let Some(b) = &base {
                out.push_str(&format!("    pub base: {b},\n"));
            }
            for &f in &fields {
                out.push_str(&format!("    pub {}: {},\n", cx.field_name(f), field_ty(cx, f)));
            }
            out.push_str("}\n\n");
        }
        if holds_values {
            out.push_str(&default_with_values(cx, name.as_str(), base.is_some(), &fields));
        }
        let mut ancestors = Vec::new();
        let mut at = class.superclass;
        while let Some(s) = at.filter(|&s| cx.object_ty(s) != "Object") {
            ancestors.push(cx.class(s));
            at = program.class(s).superclass;
        }
        if !ancestors.is_empty() {
            out.push_str(&format!("extends!({name}: {});\n\n", ancestors.join(", ")));
        }
    } else {
        out.push_str(&format!("pub struct {name};\n\n"));
    }
    for &f in &class.fields {
        if program.field(f).is_static && cx.reach.fields.contains(&f) {
            out.push_str(&static_field(cx, f));
        }
    }
    if cx.has_clinit(id) {
        out.push_str(&format!("static {}: Once = Once::new();\n\n", cx.init_flag(id)));
    }
    // It may ask for getters of constants, which are members.
    let plain = plain_text(cx, id);
    let mut members = String::new();
    let numbered = cx.number_of(id).is_some();
    if let Some((first, last)) = cx.number_of(id) {
        if class.kind == ClassKind::Interface {
            members.push_str(&format!("    pub const ID: u32 = {first};\n\n"));
        } else {
            members.push_str(&format!("    pub const ID: u32 = {first};\n    pub const LAST: u32 = {last};\n\n"));
        }
    }
    if numbered && cx.tested.borrow().contains(&id) {
        out.push_str(&type_tests(cx, id));
    }
    if cx.has_clinit(id) {
        members.push_str(&lazy_init(cx, id));
    }
    if class.kind == ClassKind::Enum
        && cx.zeroed(&Ty::Class(id)).is_some()
        && let Some(first) = program.first_constant(id)
    {
        members.push_str(&format!(
            "    /// The first constant, which a variable holds at first.\n    pub fn zero() -> Ref<{}> {{\n        {}.clone()\n    }}\n\n",
            cx.target(&Ty::Class(id)),
            cx.getter(first)
        ));
    }
    for &f in class.fields.iter().filter(|f| cx.gotten.borrow().contains(f)) {
        members.push_str(&getter(cx, f));
    }
    if let ClassKind::Lambda { .. } = class.kind
        && cx.reach.instantiated.contains(&id)
    {
        members.push_str(&lambda_new(cx, id, &fields));
    }
    if cx.is_value_class(id) && cx.reach.instantiated.contains(&id) {
        members.push_str(&value_members(cx, id));
    }
    if copies::is_copied(cx, id) {
        members.push_str(&copies::fields_copy(cx, id));
    }
    for m in cx.methods_of(id) {
        members.push_str(&cx.bodies.borrow_mut().remove(&m).unwrap_or_default());
    }
    if !members.is_empty() {
        out.push_str(&format!("impl {name} {{\n{members}}}\n\n"));
    }
    if cx.in_columns(&Ty::Class(id)).is_some() {
        let all: String = fields.iter().map(|&f| format!(" {}: {},", cx.field_name(f), field_ty(cx, f))).collect();
        // A superclass has no fields.
        let rest = class.superclass.filter(|&s| cx.object_ty(s) != "Object");
        let rest = rest.map_or(String::new(), |_| " base: Default::default()".to_string());
        out.push_str(&format!("columns!({name} {{{all} }}{rest});\n\n"));
    }
    out.push_str(&plain);
    out
}

/// `Default` for a class with fields of value classes, which start as their zeros.
fn default_with_values(cx: &Context, name: &str, base: bool, fields: &[FieldId]) -> String {
    let mut inits = String::new();
    if base {
        inits.push_str("            base: Default::default(),\n");
    }
    for &f in fields {
        let value = match cx.zeroed(&cx.program.field(f).ty) {
            Some(c) if cx.inline_field(f).is_some() => {
                format!("Inline::new({}::ID, {})", cx.class(c), default_fields(cx, c))
            }
            Some(c) => format!("Slot::new({}())", cx.zero_function(c)),
            None => "Default::default()".to_string(),
        };
        inits.push_str(&format!("            {}: {value},\n", cx.field_name(f)));
    }
    format!(
        "impl Default for {name} {{\n    fn default() -> {name} {{\n        {name} {{\n{inits}        }}\n    }}\n}}\n\n"
    )
}

/// `impl Plain`: between a value object and what parallel code has in its place.
fn plain_text(cx: &Context, id: ClassId) -> String {
    let Some(plain) = cx.options.kernels.as_ref().and_then(|k| k.structs.get(&id)) else { return String::new() };
    let (name, program) = (cx.class(id), cx.program);
    if program.class(id).kind == ClassKind::Enum {
        return plain_enum_text(cx, id, &plain.name);
    }
    let (mut from, mut to) = (String::new(), String::new());
    for (f, field) in cx.instance_fields(id).into_iter().zip(&plain.fields) {
        let cell = cx.field_name(f);
        if cx.value_class(&program.field(f).ty).is_some() {
            let (get, object) = if cx.inline_field(f).is_some() {
                (format!("o.{cell}.inner()"), ".object().fields()")
            } else {
                (format!("o.{cell}.get()"), ".object()")
            };
            from += &format!("            {field}: Plain::of(&{get}),\n");
            to += &format!("        o.{cell}.set(self.{field}{object});\n");
        } else if program.field(f).ty.is_reference() {
            from += &format!("            {field}: Plain::of(&o.{cell}.get()),\n");
            to += &format!("        o.{cell}.set(self.{field}.object());\n");
        } else {
            from += &format!("            {field}: o.{cell}.get(),\n");
            to += &format!("        o.{cell}.set(self.{field});\n");
        }
    }
    let value = if cx.is_unit(id) { name.clone() } else { format!("{name}::default()") };
    let array = match cx.in_columns(&Ty::Class(id)) {
        Some(_) => format!(
            "\n    fn array(columns: &[Ref<Object>]) -> Option<Ref<Object>> {{\n        \
             Some(from_columns::<{name}>(columns).into_up())\n    }}\n"
        ),
        None => String::new(),
    };
    format!(
        "impl Plain for kernels::{0} {{\n    type Object = {name};\n\n    fn ref_type() -> RefType {{\n        RefType::class({name}::ID)\n    }}\n\n    \
         fn of(o: &Ref<{name}>) -> Self {{\n        Self {{\n{from}        }}\n    }}\n\n    \
         fn object(self) -> Ref<{name}> {{\n        let o = Ref::alloc({name}::ID, {value});\n{to}        o\n    }}\n{array}}}\n\n",
        plain.name
    )
}

/// `impl Plain` for a value enum, which is its ordinal in parallel code.
fn plain_enum_text(cx: &Context, id: ClassId, plain: &str) -> String {
    let (name, ty) = (cx.class(id), Ty::Class(id));
    let Some(ordinal) = cx.program.ordinal_field(id) else { return String::new() };
    let ordinal = format!("{}{}", cx.base_path(&ty, ordinal), cx.field_name(ordinal));
    let constants = &cx.program.class(id).constants;
    let mut arms = String::new();
    for (k, &f) in constants.iter().enumerate() {
        let pattern = if k + 1 < constants.len() { k.to_string() } else { "_".into() };
        arms += &format!("            {pattern} => {}.clone(),\n", cx.getter(f));
    }
    format!(
        "impl Plain for kernels::{plain} {{\n    type Object = {name};\n\n    fn ref_type() -> RefType {{\n        RefType::class({name}::ID)\n    }}\n\n    \
         fn of(o: &Ref<{name}>) -> Self {{\n        Self {{ ordinal: o.{ordinal}.get() }}\n    }}\n\n    \
         fn object(self) -> Ref<{name}> {{\n        match self.ordinal {{\n{arms}        }}\n    }}\n}}\n\n"
    )
}

/// The zero of a value class, and the comparison of contents.
fn value_members(cx: &Context, id: ClassId) -> String {
    let program = cx.program;
    let name = cx.class(id);
    let value = if cx.is_unit(id) { name.clone() } else { format!("{name}::default()") };
    let mut tests = vec!["a.class() == b.class()".to_string()];
    let (mut prefix, mut at) = (String::new(), Some(id));
    while let Some(c) = at {
        for f in cx.instance_fields(c) {
            let ty = &program.field(f).ty;
            let field = format!("{prefix}{}", cx.field_name(f));
            let (a, b) = if cx.inline_field(f).is_some() {
                (format!("a.{field}.inner()"), format!("b.{field}.inner()"))
            } else {
                (format!("a.{field}.get()"), format!("b.{field}.get()"))
            };
            tests.push(match ty {
                t if !t.is_reference() => format!("{a} == {b}"),
                Ty::Class(c) if Some(*c) == cx.names.string => format!("lime::same_text(&{a}, &{b})"),
                t => cx.same_content(&format!("&{a}"), &format!("&{b}"), t),
            });
        }
        prefix.push_str("base.");
        at = program.class(c).superclass;
    }
    format!(
        "    /// The value whose fields are all zero.\n    pub fn zero() -> Ref<{name}> {{\n        {alloc}(Self::ID, {value})\n    }}\n\n    \
         /// `a == b`: equal contents.\n    pub fn same_contents(a: &Ref<{name}>, b: &Ref<{name}>) -> bool {{\n        a.same(b) || {}\n    }}\n\n",
        tests.join(" && "),
        alloc = cx.alloc(id),
    )
}

fn field_ty(cx: &Context, f: FieldId) -> String {
    let field = cx.program.field(f);
    if let Some(c) = cx.inline_field(f) {
        return format!("Inline<{}>", cx.class(c));
    }
    if cx.is_box(field.class) { format!("Boxed<{}>", cx.ty(&field.ty)) } else { cell_ty(cx, &field.ty) }
}

pub fn cell_ty(cx: &Context, ty: &Ty) -> String {
    if ty.is_reference() { format!("Slot<{}>", cx.target(ty)) } else { format!("Cell<{}>", cx.ty(ty)) }
}

fn static_field(cx: &Context, f: FieldId) -> String {
    let field = cx.program.field(f);
    let name = cx.field_name(f);
    let class = cx.class(field.class);
    if field.ty.is_reference() {
        format!(
            "/// `{class}.{}`\npub static {name}: StaticRef<{}> = StaticRef::null();\n\n",
            field.name,
            cx.target(&field.ty)
        )
    } else {
        let value = match field.constant.as_ref().or_else(|| cx.statics.initial(f)) {
            Some(l) => statics::literal_text(l, &field.ty),
            None => zero(&field.ty).text,
        };
        format!(
            "/// `{class}.{}`\npub static {name}: Static<{}> = Static::new({value});\n\n",
            field.name,
            cx.ty(&field.ty)
        )
    }
}

/// The value of a static field, for other classes.
fn getter(cx: &Context, f: FieldId) -> String {
    let field = cx.program.field(f);
    let (class, name) = (cx.class(field.class), &cx.names.getters[&f]);
    let guard = cx.any_guard(field.class).map_or(String::new(), |g| format!("        {g};\n"));
    let (ty, value) = if cx.is_fixed(f) {
        let at = cx.field_name(f);
        let safe = "        // SAFETY: the field is final, and its class is initialised.\n";
        (format!("&'static {}", cx.ty(&field.ty)), format!("{safe}        unsafe {{ {at}.peek() }}\n"))
    } else {
        (cx.ty(&field.ty), format!("        {}\n", cx.static_value(f)))
    };
    format!(
        "    /// `{class}.{}`, of the initialised class.\n    #[inline(always)]\n    pub fn {name}() -> {ty} {{\n{guard}{value}    }}\n\n",
        field.name
    )
}

/// An interface of at most so many classes is tested by their numbers.
const MAX_TESTED: usize = 6;

/// `instanceof` and the checked casts.
fn type_tests(cx: &Context, id: ClassId) -> String {
    let name = cx.class(id);
    let interface = cx.program.class(id).kind == ClassKind::Interface;
    let test = if Some(id) == cx.names.object {
        ", any".to_string()
    } else if matches!(cx.program.class(id).name.as_str(), "java.lang.Cloneable" | "java.io.Serializable") {
        ", of_arrays".to_string()
    } else if interface {
        implementors(cx, id).map_or_else(|| ", interface".to_string(), |numbers| format!(", {numbers}"))
    } else if cx.number_of(id).is_some_and(|(a, b)| a == b) {
        String::new()
    } else {
        ", subclasses".to_string()
    };
    if cx.is_value_class(id) && cx.reach.instantiated.contains(&id) {
        // Generic code has null where a value is expected only for the zero.
        return format!("tested_value!({name}, {});\n\n", cx.zero_function(id));
    }
    format!("tested!({name} => {}{test});\n\n", cx.object_ty(id))
}

/// The numbers of the classes whose objects implement an interface, where there are few; arrays are not asked here.
fn implementors(cx: &Context, id: ClassId) -> Option<String> {
    let class = cx.program.class(id);
    if matches!(class.name.as_str(), "java.lang.Cloneable" | "java.io.Serializable") {
        return None;
    }
    let classes: Vec<ClassId> =
        cx.reach.instantiated.iter().copied().filter(|&c| cx.program.is_subclass(c, id)).collect();
    let known =
        !classes.is_empty() && classes.len() <= MAX_TESTED && classes.iter().all(|&c| cx.number_of(c).is_some());
    known.then(|| classes.iter().map(|&c| format!("{}::ID", cx.class(c))).collect::<Vec<_>>().join(" | "))
}

fn lazy_init(cx: &Context, id: ClassId) -> String {
    let class = cx.program.class(id);
    let mut parents = String::new();
    if let Some(guard) = class.superclass.and_then(|s| cx.any_guard(s)) {
        parents.push_str(&format!("            {guard};\n"));
    }
    for i in cx.initialised_with(id) {
        parents.push_str(&format!("            {}::clinit();\n", cx.class(i)));
    }
    let init = match class.static_init {
        Some(m) if !cx.statics.is_plain(id) => format!("            {}();\n", cx.function(m)),
        _ => String::new(),
    };
    format!(
        "    /// Runs the class's static initialiser, the first time.\n    #[inline(always)]\n    pub fn clinit() {{\n        \
         {flag}.run({name}, || {{\n{parents}{init}        }});\n    }}\n\n",
        flag = cx.init_flag(id),
        name = string_literal(&class.binary_name)
    )
}

fn lambda_new(cx: &Context, id: ClassId, fields: &[FieldId]) -> String {
    let program = cx.program;
    let name = cx.class(id);
    let all: Vec<FieldId> = program.class(id).fields.iter().copied().filter(|&f| !program.field(f).is_static).collect();
    let params: Vec<String> =
        all.iter().map(|&f| format!("{}: {}", cx.field_name(f), cx.ty(&program.field(f).ty))).collect();
    let inits: Vec<String> = fields
        .iter()
        .map(|&f| {
            let n = cx.field_name(f);
            if program.field(f).ty.is_reference() {
                format!("{n}: Slot::new({n})")
            } else {
                format!("{n}: Cell::new({n})")
            }
        })
        .collect();
    let value = if inits.is_empty() { name.to_string() } else { format!("{name} {{ {} }}", inits.join(", ")) };
    format!(
        "    pub fn new({}) -> Ref<{name}> {{\n        {}(Self::ID, {value})\n    }}\n\n",
        params.join(", "),
        cx.alloc(id),
    )
}

/// A method as a function; a constructor as two.
pub fn function_text(cx: &Context, id: MethodId) -> String {
    let m = cx.program.method(id);
    if m.kind == MethodKind::Constructor {
        let lambda = matches!(cx.program.class(m.class).kind, ClassKind::Lambda { .. });
        if lambda || m.native.is_some() {
            String::new()
        } else if cx.is_box(m.class) {
            box_methods::constructor(cx, id, m)
        } else {
            constructor(cx, id, m)
        }
    } else if m.kind == MethodKind::StaticInit && cx.statics.is_plain(m.class) {
        String::new()
    } else if boxes::is_shared(cx.program, id) {
        box_methods::shared(cx, id, m)
    } else if reachability::object_clone(cx.program) == Some(id) {
        copies::object_clone(cx, id, &cx.names.methods[&id])
    } else if supertypes::describe_method(cx.program) == Some(id) {
        supertypes::describe(cx, id, m)
    } else if m.native.is_none() && m.body.is_some() {
        function(cx, id, m, &cx.names.methods[&id])
    } else {
        String::new()
    }
}

pub fn dispatcher_text(cx: &Context, id: MethodId) -> String {
    format!("    /// A call of `{}` on any object.\n{}\n", cx.program.method(id).display, dispatcher(cx, id))
}

fn signature(cx: &Context, f: &Function, m: &Method) -> Vec<String> {
    signature_with(cx, f, m, &|_| false)
}

/// A method's parameters, the receiver first. What `outlives` names by its position is borrowed for `'a`.
fn signature_with(cx: &Context, f: &Function, m: &Method, outlives: &dyn Fn(usize) -> bool) -> Vec<String> {
    let mut params = Vec::new();
    let life = |at: usize| if outlives(at) { "'a " } else { "" };
    if !m.is_static {
        params.push(format!("this: &{}Ref<{}>", life(0), cx.object_ty(m.class)));
    }
    for &p in &m.params {
        let ty = &m.locals[p.index()].ty;
        let u = &f.uses[p.index()];
        let mutable = if u.written && (!ty.is_reference() || u.taken) { "mut " } else { "" };
        let ty = match cx.param_ty(ty, u.taken) {
            borrowed if is_borrowed(f, m, p) => format!("&{}{}", life(params.len()), &borrowed[1..]),
            ty => ty,
        };
        params.push(format!("{mutable}{}: {ty}", f.names[p.index()]));
    }
    params
}

/// The parameter is passed as a borrowed reference.
fn is_borrowed(f: &Function, m: &Method, p: LocalId) -> bool {
    m.locals[p.index()].ty.is_reference() && !f.uses[p.index()].taken
}

/// The positions of the parameters that are borrowed, the receiver's first.
fn borrowed_params(f: &Function, m: &Method) -> Vec<usize> {
    let own = usize::from(!m.is_static);
    let params = m.params.iter().enumerate().filter(|&(_, &p)| is_borrowed(f, m, p)).map(|(i, _)| own + i);
    (0..own).chain(params).collect()
}

pub fn doc(cx: &Context, m: &Method) -> String {
    let params: Vec<String> = m
        .params
        .iter()
        .map(|p| format!("{} {}", java_ty(cx.program, &m.locals[p.index()].ty), m.locals[p.index()].name))
        .collect();
    let what = match m.kind {
        MethodKind::Constructor => format!("{}({})", cx.program.class(m.class).name, params.join(", ")),
        MethodKind::StaticInit => "static { … }".to_string(),
        MethodKind::Method => format!("{} {}({})", java_ty(cx.program, &m.ret), m.name, params.join(", ")),
    };
    let class = cx.program.class(m.class);
    let name = match &class.kind {
        ClassKind::Lambda { method, frame } if cx.program.method(*method).name == m.name => match frame {
            Some(name) => name.to_string(),
            // Without this form, stack traces do not have it.
            None => return format!("    /// {}.{}\n", class.binary_name, m.name),
        },
        _ => format!("{}.{}", class.binary_name, m.name),
    };
    format!("    /// {name}: `{}{what}`\n", if m.is_static && m.kind == MethodKind::Method { "static " } else { "" })
}

fn body(f: &mut Function, id: MethodId, m: &Method, stmts: &[Stmt]) -> String {
    for &p in &m.params {
        let u = f.uses[p.index()].clone();
        if let Some(c) = f.cx.copied_param(id, p) {
            let (n, class) = (f.name(p), f.cx.class(c));
            f.line(&format!("let mut {n} = OnStack::new({class}::ID, {n}.fields());"));
            continue;
        }
        if m.locals[p.index()].ty.is_reference() && u.written && !u.taken {
            let n = f.name(p);
            f.line(&format!("let mut {n} = {n}.clone();"));
        }
    }
    if f.cx.recursion.checked.contains(&id) && !f.again {
        f.line("stack_check();");
    }
    f.find_last_uses(stmts);
    // Behind a body that completes, a form for nearby catches has a value of its own.
    f.tail = !f.fallible || !m.body.as_ref().is_some_and(walk::block_completes);
    f.statements(stmts);
    std::mem::take(&mut f.out)
}

/// The form of a method for nearby catches; see [`exceptions_as_results`].
pub fn near_text(cx: &Context, id: MethodId) -> String {
    let m = cx.program.method(id);
    let mut f = Function::new(cx, id, m);
    f.fallible = true;
    let mut params = signature(cx, &f, m);
    let mut body = body(&mut f, id, m, statements(m));
    if m.ret == Ty::Void && m.body.as_ref().is_some_and(walk::block_completes) {
        body.push_str("Ok(())\n");
    }
    name_this(&mut params, &body);
    format!(
        "    /// For a `catch` nearby.\n{}    pub fn {}({}) -> Result<{}, Ref<Object>> {{\n{body}    }}\n\n",
        doc(cx, m),
        forms::near_name(&cx.names.methods[&id]),
        params.join(", "),
        cx.ty(&m.ret)
    )
}

/// The form of a method or constructor that gives back the fields of the object that it makes; see [`somd_host::escape`]. A
/// method's other form calls it.
pub fn fields_text(cx: &Context, id: MethodId) -> String {
    let m = cx.program.method(id);
    let name = &cx.names.methods[&id];
    let mut f = Function::new(cx, id, m);
    f.gives_fields = true;
    let mut params = signature(cx, &f, m);
    let args = |f: &Function| m.params.iter().map(|p| f.name(*p)).collect::<Vec<_>>();
    let fields_name = forms::fields_name(name);
    if m.kind == MethodKind::Constructor {
        let class = cx.object_ty(m.class);
        let args = ["&this.get()".to_string()].into_iter().chain(args(&f)).collect::<Vec<_>>().join(", ");
        let plain: Vec<String> = params.iter().skip(1).map(|p| p.trim_start_matches("mut ").to_string()).collect();
        return format!(
            "    /// The fields of `new {}`; the caller has a place for them.\n    pub fn {fields_name}({}) -> {class} {{\n        \
             let this = OnStack::new(Self::ID, {});\n        Self::{}({args});\n        this.into_fields()\n    }}\n\n",
            cx.program.class(m.class).name,
            plain.join(", "),
            default_fields(cx, m.class),
            init_name(name)
        );
    }
    let Some(made) = cx.returned_class(id) else { return String::new() };
    let class = cx.class(made);
    let args = (!m.is_static).then(|| "this".to_string()).into_iter().chain(args(&f)).collect::<Vec<_>>().join(", ");
    let up = if cx.target(&m.ret) == class { "" } else { ".into_up()" };
    let plain: Vec<String> = params.iter().map(|p| p.trim_start_matches("mut ").to_string()).collect();
    let placed = format!(
        "    /// What `{}` makes, as an object that others may know.\n    pub fn {name}({}) -> {} {{\n        {}({class}::ID, Self::{fields_name}({args})){up}\n    }}\n\n",
        m.display,
        plain.join(", "),
        cx.ty(&m.ret),
        cx.alloc(made),
    );
    let body = body(&mut f, id, m, statements(m));
    name_this(&mut params, &body);
    format!(
        "{placed}{}{}    pub fn {fields_name}({}) -> {class} {{\n{body}    }}\n\n",
        doc(cx, m),
        cx.inlining(id),
        params.join(", ")
    )
}

/// The form of a method that lends what it returns; see [`borrowed_returns`].
pub fn look_text(cx: &Context, id: MethodId) -> String {
    let m = cx.program.method(id);
    let mut f = Function::new(cx, id, m);
    f.lend();
    let own = usize::from(!m.is_static);
    let roots = cx.borrowed_returns.get(&id).map_or(BTreeSet::new(), |way| way.roots.clone());
    let is_root = |i: usize| i < own || roots.contains(&(i - own));
    let borrows = borrowed_params(&f, m);
    let ty = cx.ty(&m.ret);
    // Which of the borrows the result is borrowed from, where that is not plain.
    let (lifetime, ret, mut params) = if !borrows.iter().any(|&i| is_root(i)) {
        ("", format!("&'static {ty}"), signature(cx, &f, m))
    } else if borrows.len() == 1 {
        ("", format!("&{ty}"), signature(cx, &f, m))
    } else {
        ("<'a>", format!("&'a {ty}"), signature_with(cx, &f, m, &is_root))
    };
    let body = body(&mut f, id, m, statements(m));
    name_this(&mut params, &body);
    format!(
        "    /// For callers that only look at the result.\n{}{}    pub fn {}{lifetime}({}) -> {ret} {{\n{body}    }}\n\n",
        doc(cx, m),
        cx.inlining(id),
        forms::look_name(&cx.names.methods[&id]),
        params.join(", "),
    )
}

/// The fields of a new object of the class.
pub fn default_fields(cx: &Context, c: ClassId) -> String {
    let class = cx.object_ty(c);
    if class == "Object" {
        "Object".to_string()
    } else if cx.is_unit(c) {
        class
    } else {
        format!("{class}::default()")
    }
}

fn statements(m: &Method) -> &[Stmt] {
    m.body.as_ref().map_or(&[], |b| &b.stmts)
}

pub fn function(cx: &Context, id: MethodId, m: &Method, name: &str) -> String {
    let mut f = Function::new(cx, id, m);
    let mut params = signature(cx, &f, m);
    let mut ret = if m.ret == Ty::Void { String::new() } else { format!(" -> {}", cx.ty(&m.ret)) };
    let mut lifetime = "";
    if cx.receiver_returns.contains(&id) {
        ret = format!(" -> &{}", cx.ty(&m.ret));
        // What is given back is borrowed from one of several parameters.
        if borrowed_params(&f, m).len() > 1 {
            (lifetime, ret) = ("<'a>", format!(" -> &'a {}", cx.ty(&m.ret)));
            params = signature_with(cx, &f, m, &|at| at == 0);
        }
    }
    let (guards, rest) = guards(cx, id, m);
    let mut text = String::new();
    let mut again = false;
    if lifetime.is_empty() && repeats(cx, id, m) {
        f.again = true;
        text = body(&mut f, id, m, &rest);
        again = f.calls_again;
        f = Function::new(cx, id, m);
    }
    if !again {
        text = body(&mut f, id, m, &rest);
    }
    if guards.is_empty() && !again {
        name_this(&mut params, &text);
        return format!(
            "{}{}    pub fn {name}{lifetime}({}){ret} {{\n{text}    }}\n\n",
            doc(cx, m),
            cx.inlining(id),
            params.join(", ")
        );
    }
    let this = if m.is_static { None } else { Some("this".to_string()) };
    let args: Vec<String> = this.into_iter().chain(m.params.iter().map(|p| f.name(*p))).collect();
    let args = args.join(", ");
    let plain: Vec<String> = params.iter().map(|p| p.trim_start_matches("mut ").to_string()).collect();
    let plain = plain.join(", ");
    let guarded = if guards.is_empty() {
        String::new()
    } else {
        let mut g = Function::new(cx, id, m);
        for s in &guards {
            g.statement(s);
        }
        format!("{}        {NOT_AT_ONCE}\n", g.out)
    };
    let rest_name = if guards.is_empty() { name.to_string() } else { rest_name(name) };
    let (part, about) = ("    #[inline(always)]\n", doc(cx, m));
    let mut out = String::new();
    if again {
        let (again_name, turn) = (again_name(name), turn_name(name));
        if !guards.is_empty() {
            out.push_str(&format!(
                "{part}    pub fn {name}({plain}){ret} {{\n        Self::{again_name}::<false>({args})\n    }}\n\n"
            ));
        }
        out.push_str(&format!(
            "    // Every other call is part of its caller; so is what ends at once.\n{}{part}    pub fn {again_name}<const AGAIN: bool>({plain}){ret} {{\n{guarded}        \
             if AGAIN {{ Self::{turn}::<false>({args}) }} else {{ Self::{rest_name}({args}) }}\n    }}\n\n\
             {about}    pub fn {rest_name}({plain}){ret} {{\n        stack_check();\n        Self::{turn}::<true>({args})\n    }}\n\n",
            if guards.is_empty() { "" } else { &about }
        ));
        name_this(&mut params, &text);
        out.push_str(&format!(
            "{about}{part}    pub fn {turn}<const AGAIN: bool>({}){ret} {{\n{text}    }}\n\n",
            params.join(", ")
        ));
    } else {
        out.push_str(&format!(
            "    // Calls that end at once are part of their callers.\n{about}{part}    pub fn {name}({plain}){ret} {{\n{guarded}        Self::{rest_name}({args})\n    }}\n\n"
        ));
        name_this(&mut params, &text);
        out.push_str(&format!("{about}    pub fn {rest_name}({}){ret} {{\n{text}    }}\n\n", params.join(", ")));
    }
    out
}

/// Behind the statements of a method that return at once.
pub const NOT_AT_ONCE: &str = "// Not at once:";

/// A method of more expressions than this is not part of itself.
const MAX_REPEATED: usize = 120;

/// A method calls itself and is small: every other of its calls is printed into the one before.
fn repeats(cx: &Context, id: MethodId, m: &Method) -> bool {
    let Some(body) = m.body.as_ref().filter(|_| cx.recursion.methods.contains(&id)) else { return false };
    let (mut size, mut calls) = (0, 0);
    walk::block(body, &mut |n| {
        if let Node::Expr(e) = n {
            size += 1;
            calls += usize::from(matches!(e.kind, ExprKind::Call { method, .. } if method == id));
        }
    });
    (1..=MAX_CALLS).contains(&calls) && size <= MAX_REPEATED
}

/// The calls of itself in a method that is part of itself.
const MAX_CALLS: usize = 3;

/// The statements at the start of a recursive method that return at once, and what follows. They call nothing.
fn guards<'m>(cx: &Context, id: MethodId, m: &'m Method) -> (Vec<Cow<'m, Stmt>>, Cow<'m, [Stmt]>) {
    // Statements that stay as they are stay where they are: some facts about them are kept by address.
    let mut rest = Cow::Borrowed(statements(m));
    let mut guards = Vec::new();
    if !cx.recursion.methods.contains(&id) || m.params.iter().any(|&p| cx.copied_param(id, p).is_some()) {
        return (guards, rest);
    }
    if let Cow::Borrowed(all) = rest {
        // `count++; if (n != 0) …` to the end is `count++; if (n == 0) return; …`.
        let before = all.len().saturating_sub(1);
        if let Some(Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span }) = all.last()
            && m.ret == Ty::Void
            && before <= MAX_BEFORE
            && all[..before].iter().all(is_at_once)
            && is_at_once_value(cond)
        {
            let span = *span;
            let cond = Expr { kind: ExprKind::Not(Box::new(cond.clone())), ty: Ty::Boolean, span: cond.span };
            let leaves = Block { stmts: vec![Stmt { kind: StmtKind::Return(None), span }], span };
            guards.extend(all[..before].iter().map(Cow::Borrowed));
            guards.push(Cow::Owned(Stmt { kind: StmtKind::If { cond, then: leaves, otherwise: None }, span }));
            return (guards, Cow::Borrowed(&then.stmts));
        }
    }
    while let Some(first) = rest.first() {
        match &first.kind {
            StmtKind::If { then, otherwise: None, .. } if is_at_once(first) => {
                if !matches!(then.stmts.last(), Some(Stmt { kind: StmtKind::Return(_), .. })) {
                    break;
                }
                let (guard, behind) = match rest {
                    Cow::Borrowed(all) => (Cow::Borrowed(&all[0]), Cow::Borrowed(&all[1..])),
                    Cow::Owned(all) => (Cow::Owned(all[0].clone()), Cow::Owned(all[1..].to_vec())),
                };
                guards.push(guard);
                rest = behind;
            }
            // `return c ? a : b` is `if (c) return a; return b`.
            StmtKind::Return(Some(Expr { kind: ExprKind::Cond(c, a, b), ty, .. })) if walk::is_inert(c) => {
                let span = first.span;
                let (now, later) = if walk::is_inert(a) { (a, b) } else { (b, a) };
                if !walk::is_inert(now) || a.ty != *ty || b.ty != *ty || !is_known_by_type(cx, later) {
                    break;
                }
                let not = || Expr { kind: ExprKind::Not(c.clone()), ty: Ty::Boolean, span: c.span };
                let cond = if walk::is_inert(a) { c.as_ref().clone() } else { not() };
                let returned = |e: &Expr| Stmt { kind: StmtKind::Return(Some(e.clone())), span };
                let (then, later) = (Block { stmts: vec![returned(now)], span }, returned(later));
                guards.push(Cow::Owned(Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span }));
                rest.to_mut()[0] = later;
            }
            _ => break,
        }
    }
    (guards, rest)
}

/// A copy of the code says as much: what its calls run is known by their receivers' types.
fn is_known_by_type(cx: &Context, e: &Expr) -> bool {
    let mut known = true;
    walk::expr(e, &mut |n| {
        if let Node::Expr(Expr { kind: ExprKind::Call { kind: CallKind::Virtual, method, receiver, .. }, .. }) = n {
            let receiver = receiver.as_deref();
            known &= cx.targets(*method, receiver) == cx.targets_by_type(*method, receiver);
        }
    });
    known
}

/// A statement of more expressions than this is no part of a method's callers.
const MAX_AT_ONCE: usize = 20;

/// Statements before the one that may return at once.
const MAX_BEFORE: usize = 2;

/// A small statement that calls nothing, makes nothing and gives no variable another value; of references it gives back variables alone.
fn is_at_once(s: &Stmt) -> bool {
    is_small_and_plain(|f| walk::stmt(s, f))
}

fn is_at_once_value(e: &Expr) -> bool {
    is_small_and_plain(|f| walk::expr(e, f))
}

fn is_small_and_plain(walk: impl FnOnce(&mut dyn FnMut(Node<'_>))) -> bool {
    let (mut size, mut plain) = (0, true);
    walk(&mut |n| {
        plain &= match n {
            Node::Expr(e) => {
                use ExprKind::*;
                size += 1;
                match &e.kind {
                    Lit(_) | Local(_) | This => true,
                    Field { .. } | Index { .. } | Length(_) | Assign { .. } | CompoundAssign { .. } | IncDec { .. } => {
                        e.ty.is_primitive()
                    }
                    Neg(_) | BitNot(_) | Not(_) | Convert(_) | Binary(..) | And(..) | Or(..) | Cond(..) => true,
                    Upcast(_) => true,
                    _ => false,
                }
            }
            Node::Place(p) => !matches!(p, Place::Local(_)),
            Node::Stmt(s) => {
                matches!(s.kind, StmtKind::If { .. } | StmtKind::Return(_) | StmtKind::Expr(_) | StmtKind::Block(_))
            }
            Node::Declare(_) => false,
        };
    });
    plain && size <= MAX_AT_ONCE
}

/// A receiver that nothing uses is `_this`.
fn name_this(params: &mut [String], body: &str) {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(first) = params.first_mut().filter(|p| p.starts_with("this: "))
        && !body
            .lines()
            .filter(|l| !l.trim_start().starts_with("//"))
            .any(|l| l.split(|c: char| !word(c)).any(|w| w == "this"))
    {
        first.insert(0, '_');
    }
}

/// A method's parameters without `this`, as its callers see them.
pub fn plain_params(cx: &Context, id: MethodId, m: &Method) -> Vec<String> {
    let one = |(i, p): (usize, &LocalId)| {
        let l = &m.locals[p.index()];
        format!("{}: {}", cx.names.variable(&l.name), cx.param_ty(&l.ty, cx.is_owned(id, i)))
    };
    m.params.iter().enumerate().map(one).collect()
}

fn constructor(cx: &Context, id: MethodId, m: &Method) -> String {
    let name = &cx.names.methods[&id];
    let class = cx.object_ty(m.class);
    let mut f = Function::new(cx, id, m);
    let mut params = signature(cx, &f, m);
    let body = body(&mut f, id, m, statements(m));
    name_this(&mut params, &body);
    let mut out = String::new();
    let abstract_class = cx.program.class(m.class).is_abstract || !cx.reach.instantiated.contains(&m.class);
    if !abstract_class {
        let plain = plain_params(cx, id, m);
        let mut args = vec!["&this".to_string()];
        args.extend(m.params.iter().map(|&p| cx.names.variable(&m.locals[p.index()].name)));
        let fields = default_fields(cx, m.class);
        out.push_str(&format!("    /// `new {}`\n", cx.program.class(m.class).name));
        if name == "new" && class != cx.class(m.class) {
            out.push_str("    #[allow(clippy::new_ret_no_self)] // The runtime's own struct.\n");
        }
        out.push_str(&format!(
            "    pub fn {name}({}) -> Ref<{class}> {{\n        let this = {}(Self::ID, {fields});\n        Self::{}({});\n        this\n    }}\n\n",
            plain.join(", "),
            cx.alloc(m.class),
            init_name(name),
            args.join(", ")
        ));
    }
    out.push_str(&doc(cx, m));
    out.push_str(&format!("    pub fn {}({}) {{\n{body}    }}\n\n", init_name(name), params.join(", ")));
    out
}

/// One entry of the class table.
pub fn info(cx: &Context, id: ClassId) -> String {
    let program = cx.program;
    let class = program.class(id);
    let interface = class.kind == ClassKind::Interface;
    let (name, text) = (cx.class(id), string_literal(&class.binary_name));
    let mut out = if interface {
        format!("    ClassInfo::interface({text}, {name}::ID)")
    } else {
        let superclass = class.superclass.map_or("class_id::OBJECT".into(), |s| format!("{}::ID", cx.class(s)));
        format!("    ClassInfo::class({text}, {superclass}, {name}::LAST)")
    };
    let interfaces = interfaces(cx, id);
    if !interfaces.is_empty() {
        out.push_str(&format!(".implements(&[{interfaces}])"));
    }
    if cx.reach.instantiated.contains(&id) && !interface {
        let (object, traced) = (cx.object_ty(id), cx.traced_fields(id));
        out.push_str(&format!(".of::<{object}>()"));
        if !traced.is_empty() {
            let offsets: Vec<String> = traced.iter().map(|path| format!("offset_of!({object}, {path})")).collect();
            out.push_str(&format!(".holding(&[{}])", offsets.join(", ")));
        }
        if cx.cyclic.contains(&id) {
            out.push_str(".cyclic()");
        }
        if cx.in_columns(&Ty::Class(id)).is_some() {
            out.push_str(&format!(".in_columns::<{object}>()"));
        }
        if class.is_value && class.kind != ClassKind::Enum || cx.is_box(id) {
            out.push_str(".copied()");
        } else if cx.is_constant(id) {
            out.push_str(".constant()");
        }
    }
    out + ",\n"
}

/// The numbers of all interfaces of a class, ascending.
pub fn interfaces(cx: &Context, id: ClassId) -> String {
    let program = cx.program;
    let supertypes = program.class(id).supertypes.iter().copied();
    let mut interfaces: Vec<(u32, ClassId)> = supertypes
        .filter(|&s| program.class(s).kind == ClassKind::Interface)
        .filter_map(|s| cx.number_of(s).map(|(n, _)| (n, s)))
        .collect();
    interfaces.sort();
    interfaces.iter().map(|(_, s)| format!("{}::ID", cx.class(*s))).collect::<Vec<_>>().join(", ")
}
