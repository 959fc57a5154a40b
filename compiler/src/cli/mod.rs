//! The command line: what `somdc` is asked, and how it answers.
//!
//! Exit codes: 0; 1 for diagnostics and for an uncaught exception of the program that was run; 2 for usage; 101 for an internal
//! error, which says in which stage it happened.

mod bench;
mod commands;
mod doc;
mod emit;
mod fix;
mod fmt;
mod folder;
mod keep;
mod library;
mod lsp;
mod migrate;
mod play;
mod profile;
mod repl;
mod simulate;
mod test;
mod tune;
mod watch;

use crate::driver::{sources::Encoding, stages};
use crate::library::build::Language;
use crate::out;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use somd_sema::scope::did_you_mean;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Compiles Java annotated for data parallelism (SOMD, Lime) to parallel Rust and OpenCL.
#[derive(Parser)]
#[command(name = "somdc", version, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(
    after_help = "`somdc FILE|FOLDER… [-o DIR]` writes a cargo project: host code in Rust, kernels in OpenCL C.\n\
    `somdc run FILE -- ARG…` gives the program its arguments.\n\
    In a folder with a `somdc.toml`, `run`, `build`, `check`, `test` and `bench` need no files."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compile: CompileArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Writes the cargo project and builds it
    Build(BuildArgs),
    /// Compiles, builds and runs a program
    Run(RunArgs),
    /// Reports what is wrong with a program, and nothing else
    Check(CheckArgs),
    /// Runs the tests of a program (JUnit's annotations) on several back ends
    Test(TestArgs),
    /// Measures a program, or its methods with `@Bench`, beside rivals and earlier measurements
    Bench(BenchArgs),
    /// Applies the changes that errors and warnings suggest
    Fix(FixArgs),
    /// Tells which loops and streams of a plain Java program can be parallel, and what to write for it
    Migrate(MigrateArgs),
    /// Writes pages about a program's classes, or the library's, from their documentation comments
    Doc(DocArgs),
    /// Serves a page on this machine where one types a program and sees what becomes of it
    Play(PlayArgs),
    /// Evaluates what is entered, on the interpreter
    Repl {
        #[command(flatten)]
        common: Common,
    },
    /// Prints the program as plain Java 17, with the same meaning
    Erase(EraseArgs),
    /// Writes sources in the one style: in place, or as told
    Fmt(FmtArgs),
    /// Serves an editor on standard input and output (the Language Server Protocol)
    Lsp {
        /// How editors name the only way there is
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Tells what an error or a warning means, with an example
    Explain { code: String },
    /// Makes a folder with a first program in it
    New { name: PathBuf },
    /// Lists the devices that OpenCL offers
    Devices,
    /// Gets and builds what programs are built with, once: after it, nothing needs a network
    Setup,
    /// Removes what somdc keeps in its cache: built programs and the built runtime
    Clean,
    /// Prints the versions, the cache with its size, and the devices
    Info,
    /// Prints what a profile says (`SOMD_PROFILE=FILE` writes one), and writes it as a page beside it
    Profile(ProfileArgs),
    /// Prints a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Prints the manual page
    Man,
}

