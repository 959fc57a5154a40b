//! Which rows of each array an iteration touches, relative to its own: what a *place* (a rank of a cluster, a device) that runs a part of the
//! outermost dimension needs of each array, and what is its own of the results.
//!
//! A row is what one value of an array's first index names: an element, a row or a plane. An index that is the outermost index of the
//! space plus a constant is near; every other one may be anywhere.

use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeMap;

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

pub fn of(par: &Par) -> Reach {
    let Some(outer) = par.space.first() else { return Reach::Whole("it has no index space") };
    for o in &par.outputs {
        match o.kind {
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
    let mut writes: BTreeMap<VarId, Option<i32>> = BTreeMap::new();
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Store { array, index, .. } = &s.kind {
            let to = index.first().and_then(|e| near.distance(e));
            writes.entry(*array).and_modify(|w| *w = w.filter(|w| Some(*w) == to)).or_insert(to);
        }
    });
    let mut reads: BTreeMap<VarId, Reads> = BTreeMap::new();
    walk::for_each_expr(&par.body, &mut |e| {
        let (array, rows) = match &e.kind {
            ExprKind::Index { array, index } | ExprKind::Row { array, index } => {
                let rows = index.first().and_then(|e| near.distance(e));
                (*array, rows.map_or(Reads::All, |d| Reads::Near { from: d, to: d }))
            }
            ExprKind::Var(v) => (*v, Reads::All),
            _ => return,
        };
        reads.entry(array).and_modify(|r| *r = r.join(rows)).or_insert(rows);
    });
    let mut arrays = Vec::new();
    for var in somd_core::interface::captures(par) {
        arrays.push(ArrayReach { var, reads: reads.get(&var).copied(), writes: None });
    }
    for o in par.outputs.iter().filter(|o| matches!(o.kind, OutputKind::Array(_))) {
        let Some(Some(to)) = writes.get(&o.result) else {
            return Reach::Whole("an iteration stores to rows that are not its own");
        };
        // A row that goes to a function could be stored to there.
        let mut given_away = false;
        walk::for_each_expr(&par.body, &mut |e| {
            given_away |= matches!(e.kind, ExprKind::Row { array, .. } | ExprKind::Var(array) if array == o.result)
        });
        if given_away {
            return Reach::Whole("a row of a result is passed on as an array");
        }
        arrays.push(ArrayReach { var: o.result, reads: reads.get(&o.result).copied(), writes: Some(*to) });
    }
    for o in par.outputs.iter().filter(|o| matches!(o.kind, OutputKind::Accumulate { .. })) {
        // What all iterations add is added on every place.
        arrays.push(ArrayReach { var: o.result, reads: Some(Reads::All), writes: None });
    }
    Reach::Divided(arrays)
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
            let reads = a.reads.map(|r| match r {
                Reads::Near { from: 0, to: 0 } => format!("reads {name} own"),
                Reads::Near { from, to } => format!("reads {name} {from}..{to}"),
                Reads::All => format!("reads {name} all"),
            });
            let adds = (a.reads == Some(Reads::All) && accumulated.contains(&a.var)).then(|| format!("adds to {name}"));
            let reads = reads.filter(|_| adds.is_none());
            let writes = a.writes.map(|to| match to {
                0 => format!("writes {name} own"),
                to => format!("writes {name} {to:+}"),
            });
            [reads, writes, adds].into_iter().flatten()
        })
        .collect();
    if texts.is_empty() { "divided".into() } else { format!("divided: {}", texts.join(", ")) }
}
