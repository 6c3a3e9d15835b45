//! Joined tensors: a table of cases for types and slices, and elements compared with a plain loop.
// Under AddressSanitizer.

use shapecheck::algebra::{Concat, concat_shapes, stack_shapes};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{Axis, Dim, Dyn, DynShape, Shape, shape};
use static_assertions::{assert_not_impl_any, assert_type_eq_all};

type Joined<Lhs, Rhs, const AXIS: isize> = <Lhs as Concat<Rhs, AXIS>>::Output;

/// Two shapes, the axis, and what they give or what keeps them from being joined.
macro_rules! concat_table {
    () => {};
    ([$($lhs:tt)*] [$($rhs:tt)*] along $axis:literal => [$($result:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(Joined<shape![$($lhs)*], shape![$($rhs)*], $axis>, shape![$($result)*]);
        assert_eq!(concat_shapes(&[&[$($lhs)*], &[$($rhs)*]], $axis), Ok(DynShape::from([$($result)*])));
        concat_table! { $($rest)* }
    };
    ([$($lhs:tt)*] [$($rhs:tt)*] along $axis:literal => $kind:ident { $($field:ident: $value:expr),* }; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($lhs)*]: Concat<shape![$($rhs)*], $axis>);
        assert_eq!(
            concat_shapes(&[&[$($lhs)*], &[$($rhs)*]], $axis).unwrap_err().kind(),
            ShapeErrorKind::$kind { $($field: $value),* }
        );
        concat_table! { $($rest)* }
    };
}

#[test]
fn shapes_are_joined_by_the_table() {
    concat_table! {
        [2] [3] along -1 => [5];
        [0] [3] along -1 => [3];
        [1] [3] along -1 => [4];
        [2, 3] [4, 3] along -2 => [6, 3];
        [2, 3] [2, 4] along -1 => [2, 7];
        [2, 3] [2, 3] along -1 => [2, 6];
        [0, 3] [2, 3] along -2 => [2, 3];
        [2, 0] [4, 0] along -2 => [6, 0];
        [1, 1] [1, 1] along -1 => [1, 2];
        [2, 3, 4] [2, 5, 4] along -2 => [2, 8, 4];
        [2, 3, 4] [7, 3, 4] along -3 => [9, 3, 4];
        [2, 3, 4, 1023] [2, 3, 4, 1] along -1 => [2, 3, 4, 1024];
        // All other sizes are equal: 1 is a size as any other.
        [2, 3] [2, 4] along -2 => Sizes { rule: Rule::CONCAT, axis: -1, lhs: 3, rhs: 4 };
        [2, 3] [2, 1] along -2 => Sizes { rule: Rule::CONCAT, axis: -1, lhs: 3, rhs: 1 };
        [2, 1] [2, 3] along -2 => Sizes { rule: Rule::CONCAT, axis: -1, lhs: 1, rhs: 3 };
        [2, 0] [2, 1] along -2 => Sizes { rule: Rule::CONCAT, axis: -1, lhs: 0, rhs: 1 };
        [2, 1] [2, 0] along -2 => Sizes { rule: Rule::CONCAT, axis: -1, lhs: 1, rhs: 0 };
        [2, 3] [4, 5] along -1 => Sizes { rule: Rule::CONCAT, axis: -2, lhs: 2, rhs: 4 };
        // The one nearest the end is reported.
        [2, 3, 4] [5, 6, 7] along -2 => Sizes { rule: Rule::CONCAT, axis: -1, lhs: 4, rhs: 7 };
        [2, 3, 4] [5, 6, 4] along -2 => Sizes { rule: Rule::CONCAT, axis: -3, lhs: 2, rhs: 5 };
        // Ranks are reported before sizes.
        [2, 3] [3] along -1 => Ranks { rule: Rule::CONCAT, lhs: 2, rhs: 1 };
        [3] [2, 3] along -1 => Ranks { rule: Rule::CONCAT, lhs: 1, rhs: 2 };
        [4] [2, 3] along -1 => Ranks { rule: Rule::CONCAT, lhs: 1, rhs: 2 };
        [0] [2, 3] along -1 => Ranks { rule: Rule::CONCAT, lhs: 1, rhs: 2 };
        [] [] along -1 => NoAxis { axis: -1 };
        [3] [3] along -2 => NoAxis { axis: -2 };
    }
}

