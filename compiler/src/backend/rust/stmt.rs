//! Statements and control flow.
//!
//! The body of a `try` is a closure, since the runtime catches what it throws; a jump out of it becomes the closure's
//! result (a `Flow`), which is looked at behind it.

use super::code::{Code, string_literal};
use super::expr::strip_upcast;
use super::fixed::Repeated;
use super::func::{Frame, Function, Target};
use super::walk;
use crate::hir::*;

impl Function<'_> {
    pub fn block(&mut self, b: &Block) {
        for s in &b.stmts {
            self.statement(s);
        }
    }

    pub fn statement(&mut self, s: &Stmt) {
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
                self.block(b);
                self.line("}");
            }
            StmtKind::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise.as_ref()),
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
                let used = walk::jumps_to(body, *label, false);
                self.line(&if used { format!("'{name}: {{") } else { "{".into() });
                self.block(body);
                self.line("}");
            }
            StmtKind::Switch { scrutinee, arms, label } => self.switch(scrutinee, arms, *label),
            StmtKind::Break(l) => self.jump(*l, false),
            StmtKind::Continue(l) => self.jump(*l, true),
            StmtKind::Return(value) => self.return_statement(value.as_ref()),
            StmtKind::Throw(e) => self.throw(e),
            StmtKind::Try { body, catches, finally } => match finally {
                Some(f) => self.try_finally(body, catches, f),
                None => self.try_catch(body, catches),
            },
            // One instance runs the method, so the shared memory is in step and every block is run by a single one.
            StmtKind::Sync { body, .. } | StmtKind::Single(body) => {
                self.line("{");
                self.block(body);
                self.line("}");
            }
        }
    }

    fn local_statement(&mut self, local: LocalId, init: Option<&Expr>) {
        let Some(init) = init else {
            self.declare_zero(local);
            return;
        };
        self.declare_patterns(&[init]);
        let l = self.local(local);
        let cursor = self.uses[local.index()].cursor;
        let v = if cursor { self.peeked_as(init, &l.ty) } else { self.value_as(init, &l.ty) };
        let mutable = if self.uses[local.index()].written { "mut " } else { "" };
        let borrow = if cursor { "&" } else { "" };
        let text = format!("let {mutable}{}: {borrow}{} = {};", self.name(local), self.ty(&l.ty), v.text);
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
            _ if e.ty == Ty::Void || is_plain(e) => self.value(e),
            _ => Code::block(format!("let _ = {}", self.value(e).text)),
        };
        if code.text.is_empty() {
            return String::new();
        }
        let valued = is_plain(e) && e.ty != Ty::Void;
        if code.text.starts_with('{') && !valued { code.text } else { format!("{};", code.text) }
    }

    fn if_statement(&mut self, cond: &Expr, then: &Block, otherwise: Option<&Block>) {
        self.declare_patterns(&[cond]);
        let c = self.value(cond);
        self.line(&format!("if {} {{", c.text));
        self.block(then);
        let mut rest = otherwise;
        while let Some(b) = rest {
            // `else if`, unless its condition binds something, which would have to be declared first.
            if let [Stmt { kind: StmtKind::If { cond, then, otherwise }, .. }] = b.stmts.as_slice()
                && !binds(cond)
            {
                let c = self.value(cond);
                self.line(&format!("}} else if {} {{", c.text));
                self.block(then);
                rest = otherwise.as_ref();
            } else {
                self.line("} else {");
                self.block(b);
                rest = None;
            }
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
        };
        self.targets.insert(label, target);
        name
    }

    pub fn loop_statement(&mut self, cond: Option<&Expr>, update: &[Expr], body: &Block, label: LabelId) {
        let head = match cond {
            None => "loop".to_string(),
            Some(c) if matches!(c.kind, ExprKind::Lit(Lit::Boolean(true))) => "loop".to_string(),
            Some(c) => format!("while {}", self.value(c).text),
        };
        let update: Vec<String> = update.iter().map(|u| self.effect(u)).collect();
        self.repeat(&head, &update, body, label);
    }

    /// A loop with this head, and these statements at the end of each iteration.
    pub fn repeat(&mut self, head: &str, update: &[String], body: &Block, label: LabelId) {
        let name = self.enter(label, "loop");
        let continues = walk::jumps_to(body, label, true);
        // `continue` goes to the update, at the end of a block of its own, where there is one.
        let named = if continues && update.is_empty() || walk::jumps_to(body, label, false) {
            format!("'{name}: ")
        } else {
            String::new()
        };
        self.line(&format!("{named}{head} {{"));
        if continues && !update.is_empty() {
            let inner = format!("body_{}", label.0);
            if let Some(t) = self.targets.get_mut(&label) {
                t.continue_name = inner.clone();
                t.continue_is_break = true;
            }
            self.line(&format!("'{inner}: {{"));
            self.block(body);
            self.line("}");
        } else {
            self.block(body);
        }
        if walk::block_completes(body) || continues {
            for u in update {
                self.line(u);
            }
        }
        self.line("}");
    }

    fn do_while(&mut self, body: &Block, cond: &Expr, label: LabelId) {
        let name = self.enter(label, "loop");
        let continues = walk::jumps_to(body, label, true);
        let named = if walk::jumps_to(body, label, false) { format!("'{name}: ") } else { String::new() };
        self.declare_patterns(&[cond]);
        self.line(&format!("{named}loop {{"));
        if continues {
            let inner = format!("body_{}", label.0);
            if let Some(t) = self.targets.get_mut(&label) {
                t.continue_name = inner.clone();
                t.continue_is_break = true;
            }
            self.line(&format!("'{inner}: {{"));
            self.block(body);
            self.line("}");
        } else {
            self.block(body);
        }
        if walk::block_completes(body) || continues {
            match &cond.kind {
                ExprKind::Lit(Lit::Boolean(true)) => {}
                ExprKind::Lit(Lit::Boolean(false)) => self.line("break;"),
                _ => {
                    let c = self.value(cond);
                    self.line(&format!("if !{} {{", c.at(super::code::Prec::Unary)));
                    self.line("break;");
                    self.line("}");
                }
            }
        }
        self.line("}");
    }

    fn jump(&mut self, label: LabelId, is_continue: bool) {
        let Some(t) = self.targets.get(&label) else { return };
        if t.depth < self.frames.len() {
            let number = jump_number(label, is_continue);
            if let Some(frame) = self.frames.last_mut() {
                frame.jumps.insert((label, is_continue));
            }
            self.line(&format!("return Flow::Jump({number});"));
            return;
        }
        let text = match (is_continue, t.continue_is_break) {
            (false, _) => format!("break '{};", t.break_name),
            (true, true) => format!("break '{};", t.continue_name),
            (true, false) => format!("continue '{};", t.continue_name),
        };
        self.line(&text);
    }

    fn return_statement(&mut self, value: Option<&Expr>) {
        let in_closure = !self.frames.is_empty();
        let ret = self.method.ret.clone();
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
                // The local ends with the method, so it is moved out, unless a closure only borrows it.
                match &moved.kind {
                    ExprKind::Local(l) if !in_closure && moved.ty.is_reference() && !self.uses[l.index()].borrowed => {
                        let name = self.name(*l);
                        if self.cx.target(&moved.ty) == self.cx.target(&ret) {
                            name
                        } else {
                            self.value_as(e, &ret).text
                        }
                    }
                    _ => self.value_as(e, &ret).text,
                }
            }
        };
        if in_closure {
            if let Some(frame) = self.frames.last_mut() {
                frame.returns = true;
            }
            let value = if text.is_empty() { "()".to_string() } else { text };
            self.line(&format!("return Flow::Return({value});"));
        } else if text.is_empty() {
            self.line("return;");
        } else {
            self.line(&format!("return {text};"));
        }
    }

    fn throw(&mut self, e: &Expr) {
        self.declare_patterns(&[e]);
        let inner = strip_upcast(e);
        let v = self.value_as(inner, &Ty::Null);
        if matches!(inner.kind, ExprKind::New { .. }) {
            self.line(&format!("throw({});", v.text));
        } else {
            let message = self.messages().throw(inner);
            self.line(&format!("throw_checked({}, {});", v.text, string_literal(&message)));
        }
    }

    fn switch(&mut self, scrutinee: &Expr, arms: &[SwitchArm], label: LabelId) {
        self.declare_patterns(&[scrutinee]);
        let v = self.value(scrutinee);
        let name = self.enter(label, "switch");
        // An arm whose end is a `break` of this switch needs none: its match arm ends there.
        let falls: Vec<bool> =
            arms.iter().enumerate().map(|(i, a)| i + 1 < arms.len() && walk::block_completes(&a.body)).collect();
        if falls.iter().any(|&f| f) {
            self.switch_with_fallthrough(&v, arms, &name, label);
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
        let named = if jumps { format!("'{name}: {{\n") } else { String::new() };
        self.line(&format!("{named}match {} {{", v.text));
        // A default in the middle is the last arm of the match: no other arm matches what it does.
        let order =
            (0..arms.len()).filter(|&i| !arms[i].is_default).chain((0..arms.len()).filter(|&i| arms[i].is_default));
        for i in order {
            let pattern = pattern(&arms[i]);
            self.line(&format!("{pattern} => {{"));
            for s in bodies[i].0 {
                self.statement(s);
            }
            self.line("}");
        }
        if !arms.iter().any(|a| a.is_default) {
            self.line("_ => {}");
        }
        self.line("}");
        if jumps {
            self.line("}");
        }
    }

    /// Arms that fall into the next: nested blocks, one a case, which the match leaves.
    fn switch_with_fallthrough(&mut self, v: &Code, arms: &[SwitchArm], name: &str, label: LabelId) {
        let left = !arms.iter().any(|a| a.is_default) || arms.iter().any(|a| walk::jumps_to(&a.body, label, false));
        self.line(&if left { format!("'{name}: {{") } else { "{".to_string() });
        for i in (0..arms.len()).rev() {
            self.line(&format!("'{name}_case_{i}: {{"));
        }
        self.line(&format!("match {} {{", v.text));
        let order =
            (0..arms.len()).filter(|&i| !arms[i].is_default).chain((0..arms.len()).filter(|&i| arms[i].is_default));
        for i in order {
            let pattern = pattern(&arms[i]);
            self.line(&format!("{pattern} => break '{name}_case_{i},"));
        }
        if !arms.iter().any(|a| a.is_default) {
            self.line(&format!("_ => break '{name},"));
        }
        self.line("}");
        for a in arms {
            self.line("}");
            self.block(&a.body);
        }
        self.line("}");
    }

    // ---- exceptions -----------------------------------------------------------------------------------------------

    /// Prints `body` as the closure of a `catch_java` and gives what jumps out of it.
    fn closure(&mut self, result: &str, completes: bool, body: impl FnOnce(&mut Self)) -> Frame {
        self.frames.push(Frame::default());
        let text = self.captured(body);
        let frame = self.frames.pop().unwrap_or_default();
        if frame.returns || !frame.jumps.is_empty() {
            let ret = self.ty(&self.method.ret.clone());
            self.line(&format!("let {result} = catch_java(|| -> Flow<{ret}> {{"));
            self.out.push_str(&text);
            if completes {
                self.line("Flow::Next");
            }
        } else {
            self.line(&format!("let {result} = catch_java(|| {{"));
            self.out.push_str(&text);
        }
        self.line("});");
        frame
    }

    /// The arms of a match on a closure's result, for the ways of leaving it other than by an exception.
    fn flow_arms(&mut self, frame: &Frame, completes: bool) {
        let jumps = frame.returns || !frame.jumps.is_empty();
        if !jumps {
            self.line(if completes { "Ok(()) => {}" } else { "Ok(()) => unreachable!()," });
            return;
        }
        self.line(if completes { "Ok(Flow::Next) => {}" } else { "Ok(Flow::Next) => unreachable!()," });
        if frame.returns {
            if self.frames.is_empty() {
                self.line(if self.method.ret == Ty::Void {
                    "Ok(Flow::Return(())) => return,"
                } else {
                    "Ok(Flow::Return(value)) => return value,"
                });
            } else {
                if let Some(outer) = self.frames.last_mut() {
                    outer.returns = true;
                }
                self.line("Ok(Flow::Return(value)) => return Flow::Return(value),");
            }
        }
        for &(label, is_continue) in &frame.jumps {
            let text = self.captured(|f| f.jump(label, is_continue));
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

    fn try_catch(&mut self, body: &Block, catches: &[Catch]) {
        let completes = walk::block_completes(body);
        let result = self.temp("outcome");
        let frame = self.closure(&result, completes, |f| f.block(body));
        self.line(&format!("match {result} {{"));
        self.flow_arms(&frame, completes);
        for c in catches {
            self.catch_arm(c);
        }
        if !catches.iter().any(|c| c.classes.iter().any(|&k| self.cx.is_throwable(k))) {
            self.line("Err(exception) => throw(exception),");
        }
        self.line("}");
    }

    fn catch_arm(&mut self, c: &Catch) {
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
                self.line(&format!("let {mutable}{name}: Ref<{target}> = unsafe {{ exception.into_cast() }};"));
            }
        }
        self.block(&c.body);
        self.line("}");
    }

    fn try_finally(&mut self, body: &Block, catches: &[Catch], finally: &Block) {
        let completes = walk::block_completes(body) || catches.iter().any(|c| walk::block_completes(&c.body));
        let result = self.temp("outcome");
        let frame = self.closure(&result, completes, |f| {
            if catches.is_empty() { f.block(body) } else { f.try_catch(body, catches) }
        });
        self.block(finally);
        if !walk::block_completes(finally) {
            // `finally` jumps away: whatever the body did is forgotten, but not before.
            self.out = self.out.replacen(&format!("let {result} = catch_java"), "let _ = catch_java", 1);
            return;
        }
        self.line(&format!("match {result} {{"));
        self.flow_arms(&frame, completes);
        self.line("Err(exception) => throw(exception),");
        self.line("}");
    }
}

/// A method call, whose result may be left unused.
fn is_plain(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::CoreCall { .. })
}

fn jump_number(label: LabelId, is_continue: bool) -> u32 {
    label.0 * 2 + u32::from(is_continue)
}

fn pattern(arm: &SwitchArm) -> String {
    if arm.is_default {
        return "_".into();
    }
    arm.values
        .iter()
        .map(|v| if *v == i32::MIN { "i32::MIN".into() } else { v.to_string() })
        .collect::<Vec<_>>()
        .join(" | ")
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
