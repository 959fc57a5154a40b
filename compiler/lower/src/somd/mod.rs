//! SOMD methods: the body of an annotated method as a region.
//!
//! By the one-instance rule (language reference, "SOMD methods") the region means what the method means without its annotations.
//! Loops whose iterations provably do not depend on each other become parallel instructions; everything else stays in the region,
//! in order. A loop over a distributed array that is not provably independent is an error naming the two accesses. Inside `sync`
//! a read of an element that another iteration writes sees the value from before the block (Paulino and Marques 2013, section
//! 3.1, made deterministic).

mod aliases;
mod carried;
mod columns;
mod distributed;
mod divided;
mod exchange;
mod forward;
mod in_order;
mod kept;
mod leaving;
mod nulls;
mod outside;
mod owners;
mod statements;
mod winner;

use crate::affine::Range;
use crate::best;
use crate::builder::{Binding, Builder, Captures, Frame, ReturnMode, ragged};
use crate::error::{self, LowerError, Result};
use crate::reduction;
use crate::rows::rank;
use crate::stmts::canonical;
use crate::types::core_type;
use crate::{Cx, host, types, walk};
pub use columns::fit;
use distributed::subscripts_from;
use somd_core::ir::{Block, Const, Expr, ExprKind, FuncId, FuncKind, Stmt, StmtKind, Ty, VarId};
use somd_hir::{self as hir, LocalId, MethodId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The region of a SOMD method, and the body that calls it in the method's place.
pub fn region<'a>(cx: &mut Cx<'a>, method: MethodId) -> Result<(hir::Block, Vec<LowerError>)> {
    let mut warnings = Vec::new();
    let (func, captured) = region_function(cx, method, &mut warnings)?;
    let hir = cx.hir;
    let m = hir.method(method);
    let span = m.name_span;
    let mut args: Vec<hir::Expr> = m
        .params
        .iter()
        .map(|&p| hir::Expr { kind: hir::ExprKind::Local(p), ty: m.locals[p.index()].ty.clone(), span })
        .collect();
    args.extend(captured);
    let asked = args.clone();
    let call = hir::Expr { kind: hir::ExprKind::CoreCall { func, args, results: Vec::new() }, ty: m.ret.clone(), span };
    let kind = if m.ret == hir::Ty::Void { hir::StmtKind::Expr(call) } else { hir::StmtKind::Return(Some(call)) };
    let call = hir::Stmt { kind, span };
    let parts = m.somd.as_ref().is_some_and(|s| s.ranges.is_some());
    let only = match &m.body {
        Some(body) if !parts => {
            let given = aliases::given(cx, func, &asked, &BTreeSet::new());
            let apart = aliases::question(cx, func, &given)?;
            let not_null = nulls::question(cx, func, &given);
            let apart = apart.map(|a| columns::and(not_null.clone(), a)).or(not_null);
            columns::unless_unfit(cx, method, &given, apart, call, &body.stmts)?
        }
        _ => call,
    };
    Ok((hir::Block { stmts: vec![only], span }, warnings))
}

fn region_function(
    cx: &mut Cx<'_>,
    method: MethodId,
    warnings: &mut Vec<LowerError>,
) -> Result<(FuncId, Vec<hir::Expr>)> {
    if let Some(&func) = cx.regions.get(&method) {
        return Ok((func, cx.captured.get(&method).cloned().unwrap_or_default()));
    }
    let m = cx.hir.method(method);
    let on_host = |why: &str| LowerError::new(m.name_span, format!("the SOMD method `{}` {why}", m.display));
    if cx.on_host.contains(&method) {
        return Err(on_host("has steps that only the host can do"));
    }
    if !cx.in_progress.insert(method) {
        return Err(on_host("calls itself"));
    }
    let made = whole_method(cx, method, warnings);
    cx.in_progress.remove(&method);
    match made {
        Ok((func, captured)) => {
            cx.regions.insert(method, func);
            cx.captured.insert(method, captured.clone());
            Ok((func, captured))
        }
        Err(e) => {
            cx.on_host.insert(method);
            Err(e)
        }
    }
}

