//! Parallel instructions: the body as a function over a range of iterations, and what the region does with it.

use super::body::{Writer, combine};
use super::gather::{accumulators, gather, gathers_lanes, lane_runs};
use super::lanes;
use super::places::Reached;
use super::work::operations;
use super::*;
use somd_core::interface;
use somd_core::walk;

/// A combinator as a function of two values.
pub fn combinator(w: &Writer, func: FuncId, captured: &[VarId]) -> String {
    let name = ident(&w.cx.program.func(func).name).to_string();
    if captured.is_empty() {
        return name;
    }
    let captured: String = captured.iter().map(|v| format!(", {}", w.name(*v))).collect();
    format!("|a, b| {name}(a, b{captured})")
}

/// The instruction gathers something from every iteration, and runs by blocks of the fixed shape.
fn by_blocks(par: &Par) -> bool {
    let apart =
        |o: &Output| matches!(o.kind, OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::First { .. });
    !par.outputs.iter().all(apart)
}

/// All that comes of the instruction is a list of what its iterations give.
pub fn lists(par: &Par) -> bool {
    matches!(par.outputs.as_slice(), [Output { kind: OutputKind::Scan { .. } | OutputKind::Filter { .. }, .. }])
}

pub fn reduces(par: &Par) -> bool {
    par.outputs.iter().any(|o| matches!(o.kind, OutputKind::Reduce { .. }))
}

/// What a block of iterations gives, in the order of the outputs that gather.
fn part_ty(cx: &Cx, func: &Func, output: &Output) -> Option<String> {
    let ty = |v: VarId| cx.ty(&func.vars[v.index()].ty);
    Some(match output.kind {
        OutputKind::Reduce { acc, .. } => ty(acc),
        OutputKind::Fold { value, .. } => format!("Option<{}>", ty(value)),
        OutputKind::Scan { value, .. } | OutputKind::Filter { value, .. } => format!("Vec<{}>", ty(value)),
        OutputKind::First { .. } | OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::Sort { .. } => {
            return None;
        }
    })
}

/// What a search looks for.
fn sought(par: &Par) -> Option<VarId> {
    par.outputs.iter().find_map(|o| match o.kind {
        OutputKind::First { found } => Some(found),
        _ => None,
    })
}

pub fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    }
}

pub fn can_fail(w: &Writer, block: &Block) -> bool {
    let mut fails = false;
    walk::for_each_expr(block, &mut |e| {
        fails |= match &e.kind {
            ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => !w.is_tested(value, *array, *dim),
            ExprKind::Check { kind: CheckKind::NonZero, value, .. } => !w.is_non_zero(value),
            ExprKind::Check { .. } => true,
            ExprKind::Call { func, .. } => w.cx.throwing[func.index()],
            _ => false,
        }
    });
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::Throw { .. } => fails = true,
        StmtKind::Call { func, .. } => fails |= w.cx.throwing[func.index()],
        _ => {}
    });
    fails
}

/// What the body divides by that is the same for all iterations.
fn common_divisors(w: &Writer, par: &Par) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::for_each_expr(&par.body, &mut |e| {
        if let ExprKind::Check { kind: CheckKind::NonZero, value, .. } = &e.kind
            && let ExprKind::Var(v) = value.kind
            && !w.func.vars[v.index()].mutable
        {
            found.insert(v);
        }
    });
    walk::for_each_stmt(&par.body, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == walk::Role::Declare {
                found.remove(&v);
            }
        })
    });
    for d in &par.space {
        found.remove(&d.index);
    }
    found
}

/// How an array output gets its memory.
#[derive(PartialEq)]
pub enum Memory {
    New,
    /// The old array itself, where nobody else names it.
    InPlace(VarId),
    /// A second array that starts as a copy of the old one.
    Second(VarId),
    /// Each thread fills its own, which are then combined into this one.
    Private(VarId),
}

/// The instruction; where it fills second arrays, these are only stored to, if that can be.
fn seconds_read_old(func: &Func, par: &Par) -> Par {
    let mut read = par.clone();
    for o in &par.outputs {
        if let OutputKind::Array(ArraySource::Update { old }) = o.kind
            && !interface::updates_in_place(func, par, o.result, old)
        {
            read = interface::reading_old(&read, o.result, old).unwrap_or(read);
        }
    }
    read
}

/// A parallel instruction that is printed: its captured variables, and how each output gets its memory.
struct Printed<'p> {
    stmt: &'p Stmt,
    par: &'p Par,
    captures: Vec<VarId>,
    memory: Vec<Option<Memory>>,
}

impl Printed<'_> {
    fn outputs(&self) -> impl Iterator<Item = (&Output, &Option<Memory>)> {
        self.par.outputs.iter().zip(&self.memory)
    }

    /// The name of a captured variable. What is updated in place is read under its new name.
    fn source(&self, w: &Writer, v: VarId) -> String {
        let is_old = |m: &Option<Memory>| matches!(m, Some(Memory::InPlace(old) | Memory::Private(old)) if *old == v);
        let of = self.outputs().find(|(_, m)| is_old(m)).map_or(v, |(o, _)| o.result);
        w.name(of).to_string()
    }
}

