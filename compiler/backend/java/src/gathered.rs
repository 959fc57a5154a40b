//! What stands around a region that works on columns: the question whether it can, what is laid out before it and given back after
//! it. The lowering makes few forms for that (see `lower::somd::columns`), and these are the ones that are printed.

use super::regions::argument;
use super::splice::Cx;
use super::support::Used;
use somd_hir::{self as hir, BinOp, CallKind, Expr, ExprKind, Lit, MethodId, Place, Stmt, StmtKind};

/// Stands for the text as the programmer wrote it.
pub const AS_WRITTEN: char = '\u{1}';

/// The statement with what `region` prints in the place of the region's call; None where it is of another form.
pub fn print(
    cx: &Cx<'_>,
    method: MethodId,
    s: &Stmt,
    used: &mut Used,
    region: &mut dyn FnMut(&Stmt, &mut Used) -> Option<String>,
) -> Option<String> {
    let StmtKind::If { cond, then, otherwise: Some(otherwise) } = &s.kind else { return None };
    let mut p = Printer { cx, method };
    let cond = p.expr(cond)?;
    let mut text = format!("if ({cond}) {{\n");
    for s in &then.stmts {
        text += &indented(&p.stmt(s, used, region)?);
    }
    used.columns();
    // Rows of different lengths may have a region of their own.
    let other = match otherwise.stmts.as_slice() {
        [only] if only.span == s.span => print(cx, method, only, used, region),
        _ => None,
    };
    text.push_str(&format!("}} else {}", other.unwrap_or_else(|| format!("{AS_WRITTEN}\n"))));
    Some(text)
}

/// A condition on arrays.
pub fn question(cx: &Cx<'_>, method: MethodId, cond: &Expr) -> Option<String> {
    Printer { cx, method }.expr(cond)
}

fn indented(text: &str) -> String {
    text.lines().map(|l| if l.is_empty() { "\n".to_string() } else { format!("    {l}\n") }).collect()
}

struct Printer<'p, 'c> {
    cx: &'p Cx<'c>,
    method: MethodId,
}

impl Printer<'_, '_> {
    fn stmt(
        &mut self,
        s: &Stmt,
        used: &mut Used,
        region: &mut dyn FnMut(&Stmt, &mut Used) -> Option<String>,
    ) -> Option<String> {
        let block = |p: &mut Self, b: &hir::Block, used: &mut Used, region: &mut dyn FnMut(&Stmt, &mut Used) -> _| {
            let lines: Option<Vec<String>> = b.stmts.iter().map(|s| p.stmt(s, used, region)).collect();
            Some(indented(&lines?.concat()))
        };
        match &s.kind {
            StmtKind::Local { local, init: Some(init) } => {
                let l = &self.cx.lowered.hir.method(self.method).locals[local.index()];
                Some(format!("{} {} = {};\n", self.cx.names.ty(&l.ty), l.name, self.expr(init)?))
            }
            StmtKind::Expr(e) if !matches!(e.kind, ExprKind::CoreCall { .. }) => Some(format!("{};\n", self.expr(e)?)),
            StmtKind::For { init, cond: Some(cond), update, body, .. } => {
                let ([init], [update]) = (init.as_slice(), update.as_slice()) else { return None };
                let init = self.stmt(init, used, region)?;
                let (cond, update) = (self.expr(cond)?, self.expr(update)?);
                let body = block(self, body, used, region)?;
                Some(format!("for ({} {cond}; {update}) {{\n{body}}}\n", init.trim_end()))
            }
            StmtKind::Try { body, catches, finally: Some(finally) } if catches.is_empty() => {
                let (body, finally) = (block(self, body, used, region)?, block(self, finally, used, region)?);
                Some(format!("try {{\n{body}}} finally {{\n{finally}}}\n"))
            }
            _ => print(self.cx, self.method, s, used, region).or_else(|| region(s, used)),
        }
    }

    fn expr(&mut self, e: &Expr) -> Option<String> {
        Some(match &e.kind {
            ExprKind::Lit(Lit::Int(n)) => n.to_string(),
            ExprKind::Lit(Lit::Boolean(b)) => b.to_string(),
            ExprKind::Lit(Lit::Null) => "null".into(),
            ExprKind::Local(_) | ExprKind::Field { object: None, .. } => argument(self.cx, self.method, e)?,
            ExprKind::This => "this".into(),
            ExprKind::Length(a) => format!("{}.length", self.expr(a)?),
            ExprKind::Index { array, index } => format!("{}[{}]", self.expr(array)?, self.expr(index)?),
            ExprKind::Field { object: Some(object), field } => {
                format!("{}.{}", self.expr(object)?, self.cx.hir.field(*field).name)
            }
            ExprKind::Upcast(inner) => self.expr(inner)?,
            ExprKind::CheckCast(inner) => format!("({}) {}", self.cx.names.ty(&e.ty), self.expr(inner)?),
            ExprKind::And(a, b) => format!("{} && {}", self.expr(a)?, self.expr(b)?),
            ExprKind::Or(a, b) => format!("({} || {})", self.expr(a)?, self.expr(b)?),
            ExprKind::Binary(BinOp::Eq, a, b) => format!("{} == {}", self.expr(a)?, self.expr(b)?),
            ExprKind::Binary(BinOp::Ne, a, b) => format!("{} != {}", self.expr(a)?, self.expr(b)?),
            ExprKind::Not(a) => format!("!({})", self.expr(a)?),
            ExprKind::InstanceOf { expr, ty, binding: None } => {
                format!("{} instanceof {}", self.expr(expr)?, self.cx.names.ty(ty))
            }
            ExprKind::Binary(BinOp::Lt, a, b) => format!("{} < {}", self.expr(a)?, self.expr(b)?),
            ExprKind::IncDec { place, decrement: false, .. } => format!("{}++", self.place(place)?),
            ExprKind::Assign { place, value } => format!("{} = {}", self.place(place)?, self.expr(value)?),
            ExprKind::NewArray { sizes } => match sizes.as_slice() {
                [size] => self.cx.names.new_array(&e.ty, &self.expr(size)?)?,
                _ => return None,
            },
            ExprKind::ArrayLit(items) => {
                let items: Option<Vec<String>> = items.iter().map(|x| self.expr(x)).collect();
                format!("new {} {{{}}}", self.cx.names.ty(&e.ty), items?.join(", "))
            }
            ExprKind::Call { kind: CallKind::Static, method, receiver: None, args } => {
                let m = self.cx.hir.method(*method);
                (self.cx.hir.class(m.class).name == "somd.Columns").then_some(())?;
                let args: Option<Vec<String>> = args.iter().map(|a| self.expr(a)).collect();
                format!("somd.Columns.{}({})", m.name, args?.join(", "))
            }
            _ => return None,
        })
    }

    fn place(&mut self, place: &Place) -> Option<String> {
        Some(match place {
            Place::Local(l) => self.cx.lowered.hir.method(self.method).locals[l.index()].name.to_string(),
            Place::Index { array, index } => format!("{}[{}]", self.expr(array)?, self.expr(index)?),
            Place::Field { object: Some(object), field } => {
                format!("{}.{}", self.expr(object)?, self.cx.hir.field(*field).name)
            }
            Place::Field { object: None, .. } => return None,
        })
    }
}
