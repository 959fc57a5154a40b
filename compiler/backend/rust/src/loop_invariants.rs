//! What stays as it is while a loop runs: variables, integer sums of them, and the ways to arrays.
//!
//! An array that is reached through variables that a loop does not assign, and through fields in which it stores no reference
//! (see [`somd_host::mod_ref`]), is one and the same array all the time, at one address and of one length. Such arrays are looked up
//! before the loop. Indices that are sums of products of fixed variables and, at most once a product, the loop's own
//! variable lie between those of its first and its last value: one test before the loop covers all of them.

use super::Context;
use super::func::Function;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::accessors::TextAccess;
use somd_host::mod_ref::Stores;
use somd_host::walk::{self, Node};
use std::collections::{BTreeMap, BTreeSet};

/// A way to an object, without calls.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Path {
    Local(LocalId),
    This,
    Static(FieldId),
    Field(Box<Path>, FieldId),
    Element(Box<Path>, Sum),
}

impl Path {
    pub fn depth(&self) -> u32 {
        match self {
            Path::Local(_) | Path::This | Path::Static(_) => 0,
            Path::Field(p, _) | Path::Element(p, _) => 1 + p.depth(),
        }
    }

    /// There may be no such way: a row that is out of range, a field of null.
    pub fn may_fail(&self) -> bool {
        match self {
            Path::Local(_) | Path::This | Path::Static(_) => false,
            Path::Field(object, _) => **object != Path::This,
            Path::Element(..) => true,
        }
    }

    pub fn root(&self) -> &Path {
        match self {
            Path::Field(p, _) | Path::Element(p, _) => p.root(),
            root => root,
        }
    }
}

/// An `int` variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Leaf {
    Local(LocalId),
    Static(FieldId),
    /// A field of `this`.
    Own(FieldId),
}

/// A polynomial in `int` variables, modulo 2³² as Java computes it: products (sorted) with their factors.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Sum {
    pub constant: i32,
    pub terms: BTreeMap<Vec<Leaf>, i32>,
}

/// More terms than this are no index that anyone writes.
const MAX_TERMS: usize = 8;

impl Sum {
    pub fn constant(constant: i32) -> Sum {
        Sum { constant, terms: BTreeMap::new() }
    }

    fn leaf(leaf: Leaf) -> Sum {
        Sum { constant: 0, terms: [(vec![leaf], 1)].into() }
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    fn add_term(&mut self, product: Vec<Leaf>, factor: i32) {
        if product.is_empty() {
            self.constant = self.constant.wrapping_add(factor);
            return;
        }
        let sum = self.terms.get(&product).copied().unwrap_or(0).wrapping_add(factor);
        if sum == 0 {
            self.terms.remove(&product);
        } else {
            self.terms.insert(product, sum);
        }
    }

    fn plus(mut self, other: &Sum, sign: i32) -> Sum {
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(sign));
        for (product, factor) in &other.terms {
            self.add_term(product.clone(), factor.wrapping_mul(sign));
        }
        self
    }

    fn times(&self, other: &Sum) -> Sum {
        let all = |s: &Sum| {
            let terms = s.terms.iter().map(|(p, f)| (p.clone(), *f));
            terms.chain([(Vec::new(), s.constant)]).collect::<Vec<_>>()
        };
        let mut out = Sum::default();
        for (p, f) in all(self) {
            for (q, g) in all(other) {
                let mut product = [p.as_slice(), q.as_slice()].concat();
                product.sort();
                out.add_term(product, f.wrapping_mul(g));
            }
        }
        out
    }

    pub fn leaves(&self) -> impl Iterator<Item = &Leaf> {
        self.terms.keys().flatten()
    }

    /// `self` as `scale * variable + rest`.
    pub fn split(&self, variable: LocalId) -> Option<(Sum, Sum)> {
        let (mut scale, mut rest) = (Sum::default(), Sum::constant(self.constant));
        for (product, &factor) in &self.terms {
            let others: Vec<Leaf> = product.iter().copied().filter(|l| *l != Leaf::Local(variable)).collect();
            match product.len() - others.len() {
                0 => rest.add_term(others, factor),
                1 => scale.add_term(others, factor),
                _ => return None,
            }
        }
        Some((scale, rest))
    }
}

/// A loop's parts that run again and again.
#[derive(Clone, Copy)]
pub struct Repeated<'e> {
    pub cond: Option<&'e Expr>,
    pub update: &'e [Expr],
    pub body: &'e Block,
}

impl<'e> Repeated<'e> {
    pub fn walk(&self, f: &mut dyn FnMut(Node<'e>)) {
        if let Some(c) = self.cond {
            walk::expr(c, f);
        }
        walk::block(self.body, f);
        for u in self.update {
            walk::expr(u, f);
        }
    }
}

/// What a loop changes.
pub struct Changes {
    pub locals: BTreeSet<LocalId>,
    fields: BTreeSet<FieldId>,
    /// Code of which only what references it stores is known may run.
    pub calls: bool,
    /// What references are stored, locals apart.
    pub stores: Stores,
}

impl Changes {
    pub fn of(cx: &Context, method: &Method, code: Repeated<'_>) -> Changes {
        let stores = cx.stores_in(method, |f| code.walk(f));
        let mut c = Changes { locals: BTreeSet::new(), fields: BTreeSet::new(), calls: false, stores };
        code.walk(&mut |n| match &n {
            Node::Place(Place::Local(l)) | Node::Declare(l) => {
                c.locals.insert(*l);
            }
            Node::Place(Place::Field { field, .. }) => {
                c.fields.insert(*field);
            }
            Node::Expr(Expr { kind: ExprKind::Call { method, receiver: None, .. }, .. })
                if cx.arithmetic.contains(method) => {}
            Node::Expr(Expr { kind: ExprKind::Call { .. } | ExprKind::New { .. }, .. }) => c.calls = true,
            _ => {}
        });
        c
    }

