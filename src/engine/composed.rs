//! Operations made of others, for all engines: those of [`Networks`] are its defaults.

use super::term::Term;
use super::{Binary, Engine, MovesAxes, Networks, Numbers, Operand, Reduces, ops};
use crate::{DynShape, Scalar, Shape, ShapeError};

/// See [`Networks::linear`].
#[track_caller]
pub fn linear<T: 'static, E: Networks<T>, S: Shape, W: Shape, Transposed: Shape, O: Shape>(
    data: &E::Data<T, S>,
    weights: &E::Data<T, W>,
    sizes: DynShape,
) -> E::Data<T, O> {
    let transposed = E::permute::<W, Transposed>(weights, &[1, 0]);
    E::product::<S, Transposed, O>(data, &transposed, sizes)
}

/// See [`Networks::normalize`].
#[track_caller]
pub fn normalize<T: 'static, E: Networks<T>, S: Shape, M: Shape, W: Shape>(
    data: &E::Data<T, S>,
    weights: &E::Data<T, W>,
    axes: &[usize],
    centred: bool,
    epsilon: T,
) -> E::Data<T, S> {
    let x = Term::<T, E, S>::of(data);
    let (elements, squares) = match centred {
        true => (
            x.by_ref() - x.reduce::<ops::Mean, M>(axes),
            x.reduce::<ops::Var, M>(axes),
        ),
        false => {
            let squares = x.by_ref() * x.by_ref();
            (x.by_ref(), squares.reduce::<ops::Mean, M>(axes))
        }
    };
    let roots = squares.map(ops::Right(ops::Add, epsilon)).map(ops::Sqrt);
    (elements / roots * Term::<T, E, W>::of(weights)).into_data()
}

/// See [`Networks::normalize_channels`].
#[track_caller]
pub fn normalize_channels<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    M: Shape,
    C: Shape,
    W: Shape,
    B: Shape,
>(
    data: &E::Data<T, S>,
    (weights, bias): (&E::Data<T, W>, &E::Data<T, B>),
    axes: &[usize],
    after: usize,
    epsilon: T,
) -> E::Data<T, S> {
    let weights = column::<T, E, W, C>(weights, after).into_data();
    let normal = E::normalize::<S, M, C>(data, &weights, axes, true, epsilon);
    (Term::<T, E, S>::from(normal) + column::<T, E, B, C>(bias, after)).into_data()
}

/// See [`Networks::normalize_channels_by`].
#[track_caller]
pub fn normalize_channels_by<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    C: Shape,
    M: Shape,
    V: Shape,
    W: Shape,
    B: Shape,
>(
    data: &E::Data<T, S>,
    (means, variances): (&E::Data<T, M>, &E::Data<T, V>),
    (weights, bias): (&E::Data<T, W>, &E::Data<T, B>),
    after: usize,
    epsilon: T,
) -> E::Data<T, S> {
    // On the channels only, before anything has the size of the input.
    let variances = column::<T, E, V, C>(variances, after).map(ops::Right(ops::Add, epsilon));
    let factors = column::<T, E, W, C>(weights, after) / variances.map(ops::Sqrt);
    let centred = Term::<T, E, S>::of(data) - column::<T, E, M, C>(means, after);
    (centred * factors + column::<T, E, B, C>(bias, after)).into_data()
}

/// `start + weight * (end - start)`. The sizes are those of the difference and those of the result.
#[track_caller]
pub fn lerp<T: 'static, E: Numbers<T>, S: Shape, R: Shape, W: Shape, Between: Shape, O: Shape>(
    (start, end): (&E::Data<T, S>, &E::Data<T, R>),
    weight: &E::Data<T, W>,
    (between, sizes): (DynShape, DynShape),
) -> E::Data<T, O> {
    use Operand::{ByRef, ByValue};
    let way =
        <E as Binary<ops::Sub, T>>::binary::<R, S, Between>(ByRef(end), ByRef(start), between);
    let part = <E as Binary<ops::Mul, T>>::binary::<Between, W, O>(
        ByValue(way),
        ByRef(weight),
        sizes.clone(),
    );
    <E as Binary<ops::Add, T>>::binary::<O, S, O>(ByValue(part), ByRef(start), sizes)
}

