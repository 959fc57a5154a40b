//! Which rows of a divided array are valid on which rank.
//!
//! A block whose rows are divided keeps [`Rows`] where a device's copies would be kept: the limits of its arrays are 0, so that the check
//! of an index is the check of validity too, and the host's first look at an element, on every rank at the same place of the program, brings the rest.
//! Every rank knows of all ranks what is valid there; so each knows what to send, and nothing is asked for.

use super::divide::Shape;
use super::{Cluster, cluster, dividing};
use crate::array::{Array, Block, DeviceCopies, each_leaf};
use crate::device::OwnRows;
use crate::kernel::{ArrayArg, Elem};
use crate::object::{Object, Ref, class_id};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr;

/// Ranges of a block's bytes, one a rank.
pub type Ranges = Vec<Range<usize>>;

/// Who has what of a block.
struct Rows {
    number: u64,
    state: RefCell<State>,
    /// An instruction uses the array now, and has made sure of what it needs.
    lent: Cell<bool>,
    /// What this rank's device has of it.
    device: OwnRows,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// Every rank has all of it.
    whole: bool,
    /// The rank that has a byte for sure: ascending, all bytes.
    own: Ranges,
    /// What a rank has; its own among it.
    valid: Ranges,
    /// Elements and rows that the host has looked at alone.
    looks: u32,
}

