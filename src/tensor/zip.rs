//! One pass over any number of tensors, broadcast to one shape: [`broadcast_map!`](crate::broadcast_map),
//! [`broadcast_update!`](crate::broadcast_update), and what the operators are made of.
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

use super::layout::Expanded;
use super::{Owned, Storage, StorageMut, TensorBase, Viewed};
use crate::broadcast::run_time;
use crate::{Broadcast, BroadcastError, BroadcastTo, Broadcasted, Shape};

pub use super::kernel::pass::{HomeOf, Operand, OperandList, Zip, ZipInto};

/// A new tensor of the results of a function of any number of tensors, broadcast to one shape: one pass, and no tensor
/// in between.
///
/// Operands are `&tensor`, views, or `tensor`, which gives its memory to the result where it has its shape and elements of the same
/// size. The function takes elements by value, one parameter for each operand, at most 15, and is called in
/// row-major order.
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
/// # Panics
///
/// Where dynamic sizes do not broadcast; [`try_broadcast_map!`](crate::try_broadcast_map) returns the error.
#[macro_export]
macro_rules! broadcast_map {
    (|$($element:pat_param),+ $(,)?| $result:expr; $first:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Zip::of($first)
            $(.and($operand))*
            .map($crate::__elements!([] () [$first $(, $operand)*] $($element,)+ => $result))
    };
}

