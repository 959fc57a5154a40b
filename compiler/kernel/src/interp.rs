//! Runs kernels, group by group, and in a group phase by phase: each work item goes on alone to the next barrier, and all meet there. What it gives is what
//! any device must give; it needs none.
//!
//! All that has an address is bytes in a block of memory, variables too. A choice is made before anything runs, by the numbers that the kernel is
//! built with.

mod flat;
mod memory;

use crate::ir::*;
use flat::{Code, Op};
pub use memory::Value;
use memory::{Memory, Place};
use std::collections::BTreeMap;

/// Why a kernel could not be run on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped(pub String);

type Result<T> = std::result::Result<T, Stopped>;

fn stop<T>(message: impl Into<String>) -> Result<T> {
    Err(Stopped(message.into()))
}

/// What a kernel is given for a parameter.
#[derive(Clone, Debug)]
pub enum Arg {
    Scalar(Value),
    /// Global memory: its bytes, which the kernel may change.
    Global(Vec<u8>),
    /// So many bytes of local memory.
    Local(usize),
}

/// How many work items there are, and how many of them are a group; by dimension.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub groups: [usize; 3],
    pub items: [usize; 3],
}

/// Runs a kernel of a module, which is built with these numbers. `args` has what it left in global memory then.
pub fn run(m: &Module, kernel: &str, built: &BTreeMap<Name, i64>, grid: Grid, args: &mut [Arg]) -> Result<()> {
    let code = flat::code(m, built)?;
    let Some(entry) = code.functions.iter().position(|f| f.name == kernel) else {
        return stop(format!("no kernel {kernel}"));
    };
    let mut machine = Machine { code: &code, memory: Memory::new(&code.structs), tables: BTreeMap::new(), grid };
    machine.tables()?;
    let global: Vec<Option<usize>> = args
        .iter()
        .map(|a| if let Arg::Global(bytes) = a { Some(machine.memory.block(bytes.clone())) } else { None })
        .collect();
    let kept = machine.memory.blocks();
    let [x, y, z] = grid.groups;
    for n in 0..x * y * z {
        let group = [n % x, n / x % y, n / x / y];
        machine.group(entry, group, args, &global)?;
        machine.memory.forget(kept);
    }
    for (arg, block) in args.iter_mut().zip(global) {
        if let (Arg::Global(bytes), Some(block)) = (arg, block) {
            *bytes = machine.memory.bytes(block).to_vec();
        }
    }
    Ok(())
}

/// A function that runs.
struct Frame {
    function: usize,
    at: usize,
    variables: BTreeMap<Name, (Place, Type)>,
    /// Where the caller wants the result.
    into: Option<Name>,
}

/// A work item.
struct Item {
    id: [usize; 3],
    group: [usize; 3],
    frames: Vec<Frame>,
}

enum Reached {
    Barrier,
    End(Option<Value>),
}

struct Machine<'c> {
    code: &'c Code,
    memory: Memory<'c>,
    tables: BTreeMap<Name, (Place, Type)>,
    grid: Grid,
}

