//! What the compiler has to say about a program, as data. Rendering lives in the compiler's `diagnostics` module.

use crate::source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// A span with the words that stand beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A replacement that makes the program compile: `text` in place of `span` (empty for an insertion).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub message: String,
    pub span: Span,
    pub text: String,
}

/// One message: a stable code (`E0123`), a title, the span that is wrong with what is wrong there, the spans that
/// cause it, notes, and a fix where one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: &'static str,
    pub title: String,
    pub primary: Label,
    pub secondary: Vec<Label>,
    pub notes: Vec<String>,
    pub suggestions: Vec<Suggestion>,
    /// Of errors about one matter only the first is shown, with the places of the others.
    pub matter: Option<&'static str>,
    /// Of an error about what Java's library has and this one lacks, where it is used: the error counts only where that can run.
    pub outside: Option<Span>,
}

impl Diagnostic {
    pub fn new(severity: Severity, code: &'static str, title: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            title: title.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            suggestions: Vec::new(),
            matter: None,
            outside: None,
        }
    }

    pub fn error(code: &'static str, title: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, title, span)
    }

    pub fn warning(code: &'static str, title: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, title, span)
    }

    /// The words beside the primary span.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// A secondary span: a cause, the other type, the earlier declaration.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    pub fn suggest(mut self, message: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        self.suggestions.push(Suggestion { message: message.into(), span, text: text.into() });
        self
    }

    pub fn about(mut self, matter: &'static str) -> Diagnostic {
        self.matter = Some(matter);
        self
    }

    /// Only what runs at `used` makes this an error.
    pub fn outside(mut self, used: Span) -> Diagnostic {
        self.outside = Some(used);
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
