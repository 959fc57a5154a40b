//! Lists that iterations read: `c.get(i).lat`. What is in the list stands in an array before the loop, where nothing in the loop can change the
//! list: it is only asked for elements and its size, and the loop calls no method of a collection but these.

use super::chain::stripped;
use super::maker::{Maker, local_of};
use super::tree::{self, binary, block, counted, expr, index, int, length, stmt};
use somd_hir::walk;
use somd_hir::{BinOp, Block, CallKind, Expr, ExprKind, Lit, LocalId, MethodId, Program, Stmt, StmtKind, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// What a loop asks a list for.
struct Uses {
    /// `get`, and the type that its result is cast to.
    get: Option<(MethodId, Ty)>,
    size: Option<MethodId>,
    /// Every mention of it is such a question.
    only: bool,
}

/// `get` or `size` of a list in a variable.
fn question<'e>(program: &Program, e: &'e Expr) -> Option<(LocalId, MethodId, Option<&'e Expr>)> {
    let ExprKind::Call { method, receiver: Some(list), args, .. } = &e.kind else { return None };
    let ExprKind::Local(local) = stripped(list).kind else { return None };
    let m = program.method(*method);
    let class = program.class(m.class).name.as_str();
    if !matches!(class, "java.util.List" | "java.util.ArrayList" | "java.util.AbstractList" | "java.util.Collection") {
        return None;
    }
    match (m.name.as_str(), args.as_slice()) {
        ("get", [i]) => Some((local, *method, Some(i))),
        ("size", []) => Some((local, *method, None)),
        _ => None,
    }
}

/// Whether a call might change a collection: it is one of a collection's methods, or leads to one.
fn may_change(program: &Program, method: MethodId, seen: &mut BTreeSet<MethodId>) -> bool {
    if !seen.insert(method) {
        return false;
    }
    let m = program.method(method);
    let class = program.class(m.class);
    if class.is_library {
        return class.name.starts_with("java.util.") && !class.name.starts_with("java.util.Optional");
    }
    // What an interface leads to is not looked for.
    let Some(body) = &m.body else { return true };
    let overridden =
        m.is_virtual && program.classes.iter().any(|c| c.vtable.get(&method).is_some_and(|&t| t != method));
    overridden || block_may_change(program, body, seen)
}

fn block_may_change(program: &Program, b: &Block, seen: &mut BTreeSet<MethodId>) -> bool {
    let mut found = false;
    walk::exprs_in(b, &mut |e| match &e.kind {
        ExprKind::Call { method, .. } if question(program, e).is_none() => found |= may_change(program, *method, seen),
        ExprKind::New { constructor, .. } => found |= may_change(program, *constructor, seen),
        _ => {}
    });
    found
}

