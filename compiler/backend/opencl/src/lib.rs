//! OpenCL C 1.2. The text form of the kernel IR is nearly that; what differs are hints, which only NVIDIA's compiler takes.

use somd_kernel::print::{Language, Writer, print};
use somd_kernel::{Item, Module};

/// A module's text.
pub fn text(module: &Module) -> String {
    print(module, &OpenCl)
}

struct OpenCl;

/// Loops that ask to be unrolled say how often.
const UNROLLS: &str = "\
#ifdef __NV_CL_C_VERSION
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(times) PRAGMA(unroll times)
#else
#define UNROLL(times)
#endif";

const CALLS: &str = "\
#ifdef __NV_CL_C_VERSION
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif";

impl Language for OpenCl {
    fn item(&self, item: &Item, w: &mut Writer<'_>) -> bool {
        match item {
            Item::Unrolls => w.directive(UNROLLS),
            Item::Calls => w.directive(CALLS),
            _ => return false,
        }
        true
    }
}
