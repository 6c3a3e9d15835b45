//! The same elements in another shape.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! assert_eq!(x.reshape::<shape![3, 2]>(), InlineTensor::from([[1, 2], [3, 4], [5, 6]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! x.reshape::<shape![4, 2]>(); // 6 elements do not fit in a shape of 8 elements
//! ```

use super::{TensorOn, or_panic};
use crate::algebra::Reshape;
use crate::algebra::{InfersSizesOf, StaticSizeFromEnd, reshape_kept_sizes, reshape_sizes};
use crate::engine::{DynamicShapes, Operand, Reshapes};
use crate::error::{ConstText, with_names};
use crate::shape::list::NEAR;
use crate::shape::{check_names_stay, check_reshape};
use crate::{DynShape, Shape, ShapeError};

impl<T: 'static, S: Shape, E: Reshapes<T>> TensorOn<T, S, E> {
    /// The elements in row-major order as a tensor of another shape with the same number of elements. On the heap,
    /// nothing is copied if memory has them in row-major order.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.reshape::<shape![3, 2]>()[[2, 0]], 5);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// t.reshape::<shape![4, 2]>(); // 6 elements do not fit in a shape of 8 elements
    /// ```
    ///
    /// One size of the target may be `_`: it is inferred at run time from the number of elements. Several may be `_` if
    /// both shapes begin or end with them; these sizes stay. For an inline tensor this is a compile error.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::<f32, shape![5, 64]>::zeros();
    /// assert_eq!(t.reshape::<shape![_, 4, 16]>().dims(), [5, 4, 16]);
    /// # }
    /// ```
    ///
    /// A static number of elements that leaves a remainder is refused:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// let t = Tensor::<f32, shape![4, 6]>::zeros();
    /// t.reshape::<shape![_, 5]>(); // cannot reshape: 24 elements are not a multiple of 5
    /// ```
    ///
    /// Generic code needs no bound for parameters that stay at an end, nor if only a size to infer is left then.
    /// [`Reshape`] lists what is refused:
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Shape, Tensor, shape};
    ///
    /// fn heads<B: Dim, T: Dim>(x: &Tensor<f32, shape![B, T, 64]>) -> Tensor<f32, shape![B, T, 4, 16]> {
    ///     x.reshape::<shape![B, T, 4, 16]>()
    /// }
    /// fn rows<S: Shape>(x: &Tensor<f32, shape![..S, 64]>) -> Tensor<f32, shape![_, 8]> {
    ///     x.reshape::<shape![_, 8]>()
    /// }
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if sizes are dynamic and the number of elements differs, or no multiple of what the other sizes make, or if
    /// an axis with a name would be made of other elements.
    #[doc(alias("view", "into_shape"))]
    #[inline]
    #[track_caller]
    pub fn reshape<Target: Shape>(&self) -> TensorOn<T, Target, E::Out>
    where
        S: Reshape<Target> + InfersSizesOf<Target>,
    {
        let sizes = must_reshape::<S, Target>(self.dims());
        TensorOn::of(E::reshape::<S, Target>(Operand::ByRef(&self.data), sizes))
    }

    /// Like [`reshape`](Self::reshape), to a shape with dynamic sizes, but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements differs, or an axis with a name would be made of other elements.
    pub fn try_reshape<Target: Shape>(
        &self,
        target: Target,
    ) -> Result<TensorOn<T, Target, E::Out>, ShapeError>
    where
        S: Reshape<Target>,
        E: DynamicShapes,
    {
        let sizes = target.to_dyn();
        check_named_reshape::<S, Target>(self.dims(), sizes.dims())?;
        Ok(TensorOn::of(E::reshape::<S, Target>(
            Operand::ByRef(&self.data),
            sizes,
        )))
    }

    /// Like [`reshape`](Self::reshape), for a tensor that is not needed any more.
    ///
    /// # Panics
    ///
    /// See [`reshape`](Self::reshape).
    #[inline]
    #[track_caller]
    pub fn into_reshaped<Target: Shape>(self) -> TensorOn<T, Target, E::Out>
    where
        S: Reshape<Target> + InfersSizesOf<Target>,
    {
        let sizes = must_reshape::<S, Target>(self.dims());
        TensorOn::of(E::reshape::<S, Target>(Operand::ByValue(self.data), sizes))
    }

    /// Like [`into_reshaped`](Self::into_reshaped), to a shape with dynamic sizes, but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements differs, or an axis with a name would be made of other elements.
    pub fn try_into_reshaped<Target: Shape>(
        self,
        target: Target,
    ) -> Result<TensorOn<T, Target, E::Out>, ShapeError>
    where
        S: Reshape<Target>,
        E: DynamicShapes,
    {
        let sizes = target.to_dyn();
        check_named_reshape::<S, Target>(self.dims(), sizes.dims())?;
        Ok(TensorOn::of(E::reshape::<S, Target>(
            Operand::ByValue(self.data),
            sizes,
        )))
    }
}

