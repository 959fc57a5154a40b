//! The Rust names of the program's classes, methods, fields and locals, and the Rust types of Java's.
//!
//! A class is a struct; its methods are associated functions of it. `Object`, `String` are the runtime's own structs, so
//! their methods stand on `JObject` and `JString`. A name is the source's where that is unique; overloads get their
//! parameter types as a suffix.

use super::apart;
use super::code::ident;
use somd_core::npe::java_ty;
use somd_hir::*;
use somd_host::reachability::Reach;
use somd_syntax::source::SourceMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

pub struct Names {
    pub classes: Vec<String>,
    /// The module that holds the class: one a source file.
    pub modules: Vec<String>,
    pub methods: HashMap<MethodId, String>,
    pub dispatchers: HashMap<MethodId, String>,
    pub fields: HashMap<FieldId, String>,
    /// The functions that give static fields' values to other classes.
    pub getters: HashMap<FieldId, String>,
    pub object: Option<ClassId>,
    pub string: Option<ClassId>,
    pub cloneable: Option<ClassId>,
    /// The classes whose name was asked for: they are emitted.
    pub used: RefCell<BTreeSet<ClassId>>,
}

impl Names {
    pub fn new(program: &Program, sources: &SourceMap, reach: &Reach) -> Names {
        let object = program.known.classes.get("java.lang.Object").copied();
        let string = program.known.classes.get("java.lang.String").copied();
        let find = |name: &str| program.classes.iter().position(|c| c.name == name).map(|i| ClassId(i as u32));
        let mut names = Names {
            classes: Vec::new(),
            modules: Vec::new(),
            methods: HashMap::new(),
            dispatchers: HashMap::new(),
            fields: HashMap::new(),
            getters: HashMap::new(),
            object,
            string,
            cloneable: find("java.lang.Cloneable"),
            used: RefCell::default(),
        };
        names.name_classes(program, sources);
        let classes: HashSet<String> = names.classes.iter().map(|c| apart::plain(c)).collect();
        for (i, class) in program.classes.iter().enumerate() {
            names.name_members(program, reach, ClassId(i as u32), class, &classes);
        }
        names
    }

    fn name_classes(&mut self, program: &Program, sources: &SourceMap) {
        // Names that the runtime's prelude and Rust's own take.
        let mut taken: BTreeSet<String> = RESERVED.iter().map(|s| s.to_string()).collect();
        let mut modules: BTreeMap<String, String> = BTreeMap::new();
        self.classes = vec![String::new(); program.classes.len()];
        // The program's own classes get the plain names, the library's what is left.
        for library in [false, true] {
            for (i, class) in program.classes.iter().enumerate() {
                if class.is_library != library {
                    continue;
                }
                let id = ClassId(i as u32);
                let mut name = if Some(id) == self.object || Some(id) == self.string {
                    format!("J{}", simple(&class.name))
                } else {
                    let mut parts: Vec<&str> = Vec::new();
                    let mut at = Some(id);
                    while let Some(c) = at {
                        parts.push(simple(&program.class(c).name));
                        at = program.class(c).outer;
                    }
                    parts.reverse();
                    // A nested class by its own name where it has one and it is free.
                    let own = parts[parts.len() - 1];
                    if own.starts_with(|c: char| c.is_ascii_digit()) { ident(&parts.join("_")) } else { ident(own) }
                };
                if !taken.insert(name.clone()) {
                    let full = ident(&class.binary_name.replace(['.', '$'], "_"));
                    name = unique(&mut taken, full);
                }
                self.classes[i] = apart::item(&name);
            }
        }
        let mut taken_modules: BTreeSet<String> = taken;
        taken_modules.extend(
            ["mod", "classes", "lib", "library", "program", "strings", "lines", "kernels", "lime", "natives", "task"]
                .map(String::from),
        );
        for i in 0..program.classes.len() {
            let file = source_file(program, sources, ClassId(i as u32));
            let module = match modules.get(&file) {
                Some(m) => m.clone(),
                None => {
                    let stem = file.rsplit('/').next().and_then(|f| f.split('.').next()).unwrap_or_default();
                    let m = apart::item(&unique(&mut taken_modules, module(stem)));
                    modules.insert(file, m.clone());
                    m
                }
            };
            self.modules.push(module);
        }
    }