    fn keeps_leaf(&self, program: &Program, leaf: Leaf) -> bool {
        match leaf {
            Leaf::Local(l) => !self.locals.contains(&l),
            Leaf::Static(f) | Leaf::Own(f) => {
                !self.stores.is_anything() && !self.fields.contains(&f) && (!self.calls || program.field(f).is_final)
            }
        }
    }

    pub fn keeps_sum(&self, program: &Program, sum: &Sum) -> bool {
        sum.leaves().all(|&l| self.keeps_leaf(program, l))
    }

    pub fn keeps_path(&self, program: &Program, path: &Path) -> bool {
        match path {
            Path::Local(l) => !self.locals.contains(l),
            Path::This => true,
            Path::Static(f) => !self.stores.has_field(*f),
            Path::Field(p, f) => !self.stores.has_field(*f) && self.keeps_path(program, p),
            Path::Element(p, index) => {
                !self.stores.has_elements() && self.keeps_path(program, p) && self.keeps_sum(program, index)
            }
        }
    }
}

impl Function<'_> {
    /// How `e` is reached, where that takes no call.
    pub fn path(&self, e: &Expr) -> Option<Path> {
        if self.cx.value_class(&e.ty).is_some() {
            return None;
        }
        match &e.kind {
            ExprKind::Local(l) => Some(Path::Local(*l)),
            ExprKind::This => Some(Path::This),
            ExprKind::Field { object: None, field } => {
                self.cx.guard(self.method, *field).is_none().then_some(Path::Static(*field))
            }
            ExprKind::Field { object: Some(o), field } => {
                Some(Path::Field(Box::new(self.path(strip_upcast(o))?), *field))
            }
            ExprKind::Index { array, index } if self.is_row(e) => {
                Some(Path::Element(Box::new(self.path(array)?), self.sum(index, &BTreeMap::new())?))
            }
            _ => None,
        }
    }

    /// The polynomial that `e` is. `defined`: locals that stand for one.
    pub fn sum(&self, e: &Expr, defined: &BTreeMap<LocalId, Sum>) -> Option<Sum> {
        let int = |e: &Expr| e.ty == Ty::Int;
        let sum = match &e.kind {
            ExprKind::Lit(Lit::Int(v)) => Sum::constant(*v),
            ExprKind::Local(l) => match defined.get(l) {
                Some(s) => s.clone(),
                None => Sum::leaf(Leaf::Local(*l)),
            },
            ExprKind::Field { object: None, field } if self.cx.guard(self.method, *field).is_none() => {
                Sum::leaf(Leaf::Static(*field))
            }
            ExprKind::Field { object: Some(o), field } if matches!(strip_upcast(o).kind, ExprKind::This) => {
                Sum::leaf(Leaf::Own(*field))
            }
            ExprKind::Convert(a) if matches!(a.ty, Ty::Byte | Ty::Short | Ty::Char) && int(e) => match a.kind {
                ExprKind::Local(l) => return Some(Sum::leaf(Leaf::Local(l))),
                _ => return None,
            },
            ExprKind::Neg(a) => Sum::default().plus(&self.sum(a, defined)?, -1),
            ExprKind::Binary(op, a, b) if int(a) && int(b) => {
                let (a, b) = (self.sum(a, defined)?, self.sum(b, defined)?);
                match op {
                    BinOp::Add => a.plus(&b, 1),
                    BinOp::Sub => a.plus(&b, -1),
                    BinOp::Mul => a.times(&b),
                    BinOp::Shl if b.is_constant() => a.times(&Sum::constant(1i32.wrapping_shl(b.constant as u32))),
                    _ => return None,
                }
            }
            _ => return None,
        };
        (int(e) && sum.terms.len() <= MAX_TERMS).then_some(sum)
    }

    /// `e` has one value all through a loop with these changes, and evaluating it once more does no harm.
    pub fn is_fixed(&self, e: &Expr, changes: &Changes) -> bool {
        use ExprKind::*;
        let program = self.cx.program;
        match &e.kind {
            Lit(_) => true,
            Local(l) => !changes.locals.contains(l),
            Field { object: None, field } => {
                self.cx.guard(self.method, *field).is_none() && changes.keeps_leaf(program, Leaf::Static(*field))
            }
            Field { object: Some(o), field } => {
                matches!(strip_upcast(o).kind, This) && changes.keeps_leaf(program, Leaf::Own(*field))
            }
            Length(a) => self.path(a).is_some_and(|p| changes.keeps_path(program, &p)),
            Call { .. } => match self.cx.text_access(e) {
                Some((TextAccess::Length, s)) => self.path(s).is_some_and(|p| changes.keeps_path(program, &p)),
                _ => false,
            },
            Neg(a) | BitNot(a) | Convert(a) => self.is_fixed(a, changes),
            Binary(op, a, b) => {
                let divides = matches!(op, BinOp::Div | BinOp::Rem) && !walk::nonzero_literal(b);
                !divides && a.ty.is_primitive() && self.is_fixed(a, changes) && self.is_fixed(b, changes)
            }
            _ => false,
        }
    }
}
