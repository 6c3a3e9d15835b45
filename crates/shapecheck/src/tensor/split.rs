//! Splitting an axis into two, merging two axes into one, and taking tensors apart along an axis.
//!
//! ```
//! use shapecheck::{InlineTensor, dim, shape};
//!
//! let x = InlineTensor::from([[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]);
//! let heads: InlineTensor<i32, shape![2, 3, 2]> = x.split_axis::<-1, dim!(3), dim!(2)>();
//! assert_eq!(heads[[1, 2, 0]], 10);
//! let merged: InlineTensor<i32, shape![2, 6]> = heads.merge_axes::<-2>();
//! assert_eq!(merged, x);
//!
//! let (first, rest) = x.along::<-1>().split::<shape![1, 5]>();
//! assert_eq!(first, InlineTensor::from([[0], [6]]));
//! let [left, right] = x.along::<-1>().split_equal();
//! assert_eq!(right, InlineTensor::from([[3, 4, 5], [9, 10, 11]]));
//! let [upper, lower] = x.along::<-2>().unstack();
//! assert_eq!(lower, InlineTensor::from([6, 7, 8, 9, 10, 11]));
//! # let _ = (rest, left, upper);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, dim};
//!
//! let x = InlineTensor::from([[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]);
//! x.split_axis::<-1, dim!(4), dim!(2)>(); // the product of the new sizes is 8, its size is 6
//! ```

use crate::typenum::{Const, ToUInt, U};

use super::take::Along;
use super::{TensorOn, panicking_form};
use crate::algebra::{
    AddUp, MergeAxes, SplitAxis, SplitAxisWith, SplitEqually, SplitInto, UnstackInto,
    merge_axes_shape, piece_sizes, split_axis_shape, split_equal_shape, unstack_shape,
};
use crate::dim::{DividedBy, Extent};
use crate::engine::{Engine, MovesAxes, Operand, Reshapes};
use crate::shape::axis::place_of;
use crate::shape::list::{Shape1, Shape2, Shape3, Shape4, Shape5, Shape6};
use crate::verdict::Once;
use crate::{Dim, DynShape, HasAxis, Shape, ShapeError};

/// Like [`piece_sizes`], with the axis counted from the first.
#[inline(never)]
fn pieces_of(
    shape: &[usize],
    axis: isize,
    pieces: &[Option<usize>],
) -> Result<(usize, DynShape), ShapeError> {
    let sizes = piece_sizes(shape, axis, pieces)?;
    Ok((place_of(shape, axis)?, sizes))
}

/// The axis counted from the first, and the size of each of `count` equal parts.
#[inline(never)]
fn parts_of(shape: &[usize], axis: isize, count: usize) -> Result<(usize, usize), ShapeError> {
    let part = split_equal_shape(shape, axis, count)?;
    let place = place_of(shape, axis)?;
    Ok((place, part.dims()[place]))
}

/// The axis counted from the first, if it has `count` indices.
#[inline(never)]
fn unstacked(shape: &[usize], axis: isize, count: usize) -> Result<usize, ShapeError> {
    unstack_shape(shape, axis, count)?;
    place_of(shape, axis)
}

/// The two sizes that an axis is split into, one of which may be inferred.
const fn one_inferred<First: Dim, Second: Dim>() -> &'static [Option<usize>] {
    assert!(
        First::STATIC_SIZE.is_some() || Second::STATIC_SIZE.is_some(),
        "one of the two new sizes can be inferred, not both: `split_axis_with` takes both as values"
    );
    const { &[First::STATIC_SIZE, Second::STATIC_SIZE] }
}

