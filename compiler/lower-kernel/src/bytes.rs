//! Stencils of bytes: a work item takes four neighbours of a row, so that it reads and writes four bytes at once. Of `a[y * w + x + u]` the part
//! that is the same for the four, and a multiple of four where rows are, is read as a vector; which of its elements is meant, or whether it is one
//! beside them, is known where loops are written out.

use super::body::{Body, Space};
use super::code::{Code, Prec};
use super::emitted::Refusal;
use super::state::Lanes;
use somd_core::ir::*;
use somd_core::walk;
use somd_schedule::forms::stencil::number;
use std::collections::{BTreeMap, BTreeSet};

/// Iterations of a row that a work item takes.
pub(super) const WIDTH: u32 = 4;

/// What stands before the kernel.
pub(super) const DEFINES: &str = "\
// Work items take blocks of iterations. Behind them is one for each part of the first and of the last block, for the border.
#define ENDS(blocks, size) ((blocks) == 1 ? (size) : 2 * (size))
#define BLOCK(id, blocks, size) ((id) < (blocks) ? (id) : (id) - (blocks) < (size) ? 0 : (blocks) - 1)
#define PART(id, blocks, size) ((id) < (blocks) ? -1 : ((id) - (blocks)) % (size))

// An element of four.
char of_four(char4 v, int k) { return k == 0 ? v.s0 : k == 1 ? v.s1 : k == 2 ? v.s2 : v.s3; }

// `at` is a multiple of 4; what `k` is, is known where loops are written out.
#define BYTE(a, at, k) (((k) & ~3) == 0 ? of_four(*(__global const char4*)((a) + (at)), k) : (a)[(at) + (k)])

";

/// A sum of products of variables, modulo 2^32.
type Sum = BTreeMap<Vec<VarId>, i64>;

/// An index that is a multiple of four, but for a number that is known where loops are written out.
struct Index {
    multiple: Expr,
    number: Vec<(VarId, i64)>,
    constant: i64,
}

impl Lanes {
    fn sum(&self, e: &Expr) -> Option<Sum> {
        /// More are no index of a stencil.
        const TERMS: usize = 12;
        if e.ty != Ty::I32 {
            return None;
        }
        let found = match &e.kind {
            ExprKind::Const(Const::Int(n)) => Sum::from([(Vec::new(), *n)]),
            ExprKind::Var(v) => match self.values.get(v) {
                Some(value) => self.sum(value)?,
                None => Sum::from([(vec![*v], 1)]),
            },
            ExprKind::Unary(UnOp::Neg, a) => self.sum(a)?.into_iter().map(|(t, n)| (t, -n)).collect(),
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let mut sum = self.sum(a)?;
                for (term, n) in self.sum(b)? {
                    *sum.entry(term).or_default() += if *op == BinOp::Add { n } else { -n };
                }
                sum
            }
            ExprKind::Binary(BinOp::Mul, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                let mut sum = Sum::new();
                for (s, m) in &a {
                    for (t, n) in &b {
                        let mut term: Vec<VarId> = s.iter().chain(t).copied().collect();
                        term.sort();
                        *sum.entry(term).or_default() += m.checked_mul(*n)?;
                    }
                }
                sum
            }
            _ => return None,
        };
        let small = |n: &i64| n.unsigned_abs() < 1 << 31;
        (found.len() <= TERMS && found.values().all(small))
            .then(|| found.into_iter().filter(|(_, n)| *n != 0).collect())
    }

    /// `factors`: what must be multiples of four for that.
    fn split(&self, body: &Body, e: &Expr, factors: &mut BTreeSet<String>) -> Option<Index> {
        let mut sum = self.sum(e)?;
        let constant = sum.remove(&Vec::new()).unwrap_or(0);
        let of_inner = sum.remove(&vec![self.inner])?;
        let (mut number, mut rest) = (Vec::new(), Vec::new());
        for (term, n) in sum {
            match term.as_slice() {
                [v] if self.turns.contains(v) => number.push((*v, n)),
                all if all.contains(&self.inner) => return None,
                all => {
                    let same: Vec<&VarId> = all.iter().filter(|v| body.uniforms.contains(v)).collect();
                    if n % 4 != 0 {
                        let names = same.iter().map(|v| body.vars[v.index()].clone()).collect::<Option<Vec<_>>>()?;
                        let (first, others) = names.split_first()?;
                        let of_others: String = others.iter().map(|o| format!(" * {o}")).collect();
                        factors.insert(format!("((uint){first}{of_others} & 3) == 0"));
                    }
                    rest.push((term, n));
                }
            }
        }
        (of_inner == 1).then(|| {
            let span = e.span;
            let binary = |op, a, b| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::I32, span);
            let var = |v: &VarId| Expr::new(ExprKind::Var(*v), Ty::I32, span);
            let product = |(term, n): (Vec<VarId>, i64)| {
                let vars = term.iter().map(var).reduce(|a, b| binary(BinOp::Mul, a, b));
                match (vars, n) {
                    (Some(vars), 1) => vars,
                    (Some(vars), n) => binary(BinOp::Mul, vars, Expr::int(n as i32, span)),
                    (None, n) => Expr::int(n as i32, span),
                }
            };
            let terms = rest.into_iter().map(product).chain([var(&self.inner)]);
            let multiple = terms.reduce(|a, b| binary(BinOp::Add, a, b)).unwrap_or_else(|| Expr::int(0, span));
            Index { multiple, number, constant }
        })
    }
}

