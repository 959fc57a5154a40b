//! Which objects lie on the stack: those that nobody knows any more when the variable or the expression ends that holds them.
//! They cost nothing to make and are never counted; where the methods that they are handed to become part of the caller, their
//! fields are in registers.
//!
//! - A parameter, or the receiver, *leaves* its method where the method does more with it than to look at its fields, to compare
//!   it, and to hand it to methods that it does not leave either. An object that is only handed to others may lie anywhere.
//! - A method *makes* an object where all that it returns are new objects of one class. It has a second form that gives back
//!   the object's fields, and the caller finds a place for them. So has a constructor which its object does not leave.
//! - A local holds an object on the stack where each value that it is given is made there and then, and nothing that is done
//!   with the local lets the object leave.
//!
//! A *plain value*, an object of a value class whose fields are primitive or such values, which lie within it, has no identity: a copy of its fields is as good as the object.
//! So a local holds one on the stack whatever it is given, once it is given one that is made; where it leaves, a copy does. A
//! method makes plain values where one that it returns is made, and copies the others.

use crate::HostPlan;
use crate::ownership::call_targets;
use crate::walk::element_ty;
use crate::walk::{self, Node};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A parameter by its position; None is the receiver.
type Param = (MethodId, Option<usize>);

#[derive(Default)]
pub struct Placement {
    /// What may be known to others when the method is over.
    leaving: BTreeSet<Param>,
    /// Methods that return new objects only, with the class of these.
    makes: BTreeMap<MethodId, ClassId>,
    /// Locals that hold objects on the stack, with the class of these.
    locals: BTreeMap<MethodId, BTreeMap<LocalId, ClassId>>,
    /// Small methods that are handed objects on the stack: as part of their callers, they find the fields in registers.
    pub part_of_callers: BTreeSet<MethodId>,
}

/// Values of more fields are not copied.
const MAX_FIELDS: usize = 16;

/// Values lie so deep within values, at most.
const MAX_DEPTH: u32 = 4;

/// A method of so many expressions and statements is small.
const SMALL: usize = 100;

pub fn placement(cx: &HostPlan) -> Placement {
    let mut p = Placement { leaving: leaving(cx, &Placement::default()), ..Placement::default() };
    p.find_plain_values(cx);
    // Now that some variables are copied from.
    p.leaving = leaving(cx, &p);
    loop {
        let more: Vec<(MethodId, ClassId)> = cx
            .reach
            .methods
            .iter()
            .filter(|m| !p.makes.contains_key(m))
            .filter_map(|&m| Some((m, p.returned_class(cx, m)?)))
            .collect();
        if more.is_empty() {
            break;
        }
        p.makes.extend(more);
    }
    for &m in &cx.reach.methods {
        let found = p.stack_locals(cx, m);
        if !found.is_empty() {
            p.locals.entry(m).or_default().extend(found);
        }
    }
    p.part_of_callers = p.handed_methods(cx);
    p
}

// ---- what leaves ------------------------------------------------------------------------------------------------

/// A variable that is looked at.
struct Look<'a> {
    at: &'a Expr,
    /// What it becomes.
    to: Vec<Param>,
    /// It is the receiver of a call of this method.
    called: Option<MethodId>,
}

/// By the address of the variable's expression.
type Looks<'a> = BTreeMap<*const Expr, Look<'a>>;

