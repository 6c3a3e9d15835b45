//! Parameters, and the gradients of a number.

use std::fmt;

use shapecheck::engine::{Clones, DynamicShapes, Engine, Operand, Reduces, Reshapes, Term, ops};
use shapecheck::{DynShape, Scalar, Shape, TensorOn};

use crate::data::Traced;
use crate::tape::{Flow, Found, Node, elements, ones};
use crate::terms::{Terms, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

impl<E: DynamicShapes + 'static> Grad<E> {
    /// A tensor without a gradient, used with those that have one: inputs, targets, and layers that are not trained.
    pub fn constant<T: 'static, S: Shape>(x: TensorOn<T, S, E>) -> TensorOn<T, S, Grad<E>> {
        traced(Traced::constant(untyped(x)))
    }

    /// A tensor that has a gradient.
    pub fn parameter<T: Real, S: Shape>(x: TensorOn<T, S, E>) -> TensorOn<T, S, Grad<E>> {
        traced(Traced {
            value: untyped(x),
            node: Some(Node::parameter()),
        })
    }

    /// A result of `x` with a derivative of your own: `value` is the result, and `pull` gives the gradient of `x` from that of the
    /// result.
    ///
    /// It is for what the engine below does without recording it: a call of another library, or a sum over the ranks of a mesh.
    ///
    /// ```
    /// use shapecheck::{Host, Tensor, TensorOn, shape};
    /// use shapecheck_grad::{Grad, Traces};
    ///
    /// /// Rounded, with the gradient of the identity.
    /// fn rounded(x: &TensorOn<f64, shape![3], Grad<Host>>) -> TensorOn<f64, shape![3], Grad<Host>> {
    ///     Grad::custom(x, x.detach().round(), |gradient| gradient)
    /// }
    ///
    /// let x = Grad::parameter(Tensor::from([0.4, 1.6, 2.1]));
    /// let y = rounded(&x);
    /// assert_eq!(y.detach().to_vec(), [0.0, 2.0, 2.0]);
    /// assert_eq!((&y * &y).total().backward().of(&x).to_vec(), [0.0, 4.0, 4.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// `backward` panics if the gradient that `pull` gives has other sizes than `x`.
    pub fn custom<T: Real, S: Shape, O: Shape>(
        x: &TensorOn<T, S, Grad<E>>,
        value: TensorOn<T, O, E>,
        pull: impl Fn(TensorOn<T, O, E>) -> TensorOn<T, S, E> + 'static,
    ) -> TensorOn<T, O, Grad<E>>
    where
        E: Differentiable<T>,
    {
        let sizes = sizes_of::<T, E>(&x.data().value);
        let pull = move |gradient: &Term<'_, T, E>, flow: &mut Flow<'_>| {
            flow.give(0, || {
                let gradient = pull(on_engine(gradient.owned().into_data()));
                assert_eq!(
                    gradient.dims(),
                    sizes.dims(),
                    "a gradient has the sizes of its tensor"
                );
                Term::<T, E>::from(untyped(gradient))
            });
        };
        traced(Traced::result(untyped(value), &[&x.data().node], |_| pull))
    }
}

fn untyped<T: 'static, S: Shape, E: Engine>(x: TensorOn<T, S, E>) -> E::Data<T, Any> {
    E::retype::<T, S, Any>(x.into_data())
}

/// A tensor with data of its sizes.
pub(crate) fn traced<T: 'static, S: Shape, E: DynamicShapes + 'static>(
    data: Traced<T, E>,
) -> TensorOn<T, S, Grad<E>> {
    match TensorOn::try_from_data(data) {
        Ok(tensor) => tensor,
        Err(error) => unreachable!("the sizes are those of the shape: {error}"),
    }
}

/// A tensor of `E` with data of its sizes.
fn on_engine<T: 'static, S: Shape, E: Engine>(data: E::Data<T, Any>) -> TensorOn<T, S, E> {
    match TensorOn::try_from_data(E::typed::<T, S>(data)) {
        Ok(tensor) => tensor,
        Err(error) => unreachable!("the sizes are those of the shape: {error}"),
    }
}

/// The shape of one number, which [`backward`](Traces::backward) starts from.
#[diagnostic::on_unimplemented(
    message = "gradients are those of one number, and this tensor has axes",
    label = "not one number",
    note = "`average()` is the mean of all elements as a tensor without axes, and `total()` their sum; `mean()` and `sum()` give numbers, which have no gradient",
    note = "a loss, such as `mse_loss` or `cross_entropy`, is one number"
)]
pub trait OneNumber: Shape {}

// Not recommended: nobody wants to hear that a shape without axes has none.
#[diagnostic::do_not_recommend]
impl OneNumber for Scalar {}

/// Tensors on [`Grad<E>`].
pub trait Traces<T: 'static, S: Shape, E: DynamicShapes + 'static> {
    /// The same tensor on `E`, for what needs no gradient.
    fn detach(&self) -> TensorOn<T, S, E>
    where
        E: Clones<T>;

    /// The gradients of this number, with respect to all parameters that it depends on.
    ///
    /// # Panics
    ///
    /// Panics if it depends on no parameter.
    #[track_caller]
    fn backward(&self) -> Gradients
    where
        T: Real,
        S: OneNumber,
        E: Differentiable<T>;

    /// The sum of all elements as a tensor, which has a gradient.
    fn total(&self) -> TensorOn<T, Scalar, Grad<E>>
    where
        T: Real,
        E: Differentiable<T>;

    /// The mean of all elements as a tensor, which has a gradient; NaN if there are none.
    fn average(&self) -> TensorOn<T, Scalar, Grad<E>>
    where
        T: Real,
        E: Differentiable<T>;
}

