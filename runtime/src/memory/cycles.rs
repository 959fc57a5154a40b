//! The cycle collector: trial deletion (D. F. Bacon and V. T. Rajan, *Concurrent Cycle Collection in Reference Counted
//! Systems*, ECOOP 2001, section 3, the synchronous algorithm).
//!
//! An object of a class that can be part of a cycle is remembered as a possible root when it loses a reference but lives. A
//! collection takes away the counts of references from within what the roots reach; what is then not counted is garbage. It
//! waits until the heap has grown well beyond what the last collection left, or until there are so many roots that there should be
//! as much garbage as is worth it: a program that makes no garbage cycles pays for remembering roots only. What is garbage is looked
//! at twice, what lives too, each time where its class says its references are.

use super::free::{drop_reference, freeing_later, references, release_object};
use super::{
    BLACK, BUFFERED, CLASS_MASK, COLOUR, FIRST_THRESHOLD, GARBAGE_IN_CACHE, GRANULE, GRAY, HEAP, Heap, NEW_ROOTS,
    PURPLE, TRACE,
};
use crate::array;
use crate::dyn_object::DynObject;
use crate::object::{ClassInfo, Header, IMMORTAL, Layout, Obj, WATCHED, class_id};
use crate::program;
use crate::value::Value;
use std::ptr::NonNull;

/// `p`, which was [`WATCHED`], lost a reference and still has some. It is not watched any more: what is remembered already needs
/// nothing.
#[inline(never)]
pub(super) fn possible_root(p: NonNull<Header>) {
    // SAFETY: the object lives.
    let meta = unsafe { &p.as_ref().meta };
    let before = meta.get();
    meta.set((before & !COLOUR) | PURPLE | BUFFERED);
    if before & BUFFERED == 0 {
        HEAP.with(|heap| {
            // SAFETY: the vector is used by this thread, one operation at a time.
            let n = unsafe {
                (*heap.roots.get()).push(p);
                (*heap.roots.get()).len()
            };
            // In the middle of freeing, objects are half gone: the next root outside of it starts the collection.
            if n >= heap.threshold.get() && !heap.freeing.get() && !heap.collecting.get() {
                roots_full(heap);
            }
        });
    }
}

/// The root buffer points to the object.
#[inline(always)]
pub(super) fn is_remembered(meta: u32) -> bool {
    meta & BUFFERED != 0
}

/// The root buffer still points to a dead object; it gives the memory back when it finds the count at zero.
#[cold]
#[inline(never)]
pub(super) fn forget_root(header: &Header) {
    header.count.set(0);
    set_colour(header, BLACK);
}

#[inline(always)]
fn set_colour(header: &Header, colour: u32) {
    header.meta.set((header.meta.get() & !COLOUR) | colour);
}

#[cold]
fn roots_full(heap: &Heap) {
    if heap.allowance.get() < 0 {
        let freed = collect(heap);
        let bytes = heap_bytes(heap);
        // The heap has just grown because no cell was free, of the size that was asked for.
        let live = bytes.saturating_sub(freed);
        // Garbage may take as much as what lives does. Cells that are free now are filled again before the heap grows. Where there
        // was hardly any garbage, the growth was of what lives, as it is while a program builds a structure: then there is room
        // for three times as much before everything is looked at again.
        let next = if freed >= bytes / 4 {
            2 * live + (1 << 20)
        } else if freed >= bytes / 16 {
            2 * live + (2 << 20)
        } else {
            4 * live + (2 << 20)
        };
        heap.allowance.set((bytes.max(next) - bytes) as isize);
    // SAFETY: read only.
    } else if unsafe { (*heap.roots.get()).len() } >= heap.enough_roots.get() {
        collect(heap);
    } else {
        // Most of what was remembered last is dead by now, and its memory still in a near cache. What outlived a first look is looked
        // at again when it is twice as much. Each is remembered once, so the buffer is no longer than there are objects.
        let purged = heap.purged.get();
        let from = if purged >= heap.next_purge.get() { 0 } else { purged };
        // SAFETY: the buffer's objects are live or waiting to be released here.
        let left = unsafe {
            purge(heap, from);
            (*heap.roots.get()).len()
        };
        if from == 0 {
            heap.next_purge.set(FIRST_THRESHOLD.max(2 * left));
        }
        await_roots(heap, left);
    }
}

