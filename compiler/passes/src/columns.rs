//! Arrays of structures are taken apart: an array of value objects becomes an array for every scalar in them.
//!
//! Loops then read the fields they need, next to one another, and kernels see arrays of scalars alone. What host code passes and gets
//! stays an array of objects: [`Outside`] says which columns stand for which array. Private arrays, which one iteration has to
//! itself, stay as they are, and so does a single structure, which is as good as its fields in registers.

use smol_str::SmolStr;
use somd_core::ir::*;
use somd_core::walk;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub fn columns(mut program: Program) -> Program {
    let structs = Program { structs: program.structs.clone(), ..Program::default() };
    for func in &mut program.funcs {
        if matches!(func.kind, FuncKind::Region { .. }) {
            Split::new(&structs, func).run(func);
        }
    }
    program
}

struct Split<'a> {
    program: &'a Program,
    vars: Vec<Var>,
    /// The columns of every array that is taken apart.
    columns: BTreeMap<VarId, Vec<VarId>>,
    /// For the value of a filter that is a structure: the variables of its scalars.
    scalars: BTreeMap<VarId, Vec<VarId>>,
    /// For the condition of such a filter: one copy a column.
    copies: BTreeMap<VarId, Vec<VarId>>,
}

impl<'a> Split<'a> {
    fn new(program: &'a Program, func: &Func) -> Split<'a> {
        let mut private = BTreeSet::new();
        walk::for_each_stmt(&func.body, &mut |s| {
            if let StmtKind::Let { var, init: Some(e) } = &s.kind
                && matches!(e.kind, ExprKind::NewPrivate | ExprKind::ArrayLit(_) | ExprKind::Call { .. })
            {
                private.insert(*var);
            }
        });
        let mut split = Split {
            program,
            vars: func.vars.clone(),
            columns: BTreeMap::new(),
            scalars: BTreeMap::new(),
            copies: BTreeMap::new(),
        };
        for (i, var) in func.vars.iter().enumerate() {
            let id = VarId(i as u32);
            let Some(a) = var.ty.as_array().filter(|_| !private.contains(&id)) else { continue };
            if Outside::columns(program, &var.ty).is_none_or(|n| n == 0) {
                continue;
            }
            let columns = leaves(program, &a.elem).into_iter().map(|leaf| {
                let ty = Ty::Array(ArrayTy { elem: Box::new(leaf.ty), dims: a.dims.clone() });
                split.vars.push(Var { name: format!("{}_{}", var.name, leaf.name).into(), ty, ..var.clone() });
                VarId(split.vars.len() as u32 - 1)
            });
            let columns = columns.collect();
            split.columns.insert(id, columns);
        }
        split
    }

    fn run(mut self, func: &mut Func) {
        if self.columns.is_empty() {
            return;
        }
        let outside = Outside {
            params: func.params.iter().map(|p| func.vars[p.index()].ty.clone()).collect(),
            ret: func.ret.clone(),
        };
        let body = std::mem::take(&mut func.body);
        func.body = self.block(body);
        func.params = func.params.iter().flat_map(|&p| self.of(p)).collect();
        let FuncKind::Region { updates, outside: before, .. } = &mut func.kind else { return };
        let mut split_updates = Vec::new();
        let mut ret = Vec::new();
        for (ty, update) in func.ret.iter().zip(updates.iter()) {
            let columns = match ty {
                Ty::Array(a) if Outside::columns(self.program, ty).is_some_and(|n| n > 0) => {
                    let of = |leaf: Leaf| Ty::Array(ArrayTy { elem: Box::new(leaf.ty), dims: a.dims.clone() });
                    leaves(self.program, &a.elem).into_iter().map(of).collect()
                }
                other => vec![other.clone()],
            };
            match update {
                Some(p) => split_updates.extend(self.of(*p).into_iter().map(Some)),
                None => split_updates.extend(columns.iter().map(|_| None)),
            }
            ret.extend(columns);
        }
        *updates = split_updates;
        func.ret = ret;
        *before = Some(Box::new(outside));
        func.vars = self.vars;
    }

    /// The columns of an array, or the variable itself.
    fn of(&self, var: VarId) -> Vec<VarId> {
        self.columns.get(&var).cloned().unwrap_or_else(|| vec![var])
    }

    fn var(&mut self, name: impl Into<SmolStr>, ty: Ty, mutable: bool, span: Span) -> VarId {
        self.vars.push(Var { name: name.into(), ty, mutable, span, folds: None });
        VarId(self.vars.len() as u32 - 1)
    }

    fn read(&self, var: VarId, span: Span) -> Expr {
        Expr::var(var, self.vars[var.index()].ty.clone(), span)
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    fn expr(&self, e: &mut Expr) {
        // A field of an element is an element of the field's column.
        if let Some(leaf) = self.leaf_of_element(e) {
            *e = leaf;
        }
        walk::expr_children_mut(e, &mut |child| self.expr(child));
        let first = |v: &VarId| self.columns.get(v).map(|c| c[0]);
        match &mut e.kind {
            ExprKind::Len { array, .. } => {
                if let Some(column) = first(array) {
                    *array = column;
                }
            }
            ExprKind::Check { kind: CheckKind::Index { array, .. }, .. } => {
                if let Some(column) = first(array) {
                    *array = column;
                }
            }
            ExprKind::Index { array, index } => {
                if let Some(columns) = self.columns.get(array) {
                    *e = self.structure(&e.ty, &mut columns.iter(), index, e.span);
                }
            }
            _ => {}
        }
    }

    /// `a[i].f.g` as an element of a column.
    fn leaf_of_element(&self, e: &Expr) -> Option<Expr> {
        if !e.ty.is_scalar() {
            return None;
        }
        let mut path = Vec::new();
        let mut at = e;
        while let ExprKind::Field(inner, field) = &at.kind {
            path.insert(0, *field);
            at = inner;
        }
        let ExprKind::Index { array, index } = &at.kind else { return None };
        let columns = self.columns.get(array)?;
        let k = leaves(self.program, &at.ty).iter().position(|leaf| leaf.path == path)?;
        Some(Expr::new(ExprKind::Index { array: columns[k], index: index.clone() }, e.ty.clone(), e.span))
    }

    /// The structure of type `ty` that the columns hold at an index.
    fn structure<'c>(
        &self,
        ty: &Ty,
        columns: &mut impl Iterator<Item = &'c VarId>,
        index: &[Expr],
        span: Span,
    ) -> Expr {
        let kind = match ty {
            Ty::Struct(s) => {
                let fields = &self.program.structs[s.index()].fields;
                ExprKind::MakeStruct(fields.iter().map(|(_, t)| self.structure(t, columns, index, span)).collect())
            }
            _ => match columns.next() {
                Some(&array) => ExprKind::Index { array, index: index.to_vec() },
                None => ExprKind::Const(Const::Bool(false)),
            },
        };
        Expr::new(kind, ty.clone(), span)
    }

    /// The scalars of a structure, which is evaluated once.
    fn scalars_of(&mut self, value: Expr, name: &str, prov: &Prov, out: &mut Vec<Stmt>) -> Vec<Expr> {
        let span = value.span;
        let all = leaves(self.program, &value.ty);
        let value = match value.kind {
            ExprKind::Var(_) | ExprKind::MakeStruct(_) => value,
            _ => {
                let var = self.var(name, value.ty.clone(), false, span);
                let read = self.read(var, span);
                out.push(Stmt { kind: StmtKind::Let { var, init: Some(value) }, prov: prov.clone() });
                read
            }
        };
        all.into_iter().map(|leaf| self.at_path(&value, &leaf.path, span)).collect()
    }

    fn at_path(&self, value: &Expr, path: &[u32], span: Span) -> Expr {
        let Some((&first, rest)) = path.split_first() else { return value.clone() };
        if let ExprKind::MakeStruct(fields) = &value.kind {
            return self.at_path(&fields[first as usize], rest, span);
        }
        let ty = match &value.ty {
            Ty::Struct(s) => self.program.structs[s.index()].fields[first as usize].1.clone(),
            other => other.clone(),
        };
        let field = Expr::new(ExprKind::Field(Box::new(value.clone()), first), ty, span);
        self.at_path(&field, rest, span)
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    fn block(&mut self, block: Block) -> Block {
        let mut stmts = Vec::new();
        for stmt in block.stmts {
            self.stmt(stmt, &mut stmts);
        }
        Block { stmts }
    }

    /// The values that stand for one in a list of arguments or results.
    fn list(&mut self, values: Vec<Expr>) -> Vec<Expr> {
        let mut all = Vec::new();
        for mut value in values {
            match &value.kind {
                ExprKind::Var(v) if self.columns.contains_key(v) => {
                    all.extend(self.of(*v).into_iter().map(|c| self.read(c, value.span)))
                }
                _ => {
                    self.expr(&mut value);
                    all.push(value);
                }
            }
        }
        all
    }

    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        let prov = stmt.prov.clone();
        let mut push = |kind| out.push(Stmt { kind, prov: prov.clone() });
        match stmt.kind {
            StmtKind::Let { var, init: Some(init) } if self.columns.contains_key(&var) => {
                for (k, column) in self.of(var).into_iter().enumerate() {
                    let init = Some(self.whole(&init, k));
                    push(StmtKind::Let { var: column, init });
                }
            }
            StmtKind::Assign { var, value } if self.columns.contains_key(&var) => {
                for (k, column) in self.of(var).into_iter().enumerate() {
                    let value = self.whole(&value, k);
                    push(StmtKind::Assign { var: column, value });
                }
            }
            StmtKind::Assign { var, mut value } if self.scalars.contains_key(&var) => {
                self.expr(&mut value);
                let parts = self.scalars_of(value, "kept", &prov, out);
                for (scalar, value) in self.scalars[&var].clone().into_iter().zip(parts) {
                    out.push(Stmt { kind: StmtKind::Assign { var: scalar, value }, prov: prov.clone() });
                }
            }
            StmtKind::Assign { var, mut value } if self.copies.contains_key(&var) => {
                self.expr(&mut value);
                let span = value.span;
                let kept = self.var("keep", Ty::Bool, false, span);
                push(StmtKind::Let { var: kept, init: Some(value) });
                for copy in self.copies[&var].clone() {
                    let value = self.read(kept, span);
                    out.push(Stmt { kind: StmtKind::Assign { var: copy, value }, prov: prov.clone() });
                }
            }
            StmtKind::Store { array, mut index, mut value } if self.columns.contains_key(&array) => {
                index.iter_mut().for_each(|i| self.expr(i));
                self.expr(&mut value);
                // Evaluated once, and before the value; the element is looked for behind that.
                let last = index.len() - 1;
                for (k, i) in index.iter_mut().enumerate() {
                    let i = match &mut i.kind {
                        ExprKind::Check { kind: CheckKind::Index { .. }, value, .. } if k == last => value.as_mut(),
                        _ => i,
                    };
                    if !matches!(i.kind, ExprKind::Const(_) | ExprKind::Var(_)) {
                        *i = self.once(std::mem::replace(i, Expr::int(0, i.span)), "at", &prov, out);
                    }
                }
                let mut parts = self.scalars_of(value, "stored", &prov, out);
                if matches!(index[last].kind, ExprKind::Check { .. }) {
                    for part in parts.iter_mut().filter(|p| !walk::is_pure(p)) {
                        *part = self.once(part.clone(), "stored", &prov, out);
                    }
                    index[last] = self.once(index[last].clone(), "at", &prov, out);
                }
                for (array, value) in self.of(array).into_iter().zip(parts) {
                    let kind = StmtKind::Store { array, index: index.clone(), value };
                    out.push(Stmt { kind, prov: prov.clone() });
                }
            }
            StmtKind::CallRegion { results, func, args } => {
                let args = self.list(args);
                let results = results.into_iter().flat_map(|r| self.of(r)).collect();
                out.push(Stmt { kind: StmtKind::CallRegion { results, func, args }, prov });
            }
            StmtKind::Return(values) => {
                let values = self.list(values);
                out.push(Stmt { kind: StmtKind::Return(values), prov });
            }
            StmtKind::Par(par) => {
                let par = self.par(*par);
                out.push(Stmt { kind: StmtKind::Par(Box::new(par)), prov });
            }
            _ => {
                walk::stmt_exprs_mut(&mut stmt, &mut |e| self.expr(e));
                walk::stmt_blocks_mut(&mut stmt, &mut |b| *b = self.block(std::mem::take(b)));
                out.push(stmt);
            }
        }
    }

    /// A variable that holds the value from here on.
    fn once(&mut self, value: Expr, name: &str, prov: &Prov, out: &mut Vec<Stmt>) -> Expr {
        let var = self.var(name, value.ty.clone(), false, value.span);
        let read = self.read(var, value.span);
        out.push(Stmt { kind: StmtKind::Let { var, init: Some(value) }, prov: prov.clone() });
        read
    }

    /// A whole array, or a row of one: of its column.
    fn whole(&self, value: &Expr, column: usize) -> Expr {
        let mut value = value.clone();
        if let ExprKind::Var(v) | ExprKind::Row { array: v, .. } = &mut value.kind
            && let Some(columns) = self.columns.get(v)
        {
            *v = columns[column];
        }
        walk::expr_children_mut(&mut value, &mut |child| self.expr(child));
        if let Ty::Array(a) = &mut value.ty
            && let Some(leaf) = leaves(self.program, &a.elem).into_iter().nth(column)
        {
            *a.elem = leaf.ty;
        }
        value
    }

    fn par(&mut self, mut par: Par) -> Par {
        for dim in &mut par.space {
            self.expr(&mut dim.lo);
            self.expr(&mut dim.hi);
        }
        let mut outputs = Vec::new();
        for mut output in par.outputs {
            match &mut output.kind {
                OutputKind::Array(ArraySource::New { sizes, .. }) => sizes.iter_mut().for_each(|e| self.expr(e)),
                OutputKind::Reduce { init, .. } | OutputKind::Scan { init, .. } => self.expr(init),
                OutputKind::Fold { init, .. } => init.iter_mut().for_each(|e| self.expr(e)),
                _ => {}
            }
            let Some(columns) = self.columns.get(&output.result).cloned() else {
                outputs.push(output);
                continue;
            };
            if let OutputKind::Filter { value, keep } = output.kind {
                self.split_filter(value, keep, &columns);
            }
            for (k, &result) in columns.iter().enumerate() {
                let kind = match &output.kind {
                    OutputKind::Array(ArraySource::Update { old }) => {
                        OutputKind::Array(ArraySource::Update { old: self.of(*old)[k] })
                    }
                    OutputKind::Filter { value, keep } => {
                        OutputKind::Filter { value: self.scalars[value][k], keep: self.copies[keep][k] }
                    }
                    other => other.clone(),
                };
                outputs.push(Output { result, kind });
            }
        }
        par.outputs = outputs;
        par.body = self.block(std::mem::take(&mut par.body));
        par
    }

    fn split_filter(&mut self, value: VarId, keep: VarId, columns: &[VarId]) {
        let (mut scalars, mut copies) = (Vec::new(), Vec::new());
        for &column in columns {
            let info = self.vars[column.index()].clone();
            let elem = info.ty.as_array().map_or(Ty::Bool, |a| (*a.elem).clone());
            scalars.push(self.var(info.name.clone(), elem, true, info.span));
            copies.push(self.var("keep", Ty::Bool, true, info.span));
        }
        self.scalars.insert(value, scalars);
        self.copies.insert(keep, copies);
    }
}
