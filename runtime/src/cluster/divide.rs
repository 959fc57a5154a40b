//! How an instruction is divided over the ranks.
//!
//! Where it writes arrays, their rows decide: of an array of `n` rows rank `p` of `P` has those from `n·p/P` on, and runs the iterations that
//! store to them. So arrays of one size are divided alike, whatever the bounds of the loops, and what follows moves halos only. A reduction is cut
//! at multiples of a block, so that the tree above the blocks is the same for any number of ranks.

use super::model::Model;
pub use super::rows::Ranges;
use super::rows::{Coming, Whole, hull};
use super::{Cluster, dividing};
use crate::check::{Failure, Site, What};
use crate::kernel::ArrayArg;
use crate::par::{BLOCK, Space};
use std::collections::BTreeSet;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Mutex;

/// The rows of an array that an iteration reads, counted from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    Nothing,
    /// Both ends included.
    Near {
        from: i32,
        to: i32,
    },
    /// By strides, of which these are the numbers.
    Strides {
        first: usize,
        end: usize,
    },
    All,
}

/// The rows of a result that an iteration stores to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    Nothing,
    /// The one this far from its own.
    Row(i32),
    /// Those of strides, of which these are the numbers.
    Strides {
        first: usize,
        end: usize,
    },
}

/// What an instruction does with one array.
#[derive(Clone, Copy, Debug)]
pub struct ArrayReach {
    pub reads: Reads,
    pub writes: Writes,
    /// It is what an update begins with: the result, by its number, has its contents where no iteration stores.
    pub carries: Option<u32>,
    /// Iterations add to its elements, on every rank to an array of its own; what all ranks have added is put together.
    pub adds: bool,
}

/// An instruction that can be divided.
pub struct Divisible<'a> {
    pub reach: &'static Reach,
    /// About how many one iteration executes.
    pub operations: usize,
    /// Those that `reach` speaks of.
    pub arrays: &'a [ArrayArg<'a>],
    pub strides: &'a [Stride],
}

/// What a parallel instruction that can be divided reaches: the compiler's own record.
#[derive(Debug)]
pub struct Reach {
    pub name: &'static str,
    /// Iterations may fail.
    pub throws: bool,
    /// Reductions are among the results.
    pub gathers: bool,
    /// The result is a list of what iterations give, of which every rank gets all.
    pub lists: bool,
    /// In the order in which they are given.
    pub arrays: &'static [ArrayReach],
}

/// Rows that go on from iteration to iteration by the same distance: with outermost index `i` from `i * unit + from` to `i * unit + to`.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    unit: i64,
    from: i64,
    to: i64,
}

impl Stride {
    pub fn of(unit: i64) -> Stride {
        Stride { unit, from: 0, to: 0 }
    }

    /// Plus `factor` times a number from `first` to `last`.
    pub fn plus(self, factor: i64, first: i64, last: i64) -> Stride {
        let (a, b) = (factor.saturating_mul(first), factor.saturating_mul(last));
        Stride { from: self.from.saturating_add(a.min(b)), to: self.to.saturating_add(a.max(b)), ..self }
    }

    /// Plus `factor` times an index of the space, which is not empty.
    pub fn inner<const R: usize>(self, factor: i64, space: &Space<R>, dim: usize) -> Stride {
        let (first, last) = space.range(dim);
        self.plus(factor, first, last)
    }

    /// The index is a number of the program's too: nothing in it wraps around at its ends.
    fn holds(&self, extent: &Extent) -> bool {
        let at = |index: i64| index.saturating_mul(self.unit);
        let (a, b) = (at(extent.lo), at(extent.lo + extent.rows as i64 - 1));
        let (least, most) = (a.min(b).saturating_add(self.from), a.max(b).saturating_add(self.to));
        least >= i64::from(i32::MIN) && most <= i64::from(i32::MAX)
    }
}

/// Rows that all iterations read are sent each time, and not kept, where they are at most this part of an array.
const FEW: usize = 8;

impl Stride {
    /// It says which part of the array is read.
    fn is_part(&self, extent: &Extent, array: &Shape) -> bool {
        let rows = self.to.saturating_sub(self.from).saturating_add(1).max(0) as usize;
        self.holds(extent) && (self.unit != 0 || rows.saturating_mul(FEW) <= array.rows)
    }
}

/// The outermost dimension, and how many iterations there are.
pub struct Extent {
    pub lo: i64,
    pub rows: usize,
    pub count: usize,
}

/// An instruction that is being run in parts.
pub struct Part {
    cluster: &'static Cluster,
    division: Division,
    throws: bool,
    lent: Vec<Whole>,
    written: Vec<(Whole, Ranges)>,
    /// What other ranks have sent, and this one has not received.
    coming: Vec<(Whole, Coming)>,
    /// Of this rank's iterations those that need nothing of it.
    inside: Range<usize>,
    /// The instruction's arrays, in its order.
    entries: Vec<(Whole, Entry)>,
    /// This rank's part runs on its device.
    on_device: bool,
}

