//! What is replaced in a file: walks its tree, and decides by the checked program where the tree does not say enough.

use super::edits::{Edits, Part};
use super::gathered::AS_WRITTEN;
use super::names::{Names, exact_math};
use super::snapshot::Taken;
use super::support::Used;
use super::{array_func, arrays, claims, lime, regions, value};
use somd_hir::{self as hir, BinOp, ClassId, ExprKind as H, Ty};
use somd_lower::Lowered;
use somd_sema::instances::{self, Parts};
use somd_syntax::ast::*;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::printer::{print_method, print_stmt};
use somd_syntax::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What stays the same for all files.
pub struct Cx<'a> {
    pub hir: &'a hir::Program,
    pub lowered: &'a Lowered,
    pub sources: &'a SourceMap,
    pub names: &'a Names<'a>,
}

/// The replacements of one file, whose text has the given span.
pub fn unit(cx: &Cx<'_>, unit: &CompilationUnit, span: Span, used: &mut Used) -> (Edits, Vec<Diagnostic>) {
    let mut s = Splicer {
        cx,
        used,
        file: span,
        edits: Edits::default(),
        errors: Vec::new(),
        members: Vec::new(),
        taken: BTreeSet::new(),
        library: false,
        method: None,
        snapshot: Taken::default(),
        parenthesised: BTreeMap::new(),
        chains: BTreeSet::new(),
        looked_at: BTreeSet::new(),
        generic: false,
        iterated: BTreeSet::new(),
    };
    unit.loop_annotations.iter().for_each(|a| s.remove(a.span));
    s.used.io |= unit
        .imports
        .iter()
        .any(|i| matches!(i.name.parts.as_slice(), [a, b, ..] if a.name == "somd" && b.name == "io"));
    for import in unit.imports.iter().filter(|i| i.on_demand && !i.is_static && is_unwritten(cx, i)) {
        s.edits.text(import.span, "");
    }
    for t in &unit.types {
        s.type_decl(t);
    }
    if s.library {
        let after = unit.imports.last().map(|i| i.span.hi).or(unit.package.as_ref().map(|p| p.span.hi));
        match after {
            // The package's name ends before its semicolon.
            Some(at) => {
                let rest = cx.sources.text(Span { lo: at, hi: span.hi });
                let semicolon = if unit.imports.is_empty() { rest.find(';').map_or(0, |i| i as u32 + 1) } else { 0 };
                s.edits.insert(at + semicolon, "\nimport somd.*;");
            }
            None => {
                s.edits.insert(span.lo, "import somd.*;\n\n");
            }
        }
    }
    (s.edits, s.errors)
}

/// Whether a package may not be among what is written: `somd` is imported below where it is used, of `somd.io` only the classes that are used are there.
fn is_unwritten(cx: &Cx<'_>, import: &Import) -> bool {
    match import.name.parts.as_slice() {
        [a] => a.name == "somd",
        [a, b] => {
            let io = a.name == "somd" && b.name == "io";
            io && !cx.hir.classes.iter().any(|c| c.is_library && c.name.starts_with("somd.io."))
        }
        _ => false,
    }
}

pub struct Splicer<'a, 'c> {
    pub cx: &'c Cx<'a>,
    pub used: &'c mut Used,
    pub file: Span,
    pub edits: Edits,
    pub errors: Vec<Diagnostic>,
    /// For each class around, innermost last: the members it is given.
    members: Vec<Vec<String>>,
    /// Names of helpers so far.
    taken: BTreeSet<String>,
    /// The SOMD method whose statements are being walked.
    pub method: Option<hir::MethodId>,
    /// Inside a `sync` block, or the copy of a method for one.
    pub snapshot: Taken<'a>,
    /// The file names a class of the package `somd`.
    library: bool,
    /// The checker gives an expression in parentheses the span of these: from one to the other.
    pub parenthesised: BTreeMap<Span, Span>,
    /// Where the chains of steps start that have been written as functions.
    pub chains: BTreeSet<Span>,
    /// Arrays of which only an element or the length is asked.
    pub looked_at: BTreeSet<Span>,
    /// A class or method around has type parameters.
    pub generic: bool,
    /// Collections that a loop goes over.
    pub iterated: BTreeSet<Span>,
}

