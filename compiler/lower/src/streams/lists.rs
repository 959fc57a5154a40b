//! Lists that iterations read: `c.get(i).lat`. What is in the list stands in an array before the loop, where nothing in the loop can change the
//! list: it is only asked for elements and its size, and the loop calls no method of a collection but these.

use super::chain::stripped;
use super::maker::{Maker, local_of};
use super::tree::{self, binary, block, counted, expr, index, int, length, stmt};
use somd_hir::walk;
use somd_hir::{
    BinOp, Block, CallKind, Expr, ExprKind, FieldId, Lit, LocalId, Method, MethodId, MethodKind, Place, Program, Stmt,
    StmtKind, Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// Methods are put in place of their calls to this depth, where they are given a list.
const DEPTH: usize = 4;

/// Where a list is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum At {
    Local(LocalId),
    /// Of `this`, or static.
    Field(FieldId),
}

impl At {
    fn of(e: &Expr) -> Option<At> {
        match &stripped(e).kind {
            ExprKind::Local(l) => Some(At::Local(*l)),
            ExprKind::Field { object: None, field } => Some(At::Field(*field)),
            ExprKind::Field { object: Some(o), field } if matches!(o.kind, ExprKind::This) => Some(At::Field(*field)),
            _ => None,
        }
    }
}

/// What a loop asks a list for.
struct Uses {
    /// `get`, and the type that its result is cast to.
    get: Option<(MethodId, Ty)>,
    size: Option<MethodId>,
    /// Every mention of it is such a question.
    only: bool,
    /// The list.
    list: Expr,
}

/// `get` or `size` of a list in a variable.
fn question<'e>(program: &Program, e: &'e Expr) -> Option<(At, MethodId, Option<&'e Expr>)> {
    let ExprKind::Call { method, receiver: Some(list), args, .. } = &e.kind else { return None };
    let local = At::of(list)?;
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

/// `list.toArray()`, which changes nothing.
fn array_of_all(program: &Program, e: &Expr) -> Option<At> {
    let ExprKind::Call { method, receiver: Some(list), args, .. } = &e.kind else { return None };
    let m = program.method(*method);
    let of_collection = program.class(m.class).name == "java.util.Collection";
    (of_collection && m.name == "toArray" && args.is_empty()).then(|| At::of(list)).flatten()
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
        ExprKind::Call { method, .. } if question(program, e).is_none() && array_of_all(program, e).is_none() => {
            found |= may_change(program, *method, seen);
        }
        ExprKind::New { constructor, .. } => found |= may_change(program, *constructor, seen),
        _ => {}
    });
    found
}

