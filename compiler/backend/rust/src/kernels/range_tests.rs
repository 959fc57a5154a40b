//! Indices that are tested once before a loop instead of in each iteration.
//!
//! A subscript that is the loop's index times what the loop does not change, plus what it does not change, is least at one end of the loop
//! and greatest at the other. Where both are in range, the loop runs without its check; elsewhere it runs with it. The test is made in `i64`: a
//! subscript that passes has not left the range of `int` on its way.

use super::body::Writer;
use super::*;
use somd_core::walk;

/// An index of a dimension of an array that needs no check where the text now stands.
#[derive(Clone)]
pub struct Tested {
    value: Expr,
    array: VarId,
    dim: u32,
}

impl Tested {
    fn same(&self, other: &Tested) -> bool {
        // What an array holds, where nothing stores to it.
        let held = match (&self.value.kind, &other.value.kind) {
            (ExprKind::Index { array: a, index: i }, ExprKind::Index { array: b, index: j }) => {
                let same = |(x, y)| walk::equal(x, y);
                a == b
                    && i.len() == j.len()
                    && i.iter().map(Expr::unchecked).zip(j.iter().map(Expr::unchecked)).all(same)
            }
            _ => false,
        };
        self.array == other.array && self.dim == other.dim && (held || walk::equal(&self.value, &other.value))
    }
}

/// What may be tested before a loop, so that its iterations need not check it.
#[derive(Default)]
pub struct Tests {
    direct: Vec<String>,
    tested: Vec<Tested>,
    /// There are subscripts that stand in an array: that they are in range, and which they are.
    pub indirect: bool,
    held: Vec<String>,
    within: Vec<Tested>,
}

impl Tests {
    pub fn all(&self, indirect: bool) -> (String, Vec<Tested>) {
        let (mut test, mut tested) = (self.direct.clone(), self.tested.clone());
        if indirect {
            test.extend(self.held.iter().cloned());
            tested.extend(self.within.iter().cloned());
        }
        (test.join(" && "), tested)
    }
}

/// `(factor + Σ n · scale) · index + Σ n · term + add`
#[derive(Clone, Default)]
struct Affine {
    factor: i64,
    /// The texts of `i64`s that the loop does not change, by which it multiplies the index.
    scales: BTreeMap<String, i64>,
    /// How many products of two `int`s there are.
    products: u32,
    /// The texts of `i64`s that the loop does not change.
    terms: BTreeMap<String, i64>,
    add: i64,
}

/// Factors beyond this are left alone, so that sums of products stay within `i64`.
const GREATEST_FACTOR: i64 = 1 << 20;

impl Affine {
    fn plus(mut self, other: Affine, sign: i64) -> Affine {
        self.factor += sign * other.factor;
        self.add += sign * other.add;
        self.products += other.products;
        for (all, more) in [(&mut self.scales, other.scales), (&mut self.terms, other.terms)] {
            for (term, n) in more {
                *all.entry(term).or_insert(0) += sign * n;
            }
            all.retain(|_, n| *n != 0);
        }
        self
    }

    /// Times a number that the loop does not change, as a text; None where it has products already.
    fn scaled(self, by: &str) -> Option<Affine> {
        if self.products > 0 {
            return None;
        }
        let mut terms: BTreeMap<String, i64> =
            self.terms.into_iter().map(|(term, n)| (format!("{term} * {by}"), n)).collect();
        let mut products = terms.len() as u32;
        if self.add != 0 {
            terms.insert(by.to_string(), self.add);
        }
        let mut scales = BTreeMap::new();
        if self.factor != 0 {
            scales.insert(by.to_string(), self.factor);
            products += 1;
        }
        Some(Affine { factor: 0, scales, products, terms, add: 0 })
    }

    fn times(mut self, n: i64) -> Affine {
        self.factor *= n;
        self.add *= n;
        self.terms.values_mut().chain(self.scales.values_mut()).for_each(|t| *t *= n);
        self
    }

    /// What it is stays within `i64`; two products may leave it, but not by so much that they came back to an index.
    fn small(&self) -> bool {
        let greatest = if self.products > 0 { 1 } else { GREATEST_FACTOR };
        let small = |n: &i64| n.abs() <= greatest;
        small(&self.factor)
            && self.add.abs() <= 1 << 40
            && self.terms.values().chain(self.scales.values()).all(small)
            && self.terms.len() < 8
            && self.products <= 2
    }

