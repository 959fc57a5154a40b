//! The meaning of Core, run directly: the oracle for every pass and back end. Nothing here is fast and nothing is clever; iterations
//! run one after another in the order of their numbers, and only reductions keep accumulators apart, in the fixed
//! [`shape`](super::shape).
//!
//! It runs verified programs; what a verified program cannot do is a panic here, and so a fault of the compiler.

pub use super::value::{CoreArray, CoreValue, Data, Element};

use super::arith;
use super::ir::*;
use super::races::{Checker, Place, Race};
use super::shape::{self, Reduction};
use super::value::zero;
use smol_str::{SmolStr, format_smolstr};
use somd_runtime::string::StrBuf;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::cell::RefCell;
use std::ops::{Index, IndexMut, Range};
use std::rc::Rc;

/// An exception that a program threw.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreError {
    /// Qualified, as Java names it.
    pub class: SmolStr,
    pub message: Option<SmolStr>,
    pub site: SiteId,
    /// The indices of the first failing iteration, where a parallel instruction failed.
    pub iteration: Option<Vec<i64>>,
}

/// Runs a function. Parameters that it writes are not seen by the caller: new values of arrays are among the results.
pub fn call(program: &Program, func: FuncId, args: Vec<CoreValue>) -> Result<Vec<CoreValue>, CoreError> {
    Interp { program, runner: None, races: None }.call(func, args).map(|(results, _)| results)
}

/// As [`call`], and each access of an iteration to what iterations share is looked at.
///
/// # Errors
/// The first race, or what the program threw before there was one.
pub fn call_checked(program: &Program, func: FuncId, args: Vec<CoreValue>) -> Result<Vec<CoreValue>, Failure> {
    let interp = Interp { program, runner: None, races: Some(RefCell::default()) };
    let ran = interp.call(func, args);
    match interp.races.and_then(|r| r.into_inner().found) {
        Some(race) => Err(Failure::Race(race)),
        None => ran.map(|(results, _)| results).map_err(Failure::Thrown),
    }
}

/// How a checked call ends where it gives no results.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    Thrown(CoreError),
    Race(Race),
}

/// As [`call`], with parallel instructions run by something else where it can: how back ends are compared with the meaning.
pub fn call_with(
    program: &Program,
    runner: &dyn Runner,
    func: FuncId,
    args: Vec<CoreValue>,
) -> Result<Vec<CoreValue>, CoreError> {
    Interp { program, runner: Some(runner), races: None }.call(func, args).map(|(results, _)| results)
}

/// Runs a parallel instruction other than by interpreting it.
pub trait Runner {
    /// `space` holds the bounds of each dimension; `vars` gives the variables from outside. `results` has an entry for each output: an
    /// array as it is before, to be changed in place, or a place for the combination of all iterations without the initial value.
    fn run(&self, par: &Par, space: &[(i64, i64)], vars: &dyn Fn(VarId) -> CoreValue, results: &mut [CoreValue])
    -> Ran;
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ran {
    Done,
    /// The iteration with this number fails first.
    Failed(u64),
    /// It is interpreted.
    Declined,
}

enum Flow {
    Next,
    Break(LabelId),
    Continue(LabelId),
    Return(Vec<CoreValue>),
}

struct Interp<'a> {
    program: &'a Program,
    runner: Option<&'a dyn Runner>,
    /// What iterations share is watched. A race is found once; then nothing else runs.
    races: Option<RefCell<Checker>>,
}

/// The variables of a running function.
struct Env {
    vars: Vec<CoreValue>,
    /// Operators of the outputs that accumulate.
    operators: Vec<(VarId, ReduceOp)>,
    /// Those that name what the running iterations share, where that is watched.
    shared: Vec<(VarId, Place)>,
}

impl Env {
    fn shared(&self, var: VarId) -> Option<Place> {
        self.shared.iter().rev().find(|s| s.0 == var).map(|s| s.1)
    }
}

impl Index<usize> for Env {
    type Output = CoreValue;
    fn index(&self, i: usize) -> &CoreValue {
        &self.vars[i]
    }
}

impl IndexMut<usize> for Env {
    fn index_mut(&mut self, i: usize) -> &mut CoreValue {
        &mut self.vars[i]
    }
}