thread_local! {
    /// The blocks that are divided, by the order in which they were.
    static DIVIDED: RefCell<BTreeMap<u64, *const Block>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

/// From this size on, a few elements and rows are sent alone.
const LARGE: usize = 256 << 10;
/// So many of an array.
const LOOKS: u32 = 16;

impl Rows {
    fn new(block: &Block) -> Rows {
        let number = NEXT.replace(NEXT.get() + 1);
        DIVIDED.with_borrow_mut(|d| d.insert(number, ptr::from_ref(block)));
        Rows { number, state: RefCell::default(), lent: Cell::new(false), device: OwnRows::default() }
    }

    /// Of a block that every rank has all of.
    fn of_all(block: &Block) -> Rows {
        let rows = Rows::new(block);
        rows.state.borrow_mut().whole = true;
        rows
    }

    /// Brings to each rank what it needs and has not. `host`: the block's first byte.
    fn bring(&self, c: &Cluster, host: *mut u8, need: &[Range<usize>]) {
        if let Some(model) = &c.model {
            model.by_all();
        }
        let coming = self.send(c, host, need);
        self.receive(c, host, &coming);
        if let Some(model) = &c.model {
            model.arrive();
            model.resume();
        }
    }

    /// As [`Rows::bring`], but only sends: what comes to this rank is the result, and is there when it has been received.
    fn send(&self, c: &Cluster, host: *mut u8, need: &[Range<usize>]) -> Coming {
        let mut state = self.state.borrow_mut();
        if state.whole {
            return Vec::new();
        }
        let coming = self.send_all(c, host, missing(&state.own, &state.valid, need));
        for (valid, need) in state.valid.iter_mut().zip(need) {
            *valid = hull(valid, need);
        }
        let all = state.own.last().map_or(0, |o| o.end);
        state.whole = state.valid.iter().all(|v| v.start == 0 && v.end == all);
        coming
    }

    /// Sends what this rank has to send of some messages; what is to come to it.
    fn send_all(&self, c: &Cluster, host: *mut u8, messages: Vec<(usize, usize, Range<usize>)>) -> Coming {
        if let Some(model) = &c.model {
            model.send(messages.into_iter().map(|(from, to, bytes)| (from, to, bytes.len())));
            return Vec::new();
        }
        let mut coming = Vec::new();
        for (from, to, bytes) in messages {
            if from == c.rank {
                self.device.to_host(host, &bytes);
                // SAFETY: in the block; this thread owns the arrays on it, and writes to none of them now.
                let part = unsafe { std::slice::from_raw_parts(host.add(bytes.start), bytes.len()) };
                c.send(to, &[part]);
            } else if to == c.rank {
                coming.push((from, bytes));
            }
        }
        coming
    }

    fn receive(&self, c: &Cluster, host: *mut u8, coming: &[(usize, Range<usize>)]) {
        for (from, bytes) in coming {
            let (message, data) = c.receive(*from);
            let part = &message[data..];
            assert_eq!(part.len(), bytes.len(), "all ranks know alike what is sent");
            // SAFETY: in the block; nobody reads what is not valid here.
            unsafe { host.add(bytes.start).copy_from_nonoverlapping(part.as_ptr(), part.len()) };
            self.device.changed(bytes);
        }
    }

    /// Sends some bytes from the rank that has them to all others.
    fn look(&self, c: &Cluster, host: *mut u8, bytes: &Range<usize>) {
        let state = self.state.borrow();
        let Some(root) = state.own.iter().position(|o| o.start <= bytes.start && bytes.end <= o.end) else { return };
        if let Some(model) = &c.model {
            model.by_all();
            model.spread(root, bytes.len());
            return model.resume();
        }
        // Numbered from the one that has it on.
        let (size, place) = (c.size, (c.rank + c.size - root) % c.size);
        let real = |place: usize| (place + root) % size;
        if place > 0 {
            let (message, data) = c.receive(real(super::parent(place)));
            // SAFETY: in the block; nobody reads what is not valid here.
            unsafe { host.add(bytes.start).copy_from_nonoverlapping(message[data..].as_ptr(), message.len() - data) };
        }
        self.device.to_host(host, bytes);
        // SAFETY: in the block, and nobody writes to it now.
        let part = unsafe { std::slice::from_raw_parts(host.add(bytes.start), bytes.len()) };
        super::children(place, size).for_each(|child| c.send(real(child), &[part]));
    }

    /// Whether a few bytes of many are to be sent alone; counts that.
    fn is_look(&self, bytes: &Range<usize>, all: usize) -> bool {
        let mut state = self.state.borrow_mut();
        let one_has_it = state.own.iter().any(|o| o.start <= bytes.start && bytes.end <= o.end);
        let alone = all >= LARGE && state.looks < LOOKS && one_has_it;
        state.looks += u32::from(alone);
        alone
    }
}

/// What has been sent to this rank and not been received: from whom, and where in the block it belongs.
pub type Coming = Vec<(usize, Range<usize>)>;

/// What is to be sent, by whom and to whom: of each place's need what it has not. Where the two do not touch, what lies between comes too.
pub fn missing(
    own: &[Range<usize>],
    valid: &[Range<usize>],
    need: &[Range<usize>],
) -> Vec<(usize, usize, Range<usize>)> {
    let whole: Vec<Range<usize>> = valid.iter().zip(need).map(|(v, n)| hull(v, n)).collect();
    lacking(own, valid, &whole)
}

/// As [`missing`], without what lies between.
fn lacking(own: &[Range<usize>], valid: &[Range<usize>], need: &[Range<usize>]) -> Vec<(usize, usize, Range<usize>)> {
    let mut messages = Vec::new();
    for (to, (valid, need)) in valid.iter().zip(need).enumerate() {
        let parts = match valid.is_empty() {
            true => [need.clone(), need.end..need.end],
            false => [need.start..valid.start.min(need.end), valid.end.max(need.start)..need.end],
        };
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            // Ranks have their parts in their order.
            let first = own.partition_point(|o| o.end <= part.start);
            for (from, own) in own.iter().enumerate().skip(first).take_while(|(_, o)| o.start < part.end) {
                let both = part.start.max(own.start)..part.end.min(own.end);
                if from != to && both.start < both.end {
                    messages.push((from, to, both));
                }
            }
        }
    }
    messages
}

/// Both, and what lies between.
pub fn hull(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        // At the end of a thread there is nothing to forget any more.
        let _ = DIVIDED.try_with(|d| d.borrow_mut().remove(&self.number));
    }
}

impl DeviceCopies for Rows {
    fn fetch(&self, host: *mut u8, bytes: usize) {
        if self.lent.get() || self.state.borrow().whole {
            return;
        }
        self.device.to_host(host, &(0..bytes));
        let Some(c) = dividing() else { not_here() };
        c.decide("a look at an array", &[bytes as u64]);
        self.bring(c, host, &vec![0..bytes; c.size]);
    }

