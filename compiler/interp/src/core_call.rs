//! Calls from HIR into Core: a parallel region, run by Core's interpreter.
//!
//! Core's arrays are flat values, so arguments are copied in and results out; an array that the region changes is written
//! back into the caller's array, element by element, when the region has ended.

use super::{Interp, explain, internal, rt};
use somd_core::interp::{CoreArray, CoreError, CoreValue, Data, Failure};
use somd_core::ir;
use somd_core::races::Race;
use somd_hir::{CoreFuncId, Ty};
use somd_runtime::value::Value;
use somd_syntax::source::Span;

/// What checks throw where an array is null.
const NULL_POINTER: &str = "java.lang.NullPointerException";
/// The exit code after a race. A program that throws ends with 1.
const RACE: i32 = 3;

/// A region as host code sees it.
struct Border {
    params: Vec<ir::Ty>,
    ret: Vec<ir::Ty>,
    /// For every result that is the new value of a parameter: which.
    updates: Vec<Option<usize>>,
    /// For every parameter whether it may be null.
    optional: Vec<bool>,
}

impl Border {
    fn of(core: &ir::Program, def: &ir::Func) -> Border {
        let ir::FuncKind::Region { updates, outside, optional, .. } = &def.kind else {
            let params: Vec<ir::Ty> = def.params.iter().map(|p| def.vars[p.index()].ty.clone()).collect();
            let optional = vec![false; params.len()];
            return Border { params, ret: def.ret.clone(), updates: vec![None; def.ret.len()], optional };
        };
        let (params, ret) = match outside {
            Some(o) => (o.params.clone(), o.ret.clone()),
            None => (def.params.iter().map(|p| def.vars[p.index()].ty.clone()).collect(), def.ret.clone()),
        };
        let width = |ty: &ir::Ty| ir::Outside::columns(core, ty).filter(|_| outside.is_some()).unwrap_or(1);
        // The first column tells for all.
        let mut owner = Vec::new();
        for (k, ty) in params.iter().enumerate() {
            owner.extend(std::iter::repeat_n(k, width(ty)));
        }
        let mut may_be_null = vec![false; params.len()];
        for (param, &k) in def.params.iter().zip(&owner) {
            may_be_null[k] |= optional.contains(param);
        }
        let mut at = 0;
        let updated = ret.iter().map(|ty| {
            let update = updates.get(at).copied().flatten();
            at += width(ty);
            update.and_then(|var| def.params.iter().position(|&p| p == var)).map(|p| owner[p])
        });
        let updates = updated.collect();
        Border { params, ret, updates, optional: may_be_null }
    }
}

/// An array of structures as the columns that a region takes.
fn take_apart(core: &ir::Program, value: CoreValue, ty: &ir::Ty) -> Vec<CoreValue> {
    let (Some(_), Some(array), Some(a)) = (ir::Outside::columns(core, ty), value.as_array(), ty.as_array()) else {
        return vec![value];
    };
    let column = |leaf: ir::Leaf| {
        let mut data = Data::zeroed(core, &leaf.ty, 0);
        (0..array.data.len()).for_each(|i| data.push(at_path(array.data.get(i), &leaf.path)));
        CoreArray { dims: array.dims.clone(), data }.into()
    };
    ir::leaves(core, &a.elem).into_iter().map(column).collect()
}

fn at_path(value: CoreValue, path: &[u32]) -> CoreValue {
    match (value, path.split_first()) {
        (CoreValue::Struct(fields), Some((&first, rest))) => at_path(fields[first as usize].clone(), rest),
        (value, _) => value,
    }
}

