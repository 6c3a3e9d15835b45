//! Slices of several axes in one call, as views.
//!
//! ```
//! use shapecheck::{InlineTensor, s, shape};
//!
//! let mut x = InlineTensor::from([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
//! let part: InlineTensor<i32, shape![2, 2]> = x.slice(s![1.., ..;2]);
//! assert_eq!(part, InlineTensor::from([[4, 6], [8, 10]]));
//! assert_eq!(x.slice(s![.., -1]), InlineTensor::from([3, 7, 11]));
//! x.slice_mut(s![0, ..2]).fill(9);
//! assert_eq!(x.slice(s![0, ...]), InlineTensor::from([9, 9, 2, 3]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, s};
//!
//! let x = InlineTensor::from([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
//! x.slice(s![1..4, ..]); // cannot slice axis -2 up to 4: its size is 3
//! ```
//!
//! In the guide: [tensors](crate::guide::tensors).

use crate::typenum::{B0, B1};

use super::{TensorOn, ViewMut, or_panic};
use crate::algebra::slices::{
    AtIndex, AxisSlices, BackIndex, Front, FrontIndex, HoldsSlices, InRange, InSteps, Length,
    ListsEntries, NewAxis, Open, OtherAxes, SlicedBy, TakesSlices, WholeAxis,
};
use crate::dim::Extent;
use crate::engine::{DynamicShapes, Engine, MovesAxes};
use crate::host::Mutable;
use crate::host::slice::SliceMut;
use crate::verdict::Once;
use crate::{Shape, ShapeError};

/// What a slice takes of each axis, the first one first, for [`slice`](TensorOn::slice) and
/// [`slice_mut`](TensorOn::slice_mut).
///
/// | entry | means | the axis becomes |
/// | --- | --- | --- |
/// | `..` | all of it | the same |
/// | `1..5`, `2..`, `..=4` | a range | its length |
/// | `-3..`, `..-1`, `-3..-1` | the same, counted from the end, where -1 is the last index | its length |
/// | `..;2`, `1..;3` | every second index, every third | their number |
/// | `0`, `-1` | one index | nothing |
/// | `i`, `i..j`, `..-i`, `..;k` | the same with values of type `usize` | `_` |
/// | `i..i + 4` | four indices from `i` on | 4 |
/// | `..length` | up to a size with a [name](crate::guide::named_sizes) | the name |
/// | `NewAxis` | an axis that the tensor does not have | 1 |
/// | `...` | all axes that have no entry, once | the same |
///
/// There are as many entries as axes, unless `...` stands among them. A number is a literal, a constant such as `WIDTH`,
/// a const expression in braces, `{WIDTH / 2}`, or the type of a size, as `N: StaticDim` is; the compiler knows these.
/// Any other expression is a run-time number.
///
/// ```
/// use shapecheck::{InlineTensor, s, shape};
///
/// const WIDTH: usize = 4;
///
/// let x = InlineTensor::<i32, shape![8, 3, 9]>::zeros();
/// let (i, n) = (5, 1);
/// let part: InlineTensor<i32, shape![4, 1, 2]> = x.slice(s![..WIDTH, NewAxis, n, i..i + 2]);
/// let ends: InlineTensor<i32, shape![2, 3, 8]> = x.slice(s![-2.., .., ..-1]);
/// let first: InlineTensor<i32, shape![3, 9]> = x.slice(s![0, ...]);
/// # let _ = (part, ends, first);
/// ```
///
/// A view goes forwards. [`flip`](crate::tensor::Along::flip) and
/// [`slice_back`](crate::tensor::Along::slice_back) copy an axis backwards:
///
/// ```compile_fail
/// shapecheck::s![..;-1]; // a view goes forwards
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[doc(alias("slice", "newaxis", "ellipsis"))]
#[macro_export]
macro_rules! s {
    ($($entries:tt)*) => {
        $crate::__macro::slices!([$crate] $($entries)*)
    };
}

/// The shape of a slice, which rustc does not ask for before it knows the entries.
type Part<S, List> = <Once<S, List> as SlicedBy<List>>::Output;

/// Entries of a slice that engine `E` can hold the sizes of: run-time numbers make run-time
/// sizes.
// Part of `DynamicShapes`.
#[cfg_attr(doc, doc(hidden))]
pub trait SizesOn<E> {}

/// Whether a number is known only when the program runs, for [`SizesOn`].
// Part of `DynamicShapes`.
#[cfg_attr(doc, doc(hidden))]
pub trait NumberOn<E> {}

impl<E> NumberOn<E> for B0 {}

impl<E: DynamicShapes> NumberOn<E> for B1 {}

/// Entries, and numbers of a range, that bring no size, that of what they consist of, or a number `N`.
macro_rules! sizes_on {
    ($([$($parameter:ident)* $(; $N:ident)?] $Type:ty $(where $($Part:ty),+)?;)*) => {$(
        impl<E, $($parameter,)* $($N: Extent<IsUnknown: NumberOn<E>>)?> SizesOn<E> for $Type
        $(where
            $($Part: SizesOn<E>),+)?
        {
        }
    )*};
}

sizes_on! {
    [] ();
    [List Entry] (List, Entry) where List, Entry;
    [Entry Behind] Front<Entry, Behind> where Entry, Behind;
    [InFront] OtherAxes<InFront> where InFront;
    [] WholeAxis;
    [] NewAxis;
    [P] AtIndex<P>;
    [] Open;
    [Start By] InRange<Start, Open, By> where Start, By;
    [; N] FrontIndex<N>;
    [; N] BackIndex<N>;
    [; N] InSteps<N>;
    [Start By; N] InRange<Start, FrontIndex<N>, By> where Start, By;
    [Start By; N] InRange<Start, BackIndex<N>, By> where Start, By;
    // From any start on.
    [Start By; N] InRange<Start, Length<N>, By> where By;
}

