//! Operations made of others: the defaults of [`Networks`]. Each is an expression over terms, without shapes in its
//! types; `x + y` broadcasts as tensors do.
//!
//! They are given what is lent and make terms of it here: what a default does before it calls one of these is compiled
//! for each shape.

use super::term::{Term, Untyped};
use num_traits::float::FloatCore;
use num_traits::{NumCast, One, Zero};

use super::{
    ArrayShape, Binary, Chosen, Copies, Creates, Engine, Floats, Joins, Lends, MovesAxes, Networks,
    Numbers, Operand, Products, ReducedLosses, Reduces, Reshapes, Scatters, Unary, ops,
};
use crate::shape::axis::Swapped;
use crate::{DynShape, Scalar, Shape, ShapeError};

/// Data that is lent.
type Ref<'a, E, T> = <E as Lends>::Ref<'a, T>;

/// `terms!(x weights; bias)`: terms of what is lent, and of what may be there.
macro_rules! terms {
    ($($data:ident)* $(; $($option:ident)*)?) => {
        $(let $data = Term::<T, E>::lent($data);)*
        $($(let $option = $option.map(Term::<T, E>::lent);)*)?
    };
}

/// See [`Networks::linear`].
#[track_caller]
pub fn linear<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    weights: Ref<'_, E, T>,
    bias: Option<Ref<'_, E, T>>,
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(x weights; bias);
    with_bias(through(&x, &weights), bias).into_data()
}

/// Adds a bias, if there is one.
#[track_caller]
fn with_bias<'a, T: 'static, E: Networks<T>>(
    x: Term<'a, T, E>,
    bias: Option<Term<'_, T, E>>,
) -> Term<'a, T, E> {
    match bias {
        Some(bias) => x + bias,
        None => x,
    }
}

/// Rows through a layer.
#[track_caller]
fn through<'a, T: 'static, E: Networks<T>>(
    x: &Term<'a, T, E>,
    weights: &Term<'_, T, E>,
) -> Term<'a, T, E> {
    x.product(&weights.transpose())
}

/// See [`Networks::normalize`].
#[track_caller]
pub fn normalize<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (weights, bias): (Ref<'_, E, T>, Option<Ref<'_, E, T>>),
    centred: bool,
    epsilon: T,
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(x weights; bias);
    let parameters = (weights.data(), bias.as_ref().map(Term::data));
    if let Some(found) = E::normalize_at_once(x.data(), parameters, centred, &epsilon) {
        return found;
    }
    let axes = DynShape::build(weights.sizes().len(), 1, &|axis| axis).unwrap_or_default();
    let weighted = normalized(x, axes.dims(), centred, epsilon) * weights;
    with_bias(weighted, bias).into_data()
}

/// Elements divided by the root of the mean of their squares along axes, after their mean is subtracted if `centred`.
#[track_caller]
fn normalized<'a, T: 'static, E: Networks<T>>(
    x: Term<'a, T, E>,
    axes: &[usize],
    centred: bool,
    epsilon: T,
) -> Term<'a, T, E> {
    let (elements, squares) = match centred {
        true => {
            let means = x.reduce::<ops::Mean>(axes);
            let squares = x.reduce::<ops::Var>(axes);
            (x - means, squares)
        }
        false => {
            let squares = x.square().reduce::<ops::Mean>(axes);
            (x, squares)
        }
    };
    elements / squares.map(ops::Right(ops::Add, epsilon)).map(ops::Sqrt)
}

/// See [`Networks::normalize_channels`].
#[track_caller]
pub fn normalize_channels<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (weights, bias): (Ref<'_, E, T>, Ref<'_, E, T>),
    split: [usize; 4],
    samples: bool,
    epsilon: T,
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(x weights bias);
    let sizes = DynShape::from(x.sizes());
    let axes: &[usize] = if samples { &[4, 2, 1] } else { &[2, 1] };
    let columns = [split[1], split[2], 1];
    let normal = normalized(x.reshape(split), axes, true, epsilon);
    (normal * weights.reshape(columns) + bias.reshape(columns))
        .reshape(sizes)
        .into_data()
}

/// See [`Networks::normalize_channels_by`].
#[track_caller]
pub fn normalize_channels_by<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (means, variances): (Ref<'_, E, T>, Ref<'_, E, T>),
    (weights, bias): (Ref<'_, E, T>, Ref<'_, E, T>),
    after: usize,
    epsilon: T,
) -> Untyped<E, T> {
    let _parts = E::parts(&[E::of_any_shape(means), E::of_any_shape(variances)]);
    terms!(x means variances weights bias);
    // On the channels only, before anything has the size of the input.
    let roots = variances.map(ops::Right(ops::Add, epsilon)).map(ops::Sqrt);
    let factors = column(weights / roots, after);
    ((x - column(means, after)) * factors + column(bias, after)).into_data()
}