/// A builder for code of `method` that is not inside a parallel instruction.
fn region_builder<'b, 'a>(cx: &'b mut Cx<'a>, method: MethodId, written: BTreeSet<hir::FieldId>) -> Builder<'b, 'a> {
    let mut b = Builder::new(cx);
    b.at_region_level = true;
    b.captures = Some(Captures { written, ..Captures::default() });
    b.frames.push(Frame::new(method, ReturnMode::Refused("a SOMD method returns once, at its end")));
    b
}

fn whole_method(cx: &mut Cx<'_>, method: MethodId, warnings: &mut Vec<LowerError>) -> Result<(FuncId, Vec<hir::Expr>)> {
    let hir = cx.hir;
    let m = hir.method(method);
    let span = m.name_span;
    let body = m.body.as_ref().ok_or_else(|| LowerError::new(span, "a SOMD method needs a body"))?;
    let name = cx.unique(&format!("{}_{}", hir.class(m.class).binary_name, m.name));
    let mut b = region_builder(cx, method, walk::fields_written(body));
    let mut params = Vec::new();
    for &p in &m.params {
        params.push(b.declare(p, m.locals[p.index()].span)?);
    }
    let reduce = m.somd.as_ref().and_then(|s| s.reduce.as_ref());
    let mut region = Region::new(b, &params, None, warnings, reduce, &name);
    let mut stmts = Vec::new();
    let (last, rest) = match body.stmts.split_last() {
        Some((hir::Stmt { kind: hir::StmtKind::Return(value), span }, rest)) => (Some((value.as_ref(), *span)), rest),
        _ => (None, body.stmts.as_slice()),
    };
    for s in rest {
        region.stmt(s, &mut stmts)?;
    }
    let mut results = Vec::new();
    if let Some((Some(value), _)) = last {
        results.push(region.result(value, &mut stmts)?);
    }
    region.check_reduce(m)?;
    if region.supposes {
        let why = "one of its loops may have to run once more, in order";
        return Err(LowerError { code: error::NOT_PARALLEL, ..LowerError::new(span, why) });
    }
    let arrays: Vec<LocalId> = m.params.clone();
    region.finish(params, &arrays, results, stmts, name, last.map_or(span, |(_, s)| s))
}

/// A loop or `sync` block of a method that is no region as a whole: the call of the region that it becomes. None where nothing in
/// it runs in parallel.
pub fn piece<'a>(
    cx: &mut Cx<'a>,
    method: MethodId,
    s: &'a hir::Stmt,
    sync: Option<Option<&'a hir::Reduce>>,
    ragged: bool,
    warnings: &mut Vec<LowerError>,
) -> Result<Option<hir::Stmt>> {
    outside::piece(cx, method, s, (sync, ragged), warnings)
}

