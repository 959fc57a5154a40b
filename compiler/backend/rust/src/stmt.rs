//! Statements and control flow.
//!
//! The body of a `try` is a closure, since the runtime catches what it throws; a jump out of it becomes the closure's
//! result (a `Flow`), which is looked at behind it. What is thrown in the closure itself, or by a method that has a form for
//! nearby catches (see [`somd_host::exceptions_as_results`]), is the closure's error and unwinds nothing.

use super::chained::Lent;
use super::code::{Code, Prec, string_literal};
use super::func::{Frame, Function, Target, zero};
use super::loop_invariants::Repeated;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::stack_arrays::small_length;
use somd_host::walk::element_ty;
use somd_host::{destructive_reads, walk};
use std::collections::BTreeSet;

impl Function<'_> {
    pub fn block(&mut self, b: &Block) {
        self.statements(&b.stmts);
    }

    pub fn statements(&mut self, stmts: &[Stmt]) {
        let tail = std::mem::take(&mut self.tail);
        let mut exchanged = 0;
        for (i, s) in stmts.iter().enumerate() {
            if i < exchanged {
                continue;
            }
            if self.exchange(&stmts[i..]) {
                exchanged = i + 3;
                continue;
            }
            self.tail = tail && i + 1 == stmts.len();
            self.statement(s);
        }
        self.tail = false;
    }

    /// Prints a block that ends the function where `tail` says so.
    fn block_at(&mut self, b: &Block, tail: bool) {
        self.tail = tail;
        self.block(b);
    }

    pub fn statement(&mut self, s: &Stmt) {
        let tail = std::mem::take(&mut self.tail);
        self.source_comment(s);
        match &s.kind {
            StmtKind::Local { local, init } => self.local_statement(*local, init.as_ref()),
            StmtKind::Expr(e) => {
                self.declare_patterns(&[e]);
                let text = self.effect(e);
                self.line(&text);
            }
            StmtKind::Block(b) => {
                self.line("{");
                self.block_at(b, tail);
                self.line("}");
            }
            StmtKind::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise.as_ref(), tail),
            StmtKind::While { cond, body, label } => {
                self.declare_patterns(&[cond]);
                let code = Repeated { cond: Some(cond), update: &[], body };
                self.with_hoists(code, |f| f.loop_statement(Some(cond), &[], body, *label));
            }
            StmtKind::DoWhile { body, cond, label } => {
                let code = Repeated { cond: Some(cond), update: &[], body };
                self.with_hoists(code, |f| f.do_while(body, cond, *label));
            }
            StmtKind::For { init, cond, update, body, label } => {
                self.for_statement(init, Repeated { cond: cond.as_ref(), update, body }, *label);
            }
            StmtKind::Labeled { label, body } => {
                let name = self.enter(*label, "block");
                if walk::jumps_to(body, *label, false) {
                    self.named_block(&name, |f| f.block(body));
                } else {
                    self.line("{");
                    self.block_at(body, tail);
                    self.line("}");
                }
            }
            StmtKind::Switch { scrutinee, arms, label } => self.switch(scrutinee, arms, *label, tail),
            StmtKind::Break(l) => self.jump(*l, false, tail),
            StmtKind::Continue(l) => self.jump(*l, true, tail),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), tail),
            StmtKind::Throw(e) => self.throw(e),
            StmtKind::Try { body, catches, finally } => match finally {
                Some(f) => self.try_finally(body, catches, f, tail),
                None => self.try_catch(body, catches, tail),
            },
            // One instance runs the method, so the shared memory is in step and every block is run by a single one.
            StmtKind::Sync { body, .. } | StmtKind::Single(body) => {
                self.line("{");
                self.block_at(body, tail);
                self.line("}");
            }
        }
    }

    /// Prints the first three statements, if they exchange two elements. What is thrown for either index has the line of its own.
    fn exchange(&mut self, stmts: &[Stmt]) -> bool {
        let Some(x) = destructive_reads::exchange(stmts)
            .filter(|_| self.moved_out.exchanges.contains(&std::ptr::from_ref(&stmts[0])))
        else {
            return false;
        };
        if self.hoisted_name(x.array).is_some() || !self.valid_suffix(x.array).is_empty() {
            return false;
        }
        self.source_comment(&stmts[0]);
        let npe = string_literal(&self.messages().name(x.array));
        let (array, one, _) = self.element(x.array, x.one, None);
        let element = self.temp("element");
        self.line(&format!("let {element} = {array}.entry({one}, {npe});"));
        self.source_comment(&stmts[1]);
        let other = self.value(x.other).text;
        self.line(&format!("{element}.exchange({other});"));
        true
    }

    fn local_statement(&mut self, local: LocalId, init: Option<&Expr>) {
        let Some(init) = init else {
            self.declare_zero(local);
            return;
        };
        self.declare_patterns(&[init]);
        let mutable = if self.uses[local.index()].written { "mut " } else { "" };
        if let Some(c) = self.cx.stack_local(self.id, local) {
            let v = self.placed(init, c);
            let text = format!("let {mutable}{}: OnStack<{}> = {};", self.name(local), self.cx.class(c), v.text);
            self.line(&text);
            return;
        }
        if self.stack_arrays.contains(&local)
            && let Some(length) = small_length(init)
        {
            let (name, elem) = (self.name(local), element_ty(&init.ty));
            let elements = match &init.kind {
                ExprKind::ArrayLit(all) => {
                    let values: Vec<String> = all.iter().map(|e| self.value_as(e, &elem).text).collect();
                    values.join(", ")
                }
                _ => format!("{}; {length}", zero(&elem).text),
            };
            self.line(&format!("let {name} = ArrayOnStack::<{}, {length}>::new([{elements}]);", self.ty(&elem)));
            let text = format!("let {name}: &{} = &{name}.get();", self.ty(&init.ty));
            return self.line(&text);
        }
        if self.lent.contains(&local)
            && let Some(row) = self.lent_row(init)
        {
            let name = self.name(local);
            self.line(&format!("let {name} = {row};"));
            let text = format!("let {name}: &{} = &{name}.get();", self.ty(&init.ty));
            return self.line(&text);
        }
        let l = self.local(local);
        let cursor = self.uses[local.index()].cursor;
        let v = if cursor { self.peeked_as(init, &l.ty) } else { self.value_as(init, &l.ty) };
        // A place in memory would be read again behind every write that it might have changed.
        let in_memory = matches!(
            strip_upcast(init).kind,
            ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::CheckCast(_) | ExprKind::Call { .. }
        );
        // What is lent does not end with the function.
        let v = if cursor && in_memory && mutable.is_empty() && !self.lends {
            // What is held says of which class it is, where a borrow would be inferred.
            let place = v.recv();
            match place.strip_suffix(".up()") {
                Some(place) => format!("&{place}.up::<{}>().held()", self.cx.target(&l.ty)),
                None => format!("&{place}.held()"),
            }
        } else {
            v.text
        };
        let borrow = if cursor { "&" } else { "" };
        let text = format!("let {mutable}{}: {borrow}{} = {v};", self.name(local), self.ty(&l.ty));
        self.line(&text);
    }

    /// An expression for its effect alone.
    pub fn effect(&mut self, e: &Expr) -> String {
        let code = match &e.kind {
            ExprKind::Assign { place, value } => self.assign(place, value, false),
            ExprKind::CompoundAssign { place, op, op_ty, value } => self.compound(place, *op, op_ty, value, false),
            ExprKind::IncDec { place, decrement, prefix } => self.inc_dec(place, *decrement, *prefix, false),
            ExprKind::Call { kind: CallKind::Special, method, args, receiver: Some(_) }
                if self.cx.program.method(*method).kind == MethodKind::Constructor =>
            {
                self.constructor_call(*method, args)
            }
            ExprKind::Sequence(stmts, v) => {
                let text = self.captured(|f| {
                    for s in stmts {
                        f.statement(s);
                    }
                    let last = f.effect(v);
                    f.line(&last);
                });
                return format!("{{\n{text}}}");
            }
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) if is_plain(i) => return self.effect(i),
            ExprKind::Local(_) | ExprKind::Lit(_) | ExprKind::This => return String::new(),
            _ if self.cx.is_chained(e) => {
                self.lending = Lent::Dropped;
                self.value(e)
            }
            // What it gives is not counted for nobody.
            ExprKind::Call { kind, method, receiver, args } if self.counts_what_is_lent(e) => {
                self.call(*kind, *method, receiver.as_deref(), args)
            }
            _ if e.ty == Ty::Void || is_plain(e) => self.value(e),
            _ => Code::block(format!("let _ = {}", self.value(e).text)),
        };
        if code.text.is_empty() {
            return String::new();
        }
        let valued = is_plain(e) && e.ty != Ty::Void;
        if code.text.starts_with('{') && !valued { code.text } else { format!("{};", code.text) }
    }

    /// The condition of an `if` or the subject of a `match`; what must be computed before is printed.
    fn head_line(&mut self, e: &Expr) -> String {
        let (before, head) = self.head(e);
        if !before.is_empty() {
            self.line(&before);
        }
        head
    }

    fn if_statement(&mut self, cond: &Expr, then: &Block, otherwise: Option<&Block>, tail: bool) {
        if is_empty(then) && otherwise.is_none_or(is_empty) && !binds(cond) {
            let asked = self.effect(cond);
            if !asked.is_empty() {
                self.line(&asked);
            }
            return;
        }
        self.declare_patterns(&[cond]);
        let c = self.head_line(cond);
        self.if_chain(&c, then, otherwise, tail);
    }

    fn if_chain(&mut self, cond: &str, then: &Block, otherwise: Option<&Block>, tail: bool) {
        self.line(&format!("if {cond} {{"));
        self.block_at(then, tail);
        let mut rest = otherwise;
        while let Some(b) = rest.filter(|b| !is_empty(b)) {
            // `else if`, unless its condition has something before it: what it binds, or computes.
            if let [Stmt { kind: StmtKind::If { cond, then, otherwise }, .. }] = b.stmts.as_slice()
                && !binds(cond)
            {
                let (before, c) = self.head(cond);
                if before.is_empty() {
                    self.line(&format!("}} else if {c} {{"));
                    self.block_at(then, tail);
                    rest = otherwise.as_ref();
                    continue;
                }
                self.line("} else {");
                self.line(&before);
                self.if_chain(&c, then, otherwise.as_ref(), tail);
            } else {
                self.line("} else {");
                self.block_at(b, tail);
            }
            rest = None;
        }
        self.line("}");
    }

    /// Makes the target of a label and gives the name of its `break`.
    fn enter(&mut self, label: LabelId, kind: &str) -> String {
        let name = format!("{kind}_{}", label.0);
        let target = Target {
            depth: self.frames.len(),
            break_name: name.clone(),
            continue_name: name.clone(),
            continue_is_break: false,
            named: false,
        };
        self.targets.insert(label, target);
        name
    }

    /// Prints a loop: its head, and what `body` prints, with a name where a jump needs one.
    fn looped(&mut self, head: &str, label: LabelId, body: impl FnOnce(&mut Self)) {
        self.loops.push(Some(label));
        let text = self.captured(body);
        self.loops.pop();
        let target = self.targets.get(&label).filter(|t| t.named);
        let name = target.map_or(String::new(), |t| format!("'{}: ", t.break_name));
        self.line(&format!("{name}{head} {{"));
        self.out.push_str(&text);
        self.line("}");
    }

    /// Prints a block that jumps leave by its name.
    fn named_block(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("'{name}: {{"));
        self.loops.push(None);
        body(self);
        self.loops.pop();
        self.line("}");
    }

    /// The body of a loop with something behind it that `continue` goes to: at the end of a block of its own.
    fn continued_body(&mut self, body: &Block, label: LabelId) {
        let inner = format!("body_{}", label.0);
        if let Some(t) = self.targets.get_mut(&label) {
            t.continue_name = inner.clone();
            t.continue_is_break = true;
        }
        self.named_block(&inner, |f| f.block(body));
    }

    pub fn loop_statement(&mut self, cond: Option<&Expr>, update: &[Expr], body: &Block, label: LabelId) {
        let head = match cond {
            None => "loop".to_string(),
            Some(c) if matches!(c.kind, ExprKind::Lit(Lit::Boolean(true))) => "loop".to_string(),
            Some(c) => format!("while {}", self.value(c).text),
        };
        let mut ends: Vec<String> = update.iter().map(|u| self.effect(u)).collect();
        if self.stores_apart(update, body) {
            ends.insert(0, "one_by_one();".into());
        }
        self.repeat(&head, &ends, body, label);
    }

    /// An innermost loop stores a variable stride apart: at subscripts of a `long` that grows by what is no literal. (An `int` may overflow, so
    /// that LLVM does not know how many rounds there are, and makes no vectors.)
    fn stores_apart(&self, update: &[Expr], body: &Block) -> bool {
        let mut strides = BTreeSet::new();
        let mut note = |n: walk::Node<'_>| {
            let walk::Node::Expr(e) = n else { return };
            let (local, step) = match &e.kind {
                ExprKind::CompoundAssign { place: Place::Local(l), op: BinOp::Add, value, .. } => (*l, value),
                ExprKind::Assign { place: Place::Local(l), value } => match &value.kind {
                    ExprKind::Binary(BinOp::Add, a, step) if matches!(a.kind, ExprKind::Local(a) if a == *l) => {
                        (*l, step)
                    }
                    _ => return,
                },
                _ => return,
            };
            let literal = matches!(&walk::unconverted(step).kind, ExprKind::Lit(_));
            if !literal && self.method.locals[local.index()].ty == Ty::Long {
                strides.insert(local);
            }
        };
        update.iter().for_each(|u| walk::expr(u, &mut note));
        walk::block(body, &mut note);
        let (mut apart, mut innermost) = (false, true);
        if !strides.is_empty() {
            walk::block(body, &mut |n| match n {
                walk::Node::Place(Place::Index { index, .. }) => {
                    apart |= matches!(walk::unconverted(index).kind, ExprKind::Local(l) if strides.contains(&l));
                }
                walk::Node::Stmt(s) => {
                    use StmtKind::*;
                    innermost &= !matches!(s.kind, While { .. } | DoWhile { .. } | For { .. });
                }
                _ => {}
            });
        }
        apart && innermost
    }

    /// A loop with this head, and these statements at the end of each iteration.
    pub fn repeat(&mut self, head: &str, update: &[String], body: &Block, label: LabelId) {
        self.enter(label, "loop");
        let continues = walk::jumps_to(body, label, true);
        self.looped(head, label, |f| {
            if continues && !update.is_empty() {
                f.continued_body(body, label)
            } else {
                f.block(body)
            }
            if walk::block_completes(body) || continues {
                for u in update {
                    f.line(u);
                }
            }
        });
    }

    fn do_while(&mut self, body: &Block, cond: &Expr, label: LabelId) {
        self.enter(label, "loop");
        let continues = walk::jumps_to(body, label, true);
        self.declare_patterns(&[cond]);
        self.looped("loop", label, |f| {
            if continues {
                f.continued_body(body, label)
            } else {
                f.block(body)
            }
            if walk::block_completes(body) || continues {
                match &cond.kind {
                    ExprKind::Lit(Lit::Boolean(true)) => {}
                    ExprKind::Lit(Lit::Boolean(false)) => f.line("break;"),
                    _ => {
                        let mut ends = f.negated(cond).text;
                        // A block is no condition to read.
                        if ends.starts_with('{') {
                            f.line(&format!("let ends = {ends};"));
                            ends = "ends".into();
                        }
                        f.line(&format!("if {ends} {{\nbreak;\n}}"));
                    }
                }
            }
        });
    }

    fn jump(&mut self, label: LabelId, is_continue: bool, tail: bool) {
        let Some(t) = self.targets.get(&label) else { return };
        if t.depth < self.frames.len() {
            let number = jump_number(label, is_continue);
            if let Some(frame) = self.frames.last_mut() {
                frame.jumps.insert((label, is_continue));
            }
            self.leave(&format!("Ok(Flow::Jump({number}))"), tail);
            return;
        }
        let innermost = self.loops.last() == Some(&Some(label));
        let (keyword, name) = match (is_continue, t.continue_is_break) {
            (false, _) => ("break", &t.break_name),
            (true, true) => ("break", &t.continue_name),
            (true, false) => ("continue", &t.continue_name),
        };
        let body_block = is_continue && t.continue_is_break;
        let text = if innermost && !body_block { format!("{keyword};") } else { format!("{keyword} '{name};") };
        if let Some(t) = self.targets.get_mut(&label).filter(|_| !innermost && !body_block) {
            t.named = true;
        }
        self.line(&text);
    }

    /// Leaves the function or closure with a value.
    fn leave(&mut self, value: &str, tail: bool) {
        self.line(&if tail { value.to_string() } else { format!("return {value};") });
    }

    fn return_statement(&mut self, value: Option<&Expr>, tail: bool) {
        let in_closure = !self.frames.is_empty();
        let ret = self.method.ret.clone();
        let mut is_block = false;
        let text = match value {
            None => String::new(),
            Some(e) => {
                self.declare_patterns(&[e]);
                let moved = strip_upcast(e);
                // A freeze or thaw of an array that ends here moves it.
                if let ExprKind::Freeze(source) = &moved.kind
                    && let ExprKind::Local(l) = &strip_upcast(source).kind
                    && !in_closure
                    && !self.uses[l.index()].borrowed
                {
                    self.moved = Some(*l);
                }
                if self.cx.receiver_returns.contains(&self.id) {
                    let v = if self.cx.is_chained(moved) { self.lent(moved) } else { self.borrowed(moved) };
                    self.leave(&v.text, tail);
                    return;
                }
                if self.lends {
                    let v = self.peeked_as(e, &ret);
                    self.leave(&v.text, tail);
                    return;
                }
                if self.gives_fields {
                    let v = self.fields_of_new(e);
                    let is_block = v.prec == Prec::Block && v.text.starts_with('{');
                    let steps = v.text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).filter(|_| tail && is_block);
                    self.leave(steps.unwrap_or(&v.text), tail);
                    return;
                }
                if let Some(c) = self.cx.plain_result(self.id)
                    && self.cx.made_class(e).is_none()
                {
                    let fields = self.fields_of_new(e);
                    let (alloc, class) = (self.cx.alloc(c), self.cx.class(c));
                    let object = format!("{alloc}({class}::ID, {})", fields.text);
                    return self.leave_with(object, in_closure, false, tail);
                }
                // The local ends with the method, so it is moved out, unless a closure only borrows it.
                match &moved.kind {
                    ExprKind::Local(l)
                        if !in_closure
                            && moved.ty.is_reference()
                            && !self.uses[l.index()].borrowed
                            && !self.is_on_stack(moved) =>
                    {
                        let name = self.name(*l);
                        if self.cx.target(&moved.ty) == self.cx.target(&ret) {
                            name
                        } else {
                            self.value_as(e, &ret).text
                        }
                    }
                    _ => {
                        let v = self.value_as(e, &ret);
                        is_block = v.prec == Prec::Block && v.text.starts_with('{');
                        v.text
                    }
                }
            }
        };
        self.leave_with(text, in_closure, is_block, tail);
    }

    /// Leaves with the text of a value, which is empty where there is none.
    fn leave_with(&mut self, text: String, in_closure: bool, is_block: bool, tail: bool) {
        if in_closure {
            if let Some(frame) = self.frames.last_mut() {
                frame.returns = true;
            }
            let value = if text.is_empty() { "()".to_string() } else { text };
            self.leave(&format!("Ok(Flow::Return({value}))"), tail);
        } else if self.fallible {
            self.leave(&format!("Ok({})", if text.is_empty() { "()" } else { &text }), tail);
        } else if !text.is_empty() {
            // The braces of a value that is computed in steps are those of the function.
            let steps = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).filter(|_| tail && is_block);
            self.leave(steps.unwrap_or(&text), tail);
        } else if !tail {
            self.line("return;");
        }
    }

    fn throw(&mut self, e: &Expr) {
        self.declare_patterns(&[e]);
        let inner = strip_upcast(e);
        let v = self.value_as(inner, &Ty::Null);
        let made = matches!(inner.kind, ExprKind::New { .. });
        let message = if made { String::new() } else { string_literal(&self.messages().throw(inner)) };
        self.line(&match (self.may_fail(), made) {
            (true, true) => format!("return Err({});", v.text),
            (true, false) => format!("return Err(checked_exception({}, {message}));", v.text),
            (false, true) => format!("throw({});", v.text),
            (false, false) => format!("throw(checked_exception({}, {message}));", v.text),
        });
    }

    fn switch(&mut self, scrutinee: &Expr, arms: &[SwitchArm], label: LabelId, tail: bool) {
        self.declare_patterns(&[scrutinee]);
        let v = self.head_line(scrutinee);
        let name = self.enter(label, "switch");
        let arms = &together(arms);
        if tail && scrutinee.ty == Ty::Int && self.table(&v, arms) {
            return;
        }
        // An arm whose end is a `break` of this switch needs none: its match arm ends there.
        let falls: Vec<bool> =
            arms.iter().enumerate().map(|(i, a)| i + 1 < arms.len() && walk::block_completes(a.body)).collect();
        if falls.iter().any(|&f| f) {
            self.switch_with_fallthrough(&v, arms, &name, label, tail);
            return;
        }
        let bodies: Vec<(&[Stmt], bool)> = arms
            .iter()
            .map(|a| match a.body.stmts.split_last() {
                Some((Stmt { kind: StmtKind::Break(l), .. }, rest)) if *l == label => (rest, true),
                _ => (a.body.stmts.as_slice(), false),
            })
            .collect();
        let jumps = bodies.iter().any(|(stmts, _)| {
            let b = Block { stmts: stmts.to_vec(), span: scrutinee.span };
            walk::jumps_to(&b, label, false)
        });
        let print = |f: &mut Self| {
            f.line(&format!("match {v} {{"));
            // A default in the middle is the last arm of the match: no other arm matches what it does.
            let order = (0..arms.len()).filter(|&i| !arms[i].is_default);
            for i in order.chain((0..arms.len()).filter(|&i| arms[i].is_default)) {
                let pattern = pattern(&arms[i]);
                f.line(&format!("{pattern} => {{"));
                f.tail = tail && !jumps;
                f.statements(bodies[i].0);
                f.line("}");
            }
            if !arms.iter().any(|a| a.is_default) {
                f.line("_ => {}");
            }
            f.line("}");
        };
        if jumps { self.named_block(&name, print) } else { print(self) }
    }

    /// A `switch` whose arms do nothing but give its value, as a `match` of the same form.
    pub fn match_value(&mut self, s: &SwitchExpr) -> Option<Code> {
        let StmtKind::Switch { scrutinee, arms, label } = &s.switch.kind else { return None };
        let arms = together(arms);
        let (last, before) = arms.split_last()?;
        let other = value_of(last, s.result, *label).filter(|_| last.is_default)?;
        let own = before.iter().map(|arm| value_of(arm, s.result, *label).filter(|_| !arm.is_default));
        let values = own.collect::<Option<Vec<_>>>()?;
        let ty = self.method.locals[s.result.index()].ty.clone();
        let all: Vec<&Expr> = values.iter().map(|(_, value)| *value).chain([other.1]).collect();
        let text = self.captured(|f| {
            f.declare_patterns(&[scrutinee]);
            let v = f.head_line(scrutinee);
            f.line(&format!("match {v} {{"));
            for (arm, (stmt, value)) in before.iter().zip(values) {
                match chosen(value, other.1) {
                    Some((cond, value)) => {
                        let cond = f.value(cond).text;
                        let value = f.value(value).text;
                        f.line(&format!("{} if {cond} => {value},", pattern(arm)));
                    }
                    None => f.match_arm(&pattern(arm), stmt, value, &ty, &all),
                }
            }
            f.match_arm("_", other.0, other.1, &ty, &all);
            f.line("}");
        });
        Some(Code::block(if text.trim_start().starts_with("match ") {
            text.trim().to_string()
        } else {
            format!("{{\n{text}}}")
        }))
    }

    fn match_arm(&mut self, pattern: &str, stmt: &Stmt, value: &Expr, ty: &Ty, all: &[&Expr]) {
        let text = self.captured(|f| {
            if !is_constant(value) {
                f.source_comment(stmt);
            }
            f.declare_patterns(&[value]);
            // The other arms are of this one's type.
            let mut code = if pattern == "_" && ty.is_primitive() && *ty != Ty::Int {
                f.typed_value(value)
            } else {
                f.value_as(value, ty)
            };
            if std::ptr::eq(value, all[0]) {
                f.tell_class(&mut code, all, ty);
            }
            f.line(&code.text);
        });
        match text.trim().contains('\n') {
            true => self.line(&format!("{pattern} => {{\n{text}}}")),
            false => self.line(&format!("{pattern} => {},", text.trim())),
        }
    }

    /// A choice among floats is a look-up in an array of them: callers take that for what it is, and not for the many ways of a match. (Of
    /// integers the Rust compiler sees more in a match: bits of a number, a range, a line.)
    fn table(&mut self, selector: &str, arms: &[Arm<'_>]) -> bool {
        /// Fewer are compared with as fast as looked up.
        const LEAST: usize = 8;
        let mut values: Vec<(i32, &Expr)> = Vec::new();
        let mut other = None;
        for arm in arms {
            let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = arm.body.stmts.as_slice() else { return false };
            if !is_constant(value) {
                return false;
            }
            values.extend(arm.values.iter().map(|&v| (v, value)));
            if arm.is_default {
                other = Some(value);
            }
        }
        values.sort_by_key(|(v, _)| *v);
        let dense = values.iter().enumerate().all(|(k, (v, _))| usize::try_from(*v) == Ok(k));
        let ret = self.method.ret.clone();
        let (Some(other), true, true, true) =
            (other, dense, values.len() >= LEAST, matches!(ret, Ty::Float | Ty::Double))
        else {
            return false;
        };
        let ty = self.ty(&ret);
        let texts: Vec<String> = values.iter().map(|(_, e)| self.value_as(e, &ret).text).collect();
        let other = self.value_as(other, &ret).text;
        self.line(&format!("static VALUES: [{ty}; {}] = [{}];", texts.len(), texts.join(", ")));
        let simple = selector.chars().all(|c| c.is_alphanumeric() || c == '_');
        let selector = if simple { selector.to_string() } else { format!("({selector})") };
        let text = format!("VALUES.get({selector} as usize).copied().unwrap_or({other})");
        let in_closure = !self.frames.is_empty();
        self.leave_with(text, in_closure, false, true);
        true
    }

    /// Arms that fall into the next: nested blocks, one a case, which the match leaves.
    fn switch_with_fallthrough(&mut self, v: &str, arms: &[Arm<'_>], name: &str, label: LabelId, tail: bool) {
        let left = !arms.iter().any(|a| a.is_default) || arms.iter().any(|a| walk::jumps_to(a.body, label, false));
        let print = |f: &mut Self| {
            for i in (0..arms.len()).rev() {
                f.line(&format!("'{name}_case_{i}: {{"));
                f.loops.push(None);
            }
            f.line(&format!("match {v} {{"));
            let order = (0..arms.len()).filter(|&i| !arms[i].is_default);
            for i in order.chain((0..arms.len()).filter(|&i| arms[i].is_default)) {
                let pattern = pattern(&arms[i]);
                f.line(&format!("{pattern} => break '{name}_case_{i},"));
            }
            if !arms.iter().any(|a| a.is_default) {
                f.line(&format!("_ => break '{name},"));
            }
            f.line("}");
            for (i, a) in arms.iter().enumerate() {
                f.line("}");
                f.loops.pop();
                f.block_at(a.body, tail && !left && i + 1 == arms.len());
            }
        };
        if left {
            self.named_block(name, print);
        } else {
            self.line("{");
            print(self);
            self.line("}");
        }
    }

    // ---- exceptions -----------------------------------------------------------------------------------------------

    /// Passes on the exception that no `catch` took.
    fn rethrow(&self) -> &'static str {
        if self.may_fail() { "Err(exception) => return Err(exception)," } else { "Err(exception) => throw(exception)," }
    }

    /// Prints `body` as the closure of a `try_java` and gives what jumps out of it.
    fn closure(&mut self, result: &str, completes: bool, body: impl FnOnce(&mut Self)) -> Frame {
        self.frames.push(Frame::default());
        let text = self.captured(|f| {
            f.tail = !completes;
            body(f);
            f.tail = false;
        });
        let frame = self.frames.pop().unwrap_or_default();
        if frame.returns || !frame.jumps.is_empty() {
            let ret = self.ty(&self.method.ret.clone());
            self.line(&format!("let {result} = try_java(|| -> Result<Flow<{ret}>, Ref<Object>> {{"));
            self.out.push_str(&text);
            if completes {
                self.line("Ok(Flow::Next)");
            }
        } else {
            self.line(&format!("let {result} = try_java(|| -> Result<(), Ref<Object>> {{"));
            self.out.push_str(&text);
            if completes {
                self.line("Ok(())");
            }
        }
        self.line("});");
        frame
    }

    /// The arms of a match on a closure's result, for the ways of leaving it other than by an exception.
    fn flow_arms(&mut self, frame: &Frame, completes: bool, tail: bool) {
        let jumps = frame.returns || !frame.jumps.is_empty();
        if !jumps {
            self.line(if completes { "Ok(()) => {}" } else { "Ok(()) => unreachable!()," });
            return;
        }
        self.line(if completes { "Ok(Flow::Next) => {}" } else { "Ok(Flow::Next) => unreachable!()," });
        if frame.returns {
            if self.frames.is_empty() {
                self.line(match (self.fallible, self.method.ret == Ty::Void, tail) {
                    (true, _, true) => "Ok(Flow::Return(value)) => Ok(value),",
                    (true, _, false) => "Ok(Flow::Return(value)) => return Ok(value),",
                    (false, true, true) => "Ok(Flow::Return(())) => {}",
                    (false, true, false) => "Ok(Flow::Return(())) => return,",
                    (false, false, true) => "Ok(Flow::Return(value)) => value,",
                    (false, false, false) => "Ok(Flow::Return(value)) => return value,",
                });
            } else {
                if let Some(outer) = self.frames.last_mut() {
                    outer.returns = true;
                }
                self.line(if tail {
                    "Ok(Flow::Return(value)) => Ok(Flow::Return(value)),"
                } else {
                    "Ok(Flow::Return(value)) => return Ok(Flow::Return(value)),"
                });
            }
        }
        for &(label, is_continue) in &frame.jumps {
            let text = self.captured(|f| f.jump(label, is_continue, tail));
            let text = text.trim().trim_end_matches(';').to_string();
            self.line(&format!("Ok(Flow::Jump({})) => {text},", jump_number(label, is_continue)));
        }
        // A `Flow` of another method's making does not come out of this closure.
        if frame.jumps.is_empty() {
            self.line(if frame.returns { "Ok(Flow::Jump(_)) => unreachable!()," } else { "Ok(_) => unreachable!()," });
        } else if frame.returns {
            self.line("Ok(Flow::Jump(_)) => unreachable!(),");
        } else {
            self.line("Ok(_) => unreachable!(),");
        }
    }

    fn try_catch(&mut self, body: &Block, catches: &[Catch], tail: bool) {
        let completes = walk::block_completes(body);
        let result = self.temp("outcome");
        let frame = self.closure(&result, completes, |f| f.block(body));
        self.line(&format!("match {result} {{"));
        self.flow_arms(&frame, completes, tail);
        for c in catches {
            self.catch_arm(c, tail);
        }
        if !catches.iter().any(|c| c.classes.iter().any(|&k| self.cx.is_throwable(k))) {
            self.line(self.rethrow());
        }
        self.line("}");
    }

    fn catch_arm(&mut self, c: &Catch, tail: bool) {
        let local = self.local(c.local);
        let read = reads(&c.body, c.local) || self.uses[c.local.index()].written;
        if c.classes.iter().any(|&k| self.cx.is_throwable(k)) {
            self.line(if read { "Err(exception) => {" } else { "Err(_) => {" });
        } else {
            let tests: Vec<String> =
                c.classes.iter().map(|&k| format!("{}::is(&exception)", self.cx.tested_class(k))).collect();
            self.line(&format!("Err(exception) if {} => {{", tests.join(" || ")));
        }
        if read {
            let mutable = if self.uses[c.local.index()].written { "mut " } else { "" };
            let target = self.cx.target(&local.ty);
            let name = self.name(c.local);
            if target == "Object" {
                self.line(&format!("let {mutable}{name} = exception;"));
            } else {
                self.line(&format!("let {mutable}{name}: Ref<{target}> = narrow_owned!(exception, {target});"));
            }
        }
        self.block_at(&c.body, tail);
        self.line("}");
    }

    fn try_finally(&mut self, body: &Block, catches: &[Catch], finally: &Block, tail: bool) {
        let completes = walk::block_completes(body) || catches.iter().any(|c| walk::block_completes(&c.body));
        let result = self.temp("outcome");
        let frame = self.closure(&result, completes, |f| {
            let tail = std::mem::take(&mut f.tail);
            if catches.is_empty() { f.block_at(body, tail) } else { f.try_catch(body, catches, tail) }
        });
        self.block(finally);
        if !walk::block_completes(finally) {
            // `finally` jumps away: whatever the body did is forgotten, but not before.
            self.out = self.out.replacen(&format!("let {result} = try_java"), "let _ = try_java", 1);
            return;
        }
        self.line(&format!("match {result} {{"));
        self.flow_arms(&frame, completes, tail);
        self.line(self.rethrow());
        self.line("}");
    }
}

