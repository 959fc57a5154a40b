//! Views in distributed loops that stay on one core: their reads are held against the view as those of parallel code are, by
//! the same rules (see [`view`] and `somd::owners`), in HIR. The text of the program as Java gets the same checks.

use super::affine::{Poly, Subscripts, Sym};
use super::error::{self, LowerError, Result};
use super::stmts::canonical;
use super::{Cx, reduction, view, walk};
use somd_core::ir::VarId;
use somd_hir::walk::rewrite_expr;
use somd_hir::{
    BinOp, Block, CallKind, Dist, Expr, ExprKind, Lit, LocalId, Method, MethodId, Place, Stmt, StmtKind, Ty,
};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The deepest nest whose indices say what an iteration owns.
const MAX_RANK: usize = 3;

/// A subscript that is checked, for the program as Java: `before index after` stands for it there.
#[derive(Clone, Debug)]
pub struct Watched {
    pub before: String,
    pub after: String,
}

/// What is made of one read.
struct Guard<'g> {
    array: &'g str,
    dist: &'g Dist,
    /// The subscripts of the iteration's own element, and of the one that is read.
    own: &'g [Option<Expr>],
    read: &'g [Expr],
    /// So many of them belong to a row that a local names.
    of_row: usize,
}

/// Puts the checks into a loop, which `as_written` is before anything was taken out of it.
pub fn watch(cx: &mut Cx<'_>, method: MethodId, as_written: &Stmt, made: &mut Stmt) -> Result<()> {
    let m = cx.hir.method(method);
    let mut used = walk::Reads::default();
    walk::exprs_in_stmt(as_written, &mut |e| used.expr(e));
    let dist = |l: LocalId| m.locals[l.index()].dist.as_ref().filter(|d| d.view.is_some());
    let viewed: BTreeMap<LocalId, &Dist> = used.locals.iter().filter_map(|&l| Some((l, dist(l)?))).collect();
    let StmtKind::For { body, .. } = &as_written.kind else { return Ok(()) };
    if viewed.is_empty() {
        return Ok(());
    }
    let indices = indices(cx.pure, m, as_written);
    let mut changing = walk::assigned_in(body);
    changing.retain(|l| !indices.contains(l));
    let mut inside = reduction::declared_in(body);
    inside.retain(|l| !indices.contains(l));
    let rows = rows(body, &viewed, &changing);
    let view_class = cx.hir.classes.iter().find(|c| c.name == "somd.View").ok_or_else(LowerError::internal)?;
    let named = |name: &str| view_class.methods.iter().copied().find(|&f| cx.hir.method(f).name == name);
    let (within, then) = named("within").zip(named("then")).ok_or_else(LowerError::internal)?;
    let source = |span: Span| cx.sources.text(span).to_string();
    let mut w = Watch {
        method: m,
        viewed,
        rows,
        indices,
        changing,
        inside,
        own: BTreeMap::new(),
        stores: BTreeMap::new(),
        string: cx.hir.method(within).locals[1].ty.clone(),
        within,
        then,
        source: &source,
        watched: Vec::new(),
        error: None,
    };
    walk::exprs_in(body, &mut |e| match &e.kind {
        ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. } => {
            w.store(place);
        }
        _ => {}
    });
    w.only_read(body);
    if let StmtKind::For { body, .. } = &mut made.kind {
        somd_hir::walk::rewrite_block(body, &mut |e| w.expr(e));
    }
    let (watched, error) = (w.watched, w.error);
    cx.watched.extend(watched);
    error.map_or(Ok(()), Err)
}

/// The indices of the loops of a perfect nest, outermost first.
fn indices(pure: &walk::Pure, m: &Method, s: &Stmt) -> Vec<LocalId> {
    let mut found = Vec::new();
    let mut at = Some(s);
    while let Some(s) = at
        && found.len() < MAX_RANK
    {
        at = match &s.kind {
            StmtKind::Block(b) => b.stmts.first().filter(|_| b.stmts.len() == 1),
            StmtKind::For { body, .. } => {
                let Some(c) = canonical(pure, m, s) else { break };
                found.push(c.index);
                body.stmts.first().filter(|_| body.stmts.len() == 1)
            }
            _ => None,
        };
    }
    found
}

