//! `somd.Border`: see [`crate::library`].

use crate::library;
use crate::object::{Object, Ref};
use crate::string::Str;

natives! {
    "border.method" => pub fn method() -> i32 { library::method() }

    "border.integer" => pub fn integer(position: i32) -> i32 { library::bits(position) as i32 }

    "border.wide" => pub fn wide(position: i32) -> i64 { library::bits(position) as i64 }

    "border.single" => pub fn single(position: i32) -> f32 { f32::from_bits(library::bits(position) as u32) }

    "border.real" => pub fn real(position: i32) -> f64 { f64::from_bits(library::bits(position)) }

    "border.object" => pub fn object(position: i32) -> Ref<Object> { library::object(position) }

    "border.giveInteger" => pub fn give_integer(value: i32) { library::give_bits(value as u64) }

    "border.giveWide" => pub fn give_wide(value: i64) { library::give_bits(value as u64) }

    "border.giveSingle" => pub fn give_single(value: f32) { library::give_bits(value.to_bits().into()) }

    "border.giveReal" => pub fn give_real(value: f64) { library::give_bits(value.to_bits()) }

    "border.giveObject" => pub fn give_object(value: &Ref<Object>) { library::give_object(value) }

    "border.thrown" => pub fn thrown(class: &Ref<Str>, message: &Ref<Str>, frames: &Ref<Str>, entry: &Ref<Str>) {
        library::thrown(class, message, frames, entry)
    }
}
