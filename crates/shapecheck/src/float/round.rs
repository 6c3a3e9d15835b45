//! Functions for which processors have instructions, some of them only newer ones.

use super::Function;

macro_rules! instructions {
    ($($(#[$doc:meta])* $Name:ident $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $Name;

        impl<T: num_traits::Float> Function<T> for $Name {
            const IN_BLOCKS: bool = false;

            #[inline(always)]
            fn usual<const FUSED: bool>(self, x: T) -> T {
                x.$name()
            }
        }
    )*};
}

instructions! {
    /// The square root.
    Sqrt sqrt;
    /// The largest integer less than or equal to the value.
    Floor floor;
    /// The smallest integer greater than or equal to the value.
    Ceil ceil;
    /// The nearest integer, halves away from 0.
    Round round;
    /// The integer part.
    Trunc trunc;
    /// The fractional part.
    Fract fract;
}
