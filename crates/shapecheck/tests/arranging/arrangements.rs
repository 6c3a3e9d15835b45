//! Flipping, rolling, repeating and padding: tables of cases for types and slices, and elements compared with plain
//! loops.
// Under AddressSanitizer.

use shapecheck::algebra::{
    CountsOf, PadEdge, PadReflect, PadSigned, PadSymmetric, PadWrap, Padded, Repeated,
    SignedPadded, check_counts, pad_signed_shape, repeat_each_shape,
};
use shapecheck::algebra::{Negative, Padding, pad_shape, repeat_shape};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{Dim, DynShape, Shape, dim, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// A shape, an axis, what is added on either side, and what each padding says: the result, or how many elements are too
/// few.
macro_rules! pad_table {
    ($([$($shape:tt)*] at $axis:literal by $before:literal $after:literal => [$($result:tt)*], edge $edge:tt, reflect $reflect:tt, wrap $wrap:tt;)*) => {$(
        assert_type_eq_all!(Padded<shape![$($shape)*], $axis, dim!($before), dim!($after)>, shape![$($result)*]);
        let shape: &[usize] = &[$($shape)*];
        let added = ($before, $after);
        let result = Ok(DynShape::from([$($result)*]));
        assert_eq!(pad_shape(shape, $axis, added, Padding::Constant(0)), result);
        pad_table!(@ $edge PadEdge PAD_EDGE Edge [$($shape)*] $axis $before $after, result);
        pad_table!(@ $reflect PadReflect PAD_REFLECT Reflect [$($shape)*] $axis $before $after, result);
        pad_table!(@ $wrap PadWrap PAD_WRAP Wrap [$($shape)*] $axis $before $after, result);
        // A mirror image has no more elements than the axis, as the other end has.
        pad_table!(@ $wrap PadSymmetric PAD_SYMMETRIC Symmetric [$($shape)*] $axis $before $after, result);
    )*};
    (@ fits $Rule:ident $RULE:ident $padding:ident [$($shape:tt)*] $axis:literal $before:literal $after:literal, $result:ident) => {
        assert_impl_all!(shape![$($shape)*]: $Rule<$axis, dim!($before), dim!($after)>);
        assert_eq!(pad_shape(&[$($shape)*], $axis, ($before, $after), Padding::<()>::$padding), $result);
    };
    (@ ($added:literal of $size:literal) $Rule:ident $RULE:ident $padding:ident [$($shape:tt)*] $axis:literal $before:literal $after:literal, $result:ident) => {
        assert_not_impl_any!(shape![$($shape)*]: $Rule<$axis, dim!($before), dim!($after)>);
        assert_eq!(
            pad_shape(&[$($shape)*], $axis, ($before, $after), Padding::<()>::$padding).unwrap_err().kind(),
            ShapeErrorKind::Sizes { rule: Rule::$RULE, axis: $axis, lhs: $added, rhs: $size }
        );
    };
}

#[test]
fn axes_are_padded_by_the_table() {
    pad_table! {
        [3] at -1 by 0 0 => [3], edge fits, reflect fits, wrap fits;
        [3] at -1 by 2 1 => [6], edge fits, reflect fits, wrap fits;
        [3] at -1 by 3 0 => [6], edge fits, reflect (3 of 3), wrap fits;
        [3] at -1 by 0 3 => [6], edge fits, reflect (3 of 3), wrap fits;
        [3] at -1 by 1 4 => [8], edge fits, reflect (4 of 3), wrap (4 of 3);
        [1] at -1 by 1 1 => [3], edge fits, reflect (1 of 1), wrap fits;
        [0] at -1 by 1 0 => [1], edge (1 of 0), reflect (1 of 0), wrap (1 of 0);
        [2, 5, 7] at -2 by 4 2 => [2, 11, 7], edge fits, reflect fits, wrap fits;
        [2, 1000, 7] at -2 by 12 11 => [2, 1023, 7], edge fits, reflect fits, wrap fits;
    }
    let kind = pad_shape(&[3], -2, (1, 1), Padding::Constant(0))
        .unwrap_err()
        .kind();
    assert_eq!(kind, ShapeErrorKind::NoAxis { axis: -2 });
    let kind = pad_shape(&[3], -1, (usize::MAX, 1), Padding::Constant(0))
        .unwrap_err()
        .kind();
    assert_eq!(kind, ShapeErrorKind::TooManyElements);
    assert_eq!(repeat_shape(&[2, 3], -2, 4), Ok(DynShape::from([8, 3])));
    assert_eq!(repeat_shape(&[2, 3], -1, 0), Ok(DynShape::from([2, 0])));
    assert_eq!(
        repeat_shape(&[2, 3], -1, usize::MAX).unwrap_err().kind(),
        ShapeErrorKind::TooManyElements
    );
    assert_eq!(
        repeat_shape(&[2, 3], -3, 1).unwrap_err().kind(),
        ShapeErrorKind::NoAxis { axis: -3 }
    );
}

#[test]
fn counts_and_negative_padding_at_the_limits() {
    let kind = |result: Result<DynShape, shapecheck::ShapeError>| result.unwrap_err().kind();
    assert_eq!(
        kind(pad_signed_shape(&[2, 3], -1, (isize::MIN, isize::MIN))),
        ShapeErrorKind::Sizes {
            rule: Rule::PAD_SIGNED,
            axis: -1,
            lhs: usize::MAX,
            rhs: 3
        }
    );
    assert_eq!(pad_signed_shape(&[2, 3], -2, (-2, 0)), Ok([0, 3].into()));
    assert_eq!(
        kind(pad_signed_shape(&[3], -1, (isize::MAX, isize::MAX))),
        ShapeErrorKind::TooManyElements
    );
    assert_eq!(
        kind(pad_signed_shape(&[3], -2, (1, 1))),
        ShapeErrorKind::NoAxis { axis: -2 }
    );
    assert_eq!(
        kind(repeat_each_shape(&[2, 3], -2, &[usize::MAX, 1])),
        ShapeErrorKind::TooManyElements
    );
    assert_eq!(
        kind(repeat_each_shape(&[2, 3], -3, &[1])),
        ShapeErrorKind::NoAxis { axis: -3 }
    );
    assert_eq!(
        check_counts(&[2, 1], &[2, 3], -2).unwrap_err().to_string(),
        "counts [2, 1] do not fit shape [2, 3]: counts for an axis are a vector: these have rank 2"
    );
}

assert_type_eq_all!(SignedPadded<shape![_, 3], -2, Negative<dim!(1)>, dim!(2)>, shape![_, 3]);
assert_type_eq_all!(SignedPadded<shape![2, 1000], -1, Negative<dim!(999)>, Negative<dim!(1)>>, shape![2, 0]);
assert_impl_all!(shape![_, 3]: PadSigned<-2, Negative<dim!(9)>, Negative<dim!(9)>>, PadSymmetric<-2, dim!(9), dim!(9)>);
assert_impl_all!(DynShape: PadSigned<-2, Negative<dim!(9)>, Negative<dim!(9)>>);
assert_not_impl_any!(shape![_, 3]: PadSigned<-1, Negative<dim!(4)>, dim!(0)>, PadSigned<-1, Negative<dim!(2)>, Negative<dim!(2)>>);
assert_impl_all!(shape![3]: CountsOf<dim!(3)>, CountsOf<shapecheck::Dyn>);
assert_impl_all!(shape![_]: CountsOf<dim!(3)>);
assert_impl_all!(DynShape: CountsOf<dim!(3)>);
assert_not_impl_any!(shape![1]: CountsOf<dim!(3)>);
assert_not_impl_any!(shape![3, 1]: CountsOf<dim!(3)>);

assert_type_eq_all!(Padded<shape![_, 3], -2, dim!(1), dim!(2)>, shape![_, 3]);
assert_type_eq_all!(Padded<shape![..DynShape, 3], -1, dim!(1), dim!(2)>, shape![..DynShape, 6]);
assert_type_eq_all!(Repeated<shape![4, 3], -2, dim!(5)>, shape![20, 3]);
assert_type_eq_all!(Repeated<shape![_, 3], -2, dim!(5)>, shape![_, 3]);
assert_impl_all!(shape![_, 3]: PadReflect<-2, dim!(9), dim!(9)>, PadWrap<-2, dim!(9), dim!(9)>, PadEdge<-2, dim!(9), dim!(9)>);
assert_not_impl_any!(shape![_, 3]: PadReflect<-1, dim!(9), dim!(0)>, PadWrap<-1, dim!(9), dim!(0)>, PadEdge<-3, dim!(9), dim!(9)>);

#[cfg(all(feature = "tensor", feature = "alloc"))]
mod tensors {
    use super::*;
    use shapecheck::engine::Copies;
    use shapecheck::{InlineTensor, Tensor, TensorOn};

    fn numbered<S: Shape>(shape: S) -> Tensor<i32, S> {
        let count = shape.num_elements().unwrap() as i32;
        Tensor::from_vec_with(shape, (0..count).collect()).unwrap()
    }

    /// The indices of an axis of size `n` as a vector: what a plain loop makes of them.
    type Line = fn(Vec<i32>) -> Vec<i32>;

    /// Each line along an axis of three, by a plain loop.
    fn by_lines(x: &Tensor<i32, DynShape>, place: usize, line: Line) -> Vec<i32> {
        let sizes = x.dims();
        let outer: usize = sizes[..place].iter().product();
        let inner: usize = sizes[place + 1..].iter().product();
        let elements = x.to_vec();
        let mut lines: Vec<Vec<i32>> = Vec::new();
        for i in 0..outer {
            for k in 0..inner {
                let at = |j: usize| elements[(i * sizes[place] + j) * inner + k];
                lines.push(line((0..sizes[place]).map(at).collect()));
            }
        }
        let length = line(vec![0; sizes[place]]).len();
        let place_of = |i: usize, j: usize| (0..inner).map(move |k| (i * inner + k, j));
        (0..outer)
            .flat_map(|i| (0..length).flat_map(move |j| place_of(i, j)))
            .map(|(line, j)| lines[line][j])
            .collect()
    }

    fn rolled(mut line: Vec<i32>, by: isize) -> Vec<i32> {
        let size = line.len() as isize;
        if size > 0 {
            line.rotate_right(by.rem_euclid(size) as usize);
        }
        line
    }

    /// Along each axis, of elements in order and of others, on the heap and in a view.
    #[test]
    fn elements_are_those_of_a_plain_loop() {
        macro_rules! along {
            ($axis:literal $place:literal) => {
                for sizes in [[2, 3, 4], [4, 3, 3], [1, 1, 1], [3, 5, 1], [0, 3, 2]] {
                    let lying = numbered(DynShape::from(sizes));
                    let turned =
                        numbered(DynShape::from([sizes[0], sizes[2], sizes[1]])).transpose();
                    for x in [lying, turned] {
                        let check = |y: Tensor<i32, DynShape>, line: Line| {
                            assert_eq!(y.to_vec(), by_lines(&x, $place, line), "{:?}", x.dims());
                        };
                        check(x.along::<$axis>().flip(), |mut line| {
                            line.reverse();
                            line
                        });
                        check(x.view().along::<$axis>().roll(1), |line| rolled(line, 1));
                        check(x.along::<$axis>().roll(-5), |line| rolled(line, -5));
                        check(x.along::<$axis>().roll(isize::MIN), |line| {
                            rolled(line, isize::MIN)
                        });
                        check(x.along::<$axis>().repeat::<dim!(3)>(), |line| {
                            line.iter().flat_map(|&element| [element; 3]).collect()
                        });
                        check(x.along::<$axis>().tile::<dim!(3)>(), |line| line.repeat(3));
                        check(x.along::<$axis>().tile_with(0), |_| Vec::new());
                        check(x.along::<$axis>().repeat_with(0), |_| Vec::new());
                        check(x.along::<$axis>().pad::<dim!(2), dim!(1)>(-1), |line| {
                            [&[-1, -1], &line[..], &[-1]].concat()
                        });
                        check(
                            x.along::<$axis>().pad_with((0, 3), Padding::Constant(7)),
                            |line| [&line[..], &[7; 3]].concat(),
                        );
                        if x.dims()[$place] == 0 {
                            continue;
                        }
                        check(x.along::<$axis>().pad_edge::<dim!(2), dim!(1)>(), |line| {
                            let (first, last) = (line[0], line[line.len() - 1]);
                            [&[first, first], &line[..], &[last]].concat()
                        });
                        check(x.along::<$axis>().pad_wrap::<dim!(1), dim!(1)>(), |line| {
                            let (first, last) = (line[0], line[line.len() - 1]);
                            [&[last], &line[..], &[first]].concat()
                        });
                        if x.dims()[$place] < 3 {
                            continue;
                        }
                        check(
                            x.along::<$axis>().pad_reflect::<dim!(2), dim!(1)>(),
                            |line| {
                                [&[line[2], line[1]], &line[..], &[line[line.len() - 2]]].concat()
                            },
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
    fn inline_and_heap_are_alike() {
        let x = numbered(<shape![2, 3, 4]>::default());
        let y = x.to_inline();
        macro_rules! alike {
            ([$($size:tt)*]: $($call:tt)*) => {
                let on_the_heap: Tensor<i32, shape![$($size)*]> = x $($call)*;
                let inline: InlineTensor<i32, shape![$($size)*]> = y $($call)*;
                assert_eq!(inline, on_the_heap);
            };
        }
        alike!([2, 3, 4]: .along::<-2>().flip());
        alike!([2, 3, 4]: .along::<-1>().roll(-1));
        alike!([2, 6, 4]: .along::<-2>().repeat::<dim!(2)>());
        alike!([6, 3, 4]: .along::<-3>().tile::<dim!(3)>());
        alike!([2, 0, 4]: .along::<-2>().tile::<dim!(0)>());
        alike!([2, 3, 9]: .along::<-1>().pad::<dim!(2), dim!(3)>(-1));
        alike!([2, 6, 4]: .along::<-2>().pad_edge::<dim!(0), dim!(3)>());
        alike!([2, 7, 4]: .along::<-2>().pad_reflect::<dim!(2), dim!(2)>());
        alike!([6, 3, 4]: .along::<-3>().pad_wrap::<dim!(2), dim!(2)>());
    }

    /// The numbers of `pads.py`.
    fn recorded<S: shapecheck::StaticShape>() -> Tensor<f64, S> {
        let numbers = (0..S::NUM_ELEMENTS).map(|index| (7 * index % 11) as f64 - 4.0);
        Tensor::from_vec(numbers.collect()).unwrap()
    }

    #[track_caller]
    fn assert_close<S: Shape, E: shapecheck::host::Memory>(
        found: &TensorOn<f64, S, E>,
        expected: &[f64],
    ) {
        assert_eq!(found.iter().count(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-12,
                "{found} is not {expected}"
            );
        }
    }

    /// A row of `pads.rs`, through the types, on the heap and inline, and with sizes and amounts known at run time.
    macro_rules! padded {
        ($name:ident $try_name:ident $name_with:ident $Rule:ident [$($sizes:tt)*] $axis:literal $before:literal $after:literal ($($ends:expr)?) ($($end:expr)*) => refused) => {
            assert_not_impl_any!(shape![$($sizes)*]: $Rule<$axis, dim!($before), dim!($after)>);
            let open = recorded::<shape![$($sizes)*]>().try_into_shape::<DynShape>().unwrap();
            assert!(open.along::<$axis>().$try_name::<dim!($before), dim!($after)>($($ends)?).is_err());
            assert!(open.along::<$axis>().$name_with(($before, $after), $($end)*).is_err());
        };
        ($name:ident $try_name:ident $name_with:ident $Rule:ident [$($sizes:tt)*] $axis:literal $before:literal $after:literal ($($ends:expr)?) ($($end:expr)*) => [$($result:tt)*] $values:expr) => {{
            let x = recorded::<shape![$($sizes)*]>();
            let values: &[f64] = &$values;
            let found: Tensor<f64, shape![$($result)*]> = x.along::<$axis>().$name::<dim!($before), dim!($after)>($($ends)?);
            assert_close(&found, values);
            let found: InlineTensor<f64, shape![$($result)*]> = x.to_inline().along::<$axis>().$name::<dim!($before), dim!($after)>($($ends)?);
            assert_close(&found, values);
            assert_close(&x.view().along::<$axis>().$name::<dim!($before), dim!($after)>($($ends)?), values);
            let open = x.try_into_shape::<DynShape>().unwrap();
            let found = open.along::<$axis>().$name::<dim!($before), dim!($after)>($($ends)?);
            assert_eq!(found.dims(), [$($result)*]);
            assert_close(&found, values);
            let found = open.along::<$axis>().$name_with(($before, $after), $($end)*).unwrap();
            assert_eq!(found.dims(), [$($result)*]);
            assert_close(&found, values);
        }};
    }

    macro_rules! symmetric {
        ($sizes:tt $axis:literal $before:literal $after:literal => $($result:tt)*) => {
            padded! { pad_symmetric try_pad_symmetric try_pad_with PadSymmetric $sizes $axis $before $after () (Padding::Symmetric) => $($result)* }
        };
    }

    macro_rules! mean {
        ($sizes:tt $axis:literal $before:literal $after:literal => $($result:tt)*) => {
            padded! { pad_mean try_pad_mean try_pad_mean_with PadEdge $sizes $axis $before $after () () => $($result)* }
        };
    }

    macro_rules! linear_ramp {
        ($sizes:tt $axis:literal $before:literal $after:literal $ends:expr => $($result:tt)*) => {
            padded! { pad_linear_ramp try_pad_linear_ramp try_pad_linear_ramp_with PadEdge $sizes $axis $before $after ($ends) ($ends) => $($result)* }
        };
    }

    macro_rules! signed {
        ([$($sizes:tt)*] $axis:literal $amounts:tt [$Before:ty, $After:ty] => refused) => {
            assert_not_impl_any!(shape![$($sizes)*]: PadSigned<$axis, $Before, $After>);
            assert!(pad_signed_shape(&[$($sizes)*], $axis, $amounts).is_err());
            let open = recorded::<shape![$($sizes)*]>().try_into_shape::<DynShape>().unwrap();
            assert!(open.along::<$axis>().try_pad_signed::<$Before, $After>(2.5).is_err());
            assert!(open.along::<$axis>().try_pad_signed_with($amounts, 2.5).is_err());
        };
        ([$($sizes:tt)*] $axis:literal $amounts:tt [$Before:ty, $After:ty] => [$($result:tt)*] $values:expr) => {{
            assert_type_eq_all!(SignedPadded<shape![$($sizes)*], $axis, $Before, $After>, shape![$($result)*]);
            assert_eq!(pad_signed_shape(&[$($sizes)*], $axis, $amounts), Ok([$($result)*].into()));
            let x = recorded::<shape![$($sizes)*]>();
            assert_close(&x.along::<$axis>().pad_signed::<$Before, $After>(2.5), &$values);
            assert_close(&x.view().along::<$axis>().pad_signed_with($amounts, 2.5), &$values);
            assert_close(&x.to_inline().along::<$axis>().pad_signed::<$Before, $After>(2.5), &$values);
        }};
    }

    macro_rules! repeated {
        ([$($sizes:tt)*] $axis:literal [$($counts:tt)*] [$length:literal] => refused) => {
            assert!(repeat_each_shape(&[$($sizes)*], $axis, &[$($counts)*]).is_err());
            let x = recorded::<shape![$($sizes)*]>().try_into_shape::<DynShape>().unwrap();
            let counts = InlineTensor::<usize, shape![$length]>::from([$($counts)*]);
            assert!(x.along::<$axis>().try_repeat_each(&counts).is_err());
        };
        ([$($sizes:tt)*] $axis:literal [$($counts:tt)*] [$length:literal] => [$($result:tt)*] $values:expr) => {{
            assert_eq!(repeat_each_shape(&[$($sizes)*], $axis, &[$($counts)*]), Ok([$($result)*].into()));
            let x = recorded::<shape![$($sizes)*]>();
            let counts = InlineTensor::<usize, shape![$length]>::from([$($counts)*]);
            let found = x.along::<$axis>().repeat_each(&counts);
            assert_eq!(found.dims(), [$($result)*]);
            assert_close(&found, &$values);
            let open = x.try_into_shape::<DynShape>().unwrap();
            let found = open.view().along::<$axis>().repeat_each(&counts.to_heap());
            assert_close(&found, &$values);
        }};
    }

    mod as_recorded {
        use super::*;

        include!("../data/pads.rs");
    }

    /// What is between the ramps is unchanged, to its last bit.
    #[test]
    fn ramps_leave_the_elements_as_they_are() {
        let x = InlineTensor::from([-0.0, f64::INFINITY, 0.1]);
        let found = x
            .along::<-1>()
            .pad_linear_ramp::<dim!(1), dim!(2)>((3.0, 0.3));
        let bits: Vec<u64> = found.iter().map(|number| number.to_bits()).collect();
        let expected = [3.0, -0.0, f64::INFINITY, 0.1, (0.1 - 0.3) * 0.5 + 0.3, 0.3];
        assert_eq!(bits, expected.map(f64::to_bits));
        let empty = Tensor::<f32, shape![0, 3]>::zeros();
        assert_eq!(
            empty.along::<-1>().pad_mean::<dim!(1), dim!(1)>().dims(),
            [0, 5]
        );
        let ramps = empty
            .along::<-1>()
            .pad_linear_ramp::<dim!(1), dim!(1)>((0.0, 1.0));
        assert_eq!(ramps.dims(), [0, 5]);
    }

    #[test]
    fn counts_whose_sum_overflows() {
        let empty = Tensor::<f32, shape![0, 2]>::zeros();
        let counts = Tensor::from([usize::MAX - 1, 2]);
        let error = empty.along::<-1>().try_repeat_each(&counts).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::TooManyElements);
    }

    /// No bound on the sizes.
    fn framed<E: Copies<i32, Out = E>, N: Dim>(
        x: &TensorOn<i32, shape![N, 2], E>,
    ) -> TensorOn<i32, shape![1 + N + 1, 2], E> {
        x.along::<-2>().pad::<dim!(1), dim!(1)>(0)
    }

    #[test]
    fn generic_code_needs_no_bound() {
        let x: Tensor<i32, shape![5, 2]> = framed(&numbered(<shape![3, 2]>::default()));
        assert_eq!(x.to_vec(), [0, 0, 0, 1, 2, 3, 4, 5, 0, 0]);
        let x: Tensor<i32, shape![_, 2]> = framed(&numbered(<shape![_, 2]>::of([3])));
        assert_eq!(x.dims(), [5, 2]);
    }

    #[test]
    #[should_panic(
        expected = "reflected padding of 2 needs more than 2 elements: axis -1 of shape [2] has 2"
    )]
    fn too_few_elements_of_a_dynamic_axis() {
        let _ = numbered(<shape![_]>::of([2]))
            .along::<-1>()
            .pad_reflect::<dim!(0), dim!(2)>();
    }
}

#[cfg(all(feature = "tensor", feature = "alloc"))]
#[test]
fn tensors_without_elements_are_padded_and_repeated_by_any_number() {
    use shapecheck::Tensor;
    const HUGE: usize = isize::MAX as usize / 4;
    let x = Tensor::<f32, _>::zeros_with(<shape![_, _]>::of([0, 2]));
    let x = x.along::<-1>();
    assert_eq!(
        x.repeat_each(&Tensor::from([HUGE, 1])).dims(),
        [0, HUGE + 1]
    );
    let signed = (HUGE as isize, -1);
    assert_eq!(x.pad_signed_with(signed, 0.0).dims(), [0, HUGE + 1]);
    assert_eq!(x.pad_mean_with((HUGE, 0)).dims(), [0, HUGE + 2]);
    let ramps = x.pad_linear_ramp_with((0, HUGE), (0.0, 1.0));
    assert_eq!(ramps.dims(), [0, HUGE + 2]);
}