/// A method call, whose result may be left unused.
fn is_plain(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::CoreCall { .. })
}

/// An arm, with those before it that have no statements of their own. What it runs stays where it is: facts are kept by address.
struct Arm<'a> {
    values: Vec<i32>,
    is_default: bool,
    body: &'a Block,
}

/// `case 1: case 2: …` as one arm.
fn together(arms: &[SwitchArm]) -> Vec<Arm<'_>> {
    let mut out: Vec<Arm<'_>> = Vec::new();
    for arm in arms {
        match out.last_mut() {
            Some(before) if before.body.stmts.is_empty() => {
                before.values.extend(&arm.values);
                before.is_default |= arm.is_default;
                before.body = &arm.body;
            }
            _ => out.push(Arm { values: arm.values.clone(), is_default: arm.is_default, body: &arm.body }),
        }
    }
    out
}

/// A number that stands there.
fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Lit(l) => matches!(l, Lit::Int(_) | Lit::Long(_) | Lit::Float(_) | Lit::Double(_)),
        ExprKind::Neg(operand) => is_constant(operand),
        _ => false,
    }
}

/// What an arm of a `switch` gives, where it does nothing else, and the statement that does.
fn value_of<'a>(arm: &Arm<'a>, result: LocalId, of: LabelId) -> Option<(&'a Stmt, &'a Expr)> {
    let stmt = match arm.body.stmts.as_slice() {
        [stmt] => stmt,
        [stmt, Stmt { kind: StmtKind::Break(label), .. }] if *label == of => stmt,
        _ => return None,
    };
    match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) if *l == result => {
            Some((stmt, value))
        }
        _ => None,
    }
}