/// Divides an instruction, where that can be done and pays; brings to each rank what it needs. None: every rank runs all of it.
/// `on_device`: its kernel can run the part on the device that each rank has.
pub fn part(
    reach: &'static Reach,
    extent: &Extent,
    operations: usize,
    arrays: &[ArrayArg],
    strides: &[Stride],
    on_device: bool,
) -> Option<Part> {
    let c = dividing()?;
    if let Some(model) = &c.model {
        model.by_all();
    }
    let part = plan(c, reach, extent, operations, arrays, strides, on_device);
    let decision = [extent.lo as u64, extent.count as u64, u64::from(part.is_some())];
    c.decide(reach.name, &decision);
    let part = part.map(|(mut part, needs)| {
        part.begin(&needs);
        part
    });
    if let Some(model) = &c.model {
        model.resume();
    }
    part
}

/// What the ranks need of an array.
struct Need {
    array: Whole,
    bytes: Ranges,
    /// Where iterations read it.
    near: Vec<Near>,
    /// Iterations may read any of it.
    all: bool,
    /// Rows that all iterations read, which are sent for this instruction alone.
    fixed: Vec<Range<usize>>,
    /// What of it this rank copies, or stores to, whatever iterations read.
    keeps: Range<usize>,
}

/// What iterations read around their own row, in bytes: for outermost index `i` from `i * unit + from` to before `i * unit + to`.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    unit: i64,
    from: i64,
    to: i64,
}

impl Near {
    /// Rows `i * unit + from` to `i * unit + to` of an array.
    fn of(unit: i64, from: i64, to: i64, array: &Shape) -> Near {
        let row = array.row() as i64;
        Near { unit: unit * row, from: from * row, to: (to + 1) * row }
    }

    /// What the iterations with these outermost indices touch of an array of so many bytes.
    pub fn bytes(&self, indices: &Range<i64>, bytes: usize) -> Range<usize> {
        if indices.is_empty() {
            return 0..0;
        }
        let clamped = |at: i64| at.clamp(0, bytes as i64) as usize;
        let (a, b) = (indices.start * self.unit, (indices.end - 1) * self.unit);
        let touched = clamped(a.min(b) + self.from)..clamped(a.max(b) + self.to);
        if touched.is_empty() { 0..0 } else { touched }
    }
}

type Needs = Vec<Need>;

/// From so many operations on it takes longer to compute a value of a list than to send it.
const LISTED: usize = 64;

/// The rows of a result that belong to iterations, which may be several of the array's: iteration `i` stores to row `i + shift`.
struct Stores {
    rows: i64,
    shift: i64,
    /// Bytes of such a row.
    row: usize,
}

impl Stores {
    /// Some(None) where iterations do not store to the array; None where what they store to may overlap, or descends.
    fn of(array: &Shape, writes: Writes, extent: &Extent, strides: &[Stride]) -> Option<Option<Stores>> {
        let (first, end) = match writes {
            Writes::Nothing => return Some(None),
            Writes::Row(to) => {
                return Some(Some(Stores { rows: array.rows as i64, shift: i64::from(to), row: array.row() }));
            }
            Writes::Strides { first, end } => (first, end),
        };
        let strides = &strides[first..end];
        // Places have ascending rows for ascending iterations.
        let unit = strides.first().map(|s| s.unit).filter(|unit| *unit > 0)?;
        let shift = strides.first()?.from.div_euclid(unit);
        let inside = |s: &Stride| {
            s.holds(extent) && s.unit == unit && s.from.div_euclid(unit) == shift && s.to.div_euclid(unit) == shift
        };
        let rows = array.rows.div_ceil(unit as usize) as i64;
        strides.iter().all(inside).then(|| Some(Stores { rows, shift, row: unit as usize * array.row() }))
    }

    /// Where iterations store to.
    fn bytes(&self) -> Near {
        let row = self.row as i64;
        Near { unit: row, from: self.shift * row, to: (self.shift + 1) * row }
    }
}

/// The bytes of rows `from` to `to`.
fn rows_of(from: i64, to: i64, array: &Shape) -> Range<usize> {
    let at = |row: i64| row.clamp(0, array.rows as i64) as usize * array.row();
    at(from)..at(to.saturating_add(1))
}

/// The rows of an array that is read around the own row, if it is.
fn near_rows(array: &Shape, reads: Reads, extent: &Extent, strides: &[Stride]) -> Option<i64> {
    match reads {
        Reads::Near { .. } => Some(array.rows as i64),
        Reads::Strides { first, end } => {
            let moving = strides[first..end].iter().find(|s| s.unit > 0 && s.holds(extent))?;
            Some(array.rows.div_ceil(moving.unit as usize) as i64)
        }
        _ => None,
    }
}