/// Locals that name a row of a viewed array, and the subscripts of it.
fn rows(
    body: &Block,
    viewed: &BTreeMap<LocalId, &Dist>,
    changing: &BTreeSet<LocalId>,
) -> BTreeMap<LocalId, (LocalId, Vec<Expr>)> {
    let mut rows = BTreeMap::new();
    somd_hir::walk::stmts_in(body, &mut |s| {
        if let StmtKind::Local { local, init: Some(init) } = &s.kind
            && matches!(init.ty, Ty::Array { .. })
            && !changing.contains(local)
            && let Some((array, subscripts)) = chain(init)
            && viewed.contains_key(&array)
            && subscripts.iter().all(|e| pure(e))
        {
            rows.insert(*local, (array, subscripts.into_iter().cloned().collect()));
        }
    });
    rows
}

/// `a[x][y]`: the array and the subscripts.
fn chain(e: &Expr) -> Option<(LocalId, Vec<&Expr>)> {
    match &e.kind {
        ExprKind::Local(l) => Some((*l, Vec::new())),
        ExprKind::Upcast(inner) => chain(inner),
        ExprKind::Index { array, index } => {
            let (local, mut subscripts) = chain(array)?;
            subscripts.push(index);
            Some((local, subscripts))
        }
        _ => None,
    }
}

/// Evaluating it twice is evaluating it once.
fn pure(e: &Expr) -> bool {
    let mut pure = true;
    walk::exprs(e, &mut |e| {
        pure &= matches!(
            e.kind,
            ExprKind::Lit(_)
                | ExprKind::Local(_)
                | ExprKind::Length(_)
                | ExprKind::Index { .. }
                | ExprKind::Binary(..)
                | ExprKind::Neg(_)
                | ExprKind::Convert(_)
                | ExprKind::Upcast(_)
                | ExprKind::Field { .. }
                | ExprKind::Cond(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::Not(_)
                | ExprKind::This
        );
    });
    pure
}

struct Watch<'w> {
    method: &'w Method,
    viewed: BTreeMap<LocalId, &'w Dist>,
    rows: BTreeMap<LocalId, (LocalId, Vec<Expr>)>,
    indices: Vec<LocalId>,
    /// What an iteration assigns, and what it declares.
    changing: BTreeSet<LocalId>,
    inside: BTreeSet<LocalId>,
    /// The elements that the iteration owns, by the first store to each array that tells.
    own: BTreeMap<LocalId, Vec<Option<Expr>>>,
    stores: BTreeMap<LocalId, Vec<Subscripts>>,
    string: Ty,
    within: MethodId,
    then: MethodId,
    source: &'w dyn Fn(Span) -> String,
    watched: Vec<(Span, Watched)>,
    error: Option<LowerError>,
}

