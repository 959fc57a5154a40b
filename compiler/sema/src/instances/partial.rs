//! What the instances of a method may each do for their own range, so that what their results give together is what one instance
//! gives.
//!
//! A variable that the loops over divided arrays accumulate has only a part in each instance. What else is done to it counts once: a
//! first value that is not the operator's identity, a loop that no divided array is subscripted in. Anything else that looks at a
//! part (`s / n`, a second loop that subtracts the mean) would see too little: then there is one instance.

use super::walk::{self, Node, bare, mentions, root};
use super::{Divided, divided_index};
use smol_str::SmolStr;
use somd_syntax::ast::*;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// An operator that a variable is folded by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fold {
    Add,
    Mul,
    Xor,
    And,
    Or,
    Min,
    Max,
}

impl Fold {
    fn of(op: BinaryOp) -> Option<Fold> {
        Some(match op {
            BinaryOp::Add | BinaryOp::Sub => Fold::Add,
            BinaryOp::Mul => Fold::Mul,
            BinaryOp::Xor => Fold::Xor,
            BinaryOp::And | BinaryOp::LogAnd => Fold::And,
            BinaryOp::Or | BinaryOp::LogOr => Fold::Or,
            _ => return None,
        })
    }

    /// A value that counts twice counts once.
    fn repeats(self) -> bool {
        matches!(self, Fold::And | Fold::Or | Fold::Min | Fold::Max)
    }

    pub fn identity(self) -> i32 {
        i32::from(self == Fold::Mul)
    }
}

/// How divided loops use a variable that is declared outside them.
#[derive(Clone, Debug, Default)]
struct Uses {
    scalar: BTreeSet<Fold>,
    elements: BTreeSet<Fold>,
    set: bool,
    /// An element is set, at a place that is not counted in the loop.
    stored: bool,
    /// Compared with, as a minimum by hand is.
    compared: bool,
    /// An element at this index is compared with.
    compared_at: bool,
    read: bool,
    /// Says where an element is stored: `out[k++]`.
    counts: bool,
    /// An object that is changed, or an array that is filled from its start.
    changed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Counts what each adds.
    Sums(Fold),
    /// Looks for something: a first value counts once however often it is looked at.
    Finds,
    /// The index of the least element, and the like.
    Winner,
    /// Elements that the index owns.
    Owned,
    /// An object or a list that takes things in.
    Collects,
    /// The place in a list where the next is stored.
    Counts,
    /// Folded by something that is no operator.
    Strange,
}

impl Uses {
    fn kind(&self) -> Kind {
        let group = |folds: &BTreeSet<Fold>| {
            let first = *folds.first()?;
            let fits = if first.repeats() { folds.iter().all(|f| f.repeats()) } else { folds.len() == 1 };
            Some(match (fits, first.repeats()) {
                (true, true) => Kind::Finds,
                (true, false) => Kind::Sums(first),
                _ => Kind::Strange,
            })
        };
        if self.read || self.counts && (self.set || self.compared) {
            return Kind::Strange;
        }
        if self.changed {
            return Kind::Collects;
        }
        if self.counts {
            return Kind::Counts;
        }
        let elements = group(&self.elements);
        match (elements, group(&self.scalar)) {
            (Some(_), Some(_)) => Kind::Strange,
            (Some(kind), None) if !self.stored && !self.set => kind,
            (Some(_), None) => Kind::Strange,
            (None, _) if self.stored => {
                if self.compared {
                    Kind::Strange
                } else {
                    Kind::Owned
                }
            }
            (None, Some(Kind::Sums(f))) if !self.set && !self.compared => Kind::Sums(f),
            (None, Some(Kind::Finds)) => Kind::Finds,
            (None, Some(_)) => Kind::Strange,
            (None, None) if self.compared_at => Kind::Winner,
            (None, None) => Kind::Finds,
        }
    }

    /// No operator that parallel code knows, with which all its values are folded.
    fn is_strange(&self) -> bool {
        matches!(self.kind(), Kind::Strange | Kind::Collects | Kind::Counts)
            || self.elements.len() > 1
            || self.scalar.len() > 1
    }
}

/// What is done apart from the divided loops in the first instance only, by the places of statements and of declared names.
#[derive(Debug, Default)]
pub struct Guards {
    pub once: BTreeSet<Span>,
    /// Sets a first value, which is the identity in the other instances.
    pub starts: BTreeMap<Span, (Fold, Type)>,
}

impl Guards {
    pub fn is_empty(&self) -> bool {
        self.once.is_empty() && self.starts.is_empty()
    }
}

