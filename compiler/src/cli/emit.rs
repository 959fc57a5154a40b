//! Prints stages, and puts the back ends' parts together.

use crate::driver::project::Project;
use crate::driver::stages::{Compilation, Compiled};
use smol_str::SmolStr;
use somd_core::{ir, walk};
use somd_hir::{self as hir, MethodId};
use somd_lower::{Construct, Runs, Verdict};
use somd_schedule as schedule;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

pub fn ast(c: &Compilation) -> String {
    c.units.iter().filter(|(_, library)| !library).map(|(unit, _)| somd_syntax::printer::print(unit)).collect()
}

pub fn hir(program: &hir::Program) -> String {
    somd_hir::print::print(program, &somd_hir::print::Options::default())
}

pub fn core(c: &Compilation, program: &Compiled) -> String {
    somd_core::print::print(&program.core, somd_core::print::Provenance::Lines(&c.sources))
}

pub fn plan(c: &Compilation, program: &Compiled) -> String {
    let plan = schedule::plan(&program.core, &c.device_options());
    schedule::print(&program.core, &plan, Some(&c.sources))
}

pub fn rust(project: &Project) -> String {
    let files = project.sources();
    let mut rust: Vec<_> = files.iter().filter(|(path, _)| path.starts_with("src")).collect();
    // The program first, then what the runtime knows of it, then the library.
    rust.sort_by_key(|(path, _)| match path.strip_prefix("src/program").map(|p| p.to_string_lossy()) {
        Ok(p) if p.starts_with("library") => 2,
        Ok(p) if ["classes.rs", "lines.rs", "mod.rs", "strings.rs"].contains(&&*p) => 1,
        _ => 0,
    });
    rust.into_iter().map(|(path, text)| format!("// ---- {}\n{text}\n", path.display())).collect()
}

/// What the printer of host code is asked for, with the kernels' texts by file.
fn rust_options(
    c: &Compilation,
    program: &Compiled,
) -> Result<(somd_rust::Options, Vec<(String, String)>), Vec<Diagnostic>> {
    let library = c.is_library();
    let mut options = somd_rust::Options { thrown: thrown(&program.core), library, ..somd_rust::Options::default() };
    options.verdicts = program.verdicts.iter().map(|v| verdict(c, v)).collect();
    let mut kernels = Vec::new();
    if !program.core.funcs.is_empty() {
        let emitted = &program.kernels;
        let descriptors = emitted.kernels.iter().map(|k| {
            let text = format!("include_str!(\"../../kernels/{}.cl\")", k.name);
            (k.name.to_string(), somd_rust::kernels::Launched { descriptor: k.rust(&text), checked: k.checked })
        });
        let plan = somd_rust::kernels::Plan {
            sources: &c.sources,
            classes: &program.structs,
            kernels: descriptors.collect(),
            named: named(c, program),
        };
        options.kernels = Some(somd_rust::kernels::module(&program.core, &plan)?);
        kernels = emitted.kernels.iter().map(|k| (format!("{}.cl", k.name), k.text.clone())).collect();
    }
    Ok((options, kernels))
}

/// What is decided of the host code.
pub fn host(c: &Compilation, program: &Compiled, main: MethodId) -> Result<String, Vec<Diagnostic>> {
    let (options, _) = rust_options(c, program)?;
    Ok(somd_host::print(&somd_rust::plan(&program.hir, &options, main)))
}

/// The generated project: host code, and the module of parallel regions.
pub fn project(
    c: &Compilation,
    program: &Compiled,
    main: MethodId,
    name: String,
    target_cpu: &str,
) -> Result<Project, Vec<Diagnostic>> {
    let (options, kernels) = rust_options(c, program)?;
    let modules = somd_rust::emit(&program.hir, &c.sources, &options, main)?.files;
    let target_cpu = target_cpu.to_string();
    Ok(Project { name, modules, kernels, target_cpu, vendored: false, library: None, target: None })
}

/// Where something stands, as programs say it: `Main.somd:12`.
fn place(c: &Compilation, span: Span) -> String {
    let place = c.sources.locate(span);
    place.map_or(String::new(), |(f, line, _)| {
        format!("{}:{line}", f.name.rsplit(['/', '\\']).next().unwrap_or(&f.name))
    })
}

/// A verdict as the generated program has it.
fn verdict(c: &Compilation, v: &Verdict) -> somd_rust::Verdict {
    use somd_runtime::verdict::Runs as Emitted;
    somd_rust::Verdict {
        method: v.method,
        what: v.what(),
        place: place(c, v.span),
        display: v.display.to_string(),
        names: v.function.iter().map(|n| n.to_string()).collect(),
        runs: match v.runs {
            Runs::OneCore => Emitted::OneCore,
            Runs::OwnThread | Runs::AnyThread => Emitted::AnyThread,
            Runs::AllCores => Emitted::AllCores,
            Runs::Device => Emitted::Device,
        },
        outcome: v.outcome(),
        asked: v.asked && v.construct != Construct::Around,
        by_place: matches!(v.construct, Construct::Array(_) | Construct::Method),
        library: matches!(v.construct, Construct::Library(_) | Construct::Filter(_)),
    }
}

