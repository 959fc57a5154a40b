//! Calls the library from Rust.

use filters::{Filters, Named, Point, Track};

#[cfg(feature = "views")]
fn views() {
    use filters::views::Filters;
    use ndarray::{Array, Array3, array, s};
    let a = array![1.0f32, 0.0, 2.0, 0.0, 3.0];
    assert_eq!(Filters::smooth(a.slice(s![..;2]), 1).unwrap(), array![1.5, 2.0, 2.5]);
    assert_eq!(Filters::smooth(a.view(), -1).unwrap_err().message.as_deref(), Some("radius -1"));
    let mut numbers = array![1.0, 2.0, 3.0, 4.0];
    Filters::scale(numbers.view_mut(), 10.0).unwrap();
    Filters::scale(numbers.slice_mut(s![..;2]), 10.0).unwrap();
    assert_eq!(numbers, array![100.0, 20.0, 300.0, 40.0]);
    let m = array![[1, 2, 3], [4, 5, 6]];
    assert_eq!(Filters::transpose(m.view()).unwrap(), m.t());
    assert_eq!(Filters::transpose(m.t()).unwrap(), m);
    let mut filled = m.clone();
    Filters::fill(filled.slice_mut(s![.., 1..]), 7).unwrap();
    assert_eq!(filled, array![[1, 7, 7], [4, 7, 7]]);
    let cube: Array3<f64> = Filters::cube(2, 3, 4).unwrap();
    assert_eq!((cube.dim(), cube[[1, 2, 3]], Filters::sum3(cube.view()).unwrap()), ((2, 3, 4), 123.0, 1476.0));
    let mut ints = Array::zeros((1, 2, 2));
    Filters::fill3(ints.view_mut(), 5).unwrap();
    assert_eq!(ints, array![[[5, 6], [5, 6]]]);
    assert!(Filters::ragged(3).is_err());
}

fn main() {
    #[cfg(feature = "views")]
    views();
    assert_eq!(Filters::smooth(&[1.0, 2.0, 3.0], 1).unwrap(), [1.5, 2.0, 2.5]);
    assert_eq!(Filters::smooth(&[], 1).unwrap(), []);
    let error = Filters::smooth(&[1.0], -1).unwrap_err();
    assert_eq!(error.class, "java.lang.IllegalArgumentException");
    assert_eq!(error.message.as_deref(), Some("radius -1"));
    assert_eq!(error.frames, ["Filters.smooth(Filters.somd:20)"]);
    assert_eq!(
        error.to_string(),
        "java.lang.IllegalArgumentException: radius -1\n\tat Filters.smooth(Filters.somd:20)"
    );
    let mut numbers = [1.0, 2.0];
    Filters::scale(&mut numbers, 10.0).unwrap();
    assert_eq!(numbers, [10.0, 20.0]);
    // Java's integers wrap, whatever the settings of this crate.
    assert_eq!(Filters::add(i32::MAX, 1).unwrap(), i32::MIN);
    assert_eq!(Filters::transpose(&[&[1, 2], &[3, 4]]).unwrap(), [[1, 3], [2, 4]]);
    let (mut first, mut second) = ([1, 2, 3], [4]);
    Filters::fill(&mut [&mut first, &mut second], 7).unwrap();
    assert_eq!((first, second), ([7; 3], [7]));
    assert_eq!(Filters::greet("Wörld").unwrap(), "Hello, Wörld!");
    assert_eq!(Filters::split("a bc").unwrap(), ["a", "bc"]);
    assert_eq!(Filters::total(&["ab", "cde"]).unwrap(), 5);
    assert_eq!(Filters::total_floats(&[1.0, 2.0]).unwrap(), 3.0);
    let middle = Filters::middle(&Point { x: 0.0, y: 0.0 }, &Point { x: 2.0, y: 4.0 }).unwrap();
    assert_eq!(middle, Point { x: 1.0, y: 2.0 });
    let named = |name: &str, weight| Named { name: name.into(), at: Point { x: 1.0, y: 2.0 }, weight };
    assert_eq!(Filters::heaviest(&[named("a", 3), named("b", 5)]).unwrap(), named("b", 5));
    assert_eq!(Filters::heaviest(&[]).unwrap_err().class, "java.lang.NullPointerException");
    assert_eq!(Filters::grid(2).unwrap()[1], Point { x: 1.0, y: -1.0 });
    assert!(Filters::any(&[false, true]).unwrap());
    assert_eq!(Filters::fail("why").unwrap_err().class, "Filters$Bad");
    let cube = Filters::cube(2, 3, 4).unwrap();
    assert_eq!((cube.len(), cube[0].len(), cube[1][2][3]), (2, 3, 123.0));
    assert_eq!(Filters::sum3(&cube).unwrap(), 1476.0);
    assert_eq!(Filters::sum3(&[vec![vec![1.0], vec![]], vec![]]).unwrap(), 1.0);
    let mut ints = [vec![vec![0; 2], vec![0]]];
    Filters::fill3(&mut ints, 5).unwrap();
    assert_eq!(ints, [[vec![5, 6], vec![5]]]);
    assert_eq!(Filters::upperAll(&[vec!["a".into()], vec![]]).unwrap(), [vec!["A".to_string()], vec![]]);
    let track = Track {
        name: "x".into(),
        samples: vec![1.0, 2.0],
        marks: vec![vec![1], vec![2, 3]],
        tags: vec!["p".into()],
        at: Point { x: 1.0, y: 2.0 },
    };
    let louder = Filters::louder(&track, 2.0).unwrap();
    assert_eq!((louder.samples.as_slice(), &louder.marks, &louder.tags), (&[2.0, 4.0][..], &track.marks, &track.tags));
    assert_eq!(Filters::longest(&[track, Track { samples: vec![0.0; 3], ..louder }]).unwrap().samples.len(), 3);
    let tracks = Filters::tracks(3).unwrap();
    assert_eq!((tracks[2].samples.len(), tracks[2].marks.clone()), (2, vec![vec![2], vec![]]));
    assert_eq!(Filters::depth(&[vec![vec![1, 2]]]).unwrap(), 112);
    let calls = || (0..500).for_each(|_| assert_eq!(Filters::greet("x").unwrap(), "Hello, x!"));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(calls);
        }
    });
    println!("ok");
}
