//! Gradients of what ranks compute together, on the engine of `shapecheck-grad`.
//!
//! The gradient of a tensor has the state that is the counterpart of its own. What is whole on each rank along an axis of the mesh is
//! used by each rank, so each has a term of its gradient: that is pending. A shard has a gradient for itself, and what was a term of a
//! sum gets the gradient of the sum. So the collectives are each other's derivatives, and no rank has to remember where a gradient is
//! to be summed: the type of the gradient says it.
//!
//! | | its gradient |
//! | --- | --- |
//! | whole along `Tp` | pending over `Tp`, with the axis [`Gradient`] |
//! | cut over `Tp` | cut over `Tp` |
//! | `all_reduce` | `all_reduce` |
//! | `all_gather` | `reduce_scatter` |
//! | `reduce_scatter` | `all_gather` |
//! | `all_to_all` | `all_to_all` |
//!
//! ```
//! use shapecheck::{Axis, Host, Tensor, dims, shape};
//! use shapecheck_grad::Grad;
//! use shapecheck_mesh::grad::Gradient;
//! use shapecheck_mesh::{Mesh, MeshError, MeshTensor, MeshTensorOn, Pending, mesh, threads};
//!
//! dims! { Batch = 4, In = 2, Hidden = 8 }
//! mesh! { Dp, Tp }
//!
//! threads::run(4, |world| {
//!     let (dp, tp) = Mesh::of(world, (Dp::of(2), Tp::of(2)))?;
//!     let x = MeshTensor::whole(Tensor::<f32, shape![Batch, In]>::ones()).cut(Axis::<-2>, &dp)?;
//!     let up = MeshTensor::whole(Tensor::<f32, shape![In, Hidden]>::ones()).cut(Axis::<-1>, &tp)?;
//!     let norm = MeshTensor::whole(Tensor::<f32, shape![In]>::ones());
//!     let (x, up, norm) = (x.constant(), up.parameter(), norm.parameter());
//!
//!     let hidden = x.rms_norm(&norm, 1e-5).matmul(&up).tanh(); // [Batch / Dp, Hidden / Tp]
//!     let sums = hidden.sum_axis::<-1>().all_reduce(&tp)?;
//!     let loss = sums.mean_axis_over(Axis::<-2>, &dp)?.remove_axis::<-1>().remove_axis::<-1>();
//!
//!     let gradients = loss.backward((&dp, &tp))?;
//!     // Each rank along `Dp` has the term of its rows.
//!     let of_up: MeshTensor<f32, shape![In, Hidden / Tp], Pending<Gradient, Dp>> = gradients.of(&up);
//!     let of_up = of_up.all_reduce(&dp)?;
//!     let of_norm = gradients.of(&norm).all_reduce(&dp)?.all_reduce(&tp)?;
//!     assert_eq!((of_up.dims(), of_norm.dims()), (&[2, 4][..], &[2][..]));
//!     Ok::<_, MeshError>(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A step with a gradient that is still a term does not compile:
//!
//! ```compile_fail,E0277
//! # use shapecheck::{Host, Scalar, dims, shape};
//! # use shapecheck_grad::Grad;
//! # use shapecheck_mesh::threads::Threads;
//! # use shapecheck_mesh::{Mesh, MeshError, MeshTensor, MeshTensorOn, mesh};
//! # dims! { In = 2, Out = 3 }
//! # mesh! { Dp }
//! # fn wrong(
//! #     loss: MeshTensorOn<f32, Scalar, Grad<Host>>,
//! #     weights: MeshTensorOn<f32, shape![In, Out], Grad<Host>>,
//! #     dp: &Mesh<Dp, Threads>,
//! # ) -> Result<MeshTensor<f32, shape![In, Out]>, MeshError> {
//! let step = loss.backward(dp)?.of(&weights).scale(0.1);
//! // cannot add a whole tensor to the pending sum of `Gradient / Dp` over `Dp`: each rank would add it
//! Ok(weights.detach() - step)
//! # }
//! ```

use std::fmt;

