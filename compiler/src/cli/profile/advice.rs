//! What a profile suggests, in sentences.

use super::{Profile, Row, THREADS};

pub struct Advice {
    pub text: String,
    /// It says what is well, not what to change.
    pub good: bool,
}

/// Less than this part of the run is not worth a sentence.
const WORTH: f64 = 0.1;
/// A kernel that takes less is mostly its launch.
const SHORT_KERNEL: f64 = 25.0;
/// A part of a limit that counts as reached.
const REACHED: f64 = 0.6;
/// A part of both limits that leaves much to gain.
const FAR: f64 = 0.15;
/// Threads that have work for less of the time of loops wait too much.
const BUSY: f64 = 0.7;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn time(microseconds: f64) -> String {
    match microseconds {
        t if t >= 1e6 => format!("{:.2} s", t / 1e6),
        t if t >= 1e3 => format!("{:.2} ms", t / 1e3),
        t => format!("{t:.1} µs"),
    }
}

impl Profile {
    /// The most important first.
    pub(super) fn advice(&self) -> Vec<Advice> {
        let rows = self.rows();
        let mut all = Vec::new();
        let mut say = |text: Option<String>| all.extend(text.map(|text| Advice { text, good: false }));
        say(self.transfers(&rows));
        say(self.sequential());
        say(self.part("build").map(|(share, t)| {
            format!(
                "Building kernels takes {} of the run ({}). What was built is kept: the next run finds it, unless `SOMD_CACHE` names no folder that can be \
                 written. A program that is short each time does better on the processor's cores (`--target cpu`).",
                percent(share),
                time(t)
            )
        }));
        say(self.part("open").map(|(share, t)| {
            format!(
                "Opening the device takes {} of the run ({}), once in each run. A program must be longer than that to gain from a device.",
                percent(share),
                time(t)
            )
        }));
        say(self.part("message").map(|(share, t)| {
            format!(
                "Messages between ranks take {} of rank 0's time ({}). Larger parts for fewer ranks need fewer messages; loops over arrays of one size, \
                 one after the other, send only what lies at the borders of parts.",
                percent(share),
                time(t)
            )
        }));
        say(self.launches(&rows));
        say(self.idle_threads());
        rows.iter()
            .filter(|r| matches!(&*r.category, "kernel" | "host"))
            .take(3)
            .for_each(|r| all.extend(self.limits(r)));
        all
    }

    /// A category of the thread of `main` that takes long: its part of the run, and its time.
    fn part(&self, category: &str) -> Option<(f64, f64)> {
        let time = self.parts().into_iter().find(|(c, _)| c == category)?.1;
        let share = time / self.run.wall.max(1e-9);
        (share >= WORTH).then_some((share, time))
    }

    fn transfers(&self, rows: &[Row]) -> Option<String> {
        let sum = |category: &str, within: bool| -> f64 {
            let of = |r: &&Row| r.category == category && (within || r.name != "within the device");
            rows.iter().filter(of).map(|r| r.time).sum()
        };
        let (copies, kernels) = (sum("copy", false), sum("kernel", true));
        let share = copies / (copies + kernels).max(1e-9);
        let longest = rows.iter().find(|r| r.category == "copy" && r.name != "within the device")?;
        if share < 0.5 || copies < WORTH * self.run.wall {
            return None;
        }
        Some(format!(
            "Transfers are {} of what the device does ({} beside {} of kernels); most is {}. Keep data on the device: an array stays there from one SOMD method \
             to the next as long as sequential code does not look at its elements, so make several loops follow each other, put what sequential code does with the \
             elements into a SOMD method too, and return a reduction rather than an array. Or do more with each element that is sent.",
            percent(share),
            time(copies),
            time(kernels),
            longest.name
        ))
    }

    fn sequential(&self) -> Option<String> {
        let (share, t) = self.part("sequential").filter(|(share, _)| *share >= 0.4)?;
        let most = 1.0 / share;
        let lines = self.lines();
        let longest = match lines.iter().find(|l| !l.0.is_empty()) {
            Some((source, ..)) => format!(", the longest part of it at {source}"),
            None => String::new(),
        };
        Some(format!(
            "Sequential code is {} of the run ({}){longest}: however fast the parallel loops get, the whole cannot get more than {most:.1} times as fast. `somdc migrate` \
             and `--explain-offload` say what of it can be parallel.",
            percent(share),
            time(t)
        ))
    }

    fn launches(&self, rows: &[Row]) -> Option<String> {
        let row = rows.iter().filter(|r| r.category == "kernel").find(|r| {
            let each = r.time / r.count.max(1) as f64;
            r.count >= 100 && each < SHORT_KERNEL && r.count as f64 * SHORT_KERNEL >= WORTH * self.run.wall
        })?;
        Some(format!(
            "The kernel {} runs {} times, {} each: to launch it takes as long as to run it. Give it more iterations at once, or join it with the loops beside it \
             (loops over the same range in one method are fused).",
            row.name,
            row.count,
            time(row.time / row.count as f64)
        ))
    }

    /// Threads that had nothing to do while loops ran.
    fn idle_threads(&self) -> Option<String> {
        let of = |category: &str, tracks: &dyn Fn(u64) -> bool| -> f64 {
            self.totals
                .iter()
                .filter(|(k, _)| k.1 == category && k.0.0 == 0 && tracks(k.0.1))
                .map(|(_, t)| t.time)
                .sum()
        };
        let loops = of("host", &|lane| lane == 0);
        let threads = self.run.threads as f64;
        if threads < 2.0 || loops < WORTH * self.run.wall {
            return None;
        }
        let busy = (loops + of("thread", &|lane| lane >= THREADS)) / (loops * threads);
        (busy < BUSY).then(|| {
            format!(
                "While loops run on the host, the {threads} threads are busy {} of the time. Loops with few iterations run on one thread, and iterations of \
                 different lengths keep the others waiting: more iterations, or even ones, use all.",
                percent(busy)
            )
        })
    }

    /// How near a loop is to what the machine can do.
    fn limits(&self, row: &Row) -> Option<Advice> {
        if row.time < WORTH * self.run.wall {
            return None;
        }
        let (memory, arithmetic) = self.shares(row);
        let at = if row.source.is_empty() { String::new() } else { format!(" ({})", row.source) };
        let name = format!("{}{at}", row.name);
        let good = |text: String| Some(Advice { text, good: true });
        match (memory, arithmetic) {
            (Some(m), _) if m >= REACHED => good(format!(
                "{name} moves {} of what the memory can: only fewer bytes make it faster: `float` rather than `double`, smaller integers, or loops over the same \
                 arrays joined into one.",
                percent(m)
            )),
            (_, Some(a)) if a >= REACHED => good(format!(
                "{name} computes {} of what the arithmetic units can: only fewer operations make it faster.",
                percent(a)
            )),
            (Some(m), a) if m < FAR && a.is_some_and(|a| a < FAR) && row.operations.is_some() => Some(Advice {
                text: format!(
                    "{name} reaches {} of the memory's limit and {} of the arithmetic's: what it waits for may be elements far apart (walk along the last index of \
                     an array), divisions and calls, branches, or too few iterations.",
                    percent(m),
                    percent(a.unwrap_or_default())
                ),
                good: false,
            }),
            _ => None,
        }
    }
}