/// What no slice tells: sizes and ranks known only at run time.
macro_rules! concat_types {
    ($([$($lhs:tt)*] [$($rhs:tt)*] along $axis:literal => [$($result:tt)*];)*) => {$(
        assert_type_eq_all!(Joined<shape![$($lhs)*], shape![$($rhs)*], $axis>, shape![$($result)*]);
    )*};
}

concat_types! {
    [_] [3] along -1 => [_];
    [3] [_] along -1 => [_];
    [_] [_] along -1 => [_];
    [_, 3] [4, 3] along -2 => [_, 3];
    // What is static on either side is known of both.
    [_, 3] [4, 3] along -1 => [4, 6];
    [4, 3] [_, 3] along -1 => [4, 6];
    [_, 3] [_, 3] along -1 => [_, 6];
    [1, 3] [_, 3] along -1 => [1, 6];
    [_, 3] [0, 3] along -1 => [0, 6];
    [_, _, 3] [2, _, _] along -2 => [2, _, 3];
    [..DynShape] [..DynShape] along -1 => [..DynShape];
    [..DynShape, 3] [..DynShape, 4] along -1 => [..DynShape, 7];
    [..DynShape, 3] [2, 4] along -1 => [2, 7];
    [2, 3] [..DynShape, 4] along -1 => [2, 7];
}

assert_not_impl_any!(shape![_, 3]: Concat<shape![_, 4], -2>);
assert_not_impl_any!(shape![_, 3]: Concat<shape![_], -1>);
assert_not_impl_any!(shape![..DynShape, 3]: Concat<shape![..DynShape, 4], -2>);
assert_not_impl_any!(shape![..DynShape, 2, 3]: Concat<shape![3], -1>);
assert_not_impl_any!(shape![3]: Concat<shape![..DynShape, 2, 3], -1>);

#[test]
fn any_number_of_shapes() {
    assert_eq!(concat_shapes(&[&[2, 3]], -1), Ok(DynShape::from([2, 3])));
    assert_eq!(
        concat_shapes(&[&[2, 3], &[2, 1], &[2, 0]], -1),
        Ok(DynShape::from([2, 4]))
    );
    assert_eq!(
        concat_shapes(&[], -1).unwrap_err().kind(),
        ShapeErrorKind::NothingToJoin
    );
    assert_eq!(
        concat_shapes(&[&[2], &[3]], 0).unwrap_err().kind(),
        ShapeErrorKind::NoAxis { axis: 0 }
    );
    assert_eq!(
        concat_shapes(&[&[2, usize::MAX], &[2, 1]], -1)
            .unwrap_err()
            .kind(),
        ShapeErrorKind::TooManyElements
    );
    let error = concat_shapes(&[&[2, 3], &[2, 3], &[2, 3, 1]], -1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot join shapes [2, 3] and [2, 3, 1] along axis -1: rank 2 does not match rank 3"
    );

    assert_eq!(stack_shapes(&[&[2, 3]], -1), Ok(DynShape::from([2, 3, 1])));
    assert_eq!(
        stack_shapes(&[&[2, 3], &[2, 3]], -2),
        Ok(DynShape::from([2, 2, 3]))
    );
    assert_eq!(stack_shapes(&[&[], &[], &[]], -1), Ok(DynShape::from([3])));
    assert_eq!(
        stack_shapes(&[&[2, 3], &[2, 3], &[2, 3], &[2, 3]], -3),
        Ok(DynShape::from([4, 2, 3]))
    );
    for axis in [-4, 0, 1] {
        assert_eq!(
            stack_shapes(&[&[2, 3]], axis).unwrap_err().kind(),
            ShapeErrorKind::NoAxis { axis }
        );
    }
    assert_eq!(
        stack_shapes(&[], -1).unwrap_err().kind(),
        ShapeErrorKind::NothingToJoin
    );
    let error = stack_shapes(&[&[2, 3], &[2, 3], &[3]], -1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot stack shapes [2, 3] and [3]: rank 2 does not match rank 1"
    );
}

