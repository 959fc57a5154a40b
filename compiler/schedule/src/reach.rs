//! Which rows of each array an iteration touches, relative to its own: what a *place* (a rank of a cluster, a device) that runs a part of the
//! outermost dimension needs of each array, and what is its own of the results.
//!
//! A row is what one value of an array's first index names: an element, a row or a plane. An index that is the outermost index of the
//! space plus a constant is near. One that goes on by the same *stride* from iteration to iteration (`i * n + j`, `2 * i + 1`, `i + k` of an
//! inner loop) is known when the loop begins: see [`Stride`]. Every other one may be anywhere.

use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

/// The rows of an array that an iteration reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Rows `from` to `to`, counted from the iteration's own; both are included.
    Near {
        from: i32,
        to: i32,
    },
    All,
}

impl Reads {
    /// What both read.
    pub fn join(self, other: Reads) -> Reads {
        match (self, other) {
            (Reads::Near { from: a, to: b }, Reads::Near { from: c, to: d }) => {
                Reads::Near { from: a.min(c), to: b.max(d) }
            }
            _ => Reads::All,
        }
    }
}

/// What an instruction does with one array.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayReach {
    pub var: VarId,
    /// None where no element is read.
    pub reads: Option<Reads>,
    /// Of a result: each iteration stores to the row this far from its own, and to no other.
    pub writes: Option<i32>,
    /// Where `reads` says all: the strides by which it is read, if these say more.
    pub read_strides: Vec<Stride>,
    /// Of a result without `writes`: the strides by which iterations store to it.
    pub write_strides: Vec<Stride>,
}

/// A number that does not change while the instruction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    Var(VarId),
    /// A length of an array that the instruction captures.
    Len(VarId, u32),
}

/// A sum of products of numbers that do not change.
pub type Fixed = Vec<(i64, Vec<Atom>)>;

/// An index `i * unit + from … to`, where `i` is the outermost index of the space. Without a unit it is one of rows that all iterations read alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Stride {
    pub unit: Fixed,
    pub rest: Vec<Term>,
}

/// What is added to an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub factor: Fixed,
    pub of: Bounded,
}

/// What a factor stands before.
#[derive(Clone, Debug, PartialEq)]
pub enum Bounded {
    One,
    /// An inner index of the space, by its number.
    Inner(usize),
    /// The variable of a loop in the body, from the first value to before the second.
    Loop(Fixed, Fixed),
}