/// The mentions of variables that keep an object where it is, if the parameters that they become do.
fn looks<'a>(cx: &HostPlan, n: &Node<'a>, out: &mut Looks<'a>) {
    let mut note_called = |e: &'a Expr, to: Vec<Param>, called: Option<MethodId>| {
        let at = strip_upcast(e);
        if matches!(at.kind, ExprKind::Local(_) | ExprKind::This) {
            out.insert(at, Look { at, to, called });
        }
    };
    let mut note = |e: &'a Expr, to: Vec<Param>| note_called(e, to, None);
    match n {
        Node::Place(Place::Field { object: Some(o), .. } | Place::Index { array: o, .. }) => note(o, Vec::new()),
        Node::Expr(e) => match &e.kind {
            ExprKind::Field { object: Some(o), .. } | ExprKind::Index { array: o, .. } | ExprKind::Length(o) => {
                note(o, Vec::new())
            }
            // The place of a row may stand for the row that its matrix makes later.
            ExprKind::Binary(BinOp::Eq | BinOp::Ne, a, b)
                if !matches!((&a.ty, &b.ty), (Ty::Array { .. }, Ty::Array { .. })) =>
            {
                note(a, Vec::new());
                note(b, Vec::new());
            }
            ExprKind::InstanceOf { expr, binding: None, .. } => note(expr, Vec::new()),
            ExprKind::Call { kind, method, receiver, args } => {
                let mut runs = call_targets(cx, *kind, *method, receiver.as_deref());
                if runs.len() > 1 {
                    // The dispatcher takes what one of all that it runs takes.
                    runs = cx.dispatched_targets(*method).into_iter().map(|(m, _)| m).collect();
                }
                for (i, a) in args.iter().enumerate() {
                    note(a, runs.iter().map(|&m| (m, Some(i))).collect());
                }
                if let Some(r) = receiver {
                    note_called(r, runs.iter().map(|&m| (m, None)).collect(), Some(*method));
                }
            }
            ExprKind::New { class, constructor, args } if !is_lambda(cx, *class) => {
                for (i, a) in args.iter().enumerate() {
                    note(a, vec![(*constructor, Some(i))]);
                }
            }
            _ => {}
        },
        _ => {}
    }
}

/// The variables whose fields are copied where `e` gives a plain value to be placed.
fn copied<'a>(e: &'a Expr, out: &mut Looks<'a>) {
    let e = strip_upcast(e);
    match &e.kind {
        ExprKind::Cond(_, a, b) => {
            copied(a, out);
            copied(b, out);
        }
        ExprKind::Local(_) | ExprKind::This => {
            out.insert(e, Look { at: e, to: Vec::new(), called: None });
        }
        _ => {}
    }
}

impl Placement {
    /// As [`borrowed_returns`], for what is done with plain values that have a place.
    fn copies<'a>(&self, cx: &HostPlan, m: MethodId, n: &Node<'a>, out: &mut Looks<'a>) {
        let is_placed = |l: LocalId| self.plain_local(m, l).is_some();
        match n {
            Node::Stmt(s) => match &s.kind {
                StmtKind::Local { local, init: Some(e) } if is_placed(*local) => copied(e, out),
                StmtKind::Return(Some(e)) if self.plain_result(cx, m).is_some() => copied(e, out),
                _ => {}
            },
            Node::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) if is_placed(*l) => {
                copied(value, out)
            }
            Node::Expr(Expr { kind: ExprKind::Assign { place: Place::Field { field, .. }, value }, .. })
                if cx.inline_field(*field).is_some() =>
            {
                copied(value, out)
            }
            _ => {}
        }
    }

    fn plain_local(&self, m: MethodId, l: LocalId) -> Option<ClassId> {
        self.locals.get(&m)?.get(&l).copied()
    }

    /// The class of the plain values that a method makes.
    fn plain_result(&self, cx: &HostPlan, m: MethodId) -> Option<ClassId> {
        self.makes.get(&m).copied().filter(|&c| cx.is_plain_value(c))
    }
}

fn is_lambda(cx: &HostPlan, c: ClassId) -> bool {
    matches!(cx.program.class(c).kind, ClassKind::Lambda { .. })
}

