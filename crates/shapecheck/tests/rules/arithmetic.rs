//! Arithmetic on sizes: every pair of small sizes and some large ones, as types and as values.

use shapecheck::dim::{DividedBy, DividedUp, Minus, NoSize, Plus, Remainder, Smaller, Times};
use shapecheck::{Dim, Dyn, Shape, dim, shape};
use static_assertions::assert_type_eq_all;

/// `Size` where there is one, else [`NoSize`].
trait Picks {
    type Of<Size>;
}

struct Pick<const THERE_IS_ONE: bool>;

impl Picks for Pick<true> {
    type Of<Size> = Size;
}

impl Picks for Pick<false> {
    type Of<Size> = NoSize;
}

/// 0 where there is none.
const fn remainder(lhs: usize, rhs: usize) -> usize {
    match lhs.checked_rem(rhs) {
        Some(remainder) => remainder,
        None => 0,
    }
}

macro_rules! with_each {
    ($lhs:literal: $($rhs:literal)*) => {$(
        assert_type_eq_all!(Plus<dim!($lhs), dim!($rhs)>, dim!($lhs + $rhs));
        assert_type_eq_all!(Times<dim!($lhs), dim!($rhs)>, dim!($lhs * $rhs));
        assert_type_eq_all!(Smaller<dim!($lhs), dim!($rhs)>, dim!(if $lhs < $rhs { $lhs } else { $rhs }));
        assert_type_eq_all!(
            Minus<dim!($lhs), dim!($rhs)>,
            <Pick<{ $lhs >= $rhs }> as Picks>::Of<dim!(if $lhs >= $rhs { $lhs - $rhs } else { 0 })>
        );
        assert_type_eq_all!(
            DividedBy<dim!($lhs), dim!($rhs)>,
            <Pick<{ $rhs > 0 }> as Picks>::Of<dim!(if $rhs > 0 { $lhs / $rhs } else { 0 })>
        );
        assert_type_eq_all!(
            DividedUp<dim!($lhs), dim!($rhs)>,
            <Pick<{ $rhs > 0 }> as Picks>::Of<dim!(if $rhs > 0 { ($lhs as usize).div_ceil($rhs) } else { 0 })>
        );
        assert_type_eq_all!(
            Remainder<dim!($lhs), dim!($rhs)>,
            <Pick<{ $rhs > 0 }> as Picks>::Of<dim!(remainder($lhs, $rhs))>
        );
        values(($lhs, $rhs), (<dim!($lhs)>::default(), <dim!($rhs)>::default()));
    )*};
}

macro_rules! pairs {
    ($($lhs:literal)*; $rhs:tt) => {$(
        pairs!(@ $lhs $rhs);
    )*};
    (@ $lhs:literal [$($rhs:literal)*]) => {
        with_each!($lhs: $($rhs)*);
    };
}

/// The values of static sizes and of dynamic ones come to the same.
fn values<L: Dim, R: Dim>((lhs, rhs): (usize, usize), (static_lhs, static_rhs): (L, R)) {
    assert_eq!(static_lhs.plus(static_rhs).size(), lhs + rhs);
    assert_eq!(static_lhs.times(static_rhs).size(), lhs * rhs);
    assert_eq!(static_lhs.smaller(static_rhs).size(), lhs.min(rhs));
    let (lhs, rhs) = (Dyn(lhs), Dyn(rhs));
    assert_eq!(lhs.plus(rhs), Dyn(lhs.0 + rhs.0));
    assert_eq!(lhs.times(rhs), Dyn(lhs.0 * rhs.0));
    assert_eq!(lhs.smaller(rhs), Dyn(lhs.0.min(rhs.0)));
    if lhs.0 >= rhs.0 {
        assert_eq!(lhs.minus(rhs), Dyn(lhs.0 - rhs.0));
    }
    if let Some(quotient) = lhs.0.checked_div(rhs.0) {
        assert_eq!(lhs.divided_by(rhs), Dyn(quotient));
    }
}

#[test]
fn small_sizes() {
    pairs!(0 1 2 3 4 5 6 7 8 9 10 11 12; [0 1 2 3 4 5 6 7 8 9 10 11 12]);
}

#[test]
fn large_sizes() {
    pairs!(255 256 768 1023 50257 65536; [1 3 64 255 1023 65535 65536]);
}

#[test]
fn static_values() {
    assert_eq!(<dim!(12)>::new().minus(<dim!(5)>::new()), <dim!(7)>::new());
    assert_eq!(
        <dim!(12)>::new().divided_by(<dim!(5)>::new()),
        <dim!(2)>::new()
    );
}

