//! Tests of parallel loops, reductions and scans: what one thread gives, many give, and a failure stops them.

use super::*;
use crate::check::Site;
use crate::test_program::thrown;

static SITE: Site = Site { method: "Main.f", file: "Main.somd", line: 1 };

#[test]
fn scans_are_the_same_in_parts_and_at_once() {
    crate::test_program::enter(|| {
        let values: Vec<i32> = (0..100_000).map(|i: i32| i.wrapping_mul(i) % 1000 - 300).collect();
        let run = Run::at(Place::Cpu, "Main.f");
        let scan = |associative: bool| {
            let parts = values.chunks(BLOCK).chain([&[][..]]);
            let grid = run.scan(parts, 7, associative, |a: i32, b: i32| a.wrapping_add(b));
            // SAFETY: as many as there are values.
            unsafe { std::slice::from_raw_parts(grid.view().elements(), values.len()).to_vec() }
        };
        assert_eq!(scan(true), scan(false));
        assert_eq!(scan(true)[1], 7 + values[0] + values[1]);
    });
}

#[test]
fn the_first_failing_iteration_is_the_one_reported() {
    let run = Run::at(Place::Cpu, "Main.f");
    let space = Space::<1>::new([(0, 1_000_000)]);
    let body = |range: Range<usize>| {
        for i in space.indices(range) {
            let at = space.at([i as i64]);
            // Fails from 500 001 on, with another message each time.
            check::index(i, 500_001, &SITE);
            at.done();
        }
    };
    let message = "java.lang.ArrayIndexOutOfBoundsException: Index 500001 out of bounds for length 500001";
    assert_eq!(thrown(|| run.each(&space, 10, &body)), message);
    assert_eq!(thrown(|| drop(run.blocks(1_000_000, 10, &body))), message);
}

/// What runs behind a failure ends there, and what runs before it goes on: it may hold an earlier one.
#[test]
fn a_failure_stops_the_gang() {
    let run = Run::at(Place::Cpu, "Main.f");
    let (count, ran) = (1_000_000, AtomicUsize::new(0));
    let space = Space::<1>::new([(0, count)]);
    let body = |range: Range<usize>| {
        for i in space.indices(range) {
            let at = space.at([i as i64]);
            ran.fetch_add(1, Ordering::Relaxed);
            check::index(0, i32::from(i != 3), &SITE);
            at.done();
        }
    };
    let message = "java.lang.ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0";
    // So many operations each that ranges look after every other iteration.
    assert_eq!(thrown(|| run.each(&space, POLL / 2, &body)), message);
    let each = ran.swap(0, Ordering::Relaxed);
    assert_eq!(thrown(|| drop(run.blocks(count as usize, 1000, &body))), message);
    let blocks = ran.into_inner();
    // The failure is among the first that one thread runs. How far the others are by then is the system's to say.
    assert!(each < count as usize, "{each}");
    assert!(blocks < count as usize, "{blocks}");
}