/// The least set that holds each parameter which is kept, or handed to one that is in it.
fn leaving(cx: &HostPlan, placed: &Placement) -> BTreeSet<Param> {
    let mut leaving = BTreeSet::new();
    let mut edges: Vec<(Param, Vec<Param>)> = Vec::new();
    for (i, method) in cx.program.methods.iter().enumerate() {
        let m = MethodId(i as u32);
        // What an `Object` is made of does nothing with it.
        if method.kind == MethodKind::Constructor && Some(method.class) == cx.object {
            continue;
        }
        let all = [None].into_iter().chain((0..method.params.len()).map(Some));
        let (Some(body), None, None, true) =
            (&method.body, &method.native, &method.somd, cx.reach.methods.contains(&m))
        else {
            leaving.extend(all.map(|p| (m, p)));
            continue;
        };
        let param = |e: &Expr| match &e.kind {
            ExprKind::This => Some((m, None)),
            ExprKind::Local(l) if placed.plain_local(m, *l).is_some() => None,
            ExprKind::Local(l) => method.params.iter().position(|p| p == l).map(|i| (m, Some(i))),
            _ => None,
        };
        let mut found = Looks::new();
        walk::block(body, &mut |n| {
            looks(cx, &n, &mut found);
            placed.copies(cx, m, &n, &mut found);
        });
        walk::block(body, &mut |n| match n {
            Node::Expr(e) if !found.contains_key(&(e as *const Expr)) => leaving.extend(param(e)),
            _ => {}
        });
        // What is assigned, or handed over by value, is the method's own.
        let written = walk::assigned_in_block(body);
        for (i, p) in method.params.iter().enumerate() {
            // The method has a copy.
            if placed.plain_local(m, *p).is_some() {
                continue;
            }
            if written.contains(p) || cx.is_owned(m, i) {
                leaving.insert((m, Some(i)));
            }
        }
        edges.extend(found.into_values().filter_map(|look| Some((param(look.at)?, look.to))));
    }
    loop {
        let before = leaving.len();
        for (from, to) in &edges {
            if to.iter().any(|t| leaving.contains(t)) {
                leaving.insert(*from);
            }
        }
        if leaving.len() == before {
            return leaving;
        }
    }
}

// ---- what is made -----------------------------------------------------------------------------------------------

impl Placement {
    /// The class of the object that `e` makes, where its fields can be had.
    fn made_class(&self, cx: &HostPlan, e: &Expr) -> Option<ClassId> {
        match &strip_upcast(e).kind {
            ExprKind::New { class, constructor, .. } => {
                let fits = !is_lambda(cx, *class)
                    && cx.has_structure(*class)
                    && (!cx.is_value_class(*class) || cx.is_plain_value(*class))
                    && !cx.is_box(*class)
                    && !self.leaving.contains(&(*constructor, None));
                fits.then_some(*class)
            }
            ExprKind::Call { kind, method, receiver, .. } => {
                match call_targets(cx, *kind, *method, receiver.as_deref()).as_slice() {
                    [only] if cx.same_signature(*method, *only) => self.makes.get(only).copied(),
                    _ => None,
                }
            }
            ExprKind::Cond(_, a, b) => self.made_class(cx, a).filter(|c| self.made_class(cx, b) == Some(*c)),
            // Put together from columns.
            ExprKind::Index { array, .. } => cx.in_columns(&element_ty(&array.ty)),
            _ => None,
        }
    }

    /// The methods that make plain values, and the locals that hold them.
    fn find_plain_values(&mut self, cx: &HostPlan) {
        let is_plain = |ty: &Ty| matches!(ty, Ty::Class(c) if cx.is_plain_value(*c));
        let methods: Vec<MethodId> = cx.reach.methods.iter().copied().collect();
        let methods: Vec<MethodId> = methods
            .into_iter()
            .filter(|&m| {
                let method = cx.program.method(m);
                let found = is_plain(&method.ret) || method.locals.iter().any(|l| is_plain(&l.ty));
                found && method.native.is_none() && method.somd.is_none()
            })
            .collect();
        loop {
            let before = (self.makes.len(), self.locals.values().map(BTreeMap::len).sum::<usize>());
            for &m in &methods {
                let found = self.plain_locals(cx, m);
                if !found.is_empty() {
                    self.locals.insert(m, found);
                }
                if let Some(c) = self.returned_plain(cx, m) {
                    self.makes.insert(m, c);
                }
            }
            if before == (self.makes.len(), self.locals.values().map(BTreeMap::len).sum::<usize>()) {
                return;
            }
        }
    }

