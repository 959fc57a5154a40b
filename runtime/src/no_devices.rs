//! What stands for the module `device` in a program that has no kernels: nothing runs on devices, and OpenCL is not compiled.

use crate::cluster::Divisible;
use crate::kernel::{Arg, ArrayArg, Kernel, Launch, Out};
use crate::object::{Object, Ref};
use crate::target::Place;

pub mod profile {
    //! Devices have no lanes in the profile.

    pub fn finish() -> (Vec<String>, Vec<crate::profile::Limits>) {
        Default::default()
    }
}

pub fn end() -> bool {
    false
}

/// No launch is measured.
pub fn measures() -> bool {
    false
}

pub fn on_cores(_: f64) {}

pub fn try_launch(
    _: &'static Kernel,
    _: &Place,
    _: &[(i64, i64)],
    _: Option<&Divisible>,
    _: &[Arg],
    _: &mut [Out],
) -> Launch {
    Launch::Declined("the program was built without devices".into())
}

pub fn chain<R>(region: impl Fn() -> R) -> R {
    region()
}

/// No array has a copy on a device.
pub fn copy_first(_: &ArrayArg, _: &ArrayArg) -> bool {
    false
}

/// No array has a copy on a device.
pub fn hand_over(_: &ArrayArg, _: &Ref<Object>) -> bool {
    false
}

pub fn leaked() -> Option<usize> {
    None
}
