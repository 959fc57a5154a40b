//! Where objects come from and go to: size-class free lists, deferred freeing, and the cycle collector.
//!
//! - An object of up to 512 bytes comes from its thread's free list of that size: a few instructions. The lists are
//!   filled by carving chunks, and handed to other threads when their thread ends.
//! - Freeing an object frees what only it held; see `free`.
//! - Objects of classes that can be part of a cycle can be garbage with counts above zero; see `cycles`.
//!
//! Nothing here runs the program's code: a collection can happen wherever a reference is dropped.

mod cycles;
mod free;
mod reserve;
mod system;

pub use cycles::collect_cycles;
use cycles::grown;
pub(crate) use cycles::note_outside;
pub(crate) use free::{free, let_go, slots};
pub use reserve::Allocator;
pub(crate) use reserve::{keep as keep_reserve, throw as throw_out_of_memory};
#[cfg(feature = "devices")]
pub(crate) use system::ask_for_small_pages;
pub(crate) use system::{ask_for_large_pages, keep_freed_memory};

use crate::object::{Header, IMMORTAL, Obj, Object, Ref, WATCHED};
use crate::program;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::mem::ManuallyDrop;
use std::ptr::{self, NonNull};
use std::sync::Mutex;

// `Header::meta`, from its low bits.
pub(crate) const CLASS_MASK: u32 = (1 << 20) - 1;
/// The object can be part of a cycle.
pub(crate) const TRACE: u32 = 1 << 20;
/// Remembered in the buffer of possible roots; its memory stays until it is taken out.
const BUFFERED: u32 = 1 << 21;
const COLOUR: u32 = 3 << 22;
/// In use or free.
const BLACK: u32 = 0;
/// Possible member of a garbage cycle.
const GRAY: u32 = 1 << 22;
/// Possible root of a garbage cycle.
const PURPLE: u32 = 3 << 22;
/// Its fields need no dropping.
pub(crate) const PLAIN: u32 = 1 << 24;
/// The size in granules of what has a free list; 0: ask the class.
const SIZE_SHIFT: u32 = 25;

const GRANULE: usize = 8;
/// Larger objects go to the system's allocator.
const MAX_SMALL: usize = 512;
const LISTS: usize = MAX_SMALL / GRANULE + 1;
/// So many possible roots are remembered before those are looked at again that have been before.
const FIRST_THRESHOLD: usize = 10_000;
/// So many new possible roots are remembered before the dead are taken out of them.
const NEW_ROOTS: usize = 2048;
/// Small programs' garbage stays in the processor's second cache.
const FIRST_ALLOWANCE: isize = 1 << 20;
/// So much garbage is worth a collection, where hardly anything else is visited.
const GARBAGE_IN_CACHE: usize = 512 << 10;
const ALIGN: usize = 16;
const FIRST_CHUNK: usize = 64 << 10;

/// A free cell of a list.
struct Free {
    next: *mut Free,
}

struct Heap {
    lists: [Cell<*mut Free>; LISTS],
    bump: Cell<*mut u8>,
    bump_end: Cell<*mut u8>,
    /// Cells carved from chunks, by list; with the lists' lengths it gives the number of live objects.
    carved: [Cell<usize>; LISTS],
    large: Cell<usize>,
    next_chunk: Cell<usize>,
    /// Objects are half gone.
    freeing: Cell<bool>,
    collecting: Cell<bool>,
    threshold: Cell<usize>,
    /// So many of the possible roots, the first, have been looked at since they were remembered.
    purged: Cell<usize>,
    /// When there are so many of those, they are looked at again.
    next_purge: Cell<usize>,
    /// With so many of them, there should be as much garbage as is worth a collection.
    enough_roots: Cell<usize>,
    /// How many bytes the heap may still grow before a collection is worth its time; see [`roots_full`].
    allowance: Cell<isize>,
    /// Bytes in blocks that come from the system.
    outside: Cell<isize>,
    /// Dead objects that wait to be freed.
    dead: UnsafeCell<ManuallyDrop<Vec<NonNull<Header>>>>,
    /// Possible roots of cycles.
    roots: UnsafeCell<ManuallyDrop<Vec<NonNull<Header>>>>,
    collections: Cell<usize>,
    /// The last new box; see [`crate::boxes`].
    boxes: Cell<u32>,
    /// The process ends with this thread: nobody needs its memory after it.
    last: Cell<bool>,
}