/// As [`piece`], where objects outside are of these classes: what the program asks before it, beside the call.
fn one_piece<'a>(
    cx: &mut Cx<'a>,
    method: MethodId,
    s: &'a hir::Stmt,
    (sync, ragged): (Option<Option<&'a hir::Reduce>>, bool),
    warnings: &mut Vec<LowerError>,
    classes: &mut outside::Classes,
) -> Result<Option<(Option<hir::Expr>, hir::Stmt)>> {
    let hir = cx.hir;
    let m = hir.method(method);
    let block = hir::Block { stmts: vec![s.clone()], span: s.span };
    let declared = reduction::declared_in(&block);
    let assigned: BTreeSet<LocalId> = walk::assigned_in(&block).difference(&declared).copied().collect();
    let mut used = walk::Reads::default();
    walk::exprs_in(&block, &mut |e| used.expr(e));
    let used: BTreeSet<LocalId> =
        used.locals.iter().chain(&assigned).filter(|l| !declared.contains(l)).copied().collect();
    let name = cx.unique(&format!("{}_{}_{}", hir.class(m.class).binary_name, m.name, cx.line_name(s.span)));
    let mut b = region_builder(cx, method, walk::fields_written(&block));
    classes.begin(&mut b, s, sync.is_some());
    let (mut params, mut args, mut arrays, mut stmts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut results = Vec::new();
    for &local in &used {
        let info = &m.locals[local.index()];
        if ragged && rank(&info.ty) > 1 && !info.ty.bounds().is_empty() {
            let why = format!("the rows of `{}` have a length that its type tells", info.name);
            return Err(LowerError { code: error::NOT_PARALLEL, ..LowerError::new(s.span, why) });
        }
        let is_array = core_type(b.cx, &info.ty).is_some_and(|t| t.as_array().is_some());
        let rows = ragged::rows_of(&b, &info.ty).filter(|(_, text)| *text || ragged);
        if let Some((row, text)) = rows
            && !assigned.contains(&local)
        {
            b.add_rows(local, row, text, s.span)?;
            continue;
        }
        if let Some(class) = columns::objects(&b, &info.ty)
            && !assigned.contains(&local)
        {
            b.objects_of(local, class);
            continue;
        }
        if is_array && assigned.contains(&local) {
            return Err(LowerError::several_arrays(&info.name, s.span));
        }
        if !assigned.contains(&local) && classes.local(&mut b, local, s.span) {
            continue;
        }
        let var = b.declare(local, s.span)?;
        let set = is_array || set_before(m, local, s.span);
        if let Some(least) = least_of(m, local) {
            let surely = (Some(i64::from(least)), None);
            b.facts.ranges.insert(var, Range { surely, ..Range::at_least(least) });
        }
        if set {
            params.push(var);
            args.push(hir::Expr { kind: hir::ExprKind::Local(local), ty: info.ty.clone(), span: s.span });
        } else {
            b.vars[var.index()].mutable = true;
            let ty = b.ty(var);
            let zero = types::zero(b.cx, &ty, s.span);
            b.emit(&mut stmts, StmtKind::Let { var, init: zero }, s.span);
        }
        if is_array {
            arrays.push(local);
        } else if assigned.contains(&local) && (set || mentioned_outside(m, local, &block)) {
            results.push(local);
        }
    }
    let reduce = m.somd.as_ref().and_then(|s| s.reduce.as_ref());
    let mut region = Region::new(b, &params, sync, warnings, reduce, &name);
    let lowered = region.stmt(s, &mut stmts).and_then(|()| region.check_reduce(m));
    let there = classes.end(&mut region.b, s.span);
    let set = region.b.set_before();
    // Objects may be shared in ways that nothing tells: where columns could not be, the loop stays what it is.
    let objects = !region.b.groups.is_empty();
    let gathered = objects || !region.b.rows.is_empty();
    let supposes = region.supposes;
    lowered.map_err(|e| if gathered { LowerError { code: error::NOT_PARALLEL, ..e } } else { e })?;
    let there = there?;
    let groups = region.b.groups.clone();
    if gathered {
        columns::accept(region.b.cx, &groups, s)?;
        let changed = region.b.rows.iter().any(|r| region.b.changes_rows(r))
            || groups.iter().flat_map(|g| g.columns.values()).any(|c| c.now != c.first);
        if changed {
            columns::no_sums_of_floats(&region.b, &stmts, s.span)?;
        }
    }
    let rows: Vec<(ragged::Rows, bool)> = region.b.rows.iter().map(|r| (r.clone(), region.b.changes_rows(r))).collect();
    let mut parallel = false;
    somd_core::walk::for_each_stmt(&Block { stmts: stmts.clone() }, &mut |s| {
        parallel |= matches!(s.kind, StmtKind::Par(_) | StmtKind::CallRegion { .. });
    });
    if !parallel {
        return Ok(None);
    }
    let mut values = Vec::new();
    for &local in &results {
        let Some(Binding::Var(v)) = region.b.binding(local).cloned() else { return Err(LowerError::internal()) };
        values.push(region.b.read(v, s.span));
    }
    let given = params.clone();
    let (func, captured) = region.finish(params, &arrays, values, stmts, name, s.span)?;
    let known: Vec<_> =
        given.iter().zip(&args).filter_map(|(v, a)| Some((*v, cx.constant_local(method, a)?))).collect();
    if let FuncKind::Region { tables, .. } = &mut cx.core.funcs[func.index()].kind {
        tables.extend(known);
    }
    cx.pieces.push((method, func, s.span));
    let groups = groups.into_iter().filter(|g| !g.columns.is_empty()).collect::<Vec<_>>();
    args.extend(captured);
    let results = results.into_iter().map(hir::Place::Local).collect();
    let asked = args.clone();
    let call = hir::Expr { kind: hir::ExprKind::CoreCall { func, args, results }, ty: hir::Ty::Void, span: s.span };
    let call = hir::Stmt { kind: hir::StmtKind::Expr(call), span: s.span };
    let both = !rows.is_empty() && !groups.is_empty();
    let stands = both.then(|| cx.add_local(method, "stands$", hir::Ty::Boolean, s.span));
    let hosts =
        rows.iter().flat_map(|(r, _)| r.host).chain(groups.iter().flat_map(|g| g.columns.values().map(|c| c.host)));
    let mut given = aliases::given(cx, func, &asked, &hosts.collect());
    given.extend(rows.iter().filter(|(r, _)| !r.text).map(|(r, changed)| aliases::Given {
        array: columns::rows_of(cx, method, r, s.span),
        changed: *changed,
        param: None,
    }));
    let not_null = nulls::question(cx, func, &given);
    let call = if supposes { again_in_order(cx, method, call, s)? } else { call };
    let mut apart = match sync {
        // Inside `sync` the elements from before the block are read.
        Some(_) => None,
        None => aliases::question(cx, func, &given)?.map(|a| columns::and(not_null.clone(), a)).or(not_null),
    };
    let call = match rows.is_empty() {
        true => call,
        false => columns::of_rows(cx, method, &rows, apart.take(), call.kind, s, stands)?,
    };
    let call = match groups.is_empty() {
        true => call,
        false => columns::around(cx, method, &groups, apart.take(), call.kind, s, stands)?,
    };
    let call = match sync {
        Some(_) => call,
        None => {
            let given = if ragged { &[] } else { given.as_slice() };
            columns::unless_unfit(cx, method, given, apart, call, std::slice::from_ref(s))?
        }
    };
    let locals = set
        .into_iter()
        .map(|(local, value)| hir::Stmt { span: s.span, kind: hir::StmtKind::Local { local, init: Some(value) } });
    let mut stmts: Vec<hir::Stmt> = locals.collect();
    if stmts.is_empty() {
        return Ok(Some((there, call)));
    }
    stmts.push(call);
    let block = hir::StmtKind::Block(hir::Block { stmts, span: s.span });
    Ok(Some((there, hir::Stmt { kind: block, span: s.span })))
}

/// A call of a region whose iterations may do more than they would in order: where one of them fails, the loop once more, in order. It changes
/// nothing before it is done.
fn again_in_order<'a>(cx: &mut Cx<'a>, method: MethodId, call: hir::Stmt, s: &'a hir::Stmt) -> Result<hir::Stmt> {
    let span = s.span;
    let block = hir::Block { stmts: vec![s.clone()], span };
    let stored = reduction::stored_arrays(cx.hir, &block.stmts);
    let changes = !stored.locals.is_empty() || !stored.fields.is_empty() || !stored.assigned.is_empty();
    if changes || !walk::fields_written(&block).is_empty() {
        let why = "an iteration evaluates what may throw only where those before it have not decided otherwise, and the loop changes arrays or fields beside";
        return Err(LowerError { code: error::NOT_PARALLEL, ..LowerError::new(span, why) });
    }
    let class = cx.hir.classes.iter().position(|c| c.name == "java.lang.RuntimeException");
    let class = hir::ClassId(class.ok_or_else(LowerError::internal)? as u32);
    let local = cx.add_local(method, "failed$", hir::Ty::Class(class), span);
    let body = host::in_order(cx, method, std::slice::from_ref(s), false)?;
    let catch = hir::Catch { classes: vec![class], local, body, span };
    let body = hir::Block { stmts: vec![call], span };
    Ok(hir::Stmt { kind: hir::StmtKind::Try { body, catches: vec![catch], finally: None }, span })
}

