//! Puts a region called by a region in the call's place, so that its parallel instructions meet the caller's and may fuse.

use smol_str::{SmolStr, format_smolstr};
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{HashMap, HashSet};

pub fn inline(mut program: Program) -> Program {
    let mut names: HashSet<SmolStr> = program.funcs.iter().map(|f| f.name.clone()).collect();
    for func in &program.funcs {
        walk::for_each_stmt(&func.body, &mut |s| {
            if let StmtKind::Par(par) = &s.kind {
                names.insert(par.name.clone());
            }
        });
    }
    for at in 0..program.funcs.len() {
        let mut body = std::mem::take(&mut program.funcs[at].body);
        let mut vars = std::mem::take(&mut program.funcs[at].vars);
        // A call may uncover further ones; calls do not recurse, so this ends.
        let mut fresh = Fresh { vars: &mut vars, names: &mut names, label: walk::labels(&body) };
        while block(&program, at, &mut body, &mut fresh) {}
        program.funcs[at].body = body;
        program.funcs[at].vars = vars;
    }
    program
}

/// What is not taken yet.
struct Fresh<'a> {
    vars: &'a mut Vec<Var>,
    names: &'a mut HashSet<SmolStr>,
    label: u32,
}

/// Whether a call may be expanded: both compute alike, and the callee comes to its results.
fn fits(callee: &Func, caller: &Func) -> bool {
    let returns = matches!(callee.body.stmts.last().map(|s| &s.kind), Some(StmtKind::Return(_)));
    callee.fast_math == caller.fast_math && (returns || callee.ret.is_empty())
}

fn block(program: &Program, caller: usize, b: &mut Block, fresh: &mut Fresh) -> bool {
    let mut changed = false;
    for mut stmt in std::mem::take(&mut b.stmts) {
        match &stmt.kind {
            StmtKind::CallRegion { results, func, args } if fits(program.func(*func), &program.funcs[caller]) => {
                changed = true;
                expand(program.func(*func), results, args, &stmt.prov, fresh, &mut b.stmts);
            }
            _ => {
                walk::stmt_blocks_mut(&mut stmt, &mut |inner| changed |= block(program, caller, inner, fresh));
                b.stmts.push(stmt);
            }
        }
    }
    changed
}

fn expand(callee: &Func, results: &[VarId], args: &[Expr], prov: &Prov, fresh: &mut Fresh, out: &mut Vec<Stmt>) {
    let (mut body, base) = walk::copy_body(callee, fresh.vars, &mut fresh.label);
    let mut rename: HashMap<VarId, VarId> = HashMap::new();
    for (&param, arg) in callee.params.iter().zip(args) {
        let own = VarId(base + param.0);
        match arg.kind {
            // The name itself, where neither it nor the parameter changes and no bound is forgotten on the way.
            ExprKind::Var(v)
                if !fresh.vars[v.index()].mutable
                    && !callee.vars[param.index()].mutable
                    && fresh.vars[v.index()].ty == callee.vars[param.index()].ty =>
            {
                rename.insert(own, v);
            }
            _ => {
                let kind = StmtKind::Let { var: own, init: Some(arg.clone()) };
                out.push(Stmt { kind, prov: prov.clone() });
            }
        }
    }
    walk::rename_block(&mut body, &mut |v| rename.get(&v).copied().unwrap_or(v));
    walk::for_each_stmt_mut(&mut body, &mut |s| {
        if let StmtKind::Par(par) = &mut s.kind {
            par.name = unused(&par.name, fresh.names);
        }
    });
    let returned = match body.stmts.last().map(|s| &s.kind) {
        Some(StmtKind::Return(values)) => Some(values.clone()),
        _ => None,
    };
    if let Some(values) = returned {
        body.stmts.pop();
        out.append(&mut body.stmts);
        for (&var, value) in results.iter().zip(values) {
            out.push(Stmt { kind: StmtKind::Let { var, init: Some(value) }, prov: prov.clone() });
        }
    } else {
        out.append(&mut body.stmts);
    }
}

fn unused(name: &SmolStr, names: &mut HashSet<SmolStr>) -> SmolStr {
    let mut n = 2;
    loop {
        let candidate = format_smolstr!("{name}_{n}");
        if names.insert(candidate.clone()) {
            return candidate;
        }
        n += 1;
    }
}
