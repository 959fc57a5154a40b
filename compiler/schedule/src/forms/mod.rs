//! The form in which work items run an instruction's iterations: an ordered list of questions, each answered from the program alone, with what was found.
//!
//! Nothing here writes text or knows a device's language. A printer takes the first form that it can write: some can say only then that a check
//! comes out otherwise for one iteration than for another, where work items must meet.

pub mod blocking;
pub mod elements;
pub mod group_hoist;
pub mod group_per_row;
pub mod inner_parallel;
pub mod jam;
pub mod row_lanes;
pub mod segmented;
pub mod stencil;
pub mod tiles;
pub mod transpose;

use crate::facts::{accumulates, carried, own_rows};
use crate::{Options, ParPlan};
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::kernel::Rows;

/// How work items run iterations.
pub enum Form<'p> {
    /// A radix sort; with places, their numbers are sorted beside the elements.
    Sort { places: bool },
    /// Work groups sort rows in local memory, several short ones together; of longer ones parts, which are put together.
    SortedRows,
    /// Work groups fold blocks of iterations, in a shape that depends on their number alone.
    Blocks,
    /// Work groups take consecutive iterations and scan what they give.
    Scan,
    /// One work item an iteration; the least one that sets the variable is told.
    Search { found: VarId },
    /// One work item an element of a second array, whose others are carried over.
    Whole,
    /// Work groups accumulate in local memory first, where it has room.
    Histogram,
    /// One work item so many neighbouring iterations, 16 bytes of each array.
    Vectors { width: u32 },
    /// One work item an element of an iteration's row.
    Elements(elements::Filled<'p>),
    /// A work group a square of the space, each work item several iterations in registers; the instruction with an iteration's turns as second
    /// dimension, where it has one.
    Blocking(Option<Par>),
    /// Several work items an iteration, which share what its loops fold.
    RowLanes(row_lanes::Plan<'p>),
    /// Several work items an iteration, which share the turns of its loop.
    InnerParallel(inner_parallel::Spread<'p>),
    /// A work group an iteration, whose loop adds to what data names.
    Segmented(segmented::Runs<'p>),
    /// Work groups take iterations and share the turns of their loops, whose results each iteration folds in order.
    GroupPerRow(&'p group_per_row::Plan),
    /// One work item several iterations that read the same.
    Jam(jam::Jam),
    /// One work item an iteration; a work group reads what all read once, tile by tile.
    Tiles,
    /// A work group a square of the space, whose results are stored turned over.
    Transposed(transpose::Stored<'p>),
    /// One work item several iterations above each other, or elements of a second array: the new one and the old one.
    Stencil { carried: Option<(VarId, VarId)> },
    /// One work item an iteration.
    Points,
}

impl Form<'_> {
    /// What `--emit plan` calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Form::Sort { .. } => "sort",
            Form::SortedRows => "sort of rows",
            Form::Blocks => "blocks",
            Form::Scan => "scan",
            Form::Search { .. } => "search",
            Form::Whole => "whole array",
            Form::Histogram => "histogram",
            Form::Vectors { .. } => "vectors",
            Form::Elements(_) => "elements of rows",
            Form::Blocking(_) => "register blocking",
            Form::RowLanes(_) => "lanes of rows",
            Form::InnerParallel(_) => "inner parallel",
            Form::Segmented(_) => "segmented",
            Form::GroupPerRow(_) => "group per row",
            Form::Jam(jam) if jam.meets => "jam with tiles",
            Form::Jam(_) => "jam",
            Form::Tiles => "tiles",
            Form::Transposed(_) => "transposed",
            Form::Stencil { .. } => "stencil",
            Form::Points => "points",
        }
    }

    /// Whether it can be written wherever it is found.
    fn is_certain(&self) -> bool {
        matches!(
            self,
            Form::Sort { .. }
                | Form::SortedRows
                | Form::Blocks
                | Form::Scan
                | Form::Search { .. }
                | Form::Whole
                | Form::Histogram
                | Form::Elements(_)
                | Form::InnerParallel(_)
                | Form::Segmented(_)
                | Form::Points
        )
    }
}

/// What the questions are asked about.
#[derive(Clone, Copy)]
pub struct Case<'p> {
    pub program: &'p Program,
    pub func: &'p Func,
    pub par: &'p Par,
    pub options: &'p Options,
    /// [`ParPlan::width`]
    pub width: u32,
    /// It fills a second array, and the kernel carries over the rest: see [`carried`].
    pub whole: bool,
    /// [`group_per_row::plan`]
    pub plan: Option<&'p group_per_row::Plan>,
}

impl Case<'_> {
    /// Whether indices have 64 bits.
    pub fn wide(&self) -> bool {
        wide(self.func, self.par)
    }

    fn checked(&self) -> bool {
        walk::throws(self.program, &self.par.body)
    }
}

/// Whether indices of an instruction have 64 bits.
pub fn wide(func: &Func, par: &Par) -> bool {
    par.space.iter().any(|d| func.vars[d.index.index()].ty == Ty::I64)
}

/// A question, whose answer is a form or none.
type Find = for<'p> fn(Case<'p>) -> Option<Form<'p>>;

/// All questions, the best form first.
const FORMS: [Find; 20] = [
    sort,
    blocks,
    scan,
    search,
    whole_stencil,
    whole,
    histogram,
    vectors,
    elements,
    blocking,
    row_lanes,
    inner_parallel,
    segmented,
    group_per_row,
    jam_with_tiles,
    jam,
    tiles,
    transposed,
    stencil,
    points,
];

