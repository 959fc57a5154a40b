//! Where the valid copies of arrays are: the host, a device, or both.
//!
//! A block of elements that a device has a copy of keeps a [`Copies`]. The arrays on the block say by their limits what the host
//! may do without asking (see [`array`](crate::array)): all of it where the host alone has a valid copy, reading where both have
//! one, nothing where only the device has one. So results stay on the device until the host looks at them, arrays that do not change
//! are sent once, and a chain of instructions moves nothing.

use super::memory::Memory;
use super::platform::Device;
use super::{chain, inject, many};
use crate::array::{Array, Block, DeviceCopies, each_leaf};
use crate::kernel::{ArrayArg, Elem};
use crate::memory::ask_for_small_pages;
use crate::object::{Object, Ref, class_id};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::Ordering;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Valid {
    Host,
    Both,
    /// And so many elements were fetched alone since, and rows, which both have then.
    Device {
        parts: u32,
        rows: u32,
    },
}

/// Only the device has a valid copy.
const THERE: Valid = Valid::Device { parts: 0, rows: 0 };

/// Who has what of a block.
struct State {
    valid: Cell<Valid>,
    /// Rows that only the host has, whatever `valid` says of the others, as bytes of the block. The host may write to them unasked.
    written: RefCell<Vec<Range<usize>>>,
}

impl State {
    /// The host's copy is the only one.
    fn host_only(&self) {
        self.valid.set(Valid::Host);
        self.written.borrow_mut().clear();
    }
}

/// What is kept at a block.
struct Copies {
    memory: Rc<Memory>,
    state: Rc<State>,
}

/// From this size on, a few elements and rows are fetched and sent alone.
pub(super) const LARGE: usize = 256 << 10;
/// So many: a loop on the host is better served by all of them.
pub(super) const PARTS: u32 = 16;
pub(super) const ROWS: u32 = 4;

/// What one device has of an array, on the way to what several have or back.
pub(super) struct Single {
    pub memory: Rc<Memory>,
    pub valid: Valid,
    pub written: Vec<Range<usize>>,
}

impl Single {
    /// Takes it from a block, where the device is one of these: with its number.
    pub fn take(copies: &mut Option<Box<dyn DeviceCopies>>, devices: &[&'static Device]) -> Option<(Single, usize)> {
        let own = known(copies)?;
        let number = devices.iter().position(|d| ptr::eq(*d, own.memory.device()))?;
        let (memory, valid, written) = (own.memory.clone(), own.state.valid.get(), own.state.written.take());
        *copies = None;
        Some((Single { memory, valid, written }, number))
    }

    fn kept(self) -> Copies {
        let state = State { valid: Cell::new(self.valid), written: RefCell::new(self.written) };
        Copies::new(self.memory, Rc::new(state))
    }
}

/// The contents are lost, and a program that went on would compute with something else.
pub(super) fn die(reason: &str) -> ! {
    crate::console::flush();
    eprintln!("error: an array whose only copy was there could not be fetched: {reason}");
    super::end();
    std::process::exit(1);
}

impl Copies {
    fn new(memory: Rc<Memory>, state: Rc<State>) -> Copies {
        inject::KEPT.fetch_add(1, Ordering::Relaxed);
        Copies { memory, state }
    }

    /// Reads bytes of the device's copy to the host's.
    fn read(&self, host: *mut u8, bytes: Range<usize>) {
        // SAFETY: the block's memory, by the callers; nobody reads it while it is stale.
        let part = unsafe { std::slice::from_raw_parts_mut(host.add(bytes.start), bytes.len()) };
        if let Err(reason) = self.memory.read(bytes.start, part) {
            die(&reason);
        }
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        inject::KEPT.fetch_sub(1, Ordering::Relaxed);
    }
}

impl DeviceCopies for Copies {
    fn fetch(&self, host: *mut u8, bytes: usize) {
        if !matches!(self.state.valid.get(), Valid::Device { .. }) {
            return;
        }
        chain::settle();
        let mut written = self.state.written.take();
        if written.is_empty() {
            self.read(host, 0..bytes);
            return self.state.valid.set(Valid::Both);
        }
        // Around what the host has written, to which it goes on writing unasked.
        written.sort_by_key(|w| w.start);
        let mut start = 0;
        for row in written {
            if start < row.start {
                self.read(host, start..row.start);
            }
            start = row.end;
        }
        if start < bytes {
            self.read(host, start..bytes);
        }
        self.state.valid.set(Valid::Host);
    }

    fn fetch_row(&self, host: *mut u8, offset: usize, bytes: usize, all: usize) {
        match self.state.valid.get() {
            Valid::Device { parts, rows } if all >= LARGE && rows < ROWS => {
                chain::settle();
                self.read(host, offset..offset + bytes);
                self.state.valid.set(Valid::Device { parts, rows: rows + 1 });
            }
            _ => self.fetch(host, all),
        }
    }