/// The condition and number of a choice between a number and what is given anyway.
fn chosen<'e>(value: &'e Expr, other: &Expr) -> Option<(&'e Expr, &'e Expr)> {
    let ExprKind::Cond(cond, a, b) = &value.kind else { return None };
    let same =
        matches!((&b.kind, &other.kind), (ExprKind::Lit(Lit::Int(b)), ExprKind::Lit(Lit::Int(other))) if b == other);
    (same && matches!(a.kind, ExprKind::Lit(Lit::Int(_))) && !binds(cond)).then_some((cond, a))
}

fn jump_number(label: LabelId, is_continue: bool) -> u32 {
    label.0 * 2 + u32::from(is_continue)
}

fn pattern(arm: &Arm<'_>) -> String {
    if arm.is_default {
        return "_".into();
    }
    let text = |v: i32| if v == i32::MIN { "i32::MIN".into() } else { v.to_string() };
    let mut values = arm.values.clone();
    values.sort_unstable();
    let runs = values.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let parts: Vec<String> = runs
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{}..={}", text(*first), text(*last))],
            few => few.iter().map(|v| text(*v)).collect(),
        })
        .collect();
    parts.join(" | ")
}

/// `;`, or blocks of nothing else.
fn is_empty(b: &Block) -> bool {
    b.stmts.iter().all(|s| matches!(&s.kind, StmtKind::Block(inner) if is_empty(inner)))
}

fn binds(e: &Expr) -> bool {
    let mut found = false;
    walk::expr(e, &mut |n| {
        if let walk::Node::Expr(Expr { kind: ExprKind::InstanceOf { binding: Some(_), .. }, .. }) = n {
            found = true;
        }
    });
    found
}

pub fn reads(b: &Block, local: LocalId) -> bool {
    let mut found = false;
    walk::block(b, &mut |n| match n {
        walk::Node::Expr(Expr { kind: ExprKind::Local(l), .. }) => found |= *l == local,
        walk::Node::Expr(Expr { kind: ExprKind::CompoundAssign { place: Place::Local(l), .. }, .. }) => {
            found |= *l == local
        }
        walk::Node::Expr(Expr { kind: ExprKind::IncDec { place: Place::Local(l), .. }, .. }) => found |= *l == local,
        _ => {}
    });
    found
}
