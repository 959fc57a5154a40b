//! Arrays of objects around a region: the fields that it uses are gathered into columns before it and given back after it.
//!
//! The columns are exact where no element is null and, if the region writes a field, no two elements are the same object; that is asked
//! as the program runs, and where it is not so the loop runs as it stands. All references are followed on the thread that owns the
//! objects: what crosses threads is columns of primitive values.

use super::aliases::Given;
use crate::builder::Builder;
use crate::builder::objects::{Column, Group};
use crate::builder::ragged::Rows;
use crate::error::{LowerError, Result};
use crate::rows::rank;
use crate::types::core_type;
use crate::{Cx, host, snapshot, walk, watched};
use somd_core::{ir, walk as core_walk};
use somd_hir::{
    BinOp, Block, CallKind, ClassId, Expr, ExprKind, FieldId, LabelId, Lit, LocalId, MethodId, Place, Stmt, StmtKind,
    Ty,
};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The class of the elements, for an array of objects that Core has no values of.
pub fn objects(b: &Builder<'_, '_>, ty: &Ty) -> Option<ClassId> {
    match ty {
        Ty::Array { elem, .. } => match **elem {
            Ty::Class(class) if core_type(b.cx, elem).is_none() && !b.cx.hir.class(class).is_value => Some(class),
            _ => None,
        },
        _ => None,
    }
}

/// Whether columns are as good as the objects, and worth filling.
pub fn accept(cx: &mut Cx<'_>, groups: &[Group], s: &Stmt) -> Result<()> {
    let mut users: BTreeMap<FieldId, (usize, bool)> = BTreeMap::new();
    for (field, column) in groups.iter().flat_map(|g| &g.columns) {
        let user = users.entry(*field).or_default();
        user.0 += 1;
        user.1 |= column.now != column.first;
    }
    if let Some((field, _)) = users.iter().find(|(_, (arrays, written))| *arrays > 1 && *written) {
        let name = &cx.hir.field(*field).name;
        return Err(LowerError::new(
            s.span,
            format!("two arrays may hold the same objects, whose field `{name}` is written"),
        )
        .note("use one array for them in this loop"));
    }
    if super::any_stmt(s, &mut |s| matches!(s.kind, StmtKind::Single(_))) {
        return Err(LowerError::new(s.span, "`single` blocks among objects"));
    }
    if !groups.is_empty() && !heavy(cx, s) {
        return Err(LowerError::new(
            s.span,
            "each iteration does too little with its object: to gather the fields for the cores would cost more",
        )
        .note("fields in arrays, one for each, and values (`value class`) need no gathering")
        .settled());
    }
    Ok(())
}

/// Of rows or objects that a loop changes, sums of floats must not depend on whether two are the same, by which it is decided whether the
/// loop runs in order.
pub fn no_sums_of_floats(b: &Builder<'_, '_>, stmts: &[ir::Stmt], at: Span) -> Result<()> {
    let mut found = None;
    core_walk::for_each_stmt(&ir::Block { stmts: stmts.to_vec() }, &mut |s| {
        let ir::StmtKind::Par(par) = &s.kind else { return };
        for o in &par.outputs {
            if let (ir::OutputKind::Reduce { op: ReduceOp::Add | ReduceOp::Sub | ReduceOp::Mul, .. }, true) =
                (&o.kind, b.vars[o.result.index()].ty.is_float())
            {
                found = Some(b.vars[o.result.index()].name.clone());
            }
        }
    });
    let Some(name) = found else { return Ok(()) };
    Err(LowerError::new(at, format!("`{name}` sums up floating-point numbers, and the loop changes what it sums over"))
        .note("sum up in a loop of its own"))
}

/// An iteration does more than look at its own object: it loops, or calls what loops or a function of `Math`.
fn heavy(cx: &Cx<'_>, s: &Stmt) -> bool {
    let StmtKind::For { body, .. } = &s.kind else { return true };
    let mut seen = BTreeSet::new();
    block_is_heavy(cx, body, &mut seen)
}

