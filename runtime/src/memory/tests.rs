//! Objects come and go, and nothing is left.

use super::*;
use crate::array::Array;
use crate::program::RefType;
use crate::string::Str;
use crate::test_program::{self, NODE, Node, node};

/// How many objects live more after `body` than before, once all garbage is gone.
fn leaked(body: impl FnOnce()) -> usize {
    test_program::enter(|| {
        collect_cycles();
        let before = statistics().live;
        body();
        collect_cycles();
        statistics().live - before
    })
}

#[test]
fn what_nothing_refers_to_is_freed_at_once() {
    test_program::enter(|| {
        let before = statistics().live;
        let a = node(1);
        a.next.set(node(2));
        assert_eq!(statistics().live, before + 2);
        drop(a);
        assert_eq!(statistics().live, before);
    });
}

#[test]
fn a_chain_of_any_length_is_freed_without_recursion() {
    // Its cells stay away from the tests that count how far their heaps grow.
    is_last_thread();
    let n = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };
    assert_eq!(
        leaked(|| {
            let mut list = node(0);
            for i in 1..n {
                let next = node(i);
                next.next.set(list);
                list = next;
            }
            drop(list);
            assert!(statistics().live < 100);
        }),
        0
    );
}

#[test]
fn rings_are_collected_and_what_they_hold() {
    assert_eq!(
        leaked(|| {
            for _ in 0..100 {
                let nodes: Vec<_> = (0..50).map(node).collect();
                for i in 0..50 {
                    nodes[i].next.set(nodes[(i + 1) % 50].clone());
                    nodes[i].other.set(Str::new("held").into_up());
                }
            }
            assert!(statistics().live >= 10_000);
        }),
        0
    );
}

#[test]
fn a_ring_that_is_referred_to_from_outside_lives() {
    assert_eq!(
        leaked(|| {
            let (a, b) = (node(1), node(2));
            a.next.set(b.clone());
            b.next.set(a.clone());
            drop(b);
            collect_cycles();
            assert_eq!(a.next.get().value.get(), 2);
            assert_eq!(a.next.get().next.get().value.get(), 1);
            assert_eq!(a.count(), 2);
        }),
        0
    );
}

#[test]
fn a_ring_through_an_array_and_itself() {
    assert_eq!(
        leaked(|| {
            let n = node(1);
            let array = Array::<Ref<Node>>::new_ref(3, RefType::class(NODE));
            array.set(0, n.clone());
            array.set(1, n.clone());
            n.other.set(array.into_up());
            n.next.set(n.clone());
        }),
        0
    );
}

#[test]
fn cyclic_garbage_is_collected_as_the_program_runs() {
    test_program::enter(|| {
        collect_cycles();
        let before = statistics();
        for i in 0..2_000_000 {
            let n = node(i);
            n.next.set(n.clone());
        }
        let after = statistics();
        assert!(after.collections > before.collections);
        // Garbage is let grow to a few megabytes, or to as much as is free already.
        let allowed = (FIRST_ALLOWANCE as usize + (2 << 20) + before.bytes) / size_of::<Obj<Node>>();
        assert!(after.live - before.live < allowed, "{after:?}");
        collect_cycles();
    });
}

#[test]
fn garbage_cycles_are_found_before_a_large_heap_is_full_of_them() {
    test_program::enter(|| {
        collect_cycles();
        let before = statistics().live;
        // The heap is large, and free.
        drop((0..200_000).map(node).collect::<Vec<_>>());
        for i in 0..2_000_000 {
            let n = node(i);
            n.next.set(n.clone());
        }
        let garbage = statistics().live - before;
        assert!(garbage * size_of::<Obj<Node>>() < 2 * GARBAGE_IN_CACHE, "{garbage}");
        collect_cycles();
    });
}

#[test]
fn a_long_ring_is_collected_without_recursion() {
    is_last_thread();
    assert_eq!(
        leaked(|| {
            let first = node(0);
            let mut last = first.clone();
            for i in 1..300_000 {
                let next = node(i);
                last.next.set(next.clone());
                last = next;
            }
            last.next.set(first);
        }),
        0
    );
}

#[test]
fn random_graphs_leave_nothing_and_keep_what_is_held() {
    // A generator of its own keeps the test repeatable.
    let mut seed = 7u32;
    let mut random = move |n: u32| {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        (seed >> 8) % n
    };
    assert_eq!(
        leaked(|| {
            let mut held: Vec<Ref<Node>> = (0..40).map(node).collect();
            for step in 0..200_000 {
                let (i, j) = (random(40) as usize, random(40) as usize);
                match random(5) {
                    0 => held[i] = node(step),
                    1 => held[i].next.set(held[j].clone()),
                    2 => held[i].other.set(held[j].clone().into_up()),
                    3 => {
                        let next = held[i].next.get();
                        if !next.is_null() {
                            held[j] = next;
                        }
                    }
                    _ => held[i].next.set(Ref::NULL),
                }
                if step % 5000 == 0 {
                    collect_cycles();
                }
                assert!(held[j].count() >= 1 && held[j].class() == NODE);
            }
        }),
        0
    );
}

#[test]
fn immortal_objects_are_not_counted() {
    test_program::enter(|| {
        let s = Str::new("forever");
        s.make_immortal();
        drop(s.clone());
        assert_eq!(s.count(), IMMORTAL);
    });
}

#[test]
fn large_objects_and_strings_of_every_size() {
    assert_eq!(
        leaked(|| {
            for n in (0..2000).step_by(7) {
                assert_eq!(Str::from_latin1(&vec![b'x'; n]).len(), n as i32);
                assert_eq!(Str::from_utf16(&vec![0x1234; n]).len(), n as i32);
            }
        }),
        0
    );
}

#[test]
fn a_thread_that_ends_collects_its_cycles() {
    // Set for the process: the other tests run in `enter`, with the same program.
    program::set(test_program::program());
    let work = || {
        let n = node(1);
        n.next.set(n.clone());
    };
    std::thread::spawn(work).join().expect("the thread");
}

#[test]
fn a_thread_takes_over_what_another_left() {
    let work = || test_program::enter(|| drop((0..10_000).map(node).collect::<Vec<_>>()));
    std::thread::spawn(work).join().expect("the first thread");
    std::thread::spawn(work).join().expect("the second thread");
}

#[test]
fn arrays_of_every_short_length_start_empty_and_let_go_of_all() {
    assert_eq!(
        leaked(|| {
            for n in (0..40).chain(0..40) {
                let nodes = Array::<Ref<Node>>::new_ref(n, RefType::class(NODE));
                let bytes = Array::<i8>::new(3 * n + 1);
                for i in 0..n {
                    assert!(nodes.get(i).is_null());
                    nodes.set(i, node(i));
                }
                for i in 0..3 * n + 1 {
                    assert_eq!(bytes.get(i), 0);
                    bytes.set(i, -1);
                }
            }
            for n in 0..40 {
                // All elements but one are null.
                for i in 0..n {
                    Array::<Ref<Node>>::new_ref(n, RefType::class(NODE)).set(i, node(i));
                }
            }
        }),
        0
    );
}

#[test]
fn cells_of_possible_roots_that_die_soon_are_used_again() {
    test_program::enter(|| {
        let held: Vec<_> = (0..10).map(node).collect();
        held.iter().for_each(|n| drop(n.clone()));
        let before = statistics().bytes;
        for i in 0..100_000 {
            let n = node(i);
            drop(n.clone());
        }
        assert!(statistics().bytes <= before + (NEW_ROOTS + 100) * size_of::<Obj<Node>>());
        drop(held);
    });
}
