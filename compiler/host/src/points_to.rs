//! The classes of what variables hold: the flow of references from where objects are made to locals, parameters, fields, results
//! and the elements of arrays, over the whole program and without regard to the order in which things run (O. Shivers's 0CFA, with
//! the inclusion constraints of L. O. Andersen's points-to analysis). Objects are told apart by their class, fields are one
//! variable for all objects of their class, and arrays of references are told apart by the expression that makes them: the elements
//! of a queue are not those of a map, though both are `Object[]`.
//!
//! What a call runs is found as its receivers are, so code that nothing calls lets nothing flow. What comes from elsewhere (the
//! runtime, parallel code, a caught exception) may be of every class that is instantiated and fits its type. Null is of every class.
//!
//! It says which methods a virtual call can run, and which tests and casts hold or fail always.

use crate::walk::{self, Node};
use crate::{HostPlan, boxes, mod_ref, ownership, reachability};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A set of values by their numbers: classes, then [`Flow::foreign`] (an array that no expression here makes), then arrays by site.
#[derive(Clone, Default, PartialEq)]
struct Values(Vec<u64>);

impl Values {
    fn one(value: usize) -> Values {
        let mut v = Values::default();
        v.insert(value);
        v
    }

    fn insert(&mut self, value: usize) {
        if self.0.len() <= value / 64 {
            self.0.resize(value / 64 + 1, 0);
        }
        self.0[value / 64] |= 1 << (value % 64);
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &w)| (0..64).filter(move |b| w >> b & 1 == 1).map(move |b| i * 64 + b))
    }

    /// Adds `more` and returns what of it is new.
    fn add(&mut self, more: &Values) -> Values {
        if self.0.len() < more.0.len() {
            self.0.resize(more.0.len(), 0);
        }
        let mut new = Values(vec![0; more.0.len()]);
        for ((to, from), new) in self.0.iter_mut().zip(&more.0).zip(&mut new.0) {
            *new = from & !*to;
            *to |= from;
        }
        new
    }
}

/// A variable: a node of the graph.
type Variable = usize;

/// Where variables come from that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Named {
    Local(MethodId, LocalId),
    This(MethodId),
    Field(FieldId),
    Result(MethodId),
}

/// What is done with each value of a variable.
#[derive(Clone, PartialEq)]
enum Use {
    /// It flows on, where it fits the type.
    Into(Variable, Option<Ty>),
    /// It is the receiver of a virtual call.
    Receiver(usize),
    /// The variable is stored in its elements.
    Store(Variable),
    /// Its elements, of the type, flow into the variable.
    Load(Variable, Ty),
    /// Its elements are exchanged with those of other arrays, through the variable.
    Exchange(Variable),
    /// Code that is not seen may do anything with it.
    Escape,
}

#[derive(Default)]
struct Vertex {
    values: Values,
    uses: Vec<Use>,
}

/// A virtual call.
struct Call {
    method: MethodId,
    args: Vec<Variable>,
    result: Variable,
}

/// Arrays of references, by the expressions that make them.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Sites {
    /// Others too.
    any: bool,
    /// A bit for each expression.
    known: Vec<u64>,
}

impl Sites {
    pub const NONE: Sites = Sites { any: false, known: Vec::new() };
    pub const ANY: Sites = Sites { any: true, known: Vec::new() };

    pub fn is_none(&self) -> bool {
        !self.any && self.known.is_empty()
    }

    /// Some array is of both.
    pub fn meets(&self, other: &Sites) -> bool {
        self.any && !other.is_none()
            || other.any && !self.is_none()
            || self.known.iter().zip(&other.known).any(|(a, b)| a & b != 0)
    }

    /// True where that is more than before.
    pub fn add(&mut self, other: &Sites) -> bool {
        let before = self.any;
        self.any |= other.any;
        let mut more = self.any != before;
        if self.known.len() < other.known.len() {
            self.known.resize(other.known.len(), 0);
        }
        for (a, b) in self.known.iter_mut().zip(&other.known) {
            more |= b & !*a != 0;
            *a |= b;
        }
        more
    }
}

