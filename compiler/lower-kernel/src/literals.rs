//! Arrays whose elements are constants of the program, as weights of a stencil are: they stand in the kernel's text. Where loops are written
//! out, compilers then have numbers in place of loads.
//!
//! Such an array is a parameter of a region that [`FuncKind::Region`] tells the elements of, or one that the region makes and fills with
//! constants before anything else happens to it. It is still an argument of the launch, which other back ends have too, but no parameter.

use super::body::Unit;
use super::code::literal;
use somd_core::ir::*;

/// `__constant float g[3] = { 0.25f, 0.5f, 0.25f };`
pub(super) fn text(unit: &mut Unit, name: &str, ty: &Ty, table: &Table) -> String {
    let elem = ty.as_array().map_or(ty, |a| &a.elem);
    let values: Vec<String> = table.values.iter().map(|c| literal(c, elem).text()).collect();
    // A line of a square's row.
    let width = table.dims.last().map_or(1, |d| (*d as usize).clamp(1, 16));
    let lines: Vec<String> = values.chunks(width).map(|row| format!("    {}", row.join(", "))).collect();
    format!("__constant {} {name}[{}] = {{\n{}\n}};\n\n", unit.stored(ty), values.len(), lines.join(",\n"))
}
