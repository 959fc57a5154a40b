//! What of the program can run: rapid type analysis from `main`.
//!
//! The library is compiled with every program, so this decides what is emitted. A virtual call reaches the override of
//! every class that is instantiated somewhere; a class's static initialiser runs where the class is first used.

use crate::boxes;
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::BTreeSet;

#[derive(Default, Debug)]
pub struct Reach {
    pub methods: BTreeSet<MethodId>,
    pub instantiated: BTreeSet<ClassId>,
    /// Classes whose static initialiser may be triggered.
    pub initialised: BTreeSet<ClassId>,
    /// Fields that are read or written.
    pub fields: BTreeSet<FieldId>,
    /// Classes of class literals and of arrays' elements.
    pub named: BTreeSet<ClassId>,
    /// Declarations that are called virtually.
    pub virtual_calls: BTreeSet<MethodId>,
}

impl Reach {
    /// The distinct methods that a virtual call of `method` on a receiver of static class `class` can run, each with the
    /// instantiated classes that run it.
    pub fn targets(&self, program: &Program, class: ClassId, method: MethodId) -> Vec<(MethodId, Vec<ClassId>)> {
        let mut out: Vec<(MethodId, Vec<ClassId>)> = Vec::new();
        for &c in &self.instantiated {
            if !program.is_subclass(c, class) {
                continue;
            }
            if let Some(target) = program.dispatch(c, method) {
                match out.iter_mut().find(|(m, _)| *m == target) {
                    Some((_, classes)) => classes.push(c),
                    None => out.push((target, vec![c])),
                }
            }
        }
        out
    }
}

/// The exceptions that the runtime itself throws, with the name of their kind in the runtime.
pub const RUNTIME_EXCEPTIONS: &[(&str, &str)] = &[
    ("java.lang.NullPointerException", "NullPointer"),
    ("java.lang.ArrayIndexOutOfBoundsException", "ArrayIndexOutOfBounds"),
    ("java.lang.StringIndexOutOfBoundsException", "StringIndexOutOfBounds"),
    ("java.lang.IndexOutOfBoundsException", "IndexOutOfBounds"),
    ("java.lang.ArithmeticException", "Arithmetic"),
    ("java.lang.ClassCastException", "ClassCast"),
    ("java.lang.NegativeArraySizeException", "NegativeArraySize"),
    ("java.lang.ArrayStoreException", "ArrayStore"),
    ("java.lang.NumberFormatException", "NumberFormat"),
    ("java.lang.IllegalArgumentException", "IllegalArgument"),
    ("java.lang.OutOfMemoryError", "OutOfMemory"),
    ("java.lang.StackOverflowError", "StackOverflow"),
    ("java.lang.RuntimeException", "Runtime"),
];

/// Natives that throw exceptions of other classes.
const THROWN_BY_NATIVES: &[(&str, &str)] = &[
    ("object.clone", "java.lang.CloneNotSupportedException"),
    ("string.getBytesIn", "java.io.UnsupportedEncodingException"),
    ("string.fromBytesIn", "java.io.UnsupportedEncodingException"),
];

pub fn class_named_by(program: &Program, name: &str) -> Option<ClassId> {
    let known = program.known.classes.get(name).copied();
    known.or_else(|| program.classes.iter().position(|c| c.binary_name == name).map(|i| ClassId(i as u32)))
}

/// `ExceptionInInitializerError` and its constructor that takes the cause.
pub fn initialiser_error(program: &Program) -> Option<(ClassId, MethodId)> {
    let class = class_named_by(program, "java.lang.ExceptionInInitializerError")?;
    let throwable = *program.known.classes.get("java.lang.Throwable")?;
    let constructor = constructor_of(program, class, throwable)?;
    Some((class, constructor))
}

/// `Object.clone()`
pub fn object_clone(program: &Program) -> Option<MethodId> {
    object_method(program, "clone")
}

fn constructor_of(program: &Program, class: ClassId, param: ClassId) -> Option<MethodId> {
    program.class(class).methods.iter().copied().find(|&m| {
        let m = program.method(m);
        m.kind == MethodKind::Constructor && m.params.len() == 1 && m.locals[m.params[0].index()].ty == Ty::Class(param)
    })
}

