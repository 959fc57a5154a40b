//! The state while one method is printed: its locals' names, the control flow that crosses closures, and the text so far.

use super::Context;
use super::chained::Lent;
use super::code::Code;
use super::loop_invariants::Path;
use super::loops::Cover;
use somd_core::npe::Messages;
use somd_hir::*;
use somd_host::destructive_reads::Takes;
use somd_host::locals::{self, Locals, Use};
use somd_host::walk::{self, Node};
use somd_host::{borrowed_locals, ownership};
use std::collections::{BTreeMap, BTreeSet};

/// A place that `break` and `continue` go to.
pub struct Target {
    /// How many closures enclose it.
    pub depth: usize,
    pub break_name: String,
    pub continue_name: String,
    /// `continue` leaves a labelled block around the body, because an update follows it.
    pub continue_is_break: bool,
    /// A jump names the loop.
    pub named: bool,
}

/// A closure (the body of a `try`) that is being printed, and the jumps out of it.
#[derive(Default)]
pub struct Frame {
    pub returns: bool,
    pub jumps: BTreeSet<(LabelId, bool)>,
}

pub struct Function<'a> {
    pub cx: &'a Context<'a>,
    pub id: MethodId,
    pub method: &'a Method,
    pub names: Vec<String>,
    pub uses: Vec<Use>,
    pub out: String,
    pub temps: u32,
    pub frames: Vec<Frame>,
    /// This is the form for nearby catches, which returns what is thrown; see [`somd_host::exceptions_as_results`].
    pub fallible: bool,
    /// This is the body of a recursive method that is part of itself: its calls of itself say whether they are in the next.
    pub again: bool,
    /// Such a call has been printed.
    pub calls_again: bool,
    /// This is the form that gives back the fields of the object that the method makes; see [`somd_host::escape`].
    pub gives_fields: bool,
    /// The call that is printed next is one of such a form.
    pub placing: bool,
    /// This is the form that lends what the method returns; see [`somd_host::borrowed_returns`].
    pub lends: bool,
    /// The call that is printed next is one of such a form.
    pub looking: bool,
    /// What the call that is printed next is for, if it gives back its receiver; see [`super::chained`].
    pub lending: Lent,
    pub targets: BTreeMap<LabelId, Target>,
    /// The loops that are being printed, innermost last; none for a block with a label, in which each jump must name its target.
    pub loops: Vec<Option<LabelId>>,
    /// What is printed next ends the function or closure: a `return` there is its value.
    pub tail: bool,
    /// Arrays whose base and length are in a variable here: its name.
    pub hoisted: BTreeMap<Path, String>,
    /// Locals that are lent a row of one of these for a turn of the loop.
    pub lent: BTreeSet<LocalId>,
    /// The accesses that need no check here.
    pub covered: Option<Cover>,
    /// The local whose last use the next freeze is.
    pub moved: Option<LocalId>,
    pub cursors: borrowed_locals::CursorSet,
    /// Own locals that hold arrays on the stack.
    pub stack_arrays: BTreeSet<LocalId>,
    /// What moves out of fields and elements; see [`somd_host::destructive_reads`].
    pub moved_out: Takes,
    /// Reads that may move.
    last_uses: ownership::LastUses,
    last_line: (u32, u32),
}

impl<'a> Function<'a> {
    pub fn new(cx: &'a Context<'a>, id: MethodId, method: &'a Method) -> Function<'a> {
        let Locals { uses, borrowed: cursors, stack_arrays, moved_out } = locals::locals(cx, id, method);
        let mut names: Vec<String> = Vec::new();
        let mut taken: BTreeSet<String> = FIXED_NAMES.map(String::from).into();
        for (i, l) in method.locals.iter().enumerate() {
            let mut name = cx.names.variable(&l.name);
            // Locals in different scopes may share a name; one that is declared early must not.
            let clash = taken.contains(&name) && (uses[i].pattern || FIXED_NAMES.contains(&name.as_str()));
            if clash {
                let mut n = 2;
                while taken.contains(&format!("{name}_{n}")) {
                    n += 1;
                }
                name = format!("{name}_{n}");
            }
            taken.insert(name.clone());
            if !uses[i].read {
                name = format!("_{name}");
            }
            names.push(name);
        }
        Function {
            cx,
            id,
            method,
            names,
            uses,
            out: String::new(),
            temps: 0,
            frames: Vec::new(),
            fallible: false,
            again: false,
            calls_again: false,
            gives_fields: false,
            placing: false,
            lends: false,
            looking: false,
            lending: Lent::Not,
            targets: BTreeMap::new(),
            loops: Vec::new(),
            tail: false,
            hoisted: BTreeMap::new(),
            lent: BTreeSet::new(),
            covered: None,
            moved: None,
            cursors,
            stack_arrays,
            moved_out,
            last_uses: ownership::LastUses::new(),
            last_line: (0, 0),
        }
    }

    /// Makes it the form that lends what the method returns, which only looks at all that it is given.
    pub fn lend(&mut self) {
        self.lends = true;
        for &p in &self.method.params {
            let u = &mut self.uses[p.index()];
            u.borrowed = self.method.locals[p.index()].ty.is_reference() && !u.written;
            u.taken = false;
        }
    }

    /// What is thrown here is an error of the closure or function that is being printed.
    pub fn may_fail(&self) -> bool {
        self.fallible || !self.frames.is_empty()
    }

    pub fn messages(&self) -> Messages<'a> {
        Messages { program: self.cx.program, method: self.method }
    }

