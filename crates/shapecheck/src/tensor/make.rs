//! Ranges, identity matrices, triangles, diagonals and grids of coordinates.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::<f64, shape![5]>::linspace(0.0, 1.0);
//! assert_eq!(x, InlineTensor::from([0.0, 0.25, 0.5, 0.75, 1.0]));
//! let causal = InlineTensor::<f32, shape![3, 3]>::ones().tril(0);
//! assert_eq!(causal, InlineTensor::from([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! InlineTensor::<f32, shape![3]>::ones().tril(0); // a matrix is needed: the rank of the shape is 1
//! ```

use num_traits::{NumCast, One, ToPrimitive, Zero};

use super::create::of_rank;
use super::linear::two_axes;
use super::{Iter, TensorOn, or_panic, passed_sizes, static_sizes};
use crate::algebra::SameSize;
use crate::algebra::{
    DiagAlong, IsVector, Matrices, RangeSize, StepsUp, diag_at_shape, meshgrid_shape,
    meshgrid_xy_shape, move_axes_order, triangle_shape,
};
use crate::dim::Plus;
use crate::engine::{Creates, DynamicShapes, MovesAxes};
use crate::host::{Memory, NoEngine, Promoted, Promotes};
use crate::shape::list::{Shape2, Shape3, Shape4, is_static};
use crate::shape::{AxisNames, HasRank};
use crate::tensor::FloatElement;
use crate::verdict::{OfGrid, Once, RangeRule};
use crate::{Axes, Dim, DynShape, HasAxis, Scalar, Shape, StaticDim, StaticShape};

/// The number of elements of [`arange`](TensorOn::arange): how many numbers there are from `start`, in steps of `step`,
/// before `end`. It counts like NumPy, and integers of any size exactly.
///
/// ```
/// use shapecheck::tensor::arange_len;
///
/// assert_eq!(arange_len(0, 10, 3), 4);
/// assert_eq!(arange_len(1.0, 0.0, -0.25), 4);
/// assert_eq!(arange_len(0, -1, 1), 0);
/// assert_eq!(arange_len(i8::MIN, i8::MAX, 100), 3);
/// ```
///
/// # Panics
///
/// Panics if the step is 0, or if a limit is NaN or infinite.
#[track_caller]
pub fn arange_len<T: ToPrimitive + Copy>(start: T, end: T, step: T) -> usize {
    let floats = [start, end, step].map(|number| number.to_f64().unwrap_or(f64::NAN));
    let whole = |[start, end, step]: [T; 3]| {
        let distance = match (start.to_i128(), end.to_i128()) {
            (Some(start), Some(end)) => (end > start, end.abs_diff(start)),
            _ => {
                let (start, end) = (start.to_u128()?, end.to_u128()?);
                (end > start, end.abs_diff(start))
            }
        };
        let step = match step.to_i128() {
            Some(step) => (step > 0, step.unsigned_abs()),
            None => (true, step.to_u128()?),
        };
        Some((distance, step))
    };
    // A number without a fraction is the same as an integer, also where a float could not hold a distance.
    match whole([start, end, step]) {
        Some(((up, distance), (steps_up, step)))
            if floats.iter().all(|float| float % 1.0 == 0.0) =>
        {
            assert!(step != 0, "the step of `arange` must not be 0");
            match up == steps_up {
                true => usize::try_from(distance.div_ceil(step)).unwrap_or(usize::MAX),
                false => 0,
            }
        }
        _ => floats_len(floats),
    }
}

/// The same for floats.
#[track_caller]
fn floats_len([start, end, step]: [f64; 3]) -> usize {
    assert!(step != 0.0, "the step of `arange` must not be 0");
    let steps = (end - start) / step;
    assert!(
        steps.is_finite(),
        "`arange` cannot go from {start} to {end} in steps of {step}"
    );
    if steps <= 0.0 {
        return 0;
    }
    // The whole steps, and one more if a part of a step is left.
    let whole = steps as usize;
    whole.saturating_add(((whole as f64) < steps) as usize)
}