    fn fetch_row(&self, host: *mut u8, offset: usize, bytes: usize, all: usize) {
        let row = offset..offset + bytes;
        match dividing() {
            Some(c) if !self.lent.get() && !self.state.borrow().whole && self.is_look(&row, all) => {
                c.decide("a look at a row", &[offset as u64]);
                self.look(c, host, &row);
            }
            _ => self.fetch(host, all),
        }
    }

    fn fetch_part(&self, host: *mut u8, offset: usize, bytes: usize) -> bool {
        let part = offset..offset + bytes;
        let all = self.state.borrow().own.last().map_or(0, |o| o.end);
        let Some(c) = dividing() else { return false };
        if self.lent.get() || self.state.borrow().whole || !self.is_look(&part, all) {
            return false;
        }
        c.decide("a look at an element", &[offset as u64]);
        self.look(c, host, &part);
        true
    }

    /// All ranks write the same.
    fn invalidate(&self) {
        self.device.forget();
    }

    fn invalidate_row(&self, host: *mut u8, _: usize, _: usize, all: usize) {
        self.device.to_host(host, &(0..all));
        self.device.forget();
    }

    fn is_on_device(&self) -> bool {
        false
    }
}

/// A divided array is looked at where its rows cannot be brought.
fn not_here() -> ! {
    match cluster() {
        Some(c) => c.part("a divided array is looked at by a thread that does not run `main`"),
        None => unreachable!("without ranks no array is divided"),
    }
}

/// A rectangular array whose elements are all of a block.
#[derive(Clone)]
pub struct Whole {
    object: Ref<Object>,
    block: *const Block,
    pub rows: usize,
    pub bytes: usize,
}

impl Whole {
    /// None where the array is ragged, a part of a block, or known to a device.
    pub fn of(arg: &ArrayArg) -> Option<Whole> {
        let count: usize = arg.dims.iter().map(|d| *d as usize).product();
        let bytes = count * arg.elem.bytes();
        let (block, data) = locate(arg.object, arg.elem)?;
        let whole = ptr::eq(data, block.data()) && bytes == block.bytes();
        // SAFETY: this thread owns the array, and the borrow ends here.
        let on_device = unsafe { block.copies() }.as_ref().is_some_and(|c| c.is_on_device());
        let rows = arg.dims.first().map_or(0, |n| *n as usize);
        (whole && !on_device).then(|| Whole { object: arg.object.clone(), block: ptr::from_ref(block), rows, bytes })
    }

    fn block(&self) -> &Block {
        // SAFETY: the array holds it.
        unsafe { &*self.block }
    }

    fn known(&self) -> Option<&Rows> {
        // SAFETY: this thread owns the array, and nothing else of it is borrowed.
        known(unsafe { self.block().copies() })
    }

    /// A rank lacks something of it.
    pub fn is_divided(&self) -> bool {
        self.known().is_some_and(|r| !r.state.borrow().whole)
    }

    pub fn same(&self, other: &Whole) -> bool {
        ptr::eq(self.block, other.block)
    }

    pub fn is(&self, array: &ArrayArg) -> bool {
        self.object.same(array.object)
    }

    pub fn shape(&self) -> Shape {
        Shape { rows: self.rows, bytes: self.bytes, is_divided: self.is_divided() }
    }

    /// Lends the array to an instruction of this rank's cores.
    pub fn lend_to_host(&self) {
        if let Some(rows) = self.known() {
            rows.device.to_host(self.block().data(), &(0..self.bytes));
        }
    }

    /// What this rank's device has of it.
    pub fn on_device(&self) -> &OwnRows {
        // SAFETY: as in `known`.
        let copies = unsafe { self.block().copies() };
        if known(copies).is_none() {
            *copies = Some(Box::new(Rows::of_all(self.block())));
        }
        match known(copies) {
            Some(rows) => &rows.device,
            None => unreachable!("it was made just now"),
        }
    }

    /// The host's bytes, as far as they are valid here.
    pub fn host(&self) -> &[u8] {
        // SAFETY: the block's memory; nobody writes to it during a launch.
        unsafe { std::slice::from_raw_parts(self.block().data(), self.bytes) }
    }

