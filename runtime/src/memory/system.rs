//! Memory from the system: chunks for small objects, blocks for large ones.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::NonNull;

/// The size of the processor's large pages.
const LARGE_PAGE: usize = 2 << 20;

pub(super) fn allocate(size: usize, align: usize) -> NonNull<u8> {
    let Ok(layout) = Layout::from_size_align(size, align) else { crate::exception::throw_out_of_memory() };
    // SAFETY: the size is not zero.
    match NonNull::new(unsafe { System.alloc(layout) }) {
        Some(p) => p,
        None => crate::exception::throw_out_of_memory(),
    }
}

/// A chunk for small objects; none where there is no memory. Large ones are large pages, where the system gives them: programs that walk structures of
/// megabytes touch a page after every few objects.
pub(super) fn try_chunk(bytes: usize) -> Option<NonNull<u8>> {
    let align = if bytes < LARGE_PAGE { super::ALIGN } else { LARGE_PAGE };
    let layout = Layout::from_size_align(bytes, align).ok()?;
    // SAFETY: the size is not zero.
    let chunk = NonNull::new(unsafe { System.alloc(layout) })?;
    if bytes >= LARGE_PAGE {
        ask_for_large_pages(chunk.as_ptr(), bytes);
    }
    Some(chunk)
}

/// The first touch of each page costs more than filling a small one does.
#[cfg(target_os = "linux")]
pub(crate) fn ask_for_large_pages(base: *mut u8, bytes: usize) {
    // SAFETY: a hint on pages wholly inside of the memory; where it is not taken nothing changes.
    unsafe {
        let page = libc::sysconf(libc::_SC_PAGESIZE).max(1) as usize;
        let skip = base.align_offset(page);
        libc::madvise(base.add(skip).cast(), bytes.saturating_sub(skip) / page * page, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn ask_for_large_pages(_: *mut u8, _: usize) {}

/// A look at a few bytes of memory that may be untouched: clearing a large page would take longer than all else. `at` points into memory of which
/// `before` and `behind` are there on its two sides, or a little less: it is a hint.
#[cfg(all(target_os = "linux", feature = "devices"))]
pub(crate) fn ask_for_small_pages(at: *mut u8, before: usize, behind: usize) {
    let skip = at as usize % LARGE_PAGE;
    if skip <= before && LARGE_PAGE - skip <= behind {
        // SAFETY: a hint on one large page wholly inside of the memory; where it is not taken nothing changes.
        unsafe {
            libc::madvise(at.sub(skip).cast(), LARGE_PAGE, libc::MADV_NOHUGEPAGE);
        }
    }
}

#[cfg(all(not(target_os = "linux"), feature = "devices"))]
pub(crate) fn ask_for_small_pages(_: *mut u8, _: usize, _: usize) {}

/// What is freed stays with the process: a program that makes one large array after the other would otherwise give its pages
/// back and take them again, cleared, each time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn keep_freed_memory() {
    // SAFETY: two settings of the C library's allocator, within its limits.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 1 << 30);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_freed_memory() {}