fn block_is_heavy(cx: &Cx<'_>, block: &Block, seen: &mut BTreeSet<MethodId>) -> bool {
    let looping = |s: &Stmt| matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
    let mut found = block.stmts.iter().any(|s| super::any_stmt(s, &mut |s| looping(s)));
    let mut called = Vec::new();
    walk::exprs_in(block, &mut |e| {
        if let ExprKind::Call { method, .. } = &e.kind {
            called.push(*method);
        }
    });
    for method in called {
        let m = cx.hir.method(method);
        let elementary = matches!(m.name.as_str(), "sin" | "cos" | "tan" | "exp" | "log" | "log10" | "pow" | "atan2");
        found |= elementary && cx.hir.class(m.class).name == "java.lang.Math";
        if let (Some(body), true) = (&m.body, seen.insert(method)) {
            found |= block_is_heavy(cx, body, seen);
        }
    }
    found
}

/// Host code around the call of a region: the check, the columns, and the loop as it stands. The local `stands` says that the objects
/// themselves have been worked on.
pub fn around(
    cx: &mut Cx<'_>,
    method: MethodId,
    groups: &[Group],
    apart: Option<Expr>,
    call: StmtKind,
    s: &Stmt,
    stands: Option<LocalId>,
) -> Result<Stmt> {
    let span = s.span;
    // Who looks for the piece that stands for the loop finds none: the columns belong to it.
    let call = Stmt { kind: call, span: Span { hi: span.lo, ..span } };
    let mut make = Make { span, label: first_label(cx, method, s) };
    let k = cx.add_local(method, "element$", Ty::Int, span);
    let (mut before, mut after, mut sound) = (Vec::new(), Vec::new(), apart);
    if let Some(flag) = stands {
        let no = make.expr(ExprKind::Lit(Lit::Boolean(false)), Ty::Boolean);
        before.push(make.stmt(StmtKind::Local { local: flag, init: Some(no) }));
    }
    for group in groups {
        let array_ty = cx.hir.method(method).locals[group.local.index()].ty.clone();
        let objects = make.local(group.local, array_ty);
        let is_row = |field: FieldId| matches!(cx.hir.field(field).ty, Ty::Array { .. });
        // Arrays have their elements given back as rows.
        let given = |field: FieldId, c: &Column| c.now != c.first && !is_row(field);
        let written = group.columns.iter().any(|(&f, c)| given(f, c));
        let distinct = make.expr(ExprKind::Lit(Lit::Boolean(written)), Ty::Boolean);
        sound = Some(and(sound, library(cx, "apart", vec![objects.clone(), distinct], span)?));
        let Ty::Array { elem, .. } = &objects.ty else { return Err(LowerError::internal()) };
        let element = make.index(objects.clone(), k, (**elem).clone());
        let (mut gather, mut give) = (Vec::new(), Vec::new());
        for (&field, column) in &group.columns {
            let ty = cx.hir.field(field).ty.clone();
            let array_ty = Ty::Array { elem: ty.clone().into(), bound: None };
            let array = make.local(column.host, array_ty.clone());
            let sizes = vec![make.length(objects.clone())];
            let init = Some(Expr { kind: ExprKind::NewArray { sizes }, ty: array_ty, span });
            before.push(make.stmt(StmtKind::Local { local: column.host, init }));
            let object = Some(Box::new(element.clone()));
            let value = Expr { kind: ExprKind::Field { object: object.clone(), field }, ty: ty.clone(), span };
            let at = make.local(k, Ty::Int);
            let place = Place::Index { array: Box::new(array.clone()), index: Box::new(at) };
            gather.push(make.assign(place, value, &ty));
            if given(field, column) {
                let value = make.index(array, k, ty.clone());
                give.push(make.assign(Place::Field { object, field }, value, &ty));
            }
        }
        before.push(make.for_each(k, objects.clone(), gather));
        if !give.is_empty() {
            after.push(make.for_each(k, objects, give));
        }
    }
    // Where an iteration throws, the rows have what those before it have stored.
    let call = if after.is_empty() {
        call
    } else {
        if let Some(flag) = stands {
            let cond = make.expr(ExprKind::Not(Box::new(make.local(flag, Ty::Boolean))), Ty::Boolean);
            let then = Block { stmts: std::mem::take(&mut after), span };
            after.push(make.stmt(StmtKind::If { cond, then, otherwise: None }));
        }
        let (body, after) = (Block { stmts: vec![call], span }, Block { stmts: after, span });
        make.stmt(StmtKind::Try { body, catches: Vec::new(), finally: Some(after) })
    };
    before.push(call);
    let then = Block { stmts: before, span };
    let otherwise = Some(as_it_stands(cx, method, s)?);
    let cond = sound.ok_or_else(LowerError::internal)?;
    Ok(make.stmt(StmtKind::If { cond, then, otherwise }))
}

