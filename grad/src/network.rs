//! Layers, and which elements have all operations: layers are made of others here, so that each part gives its gradient.

use shapecheck::engine::{Floats, Models, Networks, Numbers, Reduces, ops};
use shapecheck::{DynShape, Shape};

use crate::data::Traced;
use crate::gradients::reduced;
use crate::{Differentiable, Grad, Real};

impl<T: Real, E: Differentiable<T>> Numbers<T> for Grad<E> {}

impl<T: Real, E: Differentiable<T>> Floats<T> for Grad<E> {}

impl<T: Real, E: Differentiable<T>> Networks<T> for Grad<E> {
    fn number(value: f64) -> T {
        E::number(value)
    }

    fn total<S: Shape>(data: &Traced<T, E>) -> Traced<T, E> {
        reduced(
            data,
            <Self as Reduces<ops::Sum, T>>::reduce::<DynShape, DynShape>,
        )
    }
}

impl<T: Real, E: Differentiable<T>> Models<T> for Grad<E> {}
