//! The whole module tree: classes into modules, class numbers, the class table, string literals, the entry point.

use super::code::string_literal;
use super::func::file_name;
use super::names::source_file;
use super::{Context, RustCrate, box_methods, class};
use somd_hir::*;
use somd_host::reachability;
use std::collections::{BTreeMap, BTreeSet};

/// The runtime's own classes come first.
const FIRST_PROGRAM_CLASS: u32 = 16;

/// The lints that judge the source and not how it is translated, and why generated code does not heed them.
const ALLOWED: &[(&str, &[&str])] = &[
    (
        "Names are the source's.",
        &["non_snake_case", "non_camel_case_types", "non_upper_case_globals", "clippy::upper_case_acronyms"],
    ),
    (
        "The forms of methods for nearby catches are printed like the methods, with their results wrapped.",
        &["clippy::needless_question_mark", "clippy::needless_return"],
    ),
    ("Of a loop's two versions one may not need all variables.", &["unused_variables"]),
    ("Modules share one prelude, and a public method need not be called.", &["unused_imports", "dead_code"]),
    (
        "Java initialises what Rust's analysis does not see to be assigned, and wraps constants.",
        &["unused_assignments", "arithmetic_overflow"],
    ),
    (
        "Conditions, constants, loops and parameters are as the source has them.",
        &[
            "invalid_nan_comparisons",
            "unconditional_recursion",
            "unused_comparisons",
            "clippy::absurd_extreme_comparisons",
            "clippy::almost_swapped",
            "clippy::approx_constant",
            "clippy::assign_op_pattern",
            "clippy::bool_comparison",
            "clippy::collapsible_else_if",
            "clippy::collapsible_if",
            "clippy::collapsible_match",
            "clippy::empty_loop",
            "clippy::eq_op",
            "clippy::erasing_op",
            "clippy::excessive_precision",
            "clippy::identity_op",
            "clippy::if_same_then_else",
            "clippy::ifs_same_cond",
            "clippy::implicit_saturating_sub",
            "clippy::int_plus_one",
            "clippy::let_and_return",
            "clippy::manual_clamp",
            "clippy::manual_div_ceil",
            "clippy::manual_is_infinite",
            "clippy::manual_range_contains",
            "clippy::manual_rem_euclid",
            "clippy::manual_rotate",
            "clippy::manual_swap",
            "clippy::match_like_matches_macro",
            "clippy::match_single_binding",
            "clippy::modulo_one",
            "clippy::needless_bool",
            "clippy::needless_bool_assign",
            "clippy::neg_cmp_op_on_partial_ord",
            "clippy::neg_multiply",
            "clippy::never_loop",
            "clippy::no_effect",
            "clippy::nonminimal_bool",
            "clippy::only_used_in_recursion",
            "clippy::reversed_empty_ranges",
            "clippy::overly_complex_bool_expr",
            "clippy::self_assignment",
            "clippy::single_match",
            "clippy::too_many_arguments",
            "clippy::type_complexity",
            "clippy::while_immutable_condition",
            "clippy::zero_divided_by_zero",
        ],
    ),
];

/// For each module, whether it is of the library, and its name: the source file and the text.
type Modules = BTreeMap<(bool, String), (String, String)>;

