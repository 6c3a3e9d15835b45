//! One pass over any number of tensors, broadcast to one shape: [`broadcast_map!`](crate::broadcast_map) and
//! [`broadcast_update!`](crate::broadcast_update). The operators use it too.
//!
//! ```
//! use shapecheck::{Tensor, broadcast_map, broadcast_update};
//!
//! let x = Tensor::from([[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]]);
//! let (mean, scale) = (Tensor::from([[2.0], [7.0]]), Tensor::from([1.0, 10.0, 100.0]));
//! let mut y = broadcast_map!(|x, m, s| (x - m) * s; &x, &mean, &scale);
//! assert_eq!(y, Tensor::from([[-1.0, 0.0, 100.0], [-2.0, 0.0, 200.0]]));
//!
//! broadcast_update!(|y, m| *y += m; &mut y, &mean);
//! assert_eq!(y, Tensor::from([[1.0, 2.0, 102.0], [5.0, 7.0, 207.0]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, broadcast_map};
//!
//! let x = Tensor::from([[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]]);
//! let wrong = Tensor::from([1.0, 2.0]);
//! broadcast_map!(|x, w| x * w; &x, &wrong); // size 3 does not match size 2 at axis -1
//! ```
//!
//! In the guide: [tensors](crate::guide::tensors).

use core::marker::PhantomData;

#[cfg(feature = "rayon")]
use super::or_panic;
use super::{TensorOn, panicking_form};
use crate::broadcast::run_time::{broadcast_pair, check_names_of};
use crate::dim::EndsInOne;
use crate::engine::{Engine, MovesAxes};
use crate::error::BroadcastError;
use crate::host::pass::{self, Operands, Operates, Predicts};
use crate::host::rows::{Update, Visit, Write};
use crate::host::{Collects, Memory, Mutable, NoEngine, Promoted, Promotes, memory};
use crate::sealed::Sealed;
use crate::shape::list::StaticLayout;
use crate::{Broadcast, BroadcastTo, Broadcasted, DynShape, Scalar, Shape};

/// A tensor with the results of a function of any number of tensors, broadcast to one shape. It takes one pass, without
/// intermediate tensors.
///
/// Operands are `&tensor`, views, or `tensor`. An owned tensor gives its memory to the result if it has the shape of
/// the result, elements of the same size, and memory that it does not share. The function takes elements by value, one
/// parameter for each operand, at most 15, and is called in row-major order.
///
/// ```
/// use shapecheck::{Tensor, broadcast_map, shape};
///
/// let x = Tensor::<f32, shape![2, 3]>::full(3.0);
/// let mean = Tensor::<f32, shape![2, 1]>::full(1.0);
/// let gain = Tensor::<f32, shape![3]>::full(4.0);
/// let y: Tensor<f32, shape![2, 3]> = broadcast_map!(|x, m, g| (x - m) * g; &x, &mean, &gain);
/// assert_eq!(y, Tensor::full(8.0));
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
///
/// # Panics
///
/// Panics if dynamic sizes do not broadcast; [`try_broadcast_map!`](crate::try_broadcast_map) returns the error.
#[macro_export]
macro_rules! broadcast_map {
    (|$($element:pat_param),+ $(,)?| $result:expr; $first:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Zip::of($first)
            $(.and($operand))*
            .map($crate::__elements!([] () [$first $(, $operand)*] $($element,)+ => $result))
    };
}

/// Like [`broadcast_map!`], but returns an error if dynamic sizes do not broadcast.
///
/// ```
/// use shapecheck::{DynShape, Tensor, try_broadcast_map};
///
/// let a = Tensor::<f32, DynShape>::zeros_with([2, 3].into());
/// let b = Tensor::<f32, DynShape>::zeros_with([2, 4].into());
/// let error = try_broadcast_map!(|x, y| x + y; &a, &b).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot broadcast shapes [2, 3] and [2, 4]: size 3 does not match size 4 at axis -1",
/// );
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[macro_export]
macro_rules! try_broadcast_map {
    (|$($element:pat_param),+ $(,)?| $result:expr; $first:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Zip::of($first)
            $(.and($operand))*
            .try_map($crate::__elements!([] () [$first $(, $operand)*] $($element,)+ => $result))
    };
}

