//! Kernel tests: every `tests/kernels/NAME.core` holds a program, and after `--- lines` text that its kernels must contain, in this
//! order, or after `--- refused` a part of the reason why one has none. The kernels are built and run by whatever OpenCL device there
//! is (PoCL makes one of any CPU), on arrays of several sizes, and must give the bits and the failing iterations of the
//! interpreter. A line `// sizes: …` in the program names other sizes than the usual.

use somd_core::interp::{CoreError, CoreValue, Ran, Runner, call, call_with};
use somd_core::ir::*;
use somd_core::parse::parse;
use somd_core::value::{CoreArray, Data};
use somd_core::verify::{report, verify};
use somd_kernel::Scalar as KernelType;
use somd_kernel::interp;
use somd_lower_kernel::{self as kernels, Emitted};
use somd_runtime::device::{self, SliceArg, SliceOut};
use somd_runtime::kernel::{Form, Launch, Param, STRUCTURE, Scalar};
use somd_runtime::target::Place;
use somd_schedule as schedule;
use somd_schedule::Options;
use somd_syntax::source::SourceMap;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// Before the first device is opened: it takes images for arrays where kernels can.
fn settings() {
    static ONCE: Once = Once::new();
    // SAFETY: no test reads the environment before it has called this, which the others wait for.
    ONCE.call_once(|| unsafe { std::env::set_var("SOMD_IMAGES", "1") });
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/kernels");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    let only = std::env::var("SOMD_KERNEL_TEST").unwrap_or_default();
    files.retain(|f| f.extension().is_some_and(|e| e == "core") && f.to_string_lossy().contains(&only));
    files.sort();
    files
}

