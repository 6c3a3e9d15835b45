//! The rules of matrix products and reshapes: tables of cases for types and for run time, and generic code that needs
//! no bounds.

use shapecheck::algebra::{MatchesInner, MatrixProduct, Reshape, matrix_product_shape};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{Dim, Dyn, DynShape, Shape, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

type Product<Lhs, Rhs> = <Lhs as MatrixProduct<Rhs>>::Output;

/// Two shapes and what they give, or that they are refused.
macro_rules! product_table {
    () => {};
    ([$($lhs:tt)*] by [$($rhs:tt)*] => refused; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($lhs)*]: MatrixProduct<shape![$($rhs)*]>);
        assert!(matrix_product_shape(&[$($lhs)*], &[$($rhs)*]).is_err());
        #[cfg(feature = "tensor")]
        assert_eq!(multiplied(&[$($lhs)*], &[$($rhs)*]), None);
        product_table! { $($rest)* }
    };
    ([$($lhs:tt)*] by [$($rhs:tt)*] => [$($product:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(Product<shape![$($lhs)*], shape![$($rhs)*]>, shape![$($product)*]);
        let product = matrix_product_shape(&[$($lhs)*], &[$($rhs)*]);
        assert_eq!(product, Ok(DynShape::from([$($product)*])));
        #[cfg(feature = "tensor")]
        assert_eq!(multiplied(&[$($lhs)*], &[$($rhs)*]), Some(DynShape::from([$($product)*])));
        product_table! { $($rest)* }
    };
}

/// The same by type alone, where sizes or ranks are not known.
macro_rules! product_types {
    ($([$($lhs:tt)*] by [$($rhs:tt)*] => [$($product:tt)*];)*) => {$(
        assert_type_eq_all!(Product<shape![$($lhs)*], shape![$($rhs)*]>, shape![$($product)*]);
    )*};
}

/// The shape of the product of two tensors of run-time rank.
#[cfg(feature = "tensor")]
fn multiplied(lhs: &[usize], rhs: &[usize]) -> Option<DynShape> {
    use shapecheck::Tensor;

    let lhs = Tensor::<f32, DynShape>::zeros_with(DynShape::from(lhs));
    let rhs = Tensor::<f32, DynShape>::zeros_with(DynShape::from(rhs));
    let product = lhs.try_matmul(&rhs).ok()?;
    Some(product.shape().clone())
}

#[test]
fn matrix_products_follow_the_table() {
    product_table! {
        // A matrix or a vector on either side.
        [2, 3] by [3, 4] => [2, 4];
        [2, 3] by [3] => [2];
        [3] by [3, 4] => [4];
        [3] by [3] => [];
        [1, 1] by [1, 1] => [1, 1];
        // Inner sizes are equal: 1 and 0 are sizes as any other.
        [2, 3] by [4, 5] => refused;
        [2, 1] by [3, 4] => refused;
        [2, 3] by [1, 4] => refused;
        [2, 0] by [1, 4] => refused;
        [2, 0] by [0, 4] => [2, 4];
        [0, 3] by [3, 0] => [0, 0];
        [3] by [4] => refused;
        [3] by [1] => refused;
        [2, 3] by [2] => refused;
        [2] by [3, 2] => refused;
        // Axes in front broadcast, whichever side has more of them.
        [8, 2, 3] by [3, 4] => [8, 2, 4];
        [2, 3] by [8, 3, 4] => [8, 2, 4];
        [8, 2, 3] by [8, 3, 4] => [8, 2, 4];
        [8, 2, 3] by [1, 3, 4] => [8, 2, 4];
        [1, 2, 3] by [8, 3, 4] => [8, 2, 4];
        [0, 2, 3] by [1, 3, 4] => [0, 2, 4];
        [5, 1, 2, 3] by [7, 3, 4] => [5, 7, 2, 4];
        [7, 2, 3] by [5, 1, 3, 4] => [5, 7, 2, 4];
        [8, 2, 3] by [7, 3, 4] => refused;
        [0, 2, 3] by [2, 3, 4] => refused;
        [5, 8, 2, 3] by [6, 8, 3, 4] => refused;
        // Rows and columns are not broadcast with anything.
        [8, 2, 3] by [2, 3, 4] => refused;
        [2, 2, 3] by [2, 3, 4] => [2, 2, 4];
        // A vector takes part in every product of the other side.
        [8, 2, 3] by [3] => [8, 2];
        [6, 8, 2, 3] by [3] => [6, 8, 2];
        [3] by [8, 3, 4] => [8, 4];
        [3] by [6, 8, 3, 4] => [6, 8, 4];
        [8, 2, 3] by [8] => refused;
        // Without axes there is nothing to sum over.
        [] by [] => refused;
        [] by [3] => refused;
        [3] by [] => refused;
        [] by [2, 3] => refused;
        [2, 3] by [] => refused;
        [1] by [] => refused;
    }
}

product_types! {
    // Sizes known only at run time.
    [_, 3] by [3, 4] => [_, 4];
    [2, _] by [3, 4] => [2, 4];
    [2, 3] by [_, 4] => [2, 4];
    [_, _] by [_, _] => [_, _];
    [2, _] by [_] => [2];
    [_] by [_] => [];
    [_, 2, 3] by [8, 3, 4] => [8, 2, 4];
    [_, 2, 3] by [1, 3, 4] => [_, 2, 4];
    [_, 2, 3] by [3, _] => [_, 2, _];
    // A rank known only at run time: there may be rows on the left, or not.
    [..DynShape] by [3, 4] => [..DynShape, 4];
    [..DynShape] by [8, 3, 4] => [..DynShape, 4];
    [..DynShape] by [3] => [..DynShape];
    [..DynShape] by [..DynShape] => [..DynShape];
    [..DynShape, 3] by [3, 4] => [..DynShape, 4];
    [..DynShape, 3] by [8, 3, 4] => [..DynShape, 4];
    [..DynShape, 3] by [3] => [..DynShape];
    [..DynShape, 3] by [..DynShape] => [..DynShape];
    [..DynShape, 2, 3] by [3, 4] => [..DynShape, 2, 4];
    [..DynShape, 2, 3] by [8, 3, 4] => [..DynShape, 8, 2, 4];
    [..DynShape, 2, 3] by [3] => [..DynShape, 2];
    // And on the right: the last axis may be the rows.
    [3] by [..DynShape] => [..DynShape];
    [2, 3] by [..DynShape] => [..DynShape];
    [2, 3] by [..DynShape, 4] => [..DynShape];
    [2, 3] by [..DynShape, 3, 4] => [..DynShape, 2, 4];
    [8, 2, 3] by [..DynShape, 3, 4] => [..DynShape, 8, 2, 4];
    [3] by [..DynShape, 3, 4] => [..DynShape, 4];
    [..DynShape] by [..DynShape, 4] => [..DynShape];
    [..DynShape] by [..DynShape, 3, 4] => [..DynShape, 4];
    [..DynShape, 2, 3] by [..DynShape, 3, 4] => [..DynShape, 2, 4];
}

// What is known is compared, whatever is not.
assert_not_impl_any!(shape![_, 3]: MatrixProduct<shape![4, _]>);
assert_not_impl_any!(shape![..DynShape, 3]: MatrixProduct<shape![4, 5]>);
assert_not_impl_any!(shape![_, 8, _, _]: MatrixProduct<shape![7, _, _]>);
assert_not_impl_any!(shape![2, 3]: MatrixProduct<shape![..DynShape, 4, 5]>);
assert_not_impl_any!(shape![..DynShape, 8, 2, 3]: MatrixProduct<shape![7, 3, 4]>);
assert_not_impl_any!(DynShape: MatrixProduct<shape![]>);
assert_not_impl_any!(shape![]: MatrixProduct<DynShape>);
assert_not_impl_any!(shape![]: MatrixProduct<shape![..DynShape, 3]>);
assert_not_impl_any!(shape![..DynShape, 3]: MatrixProduct<shape![]>);

/// Products in generic code: each compiles without a bound on the whole shapes.
mod without_bounds {
    use super::*;

    pub fn matrices<M: Dim, K: Dim, N: Dim>(
        x: Product<shape![M, K], shape![K, N]>,
    ) -> shape![M, N] {
        x
    }

    pub fn matrix_by_vector<M: Dim, K: Dim>(x: Product<shape![M, K], shape![K]>) -> shape![M] {
        x
    }

    pub fn vector_by_matrix<K: Dim, N: Dim>(x: Product<shape![K], shape![K, N]>) -> shape![N] {
        x
    }

    pub fn vectors<K: Dim>(x: Product<shape![K], shape![K]>) -> shape![] {
        x
    }

    /// Whether S has any axes or not.
    pub fn linear<S: Shape, K: Dim, N: Dim>(
        x: Product<shape![..S, K], shape![K, N]>,
    ) -> shape![..S, N] {
        x
    }

    pub fn any_by_vector<S: Shape, K: Dim>(x: Product<shape![..S, K], shape![K]>) -> S {
        x
    }

    pub fn batch_by_matrix<S: Shape, M: Dim, K: Dim, N: Dim>(
        x: Product<shape![..S, M, K], shape![K, N]>,
    ) -> shape![..S, M, N] {
        x
    }

    pub fn matrix_by_batch<S: Shape, M: Dim, K: Dim, N: Dim>(
        x: Product<shape![M, K], shape![..S, K, N]>,
    ) -> shape![..S, M, N] {
        x
    }

    pub fn vector_by_batch<S: Shape, K: Dim, N: Dim>(
        x: Product<shape![K], shape![..S, K, N]>,
    ) -> shape![..S, N] {
        x
    }

    pub fn batches<S: Shape, M: Dim, K: Dim, N: Dim>(
        x: Product<shape![..S, M, K], shape![..S, K, N]>,
    ) -> shape![..S, M, N] {
        x
    }

    pub fn one_batch<S: Shape, B: Dim, M: Dim, K: Dim, N: Dim>(
        x: Product<shape![..S, B, M, K], shape![1, K, N]>,
    ) -> shape![..S, B, M, N] {
        x
    }

    /// Attention: queries by transposed keys, and those scores by values.
    pub fn attention<S: Shape, Q: Dim, K: Dim, D: Dim, V: Dim>(
        x: Product<Product<shape![..S, Q, D], shape![..S, D, K]>, shape![..S, K, V]>,
    ) -> shape![..S, Q, V] {
        x
    }

    /// An inner bound on its own is enough.
    pub fn inner_bound<M: Dim, K: Dim + MatchesInner<L>, L: Dim, N: Dim>(
        x: Product<shape![M, K], shape![L, N]>,
    ) -> shape![M, N] {
        x
    }

    /// One bound on the whole shapes says everything.
    pub fn passed_on<A: MatrixProduct<B>, B: Shape>(x: Product<A, B>) -> A::Output {
        fn inner<A: MatrixProduct<B>, B>(x: A::Output) -> A::Output {
            x
        }
        inner::<A, B>(x)
    }
}

#[test]
fn generic_products_take_shapes_of_any_kind() {
    use without_bounds::*;

    let _: shape![2, 4] = matrices::<_, Dyn, _>(Default::default());
    let _: shape![2] = matrix_by_vector::<_, Dyn>(Default::default());
    let _: shape![4] = vector_by_matrix::<Dyn, _>(Default::default());
    let _: shape![] = vectors::<Dyn>(Default::default());
    let _: shape![4] = linear::<shape![], Dyn, _>(Default::default());
    let _: shape![8, 2, 4] = linear::<shape![8, 2], Dyn, _>(Default::default());
    let dynamic = <shape![..DynShape, 4]>::try_from([8, 2, 4]).unwrap();
    assert_eq!(
        linear::<DynShape, Dyn, shapecheck::dim!(4)>(dynamic.clone()),
        dynamic
    );
    let _: shape![8] = any_by_vector::<shape![8], Dyn>(Default::default());
    let _: shape![8, 2, 4] = batch_by_matrix::<shape![8], _, Dyn, _>(Default::default());
    let _: shape![8, 2, 4] = matrix_by_batch::<shape![8], _, Dyn, _>(Default::default());
    let _: shape![8, 4] = vector_by_batch::<shape![8], Dyn, _>(Default::default());
    let _: shape![8, 2, 4] = batches::<shape![8], _, Dyn, _>(Default::default());
    let _: shape![8, 5, 2, 4] = one_batch::<shape![8], _, _, Dyn, _>(Default::default());
    let _: shape![8, 2, 4] = attention::<shape![8], _, Dyn, Dyn, _>(Default::default());
    let _: shape![2, 4] = inner_bound::<_, Dyn, Dyn, _>(Default::default());
    let _: shape![2, 4] = passed_on::<shape![2, 3], shape![3, 4]>(Default::default());
}

/// Two shapes, and whether their numbers of elements are equal.
macro_rules! reshape_table {
    () => {};
    ([$($from:tt)*] to [$($to:tt)*] => fits; $($rest:tt)*) => {
        assert_impl_all!(shape![$($from)*]: Reshape<shape![$($to)*]>);
        assert_impl_all!(shape![$($to)*]: Reshape<shape![$($from)*]>);
        assert_eq!(DynShape::from([$($from)*]).check_reshape(&DynShape::from([$($to)*])), Ok(()));
        assert_eq!(DynShape::from([$($to)*]).check_reshape(&DynShape::from([$($from)*])), Ok(()));
        reshape_table! { $($rest)* }
    };
    ([$($from:tt)*] to [$($to:tt)*] => $source:literal is not $target:literal; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($from)*]: Reshape<shape![$($to)*]>);
        assert_not_impl_any!(shape![$($to)*]: Reshape<shape![$($from)*]>);
        let (from, to) = (DynShape::from([$($from)*]), DynShape::from([$($to)*]));
        differ(&from, $source, &to, $target);
        differ(&to, $target, &from, $source);
        reshape_table! { $($rest)* }
    };
    ([$($from:tt)*] to [$($to:tt)*] => too many; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($from)*]: Reshape<shape![$($to)*]>);
        assert_not_impl_any!(shape![$($to)*]: Reshape<shape![$($from)*]>);
        let error = DynShape::from([$($from)*]).check_reshape(&DynShape::from([$($to)*]));
        assert_eq!(error.unwrap_err().kind(), ShapeErrorKind::TooManyElements);
        reshape_table! { $($rest)* }
    };
}

