//! The text form of Core, for `--emit core` and for tests of passes; [`parse`](super::parse) reads it back.
//!
//! ```text
//! struct Vec2 { x: f32, y: f32 }
//! site #0 "Main.add(int[], int[])" "b[i]"
//!
//! region VectorAdd_add(a: [i32], b: [i32]) -> ([i32]) {
//!   let n: i32 = len a
//!   c: [i32] = par VectorAdd_add_1 (i: 0..n) -> new [n] {
//!     c[i] = a[i] + b[check_index(b, i) #0]
//!   }
//!   return c
//! }
//! ```
//! Names are the source's. A second variable of one name in a function is `x.1`, a third `x.2`. Integer literals carry `L` for
//! `i64` and their type for narrower ones (`5i8`); float literals `f` for `f32`. Names that are words of the form stand in backquotes.
//! With provenance, statements end in `@lo..hi` (read back exactly) or `@line:col` (for people).

use super::ir::*;
use smol_str::SmolStr;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::SourceMap;
use std::collections::HashMap;

/// What is said about where statements come from.
#[derive(Clone, Copy, Default)]
pub enum Provenance<'a> {
    #[default]
    None,
    /// `@lo..hi`, as [`parse`](super::parse) reads it back.
    Spans,
    /// `@line:col`.
    Lines(&'a SourceMap),
}

pub fn print(program: &Program, provenance: Provenance) -> String {
    let mut p = Printer { program, provenance, out: String::new(), indent: 0, names: Vec::new() };
    for s in &program.structs {
        let fields: Vec<_> = s.fields.iter().map(|(n, t)| format!("{}: {}", word(n), p.ty(t))).collect();
        p.line(&format!("struct {} {{ {} }}", word(&s.name), fields.join(", ")));
    }
    for (i, s) in program.sites.iter().enumerate() {
        let prov = p.prov(&Prov::one(s.span));
        p.line(&format!("site #{i} {:?} {:?}{prov}", s.method.as_str(), s.text.as_str()));
    }
    for (i, func) in program.funcs.iter().enumerate() {
        if i > 0 || !p.out.is_empty() {
            p.out.push('\n');
        }
        p.func(func);
    }
    p.out
}

/// One function alone, as messages and reports show it.
pub fn print_func(program: &Program, func: &Func) -> String {
    let mut p = Printer { program, provenance: Provenance::None, out: String::new(), indent: 0, names: Vec::new() };
    p.func(func);
    p.out
}

/// Names of the variables of a function, unique, in the order of their ids.
pub fn unique_names(vars: &[Var]) -> Vec<String> {
    let mut seen: HashMap<SmolStr, usize> = HashMap::new();
    vars.iter()
        .map(|v| {
            let n = seen.entry(v.name.clone()).or_default();
            *n += 1;
            if *n == 1 { word(&v.name) } else { format!("{}.{}", word(&v.name), *n - 1) }
        })
        .collect()
}

/// Words that mean something where an expression or a statement may stand.
pub(super) const WORDS: &[&str] = &[
    "struct",
    "site",
    "region",
    "scalar",
    "let",
    "mut",
    "folds",
    "if",
    "else",
    "for",
    "in",
    "step",
    "while",
    "block",
    "break",
    "continue",
    "return",
    "throw",
    "do",
    "run",
    "par",
    "new",
    "zeroed",
    "update",
    "reduce",
    "fold",
    "accumulate",
    "scan",
    "filter",
    "from",
    "len",
    "bitcast",
    "private",
    "true",
    "false",
    "nan",
    "inf",
    "sqrt",
    "abs",
    "floor",
    "ceil",
    "rint",
    "fma",
    "min",
    "max",
    "check_index",
    "check_nonzero",
    "check_size",
    "check_length",
    "check_below",
    "check_char",
    "check_view",
    "bool",
    "i8",
    "i16",
    "u16",
    "i32",
    "i64",
    "f32",
    "f64",
    "of",
    "updates",
    "fast_math",
    "cold",
    "nanf",
    "inff",
];

fn word(name: &str) -> String {
    let plain = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    if plain && !WORDS.contains(&name) { name.to_string() } else { format!("`{name}`") }
}

pub fn math_name(op: MathOp) -> &'static str {
    match op {
        MathOp::Sqrt => "sqrt",
        MathOp::Abs => "abs",
        MathOp::Floor => "floor",
        MathOp::Ceil => "ceil",
        MathOp::Rint => "rint",
        MathOp::Fma => "fma",
        MathOp::Min => "min",
        MathOp::Max => "max",
    }
}

