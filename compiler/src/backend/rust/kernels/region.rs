//! Regions: the function that host code calls, and the one over grids.

use super::body::Writer;
use super::liveness::Liveness;
use super::*;

pub fn emit(cx: &Cx, func: &Func) -> String {
    let mut w = Writer::new(cx, func, Repr::Grid);
    w.live = Some(Liveness::of(func));
    w.indent = 1;
    for &p in &func.params {
        if let Some(a) = func.vars[p.index()].ty.as_array()
            && (!a.elem.is_scalar() || a.dims.len() > 3)
        {
            cx.unsupported(func.vars[p.index()].span, "parallel methods over such arrays");
        }
    }
    w.block(&func.body);
    let name = ident(&func.name);
    let params: Vec<String> =
        func.params.iter().map(|&p| format!("mut {}: {}", w.name(p), cx.grid_ty(&func.vars[p.index()].ty))).collect();
    let params: Vec<String> = std::iter::once("run: &Run".to_string()).chain(params).collect();
    let rets: Vec<String> = func.ret.iter().map(|t| cx.grid_ty(t)).collect();
    let ret = match rets.as_slice() {
        [] => String::new(),
        [one] => format!(" -> {one}"),
        many => format!(" -> ({})", many.join(", ")),
    };
    let mut out = std::mem::take(&mut w.bodies);
    out += &format!(
        "/// `{}` over grids: array arguments that it updates become the new values.\nfn {name}_region({}){ret} {{\n{}}}\n\n",
        func.display,
        params.join(", "),
        w.out
    );
    out + &wrapper(cx, func, &w, &name)
}

/// What host code calls.
fn wrapper(cx: &Cx, func: &Func, w: &Writer, name: &str) -> String {
    let FuncKind::Region { updates } = &func.kind else { return String::new() };
    let updated: BTreeSet<VarId> = updates.iter().flatten().copied().collect();
    let is_array = |v: VarId| func.vars[v.index()].ty.as_array().is_some();
    let params: Vec<String> = func
        .params
        .iter()
        .map(|&p| {
            let ty = cx.host_ty(&func.vars[p.index()].ty);
            if is_array(p) { format!("{}: &{ty}", w.name(p)) } else { format!("{}: {ty}", w.name(p)) }
        })
        .collect();
    // A part of a method may return several scalars.
    let scalars = updates.iter().take_while(|u| u.is_none()).count();
    let ret = match scalars {
        0 | 1 => func.ret.first().map_or(String::new(), |t| format!(" -> {}", cx.host_ty(t))),
        n => format!(" -> ({})", func.ret[..n].iter().map(|t| cx.host_ty(t)).collect::<Vec<_>>().join(", ")),
    };
    let mut body = format!(
        "    static CHOICE: Choice = Choice::new({:?});\n    let run = &Run::new(&CHOICE);\n",
        func.display.as_str()
    );
    for &p in func.params.iter().filter(|p| is_array(**p)) {
        let n = w.name(p);
        let ty = cx.grid_ty(&func.vars[p.index()].ty).replacen('<', "::<", 1);
        body += &format!("    let {n}_grid = {ty}::argument({n}.up());\n");
    }
    // Arrays are values: what is updated must not show under another argument's name.
    for &p in func.params.iter().filter(|p| is_array(**p)) {
        for &q in &updated {
            if p != q && (!updated.contains(&p) || p > q) {
                body += &format!("    let {0}_grid = {0}_grid.apart_from(&{1}_grid);\n", w.name(p), w.name(q));
            }
        }
    }
    let args: Vec<String> = std::iter::once("run".to_string())
        .chain(func.params.iter().map(|&p| match (is_array(p), updated.contains(&p)) {
            (false, _) => w.name(p).to_string(),
            (true, true) => format!("{}_grid", w.name(p)),
            // The caller's array keeps a name here, so that it is never updated in place.
            (true, false) => format!("{}_grid.clone()", w.name(p)),
        }))
        .collect();
    let call = format!("{name}_region({})", args.join(", "));
    let results: Vec<String> = (0..func.ret.len()).map(|k| format!("result_{k}")).collect();
    body += &match results.len() {
        0 => format!("    {call};\n"),
        1 => format!("    let result_0 = {call};\n"),
        _ => format!("    let ({}) = {call};\n", results.join(", ")),
    };
    for (k, update) in updates.iter().enumerate() {
        if let Some(p) = update {
            body += &format!("    result_{k}.give_back({}.up());\n", w.name(*p));
        }
    }
    if scalars > 1 {
        body += &format!("    ({})\n", results[..scalars].join(", "));
    } else if let Some(ty) = func.ret.first() {
        body += &match (ty, updates.first().copied().flatten()) {
            (Ty::Array(_), Some(p)) => format!("    {}.clone()\n", w.name(p)),
            (Ty::Array(_), None) => "    result_0.into_array()\n".to_string(),
            _ => "    result_0\n".to_string(),
        };
    }
    let comment = cx.comment(&func.prov, 0);
    let first = comment.lines().next().map_or(String::new(), |l| format!("/{l}\n"));
    format!("/// `{}`\n{first}pub fn {name}({}){ret} {{\n{body}}}\n\n", func.display, params.join(", "))
}

