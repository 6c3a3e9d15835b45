//! Blocks of matrices: some rows and columns, at places that are known to the compiler or when the program runs.
//!
//! ```
//! use shapecheck::{InlineTensor, dims, shape};
//!
//! dims! { World = 3, Body = 3, State = 15 }
//!
//! const SPEED: usize = 3;
//! const TURN: usize = 6;
//!
//! let turn = InlineTensor::<f64, shape![World, Body]>::full(2.0);
//! let mut step = InlineTensor::<f64, shape![State, State]>::eye();
//! *step.block_at_mut::<World, Body, SPEED, TURN>() = turn;
//! *step.block_at_mut::<World, Body, SPEED, TURN>() += &turn;
//! assert_eq!(step.block_at::<World, Body, SPEED, TURN>(), turn + turn);
//! ```
//!
//! ```compile_fail,E0277
//! # use shapecheck::{InlineTensor, dims, shape};
//! # dims! { World = 3, Body = 3, State = 15 }
//! let step = InlineTensor::<f64, shape![State, State]>::eye();
//! step.block_at::<World, Body, 3, 13>(); // cannot take 16 indices along axis -1: its size is `State`
//! ```
//!
//! In the guide: [tensors](crate::guide::tensors).

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use num_traits::{One, Zero};

use super::view::{check_axis_of, narrowed_axis};
use super::{InlineTensor, TensorOn, ViewMut, or_panic, passed_sizes};
use crate::algebra::{Matrices, Narrows, SquareMatrices, square_size};
use crate::dim::{Constant, Extent, Lists, SizeTable};
use crate::engine::{Copies, Creates, DynamicShapes, Engine, MovesAxes};
use crate::host::Mutable;
use crate::host::inline::moves;
use crate::host::slice::SliceMut;
use crate::shape::list::{ArrayShape, is_static};
use crate::verdict::Once;
use crate::{Axes, Dim, HasAxis, Scalar, Shape, StaticDim, StaticShape};

/// `[..S, R, C]` for `[..S, M, N]`
type Block<S, R, C> = Axes<Axes<<Once<S, R> as Matrices>::InFront, R>, C>;

/// `[..S, R, N]` for `[..S, M, N]`
type Rows<S, R> = Axes<Axes<<S as Matrices>::InFront, R>, <S as Matrices>::Columns>;

/// The number of indices up to the end of a part with this size that begins at a place.
type End<N, const START: usize> = <Constant<START> as Extent>::Plus<<N as Extent>::Unnamed>;

/// # Blocks
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// `R` rows and `C` columns of each matrix, from these on: shape `[..S, M, N]` gives `[..S, R, C]`. Sizes of the part
    /// may have names.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.block::<dim!(2), dim!(1)>(0, 2), InlineTensor::from([[3], [6]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the block goes beyond the matrix: [`block_at`](Self::block_at) is refused by the compiler.
    #[doc(alias("view", "fixed_view", "submatrix"))]
    #[inline]
    #[track_caller]
    pub fn block<R: StaticDim, C: StaticDim>(
        &self,
        row: usize,
        column: usize,
    ) -> TensorOn<T, Block<S, R, C>, E>
    where
        Once<S, R>: Matrices,
        S: Narrows<-2, R> + Narrows<-1, C>,
        E: MovesAxes<T>,
    {
        narrowed_axis(self.dims(), -2, row, R::SIZE);
        narrowed_axis(self.dims(), -1, column, C::SIZE);
        TensorOn::of(E::block::<S, Rows<S, R>, Block<S, R, C>>(
            &self.data,
            [row, column],
            [R::SIZE, C::SIZE],
        ))
    }

    /// Like [`block`](Self::block), at a place that the compiler knows.
    ///
    /// # Panics
    ///
    /// Panics if the block goes beyond a matrix whose size is known only at run time.
    #[inline]
    #[track_caller]
    pub fn block_at<R: StaticDim, C: StaticDim, const ROW: usize, const COLUMN: usize>(
        &self,
    ) -> TensorOn<T, Block<S, R, C>, E>
    where
        SizeTable: Lists<ROW> + Lists<COLUMN>,
        Once<S, R>: Matrices,
        S: Narrows<-2, End<R, ROW>> + Narrows<-1, End<C, COLUMN>>,
        E: MovesAxes<T>,
    {
        // The types have compared static sizes.
        if const { !is_static::<S>() } {
            narrowed_axis(self.dims(), -2, ROW, R::SIZE);
            narrowed_axis(self.dims(), -1, COLUMN, C::SIZE);
        }
        TensorOn::of(E::block::<S, Rows<S, R>, Block<S, R, C>>(
            &self.data,
            [ROW, COLUMN],
            [R::SIZE, C::SIZE],
        ))
    }

    /// Like [`narrow`](Self::narrow), from a place that the compiler knows.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([1, 2, 3, 4, 5]);
    /// assert_eq!(x.narrow_at::<-1, dim!(2), 3>(), InlineTensor::from([4, 5]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([1, 2, 3, 4, 5]);
    /// x.narrow_at::<-1, dim!(2), 4>(); // cannot take 6 indices along axis -1: its size is 5
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the part goes beyond an axis whose size is known only at run time.
    #[inline]
    #[track_caller]
    pub fn narrow_at<const AXIS: isize, N: StaticDim, const START: usize>(
        &self,
    ) -> TensorOn<T, <Once<S, N> as HasAxis<AXIS>>::With<N>, E>
    where
        SizeTable: Lists<START>,
        S: HasAxis<AXIS> + Narrows<AXIS, End<N, START>>,
        E: MovesAxes<T>,
    {
        // The types have compared static sizes.
        let axis = match const { is_static::<S>() } {
            true => self.dims().len() - AXIS.unsigned_abs(),
            false => narrowed_axis(self.dims(), AXIS, START, N::SIZE),
        };
        TensorOn::of(E::narrow::<S, _>(&self.data, axis, START, N::SIZE))
    }
}