#[test]
fn few_long_iterations_are_divided_and_give_the_same_bits() {
    let run = Run::at(Place::Cpu, "Main.f");
    let add = |a: f64, b: f64| a + b;
    for count in [33usize, 255, 256, 257, 1000, BLOCK, BLOCK + 7] {
        let part = |block: Block| {
            let mut lanes = [-0.0f64; LANES];
            for row in rows(block, LANES) {
                for (i, lane) in row.zip(&mut lanes) {
                    *lane += 1.0 / (i as f64 + 0.3);
                }
            }
            lanes
        };
        let whole = run.blocks(count, 1, &|range| halve(part(Block::whole(range)), add));
        let place = |all: &mut [f64; LANES], part: [f64; LANES], at: Range<usize>| {
            all[at.clone()].copy_from_slice(&part[..at.len()]);
        };
        let divided = run.lanes(count, 1_000_000, &part, &place, &|lanes| halve(lanes, add));
        assert_eq!(
            whole.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
            divided.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_search_finds_the_first_and_ends_at_a_failure() {
    let run = Run::at(Place::Cpu, "Main.f");
    let space = Space::<1>::new([(10, 1_000_010)]);
    let search = |wanted: i32, fails: i32| {
        run.search(&space, 10, &|range| {
            for i in space.indices(range) {
                let at = space.at([i as i64]);
                check::index(0, i32::from(i != fails), &SITE);
                at.done();
                if i % 400_000 == wanted {
                    return Some(space.number([i as i64]));
                }
            }
            None
        })
    };
    assert_eq!(search(10, -1), Some(0));
    assert_eq!(search(399_999, 700_000), Some(399_989));
    assert_eq!(search(399_999, 300_010), Some(300_000));
    assert_eq!(search(-1, -1), None);
    assert_eq!(search(-1, 1_000_009), Some(999_999));
}

#[test]
fn ranges_of_neighbours_share_no_cache_line() {
    for (lo, hi) in [(0, 100_000), (1, 99_999), (-5, 7_777), (63, 64), (1, 70)] {
        let space = Space::<1>::new([(lo, hi)]);
        for threads in [2, 3, 7, 16, 64] {
            let cut = Cut::of(&space, &(0..space.count()), threads, 1, true);
            let ranges: Vec<Range<usize>> = (0..cut.tasks()).map(|k| cut.range(k)).collect();
            assert_eq!(ranges.iter().map(|r| r.len()).sum::<usize>(), space.count());
            for two in ranges.windows(2) {
                assert_eq!(two[0].end, two[1].start);
                // The first element of a range, of bytes even, begins a cache line.
                assert_eq!((lo + two[1].start as i64).rem_euclid(64), 0);
            }
        }
    }
    let square = Space::<2>::new([(1, 999), (1, 999)]);
    let rows = Cut::of(&square, &(0..square.count()), 2, 1, true);
    assert!((0..rows.tasks()).all(|k| rows.range(k).start.is_multiple_of(998)));
}

#[test]
fn ranges_of_long_iterations_are_whole_strips() {
    for (count, threads) in [(4096, 16), (262_144, 16), (5000, 2), (100, 16)] {
        let cut = Cut::of(&Space::<1>::new([(0, count)]), &(0..count as usize), threads, 1, false);
        let ranges: Vec<Range<usize>> = (0..cut.tasks()).map(|k| cut.range(k)).collect();
        assert_eq!(ranges.iter().map(|r| r.len()).sum::<usize>(), count as usize);
        assert!(ranges.len() >= threads.min(count as usize / STRIP).max(1));
        assert!(count < 1000 || ranges.iter().all(|r| r.start % STRIP == 0));
    }
}

#[test]
fn rows_cover_a_range() {
    let space = Space::<2>::new([(1, 4), (10, 15)]);
    let points: Vec<(i32, i32)> = space.rows(3..12).flat_map(|(i, js)| js.map(move |j| (i, j))).collect();
    assert_eq!(points, [(1, 13), (1, 14), (2, 10), (2, 11), (2, 12), (2, 13), (2, 14), (3, 10), (3, 11)]);
    assert_eq!(space.number([3, 11]), 11);
}

#[test]
fn bands_cover_a_range_once() {
    let (height, width) = (21, 5);
    let space = Space::<2>::new([(1, 1 + height), (10, 10 + width)]);
    for (from, to) in [(0, 105), (0, 3), (2, 4), (3, 12), (5, 50), (4, 95), (40, 105), (7, 7)] {
        let mut points: Vec<(i32, i32)> =
            space.bands(from..to).flat_map(|(is, js)| is.flat_map(move |i| js.clone().map(move |j| (i, j)))).collect();
        points.sort();
        assert_eq!(points, space.rows(from..to).flat_map(|(i, js)| js.map(move |j| (i, j))).collect::<Vec<_>>());
    }
    let rows: Vec<usize> = space.bands(3..100).map(|(is, _)| is.len()).collect();
    assert_eq!(rows, [1, 8, 8, 3]);
}

#[test]
fn long_iterations_are_given_out_in_whole_strips() {
    let run = Run::at(Place::Cpu, "Main.f");
    let count = STRIP * 8 * pool::threads() * 3 + 5;
    let space = Space::<1>::new([(0, count as i64)]);
    let short = std::sync::Mutex::new(0);
    run.each(&space, 1_000_000, &|range| {
        if range.len() < STRIP {
            *short.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        }
    });
    // The ends of the threads' ranges alone.
    assert!(short.into_inner().unwrap_or_else(PoisonError::into_inner) <= 8 * pool::threads());
}

#[test]
fn one_part_is_its_own_total() {
    let add = |a: i32, b: i32| a + b;
    let parts = |n: i32| (1..=n).collect::<Parts<i32>>();
    assert!(matches!(parts(1), Parts::One([1])) && matches!(parts(0), Parts::Many(many) if many.is_empty()));
    assert_eq!([0, 1, 2, 100].map(|n| tree(parts(n), 0, add)), [0, 1, 3, 5050]);
    assert_eq!(parts(3)[1..], [2, 3]);
}

#[test]
fn little_is_one_block_and_no_work_for_two() {
    assert!(is_little(0, usize::MAX) && is_little(10, 8) && is_little(BLOCK, 1));
    assert!(!is_little(BLOCK + 1, 0) && !is_little(MIN_CHUNK, 2) && !is_little(2, usize::MAX));
}

#[test]
fn views_of_parts_of_an_array_tell_whether_they_meet() {
    let mut all = [0_i64; 12];
    let (left, right) = all.split_at_mut(6);
    let (left, right) = (View::of(left, [6]), View::of(right, [2, 3]));
    assert!(left.is_apart_from(&right) && right.is_apart_from(&left) && !right.is_apart_from(&right));
    assert!(!View::of(&mut all[5..7], [2]).is_apart_from(&left));
}
