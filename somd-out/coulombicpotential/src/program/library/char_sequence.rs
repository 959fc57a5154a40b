//! The classes of `CharSequence.somd`.

use super::*;

/// `java.lang.CharSequence`
pub struct CharSequence;

impl CharSequence {
    pub const ID: u32 = 84;

    /// A call of `CharSequence.toString()` on any object.
    pub fn toString_dyn(this: &Ref<Object>) -> Ref<Str> {
        // Every class that is ever instantiated; none other can arrive.
        match this.class() {
            JString::ID => JString::toString(narrow!(this, Str)),
            _ => AbstractStringBuilder::toString(narrow!(this, AbstractStringBuilder)),
        }
    }
}
