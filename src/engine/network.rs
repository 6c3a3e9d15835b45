//! The parts of neural networks, made of operations that an engine has.

use super::{Each, Floats, Operand, Pairs, Reduces, ops};
use crate::{DynShape, Shape};

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
