//! What `java.lang.Object` and `java.lang.Class` ask about objects.

use crate::array::Array;
use crate::cluster;
use crate::exception;
use crate::object::{Object, Ref, class_id};
use crate::program;
use crate::string::Str;
use crate::value_array;

macro_rules! clone_by_class {
    ($object:ident, $($class:ident => $t:ty),*) => {
        match $object.class() {
            // SAFETY: the class number says what the object is.
            $( class_id::$class => unsafe { $object.cast::<Array<$t>>() }.clone_array().into_up(), )*
            _ => exception::throw_named("java.lang.CloneNotSupportedException", Some(&program::class_name_of($object))),
        }
    };
}

natives! {
    /// Stable while the object lives; 0 for null. Of a value array, which has no identity, a hash of its contents.
    "object.identityHashCode" => pub fn identity_hash_code(object: &Ref<Object>) -> i32 {
        if value_array::is_value_array(object) {
            return value_array::hash(object);
        }
        // Objects lie elsewhere on every rank: of a class all have one.
        if !object.is_null() && cluster::cluster().is_some() {
            return (object.class().wrapping_mul(0x9e37_79b9) >> 1) as i32;
        }
        // Objects stand still and are 8-byte aligned; the multiplier spreads neighbours.
        ((object.addr() as u64 >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as i32
    }
    /// Whether there is an array, without a null in it, and, where they are to be `distinct`, no two elements are the same object.
    "object.apart" => pub fn apart(objects: &Ref<Array<Ref<Object>>>, distinct: bool) -> bool {
        if objects.is_null() {
            return false;
        }
        // SAFETY: nothing else runs meanwhile.
        let mut addresses: Vec<usize> = unsafe { objects.as_slice() }.iter().map(Ref::addr).collect();
        if distinct {
            // Objects made one after the other often lie so.
            if !addresses.is_sorted() {
                addresses.sort_unstable();
            }
            if addresses.windows(2).any(|two| two[0] == two[1]) {
                return false;
            }
        }
        !addresses.contains(&0)
    }
    /// The number of an object's class, which objects of other classes do not have; -1 where there is none.
    #[inline]
    "object.classNumber" => pub fn class_number(object: &Ref<Object>) -> i32 {
        match object.class() {
            class_id::BOOLEAN_ARRAY..=class_id::DYNAMIC => -1,
            class => class as i32,
        }
    }
    /// Whether two objects, neither of them null, are of one class.
    #[inline]
    "object.sameClass" => pub fn same_class(a: &Ref<Object>, b: &Ref<Object>) -> bool {
        program::type_of(a) == program::type_of(b)
    }
    /// A value array that goes where any object can go.
    "object.valueArray" => pub fn value_array(array: &Ref<Object>) -> Ref<Object> {
        value_array::mark(array);
        array.clone()
    }
    /// A value array as text; null for any other object.
    "object.contents" => pub fn contents(object: &Ref<Object>) -> Ref<Str> {
        if value_array::is_value_array(object) { Str::new(&value_array::text(object)) } else { Ref::NULL }
    }
    "object.className" => pub fn class_name(object: &Ref<Object>) -> Ref<Str> { Str::new(&program::class_name_of(object)) }
    /// The object, which is not null, is of the class with this binary name or inherits from it.
    "object.isNamed" => pub fn is_named(object: &Ref<Object>, name: &Ref<Str>) -> bool {
        let name = name.to_rust();
        program::class_name_of(object) == name
            || program::class_by_name(&name).is_some_and(|c| program::instance_of_type(object, program::RefType::class(c)))
    }
    /// A copy of an array; other classes do not offer one.
    "object.clone" => pub fn clone(object: &Ref<Object>) -> Ref<Object> {
        clone_by_class!(object, BOOLEAN_ARRAY => bool, BYTE_ARRAY => i8, SHORT_ARRAY => i16, CHAR_ARRAY => u16, INT_ARRAY => i32,
            LONG_ARRAY => i64, FLOAT_ARRAY => f32, DOUBLE_ARRAY => f64, REF_ARRAY => Ref<Object>)
    }
}

/// What a compiled program's table, in the order of names, has about a class; null for a name that is not there.
pub fn supertypes(name: &Ref<Str>, table: &[(&str, &str)]) -> Ref<Str> {
    let name = name.to_rust();
    table.binary_search_by_key(&name.as_str(), |entry| entry.0).map_or(Ref::null(), |at| Str::new(table[at].1))
}