/// A vector with some axes of size 1 after its own.
#[track_caller]
fn column<'a, T: 'static, E: Networks<T>>(vector: Term<'a, T, E>, after: usize) -> Term<'a, T, E> {
    let size = vector.sizes()[0];
    let sizes = DynShape::build(after + 1, 1, &|end| if end > after { size } else { 1 });
    vector.reshape(sizes.unwrap_or_default())
}

/// `start + weight * (end - start)`. The sizes are those of the result.
#[track_caller]
pub fn lerp<T: 'static, E: Numbers<T>, S: Shape, R: Shape, W: Shape, O: Shape>(
    (start, end): (&E::Data<T, S>, &E::Data<T, R>),
    weight: &E::Data<T, W>,
    sizes: DynShape,
) -> E::Data<T, O> {
    use Operand::{ByRef, ByValue};
    // Nothing has another shape than the operands and the result, so that inline tensors have all of it.
    let all = <E as MovesAxes<T>>::expand::<S, O>(start, sizes.clone());
    let (end, all) = (ByRef(end), ByRef(&all));
    let way = <E as Binary<ops::Sub, T>>::binary::<R, O, O>(end, all, sizes.clone());
    let (way, weight) = (ByValue(way), ByRef(weight));
    let part = <E as Binary<ops::Mul, T>>::binary::<O, W, O>(way, weight, sizes.clone());
    <E as Binary<ops::Add, T>>::binary::<O, S, O>(ByValue(part), ByRef(start), sizes)
}

/// See [`Reshapes::regroup_both`].
#[track_caller]
pub fn regroup_both<T: 'static, E, S: Shape, R: Shape, Lhs: Shape, Rhs: Shape, O: ArrayShape>(
    lhs: &E::Data<T, S>,
    rhs: &E::Data<T, R>,
    axis: usize,
    [of_lhs, of_rhs, sizes]: [DynShape; 3],
) -> <E::Out as Engine>::Data<T, O>
where
    E: Reshapes<T, Out: Joins<T, OutputEngine = E::Out>>,
{
    let lhs = E::regroup::<S, Lhs>(lhs, of_lhs);
    let rhs = E::regroup::<R, Rhs>(rhs, of_rhs);
    E::Out::concat::<Lhs, Rhs, O>(&lhs, &rhs, axis, sizes)
}

/// See [`Networks::attend`].
#[track_caller]
pub fn attend<T: 'static, E: Networks<T>>(
    queries: Ref<'_, E, T>,
    (keys, values): (Ref<'_, E, T>, Ref<'_, E, T>),
    mask: Option<Ref<'_, E, T>>,
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(queries keys values; mask);
    let &[.., width] = keys.sizes() else {
        unreachable!("keys are rows")
    };
    let scale = E::number(1.0 / square_root(width as f64));
    let (pairs, mask_data) = ((keys.data(), values.data()), mask.as_ref().map(Term::data));
    if let Some(found) = E::attend_at_once(queries.data(), pairs, mask_data, &scale) {
        return found;
    }
    let scaled = queries.map(ops::Right(ops::Mul, scale));
    let scores = scaled.product(&keys.transpose());
    let scores = match mask {
        Some(mask) => scores + mask,
        None => scores,
    };
    scores.softmax(1, false).product(&values).into_data()
}

/// See [`Networks::attend_in_groups`].
#[track_caller]
pub fn attend_in_groups<T: 'static, E: Networks<T>>(
    queries: Ref<'_, E, T>,
    (keys, values): (Ref<'_, E, T>, Ref<'_, E, T>),
    mask: Option<Ref<'_, E, T>>,
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(queries keys values);
    let last_three = |term: &Term<'_, T, E>| match *term.sizes() {
        [.., heads, rows, columns] => [heads, rows, columns],
        _ => unreachable!("heads, rows and columns"),
    };
    let [heads, length, width] = last_three(&queries);
    let [groups, count, key_width] = last_three(&keys);
    let [_, _, output] = last_three(&values);
    let each = heads.checked_div(groups).unwrap_or(0);
    let queries = queries.reshape_last(3, &[groups, each, length, width]);
    let keys = keys.reshape_last(3, &[groups, 1, count, key_width]);
    let values = values.reshape_last(3, &[groups, 1, count, output]);
    Term::<T, E>::from(attend::<T, E>(
        queries.lend(),
        (keys.lend(), values.lend()),
        mask,
    ))
    .reshape_last(4, &[heads, length, output])
    .into_data()
}

