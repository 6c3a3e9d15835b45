//! Elements at indices: tables of cases for types and for run time, values compared with plain loops, and errors.
// Under AddressSanitizer.

use shapecheck::algebra::{
    HoldsLeading, MaskOf, ValuesFor, check_mask, check_values_for, gather_leading_shape,
};
use shapecheck::algebra::{TakeAlongAxis, TakeAxis, take_along_axis_shape, take_shape};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{DynShape, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// Values and indices, an axis, and the shape of what is taken there.
macro_rules! table {
    ($Rule:ident $rule:ident) => {};
    ($Rule:ident $rule:ident [$($values:tt)*] by [$($indices:tt)*] at $axis:literal => [$($output:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(
            <shape![$($values)*] as $Rule<$axis, shape![$($indices)*]>>::Output,
            shape![$($output)*]
        );
        assert_eq!($rule(&[$($values)*], &[$($indices)*], $axis).unwrap().dims(), { let sizes: &[usize] = &[$($output)*]; sizes });
        table!($Rule $rule $($rest)*);
    };
    ($Rule:ident $rule:ident [$($values:tt)*] by [$($indices:tt)*] at $axis:literal => $Kind:ident { $($field:ident: $value:expr),* }; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($values)*]: $Rule<$axis, shape![$($indices)*]>);
        let error = $rule(&[$($values)*], &[$($indices)*], $axis).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::$Kind { $($field: $value),* });
        assert_eq!(error.sizes(), { let sizes: &[usize] = &[$($values)*]; sizes });
        table!($Rule $rule $($rest)*);
    };
}

#[test]
fn parts_follow_the_table() {
    table! { TakeAxis take_shape
        [5] by [3] at -1 => [3];
        [5] by [] at -1 => [];
        [5] by [2, 3] at -1 => [2, 3];
        [100, 16] by [8, 5] at -2 => [8, 5, 16];
        [100, 16] by [8, 5] at -1 => [100, 8, 5];
        [2, 3, 4] by [7] at -2 => [2, 7, 4];
        [2, 3, 4] by [7, 6] at -3 => [7, 6, 3, 4];
        [2, 3, 4] by [] at -2 => [2, 4];
        [0, 3] by [0] at -1 => [0, 0];
        [1, 2, 3, 4, 5, 6, 7, 8] by [9] at -8 => [9, 2, 3, 4, 5, 6, 7, 8];
        [1, 2, 3, 4, 5, 6, 7, 8] by [9] at -5 => [1, 2, 3, 9, 5, 6, 7, 8];
        [] by [3] at -1 => NoAxis { axis: -1 };
        [5] by [3] at -2 => NoAxis { axis: -2 };
        [2, 3] by [] at -3 => NoAxis { axis: -3 };
        [2, 3] by [1] at 0 => NoAxis { axis: 0 };
        [2, 3] by [1] at 1 => NoAxis { axis: 1 };
    }
}

#[test]
fn single_elements_follow_the_table() {
    table! { TakeAlongAxis take_along_axis_shape
        [5] by [3] at -1 => [3];
        [8, 10] by [8, 1] at -1 => [8, 1];
        [8, 10] by [8, 12] at -1 => [8, 12];
        [8, 10] by [1, 3] at -1 => [8, 3];
        [1, 10] by [8, 3] at -1 => [8, 3];
        [8, 10] by [2, 10] at -2 => [2, 10];
        [8, 10] by [0, 10] at -2 => [0, 10];
        [2, 1, 4] by [1, 3, 6] at -1 => [2, 3, 6];
        [8, 10] by [7, 1] at -1 => Sizes { rule: Rule::INDICES, axis: -2, lhs: 8, rhs: 7 };
        [8, 10] by [8, 0] at -2 => Sizes { rule: Rule::INDICES, axis: -1, lhs: 10, rhs: 0 };
        [2, 3, 4] by [5, 6, 7] at -1 => Sizes { rule: Rule::INDICES, axis: -2, lhs: 3, rhs: 6 };
        [8, 10] by [8] at -1 => Ranks { rule: Rule::INDICES, lhs: 2, rhs: 1 };
        [8] by [1, 8] at -1 => Ranks { rule: Rule::INDICES, lhs: 1, rhs: 2 };
        [8] by [] at -1 => Ranks { rule: Rule::INDICES, lhs: 1, rhs: 0 };
        [] by [] at -1 => NoAxis { axis: -1 };
        [8, 10] by [8, 1] at -3 => NoAxis { axis: -3 };
    }
}

/// The same by type alone, where sizes or ranks are not known.
macro_rules! types {
    ($($Rule:ident [$($values:tt)*] by [$($indices:tt)*] at $axis:literal => [$($output:tt)*];)*) => {$(
        assert_type_eq_all!(
            <shape![$($values)*] as $Rule<$axis, shape![$($indices)*]>>::Output,
            shape![$($output)*]
        );
    )*};
}

