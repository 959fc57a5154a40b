//! Ranks that there are not (`SOMD_SIMULATE=N`): one process runs the program, keeps for all ranks who would have what, and counts what they would send.
//!
//! Counts and bytes are those of real ranks, because the same decisions are made. Times are a model: what the process computes takes as long as it
//! takes here, what is divided is divided among the ranks by their iterations, and a message arrives after a latency and its bytes at a
//! bandwidth. Each rank has a clock, which waits for what it needs.

use super::transport::{Channel, Transport};
use crate::par::BLOCK;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Seconds from a message's sending to its arrival, without bytes.
const LATENCY: f64 = 2e-6;
/// Bytes a second that a rank sends.
const BANDWIDTH: f64 = 1e10;

pub struct Model {
    latency: f64,
    bandwidth: f64,
    state: Mutex<State>,
}

struct State {
    /// What each rank has come to, in seconds, and how much of it it has waited.
    clocks: Vec<f64>,
    waited: Vec<f64>,
    /// When all has come that is on its way to a rank, and when what it has sent has left it.
    arrives: Vec<f64>,
    leaves: Vec<f64>,
    messages: u64,
    bytes: u64,
    /// Up to here the process's own time is accounted for.
    last: Instant,
    /// What one process alone has computed, in seconds.
    alone: f64,
}

impl State {
    fn elapsed(&mut self) -> f64 {
        let seconds = self.last.elapsed().as_secs_f64();
        self.alone += seconds;
        seconds
    }

    fn wait(&mut self, rank: usize, until: f64) {
        let more = (until - self.clocks[rank]).max(0.0);
        self.clocks[rank] += more;
        self.waited[rank] += more;
    }
}

