//! Stack traces: cheap to take, named only when printed.
//!
//! A Throwable keeps the return addresses of its construction ([`capture`]: a walk over frame pointers, a few
//! nanoseconds a frame; programs compiled without frame pointers unwind instead). [`Trace::frames`] turns them into source lines when somebody asks, with the executable's line table
//! (generated line) and the program's ([`crate::program::LineTable`], source line).

use crate::check::Site;
use crate::program::{self, FunctionLines, LineTable};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::panic::Location;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

/// The return addresses of a Throwable's construction, innermost first.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    addresses: Box<[usize]>,
    /// Where a check of parallel code failed: no address says it, for the code may be fused from several methods.
    site: Option<&'static Site>,
    /// The line of generated code that called what threw: the machine's code may have merged it with others.
    caller: Option<&'static Location<'static>>,
}

thread_local! {
    /// The site of the exception that is being made.
    static SITE: Cell<Option<&'static Site>> = const { Cell::new(None) };
    /// The caller of what makes an exception now.
    static CALLER: Cell<Option<&'static Location<'static>>> = const { Cell::new(None) };
}

/// Runs `make`, in which traces begin at the caller's line.
#[track_caller]
pub(crate) fn at_caller<R>(make: impl FnOnce() -> R) -> R {
    let before = CALLER.replace(Some(Location::caller()));
    let made = make();
    CALLER.set(before);
    made
}

/// Runs `make`, in which traces begin at the site.
pub(crate) fn at_site<R>(site: &'static Site, make: impl FnOnce() -> R) -> R {
    struct Restore(Option<&'static Site>);
    impl Drop for Restore {
        fn drop(&mut self) {
            SITE.set(self.0);
        }
    }
    let _restore = Restore(SITE.replace(Some(site)));
    make()
}

/// One line of a printed stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// `pkg.Main.sum`
    pub method: String,
    /// `Main.somd`
    pub file: String,
    pub line: u32,
}

/// As many frames as Java keeps.
const MAX_DEPTH: usize = 1024;

/// The addresses of the calls that are running.
#[inline(never)]
pub fn capture() -> Trace {
    let mut addresses = [const { MaybeUninit::uninit() }; MAX_DEPTH];
    let n = if frame_pointers_work() { walk(&mut addresses) } else { unwind(&mut addresses) };
    // SAFETY: both functions fill what they count.
    Trace {
        addresses: addresses[..n].iter().map(|a| unsafe { a.assume_init() }).collect(),
        site: SITE.get(),
        caller: CALLER.get(),
    }
}

/// Whether this program was compiled with frame pointers: found out once, by walking both ways.
fn frame_pointers_work() -> bool {
    const UNKNOWN: u8 = 0;
    const YES: u8 = 1;
    const NO: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
    #[cold]
    #[inline(never)]
    fn compare() -> bool {
        let (mut by_pointers, mut by_tables) =
            ([const { MaybeUninit::uninit() }; 3], [const { MaybeUninit::uninit() }; 16]);
        let n = walk(&mut by_pointers);
        let m = unwind(&mut by_tables);
        // SAFETY: as in `capture`.
        let (found, all) = unsafe { (by_pointers[..n].assume_init_ref(), by_tables[..m].assume_init_ref()) };
        // The tables begin in `unwind` or here; the pointers with the address to return to from here. The standard library
        // has frame pointers in any case, so frames further out prove nothing.
        n == 3 && all.windows(3).take(3).any(|w| w == found)
    }
    match STATE.load(Ordering::Relaxed) {
        UNKNOWN => {
            let works = compare();
            STATE.store(if works { YES } else { NO }, Ordering::Relaxed);
            works
        }
        state => state == YES,
    }
}