use shapecheck::algebra::{Answer, AnyAnswer};
use shapecheck::dim::NamedDim;
use shapecheck::dim::named::Identity;
use shapecheck::dim::shard::{CutOver, MeshAxis, Piece, Uncut};
use shapecheck::engine::{Clones, DynamicShapes};
use shapecheck::typenum::{B0, B1};
use shapecheck::{Axes, Scalar, Shape, TensorOn, dims};
use shapecheck_grad::{Differentiable, Grad, GradientError, Gradients, Real, Traces};

use crate::collective::name_of;
use crate::cut::Tell;
use crate::{Collective, Mesh, MeshError, MeshTensorOn, Pending, Ranks, Whole};

dims! {
    /// What the terms of a gradient are summed over: the uses of a tensor on the ranks along an axis of the mesh.
    pub Gradient,
}

impl<T: Real, S: Shape, E: Differentiable<T>> MeshTensorOn<T, S, E> {
    /// A tensor that has a gradient; its shards are those of this one.
    pub fn parameter(self) -> MeshTensorOn<T, S, Grad<E>> {
        MeshTensorOn::of(Grad::parameter(self.part))
    }
}

impl<T: 'static, S: Shape, E: DynamicShapes + 'static, State> MeshTensorOn<T, S, E, State> {
    /// A tensor without a gradient, used with those that have one: inputs and targets.
    pub fn constant(self) -> MeshTensorOn<T, S, Grad<E>, State> {
        MeshTensorOn::of(Grad::constant(self.part))
    }
}

impl<T: 'static, S: Shape, E: DynamicShapes + Clones<T> + 'static, State>
    MeshTensorOn<T, S, Grad<E>, State>
{
    /// The same tensor without gradients.
    pub fn detach(&self) -> MeshTensorOn<T, S, E, State> {
        MeshTensorOn::of(self.part.detach())
    }
}

impl<T: Real, E: Differentiable<T>> MeshTensorOn<T, Scalar, Grad<E>> {
    /// The gradients of this number, with respect to all parameters that it depends on.
    ///
    /// Give all meshes that the ranks belong to: `&tp`, or `(&dp, &tp)`. All ranks call it, because they compute the gradients of
    /// collectives together.
    ///
    /// # Errors
    ///
    /// Returns an error if the meshes have not all ranks.
    ///
    /// # Panics
    ///
    /// Panics if the number depends on no parameter, or if another rank fails in a collective on the way back.
    #[track_caller]
    pub fn backward<Meshes: AllMeshes>(
        &self,
        meshes: Meshes,
    ) -> Result<MeshGradients<Meshes::Axes>, MeshError> {
        // Whole on each rank, so its own gradient, 1, is a sum, of which the first rank has all.
        let is_first = meshes.is_first()?;
        let seed = if is_first { T::one() } else { T::zero() };
        let gradients = (&self.part * seed).backward();
        Ok(MeshGradients {
            gradients,
            axes: std::marker::PhantomData,
        })
    }
}

/// The gradients of a number on a mesh, by the parameters that it depends on.
pub struct MeshGradients<Axes> {
    gradients: Gradients,
    axes: std::marker::PhantomData<Axes>,
}

impl<Axes> fmt::Debug for MeshGradients<Axes> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.gradients.fmt(f)
    }
}

impl<Axes> MeshGradients<Axes> {
    /// The gradient of a parameter: pending over the axes of the mesh that do not cut the parameter.
    ///
    /// # Panics
    ///
    /// Panics if the tensor is not a parameter, or if the number does not depend on it.
    #[track_caller]
    pub fn of<T: Real, S: Shape + OverAxes<Axes>, E: Differentiable<T>>(
        &self,
        parameter: &MeshTensorOn<T, S, Grad<E>>,
    ) -> MeshTensorOn<T, S, E, S::State> {
        MeshTensorOn::of(self.gradients.of(&parameter.part))
    }

    /// Like [`of`](Self::of), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the tensor is not a parameter, or if the number does not depend on it.
    pub fn try_of<T: Real, S: Shape + OverAxes<Axes>, E: Differentiable<T>>(
        &self,
        parameter: &MeshTensorOn<T, S, Grad<E>>,
    ) -> Result<MeshTensorOn<T, S, E, S::State>, GradientError> {
        self.gradients.try_of(&parameter.part).map(MeshTensorOn::of)
    }
}

