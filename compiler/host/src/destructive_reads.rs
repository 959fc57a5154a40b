//! References that move out of a field or an element: `x = o.f; o.f = …` overwrites what was just read, so that the read leaves null and
//! nothing is counted. So do lists that lose their first element, stacks, queues, rotations of trees, reversals. And elements that
//! change places: `x = a[i]; a[i] = a[j]; a[j] = x`.
//!
//! Between the read and the write nothing may look at the place, and nothing may be thrown, unless null was in it anyway: counters
//! and other fields may change.

use crate::HostPlan;
use crate::locals::Use;
use crate::walk::{self, Node};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::BTreeSet;

/// What moves, by address.
#[derive(Default)]
pub struct Takes {
    /// Reads that leave null.
    pub reads: BTreeSet<*const Expr>,
    /// The first of three statements that exchange two elements.
    pub exchanges: BTreeSet<*const Stmt>,
}

/// Two elements of one array that three statements exchange.
pub struct Exchange<'e> {
    pub array: &'e Expr,
    pub one: &'e Expr,
    pub other: &'e Expr,
    /// What holds the one meanwhile.
    local: LocalId,
}

pub fn takes(cx: &HostPlan, method: &Method, uses: &[Use]) -> Takes {
    let mut finder = Finder { cx, method, uses, takes: Takes::default() };
    let Some(body) = &method.body else { return finder.takes };
    finder.list(&body.stmts);
    walk::block(body, &mut |n| {
        let Node::Stmt(s) = n else { return };
        match &s.kind {
            StmtKind::Block(b)
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. }
            | StmtKind::For { body: b, .. }
            | StmtKind::Labeled { body: b, .. } => finder.list(&b.stmts),
            StmtKind::If { then, otherwise, .. } => {
                finder.list(&then.stmts);
                otherwise.iter().for_each(|b| finder.list(&b.stmts));
            }
            _ => {}
        }
    });
    finder.takes
}

struct Finder<'a> {
    cx: &'a HostPlan<'a>,
    method: &'a Method,
    uses: &'a [Use],
    takes: Takes,
}

/// `x = o.f`, `x = a[i]`, `a.g = o.f` or `a[i] = o.f`.
struct Read<'a> {
    at: &'a Expr,
    from: From<'a>,
    to: Option<LocalId>,
}

#[derive(Clone, Copy)]
enum From<'a> {
    Field(&'a Expr, FieldId),
    Element { array: &'a Expr, index: &'a Expr },
}

/// Statements between the read and the write, at most.
const MAX_BETWEEN: usize = 4;