impl Watch<'_> {
    fn poly(&self, e: &Expr) -> Option<Poly> {
        match &e.kind {
            ExprKind::Lit(Lit::Int(n)) => Some(Poly::constant((*n).into())),
            ExprKind::Local(l) => (!self.changing.contains(l)).then(|| Poly::sym(Sym::Var(VarId(l.0)))),
            ExprKind::Length(a) => match a.kind {
                ExprKind::Local(l) if !self.changing.contains(&l) => Some(Poly::sym(Sym::Len(VarId(l.0), 0))),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.poly(a)?, self.poly(b)?);
                match op {
                    BinOp::Add => Some(a.plus(&b, 1)),
                    BinOp::Sub => Some(a.plus(&b, -1)),
                    BinOp::Mul => Some(a.times(&b)),
                    _ => None,
                }
            }
            ExprKind::Convert(inner) if matches!((&inner.ty, &e.ty), (Ty::Long, Ty::Int) | (Ty::Int, Ty::Long)) => {
                self.poly(inner)
            }
            _ => None,
        }
    }

    /// All subscripts of an element of a viewed array, those of the row that a local names included.
    fn element<'e>(&self, local: LocalId, subscripts: Vec<&'e Expr>) -> Option<(LocalId, Vec<Expr>, Vec<&'e Expr>)> {
        match self.rows.get(&local) {
            Some((array, first)) => Some((*array, first.clone(), subscripts)),
            None => self.viewed.contains_key(&local).then_some((local, Vec::new(), subscripts)),
        }
    }

    fn store(&mut self, place: &Place) {
        let Place::Index { array, index } = place else { return };
        let Some((local, mut subscripts)) = chain(array) else { return };
        subscripts.push(index);
        let Some((array, mut all, rest)) = self.element(local, subscripts) else { return };
        all.extend(rest.into_iter().cloned());
        let polys = all.iter().map(|e| self.poly(e)).collect();
        self.stores.entry(array).or_default().push(polys);
        let known = |e: &Expr| {
            let mut known = pure(e);
            walk::exprs(e, &mut |e| match &e.kind {
                ExprKind::Local(l) => known &= !self.changing.contains(l) && !self.inside.contains(l),
                ExprKind::Index { .. } | ExprKind::Field { .. } => known = false,
                _ => {}
            });
            known
        };
        if all.iter().all(known) {
            self.own.entry(array).or_insert(all.into_iter().map(Some).collect());
        }
    }

    /// As [`view::part`].
    fn part(&self, e: &Expr) -> Option<Poly> {
        match &e.kind {
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                view::parts(self.part(a), self.part(b), *op == BinOp::Sub)
            }
            _ => self.poly(e),
        }
    }

    /// What an iteration owns of the arrays of which no store tells.
    fn only_read(&mut self, body: &Block) {
        let mut reads: BTreeMap<LocalId, (Vec<Subscripts>, Vec<Subscripts>, Span)> = BTreeMap::new();
        walk::exprs_in(body, &mut |e| {
            let found = chain(e).and_then(|(local, subscripts)| self.element(local, subscripts));
            if let (Some((array, row, rest)), false) = (found, matches!(e.ty, Ty::Array { .. })) {
                let all: Vec<&Expr> = row.iter().chain(rest).collect();
                let of = reads.entry(array).or_insert_with(|| (Vec::new(), Vec::new(), e.span));
                of.0.push(all.iter().map(|x| self.poly(x)).collect());
                of.1.push(all.iter().map(|x| self.part(x)).collect());
            }
        });
        let indices: Vec<Poly> = self.indices.iter().map(|l| Poly::sym(Sym::Var(VarId(l.0)))).collect();
        for (array, (reads, parts, span)) in reads {
            let rank = reads.iter().map(Vec::len).max().unwrap_or(0);
            let order = view::order(&indices, rank, &reads, &parts);
            let own = order.into_iter().map(|k| Some(self.index(self.indices[k?], span))).collect();
            self.own.entry(array).or_insert(own);
        }
    }

    /// Rewrites one expression; says whether to go on inside.
    fn expr(&mut self, e: &mut Expr) -> bool {
        match &mut e.kind {
            ExprKind::Assign { place, value } | ExprKind::CompoundAssign { place, value, .. } => {
                self.place(place);
                rewrite_expr(value, &mut |e| self.expr(e));
                false
            }
            ExprKind::IncDec { place, .. } => {
                self.place(place);
                false
            }
            // A row is looked at for its length alone.
            ExprKind::Length(array) => {
                self.subscripts(array);
                false
            }
            ExprKind::Index { .. } => {
                self.read(e);
                false
            }
            _ => true,
        }
    }

    fn place(&mut self, place: &mut Place) {
        match place {
            Place::Local(_) => {}
            Place::Field { object, .. } => object.iter_mut().for_each(|o| rewrite_expr(o, &mut |e| self.expr(e))),
            Place::Index { array, index } => {
                self.subscripts(array);
                rewrite_expr(index, &mut |e| self.expr(e));
            }
        }
    }

    /// The subscripts of what is stored to, or asked for its length.
    fn subscripts(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Index { array, index } => {
                self.subscripts(array);
                rewrite_expr(index, &mut |e| self.expr(e));
            }
            ExprKind::Local(_) => {}
            _ => rewrite_expr(e, &mut |e| self.expr(e)),
        }
    }

    fn read(&mut self, e: &mut Expr) {
        let found = chain(e).and_then(|(local, subscripts)| self.element(local, subscripts));
        let Some((array, row, subscripts)) = found else {
            if let ExprKind::Index { array, index } = &mut e.kind {
                rewrite_expr(array, &mut |e| self.expr(e));
                rewrite_expr(index, &mut |e| self.expr(e));
            }
            return;
        };
        let whole: Vec<Expr> = row.iter().chain(subscripts).cloned().collect();
        self.subscripts(e);
        // A local that names a row is no read of it.
        if matches!(e.ty, Ty::Array { .. }) {
            return;
        }
        let dist = self.viewed[&array];
        let own = self.own.get(&array).cloned().unwrap_or_default();
        let reads: Subscripts = whole.iter().map(|x| self.poly(x)).collect();
        let stores = self.stores.get(&array).cloned().unwrap_or_default();
        let is_index = |v: VarId| self.indices.contains(&LocalId(v.0));
        let name = self.method.locals[array.index()].name.clone();
        if let Err(wrong) = view::check(&name, dist, &is_index, &stores, &[(reads.clone(), e.span)]) {
            self.error.get_or_insert(wrong);
            return;
        }
        let count = own.len().min(whole.len());
        let split = |d: usize| dist.dims.as_ref().is_none_or(|dims| dims.contains(&(d as u32)));
        let known = |d: usize| {
            let Some(own) = &own[d] else { return true };
            let distance = reads[d].as_ref().zip(self.poly(own)).map(|(r, o)| r.plus(&o, -1));
            distance.is_some_and(|p| p.as_constant().is_some())
        };
        if (0..count).all(|d| !split(d) || known(d)) {
            return;
        }
        let watch: Vec<usize> = (0..count).filter(|&d| split(d) && own[d].is_some()).collect();
        if watch.iter().skip(1).len() > 0 && !whole.iter().all(pure) {
            let e = LowerError::new(
                e.span,
                format!("how far this read of `{name}` reaches is checked as the program runs"),
            )
            .code(error::VIEW)
            .label("and its subscripts change something")
            .note("give the subscripts names before: `int at = …;`");
            self.error.get_or_insert(e);
            return;
        }
        self.guard(e, &Guard { array: &name, dist, own: &own, read: &whole, of_row: row.len() }, &watch);
    }

    /// Checks the dimensions `watch` of a read.
    fn guard(&mut self, e: &mut Expr, g: &Guard<'_>, watch: &[usize]) {
        let mut aside: Option<(Expr, String)> = None;
        let span = e.span;
        // What is asked of the dimensions of the row.
        let mut row: Option<(Expr, String)> = None;
        for &d in watch {
            let (x, Some(o)) = (&g.read[d], &g.own[d]) else { continue };
            let (x_text, o_text) = (self.text(x), self.text(o));
            if d < g.of_row {
                let (asked, rest) = self.within(g, (d, o), x.clone(), aside.as_ref());
                let text = format!("somd.View.within(({x_text}) - ({o_text}){rest}");
                row = Some(match row {
                    None => (asked, text),
                    Some(first) => self.then(first, (asked, text)),
                });
            } else if let Some(slot) = subscript(e, d - g.of_row) {
                let (asked, rest) = self.within(g, (d, o), slot.clone(), aside.as_ref());
                let mut value = binary(BinOp::Add, o.clone(), asked, Ty::Int);
                let mut before = format!("({o_text}) + somd.View.within((");
                let mut after = format!(") - ({o_text}){rest}");
                if let Some((first, text)) = row.take() {
                    value = call(self.then, vec![first, value], span);
                    before = format!("somd.View.then({text}, {before}");
                    after.push(')');
                }
                self.watched.push((x.span, Watched { before, after }));
                *slot = value;
            }
            let beside = binary(BinOp::Ne, x.clone(), o.clone(), Ty::Boolean);
            let text = format!("({x_text}) != ({o_text})");
            aside = Some(match aside.take() {
                None => (beside, text),
                Some((a, before)) => {
                    let kind = ExprKind::Or(Box::new(a), Box::new(beside));
                    (Expr { kind, ty: Ty::Boolean, span }, format!("({before} || {text})"))
                }
            });
        }
        // Where the row alone is split.
        if let (Some((first, text)), Some(slot)) = (row, subscript(e, 0)) {
            let span = slot.span;
            self.watched.push((span, Watched { before: format!("somd.View.then({text}, "), after: ")".into() }));
            *slot = call(self.then, vec![first, slot.clone()], span);
        }
    }

    /// The check of dimension `d`, where the iteration owns `own`, for the subscript `x`, and the text of what it is given behind the distance. What lies beside the own
    /// element in another dimension already is a corner.
    fn within(
        &self,
        g: &Guard<'_>,
        (d, own): (usize, &Expr),
        x: Expr,
        aside: Option<&(Expr, String)>,
    ) -> (Expr, String) {
        let (before, after) = g.dist.view.as_ref().and_then(|v| v.get(d)).copied().unwrap_or((0, 0));
        let span = x.span;
        let bound = |n: u32| match aside.filter(|_| !g.dist.corners && n > 0) {
            None => (int(n as i32, span), n.to_string()),
            Some((cond, text)) => {
                let kind = ExprKind::Cond(cond.clone().into(), int(0, span).into(), int(n as i32, span).into());
                (Expr { kind, ty: Ty::Int, span }, format!("{text} ? 0 : {n}"))
            }
        };
        let ((before, before_text), (after, after_text)) = (bound(before), bound(after));
        let far = binary(BinOp::Sub, x, own.clone(), Ty::Int);
        let name: Arc<[u16]> = g.array.encode_utf16().collect();
        let array = Expr { kind: ExprKind::Lit(Lit::String(name)), ty: self.string.clone(), span };
        let args = vec![far, array, int(d as i32 + 1, span), before, after];
        (call(self.within, args, span), format!(", {:?}, {}, {before_text}, {after_text})", g.array, d + 1))
    }

    fn then(&self, (a, a_text): (Expr, String), (b, b_text): (Expr, String)) -> (Expr, String) {
        let span = b.span;
        (call(self.then, vec![a, b], span), format!("somd.View.then({a_text}, {b_text})"))
    }

    /// An index of the loop as a subscript.
    fn index(&self, local: LocalId, span: Span) -> Expr {
        let ty = self.method.locals[local.index()].ty.clone();
        let is_int = ty == Ty::Int;
        let e = Expr { kind: ExprKind::Local(local), ty, span };
        if is_int { e } else { Expr { kind: ExprKind::Convert(Box::new(e)), ty: Ty::Int, span } }
    }

    fn text(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Local(l) => self.method.locals[l.index()].name.to_string(),
            ExprKind::Convert(inner) if matches!(inner.kind, ExprKind::Local(_)) && e.ty == Ty::Int => {
                format!("(int) {}", self.text(inner))
            }
            _ => (self.source)(e.span),
        }
    }
}

fn int(n: i32, span: Span) -> Expr {
    Expr { kind: ExprKind::Lit(Lit::Int(n)), ty: Ty::Int, span }
}

fn binary(op: BinOp, a: Expr, b: Expr, ty: Ty) -> Expr {
    let span = a.span;
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
}

fn call(method: MethodId, args: Vec<Expr>, span: Span) -> Expr {
    Expr { kind: ExprKind::Call { kind: CallKind::Static, method, receiver: None, args }, ty: Ty::Int, span }
}

/// The subscript with number `k` from the left.
fn subscript(e: &mut Expr, k: usize) -> Option<&mut Expr> {
    fn depth(e: &Expr) -> usize {
        match &e.kind {
            ExprKind::Index { array, .. } => 1 + depth(array),
            _ => 0,
        }
    }
    let own = depth(e).checked_sub(1)?;
    match &mut e.kind {
        ExprKind::Index { index, .. } if own == k => Some(index),
        ExprKind::Index { array, .. } => subscript(array, k),
        _ => None,
    }
}
