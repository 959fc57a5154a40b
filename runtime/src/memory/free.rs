//! Freeing: an object that nothing refers to, and all that only it refers to, one after another.
//!
//! The class table says where in an object its references are, so one loop takes all objects apart: no call and no recursion
//! for an object, a chain of any length in constant stack. The order in which objects are freed cannot be seen.

use super::cycles::{forget_root, is_remembered, possible_root};
use super::{CLASS_MASK, Heap, PLAIN, SIZE_SHIFT, heap, prefetch, release, release_small};
use crate::boxes;
use crate::dyn_object::DynObject;
use crate::native_object::Native;
use crate::object::{ClassInfo, Header, IMMORTAL, Layout, Obj, Object, Ref, WATCHED, class_id};
use crate::{array, program, string};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

/// The last reference to `p` is gone.
///
/// # Safety
/// Nothing refers to the object.
#[inline(always)]
pub(crate) unsafe fn free(p: NonNull<Header>) {
    // SAFETY: the size is the one it was allocated with; objects without references are never in the root buffer.
    unsafe {
        if is_small_and_plain(p) {
            release_small(heap(), p.cast(), (p.as_ref().meta.get() >> SIZE_SHIFT) as usize)
        } else {
            free_all(p)
        }
    }
}

/// A reference to `p` is gone that was the last, or whose loss the cycle collector wants to know.
///
/// # Safety
/// The reference is not used any more; the object is counted.
#[inline(never)]
pub(crate) unsafe fn let_go(p: NonNull<Header>) {
    // SAFETY: a reference's object lives.
    unsafe {
        if lose(p) {
            free(p);
        }
    }
}

/// There is nothing to drop in it, and its header has its size.
#[inline(always)]
unsafe fn is_small_and_plain(p: NonNull<Header>) -> bool {
    // SAFETY: the object is still whole.
    let meta = unsafe { p.as_ref() }.meta.get();
    meta & PLAIN != 0 && meta >> SIZE_SHIFT != 0
}

/// How many dead objects wait on the stack; more wait in the heap's vector.
const NEAR: usize = 32;

/// The objects that are found dead while others are freed, last found first.
struct Dead<'a> {
    heap: &'a Heap,
    classes: &'static [ClassInfo],
    near: [MaybeUninit<NonNull<Header>>; NEAR],
    length: usize,
}

