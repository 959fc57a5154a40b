//! Functions as lists of what a work item does, one after the other, so that it can stop at a barrier and go on. Variables have names of their own, and
//! a call of a function with barriers stands alone.

use super::{Result, Stopped, stop};
use crate::ir::*;
use crate::verify::verify;
use std::collections::{BTreeMap, BTreeSet};

pub(super) enum Op {
    Do(Expr),
    Declare { name: Name, ty: Type, space: Space, init: Option<Init> },
    Jump(usize),
    JumpUnless(Expr, usize),
    Call { function: usize, args: Vec<Expr>, into: Option<Name> },
    Barrier,
    Return(Option<Expr>),
}

pub(super) struct Routine {
    pub name: Name,
    pub params: Vec<(Name, Type)>,
    pub ret: Type,
    pub ops: Vec<Op>,
    meets: bool,
}

#[derive(Default)]
pub(super) struct Code {
    pub functions: Vec<Routine>,
    pub tables: Vec<(Type, Name, Vec<Expr>)>,
    pub structs: BTreeMap<Name, Vec<(Type, Name)>>,
}

/// A module that is built with these numbers.
pub(super) fn code(m: &Module, built: &BTreeMap<Name, i64>) -> Result<Code> {
    let mut maker = Maker { numbers: built.clone(), ..Maker::default() };
    let mut items = Vec::new();
    maker.items(&m.items, &mut items)?;
    let mut module = Module { items };
    if let Some(fault) = verify(&mut module).first() {
        return stop(format!("{}: {}", fault.place, fault.message));
    }
    let mut code = Code::default();
    for item in &module.items {
        match item {
            Item::Struct { name, fields } => drop(code.structs.insert(name.clone(), fields.clone())),
            Item::Table { ty, name, values, .. } => code.tables.push((ty.clone(), name.clone(), values.clone())),
            Item::Function(f) => {
                let routine = Flat::of(f, &code.functions)?;
                code.functions.push(routine);
            }
            _ => {}
        }
    }
    Ok(code)
}

/// What makes the choices of a module, and puts numbers, types and expressions in the places of their names.
#[derive(Default)]
struct Maker {
    numbers: BTreeMap<Name, i64>,
    values: BTreeMap<Name, Expr>,
    inlines: BTreeMap<Name, (Vec<Name>, Expr)>,
    types: BTreeMap<Name, Type>,
    params: BTreeMap<Name, Param>,
}

impl Maker {
    fn answer(&self, cond: &Cond) -> Result<bool> {
        let given = |name: &Name| self.numbers.contains_key(name) || self.values.contains_key(name);
        Ok(match cond {
            Cond::Given(name) => given(name),
            Cond::Absent(name) => !given(name),
            Cond::Value(e) => self.number(e)? != 0,
        })
    }