/// See [`Networks::normalize_groups`].
#[track_caller]
pub fn normalize_groups<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    G: Shape,
    M: Shape,
    K: Shape,
    C: Shape,
    W: Shape,
    B: Shape,
>(
    data: &E::Data<T, S>,
    (weights, bias): (&E::Data<T, W>, &E::Data<T, B>),
    grouped: DynShape,
    after: usize,
    epsilon: T,
) -> E::Data<T, S> {
    let rank = grouped.dims().len();
    let sizes = DynShape::from(&grouped.dims()[rank - after - 2..]);
    let groups = DynShape::build(after + 2, 1, &|end| match end > after {
        true => sizes.dims()[after + 2 - end],
        false => 1,
    });
    let weights = E::reshape::<W, K>(Operand::ByRef(weights), groups.unwrap_or_default());
    let data_in_groups = E::reshape::<S, G>(Operand::ByRef(data), grouped);
    // All axes except those in front of the channels of a group, counted from the end.
    let axes = DynShape::build(after + 1, 1, &|axis| axis).unwrap_or_default();
    let normal = E::normalize::<G, M, K>(&data_in_groups, &weights, axes.dims(), true, epsilon);
    let normal = Term::<T, E, G>::from(normal).reshape::<S>(E::sizes::<T, S>(data).into());
    (normal + column::<T, E, B, C>(bias, after)).into_data()
}

/// See [`Networks::attend`].
#[track_caller]
pub fn attend<
    T: 'static,
    E: Networks<T>,
    Q: Shape,
    K: Shape,
    V: Shape,
    Transposed: Shape,
    Scores: Shape,
    Ones: Shape,
    O: Shape,
    M: Shape,
>(
    queries: &E::Data<T, Q>,
    (keys, values): (&E::Data<T, K>, &E::Data<T, V>),
    mask: Option<&E::Data<T, M>>,
    (sizes, scores): (DynShape, DynShape),
) -> E::Data<T, O> {
    let rank = E::sizes::<T, K>(keys).len();
    let order = DynShape::build(rank, 1, &|axis| match axis {
        1 => rank - 2,
        2 => rank - 1,
        _ => rank - axis,
    })
    .unwrap_or_default();
    let transposed = E::permute::<K, Transposed>(keys, order.dims());
    let width = E::sizes::<T, K>(keys)[rank - 1];
    let scale = E::number(1.0 / square_root(width as f64));
    let queries = Term::<T, E, Q>::of(queries)
        .map(ops::Right(ops::Mul, scale))
        .into_data();
    let products = E::product::<Q, Transposed, Scores>(&queries, &transposed, scores);
    let masked = match mask {
        None => products,
        Some(mask) => {
            (Term::<T, E, Scores>::from(products) + Term::<T, E, M>::of(mask)).into_data()
        }
    };
    let shares = E::softmax::<Scores, Ones>(&masked, 1, false);
    E::product::<Scores, V, O>(&shares, values, sizes)
}

/// See [`Networks::attend_in_groups`].
#[track_caller]
pub fn attend_in_groups<
    T: 'static,
    E: Networks<T>,
    Q: Shape,
    K: Shape,
    V: Shape,
    InGroups: Shape,
    KeyHeads: Shape,
    ValueHeads: Shape,
    Transposed: Shape,
    Scores: Shape,
    Ones: Shape,
    Grouped: Shape,
    O: Shape,
    M: Shape,
