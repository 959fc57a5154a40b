// What a program may name, found without parsing it. In a file of its own, since the build script needs the same: it makes the index of the library's classes, which the driver
// looks up with the words of a program's text.

/// Identifiers that begin with a capital, as classes do.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|w| w.starts_with(|c: char| c.is_uppercase()))
}
