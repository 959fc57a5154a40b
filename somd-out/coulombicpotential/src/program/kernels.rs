//! The program's parallel methods. Each is a function over Java arrays; its loops are functions over ranges of iterations.

#![allow(non_snake_case, non_upper_case_globals, unused_parens, unused_mut, unused_variables, unused_assignments)]
#![allow(dead_code, unused_imports, unused_labels, unreachable_code, arithmetic_overflow, clippy::all)]

use somd_runtime::check::{self, Site};
use somd_runtime::grid::{Below, Grid, Held, View};
use somd_runtime::kernel::{Arg, ArgKind, Bytes, Elem, Form, Kernel, Operator, Out, OutputKind, Param, Rows, Scalar};
use somd_runtime::ops;
use somd_runtime::par::{self, BLOCK, Block, LANES, Privates, Run, SMALL, STRIP, Space, Spare};
use somd_runtime::plain::{self, Plain, Unboxed};
use somd_runtime::target::Choice;
use somd_runtime::{Array, Ref};
use std::mem::take;
use std::ops::Range;

/// `(point % side)`
static SITE_0: Site = Site { method: "CoulombicPotential.at", file: "CoulombicPotential.somd", line: 61 };
/// `(point / side)`
static SITE_1: Site = Site { method: "CoulombicPotential.at", file: "CoulombicPotential.somd", line: 62 };

/// A range of iterations of `CoulombicPotential.computePotential(CoulombicPotential.Plane)`:
/// CoulombicPotential.somd:57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
fn CoulombicPotential_at(
    range: Range<usize>,
    space: &Space<1>,
    points: View<i32, 1>,
    side: i32,
    atoms: View<f32, 2>,
    result_: View<f32, 1>,
) {
    let atoms = atoms.bounded([-1, 4]);
    // SAFETY: an index without a check is in range: the compiler has proved it. No two iterations store to one element.
    unsafe {
        let i_range = space.indices(range);
        if side != 0 {
            for strip in par::strips(i_range.clone()) {
                let lanes = strip.len().min(STRIP);
                let mut x_all: [f32; STRIP] = [0.0; STRIP];
                let mut y_all: [f32; STRIP] = [0.0; STRIP];
                let mut energy_all: [f32; STRIP] = [0.0; STRIP];
                for lane in 0..lanes {
                    let i = strip.start + lane as i32;
                    // CoulombicPotential.somd:57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
                    let point: i32 = points.at(i);
                    // CoulombicPotential.somd:61: float x = SPACING * (point % side);
                    x_all[lane] = 0.1_f32 * point.wrapping_rem(side) as f32;
                    // CoulombicPotential.somd:62: float y = SPACING * (point / side);
                    y_all[lane] = 0.1_f32 * point.wrapping_div(side) as f32;
                    // CoulombicPotential.somd:63: float energy = 0;
                    energy_all[lane] = 0.0_f32;
                }
                for j in 0..atoms.len(0) {
                    // CoulombicPotential.somd:67: float dz = HEIGHT - atoms[j][2];
                    let dz: f32 = 0.5_f32 - atoms.at(j, 2);
                    for lane in 0..lanes {
                        // CoulombicPotential.somd:65: float dx = x - atoms[j][0];
                        let dx: f32 = x_all[lane] - atoms.at(j, 0);
                        // CoulombicPotential.somd:66: float dy = y - atoms[j][1];
                        let dy: f32 = y_all[lane] - atoms.at(j, 1);
                        // CoulombicPotential.somd:68: energy += atoms[j][3] / (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
                        energy_all[lane] = energy_all[lane] + atoms.at(j, 3) / f32::sqrt(dx * dx + dy * dy + dz * dz);
                    }
                }
                for lane in 0..lanes {
                    let i = strip.start + lane as i32;
                    // CoulombicPotential.somd:70: return energy;
                    result_.put(i, energy_all[lane]);
                }
            }
        } else {
            for i in i_range {
                let at = space.at([i as i64]);
                // CoulombicPotential.somd:57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
                let point: i32 = points.at(i);
                // CoulombicPotential.somd:61: float x = SPACING * (point % side);
                let x: f32 = 0.1_f32 * point.wrapping_rem(check::non_zero(side, &SITE_0)) as f32;
                // CoulombicPotential.somd:62: float y = SPACING * (point / side);
                let y: f32 = 0.1_f32 * point.wrapping_div(check::non_zero(side, &SITE_1)) as f32;
                // CoulombicPotential.somd:63: float energy = 0;
                let mut energy: f32 = 0.0_f32;
                // CoulombicPotential.somd:64: for (int j = 0; j < atoms.length; j++) {
                for j in 0..atoms.len(0) {
                    // CoulombicPotential.somd:65: float dx = x - atoms[j][0];
                    let dx: f32 = x - atoms.at(j, 0);
                    // CoulombicPotential.somd:66: float dy = y - atoms[j][1];
                    let dy: f32 = y - atoms.at(j, 1);
                    // CoulombicPotential.somd:67: float dz = HEIGHT - atoms[j][2];
                    let dz: f32 = 0.5_f32 - atoms.at(j, 2);
                    // CoulombicPotential.somd:68: energy += atoms[j][3] / (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
                    energy = energy + atoms.at(j, 3) / f32::sqrt(dx * dx + dy * dy + dz * dz);
                }
                // CoulombicPotential.somd:70: return energy;
                result_.put(i, energy);
                at.done();
            }
        }
    }
}