/// The return addresses by the tables that unwinding uses: right in every program, and slower by a factor of a hundred.
fn unwind(addresses: &mut [MaybeUninit<usize>]) -> usize {
    struct State<'a> {
        addresses: &'a mut [MaybeUninit<usize>],
        n: usize,
    }
    unsafe extern "C" {
        fn _Unwind_Backtrace(f: extern "C" fn(*mut c_void, *mut c_void) -> c_int, data: *mut c_void) -> c_int;
        fn _Unwind_GetIP(context: *mut c_void) -> usize;
    }
    extern "C" fn step(context: *mut c_void, data: *mut c_void) -> c_int {
        const CONTINUE: c_int = 0;
        const END: c_int = 5;
        // SAFETY: `data` is the state that `unwind` passed, and the context is the unwinder's.
        let (state, address) = unsafe { (&mut *data.cast::<State>(), _Unwind_GetIP(context)) };
        if state.n == state.addresses.len() || address == 0 {
            return END;
        }
        state.addresses[state.n].write(address);
        state.n += 1;
        CONTINUE
    }
    let mut state = State { addresses, n: 0 };
    // SAFETY: the unwinder calls `step` while `state` lives.
    unsafe { _Unwind_Backtrace(step, (&raw mut state).cast()) };
    state.n
}

/// Follows the chain of frame pointers. Every frame read lies in this thread's stack, above the one before: code without
/// frame pointers can end or shorten a trace, not crash the walk.
#[inline(always)]
fn walk(addresses: &mut [MaybeUninit<usize>]) -> usize {
    let mut frame: usize;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: reads a register.
    unsafe {
        std::arch::asm!("mov {}, rbp", out(reg) frame, options(nomem, nostack, preserves_flags))
    };
    #[cfg(target_arch = "aarch64")]
    // SAFETY: reads a register.
    unsafe {
        std::arch::asm!("mov {}, x29", out(reg) frame, options(nomem, nostack, preserves_flags))
    };
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        frame = 0;
    }
    let mark = 0usize;
    let mut below = &raw const mark as usize;
    let top = stack_top();
    let mut n = 0;
    while n < addresses.len() && frame > below && frame.is_multiple_of(8) && frame + 16 <= top {
        // SAFETY: two aligned words within this thread's stack, above this function's frame.
        let (next, address) = unsafe { (*(frame as *const usize), *((frame + 8) as *const usize)) };
        if address == 0 {
            break;
        }
        addresses[n].write(address);
        n += 1;
        below = frame;
        frame = next;
    }
    n
}

/// One past the highest address of this thread's stack.
fn stack_top() -> usize {
    thread_local! {
        static TOP: Cell<usize> = const { Cell::new(0) };
    }
    if TOP.get() == 0 {
        TOP.set(find_stack_top());
    }
    TOP.get()
}

fn find_stack_top() -> usize {
    stack_bounds().map_or(0, |(base, size)| base + size)
}

/// The lowest address of this thread's stack, and its size.
pub(crate) fn stack_bounds() -> Option<(usize, usize)> {
    // SAFETY: plain queries of this thread's attributes; the attributes are destroyed where they were made.
    unsafe {
        let mut attributes = std::mem::zeroed::<libc::pthread_attr_t>();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut base, mut size) = (std::ptr::null_mut(), 0);
        let got = libc::pthread_attr_getstack(&attributes, &mut base, &mut size);
        libc::pthread_attr_destroy(&mut attributes);
        (got == 0).then_some((base as usize, size))
    }
}

impl Trace {
    /// Whether anything was captured.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// The frames of the program's own functions, innermost first; the constructors of the Throwable are among them.
    pub fn frames(&self) -> Vec<Frame> {
        let lines = program::current().lines;
        if lines.functions.is_empty() {
            return Vec::new();
        }
        with_symbols(|symbols| {
            let mut frames = Vec::new();
            // The function whose closure's frame was the last one.
            let mut inner: Option<&FunctionLines> = None;
            for &address in &self.addresses {
                // The call is before the address it returns to.
                symbols.locations(address - 1, &mut |file, line, closure| {
                    let Some(function) = lines.function(file, line) else { return };
                    // A closure (the body of a `try`) is part of its function, whose frame comes later.
                    if inner.is_none_or(|f| !std::ptr::eq(f, function)) {
                        frames.push(function.frame(line));
                        inner = closure.then_some(function);
                    } else if !closure {
                        inner = None;
                    }
                });
            }
            self.insert_innermost(&mut frames);
            frames
        })
        .unwrap_or_default()
    }

