//! The reference interpreter: runs HIR directly, and so defines what a program means.
//!
//! It is the oracle that the back ends are tested against, so it follows Java's rules as they are written (evaluation order,
//! lazy initialisation, exceptions on every path) and does nothing clever. It runs on the same runtime as compiled programs:
//! strings, arrays, exceptions and natives are theirs; only objects are its own ([`DynObject`]).
//!
//! - [`ops`]: arithmetic on values.
//! - [`eval`], [`exec`]: expressions and statements.
//! - [`class`]: initialisation, dispatch, casts, default values.
//! - [`lime`]: maps, reductions, freezing, sequentially.
//! - [`core_call`]: calls of Core's interpreter.
//! - [`task`]: task graphs.
//! - [`trace`]: stack traces.
//! - [`replay`]: running again what has run before, without its effects.
//! - [`rt`]: everything that depends on how the runtime lays values out.
//!
//! What HIR promises (types fit, names resolve) is not checked twice; where a promise is broken the interpreter stops with an
//! internal error that names the source span.
//!
//! [`DynObject`]: somd_runtime::dyn_object::DynObject

mod class;
mod core_call;
mod eval;
mod exec;
mod explain;
mod lime;
mod ops;
mod replay;
mod rt;
mod task;
mod trace;

use smol_str::SmolStr;
use somd_core as core;
use somd_hir::{FieldId, Lit, LocalId, MethodId, Program, Ty};
use somd_runtime::console::Captured;
use somd_runtime::value::Value;
use somd_syntax::source::{SourceMap, Span};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Java frames that fit on the interpreter's stack. HotSpot's default stack holds 10 to 25 thousand small frames.
const MAX_DEPTH: u32 = 12_000;
/// Address space, not memory: only what is touched is used.
const STACK_SIZE: usize = 3 << 30;
/// Left for natives and for making the exception when the stack is declared full.
const STACK_RESERVE: usize = 64 << 20;

/// What a run needs besides the program.
#[derive(Clone, Default)]
pub struct Host {
    /// Required where the program has [`CoreCall`](somd_hir::ExprKind::CoreCall)s.
    pub core: Option<Arc<core::ir::Program>>,
    /// For the lines of stack traces, which are empty without.
    pub sources: Option<Arc<SourceMap>>,
    /// Accesses of different iterations to one element, one of which stores, end the process with a message and exit code 3.
    pub races: bool,
    /// A file with what the program's calls of the system gave in an earlier run: it goes as it went, without their effects, and on from there.
    pub replay: Option<PathBuf>,
}

/// Runs `main(args)` to its end and returns the exit code: 0, or 1 after an uncaught exception, which has been printed.
pub fn run(program: Arc<Program>, host: Host, main: MethodId, args: Vec<String>) -> i32 {
    on_large_stack(move || Interp::start(program, host).run_main(main, &args))
}

/// As [`run`], and gives what was printed to standard output and standard error instead of printing it.
pub fn run_captured(program: Arc<Program>, host: Host, main: MethodId, args: Vec<String>) -> (i32, Captured) {
    on_large_stack(move || somd_runtime::console::capture(|| Interp::start(program, host).run_main(main, &args)))
}

fn on_large_stack<R: Send + 'static>(body: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new().name("main".into()).stack_size(STACK_SIZE);
    match thread.spawn(body).map(|handle| handle.join()) {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => {
            // What the program printed before the fault helps to find it.
            rt::flush();
            std::panic::resume_unwind(panic)
        }
        Err(error) => panic!("interpreter: the system gives no thread: {error}"),
    }
}

/// One run of one program. It lives as long as the process: objects in its static fields may be reached until the end.
struct Interp {
    program: Arc<Program>,
    host: Host,
    /// By [`FieldId`]: the index among the fields of an object, inherited ones first; statics: unused.
    field_slots: Vec<u32>,
    /// By class: the types of all instance fields, inherited ones first.
    layouts: Vec<Arc<[Ty]>>,
    statics: RefCell<Vec<Value>>,
    numbers: rt::Numbers,
    init_states: Vec<Cell<class::InitState>>,
    /// By method: what the runtime has for it.
    natives: Vec<Option<somd_runtime::value::DynFn>>,
    /// What earlier runs did, where this one goes on from them.
    replay: Option<RefCell<replay::Replay>>,
    known: class::KnownMethods,
    /// Interned strings, so that a literal is looked up by the cheaper key.
    literals: RefCell<HashMap<Arc<[u16]>, Value>>,
    depth: Cell<u32>,
    /// A `StackOverflowError` is being made: the limits do not hold.
    overflowing: Cell<bool>,
    /// The address below which the stack counts as full.
    stack_floor: usize,
    /// The methods that are running, innermost last, each with the span it has come to.
    frames: RefCell<Vec<(MethodId, Span)>>,
}

