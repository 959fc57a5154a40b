//! What stands where: each name of a program's own files, and what it names.
//!
//! Local variables are found by their scopes in the syntax tree, so they are known in half-written text too. Members and classes are
//! found in the typed program: by the span of an expression where the compiler has resolved it, by their names else.

use crate::Analysis;
use somd_hir::walk::{self, Node};
use somd_hir::{self as hir, ClassId, FieldId, MethodId, Ty};
use somd_syntax::ast::*;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A local variable or parameter, by the name in its declaration.
    Local(Span),
    Field(FieldId),
    Method(MethodId),
    Class(ClassId),
}

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub span: Span,
    pub symbol: Symbol,
    pub declares: bool,
}

/// A variable that can be named at a place.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub declared: Span,
    /// Where it can be named.
    pub scope: Span,
    /// Its type as written; empty where it is inferred.
    pub ty: Option<Span>,
    pub parameter: bool,
}

#[derive(Default)]
pub struct Index {
    /// In the order of the text.
    pub occurrences: Vec<Occurrence>,
    pub variables: Vec<Variable>,
    /// The bodies of the program's own classes, inner ones behind outer ones.
    pub classes: Vec<(Span, ClassId)>,
    /// The types of expressions.
    pub types: HashMap<Span, Ty>,
}

impl Index {
    pub fn of(analysis: &Analysis) -> Index {
        let resolved = Resolved::of(analysis.program.as_ref());
        let mut index = Index::default();
        for unit in &analysis.units {
            let mut walk = Walk {
                program: analysis.program.as_ref(),
                resolved: &resolved,
                index: &mut index,
                scopes: Vec::new(),
                classes: Vec::new(),
                package: String::new(),
                ends: Vec::new(),
            };
            walk.unit(unit);
        }
        index.types = resolved.types;
        index.occurrences.sort_by_key(|o| (o.span.lo, o.span.hi, !o.declares));
        index.occurrences.dedup_by_key(|o| o.span);
        index
    }

    /// The name at a position, or right before it.
    pub fn at(&self, position: u32) -> Option<Occurrence> {
        let behind = self.occurrences.partition_point(|o| o.span.lo <= position);
        self.occurrences[..behind].iter().rev().take(2).find(|o| position <= o.span.hi).copied()
    }

    /// All names of what a name names.
    pub fn all<'a>(&'a self, program: Option<&hir::Program>, symbol: Symbol) -> impl Iterator<Item = &'a Occurrence> {
        let family = family(program, symbol);
        self.occurrences.iter().filter(move |o| family.contains(&o.symbol))
    }

    /// The variables that can be named at a position, the innermost of a name alone.
    pub fn in_scope(&self, position: u32) -> Vec<&Variable> {
        let mut found: BTreeMap<&str, &Variable> = BTreeMap::new();
        for v in self.variables.iter().filter(|v| v.scope.lo <= position && position <= v.scope.hi) {
            found.insert(&v.name, v);
        }
        found.into_values().collect()
    }

    /// The classes around a position, the innermost first.
    pub fn around(&self, position: u32) -> Vec<ClassId> {
        let mut around: Vec<_> = self.classes.iter().filter(|(s, _)| s.lo <= position && position <= s.hi).collect();
        around.sort_by_key(|(s, _)| s.hi - s.lo);
        around.iter().map(|(_, c)| *c).collect()
    }
}

/// A method with those that override it or that it overrides; a class with its constructors.
pub fn family(program: Option<&hir::Program>, symbol: Symbol) -> BTreeSet<Symbol> {
    let mut family = BTreeSet::from([symbol]);
    let Some(program) = program else { return family };
    match symbol {
        Symbol::Method(m) if program.method(m).kind == hir::MethodKind::Constructor => {
            family.insert(Symbol::Class(program.method(m).class));
            family.extend(constructors(program, program.method(m).class));
        }
        Symbol::Class(c) => family.extend(constructors(program, c)),
        Symbol::Method(_) => loop {
            let before = family.len();
            for (&declared, &run) in program.classes.iter().flat_map(|c| &c.vtable) {
                let (declared, run) = (Symbol::Method(declared), Symbol::Method(run));
                if family.contains(&declared) || family.contains(&run) {
                    family.extend([declared, run]);
                }
            }
            if family.len() == before {
                break;
            }
        },
        _ => {}
    }
    family
}

