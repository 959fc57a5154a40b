//! Streaming bodies: a work item takes 16 bytes of each array, by vector types.
//!
//! A body qualifies where it is straight arithmetic that OpenCL's vectors do element by element with the bits of the scalar form. What
//! does not (comparisons, choices, calls, division of integers, …) is left to the scalar form, which also runs the few iterations at
//! either end that do not fill a vector.

use super::axis::Axis;
use super::body::Body;
use super::code::{Binary, Code, Prec};
use super::emitted::Refusal;
use super::lines::Line;
use somd_core::ir::*;
use somd_core::walk;
use somd_kernel::Unary;
use std::collections::BTreeMap;

struct Vectors<'b, 'u, 'a> {
    body: &'b mut Body<'u, 'a>,
    index: VarId,
    width: u32,
    /// Vector variables, and whether the variable is one.
    vars: BTreeMap<VarId, String>,
    /// Elements loaded.
    loads: BTreeMap<VarId, String>,
    lines: Vec<Line>,
}

/// Writes the kernel's body for that many iterations a work item; false, and nothing written, where it does not qualify.
pub(super) fn points(body: &mut Body, par: &Par, axes: &[Axis], width: u32) -> Result<bool, Refusal> {
    let [axis] = axes else { return Ok(false) };
    let names = body.names.clone();
    let mut v =
        Vectors { body, index: axis.var, width, vars: BTreeMap::new(), loads: BTreeMap::new(), lines: Vec::new() };
    let qualifies = par.body.stmts.iter().all(|s| v.stmt(s).is_some());
    let lines = std::mem::take(&mut v.lines);
    body.commented = None;
    if !qualifies {
        body.names = names;
        return Ok(false);
    }
    body.line(format!("// {width} iterations a work item; those at the ends may have fewer."));
    body.line(format!("const int first = ({} & ~{}) + (int)get_global_id(0) * {width};", axis.from, width - 1));
    body.line(format!("if (first >= {} && first + {width} <= {}) {{", axis.from, axis.to));
    body.lines.extend(lines);
    body.line("} else {");
    let name = body.declare(axis.var);
    body.line(format!(
        "for (int {name} = max(first, {}); {name} < min(first + {width}, {}); {name}++) {{",
        axis.from, axis.to
    ));
    body.commented = None;
    let result = body.block(&par.body);
    body.line("}");
    body.line("}");
    result.map(|()| true)
}

/// The lines of a body that folds that many iterations from `first` on into vectors of accumulators; None where it does not qualify.
pub(super) fn lanes(
    body: &mut Body,
    par: &Par,
    accumulators: Vec<(VarId, String)>,
    width: u32,
) -> Result<Option<Vec<Line>>, Refusal> {
    let [dim] = par.space.as_slice() else { return Ok(None) };
    if body.func.vars[dim.index.index()].ty != Ty::I32 {
        return Ok(None);
    }
    let names = body.names.clone();
    let vars = accumulators.into_iter().collect();
    let mut v = Vectors { body, index: dim.index, width, vars, loads: BTreeMap::new(), lines: Vec::new() };
    let qualifies = par.body.stmts.iter().all(|s| v.stmt(s).is_some());
    let lines = std::mem::take(&mut v.lines);
    body.commented = None;
    if !qualifies {
        body.names = names;
    }
    Ok(qualifies.then_some(lines))
}