impl<T: 'static, S: Shape, E: DynamicShapes> TensorOn<T, S, E> {
    /// Like [`block`](Self::block), as a mutable view.
    ///
    /// # Panics
    ///
    /// Panics if the block goes beyond the matrix.
    #[track_caller]
    pub fn block_mut<R: StaticDim, C: StaticDim>(
        &mut self,
        row: usize,
        column: usize,
    ) -> ViewMut<'_, T, Block<S, R, C>>
    where
        Once<S, R>: Matrices,
        S: Narrows<-2, R> + Narrows<-1, C>,
        E: Mutable<T>,
    {
        let rows = narrowed_axis(self.dims(), -2, row, R::SIZE);
        let columns = narrowed_axis(self.dims(), -1, column, C::SIZE);
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        let known = const { (Rows::<S, R>::STATIC, Block::<S, R, C>::STATIC) };
        let layout = layout.narrowed_to(rows, (row, R::SIZE), known.0);
        let layout = layout.narrowed_to(columns, (column, C::SIZE), known.1);
        TensorOn::of(SliceMut::new(elements, layout))
    }
}

impl<T: Copy + 'static, S: StaticShape> InlineTensor<T, S> {
    /// Like [`block`](Self::block), to be changed: it is an [`InlineTensor`] that is written back where it is dropped, at
    /// the end of the statement. The compiler leaves nothing of the copy of a few numbers.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let mut x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// *x.block_mut::<dim!(1), dim!(2)>(0, 1) += 10;
    /// assert_eq!(x, InlineTensor::from([[1, 12, 13], [4, 5, 6]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the block goes beyond the matrix: [`block_at_mut`](Self::block_at_mut) is refused by the compiler.
    #[inline]
    #[track_caller]
    pub fn block_mut<R: StaticDim, C: StaticDim>(
        &mut self,
        row: usize,
        column: usize,
    ) -> BlockMut<'_, T, S, Block<S, R, C>>
    where
        Once<S, R>: Matrices,
        S: Narrows<-2, R> + Narrows<-1, C>,
    {
        BlockMut {
            block: self.block::<R, C>(row, column),
            whole: self,
            place: [row, column],
        }
    }

    /// Like [`block_mut`](Self::block_mut), at a place that the compiler knows.
    #[doc(alias = "fixed_view_mut")]
    #[inline]
    pub fn block_at_mut<R: StaticDim, C: StaticDim, const ROW: usize, const COLUMN: usize>(
        &mut self,
    ) -> BlockMut<'_, T, S, Block<S, R, C>>
    where
        SizeTable: Lists<ROW> + Lists<COLUMN>,
        Once<S, R>: Matrices,
        S: Narrows<-2, End<R, ROW>> + Narrows<-1, End<C, COLUMN>>,
    {
        BlockMut {
            block: self.block_at::<R, C, ROW, COLUMN>(),
            whole: self,
            place: [ROW, COLUMN],
        }
    }
}

/// A block of an inline tensor that is written back where it is dropped, from [`block_mut`](InlineTensor::block_mut).
///
/// In the guide: [tensors](crate::guide::tensors).
pub struct BlockMut<'a, T: Copy + 'static, S: Shape, Part: Shape> {
    whole: &'a mut InlineTensor<T, S>,
    block: InlineTensor<T, Part>,
    place: [usize; 2],
}