/// A distributed loop by its form: its index subscripts an array from outside. Where the method stands for an operation of Java's library, it is
/// that operation's loop.
pub fn is_distributed(pure: &walk::Pure, method: &hir::Method, s: &hir::Stmt) -> bool {
    match (&s.kind, canonical(pure, method, s)) {
        (hir::StmtKind::For { .. }, Some(_)) if is_operation(method, s.span) => true,
        (hir::StmtKind::For { body, .. }, Some(c)) => subscripts_from(method, c.index, body),
        _ => false,
    }
}

/// The loop of a method that stands for an operation of Java's library.
fn is_operation(method: &hir::Method, span: Span) -> bool {
    span == method.span && method.somd.as_ref().is_some_and(|s| s.library.is_some())
}

/// The number that a local is never less than: it is set once, to `x > n ? x : n`.
fn least_of(m: &hir::Method, local: LocalId) -> Option<i32> {
    use hir::ExprKind as E;
    let body = m.body.as_ref().filter(|_| m.locals[local.index()].ty == hir::Ty::Int)?;
    if walk::assigned_in(body).contains(&local) {
        return None;
    }
    let mut least = None;
    walk::stmts_in(body, &mut |s| {
        let hir::StmtKind::Local { local: l, init: Some(init) } = &s.kind else { return };
        if let (true, E::Cond(more, _, otherwise)) = (*l == local, &init.kind)
            && let (E::Binary(hir::BinOp::Gt, _, than), E::Lit(hir::Lit::Int(n))) = (&more.kind, &otherwise.kind)
            && matches!(than.kind, E::Lit(hir::Lit::Int(m)) if m == *n)
        {
            least = is_at_least(init).then_some(*n);
        }
    });
    least
}

