//! CUDA C++, for `nvcc` and NVRTC. A file needs no headers: what kernels call that CUDA has under another name, or not at all, stands at its beginning
//! ([`PRELUDE`]). Kernels have their names as they are (`extern "C"`); all else is in a namespace of its own.
//!
//! Arguments of a launch are the kernel's parameters in order. A parameter in local memory is the number of ints that stand before it in the
//! launch's dynamic shared memory. Choices are made by `-D`, as in OpenCL, but for constant memory and images: caches serve those arrays. Where the
//! file says that arithmetic is exact it is to be compiled with `--fmad=false`.

mod fold;
#[cfg(test)]
mod tests;

use somd_kernel::print::{Language, Writer, comment, print};
use somd_kernel::verify::promoted;
use somd_kernel::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

const PRELUDE: &str = include_str!("prelude.cu");

/// A module's text. Its expressions have types: see [`somd_kernel::verify`].
pub fn text(module: &Module) -> String {
    let module = fold::choices(module);
    let mut structs = BTreeMap::new();
    for item in &module.items {
        if let Item::Struct { name, fields } = item {
            structs.insert(name.clone(), fields.clone());
        }
    }
    let cuda = Cuda { words: words::words(&module), structs, jumps: Cell::new(false), table: Cell::new(false) };
    let end = module.items.iter().position(|i| !matches!(i, Item::Comment(_))).unwrap_or(0);
    let (head, rest) = module.items.split_at(end);
    let part = |items: &[Item]| print(&Module { items: items.to_vec() }, &cuda);
    format!("{}\n{PRELUDE}\nnamespace somd {{\n{}\n}}\n", part(head), part(rest).trim_end())
}

struct Cuda {
    /// All names of the module.
    words: BTreeSet<Name>,
    structs: BTreeMap<Name, Vec<(Type, Name)>>,
    /// The function that is printed has jumps, which may not pass by a declaration with a value.
    jumps: Cell<bool>,
    /// A table is printed, whose values are constants of the language.
    table: Cell<bool>,
}

/// Words of C++ that neither Java nor OpenCL keeps.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "bitand",
    "bitor",
    "compl",
    "concept",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "friend",
    "mutable",
    "namespace",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "protected",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "thread_local",
    "typeid",
    "typename",
    "using",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
    "class",
    "new",
    "private",
    "public",
    "this",
    "throw",
    "try",
    "catch",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "somd",
    "char16_t",
    "char32_t",
    "char8_t",
    "co_await",
    "co_return",
    "co_yield",
];

impl Cuda {
    fn scalar(&self, s: Scalar) -> &'static str {
        match s {
            Scalar::Bool => "bool",
            Scalar::Char => "signed char",
            Scalar::UChar => "unsigned char",
            Scalar::Short => "short",
            Scalar::UShort => "unsigned short",
            Scalar::Int => "int",
            Scalar::UInt => "unsigned int",
            Scalar::Long => "long long",
            Scalar::ULong => "unsigned long long",
            Scalar::Size => "size_t",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }

    /// A value as one of a type: braces narrow nothing.
    fn exactly(&self, e: &Expr, ty: &Type, w: &Writer<'_>) -> String {
        match ty {
            Type::Scalar(_) => format!("({}){}", self.ty(ty), w.at(e, Prec::Unary)),
            _ => w.at(e, Prec::Assignment),
        }
    }

    fn listed(&self, all: &[Expr], ty: &Type, w: &Writer<'_>) -> String {
        if let [one] = all
            && is_zero(one)
        {
            return "{}".into();
        }
        let all: Vec<String> = all.iter().map(|e| self.exactly(e, ty, w)).collect();
        format!("{{ {} }}", all.join(", "))
    }

    /// A shift by a number: only its low bits count.
    fn shifted(&self, by: &Expr, of: &Type, w: &Writer<'_>) -> String {
        let mask = match promoted(of).scalar() {
            Some(s) if s.bytes() == 8 => 63,
            _ => 31,
        };
        match by.kind {
            Kind::Int { value, .. } if value <= mask => w.expr(by),
            _ => format!("({} & {mask})", w.at(by, Prec::Unary)),
        }
    }

