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

/// A range of iterations of `NBodySingle.computeForces(float[[][4]])`:
/// NBodySingle.somd:27: return NBodySingle @ force(particles, particles);
fn NBodySingle_force(range: Range<usize>, space: &Space<1>, particles: View<f32, 2>, result_: View<f32, 2>) {
    let particles = particles.bounded([-1, 4]);
    let result_ = result_.bounded([-1, 3]);
    // SAFETY: an index without a check is in range: the compiler has proved it. No two iterations store to one element.
    unsafe {
        let i_range = space.indices(range);
        for strip in par::strips(i_range.clone()) {
            let lanes = strip.len().min(STRIP);
            let mut fx_all: [f32; STRIP] = [0.0; STRIP];
            let mut fy_all: [f32; STRIP] = [0.0; STRIP];
            let mut fz_all: [f32; STRIP] = [0.0; STRIP];
            let mut own_all: [f32; STRIP] = [0.0; STRIP];
            let mut own_1_all: [f32; STRIP] = [0.0; STRIP];
            let mut own_2_all: [f32; STRIP] = [0.0; STRIP];
            for lane in 0..lanes {
                // NBodySingle.somd:31: float fx = 0, fy = 0, fz = 0;
                fx_all[lane] = 0.0_f32;
                // NBodySingle.somd:31: float fx = 0, fy = 0, fz = 0;
                fy_all[lane] = 0.0_f32;
                // NBodySingle.somd:31: float fx = 0, fy = 0, fz = 0;
                fz_all[lane] = 0.0_f32;
            }
            if 0 < particles.len(0) {
                for lane in 0..lanes {
                    let i = strip.start + lane as i32;
                    // NBodySingle.somd:32: for (int j = 0; j < particles.length; j++) {
                    own_all[lane] = particles.at(i, 0);
                    own_1_all[lane] = particles.at(i, 1);
                    own_2_all[lane] = particles.at(i, 2);
                }
                for j in 0..particles.len(0) {
                    for lane in 0..lanes {
                        // NBodySingle.somd:33: float dx = particles[j][0] - p[0];
                        let dx: f32 = particles.at(j, 0) - own_all[lane];
                        // NBodySingle.somd:34: float dy = particles[j][1] - p[1];
                        let dy: f32 = particles.at(j, 1) - own_1_all[lane];
                        // NBodySingle.somd:35: float dz = particles[j][2] - p[2];
                        let dz: f32 = particles.at(j, 2) - own_2_all[lane];
                        // NBodySingle.somd:36: float r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
                        let r2: f32 = dx * dx + dy * dy + dz * dz + 0.0001_f32;
                        // NBodySingle.somd:37: float inverse = 1.0f / (float) Math.sqrt(r2);
                        let inverse: f32 = 1.0_f32 / f32::sqrt(r2);
                        // NBodySingle.somd:38: float f = particles[j][3] * inverse * inverse * inverse;
                        let f: f32 = particles.at(j, 3) * inverse * inverse * inverse;
                        // NBodySingle.somd:39: fx += f * dx;
                        fx_all[lane] = fx_all[lane] + f * dx;
                        // NBodySingle.somd:40: fy += f * dy;
                        fy_all[lane] = fy_all[lane] + f * dy;
                        // NBodySingle.somd:41: fz += f * dz;
                        fz_all[lane] = fz_all[lane] + f * dz;
                    }
                }
            }
            for lane in 0..lanes {
                let i = strip.start + lane as i32;
                // NBodySingle.somd:43: return new float[[3]] { fx, fy, fz };
                result_.put(i, 0, fx_all[lane]);
                result_.put(i, 1, fy_all[lane]);
                result_.put(i, 2, fz_all[lane]);
            }
        }
    }
}

static NBODYSINGLE_FORCE_KERNEL: Kernel = Kernel {
    name: "NBodySingle_force",
    source: include_str!("../../kernels/NBodySingle_force.cl"),
    method: "NBodySingle.computeForces(float[[][4]])",
    place: "NBodySingle.somd:27",
    rank: 1,
    args: &[ArgKind::Array { name: "particles", elem: Elem::F32, rank: 2 }],
    outputs: &[OutputKind::Array { elem: Elem::F32, rank: 2, zeroed: false }],
    params: &[Param::Arg(0), Param::ArgLen { arg: 0, dim: 0 }, Param::Out(0), Param::From(0), Param::To(0)],
    form: Form::Strips { items: 4 },
    wide: false,
    checked: false,
    reads_own: false,
    fast_math: false,
    rows: Rows::Any,
    constants: &[],
    images: &[],
    combined: &[],
    uneven: false,
    operations: 659,
    bytes: 460,
};

/// `NBodySingle.computeForces(float[[][4]])` over grids: array arguments that it updates become the new values.
fn NBodySingle_computeForces_region(run: &Run, mut particles: Grid<f32, 2>) -> Grid<f32, 2> {
    // NBodySingle.somd:27: return NBodySingle @ force(particles, particles);
    let mut result_ = {
        let space = Space::<1>::new([(0 as i64, particles.len(0) as i64)]);
        let result_ = Grid::<f32, 2>::new([particles.len(0), 3]);
        let mut outs = [Out::Array { array: result_.arg(), old: None }];
        let launched =
            run.launch(&NBODYSINGLE_FORCE_KERNEL, &space, &[Arg::Array(particles.arg())], &mut outs, &mut |range| {
                let result__view = result_.view_mut();
                let particles_view = particles.view();
                NBodySingle_force(range, &space, particles_view, result__view);
            });
        if !launched {
            let result__view = result_.view_mut();
            let particles_view = particles.view();
            run.each(&space, 15 + par::rounds(0_i64, (particles_view.len(0) as i64)) * (76), &|range| {
                NBodySingle_force(range, &space, particles_view, result__view)
            });
        }
        result_
    };
    take(&mut result_)
}

/// `NBodySingle.computeForces(float[[][4]])`
/// NBodySingle.somd:27: return NBodySingle @ force(particles, particles);
pub fn NBodySingle_computeForces(particles: &Ref<Array<Ref<Array<f32>>>>) -> Ref<Array<Ref<Array<f32>>>> {
    static CHOICE: Choice = Choice::new("NBodySingle.computeForces(float[[][4]])");
    let run = &Run::new(&CHOICE);
    let particles_grid = Grid::<f32, 2>::argument(particles.up());
    let result_0 = NBodySingle_computeForces_region(run, particles_grid.clone());
    result_0.into_array()
}
