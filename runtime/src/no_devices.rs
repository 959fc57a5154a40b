//! What stands for the module `device` in a program that has no kernels: nothing runs on devices, and OpenCL is not compiled.

use crate::cluster::Divisible;
use crate::cluster::divide::{Part, Reach};
use crate::kernel::{Arg, ArrayArg, Kernel, Launch, Out, Scalar};
use crate::object::{Object, Ref};
use crate::target::Place;
use std::ops::Range;

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

/// There is none.
pub enum Device {}

pub fn of_rank(_: Place, _: usize) -> Result<&'static Device, String> {
    Err("the program was built without devices".into())
}

pub fn runs_parts(_: &Kernel, _: &Divisible, _: &[(i64, i64)], _: &[Arg], _: &[Out]) -> bool {
    false
}

/// A rank's part that a device runs: there is none.
pub enum OwnPart {}

pub enum RankEnded {
    Done(Vec<u8>),
    Failed(u64),
}

impl OwnPart {
    /// # Errors
    /// Always.
    pub fn new(
        device: &'static Device,
        _: &'static Kernel,
        _: &Reach,
        _: &[(i64, i64)],
        _: &Part,
        _: &[Arg],
        _: &[Out],
    ) -> Result<Option<OwnPart>, String> {
        match *device {}
    }

    pub fn launch(&mut self, _: &mut Part, _: &[Out]) -> RankEnded {
        match *self {}
    }

    pub fn add(&self) {
        match *self {}
    }

    pub fn combine(&self, _: &[u8]) -> Vec<Scalar> {
        match *self {}
    }
}

/// What a rank's device has of an array: nothing.
#[derive(Default)]
pub struct OwnRows {}

impl OwnRows {
    pub fn to_host(&self, _: *mut u8, _: &Range<usize>) {}

    pub fn changed(&self, _: &Range<usize>) {}

    pub fn forget(&self) {}

    pub fn has_some(&self) -> bool {
        false
    }

    pub fn stored(&self, _: Range<usize>) {}
}
