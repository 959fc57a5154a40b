//! The methods of the standard library that the runtime implements.
//!
//! The library's source marks them `native` with `@Native("module.camelName")`; the name stands for the Rust function
//! `natives::module::snake_name`, which compiled code calls directly, and for an adapter over [`Value`]s, which the
//! interpreter finds with [`lookup`]. Each module declares both at once with [`natives!`](crate::natives).
//!
//! References are passed borrowed (`&Ref<T>`) and returned owned; the receiver of an instance method is the first
//! parameter. A native throws with [`crate::exception`]'s functions.

use crate::value::DynFn;

/// Declares natives: the functions as written, and the module's table `NATIVES` of dynamic adapters.
///
/// ```ignore
/// natives! {
///     /// `String.charAt`
///     "string.charAt" => pub fn char_at(s: &Ref<Str>, index: i32) -> u16 { s.char_at(index) }
/// }
/// ```
#[macro_export]
macro_rules! natives {
    ($( $(#[$meta:meta])* $name:literal => pub fn $f:ident ( $($p:ident : $t:ty),* $(,)? ) $(-> $r:ty)? $body:block )*) => {
        $( $(#[$meta])* pub fn $f($($p: $t),*) $(-> $r)? $body )*

        /// The dynamic adapters of this module's natives, by registry name.
        pub const NATIVES: &[(&str, $crate::value::DynFn)] = &[ $( ($name, {
            fn adapter(arguments: &[$crate::value::Value]) -> $crate::value::Value {
                #[allow(unused_mut, unused_variables)]
                let mut arguments = arguments.iter();
                $( let $p = <$t as $crate::value::FromValue>::from_value(
                    // The caller checked the number of arguments against the declaration.
                    arguments.next().expect(concat!("too few arguments for ", $name))); )*
                $crate::value::IntoValue::into_value($f($($p),*))
            }
            adapter
        }) ),* ];
    };
}

pub mod array;
pub mod border;
pub mod builder;
pub mod bytes;
pub mod character;
pub mod io;
mod mapping;
pub mod math;
pub mod number;
pub mod object;
pub mod rows;
pub mod string;
pub mod system;
pub mod task;
pub mod throwable;
mod unicode;

/// Every module's table. A module that is added to the library is added here.
const MODULES: &[&[(&str, DynFn)]] = &[
    array::NATIVES,
    border::NATIVES,
    builder::NATIVES,
    bytes::NATIVES,
    character::NATIVES,
    io::NATIVES,
    math::NATIVES,
    number::NATIVES,
    object::NATIVES,
    rows::NATIVES,
    string::NATIVES,
    system::NATIVES,
    task::NATIVES,
    throwable::NATIVES,
];

/// The adapter of the native with this registry name.
pub fn lookup(name: &str) -> Option<DynFn> {
    MODULES.iter().flat_map(|table| table.iter()).find(|(n, _)| *n == name).map(|(_, f)| *f)
}

#[cfg(test)]
mod tests {
    use crate::value::Value;

    natives! {
        /// Adds.
        "test.addUp" => pub fn add_up(a: i32, b: i64) -> i64 { a as i64 + b }
        "test.nothing" => pub fn nothing() {}
    }

    #[test]
    fn both_forms_agree() {
        assert_eq!(add_up(1, 2), 3);
        nothing();
        let (name, adapter) = NATIVES[0];
        assert_eq!(name, "test.addUp");
        assert!(matches!(adapter(&[Value::Int(1), Value::Long(2)]), Value::Long(3)));
        assert!(matches!(NATIVES[1].1(&[]), Value::Void));
        assert!(super::lookup("test.absent").is_none());
    }
}
