//! Structs and modules of burn's tensors, filled from safetensors files: `#[derive(Load)]` of `shapecheck-weights`.
//!
//! ```
//! use shapecheck::{StaticDim, dim, shape};
//! use shapecheck_burn::burn::module::Module;
//! use shapecheck_burn::{Parameter, burn, module};
//! use shapecheck_weights::{Load, Save, load, save};
//!
//! module! {
//!     #[derive(Load, Save)]
//!     struct Linear<I: StaticDim, O: StaticDim> {
//!         #[weights(transposed)]
//!         weight: Parameter<f32, shape![I, O]>,
//!         bias: Parameter<f32, shape![O]>,
//!     }
//! }
//!
//! #[derive(Module, Debug, Load, Save)]
//! struct Model {
//!     layers: Vec<Linear<dim!(4), dim!(4)>>, // `layers.0.weight`, `layers.0.bias`, `layers.1.weight` ...
//!     head: Linear<dim!(4), dim!(3)>,
//! }
//!
//! # use shapecheck::TensorOn;
//! # fn zeros<I: StaticDim, O: StaticDim>() -> Linear<I, O> {
//! #     Linear { weight: Parameter::of(&TensorOn::zeros()), bias: Parameter::of(&TensorOn::zeros()) }
//! # }
//! # let model = Model { layers: vec![zeros(), zeros()], head: zeros() };
//! let bytes = save(&model)?;
//! let same: Model = load(&bytes)?;
//! assert_eq!(same.num_params(), 2 * (4 * 4 + 4) + 4 * 3 + 3);
//!
//! let error = load::<Linear<dim!(4), dim!(3)>>(&bytes).err().expect("the file of a model");
//! let told = "8 weights do not fit:\n  `weight` is missing: the struct wants [3, 4] of F32, and the file has `head.weight`, `layers.0.weight`\n";
//! assert!(error.to_string().starts_with(told));
//! # Ok::<(), shapecheck_weights::WeightsError>(())
//! ```

use burn::tensor::Float;
use shapecheck::{Shape, TensorOn};
use shapecheck_weights::__macro::TensorField;
use shapecheck_weights::{HoldError, Holds, Load, Reader, Save, Stored, StoredTensor, Writer};

use crate::data::{Element, Held, make};
use crate::{Burn, Parameter, Ranked, device};

impl<T: Stored + Element> Holds<'_, T> for Burn {
    /// On the device of the [thread](crate::device).
    fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Held<T>, HoldError> {
        let elements = T::stored(stored.to_vec()?);
        let sizes = stored.sizes().into();
        Ok(make(elements, sizes, &device::current()))
    }
}

impl<'data, T: Stored + Element<Kind = Float>, S: Ranked> Load<'data> for Parameter<T, S> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        TensorOn::read(from).map(|tensor| Self::of(&tensor))
    }
}

impl<T: Stored + Element<Kind = Float>, S: Ranked> Save for Parameter<T, S> {
    fn write(&self, to: &mut Writer) {
        self.tensor().write(to);
    }
}

impl<T: Element<Kind = Float>, S: Ranked> TensorField for Parameter<T, S> {
    type Element = T;
    type Shape = S;
}
