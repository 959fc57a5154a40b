//! Pipelines with more threads than the machine may have, whatever the process's target is.

use super::*;
use crate::array::Array;
use crate::memory;
use crate::test_program;
use crate::value::IntoValue;
use std::cell::RefCell;

fn counter(last: i32) -> Ref<Object> {
    let next = Cell::new(0);
    host(move |_| {
        if next.get() == last {
            exception::throw(test_program::underflow());
        }
        next.set(next.get() + 1);
        next.get().into_value()
    })
}

fn collector<T: 'static>(read: fn(&[Value]) -> T) -> (Ref<Object>, Rc<RefCell<Vec<T>>>) {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let writer = seen.clone();
    let sink = host(move |item| {
        writer.borrow_mut().push(read(item));
        Value::Void
    });
    (sink, seen)
}

fn chain(parts: &[Ref<Object>]) -> Ref<Object> {
    let mut parts = parts.iter().cloned();
    let first = parts.next().expect("a source");
    parts.fold(first, |a, b| connect(&[a], &[b]))
}

/// With threads, whatever the machine has.
fn run_with(graph: &Ref<Object>, processors: usize) -> Result<(), Ref<Object>> {
    catch_java(|| Pipeline::new(&Native::get::<Graph>(graph).stages, processors, &|_| true).run())
}

fn twice(item: &[Value]) -> Value {
    (take::<i32>(item, 0) * 2).into_value()
}

#[test]
fn order_is_kept_over_any_number_of_threads() {
    test_program::enter(|| {
        for processors in [2, 3, 8] {
            for length in [0, 1, 5, 1000, 20_000] {
                let (sink, seen) = collector(|i| take::<i32>(i, 0));
                let graph = chain(&[counter(length), isolated(twice), isolated(twice), isolated(twice), sink]);
                assert!(run_with(&graph, processors).is_ok());
                assert_eq!(*seen.borrow(), (1..=length).map(|i| i * 8).collect::<Vec<_>>());
            }
        }
    });
}

#[test]
fn a_filter_and_a_sink_overlap() {
    const EACH: Duration = Duration::from_millis(20);
    fn slow(item: &[Value]) -> Value {
        std::thread::sleep(EACH);
        take::<i32>(item, 0).into_value()
    }
    test_program::enter(|| {
        let sink = host(|_| {
            std::thread::sleep(EACH);
            Value::Void
        });
        let graph = chain(&[counter(20), isolated(slow), sink]);
        let began = Instant::now();
        assert!(run_with(&graph, 2).is_ok());
        // 800 ms one after the other, 420 ms together.
        assert!(began.elapsed() < Duration::from_millis(650), "they took {:?}", began.elapsed());
    });
}

#[test]
fn a_slow_filter_gets_help() {
    const EACH: Duration = Duration::from_millis(10);
    fn slow(item: &[Value]) -> Value {
        let i = take::<i32>(item, 0);
        // Of different cost, so that some overtake others.
        std::thread::sleep(EACH * (1 + i as u32 % 3));
        i.into_value()
    }
    test_program::enter(|| {
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        let graph = chain(&[counter(60), isolated(slow), sink]);
        let began = Instant::now();
        assert!(run_with(&graph, 6).is_ok());
        assert_eq!(*seen.borrow(), (1..=60).collect::<Vec<_>>());
        // 1200 ms one after the other, 200 ms by six.
        assert!(began.elapsed() < Duration::from_millis(700), "they took {:?}", began.elapsed());
    });
}

#[test]
fn a_failure_comes_after_the_items_before_it() {
    fn fails_at_300(item: &[Value]) -> Value {
        let i = take::<i32>(item, 0);
        if i == 300 {
            exception::throw_division_by_zero();
        }
        i.into_value()
    }
    test_program::enter(|| {
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        let graph = chain(&[counter(-1), isolated(fails_at_300), isolated(twice), sink]);
        let thrown = run_with(&graph, 3).expect_err("the filter fails");
        assert_eq!(test_program::text(&thrown), "java.lang.ArithmeticException: / by zero");
        assert_eq!(seen.borrow().len(), 299);
        // A sink that fails first is what is told.
        let sink =
            host(|item| if take::<i32>(item, 0) == 20 { exception::throw_negative_size(-20) } else { Value::Void });
        let graph = chain(&[counter(-1), isolated(fails_at_300), isolated(twice), sink]);
        let thrown = run_with(&graph, 3).expect_err("the sink fails");
        assert_eq!(test_program::text(&thrown), "java.lang.NegativeArraySizeException: -20");
    });
}