/// A method as its instances see it.
pub struct Partial<'a> {
    body: &'a Block,
    divided: &'a [SmolStr],
    /// The members of the class.
    members: &'a [Member],
    params: BTreeSet<&'a str>,
    locals: BTreeMap<&'a str, &'a Type>,
    /// The variables that differ between instances.
    uses: BTreeMap<SmolStr, Uses>,
    /// Of each divided loop the variables from outside that it changes.
    changed_in: Vec<(&'a Stmt, BTreeSet<SmolStr>)>,
    /// The divided loops that run once, upwards: what they take in is in the order of the ranges.
    in_order: BTreeSet<Span>,
}

impl<'a> Partial<'a> {
    pub fn new(decl: &'a MethodDecl, divided: &'a [SmolStr], members: &'a [Member]) -> Option<Partial<'a>> {
        let body = decl.body.as_ref()?;
        let mut partial = Partial {
            body,
            divided,
            members,
            params: decl.params.iter().map(|p| p.name.name.as_str()).collect(),
            locals: BTreeMap::new(),
            uses: BTreeMap::new(),
            changed_in: Vec::new(),
            in_order: BTreeSet::new(),
        };
        for s in &body.stmts {
            walk::every(Node::Stmt(s), &mut |n| {
                if let Node::Stmt(Stmt { kind: StmtKind::Local(d), .. }) = n {
                    d.vars.iter().for_each(|v| _ = partial.locals.entry(&v.name.name).or_insert(&d.ty));
                }
            });
        }
        let mut loops = Vec::new();
        body.stmts.iter().for_each(|s| divided_loops(s, divided, true, &mut loops));
        for (at, once) in loops {
            if once && goes_up(at) {
                partial.in_order.insert(at.span);
            }
            let changed = partial.changed(at);
            let mut uses = std::mem::take(&mut partial.uses);
            Scan { partial: &partial, changed: &changed, uses: &mut uses }.inside(at);
            partial.uses = uses;
            partial.changed_in.push((at, changed));
        }
        Some(partial)
    }

    /// Whether a divided loop folds something by what is no operator.
    pub fn is_strange(&self) -> bool {
        self.uses.iter().any(|(name, u)| u.is_strange() || self.joins(name, u))
    }

    /// A text that is added to, or a number in a box.
    fn joins(&self, name: &str, uses: &Uses) -> bool {
        !uses.scalar.is_empty() && self.is_object(name)
    }

    /// One loop that runs once, upwards, is all that changes the variable.
    fn in_order(&self, name: &str) -> bool {
        let mut of = self.changed_in.iter().filter(|(_, changed)| changed.contains(name));
        matches!((of.next(), of.next()), (Some((s, _)), None) if self.in_order.contains(&s.span))
    }

    /// Whether a divided loop may end before its last iteration.
    pub fn leaves(&self) -> bool {
        self.changed_in.iter().any(|(s, _)| {
            let StmtKind::For { body, .. } = &s.kind else { return true };
            leaves(body, false)
        })
    }

    /// Steps of all instances together, and what the caller sees change.
    pub fn has_steps(&self) -> bool {
        self.body.stmts.iter().any(|s| {
            walk::any(Node::Stmt(s), &mut |n| match n {
                Node::Stmt(s) => match &s.kind {
                    StmtKind::Sync { .. } | StmtKind::Single(_) => true,
                    StmtKind::Local(d) => {
                        d.modifiers.dist.is_some() || d.modifiers.list.iter().any(|(m, _)| *m == Modifier::Shared)
                    }
                    _ => false,
                },
                Node::Expr(e) => match &e.kind {
                    ExprKind::Assign(place, _)
                    | ExprKind::CompoundAssign(_, place, _)
                    | ExprKind::Unary(
                        UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                        place,
                    ) => self.is_outside(place),
                    _ => false,
                },
            })
        })
    }

    /// A place that is no variable of the method, nor in an array that the method makes.
    fn is_outside(&self, place: &Expr) -> bool {
        let place = bare(place);
        let Some(name) = root(place) else { return true };
        if matches!(place.kind, ExprKind::Name(_)) {
            return !self.locals.contains_key(name) && !self.params.contains(name);
        }
        !self.locals.contains_key(name) || !self.is_made(name)
    }

    /// Whether all that the local is ever set to is made there.
    fn is_made(&self, name: &str) -> bool {
        let mut made = true;
        for s in &self.body.stmts {
            walk::every(Node::Stmt(s), &mut |n| match n {
                Node::Stmt(Stmt { kind: StmtKind::Local(d), .. }) => {
                    let of = d.vars.iter().filter(|v| v.name.name == name).filter_map(|v| v.init.as_deref());
                    of.for_each(|e| made &= makes(e));
                }
                Node::Expr(Expr { kind: ExprKind::Assign(place, value), .. }) => {
                    if matches!(&bare(place).kind, ExprKind::Name(n) if n == name) {
                        made &= makes(value);
                    }
                }
                _ => {}
            });
        }
        made
    }

    fn is_object(&self, name: &str) -> bool {
        self.locals.get(name).is_some_and(|t| !matches!(t.kind, TypeExprKind::Prim(_)))
    }

    /// The variables from outside a divided loop that it changes, or may change.
    fn changed(&self, s: &'a Stmt) -> BTreeSet<SmolStr> {
        let mut out = BTreeSet::new();
        let mut declared: BTreeSet<&str> = BTreeSet::new();
        let mut heads: BTreeSet<&str> = BTreeSet::new();
        walk::every(Node::Stmt(s), &mut |n| match n {
            Node::Stmt(Stmt { kind: StmtKind::Local(d), .. }) => {
                declared.extend(d.vars.iter().map(|v| v.name.name.as_str()))
            }
            Node::Stmt(Stmt { kind: StmtKind::For { init, .. }, .. }) => {
                for s in init {
                    if let StmtKind::Expr(Expr { kind: ExprKind::Assign(place, _), .. }) = &s.kind {
                        heads.extend(root(place));
                    }
                }
            }
            Node::Stmt(_) => {}
            Node::Expr(e) => match &e.kind {
                ExprKind::Assign(place, _) | ExprKind::CompoundAssign(_, place, _) => {
                    out.extend(root(place).map(SmolStr::from));
                }
                ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, place) => {
                    out.extend(root(place).map(SmolStr::from));
                }
                ExprKind::Call { target, args, .. } => {
                    for a in target.iter().map(|t| &**t).chain(args) {
                        if let ExprKind::Name(name) = &bare(a).kind
                            && self.is_object(name)
                        {
                            out.insert(name.clone());
                        }
                    }
                }
                _ => {}
            },
        });
        let body = match &s.kind {
            StmtKind::For { body, .. } => &**body,
            _ => s,
        };
        out.retain(|name| {
            let own = declared.contains(name.as_str()) || heads.contains(name.as_str());
            let here = self.locals.contains_key(name.as_str()) || self.params.contains(name.as_str());
            !own && here && !self.divided.contains(name) && !set_first(body, name)
        });
        out
    }