>(
    queries: &E::Data<T, Q>,
    (keys, values): (&E::Data<T, K>, &E::Data<T, V>),
    mask: Option<&E::Data<T, M>>,
    [output, grouped, key_heads, value_heads]: [DynShape; 4],
    sizes: (DynShape, DynShape),
) -> E::Data<T, O> {
    let queries = E::reshape::<Q, InGroups>(Operand::ByRef(queries), grouped);
    let keys = E::reshape::<K, KeyHeads>(Operand::ByRef(keys), key_heads);
    let values = E::reshape::<V, ValueHeads>(Operand::ByRef(values), value_heads);
    let result = E::attend::<InGroups, KeyHeads, ValueHeads, Transposed, Scores, Ones, Grouped, M>(
        &queries,
        (&keys, &values),
        mask,
        sizes,
    );
    E::reshape::<Grouped, O>(Operand::ByValue(result), output)
}

/// See [`Networks::causal_mask`].
#[track_caller]
pub fn causal_mask<T: 'static, E: Networks<T>, M: Shape>(
    queries: usize,
    keys: usize,
) -> E::Data<T, M> {
    let mut place = 0;
    E::generate(DynShape::from([queries, keys]), || {
        let (query, key) = (place / keys, place % keys);
        place += 1;
        match key <= query + keys - queries {
            true => E::number(0.0),
            false => E::number(f64::NEG_INFINITY),
        }
    })
}

/// See [`Networks::total`].
pub fn total<T: 'static, E: Networks<T>, S: Shape>(data: &E::Data<T, S>) -> E::Data<T, Scalar> {
    let mut total = Some(<E as Reduces<ops::Sum, T>>::reduce_all::<S>(data));
    E::generate::<Scalar>(DynShape::default(), || match total.take() {
        Some(total) => total,
        None => unreachable!("a shape without axes has one element"),
    })
}

/// Predictions minus targets.
#[track_caller]
fn differences<'a, T: 'static, E: Networks<T>, S: Shape, R: Shape>(
    predictions: &'a E::Data<T, S>,
    targets: &E::Data<T, R>,
) -> Term<'a, T, E, S> {
    Term::of(predictions) - Term::<T, E, R>::of(targets)
}

/// See [`Networks::mse_loss`].
#[track_caller]
pub fn mse_loss<T: 'static, E: Networks<T>, S: Shape, R: Shape>(
    predictions: &E::Data<T, S>,
    targets: &E::Data<T, R>,
) -> E::Data<T, S> {
    let differences = differences::<T, E, S, R>(predictions, targets);
    (differences.by_ref() * differences.by_ref()).into_data()
}

/// See [`Networks::l1_loss`].
#[track_caller]
pub fn l1_loss<T: 'static, E: Networks<T>, S: Shape, R: Shape>(
    predictions: &E::Data<T, S>,
    targets: &E::Data<T, R>,
) -> E::Data<T, S> {
    let differences = differences::<T, E, S, R>(predictions, targets);
    differences.map(ops::Abs).into_data()
}

/// See [`Networks::binary_cross_entropy`].
#[track_caller]
pub fn binary_cross_entropy<T: 'static, E: Networks<T>, S: Shape, R: Shape>(
    probabilities: &E::Data<T, S>,
    targets: &E::Data<T, R>,
) -> E::Data<T, S> {
    let (p, t) = (
        Term::<T, E, S>::of(probabilities),
        Term::<T, E, R>::of(targets),
    );
    let limits = || ops::Clamp(E::number(-100.0), E::number(f64::INFINITY));
    let others = p.by_ref().map(ops::Left(ops::Sub, E::number(1.0)));
    let no = others.map(ops::Ln).map(limits());
    let yes = p.by_ref().map(ops::Ln).map(limits());
    // t (ln p - ln (1 - p)) + ln (1 - p)
    ((yes - no.by_ref()) * t + no).map(ops::Neg).into_data()
}

/// See [`Networks::binary_cross_entropy_with_logits`].
#[track_caller]
pub fn binary_cross_entropy_with_logits<T: 'static, E: Networks<T>, S: Shape, R: Shape>(
    logits: &E::Data<T, S>,
    targets: &E::Data<T, R>,
) -> E::Data<T, S> {
    let (x, t) = (Term::<T, E, S>::of(logits), Term::<T, E, R>::of(targets));
    let powers = x.by_ref().map(ops::Abs).map(ops::Neg).map(ops::Exp);
    (x.by_ref().map(ops::Relu) - x.by_ref() * t + powers.map(ops::Ln1p)).into_data()
}