fn memory(func: &Func, par: &Par, o: &Output) -> Option<Memory> {
    match &o.kind {
        OutputKind::Array(ArraySource::New { .. }) => Some(Memory::New),
        OutputKind::Array(ArraySource::Update { old }) if interface::updates_in_place(func, par, o.result, *old) => {
            Some(Memory::InPlace(*old))
        }
        OutputKind::Array(ArraySource::Update { old }) => Some(Memory::Second(*old)),
        OutputKind::Accumulate { array, .. } => Some(Memory::Private(*array)),
        _ => None,
    }
}

pub fn emit(w: &mut Writer, stmt: &Stmt, par: &Par) {
    let cx = w.cx;
    if par.space.len() > 1 && par.space.iter().any(|d| *w.var_ty(d.index) != Ty::I32) {
        cx.unsupported(par.space[0].lo.span, "an index space of several `long`s");
        return;
    }
    if let [Output { result, kind: OutputKind::Sort { array, places } }] = par.outputs.as_slice() {
        return sort(w, stmt, par, *result, *array, *places);
    }
    let read = seconds_read_old(w.func, par);
    let memory = read.outputs.iter().map(|o| memory(w.func, &read, o)).collect();
    let p = Printed { stmt, par: &read, captures: interface::captures(&read), memory };
    let par = p.par;
    let (function, asked) = body_function(w, stmt, par, &p.captures);
    w.subscripts.insert(par.name.clone(), asked);
    w.bodies.push_str(&function);
    for v in p.captures.iter().copied().chain(par.outputs.iter().map(|o| o.result)) {
        check_elements(cx, w.var_ty(v), par);
    }
    // The results, bound behind the block.
    let results: Vec<String> = par.outputs.iter().map(|o| w.name(o.result).to_string()).collect();
    let mutable: Vec<String> = results.iter().map(|r| format!("mut {r}")).collect();
    let head = if results.is_empty() { "{".to_string() } else { format!("let {} = {{", tuple(&mutable)) };
    w.line(&head);
    w.indent += 1;
    let rank = par.space.len();
    let bounds: Vec<String> = par
        .space
        .iter()
        .map(|d| format!("({}, {})", w.value(&d.lo).cast("i64").text, w.value(&d.hi).cast("i64").text))
        .collect();
    w.line(&format!("let space = Space::<{rank}>::new([{}]);", bounds.join(", ")));
    subscripts(w, par);
    destinations(w, &p);
    if sought(par).is_some() {
        search(w, par, &p.captures);
    } else {
        let reach = super::places::reached(w, par, &p.captures, &p.memory);
        let launched = launch(w, &p, reach.as_ref());
        on_host(w, &p, launched, reach);
    }
    if !results.is_empty() {
        w.line(&tuple(&results));
    }
    w.indent -= 1;
    w.line(if results.is_empty() { "}" } else { "};" });
}

/// What is known of subscripts that are arrays' elements.
fn subscripts(w: &mut Writer, par: &Par) {
    for v in w.subscripts.get(&par.name).cloned().unwrap_or_default() {
        let name = w.name(v).to_string();
        // An array that does not change while the loop around runs is looked at once for all rounds.
        let outside = w.loop_declares.as_ref().is_some_and(|declared| !declared.contains(&v));
        let below = if outside && !w.func.vars[v.index()].mutable {
            w.held.insert(v);
            format!("{name}_held.below({name}.view())")
        } else {
            "Below::UNKNOWN".to_string()
        };
        w.line(&format!("let {name}_below = {below};"));
    }
}

/// Arrays that are stored to, and first values. These and sizes may be those of arrays that others take over.
fn destinations(w: &mut Writer, p: &Printed) {
    let (taking, first): (Vec<_>, Vec<_>) = p.outputs().partition(|(_, m)| !matches!(m, None | Some(Memory::New)));
    for (o, m) in first.into_iter().chain(taking) {
        destination(w, p, o, m);
    }
}

