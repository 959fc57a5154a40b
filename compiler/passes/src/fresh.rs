//! An update of an array of zeros that every iteration covers becomes a new array that nobody need zero: what a distributed loop
//! over `new int[n]` lowers to.
//!
//! It covers where the space is the array, index for index, and each iteration stores its own element (or bounded row) on every path.
//! The array of zeros must have no other reader. Checks of its sizes stay where they stood.

use super::{is_simple, same};
use somd_core::ir::*;
use somd_core::walk;

pub fn fresh(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let counts = super::reads(func);
        let mut body = std::mem::take(&mut func.body);
        block(&mut body, &mut func.vars, &counts);
        func.body = body;
    }
    program
}

fn block(b: &mut Block, vars: &mut Vec<Var>, reads: &[usize]) {
    // Arrays made in this block, and where.
    let mut made: Vec<(VarId, Vec<Expr>, usize)> = Vec::new();
    let mut replaced = Vec::new();
    for at in 0..b.stmts.len() {
        match &mut b.stmts[at].kind {
            StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewArray { sizes }, .. }) }
                if !vars[var.index()].mutable =>
            {
                made.push((*var, sizes.clone(), at));
            }
            StmtKind::Par(par) => {
                for i in 0..par.outputs.len() {
                    let Output { result, kind: OutputKind::Array(ArraySource::Update { old }) } = par.outputs[i] else {
                        continue;
                    };
                    let Some((_, sizes, made_at)) = made.iter().find(|m| m.0 == old) else { continue };
                    let bare: Vec<Expr> = sizes.iter().map(|s| s.unchecked().clone()).collect();
                    let simple = bare.iter().all(|s| is_simple(s, vars));
                    // One read is this update's own.
                    if simple && reads[old.index()] == 1 && covers(par, result, &bare) {
                        par.outputs[i].kind = OutputKind::Array(ArraySource::New { sizes: bare, zeroed: false });
                        replaced.push(*made_at);
                    }
                }
            }
            _ => walk::stmt_blocks_mut(&mut b.stmts[at], &mut |inner| block(inner, vars, reads)),
        }
    }
    replaced.sort();
    for at in replaced.into_iter().rev() {
        let stmt = b.stmts.remove(at);
        let StmtKind::Let { init: Some(Expr { kind: ExprKind::NewArray { sizes }, .. }), .. } = stmt.kind else {
            continue;
        };
        for size in sizes.into_iter().rev().filter(|s| !walk::is_pure(s)) {
            let var = VarId(vars.len() as u32);
            vars.push(Var { name: "size".into(), ty: Ty::I32, mutable: false, span: size.span, folds: None });
            let kind = StmtKind::Let { var, init: Some(size) };
            b.stmts.insert(at, Stmt { kind, prov: stmt.prov.clone() });
        }
    }
}

fn covers(par: &Par, result: VarId, sizes: &[Expr]) -> bool {
    let whole = par.space.len() <= sizes.len()
        && par
            .space
            .iter()
            .zip(sizes)
            .all(|(d, size)| matches!(d.lo.kind, ExprKind::Const(Const::Int(0))) && same(&d.hi, size));
    let stored = par.body.stmts.iter().any(|s| {
        matches!(&s.kind,
        StmtKind::Store { array, index, .. } if *array == result && super::own_index(par, index))
    });
    let mut read = false;
    walk::for_each_expr(&par.body, &mut |e| read |= walk::expr_var(e) == Some(result));
    whole && stored && !read
}
