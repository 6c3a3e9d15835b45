//! The sizes of a tensor, and the same tensor with another type for its shape.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::<f32, shape![2, 3]>::zeros();
//! let [rows, columns] = x.sizes();
//! assert_eq!((rows, columns, x.size::<-1>(), x.len()), (2, 3, 3, 6));
//! ```
//!
//! ```compile_fail
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::<f32, shape![2, 3]>::zeros();
//! let [rows] = x.sizes(); // two sizes
//! ```

use super::checked::{Owned, Shared};
use super::{TensorOn, panicking_form, view};
use crate::algebra::{MayEqual, OfShape, WidensTo};
use crate::engine::{DynamicShapes, Engine};
use crate::host::layout;
use crate::shape::HasRank;
use crate::shape::list::is_static;
use crate::{Dyn, HasAxis, Shape, ShapeError};

/// # Sizes
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// A tensor from the data of an engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the shape has a different rank, or a different size at a static axis.
    pub fn try_from_data(data: E::Data<T, S>) -> Result<Self, ShapeError> {
        S::try_from_sizes(E::sizes::<T, S>(&data))?;
        Ok(Self::of(data))
    }

    /// The engine's data.
    #[inline]
    #[must_use]
    pub fn data(&self) -> &E::Data<T, S> {
        &self.data
    }

    /// The engine's data.
    #[inline]
    #[must_use]
    pub fn into_data(self) -> E::Data<T, S> {
        self.data
    }

    /// The sizes, the first axis first.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// assert_eq!(Tensor::<f32, shape![2, 3]>::zeros().dims(), [2, 3]);
    /// ```
    #[doc(alias("shape", "ndim", "rank"))]
    #[inline]
    #[must_use]
    pub fn dims(&self) -> &[usize] {
        E::sizes::<T, S>(&self.data)
    }

    /// The sizes as an array with one number for each axis, the first axis first.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<f32, shape![2, 3, 4]>::zeros();
    /// let [batch, tokens, width] = x.sizes();
    /// assert_eq!((batch, tokens, width), (2, 3, 4));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has a different number of axes.
    #[doc(alias("dims2", "dims3", "dims4"))]
    #[track_caller]
    #[must_use]
    pub fn sizes<const RANK: usize>(&self) -> [usize; RANK]
    where
        S: HasRank<RANK>,
    {
        match self.dims().try_into() {
            Ok(sizes) => sizes,
            Err(_) => panic!("{RANK} sizes of a tensor of shape {:?}", self.dims()),
        }
    }

    /// The size of an axis, counted from the end.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// assert_eq!(InlineTensor::<f32, shape![2, 3, 4]>::zeros().size::<-2>(), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias("len_of", "nrows", "ncols"))]
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn size<const AXIS: isize>(&self) -> usize
    where
        S: HasAxis<AXIS>,
    {
        let (sizes, axis) = (self.dims(), AXIS.unsigned_abs());
        view::check_axis(sizes, axis);
        sizes[sizes.len() - axis]
    }

    /// The shape as a value: `x.shape()[0]` is the size of the first axis.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> S {
        match S::try_from_sizes(self.dims()) {
            Ok(shape) => shape,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// The same tensor, whose shape is the one that is stated: for a result, an annotation or a field, where a mistake would be
    /// the compiler's "mismatched types" in typenum's bits. It is nothing when the program runs.
    ///
    /// The shape comes from where the tensor goes, or stands in the call: `x.of_shape::<shape![B, 10]>()`.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn scores<B: Dim>(x: &Tensor<f32, shape![B, 784]>, weights: &Tensor<f32, shape![10, 784]>) -> Tensor<f32, shape![B, 10]> {
    ///     x.linear(weights).of_shape()
    /// }
    /// # let _ = scores(&Tensor::<f32, shape![2, 784]>::ones(), &Tensor::ones());
    /// # }
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn scores<B: Dim>(x: &Tensor<f32, shape![B, 784]>, weights: &Tensor<f32, shape![12, 784]>) -> Tensor<f32, shape![B, 10]> {
    ///     x.linear(weights).of_shape() // the shape does not fit the type: size 12 at axis -1 where the type has 10
    /// }
    /// ```
    ///
    /// A size that is known in one of the two only is refused, too: [`try_into_shape`](Self::try_into_shape) checks sizes of
    /// run time, and [`widen`](Self::widen) forgets known ones.
    #[doc(alias("ensure_shape", "assert_shape"))]
    #[inline(always)]
    pub fn of_shape<Stated: Shape>(self) -> TensorOn<T, Stated, E>
    where
        S: OfShape<Stated>,
    {
        S::convert::<Owned<T, E>>(self)
    }

    /// [`of_shape`](Self::of_shape) of a reference.
    #[inline(always)]
    #[must_use]
    pub fn of_shape_ref<Stated: Shape>(&self) -> &TensorOn<T, Stated, E>
    where
        S: OfShape<Stated>,
    {
        S::convert::<Shared<'_, T, E>>(self)
    }

    /// The number of elements.
    ///
    /// # Panics
    ///
    /// Panics if it overflows `usize`, which can happen after an expansion.
    #[doc(alias("numel", "nelement", "elem_count"))]
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn len(&self) -> usize {
        layout::count(self.dims())
    }

    /// Whether there are no elements, because some axis has size 0.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dims().contains(&0)
    }
}

