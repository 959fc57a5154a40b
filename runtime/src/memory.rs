//! Where objects come from and go to: size-class free lists, deferred freeing, and the cycle collector.
//!
//! - An object of up to 512 bytes comes from its thread's free list of that size: a few instructions. The lists are
//!   filled by carving chunks, and handed to other threads when their thread ends.
//! - Freeing an object frees what only it held. Below a fixed depth that is recursion; deeper, a worklist, so a chain of
//!   any length is freed in constant stack.
//! - Objects of classes with [`ClassInfo::trace`](crate::object::ClassInfo) can be garbage with counts above zero. When
//!   such an object loses a reference but lives, it is remembered as a possible root; when enough roots are remembered,
//!   trial deletion (D. F. Bacon and V. T. Rajan, *Concurrent Cycle Collection in Reference Counted Systems*, ECOOP
//!   2001, section 3, the synchronous algorithm) finds the cycles among them. It waits until the heap has grown well
//!   beyond what the last collection left: a program that makes no garbage cycles pays for remembering roots only.
//!
//! Nothing here runs the program's code: a collection can happen wherever a reference is dropped.

use crate::object::{Header, IMMORTAL, Obj, Object, Ref, class_id};
use crate::{array, program, string};
use std::alloc::Layout;
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
/// Member of a garbage cycle.
const WHITE: u32 = 2 << 22;
/// Possible root of a garbage cycle.
const PURPLE: u32 = 3 << 22;
/// Its fields need no dropping.
pub(crate) const PLAIN: u32 = 1 << 24;
/// The size in granules, where that fits; 0: ask the class.
const SIZE_SHIFT: u32 = 25;
const SIZE_LIMIT: u32 = 1 << (32 - SIZE_SHIFT);

const GRANULE: usize = 8;
/// Larger objects go to the system's allocator.
const MAX_SMALL: usize = 512;
const LISTS: usize = MAX_SMALL / GRANULE + 1;
/// How deep freeing recurses before it uses the worklist.
const MAX_DEPTH: u32 = 48;
const FIRST_THRESHOLD: usize = 10_000;
const FIRST_ALLOWANCE: isize = 4 << 20;
const ALIGN: usize = 16;

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
    depth: Cell<u32>,
    collecting: Cell<bool>,
    threshold: Cell<usize>,
    /// How many bytes the heap may still grow before a collection is worth its time; see [`roots_full`].
    allowance: Cell<isize>,
    /// Bytes in blocks that come from the system.
    outside: Cell<isize>,
    /// Objects whose count fell to zero too deep in a recursion.
    dead: UnsafeCell<ManuallyDrop<Vec<NonNull<Header>>>>,
    /// Possible roots of cycles.
    roots: UnsafeCell<ManuallyDrop<Vec<NonNull<Header>>>>,
    collections: Cell<usize>,
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
            next_chunk: Cell::new(64 << 10),
            depth: Cell::new(0),
            collecting: Cell::new(false),
            threshold: Cell::new(FIRST_THRESHOLD),
            allowance: Cell::new(FIRST_ALLOWANCE),
            outside: Cell::new(0),
            dead: UnsafeCell::new(ManuallyDrop::new(Vec::new())),
            roots: UnsafeCell::new(ManuallyDrop::new(Vec::new())),
            collections: Cell::new(0),
            last: Cell::new(false),
        }
    };
    static RETIRE: Retire = const { Retire };
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
            heap.lists[list].set((*cell).next);
            free.cast()
        },
        None => carve(heap, list),
    }
}

#[cold]
#[inline(never)]
fn allocate_large(size: usize) -> NonNull<u8> {
    HEAP.with(|heap| heap.large.set(heap.large.get() + 1));
    system_allocate(size)
}

fn system_allocate(size: usize) -> NonNull<u8> {
    let Ok(layout) = Layout::from_size_align(size, ALIGN) else { crate::exception::throw_out_of_memory() };
    // SAFETY: the size is not zero.
    match NonNull::new(unsafe { std::alloc::alloc(layout) }) {
        Some(p) => p,
        None => crate::exception::throw_out_of_memory(),
    }
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
    let bytes = heap.next_chunk.get();
    heap.next_chunk.set((bytes * 2).min(4 << 20));
    let chunk = system_allocate(bytes).as_ptr();
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
        return unsafe { std::alloc::dealloc(p.as_ptr(), Layout::from_size_align_unchecked(size, ALIGN)) };
    }
    let heap = heap();
    let cell = p.as_ptr() as *mut Free;
    unsafe { (*cell).next = heap.lists[list].get() };
    heap.lists[list].set(cell);
}