/// What the analysis found.
#[derive(Default)]
pub struct Held {
    /// By address: receivers of virtual calls, what is tested and what is cast.
    classes: HashMap<*const Expr, Found>,
    /// Of virtual methods: the receivers that calls of them have.
    receivers: BTreeMap<MethodId, BTreeSet<ClassId>>,
    /// The arrays of stores, by address, whose elements can be all that is stored.
    fitting: HashSet<*const Expr>,
    /// By address: what has elements that are looked at or stored to.
    arrays: HashMap<*const Expr, Sites>,
    /// What fields refer to, also through arrays; a field that nothing is assigned to is not there.
    fields: BTreeMap<FieldId, Found>,
}

/// The classes that a variable's objects are of.
struct Found {
    classes: BTreeSet<ClassId>,
    /// Arrays too.
    arrays: bool,
}

/// What a test for a class says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Test {
    Always,
    Never,
    Sometimes,
}

impl Held {
    pub fn of(cx: &HostPlan) -> Held {
        let mut flow = Flow::new(cx);
        flow.roots();
        flow.solve();
        let found = |v: Variable| Found {
            classes: flow.classes_in(&flow.nodes[v].values),
            arrays: flow.nodes[v].values.iter().any(|value| value >= flow.foreign()),
        };
        let classes = flow.asked.iter().map(|&(e, v)| (e, found(v))).collect();
        let receivers = flow.receivers.iter().map(|(&m, values)| (m, flow.classes_in(values))).collect();
        let fields = flow.named.iter().filter_map(|(name, &v)| match name {
            Named::Field(f) => Some((*f, flow.referred(v)?)),
            _ => None,
        });
        let fields = fields.collect();
        let fitting =
            flow.stored.iter().filter(|(_, array, value)| flow.fits(*array, *value)).map(|&(e, ..)| e).collect();
        let arrays = flow.indexed.iter().map(|&(e, v)| (e, flow.sites(v))).collect();
        Held { classes, receivers, fitting, arrays, fields }
    }

    /// The arrays that `array`, as it stands there, can be.
    pub fn sites(&self, array: &Expr) -> Sites {
        self.arrays.get(&std::ptr::from_ref(strip_upcast(array))).cloned().unwrap_or(Sites::ANY)
    }

    /// Whether a store to an element of `array`, as it stands there, needs no look at what it is an array of.
    pub fn fits(&self, array: &Expr) -> bool {
        self.fitting.contains(&std::ptr::from_ref(strip_upcast(array)))
    }

    /// The classes that an object's field refers to, also through arrays, and whether through arrays; None where that is not known.
    pub fn referred(&self, field: FieldId) -> Option<(&BTreeSet<ClassId>, bool)> {
        self.fields.get(&field).map(|found| (&found.classes, found.arrays))
    }

    fn found(&self, e: &Expr) -> Option<&Found> {
        let found = self.classes.get(&std::ptr::from_ref(strip_upcast(e)))?;
        // Code that never runs says nothing.
        (!found.classes.is_empty() || found.arrays).then_some(found)
    }

    /// Whether the object of `e`, where it is not null, is of the class.
    pub fn test(&self, program: &Program, e: &Expr, class: ClassId) -> Test {
        let Some(found) = self.found(e) else { return Test::Sometimes };
        let holds = |c: &ClassId| program.is_subclass(*c, class);
        if found.classes.iter().all(holds) && !found.arrays {
            Test::Always
        } else if !found.classes.iter().any(holds) && (!found.arrays || !admits_arrays(program, class)) {
            Test::Never
        } else {
            Test::Sometimes
        }
    }

    /// Whether objects of the class arrive at the dispatcher of the method.
    pub fn arrives(&self, method: MethodId, class: ClassId) -> bool {
        self.receivers.get(&method).is_some_and(|classes| classes.contains(&class))
    }
}

/// Arrays are of this class or interface.
fn admits_arrays(program: &Program, class: ClassId) -> bool {
    let name = program.class(class).name.as_str();
    matches!(name, "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable")
}

struct Flow<'a, 'c> {
    cx: &'c HostPlan<'a>,
    /// By number of the value.
    classes: Vec<ClassId>,
    numbers: HashMap<ClassId, usize>,
    nodes: Vec<Vertex>,
    named: HashMap<Named, Variable>,
    /// The variables of expressions, by address.
    of_expr: HashMap<*const Expr, Variable>,
    asked: Vec<(*const Expr, Variable)>,
    /// Stores to elements: the array's expression, the array, what is stored.
    stored: Vec<(*const Expr, Variable, Variable)>,
    /// Arrays whose elements are looked at or stored to.
    indexed: Vec<(*const Expr, Variable)>,
    /// By site: the elements, and their type.
    arrays: Vec<(Variable, Ty)>,
    calls: Vec<Call>,
    linked: HashSet<(usize, MethodId)>,
    receivers: BTreeMap<MethodId, Values>,
    reached: BTreeSet<MethodId>,
    /// All that fits a type and may come from elsewhere.
    any: HashMap<Ty, Values>,
    work: Vec<Work>,
}

