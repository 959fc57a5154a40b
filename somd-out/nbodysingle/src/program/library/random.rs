//! The classes of `Random.somd`.

use super::*;

/// `java.util.Random`
#[repr(C)]
#[derive(Default)]
pub struct Random {
    pub seed: Cell<i64>,
}

/// `Random.uniquifier`
pub static Random_uniquifier: Static<i64> = Static::new(8682522807148012);

impl Random {
    pub const ID: u32 = 54;
    pub const LAST: u32 = 54;

    /// `new java.util.Random`
    pub fn new(seed: i64) -> Ref<Random> {
        let this = Ref::alloc_acyclic(Self::ID, Random::default());
        Self::init(&this, seed);
        this
    }

    /// java.util.Random.<init>: `java.util.Random(long seed)`
    pub fn init(this: &Ref<Random>, seed: i64) {
        // Random.somd:19: public Random(long seed) { this.seed = (seed ^ MULTIPLIER) & MASK; }

        this.seed.set((seed ^ 25214903917) & 281474976710655);
    }

    /// The fields of `new java.util.Random`; the caller has a place for them.
    pub fn new__fields(seed: i64) -> Random {
        let this = OnStack::new(Self::ID, Random::default());
        Self::init(&this.get(), seed);
        this.into_fields()
    }

    /// java.util.Random.next: `int next(int bits)`
    pub fn next(this: &Ref<Random>, bits: i32) -> i32 {
        // Random.somd:27: seed = (seed * MULTIPLIER + 0xBL) & MASK;
        this.seed.set((this.seed.get() * 25214903917 + 11) & 281474976710655);
        // Random.somd:28: return (int) (seed >>> (48 - bits));
        (this.seed.get() as u64).wrapping_shr((48 - bits) as u32) as i64 as i32
    }

    /// java.util.Random.nextFloat: `float nextFloat()`
    #[inline(always)]
    pub fn nextFloat(this: &Ref<Random>) -> f32 {
        // Random.somd:92: public float nextFloat() { return next(24) / (float) (1 << 24); }
        Random::next(this, 24) as f32 / 16777216.0
    }
}