    /// `classes`: the names of all classes, without marks.
    fn name_members(
        &mut self,
        program: &Program,
        reach: &Reach,
        id: ClassId,
        class: &Class,
        classes: &HashSet<String>,
    ) {
        let mut taken: BTreeSet<String> =
            ["ID", "LAST", "base", "clinit", "is", "cast", "zero", "same_contents", "copy_fields"]
                .map(String::from)
                .into();
        // Constructors first: the names `new` and `init` are theirs.
        let mut order: Vec<MethodId> = class.methods.clone();
        if let Some(m) = class.static_init
            && !order.contains(&m)
        {
            order.push(m);
        }
        if let ClassKind::Lambda { method, .. } = class.kind
            && !order.contains(&method)
        {
            order.push(method);
        }
        order.sort_by_key(|&m| (program.method(m).kind != MethodKind::Constructor, m));
        let emitted: Vec<MethodId> =
            order.into_iter().filter(|m| reach.methods.contains(m) || reach.virtual_calls.contains(m)).collect();
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for &m in &emitted {
            *count.entry(program.method(m).name.as_str()).or_default() += 1;
        }
        if matches!(class.kind, ClassKind::Lambda { .. }) {
            taken.insert("new".into());
        }
        for &m in &emitted {
            let method = program.method(m);
            let base = match method.kind {
                MethodKind::Constructor => "new".to_string(),
                MethodKind::StaticInit => "static_init".to_string(),
                MethodKind::Method => ident(&method.name),
            };
            let mut name = base;
            if count.get(method.name.as_str()).copied().unwrap_or(0) > 1 {
                for &p in &method.params {
                    name.push('_');
                    name.push_str(&short_ty(program, &method.locals[p.index()].ty));
                }
            }
            let name = unique(&mut taken, name);
            if method.kind == MethodKind::Constructor {
                taken.insert(init_name(&name));
            }
            taken.extend([rest_name(&name), again_name(&name), turn_name(&name)]);
            self.methods.insert(m, name);
        }
        for &m in &emitted {
            if reach.virtual_calls.contains(&m) {
                let name = unique(&mut taken, format!("{}_dyn", self.methods[&m]));
                self.dispatchers.insert(m, name);
            }
        }
        let mut fields: BTreeSet<String> = ["base".to_string()].into();
        for &f in &class.fields {
            let field = program.field(f);
            let name = if field.is_static {
                self.getters.insert(f, unique(&mut taken, ident(&field.name)));
                // A class may have that name.
                let mut name = format!("{}_{}", apart::plain(&self.classes[id.index()]), ident(&field.name));
                while classes.contains(&name) {
                    name.push('_');
                }
                apart::item(&name)
            } else {
                unique(&mut fields, ident(&field.name))
            };
            self.fields.insert(f, name);
        }
    }

    pub fn class(&self, c: ClassId) -> &str {
        self.used.borrow_mut().insert(c);
        &self.classes[c.index()]
    }

    /// The struct behind references of this static type.
    pub fn object_ty(&self, program: &Program, c: ClassId) -> String {
        if Some(c) == self.object || program.class(c).kind == ClassKind::Interface {
            "Object".into()
        } else if Some(c) == self.string {
            "Str".into()
        } else {
            self.class(c).to_string()
        }
    }

    /// `T` of the `Ref<T>` of a reference type.
    pub fn target(&self, program: &Program, ty: &Ty) -> String {
        match ty {
            Ty::Class(c) => self.object_ty(program, *c),
            Ty::Array { elem, .. } => format!("Array<{}>", self.ty(program, elem)),
            Ty::ValueArray { elem, dims } => {
                let mut t = self.ty(program, elem);
                for _ in dims.iter().skip(1) {
                    t = format!("Ref<Array<{t}>>");
                }
                format!("Array<{t}>")
            }
            _ => "Object".into(),
        }
    }

    pub fn ty(&self, program: &Program, ty: &Ty) -> String {
        match ty {
            Ty::Void => "()".into(),
            Ty::Boolean => "bool".into(),
            Ty::Byte => "i8".into(),
            Ty::Short => "i16".into(),
            Ty::Char => "u16".into(),
            Ty::Int => "i32".into(),
            Ty::Long => "i64".into(),
            Ty::Float => "f32".into(),
            Ty::Double => "f64".into(),
            t => format!("Ref<{}>", self.target(program, t)),
        }
    }

    /// As a parameter: references are borrowed.
    pub fn param_ty(&self, program: &Program, ty: &Ty) -> String {
        if ty.is_reference() { format!("&{}", self.ty(program, ty)) } else { self.ty(program, ty) }
    }
}

