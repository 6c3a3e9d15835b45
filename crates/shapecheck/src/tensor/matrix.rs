//! Matrix products by NumPy's rule: over the last two axes, with the axes in front broadcast.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let a = InlineTensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let product: InlineTensor<f32, shape![2, 2]> = a.matmul(&a.transpose()); // no copy
//! assert_eq!(product, InlineTensor::from([[14.0, 32.0], [32.0, 77.0]]));
//! assert_eq!(a.matmul(&InlineTensor::from([1.0, 0.0, 1.0])), InlineTensor::from([4.0, 10.0]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let a = InlineTensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let product = a.matmul(&a); // inner size 3 does not match inner size 2
//! ```

use super::{TensorOn, check_lead_names, or_panic};
use crate::algebra::{MatrixProduct, matrix_product_shape};
use crate::engine::{Engine, Products};
use crate::error::with_names;
pub use crate::host::matrix::MatrixElement;
use crate::host::{Memory, Mutable};
use crate::host::{matrix, memory};
use crate::shape::list::is_static;

use crate::{DynShape, Shape, ShapeError};

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The matrix product: `[..L, M, K]` by `[..R, K, N]` gives `[..B, M, N]`, where B is what L and R broadcast to. A
    /// vector on the left counts as one row and a vector on the right as one column; the result does not have that
    /// axis.
    ///
    /// # Panics
    ///
    /// Panics if the inner sizes are dynamic and differ, if dynamic axes in front do not broadcast, or if the element
    /// count of the result overflows `usize`.
    #[doc(alias("mm", "bmm"))]
    // `O` and `OutputEngine` are parameters: if the output were spelled out, rustc would look at the bounds while it
    // looks for the method, and report matrices or elements without a product in its own words.
    #[doc(alias("broadcast_matmul", "tr_mul", "ad_mul"))]
    #[inline]
    #[track_caller]
    pub fn matmul<R: Shape, F: Engine, O: Shape, OutputEngine: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> TensorOn<T, O, OutputEngine>
    where
        S: MatrixProduct<R, Output = O>,
        E: Products<T, F, OutputEngine = OutputEngine>,
    {
        #[inline(never)]
        #[track_caller]
        fn sizes(lhs: &[usize], rhs: &[usize]) -> DynShape {
            or_panic(sizes_of_product(lhs, rhs))
        }
        let sizes = if const { is_known_product::<S, R, O>() } {
            DynShape::of_known(const { memory::known::<O>() })
        } else if const { S::NAMES | R::NAMES != 0 }
            && let Some(sizes) = const { of_names::<S, R>() }
        {
            or_panic(sizes(self.dims(), rhs.dims()))
        } else {
            sizes(self.dims(), rhs.dims())
        };
        TensorOn::of(E::product::<S, R, O>(&self.data, &rhs.data, sizes))
    }

    /// Like [`matmul`](Self::matmul), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the inner sizes are dynamic and differ, if dynamic axes in front do not broadcast, or if the
    /// element count of the result overflows `usize`.
    #[inline]
    pub fn try_matmul<R: Shape, F: Engine, O: Shape, OutputEngine: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: MatrixProduct<R, Output = O>,
        E: Products<T, F, OutputEngine = OutputEngine>,
    {
        let sizes = if const { is_known_product::<S, R, O>() } {
            DynShape::of_known(const { memory::known::<O>() })
        } else {
            named_product::<S, R>(self.dims(), rhs.dims())?
        };
        Ok(TensorOn::of(E::product::<S, R, O>(
            &self.data, &rhs.data, sizes,
        )))
    }

    /// Like [`matmul`](Self::matmul), into the memory of another tensor.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, including those of the target. The target is then unchanged.
    #[doc(alias("addmm", "out"))]
    pub fn matmul_into<R: Shape, F: Memory, Out>(
        &self,
        rhs: &TensorOn<T, R, F>,
        result: &mut TensorOn<T, S::Output, Out>,
    ) -> Result<(), ShapeError>
    where
        T: MatrixElement,
        S: MatrixProduct<R>,
        E: Memory,
        Out: Mutable<T>,
    {
        let sizes = named_product::<S, R>(self.dims(), rhs.dims())?;
        if result.dims() != sizes.dims() {
            return Err(ShapeError::another_result(sizes.dims(), result.dims()));
        }
        let (lhs, rhs) = (E::raw::<T, S>(&self.data), F::raw::<T, R>(&rhs.data));
        let target = Out::raw_mut::<S::Output>(&mut result.data);
        matrix::product_into(lhs, rhs, target);
        Ok(())
    }
}

/// Whether the types give the sizes of a product, whose element count fits in `usize`. Dynamic sizes on either side have
/// to be compared.
const fn is_known_product<S: Shape, R: Shape, O: Shape>() -> bool {
    match (S::STATIC, R::STATIC, O::STATIC) {
        (Some(_), Some(_), Some(known)) => known.count().is_some(),
        _ => false,
    }
}

/// The sizes of a product whose element count fits in `usize`, where no size with a name is stretched before two
/// matrices. An error gives the names of the operands.
fn named_product<S: Shape, R: Shape>(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let sizes = with_names::<S, R, _, _>(sizes_of_product(lhs, rhs), [lhs, rhs])?;
    // Otherwise one of the two has no axes in front, and nothing stretches.
    if const { (S::NAMES | R::NAMES) >> 2 != 0 } && lhs.len() > 2 && rhs.len() > 2 {
        check_lead_names::<S>(lhs, 2, sizes.dims(), 2)?;
        check_lead_names::<R>(rhs, 2, sizes.dims(), 2)?;
    }
    Ok(sizes)
}

/// [`named_product`], for shapes that have names. Those of static shapes are compared by the types.
const fn of_names<S: Shape, R: Shape>()
-> Option<fn(&[usize], &[usize]) -> Result<DynShape, ShapeError>> {
    match S::NAMES | R::NAMES {
        0 => None,
        _ if is_static::<S>() && is_static::<R>() => None,
        _ => Some(named_product::<S, R>),
    }
}

/// The sizes of a product whose element count fits in `usize`.
fn sizes_of_product(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let sizes = matrix_product_shape(lhs, rhs)?;
    crate::shape::num_elements(sizes.dims())?;
    Ok(sizes)
}