/// What every command that reads a program takes.
#[derive(Args, Clone)]
struct Input {
    /// Source files (`.somd`, `.java`) and folders of them; together they are one program. Without any, what `somdc.toml` names
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Clone)]
struct Common {
    /// The class whose `main` is run
    #[arg(long, value_name = "CLASS")]
    main: Option<String>,
    /// Let devices use their own faster, less exact arithmetic
    #[arg(long)]
    fast_math: bool,
    /// Run `assert` statements, as `java -ea` does; `-ea` says the same. `somdc test` always does
    #[arg(long, visible_alias = "enable-assertions")]
    assertions: bool,
    /// Say for every SOMD method, map and task whether it can be offloaded, and why not
    #[arg(long)]
    explain_offload: bool,
    /// How diagnostics are written
    #[arg(long, value_enum, default_value_t = ErrorFormat::Human)]
    error_format: ErrorFormat,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// How the files are encoded: UTF-8, ISO-8859-1, US-ASCII
    #[arg(long, default_value = "UTF-8", value_parser = parse_encoding, hide_default_value = true)]
    encoding: Encoding,
    /// Show a warning (`-WW0505`; `-Wall` for all)
    #[arg(short = 'W', value_name = "CODE")]
    warn: Vec<String>,
    /// Do not show a warning (`-AW0505`; `-Aall` for none)
    #[arg(short = 'A', value_name = "CODE")]
    allow: Vec<String>,
    /// Leave out an optimisation pass (for debugging the compiler)
    #[arg(long, value_name = "PASS", hide_short_help = true)]
    without_pass: Vec<String>,
    /// The name of the project that the program is.
    #[arg(skip)]
    name: Option<String>,
    /// The rules that the project names.
    #[arg(skip)]
    rules: Option<PathBuf>,
}

#[derive(Args, Clone)]
struct CompileArgs {
    /// Source files (`.somd`, `.java`) and folders of them; together they are one program. Without any, what `somdc.toml` names
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Folder for the cargo project
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Put the crates that the project needs into it, so that it builds without a registry
    #[arg(long)]
    vendor: bool,
    /// Print a stage to standard output instead
    #[arg(long, value_enum, value_name = "STAGE")]
    emit: Option<Stage>,
    /// Where the built program runs its parallel code, unless SOMD_TARGET says otherwise: seq, cpu, gpu, gpu:N, gpus, cluster, auto
    #[arg(long, value_parser = parse_target)]
    target: Option<String>,
    /// The processor to compile for
    #[arg(long, default_value = "native", value_name = "CPU")]
    target_cpu: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Clone)]
struct BuildArgs {
    /// Build a library that this language calls, or several ones with commas between, not a program
    #[arg(long, value_enum, value_name = "LANGUAGE", value_delimiter = ',')]
    lib: Vec<Language>,
    /// The library's name; else that of the first file, in lower case
    #[arg(long, value_name = "NAME", requires = "lib", value_parser = parse_name)]
    name: Option<String>,
    #[command(flatten)]
    compile: CompileArgs,
}

#[derive(Args, Clone)]
struct RunArgs {
    #[command(flatten)]
    input: Input,
    /// Where parallel code runs: interp, seq, cpu, gpu, gpu:N, gpus, cluster, auto (the default)
    #[arg(long, value_parser = Target(parse_target), hide_possible_values = true)]
    target: Option<String>,
    /// How many ranks run the program (target `cluster`); one a core without
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    ranks: Option<u32>,
    #[command(flatten)]
    simulation: simulate::SimulateArgs,
    /// The processor to compile for
    #[arg(long, default_value = "native", value_name = "CPU")]
    target_cpu: String,
    /// Run it again whenever a file of it changes
    #[arg(long, conflicts_with = "tune")]
    watch: bool,
    /// Run the program several times to find how its kernels run best on the device, keep that beside it, and run it
    #[arg(long)]
    tune: bool,
    /// Write a page that says what the run's time went to, and where (`profile.html` without a name)
    #[arg(long, value_name = "PAGE", num_args = 0..=1, require_equals = true, default_missing_value = "profile.html", conflicts_with = "watch")]
    profile: Option<PathBuf>,
    /// At the end, say of each kernel how often it ran on the cores and on the device, and what it takes there (target `auto`)
    #[arg(long)]
    decisions: bool,
    /// On the interpreter: what the program's calls of the system gave in earlier runs, which it goes on from
    #[arg(long, value_name = "FILE", hide = true)]
    replay: Option<PathBuf>,
    /// Arguments of the program
    #[arg(last = true)]
    args: Vec<String>,
}

