//! The printer of the text form. The languages of devices are printed by the same code: each says what it writes in another way, see [`Language`].

use crate::ir::*;

/// How a language of devices differs from the text form. Each function's text is that of the text form where it is not told otherwise; `None` says
/// so too.
pub trait Language {
    fn ty(&self, ty: &Type) -> String {
        type_text(ty)
    }

    /// A parameter.
    fn variable(&self, ty: &Type, name: &str) -> String {
        format!("{} {name}", self.ty(ty))
    }

    /// A declaration where it stands in a line with others: at the head of a loop.
    fn declare(&self, _: &Declare, _: &Writer<'_>) -> Option<String> {
        None
    }

    fn name(&self, name: &Name) -> String {
        name.to_string()
    }

    fn expr(&self, _: &Expr, _: &Writer<'_>) -> Option<String> {
        None
    }

    /// Writes a statement; false where the text form serves.
    fn stmt(&self, _: &Stmt, _: &mut Writer<'_>) -> bool {
        false
    }

    fn item(&self, _: &Item, _: &mut Writer<'_>) -> bool {
        false
    }
}

/// The text form.
pub struct Plain;

impl Language for Plain {}

/// A module in its text form.
pub fn module(m: &Module) -> String {
    print(m, &Plain)
}

/// A module in a language.
pub fn print(m: &Module, language: &dyn Language) -> String {
    let mut w = Writer::new(language);
    w.items(&m.items);
    w.out
}

/// An expression in the text form.
pub fn expr(e: &Expr) -> String {
    Writer::new(&Plain).expr(e)
}

/// An expression in the text form, where one that binds at least so tightly may stand.
pub fn expr_at(e: &Expr, prec: Prec) -> String {
    Writer::new(&Plain).at(e, prec)
}

/// Statements in the text form.
pub fn stmts(all: &[Stmt]) -> String {
    let mut w = Writer::new(&Plain);
    w.indent = 1;
    w.stmts(all);
    w.out
}

pub fn type_text(ty: &Type) -> String {
    match ty {
        Type::Unknown => "?".into(),
        Type::Void => "void".into(),
        Type::Scalar(s) => s.name().into(),
        Type::Vector(s, n) => format!("{}{n}", s.name()),
        Type::Named(name) => name.to_string(),
        Type::Image => "__read_only image1d_buffer_t".into(),
        Type::Pointer(p) => {
            let volatile = if p.volatile { "volatile " } else { "" };
            let konst = if p.konst { "const " } else { "" };
            let restrict = if p.restrict { " restrict" } else { "" };
            format!("{volatile}{}{konst}{}*{restrict}", space_text(&p.space), type_text(&p.to))
        }
        Type::Array(of, ..) => type_text(of),
    }
}

/// With a blank behind it; nothing for what is a work item's own.
pub fn space_text(space: &Space) -> String {
    match space {
        Space::Private => String::new(),
        Space::Global => "__global ".into(),
        Space::Local => "__local ".into(),
        Space::Constant => "__constant ".into(),
        Space::Named(name) => format!("{name} "),
    }
}

/// What writes a module.
pub struct Writer<'l> {
    pub out: String,
    pub indent: usize,
    language: &'l dyn Language,
}

