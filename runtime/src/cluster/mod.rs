//! Ranks: processes that run one program together (`SOMD_TARGET=cluster`).
//!
//! *Every rank runs the program's own code*, so control flow needs no messages (control replication). What is divided are parallel
//! instructions, by their outermost dimension, and the arrays that these write: [`rows`] knows which rows are valid on which rank, and
//! because every rank knows it of all ranks, nobody has to ask. [`divide`] decides how an instruction is divided; what cannot be divided
//! every rank runs as a whole.
//!
//! *What must be equal is made equal.* Rank 0 reads what comes from outside and the others get it ([`same`]); it alone writes. An exception comes
//! out on every rank or on none.
//!
//! *Messages of data* are sent and received by the thread that runs `main` alone, in the order of the program; what other threads run is not
//! divided. Each message says which decisions its rank has made so far, so that ranks which part are found, and not waited for.

pub mod divide;
mod launch;
mod model;
mod mpi;
pub(crate) mod rows;
mod sockets;
mod transport;

pub use divide::{ArrayReach, Divisible, Reach, Reads, Stride, Writes};
pub use rows::{give_back, settle, settle_all};

use crate::device::{self, Device};
use crate::target::{self, Place};
use model::Model;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use transport::{Channel, Transport};

/// How many ranks a program that is started by hand starts; in each of them, how many there are.
const RANKS: &str = "SOMD_RANKS";
/// The number of this rank.
const RANK: &str = "SOMD_RANK";
/// The folder where the ranks of one machine meet, or the address of rank 0, `host:port`.
const AT: &str = "SOMD_RANKS_AT";

/// So many ranks, and how fast their messages are: nobody else is started.
const SIMULATE: &str = "SOMD_SIMULATE";
/// The file that gets what a simulation has found; standard error without.
const SIMULATED: &str = "SOMD_SIMULATED";
const LEAST_SET: &str = "SOMD_CLUSTER_LEAST";

/// A rank that is silent for so long is lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// An instruction of fewer operations is not worth a message, unless its arrays are divided already.
const LEAST: usize = 1 << 20;

/// This process as a rank.
pub struct Cluster {
    transport: Box<dyn Transport>,
    pub rank: usize,
    pub size: usize,
    /// Where a rank runs its part.
    place: Place,
    /// The rank's device, where all ranks have one.
    device: OnceLock<Option<&'static Device>>,
    check: bool,
    report: bool,
    least: usize,
    messages: AtomicU64,
    bytes: AtomicU64,
    /// The other ranks are none: what they would send is counted.
    model: Option<Model>,
}

static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();

thread_local! {
    /// This thread runs `main`.
    static MAIN: Cell<bool> = const { Cell::new(false) };
    /// What runs now depends on time, so that nothing in it can be divided.
    static ALONE: Cell<bool> = const { Cell::new(false) };
    /// A hash of all decisions so far, and the last one in words.
    static DECISIONS: RefCell<(u64, String)> = const { RefCell::new((0xcbf2_9ce4_8422_2325, String::new())) };
}

/// The ranks, where there are several.
#[inline]
pub fn cluster() -> Option<&'static Cluster> {
    CLUSTER.get().and_then(Option::as_ref)
}

/// This process's number: 0 where it is alone.
pub fn rank() -> usize {
    cluster().map_or(0, |c| c.rank)
}

/// This process says and writes what the program does.
pub fn speaks() -> bool {
    rank() == 0
}

/// Where a rank runs what its device does not.
pub fn rank_place() -> Place {
    match cluster().map_or_else(place_of_ranks, |c| c.place) {
        Place::Gpu(_) => Place::Cpu,
        place => place,
    }
}

/// The device that runs this rank's parts. All ranks ask at the same place of the program.
pub fn rank_device() -> Option<&'static Device> {
    let c = dividing().filter(|c| matches!(c.place, Place::Gpu(_)))?;
    *c.device.get_or_init(|| {
        let own = device::of_rank(c.place, number_here(c.rank));
        let reason = own.as_ref().err().cloned().unwrap_or_default();
        let lacks = |(rank, reason): (usize, &Vec<u8>)| (!reason.is_empty()).then(|| (rank, reason.clone()));
        match c.gather(reason.into_bytes()).iter().enumerate().find_map(lacks) {
            None => own.ok(),
            Some((rank, reason)) => {
                let reason = format!("rank {rank}: {}", String::from_utf8_lossy(&reason));
                target::dishonoured("the program", &reason);
                None
            }
        }
    })
}

/// The number of this rank among those of its machine, as what started it says; ranks that the program starts are on one.
fn number_here(rank: usize) -> usize {
    let names = ["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_LOCAL_RANK", "SLURM_LOCALID"];
    let number = |name: &&str| std::env::var(name).ok()?.trim().parse().ok();
    names.iter().find_map(number).unwrap_or(rank)
}