#[cfg(all(feature = "tensor", feature = "alloc"))]
mod tensors {
    use super::*;

    /// Two tensors of types that know different sizes: the result knows all of them, on whatever engine both are.
    #[test]
    fn two_tensors_are_stacked_if_their_shapes_are_equal() {
        let a = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        let rows: Tensor<i32, shape![_, 3]> = a.map(|x| 10 * x).widen();
        let columns: Tensor<i32, shape![2, _]> = a.map(|x| 100 * x).widen();
        let last: Tensor<i32, shape![2, 3, 2]> = a.stack_with(&rows, Axis::<-1>);
        assert_eq!(last.to_vec(), [1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60]);
        let middle: Tensor<i32, shape![2, 2, 3]> = rows.stack_with(&columns, Axis::<-2>);
        assert_eq!(
            middle.to_vec(),
            [10, 20, 30, 100, 200, 300, 40, 50, 60, 400, 500, 600]
        );
        let first = a.to_inline().stack_with(&a.view().to_inline(), Axis::<-3>);
        assert_eq!(
            first,
            InlineTensor::from([[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]])
        );
        let mixed: Tensor<i32, shape![2, 2, 3]> = a.view().stack_with(&a.to_inline(), Axis::<-3>);
        assert_eq!(mixed, first);
        let any: Tensor<i32, DynShape> = a.clone().widen();
        let known: Tensor<i32, shape![2, 3, 2]> = any.stack_with(&a, Axis::<-1>);
        assert_eq!(known.to_vec(), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
        let numbers = InlineTensor::scalar(1).stack_with(&InlineTensor::scalar(2), Axis::<-1>);
        assert_eq!(numbers, InlineTensor::from([1, 2]));

        let other = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
        let other: Tensor<i32, shape![_, _]> = other.widen();
        assert_eq!(
            a.try_stack_with(&other, Axis::<-3>)
                .unwrap_err()
                .to_string(),
            "cannot stack shapes [2, 3] and [2, 4]: size 3 does not match size 4 at axis -1"
        );
    }

    #[test]
    #[should_panic = "cannot stack shapes [2] and [3]: size 2 does not match size 3 at axis -1"]
    fn two_vectors_of_different_dynamic_sizes() {
        let a = Tensor::<f32, shape![_]>::zeros_with(<shape![_]>::of([2]));
        let b = Tensor::<f32, shape![_]>::zeros_with(<shape![_]>::of([3]));
        let _ = a.stack_with(&b, Axis::<-1>);
    }

    /// Generic code needs no bound where both are of one shape, or of shapes with the same parameters.
    fn pairs<S: shapecheck::Shape, N: Dim>(
        a: &Tensor<i32, shape![..S, N]>,
        b: &Tensor<i32, shape![..S, N]>,
    ) -> Tensor<i32, shape![..S, N, 2]> {
        a.stack_with(b, Axis::<-1>)
    }

    #[test]
    fn generic_code_stacks_without_a_bound() {
        let a = Tensor::from([[1, 2], [3, 4]]);
        assert_eq!(
            pairs::<shape![2], _>(&a, &a).to_vec(),
            [1, 1, 2, 2, 3, 3, 4, 4]
        );
    }
    use shapecheck::{InlineTensor, Tensor, TensorOn, engine::Joins};

    /// Numbers that no two elements share.
    fn numbered<S: Shape>(shape: S, first: i32) -> Tensor<i32, S> {
        let count = shape.num_elements().unwrap() as i32;
        Tensor::from_vec_with(shape, (first..first + count).collect()).unwrap()
    }

    /// The element of a joined tensor, looked for in its parts.
    fn looked_for(parts: &[Tensor<i32, DynShape>], axis: usize, index: &[usize]) -> i32 {
        let mut index = index.to_vec();
        for part in parts {
            let size = part.dims()[axis];
            if index[axis] < size {
                let strides = part.strides();
                let raw = part.to_heap();
                let place = index
                    .iter()
                    .zip(part.dims())
                    .fold(0, |place, (index, size)| place * size + index);
                assert_eq!(strides.dims().len(), index.len());
                return raw.to_vec()[place];
            }
            index[axis] -= size;
        }
        panic!("no part has it")
    }

    fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
        sizes.iter().fold(vec![vec![]], |all, &size| {
            all.iter()
                .flat_map(|index| (0..size).map(move |place| [&index[..], &[place]].concat()))
                .collect()
        })
    }