    /// Something that `e`, in method `m`, can give as a plain value is made, or has a place.
    fn is_made_value(&self, cx: &HostPlan, m: MethodId, e: &Expr) -> bool {
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Cond(_, a, b) => self.is_made_value(cx, m, a) || self.is_made_value(cx, m, b),
            ExprKind::Local(l) => self.plain_local(m, *l).is_some(),
            _ => cx.is_inline(e) || self.made_class(cx, e).is_some(),
        }
    }

    /// The locals of a method that hold plain values: those that are given one that is made, and parameters that are assigned.
    fn plain_locals(&self, cx: &HostPlan, m: MethodId) -> BTreeMap<LocalId, ClassId> {
        let method = cx.program.method(m);
        let Some(body) = &method.body else { return BTreeMap::new() };
        let (mut given, mut excluded) = (BTreeSet::new(), BTreeSet::new());
        walk::block(body, &mut |n| match n {
            Node::Stmt(Stmt { kind: StmtKind::Local { local, init: Some(e) }, .. }) if self.is_made_value(cx, m, e) => {
                given.insert(*local);
            }
            Node::Expr(Expr { kind, .. }) => match kind {
                ExprKind::Assign { place: Place::Local(l), value }
                    if method.params.contains(l) || self.is_made_value(cx, m, value) =>
                {
                    given.insert(*l);
                }
                // They are declared where their value is known to be a reference.
                ExprKind::InstanceOf { binding: Some(l), .. } => {
                    excluded.insert(*l);
                }
                ExprKind::Switch(s) => {
                    excluded.insert(s.result);
                }
                _ => {}
            },
            _ => {}
        });
        let class = |l: &LocalId| match method.locals[l.index()].ty {
            Ty::Class(c) if cx.is_plain_value(c) && !method.locals[l.index()].shared => Some(c),
            _ => None,
        };
        given.difference(&excluded).filter_map(|l| Some((*l, class(l)?))).collect()
    }

    /// The class of the plain values that a method returns, where one of them is made.
    fn returned_plain(&self, cx: &HostPlan, m: MethodId) -> Option<ClassId> {
        let method = cx.program.method(m);
        let (Some(body), MethodKind::Method, Ty::Class(c)) = (&method.body, method.kind, &method.ret) else {
            return None;
        };
        let (mut fits, mut made) = (cx.is_plain_value(*c), false);
        walk::block(body, &mut |n| match n {
            Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) => made |= self.is_made_value(cx, m, e),
            // Closures have results of their own.
            Node::Stmt(Stmt { kind: StmtKind::Try { .. } | StmtKind::Sync { .. } | StmtKind::Single(_), .. }) => {
                fits = false
            }
            _ => {}
        });
        (fits && made).then_some(*c)
    }

    /// The one class of which a method returns new objects.
    fn returned_class(&self, cx: &HostPlan, m: MethodId) -> Option<ClassId> {
        let method = cx.program.method(m);
        let (Some(body), None, None, MethodKind::Method) = (&method.body, &method.native, &method.somd, method.kind)
        else {
            return None;
        };
        // Forms for nearby catches, and closures, have results of their own.
        if cx.results.contains(&m) || !matches!(method.ret, Ty::Class(c) if !cx.is_plain_value(c)) {
            return None;
        }
        let mut classes = BTreeSet::new();
        let mut fits = true;
        walk::block(body, &mut |n| match n {
            Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) => match self.made_class(cx, e) {
                Some(c) => {
                    classes.insert(c);
                }
                None => fits = false,
            },
            Node::Stmt(Stmt { kind: StmtKind::Try { .. } | StmtKind::Sync { .. } | StmtKind::Single(_), .. }) => {
                fits = false
            }
            _ => {}
        });
        match classes.len() {
            1 if fits => classes.pop_first(),
            _ => None,
        }
    }

    /// The locals of a method that hold objects on the stack.
    fn stack_locals(&self, cx: &HostPlan, m: MethodId) -> BTreeMap<LocalId, ClassId> {
        let method = cx.program.method(m);
        let (Some(body), None) = (&method.body, &method.somd) else { return BTreeMap::new() };
        // What each local is given, and how often by something else than its declaration and assignments that are statements.
        let mut given: BTreeMap<LocalId, Vec<&Expr>> = BTreeMap::new();
        let mut times: BTreeMap<LocalId, i32> = BTreeMap::new();
        let mut found = Looks::new();
        walk::block(body, &mut |n| {
            looks(cx, &n, &mut found);
            self.copies(cx, m, &n, &mut found);
            match n {
                Node::Stmt(s) => match &s.kind {
                    StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), .. }, .. }) => {
                        *times.entry(*l).or_default() -= 1;
                    }
                    StmtKind::Local { local, init: Some(e) } => {
                        given.entry(*local).or_default().push(e);
                        *times.entry(*local).or_default() -= 1;
                    }
                    _ => {}
                },
                Node::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) => {
                    given.entry(*l).or_default().push(value)
                }
                Node::Place(Place::Local(l)) => *times.entry(*l).or_default() += 1,
                Node::Declare(l) => *times.entry(l).or_default() += 1,
                _ => {}
            }
        });
        let mut out = BTreeMap::new();
        for (l, values) in given {
            let local = &method.locals[l.index()];
            let mut classes: BTreeSet<Option<ClassId>> = match local.ty {
                // Whatever it is given; it does not leave.
                Ty::Class(c) if cx.is_plain_value(c) => BTreeSet::from([Some(c)]),
                _ => values.iter().map(|e| self.made_class(cx, e)).collect(),
            };
            if let (Ty::Class(_), 1, Some(Some(class))) = (&local.ty, classes.len(), classes.pop_first())
                && times.get(&l) == Some(&0)
                && !method.params.contains(&l)
                && !local.shared
            {
                out.insert(l, class);
            }
        }
        walk::block(body, &mut |n| {
            if let Node::Expr(e) = n
                && let ExprKind::Local(l) = &e.kind
                && let Some(&class) = out.get(l)
                && !found.get(&(e as *const Expr)).is_some_and(|look| self.keeps(cx, look, class))
            {
                out.remove(l);
            }
        });
        out
    }

    /// An object of exactly this class stays where it is where it is looked at so.
    fn keeps(&self, cx: &HostPlan, look: &Look, class: ClassId) -> bool {
        if look.at.ty == Ty::Class(class) {
            return look.to.iter().all(|t| !self.leaving.contains(t));
        }
        // A variable of a less precise type: what it holds is of its own class where its methods are called.
        look.called.is_some_and(|m| match cx.reach.targets(cx.program, class, m).as_slice() {
            [(only, _)] => cx.same_signature(m, *only) && !self.leaving.contains(&(*only, None)),
            _ => false,
        })
    }

    /// Nothing that a method does with a row of primitives, which the local holds, lets it leave.
    fn row_stays(&self, cx: &HostPlan, m: MethodId, l: LocalId) -> bool {
        let Some(body) = &cx.program.method(m).body else { return false };
        let mut found = Looks::new();
        let mut stays = true;
        walk::block(body, &mut |n| looks(cx, &n, &mut found));
        walk::block(body, &mut |n| match n {
            // As an `Object` it could be compared with another.
            Node::Expr(Expr { kind: ExprKind::Upcast(i), .. }) if matches!(i.kind, ExprKind::Local(x) if x == l) => {
                stays = false
            }
            Node::Expr(e) if matches!(e.kind, ExprKind::Local(x) if x == l) => {
                let look = found.get(&(e as *const Expr));
                stays &= look.is_some_and(|look| look.to.iter().all(|t| !self.leaving.contains(t)));
            }
            _ => {}
        });
        stays
    }

    /// The small methods that are handed objects on the stack.
    fn handed_methods(&self, cx: &HostPlan) -> BTreeSet<MethodId> {
        let mut found = BTreeSet::new();
        for &m in &cx.reach.methods {
            let Some(body) = &cx.program.method(m).body else { continue };
            let locals = self.locals.get(&m);
            let on_stack = |e: &Expr| match &strip_upcast(e).kind {
                ExprKind::Local(l) => locals.is_some_and(|found| found.contains_key(l)),
                _ => self.made_class(cx, e).is_some(),
            };
            walk::block(body, &mut |n| {
                if let Node::Expr(Expr { kind: ExprKind::Call { kind, method, receiver, args }, .. }) = n
                    && receiver.iter().map(Box::as_ref).chain(args).any(on_stack)
                {
                    let own = receiver.as_ref().and_then(|r| match &strip_upcast(r).kind {
                        ExprKind::Local(l) => locals?.get(l).copied(),
                        _ => None,
                    });
                    match own.map(|c| cx.reach.targets(cx.program, c, *method)).as_deref() {
                        Some([(only, _)]) => found.extend([*only]),
                        Some(_) => {}
                        None => {
                            if let [only] = call_targets(cx, *kind, *method, receiver.as_deref()).as_slice() {
                                found.extend([*only]);
                            }
                        }
                    }
                }
            });
        }
        found.retain(|&m| {
            let method = cx.program.method(m);
            let mut size = 0;
            method.body.iter().for_each(|b| walk::block(b, &mut |_| size += 1));
            method.kind == MethodKind::Method && !cx.recursion.methods.contains(&m) && size <= SMALL
        });
        found
    }
}

