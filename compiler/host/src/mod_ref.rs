//! What a piece of code may store references in: fields, and elements of arrays.
//!
//! A reference that is read from a place is kept alive by the place as long as nothing is stored there. So a receiver, an argument
//! or a local that comes from one is looked at where it is, without being counted, while code runs that stores no reference in
//! the fields and elements on the way to it. What a constructor stores in its own new object, or a method in one that it has made, does not
//! count for its callers: no way leads through what was not there before.

use crate::last_use::Given;
use crate::points_to::Sites;
use crate::walk::{self, Node};
use crate::{HostPlan, ownership, reachability};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Natives of these modules neither store references nor call the program back.
const QUIET_NATIVES: &[&str] =
    &["math.", "string.", "character.", "number.", "builder.", "bytes.", "throwable.", "io."];

/// So do these of other modules.
const QUIET: &[&str] = &[
    "object.identityHashCode",
    "object.classNumber",
    "object.sameClass",
    "object.className",
    "object.isNamed",
    "array.newLike",
    "array.sortInt",
    "array.sortIntInParallel",
    "array.sortLong",
    "array.sortLongInParallel",
    "array.sortShort",
    "array.sortShortInParallel",
    "array.sortByte",
    "array.sortByteInParallel",
    "array.sortChar",
    "array.sortCharInParallel",
    "array.sortFloat",
    "array.sortFloatInParallel",
    "array.sortDouble",
    "array.sortDoubleInParallel",
    "system.nanoTime",
    "system.currentTimeMillis",
];

/// These move references between elements.
const MOVING: &[&str] = &["system.arraycopy", "array.copy", "array.moveElements", "array.take", "array.sortNatural"];

/// The places in which code may store references.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Stores {
    anything: bool,
    /// A bit for each field.
    fields: Vec<u64>,
    /// Arrays whose elements change.
    elements: Sites,
}

impl Stores {
    pub const NOTHING: Stores = Stores { anything: false, fields: Vec::new(), elements: Sites::NONE };
    pub const ANYTHING: Stores = Stores { anything: true, fields: Vec::new(), elements: Sites::NONE };

    pub fn is_nothing(&self) -> bool {
        !self.anything && self.elements.is_none() && self.fields.is_empty()
    }

    /// Code that is not known runs.
    pub fn is_anything(&self) -> bool {
        self.anything
    }

    /// Elements of some arrays of references.
    pub fn has_elements(&self) -> bool {
        self.anything || !self.elements.is_none()
    }

    pub fn has_field(&self, field: FieldId) -> bool {
        let (word, bit) = (field.index() / 64, field.index() % 64);
        self.anything || self.fields.get(word).is_some_and(|w| w >> bit & 1 == 1)
    }

    /// Elements of some of these.
    pub fn has_elements_of(&self, arrays: &Sites) -> bool {
        self.anything || self.elements.meets(arrays)
    }

    /// Some place is in both.
    pub fn meets(&self, other: &Stores) -> bool {
        self.anything && !other.is_nothing()
            || other.anything && !self.is_nothing()
            || self.fields.iter().zip(&other.fields).any(|(a, b)| a & b != 0)
            || self.elements.meets(&other.elements)
    }

    pub fn add_field(&mut self, field: FieldId) {
        let (word, bit) = (field.index() / 64, field.index() % 64);
        if self.fields.len() <= word {
            self.fields.resize(word + 1, 0);
        }
        self.fields[word] |= 1 << bit;
    }

    pub fn add_elements(&mut self, arrays: &Sites) {
        self.elements.add(arrays);
    }

    /// True where that is more than before.
    pub fn add(&mut self, other: &Stores) -> bool {
        if self.anything {
            return false;
        }
        if other.anything {
            *self = Stores::ANYTHING;
            return true;
        }
        let mut more = false;
        if self.fields.len() < other.fields.len() {
            self.fields.resize(other.fields.len(), 0);
        }
        for (w, o) in self.fields.iter_mut().zip(&other.fields) {
            more |= *o & !*w != 0;
            *w |= o;
        }
        self.elements.add(&other.elements) || more
    }
}

/// What the runtime recorded when an exception was made: only the runtime looks there.
fn is_trace(program: &Program, field: FieldId) -> bool {
    let field = program.field(field);
    field.name == "trace" && program.known.classes.get("java.lang.Throwable") == Some(&field.class)
}

/// The native moves references between elements of its arguments; its callers say of which arrays.
pub fn moves_elements(method: &Method) -> bool {
    method.native.as_ref().is_some_and(|n| MOVING.contains(&n.as_str()))
}

