//! Builds one Core function: variables, scopes of inlined methods, and the translation of HIR expressions and statements that
//! run inside one iteration or one scalar function.
//!
//! Core expressions have no effects. HIR's have, so translating one may first emit statements; whatever was translated before it
//! and could see the effect is then kept in a `let` ([`Builder::operands`]), which preserves Java's order of evaluation.

mod arrays;
mod assign;
mod boxes;
mod call;
mod enums;
mod expr;
mod held;
mod nested;
pub mod objects;
pub mod outside;
pub mod ragged;
mod swaps;

pub use arrays::literal;
pub use call::{math_op, row_combinator, scalar_function};
pub use expr::convert;

use crate::Cx;
use crate::affine::Facts;
use crate::error::Result;
use crate::types::core_type;
use crate::work_arrays::Work;
use smol_str::SmolStr;
use somd_core::ir::{Expr, ExprKind, LabelId, MathOp, Prov, SiteId, Stmt, StmtKind, Ty, Var, VarId};
use somd_hir::{self as hir, LocalId, MethodId};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What a HIR local (or `this`, or a captured field) is in Core.
#[derive(Clone, Debug)]
pub enum Binding {
    Var(VarId),
    /// A row of an array: `double[] gi = g[i]`. The indices are immutable and already checked.
    Row {
        array: VarId,
        index: Vec<Expr>,
    },
    /// A value under construction: the variables of its fields.
    Fields(Vec<VarId>),
    /// An object taken apart; see [`objects`].
    Object(objects::ObjectId),
    /// An array of objects, taken apart.
    Objects(usize),
    /// The object whose method the region is, which a lambda has captured: its fields are passed by value.
    This,
}

/// One method whose body is being translated: the function itself, or a method inlined into it.
pub struct Frame {
    pub method: MethodId,
    pub locals: BTreeMap<LocalId, Binding>,
    pub this: Option<Binding>,
    pub labels: BTreeMap<hir::LabelId, Target>,
    /// Loops that have become parallel instructions: an iteration may be left, the loop may not.
    pub continue_only: BTreeSet<hir::LabelId>,
    /// The parallel loop whose `break` an iteration may reach: it sets the variable. None: no iteration reaches it.
    pub leave: Option<(hir::LabelId, Option<VarId>)>,
    pub ret: ReturnMode,
}

impl Frame {
    /// At the beginning of a method, with nothing bound.
    pub fn new(method: MethodId, ret: ReturnMode) -> Frame {
        Frame {
            method,
            locals: BTreeMap::new(),
            this: None,
            labels: BTreeMap::new(),
            continue_only: BTreeSet::new(),
            leave: None,
            ret,
        }
    }
}

/// What `break` and `continue` of a HIR label do.
#[derive(Clone, Copy)]
pub struct Target {
    pub break_to: LabelId,
    /// The loop to continue, or a block around its body to leave (where an update follows).
    pub continue_to: Continue,
}

#[derive(Clone, Copy)]
pub enum Continue {
    Loop(LabelId),
    LeaveBlock(LabelId),
    None,
}

#[derive(Clone)]
pub enum ReturnMode {
    /// The function returns.
    Function,
    /// An inlined call: put the value there and leave the block.
    Inline { block: LabelId, sink: Sink },
    /// Not allowed here (inside a distributed loop).
    Refused(&'static str),
}

/// Where the value of an inlined call goes.
#[derive(Clone)]
pub enum Sink {
    Nothing,
    Var(VarId),
    /// Element by element into `array[prefix…]`.
    Store {
        array: VarId,
        prefix: Vec<Expr>,
    },
    /// Into the fields of an object that is taken apart.
    Object(objects::ObjectId),
}

pub struct Builder<'b, 'a> {
    pub cx: &'b mut Cx<'a>,
    pub vars: Vec<Var>,
    pub frames: Vec<Frame>,
    pub facts: Facts,
    /// Statics and fields of `this` read by a region: HIR expressions that become extra arguments.
    pub captures: Option<Captures>,
    /// SOMD methods may be called here: the region itself, not the body of a parallel instruction.
    pub at_region_level: bool,
    /// `long` variables that are `int` ones widened.
    pub narrow: BTreeMap<VarId, VarId>,
    /// Loops and conditions of the region around the statement being translated.
    pub depth: u32,
    /// Which iteration wins is being found out: see [`Search`].
    pub search: Option<Search<'a>>,
    /// Those that [`Binding::Object`] names.
    objects: Vec<objects::Object>,
    /// Those that [`Binding::Objects`] names.
    pub groups: Vec<objects::Group>,
    /// Arrays whose rows have lengths of their own.
    pub rows: Vec<ragged::Rows>,
    /// Arrays of the iteration that variables of value arrays hold, where these are assigned.
    holders: BTreeSet<VarId>,
    /// Arrays of the iteration that change places.
    swaps: Vec<swaps::Rows>,
    /// Where iterations may make arrays of a length that only the run knows.
    pub work: Option<Work>,
    /// Where objects from outside may be used.
    pub outside: Option<outside::Objects>,
    next_label: u32,
    /// The sizes of arrays that the region has made.
    pub made: BTreeMap<VarId, Vec<Expr>>,
    /// By their labels, the blocks that sort a row.
    pub row_sorts: BTreeMap<LabelId, crate::row_sorts::RowSort>,
}

/// In place of a statement that keeps the best, the number of the iteration is noted, where it offers the best (see `best`).
pub struct Search<'a> {
    pub stmt: &'a hir::Stmt,
    pub guards: Vec<&'a hir::Expr>,
    /// What each iteration does for which the guards hold, where that may throw.
    pub then: Option<&'a hir::Block>,
    /// What must equal which variable.
    pub best: Option<(&'a hir::Expr, VarId)>,
    pub number: Expr,
    /// Least or greatest number so far.
    pub acc: VarId,
    pub op: MathOp,
}

/// Values that a region takes from its surroundings beside its parameters.
#[derive(Clone, Default)]
pub struct Captures {
    pub fields: BTreeMap<hir::FieldId, VarId>,
    /// Those of objects outside.
    pub outside: outside::Fields,
    pub args: Vec<(hir::Expr, VarId)>,
    /// Fields that may not be captured because the region writes them.
    pub written: BTreeSet<hir::FieldId>,
    /// In a map or reduction, the arrays it is made from: nothing is stored into these, nor into those captured.
    pub given: Option<BTreeSet<VarId>>,
}

impl Captures {
    /// The variables of all fields, as they are now.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.fields.values().chain(self.outside.values()).copied()
    }
}

