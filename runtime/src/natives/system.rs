//! `java.lang.System` and `java.lang.Runtime`.

use crate::cluster::{same_number, same_text};
use crate::object::{Object, Ref};
use crate::string::Str;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A figure of `/proc/meminfo`-like files: the number after `key`, in bytes.
fn kilobytes(file: &str, key: &str) -> Option<i64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix(key))?;
    line.split_whitespace().find_map(|w| w.parse::<i64>().ok()).map(|k| k * 1024)
}

natives! {
    "system.sleep" => pub fn sleep(millis: i64, nanos: i32) {
        std::thread::sleep(Duration::from_millis(millis as u64) + Duration::from_nanos(nanos as u64));
    }
    "system.nanoTime" => pub fn nano_time() -> i64 { same_number("nanoTime", || START.elapsed().as_nanos() as i64) }
    "system.currentTimeMillis" => pub fn current_time_millis() -> i64 {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64);
        same_number("currentTimeMillis", now)
    }
    "system.arraycopy" => pub fn arraycopy(source: &Ref<Object>, from: i32, target: &Ref<Object>, to: i32, n: i32) {
        crate::natives::array::arraycopy(source, from, target, to, n)
    }
    "system.exit" => pub fn exit(status: i32) {
        crate::program::exit(status)
    }
    "system.getenv" => pub fn getenv(name: &Ref<Str>) -> Ref<Str> {
        let name = name.to_rust();
        same_text("getenv", || std::env::var(name).ok()).map_or(Ref::NULL, |v| Str::new(&v))
    }
    /// Null where there is no such property.
    "system.property" => pub fn property(name: &Ref<Str>) -> Ref<Str> {
        let path = |p: std::io::Result<std::path::PathBuf>| p.ok().map(|p| p.to_string_lossy().into_owned());
        let value = |name: &str| match name {
            "line.separator" => Some("\n".into()),
            "file.separator" => Some("/".into()),
            "path.separator" => Some(":".into()),
            "user.dir" => path(std::env::current_dir()),
            "user.home" => std::env::var("HOME").ok(),
            "user.name" => std::env::var("USER").ok(),
            "java.io.tmpdir" => Some("/tmp".into()),
            "java.version" => Some("17".into()),
            "java.specification.version" | "java.vm.specification.version" => Some("17".into()),
            "java.runtime.version" | "java.vm.version" => Some("17".into()),
            "java.vendor" | "java.vm.vendor" | "java.vm.name" | "java.runtime.name" => Some("somdc".into()),
            "os.name" => Some("Linux".into()),
            "os.version" => std::fs::read_to_string("/proc/sys/kernel/osrelease").ok().map(|v| v.trim().into()),
            "os.arch" => Some(if cfg!(target_arch = "x86_64") { "amd64" } else { std::env::consts::ARCH }.into()),
            "file.encoding" => Some("UTF-8".into()),
            _ => None,
        };
        let name = name.to_rust();
        same_text("property", || value(&name)).map_or(Ref::NULL, |v| Str::new(&v))
    }
    "system.processors" => pub fn processors() -> i32 {
        same_number("processors", || std::thread::available_parallelism().map_or(1, |n| n.get() as i64)) as i32
    }
    "system.memoryTotal" => pub fn memory_total() -> i64 {
        same_number("memoryTotal", || kilobytes("/proc/meminfo", "MemTotal:").unwrap_or(1 << 30))
    }
    /// Milliseconds.
    "system.uptime" => pub fn uptime() -> i64 { same_number("uptime", || START.elapsed().as_millis() as i64) }
    "system.process" => pub fn process() -> i64 { same_number("process", || i64::from(std::process::id())) }
    /// Nanoseconds that this thread has run for.
    "system.threadTime" => pub fn thread_time() -> i64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the clock is one that Linux has, and the place for its time is ours.
        let got = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
        same_number("threadTime", || match got {
            0 => time.tv_sec * 1_000_000_000 + time.tv_nsec,
            _ => START.elapsed().as_nanos() as i64,
        })
    }
    "system.memoryUsed" => pub fn memory_used() -> i64 {
        same_number("memoryUsed", || kilobytes("/proc/self/status", "VmRSS:").unwrap_or(0))
    }
}