    fn varies(&self, node: Node<'_>) -> bool {
        mentions(node, &|name| self.uses.contains_key(name))
    }

    /// What is done once, where the results of the instances give together what one instance gives.
    pub fn guards(&self) -> Option<Guards> {
        let returned: BTreeSet<&str> = self.returned()?;
        let fits = self.uses.iter().all(|(name, u)| {
            let param = self.params.contains(name.as_str());
            match u.kind() {
                Kind::Owned | Kind::Winner | Kind::Strange => false,
                Kind::Counts => !param && !returned.contains(name.as_str()),
                Kind::Finds => true,
                Kind::Sums(_) if !self.joins(name, u) => !param,
                Kind::Sums(_) | Kind::Collects => !param && self.in_order(name),
            }
        });
        let apart = self.changed_in.iter().all(|(s, changed)| {
            !mentions(Node::Stmt(s), &|name| self.uses.contains_key(name) && !changed.contains(name))
        });
        if !fits || !apart || self.uses.is_empty() || self.leaves() {
            return None;
        }
        let mut guards = Guards::default();
        self.body.stmts.iter().all(|s| self.separates(s, &mut guards)).then_some(guards)
    }

    /// The variables whose parts the method returns, alone or side by side; None where something else is returned.
    fn returned(&self) -> Option<BTreeSet<&str>> {
        let mut out = BTreeSet::new();
        let mut fits = true;
        for s in &self.body.stmts {
            walk::every(Node::Stmt(s), &mut |n| {
                if let Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) = n {
                    let before = out.len();
                    fits &= self.parts(e, &mut out) && out.len() > before;
                }
            });
        }
        (fits && !out.is_empty()).then_some(out)
    }

    fn parts<'e>(&self, e: &'e Expr, out: &mut BTreeSet<&'e str>) -> bool {
        match &bare(e).kind {
            ExprKind::Name(name) => {
                if self.uses.contains_key(name) {
                    out.insert(name);
                }
                true
            }
            ExprKind::Literal(_) => true,
            ExprKind::ArrayInit(es) => es.iter().all(|e| self.parts(e, out)),
            ExprKind::NewArray { init: Some(init), .. } => self.parts(init, out),
            ExprKind::NewValueArray { arg: ValueArrayArg::Freeze(e) | ValueArrayArg::Init(e), .. } => {
                self.parts(e, out)
            }
            ExprKind::New { outer: None, args, body: None, .. } => args.iter().all(|e| self.parts(e, out)),
            _ => !self.varies(Node::Expr(e)),
        }
    }

    fn separates(&self, s: &Stmt, guards: &mut Guards) -> bool {
        if self.changed_in.iter().any(|(l, _)| l.span == s.span) {
            return true;
        }
        match &s.kind {
            StmtKind::Empty | StmtKind::Return(_) => true,
            StmtKind::Block(b) => b.stmts.iter().all(|s| self.separates(s, guards)),
            StmtKind::Labeled { body, .. } => self.separates(body, guards),
            StmtKind::Local(d) => d.vars.iter().all(|v| self.declares(v, d, guards)),
            StmtKind::Expr(e) => self.effect(e, s.span, guards),
            StmtKind::If { cond, then, otherwise } => {
                !self.varies(Node::Expr(cond))
                    && self.knows(Node::Expr(cond))
                    && self.separates(then, guards)
                    && otherwise.as_ref().is_none_or(|o| self.separates(o, guards))
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::ForEach { .. } | StmtKind::DoWhile { .. } => {
                self.repeats(s, guards)
            }
            _ => !self.varies(Node::Stmt(s)) && self.knows(Node::Stmt(s)) && !leaves(s, true),
        }
    }

    fn declares(&self, v: &Declarator, d: &LocalDecl, guards: &mut Guards) -> bool {
        let Some(init) = &v.init else { return true };
        let e = bare(init);
        let size_only = matches!(&e.kind, ExprKind::NewArray { init: None, .. });
        let Some(uses) = self.uses.get(&v.name.name) else {
            return !self.varies(Node::Expr(init)) && self.knows(Node::Expr(init));
        };
        if self.varies(Node::Expr(init)) {
            return size_only;
        }
        match uses.kind() {
            _ if size_only => true,
            Kind::Finds => self.knows(Node::Expr(init)),
            Kind::Collects => matches!(&e.kind, ExprKind::New { outer: None, args, body: None, .. } if args.is_empty()),
            Kind::Sums(fold) if !self.is_object(&v.name.name) => {
                if !is_identity(e, fold) {
                    guards.starts.insert(v.name.span, (fold, d.ty.clone()));
                }
                self.knows(Node::Expr(init))
            }
            Kind::Sums(_) => matches!(&e.kind, ExprKind::Literal(Literal::String(text)) if text.is_empty()),
            Kind::Counts => is_identity(e, Fold::Add),
            _ => false,
        }
    }

    /// A statement that is evaluated for its effect, outside divided loops.
    fn effect(&self, e: &Expr, at: Span, guards: &mut Guards) -> bool {
        let e = bare(e);
        let filled = match &e.kind {
            ExprKind::Call { target: Some(t), name, args, .. } if name.name == "fill" && args.len() == 2 => {
                matches!(&bare(t).kind, ExprKind::Name(n) if n == "Arrays").then(|| (&args[0], &args[1], None))
            }
            _ => None,
        };
        let (place, value, fold) = match &e.kind {
            ExprKind::Assign(place, value) => (&**place, Some(&**value), None),
            ExprKind::CompoundAssign(op, place, value) => (&**place, Some(&**value), Some(Fold::of(*op))),
            ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, place) => {
                (&**place, None, Some(Some(Fold::Add)))
            }
            _ => match filled {
                Some((array, value, fold)) => (array, Some(value), fold),
                None => return !self.varies(Node::Expr(e)) && self.knows(Node::Expr(e)),
            },
        };
        let plain = value.is_none_or(|v| !self.varies(Node::Expr(v)) && self.knows(Node::Expr(v)));
        let indexed = match &bare(place).kind {
            ExprKind::Index(_, index) => !self.varies(Node::Expr(index)) && self.knows(Node::Expr(index)),
            _ => true,
        };
        let Some(name) = root(place).filter(|_| plain && indexed) else { return false };
        let Some(uses) = self.uses.get(name) else { return true };
        let whole = matches!(bare(place).kind, ExprKind::Name(_)) && filled.is_none();
        match (uses.kind(), fold) {
            (Kind::Finds, _) => true,
            (Kind::Sums(of), Some(Some(by))) if of == by => guards.once.insert(at),
            (Kind::Sums(of), None) if whole => match (self.locals.get(name), value) {
                (Some(ty), Some(value)) if matches!(ty.kind, TypeExprKind::Prim(_)) => {
                    if !is_identity(bare(value), of) {
                        guards.starts.insert(at, (of, (*ty).clone()));
                    }
                    true
                }
                _ => false,
            },
            // Elements that begin with something else than nothing.
            (Kind::Sums(Fold::Add), None) => guards.once.insert(at),
            _ => false,
        }
    }

    /// A loop that is not divided: around divided ones, or the same in every instance.
    fn repeats(&self, s: &Stmt, guards: &mut Guards) -> bool {
        let around = self.changed_in.iter().any(|(l, _)| s.span.contains(l.span));
        let mut head = Vec::new();
        let mut body = None;
        walk::of_stmt(s, &mut |n| match n {
            Node::Stmt(inner) if body.is_none() && !is_init(s, inner) => body = Some(inner),
            other => head.push(other),
        });
        let Some(body) = body else { return false };
        if head.iter().any(|n| self.varies(*n) || !self.knows(*n)) || leaves(body, true) {
            return false;
        }
        if around {
            return self.separates(body, guards);
        }
        if !self.varies(Node::Stmt(body)) {
            return self.knows(Node::Stmt(body));
        }
        let mut inside = Guards::default();
        if !self.separates(body, &mut inside) || !inside.starts.is_empty() {
            return false;
        }
        if !inside.once.is_empty() {
            guards.once.insert(s.span);
        }
        true
    }

    /// Nothing in it is done for more than its value, as far as the names tell.
    fn knows(&self, n: Node<'_>) -> bool {
        !walk::any(n, &mut |n| match n {
            Node::Expr(e) => match &e.kind {
                ExprKind::Call { target, name, .. } => match target.as_deref().map(|t| &bare(t).kind) {
                    Some(ExprKind::Name(class)) if class == "Math" => false,
                    _ => !matches!(name.name.as_str(), "length" | "clone" | "size"),
                },
                ExprKind::New { args, body, .. } => body.is_some() || !args.is_empty(),
                ExprKind::Assign(place, _) | ExprKind::CompoundAssign(_, place, _) => self.is_outside(place),
                ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, place) => {
                    self.is_outside(place)
                }
                ExprKind::Lambda { .. } | ExprKind::Switch(_) | ExprKind::Task { .. } | ExprKind::Connect(..) => true,
                _ => false,
            },
            Node::Stmt(s) => matches!(s.kind, StmtKind::Throw(_) | StmtKind::Return(_) | StmtKind::LocalType(_)),
        })
    }

    /// Whether all that the method does is give a result: it can run again.
    pub fn is_pure(&self, pure_calls: &dyn Fn(&str, usize) -> bool) -> bool {
        !self.has_steps()
            && !self.body.stmts.iter().any(|s| {
                walk::any(Node::Stmt(s), &mut |n| match n {
                    Node::Expr(e) => match &e.kind {
                        ExprKind::Call { target, name, args, .. } => match target.as_deref().map(|t| &bare(t).kind) {
                            None => !pure_calls(&name.name, args.len()),
                            Some(ExprKind::Name(class)) => class != "Math" && name.name != "clone",
                            Some(_) => true,
                        },
                        ExprKind::New { .. }
                        | ExprKind::Lambda { .. }
                        | ExprKind::Switch(_)
                        | ExprKind::Task { .. } => true,
                        _ => false,
                    },
                    Node::Stmt(s) => matches!(s.kind, StmtKind::Try(_) | StmtKind::LocalType(_) | StmtKind::Switch(_)),
                })
            })
    }
}