    pub fn local(&self, l: LocalId) -> &'a Local {
        &self.method.locals[l.index()]
    }

    /// Looks for the reads that may move in the method's statements, those that are printed next.
    pub fn find_last_uses(&mut self, stmts: &[Stmt]) {
        self.last_uses = ownership::last_uses(self.cx, self.method, stmts, &self.cursors);
    }

    /// `e` reads a local that nothing reads afterwards: its reference is moved.
    pub fn ends(&self, e: &Expr, l: LocalId) -> bool {
        !self.uses[l.index()].borrowed
            && !self.hoisted.contains_key(&Path::Local(l))
            && self.last_uses.contains(&(e as *const Expr))
    }

    pub fn name(&self, l: LocalId) -> String {
        self.names[l.index()].clone()
    }

    pub fn ty(&self, ty: &Ty) -> String {
        self.cx.ty(ty)
    }

    pub fn temp(&mut self, hint: &str) -> String {
        loop {
            self.temps += 1;
            let name = format!("{hint}_{}", self.temps);
            if !self.names.contains(&name) {
                return name;
            }
        }
    }

    pub fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Prints with `f` into a text of its own.
    pub fn captured(&mut self, f: impl FnOnce(&mut Self)) -> String {
        let saved = std::mem::take(&mut self.out);
        f(self);
        std::mem::replace(&mut self.out, saved)
    }

    /// The source line of a statement, as a comment, once.
    pub fn source_comment(&mut self, stmt: &Stmt) {
        if !self.cx.options.source_comments || matches!(stmt.kind, StmtKind::Block(_)) {
            return;
        }
        let Some((file, line, _)) = self.cx.sources.locate(stmt.span) else { return };
        if self.last_line == (file.base, line) {
            return;
        }
        self.last_line = (file.base, line);
        let text = format!("// {}:{line}: {}", file_name(&file.name), file.line(line).trim());
        self.line(&text);
    }

    /// Declares a local with Java's zero of its type.
    pub fn declare_zero(&mut self, l: LocalId) {
        let ty = self.local(l).ty.clone();
        let mutable = if self.uses[l.index()].written || self.uses[l.index()].pattern { "mut " } else { "" };
        let text = if let Some(c) = self.cx.plain_local(self.id, l) {
            let class = self.cx.class(c);
            format!(
                "let {mutable}{} = OnStack::new({class}::ID, {});",
                self.name(l),
                super::class::default_fields(self.cx, c)
            )
        } else if self.uses[l.index()].cursor {
            format!("let {mutable}{}: &{} = Ref::none();", self.name(l), self.ty(&ty))
        } else {
            format!("let {mutable}{}: {} = {};", self.name(l), self.ty(&ty), zero(&ty).text)
        };
        self.line(&text);
    }

    pub fn declare_patterns(&mut self, exprs: &[&Expr]) {
        let mut found = Vec::new();
        for e in exprs {
            pattern_locals(e, &mut found);
        }
        for l in found {
            self.declare_zero(l);
        }
    }
}

pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// What generated code calls what has no name in the program.
const FIXED_NAMES: [&str; 4] = ["this", "flow", "outcome", "exception"];

/// Java's default value of a type.
pub fn zero(ty: &Ty) -> Code {
    Code::atom(match ty {
        Ty::Boolean => "false",
        Ty::Float | Ty::Double => "0.0",
        t if t.is_primitive() => "0",
        _ => "Ref::null()",
    })
}

/// The pattern variables that evaluating `e` itself binds (not those in statements inside it, which declare their own).
fn pattern_locals(e: &Expr, found: &mut Vec<LocalId>) {
    let mut depth_stmts = Vec::new();
    walk::expr(e, &mut |n| match n {
        Node::Stmt(s) => depth_stmts.push(s as *const Stmt),
        Node::Expr(Expr { kind: ExprKind::InstanceOf { binding: Some(b), .. }, .. }) => found.push(*b),
        _ => {}
    });
    if !depth_stmts.is_empty() {
        // Statements inside declare their own patterns; take those out again.
        let mut inner = Vec::new();
        walk::expr(e, &mut |n| {
            if let Node::Stmt(s) = n {
                let mut direct = Vec::new();
                walk::stmt(s, &mut |m| {
                    if let Node::Expr(Expr { kind: ExprKind::InstanceOf { binding: Some(b), .. }, .. }) = m {
                        direct.push(*b);
                    }
                });
                inner.extend(direct);
            }
        });
        found.retain(|l| !inner.contains(l));
    }
}
