//! Statements.

use super::body::{Body, Place, Space, Target};
use super::code::{Code, Prec};
use super::emitted::Refusal;
use super::expr::writes_inside;
use super::helpers::Helper;
use somd_core::ir::*;
use somd_core::walk;
use somd_syntax::ast::ReduceOp;

type Result<T> = std::result::Result<T, Refusal>;

/// Elements of a private array that compilers keep in registers at most, where they know all indices.
const REGISTERS: u64 = 64;

impl Body<'_, '_> {
    pub fn block(&mut self, block: &Block) -> Result<()> {
        let proved = self.proved.len();
        let mut rest = block.stmts.as_slice();
        while let Some((first, after)) = rest.split_first() {
            self.known_checks(rest)?;
            rest = match super::rows::store_row(self, rest)? {
                Some(n) => &rest[n..],
                None => {
                    self.stmt(first)?;
                    after
                }
            };
        }
        self.loop_ends(proved);
        Ok(())
    }

    /// The checks from here on of what is known by now, where the next statement makes one.
    fn known_checks(&mut self, rest: &[Stmt]) -> Result<()> {
        let plain = !self.uniform && self.jam.is_none() && self.guard.is_none() && self.tiled.is_empty();
        if !plain {
            return Ok(());
        }
        let mut checks = false;
        walk::stmt_exprs(&rest[0], &mut |e| checks |= self.makes_checks(e));
        if checks { self.hoist_known_checks(rest) } else { Ok(()) }
    }

    fn inner(&mut self, block: &Block) -> Result<()> {
        self.block(block)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<()> {
        self.comment(&stmt.prov);
        let span = stmt.prov.0.first().copied().unwrap_or_default();
        let mut hidden = false;
        walk::stmt_exprs(stmt, &mut |e| hidden |= writes_inside(self.unit.program, e));
        if hidden {
            return Err(Refusal::new(span, "a call that changes an array stands inside an expression"));
        }
        match &stmt.kind {
            StmtKind::Let { var, init } => self.declaration(*var, init.as_ref())?,
            StmtKind::Assign { var, value } => {
                let value = self.expr(value)?;
                let Some(name) = self.vars[var.index()].clone() else {
                    return Err(Refusal::new(span, "an array variable is assigned"));
                };
                self.line(format!("{name} = {};", value.text()));
            }
            StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. }
                if self.guard.is_some() && self.is_result(*array) =>
            {
                let guard = self.guard.take().unwrap_or_default();
                self.line(format!("if ({guard}) {{"));
                let result = self.stmt(stmt);
                self.line("}");
                self.guard = Some(guard);
                result?;
            }
            StmtKind::Store { array, value, .. } if self.held_in_four(*array).is_some() => {
                let value = self.expr(value)?;
                let place = self.held_in_four(*array).unwrap_or_default();
                self.line(format!("{place} = {};", value.text()));
            }
            StmtKind::Store { array, index, value } => {
                let place = self.place(*array, value)?;
                let at = self.offset(&place, index)?;
                if value.ty.as_array().is_some() {
                    let from = self.array(value)?;
                    let count = from.dims.join(" * ");
                    self.copy(&place.base, &at.at(Prec::Sum), &from.base, &count);
                } else {
                    let value = self.expr(value)?;
                    self.line(format!("{} = {};", place.at(&at), value.text()));
                }
            }
            StmtKind::Accumulate { array, index, value } => {
                let place = self.place(*array, value)?;
                let at = self.offset(&place, index)?;
                let ty = value.ty.clone();
                let value = self.expr(value)?;
                let op = self.operators.get(array).copied().unwrap_or(ReduceOp::Add);
                let target = format!("&{}[{}]", place.base, at.text());
                self.atomic(op, &ty, &target, &value.text(), place.space);
            }
            StmtKind::If { cond, then, otherwise } => {
                let text = self.expr(cond)?.text();
                self.line(format!("if ({text}) {{"));
                self.under.push((cond.clone(), true));
                self.inner(then)?;
                if !otherwise.stmts.is_empty() {
                    self.line("} else {");
                    self.under.last_mut().expect("it was pushed").1 = false;
                    self.inner(otherwise)?;
                }
                self.under.pop();
                self.line("}");
            }
            StmtKind::For { var, lo, hi, step, body, label } => self.for_loop(*var, lo, hi, step, body, *label)?,
            StmtKind::While { cond, body, label } => {
                let cond = self.apart(|b| b.expr(cond));
                let (cond, before) = cond?;
                if before.is_empty() {
                    self.line(format!("while ({}) {{", cond.text()));
                } else {
                    self.line("while (true) {");
                    self.lines.extend(before);
                    self.line(format!("    if (!{}) break;", cond.at(Prec::Unary)));
                }
                self.loop_body(body, *label)?;
            }
            StmtKind::Labeled { label, body } => {
                self.labels.push(Target { label: *label, is_loop: false, breaks: false, continues: false });
                self.line("{");
                let result = self.inner(body);
                self.line("}");
                self.leave();
                result?;
            }
            StmtKind::Break(label) => self.jump(*label, true),
            StmtKind::Continue(label) => self.jump(*label, false),
            StmtKind::Return(values) => match values.as_slice() {
                [] => self.line("return;"),
                [value] => {
                    let value = self.expr(value)?;
                    self.line(format!("return {};", value.text()));
                }
                _ => return Err(Refusal::new(span, "several values are returned")),
            },
            StmtKind::Throw { .. } => {
                self.varying = true;
                self.fail_here();
            }
            StmtKind::Call { func, args } => {
                let call = self.call_at(*func, args, span)?;
                self.line(format!("{call};"));
                if self.unit.throws(*func) {
                    self.after_call();
                }
            }
            StmtKind::CallRegion { .. } | StmtKind::Par(_) => {
                return Err(Refusal::new(span, "a parallel instruction is inside of another"));
            }
        }
        Ok(())
    }