impl<'l> Writer<'l> {
    pub fn new(language: &'l dyn Language) -> Writer<'l> {
        Writer { out: String::new(), indent: 0, language }
    }

    pub fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A line of the preprocessor's.
    pub fn directive(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub fn name(&self, name: &Name) -> String {
        self.language.name(name)
    }

    pub fn ty(&self, ty: &Type) -> String {
        self.language.ty(ty)
    }

    // Expressions

    pub fn at(&self, e: &Expr, prec: Prec) -> String {
        let text = self.expr(e);
        if e.prec() >= prec { text } else { format!("({text})") }
    }

    pub fn list(&self, all: &[Expr]) -> String {
        all.iter().map(|e| self.at(e, Prec::Assignment)).collect::<Vec<_>>().join(", ")
    }

    pub fn expr(&self, e: &Expr) -> String {
        if let Some(text) = self.language.expr(e, self) {
            return text;
        }
        match &e.kind {
            Kind::Name(name) => self.name(name),
            Kind::Int { value, unsigned, long, hex } => integer(*value, *unsigned, *long, *hex),
            Kind::Float(text) => text.to_string(),
            Kind::Bool(b) => b.to_string(),
            Kind::Known(k) => k.name().into(),
            Kind::Unary(op, a) => {
                // `--x` would be another operator.
                let twice = matches!((op, &a.kind), (Unary::Neg, Kind::Unary(Unary::Neg, _)));
                let operand = self.at(a, if twice { Prec::Postfix } else { Prec::Unary });
                format!("{}{operand}", unary_symbol(*op))
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b),
            Kind::Select(c, a, b) => {
                format!("{} ? {} : {}", self.at(c, Prec::Or), self.at(a, Prec::Or), self.at(b, Prec::Conditional))
            }
            Kind::Assign(op, a, b) => {
                let symbol = op.map_or("", Binary::symbol);
                format!("{} {symbol}= {}", self.at(a, Prec::Unary), self.at(b, Prec::Assignment))
            }
            Kind::Step { target, up } => {
                format!("{}{}", self.at(target, Prec::Postfix), if *up { "++" } else { "--" })
            }
            Kind::Sequence(all) => self.list(all),
            Kind::Cast(ty, a) => format!("({}){}", self.ty(ty), self.at(a, Prec::Unary)),
            Kind::Bits(ty, a) => format!("as_{}({})", self.ty(ty), self.expr(a)),
            Kind::Convert { ty, saturates, of } => {
                let sat = if *saturates { "_sat" } else { "" };
                format!("convert_{}{sat}({})", self.ty(ty), self.expr(of))
            }
            Kind::Vector(ty, all) => format!("({})({})", self.ty(ty), self.list(all)),
            Kind::Struct(ty, all) => format!("({}){{ {} }}", self.ty(ty), self.list(all)),
            Kind::Builtin(b, args) => format!("{}({})", b.name(), self.list(args)),
            Kind::Call(name, args) => format!("{}({})", self.name(name), self.list(args)),
            Kind::Index(a, b) => format!("{}[{}]", self.at(a, Prec::Postfix), self.expr(b)),
            Kind::Field(a, name) => format!("{}.{}", self.at(a, Prec::Postfix), self.name(name)),
            Kind::Lane(a, n) => format!("{}.s{n:x}", self.at(a, Prec::Postfix)),
        }
    }

    /// Where C's precedence surprises people, parentheses stand although C does not ask for them.
    pub fn binary(&self, op: Binary, a: &Expr, b: &Expr) -> String {
        let prec = op.prec();
        // Compilers warn where `&&` stands bare beside `||`.
        if prec <= Prec::And {
            let side = |e: &Expr| self.at(e, if e.prec() == prec { prec } else { Prec::BitOr });
            return format!("{} {} {}", side(a), op.symbol(), side(b));
        }
        let bits = prec < Prec::Equality;
        let loose = bits || matches!(prec, Prec::Equality | Prec::Relation | Prec::Shift);
        let left = match (loose, bits) {
            (true, true) => Prec::Unary,
            (true, false) => Prec::Sum,
            _ => prec,
        };
        let right = if b.prec() == prec || bits {
            Prec::Unary
        } else if loose {
            Prec::Sum
        } else {
            prec
        };
        format!("{} {} {}", self.at(a, left), op.symbol(), self.at(b, right))
    }

    // Statements

    pub fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|s| self.stmt(s));
    }