/// By method that can run: the least sets.
pub fn of_methods(cx: &HostPlan) -> BTreeMap<MethodId, Stores> {
    let mut all: BTreeMap<MethodId, Stores> = BTreeMap::new();
    let mut callers: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    for &m in &cx.reach.methods {
        let mut own = Own { stores: Stores::NOTHING, runs: BTreeSet::new() };
        // The table of classes that `getClass` keeps is looked at by it alone.
        if Some(m) != reachability::object_method(cx.program, "getClass") {
            own.method(cx, m);
        }
        for callee in own.runs {
            if cx.reach.methods.contains(&callee) {
                callers.entry(callee).or_default().push(m);
            } else {
                own.stores = Stores::ANYTHING;
            }
        }
        all.insert(m, own.stores);
    }
    let mut work: Vec<MethodId> = all.keys().copied().collect();
    while let Some(m) = work.pop() {
        let Some(stores) = all.get(&m).cloned() else { continue };
        for caller in callers.get(&m).into_iter().flatten() {
            if *caller != m && all.get_mut(caller).is_some_and(|s| s.add(&stores)) {
                work.push(*caller);
            }
        }
    }
    all
}

/// The static initialisers that run before the first use of a class.
fn initialisers(cx: &HostPlan, class: ClassId) -> Vec<MethodId> {
    let mut found = Vec::new();
    let mut at = Some(class);
    while let Some(c) = at {
        for c in cx.initialised_with(c).into_iter().chain([c]) {
            found.extend(cx.program.class(c).static_init.filter(|_| !cx.statics.is_plain(c)));
        }
        at = cx.program.class(c).superclass;
    }
    found
}

/// What a method makes itself: what it stores in the fields of these is in no way of its callers.
struct Made {
    /// Its receiver: it is a constructor.
    this: bool,
    /// Locals that only ever hold an object that is made where they are declared.
    locals: BTreeSet<LocalId>,
}

impl Made {
    /// Code that is looked at by itself has made nothing.
    const NOTHING: Made = Made { this: false, locals: BTreeSet::new() };

    fn has(&self, object: &Expr) -> bool {
        match strip_upcast(object).kind {
            ExprKind::This => self.this,
            ExprKind::Local(l) => self.locals.contains(&l),
            _ => false,
        }
    }
}

/// What code stores itself, and what it runs.
struct Own {
    stores: Stores,
    runs: BTreeSet<MethodId>,
}

impl Own {
    fn method(&mut self, cx: &HostPlan, m: MethodId) {
        let method = cx.program.method(m);
        if let Some(native) = &method.native {
            if moves_elements(method) {
                // The caller sees the arrays.
            } else if !QUIET.contains(&native.as_str()) && !QUIET_NATIVES.iter().any(|n| native.starts_with(n)) {
                self.stores = Stores::ANYTHING;
            }
            return;
        }
        let Some(body) = &method.body else {
            self.stores = Stores::ANYTHING;
            return;
        };
        let mut made = Made { this: method.kind == MethodKind::Constructor, locals: BTreeSet::new() };
        let fixed = ownership::fixed_locals(method);
        walk::block(body, &mut |n| {
            if let Node::Stmt(Stmt { kind: StmtKind::Local { local, init: Some(e) }, .. }) = n
                && fixed[local.index()]
                && matches!(strip_upcast(e).kind, ExprKind::New { .. })
            {
                made.locals.insert(*local);
            }
        });
        walk::block(body, &mut |n| self.node(cx, method, &made, &n));
    }

    fn node(&mut self, cx: &HostPlan, method: &Method, made: &Made, n: &Node<'_>) {
        match n {
            Node::Expr(e) => self.expr(cx, method, e),
            Node::Place(place) => match place {
                Place::Local(_) => {}
                Place::Field { object, field } => {
                    let new = object.as_deref().is_some_and(|o| made.has(o));
                    if object.is_none() {
                        self.initialises(cx, method, cx.program.field(*field).class);
                    }
                    if !new && cx.program.field(*field).ty.is_reference() && !is_trace(cx.program, *field) {
                        self.stores.add_field(*field);
                    }
                }
                Place::Index { array, .. } => {
                    if crate::walk::element_ty(&array.ty).is_reference() {
                        self.stores.add_elements(&cx.points_to.sites(array));
                    }
                }
            },
            Node::Stmt(s) => {
                if matches!(s.kind, StmtKind::Sync { .. } | StmtKind::Single(_)) {
                    self.stores = Stores::ANYTHING;
                }
            }
            Node::Declare(_) => {}
        }
    }

    /// Using the class here may run its initialiser.
    fn initialises(&mut self, cx: &HostPlan, from: &Method, class: ClassId) {
        if cx.needs_initialiser(from, class).is_some() {
            self.runs.extend(initialisers(cx, class));
        }
    }