/// The constructor of a throwable class that takes only a message.
pub fn message_constructor(program: &Program, class: ClassId) -> Option<MethodId> {
    let string = *program.known.classes.get("java.lang.String")?;
    constructor_of(program, class, string)
}

/// The constructor without parameters.
pub fn plain_constructor(program: &Program, class: ClassId) -> Option<MethodId> {
    program.class(class).methods.iter().copied().find(|&m| {
        let m = program.method(m);
        m.kind == MethodKind::Constructor && m.params.is_empty()
    })
}

/// A method of `java.lang.Object` that the runtime calls back.
pub fn object_method(program: &Program, name: &str) -> Option<MethodId> {
    let object = *program.known.classes.get("java.lang.Object")?;
    program.class(object).methods.iter().copied().find(|&m| program.method(m).name == name)
}

/// The class of tasks and its constructor from a graph.
pub struct TaskClass {
    pub class: ClassId,
    pub constructor: MethodId,
}

pub fn task_class(program: &Program) -> Option<TaskClass> {
    let class = program.classes.iter().position(|c| c.is_library && c.name == "somd.Task")?;
    let class = ClassId(class as u32);
    let constructor =
        program.class(class).methods.iter().copied().find(|&m| program.method(m).kind == MethodKind::Constructor)?;
    Some(TaskClass { class, constructor })
}

/// `Throwable.report(indent, caption, depth)`: the text of an uncaught exception.
pub fn report_method(program: &Program) -> Option<MethodId> {
    let throwable = *program.known.classes.get("java.lang.Throwable")?;
    program
        .class(throwable)
        .methods
        .iter()
        .copied()
        .find(|&m| program.method(m).name == "report" && program.method(m).params.len() == 3)
}

/// What runs besides the method that is called first.
#[derive(Default)]
pub struct Roots<'a> {
    /// The classes of exceptions that parallel code throws.
    pub thrown: Vec<&'a str>,
    /// The classes whose objects cross into parallel regions.
    pub crossing: Vec<ClassId>,
    /// The program has parallel regions.
    pub has_regions: bool,
}

/// What can run of the program that starts at `main`.
pub fn reach(program: &Program, main: MethodId, roots: &Roots) -> Reach {
    let mut w = Worker { program, reach: Reach::default(), work: Vec::new() };
    w.initialise(program.method(main).class);
    w.method(main);
    for name in ["java.lang.Object", "java.lang.String"] {
        if let Some(&c) = program.known.classes.get(name) {
            w.instantiate(c);
        }
    }
    for name in ["toString", "equals", "hashCode"] {
        if let Some(m) = object_method(program, name) {
            w.virtual_call(m);
        }
    }
    for (name, _) in RUNTIME_EXCEPTIONS {
        w.throwable(name);
    }
    for name in &roots.thrown {
        w.throwable(name);
        if let Some(m) = class_named_by(program, name).and_then(|c| plain_constructor(program, c)) {
            w.method(m);
        }
    }
    // Every region is there, also those whose method runs only within others.
    for &class in &roots.crossing {
        w.crosses(&Ty::Class(class));
    }
    w.throwable("java.lang.NoClassDefFoundError");
    if let Some((c, m)) = initialiser_error(program) {
        w.instantiate(c);
        w.method(m);
    }
    if let Some(m) = report_method(program) {
        w.method(m);
    }
    while let Some(m) = w.work.pop() {
        w.body(m);
    }
    w.reach
}

/// The methods that a method can call.
pub fn callees(program: &Program, reach: &Reach, m: MethodId) -> Vec<MethodId> {
    let mut out = BTreeSet::new();
    if let Some(body) = &program.method(m).body {
        walk::block(body, &mut |n| {
            let Node::Expr(e) = n else { return };
            match &e.kind {
                ExprKind::Call { kind: CallKind::Virtual, method, .. } => {
                    let class = program.method(*method).class;
                    out.extend(reach.targets(program, class, *method).into_iter().map(|(m, _)| m));
                }
                ExprKind::Call { method, .. }
                | ExprKind::New { constructor: method, .. }
                | ExprKind::Map { method, .. }
                | ExprKind::ReduceMethod { method, .. } => {
                    out.insert(*method);
                }
                _ => {}
            }
        });
    }
    out.retain(|m| reach.methods.contains(m));
    out.into_iter().collect()
}

