//! Regions: the function that host code calls, and the one over grids.

use super::body::Writer;
use super::liveness::Liveness;
use super::*;
use somd_core::walk;

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
        "/// `{}` over grids: array arguments that it updates become the new values.\npub(super) fn {name}_region({}){ret} {{\n{}}}\n\n",
        func.display,
        params.join(", "),
        w.out
    );
    out + &wrapper(cx, func, &w, &name)
}

/// How many launches of kernels with checks a region makes, those in loops counted twice. None where the host has a part in it that would
/// have to be undone.
fn checked_launches(cx: &Cx, block: &Block, in_loop: bool) -> Option<usize> {
    let mut count = 0;
    for stmt in &block.stmts {
        let each = |n: usize| if in_loop { 2 * n } else { n };
        match &stmt.kind {
            StmtKind::Par(par) => {
                let kernel = cx.plan.kernels.get(par.name.as_str())?;
                count += each(usize::from(kernel.checked));
                continue;
            }
            StmtKind::CallRegion { func, .. } => {
                count += each(checked_launches(cx, &cx.program.func(*func).body, false)?);
            }
            StmtKind::Store { .. } => return None,
            _ => {}
        }
        let inside = in_loop || matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
        let mut blocks = Vec::new();
        walk::stmt_blocks(stmt, &mut |b| blocks.push(checked_launches(cx, b, inside)));
        for n in blocks {
            count += n?;
        }
    }
    Some(count)
}

/// A parameter or result as host code has it, and the variables or results that stand for it inside.
struct Side {
    ty: Ty,
    inside: Vec<usize>,
}

/// The sides of a list of types that `inside` says column by column.
fn sides(cx: &Cx, outside: Option<&[Ty]>, inside: &[Ty]) -> Vec<Side> {
    let Some(outside) = outside else {
        return inside.iter().enumerate().map(|(k, t)| Side { ty: t.clone(), inside: vec![k] }).collect();
    };
    let mut at = 0;
    let side = |ty: &Ty| {
        let width = Outside::columns(cx.program, ty).unwrap_or(1);
        at += width;
        Side { ty: ty.clone(), inside: (at - width..at).collect() }
    };
    outside.iter().map(side).collect()
}

/// A structure from what `scalar` says of its scalars, in order.
fn structure_text(cx: &Cx, ty: &Ty, scalar: &mut dyn FnMut() -> String) -> String {
    let Ty::Struct(s) = ty else { return scalar() };
    let s = &cx.program.structs[s.index()];
    let fields: Vec<String> =
        s.fields.iter().map(|(n, t)| format!("{}: {}", ident(n), structure_text(cx, t, scalar))).collect();
    format!("{} {{ {} }}", super::struct_name(s), fields.join(", "))
}

/// `.a.b`
fn path_text(cx: &Cx, ty: &Ty, path: &[u32]) -> String {
    match (ty, path.split_first()) {
        (Ty::Struct(s), Some((&first, rest))) => {
            let (name, ty) = &cx.program.structs[s.index()].fields[first as usize];
            format!(".{}{}", ident(name), path_text(cx, ty, rest))
        }
        _ => String::new(),
    }
}

/// The lengths that a type tells of an array's dimensions, as the runtime is given them.
fn told_bounds(dims: &[Option<u32>]) -> Option<String> {
    let texts: Vec<String> = dims.iter().map(|d| d.map_or("-1".to_string(), |n| n.to_string())).collect();
    dims.iter().any(Option::is_some).then(|| format!("[{}]", texts.join(", ")))
}

