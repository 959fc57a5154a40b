//! The classes of `ValueArrays.somd`.

use super::*;

/// `somd.ValueArrays`
#[repr(C)]
#[derive(Clone, Default)]
pub struct ValueArrays;

impl ValueArrays {
    pub const ID: u32 = 81;
    pub const LAST: u32 = 81;

    /// somd.ValueArrays.text: `static java.lang.String text(java.lang.Object array)`
    pub fn text(array: Ref<Object>) -> Ref<Str> {
        stack_check();
        // ValueArrays.somd:15: String text = Arrays.deepToString(new Object[] {array});
        let text: Ref<Str> =
            Arrays::deepToString(&Array::<Ref<Object>>::literal_ref(RefType::class(class_id::OBJECT), [array]));
        // ValueArrays.somd:16: return text.substring(1, text.length() - 1);
        let argument_1 = natives::string::length(text.invoke("String.length()", "text")) - 1;
        natives::string::substring(text.invoke("String.substring(int, int)", "text"), 1, argument_1)
    }

    /// somd.ValueArrays.hash: `static int hash(java.lang.Object array)`
    pub fn hash(array: Ref<Object>) -> i32 {
        stack_check();
        // ValueArrays.somd:20: public static int hash(Object array) { return Arrays.deepHashCode(new Object[] {array}) - 31; }
        Arrays::deepHashCode(&Array::<Ref<Object>>::literal_ref(RefType::class(class_id::OBJECT), [array])) - 31
    }
}
