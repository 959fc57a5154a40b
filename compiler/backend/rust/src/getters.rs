//! How calls of accessors are printed.

use super::code::string_literal;
use super::func::Function;
use somd_hir::*;
use somd_host::accessors::Getter;

impl Function<'_> {
    /// The null check of a getter's object.
    pub fn getter_check(&self, getter: &Getter<'_>) -> String {
        if matches!(getter.object.kind, ExprKind::This) || self.is_on_stack(getter.object) {
            return String::new();
        }
        let (what, null) = (self.messages().callee(getter.object, getter.method), self.messages().name(getter.object));
        format!(".invoke({}, {})", string_literal(&what), string_literal(&null))
    }
}