impl HostPlan<'_> {
    /// The class of the object that `e` makes and that the caller of the code can place.
    pub fn made_class(&self, e: &Expr) -> Option<ClassId> {
        self.escape.made_class(self, e)
    }

    /// The class of the objects that a method makes.
    pub fn returned_class(&self, m: MethodId) -> Option<ClassId> {
        self.escape.makes.get(&m).copied()
    }

    /// The local holds an object of this class on the stack.
    pub fn stack_local(&self, m: MethodId, l: LocalId) -> Option<ClassId> {
        self.escape.locals.get(&m)?.get(&l).copied()
    }

    /// An object of exactly this class is a plain value: its fields are all that it is.
    pub fn is_plain_value(&self, c: ClassId) -> bool {
        self.is_value_class(c) && self.plain_fields(c, MAX_DEPTH).is_some_and(|n| n <= MAX_FIELDS)
    }

    /// The class of plain values that arrays of this element type hold in columns, one for every field.
    pub fn in_columns(&self, element: &Ty) -> Option<ClassId> {
        let has_fields = |c: ClassId| self.plain_fields(c, MAX_DEPTH).is_some_and(|n| n > 0);
        self.value_class(element).filter(|&c| self.is_plain_value(c) && has_fields(c))
    }

    /// The program may have arrays in columns.
    pub fn has_columns(&self) -> bool {
        self.reach.instantiated.iter().any(|&c| self.in_columns(&Ty::Class(c)).is_some())
    }

    /// How many primitive fields a plain value has, in all.
    fn plain_fields(&self, c: ClassId, depth: u32) -> Option<usize> {
        let program = self.program;
        let class = program.class(c);
        let fits = self.is_value_class(c)
            && !class.is_abstract
            && !class.is_library
            && self.reach.instantiated.contains(&c)
            && class
                .superclass
                .is_none_or(|s| self.layout(&Ty::Class(s)) == crate::types::Layout::Object || self.is_unit(s))
            && !self.reach.instantiated.iter().any(|&sub| sub != c && program.is_subclass(sub, c));
        let fields = self.instance_fields(c);
        let sizes = fields.iter().map(|&f| match &program.field(f).ty {
            Ty::Class(inner) if depth > 0 => self.plain_fields(*inner, depth - 1),
            t => t.is_primitive().then_some(1),
        });
        if fits { sizes.sum() } else { None }
    }

    /// The class of the plain value that lies within a plain value as this field.
    pub fn inline_field(&self, f: FieldId) -> Option<ClassId> {
        let field = self.program.field(f);
        match field.ty {
            Ty::Class(c) if !field.is_static && self.is_plain_value(field.class) => Some(c),
            _ => None,
        }
    }

    /// `e` is the field of a plain value where another lies.
    pub fn is_inline(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Field { object: Some(_), field } if self.inline_field(*field).is_some())
    }

    /// The local holds an object on the stack, or is a parameter of which the method has a copy there.
    pub fn plain_local(&self, m: MethodId, l: LocalId) -> Option<ClassId> {
        self.stack_local(m, l).filter(|&c| self.is_plain_value(c))
    }

    /// The method has a copy of this parameter on the stack.
    pub fn copied_param(&self, m: MethodId, l: LocalId) -> Option<ClassId> {
        self.stack_local(m, l).filter(|_| self.program.method(m).params.contains(&l))
    }

    /// The class of the plain values that a method makes.
    pub fn plain_result(&self, m: MethodId) -> Option<ClassId> {
        self.escape.plain_result(self, m)
    }

    /// What the call's receiver is, or what is at this position, nobody knows afterwards.
    pub fn stays(&self, runs: &[MethodId], position: Option<usize>) -> bool {
        runs.iter().all(|&m| !self.escape.leaving.contains(&(m, position)))
    }

    /// As [`HostPlan::stays`] for a local that holds a row of primitives.
    pub fn row_stays(&self, m: MethodId, l: LocalId) -> bool {
        self.escape.row_stays(self, m, l)
    }
}