    fn fetch_part(&self, host: *mut u8, offset: usize, bytes: usize) -> bool {
        let Valid::Device { parts, rows } = self.state.valid.get() else { return false };
        if self.memory.bytes() < LARGE || parts >= PARTS {
            return false;
        }
        chain::settle();
        self.state.valid.set(Valid::Device { parts: parts + 1, rows });
        // SAFETY: in the block, by the caller.
        ask_for_small_pages(unsafe { host.add(offset) }, offset, self.memory.bytes().saturating_sub(offset));
        // SAFETY: in the block, by the caller; nobody reads it while it is stale.
        let part = unsafe { std::slice::from_raw_parts_mut(host.add(offset), bytes) };
        self.memory.read(offset, part).is_ok()
    }

    fn invalidate(&self) {
        self.state.host_only();
    }

    fn invalidate_row(&self, host: *mut u8, offset: usize, bytes: usize, all: usize) {
        if self.state.valid.get() == Valid::Host {
            return;
        }
        let mut written = self.state.written.borrow_mut();
        if all >= LARGE && written.len() < ROWS as usize {
            return written.push(offset..offset + bytes);
        }
        drop(written);
        self.fetch(host, all);
        self.state.host_only();
    }
}

/// What this module keeps of a block. (What other ranks have of it is settled before a launch.)
fn known(copies: &Option<Box<dyn DeviceCopies>>) -> Option<&Copies> {
    let copies = copies.as_ref().filter(|c| c.is_on_device() && !c.is_divided())?;
    // SAFETY: only this module makes copies that are on one device.
    Some(unsafe { &*ptr::from_ref(&**copies).cast::<Copies>() })
}

/// An array for the time of a launch.
pub struct Resident<'a> {
    arg: ArrayArg<'a>,
    block: &'a Block,
    place: Place,
    /// What the kernel gets.
    pub memory: Rc<Memory>,
}

enum Place {
    /// All of a block: its copy, which stays.
    Block(Rc<State>),
    /// A part of one, in memory of its own.
    Part { offset: usize, bytes: usize },
}

/// What a launch needs of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The contents.
    Contents,
    /// The contents, which the launch sends: see [`Resident::to_send`].
    Later,
    /// All elements will be stored to, or those of the rest be put there by the launch.
    Room,
}

