//! The programs of all engines on the host with gradients: what they give, and gradients beside those that are known.

/// The engine that the programs run on.
mod on {
    use shapecheck::engine::{Clones, Creates};
    use shapecheck::{Host, Scalar, Shape, Tensor, TensorOn};
    use shapecheck_grad::{Grad, Gradients, Traces};

    pub type Engine = Grad<Host>;

    pub fn from_host<T: 'static, S: Shape>(tensor: &Tensor<T, S>) -> TensorOn<T, S, Engine>
    where
        Host: Clones<T>,
    {
        Grad::constant(tensor.clone())
    }

    pub fn to_host<T: 'static, S: Shape>(tensor: &TensorOn<T, S, Engine>) -> Tensor<T, S>
    where
        Host: Clones<T> + Creates<T>,
    {
        tensor.detach()
    }

    /// A parameter as the programs have it.
    pub struct Parameter<S: Shape>(TensorOn<f64, S, Engine>);

    impl<S: Shape> Parameter<S> {
        pub fn tensor(&self) -> TensorOn<f64, S, Engine> {
            self.0.clone()
        }
    }

    pub fn parameter<S: Shape>(tensor: &Tensor<f64, S>) -> Parameter<S> {
        Parameter(Grad::parameter(tensor.clone()))
    }

    /// The gradient of each parameter, if there is one.
    pub fn gradients<S: Shape>(
        loss: &TensorOn<f64, Scalar, Engine>,
    ) -> impl Fn(&Parameter<S>) -> Option<Tensor<f64, S>> + use<S> {
        let gradients: Gradients = loss.backward();
        move |Parameter(parameter)| gradients.try_of(parameter).ok()
    }
}

#[macro_use]
#[path = "../../engines/tests/programs.rs"]
mod programs;
