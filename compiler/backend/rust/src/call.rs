//! Calls: which function a call runs, the null check of its receiver, and bridges between erased signatures.

use super::chained::Lent;
use super::code::{Code, string_literal};
use super::func::Function;

use super::names::again_name;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::accessors::TextAccess;
use somd_host::last_use::Given;
use somd_host::mod_ref::Stores;
use somd_host::ownership::call_targets;
use somd_host::walk;
use std::collections::BTreeSet;

/// How a call takes its arguments.
#[derive(Clone, Copy)]
pub struct Handed<'h> {
    pub types: &'h [Ty],
    /// The positions that are passed by value.
    pub owned: &'h BTreeSet<usize>,
    /// What the call can run.
    pub runs: &'h [MethodId],
    /// The call, where it may be over with an argument before it is over.
    pub call: Option<Called<'h>>,
}

/// A call as it is written.
#[derive(Clone, Copy)]
pub struct Called<'h> {
    kind: CallKind,
    method: MethodId,
    receiver: Option<&'h Expr>,
}

/// What a call is printed for.
#[derive(Clone, Copy)]
struct Form {
    /// Its caller places the object that it makes.
    placing: bool,
    /// Its caller only looks at what it returns.
    looking: bool,
    lending: Lent,
}

/// What a call on an object runs, and how that is passed what it takes.
struct Callee {
    function: Runs,
    params: Vec<Ty>,
    /// The positions at which it takes references over.
    owned: BTreeSet<usize>,
    /// The type that the receiver is passed as.
    owner: Ty,
}

enum Runs {
    Method(MethodId),
    /// The function of this path, which looks at the object's class.
    Dispatcher(String),
}

/// What is known of the receiver of a call before anything of it is printed.
struct Receiver<'h> {
    expr: &'h Expr,
    args: &'h [Expr],
    called: Called<'h>,
    /// The class of an object on the stack.
    own_class: Option<ClassId>,
    /// The class of a new object that is placed here.
    made: Option<ClassId>,
    /// It is a call that gives back its own receiver.
    lent: bool,
    nonnull: bool,
    /// Evaluating the arguments changes nothing.
    inert: bool,
    /// They assign locals.
    assigns: bool,
    /// It lies on the stack, and others may know it afterwards.
    leaves: bool,
    /// They do not change it.
    stable: bool,
}

/// A variable that holds what `text` gives before the arguments are evaluated.
fn kept(before: &mut String, name: String, text: &str) -> Code {
    before.push_str(&format!("let {name} = {text}; "));
    Code::atom(name)
}