impl<'a> Resident<'a> {
    /// Finds or makes the device's copy.
    pub fn new(device: &'static Device, arg: ArrayArg<'a>, need: Need) -> Result<Resident<'a>, String> {
        let count: usize = arg.dims.iter().map(|d| *d as usize).product();
        let bytes = count * arg.elem.bytes();
        let (block, data) = locate(arg.object, arg.elem)?;
        let offset = (data as usize).wrapping_sub(block.data() as usize);
        if offset.checked_add(bytes).is_none_or(|end| end > block.bytes()) {
            return Err("an array whose rows do not lie one after the other (it is ragged)".into());
        }
        // SAFETY: this thread owns the array, and the borrow ends before anything is fetched.
        let copies = unsafe { block.copies() };
        if bytes != block.bytes() {
            // A row of a matrix: what shares its block would have to be told of a copy. It is sent for this launch alone.
            if let Some(c) = copies {
                c.fetch(block.data(), block.bytes());
            }
            let memory = Rc::new(Memory::allocate(device, bytes)?);
            let part = Resident { arg, block, place: Place::Part { offset, bytes }, memory };
            if need != Need::Room {
                part.memory.write(0, part.host())?;
            }
            return Ok(part);
        }
        if let Some(parts) = many::known(copies).cloned() {
            // SAFETY: the block's memory; nobody writes to it during a launch.
            let host = unsafe { std::slice::from_raw_parts(block.data(), bytes) };
            match many::gather(&parts, device, host)? {
                Some(single) => *copies = Some(Box::new(single.kept())),
                None => {
                    host_of(&arg, 0..bytes)?;
                }
            }
        }
        let (memory, state) = match known(copies) {
            Some(c) if ptr::eq(c.memory.device(), device) => (c.memory.clone(), c.state.clone()),
            other => {
                if let Some(c) = other {
                    c.fetch(block.data(), block.bytes());
                }
                let memory = Rc::new(Memory::allocate(device, bytes)?);
                let state = Rc::new(State { valid: Cell::new(Valid::Host), written: RefCell::default() });
                *copies = Some(Box::new(Copies::new(memory.clone(), state.clone())));
                (memory, state)
            }
        };
        let whole = Resident { arg, block, place: Place::Block(state.clone()), memory };
        if state.valid.get() == Valid::Host && need == Need::Contents {
            whole.memory.write(0, whole.host())?;
            state.valid.set(Valid::Both);
            each_leaf(arg.object, &mut |leaf| leaf.mark_shared());
        } else if need != Need::Room && !state.written.borrow().is_empty() {
            for row in state.written.borrow().iter() {
                whole.memory.write(row.start, &whole.host()[row.clone()])?;
            }
            state.written.borrow_mut().clear();
            each_leaf(arg.object, &mut |leaf| leaf.mark_shared());
        }
        Ok(whole)
    }

    /// Whether the device still lacks the contents.
    pub fn to_send(&self) -> bool {
        matches!(&self.place, Place::Block(state) if state.valid.get() == Valid::Host)
    }

    /// Whether the host's copy is not valid.
    pub fn only_there(&self) -> bool {
        matches!(&self.place, Place::Block(state) if matches!(state.valid.get(), Valid::Device { .. }))
    }

    /// Whether it is a part of a block.
    pub fn is_part(&self) -> bool {
        matches!(self.place, Place::Part { .. })
    }

    /// Sends these bytes of an array that is to be sent.
    pub fn send(&self, bytes: Range<usize>) -> Result<(), String> {
        self.memory.write_slice(bytes.start, &self.host()[bytes])
    }

    /// All has been sent.
    pub fn sent(&self) {
        if let Place::Block(state) = &self.place
            && state.valid.get() == Valid::Host
        {
            state.valid.set(Valid::Both);
            each_leaf(self.arg.object, &mut |leaf| leaf.mark_shared());
        }
    }

    /// Bytes of what one outermost index names.
    pub fn row(&self) -> usize {
        self.bytes() / self.arg.dims.first().map_or(1, |n| (*n as usize).max(1))
    }

    /// The host's copy, where (and as far as) it is valid.
    fn host(&self) -> &[u8] {
        let (offset, bytes) = match &self.place {
            Place::Block(_) => (0, self.block.bytes()),
            Place::Part { offset, bytes } => (*offset, *bytes),
        };
        // SAFETY: in the block, as `new` has tested; nobody writes to it during a launch.
        unsafe { std::slice::from_raw_parts(self.block.data().add(offset), bytes) }
    }

    pub fn dims(&self) -> Vec<i32> {
        self.arg.dims.to_vec()
    }

    pub fn bytes(&self) -> usize {
        match &self.place {
            Place::Block(_) => self.block.bytes(),
            Place::Part { bytes, .. } => *bytes,
        }
    }

    /// A kernel has stored to it.
    pub fn written(&self) -> Result<(), String> {
        match &self.place {
            Place::Block(state) => {
                let clean = state.written.take().is_empty();
                // Arrays that are stale already stay so.
                if !clean || !matches!(state.valid.replace(THERE), Valid::Device { rows: 0, .. }) {
                    state.valid.set(THERE);
                    each_leaf(self.arg.object, &mut |leaf| leaf.mark_stale());
                }
            }
            Place::Part { offset, bytes } => {
                // SAFETY: in the block, as `new` has tested; nobody uses it during a launch.
                let host = unsafe { std::slice::from_raw_parts_mut(self.block.data().add(*offset), *bytes) };
                self.memory.read(0, host)?;
                // SAFETY: as in `new`.
                if let Some(copies) = unsafe { self.block.copies() } {
                    copies.invalidate();
                }
            }
        }
        Ok(())
    }

    /// A kernel was to store to it and did not finish: where the host's copy was valid it alone still is.
    pub fn not_written(&self) {
        let Place::Block(state) = &self.place else { return };
        match state.valid.get() {
            // SAFETY: as in `new`; nothing is borrowed from the copies.
            Valid::Host => unsafe { *self.block.copies() = None },
            Valid::Both => state.host_only(),
            Valid::Device { .. } => {}
        }
    }
}

/// These bytes of the host's copy of an array, which becomes the only one.
#[allow(clippy::mut_from_ref)]
pub fn host_of<'a>(array: &ArrayArg<'a>, bytes: Range<usize>) -> Result<&'a mut [u8], String> {
    let (block, data) = locate(array.object, array.elem)?;
    let offset = (data as usize).wrapping_sub(block.data() as usize);
    if offset.checked_add(bytes.end).is_none_or(|end| end > block.bytes()) {
        return Err("an array whose rows do not lie one after the other (it is ragged)".into());
    }
    // SAFETY: this thread owns the array; nothing is borrowed from the copies.
    let copies = unsafe { block.copies() };
    if let Some(known) = copies.take() {
        known.fetch(block.data(), block.bytes());
        each_leaf(array.object, &mut |leaf| leaf.mark_valid());
    }
    // SAFETY: in the block; the caller uses one such slice at a time, and nobody else the array meanwhile.
    Ok(unsafe { std::slice::from_raw_parts_mut(block.data().add(offset + bytes.start), bytes.len()) })
}