fn destination(w: &mut Writer, p: &Printed, o: &Output, m: &Option<Memory>) {
    let name = w.name(o.result).to_string();
    let ty = w.cx.grid_ty(w.var_ty(o.result)).replacen('<', "::<", 1);
    match (&o.kind, m) {
        (OutputKind::Array(ArraySource::New { sizes, .. }), _) => {
            let sizes: Vec<String> = sizes.iter().map(|s| w.value(s).text).collect();
            w.line(&format!("let {name} = {ty}::new([{}]);", sizes.join(", ")));
        }
        (_, Some(Memory::InPlace(old) | Memory::Private(old))) => {
            let (taken, note) = if w.dies(p.stmt, *old) {
                (format!("take(&mut {})", w.name(*old)), "No iteration reads what another stores: in place.")
            } else {
                (format!("{}.clone()", w.name(*old)), "The old contents are read later: a copy.")
            };
            w.line(&format!("// {note}"));
            w.line(&format!("let {name} = {taken}.for_update();"));
        }
        (_, Some(Memory::Second(old))) => {
            w.line("// Iterations read what others store: a second array.");
            let old = w.name(*old).to_string();
            match spare(w, p.par, o.result) {
                Some(_) => w.line(&format!("let {name} = {name}_spare.second(&{old}, &space);")),
                None => w.line(&format!("let {name} = {old}.second();")),
            }
        }
        (OutputKind::Reduce { init, .. } | OutputKind::Scan { init, .. }, _) => {
            let init = w.value(init).text;
            let ty = match &o.kind {
                OutputKind::Scan { value, .. } => w.cx.ty(w.var_ty(*value)),
                _ => w.cx.ty(w.var_ty(o.result)),
            };
            w.line(&format!("let {name}_start: {ty} = {init};"));
        }
        (OutputKind::Fold { init: Some(init), .. }, _) => {
            let init = w.value(init).text;
            let ty = w.cx.ty(w.var_ty(o.result));
            w.line(&format!("let {name}_start: {ty} = {init};"));
        }
        _ => {}
    }
}

/// The launch of the kernel; false where there is none.
fn launch(w: &mut Writer, p: &Printed, reach: Option<&Reached>) -> bool {
    let Some(kernel) = w.cx.plan.kernels.get(p.par.name.as_str()) else { return false };
    let text = format!("static {}: Kernel = {};\n\n", kernel_name(p.par), kernel.descriptor);
    w.bodies.push_str(&text);
    let args: Vec<String> = p
        .captures
        .iter()
        .map(|&v| {
            let name = p.source(w, v);
            if w.var_ty(v).as_array().is_some() {
                format!("Arg::Array({name}.arg())")
            } else {
                format!("Arg::from({name})")
            }
        })
        .collect();
    for o in &p.par.outputs {
        if let OutputKind::Scan { .. } | OutputKind::Filter { .. } = o.kind {
            let name = w.name(o.result).to_string();
            let ty = w.cx.grid_ty(w.var_ty(o.result)).replacen('<', "::<", 1);
            w.line(&format!("let {name}_out = {ty}::new([space.count() as i32]);"));
        }
    }
    let outs: Vec<String> = p
        .outputs()
        .map(|(o, m)| {
            let name = w.name(o.result);
            match (&o.kind, m) {
                (_, Some(Memory::New)) => format!("Out::Array {{ array: {name}.arg(), old: None }}"),
                (_, Some(Memory::InPlace(_))) => {
                    format!("Out::Array {{ array: {name}.arg(), old: Some({name}.arg()) }}")
                }
                (_, Some(Memory::Second(old))) => {
                    format!("Out::Array {{ array: {name}.arg(), old: Some({}.arg()) }}", w.name(*old))
                }
                (_, Some(Memory::Private(_))) => format!("Out::Accumulate {{ array: {name}.arg() }}"),
                (OutputKind::Scan { .. }, _) => {
                    format!("Out::Scan {{ array: {name}_out.arg(), init: {name}_start.into() }}")
                }
                (OutputKind::Filter { .. }, _) => format!("Out::Filter {{ array: {name}_out.arg(), kept: 0 }}"),
                _ => "Out::Value(None)".to_string(),
            }
        })
        .collect();
    // What the device fills is read after it.
    let read_later =
        p.par.outputs.iter().any(|o| !matches!(o.kind, OutputKind::Array(_) | OutputKind::Accumulate { .. }));
    let outs = format!("let mut outs = [{}];", outs.join(", "));
    if read_later {
        w.line(&outs);
    }
    let second = seconds(w, p.par, &p.memory);
    let (kernel, args) = (kernel_name(p.par), args.join(", "));
    w.line("// Where there is no device, nothing is prepared for one.");
    w.line("let launched = if run.on_cores_only() {");
    w.line("    false");
    w.line("} else {");
    w.indent += 1;
    if !read_later {
        w.line(&outs);
    }
    match reach {
        Some(Reached { name, arrays, strides }) => {
            let operations = operations(w, p.par, &|v| p.source(w, v));
            w.line(&format!(
                "let divisible = Divisible {{ reach: &{name}, operations: {operations}, arrays: &[{arrays}], strides: &[{strides}] }};"
            ));
            w.line(&format!("run.launch_parts(&{kernel}, &space, &divisible, &[{args}], &mut outs, &mut |range| {{"));
        }
        None => w.line(&format!("run.launch(&{kernel}, &space, &[{args}], &mut outs, &mut |range| {{")),
    }
    w.indent += 1;
    second.iter().for_each(|l| w.line(l));
    views(w, p.par, &p.captures, &p.memory);
    let range = if gathers_lanes(p.par) { "Block::whole(range)" } else { "range" };
    let call = call(w, p.par, &p.captures, range, if reduces(p.par) { "::<1>" } else { "" });
    w.line(&format!("{call};"));
    w.indent -= 1;
    w.line("})");
    w.indent -= 1;
    w.line("};");
    true
}