    fn builtin(&self, b: Builtin, args: &[Expr], ty: &Type, w: &Writer<'_>) -> Option<String> {
        let scalar = matches!(ty, Type::Scalar(_));
        let all = |args: &[Expr]| {
            let each = |e: &Expr| if scalar { self.exactly(e, ty, w) } else { w.at(e, Prec::Assignment) };
            args.iter().map(each).collect::<Vec<_>>().join(", ")
        };
        Some(match b {
            Builtin::Min => format!("k_min({})", all(args)),
            Builtin::Max => format!("k_max({})", all(args)),
            Builtin::AddSat => format!("k_add_sat({})", all(args)),
            Builtin::Abs => format!("k_abs({})", w.list(args)),
            Builtin::PopCount => format!("__popc({})", w.list(args)),
            Builtin::IsNan => format!("k_isnan({})", w.list(args)),
            // With a float's name: that of doubles would round twice.
            Builtin::Math(m) if *ty == Type::Scalar(Scalar::Float) => format!("::{}f({})", m.0, all(args)),
            Builtin::Math(m) if scalar => format!("::{}({})", m.0, all(args)),
            Builtin::Math(m) => format!("k_{}({})", m.0, w.list(args)),
            Builtin::Atomic(a) | Builtin::LongAtomic(a) => format!("k_atomic_{}({})", a.name(), w.list(args)),
            Builtin::VectorLoad(n) => format!("k_load<{n}>({})", w.list(args)),
            Builtin::VectorStore(_) => format!("k_store({})", w.list(args)),
            _ => return None,
        })
    }

    /// A declaration without its values, and each name with what it is set to.
    fn split(&self, d: &Declare, w: &mut Writer<'_>) {
        let bare = Declare {
            konst: d.konst && d.names.iter().all(|n| n.pointer.is_some()),
            names: d
                .names
                .iter()
                .map(|n| Declared { init: None, pointer: n.pointer.map(|_| false), ..n.clone() })
                .collect(),
            ..d.clone()
        };
        let text = self.declared(&bare, w);
        w.line(&text);
        for n in &d.names {
            let name = self.name(&n.name);
            let ty = self.ty(&d.base);
            let lines: Vec<String> = match &n.init {
                None => Vec::new(),
                Some(Init::Value(e)) => vec![format!("{name} = {};", w.at(e, Prec::Assignment))],
                Some(Init::List(all)) if matches!(all.as_slice(), [e] if is_zero(e)) => {
                    let count = n.dims.iter().map(|d| w.at(d, Prec::Unary)).collect::<Vec<_>>().join(" * ");
                    vec![format!("for (int k_n = 0; k_n < {count}; k_n++) {name}[k_n] = {ty}();")]
                }
                Some(Init::List(all)) => {
                    let set = |(at, e): (usize, &Expr)| format!("{name}[{at}] = {};", w.at(e, Prec::Assignment));
                    all.iter().enumerate().map(set).collect()
                }
            };
            lines.iter().for_each(|l| w.line(l));
        }
    }

    fn declared(&self, d: &Declare, w: &Writer<'_>) -> String {
        let shared = d.space == Space::Local && d.names.iter().all(|n| n.pointer.is_none());
        let space = if shared { "__shared__ " } else { "" };
        let volatile = if d.volatile { "volatile " } else { "" };
        let konst = if d.konst { "const " } else { "" };
        let names: Vec<String> = d
            .names
            .iter()
            .map(|n| {
                let pointer = n.pointer.map_or("", |fixed| if fixed { "* const " } else { "* " });
                let dims: String = n.dims.iter().map(|e| format!("[{}]", w.expr(e))).collect();
                let init = match &n.init {
                    None => String::new(),
                    Some(Init::Value(e)) => format!(" = {}", w.at(e, Prec::Assignment)),
                    Some(Init::List(all)) => format!(" = {}", self.listed(all, &d.base, w)),
                };
                format!("{pointer}{}{dims}{init}", self.name(&n.name))
            })
            .collect();
        let aligned = d.names.iter().find_map(|n| n.aligned).map(|a| format!("__align__({a}) ")).unwrap_or_default();
        format!("{space}{aligned}{volatile}{konst}{} {};", self.ty(&d.base), names.join(", "))
    }

