//! Stack traces of interpreted programs.
//!
//! The runtime's own traces are return addresses of compiled code. Here the natives behind `Throwable` are answered by the
//! interpreter instead: a trace is an array with two longs a frame, the method and the place it had come to.

use super::{Interp, rt};
use somd_hir::{ClassKind, MethodId, MethodKind};
use somd_runtime::value::Value;
use somd_syntax::source::Span;
use std::fmt::Write;

/// As many frames as Java keeps.
const MAX_FRAMES: usize = 1024;

/// The interpreter answers this native, whatever the runtime has.
pub fn is_own(name: &str) -> bool {
    matches!(name, "throwable.capture" | "throwable.describe" | "task.start" | "task.finish" | "task.connect")
}

impl Interp {
    /// The natives that only the interpreter can answer; None for all others.
    pub(super) fn own_native(&self, name: &str, args: &[Value]) -> Option<Value> {
        match (name, args) {
            ("throwable.capture", _) => Some(self.capture_trace()),
            ("throwable.describe", [trace]) => Some(rt::text(&self.describe_trace(trace))),
            // One item at a time, a graph has nothing to do before somebody waits for it.
            ("task.start", [_]) => Some(Value::Void),
            ("task.finish", [graph]) => {
                self.finish_graph(graph);
                Some(Value::Void)
            }
            ("task.connect", [from, to]) => Some(self.connect_graphs(from, to)),
            _ => None,
        }
    }

    fn capture_trace(&self) -> Value {
        let frames = self.frames.borrow();
        let throwable = self.known_class("java.lang.Throwable");
        let making = |&&(id, _): &&(MethodId, Span)| {
            let method = self.program.method(id);
            throwable.is_some_and(|t| self.program.is_subclass(method.class, t))
                && (method.kind == MethodKind::Constructor || method.name == "fillInStackTrace")
        };
        let kept = frames.iter().rev().skip_while(making).take(MAX_FRAMES);
        let words: Vec<i64> = kept
            .flat_map(|&(method, span)| [i64::from(method.0), i64::from(span.lo) << 32 | i64::from(span.hi)])
            .collect();
        rt::longs(&words)
    }

    /// The `\tat …` lines.
    fn describe_trace(&self, trace: &Value) -> String {
        let mut out = String::new();
        if rt::is_null(trace) {
            return out;
        }
        let word = |i: i32| match rt::array_get(trace, i) {
            Value::Long(word) => word,
            _ => 0,
        };
        for i in 0..rt::array_length(trace) / 2 {
            let method = self.program.method(MethodId(word(2 * i) as u32));
            let at = word(2 * i + 1);
            let span = Span { lo: (at >> 32) as u32, hi: at as u32 };
            let place = self.host.sources.as_ref().and_then(|sources| {
                let (file, line, _) = sources.locate(span)?;
                let name = file.name.rsplit('/').next().unwrap_or(&file.name);
                Some(format!("{name}:{line}"))
            });
            let place = place.unwrap_or_else(|| "Unknown Source".into());
            // Writing to a string does not fail.
            _ = match &self.program.class(method.class).kind {
                ClassKind::Lambda { frame: None, .. } => Ok(()),
                ClassKind::Lambda { frame: Some(name), .. } => writeln!(out, "\tat {name}({place})"),
                _ => writeln!(out, "\tat {}.{}({place})", self.class_name(method.class), method.name),
            };
        }
        out
    }

    /// A Throwable as `printStackTrace` writes it.
    pub(super) fn throwable_report(&self, exception: &Value) -> String {
        let report = self.known_class("java.lang.Throwable").and_then(|class| {
            let methods = &self.program.class(class).methods;
            methods.iter().copied().find(|&m| self.program.method(m).name == "report")
        });
        match report {
            Some(report) => {
                let args = vec![rt::text(""), rt::text(""), Value::Int(0)];
                rt::rust_text(&self.invoke(report, exception.clone(), args))
            }
            None => format!("{}\n", rt::rust_text(&self.call_virtual(self.known.to_string, exception, Vec::new()))),
        }
    }
}