    fn declaration(&mut self, var: VarId, init: Option<&Expr>) -> Result<()> {
        let v = &self.func.vars[var.index()];
        if v.ty.as_array().is_none() {
            let ty = self.unit.scalar(&v.ty);
            match init {
                Some(init) => {
                    let value = self.expr(init)?;
                    let constant = if v.mutable { "" } else { "const " };
                    let name = self.declare(var);
                    self.line(format!("{constant}{ty} {name} = {};", value.text()));
                }
                None => {
                    let name = self.declare(var);
                    self.line(format!("{ty} {name};"));
                }
            }
            return Ok(());
        }
        let Some(init) = init else { return Ok(()) };
        // A second name of an array that does not change needs no copy.
        let alias = match &init.kind {
            ExprKind::Var(a) | ExprKind::Row { array: a, .. } => {
                !v.mutable && !self.func.vars[a.index()].mutable && !self.is_result(*a)
            }
            _ => false,
        };
        if !alias {
            let name = self.names.fresh(&v.name);
            let place = match self.is_in_bank(var) {
                true => self.array_in_bank(&name, init)?,
                false => self.private_array(&name, init)?,
            };
            self.places.insert(var, place);
            return Ok(());
        }
        let place = match &init.kind {
            ExprKind::Row { array, index } => {
                let (address, place) = self.row_address(*array, index, init)?;
                let name = self.names.fresh(&v.name);
                let elem = self.unit.stored(&v.ty);
                let prefix = if place.space == Space::Global { "__global " } else { "" };
                self.line(format!("{prefix}const {elem}* {name} = {};", address.text()));
                Place { base: name, ..place }
            }
            _ => self.array(init)?,
        };
        self.places.insert(var, place);
        Ok(())
    }

    /// Whether it is an array output of the instruction, which iterations store to.
    fn is_result(&self, var: VarId) -> bool {
        self.results.contains(&var)
    }

