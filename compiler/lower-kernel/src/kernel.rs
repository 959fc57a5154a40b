//! A kernel file: header comment, what the kernel calls, parameters, and the form in which work items run the body's iterations.

use super::axis::{Axis, header, number};
use super::blocking;
use super::blocks;
use super::body::{Body, Fail, Place, Space, Unit, source_place};
use super::code::{Names, read_items};
use super::emitted::{Arg, Kernel, Out, Refusal};
use super::expr::length_names;
use super::group_per_row;
use super::inner_parallel;
use super::interface::{arguments, outputs};
use super::jam;
use super::lines::{self, Line};
use super::literals as literal_text;
use super::local;
use super::row_lanes;
use super::rows;
use super::scan;
use super::segmented;
use super::sort;
use super::spaces::{self as space_text, macro_name};
use super::state::Banks;
use super::stencil;
use super::tile;
use super::transpose;
use super::vector;
use super::work;
use somd_core::ir::*;
use somd_core::walk;
use somd_kernel::{Function, Item, Module};
use somd_runtime::kernel::{Elem, Form, Param};
use somd_schedule::facts::{carried, own_rows, reads_own, uneven};
use somd_schedule::forms::{self, Case, forms, group_per_row as group_per_row_plan, row_lanes as row_lanes_plan};
use somd_schedule::spaces::Elsewhere;
use somd_schedule::{Options, ParPlan, banks, literals, spaces};
use somd_syntax::source::SourceMap;
use std::collections::BTreeMap;

/// A parameter of the kernel under the name it has.
pub(super) struct Parameter {
    pub what: Param,
    /// The address space of an array that may lie elsewhere too: `__global `
    pub space: String,
    /// `const float* restrict a`
    pub text: String,
    pub name: String,
    /// Left out where the body does not name it.
    pub optional: bool,
}

/// The beginning of a kernel that may fail, or whose predecessors may have: see [`Param::Chained`].
fn chained_beginning(leave: &str) -> String {
    format!(
        "    if (chained) {{
        // Nothing is done where a kernel before has failed. Its flag is as it is by now, so caches may hold it.
        if (((__global const uint*)first_failure)[2 - chained] != UINT_MAX) {{ atomic_min(first_failure + (chained - 1), 0u); {leave} }}
        first_failure += chained - 1;
    }}"
    )
}

/// The same where the body tests `sound` itself, behind its first loads: the flag's way from memory is not in front of theirs.
const CHAINED_LATER: &str =
    "    // Nothing is done where a kernel before has failed. Its flag is as it is by now, so caches may hold it.
    const uint sound = chained ? ((__global const uint*)first_failure)[2 - chained] : UINT_MAX;
    first_failure += chained ? chained - 1 : 0;";

/// What the text of a form needs around it.
#[derive(Default)]
struct Written {
    form: Option<Form>,
    text: blocks::Text,
    /// The number from outside that the kernel is built for.
    fixed: Option<VarId>,
    /// Parameters behind those that are always there.
    last: String,
}

impl Written {
    fn of(form: Form) -> Written {
        Written { form: Some(form), ..Written::default() }
    }

    fn group(mut self, attributes: &'static str, defines: &str) -> Written {
        (self.text.attributes, self.text.defines) = (attributes, defines.into());
        self
    }
}

