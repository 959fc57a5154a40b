//! What a device can do at most, measured at the end of a program that is profiled.

use super::super::platform::Device;
use crate::profile::Limits;
use opencl3::command_queue::CommandQueue;
use opencl3::error_codes::ClError;
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::program::Program;
use std::ptr;

/// `T` is a vector of eight numbers: a processor computes with them at once, a GPU with one after the other.
const SOURCE: &str = "
#define ARITHMETIC(NAME, T, N)                                                                       \\
__kernel void NAME(__global T##8* to, T by) {                                                        \\
    T##8 a = (T)get_global_id(0), b = a + by, c = b + by, d = c + by;                                \\
    for (int i = 0; i < N; i++) { a = a * by + by; b = b * by + by; c = c * by + by; d = d * by + by; } \\
    to[get_global_id(0)] = a + b + c + d;                                                            \\
}
ARITHMETIC(with_float, float, 4096)
#ifdef cl_khr_fp64
ARITHMETIC(with_double, double, 1024)
#endif
__kernel void copied(__global const float4* restrict from, __global float4* restrict to) {
    to[get_global_id(0)] = from[get_global_id(0)];
}
";

/// Those of a device that answers; None where it cannot be measured.
pub(super) fn of(device: &Device) -> Option<Limits> {
    if !device.answers() {
        return None;
    }
    measured(device).ok()
}

fn measured(device: &Device) -> Result<Limits, ClError> {
    let program = Program::create_and_build_from_source(&device.context, SOURCE, "-w -cl-mad-enable")
        .map_err(|_| ClError(opencl3::error_codes::CL_BUILD_PROGRAM_FAILURE))?;
    let queue = &device.queues.compute;
    // No cache holds it; a small device has room for it.
    let bytes = (128u64 << 20).min(device.largest / 4).min(device.memory / 8) as usize / 4096 * 4096;
    // SAFETY: no host pointers are given.
    let buffer = || unsafe { Buffer::<u8>::create(&device.context, CL_MEM_READ_WRITE, bytes, ptr::null_mut()) };
    let (from, to) = (buffer()?, buffer()?);
    let copied = Kernel::create(&program, "copied")?;
    // SAFETY: as many vectors as the buffers have.
    let copy = || unsafe {
        let mut run = ExecuteKernel::new(&copied);
        run.set_arg(&from).set_arg(&to).set_global_work_size(bytes / 16);
        run.enqueue_nd_range(queue)
    };
    let bandwidth = best(2.0 * bytes as f64, queue, &copy)?;
    // Enough for every unit of the largest devices, and little for a processor.
    let items = if device.shares_memory { 64 * device.units as usize } else { 2048 * device.units as usize };
    let items = items.min(bytes / 64);
    let float = {
        let kernel = Kernel::create(&program, "with_float")?;
        // SAFETY: each work item writes one vector, for which there is room.
        let run = || unsafe {
            let mut run = ExecuteKernel::new(&kernel);
            run.set_arg(&to).set_arg(&0.25f32).set_global_work_size(items);
            run.enqueue_nd_range(queue)
        };
        best(items as f64 * 4096.0 * 64.0, queue, &run)?
    };
    let double = match Kernel::create(&program, "with_double") {
        Ok(kernel) => {
            // SAFETY: as above.
            let run = || unsafe {
                let mut run = ExecuteKernel::new(&kernel);
                run.set_arg(&to).set_arg(&0.25f64).set_global_work_size(items);
                run.enqueue_nd_range(queue)
            };
            best(items as f64 * 1024.0 * 64.0, queue, &run)?
        }
        Err(_) => 0.0,
    };
    Ok(Limits { name: device.name.clone(), bandwidth, float, double })
}

/// The most that one of a few runs gives a second, by the device's clock.
fn best(
    amount: f64,
    queue: &CommandQueue,
    run: &dyn Fn() -> Result<opencl3::event::Event, ClError>,
) -> Result<f64, ClError> {
    let mut best = f64::INFINITY;
    for _ in 0..4 {
        let event = run()?;
        queue.finish()?;
        let time = event.profiling_command_end()?.saturating_sub(event.profiling_command_start()?);
        best = best.min(time as f64);
    }
    Ok(if best > 0.0 { amount * 1e9 / best } else { 0.0 })
}