    fn function(&self, f: &Function, w: &mut Writer<'_>) {
        let (mut jumps, mut first) = (false, Vec::new());
        f.body.iter().for_each(|s| s.all(&mut |s| jumps |= matches!(s, Stmt::Goto(_))));
        self.jumps.set(jumps);
        let name = self.name(&f.name);
        let head = match &f.kind {
            FunctionKind::Kernel { group } => {
                let bounds = group.as_ref().map(|e| format!("__launch_bounds__({}) ", w.expr(e))).unwrap_or_default();
                let mut params = f.params.clone();
                for p in &mut params {
                    // The place of local memory in that of the launch.
                    if let ParamKind::Typed { ty: ty @ Type::Pointer(_), name, .. } = &mut p.kind
                        && matches!(ty, Type::Pointer(p) if p.space == Space::Local)
                    {
                        let own = self.name(name);
                        first.push(format!("{} {own} = ({0})(k_shared + {own}_at);", self.ty(ty)));
                        (*name, *ty) = (format!("{own}_at").into(), Type::INT);
                    }
                }
                format!("extern \"C\" __global__ {bounds}{} {name}({})", self.ty(&f.ret), w.kernel_params(&params))
            }
            FunctionKind::Plain { apart } => {
                let params: Vec<String> = f.params.iter().map(|p| w.param(p)).collect();
                let apart = if *apart { "__noinline__ " } else { "" };
                format!("static __device__ {apart}{} {name}({})", self.ty(&f.ret), params.join(", "))
            }
        };
        w.line(&head);
        w.line("{");
        w.indent += 1;
        if !first.is_empty() {
            w.line("extern __shared__ int k_shared[];");
        }
        first.iter().for_each(|l| w.line(l));
        w.stmts(&f.body);
        w.indent -= 1;
        w.line("}");
        self.jumps.set(false);
    }
}

fn is_zero(e: &Expr) -> bool {
    matches!(e.kind, Kind::Int { value: 0, .. })
}