/// Host code around the call of a region that works on rows with lengths of their own, or on strings: the check, the rows one behind the
/// other, and the loop as it stands.
pub fn of_rows(
    cx: &mut Cx<'_>,
    method: MethodId,
    all: &[(Rows, bool)],
    apart: Option<Expr>,
    call: StmtKind,
    s: &Stmt,
    stands: Option<LocalId>,
) -> Result<Stmt> {
    let span = s.span;
    let call = Stmt { kind: call, span: Span { hi: span.lo, ..span } };
    let make = Make { span, label: 0 };
    let (mut before, mut after, mut sound) = (Vec::new(), Vec::new(), None);
    let mut ask = |asked: Expr| sound = Some(and(sound.take(), asked));
    for (rows, changed) in all {
        let mut array = rows_of(cx, method, rows, span);
        if rows.single {
            let ty = Ty::Array { elem: array.ty.clone().into(), bound: None };
            array = make.expr(ExprKind::ArrayLit(vec![array]), ty);
        }
        let distinct = make.expr(ExprKind::Lit(Lit::Boolean(*changed)), Ty::Boolean);
        let question = if rows.text { "texts" } else { "rows" };
        let args = if rows.text { vec![array.clone()] } else { vec![array.clone(), distinct] };
        ask(library(cx, question, args, span)?);
        let [data, starts, lengths] = rows.host;
        let ints = Ty::Array { elem: Ty::Int.into(), bound: None };
        let mut set = |l: LocalId, value: Expr| before.push(make.stmt(StmtKind::Local { local: l, init: Some(value) }));
        let lengths_value = library(cx, if rows.text { "textLengths" } else { "lengths" }, vec![array.clone()], span)?;
        set(lengths, lengths_value);
        let starts_value = library(cx, "starts", vec![make.local(lengths, ints.clone())], span)?;
        set(starts, starts_value);
        let starts = make.local(starts, ints);
        let flat = if rows.text {
            library(cx, "characters", vec![array.clone()], span)?
        } else {
            let flat = library(cx, "flat", vec![array.clone(), starts.clone()], span)?;
            make.expr(ExprKind::CheckCast(Box::new(flat)), rows.row.clone())
        };
        set(data, flat);
        if *changed {
            let data = make.local(data, rows.row.clone());
            let give = library(cx, "giveBack", vec![data, starts, array], span)?;
            after.push(make.stmt(StmtKind::Expr(give)));
        }
    }
    apart.into_iter().for_each(&mut ask);
    let stmts = before.into_iter().chain([call]).chain(after).collect();
    let then = Block { stmts, span };
    let mut otherwise = as_it_stands(cx, method, s)?;
    if let Some(flag) = stands {
        let yes = make.expr(ExprKind::Lit(Lit::Boolean(true)), Ty::Boolean);
        otherwise.stmts.insert(0, make.assign(Place::Local(flag), yes, &Ty::Boolean));
    }
    let otherwise = Some(otherwise);
    let cond = sound.ok_or_else(LowerError::internal)?;
    Ok(make.stmt(StmtKind::If { cond, then, otherwise }))
}

/// The type of a local, which may be one that the translation has added.
fn local_type(cx: &Cx<'_>, method: MethodId, local: LocalId) -> Ty {
    let own = &cx.hir.method(method).locals;
    let added = || &cx.locals[&method][local.index() - own.len()];
    own.get(local.index()).unwrap_or_else(added).ty.clone()
}

/// The array whose rows are gathered.
pub fn rows_of(cx: &Cx<'_>, method: MethodId, rows: &Rows, span: Span) -> Expr {
    let ty = match rows.of {
        Some(_) => Ty::Array { elem: rows.row.clone().into(), bound: None },
        None => local_type(cx, method, rows.local),
    };
    Expr { kind: ExprKind::Local(rows.local), ty, span }
}

