//! The seam between a region's code and the devices: what a parallel instruction looks like to them.
//!
//! The compiler emits one static [`Kernel`] for every parallel instruction that has an OpenCL form. The code of the region, which
//! runs on the host, asks [`target`](crate::target) where its method is to run, and where that is (or may be) a device it calls
//! [`device::try_launch`](crate::device::try_launch) before its own loop:
//!
//! ```text
//! match device::try_launch(&SAXPY_MAP1, place, &[(0, n)], &[Arg::from(a), Arg::from(&x), Arg::from(&y)], &mut [Out::array(&c)]) {
//!     Launch::Done => {}
//!     Launch::Declined(_) => { … the loop on the pool … }
//!     Launch::Failed { iteration } => { … that iteration alone, on the host, which throws the exception … }
//! }
//! ```
//!
//! *Order of arguments.* `args` stand in the order of [`Kernel::args`]: the variables from outside that the body reads, ascending by
//! their number in the Core function (the compiler's `backend::interface` computes it for both back ends). `outs` stand in the
//! order of the instruction's outputs. The kernel's own parameter list (where lengths and the fail flag go) is [`Kernel::params`].
//!
//! *Arrays.* The region's arrays are rectangular (`grid::Grid`): the object is a Java array of the rank whose innermost
//! elements lie in one block (packed before where the program's own array is ragged), or a small array of rank one without a
//! block, for which [`Array::ensure_block`](crate::array::Array::ensure_block) makes one. The device marks what it leaves stale or
//! shared on the array objects, and the next access by the host fetches; the region asks for a host view only after a launch was
//! declined or where host code reads an element.
//!
//! *Failure.* Whatever a launch ends with, each element of an array that it writes holds its old or its new value. Where the body has
//! checks and reads what it also writes (`reads_own`), `Failed` leaves all old contents in place, so that the failing
//! iteration can be run again.

use crate::object::{Object, Ref};
use crate::work::Work;

/// A scalar type, or a structure of them that the kernel lays out as C does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elem {
    Bool,
    I8,
    I16,
    U16,
    I32,
    I64,
    F32,
    F64,
    Struct { bytes: u32, align: u32 },
}

impl Elem {
    pub const fn bytes(self) -> usize {
        match self {
            Elem::Bool | Elem::I8 => 1,
            Elem::I16 | Elem::U16 => 2,
            Elem::I32 | Elem::F32 => 4,
            Elem::I64 | Elem::F64 => 8,
            Elem::Struct { bytes, .. } => bytes as usize,
        }
    }
}

/// A parallel instruction that devices can run.
#[derive(Debug)]
pub struct Kernel {
    /// The instruction's name, and the prefix of the kernel functions in `source`.
    pub name: &'static str,
    /// OpenCL C, the text of `kernels/NAME.cl`.
    pub source: &'static str,
    /// For logs and reports: `Main.sum(int[])`.
    pub method: &'static str,
    /// `Main.somd:12`.
    pub place: &'static str,
    /// Dimensions of the index space, 1 to 3.
    pub rank: u32,
    pub args: &'static [ArgKind],
    pub outputs: &'static [OutputKind],
    /// The parameters of the kernel function, in order.
    pub params: &'static [Param],
    pub form: Form,
    /// Bounds of the index space are passed as `long`, not `int`.
    pub wide: bool,
    /// The body has checks: the fail flag must be looked at.
    pub checked: bool,
    /// The body reads elements, old or new, of an array that it writes.
    pub reads_own: bool,
    pub fast_math: bool,
    /// What of arrays an iteration reads and writes.
    pub rows: Rows,
    /// Arguments that may be in constant memory, in the order of the bits of CONSTANT, with which the kernel is built then.
    pub constants: &'static [u32],
    /// Arguments that may be images, in the order of the bits of IMAGES.
    pub images: &'static [u32],
    /// Arguments (numbers) that the kernel which combines the results of blocks takes too.
    pub combined: &'static [u32],
    /// Scalar arguments, one at most, that the kernel is built for where they are from 0 to [`FIXED`]: with FIXED, their value. Loops that they end are written
    /// out then.
    pub fixed: &'static [u32],
    /// Iterations differ in how long they take, and near ones least: those that run in step should be near in all dimensions.
    pub uneven: bool,
    /// Estimated arithmetic operations of one iteration, for the cost model.
    pub operations: u32,
    /// Estimated bytes that one iteration reads and writes.
    pub bytes: u32,
    /// What an iteration does, for profiles; empty where that is not told by its text.
    pub work: &'static [Work],
}

