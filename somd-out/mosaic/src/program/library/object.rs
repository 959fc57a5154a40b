//! The classes of `Object.somd`.

use super::*;

/// `java.lang.Object`
pub struct JObject;

impl JObject {
    pub const ID: u32 = 0;
    pub const LAST: u32 = 67;

    /// `new java.lang.Object`
    #[allow(clippy::new_ret_no_self)] // The runtime's own struct.
    pub fn new() -> Ref<Object> {
        let this = Ref::alloc_acyclic(Self::ID, Object);
        Self::init(&this);
        this
    }

    /// java.lang.Object.<init>: `java.lang.Object()`
    pub fn init(_this: &Ref<Object>) {}

    /// java.lang.Object.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<Object>, other: &Ref<Object>) -> bool {
        // Object.somd:7: public boolean equals(Object other) { return this == other; }
        lime::same_values(this, other)
    }

    /// A call of `Object.equals(Object)` on any object.
    pub fn equals_dyn(this: &Ref<Object>, a1: &Ref<Object>) -> bool {
        // Every class that is ever instantiated; none other can arrive.
        match this.class() {
            Boolean::ID => Boolean::equals(narrow!(this, Boolean), a1),
            JString::ID => natives::string::equals(narrow!(this, Str), a1),
            Picture::ID => Picture::equals(narrow!(this, Picture), a1),
            Choice::ID => Choice::equals(narrow!(this, Choice), a1),
            _ => JObject::equals(this, a1),
        }
    }

    /// A call of `Object.hashCode()` on any object.
    pub fn hashCode_dyn(this: &Ref<Object>) -> i32 {
        // Every class that is ever instantiated; none other can arrive.
        match this.class() {
            Boolean::ID => Boolean::hashCode(narrow!(this, Boolean)),
            JString::ID => natives::string::hash_code(narrow!(this, Str)),
            Picture::ID => Picture::hashCode(narrow!(this, Picture)),
            Choice::ID => Choice::hashCode(narrow!(this, Choice)),
            _ => natives::object::identity_hash_code(this),
        }
    }

    /// java.lang.Object.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Object>) -> Ref<Str> {
        // Object.somd:13: String contents = contents(this);
        let contents: Ref<Str> = natives::object::contents(this);
        // Object.somd:14: return contents != null ? contents : Class.nameOf(this) + "@" + Integer.toHexString(hashCode());
        if !contents.is_null() {
            contents.clone()
        } else {
            concat_str!(natives::object::class_name(this), "@", {
                Integer::clinit();
                Integer::toHexString(JObject::hashCode_dyn(this))
            })
        }
    }

    /// A call of `Object.toString()` on any object.
    pub fn toString_dyn(this: &Ref<Object>) -> Ref<Str> {
        // Every class that is ever instantiated; none other can arrive.
        match this.class() {
            Boolean::ID => Boolean::toString(narrow!(this, Boolean)),
            Class::ID => Class::toString(narrow!(this, Class)),
            JString::ID => JString::toString(narrow!(this, Str)),
            StringBuilder::ID => AbstractStringBuilder::toString(narrow!(this, AbstractStringBuilder)),
            Picture::ID => Picture::toString(narrow!(this, Picture)),
            Choice::ID => Choice::toString(narrow!(this, Choice)),
            IOException::ID
            | FileNotFoundException::ID
            | RuntimeException::ID
            | ArithmeticException::ID
            | ArrayStoreException::ID
            | ClassCastException::ID
            | IllegalArgumentException::ID
            | IllegalStateException::ID
            | IndexOutOfBoundsException::ID
            | ArrayIndexOutOfBoundsException::ID
            | StringIndexOutOfBoundsException::ID
            | NegativeArraySizeException::ID
            | NullPointerException::ID
            | NumberFormatException::ID
            | OutOfMemoryError::ID
            | StackOverflowError::ID
            | ExceptionInInitializerError::ID
            | NoClassDefFoundError::ID
            | Underflow::ID
            | LengthMismatch::ID => Throwable::toString(narrow!(this, Throwable)),
            _ => JObject::toString(this),
        }
    }
}
