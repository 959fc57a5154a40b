//! Compiles kernels by the OpenCL implementation of this machine (PoCL), and finds the device that oclgrind simulates.

use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device, cl_device_id};
use opencl3::platform::get_platforms;
use opencl3::program::Program;
use std::path::{Path, PathBuf};

const OPTIONS: &str = "-cl-std=CL1.2 -Werror";

/// How many devices there are.
pub fn devices() -> Result<usize, String> {
    // Where the library is missing, the loader panics in some versions and gives an error in others.
    std::panic::catch_unwind(|| all_devices().map(|d| d.len())).unwrap_or_else(|_| Err("no OpenCL library".into()))
}

fn all_devices() -> Result<Vec<cl_device_id>, String> {
    let platforms = get_platforms().map_err(|e| e.to_string())?;
    Ok(platforms.iter().flat_map(|p| p.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default()).collect())
}

/// The implementations and devices of this machine, with their versions.
pub fn names() -> Result<String, String> {
    let said = |text: Result<String, _>| text.unwrap_or_default();
    let platforms = get_platforms().map_err(|e| e.to_string())?;
    let mut names: String = platforms.iter().map(|p| said(p.version()) + "\n").collect();
    for device in all_devices()?.into_iter().map(Device::new) {
        names.push_str(&format!("{} {}\n", said(device.name()), said(device.driver_version())));
    }
    Ok(names)
}

/// A folder for `LD_LIBRARY_PATH` with which no OpenCL library can be loaded: the first that is found is none.
pub fn no_library(folder: &Path) -> Result<PathBuf, String> {
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(folder.join("libOpenCL.so.1"), ""));
    written.map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder.to_path_buf())
}

/// A folder for `OCL_ICD_VENDORS` with which the one OpenCL device is oclgrind's.
pub fn simulator(folder: &Path) -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let library = std::env::split_paths(&path)
        .map(|bin| bin.join("../lib/oclgrind/liboclgrind-rt-icd.so"))
        .find_map(|library| library.canonicalize().ok())
        .ok_or("there is no oclgrind/liboclgrind-rt-icd.so beside oclgrind")?;
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join("oclgrind.icd"), format!("{}\n", library.display())));
    written.map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder.to_path_buf())
}

/// The compiler's messages where it rejects the kernel or warns.
pub fn compile(text: &str) -> Result<(), String> {
    let id = all_devices()?.into_iter().next().ok_or("OpenCL offers no device")?;
    let context = Context::from_device(&Device::new(id)).map_err(|e| e.to_string())?;
    Program::create_and_build_from_source(&context, text, OPTIONS)
        .map(|_| ())
        .map_err(|log| format!("the kernel does not compile:\n{log}"))
}