pub(super) fn kernel(
    program: &Program,
    func: &Func,
    par: &Par,
    prov: &Prov,
    plan: Option<&ParPlan>,
    options: &Options,
    sources: &SourceMap,
    mut given: Names,
) -> Result<Kernel, Refusal> {
    let entry = given.fresh(&par.name);
    if let [Output { kind: OutputKind::Sort { array, places }, .. }] = par.outputs.as_slice() {
        let rows = func.vars[array.index()].ty.as_array().is_some_and(|a| a.dims.len() > 1);
        let what = if rows { sort::What::Rows } else { sort::What::All { places: *places } };
        return sort::kernel(program, func, par, prov, plan, sources, what, entry);
    }
    let mut unit = Unit::new(program, sources, given, entry);
    unit.fast_math = func.fast_math;
    unit.hoists = options.hoist;
    let (args, outputs) = (arguments(program, func, par)?, outputs(program, func, par)?);
    let work = work::steps(program, func, par, &args);
    let wide = forms::wide(func, par);
    let second = if options.carry && !wide { carried(func, par) } else { None };
    let par = second.as_ref().unwrap_or(par);
    let elsewhere = spaces::find(func, par, options.constant || options.literals, options.images);
    let known = if options.literals { literals::find(func, &elsewhere.constant) } else { BTreeMap::new() };
    let planned = if options.turns && !wide { group_per_row_plan::plan(program, func, par) } else { None };
    let (func, rows) = planned.as_ref().map_or((func, None), |(func, plan)| (func, Some(plan)));
    let proved = literals::without_checks(par, &known);
    let par = proved.as_ref().unwrap_or(par);
    let width = plan.map_or(1, |p| p.width);
    let case = Case { program, func, par, options, width, whole: second.is_some(), plan: rows };

    let gathers = |o: &Out| matches!(o, Out::Reduce { .. } | Out::Fold { .. } | Out::Scan { .. } | Out::Filter { .. });
    let fail = if outputs.iter().any(gathers) {
        Fail::Goto { number: "(uint)at".into(), label: "stop" }
    } else {
        Fail::Kernel { number: "at".into() }
    };
    let mut body = Body::new(&mut unit, func, fail);
    (body.shares, body.rows) = (options.share, options.rows);
    body.file = prov.0.iter().find_map(|s| sources.locate(*s)).map(|(f, _, _)| f.name.clone());
    body.images = elsewhere.images.clone();
    let (mut parameters, axes) = parameters(&mut body, par, &args, &outputs, wide);
    for (v, table) in &known {
        if let Some(place) = body.places.get_mut(v) {
            // What stands in front of the kernel has the name too.
            body.unit.names.fresh(&place.base);
            place.dims = table.dims.iter().map(|d| d.to_string()).collect();
        }
    }
    let mut written = Written::default();
    for form in forms(case) {
        if let Some(found) = write(&mut body, &case, form, &axes, &mut parameters)? {
            written = found;
            break;
        }
    }
    let form = written.form.unwrap_or(Form::Points { width: 1 });
    let memory = Memory { elsewhere, known, constant: options.constant };
    let file = finish(body, par, prov, &args, form, written, parameters, memory);
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Kernel {
        name: par.name.clone(),
        entry: unit.entry.clone().into(),
        module: file.module,
        text: String::new(),
        method: func.display.clone(),
        place: source_place(sources, prov).unwrap_or_default(),
        rank: par.space.len() as u32,
        args,
        outputs,
        params: file.params,
        form,
        wide,
        checked: file.checked,
        reads_own: reads_own(par),
        fast_math: func.fast_math,
        rows: own_rows(func, par),
        constants: file.constants,
        images: file.images,
        combined: file.combined,
        fixed: file.fixed,
        uneven: uneven(program, &par.body),
        operations: plan.map_or(1, |p| clamp(p.operations)),
        bytes: plan.map_or(1, |p| clamp(p.bytes)),
        work,
    })
}