pub fn and(before: Option<Expr>, asked: Expr) -> Expr {
    let span = asked.span;
    match before {
        None => asked,
        Some(all) => Expr { kind: ExprKind::And(Box::new(all), Box::new(asked)), ty: Ty::Boolean, span },
    }
}

/// The loop in order, with its views kept.
pub(super) fn as_it_stands(cx: &mut Cx<'_>, method: MethodId, s: &Stmt) -> Result<Block> {
    let mut made = s.clone();
    watched::watch(cx, method, s, &mut made)?;
    let mut block = Block { stmts: vec![made], span: s.span };
    snapshot::settle(&mut block, method, cx.snapshots)?;
    Ok(block)
}

/// `somd.Columns.name(args)`
pub fn library(cx: &Cx<'_>, name: &str, args: Vec<Expr>, span: Span) -> Result<Expr> {
    let (method, params) = question(cx, name)?;
    let cast = |(arg, ty): (Expr, Ty)| match arg.ty == ty {
        true => arg,
        false => Expr { kind: ExprKind::Upcast(Box::new(arg)), ty, span },
    };
    let args = args.into_iter().zip(params).map(cast).collect();
    let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
    Ok(Expr { kind, ty: cx.hir.method(method).ret.clone(), span })
}

/// Whether the rows of an array have the lengths that its type tells, which another name of it may have undone; None where it tells none.
fn bounded(cx: &Cx<'_>, array: &Expr) -> Result<Option<Expr>> {
    let bounds = array.ty.bounds();
    if !bounds.iter().skip(1).any(Option::is_some) {
        return Ok(None);
    }
    let bound = |d: usize| {
        let n = bounds.get(d).copied().flatten().map_or(-1, |n| n as i32);
        Expr { kind: ExprKind::Lit(Lit::Int(n)), ty: Ty::Int, span: array.span }
    };
    library(cx, "bounded", vec![array.clone(), bound(1), bound(2)], array.span).map(Some)
}

/// What is asked of the arrays that an expression's region takes and that may be changed: that their rows have the lengths that their types
/// tell. None where these tell none.
pub fn fit(cx: &Cx<'_>, args: &[Expr]) -> Result<Option<Expr>> {
    let mut cond: Option<Expr> = None;
    for array in args.iter().filter(|a| matches!(a.ty, Ty::Array { .. })) {
        let Some(asked) = bounded(cx, array)? else { continue };
        // What is asked is evaluated once more.
        if !matches!(&array.kind, ExprKind::Local(_)) && !is_path(array) {
            return Err(
                LowerError::new(array.span, "an array of rows that an expression gives").note("give it a name before")
            );
        }
        let distinct = Expr { kind: ExprKind::Lit(Lit::Boolean(false)), ty: Ty::Boolean, span: array.span };
        cond = Some(and(cond, library(cx, "rectangular", vec![array.clone(), distinct], array.span)?));
        cond = Some(and(cond, asked));
    }
    Ok(cond)
}

/// A static field, or a field of the receiver.
fn is_path(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Field { object: None, .. } => true,
        ExprKind::Field { object: Some(o), .. } => matches!(o.kind, ExprKind::This),
        _ => false,
    }
}

/// A region's arrays are rectangular, with rows of their own where it changes them, and `apart` says whether what it changes has no second
/// name. Where an argument is not as it should be, which is asked when it is called, the code that it was made of runs instead, in order but
/// for its loops over rows; `sync` blocks in it ask their snapshots.
pub fn unless_unfit<'a>(
    cx: &mut Cx<'a>,
    method: MethodId,
    given: &[Given],
    apart: Option<Expr>,
    call: Stmt,
    as_written: &'a [Stmt],
) -> Result<Stmt> {
    let mut cond: Option<Expr> = None;
    for Given { array, changed, .. } in given.iter().filter(|g| g.param.is_some() && rank(&g.array.ty) > 1) {
        let span = array.span;
        let distinct = Expr { kind: ExprKind::Lit(Lit::Boolean(*changed)), ty: Ty::Boolean, span };
        cond = Some(and(cond, library(cx, "rectangular", vec![array.clone(), distinct], span)?));
        cond = bounded(cx, array)?.map(|asked| and(cond.take(), asked)).or(cond);
    }
    // Code for rows of any length relies on no bound.
    let rows_told = given.iter().any(|g| rank(&g.array.ty) > 1 && !g.array.ty.bounds().is_empty());
    let over_rows = cond.is_some() && !rows_told;
    let Some(cond) = cond.into_iter().chain(apart).fold(None, |all, asked| Some(and(all, asked))) else {
        return Ok(call);
    };
    let span = call.span;
    let then = Block { stmts: vec![call], span };
    let otherwise = Some(host::in_order(cx, method, as_written, over_rows)?);
    Ok(Stmt { kind: StmtKind::If { cond, then, otherwise }, span })
}