/// The losses of rows, and their weights if there are some.
type OfRows<T, K, E> = (<E as Engine>::Data<T, K>, Option<<E as Engine>::Data<T, K>>);

/// See [`Networks::nll_loss`].
#[track_caller]
pub fn nll_loss<T: 'static, E: Networks<T>, S: Shape, I: Shape, K: Shape, W: Shape>(
    logarithms: &E::Data<T, S>,
    targets: &E::Data<usize, I>,
    weights: Option<&E::Data<T, W>>,
    axis: usize,
) -> Result<OfRows<T, K, E>, ShapeError> {
    let indices = <E as MovesAxes<usize>>::unsqueeze::<I, K>(targets, axis);
    let chosen = E::take_along_axis::<S, K, K>(logarithms, axis, &indices)?;
    let losses = Term::<T, E, K>::from(chosen).map(ops::Neg);
    let Some(weights) = weights else {
        return Ok((losses.into_data(), None));
    };
    let weights = E::take::<W, K, K>(weights, 0, &indices)?;
    let weighted = losses * Term::<T, E, K>::of(&weights);
    Ok((weighted.into_data(), Some(weights)))
}

/// See [`Networks::cross_entropy`].
#[track_caller]
pub fn cross_entropy<T: 'static, E: Networks<T>, S: Shape, I: Shape, K: Shape, W: Shape>(
    scores: &E::Data<T, S>,
    targets: &E::Data<usize, I>,
    weights: Option<&E::Data<T, W>>,
    axis: usize,
) -> Result<OfRows<T, K, E>, ShapeError> {
    let from_end = E::sizes::<T, S>(scores).len() - axis;
    let logarithms = E::softmax::<S, K>(scores, from_end, true);
    E::nll_loss::<S, I, K, W>(&logarithms, targets, weights, axis)
}

/// See [`Networks::soft_cross_entropy`].
#[track_caller]
pub fn soft_cross_entropy<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    P: Shape,
    K: Shape,
    W: Shape,
    C: Shape,
>(
    scores: &E::Data<T, S>,
    probabilities: &E::Data<T, P>,
    weights: Option<&E::Data<T, W>>,
    axis: usize,
) -> E::Data<T, K> {
    let from_end = E::sizes::<T, S>(scores).len() - axis;
    let logarithms = Term::<T, E, S>::from(E::softmax::<S, K>(scores, from_end, true));
    let mut losses = logarithms * Term::<T, E, P>::of(probabilities);
    if let Some(weights) = weights {
        losses = losses * column::<T, E, W, C>(weights, from_end - 1);
    }
    losses
        .reduce::<ops::Sum, K>(&[from_end])
        .map(ops::Neg)
        .into_data()
}

/// See [`Networks::bilinear`].
#[track_caller]
pub fn bilinear<
    T: 'static,
    E: Networks<T>,
    L: Shape,
    R: Shape,
    W: Shape,
    LhsRows: Shape,
    RhsRows: Shape,
    Products: Shape,
    Sums: Shape,
    O: Shape,
>(
    lhs: &E::Data<T, L>,
    rhs: &E::Data<T, R>,
    weights: &E::Data<T, W>,
    [lhs_rows, rhs_rows, sizes]: [DynShape; 3],
) -> E::Data<T, O> {
    let lhs = E::reshape::<L, LhsRows>(Operand::ByRef(lhs), lhs_rows);
    let rhs = Term::<T, E, R>::of(rhs).reshape::<RhsRows>(rhs_rows);
    let rank = sizes.dims().len();
    let products =
        Term::<T, E, Products>::from(E::product::<LhsRows, W, Products>(&lhs, weights, sizes));
    let sums = (products * rhs).reduce::<ops::Sum, Sums>(&[1]).into_data();
    <E as MovesAxes<T>>::squeeze::<Sums, O>(&sums, &[rank - 2, rank - 1])
}