/// What a parallel instruction's output has gathered.
enum Gather {
    /// Array outputs are stored to in place.
    Array,
    Reduce(Reduction<CoreValue>),
    Values(Vec<CoreValue>),
    Scan {
        last: CoreValue,
        data: Data,
    },
    Filter(Data),
    First(i64),
    /// Nothing: the array is there.
    Sort,
}

const IN_TYPE: &str = "operands have the types the verifier saw";

impl<'a> Interp<'a> {
    /// The results, and the final values of the parameters.
    fn call(&self, id: FuncId, args: Vec<CoreValue>) -> Result<(Vec<CoreValue>, Vec<CoreValue>), CoreError> {
        self.call_sharing(id, args, Vec::new())
    }

    /// `shared`: the parameters that name what iterations share.
    fn call_sharing(
        &self,
        id: FuncId,
        args: Vec<CoreValue>,
        shared: Vec<(VarId, Place)>,
    ) -> Result<(Vec<CoreValue>, Vec<CoreValue>), CoreError> {
        let func = self.program.func(id);
        let mut env = Env { vars: vec![CoreValue::Bool(false); func.vars.len()], operators: Vec::new(), shared };
        for (&param, arg) in func.params.iter().zip(args) {
            env[param.index()] = arg;
        }
        let results = match self.block(func, &mut env, &func.body)? {
            Flow::Return(values) => values,
            _ => Vec::new(),
        };
        let params = func.params.iter().map(|p| env[p.index()].clone()).collect();
        Ok((results, params))
    }

    /// Calls a scalar function and takes over what it wrote to the arrays passed by reference.
    fn call_scalar(&self, env: &mut Env, id: FuncId, args: &[Expr]) -> Result<Vec<CoreValue>, CoreError> {
        let values = self.all(env, args)?;
        let callee = self.program.func(id);
        let mut shared = Vec::new();
        if !env.shared.is_empty() {
            for (arg, &param) in args.iter().zip(&callee.params) {
                shared.extend(self.place(env, arg)?.map(|place| (param, place)));
            }
        }
        let (results, finals) = self.call_sharing(id, values, shared)?;
        for ((arg, &param), value) in args.iter().zip(&callee.params).zip(finals) {
            let param = &callee.vars[param.index()];
            if let ExprKind::Var(v) = arg.kind
                && param.mutable
                && param.ty.as_array().is_some()
            {
                env[v.index()] = value;
            }
        }
        Ok(results)
    }