/// The loop on the host, where no kernel has done its work.
fn on_host(w: &mut Writer, p: &Printed, launched: bool, reach: Option<Reached>) {
    let blocks = by_blocks(p.par);
    let guard = if launched { "if !launched " } else { "" };
    let parts: Vec<String> = p.par.outputs.iter().filter_map(|o| part_ty(w.cx, w.func, o)).collect();
    if blocks && launched {
        let list = if gathers_lanes(p.par) { "Parts" } else { "Vec" };
        w.line(&format!("let mut parts: {list}<{}> = {list}::default();", tuple(&parts)));
    }
    let nested = launched || !blocks;
    if nested {
        w.line(&format!("{guard}{{"));
        w.indent += 1;
    }
    if let Some(Reached { name, arrays, strides }) = reach {
        let before = operations(w, p.par, &|v| p.source(w, v));
        w.line("if run.divides() {");
        w.line(&format!("    run.divide(&{name}, &space, {before}, [{arrays}], &[{strides}]);"));
        w.line("}");
    }
    seconds(w, p.par, &p.memory).iter().for_each(|l| w.line(l));
    views(w, p.par, &p.captures, &p.memory);
    let ops = operations(w, p.par, &|v| format!("{}_view", w.name(v)));
    if gathers_lanes(p.par) {
        let runs = lane_runs(w, p.par, &p.captures, &ops);
        let target = if launched { "parts =" } else { "let parts =" };
        w.line(&format!("{target} {runs};"));
    } else if blocks {
        let call_text = block_call(w, p.par, &p.captures);
        let target = if launched { "parts =" } else { "let parts =" };
        let run = if lists(p.par) { "lists" } else { "blocks" };
        w.line(&format!("{target} run.{run}(space.count(), {ops}, &|range| {call_text});"));
    } else {
        let call_text = call(w, p.par, &p.captures, "range", "");
        w.line(&format!("run.each(&space, {ops}, &|range| {call_text});"));
    }
    for (o, m) in p.outputs() {
        if let (OutputKind::Accumulate { op, .. }, Some(Memory::Private(_))) = (&o.kind, m) {
            let name = w.name(o.result).to_string();
            let elem = w.var_ty(o.result).as_array().map_or(Ty::I32, |a| (*a.elem).clone());
            let sum = combine(*op, &elem, "a", "b");
            w.line(&format!("run.combine({name}_privates, {name}.view_mut(), |a, b| {sum});"));
        }
    }
    if nested {
        w.indent -= 1;
        w.line("}");
    }
    gather(w, p.par, launched, parts.len());
    for (o, m) in p.outputs() {
        if let Some(Memory::Second(old)) = m
            && spare(w, p.par, o.result).is_some()
            && w.dies(p.stmt, *old)
        {
            w.line(&format!("{}_spare.keep(take(&mut {}));", w.name(o.result), w.name(*old)));
        }
    }
}

/// A sort has no body. On the host it is done in place, where nobody else names the array.
fn sort(w: &mut Writer, stmt: &Stmt, par: &Par, result: VarId, array: VarId, places: bool) {
    let (name, from) = (w.name(result).to_string(), w.name(array).to_string());
    let rank = w.var_ty(array).as_array().map_or(1, |a| a.dims.len());
    let sort = if rank > 1 { "sort_rows" } else { "sort" };
    let host = match places {
        true => format!("run.places(&{from})"),
        false if w.dies(stmt, array) => format!("run.{sort}(take(&mut {from}))"),
        false => format!("run.{sort}({from}.clone())"),
    };
    let Some(kernel) = w.cx.plan.kernels.get(par.name.as_str()).cloned() else {
        return w.line(&format!("let mut {name} = {host};"));
    };
    w.bodies.push_str(&format!("static {}: Kernel = {};\n\n", kernel_name(par), kernel.descriptor));
    let ty = w.cx.grid_ty(w.var_ty(result)).replacen('<', "::<", 1);
    w.line(&format!("let mut {name} = {{"));
    w.indent += 1;
    w.line(&format!("let space = Space::<1>::new([(0, {from}.len(0) as i64)]);"));
    w.line(&format!("let {name} = {ty}::new({from}.dims());"));
    w.line(&format!("let mut outs = [Out::Array {{ array: {name}.arg(), old: None }}];"));
    let kernel = kernel_name(par);
    let launch = format!("run.launch(&{kernel}, &space, &[Arg::Array({from}.arg())], &mut outs, &mut |_| {{}})");
    w.line(&format!("if {launch} {{ {name} }} else {{ {host} }}"));
    w.indent -= 1;
    w.line("};");
}