pub fn assemble(cx: &Context) -> RustCrate {
    let program = cx.program;
    for &m in &cx.reach.methods {
        let text = class::function_text(cx, m);
        if !text.is_empty() {
            cx.bodies.borrow_mut().insert(m, text);
        }
    }
    // Printing one form may ask for another.
    let mut printed: BTreeSet<MethodId> = BTreeSet::new();
    loop {
        let next = cx.near_used.borrow().iter().copied().find(|m| !printed.contains(m));
        let Some(m) = next else { break };
        printed.insert(m);
        let text = class::near_text(cx, m);
        cx.bodies.borrow_mut().entry(m).or_default().push_str(&text);
    }
    // As above, of the forms that give fields; a method's other form then is a call of it.
    printed.clear();
    loop {
        let next = cx.fields_used.borrow().iter().copied().find(|m| !printed.contains(m));
        let Some(m) = next else { break };
        printed.insert(m);
        let text = class::fields_text(cx, m);
        let mut bodies = cx.bodies.borrow_mut();
        let forms = bodies.entry(m).or_default();
        if program.method(m).kind == MethodKind::Method {
            let near = cx.near_used.borrow().contains(&m);
            *forms = if near { class::near_text(cx, m) } else { String::new() };
        }
        forms.push_str(&text);
    }
    printed.clear();
    loop {
        let next = cx.looks_used.borrow().iter().copied().find(|m| !printed.contains(m));
        let Some(m) = next else { break };
        printed.insert(m);
        let text = class::look_text(cx, m);
        cx.bodies.borrow_mut().entry(m).or_default().push_str(&text);
    }
    let hooks = hooks(cx);
    let dispatched: Vec<MethodId> = cx.dispatched.borrow().iter().copied().collect();
    for m in dispatched {
        let text = class::dispatcher_text(cx, m);
        cx.bodies.borrow_mut().entry(m).or_default().push_str(&text);
    }
    let emitted = emitted_classes(cx);
    number(cx, &emitted);
    let mut modules: Modules = BTreeMap::new();
    for &c in &emitted {
        let text = class::class_text(cx, c);
        modules
            .entry((program.class(c).is_library, cx.names.modules[c.index()].clone()))
            .or_insert_with(|| (source_file(program, cx.sources, c), String::new()))
            .1
            .push_str(&text);
    }
    let mut files = vec![
        ("mod.rs".to_string(), root(cx, &modules)),
        ("classes.rs".to_string(), classes(cx, &emitted, &hooks)),
        ("library/mod.rs".to_string(), library(&modules)),
    ];
    for ((is_library, module), (file, text)) in &modules {
        let folder = if *is_library { "library/" } else { "" };
        let header = format!("//! The classes of `{}`.\n\nuse super::*;\n\n", file_name(file));
        files.push((format!("{folder}{module}.rs"), header + text));
    }
    files.push(("strings.rs".to_string(), strings(cx)));
    files.push(("lines.rs".to_string(), super::lines::line_table("", &[])));
    if let Some(kernels) = &cx.options.kernels {
        files.push(("kernels.rs".to_string(), kernels.text.clone()));
    }
    for (_, text) in &mut files {
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    RustCrate { files }
}

/// The classes that the text so far names, those they extend, and those their fields refer to.
fn emitted_classes(cx: &Context) -> Vec<ClassId> {
    let program = cx.program;
    let mut work: Vec<ClassId> = cx.names.used.borrow().iter().chain(&cx.reach.instantiated).copied().collect();
    work.extend(cx.bodies.borrow().keys().map(|&m| program.method(m).class));
    let mut seen = BTreeSet::new();
    while let Some(c) = work.pop() {
        if !seen.insert(c) {
            continue;
        }
        let class = program.class(c);
        work.extend(class.superclass);
        for &f in &class.fields {
            if cx.reach.fields.contains(&f) {
                let mut ty = program.field(f).ty.clone();
                while let Ty::Array { .. } | Ty::ValueArray { .. } = ty {
                    ty = somd_host::walk::element_ty(&ty);
                }
                if let Ty::Class(t) = ty {
                    work.push(t);
                }
            }
        }
        if let Some(guard) = class.superclass {
            cx.any_guard(guard);
        }
    }
    seen.into_iter().collect()
}

/// Depth-first, so that a class and its subclasses are a range.
fn number(cx: &Context, emitted: &[ClassId]) {
    let program = cx.program;
    let mut children: BTreeMap<ClassId, Vec<ClassId>> = BTreeMap::new();
    for &c in emitted {
        if let Some(s) = program.class(c).superclass {
            children.entry(s).or_default().push(c);
        }
    }
    for subclasses in children.values_mut() {
        subclasses.sort_by_key(|&c| box_methods::rank(cx, c));
    }
    let mut next = FIRST_PROGRAM_CLASS;
    fn visit(cx: &Context, children: &BTreeMap<ClassId, Vec<ClassId>>, c: ClassId, next: &mut u32) {
        let fixed = if Some(c) == cx.names.object {
            Some(0)
        } else if Some(c) == cx.names.string {
            Some(1)
        } else {
            None
        };
        let first = fixed.unwrap_or_else(|| {
            *next += 1;
            *next - 1
        });
        for &k in children.get(&c).map_or(&[][..], Vec::as_slice) {
            visit(cx, children, k, next);
        }
        let last = if fixed == Some(1) { 1 } else { (*next - 1).max(first) };
        cx.numbers.borrow_mut().insert(c, (first, last));
    }
    for &c in emitted {
        if program.class(c).superclass.is_none() && program.class(c).kind != ClassKind::Interface {
            visit(cx, &children, c, &mut next);
        }
    }
    for &c in emitted {
        if program.class(c).superclass.is_none() && program.class(c).kind == ClassKind::Interface {
            cx.numbers.borrow_mut().insert(c, (next, next));
            next += 1;
        }
    }
    cx.last_number.set(next - 1);
}

fn class_table(cx: &Context, emitted: &[ClassId]) -> String {
    let mut by_number: Vec<(u32, ClassId)> = emitted
        .iter()
        .filter_map(|&c| cx.number_of(c).map(|(n, _)| (n, c)))
        .filter(|(n, _)| *n >= FIRST_PROGRAM_CLASS)
        .collect();
    by_number.sort();
    let last = cx.last_number.get();
    let runtime: Vec<String> = (0..FIRST_PROGRAM_CLASS).map(|i| format!("c{i}")).collect();
    let runtime = runtime.join(", ");
    let entries: String = by_number.iter().map(|&(_, c)| class::info(cx, c)).collect();
    // The runtime does not know the library's interfaces.
    let own = match cx.names.string.map(|s| class::interfaces(cx, s)).filter(|i| !i.is_empty()) {
        Some(interfaces) => runtime.replacen("c1,", &format!("ClassInfo {{ interfaces: &[{interfaces}], ..c1 }},"), 1),
        None => runtime.clone(),
    };
    format!(
        "/// Every class, by number.\nstatic CLASSES: [ClassInfo; {}] = {{\n    let [{runtime}] = runtime_classes({last});\n    [\n    {own},\n{entries}    ]\n}};\n\n",
        last + 1
    )
}

/// The functions that the runtime calls back.
fn hooks(cx: &Context) -> String {
    let program = cx.program;
    let object = |name: &str| reachability::object_method(program, name).map(|m| cx.dispatcher(m));
    let to_string = object("toString").map_or("|_| Ref::null()".to_string(), |f| f);
    let equals = object("equals").map_or("|a, b| a.same(b)".to_string(), |f| f);
    let hash_code = object("hashCode").map_or("|_| 0".to_string(), |f| f);
    let text = |m| if cx.is_owned(m, 0) { "text" } else { "&text" };
    let mut arms = String::new();
    for (name, kind) in reachability::RUNTIME_EXCEPTIONS {
        let Some(&c) = program.known.classes.get(*name) else { continue };
        let Some(m) = reachability::message_constructor(program, c) else { continue };
        if !cx.reach.instantiated.contains(&c) {
            continue;
        }
        arms.push_str(&format!("        ExceptionKind::{kind} => {}({}).into_up(),\n", cx.function(m), text(m)));
    }
    let make = format!(
        "/// A new exception of a kind that the runtime throws.\nfn make_exception(kind: ExceptionKind, message: Option<&str>) -> Ref<Object> {{\n    \
         let text = message.map_or(Ref::null(), Str::new);\n    match kind {{\n{arms}        \
         other => make_named_exception(other.class_name(), message),\n    }}\n}}\n\n"
    );
    let named = make_named(cx);
    let failed = initialiser_failed(cx);
    let same = same_contents(cx);
    let zero = zero(cx);
    let describe = describe(cx);
    format!(
        "{make}{named}{failed}{same}{zero}{describe}/// The program as the runtime knows it.\npub static PROGRAM: Program = Program {{\n    classes: &CLASSES,\n    hooks: Hooks {{\n        \
         to_string: {to_string},\n        equals: {equals},\n        same_contents,\n        zero,\n        hash_code: {hash_code},\n        make_exception,\n        \
         make_named_exception: Some(make_named_exception),\n        initialiser_failed,\n        stack_trace: describe,\n    }},\n    lines: lines::LINES,\n}};\n\n"
    )
}

/// `==` on two objects of one class, where they may be values.
fn same_contents(cx: &Context) -> String {
    let values = cx.reach.instantiated.iter().filter(|c| cx.is_value_class(**c));
    let arms: String = values
        .map(|&c| {
            let class = cx.class(c);
            format!("        // SAFETY: the class's number says so.\n        {class}::ID => unsafe {{ {class}::same_contents(a.cast(), b.cast()) }},\n")
        })
        .collect();
    let params = if arms.is_empty() { "_: &Ref<Object>, _" } else { "a: &Ref<Object>, b" };
    let body = if arms.is_empty() {
        "false".to_string()
    } else {
        format!("match a.class() {{\n{arms}        _ => false,\n    }}")
    };
    format!(
        "/// Whether two values of one class have equal contents; of other classes only one object is the same as itself.\n\
         fn same_contents({params}: &Ref<Object>) -> bool {{\n    {body}\n}}\n\n"
    )
}

/// What variables of classes of values hold at first, for arrays that the runtime makes. Those in columns have zeros of their own.
fn zero(cx: &Context) -> String {
    // The constants of an enum may all be of classes of their own.
    let class_of = |c: ClassId| match cx.program.class(c).superclass {
        Some(s) if cx.program.first_constant(s).is_some() => s,
        _ => c,
    };
    let classes: BTreeSet<ClassId> = cx.reach.instantiated.iter().map(|&c| class_of(c)).collect();
    let zeroed = classes.into_iter().filter(|&c| {
        let ty = Ty::Class(c);
        cx.zeroed(&ty).is_some() && cx.in_columns(&ty).is_none()
    });
    let arms: String =
        zeroed.map(|c| format!("        {}::ID => {}().into_up(),\n", cx.class(c), cx.zero_function(c))).collect();
    let (param, body) = match arms.is_empty() {
        true => ("_", "Ref::null()".to_string()),
        false => ("class", format!("match class {{\n{arms}        _ => Ref::null(),\n    }}")),
    };
    format!(
        "/// What variables of a class of values hold at first; null for other classes.\nfn zero({param}: u32) -> Ref<Object> {{\n    {body}\n}}\n\n"
    )
}

/// Exceptions by the names of their classes: those that natives and parallel code throw.
fn make_named(cx: &Context) -> String {
    let program = cx.program;
    let Some(&throwable) = program.known.classes.get("java.lang.Throwable") else { return String::new() };
    let own = |name: &str| reachability::RUNTIME_EXCEPTIONS.iter().any(|(n, _)| *n == name);
    let thrown = |class: &Class| cx.options.thrown.contains(&class.binary_name);
    let text = |m| if cx.is_owned(m, 0) { "text" } else { "&text" };
    let mut arms = String::new();
    for &c in &cx.reach.instantiated {
        let class = program.class(c);
        if !program.is_subclass(c, throwable) || own(&class.binary_name) {
            continue;
        }
        let reached = |m: &MethodId| cx.reach.methods.contains(m);
        let name = string_literal(&class.binary_name);
        // Of the library's, those without a message have the constructor's default too.
        if let Some(m) = reachability::plain_constructor(program, c).filter(reached).filter(|_| thrown(class)) {
            arms.push_str(&format!("        ({name}, None) => {}().into_up(),\n", cx.function(m)));
        }
        if let Some(m) = reachability::message_constructor(program, c).filter(reached)
            && (class.is_library || thrown(class))
        {
            arms.push_str(&format!("        ({name}, _) => {}({}).into_up(),\n", cx.function(m), text(m)));
        }
    }
    let other = match program
        .known
        .classes
        .get("java.lang.RuntimeException")
        .and_then(|&c| reachability::message_constructor(program, c))
    {
        Some(m) => format!("{}({}).into_up()", cx.function(m), text(m)),
        None => "Ref::null()".to_string(),
    };
    format!(
        "/// A new exception of a class of the library.\nfn make_named_exception(class: &str, message: Option<&str>) -> Ref<Object> {{\n    \
         let text = message.map_or(Ref::null(), Str::new);\n    match (class, message) {{\n{arms}        _ => {other},\n    }}\n}}\n\n"
    )
}

/// `ExceptionInInitializerError`, for what is no error itself.
fn initialiser_failed(cx: &Context) -> String {
    let error = cx
        .program
        .known
        .classes
        .get("java.lang.Error")
        .copied()
        .or_else(|| reachability::class_named_by(cx.program, "java.lang.Error"));
    let body = match (reachability::initialiser_error(cx.program), error) {
        (Some((_, m)), Some(error)) => {
            let throwable =
                cx.program.known.classes.get("java.lang.Throwable").map_or(String::new(), |&t| cx.object_ty(t));
            format!(
                "    if {}::is(&exception) {{\n        return exception;\n    }}\n    {}(narrow!(&exception, {throwable})).into_up()\n",
                cx.tested_class(error),
                cx.function(m)
            )
        }
        _ => "    exception\n".to_string(),
    };
    format!(
        "/// What is thrown where a static initialiser throws `exception`.\nfn initialiser_failed(exception: Ref<Object>) -> Ref<Object> {{\n{body}}}\n\n"
    )
}

/// The text of an uncaught exception, as the library's `Throwable.report` makes it.
fn describe(cx: &Context) -> String {
    let report = reachability::report_method(cx.program);
    let body = match report.filter(|m| cx.reach.methods.contains(m)) {
        Some(m) => {
            let throwable = cx.object_ty(cx.program.method(m).class);
            let empty = cx.string(&[]);
            format!(
                "    // SAFETY: what is thrown is a Throwable.\n    let e = unsafe {{ e.cast::<{throwable}>() }};\n    {}(e, {empty}, {empty}, 0).to_rust()\n",
                cx.function(m)
            )
        }
        None => "    concat_str!(e, \"\\n\").to_rust()\n".to_string(),
    };
    format!("/// The report of an uncaught exception.\nfn describe(e: &Ref<Object>) -> String {{\n{body}}}\n\n")
}

/// The declarations of the program's modules, or of the library's.
fn declarations(modules: &Modules, of_library: bool) -> (String, String) {
    let names = modules.keys().filter(|(l, _)| *l == of_library).map(|(_, name)| name);
    let declared = names.clone().map(|name| format!("mod {name};\n")).collect();
    (declared, names.map(|name| format!("pub use {name}::*;\n")).collect())
}

fn library(modules: &Modules) -> String {
    let (declared, used) = declarations(modules, true);
    format!("//! The classes of Java's library that the program may need.\n\nuse super::*;\n\n{declared}\n{used}")
}

/// What the runtime knows of the program, and what it calls back.
fn classes(cx: &Context, emitted: &[ClassId], hooks: &str) -> String {
    let table = class_table(cx, emitted);
    format!(
        "//! What the runtime knows of the program: its classes, and the functions that it calls back.\n\nuse super::*;\n\n{hooks}{table}"
    )
}

fn root(cx: &Context, modules: &Modules) -> String {
    let program = cx.program;
    let main = program.method(cx.main);
    let mut out = String::new();
    out.push_str(&format!("//! The program `{}`, generated by somdc.\n//!\n", program.class(main.class).name));
    out.push_str(
        "//! Names are the source's. Integer `+ - *` wrap, as in Java: the crate's profiles switch overflow checks off.\n\n",
    );
    for (why, lints) in ALLOWED {
        out.push_str(&format!("// {why}\n#![allow({})]\n", lints.join(", ")));
    }
    out.push('\n');
    let (declared, used) = declarations(modules, false);
    out.push_str(&format!("{declared}mod classes;\n"));
    out.push_str(if cx.options.kernels.is_some() { "mod kernels;\n" } else { "" });
    out.push_str(&format!("mod library;\nmod lines;\nmod strings;\n\n{used}"));
    // Without kernels and columns, no array's elements are ever somewhere else.
    let elements =
        if cx.options.kernels.is_some() || cx.has_columns() { "{Rows, Subscript}" } else { "host::{Rows, Subscript}" };
    out.push_str(&format!(
        "pub use library::*;\npub use strings::*;\npub(crate) use somd_runtime::emitted::{elements};\npub(crate) use somd_runtime::emitted::prelude::*;\n\n"
    ));
    let call = format!("{}(&args)", cx.function(cx.main));
    let init = cx.any_guard(main.class).map_or(String::new(), |g| format!("        {g};\n"));
    let takes = if main.params.is_empty() {
        format!("        let _ = args;\n        {}();\n", cx.function(cx.main))
    } else {
        format!("        {call};\n")
    };
    let devices = cx.options.kernels.as_ref().is_some_and(|k| k.has_kernels);
    let verdicts: Vec<String> = cx
        .options
        .verdicts
        .iter()
        .filter(|v| cx.reach.methods.contains(&v.method))
        .map(|v| {
            let names: Vec<String> = v.names.iter().map(|n| format!("{n:?}")).collect();
            format!(
                "    Verdict {{\n        what: {:?},\n        place: {:?},\n        method: {:?},\n        names: &[{}],\n        runs: Runs::{:?},\n        outcome: {:?},\n        asked: {},\n        library: {},\n        by_place: {},\n    }},\n",
                v.what, v.place, v.display, names.join(", "), v.runs, v.outcome, v.asked, v.library, v.by_place
            )
        })
        .collect();
    if !verdicts.is_empty() {
        out.push_str(&format!(
            "use somd_runtime::verdict::{{Runs, Verdict}};\n\n/// What became of the program's parallel constructs.\nstatic VERDICTS: &[Verdict] = &[\n{}];\n\n",
            verdicts.concat()
        ));
    }
    let devices = if devices { "somd_runtime::device::begin();\n    " } else { "" };
    out.push_str(&if cx.options.library {
        let refused = if verdicts.is_empty() { "" } else { "if somd_runtime::verdict::begin(VERDICTS).is_some() {\n        return false;\n    }\n    " };
        format!(
            "/// The program as callers from outside enter it.\npub static LIBRARY: somd_runtime::library::Library =\n    \
             somd_runtime::library::Library {{ program: &classes::PROGRAM, begin, enter }};\n\n\
             /// What is done before the first call; false where the settings refuse the program.\nfn begin() -> bool {{\n    {refused}{devices}true\n}}\n\n\
             /// Runs the method that the call names.\nfn enter(args: Ref<Array<Ref<Str>>>) {{\n{init}{takes}}}\n\n"
        )
    } else {
        // A process that only starts the ranks refuses nothing.
        let refused = if verdicts.is_empty() { "" } else { "if let Some(code) = somd_runtime::cluster::begin().or_else(|| somd_runtime::verdict::begin(VERDICTS)) {\n        return code;\n    }\n    " };
        format!(
            "/// Runs the program with these arguments and gives its exit code.\npub fn java_main(args: Vec<String>) -> i32 {{\n    \
             {refused}{devices}run_main(&classes::PROGRAM, |args| {{\n{init}{takes}    }}, args)\n}}\n\n"
        )
    });
    out
}

fn strings(cx: &Context) -> String {
    let mut out = String::from("//! The string literals.\n\nuse super::*;\n\n");
    for (text, name) in cx.strings.borrow().iter() {
        let value = match String::from_utf16(text) {
            Ok(s) => format!("Literal::new({})", string_literal(&s)),
            Err(_) => format!("Literal::utf16(&{text:?})"),
        };
        out.push_str(&format!("pub static {name}: Literal = {value};\n"));
    }
    out
}