/// `x > n ? x : n` by its first three parts: both `x` are the same variable or field.
fn is_at_least(e: &hir::Expr) -> bool {
    use hir::ExprKind as E;
    fn same(a: &hir::Expr, b: &hir::Expr) -> bool {
        match (&a.kind, &b.kind) {
            (E::Local(a), E::Local(b)) => a == b,
            (E::This, E::This) => true,
            (E::Field { object: a, field: f }, E::Field { object: b, field: g }) => {
                f == g
                    && match (a, b) {
                        (Some(a), Some(b)) => same(a, b),
                        (None, None) => true,
                        _ => false,
                    }
            }
            _ => false,
        }
    }
    let E::Cond(more, value, _) = &e.kind else { return false };
    matches!(&more.kind, E::Binary(_, x, _) if same(x, value))
}

/// A local that has a value where the statement at `at` stands: a parameter, declared with a value, or assigned in the text before.
fn set_before(m: &hir::Method, local: LocalId, at: Span) -> bool {
    fn initialised(s: &hir::Stmt, local: LocalId) -> bool {
        any_stmt(s, &mut |s| matches!(&s.kind, hir::StmtKind::Local { local: l, init: Some(_) } if *l == local))
    }
    let Some(body) = &m.body else { return false };
    let mut found = m.params.contains(&local) || body.stmts.iter().any(|s| initialised(s, local));
    walk::exprs_in(body, &mut |e| {
        let assigns = matches!(&e.kind,
            hir::ExprKind::Assign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::CompoundAssign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::IncDec { place: hir::Place::Local(l), .. } if *l == local);
        found |= assigns && e.span.lo < at.lo;
    });
    found
}

fn mentioned_outside(m: &hir::Method, local: LocalId, block: &hir::Block) -> bool {
    m.body.as_ref().is_some_and(|body| best::mentions(body, local) > best::mentions(block, local))
}

