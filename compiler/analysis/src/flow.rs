//! Java's rules about paths: definite assignment (JLS 16), unreachable statements (14.22), missing returns, assignments to
//! final variables, and checked exceptions (11.2).
//!
//! One walk over each method body follows control in source order. The state says which variables are assigned on every path
//! that leads here and which on none; where no path leads, both hold of all variables (JLS: "V is vacuously assigned").
//! `break`, `continue` and `return` leave a copy of the state as an [`Exit`], which the statement that they name takes in;
//! a `finally` block that they cross adds its own assignments. Reachability is kept apart from that state, because Java
//! treats `if (false)` as reachable.

mod state;
mod variables;

use somd_hir::*;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use state::{Bits, Exit, Jump, Log, State, Thrown};
use std::collections::BTreeMap;

/// Checks every method that is not the library's. Messages are in source order.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for class in program.classes.iter().filter(|c| !c.is_library) {
        let static_init = class.static_init.filter(|m| !class.methods.contains(m));
        for &id in class.methods.iter().chain(&static_init) {
            if let Some(body) = &program.method(id).body {
                Flow::new(program, id, &mut diagnostics).method(body);
            }
        }
        static_finals_without_initializer(program, class, &mut diagnostics);
    }
    diagnostics.sort_by_key(|d| d.primary.span);
    diagnostics.dedup();
    diagnostics
}

fn static_finals_without_initializer(program: &Program, class: &Class, out: &mut Vec<Diagnostic>) {
    if class.static_init.is_some() {
        return;
    }
    for field in class.fields.iter().map(|&f| program.field(f)) {
        if field.is_static && field.is_final && field.constant.is_none() && !field.span.is_none() {
            out.push(not_initialized(&field.name, field.span));
        }
    }
}

fn not_initialized(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0310", format!("final field `{name}` is never assigned"), span)
        .label("not assigned on every path through the initialisers")
}

struct Flow<'a> {
    program: &'a Program,
    class: &'a Class,
    method: &'a Method,
    /// The blank final fields that this initialiser must assign; variable `locals + i` is field `i`.
    fields: Vec<FieldId>,
    variables: usize,
    state: State,
    alive: bool,
    /// Something unreachable has been reported: what follows from it is no second mistake.
    recovered: bool,
    exits: Vec<Exit>,
    /// The results of the switch expressions that are conditions, with the states where they are true and where false.
    deciding: Vec<(LocalId, State, State)>,
    thrown: Vec<Thrown>,
    /// Every assignment so far, for `try` and loops.
    assignments: Vec<(usize, Span)>,
    /// Every local declared so far: inside a loop it is a new variable each time.
    declared: Vec<usize>,
    /// What a catch parameter that is not assigned to can hold: the precise types of a rethrow.
    caught: BTreeMap<LocalId, Vec<ClassId>>,
    /// Locals about which something has been said: one message a variable is enough.
    reported: Bits,
    known: Exceptions,
    out: &'a mut Vec<Diagnostic>,
}

#[derive(Clone, Copy)]
struct Exceptions {
    throwable: Option<ClassId>,
    exception: Option<ClassId>,
    runtime: Option<ClassId>,
    error: Option<ClassId>,
}

