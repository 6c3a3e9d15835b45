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

use shapecheck::engine::Creates;
use shapecheck::{Shape, TensorOn};
use shapecheck_weights::__macro::{HasElement, OfShape};
use shapecheck_weights::{Holds, Load, NotInPlace, Reader, Save, Stored, StoredTensor, Writer};

use crate::data::{Element, Held};
use crate::{Candle, Parameter};

impl<T: Stored + Element> Holds<'_, T> for Candle {
    /// On the [device](crate::device) of this thread.
    #[track_caller]
    fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Held<T>, NotInPlace> {
        let mut elements = stored.elements();
        let next = || elements.next().expect("as many elements as the sizes say");
        Ok(Candle::generate::<S>(stored.sizes().into(), next))
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

impl<T: Element, S: Shape, Sizes> OfShape<Sizes> for Parameter<T, S> where
    TensorOn<T, S, Candle>: OfShape<Sizes>
{
}

impl<T: Element, S: Shape> HasElement for Parameter<T, S> {
    type Element = T;
}
