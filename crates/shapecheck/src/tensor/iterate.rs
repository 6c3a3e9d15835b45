//! Loops over windows of an axis, over rows that are changed, and over parts on all threads.
//!
//! ```
//! use shapecheck::{Tensor, dim, shape};
//!
//! let mut x = Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
//! for mut row in x.rows_mut() {
//!     row *= 10.0;
//! }
//! let sums: Vec<f64> = x.iter_windows::<-2, dim!(2)>().map(|pair| pair.sum()).collect();
//! assert_eq!(sums, [100.0, 180.0]);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, dim};
//!
//! let x = Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
//! x.iter_windows::<-2, dim!(4)>(); // cannot take 4 indices along axis -2: its size is 3
//! ```

#[cfg(feature = "alloc")]
use super::Tensor;
use super::{InlineTensor, TensorOn, ViewMut};
use crate::algebra::Narrows;
use crate::engine::MovesAxes;
use crate::{Axes, Dim, HasAxis, Scalar, Shape, StaticDim, StaticShape};

/// # Loops over parts
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: MovesAxes<T>> TensorOn<T, S, E> {
    /// Iterates over the parts of `N` neighbours along an axis, each one index after the last: `[M, C]` yields
    /// `[N, C]` along axis -2. There are none if a dynamic size is less than `N`.
    ///
    /// ```
    /// use shapecheck::{Tensor, dim, dims, shape};
    ///
    /// dims! { Time }
    ///
    /// fn steepest(x: &Tensor<f64, shape![Time, 2]>) -> f64 {
    ///     let rises = x.iter_windows::<-2, dim!(2)>().map(|pair| pair[[1, 0]] - pair[[0, 0]]);
    ///     rises.fold(0.0, f64::max)
    /// }
    ///
    /// let rows = vec![0.0, 1.0, 5.0, 1.0, 6.0, 1.0];
    /// let x = Tensor::from_vec_with(<shape![Time, 2]>::of([3]), rows)?;
    /// assert_eq!(steepest(&x), 5.0);
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// [`windows`](crate::tensor::Along::windows) gives all of them as one tensor, and
    /// [`split_every`](crate::tensor::Along::split_every) parts that do not overlap.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias = "axis_windows")]
    #[track_caller]
    pub fn iter_windows<const AXIS: isize, N: StaticDim>(
        &self,
    ) -> impl ExactSizeIterator<Item = TensorOn<T, S::With<N>, E>> + DoubleEndedIterator
    where
        S: HasAxis<AXIS> + Narrows<AXIS, N>,
    {
        let count = (self.size::<AXIS>() + 1).saturating_sub(N::SIZE);
        (0..count).map(|start| self.narrow::<AXIS, N>(start))
    }
}

/// The rows of a matrix of `count` rows, one after another.
fn each_row<T: 'static, N: Dim>(
    elements: &mut [T],
    count: usize,
    columns: N,
) -> impl ExactSizeIterator<Item = ViewMut<'_, T, Axes<Scalar, N>>> {
    let mut rest = elements;
    (0..count).map(move |_| {
        let (row, behind) = core::mem::take(&mut rest).split_at_mut(columns.size());
        rest = behind;
        row_of(columns, row)
    })
}

/// A row of as many elements.
fn row_of<T: 'static, N: Dim>(columns: N, row: &mut [T]) -> ViewMut<'_, T, Axes<Scalar, N>> {
    let shape = Axes {
        lead: Scalar,
        last: columns,
    };
    match ViewMut::from_buffer_with(shape, row) {
        Ok(view) => view,
        Err(_) => unreachable!("the elements were counted"),
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + 'static, M: Dim, N: Dim> Tensor<T, Axes<Axes<Scalar, M>, N>> {
    /// Iterates over the rows of a matrix, to be changed. Shared memory is copied first.
    ///
    /// [`index_axis_mut`](Self::index_axis_mut) is one part along any axis.
    pub fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = ViewMut<'_, T, Axes<Scalar, N>>> {
        let shape = self.shape();
        each_row(self.as_mut_slice(), shape.lead.last.size(), shape.last)
    }
}

