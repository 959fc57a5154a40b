//! Java's arrays and devices. They run on any OpenCL device and pass where there is none.

use super::*;
use crate::array::{Array, new_multi};
use crate::kernel::{ArgKind, Elem, Form, Operator, Param, Rows};
use crate::object::{Object, Ref};
use crate::program::RefType;
use crate::test_program;

const I32: Elem = Elem::I32;

/// On one device.
fn try_launch(kernel: &'static Kernel, place: &Place, space: &[(i64, i64)], args: &[Arg], outs: &mut [Out]) -> Launch {
    super::try_launch(kernel, place, space, None, args, outs)
}

const fn kernel(name: &'static str, source: &'static str) -> Kernel {
    Kernel {
        name,
        source,
        method: "Test.run()",
        place: "Test.somd:1",
        rank: 1,
        args: &[],
        outputs: &[],
        params: &[],
        form: Form::Points { width: 1 },
        wide: false,
        checked: false,
        reads_own: false,
        fast_math: false,
        rows: Rows::Any,
        constants: &[],
        images: &[],
        combined: &[],
        fixed: &[],
        uneven: false,
        operations: 1,
        bytes: 4,
        work: &[],
    }
}

const POINTS: &[Param] = &[Param::Arg(0), Param::Out(0), Param::From(0), Param::To(0)];
const ONE_ARRAY: &[ArgKind] = &[ArgKind::Array { name: "a", elem: I32, rank: 1 }];

/// `c[i] = a[i] + 1`
static INCREMENT: Kernel = Kernel {
    args: ONE_ARRAY,
    outputs: &[OutputKind::Array { elem: I32, rank: 1, zeroed: true }],
    params: POINTS,
    reads_own: true,
    ..kernel(
        "increment",
        "__kernel void increment(__global const int* a, __global int* c, int from, int to) {
            int i = from + (int)get_global_id(0);
            if (i < to) c[i] = a[i] + 1;
        }",
    )
};

/// `c[i] = a[i] * 2`, where `i != 700`.
static FAILING: Kernel = Kernel {
    args: ONE_ARRAY,
    outputs: &[OutputKind::Array { elem: I32, rank: 1, zeroed: false }],
    params: &[Param::Arg(0), Param::Out(0), Param::From(0), Param::To(0), Param::FirstFailure],
    checked: true,
    reads_own: true,
    ..kernel(
        "failing",
        "__kernel void failing(__global const int* a, __global int* c, int from, int to, volatile __global uint* failure) {
            int i = from + (int)get_global_id(0);
            if (i >= to) return;
            if (i >= 700) { atomic_min(failure, (uint)(i - from)); return; }
            c[i] = a[i] * 2;
        }",
    )
};

/// `c[i] = a[i] * 2`, which fails where that is more than the limit; in a chain too.
static LIMITED: Kernel = Kernel {
    args: &[ArgKind::Array { name: "a", elem: I32, rank: 1 }, ArgKind::Scalar { name: "limit", elem: I32 }],
    outputs: &[OutputKind::Array { elem: I32, rank: 1, zeroed: false }],
    params: &[
        Param::Arg(0),
        Param::Arg(1),
        Param::Out(0),
        Param::From(0),
        Param::To(0),
        Param::Chained,
        Param::FirstFailure,
    ],
    checked: true,
    reads_own: true,
    rows: Rows::OwnOnly,
    ..kernel(
        "limited",
        "__kernel void limited(__global const int* a, int limit, __global int* c, int from, int to, uint chained,
                               volatile __global uint* failure) {
            if (chained) {
                if (failure[2 - chained] != UINT_MAX) { atomic_min(failure + (chained - 1), 0u); return; }
                failure += chained - 1;
            }
            int i = from + (int)get_global_id(0);
            if (i >= to) return;
            if (a[i] * 2 > limit) { atomic_min(failure, (uint)(i - from)); return; }
            c[i] = a[i] * 2;
        }",
    )
};