/// `sync` and `single` blocks.
pub(super) fn has_blocks(s: &Stmt) -> bool {
    super::any_stmt(s, &mut |s| matches!(s.kind, StmtKind::Sync { .. } | StmtKind::Single(_)))
}

/// A method of `somd.Columns`, and the types of its parameters.
fn question(cx: &Cx<'_>, name: &str) -> Result<(MethodId, Vec<Ty>)> {
    let class = cx.hir.classes.iter().find(|c| c.name == "somd.Columns").ok_or_else(LowerError::internal)?;
    let named = |m: &&MethodId| cx.hir.method(**m).name == name;
    let method = *class.methods.iter().find(named).ok_or_else(LowerError::internal)?;
    let m = cx.hir.method(method);
    Ok((method, m.params.iter().map(|p| m.locals[p.index()].ty.clone()).collect()))
}

/// Behind all labels of the method.
fn first_label(cx: &Cx<'_>, method: MethodId, s: &Stmt) -> u32 {
    let mut greatest = 0;
    let mut look = |s: &Stmt| {
        if let StmtKind::For { label, .. }
        | StmtKind::While { label, .. }
        | StmtKind::DoWhile { label, .. }
        | StmtKind::Labeled { label, .. }
        | StmtKind::Switch { label, .. } = &s.kind
        {
            greatest = greatest.max(label.0);
        }
        false
    };
    if let Some(body) = &cx.hir.method(method).body {
        body.stmts.iter().for_each(|s| _ = super::any_stmt(s, &mut look));
    }
    // Where a statement stands tells those of several apart.
    greatest + 1 + 16 * s.span.lo
}

/// Makes HIR.
struct Make {
    span: Span,
    label: u32,
}

impl Make {
    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span }
    }

    fn expr(&self, kind: ExprKind, ty: Ty) -> Expr {
        Expr { kind, ty, span: self.span }
    }

    fn local(&self, local: LocalId, ty: Ty) -> Expr {
        self.expr(ExprKind::Local(local), ty)
    }

    fn length(&self, array: Expr) -> Expr {
        self.expr(ExprKind::Length(Box::new(array)), Ty::Int)
    }

    fn index(&self, array: Expr, k: LocalId, ty: Ty) -> Expr {
        let index = Box::new(self.local(k, Ty::Int));
        self.expr(ExprKind::Index { array: Box::new(array), index }, ty)
    }

    fn assign(&self, place: Place, value: Expr, ty: &Ty) -> Stmt {
        let kind = ExprKind::Assign { place, value: Box::new(value) };
        self.stmt(StmtKind::Expr(self.expr(kind, ty.clone())))
    }

    fn for_each(&mut self, k: LocalId, array: Expr, stmts: Vec<Stmt>) -> Stmt {
        let zero = self.expr(ExprKind::Lit(Lit::Int(0)), Ty::Int);
        let init = vec![self.stmt(StmtKind::Local { local: k, init: Some(zero) })];
        let (at, length) = (Box::new(self.local(k, Ty::Int)), Box::new(self.length(array)));
        let cond = Some(self.expr(ExprKind::Binary(BinOp::Lt, at, length), Ty::Boolean));
        let step = ExprKind::IncDec { place: Place::Local(k), decrement: false, prefix: false };
        let update = vec![self.expr(step, Ty::Int)];
        self.label += 1;
        let body = Block { stmts, span: self.span };
        self.stmt(StmtKind::For { init, cond, update, body, label: LabelId(self.label) })
    }
}
