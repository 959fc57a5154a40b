//! Prints a syntax tree as SOMD source.
//!
//! Parsing what is printed gives the same tree, positions aside. The tree keeps parentheses, so none are added; only an
//! assignment's and a unary operator's neighbours need care for their spaces.

mod expr;

use crate::actions::modifier_word;
use crate::ast::*;
use std::fmt::Write;

/// The source text of a file.
pub fn print(unit: &CompilationUnit) -> String {
    let mut p = Printer::default();
    for annotation in &unit.annotations {
        p.annotation(annotation);
        p.put("\n");
    }
    if let Some(package) = &unit.package {
        p.line(&format!("package {};", qualified(package)));
    }
    for import in &unit.imports {
        let is_static = if import.is_static { "static " } else { "" };
        let star = if import.on_demand { ".*" } else { "" };
        p.line(&format!("import {is_static}{}{star};", qualified(&import.name)));
    }
    for decl in &unit.types {
        p.type_decl(decl);
    }
    p.out
}

/// The source text of one expression.
pub fn print_expr(e: &Expr) -> String {
    let mut p = Printer::default();
    p.expr(e);
    p.out
}

/// The source text of a statement.
pub fn print_stmt(s: &Stmt) -> String {
    let mut p = Printer::default();
    p.stmt(s);
    p.out
}

/// The source text of a method.
pub fn print_method(m: &MethodDecl) -> String {
    let mut p = Printer::default();
    p.method(m);
    p.out
}

/// The source text of a type.
pub fn print_type(ty: &Type) -> String {
    let mut p = Printer::default();
    p.ty(ty);
    p.out
}

#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
}

fn qualified(name: &QualName) -> String {
    name.parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(".")
}

pub fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::UShr => ">>>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::LogAnd => "&&",
        BinaryOp::LogOr => "||",
    }
}

pub fn unary_sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::PreInc | UnaryOp::PostInc => "++",
        UnaryOp::PreDec | UnaryOp::PostDec => "--",
    }
}

pub fn reduce_sign(op: ReduceOp) -> &'static str {
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

