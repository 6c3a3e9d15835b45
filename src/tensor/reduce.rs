//! Sums, means and maxima, over all elements or over one axis, which stays as an axis of size 1.
//!
//! An axis is counted from the end, so that it means the same whatever axes stand in front, and so that the
//! result broadcasts with what it came from:
//!
//! ```
//! use shapecheck::{Dim, Shape, Tensor, shape};
//!
//! fn softmax<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, N]>) -> Tensor<f32, shape![..S, N]> {
//!     let e = (x - x.max_axis::<-1>()).map(f32::exp);
//!     let sum = e.sum_axis::<-1>();
//!     e / sum
//! }
//!
//! assert_eq!(softmax(&Tensor::from([[1.0, 1.0], [5.0, 5.0]])), Tensor::full(0.5));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::Tensor;
//!
//! let sums = Tensor::from([1.0, 2.0]).sum_axis::<-2>();
//! ```

use alloc::vec::Vec;
use core::ops::Div;

use num_traits::{NumCast, Zero};

use super::{Tensor, count, kernel};
use crate::Shape;

pub use crate::shape::HasAxis;

impl<T: Copy, S: Shape> Tensor<T, S> {
    /// Folds the elements along an axis, from the first to the last. Along an axis of size 0 the result is
    /// `empty`, or a panic.
    #[track_caller]
    fn fold_axis<const AXIS: isize>(
        &self,
        empty: Option<T>,
        fold: impl Fn(T, T) -> T,
    ) -> Tensor<T, S::WithOne>
    where
        S: HasAxis<AXIS>,
    {
        let axis = AXIS.unsigned_abs();
        let rank = self.shape.rank();
        // Only a shape of run-time rank can lack the axis.
        assert!(
            axis <= rank,
            "a tensor of shape {} has no axis {AXIS}",
            self.shape
        );
        let with_one = S::WithOne::build(rank, 1, &|other| match other == axis {
            true => 1,
            false => self.shape.size_from_end(other),
        });
        let Some(shape) = with_one else {
            unreachable!(
                "size 1 at axis {AXIS} of {} is another shape than its type says",
                self.shape
            )
        };
        let mut elements = Vec::with_capacity(count(&shape));
        let (before, along, after) = kernel::around(&self.shape, axis);
        if along == 0 {
            match empty {
                Some(empty) => elements.resize(before * after, empty),
                None if before * after == 0 => {}
                None => no_maximum(&self.shape),
            }
        } else if after == 1 {
            let rows = self.elements.chunks_exact(along);
            elements.extend(rows.filter_map(|row| row.iter().copied().reduce(&fold)));
        } else {
            // Row by row, so that the inner loop runs over neighbours.
            for block in self.elements.chunks_exact((along * after).max(1)) {
                let start = elements.len();
                elements.extend_from_slice(&block[..after]);
                let results = &mut elements[start..];
                for row in block[after..].chunks_exact(after) {
                    for (result, &element) in results.iter_mut().zip(row) {
                        *result = fold(*result, element);
                    }
                }
            }
        }
        Tensor { shape, elements }
    }

    /// The sums along an axis counted from the end, -1 for the last. The axis stays, with size 1.
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn sum_axis<const AXIS: isize>(&self) -> Tensor<T, S::WithOne>
    where
        T: Zero,
        S: HasAxis<AXIS>,
    {
        self.fold_axis::<AXIS>(Some(T::zero()), |sum, element| sum + element)
    }

    /// The means along an axis counted from the end, -1 for the last. The axis stays, with size 1.
    ///
    /// A mean of no elements is `0 / 0`: not a number for floats.
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has no such axis, and where `T` cannot hold the number of elements.
    #[track_caller]
    pub fn mean_axis<const AXIS: isize>(&self) -> Tensor<T, S::WithOne>
    where
        T: Zero + Div<Output = T> + NumCast,
        S: HasAxis<AXIS>,
    {
        self.sum_axis::<AXIS>() / number::<T>(self.shape.size_from_end(AXIS.unsigned_abs()))
    }

    /// The largest elements along an axis counted from the end, -1 for the last. The axis stays, with size 1.
    ///
    /// As in NumPy, a float that is not a number counts as the largest.
    ///
    /// # Panics
    ///
    /// Where the axis has size 0 and other axes do not, and where a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn max_axis<const AXIS: isize>(&self) -> Tensor<T, S::WithOne>
    where
        T: PartialOrd,
        S: HasAxis<AXIS>,
    {
        self.fold_axis::<AXIS>(None, larger)
    }

    /// The sum of all elements.
    pub fn sum(&self) -> T
    where
        T: Zero,
    {
        self.iter().fold(T::zero(), |sum, &element| sum + element)
    }

    /// The mean of all elements.
    ///
    /// A mean of no elements is `0 / 0`: not a number for floats.
    ///
    /// # Panics
    ///
    /// Where `T` cannot hold the number of elements.
    #[track_caller]
    pub fn mean(&self) -> T
    where
        T: Zero + Div<Output = T> + NumCast,
    {
        self.sum() / number::<T>(self.elements.len())
    }

    /// The largest of all elements.
    ///
    /// As in NumPy, a float that is not a number counts as the largest.
    ///
    /// # Panics
    ///
    /// Where there are no elements.
    #[track_caller]
    pub fn max(&self) -> T
    where
        T: PartialOrd,
    {
        match self.iter().copied().reduce(larger) {
            Some(largest) => largest,
            None => no_maximum(&self.shape),
        }
    }
}

/// The larger of the two, or the one that does not even equal itself.
fn larger<T: PartialOrd>(lhs: T, rhs: T) -> T {
    if rhs > lhs || rhs.partial_cmp(&rhs).is_none() {
        rhs
    } else {
        lhs
    }
}

#[cold]
#[track_caller]
fn no_maximum<T>(shape: &impl Shape) -> T {
    panic!("no maximum: there is no element along an axis of shape {shape}")
}

#[track_caller]
fn number<T: NumCast>(count: usize) -> T {
    match T::from(count) {
        Some(number) => number,
        None => panic!("the element type cannot hold the number of elements, {count}"),
    }
}