/// See [`Networks::distances`].
#[track_caller]
pub fn distances<
    T: 'static,
    E: Networks<T>,
    L: Shape,
    R: Shape,
    LhsRows: Shape,
    RhsRows: Shape,
    Differences: Shape,
    K: Shape,
    O: Shape,
>(
    lhs: &E::Data<T, L>,
    rhs: &E::Data<T, R>,
    [lhs_rows, rhs_rows, sizes]: [DynShape; 3],
) -> E::Data<T, O> {
    let lhs = Term::<T, E, L>::of(lhs).reshape::<LhsRows>(lhs_rows);
    let rhs = Term::<T, E, R>::of(rhs).reshape::<RhsRows>(rhs_rows);
    norms::<T, E, Differences, K, O>(lhs.binary::<ops::Sub, _, _>(rhs, sizes)).into_data()
}

/// See [`Networks::lengths`].
#[track_caller]
pub fn lengths<T: 'static, E: Networks<T>, S: Shape, K: Shape, O: Shape>(
    vectors: &E::Data<T, S>,
    least: f64,
) -> E::Data<T, O> {
    let limits = ops::Clamp(E::number(least), E::number(f64::INFINITY));
    norms::<T, E, S, K, O>(Term::of(vectors))
        .map(limits)
        .into_data()
}

/// The square roots of the sums of squares along the last axis.
#[track_caller]
fn norms<'a, T: 'static, E: Networks<T>, S: Shape, K: Shape, O: Shape>(
    vectors: Term<'a, T, E, S>,
) -> Term<'a, T, E, O> {
    let last = vectors.sizes().dims().len() - 1;
    let sums = (vectors.by_ref() * vectors.by_ref()).reduce::<ops::Sum, K>(&[1]);
    let sums = <E as MovesAxes<T>>::squeeze::<K, O>(&sums.into_data(), &[last]);
    Term::from(sums).map(ops::Sqrt)
}

/// A vector with some axes of size 1 after its own.
fn column<'a, T: 'static, E: Networks<T>, W: Shape, C: Shape>(
    vector: &'a E::Data<T, W>,
    after: usize,
) -> Term<'a, T, E, C> {
    let size = E::sizes::<T, W>(vector)[0];
    let sizes = DynShape::build(after + 1, 1, &|end| match end > after {
        true => size,
        false => 1,
    });
    Term::<T, E, W>::of(vector).reshape::<C>(sizes.unwrap_or_default())
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

/// What a state contributes to a gate.
#[track_caller]
fn recurrent<'a, T: 'static, E: Networks<T>, H: Shape, R: Shape, M: Shape>(
    state: &E::Data<T, H>,
    weights: &E::Data<T, R>,
    gate: usize,
) -> Term<'a, T, E, H> {
    let weights = <E as MovesAxes<T>>::index::<R, M>(weights, 0, gate);
    let sizes = E::sizes::<T, H>(state).into();
    Term::from(<E as Networks<T>>::linear::<H, M, M, H>(
        state, &weights, sizes,
    ))
}

/// See [`Networks::lstm_step`].
#[track_caller]
pub fn lstm_step<T: 'static, E: Networks<T>, H: Shape, R: Shape, M: Shape>(
    gates: [E::Data<T, H>; 4],
    (state, cells): (&E::Data<T, H>, &E::Data<T, H>),
    weights: &E::Data<T, R>,
) -> (E::Data<T, H>, E::Data<T, H>) {
    let mut gate = 0;
    let [input, forget, new, output] = gates.map(|given| {
        gate += 1;
        recurrent::<T, E, H, R, M>(state, weights, gate - 1) + Term::<T, E, H>::from(given)
    });
    let (input, forget) = (input.map(ops::Sigmoid), forget.map(ops::Sigmoid));
    let cells = forget * Term::<T, E, H>::of(cells) + input * new.map(ops::Tanh);
    let state = output.map(ops::Sigmoid) * cells.by_ref().map(ops::Tanh);
    (state.into_data(), cells.into_data())
}

