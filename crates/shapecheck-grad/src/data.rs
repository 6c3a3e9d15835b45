//! The data of the engine: values, and where they come from.

use std::fmt;

use shapecheck::engine::adapter::Held;
use shapecheck::engine::{ArrayShape, Clones, Creates, DynamicShapes, Engine, ReadsElements, Term};
use shapecheck::{DynShape, Shape};

use crate::tape::{Flow, Node, elements};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// The data of a tensor on [`Grad<E>`]: a value on `E`, and where it comes from if it has a gradient.
pub struct Traced<T: 'static, E: Engine> {
    pub(crate) value: Held<E, T>,
    pub(crate) node: Option<Node>,
}

impl<T: 'static, E: Engine> Traced<T, E> {
    /// A value without a gradient.
    pub(crate) fn constant(value: Held<E, T>) -> Self {
        Self { value, node: None }
    }
}

impl<T: Real, E: Differentiable<T>> Traced<T, E> {
    /// The result of an operation on operands with these nodes. If one of them has a gradient, `saves` is called with the result, and
    /// gives what gives the operands theirs, from the gradient of the result.
    pub(crate) fn result<Pull>(
        value: Held<E, T>,
        operands: &[&Option<Node>],
        saves: impl FnOnce(&Held<E, T>) -> Pull,
    ) -> Self
    where
        Pull: Fn(&Term<'_, T, E>, &mut Flow<'_>) + 'static,
    {
        if operands.iter().all(|operand| operand.is_none()) {
            return Self::constant(value);
        }
        let pull = saves(&value);
        let node = Node::result(operands, move |gradient, flow| {
            pull(&Term::from_ref(elements::<T, E>(gradient)), flow);
        });
        Self { value, node }
    }

    /// The value in an expression.
    pub(crate) fn term(&self) -> Term<'_, T, E> {
        Term::from_ref(&self.value)
    }
}

impl<T: 'static, E: Clones<T>> Traced<T, E> {
    /// The same value, from the same place.
    pub(crate) fn kept(&self) -> Self {
        Self {
            value: <E as Clones<T>>::keep::<Any>(&self.value),
            node: self.node.clone(),
        }
    }
}

impl<T: 'static, E: Engine> fmt::Debug for Traced<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = E::sizes::<T, Any>(&self.value);
        f.debug_struct("Traced").field("sizes", &sizes).finish()
    }
}

impl<E: DynamicShapes + 'static> Engine for Grad<E> {
    type Data<T: 'static, S: ArrayShape> = Traced<T, E>;

    type Out = Self;

    fn sizes<T: 'static, S: ArrayShape>(data: &Traced<T, E>) -> &[usize] {
        E::sizes::<T, Any>(&data.value)
    }

    fn untyped<T: 'static, S: ArrayShape>(data: &Traced<T, E>) -> &Traced<T, E> {
        data
    }

    fn retype<T: 'static, S: ArrayShape, O: ArrayShape>(data: Traced<T, E>) -> Traced<T, E> {
        data
    }
}

impl<E: DynamicShapes + 'static> DynamicShapes for Grad<E> {}

/// What is made has no gradient: [`Grad::parameter`] gives it one.
impl<T: 'static, E: Creates<T> + DynamicShapes + 'static> Creates<T> for Grad<E> {
    #[track_caller]
    fn full<S: Shape>(sizes: DynShape, value: T) -> Traced<T, E>
    where
        T: Clone,
    {
        Traced::constant(E::full::<Any>(sizes, value))
    }

    #[track_caller]
    fn generate<S: Shape>(sizes: DynShape, next: impl FnMut() -> T) -> Traced<T, E> {
        Traced::constant(E::generate::<Any>(sizes, next))
    }
}

impl<T: 'static, E: Clones<T> + DynamicShapes + 'static> Clones<T> for Grad<E> {
    fn keep<S: ArrayShape>(data: &Traced<T, E>) -> Traced<T, E> {
        data.kept()
    }
}

impl<T: 'static, E: ReadsElements<T> + DynamicShapes + 'static> ReadsElements<T> for Grad<E> {
    #[track_caller]
    fn show<S: Shape, R>(
        data: &Traced<T, E>,
        look: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R,
    ) -> R {
        E::show::<Any, R>(&data.value, look)
    }
}