impl Finder<'_> {
    fn list(&mut self, stmts: &[Stmt]) {
        for (i, s) in stmts.iter().enumerate() {
            if exchange(&stmts[i..]).is_some_and(|x| self.is_exchange(&x)) {
                self.takes.exchanges.insert(s);
            }
            self.lengthened(s);
            let before = i.checked_sub(1).map(|i| &stmts[i]);
            let Some(read) = self.read(s, before) else { continue };
            let rest = &stmts[i + 1..];
            let behind = match (rest.first().map(|s| &s.kind), read.to) {
                // Without an object there was null.
                (Some(StmtKind::If { cond, then, .. }), Some(x)) if is_null_test(BinOp::Ne, cond, x) => &then.stmts[..],
                (Some(StmtKind::If { cond, then, otherwise: None }), Some(x))
                    if is_null_test(BinOp::Eq, cond, x) && !walk::block_completes(then) =>
                {
                    &rest[1..]
                }
                _ => rest,
            };
            let calm = behind.iter().take(MAX_BETWEEN).take_while(|s| self.is_calm(s, &read)).count();
            let mut rest = behind[calm..].iter();
            let Some(write) = rest.next().filter(|s| self.overwrites(s, &read)) else { continue };
            self.takes.reads.insert(read.at);
            // The first of a stack of links: what it loses in turn. The element is there, as it was read.
            if let (From::Element { .. }, Some(value)) = (read.from, written(write))
                && let Some(from @ From::Field(object, _)) = self.field(strip_upcast(value))
                && matches!(object.kind, ExprKind::Local(o) if Some(o) == read.to)
            {
                let link = Read { at: strip_upcast(value), from, to: None };
                if rest.next().is_some_and(|s| self.overwrites(s, &link)) {
                    self.takes.reads.insert(link.at);
                }
            }
        }
    }

    /// `first = new Node(item, first)`: a chain gets another link.
    fn lengthened(&mut self, s: &Stmt) {
        let Some((place, New { args, .. })) = written_object(s).filter(|(_, new)| self.is_plain(new)) else { return };
        for (i, arg) in args.iter().enumerate() {
            let at = strip_upcast(arg);
            if !at.ty.is_reference() || self.cx.value_class(&at.ty).is_some() {
                continue;
            }
            let Some(from) = self.place(at) else { continue };
            let overwritten = match (place, from) {
                (Place::Field { object: Some(o), field }, From::Field(object, of)) => *field == of && same(o, object),
                (Place::Index { array: to, index: at }, From::Element { array, index }) => {
                    same(to, array) && same(at, index) && self.cx.points_to.fits(to)
                }
                _ => false,
            };
            let read = Read { at, from, to: None };
            if overwritten && args[i + 1..].iter().all(|a| walk::is_inert(a) || self.is_safe(a, &read)) {
                self.takes.reads.insert(at);
                return;
            }
        }
    }

    /// A new object whose class is ready and whose constructor only fills in its fields.
    fn is_plain(&self, new: &New) -> bool {
        self.cx.needs_initialiser(self.method, new.class).is_none() && self.fills_fields(new.constructor)
    }

    fn fills_fields(&self, constructor: MethodId) -> bool {
        let Some(body) = &self.cx.program.method(constructor).body else { return false };
        body.stmts.iter().all(|s| {
            let StmtKind::Expr(e) = &s.kind else { return false };
            match &e.kind {
                ExprKind::Assign { place: Place::Field { object: Some(o), .. }, value } => {
                    matches!(strip_upcast(o).kind, ExprKind::This) && walk::is_inert(value)
                }
                ExprKind::Call { kind: CallKind::Special, method, args, .. } => {
                    self.cx.program.method(*method).kind == MethodKind::Constructor
                        && args.iter().all(walk::is_inert)
                        && self.fills_fields(*method)
                }
                _ => false,
            }
        })
    }

    /// The local is for the exchange alone.
    fn is_exchange(&self, x: &Exchange) -> bool {
        let mut mentions = 0;
        walk::block(self.method.body.as_ref().expect("a body"), &mut |n| match n {
            Node::Expr(Expr { kind: ExprKind::Local(l), .. }) | Node::Place(Place::Local(l)) if *l == x.local => {
                mentions += 1
            }
            _ => {}
        });
        let element = &self.method.locals[x.local.index()].ty;
        mentions == 1
            && !self.uses[x.local.index()].pattern
            && self.cx.in_columns(element).is_none()
            && matches!(x.array.ty, Ty::Array { .. })
            && self.is_path(x.array)
    }

    fn read<'s>(&self, s: &'s Stmt, before: Option<&Stmt>) -> Option<Read<'s>> {
        let (value, to) = match &s.kind {
            StmtKind::Local { local, init: Some(e) } => (e, Some(*local)),
            StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(x), value }, .. }) => {
                (value.as_ref(), Some(*x))
            }
            StmtKind::Expr(Expr {
                kind: ExprKind::Assign { place: Place::Field { object: Some(a), .. }, value },
                ..
            }) if self.is_nonnull(a, before) => (value.as_ref(), None),
            _ => return None,
        };
        let at = strip_upcast(value);
        if !at.ty.is_reference() || self.cx.value_class(&at.ty).is_some() {
            return None;
        }
        let from = self.place(at)?;
        let rebinds = |e: &Expr| to.is_some_and(|x| mentions(e, x));
        let stays = match from {
            From::Field(object, _) => !rebinds(object),
            From::Element { array, index } => !rebinds(array) && !rebinds(index),
        };
        stays.then_some(Read { at, from, to })
    }

    /// The element or field that is looked at.
    fn place<'s>(&self, e: &'s Expr) -> Option<From<'s>> {
        match &e.kind {
            ExprKind::Index { array, index } => (matches!(array.ty, Ty::Array { .. }) && self.is_path(array))
                .then_some(From::Element { array: strip_upcast(array), index }),
            _ => self.field(e),
        }
    }

    /// A look at a field of what is kept.
    fn field<'s>(&self, e: &'s Expr) -> Option<From<'s>> {
        let (object, field) = match &e.kind {
            ExprKind::Field { object: Some(object), field } => (strip_upcast(object), *field),
            ExprKind::Call { .. } => self.cx.as_getter(e).map(|g| (g.object, g.field))?,
            _ => return None,
        };
        self.is_kept(object).then_some(From::Field(object, field))
    }

    /// The receiver, or a variable that does not look at an object in the place where that is.
    fn is_kept(&self, e: &Expr) -> bool {
        match e.kind {
            ExprKind::This => true,
            ExprKind::Local(l) => !self.uses[l.index()].cursor,
            _ => false,
        }
    }

    /// An array in a variable or in a field of what is kept, which nothing on the way changes.
    fn is_path(&self, array: &Expr) -> bool {
        let array = strip_upcast(array);
        match &array.kind {
            ExprKind::Local(_) => true,
            ExprKind::Field { object: Some(o), .. } => self.is_kept(strip_upcast(o)) || self.is_path(o),
            ExprKind::Field { object: None, field } => self.cx.field_needs_initialiser(self.method, *field).is_none(),
            _ => false,
        }
    }

    /// The statement before would have thrown.
    fn is_nonnull(&self, a: &Expr, before: Option<&Stmt>) -> bool {
        let a = strip_upcast(a);
        let looked_at = |e: &Expr| match &e.kind {
            ExprKind::Field { object: Some(o), .. } => same(strip_upcast(o), a),
            _ => false,
        };
        match &a.kind {
            ExprKind::This => true,
            ExprKind::Local(l) if !self.uses[l.index()].cursor => match before.map(|s| &s.kind) {
                Some(StmtKind::Local { local, init: Some(e) }) => {
                    if local == l {
                        is_new(e)
                    } else {
                        looked_at(strip_upcast(e))
                    }
                }
                Some(StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value }, .. })) => match place {
                    Place::Local(x) if x == l => is_new(value),
                    Place::Local(_) => looked_at(strip_upcast(value)),
                    Place::Field { object: Some(o), .. } => same(strip_upcast(o), a),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// The statement writes the same place; its value looks at others, of objects that there are.
    fn overwrites(&self, s: &Stmt, read: &Read) -> bool {
        let StmtKind::Expr(e) = &s.kind else { return false };
        match (&e.kind, read.from) {
            (ExprKind::Assign { place: Place::Field { object: Some(o), field }, value }, From::Field(object, of)) => {
                *field == of && same(strip_upcast(o), object) && self.is_safe(value, read)
            }
            (ExprKind::Call { .. }, From::Field(object, of)) => self
                .cx
                .as_setter(e)
                .is_some_and(|set| set.field == of && same(set.object, object) && self.is_safe(set.value, read)),
            (
                ExprKind::Assign { place: Place::Index { array: to, index: at }, value },
                From::Element { array, index },
            ) => {
                same(strip_upcast(to), array)
                    && is_index(index, at)
                    && (is_null(value) || self.cx.points_to.fits(to))
                    && self.is_safe(value, read)
            }
            _ => false,
        }
    }

    /// The statement looks at fields of objects that there are, and gives some of them other values; of the place that was read it
    /// knows nothing.
    fn is_calm(&self, s: &Stmt, read: &Read) -> bool {
        let (object, of) = match read.from {
            From::Field(object, of) => (Some(object), Some(of)),
            From::Element { .. } => (None, None),
        };
        let exists = |o: &Expr| matches!(o.kind, ExprKind::This) || object.is_some_and(|object| same(o, object));
        let is_free = |field: FieldId| Some(field) != of;
        let is_on_the_way = |n: &Node| match read.from {
            From::Field(object, _) => touches(object, n),
            From::Element { array, index } => touches(array, n) || touches(index, n),
        };
        let mut calm = true;
        walk::stmt(s, &mut |n| {
            use ExprKind::*;
            calm &= match &n {
                Node::Expr(e) => match &e.kind {
                    Lit(_) | This | Neg(_) | BitNot(_) | Not(_) | Convert(_) | And(..) | Or(..) | Cond(..)
                    | Upcast(_) => true,
                    Local(l) => !self.uses[l.index()].cursor,
                    Binary(..) => walk::is_inert(e) || !matches!(e.kind, Binary(BinOp::Div | BinOp::Rem, ..)),
                    Field { object: Some(o), field } => exists(strip_upcast(o)) && is_free(*field),
                    Assign { .. } => true,
                    CompoundAssign { op, op_ty, .. } => op_ty.is_primitive() && !matches!(op, BinOp::Div | BinOp::Rem),
                    IncDec { .. } => e.ty.is_primitive(),
                    _ => false,
                },
                Node::Place(Place::Field { object: Some(o), field }) => {
                    exists(strip_upcast(o)) && is_free(*field) && !is_on_the_way(&n)
                }
                Node::Place(Place::Local(l)) => self.method.locals[l.index()].ty.is_primitive() && !is_on_the_way(&n),
                Node::Place(_) => false,
                Node::Stmt(s) => matches!(s.kind, StmtKind::Expr(_) | StmtKind::If { .. } | StmtKind::Block(_)),
                Node::Declare(_) => false,
            };
        });
        calm
    }

    fn is_safe(&self, e: &Expr, read: &Read) -> bool {
        match &e.kind {
            ExprKind::Lit(_) => true,
            ExprKind::This | ExprKind::Local(_) => self.is_kept(e),
            ExprKind::Upcast(i) => self.is_safe(i, read),
            ExprKind::New { class, constructor, args } => {
                self.is_plain(&New { class: *class, constructor: *constructor, args })
                    && args.iter().all(|a| walk::is_inert(a) || self.is_safe(a, read))
            }
            _ => {
                let Some(From::Field(o, field)) = self.field(e) else { return false };
                let (other, object) = match read.from {
                    From::Field(object, of) => (field != of, Some(object)),
                    From::Element { .. } => (true, None),
                };
                let exists = matches!(o.kind, ExprKind::This)
                    || object.is_some_and(|object| same(o, object))
                    || matches!(o.kind, ExprKind::Local(l) if Some(l) == read.to);
                other && exists
            }
        }
    }
}

