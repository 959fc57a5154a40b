//! Constant folding and copy propagation; lengths of arrays made in a function become the sizes they were made with. Light: the
//! compilers of the generated code do the rest, and this only makes equal things look equal to the other passes.

use super::is_simple;
use somd_core::arith;
use somd_core::ir::*;
use somd_core::value::CoreValue;
use somd_core::walk;
use std::collections::{HashMap, HashSet};

pub fn fold(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let mut body = std::mem::take(&mut func.body);
        let once = assigned_once(&func.vars, &body);
        declare_with_values(&mut body, &once, &mut func.vars);
        let mut f = Folder {
            vars: &func.vars,
            copies: HashMap::new(),
            sizes: HashMap::new(),
            aliases: HashMap::new(),
            // The arrays of a scalar function may change under their second name.
            in_par: func.kind == FuncKind::Scalar,
        };
        f.block(&mut body);
        func.body = body;
    }
    program
}

/// The variables that one statement of the whole body assigns.
fn assigned_once(vars: &[Var], body: &Block) -> HashSet<VarId> {
    let mut times = vec![0; vars.len()];
    walk::for_each_stmt(body, &mut |s| {
        if let StmtKind::Assign { var, .. } = &s.kind {
            times[var.index()] += 1;
        }
    });
    (0..vars.len()).filter(|&v| times[v] == 1).map(|v| VarId(v as u32)).collect()
}

/// A variable that is declared without a value, as that of a call's result is, and given one by a statement of the same block is declared there.
/// Nothing reads it before.
fn declare_with_values(block: &mut Block, once: &HashSet<VarId>, vars: &mut [Var]) {
    let mut declared = HashMap::new();
    for at in 0..block.stmts.len() {
        match &mut block.stmts[at].kind {
            StmtKind::Let { var, init: None } if once.contains(var) => {
                declared.insert(*var, at);
            }
            StmtKind::Assign { var, value } if declared.contains_key(var) => {
                let (var, value) = (*var, value.clone());
                vars[var.index()].mutable = false;
                block.stmts[at].kind = StmtKind::Let { var, init: Some(value) };
            }
            _ => walk::stmt_blocks_mut(&mut block.stmts[at], &mut |b| declare_with_values(b, once, vars)),
        }
    }
    block.stmts.retain(|s| !matches!(&s.kind, StmtKind::Let { var, init: None } if !vars[var.index()].mutable));
}

/// Folds the body of a parallel instruction; `vars` are its function's.
pub fn fold_body(vars: &[Var], body: &mut Block) {
    let (copies, sizes, aliases) = Default::default();
    Folder { vars, copies, sizes, aliases, in_par: true }.block(body);
}

struct Folder<'a> {
    vars: &'a [Var],
    /// What immutable scalars are copies of, itself the same everywhere in their scope.
    copies: HashMap<VarId, Expr>,
    sizes: HashMap<(VarId, u32), Expr>,
    /// Second names of arrays that do not change.
    aliases: HashMap<VarId, VarId>,
    in_par: bool,
}

