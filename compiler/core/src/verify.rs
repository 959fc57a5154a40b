//! Core's invariants, in one place. Runs after lowering and after every pass; where it passes, no back end panics.
//!
//! **Program**: names of functions and parallel instructions are unique together (they share the name space of a kernel file); calls do
//! not recurse; structures hold scalars and structures declared before them.
//!
//! **Variables**: each is declared once, before its uses, and used in the scope of its declaration. Only mutable ones are assigned, and
//! not the index of a loop or a space. Names of arrays stay usable after an update (they keep the old contents).
//!
//! **Types**: every expression has the type its operands give it. Arithmetic is on `i32`, `i64`, `f32` and `f64`, as Java's is after
//! promotion; indices and sizes are `i32`; `&`, `|`, `^` also take `bool`. An array with bounds may stand where fewer bounds are asked.
//! Array-valued expressions stand only where a variable is bound, in arguments, in `return`, and as the value of a store to a row.
//! Private arrays (the only arrays with [`Var::mutable`] in bodies and scalar functions) have all bounds.
//!
//! **Control**: `break` names an enclosing loop or block, `continue` an enclosing loop, neither across a parallel instruction.
//! Regions return only as their last statement. Where something is returned, no path ends without.
//!
//! **Parallel instructions**: stand in regions, not inside one another; have one to three dimensions; their bodies assign only what they
//! declare or their accumulators, and store only to their own private arrays or their array outputs. A reduction's operator has an
//! identity for its type, accumulation is on integers, scans and filters have one dimension, a fold's combinator is a scalar function
//! from two values to one of the same type.
//!
//! **Sites** that are named exist.

mod expr;

use super::ir::*;
use super::print::{print_func, type_name, unique_names};
use smol_str::SmolStr;
use somd_runtime::kernel::LANES;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::HashSet;
use std::fmt;

/// What breaks an invariant: in which function, at which source position (where known), how.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    pub func: SmolStr,
    pub span: Span,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}: {}", self.func, self.message)
    }
}

pub fn verify(program: &Program) -> Result<(), Vec<Violation>> {
    let mut violations = Vec::new();
    let mut global = |func: &str, message: String| {
        violations.push(Violation { func: func.into(), span: Span::NONE, message });
    };
    let mut names = HashSet::new();
    for func in &program.funcs {
        if !names.insert(func.name.clone()) {
            global(&func.name, format!("the name {} is used twice", func.name));
        }
        super::walk::for_each_stmt(&func.body, &mut |stmt| {
            if let StmtKind::Par(par) = &stmt.kind
                && !names.insert(par.name.clone())
            {
                global(&func.name, format!("the name {} is used twice", par.name));
            }
        });
    }
    for (i, s) in program.structs.iter().enumerate() {
        for (name, ty) in &s.fields {
            let good = match ty {
                Ty::Struct(inner) => inner.index() < i,
                ty => ty.is_scalar(),
            };
            if !good {
                global(&s.name, format!("field {name} is neither a scalar nor a structure declared before"));
            }
        }
    }
    if let Some(name) = recursion(program) {
        global(&name, format!("{name} calls itself"));
    }
    for func in &program.funcs {
        let mut v = Verifier {
            program,
            func,
            names: unique_names(&func.vars),
            declared: HashSet::new(),
            scope: vec![Vec::new()],
            labels: Vec::new(),
            par: None,
            span: func.prov.0.first().copied().unwrap_or_default(),
            violations: &mut violations,
        };
        v.func();
    }
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// All violations and the functions they are in, as an internal error shows them.
pub fn report(program: &Program, violations: &[Violation]) -> String {
    let mut out = String::new();
    for v in violations {
        out += &format!("{v}\n");
    }
    for func in program.funcs.iter().filter(|f| violations.iter().any(|v| v.func == f.name)) {
        out.push('\n');
        out += &print_func(program, func);
    }
    out
}

/// The functions that a function calls, each once, in the order of the text.
pub fn callees(func: &Func) -> Vec<FuncId> {
    let mut out = Vec::new();
    let mut add = |f: FuncId| {
        if !out.contains(&f) {
            out.push(f);
        }
    };
    super::walk::for_each_stmt(&func.body, &mut |stmt| match &stmt.kind {
        StmtKind::Call { func, .. } | StmtKind::CallRegion { func, .. } => add(*func),
        StmtKind::Par(par) => {
            for output in &par.outputs {
                if let OutputKind::Fold { func, .. } = &output.kind {
                    add(*func);
                }
            }
        }
        _ => {}
    });
    super::walk::for_each_expr(&func.body, &mut |expr| {
        if let ExprKind::Call { func, .. } = &expr.kind {
            add(*func);
        }
    });
    out
}

fn recursion(program: &Program) -> Option<SmolStr> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    fn visit(program: &Program, at: usize, state: &mut [State]) -> Option<SmolStr> {
        state[at] = State::Open;
        for callee in callees(&program.funcs[at]) {
            // A call of no function is reported where it stands.
            match state.get(callee.index()).copied() {
                Some(State::Open) => return Some(program.funcs[callee.index()].name.clone()),
                Some(State::New) => {
                    if let Some(found) = visit(program, callee.index(), state) {
                        return Some(found);
                    }
                }
                _ => {}
            }
        }
        state[at] = State::Done;
        None
    }
    let mut state = vec![State::New; program.funcs.len()];
    (0..program.funcs.len()).find_map(|i| if state[i] == State::New { visit(program, i, &mut state) } else { None })
}