/// Doubles all elements, which may be more than the limit.
fn limited(a: &Ref<Array<i32>>, limit: i32) -> Launch {
    let dims = [a.len()];
    let mut outs = [Out::Array { array: arg(a, &dims), old: Some(arg(a, &dims)) }];
    let args = [Arg::Array(arg(a, &dims)), Arg::from(limit)];
    try_launch(&LIMITED, &GPU, &[(0, a.len() as i64)], &args, &mut outs)
}

#[test]
fn a_chain_begins_again_where_a_kernel_fails() {
    with_device(|| {
        let a = numbers(1000);
        let tries = std::cell::Cell::new(0);
        let rounds = |n: i32| {
            tries.set(0);
            chain(|| {
                tries.set(tries.get() + 1);
                (0..n).map(|_| limited(&a, 10000)).find(|l| *l != Launch::Done)
            })
        };
        assert_eq!((rounds(2), tries.get()), (None, 1));
        // Now the device alone has it. The second round of three fails, and the first is done once.
        assert_eq!((rounds(3), tries.get()), (Some(Launch::Failed { iteration: 626 }), 2));
        assert_eq!((a.get(3), a.get(626)), (24, 5008));
    });
}

static WRONG: Kernel =
    Kernel { args: ONE_ARRAY, params: POINTS, ..kernel("wrong", "__kernel void wrong(int x) { y = x; }") };

static LAST: Kernel = Kernel {
    args: &[ArgKind::Scalar { name: "x", elem: I32 }],
    outputs: &[OutputKind::Accumulate { op: Operator::Add, elem: I32, rank: 2 }],
    params: &[Param::Arg(0), Param::Out(0), Param::OutLen { out: 0, dim: 1 }, Param::From(0), Param::To(0)],
    reads_own: true,
    ..kernel(
        "last",
        "__kernel void last(int x, __global int* c, int width, int from, int to) {
            int i = from + (int)get_global_id(0);
            if (i < to) c[i * width + width - 1] += x;
        }",
    )
};

fn with_device(test: impl FnOnce() + Send + 'static) {
    if !matches!(describe_devices(), Ok(d) if !d.is_empty()) {
        eprintln!("no OpenCL device: nothing is tested");
        return;
    }
    test_program::enter(test);
}

const GPU: Place = Place::Gpu(None);

fn numbers(n: i32) -> Ref<Array<i32>> {
    let a = Array::<i32>::new(n);
    (0..n).for_each(|i| a.set(i, i));
    a
}

fn arg<'a>(a: &'a Ref<Array<i32>>, dims: &'a [i32]) -> ArrayArg<'a> {
    ArrayArg { object: a.up(), elem: I32, dims }
}

fn increment(a: &Ref<Array<i32>>, c: &Ref<Array<i32>>, old: Option<&Ref<Array<i32>>>, space: (i64, i64)) -> Launch {
    let dims = [a.len()];
    let mut outs = [Out::Array { array: arg(c, &dims), old: old.map(|o| arg(o, &dims)) }];
    try_launch(&INCREMENT, &GPU, &[space], &[Arg::Array(arg(a, &dims))], &mut outs)
}

#[test]
fn results_stay_on_the_device_until_they_are_read() {
    with_device(|| {
        // Small arrays get a block, large ones have one.
        for n in [3, 1000] {
            let (a, b, c) = (numbers(n), Array::<i32>::new(n), Array::<i32>::new(n));
            let space = (0, n as i64);
            assert_eq!(increment(&a, &b, None, space), Launch::Done);
            assert_eq!(increment(&b, &c, None, space), Launch::Done);
            assert_eq!((c.get(0), c.get(n - 1), b.get(1), a.get(2)), (2, n + 1, 2, 2));
            // The host writes: the device's copy is void.
            b.set(1, 50);
            assert_eq!(increment(&b, &c, None, space), Launch::Done);
            assert_eq!((c.get(0), c.get(1), c.get(2)), (2, 51, 4));
        }
    });
}

