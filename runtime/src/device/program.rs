//! Kernels built for a device, kept in the process and, as the driver's binaries, in the cache folder.
//!
//! A binary is used only where everything that it depends on is the same: the text, the options, the device, its driver. That key stands
//! in the file in full, with a checksum over the binary, so neither a collision of file names nor a file that was cut short does
//! harm: it is built again. Files are written beside and renamed, so processes may share the folder. It must be [private]: a driver believes a
//! binary. Where it is not, nothing is kept.
//!
//! `SOMD_DUMP_KERNELS=folder` writes each kernel's text there as it is built; `SOMD_LOAD_KERNELS=folder` builds from the text there
//! instead, where there is one: dump, edit, load.

use super::inject;
use super::platform::Device;
use crate::kernel::{ArgKind, Form, Kernel};
use crate::{private, target};
use opencl3::kernel::Kernel as Function;
use opencl3::program::Program;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// What is built for one device, by the address of the descriptor and the variant.
#[derive(Default)]
pub struct Programs {
    built: Mutex<HashMap<(usize, u32, Spaces), BuildResult>>,
}

type BuildResult = Result<Arc<Mutex<Built>>, String>;

/// The kernel functions of a file. Their arguments are set before each launch, so one thread uses them at a time.
pub struct Built {
    pub main: Function,
    /// In [`Form::Blocks`], [`Form::Scan`], [`Form::Sort`] and [`Form::SortedRows`].
    pub combine: Option<Function>,
    /// In [`Form::Scan`], [`Form::Sort`] and [`Form::SortedRows`].
    pub apply: Option<Function>,
    /// Work items of a group of one dimension.
    pub group: usize,
}

/// Which of [`Kernel::constants`] are in constant memory, and which of [`Kernel::images`] are images.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Spaces {
    pub constant: u32,
    pub images: u32,
}

impl Spaces {
    /// As many as fit. `elements`: of each argument that is an array.
    pub fn of(device: &Device, kernel: &Kernel, elements: &dyn Fn(u32) -> Option<usize>) -> Spaces {
        let mut spaces = Spaces::default();
        let (mut room, most) = device.constant;
        for (bit, arg) in kernel.constants.iter().enumerate().take(most as usize) {
            let bytes = match (elements(*arg), kernel.args.get(*arg as usize)) {
                // Drivers count whole buffers.
                (Some(n), Some(ArgKind::Array { elem, .. })) => super::memory::rounded(n * elem.bytes()) as u64,
                _ => continue,
            };
            if bytes <= room {
                room -= bytes;
                spaces.constant |= 1 << bit;
            }
        }
        for (bit, arg) in kernel.images.iter().enumerate() {
            if elements(*arg).is_some_and(|n| n as u64 <= device.images) {
                spaces.images |= 1 << bit;
            }
        }
        spaces
    }
}

/// `variant`: BLOCKING of [`Form::Squares`], 8 · GROUP + ITEMS of [`Form::Strips`], ITEMS of [`Form::Columns`] and [`Form::Whole`] and 16 times what is
/// one more than FIXED, COPIES of [`Form::Local`], ITERATIONS of [`Form::Turns`], ITEMS of [`Form::Sort`] by warps, LISTS of [`Form::Runs`], else 0.
pub fn get(device: &Device, kernel: &'static Kernel, variant: u32, spaces: Spaces) -> BuildResult {
    let mut programs = device.programs.built.lock().unwrap_or_else(|e| e.into_inner());
    programs
        .entry((kernel as *const Kernel as usize, variant, spaces))
        .or_insert_with(|| {
            let _span = crate::profile::span("build", kernel.name).map(|s| s.of(kernel));
            build(device, kernel, variant, spaces).map(|b| Arc::new(Mutex::new(b)))
        })
        .clone()
}

/// Whether that was built, or refused by the driver.
pub fn is_known(device: &Device, kernel: &'static Kernel, variant: u32, spaces: Spaces) -> bool {
    let programs = device.programs.built.lock().unwrap_or_else(|e| e.into_inner());
    programs.contains_key(&(kernel as *const Kernel as usize, variant, spaces))
}

/// The local memory that the tiles of [`Form::Squares`] may take.
const TILES: u64 = 44 << 10;

