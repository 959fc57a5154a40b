//! Checks of parallel code: they throw Java's exceptions with the source's place on top of the trace.
//!
//! In an iteration that runs on the pool nothing Java is made: the check unwinds with a [`Failure`], [`par`](crate::par) finds the first
//! failing iteration, and the thread that called the region makes and throws the exception.

use crate::concat::AnyPart;
use crate::exception::{self, ExceptionKind};
use crate::string::StrBuf;
use crate::trace;
use std::borrow::Cow;
use std::cell::Cell;
use std::panic::resume_unwind;

/// Where a check stands in the source.
#[derive(Debug)]
pub struct Site {
    /// `Main.sum`
    pub method: &'static str,
    /// `Main.somd`
    pub file: &'static str,
    pub line: u32,
}

/// A check that failed: enough to make the exception of it.
#[derive(Clone, Debug)]
pub struct Failure {
    pub what: What,
    pub site: &'static Site,
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Index {
        index: i32,
        length: i32,
    },
    /// Of a character of a string.
    Char(i32),
    /// An element of an array that is null: Java's message.
    Null(&'static str),
    DivisionByZero,
    NegativeSize(i64),
    Lengths(i64, i64),
    /// A read that leaves the view of an array.
    View {
        distance: i32,
        array: &'static str,
        dim: u32,
        before: u32,
        after: u32,
    },
    /// A reduction without an initial value over nothing.
    EmptyReduction,
    /// `throw new CLASS(message)`
    Thrown {
        class: &'static str,
        message: Option<Cow<'static, str>>,
    },
}

thread_local! {
    /// This thread runs iterations whose failures are collected.
    static COLLECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body` with failures unwinding as [`Failure`]s.
pub(crate) fn collected<R>(body: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            COLLECTED.set(self.0);
        }
    }
    let _restore = Restore(COLLECTED.replace(true));
    body()
}

impl Failure {
    /// Unwinds: with the failure itself inside an iteration, with the exception outside.
    #[cold]
    #[inline(never)]
    pub fn raise(self) -> ! {
        if COLLECTED.get() {
            resume_unwind(Box::new(self));
        }
        trace::at_site(self.site, || match self.what {
            What::Index { index, length } => exception::throw_array_index(index, length),
            What::Char(index) => exception::throw_latin1_index(index),
            What::Null(message) => exception::throw_null_pointer(message),
            What::DivisionByZero => exception::throw_division_by_zero(),
            What::NegativeSize(size) => exception::throw_new(ExceptionKind::NegativeArraySize, Some(&size.to_string())),
            What::Lengths(a, b) => {
                exception::throw_named("somd.LengthMismatch", Some(&format!("lengths {a} and {b} differ")))
            }
            What::View { distance, array, dim, before, after } => {
                let message = format!(
                    "the element {distance} from the own one in dimension {} is read, \
                     and the view of {array} has {before} before and {after} behind there",
                    dim + 1
                );
                exception::throw_named("somd.PartitionException", Some(&message))
            }
            What::EmptyReduction => exception::throw_named("somd.EmptyReduction", Some(crate::lime::EMPTY_REDUCTION)),
            What::Thrown { class, message } => match ExceptionKind::ALL.iter().find(|k| k.class_name() == class) {
                Some(kind) => exception::throw_new(*kind, message.as_deref()),
                None => exception::throw_named(class, message.as_deref()),
            },
        })
    }
}

#[cold]
#[inline(never)]
fn index_failed(index: i32, length: i32, site: &'static Site) -> ! {
    Failure { what: What::Index { index, length }, site }.raise()
}

#[cold]
#[inline(never)]
fn null_failed(message: &'static str, site: &'static Site) -> ! {
    Failure { what: What::Null(message), site }.raise()
}

#[cold]
#[inline(never)]
fn division_failed(site: &'static Site) -> ! {
    Failure { what: What::DivisionByZero, site }.raise()
}

#[cold]
#[inline(never)]
fn char_failed(index: i32, site: &'static Site) -> ! {
    Failure { what: What::Char(index), site }.raise()
}

/// The index of a character, which is in range then.
#[inline(always)]
pub fn char_index(index: i32, length: i32, site: &'static Site) -> i32 {
    if index as u32 >= length as u32 {
        char_failed(index, site);
    }
    index
}

/// The index, which is in range then.
#[inline(always)]
pub fn index(index: i32, length: i32, site: &'static Site) -> i32 {
    if index as u32 >= length as u32 {
        index_failed(index, length, site);
    }
    index
}

/// The index of an element of an array that may be null, and has no elements then; the index is in range and the array is there then.
#[inline(always)]
pub fn index_unless_null(index: i32, length: i32, is_null: bool, message: &'static str, site: &'static Site) -> i32 {
    if index as u32 >= length as u32 {
        if is_null {
            null_failed(message, site);
        }
        index_failed(index, length, site);
    }
    index
}

/// Whether all indices from `first` to `last` are in range.
#[inline(always)]
pub fn within(first: i64, last: i64, length: i32) -> bool {
    first >= 0 && last < length as i64
}

/// The divisor, which is not zero then.
#[inline(always)]
pub fn non_zero<T: Copy + Default + PartialEq>(divisor: T, site: &'static Site) -> T {
    if divisor == T::default() {
        division_failed(site);
    }
    divisor
}

/// The size, which is not negative then.
#[inline(always)]
pub fn size<T: Copy + Into<i64>>(size: T, site: &'static Site) -> T {
    if size.into() < 0 {
        Failure { what: What::NegativeSize(size.into()), site }.raise();
    }
    size
}

/// How far from an iteration's own element one is that it reads: inside the view then.
#[inline(always)]
pub fn view(distance: i32, array: &'static str, dim: u32, before: u32, after: u32, site: &'static Site) -> i32 {
    if !(-i64::from(before)..=i64::from(after)).contains(&distance.into()) {
        Failure { what: What::View { distance, array, dim, before, after }, site }.raise();
    }
    distance
}

/// The length, which is `other` then.
#[inline(always)]
pub fn same_length<T: Copy + Into<i64>>(length: T, other: T, site: &'static Site) -> T {
    if length.into() != other.into() {
        Failure { what: What::Lengths(length.into(), other.into()), site }.raise();
    }
    length
}

/// `throw new CLASS(message)`.
#[cold]
#[inline(never)]
pub fn throw(class: &'static str, message: Option<&'static str>, site: &'static Site) -> ! {
    Failure { what: What::Thrown { class, message: message.map(Cow::Borrowed) }, site }.raise()
}

/// `throw new CLASS(a + b + …)`. The text is no string of Java's yet: iterations make none.
#[cold]
#[inline(never)]
pub fn throw_with(class: &'static str, message: &[&dyn AnyPart], site: &'static Site) -> ! {
    let mut text = StrBuf::new();
    message.iter().for_each(|part| part.add_to(&mut text));
    Failure { what: What::Thrown { class, message: Some(text.to_rust().into()) }, site }.raise()
}

#[cold]
#[inline(never)]
pub fn empty_reduction(site: &'static Site) -> ! {
    Failure { what: What::EmptyReduction, site }.raise()
}