#[test]
fn updates_keep_what_is_not_stored() {
    with_device(|| {
        let (a, scratch, new) = (numbers(1000), Array::<i32>::new(1000), numbers(1000));
        assert_eq!(increment(&a, &a, Some(&a), (10, 20)), Launch::Done);
        assert_eq!((a.get(9), a.get(10), a.get(19), a.get(20)), (9, 11, 20, 20));
        assert_eq!(increment(&a, &scratch, Some(&a), (10, 20)), Launch::Done);
        assert_eq!((scratch.get(9), scratch.get(10), scratch.get(999), a.get(10)), (9, 12, 999, 11));
        // A new array is zero there.
        assert_eq!(increment(&a, &new, None, (10, 20)), Launch::Done);
        assert_eq!((new.get(9), new.get(10), new.get(999)), (0, 12, 0));
    });
}

#[test]
fn a_failing_iteration_leaves_the_old_contents() {
    with_device(|| {
        let a = numbers(1000);
        let dims = [1000];
        let run = |space| {
            let mut outs = [Out::Array { array: arg(&a, &dims), old: Some(arg(&a, &dims)) }];
            try_launch(&FAILING, &GPU, &[space], &[Arg::Array(arg(&a, &dims))], &mut outs)
        };
        assert_eq!(run((100, 1000)), Launch::Failed { iteration: 600 });
        assert_eq!((a.get(100), a.get(699), a.get(999)), (100, 699, 999));
        assert_eq!(run((100, 700)), Launch::Done);
        assert_eq!((a.get(99), a.get(100), a.get(699), a.get(700)), (99, 200, 1398, 700));
    });
}

#[test]
fn matrices_and_their_rows() {
    with_device(|| {
        let m = new_multi::<i32>(&[4, 100], RefType::OBJECT);
        // SAFETY: that is its type.
        let rows: &Ref<Array<Ref<Array<i32>>>> = unsafe { m.cast() };
        rows.get(2).set(99, 5);
        let dims = [4, 100];
        let mut outs = [Out::Accumulate { array: ArrayArg { object: &m, elem: I32, dims: &dims } }];
        assert_eq!(try_launch(&LAST, &GPU, &[(1, 4)], &[Arg::from(7)], &mut outs), Launch::Done);
        assert_eq!((rows.get(0).get(99), rows.get(1).get(99), rows.get(2).get(99), rows.get(2).get(98)), (0, 7, 12, 0));
        // A row alone is a part of the block.
        let row = rows.get(2);
        row.set(3, 30);
        assert_eq!(increment(&row, &row, Some(&row), (3, 100)), Launch::Done);
        assert_eq!((row.get(2), row.get(3), row.get(99), rows.get(3).get(99)), (0, 31, 13, 7));
        // What else lies in the block knows nothing of that.
        rows.get(3).set(0, 9);
        assert_eq!(increment(&row, &row, Some(&row), (3, 4)), Launch::Done);
        assert_eq!((rows.get(3).get(0), row.get(3), rows.get(1).get(99)), (9, 32, 7));
        let mut outs = [Out::Accumulate { array: ArrayArg { object: &m, elem: I32, dims: &dims } }];
        assert_eq!(try_launch(&LAST, &GPU, &[(0, 4)], &[Arg::from(1)], &mut outs), Launch::Done);
        assert_eq!((rows.get(3).get(0), row.get(99), rows.get(1).get(99), row.get(3)), (9, 14, 8, 32));
        // Ragged ones are not taken.
        rows.set(0, rows.get(1));
        let mut outs = [Out::Accumulate { array: ArrayArg { object: &m, elem: I32, dims: &dims } }];
        let launch = try_launch(&LAST, &Place::Auto, &[(1, 4)], &[Arg::from(7)], &mut outs);
        assert!(matches!(launch, Launch::Declined(_)));
    });
}

