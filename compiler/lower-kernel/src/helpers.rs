//! Functions that kernels need where OpenCL C and Java differ. A kernel file holds those that it calls.

use somd_core::ir::Ty;

/// A helper function, by the type it works on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Helper {
    DivInt,
    DivLong,
    RemInt,
    RemLong,
    MinFloat,
    MinDouble,
    MaxFloat,
    MaxDouble,
    AtomicMulInt,
    AtomicMulLong,
    IntOfFloat,
    IntOfDouble,
    LongOfFloat,
    LongOfDouble,
    Unroll,
    NoInline,
    DivLongBy,
    RemLongBy,
    EntryInt,
    EntryLong,
    EntryFloat,
    EntryDouble,
}

impl Helper {
    pub fn name(self) -> &'static str {
        match self {
            Helper::DivInt => "div_int",
            Helper::DivLong => "div_long",
            Helper::RemInt => "rem_int",
            Helper::RemLong => "rem_long",
            Helper::DivLongBy => "div_long_by",
            Helper::RemLongBy => "rem_long_by",
            Helper::MinFloat => "min_float",
            Helper::MinDouble => "min_double",
            Helper::MaxFloat => "max_float",
            Helper::MaxDouble => "max_double",
            Helper::AtomicMulInt => "atomic_mul_int",
            Helper::AtomicMulLong => "atomic_mul_long",
            Helper::IntOfFloat => "int_of_float",
            Helper::IntOfDouble => "int_of_double",
            Helper::LongOfFloat => "long_of_float",
            Helper::LongOfDouble => "long_of_double",
            Helper::Unroll => "UNROLL",
            Helper::NoInline => "NOINLINE",
            Helper::EntryInt => "entry_int",
            Helper::EntryLong => "entry_long",
            Helper::EntryFloat => "entry_float",
            Helper::EntryDouble => "entry_double",
        }
    }

    pub fn div(ty: &Ty) -> Helper {
        if *ty == Ty::I64 { Helper::DivLong } else { Helper::DivInt }
    }

    pub fn rem(ty: &Ty) -> Helper {
        if *ty == Ty::I64 { Helper::RemLong } else { Helper::RemInt }
    }

    pub fn min(ty: &Ty) -> Helper {
        if *ty == Ty::F64 { Helper::MinDouble } else { Helper::MinFloat }
    }

    pub fn max(ty: &Ty) -> Helper {
        if *ty == Ty::F64 { Helper::MaxDouble } else { Helper::MaxFloat }
    }

    /// What reads a table of constants, where it can be other than constant memory that does.
    pub fn entry(of: &Ty) -> Option<Helper> {
        match of {
            Ty::I32 => Some(Helper::EntryInt),
            Ty::I64 => Some(Helper::EntryLong),
            Ty::F32 => Some(Helper::EntryFloat),
            Ty::F64 => Some(Helper::EntryDouble),
            _ => None,
        }
    }

    /// The conversion of a floating-point type to `int` or `long`.
    pub fn integer_of(from: &Ty, to: &Ty) -> Helper {
        match (*from == Ty::F64, *to == Ty::I64) {
            (false, false) => Helper::IntOfFloat,
            (true, false) => Helper::IntOfDouble,
            (false, true) => Helper::LongOfFloat,
            (true, true) => Helper::LongOfDouble,
        }
    }

    /// Its definition.
    pub fn text(self) -> String {
        let name = self.name();
        match self {
            Helper::DivInt | Helper::DivLong => {
                let (t, u, zero) = self.int_types();
                format!(
                    "// Java's a / b: the least {t} divided by -1 is itself.\n\
                     {t} {name}({t} a, {t} b) {{ return b == -1 ? ({t})({zero} - ({u})a) : a / b; }}\n"
                )
            }
            Helper::RemInt | Helper::RemLong => {
                let (t, _, _) = self.int_types();
                format!("// Java's a % b.\n{t} {name}({t} a, {t} b) {{ return b == -1 ? 0 : a % b; }}\n")
            }
            Helper::DivLongBy | Helper::RemLongBy => {
                let op = if self == Helper::DivLongBy { '/' } else { '%' };
                format!(
                    "// a {op} b, for a number b of 32 bits. a mostly has no more, and that is several times faster. (The other is a call: compilers would compute both.)\n\
                     NOINLINE long {name}_wide(long a, uint b) {{ return a {op} (long)b; }}\n\
                     long {name}(long a, uint b) {{ return (ulong)a <= UINT_MAX ? (uint)a {op} b : {name}_wide(a, b); }}\n"
                )
            }
            Helper::MinFloat | Helper::MinDouble => {
                let t = if self == Helper::MinFloat { "float" } else { "double" };
                let bits = if self == Helper::MinFloat { "int" } else { "long" };
                format!(
                    "// Java's Math.min: NaN wins, and -0 is less than 0 (equal numbers differ in nothing but the sign of zeros).\n\
                     {t} {name}({t} a, {t} b) {{\n    \
                     return a < b || isnan(a) ? a : a == b ? as_{t}(as_{bits}(a) | as_{bits}(b)) : b;\n}}\n"
                )
            }
            Helper::MaxFloat | Helper::MaxDouble => {
                let t = if self == Helper::MaxFloat { "float" } else { "double" };
                let bits = if self == Helper::MaxFloat { "int" } else { "long" };
                format!(
                    "// Java's Math.max: NaN wins, and 0 is greater than -0 (equal numbers differ in nothing but the sign of zeros).\n\
                     {t} {name}({t} a, {t} b) {{\n    \
                     return a > b || isnan(a) ? a : a == b ? as_{t}(as_{bits}(a) & as_{bits}(b)) : b;\n}}\n"
                )
            }
            // OpenCL only recommends 0 for NaN, and NVIDIA gives the least integer where either side has 64 bits.
            Helper::IntOfFloat | Helper::IntOfDouble | Helper::LongOfFloat | Helper::LongOfDouble => {
                let (to, from) = name.split_once("_of_").unwrap_or_default();
                format!(
                    "// Java's ({to}) a: saturating, and NaN gives 0.\n\
                     {to} {name}({from} a) {{ return isnan(a) ? 0 : convert_{to}_sat(a); }}\n"
                )
            }
            Helper::Unroll => "// NVIDIA's compiler is asked to unroll loops; others decide by themselves.\n\
                 #unrolls\n".into(),
            Helper::NoInline => "// Large functions stay calls on NVIDIA's devices, so that they take no registers where they are not called.\n\
                 #calls\n".into(),
            Helper::EntryInt | Helper::EntryLong | Helper::EntryFloat | Helper::EntryDouble => {
                let t = name.trim_start_matches("entry_");
                let (register, kind) = match self {
                    Helper::EntryInt => ("r", "b32"),
                    Helper::EntryLong => ("l", "b64"),
                    Helper::EntryFloat => ("f", "f32"),
                    _ => ("d", "f64"),
                };
                format!(
                    "// NVIDIA's constant memory is for work items that want the same: those that want different entries of a table wait for each other.\n\
                     #ifdef __NV_CL_C_VERSION\n{t} {name}(__constant {t}* at) {{\n    {t} entry;\n    \
                     asm(\"{{ .reg .u64 generic; cvta.const.u64 generic, %1; ld.{kind} %0, [generic]; }}\" : \"={register}\"(entry) : \"l\"((ulong)at));\n    \
                     return entry;\n}}\n#else\n#define {name}(at) (*(at))\n#endif\n"
                )
            }
            Helper::AtomicMulInt => format!(
                "// *p *= x as one step.\n\
                 void {name}(volatile __global int* p, int x) {{\n    int old;\n    do old = *p;\n    \
                 while (atomic_cmpxchg(p, old, (int)((uint)old * x)) != old);\n}}\n"
            ),
            Helper::AtomicMulLong => format!(
                "// *p *= x as one step.\n\
                 void {name}(volatile __global long* p, long x) {{\n    long old;\n    do old = *p;\n    \
                 while (atom_cmpxchg(p, old, (long)((ulong)old * x)) != old);\n}}\n"
            ),
        }
    }

    fn int_types(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Helper::DivLong | Helper::RemLong => ("long", "ulong", "0ul"),
            _ => ("int", "uint", "0u"),
        }
    }
}
