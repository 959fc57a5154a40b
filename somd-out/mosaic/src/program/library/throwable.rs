//! The classes of `Throwable.somd`.

use super::*;

/// `java.lang.Throwable`
#[repr(C)]
#[derive(Default)]
pub struct Throwable {
    pub message: Slot<Str>,
    pub cause: Slot<Throwable>,
    pub causeSet: Cell<bool>,
    pub suppressed: Slot<Array<Ref<Throwable>>>,
    pub trace: Slot<Object>,
}

impl Throwable {
    pub const ID: u32 = 36;
    pub const LAST: u32 = 60;

    /// java.lang.Throwable.<init>: `java.lang.Throwable()`
    pub fn init(this: &Ref<Throwable>) {
        // Throwable.somd:14: public Throwable() { fillInStackTrace(); }

        Throwable::fillInStackTrace(this);
    }

    /// java.lang.Throwable.<init>: `java.lang.Throwable(java.lang.String message)`
    pub fn init_String(this: &Ref<Throwable>, message: Ref<Str>) {
        // Throwable.somd:16: public Throwable(String message) {

        // Throwable.somd:17: fillInStackTrace();
        Throwable::fillInStackTrace(this);
        // Throwable.somd:18: this.message = message;
        this.message.set(message);
    }

    /// java.lang.Throwable.<init>: `java.lang.Throwable(java.lang.String message, java.lang.Throwable cause)`
    pub fn init_String_Throwable(this: &Ref<Throwable>, message: Ref<Str>, cause: Ref<Throwable>) {
        // Throwable.somd:21: public Throwable(String message, Throwable cause) {

        // Throwable.somd:22: fillInStackTrace();
        Throwable::fillInStackTrace(this);
        // Throwable.somd:23: this.message = message;
        this.message.set(message);
        // Throwable.somd:24: this.cause = cause;
        this.cause.set(cause);
        // Throwable.somd:25: this.causeSet = true;
        this.causeSet.set(true);
    }

    /// java.lang.Throwable.fillInStackTrace: `java.lang.Throwable fillInStackTrace()`
    pub fn fillInStackTrace(this: &Ref<Throwable>) -> &Ref<Throwable> {
        // Throwable.somd:50: trace = capture(this);
        this.trace.set(natives::throwable::capture(this.up()));
        // Throwable.somd:51: return this;
        this
    }

    /// java.lang.Throwable.getMessage: `java.lang.String getMessage()`
    pub fn getMessage(this: &Ref<Throwable>) -> Ref<Str> {
        // Throwable.somd:54: public String getMessage() { return message; }
        this.message.get()
    }

    /// java.lang.Throwable.getLocalizedMessage: `java.lang.String getLocalizedMessage()`
    pub fn getLocalizedMessage(this: &Ref<Throwable>) -> Ref<Str> {
        // Throwable.somd:56: public String getLocalizedMessage() { return getMessage(); }
        Throwable::getMessage(this)
    }

    /// For callers that only look at the result.
    /// java.lang.Throwable.getLocalizedMessage: `java.lang.String getLocalizedMessage()`
    pub fn getLocalizedMessage__look(this: &Ref<Throwable>) -> &Ref<Str> {
        // Throwable.somd:56: public String getLocalizedMessage() { return getMessage(); }
        peek!(this.message)
    }

    /// java.lang.Throwable.addSuppressed: `void addSuppressed(java.lang.Throwable exception)`
    pub fn addSuppressed(this: &Ref<Throwable>, exception_2: Ref<Throwable>) {
        // Throwable.somd:69: if (exception == this) throw new IllegalArgumentException("Self-suppression not permitted", exception);
        if exception_2.same(this) {
            throw(
                IllegalArgumentException::new_String_Throwable(
                    TEXT_SELF_SUPPRESSION_NOT_PER.get().clone(),
                    exception_2,
                )
                .into_up(),
            );
        }
        // Throwable.somd:70: if (exception == null) throw new NullPointerException("Cannot suppress a null exception.");
        if exception_2.is_null() {
            throw(NullPointerException::new_String(TEXT_CANNOT_SUPPRESS_A_NULL_E.get().clone()).into_up());
        }
        // Throwable.somd:71: int n = suppressed == null ? 0 : suppressed.length;
        let n: i32 =
            if peek!(this.suppressed).is_null() { 0 } else { peek!(this.suppressed).length("this.suppressed") };
        // Throwable.somd:72: Throwable[] more = new Throwable[n + 1];
        let more: Ref<Array<Ref<Throwable>>> = Array::<Ref<Throwable>>::new_ref(n + 1, RefType::class(Throwable::ID));
        // Throwable.somd:73: for (int i = 0; i < n; i++) more[i] = suppressed[i];
        for i in 0..n {
            more.put(i, peek!(this.suppressed).at(i, "this.suppressed"), "more");
        }
        // Throwable.somd:74: more[n] = exception;
        more.put(n, exception_2, "more");
        // Throwable.somd:75: suppressed = more;
        this.suppressed.set(more);
    }