pub fn reduce_name(op: ReduceOp) -> &'static str {
    match op {
        ReduceOp::Add => "+",
        ReduceOp::Sub => "-",
        ReduceOp::Mul => "*",
        ReduceOp::And => "&",
        ReduceOp::Or => "|",
        ReduceOp::Xor => "^",
        ReduceOp::Min => "min",
        ReduceOp::Max => "max",
    }
}

/// Symbol and precedence, as in Java.
pub(super) fn bin_name(op: BinOp) -> (&'static str, u8) {
    match op {
        BinOp::Mul => ("*", 10),
        BinOp::Div => ("/", 10),
        BinOp::Rem => ("%", 10),
        BinOp::Add => ("+", 9),
        BinOp::Sub => ("-", 9),
        BinOp::Shl => ("<<", 8),
        BinOp::Shr => (">>", 8),
        BinOp::UShr => (">>>", 8),
        BinOp::Lt => ("<", 7),
        BinOp::Le => ("<=", 7),
        BinOp::Gt => (">", 7),
        BinOp::Ge => (">=", 7),
        BinOp::Eq => ("==", 6),
        BinOp::Ne => ("!=", 6),
        BinOp::And => ("&", 5),
        BinOp::Xor => ("^", 4),
        BinOp::Or => ("|", 3),
    }
}
const AND: u8 = 2;
const OR: u8 = 1;
const SELECT: u8 = 0;
const UNARY: u8 = 11;

