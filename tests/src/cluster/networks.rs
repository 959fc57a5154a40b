//! Ranks in network namespaces, each with an address of its own, over TCP: machines apart, as far as the ranks can tell. One is killed, and one is cut off.

use super::judge_end;
use crate::case::RunTest;
use crate::tools;
use crate::{LIMIT, Runner};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// So many machines.
const MACHINES: usize = 3;

/// Machines on one bridge; they go with this.
struct Network {
    id: u32,
}

fn ip(words: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(words.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|s| s.success())
}

impl Network {
    /// None where this user may make none.
    fn new() -> Option<Network> {
        let id = std::process::id() % 100_000;
        let network = Network { id };
        if !ip(&format!("link add somd{id}b type bridge")) {
            return None;
        }
        let all = ip(&format!("link set somd{id}b up")) && (0..MACHINES).all(|k| network.machine(k));
        all.then_some(network)
    }

    fn machine(&self, k: usize) -> bool {
        let id = self.id;
        let name = self.name(k);
        ip(&format!("netns add {name}"))
            && ip(&format!("link add somd{id}v{k} type veth peer name eth0 netns {name}"))
            && ip(&format!("link set somd{id}v{k} master somd{id}b up"))
            && ip(&format!("-n {name} addr add 10.77.0.{}/24 dev eth0", k + 1))
            && ip(&format!("-n {name} link set eth0 up"))
            && ip(&format!("-n {name} link set lo up"))
    }

    fn name(&self, k: usize) -> String {
        format!("somd{}n{k}", self.id)
    }

    fn start(&self, program: &Path, arguments: &[&str], k: usize) -> Result<Child, String> {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name(k)]).arg(program).args(arguments);
        command.env("SOMD_TARGET", "cluster").env("SOMD_RANKS", MACHINES.to_string()).env("SOMD_RANK", k.to_string());
        command.env("SOMD_RANKS_AT", "10.77.0.1:7171").env("SOMD_CLUSTER_LEAST", "0").env("SOMD_THREADS", "1");
        command.env("SOMD_CLUSTER_TIMEOUT", "2").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().map_err(|e| format!("cannot run ip: {e}"))
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for k in 0..MACHINES {
            ip(&format!("netns del {}", self.name(k)));
        }
        ip(&format!("link del somd{}b", self.id));
    }
}

pub fn run(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    let Some(network) = Network::new() else { return Ok(()) };
    let program = runner.root.join(program);
    let module = test.module();
    let start = |more: &[&str]| -> Result<Vec<Child>, String> {
        let arguments: Vec<&str> = std::iter::once(module.as_str()).chain(more.iter().copied()).collect();
        (0..MACHINES).map(|k| network.start(&program, &arguments, k)).collect()
    };
    // As it is, it prints what it prints everywhere.
    let (codes, out, err) = wait(start(&[])?)?;
    let code = codes.iter().copied().max().unwrap_or(0);
    let ran = tools::Ran { code, out: out.into_bytes(), err: err.into_bytes() };
    runner.judge(test, &ran, true).map_err(|e| format!("on {MACHINES} machines: {e}"))?;
    let mut ranks = start(&["100000000"])?;
    std::thread::sleep(Duration::from_millis(1500));
    let since = Instant::now();
    ranks[1].kill().map_err(|e| e.to_string())?;
    let (codes, _, err) = wait(ranks)?;
    judge_end("a machine's rank was killed", codes[0], &err, "error: rank 1 has ended", since)?;
    let ranks = start(&["100000000"])?;
    std::thread::sleep(Duration::from_millis(1500));
    let since = Instant::now();
    ip(&format!("-n {} link set eth0 down", network.name(2)));
    let (codes, _, err) = wait(ranks)?;
    let least = codes.iter().copied().min().unwrap_or(0);
    judge_end("a machine was cut off", least, &err, "error: rank 2 has not been heard of for 2 s", since)
}

/// How all ranks ended, and what they wrote. One that does not end in time is killed.
fn wait(ranks: Vec<Child>) -> Result<(Vec<i32>, String, String), String> {
    let started = Instant::now();
    let (mut codes, mut out, mut err) = (Vec::new(), String::new(), String::new());
    for mut rank in ranks {
        while rank.try_wait().map_err(|e| e.to_string())?.is_none() {
            if started.elapsed() > LIMIT {
                let _ = rank.kill();
                err += "a rank did not end\n";
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let ended = rank.wait_with_output().map_err(|e| e.to_string())?;
        codes.push(ended.status.code().unwrap_or(128));
        out += &String::from_utf8_lossy(&ended.stdout);
        err += &String::from_utf8_lossy(&ended.stderr);
    }
    Ok((codes, out, err))
}
