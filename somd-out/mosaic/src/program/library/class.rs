//! The classes of `Class.somd`.

use super::*;

/// `java.lang.Class`
#[repr(C)]
#[derive(Default)]
pub struct Class {
    pub name: Slot<Str>,
    pub next: Slot<Class>,
}

/// `Class.first`
pub static Class_first: StaticRef<Class> = StaticRef::null();

impl Class {
    pub const ID: u32 = 33;
    pub const LAST: u32 = 33;

    /// `new java.lang.Class`
    pub fn new(name: Ref<Str>, next: Ref<Class>) -> Ref<Class> {
        let this = Ref::alloc_acyclic(Self::ID, Class::default());
        Self::init(&this, name, next);
        this
    }

    /// java.lang.Class.<init>: `java.lang.Class(java.lang.String name, java.lang.Class next)`
    pub fn init(this: &Ref<Class>, name: Ref<Str>, next: Ref<Class>) {
        // Class.somd:10: private Class(String name, Class<?> next) {

        // Class.somd:11: this.name = name;
        this.name.set(name);
        // Class.somd:12: this.next = next;
        this.next.set(next);
    }

    /// java.lang.Class.named: `static java.lang.Class named(java.lang.String name)`
    pub fn named(name: &Ref<Str>) -> Ref<Class> {
        // Class.somd:40: for (Class<?> c = first; c != null; c = c.next) {
        {
            let mut c: &Ref<Class> = peek!(Class_first);
            while !c.is_null() {
                // Class.somd:41: if (c.name.equals(name)) return c;
                if natives::string::equals(
                    peek!(c.read("name", "c").name).invoke("String.equals(Object)", "c.name"),
                    name.up(),
                ) {
                    return c.clone();
                }
                c = peek!(c.read("next", "c").next);
            }
        }
        // Class.somd:43: first = new Class<Object>(name, first);
        Class_first.set(Class::new(name.clone(), Class_first.get()));
        // Class.somd:44: return first;
        Class_first.get()
    }

    /// java.lang.Class.isPrimitive: `boolean isPrimitive()`
    pub fn isPrimitive(this: &Ref<Class>) -> bool {
        // Class.somd:158: switch (name) {
        let case_1 = {
            let string: Ref<Str> = this.name.get();
            {
                let mut which: i32 = 0;
                match natives::string::hash_code(string.invoke("String.hashCode()", "string")) {
                    -1325958191 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_DOUBLE.get().up(),
                        ) {
                            7
                        } else {
                            -1
                        };
                    }
                    104431 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_INT.get().up(),
                        ) {
                            4
                        } else {
                            -1
                        };
                    }
                    3039496 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_BYTE.get().up(),
                        ) {
                            1
                        } else {
                            -1
                        };
                    }
                    3052374 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_CHAR.get().up(),
                        ) {
                            3
                        } else {
                            -1
                        };
                    }
                    3327612 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_LONG.get().up(),
                        ) {
                            5
                        } else {
                            -1
                        };
                    }
                    3625364 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_VOID.get().up(),
                        ) {
                            8
                        } else {
                            -1
                        };
                    }
                    64711720 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_BOOLEAN.get().up(),
                        ) {
                            0
                        } else {
                            -1
                        };
                    }
                    97526364 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_FLOAT.get().up(),
                        ) {
                            6
                        } else {
                            -1
                        };
                    }
                    109413500 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_SHORT.get().up(),
                        ) {
                            2
                        } else {
                            -1
                        };
                    }
                    _ => {
                        which = -1;
                    }
                }
                which
            }
        };
        match case_1 {
            0..=8 => {
                // Class.somd:161: return true;
                true
            }
            _ => {
                // Class.somd:163: return false;
                false
            }
        }
    }

    /// java.lang.Class.isInterface: `boolean isInterface()`
    pub fn isInterface(this: &Ref<Class>) -> bool {
        // Class.somd:198: public boolean isInterface() { return isInterfaceName(name); }
        natives::object::is_interface(peek!(this.name))
    }

    /// java.lang.Class.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Class>) -> Ref<Str> {
        // Class.somd:202: return isPrimitive() ? name : (isInterface() ? "interface " : "class ") + name;
        if Class::isPrimitive(this) {
            this.name.get()
        } else {
            concat_str!(
                if Class::isInterface(this) { TEXT_INTERFACE.get().clone() } else { TEXT_CLASS.get().clone() },
                this.name.get()
            )
        }
    }
}
