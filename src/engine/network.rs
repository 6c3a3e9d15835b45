//! The parts of neural networks, made of operations that an engine has.

use super::{Each, Floats, Moves, Operand, Pairs, Reduces, ops};
use crate::{DynShape, Scalar, Shape, ShapeError};

/// Computes the parts of neural networks.
///
/// Each function has a default that is made of other operations; an engine overrides what it does better.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no layers of elements `{T}`",
    label = "no layers of `{T}` here",
    note = "layers are there for floats, on `Tensor` and `InlineTensor`; `to_tensor()` copies a view",
    note = "a function that is generic over its engine asks for `E: Networks<{T}>`"
)]
pub trait Networks<T: 'static>: Floats<T> {
    /// A number as an element, rounded.
    fn number(value: f64) -> T;

    /// Inputs through weights that have a row for each number of a result of these sizes.
    #[track_caller]
    fn linear<S: Shape, W: Shape, Transposed: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        weights: &Self::Data<T, W>,
        sizes: DynShape,
    ) -> Self::Data<T, O> {
        let transposed = Self::permute::<W, Transposed>(weights, &[1, 0]);
        Self::product::<S, Transposed, O>(data, &transposed, sizes)
    }

    /// Elements divided by the root of the mean of their squares along axes, and multiplied by weights; where `centred`, less their mean before
    /// that. Axes are as those of [`Reduces`]; `M` is the shape of means along them.
    #[track_caller]
    fn normalize<S: Shape, M: Shape, W: Shape>(
        data: &Self::Data<T, S>,
        weights: &Self::Data<T, W>,
        axes: &[usize],
        centred: bool,
        epsilon: T,
    ) -> Self::Data<T, S> {
        let sizes = || DynShape::from(Self::sizes::<T, S>(data));
        let pair = (Operand::Lent(data), Operand::Lent(data));
        let (elements, squares) = if centred {
            let means = <Self as Reduces<ops::Mean, T>>::reduce::<S, M>(data, axes);
            let pair = (Operand::Lent(data), Operand::Lent(&means));
            let centred = <Self as Pairs<ops::Sub, T>>::pairs::<S, M, S>(pair.0, pair.1, sizes());
            let squares = <Self as Reduces<ops::Var, T>>::reduce::<S, M>(data, axes);
            (Operand::Given(centred), squares)
        } else {
            let squares = <Self as Pairs<ops::Mul, T>>::pairs::<S, S, S>(pair.0, pair.1, sizes());
            let means = <Self as Reduces<ops::Mean, T>>::reduce::<S, M>(&squares, axes);
            (Operand::Lent(data), means)
        };
        let squares = <Self as Each<ops::Right<ops::Add, T>, T>>::each::<M>(
            ops::Right(ops::Add, epsilon),
            Operand::Given(squares),
        );
        let roots = <Self as Each<ops::Sqrt, T>>::each::<M>(ops::Sqrt, Operand::Given(squares));
        let ratios = <Self as Pairs<ops::Div, T>>::pairs::<S, M, S>(
            elements,
            Operand::Given(roots),
            sizes(),
        );
        <Self as Pairs<ops::Mul, T>>::pairs::<S, W, S>(
            Operand::Given(ratios),
            Operand::Lent(weights),
            sizes(),
        )
    }

    /// Values weighted by how much queries attend to keys: of the softmax along the last axis of queries by keys, divided by the root of a query's
    /// size. `mask` is added to these scores. The sizes are those of the result and of the scores; `Ones` is the shape of sums of scores.
    #[track_caller]
    fn attend<
        Q: Shape,
        K: Shape,
        V: Shape,
        Transposed: Shape,
        Scores: Shape,
        Ones: Shape,
        O: Shape,
        M: Shape,
    >(
        queries: &Self::Data<T, Q>,
        (keys, values): (&Self::Data<T, K>, &Self::Data<T, V>),
        mask: Option<&Self::Data<T, M>>,
        (sizes, scores): (DynShape, DynShape),
    ) -> Self::Data<T, O> {
        let rank = Self::sizes::<T, K>(keys).len();
        let order = DynShape::build(rank, 1, &|axis| match axis {
            1 => rank - 2,
            2 => rank - 1,
            _ => rank - axis,
        })
        .unwrap_or_default();
        let transposed = Self::permute::<K, Transposed>(keys, order.dims());
        let width = Self::sizes::<T, K>(keys)[rank - 1];
        let scale = Self::number(1.0 / square_root(width as f64));
        let queries = <Self as Each<ops::Right<ops::Mul, T>, T>>::each::<Q>(
            ops::Right(ops::Mul, scale),
            Operand::Lent(queries),
        );
        let products =
            Self::product::<Q, Transposed, Scores>(&queries, &transposed, scores.clone());
        let masked = match mask {
            None => products,
            Some(mask) => <Self as Pairs<ops::Add, T>>::pairs::<Scores, M, Scores>(
                Operand::Given(products),
                Operand::Lent(mask),
                scores,
            ),
        };
        let shares = Self::softmax::<Scores, Ones>(&masked, 1, false);
        Self::product::<Scores, V, O>(&shares, values, sizes)
    }

    /// The sum of all elements as a tensor: an engine that follows gradients keeps to tensors.
    fn total<S: Shape>(data: &Self::Data<T, S>) -> Self::Data<T, Scalar> {
        let mut total = Some(<Self as Reduces<ops::Sum, T>>::reduce_all::<S>(data));
        Self::generate::<Scalar>(DynShape::default(), || match total.take() {
            Some(total) => total,
            None => unreachable!("a shape without axes has one element"),
        })
    }

    /// The mean of squared differences of predictions and targets, which have the same sizes.
    #[track_caller]
    fn mse_loss<S: Shape, R: Shape>(
        predictions: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, Scalar> {
        let sizes = sizes_of::<T, S, Self>(predictions);
        let differences = <Self as Pairs<ops::Sub, T>>::pairs::<S, R, S>(
            Operand::Lent(predictions),
            Operand::Lent(targets),
            sizes.clone(),
        );
        let squares = <Self as Pairs<ops::Mul, T>>::pairs::<S, S, S>(
            Operand::Lent(&differences),
            Operand::Lent(&differences),
            sizes.clone(),
        );
        total_over::<T, S, Self>(&squares, count(sizes.dims()))
    }

    /// The mean of absolute differences of predictions and targets, which have the same sizes.
    #[track_caller]
    fn l1_loss<S: Shape, R: Shape>(
        predictions: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, Scalar> {
        let sizes = sizes_of::<T, S, Self>(predictions);
        let differences = <Self as Pairs<ops::Sub, T>>::pairs::<S, R, S>(
            Operand::Lent(predictions),
            Operand::Lent(targets),
            sizes.clone(),
        );
        let distances =
            <Self as Each<ops::Abs, T>>::each::<S>(ops::Abs, Operand::Given(differences));
        total_over::<T, S, Self>(&distances, count(sizes.dims()))
    }

    /// The mean of `- t ln p - (1 - t) ln (1 - p)` for probabilities `p` and targets `t`, which have the same sizes; logarithms are at least -100.
    #[track_caller]
    fn binary_cross_entropy<S: Shape, R: Shape>(
        probabilities: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, Scalar> {
        let sizes = sizes_of::<T, S, Self>(probabilities);
        let logarithm = |data| {
            let data = <Self as Each<ops::Ln, T>>::each::<S>(ops::Ln, data);
            let limits = ops::Clamp(Self::number(-100.0), Self::number(f64::INFINITY));
            <Self as Each<ops::Clamp<T>, T>>::each::<S>(limits, Operand::Given(data))
        };
        let others = <Self as Each<ops::Left<ops::Sub, T>, T>>::each::<S>(
            ops::Left(ops::Sub, Self::number(1.0)),
            Operand::Lent(probabilities),
        );
        let (yes, no) = (
            logarithm(Operand::Lent(probabilities)),
            logarithm(Operand::Given(others)),
        );
        // t (ln p - ln (1 - p)) + ln (1 - p)
        let odds = <Self as Pairs<ops::Sub, T>>::pairs::<S, S, S>(
            Operand::Given(yes),
            Operand::Lent(&no),
            sizes.clone(),
        );
        let chosen = <Self as Pairs<ops::Mul, T>>::pairs::<S, R, S>(
            Operand::Given(odds),
            Operand::Lent(targets),
            sizes.clone(),
        );
        let likelihoods = <Self as Pairs<ops::Add, T>>::pairs::<S, S, S>(
            Operand::Given(chosen),
            Operand::Given(no),
            sizes.clone(),
        );
        total_over::<T, S, Self>(&likelihoods, -count(sizes.dims()))
    }

    /// The same for the logistic function of `logits`, safe from overflow: the mean of `max (x, 0) - x t + ln (1 + exp -|x|)`.
    #[track_caller]
    fn binary_cross_entropy_with_logits<S: Shape, R: Shape>(
        logits: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, Scalar> {
        let sizes = sizes_of::<T, S, Self>(logits);
        let largest = <Self as Each<ops::Relu, T>>::each::<S>(ops::Relu, Operand::Lent(logits));
        let chosen = <Self as Pairs<ops::Mul, T>>::pairs::<S, R, S>(
            Operand::Lent(logits),
            Operand::Lent(targets),
            sizes.clone(),
        );
        let distances = <Self as Each<ops::Abs, T>>::each::<S>(ops::Abs, Operand::Lent(logits));
        let negative = <Self as Each<ops::Neg, T>>::each::<S>(ops::Neg, Operand::Given(distances));
        let powers = <Self as Each<ops::Exp, T>>::each::<S>(ops::Exp, Operand::Given(negative));
        let logarithms = <Self as Each<ops::Ln1p, T>>::each::<S>(ops::Ln1p, Operand::Given(powers));
        let linear = <Self as Pairs<ops::Sub, T>>::pairs::<S, S, S>(
            Operand::Given(largest),
            Operand::Given(chosen),
            sizes.clone(),
        );
        let losses = <Self as Pairs<ops::Add, T>>::pairs::<S, S, S>(
            Operand::Given(linear),
            Operand::Given(logarithms),
            sizes.clone(),
        );
        total_over::<T, S, Self>(&losses, count(sizes.dims()))
    }

    /// The mean of what is lost where the class of each row has this logarithm of its probability: of weighted classes a weighted mean. Classes are
    /// along an axis counted from the first, from 0; `K` is the shape with size 1 there.
    ///
    /// # Errors
    ///
    /// Where a target is beyond the classes.
    #[track_caller]
    fn nll_loss<S: Shape, I: Shape, K: Shape, W: Shape>(
        logarithms: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<Self::Data<T, Scalar>, ShapeError> {
        let indices = <Self as Moves<usize>>::unsqueeze::<I, K>(targets, axis);
        let chosen = Self::take_along_axis::<S, K, K>(logarithms, axis, &indices)?;
        let sizes = sizes_of::<T, K, Self>(&chosen);
        let Some(weights) = weights else {
            return Ok(total_over::<T, K, Self>(&chosen, -count(sizes.dims())));
        };
        let weights = Self::take::<W, K, K>(weights, 0, &indices)?;
        let weighted = <Self as Pairs<ops::Mul, T>>::pairs::<K, K, K>(
            Operand::Given(chosen),
            Operand::Lent(&weights),
            sizes,
        );
        let mean = <Self as Pairs<ops::Div, T>>::pairs::<Scalar, Scalar, Scalar>(
            Operand::Given(Self::total::<K>(&weighted)),
            Operand::Given(Self::total::<K>(&weights)),
            DynShape::default(),
        );
        Ok(<Self as Each<ops::Neg, T>>::each::<Scalar>(
            ops::Neg,
            Operand::Given(mean),
        ))
    }

    /// [`nll_loss`](Self::nll_loss) of the logarithms of the softmax of scores.
    ///
    /// # Errors
    ///
    /// Where a target is beyond the classes.
    #[track_caller]
    fn cross_entropy<S: Shape, I: Shape, K: Shape, W: Shape>(
        scores: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<Self::Data<T, Scalar>, ShapeError> {
        let from_end = Self::sizes::<T, S>(scores).len() - axis;
        let logarithms = Self::softmax::<S, K>(scores, from_end, true);
        Self::nll_loss::<S, I, K, W>(&logarithms, targets, weights, axis)
    }

    /// The mean over rows of probabilities times what is lost where a class has the score it has. Classes are along an axis counted from the first,
    /// from 0; `K` is the shape with size 1 there.
    #[track_caller]
    fn soft_cross_entropy<S: Shape, P: Shape, K: Shape>(
        scores: &Self::Data<T, S>,
        probabilities: &Self::Data<T, P>,
        axis: usize,
    ) -> Self::Data<T, Scalar> {
        let sizes = sizes_of::<T, S, Self>(scores);
        let logarithms = Self::softmax::<S, K>(scores, sizes.dims().len() - axis, true);
        let losses = <Self as Pairs<ops::Mul, T>>::pairs::<S, P, S>(
            Operand::Given(logarithms),
            Operand::Lent(probabilities),
            sizes.clone(),
        );
        let rows = [&sizes.dims()[..axis], &sizes.dims()[axis + 1..]];
        total_over::<T, S, Self>(&losses, -count(rows[0]) * count(rows[1]))
    }

    /// For each number of the result the first input times its matrix times the second input. The rows are inputs with two axes of size 1 in
    /// front of their last; the sizes are those of the products, `[.., O, 1, J]`.
    #[track_caller]
    fn bilinear<L: Shape, R: Shape, W: Shape, Products: Shape, Sums: Shape, O: Shape>(
        lhs: &Self::Data<T, L>,
        rhs: &Self::Data<T, R>,
        weights: &Self::Data<T, W>,
        sizes: DynShape,
    ) -> Self::Data<T, O> {
        let rank = sizes.dims().len();
        let products = Self::product::<L, W, Products>(lhs, weights, sizes.clone());
        let products = <Self as Pairs<ops::Mul, T>>::pairs::<Products, R, Products>(
            Operand::Given(products),
            Operand::Lent(rhs),
            sizes,
        );
        let sums = <Self as Reduces<ops::Sum, T>>::reduce::<Products, Sums>(&products, &[1]);
        <Self as Moves<T>>::squeeze::<Sums, O>(&sums, &[rank - 2, rank - 1])
    }

    /// The roots of the sums of squared differences along the last axis. The sizes are those of the differences; `K` is their shape with size 1 at
    /// the last axis, `O` without it.
    #[track_caller]
    fn distances<L: Shape, R: Shape, Differences: Shape, K: Shape, O: Shape>(
        lhs: &Self::Data<T, L>,
        rhs: &Self::Data<T, R>,
        sizes: DynShape,
    ) -> Self::Data<T, O> {
        let rank = sizes.dims().len();
        let differences = <Self as Pairs<ops::Sub, T>>::pairs::<L, R, Differences>(
            Operand::Lent(lhs),
            Operand::Lent(rhs),
            sizes.clone(),
        );
        let squares = <Self as Pairs<ops::Mul, T>>::pairs::<Differences, Differences, Differences>(
            Operand::Lent(&differences),
            Operand::Lent(&differences),
            sizes,
        );
        let sums = <Self as Reduces<ops::Sum, T>>::reduce::<Differences, K>(&squares, &[1]);
        let sums = <Self as Moves<T>>::squeeze::<K, O>(&sums, &[rank - 1]);
        <Self as Each<ops::Sqrt, T>>::each::<O>(ops::Sqrt, Operand::Given(sums))
    }
}

/// The sizes of a tensor.
fn sizes_of<T: 'static, S: Shape, E: Networks<T>>(data: &E::Data<T, S>) -> DynShape {
    E::sizes::<T, S>(data).into()
}

/// The product of some sizes.
fn count(sizes: &[usize]) -> f64 {
    sizes.iter().map(|&size| size as f64).product()
}

/// The sum of all elements, divided.
fn total_over<T: 'static, S: Shape, E: Networks<T>>(
    data: &E::Data<T, S>,
    divisor: f64,
) -> E::Data<T, Scalar> {
    <E as Each<ops::Right<ops::Div, T>, T>>::each::<Scalar>(
        ops::Right(ops::Div, E::number(divisor)),
        Operand::Given(E::total::<S>(data)),
    )
}

/// The square root of a positive number, by Newton's method: `core` has none.
fn square_root(value: f64) -> f64 {
    // Half the exponent is right to within a factor of two, and each step doubles the digits.
    let mut root = f64::from_bits((value.to_bits() >> 1) + (1023 << 51));
    for _ in 0..5 {
        root = (root + value / root) / 2.0;
    }
    root
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
