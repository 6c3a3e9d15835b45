//! The programs of all engines on the host with gradients: what they give, and gradients beside those that are known.

/// The engine that the programs run on.
mod on {
    use shapecheck::engine::{Clones, Creates};
    use shapecheck::{Host, Scalar, Shape, Tensor, TensorOn};
    use shapecheck_grad::{Differentiable, Grad, Gradients, Parameters, Real, Traces};

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
    pub struct Parameter<T: Real, S: Shape>(TensorOn<T, S, Engine>);

    impl<T: Real, S: Shape> Parameter<T, S>
    where
        Host: Differentiable<T>,
    {
        pub fn of(tensor: &TensorOn<T, S, Engine>) -> Self {
            Self(tensor.clone().tracked())
        }

        pub fn tensor(&self) -> TensorOn<T, S, Engine> {
            self.0.clone()
        }
    }

    pub fn parameter<S: Shape>(tensor: &Tensor<f64, S>) -> Parameter<f64, S> {
        Parameter::of(&from_host(tensor))
    }

    #[cfg(feature = "weights")]
    mod weights {
        use shapecheck_weights::__macro::TensorField;
        use shapecheck_weights::{Load, Reader, Save, Stored, Writer};

        use super::*;

        impl<'data, T: Stored + Real, S: Shape> Load<'data> for Parameter<T, S>
        where
            Host: Differentiable<T>,
        {
            fn read(from: &mut Reader<'data>) -> Option<Self> {
                TensorOn::read(from).map(|tensor| Self::of(&tensor))
            }
        }

        impl<T: Stored + Real, S: Shape> Save for Parameter<T, S> {
            fn write(&self, to: &mut Writer) {
                self.0.write(to);
            }
        }

        impl<T: Real, S: Shape> TensorField for Parameter<T, S> {
            type Element = T;
            type Shape = S;
        }
    }

    /// The gradient of each parameter, if there is one.
    pub fn gradients<S: Shape>(
        loss: &TensorOn<f64, Scalar, Engine>,
    ) -> impl Fn(&Parameter<f64, S>) -> Option<Tensor<f64, S>> + use<S> {
        let gradients: Gradients = loss.backward();
        move |Parameter(parameter)| gradients.try_of(parameter).ok()
    }
}

#[macro_use]
#[path = "../../../bridges/tests/programs.rs"]
mod programs;
