//! What the running program tells the runtime of itself: its classes, hooks and line table; and how it is run.
//!
//! A process runs one program, set once by generated `main` ([`run_main`]) or by the interpreter. Tests that run several
//! in one process give each its threads with [`with`].

use crate::array::Array;
use crate::exception::{self, ExceptionKind};
use crate::object::{ClassId, ClassInfo, Crossing, Layout, Object, Ref, class_id};
use crate::string::Str;
use crate::{cluster, console, exception::catch_java, memory, trace};
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A program, as the runtime sees it.
pub struct Program {
    /// By class number; the first [`class_id::FIRST_PROGRAM_CLASS`] are [`RUNTIME_CLASSES`].
    pub classes: &'static [ClassInfo],
    pub hooks: Hooks,
    /// Which source line each line of generated Rust came from.
    pub lines: LineTable,
}

/// The methods of the program that the runtime calls. The arguments are never null.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// `o.toString()`.
    pub to_string: fn(&Ref<Object>) -> Ref<Str>,
    /// `a.equals(b)`; `b` may be null.
    pub equals: fn(&Ref<Object>, &Ref<Object>) -> bool,
    /// `a == b` on two objects of one class that are not one object: equal contents where the class is a value class.
    pub same_contents: fn(&Ref<Object>, &Ref<Object>) -> bool,
    /// What a variable of a class of values holds before it is assigned; null for other classes.
    pub zero: fn(ClassId) -> Ref<Object>,
    /// `o.hashCode()`.
    pub hash_code: fn(&Ref<Object>) -> i32,
    /// A new Throwable of this kind.
    pub make_exception: fn(ExceptionKind, Option<&str>) -> Ref<Object>,
    /// A new Throwable of the library class with this binary name.
    pub make_named_exception: Option<MakeNamed>,
    /// What to throw where a static initialiser threw this: an `ExceptionInInitializerError`, or the error itself.
    pub initialiser_failed: fn(Ref<Object>) -> Ref<Object>,
    /// Prints an uncaught Throwable as `printStackTrace` does, to the text.
    pub stack_trace: fn(&Ref<Object>) -> String,
}

/// Makes a Throwable of a class by its binary name, with a message.
pub type MakeNamed = fn(&str, Option<&str>) -> Ref<Object>;

/// The line table of the generated code.
#[derive(Clone, Copy)]
pub struct LineTable {
    /// Sorted by Rust file and first line.
    pub functions: &'static [FunctionLines],
}

impl LineTable {
    pub const EMPTY: LineTable = LineTable { functions: &[] };
}

/// Where one Java method's code lies in the generated Rust.
pub struct FunctionLines {
    /// The generated file, as the debug information names its end: `src/main.rs`.
    pub rust_file: &'static str,
    /// The first and last line of the function there.
    pub first: u32,
    pub last: u32,
    /// As stack traces name it: `pkg.Main.sum`.
    pub method: &'static str,
    /// The source file's name, `Main.somd`.
    pub source_file: &'static str,
    /// Pairs of a line in the generated file and the source line from there on, sorted.
    pub lines: &'static [(u32, u32)],
}

const fn runtime_class(name: &'static str) -> ClassInfo {
    ClassInfo {
        name,
        superclass: class_id::OBJECT,
        last_subclass: 0,
        interfaces: &[],
        is_interface: false,
        size: 0,
        layout: Layout::NONE,
        is_cyclic: false,
        columns: None,
        crossing: Crossing::Owned,
    }
}

/// The entries of the classes that the runtime makes: the beginning of every program's class table. `last_subclass` of
/// `Object` is the program's last class.
pub const fn runtime_classes(last_class: ClassId) -> [ClassInfo; class_id::FIRST_PROGRAM_CLASS as usize] {
    let mut table = [
        runtime_class("java.lang.Object"),
        runtime_class("java.lang.String"),
        runtime_class("[Z"),
        runtime_class("[B"),
        runtime_class("[S"),
        runtime_class("[C"),
        runtime_class("[I"),
        runtime_class("[J"),
        runtime_class("[F"),
        runtime_class("[D"),
        runtime_class("[Ljava.lang.Object;"),
        runtime_class("somd.Dynamic"),
        runtime_class("somd.Native"),
        runtime_class("somd.Reserved13"),
        runtime_class("somd.Reserved14"),
        runtime_class("somd.Reserved15"),
    ];
    let mut i = 0;
    while i < table.len() {
        table[i].last_subclass = i as u32;
        i += 1;
    }
    table[0].last_subclass = last_class;
    table
}

