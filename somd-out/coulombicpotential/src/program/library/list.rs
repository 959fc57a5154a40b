//! The classes of `List.somd`.

use super::*;

/// `java.util.List`
pub struct List;

tested!(List => Object, ArrayList::ID);

impl List {
    pub const ID: u32 = 86;
}
