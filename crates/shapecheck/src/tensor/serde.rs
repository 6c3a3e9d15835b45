//! Serialization of tensors as `{ "shape": [2, 3], "elements": [...] }`, with the elements in row-major order.
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let t = Tensor::from([[1, 2], [3, 4]]);
//! let text = serde_json::to_string(&t).unwrap();
//! assert_eq!(text, r#"{"shape":[2,2],"elements":[1,2,3,4]}"#);
//! assert_eq!(serde_json::from_str::<Tensor<i32, shape![2, 2]>>(&text).unwrap(), t);
//!
//! let error = serde_json::from_str::<Tensor<i32, shape![_, 3]>>(&text).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "sizes [2, 2] do not fit the type: size 2 at axis -1 where the type has 3",
//! );
//! ```
//!
//! In a struct of tensors, `#[serde(bound = ...)]` is needed: without it `#[derive]` would ask every type parameter,
//! the sizes too, to be serializable.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use shapecheck::{Dim, Tensor, shape};
//!
//! type Weights<I, O> = Tensor<f32, shape![I, O]>; // `#[derive]` does not read `shape!` in a field
//!
//! #[derive(Serialize, Deserialize)]
//! #[serde(bound = "")]
//! struct Linear<I: Dim, O: Dim> {
//!     weights: Weights<I, O>,
//! }
//!
//! let layer = Linear { weights: Tensor::from([[1.0, 2.0]]) };
//! let text = serde_json::to_string(&layer).unwrap();
//! assert_eq!(text, r#"{"weights":{"shape":[1,2],"elements":[1.0,2.0]}}"#);
//! ```
//!
//! Sizes and shapes are written and read, too: a size as a number, and a shape as a list of them.
//!
//! ```
//! use shapecheck::{dims, shape};
//!
//! dims! { Batch, Seq <= 2048, Hidden }
//!
//! /// As in the file of a model.
//! #[derive(Debug, serde::Serialize, serde::Deserialize)]
//! struct Config {
//!     hidden: Hidden,
//!     longest: Seq,
//! }
//!
//! let config: Config = serde_json::from_str(r#"{"hidden": 768, "longest": 512}"#).unwrap();
//! assert_eq!(config.hidden, Hidden::of(768));
//! let error = serde_json::from_str::<Config>(r#"{"hidden": 768, "longest": 4096}"#).unwrap_err();
//! assert!(error.to_string().contains("`Seq` is 4096"), "{error}");
//!
//! let shape = <shape![Batch, Seq, Batch]>::try_from([2, 5, 2]).unwrap();
//! assert_eq!(serde_json::to_string(&shape).unwrap(), "[2,5,2]");
//! let error = serde_json::from_str::<shape![Batch, Seq, Batch]>("[2, 5, 3]").unwrap_err();
//! assert!(error.to_string().contains("`Batch` is 3 at axis -1, where it has to be 2"), "{error}");
//! ```
//!
//! ```compile_fail,E0277
//! struct Opaque;
//! impl shapecheck::tensor::Element for Opaque {}
//! serde_json::to_string(&shapecheck::Tensor::from([Opaque]));
//! ```

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::TensorOn;
use crate::Shape;
use crate::host::Memory;

/// A sequence of known length, written one number at a time.
struct Sequence<I>(usize, I);

impl<T: Serialize, I: Iterator<Item = T> + Clone> Serialize for Sequence<I> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0))?;
        self.1
            .clone()
            .try_for_each(|element| sequence.serialize_element(&element))?;
        sequence.end()
    }
}

impl<T: Serialize + 'static, S: Shape, E: Memory> Serialize for TensorOn<T, S, E> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let sizes = Sequence(self.dims().len(), self.dims().iter());
        let elements = Sequence(self.len(), self.iter());
        let mut tensor = serializer.serialize_struct("Tensor", 2)?;
        tensor.serialize_field("shape", &sizes)?;
        tensor.serialize_field("elements", &elements)?;
        tensor.end()
    }
}

#[cfg(feature = "alloc")]
mod read {
    use alloc::vec::Vec;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    use super::super::{InlineTensor, Tensor};
    use crate::host::memory;
    use crate::{Shape, ShapeError, StaticShape};

    #[derive(Deserialize)]
    #[serde(rename = "Tensor")]
    struct Parts<T> {
        shape: Vec<usize>,
        elements: Vec<T>,
    }

    /// # Errors
    ///
    /// Returns an error if the sizes do not fit the type, or the number of elements is not that of the shape.
    impl<'de, T: Deserialize<'de> + 'static, S: Shape> Deserialize<'de> for Tensor<T, S> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Parts { shape, elements } = Parts::deserialize(deserializer)?;
            let tensor =
                S::try_from_sizes(&shape).and_then(|shape| Self::from_vec_with(shape, elements));
            tensor.map_err(|error: ShapeError| D::Error::custom(error))
        }
    }

    /// # Errors
    ///
    /// Returns an error if the sizes are not those of the type, or the number of elements is not that of the shape.
    impl<'de, T: Deserialize<'de> + 'static, S: StaticShape> Deserialize<'de> for InlineTensor<T, S> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let tensor = Tensor::<T, S>::deserialize(deserializer)?;
            let Ok(elements) = tensor.try_into_vec() else {
                unreachable!("what was read is shared with nobody")
            };
            let mut elements = elements.into_iter();
            Ok(Self::of(memory::generate_cells(|| match elements.next() {
                Some(element) => element,
                None => unreachable!("the elements were counted"),
            })))
        }
    }
}
