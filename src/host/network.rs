//! Layers on this machine. On the heap, each is compiled once instead of for each shape, because arrays hold their
//! sizes as values.

use super::Inline;
use crate::engine::Networks;

#[cfg(feature = "alloc")]
mod heap {
    use crate::engine::{Networks, composed};
    use crate::host::Host;
    use crate::host::array::Array;
    use crate::{DynShape, Shape, ShapeError};

    /// Functions of `Networks` for arrays of any shape.
    macro_rules! once {
        ($T:ty; $($name:ident [$($S:ident)*] ($($argument:ident: $Argument:ty),*) -> $Output:ty;)*) => {$(
            #[track_caller]
            fn $name<$($S: Shape),*>($($argument: $Argument),*) -> $Output {
                #[inline(never)]
                #[track_caller]
                fn of_any_shape($($argument: $Argument),*) -> $Output {
                    composed::$name::<$T, Host, $(once!(@ $S)),*>($($argument),*)
                }
                of_any_shape($($argument),*)
            }
        )*};
        (@ $S:ident) => { DynShape };
    }

    macro_rules! networks {
        ($($T:ident)*) => {$(
            impl Networks<$T> for Host {
                fn number(value: f64) -> $T {
                    value as $T
                }

                once! {
                    $T;
                    linear [S W Transposed O] (
                        data: &Array<$T>, weights: &Array<$T>, sizes: DynShape
                    ) -> Array<$T>;
                    normalize [S M W] (
                        data: &Array<$T>, weights: &Array<$T>, axes: &[usize], centred: bool, epsilon: $T
                    ) -> Array<$T>;
                    normalize_channels [S M C W B] (
                        data: &Array<$T>,
                        weights_and_bias: (&Array<$T>, &Array<$T>),
                        axes: &[usize],
                        after: usize,
                        epsilon: $T
                    ) -> Array<$T>;
                    normalize_channels_by [S C M V W B] (
                        data: &Array<$T>,
                        means_and_variances: (&Array<$T>, &Array<$T>),
                        weights_and_bias: (&Array<$T>, &Array<$T>),
                        after: usize,
                        epsilon: $T
                    ) -> Array<$T>;
                    normalize_groups [S G M K C W B] (
                        data: &Array<$T>,
                        weights_and_bias: (&Array<$T>, &Array<$T>),
                        grouped: DynShape,
                        after: usize,
                        epsilon: $T
                    ) -> Array<$T>;
                    attend [Q K V Transposed Scores Ones O M] (
                        queries: &Array<$T>,
                        pairs: (&Array<$T>, &Array<$T>),
                        mask: Option<&Array<$T>>,
                        sizes: (DynShape, DynShape)
                    ) -> Array<$T>;
                    lstm [S W R B G Transposed M V A C O H] (
                        data: &Array<$T>,
                        weights: (&Array<$T>, &Array<$T>, &Array<$T>),
                        state: Option<(&Array<$T>, &Array<$T>)>,
                        sizes: (DynShape, DynShape)
                    ) -> (Array<$T>, Array<$T>, Array<$T>);
                    lstm_cell [S W R B G Transposed M V A C H] (
                        data: &Array<$T>,
                        weights: (&Array<$T>, &Array<$T>, &Array<$T>),
                        state: (&Array<$T>, &Array<$T>),
                        sizes: DynShape
                    ) -> (Array<$T>, Array<$T>);
                    gru [S W R B C G Transposed M V A O H] (
                        data: &Array<$T>,
                        weights: (&Array<$T>, &Array<$T>),
                        biases: (&Array<$T>, &Array<$T>),
                        state: Option<&Array<$T>>,
                        sizes: (DynShape, DynShape)
                    ) -> (Array<$T>, Array<$T>);
                    gru_cell [S W R B C G Transposed M V A H] (
                        data: &Array<$T>,
                        weights: (&Array<$T>, &Array<$T>),
                        biases: (&Array<$T>, &Array<$T>),
                        state: &Array<$T>,
                        sizes: DynShape
                    ) -> Array<$T>;
                    total [S] (data: &Array<$T>) -> Array<$T>;
                    mse_loss [S R] (predictions: &Array<$T>, targets: &Array<$T>) -> Array<$T>;
                    l1_loss [S R] (predictions: &Array<$T>, targets: &Array<$T>) -> Array<$T>;
                    binary_cross_entropy [S R] (
                        probabilities: &Array<$T>, targets: &Array<$T>
                    ) -> Array<$T>;
                    binary_cross_entropy_with_logits [S R] (
                        logits: &Array<$T>, targets: &Array<$T>
                    ) -> Array<$T>;
                    nll_loss [S I K W] (
                        logarithms: &Array<$T>,
                        targets: &Array<usize>,
                        weights: Option<&Array<$T>>,
                        axis: usize
                    ) -> Result<(Array<$T>, Option<Array<$T>>), ShapeError>;
                    cross_entropy [S I K W] (
                        scores: &Array<$T>,
                        targets: &Array<usize>,
                        weights: Option<&Array<$T>>,
                        axis: usize
                    ) -> Result<(Array<$T>, Option<Array<$T>>), ShapeError>;
                    soft_cross_entropy [S P K W C] (
                        scores: &Array<$T>,
                        probabilities: &Array<$T>,
                        weights: Option<&Array<$T>>,
                        axis: usize
                    ) -> Array<$T>;
                    attend_in_groups [Q K V InGroups KeyHeads ValueHeads Transposed Scores Ones Grouped O M] (
                        queries: &Array<$T>,
                        pairs: (&Array<$T>, &Array<$T>),
                        mask: Option<&Array<$T>>,
                        shapes: [DynShape; 4],
                        sizes: (DynShape, DynShape)
                    ) -> Array<$T>;
                    causal_mask [M] (queries: usize, keys: usize) -> Array<$T>;
                    bilinear [L R W LhsRows RhsRows Products Sums O] (
                        lhs: &Array<$T>, rhs: &Array<$T>, weights: &Array<$T>, sizes: [DynShape; 3]
                    ) -> Array<$T>;
                    lengths [S K O] (vectors: &Array<$T>, least: f64) -> Array<$T>;
                    distances [L R LhsRows RhsRows Differences K O] (
                        lhs: &Array<$T>, rhs: &Array<$T>, sizes: [DynShape; 3]
                    ) -> Array<$T>;
                }
            }
        )*};
    }

    networks!(f32 f64);
}

/// Written out, so that rustc reports this trait for other elements.
macro_rules! networks {
    ($($T:ident)*) => {$(
        impl Networks<$T> for Inline {
            fn number(value: f64) -> $T {
                value as $T
            }
        }
    )*};
}

networks!(f32 f64);