    /// Changes the host's bytes, which all are valid, on every rank alike.
    pub fn change(&self, change: impl FnOnce(&mut [u8])) {
        self.take_to_host();
        // SAFETY: the block's memory; this thread owns the arrays on it, and nothing else of it is borrowed.
        change(unsafe { std::slice::from_raw_parts_mut(self.block().data(), self.bytes) });
    }

    /// Makes the host's copy of what this rank has the only one.
    pub fn take_to_host(&self) {
        self.lend_to_host();
        if let Some(rows) = self.known() {
            rows.device.forget();
        }
    }

    /// Lends the array to an instruction, and sends to each rank what that needs there; what comes to this one.
    pub fn lend(&self, c: &Cluster, need: &[Range<usize>]) -> Coming {
        let Some(rows) = self.known() else { return Vec::new() };
        rows.lent.set(true);
        rows.send(c, self.block().data(), need)
    }

    /// Sends some rows to each rank that has them not, for the instruction that the array is lent to; what comes to this one. What they are is
    /// not kept: the next one who needs them gets them again.
    pub fn lend_rows(&self, c: &Cluster, bytes: &Range<usize>) -> Coming {
        let Some(rows) = self.known() else { return Vec::new() };
        let state = rows.state.borrow();
        if state.whole {
            return Vec::new();
        }
        rows.send_all(c, self.block().data(), lacking(&state.own, &state.valid, &vec![bytes.clone(); c.size]))
    }

    /// Waits for what is to come.
    pub fn receive(&self, c: &Cluster, coming: &[(usize, Range<usize>)]) {
        if let Some(rows) = self.known() {
            rows.receive(c, self.block().data(), coming);
        }
    }

    /// The bytes that a rank has.
    pub fn valid(&self, rank: usize) -> Range<usize> {
        let all = 0..self.bytes;
        let Some(rows) = self.known() else { return all };
        let state = rows.state.borrow();
        if state.whole { all } else { state.valid.get(rank).cloned().unwrap_or(all) }
    }

    /// Copies some bytes of an array of as many.
    pub fn copy_from(&self, other: &Whole, bytes: &Range<usize>) {
        assert!(self.bytes == other.bytes && bytes.end <= self.bytes && !self.same(other), "two arrays of one size");
        other.lend_to_host();
        self.take_to_host();
        let (from, to) = (other.block().data(), self.block().data());
        // SAFETY: in both blocks, which are two; nobody else reads or writes there now.
        unsafe { to.add(bytes.start).copy_from_nonoverlapping(from.add(bytes.start), bytes.len()) };
    }

    /// The instruction is over.
    pub fn take_back(&self) {
        if let Some(rows) = self.known() {
            rows.lent.set(false);
            if !rows.state.borrow().whole {
                each_leaf(&self.object, &mut |leaf| leaf.mark_stale());
            } else if rows.device.has_some() {
                each_leaf(&self.object, &mut |leaf| leaf.mark_shared());
            }
        }
    }

    /// Each rank has written to its own part alone.
    pub fn divide(&self, own: Ranges) {
        // SAFETY: as in `known`.
        let copies = unsafe { self.block().copies() };
        if known(copies).is_none() {
            *copies = Some(Box::new(Rows::new(self.block())));
        }
        if let Some(rows) = known(copies) {
            rows.device.forget();
            *rows.state.borrow_mut() = State { whole: false, valid: own.clone(), own, looks: 0 };
        }
    }
}

/// What this module keeps of a block.
fn known(copies: &Option<Box<dyn DeviceCopies>>) -> Option<&Rows> {
    let copies = copies.as_ref().filter(|c| !c.is_on_device())?;
    // SAFETY: only this module keeps what is not on a device.
    Some(unsafe { &*ptr::from_ref(&**copies).cast::<Rows>() })
}

/// Makes an array valid as a whole on all ranks, and forgets that it was divided.
pub fn settle(arg: &ArrayArg) {
    let Some((block, _)) = locate(arg.object, arg.elem) else { return };
    // SAFETY: this thread owns the array, and nothing else of it is borrowed.
    let copies = unsafe { block.copies() };
    if let Some(rows) = known(copies) {
        rows.fetch(block.data(), block.bytes());
        *copies = None;
        each_leaf(arg.object, &mut |leaf| leaf.mark_valid());
    }
}