/// The forms that an instruction may have, the best one first; the last one can always be written.
pub fn forms<'p>(case: Case<'p>) -> impl Iterator<Item = Form<'p>> {
    let mut settled = false;
    let found = FORMS.into_iter().map_while(move |find| {
        if settled {
            return None;
        }
        let form = find(case);
        settled = form.as_ref().is_some_and(Form::is_certain);
        Some(form)
    });
    found.flatten()
}

/// The names of the forms, as far as the program says, of the instruction as kernels have it.
pub fn names(program: &Program, func: &Func, par: &Par, plan: &ParPlan, options: &Options) -> Vec<&'static str> {
    let second = if options.carry && !wide(func, par) { carried(func, par) } else { None };
    let par = second.as_ref().unwrap_or(par);
    let rows = if options.turns && !wide(func, par) { group_per_row::plan(program, func, par) } else { None };
    let (func, rows) = rows.as_ref().map_or((func, None), |(func, plan)| (func, Some(plan)));
    let case = Case { program, func, par, options, width: plan.width, whole: second.is_some(), plan: rows };
    forms(case).map(|f| f.name()).collect()
}

fn sort<'p>(case: Case<'p>) -> Option<Form<'p>> {
    match case.par.outputs.as_slice() {
        [Output { kind: OutputKind::Sort { array, places }, .. }] => {
            let rank = case.func.vars[array.index()].ty.as_array().map_or(1, |a| a.dims.len());
            Some(if rank > 1 { Form::SortedRows } else { Form::Sort { places: *places } })
        }
        _ => None,
    }
}

fn blocks<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let folds = |o: &Output| matches!(o.kind, OutputKind::Reduce { .. } | OutputKind::Fold { .. });
    case.par.outputs.iter().any(folds).then_some(Form::Blocks)
}

fn scan<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let gathers = |o: &Output| matches!(o.kind, OutputKind::Scan { .. } | OutputKind::Filter { .. });
    case.par.outputs.iter().any(gathers).then_some(Form::Scan)
}

fn search<'p>(case: Case<'p>) -> Option<Form<'p>> {
    match case.par.outputs.as_slice() {
        [Output { kind: OutputKind::First { found }, .. }] => Some(Form::Search { found: *found }),
        _ => None,
    }
}

fn whole_stencil<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let OutputKind::Array(ArraySource::Update { old }) = case.par.outputs.first()?.kind else { return None };
    let arrays = Some((case.par.outputs[0].result, old));
    let fits = case.whole && case.options.columns && stencil::fits(case.program, case.par);
    fits.then_some(Form::Stencil { carried: arrays })
}

fn whole<'p>(case: Case<'p>) -> Option<Form<'p>> {
    case.whole.then_some(Form::Whole)
}

fn histogram<'p>(case: Case<'p>) -> Option<Form<'p>> {
    (case.options.local && accumulates(case.func, case.par)).then_some(Form::Histogram)
}

fn vectors<'p>(case: Case<'p>) -> Option<Form<'p>> {
    (case.width > 1 && !case.wide() && !case.checked()).then_some(Form::Vectors { width: case.width })
}

fn elements<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let fits = case.options.rows && !case.wide();
    fits.then(|| elements::find(case.func, case.par)).flatten().map(Form::Elements)
}

fn blocking<'p>(case: Case<'p>) -> Option<Form<'p>> {
    if !case.options.blocking || case.wide() {
        return None;
    }
    let wide = blocking::widened(case.func, case.par);
    blocking::product(case.program, case.func, wide.as_ref().unwrap_or(case.par))?;
    Some(Form::Blocking(wide))
}

fn row_lanes<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let fits = case.options.turns && !case.wide();
    fits.then(|| row_lanes::find(case.func, case.par)).flatten().map(Form::RowLanes)
}

fn inner_parallel<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let fits = case.options.spread && !case.wide();
    fits.then(|| inner_parallel::find(case.func, case.par)).flatten().map(Form::InnerParallel)
}

fn segmented<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let fits = case.options.spread && !case.wide();
    fits.then(|| segmented::find(case.func, case.par)).flatten().map(Form::Segmented)
}

fn group_per_row<'p>(case: Case<'p>) -> Option<Form<'p>> {
    case.plan.map(Form::GroupPerRow)
}

fn jam_with_tiles<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let found = if case.options.tiles { jam_of(case, true) } else { None };
    found.filter(|jam| jam.meets).map(Form::Jam)
}

/// Where iterations may fail one by one there are no barriers.
fn jam<'p>(case: Case<'p>) -> Option<Form<'p>> {
    jam_of(case, false).map(Form::Jam)
}

fn jam_of(case: Case, tiles: bool) -> Option<jam::Jam> {
    let fits = case.options.jam && !case.wide();
    fits.then(|| jam::find(case.program, case.func, case.par, tiles, case.options.share)).flatten()
}

fn tiles<'p>(case: Case<'p>) -> Option<Form<'p>> {
    (case.options.tiles && tiles::qualifies(case.program, case.func, case.par)).then_some(Form::Tiles)
}

fn transposed<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let fits = case.options.transpose && !case.wide();
    fits.then(|| transpose::find(case.func, case.par)).flatten().map(Form::Transposed)
}

fn stencil<'p>(case: Case<'p>) -> Option<Form<'p>> {
    let alone = case.wide() || own_rows(case.func, case.par) != Rows::Any;
    let fits = case.options.columns && !alone && stencil::fits(case.program, case.par);
    fits.then_some(Form::Stencil { carried: None })
}

fn points<'p>(_: Case<'p>) -> Option<Form<'p>> {
    Some(Form::Points)
}