/// See [`Networks::rotate`].
#[track_caller]
pub fn rotate<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (cosines, sines): (Ref<'_, E, T>, Ref<'_, E, T>),
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(x cosines sines);
    if let Some(found) = E::rotate_at_once(x.data(), (cosines.data(), sines.data())) {
        return found;
    }
    let sizes = DynShape::from(x.sizes());
    let last = sizes.dims().len() - 1;
    let pairs = sizes.dims()[last] / 2;
    let halves = x.reshape_last(1, &[2, pairs]);
    let (first, second) = (halves.index_axis(last, 0), halves.index_axis(last, 1));
    let turned = first.by_ref() * cosines.by_ref() - second.by_ref() * sines.by_ref();
    let others = second.by_ref() * cosines + first.by_ref() * sines;
    E::concat::<DynShape, DynShape, DynShape>(turned.data(), others.data(), last, sizes)
}

/// See [`Networks::causal_mask`].
#[track_caller]
pub fn causal_mask<T: 'static, E: Networks<T>, M: Shape>(
    queries: usize,
    keys: usize,
) -> E::Data<T, M> {
    let sizes = DynShape::from([queries, keys]);
    E::generate(sizes, hidden_later::<T, E>(queries, keys))
}

/// The elements of a causal mask. Knows no shape: a closure in `causal_mask` would be compiled for each.
fn hidden_later<T: 'static, E: Networks<T>>(queries: usize, keys: usize) -> impl FnMut() -> T {
    let mut place = 0;
    move || {
        let (query, key) = (place / keys, place % keys);
        place += 1;
        match key <= query + keys - queries {
            true => E::number(0.0),
            false => E::number(f64::NEG_INFINITY),
        }
    }
}

/// See [`Networks::attend_causally`].
#[track_caller]
pub fn attend_causally<T: 'static, E: Networks<T>>(
    queries: Ref<'_, E, T>,
    pairs: (Ref<'_, E, T>, Ref<'_, E, T>),
    (sizes, [rows, columns]): (DynShape, [usize; 2]),
    in_groups: bool,
) -> Untyped<E, T> {
    if sizes.dims().contains(&0) {
        return E::generate::<DynShape>(sizes, no_element::<T>);
    }
    let mask = Term::<T, E>::from(E::causal_mask::<DynShape>(rows, columns));
    match in_groups {
        true => E::attend_in_groups::<DynShape>(queries, pairs, Some(mask.lend())),
        false => E::attend::<DynShape>(queries, pairs, Some(mask.lend())),
    }
}

/// Never called. A closure would be another one for each shape.
pub fn no_element<T>() -> T {
    unreachable!("there is no element")
}

/// See [`Networks::total`].
pub fn total<T: 'static, E: Networks<T>>(data: &Untyped<E, T>) -> Untyped<E, T> {
    let total = <E as Reduces<ops::Sum, T>>::reduce_all::<DynShape>(data);
    E::generate::<DynShape>(DynShape::default(), only(total))
}

/// The only element of a shape without axes.
pub fn only<T>(element: T) -> impl FnMut() -> T {
    let mut element = Some(element);
    move || match element.take() {
        Some(element) => element,
        None => unreachable!("a shape without axes has one element"),
    }
}

/// See [`Networks::mse_loss`].
#[track_caller]
pub fn mse_loss<T: 'static, E: Networks<T>>(
    predictions: Ref<'_, E, T>,
    targets: Ref<'_, E, T>,
    by: ReducedLosses,
) -> Untyped<E, T> {
    terms!(predictions targets);
    reduced((predictions - targets).square(), by)
}

/// See [`Networks::l1_loss`].
#[track_caller]
pub fn l1_loss<T: 'static, E: Networks<T>>(
    predictions: Ref<'_, E, T>,
    targets: Ref<'_, E, T>,
    by: ReducedLosses,
) -> Untyped<E, T> {
    terms!(predictions targets);
    reduced((predictions - targets).map(ops::Abs), by)
}