    fn check<S: Shape>(joined: &Tensor<i32, S>, parts: &[Tensor<i32, DynShape>], axis: usize) {
        let expected: Vec<i32> = indices(joined.dims())
            .iter()
            .map(|index| looked_for(parts, axis, index))
            .collect();
        assert_eq!(joined.to_vec(), expected);
    }

    /// Along each axis of three, of parts that lie in order and of transposed ones.
    #[test]
    fn elements_are_those_of_a_plain_loop() {
        macro_rules! along {
            ($axis:literal $place:literal) => {
                for sizes in [[2, 3, 4], [1, 1, 1], [3, 1, 2], [0, 2, 3], [2, 0, 3]] {
                    for other in [0, 1, 5] {
                        let mut others = sizes;
                        others[$place] = other;
                        let a = numbered(DynShape::from(sizes), 0);
                        let b = numbered(DynShape::from(others), 1000);
                        check(
                            &a.along::<$axis>().concat(&b),
                            &[a.clone(), b.clone()],
                            $place,
                        );
                        check(
                            &b.along::<$axis>().concat(&a.view()),
                            &[b.clone(), a.clone()],
                            $place,
                        );
                        let turned = numbered(DynShape::from([sizes[0], sizes[2], sizes[1]]), 500)
                            .transpose();
                        check(
                            &turned.along::<$axis>().concat(&b),
                            &[turned.clone(), b.clone()],
                            $place,
                        );
                        check(
                            &turned.view().along::<$axis>().concat(&turned),
                            &[turned.clone(), turned.clone()],
                            $place,
                        );
                        let all = Tensor::concat_all([&a, &turned, &a], Axis::<$axis>);
                        check(&all, &[a.clone(), turned.clone(), a.clone()], $place);
                        assert_eq!(
                            Tensor::concat_all(&[&a, &turned, &a][..], Axis::<$axis>),
                            all
                        );
                    }
                }
            };
        }
        along!(-1 2);
        along!(-2 1);
        along!(-3 0);
    }

    #[test]
    fn stacks_are_joined_along_a_new_axis() {
        let a = numbered(<shape![2, 3]>::default(), 0);
        let b = numbered(<shape![3, 2]>::default(), 10).transpose();
        let (c, d) = (a.to_inline(), b.to_inline());
        macro_rules! along {
            ($axis:literal: [$($size:tt)*]) => {
                let stacked: Tensor<i32, shape![$($size)*]> = Tensor::stack([&a, &b], Axis::<$axis>);
                let one_more = |x: &Tensor<i32, shape![2, 3]>| x.insert_axis::<$axis>();
                assert_eq!(stacked, one_more(&a).along::<$axis>().concat(&one_more(&b)));
                let inline: InlineTensor<i32, shape![$($size)*]> = InlineTensor::stack([&c, &d], Axis::<$axis>);
                assert_eq!(inline, stacked);
                let dynamic = Tensor::stack(&[&a, &b][..], Axis::<$axis>);
                assert_eq!((dynamic.dims(), dynamic.to_vec()), (stacked.dims(), stacked.to_vec()));
            };
        }
        along!(-1: [2, 3, 2]);
        along!(-2: [2, 2, 3]);
        along!(-3: [2, 2, 3]);
    }

