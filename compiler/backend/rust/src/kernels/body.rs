//! Expressions and statements: of scalar functions, of the bodies of parallel instructions, and of regions outside them.

use super::range_tests::Tested;
use super::*;
use smol_str::SmolStr;
use somd_core::table::{Table, table};
use somd_core::walk;
use somd_syntax::ast::ReduceOp;
use std::cell::Cell;

/// A function (or body, or region) whose text is being written.
pub struct Writer<'a> {
    pub cx: &'a Cx<'a>,
    pub func: &'a Func,
    pub names: Vec<String>,
    pub reprs: Vec<Repr>,
    /// Integers that are not negative: indices of loops from a bound that is not.
    pub natural: BTreeSet<VarId>,
    /// Divisors that were found not to be zero, before the loop.
    pub non_zero: BTreeSet<VarId>,
    /// Arrays that may be null.
    nullable: BTreeSet<VarId>,
    /// Indices that were found to be in range for the whole loop, before it.
    pub tested: Vec<Tested>,
    /// Elements that are in variables while the loop that is printed runs.
    pub registers: Vec<super::registers::Register>,
    /// Operators of the outputs that accumulate.
    pub operators: Vec<(VarId, ReduceOp)>,
    pub out: String,
    pub indent: usize,
    /// In a region: what is read later, and the functions of its parallel instructions.
    pub live: Option<super::liveness::Liveness<'a>>,
    pub spares: super::spare::Spares,
    /// Inside a loop for whose rounds the gang is held.
    pub in_gang: bool,
    /// In an access to an element that stands in host code of a region.
    pub in_unsafe: Cell<bool>,
    /// Within [`Writer::accesses`].
    accessing: bool,
    pub bodies: String,
    /// In the body of a parallel instruction: what it takes from outside, and the arrays of subscripts of which it asks what they are below.
    pub captured: BTreeSet<VarId>,
    pub asked: RefCell<BTreeSet<VarId>>,
    /// In a region: those arrays of each instruction; what the loop being printed declares, and the arrays that all its rounds use.
    pub subscripts: BTreeMap<SmolStr, BTreeSet<VarId>>,
    pub loop_declares: Option<BTreeSet<VarId>>,
    pub held: BTreeSet<VarId>,
}

/// `#[inline] fn name(…) -> …`. `always`: loops over lanes need its text.
pub fn scalar(cx: &Cx, func: &Func, always: bool) -> String {
    let mut w = Writer::new(cx, func, Repr::View);
    let params: Vec<String> = func
        .params
        .iter()
        .map(|&p| {
            let var = &func.vars[p.index()];
            let ty = cx.ty(&var.ty);
            let name = &w.names[p.index()];
            match (w.reprs[p.index()], var.mutable) {
                (Repr::Private, true) => format!("{name}: &mut {ty}"),
                (Repr::Private, false) => format!("{name}: &{ty}"),
                (_, true) => format!("mut {name}: {ty}"),
                _ => format!("{name}: {ty}"),
            }
        })
        .collect();
    for &p in &func.params {
        if w.reprs[p.index()] == Repr::Private {
            w.reprs[p.index()] = Repr::Borrowed;
        }
    }
    let ret = func.ret.first().map_or(String::new(), |t| format!(" -> {}", cx.ty(t)));
    w.indent = 1;
    match table(func) {
        Some(table) => w.table(&table),
        None => {
            w.accesses("an index without a check is in range: the compiler has proved it.", |w| w.block(&func.body))
        }
    }
    let body = w.out;
    let attribute = match (func.cold, always) {
        (true, _) => "#[cold]\n#[inline(never)]",
        (false, true) => "#[inline(always)]",
        (false, false) => "#[inline]",
    };
    format!(
        "{}/// `{}`\n{attribute}\nfn {}({}){ret} {{\n{body}}}\n\n",
        cx.comment(&func.prov, 0).lines().take(1).map(|l| format!("/{l}\n")).collect::<String>(),
        func.display,
        ident(&func.name),
        params.join(", ")
    )
}

impl<'a> Writer<'a> {
    /// The body of a function that is a table.
    fn table(&mut self, table: &Table) {
        self.block(&Block { stmts: table.before.iter().map(|&s| s.clone()).collect() });
        let ty = self.cx.ty(table.ty);
        let values: Vec<String> = table.values.iter().map(|c| self.constant(c, table.ty).text).collect();
        self.line(&format!("static VALUES: [{ty}; {}] = [{}];", values.len(), values.join(", ")));
        let (selector, other) = (self.name(table.selector).to_string(), self.constant(table.other, table.ty).text);
        self.line(&format!("VALUES.get({selector} as usize).copied().unwrap_or({other})"));
    }