impl<T: Copy + 'static, S: Shape, Part: Shape> Deref for BlockMut<'_, T, S, Part> {
    type Target = InlineTensor<T, Part>;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.block
    }
}

impl<T: Copy + 'static, S: Shape, Part: Shape> DerefMut for BlockMut<'_, T, S, Part> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.block
    }
}

impl<T: Copy + 'static, S: Shape, Part: Shape> Drop for BlockMut<'_, T, S, Part> {
    #[inline(always)]
    fn drop(&mut self) {
        moves::write_block(&mut self.whole.data, self.place, &self.block.data);
    }
}

/// A matrix of blocks, side by side and one above the other. Where a block is expected, `0` is zeros and `I` the identity
/// matrix, whose sizes are those of the blocks next to them.
///
/// ```
/// use shapecheck::{InlineTensor, blocks, dims, shape};
///
/// dims! { World = 3, Body = 2 }
///
/// let turn = InlineTensor::<f64, shape![World, Body]>::full(2.0);
/// let step = blocks![[I, turn], [0, I]]; // an I is square
/// let _: InlineTensor<f64, shape![World + Body, World + Body]> = step;
/// assert_eq!(step.block_at::<World, Body, 0, 3>(), turn);
///
/// let (a, b) = (InlineTensor::from([[1]]), InlineTensor::from([[2, 3], [4, 5]]));
/// assert_eq!(blocks![[a, 0], [0, b]], InlineTensor::from([[1, 0, 0], [0, 2, 3], [0, 4, 5]]));
/// ```
///
/// ```compile_fail,E0277
/// # use shapecheck::{InlineTensor, blocks, dims, shape};
/// # dims! { World = 3, Body = 2 }
/// let turn = InlineTensor::<f64, shape![World, Body]>::full(2.0);
/// let step = blocks![[turn, I], [I, turn]]; // cannot join: size `World` does not match size `Body` at axis -1
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[doc(alias("block", "block_diag", "bmat"))]
#[macro_export]
macro_rules! blocks {
    ($([$($block:expr),+ $(,)?]),+ $(,)?) => {
        $crate::__macro::blocks!([$crate] $([$($block),+]),+)
    };
}

/// A side of a block, as long as one of another block.
#[doc(hidden)]
pub struct Side<N, T, E>(usize, PhantomData<(N, T, E)>);

/// As many rows.
#[doc(hidden)]
#[inline]
pub fn rows<T: 'static, S: Matrices, E: Engine>(like: &TensorOn<T, S, E>) -> Side<S::Rows, T, E> {
    check_axis_of(like, 2);
    Side(like.dims()[like.dims().len() - 2], PhantomData)
}

/// As many columns.
#[doc(hidden)]
#[inline]
pub fn columns<T: 'static, S: Matrices, E: Engine>(
    like: &TensorOn<T, S, E>,
) -> Side<S::Columns, T, E> {
    check_axis_of(like, 2);
    Side(like.dims()[like.dims().len() - 1], PhantomData)
}

/// `[M, N]`
type Matrix<M, N> = Axes<Axes<Scalar, M>, N>;

/// A block of zeros.
#[doc(hidden)]
#[inline]
pub fn zeros<T: Zero + Clone + 'static, M: Dim, N: Dim, E, F>(
    rows: Side<M, T, E>,
    columns: Side<N, T, F>,
) -> TensorOn<T, Matrix<M, N>, E::Out>
where
    E: Copies<T, Out: Creates<T>>,
{
    let sizes = passed_sizes::<Matrix<M, N>>(&[rows.0, columns.0]);
    TensorOn::of(E::Out::full(sizes, T::zero()))
}

/// An identity matrix.
#[doc(hidden)]
#[inline]
pub fn identity<T: Zero + One + 'static, M: Dim, N: Dim, E, F>(
    rows: Side<M, T, E>,
    columns: Side<N, T, F>,
) -> TensorOn<T, Matrix<M, N>, E::Out>
where
    Matrix<M, N>: SquareMatrices,
    E: Copies<T, Out: Creates<T>>,
{
    if const { !is_static::<Matrix<M, N>>() } {
        or_panic(square_size(&[rows.0, columns.0]));
    }
    let sizes = passed_sizes::<Matrix<M, N>>(&[rows.0, columns.0]);
    TensorOn::of(E::Out::diagonals(sizes, 0, T::one))
}