fn plan(
    c: &'static Cluster,
    reach: &Reach,
    extent: &Extent,
    operations: usize,
    arrays: &[ArrayArg],
    strides: &[Stride],
    on_device: bool,
) -> Option<(Part, Needs)> {
    if extent.count == 0 || reach.gathers && extent.count < 2 * BLOCK {
        return None;
    }
    let wholes: Vec<Whole> = arrays.iter().map(Whole::of).collect::<Option<_>>()?;
    let pays = c.pays(extent.count.saturating_mul(operations.max(1)));
    if !pays && !wholes.iter().any(Whole::is_divided) {
        return None;
    }
    // A list of as many values as there are iterations is soon made; where the iterations read what is divided, it is that or their rows that is sent.
    if reach.lists && operations < LISTED && !wholes.iter().any(Whole::is_divided) {
        return None;
    }
    let each = || wholes.iter().zip(reach.arrays);
    // Sums that are longer than the work are not sent about.
    let sent: usize = each().filter(|(_, r)| r.adds).map(|(w, _)| w.bytes.saturating_mul(c.size)).sum();
    if sent > extent.count.saturating_mul(operations.max(1)) && sent > c.least {
        return None;
    }
    let shapes: Vec<Shape> = wholes.iter().map(Whole::shape).collect();
    let parts = parts(&Places::ranks(c.size, on_device), reach, extent, &shapes, strides)?;
    let Parts { division, entries } = parts;
    let mut needs: Needs = Vec::new();
    let mut written = Vec::new();
    let mut all = Vec::new();
    for (array, entry) in wholes.into_iter().zip(entries) {
        let need = Need {
            array: array.clone(),
            bytes: entry.needs.clone(),
            near: entry.near.clone(),
            all: entry.all,
            fixed: entry.fixed.clone(),
            keeps: entry.keeps[c.rank].clone(),
        };
        match needs.iter_mut().find(|other| other.array.same(&array)) {
            Some(other) => other.join(need),
            None => needs.push(need),
        }
        written.extend(entry.own.clone().map(|own| (array.clone(), own)));
        all.push((array, entry));
    }
    let lent = needs.iter().map(|need| need.array.clone()).collect();
    let part = Part {
        cluster: c,
        inside: division.cuts[c.rank]..division.cuts[c.rank + 1],
        division,
        throws: reach.throws,
        lent,
        written,
        coming: Vec::new(),
        entries: all,
        on_device,
    };
    Some((part, needs))
}

/// Those among which an index space is divided: ranks, or devices.
#[derive(Clone, Debug)]
pub struct Places {
    /// What part of the work each has; of one sum.
    pub shares: Vec<u64>,
    /// Each runs whole rows of the index space, and arrays are cut where what work items take together ends: kernels do.
    whole_rows: bool,
    /// What all iterations read each place gets with its own rows, and keeps.
    keeps_fixed: bool,
}

impl Places {
    /// All alike. Where kernels do not run their parts, a reduction may be cut within a row.
    pub fn ranks(count: usize, kernels: bool) -> Places {
        Places { shares: vec![1; count], whole_rows: kernels, keeps_fixed: false }
    }

    pub fn devices(shares: Vec<u64>) -> Places {
        Places { shares, whole_rows: true, keeps_fixed: true }
    }

    /// Arrays of so many rows are cut at multiples of this.
    fn grain(&self, rows: i64) -> i64 {
        match self.whole_rows {
            false => 1,
            true if rows >= 512 * self.shares.len() as i64 => 64,
            true => 4,
        }
    }

    /// The row from which on they are those of each place but the first.
    fn cuts(&self, rows: i64) -> impl Iterator<Item = i64> {
        let all = i128::from(self.shares.iter().sum::<u64>().max(1));
        let grain = self.grain(rows);
        let mut before = 0;
        self.shares[..self.shares.len() - 1].iter().map(move |share| {
            before += i128::from(*share);
            let cut = (i128::from(rows) * before / all) as i64;
            ((cut + grain / 2) / grain * grain).min(rows)
        })
    }

