//! One function a command.

use super::{
    Cli, Color, Command, Common, CompileArgs, EraseArgs, ErrorFormat, Input, ProfileArgs, RunArgs, Stage, bench, doc,
    emit, fix, fmt, folder, keep, library, lsp, migrate, play, profile, repl, simulate, test, tune, watch,
};
use crate::diagnostics;
use crate::driver::project::{self, Place, Project};
use crate::driver::stages::{Compilation, Compiled, Settings};
use crate::driver::{built, folders, home, sources::ReadError};
use crate::out;
use somd_lower::Verdict;
use somd_sema::scope::did_you_mean;
use somd_syntax::diagnostics::Severity;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process};
use std::time::Instant;

pub(super) const DIAGNOSTICS: i32 = 1;
pub(super) const USAGE: i32 = 2;

pub fn dispatch(cli: Cli) -> i32 {
    match cli.command {
        None => compile(cli.compile, false),
        Some(Command::Build(args)) if !args.lib.is_empty() => library::build(args),
        Some(Command::Build(args)) => compile(args.compile, true),
        Some(Command::Run(args)) => run(args),
        Some(Command::Check(args)) => check(args.input),
        Some(Command::Test(args)) => test::test(args),
        Some(Command::Bench(args)) => bench::bench(args),
        Some(Command::Fix(args)) => fix::fix(args),
        Some(Command::Migrate(args)) => migrate::migrate(&args),
        Some(Command::Doc(args)) => doc::doc(args),
        Some(Command::Play(args)) => play::play(&args),
        Some(Command::Repl { common }) => repl::repl(&common),
        Some(Command::Erase(args)) => erase(args),
        Some(Command::Fmt(args)) => fmt::fmt(&args),
        Some(Command::Lsp { .. }) => lsp::lsp(),
        Some(Command::Explain { code }) => explain(&code),
        Some(Command::New { name }) => new(&name),
        Some(Command::Devices) => devices(),
        Some(Command::Setup) => keep::setup(),
        Some(Command::Clean) => keep::clean(),
        Some(Command::Info) => keep::info(),
        Some(Command::Profile(args)) => show_profile(&args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut super::command(), "somdc", &mut script);
            print(&String::from_utf8_lossy(&script));
            0
        }
        Some(Command::Man) => {
            let mut page = Vec::new();
            let written = clap_mangen::Man::new(super::command()).render(&mut page);
            print(&String::from_utf8_lossy(&page));
            i32::from(written.is_err())
        }
    }
}

/// Warnings that are shown only where they are asked for: of what a program brings along and does not run there may be much.
pub const QUIET: [&str; 1] = ["W0104"];

pub(super) fn settings(common: &Common) -> Settings {
    let quiet = QUIET.iter().map(|&code| code.to_string());
    let wanted = |code: &String| common.warn.iter().any(|w| w == code || w == "all");
    Settings {
        allowed: quiet.chain(common.allow.iter().cloned()).filter(|code| !wanted(code)).collect(),
        encoding: common.encoding,
        fast_math: common.fast_math,
        assertions: common.assertions,
        main: common.main.clone(),
        without_passes: common.without_pass.clone(),
        entry: None,
    }
}

pub(super) fn read(paths: &[PathBuf], common: &Common) -> Result<Compilation, i32> {
    Compilation::of_paths(paths, settings(common)).map_err(|e: ReadError| {
        eprintln!("somdc: {e}");
        if let ReadError::NotFound(path) = &e
            && let Some(meant) = meant_by(path, paths)
        {
            eprintln!("{meant}");
        }
        USAGE
    })
}