    /// Its text where the index has a value and `add` is another.
    fn text(&self, index: &str, add: i64) -> String {
        // A constant bound.
        let (factor, add) = match index.parse::<i64>() {
            Ok(n) => (0, add.saturating_add(n.saturating_mul(self.factor))),
            Err(_) => (self.factor, add),
        };
        let product = |text: &str, n: i64| match n {
            1 => text.to_string(),
            _ if text.contains(' ') => format!("({text}) * {n}"),
            _ => format!("{text} * {n}"),
        };
        let mut text = String::new();
        let mut next = |term: &str, n: i64| {
            if n == 0 {
                return;
            }
            match (text.is_empty(), n < 0) {
                (true, _) => text = product(term, n),
                (false, true) => text += &format!(" - {}", product(term, -n)),
                (false, false) => text += &format!(" + {}", product(term, n)),
            }
        };
        next(index, factor);
        let index = if index.contains(' ') { format!("({index})") } else { index.to_string() };
        self.scales.iter().for_each(|(scale, n)| next(&format!("{scale} * {index}"), *n));
        self.terms.iter().for_each(|(term, n)| next(term, *n));
        match (text.is_empty(), add) {
            (true, _) => add.to_string(),
            (false, 0) => text,
            (false, 1..) => format!("{text} + {add}"),
            (false, _) => format!("{text} - {}", -add),
        }
    }
}

/// Subscripts of one dimension of an array that differ by constants.
struct Group {
    array: VarId,
    dim: u32,
    affine: Affine,
    least: i64,
    greatest: i64,
}

