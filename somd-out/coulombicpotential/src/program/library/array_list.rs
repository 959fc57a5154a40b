//! The classes of `ArrayList.somd`.

use super::*;

/// `java.util.ArrayList`
#[repr(C)]
#[derive(Default)]
pub struct ArrayList {
    pub base: AbstractList,
    pub elements: Slot<Array<Ref<Object>>>,
    pub size: Cell<i32>,
}

extends!(ArrayList: AbstractList, AbstractCollection);

impl ArrayList {
    pub const ID: u32 = 67;
    pub const LAST: u32 = 67;

    /// `new java.util.ArrayList`
    pub fn new() -> Ref<ArrayList> {
        let this = Ref::alloc_cyclic(Self::ID, ArrayList::default());
        Self::init(&this);
        this
    }

    /// java.util.ArrayList.<init>: `java.util.ArrayList()`
    pub fn init(this: &Ref<ArrayList>) {
        // ArrayList.somd:10: public ArrayList() { elements = new Object[10]; }
        AbstractList::init(this.up());
        this.elements.set(Array::<Ref<Object>>::new_ref(10, RefType::class(class_id::OBJECT)));
    }

    /// The fields of `new java.util.ArrayList`; the caller has a place for them.
    pub fn new__fields() -> ArrayList {
        let this = OnStack::new(Self::ID, ArrayList::default());
        Self::init(&this.get());
        this.into_fields()
    }

    /// java.util.ArrayList.size: `int size()`
    #[inline(always)]
    pub fn size(this: &Ref<ArrayList>) -> i32 {
        // ArrayList.somd:22: public int size() { return size; }
        this.size.get()
    }

    /// java.util.ArrayList.get: `java.lang.Object get(int index)`
    #[inline(always)]
    pub fn get(this: &Ref<ArrayList>, index: i32) -> Ref<Object> {
        // ArrayList.somd:28: Objects.checkIndex(index, size);
        Objects::checkIndex(index, this.size.get());
        // ArrayList.somd:29: return (E) elements[index];
        peek!(this.elements).at(index, "this.elements")
    }

    /// For callers that only look at the result.
    /// java.util.ArrayList.get: `java.lang.Object get(int index)`
    #[inline(always)]
    pub fn get__look(this: &Ref<ArrayList>, index: i32) -> &Ref<Object> {
        // ArrayList.somd:28: Objects.checkIndex(index, size);
        Objects::checkIndex(index, this.size.get());
        // ArrayList.somd:29: return (E) elements[index];
        peek!(this.elements).row(index, "this.elements")
    }

    /// java.util.ArrayList.set: `java.lang.Object set(int index, java.lang.Object element)`
    pub fn set(this: &Ref<ArrayList>, index: i32, element: Ref<Object>) -> Ref<Object> {
        // ArrayList.somd:34: Objects.checkIndex(index, size);
        Objects::checkIndex(index, this.size.get());
        // ArrayList.somd:35: E old = (E) elements[index];
        let old: Ref<Object> = peek!(this.elements).at(index, "this.elements");
        // ArrayList.somd:36: elements[index] = element;
        peek!(this.elements).put(index, element, "this.elements");
        // ArrayList.somd:37: return old;
        old
    }

    /// java.util.ArrayList.add: `boolean add(java.lang.Object e)`
    #[inline(always)]
    pub fn add(this: &Ref<ArrayList>, e: Ref<Object>) -> bool {
        // ArrayList.somd:41: modCount++;
        this.base.modCount.set(this.base.modCount.get() + 1);
        // ArrayList.somd:42: if (size == elements.length) grow(size + 1);
        if this.size.get() == peek!(this.elements).length("this.elements") {
            ArrayList::grow(this, this.size.get() + 1);
        }
        // ArrayList.somd:43: elements[size++] = e;
        peek!(this.elements).put(
            {
                let old_1 = this.size.get();
                this.size.set(old_1 + 1);
                old_1
            },
            e,
            "this.elements",
        );
        // ArrayList.somd:44: return true;
        true
    }

    /// java.util.ArrayList.moreThan: `int moreThan(int capacity)`
    pub fn moreThan(_this: &Ref<ArrayList>, capacity: i32) -> i32 {
        // ArrayList.somd:57: int moreThan(int capacity) { return capacity + (capacity >> 1); }
        capacity + (capacity >> 1)
    }

    /// java.util.ArrayList.grow: `void grow(int minimum)`
    pub fn grow(this: &Ref<ArrayList>, minimum: i32) {
        // ArrayList.somd:60: int capacity = moreThan(elements.length);
        let mut capacity: i32 = ArrayList::moreThan(this, peek!(this.elements).length("this.elements"));
        // ArrayList.somd:61: if (capacity < minimum) capacity = minimum;
        if capacity < minimum {
            capacity = minimum;
        }
        // ArrayList.somd:62: Object[] bigger = new Object[capacity];
        let bigger: Ref<Array<Ref<Object>>> = Array::<Ref<Object>>::new_ref(capacity, RefType::class(class_id::OBJECT));
        // ArrayList.somd:63: Arrays.move(elements, 0, bigger, 0, size);
        natives::array::move_elements(peek!(this.elements), 0, &bigger, 0, this.size.get());
        // ArrayList.somd:64: elements = bigger;
        this.elements.set(bigger);
    }