/// All meshes that the ranks of a program belong to.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not the meshes of a program",
    label = "expected `&tp`, or `(&dp, &tp)` for a mesh of two axes"
)]
pub trait AllMeshes {
    /// Their axes.
    type Axes;

    /// Whether this is the first of all ranks.
    fn is_first(&self) -> Result<bool, MeshError>;
}

impl<M, K, C: Ranks> AllMeshes for &Mesh<NamedDim<M, K>, C>
where
    NamedDim<M, K>: MeshAxis,
{
    type Axes = (NamedDim<M, K>,);

    fn is_first(&self) -> Result<bool, MeshError> {
        check_all(
            self.transport(),
            &[(name_of::<NamedDim<M, K>>(), self.ranks())],
        )?;
        Ok(self.rank() == 0)
    }
}

impl<M, K, C: Ranks, X, J, D: Ranks> AllMeshes
    for (&Mesh<NamedDim<M, K>, C>, &Mesh<NamedDim<X, J>, D>)
where
    NamedDim<M, K>: MeshAxis,
    NamedDim<X, J>: MeshAxis,
{
    type Axes = (NamedDim<M, K>, NamedDim<X, J>);

    fn is_first(&self) -> Result<bool, MeshError> {
        let (one, other) = self;
        let axes = [
            (name_of::<NamedDim<M, K>>(), one.ranks()),
            (name_of::<NamedDim<X, J>>(), other.ranks()),
        ];
        check_all(one.transport(), &axes)?;
        Ok(one.rank() == 0 && other.rank() == 0)
    }
}

/// Whether the axes have all ranks of the program, where the transport knows how many there are.
fn check_all<C: Ranks>(transport: &C, axes: &[(String, usize)]) -> Result<(), MeshError> {
    let all = transport.claims().map(|(claims, _)| claims.ranks());
    match all {
        Some(ranks) if axes.iter().map(|(_, size)| size).product::<usize>() != ranks => {
            Err(MeshError::Grid {
                axes: axes.to_vec(),
                ranks,
            })
        }
        _ => Ok(()),
    }
}