enum Work {
    Method(MethodId),
    Use(Use, Values),
}

impl<'a, 'c> Flow<'a, 'c> {
    fn new(cx: &'c HostPlan<'a>) -> Flow<'a, 'c> {
        let classes: Vec<ClassId> = cx.reach.instantiated.iter().copied().collect();
        let numbers = classes.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        Flow {
            cx,
            classes,
            numbers,
            nodes: Vec::new(),
            named: HashMap::new(),
            of_expr: HashMap::new(),
            asked: Vec::new(),
            stored: Vec::new(),
            indexed: Vec::new(),
            arrays: Vec::new(),
            calls: Vec::new(),
            linked: HashSet::new(),
            receivers: BTreeMap::new(),
            reached: BTreeSet::new(),
            any: HashMap::new(),
            work: Vec::new(),
        }
    }

    // ---- values ---------------------------------------------------------------------------------------------------

    fn foreign(&self) -> usize {
        self.classes.len()
    }

    fn classes_in(&self, values: &Values) -> BTreeSet<ClassId> {
        values.iter().take_while(|&v| v < self.foreign()).map(|v| self.classes[v]).collect()
    }

    /// What a variable refers to, also through arrays; None where an array is foreign.
    fn referred(&self, v: Variable) -> Option<Found> {
        let mut found = Found { classes: BTreeSet::new(), arrays: false };
        let (mut seen, mut next) = (HashSet::from([v]), vec![v]);
        while let Some(v) = next.pop() {
            let values = &self.nodes[v].values;
            found.classes.extend(self.classes_in(values));
            for array in self.arrays_in(values) {
                found.arrays = true;
                let (elements, _) = array?;
                if seen.insert(elements) {
                    next.push(elements);
                }
            }
        }
        Some(found)
    }

    fn class_value(&self, c: ClassId) -> Values {
        self.numbers.get(&c).map_or(Values::default(), |&n| Values::one(n))
    }

    fn any(&mut self, ty: &Ty) -> Values {
        if let Some(known) = self.any.get(ty) {
            return known.clone();
        }
        let program = self.cx.program;
        let mut values = Values::default();
        match ty {
            Ty::Class(class) => {
                for (i, &c) in self.classes.iter().enumerate() {
                    if program.is_subclass(c, *class) {
                        values.insert(i);
                    }
                }
                if admits_arrays(program, *class) {
                    values.insert(self.foreign());
                }
            }
            Ty::Array { .. } | Ty::ValueArray { .. } => values.insert(self.foreign()),
            _ => {}
        }
        self.any.insert(ty.clone(), values.clone());
        values
    }

    /// Of these, those that a reference of the type may be.
    fn fitting(&self, values: &Values, ty: &Ty) -> Values {
        let mut out = Values::default();
        for v in values.iter() {
            let fits = match ty {
                Ty::Class(class) if v < self.foreign() => self.cx.program.is_subclass(self.classes[v], *class),
                Ty::Class(class) => admits_arrays(self.cx.program, *class),
                _ => v >= self.foreign(),
            };
            if fits {
                out.insert(v);
            }
        }
        out
    }

    /// The arrays that a variable refers to.
    fn sites(&self, v: Variable) -> Sites {
        let values = &self.nodes[v].values;
        let mut known = Values::default();
        values.iter().filter_map(|v| v.checked_sub(self.foreign() + 1)).for_each(|site| known.insert(site));
        Sites { any: values.iter().any(|v| v == self.foreign()), known: known.0 }
    }

    /// All that is stored is of the element classes of all arrays that it is stored to.
    fn fits(&self, array: Variable, value: Variable) -> bool {
        let program = self.cx.program;
        let values = &self.nodes[value].values;
        let classes = self.classes_in(values);
        let arrays = self.arrays_in(&self.nodes[array].values);
        !arrays.is_empty()
            && values.iter().all(|v| v < self.foreign())
            && arrays.iter().all(|array| match array {
                Some((_, Ty::Class(element))) => classes.iter().all(|&c| program.is_subclass(c, *element)),
                _ => false,
            })
    }