/// How an instruction may be divided over places.
#[derive(Clone, Debug, PartialEq)]
pub enum Reach {
    /// By its outermost dimension. The arrays are those that it captures, ascending, then its results.
    Divided(Vec<ArrayReach>),
    /// Every place runs all of it; why.
    Whole(&'static str),
}

/// The greatest distance that counts as near: with it no sum of an index and a constant wraps around into an array.
const NEAR: i64 = 1 << 20;

/// What can be said without looking at strides.
pub fn of(par: &Par) -> Reach {
    reach(par, false)
}

/// As [`of`], with strides.
pub fn with_strides(par: &Par) -> Reach {
    reach(par, true)
}

fn reach(par: &Par, strided: bool) -> Reach {
    let Some(outer) = par.space.first() else { return Reach::Whole("it has no index space") };
    // What iterations list is put together on every place.
    let lists = strided && par.outputs.len() == 1;
    for o in &par.outputs {
        match o.kind {
            OutputKind::Scan { .. } | OutputKind::Filter { .. } if lists => {}
            OutputKind::Array(_)
            | OutputKind::Reduce { .. }
            | OutputKind::Fold { .. }
            | OutputKind::Accumulate { .. } => {}
            OutputKind::First { .. } => return Reach::Whole("it is a search"),
            OutputKind::Scan { .. } => return Reach::Whole("it is a scan"),
            OutputKind::Filter { .. } => return Reach::Whole("it is a filter"),
            OutputKind::Sort { .. } => return Reach::Whole("it is a sort"),
        }
    }
    if par.outputs.is_empty() {
        return Reach::Whole("it has no result");
    }
    let near = Distances::of(par, outer.index);
    let strides = strided.then(|| Strides::of(par));
    // None: where an index is no stride.
    let stride = |index: &[Expr]| index.first().and_then(|e| strides.as_ref()?.stride(e));
    let mut writes: BTreeMap<VarId, Option<i32>> = BTreeMap::new();
    let mut write_strides: BTreeMap<VarId, Option<Vec<Stride>>> = BTreeMap::new();
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Store { array, index, .. } = &s.kind {
            let to = index.first().and_then(|e| near.distance(e));
            writes.entry(*array).and_modify(|w| *w = w.filter(|w| Some(*w) == to)).or_insert(to);
            add(write_strides.entry(*array).or_insert(Some(Vec::new())), stride(index));
        }
    });
    let mut reads: BTreeMap<VarId, Reads> = BTreeMap::new();
    let mut read_strides: BTreeMap<VarId, Option<Vec<Stride>>> = BTreeMap::new();
    walk::for_each_expr(&par.body, &mut |e| {
        let (array, rows, by) = match &e.kind {
            ExprKind::Index { array, index } | ExprKind::Row { array, index } => {
                let rows = index.first().and_then(|e| near.distance(e));
                (*array, rows.map_or(Reads::All, |d| Reads::Near { from: d, to: d }), stride(index))
            }
            ExprKind::Var(v) => (*v, Reads::All, None),
            _ => return,
        };
        reads.entry(array).and_modify(|r| *r = r.join(rows)).or_insert(rows);
        add(read_strides.entry(array).or_insert(Some(Vec::new())), by);
    });
    let mut strides_read = |var: VarId| match reads.get(&var) {
        Some(Reads::All) => read_strides.remove(&var).flatten().unwrap_or_default(),
        _ => Vec::new(),
    };
    let mut arrays = Vec::new();
    for var in somd_core::interface::captures(par) {
        let (reads, read_strides) = (reads.get(&var).copied(), strides_read(var));
        arrays.push(ArrayReach { var, reads, writes: None, read_strides, write_strides: Vec::new() });
    }
    for o in par.outputs.iter().filter(|o| matches!(o.kind, OutputKind::Array(_))) {
        let to = writes.get(&o.result).copied().flatten();
        let moves = |by: &Vec<Stride>| !by.is_empty() && by.iter().all(|s| !s.unit.is_empty());
        let by = write_strides.remove(&o.result).flatten().filter(|by| to.is_none() && moves(by));
        if to.is_none() && by.is_none() {
            return Reach::Whole("an iteration stores to rows that are not its own");
        }
        // Places have ascending rows of an array for ascending iterations.
        if by.iter().flatten().any(|s| s.unit.iter().all(|(times, atoms)| *times < 0 && atoms.is_empty())) {
            return Reach::Whole("it stores from the last row to the first");
        }
        // A row that goes to a function could be stored to there.
        let mut given_away = false;
        walk::for_each_expr(&par.body, &mut |e| {
            given_away |= matches!(e.kind, ExprKind::Row { array, .. } | ExprKind::Var(array) if array == o.result)
        });
        if given_away {
            return Reach::Whole("a row of a result is passed on as an array");
        }
        arrays.push(ArrayReach {
            var: o.result,
            reads: reads.get(&o.result).copied(),
            writes: to,
            read_strides: strides_read(o.result),
            write_strides: by.unwrap_or_default(),
        });
    }
    for o in par.outputs.iter().filter(|o| matches!(o.kind, OutputKind::Accumulate { .. })) {
        // What all iterations add is added on every place.
        let (read_strides, write_strides) = (Vec::new(), Vec::new());
        arrays.push(ArrayReach { var: o.result, reads: Some(Reads::All), writes: None, read_strides, write_strides });
    }
    Reach::Divided(arrays)
}

/// So many strides of an array are worth looking at when the loop begins.
const STRIDES: usize = 16;

/// One more stride of an array; None once something is no stride.
fn add(all: &mut Option<Vec<Stride>>, one: Option<Stride>) {
    match (all.as_mut(), one) {
        (Some(list), Some(one)) if list.contains(&one) => {}
        (Some(list), Some(one)) if list.len() < STRIDES => list.push(one),
        _ => *all = None,
    }
}

/// The variables whose value is the outermost index plus a constant.
struct Distances(BTreeMap<VarId, i64>);

impl Distances {
    fn of(par: &Par, outer: VarId) -> Distances {
        let mut assigned = Vec::new();
        walk::for_each_stmt(&par.body, &mut |s| {
            if let StmtKind::Assign { var, .. } = s.kind {
                assigned.push(var);
            }
        });
        let mut all = Distances(BTreeMap::from([(outer, 0)]));
        // A variable is declared before it is read.
        walk::for_each_stmt(&par.body, &mut |s| {
            if let StmtKind::Let { var, init: Some(e) } = &s.kind
                && !assigned.contains(var)
                && let Some(d) = all.sum(e)
            {
                all.0.insert(*var, d);
            }
        });
        all
    }

    fn distance(&self, e: &Expr) -> Option<i32> {
        self.sum(e).filter(|d| d.abs() <= NEAR).map(|d| d as i32)
    }

