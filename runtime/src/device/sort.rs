//! A radix sort: the three kernels of [`Form::Sort`] for each digit, with nothing to wait for between them. And sorts of rows, by the three of
//! [`Form::SortedRows`].

use super::launch::{Bound, Use, enqueue, set, set_memory};
use super::memory::Memory;
use super::platform::Device;
use super::profile::What;
use super::program::Built;
use crate::kernel::{ArgKind, Elem, Kernel, TILES};
use std::rc::Rc;

/// Bits of a digit.
const DIGIT: usize = 8;

/// Elements, and where in the array they were before all digits.
struct Side {
    elements: Rc<Memory>,
    places: Option<Rc<Memory>>,
}

/// Sorts the one array that it is given into the one that it gives, or the places of its elements.
pub fn launch(
    device: &'static Device,
    kernel: &'static Kernel,
    built: &Built,
    args: &[Bound],
    outs: &[Bound],
    count: usize,
    (items, places): (u32, bool),
) -> Result<(), String> {
    let (Some(combine), Some(apply)) = (&built.combine, &built.apply) else {
        return Err(format!("{} lacks a part", kernel.name));
    };
    let ([Bound::Array { memory: from, row, .. }], [Bound::Array { memory: out, .. }]) = (args, outs) else {
        return Err(format!("{} does not sort one array to one", kernel.name));
    };
    let digits = row * 8 / DIGIT;
    let groups = count.div_ceil(256 * items as usize);
    // Each counts for several groups where enough of it are left.
    let tiles = (groups / (8 * device.units.max(1) as usize)).clamp(1, TILES as usize);
    let counts = Memory::allocate(device, 256 * groups * Elem::I32.bytes())?;
    let totals = Memory::allocate(device, 256 * Elem::I32.bytes())?;
    let second = |bytes: usize| Memory::allocate(device, count * bytes).map(Rc::new);
    // The last digit's elements or places go to the result, those before it there and elsewhere in turns.
    let sides = if places {
        let side = |places: Rc<Memory>| Ok::<Side, String>(Side { elements: second(*row)?, places: Some(places) });
        [Some(side(out.clone())?), if digits > 1 { Some(side(second(Elem::I32.bytes())?)?) } else { None }]
    } else {
        let side = |elements: Rc<Memory>| Side { elements, places: None };
        [Some(side(out.clone())), if digits > 1 { Some(side(second(*row)?)) } else { None }]
    };
    let [Some(last), other] = sides else { return Err("a sort without a result".into()) };
    let given = Side { elements: from.clone(), places: None };
    let other = other.unwrap_or(Side { elements: last.elements.clone(), places: last.places.clone() });
    let side = |digit: usize| if (digits - digit).is_multiple_of(2) { &last } else { &other };
    let what = |part, bytes, n: usize| What::part(kernel, part, bytes, n as u64);
    let int = |n: usize| (n as i32).to_ne_bytes();
    for digit in 0..digits {
        // `side(k)` is what the digits before `k` have made.
        let (from, to) = (if digit == 0 { &given } else { side(digit) }, side(digit + 1));
        set_memory(&built.main, 0, &from.elements)?;
        set_memory(&built.main, 1, &counts)?;
        set(&built.main, 2, &int(digit * DIGIT))?;
        set(&built.main, 3, &int(count))?;
        set(&built.main, 4, &int(groups))?;
        set(&built.main, 5, &int(tiles))?;
        let used = [Use::whole(&from.elements), Use::whole(&counts)];
        let bytes = count * row + counts.bytes();
        enqueue(device, &built.main, &[groups.div_ceil(tiles) * 256], Some(&[256]), &used, what("", bytes, count))?;

        set_memory(combine, 0, &counts)?;
        set_memory(combine, 1, &totals)?;
        set(combine, 2, &int(groups))?;
        let used = [Use::whole(&counts), Use::whole(&totals)];
        let bytes = 2 * counts.bytes();
        enqueue(device, combine, &[256 * 256], Some(&[256]), &used, what("_combine", bytes, 256 * groups))?;

        let mut bytes = 2 * count * row + counts.bytes();
        let mut used: Vec<Use> = [&*from.elements, &*to.elements, &counts, &totals].map(Use::whole).into();
        set_memory(apply, 0, &from.elements)?;
        set_memory(apply, 1, &to.elements)?;
        let mut n = 2;
        if let Some(to_places) = &to.places {
            // Of the first digit the elements' own numbers are the places.
            let before = from.places.as_deref().unwrap_or(&counts);
            set_memory(apply, 2, before)?;
            set_memory(apply, 3, to_places)?;
            set(apply, 4, &int(usize::from(digit == 0)))?;
            used.extend([Use::whole(before), Use::whole(to_places)]);
            bytes += 2 * count * Elem::I32.bytes();
            n = 5;
        }
        set_memory(apply, n, &counts)?;
        set_memory(apply, n + 1, &totals)?;
        set(apply, n + 2, &int(digit * DIGIT))?;
        set(apply, n + 3, &int(count))?;
        enqueue(device, apply, &[groups * 256], Some(&[256]), &used, what("_apply", bytes, count))?;
    }
    Ok(())
}