fn build(device: &Device, kernel: &Kernel, variant: u32, spaces: Spaces) -> Result<Built, String> {
    let folder = |variable: &str| std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    let file = format!("{}.cl", kernel.name);
    let mut source = kernel.source.to_string();
    let mut edited = false;
    if let Some(dir) = folder("SOMD_LOAD_KERNELS") {
        match fs::read_to_string(dir.join(&file)) {
            Ok(text) => {
                target::info(|| format!("kernel {} is read from {}", kernel.name, dir.join(&file).display()));
                (source, edited) = (text, true);
            }
            Err(e) => target::debug(|| format!("{}: {e}", dir.join(&file).display())),
        }
    }
    if let Some(dir) = folder("SOMD_DUMP_KERNELS")
        && let Err(e) = fs::create_dir_all(&dir).and_then(|()| fs::write(dir.join(&file), &source))
    {
        eprintln!("warning: {}: {e}", dir.join(&file).display());
    }
    // Warnings are of what the program says, `x == x` for one, and would be printed when it runs. Who edits a kernel wants them.
    let mut options = String::from(if edited { "-cl-std=CL1.2" } else { "-cl-std=CL1.2 -w" });
    if kernel.fast_math {
        options += " -cl-fast-relaxed-math -cl-denorms-are-zero";
    } else if device.rounds {
        options += " -cl-fp32-correctly-rounded-divide-sqrt";
    }
    match kernel.form {
        Form::Squares { .. } => {
            options += &format!(" -DBLOCKING={variant}");
            if device.local_memory < TILES {
                options += " -DONE_BY_ONE";
            }
            // Two groups on a unit: one computes while the other waits at a barrier.
            if variant == 8 && device.name.contains("NVIDIA") {
                options += " -cl-nv-maxrregcount=128";
            }
        }
        Form::Strips { .. } => options += &format!(" -DGROUP={} -DITEMS={}", variant / 8, variant % 8),
        Form::Columns { .. } | Form::Whole { items: 2.., .. } => {
            options += &format!(" -DITEMS={}", variant % 16);
            if variant >= 16 {
                options += &format!(" -DFIXED={}", variant / 16 - 1);
            }
        }
        Form::Scan { .. } if variant > 0 => {
            options += &format!(" -DLOOK_BACK={variant}{}", if device.warps { " -DWARPS" } else { "" });
        }
        Form::Sort { .. } if variant > 0 => options += &format!(" -DITEMS={variant} -DWARPS"),
        Form::Runs { .. } if variant > 0 => options += &format!(" -DLISTS={variant}"),
        Form::Local if variant > 0 => options += &format!(" -DCOPIES={variant}"),
        Form::Turns { lanes, .. } if variant > 0 => {
            options += &format!(" -DITERATIONS={variant}{}", if lanes && device.warps { " -DWARPS" } else { "" });
        }
        _ => {}
    }
    if spaces.constant > 0 {
        options += &format!(" -DCONSTANT={}", spaces.constant);
    }
    if spaces.images > 0 {
        options += &format!(" -DIMAGES={}", spaces.images);
    }
    if inject::fails("build") {
        return Err(format!("the kernel {} does not build on {} (on purpose)", kernel.name, device.name));
    }
    let program = program(device, kernel.name, &source, &options)?;
    let function =
        |name: &str| Function::create(&program, name).map_err(|e| format!("the kernel {name} is missing ({e})"));
    let parts = match kernel.form {
        Form::Blocks { .. } => 1,
        Form::Scan { .. } if variant == 0 => 2,
        Form::Sort { .. } | Form::SortedRows { .. } => 2,
        _ => 0,
    };
    let part = |n: usize, name: &str| {
        if n <= parts { function(&format!("{}_{name}", kernel.name)).map(Some) } else { Ok(None) }
    };
    let (combine, apply) = (part(1, "combine")?, part(2, "apply")?);
    // A group has its place on a unit until its last work item ends: where data says how long that takes, smaller ones give it back earlier.
    let group = if matches!(kernel.form, Form::Turns { .. }) { 128 } else { 256 };
    Ok(Built { main: function(kernel.name)?, combine, apply, group })
}