impl Folder<'_> {
    fn block(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            if !self.aliases.is_empty() {
                walk::rename_stmt(&mut stmt, &mut |v| self.aliases.get(&v).copied().unwrap_or(v));
            }
            walk::stmt_exprs_mut(&mut stmt, &mut |e| self.expr(e));
            match &stmt.kind {
                // Inside a parallel instruction the name may be an output's, whose contents change.
                StmtKind::Let { var, init: Some(Expr { kind: ExprKind::Var(of), ty: Ty::Array(_), .. }) }
                    if !self.in_par
                        && !self.vars[var.index()].mutable
                        && !self.vars[of.index()].mutable
                        && self.vars[var.index()].ty == self.vars[of.index()].ty =>
                {
                    self.aliases.insert(*var, *of);
                    continue;
                }
                StmtKind::Let { var, init: Some(init) } if !self.vars[var.index()].mutable => {
                    if is_simple(init, self.vars) && init.ty.is_scalar() {
                        self.copies.insert(*var, init.clone());
                    } else if let ExprKind::NewArray { sizes } = &init.kind {
                        self.made(*var, sizes);
                    }
                }
                StmtKind::Par(par) => {
                    for o in &par.outputs {
                        match &o.kind {
                            OutputKind::Array(ArraySource::New { sizes, .. }) => self.made(o.result, sizes),
                            OutputKind::Array(ArraySource::Update { old })
                            | OutputKind::Accumulate { array: old, .. }
                                if !self.vars[old.index()].mutable =>
                            {
                                self.same_length(o.result, *old)
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
            let outer = self.in_par;
            self.in_par |= matches!(stmt.kind, StmtKind::Par(_));
            walk::stmt_blocks_mut(&mut stmt, &mut |b| self.block(b));
            self.in_par = outer;
            match stmt.kind {
                StmtKind::If { cond: Expr { kind: ExprKind::Const(Const::Bool(c)), .. }, then, otherwise } => {
                    // A block keeps the scope of what it declares; names are unique, so it may be opened.
                    block.stmts.extend(if c { then.stmts } else { otherwise.stmts });
                }
                _ => block.stmts.push(stmt),
            }
        }
    }

    fn made(&mut self, array: VarId, sizes: &[Expr]) {
        for (dim, size) in sizes.iter().enumerate() {
            let mut size = size;
            // A check that failed would have thrown before the array was there.
            while let ExprKind::Check { value, .. } = &size.kind {
                size = value;
            }
            if is_simple(size, self.vars) {
                self.sizes.insert((array, dim as u32), size.clone());
            }
        }
    }

    fn same_length(&mut self, result: VarId, old: VarId) {
        let rank = self.vars[old.index()].ty.as_array().map_or(0, |a| a.dims.len());
        for dim in 0..rank as u32 {
            let len = Expr::new(ExprKind::Len { array: old, dim }, Ty::I32, Default::default());
            let size = self.sizes.get(&(old, dim)).cloned().unwrap_or(len);
            self.sizes.insert((result, dim), size);
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        walk::expr_children_mut(e, &mut |child| self.expr(child));
        let span = e.span;
        let replacement = match &e.kind {
            ExprKind::Var(v) => self.copies.get(v).cloned(),
            ExprKind::Len { array, dim } => self.sizes.get(&(*array, *dim)).cloned(),
            _ => None,
        };
        if let Some(r) = replacement {
            *e = Expr { span, ..r };
            return;
        }
        let c = |e: &Expr| match &e.kind {
            ExprKind::Const(c) => Some(CoreValue::of_const(c, &e.ty)),
            _ => None,
        };
        let truth = |e: &Expr| match e.kind {
            ExprKind::Const(Const::Bool(b)) => Some(b),
            _ => None,
        };
        let value = match &e.kind {
            ExprKind::Unary(op, a) => c(a).and_then(|a| arith::unary(*op, &a)),
            ExprKind::Binary(op, a, b) => c(a).zip(c(b)).and_then(|(a, b)| arith::binary(*op, &a, &b)),
            ExprKind::Convert(a) => c(a).and_then(|a| arith::convert(&a, &e.ty)),
            _ => None,
        };
        if let Some(constant) = value.and_then(|v| v.to_const()) {
            // What a NaN's bits are is not settled before the program runs.
            if !matches!(constant, Const::F32(x) if x.is_nan()) && !matches!(constant, Const::F64(x) if x.is_nan()) {
                e.kind = ExprKind::Const(constant);
            }
            return;
        }
        if let Some(single) = single_sqrt(e) {
            *e = single;
            return;
        }
        let zero = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::Int(0)));
        let one = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::Int(1)));
        let simpler = match &e.kind {
            ExprKind::Binary(BinOp::Add, a, b) if zero(b) => Some(a),
            ExprKind::Binary(BinOp::Add, a, b) if zero(a) => Some(b),
            ExprKind::Binary(BinOp::Sub, a, b) if zero(b) => Some(a),
            ExprKind::Binary(BinOp::Mul, a, b) if one(b) => Some(a),
            ExprKind::Binary(BinOp::Mul, a, b) if one(a) => Some(b),
            ExprKind::Select(cond, a, b) => truth(cond).map(|t| if t { a } else { b }),
            ExprKind::And(a, b) => match truth(a) {
                Some(true) => Some(b),
                Some(false) => Some(a),
                None => None,
            },
            ExprKind::Or(a, b) => match truth(a) {
                Some(true) => Some(a),
                Some(false) => Some(b),
                None => None,
            },
            ExprKind::Convert(a) if a.ty == e.ty => Some(a),
            _ => None,
        };
        if let Some(simpler) = simpler {
            *e = (**simpler).clone();
        }
    }
}

/// `(float) Math.sqrt(x)` of a `float`, which Java can only write by way of `double`, as a square root in `float`. The two are the same
/// bits: rounding a root twice is harmless where the wider format has at least 2p + 2 digits (Figueroa, "When is double rounding
/// innocuous?", 1995), and 53 >= 2 * 24 + 2.
fn single_sqrt(e: &Expr) -> Option<Expr> {
    let ExprKind::Convert(root) = &e.kind else { return None };
    let ExprKind::Math(MathOp::Sqrt, args) = &root.kind else { return None };
    let [Expr { kind: ExprKind::Convert(x), .. }] = args.as_slice() else { return None };
    let fits = e.ty == Ty::F32 && x.ty == Ty::F32;
    fits.then(|| Expr::new(ExprKind::Math(MathOp::Sqrt, vec![x.as_ref().clone()]), Ty::F32, e.span))
}
