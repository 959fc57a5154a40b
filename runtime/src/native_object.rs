//! Objects that only the runtime looks into: open files, random state, running tasks, the text of a `StringBuilder`.
//!
//! A library class holds one in a field of type `Object` and passes it to its natives.

use crate::object::{Object, Ref, class_id};
use std::any::Any;

/// The fields of a runtime object.
#[repr(C)]
pub struct Native {
    content: Box<dyn Any>,
}

impl Native {
    #[allow(clippy::new_ret_no_self)] // A `Native` exists only behind a `Ref`.
    pub fn new<T: 'static>(content: T) -> Ref<Object> {
        Ref::alloc_acyclic(class_id::NATIVE, Native { content: Box::new(content) }).into_up()
    }

    /// The content of an object that [`Native::new`] made with the same type. State that changes is in a cell.
    pub fn get<T: 'static>(object: &Ref<Object>) -> &T {
        assert!(object.class() == class_id::NATIVE, "a runtime object was expected");
        // SAFETY: the class number says so.
        let native = unsafe { object.cast::<Native>() };
        // The library passes each native object only to the natives of the class that holds it.
        native.content.downcast_ref().expect("a runtime object of another type")
    }
}
