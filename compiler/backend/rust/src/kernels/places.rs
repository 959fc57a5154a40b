//! What the runtime needs to divide an instruction over ranks: [`reach`](somd_schedule::reach), with the arrays as the region has them.

use super::body::Writer;
use super::par::Memory;
use super::*;
use somd_core::walk;
use somd_schedule::reach::{self, Reads};

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
}

/// Before the loop on the host: where the instruction can be divided, what it reaches.
pub fn divide(w: &mut Writer, par: &Par, captures: &[VarId], memory: &[Option<Memory>], ops: &str) {
    let combines = |o: &Output| matches!(o.kind, OutputKind::Fold { func, .. } if w.cx.throwing[func.index()]);
    let reach::Reach::Divided(arrays) = reach::of(par) else { return };
    // Which of several combinations throws first depends on the whole tree.
    if par.outputs.iter().any(combines) {
        return;
    }
    let reads = |v: VarId| arrays.iter().find(|a| a.var == v).and_then(|a| a.reads);
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
        entries.push(Entry { name, reads: reads(v), writes: None, carries: None, adds: false });
    }
    for (o, m) in par.outputs.iter().zip(memory) {
        let Some(m) = m else { continue };
        let writes = arrays.iter().find(|a| a.var == o.result).and_then(|a| a.writes);
        let result = entries.len();
        let name = w.name(o.result).to_string();
        let own = reads(o.result);
        match m {
            Memory::New => entries.push(Entry { name, reads: None, writes, carries: None, adds: false }),
            Memory::InPlace(_) => entries.push(Entry { name, reads: own, writes, carries: Some(result), adds: false }),
            Memory::Second(old) => {
                entries.push(Entry { name, reads: None, writes, carries: None, adds: false });
                match places.get(old).and_then(|at| entries.get_mut(*at)).filter(|e| e.carries.is_none()) {
                    Some(entry) => entry.carries = Some(result),
                    None => {
                        let name = w.name(*old).to_string();
                        entries.push(Entry { name, reads: None, writes: None, carries: Some(result), adds: false });
                    }
                }
                // What an iteration reads of its own row before it stores to it was copied from the old array.
                if let Some(own) = own
                    && let Some(entry) = entries.iter_mut().find(|e| e.carries == Some(result))
                {
                    entry.reads = Some(entry.reads.map_or(own, |r| r.join(own)));
                }
            }
            // On every rank all of what the ranks add is added to all of it.
            Memory::Private(_) => {
                entries.push(Entry { name, reads: Some(Reads::All), writes: None, carries: None, adds: true })
            }
        }
    }
    let throws = walk::throws(w.cx.program, &par.body);
    let apart = |o: &Output| matches!(o.kind, OutputKind::Array(_) | OutputKind::Accumulate { .. });
    let gathers = !par.outputs.iter().all(apart);
    let name = format!("{}_REACH", ident(&par.name));
    let texts: Vec<String> = entries.iter().map(text).collect();
    w.bodies.push_str(&format!(
        "static {name}: Reach = Reach {{ name: {:?}, throws: {throws}, gathers: {gathers}, arrays: &[{}] }};\n\n",
        par.name.as_str(),
        texts.join(", ")
    ));
    let arrays: Vec<String> = entries.iter().map(|e| format!("{}.arg()", e.name)).collect();
    w.line(&format!("run.divide(&{name}, &space, {ops}, [{}]);", arrays.join(", ")));
}

fn text(entry: &Entry) -> String {
    let reads = match entry.reads {
        None => "Reads::Nothing".to_string(),
        Some(Reads::Near { from, to }) => format!("Reads::Near {{ from: {from}, to: {to} }}"),
        Some(Reads::All) => "Reads::All".to_string(),
    };
    let Entry { writes, carries, adds, .. } = entry;
    format!("ArrayReach {{ reads: {reads}, writes: {writes:?}, carries: {carries:?}, adds: {adds} }}")
}