impl<'a> Flow<'a> {
    fn new(program: &'a Program, id: MethodId, out: &'a mut Vec<Diagnostic>) -> Flow<'a> {
        let method = program.method(id);
        let class = program.class(method.class);
        let wanted = |f: &Field| match method.kind {
            MethodKind::Constructor => !f.is_static,
            MethodKind::StaticInit => f.is_static,
            MethodKind::Method => false,
        };
        let fields: Vec<FieldId> = class
            .fields
            .iter()
            .copied()
            .filter(|&id| {
                let f = program.field(id);
                f.is_final && f.constant.is_none() && wanted(f) && !is_made(f)
            })
            .collect();
        let variables = method.locals.len() + fields.len();
        let mut state = State { assigned: Bits::none(variables), unassigned: Bits::all(variables) };
        for param in &method.params {
            state.assigned.set(param.index(), true);
            state.unassigned.set(param.index(), false);
        }
        let known = |name: &str| program.known.classes.get(name).copied();
        Flow {
            program,
            class,
            method,
            fields,
            variables,
            state,
            alive: true,
            recovered: false,
            exits: Vec::new(),
            deciding: Vec::new(),
            thrown: Vec::new(),
            assignments: Vec::new(),
            declared: Vec::new(),
            caught: BTreeMap::new(),
            reported: Bits::none(variables),
            known: Exceptions {
                throwable: known("java.lang.Throwable"),
                exception: known("java.lang.Exception"),
                runtime: known("java.lang.RuntimeException"),
                error: known("java.lang.Error"),
            },
            out,
        }
    }

    fn method(&mut self, body: &Block) {
        self.block(body);
        if self.alive && !self.recovered && self.method.ret != Ty::Void && self.method.kind == MethodKind::Method {
            let message = format!("`{}` can end without returning a value", self.method.display);
            self.out.push(
                Diagnostic::error("E0303", "missing return statement", closing_brace(body.span))
                    .label(message)
                    .also(self.method.name_span, format!("a `{}` is promised here", self.type_name(&self.method.ret))),
            );
        }
        if self.alive {
            let state = self.state.clone();
            self.exits.push(Exit { jump: Jump::Return, state });
        }
        self.final_fields(body);
        self.uncaught(body);
    }

    /// Every blank final field is assigned where the initialiser ends.
    fn final_fields(&mut self, body: &Block) {
        let mut end = State::vacuous(self.variables);
        for exit in &self.exits {
            end.join(&exit.state);
        }
        for (i, &id) in self.fields.iter().enumerate() {
            let field = self.program.field(id);
            if end.assigned.has(self.method.locals.len() + i) {
                continue;
            }
            let made = self.method.span.is_none() || self.method.span == self.class.span || body.span.is_none();
            let at_field = made || self.method.kind == MethodKind::StaticInit;
            let diagnostic = if at_field {
                not_initialized(&field.name, field.span)
            } else {
                not_initialized(&field.name, closing_brace(body.span)).also(field.span, "the field is declared here")
            };
            self.out.push(diagnostic.suggest(
                "give the field an initial value",
                after(field.span),
                format!(" = {}", zero_text(&field.ty)),
            ));
        }
    }

    // ---- exceptions ---------------------------------------------------------------------------------------------

    fn is_checked(&self, class: ClassId) -> bool {
        let under = |sup: Option<ClassId>| sup.is_some_and(|sup| self.program.is_subclass(class, sup));
        !under(self.known.runtime) && !under(self.known.error)
    }

    fn throws(&mut self, class: ClassId, span: Span) {
        if self.is_checked(class) && self.alive {
            self.thrown.push(Thrown { class, span });
        }
    }

    fn call_throws(&mut self, method: MethodId, span: Span) {
        let Some(thrown) = self.program.thrown_by_call.get(&(span, method)) else {
            self.program.method(method).throws.iter().for_each(|&class| self.throws(class, span));
            return;
        };
        thrown.iter().for_each(|&class| self.throws(class, span));
    }

    /// What leaves the method must be declared.
    fn uncaught(&mut self, body: &Block) {
        let anonymous = self.class.name.rsplit('.').next().is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        if anonymous && self.method.kind == MethodKind::Constructor {
            return;
        }
        for thrown in std::mem::take(&mut self.thrown) {
            if self.method.throws.iter().any(|&t| self.program.is_subclass(thrown.class, t)) {
                continue;
            }
            let name = simple_name(self.program, thrown.class);
            let mut diagnostic = Diagnostic::error(
                "E0304",
                format!("checked exception `{name}` is neither caught nor declared"),
                thrown.span,
            )
            .label(format!("may throw `{name}`"));
            let is_lambda = matches!(self.class.kind, ClassKind::Lambda { .. });
            if is_lambda {
                diagnostic = diagnostic.note("the functional interface's method does not declare it");
            } else if self.method.kind != MethodKind::StaticInit && !self.method.name_span.is_none() {
                let text = if self.method.throws.is_empty() { format!("throws {name} ") } else { format!(", {name} ") };
                let at = Span { lo: body.span.lo, hi: body.span.lo };
                diagnostic = diagnostic.also(self.method.name_span, "this method does not declare it").suggest(
                    format!("add `throws {name}`"),
                    at,
                    text,
                );
            }
            self.out.push(diagnostic);
        }
    }

    // ---- statements ---------------------------------------------------------------------------------------------

    fn dead(&mut self) {
        self.alive = false;
        self.state = State::vacuous(self.variables);
    }

    fn jump(&mut self, jump: Jump) {
        let state = self.state.clone();
        self.exits.push(Exit { jump, state });
        self.dead();
    }

    /// Joins the states of the jumps of this kind that were made since `from`; true where there was a reachable one.
    fn land(&mut self, jump: Jump, from: usize) -> bool {
        let mut any = false;
        let state = &mut self.state;
        let mut i = from;
        while i < self.exits.len() {
            if self.exits[i].jump == jump {
                let exit = self.exits.remove(i);
                state.join(&exit.state);
                any = true;
            } else {
                i += 1;
            }
        }
        any
    }

    fn block(&mut self, block: &Block) {
        self.stmts(&block.stmts);
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        let mut previous_end = 0;
        for stmt in stmts {
            if !self.alive {
                // Statements that `sema` made stand where their origin stands, not after what came before.
                let own = !stmt.span.is_none() && stmt.span.lo >= previous_end;
                if own {
                    self.out.push(
                        Diagnostic::error("E0302", "unreachable statement", stmt.span).label("control never gets here"),
                    );
                    self.alive = true;
                    self.recovered = true;
                }
            }
            self.stmt(stmt);
            previous_end = stmt.span.hi;
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Local { local, init } => {
                self.declared.push(local.index());
                self.declare(*local, init.as_ref());
            }
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Block(block) | StmtKind::Single(block) => self.block(block),
            StmtKind::Sync { body, .. } => self.block(body),
            StmtKind::If { cond, then, otherwise } => {
                let (yes, no) = self.cond(cond);
                let before = self.alive;
                self.state = yes;
                self.block(then);
                let alive_then = std::mem::replace(&mut self.alive, before);
                let after_then = std::mem::replace(&mut self.state, no);
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
                self.alive |= alive_then;
                self.state.join(&after_then);
            }
            StmtKind::While { cond, body, label } => self.loop_stmt(Some(cond), &[], body, *label, stmt.span),
            StmtKind::For { init, cond, update, body, label } => {
                self.stmts(init);
                self.loop_stmt(cond.as_ref(), update, body, *label, stmt.span);
            }
            StmtKind::DoWhile { body, cond, label } => {
                let (exits, log, entry) = (self.exits.len(), self.log(), self.state.clone());
                self.block(body);
                self.alive |= self.land(Jump::Continue(*label), exits);
                let (yes, no) = self.cond(cond);
                self.loop_back(&entry, &yes, log);
                self.alive &= !is_constant(cond, true);
                self.state = no;
                self.alive |= self.land(Jump::Break(*label), exits);
            }
            StmtKind::Labeled { label, body } => {
                let exits = self.exits.len();
                self.block(body);
                self.alive |= self.land(Jump::Break(*label), exits);
            }
            StmtKind::Switch { scrutinee, arms, label } => {
                self.expr(scrutinee);
                self.switch(arms, *label);
            }
            StmtKind::Break(label) => self.jump(Jump::Break(*label)),
            StmtKind::Continue(label) => self.jump(Jump::Continue(*label)),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
                self.jump(Jump::Return);
            }
            StmtKind::Throw(value) => {
                self.expr(value);
                self.throw_of(value, stmt.span);
                self.dead();
            }
            StmtKind::Try { body, catches, finally } => self.try_stmt(body, catches, finally.as_ref()),
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<&Expr>) {
        if let Some(init) = init {
            self.expr(init);
        }
        // Where no path leads, a variable is vacuously assigned.
        self.state.assigned.set(local.index(), init.is_some() || !self.alive);
        self.state.unassigned.set(local.index(), init.is_none());
    }

    fn throw_of(&mut self, value: &Expr, span: Span) {
        let mut inner = value;
        while let ExprKind::Upcast(operand) = &inner.kind {
            inner = operand;
        }
        if let ExprKind::Local(local) = inner.kind
            && let Some(classes) = self.caught.get(&local).cloned()
        {
            classes.into_iter().for_each(|class| self.throws(class, span));
        } else if let Ty::Class(class) = inner.ty {
            self.throws(class, span);
        }
    }

    fn loop_stmt(&mut self, cond: Option<&Expr>, update: &[Expr], body: &Block, label: LabelId, span: Span) {
        let (exits, log, entry) = (self.exits.len(), self.log(), self.state.clone());
        let (yes, no) = match cond {
            Some(cond) => self.cond(cond),
            None => (self.state.clone(), State::vacuous(self.variables)),
        };
        let endless = cond.is_none_or(|c| is_constant(c, true));
        let before = self.alive;
        self.state = yes;
        if cond.is_some_and(|c| is_constant(c, false)) && before {
            let at = if body.span.is_none() { span } else { body.span };
            self.out.push(
                Diagnostic::error("E0302", "unreachable statement", at).label("the loop's condition is always false"),
            );
        }
        self.block(body);
        self.alive |= self.land(Jump::Continue(label), exits);
        for expr in update {
            self.expr(expr);
        }
        let back = self.state.clone();
        self.loop_back(&entry, &back, log);
        self.state = no;
        self.state.unassigned.intersect(&back.unassigned);
        self.alive = before && !endless;
        self.alive |= self.land(Jump::Break(label), exits);
    }

    fn log(&self) -> Log {
        Log { assignments: self.assignments.len(), declared: self.declared.len() }
    }

    /// A final variable that is unassigned before a loop must still be where the loop starts again.
    fn loop_back(&mut self, entry: &State, back: &State, log: Log) {
        for i in log.assignments..self.assignments.len() {
            let (variable, span) = self.assignments[i];
            let outer = !self.declared[log.declared..].contains(&variable);
            if outer && entry.unassigned.has(variable) && !back.unassigned.has(variable) && self.is_final(variable) {
                self.report_change(variable, span, |name| {
                    Diagnostic::error("E0307", format!("final variable `{name}` may be assigned more than once"), span)
                        .label("assigned again each time the loop comes here")
                });
            }
        }
    }

    fn switch(&mut self, arms: &[SwitchArm], label: LabelId) {
        let exits = self.exits.len();
        let entry = self.state.clone();
        let before = self.alive;
        self.state = State::vacuous(self.variables);
        self.alive = false;
        for arm in arms {
            self.state.join(&entry);
            self.alive = before;
            self.block(&arm.body);
        }
        if !arms.iter().any(|arm| arm.is_default) {
            self.state.join(&entry);
            self.alive = before;
        }
        self.alive |= self.land(Jump::Break(label), exits);
    }

    fn try_stmt(&mut self, body: &Block, catches: &[Catch], finally: Option<&Block>) {
        let (exits, log) = (self.exits.len(), self.assignments.len());
        let entry = self.state.clone();
        let before = self.alive;
        let outer_thrown = std::mem::take(&mut self.thrown);
        self.block(body);
        let mut end = self.state.clone();
        let mut end_alive = self.alive;
        let body_thrown = std::mem::take(&mut self.thrown);
        let mut remaining = body_thrown.clone();
        let mut escaped = Vec::new();
        let mut caught_before: Vec<ClassId> = Vec::new();
        for catch in catches {
            self.check_catch(catch, &body_thrown, &caught_before);
            // What this clause can receive, for a rethrow of its parameter.
            let mut precise: Vec<ClassId> = Vec::new();
            for &class in &catch.classes {
                for thrown in &remaining {
                    if self.program.is_subclass(thrown.class, class) {
                        precise.push(thrown.class);
                    } else if self.program.is_subclass(class, thrown.class) {
                        precise.push(class);
                    }
                }
            }
            precise.sort();
            precise.dedup();
            remaining.retain(|t| !catch.classes.iter().any(|&c| self.program.is_subclass(t.class, c)));
            caught_before.extend(&catch.classes);
            if !is_assigned_in(&catch.body, catch.local) {
                self.caught.insert(catch.local, precise);
            }
            self.state = self.after_some_of(&entry, log);
            self.state.assigned.set(catch.local.index(), true);
            self.state.unassigned.set(catch.local.index(), false);
            self.alive = before;
            self.block(&catch.body);
            end.join(&self.state);
            end_alive |= self.alive;
            escaped.append(&mut self.thrown);
        }
        escaped.append(&mut remaining);
        self.state = end;
        self.alive = end_alive;
        if let Some(finally) = finally {
            let start = self.after_some_of(&entry, log);
            let end = std::mem::replace(&mut self.state, start);
            let crossing = exits..self.exits.len();
            self.alive = before;
            self.block(finally);
            if self.alive {
                for exit in &mut self.exits[crossing] {
                    exit.state.assigned.unite(&self.state.assigned);
                    exit.state.unassigned.intersect(&self.state.unassigned);
                }
                let mut joined = end;
                joined.assigned.unite(&self.state.assigned);
                joined.unassigned.intersect(&self.state.unassigned);
                self.state = joined;
                self.alive = end_alive;
            } else {
                // `finally` always jumps: nothing else gets out.
                self.exits.drain(crossing);
                escaped.clear();
            }
            escaped.append(&mut self.thrown);
        }
        self.thrown = outer_thrown;
        self.thrown.append(&mut escaped);
    }

    /// The state where any part of what was walked since `log` may have run.
    fn after_some_of(&self, entry: &State, log: usize) -> State {
        let mut state = entry.clone();
        for &(variable, _) in &self.assignments[log..] {
            state.unassigned.set(variable, false);
        }
        state
    }

    fn check_catch(&mut self, catch: &Catch, thrown: &[Thrown], before: &[ClassId]) {
        for &class in &catch.classes {
            let name = simple_name(self.program, class);
            if before.iter().any(|&b| self.program.is_subclass(class, b)) {
                self.out.push(
                    Diagnostic::error("E0309", format!("exception `{name}` has already been caught"), catch.span)
                        .label("an earlier clause catches all of these"),
                );
                continue;
            }
            let general = Some(class) == self.known.exception || Some(class) == self.known.throwable;
            if general || !self.is_checked(class) || catch.span.is_none() {
                continue;
            }
            let possible = thrown
                .iter()
                .any(|t| self.program.is_subclass(t.class, class) || self.program.is_subclass(class, t.class));
            if !possible {
                self.out.push(
                    Diagnostic::error("E0308", format!("exception `{name}` is never thrown here"), catch.span)
                        .label(format!("nothing in the `try` block throws `{name}`")),
                );
            }
        }
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    /// Walks a boolean expression; the states where it is true and where it is false.
    fn cond(&mut self, expr: &Expr) -> (State, State) {
        match &expr.kind {
            ExprKind::Lit(Lit::Boolean(value)) => {
                let (here, never) = (self.state.clone(), State::vacuous(self.variables));
                if *value { (here, never) } else { (never, here) }
            }
            ExprKind::Not(operand) => {
                let (yes, no) = self.cond(operand);
                (no, yes)
            }
            ExprKind::And(left, right) => {
                let (yes, left_no) = self.cond(left);
                self.state = yes;
                let (yes, mut no) = self.cond(right);
                no.join(&left_no);
                (yes, no)
            }
            ExprKind::Or(left, right) => {
                let (left_yes, no) = self.cond(left);
                self.state = no;
                let (mut yes, no) = self.cond(right);
                yes.join(&left_yes);
                (yes, no)
            }
            ExprKind::Cond(cond, a, b) => {
                let (when, unless) = self.cond(cond);
                self.state = when;
                let (mut yes, mut no) = self.cond(a);
                self.state = unless;
                let (b_yes, b_no) = self.cond(b);
                yes.join(&b_yes);
                no.join(&b_no);
                (yes, no)
            }
            ExprKind::Switch(switch) => {
                let never = State::vacuous(self.variables);
                self.deciding.push((switch.result, never.clone(), never));
                self.switch_expr(switch, expr.span);
                self.deciding.pop().map_or_else(|| (self.state.clone(), self.state.clone()), |(_, yes, no)| (yes, no))
            }
            _ => {
                self.expr(expr);
                (self.state.clone(), self.state.clone())
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) => {
                let (mut yes, no) = self.cond(expr);
                yes.join(&no);
                self.state = yes;
            }
            ExprKind::Cond(cond, a, b) => {
                let (yes, no) = self.cond(cond);
                self.state = yes;
                self.expr(a);
                let after = std::mem::replace(&mut self.state, no);
                self.expr(b);
                self.state.join(&after);
            }
            ExprKind::Local(local) => self.read(local.index(), expr.span),
            ExprKind::Field { object, field } => match self.own_field(object.as_deref(), *field) {
                Some(variable) => self.read(variable, expr.span),
                None => {
                    if let Some(object) = object {
                        self.expr(object);
                    }
                }
            },
            ExprKind::Assign { place: place @ Place::Local(local), value }
                if self.deciding.iter().any(|(result, ..)| result == local) =>
            {
                let (yes, no) = self.cond(value);
                self.state = yes.clone();
                self.state.join(&no);
                if let Some((_, all_yes, all_no)) = self.deciding.iter_mut().find(|(result, ..)| result == local) {
                    all_yes.join(&yes);
                    all_no.join(&no);
                }
                self.assign(place, expr.span);
            }
            ExprKind::Assign { place, value } => {
                self.place_parts(place);
                self.expr(value);
                self.assign(place, expr.span);
            }
            ExprKind::CompoundAssign { place, value, .. } => {
                self.place_parts(place);
                self.read_place(place, expr.span);
                self.expr(value);
                self.assign(place, expr.span);
            }
            ExprKind::IncDec { place, .. } => {
                self.place_parts(place);
                self.read_place(place, expr.span);
                self.assign(place, expr.span);
            }
            ExprKind::Call { method, receiver, args, .. } => {
                if let Some(receiver) = receiver {
                    self.expr(receiver);
                }
                args.iter().for_each(|a| self.expr(a));
                self.call_throws(*method, expr.span);
                let callee = self.program.method(*method);
                if callee.kind == MethodKind::Constructor
                    && callee.class == self.method.class
                    && self.method.kind == MethodKind::Constructor
                {
                    // `this(…)` has assigned them all.
                    for i in 0..self.fields.len() {
                        let variable = self.method.locals.len() + i;
                        self.state.assigned.set(variable, true);
                        self.state.unassigned.set(variable, false);
                    }
                }
            }
            ExprKind::New { class, constructor, args } => {
                args.iter().for_each(|a| self.expr(a));
                if !matches!(self.program.class(*class).kind, ClassKind::Lambda { .. }) {
                    self.call_throws(*constructor, expr.span);
                }
            }
            ExprKind::InstanceOf { expr: operand, binding, .. } => {
                self.expr(operand);
                // Its scope, which `sema` has checked, is where the test has succeeded.
                if let Some(binding) = binding {
                    self.state.assigned.set(binding.index(), true);
                }
            }
            ExprKind::ArrayStep(step) => self.expr(&step.host),
            ExprKind::Switch(switch) => self.switch_expr(switch, expr.span),
            ExprKind::Sequence(stmts, value) => {
                // Parts of one expression: that it is not reached is said of statements alone.
                let before = std::mem::replace(&mut self.alive, true);
                self.stmts(stmts);
                self.expr(value);
                self.alive = before;
            }
            _ => walk::operands(expr, &mut |child| self.expr(child)),
        }
    }

    fn switch_expr(&mut self, switch: &SwitchExpr, span: Span) {
        let StmtKind::Switch { scrutinee, arms, label } = &switch.switch.kind else {
            return self.stmt(&switch.switch);
        };
        self.expr(scrutinee);
        let exits = self.exits.len();
        let entry = self.state.clone();
        let before = self.alive;
        self.dead();
        for arm in arms {
            self.state.join(&entry);
            self.alive = before;
            self.block(&arm.body);
        }
        if self.alive && before && !arms.is_empty() {
            let at = closing_brace(span);
            self.out.push(
                Diagnostic::error("E0311", "this switch can end without a value", at)
                    .label("the last case completes without `yield`"),
            );
        }
        self.state = State::vacuous(self.variables);
        self.land(Jump::Break(*label), exits);
        self.alive = before;
    }

    // ---- variables ----------------------------------------------------------------------------------------------
}