/// How the iterations of a block lie beside each other, where it reads and writes bytes alone that are near each other, and each of them stores once;
/// and on what condition.
pub(super) fn lanes(
    body: &Body,
    par: &Par,
    block: &Block,
    [outer, inner]: [VarId; 2],
    first: &str,
    lane: &str,
) -> Option<(Lanes, BTreeSet<String>)> {
    let mut lanes = Lanes {
        inner,
        first: first.to_string(),
        lane: lane.to_string(),
        turns: BTreeSet::new(),
        values: BTreeMap::new(),
        fours: BTreeMap::new(),
    };
    let (mut plain, mut stores) = (true, 0);
    let results: Vec<VarId> = par.outputs.iter().map(|o| o.result).collect();
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::For { var, lo, hi, .. } if number(lo, None).is_some() && number(hi, None).is_some() => {
            lanes.turns.insert(*var);
        }
        StmtKind::Let { var, init: Some(init) } if !body.func.vars[var.index()].mutable && init.ty == Ty::I32 => {
            lanes.values.insert(*var, init.clone());
        }
        StmtKind::Store { array, .. } if results.contains(array) => stores += 1,
        StmtKind::Accumulate { .. } | StmtKind::Throw { .. } | StmtKind::Return(_) => plain = false,
        _ => {}
    });
    // What is no sum stands for itself, and so does what may be another sum by the time it is asked for.
    let lasts = |e: &Expr| {
        let mut lasts = true;
        walk::for_each_read(e, &mut |v| lasts &= !body.func.vars[v.index()].mutable);
        lasts
    };
    let sums = lanes.values.iter().filter(|(_, e)| lasts(e) && lanes.sum(e).is_some());
    let sums: BTreeSet<VarId> = sums.map(|(v, _)| *v).collect();
    lanes.values.retain(|v, _| sums.contains(v));
    let mut factors = BTreeSet::new();
    let is_byte = |v: &VarId| {
        let bytes = body.func.vars[v.index()].ty.as_array().is_some_and(|a| *a.elem == Ty::I8);
        let place = body.places.get(v)?;
        (bytes && place.space == Space::Global && !body.images.contains(v)).then(|| place.clone())
    };
    let aligned = |array: &VarId, index: &[Expr], factors: &mut BTreeSet<String>| {
        let place = is_byte(array)?;
        let found = lanes.split(body, index.last()?, factors)?;
        factors.insert(format!("((size_t){} & 3) == 0", place.base));
        // No row ends within four.
        factors.extend(place.dims.last().map(|n| format!("((uint){n} & 3) == 0")));
        Some(found)
    };
    let mut reads = 0;
    walk::for_each_expr(block, &mut |e| match &e.kind {
        ExprKind::Check { .. } | ExprKind::Call { .. } | ExprKind::Row { .. } => plain = false,
        // What is stored is held until all four have been.
        ExprKind::Index { array, .. } if results.contains(array) => plain = false,
        ExprKind::Index { array, index } => {
            let mut beside = false;
            index.iter().for_each(|i| walk::for_each_read(i, &mut |v| beside |= lanes.varies(v)));
            if beside {
                let at = aligned(array, index, &mut factors);
                plain &= at.is_some();
                // In each turn of a loop another.
                reads += at.map_or(0, |at| 1 + at.number.len());
            }
        }
        _ => {}
    });
    let mut fours = BTreeMap::new();
    for s in &block.stmts {
        if let StmtKind::Store { array, index, .. } = &s.kind
            && results.contains(array)
        {
            let at = aligned(array, index, &mut factors)?;
            plain &= at.number.is_empty() && at.constant == 0;
            let known = |v: VarId| v == inner || v == outer || body.uniforms.contains(&v);
            walk::for_each_read(&at.multiple, &mut |v| plain &= known(v));
            let (_, before) = index.split_last()?;
            before.iter().for_each(|e| walk::for_each_read(e, &mut |v| plain &= known(v) && v != inner));
            fours.insert(*array, String::new());
        }
    }
    plain &= stores == fours.len() && fours.len() == results.len() && reads > 1;
    lanes.fours = fours;
    plain.then_some((lanes, factors))
}