#[test]
fn what_cannot_be_done_is_declined_with_the_reason() {
    with_device(|| {
        let a = numbers(10);
        let dims = [10];
        let launch = try_launch(&WRONG, &GPU, &[(0, 10)], &[Arg::Array(arg(&a, &dims))], &mut []);
        assert!(matches!(&launch, Launch::Declined(reason) if reason.contains("does not build")), "{launch:?}");
        let launch = try_launch(&INCREMENT, &Place::Gpu(Some(15)), &[(0, 10)], &[], &mut []);
        assert!(matches!(&launch, Launch::Declined(reason) if reason.contains("no device gpu:15")), "{launch:?}");
        let device = platform::choose(&GPU).expect("there is one");
        assert!(Memory::allocate(device, 1 << 50).is_err_and(|e| e.contains("MiB left")));
        let object: &Ref<Object> = a.up();
        assert!(object.same(a.up()) && a.get(9) == 9);
    });
}

/// Each failure in a process of its own: the rules are read once.
#[test]
fn failures_on_purpose() {
    let own = std::env::current_exe().expect("a test knows its program");
    for rule in ["allocate:1", "allocate:2", "allocate:3", "build:1", "launch:1", "read:1"] {
        // Transfers at once, and in slices.
        for slice in ["", "512"] {
            let child = std::process::Command::new(&own)
                .args(["device::tests::one_failure", "--exact", "--ignored"])
                .envs([("SOMD_INJECT", rule), ("SOMD_SLICE", slice)])
                .output()
                .expect("the program runs again");
            let said = String::from_utf8_lossy(&child.stdout).into_owned() + &String::from_utf8_lossy(&child.stderr);
            assert!(child.status.success() && said.contains("1 passed"), "{rule} {slice}:\n{said}");
        }
    }
}

/// The second kernel has run on what only the device has, and nobody hears whether it failed: the host goes on from what was there before.
#[test]
fn a_failure_after_the_kernel() {
    passes(child("one_late_failure", &[("SOMD_INJECT", "read:2")]));
}

#[test]
#[ignore = "a_failure_after_the_kernel runs it, with SOMD_INJECT"]
fn one_late_failure() {
    with_device(|| {
        let a = numbers(1000);
        assert_eq!(limited(&a, i32::MAX), Launch::Done);
        assert!(matches!(limited(&a, i32::MAX), Launch::Declined(_)));
        assert!((0..1000).all(|i| a.get(i) == 2 * i));
    });
}

/// The same in a chain, which puts off what it hears of failures.
#[test]
fn failures_in_a_chain() {
    for rule in ["allocate:1", "allocate:2", "build:1", "launch:1", "launch:2", "launch:3", "read:1"] {
        passes(child("one_failing_chain", &[("SOMD_INJECT", rule)]));
    }
}

#[test]
#[ignore = "failures_in_a_chain runs it, with SOMD_INJECT"]
fn one_failing_chain() {
    with_device(|| {
        let a = numbers(1000);
        chain(|| {
            for _ in 0..3 {
                match limited(&a, i32::MAX) {
                    Launch::Done => {}
                    Launch::Declined(_) => (0..1000).for_each(|i| a.set(i, 2 * a.get(i))),
                    other => panic!("{other:?}"),
                }
            }
        });
        assert!((0..1000).all(|i| a.get(i) == 8 * i));
    });
}

#[test]
#[ignore = "failures_on_purpose runs it, with SOMD_INJECT"]
fn one_failure() {
    with_device(|| {
        // A lost device and a rejected kernel stay so; memory may be free again.
        let lasts = std::env::var("SOMD_INJECT").is_ok_and(|r| !r.starts_with("allocate"));
        let a = numbers(1000);
        let dims = [1000];
        let run = || {
            let mut outs = [Out::Array { array: arg(&a, &dims), old: Some(arg(&a, &dims)) }];
            try_launch(&FAILING, &GPU, &[(0, 700)], &[Arg::Array(arg(&a, &dims))], &mut outs)
        };
        let mut declined = 0;
        while matches!(run(), Launch::Declined(_)) && declined < 2 {
            // The host has what it had, and may go on with it.
            assert_eq!((a.get(1), a.get(699), a.get(700)), (1, 699, 700));
            declined += 1;
        }
        assert_eq!(declined, if lasts { 2 } else { 1 });
        if !lasts {
            assert_eq!((a.get(1), a.get(699), a.get(700)), (2, 1398, 700));
        }
        drop(a);
        let (used, kept) = (&inject::IN_USE, &inject::KEPT);
        use std::sync::atomic::Ordering::Relaxed;
        assert_eq!(used.load(Relaxed), kept.load(Relaxed), "all buffers are given back");
    });
}