#[derive(Args, Clone)]
struct PlayArgs {
    /// The program to begin with; the file itself is not changed
    file: Option<PathBuf>,
    /// The port of the page's address; a free one without it
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Seconds after which a program is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time_limit: u64,
    /// Print what the page shows of the file, and end
    #[arg(long, hide = true)]
    look: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Clone)]
struct ProfileArgs {
    /// What a program wrote that was run with `SOMD_PROFILE=FILE`
    file: PathBuf,
    /// Compare it with this one
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Where the page goes
    #[arg(short, long, value_name = "PAGE")]
    output: Option<PathBuf>,
    /// The program's source files, or folders of them, whose lines the page shows; without any, those beside the profile
    #[arg(long, value_name = "FILE|FOLDER")]
    source: Vec<PathBuf>,
}

#[derive(Args, Clone)]
struct CheckArgs {
    #[command(flatten)]
    input: Input,
}

#[derive(Args, Clone)]
struct TestArgs {
    /// Source files and folders of them, tests and what they test. Without any, what `somdc.toml` names
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Where the tests run: interp, seq, cpu, gpu, gpu:N, gpus, auto (interp,cpu and, where there is a device, gpu)
    #[arg(long, value_name = "TARGET,…", value_delimiter = ',', value_parser = Target(parse_target), hide_possible_values = true)]
    on: Vec<String>,
    /// Run only the tests with this in their names
    #[arg(short, long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Print the names of the tests, and run none
    #[arg(long)]
    list: bool,
    /// A test may print something else on each back end
    #[arg(long)]
    any_output: bool,
    /// The processor to compile for
    #[arg(long, default_value = "native", value_name = "CPU")]
    target_cpu: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Clone)]
struct BenchArgs {
    /// Source files and folders of them; together they are one program. Without any, what `somdc.toml` names
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Where it runs: seq, cpu, gpu, gpu:N, gpus, auto (the default)
    #[arg(long, value_name = "TARGET,…", value_delimiter = ',', value_parser = Target(parse_built_target), hide_possible_values = true)]
    on: Vec<String>,
    /// Measure only the methods with this in their names
    #[arg(short, long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Measure the whole program, not its `@Bench` methods
    #[arg(long)]
    program: bool,
    /// Measure a command too
    #[arg(long, value_name = "COMMAND")]
    rival: Vec<String>,
    /// Measure the program as plain Java too, by `javac` and `java`
    #[arg(long)]
    java: bool,
    /// Print the measurements as JSON
    #[arg(long)]
    json: bool,
    /// Keep the measurements under this name, in `.somd-bench`
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Compare with the measurements of this name
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// How far the median may be off, in percent of it, with a confidence of 95 %
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    within: f64,
    /// The seconds after which a measurement ends all the same
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    time: f64,
    /// The seconds for which a method runs before it is measured
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    warm_up: f64,
    /// The processor to compile for
    #[arg(long, default_value = "native", value_name = "CPU")]
    target_cpu: String,
    #[command(flatten)]
    common: Common,
    /// Arguments of the program
    #[arg(last = true)]
    args: Vec<String>,
}

#[derive(Args, Clone)]
struct FixArgs {
    /// Source files and folders of them; together they are one program. Without any, what `somdc.toml` names
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Say what would be changed, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Insert the casts that are suggested too: they change values that do not fit
    #[arg(long)]
    casts: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Clone)]
struct MigrateArgs {
    /// Source files of a program; together they are one
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Write the changed program, a `.somd` file beside each file, and compare what it prints with what `java` prints
    #[arg(long)]
    apply: bool,
    /// Where the changed program is run to compare it
    #[arg(long, default_value = "cpu", value_name = "TARGET", value_parser = Target(parse_target), hide_possible_values = true)]
    on: String,
    #[command(flatten)]
    common: Common,
    /// Arguments of the program
    #[arg(last = true)]
    args: Vec<String>,
}