/// The next result, its columns as an array of structures.
fn put_together(core: &ir::Program, results: &mut impl Iterator<Item = CoreValue>, ty: &ir::Ty) -> CoreValue {
    let mut next = || results.next().unwrap_or(CoreValue::Bool(false));
    let (Some(width), Some(a)) = (ir::Outside::columns(core, ty), ty.as_array()) else { return next() };
    let columns: Vec<CoreValue> = (0..width).map(|_| next()).collect();
    let arrays: Vec<&CoreArray> = columns.iter().filter_map(CoreValue::as_array).collect();
    let Some(first) = arrays.first() else { return CoreValue::Bool(false) };
    let mut data = Data::zeroed(core, &a.elem, 0);
    for i in 0..first.data.len() {
        data.push(structure(core, &a.elem, &mut arrays.iter().map(|c| c.data.get(i))));
    }
    CoreArray { dims: first.dims.clone(), data }.into()
}

fn structure(core: &ir::Program, ty: &ir::Ty, scalars: &mut impl Iterator<Item = CoreValue>) -> CoreValue {
    match ty {
        ir::Ty::Struct(s) => {
            let fields = &core.structs[s.index()].fields;
            CoreValue::Struct(fields.iter().map(|(_, t)| structure(core, t, scalars)).collect())
        }
        _ => scalars.next().unwrap_or(CoreValue::Bool(false)),
    }
}

impl Interp {
    /// Runs function `func` of the Core program; `ty` is the type of its result. Beside that: all scalars that it returns.
    pub(super) fn core_call(&self, func: CoreFuncId, args: &[Value], ty: &Ty, span: Span) -> (Value, Vec<Value>) {
        let Some(core) = &self.host.core else {
            internal(span, "a call of Core without a Core program");
        };
        let id = ir::FuncId(func.0);
        let def = core.func(id);
        let border = Border::of(core, def);
        // Where arrays of structures are taken apart, parameters are columns.
        let params = if border.params.len() == def.params.len() { def.params.as_slice() } else { &[] };
        let given = args.iter().zip(&border.params).zip(&border.optional).enumerate();
        let values = given.map(|(k, ((arg, ty), optional))| match ty {
            ir::Ty::Array(a) if *optional && rt::is_null(arg) => CoreArray::null(core, &a.elem).into(),
            ir::Ty::Array(_) if rt::is_null(arg) => {
                let text = params.get(k).and_then(|p| core.nulls.given(def, *p));
                rt::throw_null_pointer(text.unwrap_or("Cannot read the array length"))
            }
            _ => self.to_core(core, arg, ty, span),
        });
        let values = values.zip(&border.params).flat_map(|(value, ty)| take_apart(core, value, ty)).collect();
        let ran = match self.host.races {
            true => somd_core::interp::call_checked(core, id, values),
            false => somd_core::interp::call(core, id, values).map_err(Failure::Thrown),
        };
        let results = match ran {
            Ok(results) => results,
            Err(Failure::Thrown(error)) => self.throw_core(core, error),
            Err(Failure::Race(race)) => self.report_race(&race),
        };
        let mut results = results.into_iter();
        let mut value = Value::Void;
        let mut scalars = Vec::new();
        for (i, (ty_outside, updated)) in border.ret.iter().zip(&border.updates).enumerate() {
            let result = put_together(core, &mut results, ty_outside);
            match *updated {
                Some(param) => {
                    if !rt::is_null(&args[param]) {
                        self.write_back(&args[param], &result, span);
                    }
                    // `return a`: the caller's own array.
                    if i == 0 && *ty != Ty::Void {
                        value = args[param].clone();
                    }
                }
                None => match scalar_value(&result).filter(|_| *ty == Ty::Void) {
                    Some(scalar) => scalars.push(scalar),
                    None => value = self.result_of_core(&result, ty, span),
                },
            }
        }
        (value, scalars)
    }

    fn throw_core(&self, core: &ir::Program, error: CoreError) -> ! {
        if let Some(site) = core.sites.get(error.site.index()) {
            self.at(site.span);
        }
        // Core's interpreter does not name what was null.
        let null = core.nulls.at(error.site).filter(|_| error.message.is_none() && error.class == NULL_POINTER);
        let exception = self.make_exception(&error.class, null.or(error.message.as_deref()));
        rt::throw(rt::reference(&exception))
    }

