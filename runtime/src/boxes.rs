//! Boxes (`Integer`, `Character`, `Double`, …) that are kept in the word of the reference: no memory, no counts.
//!
//! From its low bits, such a word is a 1, which no address ends with; the class number in 7 bits; what makes it another box than
//! those of the same value in 24; the value in 32. `==` compares words, as for all references. `valueOf` shares boxes as Java
//! does: theirs have a zero for that. Every `new` takes the next number of its thread, so `==` is wrong only for two boxes of
//! the same value between which exactly a multiple of 2^23 boxes was made.
//!
//! A `long` or `double` that does not fit into 32 bits has an object: the value behind a header.
//!
//! The struct of such a class has no size: its field is a [`Boxed`], which finds its value by the address it seems to have.

use crate::memory;
use crate::object::{ClassId, Header, Ref};
use std::marker::PhantomData;
use std::ptr::NonNull;

const CLASS_BITS: u32 = 7;
/// Set in the word of every box that `valueOf` does not share.
const NEW: u32 = 1 << (CLASS_BITS + 1);
const VALUE_SHIFT: u32 = 32;

/// A reference's word is a box.
#[inline(always)]
pub(crate) const fn is_box(word: usize) -> bool {
    word & 1 == 1
}

/// A reference's word is the address of an object: neither null nor a box. As a signed number the rotated word is positive, since no
/// address has the highest bit set.
#[inline(always)]
pub(crate) const fn is_object(word: usize) -> bool {
    word.rotate_right(1) as isize > 0
}

/// The class number in a box's word.
#[inline(always)]
pub(crate) const fn class_of(word: usize) -> ClassId {
    (word >> 1) as u32 & ((1 << CLASS_BITS) - 1)
}

/// The value in the word of a box of whole numbers.
#[inline(always)]
pub(crate) const fn whole_number(word: usize) -> i32 {
    (word >> VALUE_SHIFT) as i32
}

/// A primitive type that has such boxes.
pub trait Boxable: Copy + 'static {
    /// 32 bits say which value it is; none where they do not.
    fn pack(self) -> Option<u32>;
    fn unpack(bits: u32) -> Self;
}

macro_rules! narrow_boxes {
    ($($t:ty),*) => {
        $(impl Boxable for $t {
            #[inline(always)]
            fn pack(self) -> Option<u32> {
                Some(self as u32)
            }
            #[inline(always)]
            fn unpack(bits: u32) -> Self {
                bits as Self
            }
        })*
    };
}
narrow_boxes!(i8, i16, u16, i32);

impl Boxable for f32 {
    #[inline(always)]
    fn pack(self) -> Option<u32> {
        Some(self.to_bits())
    }
    #[inline(always)]
    fn unpack(bits: u32) -> f32 {
        f32::from_bits(bits)
    }
}

impl Boxable for i64 {
    #[inline(always)]
    fn pack(self) -> Option<u32> {
        if self as i32 as i64 == self { Some(self as u32) } else { None }
    }
    #[inline(always)]
    fn unpack(bits: u32) -> i64 {
        bits as i32 as i64
    }
}

/// The upper half: whole numbers, halves, quarters.
impl Boxable for f64 {
    #[inline(always)]
    fn pack(self) -> Option<u32> {
        let bits = self.to_bits();
        if bits as u32 == 0 { Some((bits >> 32) as u32) } else { None }
    }
    #[inline(always)]
    fn unpack(bits: u32) -> f64 {
        f64::from_bits((bits as u64) << 32)
    }
}

/// The value field of a box's class.
#[repr(C)]
pub struct Boxed<P>(PhantomData<P>);

impl<P> Default for Boxed<P> {
    fn default() -> Boxed<P> {
        Boxed(PhantomData)
    }
}