impl Vectors<'_, '_, '_> {
    fn line(&mut self, text: String) {
        self.lines.push(Line::new(text));
    }

    fn ty(&mut self, ty: &Ty) -> String {
        format!("{}{}", self.body.unit.scalar(ty), self.width)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<()> {
        let ((), comment) = self
            .body
            .apart(|b| {
                b.comment(&stmt.prov);
                Ok(())
            })
            .ok()?;
        match &stmt.kind {
            StmtKind::Let { var, init: Some(init) } if init.ty.is_int() || init.ty.is_float() => {
                let value = self.value(init)?;
                self.lines.extend(comment);
                let ty = self.ty(&init.ty);
                let v = &self.body.func.vars[var.index()];
                let constant = if v.mutable { "" } else { "const " };
                let name = self.body.names.fresh(&v.name);
                let value = if self.varies(init) { value.text() } else { value.cast(&ty).text() };
                self.line(format!("{constant}{ty} {name} = {value};"));
                self.vars.insert(*var, name);
            }
            StmtKind::Assign { var, value: assigned } => {
                let value = self.value(assigned)?;
                self.lines.extend(comment);
                let name = self.vars.get(var)?.clone();
                let constant = !self.varies(assigned);
                let value = if constant { value.cast(&self.ty(&assigned.ty)).text() } else { value.text() };
                self.line(format!("{name} = {value};"));
            }
            StmtKind::Store { array, index, value } if self.own(index) => {
                let value_code = self.value(value)?;
                self.lines.extend(comment);
                let ty = self.ty(&value.ty);
                let base = self.body.places.get(array)?.base.clone();
                let uniform = !self.varies(value);
                let value = if uniform { value_code.cast(&ty).text() } else { value_code.text() };
                self.line(format!("*(__global {ty}*)({base} + first) = {value};"));
            }
            _ => return None,
        }
        Some(())
    }

    fn own(&self, index: &[Expr]) -> bool {
        matches!(index, [Expr { kind: ExprKind::Var(v), .. }] if *v == self.index)
    }

    /// Whether it differs between iterations.
    fn varies(&self, e: &Expr) -> bool {
        let mut varies = matches!(&e.kind, ExprKind::Index { .. })
            || matches!(&e.kind, ExprKind::Var(v) if *v == self.index || self.vars.contains_key(v));
        walk::expr_children(e, &mut |c| varies |= self.varies(c));
        varies
    }

    /// A vector, or a scalar where it does not vary: the two mix in OpenCL C where their element types agree.
    fn value(&mut self, e: &Expr) -> Option<Code> {
        if !e.ty.is_int() && !e.ty.is_float() {
            return None;
        }
        if !self.varies(e) {
            let (code, before) = self.body.apart(|b| b.expr(e)).ok()?;
            return before.is_empty().then_some(code);
        }
        let int = e.ty.is_int();
        Some(match &e.kind {
            ExprKind::Var(v) if *v == self.index => {
                let steps: Vec<String> = (0..self.width).map(|k| k.to_string()).collect();
                Code::read(format!("first + (int{})({})", self.width, steps.join(", ")))
            }
            ExprKind::Var(v) => Code::read(self.vars.get(v)?.clone()),
            ExprKind::Index { array, index } => {
                // What this iteration has stored is in no vector.
                if !self.own(index) || self.body.results.contains(array) {
                    return None;
                }
                if let Some(name) = self.loads.get(array) {
                    return Some(Code::read(name.clone()));
                }
                let base = self.body.places.get(array)?.base.clone();
                let ty = self.ty(&e.ty);
                let name = self.body.names.fresh(&format!("{base}_here"));
                self.line(format!("const {ty} {name} = *(__global const {ty}*)({base} + first);"));
                self.loads.insert(*array, name.clone());
                Code::read(name)
            }
            ExprKind::Unary(UnOp::Neg, a) if int => {
                let a = self.bits(a)?;
                let ty = self.ty(&e.ty);
                Code::read(format!("as_{ty}(0 - {})", a.at(Prec::Product)))
            }
            ExprKind::Unary(op @ (UnOp::Neg | UnOp::BitNot), a) => {
                let a = self.value(a)?;
                Code::unary(if *op == UnOp::Neg { Unary::Neg } else { Unary::BitNot }, &a)
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let symbol = match op {
                    BinOp::Add => Binary::Add,
                    BinOp::Sub => Binary::Sub,
                    _ => Binary::Mul,
                };
                if !int {
                    let (a, b) = (self.value(a)?, self.value(b)?);
                    return Some(Code::binary(&a, symbol, &b));
                }
                let (a, b) = (self.bits(a)?, self.bits(b)?);
                let ty = self.ty(&e.ty);
                Code::read(format!("as_{ty}({})", Code::binary(&a, symbol, &b).text()))
            }
            ExprKind::Binary(BinOp::Div, a, b) if !int => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Code::binary(&a, Binary::Div, &b)
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or | BinOp::Xor), a, b) => {
                let symbol = match op {
                    BinOp::And => Binary::BitAnd,
                    BinOp::Or => Binary::BitOr,
                    _ => Binary::BitXor,
                };
                let (a, b) = (self.value(a)?, self.value(b)?);
                Code::binary(&a, symbol, &b)
            }
            ExprKind::Math(op @ (MathOp::Min | MathOp::Max), args) if int => {
                let ty = self.ty(&e.ty);
                let mut texts = Vec::new();
                for arg in args {
                    let code = self.value(arg)?;
                    texts.push(if self.varies(arg) { code.text() } else { code.cast(&ty).text() });
                }
                Code::read(format!("{}({})", if *op == MathOp::Min { "min" } else { "max" }, texts.join(", ")))
            }
            ExprKind::Math(op, args) if !int => {
                let name = match op {
                    MathOp::Sqrt => "sqrt",
                    MathOp::Abs => "fabs",
                    MathOp::Floor => "floor",
                    MathOp::Ceil => "ceil",
                    MathOp::Rint => "rint",
                    MathOp::Fma => "fma",
                    MathOp::Min | MathOp::Max => return None,
                };
                let ty = self.ty(&e.ty);
                let mut texts = Vec::new();
                for arg in args {
                    // Functions do not widen scalars.
                    let code = self.value(arg)?;
                    texts.push(if self.varies(arg) { code.text() } else { code.cast(&ty).text() });
                }
                Code::read(format!("{name}({})", texts.join(", ")))
            }
            ExprKind::Convert(a) => {
                // Only conversions that no value is out of range for; NaN to an integer needs a test.
                match (&a.ty, &e.ty) {
                    (from, to) if to.is_float() && (from.is_float() || from.is_int()) => {}
                    (Ty::I8 | Ty::I16 | Ty::U16, Ty::I32 | Ty::I64) | (Ty::I32, Ty::I64) => {}
                    _ => return None,
                }
                let a = self.value(a)?;
                let ty = self.ty(&e.ty);
                Code::read(format!("convert_{ty}({})", a.text()))
            }
            _ => return None,
        })
    }

    /// An integer operand in the unsigned type.
    fn bits(&mut self, e: &Expr) -> Option<Code> {
        let varies = self.varies(e);
        let code = self.value(e)?;
        let unsigned = if e.ty == Ty::I64 { "ulong" } else { "uint" };
        if !varies {
            return Some(code.cast(unsigned));
        }
        Some(Code::read(format!("as_{unsigned}{}({})", self.width, code.text())))
    }
}