/// Writes the text of a form. None, and nothing is written, where it cannot be written.
fn write(
    body: &mut Body,
    case: &Case,
    form: forms::Form,
    axes: &[Axis],
    parameters: &mut Vec<Parameter>,
) -> Result<Option<Written>, Refusal> {
    let (par, options, wide) = (case.par, case.options, case.wide());
    let checked = walk::throws(case.program, &par.body);
    Ok(Some(match form {
        forms::Form::Sort { .. } | forms::Form::SortedRows => return Ok(None),
        forms::Form::Blocks => {
            let width = if wide || checked { 1 } else { case.width };
            let (text, form) = blocks::body(body, par, axes, wide, width)?;
            Written { text, ..Written::of(form) }
        }
        forms::Form::Scan => {
            let totals = "totals".to_string();
            let at = parameters.len() - 1;
            parameters.insert(at, required(Param::Totals, format!("__global TOTAL* restrict {totals}"), &totals));
            let (text, form) = scan::body(body, par, &par.outputs[0], axes, &totals)?;
            Written { text, ..Written::of(form) }
        }
        forms::Form::Search { found } => {
            points(body, par, axes, wide, true, Some(found))?;
            Written::of(Form::Points { width: 1 })
        }
        forms::Form::Whole => {
            body.banks = banks(options, body, par);
            whole(body, par, axes, checked)?;
            Written::of(Form::Whole { items: 1, width: 1 })
        }
        forms::Form::Histogram => {
            histogram(body, par, axes, parameters, checked, wide)?;
            Written::of(Form::Local)
        }
        forms::Form::Vectors { width } => {
            if !vector::points(body, par, axes, width)? {
                return Ok(None);
            }
            Written::of(Form::Points { width })
        }
        forms::Form::Elements(found) => Written::of(Form::Rows { width: rows::elements(body, &found, axes)? }),
        forms::Form::Blocking(turns) => {
            let found = shared(body, |b| blocking::body(b, par, turns.as_ref(), axes))?;
            let Some(blocking) = found else { return Ok(None) };
            Written::of(Form::Squares { blocking }).group(blocks::GROUP, blocking::DEFINES)
        }
        forms::Form::InnerParallel(found) => Written::of(inner_parallel::body(body, &found, axes, checked)?),
        forms::Form::Segmented(found) => {
            let listed = segmented::body(body, par, &found, axes, checked)?;
            let lists = listed.places != 0;
            let last = if lists { listed.parameters() } else { String::new() };
            let written = Written::of(Form::Runs { places: listed.places });
            Written { last, ..written }.group("", if lists { segmented::DEFINES } else { "" })
        }
        forms::Form::GroupPerRow(plan) => {
            if !shared_turns(body, plan, par, axes, checked)? {
                return Ok(None);
            }
            let stores =
                plan.steps.iter().any(|s| matches!(s, group_per_row_plan::Step::Shared(s) if s.store.is_some()));
            Written::of(Form::Turns { lanes: false, stores }).group("", &group_per_row::defines(plan))
        }
        forms::Form::RowLanes(plan) => {
            let Some(defines) = lanes_of_rows(body, &plan, par, axes, checked)? else { return Ok(None) };
            Written::of(Form::Turns { lanes: true, stores: false }).group("", &defines)
        }
        forms::Form::Jam(found) => {
            let items = found.items;
            if shared(body, |b| jam::body(b, par, found, axes))?.is_none() {
                return Ok(None);
            }
            Written::of(Form::Strips { items }).group(jam::ATTRIBUTE, jam::DEFINES)
        }
        forms::Form::Tiles => {
            if shared(body, |b| tiled(b, par, axes).map(Some))?.is_none() {
                return Ok(None);
            }
            Written::of(Form::Points { width: 1 }).group(blocks::GROUP, "")
        }
        forms::Form::Transposed(found) => {
            transpose::body(body, par, &found, axes, checked)?;
            Written::of(Form::Transposed).group(blocks::GROUP, "")
        }
        forms::Form::Stencil { carried } => {
            let found = stencil::body(body, par, axes, checked, carried, options.bytes)?;
            let Some(stencil) = found else { return Ok(None) };
            let (items, width) = (stencil.items, stencil.width);
            let form = match carried {
                Some(_) => Form::Whole { items, width },
                None => Form::Columns { items, width },
            };
            Written { fixed: stencil.fixed, ..Written::of(form) }.group("", &stencil.defines())
        }
        forms::Form::Points => {
            body.banks = banks(options, body, par);
            points(body, par, axes, wide, checked, None)?;
            Written::of(Form::Points { width: 1 })
        }
    }))
}

/// Writes both texts of an instruction that accumulates: by way of local memory, and on the array itself.
fn histogram(
    body: &mut Body,
    par: &Par,
    axes: &[Axis],
    parameters: &mut Vec<Parameter>,
    checked: bool,
    wide: bool,
) -> Result<(), Refusal> {
    let mut owns = Vec::new();
    let at = parameters.len();
    for (n, output) in par.outputs.iter().enumerate() {
        let name = body.names.fresh(&local::own_name(body.func, output));
        parameters.push(required(Param::Own(n as u32), format!("volatile __local int* {name}"), &name));
        owns.push(name);
    }
    // The fail flag stays last.
    parameters[at - 1..].rotate_left(1);
    body.directive("#ifdef COPIES");
    local::body(body, par, axes, &owns, wide)?;
    body.directive("#else");
    points(body, par, axes, wide, checked, None)?;
    body.directive("#endif");
    Ok(())
}

