//! The programs in the playground's menu.

use super::super::commands::FIRST_PROGRAM;

/// A name, and a program that needs no file and no argument.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("A first program", FIRST_PROGRAM),
    ("Sum of an array: a reduction", include_str!("../../../../samples/sum/Sum.somd")),
    ("Dot product: Lime's map and reduce", include_str!("../../../../samples/dot/Dot.somd")),
    ("saxpy: array operators, fused", include_str!("../../../../samples/saxpy/Saxpy.somd")),
    ("Sum of two vectors", include_str!("../../../../samples/vector-add/VectorAdd.somd")),
    ("Norm of a vector: nested SOMD methods", include_str!("../../../../samples/norm/Norm.somd")),
    ("Matrix product", include_str!("../../../../samples/matmul/MatMul.somd")),
    ("Heat in a plate: a stencil", include_str!("../../../../samples/stencil/Stencil.somd")),
    ("Prices of options, from Python", include_str!("../../../../samples/from-python/BlackScholes.somd")),
];

#[cfg(test)]
mod tests {
    use super::EXAMPLES;
    use crate::driver::stages::{Compilation, Settings};

    #[test]
    fn all_examples_compile() {
        for (name, text) in EXAMPLES {
            let mut c = Compilation::of_texts(vec![("Main.somd".into(), text.to_string())], Settings::default());
            assert!(c.compile().is_some_and(|p| p.main.is_some()), "{name}: {:?}", c.diagnostics);
        }
    }
}