/// Checks that a shape has as many elements as another, and that no name is moved.
fn check_named_reshape<S: Shape, Target: Shape>(
    sizes: &[usize],
    target: &[usize],
) -> Result<(), ShapeError> {
    let checked = check_reshape(sizes, target);
    let checked = checked.and_then(|()| check_names_stay::<S, Target>(sizes, target));
    with_names::<S, Target, _, _>(checked, [sizes, target])
}

/// The sizes of the target. One may be inferred, or those stay that both shapes begin or end with. Panics if the number
/// of elements differs.
#[inline]
#[track_caller]
fn must_reshape<S: Shape, Target: Shape>(sizes: &[usize]) -> DynShape {
    // It returns no `Result`, which would be compiled into the caller's code for each pair of shapes.
    #[inline(never)]
    #[track_caller]
    fn must_fit(sizes: &[usize], target: &[usize]) {
        or_panic(check_reshape(sizes, target));
    }
    #[inline(never)]
    #[track_caller]
    fn must_infer(sizes: &[usize], rank: usize, from_end: &[Option<usize>]) -> DynShape {
        let mut target = [None; NEAR];
        for (place, size) in target[..rank].iter_mut().zip(from_end[..rank].iter().rev()) {
            *place = *size;
        }
        or_panic(reshape_sizes(sizes, &target[..rank]))
    }
    #[inline(never)]
    #[track_caller]
    fn must_keep(
        sizes: &[usize],
        of_source: StaticSizeFromEnd,
        (rank, more): (usize, bool),
        of_target: StaticSizeFromEnd,
    ) -> DynShape {
        // A target of run-time rank keeps the sizes.
        let rank = if more { sizes.len() } else { rank };
        or_panic(reshape_kept_sizes(sizes, of_source, rank, of_target))
    }
    const { divided::<S, Target>() };
    let target = match const { Target::STATIC } {
        Some(known) => {
            must_fit(sizes, known.sizes());
            DynShape::of_known(known)
        }
        None if const { infers_several::<Target>() } => must_keep(
            sizes,
            S::static_size_from_end,
            const { Target::STATIC_RANK },
            Target::static_size_from_end,
        ),
        None => must_infer(sizes, const { Target::STATIC_RANK.0 }, &Target::NEAR_SIZES),
    };
    or_panic(check_names_stay::<S, Target>(sizes, target.dims()));
    target
}

/// Refuses a static shape whose number of elements is not a multiple of what the known sizes of its target make, where
/// the bound does not: types leave products of more than 40 bits open. When the program is built, all numbers are
/// known.
const fn divided<S: Shape, Target: Shape>() {
    let (Some(source), None, false) = (S::STATIC, Target::STATIC, infers_several::<Target>())
    else {
        return;
    };
    let (mut known, mut axis) = (Some(1_usize), 0);
    while axis < Target::STATIC_RANK.0 {
        if let (Some(product), Some(size)) = (known, Target::NEAR_SIZES[axis]) {
            known = product.checked_mul(size);
        }
        axis += 1;
    }
    // Products that overflow are left to run time.
    if let (Some(elements), Some(known)) = (source.count(), known)
        && (known == 0 || elements % known != 0)
    {
        let text = ConstText::new()
            .text("cannot reshape ")
            .shape(source.sizes());
        let text = text.text(": ").number(elements);
        text.text(" elements are not a multiple of ")
            .number(known)
            .panic();
    }
}

/// Whether a type leaves more than one size to run time.
const fn infers_several<S: Shape>() -> bool {
    let (rank, more) = S::STATIC_RANK;
    let (mut axis, mut unknown) = (0, 0);
    while axis < rank && axis < NEAR {
        unknown += S::NEAR_SIZES[axis].is_none() as usize;
        axis += 1;
    }
    more || rank > NEAR || unknown > 1
}