impl Lanes {
    /// Whether a variable is another one in another of the iterations.
    fn varies(&self, v: VarId) -> bool {
        let mut found = v == self.inner;
        if let Some(value) = self.values.get(&v) {
            walk::for_each_read(value, &mut |v| found |= self.varies(v));
        }
        found
    }
}

impl Body<'_, '_> {
    /// An element of four, or one beside them.
    pub(super) fn in_four(&mut self, array: VarId, index: &[Expr]) -> Result<Option<Code>, Refusal> {
        let Some(lanes) = self.lanes.clone() else { return Ok(None) };
        let Some((base, multiple, found)) = self.multiple(&lanes, array, index)? else { return Ok(None) };
        let mut k = lanes.lane.clone();
        for (v, n) in found.number {
            let name = self.vars[v.index()].clone().unwrap_or_default();
            k += &if n == 1 { format!(" + {name}") } else { format!(" + {n} * {name}") };
        }
        match found.constant {
            0 => {}
            n if n < 0 => k += &format!(" - {}", -n),
            n => k += &format!(" + {n}"),
        }
        Ok(Some(Code::read(format!("BYTE({base}, {multiple}, {k})"))))
    }

    fn multiple(
        &mut self,
        lanes: &Lanes,
        array: VarId,
        index: &[Expr],
    ) -> Result<Option<(String, String, Index)>, Refusal> {
        let Some(place) = self.places.get(&array).cloned() else { return Ok(None) };
        let Some((last, before)) = index.split_last() else { return Ok(None) };
        let Some(found) = lanes.split(self, last, &mut BTreeSet::new()) else { return Ok(None) };
        let at: Vec<Expr> = before.iter().cloned().chain([found.multiple.clone()]).collect();
        let own = self.vars[lanes.inner.index()].replace(lanes.first.clone());
        let offset = self.offset(&place, &at);
        self.vars[lanes.inner.index()] = own;
        Ok(Some((place.base, offset?.at(Prec::Sum), found)))
    }

    /// The array of four that an output's elements are held in.
    pub(super) fn held_in_four(&self, array: VarId) -> Option<String> {
        let lanes = self.lanes.as_ref()?;
        Some(format!("{}[{}]", lanes.fours.get(&array)?, lanes.lane))
    }

    /// Declares the arrays of four.
    pub(super) fn declare_fours(&mut self) {
        let Some(mut lanes) = self.lanes.take() else { return };
        for (array, name) in &mut lanes.fours {
            let base = self.places.get(array).map(|p| p.base.clone()).unwrap_or_default();
            *name = self.names.fresh(&format!("{base}_four"));
            self.line(format!("char {name}[4];"));
        }
        self.lanes = Some(lanes);
    }

    /// Stores them.
    pub(super) fn store_fours(&mut self, block: &Block) -> Result<(), Refusal> {
        let Some(lanes) = self.lanes.clone() else { return Ok(()) };
        for s in &block.stmts {
            let StmtKind::Store { array, index, .. } = &s.kind else { continue };
            let Some(name) = lanes.fours.get(array) else { continue };
            if let Some((base, at, _)) = self.multiple(&lanes, *array, index)? {
                let four: Vec<String> = (0..WIDTH).map(|k| format!("{name}[{k}]")).collect();
                self.line(format!("*(__global char4*)({base} + {at}) = (char4)({});", four.join(", ")));
            }
        }
        Ok(())
    }
}