    pub fn stmt(&mut self, s: &Stmt) {
        if self.language.stmt(s, self) {
            return;
        }
        match s {
            Stmt::Comment(text) => self.line(&comment(text)),
            Stmt::Declare(_)
            | Stmt::Do(_)
            | Stmt::Report { .. }
            | Stmt::Return(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Barrier { .. } => {
                let text = self.short(s);
                self.line(&text);
            }
            Stmt::If { .. } | Stmt::For { .. } | Stmt::While { .. } => {
                let head = self.head(s);
                self.headed(&head, s);
            }
            Stmt::DoWhile { body, cond } => {
                self.line("do {");
                self.inner(&body.stmts);
                let text = format!("}} while ({});", self.expr(cond));
                self.line(&text);
            }
            Stmt::Block(stmts) => {
                self.line("{");
                self.inner(stmts);
                self.line("}");
            }
            Stmt::Label(name) => {
                let text = format!("{name}: ;");
                self.line(&text);
            }
            Stmt::Unroll(times) => {
                let text = format!("UNROLL({})", times.as_ref().map(|e| self.expr(e)).unwrap_or_default());
                self.line(&text);
            }
            Stmt::Choice(c) => self.choice(c, &mut |w, s| w.stmts(s)),
            Stmt::Ptx(p) => {
                let text = self.ptx(p);
                self.line(&text);
            }
        }
    }

    fn inner(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        self.stmts(stmts);
        self.indent -= 1;
    }

    /// What stands in front of the statements that it governs.
    fn head(&self, s: &Stmt) -> String {
        match s {
            Stmt::If { cond, .. } => format!("if ({})", self.expr(cond)),
            Stmt::While { cond, .. } => format!("while ({})", self.expr(cond)),
            Stmt::For { init, cond, next, .. } => {
                let init = init.as_ref().map_or(";".to_string(), |s| self.short(s));
                let cond = cond.as_ref().map(|e| format!(" {}", self.expr(e))).unwrap_or_default();
                let next = next.as_ref().map(|e| format!(" {}", self.expr(e))).unwrap_or_default();
                format!("for ({init}{cond};{next})")
            }
            _ => String::new(),
        }
    }

    fn headed(&mut self, head: &str, s: &Stmt) {
        let (body, otherwise) = match s {
            Stmt::If { then, otherwise, .. } => (then, otherwise.as_ref()),
            Stmt::For { body, .. } | Stmt::While { body, .. } => (body, None),
            _ => return,
        };
        match (body.style, body.stmts.as_slice()) {
            (Style::Bare, [one]) if otherwise.is_none() => match one {
                Stmt::If { .. } | Stmt::For { .. } | Stmt::While { .. } => {
                    let head = format!("{head} {}", self.head(one));
                    return self.headed(&head, one);
                }
                one => {
                    let text = format!("{head} {}", self.short(one));
                    return self.line(&text);
                }
            },
            (Style::Inline, stmts) if otherwise.is_none() => {
                let all: Vec<String> = stmts.iter().map(|s| self.short(s)).collect();
                return self.line(&format!("{head} {{ {} }}", all.join(" ")));
            }
            _ => {}
        }
        self.line(&format!("{head} {{"));
        self.inner(&body.stmts);
        match otherwise {
            None => self.line("}"),
            Some(Body { style: Style::Bare, stmts }) if matches!(stmts.as_slice(), [Stmt::If { .. }]) => {
                let head = format!("}} else {}", self.head(&stmts[0]));
                self.headed(&head, &stmts[0]);
            }
            Some(other) => {
                self.line("} else {");
                self.inner(&other.stmts);
                self.line("}");
            }
        }
    }

    /// A statement in one line.
    pub fn short(&self, s: &Stmt) -> String {
        match s {
            Stmt::Declare(d) => self.declare(d),
            Stmt::Do(e) => format!("{};", self.expr(e)),
            Stmt::Report { flag, number } => {
                let call = Kind::Builtin(Builtin::Atomic(Atomic::Min), vec![flag.clone(), number.clone()]);
                format!("{};", self.expr(&Expr::new(call)))
            }
            Stmt::Return(None) => "return;".into(),
            Stmt::Return(Some(e)) => format!("return {};", self.expr(e)),
            Stmt::Break => "break;".into(),
            Stmt::Continue => "continue;".into(),
            Stmt::Goto(label) => format!("goto {label};"),
            Stmt::Barrier { local, global } => {
                let fences = [(*local, "CLK_LOCAL_MEM_FENCE"), (*global, "CLK_GLOBAL_MEM_FENCE")];
                let fences: Vec<&str> = fences.iter().filter(|(is, _)| *is).map(|(_, n)| *n).collect();
                let mut own = Writer::new(self.language);
                if self.language.stmt(s, &mut own) {
                    return own.out.trim().to_string();
                }
                format!("barrier({});", fences.join(" | "))
            }
            // What has no short form stands in lines of its own.
            other => {
                let mut own = Writer::new(self.language);
                own.stmt(other);
                own.out.trim().replace('\n', " ")
            }
        }
    }

    pub fn declare(&self, d: &Declare) -> String {
        if let Some(text) = self.language.declare(d, self) {
            return text;
        }
        let volatile = if d.volatile { "volatile " } else { "" };
        let konst = if d.konst { "const " } else { "" };
        let names: Vec<String> = d.names.iter().map(|n| self.declared(n)).collect();
        let start = format!("{volatile}{}{konst}{}", space_text(&d.space), self.ty(&d.base));
        // A pointer's star stands at its type.
        let pointed = d.names.first().and_then(|n| n.pointer).is_some();
        if pointed { format!("{start}{};", names.join(", ")) } else { format!("{start} {};", names.join(", ")) }
    }

    pub fn declared(&self, n: &Declared) -> String {
        let pointer = match n.pointer {
            None => "",
            Some(false) => "* ",
            Some(true) => "* const ",
        };
        let dims: String = n.dims.iter().map(|e| format!("[{}]", self.expr(e))).collect();
        let aligned = n.aligned.map(|a| format!(" __attribute__((aligned({a})))")).unwrap_or_default();
        let init = match &n.init {
            None => String::new(),
            Some(Init::Value(e)) => format!(" = {}", self.at(e, Prec::Assignment)),
            Some(Init::List(all)) => format!(" = {{ {} }}", self.list(all)),
        };
        format!("{pointer}{}{dims}{aligned}{init}", self.name(&n.name))
    }

    pub fn ptx(&self, p: &Ptx) -> String {
        let volatile = if p.volatile { " volatile" } else { "" };
        let operands = |all: &[(String, Expr)]| {
            all.iter().map(|(c, e)| format!("\"{c}\"({})", self.expr(e))).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!("asm{volatile}(\"{}\"", p.text);
        if p.memory {
            text += " ::: \"memory\"";
        } else {
            text += &format!(" : {} : {}", operands(&p.outputs), operands(&p.inputs));
        }
        text + ");"
    }

    // Modules

    pub fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Given(name) => format!("#ifdef {name}"),
            Cond::Absent(name) => format!("#ifndef {name}"),
            Cond::Value(e) => format!("#if {}", self.expr(e)),
        }
    }

