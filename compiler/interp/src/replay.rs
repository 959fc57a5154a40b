//! Runs a program again as it ran before: what its calls of the system gave is read from a file, and none of them happens a second time.
//!
//! A conversation (`somdc repl`) is one program that grows at its end and runs from its start for each entry. Its earlier entries must not write their
//! files again, and must see the clock, random seeds and files as they saw them. So each call of the system is written down, with its arguments and its
//! result; a later run answers the same calls in the same order from there, and makes calls for real from where the record ends. A file that is open at that
//! point is opened again where it was left. Where a run goes another way, because a method was replaced, the rest of the record is dropped.
//!
//! Printing to the console is no such call: whoever starts the run knows what to show of it.

use super::rt;
use somd_runtime::natives;
use somd_runtime::value::{DynFn, Value};
use std::collections::{HashMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// What the system is asked for, besides files.
const ASKED: [&str; 9] = [
    "system.nanoTime",
    "system.currentTimeMillis",
    "system.uptime",
    "system.threadTime",
    "system.memoryTotal",
    "system.memoryUsed",
    "system.process",
    "system.sleep",
    "io.lastError",
];

/// Files by their names.
const NAMED: [&str; 9] = [
    "io.kind",
    "io.size",
    "io.modified",
    "io.delete",
    "io.makeFolder",
    "io.rename",
    "io.list",
    "io.absolute",
    "io.canonical",
];

/// Open files by their numbers, which are the first argument.
const OPEN: [&str; 11] = [
    "io.read",
    "io.write",
    "io.print",
    "io.available",
    "io.flush",
    "io.close",
    "io.position",
    "io.seek",
    "io.length",
    "io.setLength",
    "io.map",
];

/// The program's numbers of files begin here, since the system's may be others in each run.
const FIRST_FILE: i32 = 1 << 20;

/// How `io.open` opens a file to write it from its start, and one to read and write it.
const TRUNCATE: i32 = 1;
const UPDATE: i32 = 3;

/// A file that the program has open.
struct Opened {
    path: Value,
    mode: i32,
    /// Where it is read and written next, in bytes.
    at: i64,
    /// The runtime's number, once it is open in this run.
    real: Option<i32>,
}

/// The record of a run, which is read first and then written.
pub(super) struct Replay {
    /// What earlier runs wrote and this one has not come to: each call with its arguments, its result, and its length in the file.
    earlier: VecDeque<(String, String, u64)>,
    file: File,
    /// The bytes of the file that hold in this run.
    length: u64,
    files: HashMap<i32, Opened>,
    next: i32,
}

impl Replay {
    /// # Errors
    /// Where the file cannot be read or written.
    pub(super) fn of(path: &Path) -> io::Result<Replay> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let call = |line: &str| {
            let (call, result) = line.trim_end().split_once('\t')?;
            Some((call.to_string(), result.to_string(), line.len() as u64))
        };
        let earlier: VecDeque<_> = text.split_inclusive('\n').map_while(call).collect();
        Ok(Replay { earlier, file, length: 0, files: HashMap::new(), next: FIRST_FILE })
    }

    /// The answer to a call of the runtime, where it is one of the system. `native` makes it.
    pub(super) fn call(&mut self, name: &str, args: &[Value], native: DynFn) -> Option<Value> {
        let file = match args.first() {
            Some(Value::Int(file)) if OPEN.contains(&name) => Some(*file).filter(|f| *f >= FIRST_FILE),
            _ => None,
        };
        if file.is_none() && name != "io.open" && !ASKED.contains(&name) && !NAMED.contains(&name) {
            return None;
        }
        // A mapped file is memory, which is not written down.
        if name == "io.map" {
            let real = self.real(file?)?;
            return Some(native(&with_file(args, real)));
        }
        let asked = asked(name, args);
        if let Some((call, result, length)) = self.earlier.pop_front() {
            if call == asked
                && let Some(value) = self.answered(name, args, &result)
            {
                self.length += length;
                return Some(value);
            }
            self.earlier.clear();
            // What does not hold any longer is not to be read again.
            let _ = self.file.set_len(self.length);
        }
        let value = match (name, file) {
            ("io.open", _) => self.open(args, native),
            (_, Some(file)) => match self.real(file) {
                Some(real) => native(&with_file(args, real)),
                None => native(args),
            },
            _ => native(args),
        };
        let mut result = written(&value)?;
        if let ("io.read", Value::Int(n)) = (name, &value) {
            result += " ";
            result += &hex(&rt::bytes(&args[1], int(&args[2]), (*n).max(0)));
        }
        let line = format!("{asked}\t{result}\n");
        self.length += line.len() as u64;
        // A conversation whose record cannot be written goes on, and what it does may happen again.
        let _ = self.file.write_all(line.as_bytes());
        self.moved(name, args, &value);
        Some(value)
    }

    /// The result that was written down, with all that the call did to the program. None where it cannot be read.
    fn answered(&mut self, name: &str, args: &[Value], result: &str) -> Option<Value> {
        let (value, bytes) = result.split_once(' ').unwrap_or((result, ""));
        let value = read(value)?;
        match (name, &value) {
            ("io.read", Value::Int(n)) if *n > 0 => rt::set_bytes(&args[1], int(&args[2]), &unhex(bytes)?),
            ("io.open", Value::Int(file)) if *file >= FIRST_FILE => {
                self.next = self.next.max(file + 1);
                let (path, mode) = (args[0].clone(), int(&args[1]));
                self.files.insert(*file, Opened { path, mode, at: 0, real: None });
            }
            _ => {}
        }
        self.moved(name, args, &value);
        Some(value)
    }

    /// Keeps where a file stands.
    fn moved(&mut self, name: &str, args: &[Value], result: &Value) {
        let Some(Value::Int(number)) = args.first() else { return };
        if name == "io.close" {
            self.files.remove(number);
            return;
        }
        let Some(file) = self.files.get_mut(number) else { return };
        match (name, result, args.get(1)) {
            ("io.read" | "io.write", Value::Int(n), _) => file.at += i64::from((*n).max(0)),
            ("io.seek", Value::Int(0), Some(Value::Long(to))) => file.at = *to,
            _ => {}
        }
    }

    fn open(&mut self, args: &[Value], native: DynFn) -> Value {
        match native(args) {
            Value::Int(real) if real >= 0 => {
                let number = self.next;
                self.next += 1;
                let (path, mode) = (args[0].clone(), int(&args[1]));
                self.files.insert(number, Opened { path, mode, at: 0, real: Some(real) });
                Value::Int(number)
            }
            failed => failed,
        }
    }

    /// The runtime's number of a file, which is opened where it was left if this run has not opened it.
    fn real(&mut self, number: i32) -> Option<i32> {
        let file = self.files.get_mut(&number)?;
        if file.real.is_none() {
            let native = natives::lookup("io.open")?;
            let mode = if file.mode == TRUNCATE { UPDATE } else { file.mode };
            let Value::Int(real) = native(&[file.path.clone(), Value::Int(mode)]) else { return None };
            natives::lookup("io.seek")?(&[Value::Int(real), Value::Long(file.at)]);
            file.real = Some(real);
        }
        file.real
    }
}