impl<T: 'static, M: StaticDim, N: StaticDim> InlineTensor<T, Axes<Axes<Scalar, M>, N>>
where
    Axes<Axes<Scalar, M>, N>: StaticShape,
{
    /// Iterates over the rows of a matrix, to be changed.
    pub fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = ViewMut<'_, T, Axes<Scalar, N>>> {
        let shape = self.shape();
        each_row(self.as_mut_slice(), M::SIZE, shape.last)
    }
}

/// Iterators of `rayon`.
#[cfg(feature = "rayon")]
mod parallel {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    use rayon::slice::ParallelSliceMut;

    use super::*;
    use crate::HasAxis;

    impl<T: 'static, S: Shape, E: MovesAxes<T>> TensorOn<T, S, E> {
        /// Like [`iter_axis`](Self::iter_axis), on the threads of `rayon`'s pool.
        ///
        /// ```
        /// use rayon::prelude::*;
        /// use shapecheck::{Tensor, shape};
        ///
        /// let x = Tensor::<f64, shape![1000, 8, 8]>::ones();
        /// let norms: Vec<f64> = x.par_iter_axis::<-3>().map(|matrix| matrix.norm()).collect();
        /// assert_eq!(norms, [8.0; 1000]);
        /// ```
        ///
        /// # Panics
        ///
        /// Panics if a shape of run-time rank has no such axis.
        #[track_caller]
        pub fn par_iter_axis<const AXIS: isize>(
            &self,
        ) -> impl IndexedParallelIterator<Item = TensorOn<T, S::Without, E>>
        where
            S: HasAxis<AXIS>,
            Self: Sync,
            TensorOn<T, S::Without, E>: Send,
        {
            let indices = (0..self.size::<AXIS>()).into_par_iter();
            indices.map(|index| self.index_axis::<AXIS>(index))
        }
    }

    impl<T: 'static, M: Dim, N: Dim, E: MovesAxes<T>> TensorOn<T, Axes<Axes<Scalar, M>, N>, E> {
        /// Like [`rows`](Self::rows), on the threads of `rayon`'s pool.
        #[track_caller]
        pub fn par_rows(
            &self,
        ) -> impl IndexedParallelIterator<Item = TensorOn<T, Axes<Scalar, N>, E>>
        where
            Self: Sync,
            TensorOn<T, Axes<Scalar, N>, E>: Send,
        {
            self.par_iter_axis::<-2>()
        }
    }

    impl<T: Clone + Send + 'static, M: Dim, N: Dim> Tensor<T, Axes<Axes<Scalar, M>, N>> {
        /// Like [`rows_mut`](Self::rows_mut), on the threads of `rayon`'s pool. Rows without elements are left out.
        ///
        /// ```
        /// use rayon::prelude::*;
        /// use shapecheck::Tensor;
        ///
        /// let mut x = Tensor::from([[1.0, 3.0], [2.0, 8.0]]);
        /// x.par_rows_mut().for_each(|mut row| {
        ///     let sum = row.view().sum();
        ///     row /= sum;
        /// });
        /// assert_eq!(x, Tensor::from([[0.25, 0.75], [0.2, 0.8]]));
        /// ```
        pub fn par_rows_mut(
            &mut self,
        ) -> impl IndexedParallelIterator<Item = ViewMut<'_, T, Axes<Scalar, N>>>
        where
            N: Send + Sync,
            for<'a> ViewMut<'a, T, Axes<Scalar, N>>: Send,
        {
            let columns = self.shape().last;
            let rows = self
                .as_mut_slice()
                .par_chunks_exact_mut(columns.size().max(1));
            rows.map(move |row| row_of(columns, row))
        }
    }
}