    /// A reduction over rows of so many iterations is cut at multiples of this.
    fn unit(&self, width: usize) -> usize {
        if self.whole_rows { BLOCK / gcd(BLOCK, width) * width } else { BLOCK }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An array, as a division sees it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub rows: usize,
    pub bytes: usize,
    /// A place lacks something of it.
    pub is_divided: bool,
}

impl Shape {
    /// Bytes of a row.
    pub fn row(&self) -> usize {
        self.bytes / self.rows.max(1)
    }
}

/// An instruction, divided.
pub struct Parts {
    pub division: Division,
    /// Of each array.
    pub entries: Vec<Entry>,
}

/// What places need of an array, and store to.
pub struct Entry {
    /// The bytes that a place must have before.
    pub needs: Ranges,
    /// Where iterations read it.
    pub near: Vec<Near>,
    /// Iterations may read any of it.
    pub all: bool,
    /// Rows that all iterations read.
    pub fixed: Vec<Range<usize>>,
    /// What of it a place copies, or stores to, whatever iterations read.
    pub keeps: Ranges,
    /// The bytes that are a place's own then, where it is stored to.
    pub own: Option<Ranges>,
    /// Where iterations store to it, or take over what they do not store to.
    pub stores: Option<Near>,
}

/// Divides an instruction, in which something is run; None where that cannot be.
pub fn parts(places: &Places, reach: &Reach, extent: &Extent, arrays: &[Shape], strides: &[Stride]) -> Option<Parts> {
    let each = || arrays.iter().zip(reach.arrays);
    let none = || vec![0..0; places.shares.len()];
    let stores: Vec<Option<Stores>> =
        each().map(|(w, r)| Stores::of(w, r.writes, extent, strides)).collect::<Option<_>>()?;
    // The array whose rows decide, and how far an iteration's row is from the iteration.
    let written = stores.iter().flatten().next().map(|s| (s.rows, s.shift));
    let near = each().find_map(|(w, r)| near_rows(w, r.reads, extent, strides).map(|rows| (rows, 0)));
    let (rows, shift) = written.or(near).unwrap_or((extent.rows as i64, -extent.lo));
    let division = Division::of(places, extent, rows, shift, reach.gathers, written.is_some())?;
    let own: Vec<Option<Ranges>> =
        each().zip(&stores).map(|((w, _), s)| s.as_ref().map(|s| division.own(s, w.bytes))).collect();
    let mut entries: Vec<Entry> = Vec::new();
    for ((array, r), (own_rows, own_stores)) in each().zip(own.iter().zip(&stores)) {
        let mut entry = Entry {
            needs: none(),
            near: Vec::new(),
            all: false,
            fixed: Vec::new(),
            keeps: none(),
            own: own_rows.clone(),
            stores: None,
        };
        match r.reads {
            Reads::Nothing => {}
            Reads::Near { from, to } => entry.near.push(Near::of(1, i64::from(from), i64::from(to), array)),
            Reads::Strides { first, end } if strides[first..end].iter().all(|s| s.is_part(extent, array)) => {
                for s in &strides[first..end] {
                    match s.unit {
                        0 => entry.fixed.push(rows_of(s.from, s.to, array)),
                        unit => entry.near.push(Near::of(unit, s.from, s.to, array)),
                    }
                }
            }
            Reads::All | Reads::Strides { .. } => {
                entry.all = true;
                entry.needs = vec![0..array.bytes; places.shares.len()];
            }
        }
        for near in &entry.near {
            join(&mut entry.needs, &division.near(*near, array.bytes));
        }
        // Ranks send such rows to all others at once; a device gets them with its own.
        if places.keeps_fixed && !entry.fixed.is_empty() {
            entry.all = true;
            let every = entry.fixed.iter().fold(0..0, |all, rows| hull(&all, rows));
            join(&mut entry.needs, &vec![every; places.shares.len()]);
        }
        // What no iteration stores to stays as the place that had it has it.
        let stays = own_rows.as_ref().filter(|_| array.is_divided);
        let carried = r.carries.and_then(|k| own.get(k as usize)?.as_ref());
        for kept in stays.into_iter().chain(carried) {
            join(&mut entry.needs, kept);
            join(&mut entry.keeps, kept);
        }
        let carries = r.carries.and_then(|k| stores.get(k as usize)?.as_ref());
        entry.stores = own_stores.as_ref().or(carries).map(Stores::bytes);
        entries.push(entry);
    }
    Some(Parts { division, entries })
}

impl Need {
    /// What two of an instruction's arrays need, which are one.
    fn join(&mut self, other: Need) {
        join(&mut self.bytes, &other.bytes);
        self.near.extend(other.near);
        self.all |= other.all;
        self.fixed.extend(other.fixed);
        self.keeps = hull(&self.keeps, &other.keeps);
    }

    /// The rank must have all that comes before its first iteration.
    fn is_urgent(&self, coming: &Coming) -> bool {
        let kept = |bytes: &Range<usize>| bytes.start < self.keeps.end && self.keeps.start < bytes.end;
        self.all && !coming.is_empty() || coming.iter().any(|(_, bytes)| kept(bytes))
    }
}

fn join(all: &mut Ranges, more: &Ranges) {
    for (a, b) in all.iter_mut().zip(more) {
        *a = hull(a, b);
    }
}

/// Which iterations each place runs.
pub struct Division {
    /// The first iteration of each place, and the number of iterations.
    pub cuts: Vec<usize>,
    /// The value of the outermost index from which on rows are the next rank's, also outside the loop's bounds.
    ends: Vec<i64>,
    lo: i64,
    width: usize,
}

impl Division {
    /// `rows` of the array that decides; `shift`: how far an iteration's row in it is from the iteration. None where parts of rows would be written.
    fn of(places: &Places, extent: &Extent, rows: i64, shift: i64, gathers: bool, writes: bool) -> Option<Division> {
        let width = extent.count / extent.rows;
        let hi = extent.lo + extent.rows as i64;
        let mut cuts = vec![0];
        let mut ends = Vec::new();
        let unit = places.unit(width);
        for row in places.cuts(rows) {
            let end = row - shift;
            let mut cut = (end.clamp(extent.lo, hi) - extent.lo) as usize * width;
            if gathers && cut < extent.count {
                cut = ((cut + unit / 2) / unit * unit).min(extent.count);
            }
            if writes && !cut.is_multiple_of(width) {
                return None;
            }
            let inside = cut > 0 && cut < extent.count;
            ends.push(match (inside, cut) {
                (true, _) => extent.lo + (cut / width) as i64,
                (false, 0) => end.min(extent.lo),
                (false, _) => end.max(hi),
            });
            cuts.push(cut);
        }
        cuts.push(extent.count);
        Some(Division { cuts, ends, lo: extent.lo, width })
    }

