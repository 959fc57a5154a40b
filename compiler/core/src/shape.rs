//! The fixed shape of a reduction: which iterations share an accumulator, and in which order accumulators are combined. It depends
//! on the number of iterations alone, so one thread, many, a device and the interpreter give the same bits.
//!
//! Iterations are numbered row-major over the index space. [`ROWS`] × [`LANES`] of them make a block. In block `b`, lane `l` folds
//! iterations `b·ROWS·LANES + r·LANES + l` for `r = 0, 1, …` in order: on a CPU the lanes are a vector, on a GPU the work items of
//! a group, and neighbours read neighbours. The lanes of a block are then combined by halving: lane `l` takes in lane `l + s` for
//! `s = LANES/2, …, 2, 1`. The blocks' results are the iterations of a further reduction of this same shape, until one is left.
//! The initial value is combined with that at the front.
//!
//! A fold with a user's combinator, which need not commute, keeps the order of iterations: lane `l` of a block folds the
//! [`ROWS`] consecutive iterations from `b·ROWS·LANES + l·ROWS`, and lanes are combined with their right neighbours, at distance
//! 1, 2, 4, …; lanes without an iteration are left out.
//!
//! A space of at most [`SMALL`] iterations is folded in order by a single accumulator: no tree pays there.

/// Accumulators of a block.
pub const LANES: usize = 256;
/// Iterations that each accumulator folds.
pub const ROWS: usize = 64;
/// Iterations of a block.
pub const BLOCK: usize = LANES * ROWS;
/// Up to here one accumulator folds everything in order.
pub const SMALL: usize = 32;

/// The accumulators of a reduction whose iterations arrive in order: [`take`](Self::take) the accumulator of the next iteration, fold
/// into it, and [`put`](Self::put) it back.
pub struct Reduction<T> {
    count: usize,
    next: usize,
    identity: T,
    lanes: Vec<T>,
    blocks: Vec<T>,
}

impl<T: Clone> Reduction<T> {
    pub fn new(count: usize, identity: T) -> Reduction<T> {
        let lanes = vec![identity.clone(); if count <= SMALL { 1 } else { LANES }];
        Reduction { count, next: 0, identity, lanes, blocks: Vec::new() }
    }

    pub fn take(&mut self) -> T {
        let lane = self.next % self.lanes.len();
        std::mem::replace(&mut self.lanes[lane], self.identity.clone())
    }

    pub fn put(&mut self, acc: T, combine: &mut impl FnMut(T, T) -> T) {
        let lane = self.next % self.lanes.len();
        self.lanes[lane] = acc;
        self.next += 1;
        if self.next.is_multiple_of(BLOCK) {
            self.close(combine);
        }
    }

    /// Combines the lanes of the open block by halving.
    fn close(&mut self, combine: &mut impl FnMut(T, T) -> T) {
        let mut width = self.lanes.len() / 2;
        while width > 0 {
            for lane in 0..width {
                let (a, b) = (self.lanes[lane].clone(), self.lanes[lane + width].clone());
                self.lanes[lane] = combine(a, b);
            }
            width /= 2;
        }
        self.blocks.push(self.lanes[0].clone());
        self.lanes.fill(self.identity.clone());
    }

    /// What all iterations give together; the identity where there is none.
    pub fn finish(mut self, combine: &mut impl FnMut(T, T) -> T) -> T {
        debug_assert_eq!(self.next, self.count, "every iteration has put its accumulator back");
        if !self.next.is_multiple_of(BLOCK) {
            self.close(combine);
        }
        match self.blocks.len() {
            0 => self.identity,
            1 => self.blocks.swap_remove(0),
            count => {
                let mut further = Reduction::new(count, self.identity);
                for block in self.blocks {
                    let acc = combine(further.take(), block);
                    further.put(acc, combine);
                }
                further.finish(combine)
            }
        }
    }
}

/// A fold of values in order with a combinator that need not commute; none for no values.
pub fn fold<T: Clone, E>(values: &[T], combine: &mut impl FnMut(T, T) -> Result<T, E>) -> Result<Option<T>, E> {
    let mut in_order = |values: &[T]| -> Result<Option<T>, E> {
        let Some((first, rest)) = values.split_first() else { return Ok(None) };
        rest.iter().try_fold(first.clone(), |acc, v| combine(acc, v.clone())).map(Some)
    };
    if values.len() <= SMALL {
        return in_order(values);
    }
    let lanes: Vec<T> = values.chunks(ROWS).filter_map(|lane| in_order(lane).transpose()).collect::<Result<_, E>>()?;
    let mut blocks = Vec::new();
    for lanes in lanes.chunks(LANES) {
        let mut lanes = lanes.to_vec();
        let mut distance = 1;
        while distance < lanes.len() {
            for lane in (0..lanes.len() - distance).step_by(2 * distance) {
                lanes[lane] = combine(lanes[lane].clone(), lanes[lane + distance].clone())?;
            }
            distance *= 2;
        }
        blocks.push(lanes.swap_remove(0));
    }
    if blocks.len() == 1 { Ok(blocks.pop()) } else { fold(&blocks, combine) }
}