/// See [`Networks::gru_step`].
#[track_caller]
pub fn gru_step<T: 'static, E: Networks<T>, H: Shape, R: Shape, M: Shape, B: Shape, V: Shape>(
    [reset, update, new]: [E::Data<T, H>; 3],
    state: &E::Data<T, H>,
    (weights, bias): (&E::Data<T, R>, &E::Data<T, B>),
) -> E::Data<T, H> {
    let own = |gate| {
        let bias = Term::<T, E, B>::of(bias).index::<V>(0, gate);
        recurrent::<T, E, H, R, M>(state, weights, gate) + bias
    };
    let reset = (own(0) + Term::<T, E, H>::from(reset)).map(ops::Sigmoid);
    let update = (own(1) + Term::<T, E, H>::from(update)).map(ops::Sigmoid);
    let new = (own(2) * reset + Term::<T, E, H>::from(new)).map(ops::Tanh);
    ((Term::<T, E, H>::of(state) - new.by_ref()) * update + new).into_data()
}

/// The same data with a shape that has the same sizes.
#[track_caller]
fn retyped<T: 'static, E: Networks<T>, S: Shape, O: Shape>(data: &E::Data<T, S>) -> E::Data<T, O> {
    let sizes = E::sizes::<T, S>(data).into();
    E::reshape::<S, O>(Operand::ByRef(data), sizes)
}

/// What the inputs contribute to each gate.
#[track_caller]
fn gates<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    W: Shape,
    B: Shape,
    G: Shape,
    Transposed: Shape,
    V: Shape,
    O: Shape,
    const GATES: usize,
>(
    data: &E::Data<T, S>,
    weights: &E::Data<T, W>,
    bias: &E::Data<T, B>,
    sizes: &DynShape,
) -> [E::Data<T, O>; GATES] {
    core::array::from_fn(|gate| {
        let weights = <E as MovesAxes<T>>::index::<W, G>(weights, 0, gate);
        let bias = Term::<T, E, B>::of(bias).index::<V>(0, gate);
        let product =
            <E as Networks<T>>::linear::<S, G, Transposed, O>(data, &weights, sizes.clone());
        (Term::<T, E, O>::from(product) + bias).into_data()
    })
}

/// One step of each gate. The steps are an axis counted from the first, from 0.
fn step_of<T: 'static, E: Networks<T>, O: Shape, H: Shape, const GATES: usize>(
    gates: &[E::Data<T, O>; GATES],
    axis: usize,
    step: usize,
) -> [E::Data<T, H>; GATES] {
    core::array::from_fn(|gate| <E as MovesAxes<T>>::index::<O, H>(&gates[gate], axis, step))
}

/// A state of zeros.
fn zeros<T: 'static, E: Networks<T>, H: Shape>(sizes: &DynShape) -> E::Data<T, H> {
    E::generate::<H>(sizes.clone(), || E::number(0.0))
}

/// See [`Networks::lstm`].
#[track_caller]
pub fn lstm<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    W: Shape,
    R: Shape,
    B: Shape,
    G: Shape,
    Transposed: Shape,
    M: Shape,
    V: Shape,
    A: Shape,
    C: Shape,
    O: Shape,
    H: Shape,
>(
    data: &E::Data<T, S>,
    (weights, recurrent, bias): (&E::Data<T, W>, &E::Data<T, R>, &E::Data<T, B>),
    state: Option<(&E::Data<T, A>, &E::Data<T, C>)>,
    (sizes, step): (DynShape, DynShape),
) -> (E::Data<T, O>, E::Data<T, H>, E::Data<T, H>) {
    let gates = gates::<T, E, S, W, B, G, Transposed, V, O, 4>(data, weights, bias, &sizes);
    let (mut hidden, mut cells) = match state {
        Some((hidden, cells)) => (retyped::<T, E, A, H>(hidden), retyped::<T, E, C, H>(cells)),
        None => (zeros::<T, E, H>(&step), zeros::<T, E, H>(&step)),
    };
    let axis = step.dims().len() - 1;
    let output = E::join_made::<H, O>(sizes.dims()[axis], axis, sizes, |place| {
        let gates = step_of::<T, E, O, H, 4>(&gates, axis, place);
        (hidden, cells) = E::lstm_step::<H, R, M>(gates, (&hidden, &cells), recurrent);
        E::keep::<H>(&hidden)
    });
    (output, hidden, cells)
}

