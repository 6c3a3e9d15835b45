//! Sizes as numbers, into shapes and out of them; and the rule for changing the type of a shape, for types and for run
//! time.

use shapecheck::algebra::{MayEqual, WidensTo};
use shapecheck::shape::{HasDynamicSizes, HasRank};
use shapecheck::{Dim, Dyn, DynShape, Scalar, Shape, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any};

/// Whether a value of one type of shape may be one of another, and whether it is in any case.
macro_rules! table {
    ($([$($source:tt)*] as [$($target:tt)*] => $verdict:tt $([$($sizes:literal),*])?;)*) => {$(
        table!(@ $verdict shape![$($source)*], shape![$($target)*] $([$($sizes),*])?);
    )*};
    (@ always $source:ty, $target:ty [$($sizes:literal),*]) => {
        assert_impl_all!($source: MayEqual<$target>, WidensTo<$target>);
        <$source>::try_from_sizes(&[$($sizes),*]).unwrap();
        <$target>::try_from_sizes(&[$($sizes),*]).unwrap();
    };
    (@ checked $source:ty, $target:ty [$($sizes:literal),*]) => {
        assert_impl_all!($source: MayEqual<$target>);
        assert_not_impl_any!($source: WidensTo<$target>);
        <$source>::try_from_sizes(&[$($sizes),*]).unwrap();
        <$target>::try_from_sizes(&[$($sizes),*]).unwrap();
    };
    // No sizes are of both.
    (@ never $source:ty, $target:ty) => {
        assert_not_impl_any!($source: MayEqual<$target>);
        for sizes in lists_up_to_rank_3() {
            assert!(<$source>::try_from_sizes(&sizes).is_err() || <$target>::try_from_sizes(&sizes).is_err());
        }
    };
}

/// Every list of at most three sizes from 0 to 4.
fn lists_up_to_rank_3() -> Vec<Vec<usize>> {
    let mut lists = vec![vec![]];
    for rank in 1..=3_u32 {
        lists.extend((0..5_usize.pow(rank)).map(|number| {
            (0..rank)
                .map(|axis| number / 5_usize.pow(axis) % 5)
                .collect()
        }));
    }
    lists
}

#[test]
fn shapes_that_may_be_one_follow_the_table() {
    table! {
        [] as [] => always [];
        [2, 3] as [2, 3] => always [2, 3];
        [2, 3] as [_, 3] => always [2, 3];
        [2, 3] as [2, _] => always [2, 3];
        [0, 1] as [_, _] => always [0, 1];
        [_, 3] as [_, _] => always [4, 3];
        [_] as [_] => always [0];
        [2, 3] as [..DynShape] => always [2, 3];
        [2, 3] as [..DynShape, 3] => always [2, 3];
        [..DynShape, 3] as [..DynShape, _] => always [2, 3];
        [..DynShape] as [..DynShape] => always [2, 3];
        [_, 3] as [2, 3] => checked [2, 3];
        [_, 3] as [1, 3] => checked [1, 3];
        [_, 3] as [2, _] => checked [2, 3];
        [..DynShape] as [2, 3] => checked [2, 3];
        [..DynShape] as [] => checked [];
        [..DynShape, 3] as [2, 3] => checked [2, 3];
        [..DynShape, _] as [..DynShape, 3] => checked [1, 3];
        [2, 3] as [4, 3] => never;
        [2, 3] as [2, 4] => never;
        [2, 3] as [2, 1] => never;
        [1, 3] as [2, 3] => never;
        [2, 1] as [2, 0] => never;
        [0] as [1] => never;
        [_, 3] as [_, 4] => never;
        [..DynShape, 3] as [2, 4] => never;
        // Ranks differ, whatever the sizes.
        [] as [1] => never;
        [3] as [1, 3] => never;
        [1, 3] as [3] => never;
        [_, _] as [_] => never;
        [_] as [_, _] => never;
        [] as [..DynShape, 1] => never;
        [..DynShape, 1] as [] => never;
        [..DynShape, _, 3] as [3] => never;
    }
}

