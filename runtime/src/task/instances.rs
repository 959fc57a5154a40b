//! The instances of a method whose results are objects, on threads.
//!
//! The compiler gives what each instance does as a function of an object that holds what all of them are given: values, and arrays of numbers,
//! which no instance changes. Counts of references are not atomic, so every thread gets such an object of its own, with copies of the
//! values and with *views* of the arrays, whose elements are the originals'. What an instance makes is its own, and goes
//! to the calling thread when the others have ended. Where a view is found in a result, which has to be the array itself, all is done
//! again on the calling thread: instances have no effects.

use super::parcel::{Detach, is_counted};
use super::{Prepare, constants, is_done};
use crate::array::{self, Array};
use crate::cluster;
use crate::exception;
use crate::memory;
use crate::object::{Crossing, Object, Ref, class_id};
use crate::pool;
use crate::program::{self, RefType};
use crate::target::{Place, settings};
use crate::value_array;
use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// What an instance does for what all of them are given and its number.
type Body = fn(&Ref<Object>, i32) -> Ref<Object>;

/// Work that takes less than this is done before threads have begun.
const WORTH: Duration = Duration::from_micros(300);
/// The stack of a thread; its pages are taken from the system as they are used.
const STACK: usize = 64 << 20;

/// The results of `count` instances, in their order. Throws what the first of them that throws does.
pub fn instances(
    count: i32,
    given: Ref<Object>,
    may_offload: bool,
    run: Body,
    prepare: Prepare,
) -> Ref<Array<Ref<Object>>> {
    // Which thread runs what depends on time.
    cluster::alone(|| all_instances(count, given, may_offload, run, prepare))
}

fn all_instances(
    count: i32,
    given: Ref<Object>,
    may_offload: bool,
    run: Body,
    prepare: Prepare,
) -> Ref<Array<Ref<Object>>> {
    let results: Ref<Array<Ref<Object>>> = Array::new_ref(count, RefType::OBJECT);
    let in_order = |from: i32| (from..count).for_each(|k| results.set(k, run(&given, k)));
    let threads = pool::threads().min(usize::try_from(count - 1).unwrap_or(0));
    let one = settings().place == Place::Seq || may_offload && settings().may_use_devices() || threads < 2;
    let began = Instant::now();
    // The first says what the others cost.
    if count > 0 {
        results.set(0, run(&given, 0));
    }
    if one || began.elapsed() * (count - 1).unsigned_abs() < WORTH || !is_done(prepare) {
        in_order(1);
        return results;
    }
    let lent: Option<Vec<Lent>> = (0..threads).map(|_| Lent::of(&given)).collect();
    let Some(lent) = lent else {
        in_order(1);
        return results;
    };
    let done = on_threads(count, &lent, run);
    // A thread that the system does not give leaves its share to the others; one that none gave is done here.
    let escaped = lent.iter().any(|l| !l.is_alone());
    let complete = done.iter().map(|d| d.0).eq(1..1 + done.len() as i32);
    if escaped || !complete || done.is_empty() {
        drop(done);
        in_order(1);
        return results;
    }
    for Done(k, result) in done {
        match result {
            Ok(object) => results.set(k, object),
            Err(payload) => resume_unwind(payload),
        }
    }
    results
}

/// What an instance gave, or how it ended.
struct Done(i32, Result<Ref<Object>, Box<dyn Any + Send>>);

// SAFETY: the thread that made the object has ended, and its collector remembered none of it.
unsafe impl Send for Done {}