/// Whether the statement sets the variable in every case before it is looked at.
fn set_first(body: &Stmt, name: &str) -> bool {
    let stmts = match &body.kind {
        StmtKind::Block(b) => b.stmts.as_slice(),
        _ => std::slice::from_ref(body),
    };
    let named = |n: Node<'_>| mentions(n, &|m| m == name);
    let Some(first) = stmts.iter().find(|s| named(Node::Stmt(s))) else { return false };
    match &first.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign(place, value), .. }) => {
            matches!(&bare(place).kind, ExprKind::Name(n) if n == name) && !named(Node::Expr(value))
        }
        _ => false,
    }
}

fn is_init(s: &Stmt, inner: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::For { init, .. } if init.iter().any(|i| std::ptr::eq(i, inner)))
}

/// `new T[n]`, `{…}`, `a.clone()`.
fn makes(e: &Expr) -> bool {
    match &bare(e).kind {
        ExprKind::NewArray { .. } | ExprKind::ArrayInit(_) | ExprKind::New { .. } | ExprKind::Literal(_) => true,
        ExprKind::Call { name, args, .. } => name.name == "clone" && args.is_empty(),
        _ => false,
    }
}

fn is_identity(e: &Expr, fold: Fold) -> bool {
    let n = match &e.kind {
        ExprKind::Literal(Literal::Int(n)) => f64::from(*n),
        ExprKind::Literal(Literal::Long(n)) => *n as f64,
        ExprKind::Literal(Literal::Float(x)) => f64::from(*x),
        ExprKind::Literal(Literal::Double(x)) => *x,
        _ => return false,
    };
    n == f64::from(fold.identity())
}

