//! Ranks that talk through sockets, one for each pair: Unix sockets on one machine, TCP between machines.
//!
//! A thread for each peer takes what arrives into a queue, so that no rank waits to send. A peer that is gone without having said so is what
//! ends the others; so does one that is silent: every rank sends each other one a sign of life every second.

use super::transport::{CHANNELS, Channel, Transport};
use std::collections::VecDeque;
use std::io::{self, IoSlice, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What arrives from a peer.
#[derive(Default)]
struct Mailbox {
    queues: Mutex<Queues>,
    news: Condvar,
    /// When something came last, in milliseconds since the ranks met.
    heard: AtomicU64,
}

#[derive(Default)]
struct Queues {
    arrived: [VecDeque<Vec<u8>>; CHANNELS],
    /// The peer has said that it is at its end.
    ended: bool,
}

enum Socket {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Socket {
    fn try_clone(&self) -> io::Result<Socket> {
        Ok(match self {
            Socket::Unix(s) => Socket::Unix(s.try_clone()?),
            Socket::Tcp(s) => Socket::Tcp(s.try_clone()?),
        })
    }
}

impl Read for Socket {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Unix(s) => s.read(to),
            Socket::Tcp(s) => s.read(to),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self {
            Socket::Unix(s) => s.write(from),
            Socket::Tcp(s) => s.write(from),
        }
    }

    fn write_vectored(&mut self, from: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Socket::Unix(s) => s.write_vectored(from),
            Socket::Tcp(s) => s.write_vectored(from),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Peer {
    out: Mutex<Socket>,
    mailbox: Arc<Mailbox>,
}

struct Shared {
    rank: usize,
    /// None at this rank's own place.
    peers: Vec<Option<Peer>>,
    ending: AtomicBool,
    met: Instant,
    /// A rank that is silent for so long is lost; None where ranks may be silent.
    patience: Option<Duration>,
}

/// Sockets to all other ranks.
pub struct Sockets(Arc<Shared>);

/// Kinds of frames behind the numbers of channels.
const BYE: u64 = 100;
const ABORT: u64 = 101;
/// A rank is silent.
const SILENT: u64 = 102;
const ALIVE: u64 = 103;
/// Bytes in front of a message: its channel, and its length.
const HEAD: usize = 16;
/// Ranks that do not come within this time will not.
const MEETING: Duration = Duration::from_secs(30);
/// A rank says so often that it is there.
const PULSE: Duration = Duration::from_secs(1);
/// A long message is a sign of life in parts of so many bytes.
const PIECE: usize = 1 << 20;
/// The exit code where another rank is gone.
const LOST: i32 = 1;
/// What a rank says first to another one over TCP.
const HELLO: &[u8; 8] = b"somdrank";

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

/// Writes all parts, with as few calls of the system as it takes.
fn write_all(to: &mut Socket, mut parts: &mut [IoSlice]) -> io::Result<()> {
    // Parts without bytes are passed over.
    IoSlice::advance_slices(&mut parts, 0);
    while !parts.is_empty() {
        match to.write_vectored(parts) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => IoSlice::advance_slices(&mut parts, n),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

/// Until when ranks may come.
struct Meeting(Instant);

impl Meeting {
    /// What failed may be tried again; the error where it is too late for that.
    fn wait(&self, e: io::Error) -> io::Result<()> {
        let waits = self.0.elapsed() < MEETING;
        std::thread::sleep(Duration::from_millis(2));
        if waits { Ok(()) } else { Err(io::Error::new(e.kind(), format!("not all ranks have come ({e})"))) }
    }

    fn until<T>(&self, mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        loop {
            match attempt() {
                Ok(done) => return Ok(done),
                Err(e) => self.wait(e)?,
            }
        }
    }

    /// The next rank that comes over TCP: its number, and what it says of its own port. Whoever is no rank is sent away.
    fn guest(&self, listener: &TcpListener, size: usize) -> io::Result<(usize, u16, TcpStream)> {
        listener.set_nonblocking(true)?;
        loop {
            let (mut socket, _) = self.until(|| listener.accept())?;
            socket.set_nonblocking(false)?;
            socket.set_read_timeout(Some(Duration::from_secs(5)))?;
            let mut hello = [0; 26];
            if socket.read_exact(&mut hello).is_ok() && hello.starts_with(HELLO) {
                socket.set_read_timeout(None)?;
                let number = |at: usize| u64::from_ne_bytes(std::array::from_fn(|i| hello[at + i])) as usize;
                if number(16) != size {
                    return Err(io::Error::other(format!(
                        "rank {} counts {} ranks, not {size}",
                        number(8),
                        number(16)
                    )));
                }
                return Ok((number(8), u16::from_ne_bytes([hello[24], hello[25]]), socket));
            }
        }
    }

    /// Connects to a rank.
    fn visit(&self, address: &str, rank: usize, size: usize, port: u16) -> io::Result<TcpStream> {
        let mut socket = self.until(|| TcpStream::connect(address))?;
        let number = |n: usize| (n as u64).to_ne_bytes();
        socket.write_all(&[&HELLO[..], &number(rank), &number(size), &port.to_ne_bytes()].concat())?;
        Ok(socket)
    }
}

/// Puts a rank's socket where it belongs.
fn seat<S>(sockets: &mut [Option<S>], number: usize, socket: S) -> io::Result<()> {
    match sockets.get_mut(number) {
        Some(slot) if slot.is_none() => {
            *slot = Some(socket);
            Ok(())
        }
        Some(_) => Err(io::Error::other(format!("there are two ranks {number}"))),
        None => Err(io::Error::other("a rank that there is not")),
    }
}

impl Sockets {
    /// Meets the other ranks of this machine in a folder.
    ///
    /// # Errors
    /// Where one of them does not come, or the folder cannot be used.
    pub fn meet(folder: &Path, rank: usize, size: usize, patience: Option<Duration>) -> io::Result<Sockets> {
        let at = |rank: usize| folder.join(format!("{rank}"));
        let listener = UnixListener::bind(at(rank))?;
        listener.set_nonblocking(true)?;
        let meeting = Meeting(Instant::now());
        let mut sockets: Vec<Option<UnixStream>> = (0..size).map(|_| None).collect();
        for (other, slot) in sockets.iter_mut().enumerate().take(rank) {
            let mut socket = meeting.until(|| UnixStream::connect(at(other)))?;
            socket.write_all(&(rank as u64).to_ne_bytes())?;
            *slot = Some(socket);
        }
        for _ in rank + 1..size {
            let (mut socket, _) = meeting.until(|| listener.accept())?;
            socket.set_nonblocking(false)?;
            let mut number = [0; 8];
            socket.read_exact(&mut number)?;
            seat(&mut sockets, u64::from_ne_bytes(number) as usize, socket)?;
        }
        Sockets::of(rank, sockets.into_iter().map(|s| s.map(Socket::Unix)).collect(), patience)
    }

    /// Meets the other ranks at the address of rank 0, `host:port`, over TCP.
    ///
    /// # Errors
    /// Where one of them does not come, or the address cannot be used.
    pub fn meet_at(address: &str, rank: usize, size: usize, patience: Option<Duration>) -> io::Result<Sockets> {
        let meeting = Meeting(Instant::now());
        let mut sockets: Vec<Option<TcpStream>> = (0..size).map(|_| None).collect();
        if rank == 0 {
            let listener = TcpListener::bind(address)?;
            let mut places = vec![String::new(); size];
            for _ in 1..size {
                let (number, port, socket) = meeting.guest(&listener, size)?;
                if let Some(place) = places.get_mut(number) {
                    *place = SocketAddr::new(socket.peer_addr()?.ip(), port).to_string();
                }
                seat(&mut sockets, number, socket)?;
            }
            let places = places.join("\n");
            for socket in sockets.iter_mut().flatten() {
                socket.write_all(&(places.len() as u64).to_ne_bytes())?;
                socket.write_all(places.as_bytes())?;
            }
        } else {
            let any = if address.starts_with('[') { IpAddr::from([0u8; 16]) } else { IpAddr::from([0u8; 4]) };
            let listener = TcpListener::bind((any, 0))?;
            let mut first = meeting.visit(address, rank, size, listener.local_addr()?.port())?;
            let mut length = [0; 8];
            first.set_read_timeout(Some(MEETING))?;
            first.read_exact(&mut length)?;
            let mut places = vec![0; (u64::from_ne_bytes(length) as usize).min(size * 64)];
            first.read_exact(&mut places)?;
            first.set_read_timeout(None)?;
            sockets[0] = Some(first);
            let places = String::from_utf8_lossy(&places).into_owned();
            for (other, place) in places.split('\n').enumerate().take(rank).skip(1) {
                sockets[other] = Some(meeting.visit(place, rank, size, 0)?);
            }
            for _ in rank + 1..size {
                let (number, _, socket) = meeting.guest(&listener, size)?;
                seat(&mut sockets, number, socket)?;
            }
        }
        for socket in sockets.iter().flatten() {
            socket.set_nodelay(true)?;
        }
        Sockets::of(rank, sockets.into_iter().map(|s| s.map(Socket::Tcp)).collect(), patience)
    }

    fn of(rank: usize, sockets: Vec<Option<Socket>>, patience: Option<Duration>) -> io::Result<Sockets> {
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
        let shared = Arc::new(Shared { rank, peers, ending: AtomicBool::new(false), met: Instant::now(), patience });
        for (number, socket, mailbox) in readers {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name(format!("rank-{number}"))
                .spawn(move || shared.read(number, socket, &mailbox))?;
        }
        let pulse = shared.clone();
        std::thread::Builder::new().name("rank-pulse".into()).spawn(move || pulse.pulse())?;
        Ok(Sockets(shared))
    }
}

impl Shared {
    fn now(&self) -> u64 {
        self.met.elapsed().as_millis() as u64
    }

    /// Says that this rank is there, and sees which others have not said so.
    fn pulse(&self) -> ! {
        let mut before = self.now();
        loop {
            std::thread::sleep(PULSE);
            if self.ending.load(Ordering::Acquire) {
                // Who is done needs nobody any more; the process ends soon.
                loop {
                    std::thread::park();
                }
            }
            let now = self.now();
            // This process itself was stopped, so that it has heard of nobody.
            let stopped = now - before > 3 * PULSE.as_millis() as u64;
            before = now;
            for (rank, peer) in self.peers.iter().enumerate() {
                let Some(peer) = peer else { continue };
                // One that is being written to hears of this rank.
                if let Ok(mut out) = peer.out.try_lock() {
                    let _ = out.write_all(&head(ALIVE, 0));
                }
                if stopped {
                    peer.mailbox.heard.store(now, Ordering::Relaxed);
                }
                let silent = now.saturating_sub(peer.mailbox.heard.load(Ordering::Relaxed));
                if self.patience.is_some_and(|p| silent > p.as_millis() as u64) && !lock(&peer.mailbox.queues).ended {
                    self.lost(rank, SILENT);
                }
            }
        }
    }

    /// Takes what a peer sends, until it is gone.
    fn read(&self, from: usize, mut socket: Socket, mailbox: &Mailbox) {
        let heard = || mailbox.heard.store(self.now(), Ordering::Relaxed);
        loop {
            let mut first = [0; HEAD];
            if socket.read_exact(&mut first).is_err() {
                break;
            }
            heard();
            match numbers(first) {
                (BYE, _) => {
                    lock(&mailbox.queues).ended = true;
                    mailbox.news.notify_all();
                }
                (why @ (ABORT | SILENT), lost) => self.lost(lost as usize, why),
                (ALIVE, _) => {}
                (channel, length) => {
                    let mut message = vec![0; length as usize];
                    let read = |piece: &mut [u8]| socket.read_exact(piece).inspect(|()| heard());
                    if message.chunks_mut(PIECE).try_for_each(read).is_err() {
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
            self.lost(from, ABORT);
        }
    }

    /// A rank is gone that has not said so, or says nothing: all others end too. One of them says it.
    fn lost(&self, rank: usize, why: u64) -> ! {
        static ONCE: Mutex<()> = Mutex::new(());
        // Another thread that comes here waits for the end.
        let _once = lock(&ONCE);
        let speaks = self.rank == usize::from(rank == 0) && rank != self.rank;
        if speaks {
            crate::console::flush();
            let patience = self.patience.unwrap_or_default().as_secs();
            let what = match why {
                SILENT => format!("has not been heard of for {patience} s"),
                _ => "has ended before the program's end".to_string(),
            };
            eprintln!("error: rank {rank} {what}: the program ends on all ranks");
        }
        self.end_others(rank, why);
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(LOST) }
    }

    /// Tells the others that all end, because of this rank.
    fn end_others(&self, rank: usize, why: u64) {
        for peer in self.peers.iter().flatten() {
            // One that is being written to learns it from the socket's end.
            if let Ok(mut out) = peer.out.try_lock() {
                let _ = out.write_all(&head(why, rank as u64));
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
        let head = head(channel as u64, length as u64);
        let mut slices: Vec<IoSlice> = vec![IoSlice::new(&head)];
        slices.extend(parts.iter().map(|p| IoSlice::new(p)));
        let mut out = lock(&self.0.peer(to).out);
        let sent = write_all(&mut out, &mut slices);
        // One that is at its end needs nothing more.
        if sent.is_err() && !lock(&self.0.peer(to).mailbox.queues).ended {
            drop(out);
            self.0.lost(to, ABORT);
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
                self.0.lost(from, ABORT);
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
        self.0.end_others(self.0.rank, ABORT);
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(code) }
    }
}