/// Where arrays may lie beside global memory, and those whose elements are known.
struct Memory {
    elsewhere: Elsewhere,
    known: BTreeMap<VarId, Table>,
    /// Constant memory may be used.
    constant: bool,
}

/// The whole file, and what of the kernel is known only with its text.
struct File {
    module: Module,
    params: Vec<Param>,
    checked: bool,
    constants: Vec<u32>,
    images: Vec<u32>,
    combined: Vec<u32>,
    fixed: Vec<u32>,
}

#[allow(clippy::too_many_arguments)]
fn finish(
    mut body: Body,
    par: &Par,
    prov: &Prov,
    args: &[Arg],
    form: Form,
    mut written: Written,
    mut parameters: Vec<Parameter>,
    memory: Memory,
) -> File {
    let mut lines = std::mem::take(&mut body.lines);
    // All checks may have been proved.
    let checked = lines.iter().any(Line::reports);
    let chained = checked && !matches!(par.outputs.as_slice(), [Output { kind: OutputKind::First { .. }, .. }]);
    if chained {
        lines.splice(0..0, leave_where_chained(form, &parameters));
    }
    if !body.banks.lines.is_empty() {
        lines.splice(0..0, std::mem::take(&mut body.banks.lines));
        // No larger ones where groups are of choice.
        written.text.attributes = if par.space.len() == 1 { blocks::GROUP } else { "" };
    }
    let number = |v: &VarId| args.iter().position(|a| a.var == *v).map(|n| n as u32);
    let fixed: Vec<u32> = written.fixed.iter().filter_map(number).collect();
    for p in &mut parameters {
        if matches!(p.what, Param::Arg(n) if fixed.contains(&n)) {
            lines.splice(0..0, built_for(&mut body, p));
        }
    }
    parameters.retain(|p| p.what != Param::FirstFailure || checked);
    parameters.retain(|p| p.what != Param::Chained || chained);
    let found = memory_of(&mut body, args, &lines, &mut parameters, memory);
    let place = source_place(body.unit.sources, prov).unwrap_or_default();
    let mut items = read_items(&header(body.func, par, &place, args, form));
    prelude(body.unit, body.func.fast_math, &mut items);
    items.extend(read_items(&written.text.defines));
    items.extend(read_items(&found.text));
    let entry = read_items(&format!(
        "__kernel {}void {}({}{}) {{\n}}\n",
        written.text.attributes,
        body.unit.entry,
        parameters.iter().map(|p| format!("{}{}", p.space, p.text)).collect::<Vec<_>>().join(", "),
        written.last,
    ));
    items.extend(entry.into_iter().map(|item| match item {
        Item::Function(f) => Item::Function(Function { body: lines::stmts(&lines), ..f }),
        item => item,
    }));
    items.extend(read_items(&written.text.combine));
    File {
        module: Module { items },
        params: parameters.iter().map(|p| p.what).collect(),
        checked,
        constants: found.constants,
        images: found.images,
        combined: written.text.captured.iter().filter_map(number).collect(),
        fixed,
    }
}

/// How a kernel begins that does nothing where one before it has failed.
fn leave_where_chained(form: Form, parameters: &[Parameter]) -> Vec<Line> {
    let name = |what: Param| parameters.iter().find(|p| p.what == what).map_or("", |p| p.name.as_str());
    // A kernel that spreads its turns leaves where its space is empty: see there.
    let leave = match form {
        Form::Spread { .. } => format!("{} = {};", name(Param::To(0)), name(Param::From(0))),
        _ => "return;".into(),
    };
    let first = match form {
        Form::Runs { .. } => CHAINED_LATER.into(),
        _ => chained_beginning(&leave),
    };
    vec![Line::new(first)]
}