/// The ranks, where this thread may divide what it runs.
pub fn dividing() -> Option<&'static Cluster> {
    cluster().filter(|_| MAIN.get() && !ALONE.get())
}

/// This thread runs `main`.
pub fn on_main() {
    MAIN.set(true);
}

/// Runs what depends on time (which thread does what): every rank runs all of it.
pub fn alone<R>(body: impl FnOnce() -> R) -> R {
    if cluster().is_none() {
        return body();
    }
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    if dividing().is_some() {
        settle_all();
    }
    let _restore = Restore(ALONE.replace(true));
    body()
}

fn place_of_ranks() -> Place {
    match std::env::var("SOMD_RANK_TARGET").ok().filter(|v| !v.is_empty()) {
        None => Place::Cpu,
        Some(text) => match Place::parse(&text) {
            Some(place @ (Place::Cpu | Place::Seq | Place::Gpu(_))) => place,
            Some(Place::Gpus) => {
                eprintln!(
                    "error: SOMD_RANK_TARGET: a rank uses one device: start as many ranks as there are devices, with `gpu`"
                );
                std::process::exit(2)
            }
            _ => {
                eprintln!(
                    "error: SOMD_RANK_TARGET: ranks run their parts with `cpu`, `seq` or `gpu`, not with `{text}`"
                );
                std::process::exit(2)
            }
        },
    }
}

/// Before the program: becomes a rank, where the settings ask for that. The exit code where this process has only started the ranks.
pub fn begin() -> Option<i32> {
    if CLUSTER.get().is_some() || !target::settings().wants_cluster() {
        return None;
    }
    if let Some(setting) = std::env::var(SIMULATE).ok().filter(|v| !v.is_empty()) {
        let _ = CLUSTER.set(Some(simulated(&setting)));
        return None;
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.trim().parse::<usize>().ok());
    let (rank, ranks) = (number(RANK), number(RANKS).unwrap_or(1));
    let transport: Option<Box<dyn Transport>> = match (rank, std::env::var_os(AT)) {
        (Some(rank), Some(_)) if rank >= ranks => {
            fail(&format!("{RANK} is {rank}, and there are {ranks} ranks ({RANKS})"))
        }
        (Some(rank), Some(at)) if ranks > 1 => {
            let patience = match number("SOMD_CLUSTER_TIMEOUT") {
                None => Some(PATIENCE),
                Some(seconds) => (seconds > 0).then(|| Duration::from_secs(seconds as u64)),
            };
            let address = at.to_str().filter(|a| a.contains(':') && !a.contains('/'));
            let met = match address {
                Some(address) => sockets::Sockets::meet_at(address, rank, ranks, patience),
                None => {
                    // Whoever started the ranks waits for them: without it they end.
                    // SAFETY: it changes nothing but what happens then.
                    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong) };
                    sockets::Sockets::meet(&PathBuf::from(at), rank, ranks, patience)
                }
            };
            match met {
                Ok(sockets) => Some(Box::new(sockets)),
                Err(e) => fail(&format!("rank {rank}: {e}")),
            }
        }
        _ => match mpi::Mpi::begin() {
            Some(Ok(mpi)) => Some(Box::new(mpi)),
            Some(Err(e)) => fail(&e),
            None if ranks > 1 => return Some(launch::launch(ranks)),
            None => None,
        },
    };
    let set = |name: &str| std::env::var(name).is_ok_and(|v| !v.is_empty() && v != "0");
    let cluster = transport.filter(|t| t.size() > 1).map(|transport| {
        let least = number(LEAST_SET).unwrap_or(LEAST);
        let [check, least] = first_settings(&*transport, [set("SOMD_CLUSTER_CHECK").into(), least as u64]);
        Cluster {
            rank: transport.rank(),
            size: transport.size(),
            transport,
            place: place_of_ranks(),
            device: OnceLock::new(),
            check: check != 0,
            report: set("SOMD_CLUSTER_REPORT"),
            least: least as usize,
            messages: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            model: None,
        }
    });
    // It was not set: this runs once, before the program's threads.
    let _ = CLUSTER.set(cluster);
    None
}

/// Ranks that there are not, of which this process plays all.
fn simulated(setting: &str) -> Cluster {
    let Some((size, model)) = Model::of(setting) else {
        fail(&format!(
            "{SIMULATE}: a number of ranks, with a latency in seconds and a bandwidth in bytes a second: `8 2e-6 1e10`"
        ))
    };
    let least = std::env::var(LEAST_SET).ok().and_then(|v| v.trim().parse().ok()).unwrap_or(LEAST);
    Cluster {
        rank: 0,
        size,
        transport: Box::new(model::Nobody(size)),
        place: place_of_ranks(),
        device: OnceLock::from(None),
        check: false,
        report: false,
        least,
        messages: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        model: Some(model),
    }
}