/// What a word that is no file may have meant: a sub-command, another file, or an argument of the program.
fn meant_by(path: &Path, paths: &[PathBuf]) -> Option<String> {
    let word = path.to_str()?;
    let is_first = paths.first().is_some_and(|first| first == path);
    if is_first && path.extension().is_none() {
        let command = super::command();
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        if let Some(near) = did_you_mean(word, names) {
            return Some(format!("  did you mean `somdc {near}`?"));
        }
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let sources: Vec<String> = beside
        .filter(|e| e.path().is_dir() || e.path().extension().is_some_and(|x| x == "somd" || x == "java"))
        .filter_map(|e| e.file_name().into_string().ok())
        .collect();
    if let Some(near) = path.file_name().and_then(|n| did_you_mean(n.to_str()?, sources.iter().map(String::as_str))) {
        return Some(format!("  did you mean `{}`?", path.with_file_name(near).display()));
    }
    let file = paths.first().filter(|_| !is_first)?.display();
    Some(format!("  arguments of the program stand behind `--`: `somdc run {file} -- {word}`"))
}

/// Writes the diagnostics so far to standard error; the exit code where one is an error.
pub(super) fn report(c: &Compilation, common: &Common) -> Result<(), i32> {
    let mut shown = c.shown();
    let mut err = std::io::stderr().lock();
    let color = match common.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => err.is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    let text = match common.error_format {
        ErrorFormat::Human => {
            shown = diagnostics::merged(shown, &c.sources);
            diagnostics::render(&shown, &c.sources, color)
        }
        ErrorFormat::Json => diagnostics::render_json(&shown, &c.sources),
    };
    // Nobody is left to tell when standard error is closed.
    let _ = err.write_all(text.as_bytes());
    let errors = shown.iter().filter(|d| d.severity == Severity::Error).count();
    if errors == 0 {
        return Ok(());
    }
    if common.error_format == ErrorFormat::Human {
        let plural = if errors == 1 { "" } else { "s" };
        let more = match shown.iter().find(|d| d.is_error() && crate::explain::page(d.code).is_some()) {
            Some(d) => format!(" `somdc explain {}` tells more.", d.code),
            None => String::new(),
        };
        let _ = writeln!(err, "{errors} error{plural}.{more}");
    }
    Err(DIAGNOSTICS)
}

fn check(mut input: Input) -> i32 {
    if let Err(code) = folder::apply(&mut input.paths, &mut input.common, true) {
        return code;
    }
    let result = read(&input.paths, &input.common).and_then(|mut c| {
        if !input.common.explain_offload {
            c.diagnose();
            return report(&c, &input.common);
        }
        let compiled = c.compile();
        report(&c, &input.common)?;
        if let Some(compiled) = compiled {
            explain_offload(&c, &compiled.verdicts);
        }
        Ok(())
    });
    result.err().unwrap_or(0)
}

/// Compiles for a back end: diagnostics are out, and there is a program.
pub(super) fn compiled(paths: &[PathBuf], common: &Common) -> Result<(Compilation, Compiled), i32> {
    let mut c = read(paths, common)?;
    let program = c.compile();
    report(&c, common)?;
    let program = program.ok_or(DIAGNOSTICS)?;
    if common.explain_offload {
        explain_offload(&c, &program.verdicts);
    }
    Ok((c, program))
}

/// What became of each parallel construct, a line each, with the reason where it is not all that it could be.
fn explain_offload(c: &Compilation, verdicts: &[Verdict]) {
    let at = |span| c.sources.locate(span).map(|(f, line, col)| format!("{}:{line}:{col}", f.name));
    for v in verdicts {
        println!("{}: {}: {}", at(v.span).unwrap_or_default(), v.what(), v.outcome());
        let Some(why) = &v.why else { continue };
        if let Some(place) = at(why.span).filter(|_| why.span != v.span) {
            println!("    because of {place}: {}", c.sources.text(why.span).lines().next().unwrap_or(""));
        }
        why.notes.iter().for_each(|n| println!("    {n}"));
    }
}

fn needs_main(program: &Compiled) -> Result<somd_hir::MethodId, i32> {
    program.main.ok_or_else(|| {
        eprintln!("somdc: nothing to run: no class has a `public static void main(String[] args)`");
        DIAGNOSTICS
    })
}

/// The generated project of a compiled program.
pub(super) fn project(
    c: &Compilation,
    program: &Compiled,
    common: &Common,
    name: String,
    target_cpu: &str,
) -> Result<Project, i32> {
    let main = needs_main(program)?;
    emit::project(c, program, main, name, target_cpu).map_err(|found| not_printed(c, common, found))
}

/// Reports what the printer of host code found.
fn not_printed(c: &Compilation, common: &Common, found: Vec<somd_syntax::diagnostics::Diagnostic>) -> i32 {
    let mut failed = Compilation::default();
    failed.sources = c.sources.clone();
    failed.diagnostics = found;
    report(&failed, common).err().unwrap_or(DIAGNOSTICS)
}

/// The rules of a program: those that its project names, or those beside its sources.
pub(super) fn rules(paths: &[PathBuf], common: &Common) -> Option<PathBuf> {
    let named = common.rules.as_ref().and_then(|r| std::fs::canonicalize(r).ok());
    named.or_else(|| project::rules(paths))
}

/// What a program is called: as its project, or its first file or folder.
pub(super) fn name(paths: &[PathBuf], common: &Common) -> String {
    project::crate_name(common.name.as_deref().map_or(paths[0].as_path(), Path::new))
}

fn compile(mut args: CompileArgs, build: bool) -> i32 {
    let mut work = || -> Result<(), i32> {
        folder::apply(&mut args.paths, &mut args.common, false)?;
        if let Some(stage) = args.emit {
            return emit_stage(&args, stage);
        }
        let started = Instant::now();
        let compiling = || compiled(&args.paths, &args.common);
        let (c, program) = project::said_late("compiling the program", compiling)?;
        let name = name(&args.paths, &args.common);
        let folder = args.output.clone().unwrap_or_else(|| Path::new("somd-out").join(&name));
        let cannot = |e: std::io::Error| {
            eprintln!("somdc: cannot write `{}`: {e}", folder.display());
            DIAGNOSTICS
        };
        let mut project = project(&c, &program, &args.common, name.clone(), &args.target_cpu)?;
        if args.target.as_deref() == Some("interp") {
            eprintln!("somdc: a built program has no interpreter in it; `somdc run --target interp` runs it there");
            return Err(USAGE);
        }
        project.target = args.target.clone();
        let (place, _lock) = if build {
            project.name = project::own_name(&name, std::path::absolute(&folder).map_err(cannot)?);
            (Place::Shared, Some(home::lock(&folder).map_err(cannot)?))
        } else {
            (Place::Own, None)
        };
        project.write(&folder, place).map_err(cannot)?;
        if args.vendor {
            project.vendor(&folder, place).map_err(|e| {
                eprintln!("somdc: {e}");
                DIAGNOSTICS
            })?;
        }
        let progress = std::io::stderr().is_terminal();
        if progress {
            eprintln!("    Compiled {name} to {} in {:.2} s", folder.display(), started.elapsed().as_secs_f64());
        }
        if build {
            let program = project::build(&folder, &project.name, true).map_err(|e| {
                eprintln!("somdc: {e}");
                DIAGNOSTICS
            })?;
            project::place_rules(&program, rules(&args.paths, &args.common).as_deref()).map_err(|e| {
                eprintln!("somdc: cannot place `somd.rules` beside `{}`: {e}", program.display());
                DIAGNOSTICS
            })?;
            if progress {
                eprintln!("    The program is {}", program.display());
            } else {
                println!("{}", program.display());
            }
        } else if progress {
            eprintln!("    Next: cd {} && cargo run --release", folder.display());
        }
        Ok(())
    };
    work().err().unwrap_or(0)
}

fn emit_stage(args: &CompileArgs, stage: Stage) -> Result<(), i32> {
    let text = match stage {
        Stage::Ast => {
            let c = read(&args.paths, &args.common)?;
            report(&c, &args.common)?;
            emit::ast(&c)
        }
        Stage::Hir => {
            let mut c = read(&args.paths, &args.common)?;
            let program = c.check();
            report(&c, &args.common)?;
            emit::hir(&program.ok_or(DIAGNOSTICS)?)
        }
        Stage::Java => java(&args.paths, &args.common)?
            .into_iter()
            .map(|(name, text)| format!("// ---- {name}\n{text}\n"))
            .collect(),
        Stage::Core | Stage::Plan | Stage::Kernels | Stage::Cuda => {
            let (c, program) = compiled(&args.paths, &args.common)?;
            match stage {
                Stage::Core => emit::core(&c, &program),
                Stage::Plan => emit::plan(&c, &program),
                Stage::Cuda => emit::cuda(&program),
                _ => emit::kernels(&c, &program),
            }
        }
        Stage::Host => {
            let (c, program) = compiled(&args.paths, &args.common)?;
            let main = needs_main(&program)?;
            emit::host(&c, &program, main).map_err(|found| not_printed(&c, &args.common, found))?
        }
        Stage::Rust => {
            let (c, program) = compiled(&args.paths, &args.common)?;
            let name = name(&args.paths, &args.common);
            emit::rust(&project(&c, &program, &args.common, name, &args.target_cpu)?)
        }
    };
    print(&text);
    Ok(())
}

/// Prints to standard output; a closed pipe (`| head`) is no error.
pub(super) fn print(text: &str) {
    out::text(text);
}

/// Builds a program in the cache, at the place that `of` names; gives where it is, and the lock of that place: until the program has started, another
/// command may not build it anew.
pub(super) fn built(
    c: &Compilation,
    program: &Compiled,
    common: &Common,
    paths: &[PathBuf],
    target_cpu: &str,
    of: impl std::hash::Hash,
) -> Result<(PathBuf, std::fs::File), i32> {
    let name = name(paths, common);
    let project = project(c, program, common, name.clone(), target_cpu)?;
    let project = Project { name: project::own_name(&name, of), ..project };
    let cannot = |e: std::io::Error| {
        eprintln!("somdc: cannot write the project: {e}");
        DIAGNOSTICS
    };
    let folder = home::home().map_err(cannot)?.join("programs").join(&project.name);
    let lock = home::lock(&folder).map_err(cannot)?;
    project.write_cached(&folder).map_err(cannot)?;
    let built = project::build(&folder, &project.name, true).map_err(|e| {
        eprintln!("somdc: {e}");
        DIAGNOSTICS
    })?;
    Ok((built, lock))
}

fn run(mut args: RunArgs) -> i32 {
    let mut work = || -> Result<i32, i32> {
        let project = folder::apply(&mut args.input.paths, &mut args.input.common, false)?;
        if args.args.is_empty() {
            args.args = project.arguments;
        }
        let target = args.target.clone().or(project.target).unwrap_or_else(|| "auto".into());
        if args.ranks.is_some() && target != "cluster" {
            eprintln!("somdc: `-n` says how many ranks run the program, with `--target cluster`");
            return Err(USAGE);
        }
        if args.simulation.simulate.is_some() {
            return simulated(&args, &target);
        }
        if args.watch {
            watch::watch(&args.input.paths, &mut || match target.as_str() {
                "interp" => interpreting(&args),
                _ => started(&args, &target, None).ok(),
            });
        }
        if target == "interp" && args.profile.is_some() {
            eprintln!("somdc: the interpreter is not profiled; `--target seq` runs the built program on one thread");
            return Err(USAGE);
        }
        if target == "interp" {
            let (c, program) = compiled(&args.input.paths, &args.input.common)?;
            let main = needs_main(&program)?;
            return Ok(emit::interpret(c, program, main, args.args.clone(), args.replay.clone()));
        }
        if let Some(page) = args.profile.clone() {
            return profiled(&args, &target, &page);
        }
        let status = started(&args, &target, None)?.wait().map_err(|e| {
            eprintln!("somdc: cannot wait for the program: {e}");
            DIAGNOSTICS
        })?;
        Ok(status.code().unwrap_or(DIAGNOSTICS))
    };
    work().unwrap_or_else(|code| code)
}

/// Compiles and builds a program, and runs it on ranks that there are not.
fn simulated(args: &RunArgs, target: &str) -> Result<i32, i32> {
    if target != "cluster" {
        eprintln!("somdc: `--simulate` counts what ranks would send, with `--target cluster`");
        return Err(USAGE);
    }
    let (program, _lock) = made(args)?;
    simulate::simulate(&program, &args.args, &args.simulation).map_err(|(e, code)| {
        eprintln!("somdc: {e}");
        code
    })?;
    Ok(0)
}

/// Runs a program with a profile, and writes that as a page.
fn profiled(args: &RunArgs, target: &str, page: &Path) -> Result<i32, i32> {
    let folder = tempfile::tempdir().map_err(|e| {
        eprintln!("somdc: cannot make a temporary folder: {e}");
        DIAGNOSTICS
    })?;
    let trace = folder.path().join("trace.json");
    let status = started(args, target, Some(&trace))?.wait().map_err(|e| {
        eprintln!("somdc: cannot wait for the program: {e}");
        DIAGNOSTICS
    })?;
    let lines = profile::Lines::of(&args.input.paths);
    let written = profile::read(&trace).and_then(|found| {
        let title = page.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        std::fs::write(page, profile::page(&[(&found, title)], &lines)).map_err(|e| e.to_string())
    });
    match written {
        Ok(()) => eprintln!("somdc: the profile is {}", page.display()),
        Err(e) => {
            eprintln!("somdc: no profile: {e}");
            return Err(status.code().filter(|c| *c != 0).unwrap_or(DIAGNOSTICS));
        }
    }
    Ok(status.code().unwrap_or(DIAGNOSTICS))
}

/// Compiles and builds a program that is to be run, where that has not been done.
fn made(args: &RunArgs) -> Result<(PathBuf, std::fs::File), i32> {
    let (paths, common) = (&args.input.paths, &args.input.common);
    // A program keeps its place, so that an edit rebuilds only the program; two of one name in different places do not meet.
    let real = paths.iter().map(|p| std::fs::canonicalize(p).unwrap_or_else(|_| p.clone()));
    let of = (real.collect::<Vec<_>>(), common.fast_math, common.assertions);
    let name = project::own_name(&name(paths, common), &of);
    let cannot = |e: std::io::Error| {
        eprintln!("somdc: {e}");
        DIAGNOSTICS
    };
    let folder = home::home().map_err(cannot)?.join("programs").join(&name);
    let (record, program) = (folder.with_extension("built"), project::program(&name, true).map_err(cannot)?);
    let state = built::State::of(paths, &settings(common), &args.target_cpu, &name);
    if let Some(state) = state.as_ref().filter(|_| !common.explain_offload) {
        let lock = home::lock(&folder).map_err(cannot)?;
        if state.is_built(&record, &program) {
            return Ok((program, lock));
        }
    }
    let compiling = || compiled(paths, common);
    let (c, program) = project::said_late("compiling the program", compiling)?;
    let (program, lock) = built(&c, &program, common, paths, &args.target_cpu, of)?;
    if let Some(state) = state.filter(|_| c.shown().is_empty()) {
        state.keep(&record, &program).map_err(cannot)?;
    }
    Ok((program, lock))
}

/// Compiles, builds and starts a program; with a file it writes its profile there.
fn started(args: &RunArgs, target: &str, trace: Option<&Path>) -> Result<Child, i32> {
    let (built, _lock) = made(args)?;
    if args.tune {
        let table = tune::tune(&built, &args.args, target).map_err(|e| {
            eprintln!("somdc: {e}");
            DIAGNOSTICS
        })?;
        eprint!("{table}");
    }
    let rules = rules(&args.input.paths, &args.input.common);
    let started =
        project::Start { target, ranks: args.ranks, decisions: args.decisions, rules: rules.as_deref(), trace };
    project::start(&built, &args.args, &started).map_err(|e| {
        eprintln!("somdc: cannot run `{}`: {e}", built.display());
        DIAGNOSTICS
    })
}

/// Starts a program on the interpreter, in a process that can be ended.
fn interpreting(args: &RunArgs) -> Option<Child> {
    let common = &args.input.common;
    let allowed = common.allow.iter().flat_map(|a| ["-A", a]);
    let started =
        interpreter(&args.input.paths, common).and_then(|mut c| c.args(allowed).arg("--").args(&args.args).spawn());
    started.inspect_err(|e| eprintln!("somdc: cannot run the interpreter: {e}")).ok()
}

/// `somdc run --target interp` of these files as a process, since what it runs may end its process. More options may follow, then `--` and the
/// program's arguments.
pub(super) fn interpreter(paths: &[PathBuf], common: &Common) -> std::io::Result<Process> {
    let mut command = Process::new(std::env::current_exe()?);
    command.args(["run", "--target", "interp", "--encoding", common.encoding.name()]);
    if let Some(main) = &common.main {
        command.args(["--main", main]);
    }
    if common.fast_math {
        command.arg("--fast-math");
    }
    if common.assertions {
        command.arg("--assertions");
    }
    command.args(paths);
    Ok(command)
}

pub(super) fn java(paths: &[PathBuf], common: &Common) -> Result<Vec<(String, String)>, i32> {
    let mut c = read(paths, common)?;
    let files = c.erase();
    report(&c, common)?;
    files.ok_or(DIAGNOSTICS)
}

fn erase(mut args: EraseArgs) -> i32 {
    let mut work = || -> Result<(), i32> {
        folder::apply(&mut args.input.paths, &mut args.input.common, false)?;
        let files = java(&args.input.paths, &args.input.common)?;
        let Some(folder) = &args.output else {
            for (name, text) in files {
                print(&format!("// ---- {name}\n{text}\n"));
            }
            return Ok(());
        };
        if let Some(sources) = args.input.paths.iter().find(|p| p.is_dir() && is_inside(folder, p)) {
            let (folder, sources) = (folder.display(), sources.display());
            eprintln!(
                "somdc: `{folder}` lies in `{sources}`, where what is written would count as source; name another folder"
            );
            return Err(USAGE);
        }
        let files = files.into_iter().map(|(name, text)| (PathBuf::from(name), text.into_bytes())).collect();
        folders::add(folder, &files).map_err(|e| {
            eprintln!("somdc: cannot write `{}`: {e}", folder.display());
            DIAGNOSTICS
        })
    };
    work().err().unwrap_or(0)
}

/// Whether a folder, which need not be there yet, is another or lies in it.
fn is_inside(folder: &Path, other: &Path) -> bool {
    let real = |p: &Path| std::fs::canonicalize(p).ok();
    let Ok(folder) = std::path::absolute(folder) else { return false };
    match (folder.ancestors().find_map(real), real(other)) {
        (Some(folder), Some(other)) => folder.starts_with(other),
        _ => false,
    }
}

pub(super) const FIRST_PROGRAM: &str = r#"/** Adds two vectors on all cores, or on a GPU. */
public class Main {
    static int[] add(dist int[] a, dist int[] b) {
        int[] c = new int[a.length];
        for (int i = 0; i < a.length; i++)
            c[i] = a[i] + b[i];
        return c;
    }

    public static void main(String[] args) {
        int n = 1_000_000;
        int[] a = new int[n];
        int[] b = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i;
            b[i] = 2 * i;
        }
        int[] c = add(a, b);
        System.out.println("c[n - 1] = " + c[n - 1]);
    }
}
"#;