impl<T: 'static, N: Dim, E: Creates<T>> TensorOn<T, Axes<Scalar, N>, E> {
    /// The numbers from `start` in steps of `step`, up to but not including `end`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// assert_eq!(InlineTensor::<i32, shape![4]>::arange(0, 10, 3), InlineTensor::from([0, 3, 6, 9]));
    /// assert_eq!(Tensor::<f32, shape![_]>::arange(0.0, 1.0, 0.25).dims(), [4]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the type has a different size, if the step is 0, or if a limit is infinite or NaN.
    #[doc(alias = "range")]
    #[track_caller]
    pub fn arange(start: T, end: T, step: T) -> Self
    where
        T: num_traits::Num + NumCast + Copy,
    {
        let count = arange_len(start, end, step);
        if let Some(size) = N::STATIC_SIZE {
            assert!(count == size, "`arange` gives {count} numbers, not {size}");
        }
        Self::of(E::generate(
            passed_sizes::<Axes<Scalar, N>>(&[count]),
            in_steps(start, step),
        ))
    }

    /// Like [`arange`](Self::arange), from `Start` in steps of `Step`, up to but not including `End`. The compiler
    /// knows how many numbers there are.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::<i32, shape![4]>::arange_of::<dim!(0), dim!(10), dim!(3)>();
    /// assert_eq!(x, InlineTensor::from([0, 3, 6, 9]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// InlineTensor::<i32, shape![6]>::arange_of::<dim!(0), dim!(5), dim!(1)>(); // gives 5 numbers, not 6
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the type of the elements cannot hold one of them.
    #[track_caller]
    pub fn arange_of<Start: StaticDim, End: StaticDim, Step: StaticDim + StepsUp>() -> Self
    where
        T: NumCast,
        N: SameSize<RangeRule, RangeSize<Start, End, Step>>,
    {
        let count = arange_len(Start::SIZE, End::SIZE, Step::SIZE);
        Self::of(E::generate(
            passed_sizes::<Axes<Scalar, N>>(&[count]),
            sizes_in_steps(Start::SIZE, Step::SIZE),
        ))
    }

    /// Evenly spaced numbers, with `start` as the first and `end` as the last. The type says how many.
    #[doc(alias("logspace"))]
    pub fn linspace(start: T, end: T) -> Self
    where
        N: StaticDim,
        T: FloatElement,
    {
        Self::spaced(N::SIZE, start, end)
    }

    /// `count` evenly spaced numbers, with `start` as the first and `end` as the last.
    ///
    /// # Panics
    ///
    /// Panics if the type has a different size.
    #[track_caller]
    pub fn linspace_with(count: usize, start: T, end: T) -> Self
    where
        T: FloatElement,
    {
        if let Some(size) = N::STATIC_SIZE {
            assert!(
                count == size,
                "`linspace` gives {count} numbers, not {size}"
            );
        }
        Self::spaced(count, start, end)
    }

    #[track_caller]
    fn spaced(count: usize, start: T, end: T) -> Self
    where
        T: FloatElement,
    {
        Self::of(E::generate(
            passed_sizes::<Axes<Scalar, N>>(&[count]),
            evenly(count, start, end),
        ))
    }
}

// The elements of results, by functions that know no shape: a closure in a method would be compiled for each shape.

fn in_steps<T: num_traits::Num + NumCast + Copy>(start: T, step: T) -> impl FnMut() -> T {
    // Half of one is 0 among integers only.
    let is_whole = T::one() / (T::one() + T::one()) == T::zero();
    let (mut index, mut last) = (0_usize, start);
    move || {
        if index > 0 {
            // Integers are added up: `index * step` may not fit in the type where each element does, as 2 * 100 does
            // not fit in `i8`. Floats are multiplied, so that they are rounded once.
            last = match T::from(index) {
                Some(index) if !is_whole => start + index * step,
                _ => last + step,
            };
        }
        index += 1;
        last
    }
}