impl<'a> Writer<'a> {
    /// An array of the region is not read after the statement.
    pub fn dies(&self, stmt: &Stmt, var: VarId) -> bool {
        self.live.as_ref().is_some_and(|l| !l.live_after(stmt, var))
    }

    /// An array of the region as a value: moved where this is its last use.
    fn grid_value(&self, stmt: &Stmt, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Var(v) if e.ty.as_array().is_some() && self.dies(stmt, *v) => {
                format!("take(&mut {})", self.name(*v))
            }
            _ => self.value(e).text,
        }
    }

    /// The statements that only regions have; false for others.
    pub fn region_stmt(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Par(par) => par::emit(self, stmt, par),
            StmtKind::CallRegion { results, func, args } => {
                let args: Vec<String> = std::iter::once("run".to_string())
                    .chain(args.iter().map(|a| match &a.kind {
                        // The same array may stand in several places.
                        ExprKind::Var(_) if args.iter().filter(|b| b.kind == a.kind).count() > 1 => self.value(a).text,
                        _ => self.grid_value(stmt, a),
                    }))
                    .collect();
                let callee = ident(&self.cx.program.func(*func).name);
                let results: Vec<String> = results.iter().map(|r| format!("mut {}", self.name(*r))).collect();
                let bind = match results.as_slice() {
                    [] => String::new(),
                    [one] => format!("let {one} = "),
                    many => format!("let ({}) = ", many.join(", ")),
                };
                self.line(&format!("{bind}{callee}_region({});", args.join(", ")));
            }
            StmtKind::Return(values) => {
                let mut texts = Vec::new();
                for (k, v) in values.iter().enumerate() {
                    let again = values[k + 1..].iter().any(|o| o.kind == v.kind);
                    texts.push(if again { self.value(v).text } else { self.grid_value(stmt, v) });
                }
                let text = match texts.as_slice() {
                    [one] => one.clone(),
                    many => format!("({})", many.join(", ")),
                };
                self.line(&text);
            }
            StmtKind::Let { var, init: Some(e) } if e.ty.as_array().is_some() => {
                let (name, ty) = (self.name(*var).to_string(), self.cx.grid_ty(self.var_ty(*var)));
                let value = match e.kind {
                    ExprKind::Row { .. } | ExprKind::ArrayLit(_) | ExprKind::NewPrivate | ExprKind::Call { .. } => {
                        self.cx.unsupported(e.span, "a row as an array of its own in a parallel method").text
                    }
                    _ => self.grid_value(stmt, e),
                };
                self.line(&format!("let mut {name}: {ty} = {value};"));
            }
            StmtKind::Assign { var, value } if value.ty.as_array().is_some() => {
                let name = self.name(*var).to_string();
                let value = self.grid_value(stmt, value);
                self.line(&format!("{name} = {value};"));
            }
            StmtKind::Store { array, index, value } => {
                let name = self.name(*array).to_string();
                let value = self.value(value).text;
                let ty = self.cx.ty(match self.var_ty(*array) {
                    Ty::Array(a) => &a.elem,
                    other => other,
                });
                let at: Vec<String> = index.iter().map(|i| self.value(i).text).collect();
                let names: Vec<String> = (0..at.len()).map(|k| format!("i{k}")).collect();
                self.line(&format!("{name}.own();"));
                self.line(&format!(
                    "let ({}, value): ({}{ty}) = ({}, {value});",
                    names.join(", "),
                    "i32, ".repeat(at.len()),
                    at.join(", ")
                ));
                self.line("// SAFETY: the index is in range: checked, or proved by the compiler.");
                self.line(&format!("unsafe {{ {name}.view_mut().put({}, value) }};", names.join(", ")));
            }
            _ => return false,
        }
        true
    }
}