impl Dead<'_> {
    #[inline(always)]
    fn push(&mut self, p: NonNull<Header>) {
        if self.length < NEAR {
            self.near[self.length].write(p);
            self.length += 1;
        } else {
            postpone(self.heap, p);
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<NonNull<Header>> {
        if self.length > 0 {
            self.length -= 1;
            // SAFETY: all below `length` are written.
            return Some(unsafe { self.near[self.length].assume_init() });
        }
        // SAFETY: the vector is used by this thread, one operation at a time.
        unsafe { (*self.heap.dead.get()).pop() }
    }
}

#[inline(never)]
unsafe fn free_all(p: NonNull<Header>) {
    let heap = heap();
    // What the drop of a native thing lets go waits for the loop that runs already.
    if heap.freeing.replace(true) {
        return postpone(heap, p);
    }
    let classes = program::current().classes;
    let mut dead = Dead { heap, classes, near: [const { MaybeUninit::uninit() }; NEAR], length: 0 };
    let mut at = p;
    loop {
        let mut next = None;
        // SAFETY: nothing refers to `at`, so what it refers to loses a reference, and its memory is free.
        unsafe {
            let meta = at.as_ref().meta.get();
            let class = meta & CLASS_MASK;
            if class >= class_id::FIRST_PROGRAM_CLASS
                // SAFETY: a header's class is one of the program's.
                && let Layout::Words(mut words) = classes.get_unchecked(class as usize).layout
            {
                let fields = at.as_ptr().add(1).cast::<usize>();
                while words != 0 {
                    let word = *fields.add(words.trailing_zeros() as usize);
                    words &= words - 1;
                    visit(word, &mut |child| free_child(child, &mut dead, &mut next));
                }
            } else if class == class_id::REF_ARRAY {
                visit_all(array::elements(at), &mut |child| free_child(child, &mut dead, &mut next));
                array::drop_block(at);
            } else if meta & PLAIN == 0 {
                free_rest(at, classes, &mut dead);
            }
            if is_remembered(meta) {
                forget_root(at.as_ref());
            } else {
                release_object(at);
            }
        }
        match next.or_else(|| dead.pop()) {
            Some(p) => at = p,
            None => break,
        }
    }
    heap.freeing.set(false);
}

/// Takes away the reference to `child` of an object that is being freed. The last child that is dead is `next`, the others wait.
#[inline(always)]
unsafe fn free_child(child: NonNull<Header>, dead: &mut Dead<'_>, next: &mut Option<NonNull<Header>>) {
    unsafe {
        if !lose(child) {
        } else if is_small_and_plain(child) {
            free(child);
        } else if let Some(earlier) = next.replace(child) {
            // What later fields refer to is younger as a rule. Freed first, it is allocated last again, so that objects that are
            // made in the same order lie in the same order.
            fetch_first(earlier, dead.classes);
            dead.push(earlier);
        }
    }
}

/// Asks for what is looked at first when the turn of `p` comes: it has waited in memory that no cache has, as a rule.
#[inline(always)]
unsafe fn fetch_first(p: NonNull<Header>, classes: &'static [ClassInfo]) {
    unsafe {
        let class = p.as_ref().meta.get() & CLASS_MASK;
        if class >= class_id::FIRST_PROGRAM_CLASS
            // SAFETY: a header's class is one of the program's.
            && let Layout::Words(words) = classes.get_unchecked(class as usize).layout
            && words != 0
        {
            let first = *p.as_ptr().add(1).cast::<usize>().add(words.trailing_zeros() as usize);
            if boxes::is_object(first) {
                prefetch(first as *const Header);
            }
        }
    }
}

/// What an object refers to that is neither an array nor of a class with few fields.
#[inline(never)]
unsafe fn free_rest(at: NonNull<Header>, classes: &'static [ClassInfo], dead: &mut Dead<'_>) {
    let mut next = None;
    unsafe {
        if references(at, classes, |child| free_child(child, dead, &mut next)) {
            drop_rest(at);
        }
    }
    if let Some(next) = next {
        dead.push(next);
    }
}

/// While `work` runs, what it lets go and may refer to others waits; then it is freed.
///
/// # Safety
/// Nothing is being freed.
pub(super) unsafe fn freeing_later(heap: &Heap, work: impl FnOnce()) {
    heap.freeing.set(true);
    work();
    heap.freeing.set(false);
    // SAFETY: the vector is used by this thread, one operation at a time.
    let last = unsafe { (*heap.dead.get()).pop() };
    if let Some(p) = last {
        // With it go all that wait.
        // SAFETY: nothing refers to what waits.
        unsafe { free_all(p) };
    }
}

#[cold]
#[inline(never)]
fn postpone(heap: &Heap, p: NonNull<Header>) {
    // SAFETY: the vector is used by this thread, one operation at a time.
    unsafe { (*heap.dead.get()).push(p) };
}

/// Takes a reference to `p` away. True where it was the last: the object, not freed yet, is dead.
///
/// # Safety
/// The reference is not used any more.
#[inline(always)]
unsafe fn lose(p: NonNull<Header>) -> bool {
    // SAFETY: a reference's object lives.
    let count = unsafe { &p.as_ref().count };
    match count.get() {
        n if n & !WATCHED == 1 => true,
        n if n as i32 > 0 => {
            count.set(n - 1);
            false
        }
        n => {
            unsafe { lose_special(p, n) };
            false
        }
    }
}

/// The object is never counted, or is watched and lives.
#[inline(never)]
unsafe fn lose_special(p: NonNull<Header>, n: u32) {
    if n != IMMORTAL {
        // SAFETY: a reference's object lives.
        unsafe { p.as_ref() }.count.set((n & !WATCHED) - 1);
        possible_root(p);
    }
}

/// Drops a reference to `p`.
///
/// # Safety
/// As for [`lose`].
pub(super) unsafe fn drop_reference(p: NonNull<Header>) {
    unsafe {
        if lose(p) {
            free(p);
        }
    }
}

/// Calls `f` with every object that `p`, of the program's classes or an array, refers to. True where `p` may have more than
/// references: then [`drop_rest`] drops it.
///
/// # Safety
/// `p` is a live object, or one that is being freed; `classes` are its program's.
#[inline(always)]
pub(super) unsafe fn references(
    p: NonNull<Header>,
    classes: &'static [ClassInfo],
    mut f: impl FnMut(NonNull<Header>),
) -> bool {
    unsafe {
        let class = p.as_ref().meta.get() & CLASS_MASK;
        if class >= class_id::FIRST_PROGRAM_CLASS {
            let fields = p.as_ptr().add(1).cast::<u8>();
            // SAFETY: a header's class is one of the program's.
            match classes.get_unchecked(class as usize).layout {
                Layout::Words(mut words) => {
                    while words != 0 {
                        visit(*fields.cast::<usize>().add(words.trailing_zeros() as usize), &mut f);
                        words &= words - 1;
                    }
                    false
                }
                Layout::References(offsets) => {
                    for &offset in offsets {
                        visit(*fields.add(offset).cast::<usize>(), &mut f);
                    }
                    false
                }
                Layout::Dynamic => true,
            }
        } else {
            if class == class_id::REF_ARRAY {
                visit_all(array::elements(p), &mut f);
            }
            true
        }
    }
}

/// Calls `f` with the place of every reference in an object of the program's classes, or in an array of references.
///
/// # Safety
/// Nothing else uses these places meanwhile.
pub(crate) unsafe fn slots(object: &Ref<Object>, mut f: impl FnMut(*mut Ref<Object>)) {
    let at = object.addr() as *mut Header;
    let class = object.class();
    if class == class_id::REF_ARRAY {
        // SAFETY: the class number says so.
        let elements = unsafe { array::elements(NonNull::new_unchecked(at)) };
        return elements.iter().for_each(|e| f(ptr::from_ref(e).cast_mut()));
    }
    // SAFETY: the fields begin behind the header, and the class says where references are.
    unsafe {
        let fields = at.add(1).cast::<u8>();
        match program::class_info(class).layout {
            Layout::Words(mut words) => {
                while words != 0 {
                    f(fields.cast::<usize>().add(words.trailing_zeros() as usize).cast());
                    words &= words - 1;
                }
            }
            Layout::References(offsets) => offsets.iter().for_each(|&o| f(fields.add(o).cast())),
            Layout::Dynamic => {}
        }
    }
}

/// Calls `f` with the object that a reference's word is the address of: neither null nor a box.
#[inline(always)]
fn visit(word: usize, f: &mut impl FnMut(NonNull<Header>)) {
    if boxes::is_object(word) {
        // SAFETY: an object's address is not null.
        f(unsafe { NonNull::new_unchecked(word as *mut Header) });
    }
}

/// So many elements are looked at at once.
const STRIP: usize = 8;

/// As [`visit`], of all elements of an array. The greater part of many an array is null, and how many there are is no branch.
///
/// # Safety
/// `STRIP - 2` words of the same object stand before the elements.
#[inline(always)]
unsafe fn visit_all(elements: &[Ref<Object>], f: &mut impl FnMut(NonNull<Header>)) {
    let mut strips = elements.chunks_exact(STRIP);
    for strip in &mut strips {
        if strip.iter().fold(0, |any, e| any | e.addr()) != 0 {
            strip.iter().for_each(|e| visit(e.addr(), f));
        }
    }
    let rest = strips.remainder();
    if !rest.is_empty() {
        // The words that end where the elements do; those before `rest` do not count.
        static COUNTS: [usize; 2 * STRIP - 2] = {
            let mut counts = [0; 2 * STRIP - 2];
            let mut i = STRIP - 1;
            while i < counts.len() {
                counts[i] = usize::MAX;
                i += 1;
            }
            counts
        };
        // SAFETY: at least one of the words is an element, and the others are in the object.
        let words = unsafe { &*rest.as_ptr_range().end.cast::<[usize; STRIP - 1]>().sub(1) };
        if words.iter().zip(&COUNTS[rest.len()..]).fold(0, |any, (word, count)| any | word & count) != 0 {
            rest.iter().for_each(|e| visit(e.addr(), f));
        }
    }
}

/// Drops what an object has besides the references that [`references`] finds.
///
/// # Safety
/// `p` is being freed, and [`references`] has said that there may be more.
unsafe fn drop_rest(p: NonNull<Header>) {
    unsafe {
        match p.as_ref().meta.get() & CLASS_MASK {
            class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => array::drop_block(p),
            class_id::NATIVE => ptr::drop_in_place(&raw mut (*p.cast::<Obj<Native>>().as_ptr()).fields),
            // Of the program's classes only the interpreter's have more.
            class if class >= class_id::FIRST_PROGRAM_CLASS => {
                ptr::drop_in_place(&raw mut (*p.cast::<Obj<DynObject>>().as_ptr()).fields);
            }
            _ => {}
        }
    }
}

/// Gives back the memory of an object whose fields are dropped.
#[inline(always)]
pub(super) unsafe fn release_object(p: NonNull<Header>) {
    unsafe {
        let granules = p.as_ref().meta.get() >> SIZE_SHIFT;
        if granules != 0 {
            release_small(heap(), p.cast(), granules as usize);
        } else {
            release(p.cast(), size_of_large(p));
        }
    }
}

/// The size of an object whose header has no room for it.
#[inline(never)]
unsafe fn size_of_large(p: NonNull<Header>) -> usize {
    unsafe {
        match p.as_ref().meta.get() & CLASS_MASK {
            class_id::STRING => string::object_size(p),
            class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => array::object_size(p),
            class => size_of::<Header>() + program::class_info(class).size,
        }
    }
}