    pub fn choice<T>(&mut self, c: &Choice<T>, write: &mut dyn FnMut(&mut Self, &[T])) {
        let cond = self.cond(&c.cond);
        self.directive(&cond);
        write(self, &c.then);
        if !c.otherwise.is_empty() {
            self.directive("#else");
            write(self, &c.otherwise);
        }
        self.directive("#endif");
    }

    pub fn items(&mut self, items: &[Item]) {
        items.iter().for_each(|i| self.item(i));
    }

    fn item(&mut self, item: &Item) {
        if self.language.item(item, self) {
            return;
        }
        let text = match item {
            Item::Comment(text) => comment(text),
            Item::Blank => String::new(),
            Item::LongAtomics { extended } => {
                let which = if *extended { "extended" } else { "base" };
                format!("#pragma OPENCL EXTENSION cl_khr_int64_{which}_atomics : enable")
            }
            Item::ExactArithmetic => "#pragma OPENCL FP_CONTRACT OFF".into(),
            Item::Unrolls => "#unrolls".into(),
            Item::Calls => "#calls".into(),
            Item::Value { name, value } => format!("#define {name} {}", self.at(value, Prec::Unary)),
            Item::Inline { name, params, body } => {
                let text = self.inline(params, body);
                let params: Vec<String> = params.iter().map(|p| self.name(p)).collect();
                format!("#define {name}({}) {text}", params.join(", "))
            }
            Item::TypeName { name, ty, volatile } => {
                format!("#define {name} {}{}", if *volatile { "volatile " } else { "" }, self.ty(ty))
            }
            Item::SpaceName { name, space } => format!("#define {name} {}", space_text(space).trim_end()),
            Item::ParamName { name, param } => format!("#define {name} {}", self.param(param)),
            Item::Choice(c) => return self.choice(c, &mut |w, items| w.items(items)),
            Item::Struct { name, fields } => {
                let fields: Vec<String> = fields.iter().map(|(t, n)| format!("    {} {n};\n", self.ty(t))).collect();
                format!("typedef struct {{\n{}}} {name};", fields.concat())
            }
            Item::Table { ty, name, values, width } => {
                let name = self.name(name);
                format!("__constant {} {name}[{}] = {{\n{}\n}};", self.ty(ty), values.len(), self.rows(values, *width))
            }
            Item::Function(f) => return self.function(f),
        };
        self.directive(&text);
    }

    pub fn rows(&self, values: &[Expr], width: usize) -> String {
        let lines: Vec<String> = values.chunks(width.max(1)).map(|row| format!("    {}", self.list(row))).collect();
        lines.join(",\n")
    }

    /// The text of a macro: what it is called with stands in parentheses.
    pub fn inline(&self, params: &[Name], body: &Expr) -> String {
        let apart = Apart { language: self.language, params };
        Writer::new(&apart).at(body, Prec::Postfix)
    }