/// The same for all arrays that are divided.
pub fn settle_all() {
    let all: Vec<*const Block> = DIVIDED.with_borrow(|d| d.values().copied().collect());
    for block in all {
        // SAFETY: it was kept by a block that lives: a block that goes is taken off the list.
        let block = unsafe { &*block };
        // SAFETY: this thread owns the array, and nothing else of it is borrowed. Limits that are 0 are set at the next look.
        let copies = unsafe { block.copies() };
        if let Some(rows) = known(copies) {
            rows.fetch(block.data(), block.bytes());
            *copies = None;
        }
    }
}

/// What the ranks have of one array they have of another one of the same size then; false where the first is not divided, and nothing was done.
pub fn give_back(from: &ArrayArg, to: &ArrayArg) -> bool {
    let Some(c) = dividing() else { return false };
    let (Some(source), Some(target)) = (Whole::of(from), Whole::of(to)) else { return false };
    if !source.is_divided() || source.same(&target) || source.bytes != target.bytes {
        return false;
    }
    let Some(state) = source.known().map(|r| r.state.borrow().clone()) else { return false };
    // What is not valid is not read by anyone, and may never have been touched.
    let here = if c.model.is_some() { 0..source.bytes } else { source.valid(c.rank) };
    target.copy_from(&source, &here);
    target.divide(state.own.clone());
    if let Some(rows) = target.known() {
        *rows.state.borrow_mut() = state;
    }
    target.take_back();
    true
}

/// The block of a rectangular array and the address of its first element; None where it is ragged or of objects.
fn locate<'a>(object: &'a Ref<Object>, elem: Elem) -> Option<(&'a Block, *const u8)> {
    if object.is_null() {
        return None;
    }
    if object.class() == class_id::REF_ARRAY {
        // SAFETY: the class number says so.
        let parts = unsafe { object.cast::<Array<Ref<Object>>>() };
        let block = parts.block()?;
        if let Some(unmade) = parts.unmade() {
            return Some((block, unmade.data));
        }
        // SAFETY: nothing writes to the array of parts meanwhile.
        let first = unsafe { parts.as_slice() }.first()?;
        let (_, data) = locate(first, elem)?;
        return Some((block, data));
    }
    macro_rules! leaf {
        ($t:ty) => {{
            // SAFETY: an array of primitives of this size; its fields are laid out alike for all of them.
            let array: &'a Ref<Array<$t>> = unsafe { object.cast() };
            Some((array.ensure_block(), array.data_address().cast()))
        }};
    }
    match elem.bytes() {
        _ if matches!(elem, Elem::Struct { .. }) => None,
        1 => leaf!(i8),
        2 => leaf!(i16),
        4 => leaf!(i32),
        _ => leaf!(i64),
    }
}

#[cfg(test)]
mod tests {
    use super::{lacking, missing};

    #[test]
    fn halos_are_all_that_is_sent() {
        let own = [0..10, 10..20, 20..30];
        let need = [0..11, 9..21, 19..30];
        let sent = missing(&own, &own, &need);
        assert_eq!(sent, [(1, 0, 10..11), (0, 1, 9..10), (2, 1, 20..21), (1, 2, 19..20)]);
        assert!(missing(&own, &need, &need).is_empty());
    }

    #[test]
    fn more_than_a_neighbour_has_comes_from_the_next_one() {
        let own = [0..1, 1..2, 2..3];
        let sent = missing(&own, &own, &[0..3, 1..2, 0..0]);
        assert_eq!(sent, [(1, 0, 1..2), (2, 0, 2..3)]);
        // Without what lies between.
        assert_eq!(lacking(&own, &own, &[2..3, 0..1, 1..3]), [(2, 0, 2..3), (0, 1, 0..1), (1, 2, 1..2)]);
        // A rank that has nothing gets all that it needs.
        assert_eq!(missing(&[0..3, 3..3], &[0..3, 3..3], &[0..3, 1..2]), [(0, 1, 1..2)]);
    }
}