struct Printer<'a> {
    program: &'a Program,
    provenance: Provenance<'a>,
    out: String,
    indent: usize,
    names: Vec<String>,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn prov(&self, prov: &Prov) -> String {
        let spans = prov.0.iter().filter(|s| !s.is_none());
        let places = spans.filter_map(|span| match self.provenance {
            Provenance::None => None,
            Provenance::Spans => Some(format!(" @{}..{}", span.lo, span.hi)),
            Provenance::Lines(map) => map.locate(*span).map(|(_, line, col)| format!(" @{line}:{col}")),
        });
        places.collect()
    }

    fn ty(&self, ty: &Ty) -> String {
        type_name(self.program, ty)
    }

    fn name(&self, var: VarId) -> String {
        // A number out of range is what a violation may have to show.
        self.names.get(var.index()).cloned().unwrap_or_else(|| format!("?{}", var.0))
    }

    fn func_name(&self, func: FuncId) -> String {
        self.program.funcs.get(func.index()).map_or_else(|| format!("?{}", func.0), |f| word(&f.name))
    }

    fn func(&mut self, func: &Func) {
        self.names = unique_names(&func.vars);
        let params: Vec<_> = func.params.iter().map(|&p| self.param(func, p)).collect();
        let (kind, ret) = match &func.kind {
            FuncKind::Scalar => ("scalar", func.ret.iter().map(|t| self.ty(t)).collect::<Vec<_>>()),
            FuncKind::Region { updates, .. } => {
                let ret = func.ret.iter().enumerate().map(|(i, t)| match updates.get(i).copied().flatten() {
                    Some(p) => format!("{} updates {}", self.ty(t), self.name(p)),
                    None => self.ty(t),
                });
                ("region", ret.collect())
            }
        };
        let mut head = format!("{kind} {}({}) -> ({})", word(&func.name), params.join(", "), ret.join(", "));
        if let FuncKind::Region { outside: Some(outside), .. } = &func.kind {
            let list = |types: &[Ty]| types.iter().map(|t| self.ty(t)).collect::<Vec<_>>().join(", ");
            head += &format!(" outside ({}) -> ({})", list(&outside.params), list(&outside.ret));
        }
        if let FuncKind::Region { tables, .. } = &func.kind {
            for (var, table) in tables {
                let Some(a) = func.vars[var.index()].ty.as_array() else { continue };
                let ty =
                    Ty::Array(ArrayTy { elem: a.elem.clone(), dims: table.dims.iter().copied().map(Some).collect() });
                let values: Vec<String> = table.values.iter().map(|c| constant(c, &a.elem)).collect();
                head += &format!(" where {} = {} ({})", self.name(*var), self.ty(&ty), values.join(", "));
            }
        }
        if let FuncKind::Region { optional, .. } = &func.kind
            && !optional.is_empty()
        {
            let names: Vec<String> = optional.iter().map(|v| self.name(*v)).collect();
            head += &format!(" optional {}", names.join(", "));
        }
        if func.display != func.name {
            head += &format!(" {:?}", func.display.as_str());
        }
        if func.fast_math {
            head += " fast_math";
        }
        if func.cold {
            head += " cold";
        }
        head += &self.prov(&func.prov);
        self.line(&(head + " {"));
        self.block(func, &func.body);
        self.line("}");
    }

    fn param(&self, func: &Func, var: VarId) -> String {
        let v = &func.vars[var.index()];
        format!("{}{}: {}", if v.mutable { "mut " } else { "" }, self.name(var), self.ty(&v.ty))
    }

    fn block(&mut self, func: &Func, block: &Block) {
        self.indent += 1;
        for stmt in &block.stmts {
            self.stmt(func, stmt);
        }
        self.indent -= 1;
    }

    fn stmt(&mut self, func: &Func, stmt: &Stmt) {
        let prov = self.prov(&stmt.prov);
        match &stmt.kind {
            StmtKind::Let { var, init } => {
                let folds = func.vars[var.index()].folds;
                let folds = folds.map_or(String::new(), |op| format!(" folds({})", reduce_name(op)));
                let head = format!("let {}{folds}", self.param(func, *var));
                match init {
                    Some(e) => self.line(&format!("{head} = {}{prov}", self.expr(e, 0))),
                    None => self.line(&format!("{head}{prov}")),
                }
            }
            StmtKind::Assign { var, value } => {
                self.line(&format!("{} = {}{prov}", self.name(*var), self.expr(value, 0)))
            }
            StmtKind::Store { array, index, value } => {
                self.line(&format!("{}[{}] = {}{prov}", self.name(*array), self.list(index), self.expr(value, 0)))
            }
            StmtKind::Accumulate { array, index, value } => self.line(&format!(
                "accumulate {}[{}] {}{prov}",
                self.name(*array),
                self.list(index),
                self.expr(value, 0)
            )),
            StmtKind::If { cond, then, otherwise } => {
                self.line(&format!("if {}{prov} {{", self.expr(cond, 0)));
                self.block(func, then);
                if !otherwise.stmts.is_empty() {
                    self.line("} else {");
                    self.block(func, otherwise);
                }
                self.line("}");
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let step = match &step.kind {
                    ExprKind::Const(Const::Int(1)) => String::new(),
                    _ => format!(" step {}", self.expr(step, 0)),
                };
                let (lo, hi) = (self.expr(lo, 0), self.expr(hi, 0));
                self.line(&format!("for {} in {lo}..{hi}{step} '{}{prov} {{", self.name(*var), label.0));
                self.block(func, body);
                self.line("}");
            }
            StmtKind::While { cond, body, label } => {
                self.line(&format!("while {} '{}{prov} {{", self.expr(cond, 0), label.0));
                self.block(func, body);
                self.line("}");
            }
            StmtKind::Labeled { label, body } => {
                self.line(&format!("block '{}{prov} {{", label.0));
                self.block(func, body);
                self.line("}");
            }
            StmtKind::Break(label) => self.line(&format!("break '{}{prov}", label.0)),
            StmtKind::Continue(label) => self.line(&format!("continue '{}{prov}", label.0)),
            StmtKind::Return(values) if values.is_empty() => self.line(&format!("return{prov}")),
            StmtKind::Return(values) => self.line(&format!("return {}{prov}", self.list(values))),
            StmtKind::Throw { class, message, site } => {
                let piece = |p: &Piece| match p {
                    Piece::Text(text) => format!("{:?}", text.as_str()),
                    Piece::Value(value) => self.expr(value, 0),
                };
                let message = match message.as_deref() {
                    None => String::new(),
                    Some([Piece::Text(text)]) => format!(" {:?}", text.as_str()),
                    Some(pieces) => format!(" ({})", pieces.iter().map(piece).collect::<Vec<_>>().join(", ")),
                };
                self.line(&format!("throw {class:?}{message} #{}{prov}", site.0, class = class.as_str()))
            }
            StmtKind::Call { func, args } => {
                self.line(&format!("do {}({}){prov}", self.func_name(*func), self.list(args)))
            }
            StmtKind::CallRegion { results, func: callee, args } => {
                let results: Vec<_> = results.iter().map(|&r| self.param(func, r)).collect();
                let results = if results.is_empty() { String::new() } else { results.join(", ") + " = " };
                self.line(&format!("{results}run {}({}){prov}", self.func_name(*callee), self.list(args)))
            }
            StmtKind::Par(par) => self.par(func, par, &prov),
        }
    }

    fn par(&mut self, func: &Func, par: &Par, prov: &str) {
        let results: Vec<_> = par.outputs.iter().map(|o| self.param(func, o.result)).collect();
        let results = if results.is_empty() { String::new() } else { results.join(", ") + " = " };
        let space: Vec<_> = par
            .space
            .iter()
            .map(|d| format!("{}: {}..{}", self.name(d.index), self.expr(&d.lo, 0), self.expr(&d.hi, 0)))
            .collect();
        let outputs: Vec<_> = par.outputs.iter().map(|o| self.output(&o.kind)).collect();
        let arrow = if outputs.is_empty() { "" } else { " -> " };
        let (name, space, outputs) = (word(&par.name), space.join(", "), outputs.join(", "));
        self.line(&format!("{results}par {name} ({space}){arrow}{outputs}{prov} {{"));
        self.block(func, &par.body);
        self.line("}");
    }

    fn output(&self, kind: &OutputKind) -> String {
        match kind {
            OutputKind::Array(ArraySource::New { sizes, zeroed }) => {
                format!("new {}[{}]", if *zeroed { "zeroed " } else { "" }, self.list(sizes))
            }
            OutputKind::Array(ArraySource::Update { old }) => format!("update {}", self.name(*old)),
            OutputKind::Reduce { op, acc, init } => {
                format!("reduce({}) {} from {}", reduce_name(*op), self.name(*acc), self.expr(init, 0))
            }
            OutputKind::Fold { func, captured, value, init, site } => {
                let init = init.as_ref().map_or_else(String::new, |e| format!(" from {}", self.expr(e, 0)));
                let captured: String = captured.iter().map(|v| format!(", {}", self.name(*v))).collect();
                format!("fold({}{captured}) {}{init} #{}", self.func_name(*func), self.name(*value), site.0)
            }
            OutputKind::Accumulate { op, array } => format!("accumulate({}) {}", reduce_name(*op), self.name(*array)),
            OutputKind::Scan { op, value, init } => {
                format!("scan({}) {} from {}", reduce_name(*op), self.name(*value), self.expr(init, 0))
            }
            OutputKind::First { found } => format!("first {}", self.name(*found)),
            OutputKind::Filter { value, keep } => format!("filter {} if {}", self.name(*value), self.name(*keep)),
            OutputKind::Sort { array, places } => {
                format!("sort {}{}", if *places { "places " } else { "" }, self.name(*array))
            }
        }
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr(e, 0)).collect::<Vec<_>>().join(", ")
    }

    /// In parentheses where the expression binds less than `min`.
    fn expr(&self, expr: &Expr, min: u8) -> String {
        let (text, precedence) = self.bare(expr);
        if precedence < min { format!("({text})") } else { text }
    }

    fn bare(&self, expr: &Expr) -> (String, u8) {
        let infix =
            |op: &str, p: u8, a: &Expr, b: &Expr| (format!("{} {op} {}", self.expr(a, p), self.expr(b, p + 1)), p);
        let closed = |text: String| (text, 12);
        match &expr.kind {
            ExprKind::Const(c) => {
                let text = constant(c, &expr.ty);
                let precedence = if text.starts_with('-') { UNARY } else { 12 };
                (text, precedence)
            }
            ExprKind::Var(v) => closed(self.name(*v)),
            ExprKind::Unary(op, a) => {
                let symbol = match op {
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Not => "!",
                };
                // `-5` is a literal, so the negation of one keeps its parentheses, as does the negation of a negation.
                let inner = match a.kind {
                    ExprKind::Const(_) if *op == UnOp::Neg => format!("({})", self.expr(a, 0)),
                    _ => self.expr(a, UNARY + 1),
                };
                (format!("{symbol}{inner}"), UNARY)
            }
            ExprKind::Binary(op, a, b) => {
                let (symbol, p) = bin_name(*op);
                infix(symbol, p, a, b)
            }
            ExprKind::And(a, b) => infix("&&", AND, a, b),
            ExprKind::Or(a, b) => infix("||", OR, a, b),
            ExprKind::Select(c, a, b) => {
                (format!("{} ? {} : {}", self.expr(c, OR), self.expr(a, OR), self.expr(b, SELECT)), SELECT)
            }
            ExprKind::Convert(a) => closed(format!("{}({})", self.ty(&expr.ty), self.expr(a, 0))),
            ExprKind::Bitcast(a) => closed(format!("bitcast {}({})", self.ty(&expr.ty), self.expr(a, 0))),
            ExprKind::Math(op, args) => closed(format!("{}({})", math_name(*op), self.list(args))),
            ExprKind::Len { array, dim: 0 } => closed(format!("len {}", self.name(*array))),
            ExprKind::Len { array, dim } => closed(format!("len({}, {dim})", self.name(*array))),
            ExprKind::Index { array, index } | ExprKind::Row { array, index } => {
                closed(format!("{}[{}]", self.name(*array), self.list(index)))
            }
            ExprKind::Check { kind, value, site } => {
                let value = self.expr(value, 0);
                let text = match kind {
                    CheckKind::Index { array, dim: 0 } => format!("check_index({}, {value})", self.name(*array)),
                    CheckKind::Index { array, dim } => format!("check_index({}, {dim}, {value})", self.name(*array)),
                    CheckKind::Below { length, text } => {
                        let name = if *text { "check_char" } else { "check_below" };
                        format!("{name}({value}, {})", self.expr(length, 0))
                    }
                    CheckKind::NonZero => format!("check_nonzero({value})"),
                    CheckKind::Size => format!("check_size({value})"),
                    CheckKind::SameLength { other } => format!("check_length({value}, {})", self.expr(other, 0)),
                    CheckKind::View { array, dim, before, after } => {
                        format!("check_view({}, {dim}, {before}, {after}, {value})", word(array))
                    }
                };
                closed(format!("{text} #{}", site.0))
            }
            ExprKind::Call { func, args } => closed(format!("{}({})", self.func_name(*func), self.list(args))),
            ExprKind::MakeStruct(fields) => closed(format!("{} {{ {} }}", self.ty(&expr.ty), self.list(fields))),
            ExprKind::Field(a, field) => {
                let name = match &a.ty {
                    Ty::Struct(s) => self
                        .program
                        .structs
                        .get(s.index())
                        .and_then(|s| s.fields.get(*field as usize))
                        .map_or_else(|| format!("?{field}"), |f| word(&f.0)),
                    _ => format!("?{field}"),
                };
                closed(format!("{}.{name}", self.expr(a, 12)))
            }
            ExprKind::NewPrivate => closed("private".into()),
            ExprKind::NewArray { sizes } => closed(format!("new [{}]", self.list(sizes))),
            ExprKind::ArrayLit(items) if items.is_empty() => closed(format!("[] of {}", self.ty(&expr.ty))),
            ExprKind::ArrayLit(items) => closed(format!("[{}]", self.list(items))),
        }
    }
}