    // ---- variables ------------------------------------------------------------------------------------------------

    fn variable(&mut self) -> Variable {
        self.nodes.push(Vertex::default());
        self.nodes.len() - 1
    }

    fn named(&mut self, name: Named) -> Variable {
        if let Some(&v) = self.named.get(&name) {
            return v;
        }
        let v = self.variable();
        self.named.insert(name, v);
        let program = self.cx.program;
        let ty = match name {
            Named::Local(m, l) => Some(&program.method(m).locals[l.index()].ty).filter(|t| self.is_never_null(t)),
            Named::Field(f) => {
                let field = program.field(f);
                Some(&field.ty).filter(|t| field.constant.is_some() || self.is_never_null(t))
            }
            Named::This(_) | Named::Result(_) => None,
        };
        if let Some(ty) = ty {
            let any = self.any(ty);
            self.add(v, &any);
        }
        v
    }

    /// A variable of such a type holds a value before it is assigned.
    fn is_never_null(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Class(c) if self.cx.program.class(*c).is_value)
    }

    fn add(&mut self, to: Variable, values: &Values) {
        let new = self.nodes[to].values.add(values);
        if !new.is_empty() {
            for u in self.nodes[to].uses.clone() {
                self.work.push(Work::Use(u, new.clone()));
            }
        }
    }

    fn add_any(&mut self, to: Variable, ty: &Ty) {
        if ty.is_reference() {
            let any = self.any(ty);
            self.add(to, &any);
        }
    }

    fn add_use(&mut self, v: Variable, u: Use) {
        if !self.nodes[v].uses.contains(&u) {
            self.nodes[v].uses.push(u.clone());
            let values = self.nodes[v].values.clone();
            if !values.is_empty() {
                self.work.push(Work::Use(u, values));
            }
        }
    }

    fn flow(&mut self, from: Variable, to: Variable) {
        if from != to {
            self.add_use(from, Use::Into(to, None));
        }
    }

    /// An array that is made here, of elements of the type.
    fn array(&mut self, elem: &Ty) -> (Values, Variable) {
        let elements = self.variable();
        self.arrays.push((elements, elem.clone()));
        if self.is_never_null(elem) {
            self.add_any(elements, elem);
        }
        (Values::one(self.foreign() + self.arrays.len()), elements)
    }

    /// The arrays among values: their elements and the type of these; None for one that is foreign.
    fn arrays_in(&self, values: &Values) -> Vec<Option<(Variable, Ty)>> {
        let sites = values.iter().filter(|&v| v >= self.foreign());
        sites.map(|v| v.checked_sub(self.foreign() + 1).map(|site| self.arrays[site].clone())).collect()
    }

    // ---- solving --------------------------------------------------------------------------------------------------

    /// What the runtime calls, with what arguments it will.
    fn roots(&mut self) {
        let cx = self.cx;
        let program = cx.program;
        let mut called = ownership::pinned_methods(cx);
        // Equality is asked for by the runtime only of the elements of value arrays.
        if !self.has_value_arrays() {
            called.retain(|&m| program.method(m).name != "equals" || !program.method(m).is_virtual);
        }
        for &m in &cx.reach.methods {
            let method = program.method(m);
            let makes = |class: &str| {
                program.known.classes.get(class).is_some_and(|&c| program.is_subclass(method.class, c))
                    && method.kind == MethodKind::Constructor
            };
            // Exceptions are made from a message; by its name, a class is from nothing.
            let by_runtime = method.kind == MethodKind::Constructor && method.params.is_empty()
                || makes("java.lang.Throwable") && method.params.len() == 1;
            if by_runtime || method.somd.is_some() || method.kind == MethodKind::StaticInit {
                called.insert(m);
            }
        }
        for m in called {
            let method = program.method(m);
            for &p in &method.params {
                let v = self.named(Named::Local(m, p));
                self.add_any(v, &method.locals[p.index()].ty);
            }
            if !method.is_static {
                let this = self.named(Named::This(m));
                self.add_any(this, &Ty::Class(method.class));
            }
            self.reach(m);
        }
        for name in ["toString", "equals", "hashCode"] {
            if let Some(m) = reachability::object_method(program, name) {
                let any = self.any(&Ty::Class(program.method(m).class));
                self.receivers.entry(m).or_default().add(&any);
            }
        }
    }

    fn has_value_arrays(&self) -> bool {
        let cx = self.cx;
        let is_one = |ty: &Ty| matches!(ty, Ty::ValueArray { .. });
        cx.reach.fields.iter().any(|&f| is_one(&cx.program.field(f).ty))
            || cx.reach.methods.iter().any(|&m| {
                let method = cx.program.method(m);
                let mut found = is_one(&method.ret) || method.locals.iter().any(|l| is_one(&l.ty));
                if let Some(body) = &method.body {
                    walk::block(body, &mut |n| found |= matches!(n, Node::Expr(e) if is_one(&e.ty)));
                }
                found
            })
    }

    fn reach(&mut self, m: MethodId) {
        if self.reached.insert(m) {
            self.work.push(Work::Method(m));
        }
    }

    fn solve(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Method(m) => self.method(m),
                Work::Use(u, values) => self.apply(&u, &values),
            }
        }
    }

    fn apply(&mut self, u: &Use, values: &Values) {
        match u {
            Use::Into(to, None) => self.add(*to, values),
            Use::Into(to, Some(ty)) => {
                let fitting = self.fitting(values, ty);
                self.add(*to, &fitting);
            }
            Use::Receiver(call) => values.iter().for_each(|v| self.dispatch(*call, v)),
            Use::Store(stored) => {
                for array in self.arrays_in(values) {
                    match array {
                        Some((elements, _)) => self.flow(*stored, elements),
                        None => self.add_use(*stored, Use::Escape),
                    }
                }
            }
            Use::Load(to, ty) => {
                for array in self.arrays_in(values) {
                    match array {
                        Some((elements, _)) => self.flow(elements, *to),
                        None => self.add_any(*to, ty),
                    }
                }
            }
            Use::Exchange(through) => {
                for array in self.arrays_in(values) {
                    match array {
                        Some((elements, _)) => {
                            self.flow(elements, *through);
                            self.flow(*through, elements);
                        }
                        None => {
                            (0..=self.foreign()).for_each(|v| self.add(*through, &Values::one(v)));
                            self.add_use(*through, Use::Escape);
                        }
                    }
                }
            }
            Use::Escape => {
                for (elements, ty) in self.arrays_in(values).into_iter().flatten() {
                    self.add_any(elements, &ty);
                    self.add_use(elements, Use::Escape);
                }
            }
        }
    }

    /// A value is the receiver of a call.
    fn dispatch(&mut self, call: usize, value: usize) {
        let program = self.cx.program;
        let method = self.calls[call].method;
        self.receivers.entry(method).or_default().insert(value);
        let target = match self.classes.get(value) {
            Some(&c) => program.dispatch(c, method),
            // Arrays have the methods of `Object`.
            None => Some(method).filter(|&m| admits_arrays(program, program.method(m).class)),
        };
        let Some(target) = target else { return };
        let this = self.named(Named::This(target));
        self.add(this, &Values::one(value));
        if self.linked.insert((call, target)) {
            let Call { args, result, .. } = &self.calls[call];
            let (args, result) = (args.clone(), *result);
            self.link(target, None, &args, result);
        }
    }

    /// A call runs this method.
    fn link(&mut self, target: MethodId, receiver: Option<Variable>, args: &[Variable], result: Variable) {
        let program = self.cx.program;
        let method = program.method(target);
        if let Some(this) = receiver {
            let to = self.named(Named::This(target));
            self.add_use(this, Use::Into(to, Some(Ty::Class(method.class))));
        }
        if let Some(native) = &method.native {
            self.reached.insert(target);
            let this = self.named(Named::This(target));
            return self.native(native, method, this, args, result);
        }
        for (&p, &a) in method.params.iter().zip(args) {
            if method.locals[p.index()].ty.is_reference() {
                let to = self.named(Named::Local(target, p));
                self.flow(a, to);
                if method.somd.is_some() {
                    self.add_use(a, Use::Escape);
                }
            }
        }
        if method.ret.is_reference() {
            if method.body.is_none() || method.somd.is_some() {
                self.add_any(result, &method.ret);
            }
            let from = self.named(Named::Result(target));
            self.flow(from, result);
        }
        self.reach(target);
    }

    /// The runtime runs the method.
    fn native(&mut self, name: &str, method: &Method, this: Variable, args: &[Variable], result: Variable) {
        let elements = self.variable();
        match name {
            "array.take" => self.flow(elements, result),
            "array.newLike" => args.iter().for_each(|&a| self.flow(a, result)),
            "object.clone" => self.flow(this, result),
            _ => {
                self.add_any(result, &method.ret);
                let is_text = matches!(&method.ret, Ty::Class(c) if Some(*c) == self.cx.string);
                if method.ret.is_reference() && !is_text {
                    args.iter().for_each(|&a| self.add_use(a, Use::Escape));
                }
            }
        }
        args.iter().for_each(|&a| self.add_use(a, Use::Exchange(elements)));
    }

    // ---- constraints ----------------------------------------------------------------------------------------------

    fn put(&mut self, m: MethodId, to: Named, value: &'c Expr) {
        if value.ty.is_reference() {
            let from = self.expr(m, value);
            let to = self.named(to);
            self.flow(from, to);
        }
    }

    fn place(&mut self, m: MethodId, place: &'c Place, from: Variable) {
        match place {
            Place::Local(l) => {
                let to = self.named(Named::Local(m, *l));
                self.flow(from, to);
            }
            Place::Field { field, .. } => {
                let to = self.named(Named::Field(*field));
                self.flow(from, to);
            }
            Place::Index { array, .. } => {
                let e = strip_upcast(array);
                let array = self.expr(m, e);
                self.add_use(array, Use::Store(from));
                self.stored.push((e, array, from));
                self.indexed.push((e, array));
            }
        }
    }

    /// Elements of what `e` refers to are looked at or moved.
    fn index(&mut self, m: MethodId, e: &'c Expr) {
        let e = strip_upcast(e);
        if e.ty.is_reference() {
            let v = self.expr(m, e);
            self.indexed.push((e, v));
        }
    }

    fn ask(&mut self, m: MethodId, e: &'c Expr) {
        let e = strip_upcast(e);
        if e.ty.is_reference() {
            let v = self.expr(m, e);
            self.asked.push((std::ptr::from_ref(e), v));
        }
    }

    fn method(&mut self, m: MethodId) {
        let program = self.cx.program;
        let method = program.method(m);
        let result = self.named(Named::Result(m));
        // Of some methods, the body is the interpreter's.
        if reachability::object_clone(program) == Some(m) {
            let this = self.named(Named::This(m));
            return self.flow(this, result);
        }
        let Some(body) = method.body.as_ref().filter(|_| !boxes::is_shared(program, m)) else {
            return self.add_any(result, &method.ret);
        };
        // Locals that get a value in a way of their own; the others are seen where they do.
        let mut declared = BTreeSet::new();
        let mut seen: BTreeSet<LocalId> = BTreeSet::new();
        walk::block(body, &mut |n| match n {
            Node::Declare(l) => {
                declared.insert(l);
            }
            Node::Place(_) => {}
            Node::Stmt(s) => match &s.kind {
                StmtKind::Local { local, init } => {
                    seen.insert(*local);
                    if let Some(e) = init {
                        self.put(m, Named::Local(m, *local), e);
                    }
                }
                StmtKind::Return(Some(e)) => self.put(m, Named::Result(m), e),
                _ => {}
            },
            Node::Expr(e) => {
                match &e.kind {
                    ExprKind::InstanceOf { binding: Some(l), .. } => {
                        seen.insert(*l);
                    }
                    ExprKind::Switch(s) => {
                        seen.insert(s.result);
                    }
                    _ => {}
                }
                self.constrain(m, e);
            }
        });
        let elsewhere: Vec<LocalId> = match method.somd {
            Some(_) => (0..method.locals.len()).map(|i| LocalId(i as u32)).collect(),
            None => declared.difference(&seen).copied().collect(),
        };
        for l in elsewhere {
            let v = self.named(Named::Local(m, l));
            self.add_any(v, &method.locals[l.index()].ty);
        }
    }

    fn constrain(&mut self, m: MethodId, e: &'c Expr) {
        let program = self.cx.program;
        match &e.kind {
            ExprKind::CheckCast(i) => self.ask(m, i),
            ExprKind::Index { array, .. } if e.ty.is_reference() => self.index(m, array),
            ExprKind::Concat(parts) => parts.iter().for_each(|p| self.ask(m, p)),
            ExprKind::InstanceOf { expr, ty, binding } => {
                self.ask(m, expr);
                if let Some(b) = binding {
                    let from = self.expr(m, expr);
                    let to = self.named(Named::Local(m, *b));
                    self.add_use(from, Use::Into(to, Some(ty.clone())));
                }
            }
            ExprKind::Assign { place, value } if value.ty.is_reference() => {
                let from = self.expr(m, value);
                self.place(m, place, from);
            }
            ExprKind::CompoundAssign { place, op_ty, .. } if op_ty.is_reference() => {
                let from = self.variable();
                self.add_any(from, op_ty);
                self.place(m, place, from);
            }
            ExprKind::ArrayLit(elems) if elems.iter().any(|x| x.ty.is_reference()) => {
                let array = self.expr(m, e);
                for x in elems {
                    let from = self.expr(m, x);
                    self.add_use(array, Use::Store(from));
                }
            }
            ExprKind::New { class, constructor, args } => match program.class(*class).kind {
                ClassKind::Lambda { .. } => {
                    for (&f, a) in program.class(*class).fields.iter().zip(args) {
                        self.put(m, Named::Field(f), a);
                    }
                }
                _ => {
                    let args: Vec<Variable> = args.iter().map(|a| self.expr(m, a)).collect();
                    let (this, result) = (self.expr(m, e), self.variable());
                    self.link(*constructor, Some(this), &args, result);
                }
            },
            ExprKind::Call { kind, method, receiver, args } => {
                if mod_ref::moves_elements(program.method(*method)) {
                    args.iter().for_each(|a| self.index(m, a));
                }
                let args: Vec<Variable> = args.iter().map(|a| self.expr(m, a)).collect();
                let result = self.expr(m, e);
                match (kind, receiver) {
                    (CallKind::Virtual, Some(r)) => {
                        self.ask(m, r);
                        let receiver = self.expr(m, r);
                        self.calls.push(Call { method: *method, args, result });
                        self.add_use(receiver, Use::Receiver(self.calls.len() - 1));
                    }
                    (_, receiver) => {
                        let this = receiver.as_ref().map(|r| self.expr(m, r));
                        self.link(*method, this, &args, result);
                    }
                }
            }
            ExprKind::CoreCall { args, results, .. } => {
                self.escape(m, args.iter());
                for p in results {
                    if let Place::Local(l) = p {
                        let v = self.named(Named::Local(m, *l));
                        self.add_any(v, &program.method(m).locals[l.index()].ty);
                    } else {
                        let from = self.variable();
                        let object = program.known.classes.get("java.lang.Object").copied();
                        object.into_iter().for_each(|o| self.add_any(from, &Ty::Class(o)));
                        self.place(m, p, from);
                    }
                }
            }
            ExprKind::ArrayStep(step) => self.escape(m, step.operands.iter().chain(&step.captured)),
            ExprKind::Map { args, .. } => self.escape(m, args.iter().map(|a| &a.expr)),
            ExprKind::ReduceMethod { array, init, captured, .. } => {
                self.escape(m, [&**array].into_iter().chain(init.as_deref()).chain(captured));
            }
            ExprKind::Freeze(a) | ExprKind::Thaw(a) => self.escape(m, [&**a]),
            _ => {}
        }
    }

    fn escape(&mut self, m: MethodId, of: impl IntoIterator<Item = &'c Expr>) {
        for e in of {
            if e.ty.is_reference() {
                let v = self.expr(m, e);
                self.add_use(v, Use::Escape);
            }
        }
    }

    /// The variable of an expression's value.
    fn expr(&mut self, m: MethodId, e: &'c Expr) -> Variable {
        let known = std::ptr::from_ref(e);
        if let Some(&v) = self.of_expr.get(&known) {
            return v;
        }
        let v = match &e.kind {
            ExprKind::Local(l) => self.named(Named::Local(m, *l)),
            ExprKind::This => self.named(Named::This(m)),
            ExprKind::Field { field, .. } => self.named(Named::Field(*field)),
            ExprKind::Switch(s) => self.named(Named::Local(m, s.result)),
            ExprKind::Upcast(i) | ExprKind::Sequence(_, i) => self.expr(m, i),
            ExprKind::Assign { value, .. } => self.expr(m, value),
            ExprKind::ArrayStep(step) => self.expr(m, &step.host),
            _ => self.variable(),
        };
        self.of_expr.insert(known, v);
        if !e.ty.is_reference() {
            return v;
        }
        if self.is_never_null(&e.ty) {
            self.add_any(v, &e.ty);
        }
        match &e.kind {
            ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Field { .. }
            | ExprKind::Switch(_)
            | ExprKind::Upcast(_)
            | ExprKind::Sequence(..)
            | ExprKind::Assign { .. }
            | ExprKind::ArrayStep(_)
            | ExprKind::Lit(Lit::Null)
            // What it runs is found where it stands.
            | ExprKind::Call { .. } => {}
            ExprKind::CheckCast(i) => {
                let from = self.expr(m, i);
                self.add_use(from, Use::Into(v, Some(e.ty.clone())));
            }
            ExprKind::Cond(_, a, b) => {
                for x in [a, b] {
                    let from = self.expr(m, x);
                    self.flow(from, v);
                }
            }
            ExprKind::New { class, .. } => {
                let made = self.class_value(*class);
                self.add(v, &made);
            }
            ExprKind::NewArray { sizes } => {
                let mut ty = e.ty.clone();
                let mut into: Option<Variable> = None;
                for _ in sizes {
                    ty = match &ty {
                        Ty::Array { elem, .. } => (**elem).clone(),
                        _ => break,
                    };
                    let (array, elements) = self.array(&ty);
                    self.add(into.unwrap_or(v), &array);
                    into = Some(elements);
                }
                if into.is_none() {
                    self.add_any(v, &e.ty);
                }
            }
            ExprKind::ArrayLit(_) => match &e.ty {
                Ty::Array { elem, .. } => {
                    let (array, _) = self.array(elem);
                    self.add(v, &array);
                }
                ty => self.add_any(v, ty),
            },
            ExprKind::Index { array, .. } => {
                let array = self.expr(m, array);
                self.add_use(array, Use::Load(v, e.ty.clone()));
            }
            _ => self.add_any(v, &e.ty),
        }
        v
    }
}

