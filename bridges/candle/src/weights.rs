//! Loads structs of candle's tensors from safetensors files, with `#[derive(Load)]` of `shapecheck-weights`.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::Candle;
//! use shapecheck_weights::{Load, Save, load, save};
//!
//! #[derive(Load, Save)]
//! struct Linear {
//!     #[weights(transposed)]
//!     weight: TensorOn<f32, shape![4, 3], Candle>,
//!     bias: TensorOn<f32, shape![3], Candle>,
//! }
//!
//! let bytes = save(&Linear { weight: TensorOn::ones(), bias: TensorOn::zeros() })?;
//! let linear: Linear = load(&bytes)?;
//! assert_eq!(linear.weight.sum(), 12.0);
//! # Ok::<(), shapecheck_weights::WeightsError>(())
//! ```

use candle_core::Tensor as Untyped;
use shapecheck::{Shape, TensorOn};
use shapecheck_weights::__macro::TensorField;
use shapecheck_weights::{HoldError, Holds, Load, Reader, Save, Stored, StoredTensor, Writer};

use crate::data::{Element, Held};
use crate::{Candle, Parameter, device, or_panic};

impl<T: Stored + Element> Holds<'_, T> for Candle {
    /// On the [device](crate::device) of this thread.
    #[track_caller]
    fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Held<T>, HoldError> {
        let elements = T::stored(stored.to_vec()?);
        let sizes = stored.sizes();
        Ok(Held::of(or_panic(Untyped::from_vec(
            elements,
            sizes,
            &device::current(),
        ))))
    }
}

impl<'data, T: Stored + Element, S: Shape> Load<'data> for Parameter<T, S> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        TensorOn::read(from).map(|tensor| Self::of(&tensor))
    }
}

impl<T: Stored + Element, S: Shape> Save for Parameter<T, S> {
    fn write(&self, to: &mut Writer) {
        self.tensor().write(to);
    }
}

impl<T: Element, S: Shape> TensorField for Parameter<T, S> {
    type Element = T;
    type Shape = S;
}