/// As [`broadcast_map!`], with an error where dynamic sizes do not broadcast.
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
#[macro_export]
macro_rules! try_broadcast_map {
    (|$($element:pat_param),+ $(,)?| $result:expr; $first:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Attempt::of($first)
            $(.and($operand))*
            .map($crate::__elements!([] () [$first $(, $operand)*] $($element,)+ => $result))
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
/// # Panics
///
/// Where dynamic sizes do not broadcast to the target's; [`try_broadcast_update!`](crate::try_broadcast_update) returns the
/// error.
#[macro_export]
macro_rules! broadcast_update {
    (|$place:pat_param $(, $element:pat_param)* $(,)?| $change:expr; $target:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::ZipInto::new($target)
            $(.and($operand))*
            .update($crate::__elements!([$place] () [$($operand),*] $($element,)* => $change))
    };
}

/// As [`broadcast_update!`], with an error where dynamic sizes do not broadcast. The target is then as it was.
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
#[macro_export]
macro_rules! try_broadcast_update {
    (|$place:pat_param $(, $element:pat_param)* $(,)?| $change:expr; $target:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Attempt::new($target)
            $(.and($operand))*
            .update($crate::__elements!([$place] () [$($operand),*] $($element,)* => $change))
    };
}

/// As [`broadcast_map!`], on all threads of `rayon`'s pool where the result is large. The function may be called in any order.
///
/// ```
/// use shapecheck::{Tensor, par_broadcast_map, shape};
///
/// let x = Tensor::<f32, shape![512, 512]>::full(2.0);
/// let row = Tensor::<f32, shape![512]>::full(3.0);
/// assert_eq!(par_broadcast_map!(|x, r| x * r; &x, &row), Tensor::full(6.0));
/// ```
#[cfg(feature = "rayon")]
#[macro_export]
macro_rules! par_broadcast_map {
    (|$($element:pat_param),+ $(,)?| $result:expr; $first:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::Zip::of($first)
            $(.and($operand))*
            .par_map($crate::__elements!([] () [$first $(, $operand)*] $($element,)+ => $result))
    };
}

/// As [`broadcast_update!`], on all threads of `rayon`'s pool where the target is large. The function may be called in any order.
///
/// ```
/// use shapecheck::{Tensor, par_broadcast_update, shape};
///
/// let mut x = Tensor::<f32, shape![512, 512]>::full(2.0);
/// par_broadcast_update!(|x, r| *x *= r; &mut x, &Tensor::<f32, shape![512]>::full(3.0));
/// assert_eq!(x, Tensor::full(6.0));
/// ```
#[cfg(feature = "rayon")]
#[macro_export]
macro_rules! par_broadcast_update {
    (|$place:pat_param $(, $element:pat_param)* $(,)?| $change:expr; $target:expr $(, $operand:expr)* $(,)?) => {
        $crate::tensor::zip::ZipInto::new($target)
            $(.and($operand))*
            .par_update($crate::__elements!([$place] () [$($operand),*] $($element,)* => $change))
    };
}

/// `|(((), x), y)| result`, where there are as many operands as names.
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

/// Views of any number of tensors, all of the one shape that they broadcast to, as a tuple.
///
/// ```
/// use shapecheck::{Tensor, broadcast_tensors, shape};
///
/// let (column, row) = (Tensor::from([[1], [2]]), Tensor::from([10, 20, 30]));
/// let (a, b) = broadcast_tensors!(&column, &row);
/// assert_eq!(a.shape(), &<shape![2, 3]>::default());
/// assert_eq!(b[[1, 2]], 30);
/// ```
///
/// # Panics
///
/// Where dynamic sizes do not broadcast; [`try_broadcast_tensors!`](crate::try_broadcast_tensors) returns the error.
#[macro_export]
macro_rules! broadcast_tensors {
    ($first:expr $(, $tensor:expr)* $(,)?) => {
        $crate::__views!(
            $crate::tensor::zip::Zip::of($first)$(.and($tensor))*.into_views();
            () [] $first, $($tensor,)*
        )
    };
}

/// As [`broadcast_tensors!`], with an error where dynamic sizes do not broadcast.
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
/// # Ok::<(), shapecheck::BroadcastError>(())
/// ```
#[macro_export]
macro_rules! try_broadcast_tensors {
    ($first:expr $(, $tensor:expr)* $(,)?) => {
        $crate::tensor::zip::Attempt::of($first)
            $(.and($tensor))*
            .into_views()
            .map(|views| $crate::__views!(views; () [] $first, $($tensor,)*))
    };
}

/// `(((), a), b)` as `(a, b)`: one name for each of the operands. A constant of that name in the caller's code would be taken for a
/// pattern, so it is one that nobody uses.
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

/// A pass over operands of which one may not have broadcast with those before it.
#[doc(hidden)]
pub struct Attempt<Pass>(Result<Pass, BroadcastError>);

impl<A: Operand> Attempt<Zip<((), A), A::Shape>> {
    /// One tensor.
    pub fn of(operand: A) -> Self {
        Self(Ok(Zip::of(operand)))
    }
}

impl<L, S: Shape> Attempt<Zip<L, S>> {
    /// One more tensor.
    pub fn and<A: Operand>(self, operand: A) -> Attempt<Zip<(L, A), Broadcasted<S, A::Shape>>>
    where
        S: Broadcast<A::Shape>,
    {
        Attempt(self.0.and_then(|zip| zip.try_and(operand)))
    }

    /// A tensor of the results of a function of one element of each operand.
    ///
    /// # Errors
    ///
    /// Where an operand did not broadcast.
    #[track_caller]
    pub fn map<U, F: FnMut(L::Elements) -> U>(
        self,
        function: F,
    ) -> Result<TensorBase<U, S, L::Home>, BroadcastError>
    where
        L: OperandList<Home: Owned<U, S>>,
    {
        Ok(self.0?.map(function))
    }

    /// A view of each tensor.
    ///
    /// # Errors
    ///
    /// Where one did not broadcast.
    pub fn into_views(self) -> Result<L::Views, BroadcastError>
    where
        L: ViewAll<S>,
    {
        Ok(self.0?.into_views())
    }
}

impl<'a, T, S: Shape, Store: StorageMut<T, S>> Attempt<ZipInto<'a, T, S, Store, ()>> {
    /// No tensor yet.
    pub fn new(target: &'a mut TensorBase<T, S, Store>) -> Self {
        Self(Ok(ZipInto::new(target)))
    }
}

impl<'a, T, S: Shape, Store: StorageMut<T, S>, L> Attempt<ZipInto<'a, T, S, Store, L>> {
    /// One more tensor.
    pub fn and<A: Operand<Shape: BroadcastTo<S>>>(
        self,
        operand: A,
    ) -> Attempt<ZipInto<'a, T, S, Store, (L, A)>> {
        Attempt(self.0.and_then(|into| into.try_and(operand)))
    }

    /// Calls a function with each element of the target and one element of each operand.
    ///
    /// # Errors
    ///
    /// Where an operand did not broadcast.
    pub fn update<F: FnMut(&mut T, L::Elements)>(self, function: F) -> Result<(), BroadcastError>
    where
        L: OperandList,
    {
        self.0?.update(function);
        Ok(())
    }
}

mod sealed {
    use super::{Shape, Storage, TensorBase};

    pub trait Views {}

    impl Views for () {}
    impl<Lead, T, S: Shape, Store: Storage<T, S>> Views for (Lead, &TensorBase<T, S, Store>) {}
}

/// Tensors that were seen to broadcast to a shape, as views of that shape.
#[doc(hidden)]
pub trait ViewAll<Target>: sealed::Views {
    /// `(((), first), second)`
    type Views;

    /// The views.
    fn view_all(self, target: &Target) -> Self::Views;
}

impl<Target> ViewAll<Target> for () {
    type Views = ();

    fn view_all(self, _target: &Target) {}
}

/// `(lead, tensor)` ↦ `(views of lead, view of tensor)`
impl<'a, Lead, T, S, Store, Target> ViewAll<Target> for (Lead, &'a TensorBase<T, S, Store>)
where
    Lead: ViewAll<Target>,
    S: Shape,
    Store: Storage<T, S>,
    Target: Shape,
{
    type Views = (
        Lead::Views,
        Viewed<'a, T, S, Store, Target, Expanded<S, Store::Layout>>,
    );

    fn view_all(self, target: &Target) -> Self::Views {
        let (lead, tensor) = self;
        // Not by the types, which are of operands in general, so once more at run time: a view must not read beyond its tensor.
        let view = match run_time::check_broadcast_to(
            tensor.shape.to_dyn().dims(),
            target.to_dyn().dims(),
        ) {
            Ok(()) => tensor.expanded(target.clone()),
            Err(error) => panic!("{error}"),
        };
        (lead.view_all(target), view)
    }
}