types! {
    TakeAxis [_, 16] by [_, 5] at -2 => [_, 5, 16];
    TakeAxis [3, _] by [_] at -2 => [_, _];
    TakeAxis [100, 16] by [..DynShape] at -2 => [..DynShape, 16];
    TakeAxis [..DynShape, 16] by [3] at -1 => [..DynShape, 3];
    TakeAxis [..DynShape, 16] by [3] at -2 => [..DynShape, 16];
    TakeAxis [..DynShape] by [3, 4] at -1 => [..DynShape];
    TakeAlongAxis [_, 10] by [8, _] at -1 => [8, _];
    TakeAlongAxis [8, 10] by [_, 1] at -1 => [8, 1];
    TakeAlongAxis [..DynShape] by [8, 1] at -1 => [..DynShape, 8, _];
    TakeAlongAxis [8, 10] by [..DynShape] at -1 => [..DynShape, 8, _];
}

/// Indices that are at most as many as elements, or as values.
#[test]
fn leading_elements_follow_the_table() {
    macro_rules! leading {
        ($([$($values:tt)*] by [$($indices:tt)*] at $axis:literal => $result:ident $({ $($field:ident: $value:expr),* })?;)*) => {$(
            leading!(@ $result shape![$($values)*], HoldsLeading<$axis, shape![$($indices)*]>);
            let shape = gather_leading_shape(&[$($values)*], &[$($indices)*], $axis);
            let expected = leading!(@ [$($indices)*] $($result { $($field: $value),* })?);
            assert_eq!(shape.map_err(|error| error.kind()), expected);
        )*};
        (@ fits $values:ty, $rule:path) => { assert_impl_all!($values: $rule); };
        (@ $Kind:ident $values:ty, $rule:path) => { assert_not_impl_any!($values: $rule); };
        (@ [$($indices:tt)*]) => { Ok(DynShape::from(&[$($indices)*][..])) };
        (@ [$($indices:tt)*] $($kind:tt)*) => { Err(ShapeErrorKind::$($kind)*) };
    }
    leading! {
        [5] by [3] at -1 => fits;
        [5] by [9] at -1 => fits;
        [5] by [0] at -1 => fits;
        [8, 10] by [8, 1] at -1 => fits;
        [8, 10] by [7, 12] at -1 => fits;
        [8, 10] by [1, 3] at -1 => fits;
        [8, 10] by [0, 3] at -1 => fits;
        [8, 10] by [12, 7] at -2 => fits;
        [2, 3, 4] by [2, 9, 4] at -2 => fits;
        [1, 2, 3, 4, 5, 6, 7, 8] by [9, 1, 1, 1, 1, 1, 1, 1] at -8 => fits;
        [8, 10] by [9, 3] at -1 => Sizes { rule: Rule::LEADING_INDICES, axis: -2, lhs: 9, rhs: 8 };
        [1, 10] by [8, 3] at -1 => Sizes { rule: Rule::LEADING_INDICES, axis: -2, lhs: 8, rhs: 1 };
        [0, 10] by [1, 3] at -1 => Sizes { rule: Rule::LEADING_INDICES, axis: -2, lhs: 1, rhs: 0 };
        [2, 3, 4] by [5, 6, 7] at -1 => Sizes { rule: Rule::LEADING_INDICES, axis: -2, lhs: 6, rhs: 3 };
        [2, 3, 4] by [5, 6, 4] at -2 => Sizes { rule: Rule::LEADING_INDICES, axis: -3, lhs: 5, rhs: 2 };
        [8, 10] by [8] at -1 => Ranks { rule: Rule::INDICES, lhs: 2, rhs: 1 };
        [8] by [1, 8] at -1 => Ranks { rule: Rule::INDICES, lhs: 1, rhs: 2 };
        [8] by [] at -1 => Ranks { rule: Rule::INDICES, lhs: 1, rhs: 0 };
        [] by [] at -1 => NoAxis { axis: -1 };
        [8, 10] by [8, 1] at -3 => NoAxis { axis: -3 };
    }

    macro_rules! values {
        ($([$($values:tt)*] for [$($indices:tt)*] => $result:ident $({ $($field:ident: $value:expr),* })?;)*) => {$(
            values!(@ $result shape![$($values)*], shape![$($indices)*]);
            let checked = check_values_for(&[$($values)*], &[$($indices)*]);
            let expected = values!(@ $($result { $($field: $value),* })?);
            assert_eq!(checked.map_err(|error| error.kind()), expected);
        )*};
        (@) => { Ok(()) };
        (@ fits $values:ty, $indices:ty) => { assert_impl_all!($values: ValuesFor<$indices>); };
        (@ $Kind:ident shape $($rest:tt)*) => { values!(@@ shape $($rest)*); };
        (@@ $values:ty, $indices:ty) => { assert_not_impl_any!($values: ValuesFor<$indices>); };
        (@ $($kind:tt)*) => { Err(ShapeErrorKind::$($kind)*) };
    }
    values! {
        [] for [] => fits;
        [3, 5] for [3, 5] => fits;
        [3, 5] for [3, 2] => fits;
        [3, 5] for [0, 5] => fits;
        [3, 5] for [4, 2] => Sizes { rule: Rule::LEADING_VALUES, axis: -2, lhs: 4, rhs: 3 };
        [1, 5] for [4, 6] => Sizes { rule: Rule::LEADING_VALUES, axis: -1, lhs: 6, rhs: 5 };
        [5] for [3, 5] => Ranks { rule: Rule::INDICES, lhs: 1, rhs: 2 };
        [] for [1] => Ranks { rule: Rule::INDICES, lhs: 0, rhs: 1 };
    }
    assert_impl_all!(shape![_, 10]: HoldsLeading<-1, shape![9, 3]>, HoldsLeading<-1, shape![_, _]>);
    assert_impl_all!(shape![8, 10]: HoldsLeading<-1, shape![_, 3]>, HoldsLeading<-1, DynShape>);
    assert_not_impl_any!(shape![_, 10, 4]: HoldsLeading<-1, shape![9, 11, 3]>);
    assert_impl_all!(DynShape: HoldsLeading<-1, shape![9, 3]>, ValuesFor<shape![9, 3]>);
    assert_impl_all!(shape![3, _]: ValuesFor<shape![_, 100]>, ValuesFor<DynShape>);
    assert_not_impl_any!(shape![3, _]: ValuesFor<shape![4, _]>);
}

