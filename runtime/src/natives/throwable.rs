//! What a Throwable records of where it was made.

use crate::native_object::Native;
use crate::object::{ClassId, Object, Ref, class_id};
use crate::program;
use crate::string::Str;
use crate::trace::{self, Trace};
use std::fmt::Write;

/// A trace, and the class of the Throwable it is for: its constructors' frames are not shown.
struct Recorded {
    trace: Trace,
    class: ClassId,
}

/// The method is a constructor of `class` or of one of its superclasses, or part of how a Throwable fills its trace.
fn is_construction(method: &str, class: ClassId) -> bool {
    let Some((owner, name)) = method.rsplit_once('.') else { return false };
    if name == "fillInStackTrace" {
        return true;
    }
    if name != "<init>" {
        return false;
    }
    let mut c = class;
    while c != class_id::OBJECT {
        let info = program::class_info(c);
        if info.name == owner {
            return true;
        }
        c = info.superclass;
    }
    false
}

natives! {
    "throwable.capture" => pub fn capture(made: &Ref<Object>) -> Ref<Object> {
        Native::new(Recorded { trace: trace::capture(), class: made.class() })
    }
    /// A line `\tat method(File:line)` for each frame.
    "throwable.describe" => pub fn describe(recorded: &Ref<Object>) -> Ref<Str> {
        let recorded = Native::get::<Recorded>(recorded);
        let mut out = String::new();
        for f in recorded.trace.frames().iter().skip_while(|f| is_construction(&f.method, recorded.class)) {
            // Writing to a string does not fail.
            let _ = writeln!(out, "\tat {}({}:{})", f.method, f.file, f.line);
        }
        Str::new(&out)
    }
}
