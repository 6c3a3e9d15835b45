//! Operators of two tensors, which broadcast: of references, and of tensors that are not needed any more.

use std::ops::{Add, Div, Mul, Neg, Sub};

use shapecheck::engine::Models;
use shapecheck::{Broadcast, Broadcasted, Shape};

use crate::state::{Adds, DividesBy, IsState, Multiplies};
use crate::{MeshTensorOn, PartOf};

/// Operators of two tensors, which broadcast.
macro_rules! operators {
    ($($Operator:ident $function:ident $sign:tt $States:ident;)*) => {$(
        operators!(@ $Operator $function $sign $States: &MeshTensorOn<T, S, E, State>, &MeshTensorOn<T, R, E, OtherState>, |lhs, rhs| (&lhs.part, &rhs.part));
        operators!(@ $Operator $function $sign $States: MeshTensorOn<T, S, E, State>, &MeshTensorOn<T, R, E, OtherState>, |lhs, rhs| (lhs.part, &rhs.part));
        operators!(@ $Operator $function $sign $States: &MeshTensorOn<T, S, E, State>, MeshTensorOn<T, R, E, OtherState>, |lhs, rhs| (&lhs.part, rhs.part));
        operators!(@ $Operator $function $sign $States: MeshTensorOn<T, S, E, State>, MeshTensorOn<T, R, E, OtherState>, |lhs, rhs| (lhs.part, rhs.part));
    )*};
    (@ $Operator:ident $function:ident $sign:tt $States:ident: $Lhs:ty, $Rhs:ty, |$lhs:ident, $rhs:ident| ($own:expr, $other:expr)) => {
        impl<T: 'static, S: Shape, R: Shape, E: Models<T>, State, OtherState> $Operator<$Rhs> for $Lhs
        where
            S: Broadcast<R>,
            State: $States<OtherState, Output: IsState>,
            Broadcasted<S, R>: PartOf<State::Output>,
        {
            type Output = MeshTensorOn<T, Broadcasted<S, R>, E, State::Output>;

            #[track_caller]
            fn $function(self, $rhs: $Rhs) -> Self::Output {
                let $lhs = self;
                MeshTensorOn::of($own $sign $other)
            }
        }
    };
}

operators! {
    Add add + Adds;
    Sub sub - Adds;
    Mul mul * Multiplies;
    Div div / DividesBy;
}

impl<T: 'static, S: Shape, E: Models<T>, State> Neg for &MeshTensorOn<T, S, E, State> {
    type Output = MeshTensorOn<T, S, E, State>;

    fn neg(self) -> Self::Output {
        MeshTensorOn::of(-&self.part)
    }
}

impl<T: 'static, S: Shape, E: Models<T>, State> Neg for MeshTensorOn<T, S, E, State> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::of(-self.part)
    }
}