impl<P: Boxable> Boxed<P> {
    #[inline(always)]
    pub fn get(&self) -> P {
        let address = (self as *const Boxed<P>).expose_provenance();
        let word = address.wrapping_sub(size_of::<Header>());
        if size_of::<P>() <= 4 || is_box(word) {
            P::unpack((word >> VALUE_SHIFT) as u32)
        } else {
            // SAFETY: the only `Boxed`s are in what references to boxes seem to point to: here is an object with the value.
            unsafe { *std::ptr::with_exposed_provenance::<P>(address) }
        }
    }
}

impl<T> Ref<T> {
    /// `new Integer(value)`: a box that is no other.
    #[inline(always)]
    pub fn new_box<P: Boxable>(class: ClassId, value: P) -> Ref<T> {
        match value.pack() {
            Some(bits) => Ref::word(class, memory::next_box() << (CLASS_BITS + 2) | NEW, bits),
            // SAFETY: nothing but `Boxed` looks into an object of the class.
            None => unsafe { Ref::alloc_acyclic(class, value).into_cast() },
        }
    }

    /// The box of a small value that all who ask for it share.
    #[inline(always)]
    pub fn shared_box<P: Boxable>(class: ClassId, value: P) -> Ref<T> {
        // Small values fit.
        Ref::word(class, 0, value.pack().unwrap_or_default())
    }

    #[inline(always)]
    fn word(class: ClassId, identity: u32, bits: u32) -> Ref<T> {
        const { assert!(size_of::<T>() == 0) };
        debug_assert!(class < 1 << CLASS_BITS);
        let word = (bits as usize) << VALUE_SHIFT | (identity | class << 1 | 1) as usize;
        // SAFETY: the word is not 0, and all that looks behind a reference to a type without a size asks first whether it is a box.
        unsafe { Ref::from_raw(NonNull::new_unchecked(std::ptr::without_provenance_mut(word))) }
    }
}

/// Of `Boolean`, whose objects are in memory.
impl Boxable for bool {
    fn pack(self) -> Option<u32> {
        None
    }
    fn unpack(bits: u32) -> bool {
        bits != 0
    }
}

/// The number in a box.
///
/// # Safety
/// It is the box of a `P`.
pub(crate) unsafe fn number_in<P: Boxable>(object: &Ref<crate::object::Object>) -> P {
    if object.is_box() {
        return P::unpack((object.addr() >> VALUE_SHIFT) as u32);
    }
    // SAFETY: the value is the first field, behind the header.
    unsafe { *std::ptr::with_exposed_provenance::<P>(object.addr() + size_of::<Header>()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::statistics;
    use crate::object::Object;

    #[repr(C)]
    struct Box<P> {
        value: Boxed<P>,
    }

    fn there_and_back<P: Boxable + PartialEq + std::fmt::Debug>(values: &[P]) {
        let live = statistics().live;
        for &v in values {
            let a = Ref::<Box<P>>::new_box(17, v);
            let b = Ref::<Box<P>>::new_box(17, v);
            assert_eq!(a.value.get(), v);
            assert_eq!(a.class(), 17);
            assert!(a.same(&a.clone()) && !a.same(&b));
            let o: Ref<Object> = a.clone().into_up();
            drop(a);
            // SAFETY: it is one.
            assert_eq!(unsafe { o.cast::<Box<P>>() }.value.get(), v);
        }
        assert_eq!(statistics().live, live);
    }

    #[test]
    fn boxes_hold_their_values_and_are_themselves() {
        there_and_back(&[0, 1, -1, i32::MAX, i32::MIN]);
        there_and_back(&[0i8, -128, 127]);
        there_and_back(&[0u16, 65535]);
        there_and_back(&[0i64, -1, i32::MAX as i64, i32::MAX as i64 + 1, i32::MIN as i64 - 1, i64::MIN]);
        there_and_back(&[0.0, -0.0, 1.5, 0.1, f64::INFINITY, f64::MIN_POSITIVE]);
        there_and_back(&[0.0f32, 0.1]);
        assert!(Ref::<Box<i32>>::shared_box(17, -7).same(&Ref::<Box<i32>>::shared_box(17, -7)));
    }
}
