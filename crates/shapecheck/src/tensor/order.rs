//! Sorting, searching, cumulative sums, and differences of neighbours.
//!
//! ```
//! use shapecheck::{InlineTensor, dim};
//!
//! let x = InlineTensor::from([[3, 1, 2], [5, 6, 4]]);
//! assert_eq!(x.sort::<-1>(), InlineTensor::from([[1, 2, 3], [4, 5, 6]]));
//! assert_eq!(x.argsort::<-1>(), InlineTensor::from([[1, 2, 0], [2, 0, 1]]));
//! let (values, indices) = x.topk::<-1, dim!(2)>();
//! assert_eq!(values, InlineTensor::from([[3, 2], [6, 5]]));
//! assert_eq!(indices, InlineTensor::from([[0, 2], [1, 0]]));
//! assert_eq!(x.cumulative_sum::<-1>(), InlineTensor::from([[3, 4, 6], [5, 11, 15]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, dim};
//!
//! let x = InlineTensor::from([[3, 1, 2], [5, 6, 4]]);
//! x.topk::<-1, dim!(4)>(); // cannot take the 4 largest of 3 elements at axis -1
//! ```
//!
//! As in NumPy, NaN and other values without an order count as larger than everything else.

use crate::typenum::U1;

use super::zip::Zip;
use super::{TensorOn, or_panic, panicking_form, passed_sizes};
#[cfg(feature = "alloc")]
use crate::Dyn;
use crate::algebra::{
    DiffSize, IsVector, MultiplyUp, OrNone, Padding, TopK, pad_shape, searchsorted_shape,
    top_k_shape,
};
use crate::dim::{Minus, Plus};
use crate::engine::{
    Binary, Copies, Engine, Gathers, MovesAxes, Operand, Reshapes, Scans, Sorts, ops,
};
#[cfg(feature = "alloc")]
use crate::host::array::Array;
#[cfg(feature = "alloc")]
use crate::host::order;
use crate::host::order::PlacesIn;
use crate::host::rows::Apply;
use crate::host::{Memory, NoEngine, Promoted, Promotes};
use crate::shape::axis::place_of;
use crate::verdict::{Once, Searching};
use crate::{Axes, Dim, DynShape, HasAxis, Scalar, Shape, ShapeError, StaticDim};

/// What all elements along an axis up to and including each one come to.
macro_rules! cumulative {
    ($($(#[$doc:meta])* $name:ident: $Op:ident;)*) => {
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            /// Panics if a shape of run-time rank has no such axis.
            #[track_caller]
            pub fn $name<const AXIS: isize>(&self) -> TensorOn<T, S, E::Out>
            where
                S: HasAxis<AXIS>,
                E: Scans<ops::$Op, T>,
            {
                let axis = or_panic(place_of(self.dims(), AXIS));
                TensorOn::of(E::scan::<S>(&self.data, axis))
            }
        )*}
    };
}

cumulative! {
    /// The cumulative sum along an axis: the sum of all elements up to and including each one.
    ///
    /// # Panics
    ///
    /// Panics if a sum of integers overflows in builds with overflow checks.
    #[doc(alias = "cumsum")]
    cumulative_sum: Add;

    /// The cumulative product along an axis: the product of all elements up to and including each one.
    ///
    /// # Panics
    ///
    /// Panics if a product of integers overflows in builds with overflow checks.
    #[doc(alias = "cumprod")]
    cumulative_product: Mul;

    /// The cumulative maximum along an axis: the largest of all elements up to and including each one. As in NumPy, NaN
    /// wins.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[3, 1, 4, 2], [0, 5, 5, 6]]);
    /// assert_eq!(x.cumulative_max::<-1>(), InlineTensor::from([[3, 3, 4, 4], [0, 5, 5, 6]]));
    /// ```
    ///
    /// # Panics
    ///
    #[doc(alias("cummax", "maximum.accumulate"))]
    cumulative_max: Maximum;

    /// The cumulative minimum along an axis: the smallest of all elements up to and including each one. As in NumPy,
    /// NaN wins.
    ///
    /// # Panics
    ///
    #[doc(alias("cummin", "minimum.accumulate"))]
    cumulative_min: Minimum;
}