/// See [`Networks::binary_cross_entropy`].
#[track_caller]
pub fn binary_cross_entropy<T: 'static, E: Networks<T>>(
    p: Ref<'_, E, T>,
    targets: Ref<'_, E, T>,
    by: ReducedLosses,
) -> Untyped<E, T> {
    terms!(p targets);
    let limits = || ops::Clamp(E::number(-100.0), E::number(f64::INFINITY));
    let others = p.by_ref().map(ops::Left(ops::Sub, E::number(1.0)));
    let no = others.map(ops::Ln).map(limits());
    let yes = p.by_ref().map(ops::Ln).map(limits());
    // t (ln p - ln (1 - p)) + ln (1 - p)
    reduced(((yes - no.by_ref()) * targets + no).map(ops::Neg), by)
}

/// See [`Networks::binary_cross_entropy_with_logits`].
#[track_caller]
pub fn binary_cross_entropy_with_logits<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    targets: Ref<'_, E, T>,
    by: ReducedLosses,
) -> Untyped<E, T> {
    terms!(x targets);
    let powers = x.by_ref().map(ops::Abs).map(ops::Neg).map(ops::Exp);
    let losses = x.by_ref().map(ops::Relu) - x.by_ref() * targets + powers.map(ops::Ln1p);
    reduced(losses, by)
}

/// See [`Networks::nll_loss`].
#[track_caller]
pub fn nll_loss<T: 'static, E: Networks<T>>(
    logarithms: Ref<'_, E, T>,
    targets: Ref<'_, E, usize>,
    weights: Option<Ref<'_, E, T>>,
    how: (usize, ReducedLosses),
) -> Result<Untyped<E, T>, ShapeError> {
    terms!(logarithms);
    losses_of_classes(logarithms, targets, weights, how)
}

/// See [`Networks::cross_entropy`].
#[track_caller]
pub fn cross_entropy<T: 'static, E: Networks<T>>(
    scores: Ref<'_, E, T>,
    targets: Ref<'_, E, usize>,
    weights: Option<Ref<'_, E, T>>,
    (axis, by): (usize, ReducedLosses),
) -> Result<Untyped<E, T>, ShapeError> {
    terms!(scores);
    let logarithms = scores.softmax(scores.sizes().len() - axis, true);
    losses_of_classes(logarithms, targets, weights, (axis, by))
}

/// Minus the log probabilities of the target classes, times the weights of these, by a reduction.
#[track_caller]
fn losses_of_classes<T: 'static, E: Networks<T>>(
    logarithms: Term<'_, T, E>,
    targets: Ref<'_, E, usize>,
    weights: Option<Ref<'_, E, T>>,
    (axis, by): (usize, ReducedLosses),
) -> Result<Untyped<E, T>, ShapeError> {
    type Any = DynShape;
    terms!(; weights);
    let targets = E::of_any_shape::<usize>(targets);
    let indices = <E as MovesAxes<usize>>::unsqueeze::<Any, Any>(targets, axis);
    let chosen = E::take_along_axis::<Any, Any, Any>(logarithms.data(), axis, &indices)?;
    let losses = Term::<T, E>::from(chosen).squeeze(&[axis]).map(ops::Neg);
    let Some(weights) = weights else {
        return Ok(reduced(losses, by));
    };
    let weights = E::take::<Any, Any, Any>(weights.data(), 0, targets)?;
    let losses = losses * Term::from_ref(&weights);
    let mean = |sum| sum / Term::from(E::total(&weights));
    Ok(reduced_by(losses, by, mean))
}

/// See [`Softmax::log_of_sums`](super::Softmax::log_of_sums).
#[track_caller]
pub fn log_of_sums<T: FloatCore + 'static, S: Shape, K: Shape, E: Floats<T>>(
    data: &E::Data<T, S>,
    axis: usize,
) -> E::Data<T, K> {
    use Operand::{ByRef, ByValue};
    let sizes = E::sizes::<T, S>(data);
    if sizes[sizes.len() - axis] == 0 {
        // Without numbers there is no largest one, and the exponentials sum to 0.
        let sums = <E as Reduces<ops::Sum, T>>::reduce::<S, K>(data, &[axis]);
        return <E as Unary<ops::Ln, T>>::unary::<K>(ops::Ln, ByValue(sums));
    }
    // The clamp prevents `inf - inf`, which is NaN.
    let limits = ops::Clamp(T::min_value(), T::max_value());
    let largest = <E as Reduces<ops::Max, T>>::reduce::<S, K>(data, &[axis]);
    let largest = <E as Unary<ops::Clamp<T>, T>>::unary::<K>(limits, ByValue(largest));
    let sizes = DynShape::from(E::sizes::<T, S>(data));
    let (lhs, rhs) = (ByRef(data), ByRef(&largest));
    let differences = <E as Binary<ops::Sub, T>>::binary::<S, K, S>(lhs, rhs, sizes);
    let powers = <E as Unary<ops::Exp, T>>::unary::<S>(ops::Exp, ByValue(differences));
    let sums = <E as Reduces<ops::Sum, T>>::reduce::<S, K>(&powers, &[axis]);
    let logarithms = <E as Unary<ops::Ln, T>>::unary::<K>(ops::Ln, ByValue(sums));
    let sizes = DynShape::from(E::sizes::<T, K>(&largest));
    <E as Binary<ops::Add, T>>::binary::<K, K, K>(ByValue(logarithms), ByValue(largest), sizes)
}