    /// Only the expression's own operation, not its operands.
    fn expr(&mut self, cx: &HostPlan, method: &Method, e: &Expr) {
        use ExprKind::*;
        match &e.kind {
            Lit(_)
            | Local(_)
            | This
            | Length(_)
            | Index { .. }
            | Neg(_)
            | BitNot(_)
            | Not(_)
            | Binary(..)
            | And(..)
            | Or(..)
            | Convert(_)
            | CheckCast(_)
            | Upcast(_)
            | InstanceOf { .. }
            | Cond(..)
            | NewArray { .. }
            | ArrayLit(_)
            | Assign { .. }
            | CompoundAssign { .. }
            | IncDec { .. }
            | Switch(_)
            | Sequence(..)
            | ArrayStep(_)
            | ClassLit(_)
            | Field { object: Some(_), .. } => {}
            Field { object: None, field } => self.initialises(cx, method, cx.program.field(*field).class),
            Call { kind, method: callee, receiver, args } => {
                self.call(cx, method, *kind, *callee, receiver.as_deref(), args)
            }
            New { class, constructor, .. } => {
                self.initialises(cx, method, *class);
                if !matches!(cx.program.class(*class).kind, ClassKind::Lambda { .. }) {
                    self.runs.insert(*constructor);
                }
            }
            Concat(parts) => {
                for part in parts {
                    self.runs.extend(cx.text_targets(part));
                }
            }
            _ => self.stores = Stores::ANYTHING,
        }
    }

    fn call(
        &mut self,
        cx: &HostPlan,
        from: &Method,
        kind: CallKind,
        callee: MethodId,
        receiver: Option<&Expr>,
        args: &[Expr],
    ) {
        let method = cx.program.method(callee);
        if receiver.is_none() {
            self.initialises(cx, from, method.class);
        }
        if moves_elements(method) {
            args.iter().filter(|a| a.ty.is_reference()).for_each(|a| self.stores.add_elements(&cx.points_to.sites(a)));
        }
        self.runs.extend(crate::ownership::call_targets(cx, kind, callee, receiver));
    }

    /// All of it, with what it runs.
    fn whole(self, cx: &HostPlan) -> Stores {
        let mut all = self.stores;
        for m in self.runs {
            all.add(cx.stores.get(&m).unwrap_or(&Stores::ANYTHING));
        }
        all
    }
}

impl HostPlan<'_> {
    /// What running the code stores, locals apart; `walk` shows its nodes.
    pub fn stores_in(&self, from: &Method, walk: impl FnOnce(&mut dyn FnMut(Node<'_>))) -> Stores {
        let mut own = Own { stores: Stores::NOTHING, runs: BTreeSet::new() };
        walk(&mut |n| own.node(self, from, &Made::NOTHING, &n));
        own.whole(self)
    }

    /// What a call and the evaluation of its arguments store; anything, where they assign a local that holds a reference.
    pub fn stores_of_call(
        &self,
        from: &Method,
        kind: CallKind,
        callee: MethodId,
        receiver: Option<&Expr>,
        args: &[Expr],
    ) -> Stores {
        let mut own = Own { stores: Stores::NOTHING, runs: BTreeSet::new() };
        own.call(self, from, kind, callee, receiver, args);
        let mut all = own.whole(self);
        for a in args {
            all.add(&self.stores_of(from, a));
        }
        all
    }

    /// What a call stores before its last look at what it is given there, the evaluation of its receiver and arguments apart.
    pub fn stores_during_look(
        &self,
        from: &Method,
        kind: CallKind,
        callee: MethodId,
        receiver: Option<&Expr>,
        args: &[Expr],
        given: Given,
    ) -> Stores {
        let mut own = Own { stores: Stores::NOTHING, runs: BTreeSet::new() };
        own.call(self, from, kind, callee, receiver, args);
        let mut all = own.stores;
        for m in own.runs {
            let known = self.before_last_look.get(&(m, given)).or_else(|| self.stores.get(&m));
            all.add(known.unwrap_or(&Stores::ANYTHING));
        }
        all
    }

    /// What evaluating `e` stores; anything, where it assigns a local that holds a reference.
    pub fn stores_of(&self, from: &Method, e: &Expr) -> Stores {
        let mut rebinds = false;
        walk::expr(e, &mut |n| {
            rebinds |= match &n {
                Node::Stmt(_) => true,
                Node::Place(Place::Local(l)) | Node::Declare(l) => from.locals[l.index()].ty.is_reference(),
                _ => false,
            };
        });
        if rebinds { Stores::ANYTHING } else { self.stores_in(from, |f| walk::expr(e, f)) }
    }

    /// Evaluating `e` stores no reference, in locals neither, so that what was borrowed before stays.
    pub fn keeps_references(&self, from: &Method, e: &Expr) -> bool {
        self.stores_of(from, e).is_nothing()
    }
}
