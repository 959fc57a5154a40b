//! Rewrites for kernels alone, from Core to Core: what an iteration does becomes a form in which work items can share it, or in which registers hold it. They
//! know nothing of work groups, address spaces or texts. Host code is made of the program as it was.
//!
//! Which exception an iteration throws does not matter behind them: the host runs the least failing iteration again, as it was written.

pub mod row_starts;

mod expand;
mod if_conversion;
mod interchange;
mod scalar_arrays;

use crate::store_promotion::own;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeMap;

/// What is done, each on or off by a flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Branches that compute alike compute once, with numbers that are chosen: if-conversion.
    pub choices: bool,
    /// Functions with loops are written out where they are called.
    pub expand: bool,
    /// Loops of independent turns come to the outside.
    pub interchange: bool,
    /// An element that an iteration stores again and again is a variable: store promotion.
    pub own: bool,
    /// An iteration's own small arrays are scalars.
    pub registers: bool,
    /// The starts of rows are written where they are named.
    pub rows: bool,
}

impl Options {
    pub const NONE: Options =
        Options { choices: false, expand: false, interchange: false, own: false, registers: false, rows: false };

    /// The flag of a rewrite by its name.
    pub fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "choices" => &mut self.choices,
            "expand" => &mut self.expand,
            "interchange" => &mut self.interchange,
            "own" => &mut self.own,
            "registers" => &mut self.registers,
            "rows" => &mut self.rows,
            _ => return None,
        })
    }
}

/// A rewrite of one parallel instruction, and of the function that has its variables; none where there is nothing to rewrite.
type Rewrite = fn(&Program, &Func, &Par) -> Option<(Func, Par)>;

/// The program with its parallel instructions as kernels want them. Variables keep their numbers; new ones come behind.
pub fn prepare(program: &Program, options: &Options) -> Program {
    let mut prepared = if options.choices { if_conversion::if_conversion(program) } else { program.clone() };
    let rewrites: [(bool, Rewrite); 5] = [
        (options.expand, expand::expand),
        (options.interchange, |_, func, par| interchange::interchange(func, par)),
        (options.own, |_, func, par| own(func, par)),
        (options.registers, |_, func, par| scalar_arrays::scalar_arrays(func, par)),
        (options.rows, |_, func, par| Some((func.clone(), row_starts::row_starts(func, par)?))),
    ];
    for n in 0..prepared.funcs.len() {
        // Each instruction is rewritten in the function as it was, but for the variables.
        let mut changed: Option<Func> = None;
        let mut rewritten: BTreeMap<usize, Par> = BTreeMap::new();
        let mut number = 0;
        walk::for_each_stmt(&prepared.funcs[n].body, &mut |stmt| {
            let StmtKind::Par(par) = &stmt.kind else { return };
            number += 1;
            for (on, rewrite) in &rewrites {
                let func = changed.as_ref().unwrap_or(&prepared.funcs[n]);
                let par = rewritten.get(&number).unwrap_or(par);
                if let Some((func, par)) = on.then(|| rewrite(&prepared, func, par)).flatten() {
                    changed = Some(func);
                    rewritten.insert(number, par);
                }
            }
        });
        let Some(vars) = changed.map(|f| f.vars) else { continue };
        let func = &mut prepared.funcs[n];
        func.vars = vars;
        number = 0;
        walk::for_each_stmt_mut(&mut func.body, &mut |stmt| {
            let StmtKind::Par(par) = &mut stmt.kind else { return };
            number += 1;
            if let Some(new) = rewritten.remove(&number) {
                **par = new;
            }
        });
    }
    prepared
}

/// The device's own function, which `--fast-math` uses instead of the library's.
pub fn native(method: &str) -> Option<&'static str> {
    let (class, rest) = method.rsplit_once('.').map(|(c, m)| (c, m.split('(').next().unwrap_or(m)))?;
    let class = class.rsplit('.').next().unwrap_or(class);
    if !matches!(class, "Math" | "StrictMath" | "FloatMath") {
        return None;
    }
    const SAME: [&str; 16] = [
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "log10", "pow",
        "cbrt", "hypot",
    ];
    match rest {
        "expm1" => Some("expm1"),
        "log1p" => Some("log1p"),
        name => SAME.into_iter().find(|s| *s == name),
    }
}