#[test]
fn kernels() {
    settings();
    if device::describe_devices().map_or(true, |d| d.is_empty()) {
        eprintln!("no OpenCL device: kernels are not run");
    }
    let files = files();
    let failures: Vec<String> =
        files.iter().filter_map(|f| check(f).err().map(|e| format!("{}: {e}", f.display()))).collect();
    assert!(!files.is_empty());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The interpreter of kernels gives what that of Core gives, with no device: kernels that one launch runs, with all options and with none.
#[test]
fn interpreted() {
    let (mut failures, mut launches) = (Vec::new(), 0);
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let program = parse(text.split("--- ").next().unwrap_or_default()).unwrap();
        let mut none = Options::ALL;
        Options::NAMES.iter().for_each(|name| *none.flag(name).unwrap() = false);
        for options in [Options::ALL, none] {
            let plan = schedule::plan(&program, &options);
            let emitted = kernels::emit(&program, &plan, &SourceMap::default(), &somd_opencl::text);
            let runner = Interpreted { emitted: &emitted, launches: Cell::new(0), stopped: Default::default() };
            for (i, func) in program.funcs.iter().enumerate().filter(|(_, f)| f.kind != FuncKind::Scalar) {
                for n in [1, 5, 33] {
                    let args: Vec<_> = func.params.iter().map(|p| argument(&func.vars[p.index()].ty, n, 3)).collect();
                    let a = call(&program, FuncId(i as u32), args.clone());
                    let b = call_with(&program, &runner, FuncId(i as u32), args);
                    let equal = match (&a, &b) {
                        (Ok(a), Ok(b)) => a.iter().zip(b).try_for_each(|(a, b)| same(a, b)),
                        (a, b) if a == b => Ok(()),
                        (a, b) => Err(format!("{a:?}\n and {b:?}")),
                    };
                    let stopped = runner.stopped.take().map_or(Ok(()), Err);
                    if let Err(e) = stopped.and(equal) {
                        failures.push(format!("{}: {} on size {n}: {e}", file.display(), func.name));
                    }
                }
            }
            launches += runner.launches.get();
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(launches > 100, "{launches}");
}

/// Every kernel test with passes on and off: in 8 combinations, which have every setting of any two passes.
#[test]
fn combinations() {
    settings();
    if device::describe_devices().map_or(true, |d| d.is_empty()) {
        eprintln!("no OpenCL device: kernels are not run");
        return;
    }
    let mut failures = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let core = text.split("--- ").next().unwrap_or_default();
        let program = parse(core).unwrap();
        // A kernel that came out before need not run again: those of row 0 have, in the test above. What is left of a function is interpreted, once for all rows.
        let (mut seen, mut expected) = (Vec::new(), Expected::new());
        for row in 0..8 {
            let mut options = Options::ALL;
            for (column, name) in Options::NAMES.iter().enumerate() {
                *options.flag(name).unwrap() = setting(row, column);
            }
            let mut emitted =
                kernels::emit(&program, &schedule::plan(&program, &options), &SourceMap::default(), &somd_opencl::text);
            emitted.kernels.retain(|k| !seen.contains(k));
            seen.extend(emitted.kernels.iter().cloned());
            if row > 0
                && !emitted.kernels.is_empty()
                && let Err(e) = compare(&program, &emitted, &[257], &mut expected)
            {
                failures.push(format!("{}: {options:?}: {e}", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A covering array (Kleitman and Spencer): each column is off in another four of the rows 1 to 7. Of any two columns these sets meet, and
/// neither holds the other; both are on in row 0.
fn setting(row: usize, column: usize) -> bool {
    let off = (0..1u32 << 7).filter(|set| set.count_ones() == 4).nth(column).unwrap();
    row == 0 || off >> (row - 1) & 1 == 0
}

#[test]
fn combinations_have_every_setting_of_any_two() {
    for a in 0..Options::NAMES.len() {
        for b in 0..a {
            let found: HashSet<_> = (0..8).map(|r| (setting(r, a), setting(r, b))).collect();
            assert_eq!(found.len(), 4, "{a} {b}");
        }
    }
}

fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let (text, refused) = text.split_once("--- refused\n").unwrap_or((&text, ""));
    let (core, lines) = text.split_once("--- lines\n").unwrap_or((text, ""));
    let program = parse(core).map_err(|e| e.to_string())?;
    verify(&program).map_err(|v| report(&program, &v))?;
    let plan = schedule::plan(&program, &Default::default());
    let emitted = kernels::emit(&program, &plan, &SourceMap::default(), &somd_opencl::text);
    let all: String = emitted.kernels.iter().map(|k| k.text.as_str()).collect();
    if std::env::var_os("SOMD_SHOW_KERNELS").is_some() {
        println!("{all}");
    }
    let mut rest = all.as_str();
    for line in lines.lines().map(str::trim).filter(|l| !l.is_empty()) {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => return Err(format!("the line `{line}` is missing (or comes too early) in\n{all}")),
        }
    }
    for reason in refused.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if !emitted.refused.iter().any(|r| r.reason.contains(reason)) {
            return Err(format!("`{reason}` is no reason in {:?}", emitted.refused));
        }
    }
    if refused.is_empty() && !emitted.refused.is_empty() {
        return Err(format!("{:?}", emitted.refused));
    }
    if device::describe_devices().map_or(true, |d| d.is_empty()) {
        return Ok(());
    }
    let sizes = core.lines().find_map(|l| l.strip_prefix("// sizes:"));
    let sizes = sizes
        .unwrap_or("1 2 5 33 100 1000 20000")
        .split_whitespace()
        .map(|n| n.parse().map_err(|_| format!("`{n}` is no size")));
    compare(&program, &emitted, &sizes.collect::<Result<Vec<usize>, _>>()?, &mut Expected::new())
}

/// What the interpreter gives for a function on a size.
type Expected = HashMap<(usize, usize), Result<Vec<CoreValue>, CoreError>>;

fn compare(program: &Program, emitted: &Emitted, sizes: &[usize], expected: &mut Expected) -> Result<(), String> {
    let kernels = emitted.kernels.iter().map(|k| (k.name.to_string(), k.leak())).collect();
    let runner = OnDevice { program, emitted, kernels, launches: Cell::new(0), declined: Default::default() };
    for (i, func) in program.funcs.iter().enumerate() {
        if func.kind == FuncKind::Scalar {
            continue;
        }
        for &n in sizes {
            let matrices =
                func.params.iter().any(|p| func.vars[p.index()].ty.as_array().is_some_and(|a| a.dims.len() > 1));
            // The interpreter takes the cube of this for a product.
            let n = if sizes.len() == 1 && matrices { n.min(130) } else { n };
            if n > 600 && matrices {
                continue;
            }
            let args: Vec<_> = func.params.iter().map(|p| argument(&func.vars[p.index()].ty, n, 3)).collect();
            let id = FuncId(i as u32);
            let a = expected.entry((i, n)).or_insert_with(|| call(program, id, args.clone()));
            let b = call_with(program, &runner, id, args);
            if let Some(reason) = runner.declined.take() {
                return Err(format!("{} declined: {reason}", func.name));
            }
            let same = match (&*a, &b) {
                (Ok(a), Ok(b)) => a.iter().zip(b).try_for_each(|(a, b)| same(a, b)),
                (a, b) if a == b => Ok(()),
                (a, b) => Err(format!("{a:?}\n and {b:?}")),
            };
            same.map_err(|e| format!("{} on size {n}: interpreter and device differ: {e}", func.name))?;
        }
    }
    if runner.launches.get() == 0 && !emitted.kernels.is_empty() {
        Err("no kernel was launched".into())
    } else {
        Ok(())
    }
}

/// Values of all magnitudes, signs and kinds.
fn argument(ty: &Ty, n: usize, salt: u64) -> CoreValue {
    let mut x = salt.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (salt >> 7);
    x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 32;
    let float = |special: u64| match special % 23 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -0.0,
        3 => 3e9,
        4 => -1e19,
        5 => 1e-310,
        _ => (x as i32 as f64) / ((1u64 << (special % 40)) as f64),
    };
    match ty {
        Ty::Bool => (x & 1 == 0).into(),
        Ty::F32 => (float(x >> 40) as f32).into(),
        Ty::F64 => float(x >> 40).into(),
        Ty::Struct(_) => panic!("structures are no arguments of kernel tests"),
        Ty::Array(a) => {
            let dims: Vec<usize> = a.dims.iter().map(|d| d.map_or(n, |d| d as usize)).collect();
            let mut data = Data::zeroed(&Program::default(), &a.elem, 0);
            for i in 0..dims.iter().product::<usize>() {
                data.push(argument(&a.elem, n, salt + 1 + i as u64));
            }
            CoreArray { dims, data }.into()
        }
        // A scalar integer is a size, an element is anything.
        int if salt == 3 => CoreValue::of_int(n as i64, int),
        int => match x % 11 {
            0 => CoreValue::of_int(i32::MIN as i64, int),
            1 => CoreValue::of_int(i64::MIN, int),
            2 => CoreValue::of_int(-1, int),
            3 => CoreValue::of_int(x as i64, int),
            k => CoreValue::of_int((x >> 8) as i64 % 1000 * k as i64, int),
        },
    }
}

/// All NaNs are one: Java does not tell them apart either.
fn same(a: &CoreValue, b: &CoreValue) -> Result<(), String> {
    if let (CoreValue::Array(x), CoreValue::Array(y)) = (a, b) {
        if x.dims != y.dims {
            return Err(format!("{:?} and {:?} elements", x.dims, y.dims));
        }
        let differ = (0..x.data.len())
            .find_map(|i| same(&x.data.get(i), &y.data.get(i)).err().map(|e| format!("element {i}: {e}")));
        return differ.map_or(Ok(()), Err);
    }
    let equal = match (a, b) {
        (CoreValue::F32(x), CoreValue::F32(y)) => x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan(),
        (CoreValue::F64(x), CoreValue::F64(y)) => x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan(),
        (a, b) => a == b,
    };
    if equal { Ok(()) } else { Err(format!("{a:?} and {b:?}")) }
}

struct OnDevice<'a> {
    program: &'a Program,
    emitted: &'a Emitted,
    kernels: HashMap<String, &'static somd_runtime::kernel::Kernel>,
    launches: Cell<usize>,
    declined: Cell<Option<String>>,
}

impl Runner for OnDevice<'_> {
    fn run(
        &self,
        par: &Par,
        space: &[(i64, i64)],
        vars: &dyn Fn(VarId) -> CoreValue,
        results: &mut [CoreValue],
    ) -> Ran {
        let Some(kernel) = self.emitted.kernel(&par.name) else { return Ran::Declined };
        let values: Vec<CoreValue> = kernel.args.iter().map(|a| vars(a.var)).collect();
        let bytes: Vec<(Vec<u8>, Vec<i32>)> = values.iter().map(bytes_of).collect();
        let args: Vec<SliceArg> = values
            .iter()
            .zip(&bytes)
            .map(|(v, (bytes, dims))| match v.as_array() {
                Some(_) => SliceArg::Array { bytes, dims },
                None => SliceArg::Scalar(scalar(v, bytes)),
            })
            .collect();
        let mut contents: Vec<(Vec<u8>, Vec<i32>)> = results.iter().map(bytes_of).collect();
        let mut outs: Vec<SliceOut> = contents
            .iter_mut()
            .zip(&*results)
            .zip(&par.outputs)
            .map(|(((bytes, dims), v), output)| match (&output.kind, v.as_array()) {
                (OutputKind::Scan { .. }, Some(array)) => {
                    let first = array.data.get(0);
                    SliceOut::Sums { start: scalar(&first, &bytes_of(&first).0), bytes }
                }
                (OutputKind::Filter { .. }, _) => SliceOut::Kept { bytes, count: 0 },
                (_, Some(_)) => SliceOut::Array { bytes, dims },
                (_, None) => SliceOut::Value(None),
            })
            .collect();
        self.launches.set(self.launches.get() + 1);
        match device::launch_slices(self.kernels[par.name.as_str()], &Place::Gpu(None), space, &args, &mut outs) {
            Launch::Declined(reason) => {
                self.declined.set(Some(reason));
                return Ran::Declined;
            }
            Launch::Failed { iteration } => return Ran::Failed(iteration),
            Launch::Throws => return Ran::Declined,
            Launch::Done => {}
        }
        let kept: Vec<Option<usize>> =
            outs.iter().map(|o| if let SliceOut::Kept { count, .. } = o { Some(*count) } else { None }).collect();
        let totals: Vec<Option<Scalar>> =
            outs.iter().map(|o| if let SliceOut::Value(v) = o { *v } else { None }).collect();
        for (((result, total), (bytes, _)), kept) in results.iter_mut().zip(totals).zip(&contents).zip(kept) {
            if let (Some(kept), Some(room)) = (kept, result.as_array()) {
                let each = bytes.len() / room.data.len().max(1);
                let like = CoreArray { dims: vec![kept], data: room.data.clone() };
                *result = array_of(self.program, &like, &bytes[..kept * each]).into();
                continue;
            }
            *result = match (total, result.as_array()) {
                (Some(total), _) => value_of(total),
                (None, Some(array)) => array_of(self.program, array, bytes).into(),
                (None, None) => panic!("a total is missing"),
            };
        }
        Ran::Done
    }
}

/// Kernels in the interpreter.
struct Interpreted<'a> {
    emitted: &'a Emitted,
    launches: Cell<usize>,
    stopped: Cell<Option<String>>,
}

