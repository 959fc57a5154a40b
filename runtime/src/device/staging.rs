//! Large transfers: slice by slice through pinned memory, which devices read and write by themselves at the full rate of their link.
//!
//! While a slice is on its way the processor's cores copy the next one, and a program that sends goes on once it has copied the last. A device
//! that shares the processor's memory takes and gives everything directly.

use super::many::Areas;
use super::memory::Memory;
use super::platform::Device;
use super::queues::Lane;
use crate::pool;
use opencl3::error_codes::ClError;
use opencl3::event::Event;
use opencl3::memory::{Buffer, CL_MAP_READ, CL_MAP_WRITE, CL_MEM_ALLOC_HOST_PTR, CL_MEM_READ_WRITE};
use opencl3::types::CL_BLOCKING;
use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes of a slice. `SOMD_SLICE` names another number, for tests; then every device's transfers are staged.
pub fn slice() -> usize {
    asked().unwrap_or(4 << 20)
}

fn asked() -> Option<usize> {
    static ASKED: OnceLock<Option<usize>> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let bytes = std::env::var("SOMD_SLICE").ok()?.trim().parse::<usize>().ok()?;
        Some(bytes.next_multiple_of(64).max(64))
    })
}

/// Whether a transfer of so many bytes is made in slices.
pub fn wanted(device: &Device, bytes: usize) -> bool {
    bytes >= 2 * slice() && (!device.shares_memory || asked().is_some())
}

/// Slices under way in one direction.
const SLOTS: usize = 3;
/// Bytes that are worth a core.
const SHARE: usize = 512 << 10;

/// A device's pinned memory, made when it is first needed.
#[derive(Default)]
pub struct Staging {
    up: Mutex<Side>,
    down: Mutex<Side>,
    /// For what goes to other devices.
    pub peers: Areas,
}

/// A direction.
#[derive(Default)]
struct Side {
    /// Made when it is first needed; none where there is no pinned memory.
    slots: Option<Vec<Slot>>,
    /// The slot that has waited longest.
    next: usize,
}

impl Side {
    fn next(&mut self) -> Option<&mut Slot> {
        let slots = self.slots.as_mut()?;
        let count = slots.len().max(1);
        self.next = (self.next + 1) % count;
        slots.get_mut(self.next)
    }
}

/// Memory that a device reads and writes by itself, or, where there is none, other memory.
pub struct Pinned {
    /// Keep the memory.
    _buffer: Option<Buffer<u8>>,
    _bytes: Vec<u64>,
    pub address: *mut u8,
}

// SAFETY: the address is that of memory that it owns.
unsafe impl Send for Pinned {}

impl Pinned {
    pub fn new(device: &Device, bytes: usize) -> Pinned {
        if let Ok((buffer, address)) = pinned(device, bytes) {
            return Pinned { _buffer: Some(buffer), _bytes: Vec::new(), address };
        }
        let mut words = vec![0u64; bytes.div_ceil(8)];
        let address = words.as_mut_ptr().cast();
        Pinned { _buffer: None, _bytes: words, address }
    }
}

fn pinned(device: &Device, bytes: usize) -> Result<(Buffer<u8>, *mut u8), ClError> {
    let flags = CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR;
    // SAFETY: no host pointer is given.
    let buffer = unsafe { Buffer::<u8>::create(&device.context, flags, bytes, ptr::null_mut())? };
    let mut address: *mut c_void = ptr::null_mut();
    let access = CL_MAP_READ | CL_MAP_WRITE;
    // SAFETY: the map is of the whole buffer, and stays while it lives.
    unsafe {
        device.queues.upload.enqueue_map_buffer(&buffer, CL_BLOCKING, access, 0, bytes, &mut address, &[])?;
    }
    Ok((buffer, address.cast()))
}

struct Slot {
    /// Keeps the memory.
    _buffer: Buffer<u8>,
    address: *mut u8,
    /// The last command that uses it.
    used: Option<Arc<Event>>,
}

// SAFETY: the address is that of memory that the slot owns.
unsafe impl Send for Slot {}

