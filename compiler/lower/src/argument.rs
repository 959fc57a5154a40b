//! The best iteration known by its indices alone: `if (a[i] < a[at]) at = i;`, `if (g[i][j] > g[r][c]) { r = i; c = j; }`.
//!
//! A loop nest with such statements gets a variable for each value that the indices stand for, and is then one of those that
//! [`super::best`] knows: `m = a[at]; for … if (a[i] < m) { m = a[i]; at = i; }`.

use super::best::{mentions, narrow, same};
use super::normal::further_local;
use super::reduction::declared_in;
use super::somd::is_distributed;
use super::stmts::canonical;
use super::walk;
use somd_core::ir::BinOp;
use somd_hir::{self as hir, Block, Expr, ExprKind, Lit, LocalId, Method, Place, Stmt, StmtKind, Ty};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

/// What stands for a local in an expression.
type Replacements = BTreeMap<LocalId, Expr>;

/// One loop of a nest.
struct Level<'h> {
    index: LocalId,
    lo: &'h Expr,
    bound: &'h Expr,
}

/// A statement that keeps the indices of the best iteration.
struct Search<'h> {
    /// What the iteration offers, and the same with the names that the iteration gives to values replaced by these.
    own: &'h Expr,
    expanded: Expr,
    /// What the best iteration offered, found by its indices.
    best: &'h Expr,
    best_is_right: bool,
    op: BinOp,
    cond: &'h Expr,
    then: &'h Block,
}

/// Gives such loops over distributed arrays their values.
pub fn give_values(pure: &walk::Pure, method: &mut Method, b: &mut Block) {
    for s in &mut b.stmts {
        if is_distributed(pure, method, s)
            && let Some(made) = with_value(pure, method, s)
        {
            *s = made;
            continue;
        }
        walk::region_blocks_mut(s, &mut |b| give_values(pure, method, b));
    }
}

/// The loop nest with the values beside the indices; None for any other.
fn with_value(pure: &walk::Pure, method: &mut Method, s: &Stmt) -> Option<Stmt> {
    let mut levels = Vec::new();
    let body = innermost(pure, method, s, &mut levels)?;
    let mut made = Vec::new();
    let mut declared = Vec::new();
    let mut found = BTreeMap::new();
    for (k, stmt) in body.stmts.iter().enumerate() {
        let Some(search) = search(stmt, body, &levels) else { continue };
        // Its first comparison is made before the loop: an iteration always comes to it, and nothing fails on the way.
        let before = body.stmts[..k].iter().enumerate();
        if !before.into_iter().all(|(k, s)| found.contains_key(&k) || search.uses(s) || calm(s)) {
            continue;
        }
        let (start, statement) = search.with_value(method, &levels, s.span)?;
        declared.push(start);
        found.insert(k, statement);
    }
    if found.is_empty() {
        return None;
    }
    for (k, stmt) in body.stmts.iter().enumerate() {
        made.push(found.remove(&k).unwrap_or_else(|| stmt.clone()));
    }
    declared.push(rebuilt(s, &Block { stmts: made, span: body.span }, levels.len()));
    Some(Stmt { kind: StmtKind::Block(Block { stmts: declared, span: s.span }), span: s.span })
}

/// The body of a nest of loops of which none depends on the indices of those around it, and these loops.
fn innermost<'h>(pure: &walk::Pure, method: &Method, s: &'h Stmt, levels: &mut Vec<Level<'h>>) -> Option<&'h Block> {
    let StmtKind::For { cond: Some(bound), body, .. } = &s.kind else { return None };
    let c = canonical(pure, method, s)?;
    let depends = levels.iter().any(|l| names(c.lo, l.index) || names(bound, l.index) || l.index == c.index);
    if depends {
        return None;
    }
    levels.push(Level { index: c.index, lo: c.lo, bound });
    match only(body) {
        Some(inner @ Stmt { kind: StmtKind::For { .. }, .. }) => innermost(pure, method, inner, levels),
        Some(_) => flat(body),
        None => Some(body),
    }
}

/// The block that a block within blocks is.
fn flat(b: &Block) -> Option<&Block> {
    match b.stmts.as_slice() {
        [Stmt { kind: StmtKind::Block(inner), .. }] => flat(inner),
        _ => Some(b),
    }
}