fn sizes_in_steps<T: NumCast>(start: usize, step: usize) -> impl FnMut() -> T {
    let mut next = start;
    move || {
        let number = next;
        next = next.saturating_add(step);
        match T::from(number) {
            Some(element) => element,
            None => panic!("`arange` reaches {number}, which the elements cannot hold"),
        }
    }
}

pub(super) fn evenly<T: FloatElement>(count: usize, start: T, end: T) -> impl FnMut() -> T {
    let number = |index: usize| match T::from(index) {
        Some(number) => number,
        None => unreachable!("a float holds any count, rounded"),
    };
    let step = (end - start) / number(count.saturating_sub(1).max(1));
    let mut index = 0;
    move || {
        index += 1;
        match index == count && count > 1 {
            true => end,
            false => start + number(index - 1) * step,
        }
    }
}

impl<T: Zero + One + 'static, S: Shape + HasRank<2>, E: Creates<T>> TensorOn<T, S, E> {
    /// The identity matrix: ones on the main diagonal, and zeros elsewhere.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<i32, shape![2, 3]>::eye();
    /// assert_eq!(x, InlineTensor::from([[1, 0, 0], [0, 1, 0]]));
    /// ```
    #[doc(alias("identity", "fill_with_identity"))]
    pub fn eye() -> Self
    where
        S: StaticShape,
    {
        Self::eye_at(0)
    }

    /// A matrix with ones on one diagonal and zeros elsewhere. The diagonal is `above` places above the main diagonal,
    /// or below it if `above` is negative.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::<i32, shape![2, 3]>::eye_at(1);
    /// assert_eq!(x, InlineTensor::from([[0, 1, 0], [0, 0, 1]]));
    /// ```
    pub fn eye_at(above: isize) -> Self
    where
        S: StaticShape,
    {
        Self::ones_at(static_sizes::<S>(), above)
    }

    /// Like [`eye`](Self::eye), with this shape.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank does not have exactly two axes.
    #[track_caller]
    pub fn eye_with(shape: S) -> Self
    where
        E: DynamicShapes,
    {
        Self::eye_at_with(shape, 0)
    }

    /// Like [`eye_at`](Self::eye_at), with this shape.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank does not have exactly two axes.
    #[track_caller]
    pub fn eye_at_with(shape: S, above: isize) -> Self
    where
        E: DynamicShapes,
    {
        Self::ones_at(shape.to_dyn(), above)
    }

    #[inline]
    #[track_caller]
    fn ones_at(sizes: DynShape, above: isize) -> Self {
        if const { !is_static::<S>() } {
            let [_, _] = of_rank(sizes.dims());
        }
        Self::of(E::diagonals(sizes, above, T::one))
    }
}

/// The row and column of the next element, for elements in row-major order.
struct Places {
    row: usize,
    column: usize,
    sizes: [usize; 2],
}

impl Places {
    /// For the matrices in the last two axes.
    #[track_caller]
    fn of(sizes: &[usize]) -> Self {
        match *sizes {
            [.., rows, columns] => Self {
                row: 0,
                column: 0,
                sizes: [rows, columns],
            },
            _ => unreachable!("matrices have two axes"),
        }
    }

    /// The row and the column; then it moves on to the next element.
    fn next(&mut self) -> [isize; 2] {
        let place = [self.row as isize, self.column as isize];
        self.column += 1;
        if self.column == self.sizes[1] {
            self.column = 0;
            self.row += 1;
        }
        if self.row == self.sizes[0] {
            self.row = 0;
        }
        place
    }
}

fn is_below([row, column]: [isize; 2], above: isize) -> bool {
    column <= row.saturating_add(above)
}

fn is_above([row, column]: [isize; 2], above: isize) -> bool {
    column >= row.saturating_add(above)
}

/// The elements, each or zero in its place.
fn kept<T: Zero + Clone>(
    mut elements: Iter<'_, T>,
    mut places: Places,
    above: isize,
    keep: fn([isize; 2], isize) -> bool,
) -> impl FnMut() -> T {
    move || match (elements.next(), keep(places.next(), above)) {
        (Some(element), true) => element.clone(),
        (Some(_), false) => T::zero(),
        (None, _) => unreachable!("there are as many elements as the shape has"),
    }
}

