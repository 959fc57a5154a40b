//! When the commands of devices ran, for the [profile](crate::profile).
//!
//! Times come from OpenCL's own events, so a kernel's time holds no launch and no waiting. They are asked for once a batch of commands is
//! over, not while the program waits for a result. The clock of a device is set against the host's at the first command.

use super::platform::Device;
use crate::kernel::Kernel;
use crate::profile::{self, Event as Recorded, Limits};
use crate::work::Amount;
use opencl3::event::Event;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard};

mod limits;

/// What a command of a device does.
#[derive(Clone, Copy)]
pub enum What {
    /// With what it does, and its iterations.
    Kernel {
        kernel: &'static Kernel,
        part: &'static str,
        amount: Amount,
        iterations: u64,
    },
    ToDevice(usize),
    ToHost(usize),
    Within(usize),
}

impl What {
    /// Iterations of a kernel whose arrays have so many bytes.
    pub fn of(kernel: &'static Kernel, bytes: usize, iterations: u64) -> What {
        let amount = profile::coming(kernel, iterations).unwrap_or_else(|| Amount::of_bytes(bytes));
        What::Kernel { kernel, part: "", amount, iterations }
    }

    /// A function of a kernel's that goes through so many bytes.
    pub fn part(kernel: &'static Kernel, part: &'static str, bytes: usize, iterations: u64) -> What {
        What::Kernel { kernel, part, amount: Amount::of_bytes(bytes), iterations }
    }
}

/// The commands of all devices.
#[derive(Default)]
struct Commands {
    /// Those whose times have not been asked for yet.
    pending: Vec<(&'static Device, What, Arc<Event>)>,
    /// What a device's clock said at the start.
    offsets: Vec<(&'static Device, i128)>,
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
    if !commands.offsets.iter().any(|(known, _)| ptr::eq(*known, device))
        && let Ok(queued) = event.profiling_command_queued()
    {
        commands.offsets.push((device, queued as i128 - start.elapsed().as_nanos() as i128));
    }
    commands.pending.push((device, what, event.clone()));
    if commands.pending.len() >= BATCH {
        resolve(&mut commands);
    }
}

/// Asks for all times that are missing. The names of the devices' lanes: two each, from lane 1 on; and what the devices can do.
pub fn finish() -> (Vec<String>, Vec<Limits>) {
    let mut commands = lock();
    resolve(&mut commands);
    super::many::report::print();
    // Of devices of one name the first is measured.
    let used: Vec<&Device> = commands.offsets.iter().map(|(device, _)| *device).collect();
    let first = |(k, d): &(usize, &&Device)| !used[..*k].iter().any(|o| o.name == d.name);
    let limits = used.iter().enumerate().filter(first).filter_map(|(_, device)| limits::of(device)).collect();
    let name = |d: &Device| if used.len() > 1 { format!("{} [{}]", d.name, d.number) } else { d.name.clone() };
    let lanes = |name: String| [format!("{name}: kernels"), format!("{name}: copies")];
    (used.iter().flat_map(|device| lanes(name(device))).collect(), limits)
}

/// Asks for the times of all pending commands.
fn resolve(commands: &mut Commands) {
    for (device, what, event) in std::mem::take(&mut commands.pending) {
        let times = event.wait().and_then(|()| Ok((event.profiling_command_start()?, event.profiling_command_end()?)));
        let Ok((start, end)) = times else { continue };
        let Some(number) = commands.offsets.iter().position(|(known, _)| ptr::eq(*known, device)) else { continue };
        let nanoseconds = |n: i128| i64::try_from(n).unwrap_or_default();
        let from = nanoseconds(start as i128 - commands.offsets[number].1);
        let time = nanoseconds(end as i128 - start as i128);
        let (kernels, copies) = (1 + 2 * number, 2 + 2 * number);
        let copy = |name: &'static str, bytes: usize| Recorded {
            category: "copy",
            name: name.into(),
            lane: copies,
            from,
            time,
            own: time,
            numbers: vec![("bytes", bytes as u64)],
            method: "",
            place: "",
        };
        super::many::report::ran(device, &what, u64::try_from(time).unwrap_or(0));
        profile::push(match what {
            What::Kernel { kernel, part, amount, iterations } => {
                let mut numbers = vec![("iterations", iterations), ("text", kernel.number().into())];
                numbers.extend(profile::numbers(&amount));
                Recorded {
                    category: "kernel",
                    name: format!("{}{part}", kernel.name).into(),
                    lane: kernels,
                    numbers,
                    method: kernel.method,
                    place: kernel.place,
                    ..copy("", 0)
                }
            }
            What::ToDevice(bytes) => copy("to the device", bytes),
            What::ToHost(bytes) => copy("to the host", bytes),
            What::Within(bytes) => copy("within the device", bytes),
        });
    }
}
