//! Why something could not be lowered: a place, a reason, and what leads there.

use smol_str::SmolStr;
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::Span;

#[derive(Clone, Debug)]
pub struct LowerError {
    pub code: &'static str,
    pub span: Span,
    pub message: String,
    /// Boxed, so that a result with an error stays small.
    pub label: Box<str>,
    pub secondary: Vec<(Span, String)>,
    pub notes: Vec<String>,
    /// It is best as it is: there is nothing for the programmer to mend.
    pub settled: bool,
    /// Which elements are meant, only the data tell.
    pub by_data: bool,
}

pub type Result<T> = std::result::Result<T, LowerError>;

/// Something parallel code cannot contain.
pub const NOT_PARALLEL: &str = "E0501";
/// Two iterations touch one element.
pub const RACE: &str = "E0502";
/// A variable that many iterations assign.
pub const SHARED_SCALAR: &str = "E0503";
/// A read of another instance's element that the method also writes, outside `sync`.
pub const UNSYNCED_READ: &str = "E0504";
/// `reduce` does not fit how the method accumulates.
pub const REDUCE_MISMATCH: &str = "W0505";
/// A scalar result that needs a `reduce`.
pub const NEEDS_REDUCE: &str = "E0506";
/// An iteration adds something up for itself: the loop that does is not divided. Nobody is told.
pub const OWN_SUM: &str = "";
/// An effect that every instance would have.
pub const EVERY_INSTANCE: &str = "E0508";
/// A loop of a SOMD method that runs on one core.
pub const ONE_CORE: &str = "W0509";
/// A SOMD method without a parallel loop.
pub const NOTHING_PARALLEL: &str = "W0511";
/// A map, a reduction or a step of a chain that runs on one core.
pub const MAP_ON_ONE_CORE: &str = "W0512";
/// A filter without an object that stays on the graph's thread.
pub const FILTER_ON_ONE_THREAD: &str = "W0513";
/// A parallel operation of Java's library that is done in order.
pub const LIBRARY_ON_ONE_CORE: &str = "W0514";
pub const ONE_INSTANCE: &str = "W0515";
/// A `sync` block that cannot be given the values from before it.
pub const NO_SNAPSHOT: &str = "E0515";
/// A read beyond the `view` of its array.
pub const VIEW: &str = "E0510";
/// `@AssertOffload` on something that cannot be offloaded.
pub const ASSERT_OFFLOAD: &str = "E0507";

impl LowerError {
    pub fn new(span: Span, message: impl Into<String>) -> LowerError {
        LowerError {
            code: NOT_PARALLEL,
            span,
            message: message.into(),
            label: Box::default(),
            secondary: Vec::new(),
            notes: Vec::new(),
            settled: false,
            by_data: false,
        }
    }

    /// An array variable that is assigned to.
    pub fn several_arrays(name: &str, span: Span) -> LowerError {
        LowerError::new(span, format!("`{name}` stands for different arrays at different times"))
    }

    pub fn settled(mut self) -> LowerError {
        self.settled = true;
        self
    }

    pub fn by_data(mut self, by_data: bool) -> LowerError {
        self.by_data = by_data;
        self
    }

    /// One iteration may need another.
    pub fn is_dependence(&self) -> bool {
        [RACE, UNSYNCED_READ, SHARED_SCALAR].contains(&self.code)
    }

    pub fn code(mut self, code: &'static str) -> LowerError {
        self.code = code;
        self
    }

    pub fn label(mut self, label: impl Into<String>) -> LowerError {
        self.label = label.into().into_boxed_str();
        self
    }

    pub fn also(mut self, span: Span, label: impl Into<String>) -> LowerError {
        self.secondary.push((span, label.into()));
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> LowerError {
        self.notes.push(note.into());
        self
    }

    pub fn unsupported_type(span: Span, what: &str) -> LowerError {
        LowerError::new(span, format!("`{what}` has a type that parallel code cannot use"))
            .note("parallel code works on primitives, value classes of primitives, and rectangular arrays of these")
    }

    /// Broken bookkeeping: never the program's fault.
    pub fn internal() -> LowerError {
        LowerError::new(Span::NONE, "internal error while lowering parallel code")
    }

    /// Adds the call through which parallel code came to the error.
    pub fn called_from(self, span: Span, callee: &str) -> LowerError {
        self.also(span, format!("parallel code calls `{callee}` here"))
    }

    pub fn into_diagnostic(self, context: &SmolStr) -> Diagnostic {
        let severity = if self.code.starts_with('W') { Severity::Warning } else { Severity::Error };
        let mut d = Diagnostic::new(severity, self.code, self.message, self.span);
        d.primary.text = if self.label.is_empty() {
            format!("in `{context}`, which runs in parallel")
        } else {
            self.label.into_string()
        };
        for (span, text) in self.secondary {
            d = d.also(span, text);
        }
        d.notes = self.notes;
        d
    }
}
