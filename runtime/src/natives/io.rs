//! Files, for `java.io`.
//!
//! An open file is a small number; 0, 1 and 2 are the standard streams. A native that fails gives a negative number, and
//! `io.lastError` the system's text, from which the library makes its exception. Of several ranks one has the files, and the others get
//! what it gets.

use super::mapping::{self, Sharing};
use crate::array::{Array, Elem};
use crate::cluster::{cluster, same, same_text};
use crate::console;
use crate::object::Ref;
use crate::string::Str;
use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use std::time::UNIX_EPOCH;

/// Open files by number less three.
static FILES: Mutex<Vec<Option<File>>> = Mutex::new(Vec::new());

thread_local! {
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

const FIRST: i32 = 3;

fn fail(e: io::Error) -> i32 {
    let text = e.to_string();
    // Rust adds the number: `No such file or directory (os error 2)`.
    let text = text.split(" (os error").next().unwrap_or_default().to_string();
    LAST_ERROR.set(text);
    -1
}

fn done<T>(result: io::Result<T>, value: impl FnOnce(T) -> i32) -> i32 {
    match result {
        Ok(v) => value(v),
        Err(e) => fail(e),
    }
}

/// A number, and the error where it is negative, the same on every rank.
fn shared(what: &str, work: impl FnOnce() -> i64) -> i64 {
    if cluster().is_none() {
        return work();
    }
    let bytes = same(what, || {
        let n = work();
        let mut bytes = n.to_ne_bytes().to_vec();
        if n < 0 {
            LAST_ERROR.with_borrow(|text| bytes.extend(text.as_bytes()));
        }
        bytes
    });
    let (number, text) = bytes.split_at(8.min(bytes.len()));
    if !text.is_empty() {
        LAST_ERROR.set(String::from_utf8_lossy(text).into_owned());
    }
    i64::from_ne_bytes(std::array::from_fn(|i| number.get(i).copied().unwrap_or(0)))
}

/// As [`shared`], of what is read into a buffer.
fn shared_read(target: &mut [u8], read: impl FnOnce(&mut [u8]) -> i32) -> i32 {
    if cluster().is_none() {
        return read(target);
    }
    let room = target.len();
    let bytes = same("read", || {
        let mut buffer = vec![0; room];
        let n = read(&mut buffer);
        let mut bytes = n.to_ne_bytes().to_vec();
        match usize::try_from(n) {
            Ok(n) => bytes.extend(&buffer[..n]),
            Err(_) => LAST_ERROR.with_borrow(|text| bytes.extend(text.as_bytes())),
        }
        bytes
    });
    let (number, rest) = bytes.split_at(4.min(bytes.len()));
    let n = i32::from_ne_bytes(std::array::from_fn(|i| number.get(i).copied().unwrap_or(0)));
    match target.get_mut(..rest.len()).filter(|_| n >= 0) {
        Some(part) => part.copy_from_slice(rest),
        None => LAST_ERROR.set(String::from_utf8_lossy(rest).into_owned()),
    }
    n
}

fn with_file<R>(file: i32, body: impl FnOnce(&mut File) -> io::Result<R>) -> io::Result<R> {
    let mut files = FILES.lock().unwrap_or_else(|e| e.into_inner());
    match files.get_mut((file - FIRST) as usize) {
        Some(Some(f)) => body(f),
        _ => Err(io::Error::other("Stream Closed")),
    }
}

fn path(p: &Ref<Str>) -> PathBuf {
    PathBuf::from(p.to_rust())
}

/// Standard input. Not that of `std`, which does not say how much it has read ahead.
static INPUT: LazyLock<Mutex<BufReader<Box<dyn Read + Send>>>> =
    LazyLock::new(|| Mutex::new(BufReader::new(standard_input())));

fn standard_input() -> Box<dyn Read + Send> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if let Ok(handle) = io::stdin().as_fd().try_clone_to_owned() {
            return Box::new(File::from(handle));
        }
    }
    Box::new(io::stdin())
}

/// How much the system has for standard input now: what is left of a file, what a pipe or a terminal holds.
fn waiting() -> io::Result<u64> {
    #[cfg(unix)]
    {
        use std::os::fd::{AsFd, AsRawFd};
        // A copy of the handle has the place that has been read to.
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        if file.metadata()?.is_file() {
            return Ok(file.metadata()?.len().saturating_sub(file.stream_position()?));
        }
        let mut held: libc::c_int = 0;
        // SAFETY: the request writes one int.
        if unsafe { libc::ioctl(file.as_raw_fd(), libc::FIONREAD, &mut held) } == 0 {
            return Ok(held.max(0) as u64);
        }
    }
    Ok(0)
}

/// Reads on, as Java's buffered standard input does, as long as that need not wait.
fn read_standard_input(target: &mut [u8]) -> io::Result<usize> {
    let mut input = INPUT.lock().unwrap_or_else(|e| e.into_inner());
    let mut n = input.read(target)?;
    while n > 0 && n < target.len() && (!input.buffer().is_empty() || waiting()? > 0) {
        match input.read(&mut target[n..])? {
            0 => break,
            more => n += more,
        }
    }
    Ok(n)
}