/// The state of one call.
struct Frame {
    locals: Vec<Value>,
    this: Value,
    method: MethodId,
}

impl Frame {
    fn get(&self, local: LocalId) -> Value {
        self.locals[local.index()].clone()
    }
    fn set(&mut self, local: LocalId, value: Value) {
        self.locals[local.index()] = value;
    }
}

/// HIR is not what it promises to be: a bug in an earlier stage or here.
#[cold]
fn internal(span: Span, what: &str) -> ! {
    panic!("interpreter: {what} (at {span:?})")
}

impl Interp {
    fn start(program: Arc<Program>, host: Host) -> &'static Interp {
        let layouts = class::layouts(&program);
        let mut field_slots = vec![0; program.fields.len()];
        for (class, layout) in program.classes.iter().zip(&layouts) {
            let own: Vec<FieldId> = class.fields.iter().copied().filter(|&f| !program.field(f).is_static).collect();
            let first = layout.len() - own.len();
            for (i, field) in own.into_iter().enumerate() {
                field_slots[field.index()] = (first + i) as u32;
            }
        }
        let natives = program
            .methods
            .iter()
            .map(|m| m.native.as_deref().filter(|name| !trace::is_own(name)).and_then(somd_runtime::natives::lookup))
            .collect();
        let stack_here = std::ptr::from_ref(&natives) as usize;
        let interp = Interp {
            field_slots,
            layouts,
            statics: RefCell::new(Vec::new()),
            numbers: rt::Numbers::assign(&program),
            init_states: vec![Cell::new(class::InitState::Untouched); program.classes.len()],
            natives,
            // A record that cannot be opened is none: what ran before runs again.
            replay: host.replay.as_deref().and_then(|p| replay::Replay::of(p).ok()).map(RefCell::new),
            known: class::KnownMethods::find(&program),
            literals: RefCell::default(),
            depth: Cell::new(0),
            overflowing: Cell::new(false),
            stack_floor: stack_here.saturating_sub(STACK_SIZE - STACK_RESERVE),
            frames: RefCell::default(),
            host,
            program,
        };
        let interp: &'static Interp = Box::leak(Box::new(interp));
        rt::register(interp);
        let zeros = interp.program.fields.iter().map(|f| {
            if !f.is_static {
                return Value::Void;
            }
            match &f.constant {
                Some(lit) => interp.literal(lit, &f.ty, f.span),
                // No code of the program runs before it begins; who reads a value's field finds the zero.
                None if f.ty.is_reference() => rt::null(),
                None => interp.default_value(&f.ty),
            }
        });
        let zeros: Vec<Value> = zeros.collect();
        *interp.statics.borrow_mut() = zeros;
        interp
    }

    fn run_main(&'static self, main: MethodId, args: &[String]) -> i32 {
        let ran = rt::catch(|| {
            self.initialize(self.program.method(main).class);
            let args = rt::string_array(args);
            let takes_args = !self.program.method(main).params.is_empty();
            self.invoke(main, Value::Void, if takes_args { vec![args] } else { Vec::new() });
        });
        let code = match ran {
            Ok(()) => 0,
            Err(exception) => {
                let exception = Value::Ref(exception);
                // The exception's own methods may throw; Java then says no more than this.
                let text = rt::catch(|| self.throwable_report(&exception));
                let class = || format!("{}\n", self.class_name(rt::class_of(self, rt::object(&exception))));
                rt::print_error(&format!("Exception in thread \"main\" {}", text.unwrap_or_else(|_| class())));
                1
            }
        };
        rt::flush();
        code
    }

    /// Calls exactly this method, which has a body or is native. `this` is [`Value::Void`] for static methods.
    fn invoke(&self, id: MethodId, this: Value, mut args: Vec<Value>) -> Value {
        let method = self.program.method(id);
        if let Some(name) = &method.native {
            if trace::is_own(name)
                && let Some(value) = self.own_native(name, &args)
            {
                return value;
            }
            if !method.is_static {
                args.insert(0, this);
            }
            return self.native_call(id, &args);
        }
        if self.known.clone == Some(id)
            && let Some(copy) = rt::clone_object(self, &this)
        {
            return copy;
        }
        let Some(body) = &method.body else {
            internal(method.name_span, &format!("`{}` has no body", method.display));
        };
        let here = std::ptr::from_ref(&args) as usize;
        if (self.depth.get() >= MAX_DEPTH || here < self.stack_floor) && !self.overflowing.get() {
            self.stack_overflow();
        }
        args.resize(method.locals.len(), Value::Void);
        // Parameters are the first locals, but for copies of methods, which have other ones than the method.
        if method.params.iter().enumerate().any(|(at, p)| p.index() != at) {
            let given = std::mem::replace(&mut args, vec![Value::Void; method.locals.len()]);
            for (param, value) in method.params.iter().zip(given) {
                args[param.index()] = value;
            }
        }
        let mut frame = Frame { locals: args, this, method: id };
        let depth = Entered::new(self, id, method.span);
        let flow = self.block(body, &mut frame);
        drop(depth);
        match flow {
            exec::Flow::Return(value) => value,
            exec::Flow::Next if method.ret == Ty::Void => Value::Void,
            _ => internal(method.name_span, &format!("`{}` ends without a value", method.display)),
        }
    }

    /// Calls what the runtime has for a method, with the receiver, where there is one, first.
    fn native_call(&self, id: MethodId, args: &[Value]) -> Value {
        match self.natives[id.index()] {
            Some(native) => {
                let name = self.program.method(id).native.as_deref();
                let replayed = self
                    .replay
                    .as_ref()
                    .zip(name)
                    .and_then(|(r, name)| r.try_borrow_mut().ok()?.call(name, args, native));
                replayed.unwrap_or_else(|| native(args))
            }
            None => {
                let method = self.program.method(id);
                internal(method.name_span, &format!("the runtime has no `{}`", method.display))
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn stack_overflow(&self) -> ! {
        // The exception's constructors run on what was kept in reserve.
        self.overflowing.set(true);
        let exception = rt::catch(|| self.make_exception("java.lang.StackOverflowError", None));
        self.overflowing.set(false);
        match exception {
            Ok(exception) => rt::throw(rt::reference(&exception)),
            Err(other) => rt::throw(other),
        }
    }

    /// The value of a literal of type `ty`.
    fn literal(&self, lit: &Lit, ty: &Ty, span: Span) -> Value {
        match lit {
            Lit::Boolean(b) => Value::Boolean(*b),
            Lit::Int(v) => match ops::convert(&Value::Int(*v), ty) {
                Some(value) => value,
                None => internal(span, "an integer literal of no integer type"),
            },
            Lit::Long(v) => Value::Long(*v),
            Lit::Float(v) => Value::Float(*v),
            Lit::Double(v) => Value::Double(*v),
            Lit::Null => rt::null(),
            Lit::Zero => self.default_value(ty),
            Lit::String(chars) => {
                let mut literals = self.literals.borrow_mut();
                literals.entry(chars.clone()).or_insert_with(|| rt::literal(chars)).clone()
            }
        }
    }

    fn class_name(&self, class: somd_hir::ClassId) -> &SmolStr {
        &self.program.class(class).binary_name
    }
}

/// Keeps the depth and the list of running methods right, also when an exception passes.
struct Entered<'a>(&'a Interp);

impl<'a> Entered<'a> {
    fn new(interp: &'a Interp, method: MethodId, span: Span) -> Entered<'a> {
        interp.depth.set(interp.depth.get() + 1);
        interp.frames.borrow_mut().push((method, span));
        Entered(interp)
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.depth.set(self.0.depth.get() - 1);
        self.0.frames.borrow_mut().pop();
    }
}

#[cfg(test)]
mod tests;