/// The declaration of a number from outside that the kernel may be built for.
fn built_for(body: &mut Body, p: &mut Parameter) -> Vec<Line> {
    let name = &p.name;
    let given = body.names.fresh(&format!("{name}_given"));
    p.text = format!("int {given}");
    vec![
        Line::new("#ifdef FIXED"),
        Line::new(format!("const int {name} = FIXED;")),
        Line::new("#else"),
        Line::new(format!("const int {name} = {given};")),
        Line::new("#endif"),
    ]
}

/// The declarations of arrays that may lie elsewhere, and which arguments these are.
struct Declared {
    text: String,
    constants: Vec<u32>,
    images: Vec<u32>,
}

fn memory_of(
    body: &mut Body,
    args: &[Arg],
    lines: &[Line],
    parameters: &mut Vec<Parameter>,
    memory: Memory,
) -> Declared {
    let number = |v: &VarId| args.iter().position(|a| a.var == *v);
    let name_of = |body: &Body, v: &VarId| body.places.get(v).map(|p| p.base.clone());
    let images = memory.elsewhere.images.iter().filter_map(|v| {
        let n = number(v)?;
        Some((n as u32, name_of(body, v)?, args[n].elem == Elem::F32))
    });
    let images: Vec<(u32, String, bool)> = images.collect();
    let as_image = |name: &str| lines::name(lines, &macro_name(name, "AT"));
    let plain = |name: &str| lines::name(lines, name);
    parameters.retain(|p| !p.optional || plain(&p.name) || as_image(&p.name));
    // What another pattern reads in its own way stays where that expects it.
    let shared = |name: &str| lines.iter().any(|l| l.names(name) && l.is_of_global_memory());
    let (images, unused): (Vec<_>, Vec<_>) = images.into_iter().partition(|(_, name, _)| !plain(name));
    let known = memory.known.into_iter().filter_map(|(v, t)| Some((v, name_of(body, &v)?, t)));
    let known: Vec<(VarId, String, Table)> = known.filter(|(_, name, _)| plain(name) && !shared(name)).collect();
    parameters.retain(|p| known.iter().all(|(_, name, _)| p.name != *name));
    let mut text = String::new();
    for (n, (v, name, table)) in known.iter().enumerate() {
        text += if n == 0 { "// Arrays that no code changes.\n" } else { "" };
        let ty = &body.func.vars[v.index()].ty;
        text += &literal_text::text(body.unit, name, ty, table);
    }
    let constants = memory.elsewhere.constant.iter();
    let constants: Vec<(u32, String)> = constants
        .filter(|v| memory.constant && known.iter().all(|(k, _, _)| k != *v))
        .filter_map(|v| Some((number(v)? as u32, name_of(body, v)?)))
        .filter(|(_, name)| plain(name) && !shared(name))
        .collect();
    for p in parameters {
        if constants.iter().any(|(n, _)| p.what == Param::Arg(*n)) {
            p.space = format!("{} ", macro_name(&p.name, "SPACE"));
        } else if images.iter().any(|(n, _, _)| p.what == Param::Arg(*n)) {
            (p.space, p.text) = (String::new(), macro_name(&p.name, "ARRAY"));
        }
    }
    text += &space_text::constant_macros(&constants.iter().map(|(_, n)| n.clone()).collect::<Vec<_>>());
    text += &space_text::image_macros(&images.iter().map(|(_, n, float)| (n.clone(), *float)).collect::<Vec<_>>());
    for (_, name, _) in unused.iter().filter(|(_, name, _)| as_image(name)) {
        text += &format!("#define {}(i) {name}[i]\n\n", macro_name(name, "AT"));
    }
    Declared {
        text,
        constants: constants.into_iter().map(|(n, _)| n).collect(),
        images: images.into_iter().map(|(n, _, _)| n).collect(),
    }
}

