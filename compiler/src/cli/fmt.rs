//! `somdc fmt`: files in the one style, and what is not.

use super::{Color, FmtArgs};
use crate::diagnostics;
use crate::driver::sources;
use similar::TextDiff;
use somd_fmt::Refusal;
use somd_syntax::source::SourceMap;
use std::io::{IsTerminal, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

const CHANGES: i32 = 1;
const USAGE: i32 = 2;

/// Lines from 1, the last included.
#[derive(Clone)]
pub struct Lines(Range<usize>);

pub fn parse_lines(text: &str) -> Result<Lines, String> {
    let wanted = || "two line numbers, such as `10:20`".to_string();
    let (from, to) = text.split_once(':').ok_or_else(wanted)?;
    match (from.parse::<usize>(), to.parse::<usize>()) {
        (Ok(from), Ok(to)) if from >= 1 && from <= to => Ok(Lines(from - 1..to)),
        _ => Err(wanted()),
    }
}

/// Formats files, all files of folders, or standard input (`-`).
pub fn fmt(args: &FmtArgs) -> i32 {
    let stdin = args.paths.iter().any(|p| p.as_os_str() == "-");
    if stdin && args.paths.len() > 1 {
        eprintln!("somdc: `-` is standard input, and stands alone");
        return USAGE;
    }
    if stdin {
        let mut text = String::new();
        if let Err(e) = std::io::stdin().read_to_string(&mut text) {
            eprintln!("somdc: cannot read standard input: {e}");
            return USAGE;
        }
        return one(args, None, &text);
    }
    let files = match sources::files(&args.paths) {
        Ok(files) => files,
        Err(e) => {
            eprintln!("somdc: {e}");
            return USAGE;
        }
    };
    if args.lines.is_some() && files.len() != 1 {
        eprintln!("somdc: `--range` is of one file");
        return USAGE;
    }
    let mut code = 0;
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => code = code.max(one(args, Some(&file), &text)),
            Err(e) => {
                eprintln!("somdc: cannot read `{}`: {e}", file.display());
                code = USAGE;
            }
        }
    }
    code
}

fn one(args: &FmtArgs, file: Option<&Path>, text: &str) -> i32 {
    let name = file.map_or("<stdin>".to_string(), |f| f.display().to_string());
    let mut map = SourceMap::default();
    let base = map.add(name.as_str(), text.to_string(), false);
    let formatted = match &args.lines {
        Some(Lines(lines)) => {
            somd_fmt::format_lines(text, base, lines.clone()).map(|edits| somd_fmt::apply(text, &edits))
        }
        None => somd_fmt::format(text, base),
    };
    let formatted = match formatted {
        Ok(formatted) => formatted,
        Err(Refusal::Syntax(found)) => {
            let color = match args.color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            };
            eprint!("{}", diagnostics::render(&diagnostics::sorted(found), &map, color));
            eprintln!("somdc: `{name}` is left as it is");
            return CHANGES;
        }
        Err(Refusal::Unusual(what, at)) => {
            let line = text[..at.start].matches('\n').count() + 1;
            eprintln!("somdc: `{name}` is left as it is: what is written at line {line} is {what}");
            return CHANGES;
        }
    };
    if args.check {
        if formatted == text {
            return 0;
        }
        println!("{name}");
        let diff = TextDiff::from_lines(text, formatted.as_str());
        print!("{}", diff.unified_diff().context_radius(1).header(&name, &format!("{name}, formatted")));
        return CHANGES;
    }
    let written = match file {
        None => std::io::stdout().write_all(formatted.as_bytes()),
        Some(_) if formatted == text => Ok(()),
        Some(file) => replace(file, &formatted),
    };
    match written {
        Ok(()) => 0,
        Err(e) => {
            eprintln!("somdc: cannot write `{name}`: {e}");
            USAGE
        }
    }
}

/// Writes a file beside the old one and puts it in its place, so that no half of it is ever there.
pub(super) fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    // A link stays one.
    let file: PathBuf = file.canonicalize()?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(std::fs::metadata(&file)?.permissions())?;
    new.persist(&file).map_err(|e| e.error)?;
    Ok(())
}
