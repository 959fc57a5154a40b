//! What the runtime needs to divide an instruction over ranks: [`reach`](somd_schedule::reach), with the arrays as the region has them.

use super::body::Writer;
use super::par::Memory;
use super::*;
use somd_core::walk;
use somd_schedule::reach::{self, Atom, Bounded, Fixed, Reads, Stride};
use std::ops::Range;

/// An array of the instruction, as it is written down.
struct Entry {
    /// The grid.
    name: String,
    reads: Option<Reads>,
    writes: Option<i32>,
    /// The entry of the result that begins with its contents.
    carries: Option<usize>,
    /// Iterations add to its elements.
    adds: bool,
    /// The strides by which it is read and stored to, among all of the instruction.
    read_strides: Range<usize>,
    write_strides: Range<usize>,
}

impl Entry {
    fn new(name: String, reads: Option<Reads>) -> Entry {
        Entry { name, reads, writes: None, carries: None, adds: false, read_strides: 0..0, write_strides: 0..0 }
    }
}

/// What an instruction that can be divided is given with, as text.
pub struct Reached {
    /// The static that says what it reaches.
    pub name: String,
    /// The arrays that this speaks of.
    pub arrays: String,
    pub strides: String,
}

/// What an instruction reaches, where it can be divided.
pub fn reached(w: &mut Writer, par: &Par, captures: &[VarId], memory: &[Option<Memory>]) -> Option<Reached> {
    let combines = |o: &Output| matches!(o.kind, OutputKind::Fold { func, .. } if w.cx.throwing[func.index()]);
    let reach::Reach::Divided(arrays) = reach::with_strides(par) else { return None };
    // Which of several combinations throws first depends on the whole tree.
    if par.outputs.iter().any(combines) {
        return None;
    }
    let of = |v: VarId| arrays.iter().find(|a| a.var == v);
    let reads = |v: VarId| of(v).and_then(|a| a.reads);
    let mut strides: Vec<&Stride> = Vec::new();
    let is_array = |v: VarId| w.var_ty(v).as_array().is_some();
    let mut entries: Vec<Entry> = Vec::new();
    let mut places: BTreeMap<VarId, usize> = BTreeMap::new();
    for &v in captures.iter().filter(|v| is_array(**v)) {
        let updated = par.outputs.iter().zip(memory).find_map(|(o, m)| match m {
            Some(Memory::InPlace(old) | Memory::Private(old)) if *old == v => Some(o.result),
            _ => None,
        });
        places.insert(v, entries.len());
        let name = w.name(updated.unwrap_or(v)).to_string();
        let read_strides = placed(&mut strides, of(v).map(|a| &a.read_strides));
        entries.push(Entry { read_strides, ..Entry::new(name, reads(v)) });
    }
    for (o, m) in par.outputs.iter().zip(memory) {
        let Some(m) = m else { continue };
        let writes = of(o.result).and_then(|a| a.writes);
        let result = entries.len();
        let name = w.name(o.result).to_string();
        let own = reads(o.result);
        let read_strides = placed(&mut strides, of(o.result).map(|a| &a.read_strides));
        let write_strides = placed(&mut strides, of(o.result).map(|a| &a.write_strides));
        match m {
            Memory::New => entries.push(Entry { writes, write_strides, ..Entry::new(name, None) }),
            Memory::InPlace(_) => {
                let carries = Some(result);
                entries.push(Entry { writes, carries, read_strides, write_strides, ..Entry::new(name, own) })
            }
            Memory::Second(old) => {
                entries.push(Entry { writes, write_strides, ..Entry::new(name, None) });
                match places.get(old).and_then(|at| entries.get_mut(*at)).filter(|e| e.carries.is_none()) {
                    Some(entry) => entry.carries = Some(result),
                    None => {
                        let name = w.name(*old).to_string();
                        entries.push(Entry { carries: Some(result), ..Entry::new(name, None) });
                    }
                }
                // What an iteration reads of its own row before it stores to it was copied from the old array.
                if let Some(own) = own
                    && let Some(entry) = entries.iter_mut().find(|e| e.carries == Some(result))
                {
                    entry.reads = Some(entry.reads.map_or(own, |r| r.join(own)));
                    // Strides say something where all that is read is read by them.
                    entry.read_strides = 0..0;
                }
            }
            // On every rank all of what the ranks add is added to all of it.
            Memory::Private(_) => entries.push(Entry { adds: true, ..Entry::new(name, Some(Reads::All)) }),
        }
    }
    let throws = walk::throws(w.cx.program, &par.body);
    let apart = |o: &Output| matches!(o.kind, OutputKind::Array(_) | OutputKind::Accumulate { .. });
    let gathers = !par.outputs.iter().all(apart);
    let lists = super::par::lists(par);
    let name = format!("{}_REACH", ident(&par.name));
    let texts: Vec<String> = entries.iter().map(text).collect();
    w.bodies.push_str(&format!(
        "static {name}: Reach = Reach {{ name: {:?}, throws: {throws}, gathers: {gathers}, lists: {lists}, arrays: &[{}] }};\n\n",
        par.name.as_str(),
        texts.join(", ")
    ));
    let arrays: Vec<String> = entries.iter().map(|e| format!("{}.arg()", e.name)).collect();
    let grid = |v: VarId| places.get(&v).map_or_else(|| w.name(v).to_string(), |at| entries[*at].name.clone());
    let strides: Vec<String> = strides.iter().map(|s| stride(w, s, &grid)).collect();
    Some(Reached { name, arrays: arrays.join(", "), strides: strides.join(", ") })
}