/// Products of each two rows, from which their means `K` are subtracted: covariances, or correlations if each row is
/// divided by its deviation. `Turned` is the shape of the transpose, and `sizes` are those of the result.
#[track_caller]
pub fn covariances<
    T: FloatCore + 'static,
    E: Floats<T>,
    S: Shape,
    K: Shape,
    Turned: Shape,
    O: Shape,
>(
    data: &E::Data<T, S>,
    sizes: DynShape,
    are_correlations: bool,
) -> E::Data<T, O> {
    use Operand::{ByRef, ByValue};
    let own = || DynShape::from(E::sizes::<T, S>(data));
    let count = own().dims().last().copied().unwrap_or(0);
    let means = <E as Reduces<ops::Mean, T>>::reduce::<S, K>(data, &[1]);
    let (lhs, rhs) = (ByRef(data), ByValue(means));
    let mut rows = <E as Binary<ops::Sub, T>>::binary::<S, K, S>(lhs, rhs, own());
    if are_correlations {
        let variances = <E as Reduces<ops::Var, T>>::reduce::<S, K>(data, &[1]);
        let deviations = <E as Unary<ops::Sqrt, T>>::unary::<K>(ops::Sqrt, ByValue(variances));
        let (lhs, rhs) = (ByValue(rows), ByValue(deviations));
        rows = <E as Binary<ops::Div, T>>::binary::<S, K, S>(lhs, rhs, own());
    }
    let turned = <E as MovesAxes<T>>::permute_last::<S, Turned, Swapped<-2, -1>>(&rows);
    let products = <E as Products<T>>::product::<S, Turned, O>(&rows, &turned, sizes);
    let divisor = if are_correlations {
        count
    } else {
        count.saturating_sub(1)
    };
    let Some(divisor) = <T as NumCast>::from(divisor) else {
        unreachable!("a float is near each count")
    };
    let divide = ops::Right(ops::Div, divisor);
    let quotients = <E as Unary<ops::Right<ops::Div, T>, T>>::unary::<O>(divide, ByValue(products));
    if !are_correlations {
        return quotients;
    }
    let limits = ops::Clamp(-T::one(), T::one());
    <E as Unary<ops::Clamp<T>, T>>::unary::<O>(limits, ByValue(quotients))
}

/// See [`Copies::power`](super::Copies::power).
#[track_caller]
pub fn power_of<T: Zero + One + 'static, S: Shape, E: Copies<T>>(
    data: &E::Data<T, S>,
    size: usize,
    exponent: u32,
) -> <E::Out as Engine>::Data<T, S>
where
    E::Out: Products<T, OutputEngine = E::Out> + Creates<T>,
{
    let sizes = || DynShape::from(E::sizes::<T, S>(data));
    let base = E::copy::<S>(data);
    // Square-and-multiply, from the highest bit of the exponent: each bit squares the power, and a 1 also multiplies it by
    // the matrix.
    let mut power = None;
    for digit in (0..u32::BITS - exponent.leading_zeros()).rev() {
        power = Some(match power {
            None => E::copy::<S>(data),
            Some(power) => {
                let twice = E::Out::product::<S, S, S>(&power, &power, sizes());
                match exponent >> digit & 1 {
                    0 => twice,
                    _ => E::Out::product::<S, S, S>(&twice, &base, sizes()),
                }
            }
        });
    }
    match power {
        Some(power) => power,
        None => E::Out::generate::<S>(sizes(), unit(size)),
    }
}

/// The elements of unit matrices.
fn unit<T: Zero + One>(size: usize) -> impl FnMut() -> T {
    let mut place = 0;
    move || {
        let within = place % (size * size);
        place += 1;
        match within / size == within % size {
            true => T::one(),
            false => T::zero(),
        }
    }
}