    /// The frame of the site or of the caller's line stands between the constructors and the frames around it; it replaces the one of
    /// its own method.
    fn insert_innermost(&self, frames: &mut Vec<Frame>) {
        let at_site = |s: &Site| Frame { method: s.method.to_string(), file: s.file.to_string(), line: s.line };
        let at_line = |l: &Location| Some(program::current().lines.function(l.file(), l.line())?.frame(l.line()));
        let Some(frame) = self.site.map(at_site).or_else(|| self.caller.and_then(at_line)) else { return };
        let at = frames
            .iter()
            .take_while(|f| f.method.ends_with(".<init>") || f.method.ends_with(".fillInStackTrace"))
            .count();
        match frames.get_mut(at) {
            Some(own) if own.method == frame.method => *own = frame,
            _ => frames.insert(at, frame),
        }
    }
}

/// The line of the program's own code, the library's left out, that an address to return to lies behind.
pub(crate) fn own_frame(address: usize) -> Option<Frame> {
    let lines = program::current().lines;
    let mut found = None;
    with_symbols(|symbols| {
        symbols.locations(address - 1, &mut |file, line, _| {
            if found.is_none() {
                let own = lines.function(file, line).filter(|f| !f.rust_file.contains("/library/"));
                found = own.map(|f| f.frame(line));
            }
        });
    });
    found
}

impl LineTable {
    /// The Java method that a line of generated code belongs to.
    pub fn function(&self, rust_file: &str, line: u32) -> Option<&'static FunctionLines> {
        self.functions.iter().find(|f| rust_file.ends_with(f.rust_file) && f.first <= line && line <= f.last)
    }
}

impl FunctionLines {
    /// The Java frame of a line of this function.
    pub fn frame(&self, line: u32) -> Frame {
        let at = self.lines.partition_point(|(l, _)| *l <= line);
        let source = self.lines.get(at.saturating_sub(1)).map_or(0, |(_, s)| *s);
        Frame { method: self.method.to_string(), file: self.source_file.to_string(), line: source }
    }
}

/// The executable's debug information, read at the first use.
struct Symbols {
    context: addr2line::Context<addr2line::gimli::EndianSlice<'static, addr2line::gimli::RunTimeEndian>>,
    /// What is added to the file's addresses in this process.
    bias: usize,
    /// Where closures that have a function of their own begin and end, in order: line tables name only what is inlined.
    closures: Vec<(u64, u64)>,
}

impl Symbols {
    /// Calls `f` with the file and line of each function, inlined ones first, that `address` is in, and whether it is a closure.
    fn locations(&self, address: usize, f: &mut dyn FnMut(&str, u32, bool)) {
        let probe = (address.wrapping_sub(self.bias)) as u64;
        let Ok(mut frames) = self.context.find_frames(probe).skip_all_loads() else { return };
        while let Ok(Some(frame)) = frames.next() {
            if let Some(location) = frame.location
                && let (Some(file), Some(line)) = (location.file, location.line)
            {
                let closure = match frame.function.as_ref().and_then(|n| n.demangle().ok()) {
                    Some(name) => names_closure(&name),
                    None => {
                        let after = self.closures.partition_point(|(start, _)| *start <= probe);
                        after > 0 && probe < self.closures[after - 1].1
                    }
                };
                f(file, line, closure);
            }
        }
    }
}

fn names_closure(name: &str) -> bool {
    name.contains("{{closure}}") || name.contains("{closure#")
}

/// Names of the older mangling are not demangled for this: a large program has very many.
fn is_closure<'f>(symbol: &impl object::ObjectSymbol<'f>) -> bool {
    let Ok(name) = symbol.name() else { return false };
    match name.strip_prefix("_R") {
        Some(_) => names_closure(&addr2line::demangle_auto(name.into(), None)),
        None => name.contains("$u7b$$u7b$closure$u7d$$u7d$"),
    }
}

fn with_symbols<R>(body: impl FnOnce(&Symbols) -> R) -> Option<R> {
    /// For all threads: a library's callers may have many, which come and go.
    static SYMBOLS: Mutex<OnceCell<Option<Symbols>>> = Mutex::new(OnceCell::new());
    let symbols = SYMBOLS.lock().unwrap_or_else(|e| e.into_inner());
    symbols.get_or_init(load_symbols).as_ref().map(body)
}

