//! An axis by its name, and operations along one axis: reductions, sorts, parts.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{Tensor, dims, shape};
//!
//! dims! { Batch, Seq }
//!
//! type Words = Tensor<f32, shape![Batch, Seq, 64]>;
//!
//! fn last(x: &Words) -> Tensor<f32, shape![Batch, 64]> {
//!     let words = x.along_named::<Seq>();
//!     words.index(words.size() - 1)
//! }
//! let x = Words::ones_with(<shape![Batch, Seq, 64]>::of([2, 5]));
//! assert_eq!(last(&x).dims(), [2, 64]);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, dims, shape};
//!
//! dims! { Batch, Seq }
//!
//! fn mean(x: &Tensor<f32, shape![Batch, 64]>) {
//!     x.along_named::<Seq>().mean(); // no axis has the size `Seq`
//! }
//! ```

use super::TensorOn;
use super::reduce::Reduced;
use super::take::Along;
use crate::engine::{Engine, MovesAxes, Reduces, Softmax, Sorts, ops};
use crate::shape::{Axis, NamedAxis};
use crate::verdict::Once;
use crate::{HasAxis, Shape};

/// The axis of a name as [`Along`], in which it is a number.
#[doc(hidden)]
pub trait SelectsAxis<T: 'static, S: Shape, E: Engine> {
    /// The tensor and this axis.
    type Along<'a>
    where
        E: 'a;

    /// The tensor and this axis.
    fn along(tensor: &TensorOn<T, S, E>) -> Self::Along<'_>;
}

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> SelectsAxis<T, S, E> for Axis<AXIS> {
    type Along<'a>
        = Along<'a, AXIS, T, S, E>
    where
        E: 'a;

    fn along(tensor: &TensorOn<T, S, E>) -> Self::Along<'_> {
        Along(tensor)
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Selects the axis of a name for operations along it: `x.along_named::<Seq>().mean()`.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Batch, Past, Seq }
    ///
    /// fn longer(
    ///     past: &Tensor<f32, shape![Batch, Past, 64]>,
    ///     new: &Tensor<f32, shape![Batch, Seq, 64]>,
    /// ) -> Tensor<f32, shape![Batch, Past + Seq, 64]> {
    ///     past.along_named::<Past>().concat(new)
    /// }
    /// let past = Tensor::zeros_with(<shape![Batch, Past, 64]>::of([2, 5]));
    /// let new = Tensor::ones_with(<shape![Batch, Seq, 64]>::of([2, 1]));
    /// assert_eq!(longer(&past, &new).along_named::<shapecheck::dim!(Past + Seq)>().size(), 6);
    /// # }
    /// ```
    ///
    /// A name that no axis has, or several, is a compile error. [`along`](Self::along) takes the number of an axis.
    #[must_use]
    pub fn along_named<N>(
        &self,
    ) -> <<Once<S, N> as NamedAxis<N>>::Axis as SelectsAxis<T, S, E>>::Along<'_>
    where
        S: NamedAxis<N, Axis: SelectsAxis<T, S, E>>,
    {
        S::Axis::along(self)
    }
}

/// Methods of [`Along`] that are those of a tensor with the number of the axis.
macro_rules! along {
    ($($name:ident($($argument:ident: $Argument:ty),*) -> $Output:ty, as $method:ident $(where $($Bounded:ty: $bound:path),+)?;)*) => {
        impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Engine> Along<'_, AXIS, T, S, E> {$(
            #[doc = concat!("What [`", stringify!($method), "`](TensorOn::", stringify!($method), ") gives for this axis, with its errors and panics.")]
            #[inline]
            #[track_caller]
            pub fn $name(self $(, $argument: $Argument)*) -> $Output
            $(where
                $($Bounded: $bound),+)?
            {
                self.0.$method::<AXIS>($($argument),*)
            }
        )*}
    };
}

along! {
    size() -> usize, as size;

    sum() -> Reduced<S::WithOne, ops::Sum, T, E>, as sum_axis where E: Reduces<ops::Sum, T>;
    product() -> Reduced<S::WithOne, ops::Product, T, E>, as product_axis where E: Reduces<ops::Product, T>;
    mean() -> Reduced<S::WithOne, ops::Mean, T, E>, as mean_axis where E: Reduces<ops::Mean, T>;
    var() -> Reduced<S::WithOne, ops::Var, T, E>, as var_axis where E: Reduces<ops::Var, T>;
    sample_var() -> Reduced<S::WithOne, ops::SampleVar, T, E>, as sample_var_axis where E: Reduces<ops::SampleVar, T>;
    any() -> Reduced<S::WithOne, ops::Any, T, E>, as any_axis where E: Reduces<ops::Any, T>;
    all() -> Reduced<S::WithOne, ops::All, T, E>, as all_axis where E: Reduces<ops::All, T>;
    norm() -> Reduced<S::WithOne, ops::Norm, T, E>, as norm_axis where E: Reduces<ops::Norm, T>;
    max() -> Reduced<S::WithOne, ops::Max, T, E>, as max_axis where E: Reduces<ops::Max, T>;
    min() -> Reduced<S::WithOne, ops::Min, T, E>, as min_axis where E: Reduces<ops::Min, T>;
    argmax() -> Reduced<S::WithOne, ops::ArgMax, T, E>, as argmax_axis where E: Reduces<ops::ArgMax, T>;
    argmin() -> Reduced<S::WithOne, ops::ArgMin, T, E>, as argmin_axis where E: Reduces<ops::ArgMin, T>;

    softmax() -> TensorOn<T, S, E::Out>, as softmax where E: Softmax<T>;
    log_softmax() -> TensorOn<T, S, E::Out>, as log_softmax where E: Softmax<T>;

    sort() -> TensorOn<T, S, E::Out>, as sort where E: Sorts<T>;
    argsort() -> TensorOn<usize, S, E::Out>, as argsort where E: Sorts<T>;

    index(index: usize) -> TensorOn<T, S::Without, E>, as index_axis where E: MovesAxes<T>;
    iter() -> impl ExactSizeIterator<Item = TensorOn<T, S::Without, E>> + DoubleEndedIterator, as iter_axis where E: MovesAxes<T>;
}
