//! The string literals.

use super::*;

pub static TEXT: Literal = Literal::new("");
pub static TEXT__3: Literal = Literal::new(", ");
pub static TEXT_STDIN: Literal = Literal::new("<stdin>");
pub static TEXT_BUFFER_SIZE____0: Literal = Literal::new("Buffer size <= 0");
pub static TEXT_CANNOT_PARSE_NULL_STRING: Literal = Literal::new("Cannot parse null string");
pub static TEXT_CANNOT_SUPPRESS_A_NULL_E: Literal = Literal::new("Cannot suppress a null exception.");
pub static TEXT_CAUSED_BY: Literal = Literal::new("Caused by: ");
pub static TEXT_SELF_SUPPRESSION_NOT_PER: Literal = Literal::new("Self-suppression not permitted");
pub static TEXT_STREAM_CLOSED_2: Literal = Literal::new("Stream Closed");
pub static TEXT_STREAM_CLOSED: Literal = Literal::new("Stream closed");
pub static TEXT_SUPPRESSED: Literal = Literal::new("Suppressed: ");
pub static TEXT__4: Literal = Literal::new("[...]");
pub static TEXT__2: Literal = Literal::new("[]");
pub static TEXT_BOOLEAN: Literal = Literal::new("boolean");
pub static TEXT_BOUND_MUST_BE_POSITIVE: Literal = Literal::new("bound must be positive");
pub static TEXT_BYTE: Literal = Literal::new("byte");
pub static TEXT_CHAR: Literal = Literal::new("char");
pub static TEXT_CLASS: Literal = Literal::new("class ");
pub static TEXT_DOUBLE: Literal = Literal::new("double");
pub static TEXT_FALSE: Literal = Literal::new("false");
pub static TEXT_FLOAT: Literal = Literal::new("float");
pub static TEXT_INT: Literal = Literal::new("int");
pub static TEXT_INTERFACE: Literal = Literal::new("interface ");
pub static TEXT_JAVA: Literal = Literal::new("java");
pub static TEXT_LIME: Literal = Literal::new("lime");
pub static TEXT_LONG: Literal = Literal::new("long");
pub static TEXT_NULL: Literal = Literal::new("null");
pub static TEXT_SHORT: Literal = Literal::new("short");
pub static TEXT_TRUE: Literal = Literal::new("true");
pub static TEXT_VOID: Literal = Literal::new("void");
