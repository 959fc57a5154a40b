//! Copies from device to device, through memory of the host.
//!
//! Each device has a context of its own, so that no driver decides where a buffer lies or copies all of it because a few rows are wanted, and devices
//! of several drivers work together. What one sends to another goes to pinned memory of the sender's context, from there to that of the receiver's,
//! and on: so many bytes as are wanted, each of the two ways at the full rate of its link, and all devices at once. What several devices get of one is
//! fetched once.

use super::super::memory::{Memory, Sending};
use super::super::platform::Device;
use super::super::queues::Lane;
use super::super::staging::Pinned;
use super::report;
use crate::pool;
use opencl3::error_codes::ClError;
use opencl3::event::Event;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Bytes that go from the memory of one device to the same place in that of another.
pub struct Transfer {
    pub from: Rc<Memory>,
    pub to: Rc<Memory>,
    pub bytes: Range<usize>,
}

/// Bytes of a device's pinned memory for one direction; two of them for what it receives, in turns.
const AREA: usize = 8 << 20;

/// A device's pinned memory for copies from and to others.
#[derive(Default)]
pub struct Areas(Mutex<Area>);

#[derive(Default)]
struct Area {
    out: Option<Pinned>,
    into: [Option<Pinned>; 2],
    /// The commands that read what was received.
    busy: [Vec<Arc<Event>>; 2],
    turn: usize,
}

impl Area {
    fn out(&mut self, device: &Device) -> *mut u8 {
        self.out.get_or_insert_with(|| Pinned::new(device, AREA)).address
    }

    fn received(&mut self, device: &Device) -> *mut u8 {
        self.into[self.turn].get_or_insert_with(|| Pinned::new(device, AREA)).address
    }
}

/// One device's bytes for some others.
struct Message<'t> {
    from: &'t Memory,
    bytes: Range<usize>,
    /// In the sender's area.
    at: usize,
    /// Those that get it, and where in their areas.
    to: Vec<(&'t Memory, usize)>,
}

/// Makes the copies; returns when all of them have been enqueued.
pub fn exchange(transfers: &[Transfer]) -> Result<(), String> {
    if transfers.is_empty() {
        return Ok(());
    }
    // Areas are of two devices at a time: one exchange after the other.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    let mut left: Vec<(&Transfer, Range<usize>)> = transfers.iter().map(|t| (t, t.bytes.clone())).collect();
    while !left.is_empty() {
        round(&mut left)?;
    }
    report::exchanged(transfers.iter().map(|t| t.bytes.len()).sum(), start.elapsed());
    Ok(())
}

/// How much of the devices' areas a round uses.
#[derive(Default)]
struct Used(Vec<(*const Device, usize, usize)>);

