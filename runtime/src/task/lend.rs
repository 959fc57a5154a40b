//! Objects of workers, lent to the threads that run these workers.
//!
//! The compiler lends only what nobody else can know: the constructor took values, and told no one. That is looked at again here, by counting: of
//! every object that the worker's leads to, all references must be found on the way. Values that others refer to as well are copied first,
//! and constants are made immortal. Then the object and all its parts can be used by another thread until the stream ends.

use super::constants;
use super::parcel::{Detach, is_counted};
use crate::memory;
use crate::object::{Crossing, Object, Ref, class_id};
use crate::program;
use crate::value_array;
use std::cell::Cell;
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::rc::Rc;

/// The object of a worker.
pub struct Own {
    pub object: Ref<Object>,
    lent: Cell<bool>,
}

impl Own {
    pub fn new(object: Ref<Object>) -> Rc<Own> {
        Rc::new(Own { object, lent: Cell::new(false) })
    }
}

/// The object at an address, for the thread that it is lent to. The reference is the owner's: it is not counted.
pub fn borrowed(address: usize) -> ManuallyDrop<Ref<Object>> {
    let at = std::ptr::with_exposed_provenance_mut(address);
    // SAFETY: `Own` has the object as long as it is lent.
    ManuallyDrop::new(unsafe { Ref::from_raw(NonNull::new_unchecked(at)) })
}

/// What a graph has lent, until it is dropped.
#[derive(Default)]
pub struct Lending(Vec<Rc<Own>>);

impl Lending {
    /// False where the object has to stay, because others know a part of it or it is lent already.
    pub fn lend(&mut self, own: &Rc<Own>) -> bool {
        if own.lent.get() || !is_alone(&own.object) {
            return false;
        }
        own.lent.set(true);
        self.0.push(own.clone());
        true
    }
}

impl Drop for Lending {
    fn drop(&mut self) {
        self.0.iter().for_each(|own| own.lent.set(false));
    }
}

/// Makes an object independent of what others refer to; false where that cannot be done.
fn is_alone(object: &Ref<Object>) -> bool {
    // The collector of this thread must not remember any part of it.
    memory::collect_cycles();
    // For each object where a reference to it stands, and how many have been found.
    let mut found: HashMap<usize, (*const Ref<Object>, u32)> = HashMap::new();
    // For each block of elements how many arrays have been found that hold it, and how many do.
    let mut blocks: HashMap<usize, (usize, usize)> = HashMap::new();
    let mut values = Detach::default();
    let mut work: Vec<*mut Ref<Object>> = vec![std::ptr::from_ref(object).cast_mut()];
    while let Some(at) = work.pop() {
        // SAFETY: a place in an object that `object` leads to, which lives; nothing runs meanwhile.
        let part = unsafe { &*at };
        if !is_counted(part) {
            continue;
        }
        let class = part.class();
        let is_array = (class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY).contains(&class);
        match class {
            class_id::DYNAMIC | class_id::NATIVE => return false,
            class_id::STRING => {
                values.place(at, false);
                continue;
            }
            _ if is_array && value_array::is_value_array(part) => {
                values.place(at, false);
                continue;
            }
            _ if is_array => {}
            class => match program::class_info(class).crossing {
                Crossing::Copied => {
                    values.place(at, false);
                    continue;
                }
                Crossing::Constant => {
                    constants::share(part);
                    continue;
                }
                Crossing::Owned => {}
            },
        }
        let seen = found.entry(part.addr()).or_insert((at, 0));
        seen.1 += 1;
        if seen.1 > 1 {
            continue;
        }
        if is_array {
            // Each row counts its matrix's block.
            if let Some(rows) = value_array::rows(part) {
                rows.sync_host();
            }
            if value_array::has_device_copy(part) {
                return false;
            }
            if let Some((block, count)) = value_array::block_of(part) {
                blocks.entry(block).or_insert((0, count)).0 += 1;
            }
        }
        if !is_array || class == class_id::REF_ARRAY {
            // SAFETY: as above.
            unsafe { memory::slots(part, |slot| work.push(slot)) };
        }
    }
    // SAFETY: as above.
    let all_found = found.values().all(|(at, seen)| unsafe { (**at).count() } == *seen);
    all_found && blocks.values().all(|(seen, count)| seen == count)
}