/// Names everything that comes from outside.
fn parameters(body: &mut Body, par: &Par, args: &[Arg], outputs: &[Out], wide: bool) -> (Vec<Parameter>, Vec<Axis>) {
    let mut out = Vec::new();
    // Where an old array may be written over, its old and new names may mean one buffer. All others are apart.
    let old: Vec<VarId> = par
        .outputs
        .iter()
        .filter_map(|o| match o.kind {
            OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => Some(old),
            _ => None,
        })
        .collect();
    for (n, arg) in args.iter().enumerate() {
        let ty = &body.func.vars[arg.var.index()].ty;
        let name = body.names.fresh(&arg.name);
        let stored = body.unit.stored(ty);
        if arg.rank == 0 {
            out.push(required(Param::Arg(n as u32), format!("{stored} {name}"), &name));
            body.vars[arg.var.index()] = Some(name);
            body.uniforms.push(arg.var);
            continue;
        }
        let restrict = if old.contains(&arg.var) { "" } else { " restrict" };
        let (space, text) = ("__global ".to_string(), format!("const {stored}*{restrict} {name}"));
        out.push(Parameter { what: Param::Arg(n as u32), space, text, name: name.clone(), optional: true });
        let dims = lengths(body, &name, ty, &mut out, |dim| Param::ArgLen { arg: n as u32, dim });
        body.places.insert(arg.var, Place { base: name, space: Space::Global, dims });
    }
    for (n, (output, kind)) in par.outputs.iter().zip(outputs).enumerate() {
        let var = &body.func.vars[output.result.index()];
        let what = Param::Out(n as u32);
        let stored = body.unit.stored(&var.ty);
        match kind {
            Out::Array { .. } | Out::Accumulate { .. } | Out::Scan { .. } | Out::Filter { .. } => {
                let name = body.names.fresh(&var.name);
                let volatile = if matches!(kind, Out::Accumulate { .. }) { "volatile " } else { "" };
                let own = match output.kind {
                    OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => {
                        !args.iter().any(|a| a.rank > 0 && a.var == old)
                    }
                    _ => true,
                };
                let restrict = if own { " restrict" } else { "" };
                out.push(required(what, format!("{volatile}__global {stored}*{restrict} {name}"), &name));
                let dims = lengths(body, &name, &var.ty, &mut out, |dim| Param::OutLen { out: n as u32, dim });
                body.places.insert(output.result, Place { base: name, space: Space::Global, dims });
                body.results.push(output.result);
                if let OutputKind::Accumulate { op, .. } = &output.kind {
                    body.operators.insert(output.result, *op);
                }
            }
            Out::Reduce { .. } | Out::Fold { .. } => {
                let name = body.names.fresh(&format!("{}_blocks", var.name));
                out.push(required(what, format!("__global {stored}* restrict {name}"), &name));
                body.places.insert(output.result, Place { base: name, space: Space::Global, dims: Vec::new() });
            }
        }
    }
    let ty = if wide { "long" } else { "int" };
    let mut axes = Vec::new();
    for (d, dim) in par.space.iter().enumerate() {
        let name = &body.func.vars[dim.index.index()].name;
        let (from, to) = (format!("{name}_from"), format!("{name}_to"));
        let (from, to) = (body.names.fresh(&from), body.names.fresh(&to));
        out.push(required(Param::From(d as u32), format!("{ty} {from}"), &from));
        out.push(required(Param::To(d as u32), format!("{ty} {to}"), &to));
        axes.push(Axis { var: dim.index, from, to });
    }
    out.push(required(Param::Chained, "uint chained".into(), "chained"));
    let failure = "first_failure";
    out.push(required(Param::FirstFailure, format!("volatile __global uint* {failure}"), failure));
    (out, axes)
}

fn required(what: Param, text: String, name: &str) -> Parameter {
    Parameter { what, space: String::new(), text, name: name.to_string(), optional: false }
}

/// An array's lengths: constants where they are known, else parameters.
fn lengths(body: &mut Body, name: &str, ty: &Ty, out: &mut Vec<Parameter>, what: impl Fn(u32) -> Param) -> Vec<String> {
    let bounds = ty.as_array().map_or(&[][..], |a| &a.dims);
    let mut dims = Vec::new();
    for (d, (bound, wish)) in bounds.iter().zip(length_names(name, bounds.len())).enumerate() {
        if let Some(n) = bound {
            dims.push(n.to_string());
            continue;
        }
        let len = body.names.fresh(&wish);
        let (space, text) = (String::new(), format!("int {len}"));
        out.push(Parameter { what: what(d as u32), space, text, name: len.clone(), optional: true });
        dims.push(len);
    }
    dims
}