macro_rules! dynamic {
    ($($Function:ident)*) => {$(
        assert_type_eq_all!($Function<Dyn, Dyn>, Dyn);
        assert_type_eq_all!($Function<dim!(0), Dyn>, Dyn);
        assert_type_eq_all!($Function<dim!(1), Dyn>, Dyn);
        assert_type_eq_all!($Function<dim!(6), Dyn>, Dyn);
        assert_type_eq_all!($Function<dim!(7), Dyn>, Dyn);
        assert_type_eq_all!($Function<Dyn, dim!(6)>, Dyn);
        assert_type_eq_all!($Function<Dyn, dim!(7)>, Dyn);
    )*};
}

dynamic!(Plus Minus Times DividedBy DividedUp Remainder Smaller);
assert_type_eq_all!(Plus<Dyn, dim!(1)>, Minus<Dyn, dim!(1)>, Times<Dyn, dim!(1)>, DividedBy<Dyn, dim!(1)>, Dyn);
assert_type_eq_all!(Remainder<Dyn, dim!(1)>, dim!(0));

#[test]
fn shapes_are_written_with_signs() {
    type A = dim!(7);
    type B = dim!(3);
    assert_type_eq_all!(
        shape![A + B, A - B, A * B, A / B, 2 * A, A + 1, 5 - B],
        shape![10, 4, 21, 2, 14, 8, 2]
    );
    assert_type_eq_all!(
        shape![2 * A + 3 * B, 2 * (A + B), A - B - 1, A / B / 2],
        shape![23, 20, 3, 1]
    );
    assert_type_eq_all!(
        shape![{ 2 + 3 } * A, Plus < A, B > *B, A + _],
        shape![35, 30, _]
    );
    assert_type_eq_all!(shape![..shape![2], A + B], shape![2, 10]);
    assert_type_eq_all!(dim!(A - B), dim!(4));
    assert_type_eq_all!(dim!((A - 1) / 2 * B), dim!(9));
    assert_type_eq_all!(dim!(A - B - 5), NoSize);
    assert_type_eq_all!(shape![(A - B - 5) * _ + 1, _ - A, 2 / _], shape![_, _, _]);
}

/// A number is proved to be a size four bits at a time: each number of bits, each number of bits that come to be, and
/// zeros in front of others.
#[test]
#[cfg(target_pointer_width = "64")]
fn numbers_of_all_lengths() {
    macro_rules! powers {
        ($($bits:literal)*) => {$(
            assert_type_eq_all!(Plus<dim!((1 << $bits) - 1), dim!(1)>, dim!(1 << $bits));
            assert_type_eq_all!(Times<dim!(1 << $bits), dim!((1 << $bits) + 1)>, dim!((1 << $bits) * ((1 << $bits) + 1)));
            assert_type_eq_all!(Smaller<dim!(1 << $bits), dim!((1 << $bits) + 1)>, dim!(1 << $bits));
        )*};
    }
    powers!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
}

/// What is computed of parameters is a size again, without a bound.
fn composed<A: Dim, B: Dim>(a: A, b: B) -> impl Dim {
    fn is_size<N: Dim>(size: N) -> N {
        size
    }
    is_size(a.plus(b).times(a).plus(b.smaller(a))).plus(is_size(<dim!(0)>::new()))
}

#[test]
fn parameters_compose() {
    assert_eq!(composed(<dim!(3)>::new(), <dim!(5)>::new()).size(), 27);
    assert_eq!(composed(Dyn(3), <dim!(5)>::new()).size(), 27);
}

/// A signature of computed sizes needs no bound.
fn same<A: Dim, B: Dim>(
    shape: shape![A + B, 2 * A, 3],
) -> shape![Plus<A, B>, Times<dim!(2), A>, 3] {
    shape
}

#[test]
fn parameters() {
    let shape: shape![5, 4, 3] = Default::default();
    assert_eq!(same::<dim!(2), dim!(3)>(shape).to_dyn().dims(), [5, 4, 3]);
    let shape = <shape![_, _, 3]>::try_from([5, 4, 3]).unwrap();
    assert_eq!(same::<Dyn, dim!(3)>(shape).to_dyn().dims(), [5, 4, 3]);
}

#[test]
#[should_panic(expected = "size 3 minus size 4 is not a size")]
fn below_zero() {
    Dyn(3).minus(<dim!(4)>::new());
}

#[test]
#[should_panic(expected = "size 18446744073709551615 plus size 1 is not a size")]
#[cfg(target_pointer_width = "64")]
fn beyond_usize() {
    Dyn(usize::MAX).plus(<dim!(1)>::new());
}

#[test]
#[should_panic(expected = "size 3 divided by size 0 is not a size")]
fn divided_by_zero() {
    Dyn(3).divided_by(Dyn(0));
}
