//! `sync` blocks as text: the calls of `somd.Snapshot` that [`somd_lower::snapshot`] has put into HIR, by the same places in the source.

use super::edits::Part;
use super::splice::Splicer;
use somd_hir::{FieldId, MethodId};
use somd_lower::snapshot::{Access, Text};
use somd_syntax::ast::{Block, Expr, ExprKind, MethodDecl, Stmt, StmtKind, UnaryOp};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The snapshot of the block or copy that is walked, and the places that have been changed.
#[derive(Clone, Default)]
pub struct Taken<'a> {
    text: Option<&'a Text>,
    done: BTreeSet<Span>,
}

fn plain(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Paren(inner) => plain(inner),
        _ => e,
    }
}

/// Evaluating it twice is as good as once.
fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Literal(_) | ExprKind::Name(_) | ExprKind::This | ExprKind::QualifiedThis(_) => true,
        ExprKind::Paren(a) | ExprKind::Field(a, _) => is_plain(a),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus, a) => is_plain(a),
        ExprKind::Index(a, b) | ExprKind::Binary(_, _, a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

fn body_of(s: &Stmt) -> Option<&Stmt> {
    match &s.kind {
        StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. } => Some(body),
        _ => None,
    }
}

impl<'a> Splicer<'a, '_> {
    /// Whether a block needs the values from before it.
    pub fn needs_snapshot(&self, at: Span) -> bool {
        self.cx.lowered.snapshots.blocks.contains_key(&at)
    }

    /// The body of the `sync` block at this place.
    pub fn sync_block(&mut self, at: Span, body: &Block) {
        let Some(text) = self.cx.lowered.snapshots.blocks.get(&at) else {
            self.edits.replace(at, vec![body.span.into()]);
            return self.block(body);
        };
        self.used.snapshot();
        let begin = "{ somd.Snapshot sync$ = new somd.Snapshot(); ";
        self.edits.replace(at, vec![begin.into(), body.span.into(), " }".into()]);
        self.with_snapshot(text, at, |s| s.block(body));
    }

    fn with_snapshot(&mut self, text: &'a Text, at: Span, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.snapshot, Taken { text: Some(text), done: BTreeSet::new() });
        walk(self);
        let inner = std::mem::replace(&mut self.snapshot, outer);
        let all = text.loops.iter().chain(text.reads.keys()).chain(text.stores.keys()).chain(text.calls.keys());
        let all = all.chain(text.wholes.keys());
        if let Some(left) = all.into_iter().find(|s| !inner.done.contains(s)) {
            let left = if left.is_none() { at } else { *left };
            self.refuse("this part of a `sync` block", left);
        }
    }

    /// The copies of a method that `sync` blocks call, behind it.
    pub fn sync_copies(&mut self, m: &MethodDecl, body: &Block, method: MethodId) {
        let Some(copies) = self.cx.lowered.snapshots.copies.get(&method) else { return };
        self.used.snapshot();
        let column = self.cx.sources.locate(m.span).map_or(0, |(_, _, column)| column.saturating_sub(1));
        let margin = " ".repeat(column as usize);
        let mut all = String::new();
        for (copy, text) in copies {
            let edits = std::mem::take(&mut self.edits);
            let method = self.method.take();
            self.modifiers(&m.modifiers);
            m.modifiers.annotations.iter().for_each(|a| self.edits.text(a.span, ""));
            self.type_params(&m.type_params);
            m.ret.iter().for_each(|t| self.ty(t));
            m.params.iter().for_each(|p| self.param(p));
            m.throws.iter().for_each(|t| self.ty(t));
            let name = self.cx.lowered.hir.method(*copy).name.to_string();
            self.edits.text(m.name.span, name);
            match m.params.last() {
                Some(last) => {
                    self.edits.replace(last.span, vec![last.span.into(), ", somd.Snapshot sync$".into()]);
                }
                None => {
                    let rest = self.cx.sources.text(Span { lo: m.name.span.hi, hi: body.span.lo });
                    let open = rest.find('(').map_or(0, |at| at as u32 + 1);
                    self.edits.insert(m.name.span.hi + open, "somd.Snapshot sync$");
                }
            }
            self.with_snapshot(text, m.name.span, |s| s.block(body));
            self.method = method;
            let made = std::mem::replace(&mut self.edits, edits);
            let whole = self.cx.sources.text(self.file);
            let text = made.apply(whole, self.file.lo, m.span);
            all += &format!("\n\n{margin}{text}");
        }
        self.edits.insert(m.span.hi, all);
    }

    fn text(&self) -> Option<&'a Text> {
        self.snapshot.text
    }

    /// The span under which the checker knows an expression, where it is one of these.
    fn known<T: Copy + 'a>(&self, e: &Expr, of: impl Fn(&'a Text) -> &'a BTreeMap<Span, T>) -> Option<(Span, T)> {
        let map = of(self.text()?);
        let around = self.parenthesised.get(&e.span).copied();
        around.into_iter().chain([e.span]).find_map(|s| Some((s, *map.get(&s)?)))
    }

    /// A loop whose iterations own elements is numbered. Its label goes with it.
    pub fn sync_loop(&mut self, s: &Stmt) {
        let Some(text) = self.text() else { return };
        let mut inner = s;
        while let StmtKind::Labeled { body, .. } = &inner.kind {
            inner = body;
        }
        let Some(body) = body_of(inner) else { return };
        let at = [inner.span, s.span].into_iter().find(|span| text.loops.contains(span));
        let Some(at) = at.filter(|at| !self.snapshot.done.contains(at)) else { return };
        self.snapshot.done.insert(at);
        let mark = self.fresh("mark$");
        let begin = format!("{{ long {mark} = sync$.mark(); ");
        self.edits.replace(s.span, vec![begin.into(), s.span.into(), format!(" sync$.back({mark}); }}").into()]);
        self.edits.replace(body.span, vec!["{ sync$.next(); ".into(), body.span.into(), " }".into()]);
    }

    /// What a read, a store or a call in the block becomes.
    pub fn sync_expr(&mut self, e: &Expr) {
        // What stands in parentheses has their place.
        if self.text().is_none() || matches!(e.kind, ExprKind::Paren(_)) {
            return;
        }
        if let Some((at, ())) = self.known(e, |t| &t.wholes) {
            self.snapshot.done.insert(at);
            self.edits.replace(e.span, vec!["sync$.whole(".into(), e.span.into(), ")".into()]);
        }
        // So has what a cast leaves as it is.
        if let ExprKind::Cast(_, inner) = &e.kind {
            let at = self.known(e, |t| &t.reads).map(|k| k.0).or_else(|| self.known(e, |t| &t.calls).map(|k| k.0));
            at.into_iter().for_each(|at| _ = self.parenthesised.insert(inner.span, at));
            return;
        }
        if let Some((at, access)) = self.known(e, |t| &t.reads) {
            self.snapshot.done.insert(at);
            match (access, &e.kind) {
                (Access::Element, ExprKind::Index(a, i)) => {
                    let parts = vec!["sync$.of(".into(), a.span.into(), ", ".into(), i.span.into(), ")".into()];
                    self.edits.replace(e.span, parts);
                }
                // Twice the same: so generic types stay what they are.
                (Access::Field(field), ExprKind::Field(object, name)) if is_plain(object) => {
                    let last = format!(".{})", name.name);
                    let number = format!(", {}, ", field.0);
                    let parts =
                        vec!["sync$.of(".into(), object.span.into(), number.into(), object.span.into(), last.into()];
                    self.edits.replace(e.span, parts);
                }
                (Access::Field(field), ExprKind::Field(object, _)) => {
                    let helper = self.field_helper(field, "of");
                    let parts: Vec<Part> = vec![format!("{helper}(sync$, ").into(), object.span.into(), ")".into()];
                    self.edits.replace(e.span, parts);
                }
                (Access::Field(field), ExprKind::Name(name)) => {
                    self.edits.text(e.span, format!("sync$.of(this, {}, {name})", field.0));
                }
                _ => self.refuse("this read in a `sync` block", e.span),
            }
        }
        if let Some((at, access)) = self.known(e, |t| &t.stores) {
            self.snapshot.done.insert(at);
            self.sync_store(e, access);
        }
        if let Some((at, copy)) = self.known(e, |t| &t.calls)
            && let ExprKind::Call { target, args, .. } = &e.kind
        {
            self.snapshot.done.insert(at);
            let mut parts: Vec<Part> = Vec::new();
            if let Some(t) = target {
                parts.extend([t.span.into(), ".".into()]);
            }
            parts.push(format!("{}(", self.cx.lowered.hir.method(copy).name).into());
            for a in args {
                parts.extend([a.span.into(), ", ".into()]);
            }
            parts.push("sync$)".into());
            self.edits.replace(e.span, parts);
        }
    }

    fn sync_store(&mut self, e: &Expr, access: Access) {
        let target = match &e.kind {
            ExprKind::Assign(t, _) | ExprKind::CompoundAssign(_, t, _) => plain(t),
            ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, t) => plain(t),
            _ => return self.refuse("this store in a `sync` block", e.span),
        };
        // What stands for a boxed number is read and written apart.
        if self.known(target, |t| &t.reads).is_some() {
            return self.refuse("this store in a `sync` block", e.span);
        }
        match (access, &target.kind) {
            (Access::Element, ExprKind::Index(a, i)) => {
                self.edits.replace(a.span, vec!["sync$.keep(".into(), a.span.into(), ")".into()]);
                self.edits.replace(i.span, vec!["sync$.at(".into(), i.span.into(), ")".into()]);
            }
            (Access::Field(field), ExprKind::Field(object, _)) => {
                let helper = self.field_helper(field, "keep");
                let parts = vec![format!("{helper}(sync$, ").into(), object.span.into(), ")".into()];
                self.edits.replace(object.span, parts);
            }
            (Access::Field(field), ExprKind::Name(name)) => {
                let helper = self.field_helper(field, "keep");
                self.edits.text(target.span, format!("{helper}(sync$, this).{name}"));
            }
            _ => self.refuse("this store in a `sync` block", e.span),
        }
    }

    /// A method that asks the snapshot for a field, or tells it what is in it.
    fn field_helper(&mut self, field: FieldId, what: &str) -> String {
        let f = self.cx.hir.field(field);
        let (class, ty) = (self.cx.names.class(f.class), self.cx.names.ty(&f.ty));
        let name = self.fresh(&format!("{what}${}", f.name));
        let (number, own) = (field.0, &f.name);
        let body = match what {
            "of" => format!("return s.of(o, {number}, o.{own});"),
            _ => format!("if (o != null) s.keep(o, {number}, o.{own});\n    return o;"),
        };
        let result = if what == "of" { ty } else { class.clone() };
        self.add_member(format!("private static {result} {name}(somd.Snapshot s, {class} o) {{\n    {body}\n}}"));
        name
    }
}
