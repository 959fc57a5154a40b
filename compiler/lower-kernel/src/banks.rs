//! An iteration's own small arrays whose elements data names: an insertion sort, a stack, counts. Registers have no numbers, so compilers put such
//! an array into memory, where work items that look at different elements fetch a line each. In local memory element `k` of neighbouring
//! work items lies side by side: each has a bank of its own, whatever element it names.

use super::body::{Body, Place, Space};
use super::code::Code;
use super::emitted::Refusal;
use super::expr::private_place;
use super::lines::Line;
use somd_core::ir::*;
use somd_schedule::banks::ITEMS;

impl Body<'_, '_> {
    pub(super) fn is_in_bank(&self, array: VarId) -> bool {
        self.banks.arrays.contains(&array)
    }

    /// Declares an array of zeros there.
    pub(super) fn array_in_bank(&mut self, name: &str, e: &Expr) -> Result<Place, Refusal> {
        let (place, count) = private_place(name, e)?;
        let elem = self.unit.stored(&e.ty);
        let all = self.names.fresh(&format!("{name}_of_all"));
        if self.banks.lines.is_empty() {
            let (mut bank, mut size) = ("(int)get_local_id(0)".to_string(), "(int)get_local_size(0)".to_string());
            for d in 1..self.banks.rank {
                bank += &format!(" + {size} * (int)get_local_id({d})");
                size += &format!(" * (int)get_local_size({d})");
            }
            self.banks
                .lines
                .push(Line::new("// What data names of an iteration's own, in local memory: neighbours side by side."));
            self.banks.lines.push(Line::new(format!("const int bank = {bank};")));
        }
        self.banks.lines.push(Line::new(format!("__local {elem} {all}[{count} * {ITEMS}];")));
        self.banks.lines.push(Line::new(format!("__local {elem}* const {name} = {all} + bank;")));
        let k = self.names.fresh("k");
        let place = Place { space: Space::Bank, ..place };
        self.line(format!("for (int {k} = 0; {k} < {count}; {k}++) {} = 0;", place.at(&Code::read(k.clone()))));
        Ok(place)
    }
}
