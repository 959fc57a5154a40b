//! Statements: where control goes next.

use super::{Frame, Interp, internal, rt};
use somd_hir::{Block, Catch, Expr, LabelId, Stmt, StmtKind, SwitchArm};
use somd_runtime::value::Value;
use somd_syntax::source::Span;

/// How a statement ended, other than by an exception.
pub enum Flow {
    Next,
    Break(LabelId),
    Continue(LabelId),
    Return(Value),
}

/// What a loop does after its body.
enum AfterBody {
    Again,
    Leave(Flow),
}

fn after_body(flow: Flow, own: LabelId) -> AfterBody {
    match flow {
        Flow::Next => AfterBody::Again,
        Flow::Continue(label) if label == own => AfterBody::Again,
        Flow::Break(label) if label == own => AfterBody::Leave(Flow::Next),
        other => AfterBody::Leave(other),
    }
}

/// A `break` of this label ends here.
fn leave(flow: Flow, own: LabelId) -> Flow {
    match flow {
        Flow::Break(label) if label == own => Flow::Next,
        other => other,
    }
}

impl Interp {
    pub(super) fn block(&self, block: &Block, frame: &mut Frame) -> Flow {
        self.stmts(&block.stmts, frame)
    }

    pub(super) fn stmts(&self, stmts: &[Stmt], frame: &mut Frame) -> Flow {
        for stmt in stmts {
            match self.stmt(stmt, frame) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    pub(super) fn stmt(&self, stmt: &Stmt, frame: &mut Frame) -> Flow {
        match &stmt.kind {
            StmtKind::Local { local, init } => {
                if let Some(init) = init {
                    let value = self.eval(init, frame);
                    frame.set(*local, value);
                }
                Flow::Next
            }
            StmtKind::Expr(expr) => {
                self.eval(expr, frame);
                Flow::Next
            }
            StmtKind::Block(block) | StmtKind::Single(block) => self.block(block, frame),
            StmtKind::If { cond, then, otherwise } => {
                if self.condition(cond, frame) {
                    self.block(then, frame)
                } else if let Some(otherwise) = otherwise {
                    self.block(otherwise, frame)
                } else {
                    Flow::Next
                }
            }
            StmtKind::While { cond, body, label } => {
                while self.condition(cond, frame) {
                    if let AfterBody::Leave(flow) = after_body(self.block(body, frame), *label) {
                        return flow;
                    }
                }
                Flow::Next
            }
            StmtKind::DoWhile { body, cond, label } => loop {
                if let AfterBody::Leave(flow) = after_body(self.block(body, frame), *label) {
                    return flow;
                }
                if !self.condition(cond, frame) {
                    return Flow::Next;
                }
            },
            StmtKind::For { init, cond, update, body, label } => self.for_loop(init, cond, update, body, *label, frame),
            StmtKind::Labeled { label, body } => leave(self.block(body, frame), *label),
            StmtKind::Switch { scrutinee, arms, label } => {
                let value = self.eval(scrutinee, frame);
                let Value::Int(value) = value else {
                    internal(scrutinee.span, "a switch on what is no int");
                };
                leave(self.switch(value, arms, frame), *label)
            }
            StmtKind::Break(label) => Flow::Break(*label),
            StmtKind::Continue(label) => Flow::Continue(*label),
            StmtKind::Return(None) => Flow::Return(Value::Void),
            StmtKind::Return(Some(value)) => Flow::Return(self.eval(value, frame)),
            StmtKind::Throw(expr) => {
                let value = self.eval(expr, frame);
                self.at(stmt.span);
                self.not_null(&value, expr, || "Cannot throw exception".into(), frame);
                rt::throw(rt::reference(&value))
            }
            StmtKind::Try { body, catches, finally } => self.try_stmt(body, catches, finally.as_ref(), frame),
            StmtKind::Sync { reduce, vars, body } => {
                // One instance has one copy of a shared variable, so making the copies one changes nothing. Without
                // variables the block means a snapshot of memory, which is known only of Core's distributed loops.
                if vars.is_empty() && reduce.is_none() {
                    internal(stmt.span, "a `sync` block that was not lowered to Core");
                }
                self.block(body, frame)
            }
        }
    }

    pub(super) fn condition(&self, cond: &Expr, frame: &mut Frame) -> bool {
        match self.eval(cond, frame) {
            Value::Boolean(b) => b,
            _ => internal(cond.span, "a condition that is no boolean"),
        }
    }

    #[inline(never)]
    fn for_loop(
        &self,
        init: &[Stmt],
        cond: &Option<Expr>,
        update: &[Expr],
        body: &Block,
        label: LabelId,
        frame: &mut Frame,
    ) -> Flow {
        match self.stmts(init, frame) {
            Flow::Next => {}
            other => return other,
        }
        while cond.as_ref().is_none_or(|cond| self.condition(cond, frame)) {
            if let AfterBody::Leave(flow) = after_body(self.block(body, frame), label) {
                return flow;
            }
            for expr in update {
                self.eval(expr, frame);
            }
        }
        Flow::Next
    }

    #[inline(never)]
    fn switch(&self, value: i32, arms: &[SwitchArm], frame: &mut Frame) -> Flow {
        let chosen = arms
            .iter()
            .position(|arm| arm.values.contains(&value))
            .or_else(|| arms.iter().position(|arm| arm.is_default));
        let Some(first) = chosen else { return Flow::Next };
        for arm in &arms[first..] {
            match self.block(&arm.body, frame) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    #[inline(never)]
    fn try_stmt(&self, body: &Block, catches: &[Catch], finally: Option<&Block>, frame: &mut Frame) -> Flow {
        let here = self.place();
        let mut outcome = rt::catch(|| self.block(body, frame));
        if let Err(exception) = &outcome {
            let class = rt::class_of(self, exception);
            let handler =
                catches.iter().find(|c| c.classes.iter().any(|&caught| self.program.is_subclass(class, caught)));
            if let Some(handler) = handler {
                self.restore(here);
                let value = Value::Ref(exception.clone());
                frame.set(handler.local, value);
                outcome = rt::catch(|| self.block(&handler.body, frame));
            }
        }
        if let Some(finally) = finally {
            self.restore(here);
            match self.block(finally, frame) {
                Flow::Next => {}
                // A jump out of `finally` forgets what the body was about to do, exceptions included.
                other => return other,
            }
        }
        match outcome {
            Ok(flow) => flow,
            Err(exception) => rt::throw(exception),
        }
    }

    /// Statements inside an expression: they may throw but not jump.
    pub(super) fn inner_stmts(&self, stmts: &[Stmt], frame: &mut Frame, span: Span) {
        match self.stmts(stmts, frame) {
            Flow::Next => {}
            _ => internal(span, "a jump out of an expression"),
        }
    }

    /// Notes the source place that has been reached, for traces.
    pub(super) fn at(&self, span: Span) {
        if let Some(top) = self.frames.borrow_mut().last_mut() {
            top.1 = span;
        }
    }

    fn place(&self) -> Span {
        self.frames.borrow().last().map_or(Span::NONE, |top| top.1)
    }

    fn restore(&self, span: Span) {
        self.at(span);
    }
}
