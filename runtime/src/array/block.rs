//! Memory for elements, shared by arrays, matrices and threads, and known to devices.

use crate::exception;
use crate::memory;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

/// What a device module keeps of a block that devices have copies of.
pub trait DeviceCopies {
    /// Makes the host's `bytes` bytes at `host` valid, where they are not.
    fn fetch(&self, host: *mut u8, bytes: usize);
    /// Makes `bytes` bytes at `offset` alone valid, where that is cheaper than [`DeviceCopies::fetch`]; false where it is not.
    fn fetch_part(&self, _host: *mut u8, _offset: usize, _bytes: usize) -> bool {
        false
    }
    /// Makes a row valid to read: `bytes` bytes at `offset` of the `all` bytes at `host`, or more than these.
    fn fetch_row(&self, host: *mut u8, _offset: usize, _bytes: usize, all: usize) {
        self.fetch(host, all);
    }
    /// It is a device that has copies, and not another process.
    fn is_on_device(&self) -> bool {
        true
    }
    /// Several devices have parts of it.
    fn is_divided(&self) -> bool {
        false
    }
    /// The host is about to write: no device's copy is valid any more.
    fn invalidate(&self);
    /// The host is about to write to a row, which [`DeviceCopies::fetch_row`] has made valid.
    fn invalidate_row(&self, _host: *mut u8, _offset: usize, _bytes: usize, _all: usize) {
        self.invalidate();
    }
}

/// The elements of an array or matrix of primitives, counted atomically. Those of more than a few hundred bytes are
/// aligned to 64.
pub struct Block {
    count: AtomicUsize,
    data: *mut u8,
    bytes: usize,
    storage: Storage,
    /// Set and used by the thread that owns the arrays on it.
    copies: UnsafeCell<Option<Box<dyn DeviceCopies>>>,
}

/// Where a block's memory is from. The block itself stands in front of the first two.
enum Storage {
    /// The thread's free lists.
    Small,
    /// The system; the address it gave.
    System(*mut u8),
    /// Elsewhere; what gives it back.
    Foreign(fn(&Block)),
}

const BLOCK_ALIGN: usize = 64;
/// The data begin this far behind the block.
const BLOCK_HEADER: usize = size_of::<Block>().next_multiple_of(BLOCK_ALIGN);
const MAX_SMALL_BLOCK: usize = 512 - BLOCK_HEADER;

/// From this size on a block asks for large pages.
const LARGE: usize = 4 << 20;

impl Block {
    /// A block of zeros, counted once.
    pub(super) fn zeroed(bytes: usize) -> NonNull<Block> {
        let (block, storage) = if bytes <= MAX_SMALL_BLOCK {
            let p = memory::allocate(BLOCK_HEADER + bytes);
            // SAFETY: the memory behind the header.
            unsafe { p.as_ptr().add(BLOCK_HEADER).write_bytes(0, bytes) };
            (p.as_ptr(), Storage::Small)
        } else {
            let Some(layout) = system_layout(bytes) else { exception::throw_out_of_memory() };
            // The system gives fresh pages for large blocks, which are zero already; asking for the alignment here would
            // clear them.
            // SAFETY: the size is not zero.
            let base = unsafe { System.alloc_zeroed(layout) };
            if base.is_null() {
                exception::throw_out_of_memory();
            }
            memory::note_outside(bytes as isize);
            if bytes >= LARGE {
                memory::ask_for_large_pages(base, layout.size());
            }
            (base.wrapping_add(base.align_offset(BLOCK_ALIGN)), Storage::System(base))
        };
        let data = block.wrapping_add(BLOCK_HEADER);
        let block = block.cast::<Block>();
        // SAFETY: room for the header was made; the address is aligned.
        unsafe {
            block.write(Block { count: AtomicUsize::new(1), data, bytes, storage, copies: UnsafeCell::new(None) });
            NonNull::new_unchecked(block)
        }
    }

    /// A block over memory from elsewhere (pinned by a device), counted once; `release` gives `data` back.
    ///
    /// # Safety
    /// `data` are `bytes` initialised bytes, aligned to 64, that nobody else uses until `release`.
    pub unsafe fn from_raw(data: *mut u8, bytes: usize, release: fn(&Block)) -> NonNull<Block> {
        let storage = Storage::Foreign(release);
        let block = Block { count: AtomicUsize::new(1), data, bytes, storage, copies: UnsafeCell::new(None) };
        NonNull::from(Box::leak(Box::new(block)))
    }

    pub fn data(&self) -> *mut u8 {
        self.data
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What the device module keeps here.
    ///
    /// # Safety
    /// Called by the thread that owns the block's arrays, and the borrow ends before the next call.
    #[allow(clippy::mut_from_ref)] // The contract above.
    pub unsafe fn copies(&self) -> &mut Option<Box<dyn DeviceCopies>> {
        unsafe { &mut *self.copies.get() }
    }

    pub(super) fn retain(&self, times: usize) {
        self.count.fetch_add(times, Ordering::Relaxed);
    }

    /// # Safety
    /// The caller owned one count.
    pub(super) unsafe fn release(block: *const Block) {
        unsafe {
            if (*block).count.fetch_sub(1, Ordering::Release) == 1 {
                fence(Ordering::Acquire);
                Block::destroy(block as *mut Block);
            }
        }
    }

    #[inline(never)]
    unsafe fn destroy(block: *mut Block) {
        unsafe {
            *(*block).copies.get_mut() = None;
            let bytes = (*block).bytes;
            match (*block).storage {
                Storage::Small => memory::release(NonNull::new_unchecked(block.cast()), BLOCK_HEADER + bytes),
                Storage::System(base) => {
                    memory::note_outside(-(bytes as isize));
                    // The layout was valid when the block was made.
                    System.dealloc(base, system_layout(bytes).unwrap_unchecked())
                }
                Storage::Foreign(release) => {
                    let block = Box::from_raw(block);
                    release(&block);
                }
            }
        }
    }

    /// How many arrays and others hold it.
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }
}

/// Room for the header, the elements, and aligning both. None where it is too much to ask for.
fn system_layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(BLOCK_HEADER + BLOCK_ALIGN)?, 16).ok()
}
