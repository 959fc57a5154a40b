//! `somdc play`: a page on this machine where one types a program and sees what becomes of it.
//!
//! *Who may ask.* The server listens on the loopback address only, and its address holds a random token. Pages of other sites must not reach it through the
//! user's browser: a request must name this server as its `Host` (so a name that was rebound to this machine does not), what changes or runs
//! something must come from the page itself (`Origin`) and be JSON, and the token must be right.
//!
//! *What runs.* The compiler and the programs are processes of their own, with limits of time and of output. One program is built or run at a time; who
//! asks for another one meanwhile is told so.

mod examples;
mod http;
mod look;
mod process;

use super::profile;
use super::{Common, PlayArgs};
use crate::driver::home;
use examples::examples;
use http::{Answer, Request};
use serde_json::{Value, json};
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

const FAILED: i32 = 1;
/// To look at a program, and to build it.
const LOOKING: Duration = Duration::from_secs(30);
const BUILDING: Duration = Duration::from_secs(600);
/// Connections at once.
const CONNECTIONS: usize = 32;
/// Profiles that are kept for the page.
const PROFILES: usize = 8;
/// Whatever it is called, the program is in this file.
const FILE: &str = "Main.somd";

/// What goes on now.
struct Job {
    what: String,
    since: Instant,
    stop: Arc<AtomicBool>,
}

struct Play {
    token: String,
    port: u16,
    /// The playground's files.
    folder: PathBuf,
    given: Option<String>,
    common: Common,
    limit: Duration,
    job: Mutex<Option<Job>>,
    looking: Mutex<()>,
    /// The text that was built last, and the program.
    built: Mutex<Option<(String, PathBuf)>>,
    /// Numbers and pages.
    profiles: Mutex<Vec<(usize, String)>>,
}

pub fn play(args: &PlayArgs) -> i32 {
    if args.look {
        return args.file.as_deref().map_or(FAILED, |file| look::look(file, &args.common));
    }
    match serve(args) {
        Ok(never) => match never {},
        Err(e) => {
            eprintln!("somdc: {e}");
            FAILED
        }
    }
}