    /// The bytes of an array that each rank writes; the first and last rank have the rows beyond.
    fn own(&self, stores: &Stores, bytes: usize) -> Ranges {
        let end = |k: usize| ((self.ends[k] + stores.shift).clamp(0, stores.rows) as usize * stores.row).min(bytes);
        let last = self.ends.len();
        (0..=last).map(|k| (if k == 0 { 0 } else { end(k - 1) })..(if k == last { bytes } else { end(k) })).collect()
    }

    /// The outermost indices of a rank's iterations; none where it has no iterations.
    pub fn indices(&self, rank: usize) -> Range<i64> {
        let cut = &self.cuts[rank..rank + 2];
        let at = |iteration: usize| self.lo + (iteration / self.width) as i64;
        if cut[0] == cut[1] { self.lo..self.lo } else { at(cut[0])..at(cut[1] - 1) + 1 }
    }

    /// The bytes that each rank reads.
    fn near(&self, near: Near, bytes: usize) -> Ranges {
        (0..self.cuts.len() - 1).map(|rank| near.bytes(&self.indices(rank), bytes)).collect()
    }

    /// Of outermost indices those whose iterations read nothing but the valid bytes of an array.
    pub fn inside(&self, own: Range<i64>, near: Near, valid: &Range<usize>, bytes: usize) -> Range<i64> {
        let (mut start, mut end) = (own.start, own.end);
        if near.unit <= 0 {
            return start..start;
        }
        if valid.start > 0 {
            start = start.max((valid.start as i64 - near.from + near.unit - 1).div_euclid(near.unit));
        }
        if valid.end < bytes {
            end = end.min((valid.end as i64 - near.to).div_euclid(near.unit) + 1);
        }
        start..end.max(start)
    }
}

impl Part {
    /// Sends what others need, and finds what can be run before all has come that this rank needs.
    fn begin(&mut self, needs: &[Need]) {
        let (c, rank) = (self.cluster, self.cluster.rank);
        let mut inside = self.division.indices(rank);
        let mut urgent = false;
        for need in needs {
            if !self.on_device {
                need.array.lend_to_host();
            }
            let valid = need.array.valid(rank);
            let coming = need.array.lend(c, &need.bytes);
            urgent |= need.is_urgent(&coming);
            for near in need.near.iter().filter(|_| !coming.is_empty()) {
                inside = self.division.inside(inside, *near, &valid, need.array.bytes);
            }
            // Received in the order in which they are sent.
            self.coming.push((need.array.clone(), coming));
            for rows in need.fixed.iter().filter(|rows| !need.all && !rows.is_empty()) {
                let coming = need.array.lend_rows(c, rows);
                urgent |= !coming.is_empty();
                self.coming.push((need.array.clone(), coming));
            }
        }
        if let Some(model) = &c.model {
            // All are played here: this process has everything.
            self.inside = self.range();
            if needs.iter().any(|need| need.all || !need.fixed.is_empty()) {
                model.arrive();
            }
        } else if urgent {
            self.arrive();
        } else if self.coming.iter().any(|(_, coming)| !coming.is_empty()) {
            let own = self.range();
            let at = |index: i64| ((index - self.division.lo) as usize * self.division.width).clamp(own.start, own.end);
            self.inside = at(inside.start)..at(inside.end);
        }
    }

    /// The iterations that this rank runs.
    pub fn range(&self) -> Range<usize> {
        let (cuts, rank) = (&self.division.cuts, self.cluster.rank);
        if self.cluster.model.is_some() {
            return 0..cuts.last().copied().unwrap_or(0);
        }
        cuts[rank]..cuts[rank + 1]
    }

    /// How the iterations are divided, this rank's number, and the instruction's arrays in its order.
    pub fn divided(&self) -> (&Division, usize, &[(Whole, Entry)]) {
        (&self.division, self.cluster.rank, &self.entries)
    }

    /// The rank's cores run its part, and not its device.
    pub fn leave_device(&mut self) {
        self.on_device = false;
        self.lent.iter().for_each(Whole::take_to_host);
    }

    /// Iterations may fail.
    pub fn fails(&self) -> bool {
        self.throws
    }

    /// Of [`Part::range`] those that can be run before [`Part::arrive`].
    pub fn inside(&self) -> Range<usize> {
        self.inside.clone()
    }

    /// Waits for what this rank's iterations read of others' rows.
    pub fn arrive(&mut self) {
        for (array, coming) in std::mem::take(&mut self.coming) {
            array.receive(self.cluster, &coming);
        }
    }

    /// Copies what this rank has of one array's results from the contents before; false where the array is none that the instruction writes.
    pub fn carry(&self, from: &ArrayArg, to: &ArrayArg) -> bool {
        let (Some(from), Some(to)) = (Whole::of(from), Whole::of(to)) else { return false };
        let Some((_, own)) = self.written.iter().find(|(array, _)| array.same(&to)) else { return false };
        if self.cluster.model.is_some() {
            return false;
        }
        to.copy_from(&from, &own[self.cluster.rank]);
        true
    }

