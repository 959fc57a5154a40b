//! Standard output and standard error of the commands.
//!
//! Nobody may listen any more (a closed pipe): then a command does what it has to do, and says nothing. Where the output cannot be written for
//! another reason, such as a full disk, that is told once, and [`exit_code`] is one of failure: a part of the output must not pass for all of it.
//! Of standard error nobody can be told.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static FAILED: AtomicBool = AtomicBool::new(false);

/// In the place of the standard library's, which panic where nothing can be written.
macro_rules! print {
    ($($text:tt)*) => { $crate::out::write(format_args!($($text)*)) };
}
macro_rules! println {
    ($($text:tt)*) => { $crate::out::write(format_args!("{}\n", format_args!($($text)*))) };
}
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::out::tell(format_args!("{}\n", format_args!($($text)*))) };
}
macro_rules! eprint {
    ($($text:tt)*) => { $crate::out::tell(format_args!($($text)*)) };
}

pub fn tell(text: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

pub fn write(text: Arguments<'_>) {
    note(io::stdout().lock().write_fmt(text));
}

pub fn text(text: &str) {
    note(io::stdout().lock().write_all(text.as_bytes()));
}

fn note(done: io::Result<()>) {
    if let Err(e) = done
        && e.kind() != ErrorKind::BrokenPipe
        && !FAILED.swap(true, Ordering::Relaxed)
    {
        eprintln!("somdc: cannot write to standard output: {e}");
    }
}

/// The exit code of a command that ends with `code`, once all that it has printed is written.
pub fn exit_code(code: i32) -> i32 {
    note(io::stdout().lock().flush());
    if code == 0 && FAILED.load(Ordering::Relaxed) { 1 } else { code }
}