impl Maker<'_> {
    /// Puts arrays in the place of the lists of a loop's body.
    pub fn arrays_for_lists(&mut self, stmts: &mut Vec<Stmt>) {
        let program = self.program;
        let mut body = Block { stmts: std::mem::take(stmts), span: self.at };
        for _ in 0..DEPTH {
            self.methods_given_lists(&mut body);
            flatten(&mut body);
        }
        let body = body;
        let mut uses: BTreeMap<At, Uses> = BTreeMap::new();
        let (mut asked, mut mentioned): (BTreeMap<At, usize>, BTreeMap<At, usize>) = Default::default();
        let mut elements = BTreeMap::new();
        walk::exprs_in(&body, &mut |e| {
            if let ExprKind::CheckCast(inner) = &e.kind
                && let Some((local, get, Some(_))) = question(program, inner)
            {
                elements.entry(local).or_insert_with(Vec::new).push((get, e.ty.clone()));
            }
            if let (ExprKind::Local(_) | ExprKind::Field { .. }, Some(l)) = (&e.kind, At::of(e)) {
                *mentioned.entry(l).or_default() += 1;
            }
            if let Some(local) = array_of_all(program, e) {
                *asked.entry(local).or_default() += 1;
            }
            if let (Some((local, method, i)), ExprKind::Call { receiver: Some(list), .. }) =
                (question(program, e), &e.kind)
            {
                *asked.entry(local).or_default() += 1;
                let list = stripped(list).clone();
                let of = uses.entry(local).or_insert(Uses { get: None, size: None, only: true, list });
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
            of.only && typed && same && asked.get(l) == mentioned.get(l) && self.stays(*l)
        });
        let mut seen = BTreeSet::new();
        if uses.is_empty() || block_may_change(program, &body, &mut seen) {
            *stmts = body.stmts;
            return;
        }
        let mut body = body;
        let mut before = Vec::new();
        for (local, of) in uses {
            let Some(array) = self.array_of(&of, &mut before) else { continue };
            let Some(at) = self.library("somd.StreamParts", "at", &[Ty::Int, Ty::Int]) else { continue };
            crate::walk::rewrite_block(&mut body, &mut |e| self.ask_array(e, local, &array, at));
        }
        before.extend(body.stmts);
        *stmts = before;
    }

    /// Whether the list there is the same all the time: a parameter of the method that is made, which nothing assigns, or a field that only
    /// constructors set.
    fn stays(&self, at: At) -> bool {
        let field = match at {
            At::Local(l) => return self.is_own_param(l),
            At::Field(field) => field,
        };
        let program = self.program;
        let sets = |m: &Method| {
            let mut found = false;
            let Some(body) = m.body.as_ref().filter(|_| m.kind == MethodKind::Method) else { return false };
            walk::exprs_in(body, &mut |e| {
                if let ExprKind::Assign { place: Place::Field { field: f, .. }, .. } = &e.kind {
                    found |= *f == field;
                }
            });
            found
        };
        program.field(field).is_final || !program.methods.iter().any(sets)
    }

    /// Methods of the program that are given a list, in place of their calls.
    fn methods_given_lists(&mut self, body: &mut Block) {
        let program = self.program;
        let own = body.clone();
        crate::walk::rewrite_block(body, &mut |e| {
            let ExprKind::Call { method, receiver: None, args, .. } = &e.kind else { return true };
            let m = program.method(*method);
            let is_list = |a: &Expr| {
                let list = matches!(a.ty, Ty::Class(c) if program.class(c).name == "java.util.List" || program.class(c).name == "java.util.ArrayList");
                list && At::of(a).is_some_and(|at| self.stays(at))
            };
            if program.class(m.class).is_library || m.ret == Ty::Void || m.somd.is_some() || !args.iter().any(is_list) {
                return true;
            }
            let simple =
                |a: &Expr| matches!(stripped(a).kind, ExprKind::Local(_) | ExprKind::Lit(_)) || At::of(a).is_some();
            let mut stmts = Vec::new();
            let values: Vec<Expr> = args
                .iter()
                .map(|a| {
                    if simple(a) && !assigned(&own, a) {
                        stripped(a).clone()
                    } else {
                        self.keep("given", a.clone(), &mut stmts)
                    }
                })
                .collect();
            match self.in_place(*method, values, &mut stmts) {
                Some(Some(value)) => {
                    *e = expr(ExprKind::Sequence(stmts, Box::new(value)), e.ty.clone(), e.span);
                    false
                }
                _ => true,
            }
        });
    }

    /// The array with what is in the list; null where there is no list.
    fn array_of(&mut self, of: &Uses, out: &mut Vec<Stmt>) -> Option<Expr> {
        let (program, at) = (self.program, self.at);
        let (get, ty) = of.get.clone()?;
        let size = of.size.or_else(|| self.size_of(get))?;
        let list = of.list.clone();
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

    fn ask_array(&self, e: &mut Expr, local: At, array: &Expr, at: MethodId) -> bool {
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

/// Whether a block assigns the local that an expression is.
fn assigned(b: &Block, e: &Expr) -> bool {
    matches!(&stripped(e).kind, ExprKind::Local(l) if crate::walk::assigned_in(b).contains(l))
}

/// Statements that come with the value of a variable, in front of its declaration.
fn flatten(b: &mut Block) {
    for mut s in std::mem::take(&mut b.stmts) {
        match &mut s.kind {
            StmtKind::Block(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::For { body: b, .. }
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. } => flatten(b),
            StmtKind::If { then, otherwise, .. } => {
                flatten(then);
                otherwise.iter_mut().for_each(flatten);
            }
            StmtKind::Local { init: Some(init), .. } if matches!(init.kind, ExprKind::Sequence(..)) => {
                let null = expr(ExprKind::Lit(Lit::Null), init.ty.clone(), init.span);
                if let ExprKind::Sequence(stmts, value) = std::mem::replace(init, null).kind {
                    b.stmts.extend(stmts);
                    *init = *value;
                }
            }
            _ => {}
        }
        b.stmts.push(s);
    }
}