/// A SOMD method called from a region: an intermediate reduction (section 3.1 of the paper).
pub fn call(
    b: &mut Builder<'_, '_>,
    method: MethodId,
    receiver: Option<&hir::Expr>,
    args: &[hir::Expr],
    span: Span,
    out: &mut Vec<Stmt>,
) -> Result<Expr> {
    let m = b.cx.hir.method(method);
    if !b.at_region_level {
        return Err(LowerError::new(span, format!("the SOMD method `{}` is called inside a distributed loop", m.display))
            .note("such a call is a step of all method instances together: it stands outside distributed loops and conditions that differ between instances"));
    }
    if receiver.is_some_and(|r| !matches!(r.kind, hir::ExprKind::This)) {
        return Err(LowerError::new(span, "a SOMD method of another object cannot be called here")
            .note("call it before, or make it static"));
    }
    let mut ignored = Vec::new();
    let (func, captured) = region_function(b.cx, method, &mut ignored)?;
    let refs: Vec<&hir::Expr> = args.iter().chain(&captured).collect();
    let mut values = Vec::new();
    for r in refs {
        if core_type(b.cx, &r.ty).is_some_and(|t| t.as_array().is_some()) {
            let (array, index) = b.array(r, out)?;
            if !index.is_empty() {
                return Err(LowerError::new(r.span, "a row cannot be passed to a SOMD method here"));
            }
            if b.rows_lengths(array).is_some() {
                return Err(LowerError::new(
                    r.span,
                    "rows of lengths of their own cannot be passed to a SOMD method here",
                ));
            }
            values.push(b.read(array, r.span));
        } else {
            let value = b.expr(r, out)?;
            values.push(b.keep(value, "arg", out));
        }
    }
    let callee = b.cx.core.func(func).clone();
    let FuncKind::Region { updates, .. } = &callee.kind else { return Err(LowerError::internal()) };
    let arrays: Vec<Option<VarId>> = values
        .iter()
        .map(|v| match v.kind {
            ExprKind::Var(a) if v.ty.as_array().is_some() => Some(b.facts.root(a)),
            _ => None,
        })
        .collect();
    if let Some((p, q)) = aliases::given_twice(&callee, &arrays) {
        let [p, q] = [p, q].map(|v| &callee.vars[v.index()].name);
        let why = format!("`{p}`, which `{}` changes, and `{q}` are one array here", m.display);
        return Err(LowerError::new(span, why));
    }
    let mut results = Vec::new();
    for ty in &callee.ret {
        results.push(b.var(m.name.clone(), ty.clone(), false, span));
    }
    b.emit(out, StmtKind::CallRegion { results: results.clone(), func, args: values.clone() }, span);
    let mut value = results.first().copied();
    for (result, update) in results.iter().zip(updates) {
        let Some(param) = update else { continue };
        let position = callee.params.iter().position(|p| p == param).ok_or_else(LowerError::internal)?;
        let ExprKind::Var(array) = values[position].kind else { return Err(LowerError::internal()) };
        b.replace_array(array, *result, span, out);
        if value == Some(*result) && b.depth > 0 {
            value = Some(array);
        }
    }
    match value {
        Some(v) if m.ret != hir::Ty::Void => Ok(b.read(v, span)),
        _ => Ok(Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span)),
    }
}