static PROCESS: AtomicPtr<Program> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    /// The program of this thread, once it has asked.
    static CURRENT: Cell<Option<&'static Program>> = const { Cell::new(None) };
}

/// Sets the program of the process, before any other thread runs its code.
pub fn set(program: &'static Program) {
    assert!(program.classes.len() < memory::CLASS_MASK as usize, "more classes than a header can number");
    PROCESS.store(program as *const Program as *mut Program, Ordering::Release);
    CURRENT.set(Some(program));
}

/// Runs `body` with another program on this thread.
pub fn with<R>(program: &'static Program, body: impl FnOnce() -> R) -> R {
    struct Restore(Option<&'static Program>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.set(self.0);
        }
    }
    let _restore = Restore(CURRENT.replace(Some(program)));
    body()
}

/// The program this thread runs.
#[inline(always)]
pub fn current() -> &'static Program {
    match CURRENT.get() {
        Some(p) => p,
        None => process_program(),
    }
}

/// Whether this thread has a program to run.
pub(crate) fn is_set() -> bool {
    CURRENT.get().is_some() || !PROCESS.load(Ordering::Acquire).is_null()
}

#[cold]
#[inline(never)]
fn process_program() -> &'static Program {
    // SAFETY: only `set` stores here.
    let Some(program) = (unsafe { PROCESS.load(Ordering::Acquire).as_ref() }) else { no_program() };
    CURRENT.set(Some(program));
    program
}

#[cold]
fn no_program() -> ! {
    panic!("no program is set: call `program::set` before any of its code")
}

#[inline]
pub fn class_info(class: ClassId) -> &'static ClassInfo {
    &current().classes[class as usize]
}

// ---- types at run time ------------------------------------------------------------------------------------------

/// A reference type at run time: a class, or an array of one. Arrays of primitives are classes of the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RefType(u32);

/// Where Java would have loaded a class from; messages say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    JavaBase,
    App,
}

impl RefType {
    pub const OBJECT: RefType = RefType(class_id::OBJECT);
    pub const STRING: RefType = RefType(class_id::STRING);

    pub const fn class(class: ClassId) -> RefType {
        RefType(class)
    }

    /// The type of arrays whose elements are of this type.
    pub const fn array_of(self) -> RefType {
        RefType(self.0 + (1 << 24))
    }

    /// `dims` levels of arrays of `class`.
    pub const fn array(class: ClassId, dims: u32) -> RefType {
        RefType(class | dims << 24)
    }

    pub const fn base(self) -> ClassId {
        self.0 & 0x00ff_ffff
    }

    pub const fn dims(self) -> u32 {
        self.0 >> 24
    }

    /// The element type, where this is an array of references.
    pub const fn element(self) -> Option<RefType> {
        if self.dims() == 0 { None } else { Some(RefType(self.0 - (1 << 24))) }
    }

    /// As `Class.getName` writes it.
    pub fn name(self) -> Cow<'static, str> {
        let base = class_info(self.base()).name;
        if self.dims() == 0 {
            return Cow::Borrowed(base);
        }
        let mut name = "[".repeat(self.dims() as usize);
        if base.starts_with('[') {
            name.push_str(base);
        } else {
            name.push('L');
            name.push_str(base);
            name.push(';');
        }
        Cow::Owned(name)
    }

    pub fn home(self) -> Home {
        let name = class_info(self.base()).name;
        let java_base = name.starts_with("java.") || (name.starts_with('[') && name.len() == 2);
        if java_base { Home::JavaBase } else { Home::App }
    }
}

/// The exact type of an object.
pub fn type_of(object: &Ref<Object>) -> RefType {
    match object.class() {
        // SAFETY: the class number says so.
        class_id::REF_ARRAY => unsafe { object.cast::<Array<Ref<Object>>>() }.element_type().array_of(),
        class => RefType::class(class),
    }
}

/// The name of an object's class, as `getClass().getName()` gives it.
pub fn class_name_of(object: &Ref<Object>) -> Cow<'static, str> {
    type_of(object).name()
}

/// `class` is `target` or inherits from it.
#[inline]
pub fn is_subclass(class: ClassId, target: ClassId) -> bool {
    if class == target || target == class_id::OBJECT {
        return true;
    }
    let classes = current().classes;
    let info = &classes[target as usize];
    if info.is_interface {
        classes[class as usize].interfaces.binary_search(&target).is_ok()
    } else {
        target <= class && class <= info.last_subclass
    }
}