impl Function<'_> {
    pub fn call(&mut self, kind: CallKind, method: MethodId, receiver: Option<&Expr>, args: &[Expr]) -> Code {
        let form = Form {
            placing: std::mem::take(&mut self.placing),
            looking: std::mem::take(&mut self.looking),
            lending: std::mem::take(&mut self.lending),
        };
        match receiver {
            None => self.static_call(kind, method, args, form),
            Some(receiver) => self.call_on(kind, method, strip_upcast(receiver), args, form),
        }
    }

    fn static_call(&mut self, kind: CallKind, method: MethodId, args: &[Expr], form: Form) -> Code {
        let m = self.cx.program.method(method);
        let targets = call_targets(self.cx, kind, method, None);
        let types = self.cx.passed_params(m);
        let during = self.cx.stores_of_call(self.method, kind, method, None, args);
        let owned = if form.looking { BTreeSet::new() } else { self.cx.owned_positions(method) };
        let call = Some(Called { kind, method, receiver: None });
        let args = self.args(args, Handed { types: &types, owned: &owned, runs: &targets, call }, None, &during);
        let (path, fails) =
            if form.looking { (self.cx.look_function(method), "") } else { self.callee_path(method, form.placing) };
        let call = Code::atom(format!("{path}({}){fails}", args.join(", ")));
        let call = if form.placing { call } else { self.cx.returned(m, call) };
        match self.cx.class_guard(self.method, m.class) {
            Some(guard) => Code::block(format!("{{ {guard}; {} }}", call.text)),
            None => call,
        }
    }

    fn call_on(&mut self, kind: CallKind, method: MethodId, receiver: &Expr, args: &[Expr], form: Form) -> Code {
        let targets = call_targets(self.cx, kind, method, Some(receiver));
        let own_class = match &receiver.kind {
            ExprKind::Local(l) => self.cx.stack_local(self.id, *l),
            _ => None,
        };
        let mut runs = self.runs(kind, method, receiver, own_class);
        let on = self.receiver(kind, method, receiver, args, own_class, &targets);
        let during = self.cx.stores_of_call(self.method, kind, method, Some(receiver), args);
        let mut before = String::new();
        let (place, receiver_ty) = self.receiver_place(&on, form.lending, &during, &mut before);
        if form.looking {
            runs.owned.clear();
        }
        let handed = Handed { types: &runs.params, owned: &runs.owned, runs: &targets, call: Some(on.called) };
        let evaluated = if on.nonnull || on.inert { None } else { Some(&mut before) };
        let args = self.args(args, handed, evaluated, &during);
        let checked = if on.nonnull {
            match receiver.kind {
                ExprKind::This | ExprKind::Lit(_) => place,
                _ if on.lent => place,
                // What is lent is not borrowed from the reference.
                _ if form.looking && self.is_on_stack(receiver) => place.method("lend()"),
                _ => place.borrow(),
            }
        } else {
            let (what, null) = (self.messages().callee(receiver, method), self.messages().name(receiver));
            place.method(&format!("invoke({}, {})", string_literal(&what), string_literal(&null)))
        };
        let object = self.receiver_as(checked, &receiver_ty, &runs.owner);
        let mut all = vec![object.text];
        all.extend(args);
        let (path, fails) = match &runs.function {
            Runs::Dispatcher(path) => (path.clone(), ""),
            Runs::Method(callee) if form.looking => (self.cx.look_function(*callee), ""),
            Runs::Method(callee) => self.callee_path(*callee, form.placing),
        };
        let call = Code::atom(format!("{path}({}){fails}", all.join(", ")));
        let (call, counted) = match runs.function {
            Runs::Dispatcher(_) => (call, false),
            Runs::Method(callee) => {
                let counted = form.lending == Lent::Not && self.cx.receiver_returns.contains(&callee);
                let m = self.cx.program.method(callee);
                (if form.placing { call } else { self.cx.returned(m, call) }, counted)
            }
        };
        self.wrap(before, if counted { call.method("clone()") } else { call })
    }

    /// What a call on an object runs, known for the whole program. `own_class`: that of an object on the stack.
    fn runs(&self, kind: CallKind, method: MethodId, receiver: &Expr, own_class: Option<ClassId>) -> Callee {
        let program = self.cx.program;
        let direct = |callee: MethodId| {
            let m = program.method(callee);
            Callee {
                params: self.cx.passed_params(m),
                owned: self.cx.owned_positions(callee),
                owner: self.cx.passed_ty(m, &Ty::Class(m.class)),
                function: Runs::Method(callee),
            }
        };
        if kind != CallKind::Virtual {
            return direct(method);
        }
        let known = own_class.and_then(|c| Some(vec![(program.dispatch(c, method)?, vec![c])]));
        match known.unwrap_or_else(|| self.cx.targets(method, Some(receiver))).as_slice() {
            [(only, _)] if self.cx.same_signature(method, *only) => direct(*only),
            _ => {
                // The dispatcher has the declaration's signature.
                let m = program.method(method);
                Callee {
                    params: m.params.iter().map(|p| m.locals[p.index()].ty.clone()).collect(),
                    owned: self.cx.dispatcher_owned(method),
                    owner: Ty::Class(m.class),
                    function: Runs::Dispatcher(self.cx.dispatcher(method)),
                }
            }
        }
    }

    /// What is known of the receiver of a call.
    fn receiver<'h>(
        &self,
        kind: CallKind,
        method: MethodId,
        receiver: &'h Expr,
        args: &'h [Expr],
        own_class: Option<ClassId>,
        targets: &[MethodId],
    ) -> Receiver<'h> {
        let mut assigned = BTreeSet::new();
        for a in args {
            assigned.extend(walk::assigned_in_expr(a));
        }
        let stable = match &receiver.kind {
            ExprKind::Local(l) => !assigned.contains(l),
            ExprKind::This | ExprKind::Lit(_) => true,
            _ => args.is_empty(),
        };
        let made = self.cx.made_class(receiver).filter(|_| self.cx.stays(targets, None));
        let lent = own_class.is_none() && self.is_lent(receiver, args);
        let placed = self.is_on_stack(receiver) || self.cx.is_inline(receiver);
        let never_null = matches!(
            receiver.kind,
            ExprKind::This | ExprKind::New { .. } | ExprKind::Concat(_) | ExprKind::Lit(Lit::String(_))
        );
        // What lies on the stack is of exactly its class.
        let own_target = own_class.and_then(|c| self.cx.program.dispatch(c, method));
        let stays = self.cx.stays(own_target.as_ref().map_or(targets, std::slice::from_ref), None);
        let leaves = placed && (!stays || matches!(&receiver.kind, ExprKind::Local(l) if assigned.contains(l)));
        Receiver {
            expr: receiver,
            args,
            called: Called { kind, method, receiver: Some(receiver) },
            own_class,
            nonnull: lent || made.is_some() || placed || never_null,
            inert: args.iter().all(|a| self.is_inert(a)),
            assigns: !assigned.is_empty(),
            made,
            lent,
            leaves,
            stable,
        }
    }

    /// The receiver as it is called on, and its type. Java evaluates it, then the arguments, and only then looks whether it is null: where an
    /// argument could change it, it is kept in a variable `before`.
    fn receiver_place(&mut self, on: &Receiver, lending: Lent, during: &Stores, before: &mut String) -> (Code, Ty) {
        let receiver = on.expr;
        let ty = on.own_class.map_or(receiver.ty.clone(), Ty::Class);
        let fixed = self.fixed_receiver(on, before);
        let lasting = self.is_lasting(receiver, &on.args.iter().chain([receiver]).collect::<Vec<_>>());
        let variable = matches!(receiver.kind, ExprKind::Local(_) | ExprKind::This);
        let place = if on.lent {
            self.lent(receiver)
        } else if on.leaves || (lending == Lent::Handed && fixed.is_none() && on.made.is_none() && !variable) {
            // What is lent lives longer than this call.
            self.value(receiver)
        } else if let Some(place) = fixed {
            place
        } else if let Some(c) = on.made {
            return (self.placed(receiver, c).method("get()"), Ty::Class(c));
        } else if lasting && on.inert {
            self.place_of(receiver, &Stores::NOTHING)
        } else if lasting {
            let t = self.temp("receiver");
            let v = self.place_of(receiver, &Stores::NOTHING);
            kept(before, t, &v.text)
        } else if lending != Lent::Handed
            && let Some(held) = self.held_in_call(receiver, on.called, on.args, Given::Receiver, during)
        {
            if on.stable { held } else { kept(before, self.temp("receiver"), &held.borrow().text) }
        } else if on.stable || on.nonnull || (on.inert && !on.assigns) {
            self.place_of(receiver, during)
        } else {
            let t = self.temp("receiver");
            let rooted = self.is_rooted(receiver, during) && !matches!(receiver.kind, ExprKind::Local(_));
            let v = if rooted { self.place_of(receiver, during) } else { self.value(receiver) };
            kept(before, t, &v.text)
        };
        (place, ty)
    }

    /// A static final field of a class that is initialised stays as it is.
    fn fixed_receiver(&mut self, on: &Receiver, before: &mut String) -> Option<Code> {
        let ExprKind::Field { object: None, field } = &on.expr.kind else { return None };
        if !self.cx.is_fixed(*field) {
            return None;
        }
        Some(match self.final_getter(*field) {
            None => Code::atom(format!("peek!({})", self.cx.field_name(*field))),
            Some(getter) if on.inert => getter,
            // The class is initialised before the arguments are evaluated.
            Some(getter) => kept(before, self.temp("receiver"), &getter.text),
        })
    }

    /// `charAt` or `length` of a string that a variable has the text of.
    pub fn hoisted_text(&mut self, e: &Expr) -> Option<Code> {
        let ExprKind::Call { method, args, .. } = &e.kind else { return None };
        let (access, string) = self.cx.text_access(e)?;
        let view = self.hoisted_name(string)?;
        let (what, null) = (self.messages().callee(string, *method), self.messages().name(string));
        let name = match access {
            TextAccess::CharAt => "char_at",
            TextAccess::Length => "length",
        };
        let mut all: Vec<String> = args.iter().map(|a| self.value(a).text).collect();
        all.extend([string_literal(&what), string_literal(&null)]);
        Some(Code::atom(format!("{view}.{name}({})", all.join(", "))))
    }

    /// The path of the function that runs `m` here, and what stands behind the call.
    fn callee_path(&mut self, m: MethodId, placing: bool) -> (String, &'static str) {
        if placing {
            return (self.cx.fields_function(m), "");
        }
        match self.may_fail().then(|| self.cx.near_function(m)).flatten() {
            Some(path) => (path, "?"),
            None if self.again && m == self.id => {
                self.calls_again = true;
                (format!("{}::<AGAIN>", again_name(&self.cx.function(m))), "")
            }
            None => (self.cx.function(m), ""),
        }
    }

    /// As [`walk::is_inert`]; so is putting together a text of values that are no objects.
    fn is_inert(&self, e: &Expr) -> bool {
        let plain = |p: &Expr| {
            let p = strip_upcast(p);
            (p.ty.is_primitive() || self.cx.target(&p.ty) == "Str") && walk::is_inert(p)
        };
        walk::is_inert(e) || matches!(&strip_upcast(e).kind, ExprKind::Concat(parts) if parts.iter().all(plain))
    }

    fn receiver_as(&self, r: Code, from: &Ty, to: &Ty) -> Code {
        let (f, t) = (self.cx.target(from), self.cx.target(to));
        if f == t {
            r
        } else if self.cx.extends(from, to) {
            let place = r.text.strip_prefix('&').unwrap_or(&r.text).to_string();
            Code::atom(format!("{place}.up()"))
        } else {
            Code::atom(format!("narrow!({}, {t})", r.text))
        }
    }

    /// The arguments; with `before`, those that can throw or have effects are computed there. `during`: what the call and its
    /// arguments store.
    pub fn args(
        &mut self,
        args: &[Expr],
        handed: Handed<'_>,
        mut before: Option<&mut String>,
        during: &Stores,
    ) -> Vec<String> {
        let Handed { types, owned, runs, .. } = handed;
        let mut out = Vec::new();
        let all: Vec<&Expr> = args.iter().collect();
        for (i, a) in args.iter().enumerate() {
            let ty = types.get(i).cloned().unwrap_or_else(|| a.ty.clone());
            let mut later = BTreeSet::new();
            for b in &args[i + 1..] {
                later.extend(walk::assigned_in_expr(b));
            }
            let made = self.cx.made_class(a).filter(|_| self.cx.stays(runs, Some(i)));
            if let Some(c) = made {
                let mut object = self.placed(a, c);
                if let Some(before) = before.as_deref_mut() {
                    let t = self.temp("argument");
                    before.push_str(&format!("let {t} = {}; ", object.text));
                    object = Code::atom(t);
                }
                let object = object.method("get()").borrow();
                out.push(self.convert_borrow(object, &Ty::Class(c), &ty).text);
                continue;
            }
            let own = strip_upcast(a);
            if (self.is_on_stack(own) || self.cx.is_inline(own)) && !owned.contains(&i) && !self.cx.stays(runs, Some(i))
            {
                let object = self.value(own).borrow();
                out.push(self.convert_borrow(object, &own.ty, &ty).text);
                continue;
            }
            match before.as_deref_mut() {
                Some(before) if !walk::is_inert(a) || matches!(&a.kind, ExprKind::Local(l) if later.contains(l)) => {
                    let t = self.temp("argument");
                    let lent = ty.is_reference() && !owned.contains(&i);
                    let lasting = lent && (self.is_kept(a, during) || self.is_lasting(a, &all));
                    // As another type it would be a borrow of what is gone behind this statement.
                    let held = if lent && !lasting && own.ty == ty {
                        self.held_argument(a, &ty, handed, args, i, during)
                    } else {
                        None
                    };
                    let is_held = lasting || held.is_some();
                    let v = match held {
                        Some(held) => held,
                        None if lasting => self.peeked_as(a, &ty),
                        None => self.value_as(a, &ty),
                    };
                    before.push_str(&format!("let {t} = {}; ", v.text));
                    out.push(if is_held {
                        t
                    } else if ty.is_reference() && !owned.contains(&i) {
                        format!("&{t}")
                    } else {
                        t
                    });
                }
                _ if owned.contains(&i) => out.push(self.value_as(a, &ty).text),
                None if ty.is_reference() && (self.is_kept(a, during) || self.is_lasting(a, &all)) => {
                    out.push(self.peeked_as(a, &ty).text)
                }
                _ => match self.held_argument(a, &ty, handed, args, i, during) {
                    Some(held) => out.push(held.text),
                    None => out.push(self.arg(a, &ty, &later).text),
                },
            }
        }
        out
    }

    /// An argument that the call looks at for the last time before it is over, so that what it stores behind that does not matter.
    fn held_argument(
        &mut self,
        a: &Expr,
        ty: &Ty,
        handed: Handed<'_>,
        args: &[Expr],
        position: usize,
        during: &Stores,
    ) -> Option<Code> {
        if !ty.is_reference() || self.cx.value_class(&a.ty).is_some() {
            return None;
        }
        let a = strip_upcast(a);
        let held = self.held_in_call(a, handed.call?, args, Given::Parameter(position), during)?;
        Some(self.convert_borrow(held.borrow(), &a.ty, ty))
    }

    /// What a place holds that a call stores to only behind its last look at what it is given there, if `e` is one; or what a local that
    /// looks at such a place holds. The call gets the reference itself and no borrow of the place, which does not stay as it is.
    fn held_in_call(
        &mut self,
        e: &Expr,
        call: Called<'_>,
        args: &[Expr],
        given: Given,
        during: &Stores,
    ) -> Option<Code> {
        if let ExprKind::Local(l) = e.kind {
            let looks =
                self.uses[l.index()].cursor && self.uses[l.index()].written && self.cursors.places.meets(during);
            return looks.then(|| Code::atom(format!("{}.held()", self.name(l))));
        }
        if self.is_rooted(e, during) || self.is_inline_or_final(e) {
            return None;
        }
        let Called { kind, method, receiver } = call;
        let mut before = self.cx.stores_during_look(self.method, kind, method, receiver, args, given);
        for a in args {
            before.add(&self.cx.stores_of(self.method, a));
        }
        self.is_kept(e, &before).then(|| Code::atom(format!("{}.held()", self.place_of(e, &before).recv())))
    }

    /// Such a place has a way of its own.
    fn is_inline_or_final(&self, e: &Expr) -> bool {
        self.cx.is_inline(e)
            || matches!(&e.kind, ExprKind::Field { object: None, field } if self.final_getter(*field).is_some())
    }

    pub fn new_object(&mut self, class: ClassId, constructor: MethodId, args: &[Expr]) -> Code {
        let program = self.cx.program;
        let placing = std::mem::take(&mut self.placing);
        let guard = self.cx.class_guard(self.method, class);
        let name = self.cx.class(class);
        let call = if let ClassKind::Lambda { .. } = program.class(class).kind {
            // A lambda's fields are its captured values, in order; the object takes them over.
            let fields = &program.class(class).fields;
            let args: Vec<String> = args
                .iter()
                .zip(fields)
                .map(|(a, &f)| {
                    let ty = program.field(f).ty.clone();
                    self.value_as(a, &ty).text
                })
                .collect();
            Code::atom(format!("{name}::new({})", args.join(", ")))
        } else {
            let m = program.method(constructor);
            let types = self.cx.passed_params(m);
            let owned = self.cx.owned_positions(constructor);
            let args = self.args(
                args,
                Handed { types: &types, owned: &owned, runs: &[constructor], call: None },
                None,
                &Stores::ANYTHING,
            );
            let (path, _) =
                if placing { self.callee_path(constructor, true) } else { (self.cx.function(constructor), "") };
            Code::atom(format!("{path}({})", args.join(", ")))
        };
        match guard {
            Some(guard) => Code::block(format!("{{ {guard}; {} }}", call.text)),
            None => call,
        }
    }

    /// `super(…)` or `this(…)`.
    pub fn constructor_call(&mut self, method: MethodId, args: &[Expr]) -> Code {
        let program = self.cx.program;
        let m = program.method(method);
        if Some(m.class) == self.cx.names.object {
            // There is nothing that it does.
            return Code::atom("");
        }
        let types: Vec<Ty> = m.params.iter().map(|p| m.locals[p.index()].ty.clone()).collect();
        let owned = self.cx.owned_positions(method);
        let args = self.args(
            args,
            Handed { types: &types, owned: &owned, runs: &[method], call: None },
            None,
            &Stores::ANYTHING,
        );
        let this_ty = Ty::Class(self.method.class);
        let this = self.receiver_as(Code::atom("this"), &this_ty, &Ty::Class(m.class));
        let mut all = vec![this.text];
        all.extend(args);
        Code::atom(format!("{}({})", self.cx.init_function(method), all.join(", ")))
    }
}