#[test]
fn items_that_others_refer_to_are_copied() {
    fn length(item: &[Value]) -> Value {
        take::<&Ref<Array<i32>>>(item, 0).len().into_value()
    }
    test_program::enter(|| {
        let kept: Ref<Array<i32>> = crate::lime::map(10_000, |i| i);
        let again = kept.clone();
        let left = Cell::new(50);
        let source = host(move |_| {
            if left.replace(left.get() - 1) == 0 {
                exception::throw(test_program::underflow());
            }
            again.clone().into_value()
        });
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        assert!(run_with(&chain(&[source, isolated(length), sink]), 2).is_ok());
        assert_eq!(*seen.borrow(), vec![10_000; 50]);
        drop(seen);
        assert_eq!(kept.get(9999), 9999);
    });
}

#[test]
fn together_hands_on_one_of_each() {
    fn minus(item: &[Value]) -> Value {
        (take::<i32>(item, 0) - take::<i32>(item, 1)).into_value()
    }
    fn same(item: &[Value]) -> Value {
        take::<i32>(item, 0).into_value()
    }
    test_program::enter(|| {
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        let fork = connect(&[counter(1000)], &[isolated(twice), isolated(same)]);
        let graph = chain(&[fork, isolated(minus), sink]);
        assert!(run_with(&graph, 4).is_ok());
        assert_eq!(*seen.borrow(), (1..=1000).collect::<Vec<_>>());
    });
}

#[test]
fn a_started_graph_works_in_the_background() {
    static DONE: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    fn counted(item: &[Value]) -> Value {
        DONE.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        take::<i32>(item, 0).into_value()
    }
    test_program::enter(|| {
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        let graph = chain(&[counter(1000), isolated(counted), sink]);
        let stages = &Native::get::<Graph>(&graph).stages;
        let mut pipeline = Pipeline::new(stages, 2, &|_| false);
        pipeline.run_ahead(Duration::from_millis(100));
        let began = Instant::now();
        while DONE.load(std::sync::atomic::Ordering::Relaxed) == 0 {
            assert!(began.elapsed() < Duration::from_secs(10), "nothing was done before `finish`");
            std::thread::yield_now();
        }
        assert!(seen.borrow().is_empty(), "the sink belongs to the thread that calls `finish`");
        assert!(catch_java(|| pipeline.run()).is_ok());
        assert_eq!(*seen.borrow(), (1..=1000).collect::<Vec<_>>());
    });
}

#[test]
fn a_started_graph_may_be_dropped() {
    test_program::enter(|| {
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        let graph = chain(&[counter(1_000_000), isolated(twice), sink]);
        let mut pipeline = Pipeline::new(&Native::get::<Graph>(&graph).stages, 2, &|_| false);
        pipeline.run_ahead(Duration::from_millis(1));
        drop(pipeline);
        assert!(seen.borrow().is_empty());
    });
}

#[test]
fn a_stream_that_is_an_item_ahead_keeps_its_order() {
    test_program::enter(|| {
        let run = |graph: &Ref<Object>| {
            let stages = &Native::get::<Graph>(graph).stages;
            catch_java(|| one_ahead(stages.split_at(stages.len() - 1)))
        };
        for length in [0, 1, 2, 5] {
            let (sink, seen) = collector(|i| take::<i32>(i, 0));
            assert!(run(&chain(&[counter(length), isolated(twice), sink])).is_ok());
            assert_eq!(*seen.borrow(), (1..=length).map(|i| i * 2).collect::<Vec<_>>());
        }
        // What the third item throws comes after the second, and the sink's own before that of a later item.
        let fails = |at: i32| {
            host(move |item| {
                if take::<i32>(item, 0) == at {
                    exception::throw_named("java.lang.IllegalStateException", Some("third"));
                }
                take::<i32>(item, 0).into_value()
            })
        };
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        assert!(run(&chain(&[counter(9), fails(3), sink])).is_err());
        assert_eq!(*seen.borrow(), [1, 2]);
        let seen = Rc::new(Cell::new(0));
        let last = seen.clone();
        let sink = host(move |item| {
            last.set(take::<i32>(item, 0));
            if last.get() == 2 {
                exception::throw(test_program::underflow());
            }
            Value::Void
        });
        assert!(run(&chain(&[counter(9), fails(3), sink])).is_ok());
        assert_eq!(seen.get(), 2);
    });
}