/// The buffer holds `left` roots; the next look at those that come is worth its time when there are enough of them.
fn await_roots(heap: &Heap, left: usize) {
    heap.purged.set(left);
    heap.threshold.set(left + NEW_ROOTS);
}

/// Bytes carved from chunks, free cells included, and of blocks of the system's.
fn heap_bytes(heap: &Heap) -> usize {
    let carved: usize = heap.carved.iter().enumerate().map(|(i, n)| n.get() * i * GRANULE).sum();
    carved.saturating_add_signed(heap.outside.get())
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
pub(super) fn grown(heap: &Heap, bytes: isize) {
    let left = heap.allowance.get().wrapping_sub(bytes);
    heap.allowance.set(left);
    if left < 0 {
        heap.threshold.set(1);
    }
}

/// Takes out of the root buffer, from its element `from` on, what is dead.
unsafe fn purge(heap: &Heap, from: usize) {
    let roots = unsafe { &mut **heap.roots.get() };
    let mut kept = from;
    for at in from..roots.len() {
        if let Some(p) = roots.get(at + 16) {
            prefetch(*p);
        }
        let p = roots[at];
        // SAFETY: buffered objects' memory is kept.
        if unsafe { p.as_ref() }.count.get() == 0 {
            unsafe { release_object(p) };
        } else {
            roots[kept] = p;
            kept += 1;
        }
    }
    roots.truncate(kept);
}

/// Frees all garbage cycles of this thread's objects now. Afterwards the collector remembers none of them: whoever hands
/// objects to another thread for good (an exception that ends a worker) calls this first.
pub fn collect_cycles() {
    HEAP.with(|heap| {
        if !heap.freeing.get() && !heap.collecting.get() {
            collect(heap);
        }
    });
}

/// What a collection has found.
struct Found {
    /// Objects that were garbage.
    garbage: usize,
    /// Objects that were visited and live.
    live: usize,
    /// The size of the garbage.
    bytes: usize,
}

impl Found {
    /// When the next collection is worth its time, where this one began with so many roots: a program that makes garbage cycles makes as
    /// many for each root as before.
    fn enough_roots(&self, roots: usize) -> usize {
        if self.garbage == 0 {
            return usize::MAX;
        }
        // No more than one of five objects shall be visited in vain. What a small program makes stays in the processor's second cache.
        let worth = GARBAGE_IN_CACHE.max(4 * self.live * (self.bytes / self.garbage));
        (roots.saturating_mul(worth) / self.bytes.max(1)).max(NEW_ROOTS)
    }
}

/// Returns the bytes of the garbage that was found.
fn collect(heap: &Heap) -> usize {
    heap.collecting.set(true);
    heap.collections.set(heap.collections.get() + 1);
    // SAFETY: nothing but this function touches the buffer while `collecting` is set, and outside of freeing every
    // object's fields are whole.
    let found = unsafe {
        let remembered = (*heap.roots.get()).len();
        purge(heap, 0);
        let roots = std::mem::take(&mut **heap.roots.get());
        let found = trial_deletion(heap, &roots);
        heap.enough_roots.set(found.enough_roots(remembered));
        found
    };
    await_roots(heap, 0);
    heap.next_purge.set(FIRST_THRESHOLD);
    heap.collecting.set(false);
    found.bytes
}

/// The object can be part of a cycle, and is counted.
#[inline(always)]
fn is_traced(header: &Header) -> bool {
    header.meta.get() & TRACE != 0 && header.count.get() != IMMORTAL
}

/// Calls `f` with every counted object that `p` refers to and that can be part of a cycle.
#[inline(always)]
unsafe fn children(p: NonNull<Header>, classes: &'static [ClassInfo], mut f: impl FnMut(NonNull<Header>, &Header)) {
    unsafe {
        let mut visit = |child: NonNull<Header>| {
            // SAFETY: a non-null reference of a live object points to a live object.
            let header = child.as_ref();
            if is_traced(header) {
                f(child, header);
            }
        };
        match dynamic(p, classes) {
            None => {
                references(p, classes, visit);
            }
            Some(object) => {
                for value in object.fields.borrow().iter() {
                    if let Value::Ref(r) = value
                        && let Some(child) = NonNull::new(r.addr() as *mut Header)
                    {
                        visit(child);
                    }
                }
            }
        }
    }
}

/// The object of the interpreter that `p` is.
#[inline(always)]
unsafe fn dynamic<'a>(p: NonNull<Header>, classes: &'static [ClassInfo]) -> Option<&'a DynObject> {
    unsafe {
        let class = p.as_ref().meta.get() & CLASS_MASK;
        if class < class_id::FIRST_PROGRAM_CLASS {
            return None;
        }
        match classes[class as usize].layout {
            Layout::Dynamic => Some(&(*p.cast::<Obj<DynObject>>().as_ptr()).fields),
            Layout::Words(_) | Layout::References(_) => None,
        }
    }
}

