//! Which array variables of a region are read after a statement: an array that is not need not be kept when it is updated.

use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeSet, HashMap};

type Set = BTreeSet<VarId>;

/// For each statement (by its address, while the function is borrowed) what is live behind it.
pub struct Liveness<'a> {
    after: HashMap<*const Stmt, Set>,
    func: &'a Func,
}

impl<'a> Liveness<'a> {
    pub fn of(func: &'a Func) -> Liveness<'a> {
        let mut l = Liveness { after: HashMap::new(), func };
        let mut live = Set::new();
        l.block(&func.body, &mut live);
        l
    }

    pub fn live_after(&self, stmt: &Stmt, var: VarId) -> bool {
        self.after.get(&(stmt as *const Stmt)).is_none_or(|s| s.contains(&var))
    }

    fn block(&mut self, block: &'a Block, live: &mut Set) {
        for stmt in block.stmts.iter().rev() {
            self.after.insert(stmt, live.clone());
            self.stmt(stmt, live);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, live: &mut Set) {
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let mut other = live.clone();
                self.block(then, live);
                self.block(otherwise, &mut other);
                live.extend(other);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                // What is live at the top is live at the bottom: twice is enough, sets only grow from the second time on.
                for _ in 0..2 {
                    let mut top = live.clone();
                    self.block(body, &mut top);
                    live.extend(top);
                }
                let mut top = live.clone();
                self.block(body, &mut top);
                self.reads(stmt, live);
                return;
            }
            StmtKind::Labeled { body, .. } => self.block(body, live),
            // Where they lead to is not followed.
            StmtKind::Break(_) | StmtKind::Continue(_) => live.extend((0..self.func.vars.len() as u32).map(VarId)),
            StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => {
                live.remove(var);
            }
            StmtKind::CallRegion { results, .. } => results.iter().for_each(|r| {
                live.remove(r);
            }),
            StmtKind::Par(par) => par.outputs.iter().for_each(|o| {
                live.remove(&o.result);
            }),
            _ => {}
        }
        self.reads(stmt, live);
    }

    fn reads(&self, stmt: &Stmt, live: &mut Set) {
        walk::stmt_exprs(stmt, &mut |e| {
            walk::for_each_read(e, &mut |v| {
                live.insert(v);
            })
        });
        match &stmt.kind {
            StmtKind::Par(par) => {
                walk::for_each_expr(&par.body, &mut |e| live.extend(walk::expr_var(e)));
                for output in &par.outputs {
                    if let OutputKind::Array(ArraySource::Update { old: array })
                    | OutputKind::Accumulate { array, .. } = output.kind
                    {
                        live.insert(array);
                    }
                    live.remove(&output.result);
                }
            }
            StmtKind::Store { array, .. } => {
                live.insert(*array);
            }
            _ => {}
        }
    }
}
