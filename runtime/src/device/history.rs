//! What kernels took before: on the cores and on the device, by how many iterations they had. Kept between runs, in a file for each program.
//!
//! The SOMD paper (section 7.4) wants the choice of where a method runs to be learned from its executions. A time holds for spaces of about the
//! same size, and scales to others.

use crate::kernel::Kernel;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Sizes of index spaces within a factor of the root of two.
pub fn bucket(iterations: u64) -> u32 {
    let n = iterations.max(1);
    2 * n.ilog2() + u32::from(n as f64 / (1u64 << n.ilog2()) as f64 >= std::f64::consts::SQRT_2)
}

/// What a kernel of a certain text took on spaces of about one size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Seconds for an iteration of a launch on the cores, and on the device with its arrays there: the least that was measured.
    pub cores: Option<f64>,
    pub device: Option<f64>,
    /// How often it was launched in a run: of the last run that ended.
    pub launches: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    times: BTreeMap<(String, u32, u32), Times>,
}

/// Times of spaces that differ by more buckets say nothing: 16 times the size.
const NEAR: u32 = 8;
/// A file has no more lines than this.
const MOST: usize = 4096;

fn key(kernel: &Kernel, iterations: u64) -> (String, u32, u32) {
    (kernel.name.to_string(), kernel.number(), bucket(iterations))
}

impl History {
    /// What is known of a launch of this size.
    pub fn of(&self, kernel: &Kernel, iterations: u64) -> Times {
        self.times.get(&key(kernel, iterations)).copied().unwrap_or_default()
    }

    /// Seconds of a launch, measured at this size or, scaled, at the nearest of about this size. `part`: on the cores, or on the device.
    pub fn seconds(&self, kernel: &Kernel, iterations: u64, part: impl Fn(&Times) -> Option<f64>) -> Option<f64> {
        let (name, number, at) = key(kernel, iterations);
        let sizes = (name.clone(), number, at.saturating_sub(NEAR))..=(name, number, at + NEAR);
        let near = self.times.range(sizes).filter_map(|((_, _, b), t)| Some((b.abs_diff(at), part(t)?)));
        let (_, each) = near.min_by_key(|(distance, _)| *distance)?;
        Some(each * iterations as f64)
    }

    /// All that is known, with about the number of iterations.
    pub fn all(&self) -> impl Iterator<Item = (f64, &Times)> {
        self.times.iter().map(|((_, _, bucket), t)| (f64::from(*bucket) / 2.0, t)).map(|(b, t)| (b.exp2(), t))
    }

    /// Changes what is known of launches of this size.
    pub fn change(&mut self, kernel: &Kernel, iterations: u64, change: impl FnOnce(&mut Times)) {
        change(self.times.entry(key(kernel, iterations)).or_default());
    }

    /// Lines `KERNEL TEXT BUCKET CORES DEVICE LAUNCHES`, `-` where nothing was measured.
    pub fn parse(text: &str) -> History {
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, number, bucket, cores, device, launches] = words[..] else { return None };
            let time = |word: &str| match word {
                "-" => Some(None),
                n => n.parse::<f64>().ok().filter(|t| *t > 0.0 && t.is_finite()).map(Some),
            };
            let times = Times { cores: time(cores)?, device: time(device)?, launches: launches.parse().ok()? };
            Some(((name.to_string(), number.parse().ok()?, bucket.parse().ok()?), times))
        };
        History { times: text.lines().take(MOST).filter_map(line).collect() }
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        let time = |t: Option<f64>| t.map_or("-".to_string(), |t| format!("{t:e}"));
        for ((name, number, bucket), t) in self.times.iter().take(MOST) {
            let (cores, device) = (time(t.cores), time(t.device));
            // Infallible: a String takes all.
            let _ = writeln!(text, "{name} {number} {bucket} {cores} {device} {}", t.launches);
        }
        text
    }
}

/// The least of what was measured.
pub fn least(known: &mut Option<f64>, measured: f64) {
    *known = Some(known.map_or(measured, |k| k.min(measured)));
}

#[cfg(test)]
mod tests {
    use super::super::tuning::tests::test_kernel;
    use super::*;

    #[test]
    fn times_scale_to_spaces_of_about_the_same_size() {
        let kernel = test_kernel();
        let mut history = History::default();
        history.change(&kernel, 1000, |t| t.cores = Some(1e-6));
        let seconds = |n| history.seconds(&kernel, n, |t| t.cores);
        assert_eq!(seconds(1000), Some(1e-3));
        assert!(seconds(4000).is_some_and(|s| (s - 4e-3).abs() < 1e-9));
        assert_eq!((seconds(100_000), seconds(10)), (None, None));
        assert_eq!(history.seconds(&kernel, 1000, |t| t.device), None);
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let kernel = test_kernel();
        let mut history = History::default();
        history.change(&kernel, 1 << 20, |t| *t = Times { cores: Some(1.5e-9), device: None, launches: 7 });
        assert_eq!(History::parse(&history.text()), history);
        assert_eq!(History::parse("x 1 2\nx 1 2 - - many\nx 1 2 -1 - 3\nx 1 2 nan - 3"), History::default());
    }

    /// Files that were cut off or overwritten are read as far as they make sense.
    #[test]
    fn damaged_files_are_read_or_passed_over() {
        let texts = [
            "Main_f 77 40 1.5e-9 - 7\nMain_g 4294967295 4294967295 1e300 1e-300 4294967295\n",
            "device Fast 9000\nMain_add = 2 from 1000 text 77\n* = 1\n",
            "# all\nMain.sum(int[], long): seq\na.b.Main.dot: gpu:1 # second\nMain.somd:12: device:0\n",
        ];
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut number = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        for turn in 0..20_000 {
            let mut bytes = texts[turn % texts.len()].as_bytes().to_vec();
            for _ in 0..=number(4) {
                let at = number(bytes.len());
                match number(4) {
                    0 => bytes.truncate(at + 1),
                    1 => bytes[at] = number(256) as u8,
                    2 => bytes.insert(at, b"\n\0 :=#-9e.\xff"[number(11)]),
                    _ => bytes.extend_from_within(at..),
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let history = History::parse(&text);
            assert!(history.all().all(|(n, _)| n > 0.0));
            assert_eq!(History::parse(&history.text()), history);
            super::super::tuning::tests::read_any(&text);
            crate::target::read_any(&text);
        }
    }

    #[test]
    fn buckets_are_half_octaves() {
        assert_eq!([1, 2, 3, 4, 5, 6, 1024].map(bucket), [0, 2, 3, 4, 4, 5, 20]);
    }
}