/// `instanceof` for a class or interface; null is none.
#[inline]
pub fn instance_of<T: 'static>(object: &Ref<T>, class: ClassId) -> bool {
    !object.is_null() && is_subclass(object.class(), class)
}

/// Whether a cast to `class` succeeds.
#[inline]
pub fn instance_of_or_null<T: 'static>(object: &Ref<T>, class: ClassId) -> bool {
    object.is_null() || is_subclass(object.class(), class)
}

/// A value of type `from` is one of type `to`.
pub fn is_subtype(from: RefType, to: RefType) -> bool {
    // Arrays are objects (and Cloneable, and Serializable); the base of one of primitives is that of its last dimension.
    let of_primitives = (class_id::BOOLEAN_ARRAY..=class_id::DOUBLE_ARRAY).contains(&from.base());
    match from.dims() == to.dims() {
        true => is_subclass(from.base(), to.base()) || of_primitives && is_array_supertype(to.base()),
        false => from.dims() > to.dims() && is_array_supertype(to.base()),
    }
}

fn is_array_supertype(class: ClassId) -> bool {
    class == class_id::OBJECT || matches!(class_info(class).name, "java.lang.Cloneable" | "java.io.Serializable")
}

/// `instanceof` for any reference type; null is none.
pub fn instance_of_type<T: 'static>(object: &Ref<T>, target: RefType) -> bool {
    !object.is_null() && is_subtype(type_of(object.up()), target)
}

/// A checked cast to any reference type.
#[track_caller]
pub fn check_cast_type<T: 'static>(object: &Ref<T>, target: RefType) {
    if !object.is_null() && !is_subtype(type_of(object.up()), target) {
        exception::throw_class_cast(object.up(), target);
    }
}

/// The program's class with this binary name, among the first ones that have it.
pub fn class_by_name(name: &str) -> Option<ClassId> {
    current().classes.iter().position(|c| c.name == name).map(|i| i as ClassId)
}

// ---- running ----------------------------------------------------------------------------------------------------

/// The stack of the thread that runs `main`; its pages are taken from the system as they are used.
const MAIN_STACK: usize = 512 << 20;
/// What recursion may use of it: many times what Java's default allows, and little enough that unwinding all of it takes
/// less than a second. The rest is for recursion that does not check, through the library.
const USABLE_STACK: usize = 64 << 20;

/// The payload of an unwind that ends the program: `System.exit` where the process is not ours to end.
pub struct Exit(pub i32);

thread_local! {
    static EMBEDDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `main` with the process's arguments on a large stack and returns the exit code. Uncaught exceptions are printed
/// as Java prints them; output is flushed.
pub fn run_main(program: &'static Program, main: fn(Ref<Array<Ref<Str>>>), arguments: Vec<String>) -> i32 {
    if let Some(code) = cluster::begin() {
        return code;
    }
    set(program);
    exception::install_quiet_hook();
    memory::keep_freed_memory();
    memory::keep_reserve();
    crate::profile::begin();
    run_on_big_stack(move || {
        memory::is_last_thread();
        cluster::on_main();
        crate::profile::on_main();
        let arguments = cluster::same_arguments(arguments);
        let arguments = arguments_array(&arguments);
        report_uncaught(move || main(arguments))
    })
}

/// `String[] args`.
pub fn arguments_array(arguments: &[String]) -> Ref<Array<Ref<Str>>> {
    Array::from_refs(RefType::STRING, arguments.iter().map(|a| Str::new(a)).collect::<Vec<_>>())
}

/// Runs `body` on a thread with a large stack whose end is known to [`exception::stack_check`].
pub fn run_on_big_stack<R: Send>(body: impl FnOnce() -> R + Send) -> R {
    let program = CURRENT.get().map(|p| p as *const Program as usize);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("main".to_string()).stack_size(MAIN_STACK);
        let handle = thread.spawn_scoped(scope, move || {
            // SAFETY: a `&'static Program` of the calling thread.
            CURRENT.set(program.map(|p| unsafe { &*(p as *const Program) }));
            exception::set_stack_limit(USABLE_STACK);
            body()
        });
        match handle.map(|h| h.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(payload)) => std::panic::resume_unwind(payload),
            Err(e) => panic!("the system refused a thread for `main`: {e}"),
        }
    })
}

