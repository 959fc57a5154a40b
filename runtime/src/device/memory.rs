//! Device memory, pooled by size.
//!
//! Memory that is given back while commands still use it may be handed out again at once: it keeps the [`Trail`] of those commands, and what the
//! next owner enqueues comes after them.

use super::inject;
use super::lists::Lists;
use super::platform::Device;
use super::profile::{self, What};
use super::queues::{Lane, Trail};
use super::staging;
use opencl3::error_codes::ClError;
use opencl3::event::Event;
use opencl3::memory::{
    Buffer, CL_FLOAT, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_R, CL_SIGNED_INT32, ClMem,
    Image,
};
use opencl3::types::{CL_BLOCKING, CL_NON_BLOCKING, cl_event, cl_image_desc, cl_image_format, cl_mem};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A copy from the host that is to be enqueued.
pub struct Sending {
    device: &'static Device,
    buffer: cl_mem,
    offset: usize,
    from: *const u8,
    bytes: usize,
    waits: Vec<cl_event>,
}

// SAFETY: OpenCL's objects are for all threads, and the memory stays until the event, by the callers of `Memory::sending`.
unsafe impl Sync for Sending {}

impl Sending {
    pub fn enqueue(&self) -> Result<Event, ClError> {
        let mut alias = Alias(Some(Buffer::new(self.buffer)));
        // SAFETY: as many bytes, by `Memory::sending`.
        unsafe {
            let data = std::slice::from_raw_parts(self.from, self.bytes);
            let queue = &self.device.queues.upload;
            queue.enqueue_write_buffer(alias.get(), CL_NON_BLOCKING, self.offset, data, &self.waits)
        }
    }
}

/// Free buffers by their size in bytes.
#[derive(Default)]
pub struct Pool {
    free: Mutex<Free>,
}

/// A buffer that goes back to its pool when dropped. At least [`SMALLEST`] bytes, so that an element of an empty array can be read.
pub struct Memory {
    device: &'static Device,
    buffer: Option<Buffer<u8>>,
    size: usize,
    trail: RefCell<Trail>,
    /// The same memory as an image, where it was asked for: of floats, or of ints.
    image: RefCell<Option<(bool, Image)>>,
    /// A number that no other contents have, of this memory or another.
    contents: Cell<u64>,
    /// What kernels have found out about it.
    pub lists: RefCell<Option<Box<Lists>>>,
}

/// The next number for contents.
static CONTENTS: AtomicU64 = AtomicU64::new(0);

/// Of a buffer.
const SMALLEST: usize = 256;
/// From this size on memory is touched when it is allocated, because drivers hand out what they do not have.
const TOUCHED: usize = 1 << 20;
/// Smaller transfers stand in line with kernels: waiting for another queue would take longer.
const APART: usize = 64 << 10;

/// Sizes are rounded up to an eighth of their power of two, so that buffers fit again.
pub(super) fn rounded(bytes: usize) -> usize {
    let bytes = bytes.max(SMALLEST);
    let step = (bytes.next_power_of_two() / 8).max(SMALLEST);
    bytes.next_multiple_of(step)
}

impl Memory {
    pub fn allocate(device: &'static Device, bytes: usize) -> Result<Memory, String> {
        let size = rounded(bytes);
        let none_left = |why: &str| {
            format!(
                "{} has no {} MiB left ({why}); smaller arrays or another device may do",
                device.name,
                size.div_ceil(1 << 20)
            )
        };
        if inject::fails("allocate") {
            return Err(none_left("on purpose"));
        }
        if bytes as u64 > device.largest {
            return Err(none_left("it gives no larger piece"));
        }
        let pooled = lock(&device.pool).get_mut(&size).and_then(Vec::pop);
        let (buffer, trail) = match pooled {
            Some(pooled) => pooled,
            None => match fresh(device, size) {
                Ok(buffer) => (buffer, Trail::default()),
                // Other sizes may hold what is missing.
                Err(_) => {
                    lock(&device.pool).clear();
                    (fresh(device, size).map_err(|e| none_left(&e.to_string()))?, Trail::default())
                }
            },
        };
        inject::IN_USE.fetch_add(1, Ordering::Relaxed);
        let memory = Memory {
            device,
            buffer: Some(buffer),
            size,
            trail: RefCell::new(trail),
            image: RefCell::new(None),
            contents: Cell::new(0),
            lists: RefCell::new(None),
        };
        memory.changes();
        Ok(memory)
    }

