//! Tables by name. Names are short and come from sources of the user's own, so a fast hash does: the standard one, which withstands keys made to
//! collide, took a tenth of the time of a small program's check.

use indexmap::IndexMap;
use std::hash::{BuildHasherDefault, Hasher};

/// In the order of insertion.
pub type Index<K, V> = IndexMap<K, V, BuildHasherDefault<Multiply>>;

pub type HashSet<K> = std::collections::HashSet<K, BuildHasherDefault<Multiply>>;
pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Multiply>>;

/// Eight bytes at a time are mixed in by a rotation and a multiplication, as in Firefox and rustc.
#[derive(Default, Clone, Copy)]
pub struct Multiply(u64);

impl Multiply {
    fn add(&mut self, word: u64) {
        // The golden ratio's digits: odd, and without a pattern.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|w| self.add(u64::from_le_bytes(*w)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last));
    }
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    fn finish(&self) -> u64 {
        // Tables look at the low bits, which a multiplication mixes least.
        self.0.rotate_left(26)
    }
}
