//! What tests ask of devices: failures on purpose (`SOMD_INJECT`), to see what becomes of programs, and a count of buffers
//! (`SOMD_LEAKS=1`), to see that all are given back.
//!
//! `SOMD_INJECT` is a comma-separated list of `WHAT:N` (the Nth time fails) and `WHAT:N+` (from the Nth time on), where WHAT is `allocate` (no memory
//! left), `build` (the driver rejects a kernel), `launch` and `read` (the device is lost).

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

struct Rule {
    what: String,
    first: u32,
    always: bool,
    seen: AtomicU32,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let text = std::env::var("SOMD_INJECT").unwrap_or_default();
    text.split(',').filter_map(parse).collect()
});

fn parse(rule: &str) -> Option<Rule> {
    let (what, number) = rule.trim().split_once(':')?;
    let first = number.trim_end_matches('+').parse().ok()?;
    Some(Rule { what: what.into(), first, always: number.ends_with('+'), seen: AtomicU32::new(0) })
}

/// Whether this time is to fail.
pub fn fails(what: &str) -> bool {
    RULES.iter().filter(|r| r.what == what).any(|r| {
        let time = r.seen.fetch_add(1, Ordering::Relaxed) + 1;
        time == r.first || r.always && time > r.first
    })
}

/// Buffers in use: neither in a pool nor released.
pub static IN_USE: AtomicUsize = AtomicUsize::new(0);
/// Those of them that an array keeps as its copy.
pub static KEPT: AtomicUsize = AtomicUsize::new(0);

/// `SOMD_LEAKS=1`: buffers that nothing will give back any more, at the end of the program.
pub fn leaked() -> Option<usize> {
    std::env::var_os("SOMD_LEAKS").filter(|v| v == "1")?;
    Some(IN_USE.load(Ordering::Relaxed).saturating_sub(KEPT.load(Ordering::Relaxed))).filter(|n| *n > 0)
}
