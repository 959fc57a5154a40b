//! Where the rows of an array are that several devices have parts of: as [`rows`](crate::cluster::rows) knows it of ranks.
//!
//! Each device has a buffer for the whole array, and of that the rows which it has computed, or was sent.

use super::super::arrays::{LARGE, PARTS, ROWS, Single, Valid, die, host_of, locate};
use super::super::memory::Memory;
use super::super::platform::Device;
use super::super::{chain, inject};
use super::exchange::{Transfer, exchange};
use super::report;
use crate::array::{Block, DeviceCopies, each_leaf};
use crate::cluster::divide::{Ranges, Shape};
use crate::cluster::rows::{hull, missing};
use crate::kernel::ArrayArg;
use std::cell::RefCell;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// The devices, in the order of their parts.
pub type Devices = &'static [&'static Device];

/// Who has what of a block.
#[derive(Clone, Debug)]
struct State {
    /// The host has a valid copy. Else each byte is a device's own.
    host: bool,
    own: Ranges,
    /// What a device has; where the host has no copy its own is among it.
    valid: Ranges,
    /// Elements and rows that the host has fetched alone since.
    looks: [u32; 2],
    /// Rows that only the host has, whatever else is said. It may write to them unasked.
    written: Vec<Range<usize>>,
}

/// A block and the devices' copies of it.
pub struct Parts {
    devices: Devices,
    bytes: usize,
    memories: RefCell<Vec<Option<Rc<Memory>>>>,
    state: RefCell<State>,
}

/// What is kept at the block.
pub struct Kept(Rc<Parts>);

impl Parts {
    fn new(devices: Devices, bytes: usize) -> Parts {
        let none = vec![0..0; devices.len()];
        let state = State { host: true, own: none.clone(), valid: none, looks: [0; 2], written: Vec::new() };
        let memories = RefCell::new(vec![None; devices.len()]);
        Parts { devices, bytes, memories, state: RefCell::new(state) }
    }

    /// The device's buffer, made when it is first needed.
    pub fn memory(&self, device: usize) -> Result<Rc<Memory>, String> {
        if let Some(memory) = &self.memories.borrow()[device] {
            return Ok(memory.clone());
        }
        let memory = Rc::new(Memory::allocate(self.devices[device], self.bytes)?);
        self.keep(device, memory.clone());
        Ok(memory)
    }

    fn keep(&self, device: usize, memory: Rc<Memory>) {
        inject::KEPT.fetch_add(1, Ordering::Relaxed);
        self.memories.borrow_mut()[device] = Some(memory);
    }

    /// Which bytes each device has.
    pub fn valid(&self) -> Ranges {
        self.state.borrow().valid.clone()
    }

    fn lacks(&self) -> bool {
        let state = self.state.borrow();
        !state.host || state.valid.iter().any(|v| !v.is_empty())
    }

    /// What devices lack of what they need is put on its way. `host`: the block's bytes.
    pub fn bring(&self, host: &[u8], need: &[Range<usize>]) -> Result<Vec<Transfer>, String> {
        self.send_written(host)?;
        let mut transfers = Vec::new();
        let (valid, own, on_host) = {
            let state = self.state.borrow();
            (state.valid.clone(), state.own.clone(), state.host)
        };
        if on_host {
            for (d, (valid, need)) in valid.iter().zip(need).enumerate() {
                for part in lacking(valid, need) {
                    report::sent(part.len());
                    self.memory(d)?.write(part.start, &host[part])?;
                }
            }
        } else {
            for (from, to, bytes) in missing(&own, &valid, need) {
                transfers.push(Transfer { from: self.memory(from)?, to: self.memory(to)?, bytes });
            }
        }
        let mut state = self.state.borrow_mut();
        for (valid, need) in state.valid.iter_mut().zip(need) {
            *valid = if need.is_empty() { valid.clone() } else { hull(valid, need) };
        }
        Ok(transfers)
    }

    /// Sends the rows that the host has written to those who have the old ones.
    fn send_written(&self, host: &[u8]) -> Result<(), String> {
        let written = std::mem::take(&mut self.state.borrow_mut().written);
        for row in written {
            for (d, valid) in self.valid().iter().enumerate() {
                let both = row.start.max(valid.start)..row.end.min(valid.end);
                if both.start < both.end {
                    self.memory(d)?.write(both.start, &host[both])?;
                }
            }
        }
        Ok(())
    }

    /// Each device has stored to its own part; true where the arrays on the block are to be told.
    fn divide(&self, own: Ranges) -> bool {
        let mut state = self.state.borrow_mut();
        let told = !state.host && state.looks[1] == 0 && state.written.is_empty();
        *state = State { host: false, valid: own.clone(), own, looks: [0; 2], written: Vec::new() };
        !told
    }