    /// All parts are done, and of those that failed the first iteration is known everywhere. `values`: what this rank's blocks gave; the result is what
    /// those of all ranks gave, in order.
    ///
    /// # Errors
    /// The first failure of all ranks, by the number of its iteration.
    pub fn finish<A>(mut self, failure: Option<(u64, Failure)>, values: Option<Vec<A>>) -> Result<Vec<A>, Failure> {
        self.arrive();
        for (array, own) in std::mem::take(&mut self.written) {
            let here = own[self.cluster.rank].clone();
            array.divide(own);
            if self.on_device {
                array.on_device().stored(here);
            }
        }
        if let Some(model) = &self.cluster.model {
            let cuts = &self.division.cuts;
            model.by_parts(cuts);
            model.arrive();
            if values.is_some() || self.throws {
                let blocks = |rank| if values.is_some() { Model::blocks(cuts, rank) } else { 0 };
                model.gather(&|rank| size_of::<u64>() + blocks(rank) * size_of::<A>());
            }
            model.resume();
            return failure.map_or(Ok(values.unwrap_or_default()), |(_, f)| Err(f));
        }
        if values.is_none() && !self.throws {
            // The compiler's verifier says that nothing fails.
            return failure.map_or(Ok(Vec::new()), |(_, f)| Err(f));
        }
        let all = self.cluster.gather(packed(failure, values.as_deref().unwrap_or_default()));
        let mut first: Option<(u64, Failure)> = None;
        let mut results = Vec::new();
        for bytes in &all {
            let mut from = Unpack(bytes);
            let number = from.number();
            if number != u64::MAX {
                let failure = from.failure();
                if first.as_ref().is_none_or(|f| number < f.0) {
                    first = Some((number, failure));
                }
            } else if values.is_some() {
                // SAFETY: they were packed by the same program.
                unsafe { from.values(&mut results) };
            }
        }
        first.map_or(Ok(results), |(_, failure)| Err(failure))
    }
}

impl Part {
    /// As [`Part::finish`], of blocks that each gave a list.
    ///
    /// # Errors
    /// The first failure of all ranks, by the number of its iteration.
    pub fn finish_lists<T: Copy>(
        mut self,
        failure: Option<(u64, Failure)>,
        lists: Vec<Vec<T>>,
    ) -> Result<Vec<Vec<T>>, Failure> {
        self.arrive();
        let bytes = |lists: &[Vec<T>]| 16 + lists.iter().map(|l| 8 + size_of_val(l.as_slice())).sum::<usize>();
        if let Some(model) = &self.cluster.model {
            let cuts = &self.division.cuts;
            model.by_parts(cuts);
            model.arrive();
            let first = |rank: usize| (cuts[rank] / BLOCK).min(lists.len());
            let of = |rank: usize| first(rank)..(first(rank) + Model::blocks(cuts, rank)).min(lists.len());
            model.gather(&|rank| bytes(&lists[of(rank)]));
            model.resume();
            return failure.map_or(Ok(lists), |(_, f)| Err(f));
        }
        let own = match failure {
            Some(failure) => packed::<T>(Some(failure), &[]),
            None => {
                let mut to = Vec::with_capacity(bytes(&lists));
                to.extend(u64::MAX.to_ne_bytes());
                to.extend((lists.len() as u64).to_ne_bytes());
                lists.iter().for_each(|l| to.extend((l.len() as u64).to_ne_bytes()));
                lists.iter().for_each(|l| to.extend_from_slice(&packed(None, l)[8..]));
                to
            }
        };
        let mut first: Option<(u64, Failure)> = None;
        let mut results = Vec::new();
        for bytes in &self.cluster.gather(own) {
            let mut from = Unpack(bytes);
            let number = from.number();
            if number != u64::MAX {
                let failure = from.failure();
                if first.as_ref().is_none_or(|f| number < f.0) {
                    first = Some((number, failure));
                }
                continue;
            }
            let lengths: Vec<usize> = (0..from.number()).map(|_| from.number() as usize).collect();
            let mut values = Vec::new();
            // SAFETY: they were packed by the same program.
            unsafe { from.values(&mut values) };
            let mut values = values.into_iter();
            results.extend(lengths.into_iter().map(|n| values.by_ref().take(n).collect::<Vec<T>>()));
        }
        first.map_or(Ok(results), |(_, failure)| Err(failure))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.arrive();
        self.lent.iter().for_each(Whole::take_back);
    }
}

/// What each rank has, one rank's behind the other's.
pub fn of_all<A: Copy>(own: &[A]) -> Vec<A> {
    let Some(c) = dividing() else { return own.to_vec() };
    if let Some(model) = &c.model {
        model.by_all();
    }
    let mut all = Vec::new();
    for bytes in c.gather(packed(None, own)) {
        let mut from = Unpack(&bytes);
        from.number();
        // SAFETY: they were packed by the same program.
        unsafe { from.values(&mut all) };
    }
    all
}

// ---- what one rank tells the others -------------------------------------------------------------------------------

fn packed<A>(failure: Option<(u64, Failure)>, values: &[A]) -> Vec<u8> {
    assert!(!std::mem::needs_drop::<A>(), "values that are numbers");
    let mut to = Vec::new();
    to.extend(failure.as_ref().map_or(u64::MAX, |f| f.0).to_ne_bytes());
    match failure {
        Some((_, failure)) => pack_failure(&failure, &mut to),
        None => {
            let (at, bytes) = (to.len(), size_of_val(values));
            to.resize(at + bytes, 0);
            // SAFETY: as many bytes are there. Those between fields are copied with them.
            unsafe { to.as_mut_ptr().add(at).copy_from_nonoverlapping(values.as_ptr().cast(), bytes) };
        }
    }
    to
}

fn pack_failure(failure: &Failure, to: &mut Vec<u8>) {
    let mut number = |n: i64| to.extend(n.to_ne_bytes());
    let mut texts: Vec<&str> = vec![failure.site.method, failure.site.file];
    match &failure.what {
        What::Index { index, length } => [0, i64::from(*index), i64::from(*length), 0, 0].map(&mut number),
        What::Char(index) => [1, i64::from(*index), 0, 0, 0].map(&mut number),
        What::Null(message) => {
            texts.push(message);
            [2, 0, 0, 0, 0].map(&mut number)
        }
        What::DivisionByZero => [3, 0, 0, 0, 0].map(&mut number),
        What::NegativeSize(size) => [4, *size, 0, 0, 0].map(&mut number),
        What::Lengths(a, b) => [5, *a, *b, 0, 0].map(&mut number),
        What::View { distance, array, dim, before, after } => {
            texts.push(array);
            [6, i64::from(*distance), i64::from(*dim), i64::from(*before), i64::from(*after)].map(&mut number)
        }
        What::EmptyReduction => [7, 0, 0, 0, 0].map(&mut number),
        What::Thrown { class, message } => {
            texts.push(class);
            texts.extend(message.as_deref());
            [8, i64::from(message.is_some()), 0, 0, 0].map(&mut number)
        }
    };
    number(i64::from(failure.site.line));
    for text in texts {
        to.extend((text.len() as u64).to_ne_bytes());
        to.extend(text.as_bytes());
    }
}

struct Unpack<'a>(&'a [u8]);

