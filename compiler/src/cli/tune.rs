//! `somdc run --tune`: runs a program again and again, each time with other sizes of groups and other amounts of work for a work item, and keeps
//! what was best for each of its kernels beside it. Results are the same whatever is chosen.

use super::profile::{self, KernelTime, Profile};
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
    // The profile of a run with these choices; or how the program ended without one.
    let run = |choices: &str| -> Result<Result<Profile, String>, String> {
        std::fs::write(&choice, choices).map_err(|e| format!("cannot write `{}`: {e}", choice.display()))?;
        let mut command = Command::new(program);
        command.args(args).env("SOMD_TARGET", target).env("SOMD_TUNING", &choice).env("SOMD_PROFILE", &trace);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let status = status.map_err(|e| format!("cannot run `{}`: {e}", program.display()))?;
        let text = std::fs::read_to_string(&trace).unwrap_or_default();
        let _ = std::fs::remove_file(&trace);
        Ok(profile::parse(&text).map_err(|_| status.to_string()))
    };
    let untuned = run("")?
        .map_err(|status| format!("nothing to tune: the program ends with {status} and leaves no profile"))?
        .kernels();
    let Some(device) = untuned.first().map(|k| k.device.clone()) else {
        return Err("nothing to tune: no kernel runs on a device".into());
    };
    let mut best: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for n in 0..TRIES {
        for k in run(&format!("* = {n}\n"))?.map_or(Vec::new(), |p| p.kernels()) {
            let known = best.entry(k.name).or_insert((n, k.time));
            if k.time < known.1 {
                *known = (n, k.time);
            }
        }
    }
    let file = |kept: &dyn Fn(&KernelTime) -> Option<usize>| {
        let mut file = format!("device {device}\n");
        for k in &untuned {
            if let Some(n) = kept(k) {
                let text = k.number.map_or(String::new(), |number| format!(" text {number}"));
                file += &format!("{} = {n} from {}{text}\n", k.name, k.iterations);
            }
        }
        file
    };
    let promising = |k: &KernelTime| best.get(&k.name).filter(|(_, time)| *time < k.time * GAIN).map(|(n, _)| *n);
    // What was fast once, among many tries, must be so again, against another run without choices.
    let again = |choices: &str| -> Result<BTreeMap<String, f64>, String> {
        Ok(run(choices)?.map_or(Vec::new(), |p| p.kernels()).into_iter().map(|k| (k.name, k.time)).collect())
    };
    let (tuned, before) = (again(&file(&promising))?, again("")?);
    let kept = |k: &KernelTime| {
        let (before, tuned) = (before.get(&k.name)?, tuned.get(&k.name)?);
        promising(k).filter(|_| *tuned < before.min(k.time) * GAIN)
    };
    let mut table = format!("{:<40} {:>12} {:>12}  choice\n", "kernel", "untuned", "tuned");
    for k in &untuned {
        let (time, choice) = match kept(k) {
            Some(n) => (tuned[&k.name], n.to_string()),
            None => (k.time, "-".to_string()),
        };
        table += &format!("{:<40} {:>9.3} ms {:>9.3} ms  {choice}\n", k.name, k.time / 1e3, time / 1e3);
    }
    let path = project::tuning(program);
    std::fs::write(&path, file(&kept)).map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
    Ok(table)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A program whose kernels take the times that a script says.
    fn tuned(script: &str) -> Result<(String, String), String> {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let text = format!(
            "#!/bin/sh\nrounds=$(cat {0}/rounds 2>/dev/null || echo 0)\necho $((rounds + 1)) > {0}/rounds\nchoices=$(cat \"$SOMD_TUNING\")\n{script}",
            folder.path().display()
        );
        std::fs::write(&program, text).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let table = tune(&program, &[], "auto")?;
        Ok((table, std::fs::read_to_string(program.with_extension("tuning")).unwrap()))
    }

    /// Writes a profile of one kernel that takes `$time`.
    const PROFILE: &str = r#"cat > "$SOMD_PROFILE" <<END
[{"ph":"M","name":"thread_name","tid":1,"args":{"name":"Fast 9000: kernels"}},
{"ph":"X","name":"add","cat":"kernel","tid":1,"ts":1,"dur":$time,"args":{"iterations":5000,"text":77}}]
END
"#;

    #[test]
    fn the_best_choice_is_kept_with_what_it_holds_for() {
        let script = format!("time=100; case \"$choices\" in *'= 3'*) time=50;; *'= 4'*) time=60;; esac\n{PROFILE}");
        let (table, file) = tuned(&script).unwrap();
        assert_eq!(file, "device Fast 9000\nadd = 3 from 5000 text 77\n");
        assert!(table.contains("0.100 ms") && table.contains("0.050 ms"), "{table}");
    }

    #[test]
    fn what_was_fast_by_chance_is_not_kept() {
        // Only the fifth run of all is fast, whatever was chosen.
        let script = format!("time=100; if [ $rounds = 4 ]; then time=10; fi\n{PROFILE}");
        assert_eq!(tuned(&script).unwrap().1, "device Fast 9000\n");
        // Choices that a program does not survive do no harm.
        let script = format!("time=100; case \"$choices\" in *'= 1'*) exit 9;; *'= 2'*) time=80;; esac\n{PROFILE}");
        assert_eq!(tuned(&script).unwrap().1, "device Fast 9000\nadd = 2 from 5000 text 77\n");
    }

    #[test]
    fn programs_without_kernels_have_nothing_to_tune() {
        assert!(tuned("exit 3").is_err_and(|e| e.contains("nothing to tune") && e.contains('3')));
        assert!(tuned("echo '[]' > \"$SOMD_PROFILE\"").is_err_and(|e| e.contains("no kernel runs")));
    }
}
