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
    pub const ID: u32 = 62;
    pub const LAST: u32 = 62;

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

    /// java.util.Random.nextInt: `int nextInt(int bound)`
    #[inline(always)]
    pub fn nextInt(this: &Ref<Random>, bound: i32) -> i32 {
        // Random.somd:45: if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
        if bound <= 0 {
            throw(IllegalArgumentException::new_String(TEXT_BOUND_MUST_BE_POSITIVE.get().clone()).into_up());
        }
        // Random.somd:46: int r = next(31);
        let mut r: i32 = Random::next(this, 31);
        // Random.somd:47: int m = bound - 1;
        let m: i32 = bound - 1;
        // Random.somd:48: if ((bound & m) == 0) return (int) ((bound * (long) r) >> 31);
        if bound & m == 0 {
            return ((bound as i64 * r as i64) >> 31) as i32;
        }
        // Random.somd:49: int u = r;
        let mut u: i32 = r;
        // Random.somd:50: while (u - (r = u % bound) + m < 0) u = next(31);
        while u
            - ({
                r = irem(u, bound);
                r
            })
            + m
            < 0
        {
            u = Random::next(this, 31);
        }
        // Random.somd:51: return r;
        r
    }
}