impl Language for Cuda {
    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(s) => self.scalar(*s).into(),
            Type::Vector(s, n) => format!("k_vec<{}, {n}>", self.scalar(*s)),
            Type::Named(name) => self.name(name),
            Type::Pointer(p) => {
                let volatile = if p.volatile { "volatile " } else { "" };
                let konst = if p.konst { "const " } else { "" };
                let restrict = if p.restrict { " __restrict__" } else { "" };
                format!("{volatile}{konst}{}*{restrict}", self.ty(&p.to))
            }
            other => print::type_text(other),
        }
    }

    fn name(&self, name: &Name) -> String {
        let mut own = name.to_string();
        if RESERVED.contains(&name.as_str()) || name.starts_with("k_") {
            own.push_str("_x");
            while self.words.contains(own.as_str()) {
                own.push('x');
            }
        }
        own
    }

    fn declare(&self, d: &Declare, w: &Writer<'_>) -> Option<String> {
        Some(self.declared(d, w))
    }

    fn expr(&self, e: &Expr, w: &Writer<'_>) -> Option<String> {
        Some(match &e.kind {
            Kind::Int { value, unsigned, long: true, hex } => {
                let suffix = if *unsigned { "ULL" } else { "LL" };
                if *hex { format!("0x{value:x}{suffix}") } else { format!("{value}{suffix}") }
            }
            Kind::Known(k) => match k {
                Known::Nan if self.table.get() => "__builtin_nanf(\"\")",
                Known::Infinity if self.table.get() => "__builtin_huge_valf()",
                Known::Nan => "k_nan()",
                Known::Infinity => "k_infinity()",
                Known::IntMin => "(-2147483647 - 1)",
                Known::IntMax => "2147483647",
                Known::UintMax => "0xffffffffu",
                Known::LongMin => "(-9223372036854775807LL - 1)",
            }
            .into(),
            Kind::Binary(op @ (Binary::Shl | Binary::Shr), a, by) => {
                format!("{} {} {}", w.at(a, Prec::Unary), op.symbol(), self.shifted(by, &a.ty, w))
            }
            Kind::Assign(Some(op @ (Binary::Shl | Binary::Shr)), a, by) => {
                format!("{} {}= {}", w.at(a, Prec::Unary), op.symbol(), self.shifted(by, &a.ty, w))
            }
            Kind::Cast(ty @ Type::Vector(s, _), a) => {
                format!("k_all<{}>(({}){})", self.ty(ty), self.scalar(*s), w.at(a, Prec::Unary))
            }
            Kind::Vector(ty @ Type::Vector(s, _), all) => match all.as_slice() {
                [one] => format!("k_all<{}>(({}){})", self.ty(ty), self.scalar(*s), w.at(one, Prec::Unary)),
                all => format!("{}{{ {} }}", self.ty(ty), self.listed(all, &Type::Scalar(*s), w)),
            },
            Kind::Bits(ty, a) => format!("k_bits<{}>({})", self.ty(ty), w.expr(a)),
            Kind::Convert { ty, of, .. } => format!("k_convert<{}>::of({})", self.ty(ty), w.expr(of)),
            Kind::Struct(ty, all) => {
                if let [one] = all.as_slice()
                    && is_zero(one)
                {
                    return Some(format!("{}{{}}", self.ty(ty)));
                }
                let fields = match ty {
                    Type::Named(name) => self.structs.get(name).map_or(&[][..], |f| f.as_slice()),
                    _ => &[],
                };
                let unknown = Type::Unknown;
                let types = fields.iter().map(|(t, _)| t).chain(std::iter::repeat(&unknown));
                let all: Vec<String> = all.iter().zip(types).map(|(e, t)| self.exactly(e, t, w)).collect();
                format!("{}{{ {} }}", self.ty(ty), all.join(", "))
            }
            Kind::Lane(a, n) => format!("{}.s[{n}]", w.at(a, Prec::Postfix)),
            Kind::Builtin(b, args) => return self.builtin(*b, args, &e.ty, w),
            _ => return None,
        })
    }

    fn stmt(&self, s: &Stmt, w: &mut Writer<'_>) -> bool {
        match s {
            Stmt::Barrier { .. } => w.line("__syncthreads();"),
            Stmt::Unroll(None) => w.directive("#pragma unroll"),
            Stmt::Unroll(Some(times)) => {
                let text = format!("#pragma unroll {}", w.expr(times));
                w.directive(&text);
            }
            Stmt::Declare(d) if self.jumps.get() && d.space != Space::Local => self.split(d, w),
            Stmt::Declare(d) if self.jumps.get() && d.names.iter().any(|n| n.pointer.is_some()) => self.split(d, w),
            _ => return false,
        }
        true
    }

    fn item(&self, item: &Item, w: &mut Writer<'_>) -> bool {
        match item {
            Item::LongAtomics { .. } | Item::Unrolls | Item::Calls | Item::SpaceName { .. } => {}
            Item::ExactArithmetic => w.line(&comment("To be compiled with --fmad=false.")),
            Item::Struct { name, fields } => {
                let fields: Vec<String> =
                    fields.iter().map(|(t, n)| format!("    {} {};\n", self.ty(t), self.name(n))).collect();
                let text = format!("struct {} {{\n{}}};", self.name(name), fields.concat());
                w.line(&text);
            }
            Item::Table { ty, name, values, .. } => {
                self.table.set(true);
                let all: Vec<String> = values.iter().map(|e| self.exactly(e, ty, w)).collect();
                self.table.set(false);
                let text = format!(
                    "static __constant__ {} {}[{}] = {{ {} }};",
                    self.ty(ty),
                    self.name(name),
                    values.len(),
                    all.join(", ")
                );
                w.line(&text);
            }
            Item::Function(f) => self.function(f, w),
            _ => return false,
        }
        true
    }
}