struct New<'a> {
    class: ClassId,
    constructor: MethodId,
    args: &'a [Expr],
}

/// A statement that writes a new object to a place.
fn written_object(s: &Stmt) -> Option<(&Place, New<'_>)> {
    let StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value }, .. }) = &s.kind else { return None };
    let ExprKind::New { class, constructor, args } = &strip_upcast(value).kind else { return None };
    Some((place, New { class: *class, constructor: *constructor, args }))
}

fn is_new(e: &Expr) -> bool {
    matches!(strip_upcast(e).kind, ExprKind::New { .. })
}

/// What a statement writes to a place.
fn written(s: &Stmt) -> Option<&Expr> {
    match &s.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { value, .. }, .. }) => Some(value),
        _ => None,
    }
}

/// The exchange that the first three statements are, but for what else uses the local.
pub fn exchange(stmts: &[Stmt]) -> Option<Exchange<'_>> {
    let [first, second, third, ..] = stmts else { return None };
    let StmtKind::Local { local, init: Some(init) } = &first.kind else { return None };
    let ExprKind::Index { array, index: one } = &strip_upcast(init).kind else { return None };
    let (to, from) = stored(second)?;
    let (last, held) = stored(third)?;
    let ExprKind::Index { array: other_array, index: other } = &strip_upcast(from).kind else { return None };
    let fits = same(to.0, array)
        && same(to.1, one)
        && same(other_array, array)
        && same(last.0, array)
        && same(last.1, other)
        && matches!(strip_upcast(held).kind, ExprKind::Local(l) if l == *local);
    fits.then_some(Exchange { array, one, other, local: *local })
}

