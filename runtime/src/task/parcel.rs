//! Items on their way to another thread.
//!
//! Objects belong to one thread, for their counts are not atomic. What crosses is therefore handed over whole: an object that
//! nobody else refers to as it is, any other as a copy, and so each of its parts. A part that an item has twice is one object
//! on the other side too. Constants of enums are the same for all threads ([`constants`](super::constants)).

use super::Item;
use super::constants;
use crate::exception;
use crate::memory;
use crate::object::{Crossing, IMMORTAL, Object, Ref, class_id};
use crate::program;
use crate::string::Str;
use crate::value::Value;
use crate::value_array;
use std::collections::HashMap;

/// A value on its way to another thread: nobody else refers to any part of it that is counted.
pub struct Parcel {
    value: Value,
    /// About how much memory it holds.
    bytes: usize,
}

// SAFETY: `Parcel::of` makes sure that nothing outside refers to the object or to its parts, or that it is immortal.
unsafe impl Send for Parcel {}

impl Parcel {
    fn of(value: Value) -> Parcel {
        match value {
            Value::Ref(object) if is_counted(&object) => {
                let (object, bytes) = detached(object);
                Parcel { value: Value::Ref(object), bytes }
            }
            value => Parcel { value, bytes: size_of::<Value>() },
        }
    }
}

/// The reference is to an object in memory that belongs to a thread.
pub fn is_counted(object: &Ref<Object>) -> bool {
    !object.is_null() && !object.is_box() && object.count() != IMMORTAL
}

/// The object itself where this is the only reference to it, else a copy; and how much memory it holds.
fn detached(object: Ref<Object>) -> (Ref<Object>, usize) {
    if object.class() >= class_id::FIRST_PROGRAM_CLASS && memory::is_plain(&object) {
        let bytes = object_bytes(&object);
        return (if object.count() == 1 { object } else { memory::copy_plain(&object) }, bytes);
    }
    let mut object = object;
    let mut detach = Detach::default();
    detach.place(&raw mut object, false);
    (object, detach.bytes)
}

/// The memory of an object without that of objects which it refers to.
fn object_bytes(object: &Ref<Object>) -> usize {
    match object.class() {
        // SAFETY: the class number says so.
        class_id::STRING => 32 + 2 * unsafe { object.cast::<Str>() }.len() as usize,
        class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY if value_array::holds_numbers(object) => {
            64 + value_array::bytes(object)
        }
        class_id::REF_ARRAY => 64 + 8 * value_array::length(object) as usize,
        class => 16 + program::class_info(class).size,
    }
}

/// Makes values independent of what others refer to.
#[derive(Default)]
pub struct Detach {
    /// By the address of an object that others refer to: that object, which lives as long as its address is used here, and its copy.
    copies: HashMap<usize, (Ref<Object>, Ref<Object>)>,
    /// Places of references, and whether they are in a copy, so that what is there belongs to others too.
    work: Vec<(*mut Ref<Object>, bool)>,
    bytes: usize,
}

impl Detach {
    /// Puts a value that nobody else refers to in the place of the one at `at`. `shared`: what refers to it is not this place alone.
    pub fn place(&mut self, at: *mut Ref<Object>, shared: bool) {
        self.work.push((at, shared));
        while let Some((at, shared)) = self.work.pop() {
            // SAFETY: the caller's place, or one in an object that only it leads to; nothing else uses it meanwhile.
            self.one(unsafe { &mut *at }, shared);
        }
    }

    fn one(&mut self, at: &mut Ref<Object>, shared: bool) {
        if !is_counted(at) {
            return;
        }
        let class = at.class();
        if class >= class_id::FIRST_PROGRAM_CLASS && program::class_info(class).crossing == Crossing::Constant {
            return constants::share(at);
        }
        let is_array = (class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY).contains(&class);
        if shared || at.count() != 1 || memory::is_remembered(at) {
            if let Some((_, copy)) = self.copies.get(&at.addr()) {
                *at = copy.clone();
                return;
            }
            let copy = copy_of(at);
            self.bytes += object_bytes(&copy);
            let original = std::mem::replace(at, copy);
            self.copies.insert(original.addr(), (original, at.clone()));
            self.parts(at, is_array, true);
        } else {
            if is_array && value_array::holds_numbers(at) {
                *at = value_array::detached(std::mem::take(at));
            }
            self.bytes += object_bytes(at);
            self.parts(at, is_array, false);
        }
    }

    /// The places in an object come next.
    fn parts(&mut self, object: &Ref<Object>, is_array: bool, shared: bool) {
        let has_parts = if is_array {
            !value_array::holds_numbers(object)
        } else {
            object.class() >= class_id::FIRST_PROGRAM_CLASS && !memory::is_plain(object)
        };
        if has_parts {
            // SAFETY: only this walk knows the object.
            unsafe { memory::slots(object, |slot| self.work.push((slot, shared))) };
        }
    }
}

/// A copy that refers to the same parts.
fn copy_of(object: &Ref<Object>) -> Ref<Object> {
    match object.class() {
        // SAFETY: the class number says so.
        class_id::STRING => unsafe { object.cast::<Str>() }.copy().into_up(),
        class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY if value_array::holds_numbers(object) => {
            value_array::sealed_copy(object)
        }
        class_id::REF_ARRAY => value_array::copy_references(object),
        class_id::DYNAMIC | class_id::NATIVE => exception::throw_named(
            "java.lang.IllegalArgumentException",
            Some(&format!("a {} cannot go to another thread", program::class_name_of(object))),
        ),
        _ if memory::is_plain(object) => memory::copy_plain(object),
        _ => memory::copy_object(object),
    }
}

/// An item on its way.
pub enum Packed {
    One(Parcel),
    Many(Vec<Parcel>),
}

impl Packed {
    pub fn of(item: Item) -> Packed {
        match item {
            Item::One(value) => Packed::One(Parcel::of(value)),
            Item::Many(values) => Packed::Many(values.into_iter().map(Parcel::of).collect()),
        }
    }

    pub fn open(self) -> Item {
        match self {
            Packed::One(parcel) => Item::One(parcel.value),
            Packed::Many(parcels) => Item::Many(parcels.into_iter().map(|p| p.value).collect()),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Packed::One(parcel) => parcel.bytes,
            Packed::Many(parcels) => parcels.iter().map(|p| p.bytes).sum(),
        }
    }
}