#[test]
fn a_fast_source_waits_for_a_slow_sink() {
    test_program::enter(|| {
        let (given, ahead) = (Rc::new(Cell::new(0i64)), Rc::new(Cell::new(0i64)));
        let counted = given.clone();
        let source = host(move |_| {
            counted.set(counted.get() + 1);
            if counted.get() > 3000 {
                exception::throw(test_program::underflow());
            }
            (counted.get() as i32).into_value()
        });
        let furthest = ahead.clone();
        let sink = host(move |item| {
            furthest.set(furthest.get().max(given.get() - i64::from(take::<i32>(item, 0)) / 2));
            std::thread::sleep(Duration::from_micros(50));
            Value::Void
        });
        assert!(run_with(&chain(&[source, isolated(twice), sink]), 2).is_ok());
        assert!(ahead.get() > 0 && ahead.get() < 2500, "{} items were on their way", ahead.get());
    });
}

#[test]
fn what_does_not_fit_is_not_connected() {
    test_program::enter(|| {
        let text = typed(isolated(twice), &["int"], &["String"]);
        let number = typed(isolated(twice), &["int"], &["int"]);
        let both = typed(isolated(twice), &["int", "String"], &[]);
        let join = |a: &Ref<Object>, b: &[Ref<Object>]| catch_java(|| connect(std::slice::from_ref(a), b)).ok();
        let one = std::slice::from_ref::<Ref<Object>>;
        assert!(join(&text, one(&number)).is_none());
        let fan = join(&number, &[number.clone(), text.clone()]).expect("both take an int");
        assert!(join(&fan, one(&text)).is_none());
        assert!(join(&fan, one(&both)).is_some());
        assert!(join(&both, one(&number)).is_none());
        assert_eq!(no_flow(&[], &["int"]), "nothing does not flow into int");
    });
}

/// Adds items up in a node.
fn sum_up(own_object: &Ref<Object>, item: &[Value]) -> Value {
    let node: &Ref<test_program::Node> = own(own_object);
    node.value.set((node.value.get() + take::<i32>(item, 0)) % 10_007);
    node.value.get().into_value()
}

#[test]
fn objects_see_all_items_in_order() {
    test_program::enter(|| {
        let before = memory::statistics().live;
        for processors in [2, 3, 8] {
            for length in [0, 1, 1000, 20_000] {
                let (sink, seen) = collector(|i| take::<i32>(i, 0));
                let [a, b] = [(); 2].map(|()| stateful(false, test_program::node(0), sum_up));
                let graph = chain(&[counter(length), a, b, isolated(twice), sink]);
                assert!(run_with(&graph, processors).is_ok());
                let (mut x, mut y) = (0i32, 0i32);
                let expected = (1..=length).map(|i| {
                    x = (x + i) % 10_007;
                    y = (y + x) % 10_007;
                    y * 2
                });
                assert_eq!(*seen.borrow(), expected.collect::<Vec<_>>());
            }
        }
        assert_eq!(memory::statistics().live, before);
    });
}

#[test]
fn objects_overlap() {
    const EACH: Duration = Duration::from_millis(20);
    fn slow(own: &Ref<Object>, item: &[Value]) -> Value {
        std::thread::sleep(EACH);
        sum_up(own, item)
    }
    test_program::enter(|| {
        let (sink, seen) = collector(|i| take::<i32>(i, 0));
        let [a, b] = [(); 2].map(|()| stateful(false, test_program::node(0), slow));
        let graph = chain(&[counter(20), a, b, sink]);
        let began = Instant::now();
        assert!(run_with(&graph, 2).is_ok());
        // 800 ms one after the other, 420 ms together.
        assert!(began.elapsed() < Duration::from_millis(650), "they took {:?}", began.elapsed());
        assert_eq!(seen.borrow().len(), 20);
    });
}

#[test]
fn only_what_nobody_else_knows_is_lent() {
    test_program::enter(|| {
        let object = || {
            let (first, second) = (test_program::node(1), test_program::node(2));
            second.next.set(first.clone());
            first.next.set(second.clone());
            first
        };
        let own = Own::new(object().into_up());
        let mut lending = Lending::default();
        assert!(lending.lend(&own), "a ring of its own");
        assert!(!Lending::default().lend(&own), "it is lent");
        drop(lending);
        assert!(Lending::default().lend(&own), "it came back");
        let known = object();
        let part = known.next.get();
        let own = Own::new(known.into_up());
        assert!(!Lending::default().lend(&own), "others know a part");
        drop(part);
        assert!(Lending::default().lend(&own));
        // A string that others have is copied for it.
        let text = crate::string::Str::new("a text of some length");
        let holder = test_program::node(3);
        holder.other.set(text.clone().into_up());
        assert!(!Lending::default().lend(&Own::new(holder.clone().into_up())), "two references");
        let own = Own::new(holder.into_up());
        assert!(Lending::default().lend(&own));
        assert_eq!(text.count(), 1);
        drop(own);
        memory::collect_cycles();
    });
}