/// # Slices
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// A part of each axis, as [`s!`](crate::s!) lists them, the first axis first: ranges, with steps, single indices,
    /// which drop their axis, and new axes. On the heap and in borrowed memory nothing is copied.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, s, shape};
    ///
    /// let x = Tensor::<f32, shape![8, 3, 9]>::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as f32);
    /// let even: Tensor<f32, shape![4, 3, 5]> = x.slice(s![1..5, .., ..;2]); // the same memory
    /// assert_eq!(even[[0, 2, 4]], 128.0);
    /// let column: Tensor<f32, shape![8, 1]> = x.slice(s![.., -1, NewAxis, 0]);
    /// assert_eq!(column[[7, 0]], 720.0);
    ///
    /// let n = 4; // known only when the program runs
    /// let some: Tensor<f32, shape![_, 3, 2]> = x.slice(s![..n, .., n..n + 2]);
    /// assert_eq!(some.dims(), [4, 3, 2]);
    /// # }
    /// ```
    ///
    /// What types know is checked by the compiler:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, s};
    ///
    /// // error[E0277]: cannot slice axis -1 up to 6: its size is 5
    /// InlineTensor::from([1, 2, 3, 4, 5]).slice(s![3..6]);
    /// ```
    ///
    /// In generic code an axis whose size is a parameter is taken as a whole, or when the program runs, by
    /// [`try_slice`](Self::try_slice).
    ///
    /// # Panics
    ///
    /// Panics if an index or an end of a range is beyond a run-time size, if a range ends before it
    /// starts, if a step is 0, or if a shape of run-time rank does not have as many axes as there are entries.
    #[doc(alias = "step_by")]
    #[inline]
    #[track_caller]
    pub fn slice<List: ListsEntries + SizesOn<E>, const K: usize>(
        &self,
        slices: AxisSlices<List, K>,
    ) -> TensorOn<T, Part<S, List>, E>
    where
        S: HoldsSlices<List>,
        E: MovesAxes<T>,
    {
        TensorOn::of(E::slice_or_panic::<S, _>(&self.data, &slices.entries()))
    }

    /// Like [`slice`](Self::slice), but returns an error instead of panicking, and compares no sizes that types know:
    /// it needs no bound if a size is a type parameter.
    ///
    /// ```
    /// use shapecheck::{Dim, InlineTensor, ShapeError, StaticDim, s, shape};
    ///
    /// fn first_two<N: StaticDim>(x: &InlineTensor<i32, shape![N]>) -> Result<InlineTensor<i32, shape![2]>, ShapeError> {
    ///     x.try_slice(s![..2])
    /// }
    /// assert_eq!(first_two(&InlineTensor::from([1, 2, 3])), Ok(InlineTensor::from([1, 2])));
    /// assert_eq!(
    ///     first_two(&InlineTensor::from([1])).unwrap_err().to_string(),
    ///     "cannot slice axis -1 of shape [1] up to 2: its size is 1",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an index or an end of a range is beyond its axis, if a range ends before it starts, if a step
    /// is 0, or if a shape of run-time rank does not have as many axes as there are entries.
    #[inline]
    pub fn try_slice<List: ListsEntries + SizesOn<E>, const K: usize>(
        &self,
        slices: AxisSlices<List, K>,
    ) -> Result<TensorOn<T, Part<S, List>, E>, ShapeError>
    where
        S: TakesSlices<List>,
        E: MovesAxes<T>,
    {
        Ok(TensorOn::of(E::slice::<S, _>(
            &self.data,
            &slices.entries(),
        )?))
    }

    /// Like [`slice`](Self::slice), as a mutable view.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, s};
    ///
    /// let mut x = InlineTensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// let mut odd = x.slice_mut(s![.., 1..;2]);
    /// odd += 10;
    /// x.slice_mut(s![0, ..2]).assign(&InlineTensor::from([0, 0]));
    /// assert_eq!(x, InlineTensor::from([[0, 0, 3, 14], [5, 16, 7, 18]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in the cases of [`slice`](Self::slice).
    #[inline]
    #[track_caller]
    pub fn slice_mut<List: ListsEntries, const K: usize>(
        &mut self,
        slices: AxisSlices<List, K>,
    ) -> ViewMut<'_, T, Part<S, List>>
    where
        S: HoldsSlices<List>,
        E: Mutable<T>,
    {
        or_panic(self.sliced_mut(&slices.entries()))
    }

    /// Like [`try_slice`](Self::try_slice), as a mutable view.
    ///
    /// # Errors
    ///
    /// Returns an error in the cases of [`try_slice`](Self::try_slice).
    #[inline]
    pub fn try_slice_mut<List: ListsEntries, const K: usize>(
        &mut self,
        slices: AxisSlices<List, K>,
    ) -> Result<ViewMut<'_, T, Part<S, List>>, ShapeError>
    where
        S: TakesSlices<List>,
        E: Mutable<T>,
    {
        self.sliced_mut(&slices.entries())
    }

    #[inline]
    fn sliced_mut<Part: Shape>(
        &mut self,
        entries: &[crate::algebra::slices::SliceEntry],
    ) -> Result<ViewMut<'_, T, Part>, ShapeError>
    where
        E: Mutable<T>,
    {
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        let part = layout.sliced(entries)?;
        Ok(TensorOn::of(SliceMut::new(elements, part)))
    }
}