/// See [`Scatters::one_hot`].
#[track_caller]
pub fn one_hot<Op, T, E, I, V, R, Column, O>(
    indices: &I::Data<usize, R>,
    sizes: DynShape,
    [zero, one]: [T; 2],
) -> Result<E::Data<T, O>, ShapeError>
where
    T: Clone + 'static,
    E: Scatters<Op, T, I, V> + Creates<T>,
    I: MovesAxes<usize>,
    V: Creates<T>,
    R: Shape,
    Column: Shape,
    O: Shape,
{
    let axis = sizes.rank() - 1;
    let mut result = E::full::<O>(sizes, zero);
    let one = V::full::<Scalar>(DynShape::default(), one);
    let indices = I::unsqueeze::<R, Column>(indices, axis);
    E::place::<O, Column, Scalar>(&mut result, axis, &indices, &one, Chosen::Elements)?;
    Ok(result)
}

/// See [`Products::rows_by_columns`].
#[inline]
#[track_caller]
pub fn rows_by_columns<T, E, F, S, Row, R, Column, One, O>(
    lhs: &E::Data<T, S>,
    rhs: &F::Data<T, R>,
    ones: DynShape,
) -> <E::OutputEngine as Engine>::Data<T, O>
where
    T: 'static,
    E: MovesAxes<T> + Products<T, F, OutputEngine: MovesAxes<T>>,
    F: MovesAxes<T>,
    S: Shape,
    Row: Shape,
    R: Shape,
    Column: Shape,
    One: Shape,
    O: Shape,
{
    let rank = ones.rank() - 2;
    let row = E::unsqueeze::<S, Row>(lhs, E::sizes::<T, S>(lhs).len() - 1);
    let column = F::unsqueeze::<R, Column>(rhs, F::sizes::<T, R>(rhs).len());
    let product = E::product::<Row, Column, One>(&row, &column, ones);
    E::OutputEngine::squeeze::<One, O>(&product, &[rank, rank + 1])
}

/// Losses by a reduction.
#[track_caller]
fn reduced<T: 'static, E: Networks<T>>(losses: Term<'_, T, E>, by: ReducedLosses) -> Untyped<E, T> {
    let sizes = DynShape::from(losses.sizes());
    reduced_by(losses, by, |sum| divided(sum, sizes.dims()))
}

/// The same, where `mean` divides a sum.
#[track_caller]
fn reduced_by<'a, T: 'static, E: Networks<T>>(
    losses: Term<'a, T, E>,
    by: ReducedLosses,
    mean: impl FnOnce(Term<'a, T, E>) -> Term<'a, T, E>,
) -> Untyped<E, T> {
    match by {
        ReducedLosses::EachLoss => losses.into_data(),
        ReducedLosses::SumOfLosses => E::total(losses.data()),
        ReducedLosses::MeanOfLosses => mean(Term::from(E::total(losses.data()))).into_data(),
    }
}

/// A sum divided by the number of elements of a shape of these sizes.
#[track_caller]
fn divided<'a, T: 'static, E: Networks<T>>(sum: Term<'a, T, E>, sizes: &[usize]) -> Term<'a, T, E> {
    let count = sizes.iter().map(|&size| size as f64).product();
    sum.map(ops::Right(ops::Div, E::number(count)))
}

/// See [`Networks::soft_cross_entropy`].
#[track_caller]
pub fn soft_cross_entropy<T: 'static, E: Networks<T>>(
    scores: Ref<'_, E, T>,
    probabilities: Ref<'_, E, T>,
    weights: Option<Ref<'_, E, T>>,
    (axis, by): (usize, ReducedLosses),
) -> Untyped<E, T> {
    terms!(scores probabilities; weights);
    let from_end = scores.sizes().len() - axis;
    let losses = scores.softmax(from_end, true) * probabilities;
    let losses = match weights {
        Some(weights) => losses * column(weights, from_end - 1),
        None => losses,
    };
    let sums = losses.reduce::<ops::Sum>(&[from_end]);
    reduced(sums.squeeze(&[axis]).map(ops::Neg), by)
}

/// See [`Networks::bilinear`].
#[track_caller]
pub fn bilinear<T: 'static, E: Networks<T>>(
    lhs: Ref<'_, E, T>,
    rhs: Ref<'_, E, T>,
    weights: Ref<'_, E, T>,
) -> Untyped<E, T> {
    terms!(lhs rhs weights);
    let (first, second) = (weights.sizes()[1], weights.sizes()[2]);
    let lhs = lhs.reshape_last(1, &[1, 1, first]);
    let rhs = rhs.reshape_last(1, &[1, 1, second]);
    let products = lhs.product(&weights) * rhs;
    let rank = products.sizes().len();
    let sums = products.reduce::<ops::Sum>(&[1]);
    sums.squeeze(&[rank - 2, rank - 1]).into_data()
}