assert_impl_all!(shape![]: HasRank<0>, HasDynamicSizes<0>);
assert_impl_all!(shape![2, _, 3]: HasRank<3>, HasDynamicSizes<1>);
assert_impl_all!(shape![_, _, 0, _, 1, _, _, _]: HasRank<8>, HasDynamicSizes<6>);
assert_impl_all!(DynShape: HasRank<0>, HasRank<3>);
assert_impl_all!(shape![..DynShape, 3]: HasRank<1>, HasRank<2>);
assert_not_impl_any!(shape![2, _, 3]: HasRank<0>, HasRank<2>, HasRank<4>, HasDynamicSizes<0>, HasDynamicSizes<2>);
assert_not_impl_any!(shape![..DynShape, 3]: HasRank<0>);
assert_not_impl_any!(DynShape: HasDynamicSizes<0>, HasDynamicSizes<1>);

#[test]
fn shapes_of_their_dynamic_sizes() {
    assert_eq!(<shape![_, _]>::of([4, 5]).to_dyn().dims(), [4, 5]);
    assert_eq!(
        <shape![_, 3, _, 1]>::of([4, 5]).to_dyn().dims(),
        [4, 3, 5, 1]
    );
    assert_eq!(<shape![2, 3]>::of([]).to_dyn().dims(), [2, 3]);
    assert_eq!(
        <shape![_, _, _, _, _, _, _, _]>::of([0, 1, 2, 3, 4, 5, 6, 7])
            .to_dyn()
            .dims(),
        [0, 1, 2, 3, 4, 5, 6, 7]
    );
}

#[test]
fn the_sizes_of_a_shape_by_number() {
    let shape = <shape![_, 3, _]>::of([4, 0]);
    assert_eq!([shape[0], shape[1], shape[2]], [4, 3, 0]);
    let shape = DynShape::from([6, 7]);
    assert_eq!([shape[0], shape[1]], [6, 7]);
    let shape = shapecheck::Axes {
        lead: DynShape::from([6, 7]),
        last: Dyn(8),
    };
    assert_eq!([shape[0], shape[1], shape[2]], [6, 7, 8]);
    assert_eq!(<[usize; 0]>::default(), Scalar.to_dyn().dims());
}

#[test]
#[should_panic = "no axis 3, counted from 0, in shape [4, 3, 0]"]
fn an_axis_that_a_shape_does_not_have() {
    let _ = <shape![_, 3, _]>::of([4, 0])[3];
}

#[test]
#[should_panic = "no axis 18446744073709551615, counted from 0, in shape [2]"]
#[cfg(target_pointer_width = "64")]
fn the_furthest_axis() {
    let _ = <shape![2]>::default()[usize::MAX];
}