/// The run of a search: its result is the number of an iteration.
fn search(w: &mut Writer, par: &Par, captures: &[VarId]) {
    let Some(name) = par.outputs.first().map(|o| w.name(o.result).to_string()) else { return };
    let call = call(w, par, captures, "range", "");
    let ops = operations(w, par, &|v| format!("{}_view", w.name(v)));
    let host = format!("run.search(&space, {ops}, &|range| {call})");
    match w.cx.plan.kernels.get(par.name.as_str()).cloned() {
        None => {
            views(w, par, captures, &[None]);
            w.line(&format!("let found = {host};"));
        }
        Some(kernel) => {
            let text = format!("static {}: Kernel = {};\n\n", kernel_name(par), kernel.descriptor);
            w.bodies.push_str(&text);
            let args: Vec<String> = captures
                .iter()
                .map(|&v| match w.var_ty(v).as_array() {
                    Some(_) => format!("Arg::Array({}.arg())", w.name(v)),
                    None => format!("Arg::from({})", w.name(v)),
                })
                .collect();
            let launch = format!("run.launch_search(&{}, &space, &[{}])", kernel_name(par), args.join(", "));
            w.line(&format!("let found = match {launch} {{"));
            w.indent += 1;
            w.line("Some(found) => found,");
            w.line("None => {");
            w.indent += 1;
            views(w, par, captures, &[None]);
            w.line(&host);
            w.indent -= 1;
            w.line("}");
            w.indent -= 1;
            w.line("};");
        }
    }
    w.line(&format!("let {name}: i64 = found.map_or(i64::MAX, |number| number as i64);"));
}

/// The array that the loop's rounds take in turns, and whether they agree about what they do not store to.
fn spare(w: &Writer, par: &Par, result: VarId) -> Option<bool> {
    w.spares.get(&(par.name.clone(), result)).copied()
}

/// Second arrays take over the old contents, on the host.
fn seconds(w: &Writer, par: &Par, memory: &[Option<Memory>]) -> Vec<String> {
    let mut lines = Vec::new();
    for (o, m) in par.outputs.iter().zip(memory) {
        if let Some(Memory::Second(old)) = m {
            let name = w.name(o.result);
            let take = format!("run.carry(&{name}, &{});", w.name(*old));
            lines.push(match spare(w, par, o.result) {
                Some(true) => format!("if !{name}_spare.agrees() {{ {take} }}"),
                _ => take,
            });
        }
    }
    lines
}

/// Views of all arrays, under names of their own.
fn views(w: &mut Writer, par: &Par, captures: &[VarId], memory: &[Option<Memory>]) {
    for (o, m) in par.outputs.iter().zip(memory) {
        let name = w.name(o.result).to_string();
        match m {
            Some(Memory::Private(_)) => {
                let OutputKind::Accumulate { op, .. } = o.kind else { continue };
                let elem = w.var_ty(o.result).as_array().map_or(Ty::I32, |a| (*a.elem).clone());
                let zero = identity(op, &elem).map_or("0".to_string(), |c| constant(w, &c, &elem));
                w.line(&format!("let {name}_privates = Privates::new({zero}, {name}.dims());"));
            }
            Some(_) => w.line(&format!("let {name}_view = {name}.view_mut();")),
            None => {}
        }
    }
    for &v in captures {
        if w.var_ty(v).as_array().is_some() {
            let inplace = par
                .outputs
                .iter()
                .zip(memory)
                .find(|(_, m)| matches!(m, Some(Memory::InPlace(old) | Memory::Private(old)) if *old == v));
            let name = w.name(v).to_string();
            match inplace {
                Some((o, memory)) => {
                    let new = w.name(o.result).to_string();
                    // Of what threads fill apart, the sizes are read.
                    let view = if matches!(memory, Some(Memory::Private(_))) { ".view()" } else { "_view" };
                    w.line(&format!("let {name}_view = {new}{view};"));
                }
                None => w.line(&format!("let {name}_view = {name}.view();")),
            }
        }
    }
}

pub fn constant(w: &Writer, c: &Const, ty: &Ty) -> String {
    w.value(&Expr::new(ExprKind::Const(c.clone()), ty.clone(), Span::NONE)).text
}

/// The call of the body for a block.
fn block_call(w: &Writer, par: &Par, captures: &[VarId]) -> String {
    if !reduces(par) {
        return call(w, par, captures, "range", "");
    }
    let (one, many) = (call(w, par, captures, "range", "::<1>"), call(w, par, captures, "range", "::<LANES>"));
    format!("if space.count() <= SMALL {{ {one} }} else {{ {many} }}")
}