#[test]
fn masks_follow_the_table() {
    macro_rules! masks {
        ($([$($mask:tt)*] of $size:literal => $verdict:ident;)*) => {$(
            masks!(@ $verdict shape![$($mask)*], $size);
            assert_eq!(check_mask(&[$($mask)*], &[2, $size, 3], -2).is_ok(), stringify!($verdict) == "fits");
        )*};
        (@ fits $mask:ty, $size:literal) => { assert_impl_all!($mask: MaskOf<shapecheck::dim!($size)>); };
        (@ refused $mask:ty, $size:literal) => { assert_not_impl_any!($mask: MaskOf<shapecheck::dim!($size)>); };
    }
    masks! {
        [5] of 5 => fits;
        [1] of 1 => fits;
        [0] of 0 => fits;
        [4] of 5 => refused;
        [1] of 5 => refused;
        [5] of 1 => refused;
        [] of 1 => refused;
        [1, 5] of 5 => refused;
    }
    assert_impl_all!(shape![_]: MaskOf<shapecheck::dim!(5)>, MaskOf<shapecheck::Dyn>);
}

/// Axes, indices and batches are parameters: no bound is needed.
#[cfg(feature = "tensor")]
mod values {
    use proptest::prelude::*;
    use shapecheck::algebra::HoldsLeading;
    use shapecheck::engine::Numbers;
    use shapecheck::{Dim, DynShape, InlineTensor, Tensor, TensorOn, View, axes, dim, shape};

    #[test]
    fn indices_in_slices_vectors_and_arrays() {
        let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        let columns = InlineTensor::from([[3, 1], [6, 4]]);
        let (array, vector) = ([2, 0], vec![2, 0]);
        let found: Tensor<i32, shape![2, 2]> = x.along::<-1>().take(&array);
        assert_eq!(found, columns);
        let found: Tensor<i32, shape![2, _]> = x.along::<-1>().take(&vector);
        assert_eq!(found.to_vec(), columns.to_vec());
        let found: Tensor<i32, shape![2, _]> = x.view().along::<-1>().take(&vector[..]);
        assert_eq!(found.to_vec(), columns.to_vec());
        let none: Tensor<i32, shape![2, 0]> = x.along::<-1>().take(&[]);
        assert!(none.is_empty());
        let inline: InlineTensor<i32, shape![2, 2]> = columns.along::<-1>().take(&[0, 0]);
        assert_eq!(inline, InlineTensor::from([[3, 3], [6, 6]]));
        let error = x.along::<-1>().try_take(&vec![3]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "index 3 is out of bounds for axis -1 of shape [2, 3]: its size is 3"
        );
        let row = Tensor::from([5, 6, 7]);
        assert_eq!(
            row.along::<-1>().gather(&[2, 2, 0, 1]),
            InlineTensor::from([7, 7, 5, 6])
        );

        let table = Tensor::from([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]]);
        let rows: Tensor<f64, shape![_, 2]> = table.embedding(&vector);
        assert_eq!(rows.to_vec(), [2.0, 2.1, 0.0, 0.1]);
        let rows: Tensor<f64, shape![2, 2]> = table.embedding(&array);
        assert_eq!(rows.to_vec(), [2.0, 2.1, 0.0, 0.1]);