/// Whether a value of type `from` may be bound to a variable of type `to`: the same but for bounds that `to` leaves open.
pub fn fits(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Array(a), Ty::Array(b)) => {
            a.elem == b.elem
                && a.dims.len() == b.dims.len()
                && a.dims.iter().zip(&b.dims).all(|(x, y)| y.is_none() || x == y)
        }
        _ => from == to,
    }
}

/// The type of an array with its first `n` dimensions indexed.
pub fn indexed(array: &ArrayTy, n: usize) -> Ty {
    if n >= array.dims.len() {
        (*array.elem).clone()
    } else {
        Ty::Array(ArrayTy { elem: array.elem.clone(), dims: array.dims[n..].to_vec() })
    }
}

fn bounded(ty: &Ty) -> bool {
    ty.as_array().is_none_or(|a| a.dims.iter().all(Option::is_some))
}

/// Whether control may reach the end of a block.
pub fn completes(block: &Block) -> bool {
    block.stmts.iter().all(|stmt| match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Throw { .. } | StmtKind::Break(_) | StmtKind::Continue(_) => false,
        StmtKind::If { then, otherwise, .. } => completes(then) || completes(otherwise),
        StmtKind::While { cond, body, label } => {
            !matches!(cond.kind, ExprKind::Const(Const::Bool(true))) || breaks(body, *label)
        }
        StmtKind::Labeled { label, body } => completes(body) || breaks(body, *label),
        _ => true,
    })
}

fn breaks(block: &Block, label: LabelId) -> bool {
    let mut found = false;
    super::walk::for_each_stmt(block, &mut |stmt| found |= stmt.kind == StmtKind::Break(label));
    found
}

/// The parallel instruction around what is being looked at.
struct InPar<'a> {
    outputs: &'a [Output],
    /// Variables declared inside the body.
    own: HashSet<VarId>,
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Only scalars and structures.
    Value,
    /// Arrays too: arguments, `return`, stores of rows.
    Bound,
    /// And arrays that are made here.
    Let,
}

struct Verifier<'a> {
    program: &'a Program,
    func: &'a Func,
    names: Vec<String>,
    declared: HashSet<VarId>,
    scope: Vec<Vec<VarId>>,
    /// With whether it is a loop.
    labels: Vec<(LabelId, bool)>,
    par: Option<InPar<'a>>,
    span: Span,
    violations: &'a mut Vec<Violation>,
}

impl<'a> Verifier<'a> {
    fn fail(&mut self, message: impl Into<String>) {
        self.violations.push(Violation { func: self.func.name.clone(), span: self.span, message: message.into() });
    }

    fn ty(&self, ty: &Ty) -> String {
        type_name(self.program, ty)
    }

    fn name(&self, var: VarId) -> String {
        self.names.get(var.index()).cloned().unwrap_or_else(|| format!("?{}", var.0))
    }

    fn is_region(&self) -> bool {
        matches!(self.func.kind, FuncKind::Region { .. })
    }

