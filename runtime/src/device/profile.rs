//! When the commands of devices ran, for the [profile](crate::profile).
//!
//! Times come from OpenCL's own events, so a kernel's time holds no launch and no waiting. They are asked for once a batch of commands is
//! over, not while the program waits for a result. The clock of a device is set against the host's at the first command.

use super::platform::Device;
use crate::kernel::Kernel;
use crate::profile::{self, line};
use opencl3::event::Event;
use std::sync::{Arc, Mutex, MutexGuard};

/// What a command of a device does.
pub enum What {
    /// With the bytes of all arrays it was given, and its iterations.
    Kernel {
        kernel: &'static Kernel,
        part: &'static str,
        bytes: usize,
        iterations: u64,
    },
    ToDevice(usize),
    ToHost(usize),
    Within(usize),
}

/// The commands of all devices.
#[derive(Default)]
struct Commands {
    /// Those whose times have not been asked for yet.
    pending: Vec<(&'static Device, What, Arc<Event>)>,
    /// What a device's clock said at the start, by its name.
    offsets: Vec<(String, i128)>,
}

static COMMANDS: Mutex<Commands> = Mutex::new(Commands { pending: Vec::new(), offsets: Vec::new() });

/// So many commands are asked for their times together.
const BATCH: usize = 1024;

fn lock() -> MutexGuard<'static, Commands> {
    COMMANDS.lock().unwrap_or_else(|e| e.into_inner())
}

/// A command that was enqueued.
pub fn record(device: &'static Device, what: What, event: &Arc<Event>) {
    let Some(start) = profile::start() else { return };
    let mut commands = lock();
    if !commands.offsets.iter().any(|(name, _)| *name == device.name)
        && let Ok(queued) = event.profiling_command_queued()
    {
        commands.offsets.push((device.name.clone(), queued as i128 - start.elapsed().as_nanos() as i128));
    }
    commands.pending.push((device, what, event.clone()));
    if commands.pending.len() >= BATCH {
        resolve(&mut commands);
    }
}

/// Asks for all times that are missing. The names of the devices' lanes: two each, from lane 1 on.
pub fn finish() -> Vec<String> {
    let mut commands = lock();
    resolve(&mut commands);
    commands.offsets.iter().flat_map(|(name, _)| [format!("{name}: kernels"), format!("{name}: copies")]).collect()
}

/// Asks for the times of all pending commands.
fn resolve(commands: &mut Commands) {
    for (device, what, event) in std::mem::take(&mut commands.pending) {
        let times = event.wait().and_then(|()| Ok((event.profiling_command_start()?, event.profiling_command_end()?)));
        let Ok((start, end)) = times else { continue };
        let Some(number) = commands.offsets.iter().position(|(name, _)| *name == device.name) else { continue };
        let (from, time) = (start as i128 - commands.offsets[number].1, end as i128 - start as i128);
        let (kernels, copies) = (1 + 2 * number, 2 + 2 * number);
        let text = match what {
            What::Kernel { kernel, part, bytes, iterations } => {
                let operations = iterations.saturating_mul(kernel.operations.into());
                let numbers = [
                    ("bytes", bytes as u64),
                    ("iterations", iterations),
                    ("operations", operations),
                    ("text", kernel.number().into()),
                ];
                let source = format!("{} {}", kernel.method, kernel.place);
                line(&format!("{}{part}", kernel.name), "kernel", kernels, from, time, &numbers, source.trim())
            }
            What::ToDevice(bytes) => line("to the device", "copy", copies, from, time, &[("bytes", bytes as u64)], ""),
            What::ToHost(bytes) => line("to the host", "copy", copies, from, time, &[("bytes", bytes as u64)], ""),
            What::Within(bytes) => {
                line("within the device", "copy", copies, from, time, &[("bytes", bytes as u64)], "")
            }
        };
        profile::push(text);
    }
}
