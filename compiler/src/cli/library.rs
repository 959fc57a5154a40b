//! `somdc build --lib`: compiles a program twice, once to learn what it exports and once with the class by which calls come in.

use super::BuildArgs;
use super::commands::{DIAGNOSTICS, USAGE, project, read, report, settings};
use crate::driver::project::crate_name;
use crate::driver::stages::{Compilation, Settings};
use crate::library::build::{Library, entry};
use std::path::Path;

pub fn build(args: BuildArgs) -> i32 {
    work(&args).err().unwrap_or(0)
}

fn work(args: &BuildArgs) -> Result<(), i32> {
    let compile = &args.compile;
    if compile.paths.is_empty() {
        eprintln!("somdc: no source files given; `somdc build --help` shows how it is used");
        return Err(USAGE);
    }
    let failed = |e: String| {
        eprintln!("somdc: {e}");
        DIAGNOSTICS
    };
    let mut first = read(&compile.paths, &compile.common)?;
    let checked = first.check();
    if checked.is_none() || first.failed() {
        report(&first, &compile.common)?;
        return Err(DIAGNOSTICS);
    }
    let Some(program) = checked else { return Err(DIAGNOSTICS) };
    let surface = first.surface(&program);
    for r in &surface.refused {
        eprintln!("not exported: {}: {}", r.display, r.reason);
    }
    if surface.classes.is_empty() {
        return Err(failed("there is nothing to export: no public class has a public static method whose parameters and result other languages know".into()));
    }
    let (file, text, class) = entry(&surface);
    let with_entry = Settings { entry: Some((file, text)), main: Some(class), ..settings(&compile.common) };
    let mut c = Compilation::of_paths(&compile.paths, with_entry).map_err(|e| failed(e.to_string()))?;
    let compiled = c.compile();
    report(&c, &compile.common)?;
    let compiled = compiled.ok_or(DIAGNOSTICS)?;
    let name = args.name.clone().unwrap_or_else(|| crate_name(&compile.paths[0]));
    let folder = compile.output.clone().unwrap_or_else(|| Path::new("somd-out").join(&name));
    let project = project(&c, &compiled, &compile.common, name.clone(), &compile.target_cpu)?;
    let library = Library { name: &name, surface: &surface, languages: &args.lib, folder: &folder };
    let erased = library.needs_java().then(|| {
        let mut java = read(&compile.paths, &compile.common)?;
        java.erase().ok_or(DIAGNOSTICS)
    });
    let made = library.build(project, erased.transpose()?).map_err(failed)?;
    made.iter().for_each(|path| println!("{}", path.display()));
    Ok(())
}