/// The library's `Class.named(String)`, which class literals are made by.
pub fn class_named(program: &Program) -> Option<MethodId> {
    method_of_class(program, "named")
}

/// A method of `java.lang.Class`.
pub fn method_of_class(program: &Program, name: &str) -> Option<MethodId> {
    let class = program.classes.iter().find(|c| c.name == "java.lang.Class")?;
    class.methods.iter().copied().find(|&m| program.method(m).name == name)
}

/// The class that a type is made of, under its dimensions.
fn element_class(ty: &Ty) -> Option<ClassId> {
    match ty {
        Ty::Class(c) => Some(*c),
        Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => element_class(elem),
        _ => None,
    }
}

struct Worker<'a> {
    program: &'a Program,
    reach: Reach,
    work: Vec<MethodId>,
}

impl Worker<'_> {
    fn method(&mut self, m: MethodId) {
        if self.reach.methods.insert(m) {
            self.work.push(m);
        }
    }

    /// Objects of this class of exceptions are made by the runtime, with a message.
    fn throwable(&mut self, name: &str) {
        if let Some(c) = class_named_by(self.program, name)
            && let Some(m) = message_constructor(self.program, c)
        {
            self.instantiate(c);
            self.method(m);
        }
    }

    fn initialise(&mut self, c: ClassId) {
        if !self.reach.initialised.insert(c) {
            return;
        }
        let class = self.program.class(c);
        if let Some(m) = class.static_init {
            self.method(m);
        }
        if let Some(s) = class.superclass {
            self.initialise(s);
        }
    }

    fn instantiate(&mut self, c: ClassId) {
        if !self.reach.instantiated.insert(c) {
            return;
        }
        self.initialise(c);
        // A class with default methods is initialised with its implementers; those without have nothing to run.
        for &i in &self.program.class(c).supertypes {
            self.initialise(i);
        }
        let targets: Vec<_> = self.reach.virtual_calls.iter().filter_map(|&v| self.program.dispatch(c, v)).collect();
        for m in targets {
            self.method(m);
        }
    }

    fn virtual_call(&mut self, m: MethodId) {
        if !self.reach.virtual_calls.insert(m) {
            return;
        }
        let targets: Vec<_> = self.reach.instantiated.iter().filter_map(|&c| self.program.dispatch(c, m)).collect();
        for m in targets {
            self.method(m);
        }
    }

    /// A variable of this type may hold the zero of a value class, which no `new` makes.
    fn holds(&mut self, ty: &Ty) {
        match ty {
            Ty::Class(c) => {
                if let Some(first) = self.program.first_constant(*c) {
                    if !self.reach.fields.contains(&first) {
                        self.field(first);
                    }
                } else if self.program.class(*c).is_value && !self.program.class(*c).is_abstract {
                    self.instantiate(*c);
                }
            }
            Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => self.holds(elem),
            _ => {}
        }
    }

    /// Values of this type go into parallel code or come out of it.
    fn crosses(&mut self, ty: &Ty) {
        match ty {
            Ty::Class(c) if self.program.class(*c).is_value => {
                self.instantiate(*c);
                if let Some(ordinal) = self.program.ordinal_field(*c) {
                    self.reach.fields.insert(ordinal);
                    self.program.class(*c).constants.iter().for_each(|&f| self.field(f));
                    return;
                }
                for &f in &self.program.class(*c).fields {
                    if !self.program.field(f).is_static {
                        self.reach.fields.insert(f);
                        self.crosses(&self.program.field(f).ty);
                    }
                }
            }
            Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => self.crosses(elem),
            _ => {}
        }
    }

    /// Code makes an object that stands for a graph.
    fn task(&mut self) {
        if let Some(task) = task_class(self.program) {
            self.instantiate(task.class);
            self.method(task.constructor);
            let fields = self.program.class(task.class).fields.clone();
            self.reach.fields.extend(fields);
        }
    }

    fn field(&mut self, f: FieldId) {
        if !self.reach.fields.insert(f) {
            return;
        }
        let field = self.program.field(f);
        self.holds(&field.ty);
        if field.is_static {
            self.initialise(field.class);
        }
    }

    fn body(&mut self, m: MethodId) {
        let program = self.program;
        let method = program.method(m);
        if object_clone(program) == Some(m) {
            self.throwable("java.lang.CloneNotSupportedException");
        }
        if let Some(native) = &method.native {
            for (name, class) in THROWN_BY_NATIVES {
                if native == name {
                    self.throwable(class);
                }
            }
            // A native that makes objects of a class of the program says so in its result type.
            if let Ty::Class(c) = method.ret
                && !program.class(c).is_abstract
                && program.class(c).kind != ClassKind::Interface
            {
                self.instantiate(c);
            }
        }
        if method.is_static {
            self.initialise(method.class);
        }
        if boxes::is_shared(program, m) {
            return self.instantiate(method.class);
        }
        let Some(body) = &method.body else { return };
        walk::block(body, &mut |n| match n {
            Node::Expr(e) => self.expr(e),
            Node::Place(Place::Field { field, .. }) => self.field(*field),
            Node::Stmt(_) | Node::Place(_) | Node::Declare(_) => {}
        });
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Field { field, .. } => self.field(*field),
            ExprKind::Call { kind: CallKind::Virtual, method, .. } => self.virtual_call(*method),
            ExprKind::Call { method, .. } => self.method(*method),
            ExprKind::New { class, constructor, .. } => {
                self.instantiate(*class);
                if let ClassKind::Lambda { .. } = self.program.class(*class).kind {
                    let fields = self.program.class(*class).fields.clone();
                    self.reach.fields.extend(fields);
                } else {
                    self.method(*constructor);
                }
            }
            ExprKind::NewArray { .. } | ExprKind::ArrayLit(_) => {
                self.reach.named.extend(element_class(&e.ty));
                self.holds(&e.ty);
            }
            ExprKind::Lit(Lit::Zero) | ExprKind::CheckCast(_) => self.holds(&e.ty),
            ExprKind::ClassLit(ty) => {
                self.reach.named.extend(element_class(ty));
                if let Some(m) = class_named(self.program) {
                    self.method(m);
                }
            }
            ExprKind::CoreCall { args, .. } => {
                // What crosses is taken apart and put together field by field.
                args.iter().map(|a| &a.ty).chain([&e.ty]).for_each(|t| self.crosses(t));
                // It may have to run where it cannot.
                self.throwable("somd.TargetError");
            }
            ExprKind::Map { method, args } => {
                self.method(*method);
                if args.iter().filter(|a| a.mapped).count() > 1 {
                    self.throwable("somd.LengthMismatch");
                }
            }
            ExprKind::MapBinary { .. } | ExprKind::Freeze(_) | ExprKind::Thaw(_) => {
                self.throwable("somd.LengthMismatch")
            }
            ExprKind::ReduceMethod { method, init, .. } => {
                self.method(*method);
                if init.is_none() {
                    self.throwable("somd.EmptyReduction");
                }
            }
            ExprKind::Task { method, instance, items } => {
                // Items that come as numbers are boxed for a worker that takes boxes.
                let takes = self.program.items(*method, items.as_deref()).takes;
                takes.iter().filter_map(|ty| self.program.boxing(ty)).for_each(|m| self.method(m));
                // An instance's class is known: no other override runs.
                let made = match instance.as_ref().map(|i| &i.ty) {
                    Some(Ty::Class(c)) => self.program.dispatch(*c, *method),
                    _ => None,
                };
                self.method(made.unwrap_or(*method));
                self.task();
            }
            ExprKind::Connect { .. } => {
                // Graphs that are put together at run time may not fit.
                self.throwable("java.lang.IllegalStateException");
                self.task();
            }
            _ => {}
        }
    }
}
