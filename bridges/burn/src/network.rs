//! Layers, made of burn's operations, and which elements have all operations.

use half::{bf16, f16};
use shapecheck::DynShape;
use shapecheck::engine::{Floats, Models, Networks, Numbers, Reduces, ops};

use crate::data::Held;
use crate::raw::{Dispatch, ModuleOps};
use crate::{Burn, raw};

macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl Numbers<$T> for Burn {}
    )*};
}

numbers!(f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! floats {
    ($($T:ty: $of:expr;)*) => {$(
        impl Floats<$T> for Burn {}

        impl Networks<$T> for Burn {
            fn number(value: f64) -> $T {
                let of: fn(f64) -> $T = $of;
                of(value)
            }

            /// Burn has a function for layer norms with weights, and a bias, along the last axis.
            #[track_caller]
            fn normalize_at_once(
                data: &Held<$T>,
                (weights, bias): (&Held<$T>, Option<&Held<$T>>),
                centred: bool,
                epsilon: &$T,
            ) -> Option<Held<$T>> {
                let is_vector = |data: &Held<$T>| data.dims().len() == 1;
                if !centred || !is_vector(weights) || !bias.is_none_or(is_vector) {
                    return None;
                }
                let (weights, bias) = (weights.raw().clone(), bias.map(|bias| bias.raw().clone()));
                let found = Dispatch::layer_norm(data.raw().clone(), weights, bias, (*epsilon).into());
                Some(Held::of(found, data.sizes()))
            }

            /// Stays a tensor, so that gradients go through it.
            #[track_caller]
            fn total(data: &Held<$T>) -> Held<$T> {
                let count = data.dims().iter().product();
                let flat = Held::with_axes(raw::reshape(data.raw(), &[count]));
                let total = <Self as Reduces<ops::Sum, $T>>::reduce::<DynShape, DynShape>(&flat, &[1]);
                Held::of(total.raw().clone(), DynShape::from([]))
            }
        }

        impl Models<$T> for Burn {}
    )*};
}

floats! {
    f16: f16::from_f64;
    bf16: bf16::from_f64;
    f32: |value| value as f32;
    f64: |value| value;
}