/// See [`Networks::lstm_cell`].
#[track_caller]
pub fn lstm_cell<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    W: Shape,
    R: Shape,
    B: Shape,
    G: Shape,
    Transposed: Shape,
    M: Shape,
    V: Shape,
    A: Shape,
    C: Shape,
    H: Shape,
>(
    data: &E::Data<T, S>,
    (weights, recurrent, bias): (&E::Data<T, W>, &E::Data<T, R>, &E::Data<T, B>),
    (hidden, cells): (&E::Data<T, A>, &E::Data<T, C>),
    sizes: DynShape,
) -> (E::Data<T, H>, E::Data<T, H>) {
    let gates = gates::<T, E, S, W, B, G, Transposed, V, H, 4>(data, weights, bias, &sizes);
    let (hidden, cells) = (retyped::<T, E, A, H>(hidden), retyped::<T, E, C, H>(cells));
    E::lstm_step::<H, R, M>(gates, (&hidden, &cells), recurrent)
}

/// See [`Networks::gru`].
#[track_caller]
pub fn gru<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    W: Shape,
    R: Shape,
    B: Shape,
    C: Shape,
    G: Shape,
    Transposed: Shape,
    M: Shape,
    V: Shape,
    A: Shape,
    O: Shape,
    H: Shape,
>(
    data: &E::Data<T, S>,
    (weights, recurrent): (&E::Data<T, W>, &E::Data<T, R>),
    (bias, recurrent_bias): (&E::Data<T, B>, &E::Data<T, C>),
    state: Option<&E::Data<T, A>>,
    (sizes, step): (DynShape, DynShape),
) -> (E::Data<T, O>, E::Data<T, H>) {
    let gates = gates::<T, E, S, W, B, G, Transposed, V, O, 3>(data, weights, bias, &sizes);
    let mut hidden = match state {
        Some(hidden) => retyped::<T, E, A, H>(hidden),
        None => zeros::<T, E, H>(&step),
    };
    let axis = step.dims().len() - 1;
    let output = E::join_made::<H, O>(sizes.dims()[axis], axis, sizes, |place| {
        let gates = step_of::<T, E, O, H, 3>(&gates, axis, place);
        hidden = E::gru_step::<H, R, M, C, V>(gates, &hidden, (recurrent, recurrent_bias));
        E::keep::<H>(&hidden)
    });
    (output, hidden)
}

/// See [`Networks::gru_cell`].
#[track_caller]
pub fn gru_cell<
    T: 'static,
    E: Networks<T>,
    S: Shape,
    W: Shape,
    R: Shape,
    B: Shape,
    C: Shape,
    G: Shape,
    Transposed: Shape,
    M: Shape,
    V: Shape,
    A: Shape,
    H: Shape,
>(
    data: &E::Data<T, S>,
    (weights, recurrent): (&E::Data<T, W>, &E::Data<T, R>),
    (bias, recurrent_bias): (&E::Data<T, B>, &E::Data<T, C>),
    state: &E::Data<T, A>,
    sizes: DynShape,
) -> E::Data<T, H> {
    let gates = gates::<T, E, S, W, B, G, Transposed, V, H, 3>(data, weights, bias, &sizes);
    let state = retyped::<T, E, A, H>(state);
    E::gru_step::<H, R, M, C, V>(gates, &state, (recurrent, recurrent_bias))
}

#[cfg(test)]
mod tests {
    use super::square_root;

    #[test]
    fn square_roots_are_those_of_the_standard_library() {
        for value in 1..5000 {
            let (root, expected) = (square_root(value.into()), f64::from(value).sqrt());
            assert!(
                (root - expected).abs() <= f64::EPSILON * expected,
                "{value}"
            );
        }
    }
}