impl<T: Zero + Clone + 'static, S: Shape, E: Memory> TensorOn<T, S, E>
where
    NoEngine: Promotes<E>,
    Promoted<NoEngine, E>: Creates<T>,
{
    /// The lower triangle of the matrices in the last two axes, with zeros above it. It ends with the diagonal that is
    /// `above` places above the main diagonal, or below it if `above` is negative.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[doc(alias("tril_", "tri"))]
    #[track_caller]
    pub fn tril(&self, above: isize) -> TensorOn<T, S, Promoted<NoEngine, E>>
    where
        S: Matrices,
    {
        self.kept(above, is_below)
    }

    /// The upper triangle of the matrices in the last two axes, with zeros below it. It begins with the diagonal that
    /// is `above` places above the main diagonal, or below it if `above` is negative.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn triu(&self, above: isize) -> TensorOn<T, S, Promoted<NoEngine, E>>
    where
        S: Matrices,
    {
        self.kept(above, is_above)
    }

    /// The elements whose row and column satisfy `keep`, and zeros elsewhere.
    #[track_caller]
    fn kept(
        &self,
        above: isize,
        keep: fn([isize; 2], isize) -> bool,
    ) -> TensorOn<T, S, Promoted<NoEngine, E>> {
        or_panic(triangle_shape(self.dims()));
        let elements = kept(self.iter(), Places::of(self.dims()), above, keep);
        TensorOn::of(<Promoted<NoEngine, E>>::generate(
            passed_sizes::<S>(self.dims()),
            elements,
        ))
    }

    /// Diagonal matrices from the vectors along the last axis: `[..S, N]` becomes `[..S, N, N]`, with zeros off the
    /// diagonal.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1, 2]);
    /// assert_eq!(x.diag(), InlineTensor::from([[1, 0], [0, 2]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no axis.
    #[doc(alias("diag_embed", "diagflat", "from_diagonal"))]
    #[track_caller]
    pub fn diag<N: Dim>(&self) -> TensorOn<T, Axes<S, N>, Promoted<NoEngine, E>>
    where
        S: HasAxis<-1, Size = N>,
    {
        self.diag_at(0)
    }

    /// Like [`diag`](Self::diag), on the diagonals that begin in the first row, `K` columns to the right: `[..S, N]`
    /// becomes `[..S, N + K, N + K]`, as PyTorch's `diag_embed` and NumPy's `diag` give it.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([1, 2]);
    /// assert_eq!(x.diag_above::<dim!(1)>(), InlineTensor::from([[0, 1, 0], [0, 0, 2], [0, 0, 0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no axis.
    #[doc(alias = "diag_embed")]
    #[track_caller]
    pub fn diag_above<K: StaticDim>(
        &self,
    ) -> TensorOn<T, Diag<Once<S, K>, K>, Promoted<NoEngine, E>>
    where
        S: HasAxis<-1>,
    {
        self.diag_at(isize::try_from(K::SIZE).unwrap_or(isize::MAX))
    }

    /// Like [`diag`](Self::diag), on the diagonals that begin in the first column, `K` rows down: `[..S, N]` becomes
    /// `[..S, N + K, N + K]`.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no axis.
    #[doc(alias = "diag_embed")]
    #[track_caller]
    pub fn diag_below<K: StaticDim>(
        &self,
    ) -> TensorOn<T, Diag<Once<S, K>, K>, Promoted<NoEngine, E>>
    where
        S: HasAxis<-1>,
    {
        self.diag_at(isize::try_from(K::SIZE).map_or(isize::MIN, |rows| -rows))
    }

    /// Like [`diag_above`](Self::diag_above), with the matrices in any two axes: `List` names the places of the rows
    /// and of the columns. This is PyTorch's `diag_embed`. For a diagonal below the main one the places are exchanged.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes, dim, shape};
    ///
    /// let x = InlineTensor::<i32, shape![5, 2]>::from_fn(|[_, i]| i as i32 + 1);
    /// let matrices: InlineTensor<i32, shape![3, 5, 3]> = x.diag_along::<axes![-3, -1], dim!(1)>();
    /// assert_eq!(matrices.index_axis::<-2>(0), InlineTensor::from([[0, 1, 0], [0, 0, 2], [0, 0, 0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no axis, or if the result has no such axes.
    #[doc(alias = "diag_embed")]
    #[track_caller]
    pub fn diag_along<List: AxisNames, K: StaticDim>(
        &self,
    ) -> TensorOn<T, <Once<S, List> as DiagAlong<List, K>>::Output, Promoted<NoEngine, E>>
    where
        S: DiagAlong<List, K>,
        Promoted<NoEngine, E>: MovesAxes<T>,
    {
        let matrices: TensorOn<T, S::Last, Promoted<NoEngine, E>> =
            self.diag_at(isize::try_from(K::SIZE).unwrap_or(isize::MAX));
        let order = or_panic(move_axes_order(
            matrices.dims(),
            &[-2, -1],
            &two_axes(List::ORDERED),
        ));
        TensorOn::of(<Promoted<NoEngine, E>>::permute(
            &matrices.data,
            order.dims(),
        ))
    }

    /// Matrices of which the vectors along the last axis are one diagonal.
    #[track_caller]
    fn diag_at<O: Shape>(&self, above: isize) -> TensorOn<T, O, Promoted<NoEngine, E>> {
        let sizes = match const { is_static::<O>() } {
            true => passed_sizes::<O>(&[]),
            false => or_panic(diag_at_shape(self.dims(), above)),
        };
        /// Clones of elements, of which there are as many as diagonals have.
        fn clones<'a, T: Clone + 'a>(
            mut elements: impl Iterator<Item = &'a T>,
        ) -> impl FnMut() -> T {
            move || match elements.next() {
                Some(element) => element.clone(),
                None => unreachable!("there are as many elements as diagonals have"),
            }
        }
        let raw = E::raw::<T, S>(&self.data);
        TensorOn::of(match const { E::IS_INLINE } {
            true => {
                let next = clones(raw.elements.iter());
                <Promoted<NoEngine, E>>::diagonals(sizes, above, next)
            }
            false => <Promoted<NoEngine, E>>::diagonals(sizes, above, clones(raw.iter())),
        })
    }
}

