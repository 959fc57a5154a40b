//! Ranks on one machine: a Unix socket for each pair.
//!
//! A thread for each peer takes what arrives into a queue, so that no rank waits to send. A peer that is gone without having said so is what
//! ends the others.

use super::transport::{CHANNELS, Channel, Transport};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What arrives from a peer.
#[derive(Default)]
struct Mailbox {
    queues: Mutex<Queues>,
    news: Condvar,
}

#[derive(Default)]
struct Queues {
    arrived: [VecDeque<Vec<u8>>; CHANNELS],
    /// The peer has said that it is at its end.
    ended: bool,
}

struct Peer {
    out: Mutex<UnixStream>,
    mailbox: Arc<Mailbox>,
}

struct Shared {
    rank: usize,
    /// None at this rank's own place.
    peers: Vec<Option<Peer>>,
    ending: AtomicBool,
}

/// Sockets to all other ranks.
pub struct Sockets(Arc<Shared>);

/// Kinds of frames behind the numbers of channels.
const BYE: u64 = 100;
const ABORT: u64 = 101;
/// Bytes in front of a message: its channel, and its length.
const HEAD: usize = 16;
/// Ranks that do not come within this time will not.
const MEETING: Duration = Duration::from_secs(30);
/// The exit code where another rank is gone.
const LOST: i32 = 1;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn head(channel: u64, length: u64) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(&channel.to_ne_bytes());
    head[8..].copy_from_slice(&length.to_ne_bytes());
    head
}

fn numbers(head: [u8; HEAD]) -> (u64, u64) {
    let number = |at: usize| u64::from_ne_bytes(std::array::from_fn(|i| head[at + i]));
    (number(0), number(8))
}

impl Sockets {
    /// Meets the other ranks in a folder.
    ///
    /// # Errors
    /// Where one of them does not come, or the folder cannot be used.
    pub fn meet(folder: &Path, rank: usize, size: usize) -> io::Result<Sockets> {
        let at = |rank: usize| folder.join(format!("{rank}"));
        let listener = UnixListener::bind(at(rank))?;
        listener.set_nonblocking(true)?;
        let started = Instant::now();
        let late = |e: io::Error| {
            let waits = started.elapsed() < MEETING;
            std::thread::sleep(Duration::from_millis(2));
            if waits { Ok(()) } else { Err(io::Error::new(e.kind(), format!("not all ranks have come ({e})"))) }
        };
        let mut sockets: Vec<Option<UnixStream>> = (0..size).map(|_| None).collect();
        for (other, slot) in sockets.iter_mut().enumerate().take(rank) {
            let mut socket = loop {
                match UnixStream::connect(at(other)) {
                    Ok(socket) => break socket,
                    Err(e) => late(e)?,
                }
            };
            socket.write_all(&(rank as u64).to_ne_bytes())?;
            *slot = Some(socket);
        }
        for _ in rank + 1..size {
            let mut socket = loop {
                match listener.accept() {
                    Ok((socket, _)) => break socket,
                    Err(e) => late(e)?,
                }
            };
            socket.set_nonblocking(false)?;
            let mut number = [0; 8];
            socket.read_exact(&mut number)?;
            let number = u64::from_ne_bytes(number) as usize;
            match sockets.get_mut(number) {
                Some(slot) => *slot = Some(socket),
                None => return Err(io::Error::other("a rank that there is not")),
            }
        }
        let mut readers = Vec::new();
        let mut peers = Vec::new();
        for (number, socket) in sockets.into_iter().enumerate() {
            let Some(socket) = socket else {
                peers.push(None);
                continue;
            };
            let mailbox = Arc::new(Mailbox::default());
            readers.push((number, socket.try_clone()?, mailbox.clone()));
            peers.push(Some(Peer { out: Mutex::new(socket), mailbox }));
        }
        let shared = Arc::new(Shared { rank, peers, ending: AtomicBool::new(false) });
        for (number, socket, mailbox) in readers {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name(format!("rank-{number}"))
                .spawn(move || shared.read(number, socket, &mailbox))?;
        }
        Ok(Sockets(shared))
    }
}

impl Shared {
    /// Takes what a peer sends, until it is gone.
    fn read(&self, from: usize, mut socket: UnixStream, mailbox: &Mailbox) {
        loop {
            let mut first = [0; HEAD];
            if socket.read_exact(&mut first).is_err() {
                break;
            }
            match numbers(first) {
                (BYE, _) => {
                    lock(&mailbox.queues).ended = true;
                    mailbox.news.notify_all();
                }
                (ABORT, lost) => self.lost(lost as usize),
                (channel, length) => {
                    let mut message = vec![0; length as usize];
                    if socket.read_exact(&mut message).is_err() {
                        break;
                    }
                    if let Some(queue) = lock(&mailbox.queues).arrived.get_mut(channel as usize) {
                        queue.push_back(message);
                    }
                    mailbox.news.notify_all();
                }
            }
        }
        if !lock(&mailbox.queues).ended && !self.ending.load(Ordering::Acquire) {
            self.lost(from);
        }
    }

    /// A rank is gone that has not said so: so are all others. One of them says it.
    fn lost(&self, rank: usize) -> ! {
        static ONCE: Mutex<()> = Mutex::new(());
        // Another thread that comes here waits for the end.
        let _once = lock(&ONCE);
        let speaks = self.rank == usize::from(rank == 0) && rank != self.rank;
        if speaks {
            crate::console::flush();
            eprintln!("error: rank {rank} has ended before the program's end: the program ends on all ranks");
        }
        self.end_others(rank);
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(LOST) }
    }

    /// Tells the others that all end, because of this rank.
    fn end_others(&self, rank: usize) {
        for peer in self.peers.iter().flatten() {
            // One that is being written to learns it from the socket's end.
            if let Ok(mut out) = peer.out.try_lock() {
                let _ = out.write_all(&head(ABORT, rank as u64));
            }
        }
    }

    fn peer(&self, rank: usize) -> &Peer {
        self.peers[rank].as_ref().unwrap_or_else(|| unreachable!("no rank sends to itself"))
    }
}

impl Transport for Sockets {
    fn rank(&self) -> usize {
        self.0.rank
    }

    fn size(&self) -> usize {
        self.0.peers.len()
    }

    fn send(&self, to: usize, channel: Channel, parts: &[&[u8]]) {
        let length: usize = parts.iter().map(|p| p.len()).sum();
        let mut out = lock(&self.0.peer(to).out);
        let mut write = |bytes: &[u8]| out.write_all(bytes);
        let sent = write(&head(channel as u64, length as u64)).and_then(|()| parts.iter().try_for_each(|p| write(p)));
        // One that is at its end needs nothing more.
        if sent.is_err() && !lock(&self.0.peer(to).mailbox.queues).ended {
            drop(out);
            self.0.lost(to);
        }
    }

    fn receive(&self, from: usize, channel: Channel) -> Vec<u8> {
        let mailbox = &self.0.peer(from).mailbox;
        let mut queues = lock(&mailbox.queues);
        loop {
            if let Some(message) = queues.arrived[channel as usize].pop_front() {
                return message;
            }
            if queues.ended {
                drop(queues);
                self.0.lost(from);
            }
            queues = mailbox.news.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn end(&self) {
        self.0.ending.store(true, Ordering::Release);
        for peer in self.0.peers.iter().flatten() {
            let _ = lock(&peer.out).write_all(&head(BYE, 0));
        }
    }

    fn abort(&self, code: i32) -> ! {
        self.0.end_others(self.0.rank);
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(code) }
    }
}
