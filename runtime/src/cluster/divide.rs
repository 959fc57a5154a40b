//! How an instruction is divided over the ranks.
//!
//! Where it writes arrays, their rows decide: of an array of `n` rows rank `p` of `P` has those from `n·p/P` on, and runs the iterations that
//! store to them. So arrays of one size are divided alike, whatever the bounds of the loops, and what follows moves halos only. A reduction is cut
//! at multiples of a block, so that the tree above the blocks is the same for any number of ranks.

use super::model::Model;
use super::rows::{Coming, Ranges, Whole, hull};
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
    fn is_part(&self, extent: &Extent, array: &Whole) -> bool {
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
}

/// Divides an instruction, where that can be done and pays; brings to each rank what it needs. None: every rank runs all of it.
pub fn part(
    reach: &'static Reach,
    extent: &Extent,
    operations: usize,
    arrays: &[ArrayArg],
    strides: &[Stride],
) -> Option<Part> {
    let c = dividing()?;
    if let Some(model) = &c.model {
        model.by_all();
    }
    let part = plan(c, reach, extent, operations, arrays, strides);
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
struct Near {
    unit: i64,
    from: i64,
    to: i64,
}

impl Near {
    /// Rows `i * unit + from` to `i * unit + to` of an array.
    fn of(unit: i64, from: i64, to: i64, array: &Whole) -> Near {
        let row = array.row() as i64;
        Near { unit: unit * row, from: from * row, to: (to + 1) * row }
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
    /// Some(None) where iterations do not store to the array; None where what they store to may overlap.
    fn of(array: &Whole, writes: Writes, extent: &Extent, strides: &[Stride]) -> Option<Option<Stores>> {
        let (first, end) = match writes {
            Writes::Nothing => return Some(None),
            Writes::Row(to) => {
                return Some(Some(Stores { rows: array.rows as i64, shift: i64::from(to), row: array.row() }));
            }
            Writes::Strides { first, end } => (first, end),
        };
        let strides = &strides[first..end];
        let unit = strides.first()?.unit;
        let shift = strides.first()?.from.checked_div_euclid(unit)?;
        let inside = |s: &Stride| {
            s.holds(extent) && s.unit == unit && s.from.div_euclid(unit) == shift && s.to.div_euclid(unit) == shift
        };
        let rows = array.rows.div_ceil(unit.max(1) as usize) as i64;
        strides.iter().all(inside).then(|| Some(Stores { rows, shift, row: unit as usize * array.row() }))
    }
}

/// The bytes of rows `from` to `to`.
fn rows_of(from: i64, to: i64, array: &Whole) -> Range<usize> {
    let at = |row: i64| row.clamp(0, array.rows as i64) as usize * array.row();
    at(from)..at(to.saturating_add(1))
}

/// The rows of an array that is read around the own row, if it is.
fn near_rows(array: &Whole, reads: Reads, extent: &Extent, strides: &[Stride]) -> Option<i64> {
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
    let stores: Vec<Option<Stores>> =
        each().map(|(w, r)| Stores::of(w, r.writes, extent, strides)).collect::<Option<_>>()?;
    // The array whose rows decide, and how far an iteration's row is from the iteration.
    let written = stores.iter().flatten().next().map(|s| (s.rows, s.shift));
    let near = each().find_map(|(w, r)| near_rows(w, r.reads, extent, strides).map(|rows| (rows, 0)));
    let (rows, shift) = written.or(near).unwrap_or((extent.rows as i64, -extent.lo));
    let division = Division::of(c.size, extent, rows, shift, reach.gathers, written.is_some())?;
    let own: Vec<Option<Ranges>> =
        each().zip(&stores).map(|((w, _), s)| s.as_ref().map(|s| division.own(s, w.bytes))).collect();
    let mut needs: Needs = Vec::new();
    let mut written = Vec::new();
    for ((array, r), own_rows) in each().zip(&own) {
        let mut need = Need {
            array: array.clone(),
            bytes: Vec::new(),
            near: Vec::new(),
            all: false,
            fixed: Vec::new(),
            keeps: 0..0,
        };
        need.bytes = match r.reads {
            Reads::Nothing => vec![0..0; c.size],
            Reads::Near { from, to } => {
                let near = Near::of(1, i64::from(from), i64::from(to), array);
                need.near.push(near);
                division.near(near, array.bytes)
            }
            Reads::Strides { first, end } if strides[first..end].iter().all(|s| s.is_part(extent, array)) => {
                let mut all = vec![0..0; c.size];
                for s in &strides[first..end] {
                    if s.unit == 0 {
                        need.fixed.push(rows_of(s.from, s.to, array));
                        continue;
                    }
                    let near = Near::of(s.unit, s.from, s.to, array);
                    need.near.push(near);
                    join(&mut all, &division.near(near, array.bytes));
                }
                all
            }
            Reads::All | Reads::Strides { .. } => {
                need.all = true;
                vec![0..array.bytes; c.size]
            }
        };
        // What no iteration stores to stays as the rank that had it has it.
        let stays = own_rows.as_ref().filter(|_| array.is_divided());
        let carried = r.carries.and_then(|k| own.get(k as usize)?.as_ref());
        for kept in stays.into_iter().chain(carried) {
            join(&mut need.bytes, kept);
            need.keeps = hull(&need.keeps, &kept[c.rank]);
        }
        match needs.iter_mut().find(|other| other.array.same(array)) {
            Some(other) => other.join(need),
            None => needs.push(need),
        }
        if let Some(own_rows) = own_rows {
            written.push((array.clone(), own_rows.clone()));
        }
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
    };
    Some((part, needs))
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

/// Which iterations each rank runs.
struct Division {
    /// The first iteration of each rank, and the number of iterations.
    cuts: Vec<usize>,
    /// The value of the outermost index from which on rows are the next rank's, also outside the loop's bounds.
    ends: Vec<i64>,
    lo: i64,
    width: usize,
}

impl Division {
    /// `rows` of the array that decides; `shift`: how far an iteration's row in it is from the iteration. None where parts of rows would be written.
    fn of(ranks: usize, extent: &Extent, rows: i64, shift: i64, gathers: bool, writes: bool) -> Option<Division> {
        let width = extent.count / extent.rows;
        let hi = extent.lo + extent.rows as i64;
        let mut cuts = vec![0];
        let mut ends = Vec::new();
        for p in 1..ranks as i64 {
            let end = rows * p / ranks as i64 - shift;
            let mut cut = (end.clamp(extent.lo, hi) - extent.lo) as usize * width;
            if gathers && cut < extent.count {
                cut = ((cut + BLOCK / 2) / BLOCK * BLOCK).min(extent.count);
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
    fn indices(&self, rank: usize) -> Range<i64> {
        let cut = &self.cuts[rank..rank + 2];
        let at = |iteration: usize| self.lo + (iteration / self.width) as i64;
        if cut[0] == cut[1] { self.lo..self.lo } else { at(cut[0])..at(cut[1] - 1) + 1 }
    }

    /// The bytes that each rank reads.
    fn near(&self, near: Near, bytes: usize) -> Ranges {
        let clamped = |at: i64| at.clamp(0, bytes as i64) as usize;
        let ranks = 0..self.cuts.len() - 1;
        ranks
            .map(|rank| {
                let own = self.indices(rank);
                if own.is_empty() {
                    return 0..0;
                }
                let (a, b) = (own.start * near.unit, (own.end - 1) * near.unit);
                let read = clamped(a.min(b) + near.from)..clamped(a.max(b) + near.to);
                if read.is_empty() { 0..0 } else { read }
            })
            .collect()
    }

    /// Of outermost indices those whose iterations read nothing but the valid bytes of an array.
    fn inside(&self, own: Range<i64>, near: Near, valid: &Range<usize>, bytes: usize) -> Range<i64> {
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
            array.divide(own);
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
        Division::of(ranks, &extent, of, 0, gathers, !gathers).expect("whole rows")
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
