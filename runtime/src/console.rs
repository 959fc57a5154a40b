//! Standard output and error.
//!
//! Output is collected and written when the buffer is full, before anything is written to standard error, and when the
//! program ends: a program that prints a million lines makes a few hundred system calls. Any thread may print; a
//! call's text is never torn. Of several ranks one writes. A test or an embedding tool can take the output instead ([`capture`]).

use crate::cluster;
use std::cell::RefCell;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

const CAPACITY: usize = 1 << 16;

static OUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// There is something in it.
static COLLECTED: AtomicBool = AtomicBool::new(false);

/// What a thread printed while its output was captured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

thread_local! {
    static CAPTURE: RefCell<Option<Captured>> = const { RefCell::new(None) };
}

/// Runs `body`, keeping what this thread prints.
pub fn capture<R>(body: impl FnOnce() -> R) -> (R, Captured) {
    let before = CAPTURE.replace(Some(Captured::default()));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body));
    let captured = CAPTURE.replace(before).unwrap_or_default();
    match result {
        Ok(result) => (result, captured),
        Err(payload) => std::panic::resume_unwind(payload),
    }
}

/// Writes to standard output.
pub fn out(bytes: &[u8]) {
    let captured = CAPTURE.with_borrow_mut(|c| c.as_mut().map(|c| c.out.extend_from_slice(bytes)).is_some());
    if captured || !cluster::speaks() {
        return;
    }
    let mut buffer = OUT.lock().unwrap_or_else(|e| e.into_inner());
    if buffer.len() + bytes.len() > CAPACITY {
        write_out(&mut buffer);
    }
    if bytes.len() >= CAPACITY {
        // As Java's PrintStream, output that cannot be written is lost and the program goes on.
        let _ = std::io::stdout().write_all(bytes);
    } else {
        buffer.extend_from_slice(bytes);
        COLLECTED.store(true, Ordering::Release);
    }
}

/// Writes to standard error, after what was printed before.
pub fn err(bytes: &[u8]) {
    let captured = CAPTURE.with_borrow_mut(|c| c.as_mut().map(|c| c.err.extend_from_slice(bytes)).is_some());
    if captured || !cluster::speaks() {
        return;
    }
    flush();
    let _ = std::io::stderr().write_all(bytes);
}

/// Writes out what is collected.
pub fn flush() {
    // A library does this at the end of each call, and few print.
    if COLLECTED.load(Ordering::Acquire) {
        write_out(&mut OUT.lock().unwrap_or_else(|e| e.into_inner()));
    }
}

fn write_out(buffer: &mut Vec<u8>) {
    if !buffer.is_empty() {
        let mut stdout = std::io::stdout();
        let _ = stdout.write_all(buffer).and_then(|()| stdout.flush());
        buffer.clear();
        COLLECTED.store(false, Ordering::Release);
    }
}