impl Kernel {
    /// A number of its text, the same in every program: FNV-1a.
    pub fn number(&self) -> u32 {
        self.source.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ byte as u32).wrapping_mul(0x0100_0193))
    }
}

/// What of its arrays a kernel touches, so that it can be launched slice by slice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rows {
    Any,
    /// Of each array only what has its own outermost index.
    Own,
    /// And that index is used for nothing else: rows may be numbered from another one on.
    OwnOnly,
}

/// A parameter of a kernel function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// The scalar `args[n]`, or the elements of the array `args[n]`.
    Arg(u32),
    /// A length of the array `args[n]`, as `int`.
    ArgLen {
        arg: u32,
        dim: u32,
    },
    /// The elements of the array `outs[n]`; for a reduction or fold one element for each block of iterations.
    Out(u32),
    OutLen {
        out: u32,
        dim: u32,
    },
    /// Local memory for copies of `outs[n]`, in ints: see [`Form::Local`].
    Own(u32),
    /// A total for each work group: see [`Form::Scan`].
    Totals,
    /// The bounds of a dimension of the space (`To` is exclusive).
    From(u32),
    To(u32),
    /// `uint*`: takes the least number of an iteration that fails; `UINT_MAX` before.
    FirstFailure,
    /// Before that. 0, or in a chain of launches 1 and 2 in turns: `first_failure[chained - 1]` is the kernel's own, and where the other one is
    /// set, because a launch before has failed, the kernel sets its own and does nothing.
    Chained,
}

/// Turns of a work item in a stretch of [`Form::Runs`].
pub const RUN_TURNS: usize = 4;

/// How iterations are given to work items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A work item takes `width` consecutive iterations, from a multiple of `width` on (so that their elements are aligned);
    /// dimension 0 of the global size is the innermost dimension of the space.
    Points { width: u32 },
    /// One dimension; a work item for each of the `width` elements of the row that an iteration gives.
    Rows { width: u32 },
    /// Work items share the turns of the loop that ends an iteration, each those that its number in dimension 0 of the global size gives it;
    /// iterations are in the dimensions behind. `apart`: a work group takes one iteration. The loop has a turn for each `step` elements of a row.
    Spread { apart: bool, step: u32 },
    /// The same, `apart`, for loops that divide the longest array between them. `places`: the arguments, as bits, that decide which elements are added to;
    /// where it is not 0 the kernel is built with LISTS = 1 to leave lists of that, and with 2 to read them. They and their capacity are then its last
    /// parameters: see `device::lists`.
    Runs { places: u32 },
    /// Two dimensions; work items take ITEMS iterations each that are neighbours in the outer one, and `width` in the inner one, from a multiple of
    /// `width` on; where that is more than one, `2 * width` and `2 * ITEMS` more take those at the border. ITEMS is defined when the kernel is built: this or, for
    /// small spaces, less.
    Columns { items: u32, width: u32 },
    /// The same for every element of the first output (in any number of dimensions where `items` is 1, as [`Form::Points`] then), whose bounds the work
    /// items look at: those that no iteration stores to are carried over from the old array by the kernel itself.
    Whole { items: u32, width: u32 },
    /// One dimension. Where iterations are few the kernel is built with ITERATIONS: work groups of 256 take so many and share the turns of their
    /// loops. Else it is as [`Form::Points`] of width 1. `lanes`: 256 / ITERATIONS of them take an iteration together, where its loops have turns enough.
    /// `stores`: what the turns of a row give one after the other is stored, which is worth ITERATIONS for any number of iterations.
    Turns { lanes: bool, stores: bool },
    /// Two dimensions; work groups of 256 take squares of [`SQUARE`] · [`SQUARE`] iterations, and store neighbours of the outer dimension together.
    Transposed,
    /// Work groups of GROUP take GROUP · ITEMS iterations in one dimension, each work item every GROUP-th. Both are defined when the kernel is
    /// built: ITEMS is this or, for small spaces, less.
    Strips { items: u32 },
    /// Work groups of 256 compute squares of 16·BLOCKING iterations in two dimensions. BLOCKING is defined when the kernel is built: this
    /// or, for small spaces, less.
    Squares { blocking: u32 },
    /// Accumulation. Where the outputs fit local memory the kernel is built with COPIES, that many of them, and work groups of 256 share the
    /// iterations as they like; else it is as [`Form::Points`] of width 1.
    Local,
    /// The one output is a scan or a filter. Built with LOOK_BACK (`items`, if not 0), work groups of 256 take 256 · LOOK_BACK each, and its totals are
    /// words of 64 bits, two a group where elements have 8 bytes: how many groups have begun, then what stands before the first group, then a
    /// place for each group. Such a word is 2 and the number's 32 bits when what stands before is in it, 0 at the beginning.
    ///
    /// Without it groups take [`GROUP_ITERATIONS`] each and leave totals; `NAME_combine(totals, start,
    /// count)` makes of them what stands before each group and, as one more, the whole; `NAME_apply(out, totals, count)`, of a filter
    /// `(found, out, totals, count)`, brings it to the elements.
    Scan { items: u32 },
    /// A radix sort of the array `args[0]`, or of the `places` of its elements, into `outs[0]`. Its kernels have no [`Param`]s: for each
    /// digit of eight bits `NAME(from, counts, shift, count, groups, tiles)` leaves, digit by digit, how often it occurs in the elements of each of the
    /// groups, 256 times ITEMS of them (`items` where nothing is said), a work group for at most [`TILES`] of these; `NAME_combine(counts, totals,
    /// groups)`, by a work group a digit, makes of them what stands before each group, and totals; and
    /// `NAME_apply(from, to, counts, totals, shift, count)`, with places `(from, to, places, to_places, numbered, …)`, moves them.
    Sort { items: u32, places: bool },
    /// A sort of each row of the matrix `args[0]` into `outs[0]`, `size` elements of local memory a group. No [`Param`]s: `NAME(from, to, rows, columns, log,
    /// parts)` sorts rows of at most `1 << log` elements, or so long parts of them, and writes parts as numbers; `NAME_combine(to, rows, columns, half,
    /// flip)`, a work item a pair, and `NAME_apply(from, to, columns, parts, last)`, a group a part, put these together.
    SortedRows { size: u32 },
    /// Work groups of [`LANES`] / `width` work items, each for `width` lanes, take a block of [`BLOCK`] iterations each, numbered row-major. Every reducing output gets one
    /// element a block; the kernel `NAME_combine(in, out for each of those outputs, int count)` combines up to [`BLOCK`] of
    /// them in the same way (by [`LANES`] work items), until one is left.
    Blocks { width: u32 },
}