fn int(value: &Value) -> i32 {
    if let Value::Int(n) = value { *n } else { 0 }
}

fn with_file(args: &[Value], file: i32) -> Vec<Value> {
    let mut args = args.to_vec();
    args[0] = Value::Int(file);
    args
}

/// A call as it is written down: texts and numbers among its arguments. What is written to a file is compared too.
fn asked(name: &str, args: &[Value]) -> String {
    let mut text = name.to_string();
    for arg in args {
        text.push(' ');
        text += &written(arg).unwrap_or_default();
    }
    if let ("io.write", [_, bytes, from, count]) = (name, args) {
        text.push(' ');
        text += &hex(&rt::bytes(bytes, int(from), int(count)));
    }
    text
}

/// A number, a truth value or a text. None of anything else.
fn written(value: &Value) -> Option<String> {
    Some(match value {
        Value::Void => "v".into(),
        Value::Boolean(b) => format!("b{}", u8::from(*b)),
        Value::Int(n) => format!("i{n}"),
        Value::Long(n) => format!("l{n}"),
        Value::Ref(_) if rt::is_null(value) => "n".into(),
        Value::Ref(_) if rt::is_string(value) => format!("s{}", hex(rt::rust_text(value).as_bytes())),
        _ => return None,
    })
}

/// What [`written`] wrote.
fn read(text: &str) -> Option<Value> {
    let rest = text.get(1..)?;
    Some(match text.as_bytes()[0] {
        b'v' => Value::Void,
        b'b' => Value::Boolean(rest == "1"),
        b'i' => Value::Int(rest.parse().ok()?),
        b'l' => Value::Long(rest.parse().ok()?),
        b'n' => rt::null(),
        b's' => rt::text(&String::from_utf8(unhex(rest)?).ok()?),
        _ => return None,
    })
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|b| [b >> 4, b & 15]);
    digits.map(|d| char::from(DIGITS[usize::from(d)])).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).map(|d| d as u8);
    text.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}
