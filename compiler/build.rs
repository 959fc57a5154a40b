//! Makes a change of the library or of an explanation a change of the compiler, which holds their texts.

fn main() {
    println!("cargo:rerun-if-changed=../stdlib");
    println!("cargo:rerun-if-changed=src/explain/pages");
    println!("cargo:rerun-if-changed=build.rs");
}