thread_local! {
    // Const and without a destructor, so an access is one addressing mode; `Retire` gives the lists away.
    static HEAP: Heap = const {
        Heap {
            lists: [const { Cell::new(ptr::null_mut()) }; LISTS],
            bump: Cell::new(ptr::null_mut()),
            bump_end: Cell::new(ptr::null_mut()),
            carved: [const { Cell::new(0) }; LISTS],
            large: Cell::new(0),
            next_chunk: Cell::new(FIRST_CHUNK),
            freeing: Cell::new(false),
            collecting: Cell::new(false),
            threshold: Cell::new(NEW_ROOTS),
            purged: Cell::new(0),
            next_purge: Cell::new(FIRST_THRESHOLD),
            enough_roots: Cell::new(usize::MAX),
            allowance: Cell::new(FIRST_ALLOWANCE),
            outside: Cell::new(0),
            dead: UnsafeCell::new(ManuallyDrop::new(Vec::new())),
            roots: UnsafeCell::new(ManuallyDrop::new(Vec::new())),
            collections: Cell::new(0),
            boxes: Cell::new(0),
            last: Cell::new(false),
        }
    };
    static RETIRE: Retire = const { Retire };
}

/// An empty list with room for `n` elements, where a program can ask for any number.
pub(crate) fn vec_for<T>(n: usize) -> Vec<T> {
    let mut vec = Vec::new();
    make_room(&mut vec, n);
    vec
}

/// Room for `n` more elements; without memory for them, `OutOfMemoryError`.
#[inline]
pub(crate) fn make_room<T>(vec: &mut Vec<T>, n: usize) {
    if vec.try_reserve(n).is_err() {
        crate::exception::throw_out_of_memory();
    }
}

/// This thread's heap. The code that uses it is where the call is, and not in a closure's function.
#[inline(always)]
fn heap<'a>() -> &'a Heap {
    // SAFETY: it has no destructor, so it lives as long as the thread, and no reference to it leaves a function of this module.
    HEAP.with(|heap| unsafe { &*(heap as *const Heap) })
}

/// Cells of threads that have ended, for the next thread that runs out.
struct Abandoned([usize; LISTS]);
static ABANDONED: Mutex<Abandoned> = Mutex::new(Abandoned([0; LISTS]));

/// Gives a thread's free cells away when the thread ends.
struct Retire;

impl Drop for Retire {
    fn drop(&mut self) {
        HEAP.with(|heap| {
            if heap.last.get() {
                return;
            }
            // The root buffer ends with the thread; a thread whose program is over already leaves its cycles.
            // SAFETY: read only.
            if program::is_set() && !unsafe { (*heap.roots.get()).is_empty() } {
                collect_cycles();
            }
            let mut abandoned = ABANDONED.lock().unwrap_or_else(|e| e.into_inner());
            for (i, list) in heap.lists.iter().enumerate() {
                let mut cell = list.replace(ptr::null_mut());
                while !cell.is_null() {
                    // SAFETY: cells of a free list are unused memory that starts with a `Free`.
                    unsafe {
                        let next = (*cell).next;
                        (*cell).next = abandoned.0[i] as *mut Free;
                        abandoned.0[i] = cell as usize;
                        cell = next;
                    }
                }
            }
        });
    }
}

/// Uninitialised memory for an object of `size` bytes, header included.
#[inline(always)]
pub(crate) fn allocate(size: usize) -> NonNull<u8> {
    let list = size.div_ceil(GRANULE);
    if list >= LISTS {
        return allocate_large(size);
    }
    let heap = heap();
    let cell = heap.lists[list].get();
    match NonNull::new(cell) {
        // SAFETY: as in `Retire`.
        Some(free) => unsafe {
            let next = (*cell).next;
            // What was freed a while ago has left the nearest cache by the time it is asked for.
            // The processor would look null up in its page tables each time.
            prefetch(if next.is_null() { cell } else { next });
            heap.lists[list].set(next);
            free.cast()
        },
        None => carve(heap, list),
    }
}