    /// `open`: how arrays without bounds stand.
    pub fn new(cx: &'a Cx<'a>, func: &'a Func, open: Repr) -> Writer<'a> {
        let repr = |v: &Var| match &v.ty {
            Ty::Array(_) if is_private(&v.ty) && open != Repr::Grid => Repr::Private,
            Ty::Array(_) => open,
            _ => Repr::Scalar,
        };
        let reprs = func.vars.iter().map(repr).collect();
        Writer {
            cx,
            func,
            names: names(func),
            reprs,
            natural: BTreeSet::new(),
            non_zero: BTreeSet::new(),
            nullable: func.nullable(),
            tested: Vec::new(),
            registers: Vec::new(),
            operators: Vec::new(),
            out: String::new(),
            indent: 0,
            live: None,
            spares: Default::default(),
            in_gang: false,
            in_unsafe: Cell::new(false),
            accessing: false,
            bodies: String::new(),
            captured: BTreeSet::new(),
            asked: RefCell::default(),
            subscripts: BTreeMap::new(),
            loop_declares: None,
            held: BTreeSet::new(),
        }
    }

    pub fn line(&mut self, text: &str) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Prints code that may access elements of views; where it does, as unsafe code, and why it is sound.
    pub fn accesses(&mut self, proof: &str, print: impl FnOnce(&mut Self)) {
        const ACCESS: &[&str] = &[".at(", ".put(", ".row(", ".plane(", ".array(", ".put_array(", "par::strided("];
        let before = std::mem::take(&mut self.out);
        let outside = std::mem::replace(&mut self.accessing, true);
        self.indent += 1;
        print(self);
        self.indent -= 1;
        self.accessing = outside;
        let text = std::mem::replace(&mut self.out, before);
        let code = |l: &&str| !l.trim_start().starts_with("//");
        let unsafe_code =
            text.lines().filter(code).any(|l| ACCESS.iter().any(|a| l.replace("space.at(", "").contains(a)));
        if unsafe_code {
            self.line(&format!("// SAFETY: {proof}"));
            self.line("unsafe {");
        }
        self.out.push_str(&text);
        if unsafe_code {
            self.line("}");
        }
    }

    pub fn name(&self, v: VarId) -> &str {
        &self.names[v.index()]
    }

    pub fn var_ty(&self, v: VarId) -> &'a Ty {
        &self.func.vars[v.index()].ty
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    pub fn block(&mut self, block: &Block) {
        let mut last = Prov::default();
        for stmt in &block.stmts {
            if stmt.prov != last {
                let comment = self.cx.comment(&stmt.prov, self.indent);
                self.out.push_str(&comment);
                last = stmt.prov.clone();
            }
            self.stmt(stmt);
        }
    }

    pub fn inner(&mut self, block: &Block) {
        self.indent += 1;
        self.block(block);
        self.indent -= 1;
    }

    pub fn stmt(&mut self, stmt: &Stmt) {
        if self.live.is_some() {
            if self.region_stmt(stmt) {
                return;
            }
            if let StmtKind::For { body, .. } | StmtKind::While { body, .. } = &stmt.kind {
                if let Some(arrays) = super::host_loops::arrays(self.func, stmt) {
                    return self.over_views(stmt, &arrays);
                }
                self.declare_spares(body);
                if !self.in_gang && runs_phases(body) {
                    self.in_gang = true;
                    self.line("// The gang stays together for all rounds.");
                    self.line("let gang = run.gang();");
                    self.loop_declares = Some(declared_in(stmt));
                    let at = self.out.len();
                    self.plain_stmt(stmt);
                    self.loop_declares = None;
                    for v in std::mem::take(&mut self.held) {
                        let line =
                            format!("{}let mut {}_held = Held::default();\n", "    ".repeat(self.indent), self.name(v));
                        self.out.insert_str(at, &line);
                    }
                    self.line("drop(gang);");
                    self.in_gang = false;
                    return;
                }
            }
        }
        self.plain_stmt(stmt);
    }

    /// A loop that has its arrays as views: what a view costs is paid once, and not in each round.
    fn over_views(&mut self, stmt: &Stmt, arrays: &super::host_loops::Arrays) {
        self.line("// No array has another name, or is another, while the loop runs.");
        self.line("{");
        self.indent += 1;
        for &v in &arrays.stored {
            let name = self.name(v).to_string();
            self.line(&format!("{name}.own();"));
            self.line(&format!("let {name} = {name}.view_mut();"));
        }
        for &v in &arrays.read {
            let name = self.name(v).to_string();
            self.line(&format!("let {name} = {name}.view();"));
        }
        let live = self.live.take();
        for &v in arrays.stored.iter().chain(&arrays.read) {
            self.reprs[v.index()] = Repr::View;
        }
        let proof = "an index without a check is in range: the compiler has proved it.";
        self.accesses(proof, |w| w.plain_stmt(stmt));
        for &v in arrays.stored.iter().chain(&arrays.read) {
            self.reprs[v.index()] = Repr::Grid;
        }
        self.live = live;
        self.indent -= 1;
        self.line("}");
    }

    fn plain_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { var, init } => {
                let declared = &self.func.vars[var.index()];
                let m = if declared.mutable { "mut " } else { "" };
                let (name, ty) = (self.name(*var).to_string(), self.cx.ty(&declared.ty));
                match init {
                    Some(e) => {
                        if self.is_natural(e) && !declared.mutable {
                            self.natural.insert(*var);
                        }
                        let value = self.value(e);
                        self.line(&format!("let {m}{name}: {ty} = {};", value.text));
                    }
                    None => {
                        let zero = self.cx.zero(&declared.ty);
                        self.line(&format!("let {m}{name}: {ty} = {zero};"));
                    }
                }
            }
            StmtKind::Assign { var, value } => {
                let value = self.value(value);
                let star = if self.reprs[var.index()] == Repr::Borrowed { "*" } else { "" };
                let name = self.name(*var).to_string();
                self.line(&format!("{star}{name} = {};", value.text));
            }
            StmtKind::Store { array, index, value } => self.store(*array, index, value),
            StmtKind::Accumulate { array, index, value } => {
                let op = self.operators.iter().rev().find(|o| o.0 == *array).map_or(ReduceOp::Add, |o| o.1);
                let at = self.indices(*array, index);
                let v = self.value(value);
                let name = self.name(*array).to_string();
                let old = format!("{name}.at({at})");
                let sum = combine(op, &value.ty, &old, &v.at(Prec::Unary));
                self.line(&format!("{name}.put({at}, {sum});"));
            }
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.value(cond);
                self.line(&format!("if {} {{", cond.text));
                self.inner(then);
                if !otherwise.stmts.is_empty() {
                    self.line("} else {");
                    self.inner(otherwise);
                }
                self.line("}");
            }
            StmtKind::For { var, lo, hi, step, body, .. } => self.for_loop(stmt, *var, [lo, hi, step], body),
            StmtKind::While { body, .. } => {
                let (head, label) = self.loop_head(stmt);
                self.line(&format!("{label}{head} {{"));
                self.inner(body);
                self.line("}");
            }
            StmtKind::Labeled { label, body } => {
                self.line(&format!("'l{}: {{", label.0));
                self.inner(body);
                self.line("}");
            }
            StmtKind::Break(l) => self.line(&format!("break 'l{};", l.0)),
            StmtKind::Continue(l) => self.line(&format!("continue 'l{};", l.0)),
            StmtKind::Return(values) => {
                let text = match values.as_slice() {
                    [] => "return;".to_string(),
                    [v, ..] => format!("return {};", self.value(v).text),
                };
                self.line(&text);
            }
            StmtKind::Throw { class, message, site } => {
                let site = self.cx.site(*site);
                match message.as_deref() {
                    None => self.line(&format!("check::throw({class:?}, None, {site});")),
                    Some([Piece::Text(text)]) => {
                        self.line(&format!("check::throw({class:?}, Some({text:?}), {site});"))
                    }
                    Some(pieces) => {
                        let pieces: Vec<String> = pieces
                            .iter()
                            .map(|p| match p {
                                Piece::Text(text) => format!("&{text:?}"),
                                Piece::Value(value) => {
                                    let code = self.value(value);
                                    let digits = code.text.ends_with(|c: char| c.is_ascii_digit());
                                    let literal = matches!(value.kind, ExprKind::Const(_)) && value.ty == Ty::I32;
                                    // A literal alone does not tell its type; one of another type has it at its end.
                                    let ty = if literal && digits { "_i32" } else { "" };
                                    format!("&{}{ty}", code.at(Prec::Unary))
                                }
                            })
                            .collect();
                        self.line(&format!("check::throw_with({class:?}, &[{}], {site});", pieces.join(", ")));
                    }
                }
            }
            StmtKind::Call { func, args } => {
                let call = self.call(*func, args);
                self.line(&format!("{};", call.text));
            }
            StmtKind::CallRegion { .. } | StmtKind::Par(_) => unreachable!("regions write those themselves"),
        }
    }

    fn label(&self, label: LabelId, body: &Block) -> String {
        let mut used = false;
        walk::for_each_stmt(body, &mut |s| {
            used |= matches!(s.kind, StmtKind::Break(l) | StmtKind::Continue(l) if l == label)
        });
        if used { format!("'l{}: ", label.0) } else { String::new() }
    }

    /// `for i in lo..hi` or `while cond`, and its label where a jump in the body names it.
    pub fn loop_head(&mut self, stmt: &Stmt) -> (String, String) {
        match &stmt.kind {
            StmtKind::While { cond, body, label } => {
                let cond = self.value(cond).text;
                (if cond == "true" { "loop".to_string() } else { format!("while {cond}") }, self.label(*label, body))
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let ty = self.var_ty(*var).clone();
                let constant = constant_step(step);
                if self.is_natural(lo) && constant.is_some_and(|s| s > 0) {
                    self.natural.insert(*var);
                }
                let name = self.name(*var).to_string();
                let (mut l, h) = (self.value(lo), self.value(hi));
                let literal = |c: &Code| c.text.bytes().all(|c| c.is_ascii_digit());
                if ty == Ty::I32 && literal(&l) && literal(&h) && has_methods_called(body, *var) {
                    // Nothing else tells the type of the index.
                    l.text.push_str("_i32");
                }
                let range = format!("{}..{}", l.at(Prec::Or), h.at(Prec::Or));
                let range = match constant {
                    Some(1) => range,
                    Some(s) if s > 1 => format!("({range}).step_by({s})"),
                    _ => {
                        let step = self.value(step);
                        let t = self.cx.ty(&ty);
                        format!("par::steps::<{t}>({}, {}, {})", l.text, h.text, step.text)
                    }
                };
                (format!("for {name} in {range}"), self.label(*label, body))
            }
            _ => unreachable!("not a loop"),
        }
    }

    fn for_loop(&mut self, stmt: &Stmt, var: VarId, [lo, hi, step]: [&Expr; 3], body: &Block) {
        let (head, label) = self.loop_head(stmt);
        let (l, h) = (self.value(lo), self.value(hi));
        let tests = match constant_step(step) {
            Some(s) if s > 0 => self.tests(var, body, &self.wide_bound(lo), &self.wide_bound(hi)),
            _ => None,
        };
        // Subscripts that stand in an array are looked at strip by strip, while they are near.
        let indirect = match &tests {
            Some(t) if t.indirect && label.is_empty() && constant_step(step) == Some(1) => {
                self.tests(var, body, "strip.start as i64", "strip.end as i64")
            }
            _ => None,
        };
        if let Some(t) = indirect {
            let name = self.name(var).to_string();
            self.line(&format!("for strip in par::long_strips({}..{}) {{", l.at(Prec::Or), h.at(Prec::Or)));
            self.indent += 1;
            self.either(&t, true, |w| {
                w.line(&format!("for {name} in strip {{"));
                w.inner(body);
                w.line("}");
            });
            self.indent -= 1;
            self.line("}");
            return;
        }
        let tests = tests.map(|t| t.all(false)).filter(|t| !t.1.is_empty());
        // Of a loop upwards: between them are the counter's values.
        let bounds = constant_step(step).filter(|s| *s > 0).map(|_| [&l, &h]);
        if let Some((test, tested)) = &tests {
            // A loop whose index cannot leave the range of `int` is a plain one to the Rust compiler, which may run it in lanes.
            let strided = constant_step(step).filter(|s| self.accessing && *s > 1 && *self.var_ty(var) == Ty::I32);
            let (test, head) = match strided {
                Some(s) => {
                    let test = format!("{test} && {} <= {}", self.wide_bound(hi), i64::from(i32::MAX) - s + 1);
                    (test, format!("for {} in par::strided({}, {}, {s})", self.name(var), l.text, h.text))
                }
                None => (test.clone(), head.clone()),
            };
            self.line(&format!("if {test} {{"));
            self.indent += 1;
            self.tested.extend(tested.iter().cloned());
            self.rounds(&format!("{label}{head}"), var, bounds, body);
            self.tested.truncate(self.tested.len() - tested.len());
            self.indent -= 1;
            self.line("} else {");
            self.indent += 1;
        }
        self.rounds(&format!("{label}{head}"), var, bounds, body);
        if tests.is_some() {
            self.indent -= 1;
            self.line("}");
        }
    }

    /// The loop itself, where it can with elements in variables.
    fn rounds(&mut self, head: &str, var: VarId, bounds: Option<[&Code; 2]>, body: &Block) {
        let plain = |w: &mut Self| {
            w.line(&format!("{head} {{"));
            w.inner(body);
            w.line("}");
        };
        let Some([lo, hi]) = bounds.filter(|_| self.accessing) else { return plain(self) };
        let found = super::registers::of_loop(self, var, body);
        if found.is_empty() {
            return plain(self);
        }
        let (lo, hi) = (lo.at(Prec::Unary), hi.at(Prec::Unary));
        let not: BTreeSet<String> = found.iter().flat_map(|r| &r.not).map(|e| self.value(e).at(Prec::Unary)).collect();
        let apart: String = not.iter().map(|e| format!(" && ({e} < {lo} || {e} >= {hi})")).collect();
        self.line("// The element stays in a variable.");
        self.line(&format!("if {lo} < {hi}{apart} {{"));
        self.indent += 1;
        for r in &found {
            let (name, at) = (self.name(r.array).to_string(), self.indices(r.array, &r.index));
            self.line(&format!("let mut {name}_element = {name}.at({at});"));
        }
        let outside = self.registers.len();
        self.registers.extend(found.iter().cloned());
        plain(self);
        self.registers.truncate(outside);
        for r in &found {
            let (name, at) = (self.name(r.array).to_string(), self.indices(r.array, &r.index));
            self.line(&format!("{name}.put({at}, {name}_element);"));
        }
        self.indent -= 1;
        if !apart.is_empty() {
            self.line("} else {");
            self.indent += 1;
            plain(self);
            self.indent -= 1;
        }
        self.line("}");
    }

    /// The variable that holds an element while a loop runs.
    fn register(&self, array: VarId, index: &[Expr]) -> Option<String> {
        let held = self.registers.iter().any(|r| r.is(array, index));
        held.then(|| format!("{}_element", self.name(array)))
    }

    pub fn is_non_zero(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::Var(v) if self.non_zero.contains(&v))
    }

    fn store(&mut self, array: VarId, index: &[Expr], value: &Expr) {
        if let Some(register) = self.register(array, index) {
            let value = self.value(value);
            return self.line(&format!("{register} = {};", value.text));
        }
        let rank = self.var_ty(array).as_array().map_or(0, |a| a.dims.len());
        let name = self.name(array).to_string();
        let private = matches!(self.reprs[array.index()], Repr::Private | Repr::Borrowed);
        let fails = |e: &Expr| self.fails(e);
        let checked = |last: &Expr| match last.last_check().map(|c| &c.kind) {
            Some(ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. }) => {
                !self.is_tested(value, *array, *dim)
            }
            last => last.is_some(),
        };
        // Rust evaluates the value first where the place is no call.
        let late = fails(value) && (index.last().is_some_and(checked) || private && index.iter().any(fails));
        // The value may rest on what the subscripts check.
        let first = private && !late && index.iter().any(fails);
        // What comes before the value, for what it throws.
        let earlier: Vec<&Expr> = match index.split_last().filter(|_| late) {
            Some((last, rows)) => rows.iter().chain(last.before_last_check()).filter(|e| fails(e)).collect(),
            None => Vec::new(),
        };
        for e in earlier {
            let v = self.value(e);
            self.line(&format!("let _ = {};", v.text));
        }
        match self.reprs[array.index()] {
            Repr::Private | Repr::Borrowed => {
                let mut at: Vec<String> = index.iter().map(|i| self.value(i).cast("usize").text).collect();
                let v = self.value(value);
                let place = |at: &[String]| at.iter().map(|i| format!("[{i}]")).collect::<String>();
                if !first {
                    return self.line(&format!("{name}{} = {};", place(&at), v.text));
                }
                let mut lets = String::new();
                for (k, at) in at.iter_mut().enumerate() {
                    lets.push_str(&format!("let stored_{k} = {at}; "));
                    *at = format!("stored_{k}");
                }
                self.line(&format!("{{ {lets}{name}{} = {}; }}", place(&at), v.text));
            }
            _ if index.len() < rank => {
                let row = self.row(array, index);
                let v = self.value(value);
                self.line(&format!("{}.put_array({});", row.recv(), v.text));
            }
            _ if late => {
                // The element is looked for last (JLS 15.26.1).
                let v = self.value(value);
                let at = self.indices(array, index);
                self.line(&format!("{{ let stored = {}; {name}.put({at}, stored); }}", v.text));
            }
            _ => {
                let at = self.indices(array, index);
                let v = self.value(value);
                self.line(&format!("{name}.put({at}, {});", v.text));
            }
        }
    }

    /// Whether evaluating it may throw: what was tested in front of the loop does not.
    fn fails(&self, e: &Expr) -> bool {
        let mut found = match &e.kind {
            ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => {
                !self.is_tested(value, *array, *dim)
            }
            ExprKind::Check { .. } => true,
            ExprKind::Call { func, .. } => walk::throws(self.cx.program, &self.cx.program.func(*func).body),
            _ => false,
        };
        walk::expr_children(e, &mut |c| found |= self.fails(c));
        found
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    /// It is not negative, as far as can be seen.
    pub fn is_natural(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => *n >= 0,
            ExprKind::Var(v) => self.natural.contains(v),
            ExprKind::Len { .. } => true,
            ExprKind::Check { kind: CheckKind::Index { .. } | CheckKind::Below { .. } | CheckKind::Size, .. } => true,
            _ => false,
        }
    }

    /// The arguments of `at` and `put`.
    pub fn indices(&self, _array: VarId, index: &[Expr]) -> String {
        index.iter().map(|i| self.offset(i).text).collect::<Vec<_>>().join(", ")
    }

    /// An index that is in range. A sum whose left side is not negative cannot have left the range of `int` and come back into the
    /// array, so it may be computed in `i64`, where loops over neighbours are plain.
    fn offset(&self, e: &Expr) -> Code {
        match &e.kind {
            // Tested in `i64`: it has not left the range of `int` either.
            ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. }
                if self.is_tested(value, *array, *dim) =>
            {
                match &value.kind {
                    ExprKind::Binary(..) => self.wide(value),
                    _ => self.value(value),
                }
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) if self.is_natural(a) && self.is_simple(b) => {
                let (a, b) = (self.value(a).cast("i64"), self.value(b));
                let b = if b.text.bytes().all(|c| c.is_ascii_digit()) { b } else { b.cast("i64") };
                Code::binary(&a, if *op == BinOp::Add { "+" } else { "-" }, Prec::Sum, &b)
            }
            _ => self.value(e),
        }
    }

    /// The bound of a loop as an `i64`, computed in its own type.
    fn wide_bound(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => n.to_string(),
            _ => self.value(e).cast("i64").text,
        }
    }

    /// Sums and products in `i64`.
    pub fn wide(&self, e: &Expr) -> Code {
        let two = |sign, prec, a, b| Code::binary(&self.wide(a), sign, prec, &self.wide(b));
        match &e.kind {
            ExprKind::Binary(BinOp::Add, a, b) => two("+", Prec::Sum, a, b),
            ExprKind::Binary(BinOp::Sub, a, b) => two("-", Prec::Sum, a, b),
            ExprKind::Binary(BinOp::Mul, a, b) => two("*", Prec::Product, a, b),
            ExprKind::Const(Const::Int(n)) if *n >= 0 => Code::atom(n.to_string()),
            _ => self.value(e).cast("i64"),
        }
    }

    fn is_simple(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. })
    }

    /// Rows of arrays: a view, or a private array's own.
    fn row(&self, array: VarId, index: &[Expr]) -> Code {
        let rank = self.var_ty(array).as_array().map_or(0, |a| a.dims.len());
        let name = self.name(array);
        match self.reprs[array.index()] {
            Repr::Private | Repr::Borrowed => {
                let at: String = index.iter().map(|i| format!("[{}]", self.value(i).cast("usize").text)).collect();
                Code::atom(format!("{name}{at}"))
            }
            repr => {
                let view = if repr == Repr::Grid { format!("{name}.view()") } else { name.to_string() };
                let at = self.indices(array, index);
                let method = if rank - index.len() == 2 { "plane" } else { "row" };
                Code::atom(format!("{view}.{method}({at})"))
            }
        }
    }

    pub fn value(&self, e: &Expr) -> Code {
        match &e.kind {
            ExprKind::Const(c) => self.constant(c, &e.ty),
            ExprKind::Var(v) => match self.reprs[v.index()] {
                Repr::Borrowed => Code::new(format!("*{}", self.name(*v)), Prec::Unary),
                Repr::Grid => Code::atom(format!("{}.clone()", self.name(*v))),
                Repr::View if is_private(&e.ty) => Code::atom(format!("{}.array()", self.name(*v))),
                _ => Code::atom(self.name(*v)),
            },
            ExprKind::Unary(op, a) => {
                let sign = if *op == UnOp::Neg { "-" } else { "!" };
                Code::new(format!("{sign}{}", self.value(a).at(Prec::Postfix)), Prec::Unary)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Convert(a) => self.convert(a, &e.ty),
            ExprKind::Bitcast(a) => {
                let v = self.value(a);
                match e.ty {
                    Ty::F32 => Code::atom(format!("f32::from_bits({})", v.cast("u32").text)),
                    Ty::F64 => Code::atom(format!("f64::from_bits({})", v.cast("u64").text)),
                    _ => v.method("to_bits()").cast(&self.cx.ty(&e.ty)),
                }
            }
            ExprKind::Select(c, a, b) => {
                let (c, a, b) = (self.value(c), self.value(a), self.value(b));
                // What begins with a block at the beginning of a block ends with it.
                let alone = |side: Code| match side.text.starts_with("unsafe {") && side.prec < Prec::Postfix {
                    true => format!("({})", side.text),
                    false => side.text,
                };
                Code::block(format!("if {} {{ {} }} else {{ {} }}", c.text, alone(a), alone(b)))
            }
            ExprKind::And(a, b) => Code::binary(&self.value(a), "&&", Prec::And, &self.value(b)),
            ExprKind::Or(a, b) => Code::binary(&self.value(a), "||", Prec::Or, &self.value(b)),
            ExprKind::Math(op, args) => self.math(*op, args, &e.ty),
            ExprKind::Len { array, dim } => self.len(*array, *dim),
            ExprKind::Index { array, index } => {
                if let Some(register) = self.register(*array, index) {
                    return Code::atom(register);
                }
                let name = self.name(*array);
                match self.reprs[array.index()] {
                    Repr::Private | Repr::Borrowed => self.row(*array, index),
                    // SAFETY: the same proof as everywhere: this is host code of a region.
                    Repr::Grid => {
                        let within = self.in_unsafe.replace(true);
                        let element = format!("{name}.view().at({})", self.indices(*array, index));
                        self.in_unsafe.set(within);
                        Code::atom(if within { element } else { format!("unsafe {{ {element} }}") })
                    }
                    _ => Code::atom(format!("{name}.at({})", self.indices(*array, index))),
                }
            }
            ExprKind::Row { array, index } => {
                let row = self.row(*array, index);
                let private = matches!(self.reprs[array.index()], Repr::Private | Repr::Borrowed);
                if private || !is_private(&e.ty) {
                    return row;
                }
                match e.ty.as_array().map_or(0, |a| a.dims.len()) {
                    1 => row.method("array()"),
                    _ => self.cx.unsupported(e.span, "a plane of known sizes as a value"),
                }
            }
            ExprKind::Check { kind, value, site } => self.check(kind, value, *site),
            ExprKind::Call { func, args } => self.call(*func, args),
            ExprKind::MakeStruct(args) => {
                let Ty::Struct(s) = &e.ty else { return Code::atom("()") };
                let s = &self.cx.program.structs[s.index()];
                let fields: Vec<String> = s
                    .fields
                    .iter()
                    .zip(args)
                    .map(|((n, _), a)| format!("{}: {}", ident(n), self.value(a).text))
                    .collect();
                Code::new(format!("{} {{ {} }}", super::struct_name(s), fields.join(", ")), Prec::Block)
            }
            ExprKind::Field(a, field) => {
                let Ty::Struct(s) = &a.ty else { return Code::atom("()") };
                let name = ident(&self.cx.program.structs[s.index()].fields[*field as usize].0);
                Code::atom(format!("{}.{name}", self.value(a).recv()))
            }
            ExprKind::NewPrivate => Code::atom(self.cx.zero(&e.ty)),
            ExprKind::NewArray { sizes } => {
                let sizes: Vec<String> = sizes.iter().map(|s| self.value(s).text).collect();
                Code::atom(format!("{}::new([{}])", self.cx.grid_ty(&e.ty).replacen('<', "::<", 1), sizes.join(", ")))
            }
            ExprKind::ArrayLit(items) => {
                let items: Vec<String> = items.iter().map(|i| self.value(i).text).collect();
                Code::atom(format!("[{}]", items.join(", ")))
            }
        }
    }

    pub fn len(&self, array: VarId, dim: u32) -> Code {
        match (self.reprs[array.index()], self.var_ty(array).as_array().and_then(|a| a.dims[dim as usize])) {
            (_, Some(bound)) => Code::atom(bound.to_string()),
            _ => Code::atom(format!("{}.len({dim})", self.name(array))),
        }
    }

    fn check(&self, kind: &CheckKind, value: &Expr, site: SiteId) -> Code {
        let v = self.value(value).text;
        let place = site;
        let site = self.cx.site(site);
        Code::atom(match kind {
            CheckKind::Index { array, dim } => {
                if self.is_tested(value, *array, *dim) {
                    return self.value(value);
                }
                let len = self.len(*array, *dim).text;
                match self.nullable.contains(array) {
                    true => {
                        let message = string_literal(self.cx.program.nulls.at(place).unwrap_or_default());
                        let name = self.name(*array);
                        format!("check::index_unless_null({v}, {len}, {name}.is_null(), {message}, {site})")
                    }
                    false => format!("check::index({v}, {len}, {site})"),
                }
            }
            CheckKind::NonZero if self.is_non_zero(value) => return self.value(value),
            CheckKind::NonZero => format!("check::non_zero({v}, {site})"),
            CheckKind::Size => format!("check::size({v}, {site})"),
            CheckKind::View { array, dim, before, after } => {
                format!("check::view({v}, {:?}, {dim}, {before}, {after}, {site})", array.as_str())
            }
            CheckKind::SameLength { other } => format!("check::same_length({v}, {}, {site})", self.value(other).text),
            CheckKind::Below { length, text } => {
                let check = if *text { "char_index" } else { "index" };
                format!("check::{check}({v}, {}, {site})", self.value(length).text)
            }
        })
    }

    pub fn call(&self, func: FuncId, args: &[Expr]) -> Code {
        let callee = self.cx.program.func(func);
        let args: Vec<String> = args
            .iter()
            .zip(&callee.params)
            .map(|(arg, &p)| {
                let param = &callee.vars[p.index()];
                if !is_private(&param.ty) {
                    return match (&arg.kind, param.ty.as_array()) {
                        (ExprKind::Var(v), Some(_)) if self.reprs[v.index()] == Repr::Grid => {
                            format!("{}.view()", self.name(*v))
                        }
                        (ExprKind::Var(v), Some(_)) if is_private(self.var_ty(*v)) => {
                            self.cx.unsupported(arg.span, "a private array where a function takes one of any size").text
                        }
                        _ => self.value(arg).text,
                    };
                }
                let borrow = if param.mutable { "&mut " } else { "&" };
                match &arg.kind {
                    ExprKind::Var(v) if self.reprs[v.index()] == Repr::Borrowed => self.name(*v).to_string(),
                    ExprKind::Var(v) if matches!(self.reprs[v.index()], Repr::View | Repr::Grid) => {
                        let view = if self.reprs[v.index()] == Repr::Grid { ".view()" } else { "" };
                        format!("&{}{view}.array()", self.name(*v))
                    }
                    _ => format!("{borrow}{}", self.value(arg).at(Prec::Unary)),
                }
            })
            .collect();
        Code::atom(format!("{}({})", ident(&callee.name), args.join(", ")))
    }

    fn constant(&self, c: &Const, ty: &Ty) -> Code {
        let number = |text: String| {
            let prec = if text.starts_with('-') { Prec::Unary } else { Prec::Postfix };
            Code::new(text, prec)
        };
        match c {
            Const::Bool(b) => Code::atom(b.to_string()),
            Const::Int(n) if *n == i64::MIN => Code::atom("i64::MIN"),
            Const::Int(n) if *ty == Ty::I32 && *n == i32::MIN as i64 => Code::atom("i32::MIN"),
            Const::Int(n) if *ty == Ty::I32 => number(n.to_string()),
            Const::Int(n) => number(format!("{n}_{}", self.cx.ty(ty))),
            Const::F32(x) if x.is_nan() => Code::atom("f32::NAN"),
            Const::F32(x) if x.is_infinite() => {
                Code::atom(if *x > 0.0 { "f32::INFINITY" } else { "f32::NEG_INFINITY" })
            }
            Const::F32(x) => number(format!("{x:?}_f32")),
            Const::F64(x) if x.is_nan() => Code::atom("f64::NAN"),
            Const::F64(x) if x.is_infinite() => {
                Code::atom(if *x > 0.0 { "f64::INFINITY" } else { "f64::NEG_INFINITY" })
            }
            Const::F64(x) => number(format!("{x:?}_f64")),
        }
    }

    fn binary(&self, op: BinOp, a: &Expr, b: &Expr) -> Code {
        let (mut x, mut y) = (self.value(a), self.value(b));
        let typed = |code: &mut Code, e: &Expr| match e.kind {
            ExprKind::Const(_) => code.text.push_str("_i32"),
            _ => *code = code.cast("i32"),
        };
        // A method needs to know the literal's type, and so does a cast that changes its sign.
        if matches!(op, BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr) && is_untyped(a) {
            typed(&mut x, a);
        }
        let is_distance = |n: i64| (0..32).contains(&n);
        if matches!(op, BinOp::Shl | BinOp::Shr)
            && is_untyped(b)
            && !matches!(b.kind, ExprKind::Const(Const::Int(n)) if is_distance(n))
        {
            typed(&mut y, b);
        }
        let plain = |sign: &str, prec: Prec| Code::binary(&x, sign, prec, &y);
        let shift = |name: &str| match b.kind {
            ExprKind::Const(Const::Int(n)) if is_distance(n) => None,
            _ => Some(x.method(&format!("{name}({})", y.cast("u32").text))),
        };
        match op {
            BinOp::Add => plain("+", Prec::Sum),
            BinOp::Sub => plain("-", Prec::Sum),
            BinOp::Mul => plain("*", Prec::Product),
            BinOp::Div if a.ty.is_int() => x.method(&format!("wrapping_div({})", y.text)),
            BinOp::Rem if a.ty.is_int() => x.method(&format!("wrapping_rem({})", y.text)),
            BinOp::Div => plain("/", Prec::Product),
            BinOp::Rem => plain("%", Prec::Product),
            BinOp::Shl => shift("wrapping_shl").unwrap_or_else(|| plain("<<", Prec::Shift)),
            BinOp::Shr => shift("wrapping_shr").unwrap_or_else(|| plain(">>", Prec::Shift)),
            BinOp::UShr => {
                let f = if a.ty == Ty::I64 { "lushr" } else { "iushr" };
                Code::atom(format!("ops::{f}({}, {})", x.text, y.text))
            }
            BinOp::Lt => plain("<", Prec::Compare),
            BinOp::Le => plain("<=", Prec::Compare),
            BinOp::Gt => plain(">", Prec::Compare),
            BinOp::Ge => plain(">=", Prec::Compare),
            BinOp::Eq => plain("==", Prec::Compare),
            BinOp::Ne => plain("!=", Prec::Compare),
            BinOp::And => plain("&", Prec::BitAnd),
            BinOp::Xor => plain("^", Prec::BitXor),
            BinOp::Or => plain("|", Prec::BitOr),
        }
    }

    fn convert(&self, a: &Expr, to: &Ty) -> Code {
        let v = self.value(a);
        if a.ty == *to {
            return v;
        }
        let name = self.cx.ty(to);
        // Narrow integers come from floats by way of `int`.
        if a.ty.is_float() && matches!(to, Ty::I8 | Ty::I16 | Ty::U16) {
            v.cast("i32").cast(&name)
        } else {
            v.cast(&name)
        }
    }

    fn math(&self, op: MathOp, args: &[Expr], ty: &Ty) -> Code {
        let t = self.cx.ty(ty);
        let args: Vec<Code> = args.iter().map(|a| self.value(a)).collect();
        let list = args.iter().map(|a| a.text.as_str()).collect::<Vec<_>>().join(", ");
        let name = match op {
            MathOp::Sqrt => "sqrt",
            MathOp::Abs if ty.is_int() => "wrapping_abs",
            MathOp::Abs => "abs",
            MathOp::Floor => "floor",
            MathOp::Ceil => "ceil",
            MathOp::Rint => "round_ties_even",
            MathOp::Fma => "mul_add",
            MathOp::Min | MathOp::Max => {
                let (a, b) = (args.first().map_or("", |a| &a.text), args.get(1).map_or("", |b| &b.text));
                let op = if op == MathOp::Min { ReduceOp::Min } else { ReduceOp::Max };
                return Code::atom(combine(op, ty, a, b));
            }
        };
        Code::atom(format!("{t}::{name}({list})"))
    }
}