fn constructors(program: &hir::Program, class: ClassId) -> impl Iterator<Item = Symbol> {
    let of = program.class(class).methods.iter();
    of.filter(|&&m| program.method(m).kind == hir::MethodKind::Constructor).map(|&m| Symbol::Method(m))
}

/// Whether a symbol is the library's.
pub fn is_library(program: &hir::Program, symbol: Symbol) -> bool {
    let class = match symbol {
        Symbol::Local(_) => return false,
        Symbol::Field(f) => program.field(f).class,
        Symbol::Method(m) => program.method(m).class,
        Symbol::Class(c) => c,
    };
    program.class(class).is_library
}

/// What the typed program says of spans and names.
#[derive(Default)]
struct Resolved {
    calls: HashMap<Span, MethodId>,
    fields: HashMap<Span, FieldId>,
    types: HashMap<Span, Ty>,
    class_at: HashMap<Span, ClassId>,
    by_name: HashMap<String, ClassId>,
    by_simple_name: HashMap<String, Vec<ClassId>>,
    method_at: HashMap<Span, MethodId>,
}

impl Resolved {
    fn of(program: Option<&hir::Program>) -> Resolved {
        let mut r = Resolved::default();
        let Some(program) = program else { return r };
        for (id, class) in (0..).map(ClassId).zip(&program.classes) {
            r.by_name.insert(class.name.to_string(), id);
            let simple = class.name.rsplit('.').next().unwrap_or_default();
            r.by_simple_name.entry(simple.to_string()).or_default().push(id);
            if !class.is_library && !matches!(class.kind, hir::ClassKind::Lambda { .. }) {
                r.class_at.entry(class.span).or_insert(id);
            }
        }
        for (id, method) in (0..).map(MethodId).zip(&program.methods) {
            if program.class(method.class).is_library {
                continue;
            }
            // What the compiler made beside it has the same place, and comes later.
            r.method_at.entry(method.name_span).or_insert(id);
            let Some(body) = &method.body else { continue };
            walk::block(body, &mut |node| {
                if let Node::Expr(e) = node {
                    r.expr(e);
                }
            });
        }
        r
    }

    fn expr(&mut self, e: &hir::Expr) {
        use hir::ExprKind as K;
        if e.span.is_none() {
            return;
        }
        match &e.kind {
            K::Call { method, .. } | K::New { constructor: method, .. } => {
                self.calls.entry(e.span).or_insert(*method);
            }
            K::Map { method, .. } | K::ReduceMethod { method, .. } | K::Task { method, .. } => {
                self.calls.entry(e.span).or_insert(*method);
            }
            K::Field { field, .. } => drop(self.fields.insert(e.span, *field)),
            _ => {}
        }
        // Conversions stand around what they convert, at the same place.
        self.types.insert(e.span, e.ty.clone());
    }
}

/// Looks a field up in a class and what is above it.
pub fn field_of(program: &hir::Program, class: ClassId, name: &str) -> Option<FieldId> {
    let supers = program.class(class).supertypes.iter().copied();
    std::iter::once(class)
        .chain(supers)
        .find_map(|c| program.class(c).fields.iter().copied().find(|&f| program.field(f).name == name))
}

/// The methods of a name in a class and above it, those with the given number of parameters first.
pub fn methods_of(program: &hir::Program, class: ClassId, name: &str, args: usize) -> Vec<MethodId> {
    let supers = program.class(class).supertypes.iter().copied();
    let mut found: Vec<MethodId> = std::iter::once(class)
        .chain(supers)
        .flat_map(|c| program.class(c).methods.iter().copied())
        .filter(|&m| program.method(m).name == name)
        .collect();
    found.sort_by_key(|&m| program.method(m).params.len() != args);
    found
}

