//! Memory that devices have beside the global one: constant memory, which gives one element to all work items that ask for it together,
//! and images, whose reads go through a cache where global memory may have none.
//!
//! Which arrays qualify is known from the body; whether they fit, and whether the device gains by it, when the kernel is launched. So the text
//! has both, and the kernel is built with CONSTANT or IMAGES, sets of bits that say which arrays lie there.

/// The macro for the address space of an array in question, or for an element of it.
pub(super) fn macro_name(name: &str, what: &str) -> String {
    // `a` and `A` are two arrays.
    let capitals = name.contains(|c: char| c.is_ascii_uppercase());
    if capitals { format!("{name}_of_{what}") } else { format!("{}_{what}", name.to_ascii_uppercase()) }
}

/// The macros of arrays that may be in constant memory.
pub(super) fn constant_macros(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "// All work items read the same elements: in constant memory, where there is room.\n#ifndef CONSTANT\n#define CONSTANT 0\n#endif\n",
    );
    for (bit, name) in names.iter().enumerate() {
        let space = macro_name(name, "SPACE");
        text += &format!(
            "#if CONSTANT & {}\n#define {space} __constant\n#else\n#define {space} __global\n#endif\n",
            1 << bit
        );
    }
    text + "\n"
}

/// The macros of arrays that may be images; each with whether its elements are floats.
pub(super) fn image_macros(names: &[(String, bool)]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "// Data says which elements are read: as images, where global memory has no cache.\n#ifndef IMAGES\n#define IMAGES 0\n#endif\n",
    );
    for (bit, (name, float)) in names.iter().enumerate() {
        let (array, at) = (macro_name(name, "ARRAY"), macro_name(name, "AT"));
        let (read, ty) = if *float { ("read_imagef", "float") } else { ("read_imagei", "int") };
        text += &format!(
            "#if IMAGES & {}\n#define {array} __read_only image1d_buffer_t {name}\n#define {at}(i) {read}({name}, (int)(i)).s0\n#else\n\
             #define {array} __global const {ty}* restrict {name}\n#define {at}(i) {name}[i]\n#endif\n",
            1 << bit
        );
    }
    text + "\n"
}