/// What a statement and those in it declare.
fn declared_in(stmt: &Stmt) -> BTreeSet<VarId> {
    let mut declared = BTreeSet::new();
    walk::for_each_stmt(&Block { stmts: vec![stmt.clone()] }, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == walk::Role::Declare {
                declared.insert(v);
            }
        });
    });
    declared
}

/// Whether a loop with this body has parallel instructions in its rounds.
fn runs_phases(body: &Block) -> bool {
    let mut found = false;
    walk::for_each_stmt(body, &mut |s| found |= matches!(s.kind, StmtKind::Par(_) | StmtKind::CallRegion { .. }));
    found
}

fn constant_step(step: &Expr) -> Option<i64> {
    match step.kind {
        ExprKind::Const(Const::Int(n)) => Some(n),
        _ => None,
    }
}

/// Two accumulators, or a value into one.
pub fn combine(op: ReduceOp, ty: &Ty, a: &str, b: &str) -> String {
    let float = if *ty == Ty::F32 { 'f' } else { 'd' };
    match op {
        ReduceOp::Add | ReduceOp::Sub => format!("{a} + {b}"),
        ReduceOp::Mul => format!("{a} * {b}"),
        ReduceOp::And => format!("{a} & {b}"),
        ReduceOp::Or => format!("{a} | {b}"),
        ReduceOp::Xor => format!("{a} ^ {b}"),
        ReduceOp::Min if ty.is_float() => format!("ops::{float}min({a}, {b})"),
        ReduceOp::Max if ty.is_float() => format!("ops::{float}max({a}, {b})"),
        ReduceOp::Min => format!("std::cmp::min({a}, {b})"),
        ReduceOp::Max => format!("std::cmp::max({a}, {b})"),
    }
}