struct Walk<'a> {
    program: Option<&'a hir::Program>,
    resolved: &'a Resolved,
    index: &'a mut Index,
    scopes: Vec<Vec<(String, Span)>>,
    /// The end of each scope.
    ends: Vec<u32>,
    classes: Vec<Option<ClassId>>,
    package: String,
}

impl Walk<'_> {
    fn name(&mut self, span: Span, symbol: Symbol, declares: bool) {
        if !span.is_none() && span.lo < span.hi {
            self.index.occurrences.push(Occurrence { span, symbol, declares });
        }
    }

    fn scoped(&mut self, end: u32, f: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        self.ends.push(end);
        f(self);
        self.scopes.pop();
        self.ends.pop();
    }

    fn declare(&mut self, name: &Ident, ty: Option<&Type>, parameter: bool) {
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.push((name.name.to_string(), name.span));
        let hi = self.ends.last().copied().unwrap_or(name.span.hi);
        let written = ty.filter(|t| t.kind != TypeExprKind::Var).map(|t| t.span);
        self.index.variables.push(Variable {
            name: name.name.to_string(),
            declared: name.span,
            scope: Span { lo: name.span.hi, hi },
            ty: written,
            parameter,
        });
        self.name(name.span, Symbol::Local(name.span), true);
    }

    fn local(&self, name: &str) -> Option<Span> {
        self.scopes.iter().rev().flat_map(|s| s.iter().rev()).find(|(n, _)| n == name).map(|&(_, span)| span)
    }

    // ---- declarations ---------------------------------------------------------------------------------------------

    fn unit(&mut self, unit: &CompilationUnit) {
        if let Some(package) = &unit.package {
            self.package = dotted(&package.parts);
        }
        for import in &unit.imports {
            let full = dotted(&import.name.parts);
            let class = self.resolved.by_name.get(&full).copied();
            if let (Some(class), Some(last)) = (class, import.name.parts.last()) {
                self.name(last.span, Symbol::Class(class), false);
            }
        }
        for class in &unit.types {
            self.class(class);
        }
    }

    fn class(&mut self, decl: &TypeDecl) {
        let outer = self.classes.last().copied().flatten();
        let prefix = match (outer, self.program) {
            (Some(outer), Some(program)) => program.class(outer).name.to_string(),
            _ => self.package.clone(),
        };
        let full = if prefix.is_empty() { decl.name.name.to_string() } else { format!("{prefix}.{}", decl.name.name) };
        let at = [decl.span, decl.name.span].into_iter().find_map(|s| self.resolved.class_at.get(&s).copied());
        let id = at.or_else(|| self.resolved.by_name.get(&full).copied());
        if let Some(id) = id {
            self.name(decl.name.span, Symbol::Class(id), true);
            self.index.classes.push((decl.span, id));
        }
        self.classes.push(id);
        decl.extends.iter().chain(&decl.implements).chain(&decl.permits).for_each(|t| self.ty(t));
        decl.type_params.iter().flat_map(|p| &p.bounds).for_each(|t| self.ty(t));
        self.scoped(decl.span.hi, |w| {
            for component in &decl.components {
                w.ty(&component.ty);
                match w.field_named(&component.name.name) {
                    Some(field) => w.name(component.name.span, Symbol::Field(field), true),
                    None => w.declare(&component.name, Some(&component.ty), true),
                }
            }
            for constant in &decl.constants {
                if let Some(field) = w.field_named(&constant.name.name) {
                    w.name(constant.name.span, Symbol::Field(field), true);
                }
                constant.args.iter().for_each(|a| w.expr(a));
                constant.body.iter().flatten().for_each(|m| w.member(m));
            }
            decl.members.iter().for_each(|m| w.member(m));
        });
        self.classes.pop();
    }

    fn field_named(&self, name: &str) -> Option<FieldId> {
        let program = self.program?;
        self.classes.iter().rev().flatten().find_map(|&c| field_of(program, c, name))
    }

    fn member(&mut self, member: &Member) {
        match member {
            Member::Field(field) => {
                self.modifiers(&field.modifiers);
                self.ty(&field.ty);
                for var in &field.vars {
                    if let Some(id) = self.field_named(&var.name.name) {
                        self.name(var.name.span, Symbol::Field(id), true);
                    }
                    var.init.iter().for_each(|e| self.expr(e));
                }
            }
            Member::Method(method) => self.method(method),
            Member::Init { body, .. } => self.block(body),
            Member::Type(class) => self.class(class),
        }
    }

    fn method(&mut self, method: &MethodDecl) {
        self.modifiers(&method.modifiers);
        let id = self.resolved.method_at.get(&method.name.span).copied().or_else(|| self.method_named(method));
        if let Some(id) = id {
            self.name(method.name.span, Symbol::Method(id), true);
        }
        method.ret.iter().chain(&method.throws).for_each(|t| self.ty(t));
        method.type_params.iter().flat_map(|p| &p.bounds).for_each(|t| self.ty(t));
        self.scoped(method.span.hi, |w| {
            for param in &method.params {
                w.modifiers(&param.modifiers);
                w.ty(&param.ty);
                w.declare(&param.name, Some(&param.ty), true);
            }
            method.body.iter().for_each(|b| w.block(b));
        });
    }

    fn method_named(&self, method: &MethodDecl) -> Option<MethodId> {
        let program = self.program?;
        let class = self.classes.last().copied().flatten()?;
        let name = if method.ret.is_none() { "<init>" } else { method.name.name.as_str() };
        let args = method.params.len();
        let found = methods_of(program, class, name, args).into_iter();
        found.filter(|&m| program.method(m).class == class).find(|&m| program.method(m).params.len() == args)
    }

    fn modifiers(&mut self, modifiers: &Modifiers) {
        if let Some(dist) = &modifiers.dist {
            dist.view.iter().for_each(|(a, b)| {
                self.expr(a);
                self.expr(b);
            });
            if let Some((ty, args)) = &dist.partitioner {
                self.ty(ty);
                args.iter().for_each(|a| self.expr(a));
            }
        }
        if let Some(ReduceSpec { kind: ReduceKind::User(ty, args), .. }) = modifiers.reduce.as_deref() {
            self.ty(ty);
            args.iter().for_each(|a| self.expr(a));
        }
    }

    // ---- types ----------------------------------------------------------------------------------------------------

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeExprKind::Class(parts) => {
                let mut path = String::new();
                for (part, args) in parts {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(&part.name);
                    let class = self.resolved.by_name.get(&path).copied().or_else(|| self.class_named(&part.name));
                    if let Some(class) = class {
                        self.name(part.span, Symbol::Class(class), false);
                    }
                    for arg in args.iter().flatten() {
                        match arg {
                            TypeArg::Type(t) | TypeArg::Wildcard { bound: Some((_, t)), .. } => self.ty(t),
                            TypeArg::Wildcard { .. } => {}
                        }
                    }
                }
            }
            TypeExprKind::Array(elem, dim) => {
                self.ty(elem);
                dim.bound.iter().for_each(|b| self.expr(b));
            }
            TypeExprKind::ValueArray(elem, dims) => {
                self.ty(elem);
                dims.iter().flat_map(|d| &d.bound).for_each(|b| self.expr(b));
            }
            TypeExprKind::Intersection(list) | TypeExprKind::Union(list) => list.iter().for_each(|t| self.ty(t)),
            _ => {}
        }
    }

    /// The class that a simple name means here, most likely: one around, one of the program, one of the usual packages, any.
    fn class_named(&self, name: &str) -> Option<ClassId> {
        let program = self.program?;
        let candidates = self.resolved.by_simple_name.get(name)?;
        let around = |c: ClassId| {
            let outer = program.class(c).outer;
            self.classes.iter().flatten().any(|&a| outer == Some(a) || a == c)
        };
        let rank = |&c: &ClassId| match program.class(c) {
            _ if around(c) => 0,
            class if !class.is_library => 1,
            class if class.name.starts_with("java.lang.") => 2,
            class if class.outer.is_none() => 3,
            _ => 4,
        };
        candidates.iter().copied().min_by_key(rank)
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    fn block(&mut self, block: &Block) {
        self.scoped(block.span.hi, |w| block.stmts.iter().for_each(|s| w.stmt(s)));
    }

    fn nested(&mut self, stmt: &Stmt) {
        self.scoped(stmt.span.hi, |w| w.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Local(decl) => {
                self.modifiers(&decl.modifiers);
                self.ty(&decl.ty);
                for var in &decl.vars {
                    var.init.iter().for_each(|e| self.expr(e));
                    self.declare(&var.name, Some(&decl.ty), false);
                }
            }
            StmtKind::LocalType(class) => self.class(class),
            StmtKind::Expr(e) | StmtKind::Throw(e) | StmtKind::Yield(e) => self.expr(e),
            StmtKind::Return(e) => e.iter().for_each(|e| self.expr(e)),
            StmtKind::Block(b) | StmtKind::Single(b) => self.block(b),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                self.nested(then);
                otherwise.iter().for_each(|s| self.nested(s));
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.expr(cond);
                self.nested(body);
            }
            StmtKind::For { init, cond, update, body } => self.scoped(stmt.span.hi, |w| {
                init.iter().for_each(|s| w.stmt(s));
                cond.iter().for_each(|e| w.expr(e));
                update.iter().for_each(|e| w.expr(e));
                w.nested(body);
            }),
            StmtKind::ForEach { ty, var, iter, body, .. } => {
                self.expr(iter);
                self.ty(ty);
                self.scoped(stmt.span.hi, |w| {
                    w.declare(var, Some(ty), false);
                    w.nested(body);
                });
            }
            StmtKind::Labeled { body, .. } => self.stmt(body),
            StmtKind::Switch(switch) => self.switch(switch),
            StmtKind::Try(t) => self.scoped(stmt.span.hi, |w| {
                for resource in &t.resources {
                    match resource {
                        Resource::Decl { ty, name, init, .. } => {
                            w.ty(ty);
                            w.expr(init);
                            w.declare(name, Some(ty), false);
                        }
                        Resource::Expr(e) => w.expr(e),
                    }
                }
                w.block(&t.body);
                for catch in &t.catches {
                    w.ty(&catch.ty);
                    w.scoped(catch.span.hi, |w| {
                        w.declare(&catch.name, Some(&catch.ty), false);
                        w.block(&catch.body);
                    });
                }
                t.finally.iter().for_each(|b| w.block(b));
            }),
            StmtKind::Synchronized { lock, body } => {
                self.expr(lock);
                self.block(body);
            }
            StmtKind::Assert { cond, message } => {
                self.expr(cond);
                message.iter().for_each(|e| self.expr(e));
            }
            StmtKind::ConstructorCall { outer, args, .. } => outer.iter().chain(args).for_each(|e| self.expr(e)),
            StmtKind::Sync { vars, body, .. } => {
                vars.iter().for_each(|v| self.variable(&v.name, v.span));
                self.block(body);
            }
            StmtKind::Empty | StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Error => {}
        }
    }

    fn switch(&mut self, switch: &Switch) {
        self.expr(&switch.scrutinee);
        let of = self.resolved.types.get(&switch.scrutinee.span).cloned();
        self.scoped(switch.span.hi, |w| {
            for case in &switch.cases {
                for label in &case.labels {
                    let CaseLabel::Expr(e) = label else { continue };
                    // A constant of an enum stands without its class.
                    let constant = match (&e.kind, &of, w.program) {
                        (ExprKind::Name(name), Some(Ty::Class(c)), Some(program)) => field_of(program, *c, name),
                        _ => None,
                    };
                    match constant {
                        Some(field) => w.name(e.span, Symbol::Field(field), false),
                        None => w.expr(e),
                    }
                }
                match &case.body {
                    CaseBody::Group(stmts) => stmts.iter().for_each(|s| w.stmt(s)),
                    CaseBody::Expr(e) => w.expr(e),
                    CaseBody::Block(b) => w.block(b),
                    CaseBody::Throw(s) => w.stmt(s),
                }
            }
        });
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    fn variable(&mut self, name: &str, span: Span) {
        if let Some(declared) = self.local(name) {
            return self.name(span, Symbol::Local(declared), false);
        }
        let field = self.resolved.fields.get(&span).copied();
        let field = field.filter(|&f| self.program.is_some_and(|p| p.field(f).name == name));
        if let Some(field) = field.or_else(|| self.field_named(name)) {
            return self.name(span, Symbol::Field(field), false);
        }
        if let Some(class) = self.class_named(name) {
            self.name(span, Symbol::Class(class), false);
        }
    }

    /// The class that an expression is of, or that it names.
    fn class_of(&self, e: &Expr) -> Option<ClassId> {
        match self.resolved.types.get(&e.span) {
            Some(Ty::Class(c)) => return Some(*c),
            Some(_) => return None,
            None => {}
        }
        match &e.kind {
            ExprKind::Name(name) if self.local(name).is_none() => self.class_named(name),
            ExprKind::Name(name) => {
                // What is assigned to has no type of its own in the program.
                let declared = self.local(name)?;
                let written = self.index.variables.iter().rev().find(|v| v.declared == declared)?.ty?;
                let named = self.index.occurrences.iter().rev().find(|o| written.contains(o.span))?;
                match named.symbol {
                    Symbol::Class(c) if named.span == written => Some(c),
                    _ => None,
                }
            }
            ExprKind::This => self.classes.last().copied().flatten(),
            ExprKind::Paren(e) => self.class_of(e),
            ExprKind::Field(_, name) => self.class_named(&name.name),
            _ => None,
        }
    }

    fn called(&mut self, e: &Expr, class: Option<ClassId>, name: &Ident, args: usize) {
        let Some(program) = self.program else { return };
        let resolved = self.resolved.calls.get(&e.span).copied();
        let resolved = resolved.filter(|&m| program.method(m).name == name.name.as_str());
        let found = resolved.or_else(|| match class {
            Some(class) => methods_of(program, class, &name.name, args).first().copied(),
            None => None,
        });
        if let Some(method) = found {
            self.name(name.span, Symbol::Method(method), false);
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(name) => self.variable(name, e.span),
            ExprKind::QualifiedThis(a) | ExprKind::Paren(a) | ExprKind::Unary(_, a) | ExprKind::MapUnary(_, a) => {
                self.expr(a)
            }
            ExprKind::ReduceOp(_, a) => self.expr(a),
            ExprKind::Super(a) => a.iter().for_each(|a| self.expr(a)),
            ExprKind::Field(target, name) => {
                self.expr(target);
                let resolved = self.resolved.fields.get(&e.span).copied();
                let of_class = || field_of(self.program?, self.class_of(target)?, &name.name);
                if let Some(field) = resolved.or_else(of_class) {
                    self.name(name.span, Symbol::Field(field), false);
                } else if let Some(class) = self.qualified(e).or_else(|| self.inner(target, &name.name)) {
                    self.name(name.span, Symbol::Class(class), false);
                }
            }
            ExprKind::ClassLiteral(ty) => self.ty(ty),
            ExprKind::Index(a, b) | ExprKind::Binary(_, _, a, b) | ExprKind::Assign(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::CompoundAssign(_, a, b) | ExprKind::Connect(a, b) | ExprKind::MapBinary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Call { target, name, args, .. } => {
                target.iter().for_each(|t| self.expr(t));
                let class = match target {
                    Some(target) => self.class_of(target),
                    None => {
                        let program = self.program;
                        let has = |&c: &ClassId| program.is_some_and(|p| !methods_of(p, c, &name.name, 0).is_empty());
                        self.classes.iter().rev().flatten().copied().find(has)
                    }
                };
                self.called(e, class, name, args.len());
                args.iter().for_each(|a| self.expr(a));
            }
            ExprKind::New { outer, ty, args, body, .. } => {
                outer.iter().for_each(|o| self.expr(o));
                self.ty(ty);
                args.iter().for_each(|a| self.expr(a));
                if let Some(body) = body {
                    let class = self.resolved.class_at.get(&e.span).copied();
                    self.classes.push(class);
                    self.scoped(e.span.hi, |w| body.iter().for_each(|m| w.member(m)));
                    self.classes.pop();
                }
            }
            ExprKind::NewArray { ty, sizes, init } => {
                self.ty(ty);
                sizes.iter().chain(init.as_deref()).for_each(|e| self.expr(e));
            }
            ExprKind::NewValueArray { ty, arg: ValueArrayArg::Freeze(a) | ValueArrayArg::Init(a) } => {
                self.ty(ty);
                self.expr(a);
            }
            ExprKind::ArrayInit(list) | ExprKind::TaskTuple(list) => list.iter().for_each(|e| self.expr(e)),
            ExprKind::InstanceOf { expr, ty, binding } => {
                self.expr(expr);
                self.ty(ty);
                // It can be named in the rest of the block around it, more or less.
                binding.iter().for_each(|b| self.declare(b, Some(ty), false));
            }
            ExprKind::Cast(ty, a) | ExprKind::MapCast(ty, a) => {
                self.ty(ty);
                self.expr(a);
            }
            ExprKind::Lambda { params, body } => self.scoped(e.span.hi, |w| {
                for param in params {
                    param.ty.iter().for_each(|t| w.ty(t));
                    w.declare(&param.name, param.ty.as_ref(), true);
                }
                match body {
                    LambdaBody::Expr(e) => w.expr(e),
                    LambdaBody::Block(b) => w.block(b),
                }
            }),
            ExprKind::MethodRef { target, name, .. } => {
                let class = match target {
                    MethodRefTarget::Expr(t) => {
                        self.expr(t);
                        self.class_of(t)
                    }
                    MethodRefTarget::Type(t) => {
                        self.ty(t);
                        None
                    }
                    MethodRefTarget::Super(_) => None,
                };
                self.called(e, class, name, 1);
            }
            ExprKind::Switch(switch) => self.switch(switch),
            ExprKind::Task { .. } | ExprKind::Map { .. } | ExprKind::ReduceMethod { .. } => self.lime(e),
            ExprKind::Literal(_) | ExprKind::This | ExprKind::Error => {}
        }
    }

    /// Expressions that name a class and a method of it.
    fn lime(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Task { class, args, method } => {
                self.ty(class);
                args.iter().flatten().for_each(|a| self.expr(a));
                let class = self.named_by(class);
                self.called(e, class, method, 1);
            }
            ExprKind::Map { class, method, args } => {
                self.ty(class);
                let of = self.named_by(class);
                self.called(e, of, method, args.len());
                args.iter().for_each(|a| self.expr(a));
            }
            ExprKind::ReduceMethod { class, method, array, init } => {
                self.ty(class);
                let of = self.named_by(class);
                self.called(e, of, method, 2);
                self.expr(array);
                init.iter().for_each(|i| self.expr(i));
            }
            _ => {}
        }
    }

    fn named_by(&self, ty: &Type) -> Option<ClassId> {
        match &ty.kind {
            TypeExprKind::Class(parts) => self.class_named(&parts.last()?.0.name),
            _ => None,
        }
    }

    /// A class with its package: `java.util.List`.
    fn qualified(&self, e: &Expr) -> Option<ClassId> {
        fn path(e: &Expr, out: &mut String) -> bool {
            match &e.kind {
                ExprKind::Name(name) => out.push_str(name),
                ExprKind::Field(target, name) => {
                    if !path(target, out) {
                        return false;
                    }
                    out.push('.');
                    out.push_str(&name.name);
                }
                _ => return false,
            }
            true
        }
        let mut full = String::new();
        path(e, &mut full).then(|| self.resolved.by_name.get(&full).copied())?
    }

    fn inner(&self, target: &Expr, name: &str) -> Option<ClassId> {
        let program = self.program?;
        let full = format!("{}.{name}", program.class(self.class_of(target)?).name);
        self.resolved.by_name.get(&full).copied()
    }
}

fn dotted(parts: &[Ident]) -> String {
    parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(".")
}