/// See [`Networks::distances`].
#[track_caller]
pub fn distances<T: 'static, E: Networks<T>>(
    lhs: Ref<'_, E, T>,
    rhs: Ref<'_, E, T>,
) -> Untyped<E, T> {
    terms!(lhs rhs);
    let last_two = |term: &Term<'_, T, E>| match *term.sizes() {
        [.., points, width] => [points, width],
        _ => unreachable!("points and their numbers"),
    };
    let ([points, width], [others, _]) = (last_two(&lhs), last_two(&rhs));
    norms(lhs.reshape_last(2, &[points, 1, width]) - rhs.reshape_last(2, &[1, others, width]))
        .into_data()
}

/// See [`Networks::lengths`].
#[track_caller]
pub fn lengths<T: 'static, E: Networks<T>>(vectors: Ref<'_, E, T>, least: f64) -> Untyped<E, T> {
    terms!(vectors);
    norms(vectors)
        .map(ops::Clamp(E::number(least), E::number(f64::INFINITY)))
        .into_data()
}

/// The square roots of the sums of squares along the last axis.
#[track_caller]
fn norms<'a, T: 'static, E: Networks<T>>(vectors: Term<'a, T, E>) -> Term<'a, T, E> {
    let last = vectors.sizes().len() - 1;
    let sums = vectors.square().reduce::<ops::Sum>(&[1]);
    sums.squeeze(&[last]).map(ops::Sqrt)
}

/// The square root of a positive number by Newton's method, because `core` has none.
fn square_root(value: f64) -> f64 {
    // Half the exponent is right to within a factor of two, and each step doubles the number of digits.
    let mut root = f64::from_bits((value.to_bits() >> 1) + (1023 << 51));
    for _ in 0..5 {
        root = (root + value / root) / 2.0;
    }
    root
}

/// The contribution of the inputs to each gate of a recurrent layer.
#[track_caller]
fn gates<'a, T: 'static, E: Networks<T>, const GATES: usize>(
    x: &Term<'a, T, E>,
    weights: &Term<'_, T, E>,
    bias: &Term<'_, T, E>,
) -> [Term<'a, T, E>; GATES] {
    core::array::from_fn(|gate| through(x, &weights.index(gate)) + bias.index(gate))
}

/// The next state and cells of an LSTM, from what the inputs contribute to its gates (input, forget, cell, output) and
/// from the state and cells before.
#[track_caller]
fn lstm_step<T: 'static, E: Networks<T>>(
    gates: [Term<'_, T, E>; 4],
    (state, cells): (Term<'_, T, E>, Term<'_, T, E>),
    recurrent: &Term<'_, T, E>,
) -> [Untyped<E, T>; 2] {
    let mut gate = 0;
    let [input, forget, new, output] = gates.map(|given| {
        gate += 1;
        through(&state, &recurrent.index(gate - 1)) + given
    });
    let (input, forget) = (input.map(ops::Sigmoid), forget.map(ops::Sigmoid));
    let cells = forget * cells + input * new.map(ops::Tanh);
    let state = output.map(ops::Sigmoid) * cells.by_ref().map(ops::Tanh);
    [state.into_data(), cells.into_data()]
}

/// The next state of a GRU, from what the inputs contribute to its gates (reset, update, new) and from the state
/// before.
#[track_caller]
fn gru_step<T: 'static, E: Networks<T>>(
    [reset, update, new]: [Term<'_, T, E>; 3],
    state: Term<'_, T, E>,
    recurrent: &Term<'_, T, E>,
    bias: &Term<'_, T, E>,
) -> Untyped<E, T> {
    let own = |gate| through(&state, &recurrent.index(gate)) + bias.index(gate);
    let reset = (own(0) + reset).map(ops::Sigmoid);
    let update = (own(1) + update).map(ops::Sigmoid);
    let new = (own(2) * reset + new).map(ops::Tanh);
    ((state.by_ref() - new.by_ref()) * update + new).into_data()
}

/// See [`Networks::lstm_cell`].
#[track_caller]
pub fn lstm_cell<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (weights, recurrent, bias): (Ref<'_, E, T>, Ref<'_, E, T>, Ref<'_, E, T>),
    (hidden, cells): (Ref<'_, E, T>, Ref<'_, E, T>),
) -> [Untyped<E, T>; 2] {
    let _parts = E::parts(&[]);
    terms!(x weights recurrent bias hidden cells);
    lstm_step(gates(&x, &weights, &bias), (hidden, cells), &recurrent)
}

/// See [`Networks::gru_cell`].
#[track_caller]
pub fn gru_cell<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (weights, recurrent): (Ref<'_, E, T>, Ref<'_, E, T>),
    (bias, recurrent_bias): (Ref<'_, E, T>, Ref<'_, E, T>),
    state: Ref<'_, E, T>,
) -> Untyped<E, T> {
    let _parts = E::parts(&[]);
    terms!(x weights recurrent bias recurrent_bias state);
    let gates = gates(&x, &weights, &bias);
    gru_step(gates, state, &recurrent, &recurrent_bias)
}

