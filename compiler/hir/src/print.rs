//! HIR as text, for `--emit hir` and for tests: Java-like, with everything explicit that Java leaves out.
//!
//! Casts and conversions show as `(T) e`, upcasts only where types are asked for, virtual calls by name, made locals by their
//! names with the number where two share one.

use crate::*;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The library's classes too.
    pub library: bool,
    /// Upcasts, and each expression's type where it is not plain.
    pub types: bool,
}

pub fn print(program: &Program, options: &Options) -> String {
    let mut p = Printer { program, options: *options, out: String::new(), indent: 0, method: None };
    for (i, class) in program.classes.iter().enumerate() {
        if options.library || !class.is_library {
            p.class(ClassId(i as u32));
        }
    }
    p.out
}

struct Printer<'a> {
    program: &'a Program,
    options: Options,
    out: String,
    indent: usize,
    method: Option<&'a Method>,
}

/// Spells an operator.
fn op(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::UShr => ">>>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
    }
}

/// As [`ty`], of the items of a stream, in which a box and its primitive type are the same.
pub fn item(program: &Program, of: &Ty) -> String {
    ty(program, &program.unboxed(of).unwrap_or_else(|| of.clone()))
}

/// A type as source writes it.
pub fn ty(program: &Program, t: &Ty) -> String {
    match t {
        Ty::Class(c) => {
            let name = &program.class(*c).name;
            name.strip_prefix("java.lang.").unwrap_or(name).to_string()
        }
        Ty::Array { elem, bound } => {
            let bound = bound.map_or(String::new(), |b| b.to_string());
            format!("{}[{bound}]", ty(program, elem))
        }
        Ty::ValueArray { elem, dims } => {
            let dims: String =
                dims.iter().map(|d| format!("[{}]", d.map_or(String::new(), |d| d.to_string()))).collect();
            format!("{}[{dims}]", ty(program, elem))
        }
        other => other.keyword().unwrap_or("null").into(),
    }
}

