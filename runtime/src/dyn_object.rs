//! Objects of the interpreter: fields by number, values of any type.
//!
//! The header carries the *program's* class number, so `instanceof`, `getClass`, casts and messages work as for compiled
//! objects. The interpreter's class table describes each of its classes with [`class_info`].

use crate::object::{ClassId, ClassInfo, Crossing, Layout, Object, Ref};
use crate::value::Value;
use std::cell::RefCell;

/// The fields of an interpreted object, those of superclasses first.
#[repr(C)]
pub struct DynObject {
    pub fields: RefCell<Vec<Value>>,
}

impl DynObject {
    /// A new object of the program's class `class`, which the class table describes with [`class_info`].
    #[allow(clippy::new_ret_no_self)] // A `DynObject` exists only behind a `Ref`.
    pub fn new(class: ClassId, fields: Vec<Value>) -> Ref<DynObject> {
        Ref::alloc(class, DynObject { fields: RefCell::new(fields) })
    }

    /// The interpreted object that `object` is.
    ///
    /// # Safety
    /// Its class is one of [`class_info`]'s.
    #[inline]
    pub unsafe fn of(object: &Ref<Object>) -> &Ref<DynObject> {
        unsafe { object.cast() }
    }

    #[inline]
    pub fn get(&self, field: usize) -> Value {
        self.fields.borrow()[field].clone()
    }

    #[inline]
    pub fn set(&self, field: usize, value: Value) {
        let old = std::mem::replace(&mut self.fields.borrow_mut()[field], value);
        // After the borrow: dropping the old value can free other objects.
        drop(old);
    }
}

/// The class table's entry for a class whose objects are [`DynObject`]s.
pub const fn class_info(
    name: &'static str,
    superclass: ClassId,
    last_subclass: ClassId,
    interfaces: &'static [ClassId],
    is_interface: bool,
) -> ClassInfo {
    ClassInfo {
        name,
        superclass,
        last_subclass,
        interfaces,
        is_interface,
        size: size_of::<DynObject>(),
        layout: Layout::Dynamic,
        is_cyclic: true,
        columns: None,
        crossing: Crossing::Owned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{collect_cycles, statistics};
    use crate::program::instance_of;
    use crate::test_program::{self, DYNAMIC};

    #[test]
    fn interpreted_objects_have_the_programs_class_and_are_collected() {
        test_program::enter(|| {
            collect_cycles();
            let before = statistics().live;
            let o = DynObject::new(DYNAMIC, vec![Value::Int(1), Value::NULL]);
            assert!(instance_of(&o, DYNAMIC));
            o.set(1, Value::Ref(o.clone().into_up()));
            o.set(0, Value::Long(5));
            assert!(matches!(o.get(0), Value::Long(5)));
            drop(o);
            assert_eq!(statistics().live, before + 1);
            collect_cycles();
            assert_eq!(statistics().live, before);
        });
    }
}