    /// The number of what is in it.
    pub fn contents(&self) -> u64 {
        self.contents.get()
    }

    /// Something else is in it from now on.
    pub fn changes(&self) {
        self.contents.set(CONTENTS.fetch_add(1, Ordering::Relaxed));
    }

    pub fn device(&self) -> &'static Device {
        self.device
    }

    /// As many as were asked for, or a little more.
    pub fn bytes(&self) -> usize {
        self.size
    }

    pub fn handle(&self) -> cl_mem {
        self.buffer().get()
    }

    /// The memory as an image of so many floats or ints.
    pub fn image(&self, floats: bool, elements: usize) -> Result<cl_mem, String> {
        let mut image = self.image.borrow_mut();
        if let Some((of, known)) = &*image
            && *of == floats
        {
            return Ok(known.get());
        }
        let channel = if floats { CL_FLOAT } else { CL_SIGNED_INT32 };
        let format = cl_image_format { image_channel_order: CL_R, image_channel_data_type: channel };
        let description = cl_image_desc {
            image_type: CL_MEM_OBJECT_IMAGE1D_BUFFER,
            image_width: elements.max(1),
            image_height: 0,
            image_depth: 0,
            image_array_size: 0,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: self.handle(),
        };
        // SAFETY: the buffer has so many elements, and outlives its image.
        let made =
            unsafe { Image::create(&self.device.context, CL_MEM_READ_ONLY, &format, &description, ptr::null_mut()) };
        let made = made.map_err(|e| format!("{} makes no image of an array ({e})", self.device.name))?;
        if image.is_some() {
            self.trail.borrow().wait();
        }
        Ok(image.insert((floats, made)).1.get())
    }

    fn buffer(&self) -> &Buffer<u8> {
        // It is taken only by `drop`.
        self.buffer.as_ref().expect("a buffer until it is dropped")
    }

    /// Adds the events that a command on these bytes must wait for.
    pub fn before(&self, bytes: &Range<usize>, lane: Lane, events: &mut Vec<cl_event>) {
        self.trail.borrow().before(bytes, lane, self.device, events);
    }

    /// A command on these bytes was enqueued.
    pub fn note(&self, bytes: Range<usize>, lane: Lane, event: &Arc<Event>) {
        self.trail.borrow_mut().note(bytes, lane, event);
    }

    /// The command that was enqueued last for it.
    pub fn last(&self) -> Option<Arc<Event>> {
        self.trail.borrow().last()
    }

    fn waits(&self, bytes: &Range<usize>, lane: Lane) -> Vec<cl_event> {
        let mut events = Vec::new();
        self.before(bytes, lane, &mut events);
        events
    }

    /// Copies from the host and waits until the host's memory is free to change.
    pub fn write(&self, offset: usize, data: &[u8]) -> Result<(), String> {
        if data.is_empty() {
            return Ok(());
        }
        self.changes();
        let _span = crate::profile::span("wait", "copying to the device").map(|s| s.number("bytes", data.len() as u64));
        if staging::wanted(self.device, data.len())
            && let Some(result) = staging::write(self, offset, data)
        {
            return result;
        }
        let lane = if data.len() < APART { Lane::Compute } else { Lane::Upload };
        self.send(lane, true, offset, data).map(|_| ())
    }

    /// As [`Memory::write`], for a slice among others: the next may be copied while it is on its way.
    pub fn write_slice(&self, offset: usize, data: &[u8]) -> Result<(), String> {
        self.changes();
        match staging::write(self, offset, data) {
            Some(result) => result,
            None => self.write(offset, data),
        }
    }

    /// Enqueues a copy from the host, and waits for it where it is `blocking`; else the data must stay until the event.
    pub fn send(&self, lane: Lane, blocking: bool, offset: usize, data: &[u8]) -> Result<Arc<Event>, String> {
        self.changes();
        let range = offset..offset + data.len();
        let (waits, wait) = (self.waits(&range, lane), if blocking { CL_BLOCKING } else { CL_NON_BLOCKING });
        let mut alias = Alias::of(self.buffer());
        // SAFETY: in range by the callers; blocking, or the callers keep the data.
        unsafe { self.device.queues.of(lane).enqueue_write_buffer(alias.get(), wait, offset, data, &waits) }
            .map(|event| self.done(What::ToDevice(data.len()), lane, range, event))
            .map_err(|e| self.lost(&format!("copying to {} failed ({e})", self.device.name)))
    }

    /// Prepares a copy from the host, which any thread may enqueue; [`Memory::sent`] follows. The data must stay until its event.
    pub fn sending(&self, offset: usize, data: &[u8]) -> Sending {
        self.changes();
        let waits = self.waits(&(offset..offset + data.len()), Lane::Upload);
        let (buffer, from) = (self.handle(), data.as_ptr());
        Sending { device: self.device, buffer, offset, from, bytes: data.len(), waits }
    }

    /// The copy was enqueued.
    pub fn sent(&self, sending: &Sending, event: Event) -> Arc<Event> {
        let range = sending.offset..sending.offset + sending.bytes;
        self.done(What::ToDevice(sending.bytes), Lane::Upload, range, event)
    }

    /// Copies to the host and waits for it, and so for all that was enqueued for it before.
    pub fn read(&self, offset: usize, data: &mut [u8]) -> Result<(), String> {
        if data.is_empty() {
            return Ok(());
        }
        if inject::fails("read") {
            return Err(self.lost(&format!("copying from {} failed (on purpose)", self.device.name)));
        }
        // What was enqueued for it before ends first.
        let _span =
            crate::profile::span("wait", "waiting for the device").map(|s| s.number("bytes", data.len() as u64));
        if staging::wanted(self.device, data.len())
            && let Some(result) = staging::read(self, offset, data)
        {
            return result;
        }
        let lane = if data.len() < APART { Lane::Compute } else { Lane::Download };
        self.fetch(lane, true, offset, data).map(|_| ())
    }

    /// Enqueues a copy to the host, and waits for it where it is `blocking`; else the host's memory must stay until the event.
    pub fn fetch(&self, lane: Lane, blocking: bool, offset: usize, data: &mut [u8]) -> Result<Arc<Event>, String> {
        let range = offset..offset + data.len();
        let (waits, wait) = (self.waits(&range, lane), if blocking { CL_BLOCKING } else { CL_NON_BLOCKING });
        let bytes = data.len();
        // SAFETY: as above.
        unsafe { self.device.queues.of(lane).enqueue_read_buffer(self.buffer(), wait, offset, data, &waits) }
            .map(|event| self.done(What::ToHost(bytes), lane, range, event))
            .map_err(|e| self.lost(&format!("copying from {} failed ({e})", self.device.name)))
    }

    fn done(&self, what: What, lane: Lane, range: Range<usize>, event: Event) -> Arc<Event> {
        let event = Arc::new(event);
        self.note(range, lane, &event);
        profile::record(self.device, what, &event);
        event
    }

    /// A command on it failed: the device takes no further ones.
    pub fn lost(&self, what: &str) -> String {
        self.device.lose(what);
        what.to_string()
    }

    /// Fills the first bytes (a multiple of 4) with a word.
    pub fn fill(&self, word: u32, bytes: usize) -> Result<(), String> {
        self.repeat(&word.to_ne_bytes(), bytes.next_multiple_of(4))
    }

    /// Fills the first bytes (a multiple of the pattern's, which are a power of two) with a pattern.
    pub fn repeat(&self, pattern: &[u8], bytes: usize) -> Result<(), String> {
        self.repeat_in(pattern, 0..bytes)
    }

    /// Clears some bytes.
    pub fn clear(&self, bytes: Range<usize>) -> Result<(), String> {
        if bytes.is_empty() {
            return Ok(());
        }
        let words = bytes.start.is_multiple_of(4) && bytes.end.is_multiple_of(4);
        self.repeat_in(if words { &[0; 4] } else { &[0] }, bytes)
    }

    /// Both ends are multiples of the pattern's size.
    fn repeat_in(&self, pattern: &[u8], range: Range<usize>) -> Result<(), String> {
        self.changes();
        let mut alias = Alias::of(self.buffer());
        let waits = self.waits(&range, Lane::Compute);
        let queue = &self.device.queues.compute;
        let bytes = range.len();
        // SAFETY: sizes are rounded up to more than that.
        unsafe { queue.enqueue_fill_buffer(alias.get(), pattern, range.start, bytes, &waits) }
            .map(|event| self.done(What::Within(bytes), Lane::Compute, range, event))
            .map(|_| ())
            .map_err(|e| self.lost(&format!("{} could not clear memory ({e})", self.device.name)))
    }

    /// Copies within the device.
    pub fn copy_from(&self, at: usize, source: &Memory, from: usize, bytes: usize) -> Result<(), String> {
        if bytes == 0 {
            return Ok(());
        }
        self.changes();
        let mut alias = Alias::of(self.buffer());
        let mut waits = self.waits(&(at..at + bytes), Lane::Compute);
        source.before(&(from..from + bytes), Lane::Compute, &mut waits);
        let queue = &self.device.queues.compute;
        // SAFETY: in range by the callers.
        unsafe { queue.enqueue_copy_buffer(source.buffer(), alias.get(), from, at, bytes, &waits) }
            .map(|event| {
                let event = self.done(What::Within(bytes), Lane::Compute, at..at + bytes, event);
                source.note(from..from + bytes, Lane::Compute, &event);
            })
            .map_err(|e| self.lost(&format!("{} could not copy memory ({e})", self.device.name)))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(buffer) = self.buffer.take() {
            inject::IN_USE.fetch_sub(1, Ordering::Relaxed);
            // PoCL's kernels look their images up as they start, and do not keep them: one that is read back from in vain may still
            // be about to start.
            if self.image.get_mut().is_some() && self.device.answers() {
                self.trail.get_mut().wait();
            }
            self.image.take();
            lock(&self.device.pool).entry(self.size).or_default().push((buffer, self.trail.take()));
        }
    }
}