    #[test]
    fn inline_and_heap_are_alike() {
        let a = numbered(<shape![2, 3]>::default(), 0);
        let b = numbered(<shape![2, 2]>::default(), 10);
        let (c, d) = (a.to_inline(), b.to_inline());
        let joined: Tensor<i32, shape![2, 5]> = a.along::<-1>().concat(&b);
        assert_eq!(joined.to_vec(), [0, 1, 2, 10, 11, 3, 4, 5, 12, 13]);
        let inline: InlineTensor<i32, shape![2, 5]> = c.along::<-1>().concat(&d);
        assert_eq!(inline, joined);
        let on_the_heap: Tensor<i32, shape![2, 5]> = c.along::<-1>().concat(&b);
        assert_eq!(on_the_heap, joined);
        assert_eq!(a.along::<-1>().concat(&d), joined);
        assert_eq!(c.along::<-1>().concat(&b.view()), joined);
        assert_eq!(a.view().along::<-1>().concat(&d), joined);
        let none = InlineTensor::<i32, shape![2, 0]>::zeros();
        assert_eq!(c.along::<-1>().concat(&none), c);
        let all: InlineTensor<i32, shape![2, 9]> =
            InlineTensor::concat_all([&c, &c, &c], Axis::<-1>);
        assert_eq!(
            all.to_vec(),
            [0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5]
        );
    }

    /// No bound on the sizes, whatever the engine.
    fn rows<E: Joins<i32, OutputEngine = E>, A: Dim, B: Dim, S: Shape, N: Dim>(
        a: &TensorOn<i32, shape![..S, A, N], E>,
        b: &TensorOn<i32, shape![..S, B, N], E>,
    ) -> TensorOn<i32, shape![..S, A + B, N], E> {
        a.along::<-2>().concat(b)
    }

    #[test]
    fn generic_code_needs_no_bound() {
        let a = InlineTensor::<i32, shape![2, 2, 3]>::zeros();
        let b = InlineTensor::<i32, shape![2, 1, 3]>::zeros();
        let joined: InlineTensor<i32, shape![2, 3, 3]> = rows::<_, _, _, shape![2], _>(&a, &b);
        assert_eq!(joined, InlineTensor::zeros());
        let a = Tensor::<i32, shape![_, 3]>::zeros_with(<shape![_, 3]>::of([4]));
        let b = Tensor::<i32, shape![2, 3]>::zeros();
        let joined: Tensor<i32, shape![_, 3]> = rows::<_, Dyn, _, shape![], _>(&a, &b);
        assert_eq!(joined.dims(), [6, 3]);
    }

    #[test]
    fn dynamic_sizes_are_checked() {
        let a = Tensor::<i32, DynShape>::zeros_with(DynShape::from([2, 3]));
        let b = Tensor::<i32, DynShape>::zeros_with(DynShape::from([2, 4]));
        let error = a.along::<-2>().try_concat(&b).unwrap_err();
        assert_eq!(
            error.kind(),
            ShapeErrorKind::Sizes {
                rule: Rule::CONCAT,
                axis: -1,
                lhs: 3,
                rhs: 4
            }
        );
        assert_eq!(a.along::<-1>().try_concat(&b).unwrap().dims(), [2, 7]);
    }

    #[test]
    #[should_panic(
        expected = "cannot stack shapes [2, 3] and [4, 3]: size 2 does not match size 4 at axis -2"
    )]
    fn a_stack_of_two_shapes() {
        let a = Tensor::<i32, DynShape>::zeros_with(DynShape::from([2, 3]));
        let b = Tensor::<i32, DynShape>::zeros_with(DynShape::from([4, 3]));
        let _ = Tensor::stack([&a, &b], Axis::<-1>);
    }

    #[test]
    #[should_panic(expected = "there is no shape to join")]
    fn a_stack_of_nothing() {
        let none: &[&Tensor<i32, shape![2]>] = &[];
        let _ = Tensor::stack(none, Axis::<-1>);
    }
}