/// Changes a tensor in place, by a function of each of its elements and of any number of tensors broadcast to its
/// shape.
///
/// ```
/// use shapecheck::{Tensor, broadcast_update, shape};
///
/// let mut weights = Tensor::<f32, shape![2, 3]>::full(1.0);
/// let gradient = Tensor::from([0.5, 1.0, 1.5]);
/// broadcast_update!(|weight, gradient| *weight -= 0.1 * gradient; &mut weights, &gradient);
/// assert_eq!(weights[[1, 1]], 0.9);
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
///
/// # Panics
///
/// Panics if dynamic sizes do not broadcast to the target's; [`try_broadcast_update!`](crate::try_broadcast_update)
/// returns the error.
#[macro_export]
macro_rules! broadcast_update {
    (|$place:pat_param $(, $element:pat_param)* $(,)?| $change:expr; $target:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::ZipInto::new($target)
            $(.and($operand))*
            .update($crate::__elements!([$place] () [$($operand),*] $($element,)* => $change))
    };
}

/// Like [`broadcast_update!`], but returns an error if dynamic sizes do not broadcast. The target is then unchanged.
///
/// ```
/// use shapecheck::{DynShape, Tensor, try_broadcast_update};
///
/// let mut a = Tensor::<f32, DynShape>::zeros_with([3].into());
/// let b = Tensor::<f32, DynShape>::zeros_with([2, 3].into());
/// let result = try_broadcast_update!(|x, y| *x += y; &mut a, &b);
/// assert_eq!(
///     result.unwrap_err().to_string(),
///     "cannot broadcast shape [2, 3] to the target [3]: rank 2 does not fit in the target's rank 1",
/// );
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[macro_export]
macro_rules! try_broadcast_update {
    (|$place:pat_param $(, $element:pat_param)* $(,)?| $change:expr; $target:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::ZipInto::new($target)
            $(.and($operand))*
            .try_update($crate::__elements!([$place] () [$($operand),*] $($element,)* => $change))
    };
}

/// Like [`broadcast_map!`], on all threads of `rayon`'s pool if the result is large. The function may be called in any
/// order.
///
/// ```
/// use shapecheck::{Tensor, par_broadcast_map, shape};
///
/// let x = Tensor::<f32, shape![512, 512]>::full(2.0);
/// let row = Tensor::<f32, shape![512]>::full(3.0);
/// assert_eq!(par_broadcast_map!(|x, r| x * r; &x, &row), Tensor::full(6.0));
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[cfg(feature = "rayon")]
#[macro_export]
macro_rules! par_broadcast_map {
    (|$($element:pat_param),+ $(,)?| $result:expr; $first:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Zip::of($first)
            $(.and($operand))*
            .par_map($crate::__elements!([] () [$first $(, $operand)*] $($element,)+ => $result))
    };
}

/// Like [`broadcast_update!`], on all threads of `rayon`'s pool if the target is large. The function may be called in
/// any order.
///
/// ```
/// use shapecheck::{Tensor, par_broadcast_update, shape};
///
/// let mut x = Tensor::<f32, shape![512, 512]>::full(2.0);
/// par_broadcast_update!(|x, r| *x *= r; &mut x, &Tensor::<f32, shape![512]>::full(3.0));
/// assert_eq!(x, Tensor::full(6.0));
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[cfg(feature = "rayon")]
#[macro_export]
macro_rules! par_broadcast_update {
    (|$place:pat_param $(, $element:pat_param)* $(,)?| $change:expr; $target:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::ZipInto::new($target)
            $(.and($operand))*
            .par_update($crate::__elements!([$place] () [$($operand),*] $($element,)* => $change))
    };
}