/// The shape of matrices whose diagonals, `K` places from the main one, are the vectors along the last axis of `S`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Diag<S, K> = Axes<
    Axes<<S as HasAxis<-1>>::Without, Plus<<S as HasAxis<-1>>::Size, K>>,
    Plus<<S as HasAxis<-1>>::Size, K>,
>;

/// A tuple of references to vectors, from which [`meshgrid`] makes grids.
#[diagnostic::on_unimplemented(
    message = "`meshgrid` takes vectors",
    label = "not a tuple of references to two, three or four tensors of one axis each"
)]
pub trait Vectors {
    /// A tensor for each vector, all with the same shape.
    type Grids;
    /// The same with the first two axes exchanged.
    type GridsXy;

    #[doc(hidden)]
    #[track_caller]
    fn grids(self) -> Self::Grids;

    #[doc(hidden)]
    #[track_caller]
    fn grids_xy(self) -> Self::GridsXy;
}

/// The coordinates of a grid: one tensor for each vector, all with the same shape. The first vector lies along the
/// first axis, the second along the second, and each is repeated along the other axes. This is NumPy's `meshgrid` with
/// `indexing="ij"`.
///
/// ```
/// use shapecheck::tensor::meshgrid;
/// use shapecheck::{InlineTensor, Tensor};
///
/// let (rows, columns) = meshgrid((&Tensor::from([1, 2]), &Tensor::from([7, 8, 9])));
/// assert_eq!(rows, InlineTensor::from([[1, 1, 1], [2, 2, 2]]));
/// assert_eq!(columns, InlineTensor::from([[7, 8, 9], [7, 8, 9]]));
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::Tensor;
/// use shapecheck::tensor::meshgrid;
///
/// meshgrid((&Tensor::from([1, 2]), &Tensor::from([[7, 8, 9]]))); // operand 2 has 2 axes
/// ```
///
/// # Panics
///
/// Panics if a shape of run-time rank does not have exactly one axis.
// The grids are a parameter, so that rustc reports an operand once.
#[track_caller]
pub fn meshgrid<V: Vectors<Grids = G>, G>(vectors: V) -> G {
    vectors.grids()
}