    /// Says which lines meet, and ends the process: whatever the program printed next would be chance.
    fn report_race(&self, race: &Race) -> ! {
        let place = |span: Span| {
            let sources = self.host.sources.as_ref();
            let found = sources.and_then(|s| s.locate(span).map(|(f, line, _)| format!("{}:{line}", f.name)));
            found.unwrap_or_else(|| "a place that is not known".into())
        };
        let [a, b] = &race.accesses;
        let verb = |stores| if stores { "stores to" } else { "reads" };
        let element: String = race.element.iter().map(|i| format!("[{i}]")).collect();
        rt::print_error(&format!(
            "race: iteration {} {} `{}{element}` at {}, and iteration {} {} it at {}\n",
            a.iteration,
            verb(a.stores),
            race.array,
            place(a.span),
            b.iteration,
            verb(b.stores),
            place(b.span),
        ));
        rt::flush();
        std::process::exit(RACE)
    }

    // ---- in -----------------------------------------------------------------------------------------------------

    fn to_core(&self, core: &ir::Program, value: &Value, ty: &ir::Ty, span: Span) -> CoreValue {
        match (value, ty) {
            (&Value::Boolean(v), _) => CoreValue::Bool(v),
            (&Value::Byte(v), _) => CoreValue::I8(v),
            (&Value::Short(v), _) => CoreValue::I16(v),
            (&Value::Char(v), _) => CoreValue::U16(v),
            (&Value::Int(v), _) => CoreValue::I32(v),
            (&Value::Long(v), _) => CoreValue::I64(v),
            (&Value::Float(v), _) => CoreValue::F32(v),
            (&Value::Double(v), _) => CoreValue::F64(v),
            (Value::Ref(object), ir::Ty::Array(array)) => {
                if object.is_null() {
                    rt::throw_null_pointer("Cannot read the array length");
                }
                let bounds: Vec<i32> = array.dims.iter().map(|d| d.map_or(-1, |n| n as i32)).collect();
                somd_runtime::array::check_bounds(object, &bounds);
                let rank = array.dims.len();
                let mut dims = vec![None; rank];
                let mut data = Data::zeroed(core, &array.elem, 0);
                self.flatten(core, value, &array.elem, &mut dims, 0, &mut data, span);
                // Below an empty dimension nothing has a size.
                let dims = dims.into_iter().map(|d| d.unwrap_or(0)).collect();
                CoreArray { dims, data }.into()
            }
            (Value::Ref(object), ir::Ty::Struct(_))
                if let Some(ordinal) = self.program.ordinal_field(rt::class_of(self, object)) =>
            {
                let ordinal = rt::get_field(value, self.field_slots[ordinal.index()]);
                CoreValue::Struct([self.to_core(core, &ordinal, &ir::Ty::I32, span)].into())
            }
            (Value::Ref(_), ir::Ty::Struct(id)) => {
                let fields = &core.structs[id.index()].fields;
                let parts = fields
                    .iter()
                    .enumerate()
                    .map(|(slot, (_, ty))| self.to_core(core, &rt::get_field(value, slot as u32), ty, span));
                CoreValue::Struct(parts.collect())
            }
            (value, ty) => internal(span, &format!("a {} where Core has {ty:?}", value.kind())),
        }
    }