/// The processor may fetch what `p` points to.
#[inline(always)]
fn prefetch<T>(p: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch changes nothing and never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(p.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = p;
}

#[cold]
#[inline(never)]
fn allocate_large(size: usize) -> NonNull<u8> {
    HEAP.with(|heap| heap.large.set(heap.large.get() + 1));
    system::allocate(size, ALIGN)
}

#[inline(never)]
fn carve(heap: &Heap, list: usize) -> NonNull<u8> {
    let size = list * GRANULE;
    let at = heap.bump.get();
    if at.is_null() || (heap.bump_end.get() as usize) - (at as usize) < size {
        return refill(heap, list);
    }
    // SAFETY: the chunk has room, as just checked.
    unsafe {
        heap.bump.set(at.add(size));
        heap.carved[list].set(heap.carved[list].get() + 1);
        grown(heap, size as isize);
        NonNull::new_unchecked(at)
    }
}

#[cold]
fn refill(heap: &Heap, list: usize) -> NonNull<u8> {
    // Registers the destructor; at the end of the thread, where it has run, the cells stay with this thread.
    let _ = RETIRE.try_with(|_| ());
    {
        let mut abandoned = ABANDONED.lock().unwrap_or_else(|e| e.into_inner());
        let cells = std::mem::take(&mut abandoned.0[list]) as *mut Free;
        if let Some(cell) = NonNull::new(cells) {
            let mut n = 0;
            let mut at = cells;
            // SAFETY: a list of free cells that nobody else knows any more.
            unsafe {
                while !at.is_null() {
                    n += 1;
                    at = (*at).next;
                }
                heap.lists[list].set((*cells).next);
            }
            heap.carved[list].set(heap.carved[list].get() + n);
            grown(heap, (n * list * GRANULE) as isize);
            return cell.cast();
        }
    }
    // What is left of the chunk becomes a cell of its own size.
    let left = (heap.bump_end.get() as usize - heap.bump.get() as usize) / GRANULE;
    if left > 0 {
        let cell = heap.bump.get() as *mut Free;
        // SAFETY: `left` granules of the chunk are unused.
        unsafe { (*cell).next = heap.lists[left].get() };
        heap.lists[left].set(cell);
        heap.carved[left].set(heap.carved[left].get() + 1);
    }
    let mut bytes = heap.next_chunk.get();
    heap.next_chunk.set((bytes * 2).min(4 << 20));
    reserve::keep();
    let chunk = system::try_chunk(bytes).or_else(|| {
        // What is left may be less.
        bytes = FIRST_CHUNK;
        heap.next_chunk.set(bytes);
        system::try_chunk(bytes)
    });
    let Some(chunk) = chunk else {
        heap.bump.set(ptr::null_mut());
        heap.bump_end.set(ptr::null_mut());
        crate::exception::throw_out_of_memory()
    };
    let chunk = chunk.as_ptr();
    heap.bump.set(chunk);
    // SAFETY: one past the chunk's end.
    heap.bump_end.set(unsafe { chunk.add(bytes) });
    carve(heap, list)
}

/// Gives back memory from [`allocate`] of the same size.
///
/// # Safety
/// The memory is not used any more.
#[inline(always)]
pub(crate) unsafe fn release(p: NonNull<u8>, size: usize) {
    let list = size.div_ceil(GRANULE);
    if list >= LISTS {
        HEAP.with(|heap| heap.large.set(heap.large.get().wrapping_sub(1)));
        // SAFETY: `allocate` made it with this layout.
        return unsafe { System.dealloc(p.as_ptr(), Layout::from_size_align_unchecked(size, ALIGN)) };
    }
    // SAFETY: as the caller's, and the list exists.
    unsafe { release_small(heap(), p, list) }
}

/// As [`release`], of so many granules.
///
/// # Safety
/// As for [`release`], and there is a list of that size.
#[inline(always)]
unsafe fn release_small(heap: &Heap, p: NonNull<u8>, granules: usize) {
    let cell = p.as_ptr() as *mut Free;
    unsafe {
        let list = heap.lists.get_unchecked(granules);
        (*cell).next = list.get();
        list.set(cell);
    }
}

/// What tells a new box from the others of its value.
#[inline(always)]
pub(crate) fn next_box() -> u32 {
    let heap = heap();
    let next = heap.boxes.get().wrapping_add(1);
    heap.boxes.set(next);
    next
}

/// The count of a new object with these flags.
#[inline(always)]
pub(crate) const fn first_count(flags: u32) -> u32 {
    if flags & TRACE != 0 { 1 | WATCHED } else { 1 }
}

/// `meta` for an object of class `class` and `size` bytes.
#[inline(always)]
pub(crate) const fn meta_of(class: u32, size: usize, flags: u32) -> u32 {
    let granules = size.div_ceil(GRANULE) as u32;
    class | flags | if (granules as usize) < LISTS { granules << SIZE_SHIFT } else { 0 }
}

impl<T> Ref<T> {
    /// A new object of `class` with these fields, counted once.
    #[inline(always)]
    pub fn alloc(class: u32, fields: T) -> Ref<T> {
        // An object without references is in no cycle; otherwise the class says.
        let flags = if !std::mem::needs_drop::<T>() { PLAIN } else { trace_flag(class) };
        // SAFETY: `flags` are those of the class.
        unsafe { Ref::alloc_with(class, fields, flags) }
    }

    /// As [`Ref::alloc`], for a class whose [`ClassInfo::is_cyclic`](crate::object::ClassInfo) is known to be false.
    #[inline(always)]
    pub fn alloc_acyclic(class: u32, fields: T) -> Ref<T> {
        // SAFETY: no trace bit means that the collector never looks at the object.
        unsafe { Ref::alloc_with(class, fields, if std::mem::needs_drop::<T>() { 0 } else { PLAIN }) }
    }

    /// As [`Ref::alloc`], for a class that is known to have [`ClassInfo::is_cyclic`](crate::object::ClassInfo).
    #[inline(always)]
    pub fn alloc_cyclic(class: u32, fields: T) -> Ref<T> {
        // SAFETY: the collector looks into no object of a class without it.
        unsafe { Ref::alloc_with(class, fields, TRACE) }
    }

    #[inline(always)]
    unsafe fn alloc_with(class: u32, fields: T, flags: u32) -> Ref<T> {
        const { assert!(align_of::<T>() <= 8, "fields of objects are aligned to 8 bytes at most") };
        let size = size_of::<Obj<T>>();
        let p = allocate(size).cast::<Obj<T>>();
        // SAFETY: `p` is memory of that size.
        unsafe {
            p.write(Obj {
                header: Header { count: Cell::new(first_count(flags)), meta: Cell::new(meta_of(class, size, flags)) },
                fields,
            });
            Ref::from_raw(p)
        }
    }

    /// The object will never be freed and never be counted again: it may be read from every thread.
    /// What it refers to is not made immortal.
    pub fn make_immortal(&self) {
        if !self.is_null() && !self.is_box() {
            self.header().count.set(IMMORTAL);
        }
    }

    /// The number of references to the object; [`IMMORTAL`] where it is not counted.
    pub fn count(&self) -> u32 {
        if self.is_box() {
            return IMMORTAL;
        }
        match self.header().count.get() {
            IMMORTAL => IMMORTAL,
            n => n & !WATCHED,
        }
    }
}

#[inline(always)]
pub(crate) fn trace_flag(class: u32) -> u32 {
    if program::class_info(class).is_cyclic { TRACE } else { 0 }
}

/// The root buffer of this thread's collector points to the object, which is no box.
pub(crate) fn is_remembered(object: &Ref<Object>) -> bool {
    object.header().meta.get() & BUFFERED != 0
}

/// The object, which is no box, has no references.
pub(crate) fn is_plain(object: &Ref<Object>) -> bool {
    object.header().meta.get() & PLAIN != 0
}

/// A copy of an object of the program's classes, which refers to what that refers to.
pub(crate) fn copy_object(object: &Ref<Object>) -> Ref<Object> {
    let meta = object.header().meta.get();
    let size = size_of::<Header>() + program::class_info(meta & CLASS_MASK).size;
    let p = allocate(size);
    // SAFETY: both are objects of that size, the new one not used yet; every reference in it is counted below, before anyone can drop it.
    unsafe {
        ptr::copy_nonoverlapping(object.addr() as *const u8, p.as_ptr(), size);
        let copy = p.cast::<Obj<Object>>();
        let header = &copy.as_ref().header;
        header.meta.set(meta & !(BUFFERED | COLOUR));
        header.count.set(first_count(meta));
        let copy = Ref::from_raw(copy);
        slots(&copy, |slot| std::mem::forget((*slot).clone()));
        copy
    }
}

/// A copy of an object of the program's classes whose fields are primitives.
pub(crate) fn copy_plain(object: &Ref<Object>) -> Ref<Object> {
    let meta = object.header().meta.get();
    assert!(meta & PLAIN != 0, "only objects without references are copied");
    let size = size_of::<Header>() + program::class_info(meta & CLASS_MASK).size;
    let copy = allocate(size);
    // SAFETY: both are objects of that size, the new one not used yet; without references a copy of the bytes is one of the
    // object, but for its count.
    unsafe {
        ptr::copy_nonoverlapping(object.addr() as *const u8, copy.as_ptr(), size);
        let copy = copy.cast::<Obj<Object>>();
        copy.as_ref().header.count.set(1);
        Ref::from_raw(copy)
    }
}

/// What the cycle collector remembers, where it is not the thread's but a library's, which any thread may run.
pub(crate) struct Collector {
    threshold: usize,
    purged: usize,
    next_purge: usize,
    enough_roots: usize,
    allowance: isize,
    outside: isize,
    roots: Vec<NonNull<Header>>,
}

impl Collector {
    pub(crate) const fn new() -> Collector {
        Collector {
            threshold: NEW_ROOTS,
            purged: 0,
            next_purge: FIRST_THRESHOLD,
            enough_roots: usize::MAX,
            allowance: FIRST_ALLOWANCE,
            outside: 0,
            roots: Vec::new(),
        }
    }
}

/// Exchanges what this thread's collector remembers with `other`.
pub(crate) fn exchange(other: &mut Collector) {
    let heap = heap();
    other.threshold = heap.threshold.replace(other.threshold);
    other.purged = heap.purged.replace(other.purged);
    other.next_purge = heap.next_purge.replace(other.next_purge);
    other.enough_roots = heap.enough_roots.replace(other.enough_roots);
    other.allowance = heap.allowance.replace(other.allowance);
    other.outside = heap.outside.replace(other.outside);
    // SAFETY: this thread's, and no collection runs now.
    std::mem::swap(unsafe { &mut **heap.roots.get() }, &mut other.roots);
}

/// This thread is the program's main thread, which the process does not outlive.
pub(crate) fn is_last_thread() {
    HEAP.with(|heap| heap.last.set(true));
}

/// What this thread's heap holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Objects allocated by this thread and not freed, those that wait in the root buffer included.
    pub live: usize,
    /// Possible roots remembered.
    pub roots: usize,
    pub collections: usize,
    /// Bytes carved from chunks: live or in free lists.
    pub bytes: usize,
}

/// Counts by walking the free lists: for tests and profiles.
pub fn statistics() -> Statistics {
    HEAP.with(|heap| {
        let mut live = heap.large.get();
        let mut bytes = 0;
        for (i, list) in heap.lists.iter().enumerate() {
            let mut n = heap.carved[i].get();
            bytes += n * i * GRANULE;
            let mut cell = list.get();
            while !cell.is_null() {
                n = n.wrapping_sub(1);
                // SAFETY: as in `Retire`.
                cell = unsafe { (*cell).next };
            }
            live = live.wrapping_add(n);
        }
        // SAFETY: read only.
        let roots = unsafe { (*heap.roots.get()).len() };
        Statistics { live, roots, collections: heap.collections.get(), bytes }
    })
}

#[cfg(test)]
mod tests;