/// Other axes in place of some.
impl<T: 'static, S: Shape, E: Reshapes<T>> TensorOn<T, S, E> {
    /// Splits an axis into two: `[..S, 768]` becomes `[..S, 12, 64]`. The other axes may be anything.
    ///
    /// One of the two sizes may be `_`, and is inferred at run time.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Tensor, dim, shape};
    ///
    /// fn heads<B: Dim, N: Dim>(x: &Tensor<f32, shape![B, N, 64]>) -> Tensor<f32, shape![B, N, 4, 16]> {
    ///     x.split_axis::<-1, dim!(4), dim!(16)>()
    /// }
    ///
    /// let x = Tensor::<f32, shape![2, 3, 64]>::zeros();
    /// assert_eq!(heads(&x).dims(), [2, 3, 4, 16]);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not multiply to that of the axis, or if a shape of run-time rank has no
    /// such axis.
    #[doc(alias = "unflatten")]
    #[inline]
    #[panicking_form(split_axis)]
    pub fn try_split_axis<const AXIS: isize, First: Dim, Second: Dim>(
        &self,
    ) -> Result<
        TensorOn<T, <Once<S, First> as SplitAxis<AXIS, First, Second>>::Output, E::Out>,
        ShapeError,
    >
    where
        S: SplitAxis<AXIS, First, Second>,
    {
        let sizes = split_axis_shape(self.dims(), AXIS, const { one_inferred::<First, Second>() })?;
        Ok(TensorOn {
            data: E::reshape::<S, S::Output>(Operand::ByRef(&self.data), sizes),
        })
    }

    /// Splits an axis into two, whose sizes are given as values: `[.., Heads * Head]` becomes `[.., Heads, Head]`, where both
    /// are known only when the program runs.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Batch, Heads, Head, Width = Heads * Head }
    ///
    /// fn heads(
    ///     x: &Tensor<f32, shape![Batch, Width]>,
    ///     heads: Heads,
    ///     head: Head,
    /// ) -> Tensor<f32, shape![Batch, Heads, Head]> {
    ///     x.split_axis_with::<-1, _, _>(heads, head)
    /// }
    ///
    /// let x = Tensor::<f32, _>::zeros_with(<shape![Batch, Width]>::of([2, 64]));
    /// assert_eq!(heads(&x, Heads::of(4), Head::of(16)).dims(), [2, 4, 16]);
    /// # }
    /// ```
    ///
    /// Sizes without names are `Dyn` values; one or both may be.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dyn, Tensor, shape};
    ///
    /// let x = Tensor::<f32, shape![2, 64]>::zeros();
    /// let heads: Tensor<f32, shape![2, _, _]> = x.split_axis_with::<-1, _, _>(Dyn(4), Dyn(16));
    /// assert_eq!(heads.dims(), [2, 4, 16]);
    /// let error = x.try_split_axis_with::<-1, _, _>(Dyn(4), Dyn(17)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot split axis -1 of shape [2, 64]: the product of the new sizes is 68, its size is 64",
    /// );
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes do not multiply to that of the axis, or if a shape of run-time rank has no such axis.
    #[panicking_form(split_axis_with)]
    pub fn try_split_axis_with<const AXIS: isize, First: Dim, Second: Dim>(
        &self,
        first: First,
        second: Second,
    ) -> Result<
        TensorOn<T, <Once<S, First> as SplitAxisWith<AXIS, First, Second>>::Output, E::Out>,
        ShapeError,
    >
    where
        S: SplitAxisWith<AXIS, First, Second>,
    {
        let pieces = [Some(first.size()), Some(second.size())];
        let sizes = split_axis_shape(self.dims(), AXIS, &pieces)?;
        Ok(TensorOn {
            data: E::reshape::<S, S::Output>(Operand::ByRef(&self.data), sizes),
        })
    }

    /// Merges an axis with the one after it: with `AXIS` -2, `[..S, M, N]` becomes `[..S, M * N]`. The other axes may
    /// be anything.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn merged<B: Dim, H: Dim>(x: &Tensor<f32, shape![B, H, 16]>) -> Tensor<f32, shape![B, H * 16]> {
    ///     x.merge_axes::<-2>()
    /// }
    ///
    /// let x = Tensor::<f32, shape![2, 4, 16]>::zeros();
    /// let y: Tensor<f32, shape![2, 64]> = merged(&x);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the product of two dynamic sizes overflows `usize`, or if a shape of run-time rank has no
    /// such axes.
    #[doc(alias = "flatten")]
    #[inline]
    #[panicking_form(merge_axes)]
    pub fn try_merge_axes<const AXIS: isize>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
    where
        S: MergeAxes<AXIS>,
    {
        let sizes = merge_axes_shape(self.dims(), AXIS)?;
        Ok(TensorOn {
            data: E::reshape::<S, S::Output>(Operand::ByRef(&self.data), sizes),
        })
    }
}

/// A list of the sizes of pieces, such as `shape![3, 5]`. Splitting a tensor into them gives a tuple of tensors.
#[diagnostic::on_unimplemented(
    message = "a tensor is split into 2 to 6 pieces: this is not a list of as many sizes",
    label = "expected a list of 2 to 6 sizes",
    note = "`x.along::<-1>().split::<shape![3, 5]>()` gives two tensors",
    note = "`split_equal::<8>()` gives an array of equal parts, and `split_at_indices` any number of parts"
)]
pub trait PiecesOf<const AXIS: isize, T: 'static, S: Shape, E: Engine>: AddUp {
    /// A tensor for each piece.
    type Tensors;

    /// The pieces.
    #[doc(hidden)]
    const KNOWN: &'static [Option<usize>];

    /// The pieces of these sizes.
    #[doc(hidden)]
    fn pieces(tensor: &TensorOn<T, S, E>, axis: usize, sizes: DynShape) -> Self::Tensors;
}

/// Where each of `N` pieces of these sizes begins, and its size.
#[inline(never)]
pub(super) fn places<const N: usize>(sizes: &[usize]) -> [(usize, usize); N] {
    let mut places = [(0, 0); N];
    let mut start = 0;
    for (place, &size) in places.iter_mut().zip(sizes) {
        *place = (start, size);
        start += size;
    }
    places
}

