//! Compiles kernels by the OpenCL implementation of this machine (PoCL).

use opencl3::context::Context;
use opencl3::device::Device;
use opencl3::platform::get_platforms;
use opencl3::program::Program;

const OPTIONS: &str = "-cl-std=CL1.2 -Werror";

/// How many platforms there are.
pub fn platforms() -> Result<usize, String> {
    // Where the library is missing, the loader panics in some versions and gives an error in others.
    std::panic::catch_unwind(|| get_platforms().map(|p| p.len()).map_err(|e| e.to_string()))
        .unwrap_or_else(|_| Err("no OpenCL library".into()))
}

/// The compiler's messages where it rejects the kernel or warns.
pub fn compile(text: &str) -> Result<(), String> {
    let platforms = get_platforms().map_err(|e| e.to_string())?;
    let devices = platforms.iter().flat_map(|p| p.get_devices(opencl3::device::CL_DEVICE_TYPE_ALL).unwrap_or_default());
    let id = devices.into_iter().next().ok_or("OpenCL offers no device")?;
    let context = Context::from_device(&Device::new(id)).map_err(|e| e.to_string())?;
    Program::create_and_build_from_source(&context, text, OPTIONS)
        .map(|_| ())
        .map_err(|log| format!("the kernel does not compile:\n{log}"))
}