/// `a[i] = value`
fn stored(s: &Stmt) -> Option<((&Expr, &Expr), &Expr)> {
    match &s.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Index { array, index }, value }, .. }) => {
            Some(((array, index), value))
        }
        _ => None,
    }
}

/// Evaluated behind `first`, without any write to a variable or field in between, `second` has the same value.
fn is_index(first: &Expr, second: &Expr) -> bool {
    match &first.kind {
        // `a[--n]`, then `a[n]`
        ExprKind::IncDec { place, prefix: true, .. } => match (place, &second.kind) {
            (Place::Local(a), ExprKind::Local(b)) => a == b,
            (Place::Field { object: Some(a), field: f }, ExprKind::Field { object: Some(b), field: g }) => {
                f == g && same(strip_upcast(a), strip_upcast(b))
            }
            _ => false,
        },
        _ => same(first, second),
    }
}

fn mentions(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    walk::expr(e, &mut |n| found |= matches!(n, Node::Expr(Expr { kind: ExprKind::Local(l), .. }) if *l == local));
    found
}

/// `e` looks at the variable or the field that is written.
fn touches(e: &Expr, written: &Node) -> bool {
    let mut found = false;
    walk::expr(e, &mut |n| {
        found |= match (&n, written) {
            (
                Node::Expr(Expr { kind: ExprKind::Local(a), .. }) | Node::Place(Place::Local(a)),
                Node::Place(Place::Local(b)),
            ) => a == b,
            (
                Node::Expr(Expr { kind: ExprKind::Field { field: a, .. }, .. })
                | Node::Place(Place::Field { field: a, .. }),
                Node::Place(Place::Field { field: b, .. }),
            ) => a == b,
            _ => false,
        }
    });
    found
}