    fn host_only(&self) {
        let mut state = self.state.borrow_mut();
        state.host = true;
        state.valid.iter_mut().for_each(|v| *v = 0..0);
        state.written.clear();
    }

    /// What was to be brought may not have arrived.
    pub fn not_brought(&self) {
        let mut state = self.state.borrow_mut();
        let State { host, own, valid, .. } = &mut *state;
        for (valid, own) in valid.iter_mut().zip(own) {
            *valid = if *host { 0..0 } else { own.clone() };
        }
    }

    /// Fetches bytes that only devices have.
    fn read(&self, host: *mut u8, bytes: &Range<usize>) {
        let own = self.state.borrow().own.clone();
        for (d, own) in own.iter().enumerate() {
            let both = own.start.max(bytes.start)..own.end.min(bytes.end);
            if both.start >= both.end {
                continue;
            }
            // SAFETY: in the block, by the callers; nobody reads it while it is stale.
            let part = unsafe { std::slice::from_raw_parts_mut(host.add(both.start), both.len()) };
            report::fetched(both.len());
            if let Err(reason) = self.memory(d).and_then(|m| m.read(both.start, part)) {
                die(&reason);
            }
        }
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        let kept = self.memories.get_mut().iter().flatten().count();
        inject::KEPT.fetch_sub(kept, Ordering::Relaxed);
    }
}

/// What of the need is missing: at most two ranges. Where the two do not touch, what lies between is missing too.
pub fn lacking(valid: &Range<usize>, need: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let whole = if need.is_empty() { valid.clone() } else { hull(valid, need) };
    let parts = match valid.is_empty() {
        true => [whole.clone(), whole.end..whole.end],
        false => [whole.start..valid.start, valid.end..whole.end],
    };
    parts.into_iter().filter(|p| !p.is_empty())
}

impl DeviceCopies for Kept {
    fn fetch(&self, host: *mut u8, bytes: usize) {
        if self.0.state.borrow().host {
            return;
        }
        chain::settle();
        let mut written = std::mem::take(&mut self.0.state.borrow_mut().written);
        let clean = written.is_empty();
        // Around what the host has written, to which it goes on writing unasked.
        written.sort_by_key(|w| w.start);
        let mut start = 0;
        for row in written {
            self.0.read(host, &(start..row.start));
            start = row.end;
        }
        self.0.read(host, &(start..bytes));
        self.0.state.borrow_mut().host = true;
        if !clean {
            self.0.host_only();
        }
    }

    fn fetch_row(&self, host: *mut u8, offset: usize, bytes: usize, all: usize) {
        let alone = {
            let mut state = self.0.state.borrow_mut();
            let alone = !state.host && all >= LARGE && state.looks[1] < ROWS;
            state.looks[1] += u32::from(alone);
            alone
        };
        if !alone {
            return self.fetch(host, all);
        }
        chain::settle();
        self.0.read(host, &(offset..offset + bytes));
    }

    fn fetch_part(&self, host: *mut u8, offset: usize, bytes: usize) -> bool {
        {
            let mut state = self.0.state.borrow_mut();
            if state.host || self.0.bytes < LARGE || state.looks[0] >= PARTS {
                return false;
            }
            state.looks[0] += 1;
        }
        chain::settle();
        self.0.read(host, &(offset..offset + bytes));
        true
    }

    fn invalidate(&self) {
        self.0.host_only();
    }

    fn invalidate_row(&self, host: *mut u8, offset: usize, bytes: usize, all: usize) {
        {
            let mut state = self.0.state.borrow_mut();
            if !state.host && all >= LARGE && state.written.len() < ROWS as usize {
                return state.written.push(offset..offset + bytes);
            }
        }
        self.fetch(host, all);
        self.0.host_only();
    }

    fn is_divided(&self) -> bool {
        true
    }
}

/// What this module keeps of a block.
pub fn known(copies: &Option<Box<dyn DeviceCopies>>) -> Option<&Rc<Parts>> {
    let copies = copies.as_ref().filter(|c| c.is_divided())?;
    // SAFETY: only this module makes copies that are divided over devices.
    Some(unsafe { &(*ptr::from_ref(&**copies).cast::<Kept>()).0 })
}

/// Only devices have the contents.
pub fn only_there(parts: &Parts) -> bool {
    let state = parts.state.borrow();
    !state.host && state.written.is_empty()
}

/// An array that is a block of its own, for the time of a launch.
#[derive(Clone)]
pub struct Whole<'a> {
    pub arg: ArrayArg<'a>,
    block: &'a Block,
}

