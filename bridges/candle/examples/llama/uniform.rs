//! Random numbers for weights that nobody learned.

/// Numbers from -1 to 1, the same in each run.
pub fn uniform() -> impl FnMut() -> f32 {
    let mut seed = 1_u64;
    move || {
        // A linear congruential generator; its high bits are good enough for weights.
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}