/// Drops what a garbage object has besides the references that [`references`] finds.
unsafe fn drop_rest_of_garbage(p: NonNull<Header>, classes: &'static [ClassInfo]) {
    unsafe {
        if let Some(object) = dynamic(p, classes) {
            for value in object.fields.take() {
                match value {
                    // Its count went down when the object was marked.
                    Value::Ref(r) if !r.is_null() && is_traced(r.header()) => std::mem::forget(r),
                    other => drop(other),
                }
            }
        } else if p.as_ref().meta.get() & CLASS_MASK == class_id::REF_ARRAY {
            array::drop_block(p);
        }
    }
}

/// Asks for the memory of what stands further on in a list that is worked through: the objects, and nearer to the turn what they
/// refer to. Most of a heap of more than a few megabytes is in no cache.
#[inline(always)]
unsafe fn look_ahead(list: &[NonNull<Header>], at: usize, classes: &'static [ClassInfo]) {
    if let Some(p) = list.get(at + 16) {
        prefetch(*p);
    }
    if let Some(&p) = list.get(at + 8) {
        unsafe {
            if dynamic(p, classes).is_none() {
                references(p, classes, prefetch);
            }
        }
    }
}

/// Asks for an object's first words.
#[inline(always)]
fn prefetch(p: NonNull<Header>) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which reads nothing.
    unsafe {
        std::arch::x86_64::_mm_prefetch(p.as_ptr().cast(), std::arch::x86_64::_MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = p;
}

/// The three phases of the paper over `roots`, iterative. What the first phase has visited stands in a list, so that the others
/// need not search for it: what is still counted there, and what that refers to, lives; the rest is garbage.
unsafe fn trial_deletion(heap: &Heap, roots: &[NonNull<Header>]) -> Found {
    let classes = program::current().classes;
    let mut gray: Vec<NonNull<Header>> = Vec::with_capacity(2 * roots.len());
    unsafe {
        // MarkGray: take away the counts of references from within.
        for &root in roots {
            let header = root.as_ref();
            header.meta.set(header.meta.get() & !BUFFERED);
            if header.meta.get() & COLOUR == PURPLE {
                set_colour(header, GRAY);
                // Where it lives on, its next loss counts again.
                header.count.set(header.count.get() | WATCHED);
                gray.push(root);
            }
        }
        let mut next = 0;
        while next < gray.len() {
            let p = gray[next];
            look_ahead(&gray, next, classes);
            next += 1;
            children(p, classes, |c, header| {
                header.count.set(header.count.get() - 1);
                if header.meta.get() & COLOUR != GRAY {
                    set_colour(header, GRAY);
                    gray.push(c);
                }
            });
        }
        let visited = gray.len();
        // Scan: what is still counted is referred to from outside, and so is all it refers to.
        let mut live: Vec<NonNull<Header>> = Vec::new();
        for &p in &gray {
            let header = p.as_ref();
            if header.meta.get() & COLOUR == GRAY && header.count.get() & !WATCHED > 0 {
                set_colour(header, BLACK);
                live.push(p);
            }
        }
        next = 0;
        while next < live.len() {
            let p = live[next];
            look_ahead(&live, next, classes);
            next += 1;
            children(p, classes, |c, header| {
                header.count.set(header.count.get() + 1);
                if header.meta.get() & COLOUR != BLACK {
                    set_colour(header, BLACK);
                    live.push(c);
                }
            });
        }
        // Collect: all that is still gray. What is in no cycle loses the garbage's references; the counts of the others went down in
        // MarkGray. What dies of it waits, because it may be the last that refers to an object that garbage refers to as well, and whose
        // header is still looked at.
        if !live.is_empty() {
            gray.retain(|p| p.as_ref().meta.get() & COLOUR == GRAY);
        }
        drop(live);
        let mut found = Found { garbage: gray.len(), live: visited - gray.len(), bytes: 0 };
        freeing_later(heap, || {
            for (at, &p) in gray.iter().enumerate() {
                look_ahead(&gray, at, classes);
                found.bytes += object_bytes(p);
                if dynamic(p, classes).is_none() {
                    references(p, classes, |c| {
                        if !is_traced(c.as_ref()) {
                            drop_reference(c);
                        }
                    });
                }
                drop_rest_of_garbage(p, classes);
            }
            // Garbage is found in the order of its references. What is allocated from its cells shall lie as it did when the heap grew:
            // else each look at an object that was made after another one would go to memory that no cache has and no processor foresees.
            for &p in in_order(&gray).iter().rev() {
                release_object(p);
            }
        });
        found
    }
}

/// Objects in the order of their addresses, but for those that lie near each other: one pass of a radix sort, or two where the heap is
/// large.
fn in_order(objects: &[NonNull<Header>]) -> Vec<NonNull<Header>> {
    /// Objects on a line of the cache need no order.
    const LINE: u32 = 6;
    /// Those on a page hardly do.
    const PAGE: u32 = 12;
    let address = |p: &NonNull<Header>| p.as_ptr() as usize;
    let (first, last) = objects.iter().map(address).fold((usize::MAX, 0), |(a, b), p| (a.min(p), b.max(p)));
    let width = usize::BITS - last.saturating_sub(first).leading_zeros();
    let mut from = objects.to_vec();
    let mut to = from.clone();
    let mut pass = |shift: u32, digits: u32| {
        let digit = |p: &NonNull<Header>| (address(p) - first) >> shift & ((1 << digits) - 1);
        let mut at = [0u32; 1 << MOST_DIGITS];
        let at = &mut at[..1 << digits];
        from.iter().for_each(|p| at[digit(p)] += 1);
        let mut start = 0;
        for count in at.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for p in &from {
            let place = &mut at[digit(p)];
            to[*place as usize] = *p;
            *place += 1;
        }
        std::mem::swap(&mut from, &mut to);
    };
    // As many places as objects: fewer take longer to go through than the objects.
    let digits = (objects.len().max(2).ilog2() + 1).min(MOST_DIGITS);
    let shift = width.saturating_sub(digits).max(LINE);
    if shift <= PAGE {
        pass(shift, digits);
    } else {
        let shift = width.saturating_sub(2 * digits).max(LINE);
        pass(shift, digits);
        pass(shift + digits, digits);
    }
    from
}

/// Of an address, in one pass of [`in_order`].
const MOST_DIGITS: u32 = 12;

/// The size of an object, where its header says it.
unsafe fn object_bytes(p: NonNull<Header>) -> usize {
    unsafe { (p.as_ref().meta.get() >> super::SIZE_SHIFT) as usize * GRANULE }
}