    fn sum(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Check { value, .. } => self.sum(value),
            ExprKind::Var(v) => self.0.get(v).copied(),
            ExprKind::Binary(BinOp::Add, a, b) => match (self.sum(a), self.sum(b)) {
                (Some(d), None) => Some(d + constant(b)?),
                (None, Some(d)) => Some(d + constant(a)?),
                _ => None,
            },
            ExprKind::Binary(BinOp::Sub, a, b) => Some(self.sum(a)? - constant(b)?),
            _ => None,
        }
        .filter(|d| d.abs() <= NEAR)
    }
}

/// A variable of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Factor {
    Fixed(Atom),
    /// An index of the space, by its number.
    Index(usize),
    Loop(VarId),
}

/// Products, ascending, and how often each is taken. None of them is taken no time.
type Poly = BTreeMap<Vec<Factor>, i64>;

/// What is known of `int`s in the body of an instruction.
struct Strides {
    known: BTreeMap<VarId, Poly>,
    loops: BTreeMap<VarId, (Fixed, Fixed)>,
    captured: BTreeSet<VarId>,
}

/// A polynomial of more products says nothing useful.
const PRODUCTS: usize = 12;

impl Strides {
    fn of(par: &Par) -> Strides {
        let mut assigned = BTreeSet::new();
        walk::for_each_stmt(&par.body, &mut |s| {
            if let StmtKind::Assign { var, .. } = s.kind {
                assigned.insert(var);
            }
        });
        let results: BTreeSet<VarId> = par.outputs.iter().map(|o| o.result).collect();
        let captured = somd_core::interface::captures(par).into_iter().filter(|v| !results.contains(v)).collect();
        let index = |(k, d): (usize, &Dim)| (d.index, Poly::from([(vec![Factor::Index(k)], 1)]));
        let known = par.space.iter().enumerate().map(index).collect();
        let mut all = Strides { known, loops: BTreeMap::new(), captured };
        // A variable is declared before it is read.
        walk::for_each_stmt(&par.body, &mut |s| match &s.kind {
            StmtKind::Let { var, init: Some(e) } if !assigned.contains(var) => {
                if let Some(poly) = all.poly(e) {
                    all.known.insert(*var, poly);
                }
            }
            StmtKind::For { var, lo, hi, step, .. } if constant(step) == Some(1) => {
                let bounds = |all: &Strides| Some((all.poly(lo)?, all.poly(hi)?));
                if let Some((lo, hi)) = bounds(&all)
                    && let (Some(lo), Some(hi)) = (fixed(&lo), fixed(&hi))
                {
                    all.loops.insert(*var, (lo, hi));
                    all.known.insert(*var, Poly::from([(vec![Factor::Loop(*var)], 1)]));
                }
            }
            _ => {}
        });
        all
    }

    fn poly(&self, e: &Expr) -> Option<Poly> {
        let poly = match &e.kind {
            ExprKind::Check { value, .. } => return self.poly(value),
            _ if e.ty != Ty::I32 => return None,
            ExprKind::Var(v) => match self.known.get(v) {
                Some(known) => known.clone(),
                None => Poly::from([(vec![Factor::Fixed(Atom::Var(*self.captured.get(v)?))], 1)]),
            },
            ExprKind::Len { array, dim } => {
                Poly::from([(vec![Factor::Fixed(Atom::Len(*self.captured.get(array)?, *dim))], 1)])
            }
            ExprKind::Const(Const::Int(0)) => Poly::new(),
            ExprKind::Const(Const::Int(n)) if n.abs() <= NEAR => Poly::from([(Vec::new(), *n)]),
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let mut sum = self.poly(a)?;
                for (product, times) in self.poly(b)? {
                    let times = if *op == BinOp::Sub { -times } else { times };
                    let all = sum.entry(product).or_insert(0);
                    *all += times;
                }
                sum
            }
            ExprKind::Binary(BinOp::Mul, a, b) => {
                let (a, b) = (self.poly(a)?, self.poly(b)?);
                let mut product = Poly::new();
                for (x, m) in &a {
                    for (y, n) in &b {
                        let mut both = [x.as_slice(), y].concat();
                        both.sort();
                        *product.entry(both).or_insert(0) += m.checked_mul(*n)?;
                    }
                }
                product
            }
            _ => return None,
        };
        let poly: Poly = poly.into_iter().filter(|(_, times)| *times != 0).collect();
        (poly.len() <= PRODUCTS && poly.values().all(|t| t.abs() <= NEAR)).then_some(poly)
    }

    /// The stride of an index, if it is one.
    fn stride(&self, e: &Expr) -> Option<Stride> {
        let mut stride = Stride { unit: Vec::new(), rest: Vec::new() };
        // Without the outermost index the rows are the same for all iterations.
        for (product, times) in self.poly(e)? {
            let mut atoms = Vec::new();
            let mut of = None;
            for factor in product {
                match factor {
                    Factor::Fixed(atom) => atoms.push(atom),
                    // A square.
                    _ if of.is_some() => return None,
                    moving => of = Some(moving),
                }
            }
            let factor = (times, atoms);
            let of = match of {
                Some(Factor::Index(0)) => {
                    stride.unit.push(factor);
                    continue;
                }
                Some(Factor::Index(k)) => Bounded::Inner(k),
                Some(Factor::Loop(v)) => {
                    let (lo, hi) = self.loops.get(&v)?;
                    Bounded::Loop(lo.clone(), hi.clone())
                }
                _ => Bounded::One,
            };
            match stride.rest.iter_mut().find(|t| t.of == of) {
                Some(term) => term.factor.push(factor),
                None => stride.rest.push(Term { factor: vec![factor], of }),
            }
        }
        Some(stride)
    }
}

