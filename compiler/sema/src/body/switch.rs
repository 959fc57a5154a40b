//! `switch`, as statement and expression, on integers, strings and enums: all become a switch on `int`.

use super::env::{Jump, YieldTo};
use super::{Attr, Ex, Expect};
use crate::types::Type;
use somd_hir::{Block, Expr, ExprKind, LabelId, Lit, Place, Stmt, StmtKind, SwitchArm, SwitchExpr, Ty};
use somd_syntax::ast::{self, CaseBody, CaseLabel, PrimType};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What is switched on.
enum On {
    Int(Type),
    String(Vec<Arc<[u16]>>),
    Enum(somd_hir::ClassId),
    Error,
}

impl Attr<'_> {
    pub fn switch_stmt(&mut self, s: &ast::Switch, out: &mut Vec<Stmt>) {
        let label = self.new_label();
        self.frame().jumps.push(Jump { label, name: None, is_loop: false, is_switch: true, yields: None });
        let mut hoisted = Vec::new();
        let stmt = self.switch(s, label, None, &mut hoisted);
        self.frame().jumps.pop();
        if hoisted.is_empty() {
            out.push(stmt);
        } else {
            let span = stmt.span;
            hoisted.push(stmt);
            out.push(Stmt { kind: StmtKind::Block(Block { stmts: hoisted, span }), span });
        }
    }

    pub fn switch_expr(&mut self, s: &ast::Switch, expect: &Expect, span: Span) -> Ex {
        let target = match expect.ty().map(|t| self.zonk(t)) {
            Some(t) if !matches!(t, Type::Infer(_) | Type::Error) => t,
            wanted => {
                // Without a target the arms decide: they are looked at once for their types alone.
                let f = self.frame();
                let (locals, next_label) = (f.locals.len(), f.next_label);
                let reported = self.diags.len();
                let before = std::mem::take(&mut self.yielded);
                self.switch_value(s, None, span);
                let types = std::mem::replace(&mut self.yielded, before);
                self.diags.truncate(reported);
                let f = self.frame();
                f.locals.truncate(locals);
                f.vars.truncate(locals);
                f.next_label = next_label;
                // Values for a type that is not decided yet are each an object of their own class.
                let objects = matches!(wanted, Some(Type::Infer(_)));
                self.unify(types, objects)
            }
        };
        self.switch_value(s, Some(target), span)
    }

    /// The type of several values of one expression (JLS 15.28.1).
    fn unify(&mut self, types: Vec<Type>, objects: bool) -> Type {
        let types: Vec<Type> = types.into_iter().filter(|t| !t.is_error()).collect();
        let Some(first) = types.first().cloned() else { return Type::Error };
        if types.iter().all(|t| *t == first) {
            return first;
        }
        let prims: Option<Vec<PrimType>> = types.iter().map(|t| self.prim(t)).collect();
        if let Some(prims) = prims.filter(|_| !objects) {
            if prims.iter().all(|p| *p == PrimType::Boolean) {
                return Type::BOOLEAN;
            }
            let widest = prims.iter().try_fold(PrimType::Int, |a, &b| super::convert::promoted(a, b));
            if let Some(p) = widest {
                return Type::Prim(p);
            }
        }
        let refs: Vec<Type> = types
            .iter()
            .filter(|t| **t != Type::Null)
            .map(|t| match t {
                Type::Prim(p) => self.t.boxed(*p),
                t => t.clone(),
            })
            .collect();
        if refs.is_empty() { Type::Null } else { self.t.lub(&refs) }
    }

    fn switch_value(&mut self, s: &ast::Switch, target: Option<Type>, span: Span) -> Ex {
        let ty = target.clone().unwrap_or(Type::Error);
        let result = self.temp("result", ty.clone(), span);
        self.frame().vars[result.index()].assigned.push(span);
        let label = self.new_label();
        let given = Rc::new(Cell::new(false));
        let yields = Some(YieldTo { result, target, given: given.clone() });
        self.frame().jumps.push(Jump { label, name: None, is_loop: false, is_switch: true, yields: yields.clone() });
        let mut hoisted = Vec::new();
        let switch = self.switch(s, label, yields, &mut hoisted);
        self.frame().jumps.pop();
        if !given.get() && !s.cases.is_empty() {
            let at = Span { lo: span.lo, hi: (span.lo + 6).min(span.hi) };
            self.error("E0263", "this switch gives no value", at, "none of its cases has one");
        }
        let kind = ExprKind::Switch(Box::new(SwitchExpr { switch, result }));
        let value = self.ex(kind, ty.clone(), span);
        if hoisted.is_empty() { value } else { self.ex(ExprKind::Sequence(hoisted, Box::new(value.hir)), ty, span) }
    }

    pub fn yield_value(&mut self, value: &ast::Expr, span: Span, out: &mut Vec<Stmt>) {
        let found = self.frame().jumps.iter().rev().find_map(|j| j.yields.clone().map(|y| (j.label, y)));
        let Some((label, to)) = found else {
            self.error("E0263", "`yield` outside of a switch expression", span, "nothing here takes the value");
            return;
        };
        self.give(value, label, &to, span, out);
    }

    fn give(&mut self, value: &ast::Expr, label: LabelId, to: &YieldTo, span: Span, out: &mut Vec<Stmt>) {
        to.given.set(true);
        let (value, ty) = match &to.target {
            Some(t) => (self.initialiser(value, t), t.clone()),
            None => {
                let ex = self.expr(value, &Expect::None);
                self.yielded.push(ex.ty.clone());
                (ex.hir, Type::Error)
            }
        };
        let ty = self.erase(&ty);
        let kind = ExprKind::Assign { place: Place::Local(to.result), value: Box::new(value) };
        out.push(Stmt { kind: StmtKind::Expr(Expr { kind, ty, span }), span });
        out.push(Stmt { kind: StmtKind::Break(label), span });
    }

    /// The switch itself. `hoisted` gets declarations that a later group of the old form may see.
    fn switch(&mut self, s: &ast::Switch, label: LabelId, yields: Option<YieldTo>, hoisted: &mut Vec<Stmt>) -> Stmt {
        let value = self.expr(&s.scrutinee, &Expect::None);
        let span = s.span;
        let mut on = match &value.ty {
            t if t.is_error() => On::Error,
            t if self.t.is_string(t) => On::String(Vec::new()),
            Type::Class(c) if self.t.class(c.class).kind == ast::TypeKind::Enum => On::Enum(c.class),
            t => match self.prim(t) {
                Some(p @ (PrimType::Byte | PrimType::Short | PrimType::Char | PrimType::Int)) => On::Int(Type::Prim(p)),
                _ => {
                    let shown = self.show(t);
                    self.error(
                        "E0264",
                        format!("`switch` does not take {shown}"),
                        s.scrutinee.span,
                        "must be an integer that fits into int, a String or an enum",
                    );
                    On::Error
                }
            },
        };
        let mut seen: BTreeMap<i32, Span> = BTreeMap::new();
        let mut default: Option<Span> = None;
        let mut arms = Vec::new();
        self.push_scope();
        let local_classes = self.scope.local_classes.len();
        let count = s.cases.len();
        for (i, case) in s.cases.iter().enumerate() {
            let mut values = Vec::new();
            let mut is_default = false;
            for l in &case.labels {
                match l {
                    CaseLabel::Default(at) => {
                        is_default = true;
                        if let Some(first) = default.replace(*at) {
                            self.report(
                                Diagnostic::error("E0265", "a switch has one `default`", *at)
                                    .label("the second one")
                                    .also(first, "the first one"),
                            );
                        }
                    }
                    CaseLabel::Expr(e) => {
                        if let Some(v) = self.case_value(e, &mut on) {
                            if let Some(first) = seen.insert(v, e.span) {
                                self.report(
                                    Diagnostic::error("E0265", "this case is there already", e.span)
                                        .label("never reached")
                                        .also(first, "the same case"),
                                );
                            }
                            values.push(v);
                        }
                    }
                }
            }
            let mut stmts = Vec::new();
            match &case.body {
                CaseBody::Group(group) => {
                    stmts = self.statements(group);
                    if i + 1 < count {
                        stmts = self.hoist(stmts, hoisted);
                    }
                }
                CaseBody::Expr(e) => match &yields {
                    Some(to) => self.give(e, label, to, e.span, &mut stmts),
                    None => {
                        let ex = self.expr(e, &Expect::None);
                        if !super::lambda::is_statement(e) && !ex.is_error() {
                            self.error("E0251", "this does nothing", e.span, "its value is not used");
                        }
                        stmts.push(Stmt { kind: StmtKind::Expr(super::stmt::discarded(ex.hir)), span: e.span });
                        stmts.push(Stmt { kind: StmtKind::Break(label), span: e.span });
                    }
                },
                CaseBody::Block(b) => {
                    let block = self.block(b);
                    let ends = super::stmt::completes(&block);
                    stmts.push(Stmt { kind: StmtKind::Block(block), span: b.span });
                    if ends {
                        if yields.is_some() {
                            let at = Span { lo: b.span.hi.saturating_sub(1), hi: b.span.hi };
                            self.error("E0263", "this block gives no value", at, "`yield` one before the end");
                        }
                        stmts.push(Stmt { kind: StmtKind::Break(label), span: b.span });
                    }
                }
                CaseBody::Throw(t) => stmts = self.statements(std::slice::from_ref(t)),
            }
            arms.push(SwitchArm { values, is_default, body: Block { stmts, span: case.span }, span: case.span });
        }
        self.scope.local_classes.truncate(local_classes);
        self.pop_scope();
        if yields.is_some() && s.cases.is_empty() {
            let at = Span { lo: span.lo, hi: (span.lo + 6).min(span.hi) };
            self.error("E0266", "a switch expression has at least one case", at, "this one gives no value");
        } else if yields.is_some() && default.is_none() {
            self.exhaustive(&on, &seen, span, &mut arms);
        }
        let scrutinee = self.scrutinee(value, on);
        Stmt { kind: StmtKind::Switch { scrutinee, arms, label }, span }
    }

    /// A switch expression covers everything.
    fn exhaustive(&mut self, on: &On, seen: &BTreeMap<i32, Span>, span: Span, arms: &mut [SwitchArm]) {
        let at = Span { lo: span.lo, hi: (span.lo + 6).min(span.hi) };
        if let On::Enum(class) = on {
            let missing: Vec<String> = self
                .t
                .class(*class)
                .constants
                .iter()
                .enumerate()
                .filter(|(i, _)| !seen.contains_key(&(*i as i32)))
                .map(|(_, c)| format!("`{}`", self.t.field(c.field).name))
                .collect();
            if missing.is_empty() {
                // All constants are there: the last arm takes what cannot be.
                if let Some(last) = arms.last_mut() {
                    last.is_default = true;
                }
                return;
            }
            self.error(
                "E0266",
                format!("the switch leaves out {}", missing.join(", ")),
                at,
                "must cover every constant",
            );
        } else if !matches!(on, On::Error) {
            self.error("E0266", "the switch does not cover every value", at, "add a `default`");
        }
    }

    fn case_value(&mut self, e: &ast::Expr, on: &mut On) -> Option<i32> {
        match on {
            On::Error => None,
            On::Enum(class) => {
                let name = match &e.kind {
                    ast::ExprKind::Name(name) => name,
                    ast::ExprKind::Field(_, name) => {
                        let diag = Diagnostic::error("E0267", "a case of an enum is a constant's name", e.span);
                        self.report(diag.label("a qualified name is Java 21; somdc accepts Java 17").suggest(
                            format!("write `{}`", name.name),
                            e.span,
                            name.name.as_str(),
                        ));
                        &name.name
                    }
                    _ => {
                        self.error("E0267", "a case of an enum is a constant's name", e.span, "not a simple name");
                        return None;
                    }
                };
                let found = self.t.class(*class).constants.iter().position(|c| self.t.field(c.field).name == *name);
                match found {
                    Some(i) => Some(i as i32),
                    None => {
                        let shown = self.class_name(*class);
                        self.error("E0267", format!("{shown} has no constant `{name}`"), e.span, "no such constant");
                        None
                    }
                }
            }
            On::String(cases) => {
                let ex = self.expr(e, &Expect::None);
                match ex.constant() {
                    Some(Lit::String(s)) => match cases.iter().position(|c| c == s) {
                        Some(i) => Some(i as i32),
                        None => {
                            cases.push(s.clone());
                            Some(cases.len() as i32 - 1)
                        }
                    },
                    _ => {
                        let string = self.t.string();
                        self.not_constant(&ex, &string);
                        None
                    }
                }
            }
            On::Int(ty) => {
                let ty = ty.clone();
                let ex = self.expr(e, &Expect::None);
                if ex.constant().is_none() {
                    self.not_constant(&ex, &ty);
                    return None;
                }
                match self.assign_to(ex, &ty).kind {
                    ExprKind::Lit(Lit::Int(v)) => Some(v),
                    _ => None,
                }
            }
        }
    }

    fn not_constant(&mut self, ex: &Ex, ty: &Type) {
        if ex.is_error() {
            return;
        }
        if ex.constant().is_some() {
            self.mismatch(ex, ty);
        } else {
            self.error("E0267", "a case must be a constant", ex.span(), "its value is not known when compiling");
        }
    }

    fn scrutinee(&mut self, value: Ex, on: On) -> Expr {
        let span = value.span();
        match on {
            On::Error => Self::int_lit(0, span),
            On::Int(_) => self.to_prim(value, PrimType::Int).hir,
            On::Enum(_) => match self.library_method("java.lang.Enum", "ordinal", 0, span) {
                Some(m) => self.call_virtual(m, value.hir, Vec::new(), span),
                None => value.hir,
            },
            On::String(cases) => {
                let method =
                    |attr: &mut Self, name, params| attr.library_method("java.lang.String", name, params, span);
                let (Some(equals), Some(hash)) = (method(self, "equals", 1), method(self, "hashCode", 0)) else {
                    return value.hir;
                };
                let string = self.t.string();
                let object = self.erase(&self.t.object());
                // Nothing is assigned while the text is looked for.
                let own = match value.hir.kind {
                    ExprKind::Local(l) => Some(l),
                    _ => None,
                };
                let local = own.unwrap_or_else(|| self.temp("string", string.clone(), span));
                let read = self.ex(ExprKind::Local(local), string.clone(), span).hir;
                // By the hash code, and then by the texts that have it; the texts are counted from 0, and no match is -1.
                let mut by_hash: BTreeMap<i32, Vec<(i32, Arc<[u16]>)>> = BTreeMap::new();
                for (i, text) in (0..).zip(cases) {
                    by_hash.entry(string_hash(&text)).or_default().push((i, text));
                }
                let result = self.temp("which", Type::INT, span);
                self.frame().vars[result.index()].assigned.push(span);
                let label = self.new_label();
                let arm = |values: Vec<i32>, index: Expr| {
                    let is_default = values.is_empty();
                    let kind = ExprKind::Assign { place: Place::Local(result), value: Box::new(index) };
                    let assign = Stmt { kind: StmtKind::Expr(Expr { kind, ty: Ty::Int, span }), span };
                    let stmts = vec![assign, Stmt { kind: StmtKind::Break(label), span }];
                    SwitchArm { values, is_default, body: Block { stmts, span }, span }
                };
                let mut arms = Vec::new();
                for (hash, texts) in by_hash {
                    let mut index = Self::int_lit(-1, span);
                    for (i, text) in texts.into_iter().rev() {
                        let text = self.lit(Lit::String(text), string.clone(), span).hir;
                        let text = self.reference_to(text, &object);
                        let cond = self.call_virtual(equals, read.clone(), vec![text], span);
                        let kind = ExprKind::Cond(Box::new(cond), Box::new(Self::int_lit(i, span)), Box::new(index));
                        index = Expr { kind, ty: Ty::Int, span };
                    }
                    arms.push(arm(vec![hash], index));
                }
                arms.push(arm(Vec::new(), Self::int_lit(-1, span)));
                let scrutinee = self.call_virtual(hash, read, Vec::new(), span);
                let switch = Stmt { kind: StmtKind::Switch { scrutinee, arms, label }, span };
                let kind = ExprKind::Switch(Box::new(SwitchExpr { switch, result }));
                let index = Expr { kind, ty: Ty::Int, span };
                if own.is_some() {
                    return index;
                }
                let keep = Stmt { kind: StmtKind::Local { local, init: Some(value.hir) }, span };
                Expr { kind: ExprKind::Sequence(vec![keep], Box::new(index)), ty: Ty::Int, span }
            }
        }
    }

    /// Variables declared in one group are in scope of the later ones: their declarations go before the switch.
    fn hoist(&mut self, stmts: Vec<Stmt>, hoisted: &mut Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for s in stmts {
            match s.kind {
                StmtKind::Local { local, init } => {
                    hoisted.push(Stmt { kind: StmtKind::Local { local, init: None }, span: s.span });
                    let ty = self.frame().locals[local.index()].ty.clone();
                    if let Some(value) = init {
                        self.frame().locals[local.index()].is_final = false;
                        let kind = ExprKind::Assign { place: Place::Local(local), value: Box::new(value) };
                        out.push(Stmt { kind: StmtKind::Expr(Expr { kind, ty, span: s.span }), span: s.span });
                    }
                }
                kind => out.push(Stmt { kind, span: s.span }),
            }
        }
        out
    }
}

/// `String.hashCode()`
fn string_hash(text: &[u16]) -> i32 {
    text.iter().fold(0, |hash: i32, &unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}
