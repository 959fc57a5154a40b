//! The programs in the playground's menu: a first one, samples, and the recipes of the book.

use super::super::commands::FIRST_PROGRAM;

/// A program that needs no file and no argument.
pub struct Example {
    pub group: &'static str,
    pub name: &'static str,
    pub text: &'static str,
}

const SAMPLES: &[(&str, &str)] = &[
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

/// Pages of recipes: each has headings, and behind a heading a program that is run.
const RECIPES: &[&str] = &[
    include_str!("../../../../docs/src/cookbook/arrays.md"),
    include_str!("../../../../docs/src/cookbook/sums.md"),
    include_str!("../../../../docs/src/cookbook/grids.md"),
    include_str!("../../../../docs/src/cookbook/linear.md"),
];

pub fn examples() -> Vec<Example> {
    let mut all: Vec<Example> = SAMPLES.iter().map(|&(name, text)| Example { group: "Programs", name, text }).collect();
    for page in RECIPES {
        let group = page.lines().next().unwrap_or_default().trim_start_matches("# ");
        for section in page.split("\n## ").skip(1) {
            let program = section.split_once("```java,run\n").and_then(|(_, rest)| rest.split_once("```"));
            let Some((text, _)) = program.filter(|(text, _)| text.contains("static void main(")) else { continue };
            all.push(Example { group, name: section.lines().next().unwrap_or_default(), text });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::examples;
    use crate::driver::stages::{Compilation, Settings};

    #[test]
    fn examples_compile() {
        let all = examples();
        assert!(all.len() > 40 && all.iter().all(|e| !e.name.is_empty() && e.text.contains("class ")));
        // The book's own tests run the recipes.
        for e in all.iter().filter(|e| e.group == "Programs") {
            let mut c = Compilation::of_texts(vec![("Main.somd".into(), e.text.to_string())], Settings::default());
            assert!(c.compile().is_some_and(|p| p.main.is_some()), "{}: {:?}", e.name, c.diagnostics);
        }
    }
}