/// What host code calls.
fn wrapper(cx: &Cx, func: &Func, w: &Writer, name: &str) -> String {
    let FuncKind::Region { updates, outside, optional, .. } = &func.kind else { return String::new() };
    let inside: Vec<Ty> = func.params.iter().map(|p| func.vars[p.index()].ty.clone()).collect();
    let takes = sides(cx, outside.as_ref().map(|o| o.params.as_slice()), &inside);
    let gives = sides(cx, outside.as_ref().map(|o| o.ret.as_slice()), &func.ret);
    let updated: BTreeSet<VarId> = updates.iter().flatten().copied().collect();
    let is_array = |v: VarId| func.vars[v.index()].ty.as_array().is_some();
    let elements = |ty: &Ty| ty.as_array().map(|a| (*a.elem).clone()).filter(|e| !e.is_scalar());
    let names: Vec<String> = takes
        .iter()
        .map(|t| {
            let first = w.name(func.params[t.inside[0]]);
            if elements(&t.ty).is_some() { format!("{first}_objects") } else { first.to_string() }
        })
        .collect();
    let params: Vec<String> = takes
        .iter()
        .zip(&names)
        .map(|(t, n)| {
            let borrow = if t.ty.is_scalar() { "" } else { "&" };
            format!("{n}: {borrow}{}", cx.host_ty(&t.ty))
        })
        .collect();
    // A part of a method may return several scalars.
    let scalars = gives.iter().take_while(|g| updates[g.inside[0]].is_none()).count();
    let ret = match scalars {
        0 | 1 => gives.first().map_or(String::new(), |g| format!(" -> {}", cx.host_ty(&g.ty))),
        n => format!(" -> ({})", gives[..n].iter().map(|g| cx.host_ty(&g.ty)).collect::<Vec<_>>().join(", ")),
    };
    let mut body = format!(
        "    static CHOICE: Choice = Choice::new({:?}, &{:?}, {:?});\n",
        func.display.as_str(),
        cx.plan.named.get(&func.name).map(|n| n.functions.as_slice()).unwrap_or_default(),
        cx.plan.named.get(&func.name).map_or("", |n| n.place.as_str()),
    );
    // An array that is updated, and another argument that may be the same one.
    let shared = |p: VarId, q: VarId| updated.contains(&q) && (!updated.contains(&p) || p > q);
    if let Some(little) =
        little::of(func).filter(|_| outside.is_none() && w.subscripts.values().all(BTreeSet::is_empty))
    {
        let elem = |p: VarId| func.vars[p.index()].ty.as_array().map(|a| &a.elem);
        let pairs = func.params.iter().flat_map(|&p| func.params.iter().map(move |&q| (p, q)));
        let apart: Vec<_> = pairs
            .filter(|&(p, q)| p != q && is_array(p) && is_array(q) && elem(p) == elem(q) && shared(p, q))
            .collect();
        let back = gives.first().and_then(|g| updates[g.inside[0]]).map(|p| w.name(p));
        body += &little::emit(cx, func, &little, &apart, back);
    }
    body += "    let run = &Run::new(&CHOICE);\n";
    for (t, n) in takes.iter().zip(&names) {
        let inside = |k: usize| w.name(func.params[t.inside[k]]);
        match (&t.ty, elements(&t.ty)) {
            (Ty::Array(a), Some(elem)) => {
                let plain = cx.ty(&elem);
                let made = match told_bounds(&a.dims) {
                    Some(bounds) => format!("bounded({n}.up(), {bounds})"),
                    None => format!("of({n}.up())"),
                };
                body += &format!("    let {n}_values = Unboxed::<{plain}, {}>::{made};\n", a.dims.len());
                for (k, leaf) in leaves(cx.program, &elem).iter().enumerate() {
                    let path = path_text(cx, &elem, &leaf.path);
                    body += &format!("    let {}_grid = {n}_values.column({k}, |v| v{path});\n", inside(k));
                }
            }
            (Ty::Array(a), None) => {
                let ty = cx.grid_ty(&t.ty).replacen('<', "::<", 1);
                let made = match told_bounds(&a.dims) {
                    Some(bounds) => format!("bounded_argument({n}.up(), {bounds})"),
                    None if optional.contains(&func.params[t.inside[0]]) => format!("optional({n}.up())"),
                    None => match cx.program.nulls.given(func, func.params[t.inside[0]]) {
                        Some(message) => format!("given({n}.up(), {})", string_literal(message)),
                        None => format!("argument({n}.up())"),
                    },
                };
                body += &format!("    let {n}_grid = {ty}::{made};\n");
            }
            (Ty::Struct(_), _) => body += &format!("    let {n} = {}::of({n});\n", cx.ty(&t.ty)),
            _ => {}
        }
    }
    // Arrays are values: what is updated must not show under another argument's name.
    for (i, t) in takes.iter().enumerate() {
        for other in takes.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, o)| o) {
            let same_class = elements(&t.ty) == elements(&other.ty);
            for (&p, &q) in t.inside.iter().zip(&other.inside).filter(|_| same_class) {
                let (p, q) = (func.params[p], func.params[q]);
                if is_array(p) && is_array(q) && shared(p, q) {
                    body += &format!("    let {0}_grid = {0}_grid.apart_from(&{1}_grid);\n", w.name(p), w.name(q));
                }
            }
        }
    }
    let chained = checked_launches(cx, &func.body, false).is_some_and(|n| n > 1);
    let args: Vec<String> = std::iter::once("run".to_string())
        .chain(func.params.iter().map(|&p| match (is_array(p), updated.contains(&p)) {
            (false, _) => w.name(p).to_string(),
            (true, true) if chained => format!("{}_grid.again()", w.name(p)),
            (true, true) => format!("{}_grid", w.name(p)),
            // The caller's array keeps a name, so that it is never updated in place. A chain may run the region again.
            (true, false) if chained => format!("{}_grid.clone()", w.name(p)),
            (true, false) => format!("{}_grid.kept()", w.name(p)),
        }))
        .collect();
    let mut call = format!("{name}_region({})", args.join(", "));
    if chained {
        call = format!("run.chain(|| {call})");
    }
    let results: Vec<String> = (0..func.ret.len()).map(|k| format!("result_{k}")).collect();
    body += &match results.len() {
        0 => format!("    {call};\n"),
        1 => format!("    let result_0 = {call};\n"),
        _ => format!("    let ({}) = {call};\n", results.join(", ")),
    };
    // The value at place `k` of the columns from which the objects are made.
    let value_at = |side: &Side, elem: &Ty| {
        let mut columns = side.inside.iter();
        structure_text(cx, elem, &mut || {
            let column = columns.next().map_or(0, |c| *c);
            format!("*result_{column}_data.add(k)")
        })
    };
    let data = |side: &Side| -> String {
        let line = |k: &usize| format!("    let result_{k}_data = result_{k}.view().elements();\n");
        side.inside.iter().map(line).collect()
    };
    let columns = |side: &Side| -> String {
        let all: Vec<String> = side.inside.iter().map(|k| format!("result_{k}.own_column()")).collect();
        format!("[{}]", all.join(", "))
    };
    for give in &gives {
        let Some(p) = updates[give.inside[0]] else { continue };
        let taken = takes.iter().zip(&names).find(|(t, _)| func.params[t.inside[0]] == p);
        let Some((_, n)) = taken else { continue };
        match (&give.ty, elements(&give.ty)) {
            (Ty::Array(a), Some(elem)) => {
                let objects = format!(
                    "{}    // SAFETY: all columns have an element for every object.\n    \
                     plain::give_back::<{}>({n}.up(), {}, &|k| unsafe {{ {} }});\n",
                    data(give),
                    cx.ty(&elem),
                    a.dims.len(),
                    value_at(give, &elem)
                );
                body += &match a.dims.len() {
                    1 => format!(
                        "    let columns = {};\n    if !{n}_values.give_back(&columns) {{\n{objects}    }}\n",
                        columns(give)
                    ),
                    _ => objects,
                };
            }
            _ => body += &format!("    result_{}.give_back({n}.up());\n", give.inside[0]),
        }
    }
    if scalars > 1 {
        let text = |g: &Side| match &g.ty {
            Ty::Struct(_) => format!("result_{}.object()", g.inside[0]),
            _ => format!("result_{}", g.inside[0]),
        };
        body += &format!("    ({})\n", gives[..scalars].iter().map(text).collect::<Vec<_>>().join(", "));
    } else if let Some(give) = gives.first() {
        let updates = updates[give.inside[0]];
        let taken = takes.iter().zip(&names).find(|(t, _)| Some(func.params[t.inside[0]]) == updates);
        body += &match (&give.ty, elements(&give.ty), taken) {
            (Ty::Array(_), _, Some((_, n))) => format!("    {n}.clone()\n"),
            (Ty::Array(a), Some(elem), None) if a.dims.len() == 1 => format!(
                "    let array = {}::array(&{}).unwrap_or_else(|| {{\n{}    \
                 // SAFETY: all columns have an element for every object.\n    \
                 plain::boxed::<{}>(&result_{}.dims(), |k| unsafe {{ {} }})\n    }});\n    \
                 // SAFETY: the array is of this class.\n    unsafe {{ array.into_cast() }}\n",
                cx.ty(&elem),
                columns(give),
                data(give),
                cx.ty(&elem),
                give.inside[0],
                value_at(give, &elem)
            ),
            (Ty::Array(_), Some(elem), None) => format!(
                "{}    // SAFETY: all columns have an element for every object, and the array is of this class.\n    \
                 unsafe {{ plain::boxed::<{}>(&result_{}.dims(), |k| {}).into_cast() }}\n",
                data(give),
                cx.ty(&elem),
                give.inside[0],
                value_at(give, &elem)
            ),
            (Ty::Array(_), None, None) => "    result_0.into_array()\n".to_string(),
            (Ty::Struct(_), ..) => "    result_0.object()\n".to_string(),
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

    /// Before a loop: the second arrays that its rounds take in turns.
    pub fn declare_spares(&mut self, body: &Block) {
        for (key, agrees) in super::spare::of_loop(self.func, body) {
            self.line("// Two arrays, filled in turns.");
            self.line(&format!("let mut {}_spare = Spare::default();", self.name(key.1)));
            self.spares.insert(key, agrees);
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
                // An iteration that is run by itself has its arrays here.
                let sizes: Vec<u32> = e.ty.as_array().into_iter().flat_map(|a| &a.dims).flatten().copied().collect();
                let value = match &e.kind {
                    ExprKind::NewPrivate => format!("{}::new({sizes:?})", ty.replacen('<', "::<", 1)),
                    ExprKind::ArrayLit(items) if sizes.len() == 1 => {
                        let items: Vec<String> = items.iter().map(|i| self.value(i).text).collect();
                        let new = format!("{}::new({sizes:?})", ty.replacen('<', "::<", 1));
                        self.line(&format!("let mut {name}: {ty} = {new};"));
                        for (k, item) in items.iter().enumerate() {
                            self.line(&format!("let value = {item};"));
                            self.line(&format!("// SAFETY: it is less than {}.", items.len()));
                            self.line(&format!("unsafe {{ {name}.view_mut().put({k}, value) }};"));
                        }
                        return true;
                    }
                    ExprKind::Row { .. } | ExprKind::ArrayLit(_) | ExprKind::Call { .. } => {
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
                let value_of = value;
                let value = self.value(value).text;
                let ty = self.cx.ty(match self.var_ty(*array) {
                    Ty::Array(a) => &a.elem,
                    other => other,
                });
                let at: Vec<String> = index.iter().map(|i| self.value(i).text).collect();
                let names: Vec<String> = (0..at.len()).map(|k| format!("i{k}")).collect();
                self.line(&format!("{name}.own();"));
                let fails = |e: &Expr| walk::expr_throws(self.cx.program, e);
                // What comes before the value, for what it throws; the element is looked for last (JLS 15.26.1).
                let mut earlier = Vec::new();
                if let Some((last, rows)) = index.split_last().filter(|_| fails(value_of)) {
                    earlier.extend(rows.iter().chain(last.before_last_check()).filter(|e| fails(e)).cloned());
                }
                for e in earlier {
                    let v = self.value(&e).text;
                    self.line(&format!("let _ = {v};"));
                }
                self.line(&format!(
                    "let (value, {}): ({ty}{}) = ({value}, {});",
                    names.join(", "),
                    ", i32".repeat(at.len()),
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