/// Whether a jump leaves the statement, or the loop whose body it is.
fn leaves(s: &Stmt, inner: bool) -> bool {
    match &s.kind {
        StmtKind::Return(_) | StmtKind::Break(Some(_)) | StmtKind::Continue(Some(_)) => true,
        StmtKind::Break(None) => !inner,
        StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. } => leaves(body, true),
        _ => {
            let inner = inner || matches!(s.kind, StmtKind::Switch(_));
            let mut found = false;
            walk::of_stmt(s, &mut |n| {
                if let Node::Stmt(s) = n {
                    found |= leaves(s, inner);
                }
            });
            found
        }
    }
}

/// The outermost loops over divided arrays.
fn divided_loops<'a>(s: &'a Stmt, divided: &[SmolStr], once: bool, out: &mut Vec<(&'a Stmt, bool)>) {
    let Divided::No = divided_index(s, divided) else {
        out.push((s, once));
        return;
    };
    let repeats = matches!(
        s.kind,
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::ForEach { .. }
    );
    walk::of_stmt(s, &mut |n| {
        if let Node::Stmt(s) = n {
            divided_loops(s, divided, once && !repeats, out);
        }
    });
}

/// Whether a loop counts up, by its form.
fn goes_up(s: &Stmt) -> bool {
    let StmtKind::For { update, .. } = &s.kind else { return false };
    match update.as_slice() {
        [Expr { kind: ExprKind::Unary(UnaryOp::PostInc | UnaryOp::PreInc, _), .. }] => true,
        [Expr { kind: ExprKind::CompoundAssign(BinaryOp::Add, _, by), .. }] => {
            matches!(bare(by).kind, ExprKind::Literal(Literal::Int(n)) if n > 0)
        }
        _ => false,
    }
}