/// A shape whose gradient is pending over those of the axes of a mesh that do not cut it.
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` are cut",
    label = "a shape of axes that are whole or shards",
    note = "a size that is a parameter is whole on each rank with the bound `N: WholeSize`"
)]
pub trait OverAxes<Axes> {
    /// The state of the gradient.
    type State;
}

impl<S: CutBy<M>, M, K> OverAxes<(NamedDim<M, K>,)> for S
where
    Tell: OfUses<S::Answer, NamedDim<M, K>, Whole>,
{
    type State = <Tell as OfUses<S::Answer, NamedDim<M, K>, Whole>>::State;
}

impl<S: CutBy<M> + CutBy<X>, M, K, X, J, Left> OverAxes<(NamedDim<M, K>, NamedDim<X, J>)> for S
where
    Tell: OfUses<<S as CutBy<X>>::Answer, NamedDim<X, J>, Whole, State = Left>,
    Tell: OfUses<<S as CutBy<M>>::Answer, NamedDim<M, K>, Left>,
{
    type State = <Tell as OfUses<<S as CutBy<M>>::Answer, NamedDim<M, K>, Left>>::State;
}

/// The state of a gradient along an axis of the mesh, by whether that cuts the tensor.
#[doc(hidden)]
pub trait OfUses<IsCut, Mesh, Rest> {
    /// The state.
    type State;
}

/// Each rank has the gradient of its shard
impl<Mesh, Rest> OfUses<B1, Mesh, Rest> for Tell {
    type State = Rest;
}

/// Each rank has a term of it
impl<Mesh, Rest> OfUses<B0, Mesh, Rest> for Tell {
    type State = Pending<Gradient, Mesh, Rest>;
}

/// Whether an axis of a shape is cut over the axis `M` of a mesh.
#[doc(hidden)]
pub trait CutBy<M> {
    /// The answer.
    type Answer: AnyAnswer;
}

impl<M> CutBy<M> for Scalar {
    type Answer = B0;
}

/// `[..L, N]`
impl<L: CutBy<M>, N: Piece<Cut: IsOver<M>>, M> CutBy<M> for Axes<L, N> {
    type Answer = <<N::Cut as IsOver<M>>::Answer as Answer>::Or<L::Answer>;
}

/// Whether a cut is one over the axis `M` of a mesh.
#[doc(hidden)]
pub trait IsOver<M> {
    /// The answer.
    type Answer: AnyAnswer;
}

impl<M> IsOver<M> for Uncut {
    type Answer = B0;
}

impl<W, X: Identity, M: Identity> IsOver<M> for CutOver<W, X> {
    type Answer = X::Is<M>;
}

/// The collectives on the engine below, each with the one that is its derivative.
impl<T: Real, E: Differentiable<T>, C: Collective<T, E> + Clone + 'static> Collective<T, Grad<E>>
    for C
{
    fn all_reduce<S: Shape>(
        &self,
        x: TensorOn<T, S, Grad<E>>,
    ) -> Result<TensorOn<T, S, Grad<E>>, MeshError> {
        let value = Collective::all_reduce(self, x.detach())?;
        let ranks = self.clone();
        Ok(Grad::custom(&x, value, move |gradient| {
            done(Collective::all_reduce(&ranks, gradient))
        }))
    }

    fn reduce_scatter<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, Grad<E>>,
        axis: usize,
        part: O,
    ) -> Result<TensorOn<T, O, Grad<E>>, MeshError> {
        let (whole, ranks) = (x.shape(), self.clone());
        let value = self.reduce_scatter(x.detach(), axis, part)?;
        Ok(Grad::custom(&x, value, move |gradient| {
            done(ranks.all_gather(gradient, axis, whole.clone()))
        }))
    }

    fn all_gather<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, Grad<E>>,
        axis: usize,
        whole: O,
    ) -> Result<TensorOn<T, O, Grad<E>>, MeshError> {
        let (part, ranks) = (x.shape(), self.clone());
        let value = self.all_gather(x.detach(), axis, whole)?;
        Ok(Grad::custom(&x, value, move |gradient| {
            done(ranks.reduce_scatter(gradient, axis, part.clone()))
        }))
    }

    /// The gradient of the rank `root` is the sum of all, and that of the others is zero.
    fn broadcast<S: Shape>(
        &self,
        x: TensorOn<T, S, Grad<E>>,
        root: usize,
    ) -> Result<TensorOn<T, S, Grad<E>>, MeshError> {
        let ranks = self.clone();
        let value = self.broadcast(x.detach(), root)?;
        Ok(Grad::custom(&x, value, move |gradient| {
            let sum = done(Collective::all_reduce(&ranks, gradient));
            match ranks.rank() == root {
                true => sum,
                false => sum * T::zero(),
            }
        }))
    }

    fn all_to_all<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, Grad<E>>,
        gathered: usize,
        cut: usize,
        result: O,
    ) -> Result<TensorOn<T, O, Grad<E>>, MeshError> {
        let (shape, ranks) = (x.shape(), self.clone());
        let value = Collective::all_to_all(self, x.detach(), gathered, cut, result)?;
        Ok(Grad::custom(&x, value, move |gradient| {
            done(Collective::all_to_all(
                &ranks,
                gradient,
                cut,
                gathered,
                shape.clone(),
            ))
        }))
    }

    /// # Panics
    ///
    /// Panics if the tensor has a gradient: a rank that does not use what it gets would be missed on the way back.
    fn shift<S: Shape>(
        &self,
        x: TensorOn<T, S, Grad<E>>,
        by: isize,
        wraps: bool,
    ) -> Result<Option<TensorOn<T, S, Grad<E>>>, MeshError> {
        let found = self.shift(x.detach(), by, wraps)?;
        let unused = |_| panic!("a shift has no gradient: `detach()` is the tensor without one");
        Ok(found.map(|found| Grad::custom(&x, found, unused)))
    }
}

/// What a collective gives on the way back, which returns no errors.
#[track_caller]
fn done<R>(result: Result<R, MeshError>) -> R {
    result.unwrap_or_else(|error| {
        panic!("on the way back through what ranks compute together: {error}")
    })
}