static COULOMBICPOTENTIAL_AT_KERNEL: Kernel = Kernel {
    name: "CoulombicPotential_at",
    source: include_str!("../../kernels/CoulombicPotential_at.cl"),
    method: "CoulombicPotential.computePotential(CoulombicPotential.Plane)",
    place: "CoulombicPotential.somd:57",
    rank: 1,
    args: &[
        ArgKind::Array { name: "points", elem: Elem::I32, rank: 1 },
        ArgKind::Scalar { name: "side", elem: Elem::I32 },
        ArgKind::Array { name: "atoms", elem: Elem::F32, rank: 2 },
    ],
    outputs: &[OutputKind::Array { elem: Elem::F32, rank: 1, zeroed: false }],
    params: &[
        Param::Arg(0),
        Param::Arg(1),
        Param::Arg(2),
        Param::ArgLen { arg: 2, dim: 0 },
        Param::Out(0),
        Param::From(0),
        Param::To(0),
        Param::Chained,
        Param::FirstFailure,
    ],
    form: Form::Strips { items: 4 },
    wide: false,
    checked: true,
    reads_own: false,
    fast_math: false,
    rows: Rows::Any,
    constants: &[],
    images: &[],
    combined: &[],
    uneven: false,
    operations: 488,
    bytes: 264,
};

/// `CoulombicPotential.computePotential(CoulombicPotential.Plane)` over grids: array arguments that it updates become the new values.
fn CoulombicPotential_computePotential_region(
    run: &Run,
    mut points: Grid<i32, 1>,
    mut side: i32,
    mut atoms: Grid<f32, 2>,
) -> Grid<f32, 1> {
    // CoulombicPotential.somd:57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
    let mut result_ = {
        let space = Space::<1>::new([(0 as i64, points.len(0) as i64)]);
        let result_ = Grid::<f32, 1>::new([points.len(0)]);
        let mut outs = [Out::Array { array: result_.arg(), old: None }];
        let launched = run.launch(
            &COULOMBICPOTENTIAL_AT_KERNEL,
            &space,
            &[Arg::Array(points.arg()), Arg::from(side), Arg::Array(atoms.arg())],
            &mut outs,
            &mut |range| {
                let result__view = result_.view_mut();
                let points_view = points.view();
                let atoms_view = atoms.view();
                CoulombicPotential_at(range, &space, points_view, side, atoms_view, result__view);
            },
        );
        if !launched {
            let result__view = result_.view_mut();
            let points_view = points.view();
            let atoms_view = atoms.view();
            run.each(&space, 36 + par::rounds(0_i64, (atoms_view.len(0) as i64)) * (47), &|range| {
                CoulombicPotential_at(range, &space, points_view, side, atoms_view, result__view)
            });
        }
        result_
    };
    take(&mut result_)
}

/// `CoulombicPotential.computePotential(CoulombicPotential.Plane)`
/// CoulombicPotential.somd:57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
pub fn CoulombicPotential_computePotential(
    points: &Ref<Array<i32>>,
    side: i32,
    atoms: &Ref<Array<Ref<Array<f32>>>>,
) -> Ref<Array<f32>> {
    static CHOICE: Choice = Choice::new("CoulombicPotential.computePotential(CoulombicPotential.Plane)");
    let run = &Run::new(&CHOICE);
    let points_grid = Grid::<i32, 1>::argument(points.up());
    let atoms_grid = Grid::<f32, 2>::argument(atoms.up());
    let result_0 = CoulombicPotential_computePotential_region(run, points_grid.clone(), side, atoms_grid.clone());
    result_0.into_array()
}