type Free = BTreeMap<usize, Vec<(Buffer<u8>, Trail)>>;

fn lock(pool: &Pool) -> std::sync::MutexGuard<'_, Free> {
    pool.free.lock().unwrap_or_else(|e| e.into_inner())
}

fn fresh(device: &Device, size: usize) -> Result<Buffer<u8>, ClError> {
    // SAFETY: no host pointer is given.
    let mut buffer = unsafe { Buffer::<u8>::create(&device.context, CL_MEM_READ_WRITE, size, ptr::null_mut())? };
    if size >= TOUCHED {
        let (zero, queue) = ([0u8; 4], &device.queues.upload);
        // SAFETY: both ends of the buffer; the bytes are read before the call returns or the event is waited for.
        unsafe {
            queue.enqueue_write_buffer(&mut buffer, CL_NON_BLOCKING, 0, &zero, &[])?;
            queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, size - 4, &zero, &[])?;
        }
    }
    Ok(buffer)
}

/// The library's functions want `&mut Buffer` for a buffer that is written; OpenCL itself orders commands.
struct Alias(Option<Buffer<u8>>);

impl Alias {
    fn of(buffer: &Buffer<u8>) -> Alias {
        Alias(Some(Buffer::new(buffer.get())))
    }

    fn get(&mut self) -> &mut Buffer<u8> {
        // It is taken only by `drop`.
        self.0.as_mut().expect("a buffer until it is dropped")
    }
}

impl Drop for Alias {
    fn drop(&mut self) {
        // The original releases the buffer.
        std::mem::forget(self.0.take());
    }
}