/// A polynomial in which nothing moves.
fn fixed(poly: &Poly) -> Option<Fixed> {
    let atom = |f: &Factor| if let Factor::Fixed(a) = f { Some(*a) } else { None };
    poly.iter().map(|(product, times)| Some((*times, product.iter().map(atom).collect::<Option<_>>()?))).collect()
}

/// A small constant.
fn constant(e: &Expr) -> Option<i64> {
    match e.unchecked().kind {
        ExprKind::Const(Const::Int(n)) if n.abs() <= NEAR => Some(n),
        _ => None,
    }
}

/// As `--emit plan` shows it.
pub fn print(reach: &Reach, func: &Func) -> String {
    let mut accumulated = Vec::new();
    walk::for_each_stmt(&func.body, &mut |s| {
        if let StmtKind::Accumulate { array, .. } = s.kind {
            accumulated.push(array);
        }
    });
    let arrays = match reach {
        Reach::Whole(why) => return format!("all of it everywhere: {why}"),
        Reach::Divided(arrays) => arrays,
    };
    let texts: Vec<String> = arrays
        .iter()
        .filter(|a| func.vars[a.var.index()].ty.as_array().is_some())
        .flat_map(|a| {
            let name = &func.vars[a.var.index()].name;
            let strides = |by: &[Stride]| {
                let moving = by.iter().filter(|s| !s.unit.is_empty());
                let mut units: Vec<String> = moving.map(|s| fixed_text(&s.unit, func)).collect();
                units.sort();
                units.dedup();
                let fixed = by.iter().any(|s| s.unit.is_empty()).then_some("some rows");
                let strides = (!units.is_empty()).then(|| format!("by strides of {}", units.join(", ")));
                strides.into_iter().chain(fixed.map(str::to_string)).collect::<Vec<_>>().join(" and ")
            };
            let reads = a.reads.map(|r| match r {
                Reads::All if !a.read_strides.is_empty() => format!("reads {name} {}", strides(&a.read_strides)),
                Reads::Near { from: 0, to: 0 } => format!("reads {name} own"),
                Reads::Near { from, to } => format!("reads {name} {from}..{to}"),
                Reads::All => format!("reads {name} all"),
            });
            let adds = (a.reads == Some(Reads::All) && accumulated.contains(&a.var)).then(|| format!("adds to {name}"));
            let reads = reads.filter(|_| adds.is_none());
            let writes = match a.writes {
                Some(0) => Some(format!("writes {name} own")),
                Some(to) => Some(format!("writes {name} {to:+}")),
                None if a.write_strides.is_empty() => None,
                None => Some(format!("writes {name} {}", strides(&a.write_strides))),
            };
            [reads, writes, adds].into_iter().flatten()
        })
        .collect();
    if texts.is_empty() { "divided".into() } else { format!("divided: {}", texts.join(", ")) }
}

fn fixed_text(fixed: &Fixed, func: &Func) -> String {
    let name = |v: &VarId| func.vars[v.index()].name.to_string();
    let atom = |a: &Atom| match a {
        Atom::Var(v) => name(v),
        Atom::Len(v, dim) => format!("{}.length{}", name(v), if *dim > 0 { format!("({dim})") } else { String::new() }),
    };
    let product = |(times, atoms): &(i64, Vec<Atom>)| {
        let mut factors: Vec<String> = atoms.iter().map(atom).collect();
        if *times != 1 || factors.is_empty() {
            factors.insert(0, times.to_string());
        }
        factors.join("·")
    };
    fixed.iter().map(product).collect::<Vec<_>>().join(" + ")
}