    fn for_loop(&mut self, var: VarId, lo: &Expr, hi: &Expr, step: &Expr, body: &Block, label: LabelId) -> Result<()> {
        let proved = self.hoist_checks(var, lo, hi, step, body, label)?;
        if self.only_proved(body) {
            self.loop_ends(proved);
            return Ok(());
        }
        let known = [lo, hi].iter().all(|e| matches!(e.kind, ExprKind::Const(_)));
        let few = self.unrolls || self.unit.few_turns(lo, hi, step, body);
        let lo = self.expr(lo)?;
        let ty = self.unit.scalar(&self.func.vars[var.index()].ty);
        // Bounds are evaluated once.
        let fixed = match &hi.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => !self.func.vars[v.index()].mutable,
            _ => false,
        };
        let mut hi = self.expr(hi)?;
        if !fixed {
            let name = self.names.fresh(&format!("{}_end", self.func.vars[var.index()].name));
            self.line(format!("const {ty} {name} = {};", hi.text()));
            hi = Code::read(name);
        }
        let hi = hi.at(Prec::Shift);
        let constant = match step.kind {
            ExprKind::Const(Const::Int(n)) => Some(n),
            _ => None,
        };
        let step = self.expr(step)?;
        let name = self.declare(var);
        let (test, next) = match constant {
            Some(1) => (format!("{name} < {hi}"), format!("{name}++")),
            Some(-1) => (format!("{name} > {hi}"), format!("{name}--")),
            // Saturating, so that the loop ends at the greatest values too.
            Some(n) => (
                format!("{name} {} {hi}", if n > 0 { '<' } else { '>' }),
                format!("{name} = add_sat({name}, ({ty})({}))", step.text()),
            ),
            None => {
                let by = self.names.fresh(&format!("{name}_step"));
                self.line(format!("const {ty} {by} = {};", step.text()));
                (format!("{by} > 0 ? {name} < {hi} : {name} > {hi}"), format!("{name} = add_sat({name}, {by})"))
            }
        };
        if few {
            self.unroll("");
        } else if known && self.unit.has_loops(body) && self.fills_memory(body) {
            self.unroll("1");
        }
        self.line(format!("for ({ty} {name} = {}; {test}; {next}) {{", lo.text()));
        self.loop_body(body, label)?;
        self.loop_ends(proved);
        Ok(())
    }

    /// Whether a loop's body is values alone, which nothing outside of it can read, and the checks in them have been made.
    fn only_proved(&self, body: &Block) -> bool {
        let mut only = body.stmts.iter().all(|s| matches!(s.kind, StmtKind::Let { .. }));
        walk::for_each_expr(body, &mut |e| match &e.kind {
            ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => {
                only &= self.is_proved(*array, *dim, value)
            }
            ExprKind::Check { .. } | ExprKind::Call { .. } => only = false,
            _ => {}
        });
        only
    }

    /// Whether it writes a private array that no registers hold, so that indices known at compile time gain nothing.
    fn fills_memory(&self, block: &Block) -> bool {
        let mut fills = false;
        walk::for_each_stmt(block, &mut |s| {
            if let StmtKind::Store { array, .. } = &s.kind
                && let Some(a) = self.func.vars[array.index()].ty.as_array()
            {
                let elements: Option<u64> = a.dims.iter().map(|d| d.map(u64::from)).product();
                fills |= elements.is_some_and(|n| n > REGISTERS);
            }
        });
        fills
    }

    pub(super) fn loop_body(&mut self, body: &Block, label: LabelId) -> Result<()> {
        self.labels.push(Target { label, is_loop: true, breaks: false, continues: false });
        let result = self.inner(body);
        if self.labels.last().is_some_and(|t| t.continues) {
            self.label(&format!("continue_{}", label.0));
        }
        self.line("}");
        self.leave();
        result
    }

    /// The end of what the innermost target labels.
    fn leave(&mut self) {
        if let Some(target) = self.labels.pop()
            && target.breaks
        {
            self.label(&format!("break_{}", target.label.0));
        }
    }

    fn jump(&mut self, label: LabelId, leaves: bool) {
        let innermost = self.labels.iter().rev().find(|t| t.is_loop).is_some_and(|t| t.label == label);
        let word = if leaves { "break" } else { "continue" };
        if innermost {
            return self.line(format!("{word};"));
        }
        if let Some(target) = self.labels.iter_mut().find(|t| t.label == label) {
            if leaves { target.breaks = true } else { target.continues = true }
        }
        self.line(format!("goto {word}_{};", label.0));
    }

    /// `*target op= value` as one step. In local memory all elements are ints.
    pub fn atomic(&mut self, op: ReduceOp, ty: &Ty, target: &str, value: &str, space: Space) {
        if space == Space::Global && matches!(ty, Ty::I8 | Ty::I16 | Ty::U16) {
            let helper = super::local::narrow_helper(self.unit, op, ty);
            return self.line(format!("{helper}({target}, {value});"));
        }
        let long = matches!(ty, Ty::I64 | Ty::F64);
        self.unit.long_atomics |= long;
        if ty.is_float() {
            let helper = super::local::float_helper(self.unit, op, ty);
            return self.line(format!("{helper}({target}, {value});"));
        }
        let name = match op {
            ReduceOp::Add | ReduceOp::Sub => "add",
            ReduceOp::Min => "min",
            ReduceOp::Max => "max",
            ReduceOp::And => "and",
            ReduceOp::Or => "or",
            ReduceOp::Xor => "xor",
            ReduceOp::Mul => {
                let helper = self.unit.helper(if long { Helper::AtomicMulLong } else { Helper::AtomicMulInt });
                return self.line(format!("{helper}({target}, {value});"));
            }
        };
        // The functions on 64 bits are those of the extensions, which have other names.
        self.line(format!("{}_{name}({target}, {value});", if long { "atom" } else { "atomic" }));
    }
}