/// The nest with another body for its innermost loop.
fn rebuilt(s: &Stmt, inner: &Block, depth: usize) -> Stmt {
    let StmtKind::For { init, cond, update, body, label } = &s.kind else { return s.clone() };
    let body = match only(body) {
        Some(next) if depth > 1 => Block { stmts: vec![rebuilt(next, inner, depth - 1)], span: body.span },
        _ => inner.clone(),
    };
    let (init, cond, update) = (init.clone(), cond.clone(), update.clone());
    Stmt { kind: StmtKind::For { init, cond, update, body, label: *label }, span: s.span }
}

/// `if (own < best) { at = i; … }`, where `best` is `own` at the indices kept.
fn search<'h>(s: &'h Stmt, body: &'h Block, levels: &[Level]) -> Option<Search<'h>> {
    let StmtKind::If { cond, then, otherwise: None } = &s.kind else { return None };
    let ExprKind::Binary(op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge), left, right) = &cond.kind else {
        return None;
    };
    let mut kept = Replacements::new();
    let mut ats = Vec::new();
    for s in &flat(then)?.stmts {
        let StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(at), value }, span, ty }) = &s.kind
        else {
            return None;
        };
        let ExprKind::Local(index) = value.kind else { return None };
        let touched = mentions(then, *at) + mentions_in(cond, *at);
        if !levels.iter().any(|l| l.index == index) || *ty != Ty::Int || mentions(body, *at) != touched {
            return None;
        }
        kept.insert(index, Expr { kind: ExprKind::Local(*at), ty: Ty::Int, span: *span });
        ats.push(*at);
    }
    let best_is_right = ats.iter().any(|&at| names(right, at));
    let (own, best) = if best_is_right { (left, right) } else { (right, left) };
    let expanded = replaced(own, &values_before(s, body));
    let assigned = walk::assigned_in(body);
    let declared = declared_in(body);
    let steady = |e: &Expr| !declared.iter().chain(&assigned).any(|&l| names(e, l));
    let simple = steady(&expanded) && changes_nothing(&expanded) && !levels.iter().any(|l| names(best, l.index));
    (simple && same(&replaced(&expanded, &kept), best)).then_some(Search {
        own,
        expanded,
        best,
        best_is_right,
        op: *op,
        cond,
        then,
    })
}

/// The values of the locals that an iteration declares before a statement of it, and does not change.
fn values_before(s: &Stmt, body: &Block) -> Replacements {
    let assigned = walk::assigned_in(body);
    let mut out = Replacements::new();
    for b in body.stmts.iter().take_while(|b| !std::ptr::eq(*b, s)) {
        if let StmtKind::Local { local, init: Some(init) } = &b.kind
            && !assigned.contains(local)
        {
            let value = replaced(init, &out);
            out.insert(*local, value);
        }
    }
    out
}

/// Whether a statement is never left but at its end, and fails by an index at most.
fn calm(s: &Stmt) -> bool {
    use ExprKind as K;
    let divides = |op: BinOp, ty: &Ty| matches!(op, BinOp::Div | BinOp::Rem) && !ty.is_floating();
    let mut calm = true;
    hir::walk::stmt(s, &mut |n| match n {
        hir::walk::Node::Stmt(s) => {
            calm &=
                matches!(s.kind, StmtKind::Local { .. } | StmtKind::Expr(_) | StmtKind::Block(_) | StmtKind::If { .. })
        }
        hir::walk::Node::Expr(e) => {
            calm &= match &e.kind {
                K::Binary(op, ..) | K::CompoundAssign { op, .. } => !divides(*op, &e.ty),
                K::Lit(_) | K::Local(_) | K::This | K::Field { .. } | K::Length(_) | K::Index { .. } => true,
                K::Neg(_) | K::BitNot(_) | K::Not(_) | K::Convert(_) | K::And(..) | K::Or(..) | K::Cond(..) => true,
                K::Assign { .. } | K::IncDec { .. } => true,
                _ => false,
            }
        }
        _ => {}
    });
    calm
}