impl Unpack<'_> {
    fn number(&mut self) -> u64 {
        let (first, rest) = self.0.split_at(8.min(self.0.len()));
        self.0 = rest;
        u64::from_ne_bytes(std::array::from_fn(|i| first.get(i).copied().unwrap_or(0)))
    }

    fn text(&mut self) -> String {
        let length = (self.number() as usize).min(self.0.len());
        let (first, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8_lossy(first).into_owned()
    }

    fn failure(&mut self) -> Failure {
        let n: [i64; 6] = std::array::from_fn(|_| self.number() as i64);
        let site = Site { method: kept(self.text()), file: kept(self.text()), line: n[5] as u32 };
        let what = match n[0] {
            0 => What::Index { index: n[1] as i32, length: n[2] as i32 },
            1 => What::Char(n[1] as i32),
            2 => What::Null(kept(self.text())),
            3 => What::DivisionByZero,
            4 => What::NegativeSize(n[1]),
            5 => What::Lengths(n[1], n[2]),
            6 => What::View {
                distance: n[1] as i32,
                array: kept(self.text()),
                dim: n[2] as u32,
                before: n[3] as u32,
                after: n[4] as u32,
            },
            7 => What::EmptyReduction,
            _ => What::Thrown { class: kept(self.text()), message: (n[1] != 0).then(|| self.text().into()) },
        };
        // Exceptions are few, and so is what is kept of them.
        Failure { what, site: Box::leak(Box::new(site)) }
    }

    /// # Safety
    /// The bytes are values of this type.
    unsafe fn values<A>(&mut self, to: &mut Vec<A>) {
        if size_of::<A>() == 0 {
            return;
        }
        for bytes in self.0.chunks_exact(size_of::<A>()) {
            let mut value = MaybeUninit::<A>::uninit();
            // SAFETY: as many bytes; they are a value, by the caller.
            to.push(unsafe {
                value.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
                value.assume_init()
            });
        }
    }
}