impl Machine<'_> {
    fn tables(&mut self) -> Result<()> {
        let mut nobody = Item { id: [0; 3], group: [0; 3], frames: Vec::new() };
        for (ty, name, values) in &self.code.tables {
            let size = self.memory.size(ty)?;
            let block = self.memory.block(vec![0; size * values.len()]);
            for (n, e) in values.iter().enumerate() {
                let value = self.value(&mut nobody, e, &mut BTreeMap::new())?;
                self.memory.store(Place { block, at: (n * size) as i64 }, ty, &value)?;
            }
            let dims = vec![Expr::int(values.len() as u64)];
            let array = Type::Array(Box::new(ty.clone()), Space::Constant, dims);
            self.tables.insert(name.clone(), (Place { block, at: 0 }, array));
        }
        Ok(())
    }

    fn group(&mut self, entry: usize, group: [usize; 3], args: &[Arg], global: &[Option<usize>]) -> Result<()> {
        let function = &self.code.functions[entry];
        if function.params.len() != args.len() {
            return stop(format!("{} has {} parameters", function.name, function.params.len()));
        }
        let local: Vec<Option<usize>> = args
            .iter()
            .map(|a| if let Arg::Local(size) = a { Some(self.memory.block(vec![0; *size])) } else { None })
            .collect();
        let mut shared = BTreeMap::new();
        let [x, y, z] = self.grid.items;
        let mut items = Vec::new();
        for n in 0..x * y * z {
            let mut variables = BTreeMap::new();
            for (k, (name, ty)) in function.params.iter().enumerate() {
                let block = global[k].or(local[k]);
                let value = match (&args[k], block) {
                    (Arg::Scalar(v), _) => v.clone(),
                    (_, Some(block)) => Value::Pointer(Place { block, at: 0 }),
                    _ => return stop("an argument is of no kind"),
                };
                let place = self.memory.variable(ty)?;
                self.memory.store(place, ty, &value)?;
                variables.insert(name.clone(), (place, ty.clone()));
            }
            let frames = vec![Frame { function: entry, at: 0, variables, into: None }];
            items.push(Item { id: [n % x, n / x % y, n / x / y], group, frames });
        }
        loop {
            let (mut waiting, mut ended) = (0, 0);
            for item in &mut items {
                if item.frames.is_empty() {
                    ended += 1;
                    continue;
                }
                match self.go(item, 0, &mut shared)? {
                    Reached::Barrier => waiting += 1,
                    Reached::End(_) => ended += 1,
                }
            }
            if waiting == 0 {
                return Ok(());
            }
            if ended > 0 {
                return stop("some work items of a group wait for others that have ended");
            }
        }
    }

    /// Runs a work item to the next barrier, or to the end of its frame of this number.
    fn go(&mut self, item: &mut Item, first: usize, shared: &mut BTreeMap<Name, Place>) -> Result<Reached> {
        let code = self.code;
        loop {
            let Some(frame) = item.frames.last_mut() else { return Ok(Reached::End(None)) };
            let function = &code.functions[frame.function];
            let op = function.ops.get(frame.at);
            frame.at += 1;
            let result = match op {
                None | Some(Op::Return(None)) => None,
                Some(Op::Return(Some(e))) => {
                    let value = self.value(item, e, shared)?;
                    Some(self.memory.converted(&value, &function.ret)?)
                }
                Some(op) => {
                    if self.op(item, op, shared)? {
                        return Ok(Reached::Barrier);
                    }
                    continue;
                }
            };
            let Some(ended) = item.frames.pop() else { return Ok(Reached::End(None)) };
            if item.frames.len() == first {
                return Ok(Reached::End(result));
            }
            if let (Some(name), Some(value), Some(frame)) = (ended.into, result, item.frames.last_mut()) {
                let place = self.memory.variable(&function.ret)?;
                self.memory.store(place, &function.ret, &value)?;
                frame.variables.insert(name, (place, function.ret.clone()));
            }
        }
    }

    /// Does one thing; whether it is to wait for the others.
    fn op(&mut self, item: &mut Item, op: &Op, shared: &mut BTreeMap<Name, Place>) -> Result<bool> {
        let jump = |item: &mut Item, to: usize| {
            if let Some(frame) = item.frames.last_mut() {
                frame.at = to;
            }
        };
        match op {
            Op::Barrier => return Ok(true),
            Op::Do(e) => drop(self.value(item, e, shared)?),
            Op::Jump(to) => jump(item, *to),
            Op::JumpUnless(e, to) => {
                if !self.value(item, e, shared)?.holds() {
                    jump(item, *to);
                }
            }
            Op::Declare { name, ty, space, init } => {
                let place = match (space, shared.get(name)) {
                    (Space::Local, Some(place)) => *place,
                    _ => self.memory.variable(ty)?,
                };
                if *space == Space::Local {
                    shared.insert(name.clone(), place);
                }
                match init {
                    None => {}
                    Some(Init::Value(e)) => {
                        let value = self.value(item, e, shared)?;
                        self.memory.store(place, ty, &value)?;
                    }
                    Some(Init::List(all)) => {
                        let Some(of) = ty.element() else { return stop(format!("{name} is no array")) };
                        let size = self.memory.size(&of)?;
                        for (n, e) in all.iter().enumerate() {
                            let value = self.value(item, e, shared)?;
                            let at = Place { at: place.at + (n * size) as i64, ..place };
                            // One 0 is for all of it, structures too.
                            if of.scalar().is_some() {
                                self.memory.store(at, &of, &value)?;
                            }
                        }
                    }
                }
                if let Some(frame) = item.frames.last_mut() {
                    frame.variables.insert(name.clone(), (place, ty.clone()));
                }
            }
            Op::Call { function, args, into } => {
                let frame = self.frame(item, *function, args, into.clone(), shared)?;
                item.frames.push(frame);
            }
            Op::Return(_) => {}
        }
        Ok(false)
    }

    fn frame(
        &mut self,
        item: &mut Item,
        function: usize,
        args: &[Expr],
        into: Option<Name>,
        shared: &mut BTreeMap<Name, Place>,
    ) -> Result<Frame> {
        let code = self.code;
        let mut variables = BTreeMap::new();
        for ((name, ty), arg) in code.functions[function].params.iter().zip(args) {
            let value = self.value(item, arg, shared)?;
            let place = self.memory.variable(ty)?;
            self.memory.store(place, ty, &value)?;
            variables.insert(name.clone(), (place, ty.clone()));
        }
        Ok(Frame { function, at: 0, variables, into })
    }

    /// Where an expression's value lies.
    fn place(&mut self, item: &mut Item, e: &Expr, shared: &mut BTreeMap<Name, Place>) -> Result<(Place, Type)> {
        match &e.kind {
            Kind::Name(name) => {
                let own = item.frames.last().and_then(|f| f.variables.get(name));
                match own.or(self.tables.get(name)) {
                    Some(found) => Ok(found.clone()),
                    None => stop(format!("{name} is not known")),
                }
            }
            Kind::Index(a, i) => {
                let i = self.value(item, i, shared)?.whole()?;
                let (place, of) = match &a.ty {
                    Type::Pointer(p) => match self.value(item, a, shared)? {
                        Value::Pointer(place) => (place, p.to.clone()),
                        _ => return stop("no address"),
                    },
                    ty => (self.place(item, a, shared)?.0, ty.element().unwrap_or(Type::Unknown)),
                };
                let of = self.memory.known(&of);
                Ok((Place { at: place.at + i * self.memory.size(&of)? as i64, ..place }, of))
            }
            Kind::Unary(Unary::Deref, a) => match self.value(item, a, shared)? {
                Value::Pointer(place) => Ok((place, e.ty.clone())),
                _ => stop("no address"),
            },
            Kind::Field(a, name) => {
                let (place, _) = self.place(item, a, shared)?;
                let (at, ty) = self.memory.field(&a.ty, name)?;
                Ok((Place { at: place.at + at as i64, ..place }, ty))
            }
            Kind::Lane(a, n) => {
                let (place, _) = self.place(item, a, shared)?;
                let size = self.memory.size(&e.ty)? as i64;
                Ok((Place { at: place.at + i64::from(*n) * size, ..place }, e.ty.clone()))
            }
            _ => {
                // A value that is nowhere yet.
                let value = self.value(item, e, shared)?;
                let place = self.memory.variable(&e.ty)?;
                self.memory.store(place, &e.ty, &value)?;
                Ok((place, e.ty.clone()))
            }
        }
    }

    fn value(&mut self, item: &mut Item, e: &Expr, shared: &mut BTreeMap<Name, Place>) -> Result<Value> {
        Ok(match &e.kind {
            Kind::Int { value, .. } => Value::Int(*value as i64, e.ty.scalar().unwrap_or(Scalar::Int)),
            Kind::Bool(b) => Value::bool(*b),
            Kind::Float(text) => match text.strip_suffix('f') {
                Some(text) => Value::Float(text.parse().map_err(|_| Stopped(format!("{text} is no number")))?),
                None => Value::Double(text.parse().map_err(|_| Stopped(format!("{text} is no number")))?),
            },
            Kind::Known(k) => match k {
                Known::Nan => Value::Float(f32::NAN),
                Known::Infinity => Value::Float(f32::INFINITY),
                Known::IntMin => Value::Int(i32::MIN.into(), Scalar::Int),
                Known::IntMax => Value::Int(i32::MAX.into(), Scalar::Int),
                Known::UintMax => Value::Int(u32::MAX.into(), Scalar::UInt),
                Known::LongMin => Value::Int(i64::MIN, Scalar::Long),
            },
            Kind::Name(_) | Kind::Index(..) | Kind::Field(..) | Kind::Lane(..) | Kind::Unary(Unary::Deref, _) => {
                let (place, ty) = self.place(item, e, shared)?;
                // An array's value is its address.
                if matches!(ty, Type::Array(..)) { Value::Pointer(place) } else { self.memory.load(place, &ty)? }
            }
            Kind::Unary(Unary::Address, a) => Value::Pointer(self.place(item, a, shared)?.0),
            Kind::Unary(op, a) => {
                let value = self.value(item, a, shared)?;
                memory::unary(*op, &self.memory.converted(&value, &e.ty)?)?
            }
            Kind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let first = self.value(item, a, shared)?.holds();
                let decided = first == (*op == Binary::Or);
                Value::bool(if decided { first } else { self.value(item, b, shared)?.holds() })
            }
            Kind::Binary(op, a, b) => {
                let (x, y) = (self.value(item, a, shared)?, self.value(item, b, shared)?);
                self.memory.binary(*op, (x, &a.ty), (y, &b.ty), &e.ty)?
            }
            Kind::Select(c, a, b) => {
                let chosen = if self.value(item, c, shared)?.holds() { a } else { b };
                let value = self.value(item, chosen, shared)?;
                self.memory.converted(&value, &e.ty)?
            }
            Kind::Assign(op, to, from) => {
                let value = self.value(item, from, shared)?;
                let (place, ty) = self.place(item, to, shared)?;
                let value = match op {
                    None => value,
                    Some(op) => {
                        let before = self.memory.load(place, &ty)?;
                        let wide = crate::verify::common(&ty, &from.ty);
                        let wide = if matches!(op, Binary::Shl | Binary::Shr) { ty.clone() } else { wide };
                        self.memory.binary(*op, (before, &ty), (value, &from.ty), &wide)?
                    }
                };
                let value = self.memory.converted(&value, &ty)?;
                self.memory.store(place, &ty, &value)?;
                value
            }
            Kind::Step { target, up } => {
                let (place, ty) = self.place(item, target, shared)?;
                let before = self.memory.load(place, &ty)?;
                let one = (Value::Int(1, Scalar::Int), &Type::INT);
                let op = if *up { Binary::Add } else { Binary::Sub };
                let after = self.memory.binary(op, (before.clone(), &ty), one, &ty)?;
                self.memory.store(place, &ty, &after)?;
                before
            }
            Kind::Sequence(all) => {
                let mut last = Value::Void;
                for e in all {
                    last = self.value(item, e, shared)?;
                }
                last
            }
            Kind::Cast(_, a) | Kind::Convert { of: a, .. } => {
                let value = self.value(item, a, shared)?;
                self.memory.converted(&value, &e.ty)?
            }
            Kind::Bits(_, a) => {
                let value = self.value(item, a, shared)?;
                let place = self.memory.variable(&a.ty)?;
                self.memory.store(place, &a.ty, &value)?;
                self.memory.load(place, &e.ty)?
            }
            Kind::Vector(_, all) | Kind::Struct(_, all) => {
                let all: Result<Vec<Value>> = all.iter().map(|e| self.value(item, e, shared)).collect();
                self.memory.made(&e.ty, &all?)?
            }
            Kind::Call(name, args) => {
                let Some(function) = self.code.functions.iter().position(|f| f.name == *name) else {
                    return stop(format!("{name} is not known"));
                };
                let frame = self.frame(item, function, args, None, shared)?;
                let depth = item.frames.len();
                item.frames.push(frame);
                match self.go(item, depth, shared)? {
                    Reached::End(value) => value.unwrap_or(Value::Void),
                    Reached::Barrier => return stop(format!("{name} waits within an expression")),
                }
            }
            Kind::Builtin(b, args) => self.builtin(item, (*b, args), &e.ty, shared)?,
        })
    }

    fn builtin(
        &mut self,
        item: &mut Item,
        (b, args): (Builtin, &[Expr]),
        ty: &Type,
        shared: &mut BTreeMap<Name, Place>,
    ) -> Result<Value> {
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(item, arg, shared)?);
        }
        if !b.is_place() {
            return self.memory.builtin(b, &values, args, ty);
        }
        let d = values.first().map_or(Ok(0), Value::whole)? as usize % 3;
        let Grid { groups, items } = self.grid;
        let n = match b {
            Builtin::LocalId => item.id[d],
            Builtin::GroupId => item.group[d],
            Builtin::LocalSize => items[d],
            Builtin::NumGroups => groups[d],
            Builtin::GlobalSize => items[d] * groups[d],
            _ => item.group[d] * items[d] + item.id[d],
        };
        Ok(Value::Int(n as i64, Scalar::Size))
    }
}