/// A field that `sema` made, and also assigns: a captured variable or the outer object.
fn is_made(field: &Field) -> bool {
    field.span.is_none() || field.name.starts_with("val$") || field.name.starts_with("this$")
}

fn is_constant(expr: &Expr, value: bool) -> bool {
    matches!(expr.kind, ExprKind::Lit(Lit::Boolean(v)) if v == value)
}

/// The last character of a block.
fn closing_brace(span: Span) -> Span {
    if span.hi > span.lo { Span { lo: span.hi - 1, hi: span.hi } } else { span }
}

fn after(span: Span) -> Span {
    Span { lo: span.hi, hi: span.hi }
}

fn zero_text(ty: &Ty) -> &'static str {
    match ty {
        Ty::Boolean => "false",
        t if t.is_primitive() => "0",
        _ => "null",
    }
}

fn simple_name(program: &Program, class: ClassId) -> &str {
    let name = &program.class(class).name;
    name.rsplit('.').next().unwrap_or(name)
}

/// Some assignment in the block has this local as its place.
fn is_assigned_in(block: &Block, local: LocalId) -> bool {
    let mut found = false;
    walk::exprs_in(block, &mut |expr| {
        let place = match &expr.kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. } => place,
            _ => return,
        };
        found |= matches!(place, Place::Local(l) if *l == local);
    });
    found
}
