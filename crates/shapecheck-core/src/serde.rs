//! Serialization of sizes and shapes: a size as a number, and a shape as a list of numbers. Names are in the type, and what
//! is read is compared with it.

use ::serde::de::Error;
use ::serde::ser::SerializeSeq;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dim::named::Name;
use crate::dim::{Dim, Dyn, NamedDim};
use crate::for_each::for_each;
use crate::{Axes, DynShape, Scalar, Shape};

for_each! {
    ([$($parameters:tt)*] $size:ty) => {
        impl<$($parameters)*> Serialize for $size {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                self.size_ref().serialize(serializer)
            }
        }

        /// # Errors
        ///
        /// Returns an error if the type has another size, or a bound that is less.
        impl<'de, $($parameters)*> Deserialize<'de> for $size {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let size = usize::deserialize(deserializer)?;
                // With the words of a shape that has it.
                let shape = Axes::<Scalar, Self>::try_from_sizes(&[size]);
                shape.map(|shape| shape.last).map_err(D::Error::custom)
            }
        }
    }

    [] Dyn;
    [T: Name, N: Dim] NamedDim<T, N>;
}

for_each! {
    ([$($parameters:tt)*] $shape:ty) => {
        impl<$($parameters)*> Serialize for $shape {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let rank = self.rank();
                let mut sizes = serializer.serialize_seq(Some(rank))?;
                for axis in (1..=rank).rev() {
                    sizes.serialize_element(&self.size_from_end(axis))?;
                }
                sizes.end()
            }
        }

        /// # Errors
        ///
        /// Returns an error if the sizes do not fit the type.
        #[cfg(feature = "alloc")]
        impl<'de, $($parameters)*> Deserialize<'de> for $shape {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let sizes = alloc::vec::Vec::<usize>::deserialize(deserializer)?;
                Self::try_from_sizes(&sizes).map_err(D::Error::custom)
            }
        }
    }

    [] Scalar;
    [Lead: Shape, Last: Dim] Axes<Lead, Last>;
    [] DynShape;
}