/// The call of the body for a range or block, with so many accumulators.
pub fn call(w: &Writer, par: &Par, captures: &[VarId], range: &str, lanes: &str) -> String {
    let mut args = vec![range.to_string(), "&space".to_string()];
    for &v in captures {
        args.push(if w.var_ty(v).as_array().is_some() { format!("{}_view", w.name(v)) } else { w.name(v).to_string() });
    }
    for o in &par.outputs {
        match o.kind {
            OutputKind::Array(_) => args.push(format!("{}_view", w.name(o.result))),
            OutputKind::Accumulate { .. } => args.push(w.name(o.result).to_string()),
            _ => {}
        }
    }
    args.extend(w.subscripts.get(&par.name).into_iter().flatten().map(|v| format!("{}_below", w.name(*v))));
    let name = ident(&par.name);
    let args = args.join(", ");
    let mut text = format!("{name}{lanes}({args})");
    for o in &par.outputs {
        if let OutputKind::Accumulate { .. } = o.kind {
            let n = w.name(o.result);
            text = format!("{n}_privates.with(|{n}| {text})");
        }
    }
    text
}

fn check_elements(cx: &Cx, ty: &Ty, par: &Par) {
    if let Some(a) = ty.as_array()
        && !a.elem.is_scalar()
    {
        let span = par.space.first().map_or(Span::NONE, |d| d.lo.span);
        cx.unsupported(span, "arrays of value objects in parallel code");
    }
}

// ---- the body -----------------------------------------------------------------------------------------------------

/// The parameters for captured variables and for arrays that are stored to. Gives lines for those whose rows have a length that the type says:
/// it is a constant in each subscript.
fn parameters(w: &mut Writer, par: &Par, captures: &[VarId], params: &mut Vec<String>) -> Vec<String> {
    let cx = w.cx;
    let view = |w: &Writer, v: VarId| {
        let Ty::Array(a) = w.var_ty(v) else { return cx.ty(w.var_ty(v)) };
        format!("View<{}, {}>", cx.ty(&a.elem), a.dims.len())
    };
    let mut bounded = Vec::new();
    let mut note_bounds = |w: &Writer, v: VarId| {
        if let Ty::Array(a) = w.var_ty(v)
            && a.dims.iter().skip(1).any(Option::is_some)
        {
            let dims: Vec<String> = a.dims.iter().map(|d| d.map_or("-1".to_string(), |d| d.to_string())).collect();
            bounded.push(format!("let {0} = {0}.bounded([{1}]);", w.name(v), dims.join(", ")));
        }
    };
    for &v in captures {
        if w.var_ty(v).as_array().is_some() {
            w.reprs[v.index()] = Repr::View;
            note_bounds(w, v);
        }
        params.push(format!("{}: {}", w.name(v), view(w, v)));
    }
    for o in &par.outputs {
        if let OutputKind::Array(_) | OutputKind::Accumulate { .. } = o.kind {
            w.reprs[o.result.index()] = Repr::View;
            note_bounds(w, o.result);
            params.push(format!("{}: {}", w.name(o.result), view(w, o.result)));
            if let OutputKind::Accumulate { op, .. } = o.kind {
                w.operators.push((o.result, op));
            }
        }
    }
    bounded
}

/// What an instruction gathers in, before its first iteration.
fn accumulators_of(w: &mut Writer, par: &Par) {
    for o in &par.outputs {
        match &o.kind {
            OutputKind::Reduce { op, acc, .. } => {
                let ty = w.var_ty(*acc).clone();
                let zero = identity(*op, &ty).map_or("0".to_string(), |c| constant(w, &c, &ty));
                let (name, ty) = (w.name(*acc).to_string(), w.cx.ty(&ty));
                w.line(&format!("let mut {name}_lanes: [{ty}; LANES] = [{zero}; LANES];"));
            }
            OutputKind::Fold { value, .. } | OutputKind::Scan { value, .. } => {
                let name = w.name(*value).to_string();
                w.line(&format!("let mut {name}_values = Vec::with_capacity(range.len());"));
            }
            OutputKind::Filter { value, .. } => {
                let name = w.name(*value).to_string();
                w.line(&format!("let mut {name}_values = Vec::new();"));
            }
            OutputKind::First { .. }
            | OutputKind::Array(_)
            | OutputKind::Accumulate { .. }
            | OutputKind::Sort { .. } => {}
        }
    }
}

/// What a block of iterations gives.
fn gathered(w: &Writer, par: &Par, by_lanes: bool) -> Vec<String> {
    let mut results = Vec::new();
    for o in &par.outputs {
        match &o.kind {
            OutputKind::Reduce { acc, .. } if by_lanes => results.push(format!("{}_lanes", w.name(*acc))),
            OutputKind::Reduce { op, acc, .. } => {
                let sum = combine(*op, w.var_ty(*acc), "a", "b");
                results.push(format!("par::halve({}_lanes, |a, b| {sum})", w.name(*acc)));
            }
            OutputKind::Fold { value, func, captured, .. } => {
                results.push(format!("par::fold(&{}_values, {})", w.name(*value), combinator(w, *func, captured)));
            }
            OutputKind::Scan { value, .. } | OutputKind::Filter { value, .. } => {
                results.push(format!("{}_values", w.name(*value)))
            }
            OutputKind::First { .. } => results.push("None".to_string()),
            OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::Sort { .. } => {}
        }
    }
    results
}