/// Says which feature the macro needs.
#[cfg(not(feature = "rayon"))]
#[doc(hidden)]
#[macro_export]
macro_rules! par_broadcast_map {
    ($($all:tt)*) => {
        ::core::compile_error!(
            "`par_broadcast_map!` needs the feature `rayon` of the crate `shapecheck`"
        )
    };
}

/// Says which feature the macro needs.
#[cfg(not(feature = "rayon"))]
#[doc(hidden)]
#[macro_export]
macro_rules! par_broadcast_update {
    ($($all:tt)*) => {
        ::core::compile_error!(
            "`par_broadcast_update!` needs the feature `rayon` of the crate `shapecheck`"
        )
    };
}

/// `|(((), x), y)| result`, if there are as many operands as names.
#[doc(hidden)]
#[macro_export]
macro_rules! __elements {
    ([$($place:pat_param)?] $all:tt [] => $result:expr) => { |$($place,)? $all| $result };
    ([$($place:pat_param)?] $lead:tt [$operand:expr $(, $operands:expr)*] $next:pat_param, $($rest:tt)*) => {
        $crate::__elements!([$($place)?] ($lead, $next) [$($operands),*] $($rest)*)
    };
    ([$($place:pat_param)?] $lead:tt [] $($rest:tt)*) => {
        ::core::compile_error!("the function has more parameters than there are operands: one for each, in their order")
    };
    ([$($place:pat_param)?] $lead:tt $operands:tt => $result:expr) => {
        ::core::compile_error!("there are more operands than the function has parameters: one for each, in their order")
    };
}

/// Views of any number of tensors, all with the shape that they broadcast to, as a tuple.
///
/// ```
/// use shapecheck::{Tensor, broadcast_tensors, shape};
///
/// let (column, row) = (Tensor::from([[1], [2]]), Tensor::from([10, 20, 30]));
/// let (a, b) = broadcast_tensors!(&column, &row);
/// assert_eq!(a.dims(), [2, 3]);
/// assert_eq!(b[[1, 2]], 30);
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
///
/// # Panics
///
/// Panics if dynamic sizes do not broadcast; [`try_broadcast_tensors!`](crate::try_broadcast_tensors) returns the
/// error.
#[macro_export]
macro_rules! broadcast_tensors {
    ($first:expr $(, $tensor:expr)* $(,)?) => {
        $crate::__views!(
            $crate::tensor::zip::Together::new()
                .and($first)
                $(.and($tensor))*
                .into_views()
                .unwrap_or_else(|error| ::core::panic!("{error}"));
            () [] $first, $($tensor,)*
        )
    };
}

/// Like [`broadcast_tensors!`], but returns an error if dynamic sizes do not broadcast.
///
/// ```
/// use shapecheck::{DynShape, Tensor, try_broadcast_tensors};
///
/// let a = Tensor::<f32, DynShape>::zeros_with([2, 1].into());
/// let b = Tensor::<f32, DynShape>::zeros_with([3].into());
/// let (a, b) = try_broadcast_tensors!(&a, &b)?;
/// assert_eq!(a.shape(), b.shape());
/// let wrong = Tensor::<f32, DynShape>::zeros_with([4].into());
/// assert!(try_broadcast_tensors!(&b, &wrong).is_err());
/// # Ok::<(), shapecheck::error::BroadcastError>(())
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[macro_export]
macro_rules! try_broadcast_tensors {
    ($first:expr $(, $tensor:expr)* $(,)?) => {
        $crate::tensor::zip::Together::new()
            .and($first)
            $(.and($tensor))*
            .into_views()
            .map(|views| $crate::__views!(views; () [] $first, $($tensor,)*))
    };
}