/// A dispatcher's own argument as one of the method that it runs, which is one of `class`.
fn handed_over(cx: &super::Context, name: &str, from: &Ty, to: &Ty, class: ClassId) -> String {
    if cx.is_bridged(from, to) {
        return match to {
            Ty::Class(c) => format!("{}::cast({name}.into_up::<Object>())", cx.tested_class(*c)),
            _ => cx.cast_to_array((from, to), &format!("{name}.into_up()"), false, class),
        };
    }
    if cx.target(from) == cx.target(to) {
        name.to_string()
    } else if cx.extends(from, to) {
        format!("{name}.into_up()")
    } else {
        format!("narrow_owned!({name}, {})", cx.target(to))
    }
}

/// The body of the function that runs a virtual call: a match on the receiver's class.
pub fn dispatcher(cx: &super::Context, method: MethodId) -> String {
    let program = cx.program;
    let m = program.method(method);
    let targets = cx.dispatched_targets(method);
    let params: Vec<(String, Ty)> =
        m.params.iter().enumerate().map(|(i, p)| (format!("a{}", i + 1), m.locals[p.index()].ty.clone())).collect();
    let this = cx.object_ty(m.class);
    let mut signature = vec![format!("this: &Ref<{this}>")];
    let owned = cx.dispatcher_owned(method);
    signature
        .extend(params.iter().enumerate().map(|(i, (n, t))| format!("{n}: {}", cx.param_ty(t, owned.contains(&i)))));
    let ret = if m.ret == Ty::Void { String::new() } else { format!(" -> {}", cx.ty(&m.ret)) };
    let name = cx.dispatcher_name(method);
    if targets.is_empty() {
        let unused: Vec<String> = signature.iter().skip(1).map(|s| format!("_{s}")).collect();
        let mut signature = vec![signature[0].clone()];
        signature.extend(unused);
        // No object of such a class is ever made: the receiver is null.
        return format!(
            "    pub fn {name}({}){ret} {{\n        this.invoke(\"\", \"\");\n        unreachable!()\n    }}\n",
            signature.join(", ")
        );
    }
    let mut arms = Vec::new();
    // The method that most classes run is the last arm; that of `Object` where it is one of them, for arrays run it too.
    let mut targets = targets;
    let of_object = |m: &MethodId| program.class(program.method(*m).class).superclass.is_none();
    targets.sort_by_key(|(m, classes)| (of_object(m), classes.len()));
    let last = targets.len() - 1;
    for (i, (target, classes)) in targets.iter().enumerate() {
        let t = program.method(*target);
        let pattern = if i == last {
            "_".to_string()
        } else {
            classes.iter().map(|&c| format!("{}::ID", cx.class(c))).collect::<Vec<_>>().join(" | ")
        };
        let owner = cx.target(&cx.passed_ty(t, &Ty::Class(t.class)));
        let object = if owner == this {
            "this".to_string()
        } else if owner == "Object" {
            "this.up()".to_string()
        } else {
            format!("narrow!(this, {owner})")
        };
        let mut args = vec![object];
        for (i, ((n, from), &p)) in params.iter().zip(&t.params).enumerate() {
            let to = &cx.passed_ty(t, &t.locals[p.index()].ty);
            if owned.contains(&i) && cx.is_owned(*target, i) {
                args.push(handed_over(cx, n, from, to, t.class));
                continue;
            }
            let borrowed = if owned.contains(&i) { format!("&{n}") } else { n.clone() };
            args.push(if cx.is_bridged(from, to) {
                match to {
                    Ty::Class(c) if cx.value_class(to).is_some() => {
                        format!("&{}::cast({n}.up::<Object>().clone())", cx.tested_class(*c))
                    }
                    Ty::Class(c) => format!("{}::cast_ref({n}.up::<Object>())", cx.tested_class(*c)),
                    _ => cx.cast_to_array((from, to), &format!("{n}.up()"), true, t.class),
                }
            } else if !from.is_reference() || cx.target(from) == cx.target(to) {
                borrowed
            } else if cx.extends(from, to) {
                format!("{n}.up()")
            } else {
                format!("narrow!({borrowed}, {})", cx.target(to))
            });
        }
        let call = format!("{}({})", cx.function(*target), args.join(", "));
        let call = cx.returned(t, Code::atom(call)).text;
        let call = if cx.receiver_returns.contains(target) { format!("{call}.clone()") } else { call };
        let value = if m.ret.is_reference() && cx.target(&t.ret) != cx.target(&m.ret) {
            if cx.extends(&t.ret, &m.ret) {
                format!("{call}.into_up()")
            } else {
                format!("narrow_owned!({call}, {})", cx.target(&m.ret))
            }
        } else {
            call
        };
        arms.push(format!("            {pattern} => {value},\n"));
    }
    let body = if arms.len() == 1 {
        let only = arms[0].trim().trim_start_matches("_ => ").trim_end_matches(',').to_string();
        format!("        {only}\n")
    } else {
        format!(
            "        // Every class that is ever asked; none other can arrive.\n        match this.class() {{\n{}        }}\n",
            arms.concat()
        )
    };
    format!("    pub fn {name}({}){ret} {{\n{body}    }}\n", signature.join(", "))
}