impl<'a> Whole<'a> {
    /// None where it is ragged, or a part of a block.
    pub fn of(arg: &ArrayArg<'a>) -> Option<Whole<'a>> {
        if arg.object.is_null() {
            return None;
        }
        let (block, data) = locate(arg.object, arg.elem).ok()?;
        let bytes = arg.dims.iter().map(|d| *d as usize).product::<usize>() * arg.elem.bytes();
        (ptr::eq(data, block.data()) && bytes == block.bytes()).then_some(Whole { arg: *arg, block })
    }

    pub fn same(&self, other: &Whole) -> bool {
        ptr::eq(self.block, other.block)
    }

    pub fn rows(&self) -> usize {
        self.arg.dims.first().map_or(0, |n| *n as usize)
    }

    pub fn bytes(&self) -> usize {
        self.block.bytes()
    }

    /// Bytes of a row.
    pub fn row(&self) -> usize {
        self.bytes() / self.rows().max(1)
    }

    pub fn shape(&self) -> Shape {
        // SAFETY: this thread owns the array, and the borrow ends here.
        let is_divided = known(unsafe { self.block.copies() }).is_some_and(|p| p.lacks());
        Shape { rows: self.rows(), bytes: self.bytes(), is_divided }
    }

    /// The host's copy, where (and as far as) it is valid.
    pub fn host(&self) -> &[u8] {
        // SAFETY: the block's memory; nobody writes to it during a launch.
        unsafe { std::slice::from_raw_parts(self.block.data(), self.block.bytes()) }
    }

    /// The devices' copies; what one device has becomes a part of them.
    pub fn parts(&self, devices: Devices) -> Rc<Parts> {
        // SAFETY: this thread owns the array, and the borrow ends before anything is fetched.
        let copies = unsafe { self.block.copies() };
        if let Some(parts) = known(copies).filter(|p| ptr::eq(p.devices, devices)) {
            return parts.clone();
        }
        let parts = Rc::new(Parts::new(devices, self.bytes()));
        match Single::take(copies, devices) {
            Some((single, device)) => {
                let mut state = parts.state.borrow_mut();
                let all = 0..self.bytes();
                if single.valid != Valid::Host {
                    state.valid[device] = all.clone();
                }
                state.host = !matches!(single.valid, Valid::Device { .. });
                state.own = (0..devices.len())
                    .map(|d| {
                        if d == device {
                            all.clone()
                        } else if d < device {
                            0..0
                        } else {
                            all.end..all.end
                        }
                    })
                    .collect();
                if let Valid::Device { parts: elements, rows } = single.valid {
                    state.looks = [elements, rows];
                }
                state.written = single.written;
                drop(state);
                parts.keep(device, single.memory);
            }
            None => {
                if let Some(other) = copies.take() {
                    other.fetch(self.block.data(), self.block.bytes());
                    each_leaf(self.arg.object, &mut |leaf| leaf.mark_valid());
                }
            }
        }
        // SAFETY: as above.
        *unsafe { self.block.copies() } = Some(Box::new(Kept(parts.clone())));
        parts
    }

    /// The devices have what the host has too.
    pub fn shared(&self, parts: &Parts) {
        if parts.state.borrow().host {
            each_leaf(self.arg.object, &mut |leaf| leaf.mark_shared());
        }
    }

    /// Each device has stored to its own part.
    pub fn divide(&self, parts: &Parts, own: Ranges) {
        if parts.divide(own) {
            each_leaf(self.arg.object, &mut |leaf| leaf.mark_stale());
        }
    }

    /// Devices were to store to it and did not finish: where the host has a copy it alone is valid. False where it has none.
    pub fn not_written(&self, parts: &Parts) -> bool {
        let on_host = parts.state.borrow().host;
        if on_host {
            parts.host_only();
        }
        on_host
    }

    /// The host's bytes, which become the only ones.
    pub fn take_host(&self) -> Result<&mut [u8], String> {
        host_of(&self.arg, 0..self.bytes())
    }
}

/// Makes of the copies of several devices that of one: what its buffer has, or is brought now.
pub fn gather(parts: &Rc<Parts>, device: &'static Device, host: &[u8]) -> Result<Option<Single>, String> {
    let Some(number) = parts.devices.iter().position(|d| ptr::eq(*d, device)) else { return Ok(None) };
    let (on_host, mut written) = {
        let mut state = parts.state.borrow_mut();
        (state.host, std::mem::take(&mut state.written))
    };
    let all = 0..parts.bytes;
    if !on_host {
        let mut need = vec![0..0; parts.devices.len()];
        need[number] = all.clone();
        let brought = parts.bring(host, &need).and_then(|transfers| exchange(&transfers));
        if let Err(reason) = brought {
            parts.not_brought();
            return Err(reason);
        }
    }
    let state = parts.state.borrow();
    let valid = match (on_host, state.valid[number] == all) {
        (true, true) => Valid::Both,
        (true, false) => Valid::Host,
        (false, _) => Valid::Device { parts: state.looks[0], rows: state.looks[1] },
    };
    if on_host {
        written.clear();
    }
    drop(state);
    let memory = parts.memory(number)?;
    Ok(Some(Single { memory, valid, written }))
}
