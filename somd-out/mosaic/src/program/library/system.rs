//! The classes of `System.somd`.

use super::*;

/// `java.lang.System`
#[repr(C)]
#[derive(Clone, Default)]
pub struct System;

/// `System.out`
pub static System_out: StaticRef<PrintStream> = StaticRef::null();

/// `System.err`
pub static System_err: StaticRef<PrintStream> = StaticRef::null();

/// `System.in`
pub static System_in_: StaticRef<InputStream> = StaticRef::null();

static System_initialised: Once = Once::new();

impl System {
    pub const ID: u32 = 35;
    pub const LAST: u32 = 35;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        System_initialised.run("java.lang.System", || {
            System::static_init();
        });
    }

    /// `System.out`, of the initialised class.
    #[inline(always)]
    pub fn out() -> Ref<PrintStream> {
        System::clinit();
        System_out.get()
    }

    /// java.lang.System.<clinit>: `static { … }`
    pub fn static_init() {
        // System.somd:10: public static PrintStream out = new PrintStream(1);
        System_out.set(PrintStream::new(1));
        // System.somd:11: public static PrintStream err = new PrintStream(2);
        System_err.set(PrintStream::new(2));
        // System.somd:12: public static InputStream in = new FileInputStream(0, "<stdin>");
        System_in_.set(FileInputStream::new_int_String(0, TEXT_STDIN.get()).into_up());
    }
}
