//! Sizes that do not fit in `usize` where it has 32 bits.
#![no_std]

use shapecheck::{StaticDim, StaticShape, dim, shape};

pub fn size() -> usize {
    <dim!(4294967296)>::SIZE
}

pub fn sizes() -> &'static [usize] {
    <shape![2, 4294967297]>::SIZES
}

pub fn count() -> usize {
    <shape![0, 4294967298]>::NUM_ELEMENTS
}
