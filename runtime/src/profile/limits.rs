//! What this machine can do at most, measured at the end of a program that is profiled: what its loops reached is compared with it.

use crate::pool;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Of the host, or of a device: bytes and operations a second.
pub struct Limits {
    pub name: String,
    /// Of a copy from memory to memory, reads and writes both counted.
    pub bandwidth: f64,
    /// A multiplication and an addition are two.
    pub float: f64,
    pub double: f64,
}

/// Numbers of an array that no cache holds, for each thread.
const LONG: usize = 4 << 20;
/// So long is each limit measured, after a first turn.
const TIME: Duration = Duration::from_millis(12);

/// Those of all cores that the pool uses.
pub(super) fn host() -> Limits {
    // Each thread copies memory of its own.
    let bandwidth = on_all(|| {
        let (from, mut to) = (vec![1u64; LONG], vec![0u64; LONG]);
        rate(16.0 * LONG as f64, &mut || {
            to.copy_from_slice(black_box(&from));
            black_box(&mut to);
        })
    });
    Limits {
        name: processor(),
        bandwidth,
        float: on_all(|| arithmetic([1.000_001f32; LANES], 1e-7)),
        double: on_all(|| arithmetic([1.000_001f64; LANES], 1e-7)),
    }
}

/// What all threads reach together.
fn on_all(work: impl Fn() -> f64 + Sync) -> f64 {
    let total = Mutex::new(0.0);
    std::thread::scope(|scope| {
        for _ in 0..pool::threads() {
            scope.spawn(|| {
                let reached = work();
                *total.lock().unwrap_or_else(|e| e.into_inner()) += reached;
            });
        }
    });
    total.into_inner().unwrap_or_else(|e| e.into_inner())
}

/// The amount a second.
fn rate(amount: f64, work: &mut dyn FnMut()) -> f64 {
    work();
    let (start, mut turns) = (Instant::now(), 0.0);
    while turns == 0.0 || start.elapsed() < TIME {
        work();
        turns += 1.0;
    }
    turns * amount / start.elapsed().as_secs_f64()
}

/// Sums that a thread computes side by side: enough to hide how long an operation takes.
const LANES: usize = 64;

trait Number: Copy {
    fn step(self, by: Self) -> Self;
}

macro_rules! numbers {
    ($($t:ty)*) => { $(
        impl Number for $t {
            #[inline(always)]
            fn step(self, by: $t) -> $t {
                // Where the processor has it in one instruction; else the library would compute it in many.
                if cfg!(target_feature = "fma") { self.mul_add(by, by) } else { self * by + by }
            }
        }
    )* };
}
numbers!(f32 f64);

fn arithmetic<T: Number>(mut sums: [T; LANES], by: T) -> f64 {
    const TURNS: usize = 4096;
    rate((2 * LANES * TURNS) as f64, &mut || {
        let by = black_box(by);
        let mut own = sums;
        for _ in 0..TURNS {
            for sum in &mut own {
                *sum = sum.step(by);
            }
        }
        sums = black_box(own);
    })
}

/// What the processor is called.
pub(super) fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|l| l.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()));
    format!("{}, {} threads", name.unwrap_or("processor"), pool::threads())
}
