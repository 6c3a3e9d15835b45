//! Rules for recurrent layers: their weights, biases and states.
//!
//! The first axis of the weights is for the gates, four in an LSTM and three in a GRU, with one matrix for each
//! gate.
//!
//! ```
//! use shapecheck::algebra::Recurs;
//! use shapecheck::{Dim, dim, shape};
//!
//! type Output<S, W, R> = <S as Recurs<dim!(4), W, R>>::Output;
//! fn lstm<B: Dim, T: Dim, I: Dim, H: Dim>(
//!     y: Output<shape![B, T, I], shape![4, H, I], shape![4, H, H]>,
//! ) -> shape![B, T, H] {
//!     y
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Recurs;
//! use shapecheck::{dim, shape};
//!
//! type Output = <shape![8, 5, 32] as Recurs<dim!(4), shape![4, 64, 28], shape![4, 64, 64]>>::Output;
//! fn wrong(_: Output) {} // this layer takes 28 numbers, the input has 32 at axis -1
//! ```

use super::network::with_last;
use super::{Equals, SameSize};
use crate::error::Rule;
use crate::shape::list::after;
use crate::verdict::{Accept, GatesRule, LinearRule, Operands, RecurrentWeightsRule};
use crate::{Axes, Dim, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// The weights of a recurrent layer, `[G, H, I]`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the weights of a recurrent layer have three axes",
    label = "no axes `[G, H, I]` here",
    note = "a recurrent layer has a matrix [H, I] for each gate, four of an LSTM and three of a GRU; weights [4 * H, I] are split by `split_axis::<-2, dim!(4), H>()`"
)]
pub trait GateWeights: Shape {
    /// The number of gates.
    type Gates: Dim;
    /// The size of the output.
    type Hidden: Dim;
    /// The size of the input.
    type Inputs: Dim;
}

/// `[G, H, I]`
#[diagnostic::do_not_recommend]
impl<G: Dim, H: Dim, I: Dim> GateWeights for after!(Scalar; G H I) {
    type Gates = G;
    type Hidden = H;
    type Inputs = I;
}

/// A shape whose last axis a recurrent layer with `Gates` gates takes, with weights `Weights` for the inputs and
/// `Recurrent` for the layer's own state.
///
/// ```text
/// [..S, I] with weights [G, H, I] and [G, H, H] gives [..S, H]
/// ```
///
/// A sequence `[..S, T, I]` gives `[..S, T, H]`, and one step of it has a state `[..S, H]`. In generic code no bound is
/// needed if equal sizes are one parameter.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this recurrent layer takes the input",
    label = "nothing here says that `{Self}` ends in what weights of shape `{Weights}` and `{Recurrent}` take",
    note = "inputs `[.., T, I]` go through weights `[G, H, I]` and `[G, H, H]`, a matrix for each gate, and give `[.., T, H]`"
)]
pub trait Recurs<Gates, Weights, Recurrent>: HasAxis<-1> {
    /// The biases, `[G, H]`.
    type Bias: Shape;
    /// The shape of the result, `[..S, H]`.
    type Output: Shape;
}

impl<S, Gates, Weights, Recurrent, Size, Found, Hidden, Inputs, Verdict>
    Recurs<Gates, Weights, Recurrent> for S
where
    Gates: Dim,
    Weights: GateWeights<Gates = Found, Hidden = Hidden, Inputs = Inputs>,
    S: HasAxis<-1, Size = Size>,
    Size: SameSize<LinearRule, Inputs>,
    Found: SameSize<GatesRule, Gates>,
    Recurrent: Equals<Squares<Gates, Hidden>, Verdict = Verdict>,
    Operands: Accept<RecurrentWeightsRule, Verdict>,
    Hidden: Dim,
{
    type Bias = Axes<Axes<Scalar, Gates>, Weights::Hidden>;
    type Output = S::With<Weights::Hidden>;
}

/// `[G, H, H]`
type Squares<G, H> = Axes<Axes<Axes<Scalar, G>, H>, H>;

/// The shape of the output of a recurrent layer, `[.., H]`, for inputs `[.., I]`, weights `[G, H, I]` and `[G, H, H]`
/// and biases `[G, H]`: the rule of [`Recurs`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::recurrent_shape;
///
/// let shape = recurrent_shape(&[8, 5, 32], 4, &[4, 64, 32], &[4, 64, 64], &[&[4, 64]])?;
/// assert_eq!(shape.dims(), [8, 5, 64]);
/// assert_eq!(
///     recurrent_shape(&[8, 5, 32], 4, &[4, 64, 32], &[4, 64, 60], &[]).unwrap_err().to_string(),
///     "recurrent weights [4, 64, 60] do not go with weights [4, 64, 32]: size 60 at axis -1, the layer needs 64",
/// );
/// assert_eq!(
///     recurrent_shape(&[8, 5, 32], 4, &[3, 64, 32], &[3, 64, 64], &[]).unwrap_err().to_string(),
///     "weights [3, 64, 32] do not fit: this layer needs 4 gates, the weights have 3",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the weights do not have three axes, if the number of gates is wrong, if the last axis of the
/// input has a different size than the layer takes, or if recurrent weights or biases are not for the numbers that the
/// layer gives.
pub fn recurrent_shape(
    input: &[usize],
    gates: usize,
    weights: &[usize],
    recurrent: &[usize],
    biases: &[&[usize]],
) -> Result<DynShape, ShapeError> {
    let &[found, hidden, takes] = weights else {
        return Err(ShapeError::rank(weights, 3, false));
    };
    let [lead @ .., last] = input else {
        return Err(ShapeError::rank(input, 1, true));
    };
    if found != gates {
        let kind = Rule::GATES.sizes(-3, found, gates);
        return Err(kind.of(weights));
    }
    Rule::LINEAR.check_size(-1, [*last, takes], input, weights)?;
    check_part(
        Rule::RECURRENT_WEIGHTS,
        recurrent,
        &[gates, hidden, hidden],
        weights,
    )?;
    for bias in biases {
        check_part(Rule::GATE_BIAS, bias, &[gates, hidden], weights)?;
    }
    with_last(lead, &[hidden])
}

/// Checks that the state of a recurrent layer, `[.., H]`, has the shape of one step of its output, `[.., T, H]`.
///
/// ```
/// use shapecheck::algebra::check_state;
///
/// assert!(check_state(&[8, 64], &[8, 5, 64]).is_ok());
/// assert_eq!(
///     check_state(&[7, 64], &[8, 5, 64]).unwrap_err().to_string(),
///     "a state [7, 64] does not go with results [8, 5, 64]: size 7 at axis -2, the layer needs 8",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the shapes differ apart from the axis of the steps, or if there is no such axis.
pub fn check_state(state: &[usize], output: &[usize]) -> Result<(), ShapeError> {
    match output {
        [lead @ .., _, hidden] => {
            let step = with_last(lead, &[*hidden])?;
            check_part(Rule::STATE, state, step.dims(), output)
        }
        _ => Err(ShapeError::rank(output, 2, true)),
    }
}

/// Checks that a part of a layer has these sizes. Of several differences, the one nearest to the last axis is reported.
#[doc(hidden)]
pub fn check_part(
    part: Rule,
    sizes: &[usize],
    needed: &[usize],
    whole: &[usize],
) -> Result<(), ShapeError> {
    part.compare(sizes, needed)
        .map_err(|kind| kind.between(sizes, whole))
}