/// Puts an array's strides behind those of others; where they are.
fn placed<'a>(all: &mut Vec<&'a Stride>, list: Option<&'a Vec<Stride>>) -> Range<usize> {
    let first = all.len();
    all.extend(list.into_iter().flatten());
    first..all.len()
}

/// A stride as the runtime has it.
fn stride(w: &Writer, stride: &Stride, grid: &dyn Fn(VarId) -> String) -> String {
    let fixed = |f: &Fixed| fixed(w, f, grid);
    let mut text = format!("Stride::of({})", fixed(&stride.unit));
    for term in &stride.rest {
        let factor = fixed(&term.factor);
        text += &match &term.of {
            Bounded::One => format!(".plus({factor}, 1, 1)"),
            Bounded::Inner(dim) => format!(".inner({factor}, &space, {dim})"),
            Bounded::Loop(lo, hi) => format!(".plus({factor}, {}, {} - 1)", fixed(lo), fixed(hi)),
        };
    }
    text
}

fn fixed(w: &Writer, fixed: &Fixed, grid: &dyn Fn(VarId) -> String) -> String {
    let atom = |a: &Atom| match a {
        Atom::Var(v) => format!("i64::from({})", w.name(*v)),
        Atom::Len(v, dim) => format!("i64::from({}.len({dim}))", grid(*v)),
    };
    let product = |(times, atoms): &(i64, Vec<Atom>)| {
        let mut factors: Vec<String> = atoms.iter().map(atom).collect();
        if *times != 1 || factors.is_empty() {
            factors.insert(0, times.to_string());
        }
        // What is too great for a `long` stays too great.
        chained(factors, "saturating_mul")
    };
    match fixed.as_slice() {
        [] => "0".into(),
        products => chained(products.iter().map(product).collect(), "saturating_add"),
    }
}

/// `a.f(b).f(c)`.
fn chained(texts: Vec<String>, f: &str) -> String {
    let mut texts = texts.into_iter();
    let first = texts.next().unwrap_or_default();
    // A number alone has no type yet.
    let first = if first.parse::<i64>().is_ok() && texts.len() > 0 { format!("{first}i64") } else { first };
    let first = if first.starts_with('-') && texts.len() > 0 { format!("({first})") } else { first };
    texts.fold(first, |all, next| format!("{all}.{f}({next})"))
}

fn text(entry: &Entry) -> String {
    let reads = match entry.reads {
        None => "Reads::Nothing".to_string(),
        Some(Reads::Near { from, to }) => format!("Reads::Near {{ from: {from}, to: {to} }}"),
        Some(Reads::All) if !entry.read_strides.is_empty() => {
            let Range { start, end } = entry.read_strides;
            format!("Reads::Strides {{ first: {start}, end: {end} }}")
        }
        Some(Reads::All) => "Reads::All".to_string(),
    };
    let Range { start, end } = entry.write_strides;
    let writes = match entry.writes {
        Some(to) => format!("Writes::Row({to})"),
        None if start < end => format!("Writes::Strides {{ first: {start}, end: {end} }}"),
        None => "Writes::Nothing".to_string(),
    };
    let Entry { carries, adds, .. } = entry;
    format!("ArrayReach {{ reads: {reads}, writes: {writes}, carries: {carries:?}, adds: {adds} }}")
}