/// Hands what only a device has of one array over to another of the same size, whose contents are void then; false where the host has a
/// valid copy, and nothing was done.
pub fn hand_over(from: &ArrayArg, to: &Ref<Object>) -> bool {
    let (Ok((source, first)), Ok((target, start))) = (locate(from.object, from.elem), locate(to, from.elem)) else {
        return false;
    };
    let whole = source.bytes() == target.bytes() && ptr::eq(first, source.data()) && ptr::eq(start, target.data());
    // SAFETY: this thread owns both arrays, which have blocks of their own; nothing is borrowed from the copies.
    let (own, others) = unsafe { (source.copies(), target.copies()) };
    let one_has_it = known(own)
        .is_some_and(|c| matches!(c.state.valid.get(), Valid::Device { .. }) && c.state.written.borrow().is_empty());
    let only_there = one_has_it || many::known(own).is_some_and(|parts| many::only_there(parts));
    if !whole || ptr::eq(source, target) || !only_there {
        return false;
    }
    *others = own.take();
    each_leaf(to, &mut |leaf| leaf.mark_stale());
    true
}

/// Copies on the device what only that has of the first elements of an array: they become all elements of another. False where the host has a valid
/// copy, or the device has no room, and nothing was done.
pub fn copy_first(from: &ArrayArg, to: &ArrayArg) -> bool {
    let Ok((source, first)) = locate(from.object, from.elem) else { return false };
    // SAFETY: this thread owns the array, and the borrow ends before anything is fetched.
    let known = known(unsafe { source.copies() });
    let Some(copies) = known.filter(|c| matches!(c.state.valid.get(), Valid::Device { .. })) else { return false };
    if !ptr::eq(first, source.data()) || !copies.state.written.borrow().is_empty() {
        return false;
    }
    let memory = copies.memory.clone();
    let Ok(resident) = Resident::new(memory.device(), *to, Need::Room) else { return false };
    if resident.is_part()
        || resident.bytes() == 0
        || resident.memory.copy_from(0, &memory, 0, resident.bytes()).is_err()
    {
        resident.not_written();
        return false;
    }
    resident.written().is_ok()
}

/// Makes the host's copy the only one, as it was before the device stored to its own.
pub fn forget(array: &ArrayArg) {
    if let Ok((block, _)) = locate(array.object, array.elem) {
        // SAFETY: this thread owns the array; nothing is borrowed from the copies.
        unsafe { *block.copies() = None };
        each_leaf(array.object, &mut |leaf| leaf.mark_valid());
    }
}

/// Bytes of an array that would have to be sent to a device first.
pub fn to_send(arg: &ArrayArg) -> usize {
    let count: usize = arg.dims.iter().map(|d| *d as usize).product();
    let Ok((block, _)) = locate(arg.object, arg.elem) else { return 0 };
    // SAFETY: as in `Resident::new`.
    let known = known(unsafe { block.copies() });
    match known {
        Some(c) if c.state.valid.get() != Valid::Host => c.state.written.borrow().iter().map(Range::len).sum(),
        _ => count * arg.elem.bytes(),
    }
}

/// Whether only a device has the contents of an array.
pub fn only_there(arg: &ArrayArg) -> bool {
    let Ok((block, _)) = locate(arg.object, arg.elem) else { return false };
    // SAFETY: as in `Resident::new`.
    let known = known(unsafe { block.copies() });
    known.is_some_and(|c| matches!(c.state.valid.get(), Valid::Device { .. }))
}

/// The block of a rectangular array and the address of its first element.
pub(super) fn locate<'a>(object: &'a Ref<Object>, elem: Elem) -> Result<(&'a Block, *const u8), String> {
    if object.class() == class_id::REF_ARRAY {
        // SAFETY: the class number says so.
        let parts = unsafe { object.cast::<Array<Ref<Object>>>() };
        let Some(block) = parts.block() else { return Err("an array of arrays that is ragged".into()) };
        if let Some(unmade) = parts.unmade() {
            return Ok((block, unmade.data));
        }
        // SAFETY: nothing writes to the array of parts meanwhile.
        let Some(first) = unsafe { parts.as_slice() }.first() else { return Ok((block, block.data())) };
        let (_, data) = locate(first, elem)?;
        return Ok((block, data));
    }
    macro_rules! leaf {
        ($t:ty) => {{
            // SAFETY: an array of primitives of this size; its fields are laid out alike for all of them.
            let array: &'a Ref<Array<$t>> = unsafe { object.cast() };
            Ok((array.ensure_block(), array.data_address().cast()))
        }};
    }
    match elem.bytes() {
        _ if matches!(elem, Elem::Struct { .. }) => Err("an array of value objects".into()),
        1 => leaf!(i8),
        2 => leaf!(i16),
        4 => leaf!(i32),
        _ => leaf!(i64),
    }
}