/// `(((), a), b)` as `(a, b)`, with one name for each operand. The name is one that nobody uses, because a constant
/// with that name in the caller's code would be taken for a pattern.
#[doc(hidden)]
#[macro_export]
macro_rules! __views {
    ($views:expr; $all:tt [$($view:ident)+]) => {{
        let $all = $views;
        ($($view,)+)
    }};
    ($views:expr; $lead:tt [$($view:ident)*] $operand:expr, $($rest:tt)*) => {
        $crate::__views!($views; ($lead, __shapecheck_view) [$($view)* __shapecheck_view] $($rest)*)
    };
}

/// An operand of a pass: `&tensor`, or `tensor`, which gives its memory to the result if it can.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take part in a pass over elements",
    label = "not a tensor of elements that can be copied in this machine's memory",
    note = "an operand is `&tensor`, `tensor` or a view, and its elements are `Copy`"
)]
pub trait OperandOf: Sealed {
    /// Its elements.
    type Element: Copy + 'static;
    /// Its shape.
    type Shape: Shape;
    /// The engine that holds its elements.
    type Engine: Memory;
    /// What a pass needs to read it.
    #[doc(hidden)]
    type Operand: Operates<Element = Self::Element>;

    #[doc(hidden)]
    fn into_operand(self) -> Self::Operand;
}

/// Whether the last size of an operand is known to be 1.
type LastIsOne<A> = <<A as OperandOf>::Shape as EndsInOne>::Answer;

impl<'a, T: Copy + 'static, S: Shape, E: Memory> OperandOf for &'a TensorOn<T, S, E> {
    type Element = T;
    type Shape = S;
    type Engine = E;
    type Operand = E::Lent<'a, T, S>;

    #[inline]
    fn into_operand(self) -> Self::Operand {
        E::lend::<T, S>(&self.data)
    }
}

impl<T: Copy + 'static, S: Shape, E: Memory> OperandOf for TensorOn<T, S, E> {
    type Element = T;
    type Shape = S;
    type Engine = E;
    type Operand = E::Given<T, S>;

    #[inline]
    fn into_operand(self) -> Self::Operand {
        E::give::<T, S>(self.data)
    }
}

/// Tensors, and the shape that they broadcast to.
///
/// It keeps only what a pass reads of the operands, without their shapes, so that the code after it is compiled once
/// for many shapes.
#[doc(hidden)]
#[must_use = "a function has to be applied"]
pub struct Zip<L, S, OutputEngine, P> {
    operands: L,
    marker: PhantomData<(S, OutputEngine, P)>,
}

impl Zip<(), Scalar, NoEngine, ()> {
    /// Starts with one tensor.
    #[inline]
    pub fn of<A: OperandOf>(
        operand: A,
    ) -> Zip<((), A::Operand), A::Shape, Promoted<NoEngine, A::Engine>, ((), LastIsOne<A>)>
    where
        NoEngine: Promotes<A::Engine>,
    {
        Zip {
            operands: ((), operand.into_operand()),
            marker: PhantomData,
        }
    }
}

impl<L, S: Shape, OutputEngine: Engine, P: Predicts> Zip<L, S, OutputEngine, P> {
    /// Adds a tensor.
    #[inline]
    pub fn and<A: OperandOf>(
        self,
        operand: A,
    ) -> Zip<
        (L, A::Operand),
        Broadcasted<S, A::Shape>,
        Promoted<OutputEngine, A::Engine>,
        (P, LastIsOne<A>),
    >
    where
        S: Broadcast<A::Shape>,
        OutputEngine: Promotes<A::Engine>,
    {
        Zip {
            operands: (self.operands, operand.into_operand()),
            marker: PhantomData,
        }
    }