/// Looks at how a divided loop uses what it changes.
struct Scan<'s, 'a> {
    partial: &'s Partial<'a>,
    changed: &'s BTreeSet<SmolStr>,
    uses: &'s mut BTreeMap<SmolStr, Uses>,
}

impl<'a> Scan<'_, 'a> {
    fn inside(&mut self, s: &'a Stmt) {
        for name in self.changed {
            self.uses.entry(name.clone()).or_default();
        }
        self.stmt(s);
    }

    fn of(&mut self, name: &str) -> Option<&mut Uses> {
        self.changed.contains(name).then(|| self.uses.entry(name.into()).or_default())
    }

    fn stmt(&mut self, s: &'a Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::If { cond, then, otherwise } => {
                self.condition(cond);
                self.stmt(then);
                otherwise.iter().for_each(|o| self.stmt(o));
            }
            StmtKind::For { init, cond, update, body } => {
                init.iter().for_each(|s| self.stmt(s));
                cond.iter().for_each(|c| self.value(c));
                update.iter().for_each(|e| self.effect(e));
                self.stmt(body);
            }
            _ => walk::of_stmt(s, &mut |n| match n {
                Node::Stmt(s) => self.stmt(s),
                Node::Expr(e) => self.value(e),
            }),
        }
    }

    fn effect(&mut self, e: &'a Expr) {
        let e = bare(e);
        match &e.kind {
            ExprKind::CompoundAssign(op, place, value) => {
                self.folds(place, Fold::of(*op), Some(value));
                self.value(value);
            }
            ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, place) => {
                self.folds(place, Some(Fold::Add), None);
            }
            ExprKind::Assign(place, value) => self.assigns(place, value),
            ExprKind::Call { target, args, .. } => self.call(target.as_deref(), args, false),
            _ => self.value(e),
        }
    }

    /// What is called may change its objects; `looks` where something comes of it.
    fn call(&mut self, target: Option<&'a Expr>, args: &'a [Expr], looks: bool) {
        for a in target.into_iter().chain(args) {
            match &bare(a).kind {
                ExprKind::Name(name) if self.partial.is_object(name) => {
                    if let Some(uses) = self.of(name) {
                        uses.changed = true;
                        uses.read |= looks;
                    }
                }
                _ => self.value(a),
            }
        }
    }

    /// `place op= value`
    fn folds(&mut self, place: &'a Expr, fold: Option<Fold>, value: Option<&'a Expr>) {
        self.place(place);
        let Some(name) = root(place) else { return };
        let is_step = value.is_some_and(|v| mentions(Node::Expr(v), &|n| n == name));
        let is_name = matches!(bare(place).kind, ExprKind::Name(_));
        let is_step = is_step || self.counted(place);
        let Some(uses) = self.of(name) else { return };
        match (fold.filter(|_| !is_step), is_name) {
            (Some(fold), true) => _ = uses.scalar.insert(fold),
            (Some(fold), false) => _ = uses.elements.insert(fold),
            (None, _) => {
                uses.set = true;
                uses.read = true;
            }
        }
    }

    fn assigns(&mut self, place: &'a Expr, value: &'a Expr) {
        self.place(place);
        let value = bare(value);
        if let Some((fold, other)) = step(place, value, self.partial.members) {
            let is_name = matches!(bare(place).kind, ExprKind::Name(_));
            self.value(other);
            let counted = self.counted(place);
            if let Some(uses) = root(place).and_then(|name| self.of(name)) {
                _ = if is_name { uses.scalar.insert(fold) } else { uses.elements.insert(fold) };
                uses.read |= counted;
            }
            return;
        }
        match &value.kind {
            ExprKind::Cond(cond, a, b) => {
                self.condition(cond);
                for e in [a, b] {
                    // `m = a[i] > m ? a[i] : m`
                    if !same(place, e) {
                        self.value(e);
                    }
                }
            }
            _ => self.value(value),
        }
        let is_name = matches!(bare(place).kind, ExprKind::Name(_));
        let counted = self.counted(place);
        let Some(uses) = root(place).and_then(|name| self.of(name)) else { return };
        match (is_name, counted) {
            (true, _) => uses.set = true,
            (false, true) => uses.changed = true,
            (false, false) => uses.stored = true,
        }
    }

    /// An element whose index the loop counts itself: `out[k++]`.
    fn counted(&self, place: &Expr) -> bool {
        match &bare(place).kind {
            ExprKind::Index(_, index) => mentions(Node::Expr(index), &|n| self.changed.contains(n)),
            _ => false,
        }
    }

    /// The indices of a place are read; what it belongs to is not.
    fn place(&mut self, place: &'a Expr) {
        match &bare(place).kind {
            ExprKind::Index(array, index) => {
                self.place(array);
                self.counter(index);
            }
            ExprKind::Field(object, _) => {
                if let Some(uses) = root(object).and_then(|name| self.of(name)) {
                    uses.changed = true;
                }
                self.place(object);
            }
            ExprKind::Name(_) => {}
            _ => self.value(place),
        }
    }

    /// An index, `k` or `k++` by itself says where the next element is stored.
    fn counter(&mut self, index: &'a Expr) {
        let index = bare(index);
        let name = match &index.kind {
            ExprKind::Unary(UnaryOp::PostInc | UnaryOp::PreInc, k) => root(k),
            _ => root(index).filter(|_| matches!(index.kind, ExprKind::Name(_))),
        };
        match name.and_then(|name| self.of(name)) {
            Some(uses) => uses.counts = true,
            None => self.value(index),
        }
    }

    fn condition(&mut self, e: &'a Expr) {
        let e = bare(e);
        match &e.kind {
            ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, _, a, b) => {
                self.compared(a);
                self.compared(b);
            }
            ExprKind::Binary(BinaryOp::LogAnd | BinaryOp::LogOr, _, a, b) => {
                self.condition(a);
                self.condition(b);
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.condition(a),
            _ => self.value(e),
        }
    }

    fn compared(&mut self, e: &'a Expr) {
        let e = bare(e);
        match &e.kind {
            ExprKind::Name(name) => {
                if let Some(uses) = self.of(name) {
                    uses.compared = true;
                }
            }
            ExprKind::Index(array, index) => {
                let own = root(array).and_then(|name| self.of(name)).map(|uses| uses.compared = true);
                if own.is_none() {
                    self.compared(array);
                }
                match &bare(index).kind {
                    ExprKind::Name(name) => {
                        if let Some(uses) = self.of(name) {
                            uses.compared_at = true;
                        }
                    }
                    _ => self.value(index),
                }
            }
            ExprKind::Call { args, .. } if args.len() == 1 => self.compared(&args[0]),
            _ => self.value(e),
        }
    }

    fn value(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Name(name) => {
                if let Some(uses) = self.of(name) {
                    uses.read = true;
                }
            }
            ExprKind::Field(object, name) if name.name == "length" => self.place(object),
            ExprKind::Call { target, args, .. } => self.call(target.as_deref(), args, true),
            ExprKind::Assign(place, value) | ExprKind::CompoundAssign(_, place, value) => {
                self.place(place);
                self.value(value);
                if let Some(uses) = root(place).and_then(|name| self.of(name)) {
                    (uses.set, uses.read) = (true, true);
                }
            }
            ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, place) => {
                self.place(place);
                if let Some(uses) = root(place).and_then(|name| self.of(name)) {
                    (uses.set, uses.read) = (true, true);
                }
            }
            _ => walk::of_expr(e, &mut |n| match n {
                Node::Expr(e) => self.value(e),
                Node::Stmt(s) => self.stmt(s),
            }),
        }
    }
}