#[test]
fn single_elements_are_fetched_alone() {
    with_device(|| {
        let n = 200_000;
        let (a, b) = (numbers(n), Array::<i32>::new(n));
        assert_eq!(increment(&a, &b, None, (0, n as i64)), Launch::Done);
        assert_eq!((b.get(5), b.get(n - 1)), (6, n));
        // A kernel may follow, and the host may read all.
        assert_eq!(increment(&b, &b, Some(&b), (0, n as i64)), Launch::Done);
        assert_eq!(b.get(5), 7);
        assert!((0..n).all(|i| b.get(i) == i + 2));
        b.set(5, 0);
        assert_eq!((b.get(5), b.get(6)), (0, 8));
    });
}

/// The same, of a kernel that says which rows it touches.
static OWN_ROWS: Kernel = Kernel { rows: Rows::OwnOnly, ..INCREMENT };

/// Runs one of the ignored tests below in a process of its own.
fn child(test: &str, settings: &[(&str, &str)]) -> std::process::Child {
    let own = std::env::current_exe().expect("a test knows its program");
    std::process::Command::new(own)
        .args([&format!("device::tests::{test}"), "--exact", "--ignored"])
        .envs(settings.iter().copied())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs again")
}

fn passes(child: std::process::Child) {
    let ended = child.wait_with_output().expect("it was started");
    let said = String::from_utf8_lossy(&ended.stdout).into_owned() + &String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success() && said.contains("1 passed"), "{said}");
}

fn add_one(a: &Ref<Array<i32>>, c: &Ref<Array<i32>>, in_place: bool) -> Launch {
    let dims = [a.len()];
    let mut outs = [Out::Array { array: arg(c, &dims), old: in_place.then(|| arg(c, &dims)) }];
    try_launch(&OWN_ROWS, &GPU, &[(0, a.len() as i64)], &[Arg::Array(arg(a, &dims))], &mut outs)
}

#[test]
fn large_arrays_go_in_slices() {
    passes(child("large_arrays", &[("SOMD_SLICE", "4096")]));
    // They do not fit: slices of them take turns in a few buffers.
    passes(child("large_arrays", &[("SOMD_SLICE", "4096"), ("SOMD_DEVICE_MEMORY", "300000")]));
    passes(child("large_arrays", &[("SOMD_DEVICE_MEMORY", "300000")]));
}

#[test]
#[ignore = "large_arrays_go_in_slices runs it, with its settings"]
fn large_arrays() {
    with_device(|| {
        for n in [63_000, 100_001] {
            let (a, b) = (numbers(n), Array::<i32>::new(n));
            assert_eq!(add_one(&a, &b, false), Launch::Done);
            assert!((0..n).all(|i| b.get(i) == i + 1));
            // In place, what the host has written since among it.
            b.set(n - 1, 7);
            assert_eq!(add_one(&b, &b, true), Launch::Done);
            assert_eq!(add_one(&b, &b, true), Launch::Done);
            assert!((0..n - 1).all(|i| b.get(i) == i + 3) && b.get(n - 1) == 9);
            b.set(0, 1);
            assert_eq!((a.get(5), b.get(0), b.get(1)), (5, 1, 4));
            // Slices that may fail: the first failure of all is told, and what it read is there.
            assert_eq!(limited(&a, 2 * n), Launch::Done);
            a.set(n - 1, 2 * n);
            a.set(n - 5000, 2 * n);
            assert_eq!(limited(&a, 4 * n - 1), Launch::Failed { iteration: (n - 5000) as u64 });
            assert_eq!((a.get(n - 5000), a.get(n - 1)), (2 * n, 2 * n));
            if std::env::var_os("SOMD_DEVICE_MEMORY").is_none() {
                assert_eq!(limited(&a, 4 * n - 1), Launch::Failed { iteration: (n - 5000) as u64 });
            }
        }
    });
}

