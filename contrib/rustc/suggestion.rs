//! A bound that rustc suggests, and that is not Rust: `E: Sums<f32><Out = E>`.

pub trait Engine {
    type Out;
}

pub trait Sums<T>: Engine {
    fn sum(&self) -> Self::Out;
}

pub fn total<E: Sums<f32>>(engine: &E) -> E {
    engine.sum()
}