// Each method asks for what the engine can do, so that its absence is reported in the words of that trait.
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The same tensor with another type for its shape, such as `shape![5, 3]` for `shape![_, 3]`.
    ///
    /// The sizes and the elements stay as they are.
    ///
    /// ```
    /// use shapecheck::{DynShape, Tensor, shape};
    ///
    /// let a = Tensor::<f32, shape![2, 3]>::zeros().try_into_shape::<DynShape>()?;
    /// let b = a.try_into_shape::<shape![_, 3]>()?;
    /// let error = b.try_into_shape::<shape![4, 3]>().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "sizes [2, 3] do not fit the type: size 2 at axis -2 where the type has 4",
    /// );
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// If the compiler knows that the two differ, this is a compile error:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// Tensor::<f32, shape![2, 3]>::zeros().try_into_shape::<shape![4, 3]>();
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the other type has a different rank, or a different size at a static axis.
    pub fn try_into_shape<Other: Shape>(self) -> Result<TensorOn<T, Other, E>, ShapeError>
    where
        S: MayEqual<Other>,
        E: DynamicShapes,
    {
        Other::try_from_sizes(self.dims())?;
        Ok(TensorOn::of(E::retype::<T, S, Other>(self.data)))
    }

    /// The same tensor with other names for its sizes, such as `shape![Batch, Seq, 64]` for `shape![_, _, 64]`, on every
    /// engine.
    ///
    /// Here sizes that come from elsewhere get names, a name becomes another one, or a number: the only place where the
    /// program has to be right about which size is which. Where all sizes are static this cannot fail, and is nothing when
    /// the program runs. Others are checked, and that one name has one size.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, dims, shape};
    ///
    /// dims! { World = 3, Body = 3, Batch, Past, Seq }
    ///
    /// let up: InlineTensor<f32, shape![World]> = InlineTensor::from([0.0, 0.0, 1.0]).named();
    /// // The body stands upright.
    /// let up = up.named::<shape![Body]>();
    /// assert_eq!(up.named::<shape![3]>().to_string(), "[0 0 1]");
    ///
    /// let x = Tensor::<f32, _>::zeros_with(<shape![_, _]>::of([2, 5]));
    /// let y = x.clone().try_named::<shape![Batch, Seq]>()?;
    /// assert_eq!(y.shape().to_string(), "[Batch = 2, Seq = 5]");
    /// let error = x.try_named::<shape![Seq, Seq]>().unwrap_err();
    /// assert_eq!(error.to_string(), "shape [2, 5]: `Seq` is 5 at axis -1, where it has to be 2");
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, dims, shape};
    ///
    /// dims! { World = 3 }
    ///
    /// // the shape does not fit the type: size 4 at axis -1 where the type has 3
    /// let up: InlineTensor<f32, shape![World]> = InlineTensor::from([0.0, 0.0, 1.0, 0.0]).named();
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the new type has a different rank, a different size at a static axis, or a name that has another
    /// size at another axis.
    #[doc(alias("rename", "renamed"))]
    #[panicking_form(named)]
    #[inline]
    pub fn try_named<Names: Shape>(self) -> Result<TensorOn<T, Names, E>, ShapeError>
    where
        S::Unnamed: MayEqual<Names::Unnamed>,
    {
        if const { !(is_static::<S>() && is_static::<Names>()) } {
            Names::try_from_sizes(self.dims())?;
        }
        Ok(TensorOn::of(E::retype::<T, S, Names>(self.data)))
    }

    /// The same tensor with a type that knows less of its shape, such as `shape![_, 3]` for `shape![5, 3]`. This cannot
    /// fail.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// let batch = Tensor::<f32, shape![5, 3]>::zeros().widen::<shape![_, 3]>();
    /// assert_eq!(batch.dims(), [5, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{Tensor, shape};
    ///
    /// let known = Tensor::<f32, shape![_, 3]>::zeros_with(<shape![_, 3]>::of([5])).widen::<shape![5, 3]>();
    /// ```
    pub fn widen<Wider: Shape>(self) -> TensorOn<T, Wider, E>
    where
        S: MayEqual<Wider> + WidensTo<Wider>,
        E: DynamicShapes,
    {
        TensorOn::of(E::retype::<T, S, Wider>(self.data))
    }

    /// The same tensor with a dynamic size at one axis, whatever is known of the others.
    ///
    /// ```
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn any_number_of_rows<Rows: Dim, Columns: Dim>(
    ///     x: Tensor<f32, shape![Rows, Columns]>,
    /// ) -> Tensor<f32, shape![_, Columns]> {
    ///     x.widen_axis::<-2>()
    /// }
    /// ```
    pub fn widen_axis<const AXIS: isize>(self) -> TensorOn<T, S::With<Dyn>, E>
    where
        S: HasAxis<AXIS>,
        E: DynamicShapes,
    {
        TensorOn::of(E::retype::<T, S, S::With<Dyn>>(self.data))
    }
}