fn new(folder: &Path) -> i32 {
    if folder.exists() {
        eprintln!("somdc: `{}` is there already", folder.display());
        return USAGE;
    }
    let written =
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(folder.join("Main.somd"), FIRST_PROGRAM));
    match written {
        Ok(()) => {
            println!("Made {}. Next: somdc run {0}", folder.display());
            0
        }
        Err(e) => {
            eprintln!("somdc: cannot make `{}`: {e}", folder.display());
            DIAGNOSTICS
        }
    }
}

fn explain(code: &str) -> i32 {
    let code = code.to_ascii_uppercase();
    let Some(page) = crate::explain::page(&code) else {
        let (first, last) =
            (crate::explain::codes().next().unwrap_or_default(), crate::explain::codes().last().unwrap_or_default());
        eprintln!(
            "somdc: there is no page for `{code}`; give the code of an error or a warning, from {first} to {last}"
        );
        if let Some(near) = did_you_mean(&code, crate::explain::codes()) {
            eprintln!("  did you mean `{near}`?");
        }
        return USAGE;
    };
    print(page);
    0
}

fn print_profile(args: &ProfileArgs) -> Result<(), String> {
    let read = |file: &Path| profile::read(file).map_err(|e| format!("{}: {e}", file.display()));
    let found = read(&args.file)?;
    let other = args.compare.as_deref().map(read).transpose()?;
    let page = args.output.clone().unwrap_or_else(|| profile::page_path(&args.file));
    let beside = args.file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let sources = if args.source.is_empty() { vec![beside.to_path_buf()] } else { args.source.clone() };
    let title = |file: &Path| file.display().to_string();
    let mut shown = vec![(&found, title(&args.file))];
    shown.extend(other.as_ref().zip(args.compare.as_deref()).map(|(other, file)| (other, title(file))));
    let text = profile::page(&shown, &profile::Lines::of(&sources));
    std::fs::write(&page, text).map_err(|e| format!("{}: {e}", page.display()))?;
    print(&found.table());
    eprintln!("The same as a page: {}", page.display());
    Ok(())
}

fn show_profile(args: &ProfileArgs) -> i32 {
    print_profile(args).map_or_else(
        |e| {
            eprintln!("somdc: {e}");
            USAGE
        },
        |()| 0,
    )
}

pub(super) fn devices() -> i32 {
    match somd_runtime::device::describe_devices() {
        Ok(lines) if lines.is_empty() => {
            println!("OpenCL is installed, and offers no device. Parallel code runs on the processor's cores.")
        }
        Ok(lines) => lines.iter().for_each(|d| println!("{d}")),
        Err(reason) => println!("No OpenCL here ({reason}). Parallel code runs on the processor's cores."),
    }
    0
}
