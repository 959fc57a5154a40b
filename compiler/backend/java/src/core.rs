//! From Core to Java: the bodies of SOMD methods whose meaning their text alone does not have in Java, because they add floats over
//! a distributed loop (the sum has a fixed shape) or read in `sync` what other instances write (the values from before).
//!
//! Checks need no code, since Java makes them. An array's new value is the same Java array: Core's old value is dead after the
//! instruction, and where the instruction itself reads it, a copy is made before.

use super::names::{Names, exact_math};
use super::regions;
use super::splice::Cx;
use super::support::Used;
use somd_core::ir::*;
use somd_core::walk;
use somd_hir::{self as hir, MethodId, MethodKind};
use somd_syntax::ast::ReduceOp;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn print(
    cx: &Cx<'_>,
    method: MethodId,
    func: FuncId,
    args: &[hir::Expr],
    results: &[hir::Place],
    part: bool,
    used: &mut Used,
) -> Option<Result<String, String>> {
    let m = cx.lowered.hir.method(method);
    let func = cx.lowered.core.func(func);
    if !needs_printing(func) {
        return None;
    }
    used.support();
    let local = |l: hir::LocalId| m.locals[l.index()].name.to_string();
    let targets = results.iter().filter_map(|p| match p {
        hir::Place::Local(l) => Some(local(*l)),
        _ => None,
    });
    let mut p = Printer {
        cx,
        used,
        names: cx.names,
        func,
        method: m,
        targets: part.then(|| targets.collect()),
        var_names: BTreeMap::new(),
        scopes: vec![BTreeSet::new()],
        named: named(&func.body),
        out: String::new(),
        indent: 0,
        error: None,
    };
    // Around a part of a method, any of its names may be in scope.
    if part {
        p.scopes[0].extend(m.locals.iter().map(|l| l.name.to_string()));
    }
    for (&param, arg) in func.params.iter().zip(args) {
        let Some(name) = regions::argument(cx, method, arg) else { return Some(Err("what this method reads".into())) };
        p.scopes[0].insert(name.clone());
        p.var_names.insert(param, name);
    }
    p.block(&func.body);
    Some(p.error.map_or(Ok(p.out), Err))
}

fn is_sum_of_floats(func: &Func, output: &Output) -> bool {
    let ty = &func.vars[output.result.index()].ty;
    matches!(&output.kind, OutputKind::Reduce { op: ReduceOp::Add | ReduceOp::Sub | ReduceOp::Mul, .. } if ty.is_float())
}

fn needs_printing(func: &Func) -> bool {
    let mut found = false;
    walk::for_each_stmt(&func.body, &mut |s| {
        // What the ranges do not keep apart is found out by Core alone.
        found |= matches!(&s.kind, StmtKind::Throw { class, .. } if class == "somd.PartitionException");
        let StmtKind::Par(par) = &s.kind else { return };
        walk::for_each_expr(&par.body, &mut |e| {
            found |= matches!(e.kind, ExprKind::Check { kind: CheckKind::View { .. }, .. })
        });
        for output in &par.outputs {
            found |= match &output.kind {
                OutputKind::Array(ArraySource::Update { old }) => reads(&par.body, *old),
                OutputKind::Fold { .. } => true,
                _ => is_sum_of_floats(func, output),
            };
        }
    });
    found
}

fn named(body: &Block) -> BTreeSet<VarId> {
    let mut vars = BTreeSet::new();
    walk::for_each_expr(body, &mut |e| vars.extend(walk::expr_var(e)));
    walk::for_each_stmt(body, &mut |s| {
        if let StmtKind::Assign { var, .. } = &s.kind {
            vars.insert(*var);
        }
    });
    vars
}

/// Whether the contents of an array are read, as against its sizes.
fn reads(block: &Block, array: VarId) -> bool {
    let mut found = false;
    walk::for_each_expr(block, &mut |e| {
        found |= match &e.kind {
            ExprKind::Index { array: a, .. } | ExprKind::Row { array: a, .. } | ExprKind::Var(a) => *a == array,
            _ => false,
        }
    });
    found
}