    fn func(&mut self) {
        let func = self.func;
        for &p in &func.params {
            self.declare(p);
            if let Some(v) = func.vars.get(p.index())
                && v.mutable
                && v.ty.as_array().is_some()
                && (!bounded(&v.ty) || self.is_region())
            {
                self.fail(format!("parameter {} is a mutable array without bounds", v.name));
            }
        }
        for var in &func.vars {
            self.well_formed(&var.ty);
        }
        for ty in &func.ret {
            self.well_formed(ty);
        }
        match &func.kind {
            FuncKind::Region { updates, outside, tables, optional } => {
                if let Some(outside) = outside {
                    self.outside(outside);
                }
                if updates.len() != func.ret.len() {
                    self.fail("as many updates as results are asked for");
                }
                for (param, table) in tables {
                    let rank = self.func.vars.get(param.index()).and_then(|v| v.ty.as_array()).map(|a| a.dims.len());
                    let count = table.dims.iter().try_fold(1usize, |n, d| n.checked_mul(*d as usize));
                    if !func.params.contains(param)
                        || rank != Some(table.dims.len())
                        || count != Some(table.values.len())
                    {
                        self.fail(format!("the constants of {} are not an array's", self.name(*param)));
                    }
                }
                for param in optional {
                    let array = self.func.vars.get(param.index()).and_then(|v| v.ty.as_array());
                    let checked = array.is_some_and(|a| a.dims == [None] && a.elem.is_scalar());
                    if !func.params.contains(param) || !checked {
                        self.fail(format!("{} is optional, and no array of scalars that is given", self.name(*param)));
                    }
                }
                for (param, ret) in updates.iter().zip(&func.ret).filter_map(|(u, r)| u.map(|p| (p, r))) {
                    if !func.params.contains(&param) || func.vars[param.index()].ty != *ret || ret.as_array().is_none()
                    {
                        self.fail(format!("the update of {} is not a parameter's array", self.name(param)));
                    }
                }
            }
            FuncKind::Scalar => {
                if func.ret.len() > 1 || !func.ret.iter().all(bounded) {
                    self.fail("a scalar function returns at most one scalar, structure or bounded array");
                }
            }
        }
        self.block(&func.body);
        if !func.ret.is_empty() && completes(&func.body) {
            self.fail("some path ends without a return");
        }
        if self.is_region() {
            let mut returns = 0;
            super::walk::for_each_stmt(&func.body, &mut |s| returns += matches!(s.kind, StmtKind::Return(_)) as usize);
            let last = func.body.stmts.last().is_some_and(|s| matches!(s.kind, StmtKind::Return(_)));
            if returns > last as usize {
                self.fail("a region returns before its last statement");
            }
        }
    }

    /// Parameters and results are what those outside are, column by column.
    fn outside(&mut self, outside: &Outside) {
        let program = self.program;
        let apart = |types: &[Ty]| -> Vec<Ty> {
            let columns = |ty: &Ty| match ty {
                Ty::Array(a) if Outside::columns(program, ty).is_some() => {
                    let of = |leaf: Leaf| Ty::Array(ArrayTy { elem: Box::new(leaf.ty), dims: a.dims.clone() });
                    leaves(program, &a.elem).into_iter().map(of).collect()
                }
                other => vec![other.clone()],
            };
            types.iter().flat_map(columns).collect()
        };
        for ty in outside.params.iter().chain(&outside.ret) {
            self.well_formed(ty);
        }
        let params: Vec<Ty> = self.func.params.iter().map(|p| self.func.vars[p.index()].ty.clone()).collect();
        if apart(&outside.params) != params || apart(&outside.ret) != self.func.ret {
            self.fail("the columns are not those of the types outside");
        }
    }

    fn well_formed(&mut self, ty: &Ty) {
        match ty {
            Ty::Struct(s) if s.index() >= self.program.structs.len() => self.fail("no such structure"),
            Ty::Array(a) => {
                if a.dims.is_empty() {
                    self.fail("an array type without dimensions");
                }
                if a.elem.as_array().is_some() {
                    self.fail("an array of arrays");
                }
                self.well_formed(&a.elem);
            }
            _ => {}
        }
    }

    // Variables

    fn declare(&mut self, var: VarId) {
        if var.index() >= self.func.vars.len() {
            return self.fail(format!("no variable {}", var.0));
        }
        if !self.declared.insert(var) {
            self.fail(format!("{} is declared twice", self.name(var)));
        }
        if let Some(par) = &mut self.par {
            par.own.insert(var);
        }
        if let Some(scope) = self.scope.last_mut() {
            scope.push(var);
        }
    }

