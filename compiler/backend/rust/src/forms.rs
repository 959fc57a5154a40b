//! The forms in which a method is printed beside its own function: one that gives back an object's fields, one that lends its result, one
//! that gives back what it throws. Which methods have them the plan says; which are called is noted here.

use super::Context;
use somd_hir::*;
use somd_host::boxes;

impl Context<'_> {
    /// Where the code of a method is, as an attribute.
    pub fn inlining(&self, m: MethodId) -> &'static str {
        // Making a box takes a few instructions.
        let part = self.escape.part_of_callers.contains(&m) || boxes::makes_box(self.program, m);
        let leaf = self.leaves.contains(&m) && !self.fast_paths.rest.contains(&m);
        if part || leaf || self.fast_paths.heads.contains(&m) {
            "    #[inline(always)]\n"
        } else if self.fast_paths.rest.contains(&m) {
            "    #[inline(never)]\n"
        } else {
            ""
        }
    }

    /// The path of the form of a method or constructor that gives back its object's fields.
    pub fn fields_function(&self, m: MethodId) -> String {
        self.fields_used.borrow_mut().insert(m);
        fields_name(&self.function(m))
    }

    /// The path of the form of `m` that lends what it returns.
    pub fn look_function(&self, m: MethodId) -> String {
        self.looks_used.borrow_mut().insert(m);
        look_name(&self.function(m))
    }

    /// The runtime's function that makes objects of exactly this class.
    pub fn alloc(&self, c: ClassId) -> &'static str {
        if self.cyclic.contains(&c) { "Ref::alloc_cyclic" } else { "Ref::alloc_acyclic" }
    }

    /// The path of the form of `m` that gives back what it throws, where it has one.
    pub fn near_function(&self, m: MethodId) -> Option<String> {
        if !self.results.contains(&m) {
            return None;
        }
        self.near_used.borrow_mut().insert(m);
        Some(near_name(&self.function(m)))
    }

    /// The type of a parameter in a signature.
    pub fn param_ty(&self, ty: &Ty, owned: bool) -> String {
        if owned { self.ty(ty) } else { self.names.param_ty(self.program, ty) }
    }
}

/// The name of that form; Java's names do not end so.
pub fn fields_name(name: &str) -> String {
    format!("{}__fields", name.trim_start_matches("r#"))
}

/// The name of that form; Java's names do not end so.
pub fn look_name(name: &str) -> String {
    format!("{}__look", name.trim_start_matches("r#"))
}

/// The name of that form; Java's names do not end so.
pub fn near_name(name: &str) -> String {
    format!("{}__near", name.trim_start_matches("r#"))
}