    fn number(&self, e: &Expr) -> Result<i64> {
        match &e.kind {
            Kind::Int { value, .. } => Ok(*value as i64),
            Kind::Name(name) => match (self.numbers.get(name), self.values.get(name)) {
                (Some(n), _) => Ok(*n),
                (None, Some(e)) => self.number(e),
                // As the preprocessor has it.
                _ => Ok(0),
            },
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Ok(match op {
                    Binary::BitAnd => a & b,
                    Binary::Eq => (a == b).into(),
                    Binary::Ne => (a != b).into(),
                    Binary::Add => a + b,
                    Binary::Sub => a - b,
                    Binary::Mul => a * b,
                    _ => return stop("a choice asks what it cannot"),
                })
            }
            _ => stop("a choice asks what it cannot"),
        }
    }

    fn items(&mut self, items: &[Item], out: &mut Vec<Item>) -> Result<()> {
        for item in items {
            match item {
                Item::Choice(c) => {
                    let side = if self.answer(&c.cond)? { &c.then } else { &c.otherwise };
                    self.items(side, out)?;
                }
                Item::Value { name, value } => drop(self.values.insert(name.clone(), value.clone())),
                Item::Inline { name, params, body } => {
                    self.inlines.insert(name.clone(), (params.clone(), body.clone()));
                }
                Item::TypeName { name, ty, .. } => drop(self.types.insert(name.clone(), ty.clone())),
                Item::ParamName { name, param } => drop(self.params.insert(name.clone(), param.clone())),
                Item::Function(f) => {
                    let mut f = f.clone();
                    let mut params = Vec::new();
                    for p in &f.params {
                        if p.when.as_ref().map_or(Ok(true), |c| self.answer(c))? {
                            let p = if let ParamKind::Named(name) = &p.kind {
                                self.params.get(name).unwrap_or(p)
                            } else {
                                p
                            };
                            let mut p = Param { when: None, ..p.clone() };
                            if let ParamKind::Typed { ty, .. } = &mut p.kind {
                                self.ty(ty);
                            }
                            params.push(p);
                        }
                    }
                    f.params = params;
                    self.ty(&mut f.ret);
                    f.body = self.stmts(&f.body)?;
                    out.push(Item::Function(f));
                }
                Item::Struct { .. } | Item::Table { .. } => out.push(item.clone()),
                _ => {}
            }
        }
        Ok(())
    }

    fn ty(&self, ty: &mut Type) {
        match ty {
            Type::Named(name) => {
                if let Some(known) = self.types.get(name) {
                    *ty = known.clone();
                }
            }
            Type::Pointer(p) => self.ty(&mut p.to),
            _ => {}
        }
    }

    fn stmts(&self, stmts: &[Stmt]) -> Result<Vec<Stmt>> {
        let mut out = Vec::new();
        for s in stmts {
            if let Stmt::Choice(c) = s {
                out.extend(self.stmts(if self.answer(&c.cond)? { &c.then } else { &c.otherwise })?);
                continue;
            }
            let mut s = s.clone();
            match &mut s {
                Stmt::If { then, otherwise, .. } => {
                    then.stmts = self.stmts(&then.stmts)?;
                    if let Some(other) = otherwise {
                        other.stmts = self.stmts(&other.stmts)?;
                    }
                }
                Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
                    body.stmts = self.stmts(&body.stmts)?;
                }
                Stmt::Block(stmts) => *stmts = self.stmts(stmts)?,
                Stmt::Declare(d) => self.ty(&mut d.base),
                _ => {}
            }
            own_exprs(&mut s, &mut |e| self.expr(e));
            out.push(s);
        }
        Ok(out)
    }

    fn expr(&self, e: &mut Expr) {
        e.each_mut(&mut |e| match &mut e.kind {
            Kind::Name(name) => match (self.numbers.get(name), self.values.get(name)) {
                (Some(n), _) => e.kind = Expr::int(*n as u64).kind,
                (None, Some(value)) => {
                    let mut value = value.clone();
                    self.expr(&mut value);
                    *e = value;
                }
                _ => {}
            },
            Kind::Cast(ty, _) | Kind::Struct(ty, _) => self.ty(ty),
            Kind::Call(name, args) => {
                if let Some((params, body)) = self.inlines.get(name) {
                    let mut body = body.clone();
                    body.each_mut(&mut |part| {
                        if let Kind::Name(n) = &part.kind
                            && let Some(k) = params.iter().position(|p| p == n)
                        {
                            *part = args[k].clone();
                        }
                    });
                    self.expr(&mut body);
                    *e = body;
                }
            }
            _ => {}
        });
    }
}

/// Calls `f` on the expressions that stand in a statement itself.
fn own_exprs(s: &mut Stmt, f: &mut dyn FnMut(&mut Expr)) {
    match s {
        Stmt::Declare(d) => {
            for n in &mut d.names {
                n.dims.iter_mut().for_each(&mut *f);
                match &mut n.init {
                    Some(Init::Value(e)) => f(e),
                    Some(Init::List(all)) => all.iter_mut().for_each(&mut *f),
                    None => {}
                }
            }
        }
        Stmt::Do(e) | Stmt::Return(Some(e)) => f(e),
        Stmt::If { cond, .. } | Stmt::While { cond, .. } | Stmt::DoWhile { cond, .. } => f(cond),
        Stmt::Report { flag, number } => {
            f(flag);
            f(number);
        }
        Stmt::For { init, cond, next, .. } => {
            if let Some(init) = init {
                own_exprs(init, f);
            }
            cond.iter_mut().chain(next).for_each(f);
        }
        _ => {}
    }
}

