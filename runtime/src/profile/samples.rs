//! Where the sequential code of `main` is: a thousand times a second a signal asks the thread where it stands, unless it is in a [`Span`](super::Span), whose
//! time is known without. The handler only copies return addresses, by frame pointers; they become lines at the end.

use crate::trace;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Return addresses of a sample: enough to come from the library's innermost function to the program's own.
const DEPTH: usize = 16;
/// Of a minute; what comes later is taken to be alike.
const MOST: usize = 60_000;
/// Nanoseconds from one to the next.
const INTERVAL: i64 = 1_000_000;

struct Samples {
    addresses: Box<[[AtomicUsize; DEPTH]]>,
    taken: AtomicUsize,
    /// One past the highest address of the stack of `main`.
    top: usize,
    timer: libc::timer_t,
}

// SAFETY: the timer is only deleted, once.
unsafe impl Send for Samples {}
// SAFETY: as above; the rest are atomics.
unsafe impl Sync for Samples {}

static SAMPLES: OnceLock<Samples> = OnceLock::new();

thread_local! {
    /// Spans that are open on this thread.
    static SPANS: Cell<u32> = const { Cell::new(0) };
}

/// A span begins or ends on this thread.
pub(super) fn span(by: i32) {
    SPANS.set(SPANS.get().wrapping_add_signed(by));
}

/// Begins to ask this thread, which runs `main`. Where the system has no such timer, nobody is asked.
pub(super) fn begin() {
    let Some((base, size)) = trace::stack_bounds() else { return };
    // SAFETY: plain system calls with structures that live as long as the calls; the handler is set before the timer runs.
    unsafe {
        let mut action = std::mem::zeroed::<libc::sigaction>();
        action.sa_sigaction = take as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        if libc::sigaction(libc::SIGPROF, &action, std::ptr::null_mut()) != 0 {
            return;
        }
        let mut event = std::mem::zeroed::<libc::sigevent>();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGPROF;
        event.sigev_notify_thread_id = libc::gettid();
        let mut timer = std::ptr::null_mut();
        if libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, &mut timer) != 0 {
            return;
        }
        let addresses = (0..MOST).map(|_| [const { AtomicUsize::new(0) }; DEPTH]).collect();
        if SAMPLES.set(Samples { addresses, taken: AtomicUsize::new(0), top: base + size, timer }).is_err() {
            libc::timer_delete(timer);
            return;
        }
        let interval = libc::timespec { tv_sec: 0, tv_nsec: INTERVAL };
        let times = libc::itimerspec { it_interval: interval, it_value: interval };
        libc::timer_settime(timer, 0, &times, std::ptr::null_mut());
    }
}

/// What the signal runs: nothing but loads, and stores to memory that is there.
extern "C" fn take(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    if SPANS.get() > 0 {
        return;
    }
    let Some(samples) = SAMPLES.get() else { return };
    let Some((at, mut frame, mut below)) = (unsafe { registers(context) }) else { return };
    let number = samples.taken.fetch_add(1, Ordering::Relaxed);
    let Some(sample) = samples.addresses.get(number) else { return };
    // The others are addresses to return to, behind the calls.
    sample[0].store(at + 1, Ordering::Relaxed);
    for place in &sample[1..] {
        if frame <= below || !frame.is_multiple_of(8) || frame + 16 > samples.top {
            break;
        }
        // SAFETY: two aligned words of this thread's stack, above what is in use.
        let (next, address) = unsafe { (*(frame as *const usize), *((frame + 8) as *const usize)) };
        if address == 0 {
            break;
        }
        place.store(address, Ordering::Relaxed);
        (below, frame) = (frame, next);
    }
}

/// Where the thread stands, its frame, and the end of its stack.
///
/// # Safety
/// `context` is what a signal handler was given.
#[cfg(target_arch = "x86_64")]
unsafe fn registers(context: *mut libc::c_void) -> Option<(usize, usize, usize)> {
    // SAFETY: the caller's promise.
    let registers = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    let get = |r: libc::c_int| registers[r as usize] as usize;
    Some((get(libc::REG_RIP), get(libc::REG_RBP), get(libc::REG_RSP)))
}

/// As above.
///
/// # Safety
/// As above.
#[cfg(target_arch = "aarch64")]
unsafe fn registers(context: *mut libc::c_void) -> Option<(usize, usize, usize)> {
    // SAFETY: the caller's promise.
    let machine = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext };
    Some((machine.pc as usize, machine.regs[29] as usize, machine.sp as usize))
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
unsafe fn registers(_: *mut libc::c_void) -> Option<(usize, usize, usize)> {
    None
}

/// Ends it; how often each line of the program was met: its method, and its place as `Main.somd:12`. No line is what the program's own code did not call.
pub(super) fn finish() -> BTreeMap<(String, String), usize> {
    let mut lines = BTreeMap::new();
    let Some(samples) = SAMPLES.get() else { return lines };
    // SAFETY: it was made, and is deleted here alone: the profile is finished once.
    unsafe { libc::timer_delete(samples.timer) };
    let mut known: HashMap<usize, Option<trace::Frame>> = HashMap::new();
    for sample in &samples.addresses[..samples.taken.load(Ordering::Relaxed).min(MOST)] {
        let addresses = sample.iter().map(|a| a.load(Ordering::Relaxed)).take_while(|a| *a != 0);
        let mut frames =
            addresses.map(|address| known.entry(address).or_insert_with(|| trace::own_frame(address)).clone());
        let frame = frames.find_map(|f| f);
        let key = frame.map_or_else(Default::default, |f| (f.method, format!("{}:{}", f.file, f.line)));
        *lines.entry(key).or_default() += 1;
    }
    lines
}