impl Maker<'_> {
    /// Puts arrays in the place of the lists of a loop's body.
    pub fn arrays_for_lists(&mut self, stmts: &mut Vec<Stmt>) {
        let program = self.program;
        let body = Block { stmts: std::mem::take(stmts), span: self.at };
        let mut uses: BTreeMap<LocalId, Uses> = BTreeMap::new();
        let (mut asked, mut mentioned): (BTreeMap<LocalId, usize>, BTreeMap<LocalId, usize>) = Default::default();
        let mut elements = BTreeMap::new();
        walk::exprs_in(&body, &mut |e| {
            if let ExprKind::CheckCast(inner) = &e.kind
                && let Some((local, get, Some(_))) = question(program, inner)
            {
                elements.entry(local).or_insert_with(Vec::new).push((get, e.ty.clone()));
            }
            if let ExprKind::Local(l) = e.kind {
                *mentioned.entry(l).or_default() += 1;
            }
            if let Some((local, method, i)) = question(program, e) {
                *asked.entry(local).or_default() += 1;
                let of = uses.entry(local).or_insert(Uses { get: None, size: None, only: true });
                match i {
                    Some(_) => of.only &= of.get.get_or_insert((method, Ty::Void)).0 == method,
                    None => of.size = Some(method),
                }
            }
        });
        uses.retain(|l, of| {
            let casts = elements.remove(l).unwrap_or_default();
            let ty = casts.first().map(|(_, ty)| ty.clone());
            let same = casts.iter().all(|(_, t)| Some(t) == ty.as_ref());
            if let (Some(get), Some(ty)) = (&mut of.get, ty) {
                get.1 = ty;
            }
            let typed = of.get.as_ref().is_some_and(|(_, ty)| *ty != Ty::Void);
            of.only && typed && same && asked.get(l) == mentioned.get(l) && self.is_own_param(*l)
        });
        let mut seen = BTreeSet::new();
        if uses.is_empty() || block_may_change(program, &body, &mut seen) {
            *stmts = body.stmts;
            return;
        }
        let mut body = body;
        let mut before = Vec::new();
        for (local, of) in uses {
            let Some(array) = self.array_of(local, &of, &mut before) else { continue };
            let Some(at) = self.library("somd.StreamParts", "at", &[Ty::Int, Ty::Int]) else { continue };
            crate::walk::rewrite_block(&mut body, &mut |e| self.ask_array(e, local, &array, at));
        }
        before.extend(body.stmts);
        *stmts = before;
    }

    /// The array with what is in the list; null where there is no list.
    fn array_of(&mut self, local: LocalId, of: &Uses, out: &mut Vec<Stmt>) -> Option<Expr> {
        let (program, at) = (self.program, self.at);
        let (get, ty) = of.get.clone()?;
        let size = of.size.or_else(|| self.size_of(get))?;
        let list = expr(ExprKind::Local(local), self.locals[local.index()].ty.clone(), at);
        let ask = |method: MethodId, args: Vec<Expr>| {
            let ret = program.method(method).ret.clone();
            let receiver = Some(Box::new(list.clone()));
            expr(ExprKind::Call { kind: CallKind::Virtual, method, receiver, args }, ret, at)
        };
        let elem = program.unboxed(&ty).unwrap_or_else(|| ty.clone());
        let array_ty = Ty::array(elem.clone());
        let null = expr(ExprKind::Lit(Lit::Null), array_ty.clone(), at);
        let array = self.keep("items", null, out);
        let k = self.local("k", &Ty::Int, at);
        let element = ask(get, vec![k.clone()]);
        let mut value = expr(ExprKind::CheckCast(Box::new(element)), ty.clone(), at);
        if elem != ty {
            value = self.unboxing(value, &elem)?;
        }
        let new = expr(ExprKind::NewArray { sizes: vec![ask(size, Vec::new())] }, array_ty, at);
        let copy = vec![tree::store(array.clone(), k.clone(), value)];
        let label = self.label();
        let copy = counted(k, int(0, at), length(array.clone()), copy, label, at);
        let null = expr(ExprKind::Lit(Lit::Null), list.ty.clone(), at);
        let there = binary(BinOp::Ne, list.clone(), null);
        let there = tree::when(there, vec![tree::set(local_of(&array), new), copy], at);
        out.push(stmt(StmtKind::Single(block(vec![there], at)), at));
        Some(array)
    }

    /// `size` beside a list's `get`, which the program has wherever it has lists.
    fn size_of(&self, get: MethodId) -> Option<MethodId> {
        let program = self.program;
        let of_class = |name: &str| program.classes.iter().find(|c| c.name == name);
        let own = program.class(program.method(get).class);
        let is_size = |m: &&MethodId| program.method(**m).name == "size" && program.method(**m).params.is_empty();
        own.methods
            .iter()
            .find(is_size)
            .or_else(|| of_class("java.util.Collection")?.methods.iter().find(is_size))
            .copied()
    }

    fn ask_array(&self, e: &mut Expr, local: LocalId, array: &Expr, at: MethodId) -> bool {
        let program = self.program;
        let is_of = |e: &Expr| question(program, e).filter(|q| q.0 == local).map(|q| q.2.cloned());
        let element = |i: Expr, span| {
            let mut found = index(array.clone(), self.call(at, vec![i, length(array.clone())], span));
            found.span = span;
            found
        };
        let number = tree::element(&array.ty).is_primitive();
        if let ExprKind::Call { receiver: Some(receiver), args, .. } = &e.kind
            && number
            && args.is_empty()
            && e.ty == tree::element(&array.ty)
            && let ExprKind::CheckCast(inner) = &receiver.kind
            && let Some(Some(i)) = is_of(inner)
        {
            *e = element(i, e.span);
            return true;
        }
        if let ExprKind::CheckCast(inner) = &e.kind
            && let Some(Some(i)) = is_of(inner)
        {
            let found = element(i, e.span);
            match number {
                true => {
                    let Some(found) = self.boxing(found) else { return true };
                    *e = found;
                }
                false => *e = found,
            }
            return true;
        }
        if let Some(None) = is_of(e) {
            *e = Expr { span: e.span, ..length(array.clone()) };
            return false;
        }
        true
    }
}