    /// java.util.ArrayList.indexOf: `int indexOf(java.lang.Object o)`
    pub fn indexOf(this: &Ref<ArrayList>, o: &Ref<Object>) -> i32 {
        // ArrayList.somd:110: for (int i = 0; i < size; i++) {
        {
            let mut i: i32 = 0;
            let elements_1 = hoist_path(peek!(this.elements), move || peek!(this.elements));
            while i < this.size.get() {
                // ArrayList.somd:111: if (o == null ? elements[i] == null : o.equals(elements[i])) return i;
                if if o.is_null() {
                    elements_1.row(i, "this.elements").is_null()
                } else {
                    {
                        let argument_2 = elements_1.row(i, "this.elements");
                        JObject::equals_dyn(o.invoke("Object.equals(Object)", "o"), argument_2)
                    }
                } {
                    return i;
                }
                i += 1;
            }
        }
        // ArrayList.somd:113: return -1;
        -1
    }

    /// What `ArrayList.iterator()` makes, as an object that others may know.
    pub fn iterator(this: &Ref<ArrayList>) -> Ref<Object> {
        Ref::alloc_cyclic(Forward::ID, Self::iterator__fields(this)).into_up()
    }

    /// java.util.ArrayList.iterator: `java.util.Iterator iterator()`
    pub fn iterator__fields(this: &Ref<ArrayList>) -> Forward {
        // ArrayList.somd:214: public Iterator<E> iterator() { return new Forward<E>(this); }
        Forward::new__fields(this)
    }
}

/// `java.util.ArrayList.Forward`
#[repr(C)]
#[derive(Default)]
pub struct Forward {
    pub list: Slot<ArrayList>,
    pub next: Cell<i32>,
    pub last: Cell<i32>,
    pub expected: Cell<i32>,
}

impl Forward {
    pub const ID: u32 = 68;
    pub const LAST: u32 = 68;

    /// `new java.util.ArrayList.Forward`
    pub fn new(list: &Ref<ArrayList>) -> Ref<Forward> {
        let this = Ref::alloc_cyclic(Self::ID, Forward::default());
        Self::init(&this, list);
        this
    }

    /// java.util.ArrayList$Forward.<init>: `java.util.ArrayList.Forward(java.util.ArrayList list)`
    pub fn init(this: &Ref<Forward>, list: &Ref<ArrayList>) {
        // ArrayList.somd:222: Forward(ArrayList<E> list) {

        // ArrayList.somd:219: private int last = -1;
        this.last.set(-1);
        // ArrayList.somd:223: this.list = list;
        this.list.set(list.clone());
        // ArrayList.somd:224: expected = list.modCount;
        this.expected.set(list.read("modCount", "list").base.modCount.get());
    }

    /// The fields of `new java.util.ArrayList.Forward`; the caller has a place for them.
    pub fn new__fields(list: &Ref<ArrayList>) -> Forward {
        let this = OnStack::new(Self::ID, Forward::default());
        Self::init(&this.get(), list);
        this.into_fields()
    }

    /// java.util.ArrayList$Forward.hasNext: `boolean hasNext()`
    #[inline(always)]
    pub fn hasNext(this: &Ref<Forward>) -> bool {
        // ArrayList.somd:227: public boolean hasNext() { return next != list.size; }
        this.next.get() != peek!(this.list).read("size", "this.list").size.get()
    }

    /// java.util.ArrayList$Forward.next: `java.lang.Object next()`
    #[inline(always)]
    pub fn next(this: &Ref<Forward>) -> Ref<Object> {
        // ArrayList.somd:231: if (list.modCount != expected) throw new ConcurrentModificationException();
        if peek!(this.list).read("modCount", "this.list").base.modCount.get() != this.expected.get() {
            throw(ConcurrentModificationException::new().into_up());
        }
        // ArrayList.somd:232: if (next >= list.size) throw new NoSuchElementException();
        if this.next.get() >= peek!(this.list).read("size", "this.list").size.get() {
            throw(NoSuchElementException::new().into_up());
        }
        // ArrayList.somd:233: last = next++;
        this.last.set({
            let old_1 = this.next.get();
            this.next.set(old_1 + 1);
            old_1
        });
        // ArrayList.somd:234: return (E) list.elements[last];
        peek!(peek!(this.list).read("elements", "this.list").elements).at(this.last.get(), "this.list.elements")
    }

    /// For callers that only look at the result.
    /// java.util.ArrayList$Forward.next: `java.lang.Object next()`
    #[inline(always)]
    pub fn next__look(this: &Ref<Forward>) -> &Ref<Object> {
        // ArrayList.somd:231: if (list.modCount != expected) throw new ConcurrentModificationException();
        if peek!(this.list).read("modCount", "this.list").base.modCount.get() != this.expected.get() {
            throw(ConcurrentModificationException::new().into_up());
        }
        // ArrayList.somd:232: if (next >= list.size) throw new NoSuchElementException();
        if this.next.get() >= peek!(this.list).read("size", "this.list").size.get() {
            throw(NoSuchElementException::new().into_up());
        }
        // ArrayList.somd:233: last = next++;
        this.last.set({
            let old_1 = this.next.get();
            this.next.set(old_1 + 1);
            old_1
        });
        // ArrayList.somd:234: return (E) list.elements[last];
        peek!(peek!(this.list).read("elements", "this.list").elements).row(this.last.get(), "this.list.elements")
    }
}