struct Printer<'a> {
    cx: &'a Cx<'a>,
    used: &'a mut Used,
    names: &'a Names<'a>,
    func: &'a Func,
    method: &'a hir::Method,
    /// Of a part of a method: the locals that take what it returns.
    targets: Option<Vec<String>>,
    var_names: BTreeMap<VarId, String>,
    /// The Java names in scope, by block.
    scopes: Vec<BTreeSet<String>>,
    /// Variables that something reads or changes after their declaration.
    named: BTreeSet<VarId>,
    out: String,
    indent: usize,
    error: Option<String>,
}

impl Printer<'_> {
    // ---- text and names -------------------------------------------------------------------------------------------

    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.line(format!("{} {{", text.as_ref()));
        self.indent += 1;
        self.scopes.push(BTreeSet::new());
    }

    fn close(&mut self) {
        self.scopes.pop();
        self.indent -= 1;
        self.line("}");
    }

    fn fail(&mut self, what: &str) -> String {
        self.error.get_or_insert_with(|| what.to_string());
        String::new()
    }

    fn fresh(&mut self, wish: &str) -> String {
        let mut name = wish.to_string();
        let mut n = 1;
        while self.scopes.iter().any(|s| s.contains(&name)) {
            n += 1;
            name = format!("{wish}{n}");
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone());
        }
        name
    }

    fn declare(&mut self, var: VarId) -> String {
        let wish = self.func.vars[var.index()].name.clone();
        let name = self.fresh(&wish);
        self.var_names.insert(var, name.clone());
        name
    }

    fn name(&self, var: VarId) -> String {
        self.var_names.get(&var).cloned().unwrap_or_else(|| self.func.vars[var.index()].name.to_string())
    }

    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "boolean".into(),
            Ty::I8 => "byte".into(),
            Ty::I16 => "short".into(),
            Ty::U16 => "char".into(),
            Ty::I32 => "int".into(),
            Ty::I64 => "long".into(),
            Ty::F32 => "float".into(),
            Ty::F64 => "double".into(),
            Ty::Struct(s) => self.cx.lowered.structs[s.index()].map_or_else(String::new, |c| self.names.class(c)),
            Ty::Array(a) => self.ty(&a.elem) + &"[]".repeat(a.dims.len()),
        }
    }

    /// The enum of which a structure is a constant.
    fn value_enum(&self, ty: &Ty) -> Option<hir::ClassId> {
        let Ty::Struct(s) = ty else { return None };
        let class = self.cx.lowered.structs[s.index()]?;
        self.cx.lowered.hir.ordinal_field(class).map(|_| class)
    }

    fn var_ty(&self, var: VarId) -> Ty {
        self.func.vars[var.index()].ty.clone()
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    /// Says whether what follows the block can be reached.
    fn block(&mut self, b: &Block) -> bool {
        // Java refuses what no path reaches.
        b.stmts.iter().all(|s| self.stmt(s))
    }

    fn labelled(&mut self, label: LabelId, body: &Block, text: String) -> String {
        let mut named = false;
        walk::for_each_stmt(body, &mut |s| {
            named |= matches!(s.kind, StmtKind::Break(l) | StmtKind::Continue(l) if l == label)
        });
        if named { format!("L{}: {text}", label.0) } else { text }
    }

    fn stmt(&mut self, s: &Stmt) -> bool {
        match &s.kind {
            StmtKind::Let { var, init } => {
                let ty = self.var_ty(*var);
                if let Some(Expr { kind: ExprKind::Var(v), .. }) = init
                    && ty.as_array().is_some()
                {
                    // An array variable keeps its array, so two names of one can be one name.
                    let name = self.name(*v);
                    self.var_names.insert(*var, name);
                    return true;
                }
                if matches!(init, Some(Expr { kind: ExprKind::Const(_), .. })) && !self.named.contains(var) {
                    return true;
                }
                let value = match init {
                    Some(e) => self.expr(e),
                    None => zero(&ty).to_string(),
                };
                let java = self.ty(&ty);
                let name = self.declare(*var);
                self.line(format!("{java} {name} = {value};"));
            }
            StmtKind::Assign { var, value } => {
                let name = self.name(*var);
                if let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div), a, b) = &value.kind
                    && matches!(a.kind, ExprKind::Var(v) if v == *var)
                {
                    let b = self.expr(b);
                    self.line(format!("{name} {}= {b};", binary(*op).0));
                    return true;
                }
                let value = self.expr(value);
                if name != value {
                    self.line(format!("{name} = {value};"));
                }
            }
            StmtKind::Store { array, index, value } => {
                let place = self.element(*array, index);
                let value = self.expr(value);
                self.line(format!("{place} = {value};"));
            }
            StmtKind::Accumulate { array, index, value } => self.accumulate(*array, index, value),
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.expr(cond);
                self.open(format!("if ({cond})"));
                let a = self.block(then);
                self.scopes.pop();
                self.indent -= 1;
                if otherwise.stmts.is_empty() {
                    self.line("}");
                    return true;
                }
                self.line("} else {");
                self.indent += 1;
                self.scopes.push(BTreeSet::new());
                let b = self.block(otherwise);
                self.close();
                return a || b;
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let lo = self.expr(lo);
                let hi = self.bound(hi);
                let (up, step) = match &step.kind {
                    ExprKind::Const(Const::Int(n)) => (*n > 0, *n),
                    _ => {
                        self.fail("a loop whose step is not constant");
                        return true;
                    }
                };
                let java = self.ty(&self.var_ty(*var));
                self.scopes.push(BTreeSet::new());
                let i = self.declare(*var);
                let update = match step {
                    1 => format!("{i}++"),
                    -1 => format!("{i}--"),
                    n if n > 0 => format!("{i} += {n}"),
                    n => format!("{i} -= {}", -n),
                };
                let head = format!("for ({java} {i} = {lo}; {i} {} {hi}; {update})", if up { "<" } else { ">" });
                let head = self.labelled(*label, body, head);
                self.open(head);
                self.block(body);
                self.close();
                self.scopes.pop();
            }
            StmtKind::While { cond, body, label } => {
                let endless = matches!(cond.kind, ExprKind::Const(Const::Bool(true)));
                let cond = self.expr(cond);
                let head = self.labelled(*label, body, format!("while ({cond})"));
                self.open(head);
                self.block(body);
                self.close();
                return !endless || breaks(body, *label);
            }
            StmtKind::Labeled { label, body } => {
                self.open(format!("L{}:", label.0));
                let ends = self.block(body);
                self.close();
                return ends || breaks(body, *label);
            }
            StmtKind::Break(l) => {
                self.line(format!("break L{};", l.0));
                return false;
            }
            StmtKind::Continue(l) => {
                self.line(format!("continue L{};", l.0));
                return false;
            }
            StmtKind::Return(values) if self.targets.is_some() => {
                for (target, value) in self.targets.clone().into_iter().flatten().zip(values) {
                    let value = self.expr(value);
                    if value != target {
                        self.line(format!("{target} = {value};"));
                    }
                }
            }
            StmtKind::Return(values) => {
                if self.method.ret != hir::Ty::Void
                    && let Some(value) = values.first()
                {
                    let value = self.expr(value);
                    self.line(format!("return {value};"));
                }
                return false;
            }
            StmtKind::Throw { class, message, .. } => {
                let mut pieces: Vec<String> = Vec::new();
                for piece in message.iter().flatten() {
                    pieces.push(match piece {
                        Piece::Text(text) => format!("{:?}", text.as_str()),
                        Piece::Value(value) => format!("({})", self.expr(value)),
                    });
                }
                if !matches!(message.as_deref(), None | Some([Piece::Text(_), ..])) {
                    pieces.insert(0, "\"\"".into());
                }
                let class = class.strip_prefix("java.lang.").unwrap_or(class).replace('$', ".");
                self.line(format!("throw new {class}({});", pieces.join(" + ")));
                return false;
            }
            StmtKind::Call { func, args } => {
                let call = self.call(*func, args);
                self.line(format!("{call};"));
            }
            StmtKind::CallRegion { results, func, args } => self.call_region(results, *func, args),
            StmtKind::Par(par) => self.par(par),
        }
        true
    }

    fn accumulate(&mut self, array: VarId, index: &[Expr], value: &Expr) {
        let op = self.func.body.stmts.iter().find_map(|s| operator(s, array));
        let place = self.element(array, index);
        let value = self.expr(value);
        let symbol = match op {
            Some(ReduceOp::Add | ReduceOp::Sub) => "+=",
            Some(ReduceOp::Mul) => "*=",
            Some(ReduceOp::And) => "&=",
            Some(ReduceOp::Or) => "|=",
            Some(ReduceOp::Xor) => "^=",
            Some(ReduceOp::Min) => return self.line(format!("{place} = Math.min({place}, {value});")),
            Some(ReduceOp::Max) => return self.line(format!("{place} = Math.max({place}, {value});")),
            None => return drop(self.fail("this accumulation")),
        };
        self.line(format!("{place} {symbol} {value};"));
    }

    fn call_region(&mut self, results: &[VarId], func: FuncId, args: &[Expr]) {
        let Some(&id) = self.cx.lowered.methods.get(&func) else { return drop(self.fail("a call of this region")) };
        let (callee, m) = (self.cx.lowered.core.func(func), self.cx.hir.method(id));
        let FuncKind::Region { updates, .. } = &callee.kind else { return drop(self.fail("this call")) };
        let values: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
        let target = if m.is_static { format!("{}.", self.names.class(m.class)) } else { String::new() };
        let call = format!("{target}{}({})", m.name, values[..m.params.len().min(values.len())].join(", "));
        let mut called = false;
        for (i, (&result, update)) in results.iter().zip(updates).enumerate() {
            let of_arg = update.and_then(|p| callee.params.iter().position(|&q| q == p));
            match of_arg {
                Some(arg) => {
                    self.var_names.insert(result, values[arg].clone());
                }
                None if i == 0 => {
                    let java = self.ty(&self.var_ty(result));
                    let name = self.declare(result);
                    self.line(format!("{java} {name} = {call};"));
                    called = true;
                }
                None => drop(self.fail("the results of this call")),
            }
        }
        if !called {
            self.line(format!("{call};"));
        }
    }

    // ---- parallel instructions --------------------------------------------------------------------------------------

    /// A loop's upper bound, which is evaluated once.
    fn bound(&mut self, hi: &Expr) -> String {
        let text = self.expr(hi);
        let stays = match &hi.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => !self.func.vars[v.index()].mutable,
            _ => false,
        };
        if stays {
            return text;
        }
        let name = self.fresh("end");
        let java = self.ty(&hi.ty);
        self.line(format!("{java} {name} = {text};"));
        name
    }

    fn par(&mut self, par: &Par) {
        let bounds: Vec<(String, String)> = par.space.iter().map(|d| (self.expr(&d.lo), self.bound(&d.hi))).collect();
        let extents: Vec<String> = bounds
            .iter()
            .map(|(lo, hi)| {
                if lo == "0" {
                    format!("somd.Support.extent({hi})")
                } else {
                    format!("somd.Support.extent({lo}, {hi})")
                }
            })
            .collect();
        let count = extents.join(" * ");
        let (mut before_body, mut after_body, mut after) = (Vec::new(), Vec::new(), Vec::new());
        let mut renamed = Vec::new();
        let mut searches = None;
        for output in &par.outputs {
            let result = output.result;
            let ty = self.var_ty(result);
            let java = self.ty(&ty);
            match &output.kind {
                OutputKind::Array(ArraySource::New { sizes, .. }) => {
                    let Ty::Array(a) = &ty else { continue };
                    let value = self.new_array(a, sizes);
                    let name = self.declare(result);
                    self.line(format!("{java} {name} = {value};"));
                }
                OutputKind::Array(ArraySource::Update { old }) => {
                    let name = self.name(*old);
                    if reads(&par.body, *old) {
                        let copy = self.fresh(&format!("{}Before", self.func.vars[old.index()].name));
                        self.line(format!("{java} {copy} = somd.Support.copy({name});"));
                        renamed.push((*old, name.clone()));
                        self.var_names.insert(*old, copy);
                    }
                    self.var_names.insert(result, name);
                }
                OutputKind::Accumulate { array, .. } => {
                    let name = self.name(*array);
                    self.var_names.insert(result, name);
                }
                OutputKind::Reduce { op, acc, init } => {
                    // The variable that the result goes to is the one it started from.
                    let name = match &init.kind {
                        ExprKind::Var(v) if self.func.vars[v.index()].mutable => {
                            let name = self.name(*v);
                            self.var_names.insert(result, name.clone());
                            name
                        }
                        _ => {
                            let init = self.expr(init);
                            let name = self.declare(result);
                            self.line(format!("{java} {name} = {init};"));
                            name
                        }
                    };
                    if !is_sum_of_floats(self.func, output) {
                        // Integers may be folded in any order.
                        self.var_names.insert(*acc, name);
                        continue;
                    }
                    let lanes = self.fresh(&format!("{name}Lanes"));
                    let make = if *op == ReduceOp::Mul { "product" } else { "sum" };
                    let class = if ty == Ty::F32 { "FloatLanes" } else { "DoubleLanes" };
                    self.line(format!("somd.{class} {lanes} = somd.{class}.{make}({count});"));
                    let part = self.fresh(&format!("{name}Part"));
                    self.var_names.insert(*acc, part.clone());
                    before_body.push(format!("{java} {part} = {lanes}.take();"));
                    after_body.push(format!("{lanes}.put({part});"));
                    after.push(format!("{name} = {lanes}.finish({name});"));
                }
                OutputKind::Fold { captured, .. } if !captured.is_empty() => {
                    return drop(self.fail("a combinator that takes something from outside"));
                }
                OutputKind::Fold { func, value, init, .. } => {
                    let array = self.fresh("values");
                    let at = self.fresh("at");
                    self.line(format!("{java}[] {array} = new {java}[Math.toIntExact({count})];"));
                    self.line(format!("int {at} = 0;"));
                    let name = self.fresh(&self.func.vars[value.index()].name);
                    self.var_names.insert(*value, name.clone());
                    before_body.push(format!("{java} {name} = {};", zero(&ty)));
                    after_body.push(format!("{array}[{at}++] = {name};"));
                    let init = init.as_ref().map(|e| format!(", {}", self.expr(e))).unwrap_or_default();
                    let Some(&m) = self.cx.lowered.methods.get(func) else { return drop(self.fail("this combinator")) };
                    let combine = format!("{}::{}", self.names.owner(m), self.cx.hir.method(m).name);
                    let name = self.declare(result);
                    after.push(format!("{java} {name} = somd.Support.fold({array}{init}, {combine});"));
                }
                OutputKind::First { found } => {
                    let name = self.declare(result);
                    self.line(format!("long {name} = 0;"));
                    self.open(format!("search_{name}:"));
                    self.open("try");
                    let flag = self.fresh(&self.func.vars[found.index()].name);
                    self.var_names.insert(*found, flag.clone());
                    before_body.push(format!("boolean {flag} = false;"));
                    after_body.push(format!("if ({flag}) break search_{name};"));
                    after_body.push(format!("{name}++;"));
                    searches = Some(name);
                }
                OutputKind::Scan { op, value, init } => {
                    let Ty::Array(a) = &ty else { continue };
                    let elem = self.ty(&a.elem);
                    let (last, at) = (self.fresh("last"), self.fresh("at"));
                    let init = self.expr(init);
                    self.line(format!("{elem} {last} = {init};"));
                    self.line(format!("int {at} = 0;"));
                    let name = self.declare(result);
                    self.line(format!("{java} {name} = new {elem}[Math.toIntExact({count})];"));
                    let own = self.fresh(&self.func.vars[value.index()].name);
                    self.var_names.insert(*value, own.clone());
                    before_body.push(format!("{elem} {own} = {};", zero(&a.elem)));
                    after_body.push(format!("{last} = {};", folded(*op, &last, &own)));
                    after_body.push(format!("{name}[{at}++] = {last};"));
                }
                OutputKind::Filter { .. } => return drop(self.fail("a filter")),
                OutputKind::Sort { .. } => return drop(self.fail("a sort")),
            }
        }
        for (dim, (lo, hi)) in par.space.iter().zip(&bounds) {
            self.scopes.push(BTreeSet::new());
            let i = self.declare(dim.index);
            let java = self.ty(&self.var_ty(dim.index));
            self.open(format!("for ({java} {i} = {lo}; {i} < {hi}; {i}++)"));
        }
        before_body.iter().for_each(|l| self.line(l));
        if self.block(&par.body) {
            after_body.iter().for_each(|l| self.line(l));
        }
        for _ in &par.space {
            self.close();
            self.scopes.pop();
        }
        if let Some(name) = searches {
            // An iteration that fails ends the search too: it is run again.
            self.close();
            self.open("catch (RuntimeException e)");
            self.line(format!("break search_{name};"));
            self.close();
            self.line(format!("{name} = Long.MAX_VALUE;"));
            self.close();
        }
        after.iter().for_each(|l| self.line(l));
        for (old, name) in renamed {
            self.var_names.insert(old, name);
        }
    }

    // ---- expressions ------------------------------------------------------------------------------------------------

    fn element(&mut self, array: VarId, index: &[Expr]) -> String {
        let mut text = self.name(array);
        for i in index {
            let i = self.expr(i);
            text += &format!("[{i}]");
        }
        text
    }

    fn new_array(&mut self, ty: &ArrayTy, sizes: &[Expr]) -> String {
        let mut text = format!("new {}", self.ty(&ty.elem));
        for s in sizes {
            let s = self.expr(s);
            text += &format!("[{s}]");
        }
        text += &"[]".repeat(ty.dims.len().saturating_sub(sizes.len()));
        if matches!(*ty.elem, Ty::Struct(_)) {
            return self.fail("an array of values made here");
        }
        text
    }

    fn args(&mut self, args: &[Expr]) -> String {
        args.iter().map(|a| self.expr(a)).collect::<Vec<_>>().join(", ")
    }

    fn call(&mut self, func: FuncId, args: &[Expr]) -> String {
        let Some(&id) = self.cx.lowered.methods.get(&func) else { return self.fail("a call made here") };
        let m = self.cx.hir.method(id);
        if m.kind == MethodKind::Constructor {
            return format!("new {}({})", self.names.class(m.class), self.args(args));
        }
        match (m.is_static, args) {
            (false, [this, rest @ ..]) => {
                let this = self.atom(this);
                format!("{this}.{}({})", m.name, self.args(rest))
            }
            _ => {
                let class = &self.cx.hir.class(m.class).name;
                if let Some(name) = class.strip_prefix("somd.") {
                    self.used.library_class(self.cx.hir, name);
                }
                let owner = exact_math(class, &m.name).map_or_else(|| self.names.class(m.class), Into::into);
                format!("{owner}.{}({})", m.name, self.args(args))
            }
        }
    }

    /// As an operand that needs no parentheses.
    fn atom(&mut self, e: &Expr) -> String {
        let inner = unchecked(e);
        let text = self.expr(inner);
        let compound = matches!(
            inner.kind,
            ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Convert(_)
                | ExprKind::Select(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
        );
        if compound || text.starts_with(['-', '(']) { format!("({text})") } else { text }
    }

    /// An operand on a side of an operator of this strength: weaker ones get parentheses.
    fn operand(&mut self, e: &Expr, strength: u8, right: bool) -> String {
        let inner = unchecked(e);
        let own = match &inner.kind {
            ExprKind::Binary(op, ..) => binary(*op).1,
            ExprKind::Unary(..) | ExprKind::Convert(_) => 12,
            ExprKind::Select(..) | ExprKind::And(..) | ExprKind::Or(..) => 0,
            _ => 13,
        };
        let text = self.expr(inner);
        if own < strength || (right && own == strength) { format!("({text})") } else { text }
    }

    fn expr(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Const(c) => constant(c, &e.ty),
            ExprKind::Var(v) => self.name(*v),
            ExprKind::Unary(op, a) => {
                let symbol = match op {
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Not => "!",
                };
                format!("{symbol}{}", self.atom(a))
            }
            ExprKind::Binary(op, a, b) => {
                let (symbol, strength) = binary(*op);
                let mixed = strength == BITS && !matches!(unchecked(a).kind, ExprKind::Binary(left, ..) if left == *op);
                let a = self.operand(a, strength + u8::from(mixed), false);
                let b = self.operand(b, strength, true);
                format!("{a} {symbol} {b}")
            }
            ExprKind::Convert(a) => format!("({}) {}", self.ty(&e.ty), self.atom(a)),
            ExprKind::Bitcast(a) => {
                let function = match e.ty {
                    Ty::I64 => "Double.doubleToRawLongBits",
                    Ty::F64 => "Double.longBitsToDouble",
                    Ty::I32 => "Float.floatToRawIntBits",
                    _ => "Float.intBitsToFloat",
                };
                format!("{function}({})", self.expr(a))
            }
            ExprKind::Select(c, a, b) => format!("{} ? {} : {}", self.atom(c), self.atom(a), self.atom(b)),
            ExprKind::And(a, b) => format!("{} && {}", self.operand(a, 5, false), self.operand(b, 5, false)),
            ExprKind::Or(a, b) => format!("{} || {}", self.operand(a, 5, false), self.operand(b, 5, false)),
            ExprKind::Math(op, args) => {
                let (name, widens) = match op {
                    MathOp::Sqrt => ("sqrt", true),
                    MathOp::Floor => ("floor", true),
                    MathOp::Ceil => ("ceil", true),
                    MathOp::Rint => ("rint", true),
                    MathOp::Abs => ("abs", false),
                    MathOp::Fma => ("fma", false),
                    MathOp::Min => ("min", false),
                    MathOp::Max => ("max", false),
                };
                let call = format!("Math.{name}({})", self.args(args));
                if widens && e.ty == Ty::F32 { format!("((float) {call})") } else { call }
            }
            ExprKind::Len { array, dim } => {
                let array = self.name(*array);
                match dim {
                    0 => format!("{array}.length"),
                    1 => format!("somd.Support.columns({array})"),
                    _ => format!("somd.Support.depth({array})"),
                }
            }
            ExprKind::Index { array, index } | ExprKind::Row { array, index } => self.element(*array, index),
            ExprKind::Check { kind: CheckKind::SameLength { other }, value, .. } => {
                format!("somd.Support.sameLength({}, {})", self.expr(value), self.expr(other))
            }
            ExprKind::Check { kind: CheckKind::View { array, dim, before, after }, value, .. } => {
                self.used.view(self.cx.hir);
                let value = self.expr(value);
                format!("somd.View.within({value}, {:?}, {}, {before}, {after})", array.as_str(), dim + 1)
            }
            ExprKind::Check { value, .. } => self.expr(value),
            ExprKind::Call { func, args } => self.call(*func, args),
            ExprKind::MakeStruct(fields) => match (self.value_enum(&e.ty), fields.as_slice()) {
                (Some(class), [ordinal]) => {
                    format!("{}.values()[{}]", self.names.class(class), self.expr(ordinal))
                }
                _ => self.fail("a value made field by field"),
            },
            ExprKind::Field(a, _) if self.value_enum(&a.ty).is_some() => format!("{}.ordinal()", self.atom(a)),
            ExprKind::Field(a, field) => {
                let Ty::Struct(s) = &a.ty else { return self.fail("this field") };
                let name = self.cx.lowered.core.structs[s.index()].fields[*field as usize].0.clone();
                format!("{}.{name}", self.atom(a))
            }
            ExprKind::NewPrivate => {
                let Ty::Array(a) = &e.ty else { return self.fail("this array") };
                let sizes: Vec<Expr> = a.dims.iter().map(|d| Expr::int(d.unwrap_or(0) as i32, e.span)).collect();
                self.new_array(a, &sizes)
            }
            ExprKind::NewArray { sizes } => match &e.ty {
                Ty::Array(a) => self.new_array(a, sizes),
                _ => self.fail("this array"),
            },
            ExprKind::ArrayLit(items) => format!("new {} {{ {} }}", self.ty(&e.ty), self.args(items)),
        }
    }
}