/// `[f32; _, 4]`, `Vec2`, `i32`
pub fn type_name(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Bool => "bool".into(),
        Ty::I8 => "i8".into(),
        Ty::I16 => "i16".into(),
        Ty::U16 => "u16".into(),
        Ty::I32 => "i32".into(),
        Ty::I64 => "i64".into(),
        Ty::F32 => "f32".into(),
        Ty::F64 => "f64".into(),
        Ty::Struct(s) => program.structs.get(s.index()).map_or_else(|| format!("?{}", s.0), |s| word(&s.name)),
        Ty::Array(a) => {
            let elem = type_name(program, &a.elem);
            if a.dims == [None] {
                return format!("[{elem}]");
            }
            let dims: Vec<_> = a.dims.iter().map(|d| d.map_or_else(|| "_".into(), |n| n.to_string())).collect();
            format!("[{elem}; {}]", dims.join(", "))
        }
    }
}

fn constant(c: &Const, ty: &Ty) -> String {
    match (c, ty) {
        (Const::Bool(b), _) => b.to_string(),
        (Const::Int(n), Ty::I32) => n.to_string(),
        (Const::Int(n), Ty::I64) => format!("{n}L"),
        (Const::Int(n), Ty::I8) => format!("{n}i8"),
        (Const::Int(n), Ty::I16) => format!("{n}i16"),
        (Const::Int(n), _) => format!("{n}u16"),
        (Const::F32(x), _) => float(*x as f64, format!("{x:?}")) + "f",
        (Const::F64(x), _) => float(*x, format!("{x:?}")),
    }
}

/// Shortest digits that read back to the same bits; a NaN's payload is not kept, as Java does not define it.
fn float(x: f64, digits: String) -> String {
    match x {
        x if x.is_nan() => "nan".into(),
        f64::INFINITY => "inf".into(),
        f64::NEG_INFINITY => "-inf".into(),
        _ => digits,
    }
}