#[test]
fn an_array_of_another_rank_is_refused_at_run_time_only_where_the_rank_is_not_known() {
    assert!(<shape![_, 3]>::try_from([5, 3]).is_ok());
    let error = <shape![_, 3]>::try_from([5, 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [5, 4] do not fit the type: size 4 at axis -1 where the type has 3"
    );
    let error = <shape![_, 3]>::try_from(&[5, 4, 3][..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [5, 4, 3] do not fit the type: rank 3 where the type has 2"
    );
}

/// Bounds that hold for every parameter need not be written.
#[allow(dead_code)]
fn in_generic_code<S: Shape, N: Dim, K: Dim>(shape: &shape![N, K]) -> [usize; 2] {
    fn may_equal<A: MayEqual<B>, B>() {}
    fn has_rank<A: HasRank<2>>() {}
    may_equal::<S, S>();
    may_equal::<shape![..S, N], shape![..S, N]>();
    may_equal::<shape![..S, N], shape![..S, _]>();
    may_equal::<shape![..S, _], shape![..S, N]>();
    may_equal::<shape![N, K], shape![_, _]>();
    may_equal::<shape![N, K], DynShape>();
    may_equal::<S, DynShape>();
    may_equal::<DynShape, S>();
    may_equal::<DynShape, shape![N, K]>();
    has_rank::<shape![N, K]>();
    [shape[0], shape[1]]
}

#[cfg(feature = "tensor")]
mod of_tensors {
    use shapecheck::{Dim, DynShape, InlineTensor, Tensor, TensorOn, View, engine, shape};

    #[test]
    fn sizes_at_hand() {
        let x = InlineTensor::<i32, shape![2, 3, 4]>::zeros();
        let [batch, tokens, width] = x.sizes();
        assert_eq!([batch, tokens, width], [2, 3, 4]);
        assert_eq!(x.sizes(), [2, 3, 4]);
        assert_eq!([x.size::<-1>(), x.size::<-2>(), x.size::<-3>()], [4, 3, 2]);
        assert_eq!(x.shape()[1], 3);

        let x = Tensor::<i32, _>::zeros_with(<shape![_, 3]>::of([5]));
        assert_eq!(x.sizes(), [5, 3]);
        assert_eq!((x.size::<-2>(), x.view().size::<-1>()), (5, 3));
        assert_eq!(x.view().sizes(), [5, 3]);

        let x = x.widen::<DynShape>();
        let [rows, columns] = x.sizes();
        assert_eq!([rows, columns, x.size::<-1>()], [5, 3, 3]);
        assert_eq!(InlineTensor::scalar(1).sizes(), [0_usize; 0]);
    }

    #[test]
    #[should_panic = "3 sizes of a tensor of shape [5, 3]"]
    fn as_many_sizes_as_axes() {
        let _: [usize; 3] = Tensor::<i32, DynShape>::zeros_with([5, 3].into()).sizes();
    }

    #[test]
    #[should_panic = "a tensor of shape [5, 3] has no axis -3"]
    fn the_size_of_an_axis_that_is_not_there() {
        let _ = Tensor::<i32, DynShape>::zeros_with([5, 3].into()).size::<-3>();
    }

    #[test]
    fn wider_types_of_the_same_tensor() {
        let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        let wider: Tensor<i32, shape![_, 3]> = x.clone().widen();
        assert_eq!(wider.to_vec(), [1, 2, 3, 4, 5, 6]);
        let wider: Tensor<i32, shape![_, _]> = wider.widen();
        assert_eq!(wider.dims(), [2, 3]);
        let rows: Tensor<i32, shape![_, 3]> = x.clone().widen_axis::<-2>();
        assert_eq!(rows.as_slice(), x.as_slice());
        let view = View::<i32, shape![2]>::from_buffer(&[1, 2]).unwrap();
        let view: View<'_, i32, shape![_]> = view.widen();
        assert_eq!(view.to_vec(), [1, 2]);
    }

    #[test]
    fn tensors_of_one_value() {
        let x = InlineTensor::from([[1.0_f32, 2.0], [3.0, 4.0]]);
        assert_eq!(x.zeros_like(), InlineTensor::zeros());
        assert_eq!(x.ones_like(), InlineTensor::ones());
        assert_eq!(x.full_like(7.0), InlineTensor::full(7.0));

        let x = x.to_heap().slice_axis::<-1>(1..);
        let ones: Tensor<f32, shape![2, _]> = x.ones_like();
        assert_eq!((ones.dims(), ones.to_vec()), (&[2, 1][..], vec![1.0; 2]));
        // Results of a view are on the heap.
        let zeros: Tensor<f32, shape![2, _]> = x.view().zeros_like();
        assert_eq!(zeros, Tensor::zeros_with(<shape![2, _]>::of([1])));
        assert_eq!(Tensor::ones_with(x.shape()), ones);
    }

    /// Of any engine, by one bound.
    fn ones<E: engine::Numbers<f32>, N: Dim>(
        x: &TensorOn<f32, shape![N, 2], E>,
    ) -> TensorOn<f32, shape![N, 2], E> {
        x.ones_like() + x
    }

    #[test]
    fn in_generic_code() {
        let x = InlineTensor::from([[1.0_f32, 2.0]]);
        assert_eq!(ones(&x), InlineTensor::from([[2.0, 3.0]]));
        assert_eq!(ones(&x.to_heap()), InlineTensor::from([[2.0, 3.0]]));
    }
}