/// Writes a body whose work groups meet at barriers, where no iteration may leave alone: a check must come out alike for all of
/// them. None, and nothing is written, where that cannot be, or where there is no such form.
fn shared<R>(
    body: &mut Body,
    write: impl FnOnce(&mut Body) -> Result<Option<R>, Refusal>,
) -> Result<Option<R>, Refusal> {
    let (names, vars, places) = (body.names.clone(), body.vars.clone(), body.places.clone());
    let lines = std::mem::take(&mut body.lines);
    let fail = std::mem::replace(&mut body.fail, Fail::Kernel { number: "0u".into() });
    (body.uniform, body.varying) = (true, false);
    // What this form refuses another may do.
    let result = write(body).unwrap_or(None).filter(|_| !body.varying);
    body.uniform = false;
    body.fail = fail;
    body.guard = None;
    body.commented = None;
    body.proved.clear();
    body.under.clear();
    if result.is_none() {
        (body.names, body.vars, body.places, body.lines) = (names, vars, places, lines);
        body.tiled.clear();
        body.labels.clear();
        body.sets_failed = false;
    }
    Ok(result)
}

/// Writes both texts of an instruction whose work items may share the turns of its loops. False, and nothing is written, where there is something
/// that they cannot share.
fn shared_turns(
    body: &mut Body,
    plan: &group_per_row_plan::Plan,
    par: &Par,
    axes: &[Axis],
    checked: bool,
) -> Result<bool, Refusal> {
    let kept = (body.names.clone(), body.vars.clone(), body.places.clone(), body.fail.clone());
    let lines = body.lines.len();
    body.directive("#ifdef ITERATIONS");
    let before = std::mem::take(&mut body.lines);
    let written = group_per_row::body(body, plan, par, axes, checked);
    let text = std::mem::replace(&mut body.lines, before);
    (body.names, body.vars, body.places, body.fail) = kept;
    (body.sets_failed, body.commented) = (false, None);
    body.proved.clear();
    body.under.clear();
    body.labels.clear();
    if written.is_err() {
        body.lines.truncate(lines);
        return Ok(false);
    }
    body.lines.extend(text);
    body.directive("#else");
    points(body, par, axes, false, checked, None)?;
    body.directive("#endif");
    Ok(true)
}

/// The same of an instruction whose rows work items fold together; what its text needs in front.
fn lanes_of_rows(
    body: &mut Body,
    plan: &row_lanes_plan::Plan,
    par: &Par,
    axes: &[Axis],
    checked: bool,
) -> Result<Option<String>, Refusal> {
    let [axis] = axes else { return Ok(None) };
    let kept = (body.names.clone(), body.vars.clone(), body.places.clone(), body.fail.clone());
    let before = std::mem::take(&mut body.lines);
    let mut parts = row_lanes::Parts::default();
    let written = row_lanes::body(body, plan, par, axis, checked, &mut parts);
    let text = std::mem::replace(&mut body.lines, before);
    (body.names, body.vars, body.places, body.fail) = kept;
    (body.sets_failed, body.goes_to_end, body.guard, body.commented) = (false, false, None, None);
    body.proved.clear();
    body.under.clear();
    body.labels.clear();
    if written.is_err() {
        return Ok(None);
    }
    body.directive("#ifdef ITERATIONS");
    body.lines.extend(text);
    body.directive("#else");
    points(body, par, axes, false, checked, None)?;
    body.directive("#endif");
    Ok(Some(parts.defines()))
}

fn banks(options: &Options, body: &Body, par: &Par) -> Banks {
    let arrays = if options.banks { banks::find(body.unit.program, body.func, par) } else { Default::default() };
    Banks { arrays, rank: par.space.len(), lines: Vec::new() }
}