fn breaks(body: &Block, label: LabelId) -> bool {
    let mut found = false;
    walk::for_each_stmt(body, &mut |s| found |= matches!(s.kind, StmtKind::Break(l) if l == label));
    found
}

/// The operator of the output that `array` is.
fn operator(s: &Stmt, array: VarId) -> Option<ReduceOp> {
    let mut found = None;
    let one = Block { stmts: vec![s.clone()] };
    walk::for_each_stmt(&one, &mut |s| {
        if let StmtKind::Par(par) = &s.kind {
            for o in &par.outputs {
                if let (OutputKind::Accumulate { op, .. }, true) = (&o.kind, o.result == array) {
                    found = Some(*op);
                }
            }
        }
    });
    found
}

/// Symbol and strength.
fn binary(op: BinOp) -> (&'static str, u8) {
    match op {
        BinOp::Mul => ("*", 11),
        BinOp::Div => ("/", 11),
        BinOp::Rem => ("%", 11),
        BinOp::Add => ("+", 10),
        BinOp::Sub => ("-", 10),
        BinOp::Shl => ("<<", 9),
        BinOp::Shr => (">>", 9),
        BinOp::UShr => (">>>", 9),
        BinOp::Lt => ("<", 8),
        BinOp::Le => ("<=", 8),
        BinOp::Gt => (">", 8),
        BinOp::Ge => (">=", 8),
        BinOp::Eq => ("==", 7),
        BinOp::Ne => ("!=", 7),
        // Java's own strengths of these surprise; each gets parentheses in the others.
        BinOp::And => ("&", BITS),
        BinOp::Xor => ("^", BITS),
        BinOp::Or => ("|", BITS),
    }
}