/// All instances but the first, in the order of their numbers; behind the first that throws some may be missing.
fn on_threads(count: i32, lent: &[Lent], run: Body) -> Vec<Done> {
    let program = program::current();
    let next = AtomicI32::new(1);
    let done: Mutex<Vec<Done>> = Mutex::new(Vec::new());
    let work = |given: usize| {
        program::with(program, || {
            exception::set_stack_limit(STACK);
            let given = super::lend::borrowed(given);
            loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                if k >= count {
                    break;
                }
                let result = catch_unwind(AssertUnwindSafe(|| run(&given, k)));
                let ends = result.is_err();
                if ends {
                    // Those before this one have been taken.
                    next.store(count, Ordering::Relaxed);
                }
                done.lock().unwrap_or_else(|e| e.into_inner()).push(Done(k, result));
                if ends {
                    break;
                }
            }
            // What has been made goes to another thread: nothing here may remember any part of it.
            memory::collect_cycles();
        });
    };
    std::thread::scope(|scope| {
        for l in lent {
            let thread = std::thread::Builder::new().name("somd-instances".to_string()).stack_size(STACK);
            let (work, address) = (&work, l.given.addr());
            if thread.spawn_scoped(scope, move || work(address)).is_err() {
                break;
            }
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
    done.sort_by_key(|d| d.0);
    if let Some(failed) = done.iter().position(|d| d.1.is_err()) {
        done.truncate(failed + 1);
    }
    done
}

/// What all instances are given, for one thread.
struct Lent {
    given: Ref<Object>,
    /// The views in it, and how often each is referred to by what this thread was lent.
    views: Vec<(Ref<Object>, u32)>,
}

impl Lent {
    /// None where something in it cannot be lent.
    fn of(given: &Ref<Object>) -> Option<Lent> {
        if memory::is_plain(given) {
            return Some(Lent { given: memory::copy_plain(given), views: Vec::new() });
        }
        let copy = memory::copy_object(given);
        let mut slots: Vec<*mut Ref<Object>> = Vec::new();
        // SAFETY: only this function knows the copy.
        unsafe { memory::slots(&copy, |slot| slots.push(slot)) };
        let mut lent = Lent { given: copy, views: Vec::new() };
        let (mut values, mut seen) = (Detach::default(), HashMap::new());
        for slot in slots {
            // SAFETY: as above.
            let at = unsafe { &mut *slot };
            if !is_counted(at) {
                continue;
            }
            match at.class() {
                class_id::STRING => values.place(slot, true),
                class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY if value_array::is_value_array(at) => {
                    values.place(slot, true);
                }
                class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => *at = lent.view(at, &mut seen)?,
                class_id::DYNAMIC | class_id::NATIVE => return None,
                class => match program::class_info(class).crossing {
                    Crossing::Copied => values.place(slot, true),
                    Crossing::Constant => constants::share(at),
                    Crossing::Owned => return None,
                },
            }
        }
        drop(seen);
        lent.views.iter_mut().for_each(|(view, count)| *count = view.count());
        Some(lent)
    }

    /// An array with the same elements, and of arrays of arrays with views of these.
    fn view(&mut self, array: &Ref<Object>, seen: &mut HashMap<usize, Ref<Object>>) -> Option<Ref<Object>> {
        if let Some(view) = seen.get(&array.addr()) {
            return Some(view.clone());
        }
        let view = match array.class() {
            class_id::REF_ARRAY => {
                value_array::rows(array)?.sync_host();
                let copy = value_array::copy_references(array);
                let mut slots: Vec<*mut Ref<Object>> = Vec::new();
                // SAFETY: only this function knows the copy.
                unsafe { memory::slots(&copy, |slot| slots.push(slot)) };
                for slot in slots {
                    // SAFETY: as above.
                    let at = unsafe { &mut *slot };
                    if is_counted(at) {
                        *at = self.view(at, seen)?;
                    }
                }
                copy
            }
            class_id::BOOLEAN_ARRAY..=class_id::DOUBLE_ARRAY => array::view(array),
            _ => return None,
        };
        seen.insert(array.addr(), view.clone());
        self.views.push((view.clone(), 0));
        Some(view)
    }

    /// Nothing but this refers to the views.
    fn is_alone(&self) -> bool {
        self.views.iter().all(|(view, count)| view.count() == *count)
    }
}