/// As [`points`], for all elements of the array.
fn whole(body: &mut Body, par: &Par, axes: &[Axis], checked: bool) -> Result<(), Refusal> {
    let output = &par.outputs[0];
    let OutputKind::Array(ArraySource::Update { old }) = output.kind else { return Ok(()) };
    let (new, old) = (body.places.get(&output.result).cloned(), body.places.get(&old).cloned());
    let (Some(new), Some(old)) = (new, old) else { return Ok(()) };
    let mut beyond = Vec::new();
    let mut outside = Vec::new();
    let mut offset = String::new();
    let named: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
    for (n, (axis, name)) in axes.iter().zip(&named).enumerate() {
        body.line(format!("const int {name} = (int)get_global_id({});", axes.len() - 1 - n));
        beyond.push(format!("{name} >= {}", new.dims[n]));
        outside.push(format!("{name} < {} || {name} >= {}", axis.from, axis.to));
        offset = match n {
            0 if axes.len() == 1 => name.clone(),
            0 => format!("(size_t){name}"),
            1 => format!("{offset} * {} + {name}", new.dims[1]),
            _ => format!("({offset}) * {} + {name}", new.dims[n]),
        };
    }
    body.line(format!("if ({}) return;", beyond.join(" || ")));
    body.line(format!("if ({}) {{", outside.join(" || ")));
    body.line("    // Not stored to: carried over.");
    body.line(format!("    {}[{offset}] = {}[{offset}];", new.base, old.base));
    body.line("    return;");
    body.line("}");
    if checked {
        number(body, axes, &named, false);
        body.hoist_known_checks(&par.body.stmts)?;
    }
    let (_, lines) = body.apart(|b| b.block(&par.body))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(())
}

/// One work item an iteration. A search treats a hit like a failure: later iterations need not run.
fn points(
    body: &mut Body,
    par: &Par,
    axes: &[Axis],
    wide: bool,
    checked: bool,
    found: Option<VarId>,
) -> Result<(), Refusal> {
    let ty = if wide { "long" } else { "int" };
    let mut outside = Vec::new();
    let mut named = Vec::new();
    for (n, axis) in axes.iter().rev().enumerate() {
        let name = body.declare(axis.var);
        body.line(format!("const {ty} {name} = {} + ({ty})get_global_id({n});", axis.from));
        outside.insert(0, format!("{name} >= {}", axis.to));
        named.insert(0, name);
    }
    body.line(format!("if ({}) return;", outside.join(" || ")));
    if checked {
        number(body, axes, &named, wide);
        body.hoist_known_checks(&par.body.stmts)?;
    }
    if let ([axis], false) = (axes, wide) {
        rows::load_rows(body, par, axis.var)?;
    }
    let flag = found.map(|v| body.declare(v));
    let (_, lines) = body.apart(|b| b.block(&par.body))?;
    body.tiled.clear();
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    if let Some(flag) = &flag {
        body.line(format!("bool {flag} = false;"));
    }
    body.lines.extend(lines);
    if let Some(flag) = flag {
        body.line(format!("if ({flag}) atomic_min(first_failure, at);"));
    }
    Ok(())
}

/// As [`points`], for work groups that share what all iterations read.
fn tiled(body: &mut Body, par: &Par, axes: &[Axis]) -> Result<(), Refusal> {
    let [Axis { var, from, to }] = axes else { return Ok(()) };
    body.line("const int lane = get_local_id(0);");
    body.line("// Work items beyond the end help to fill tiles, and store nothing.");
    body.line(format!("const bool inside = {from} + (int)get_global_id(0) < {to};"));
    let name = body.declare(*var);
    body.line(format!("const int {name} = inside ? {from} + (int)get_global_id(0) : {to} - 1;"));
    body.guard = Some("inside");
    tile::body(body, par)
}

/// What the module needs of devices, structures, helpers and functions.
fn prelude(unit: &Unit, fast_math: bool, items: &mut Vec<Item>) {
    if unit.long_atomics {
        items.extend([false, true].map(|extended| Item::LongAtomics { extended }));
    }
    if !fast_math {
        items.extend([Item::ExactArithmetic, Item::Blank]);
    }
    let structs = unit.structs.iter().map(|s| vec![unit.structure(*s)]);
    let helpers = unit.helpers.iter().map(|h| read_items(&h.text()));
    for group in structs.chain(helpers).chain(unit.functions.iter().cloned()) {
        items.extend(group);
        items.push(Item::Blank);
    }
}
