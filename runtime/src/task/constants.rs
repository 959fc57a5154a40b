//! Constants that threads share: what static final fields hold, where it never changes.
//!
//! Before other threads run code that reads them, all their objects become immortal, so that nobody counts references to them. They would have
//! lived as long as the program in any case.

use super::parcel::is_counted;
use crate::memory;
use crate::object::{Object, Ref, class_id};
use crate::string::Str;
use crate::value_array;

/// Makes a constant, and all that it refers to, safe to be read by any number of threads.
pub fn share(constant: &Ref<Object>) {
    let mut work: Vec<*const Ref<Object>> = vec![constant];
    while let Some(at) = work.pop() {
        // SAFETY: the caller's reference, or one in an object that it leads to, none of which is written.
        let object = unsafe { &*at };
        if !is_counted(object) {
            continue;
        }
        let class = object.class();
        match class {
            class_id::STRING => {
                // SAFETY: the class number says so.
                unsafe { object.cast::<Str>() }.hash_code();
            }
            class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => value_array::settle(object),
            _ => {}
        }
        object.make_immortal();
        if class >= class_id::REF_ARRAY {
            // SAFETY: nothing writes to it.
            unsafe { memory::slots(object, |slot| work.push(slot)) };
        }
    }
}