/// `place op x`, `x op place`, `Math.min(place, x)`: the operator, and x, which does not name what the place belongs to.
fn step<'e>(place: &Expr, value: &'e Expr, members: &[Member]) -> Option<(Fold, &'e Expr)> {
    let name = root(place)?;
    let (fold, a, b) = applied(value, members)?;
    let swaps = !matches!(value.kind, ExprKind::Binary(BinaryOp::Sub, ..));
    let other = if same(place, a) {
        b
    } else if swaps && same(place, b) {
        a
    } else {
        return None;
    };
    (!mentions(Node::Expr(other), &|n| n == name)).then_some((fold, other))
}

/// An operator applied to two values, also by a method of the library or of the class that only does that.
fn applied<'e>(value: &'e Expr, members: &[Member]) -> Option<(Fold, &'e Expr, &'e Expr)> {
    match &value.kind {
        ExprKind::Binary(op, _, a, b) => Some((Fold::of(*op)?, a, b)),
        ExprKind::Call { target, name, args, .. } if args.len() == 2 => {
            let fold = match target.as_deref().map(|t| &bare(t).kind) {
                None => only_applies(&name.name, members)?,
                Some(ExprKind::Name(class)) => match (class.as_str(), name.name.as_str()) {
                    ("Math" | "Integer" | "Long" | "Float" | "Double", "min") => Fold::Min,
                    ("Math" | "Integer" | "Long" | "Float" | "Double", "max") => Fold::Max,
                    ("Integer" | "Long" | "Float" | "Double", "sum") => Fold::Add,
                    ("Boolean", "logicalAnd") => Fold::And,
                    ("Boolean", "logicalOr") => Fold::Or,
                    ("Boolean", "logicalXor") => Fold::Xor,
                    _ => return None,
                },
                Some(_) => return None,
            };
            Some((fold, &args[0], &args[1]))
        }
        _ => None,
    }
}