/// Rank 0's settings: on other machines the environment may be another.
fn first_settings(transport: &dyn Transport, own: [u64; 2]) -> [u64; 2] {
    let (rank, size) = (transport.rank(), transport.size());
    let bytes: Vec<u8> = match rank {
        0 => own.iter().flat_map(|n| n.to_ne_bytes()).collect(),
        _ => transport.receive(parent(rank), Channel::Input),
    };
    children(rank, size).for_each(|child| transport.send(child, Channel::Input, &[&bytes]));
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    std::array::from_fn(|k| u64::from_ne_bytes(std::array::from_fn(|i| byte(8 * k + i))))
}

/// The process cannot be a rank.
fn fail(why: &str) -> ! {
    eprintln!("error: {why}");
    std::process::exit(2)
}

/// The rank is at its end. After an internal error the others must not take it for one that is done.
pub fn end(code: i32) {
    let Some(c) = cluster() else { return };
    if let Some(model) = &c.model {
        let line = format!("{}\n", model.report());
        match std::env::var_os(SIMULATED) {
            Some(file) => {
                if let Err(e) = std::fs::write(&file, line) {
                    eprintln!("error: {}: {e}", file.to_string_lossy());
                }
            }
            None => eprint!("ranks, messages, bytes, seconds, waiting, alone: {line}"),
        }
    }
    if code == INTERNAL {
        c.transport.abort(code);
    }
    if c.report {
        let (messages, bytes) = (c.messages.load(Ordering::Relaxed), c.bytes.load(Ordering::Relaxed));
        let memory = most_memory() >> 20;
        // In one piece: all ranks write there.
        let line =
            format!("rank {}: {messages} messages, {bytes} bytes sent, {memory} MiB of memory at most\n", c.rank);
        let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
    }
    c.transport.end();
}

/// The most bytes that the process has had in memory at a time.
fn most_memory() -> u64 {
    // SAFETY: the system fills the structure, of which all bits zero are a value.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage.ru_maxrss as u64 * 1024
    }
}

/// The exit code of an internal error.
const INTERNAL: i32 = 101;

/// The program's arguments, those of rank 0.
pub fn same_arguments(arguments: Vec<String>) -> Vec<String> {
    if cluster().is_none() {
        return arguments;
    }
    let texts = same("arguments", || arguments.join("\0").into_bytes());
    let text = String::from_utf8_lossy(&texts).into_owned();
    if arguments.is_empty() && text.is_empty() { Vec::new() } else { text.split('\0').map(String::from).collect() }
}

/// What rank 0 finds outside: it alone runs `read`, and all ranks get what that gave. `what` says what is read.
pub fn same(what: &str, read: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    let Some(c) = cluster() else { return read() };
    // One at a time: what is read is sent on in the order in which it was read.
    static ORDER: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _order = ORDER.lock().unwrap_or_else(|e| e.into_inner());
    let value = match c.rank {
        0 => read(),
        _ => {
            let message = c.transport.receive(parent(c.rank), Channel::Input);
            let (asked, value) = message.split_at(message.len().min(what.len()));
            if asked != what.as_bytes() {
                let there = String::from_utf8_lossy(&message[..message.len().min(32)]).into_owned();
                c.part(&format!("rank {} reads {what}, and another rank did not: {there:?}", c.rank));
            }
            value.to_vec()
        }
    };
    for child in children(c.rank, c.size) {
        c.transport.send(child, Channel::Input, &[what.as_bytes(), &value]);
    }
    value
}

/// As [`same`], of a number. Where the order depends on time ([`alone`], other threads than that of `main`) each rank has its own.
pub fn same_number(what: &str, read: impl FnOnce() -> i64) -> i64 {
    if dividing().is_none() {
        return read();
    }
    let bytes = same(what, || read().to_ne_bytes().to_vec());
    i64::from_ne_bytes(std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0)))
}

/// As [`same`], of a text that there may be.
pub fn same_text(what: &str, read: impl FnOnce() -> Option<String>) -> Option<String> {
    if cluster().is_none() {
        return read();
    }
    let bytes = same(what, || read().map_or_else(Vec::new, |t| [b"=", t.as_bytes()].concat()));
    bytes.strip_prefix(b"=").map(|t| String::from_utf8_lossy(t).into_owned())
}

/// The rank from which a rank gets what rank 0 sends to all.
fn parent(rank: usize) -> usize {
    rank & (rank - 1)
}