/// Runs `body`, prints what it throws, and returns the exit code: 0; 1 after an uncaught exception; 101 after an error of
/// the compiler or the runtime.
pub fn report_uncaught(body: impl FnOnce()) -> i32 {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| catch_java(body)));
    let code = match result {
        Ok(Ok(())) => 0,
        Ok(Err(exception)) => {
            console::err(b"Exception in thread \"main\" ");
            match catch_java(|| (current().hooks.stack_trace)(&exception)) {
                Ok(text) => console::err(text.as_bytes()),
                // `toString` or `getMessage` threw: Java names the class.
                Err(_) => console::err(format!("{}\n", class_name_of(&exception)).as_bytes()),
            }
            1
        }
        Err(payload) => match payload.downcast::<Exit>() {
            Ok(exit) => exit.0,
            Err(payload) => {
                let report = exception::internal_error_report(&*payload);
                // Of a rank's own fault no other rank tells.
                if crate::cluster::speaks() {
                    console::err(report.as_bytes())
                } else {
                    eprint!("{report}")
                }
                101
            }
        },
    };
    console::flush();
    at_end(code)
}

/// Writes the profile, where one was asked for, and looks for leaks of device memory, where tests ask for that.
fn at_end(code: i32) -> i32 {
    let at_once = crate::device::end();
    crate::profile::finish();
    cluster::end(code);
    let code = match crate::device::leaked() {
        Some(n) => {
            eprintln!("error: {n} device buffers are leaked");
            101
        }
        None => code,
    };
    if at_once {
        // SAFETY: it only ends the process; what the program wrote is out.
        unsafe { libc::_exit(code) };
    }
    code
}

/// Runs `body`, in which `System.exit` does not end the process; `Err` is the exit code.
pub fn embedded<R>(body: impl FnOnce() -> R) -> Result<R, i32> {
    let before = EMBEDDED.replace(true);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body));
    EMBEDDED.set(before);
    result.map_err(|payload| match payload.downcast::<Exit>() {
        Ok(exit) => exit.0,
        Err(payload) => std::panic::resume_unwind(payload),
    })
}

/// `System.exit`.
pub fn exit(code: i32) -> ! {
    if EMBEDDED.get() {
        std::panic::resume_unwind(Box::new(Exit(code)));
    }
    console::flush();
    std::process::exit(at_end(code))
}

/// The frames of a Throwable's stack trace, ready to print: lines of `\tat pkg.Main.f(Main.somd:12)`.
pub fn frames_text(trace: &trace::Trace) -> String {
    let mut text = String::new();
    for frame in trace.frames() {
        text.push_str(&format!("\tat {}({}:{})\n", frame.method, frame.file, frame.line));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_program;

    #[test]
    fn uncaught_exceptions_end_the_program_with_1() {
        let (code, output) = test_program::enter(|| {
            console::capture(|| {
                report_uncaught(|| {
                    console::out(b"before\n");
                    exception::throw_division_by_zero()
                })
            })
        });
        assert_eq!(code, 1);
        assert_eq!(output.out, b"before\n");
        assert_eq!(
            String::from_utf8_lossy(&output.err),
            "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat app.Main.main(Main.somd:1)\n"
        );
    }

    #[test]
    fn an_embedded_exit_is_a_value() {
        assert_eq!(embedded(|| catch_java(|| exit(3)).map(|_: ()| ()).is_ok()), Err(3));
        assert_eq!(embedded(|| 5), Ok(5));
    }

    #[test]
    fn arrays_are_covariant_and_objects() {
        test_program::enter(|| {
            let leaf = RefType::class(test_program::LEAF);
            assert!(is_subtype(leaf.array_of(), RefType::OBJECT.array_of()));
            assert!(is_subtype(leaf.array_of().array_of(), RefType::OBJECT.array_of()));
            assert!(!is_subtype(RefType::OBJECT.array_of(), leaf.array_of()));
            assert!(is_subtype(RefType::class(class_id::INT_ARRAY), RefType::OBJECT));
            assert!(is_subtype(RefType::class(class_id::INT_ARRAY).array_of(), RefType::OBJECT.array_of()));
            assert!(!is_subtype(RefType::class(class_id::INT_ARRAY), RefType::OBJECT.array_of()));
            assert_eq!(RefType::class(class_id::INT_ARRAY).array_of().name(), "[[I");
        });
    }
}
