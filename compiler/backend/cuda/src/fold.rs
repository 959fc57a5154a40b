//! Choices that are made for CUDA when a module is printed: arrays are in global memory, whose caches serve them all, and what NVIDIA's OpenCL compiler is
//! told in its own words is not needed.

use somd_kernel::*;

/// The module with these choices made.
pub(crate) fn choices(m: &Module) -> Module {
    Module { items: items(&m.items) }
}

fn items(all: &[Item]) -> Vec<Item> {
    let mut out = Vec::new();
    for item in all {
        match item {
            Item::Choice(c) => match answer(&c.cond) {
                Some(true) => out.extend(items(&c.then)),
                Some(false) => out.extend(items(&c.otherwise)),
                None => {
                    let cond = c.cond.clone();
                    out.push(Item::Choice(Choice { cond, then: items(&c.then), otherwise: items(&c.otherwise) }));
                }
            },
            other => out.push(other.clone()),
        }
    }
    out
}

/// What a choice comes out as; none where the launch says it.
fn answer(cond: &Cond) -> Option<bool> {
    match cond {
        Cond::Given(name) if name == "__NV_CL_C_VERSION" => Some(false),
        Cond::Absent(name) if name == "CONSTANT" || name == "IMAGES" => Some(false),
        Cond::Value(Expr { kind: Kind::Binary(Binary::BitAnd, a, _), .. }) => {
            (a.is_name("CONSTANT") || a.is_name("IMAGES")).then_some(false)
        }
        _ => None,
    }
}