impl Writer<'_> {
    /// A loop twice: without the checks of what is tested before, and with them. `indirect`: also of what stands in an array.
    pub fn either(&mut self, tests: &Tests, indirect: bool, print: impl Fn(&mut Self)) {
        let (test, tested) = tests.all(indirect);
        if tested.is_empty() {
            return print(self);
        }
        self.line(&format!("if {test} {{"));
        self.indent += 1;
        let before = self.tested.len();
        self.tested.extend(tested);
        print(self);
        self.tested.truncate(before);
        self.indent -= 1;
        self.line("} else {");
        self.indent += 1;
        print(self);
        self.indent -= 1;
        self.line("}");
    }

    /// For a loop of `var` from `lo` to below `hi` (texts of `i64`): conditions under which indices need no check in it.
    pub fn tests(&self, var: VarId, body: &Block, lo: &str, hi: &str) -> Option<Tests> {
        let (mut inner, mut phases) = (false, false);
        let mut changing = BTreeSet::from([var]);
        let mut stored = BTreeSet::new();
        walk::for_each_stmt(body, &mut |s| {
            inner |= matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. });
            // A parallel instruction has loops of its own, and a function that may stand only once.
            phases |= matches!(s.kind, StmtKind::Par(_));
            if let StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. } = &s.kind {
                stored.insert(*array);
            }
            walk::stmt_vars(s, &mut |v, role| {
                if role == walk::Role::Declare {
                    changing.insert(v);
                }
            });
        });
        if phases {
            return None;
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut tested: Vec<Tested> = Vec::new();
        // Loops inside have tests of their own; what stands in them and does not depend on them is tested there too.
        let mut test = |e: &Expr| {
            let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind else { return };
            if changing.contains(array) || self.is_tested(value, *array, *dim) {
                return;
            }
            let Some(affine) = self.affine(value, var, &changing) else { return };
            let this = Tested { value: value.as_ref().clone(), array: *array, dim: *dim };
            if tested.iter().any(|t| t.same(&this)) {
                return;
            }
            tested.push(this);
            let alike = |g: &&mut Group| {
                (g.array, g.dim, g.affine.factor) == (*array, *dim, affine.factor)
                    && (&g.affine.terms, &g.affine.scales) == (&affine.terms, &affine.scales)
            };
            match groups.iter_mut().find(alike) {
                Some(g) => (g.least, g.greatest) = (g.least.min(affine.add), g.greatest.max(affine.add)),
                None => {
                    let add = affine.add;
                    groups.push(Group { array: *array, dim: *dim, affine, least: add, greatest: add });
                }
            }
        };
        if inner {
            outside_loops(body, &mut test);
        } else {
            walk::for_each_expr(body, &mut test);
        }
        // The text of the loops inside stands twice then.
        if inner && tested.len() < 4 {
            return None;
        }
        let direct = groups
            .iter()
            .map(|g| {
                let len = self.len(g.array, g.dim).text;
                if !g.affine.scales.is_empty() {
                    // Whether it grows or shrinks is not known.
                    let last = format!("{hi} - 1");
                    let end = |index: &str| (g.affine.text(index, g.least), g.affine.text(index, g.greatest));
                    let ((a, b), (c, d)) = (end(lo), end(&last));
                    return format!("check::within({a}, {b}, {len}) && check::within({c}, {d}, {len})");
                }
                // The last index is one below `hi`.
                let back = g.affine.factor;
                let (first, last) = match back {
                    ..0 => (g.affine.text(hi, g.least - back), g.affine.text(lo, g.greatest)),
                    _ => (g.affine.text(lo, g.least), g.affine.text(hi, g.greatest - back)),
                };
                format!("check::within({first}, {last}, {len})")
            })
            .collect();
        let mut tests = Tests { direct, tested, ..Tests::default() };
        if !inner {
            self.indirect_tests(var, body, [lo, hi], &changing, &stored, &mut tests);
        }
        (!tests.tested.is_empty() || tests.indirect).then_some(tests)
    }

    /// `x[column[i]]`: what the array holds from the first to the last subscript.
    fn indirect_tests(
        &self,
        var: VarId,
        body: &Block,
        [lo, hi]: [&str; 2],
        changing: &BTreeSet<VarId>,
        stored: &BTreeSet<VarId>,
        tests: &mut Tests,
    ) {
        walk::for_each_expr(body, &mut |e| {
            let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind else { return };
            let ExprKind::Index { array: holder, index } = &value.kind else { return };
            let [at] = index.as_slice() else { return };
            let at = match &at.kind {
                ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => {
                    let sure = Tested { value: value.as_ref().clone(), array: *array, dim: *dim };
                    if !tests.tested.iter().any(|t| t.same(&sure)) && !self.is_tested(value, *array, *dim) {
                        return;
                    }
                    value
                }
                _ => at,
            };
            let is_view = self.reprs[holder.index()] == Repr::View && *self.var_ty(*holder) == Ty::array(Ty::I32, 1);
            let plain = matches!(at.kind, ExprKind::Var(v) if v == var);
            if !is_view || !plain || stored.contains(holder) || changing.contains(holder) || changing.contains(array) {
                return;
            }
            let this = Tested { value: value.as_ref().clone(), array: *array, dim: *dim };
            if self.is_tested(value, *array, *dim) || tests.within.iter().any(|t| t.same(&this)) {
                return;
            }
            let len = self.len(*array, *dim).text;
            tests.indirect = true;
            let name = self.name(*holder);
            let look = format!("{name}.all_below({lo}, {hi}, {len})");
            tests.held.push(if self.captured.contains(holder) {
                self.asked.borrow_mut().insert(*holder);
                format!("({name}_below.within({len}) || {look})")
            } else {
                look
            });
            tests.within.push(this);
        });
    }

    fn affine(&self, e: &Expr, var: VarId, changing: &BTreeSet<VarId>) -> Option<Affine> {
        let sum = match &e.kind {
            ExprKind::Const(Const::Int(n)) => Affine { add: *n, ..Affine::default() },
            ExprKind::Var(v) if *v == var => Affine { factor: 1, ..Affine::default() },
            ExprKind::Var(v) if e.ty.is_int() && !self.func.vars[v.index()].mutable && !changing.contains(v) => {
                Affine { terms: BTreeMap::from([(self.value(e).cast("i64").text, 1)]), ..Affine::default() }
            }
            ExprKind::Len { array, .. } if !self.func.vars[array.index()].mutable && !changing.contains(array) => {
                Affine { terms: BTreeMap::from([(self.value(e).cast("i64").text, 1)]), ..Affine::default() }
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let sign = if *op == BinOp::Add { 1 } else { -1 };
                self.affine(a, var, changing)?.plus(self.affine(b, var, changing)?, sign)
            }
            ExprKind::Binary(BinOp::Mul, a, b) => match (&a.kind, &b.kind) {
                (_, ExprKind::Const(Const::Int(n))) if n.abs() <= GREATEST_FACTOR => {
                    self.affine(a, var, changing)?.times(*n)
                }
                (ExprKind::Const(Const::Int(n)), _) if n.abs() <= GREATEST_FACTOR => {
                    self.affine(b, var, changing)?.times(*n)
                }
                _ if *self.var_ty(var) == Ty::I32 => match (self.fixed(a, changing), self.fixed(b, changing)) {
                    (_, Some(by)) => self.affine(a, var, changing)?.scaled(&by)?,
                    (Some(by), _) => self.affine(b, var, changing)?.scaled(&by)?,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        sum.small().then_some(sum)
    }

    /// The text, as an `i64`, of an `int` that the loop does not change.
    fn fixed(&self, e: &Expr, changing: &BTreeSet<VarId>) -> Option<String> {
        let (ExprKind::Var(v) | ExprKind::Len { array: v, .. }) = e.kind else { return None };
        let fixed = e.ty == Ty::I32 && !self.func.vars[v.index()].mutable && !changing.contains(&v);
        fixed.then(|| self.value(e).cast("i64").text)
    }

    pub fn is_tested(&self, value: &Expr, array: VarId, dim: u32) -> bool {
        let this = Tested { value: value.clone(), array, dim };
        self.tested.iter().any(|t| t.same(&this))
    }
}

/// The expressions of a block, but for those inside its loops.
fn outside_loops(block: &Block, f: &mut dyn FnMut(&Expr)) {
    fn down(e: &Expr, f: &mut dyn FnMut(&Expr)) {
        walk::expr_children(e, &mut |child| down(child, f));
        f(e);
    }
    for s in &block.stmts {
        walk::stmt_exprs(s, &mut |e| down(e, f));
        if !matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. }) {
            walk::stmt_blocks(s, &mut |b| outside_loops(b, f));
        }
    }
}
