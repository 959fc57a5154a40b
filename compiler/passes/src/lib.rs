//! Rewrites of Core, one file each, each on or off by a flag, each from a verified program to a verified one of the same meaning:
//! the same results to the last bit, and the same exception at the same place.
//!
//! Functions keep their numbers, since host code calls regions by them.

pub mod checks;
pub mod columns;
pub mod computed;
pub mod copies;
pub mod counters;
pub mod dead;
pub mod devices;
pub mod fold;
pub mod fresh;
pub mod fuse;
pub mod induction;
pub mod inline;
pub mod store_promotion;

use somd_core::ir::*;
use somd_core::verify::{report, verify};
use somd_core::walk;

#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub columns: bool,
    pub inline: bool,
    pub fold: bool,
    pub counters: bool,
    pub induction: bool,
    pub checks: bool,
    pub computed: bool,
    pub fuse: bool,
    pub fresh: bool,
    pub copies: bool,
    pub dead: bool,
}

impl Options {
    pub const ALL: Options = Options {
        columns: true,
        inline: true,
        fold: true,
        counters: true,
        induction: true,
        checks: true,
        computed: true,
        fuse: true,
        fresh: true,
        copies: true,
        dead: true,
    };
    pub const NONE: Options = Options {
        columns: false,
        inline: false,
        fold: false,
        counters: false,
        induction: false,
        checks: false,
        computed: false,
        fuse: false,
        fresh: false,
        copies: false,
        dead: false,
    };

    /// The flag of a pass by its name.
    pub fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "columns" => &mut self.columns,
            "inline" => &mut self.inline,
            "fold" => &mut self.fold,
            "counters" => &mut self.counters,
            "induction" => &mut self.induction,
            "checks" => &mut self.checks,
            "computed" => &mut self.computed,
            "fuse" => &mut self.fuse,
            "fresh" => &mut self.fresh,
            "copies" => &mut self.copies,
            "dead" => &mut self.dead,
            _ => return None,
        })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::ALL
    }
}

/// A pass broke an invariant: a fault of the compiler.
#[derive(Clone, Debug, PartialEq)]
pub struct PassError {
    pub pass: &'static str,
    /// The violations and the functions they are in.
    pub report: String,
}

type Pass = fn(Program) -> Program;

/// Runs the passes that are on, in order, and verifies before the first and after each. Checks go before fusion, which
/// keeps apart what may throw; folding runs again after it, as fused bodies repeat one another's values.
pub fn run(program: Program, options: &Options) -> Result<Program, PassError> {
    let passes: [(&'static str, bool, Pass); 14] = [
        ("columns", options.columns, columns::columns),
        ("inline", options.inline, inline::inline),
        ("fold", options.fold, fold::fold),
        ("counters", options.counters, counters::counters),
        ("induction", options.induction, induction::induction),
        ("checks", options.checks, checks::remove_checks),
        ("fresh", options.fresh, fresh::fresh),
        ("computed", options.computed, computed::computed),
        ("fold", options.fold && options.computed, fold::fold),
        ("fuse", options.fuse, fuse::fuse),
        ("checks", options.checks && options.fuse, checks::remove_checks),
        ("fold", options.fold && options.fuse, fold::fold),
        ("copies", options.copies, copies::copies),
        ("dead", options.dead, dead::dead),
    ];
    let check = |pass, program: Program| match verify(&program) {
        Ok(()) => Ok(program),
        Err(violations) => Err(PassError { pass, report: report(&program, &violations) }),
    };
    let mut program = check("lower", program)?;
    for (name, on, pass) in passes {
        if on {
            program = check(name, pass(program))?;
        }
    }
    Ok(program)
}

/// Equal but for spans.
pub fn same(a: &Expr, b: &Expr) -> bool {
    fn bare(e: &Expr) -> Expr {
        let mut e = e.clone();
        strip(&mut e);
        e
    }
    fn strip(e: &mut Expr) {
        e.span = Default::default();
        walk::expr_children_mut(e, &mut strip);
    }
    bare(a) == bare(b)
}

/// Whether the value is the same wherever the expression stands in the scope of its variables: a constant, an immutable scalar, or
/// the length of an immutable array.
fn is_simple(e: &Expr, vars: &[Var]) -> bool {
    match &e.kind {
        ExprKind::Const(_) => true,
        ExprKind::Var(v) => !vars[v.index()].mutable && vars[v.index()].ty.is_scalar(),
        ExprKind::Len { array, .. } => !vars[array.index()].mutable,
        _ => false,
    }
}

/// How often each variable is read, counting the old arrays of updates.
fn reads(func: &Func) -> Vec<usize> {
    let mut count = vec![0; func.vars.len()];
    walk::for_each_expr(&func.body, &mut |e| {
        if let Some(v) = walk::expr_var(e) {
            count[v.index()] += 1;
        }
    });
    walk::for_each_stmt(&func.body, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| count[v.index()] += (role == walk::Role::Read) as usize)
    });
    count
}

/// Whether something in a statement may throw. `throwing` says it of functions.
fn may_throw(stmt: &Stmt, throwing: &[bool]) -> bool {
    let block = Block { stmts: vec![stmt.clone()] };
    block_may_throw(&block, throwing)
}

fn block_may_throw(block: &Block, throwing: &[bool]) -> bool {
    let mut found = false;
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::Throw { .. } => found = true,
        StmtKind::Call { func, .. } | StmtKind::CallRegion { func, .. } => found |= throwing[func.index()],
        StmtKind::Par(par) => {
            for output in &par.outputs {
                if let OutputKind::Fold { func, init, .. } = &output.kind {
                    found |= init.is_none() || throwing[func.index()];
                }
            }
        }
        _ => {}
    });
    walk::for_each_expr(block, &mut |e| match &e.kind {
        ExprKind::Check { .. } => found = true,
        ExprKind::Call { func, .. } => found |= throwing[func.index()],
        _ => {}
    });
    found
}

/// Which functions may throw. Calls do not recurse, so as many rounds as calls nest settle it.
pub fn throwing(program: &Program) -> Vec<bool> {
    let mut known = vec![false; program.funcs.len()];
    loop {
        let next: Vec<bool> = program.funcs.iter().map(|f| block_may_throw(&f.body, &known)).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

/// Whether indices are exactly an iteration's own.
fn own_index(par: &Par, index: &[Expr]) -> bool {
    index.len() == par.space.len()
        && index.iter().zip(&par.space).all(|(i, d)| matches!(i.kind, ExprKind::Var(v) if v == d.index))
}
