//! Parameters of modules, and gradients.
//!
//! A [`Parameter`] is a field of a burn module. `#[derive(Module)]` knows it, so optimisers change it, records store
//! it, and it moves between devices with the module.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_burn::burn::module::Module;
//! use shapecheck_burn::burn::optim::{GradientsParams, SgdConfig};
//! use shapecheck_burn::burn::tensor::Device;
//! use shapecheck_burn::{Burn, Parameter, burn, device};
//!
//! #[derive(Module, Debug)]
//! struct Line {
//!     slope: Parameter<f32, shape![1]>,
//! }
//!
//! device::set(Device::default().autodiff());
//! let mut line = Line {
//!     slope: Parameter::of(&TensorOn::zeros()),
//! };
//! let x = TensorOn::<f32, shape![4], Burn>::from_slice(&[1.0, 2.0, 3.0, 4.0])?;
//! let mut optimizer = SgdConfig::new().init();
//! for _ in 0..100 {
//!     let loss = (&x * line.slope.tensor()).mse_loss(&(&x * 3.0));
//!     let gradients = shapecheck_burn::gradients(&loss)?;
//!     let gradients = GradientsParams::from_grads(gradients, &line);
//!     line = optimizer.step(0.05, line, gradients);
//! }
//! let found = line.slope.tensor().sum();
//! assert!((found - 3.0).abs() < 1e-5, "{found}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::marker::PhantomData;

use burn::module::{
    Content, Devices, Module, ModuleDisplay, ModuleDisplayDefault, ModuleMapper, ModuleVisitor,
};
use burn::tensor::{Device, Float, Gradients, Tensor as Untyped};
use shapecheck::{Scalar, TensorOn};

use crate::data::{Element, from_raw};
use crate::{Burn, MisfitError, Ranked, raw};

/// A tensor of shape `S` that an optimiser changes, as a field of a module.
///
/// burn's derive makes modules of structs with fixed sizes or const parameters, and [`module!`](crate::module) of those whose
/// parameters are types of sizes.
pub struct Parameter<T: Element<Kind = Float>, S: Ranked> {
    held: S::Held,
    element: PhantomData<fn() -> T>,
}

impl<T: Element<Kind = Float>, S: Ranked> Parameter<T, S> {
    /// A parameter with the elements of a tensor. It requires gradients if the tensor's device has autodiff.
    #[must_use]
    pub fn of(tensor: &TensorOn<T, S, Burn>) -> Self {
        Self::holding(S::hold(tensor.data().raw().clone()))
    }

    fn holding(held: S::Held) -> Self {
        Self {
            held,
            element: PhantomData,
        }
    }

    /// The tensor, for computations with gradients.
    ///
    /// # Panics
    ///
    /// Panics if a record or a mapper has put elements of another type, or a tensor of another shape, in its place: see
    /// [`try_tensor`](Self::try_tensor).
    #[track_caller]
    pub fn tensor(&self) -> TensorOn<T, S, Burn> {
        match self.try_tensor() {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}"),
        }
    }

    /// The tensor, for computations with gradients.
    ///
    /// # Errors
    ///
    /// Returns an error if a record or a mapper has put elements of another type, or a tensor of another shape, in its
    /// place.
    pub fn try_tensor(&self) -> Result<TensorOn<T, S, Burn>, MisfitError> {
        from_raw(S::held(&self.held))
    }

    /// This parameter's gradient among those of a number, or `None` if the number does not depend on it.
    #[must_use]
    pub fn gradient(&self, gradients: &Gradients) -> Option<TensorOn<T, S, Burn>> {
        // burn finds it by the tensor's id, whatever the rank in its type.
        let tensor = S::held(&self.held);
        let found = Untyped::<1>::from_dispatch(tensor).grad(gradients)?;
        from_raw(found.into_dispatch()).ok()
    }

    /// burn's own parameter: a `Param<Tensor<RANK>>`.
    #[must_use]
    pub fn param(&self) -> &S::Held {
        &self.held
    }
}

impl<T: Element<Kind = Float>, S: Ranked> Clone for Parameter<T, S> {
    fn clone(&self) -> Self {
        Self::holding(self.held.clone())
    }
}

impl<T: Element<Kind = Float>, S: Ranked> fmt::Debug for Parameter<T, S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.held.fmt(out)
    }
}

/// Every operation of a module is passed on to burn's own parameter.
impl<T: Element<Kind = Float>, S: Ranked> Module for Parameter<T, S> {
    fn collect_devices(&self, devices: Devices) -> Devices {
        self.held.collect_devices(devices)
    }

    fn fork(self, device: &Device) -> Self {
        Self::holding(self.held.fork(device))
    }

    fn to_device(self, device: &Device) -> Self {
        Self::holding(self.held.to_device(device))
    }

    fn train(self) -> Self {
        Self::holding(self.held.train())
    }

    fn valid(&self) -> Self {
        Self::holding(self.held.valid())
    }

    fn materialize(self) -> Self {
        Self::holding(self.held.materialize())
    }

    fn visit<Visitor: ModuleVisitor>(&self, visitor: &mut Visitor) {
        self.held.visit(visitor);
    }

    fn map<Mapper: ModuleMapper>(self, mapper: &mut Mapper) -> Self {
        Self::holding(self.held.map(mapper))
    }
}

impl<T: Element<Kind = Float>, S: Ranked> ModuleDisplayDefault for Parameter<T, S> {
    fn content(&self, content: Content) -> Option<Content> {
        self.held.content(content)
    }
}

impl<T: Element<Kind = Float>, S: Ranked> ModuleDisplay for Parameter<T, S> {}

/// The gradients of one number with respect to all parameters that it depends on: for `GradientsParams::from_grads`, or
/// [`Parameter::gradient`].
///
/// # Errors
///
/// Returns an error if the number depends on no parameter that requires gradients.
///
/// # Panics
///
/// Panics if burn does: a computation gives its gradients once.
pub fn gradients<T: Element<Kind = Float>>(
    loss: &TensorOn<T, Scalar, Burn>,
) -> Result<Gradients, MisfitError> {
    let loss = Untyped::<1>::from_dispatch(raw::reshape(loss.data().raw(), &[]));
    match loss.is_tracked() {
        true => Ok(loss.backward()),
        false => Err(MisfitError::NoGradients),
    }
}