#[test]
fn first_elements_are_copied_where_they_are() {
    with_device(|| {
        let (a, b, c) = (numbers(1000), Array::<i32>::new(1000), Array::<i32>::new(10));
        let (all, few) = ([1000], [10]);
        assert!(!copy_first(&arg(&a, &all), &arg(&c, &few)), "the host has it");
        assert_eq!(increment(&a, &b, None, (0, 1000)), Launch::Done);
        assert!(copy_first(&arg(&b, &all), &arg(&c, &few)));
        assert!(!copy_first(&arg(&b, &all), &arg(&Array::<i32>::new(0), &[0])));
        drop(b);
        assert_eq!((c.get(0), c.get(9)), (1, 10));
    });
}

#[test]
fn results_are_handed_over_where_they_are() {
    with_device(|| {
        let (a, b, c) = (numbers(1000), Array::<i32>::new(1000), numbers(1000));
        let dims = [1000];
        assert!(!hand_over(&arg(&a, &dims), c.up()), "the host has it");
        assert_eq!(increment(&a, &b, None, (0, 1000)), Launch::Done);
        assert_eq!(increment(&c, &c, Some(&c), (0, 1000)), Launch::Done);
        assert!(hand_over(&arg(&b, &dims), c.up()));
        drop(b);
        assert_eq!((c.get(0), c.get(999), a.get(0)), (1, 1000, 0));
        c.set(0, 5);
        assert_eq!(increment(&c, &a, None, (0, 1000)), Launch::Done);
        assert_eq!((a.get(0), a.get(1)), (6, 3));
    });
}

/// Processes share the folder of binaries, and some of them are killed.
#[test]
fn the_cache_is_shared_with_processes_that_are_killed() {
    let folder = std::env::temp_dir().join(format!("somd-cache-test-{}", std::process::id()));
    let settings = [("SOMD_CACHE", folder.to_str().expect("a temporary folder's name is text"))];
    for round in 0..3u64 {
        let mut running: Vec<_> = (0..4).map(|_| child("one_kernel", &settings)).collect();
        std::thread::sleep(std::time::Duration::from_millis(40 + 60 * round));
        // Some have ended by then.
        let _ = running[0].kill();
        let _ = running[1].kill();
        for (n, child) in running.into_iter().enumerate() {
            if n < 2 {
                let _ = child.wait_with_output();
            } else {
                passes(child);
            }
        }
    }
    passes(child("one_kernel", &settings));
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
}

#[test]
#[ignore = "the_cache_is_shared_with_processes_that_are_killed runs it, with its folder"]
fn one_kernel() {
    with_device(|| {
        let (a, b) = (numbers(1000), Array::<i32>::new(1000));
        assert_eq!(increment(&a, &b, None, (0, 1000)), Launch::Done);
        assert_eq!(b.get(999), 1000);
    });
}

/// A kernel that took long on the cores is on the device in the next run, which knows that.
#[test]
fn auto_remembers_what_kernels_took() {
    let folder = std::env::temp_dir().join(format!("somd-auto-test-{}", std::process::id()));
    let folder_text = folder.to_str().expect("a temporary folder's name is text");
    let settings = [("SOMD_CACHE", folder_text), ("SOMD_AUTO", "any")];
    passes(child("one_run_on_the_cores", &settings));
    passes(child("the_next_on_the_device", &settings));
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
}

fn increment_on_auto() -> Launch {
    let (a, c) = (numbers(1 << 20), Array::<i32>::new(1 << 20));
    let dims = [a.len()];
    let mut outs = [Out::Array { array: arg(&c, &dims), old: None }];
    try_launch(&INCREMENT, &Place::Auto, &[(0, a.len() as i64)], &[Arg::Array(arg(&a, &dims))], &mut outs)
}