/// And the arrays of subscripts of which it asks what they are below.
fn body_function(region: &Writer, stmt: &Stmt, par: &Par, captures: &[VarId]) -> (String, BTreeSet<VarId>) {
    let cx = region.cx;
    let lanes = lanes::plan(cx, region.func, par);
    // By lanes there are more variables.
    let func = lanes.as_ref().map_or(region.func, |l| &l.func);
    let mut w = Writer::new(cx, func, Repr::View);
    w.names.splice(..region.names.len(), region.names.iter().cloned());
    w.natural = region.natural.clone();
    w.captured = captures.iter().copied().collect();
    let by_lanes = gathers_lanes(par);
    let range = if by_lanes { "block: Block" } else { "range: Range<usize>" };
    let mut params = vec![range.to_string(), format!("space: &Space<{}>", par.space.len())];
    let bounded = parameters(&mut w, par, captures, &mut params);
    for d in &par.space {
        if w.is_natural(&d.lo) {
            w.natural.insert(d.index);
        }
    }
    let parts: Vec<String> = par.outputs.iter().filter_map(|o| part_ty(cx, func, o)).collect();
    let reduces = reduces(par);
    w.indent = 1;
    bounded.iter().for_each(|line| w.line(line));
    accumulators_of(&mut w, par);
    let proof =
        "an index without a check is in range: the compiler has proved it. No two iterations store to one element.";
    w.accesses(proof, |w| {
        let Some(inner) = par.space.last() else { return };
        let range = format!("{}_range", w.name(inner.index));
        let row = |w: &mut Writer, head: &str| {
            let (lo, hi) = (format!("{range}.start as i64"), format!("{range}.end as i64"));
            let tests = w.tests(inner.index, &par.body, &lo, &hi);
            let accs = (reduces && par.space.len() > 1).then_some("accs");
            let innermost = |w: &mut Writer, head: &str| {
                let plain = |w: &mut Writer| {
                    w.line(head);
                    w.indent += 1;
                    iteration(w, par);
                    w.indent -= 1;
                    w.line("}");
                };
                let Some(lanes) = &lanes else { return plain(w) };
                let divisors = common_divisors(w, par);
                let conditions: Vec<String> = divisors.iter().map(|&v| format!("{} != 0", w.name(v))).collect();
                w.non_zero.extend(divisors);
                let Some(segments) = lanes.segments(can_fail(w, &par.body)) else {
                    w.non_zero.clear();
                    return plain(w);
                };
                if conditions.is_empty() {
                    return lanes::emit(w, par, segments, accs, plain);
                }
                w.line(&format!("if {} {{", conditions.join(" && ")));
                w.indent += 1;
                lanes::emit(w, par, segments, accs, plain);
                w.non_zero.clear();
                w.indent -= 1;
                w.line("} else {");
                w.indent += 1;
                plain(w);
                w.indent -= 1;
                w.line("}");
            };
            match tests {
                None => innermost(w, head),
                Some(tests) if tests.indirect && lanes.is_none() => {
                    w.line("// Indices that are in range for all iterations are not checked in each.");
                    // The rows of a reduction are short already.
                    let strips = !reduces;
                    if strips {
                        w.line(&format!("for {range} in par::long_strips({range}) {{"));
                        w.indent += 1;
                    }
                    w.either(&tests, true, |w| innermost(w, head));
                    if strips {
                        w.indent -= 1;
                        w.line("}");
                    }
                }
                Some(tests) => {
                    w.line("// Indices that are in range for all iterations are not checked in each.");
                    w.either(&tests, false, |w| innermost(w, head));
                }
            }
        };
        if lanes.is_none() && super::bands::emit(w, par, &row) {
            return;
        }
        let (opened, head) = loops(w, par, reduces);
        row(w, &head);
        for _ in 0..opened {
            w.indent -= 1;
            w.line("}");
        }
    });
    let results = gathered(&w, par, by_lanes);
    if !results.is_empty() {
        w.line(&tuple(&results));
    }
    let parts = match by_lanes {
        true => accumulators(&w, par).iter().map(|(_, _, ty)| format!("[{}; LANES]", cx.ty(ty))).collect(),
        false => parts,
    };
    let ret = match parts.as_slice() {
        _ if sought(par).is_some() => " -> Option<u64>".to_string(),
        [] => String::new(),
        parts => format!(" -> {}", tuple(parts)),
    };
    let generic = if reduces { "<const LANES: usize>" } else { "" };
    let asked = w.asked.take();
    params.extend(asked.iter().map(|v| format!("{}_below: Below", w.name(*v))));
    let what = if by_blocks(par) { "A block of iterations of" } else { "A range of iterations of" };
    let places = cx.comment(&stmt.prov, 0).replace("// ", "/// ");
    let name = ident(&par.name);
    let text = format!(
        "/// {what} `{}`:\n{places}pub(super) fn {name}{generic}({}){ret} {{\n{}}}\n\n",
        func.display,
        params.join(", "),
        w.out
    );
    (text, asked)
}

