//! Processes: what the tests need on this machine, and running things under a time limit.

use crate::report;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a process gave.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    pub code: i32,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

/// Runs a command to its end, or ends it after the limit.
pub fn run(command: &mut Command, input: &[u8], limit: Duration) -> Result<Ran, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot run {name}: {e}"))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if let Some(mut stdin) = stdin {
                // A program that does not read its input closes the pipe early: that is its right.
                let _ = stdin.write_all(input);
            }
        });
        let out = scope.spawn(move || read_all(stdout));
        let err = scope.spawn(move || read_all(stderr));
        let mut pause = Duration::from_micros(200);
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Ok(status),
                Ok(None) if started.elapsed() > limit => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break Err(format!("still running after {} s", limit.as_secs()));
                }
                Ok(None) => std::thread::sleep(pause),
                Err(e) => break Err(format!("{name}: {e}")),
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        };
        // The readers end with the pipes; they cannot panic.
        let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
        let status = status?;
        let code = status.code().ok_or_else(|| {
            format!("ended by a signal ({status}); standard error:\n{}", String::from_utf8_lossy(&err))
        })?;
        Ok(Ran { code, out, err })
    })
}

fn read_all(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What came before an error is what there is.
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

/// Progress of a column is told no more often.
const TELL: Duration = Duration::from_secs(10);

/// Does `work` for all items of a column on all cores; results in order. Tells how far it is, and keeps how long each took.
pub fn parallel<T: Sync, R: Send>(
    column: &'static str,
    items: &[T],
    name: impl Fn(&T) -> &str + Sync,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let progress = Mutex::new((0, Instant::now()));
    let started = Instant::now();
    let done = |took: Duration, item: &T| {
        report::took(column, name(item), took);
        // Nothing panics while it is locked.
        let mut progress = progress.lock().unwrap_or_else(|e| e.into_inner());
        progress.0 += 1;
        if progress.1.elapsed() >= TELL && progress.0 < items.len() {
            progress.1 = Instant::now();
            let left = started.elapsed().as_secs_f64() / progress.0 as f64 * (items.len() - progress.0) as f64;
            eprintln!("{column}: {} of {}, about {left:.0} s left", progress.0, items.len());
        }
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let worker = || {
            let mut results = Vec::new();
            while let Some((i, item)) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, items.get(i)?)))
            {
                let start = Instant::now();
                results.push((i, work(item)));
                done(start.elapsed(), item);
            }
            results
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().flat_map(|h| h.join().unwrap_or_else(|p| std::panic::resume_unwind(p))).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, r)| r).collect()
}

/// Something that the tests need, the Debian package it comes in, and whether it is here.
struct Need {
    what: &'static str,
    package: &'static str,
    /// What runs there needs it; none: everything does.
    columns: &'static [&'static str],
    here: fn() -> bool,
}

const NEEDS: &[Need] = &[
    Need {
        what: "a Java development kit (javac, java)",
        package: "default-jdk-headless",
        columns: &[],
        here: || in_path("javac") && in_path("java"),
    },
    Need {
        what: "the OpenCL library (libOpenCL.so.1)",
        package: "ocl-icd-libopencl1",
        columns: &["gpu", "gpus", "oclgrind"],
        here: has_opencl,
    },
    Need {
        what: "PoCL, OpenCL on the processor",
        package: "pocl-opencl-icd",
        columns: &["gpu", "gpus"],
        here: || crate::opencl::devices().is_ok_and(|n| n > 0),
    },
    Need {
        what: "Open MPI's mpirun, which starts ranks",
        package: "openmpi-bin",
        columns: &["cluster"],
        here: || in_path("mpirun"),
    },
    Need {
        what: "oclgrind, which checks kernels' memory accesses",
        package: "oclgrind",
        columns: &["oclgrind"],
        here: || in_path("oclgrind"),
    },
];

fn in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn has_opencl() -> bool {
    let folders =
        ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];
    folders.iter().any(|f| Path::new(f).join("libOpenCL.so.1").exists() || Path::new(f).join("libOpenCL.so").exists())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.trim_ascii() == b"0")
}

/// Set in the process that is started after an installation.
const INSTALLED: &str = "SOMD_TESTS_INSTALLED";

/// Keeps every cache of this process and those it starts below one folder: tests neither use nor fill the user's, and need no home
/// folder that can be written to (PoCL offers no device where its cache cannot be made).
pub fn own_caches(folder: &Path) -> std::io::Result<()> {
    for (variable, name) in [("XDG_CACHE_HOME", "xdg"), ("POCL_CACHE_DIR", "pocl"), ("SOMDC_HOME", "somdc")] {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder)?;
        // SAFETY: no other thread has been started yet.
        unsafe { std::env::set_var(variable, folder) };
    }
    Ok(())
}

/// Installs what is missing where that is allowed; says exactly what is missing where it is not.
pub fn provide(needs: impl Fn(&str) -> bool) -> Result<(), String> {
    let needed = |n: &&Need| n.columns.is_empty() || n.columns.iter().any(|c| needs(c));
    let missing = || NEEDS.iter().filter(needed).filter(|n| !(n.here)()).collect::<Vec<_>>();
    let lacking = missing();
    if lacking.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = lacking.iter().map(|n| n.package).collect();
    if is_root() && in_path("apt-get") {
        eprintln!("installing {}", packages.join(" "));
        let apt = |args: &[&str]| {
            let status = Command::new("apt-get")
                .args(args)
                .env("DEBIAN_FRONTEND", "noninteractive")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .status();
            status.is_ok_and(|s| s.success())
        };
        let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
        install.extend(&packages);
        // Package lists are fetched only where they are needed.
        if !apt(&install) && apt(&["update", "-q"]) {
            apt(&install);
        }
    }
    // What was loaded before the installation does not see what it brought: a new process does.
    let lacking: Vec<&Need> = missing();
    if lacking.is_empty() || std::env::var_os(INSTALLED).is_none() {
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        let again = Command::new(own).args(std::env::args_os().skip(1)).env(INSTALLED, "1").status();
        std::process::exit(again.ok().and_then(|s| s.code()).unwrap_or(2));
    }
    let mut text = String::from("the tests need what is not here:\n");
    for need in &lacking {
        text.push_str(&format!("  {} (Debian package {})\n", need.what, need.package));
    }
    let packages: Vec<&str> = lacking.iter().map(|n| n.package).collect();
    text.push_str(&format!("install it with\n  sudo apt-get install --no-install-recommends {}", packages.join(" ")));
    Err(text)
}

/// Waits until no other run of the tests works in this folder; it is this run's as long as the file is open.
pub fn lock(folder: &Path) -> Result<std::fs::File, String> {
    let path = folder.join("lock");
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let file = std::fs::File::create(&path).map_err(failed)?;
    if file.try_lock().is_err() {
        eprintln!(
            "waiting: another run of the tests works in {}; with another CARGO_TARGET_DIR both can run",
            folder.display()
        );
        file.lock().map_err(failed)?;
    }
    Ok(file)
}

/// The repository that this was built from.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// Cargo as a user would call it, whatever cargo this runs under.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (key, _) in std::env::vars_os() {
        let text = key.to_string_lossy();
        if text.starts_with("CARGO_PKG")
            || text.starts_with("CARGO_MANIFEST")
            || matches!(text.as_ref(), "RUSTFLAGS" | "CARGO_BIN_NAME" | "CARGO_CRATE_NAME")
        {
            cargo.env_remove(key);
        }
    }
    cargo
}