/// Of the operators on bits.
const BITS: u8 = 6;

/// An expression without the checks that Java makes by itself.
fn unchecked(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Check {
            kind: CheckKind::Index { .. } | CheckKind::Below { .. } | CheckKind::NonZero | CheckKind::Size,
            value,
            ..
        } => unchecked(value),
        _ => e,
    }
}

/// One step of a reduction.
fn folded(op: ReduceOp, left: &str, right: &str) -> String {
    let symbol = match op {
        ReduceOp::Min => return format!("Math.min({left}, {right})"),
        ReduceOp::Max => return format!("Math.max({left}, {right})"),
        ReduceOp::Add | ReduceOp::Sub => "+",
        ReduceOp::Mul => "*",
        ReduceOp::And => "&",
        ReduceOp::Or => "|",
        ReduceOp::Xor => "^",
    };
    format!("{left} {symbol} {right}")
}

/// What a variable holds that every path assigns before it is read; Java does not always see that.
fn zero(ty: &Ty) -> &'static str {
    match ty {
        Ty::Bool => "false",
        Ty::Struct(_) | Ty::Array(_) => "null",
        _ => "0",
    }
}

fn constant(c: &Const, ty: &Ty) -> String {
    let float = |text: String, class: &str, suffix: &str| match text.as_str() {
        "NaN" => format!("{class}.NaN"),
        "inf" => format!("{class}.POSITIVE_INFINITY"),
        "-inf" => format!("{class}.NEGATIVE_INFINITY"),
        _ => text + suffix,
    };
    match c {
        Const::Bool(b) => b.to_string(),
        Const::Int(n) if *ty == Ty::I64 => format!("{n}L"),
        Const::Int(n) if matches!(ty, Ty::I8 | Ty::I16 | Ty::U16) => format!(
            "(({}) {n})",
            if *ty == Ty::I8 {
                "byte"
            } else if *ty == Ty::I16 {
                "short"
            } else {
                "char"
            }
        ),
        Const::Int(n) => n.to_string(),
        Const::F32(x) => float(format!("{x:?}"), "Float", "f"),
        Const::F64(x) => float(format!("{x:?}"), "Double", ""),
    }
}
