//! A Java value of any type, as the interpreter and the dynamic adapters of natives handle it.
//!
//! Compiled code never makes one: it calls natives with their own types. [`FromValue`] and [`IntoValue`] are the two
//! directions; a value of another kind than asked for is a bug of the caller and panics with both kinds' names.

use crate::object::{Object, Ref};

#[derive(Clone, Default)]
pub enum Value {
    #[default]
    Void,
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Ref(Ref<Object>),
}

impl Value {
    pub const NULL: Value = Value::Ref(Ref::NULL);

    /// The kind's name, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Void => "void",
            Value::Boolean(_) => "boolean",
            Value::Byte(_) => "byte",
            Value::Short(_) => "short",
            Value::Char(_) => "char",
            Value::Int(_) => "int",
            Value::Long(_) => "long",
            Value::Float(_) => "float",
            Value::Double(_) => "double",
            Value::Ref(_) => "reference",
        }
    }
}

/// A native's dynamic form: the receiver, where there is one, is the first argument.
pub type DynFn = fn(&[Value]) -> Value;

/// Reads an argument; references are borrowed from the value.
pub trait FromValue<'a>: Sized {
    fn from_value(value: &'a Value) -> Self;
}

/// Wraps a result.
pub trait IntoValue {
    fn into_value(self) -> Value;
}

macro_rules! primitives {
    ($($t:ty, $kind:ident);*) => { $(
        impl FromValue<'_> for $t {
            #[inline]
            fn from_value(value: &Value) -> $t {
                match value {
                    Value::$kind(v) => *v,
                    other => panic!("a native expected {}, not {}", stringify!($t), other.kind()),
                }
            }
        }
        impl IntoValue for $t {
            #[inline]
            fn into_value(self) -> Value {
                Value::$kind(self)
            }
        }
    )* };
}
primitives!(bool, Boolean; i8, Byte; i16, Short; u16, Char; i32, Int; i64, Long; f32, Float; f64, Double);

impl IntoValue for () {
    fn into_value(self) -> Value {
        Value::Void
    }
}

/// For natives that always throw.
impl IntoValue for std::convert::Infallible {
    fn into_value(self) -> Value {
        match self {}
    }
}

impl<T: 'static> IntoValue for Ref<T> {
    #[inline]
    fn into_value(self) -> Value {
        Value::Ref(self.into_up())
    }
}

impl IntoValue for Value {
    fn into_value(self) -> Value {
        self
    }
}

impl<'a, T: 'static> FromValue<'a> for &'a Ref<T> {
    #[inline]
    fn from_value(value: &'a Value) -> &'a Ref<T> {
        match value {
            // SAFETY: the typed program passes references of the declared class; `sema` checked native signatures' calls.
            Value::Ref(r) => unsafe { r.cast() },
            other => panic!("a native expected a reference, not {}", other.kind()),
        }
    }
}

impl<'a> FromValue<'a> for &'a Value {
    fn from_value(value: &'a Value) -> &'a Value {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primitives_go_both_ways() {
        assert_eq!(i32::from_value(&7i32.into_value()), 7);
        assert_eq!(u16::from_value(&Value::Char(65)), 65);
        assert!(<&Ref<Object>>::from_value(&Value::NULL).is_null());
    }

    #[test]
    #[should_panic(expected = "a native expected i32, not long")]
    fn a_wrong_kind_is_a_bug() {
        i32::from_value(&Value::Long(1));
    }
}