/// The operator that the class's one method of two values with this name applies to them, and does nothing else.
fn only_applies(name: &str, members: &[Member]) -> Option<Fold> {
    let mut of_name = members.iter().filter_map(|m| match m {
        Member::Method(m) if m.name.name == name => Some(m),
        _ => None,
    });
    let (Some(m), None) = (of_name.next(), of_name.next()) else { return None };
    let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = m.body.as_ref()?.stmts.as_slice() else { return None };
    let [p, q] = m.params.as_slice() else { return None };
    let is = |e: &Expr, p: &Param| matches!(&bare(e).kind, ExprKind::Name(n) if *n == p.name.name);
    let both = |a: &Expr, b: &Expr| is(a, p) && is(b, q) || is(a, q) && is(b, p);
    let value = bare(value);
    if let ExprKind::Cond(cond, a, b) = &value.kind {
        let ExprKind::Binary(op, _, x, y) = &bare(cond).kind else { return None };
        let less = match op {
            BinaryOp::Lt | BinaryOp::Le => true,
            BinaryOp::Gt | BinaryOp::Ge => false,
            _ => return None,
        };
        let whole = matches!(p.ty.kind, TypeExprKind::Prim(PrimType::Int | PrimType::Long));
        let takes_left = same(x, a);
        let fold = if less == takes_left { Fold::Min } else { Fold::Max };
        return (whole && both(x, y) && both(a, b)).then_some(fold);
    }
    let (fold, a, b) = applied(value, &[])?;
    let is_sub = matches!(value.kind, ExprKind::Binary(BinaryOp::Sub, ..));
    (!is_sub && both(a, b)).then_some(fold)
}

/// The same place, as it is written.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&bare(a).kind, &bare(b).kind) {
        (ExprKind::Name(a), ExprKind::Name(b)) => a == b,
        (ExprKind::Literal(a), ExprKind::Literal(b)) => a == b,
        (ExprKind::Index(a, i), ExprKind::Index(b, j)) => same(a, b) && same(i, j),
        (ExprKind::Field(a, n), ExprKind::Field(b, m)) => n.name == m.name && same(a, b),
        (ExprKind::Cast(t, a), ExprKind::Cast(u, b)) => t.kind == u.kind && same(a, b),
        (ExprKind::Binary(op, _, a, b), ExprKind::Binary(other, _, c, d)) => op == other && same(a, c) && same(b, d),
        _ => false,
    }
}
