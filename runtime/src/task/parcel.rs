//! Items on their way to another thread.
//!
//! Objects belong to one thread, for their counts are not atomic. What crosses is therefore handed over whole: an object that
//! nobody else refers to as it is, any other as a copy.

use super::Item;
use crate::memory;
use crate::object::{IMMORTAL, Object, Ref, class_id};
use crate::program;
use crate::string::Str;
use crate::value::Value;
use crate::value_array;

/// A value on its way to another thread: nobody else refers to any part of it that is counted.
pub struct Parcel(Value);

// SAFETY: `Parcel::of` makes sure that nothing outside refers to the object or to its parts, or that it is immortal.
unsafe impl Send for Parcel {}

impl Parcel {
    fn of(value: Value) -> Parcel {
        match value {
            Value::Ref(object) if !object.is_null() && object.count() != IMMORTAL => {
                Parcel(Value::Ref(detached(object)))
            }
            other => Parcel(other),
        }
    }

    /// About how much memory it holds.
    fn bytes(&self) -> usize {
        match &self.0 {
            Value::Ref(object) if !object.is_null() => object_bytes(object),
            _ => size_of::<Value>(),
        }
    }
}

/// The object itself where this is the only reference to it, else a copy.
fn detached(object: Ref<Object>) -> Ref<Object> {
    match object.class() {
        class_id::STRING if object.count() == 1 => object,
        // SAFETY: the class number says so.
        class_id::STRING => unsafe { object.cast::<Str>() }.copy().into_up(),
        class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => value_array::detached(object),
        _ if object.count() == 1 => object,
        _ => memory::copy_plain(&object),
    }
}

fn object_bytes(object: &Ref<Object>) -> usize {
    match object.class() {
        // SAFETY: the class number says so.
        class_id::STRING => 32 + 2 * unsafe { object.cast::<Str>() }.len() as usize,
        class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => 64 + value_array::bytes(object),
        class => 16 + program::class_info(class).size,
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
            Packed::One(parcel) => Item::One(parcel.0),
            Packed::Many(parcels) => Item::Many(parcels.into_iter().map(|p| p.0).collect()),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Packed::One(parcel) => parcel.bytes(),
            Packed::Many(parcels) => parcels.iter().map(Parcel::bytes).sum(),
        }
    }
}