    /// A tensor with the results of a function of one element of each operand.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not broadcast.
    ///
    /// # Panics
    ///
    /// Panics if the element count overflows `usize`.
    #[doc(alias("apply", "vectorize"))]
    #[inline]
    #[panicking_form(map)]
    #[track_caller]
    pub fn try_map<U: 'static, F: FnMut(L::Elements) -> U>(
        self,
        function: F,
    ) -> Result<TensorOn<U, S, OutputEngine>, BroadcastError>
    where
        L: Operands,
        OutputEngine: Collects,
    {
        self.try_collect(&mut Write(function))
    }

    /// A tensor written by `each`.
    #[inline]
    #[track_caller]
    pub(super) fn collect<U: 'static>(
        self,
        each: &mut impl Visit<U, L::Elements>,
    ) -> TensorOn<U, S, OutputEngine>
    where
        L: Operands,
        OutputEngine: Collects,
    {
        let data = OutputEngine::broadcast::<P, _, _, S>(self.operands, each);
        TensorOn::of(data)
    }

    /// Like [`collect`](Self::collect), but returns an error instead of panicking.
    #[inline]
    #[track_caller]
    pub(super) fn try_collect<U: 'static>(
        self,
        each: &mut impl Visit<U, L::Elements>,
    ) -> Result<TensorOn<U, S, OutputEngine>, BroadcastError>
    where
        L: Operands,
        OutputEngine: Collects,
    {
        let sizes = if const { OutputEngine::IS_INLINE } {
            DynShape::of_known(const { memory::known::<S>() })
        } else {
            broadcast(&self.operands, const { S::STATIC })?
        };
        let data = OutputEngine::collect::<P, _, _, _>(self.operands, sizes, each);
        Ok(TensorOn::of(data))
    }
}

/// The sizes that operands broadcast to, which are `known` if a type gives them and they fit.
#[inline(never)]
fn broadcast<L: Operands>(
    operands: &L,
    known: Option<&'static StaticLayout>,
) -> Result<DynShape, BroadcastError> {
    match known {
        Some(known) if operands.fits(known.sizes()) => Ok(DynShape::of_known(known)),
        _ => pass::sizes(operands),
    }
}

/// Tensors that broadcast to a target.
#[doc(hidden)]
#[must_use = "a function has to be applied"]
pub struct ZipInto<'a, T: 'static, S: Shape, E: Engine, L, P> {
    target: &'a mut TensorOn<T, S, E>,
    operands: L,
    marker: PhantomData<P>,
}

// The methods ask whether elements can be changed, not the impl: for the impl, rustc would report a mistake in its own
// words.
impl<'a, T: 'static, S: Shape, E: Engine> ZipInto<'a, T, S, E, (), ()> {
    /// Starts without tensors.
    #[inline]
    pub fn new(target: &'a mut TensorOn<T, S, E>) -> Self
    where
        E: Mutable<T>,
    {
        Self {
            target,
            operands: (),
            marker: PhantomData,
        }
    }
}

impl<'a, T: 'static, S: Shape, E: Engine, L, P: Predicts> ZipInto<'a, T, S, E, L, P> {
    /// Adds a tensor.
    #[inline]
    pub fn and<A: OperandOf<Shape: BroadcastTo<S>>>(
        self,
        operand: A,
    ) -> ZipInto<'a, T, S, E, (L, A::Operand), (P, LastIsOne<A>)> {
        ZipInto {
            target: self.target,
            operands: (self.operands, operand.into_operand()),
            marker: PhantomData,
        }
    }

    /// Calls a function with each element of the target and one element of each operand.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not broadcast to the target's, whose elements are then unchanged.
    #[inline]
    #[panicking_form(update)]
    pub fn try_update<F: FnMut(&mut T, L::Elements)>(
        self,
        function: F,
    ) -> Result<(), BroadcastError>
    where
        E: Mutable<T>,
        L: Operands,
    {
        E::change::<P, S, _>(&mut self.target.data, &self.operands, &mut Update(function))
    }
}

/// The same on all threads of `rayon`'s pool, for elements and functions that can be sent to them.
#[cfg(feature = "rayon")]
mod parallel {
    use super::*;
    use crate::host::Host;
    use crate::host::array::Array;
    use crate::host::pass::parallel::{self, Shared};