impl<'b, 'a> Builder<'b, 'a> {
    pub fn new(cx: &'b mut Cx<'a>) -> Builder<'b, 'a> {
        Builder {
            cx,
            vars: Vec::new(),
            frames: Vec::new(),
            facts: Facts::default(),
            captures: None,
            at_region_level: false,
            narrow: BTreeMap::new(),
            depth: 0,
            search: None,
            objects: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
            holders: BTreeSet::new(),
            swaps: Vec::new(),
            work: None,
            outside: None,
            next_label: 0,
            made: BTreeMap::new(),
            row_sorts: BTreeMap::new(),
        }
    }

    // ---- small things -------------------------------------------------------------------------------------------

    pub fn var(&mut self, name: impl Into<SmolStr>, ty: Ty, mutable: bool, span: Span) -> VarId {
        self.vars.push(Var { name: name.into(), ty, mutable, span, folds: None });
        let var = VarId(self.vars.len() as u32 - 1);
        // What was tried and given up may have had one of this number.
        self.made.remove(&var);
        var
    }

    /// Whether a variable is a field's value or an array's part that the region is given beside its parameters.
    pub fn is_captured(&self, var: VarId) -> bool {
        self.captures.as_ref().is_some_and(|c| c.args.iter().any(|(_, v)| *v == var))
    }

    pub fn ty(&self, var: VarId) -> Ty {
        self.vars[var.index()].ty.clone()
    }

    pub fn read(&self, var: VarId, span: Span) -> Expr {
        Expr::var(var, self.ty(var), span)
    }

    pub fn label(&mut self) -> LabelId {
        self.next_label += 1;
        LabelId(self.next_label - 1)
    }

    pub fn site(&mut self, span: Span) -> SiteId {
        let method = self.frames.last().map(|f| self.cx.hir.method(f.method).display.clone()).unwrap_or_default();
        self.cx.site(span, method)
    }

