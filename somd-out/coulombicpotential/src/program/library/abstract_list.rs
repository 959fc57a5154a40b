//! The classes of `AbstractList.somd`.

use super::*;

/// `java.util.AbstractList`
#[repr(C)]
#[derive(Default)]
pub struct AbstractList {
    pub base: AbstractCollection,
    pub modCount: Cell<i32>,
}

extends!(AbstractList: AbstractCollection);

impl AbstractList {
    pub const ID: u32 = 66;
    pub const LAST: u32 = 67;

    /// java.util.AbstractList.<init>: `java.util.AbstractList()`
    pub fn init(this: &Ref<AbstractList>) {
        // AbstractList.somd:7: protected AbstractList() { }
        AbstractCollection::init(this.up());
    }

    // Calls that end at once are part of their callers.
    #[inline(always)]
    pub fn equals(this: &Ref<AbstractList>, other: &Ref<Object>) -> bool {
        // AbstractList.somd:70: if (other == this) return true;
        if other.same(this) {
            return true;
        }
        Self::equals_rest(this, other)
    }

    /// java.util.AbstractList.equals: `boolean equals(java.lang.Object other)`
    pub fn equals_rest(this: &Ref<AbstractList>, other: &Ref<Object>) -> bool {
        stack_check();
        // AbstractList.somd:71: if (!(other instanceof List)) return false;
        if !List::is(other) {
            return false;
        }
        // AbstractList.somd:72: Iterator<E> a = iterator();
        let a: OnStack<Forward> = OnStack::new(Forward::ID, ArrayList::iterator__fields(narrow!(this, ArrayList)));
        // AbstractList.somd:73: Iterator<?> b = ((List<?>) other).iterator();
        let b: OnStack<Forward> = OnStack::new(
            Forward::ID,
            ArrayList::iterator__fields(narrow!(
                List::cast_ref(other).invoke("java.util.List.iterator()", "other"),
                ArrayList
            )),
        );
        // AbstractList.somd:74: while (a.hasNext() && b.hasNext()) {
        while Forward::hasNext(&a.get()) && Forward::hasNext(&b.get()) {
            // AbstractList.somd:75: E x = a.next();
            let x: &Ref<Object> = &Forward::next__look(a.get().lend()).held();
            // AbstractList.somd:76: Object y = b.next();
            let y: &Ref<Object> = &Forward::next__look(b.get().lend()).held();
            // AbstractList.somd:77: if (!(x == null ? y == null : x.equals(y))) return false;
            if !(if x.is_null() { y.is_null() } else { JObject::equals_dyn(x.invoke("Object.equals(Object)", "x"), y) })
            {
                return false;
            }
        }
        // AbstractList.somd:79: return !(a.hasNext() || b.hasNext());
        !(Forward::hasNext(&a.get()) || Forward::hasNext(&b.get()))
    }

    /// java.util.AbstractList.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<AbstractList>) -> i32 {
        stack_check();
        // AbstractList.somd:83: int h = 1;
        let mut h: i32 = 1;
        // AbstractList.somd:84: for (E e : this) h = 31 * h + (e == null ? 0 : e.hashCode());
        {
            let it: OnStack<Forward> = OnStack::new(Forward::ID, ArrayList::iterator__fields(narrow!(this, ArrayList)));
            while Forward::hasNext(&it.get()) {
                let e: &Ref<Object> = &Forward::next__look(it.get().lend()).held();
                h = 31 * h + (if e.is_null() { 0 } else { JObject::hashCode_dyn(e.invoke("Object.hashCode()", "e")) });
            }
        }
        // AbstractList.somd:85: return h;
        h
    }
}