/// `meta` for an object of class `class` and `size` bytes.
#[inline(always)]
pub(crate) const fn meta_of(class: u32, size: usize, flags: u32) -> u32 {
    let granules = size.div_ceil(GRANULE) as u32;
    class | flags | if granules < SIZE_LIMIT { granules << SIZE_SHIFT } else { 0 }
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

    /// As [`Ref::alloc`], for a class whose [`ClassInfo::trace`](crate::object::ClassInfo) is known to be None.
    #[inline(always)]
    pub fn alloc_acyclic(class: u32, fields: T) -> Ref<T> {
        // SAFETY: no trace bit means that the collector never looks at the object.
        unsafe { Ref::alloc_with(class, fields, if std::mem::needs_drop::<T>() { 0 } else { PLAIN }) }
    }

    /// As [`Ref::alloc`], for a class that is known to have [`ClassInfo::trace`](crate::object::ClassInfo).
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
                header: Header { count: Cell::new(1), meta: Cell::new(meta_of(class, size, flags)) },
                fields,
            });
            Ref::from_raw(p)
        }
    }

    /// The object will never be freed and never be counted again: it may be read from every thread.
    /// What it refers to is not made immortal.
    pub fn make_immortal(&self) {
        if !self.is_null() {
            self.header().count.set(IMMORTAL);
        }
    }

    /// The number of references to the object; [`IMMORTAL`] where it is not counted.
    pub fn count(&self) -> u32 {
        self.header().count.get()
    }
}