/// Sorts each row of the one matrix that it is given into the one that it gives.
pub fn launch_rows(
    device: &'static Device,
    kernel: &'static Kernel,
    built: &Built,
    args: &[Bound],
    outs: &[Bound],
    size: usize,
) -> Result<(), String> {
    let (Some(combine), Some(apply)) = (&built.combine, &built.apply) else {
        return Err(format!("{} lacks a part", kernel.name));
    };
    let ([Bound::Array { memory: from, dims, .. }], [Bound::Array { memory: to, .. }]) = (args, outs) else {
        return Err(format!("{} does not sort one matrix to one", kernel.name));
    };
    let [rows, columns] = dims.as_slice() else { return Err(format!("{} has no rows to sort", kernel.name)) };
    let (rows, columns) = (*rows as usize, *columns as usize);
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    let elem = match kernel.args.first() {
        Some(ArgKind::Array { elem, .. }) => *elem,
        _ => return Err(format!("{} has no matrix", kernel.name)),
    };
    // NaNs are numbered by their places.
    if elem == Elem::F32 && columns >= 1 << 23 {
        return Err("its rows are of 2^23 elements or more".into());
    }
    let int = |n: usize| (n as i32).to_ne_bytes();
    let whole = columns.next_power_of_two();
    let part = whole.min(size);
    let parts = columns.div_ceil(part);
    let bytes = 2 * rows * columns * elem.bytes();
    let what = |name| What::part(kernel, name, bytes, rows as u64);
    let both = [Use::whole(from), Use::whole(to)];

    set_memory(&built.main, 0, from)?;
    set_memory(&built.main, 1, to)?;
    for (n, value) in [rows, columns, part.trailing_zeros() as usize, parts].into_iter().enumerate() {
        set(&built.main, n as u32 + 2, &int(value))?;
    }
    let groups = (rows * parts).div_ceil(size / part);
    enqueue(device, &built.main, &[groups * 256], Some(&[256]), &both, what(""))?;

    let mut half = part;
    while half < whole {
        // The flip of a stage, then the distances that are longer than a part.
        let mut distance = half;
        while distance >= part {
            let flip = distance == half;
            let pairs = rows * columns.div_ceil(2 * distance) * distance;
            set_memory(combine, 0, to)?;
            set(combine, 1, &int(rows))?;
            set(combine, 2, &int(columns))?;
            set(combine, 3, &(distance as i64).to_ne_bytes())?;
            set(combine, 4, &int(usize::from(flip)))?;
            let used = [Use::whole(to)];
            enqueue(device, combine, &[pairs.next_multiple_of(256)], Some(&[256]), &used, what("_combine"))?;
            distance /= 2;
        }
        set_memory(apply, 0, from)?;
        set_memory(apply, 1, to)?;
        set(apply, 2, &int(columns))?;
        set(apply, 3, &int(parts))?;
        set(apply, 4, &int(usize::from(2 * half == whole)))?;
        enqueue(device, apply, &[rows * parts * 256], Some(&[256]), &both, what("_apply"))?;
        half *= 2;
    }
    Ok(())
}