impl Used {
    fn of(&mut self, device: &Device) -> &mut (*const Device, usize, usize) {
        let at = self.0.iter().position(|(d, ..)| ptr::eq(*d, device)).unwrap_or_else(|| {
            self.0.push((device, 0, 0));
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

/// As much of what is left as the areas take.
fn round(left: &mut Vec<(&Transfer, Range<usize>)>) -> Result<(), String> {
    let mut used = Used::default();
    let mut messages: Vec<Message> = Vec::new();
    let mut rest = Vec::new();
    for (transfer, bytes) in left.drain(..) {
        let (from, to) = (&*transfer.from, &*transfer.to);
        let free_in = AREA - used.of(to.device()).2;
        let same = |m: &Message| ptr::eq(m.from, from) && m.bytes == bytes;
        let known = messages.iter().position(same).filter(|_| bytes.len() <= free_in);
        let number = known.or_else(|| {
            let out = &mut used.of(from.device()).1;
            let length = bytes.len().min(free_in).min(AREA - *out);
            let message = Message { from, bytes: bytes.start..bytes.start + length, at: *out, to: Vec::new() };
            *out += length.next_multiple_of(64).min(AREA - *out);
            messages.push(message);
            (length > 0).then(|| messages.len() - 1)
        });
        let end = number.map_or(bytes.start, |n| messages[n].bytes.end);
        if let Some(number) = number {
            let into = &mut used.of(to.device()).2;
            messages[number].to.push((to, *into));
            *into += messages[number].bytes.len().next_multiple_of(64).min(AREA - *into);
        }
        if end < bytes.end {
            rest.push((transfer, end..bytes.end));
        }
    }
    *left = rest;
    messages.retain(|m| !m.to.is_empty());
    send(&messages)
}

/// A part of a message on its way through the host's memory.
struct Hop {
    from: *const u8,
    to: *mut u8,
    bytes: usize,
}

// SAFETY: the parts do not overlap, and those who use them wait for each other.
unsafe impl Sync for Hop {}

/// Bytes that one core copies at once.
const HOP: usize = 256 << 10;
/// Fewer bytes, or copies, are not worth waking other cores for.
const SMALL: usize = 512 << 10;
const FEW: usize = 8;

fn send(messages: &[Message]) -> Result<(), String> {
    let area = |device: &'static Device| device.staging.peers.0.lock().unwrap_or_else(PoisonError::into_inner);
    let mut fetched = Vec::new();
    for m in messages {
        let device = m.from.device();
        let out = area(device).out(device);
        // SAFETY: in the area, by `round`; nobody else uses that until the event is over.
        let part = unsafe { std::slice::from_raw_parts_mut(out.add(m.at), m.bytes.len()) };
        fetched.push((m.from.fetch(Lane::Download, false, m.bytes.start, part)?, out.wrapping_add(m.at)));
    }
    let mut devices: Vec<&'static Device> = Vec::new();
    for device in messages.iter().flat_map(|m| m.to.iter().map(|(to, _)| *to).chain([m.from])).map(Memory::device) {
        if !devices.iter().any(|d| ptr::eq(*d, device)) {
            devices.push(device);
        }
    }
    for device in &devices {
        flushed(device, Lane::Download)?;
    }
    // What was received before last has been read from its area.
    for device in &devices {
        let mut own = area(device);
        own.turn = 1 - own.turn;
        let turn = own.turn;
        for event in std::mem::take(&mut own.busy[turn]) {
            event.wait().map_err(|e| lost(device, &format!("copying to {} failed ({e})", device.name)))?;
        }
    }
    let (mut hops, mut sendings) = (Vec::new(), Vec::new());
    for (m, (event, out)) in messages.iter().zip(fetched) {
        event.wait().map_err(|e| m.from.lost(&format!("copying from {} failed ({e})", m.from.device().name)))?;
        for (memory, at) in &m.to {
            let into = area(memory.device()).received(memory.device()).wrapping_add(*at);
            for start in (0..m.bytes.len()).step_by(HOP) {
                let bytes = HOP.min(m.bytes.len() - start);
                hops.push(Hop { from: out.cast_const().wrapping_add(start), to: into.wrapping_add(start), bytes });
            }
            // SAFETY: in the area, by `round`.
            let part = unsafe { std::slice::from_raw_parts(into, m.bytes.len()) };
            sendings.push((*memory, memory.sending(m.bytes.start, part)));
        }
    }
    let all: usize = hops.iter().map(|h| h.bytes).sum();
    // SAFETY: both are in the areas, by `round`.
    let copy = |h: &Hop| unsafe { h.to.copy_from_nonoverlapping(h.from, h.bytes) };
    each(all >= SMALL, &hops, &copy);
    // Each device's copies are enqueued by one thread, in order.
    let started: Vec<OnceLock<Result<Event, ClError>>> = sendings.iter().map(|_| OnceLock::new()).collect();
    let orders: Vec<&Sending> = sendings.iter().map(|(_, s)| s).collect();
    let receivers: Vec<(&'static Device, Vec<usize>)> = devices
        .iter()
        .map(|d| (*d, (0..sendings.len()).filter(|k| ptr::eq(sendings[*k].0.device(), *d)).collect()))
        .collect();
    each(sendings.len() >= FEW, &receivers, &|(_, own): &(&'static Device, Vec<usize>)| {
        for k in own {
            // It is empty: each is enqueued once.
            let _ = started[*k].set(orders[*k].enqueue());
        }
    });
    for ((memory, sending), started) in sendings.iter().zip(started) {
        let device = memory.device();
        let failed = |e: String| lost(device, &format!("copying to {} failed ({e})", device.name));
        let event =
            started.into_inner().ok_or_else(|| failed("not begun".into()))?.map_err(|e| failed(e.to_string()))?;
        let event = memory.sent(sending, event);
        let mut own = area(device);
        let turn = own.turn;
        own.busy[turn].push(event);
    }
    devices.iter().try_for_each(|device| flushed(device, Lane::Upload))
}

/// On other cores too, where that pays.
fn each<T: Sync>(side_by_side: bool, all: &[T], body: &(dyn Fn(&T) + Sync)) {
    if side_by_side && all.len() > 1 {
        pool::run(all.len(), &|k| body(&all[k]));
    } else {
        all.iter().for_each(body);
    }
}

fn lost(device: &Device, what: &str) -> String {
    device.lose(what);
    what.to_string()
}

fn flushed(device: &'static Device, lane: Lane) -> Result<(), String> {
    let failed = |e: ClError| lost(device, &format!("{} takes no commands ({e})", device.name));
    device.queues.of(lane).flush().map_err(failed)
}