#[derive(Args, Clone)]
struct DocArgs {
    /// Source files and folders of them; together they are one program. Without any, what `somdc.toml` names
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Write the pages of the library: what it has of Java's, and `somd.*`
    #[arg(long, conflicts_with = "paths")]
    library: bool,
    /// Write Markdown, a page for each package and an index, in place of HTML
    #[arg(long)]
    markdown: bool,
    /// Folder for the pages
    #[arg(short, long, value_name = "DIR", default_value = "somd-doc")]
    output: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Clone)]
struct EraseArgs {
    #[command(flatten)]
    input: Input,
    /// Folder for the Java files; standard output without one
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Args, Clone)]
struct FmtArgs {
    /// Source files and folders of them; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Change nothing: name the files that are not formatted, show what would change, and exit with 1 where one is not
    #[arg(long)]
    check: bool,
    /// Format these lines of one file
    #[arg(long = "range", value_name = "FROM:TO", value_parser = fmt::parse_lines)]
    lines: Option<fmt::Lines>,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    Ast,
    Hir,
    Core,
    Plan,
    Host,
    Rust,
    Kernels,
    Cuda,
    Java,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ErrorFormat {
    Human,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

fn parse_name(text: &str) -> Result<String, String> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !text.starts_with(|c: char| c.is_ascii_lowercase()) || !text.chars().all(letters) {
        return Err("a name of lower-case letters, digits and `_` that begins with a letter".into());
    }
    if crate::driver::project::kept_for_others(text) {
        return Err("Rust, cargo or a crate of the library has this name".into());
    }
    Ok(text.into())
}

fn parse_encoding(text: &str) -> Result<Encoding, String> {
    Encoding::named(text).ok_or_else(|| "one of UTF-8, ISO-8859-1, US-ASCII".into())
}

fn parse_target(text: &str) -> Result<String, String> {
    let known = matches!(text, "interp" | "seq" | "cpu" | "gpu" | "gpus" | "cluster" | "auto");
    let number = text.strip_prefix("gpu:").or_else(|| text.strip_prefix("device:"));
    let numbered = number.is_some_and(|n| n.parse::<u32>().is_ok());
    if known || numbered {
        return Ok(text.into());
    }
    let near = did_you_mean(text, ["interp", "seq", "cpu", "gpu", "gpus", "cluster", "auto"]);
    let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    Err(format!("{near}The targets are interp, seq, cpu, gpu, gpu:N, gpus, cluster and auto"))
}

/// Reads a target; shells complete those that need no number.
#[derive(Clone)]
struct Target(fn(&str) -> Result<String, String>);

impl TypedValueParser for Target {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        self.0.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(["auto", "cluster", "cpu", "gpu", "gpus", "interp", "seq"].into_iter().map(PossibleValue::new)))
    }
}

/// A target of a built program.
fn parse_built_target(text: &str) -> Result<String, String> {
    match text {
        "interp" => Err("the interpreter is not measured".into()),
        _ => parse_target(text),
    }
}

/// The command line with the options that stand before a sub-command behind it, where it takes them.
fn options_behind(args: Vec<OsString>) -> Vec<OsString> {
    let command = command();
    let is = |a: &clap::Arg, arg: &str| {
        let name = arg.split('=').next().unwrap_or(arg);
        a.get_long().is_some_and(|l| name.strip_prefix("--") == Some(l))
            || a.get_short().is_some_and(|s| arg.len() == 2 && arg.ends_with(s))
    };
    let takes_value = |arg: &str| {
        let mut options = command.get_arguments().filter(|a| a.get_action().takes_values() && !a.is_positional());
        options.any(|a| is(a, arg) && !arg.contains('='))
    };
    let mut at = 1;
    let mut before = Vec::new();
    while let Some(arg) =
        args.get(at).and_then(|a| a.to_str()).filter(|a| a.len() > 1 && a.starts_with('-') && *a != "--")
    {
        before.push(arg);
        at += if takes_value(arg) { 2 } else { 1 };
    }
    let named = args.get(at).and_then(|a| command.get_subcommands().find(|c| *a == c.get_name()));
    let takes = |c: &clap::Command| before.iter().all(|arg| c.get_arguments().any(|a| is(a, arg)));
    if at > 1 && named.is_some_and(takes) {
        let mut moved = vec![args[0].clone(), args[at].clone()];
        moved.extend_from_slice(&args[1..at]);
        moved.extend_from_slice(&args[at + 1..]);
        return moved;
    }
    args
}