/// The names of regions: those of the constructs that became them.
fn named(c: &Compilation, program: &Compiled) -> BTreeMap<SmolStr, somd_rust::kernels::Named> {
    let mut named: BTreeMap<SmolStr, somd_rust::kernels::Named> = BTreeMap::new();
    for v in program.verdicts.iter().filter(|v| matches!(v.construct, Construct::Array(_) | Construct::Method)) {
        for &region in &v.regions {
            let names = named.entry(program.core.func(region).name.clone()).or_default();
            names.functions.extend(v.function.iter().map(|n| n.to_string()));
            names.place = place(c, v.span);
        }
    }
    named
}

/// The kernels, one after another, and what has none.
pub fn kernels(c: &Compilation, program: &Compiled) -> String {
    let emitted = &program.kernels;
    let mut out = String::new();
    for k in &emitted.kernels {
        out += &format!("// ---- kernels/{}.cl\n{}\n", k.name, k.text);
    }
    for r in &emitted.refused {
        let place = c.sources.locate(r.span).map(|(f, line, _)| format!("{}:{line}: ", f.name)).unwrap_or_default();
        out += &format!("// {place}no kernel {}: {}\n", r.name, r.reason);
    }
    out
}

/// The kernels in CUDA C++, one after another.
pub fn cuda(program: &Compiled) -> String {
    let kernels = program.kernels.kernels.iter();
    kernels.map(|k| format!("// ---- kernels/{}.cu\n{}\n", k.name, somd_cuda::text(&k.module))).collect()
}

/// The classes that parallel code throws objects of.
fn thrown(core: &ir::Program) -> Vec<SmolStr> {
    let mut classes = BTreeSet::new();
    for func in &core.funcs {
        walk::for_each_stmt(&func.body, &mut |s| match &s.kind {
            ir::StmtKind::Throw { class, .. } => {
                classes.insert(class.clone());
            }
            ir::StmtKind::Par(par)
                if par.outputs.iter().any(|o| matches!(o.kind, ir::OutputKind::Fold { init: None, .. })) =>
            {
                classes.insert("somd.EmptyReduction".into());
            }
            _ => {}
        });
        walk::for_each_expr(&func.body, &mut |e| {
            if let ir::ExprKind::Check { kind: ir::CheckKind::SameLength { .. }, .. } = &e.kind {
                classes.insert("somd.LengthMismatch".into());
            }
            if let ir::ExprKind::Check { kind: ir::CheckKind::View { .. }, .. } = &e.kind {
                classes.insert("somd.PartitionException".into());
            }
        });
    }
    classes.into_iter().collect()
}

/// The exit code after a wrong setting.
const USAGE: i32 = 2;

/// Runs a program in the reference interpreter and gives its exit code.
/// With `replay`, it goes as that record of earlier runs says, and on from there.
pub fn interpret(c: Compilation, program: Compiled, main: MethodId, args: Vec<String>, replay: Option<PathBuf>) -> i32 {
    let races = match std::env::var("SOMD_CHECK").as_deref() {
        Ok("races") => true,
        Ok("") | Err(_) => false,
        Ok(other) => {
            eprintln!("somdc: SOMD_CHECK={other}: there is one check, `races`");
            return USAGE;
        }
    };
    let sources = Some(Arc::new(c.sources));
    let host = somd_interp::Host { core: Some(Arc::new(program.core)), sources, races, replay };
    somd_interp::run(Arc::new(program.hir), host, main, args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::stages::Settings;

    /// The files of the program that a text is, not formatted.
    fn modules(text: &str) -> BTreeMap<String, String> {
        let mut c = Compilation::of_texts(vec![("Main.somd".into(), text.into())], Settings::default());
        let program = c.compile().expect("it is sound");
        let main = program.main.expect("it has a main");
        let Ok(made) = project(&c, &program, main, "p".into(), "native") else { panic!("it has a project") };
        made.modules.into_iter().collect()
    }

    /// rustc compiles again what changed, a module at a time: a change in one method must not be one of the library, or of another method's loops.
    #[test]
    fn a_change_in_one_method_leaves_the_modules_of_others() {
        let text = |factor: u32| {
            format!(
                "public class Main {{\n\
                 static int[] one(dist int[] a) {{ int[] b = new int[a.length];\n\
                 for (int i = 0; i < a.length; i++) b[i] = a[i] * {factor};\n return b; }}\n\
                 static int[] two(dist int[] a) {{ int[] b = new int[a.length];\n\
                 for (int i = 0; i < a.length; i++) b[i] = a[i] - 7;\n return b; }}\n\
                 public static void main(String[] args) {{ System.out.println(one(two(new int[100]))[args.length]); }} }}"
            )
        };
        let (before, after) = (modules(&text(3)), modules(&text(5)));
        let differs = |file: &&String| before[*file] != after[*file];
        let changed: Vec<&str> = before.keys().filter(differs).map(String::as_str).collect();
        assert_eq!((changed, before.len()), (vec!["kernels.rs"], after.len()));
        let of = |modules: &BTreeMap<String, String>, name: &str| {
            let (_, inside) = modules["kernels.rs"].split_once(&format!("mod Main_{name}_loops {{")).expect("a module");
            inside.split("pub use ").next().map(str::to_string)
        };
        assert_eq!(of(&before, "two"), of(&after, "two"));
        assert_ne!(of(&before, "one"), of(&after, "one"));
    }
}