    /// java.lang.Throwable.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Throwable>) -> Ref<Str> {
        // Throwable.somd:86: String text = getLocalizedMessage();
        let text: &Ref<Str> = &Throwable::getLocalizedMessage__look(this).held();
        // Throwable.somd:87: String name = Class.nameOf(this);
        let name: Ref<Str> = natives::object::class_name(this.up());
        // Throwable.somd:88: return text != null ? name + ": " + text : name;
        if !text.is_null() { concat_str!(name, ": ", text) } else { name.clone() }
    }

    /// java.lang.Throwable.report: `java.lang.String report(java.lang.String indent, java.lang.String caption, int depth)`
    pub fn report_String_String_int(
        this: &Ref<Throwable>,
        indent: &Ref<Str>,
        caption: &Ref<Str>,
        depth: i32,
    ) -> Ref<Str> {
        // Throwable.somd:92: private String report(String indent, String caption, int depth) { return report(indent, caption, "", depth); }
        Throwable::report_String_String_String_int(this, indent, caption, TEXT.get(), depth)
    }

    /// java.lang.Throwable.report: `java.lang.String report(java.lang.String indent, java.lang.String caption, java.lang.String enclosing, int depth)`
    pub fn report_String_String_String_int(
        this: &Ref<Throwable>,
        indent: &Ref<Str>,
        caption: &Ref<Str>,
        enclosing: &Ref<Str>,
        depth: i32,
    ) -> Ref<Str> {
        stack_check();
        // Throwable.somd:96: String own = trace == null ? "" : describe(trace);
        let own: Ref<Str> = if peek!(this.trace).is_null() {
            TEXT.get().clone()
        } else {
            natives::throwable::describe(peek!(this.trace))
        };
        // Throwable.somd:97: int end = own.length();
        let mut end: i32 = natives::string::length(own.invoke("String.length()", "own"));
        // Throwable.somd:98: int more = 0;
        let mut more: i32 = 0;
        // Throwable.somd:99: int other = enclosing.length();
        let mut other: i32 = natives::string::length(enclosing.invoke("String.length()", "enclosing"));
        // Throwable.somd:100: while (end > 0 && other > 0) {
        while end > 0 && other > 0 {
            // Throwable.somd:101: int line = own.lastIndexOf('\n', end - 2) + 1;
            let line: i32 = JString::lastIndexOf(own.invoke("String.lastIndexOf(int, int)", "own"), 10, end - 2) + 1;
            // Throwable.somd:102: int otherLine = enclosing.lastIndexOf('\n', other - 2) + 1;
            let otherLine: i32 =
                JString::lastIndexOf(enclosing.invoke("String.lastIndexOf(int, int)", "enclosing"), 10, other - 2) + 1;
            // Throwable.somd:103: if (!own.substring(line, end).equals(enclosing.substring(otherLine, other))) break;
            if !({
                let receiver_1 = natives::string::substring(own.invoke("String.substring(int, int)", "own"), line, end);
                let argument_2 = natives::string::substring(
                    enclosing.invoke("String.substring(int, int)", "enclosing"),
                    otherLine,
                    other,
                )
                .into_up();
                natives::string::equals(
                    receiver_1.invoke("String.equals(Object)", "the return value of \"String.substring(int, int)\""),
                    &argument_2,
                )
            }) {
                break;
            }
            // Throwable.somd:104: end = line;
            end = line;
            // Throwable.somd:105: other = otherLine;
            other = otherLine;
            // Throwable.somd:106: more++;
            more += 1;
        }
        // Throwable.somd:108: String lines = own.substring(0, end);
        let mut lines: Ref<Str> = natives::string::substring(own.invoke("String.substring(int, int)", "own"), 0, end);
        // Throwable.somd:109: if (more > 0) lines += "\t... " + more + " more\n";
        if more > 0 {
            {
                let old_3 = lines.clone();
                lines = concat_str!(old_3, concat_str!("\t... ", more, " more\n"))
            }
        }
        // Throwable.somd:110: if (indent.length() > 0) lines = indented(lines, indent);
        if natives::string::length(indent.invoke("String.length()", "indent")) > 0 {
            lines = Throwable::indented(&lines, indent);
        }
        // Throwable.somd:111: String s = indent + caption + toString() + "\n" + lines;
        let mut s: Ref<Str> = concat_str!(indent, caption, Throwable::toString(this), "\n", lines);
        // Throwable.somd:112: if (depth > 20) return s;
        if depth > 20 {
            return s;
        }
        // Throwable.somd:113: if (suppressed != null) {
        if !peek!(this.suppressed).is_null() {
            // Throwable.somd:114: for (int i = 0; i < suppressed.length; i++) s += suppressed[i].report(indent + "\t", "Suppressed: ", own, depth + 1);
            {
                let suppressed_4 = hoist_path(peek!(this.suppressed), move || peek!(this.suppressed));
                for i in 0..suppressed_4.length("this.suppressed") {
                    {
                        let old_5 = s.clone();
                        s = concat_str!(
                            old_5,
                            Throwable::report_String_String_String_int(
                                suppressed_4.row(i, "this.suppressed").invoke(
                                    "java.lang.Throwable.report(String, String, String, int)",
                                    "this.suppressed[i]"
                                ),
                                &concat_str!(indent, "\t"),
                                TEXT_SUPPRESSED.get(),
                                &own,
                                depth + 1
                            )
                        )
                    }
                }
            }
        }
        // Throwable.somd:116: if (cause != null) s += cause.report(indent, "Caused by: ", own, depth + 1);
        if !peek!(this.cause).is_null() {
            {
                let old_6 = s.clone();
                s = concat_str!(
                    old_6,
                    Throwable::report_String_String_String_int(
                        peek!(this.cause)
                            .invoke("java.lang.Throwable.report(String, String, String, int)", "this.cause"),
                        indent,
                        TEXT_CAUSED_BY.get(),
                        &own,
                        depth + 1
                    )
                )
            }
        }
        // Throwable.somd:117: return s;
        s
    }

    /// java.lang.Throwable.indented: `static java.lang.String indented(java.lang.String lines, java.lang.String indent)`
    pub fn indented(lines: &Ref<Str>, indent: &Ref<Str>) -> Ref<Str> {
        // Throwable.somd:121: String s = "";
        let mut s: Ref<Str> = TEXT.get().clone();
        // Throwable.somd:122: int from = 0;
        let mut from: i32 = 0;
        // Throwable.somd:123: while (from < lines.length()) {
        {
            let lines_text_1 = lines.view();
            while from < lines_text_1.length("String.length()", "lines") {
                // Throwable.somd:124: int end = lines.indexOf('\n', from);
                let mut end: i32 = JString::indexOf(lines.invoke("String.indexOf(int, int)", "lines"), 10, from);
                // Throwable.somd:125: if (end < 0) end = lines.length() - 1;
                if end < 0 {
                    end = lines_text_1.length("String.length()", "lines") - 1;
                }
                // Throwable.somd:126: s += indent + lines.substring(from, end + 1);
                {
                    let old_2 = s.clone();
                    s = concat_str!(
                        old_2,
                        concat_str!(
                            indent,
                            natives::string::substring(
                                lines.invoke("String.substring(int, int)", "lines"),
                                from,
                                end + 1
                            )
                        )
                    )
                }
                // Throwable.somd:127: from = end + 1;
                from = end + 1;
            }
        }
        // Throwable.somd:129: return s;
        s
    }
}