/// Like [`meshgrid`], with the first two axes exchanged: the first vector lies along the second axis, as the columns of
/// an image do. This is NumPy's `meshgrid` with `indexing="xy"`.
///
/// ```
/// use shapecheck::InlineTensor;
/// use shapecheck::tensor::meshgrid_xy;
///
/// let (x, y) = meshgrid_xy((&InlineTensor::from([1, 2]), &InlineTensor::from([7, 8, 9])));
/// assert_eq!(x, InlineTensor::from([[1, 2], [1, 2], [1, 2]]));
/// assert_eq!(y, InlineTensor::from([[7, 7], [8, 8], [9, 9]]));
/// ```
///
/// # Panics
///
/// Panics if a shape of run-time rank does not have exactly one axis.
#[track_caller]
pub fn meshgrid_xy<V: Vectors<GridsXy = G>, G>(vectors: V) -> G {
    vectors.grids_xy()
}

/// For each tuple of vectors: the shapes of its grids in both orders, and for each vector its shape, a name, its place,
/// its size, and the axes to insert after it in both orders.
macro_rules! vectors {
    ($($Grid:ty, $GridXy:ty: $($S:ident $x:ident $place:literal $N:ident [$($after:literal)*] [$($after_xy:literal)*]),*;)*) => {$(
        impl<T: 'static, E: MovesAxes<T>, $($N: Dim, $S: IsVector<OfGrid<$place>, Length = $N>),*> Vectors
            for ($(&TensorOn<T, $S, E>,)*)
        {
            type Grids = ($(vectors!(@ $N TensorOn<T, $Grid, E>),)*);
            type GridsXy = ($(vectors!(@ $N TensorOn<T, $GridXy, E>),)*);

            #[track_caller]
            fn grids(self) -> Self::Grids {
                let ($($x,)*) = self;
                let sizes = or_panic(meshgrid_shape(&[$($x.dims()),*]));
                ($(repeated(&$x$(.insert_axis::<$after>())*, sizes.dims()),)*)
            }

            #[track_caller]
            fn grids_xy(self) -> Self::GridsXy {
                let ($($x,)*) = self;
                let sizes = or_panic(meshgrid_xy_shape(&[$($x.dims()),*]));
                ($(repeated(&$x$(.insert_axis::<$after_xy>())*, sizes.dims()),)*)
            }
        }
    )*};
    (@ $own:ident $Grid:ty) => { $Grid };
}

vectors! {
    Shape2<A, B>, Shape2<B, A>: Sa a 1 A [-1] [], Sb b 2 B [] [-1];
    Shape3<A, B, C>, Shape3<B, A, C>: Sa a 1 A [-1 -1] [-1], Sb b 2 B [-1] [-1 -1], Sc c 3 C [] [];
    Shape4<A, B, C, D>, Shape4<B, A, C, D>:
        Sa a 1 A [-1 -1 -1] [-1 -1], Sb b 2 B [-1 -1] [-1 -1 -1], Sc c 3 C [-1] [-1], Sd d 4 D [] [];
}

/// A tensor repeated to larger sizes.
fn repeated<T: 'static, S: Shape, O: Shape, E: MovesAxes<T>>(
    tensor: &TensorOn<T, S, E>,
    sizes: &[usize],
) -> TensorOn<T, O, E> {
    TensorOn::of(E::expand::<S, O>(&tensor.data, sizes.into()))
}