/// Opens the loops over the iterations of `range`, but for the innermost: how many, and the head of that one.
fn loops(w: &mut Writer, par: &Par, lanes: bool) -> (usize, String) {
    let indices: Vec<String> = par.space.iter().map(|d| w.name(d.index).to_string()).collect();
    let accs: Vec<String> = par
        .outputs
        .iter()
        .filter_map(|o| match o.kind {
            OutputKind::Reduce { acc, .. } => Some(w.name(acc).to_string()),
            _ => None,
        })
        .collect();
    let mut opened = 0;
    let mut open = |w: &mut Writer, text: &str| {
        w.line(text);
        w.indent += 1;
        opened += 1;
    };
    let range = if lanes {
        let block = if gathers_lanes(par) { "block" } else { "Block::whole(range)" };
        open(w, &format!("for row in par::rows({block}, LANES) {{"));
        "row"
    } else {
        "range"
    };
    let inner = indices.last().cloned().unwrap_or_default();
    let pattern = accs.iter().fold(inner.clone(), |p, a| format!("({p}, {a}_lane)"));
    if indices.len() == 1 {
        let zips: String = accs.iter().map(|a| format!(".zip(&mut {a}_lanes)")).collect();
        let indices = if *w.var_ty(par.space[0].index) == Ty::I64 { "long_indices" } else { "indices" };
        w.line(&format!("let {inner}_range = space.{indices}({range});"));
        (opened, format!("for {pattern} in {inner}_range{zips} {{"))
    } else {
        if lanes {
            w.line("let mut lane = 0;");
        }
        let outer = indices[..indices.len() - 1].join(", ");
        open(w, &format!("for ({outer}, {inner}_range) in space.rows({range}) {{"));
        if lanes {
            w.line(&format!("let accs = lane..lane + {inner}_range.len();"));
            w.line("lane = accs.end;");
        }
        let zips: String = accs.iter().map(|a| format!(".zip(&mut {a}_lanes[accs.clone()])")).collect();
        (opened, format!("for {pattern} in {inner}_range{zips} {{"))
    }
}

pub fn iteration(w: &mut Writer, par: &Par) {
    let guarded = can_fail(w, &par.body);
    if guarded {
        let point: Vec<String> = par.space.iter().map(|d| format!("{} as i64", w.name(d.index))).collect();
        w.line(&format!("let at = space.at([{}]);", point.join(", ")));
    }
    for o in &par.outputs {
        match o.kind {
            OutputKind::Reduce { acc, .. } => {
                let name = w.name(acc).to_string();
                w.line(&format!("let mut {name} = *{name}_lane;"));
            }
            OutputKind::Fold { value, .. } | OutputKind::Scan { value, .. } => declare(w, value),
            OutputKind::Filter { value, keep } => {
                declare(w, value);
                declare(w, keep);
            }
            OutputKind::First { found } => declare(w, found),
            OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::Sort { .. } => {}
        }
    }
    w.block(&par.body);
    for o in &par.outputs {
        match o.kind {
            OutputKind::Reduce { acc, .. } => {
                let name = w.name(acc).to_string();
                w.line(&format!("*{name}_lane = {name};"));
            }
            OutputKind::Fold { value, .. } | OutputKind::Scan { value, .. } => {
                let name = w.name(value).to_string();
                w.line(&format!("{name}_values.push({name});"));
            }
            OutputKind::Filter { value, keep } => {
                let (name, keep) = (w.name(value).to_string(), w.name(keep).to_string());
                w.line(&format!("if {keep} {{ {name}_values.push({name}); }}"));
            }
            OutputKind::First { .. }
            | OutputKind::Array(_)
            | OutputKind::Accumulate { .. }
            | OutputKind::Sort { .. } => {}
        }
    }
    if guarded {
        w.line("at.done();");
    }
    if let Some(found) = sought(par) {
        let point: Vec<String> = par.space.iter().map(|d| format!("{} as i64", w.name(d.index))).collect();
        w.line(&format!("if {} {{ return Some(space.number([{}])); }}", w.name(found), point.join(", ")));
    }
}

fn declare(w: &mut Writer, v: VarId) {
    let (name, ty) = (w.name(v).to_string(), w.var_ty(v).clone());
    let (t, zero) = (w.cx.ty(&ty), w.cx.zero(&ty));
    w.line(&format!("let mut {name}: {t} = {zero};"));
}

fn kernel_name(par: &Par) -> String {
    format!("{}_KERNEL", ident(&par.name))
}