struct Flat<'c> {
    done: &'c [Routine],
    ops: Vec<Op>,
    scopes: Vec<BTreeMap<Name, Name>>,
    /// Variables so far.
    count: usize,
    function: Name,
    labels: BTreeMap<Name, usize>,
    gotos: Vec<(usize, Name)>,
    /// Of the loops around: the jumps out of them, and those to their ends.
    loops: Vec<(Vec<usize>, Vec<usize>)>,
    meets: bool,
}

const NOWHERE: usize = usize::MAX;

impl Flat<'_> {
    fn of(f: &Function, done: &[Routine]) -> Result<Routine> {
        let mut flat = Flat {
            done,
            ops: Vec::new(),
            scopes: vec![BTreeMap::new()],
            count: 0,
            function: f.name.clone(),
            labels: BTreeMap::new(),
            gotos: Vec::new(),
            loops: Vec::new(),
            meets: false,
        };
        let mut params = Vec::new();
        for p in &f.params {
            let ParamKind::Typed { ty, name, .. } = &p.kind else { return stop("a parameter is of no kind") };
            params.push((flat.declare(name), ty.clone()));
        }
        flat.stmts(&f.body)?;
        for (at, label) in std::mem::take(&mut flat.gotos) {
            let to = flat.labels.get(&label).ok_or(Stopped(format!("no label {label}")))?;
            flat.ops[at] = Op::Jump(*to);
        }
        Ok(Routine { name: f.name.clone(), params, ret: f.ret.clone(), ops: flat.ops, meets: flat.meets })
    }

    fn declare(&mut self, name: &Name) -> Name {
        self.count += 1;
        let own = Name::from(format!("{}.{name}.{}", self.function, self.count));
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), own.clone());
        }
        own
    }

    fn scoped(&mut self, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.scopes.push(BTreeMap::new());
        let result = f(self);
        self.scopes.pop();
        result
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Result<()> {
        stmts.iter().try_for_each(|s| self.stmt(s))
    }

    /// An expression with the variables' own names, without calls of functions with barriers: these are made before.
    fn expr(&mut self, e: &Expr) -> Expr {
        let mut e = e.clone();
        let meeting: BTreeSet<&Name> = self.done.iter().filter(|f| f.meets).map(|f| &f.name).collect();
        let mut calls = Vec::new();
        e.each_mut(&mut |e| match &mut e.kind {
            Kind::Name(name) => {
                if let Some(own) = self.scopes.iter().rev().find_map(|s| s.get(name)) {
                    *name = own.clone();
                }
            }
            Kind::Call(name, args) if meeting.contains(name) => {
                self.count += 1;
                let into = Name::from(format!("{}.result.{}", self.function, self.count));
                calls.push((name.clone(), std::mem::take(args), into.clone()));
                e.kind = Kind::Name(into);
            }
            _ => {}
        });
        for (name, args, into) in calls {
            self.meets = true;
            if let Some(function) = self.done.iter().position(|f| f.name == name) {
                let args = args.iter().map(|e| self.expr(e)).collect();
                self.ops.push(Op::Call { function, args, into: Some(into) });
            }
        }
        e
    }

    /// A jump whose end is not known yet.
    fn jump(&mut self) -> usize {
        self.ops.push(Op::Jump(NOWHERE));
        self.ops.len() - 1
    }

    fn jump_unless(&mut self, cond: &Expr) -> usize {
        let cond = self.expr(cond);
        self.ops.push(Op::JumpUnless(cond, NOWHERE));
        self.ops.len() - 1
    }

    /// Lets a jump go to here.
    fn here(&mut self, at: usize) {
        let here = self.ops.len();
        match &mut self.ops[at] {
            Op::Jump(to) | Op::JumpUnless(_, to) => *to = here,
            _ => {}
        }
    }

    fn stmt(&mut self, s: &Stmt) -> Result<()> {
        match s {
            Stmt::Comment(_) | Stmt::Unroll(_) => {}
            Stmt::Declare(d) => self.declaration(d),
            Stmt::Do(e) => {
                // A function with barriers whose result nobody wants.
                let e = self.expr(e);
                if !matches!(e.ty, Type::Void) || !matches!(e.kind, Kind::Name(_)) {
                    self.ops.push(Op::Do(e));
                }
            }
            Stmt::Report { flag, number } => {
                let (flag, number) = (self.expr(flag), self.expr(number));
                let call = Kind::Builtin(Builtin::Atomic(Atomic::Min), vec![flag, number]);
                self.ops.push(Op::Do(Expr { kind: call, ty: Type::UINT }));
            }
            Stmt::If { cond, then, otherwise } => {
                let unless = self.jump_unless(cond);
                self.scoped(|f| f.stmts(&then.stmts))?;
                if let Some(other) = otherwise {
                    let end = self.jump();
                    self.here(unless);
                    self.scoped(|f| f.stmts(&other.stmts))?;
                    self.here(end);
                } else {
                    self.here(unless);
                }
            }
            Stmt::For { init, cond, next, body } => self.scoped(|f| {
                init.iter().try_for_each(|s| f.stmt(s))?;
                f.looped(cond.as_ref(), next.as_ref(), body, false)
            })?,
            Stmt::While { cond, body } => self.looped(Some(cond), None, body, false)?,
            Stmt::DoWhile { body, cond } => self.looped(Some(cond), None, body, true)?,
            Stmt::Block(stmts) => self.scoped(|f| f.stmts(stmts))?,
            Stmt::Return(e) => {
                let e = e.as_ref().map(|e| self.expr(e));
                self.ops.push(Op::Return(e));
            }
            Stmt::Break | Stmt::Continue => {
                let at = self.jump();
                match (self.loops.last_mut(), s) {
                    (Some((breaks, _)), Stmt::Break) => breaks.push(at),
                    (Some((_, continues)), _) => continues.push(at),
                    _ => return stop("a jump out of no loop"),
                }
            }
            Stmt::Goto(label) => {
                let at = self.jump();
                self.gotos.push((at, label.clone()));
            }
            Stmt::Label(label) => drop(self.labels.insert(label.clone(), self.ops.len())),
            Stmt::Barrier { .. } => {
                self.meets = true;
                self.ops.push(Op::Barrier);
            }
            Stmt::Choice(_) => return stop("a choice has not been made"),
            Stmt::Ptx(_) => return stop("an instruction of NVIDIA's"),
        }
        Ok(())
    }

    fn declaration(&mut self, d: &Declare) {
        for n in &d.names {
            // A value is made before its name is known.
            let dims = n.dims.iter().map(|e| self.expr(e)).collect();
            let init = n.init.as_ref().map(|init| match init {
                Init::Value(e) => Init::Value(self.expr(e)),
                Init::List(all) => Init::List(all.iter().map(|e| self.expr(e)).collect()),
            });
            let (to, konst, volatile) = (d.base.clone(), d.konst, d.volatile);
            let (ty, space) = if n.pointer.is_some() {
                let p = Pointer { to, space: d.space.clone(), konst, volatile, restrict: false };
                (Type::Pointer(Box::new(p)), Space::Private)
            } else if n.dims.is_empty() {
                (to, d.space.clone())
            } else {
                (Type::Array(Box::new(to), d.space.clone(), dims), d.space.clone())
            };
            let name = self.declare(&n.name);
            self.ops.push(Op::Declare { name, ty, space, init });
        }
    }

    /// `later`: the condition is asked behind the first turn.
    fn looped(&mut self, cond: Option<&Expr>, next: Option<&Expr>, body: &Body, later: bool) -> Result<()> {
        let first = if later { Some(self.jump()) } else { None };
        let start = self.ops.len();
        let out = cond.map(|e| self.jump_unless(e));
        if let Some(first) = first {
            self.here(first);
        }
        self.loops.push((Vec::new(), Vec::new()));
        self.scoped(|f| f.stmts(&body.stmts))?;
        let (breaks, continues) = self.loops.pop().unwrap_or_default();
        continues.into_iter().for_each(|at| self.here(at));
        if let Some(next) = next {
            let next = self.expr(next);
            self.ops.push(Op::Do(next));
        }
        self.ops.push(Op::Jump(start));
        out.into_iter().chain(breaks).for_each(|at| self.here(at));
        Ok(())
    }
}