    /// Adds a statement. Statements are emitted in the order in which they run, so what integer variables hold is followed here.
    pub fn emit(&mut self, out: &mut Vec<Stmt>, kind: StmtKind, span: Span) {
        if let StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewArray { sizes }, .. }) } = &kind {
            self.made.insert(*var, sizes.clone());
        }
        if let StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value } = &kind {
            match self.facts.poly(value) {
                Some(poly) => {
                    self.facts.values.insert(*var, poly);
                }
                None if self.vars[var.index()].mutable => self.facts.forget(*var),
                None if matches!(value.ty, Ty::I32 | Ty::I64) => {
                    if let Some(range) = self.facts.range_of(value) {
                        self.facts.ranges.insert(*var, range);
                    }
                }
                None => {}
            }
            if let (Some(work), Ty::I32) = (&mut self.work, &value.ty)
                && !self.vars[var.index()].mutable
            {
                work.lengths.insert(*var, value.clone());
            }
            let modulus = Facts::modulus_in(value).filter(|_| !self.vars[var.index()].mutable);
            if let Some((m, residue)) = modulus.and_then(|m| Some((m, self.facts.residue(value, m)?))) {
                self.facts.residues.insert(*var, (m, residue));
            }
        }
        out.push(Stmt { kind, prov: Prov::one(span) });
    }

    /// Translates statements that may not run, or not only once: afterwards only what they leave alone is known.
    pub fn uncertain<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.facts.values.clone();
        let result = f(self);
        let mutable = |v: &VarId| self.vars[v.index()].mutable;
        let after = &self.facts.values;
        let gone: Vec<VarId> = before.keys().filter(|v| mutable(v) && after.get(v) != before.get(v)).copied().collect();
        let fresh: Vec<VarId> = after.keys().filter(|v| mutable(v) && !before.contains_key(v)).copied().collect();
        for v in gone.iter().chain(&fresh) {
            self.facts.forget(*v);
        }
        result
    }

    /// Before a loop: what its body assigns is not known in it.
    pub fn forget_assigned(&mut self, body: &hir::Block) {
        for local in super::walk::assigned_in(body) {
            if let Some(Binding::Var(v)) = self.local(local).cloned() {
                self.facts.forget(v);
            }
            if let Some(v) = self.row_number(local) {
                self.facts.forget(v);
            }
        }
        self.forget_objects();
    }

    /// As [`Builder::forget_assigned`], for what a loop's update assigns.
    pub fn forget_updated(&mut self, update: &[hir::Expr]) {
        for e in update {
            if let hir::ExprKind::Assign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::CompoundAssign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::IncDec { place: hir::Place::Local(l), .. } = &e.kind
                && let Some(Binding::Var(v)) = self.binding(*l).cloned()
            {
                self.facts.forget(v);
            }
        }
    }

    /// An immutable variable for `value`; what is constant or an immutable variable already stays as it is.
    pub fn keep(&mut self, value: Expr, name: &str, out: &mut Vec<Stmt>) -> Expr {
        let stable = match &value.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => !self.vars[v.index()].mutable,
            _ => false,
        };
        if stable {
            return value;
        }
        let span = value.span;
        let var = self.var(name, value.ty.clone(), false, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.read(var, span)
    }

    /// From here on the array that was `old` is `new`. In straight-line code that is a renaming; in a loop or condition `old` is a
    /// mutable variable (see [`Builder::make_mutable`]) and is given the new value.
    pub fn replace_array(&mut self, old: VarId, new: VarId, span: Span, out: &mut Vec<Stmt>) {
        self.facts.roots.insert(new, old);
        if self.depth > 0 {
            let value = self.read(new, span);
            self.emit(out, StmtKind::Assign { var: old, value }, span);
            return;
        }
        self.rename_array(old, new);
    }

    fn rename_array(&mut self, old: VarId, new: VarId) {
        for frame in &mut self.frames {
            for binding in frame.locals.values_mut() {
                match binding {
                    Binding::Var(v) | Binding::Row { array: v, .. } if *v == old => *v = new,
                    _ => {}
                }
            }
        }
        if let Some(captures) = &mut self.captures {
            let all = captures.fields.values_mut().chain(captures.outside.values_mut());
            all.filter(|v| **v == old).for_each(|v| *v = new);
        }
        let columns = self.groups.iter_mut().flat_map(|g| g.columns.values_mut());
        columns.filter(|c| c.now == old).for_each(|c| c.now = new);
    }

    /// Gives arrays that the statements ahead change in place a mutable variable.
    pub fn make_mutable(&mut self, arrays: impl IntoIterator<Item = VarId>, span: Span, out: &mut Vec<Stmt>) {
        for array in arrays {
            if self.vars[array.index()].mutable {
                continue;
            }
            let info = self.vars[array.index()].clone();
            let var = self.var(info.name, info.ty, true, info.span);
            let init = Some(self.read(array, span));
            self.emit(out, StmtKind::Let { var, init }, span);
            self.facts.roots.insert(var, array);
            self.rename_array(array, var);
        }
    }

    /// What a local stands for now.
    pub fn binding(&self, local: LocalId) -> Option<&Binding> {
        self.local(local)
    }

    pub fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn local(&self, local: LocalId) -> Option<&Binding> {
        self.frames.last().and_then(|f| f.locals.get(&local))
    }

    pub fn method_id(&self) -> MethodId {
        self.frames[self.frames.len() - 1].method
    }

    pub fn method(&self) -> &'a hir::Method {
        let hir: &'a hir::Program = self.cx.hir;
        hir.method(self.method_id())
    }

    pub fn bind(&mut self, local: LocalId, binding: Binding) {
        self.frame().locals.insert(local, binding);
    }

    /// Declares the Core variable of a HIR local.
    pub fn declare(&mut self, local: LocalId, span: Span) -> Result<VarId> {
        let method = self.method();
        let info = &method.locals[local.index()];
        let ty = core_type(self.cx, &info.ty)
            .ok_or_else(|| crate::types::unsupported(self.cx, &info.ty, span, &info.name))?;
        let mutable = ty.as_array().is_none() && self.cx.assigned(self.method_id(), local);
        let var = self.var(info.name.clone(), ty, mutable, info.span);
        self.bind(local, Binding::Var(var));
        Ok(var)
    }
}