/// # Order and reductions
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The elements along an axis in ascending order.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn sort<const AXIS: isize>(&self) -> TensorOn<T, S, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Sorts<T>,
    {
        let axis = or_panic(place_of(self.dims(), AXIS));
        TensorOn::of(E::sort::<S>(&self.data, axis, false))
    }

    /// The elements along an axis in descending order.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn sort_descending<const AXIS: isize>(&self) -> TensorOn<T, S, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Sorts<T>,
    {
        let axis = or_panic(place_of(self.dims(), AXIS));
        TensorOn::of(E::sort::<S>(&self.data, axis, true))
    }

    /// The indices along an axis of the elements of [`sort`](Self::sort). Equal elements stay in their order.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn argsort<const AXIS: isize>(&self) -> TensorOn<usize, S, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Sorts<T>,
    {
        let axis = or_panic(place_of(self.dims(), AXIS));
        TensorOn::of(E::argsort::<S>(&self.data, axis, false))
    }

    /// The indices along an axis of the elements of [`sort_descending`](Self::sort_descending). Equal elements stay in
    /// their order.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn argsort_descending<const AXIS: isize>(&self) -> TensorOn<usize, S, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Sorts<T>,
    {
        let axis = or_panic(place_of(self.dims(), AXIS));
        TensorOn::of(E::argsort::<S>(&self.data, axis, true))
    }

    /// The `K` largest elements along an axis in descending order, and their indices.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `K`, or a shape of run-time rank has no such axis.
    #[panicking_form(topk)]
    pub fn try_topk<const AXIS: isize, K: StaticDim>(
        &self,
    ) -> Result<
        (
            TensorOn<T, <Once<S, K> as HasAxis<AXIS>>::With<K>, E::Out>,
            TensorOn<usize, <Once<S, K> as HasAxis<AXIS>>::With<K>, E::Out>,
        ),
        ShapeError,
    >
    where
        S: HasAxis<AXIS> + TopK<AXIS, K>,
        E: Sorts<T> + Gathers<T, <E as Engine>::Out, OutputEngine = <E as Engine>::Out>,
        E::Out: MovesAxes<usize>,
    {
        let axis = top_axis(self.dims(), K::SIZE, AXIS)?;
        let (values, indices) = self.top::<AXIS, K>(axis);
        let values = values?;
        Ok((TensorOn { data: values }, TensorOn { data: indices }))
    }

    /// The largest elements along an axis, counted from the first, and their indices.
    #[allow(clippy::type_complexity)]
    #[track_caller]
    fn top<const AXIS: isize, K: StaticDim>(
        &self,
        axis: usize,
    ) -> (
        Result<<E::Out as Engine>::Data<T, <Once<S, K> as HasAxis<AXIS>>::With<K>>, ShapeError>,
        <E::Out as Engine>::Data<usize, <Once<S, K> as HasAxis<AXIS>>::With<K>>,
    )
    where
        S: HasAxis<AXIS> + TopK<AXIS, K>,
        E: Sorts<T> + Gathers<T, <E as Engine>::Out, OutputEngine = <E as Engine>::Out>,
        E::Out: MovesAxes<usize>,
    {
        let indices = E::argsort::<S>(&self.data, axis, true);
        let indices = E::Out::narrow::<S, S::With<K>>(&indices, axis, 0, K::SIZE);
        let values = E::take_along_axis::<S, S::With<K>, S::With<K>>(&self.data, axis, &indices);
        (values, indices)
    }

    /// The cumulative sum of all elements in row-major order, as a vector: NumPy's `cumsum` without an axis.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([[1, 2], [3, 4]]);
    /// let sums: InlineTensor<i32, shape![4]> = x.cumulative_sum_all();
    /// assert_eq!(sums, InlineTensor::from([1, 3, 6, 10]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a sum of integers overflows in builds with overflow checks, or if the number of elements overflows
    /// `usize`, which can happen after an expansion.
    #[doc(alias = "cumsum")]
    #[track_caller]
    pub fn cumulative_sum_all<N: Dim>(&self) -> TensorOn<T, Axes<Scalar, N>, E::Out>
    where
        S: MultiplyUp<Total = N>,
        E: Reshapes<T, Out: Scans<ops::Add, T>>,
    {
        let flat = self.flatten();
        TensorOn::of(<E::Out as Scans<ops::Add, T>>::scan::<Axes<Scalar, N>>(
            &flat.data, 0,
        ))
    }

    /// The cumulative product of all elements in row-major order, as a vector: NumPy's `cumprod` without an axis.
    ///
    /// # Panics
    ///
    /// Panics if a product of integers overflows in builds with overflow checks, or if the number of elements overflows
    /// `usize`, which can happen after an expansion.
    #[doc(alias = "cumprod")]
    #[track_caller]
    pub fn cumulative_product_all<N: Dim>(&self) -> TensorOn<T, Axes<Scalar, N>, E::Out>
    where
        S: MultiplyUp<Total = N>,
        E: Reshapes<T, Out: Scans<ops::Mul, T>>,
    {
        let flat = self.flatten();
        TensorOn::of(<E::Out as Scans<ops::Mul, T>>::scan::<Axes<Scalar, N>>(
            &flat.data, 0,
        ))
    }

    /// Like [`cumulative_sum`](Self::cumulative_sum), with an initial value in front: the axis has one element more.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([1, 2, 3]);
    /// let sums: InlineTensor<i32, shape![4]> = x.cumulative_sum_from::<-1>(10);
    /// assert_eq!(sums, InlineTensor::from([10, 11, 13, 16]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a sum of integers overflows in builds with overflow checks, or if a shape of run-time rank has no such
    /// axis.
    #[track_caller]
    pub fn cumulative_sum_from<const AXIS: isize>(
        &self,
        initial: T,
    ) -> TensorOn<T, S::With<Plus<S::Size, U1>>, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Copies<T, Out: Scans<ops::Add, T>>,
    {
        let (axis, data) = self.begun_with::<AXIS>(initial);
        TensorOn::of(<E::Out as Scans<ops::Add, T>>::scan::<
            S::With<Plus<S::Size, U1>>,
        >(&data, axis))
    }

    /// Like [`cumulative_product`](Self::cumulative_product), with an initial value in front: the axis has one element
    /// more.
    ///
    /// # Panics
    ///
    /// Panics if a product of integers overflows in builds with overflow checks, or if a shape of run-time rank has no
    /// such axis.
    #[doc(alias = "cumulative_prod")]
    #[track_caller]
    pub fn cumulative_product_from<const AXIS: isize>(
        &self,
        initial: T,
    ) -> TensorOn<T, S::With<Plus<S::Size, U1>>, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Copies<T, Out: Scans<ops::Mul, T>>,
    {
        let (axis, data) = self.begun_with::<AXIS>(initial);
        TensorOn::of(<E::Out as Scans<ops::Mul, T>>::scan::<
            S::With<Plus<S::Size, U1>>,
        >(&data, axis))
    }

    /// The axis counted from the first, and the elements with a value before them along it.
    #[track_caller]
    fn begun_with<const AXIS: isize>(
        &self,
        initial: T,
    ) -> (
        usize,
        <E::Out as Engine>::Data<T, S::With<Plus<S::Size, U1>>>,
    )
    where
        S: HasAxis<AXIS>,
        E: Copies<T>,
    {
        let (axis, sizes) = one_in_front(self.dims(), AXIS);
        let data = E::arrange::<S, _>(&self.data, axis, sizes, &before, Some(initial));
        (axis, data)
    }

    /// The differences of neighbours along an axis: each element minus the one before it. The axis has one element
    /// less, or none if it had none.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([1, 4, 9, 16]);
    /// let steps: InlineTensor<i32, shape![3]> = x.diff::<-1>();
    /// assert_eq!(steps, InlineTensor::from([3, 5, 7]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias = "ediff1d")]
    #[track_caller]
    pub fn diff<const AXIS: isize>(
        &self,
    ) -> TensorOn<E::Element, S::With<DiffSize<S::Size>>, E::OutputEngine>
    where
        S: HasAxis<AXIS, Size: Dim>,
        Minus<S::Size, U1>: OrNone,
        E: MovesAxes<T> + Binary<ops::Sub, T>,
    {
        let axis = or_panic(place_of(self.dims(), AXIS));
        let length = self.dims()[axis].saturating_sub(1);
        let part =
            |start| E::narrow::<S, S::With<DiffSize<S::Size>>>(&self.data, axis, start, length);
        let (from, to) = (part(0), part(self.dims()[axis].min(1)));
        let sizes = E::sizes::<T, S::With<DiffSize<S::Size>>>(&to);
        let sizes = passed_sizes::<S::With<DiffSize<S::Size>>>(sizes);
        TensorOn::of(E::binary(
            Operand::ByValue(to),
            Operand::ByValue(from),
            sizes,
        ))
    }
}