/// Both have the same value wherever nothing is written between them; neither changes anything.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&strip_upcast(a).kind, &strip_upcast(b).kind) {
        (ExprKind::This, ExprKind::This) => true,
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Lit(Lit::Int(a)), ExprKind::Lit(Lit::Int(b))) => a == b,
        (ExprKind::Field { object: a, field: f }, ExprKind::Field { object: b, field: g }) => {
            f == g
                && match (a, b) {
                    (Some(a), Some(b)) => same(a, b),
                    (None, None) => true,
                    _ => false,
                }
        }
        (ExprKind::Binary(o, a, b), ExprKind::Binary(p, c, d)) => {
            o == p && matches!(o, BinOp::Add | BinOp::Sub | BinOp::Mul) && same(a, c) && same(b, d)
        }
        (ExprKind::Convert(a), ExprKind::Convert(b)) => a.ty == b.ty && same(a, b),
        _ => false,
    }
}

fn is_null(e: &Expr) -> bool {
    matches!(strip_upcast(e).kind, ExprKind::Lit(Lit::Null))
}

/// `x != null` or `x == null`
fn is_null_test(test: BinOp, e: &Expr, x: LocalId) -> bool {
    let is_x = |e: &Expr| matches!(strip_upcast(e).kind, ExprKind::Local(l) if l == x);
    matches!(&e.kind, ExprKind::Binary(op, a, b) if *op == test && (is_x(a) && is_null(b) || is_x(b) && is_null(a)))
}