    fn in_scope(&mut self, var: VarId) -> Option<&'a Var> {
        let Some(v) = self.func.vars.get(var.index()) else {
            self.fail(format!("no variable {}", var.0));
            return None;
        };
        if !self.scope.iter().any(|s| s.contains(&var)) {
            self.fail(format!("{} is used outside the scope of its declaration", self.name(var)));
        }
        Some(v)
    }

    fn array(&mut self, var: VarId) -> Option<&'a ArrayTy> {
        let v = self.in_scope(var)?;
        if v.ty.as_array().is_none() {
            self.fail(format!("{} is not an array", self.name(var)));
        }
        v.ty.as_array()
    }

    /// Reads by name: results that are not arrays mean nothing inside their own body.
    fn readable(&mut self, var: VarId) {
        let output = self.par.as_ref().and_then(|p| p.outputs.iter().find(|o| o.result == var));
        if let Some(output) = output
            && !matches!(output.kind, OutputKind::Array(_))
        {
            self.fail(format!("{} is read before it has a value", self.name(var)));
        }
    }

    /// A mutable variable of the body or function at hand.
    fn own_mutable(&mut self, var: VarId) {
        let Some(v) = self.in_scope(var) else { return };
        if !v.mutable {
            self.fail(format!("{} is changed but not mutable", self.name(var)));
        }
        if let Some(par) = &self.par
            && !par.own.contains(&var)
        {
            self.fail(format!("{} is changed by a parallel instruction it does not belong to", self.name(var)));
        }
    }

    fn site(&mut self, site: SiteId) {
        if site.index() >= self.program.sites.len() {
            self.fail(format!("no site #{}", site.0));
        }
    }

    // Statements

    fn scoped(&mut self, f: impl FnOnce(&mut Self)) {
        self.scope.push(Vec::new());
        f(self);
        self.scope.pop();
    }

    fn block(&mut self, block: &'a Block) {
        self.scoped(|v| {
            for stmt in &block.stmts {
                v.stmt(stmt);
            }
        });
    }

    fn labeled(&mut self, label: LabelId, is_loop: bool, body: &'a Block) {
        if self.labels.iter().any(|l| l.0 == label) {
            self.fail(format!("label '{} inside itself", label.0));
        }
        self.labels.push((label, is_loop));
        self.block(body);
        self.labels.pop();
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        if let Some(span) = stmt.prov.0.first() {
            self.span = *span;
        }
        match &stmt.kind {
            StmtKind::Let { var, init } => {
                if let Some(init) = init {
                    self.expr(init, Place::Let);
                    if let Some(v) = self.func.vars.get(var.index()) {
                        self.assignable(init, &v.ty);
                        let copied = v.mutable || self.views_mutable(init);
                        if v.ty.as_array().is_some() && copied && !bounded(&v.ty) && !self.at_host() {
                            self.fail(format!("{} is a private array without bounds", self.name(*var)));
                        }
                    }
                } else if self.func.vars.get(var.index()).is_some_and(|v| !v.mutable || v.ty.as_array().is_some()) {
                    self.fail(format!("{} has no value", self.name(*var)));
                }
                if let Some(v) = self.func.vars.get(var.index())
                    && v.folds.is_some()
                {
                    let wide = v.ty.as_array().is_some_and(|a| a.dims == [Some(LANES as u32)] && a.elem.is_number());
                    if !wide || !v.mutable || !matches!(init, Some(Expr { kind: ExprKind::NewPrivate, .. })) {
                        self.fail(format!("{} are not the accumulators of a reduction", self.name(*var)));
                    }
                }
                self.declare(*var);
            }
            StmtKind::Assign { var, value } => {
                self.expr(value, Place::Bound);
                self.own_mutable(*var);
                if let Some(v) = self.func.vars.get(var.index()) {
                    self.assignable(value, &v.ty);
                    if v.ty.as_array().is_some() && !self.at_host() {
                        self.fail(format!("the array {} is assigned outside a region", self.name(*var)));
                    }
                }
            }
            StmtKind::Store { array, index, value } => self.store(*array, index, value),
            StmtKind::Accumulate { array, index, value } => {
                let output = self.par.as_ref().and_then(|p| p.outputs.iter().find(|o| o.result == *array));
                if !matches!(output, Some(Output { kind: OutputKind::Accumulate { .. }, .. })) {
                    self.fail(format!("{} is no output that accumulates", self.name(*array)));
                }
                if let Some(elem) = self.index(*array, index, true) {
                    self.expr(value, Place::Value);
                    self.same(value, &elem);
                }
            }
            StmtKind::If { cond, then, otherwise } => {
                self.typed(cond, &Ty::Bool);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                for e in [lo, hi, step] {
                    self.expr(e, Place::Value);
                }
                if let Some(v) = self.func.vars.get(var.index()) {
                    if !matches!(v.ty, Ty::I32 | Ty::I64) || v.mutable {
                        self.fail(format!("the loop index {} is not an immutable i32 or i64", self.name(*var)));
                    }
                    for e in [lo, hi, step] {
                        self.same(e, &v.ty);
                    }
                }
                if matches!(step.kind, ExprKind::Const(Const::Int(0))) {
                    self.fail("a loop's step is zero");
                }
                self.scoped(|v| {
                    v.declare(*var);
                    v.labeled(*label, true, body);
                });
            }
            StmtKind::While { cond, body, label } => {
                self.typed(cond, &Ty::Bool);
                self.labeled(*label, true, body);
            }
            StmtKind::Labeled { label, body } => self.labeled(*label, false, body),
            StmtKind::Break(label) => {
                if !self.labels.iter().any(|l| l.0 == *label) {
                    self.fail(format!("break names '{}, which is not around it", label.0));
                }
            }
            StmtKind::Continue(label) => {
                if !self.labels.contains(&(*label, true)) {
                    self.fail(format!("continue names '{}, which is no loop around it", label.0));
                }
            }
            StmtKind::Return(values) => {
                if self.par.is_some() {
                    self.fail("a parallel instruction's body returns");
                }
                if values.len() != self.func.ret.len() {
                    self.fail("the number of returned values is not the function's");
                }
                for (value, ty) in values.iter().zip(&self.func.ret) {
                    self.expr(value, Place::Bound);
                    self.assignable(value, ty);
                }
            }
            StmtKind::Throw { message, site, .. } => {
                for piece in message.iter().flatten() {
                    if let Piece::Value(value) = piece {
                        self.expr(value, Place::Bound);
                        if !value.ty.is_scalar() || matches!(value.ty, Ty::Struct(_)) {
                            self.fail("a piece of a message is neither text nor a scalar");
                        }
                    }
                }
                self.site(*site)
            }
            StmtKind::Call { func, args } => {
                self.call(*func, args, FuncKind::Scalar);
            }
            StmtKind::CallRegion { results, func, args } => {
                if !self.at_host() {
                    self.fail("a region is called outside regions");
                }
                if let Some(callee) = self.call(*func, args, FuncKind::region()) {
                    if callee.ret.len() != results.len() {
                        self.fail(format!("{} results of {} are bound", results.len(), callee.name));
                    }
                    for (&r, ty) in results.iter().zip(&callee.ret) {
                        if self.func.vars.get(r.index()).is_some_and(|v| !fits(ty, &v.ty)) {
                            self.fail(format!("{} is bound to a {}", self.name(r), self.ty(ty)));
                        }
                    }
                }
                results.iter().for_each(|&r| self.declare(r));
            }
            StmtKind::Par(par) => self.par(par),
        }
    }

    /// In a region, outside parallel instructions.
    fn at_host(&self) -> bool {
        self.is_region() && self.par.is_none()
    }

    /// Whether the value of an array expression may change under its new name.
    fn views_mutable(&self, expr: &Expr) -> bool {
        let (ExprKind::Var(v) | ExprKind::Row { array: v, .. }) = expr.kind else { return false };
        let output = self.par.as_ref().is_some_and(|p| p.outputs.iter().any(|o| o.result == v));
        output || self.func.vars.get(v.index()).is_some_and(|v| v.mutable)
    }

    fn store(&mut self, array: VarId, index: &'a [Expr], value: &'a Expr) {
        let output = self.par.as_ref().and_then(|p| p.outputs.iter().find(|o| o.result == array));
        match output {
            Some(Output { kind: OutputKind::Array(_), .. }) => {}
            Some(_) => self.fail(format!("{} is stored to but is no array output", self.name(array))),
            None => self.own_mutable(array),
        }
        if let Some(elem) = self.index(array, index, false) {
            self.expr(value, Place::Bound);
            self.assignable(value, &elem);
            if !bounded(&elem) {
                self.fail(format!("a row of {} without bounds is stored", self.name(array)));
            }
        }
    }

    /// Checks indices and gives the type of what they select.
    fn index(&mut self, array: VarId, index: &'a [Expr], whole: bool) -> Option<Ty> {
        let ty = self.array(array);
        for i in index {
            self.typed(i, &Ty::I32);
        }
        let ty = ty?;
        if index.is_empty() || index.len() > ty.dims.len() || whole && index.len() != ty.dims.len() {
            self.fail(format!("{} indices for {}", index.len(), self.name(array)));
            return None;
        }
        Some(indexed(ty, index.len()))
    }

    fn call(&mut self, func: FuncId, args: &'a [Expr], kind: FuncKind) -> Option<&'a Func> {
        for arg in args {
            self.expr(arg, Place::Bound);
        }
        let Some(callee) = self.program.funcs.get(func.index()) else {
            self.fail(format!("no function {}", func.0));
            return None;
        };
        if std::mem::discriminant(&callee.kind) != std::mem::discriminant(&kind) {
            self.fail(format!("{} is not that kind of function", callee.name));
        }
        if callee.params.len() != args.len() {
            self.fail(format!("{} arguments for {}", args.len(), callee.name));
        }
        for (arg, param) in args.iter().zip(&callee.params) {
            let Some(param) = callee.vars.get(param.index()) else { continue };
            self.assignable(arg, &param.ty);
            if param.mutable && param.ty.as_array().is_some() {
                match arg.kind {
                    ExprKind::Var(v) => self.own_mutable(v),
                    _ => self.fail(format!("{} writes to an argument that is no variable", callee.name)),
                }
            }
        }
        Some(callee)
    }

    fn par(&mut self, par: &'a Par) {
        if !self.is_region() {
            self.fail(format!("{} is in a scalar function", par.name));
        }
        if self.par.is_some() {
            self.fail(format!("{} is inside another parallel instruction", par.name));
        }
        if par.space.is_empty() || par.space.len() > 3 {
            self.fail(format!("{} has {} dimensions", par.name, par.space.len()));
        }
        for dim in &par.space {
            for bound in [&dim.lo, &dim.hi] {
                self.expr(bound, Place::Value);
            }
            if let Some(v) = self.func.vars.get(dim.index.index()) {
                if !matches!(v.ty, Ty::I32 | Ty::I64) || v.mutable {
                    self.fail(format!("the index {} is not an immutable i32 or i64", self.name(dim.index)));
                }
                self.same(&dim.lo, &v.ty);
                self.same(&dim.hi, &v.ty);
            }
        }
        for output in &par.outputs {
            self.output(par, output);
        }
        let outer = self.par.replace(InPar { outputs: &par.outputs, own: HashSet::new() });
        let labels = std::mem::take(&mut self.labels);
        self.scoped(|v| {
            par.space.iter().for_each(|d| v.declare(d.index));
            for output in &par.outputs {
                match &output.kind {
                    OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::Sort { .. } => {}
                    OutputKind::Reduce { acc: x, .. }
                    | OutputKind::Fold { value: x, .. }
                    | OutputKind::First { found: x }
                    | OutputKind::Scan { value: x, .. } => v.declare(*x),
                    OutputKind::Filter { value, keep } => {
                        v.declare(*value);
                        v.declare(*keep);
                    }
                }
                if let Some(scope) = v.scope.last_mut() {
                    scope.push(output.result);
                }
            }
            v.block(&par.body);
        });
        self.labels = labels;
        self.par = outer;
        par.outputs.iter().for_each(|o| self.declare(o.result));
    }

    fn output(&mut self, par: &Par, output: &'a Output) {
        let vars = &self.func.vars;
        let Some(result) = vars.get(output.result.index()) else {
            return self.fail(format!("no variable {}", output.result.0));
        };
        let name = self.name(output.result);
        if result.mutable {
            self.fail(format!("the result {name} is mutable"));
        }
        let ty = &result.ty;
        let inner = |v: &mut Self, var: VarId, ty: &Ty| match vars.get(var.index()) {
            Some(x) if x.ty == *ty && x.mutable => {}
            _ => v.fail(format!("{} is not a mutable {} for {name}", v.name(var), v.ty(ty))),
        };
        let elem = ty.as_array().map(|a| (*a.elem).clone());
        match &output.kind {
            OutputKind::Array(ArraySource::New { sizes, .. }) => {
                if ty.as_array().is_none_or(|a| a.dims.len() != sizes.len()) {
                    self.fail(format!("{name} has {} sizes", sizes.len()));
                }
                for size in sizes {
                    self.typed(size, &Ty::I32);
                }
            }
            OutputKind::Array(ArraySource::Update { old }) => {
                self.old(*old, ty, &name);
            }
            OutputKind::Accumulate { op, array } => {
                self.old(*array, ty, &name);
                // Sums of floats depend on their order.
                let ordered = |e: &Ty| e.is_float() && !matches!(op, ReduceOp::Min | ReduceOp::Max);
                if !elem.as_ref().is_some_and(|e| !ordered(e) && identity(*op, e).is_some()) {
                    self.fail(format!("{name} accumulates in an order that is not known"));
                }
            }
            OutputKind::Reduce { op, acc, init } => {
                inner(self, *acc, ty);
                self.typed(init, ty);
                if identity(*op, ty).is_none() {
                    self.fail(format!("the reduction {name} has no identity"));
                }
            }
            OutputKind::Fold { func, captured, value, init, site } => {
                let known = |v: &VarId| self.func.vars.get(v.index()).map(|v| &v.ty);
                let outside: Vec<Option<&Ty>> = captured.iter().map(known).collect();
                inner(self, *value, ty);
                if let Some(init) = init {
                    self.typed(init, ty);
                }
                self.site(*site);
                let good = self.program.funcs.get(func.index()).is_some_and(|f| {
                    f.kind == FuncKind::Scalar
                        && f.ret == [ty.clone()]
                        && f.params.len() == 2 + outside.len()
                        && f.params
                            .iter()
                            .zip([Some(ty), Some(ty)].into_iter().chain(outside.iter().copied()))
                            .all(|(p, ty)| f.vars.get(p.index()).map(|v| &v.ty) == ty)
                        && outside.iter().all(|ty| ty.is_some_and(|t| t.is_number()))
                });
                if !good || ty.as_array().is_some() {
                    self.fail(format!("the combinator of {name} does not take two of its values (and numbers) to one"));
                }
            }
            OutputKind::Scan { op, value, init } => {
                let elem = elem.unwrap_or(Ty::Bool);
                inner(self, *value, &elem);
                self.typed(init, &elem);
                if identity(*op, &elem).is_none() {
                    self.fail(format!("the scan {name} has no identity"));
                }
                self.flat(par, &name, ty);
            }
            OutputKind::First { found } => {
                inner(self, *found, &Ty::Bool);
                if *ty != Ty::I64 || par.outputs.len() != 1 {
                    self.fail(format!("the search {name} is no `i64`, or not alone"));
                }
            }
            OutputKind::Filter { value, keep } => {
                inner(self, *value, &elem.unwrap_or(Ty::Bool));
                inner(self, *keep, &Ty::Bool);
                self.flat(par, &name, ty);
            }
            OutputKind::Sort { array, places } => {
                self.readable(*array);
                let sorted = self.in_scope(*array).and_then(|v| v.ty.as_array()).cloned();
                let rank = ty.as_array().map(|a| a.dims.len());
                let fits = match &sorted {
                    Some(from) if from.elem.is_number() => {
                        elem == Some(if *places { Ty::I32 } else { (*from.elem).clone() })
                            && rank == Some(from.dims.len())
                            && (rank == Some(1) || rank == Some(2) && !places)
                            && par.space.len() == 1
                    }
                    _ => false,
                };
                if !fits || par.outputs.len() != 1 || !par.body.stmts.is_empty() {
                    self.fail(format!("{name} is not the order of numbers, or not alone"));
                }
            }
        }
    }

    fn old(&mut self, old: VarId, ty: &Ty, name: &str) {
        self.readable(old);
        if self.in_scope(old).is_some_and(|v| v.ty != *ty || ty.as_array().is_none()) {
            self.fail(format!("{name} and the array it updates differ in type"));
        }
    }

    fn flat(&mut self, par: &Par, name: &str, ty: &Ty) {
        if par.space.len() != 1 || ty.as_array().is_none_or(|a| a.dims.len() != 1) {
            self.fail(format!("{name} is not of one dimension"));
        }
    }
}