impl<'a> Printer<'a> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn ty(&self, t: &Ty) -> String {
        ty(self.program, t)
    }

    fn class(&mut self, id: ClassId) {
        let c = self.program.class(id);
        let kind = match &c.kind {
            ClassKind::Class => "class",
            ClassKind::Interface => "interface",
            ClassKind::Enum => "enum",
            ClassKind::Record => "record",
            ClassKind::Lambda { .. } => "lambda",
        };
        let mut head = String::new();
        if c.is_value {
            head.push_str("value ");
        }
        if c.is_abstract && c.kind != ClassKind::Interface {
            head.push_str("abstract ");
        }
        let _ = write!(head, "{kind} {}", c.name);
        if let Some(s) = c.superclass.filter(|s| self.program.class(*s).name != "java.lang.Object") {
            let _ = write!(head, " extends {}", self.ty(&Ty::Class(s)));
        }
        if !c.interfaces.is_empty() {
            let list: Vec<String> = c.interfaces.iter().map(|i| self.ty(&Ty::Class(*i))).collect();
            let _ = write!(head, " implements {}", list.join(", "));
        }
        self.line(&format!("{head} {{"));
        self.indent += 1;
        for f in &c.fields {
            let f = self.program.field(*f);
            let constant = f.constant.as_ref().map_or(String::new(), |l| format!(" = {}", lit(l, &f.ty)));
            let text = format!(
                "{}{}{} {}{constant};",
                if f.is_static { "static " } else { "" },
                if f.is_final { "final " } else { "" },
                self.ty(&f.ty),
                f.name
            );
            self.line(&text);
        }
        for m in c.methods.iter().chain(c.static_init.iter().filter(|m| !c.methods.contains(m))) {
            self.method(*m);
        }
        self.indent -= 1;
        self.line("}");
    }

    fn method(&mut self, id: MethodId) {
        let m = self.program.method(id);
        self.method = Some(m);
        let mut head = String::new();
        if m.is_static {
            head.push_str("static ");
        }
        if m.is_abstract {
            head.push_str("abstract ");
        }
        if let Some(somd) = &m.somd {
            if somd.library.is_some() {
                head.push_str("library ");
            }
            match &somd.reduce {
                None => head.push_str("somd "),
                Some((r, _)) => {
                    let r = self.reduce(r);
                    let _ = write!(head, "somd reduce({r}) ");
                }
            }
        }
        let params: Vec<String> = m.params.iter().map(|l| self.declared(*l)).collect();
        let _ = write!(head, "{} {}({})", self.ty(&m.ret), m.name, params.join(", "));
        if let Some(native) = &m.native {
            let _ = write!(head, " native \"{native}\"");
        }
        match &m.body {
            None => self.line(&format!("{head};")),
            Some(body) => {
                self.line(&format!("{head} {{"));
                self.block(body);
                self.line("}");
            }
        }
        self.method = None;
    }

    fn reduce(&self, r: &Reduce) -> String {
        match r {
            Reduce::Op(o) => format!("{o:?}").to_lowercase(),
            Reduce::SelfReduce => "self".into(),
            Reduce::User(e) => self.expr(e),
        }
    }

    /// A local's name, with its number where another has the same.
    fn local(&self, id: LocalId) -> String {
        let Some(m) = self.method else { return format!("_{}", id.0) };
        let Some(l) = m.locals.get(id.index()) else { return format!("_{}", id.0) };
        let shared = m.locals.iter().filter(|o| o.name == l.name).count() > 1;
        if shared { format!("{}.{}", l.name, id.0) } else { l.name.to_string() }
    }

    fn declared(&self, id: LocalId) -> String {
        let Some(l) = self.method.and_then(|m| m.locals.get(id.index())) else { return self.local(id) };
        let mut head = String::new();
        if l.shared {
            head.push_str("shared ");
        }
        if let Some(d) = &l.dist {
            head.push_str("dist");
            let mut parts = Vec::new();
            if let Some(dims) = &d.dims {
                parts.extend(dims.iter().map(|n| format!("dim = {}", n + 1)));
            }
            if let Some(view) = &d.view {
                let pairs: Vec<String> = view.iter().map(|(a, b)| format!("<{a},{b}>")).collect();
                parts.push(format!("{} = {}", if d.corners { "polyview" } else { "view" }, pairs.join(", ")));
            }
            if let Some(p) = &d.partitioner {
                parts.push(self.expr(p));
            }
            if !parts.is_empty() {
                let _ = write!(head, "({})", parts.join(", "));
            }
            head.push(' ');
        }
        format!("{head}{} {}", self.ty(&l.ty), self.local(id))
    }

    fn block(&mut self, b: &Block) {
        self.indent += 1;
        for s in &b.stmts {
            self.stmt(s);
        }
        self.indent -= 1;
    }

    fn body(&mut self, head: &str, b: &Block) {
        self.line(&format!("{head} {{"));
        self.block(b);
        self.line("}");
    }

    /// A statement on one line, as `for` has them.
    fn simple(&self, s: &Stmt) -> String {
        match &s.kind {
            StmtKind::Local { local, init } => match init {
                Some(e) => format!("{} = {}", self.declared(*local), self.expr(e)),
                None => self.declared(*local),
            },
            StmtKind::Expr(e) => self.expr(e),
            _ => {
                let mut inner = Printer {
                    program: self.program,
                    options: self.options,
                    out: String::new(),
                    indent: 0,
                    method: self.method,
                };
                inner.stmt(s);
                inner.out.split_whitespace().collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Local { .. } | StmtKind::Expr(_) => {
                let text = self.simple(s);
                self.line(&format!("{text};"));
            }
            StmtKind::Block(b) => self.body("", b),
            StmtKind::If { cond, then, otherwise } => {
                let head = format!("if ({})", self.expr(cond));
                self.body(&head, then);
                if let Some(o) = otherwise {
                    self.body("else", o);
                }
            }
            StmtKind::While { cond, body, label } => {
                let head = format!("L{}: while ({})", label.0, self.expr(cond));
                self.body(&head, body);
            }
            StmtKind::DoWhile { body, cond, label } => {
                self.body(&format!("L{}: do", label.0), body);
                let text = format!("while ({});", self.expr(cond));
                self.line(&text);
            }
            StmtKind::For { init, cond, update, body, label } => {
                let init: Vec<String> = init.iter().map(|s| self.simple(s)).collect();
                let update: Vec<String> = update.iter().map(|e| self.expr(e)).collect();
                let cond = cond.as_ref().map_or(String::new(), |c| self.expr(c));
                let head = format!("L{}: for ({}; {cond}; {})", label.0, init.join(", "), update.join(", "));
                self.body(&head, body);
            }
            StmtKind::Labeled { label, body } => self.body(&format!("L{}:", label.0), body),
            StmtKind::Switch { scrutinee, arms, label } => {
                let head = format!("L{}: switch ({}) {{", label.0, self.expr(scrutinee));
                self.line(&head);
                self.indent += 1;
                for arm in arms {
                    let mut labels: Vec<String> = arm.values.iter().map(|v| format!("case {v}")).collect();
                    if arm.is_default {
                        labels.push("default".into());
                    }
                    self.line(&format!("{}:", labels.join(", ")));
                    self.block(&arm.body);
                }
                self.indent -= 1;
                self.line("}");
            }
            StmtKind::Break(l) => self.line(&format!("break L{};", l.0)),
            StmtKind::Continue(l) => self.line(&format!("continue L{};", l.0)),
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(e)) => {
                let text = format!("return {};", self.expr(e));
                self.line(&text);
            }
            StmtKind::Throw(e) => {
                let text = format!("throw {};", self.expr(e));
                self.line(&text);
            }
            StmtKind::Try { body, catches, finally } => {
                self.body("try", body);
                for c in catches {
                    let classes: Vec<String> = c.classes.iter().map(|c| self.ty(&Ty::Class(*c))).collect();
                    let head = format!("catch ({} {})", classes.join(" | "), self.local(c.local));
                    self.body(&head, &c.body);
                }
                if let Some(f) = finally {
                    self.body("finally", f);
                }
            }
            StmtKind::Sync { reduce, vars, body } => {
                let mut head = "sync".to_string();
                if let Some((r, _)) = reduce {
                    let _ = write!(head, " reduce({})", self.reduce(r));
                }
                if !vars.is_empty() {
                    let vars: Vec<String> = vars.iter().map(|v| self.local(*v)).collect();
                    let _ = write!(head, " ({})", vars.join(", "));
                }
                self.body(&head, body);
            }
            StmtKind::Single(b) => self.body("single", b),
        }
    }

    fn exprs(&self, list: &[Expr]) -> String {
        list.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn field(&self, object: &Option<Box<Expr>>, field: FieldId) -> String {
        let f = self.program.field(field);
        match object {
            Some(o) => format!("{}.{}", self.operand(o), f.name),
            None => format!("{}.{}", self.ty(&Ty::Class(f.class)), f.name),
        }
    }

    fn place(&self, p: &Place) -> String {
        match p {
            Place::Local(l) => self.local(*l),
            Place::Field { object, field } => self.field(object, *field),
            Place::Index { array, index } => format!("{}[{}]", self.operand(array), self.expr(index)),
        }
    }

    /// An expression where one operand is wanted: in parentheses unless it is simple.
    fn operand(&self, e: &Expr) -> String {
        let text = self.expr(e);
        let simple = match &e.kind {
            ExprKind::Upcast(inner) if !self.options.types => return self.operand(inner),
            ExprKind::Lit(_)
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Field { .. }
            | ExprKind::Length(_)
            | ExprKind::Index { .. }
            | ExprKind::Call { .. }
            | ExprKind::New { .. }
            | ExprKind::ClassLit(_) => true,
            _ => false,
        };
        if simple { text } else { format!("({text})") }
    }

    fn expr(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Lit(l) => lit(l, &e.ty),
            ExprKind::Local(l) => self.local(*l),
            ExprKind::This => "this".into(),
            ExprKind::Field { object, field } => self.field(object, *field),
            ExprKind::Length(a) => format!("{}.length", self.operand(a)),
            ExprKind::Index { array, index } => format!("{}[{}]", self.operand(array), self.expr(index)),
            ExprKind::Call { kind, method, receiver, args } => {
                let m = self.program.method(*method);
                let args = self.exprs(args);
                match (kind, receiver) {
                    (CallKind::Special, Some(r)) => {
                        format!("{}.{}::{}({args})", self.operand(r), self.ty(&Ty::Class(m.class)), m.name)
                    }
                    (_, Some(r)) => format!("{}.{}({args})", self.operand(r), m.name),
                    (_, None) => format!("{}.{}({args})", self.ty(&Ty::Class(m.class)), m.name),
                }
            }
            ExprKind::New { class, args, .. } => format!("new {}({})", self.ty(&Ty::Class(*class)), self.exprs(args)),
            ExprKind::NewArray { sizes } => {
                let sizes: String = sizes.iter().map(|s| format!("[{}]", self.expr(s))).collect();
                format!("new {}{{{sizes}}}", self.ty(&e.ty))
            }
            ExprKind::ArrayLit(items) => format!("new {} {{ {} }}", self.ty(&e.ty), self.exprs(items)),
            ExprKind::Neg(a) => format!("-{}", self.operand(a)),
            ExprKind::BitNot(a) => format!("~{}", self.operand(a)),
            ExprKind::Not(a) => format!("!{}", self.operand(a)),
            ExprKind::Binary(o, a, b) => format!("{} {} {}", self.operand(a), op(*o), self.operand(b)),
            ExprKind::And(a, b) => format!("{} && {}", self.operand(a), self.operand(b)),
            ExprKind::Or(a, b) => format!("{} || {}", self.operand(a), self.operand(b)),
            ExprKind::Convert(a) | ExprKind::CheckCast(a) => format!("({}) {}", self.ty(&e.ty), self.operand(a)),
            ExprKind::Upcast(a) if self.options.types => format!("<{}> {}", self.ty(&e.ty), self.operand(a)),
            ExprKind::Upcast(a) => self.expr(a),
            ExprKind::InstanceOf { expr, ty, binding } => {
                let binding = binding.map_or(String::new(), |b| format!(" {}", self.local(b)));
                format!("{} instanceof {}{binding}", self.operand(expr), self.ty(ty))
            }
            ExprKind::Cond(c, a, b) => format!("{} ? {} : {}", self.operand(c), self.operand(a), self.operand(b)),
            ExprKind::Assign { place, value } => format!("{} = {}", self.place(place), self.expr(value)),
            ExprKind::CompoundAssign { place, op: o, op_ty, value } => {
                let ty = if self.options.types { format!("{{{}}}", self.ty(op_ty)) } else { String::new() };
                format!("{} {}={ty} {}", self.place(place), op(*o), self.expr(value))
            }
            ExprKind::IncDec { place, decrement, prefix } => {
                let s = if *decrement { "--" } else { "++" };
                let place = self.place(place);
                if *prefix { format!("{s}{place}") } else { format!("{place}{s}") }
            }
            ExprKind::Concat(parts) => format!("concat({})", self.exprs(parts)),
            ExprKind::Switch(s) => format!("switch-value {} {{ {} }}", self.local(s.result), self.simple(&s.switch)),
            ExprKind::Sequence(stmts, value) => {
                let stmts: String = stmts.iter().map(|s| format!("{}; ", self.simple(s))).collect();
                format!("{{ {stmts}{} }}", self.expr(value))
            }
            ExprKind::ArrayStep(step) => self.expr(&step.host),
            ExprKind::ClassLit(t) => format!("{}.class", self.ty(t)),
            ExprKind::Map { method, args } => {
                let m = self.program.method(*method);
                let args: Vec<String> = args
                    .iter()
                    .map(|a| format!("{}{}", if a.mapped { "each " } else { "" }, self.expr(&a.expr)))
                    .collect();
                format!("{} @ {}({})", self.ty(&Ty::Class(m.class)), m.name, args.join(", "))
            }
            ExprKind::MapBinary { op: o, left, right } => {
                format!("{} @{} {}", self.operand(left), op(*o), self.operand(right))
            }
            ExprKind::MapUnary { op, array } => {
                let s = match op {
                    MapUnaryOp::Neg => "-",
                    MapUnaryOp::BitNot => "~",
                    MapUnaryOp::Not => "!",
                };
                format!("@{s}{}", self.operand(array))
            }
            ExprKind::MapConvert(a) => format!("@({}) {}", self.ty(&e.ty), self.operand(a)),
            ExprKind::ReduceOp { op, array } => {
                format!("reduce({}) {}", format!("{op:?}").to_lowercase(), self.operand(array))
            }
            ExprKind::ReduceMethod { method, array, init, captured, .. } => {
                let m = self.program.method(*method);
                let more = init.iter().map(|i| &**i).chain(captured);
                let init: String = more.map(|i| format!(", {}", self.expr(i))).collect();
                format!("{}.{}!({}{init})", self.ty(&Ty::Class(m.class)), m.name, self.expr(array))
            }
            ExprKind::Task { method, instance, .. } => {
                let m = self.program.method(*method);
                let owner = match instance {
                    Some(i) => self.expr(i),
                    None => self.ty(&Ty::Class(m.class)),
                };
                format!("task {owner}.{}", m.name)
            }
            ExprKind::Connect { from, to } => format!("({}) => ({})", self.exprs(from), self.exprs(to)),
            ExprKind::Freeze(a) => format!("freeze({})", self.expr(a)),
            ExprKind::Thaw(a) => format!("thaw({})", self.expr(a)),
            ExprKind::CoreCall { func, args, results } => {
                let names: Vec<String> = results.iter().map(|p| self.place(p)).collect();
                let to = if names.is_empty() { String::new() } else { format!("({}) = ", names.join(", ")) };
                format!("{to}core#{}({})", func.0, self.exprs(args))
            }
        }
    }
}

fn lit(l: &Lit, ty: &Ty) -> String {
    match l {
        Lit::Boolean(b) => b.to_string(),
        Lit::Int(v) if *ty == Ty::Char => match char::from_u32(*v as u32) {
            Some(c) => format!("{c:?}"),
            None => format!("'\\u{v:04x}'"),
        },
        Lit::Int(v) => v.to_string(),
        Lit::Long(v) => format!("{v}L"),
        Lit::Float(v) => format!("{v:?}f"),
        Lit::Double(v) => format!("{v:?}"),
        Lit::String(s) => format!("{:?}", String::from_utf16_lossy(s)),
        Lit::Null => "null".into(),
        Lit::Zero => "zero".into(),
    }
}