        let mut sums = Tensor::from(vec![0, 0, 0]);
        sums.along_mut::<-1>()
            .index_add(&[2, 0, 2], &Tensor::from(vec![1, 2, 3]));
        assert_eq!(sums.to_vec(), [2, 0, 4]);
        let values = Tensor::from([8, 9]);
        sums.along_mut::<-1>().scatter(&vec![1, 2], &values);
        assert_eq!(sums.to_vec(), [2, 8, 9]);
        let error = sums
            .along_mut::<-1>()
            .try_index_assign(&vec![0], &values)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot broadcast shape [2] to the target [1]: size 2 does not match the target's size 1 at axis -1",
        );
    }

    fn embedded<E: Numbers<f32>, B: Dim, T: Dim, V: Dim, D: Dim>(
        table: &TensorOn<f32, shape![V, D], E>,
        tokens: &TensorOn<usize, shape![B, T], E>,
    ) -> TensorOn<f32, shape![B, T, D], E> {
        table.along::<-2>().take(tokens) + table.along::<-2>().take(tokens).zeros_like()
    }

    #[test]
    fn in_generic_code() {
        let table = InlineTensor::from([[0.0_f32, 0.5], [1.0, 1.5], [2.0, 2.5]]);
        let tokens = InlineTensor::from([[2_usize, 0, 1]]);
        let expected = InlineTensor::from([[[2.0, 2.5], [0.0, 0.5], [1.0, 1.5]]]);
        assert_eq!(embedded(&table, &tokens), expected);
        assert_eq!(embedded(&table.to_heap(), &tokens.to_heap()), expected);
    }

    /// All indices of a shape, in row-major order.
    fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
        sizes.iter().fold(vec![vec![]], |lists, &size| {
            let longer =
                |list: Vec<usize>| (0..size).map(move |index| [&list[..], &[index]].concat());
            lists.into_iter().flat_map(longer).collect()
        })
    }

    type Any = Tensor<i32, DynShape>;

    /// What indices take at an axis, counted from the first: looked up one by one.
    fn taken(values: &Any, axis: usize, by: &Tensor<usize, DynShape>) -> Vec<i32> {
        let rank = by.dims().len();
        let mut sizes = values.dims().to_vec();
        sizes.splice(axis..=axis, by.dims().iter().copied());
        let element = |mut index: Vec<usize>| {
            let found = *by.get(&index[axis..axis + rank]).unwrap();
            index.splice(axis..axis + rank, [found]);
            *values.get(&index).unwrap()
        };
        indices(&sizes).into_iter().map(element).collect()
    }

    /// Values of these sizes, whose memory is in another order, repeated or part of more, as `how` says.
    fn laid_out(sizes: [usize; 3], how: u8) -> Any {
        let numbers = |shape: [usize; 3]| {
            let mut next = 0;
            let shape = <shape![_, _, _]>::of(shape);
            Tensor::<i32, _>::from_fn_with(shape, |_: [usize; 3]| {
                next += 1;
                next
            })
        };
        let [a, b, c] = sizes;
        match how {
            0 => numbers(sizes).widen(),
            1 => numbers([c, a, b]).permute::<axes![-2, -1, -3]>().widen(),
            2 => numbers([a, c, b]).permute::<axes![-3, -1, -2]>().widen(),
            3 => numbers([a, b + 2, c]).slice_axis::<-2>(1..b + 1).widen(),
            4 => numbers([a, b, c + 1]).slice_axis::<-1>(1..).widen(),
            _ => numbers([1, b, c]).broadcast_to_with(DynShape::from(sizes)),
        }
    }

    fn filled(sizes: &[usize], below: usize, seed: usize) -> Tensor<usize, DynShape> {
        let mut next = seed as u64;
        let count = sizes.iter().product();
        let numbers = (0..count).map(|_| {
            next = next
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (next >> 33) as usize % below
        });
        Tensor::from_vec_with(DynShape::from(sizes), numbers.collect()).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn parts_are_those_of_a_loop(
            sizes in prop::array::uniform3(1_usize..4),
            by in prop::collection::vec(0_usize..4, 0..3),
            axis in 0_usize..3,
            how in 0_u8..6,
            seed: usize,
        ) {
            let values = laid_out(sizes, how);
            let by = filled(&by, sizes[axis], seed);
            let expected = taken(&values, axis, &by);
            let mut result = match axis {
                0 => values.along::<-3>().take(&by),
                1 => values.along::<-2>().take(&by.view()),
                _ => values.view().along::<-1>().take(&by),
            };
            prop_assert_eq!(result.to_vec(), &expected[..]);

            // Back again: what was added at an index is added once for each time that it was taken.
            let mut sums = values.zeros_like();
            match axis {
                0 => sums.along_mut::<-3>().index_add(&by, &result),
                1 => sums.along_mut::<-2>().index_add(&by, &result),
                _ => sums.view_mut().along_mut::<-1>().index_add(&by.view(), &result.view()),
            }
            let shape = values.shape();
            let expected = Tensor::<i32, _>::from_fn_with(shape.clone(), |index: [usize; 3]| {
                let times = by.iter().filter(|&&found| found == index[axis]).count();
                values[index] * times as i32
            });
            prop_assert_eq!(&sums, &expected);

            // Put back where it came from, nothing changes.
            let mut same = values.clone();
            match axis {
                0 => same.along_mut::<-3>().index_assign(&by, &result),
                1 => same.along_mut::<-2>().index_assign(&by, &result),
                _ => same.along_mut::<-1>().index_assign(&by, &result),
            }
            prop_assert_eq!(&same, &values);
            result.fill(7);
            prop_assert!(result.iter().all(|&element| element == 7));
        }

        #[test]
        fn single_elements_are_those_of_a_loop(
            sizes in prop::array::uniform3(1_usize..4),
            count in 0_usize..4,
            repeated in prop::array::uniform3(any::<bool>()),
            axis in 0_usize..3,
            how in 0_u8..6,
            seed: usize,
        ) {
            let values = laid_out(sizes, how);
            let mut of_indices = [0, 1, 2].map(|place| if repeated[place] { 1 } else { sizes[place] });
            of_indices[axis] = count;
            let by = filled(&of_indices, sizes[axis], seed);
            let result = match axis {
                0 => values.along::<-3>().gather(&by),
                1 => values.along::<-2>().gather(&by.view()),
                _ => values.view().along::<-1>().gather(&by),
            };
            let mut output = sizes;
            output[axis] = count;
            let found = |index: &[usize]| -> [usize; 3] {
                let own: Vec<usize> = index.iter().zip(of_indices).map(|(&index, size)| if size == 1 { 0 } else { index }).collect();
                let mut found = [index[0], index[1], index[2]];
                found[axis] = *by.get(&own).unwrap();
                found
            };
            let places: Vec<[usize; 3]> = indices(&output).iter().map(|index| found(index)).collect();
            let expected: Vec<i32> = places.iter().map(|&place| values[place]).collect();
            prop_assert_eq!(result.dims(), output);
            prop_assert_eq!(result.to_vec(), expected);

            let mut sums = values.zeros_like();
            let one = Tensor::scalar(1);
            match axis {
                0 => sums.along_mut::<-3>().scatter_add(&by, &one),
                1 => sums.along_mut::<-2>().scatter_add(&by, &one),
                _ => sums.along_mut::<-1>().scatter_add(&by, &one),
            }
            for index in indices(&sizes) {
                let times = places.iter().filter(|place| place[..] == index).count();
                prop_assert_eq!(*sums.get(&index).unwrap(), times as i32);
            }
            let mut put = values.clone();
            match axis {
                0 => put.along_mut::<-3>().scatter(&by, &result),
                1 => put.along_mut::<-2>().scatter(&by, &result),
                _ => put.along_mut::<-1>().scatter(&by, &result),
            }
            prop_assert_eq!(put, values);
        }

        #[test]
        fn leading_elements_are_those_of_a_loop(
            sizes in prop::array::uniform3(1_usize..4),
            fewer in prop::array::uniform3(0_usize..4),
            more in prop::array::uniform3(0_usize..3),
            axis in 0_usize..3,
            count in 0_usize..5,
            seed in 0_usize..100,
            how in 0_u8..6,
        ) {
            let values = laid_out(sizes, how);
            let mut of_indices = [0, 1, 2].map(|axis| fewer[axis].min(sizes[axis]));
            of_indices[axis] = count;
            let by = filled(&of_indices, sizes[axis], seed);
            let result = match axis {
                0 => values.along::<-3>().gather_leading(&by),
                1 => values.along::<-2>().gather_leading(&by.view()),
                _ => values.view().along::<-1>().gather_leading(&by),
            };
            let all = indices(&of_indices);
            let places: Vec<Vec<usize>> = all.iter().map(|index| {
                let mut found = index.clone();
                found[axis] = *by.get(index).unwrap();
                found
            }).collect();
            let expected: Vec<i32> = places.iter().map(|place| *values.get(place).unwrap()).collect();
            prop_assert_eq!(result.dims(), of_indices);
            prop_assert_eq!(result.to_vec(), expected);

            let source = laid_out([0, 1, 2].map(|axis| of_indices[axis] + more[axis]), how);
            let (mut put, mut sums) = (values.clone(), values.clone());
            match axis {
                0 => put.along_mut::<-3>().scatter_leading(&by, &source),
                1 => put.along_mut::<-2>().scatter_leading(&by, &source),
                _ => put.along_mut::<-1>().scatter_leading(&by, &source),
            }
            match axis {
                0 => sums.along_mut::<-3>().scatter_add_leading(&by, &source),
                1 => sums.along_mut::<-2>().scatter_add_leading(&by, &source),
                _ => sums.along_mut::<-1>().scatter_add_leading(&by, &source),
            }
            for index in indices(&sizes) {
                let own = *values.get(&index).unwrap();
                let changes = places.iter().zip(&all).filter(|(place, _)| **place == index);
                let changes: Vec<i32> = changes.map(|(_, from)| *source.get(from).unwrap()).collect();
                prop_assert_eq!(*put.get(&index).unwrap(), *changes.last().unwrap_or(&own));
                prop_assert_eq!(*sums.get(&index).unwrap(), own + changes.iter().sum::<i32>());
            }
        }

        #[test]
        fn masks_are_those_of_a_loop(
            sizes in prop::array::uniform3(1_usize..4),
            mask in prop::array::uniform3(any::<bool>()),
            how in 0_u8..6,
        ) {
            let values = laid_out(sizes, how);
            let mask = Tensor::from_vec_with(<shape![_]>::of([sizes[1]]), mask[..sizes[1]].to_vec()).unwrap();
            let result = values.along::<-2>().compress(&mask);
            let expected: Vec<i32> = indices(&sizes)
                .into_iter()
                .filter(|index| mask[[index[1]]])
                .map(|index| *values.get(&index).unwrap())
                .collect();
            prop_assert_eq!(result.to_vec(), expected);

            let large = values.map(|element| element % 3 == 0);
            let places: Tensor<usize, shape![_, 3]> = large.nonzero::<3>();
            let expected: Vec<usize> = indices(&sizes)
                .into_iter()
                .filter(|index| *large.get(index).unwrap())
                .flatten()
                .collect();
            prop_assert_eq!(places.to_vec(), expected);
        }
    }

    #[test]
    fn inline() {
        let x = InlineTensor::from([[[1, 2], [3, 4], [5, 6]]]);
        let by = InlineTensor::from([[2, 0], [1, 2]]);
        let taken: InlineTensor<i32, shape![1, 2, 2, 2]> = x.along::<-2>().take(&by);
        assert_eq!(
            taken,
            InlineTensor::from([[[[5, 6], [1, 2]], [[3, 4], [5, 6]]]])
        );
        let one: InlineTensor<i32, shape![1, 2]> = x.along::<-2>().take(&InlineTensor::scalar(1));
        assert_eq!(one, InlineTensor::from([[3, 4]]));
        let chosen = x
            .along::<-1>()
            .gather(&InlineTensor::from([[[1], [0], [1]]]));
        assert_eq!(chosen, InlineTensor::from([[[2], [3], [6]]]));
        let none: InlineTensor<i32, shape![1, 3, 0]> =
            x.along::<-1>()
                .take(&InlineTensor::<usize, shape![0]>::from_fn(|[i]| i));
        assert!(none.is_empty());

        // With indices that are elsewhere, the result is on the heap.
        let buffer = [0];
        let index = View::<usize, shape![1]>::from_buffer(&buffer).unwrap();
        let heap: Tensor<i32, shape![1, 1, 2]> = x.along::<-2>().take(&index);
        assert_eq!(heap.to_vec(), [1, 2]);

        let mut sums = x;
        let rows = InlineTensor::from([1, 1]);
        sums.along_mut::<-2>()
            .index_add(&rows, &InlineTensor::from([[10, 20], [30, 40]]));
        assert_eq!(sums, InlineTensor::from([[[1, 2], [43, 64], [5, 6]]]));
        sums.along_mut::<-1>().scatter(
            &InlineTensor::from([[[1], [0], [1]]]),
            &InlineTensor::scalar(0),
        );
        assert_eq!(sums, InlineTensor::from([[[1, 0], [0, 64], [5, 0]]]));
    }

    /// A size that is a parameter needs a bound, whatever the engine.
    fn first_of_each<E: Numbers<f32>, B: Dim, N: Dim>(
        x: &TensorOn<f32, shape![B, N], E>,
        by: &TensorOn<usize, shape![B, 1], E>,
    ) -> TensorOn<f32, shape![B, 1], E>
    where
        shape![B, N]: HoldsLeading<-1, shape![B, 1]>,
    {
        x.along::<-1>().gather_leading(by)
    }

    #[test]
    fn leading_elements_in_generic_code() {
        let (x, by) = ([[1.0, 2.0], [3.0, 4.0]], [[1], [0]]);
        let found = first_of_each(&Tensor::from(x), &Tensor::from(by));
        assert_eq!(found.to_vec(), [2.0, 3.0]);
        let found = first_of_each(&InlineTensor::from(x), &InlineTensor::from(by));
        assert_eq!(found, InlineTensor::from([[2.0], [3.0]]));
    }

    /// The values are those of `torch.gather` and `torch.scatter`.
    #[test]
    fn leading_elements() {
        let x = InlineTensor::<i32, shape![3, 4]>::from_fn(|[i, j]| (4 * i + j) as i32);
        let by = InlineTensor::from([[3, 0, 3], [1, 1, 2]]);
        let found: InlineTensor<i32, shape![2, 3]> = x.along::<-1>().gather_leading(&by);
        assert_eq!(found, InlineTensor::from([[3, 0, 3], [5, 5, 6]]));
        let by = InlineTensor::from([[2, 0], [1, 1], [2, 2], [0, 1]]);
        let found = x.along::<-2>().gather_leading(&by);
        assert_eq!(found, InlineTensor::from([[8, 1], [4, 5], [8, 9], [0, 5]]));

        let mut put = InlineTensor::<i32, shape![3, 4]>::zeros();
        let by = InlineTensor::from([[3, 0], [1, 2]]);
        put.along_mut::<-1>().scatter_leading(&by, &x);
        assert_eq!(
            put,
            InlineTensor::from([[1, 0, 0, 0], [0, 4, 5, 0], [0, 0, 0, 0]])
        );

        let any = Tensor::from([[1, 2], [3, 4]]).widen::<DynShape>();
        let by = Tensor::from([[1], [0], [1]]).widen::<DynShape>();
        let error = any.along::<-1>().try_gather_leading(&by).unwrap_err();
        let text = "indices of shape [3, 1] do not fit a tensor of shape [2, 2]: there are 3 indices for 2 elements at axis -2";
        assert_eq!(error.to_string(), text);
        let mut sums = any.clone();
        let few = Tensor::from([[5], [6]]);
        let error = sums
            .along_mut::<-2>()
            .try_scatter_add_leading(&by, &few)
            .unwrap_err();
        let text = "indices of shape [3, 1] do not fit values of shape [2, 1]: there are 3 indices for 2 values at axis -2";
        assert_eq!(error.to_string(), text);
        let beyond = Tensor::from([[2]]);
        let error = sums
            .along_mut::<-1>()
            .try_scatter_leading(&beyond, &few)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "index 2 is out of bounds for axis -1 of shape [2, 2]: its size is 2"
        );
        assert_eq!(sums, any);
    }

    #[test]
    fn memory_that_is_shared_is_copied_before_it_is_changed() {
        let x = Tensor::from([[1, 2], [3, 4]]);
        let mut y = x.transpose();
        y.along_mut::<-1>()
            .index_assign(&Tensor::from([0]), &Tensor::scalar(9));
        assert_eq!(y, Tensor::from([[9, 3], [9, 4]]));
        assert_eq!(x, Tensor::from([[1, 2], [3, 4]]));
    }

    #[test]
    fn one_hot() {
        let labels = InlineTensor::from([[2, 0], [1, 2]]);
        let rows: InlineTensor<u8, shape![2, 2, 3]> = labels.one_hot::<u8, dim!(3)>();
        assert_eq!(
            rows,
            InlineTensor::from([[[0, 0, 1], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]])
        );
        let of_view: Tensor<u8, shape![2, 2, 3]> = labels.view().one_hot::<u8, dim!(3)>();
        assert_eq!(of_view, rows);
        assert_eq!(
            InlineTensor::scalar(1).one_hot::<i32, dim!(2)>(),
            InlineTensor::from([0, 1])
        );
    }

    #[test]
    #[should_panic = "index 3 is out of bounds for axis -1 of shape [2, 3]: its size is 3"]
    fn one_hot_of_an_index_that_is_too_large() {
        let _ = InlineTensor::from([2, 3]).one_hot::<u8, dim!(3)>();
    }

    #[test]
    fn slices_along_an_axis() {
        let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
        let columns: Vec<_> = x.iter_axis::<-1>().collect();
        assert_eq!(columns.len(), 3);
        assert_eq!(columns[1], InlineTensor::from([2, 5]));
        let rows = x.to_heap();
        let mut rows = rows.iter_axis::<-2>();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows.next_back().unwrap(), InlineTensor::from([4, 5, 6]));
        assert_eq!(rows.next().unwrap().to_vec(), [1, 2, 3]);
        assert!(rows.next().is_none());
    }

    #[test]
    fn writing_into_parts() {
        let mut x = Tensor::<i32, shape![3, 4]>::zeros();
        x.slice_axis_mut::<-1>(1..3)
            .assign(&InlineTensor::from([1, 2]));
        x.index_axis_mut::<-2>(1).fill(7);
        let corner = InlineTensor::from([[5]]);
        x.slice_axis_mut::<-2>(2..)
            .slice_axis_mut::<-1>(3..)
            .assign(&corner.view());
        assert_eq!(
            x,
            InlineTensor::from([[0, 1, 2, 0], [7, 7, 7, 7], [0, 1, 2, 5]])
        );
        x.assign(&Tensor::from([[1], [2], [3]]));
        assert_eq!(x, InlineTensor::from([[1; 4], [2; 4], [3; 4]]));
        let error = x
            .slice_axis_mut::<-2>(..2)
            .try_assign(&Tensor::<i32, _>::zeros_with(<shape![_, 4]>::of([3])))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot broadcast shape [3, 4] to the target [2, 4]: size 3 does not match the target's size 2 at axis -2"
        );
    }

    /// The text of an error or of a panic.
    fn text(result: impl FnOnce()) -> String {
        let result = std::panic::AssertUnwindSafe(result);
        let panic = std::panic::catch_unwind(result).unwrap_err();
        *panic.downcast::<String>().unwrap()
    }

    #[test]
    fn what_does_not_fit_is_named_and_changes_nothing() {
        let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        let error = x
            .along::<-1>()
            .try_take(&Tensor::from([0, 3, 7]))
            .unwrap_err();
        let beyond = "index 3 is out of bounds for axis -1 of shape [2, 3]: its size is 3";
        assert_eq!(error.to_string(), beyond);
        let error = x
            .along::<-1>()
            .try_gather(&Tensor::from([[0], [3]]))
            .unwrap_err();
        assert_eq!(error.to_string(), beyond);

        let any = x.clone().widen::<DynShape>();
        let error = any.along::<-3>().try_take(&Tensor::from([0])).unwrap_err();
        assert_eq!(error.to_string(), "shape [2, 3] has no axis -3");
        let two = Tensor::<usize, DynShape>::zeros_with([2].into());
        let error = any.along::<-1>().try_gather(&two).unwrap_err();
        assert_eq!(
            error.to_string(),
            "indices of shape [2] do not fit values of shape [2, 3]: the values have rank 2, the indices 1"
        );
        let mask = Tensor::<bool, _>::full_with(<shape![_]>::of([3]), true);
        assert_eq!(
            text(|| drop(x.along::<-2>().compress(&mask))),
            "mask [3] does not fit shape [2, 3]: the mask has 3 elements, axis -2 has 2"
        );
        let mut y = x.clone();
        let indices = Tensor::from([0, 3]);
        let one = Tensor::from([1]);
        assert_eq!(
            text(|| y.along_mut::<-1>().index_add(&indices, &one)),
            beyond
        );
        let indices = Tensor::from([0, 1]);
        let values = Tensor::<i32, _>::zeros_with(<shape![_]>::of([5]));
        assert_eq!(
            text(|| y.along_mut::<-1>().index_add(&indices, &values)),
            "cannot broadcast shape [5] to the target [2, 2]: size 5 does not match the target's size 2 at axis -1"
        );
        // The same as an error.
        let error = y.along_mut::<-1>().try_index_add(&indices, &values);
        let values_do_not_fit = shapecheck::error::ShapeErrorKind::Sizes {
            rule: shapecheck::error::Rule::BROADCAST_TO,
            axis: -1,
            lhs: 5,
            rhs: 2,
        };
        assert_eq!(error.unwrap_err().kind(), values_do_not_fit);
        let indices = Tensor::from([0, 3]);
        let error = y.along_mut::<-1>().try_index_assign(&indices, &one);
        assert_eq!(error.unwrap_err().to_string(), beyond);
        let indices = Tensor::from([[3], [0]]);
        assert!(y.along_mut::<-1>().try_scatter(&indices, &one).is_err());
        assert!(y.along_mut::<-1>().try_scatter_add(&indices, &one).is_err());
        assert!(x.along::<-2>().try_compress(&mask).is_err());
        assert!(x.try_index_axis::<-1>(3).is_err());
        assert_eq!(
            x.try_slice_axis::<-1>(2..4).unwrap_err().to_string(),
            "cannot slice axis -1 of shape [2, 3] up to 4: its size is 3"
        );
        assert_eq!(x.try_slice_axis::<-1>(1..).unwrap().dims(), [2, 2]);
        assert_eq!(y, x);
    }
}
