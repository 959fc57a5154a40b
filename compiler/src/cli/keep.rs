//! What lies on the machine: `setup` fills the cache, `clean` empties it, `info` tells of it.

use super::{commands, emit};
use crate::driver::home;
use crate::driver::project::{self, Project};
use crate::driver::stages::{Compilation, Settings};
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

const FAILED: i32 = 1;

/// A program without parallel code: what it is built with has nothing of OpenCL.
const PLAIN: &str =
    "public class Plain { public static void main(String[] args) { System.out.println(args.length); } }";

/// Builds a program with kernels and one without, so that all crates are here and the runtime is compiled in both of its forms.
pub fn setup() -> i32 {
    let started = Instant::now();
    eprintln!("somdc: getting the crates that programs are built with, and compiling the runtime: a few minutes, once");
    let parts = [("with devices", "setup-devices", commands::FIRST_PROGRAM), ("without devices", "setup-plain", PLAIN)];
    for (what, name, text) in parts {
        let part = Instant::now();
        if let Err(e) = build(name, text) {
            eprintln!("somdc: {e}");
            return FAILED;
        }
        eprintln!("  the runtime {what}: {:.0} s", part.elapsed().as_secs_f64());
    }
    println!("Ready after {:.0} s: programs are built without a network from now on.", started.elapsed().as_secs_f64());
    0
}

fn build(name: &str, text: &str) -> Result<(), String> {
    let mut c = Compilation::of_texts(vec![("Main.somd".into(), text.into())], Settings::default());
    let unexpected = || "the compiler refuses a program of its own; please report it".to_string();
    let program = c.compile().ok_or_else(unexpected)?;
    let main = program.main.ok_or_else(unexpected)?;
    let project: Project = emit::project(&c, &program, main, name.into(), "native").map_err(|_| unexpected())?;
    let cannot = |e: io::Error| format!("cannot write the project: {e}");
    let folder = home::home().map_err(cannot)?.join("programs").join(name);
    let _lock = home::lock(&folder).map_err(cannot)?;
    project.write_cached(&folder).map_err(cannot)?;
    project::fetch(&folder);
    project::build(&folder, name, true).map(drop)
}

/// Empties the cache.
pub fn clean() -> i32 {
    match home::clean() {
        Ok(bytes) => {
            println!("Removed {}.", megabytes(bytes));
            0
        }
        Err(e) => {
            eprintln!("somdc: cannot empty the cache: {e}");
            FAILED
        }
    }
}

/// Versions, cache and devices, a line each.
pub fn info() -> i32 {
    println!("somdc   {}", env!("CARGO_PKG_VERSION"));
    for tool in ["cargo", "rustc", "rustfmt"] {
        println!("{tool:<7} {}", version(tool).unwrap_or_else(|| "not found".into()));
    }
    match home::home() {
        Ok(folder) => {
            let size = home::size(&folder).map_or_else(|e| e.to_string(), megabytes);
            println!("cache   {} ({size}; `somdc clean` empties it, `SOMDC_HOME` moves it)", folder.display());
        }
        Err(e) => println!("cache   {e}"),
    }
    println!("cores   {}", std::thread::available_parallelism().map_or(1, usize::from));
    commands::devices()
}

/// What a tool says of its version.
fn version(tool: &str) -> Option<String> {
    let output = Command::new(tool).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next()?.trim();
    Some(line.strip_prefix(tool).unwrap_or(line).trim().to_string())
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
