//! `somdc run --tune`: runs a program again and again, each time with other sizes of groups and other amounts of work for a work item, and keeps
//! what was best for each of its kernels beside it. Results are the same whatever is chosen.

use super::profile;
use crate::driver::project;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// As many as any kernel has choices.
const TRIES: usize = 9;
/// A choice must be this much faster than what the program does by itself.
const GAIN: f64 = 0.97;

/// Explores, writes `PROGRAM.tuning`, and gives what it found as a table.
pub fn tune(program: &Path, args: &[String], target: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("cannot make a temporary folder: {e}"))?;
    let (trace, choice) = (folder.path().join("trace.json"), folder.path().join("choice"));
    let target = if target == "auto" { "gpu" } else { target };
    let mut device = None;
    // By kernel: the best time of each try. The first is what the program does by itself.
    let mut times: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
    for n in 0..=TRIES {
        let text = if n == 0 { String::new() } else { format!("* = {}\n", n - 1) };
        std::fs::write(&choice, text).map_err(|e| format!("cannot write `{}`: {e}", choice.display()))?;
        let mut command = Command::new(program);
        command.args(args).env("SOMD_TARGET", target).env("SOMD_TUNING", &choice).env("SOMD_PROFILE", &trace);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let status = status.map_err(|e| format!("cannot run `{}`: {e}", program.display()))?;
        let text = std::fs::read_to_string(&trace).unwrap_or_default();
        let _ = std::fs::remove_file(&trace);
        let Ok(profile) = profile::parse(&text) else {
            if n == 0 {
                return Err(format!("nothing to tune: the program ends with {status} and leaves no profile"));
            }
            continue;
        };
        for (kernel, time, on) in profile.kernels() {
            device.get_or_insert(on);
            times.entry(kernel).or_insert_with(|| vec![None; TRIES + 1])[n] = Some(time);
        }
    }
    let Some(device) = device else {
        return Err("nothing to tune: no kernel runs on a device".into());
    };
    let mut file = format!("device {device}\n");
    let mut table = format!("{:<40} {:>12} {:>12}  choice\n", "kernel", "untuned", "tuned");
    for (kernel, times) in times {
        let Some(untuned) = times[0] else { continue };
        let tries = times.iter().enumerate().skip(1).filter_map(|(n, t)| t.map(|t| (n - 1, t)));
        let best = tries.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, t)| *t < untuned * GAIN);
        let (time, choice) = best.map_or((untuned, "-".to_string()), |(n, t)| (t, n.to_string()));
        if best.is_some() {
            file += &format!("{kernel} = {choice}\n");
        }
        table += &format!("{kernel:<40} {:>9.3} ms {:>9.3} ms  {choice}\n", untuned / 1e3, time / 1e3);
    }
    let path = project::tuning(program);
    std::fs::write(&path, file).map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
    Ok(table)
}