    fn block(&self, func: &'a Func, env: &mut Env, block: &Block) -> Result<Flow, CoreError> {
        for stmt in &block.stmts {
            match self.stmt(func, env, stmt)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&self, func: &'a Func, env: &mut Env, stmt: &Stmt) -> Result<Flow, CoreError> {
        match &stmt.kind {
            StmtKind::Let { var, init } => {
                if let (false, Some(init)) = (env.shared.is_empty(), init) {
                    let place = self.place(env, init)?;
                    env.shared.extend(place.map(|place| (*var, place)));
                }
                env[var.index()] = match init {
                    Some(init) => self.eval(env, init)?,
                    None => zero(self.program, &func.vars[var.index()].ty),
                };
            }
            StmtKind::Assign { var, value } => env[var.index()] = self.eval(env, value)?,
            StmtKind::Store { array, index, value } => {
                // The element is looked for last (JLS 15.26.1).
                if let Some((last, rows)) = index.split_last() {
                    self.index(env, rows)?;
                    for part in last.before_last_check() {
                        self.eval(env, part)?;
                    }
                }
                let value = self.eval(env, value)?;
                let index = self.index(env, index)?;
                let target = array_mut(env, *array);
                let (at, len) = target.locate(&index);
                let span = stmt.prov.0.first().copied().unwrap_or(Span::NONE);
                self.watch(env, *array, at..at + len, true, span)?;
                let target = array_mut(env, *array);
                match value {
                    CoreValue::Array(row) => (0..len).for_each(|i| target.data.set(at + i, row.data.get(i))),
                    scalar => target.data.set(at, scalar),
                }
            }
            StmtKind::Accumulate { array, index, value } => {
                let index = self.index(env, index)?;
                let value = self.eval(env, value)?;
                let op = env.operators.iter().rev().find(|o| o.0 == *array).expect("the verifier finds the output").1;
                let target = array_mut(env, *array);
                let (at, _) = target.locate(&index);
                let sum = arith::reduce(op, &target.data.get(at), &value).expect(IN_TYPE);
                target.data.set(at, sum);
            }
            StmtKind::If { cond, then, otherwise } => {
                let block = if self.cond(env, cond)? { then } else { otherwise };
                return self.block(func, env, block);
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let ty = &func.vars[var.index()].ty;
                let (mut at, hi, step) = (self.int(env, lo)?, self.int(env, hi)?, self.int(env, step)?);
                while if step > 0 { at < hi } else { at > hi } {
                    env[var.index()] = CoreValue::of_int(at, ty);
                    match self.block(func, env, body)? {
                        Flow::Next => {}
                        Flow::Continue(l) if l == *label => {}
                        Flow::Break(l) if l == *label => break,
                        flow => return Ok(flow),
                    }
                    let Some(next) = at.checked_add(step) else { break };
                    at = next;
                }
            }
            StmtKind::While { cond, body, label } => {
                while self.cond(env, cond)? {
                    match self.block(func, env, body)? {
                        Flow::Next => {}
                        Flow::Continue(l) if l == *label => {}
                        Flow::Break(l) if l == *label => break,
                        flow => return Ok(flow),
                    }
                }
            }
            StmtKind::Labeled { label, body } => match self.block(func, env, body)? {
                Flow::Break(l) if l == *label => {}
                flow => return Ok(flow),
            },
            StmtKind::Break(label) => return Ok(Flow::Break(*label)),
            StmtKind::Continue(label) => return Ok(Flow::Continue(*label)),
            StmtKind::Return(values) => return Ok(Flow::Return(self.all(env, values)?)),
            StmtKind::Throw { class, message, site } => {
                let message = message.as_ref().map(|m| self.message(env, m)).transpose()?;
                return Err(CoreError { class: class.clone(), message, site: *site, iteration: None });
            }
            StmtKind::Call { func, args } => drop(self.call_scalar(env, *func, args)?),
            StmtKind::CallRegion { results, func, args } => {
                let args = self.all(env, args)?;
                let (values, _) = self.call(*func, args)?;
                for (result, value) in results.iter().zip(values) {
                    env[result.index()] = value;
                }
            }
            StmtKind::Par(par) => self.par(func, env, par)?,
        }
        Ok(Flow::Next)
    }

    fn message(&self, env: &mut Env, pieces: &[Piece]) -> Result<SmolStr, CoreError> {
        let mut text = StrBuf::new();
        for piece in pieces {
            match piece {
                Piece::Text(part) => text.push_rust(part),
                Piece::Value(value) => match self.eval(env, value)? {
                    CoreValue::Bool(x) => text.push_bool(x),
                    CoreValue::I8(x) => text.push_int(x.into()),
                    CoreValue::I16(x) => text.push_int(x.into()),
                    CoreValue::U16(x) => text.push_char(x),
                    CoreValue::I32(x) => text.push_int(x),
                    CoreValue::I64(x) => text.push_long(x),
                    CoreValue::F32(x) => text.push_float(x),
                    CoreValue::F64(x) => text.push_double(x),
                    CoreValue::Struct(_) | CoreValue::Array(_) => panic!("a piece of a message is no scalar"),
                },
            }
        }
        Ok(text.to_rust().into())
    }

    // What iterations share

    fn watch(&self, env: &Env, array: VarId, at: Range<usize>, stores: bool, span: Span) -> Result<(), CoreError> {
        let (Some(races), Some(place)) = (&self.races, env.shared(array)) else { return Ok(()) };
        match races.borrow_mut().access(place, at, stores, span) {
            // Nothing else runs; the caller asks what was found.
            true => Err(CoreError { class: "somd.Race".into(), message: None, site: SiteId(0), iteration: None }),
            false => Ok(()),
        }
    }

    /// What an array or a row names of what iterations share.
    fn place(&self, env: &mut Env, e: &Expr) -> Result<Option<Place>, CoreError> {
        match &e.kind {
            ExprKind::Var(v) => Ok(env.shared(*v)),
            ExprKind::Row { array, index } => {
                let Some(place) = env.shared(*array) else { return Ok(None) };
                let index = self.index(env, index)?;
                let offset = place.offset + array_ref(env, *array).locate(&index).0;
                Ok(Some(Place { offset, ..place }))
            }
            _ => Ok(None),
        }
    }

    /// From here on the results of an instruction that are stored to are watched.
    fn begin_watch(&self, func: &Func, env: &mut Env, par: &Par) {
        let Some(races) = &self.races else { return };
        let stored = par.outputs.iter().filter(|o| matches!(o.kind, OutputKind::Array(_))).map(|o| o.result);
        let results = stored.map(|v| (v, func.vars[v.index()].name.clone(), array_ref(env, v).dims.clone())).collect();
        env.shared = races.borrow_mut().begin(results);
    }

    // Parallel instructions

    fn par(&self, func: &'a Func, env: &mut Env, par: &Par) -> Result<(), CoreError> {
        let mut space = Vec::new();
        for dim in &par.space {
            let (lo, hi) = (self.int(env, &dim.lo)?, self.int(env, &dim.hi)?);
            space.push((lo, hi.saturating_sub(lo).max(0)));
        }
        let count = space.iter().map(|s| s.1 as usize).product();
        let mut inits = Vec::new();
        let mut gathers = Vec::new();
        for output in &par.outputs {
            let ty = &func.vars[output.result.index()].ty;
            let (gather, init) = self.open(env, &output.kind, output.result, ty, count)?;
            gathers.push(gather);
            inits.push(init);
        }
        let is_search = matches!(par.outputs.as_slice(), [Output { kind: OutputKind::First { .. }, .. }]);
        let mut point: Vec<i64> = space.iter().map(|s| s.0).collect();
        let mut runs = count;
        if let Some(runner) = self.runner.filter(|_| count > 0) {
            let bounds: Vec<_> = space.iter().map(|s| (s.0, s.0 + s.1)).collect();
            let mut results: Vec<CoreValue> = par.outputs.iter().map(|o| env[o.result.index()].clone()).collect();
            match runner.run(par, &bounds, &|v| env[v.index()].clone(), &mut results) {
                Ran::Declined => {}
                Ran::Done => {
                    for ((output, result), init) in par.outputs.iter().zip(results).zip(inits) {
                        env[output.result.index()] = self.with_initial(env, &output.kind, init, result)?;
                    }
                    return Ok(());
                }
                Ran::Failed(number) if is_search => {
                    env[par.outputs[0].result.index()] = CoreValue::I64(number as i64);
                    return Ok(());
                }
                Ran::Failed(number) => {
                    // That iteration alone.
                    let mut rest = number as i64;
                    for (at, (lo, extent)) in point.iter_mut().zip(&space).rev() {
                        *at = lo + rest % extent;
                        rest /= extent;
                    }
                    runs = 1;
                }
            }
        }
        self.begin_watch(func, env, par);
        for number in 0..runs {
            if let Some(races) = &self.races {
                races.borrow_mut().iteration = number as u64;
            }
            for (dim, &at) in par.space.iter().zip(&point) {
                env[dim.index.index()] = CoreValue::of_int(at, &func.vars[dim.index.index()].ty);
            }
            let done = self.iteration(func, env, par, &mut gathers);
            if let [Gather::First(first)] = gathers.as_mut_slice() {
                let OutputKind::First { found } = par.outputs[0].kind else { unreachable!("it gathers the first") };
                if done.is_err() || env[found.index()] == CoreValue::Bool(true) {
                    *first = number as i64;
                    break;
                }
            }
            done.map_err(|e| CoreError { iteration: e.iteration.or_else(|| Some(point.clone())), ..e })?;
            for (at, (lo, extent)) in point.iter_mut().zip(&space).rev() {
                *at += 1;
                if *at < lo + extent {
                    break;
                }
                *at = *lo;
            }
        }
        env.shared.clear();
        for ((output, gather), init) in par.outputs.iter().zip(gathers).zip(inits) {
            self.close(env, output, gather, init)?;
        }
        Ok(())
    }

    fn open(
        &self,
        env: &mut Env,
        kind: &OutputKind,
        result: VarId,
        ty: &Ty,
        count: usize,
    ) -> Result<(Gather, Option<CoreValue>), CoreError> {
        let elem = ty.as_array().map_or(ty, |a| &a.elem);
        let empty = Data::zeroed(self.program, elem, 0);
        Ok(match kind {
            OutputKind::Array(ArraySource::New { sizes, .. }) => {
                env[result.index()] = self.new_array(env, elem, sizes)?;
                (Gather::Array, None)
            }
            OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => {
                env[result.index()] = env[old.index()].clone();
                if let OutputKind::Accumulate { op, .. } = kind {
                    env.operators.push((result, *op));
                }
                (Gather::Array, None)
            }
            OutputKind::Reduce { op, init, .. } => {
                let identity = identity(*op, ty).expect("the verifier asks for an identity");
                let identity = CoreValue::of_const(&identity, ty);
                (Gather::Reduce(Reduction::new(count, identity)), Some(self.eval(env, init)?))
            }
            OutputKind::Fold { init, .. } => {
                let init = init.as_ref().map(|e| self.eval(env, e)).transpose()?;
                (Gather::Values(Vec::with_capacity(count)), init)
            }
            OutputKind::Scan { init, .. } => {
                let last = self.eval(env, init)?;
                if self.runner.is_some() {
                    // A runner finds the initial value where the first sum will be.
                    let mut data = Data::zeroed(self.program, elem, count);
                    if count > 0 {
                        data.set(0, last.clone());
                    }
                    env[result.index()] = CoreArray { dims: vec![count], data }.into();
                }
                (Gather::Scan { last, data: empty }, None)
            }
            OutputKind::First { .. } => {
                if self.runner.is_some() {
                    env[result.index()] = CoreValue::I64(i64::MAX);
                }
                (Gather::First(i64::MAX), None)
            }
            OutputKind::Sort { array, .. } => {
                if self.runner.is_some() {
                    let dims = env[array.index()].as_array().expect(IN_TYPE).dims.clone();
                    let data = Data::zeroed(self.program, elem, dims.iter().product());
                    env[result.index()] = CoreArray { dims, data }.into();
                }
                (Gather::Sort, None)
            }
            OutputKind::Filter { .. } => {
                if self.runner.is_some() {
                    let data = Data::zeroed(self.program, elem, count);
                    env[result.index()] = CoreArray { dims: vec![count], data }.into();
                }
                (Gather::Filter(empty), None)
            }
        })
    }

    fn iteration(&self, func: &'a Func, env: &mut Env, par: &Par, gathers: &mut [Gather]) -> Result<(), CoreError> {
        for (output, gather) in par.outputs.iter().zip(gathers.iter_mut()) {
            match (&output.kind, gather) {
                (OutputKind::Reduce { acc, .. }, Gather::Reduce(r)) => env[acc.index()] = r.take(),
                (OutputKind::First { found: keep } | OutputKind::Filter { keep, .. }, _) => {
                    env[keep.index()] = CoreValue::Bool(false)
                }
                _ => {}
            }
        }
        self.block(func, env, &par.body)?;
        for (output, gather) in par.outputs.iter().zip(gathers) {
            match (&output.kind, gather) {
                (OutputKind::Reduce { op, acc, .. }, Gather::Reduce(r)) => {
                    r.put(env[acc.index()].clone(), &mut |a, b| arith::reduce(*op, &a, &b).expect(IN_TYPE))
                }
                (OutputKind::Fold { value, .. }, Gather::Values(values)) => values.push(env[value.index()].clone()),
                (OutputKind::Scan { op, value, .. }, Gather::Scan { last, data }) => {
                    *last = arith::reduce(*op, last, &env[value.index()]).expect(IN_TYPE);
                    data.push(last.clone());
                }
                (OutputKind::Filter { value, keep }, Gather::Filter(data))
                    if env[keep.index()] == CoreValue::Bool(true) =>
                {
                    data.push(env[value.index()].clone())
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A total with the initial value at its front; other results as they are.
    fn with_initial(
        &self,
        env: &Env,
        kind: &OutputKind,
        init: Option<CoreValue>,
        total: CoreValue,
    ) -> Result<CoreValue, CoreError> {
        Ok(match (kind, init) {
            (OutputKind::Reduce { op, .. }, Some(init)) => arith::reduce(*op, &init, &total).expect(IN_TYPE),
            (OutputKind::Fold { func, captured, .. }, Some(init)) => {
                let args = [init, total].into_iter().chain(captured.iter().map(|v| env[v.index()].clone()));
                self.call(*func, args.collect())?.0.swap_remove(0)
            }
            _ => total,
        })
    }

    fn close(&self, env: &mut Env, output: &Output, gather: Gather, init: Option<CoreValue>) -> Result<(), CoreError> {
        let value = match (&output.kind, gather) {
            (OutputKind::Reduce { op, .. }, Gather::Reduce(r)) => {
                let mut combine = |a: CoreValue, b: CoreValue| arith::reduce(*op, &a, &b).expect(IN_TYPE);
                let total = r.finish(&mut combine);
                match init {
                    Some(init) => combine(init, total),
                    None => total,
                }
            }
            (OutputKind::Fold { func, captured, site, .. }, Gather::Values(values)) => {
                let captured: Vec<CoreValue> = captured.iter().map(|v| env[v.index()].clone()).collect();
                let mut combine = |a, b| {
                    let args = [a, b].into_iter().chain(captured.iter().cloned()).collect();
                    self.call(*func, args).map(|(mut r, _)| r.swap_remove(0))
                };
                match (init, shape::fold(&values, &mut combine)?) {
                    (Some(init), Some(total)) => combine(init, total)?,
                    (Some(value), None) | (None, Some(value)) => value,
                    (None, None) => return Err(error("somd.EmptyReduction", Some(EMPTY_REDUCTION.into()), *site)),
                }
            }
            (_, Gather::First(first)) => CoreValue::I64(first),
            (_, Gather::Scan { data, .. } | Gather::Filter(data)) => CoreArray { dims: vec![data.len()], data }.into(),
            (OutputKind::Sort { array, places }, Gather::Sort) => {
                let from = env[array.index()].as_array().expect(IN_TYPE);
                let data = from.data.sorted(*places, from.dims.last().copied().unwrap_or(0));
                CoreArray { dims: from.dims.clone(), data }.into()
            }
            _ => return Ok(()),
        };
        env[output.result.index()] = value;
        Ok(())
    }

    // Expressions

    fn all(&self, env: &mut Env, exprs: &[Expr]) -> Result<Vec<CoreValue>, CoreError> {
        exprs.iter().map(|e| self.eval(env, e)).collect()
    }

    fn cond(&self, env: &mut Env, expr: &Expr) -> Result<bool, CoreError> {
        Ok(self.eval(env, expr)? == CoreValue::Bool(true))
    }

    fn int(&self, env: &mut Env, expr: &Expr) -> Result<i64, CoreError> {
        Ok(self.eval(env, expr)?.as_int().expect(IN_TYPE))
    }

    fn index(&self, env: &mut Env, index: &[Expr]) -> Result<Vec<i32>, CoreError> {
        index.iter().map(|i| self.int(env, i).map(|i| i as i32)).collect()
    }

    fn new_array(&self, env: &mut Env, elem: &Ty, sizes: &[Expr]) -> Result<CoreValue, CoreError> {
        let mut dims = Vec::new();
        for size in sizes {
            let size = self.int(env, size)?;
            dims.push(usize::try_from(size).expect("an unchecked size is proved not to be negative"));
        }
        Ok(CoreArray::zeroed(self.program, elem, dims).into())
    }

    fn eval(&self, env: &mut Env, expr: &Expr) -> Result<CoreValue, CoreError> {
        Ok(match &expr.kind {
            ExprKind::Const(c) => CoreValue::of_const(c, &expr.ty),
            ExprKind::Var(v) => env[v.index()].clone(),
            ExprKind::Unary(op, a) => arith::unary(*op, &self.eval(env, a)?).expect(IN_TYPE),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(env, a)?, self.eval(env, b)?);
                arith::binary(*op, &a, &b)
                    .expect("operands have the verifier's types, and divisors are checked or proved")
            }
            ExprKind::Convert(a) => arith::convert(&self.eval(env, a)?, &expr.ty).expect(IN_TYPE),
            ExprKind::Bitcast(a) => arith::bitcast(&self.eval(env, a)?).expect(IN_TYPE),
            ExprKind::Select(c, a, b) => {
                let side = if self.cond(env, c)? { a } else { b };
                self.eval(env, side)?
            }
            ExprKind::And(a, b) => CoreValue::Bool(self.cond(env, a)? && self.cond(env, b)?),
            ExprKind::Or(a, b) => CoreValue::Bool(self.cond(env, a)? || self.cond(env, b)?),
            ExprKind::Math(op, args) => arith::math(*op, &self.all(env, args)?).expect(IN_TYPE),
            ExprKind::Len { array, dim } => CoreValue::I32(array_ref(env, *array).dims[*dim as usize] as i32),
            ExprKind::Index { array, index } => {
                let index = self.index(env, index)?;
                let at = array_ref(env, *array).locate(&index).0;
                self.watch(env, *array, at..at + 1, false, expr.span)?;
                array_ref(env, *array).data.get(at)
            }
            ExprKind::Row { array, index } => {
                let index = self.index(env, index)?;
                array_ref(env, *array).row(&index).into()
            }
            ExprKind::Check { kind, value, site } => {
                let value = self.eval(env, value)?;
                self.check(env, kind, &value, *site)?;
                value
            }
            ExprKind::Call { func, args } => self.call_scalar(env, *func, args)?.swap_remove(0),
            ExprKind::MakeStruct(args) => CoreValue::Struct(self.all(env, args)?.into()),
            ExprKind::Field(a, field) => match self.eval(env, a)? {
                CoreValue::Struct(fields) => fields[*field as usize].clone(),
                other => unreachable!("a field of {other:?}"),
            },
            ExprKind::NewPrivate => zero(self.program, &expr.ty),
            ExprKind::NewArray { sizes } => {
                let elem = &expr.ty.as_array().expect(IN_TYPE).elem;
                self.new_array(env, elem, sizes)?
            }
            ExprKind::ArrayLit(items) => {
                let ty = expr.ty.as_array().expect(IN_TYPE);
                let mut data = Data::zeroed(self.program, &ty.elem, 0);
                for item in items {
                    match self.eval(env, item)? {
                        CoreValue::Array(row) => (0..row.data.len()).for_each(|i| data.push(row.data.get(i))),
                        scalar => data.push(scalar),
                    }
                }
                let dims = ty.dims.iter().map(|d| d.unwrap_or(0) as usize).collect();
                CoreArray { dims, data }.into()
            }
        })
    }

    fn check(&self, env: &mut Env, kind: &CheckKind, value: &CoreValue, site: SiteId) -> Result<(), CoreError> {
        let n = value.as_int().expect(IN_TYPE);
        let (class, message) = match kind {
            CheckKind::Index { array, dim } => {
                let Some(&len) = array_ref(env, *array).dims.get(*dim as usize) else {
                    return Err(error("java.lang.NullPointerException", None, site));
                };
                if n >= 0 && (n as usize) < len {
                    return Ok(());
                }
                let message = format_smolstr!("Index {n} out of bounds for length {len}");
                ("java.lang.ArrayIndexOutOfBoundsException", message)
            }
            CheckKind::Below { length, text } => {
                let length = self.int(env, length)?;
                if (0..length).contains(&n) {
                    return Ok(());
                }
                if *text {
                    let message = format_smolstr!("String index out of range: {n}");
                    return Err(error("java.lang.StringIndexOutOfBoundsException", Some(message), site));
                }
                let message = format_smolstr!("Index {n} out of bounds for length {length}");
                ("java.lang.ArrayIndexOutOfBoundsException", message)
            }
            CheckKind::NonZero if n == 0 => ("java.lang.ArithmeticException", "/ by zero".into()),
            CheckKind::Size if n < 0 => ("java.lang.NegativeArraySizeException", format_smolstr!("{n}")),
            CheckKind::SameLength { other } => {
                let other = self.int(env, other)?;
                if n == other {
                    return Ok(());
                }
                ("somd.LengthMismatch", format_smolstr!("lengths {n} and {other} differ"))
            }
            CheckKind::View { array, dim, before, after } => {
                if (-i64::from(*before)..=i64::from(*after)).contains(&n) {
                    return Ok(());
                }
                ("somd.PartitionException", view_message(n, array, *dim, *before, *after).into())
            }
            CheckKind::NonZero | CheckKind::Size => return Ok(()),
        };
        Err(error(class, Some(message), site))
    }
}

/// As the runtime says it.
const EMPTY_REDUCTION: &str = "a reduction without an identity has no elements";

fn error(class: &str, message: Option<SmolStr>, site: SiteId) -> CoreError {
    CoreError { class: class.into(), message, site, iteration: None }
}

fn array_ref(env: &Env, var: VarId) -> &CoreArray {
    env[var.index()].as_array().expect(IN_TYPE)
}

/// Copied first where another name holds it too.
fn array_mut(env: &mut Env, var: VarId) -> &mut CoreArray {
    match &mut env[var.index()] {
        CoreValue::Array(a) => Rc::make_mut(a),
        other => unreachable!("{other:?} is no array"),
    }
}