macro_rules! pieces {
    ($($List:ident [$($Piece:ident)*];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: MovesAxes<T>, $($Piece: Dim),*> PiecesOf<AXIS, T, S, E>
            for $List<$($Piece),*>
        {
            type Tensors = ($(TensorOn<T, S::With<$Piece>, E>,)*);

            const KNOWN: &'static [Option<usize>] = &[$($Piece::STATIC_SIZE),*];

            #[allow(non_snake_case)]
            fn pieces(tensor: &TensorOn<T, S, E>, axis: usize, sizes: DynShape) -> Self::Tensors {
                let [$($Piece),*] = places(sizes.dims());
                ($(TensorOn { data: E::narrow::<S, S::With<$Piece>>(&tensor.data, axis, $Piece.0, $Piece.1) },)*)
            }
        }
    )*};
}

pieces! {
    Shape2 [A B];
    Shape3 [A B C];
    Shape4 [A B C D];
    Shape5 [A B C D F];
    Shape6 [A B C D F G];
}

/// A list of the sizes of parts before the last one, whose size is `Rest`. Splitting a tensor at several places
/// gives a tuple of tensors.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tensor is not split at this many places",
    label = "not from one to five places",
    note = "`split_at_indices(&[1, 2, 3])` splits at any number of places, and sizes are known when the program runs"
)]
pub trait PartsOf<const AXIS: isize, T: 'static, S: Shape, E: Engine, Rest> {
    /// A tensor for each part.
    type Tensors;

    /// The parts of these sizes.
    fn parts(tensor: &TensorOn<T, S, E>, axis: usize, sizes: DynShape) -> Self::Tensors;
}

macro_rules! parts {
    ($($List:ident [$($Part:ident)*];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: MovesAxes<T>, Rest: Extent, $($Part: Dim),*>
            PartsOf<AXIS, T, S, E, Rest> for $List<$($Part),*>
        {
            type Tensors = ($(TensorOn<T, S::With<$Part>, E>,)* TensorOn<T, S::Resized<Rest>, E>);

            #[allow(non_snake_case)]
            fn parts(tensor: &TensorOn<T, S, E>, axis: usize, sizes: DynShape) -> Self::Tensors {
                let [$($Part,)* rest] = places(sizes.dims());
                ($(TensorOn { data: E::narrow::<S, S::With<$Part>>(&tensor.data, axis, $Part.0, $Part.1) },)* TensorOn {
                    data: E::narrow::<S, S::Resized<Rest>>(&tensor.data, axis, rest.0, rest.1)
                })
            }
        }
    )*};
}

parts! {
    Shape1 [A];
    Shape2 [A B];
    Shape3 [A B C];
    Shape4 [A B C D];
    Shape5 [A B C D F];
}

/// Parts along the axis.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: MovesAxes<T>> Along<'_, AXIS, T, S, E> {
    /// Splits the tensor into pieces of these sizes along the axis, as a tuple. One size may be `_`: what the others
    /// leave. On the heap, the pieces share the memory.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes are not made up of the pieces, or if a shape of run-time rank has no such
    /// axis.
    #[doc(alias = "split_with_sizes")]
    #[panicking_form(split)]
    pub fn try_split<Pieces: PiecesOf<AXIS, T, S, E>>(self) -> Result<Pieces::Tensors, ShapeError>
    where
        S: SplitInto<AXIS, Pieces>,
    {
        let (axis, sizes) = pieces_of(self.0.dims(), AXIS, Pieces::KNOWN)?;
        Ok(Pieces::pieces(self.0, axis, sizes))
    }

    /// Splits the tensor into `K` equal parts along the axis. On the heap, the parts share the memory.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is not a multiple of `K`, or if a shape of run-time rank has no such axis.
    #[doc(alias = "chunk")]
    #[panicking_form(split_equal)]
    pub fn try_split_equal<const K: usize>(
        self,
    ) -> Result<[TensorOn<T, S::Resized<DividedBy<S::Size, U<K>>>, E>; K], ShapeError>
    where
        Const<K>: ToUInt<Output: Dim>,
        S: SplitEqually<AXIS, U<K>>,
    {
        let (axis, size) = parts_of(self.0.dims(), AXIS, K)?;
        Ok(TensorOn::of_each(E::narrow_each::<S, _, K>(
            &self.0.data,
            axis,
            size,
        )))
    }

    /// The `K` tensors at the indices of the axis, without that axis. On the heap, they share the memory. For a number
    /// known only at run time use [`iter_axis`](TensorOn::iter_axis).
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is not `K`, or if a shape of run-time rank has no such axis.
    #[doc(alias = "unbind")]
    #[panicking_form(unstack)]
    pub fn try_unstack<const K: usize>(self) -> Result<[TensorOn<T, S::Without, E>; K], ShapeError>
    where
        Const<K>: ToUInt<Output: Dim>,
        S: UnstackInto<AXIS, U<K>>,
    {
        let axis = unstacked(self.0.dims(), AXIS, K)?;
        Ok(TensorOn::of_each(E::index_each::<S, _, K>(
            &self.0.data,
            axis,
        )))
    }
}