/// The greatest value of an argument that a kernel is built for: of larger neighbourhoods too much would be written out.
pub const FIXED: u32 = 4;

/// The side of a group's square in [`Form::Transposed`].
pub const SQUARE: usize = 32;

/// Groups of elements whose digits a work group of [`Form::Sort`] counts.
pub const TILES: u32 = 2;

/// Iterations of a group in [`Form::Scan`].
pub const GROUP_ITERATIONS: usize = 2048;

/// Accumulators of a group in [`Form::Blocks`].
pub const LANES: usize = 256;
/// Iterations of a group in [`Form::Blocks`].
pub const BLOCK: usize = 64 * LANES;

/// What the body reads from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgKind {
    Scalar { name: &'static str, elem: Elem },
    Array { name: &'static str, elem: Elem, rank: u32 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Mul,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// What the instruction gives, in the order of Core's outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// Each iteration stores to its own elements. `zeroed`: a new array has elements that no iteration stores to.
    Array { elem: Elem, rank: u32, zeroed: bool },
    /// The combination of all iterations in the fixed shape; the region combines the initial value.
    Reduce { op: Operator, elem: Elem },
    /// As `Reduce`, in order, with the user's combinator (a function of the source).
    Fold { elem: Elem },
    /// Element-wise accumulation into an existing array with an integer operator.
    Accumulate { op: Operator, elem: Elem, rank: u32 },
    /// Inclusive; the array has as many elements as there are iterations.
    Scan { op: Operator, elem: Elem },
    /// The kept values in order; the device says how many.
    Filter { elem: Elem },
}

/// Bytes of the largest structure that is an argument or a result by itself: what reads it has it in registers.
pub const STRUCTURE: usize = 256;

/// A scalar argument or result, by its bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scalar {
    Bool(bool),
    I8(i8),
    I16(i16),
    U16(u16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    /// A structure, at most [`STRUCTURE`] bytes.
    Struct {
        bytes: [u8; STRUCTURE],
        len: u32,
    },
}

macro_rules! scalars {
    ($($t:ty, $variant:ident);*) => { $(
        impl From<$t> for Scalar {
            fn from(v: $t) -> Scalar {
                Scalar::$variant(v)
            }
        }
        impl From<$t> for Arg<'_> {
            fn from(v: $t) -> Self {
                Arg::Scalar(Scalar::$variant(v))
            }
        }
        impl From<Scalar> for $t {
            fn from(s: Scalar) -> $t {
                match s {
                    Scalar::$variant(v) => v,
                    other => unreachable!("a {} where the kernel gave {other:?}", stringify!($t)),
                }
            }
        }
    )* };
}
scalars!(bool, Bool; i8, I8; i16, I16; u16, U16; i32, I32; i64, I64; f32, F32; f64, F64);