    impl<L: Operands + Shared, S: Shape, P> Zip<L, S, Host, P> {
        /// Like [`map`](Self::map), on all threads.
        ///
        /// # Panics
        ///
        /// Panics if the element count overflows `usize`.
        #[track_caller]
        pub fn par_map<U, F>(self, function: F) -> TensorOn<U, S, Host>
        where
            U: Send + 'static,
            F: Fn(L::Elements) -> U + Sync,
        {
            let sizes = pass::must_broadcast(&self.operands, None);
            let elements = parallel::collect(&self.operands, sizes.dims(), function);
            TensorOn::of(Array::new(sizes, elements))
        }
    }

    impl<T: Send + 'static, S: Shape, E: Mutable<T>, L: Operands + Shared, P>
        ZipInto<'_, T, S, E, L, P>
    {
        /// Like [`update`](Self::update), on all threads.
        ///
        /// # Panics
        ///
        /// Panics if dynamic sizes do not broadcast to the target's.
        #[track_caller]
        pub fn par_update<F>(self, function: F)
        where
            F: Fn(&mut T, L::Elements) + Sync,
        {
            let target = E::raw_mut::<S>(&mut self.target.data);
            or_panic(parallel::update(target, &self.operands, function));
        }
    }
}

/// References to tensors to be viewed with one shape, `(((), first), second)`, and its sizes, or the error.
#[doc(hidden)]
#[must_use = "a function has to be applied"]
pub struct Together<L, S> {
    tensors: Result<(L, DynShape), BroadcastError>,
    shape: PhantomData<S>,
}

impl Together<(), Scalar> {
    /// Starts without tensors.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            tensors: Ok(((), DynShape::default())),
            shape: PhantomData,
        }
    }
}

impl<L, S: Shape> Together<L, S> {
    /// Adds a tensor.
    pub fn and<T, R: Shape, E: Engine>(
        self,
        tensor: &TensorOn<T, R, E>,
    ) -> Together<(L, &TensorOn<T, R, E>), Broadcasted<S, R>>
    where
        S: Broadcast<R>,
    {
        let tensors = self.tensors.and_then(|(lead, sizes)| {
            let both = broadcast_pair(sizes.dims(), tensor.dims())?;
            check_names_of::<S>(sizes.dims(), both.dims())?;
            check_names_of::<R>(tensor.dims(), both.dims())?;
            Ok(((lead, tensor), both))
        });
        Together {
            tensors,
            shape: PhantomData,
        }
    }

    /// A view of each tensor, with the shape that they broadcast to: `(((), first), second)`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not broadcast.
    pub fn into_views(self) -> Result<L::Views, BroadcastError>
    where
        L: ViewAll<S>,
    {
        let (tensors, sizes) = self.tensors?;
        Ok(tensors.view_all(sizes.dims()))
    }
}

/// Tensors that broadcast to a shape, as tensors of that shape.
#[doc(hidden)]
pub trait ViewAll<Target> {
    /// `(((), first), second)`
    type Views;

    /// The views.
    fn view_all(self, target: &[usize]) -> Self::Views;
}

impl<Target> ViewAll<Target> for () {
    type Views = ();

    fn view_all(self, _target: &[usize]) {}
}

/// `(lead, tensor)` ↦ `(views of lead, view of tensor)`
impl<Lead, T, S, E, Target> ViewAll<Target> for (Lead, &TensorOn<T, S, E>)
where
    Lead: ViewAll<Target>,
    T: 'static,
    S: Shape,
    E: MovesAxes<T>,
    Target: Shape,
{
    type Views = (Lead::Views, TensorOn<T, Target, E>);

    fn view_all(self, target: &[usize]) -> Self::Views {
        let (lead, tensor) = self;
        let view = TensorOn::of(E::expand::<S, Target>(&tensor.data, target.into()));
        (lead.view_all(target), view)
    }
}