#[inline(always)]
pub(crate) fn trace_flag(class: u32) -> u32 {
    if program::class_info(class).trace.is_some() { TRACE } else { 0 }
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

/// The last reference to `p` is gone.
///
/// # Safety
/// Nothing refers to the object.
#[inline(always)]
pub(crate) unsafe fn free(p: NonNull<Header>) {
    // SAFETY: the object is still whole.
    let meta = unsafe { p.as_ref() }.meta.get();
    if meta & PLAIN != 0 && meta >> SIZE_SHIFT != 0 {
        // SAFETY: the size is the one it was allocated with; objects without references are never in the root buffer.
        unsafe { release(p.cast(), (meta >> SIZE_SHIFT) as usize * GRANULE) }
    } else {
        unsafe { free_slow(p) }
    }
}

#[inline(never)]
unsafe fn free_slow(p: NonNull<Header>) {
    unsafe {
        let class = p.as_ref().meta.get() & CLASS_MASK;
        (program::class_info(class).free)(p)
    }
}

/// [`ClassInfo::free`](crate::object::ClassInfo) of a class with these fields.
///
/// # Safety
/// `p` is an object of the class that nothing refers to.
pub unsafe fn free_object<T>(p: NonNull<Header>) {
    let heap = heap();
    unsafe {
        let depth = heap.depth.get();
        if depth >= MAX_DEPTH {
            return postpone(heap, p);
        }
        heap.depth.set(depth + 1);
        let object = p.cast::<Obj<T>>();
        ptr::drop_in_place(&raw mut (*object.as_ptr()).fields);
        if p.as_ref().meta.get() & BUFFERED != 0 {
            keep_for_buffer(p.as_ref());
        } else {
            release(p.cast(), size_of::<Obj<T>>());
        }
        if depth == 0 {
            destroy_postponed(heap);
        }
        heap.depth.set(depth);
    }
}

/// As [`free_object`], for every class: the object says what it is.
///
/// # Safety
/// Nothing refers to the object.
pub unsafe fn free_any(p: NonNull<Header>) {
    let heap = heap();
    unsafe {
        let depth = heap.depth.get();
        if depth >= MAX_DEPTH {
            return postpone(heap, p);
        }
        heap.depth.set(depth + 1);
        destroy(p);
        if depth == 0 {
            destroy_postponed(heap);
        }
        heap.depth.set(depth);
    }
}

#[cold]
#[inline(never)]
unsafe fn postpone(heap: &Heap, p: NonNull<Header>) {
    // SAFETY: the vector is used by this thread, one operation at a time.
    unsafe { (*heap.dead.get()).push(p) };
}

/// Ends the freeing of what was too deep in the recursion.
#[inline(always)]
unsafe fn destroy_postponed(heap: &Heap) {
    // SAFETY: as above; `destroy` may push to the vector between the pops.
    while let Some(p) = unsafe { (*heap.dead.get()).pop() } {
        unsafe { destroy(p) };
    }
}

/// The root buffer still points to a dead object; it gives the memory back when it finds the count at zero.
#[cold]
#[inline(never)]
fn keep_for_buffer(header: &Header) {
    header.count.set(0);
    set_colour(header, BLACK);
}

/// Drops the fields and gives the memory back.
unsafe fn destroy(p: NonNull<Header>) {
    unsafe {
        drop_fields(p);
        let header = p.as_ref();
        if header.meta.get() & BUFFERED != 0 {
            keep_for_buffer(header);
        } else {
            release_object(p);
        }
    }
}

unsafe fn drop_fields(p: NonNull<Header>) {
    unsafe {
        let meta = p.as_ref().meta.get();
        if meta & PLAIN != 0 {
            return;
        }
        match meta & CLASS_MASK {
            class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => array::drop_fields(p),
            class_id::NATIVE => {
                ptr::drop_in_place(&raw mut (*p.cast::<Obj<crate::native_object::Native>>().as_ptr()).fields)
            }
            class => {
                if let Some(f) = program::class_info(class).drop_fields {
                    f(p.as_ptr().add(1).cast());
                }
            }
        }
    }
}

/// Gives back the memory of an object whose fields are dropped.
unsafe fn release_object(p: NonNull<Header>) {
    unsafe {
        let meta = p.as_ref().meta.get();
        let granules = meta >> SIZE_SHIFT;
        let size = if granules != 0 {
            granules as usize * GRANULE
        } else {
            match meta & CLASS_MASK {
                class_id::STRING => string::object_size(p),
                class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => array::object_size(p),
                class => size_of::<Header>() + program::class_info(class).size,
            }
        };
        release(p.cast(), size);
    }
}

// ---- cycles -----------------------------------------------------------------------------------------------------

/// `p` lost a reference and still has some.
///
/// # Safety
/// `p` is a live object.
#[inline(always)]
pub(crate) unsafe fn maybe_cycle_root(p: NonNull<Header>) {
    // SAFETY: the object lives.
    let header = unsafe { p.as_ref() };
    let meta = header.meta.get();
    // What is remembered already needs nothing.
    if meta & TRACE != 0 && meta & (BUFFERED | COLOUR) != BUFFERED | PURPLE {
        possible_root(p, header);
    }
}

#[inline(never)]
fn possible_root(p: NonNull<Header>, header: &Header) {
    let meta = header.meta.get();
    header.meta.set((meta & !COLOUR) | PURPLE | BUFFERED);
    if meta & BUFFERED == 0 {
        HEAP.with(|heap| {
            // SAFETY: the vector is used by this thread, one operation at a time.
            let n = unsafe {
                (*heap.roots.get()).push(p);
                (*heap.roots.get()).len()
            };
            // In the middle of freeing, objects are half gone: the next root outside of it starts the collection.
            if n >= heap.threshold.get() && heap.depth.get() == 0 && !heap.collecting.get() {
                roots_full(heap);
            }
        });
    }
}

fn set_colour(header: &Header, colour: u32) {
    header.meta.set((header.meta.get() & !COLOUR) | colour);
}

#[cold]
fn roots_full(heap: &Heap) {
    // Most roots of most programs are dead or alive again by now; only where enough are left is a collection worth it.
    // SAFETY: the buffer's objects are live or waiting to be released here.
    unsafe { purge(heap) };
    let left = unsafe { (*heap.roots.get()).len() };
    if heap.allowance.get() < 0 {
        let free = free_bytes(heap);
        collect(heap);
        let (bytes, now_free) = (heap_bytes(heap), free_bytes(heap));
        let live = bytes.saturating_sub(now_free);
        // Garbage may take as much as what lives does. Cells that are free now are filled again before the heap grows; where
        // there were few to free, the growth was of what lives, or of other sizes.
        let slack = if now_free.saturating_sub(free) >= bytes / 4 { 0 } else { 1 << 20 };
        heap.allowance.set((bytes.max(2 * live + (1 << 20)) - bytes + slack) as isize);
        heap.threshold.set(FIRST_THRESHOLD);
    } else {
        // Each root is remembered once, so the buffer is no longer than there are objects.
        heap.threshold.set(FIRST_THRESHOLD.max(2 * left));
    }
}

/// Bytes carved from chunks, free cells included, and of blocks of the system's.
fn heap_bytes(heap: &Heap) -> usize {
    let carved: usize = heap.carved.iter().enumerate().map(|(i, n)| n.get() * i * GRANULE).sum();
    carved.saturating_add_signed(heap.outside.get())
}

fn free_bytes(heap: &Heap) -> usize {
    let mut bytes = 0;
    for (i, list) in heap.lists.iter().enumerate() {
        let mut cell = list.get();
        while !cell.is_null() {
            bytes += i * GRANULE;
            // SAFETY: as in `Retire`.
            cell = unsafe { (*cell).next };
        }
    }
    bytes
}

/// A block of the system's was taken (or given back, negative): memory that garbage may hold.
pub(crate) fn note_outside(bytes: isize) {
    HEAP.with(|heap| {
        heap.outside.set(heap.outside.get().wrapping_add(bytes));
        grown(heap, bytes);
    });
}

/// The heap takes `bytes` more. Once it has outgrown its allowance, the next root that is remembered starts a collection.
#[inline(always)]
fn grown(heap: &Heap, bytes: isize) {
    let left = heap.allowance.get().wrapping_sub(bytes);
    heap.allowance.set(left);
    if left < 0 {
        heap.threshold.set(1);
    }
}

/// Takes out of the root buffer what is dead.
unsafe fn purge(heap: &Heap) {
    let roots = unsafe { &mut *heap.roots.get() };
    roots.retain(|p| {
        // SAFETY: buffered objects' memory is kept.
        let header = unsafe { p.as_ref() };
        if header.count.get() == 0 {
            unsafe { release_object(*p) };
            false
        } else {
            true
        }
    });
}

/// This thread is the program's main thread, which the process does not outlive.
pub(crate) fn is_last_thread() {
    HEAP.with(|heap| heap.last.set(true));
}

/// Frees all garbage cycles of this thread's objects now. Afterwards the collector remembers none of them: whoever hands
/// objects to another thread for good (an exception that ends a worker) calls this first.
pub fn collect_cycles() {
    HEAP.with(|heap| {
        if heap.depth.get() == 0 && !heap.collecting.get() {
            collect(heap);
        }
    })
}

fn collect(heap: &Heap) {
    heap.collecting.set(true);
    heap.collections.set(heap.collections.get() + 1);
    // SAFETY: nothing but this function touches the buffer while `collecting` is set, and outside of freeing every
    // object's fields are whole.
    let visited = unsafe {
        purge(heap);
        let roots = std::mem::take(&mut **heap.roots.get());
        trial_deletion(&roots)
    };
    // The next collection waits for as many new roots as this one visited objects: a constant cost a root.
    heap.threshold.set(FIRST_THRESHOLD.max(visited));
    heap.collecting.set(false);
}

/// Calls `f` with every counted object that `p` refers to and that can be part of a cycle.
unsafe fn children(p: NonNull<Header>, f: &mut dyn FnMut(NonNull<Header>, &Header)) {
    let mut visit = |child: &Ref<Object>| {
        if let Some(c) = NonNull::new(child.addr() as *mut Header) {
            // SAFETY: a non-null reference of a live object points to a live object.
            let header = unsafe { c.as_ref() };
            if header.meta.get() & TRACE != 0 && header.count.get() != IMMORTAL {
                f(c, header);
            }
        }
    };
    unsafe {
        match p.as_ref().meta.get() & CLASS_MASK {
            class_id::REF_ARRAY => array::trace(p, &mut visit),
            class => {
                if let Some(trace) = program::class_info(class).trace {
                    trace(p.as_ptr().add(1).cast(), &mut visit);
                }
            }
        }
    }
}

/// The three phases of the paper over `roots`, iterative. Returns how many objects were visited.
unsafe fn trial_deletion(roots: &[NonNull<Header>]) -> usize {
    let mut visited = 0;
    let mut stack: Vec<NonNull<Header>> = Vec::new();
    unsafe {
        // MarkGray: take away the counts of references from within.
        for &root in roots {
            let header = root.as_ref();
            header.meta.set(header.meta.get() & !BUFFERED);
            if header.meta.get() & COLOUR != PURPLE {
                continue;
            }
            set_colour(header, GRAY);
            stack.push(root);
            while let Some(p) = stack.pop() {
                visited += 1;
                children(p, &mut |c, header| {
                    header.count.set(header.count.get() - 1);
                    if header.meta.get() & COLOUR != GRAY {
                        set_colour(header, GRAY);
                        stack.push(c);
                    }
                });
            }
        }
        // Scan: what is still counted is referred to from outside, and so is all it refers to.
        let mut live: Vec<NonNull<Header>> = Vec::new();
        for &root in roots {
            if root.as_ref().meta.get() & COLOUR == GRAY {
                stack.push(root);
            }
            while let Some(p) = stack.pop() {
                let header = p.as_ref();
                if header.meta.get() & COLOUR != GRAY {
                    continue;
                }
                if header.count.get() > 0 {
                    set_colour(header, BLACK);
                    live.push(p);
                    while let Some(p) = live.pop() {
                        children(p, &mut |c, header| {
                            header.count.set(header.count.get() + 1);
                            if header.meta.get() & COLOUR != BLACK {
                                set_colour(header, BLACK);
                                live.push(c);
                            }
                        });
                    }
                } else {
                    set_colour(header, WHITE);
                    children(p, &mut |c, header| {
                        if header.meta.get() & COLOUR == GRAY {
                            stack.push(c);
                        }
                    });
                }
            }
        }
        // CollectWhite.
        let mut white: Vec<NonNull<Header>> = Vec::new();
        for &root in roots {
            let header = root.as_ref();
            if header.meta.get() & COLOUR == WHITE {
                set_colour(header, BLACK);
                white.push(root);
                stack.push(root);
            }
            while let Some(p) = stack.pop() {
                children(p, &mut |c, header| {
                    if header.meta.get() & COLOUR == WHITE {
                        set_colour(header, BLACK);
                        white.push(c);
                        stack.push(c);
                    }
                });
            }
        }
        // Dropping the fields takes counts away again: give them back first, and one more, so that no garbage object is
        // freed by another's fields. BUFFERED keeps them from being remembered as roots meanwhile.
        for &p in &white {
            let header = p.as_ref();
            header.count.set(header.count.get() + 1);
            header.meta.set(header.meta.get() | BUFFERED);
            children(p, &mut |_, header| header.count.set(header.count.get() + 1));
        }
        for &p in &white {
            drop_fields(p);
        }
        for &p in &white {
            release_object(p);
        }
    }
    visited
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
mod tests {
    use super::*;
    use crate::array::Array;
    use crate::program::RefType;
    use crate::test_program::{self, NODE, Node, node};

    /// How many objects live more after `body` than before, once all garbage is gone.
    fn leaked(body: impl FnOnce()) -> usize {
        test_program::enter(|| {
            collect_cycles();
            let before = statistics().live;
            body();
            collect_cycles();
            statistics().live - before
        })
    }

    #[test]
    fn what_nothing_refers_to_is_freed_at_once() {
        test_program::enter(|| {
            let before = statistics().live;
            let a = node(1);
            a.next.set(node(2));
            assert_eq!(statistics().live, before + 2);
            drop(a);
            assert_eq!(statistics().live, before);
        });
    }

    #[test]
    fn a_chain_of_any_length_is_freed_without_recursion() {
        let n = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };
        assert_eq!(
            leaked(|| {
                let mut list = node(0);
                for i in 1..n {
                    let next = node(i);
                    next.next.set(list);
                    list = next;
                }
                drop(list);
                assert!(statistics().live < 100);
            }),
            0
        );
    }

    #[test]
    fn rings_are_collected_and_what_they_hold() {
        assert_eq!(
            leaked(|| {
                for _ in 0..100 {
                    let nodes: Vec<_> = (0..50).map(node).collect();
                    for i in 0..50 {
                        nodes[i].next.set(nodes[(i + 1) % 50].clone());
                        nodes[i].other.set(string::Str::new("held").into_up());
                    }
                }
                assert!(statistics().live >= 10_000);
            }),
            0
        );
    }

    #[test]
    fn a_ring_that_is_referred_to_from_outside_lives() {
        assert_eq!(
            leaked(|| {
                let (a, b) = (node(1), node(2));
                a.next.set(b.clone());
                b.next.set(a.clone());
                drop(b);
                collect_cycles();
                assert_eq!(a.next.get().value.get(), 2);
                assert_eq!(a.next.get().next.get().value.get(), 1);
                assert_eq!(a.count(), 2);
            }),
            0
        );
    }

    #[test]
    fn a_ring_through_an_array_and_itself() {
        assert_eq!(
            leaked(|| {
                let n = node(1);
                let array = Array::<Ref<Node>>::new_ref(3, RefType::class(NODE));
                array.set(0, n.clone());
                array.set(1, n.clone());
                n.other.set(array.into_up());
                n.next.set(n.clone());
            }),
            0
        );
    }

    #[test]
    fn cyclic_garbage_is_collected_as_the_program_runs() {
        test_program::enter(|| {
            collect_cycles();
            let before = statistics();
            for i in 0..2_000_000 {
                let n = node(i);
                n.next.set(n.clone());
            }
            let after = statistics();
            assert!(after.collections > before.collections);
            // Garbage is let grow to a few megabytes, or to as much as is free already.
            let allowed = (FIRST_ALLOWANCE as usize + (2 << 20) + before.bytes) / size_of::<Obj<Node>>();
            assert!(after.live - before.live < allowed, "{after:?}");
            collect_cycles();
        });
    }

    #[test]
    fn a_long_ring_is_collected_without_recursion() {
        assert_eq!(
            leaked(|| {
                let first = node(0);
                let mut last = first.clone();
                for i in 1..300_000 {
                    let next = node(i);
                    last.next.set(next.clone());
                    last = next;
                }
                last.next.set(first);
            }),
            0
        );
    }

    #[test]
    fn random_graphs_leave_nothing_and_keep_what_is_held() {
        // A generator of its own keeps the test repeatable.
        let mut seed = 7u32;
        let mut random = move |n: u32| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) % n
        };
        assert_eq!(
            leaked(|| {
                let mut held: Vec<Ref<Node>> = (0..40).map(node).collect();
                for step in 0..200_000 {
                    let (i, j) = (random(40) as usize, random(40) as usize);
                    match random(5) {
                        0 => held[i] = node(step),
                        1 => held[i].next.set(held[j].clone()),
                        2 => held[i].other.set(held[j].clone().into_up()),
                        3 => {
                            let next = held[i].next.get();
                            if !next.is_null() {
                                held[j] = next;
                            }
                        }
                        _ => held[i].next.set(Ref::NULL),
                    }
                    if step % 5000 == 0 {
                        collect_cycles();
                    }
                    assert!(held[j].count() >= 1 && held[j].class() == NODE);
                }
            }),
            0
        );
    }

    #[test]
    fn immortal_objects_are_not_counted() {
        test_program::enter(|| {
            let s = string::Str::new("forever");
            s.make_immortal();
            drop(s.clone());
            assert_eq!(s.count(), IMMORTAL);
        });
    }

    #[test]
    fn large_objects_and_strings_of_every_size() {
        assert_eq!(
            leaked(|| {
                for n in (0..2000).step_by(7) {
                    assert_eq!(string::Str::from_latin1(&vec![b'x'; n]).len(), n as i32);
                    assert_eq!(string::Str::from_utf16(&vec![0x1234; n]).len(), n as i32);
                }
            }),
            0
        );
    }

    #[test]
    fn a_thread_that_ends_collects_its_cycles() {
        // Set for the process: the other tests run in `enter`, with the same program.
        program::set(test_program::program());
        let work = || {
            let n = node(1);
            n.next.set(n.clone());
        };
        std::thread::spawn(work).join().expect("the thread");
    }

    #[test]
    fn a_thread_takes_over_what_another_left() {
        let work = || test_program::enter(|| drop((0..10_000).map(node).collect::<Vec<_>>()));
        std::thread::spawn(work).join().expect("the first thread");
        std::thread::spawn(work).join().expect("the second thread");
    }
}
