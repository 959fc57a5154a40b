//! `Object.clone`: the copy of an object, field by field, for the classes that are `Cloneable`.

use super::Context;
use somd_hir::*;
use somd_host::reachability;

/// The classes whose objects `Object.clone` copies.
pub fn cloneable(cx: &Context) -> Vec<ClassId> {
    let Some(clone) = reachability::object_clone(cx.program) else { return Vec::new() };
    let Some(marker) = cx.names.cloneable else { return Vec::new() };
    if !cx.reach.methods.contains(&clone) {
        return Vec::new();
    }
    cx.reach.instantiated.iter().copied().filter(|&c| cx.program.is_subclass(c, marker)).collect()
}

/// An object of this class, or of a subclass that embeds it, is copied.
pub fn is_copied(cx: &Context, c: ClassId) -> bool {
    cx.object_ty(c) == cx.names.class(c)
        && !cx.is_unit(c)
        && cloneable(cx).iter().any(|&k| cx.program.is_subclass(k, c))
}

/// The method that copies the fields that a class and its superclasses declare.
pub fn fields_copy(cx: &Context, c: ClassId) -> String {
    let name = cx.class(c);
    let class = cx.program.class(c);
    let mut inits = String::new();
    if let Some(s) = class.superclass.filter(|&s| cx.object_ty(s) != "Object") {
        let value = if cx.is_unit(s) { cx.class(s) } else { "self.base.copy_fields()".to_string() };
        inits.push_str(&format!("            base: {value},\n"));
    }
    for f in cx.instance_fields(c) {
        let n = cx.field_name(f);
        let cell = if cx.program.field(f).ty.is_reference() { "Slot" } else { "Cell" };
        inits.push_str(&format!("            {n}: {cell}::new(self.{n}.get()),\n"));
    }
    format!(
        "    /// For `clone`.\n    pub fn copy_fields(&self) -> {name} {{\n        {name} {{\n{inits}        }}\n    }}\n\n"
    )
}

/// `Object.clone`: every class that may be copied is known.
pub fn object_clone(cx: &Context, id: MethodId, name: &str) -> String {
    let m = cx.program.method(id);
    let mut arms = String::new();
    for c in cloneable(cx) {
        let class = cx.class(c);
        let fields = if cx.is_unit(c) { class.clone() } else { format!("narrow!(this, {class}).copy_fields()") };
        arms.push_str(&format!("            {class}::ID => {}({class}::ID, {fields}).into_up(),\n", cx.alloc(c)));
    }
    let other = "natives::object::clone(this)";
    let body = if arms.is_empty() {
        format!("        {other}\n")
    } else {
        format!(
            "        match this.class() {{\n{arms}            // An array, or a class that is not `Cloneable`.\n            _ => {other},\n        }}\n"
        )
    };
    format!(
        "    /// {}: a copy of any object that may be copied.\n    pub fn {name}(this: &Ref<Object>) -> Ref<Object> {{\n{body}    }}\n\n",
        m.display
    )
}
