//! Parallel instructions of Core, each as a kernel in the form that its schedule says: a module of the kernel IR, which computes the bits that the CPU
//! computes.
//!
//! Names are the source's; a comment with the source's line stands before each statement. What differs between Java and devices is in [`expr`]
//! (integers wrap, conversions saturate) and [`helpers`]; how iterations are given to work items is in [`kernel`] and [`blocks`]; [`body`] says
//! what becomes of checks. Modules are written as templates of the text form with holes for names and expressions: see [`code`] and [`lines`].
//!
//! What has no form here is refused with the reason and the place, and runs on the CPU.

mod axis;
mod banks;
mod blocking;
mod blocks;
mod body;
mod bytes;
mod code;
mod descriptor;
mod emitted;
mod expr;
mod group_hoist;
mod group_per_row;
mod helpers;
mod hoist;
mod inner_parallel;
mod interface;
mod interior;
mod jam;
mod kernel;
mod lines;
mod literals;
mod local;
mod row_lanes;
mod rows;
mod scan;
mod segmented;
mod sort;
mod spaces;
mod state;
mod stencil;
mod stmt;
#[cfg(test)]
mod tests;
mod tile;
mod transpose;
mod vector;
mod work;

pub use emitted::{Arg, Emitted, Kernel, Out, Refused, operator};

use emitted::Refusal;
use somd_core::ir::*;
use somd_core::walk;
use somd_kernel::Module;
use somd_kernel::verify::verify;
use somd_passes::devices;
use somd_schedule::Plan;
use somd_syntax::source::SourceMap;

/// A kernel for every parallel instruction that can have one, with its text by `print`.
pub fn emit(core: &Program, plans: &Plan, sources: &SourceMap, print: &dyn Fn(&Module) -> String) -> Emitted {
    let mut emitted = Emitted::default();
    let core = &devices::prepare(core, &plans.devices.rewrites());
    for func in &core.funcs {
        walk::for_each_stmt(&func.body, &mut |stmt| {
            let StmtKind::Par(par) = &stmt.kind else { return };
            let plan = plans.par(&par.name);
            let obstacle = plan.and_then(|p| p.obstacle.clone());
            let result = match obstacle {
                Some((span, reason)) => Err(Refusal { span, reason }),
                None => code::apart(
                    |names| kernel::kernel(core, func, par, &stmt.prov, plan, &plans.devices, sources, names),
                    |printed| printed.as_ref().ok().map(|k| &k.module),
                ),
            };
            match result {
                Ok(mut kernel) => {
                    let faults = verify(&mut kernel.module);
                    if let Some(fault) = faults.first() {
                        let reason = format!("its kernel is wrong: {}: {}", fault.place, fault.message);
                        let span = stmt.prov.0.first().copied().unwrap_or_default();
                        emitted.refused.push(Refused { name: par.name.clone(), span, reason });
                        return;
                    }
                    kernel.text = print(&kernel.module);
                    emitted.kernels.push(kernel);
                }
                Err(refusal) => {
                    let at = if refusal.span.is_none() {
                        stmt.prov.0.first().copied().unwrap_or_default()
                    } else {
                        refusal.span
                    };
                    emitted.refused.push(Refused { name: par.name.clone(), span: at, reason: refusal.reason });
                }
            }
        });
    }
    emitted
}