impl<T: 'static, S: Shape, E: DynamicShapes + 'static> Traces<T, S, E> for TensorOn<T, S, Grad<E>> {
    fn detach(&self) -> TensorOn<T, S, E>
    where
        E: Clones<T>,
    {
        on_engine(<E as Clones<T>>::keep::<Any>(&self.data().value))
    }

    #[track_caller]
    fn backward(&self) -> Gradients
    where
        T: Real,
        S: OneNumber,
        E: Differentiable<T>,
    {
        let Traced { value, node } = self.data();
        match node {
            Some(node) => Gradients(node.backward(ones::<T, E>(value))),
            None => panic!(
                "`backward` of a number that depends on no parameter: `Grad::parameter(x)` is a tensor that has a gradient"
            ),
        }
    }

    fn total(&self) -> TensorOn<T, Scalar, Grad<E>>
    where
        T: Real,
        E: Differentiable<T>,
    {
        traced(reduced(
            self.data(),
            <Grad<E> as Reduces<ops::Sum, T>>::reduce::<Any, Any>,
        ))
    }

    fn average(&self) -> TensorOn<T, Scalar, Grad<E>>
    where
        T: Real,
        E: Differentiable<T>,
    {
        traced(reduced(
            self.data(),
            <Grad<E> as Reduces<ops::Mean, T>>::reduce::<Any, Any>,
        ))
    }
}

/// One number of all elements, by a reduction along axes.
pub(crate) fn reduced<T: Real, E: Differentiable<T>>(
    data: &Traced<T, E>,
    reduce: impl FnOnce(&Traced<T, E>, &[usize]) -> Traced<T, E>,
) -> Traced<T, E> {
    let axes: Vec<usize> = (1..=data.term().sizes().len()).rev().collect();
    let found = Operand::ByValue(reduce(data, &axes));
    <Grad<E> as Reshapes<T>>::reshape::<Any, Any>(found, DynShape::default())
}

/// The gradients of one number, by the parameters that it depends on.
pub struct Gradients(pub(crate) Found);

impl fmt::Debug for Gradients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.gradients.len();
        write!(f, "Gradients of {count} parameters")
    }
}

impl Gradients {
    /// The gradient of a parameter.
    ///
    /// # Errors
    ///
    /// Returns an error if the tensor is not a parameter, if the number does not depend on it, or if it has changed since.
    pub fn try_of<T: Real, S: Shape, E: Differentiable<T>>(
        &self,
        parameter: &TensorOn<T, S, Grad<E>>,
    ) -> Result<TensorOn<T, S, E>, GradientError> {
        let found = self.find::<T, E>(parameter.data())?;
        Ok(on_engine(<E as Clones<T>>::keep::<Any>(found)))
    }

    /// The gradient of a parameter.
    ///
    /// # Panics
    ///
    /// Panics if the tensor is not a parameter, if the number does not depend on it, or if it has changed since.
    #[track_caller]
    pub fn of<T: Real, S: Shape, E: Differentiable<T>>(
        &self,
        parameter: &TensorOn<T, S, Grad<E>>,
    ) -> TensorOn<T, S, E> {
        match self.try_of(parameter) {
            Ok(gradient) => gradient,
            Err(error) => panic!("{error}"),
        }
    }

    /// The elements of the gradient of a parameter.
    pub(crate) fn find<T: Real, E: Differentiable<T>>(
        &self,
        parameter: &Traced<T, E>,
    ) -> Result<&E::Data<T, Any>, GradientError> {
        let sizes = || sizes_of::<T, E>(&parameter.value);
        let Some(node) = &parameter.node else {
            return Err(GradientError::Constant(sizes()));
        };
        let Some(name) = node.name() else {
            return Err(GradientError::Result(sizes()));
        };
        match self.0.gradients.get(&node.number()) {
            Some(gradient) => Ok(elements::<T, E>(&**gradient)),
            None if self.0.numbers.contains_key(&name) => Err(GradientError::Changed(sizes())),
            None => Err(GradientError::Elsewhere(sizes())),
        }
    }

    /// The square root of the sum of the squares of all elements of all gradients.
    pub fn norm(&self) -> f64 {
        let squares = self.0.gradients.values().map(|gradient| gradient.squares());
        squares.sum::<f64>().sqrt()
    }

    /// Divides all gradients by their [`norm`](Self::norm) and multiplies them by this one, if theirs is larger.
    #[must_use]
    pub fn clipped(mut self, norm: f64) -> Self {
        let own = self.norm();
        if own > norm {
            let gradients = self.0.gradients.values_mut();
            gradients.for_each(|gradient| gradient.scale(norm / own));
        }
        self
    }
}

/// Why there is no gradient of a tensor.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GradientError {
    /// The tensor, of these sizes, is not a parameter.
    Constant(DynShape),
    /// The tensor, of these sizes, is the result of an operation.
    Result(DynShape),
    /// The parameter, of these sizes, has changed since the number was computed.
    Changed(DynShape),
    /// The number was not computed from the parameter, which has these sizes.
    Elsewhere(DynShape),
}

impl fmt::Display for GradientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(sizes) => write!(
                f,
                "a tensor of shape {sizes} has no gradient: it is not a parameter, which `Grad::parameter` makes"
            ),
            Self::Result(sizes) => write!(
                f,
                "the gradient of a result of shape {sizes} is not kept: gradients are kept of parameters, which `Grad::parameter` makes"
            ),
            Self::Changed(sizes) => write!(
                f,
                "the gradient of a parameter of shape {sizes} is that of an earlier value: the parameter has changed since"
            ),
            Self::Elsewhere(sizes) => write!(
                f,
                "there is no gradient of a parameter of shape {sizes}: the number that `backward` started from was not computed from it"
            ),
        }
    }
}

impl std::error::Error for GradientError {}