/// The axis, counted from the first, after a check that it has this many elements.
#[inline(never)]
fn top_axis(sizes: &[usize], count: usize, axis: isize) -> Result<usize, ShapeError> {
    top_k_shape(sizes, axis, count)?;
    place_of(sizes, axis)
}

/// The axis, counted from the first, and the sizes with one more element in front along it.
#[inline(never)]
#[track_caller]
fn one_in_front(sizes: &[usize], axis: isize) -> (usize, DynShape) {
    let longer = or_panic(pad_shape(sizes, axis, (1, 0), Padding::Constant(())));
    (or_panic(place_of(sizes, axis)), longer)
}

/// The index in front.
fn before(index: usize) -> Option<usize> {
    index.checked_sub(1)
}

impl<T: PartialOrd + Copy + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The indices at which values have to be inserted into this sorted vector to keep it sorted: for each value, the
    /// number of elements less than it.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let limits = InlineTensor::from([10, 20, 30]);
    /// let values = InlineTensor::from([[5, 20], [25, 99]]);
    /// assert_eq!(limits.searchsorted(&values), InlineTensor::from([[0, 1], [2, 3]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank does not have exactly one axis.
    #[doc(alias("bucketize", "digitize"))]
    #[track_caller]
    pub fn searchsorted<V: Shape, F: Memory>(
        &self,
        values: &TensorOn<T, V, F>,
    ) -> TensorOn<usize, V, Promoted<NoEngine, F>>
    where
        S: IsVector<Searching>,
        NoEngine: Promotes<F>,
    {
        or_panic(searchsorted_shape(self.dims(), values.dims()));
        Zip::of(values).collect(&mut Apply(PlacesIn {
            sorted: E::raw::<T, S>(&self.data),
            or_equal: false,
        }))
    }

    /// Like [`searchsorted`](Self::searchsorted), but after equal elements: for each value, the number of elements less
    /// than or equal to it.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank does not have exactly one axis.
    #[track_caller]
    pub fn searchsorted_right<V: Shape, F: Memory>(
        &self,
        values: &TensorOn<T, V, F>,
    ) -> TensorOn<usize, V, Promoted<NoEngine, F>>
    where
        S: IsVector<Searching>,
        NoEngine: Promotes<F>,
    {
        or_panic(searchsorted_shape(self.dims(), values.dims()));
        Zip::of(values).collect(&mut Apply(PlacesIn {
            sorted: E::raw::<T, S>(&self.data),
            or_equal: true,
        }))
    }

    /// The distinct elements in ascending order, and the number of times each occurs.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn unique_counts(
        &self,
    ) -> (
        super::Tensor<T, Axes<Scalar, Dyn>>,
        super::Tensor<usize, Axes<Scalar, Dyn>>,
    ) {
        let (elements, counts, _) = order::unique_with(E::raw::<T, S>(&self.data));
        let sizes = || [elements.len()].into();
        let counts = TensorOn::of(Array::new(sizes(), counts));
        (TensorOn::of(Array::new(sizes(), elements)), counts)
    }

    /// The distinct elements in ascending order, and for each element of this tensor its index among them:
    /// `values.along::<-1>().take(&indices)` is this tensor again.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// let x = InlineTensor::from([[30, 10], [10, 30]]);
    /// let (values, places) = x.unique_inverse();
    /// assert_eq!(values.to_vec(), [10, 30]);
    /// let again: Tensor<i32, shape![2, 2]> = values.along::<-1>().take(&places);
    /// assert_eq!(again, x);
    /// ```
    #[doc(alias("unique_all"))]
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn unique_inverse(&self) -> (super::Tensor<T, Axes<Scalar, Dyn>>, super::Tensor<usize, S>) {
        let (elements, _, places) = order::unique_with(E::raw::<T, S>(&self.data));
        let places = TensorOn::of(Array::new(self.dims().into(), places));
        (
            TensorOn::of(Array::new([elements.len()].into(), elements)),
            places,
        )
    }

    /// The distinct elements in ascending order.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// let x = InlineTensor::from([[3, 1], [1, 3]]);
    /// let unique: Tensor<i32, shape![_]> = x.unique();
    /// assert_eq!(unique.to_vec(), [1, 3]);
    /// ```
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn unique(&self) -> super::Tensor<T, Axes<Scalar, Dyn>> {
        let elements = order::unique(E::raw::<T, S>(&self.data));
        TensorOn::of(Array::new([elements.len()].into(), elements))
    }
}
