// What a program may name, found without parsing it. In a file of its own, since the build script needs the same: it makes the index of the library's classes, which the driver
// looks up with the words of a program's text.

/// Of each byte, whether it may stand in the name of a class of the library.
static IN_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'$');
        byte += 1;
    }
    table
};

/// Identifiers that begin with a capital, as classes do. Programs are long, and this is the first that is done with them: a plain loop is fast also where
/// nothing is optimised.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let from = at;
            while at < bytes.len() && IN_NAMES[bytes[at] as usize] {
                at += 1;
            }
            // What ends it is no part of a name, and is passed over.
            let end = at;
            at += 1;
            if from < end && bytes[from].is_ascii_uppercase() {
                return Some(&text[from..end]);
            }
        }
        None
    })
}