/// The file that this code was loaded from: the executable, or the library that it is part of.
fn own_file() -> Option<std::path::PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    // SAFETY: `dladdr` and `getauxval` only read what the loader knows; the name is a string of the loader's.
    unsafe {
        let mut info = std::mem::zeroed::<libc::Dl_info>();
        if libc::dladdr(capture as *const c_void, &mut info) == 0 {
            return None;
        }
        // The executable's program headers stand in its first page; its own name need not be a path.
        let of_executable = libc::getauxval(libc::AT_PHDR) as usize & !0xfff == info.dli_fbase as usize;
        if of_executable || info.dli_fname.is_null() {
            return Some("/proc/self/exe".into());
        }
        let name = std::ffi::CStr::from_ptr(info.dli_fname);
        Some(std::path::PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
    }
}

/// Reads the file of this code. None where there is none, or no line tables in it: traces then have no lines.
fn load_symbols() -> Option<Symbols> {
    use addr2line::gimli;
    use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
    // The tables live as long as the process.
    let bytes: &'static [u8] = std::fs::read(own_file()?).ok()?.leak();
    let file = object::File::parse(bytes).ok()?;
    let endian = if file.is_little_endian() { gimli::RunTimeEndian::Little } else { gimli::RunTimeEndian::Big };
    let section = |id: gimli::SectionId| -> Result<_, gimli::Error> {
        let data = file.section_by_name(id.name()).and_then(|s| s.uncompressed_data().ok()).unwrap_or_default();
        let data: &'static [u8] = match data {
            Cow::Borrowed(data) => data,
            Cow::Owned(data) => data.leak(),
        };
        Ok(gimli::EndianSlice::new(data, endian))
    };
    let context = addr2line::Context::from_dwarf(gimli::Dwarf::load(section).ok()?).ok()?;
    let mut closures: Vec<(u64, u64)> =
        file.symbols().filter(is_closure).map(|s| (s.address(), s.address() + s.size())).collect();
    closures.sort_unstable();
    Some(Symbols { context, bias: load_bias(&file)?, closures })
}

/// Where this function is in memory, less where the file says it is.
fn load_bias(file: &object::File) -> Option<usize> {
    use object::Object as _;
    // SAFETY: `dladdr` only reads what the loader knows.
    unsafe {
        let mut info = std::mem::zeroed::<libc::Dl_info>();
        if libc::dladdr(capture as *const c_void, &mut info) == 0 {
            return None;
        }
        // A position-independent file is based at 0.
        let base = info.dli_fbase as usize;
        if file.kind() == object::ObjectKind::Executable { Some(0) } else { Some(base) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{self, FunctionLines, Program};
    use crate::test_program;

    const INNER: u32 = line!() + 2;
    #[inline(never)]
    fn inner() -> Trace {
        std::hint::black_box(capture())
    }

    const OUTER: u32 = line!() + 2;
    #[inline(never)]
    fn outer() -> Trace {
        std::hint::black_box(inner())
    }

    fn function(method: &'static str, first: u32, source: u32) -> FunctionLines {
        let lines = Vec::leak(vec![(first, source), (first + 1, source + 1), (first + 2, source + 5)]);
        FunctionLines { rust_file: "src/trace.rs", first, last: first + 2, method, source_file: "Main.somd", lines }
    }

    #[test]
    fn frames_are_source_lines() {
        let program = Box::leak(Box::new(Program {
            classes: test_program::program().classes,
            hooks: test_program::program().hooks,
            lines: LineTable {
                functions: Vec::leak(vec![
                    function("app.Main.inner", INNER, 10),
                    function("app.Main.outer", OUTER, 20),
                ]),
            },
        }));
        let text = program::with(program, || program::frames_text(&outer()));
        assert_eq!(text, "\tat app.Main.inner(Main.somd:11)\n\tat app.Main.outer(Main.somd:21)\n");
    }

    #[test]
    fn deep_traces_are_cut() {
        fn deep(n: u32) -> Trace {
            if n == 0 { capture() } else { std::hint::black_box(deep(n - 1)) }
        }
        assert_eq!(deep(3000).addresses.len(), MAX_DEPTH);
    }
}