impl Model {
    /// What the setting asks for: `N`, or `N LATENCY BANDWIDTH` in seconds and bytes a second. With the number of ranks.
    pub fn of(setting: &str) -> Option<(usize, Model)> {
        let mut words = setting.split_whitespace();
        let size: usize = words.next()?.parse().ok().filter(|n| *n > 0)?;
        let mut number = |default: f64| match words.next() {
            None => Some(default),
            Some(word) => word.parse::<f64>().ok().filter(|n| *n >= 0.0 && n.is_finite()),
        };
        let (latency, bandwidth) = (number(LATENCY)?, number(BANDWIDTH)?.max(1.0));
        let zeros = || vec![0.0; size];
        let state = Mutex::new(State {
            clocks: zeros(),
            waited: zeros(),
            arrives: zeros(),
            leaves: zeros(),
            messages: 0,
            bytes: 0,
            last: Instant::now(),
            alone: 0.0,
        });
        Some((size, Model { latency, bandwidth, state }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has run up to here every rank runs.
    pub fn by_all(&self) {
        let mut s = self.state();
        let seconds = s.elapsed();
        s.clocks.iter_mut().for_each(|c| *c += seconds);
        s.last = Instant::now();
    }

    /// What has run since then are iterations, of which each rank has those from its cut on.
    pub fn by_parts(&self, cuts: &[usize]) {
        let mut s = self.state();
        let seconds = s.elapsed();
        let all = cuts.last().copied().unwrap_or(0).max(1) as f64;
        for (clock, cut) in s.clocks.iter_mut().zip(cuts.windows(2)) {
            *clock += seconds * (cut[1] - cut[0]) as f64 / all;
        }
        s.last = Instant::now();
    }

    /// Goes on to measure: what the model itself took does not count.
    pub fn resume(&self) {
        self.state().last = Instant::now();
    }

    /// Messages are sent: from whom, to whom, and how many bytes.
    pub fn send(&self, messages: impl Iterator<Item = (usize, usize, usize)>) {
        let mut s = self.state();
        for (from, to, bytes) in messages {
            s.messages += 1;
            s.bytes += bytes as u64;
            let left = s.clocks[from].max(s.leaves[from]) + bytes as f64 / self.bandwidth;
            s.leaves[from] = left;
            s.arrives[to] = s.arrives[to].max(left + self.latency);
        }
    }

    /// Each rank waits for what is on its way to it.
    pub fn arrive(&self) {
        let mut s = self.state();
        for rank in 0..s.clocks.len() {
            let until = std::mem::take(&mut s.arrives[rank]);
            s.wait(rank, until);
        }
    }

    /// Every rank gets what every rank has, as [`Cluster::gather`](super::Cluster::gather) does it.
    pub fn gather(&self, bytes: &dyn Fn(usize) -> usize) {
        let size = self.state().clocks.len();
        // Bytes of the ranks before each, twice around.
        let mut before = vec![0usize];
        for k in 0..2 * size {
            before.push(before[k] + bytes(k % size));
        }
        let mut have = 1;
        while have < size {
            let more = have.min(size - have);
            self.send((0..size).map(|rank| {
                let sent = 8 * more + before[rank + more] - before[rank];
                (rank, (rank + size - have) % size, sent)
            }));
            self.arrive();
            have += more;
        }
    }

    /// One rank's bytes go to all.
    pub fn spread(&self, root: usize, bytes: usize) {
        let size = self.state().clocks.len();
        // A rank sends on what it has got, and its parent has the smaller number.
        for place in 0..size {
            if place > 0 {
                let rank = (place + root) % size;
                let mut s = self.state();
                let until = std::mem::take(&mut s.arrives[rank]);
                s.wait(rank, until);
            }
            let real = |place: usize| (place + root) % size;
            self.send(super::children(place, size).map(|child| (real(place), real(child), bytes)));
        }
    }

    /// Blocks of a reduction that a rank computes.
    pub fn blocks(cuts: &[usize], rank: usize) -> usize {
        let (start, end) = (cuts[rank] / BLOCK, cuts[rank + 1].div_ceil(BLOCK));
        end.saturating_sub(start)
    }

    /// At the program's end: ranks, messages, bytes, seconds of the rank that ends last, how many of these it waits, and of one process alone.
    pub fn report(&self) -> String {
        self.by_all();
        let s = self.state();
        let last = (0..s.clocks.len()).max_by(|a, b| s.clocks[*a].total_cmp(&s.clocks[*b])).unwrap_or(0);
        let (ranks, seconds, waited) = (s.clocks.len(), s.clocks[last], s.waited[last]);
        format!("{ranks} {} {} {seconds:.9} {waited:.9} {:.9}", s.messages, s.bytes, s.alone)
    }
}

/// Carries nothing: there is one process.
pub struct Nobody(pub usize);

impl Transport for Nobody {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        self.0
    }

    fn send(&self, _: usize, _: Channel, _: &[&[u8]]) {}

    fn receive(&self, _: usize, _: Channel) -> Vec<u8> {
        unreachable!("rank 0 of a simulation is sent nothing")
    }

    fn end(&self) {}

    fn abort(&self, code: i32) -> ! {
        std::process::exit(code)
    }
}

#[cfg(test)]
mod tests {
    use super::Model;

    #[test]
    fn messages_take_latency_and_bandwidth() {
        let (size, model) = Model::of("4 0.5 100").expect("three numbers");
        assert_eq!(size, 4);
        model.send([(0, 1, 100), (0, 2, 50)].into_iter());
        model.arrive();
        let s = model.state();
        assert_eq!((s.messages, s.bytes), (2, 150));
        assert_eq!(s.clocks, [0.0, 1.5, 2.0, 0.0]);
    }

    #[test]
    fn what_all_have_goes_around_in_rounds() {
        for size in 1..40 {
            let (_, model) = Model::of(&size.to_string()).expect("a number");
            model.gather(&|rank| rank);
            let s = model.state();
            // Each rank gets all that the others have, once, and how long each part is.
            let parts: u64 = (0..size).map(|r: u64| (size - 1) * (r + 8)).sum();
            assert_eq!(s.bytes, parts, "{size}");
        }
        assert!(Model::of("x").is_none() && Model::of("0").is_none() && Model::of("3 -1").is_none());
    }

    #[test]
    fn a_look_reaches_all_once() {
        let (_, model) = Model::of("7").expect("a number");
        model.spread(3, 8);
        assert_eq!(model.state().messages, 6);
    }
}