fn serve(args: &PlayArgs) -> Result<std::convert::Infallible, String> {
    let given = args
        .file
        .as_deref()
        .map(|file| std::fs::read_to_string(file).map_err(|e| format!("cannot read `{}`: {e}", file.display())));
    let given = given.transpose()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))
        .map_err(|e| format!("cannot listen on 127.0.0.1:{}: {e}", args.port))?;
    let port = listener.local_addr().map_err(|e| e.to_string())?.port();
    let (folder, _slot) = slot().map_err(|e| format!("the playground has no folder for its files: {e}"))?;
    let play = Arc::new(Play {
        token: token().map_err(|e| format!("there are no random numbers: {e}"))?,
        port,
        folder,
        given,
        common: args.common.clone(),
        limit: Duration::from_secs(args.time_limit),
        job: Mutex::default(),
        looking: Mutex::default(),
        built: Mutex::default(),
        profiles: Mutex::default(),
    });
    println!("http://127.0.0.1:{port}/{}/", play.token);
    eprintln!("somdc: the playground is at this address, for this machine alone; Ctrl-C ends it");
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // No more files, for one: others may close soon.
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (play, open) = (play.clone(), open.clone());
        std::thread::spawn(move || {
            // Who has gone away needs no answer.
            let _ = play.connection(stream);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// A folder that no other playground uses now, and its lock. It is the same from time to time, so that programs are built anew, not beside the old ones.
fn slot() -> std::io::Result<(PathBuf, std::fs::File)> {
    let all = home::home()?.join("play");
    for number in 0..64 {
        let folder = all.join(number.to_string());
        somd_runtime::private::folder(&all)?;
        somd_runtime::private::folder(&folder)?;
        let lock = somd_runtime::private::create(&folder.join("lock"))?;
        if lock.try_lock().is_ok() {
            for part in ["look", "run", "work"] {
                somd_runtime::private::folder(&folder.join(part))?;
            }
            return Ok((folder, lock));
        }
    }
    Err(std::io::Error::other("64 of them are in use"))
}

/// 128 random bits.
fn token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Whether two texts are the same, in a time that does not say where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

impl Play {
    fn connection(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let answer = match Request::read(&mut stream)? {
            Ok(request) => self.answer(&request),
            Err(refusal) => refusal,
        };
        http::answer(&mut stream, &answer)
    }

    /// Why a request is not answered.
    fn refusal(&self, request: &Request) -> Option<Answer> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let named = |value: &str, before: &str| hosts.iter().any(|h| value.strip_prefix(before) == Some(h));
        if !request.header("host").is_some_and(|host| named(host, "")) {
            return Some(Answer::refused(http::FORBIDDEN, "this server is 127.0.0.1, and nothing else"));
        }
        let token = request.path.split('/').nth(1).unwrap_or_default();
        if !same(token, &self.token) {
            return Some(Answer::refused(
                http::FORBIDDEN,
                "the address has a wrong token: `somdc play` printed the right one",
            ));
        }
        let own = request.header("origin").is_some_and(|origin| named(origin, "http://"));
        if request.has("origin") && !own || request.method != "GET" && !own {
            return Some(Answer::refused(http::FORBIDDEN, "requests of other pages are not answered"));
        }
        if request.method == "GET" {
            return None;
        }
        if request.method != "POST" {
            return Some(Answer::refused(http::NOT_ALLOWED, "a page is got, and a program is posted"));
        }
        let json = request.header("content-type").is_some_and(|t| t.split(';').next() == Some("application/json"));
        (!json).then(|| Answer::refused(http::WRONG_TYPE, "what is posted is JSON"))
    }

    fn answer(&self, request: &Request) -> Answer {
        if let Some(refusal) = self.refusal(request) {
            return refusal;
        }
        let Some(path) = request.path.splitn(3, '/').nth(2) else {
            return Answer::refused(http::NOT_FOUND, "the address ends with `/`");
        };
        if request.method == "GET" {
            return match path {
                "" => Answer::new("text/html", include_str!("page.html")),
                "page.css" => Answer::new("text/css", include_str!("page.css")),
                "page.js" => Answer::new("text/javascript", include_str!("page.js")),
                "state" => Answer::json(&self.state()),
                _ => {
                    self.kept_profile(path).unwrap_or_else(|| Answer::refused(http::NOT_FOUND, "there is no such page"))
                }
            };
        }
        let Ok(asked) = serde_json::from_slice::<Value>(&request.body) else {
            return Answer::refused(http::BAD, "what is posted is JSON");
        };
        match path {
            "look" => self.look(&asked),
            "run" => self.run(&asked),
            "stop" => self.stop(),
            _ => Answer::refused(http::NOT_FOUND, "there is no such page"),
        }
    }

    fn state(&self) -> Value {
        let example = |e: examples::Example| json!({ "group": e.group, "name": e.name, "text": e.text });
        let examples: Vec<Value> = examples().into_iter().map(example).collect();
        let devices = somd_runtime::device::describe_devices().unwrap_or_default();
        json!({ "examples": examples, "given": self.given, "devices": devices, "limit": self.limit.as_secs() })
    }

    fn kept_profile(&self, path: &str) -> Option<Answer> {
        let number: usize = path.strip_prefix("profile/")?.parse().ok()?;
        let profiles = lock(&self.profiles);
        let (_, page) = profiles.iter().find(|(n, _)| *n == number)?;
        Some(Answer { policy: http::ALONE, ..Answer::new("text/html", page.clone()) })
    }

    fn stop(&self) -> Answer {
        let job = lock(&self.job);
        if let Some(job) = &*job {
            job.stop.store(true, Ordering::Relaxed);
        }
        Answer::json(&json!({ "stopped": job.is_some() }))
    }

    /// Writes the program's text where a process finds it.
    fn file(&self, part: &str, text: &str) -> Result<PathBuf, Answer> {
        let file = self.folder.join(part).join(FILE);
        let failed = |e| Answer::refused(http::BUSY, &format!("cannot write `{}`: {e}", file.display()));
        std::fs::write(&file, text).map_err(failed)?;
        Ok(file)
    }

    fn look(&self, asked: &Value) -> Answer {
        let Some(text) = asked["text"].as_str() else { return Answer::refused(http::BAD, "there is no program") };
        let Ok(_one) = self.looking.try_lock() else {
            return Answer::refused(http::BUSY, "another text is being looked at");
        };
        let looked = self.file("look", text).and_then(|file| {
            let mut command = self.somdc(&["play", "--look"])?;
            self.options(&mut command);
            process::run(command.arg(file), LOOKING, &AtomicBool::new(false)).map_err(not_started)
        });
        let ended = match looked {
            Ok(ended) => ended,
            Err(refusal) => return refusal,
        };
        let value = serde_json::from_str(&ended.output).unwrap_or_else(|_| {
            // The compiler has failed, and says how.
            json!({ "failed": ended.why.unwrap_or(ended.errors) })
        });
        Answer::json(&value)
    }

    fn somdc(&self, args: &[&str]) -> Result<Command, Answer> {
        let mut command = Command::new(std::env::current_exe().map_err(not_started)?);
        command.args(args).current_dir(self.folder.join("work"));
        Ok(command)
    }

    /// The user's options.
    fn options(&self, command: &mut Command) {
        if self.common.fast_math {
            command.arg("--fast-math");
        }
        if self.common.assertions {
            command.arg("--assertions");
        }
    }

    /// The one program that may run now; an answer that says what runs, where one does.
    fn begin(&self, what: &str) -> Result<(Running<'_>, Arc<AtomicBool>), Answer> {
        let mut job = lock(&self.job);
        if let Some(job) = &*job {
            let seconds = job.since.elapsed().as_secs();
            let why =
                format!("{} is going on, for {seconds} s now; one program runs at a time. Stop it, or wait", job.what);
            return Err(Answer::refused(http::BUSY, &why));
        }
        let stop = Arc::new(AtomicBool::new(false));
        *job = Some(Job { what: what.into(), since: Instant::now(), stop: stop.clone() });
        Ok((Running(self), stop))
    }

    fn run(&self, asked: &Value) -> Answer {
        let (Some(text), Some(on)) = (asked["text"].as_str(), asked["on"].as_str()) else {
            return Answer::refused(http::BAD, "a program and where it runs are expected");
        };
        let arguments: Option<Vec<&str>> =
            asked["arguments"].as_array().map_or(Some(Vec::new()), |list| list.iter().map(Value::as_str).collect());
        let Some(arguments) = arguments.filter(|_| matches!(on, "interp" | "seq" | "cpu" | "gpu")) else {
            return Answer::refused(http::BAD, "programs run on interp, seq, cpu or gpu, with texts as arguments");
        };
        let wants_profile = asked["profile"] == true && on != "interp";
        let begun = self.begin(&format!("a run on {on}"));
        let run = |(_running, stop): (Running, Arc<AtomicBool>)| match on {
            "interp" => self.interpreted(text, &arguments, &stop),
            _ => self.compiled(text, on, &arguments, wants_profile, &stop),
        };
        match begun.and_then(run) {
            Ok(value) => Answer::json(&value),
            Err(refusal) => refusal,
        }
    }

    fn interpreted(&self, text: &str, arguments: &[&str], stop: &AtomicBool) -> Result<Value, Answer> {
        let file = self.file("run", text)?;
        let mut command = self.somdc(&["run", "--target", "interp", "--color", "never"])?;
        self.options(&mut command);
        command.arg(file).arg("--").args(arguments);
        Ok(value(&process::run(&mut command, self.limit, stop).map_err(not_started)?))
    }

    fn compiled(
        &self,
        text: &str,
        on: &str,
        arguments: &[&str],
        wants_profile: bool,
        stop: &AtomicBool,
    ) -> Result<Value, Answer> {
        let building = Instant::now();
        let program = match self.build(text, stop)? {
            Ok(program) => program,
            Err(failed) => return Ok(json!({ "not_built": failed })),
        };
        let building = building.elapsed();
        let trace = self.folder.join("run/trace.json");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.join("work")).env("SOMD_TARGET", on);
        if wants_profile {
            // One of an earlier run says nothing of this one.
            let _ = std::fs::remove_file(&trace);
            command.env("SOMD_PROFILE", &trace);
        }
        let ended = process::run(&mut command, self.limit, stop).map_err(not_started)?;
        let mut value = value(&ended);
        value["build_ms"] = json!(building.as_secs_f64() * 1e3);
        if wants_profile {
            match self.page(&trace) {
                Ok(number) => value["profile"] = json!(number),
                Err(e) => value["no_profile"] = json!(e),
            }
        }
        Ok(value)
    }

    /// Builds a program, if it is not the one that was built last; what somdc says where it cannot be built.
    fn build(&self, text: &str, stop: &AtomicBool) -> Result<Result<PathBuf, String>, Answer> {
        let mut built = lock(&self.built);
        if let Some((_, program)) = built.as_ref().filter(|(before, program)| before == text && program.exists()) {
            return Ok(Ok(program.clone()));
        }
        *built = None;
        let file = self.file("run", text)?;
        let mut command = self.somdc(&["build", "--color", "never", "-o"])?;
        command.arg(self.folder.join("built"));
        self.options(&mut command);
        let ended = process::run(command.arg(file), BUILDING, stop).map_err(not_started)?;
        if ended.code != Some(0) {
            return Ok(Err(ended.why.map_or(ended.errors, |why| format!("the build does not end: {why}"))));
        }
        let program = PathBuf::from(ended.output.trim());
        *built = Some((text.to_string(), program.clone()));
        Ok(Ok(program))
    }

    /// Makes a page of a profile; its number.
    fn page(&self, trace: &Path) -> Result<usize, String> {
        let found = profile::read(trace)?;
        let text = profile::page(&[(&found, "the playground".into())], &profile::Lines::of(&[self.folder.join("run")]));
        let mut profiles = lock(&self.profiles);
        let number = profiles.last().map_or(1, |(n, _)| n + 1);
        profiles.push((number, text));
        if profiles.len() > PROFILES {
            profiles.remove(0);
        }
        Ok(number)
    }
}

/// A program runs until this is dropped.
struct Running<'a>(&'a Play);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        *lock(&self.0.job) = None;
    }
}

fn not_started(e: std::io::Error) -> Answer {
    Answer::refused(http::BUSY, &format!("a process could not be started: {e}"))
}

fn value(ended: &process::Ended) -> Value {
    json!({
        "output": ended.output, "errors": ended.errors, "code": ended.code, "ms": ended.time.as_secs_f64() * 1e3, "ended": ended.why,
    })
}