impl<'a> Splicer<'a, '_> {
    // ---- parts ----------------------------------------------------------------------------------------------------

    pub fn refuse(&mut self, what: &str, span: Span) {
        self.errors.push(Diagnostic::error("E0900", format!("not supported yet: {what} as plain Java"), span));
    }

    /// Gives the class around one more member.
    pub fn add_member(&mut self, text: String) {
        if let Some(members) = self.members.last_mut() {
            members.push(text);
        }
    }

    /// What the checker has made of the expression with this span.
    pub fn find<R>(&self, span: Span, f: impl FnMut(&'a hir::Expr) -> Option<R>) -> Option<R> {
        let around = self.parenthesised.get(&span).copied();
        around.into_iter().chain([span]).flat_map(|s| self.cx.names.at(s)).copied().find_map(f)
    }

    /// A name that no helper of the file has yet.
    pub fn fresh(&mut self, wish: &str) -> String {
        let mut name = wish.to_string();
        let mut n = 1;
        while !self.taken.insert(name.clone()) {
            n += 1;
            name = format!("{wish}_{n}");
        }
        name
    }

    pub fn line(&self, span: Span) -> u32 {
        self.cx.sources.locate(span).map_or(0, |(_, line, _)| line)
    }

    /// Removes a word and the space after it; its whole line where nothing else stands on it.
    fn remove(&mut self, span: Span) {
        let rest = self.cx.sources.text(Span { lo: span.hi, hi: self.file.hi });
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let before = self.cx.sources.text(Span { lo: self.file.lo, hi: span.lo });
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        let (starts, rest) = (before[..before.len() - indent].ends_with('\n'), &rest[blank..]);
        let line_end = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        let whole = starts && line_end > 0;
        let lo = if whole { span.lo - indent as u32 } else { span.lo };
        let hi = span.hi + blank as u32 + if whole { line_end as u32 } else { 0 };
        self.edits.text(Span { lo, hi }, "");
    }

    // ---- declarations ---------------------------------------------------------------------------------------------

    fn type_decl(&mut self, t: &TypeDecl) {
        let outside = self.generic;
        self.generic |= !t.type_params.is_empty();
        self.type_parts(t);
        self.generic = outside;
    }

    fn type_parts(&mut self, t: &TypeDecl) {
        self.modifiers(&t.modifiers);
        self.members.push(Vec::new());
        self.type_params(&t.type_params);
        t.components.iter().for_each(|p| self.param(p));
        for ty in t.extends.iter().chain(&t.implements).chain(&t.permits) {
            self.ty(ty);
        }
        for c in &t.constants {
            self.exprs(&c.args);
            c.body.iter().for_each(|b| self.class_body(b));
        }
        self.class_body(&t.members);
        if t.modifiers.has(Modifier::Value)
            && let Some(class) = self.cx.names.class_at(t.name.span)
        {
            value::members(self, t, class);
        }
        let members = self.members.pop().unwrap_or_default();
        if members.is_empty() {
            return;
        }
        let mut text = String::new();
        if t.kind == TypeKind::Enum && t.members.is_empty() {
            text.push_str("    ;\n");
        }
        let indent = self.cx.sources.locate(t.span).map_or(0, |(_, _, col)| col.saturating_sub(1) as usize);
        for member in members {
            for (i, line) in member.lines().enumerate() {
                text.push_str(if i == 0 { "\n" } else { "" });
                if !line.is_empty() {
                    text.push_str(&" ".repeat(indent + 4));
                    text.push_str(line);
                }
                text.push('\n');
            }
        }
        // The closing brace keeps its own line, and its indentation.
        let before = self.cx.sources.text(Span { lo: t.span.lo, hi: t.span.hi - 1 });
        let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
        if before[..before.len() - blank].ends_with('\n') {
            self.edits.insert(t.span.hi - 1 - blank as u32, text);
        } else {
            let end = Span { lo: t.span.hi - 1 - blank as u32, hi: t.span.hi - 1 };
            self.edits.text(end, format!("\n{}{}", text.strip_prefix('\n').unwrap_or(&text), " ".repeat(indent)));
        }
    }

    pub fn type_params(&mut self, params: &[TypeParam]) {
        for p in params {
            if p.is_value {
                let before = self.cx.sources.text(Span { lo: self.file.lo, hi: p.name.span.lo });
                if let Some(at) = before.rfind("value") {
                    self.remove(Span { lo: self.file.lo + at as u32, hi: self.file.lo + at as u32 + 5 });
                }
            }
            p.bounds.iter().for_each(|b| self.ty(b));
        }
    }

    fn class_body(&mut self, members: &[Member]) {
        for m in members {
            match m {
                Member::Field(f) => {
                    self.modifiers(&f.modifiers);
                    self.ty(&f.ty);
                    f.vars.iter().for_each(|v| self.declarator(v));
                    value::zero_fields(self, f);
                }
                Member::Method(m) => self.method(m, members),
                Member::Init { body, .. } => self.block(body),
                Member::Type(t) => self.type_decl(t),
            }
        }
    }

    fn method(&mut self, m: &MethodDecl, members: &[Member]) {
        let outside = self.generic;
        self.generic |= !m.type_params.is_empty();
        self.method_parts(m, members);
        self.generic = outside;
    }

    fn method_parts(&mut self, m: &MethodDecl, members: &[Member]) {
        self.modifiers(&m.modifiers);
        self.type_params(&m.type_params);
        m.ret.iter().for_each(|t| self.ty(t));
        m.params.iter().for_each(|p| self.param(p));
        m.throws.iter().for_each(|t| self.ty(t));
        let Some(body) = &m.body else { return };
        if self.in_parts(m, body, members) {
            return;
        }
        let method = self.cx.names.method_at(m.name.span);
        if let Some(id) = method {
            let params: Vec<&str> = m.params.iter().map(|p| p.name.name.as_str()).collect();
            claims::method(self, id, &params, body.span);
        }
        let printed = method.and_then(|id| regions::body(self.cx, id, self.used));
        if !self.printed(printed, m.span, body.span, m.name.span) {
            let outer = std::mem::replace(&mut self.method, method);
            self.block(body);
            self.method = outer;
        }
        method.into_iter().for_each(|id| self.sync_copies(m, body, id));
    }

    /// Writes the methods that stand for one with a partitioner or a reduction of its own; false where its text stays, perhaps
    /// with more around it.
    fn in_parts(&mut self, m: &MethodDecl, body: &Block, members: &[Member]) -> bool {
        let Some(parts) = instances::method(m, members, &mut Vec::new()) else { return false };
        self.used.library_class(self.cx.hir, "Instances");
        self.library = true;
        match parts {
            Parts::Apart(mut parts) => {
                // The instances are methods of their own, which are plain Java.
                parts.iter_mut().flat_map(|p| &mut p.params).for_each(|p| p.modifiers.dist = None);
                let text: Vec<String> = parts.iter().map(print_method).collect();
                self.edits.text(m.span, text.join("\n"));
                true
            }
            Parts::Divided(parts) => {
                // One method, which first asks for the ranges.
                let asks = parts[0].body.iter().flat_map(|b| &b.stmts).filter(|s| matches!(s.kind, StmtKind::Local(_)));
                let text: String = asks.map(print_stmt).collect();
                self.edits
                    .replace(body.span, vec![format!("{{ {} ", text.trim_end()).into(), body.span.into(), " }".into()]);
                false
            }
            Parts::Whole(parts) => {
                // The text is that of the one instance.
                let [caller, instance] = *parts;
                self.used.library_class(self.cx.hir, "Reduction");
                // What is said of the method is said of the one that is called.
                m.modifiers.annotations.iter().for_each(|a| self.edits.text(a.span, ""));
                self.edits.text(m.name.span, instance.name.name.to_string());
                self.add_member(print_method(&caller));
                self.in_parts(&instance, body, members)
            }
        }
    }

    /// Puts statements that were printed from Core in the place of `what`, whose line begins as that of `line`; false where
    /// the text stays, alone or for what they do not do.
    fn printed(&mut self, made: Option<Result<regions::Printed, String>>, line: Span, what: Span, name: Span) -> bool {
        let made = match made {
            None => return false,
            Some(Ok(made)) => made,
            Some(Err(why)) => {
                self.refuse(&why, name);
                return true;
            }
        };
        let indent = self.cx.sources.locate(line).map_or(0, |(_, _, col)| col.saturating_sub(1) as usize);
        let mut out = "{\n".to_string();
        let margin = " ".repeat(indent);
        for line in made.text.lines() {
            if !line.is_empty() {
                out.push_str(&" ".repeat(indent + 4));
                out.push_str(line);
            }
            out.push('\n');
        }
        out.push_str(&margin);
        out.push('}');
        let mut parts: Vec<Part> = Vec::new();
        for (k, text) in out.split(AS_WRITTEN).enumerate() {
            if k > 0 {
                parts.push(what.into());
            }
            parts.push(text.into());
        }
        let stays = parts.len() > 1;
        self.edits.replace(what, parts);
        !stays
    }

    pub fn param(&mut self, p: &Param) {
        self.modifiers(&p.modifiers);
        self.ty(&p.ty);
    }

    pub fn modifiers(&mut self, m: &Modifiers) {
        for &(modifier, span) in &m.list {
            if matches!(modifier, Modifier::Value | Modifier::Local | Modifier::Shared) {
                self.remove(span);
            }
        }
        if let Some(r) = &m.reduce {
            self.remove(r.span);
        }
        if let Some(d) = &m.dist {
            self.remove(d.span);
        }
        for a in &m.annotations {
            if let Some(name) = a.name.parts.last() {
                self.names_class(&name.name);
            }
        }
    }

    fn declarator(&mut self, v: &Declarator) {
        v.extra_dims.iter().for_each(|d| self.dim(d));
        v.init.iter().for_each(|e| self.expr(e));
    }

    // ---- types ----------------------------------------------------------------------------------------------------

    fn dim(&mut self, d: &ArrayDim) {
        if d.bound.is_some() {
            self.edits.text(d.span, "[]");
        }
    }

    /// Notes a name that may be one of the package `somd`.
    fn names_class(&mut self, name: &str) {
        let own = self
            .cx
            .hir
            .classes
            .iter()
            .any(|c| !c.is_library && c.outer.is_none() && c.name.rsplit('.').next() == Some(name));
        if !own && self.used.library_class(self.cx.hir, name) {
            self.library = true;
        }
    }

    pub fn ty(&mut self, t: &Type) {
        match &t.kind {
            TypeExprKind::Class(parts) => {
                if let [(only, _)] = parts.as_slice() {
                    self.names_class(&only.name);
                } else if parts.first().is_some_and(|(p, _)| p.name == "somd") {
                    self.used.io |= parts[1].0.name == "io";
                    self.used.library_class(self.cx.hir, &parts[1].0.name);
                }
                for arg in parts.iter().flat_map(|(_, args)| args.iter().flatten()) {
                    match arg {
                        TypeArg::Type(t) => self.ty(t),
                        TypeArg::Wildcard { bound, .. } => bound.iter().for_each(|(_, t)| self.ty(t)),
                    }
                }
            }
            TypeExprKind::Array(elem, dim) => {
                self.ty(elem);
                self.dim(dim);
            }
            TypeExprKind::ValueArray(elem, dims) => {
                self.edits.replace(t.span, vec![elem.span.into(), Part::Text("[]".repeat(dims.len()))]);
                self.ty(elem);
            }
            TypeExprKind::Intersection(list) | TypeExprKind::Union(list) => list.iter().for_each(|t| self.ty(t)),
            TypeExprKind::Prim(_) | TypeExprKind::Void | TypeExprKind::Var | TypeExprKind::Error => {}
        }
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    pub fn block(&mut self, b: &Block) {
        b.stmts.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &Stmt) {
        self.sync_loop(s);
        if let (StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Sync { .. }, Some(method)) =
            (&s.kind, self.method)
        {
            let printed = regions::piece(self.cx, method, s.span, self.used);
            // What cannot be printed from Core has a text of its own.
            let printed = printed.filter(|p| p.is_ok() || !self.needs_snapshot(s.span));
            if self.printed(printed, s.span, s.span, s.span) {
                return;
            }
        }
        match &s.kind {
            StmtKind::Empty | StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Error => {}
            StmtKind::Local(d) => {
                self.modifiers(&d.modifiers);
                self.ty(&d.ty);
                d.vars.iter().for_each(|v| self.declarator(v));
            }
            StmtKind::LocalType(t) => self.type_decl(t),
            StmtKind::Expr(e) | StmtKind::Throw(e) | StmtKind::Yield(e) => self.expr(e),
            StmtKind::Block(b) => self.block(b),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                self.stmt(then);
                otherwise.iter().for_each(|o| self.stmt(o));
            }
            StmtKind::While { cond, body } => {
                self.expr(cond);
                self.stmt(body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.stmt(body);
                self.expr(cond);
            }
            StmtKind::For { init, cond, update, body } => {
                init.iter().for_each(|s| self.stmt(s));
                cond.iter().for_each(|e| self.expr(e));
                self.exprs(update);
                self.stmt(body);
            }
            StmtKind::ForEach { modifiers, ty, var, iter, body } => {
                self.modifiers(modifiers);
                self.ty(ty);
                claims::for_each(self, var, iter, body);
                self.expr(iter);
                self.stmt(body);
            }
            StmtKind::Labeled { body, .. } => self.stmt(body),
            StmtKind::Switch(s) => self.switch(s),
            StmtKind::Return(e) => e.iter().for_each(|e| self.expr(e)),
            StmtKind::Try(t) => {
                for r in &t.resources {
                    match r {
                        Resource::Decl { modifiers, ty, init, .. } => {
                            self.modifiers(modifiers);
                            self.ty(ty);
                            self.expr(init);
                        }
                        Resource::Expr(e) => self.expr(e),
                    }
                }
                self.block(&t.body);
                for c in &t.catches {
                    self.ty(&c.ty);
                    self.block(&c.body);
                }
                t.finally.iter().for_each(|b| self.block(b));
            }
            StmtKind::Synchronized { lock, body } => {
                self.expr(lock);
                self.block(body);
            }
            StmtKind::Assert { cond, message } => {
                self.expr(cond);
                message.iter().for_each(|m| self.expr(m));
            }
            StmtKind::ConstructorCall { outer, args, type_args, .. } => {
                outer.iter().for_each(|e| self.expr(e));
                self.type_args(type_args);
                self.exprs(args);
            }
            StmtKind::Sync { body, .. } => self.sync_block(s.span, body),
            StmtKind::Single(body) => {
                self.edits.replace(s.span, vec![body.span.into()]);
                self.block(body);
            }
        }
    }

    fn switch(&mut self, s: &Switch) {
        self.expr(&s.scrutinee);
        for case in &s.cases {
            for label in &case.labels {
                if let CaseLabel::Expr(e) = label {
                    self.expr(e);
                }
            }
            match &case.body {
                CaseBody::Group(stmts) => stmts.iter().for_each(|s| self.stmt(s)),
                CaseBody::Expr(e) => self.expr(e),
                CaseBody::Block(b) => self.block(b),
                CaseBody::Throw(s) => self.stmt(s),
            }
        }
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    pub fn exprs(&mut self, list: &[Expr]) {
        list.iter().for_each(|e| self.expr(e));
    }

    fn type_args(&mut self, args: &[TypeArg]) {
        for a in args {
            if let TypeArg::Type(t) = a {
                self.ty(t);
            }
        }
    }

    /// The class that has the bits of the static `Math` function that is called at this span.
    fn exact_math(&self, span: Span, name: &str) -> Option<&'static str> {
        let is_math = |e: &hir::Expr| match &e.kind {
            H::Call { method, .. } => {
                let m = self.cx.hir.method(*method);
                exact_math(&self.cx.hir.class(m.class).name, name).filter(|_| m.name == name)
            }
            _ => None,
        };
        self.find(span, is_math)
    }

    pub fn expr(&mut self, e: &Expr) {
        claims::expr(self, e);
        self.contents(e);
        self.sync_expr(e);
        match &e.kind {
            ExprKind::Literal(_) | ExprKind::This | ExprKind::Error => {}
            ExprKind::Name(name) => self.names_class(name),
            ExprKind::Super(inner) => inner.iter().for_each(|e| self.expr(e)),
            ExprKind::QualifiedThis(a) | ExprKind::Unary(_, a) => self.expr(a),
            ExprKind::Paren(a) => {
                let outermost = self.parenthesised.get(&e.span).copied().unwrap_or(e.span);
                self.parenthesised.insert(a.span, outermost);
                self.expr(a);
            }
            ExprKind::Field(a, name) => {
                self.used.io |= name.name == "io" && matches!(&a.kind, ExprKind::Name(n) if n == "somd");
                self.expr(a);
            }
            ExprKind::ClassLiteral(t) => self.ty(t),
            ExprKind::Index(a, b) | ExprKind::Assign(a, b) | ExprKind::CompoundAssign(_, a, b) => {
                if let Some(w) = self.cx.lowered.watched.get(&b.span) {
                    self.used.view(self.cx.hir);
                    self.edits.replace(b.span, vec![w.before.clone().into(), b.span.into(), w.after.clone().into()]);
                }
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Binary(op, _, a, b) => {
                self.equality(*op, a, b, e.span);
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Call { target, type_args, name, args } => {
                if let Some(class) = self.exact_math(e.span, &name.name) {
                    match target {
                        Some(t) => self.edits.text(t.span, class),
                        None => self.edits.text(name.span, format!("{class}.{}", name.name)),
                    }
                } else if let (Some(t), Some(())) = (
                    target,
                    self.find(e.span, |h| (name.name == "toArray" && matches!(h.kind, H::Thaw(_))).then_some(())),
                ) {
                    self.used.support();
                    self.edits.replace(e.span, vec!["somd.Support.copy(".into(), t.span.into(), ")".into()]);
                    self.expr(t);
                } else {
                    if let (Some(t), [other], "equals") = (target, args.as_slice(), &*name.name) {
                        self.equality(BinaryOp::Eq, t, other, e.span);
                    }
                    value::longer_copy(self, e);
                    match target {
                        Some(t) if array_func::call(self, e, t, name, args) => {}
                        Some(t) => {
                            arrays::call(self, e, t.span, t.span.into(), name, args);
                            self.expr(t);
                        }
                        None => {}
                    }
                }
                self.type_args(type_args);
                self.exprs(args);
            }
            ExprKind::New { outer, type_args, ty, args, body } => {
                outer.iter().for_each(|o| self.expr(o));
                self.type_args(type_args);
                self.ty(ty);
                self.exprs(args);
                body.iter().for_each(|b| self.class_body(b));
            }
            ExprKind::NewArray { ty, sizes, init } => self.new_array(e, ty, sizes, init.as_deref()),
            ExprKind::NewValueArray { ty, arg } => match arg {
                ValueArrayArg::Freeze(a) => {
                    self.used.support();
                    let mut bounds = Vec::new();
                    collect_bounds(self.find(e.span, |h| Some(&h.ty)), &mut bounds);
                    while bounds.last() == Some(&None) {
                        bounds.pop();
                    }
                    let bounds: String =
                        bounds.iter().map(|b| b.map_or(", -1".to_string(), |n| format!(", {n}"))).collect();
                    self.edits.replace(
                        e.span,
                        vec!["somd.Support.freeze(".into(), a.span.into(), format!("{bounds})").into()],
                    );
                    self.expr(a);
                }
                ValueArrayArg::Init(init) => {
                    self.ty(ty);
                    self.expr(init);
                }
            },
            ExprKind::ArrayInit(list) => self.exprs(list),
            ExprKind::InstanceOf { expr, ty, binding } => {
                claims::instance_of(self, e, expr, ty, binding.as_ref());
                self.expr(expr);
                self.ty(ty);
            }
            ExprKind::Cast(ty, a) => {
                self.ty(ty);
                self.expr(a);
            }
            ExprKind::Cond(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Lambda { params, body } => {
                claims::lambda(self, e, params, body);
                for p in params {
                    p.ty.iter().for_each(|t| self.ty(t));
                }
                match body {
                    LambdaBody::Expr(e) => self.expr(e),
                    LambdaBody::Block(b) => self.block(b),
                }
            }
            ExprKind::MethodRef { target, type_args, name } => {
                match target {
                    MethodRefTarget::Expr(t) => {
                        let is_math = matches!(&t.kind, ExprKind::Name(n) if n == "Math")
                            && !self
                                .cx
                                .hir
                                .classes
                                .iter()
                                .any(|c| !c.is_library && c.name.rsplit('.').next() == Some("Math"));
                        match exact_math("java.lang.Math", &name.name).filter(|_| is_math) {
                            Some(class) => self.edits.text(t.span, class),
                            None => self.expr(t),
                        }
                    }
                    MethodRefTarget::Type(t) => self.ty(t),
                    MethodRefTarget::Super(_) => {}
                }
                self.type_args(type_args);
            }
            ExprKind::Switch(s) => self.switch(s),
            ExprKind::Task { .. }
            | ExprKind::Connect(..)
            | ExprKind::TaskTuple(_)
            | ExprKind::Map { .. }
            | ExprKind::MapBinary(..)
            | ExprKind::MapUnary(..)
            | ExprKind::MapCast(..)
            | ExprKind::ReduceOp(..)
            | ExprKind::ReduceMethod { .. } => lime::expr(self, e),
        }
    }

    /// `v.toString()` and `v.hashCode()` of a value array, written or where it becomes text.
    fn contents(&mut self, e: &Expr) {
        let program = self.cx.hir;
        let called = self.find(e.span, |h| match &h.kind {
            H::Call { method, .. } => Some(program.method(*method))
                .filter(|m| {
                    program.class(m.class).name == "somd.ValueArrays"
                        && !matches!(m.name.as_str(), "marked" | "indices")
                })
                .map(|m| m.name.to_string()),
            _ => None,
        });
        let Some(function) = called.filter(|_| !matches!(e.kind, ExprKind::Paren(_))) else { return };
        let array = match &e.kind {
            ExprKind::Call { target: Some(target), name, .. } if matches!(&*name.name, "toString" | "hashCode") => {
                target.span
            }
            _ => e.span,
        };
        self.used.support();
        self.edits.replace(e.span, vec![format!("somd.Support.{function}(").into(), array.into(), ")".into()]);
    }

    /// `a == b` on values compares contents.
    fn equality(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) {
        let not = match op {
            BinaryOp::Eq => "",
            BinaryOp::Ne => "!",
            _ => return,
        };
        let operand = self.find(span, |h| match &h.kind {
            H::Binary(BinOp::Eq | BinOp::Ne, a, _) => Some(&a.ty),
            _ => None,
        });
        let Some(ty) = operand else { return };
        let function = match (self.cx.names.value_class(ty), ty) {
            (Some(class), _) => format!("{not}{}.sameValue(", self.cx.names.class(class)),
            (None, Ty::ValueArray { .. }) => {
                self.used.support();
                format!("{not}somd.Support.same(")
            }
            _ => return,
        };
        self.edits.replace(span, vec![function.into(), a.span.into(), ", ".into(), b.span.into(), ")".into()]);
    }

    fn new_array(&mut self, e: &Expr, ty: &Type, sizes: &[Expr], init: Option<&Expr>) {
        let made = self.find(e.span, |h| matches!(h.kind, H::NewArray { .. }).then_some(&h.ty));
        let mut element = made.cloned();
        for _ in sizes {
            element = element.and_then(|t| element_of(&t));
        }
        let zero = match (&element, init) {
            (Some(t), None) => value::zero(self, t),
            _ => None,
        };
        let mut written = ty;
        while let TypeExprKind::Array(inner, _) = &written.kind {
            written = inner;
        }
        let is_value_array = matches!(written.kind, TypeExprKind::ValueArray(..));
        if is_value_array && !sizes.is_empty() {
            // The sizes come before the brackets of the elements.
            let mut parts: Vec<Part> = Vec::new();
            let (base, rank) =
                made.map(super::names::base).map_or((String::new(), 0), |(b, r)| (self.cx.names.ty(b), r));
            parts.push(format!("{}new {base}", if zero.is_some() { "somd.Support.fill(" } else { "" }).into());
            for s in sizes {
                parts.push("[".into());
                parts.push(s.span.into());
                parts.push("]".into());
            }
            parts.push(Part::Text("[]".repeat(rank.saturating_sub(sizes.len()))));
            if let Some(zero) = &zero {
                parts.push(format!(", {zero})").into());
            }
            self.edits.replace(e.span, parts);
        } else {
            if let Some(zero) = &zero {
                self.edits
                    .replace(e.span, vec!["somd.Support.fill(".into(), e.span.into(), format!(", {zero})").into()]);
            }
            self.ty(ty);
        }
        if zero.is_some() {
            self.used.support();
        }
        self.exprs(sizes);
        init.iter().for_each(|i| self.expr(i));
    }

    /// Whether some variable of this value class starts as its zero.
    pub fn needs_zero(&self, class: ClassId) -> bool {
        self.cx.names.zeros.contains(&class)
    }

    pub fn value_class(&self, class: ClassId) -> &'a hir::Class {
        self.cx.hir.class(class)
    }
}

pub fn element_of(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Array { elem, .. } => Some((**elem).clone()),
        Ty::ValueArray { elem, dims } if dims.len() > 1 => {
            Some(Ty::ValueArray { elem: elem.clone(), dims: dims[1..].into() })
        }
        Ty::ValueArray { elem, .. } => Some((**elem).clone()),
        _ => None,
    }
}

fn collect_bounds(ty: Option<&Ty>, out: &mut Vec<Option<u32>>) {
    match ty {
        Some(Ty::ValueArray { elem, dims }) => {
            out.extend(dims.iter().copied());
            collect_bounds(Some(elem), out);
        }
        Some(Ty::Array { elem, bound }) => {
            out.push(*bound);
            collect_bounds(Some(elem), out);
        }
        _ => {}
    }
}