/// The work groups of a launch over these numbers of iterations, the innermost first. None of a form that needs more.
fn grid(form: Form, counts: &[usize]) -> Option<interp::Grid> {
    let across = |by: usize| counts.first().map_or(1, |n| n.div_ceil(by));
    let along = |by: usize| counts.get(1).map_or(1, |n| n.div_ceil(by));
    let rest = counts.get(2).copied().unwrap_or(1);
    Some(match form {
        Form::Points { width: 1 } | Form::Turns { .. } if counts.len() == 1 => {
            interp::Grid { groups: [across(256), 1, 1], items: [256, 1, 1] }
        }
        // From a multiple of the width on.
        Form::Points { width } if counts.len() == 1 => {
            interp::Grid { groups: [across(256 * width as usize) + 1, 1, 1], items: [256, 1, 1] }
        }
        Form::Points { width: 1 } => interp::Grid { groups: [across(8), along(4), rest], items: [8, 4, 1] },
        Form::Strips { .. } => interp::Grid { groups: [across(256), 1, 1], items: [256, 1, 1] },
        Form::Transposed => interp::Grid { groups: [across(32), along(32), 1], items: [256, 1, 1] },
        _ => return None,
    })
}

impl Runner for Interpreted<'_> {
    fn run(
        &self,
        par: &Par,
        space: &[(i64, i64)],
        vars: &dyn Fn(VarId) -> CoreValue,
        results: &mut [CoreValue],
    ) -> Ran {
        let Some(kernel) = self.emitted.kernel(&par.name) else { return Ran::Declined };
        let counts: Vec<usize> = space.iter().rev().map(|(from, to)| (to - from).max(0) as usize).collect();
        let Some(grid) = grid(kernel.form, &counts) else { return Ran::Declined };
        let given: Vec<(Vec<u8>, Vec<i32>)> = kernel.args.iter().map(|a| bytes_of(&vars(a.var))).collect();
        let outs: Vec<(Vec<u8>, Vec<i32>)> = results.iter().map(bytes_of).collect();
        let int = |n: i64, s| interp::Arg::Scalar(interp::Value::Int(n, s));
        // Atomic operations on elements narrower than an int are on words: buffers have whole ones.
        let words = |bytes: &[u8]| {
            let mut words = bytes.to_vec();
            words.resize(bytes.len().next_multiple_of(4), 0);
            interp::Arg::Global(words)
        };
        let bound = if kernel.wide { KernelType::Long } else { KernelType::Int };
        let mut args = Vec::new();
        for p in &kernel.params {
            args.push(match *p {
                Param::Arg(n) if kernel.args[n as usize].rank == 0 => {
                    let Some(value) = number(&vars(kernel.args[n as usize].var)) else { return Ran::Declined };
                    interp::Arg::Scalar(value)
                }
                Param::Arg(n) => words(&given[n as usize].0),
                Param::ArgLen { arg, dim } => int(given[arg as usize].1[dim as usize].into(), KernelType::Int),
                Param::Out(n) => words(&outs[n as usize].0),
                Param::OutLen { out, dim } => int(outs[out as usize].1[dim as usize].into(), KernelType::Int),
                Param::From(d) => int(space[d as usize].0, bound),
                Param::To(d) => int(space[d as usize].1, bound),
                Param::FirstFailure => interp::Arg::Global(u32::MAX.to_ne_bytes().to_vec()),
                Param::Chained => int(0, KernelType::UInt),
                Param::Own(_) | Param::Totals => return Ran::Declined,
            });
        }
        if let Err(stopped) = interp::run(&kernel.module, &kernel.entry, &BTreeMap::new(), grid, &mut args) {
            self.stopped.set(Some(format!("{}: {}", kernel.name, stopped.0)));
            return Ran::Declined;
        }
        self.launches.set(self.launches.get() + 1);
        for (p, arg) in kernel.params.iter().zip(&args) {
            let interp::Arg::Global(bytes) = arg else { continue };
            match *p {
                Param::FirstFailure => {
                    let first = u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                    if first != u32::MAX {
                        return Ran::Failed(first.into());
                    }
                }
                Param::Out(n) => {
                    if let Some(array) = results[n as usize].as_array() {
                        let own = &bytes[..outs[n as usize].0.len()];
                        results[n as usize] = array_of(&Program::default(), array, own).into();
                    }
                }
                _ => {}
            }
        }
        Ran::Done
    }
}

