//! Fixed-point numbers of the crate `fixed` as elements. What they have besides, they have by `num_traits`.

use crate::for_each;
use fixed::types::extra::{LeEqU8, LeEqU16, LeEqU32, LeEqU64, LeEqU128};

use super::matrix::{MatrixElement, Multiply};
use super::memory::Element;

for_each! {
    ($Number:ident $Fraction:ident) => {
        impl<Fraction> Element for fixed::$Number<Fraction> {}

        // In order, as products are rounded and sums may overflow.
        impl<Fraction: $Fraction + Send + Sync + 'static> Multiply for fixed::$Number<Fraction> {}

        impl<Fraction: $Fraction + Send + Sync + 'static> MatrixElement for fixed::$Number<Fraction> {}
    }

    FixedI8 LeEqU8; FixedI16 LeEqU16; FixedI32 LeEqU32; FixedI64 LeEqU64; FixedI128 LeEqU128;
    FixedU8 LeEqU8; FixedU16 LeEqU16; FixedU32 LeEqU32; FixedU64 LeEqU64; FixedU128 LeEqU128;
}