fn differ(from: &DynShape, source: usize, to: &DynShape, target: usize) {
    let error = from.check_reshape(to).unwrap_err();
    assert_eq!(
        error.kind(),
        ShapeErrorKind::Sizes {
            rule: Rule::RESHAPE,
            axis: 0,
            lhs: source,
            rhs: target
        }
    );
    if cfg!(feature = "alloc") {
        assert_eq!((error.sizes(), error.target()), (from.dims(), to.dims()));
        assert_eq!(
            error.to_string(),
            format!(
                "cannot reshape {from} to {to}: {source} elements do not fit in a shape of {target} elements"
            ),
        );
    } else {
        assert!(from.dims().ends_with(error.sizes()));
        assert!(to.dims().ends_with(error.target()));
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn reshapes_follow_the_table() {
    reshape_table! {
        [2, 3, 4] to [6, 4] => fits;
        [2, 3, 4] to [24] => fits;
        [2, 3, 4] to [4, 3, 2] => fits;
        [2, 3, 4] to [1, 24, 1] => fits;
        [2, 3, 4] to [2, 3, 4] => fits;
        [2, 3, 4] to [6, 5] => 24 is not 30;
        [2, 3, 4] to [23] => 24 is not 23;
        [16] to [15] => 16 is not 15;
        [3] to [4] => 3 is not 4;
        [12, 64] to [768] => fits;
        [32, 784] to [32, 28, 28] => fits;
        [32, 784] to [32, 28, 27] => 25088 is not 24192;
        // Without axes there is one element.
        [] to [] => fits;
        [] to [1] => fits;
        [] to [1, 1, 1] => fits;
        [] to [2] => 1 is not 2;
        // And none where any size is 0.
        [] to [0] => 1 is not 0;
        [0] to [0, 3] => fits;
        [3, 0] to [0, 7, 9] => fits;
        [0] to [1] => 0 is not 1;
        [5, 0] to [5] => 0 is not 5;
        // Numbers of many bits, up to 64.
        [65536, 65536] to [4294967296] => fits;
        [1000000, 1000000, 1000000] to [1000000000, 1000000000] => fits;
        [1000000, 1000000] to [1000, 1000, 1000] => 1_000_000_000_000 is not 1_000_000_000;
        [18446744073709551615] to [5, 3689348814741910323] => fits;
        [18446744073709551615] to [18446744073709551614] => 18_446_744_073_709_551_615 is not 18_446_744_073_709_551_614;
        [9223372036854775808, 1] to [2, 4611686018427387904] => fits;
        [288230376151711743] to [288230376151711743, 1] => fits;
        [3, 288230376151711743, 0] to [288230376151711743, 0, 3] => fits;
        [8589934591, 4294967295] to [4294967295, 8589934591] => too many;
        [4294967295, 4294967295] to [2] => 18_446_744_065_119_617_025 is not 2;
        // More than that cannot be counted, equal or not; but a size of 0 still gives 0.
        [4294967296, 4294967296] to [2] => too many;
        [18446744073709551615, 2] to [2] => too many;
        [2, 9223372036854775808] to [2] => too many;
        [1099511627776, 1099511627776, 1099511627776, 3] to [5] => too many;
        [18446744073709551615, 18446744073709551615, 18446744073709551615] to [5] => too many;
        [4294967296, 4294967296] to [4294967295, 4294967297] => too many;
        [4294967296, 4294967296, 0] to [0] => fits;
        [0, 18446744073709551615, 18446744073709551615] to [0] => fits;
        [18446744073709551615, 18446744073709551615, 0, 7] to [3] => 0 is not 3;
    }
}

/// Axes that both shapes begin or end with are left out before anything is counted.
mod equal_axes_are_not_counted {
    use super::*;

    assert_impl_all!(shape![4294967296, 4294967296]: Reshape<shape![4294967296, 4294967296]>);
    assert_impl_all!(shape![4294967296, 4294967296, 6]: Reshape<shape![4294967296, 4294967296, 2, 3]>);
    assert_impl_all!(shape![2, 3, 4294967296, 4294967296]: Reshape<shape![6, 4294967296, 4294967296]>);
    assert_impl_all!(shape![5, 7, 6, 9]: Reshape<shape![5, 2, 1, 21, 9]>);
    // Two axes of one size are not one axis.
    assert_not_impl_any!(shape![5]: Reshape<shape![5, 5]>);
    assert_not_impl_any!(shape![5, 5]: Reshape<shape![5]>);
    assert_not_impl_any!(shape![4294967296, 4294967296, 6]: Reshape<shape![4294967296, 4294967296, 2]>);
    // What is left does not fit, but no elements are no elements.
    assert_impl_all!(shape![0, 6]: Reshape<shape![0, 2]>, Reshape<shape![2, 0]>);
    assert_impl_all!(shape![6, 0]: Reshape<shape![2, 0]>, Reshape<shape![6, 2, 0]>);
}

/// A dynamic axis of the source, several of the target or a run-time rank leaves it to run time.
mod left_for_run_time {
    use super::*;

    assert_impl_all!(shape![2, 3, 4]: Reshape<shape![_]>, Reshape<shape![_, _, 5]>, Reshape<shape![5, _, _]>);
    assert_impl_all!(shape![2, 3, 4]: Reshape<shape![_, _, 0]>, Reshape<DynShape>);
    assert_impl_all!(shape![2, 3, 4]: Reshape<shape![..DynShape, 5]>);
    assert_impl_all!(shape![_]: Reshape<shape![2, 3]>, Reshape<shape![]>, Reshape<shape![_, 2]>);
    assert_impl_all!(shape![_, 5]: Reshape<shape![2, 3]>, Reshape<shape![0]>, Reshape<DynShape>);
    assert_impl_all!(shape![5, _]: Reshape<shape![2, 3]>, Reshape<shape![0]>, Reshape<shape![_]>);
    assert_impl_all!(DynShape: Reshape<shape![2, 3]>, Reshape<shape![]>, Reshape<DynShape>);
    assert_impl_all!(shape![..DynShape, 5]: Reshape<shape![2, 3]>, Reshape<shape![..DynShape, 7]>);
    assert_impl_all!(shape![4294967296, 4294967296, _]: Reshape<shape![2, 3]>);
    assert_impl_all!(shape![2, 3]: Reshape<shape![_, 4294967296, 4294967296]>);

    /// Without a bound.
    pub fn flattened<S: Shape>(shape: S, elements: usize) -> shape![_] {
        let flat = <shape![_]>::try_from([elements]).unwrap();
        shape.check_reshape(&flat).unwrap();
        shape.check_reshape(&flat.to_dyn()).unwrap();
        flat
    }

    /// With the bound on the whole shapes.
    pub fn split_heads<S: Shape, H: Dim, D: Dim, M: Dim>(
        joined: &shape![..S, M],
        split: &shape![..S, H, D],
    ) -> bool
    where
        shape![..S, M]: Reshape<shape![..S, H, D]>,
    {
        joined.check_reshape(split).is_ok()
    }
}

#[test]
fn generic_reshapes_are_checked_when_the_program_runs() {
    use left_for_run_time::*;

    let sizes = flattened(<shape![2, 3, 4]>::default(), 24);
    assert_eq!(sizes.to_dyn().dims(), [24]);
    assert!(split_heads(
        &<shape![8, 768]>::default(),
        &<shape![8, 12, 64]>::default()
    ));

    let batch = <shape![_, 768]>::try_from([8, 768]).unwrap();
    let heads = <shape![_, 12, 64]>::try_from([7, 12, 64]).unwrap();
    let error = batch.check_reshape(&heads).unwrap_err();
    assert_eq!(
        error.kind(),
        ShapeErrorKind::Sizes {
            rule: Rule::RESHAPE,
            axis: 0,
            lhs: 6144,
            rhs: 5376
        }
    );
    assert_eq!(
        (error.sizes(), error.target()),
        (&[8, 768][..], &[7, 12, 64][..])
    );
}

/// Ranks as far as broadcasting goes.
mod of_sixty_four_axes {
    use super::*;

    type SixtyFour = shape![
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1
    ];

    assert_impl_all!(SixtyFour: Reshape<shape![1048576]>);
    assert_impl_all!(shape![1024, 1024]: Reshape<SixtyFour>);
    assert_not_impl_any!(SixtyFour: Reshape<shape![1048575]>);
    assert_type_eq_all!(Product<shape![..SixtyFour, 3], shape![3, 4]>, shape![..SixtyFour, 4]);
    assert_not_impl_any!(SixtyFour: MatrixProduct<shape![2, 4]>);
}