#[test]
#[ignore = "auto_remembers_what_kernels_took runs it, with a folder"]
fn one_run_on_the_cores() {
    with_device(|| {
        assert!(matches!(increment_on_auto(), Launch::Declined(_)));
        assert!(super::measures());
        super::on_cores(1.0);
        super::auto::end();
    });
}

#[test]
#[ignore = "auto_remembers_what_kernels_took runs it, with a folder"]
fn the_next_on_the_device() {
    with_device(|| {
        assert!(super::auto::opens());
        assert_eq!(increment_on_auto(), Launch::Done);
        assert!(!super::measures());
    });
}

/// Between launches the host looks at a few rows of a large matrix and changes some: those alone travel.
#[test]
fn rows_travel_alone() {
    with_device(|| {
        let (rows, columns) = (600, 200);
        let a = new_multi::<i32>(&[rows, columns], RefType::OBJECT);
        // SAFETY: a matrix of ints.
        let matrix: &Ref<Array<Ref<Array<i32>>>> = unsafe { a.cast() };
        let (dims, n) = ([rows, columns], (rows * columns) as i64);
        let increment = || {
            let array = ArrayArg { object: a.up(), elem: I32, dims: &dims };
            let mut outs = [Out::Array { array, old: Some(array) }];
            assert_eq!(try_launch(&INCREMENT, &GPU, &[(0, n)], &[Arg::Array(array)], &mut outs), Launch::Done);
        };
        let to_send = || arrays::to_send(&ArrayArg { object: a.up(), elem: I32, dims: &dims });
        increment();
        for round in 1..5 {
            assert_eq!((matrix.get(3).get(7), matrix.get(599).get(199)), (if round == 1 { 1 } else { 101 }, round));
            matrix.get(3).set(7, 100);
            matrix.get(3).set(8, round);
            assert_eq!(to_send(), 800);
            increment();
            assert_eq!(to_send(), 0);
        }
        // Many are fetched at once, around those that were written.
        matrix.get(5).set(0, -1);
        let sum: i64 =
            (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| matrix.get(i).get(j) as i64).sum();
        assert_eq!(sum, 5 * n - 6 + 96);
        matrix.get(5).set(1, -1);
        increment();
        assert_eq!([0, 1, 2].map(|j| matrix.get(5).get(j)), [0, 0, 6]);
        // More than a few are written.
        (0..rows).for_each(|i| matrix.get(i).set(0, i));
        increment();
        (0..rows).for_each(|i| assert_eq!((matrix.get(i).get(0), matrix.get(i).get(2)), (i + 1, 7)));
    });
}

/// A kernel's text is written to a folder, changed there, and the changed one runs.
#[test]
fn kernels_are_edited_and_run_again() {
    let folder = std::env::temp_dir().join(format!("somdc-edited-{}", std::process::id()));
    let dir = folder.to_str().expect("a temporary folder's name is text");
    passes(child("one_edited_kernel", &[("SOMD_DUMP_KERNELS", dir), ("FACTOR", "2")]));
    let file = folder.join("limited.cl");
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(text, LIMITED.source);
    std::fs::write(&file, text.replace("c[i] = a[i] * 2", "c[i] = a[i] * 5")).expect("it can be written over");
    passes(child("one_edited_kernel", &[("SOMD_LOAD_KERNELS", dir), ("FACTOR", "5")]));
    std::fs::remove_dir_all(folder).expect("it was written");
}

#[test]
#[ignore = "kernels_are_edited_and_run_again runs it, with a folder of kernels"]
fn one_edited_kernel() {
    with_device(|| {
        let factor: i32 = std::env::var("FACTOR").expect("it is set").parse().expect("it is a number");
        let a = numbers(100);
        assert_eq!(limited(&a, i32::MAX), Launch::Done);
        assert!((0..100).all(|i| a.get(i) == factor * i));
    });
}