/// A text for as long as the program runs, each once.
fn kept(text: String) -> &'static str {
    static ALL: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut all = ALL.lock().unwrap_or_else(|e| e.into_inner());
    match all.get(text.as_str()) {
        Some(known) => known,
        None => {
            let new: &'static str = text.leak();
            all.insert(new);
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn division(ranks: usize, lo: i64, rows: usize, width: usize, of: i64, gathers: bool) -> Division {
        let extent = Extent { lo, rows, count: rows * width };
        Division::of(&Places::ranks(ranks, false), &extent, of, 0, gathers, !gathers).expect("whole rows")
    }

    /// Rows of one byte.
    const fn stores(rows: i64) -> Stores {
        Stores { rows, shift: 0, row: 1 }
    }

    fn near(from: i64, to: i64, row: i64) -> Near {
        Near { unit: row, from: from * row, to: (to + 1) * row }
    }

    #[test]
    fn arrays_of_one_size_are_divided_alike() {
        let all = division(3, 0, 12, 5, 12, false);
        let inner = division(3, 1, 10, 5, 12, false);
        let last = division(3, 9, 3, 5, 12, false);
        for d in [&all, &inner, &last] {
            assert_eq!(d.own(&stores(12), 12), [0..4, 4..8, 8..12]);
        }
        assert_eq!(all.cuts, [0, 20, 40, 60]);
        assert_eq!(inner.cuts, [0, 15, 35, 50]);
        assert_eq!(last.cuts, [0, 0, 0, 15]);
        assert_eq!(inner.near(near(-1, 1, 1), 12), [0..5, 3..9, 7..12]);
        assert_eq!(last.near(near(-1, 0, 1), 12), [0..0, 0..0, 8..12]);
    }

    #[test]
    fn rows_that_descend_are_not_divided() {
        let array = Shape { rows: 12, bytes: 48, is_divided: false };
        let extent = Extent { lo: 0, rows: 12, count: 12 };
        let by = Writes::Strides { first: 0, end: 1 };
        let of = |stride| Stores::of(&array, by, &extent, &[stride]).flatten().map(|s| (s.rows, s.shift, s.row));
        assert_eq!(of(Stride::of(1)), Some((12, 0, 4)));
        assert_eq!(of(Stride::of(3).plus(1, 2, 2)), Some((4, 0, 12)));
        assert_eq!(of(Stride::of(-1).plus(1, 11, 11)), None);
        assert_eq!(of(Stride::of(0).plus(1, 11, 11)), None);
    }

    #[test]
    fn the_inside_needs_no_halo() {
        let d = division(3, 1, 10, 5, 12, false);
        let inside = |rank: usize, n: Near| d.inside(d.indices(rank), n, &(rank * 4..rank * 4 + 4), 12);
        assert_eq!(d.indices(1), 4..8);
        assert_eq!([0, 1, 2].map(|rank| inside(rank, near(-1, 1, 1))), [1..3, 5..7, 9..11]);
        assert_eq!(inside(1, near(0, 0, 1)), 4..8);
        assert!(inside(1, near(-3, 3, 1)).is_empty());
        // Strides of three bytes, of which the next one is read: 3 i to 3 i + 3.
        assert_eq!(d.inside(0..4, Near { unit: 3, from: 0, to: 4 }, &(0..12), 36), 0..3);
        assert_eq!(d.inside(4..8, Near { unit: 3, from: -1, to: 3 }, &(12..24), 36), 5..8);
    }

    #[test]
    fn reductions_are_cut_at_blocks() {
        let d = division(2, 0, 100_000, 1, 100_000, true);
        assert_eq!(d.cuts, [0, 3 * BLOCK, 100_000]);
        assert_eq!(d.near(near(0, 0, 8), 800_000), [0..3 * BLOCK * 8, 3 * BLOCK * 8..800_000]);
        // Rows that two ranks have a part of both read.
        let rows = division(2, 0, 100, 1000, 100, true);
        assert_eq!(rows.near(near(0, 0, 1), 100), [0..50, 49..100]);
    }

    #[test]
    fn devices_have_whole_rows_and_their_shares() {
        let cuts = |shares: &[u64], rows: usize, width: usize, gathers: bool| {
            let extent = Extent { lo: 0, rows, count: rows * width };
            let places = Places::devices(shares.to_vec());
            Division::of(&places, &extent, rows as i64, 0, gathers, !gathers).expect("whole rows").cuts
        };
        assert_eq!(cuts(&[1, 1], 10, 3, false), [0, 12, 30]);
        assert_eq!(cuts(&[1, 3], 4096, 1, false), [0, 1024, 4096]);
        assert_eq!(cuts(&[1, 1, 1], 10_000, 2, false), [0, 2 * 3328, 2 * 6656, 20_000]);
        // A block ends where a row ends: at every 2,048th row of 1,000.
        assert_eq!(cuts(&[1, 1], 10_000, 1000, true), [0, 4_096_000, 10_000_000]);
        assert_eq!(cuts(&[1, 1], 100_000, 1, true), [0, 3 * BLOCK, 100_000]);
    }

    #[test]
    fn failures_arrive_as_they_were() {
        static SITE: Site = Site { method: "Main.f", file: "Main.somd", line: 7 };
        let all = [
            What::Index { index: -1, length: 3 },
            What::Null("a is null"),
            What::View { distance: 2, array: "a", dim: 1, before: 0, after: 1 },
            What::Thrown { class: "java.lang.IllegalStateException", message: Some("no".into()) },
            What::Thrown { class: "E", message: None },
        ];
        for what in all {
            let bytes = packed::<u8>(Some((5, Failure { what: what.clone(), site: &SITE })), &[]);
            let mut from = Unpack(&bytes);
            assert_eq!(from.number(), 5);
            let failure = from.failure();
            assert_eq!((failure.what, failure.site.line, failure.site.method), (what, 7, "Main.f"));
        }
        let mut values: Vec<(f64, i32)> = Vec::new();
        let bytes = packed(None, &[(1.5, 2), (2.5, 3)]);
        let mut from = Unpack(&bytes);
        assert_eq!(from.number(), u64::MAX);
        // SAFETY: just packed.
        unsafe { from.values(&mut values) };
        assert_eq!(values, [(1.5, 2), (2.5, 3)]);
    }
}