fn slots(device: &Device) -> Result<Vec<Slot>, ClError> {
    (0..SLOTS)
        .map(|_| {
            let (buffer, address) = pinned(device, slice())?;
            Ok(Slot { _buffer: buffer, address, used: None })
        })
        .collect()
}

/// A direction whose slots are there; None where there is no pinned memory.
fn open<'m>(device: &Device, side: &'m Mutex<Side>) -> Option<MutexGuard<'m, Side>> {
    let mut side = side.lock().unwrap_or_else(PoisonError::into_inner);
    let slots = side.slots.get_or_insert_with(|| slots(device).unwrap_or_default());
    (!slots.is_empty()).then_some(side)
}

/// Copies with as many cores as pay.
///
/// # Safety
/// Both have so many bytes, and are two pieces of memory.
pub unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    struct Pair(*const u8, *mut u8);
    // SAFETY: the threads copy parts that do not overlap, and have ended before `copy` returns.
    unsafe impl Sync for Pair {}
    let pair = Pair(from, to);
    let parts = (bytes / SHARE).clamp(1, 8);
    let each = bytes.div_ceil(parts);
    pool::run(parts, &|part| {
        let pair = &pair;
        let start = (part * each).min(bytes);
        let count = each.min(bytes - start);
        // SAFETY: both have so many bytes, by the callers.
        unsafe { pair.1.add(start).copy_from_nonoverlapping(pair.0.add(start), count) };
    });
}

/// Sends; returns when the host's memory is free to change. None where there is no pinned memory.
pub fn write(memory: &Memory, offset: usize, data: &[u8]) -> Option<Result<(), String>> {
    let device = memory.device();
    let mut side = open(device, &device.staging.up)?;
    let failed = |e: ClError| memory.lost(&format!("copying to {} failed ({e})", device.name));
    let mut send = || {
        for (k, part) in data.chunks(slice()).enumerate() {
            let Some(slot) = side.next() else { break };
            if let Some(event) = slot.used.take() {
                event.wait().map_err(failed)?;
            }
            // SAFETY: the slot has room for a slice, and nobody else uses it until the event is over.
            let staged = unsafe {
                copy(part.as_ptr(), slot.address, part.len());
                std::slice::from_raw_parts(slot.address, part.len())
            };
            slot.used = Some(memory.send(Lane::Upload, false, offset + k * slice(), staged)?);
        }
        device.queues.upload.flush().map_err(failed)
    };
    Some(send())
}

/// Fetches. None where there is no pinned memory.
pub fn read(memory: &Memory, offset: usize, data: &mut [u8]) -> Option<Result<(), String>> {
    let device = memory.device();
    let mut side = open(device, &device.staging.down)?;
    let failed = |e: ClError| memory.lost(&format!("copying from {} failed ({e})", device.name));
    let all = data.len();
    let part = |k: usize| k * slice()..((k + 1) * slice()).min(all);
    let count = all.div_ceil(slice());
    let mut fetch = || {
        let slots = side.slots.as_deref_mut().unwrap_or_default();
        for k in 0..count + slots.len() - 1 {
            if k < count {
                let slot = &mut slots[k % SLOTS];
                let bytes = part(k);
                // SAFETY: as in `write`; what the slot had before was copied on, a round ago.
                let staged = unsafe { std::slice::from_raw_parts_mut(slot.address, bytes.len()) };
                slot.used = Some(memory.fetch(Lane::Download, false, offset + bytes.start, staged)?);
                device.queues.download.flush().map_err(failed)?;
            }
            let Some(done) = (k + 1).checked_sub(slots.len()) else { continue };
            let slot = &mut slots[done % SLOTS];
            if let Some(event) = slot.used.take() {
                event.wait().map_err(failed)?;
            }
            let bytes = part(done);
            // SAFETY: as above.
            unsafe { copy(slot.address, data[bytes.clone()].as_mut_ptr(), bytes.len()) };
        }
        Ok(())
    };
    Some(fetch())
}
