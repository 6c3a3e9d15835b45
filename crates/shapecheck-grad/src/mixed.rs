//! Tensors without a gradient, on the engine below, used with tensors with one.

use shapecheck::engine::adapter::Held;
use shapecheck::engine::{Binary, Clones, Engine, Operand, Products, ops};
use shapecheck::{DynShape, Host, Shape};

use crate::data::Traced;
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// Data of the engine below as a constant.
fn constant<T: 'static, E: Clones<T>, S: Shape>(data: &E::Data<T, S>) -> Traced<T, E> {
    let untyped: &Held<E, T> = E::untyped::<T, S>(data);
    Traced::constant(<E as Clones<T>>::keep::<Any>(untyped))
}

macro_rules! mixed {
    ($($Op:ident)*) => {$(
        impl<T: Real, E: Differentiable<T>> Binary<ops::$Op, T, E> for Grad<E> {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Traced<T, E>>,
                rhs: Operand<'_, E::Data<T, R>>,
                sizes: DynShape,
            ) -> Traced<T, E> {
                let rhs = Operand::ByValue(constant::<T, E, R>(rhs.data()));
                <Self as Binary<ops::$Op, T>>::binary::<Any, Any, Any>(lhs, rhs, sizes)
            }
        }
    )*};
}

mixed!(Add Sub Mul Div Maximum Minimum);

impl<T: Real, E: Differentiable<T>> Products<T, E> for Grad<E> {
    type OutputEngine = Self;

    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Traced<T, E>,
        rhs: &E::Data<T, R>,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let rhs = constant::<T, E, R>(rhs);
        <Self as Products<T>>::product::<Any, Any, Any>(lhs, &rhs, sizes)
    }

    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Traced<T, E>,
        rhs: &E::Data<T, R>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let rhs = constant::<T, E, R>(rhs);
        <Self as Products<T>>::contract::<Any, Any, Any>(lhs, &rhs, axes, last, sizes)
    }
}

/// For the host and these elements only: no other crate can say it for all engines.
macro_rules! on_the_left {
    ($($T:ty: $($Op:ident)*;)*) => {$(
        $(impl Binary<ops::$Op, $T, Grad<Host>> for Host {
            type Element = $T;
            type OutputEngine = Grad<Host>;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, <Host as Engine>::Data<$T, S>>,
                rhs: Operand<'_, Traced<$T, Host>>,
                sizes: DynShape,
            ) -> Traced<$T, Host> {
                let lhs = Operand::ByValue(constant::<$T, Host, S>(lhs.data()));
                <Grad<Host> as Binary<ops::$Op, $T>>::binary::<Any, Any, Any>(lhs, rhs, sizes)
            }
        })*

        impl Products<$T, Grad<Host>> for Host {
            type OutputEngine = Grad<Host>;

            #[track_caller]
            fn product<S: Shape, R: Shape, O: Shape>(
                lhs: &<Host as Engine>::Data<$T, S>,
                rhs: &Traced<$T, Host>,
                sizes: DynShape,
            ) -> Traced<$T, Host> {
                let lhs = constant::<$T, Host, S>(lhs);
                <Grad<Host> as Products<$T>>::product::<Any, Any, Any>(&lhs, rhs, sizes)
            }

            #[track_caller]
            fn contract<S: Shape, R: Shape, O: Shape>(
                lhs: &<Host as Engine>::Data<$T, S>,
                rhs: &Traced<$T, Host>,
                axes: usize,
                last: bool,
                sizes: DynShape,
            ) -> Traced<$T, Host> {
                let lhs = constant::<$T, Host, S>(lhs);
                <Grad<Host> as Products<$T>>::contract::<Any, Any, Any>(&lhs, rhs, axes, last, sizes)
            }
        }
    )*};
}

on_the_left! {
    f32: Add Sub Mul Div Maximum Minimum;
    f64: Add Sub Mul Div Maximum Minimum;
}