/// See [`Networks::lstm`].
#[track_caller]
pub fn lstm<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (weights, recurrent, bias): (Ref<'_, E, T>, Ref<'_, E, T>, Ref<'_, E, T>),
    state: Option<(Ref<'_, E, T>, Ref<'_, E, T>)>,
) -> [Untyped<E, T>; 3] {
    let _parts = E::parts(&[]);
    terms!(x weights recurrent bias);
    let gates = gates::<T, E, 4>(&x, &weights, &bias);
    let (mut hidden, mut cells) = match state {
        Some((hidden, cells)) => {
            terms!(hidden cells);
            (hidden.into_data(), cells.into_data())
        }
        None => (zeros_of_a_step(&gates[0]), zeros_of_a_step(&gates[0])),
    };
    let output = steps(gates, |gates| {
        let before = (Term::from_ref(&hidden), Term::from_ref(&cells));
        [hidden, cells] = lstm_step(gates, before, &recurrent);
        E::keep::<DynShape>(&hidden)
    });
    [output, hidden, cells]
}

/// See [`Networks::gru`].
#[track_caller]
pub fn gru<T: 'static, E: Networks<T>>(
    x: Ref<'_, E, T>,
    (weights, recurrent): (Ref<'_, E, T>, Ref<'_, E, T>),
    (bias, recurrent_bias): (Ref<'_, E, T>, Ref<'_, E, T>),
    state: Option<Ref<'_, E, T>>,
) -> [Untyped<E, T>; 2] {
    let _parts = E::parts(&[]);
    terms!(x weights recurrent bias recurrent_bias);
    let gates = gates::<T, E, 3>(&x, &weights, &bias);
    let mut hidden = match state {
        Some(state) => Term::<T, E>::lent(state).into_data(),
        None => zeros_of_a_step(&gates[0]),
    };
    let output = steps(gates, |gates| {
        hidden = gru_step(gates, Term::from_ref(&hidden), &recurrent, &recurrent_bias);
        E::keep::<DynShape>(&hidden)
    });
    [output, hidden]
}

/// The results of all steps of a recurrent layer, of which the next to last axis is made.
#[track_caller]
fn steps<T: 'static, E: Networks<T>, const GATES: usize>(
    gates: [Term<'_, T, E>; GATES],
    mut step: impl FnMut([Term<'_, T, E>; GATES]) -> Untyped<E, T>,
) -> Untyped<E, T> {
    let sizes = DynShape::from(gates[0].sizes());
    let axis = sizes.dims().len() - 2;
    let count = sizes.dims()[axis];
    E::join_made::<DynShape, DynShape>(count, axis, sizes, |place| {
        step(core::array::from_fn(|gate| {
            gates[gate].index_axis(axis, place)
        }))
    })
}

/// The state before the first step, of zeros.
#[track_caller]
fn zeros_of_a_step<T: 'static, E: Networks<T>>(gate: &Term<'_, T, E>) -> Untyped<E, T> {
    let axis = gate.sizes().len() - 2;
    let step = gate.index_axis(axis, 0);
    E::generate::<DynShape>(step.sizes().into(), || E::number(0.0))
}

/// The elements of matrices that are zero but on one diagonal, `above` places above the main one.
pub fn on_diagonal<T: num_traits::Zero>(
    [rows, columns]: [usize; 2],
    above: isize,
    mut next: impl FnMut() -> T,
) -> impl FnMut() -> T {
    let (mut row, mut column) = (0, 0);
    move || {
        let element = match (row as isize).saturating_add(above) == column as isize {
            true => next(),
            false => T::zero(),
        };
        column += 1;
        if column == columns {
            (row, column) = if row + 1 == rows {
                (0, 0)
            } else {
                (row + 1, 0)
            };
        }
        element
    }
}