    #[allow(clippy::too_many_arguments)] // One recursion's state.
    fn flatten(
        &self,
        core: &ir::Program,
        value: &Value,
        elem: &ir::Ty,
        dims: &mut [Option<usize>],
        depth: usize,
        data: &mut Data,
        span: Span,
    ) {
        if depth == dims.len() {
            data.push(self.to_core(core, value, elem, span));
            return;
        }
        if rt::is_null(value) {
            rt::throw_null_pointer("Cannot read the array length");
        }
        let length = rt::array_length(value);
        let first = *dims[depth].get_or_insert(length as usize);
        if first != length as usize {
            let message = format!("a parallel method needs rows of one length: {first} and {length}");
            self.throw_known("java.lang.IllegalArgumentException", &message);
        }
        for i in 0..length {
            self.flatten(core, &rt::array_get(value, i), elem, dims, depth + 1, data, span);
        }
    }

    // ---- out ----------------------------------------------------------------------------------------------------

    fn write_back(&self, target: &Value, result: &CoreValue, span: Span) {
        let Some(array) = result.as_array() else {
            internal(span, "an array's new value is no array");
        };
        self.write_rows(target, array, 0, &mut 0, span);
    }

    fn write_rows(&self, target: &Value, array: &CoreArray, depth: usize, at: &mut usize, span: Span) {
        for i in 0..rt::array_length(target) {
            let old = rt::array_get(target, i);
            if depth + 1 < array.dims.len() {
                self.write_rows(&old, array, depth + 1, at, span);
                continue;
            }
            let new = match (array.data.get(*at), &old) {
                (CoreValue::Struct(fields), Value::Ref(object)) => {
                    let class = rt::class_of(self, object);
                    self.result_of_core(&CoreValue::Struct(fields), &Ty::Class(class), span)
                }
                (scalar, _) => scalar_value(&scalar).unwrap_or_else(|| internal(span, "an element that is no scalar")),
            };
            rt::array_set(target, i, new);
            *at += 1;
        }
    }

    fn result_of_core(&self, value: &CoreValue, ty: &Ty, span: Span) -> Value {
        match (value, ty) {
            (CoreValue::Struct(fields), Ty::Class(class)) => {
                if let (Some(CoreValue::I32(ordinal)), true) =
                    (fields.first(), self.program.ordinal_field(*class).is_some())
                {
                    self.initialize(*class);
                    return self.static_field(self.program.class(*class).constants[*ordinal as usize]);
                }
                let types = self.layouts[class.index()].clone();
                let object = self.allocate(*class);
                for (slot, (field, ty)) in fields.iter().zip(types.iter()).enumerate() {
                    rt::set_field(&object, slot as u32, self.result_of_core(field, ty, span));
                }
                object
            }
            (CoreValue::Array(array), _) => self.array_of_core(array, 0, &mut 0, ty, span),
            (scalar, _) => match scalar_value(scalar) {
                Some(value) => value,
                None => internal(span, "a result of Core of another type than HIR's"),
            },
        }
    }

    fn array_of_core(&self, array: &CoreArray, depth: usize, at: &mut usize, ty: &Ty, span: Span) -> Value {
        let Some(elem) = explain::element_type(ty) else {
            internal(span, "an array of Core where HIR has none");
        };
        let length = array.dims[depth];
        let mut values = Vec::with_capacity(length);
        for _ in 0..length {
            if depth + 1 < array.dims.len() {
                values.push(self.array_of_core(array, depth + 1, at, &elem, span));
            } else {
                values.push(self.result_of_core(&array.data.get(*at), &elem, span));
                *at += 1;
            }
        }
        self.array_of(ty, &values, span)
    }
}

fn scalar_value(value: &CoreValue) -> Option<Value> {
    Some(match *value {
        CoreValue::Bool(v) => Value::Boolean(v),
        CoreValue::I8(v) => Value::Byte(v),
        CoreValue::I16(v) => Value::Short(v),
        CoreValue::U16(v) => Value::Char(v),
        CoreValue::I32(v) => Value::Int(v),
        CoreValue::I64(v) => Value::Long(v),
        CoreValue::F32(v) => Value::Float(v),
        CoreValue::F64(v) => Value::Double(v),
        CoreValue::Struct(_) | CoreValue::Array(_) => return None,
    })
}