impl Search<'_> {
    /// Whether a statement declares what is compared: then the comparison before the loop evaluates it too.
    fn uses(&self, s: &Stmt) -> bool {
        matches!(&s.kind, StmtKind::Local { local, .. } if names(self.own, *local))
    }

    /// The declaration of the value, and the statement that keeps it.
    fn with_value(&self, method: &mut Method, levels: &[Level], span: Span) -> Option<(Stmt, Stmt)> {
        let (own, best) = (narrow(self.own), narrow(self.best));
        let ty = own.ty.clone();
        let zero = match &ty {
            Ty::Byte | Ty::Short | Ty::Char | Ty::Int => Lit::Int(0),
            Ty::Long => Lit::Long(0),
            Ty::Float => Lit::Float(0.0),
            Ty::Double => Lit::Double(0.0),
            _ => return None,
        };
        let StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(at), .. }, .. }) =
            &flat(self.then)?.stmts.first()?.kind
        else {
            return None;
        };
        let wish = format!("{}Value", method.locals[at.index()].name);
        let held = further_local(method, &wish, ty.clone(), span);
        let new = |kind| Expr { kind, ty: ty.clone(), span };
        let boolean = |kind| Expr { kind, ty: Ty::Boolean, span: self.cond.span };
        let compared = |own: Expr, best: Expr| {
            let (left, right) = if self.best_is_right { (own, best) } else { (best, own) };
            boolean(ExprKind::Binary(self.op, Box::new(left), Box::new(right)))
        };

        // As the first iteration would, where there is one: its own value is computed before.
        let first: Replacements = levels.iter().map(|l| (l.index, l.lo.clone())).collect();
        let compares = compared(replaced(&self.expanded, &first), self.best.clone());
        let either = ExprKind::Cond(Box::new(compares), Box::new(best.clone()), Box::new(best.clone()));
        let any = levels.iter().map(|l| replaced(l.bound, &first));
        let any = any.reduce(|a, b| boolean(ExprKind::And(Box::new(a), Box::new(b))))?;
        let start = ExprKind::Cond(Box::new(any), Box::new(new(either)), Box::new(new(ExprKind::Lit(zero))));
        let declared = Stmt { kind: StmtKind::Local { local: held, init: Some(new(start)) }, span };

        let keep = new(ExprKind::Assign { place: Place::Local(held), value: Box::new(own.clone()) });
        let keep = Stmt { kind: StmtKind::Expr(keep), span: self.then.span };
        let kept = Block { stmts: [vec![keep], self.then.stmts.clone()].concat(), span: self.then.span };
        let mut value = Expr { kind: ExprKind::Local(held), ty: ty.clone(), span: self.cond.span };
        if self.own.ty != ty {
            value = Expr { kind: ExprKind::Convert(Box::new(value)), ty: self.own.ty.clone(), span: self.cond.span };
        }
        let cond = compared(self.own.clone(), value);
        Some((declared, Stmt { kind: StmtKind::If { cond, then: kept, otherwise: None }, span: self.cond.span }))
    }
}

/// The one statement of a block.
fn only(b: &Block) -> Option<&Stmt> {
    match b.stmts.as_slice() {
        [Stmt { kind: StmtKind::Block(inner), .. }] => only(inner),
        [one] => Some(one),
        _ => None,
    }
}

fn names(e: &Expr, local: LocalId) -> bool {
    mentions_in(e, local) > 0
}

fn mentions_in(e: &Expr, local: LocalId) -> usize {
    let mut n = 0;
    walk::exprs(e, &mut |e| n += usize::from(matches!(e.kind, ExprKind::Local(l) if l == local)));
    n
}

fn replaced(e: &Expr, by: &Replacements) -> Expr {
    let mut out = e.clone();
    hir::walk::rewrite_expr(&mut out, &mut |e| {
        let value = match e.kind {
            ExprKind::Local(l) => by.get(&l),
            _ => None,
        };
        if let Some(value) = value {
            *e = Expr { span: e.span, ..value.clone() };
        }
        value.is_none()
    });
    out
}

fn changes_nothing(e: &Expr) -> bool {
    let mut fine = true;
    walk::exprs(e, &mut |e| {
        fine &= !matches!(
            e.kind,
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. } | ExprKind::New { .. }
        )
    });
    fine
}