/// A scalar as kernels have it; none of a structure.
fn number(v: &CoreValue) -> Option<interp::Value> {
    let int = |n: i64, s| interp::Value::Int(n, s);
    Some(match v {
        CoreValue::Bool(x) => int((*x).into(), KernelType::UChar),
        CoreValue::I8(x) => int((*x).into(), KernelType::Char),
        CoreValue::I16(x) => int((*x).into(), KernelType::Short),
        CoreValue::U16(x) => int((*x).into(), KernelType::UShort),
        CoreValue::I32(x) => int((*x).into(), KernelType::Int),
        CoreValue::I64(x) => int(*x, KernelType::Long),
        CoreValue::F32(x) => interp::Value::Float(*x),
        CoreValue::F64(x) => interp::Value::Double(*x),
        CoreValue::Struct(_) | CoreValue::Array(_) => return None,
    })
}

fn bytes_of(v: &CoreValue) -> (Vec<u8>, Vec<i32>) {
    match v {
        CoreValue::Array(a) => {
            let bytes = (0..a.data.len()).flat_map(|i| bytes_of(&a.data.get(i)).0).collect();
            (bytes, a.dims.iter().map(|d| *d as i32).collect())
        }
        CoreValue::Bool(x) => (vec![*x as u8], vec![]),
        CoreValue::I8(x) => (x.to_ne_bytes().to_vec(), vec![]),
        CoreValue::I16(x) => (x.to_ne_bytes().to_vec(), vec![]),
        CoreValue::U16(x) => (x.to_ne_bytes().to_vec(), vec![]),
        CoreValue::I32(x) => (x.to_ne_bytes().to_vec(), vec![]),
        CoreValue::I64(x) => (x.to_ne_bytes().to_vec(), vec![]),
        CoreValue::F32(x) => (x.to_ne_bytes().to_vec(), vec![]),
        CoreValue::F64(x) => (x.to_ne_bytes().to_vec(), vec![]),
        // All fields of kernel tests' structures are of one size, so nothing lies between them.
        CoreValue::Struct(fields) => (fields.iter().flat_map(|f| bytes_of(f).0).collect(), vec![]),
    }
}

