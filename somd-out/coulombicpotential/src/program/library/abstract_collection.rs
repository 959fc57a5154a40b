//! The classes of `AbstractCollection.somd`.

use super::*;

/// `java.util.AbstractCollection`
#[repr(C)]
#[derive(Clone, Default)]
pub struct AbstractCollection;

impl AbstractCollection {
    pub const ID: u32 = 65;
    pub const LAST: u32 = 67;

    /// java.util.AbstractCollection.<init>: `java.util.AbstractCollection()`
    pub fn init(_this: &Ref<AbstractCollection>) {
        // AbstractCollection.somd:4: protected AbstractCollection() { }
    }

    /// java.util.AbstractCollection.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<AbstractCollection>) -> Ref<Str> {
        stack_check();
        // AbstractCollection.somd:88: Iterator<E> it = iterator();
        let it: OnStack<Forward> = OnStack::new(Forward::ID, ArrayList::iterator__fields(narrow!(this, ArrayList)));
        // AbstractCollection.somd:89: if (!it.hasNext()) return "[]";
        if !Forward::hasNext(&it.get()) {
            return TEXT__3.get().clone();
        }
        // AbstractCollection.somd:90: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // AbstractCollection.somd:91: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // AbstractCollection.somd:92: for (;;) {
        loop {
            // AbstractCollection.somd:93: E e = it.next();
            let e: Ref<Object> = Forward::next(&it.get());
            // AbstractCollection.somd:94: if (e == this) b.append("(this Collection)");
            if e.same(this) {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT_THIS_COLLECTION.get().clone(),
                );
            } else {
                // AbstractCollection.somd:95: else b.append(String.valueOf(e));
                {
                    let argument_1 = {
                        JString::clinit();
                        JString::valueOf(&e)
                    };
                    StringBuilder::append_String(b.invoke("java.lang.StringBuilder.append(String)", "b"), argument_1)
                };
            }
            // AbstractCollection.somd:96: if (!it.hasNext()) return b.append(']').toString();
            if !Forward::hasNext(&it.get()) {
                return AbstractStringBuilder::toString(
                    StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
                );
            }
            // AbstractCollection.somd:97: b.append(", ");
            StringBuilder::append_String(
                b.invoke("java.lang.StringBuilder.append(String)", "b"),
                TEXT__4.get().clone(),
            );
        }
    }
}