/// `-ea`, as `java` has it, is `--assertions`; behind `--` stand the program's own arguments.
fn as_long(args: Vec<OsString>) -> Vec<OsString> {
    let own = args.iter().position(|a| a == "--").unwrap_or(args.len());
    let long = |(at, arg): (usize, OsString)| if at < own && arg == "-ea" { "--assertions".into() } else { arg };
    args.into_iter().enumerate().map(long).collect()
}

/// Runs the command line and gives the exit code.
pub fn main() -> i32 {
    let cli = match Cli::try_parse_from(options_behind(as_long(std::env::args_os().collect()))) {
        Ok(cli) => cli,
        Err(e) => {
            // clap answers --help and --version this way too.
            let code = if e.use_stderr() { 2 } else { 0 };
            let _ = e.print();
            return code;
        }
    };
    // Deep nesting in a source must not end the compiler: it gets a large stack (address space, not memory).
    let run = move || std::panic::catch_unwind(move || commands::dispatch(cli));
    let thread = std::thread::Builder::new().name("somdc".into()).stack_size(1 << 30);
    quiet_panics();
    match thread.spawn(run).map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(code))) => out::exit_code(code),
        _ => 101,
    }
}

/// A panic is a defect of the compiler: it is reported as one.
fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("no message");
        eprintln!("somdc: internal error while {}: {what}", stages::current_stage());
        eprintln!("  in {place} of somdc {}", env!("CARGO_PKG_VERSION"));
        eprintln!(
            "This is a defect of the compiler, not of your program. Please report it with the source that caused it."
        );
    }));
}

/// The definition of the command line.
pub fn command() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::{Cli, as_long, options_behind, parse_target};
    use clap::Parser;

    fn moved(line: &str) -> String {
        let args = options_behind(line.split(' ').map(Into::into).collect());
        args.iter().map(|a| a.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_stand_before_or_behind_the_command() {
        assert_eq!(moved("somdc --color never check A.somd"), "somdc check --color never A.somd");
        assert_eq!(moved("somdc -W all --fast-math run A.somd"), "somdc run -W all --fast-math A.somd");
        assert_eq!(moved("somdc --color=never check A.somd"), "somdc check --color=never A.somd");
        for same in [
            "somdc A.somd --color never",
            "somdc --color never A.somd",
            "somdc -- check",
            "somdc --emit core run",
            "somdc",
        ] {
            assert_eq!(moved(same), same);
        }
        let args = options_behind("somdc --main Main run A.somd -- 3".split(' ').map(Into::into).collect());
        assert!(Cli::try_parse_from(args).is_ok());
    }

    #[test]
    fn assertions_are_switched_on_as_for_java() {
        let long = |line: &str| as_long(line.split(' ').map(Into::into).collect());
        let common = |line: &str| match Cli::try_parse_from(options_behind(long(line))).map(|c| c.command) {
            Ok(Some(super::Command::Run(run))) => (run.input.common.assertions, run.args),
            _ => panic!("`{line}` is no run"),
        };
        assert!(common("somdc run -ea A.somd").0 && common("somdc -ea run A.somd").0);
        assert_eq!(common("somdc run A.somd -- -ea"), (false, vec!["-ea".to_string()]));
    }

    #[test]
    fn an_unknown_target_names_the_targets() {
        let said = parse_target("cpus").expect_err("it is none");
        assert!(said.contains("did you mean `cpu`?") && said.contains("gpu:N"), "{said}");
        assert!(parse_target("gpu:1").is_ok());
    }
}
