//! Pass tests: every `tests/passes/NAME.core` holds a line `flags: …` with the passes that are on, a program `--- before` and what is left
//! of it `--- after`. A line `devices: …` names rewrites for kernels alone. Both are also run by the interpreter on small arguments and must do the same, exceptions included.
//!
//! `SOMD_BLESS=1 cargo test -p somdc --test passes` rewrites the expectations, to be reviewed as a diff.

use somd_core::interp::{CoreValue, call};
use somd_core::ir::*;
use somd_core::parse::parse;
use somd_core::print::{Provenance, print};
use somd_core::verify::{report, verify};
use somd_passes::{Options, devices, run};
use std::path::Path;

#[test]
fn passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/passes");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "core"));
    files.sort();
    let failures: Vec<String> = files.iter().filter_map(|f| check(f).err()).collect();
    assert!(!files.is_empty());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let fail = |what: String| Err(format!("{}: {what}", file.display()));
    let Some((head, rest)) = text.split_once("--- before\n") else { return fail("no `--- before`".into()) };
    let (before, after) = rest.split_once("--- after\n").unwrap_or((rest, ""));
    let mut options = Options::NONE;
    let flags = head.lines().find_map(|l| l.strip_prefix("flags:")).unwrap_or_default();
    for flag in flags.split_whitespace() {
        match options.flag(flag) {
            Some(on) => *on = true,
            None => return fail(format!("no pass {flag}")),
        }
    }
    let program = match parse(before) {
        Ok(p) => p,
        Err(e) => return fail(e.to_string()),
    };
    if let Err(v) = verify(&program) {
        return fail(report(&program, &v));
    }
    let mut rewrites = devices::Options::NONE;
    for flag in head.lines().find_map(|l| l.strip_prefix("devices:")).unwrap_or_default().split_whitespace() {
        match rewrites.flag(flag) {
            Some(on) => *on = true,
            None => return fail(format!("no rewrite {flag}")),
        }
    }
    let result = match run(program.clone(), &options) {
        Ok(p) => devices::prepare(&p, &rewrites),
        Err(e) => return fail(format!("after {}: {}", e.pass, e.report)),
    };
    if let Err(v) = verify(&result) {
        return fail(format!("after rewrites: {}", report(&result, &v)));
    }
    compare(&program, &result).or_else(fail)?;
    let printed = print(&result, Provenance::None);
    if std::env::var_os("SOMD_BLESS").is_some() {
        let text = format!("{head}--- before\n{before}--- after\n{printed}");
        return std::fs::write(file, text).map_err(|e| e.to_string());
    }
    if printed == after { Ok(()) } else { fail(format!("expected\n{after}\ngot\n{printed}")) }
}

/// Runs every region of both programs on arrays of a few sizes.
fn compare(before: &Program, after: &Program) -> Result<(), String> {
    for (i, func) in before.funcs.iter().enumerate() {
        if func.kind == FuncKind::Scalar {
            continue;
        }
        for n in [0, 1, 2, 3, 7, 40] {
            for skew in [0, 1] {
                let args: Vec<_> = func
                    .params
                    .iter()
                    .enumerate()
                    .map(|(k, p)| argument(&func.vars[p.index()].ty, n + skew * (k % 2)))
                    .collect();
                let (a, b) = (call(before, FuncId(i as u32), args.clone()), call(after, FuncId(i as u32), args));
                // A fused instruction may have another name but not another failing iteration.
                if a != b {
                    return Err(format!("{} on size {n}, skew {skew}: {a:?} before, {b:?} after", func.name));
                }
            }
        }
    }
    Ok(())
}

fn argument(ty: &Ty, n: usize) -> CoreValue {
    use somd_core::value::{CoreArray, Data};
    match ty {
        Ty::Bool => true.into(),
        Ty::F32 => (n as f32 / 3.0).into(),
        Ty::F64 => (n as f64 / 3.0).into(),
        Ty::Struct(_) => panic!("structures are no arguments of pass tests"),
        Ty::Array(a) => {
            let dims: Vec<usize> = a.dims.iter().map(|d| d.map_or(n, |d| d as usize)).collect();
            let count = dims.iter().product();
            let mut data = Data::zeroed(&Program::default(), &a.elem, 0);
            for i in 0..count {
                data.push(argument(&a.elem, (i * 7 + 3) % 5));
            }
            CoreArray { dims, data }.into()
        }
        int => CoreValue::of_int(n as i64, int),
    }
}