/// The ranks that get it from a rank.
fn children(rank: usize, size: usize) -> impl Iterator<Item = usize> {
    let bits = if rank == 0 { usize::BITS } else { rank.trailing_zeros() };
    (0..bits.min(usize::BITS - 1)).map(move |bit| rank + (1 << bit)).take_while(move |child| *child < size)
}

impl Cluster {
    /// Work of so many operations is worth dividing.
    fn pays(&self, operations: usize) -> bool {
        operations >= self.least
    }

    /// Notes a decision, which all ranks must make alike.
    fn decide(&self, what: &str, numbers: &[u64]) {
        let all = what.bytes().chain(numbers.iter().flat_map(|n| n.to_ne_bytes()));
        DECISIONS.with_borrow_mut(|(hash, last)| {
            *hash = all.fold(*hash, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
            if self.check {
                *last = format!("{what} {numbers:?}");
            } else if last != what {
                what.clone_into(last);
            }
        });
        if self.check {
            self.gather(Vec::new());
        }
    }

    /// Sends a part of the data.
    fn send(&self, to: usize, parts: &[&[u8]]) {
        let (hash, last) = DECISIONS.with_borrow(|(hash, last)| (*hash, self.check.then(|| last.clone())));
        let last = last.unwrap_or_default();
        let head = [hash.to_ne_bytes(), (last.len() as u64).to_ne_bytes()].concat();
        let mut all = vec![head.as_slice(), last.as_bytes()];
        all.extend_from_slice(parts);
        self.messages.fetch_add(1, Ordering::Relaxed);
        let bytes = parts.iter().map(|p| p.len() as u64).sum();
        let _span =
            crate::profile::span("message", "sending").map(|s| s.number("rank", to as u64).number("bytes", bytes));
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.transport.send(to, Channel::Data, &all);
    }

    /// The next part of the data from a rank, behind so many bytes that are not data.
    fn receive(&self, from: usize) -> (Vec<u8>, usize) {
        let span = crate::profile::span("message", "waiting for a message").map(|s| s.number("rank", from as u64));
        let message = self.transport.receive(from, Channel::Data);
        drop(span.map(|s| s.number("bytes", message.len() as u64)));
        let number = |at: usize| u64::from_ne_bytes(std::array::from_fn(|i| message.get(at + i).copied().unwrap_or(0)));
        let data = 16 + number(8) as usize;
        let (hash, last) = DECISIONS.with_borrow(|d| d.clone());
        if number(0) != hash {
            let there = message.get(16..data).map_or(String::new(), |t| String::from_utf8_lossy(t).into_owned());
            let there = if there.is_empty() { "elsewhere (SOMD_CLUSTER_CHECK=1 says where)".into() } else { there };
            self.part(&format!("rank {} is at {last}, and rank {from} is at {there}", self.rank));
        }
        (message, data)
    }

    /// The ranks have parted: a program whose control flow depends on what is not the same everywhere.
    fn part(&self, how: &str) -> ! {
        crate::console::flush();
        eprintln!("error: the ranks of the program have parted: {how}");
        self.transport.abort(1)
    }

    /// What every rank has, in the order of ranks.
    fn gather(&self, own: Vec<u8>) -> Vec<Vec<u8>> {
        if let Some(model) = &self.model {
            model.gather(&|_| own.len());
            return vec![own];
        }
        let mut all: Vec<Vec<u8>> = vec![own];
        // Each round doubles how many neighbours' a rank has.
        while all.len() < self.size {
            let have = all.len();
            let more = have.min(self.size - have);
            let lengths: Vec<u8> = all[..more].iter().flat_map(|p| (p.len() as u64).to_ne_bytes()).collect();
            let mut parts = vec![lengths.as_slice()];
            parts.extend(all[..more].iter().map(Vec::as_slice));
            self.send((self.rank + self.size - have) % self.size, &parts);
            let (message, data) = self.receive((self.rank + have) % self.size);
            let message = &message[data..];
            let mut at = more * 8;
            for k in 0..more {
                let length = u64::from_ne_bytes(std::array::from_fn(|i| message[k * 8 + i])) as usize;
                all.push(message[at..at + length].to_vec());
                at += length;
            }
        }
        // They begin with this rank's.
        all.rotate_right(self.rank);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rank_0_sends_reaches_every_rank_once() {
        for size in 1..70 {
            let mut reached = vec![0; size];
            for rank in 0..size {
                for child in children(rank, size) {
                    assert_eq!(parent(child), rank);
                    reached[child] += 1;
                }
            }
            assert!(reached[1..].iter().all(|n| *n == 1), "{size}: {reached:?}");
        }
    }
}