pub fn primitive_word(ty: PrimType) -> &'static str {
    match ty {
        PrimType::Boolean => "boolean",
        PrimType::Byte => "byte",
        PrimType::Short => "short",
        PrimType::Char => "char",
        PrimType::Int => "int",
        PrimType::Long => "long",
        PrimType::Float => "float",
        PrimType::Double => "double",
    }
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self, text: &str) {
        self.put(text);
        self.newline();
    }

    fn newline(&mut self) {
        while self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("    ", self.indent));
    }

    fn open(&mut self) {
        self.put("{");
        self.indent += 1;
        self.newline();
    }

    fn close(&mut self) {
        self.indent -= 1;
        while self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out.extend(std::iter::repeat_n("    ", self.indent));
        self.put("}");
    }

    fn list<T>(&mut self, items: &[T], separator: &str, mut each: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(separator);
            }
            each(self, item);
        }
    }

    // ---- declarations -------------------------------------------------------------------------------------------

    fn modifiers(&mut self, modifiers: &Modifiers) {
        for annotation in &modifiers.annotations {
            self.annotation(annotation);
            self.put(" ");
        }
        if let Some(reduce) = &modifiers.reduce {
            self.reduce(reduce);
            self.put(" ");
        }
        for &(modifier, _) in &modifiers.list {
            self.put(modifier_word(modifier));
            self.put(" ");
        }
        if let Some(dist) = &modifiers.dist {
            self.dist(dist);
            self.put(" ");
        }
    }

    fn annotation(&mut self, annotation: &Annotation) {
        self.put(&format!("@{}", qualified(&annotation.name)));
        if annotation.args.is_empty() {
            return;
        }
        self.put("(");
        self.list(&annotation.args, ", ", |p, (name, value)| {
            if let Some(name) = name {
                p.put(&format!("{} = ", name.name));
            }
            p.expr(value);
        });
        self.put(")");
    }

    fn reduce(&mut self, reduce: &ReduceSpec) {
        self.put("reduce(");
        match &reduce.kind {
            ReduceKind::Op(op) => self.put(reduce_sign(*op)),
            ReduceKind::SelfReduce => self.put("self"),
            ReduceKind::User(ty, args) => {
                self.ty(ty);
                if !args.is_empty() {
                    self.args(args);
                }
            }
        }
        self.put(")");
    }

    fn dist(&mut self, dist: &DistSpec) {
        self.put("dist");
        let mut items: Vec<String> = Vec::new();
        if let Some((ty, args)) = &dist.partitioner {
            let mut p = Printer::default();
            p.ty(ty);
            p.args(args);
            items.push(p.out);
        }
        for dim in &dist.dims {
            items.push(format!("dim = {}", print_expr(dim)));
        }
        for (i, (lo, hi)) in dist.view.iter().enumerate() {
            let word = match (i, dist.corners) {
                (0, true) => "polyview = ",
                (0, false) => "view = ",
                _ => "",
            };
            items.push(format!("{word}<{}, {}>", print_expr(lo), print_expr(hi)));
        }
        if !items.is_empty() {
            self.put(&format!("({})", items.join(", ")));
        }
    }

    fn type_decl(&mut self, decl: &TypeDecl) {
        self.modifiers(&decl.modifiers);
        self.put(match decl.kind {
            TypeKind::Class => "class ",
            TypeKind::Interface => "interface ",
            TypeKind::Enum => "enum ",
            TypeKind::Record => "record ",
            TypeKind::Annotation => "@interface ",
        });
        self.put(&decl.name.name);
        self.type_params(&decl.type_params);
        if decl.kind == TypeKind::Record {
            self.params(&decl.components);
        }
        for (word, types) in [("extends", &decl.extends), ("implements", &decl.implements), ("permits", &decl.permits)]
        {
            if !types.is_empty() {
                self.put(&format!(" {word} "));
                self.list(types, ", ", Printer::ty);
            }
        }
        self.put(" ");
        self.open();
        if decl.kind == TypeKind::Enum {
            self.list(&decl.constants, ", ", |p, constant| {
                for annotation in &constant.annotations {
                    p.annotation(annotation);
                    p.put(" ");
                }
                p.put(&constant.name.name);
                if !constant.args.is_empty() {
                    p.args(&constant.args);
                }
                if let Some(body) = &constant.body {
                    p.put(" ");
                    p.class_body(body);
                }
            });
            self.line(";");
        }
        for member in &decl.members {
            match member {
                // The tree keeps no more of a default than that there is one.
                Member::Method(method) if decl.kind == TypeKind::Annotation && method.body.is_some() => {
                    self.modifiers(&method.modifiers);
                    self.list(method.ret.as_slice(), "", Printer::ty);
                    self.line(&format!(" {}() default {{}};", method.name.name));
                }
                member => self.members(std::slice::from_ref(member)),
            }
        }
        self.close();
        self.newline();
    }

    fn class_body(&mut self, members: &[Member]) {
        self.open();
        self.members(members);
        self.close();
    }

    fn members(&mut self, members: &[Member]) {
        for member in members {
            match member {
                Member::Field(field) => {
                    self.modifiers(&field.modifiers);
                    self.ty(&field.ty);
                    self.put(" ");
                    self.list(&field.vars, ", ", Printer::declarator);
                    self.line(";");
                }
                Member::Method(method) => self.method(method),
                Member::Init { is_static, body } => {
                    self.put(if *is_static { "static " } else { "" });
                    self.block(body);
                    self.newline();
                }
                Member::Type(decl) => self.type_decl(decl),
            }
        }
    }

    fn method(&mut self, method: &MethodDecl) {
        self.modifiers(&method.modifiers);
        if !method.type_params.is_empty() {
            self.type_params(&method.type_params);
            self.put(" ");
        }
        if let Some(ret) = &method.ret {
            self.ty(ret);
            self.put(" ");
        }
        self.put(&method.name.name);
        if method.kind != MethodKind::CompactConstructor {
            self.params(&method.params);
        }
        if !method.throws.is_empty() {
            self.put(" throws ");
            self.list(&method.throws, ", ", Printer::ty);
        }
        match &method.body {
            Some(body) => {
                self.put(" ");
                self.block(body);
            }
            None => self.put(";"),
        }
        self.newline();
    }

    fn type_params(&mut self, params: &[TypeParam]) {
        if params.is_empty() {
            return;
        }
        self.put("<");
        self.list(params, ", ", |p, param| {
            p.put(if param.is_value { "value " } else { "" });
            p.put(&param.name.name);
            if !param.bounds.is_empty() {
                p.put(" extends ");
                p.list(&param.bounds, " & ", Printer::ty);
            }
        });
        self.put(">");
    }

    fn params(&mut self, params: &[Param]) {
        self.put("(");
        self.list(params, ", ", |p, param| {
            p.modifiers(&param.modifiers);
            match (&param.ty.kind, param.varargs) {
                (TypeExprKind::Array(element, _), true) => {
                    p.ty(element);
                    p.put("...");
                }
                _ => p.ty(&param.ty),
            }
            p.put(" ");
            p.put(&param.name.name);
        });
        self.put(")");
    }

    fn declarator(&mut self, var: &Declarator) {
        self.put(&var.name.name);
        self.list(&var.extra_dims, "", Printer::dim);
        if let Some(init) = &var.init {
            self.put(" = ");
            self.expr(init);
        }
    }

    // ---- types --------------------------------------------------------------------------------------------------

    fn ty(&mut self, ty: &Type) {
        // Brackets stand outermost first behind the element.
        let mut element = ty;
        let mut dims = Vec::new();
        while let TypeExprKind::Array(inner, dim) = &element.kind {
            dims.push(dim);
            element = inner;
        }
        match &element.kind {
            TypeExprKind::Prim(p) => self.put(primitive_word(*p)),
            TypeExprKind::Void => self.put("void"),
            TypeExprKind::Var => self.put("var"),
            TypeExprKind::Class(parts) => self.list(parts, ".", |p, (name, args)| {
                p.put(&name.name);
                if let Some(args) = args {
                    p.type_args(args);
                }
            }),
            TypeExprKind::ValueArray(inner, dims) => {
                self.ty(inner);
                self.put("[");
                self.list(dims, "", Printer::dim);
                self.put("]");
            }
            TypeExprKind::Intersection(types) => self.list(types, " & ", Printer::ty),
            TypeExprKind::Union(types) => self.list(types, " | ", Printer::ty),
            TypeExprKind::Array(..) => {}
            TypeExprKind::Error => self.put("/* error */"),
        }
        self.list(&dims, "", |p, dim| p.dim(dim));
    }

    fn dim(&mut self, dim: &ArrayDim) {
        self.put("[");
        if let Some(bound) = &dim.bound {
            self.expr(bound);
        }
        self.put("]");
    }

    fn type_args(&mut self, args: &[TypeArg]) {
        self.put("<");
        self.list(args, ", ", |p, arg| match arg {
            TypeArg::Type(ty) => p.ty(ty),
            TypeArg::Wildcard { bound: None, .. } => p.put("?"),
            TypeArg::Wildcard { bound: Some((kind, ty)), .. } => {
                p.put(if *kind == WildcardBound::Extends { "? extends " } else { "? super " });
                p.ty(ty);
            }
        });
        self.put(">");
    }

    fn some_type_args(&mut self, args: &[TypeArg]) {
        if !args.is_empty() {
            self.type_args(args);
        }
    }

    // ---- statements ---------------------------------------------------------------------------------------------

    fn block(&mut self, block: &Block) {
        self.open();
        for stmt in &block.stmts {
            self.stmt(stmt);
            self.newline();
        }
        self.close();
    }

    fn local(&mut self, decl: &LocalDecl) {
        self.modifiers(&decl.modifiers);
        self.ty(&decl.ty);
        self.put(" ");
        self.list(&decl.vars, ", ", Printer::declarator);
    }

    fn condition(&mut self, word: &str, cond: &Expr) {
        self.put(&format!("{word} ("));
        self.expr(cond);
        self.put(") ");
    }

    fn ending(&mut self, word: &str, e: Option<&Expr>) {
        self.put(word);
        if let Some(e) = e {
            self.put(" ");
            self.expr(e);
        }
        self.put(";");
    }

    fn jump(&mut self, word: &str, label: &Option<Ident>) {
        self.put(word);
        if let Some(label) = label {
            self.put(&format!(" {}", label.name));
        }
        self.put(";");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.put(";"),
            StmtKind::Local(decl) => {
                self.local(decl);
                self.put(";");
            }
            StmtKind::LocalType(decl) => self.type_decl(decl),
            StmtKind::Expr(e) => {
                self.expr(e);
                self.put(";");
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { cond, then, otherwise } => {
                self.condition("if", cond);
                self.stmt(then);
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.stmt(otherwise);
                }
            }
            StmtKind::While { cond, body } => {
                self.condition("while", cond);
                self.stmt(body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.put("do ");
                self.stmt(body);
                self.put(" ");
                self.condition("while", cond);
                self.put(";");
            }
            StmtKind::For { init, cond, update, body } => {
                self.put("for (");
                self.list(init, ", ", |p, stmt| match &stmt.kind {
                    StmtKind::Local(decl) => p.local(decl),
                    StmtKind::Expr(e) => p.expr(e),
                    _ => {}
                });
                self.put("; ");
                if let Some(cond) = cond {
                    self.expr(cond);
                }
                self.put("; ");
                self.list(update, ", ", Printer::expr);
                self.put(") ");
                self.stmt(body);
            }
            StmtKind::ForEach { modifiers, ty, var, iter, body } => {
                self.put("for (");
                self.modifiers(modifiers);
                self.ty(ty);
                self.put(&format!(" {} : ", var.name));
                self.expr(iter);
                self.put(") ");
                self.stmt(body);
            }
            StmtKind::Labeled { label, body } => {
                self.put(&format!("{}: ", label.name));
                self.stmt(body);
            }
            StmtKind::Switch(switch) => self.switch(switch),
            StmtKind::Return(e) => self.ending("return", e.as_ref()),
            StmtKind::Break(label) => self.jump("break", label),
            StmtKind::Continue(label) => self.jump("continue", label),
            StmtKind::Yield(e) => self.ending("yield", Some(e)),
            StmtKind::Throw(e) => self.ending("throw", Some(e)),
            StmtKind::Try(stmt) => self.try_stmt(stmt),
            StmtKind::Synchronized { lock, body } => {
                self.condition("synchronized", lock);
                self.block(body);
            }
            StmtKind::Assert { cond, message } => {
                self.put("assert ");
                self.expr(cond);
                if let Some(message) = message {
                    self.put(" : ");
                    self.expr(message);
                }
                self.put(";");
            }
            StmtKind::ConstructorCall { outer, is_super, type_args, args } => {
                if let Some(outer) = outer {
                    self.expr(outer);
                    self.put(".");
                }
                self.some_type_args(type_args);
                self.put(if *is_super { "super" } else { "this" });
                self.args(args);
                self.put(";");
            }
            StmtKind::Sync { reduce, vars, body } => {
                self.put("sync ");
                if let Some(reduce) = reduce {
                    self.reduce(reduce);
                    self.put(" ");
                }
                if !vars.is_empty() {
                    self.put("(");
                    self.list(vars, ", ", |p, var| p.put(&var.name));
                    self.put(") ");
                }
                self.block(body);
            }
            StmtKind::Single(body) => {
                self.put("single ");
                self.block(body);
            }
            StmtKind::Error => self.put("/* error */;"),
        }
    }

    fn try_stmt(&mut self, stmt: &Try) {
        self.put("try ");
        if !stmt.resources.is_empty() {
            self.put("(");
            self.list(&stmt.resources, "; ", |p, resource| match resource {
                Resource::Decl { modifiers, ty, name, init } => {
                    p.modifiers(modifiers);
                    p.ty(ty);
                    p.put(&format!(" {} = ", name.name));
                    p.expr(init);
                }
                Resource::Expr(e) => p.expr(e),
            });
            self.put(") ");
        }
        self.block(&stmt.body);
        for catch in &stmt.catches {
            self.put(" catch (");
            self.modifiers(&catch.modifiers);
            self.ty(&catch.ty);
            self.put(&format!(" {}) ", catch.name.name));
            self.block(&catch.body);
        }
        if let Some(finally) = &stmt.finally {
            self.put(" finally ");
            self.block(finally);
        }
    }

    fn switch(&mut self, switch: &Switch) {
        self.condition("switch", &switch.scrutinee);
        self.open();
        for case in &switch.cases {
            match case.labels.as_slice() {
                [CaseLabel::Default(_)] => self.put("default"),
                labels => {
                    self.put("case ");
                    self.list(labels, ", ", |p, label| match label {
                        CaseLabel::Expr(e) => p.expr(e),
                        CaseLabel::Default(_) => p.put("default"),
                    });
                }
            }
            match &case.body {
                CaseBody::Group(stmts) => {
                    self.put(":");
                    self.indent += 1;
                    for stmt in stmts {
                        self.newline();
                        self.stmt(stmt);
                    }
                    self.indent -= 1;
                }
                CaseBody::Expr(e) => {
                    self.put(" -> ");
                    self.expr(e);
                    self.put(";");
                }
                CaseBody::Block(block) => {
                    self.put(" -> ");
                    self.block(block);
                }
                CaseBody::Throw(stmt) => {
                    self.put(" -> ");
                    self.stmt(stmt);
                }
            }
            self.newline();
        }
        self.close();
    }

    // ---- expressions --------------------------------------------------------------------------------------------
}
