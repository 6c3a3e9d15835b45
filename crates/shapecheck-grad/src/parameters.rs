//! The parameters of a model.

use shapecheck::{Host, Shape, TensorOn};

use crate::data::Traced;
use crate::gradients::traced;
use crate::tape::Node;
use crate::{Differentiable, Grad, Real};

/// A model, or a part of one: tensors on [`Grad`], or a struct of them.
///
/// ```
/// use shapecheck::{Host, Tensor, TensorOn, dim, shape};
/// use shapecheck_grad::{Grad, Parameters, Traces};
///
/// #[derive(Parameters)]
/// struct Linear {
///     weights: TensorOn<f32, shape![2, 3], Grad<Host>>,
///     bias: TensorOn<f32, shape![2], Grad<Host>>,
///     #[parameters(skip)]
///     name: String,
/// }
///
/// let layer = Linear { weights: TensorOn::ones(), bias: TensorOn::zeros(), name: "first".to_owned() }.tracked();
/// let x = Grad::constant(Tensor::from([1.0, 2.0, 3.0]));
/// let y = x.linear_with_bias(&layer.weights, &layer.bias);
/// let gradients = y.total().backward();
/// assert_eq!(gradients.of(&layer.weights).to_vec(), [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
/// assert_eq!(layer.name, "first");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to have parameters",
    label = "expected tensors on `Grad`, or a struct of them",
    note = "`#[derive(Parameters)]` is for structs of tensors on `Grad`, and `#[parameters(skip)]` for their other fields"
)]
pub trait Parameters {
    /// Visits each tensor.
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor);

    /// The same model, each tensor of which is a parameter. Those that are parameters already stay the same.
    #[must_use]
    fn tracked(mut self) -> Self
    where
        Self: Sized,
    {
        self.visit(&mut Track);
        self
    }
}

/// A visitor for the tensors of a model.
pub trait VisitsParameters {
    /// Visits a tensor.
    fn tensor<T: Real, E: Differentiable<T>>(&mut self, tensor: &mut Traced<T, E>);
}

struct Track;

impl VisitsParameters for Track {
    fn tensor<T: Real, E: Differentiable<T>>(&mut self, tensor: &mut Traced<T, E>) {
        let is_parameter = |node: &Node| node.name().is_some();
        if !tensor.node.as_ref().is_some_and(is_parameter) {
            tensor.node = Some(Node::parameter());
        }
    }
}

impl<T: Real, S: Shape, E: Differentiable<T>> Parameters for TensorOn<T, S, Grad<E>> {
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
        let mut data = self.data().kept();
        visitor.tensor(&mut data);
        *self = traced(data);
    }
}

/// A tensor on the host is not trained.
impl<T: 'static, S: Shape> Parameters for TensorOn<T, S, Host> {
    fn visit<Visitor: VisitsParameters>(&mut self, _: &mut Visitor) {}
}

impl<P: Parameters> Parameters for Vec<P> {
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
        self.iter_mut().for_each(|part| part.visit(visitor));
    }
}

impl<P: Parameters, const N: usize> Parameters for [P; N] {
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
        self.iter_mut().for_each(|part| part.visit(visitor));
    }
}

impl<P: Parameters> Parameters for Option<P> {
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
        self.iter_mut().for_each(|part| part.visit(visitor));
    }
}

impl<P: Parameters> Parameters for Box<P> {
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
        (**self).visit(visitor);
    }
}