    pub fn param(&self, p: &Param) -> String {
        match &p.kind {
            ParamKind::Named(name) => name.to_string(),
            ParamKind::Typed { konst, ty, name } => {
                let name = self.name(name);
                format!("{}{}", if *konst { "const " } else { "" }, self.language.variable(ty, &name))
            }
        }
    }

    /// Parameters, each in a line of its own.
    pub fn kernel_params(&self, params: &[Param]) -> String {
        let mut out = String::new();
        let mut line = String::from("\n    ");
        let mut when = None;
        for (n, p) in params.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            if p.when != when {
                if when.is_some() {
                    out += "\n#endif";
                }
                if let Some(cond) = &p.when {
                    out += &format!("\n{}", self.cond(cond));
                }
                when = p.when.clone();
            }
            if p.when.is_some() {
                out += &format!("\n    {} {}", comma, self.param(p));
                continue;
            }
            let comment = p.comment.as_ref().map(|c| format!("{}\n    ", comment(c))).unwrap_or_default();
            out += &format!("{comma}{line}{comment}{}", self.param(p));
            line = String::from("\n    ");
        }
        if when.is_some() {
            out += "\n#endif\n    ";
        }
        out
    }

    pub fn function(&mut self, f: &Function) {
        let name = self.name(&f.name);
        let head = match &f.kind {
            FunctionKind::Kernel { group } => {
                let group = group.as_ref().map(|e| {
                    format!("__attribute__((reqd_work_group_size({}, 1, 1)))\n", self.at(e, Prec::Assignment))
                });
                let group = group.unwrap_or_default();
                format!("__kernel {group}{} {name}({})", self.ty(&f.ret), self.kernel_params(&f.params))
            }
            FunctionKind::Plain { apart } => {
                let params: Vec<String> = f.params.iter().map(|p| self.param(p)).collect();
                let apart = if *apart { "NOINLINE " } else { "" };
                format!("{apart}{} {name}({})", self.ty(&f.ret), params.join(", "))
            }
        };
        self.bodied(&head, f);
    }

    /// A function behind its head.
    pub fn bodied(&mut self, head: &str, f: &Function) {
        if f.short {
            let stmts: Vec<String> = f.body.iter().map(|s| self.short(s)).collect();
            return self.line(&format!("{head} {{ {} }}", stmts.join(" ")));
        }
        self.line(head);
        self.line("{");
        self.inner(&f.body);
        self.line("}");
    }
}

/// The text of a macro's body.
struct Apart<'a> {
    language: &'a dyn Language,
    params: &'a [Name],
}

impl Language for Apart<'_> {
    fn ty(&self, ty: &Type) -> String {
        self.language.ty(ty)
    }

    fn expr(&self, e: &Expr, w: &Writer<'_>) -> Option<String> {
        match &e.kind {
            Kind::Name(n) if self.params.contains(n) => Some(format!("({n})")),
            // Where nothing stands beside it.
            Kind::Index(a, at) => match &at.kind {
                Kind::Name(n) if self.params.contains(n) => Some(format!("{}[{n}]", w.at(a, Prec::Postfix))),
                _ => None,
            },
            Kind::Call(name, args) => {
                let arg = |e: &Expr| match &e.kind {
                    Kind::Name(n) if self.params.contains(n) => n.to_string(),
                    _ => w.at(e, Prec::Assignment),
                };
                Some(format!("{}({})", self.name(name), args.iter().map(arg).collect::<Vec<_>>().join(", ")))
            }
            _ => self.language.expr(e, w),
        }
    }

    fn name(&self, name: &Name) -> String {
        self.language.name(name)
    }
}

pub fn comment(text: &str) -> String {
    format!("// {text}").trim_end().to_string()
}

pub fn unary_symbol(op: Unary) -> &'static str {
    match op {
        Unary::Neg => "-",
        Unary::Not => "!",
        Unary::BitNot => "~",
        Unary::Deref => "*",
        Unary::Address => "&",
    }
}

fn integer(value: u64, unsigned: bool, long: bool, hex: bool) -> String {
    let suffix = match (unsigned, long) {
        (false, false) => "",
        (true, false) => "u",
        (false, true) => "L",
        (true, true) => "ul",
    };
    if hex { format!("0x{value:x}{suffix}") } else { format!("{value}{suffix}") }
}
