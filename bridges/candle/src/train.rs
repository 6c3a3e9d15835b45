//! Weights, gradients, and parameters for optimisers.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::candle_nn::optim::{Optimizer, SGD};
//! use shapecheck_candle::{Candle, Parameter};
//!
//! let slope = Parameter::of(&TensorOn::<f64, shape![1], Candle>::zeros());
//! let x = TensorOn::<f64, shape![4], Candle>::from_slice(&[1.0, 2.0, 3.0, 4.0])?;
//! let mut optimizer = SGD::new(vec![slope.var().clone()], 0.05)?;
//! for _ in 0..100 {
//!     let error = &x * slope.tensor() - &x * 3.0;
//!     let loss = (&error * &error).mean_axes::<shapecheck::axes![-1]>().remove_axis::<-1>();
//!     optimizer.step(shapecheck_candle::gradients(&loss)?.store())?;
//! }
//! let found = slope.tensor().sum();
//! assert!((found - 3.0).abs() < 1e-6, "{found}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use candle_core::Var;
use candle_core::WithDType;
use candle_core::backprop::GradStore;
use candle_nn::VarBuilder;
use shapecheck::{Scalar, Shape, TensorOn};

use crate::data::{Element, Held, typed, untyped};
use crate::{Candle, MisfitError, or_panic};

/// A tensor of shape `S` that an optimiser changes.
#[derive(Clone, Debug)]
pub struct Parameter<T: Element, S: Shape> {
    var: Var,
    tensor: std::marker::PhantomData<fn() -> (T, S)>,
}

impl<T: Element, S: Shape> Parameter<T, S> {
    /// A parameter with the elements of a tensor.
    ///
    /// # Panics
    ///
    /// Panics if candle cannot copy them.
    #[must_use]
    #[track_caller]
    pub fn of(tensor: &TensorOn<T, S, Candle>) -> Self {
        Self {
            var: or_panic(Var::from_tensor(untyped(tensor))),
            tensor: std::marker::PhantomData,
        }
    }

    /// A parameter from a variable of candle.
    ///
    /// # Errors
    ///
    /// Returns an error if its elements are not `T`, or its sizes do not fit `S`.
    pub fn try_from_var(var: Var) -> Result<Self, MisfitError> {
        let _ = typed::<T, S>(var.as_tensor().clone())?;
        Ok(Self {
            var,
            tensor: std::marker::PhantomData,
        })
    }

    /// The variable, for an optimiser.
    #[must_use]
    pub fn var(&self) -> &Var {
        &self.var
    }

    /// The tensor, for computations with gradients.
    pub fn tensor(&self) -> TensorOn<T, S, Candle> {
        let held = Held::of(self.var.as_tensor().clone());
        match TensorOn::try_from_data(held) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The gradients of a number.
#[derive(Debug)]
pub struct Gradients(GradStore);

impl Gradients {
    /// The gradient of a parameter, or `None` if the number does not depend on it.
    #[must_use]
    pub fn of<T: Element, S: Shape>(
        &self,
        parameter: &Parameter<T, S>,
    ) -> Option<TensorOn<T, S, Candle>> {
        let gradient = self.0.get(parameter.var.as_tensor())?.clone();
        typed(gradient).ok()
    }

    /// All gradients, for an optimiser.
    #[must_use]
    pub fn store(&self) -> &GradStore {
        &self.0
    }
}

/// The gradients of a number with respect to all parameters that it depends on.
///
/// # Errors
///
/// Returns an error if candle has no gradient of an operation.
pub fn gradients<T: Element>(loss: &TensorOn<T, Scalar, Candle>) -> candle_core::Result<Gradients> {
    untyped(loss).backward().map(Gradients)
}

/// The weight with this name: candle's `VarBuilder::get` with the sizes of the type.
///
/// ```
/// use shapecheck::{TensorOn, shape};
/// use shapecheck_candle::candle_core::{DType, Device, Tensor};
/// use shapecheck_candle::candle_nn::VarBuilder;
/// use shapecheck_candle::{Candle, weight};
///
/// let tensors = [("bias".to_owned(), Tensor::zeros(3, DType::F32, &Device::Cpu)?)];
/// let weights = VarBuilder::from_tensors(tensors.into(), DType::F32, &Device::Cpu);
/// let bias: TensorOn<f32, shape![3], Candle> = weight(&weights, "bias")?;
/// let error = weight::<f32, shape![4]>(&weights, "bias").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`bias`: sizes [3] do not fit the type: size 3 at axis -1 where the type has 4"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is none of that name, or it does not fit the type.
pub fn weight<T: Element, S: Shape>(
    weights: &VarBuilder,
    name: &str,
) -> Result<TensorOn<T, S, Candle>, MisfitError> {
    let found = weights.get_unchecked_dtype(name, T::Stored::DTYPE);
    found
        .map_err(MisfitError::Candle)
        .and_then(typed)
        .map_err(|error| MisfitError::Weight {
            name: match weights.prefix() {
                prefix if prefix.is_empty() => name.to_owned(),
                prefix => format!("{prefix}.{name}"),
            },
            source: Box::new(error),
        })
}
