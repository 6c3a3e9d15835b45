//! A seeded random generator, so that every run gives the same split, the same weights and the same batches.

/// SplitMix64 (Steele, Lea and Flood, 2014): a counter with a large odd step, whose bits are mixed by two
/// multiplications. Good enough for shuffling and for initial weights; not for secrets.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from -1 to 1.
    pub fn signed(&mut self) -> f32 {
        // An `f32` holds 24 bits exactly.
        let unit = (self.next() >> 40) as f32 / (1_u32 << 24) as f32;
        2.0 * unit - 1.0
    }

    /// Shuffles the items: the last place gets any of them, the place before it any of the rest.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let any = self.next() % (last as u64 + 1);
            items.swap(last, any as usize);
        }
    }
}