const RESERVED: &[&str] = &[
    "Object",
    "Str",
    "Ref",
    "Slot",
    "Array",
    "Cell",
    "Static",
    "StaticRef",
    "Flow",
    "ClassInfo",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Vec",
    "Box",
    "String",
    "Default",
    "Clone",
    "Copy",
    "Drop",
    "Fn",
    "FnMut",
    "FnOnce",
    "Send",
    "Sync",
    "Sized",
    "Iterator",
    "Extends",
    "Look",
    "OnStack",
    "Plain",
    "Steps",
    "FromValue",
    "Hoist",
    "HoistRows",
    "Inline",
    "Hooks",
    "LineTable",
    "Program",
    "References",
    "FieldsOf",
    "Rows",
    "Subscript",
    "Literal",
    "Once",
    "RefType",
    "natives",
    "kernels",
    "Value",
    "IntoValue",
    "class_id",
    "ExceptionKind",
    "Self",
    "ToString",
    "From",
    "Into",
    "PartialEq",
    "Eq",
    "Ord",
    "PartialOrd",
    // What the runtime's macros name where they are written: crates, and types that are no keywords.
    "alloc",
    "core",
    "somd_runtime",
    "std",
    "bool",
    "char",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
];

/// The second half of a constructor: runs it on an object that is already there.
pub fn init_name(new: &str) -> String {
    format!("init{}", &new[3..])
}

impl Names {
    /// A variable's name.
    pub fn variable(&self, name: &str) -> String {
        apart::local(&ident(name))
    }
}

/// The part of a recursive method behind what returns at once.
pub fn rest_name(name: &str) -> String {
    format!("{name}_rest")
}

/// What a recursive method that is part of itself calls itself by.
pub fn again_name(name: &str) -> String {
    format!("{name}_again")
}

/// The body of a recursive method that is part of itself.
pub fn turn_name(name: &str) -> String {
    format!("{name}_turn")
}

pub fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// A module's name, which is a file's too: letters of ASCII, and no name of a device.
fn module(stem: &str) -> String {
    let ascii = |c: char| if c.is_ascii() { c.to_string() } else { format!("u{:x}", c as u32) };
    let name = ident(&snake(stem).chars().map(ascii).collect::<String>());
    if ["aux", "con", "nul", "prn"].contains(&name.as_str()) { format!("{name}_") } else { name }
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        let after_lower = i > 0 && (chars[i - 1].is_lowercase() || chars[i - 1].is_ascii_digit());
        let before_lower = i > 0 && chars[i - 1].is_uppercase() && chars.get(i + 1).is_some_and(|n| n.is_lowercase());
        if c.is_uppercase() && (after_lower || before_lower) {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn unique(taken: &mut BTreeSet<String>, name: String) -> String {
    if taken.insert(name.clone()) {
        return name;
    }
    let mut n = 2;
    loop {
        let next = format!("{name}_{n}");
        if taken.insert(next.clone()) {
            return next;
        }
        n += 1;
    }
}

/// The path of the file that a class is declared in; of one that is declared in none, its name stands for it.
pub fn source_file(program: &Program, sources: &SourceMap, c: ClassId) -> String {
    let top = program.class(top_level(program, c));
    match sources.locate(top.span) {
        Some((file, _, _)) => file.name.replace('\\', "/"),
        None => simple(&top.name).to_string(),
    }
}

fn top_level(program: &Program, mut c: ClassId) -> ClassId {
    while let Some(o) = program.class(c).outer {
        c = o;
    }
    c
}

fn short_ty(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Class(c) => ident(simple(&program.class(*c).name)),
        Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => format!("{}s", short_ty(program, elem)),
        t => java_ty(program, t),
    }
}

/// As `Class.getName` gives it: `int`, `java.lang.String`, `[I`, `[Ljava.lang.String;`.
pub fn class_name(program: &Program, ty: &Ty) -> String {
    let Ty::Array { elem, .. } = ty else { return java_ty(program, ty) };
    let code = match elem.as_ref() {
        Ty::Boolean => "Z".into(),
        Ty::Byte => "B".into(),
        Ty::Short => "S".into(),
        Ty::Char => "C".into(),
        Ty::Int => "I".into(),
        Ty::Long => "J".into(),
        Ty::Float => "F".into(),
        Ty::Double => "D".into(),
        Ty::Array { .. } => class_name(program, elem),
        other => format!("L{};", java_ty(program, other)),
    };
    format!("[{code}")
}
