//! A small program for the unit tests: a class that can be in cycles, one that cannot, and Throwables with text.

use crate::exception::{ExceptionKind, catch_java};
use crate::object::{ClassInfo, Layout, Object, Ref, Slot};
use crate::program::{self, Hooks, LineTable, Program, runtime_classes};
use crate::string::Str;
use std::cell::Cell;
use std::mem::offset_of;

pub const NODE: u32 = 16;
pub const LEAF: u32 = 17;
pub const THROWABLE: u32 = 18;
pub const MARKER: u32 = 19;
pub const INTERFACE: u32 = 20;
pub const DYNAMIC: u32 = 21;
pub const UNDERFLOW: u32 = 22;

#[repr(C)]
#[derive(Default)]
pub struct Node {
    pub value: Cell<i32>,
    pub next: Slot<Node>,
    pub other: Slot<Object>,
}

#[repr(C)]
pub struct Throwable {
    pub text: Slot<Str>,
}

pub fn node(value: i32) -> Ref<Node> {
    Ref::alloc(NODE, Node { value: Cell::new(value), ..Node::default() })
}

const fn class(name: &'static str, number: u32) -> ClassInfo {
    let [mut info, ..] = runtime_classes(number);
    info.name = name;
    info.last_subclass = number;
    info
}

fn make_exception(kind: ExceptionKind, message: Option<&str>) -> Ref<Object> {
    let text = match message {
        Some(m) => format!("{}: {m}", kind.class_name()),
        None => kind.class_name().to_string(),
    };
    Ref::alloc(THROWABLE, Throwable { text: Slot::new(Str::new(&text)) }).into_up()
}

/// The text of the exception that `body` throws.
pub fn thrown(body: impl FnOnce()) -> String {
    enter(|| match catch_java(body) {
        Ok(()) => "nothing".to_string(),
        Err(e) => text(&e),
    })
}

/// The text of an exception that the runtime made.
pub fn text(e: &Ref<Object>) -> String {
    // SAFETY: `make_exception` makes no other objects.
    unsafe { e.cast::<Throwable>() }.text.get().to_string()
}

/// What ends a stream.
pub fn underflow() -> Ref<Object> {
    Ref::alloc(UNDERFLOW, Object)
}

pub fn enter<R>(body: impl FnOnce() -> R) -> R {
    program::with(program(), body)
}

pub fn program() -> &'static Program {
    static PROGRAM: std::sync::OnceLock<Program> = std::sync::OnceLock::new();
    PROGRAM.get_or_init(|| {
        let mut classes = Vec::from(runtime_classes(22));
        classes.push(ClassInfo {
            size: size_of::<Node>(),
            layout: Layout::at(&[offset_of!(Node, next), offset_of!(Node, other)]),
            is_cyclic: true,
            interfaces: &[INTERFACE],
            ..class("app.Node", NODE)
        });
        classes.push(ClassInfo { size: 8, ..class("app.Leaf", LEAF) });
        classes.push(ClassInfo {
            size: size_of::<Throwable>(),
            layout: Layout::at(&[offset_of!(Throwable, text)]),
            ..class("java.lang.Throwable", THROWABLE)
        });
        classes.push(class("java.lang.Integer", MARKER));
        classes.push(ClassInfo { is_interface: true, ..class("app.Interface", INTERFACE) });
        classes.push(crate::dyn_object::class_info("app.Dynamic", 0, DYNAMIC, &[], false));
        classes.push(class("somd.Underflow", UNDERFLOW));
        Program {
            classes: Vec::leak(classes),
            hooks: Hooks {
                to_string: |o| Str::new(&format!("object of class {}", o.class())),
                equals: |a, b| a.same(b),
                same_contents: |_, _| false,
                zero: |_| Ref::null(),
                hash_code: |o| o.addr() as i32,
                make_exception,
                make_named_exception: None,
                initialiser_failed: |e| e,
                stack_trace: |o| {
                    format!("{}\n\tat app.Main.main(Main.somd:1)\n", &*unsafe { o.cast::<Throwable>() }.text.get())
                },
            },
            lines: LineTable::EMPTY,
        }
    })
}
