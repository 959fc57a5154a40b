//! What a method's text says of the places in it: which element a path names, which elements are an iteration's own, and what is reached
//! through arrays.

use crate::walk;
use somd_hir::{BinOp, Block, Expr, ExprKind, FieldId, Lit, LocalId, Method, Place, Stmt, StmtKind, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of element: primitive types, and `Null` for all references, which arrays of other types may hold too.
pub fn kind_of(array: &Ty) -> Option<Ty> {
    match array {
        Ty::Array { elem, .. } if elem.is_primitive() => Some((**elem).clone()),
        Ty::Array { .. } => Some(Ty::Null),
        _ => None,
    }
}

/// Values of variables are followed so far.
const DEEPEST: u32 = 12;

/// Where a path begins.
#[derive(Clone, PartialEq)]
pub enum Root {
    This,
    Local(LocalId),
    Static(FieldId),
}

#[derive(Clone)]
enum Step {
    Index(Expr),
    Field(FieldId),
}

/// `g[i][j]`, `c[i].v`: a place by its name.
#[derive(Clone)]
pub struct Path {
    root: Root,
    steps: Vec<Step>,
    /// The kind of element, where it is one.
    kind: Option<Ty>,
}

impl Path {
    pub fn root(&self) -> &Root {
        &self.root
    }

    fn field(&self) -> Option<FieldId> {
        match self.steps.last() {
            Some(Step::Field(f)) => Some(*f),
            _ => None,
        }
    }

    /// Elements of one kind, or one field.
    fn is_alike(&self, other: &Path) -> bool {
        self.kind == other.kind && self.field() == other.field()
    }

    fn subscripts(&self) -> impl Iterator<Item = &Expr> {
        self.steps.iter().filter_map(|s| match s {
            Step::Index(e) => Some(e),
            Step::Field(_) => None,
        })
    }
}

/// The places that the outermost loop around stores to, and the indices of the loops around.
#[derive(Clone, Default)]
pub struct Own {
    pub stores: Vec<Path>,
    pub indices: BTreeSet<LocalId>,
}

/// Of a method, or of a block in it.
pub struct Facts {
    values: BTreeMap<LocalId, Vec<Expr>>,
    /// Parameters, and whether what they are was reached through an array.
    params: BTreeMap<LocalId, bool>,
    this_through: bool,
    inside: BTreeSet<LocalId>,
    /// Variables that loops step.
    counting: BTreeSet<LocalId>,
    unstable: BTreeSet<LocalId>,
    assigned_fields: BTreeSet<FieldId>,
    stored: BTreeSet<Ty>,
    rows_replaced: BTreeSet<LocalId>,
    /// Parameters whose arrays are only looked at, and come as copies.
    looked: BTreeSet<LocalId>,
}

impl Facts {
    /// Of a `block` of the method; `through` says of `this` and the parameters whether they were reached through an array.
    pub fn of(method: &Method, block: &Block, through: &[bool]) -> Facts {
        let mut values: BTreeMap<LocalId, Vec<Expr>> = BTreeMap::new();
        if let Some(body) = &method.body {
            walk::stmts_in(body, &mut |s| {
                if let StmtKind::Local { local, init: Some(init) } = &s.kind {
                    values.entry(*local).or_default().push(init.clone());
                }
            });
            walk::exprs_in(body, &mut |e| {
                if let ExprKind::Assign { place: Place::Local(l), value } = &e.kind {
                    values.entry(*l).or_default().push((**value).clone());
                }
            });
        }
        let mut inside = BTreeSet::new();
        let mut steps = BTreeSet::new();
        walk::stmts_in(block, &mut |s| match &s.kind {
            StmtKind::Local { local, .. } => {
                inside.insert(*local);
            }
            StmtKind::For { init, update, .. } => {
                let at = |e: &Expr, steps: &mut BTreeSet<usize>| {
                    walk::exprs(e, &mut |e| {
                        steps.insert(std::ptr::from_ref(e) as usize);
                    });
                };
                update.iter().for_each(|e| at(e, &mut steps));
                init.iter().for_each(|s| walk::exprs_in_stmt(s, &mut |e| at(e, &mut steps)));
            }
            _ => {}
        });
        let (mut unstable, mut assigned_fields, mut rows_replaced) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut counting = BTreeSet::new();
        walk::exprs_in(block, &mut |e| {
            let (ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. }) = &e.kind
            else {
                return;
            };
            match place {
                Place::Local(l) if !steps.contains(&(std::ptr::from_ref(e) as usize)) => {
                    unstable.insert(*l);
                }
                Place::Local(l) => {
                    counting.insert(*l);
                }
                Place::Field { field, .. } => {
                    assigned_fields.insert(*field);
                }
                Place::Index { array, .. } => {
                    if let (ExprKind::Local(l), Some(Ty::Null)) = (&array.kind, kind_of(&array.ty)) {
                        rows_replaced.insert(*l);
                    }
                }
            }
        });
        let given = through.get(1..).unwrap_or_default().iter().copied().chain(std::iter::repeat(false));
        Facts {
            values,
            params: method.params.iter().copied().zip(given).collect(),
            this_through: through.first().copied().unwrap_or(false),
            inside,
            counting,
            unstable,
            assigned_fields,
            stored: BTreeSet::new(),
            rows_replaced,
            looked: BTreeSet::new(),
        }
    }

    pub fn look_at(&mut self, params: &BTreeSet<LocalId>) {
        self.looked.clone_from(params);
    }

    /// The kinds of elements that the block changes: such elements are no fixed subscripts.
    pub fn note_stored(&mut self, stored: &BTreeSet<Ty>) {
        self.stored.clone_from(stored);
    }

    /// Whether an object is reached through an array, or may be.
    pub fn through(&self, e: &Expr) -> bool {
        self.is_through(e, &mut BTreeSet::new())
    }

    fn is_through(&self, e: &Expr, seen: &mut BTreeSet<LocalId>) -> bool {
        match &e.kind {
            ExprKind::This => self.this_through,
            ExprKind::New { .. } | ExprKind::NewArray { .. } | ExprKind::ArrayLit(_) | ExprKind::Lit(_) => false,
            ExprKind::Field { object: None, .. } => false,
            ExprKind::Field { object: Some(o), .. } => self.is_through(o, seen),
            ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => self.is_through(inner, seen),
            ExprKind::Cond(_, a, b) => self.is_through(a, seen) || self.is_through(b, seen),
            ExprKind::Local(l) if !seen.insert(*l) => false,
            ExprKind::Local(l) => {
                let given = self.params.get(l).copied();
                let values = self.values.get(l);
                match (given, values) {
                    (None, None) => true,
                    _ => given == Some(true) || values.is_some_and(|v| v.iter().any(|e| self.is_through(e, seen))),
                }
            }
            _ => true,
        }
    }

    /// An array that the block itself makes for a local of its own: it has no contents from before.
    pub fn is_fresh(&self, array: &Expr) -> bool {
        let mut at = array;
        let mut rows = false;
        loop {
            match &at.kind {
                ExprKind::Index { array, .. } => {
                    rows = true;
                    at = array;
                }
                ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => at = inner,
                ExprKind::Local(l) if self.looked.contains(l) => return true,
                ExprKind::Local(l) => {
                    let made = |e: &Expr| match &e.kind {
                        ExprKind::NewArray { .. } => true,
                        ExprKind::ArrayLit(parts) => {
                            !rows || parts.iter().all(|p| matches!(p.kind, ExprKind::ArrayLit(_)))
                        }
                        _ => false,
                    };
                    let all = self.values.get(l).is_some_and(|v| v.iter().all(made));
                    return self.inside.contains(l) && all && !(rows && self.rows_replaced.contains(l));
                }
                _ => return false,
            }
        }
    }

    /// The name of the element or field that an expression is.
    pub fn path(&self, e: &Expr) -> Option<Path> {
        match &e.kind {
            ExprKind::This => Some(Path { root: Root::This, steps: Vec::new(), kind: None }),
            ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => self.path(inner),
            ExprKind::Field { object: None, field } => (!self.assigned_fields.contains(field)).then(|| Path {
                root: Root::Static(*field),
                steps: Vec::new(),
                kind: None,
            }),
            ExprKind::Field { object: Some(object), field } => self.field_path(object, *field),
            ExprKind::Index { array, index } => self.index_path(array, index),
            ExprKind::Local(l) if self.unstable.contains(l) => None,
            ExprKind::Local(l) => {
                // Another name of a row or an object.
                let of_row = match self.values.get(l).map(Vec::as_slice) {
                    Some([only]) if !self.params.contains_key(l) && self.inside.contains(l) => {
                        self.path(only).filter(|p| self.is_stable(p))
                    }
                    _ => None,
                };
                Some(of_row.unwrap_or(Path { root: Root::Local(*l), steps: Vec::new(), kind: None }))
            }
            _ => None,
        }
    }

    pub fn index_path(&self, array: &Expr, index: &Expr) -> Option<Path> {
        let mut path = self.path(array)?;
        path.steps.push(Step::Index(index.clone()));
        path.kind = kind_of(&array.ty);
        Some(path)
    }

    pub fn field_path(&self, object: &Expr, field: FieldId) -> Option<Path> {
        let mut path = self.path(object)?;
        path.steps.push(Step::Field(field));
        path.kind = None;
        Some(path)
    }

    /// The name of a place that is an element or a field.
    pub fn place(&self, place: &Place) -> Option<Path> {
        match place {
            Place::Index { array, index } => self.index_path(array, index),
            Place::Field { object: Some(object), field } => self.field_path(object, *field),
            _ => None,
        }
    }

    /// The subscripts have one value throughout an iteration.
    fn is_stable(&self, path: &Path) -> bool {
        let steps = path.steps.iter().take(path.steps.len().saturating_sub(1));
        let objects = steps.filter_map(|s| match s {
            Step::Field(f) => Some(*f),
            Step::Index(_) => None,
        });
        path.subscripts().all(|e| self.is_fixed(e)) && objects.into_iter().all(|f| !self.assigned_fields.contains(&f))
    }

    fn is_fixed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Lit(_) | ExprKind::This => true,
            ExprKind::Local(l) => !self.unstable.contains(l),
            ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Convert(a) | ExprKind::Length(a) => self.is_fixed(a),
            ExprKind::Binary(_, a, b) => self.is_fixed(a) && self.is_fixed(b),
            ExprKind::Index { array, index } => {
                kind_of(&array.ty).is_some_and(|k| !self.stored.contains(&k))
                    && self.is_fixed(array)
                    && self.is_fixed(index)
            }
            ExprKind::Field { object, field } => {
                !self.assigned_fields.contains(field) && object.as_ref().is_none_or(|o| self.is_fixed(o))
            }
            _ => false,
        }
    }

    /// A subscript as a sum of variables and a number, up to multiples of 2³²; None where it is more. A variable that has one value in an
    /// iteration is that value.
    fn linear(&self, e: &Expr, deep: u32) -> Option<(BTreeMap<LocalId, i32>, i32)> {
        let scaled = |(mut all, n): (BTreeMap<LocalId, i32>, i32), by: i32| {
            all.values_mut().for_each(|c| *c = c.wrapping_mul(by));
            all.retain(|_, c| *c != 0);
            (all, n.wrapping_mul(by))
        };
        if e.ty != Ty::Int || deep == 0 {
            return None;
        }
        match &e.kind {
            ExprKind::Lit(Lit::Int(n)) => Some((BTreeMap::new(), *n)),
            ExprKind::Neg(a) => Some(scaled(self.linear(a, deep - 1)?, -1)),
            ExprKind::Local(l) if self.unstable.contains(l) => None,
            ExprKind::Local(l) => {
                let value = match self.values.get(l).map(Vec::as_slice) {
                    Some([only]) if !self.params.contains_key(l) && self.inside.contains(l) && self.is_fixed(only) => {
                        self.linear(only, deep - 1)
                    }
                    _ => None,
                };
                // What counts a loop has a first value, and others.
                Some(value.filter(|_| !self.counting.contains(l)).unwrap_or_else(|| (BTreeMap::from([(*l, 1)]), 0)))
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (mut sum, n) = self.linear(a, deep - 1)?;
                let (other, m) = scaled(self.linear(b, deep - 1)?, if *op == BinOp::Add { 1 } else { -1 });
                for (l, c) in other {
                    let at = sum.entry(l).or_default();
                    *at = at.wrapping_add(c);
                }
                sum.retain(|_, c| *c != 0);
                Some((sum, n.wrapping_add(m)))
            }
            ExprKind::Binary(BinOp::Mul, a, b) => {
                let (a, b) = (self.linear(a, deep - 1)?, self.linear(b, deep - 1)?);
                match (a.0.is_empty(), b.0.is_empty()) {
                    (true, _) => Some(scaled(b, a.1)),
                    (_, true) => Some(scaled(a, b.1)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// By how much a subscript is greater than another in the same iteration, where that is a number.
    fn distance(&self, a: &Expr, b: &Expr) -> Option<i32> {
        let (of_a, of_b) = (self.linear(a, DEEPEST)?, self.linear(b, DEEPEST)?);
        (of_a.0 == of_b.0).then(|| of_a.1.wrapping_sub(of_b.1))
    }

    /// Two subscripts that name one element in an iteration.
    fn same(&self, a: &Expr, b: &Expr) -> bool {
        same(a, b) || self.distance(a, b) == Some(0)
    }

    /// Whether a read is surely of an element that another iteration owns, or none does.
    pub fn is_others(&self, read: &Path, own: &Own) -> bool {
        let differ =
            |p: &Path| p.subscripts().zip(read.subscripts()).any(|(a, b)| self.distance(a, b).is_some_and(|d| d != 0));
        let alike: Vec<&Path> = own.stores.iter().filter(|p| p.is_alike(read)).collect();
        if alike.iter().any(|p| p.root == read.root) {
            return alike.iter().filter(|p| p.root == read.root).all(|p| differ(p));
        }
        if !alike.is_empty() {
            return alike.iter().all(|p| differ(p));
        }
        // Elements of a loop that stores to none of the kind are owned by its variables.
        let beside = |e: &Expr| match self.linear(e, DEEPEST) {
            Some((of, n)) => n != 0 && of.len() == 1 && of.iter().all(|(l, &c)| c == 1 && own.indices.contains(l)),
            None => false,
        };
        read.subscripts().any(beside)
    }

    /// Whether a read is of the element that the iteration at hand owns.
    pub fn is_own(&self, read: &Path, own: &Own) -> bool {
        if !self.is_stable(read) {
            return false;
        }
        let same = |a: &Expr, b: &Expr| self.same(a, b);
        let alike = || own.stores.iter().filter(|p| p.is_alike(read) && self.is_stable(p));
        let same_steps = |p: &Path| {
            p.steps.len() == read.steps.len()
                && p.steps.iter().zip(&read.steps).all(|(a, b)| match (a, b) {
                    (Step::Index(a), Step::Index(b)) => same(a, b),
                    (Step::Field(a), Step::Field(b)) => a == b,
                    _ => false,
                })
        };
        let same_subscripts = |p: &Path| {
            p.subscripts().count() == read.subscripts().count()
                && p.subscripts().zip(read.subscripts()).all(|(a, b)| same(a, b))
        };
        let mut named = alike().filter(|p| p.root == read.root).peekable();
        if named.peek().is_some() {
            return named.any(same_steps);
        }
        if own.stores.iter().any(|p| p.is_alike(read)) {
            return own.stores.iter().filter(|p| p.is_alike(read)).all(|p| self.is_stable(p) && same_subscripts(p));
        }
        let mut subscripts = read.subscripts().peekable();
        subscripts.peek().is_some()
            && subscripts.all(|e| match self.linear(e, DEEPEST) {
                Some((of, 0)) => of.len() == 1 && of.iter().all(|(l, &c)| c == 1 && own.indices.contains(l)),
                _ => false,
            })
    }

    /// The variables that count a loop's iterations.
    pub fn indices(&self, s: &Stmt) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        let mut counted = |e: &Expr| {
            if let ExprKind::IncDec { place: Place::Local(l), .. }
            | ExprKind::CompoundAssign { place: Place::Local(l), op: BinOp::Add | BinOp::Sub, .. }
            | ExprKind::Assign { place: Place::Local(l), .. } = &e.kind
            {
                found.insert(*l);
            }
        };
        match &s.kind {
            StmtKind::For { update, body, .. } if update.is_empty() => {
                steps_in(body).into_iter().for_each(&mut counted)
            }
            StmtKind::For { update, .. } => update.iter().for_each(counted),
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                steps_in(body).into_iter().for_each(&mut counted);
            }
            _ => {}
        }
        found
    }
}

/// The steps of a loop's variables that its body takes: `k++`, `k += 2`.
fn steps_in(body: &Block) -> Vec<&Expr> {
    let mut found = Vec::new();
    for s in &body.stmts {
        match &s.kind {
            StmtKind::Expr(e) if !matches!(e.kind, ExprKind::Assign { .. }) => found.push(e),
            StmtKind::Block(b) => found.extend(steps_in(b)),
            _ => {}
        }
    }
    // `a[k++] = …`
    walk::exprs_in(body, &mut |e| {
        if matches!(e.kind, ExprKind::IncDec { place: Place::Local(_), .. })
            && !found.iter().any(|f| std::ptr::eq(*f, e))
        {
            found.push(e);
        }
    });
    found
}

/// Two expressions of one text, names and numbers.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Lit(a), ExprKind::Lit(b)) => a == b,
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::This, ExprKind::This) => true,
        (ExprKind::Neg(a), ExprKind::Neg(b))
        | (ExprKind::BitNot(a), ExprKind::BitNot(b))
        | (ExprKind::Length(a), ExprKind::Length(b)) => same(a, b),
        (ExprKind::Convert(x), ExprKind::Convert(y)) => a.ty == b.ty && same(x, y),
        (ExprKind::Binary(o, a, b), ExprKind::Binary(p, c, d)) => o == p && same(a, c) && same(b, d),
        (ExprKind::Index { array: a, index: b }, ExprKind::Index { array: c, index: d }) => same(a, c) && same(b, d),
        (ExprKind::Field { object: a, field: f }, ExprKind::Field { object: b, field: g }) => {
            f == g
                && match (a, b) {
                    (Some(a), Some(b)) => same(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                }
        }
        _ => false,
    }
}

/// The locals whose values follow from `names` within a statement.
pub fn follow(s: &Stmt, mut names: BTreeSet<LocalId>) -> BTreeSet<LocalId> {
    loop {
        let before = names.len();
        walk::stmt(s, &mut |n| match n {
            walk::Node::Stmt(Stmt { kind: StmtKind::Local { local, init: Some(init) }, .. })
                if mentions(init, &names) =>
            {
                names.insert(*local);
            }
            walk::Node::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. })
                if mentions(value, &names) =>
            {
                names.insert(*l);
            }
            _ => {}
        });
        if names.len() == before {
            return names;
        }
    }
}

pub fn mentions(e: &Expr, names: &BTreeSet<LocalId>) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| found |= matches!(&e.kind, ExprKind::Local(l) if names.contains(l)));
    found
}

pub fn place_mentions(place: &Place, names: &BTreeSet<LocalId>) -> bool {
    match place {
        Place::Index { array, index } => mentions(array, names) || mentions(index, names),
        Place::Field { object: Some(object), .. } => mentions(object, names),
        _ => false,
    }
}
