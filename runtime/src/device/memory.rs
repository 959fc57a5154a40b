//! Device memory, pooled by size.
//!
//! A device has one queue whose commands run in order, so memory that is given back while commands still use it may be handed out
//! again at once: what the next owner enqueues comes after.

use super::inject;
use super::platform::Device;
use super::profile::{self, What};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::types::{CL_BLOCKING, CL_NON_BLOCKING, cl_mem};
use std::collections::BTreeMap;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// Free buffers by their size in bytes.
#[derive(Default)]
pub struct Pool {
    free: Mutex<BTreeMap<usize, Vec<Buffer<u8>>>>,
}

/// A buffer that goes back to its pool when dropped. At least [`SMALLEST`] bytes, so that an element of an empty array can be read.
pub struct Memory {
    device: &'static Device,
    buffer: Option<Buffer<u8>>,
    size: usize,
}

/// Of a buffer.
const SMALLEST: usize = 256;
/// From this size on memory is touched when it is allocated, because drivers hand out what they do not have.
const TOUCHED: usize = 1 << 20;

/// Sizes are rounded up to an eighth of their power of two, so that buffers fit again.
fn rounded(bytes: usize) -> usize {
    let bytes = bytes.max(SMALLEST);
    let step = (bytes.next_power_of_two() / 8).max(SMALLEST);
    bytes.next_multiple_of(step)
}

impl Memory {
    pub fn allocate(device: &'static Device, bytes: usize) -> Result<Memory, String> {
        let size = rounded(bytes);
        if inject::fails("allocate") {
            return Err(format!(
                "{} has no {} MiB left (on purpose); smaller arrays or another device may do",
                device.name,
                size.div_ceil(1 << 20)
            ));
        }
        let pooled = lock(&device.pool).get_mut(&size).and_then(Vec::pop);
        let buffer = match pooled {
            Some(buffer) => buffer,
            None => match fresh(device, size) {
                Ok(buffer) => buffer,
                // Other sizes may hold what is missing.
                Err(_) => {
                    lock(&device.pool).clear();
                    fresh(device, size).map_err(|e| {
                        format!(
                            "{} has no {} MiB left ({e}); smaller arrays or another device may do",
                            device.name,
                            size.div_ceil(1 << 20)
                        )
                    })?
                }
            },
        };
        inject::IN_USE.fetch_add(1, Ordering::Relaxed);
        Ok(Memory { device, buffer: Some(buffer), size })
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

    fn buffer(&self) -> &Buffer<u8> {
        // It is taken only by `drop`.
        self.buffer.as_ref().expect("a buffer until it is dropped")
    }

    /// Copies from the host and waits until the host's memory is free to change.
    pub fn write(&self, offset: usize, data: &[u8]) -> Result<(), String> {
        if data.is_empty() {
            return Ok(());
        }
        let mut alias = Alias::of(self.buffer());
        // SAFETY: in range by the callers; blocking, so the slice outlives the copy.
        unsafe { self.device.queue.enqueue_write_buffer(alias.get(), CL_BLOCKING, offset, data, &[]) }
            .map(|event| profile::record(self.device, What::ToDevice(data.len()), event))
            .map_err(|e| self.lost(&format!("copying to {} failed ({e})", self.device.name)))
    }

    /// Copies to the host and waits for it, and so for all that was enqueued before.
    pub fn read(&self, offset: usize, data: &mut [u8]) -> Result<(), String> {
        if data.is_empty() {
            return Ok(());
        }
        if inject::fails("read") {
            return Err(self.lost(&format!("copying from {} failed (on purpose)", self.device.name)));
        }
        let bytes = data.len();
        // SAFETY: as above.
        unsafe { self.device.queue.enqueue_read_buffer(self.buffer(), CL_BLOCKING, offset, data, &[]) }
            .map(|event| profile::record(self.device, What::ToHost(bytes), event))
            .map_err(|e| self.lost(&format!("copying from {} failed ({e})", self.device.name)))
    }

    /// A command on it failed: the device takes no further ones.
    fn lost(&self, what: &str) -> String {
        self.device.lose(what);
        what.to_string()
    }

    /// Fills the first bytes (a multiple of 4) with a word.
    pub fn fill(&self, word: u32, bytes: usize) -> Result<(), String> {
        let mut alias = Alias::of(self.buffer());
        let bytes = bytes.next_multiple_of(4);
        // SAFETY: sizes are rounded up to more than that.
        unsafe { self.device.queue.enqueue_fill_buffer(alias.get(), &word.to_ne_bytes(), 0, bytes, &[]) }
            .map(|event| profile::record(self.device, What::Within(bytes), event))
            .map_err(|e| self.lost(&format!("{} could not clear memory ({e})", self.device.name)))
    }

    /// Copies within the device.
    pub fn copy_from(&self, at: usize, source: &Memory, from: usize, bytes: usize) -> Result<(), String> {
        if bytes == 0 {
            return Ok(());
        }
        let mut alias = Alias::of(self.buffer());
        // SAFETY: in range by the callers.
        unsafe { self.device.queue.enqueue_copy_buffer(source.buffer(), alias.get(), from, at, bytes, &[]) }
            .map(|event| profile::record(self.device, What::Within(bytes), event))
            .map_err(|e| self.lost(&format!("{} could not copy memory ({e})", self.device.name)))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(buffer) = self.buffer.take() {
            inject::IN_USE.fetch_sub(1, Ordering::Relaxed);
            lock(&self.device.pool).entry(self.size).or_default().push(buffer);
        }
    }
}

fn lock(pool: &Pool) -> std::sync::MutexGuard<'_, BTreeMap<usize, Vec<Buffer<u8>>>> {
    pool.free.lock().unwrap_or_else(|e| e.into_inner())
}

fn fresh(device: &Device, size: usize) -> Result<Buffer<u8>, opencl3::error_codes::ClError> {
    // SAFETY: no host pointer is given.
    let mut buffer = unsafe { Buffer::<u8>::create(&device.context, CL_MEM_READ_WRITE, size, ptr::null_mut())? };
    if size >= TOUCHED {
        let zero = [0u8; 4];
        // SAFETY: both ends of the buffer; the bytes are read before the call returns or the event is waited for.
        unsafe {
            device.queue.enqueue_write_buffer(&mut buffer, CL_NON_BLOCKING, 0, &zero, &[])?;
            device.queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, size - 4, &zero, &[])?;
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