/// An array over a file, or null.
fn mapped<T>(array: io::Result<Ref<Array<T>>>) -> Ref<Array<T>> {
    array.unwrap_or_else(|e| {
        fail(e);
        Ref::NULL
    })
}

/// Ranks share no memory: of several, none maps a file.
fn alone() -> io::Result<()> {
    match cluster() {
        None => Ok(()),
        Some(_) => Err(io::Error::other("files are not mapped on target cluster; read them")),
    }
}

/// `count` elements at `position` of a file, or all that follow where it is negative.
fn elements<T: Elem + Default>(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<T>> {
    let all = || {
        alone()?;
        let file = File::open(path(name))?;
        let left = file.metadata()?.len().saturating_sub(position as u64) / size_of::<T>() as u64;
        let count = if count < 0 { left } else { count as u64 };
        if count > left || count > i32::MAX as u64 - 2 {
            return Err(io::Error::other(format!("{left} elements of {} bytes are there", size_of::<T>())));
        }
        mapping::elements(&file, position as u64, count as usize)
    };
    mapped(all())
}

fn open_file(name: &Ref<Str>, mode: i32) -> i32 {
    let mut options = OpenOptions::new();
    match mode {
        0 => options.read(true),
        1 => options.write(true).create(true).truncate(true),
        2 => options.append(true).create(true),
        _ => options.read(true).write(true).create(true),
    };
    let opened = options.open(path(name)).and_then(|f| match f.metadata() {
        Ok(m) if m.is_dir() => Err(io::Error::other("Is a directory")),
        _ => Ok(f),
    });
    done(opened, |f| {
        let mut files = FILES.lock().unwrap_or_else(|e| e.into_inner());
        let at = files.iter().position(Option::is_none).unwrap_or_else(|| {
            files.push(None);
            files.len() - 1
        });
        files[at] = Some(f);
        at as i32 + FIRST
    })
}

natives! {
    /// The bytes of a file from the start of a page on, `length` of them behind `position`; mode 0 reads, 1 reads and writes, 2 writes
    /// to the array alone. Null for an error.
    "io.map" => pub fn map(file: i32, mode: i32, position: i64, length: i32) -> Ref<Array<i8>> {
        let sharing = if mode == 1 { Sharing::Shared } else { Sharing::Private };
        mapped(alone().and_then(|()| with_file(file, |f| mapping::bytes(f, position as u64, length as usize, sharing))))
    }
    "io.force" => pub fn force(bytes: &Ref<Array<i8>>) -> i32 { done(mapping::force(bytes), |()| 0) }
    "io.setLength" => pub fn set_length(file: i32, length: i64) -> i32 {
        shared("setLength", || i64::from(done(with_file(file, |f| f.set_len(length as u64)), |()| 0))) as i32
    }
    "io.mapBytes" => pub fn map_bytes(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<i8>> { elements(name, position, count) }
    "io.mapShorts" => pub fn map_shorts(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<i16>> { elements(name, position, count) }
    "io.mapInts" => pub fn map_ints(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<i32>> { elements(name, position, count) }
    "io.mapLongs" => pub fn map_longs(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<i64>> { elements(name, position, count) }
    "io.mapFloats" => pub fn map_floats(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<f32>> { elements(name, position, count) }
    "io.mapDoubles" => pub fn map_doubles(name: &Ref<Str>, position: i64, count: i32) -> Ref<Array<f64>> { elements(name, position, count) }
    "io.open" => pub fn open(name: &Ref<Str>, mode: i32) -> i32 { shared("open", || i64::from(open_file(name, mode))) as i32 }
    "io.lastError" => pub fn last_error() -> Ref<Str> { LAST_ERROR.with_borrow(|t| Str::new(t)) }
    "io.read" => pub fn read(file: i32, bytes: &Ref<Array<i8>>, offset: i32, length: i32) -> i32 {
        // SAFETY: i8 and u8 have one layout; reading runs no program code.
        let target = unsafe {
            let slice = &mut bytes.as_mut_slice()[offset as usize..(offset + length) as usize];
            std::slice::from_raw_parts_mut(slice.as_mut_ptr().cast::<u8>(), slice.len())
        };
        shared_read(target, |target| {
            if file == 0 {
                console::flush();
                return done(read_standard_input(target), |n| n as i32);
            }
            done(with_file(file, |f| f.read(target)), |n| n as i32)
        })
    }
    "io.write" => pub fn write(file: i32, bytes: &Ref<Array<i8>>, offset: i32, length: i32) -> i32 {
        // SAFETY: i8 and u8 have one layout; writing runs no program code.
        let source = unsafe {
            let slice = &bytes.as_slice()[offset as usize..(offset + length) as usize];
            std::slice::from_raw_parts(slice.as_ptr().cast::<u8>(), slice.len())
        };
        match file {
            1 => console::out(source),
            2 => console::err(source),
            _ => {
                let write = || i64::from(done(with_file(file, |f| f.write_all(source)), |()| length));
                return shared("write", write) as i32;
            }
        }
        length
    }
    /// Text as UTF-8 to standard output or error, and a line end where asked.
    "io.print" => pub fn print(file: i32, text: &Ref<Str>, newline: bool) -> i32 {
        let mut bytes = Vec::with_capacity(text.len() as usize + 1);
        text.encode_utf8(&mut bytes);
        if newline {
            bytes.push(b'\n');
        }
        if file == 2 { console::err(&bytes) } else { console::out(&bytes) }
        0
    }
    "io.available" => pub fn available(file: i32) -> i32 {
        let left = || match file {
            0 => {
                let buffered = INPUT.lock().unwrap_or_else(|e| e.into_inner()).buffer().len() as u64;
                waiting().map(|n| n + buffered)
            }
            _ => with_file(file, |f| Ok(f.metadata()?.len().saturating_sub(f.stream_position()?))),
        };
        shared("available", || i64::from(done(left(), |n| n.min(i32::MAX as u64) as i32))) as i32
    }
    "io.flush" => pub fn flush(file: i32) -> i32 {
        match file {
            1 | 2 => {
                console::flush();
                0
            }
            _ => shared("flush", || i64::from(done(with_file(file, |f| f.flush()), |()| 0))) as i32,
        }
    }
    "io.close" => pub fn close(file: i32) -> i32 {
        let mut files = FILES.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(slot) = files.get_mut((file - FIRST) as usize) {
            *slot = None;
        }
        0
    }
    "io.position" => pub fn position(file: i32) -> i64 {
        shared("position", || with_file(file, |f| f.stream_position()).map_or_else(|e| fail(e) as i64, |n| n as i64))
    }
    "io.seek" => pub fn seek(file: i32, to: i64) -> i32 {
        shared("seek", || i64::from(done(with_file(file, |f| f.seek(SeekFrom::Start(to as u64))), |_| 0))) as i32
    }
    "io.length" => pub fn length(file: i32) -> i64 {
        shared("length", || with_file(file, |f| f.metadata()).map_or_else(|e| fail(e) as i64, |m| m.len() as i64))
    }
    "io.kind" => pub fn kind(name: &Ref<Str>) -> i32 {
        let kind = || match fs::metadata(path(name)) {
            Ok(m) if m.is_file() => 1,
            Ok(m) if m.is_dir() => 2,
            Ok(_) => 3,
            Err(_) => 0,
        };
        shared("kind", kind) as i32
    }
    "io.size" => pub fn size(name: &Ref<Str>) -> i64 {
        shared("size", || fs::metadata(path(name)).map_or(0, |m| m.len() as i64))
    }
    "io.modified" => pub fn modified(name: &Ref<Str>) -> i64 {
        let time = || fs::metadata(path(name)).and_then(|m| m.modified()).ok();
        shared("modified", || time().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_millis() as i64))
    }
    "io.delete" => pub fn delete(name: &Ref<Str>) -> bool {
        let p = path(name);
        let delete = || if p.is_dir() { fs::remove_dir(&p).is_ok() } else { fs::remove_file(&p).is_ok() };
        shared("delete", || i64::from(delete())) != 0
    }
    "io.makeFolder" => pub fn make_folder(name: &Ref<Str>) -> bool {
        shared("makeFolder", || i64::from(fs::create_dir(path(name)).is_ok())) != 0
    }
    "io.rename" => pub fn rename(from: &Ref<Str>, to: &Ref<Str>) -> bool {
        shared("rename", || i64::from(fs::rename(path(from), path(to)).is_ok())) != 0
    }
    /// The names in a folder, one a line, sorted; null where it is none.
    "io.list" => pub fn list(name: &Ref<Str>) -> Ref<Str> {
        let list = || {
            let entries = fs::read_dir(path(name)).ok()?;
            let mut names: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            Some(names.join("\n"))
        };
        same_text("list", list).map_or(Ref::NULL, |names| Str::new(&names))
    }
    "io.absolute" => pub fn absolute(name: &Ref<Str>) -> Ref<Str> {
        let name = name.to_rust();
        if name.starts_with('/') {
            return Str::new(&name);
        }
        let here = || std::env::current_dir().ok().map(|d| d.to_string_lossy().into_owned());
        let here = same_text("current folder", here).unwrap_or_else(|| "/".into());
        Str::new(&if name.is_empty() { here } else { format!("{here}/{name}") })
    }
    /// Without links and dots where the file exists; null where it does not.
    "io.canonical" => pub fn canonical(name: &Ref<Str>) -> Ref<Str> {
        let real = || fs::canonicalize(path(name)).ok().map(|p| p.to_string_lossy().into_owned());
        same_text("canonical", real).map_or(Ref::NULL, |p| Str::new(&p))
    }
}