/// What structures are made of, as bytes.
pub trait Bytes: Copy {
    fn put(self, to: &mut [u8]);
}

macro_rules! bytes {
    ($($t:ty)*) => { $(
        impl Bytes for $t {
            fn put(self, to: &mut [u8]) {
                to[..size_of::<$t>()].copy_from_slice(&self.to_ne_bytes());
            }
        }
    )* };
}
bytes!(i8 i16 u16 i32 i64 f32 f64);

impl Bytes for bool {
    fn put(self, to: &mut [u8]) {
        to[0] = self.into();
    }
}

impl Arg<'_> {
    /// A structure that is laid out as C does it, of at most [`STRUCTURE`] bytes.
    pub fn structure<T: Bytes>(value: T) -> Self {
        let mut bytes = [0; STRUCTURE];
        value.put(&mut bytes);
        Arg::Scalar(Scalar::Struct { bytes, len: size_of::<T>() as u32 })
    }
}

/// A rectangular array.
#[derive(Clone, Copy)]
pub struct ArrayArg<'a> {
    /// The Java array: `Array<T>`, or arrays of arrays down to that.
    pub object: &'a Ref<Object>,
    pub elem: Elem,
    /// Outermost first. All are known also where an outer one is 0.
    pub dims: &'a [i32],
}

pub enum Arg<'a> {
    Scalar(Scalar),
    Array(ArrayArg<'a>),
}

/// Where an output goes.
pub enum Out<'a> {
    /// For `Array`: the array to store to.
    /// - `old` is None: it is new and zeroed, or every element is stored to; nothing need be sent to the device before.
    /// - `old` is the same object: updated in place.
    /// - `old` is another object: `array` is scratch; elements that no iteration stores to must become those of `old`.
    Array { array: ArrayArg<'a>, old: Option<ArrayArg<'a>> },
    /// For `Accumulate`: into this array, in place.
    Accumulate { array: ArrayArg<'a> },
    /// For `Reduce` and `Fold`: the combination of the iterations, without the initial value; None for a fold of no iterations.
    Value(Option<Scalar>),
    /// For `Scan`: a new array of as many elements as iterations; the initial value is at the front of all sums.
    Scan { array: ArrayArg<'a>, init: Scalar },
    /// For `Filter`: room for as many elements as iterations; how many were kept.
    Filter { array: ArrayArg<'a>, kept: usize },
}

/// How a launch ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Launch {
    /// All outputs have their values (arrays perhaps on the device only).
    Done,
    /// Nothing was changed; why, for the log. The region runs its own loop.
    Declined(String),
    /// A check failed: the least number (row-major over the space) of an iteration that fails.
    Failed { iteration: u64 },
    /// A combinator throws. What it throws depends on all that comes before: the region runs its own loop, which throws too.
    Throws,
}

/// What a kernel reports in the place of an iteration's number where a combinator throws.
pub const COMBINATION: u32 = u32::MAX - 1;

impl Scalar {
    /// Its bits, of numbers of less than 64 the last ones.
    pub fn bits(&self) -> u64 {
        match *self {
            Scalar::Bool(v) => v as u64,
            Scalar::I8(v) => v as u64,
            Scalar::I16(v) => v as u64,
            Scalar::U16(v) => v as u64,
            Scalar::I32(v) => v as u64,
            Scalar::I64(v) => v as u64,
            Scalar::F32(v) => v.to_bits() as u64,
            Scalar::F64(v) => v.to_bits(),
            Scalar::Struct { .. } => unreachable!("the bits of a structure"),
        }
    }

    /// The structure that a kernel has given.
    ///
    /// # Safety
    /// `T` is laid out as the kernel's structure, and holds numbers and truth values only.
    pub unsafe fn structure<T: Copy>(&self) -> T {
        match self {
            Scalar::Struct { bytes, len } if *len as usize == size_of::<T>() => {
                // SAFETY: so many bytes are there, and what they mean is the caller's promise.
                unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
            }
            other => unreachable!("a structure of {} bytes where the kernel gave {other:?}", size_of::<T>()),
        }
    }
}