pub struct Region<'r, 'b, 'a> {
    pub b: Builder<'b, 'a>,
    /// The parameters of the function that are arrays and scalars of the method, as they come in.
    pub params: Vec<VarId>,
    /// What comes before all else.
    pub prologue: Vec<Stmt>,
    /// How parameters are distributed.
    dists: BTreeMap<VarId, &'a hir::Dist>,
    /// How far the loop that is made goes: see [`leaving`].
    limit: Option<distributed::Limit>,
    /// What it sets that has its old value again after it.
    flags: Option<&'a BTreeSet<LocalId>>,
    /// What the iterations of the loop that is made hand on.
    carried: Vec<carried::Carried>,
    /// The loop that is made, where its subscripts may wrap around.
    doubted: Option<owners::Doubted>,
    /// The loop that was made parallel last, where its iterations make work arrays.
    worked: Option<distributed::Worked>,
    /// Inside this many `single` blocks.
    single: u32,
    /// Inside `sync`: its reduction, where it has one.
    sync: Option<Option<&'r hir::Reduce>>,
    reduce: Option<&'r (hir::Reduce, Span)>,
    /// Operators of the accumulators met outside `sync reduce`, and where.
    accumulated: Vec<(ReduceOp, Span, String)>,
    /// Arrays of which each iteration of the loop that is made touches a pair of its own.
    paired: BTreeSet<LocalId>,
    /// The loop that is made: what its counters that go towards one another are, where it has such.
    meeting: Option<[LocalId; 2]>,
    /// The locals of the iterations of loops around that follow one another, of which an inner loop may be divided.
    iterations_own: BTreeSet<LocalId>,
    /// Of the loops in one whose iterations follow from one another some may do so too.
    in_part: bool,
    /// Instructions beside which the same stands in order: with copies of its own, and where its work arrays are too large.
    in_order: BTreeSet<smol_str::SmolStr>,
    budgeted: BTreeSet<smol_str::SmolStr>,
    warnings: &'r mut Vec<LowerError>,
    pub name: String,
    /// Iterations may do more than they would in order, and fail at it: an exception is Java's only if it comes in order too.
    supposes: bool,
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    fn new(
        b: Builder<'b, 'a>,
        params: &[VarId],
        sync: Option<Option<&'r hir::Reduce>>,
        warnings: &'r mut Vec<LowerError>,
        reduce: Option<&'r (hir::Reduce, Span)>,
        name: &str,
    ) -> Region<'r, 'b, 'a> {
        let (params, name) = (params.to_vec(), name.to_string());
        let m = b.method();
        let dist = |l: u32| match b.binding(LocalId(l)) {
            Some(Binding::Var(v)) => m.locals[l as usize].dist.as_ref().map(|d| (*v, d)),
            _ => None,
        };
        let dists = (0..m.locals.len() as u32).filter_map(dist).collect();
        Region {
            b,
            dists,
            params,
            prologue: Vec::new(),
            limit: None,
            flags: None,
            carried: Vec::new(),
            doubted: None,
            worked: None,
            single: 0,
            sync,
            reduce,
            accumulated: Vec::new(),
            paired: BTreeSet::new(),
            meeting: None,
            iterations_own: BTreeSet::new(),
            in_part: false,
            in_order: BTreeSet::new(),
            budgeted: BTreeSet::new(),
            supposes: false,
            warnings,
            name,
        }
    }
}

pub fn symbol(op: ReduceOp) -> &'static str {
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

fn breaks_from(s: &hir::Stmt, label: hir::LabelId) -> bool {
    any_stmt(s, &mut |s| matches!(&s.kind, hir::StmtKind::Break(l) if *l == label))
}

fn continues_to(s: &hir::Stmt, label: hir::LabelId) -> bool {
    any_stmt(s, &mut |s| matches!(&s.kind, hir::StmtKind::Continue(l) if *l == label))
}

fn any_stmt(s: &hir::Stmt, f: &mut dyn FnMut(&hir::Stmt) -> bool) -> bool {
    if f(s) {
        return true;
    }
    let mut block = |b: &hir::Block| b.stmts.iter().any(|s| any_stmt(s, f));
    match &s.kind {
        hir::StmtKind::Block(b)
        | hir::StmtKind::Single(b)
        | hir::StmtKind::Labeled { body: b, .. }
        | hir::StmtKind::Sync { body: b, .. }
        | hir::StmtKind::For { body: b, .. }
        | hir::StmtKind::While { body: b, .. }
        | hir::StmtKind::DoWhile { body: b, .. } => block(b),
        hir::StmtKind::If { then, otherwise, .. } => block(then) || otherwise.as_ref().is_some_and(block),
        hir::StmtKind::Switch { arms, .. } => arms.iter().any(|a| block(&a.body)),
        _ => false,
    }
}