impl HostPlan<'_> {
    /// The class that a call's receiver is declared to be of.
    pub fn static_class(&self, method: MethodId, receiver: Option<&Expr>) -> ClassId {
        let declared = self.program.method(method).class;
        match receiver.map(|r| &strip_upcast(r).ty) {
            Some(Ty::Class(c)) if self.program.is_subclass(*c, declared) => *c,
            _ => declared,
        }
    }

    /// Of those, what is known from the receiver's type alone.
    pub fn targets_by_type(&self, method: MethodId, receiver: Option<&Expr>) -> Vec<(MethodId, Vec<ClassId>)> {
        self.reach.targets(self.program, self.static_class(method, receiver), method)
    }

    /// The distinct methods that a virtual call can run, each with the classes that run it.
    pub fn targets(&self, method: MethodId, receiver: Option<&Expr>) -> Vec<(MethodId, Vec<ClassId>)> {
        let mut targets = self.targets_by_type(method, receiver);
        if let Some(found) = receiver.and_then(|r| self.points_to.found(r)).filter(|f| !f.arrays) {
            for (_, classes) in &mut targets {
                classes.retain(|c| found.classes.contains(c));
            }
            targets.retain(|(_, classes)| !classes.is_empty());
        }
        targets
    }

    /// The methods that make text of an operand of `+`.
    pub fn text_targets(&self, operand: &Expr) -> Vec<MethodId> {
        let operand = strip_upcast(operand);
        let text = reachability::object_method(self.program, "toString").filter(|_| operand.ty.is_reference());
        text.into_iter().flat_map(|m| self.targets(m, Some(operand))).map(|(m, _)| m).collect()
    }

    /// The distinct methods that the dispatcher of a method runs, each with the classes that run it.
    pub fn dispatched_targets(&self, method: MethodId) -> Vec<(MethodId, Vec<ClassId>)> {
        let mut targets = self.reach.targets(self.program, self.program.method(method).class, method);
        for (_, classes) in &mut targets {
            classes.retain(|&c| self.points_to.arrives(method, c));
        }
        targets.retain(|(_, classes)| !classes.is_empty());
        targets
    }
}