/// Whether an operation on the variable, or on a number computed from it, is a method in Rust.
fn has_methods_called(body: &Block, var: VarId) -> bool {
    fn is_made_of(e: &Expr, var: VarId) -> bool {
        match &e.kind {
            ExprKind::Var(v) => *v == var,
            ExprKind::Unary(_, a) | ExprKind::Check { value: a, .. } => is_made_of(a, var),
            ExprKind::Binary(op, a, b) => !op.is_comparison() && (is_made_of(a, var) || is_made_of(b, var)),
            ExprKind::Select(_, a, b) => is_made_of(a, var) || is_made_of(b, var),
            _ => false,
        }
    }
    let mut found = false;
    let is_it = |e: &Expr| is_made_of(e, var);
    walk::for_each_expr(body, &mut |e| {
        found |= match &e.kind {
            ExprKind::Binary(op, a, _) => {
                !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) && !op.is_comparison() && is_it(a)
            }
            ExprKind::Unary(_, a) => is_it(a),
            ExprKind::Math(_, args) => args.iter().any(is_it),
            _ => false,
        }
    });
    found
}

/// Whether nothing in an expression's text tells that it is an `i32`: it is made of literals.
fn is_untyped(e: &Expr) -> bool {
    e.ty == Ty::I32
        && match &e.kind {
            ExprKind::Const(Const::Int(n)) => *n != i64::from(i32::MIN),
            ExprKind::Unary(_, a) => is_untyped(a),
            ExprKind::Check { value, .. } => is_untyped(value),
            ExprKind::Binary(BinOp::Shl | BinOp::Shr, a, _) => is_untyped(a),
            ExprKind::Binary(op, a, b) => {
                !matches!(op, BinOp::Div | BinOp::Rem | BinOp::UShr) && is_untyped(a) && is_untyped(b)
            }
            ExprKind::Select(_, a, b) => is_untyped(a) && is_untyped(b),
            _ => false,
        }
}