fn program(device: &Device, name: &str, source: &str, options: &str) -> Result<Program, String> {
    let key = [&device.name, &device.driver, options, source].join("\0");
    let folder = if device.keeps_binaries { None } else { cache_folder() };
    let path = folder.map(|dir| dir.join("kernels").join(format!("{:016x}.bin", hash(key.as_bytes()))));
    let ids = [device.id.id()];
    if let Some(binary) = path.as_deref().and_then(|p| load(p, &key)) {
        // SAFETY: the device is the context's.
        let program = unsafe { Program::create_from_binary(&device.context, &ids, &[&binary]) };
        if let Ok(mut program) = program
            && program.build(&ids, options).is_ok()
        {
            target::debug(|| format!("kernel {name}: binary from the cache"));
            return Ok(program);
        }
        target::debug(|| format!("kernel {name}: the binary in the cache does not load; built again"));
    }
    let start = std::time::Instant::now();
    let mut program = Program::create_from_source(&device.context, source)
        .map_err(|e| format!("the kernel {name} is not taken ({e})"))?;
    if let Err(e) = program.build(&ids, options) {
        let log = program.get_build_log(ids[0]).unwrap_or_default();
        return Err(format!("the kernel {name} does not build on {} ({e}): {}", device.name, log.trim()));
    }
    target::debug(|| format!("kernel {name}: built in {} ms", start.elapsed().as_millis()));
    if let Some(path) = path
        && let Ok(binaries) = program.get_binaries()
        && let Some(binary) = binaries.first().filter(|b| !b.is_empty())
        && let Err(e) = store(&path, &key, binary)
    {
        target::debug(|| format!("{}: {e}", path.display()));
    }
    Ok(program)
}

/// `SOMD_CACHE`, or the user's cache folder; none where it is not this user's alone.
pub fn cache_folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = match std::env::var_os("SOMD_CACHE").filter(|v| !v.is_empty()) {
                Some(dir) => PathBuf::from(dir),
                None => directories::ProjectDirs::from("", "", "somdc")?.cache_dir().to_path_buf(),
            };
            match private::folder(&folder) {
                Ok(()) => Some(folder),
                Err(e) => {
                    target::info(|| {
                        format!("nothing is kept in {}: {e}; SOMD_CACHE names another folder", folder.display())
                    });
                    None
                }
            }
        })
        .as_deref()
}

const MAGIC: &[u8; 8] = b"SOMDCL1\n";

/// Magic, length of the key, checksum of the binary, key, binary.
fn load(path: &Path, key: &str) -> Option<Vec<u8>> {
    private::folder(path.parent()?).ok()?;
    let bytes = fs::read(path).ok()?;
    let rest = bytes.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_at_checked(8)?;
    let (sum, rest) = rest.split_at_checked(8)?;
    let (stored, binary) = rest.split_at_checked(u64::from_le_bytes(length.try_into().ok()?) as usize)?;
    let intact = stored == key.as_bytes() && hash(binary).to_le_bytes() == sum;
    intact.then(|| binary.to_vec())
}

fn store(path: &Path, key: &str, binary: &[u8]) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    private::folder(folder)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend((key.len() as u64).to_le_bytes());
    bytes.extend(hash(binary).to_le_bytes());
    bytes.extend(key.as_bytes());
    bytes.extend(binary);
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    io::Write::write_all(&mut private::create(&beside)?, &bytes)?;
    fs::rename(&beside, path)
}

/// The same in every process of one build of this crate, which is all that a cache needs.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_intact_are_not_used() {
        let dir = std::env::temp_dir().join(format!("somd-program-test-{}", std::process::id()));
        let path = dir.join("kernels").join("x.bin");
        store(&path, "key", b"binary").expect("a temporary folder can be written");
        assert_eq!(load(&path, "key").as_deref(), Some(&b"binary"[..]));
        assert_eq!(load(&path, "other"), None);
        let whole = fs::read(&path).expect("just written");
        for cut in [0, 5, 12, 20, whole.len() - 1] {
            fs::write(&path, &whole[..cut]).expect("as before");
            assert_eq!(load(&path, "key"), None, "{cut}");
        }
        fs::remove_dir_all(&dir).expect("as before");
    }
}
