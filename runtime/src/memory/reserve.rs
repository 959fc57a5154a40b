//! What is left when memory ends.
//!
//! Objects, arrays and strings ask the system through `system` and [`super::vec_for`], and where it has no more they throw Java's `OutOfMemoryError`,
//! which the program can catch. To make that exception takes memory, and so do the runtime's own lists, which Rust's standard library ends
//! the process for when they cannot grow. For both, some address space is kept from the start; its pages are never touched. It is given back when
//! memory ends, and taken again as soon as there is some.

use crate::exception::{self, ExceptionKind};
use crate::object::{Object, Ref};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// More than the C library takes from its heap: it comes from the system, and goes back there.
const BYTES: usize = 48 << 20;
/// What the runtime's own lists may ask for at once when memory has ended.
const MOST: usize = BYTES / 2;

static KEPT: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    static THROWING: Cell<bool> = const { Cell::new(false) };
    /// The first exception of this kind, for when there is no memory for another. At the end of the thread it stays: what frees it may be gone.
    static FIRST: RefCell<ManuallyDrop<Option<Ref<Object>>>> = const { RefCell::new(ManuallyDrop::new(None)) };
}

fn layout() -> Layout {
    // SAFETY: the alignment is a power of two and the size far from the limit.
    unsafe { Layout::from_size_align_unchecked(BYTES, 16) }
}

/// Takes the reserve where it is not there.
#[cold]
pub(crate) fn keep() {
    if KEPT.load(Ordering::Relaxed).is_null() && !THROWING.get() {
        // SAFETY: the size is not zero.
        let fresh = unsafe { System.alloc(layout()) };
        if !fresh.is_null()
            && KEPT.compare_exchange(ptr::null_mut(), fresh, Ordering::AcqRel, Ordering::Relaxed).is_err()
        {
            // SAFETY: just allocated so; another thread was first.
            unsafe { System.dealloc(fresh, layout()) };
        }
    }
}

/// Gives it back; whether it was there.
#[cold]
fn release() -> bool {
    let kept = KEPT.swap(ptr::null_mut(), Ordering::AcqRel);
    if !kept.is_null() {
        // SAFETY: `keep` has allocated it so, and nobody else has it now.
        unsafe { System.dealloc(kept, layout()) };
    }
    !kept.is_null()
}

/// Throws `OutOfMemoryError`.
#[track_caller]
pub(crate) fn throw(message: &str) -> ! {
    if THROWING.replace(true) {
        // Not even for that. What was thrown before is thrown again.
        THROWING.set(false);
        let first = FIRST.with(|first| first.try_borrow().ok().and_then(|f| (**f).clone()));
        match first {
            Some(exception) => exception::throw(exception),
            None => {
                crate::console::err(b"java.lang.OutOfMemoryError: Java heap space\n");
                std::process::exit(1);
            }
        }
    }
    release();
    let thrown = exception::new(ExceptionKind::OutOfMemory, Some(message));
    THROWING.set(false);
    FIRST.with(|first| {
        if let Ok(mut first) = first.try_borrow_mut()
            && first.is_none()
        {
            *first = ManuallyDrop::new(Some(thrown.clone()));
        }
    });
    exception::throw(thrown)
}

/// The allocator of compiled programs: the system's, which has the reserve when it has nothing else.
pub struct Allocator;

impl Allocator {
    /// What `ask` gives, once more with the reserve where it gives nothing.
    #[inline(always)]
    fn again(size: usize, ask: impl Fn() -> *mut u8) -> *mut u8 {
        let found = ask();
        if found.is_null() && size <= MOST && release() { ask() } else { found }
    }
}

// SAFETY: the system's allocator does it all.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Allocator::again(layout.size(), || unsafe { System.alloc(layout) })
    }
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Allocator::again(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }
    #[inline]
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        unsafe { System.dealloc(p, layout) }
    }
    #[inline]
    unsafe fn realloc(&self, p: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Allocator::again(size, || unsafe { System.realloc(p, layout, size) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_there_for_small_requests() {
        keep();
        assert!(!KEPT.load(Ordering::Relaxed).is_null());
        let tries = Cell::new(0);
        let first_fails = || {
            tries.set(tries.get() + 1);
            if tries.get() == 1 { ptr::null_mut() } else { ptr::dangling_mut::<u8>() }
        };
        assert!(!Allocator::again(100, first_fails).is_null());
        assert!(KEPT.load(Ordering::Relaxed).is_null());
        keep();
        tries.set(0);
        assert!(Allocator::again(usize::MAX, first_fails).is_null());
        assert!(!KEPT.load(Ordering::Relaxed).is_null());
    }
}
