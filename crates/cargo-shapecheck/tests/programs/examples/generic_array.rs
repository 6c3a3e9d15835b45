//! typenum's numbers without this repository's crate: arrays, booleans, signed numbers.
use generic_array::{ArrayLength, GenericArray, typenum::*};

fn twelve(_: GenericArray<f32, U12>) {}
fn same<N: ArrayLength, M: ArrayLength + IsEqual<N, Output = True>>(
    _: &GenericArray<f32, N>,
    _: &GenericArray<f32, M>,
) {
}
fn signed(_: N5) {}
fn needs_add<N: ArrayLength + Sub<U5>>(_: GenericArray<u8, N>) {}
use core::ops::Sub;

fn main() {
    let thousand = GenericArray::<f32, U1000>::default();
    twelve(GenericArray::<f32, U13>::default());
    same(&thousand, &GenericArray::<f32, U24>::default());
    signed(P7::new());
    signed(Z0::new());
    needs_add(GenericArray::<u8, U3>::default());
    let _: U0 = U1::new();
    let _: B0 = B1;
    thousand.nothing();
}