fn scalar(v: &CoreValue, bytes: &[u8]) -> Scalar {
    match v {
        CoreValue::Bool(x) => (*x).into(),
        CoreValue::I8(x) => (*x).into(),
        CoreValue::I16(x) => (*x).into(),
        CoreValue::U16(x) => (*x).into(),
        CoreValue::I32(x) => (*x).into(),
        CoreValue::I64(x) => (*x).into(),
        CoreValue::F32(x) => (*x).into(),
        CoreValue::F64(x) => (*x).into(),
        CoreValue::Struct(_) | CoreValue::Array(_) => {
            let mut all = [0; STRUCTURE];
            all[..bytes.len()].copy_from_slice(bytes);
            Scalar::Struct { bytes: all, len: bytes.len() as u32 }
        }
    }
}

fn value_of(s: Scalar) -> CoreValue {
    match s {
        Scalar::Bool(x) => x.into(),
        Scalar::I8(x) => x.into(),
        Scalar::I16(x) => x.into(),
        Scalar::U16(x) => x.into(),
        Scalar::I32(x) => x.into(),
        Scalar::I64(x) => x.into(),
        Scalar::F32(x) => x.into(),
        Scalar::F64(x) => x.into(),
        Scalar::Struct { .. } => panic!("no kernel test has totals that are structures"),
    }
}

fn array_of(program: &Program, like: &CoreArray, bytes: &[u8]) -> CoreArray {
    macro_rules! read {
        ($($variant:ident $t:ty),*) => {
            match &like.data {
                $(Data::$variant(_) => Data::$variant(bytes.chunks(size_of::<$t>()).map(|c| <$t>::from_ne_bytes(c.try_into().unwrap())).collect()),)*
                Data::Bool(_) => Data::Bool(bytes.iter().map(|b| *b != 0).collect()),
                Data::Struct(_) => panic!("no kernel test has arrays of structures in {}", program.funcs.len()),
            }
        };
    }
    CoreArray { dims: like.dims.clone(), data: read!(I8 i8, I16 i16, U16 u16, I32 i32, I64 i64, F32 f32, F64 f64) }
}
