//! Sizes with names: the axis table through all executors, arithmetic, and checks when the program runs.

use shapecheck::algebra::{Equals, SameAs};
use shapecheck::broadcast::{AxisExpands, AxisMeets};
use shapecheck::dim::Smaller;
use shapecheck::shape::{Axis, NamedAxis};
use shapecheck::verdict::{Clash, Fits, Last};
use shapecheck::window::{Full, Same};
use shapecheck::{
    Axes, Dim, Dyn, DynShape, InlineTensor, Scalar, Shape, StaticDim, Tensor, axes, dim, dims,
    einsum, rearrange, shape,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

dims! {
    /// Sentences in a batch.
    pub Batch,
    Seq,
    pub(crate) Past,
    Heads,
    Head,
    Rgb = 3,
    World = { 1 + 2 },
    One = 1,
    Width = Heads * Head,
    /// Words of a text that the model can read.
    Text <= LONGEST,
}

const LONGEST: usize = 8;

mod elsewhere {
    shapecheck::dims! {
        /// Another batch.
        pub Batch,
    }
}

type F32<S> = Tensor<f32, S>;

/// What the verdict is on the left and the right size of each row, in both orders: for two sizes that broadcast, for the
/// left one that is broadcast to the right one, and for two that are equal.
macro_rules! axis_table {
    ($($lhs:ty, $rhs:ty => $meets:tt, $expands:tt, $equals:tt;)*) => {$(
        axis_table!(@ $lhs, $rhs, AxisMeets, $meets);
        axis_table!(@ $rhs, $lhs, AxisMeets, $meets);
        axis_table!(@ $lhs, $rhs, AxisExpands, $expands);
        axis_table!(@equal $lhs, $rhs, $equals);
        axis_table!(@equal $rhs, $lhs, $equals);
    )*};
    (@ $lhs:ty, $rhs:ty, $Relation:ident, clash) => {
        assert_type_eq_all!(<$lhs as $Relation<$rhs>>::Verdict, Clash<$lhs, $rhs, Last>);
    };
    (@ $lhs:ty, $rhs:ty, $Relation:ident, ($output:ty)) => {
        assert_type_eq_all!(<$lhs as $Relation<$rhs>>::Verdict, Fits<$output>);
    };
    (@equal $lhs:ty, $rhs:ty, clash) => {
        assert_type_eq_all!(
            <Axes<Scalar, $lhs> as Equals<Axes<Scalar, $rhs>>>::Verdict,
            Clash<$lhs, $rhs, Last>
        );
    };
    (@equal $lhs:ty, $rhs:ty, ($output:ty)) => {
        assert_type_eq_all!(
            <Axes<Scalar, $lhs> as Equals<Axes<Scalar, $rhs>>>::Verdict,
            Fits<Axes<Scalar, $output>>
        );
    };
}

axis_table! {
    Batch, Batch => (Batch), (Batch), (Batch);
    Batch, Seq => clash, clash, clash;
    Batch, dim!(0) => clash, clash, clash;
    Batch, dim!(1) => (Batch), clash, clash;
    Batch, dim!(2) => clash, clash, clash;
    Batch, dim!(65536) => clash, clash, clash;
    Batch, Dyn => (Batch), (Dyn), (Batch);
    dim!(0), Batch => clash, clash, clash;
    dim!(1), Batch => (Batch), (Batch), clash;
    dim!(3), Batch => clash, clash, clash;
    Dyn, Batch => (Batch), (Batch), (Batch);

    Rgb, Rgb => (Rgb), (Rgb), (Rgb);
    Rgb, World => clash, clash, clash;
    Rgb, Batch => clash, clash, clash;
    Rgb, dim!(3) => (Rgb), (dim!(3)), (Rgb);
    Rgb, dim!(1) => (Rgb), clash, clash;
    Rgb, dim!(4) => clash, clash, clash;
    Rgb, dim!(0) => clash, clash, clash;
    Rgb, Dyn => (Rgb), (Dyn), (Rgb);
    dim!(3), Rgb => (Rgb), (Rgb), (Rgb);
    One, dim!(3) => clash, clash, clash;
    One, Batch => clash, clash, clash;
    One, dim!(1) => (One), (dim!(1)), (One);

    dim!(Past + Seq), dim!(Past + Seq) => (dim!(Past + Seq)), (dim!(Past + Seq)), (dim!(Past + Seq));
    dim!(Past + Seq), dim!(Seq + Past) => clash, clash, clash;
    dim!(Past + Seq), Seq => clash, clash, clash;
    dim!(Past + Seq), dim!(Past * Seq) => clash, clash, clash;
    dim!(Past + Seq), dim!(1) => (dim!(Past + Seq)), clash, clash;
    dim!(2 * Seq), dim!(2 * Seq) => (dim!(2 * Seq)), (dim!(2 * Seq)), (dim!(2 * Seq));
    dim!(2 * Seq), dim!(3 * Seq) => clash, clash, clash;
    dim!(2 * Seq), dim!(Seq * 2) => (dim!(2 * Seq)), (dim!(2 * Seq)), (dim!(2 * Seq));
    dim!(2 * Seq), dim!(Seq + Seq) => (dim!(2 * Seq)), (dim!(2 * Seq)), (dim!(2 * Seq));
    dim!(1 + Seq), dim!(Seq + 1) => (dim!(Seq + 1)), (dim!(Seq + 1)), (dim!(Seq + 1));
    dim!(Seq + 1), dim!(Seq + 2) => clash, clash, clash;
    dim!(Seq + 1), dim!(Past + 1) => clash, clash, clash;
    dim!(Seq + 2), dim!(2 * Seq) => clash, clash, clash;
    Width, dim!(Heads * Head) => (Width), (Width), (Width);
    Width, dim!(Head * Heads) => clash, clash, clash;
    dim!(Rgb + 1), dim!(4) => (dim!(Rgb + 1)), (dim!(4)), (dim!(Rgb + 1));
}

/// Shapes follow the axis table: each of up to three sizes with each other, against the rule written out once more.
mod all_shapes {
    use super::*;

    /// A size as the table sees it: its name, and its number.
    #[derive(Clone, PartialEq, Debug)]
    struct Size(Option<String>, Option<usize>);

    fn told<D: Dim>() -> Size {
        let any = D::from_size(D::STATIC_SIZE.unwrap_or(2)).unwrap();
        let name = format!("{any:?}")
            .split_once(" = ")
            .map(|(name, _)| name.to_owned());
        Size(name, D::STATIC_SIZE)
    }

    /// What a verdict says: the sizes of the result, or the axis that clashes.
    trait Says {
        fn says(sizes: &mut Vec<Size>) -> Option<usize>;
    }
    impl Says for Scalar {
        fn says(_: &mut Vec<Size>) -> Option<usize> {
            None
        }
    }
    impl<Lead: Says, Last: Dim> Says for Axes<Lead, Last> {
        fn says(sizes: &mut Vec<Size>) -> Option<usize> {
            Lead::says(sizes);
            sizes.push(told::<Last>());
            None
        }
    }
    impl<S: Says> Says for Fits<S> {
        fn says(sizes: &mut Vec<Size>) -> Option<usize> {
            S::says(sizes)
        }
    }
    impl<L, R, const AXIS: usize> Says for Clash<L, R, shapecheck::verdict::Count<AXIS>> {
        fn says(_: &mut Vec<Size>) -> Option<usize> {
            Some(AXIS)
        }
    }

    /// The rule, from the words of the guide.
    fn expected(lhs: Size, rhs: Size) -> Option<Size> {
        match (lhs, rhs) {
            (lhs, rhs) if lhs == rhs => Some(lhs),
            (Size(None, Some(1)), other) | (other, Size(None, Some(1))) => Some(other),
            (Size(Some(_), _), Size(Some(_), _)) => None,
            (Size(None, None), other) | (other, Size(None, None)) => Some(other),
            (Size(_, l), Size(_, r)) if l != r => None,
            (Size(None, _), other) | (other, _) => Some(other),
        }
    }

    fn check<Lhs: Says, Rhs: shapecheck::broadcast::Meets<Lhs, Verdict: Says> + Says>() {
        let (mut lhs, mut rhs, mut found) = (Vec::new(), Vec::new(), Vec::new());
        Lhs::says(&mut lhs);
        Rhs::says(&mut rhs);
        let clash = Rhs::Verdict::says(&mut found);
        let rank = lhs.len().max(rhs.len());
        let at = |sizes: &[Size], axis: usize| match sizes.len().checked_sub(axis) {
            Some(index) => sizes[index].clone(),
            None => Size(None, Some(1)),
        };
        let sizes: Vec<Option<Size>> = (1..=rank)
            .map(|axis| expected(at(&lhs, axis), at(&rhs, axis)))
            .collect();
        assert_eq!(
            clash,
            sizes
                .iter()
                .position(Option::is_none)
                .map(|place| place + 1),
            "{lhs:?} {rhs:?}"
        );
        if clash.is_none() {
            let sizes: Vec<Size> = sizes.into_iter().rev().flatten().collect();
            assert_eq!(found, sizes, "{lhs:?} {rhs:?}");
        }
    }

    macro_rules! each_with_each {
        ($($size:ty),*) => { each_with_each!(@ [$($size),*] [$($size),*]); };
        (@ [$($lhs:ty),*] $rhs:tt) => { $(each_with_each!(@@ $lhs, $rhs);)* };
        (@@ $lhs:ty, [$($rhs:ty),*]) => {$(
            check::<shape![$lhs], shape![$rhs]>();
            check::<shape![$lhs, 2], shape![$rhs, 1]>();
            check::<shape![Seq, $lhs], shape![$rhs]>();
            check::<shape![$lhs, 3], shape![$rhs, 2]>();
            check::<shape![_, $lhs, Batch], shape![Rgb, $rhs, 1]>();
            check::<shape![$lhs, $rhs, $lhs], shape![$rhs, $lhs, $lhs]>();
        )*};
    }

    #[test]
    fn follow_the_rule() {
        each_with_each!(
            dim!(0),
            dim!(1),
            dim!(2),
            dim!(3),
            Dyn,
            Batch,
            Seq,
            Rgb,
            dim!(Past + Seq)
        );
    }
}

#[test]
fn sums_and_products_have_the_sizes_of_their_parts() {
    let (past, seq) = (Past::of(5), Seq::of(2));
    let sum: dim!(Past + Seq) = past.plus(seq);
    assert_eq!(sum.size(), 7);
    assert_eq!(format!("{sum:?}"), "Past + Seq = 7");
    let product: dim!((Past + Seq) * 2) = sum.times(<dim!(2)>::new());
    assert_eq!(format!("{product:?}"), "2 * (Past + Seq) = 14");
    assert_eq!(<dim!(Rgb * 2)>::STATIC_SIZE, Some(6));
    assert_type_eq_all!(dim!(0 + Seq), Seq);
    assert_type_eq_all!(dim!(1 * Seq), Seq);
    assert_type_eq_all!(dim!(Seq * 1), Seq);
    assert_type_eq_all!(dim!(Seq + _), Dyn);
    assert_type_eq_all!(dim!(Seq - 1), Dyn);
}

#[test]
fn shapes_have_the_sizes_of_their_names() {
    let shape = <shape![Batch, 64, Past + Seq]>::of([3, 9]);
    assert_eq!(shape.to_string(), "[Batch = 3, 64, Past + Seq = 9]");
    let error = <shape![Seq, 2, Seq]>::try_from([3, 2, 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [3, 2, 4]: `Seq` is 4 at axis -1, where it has to be 3"
    );
    let error = <shape![Past, Seq, Past + Seq]>::try_from([3, 2, 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [3, 2, 4]: `Past + Seq` is 4 at axis -1, where it has to be 5"
    );
    let error = <shape![Heads, Head, Width]>::try_from([usize::MAX, 2, 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [18446744073709551615, 2, 4]: `Heads * Head` is 4 at axis -1, and the names in it make no size that \
         `usize` can count",
    );
    assert!(<shape![Past, Seq, Past + Seq]>::try_from([3, 2, 5]).is_ok());
    let error = <shape![Rgb, 2]>::try_from([4, 2]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [4, 2] do not fit the type: size 4 at axis -2 where the type has 3"
    );
}

#[test]
#[should_panic = "shape [3, 4]: `Seq` is 4 at axis -1, where it has to be 3"]
fn one_name_of_two_sizes() {
    let _ = <shape![Seq, Seq]>::of([3, 4]);
}

fn ones<S: Shape>(sizes: &[usize]) -> F32<S> {
    Tensor::ones_with(S::try_from_sizes(sizes).unwrap())
}

#[test]
fn a_name_never_stretches() {
    let one = ones::<shape![Batch, 3]>(&[1, 3]);
    let five = ones::<shape![Batch, 3]>(&[5, 3]);
    let any = ones::<shape![_, 3]>(&[5, 3]);
    let any_one = ones::<shape![_, 3]>(&[1, 3]);
    let text = "cannot broadcast shape [Batch = 1, 3] to [5, 3]: size 1 at axis -2 has a name, and is not stretched to size 5";
    assert_eq!(one.try_add(&any).unwrap_err().to_string(), text);
    assert_eq!(any.try_add(&one).unwrap_err().to_string(), text);
    assert_eq!(one.try_add(&five).unwrap_err().to_string(), text);
    assert_eq!(
        one.shape()
            .try_broadcast(&any.shape())
            .unwrap_err()
            .to_string(),
        text
    );
    assert_eq!(
        any.clone().try_add_assign(&one).unwrap_err().to_string(),
        text
    );
    assert_eq!(any.clone().try_assign(&one).unwrap_err().to_string(), text);
    assert_eq!(
        one.try_broadcast_to(any.shape()).unwrap_err().to_string(),
        text
    );
    assert_eq!(
        one.try_zip_map(&any, |a, b| a + b).unwrap_err().to_string(),
        text
    );
    assert_eq!(any.try_lerp(&any, &one).unwrap_err().to_string(), text);
    // What has no name may stretch, as it always does.
    assert_eq!(five.try_add(&any_one).unwrap().dims(), [5, 3]);
    assert_eq!((&five + &ones::<shape![3]>(&[3])).dims(), [5, 3]);
    assert_eq!((&five + &ones::<shape![1, 3]>(&[1, 3])).dims(), [5, 3]);
}

#[test]
#[should_panic = "size 1 at axis -2 has a name, and is not stretched to size 5"]
fn a_name_never_stretches_in_an_operator() {
    let _ = ones::<shape![Batch, 3]>(&[1, 3]) + ones::<shape![_, 3]>(&[5, 3]);
}

/// The text of the error where the first of two sizes in front would be stretched.
fn stretched(lhs: &[usize], output: &[usize], axis: isize) -> String {
    format!(
        "cannot broadcast shapes {lhs:?} and {output:?}: size 1 does not match size 5 at axis {axis}"
    )
}

#[test]
fn axes_in_front_with_names_never_stretch() {
    let one = ones::<shape![Batch, 2, 3]>(&[1, 2, 3]);
    let five = ones::<shape![_, 3, 4]>(&[5, 3, 4]);
    let text = stretched(&[1, 2, 3], &[5, 2, 4], -3);
    assert_eq!(one.try_matmul(&five).unwrap_err().to_string(), text);
    let all = ones::<shape![Batch, 2, 3]>(&[5, 2, 3]);
    assert_eq!(all.matmul(&five).dims(), [5, 2, 4]);
    assert_eq!(all.matmul(&ones::<shape![3]>(&[3])).dims(), [5, 2]);
    assert_eq!(ones::<shape![2]>(&[2]).matmul(&all).dims(), [5, 3]);

    let points = ones::<shape![_, 4, 3]>(&[5, 4, 3]);
    assert_eq!(
        one.try_cdist(&points).unwrap_err().to_string(),
        stretched(&[1, 2, 3], &[5, 2, 4], -3)
    );
    assert_eq!(all.cdist(&points).dims(), [5, 2, 4]);
    let rows = ones::<shape![_, 2, 3]>(&[5, 2, 3]);
    assert_eq!(
        one.try_vecdot(&rows).unwrap_err().to_string(),
        stretched(&[1, 2, 3], &[5, 2], -3)
    );
    assert_eq!(
        rows.try_vecdot(&one).unwrap_err().to_string(),
        stretched(&[1, 2, 3], &[5, 2], -3)
    );
    assert_eq!(all.vecdot(&rows).dims(), [5, 2]);
    let error = one.try_cosine_similarity(&rows, 1e-8).unwrap_err();
    assert_eq!(error.to_string(), stretched(&[1, 2, 3], &[5, 2], -3));
    let error = one.try_attention(&points, &points).unwrap_err();
    assert_eq!(error.to_string(), stretched(&[1, 2, 3], &[5, 2, 3], -3));
    assert_eq!(all.attention(&points, &points).dims(), [5, 2, 3]);
    let heads = ones::<shape![Batch, 4, 2, 3]>(&[1, 4, 2, 3]);
    let shared = ones::<shape![_, 2, 5, 3]>(&[5, 2, 5, 3]);
    let error = heads.try_grouped_attention(&shared, &shared).unwrap_err();
    assert_eq!(
        error.to_string(),
        stretched(&[1, 4, 2, 3], &[5, 4, 2, 3], -4)
    );
    let all_heads = ones::<shape![Batch, 4, 2, 3]>(&[5, 4, 2, 3]);
    assert_eq!(
        all_heads.grouped_attention(&shared, &shared).dims(),
        [5, 4, 2, 3]
    );
    let square = Tensor::<f32, _>::eye_with(<shape![_, _]>::of([2, 2]));
    let squares = square.broadcast_to_with(<shape![Batch, 2, 2]>::of([1]));
    let error = squares.try_solve(&rows).unwrap_err();
    assert_eq!(error.to_string(), stretched(&[1, 2, 2], &[5, 2, 3], -3));
}

#[test]
fn matrices_from_one_name_to_another() {
    let turn = Tensor::from([[0.0, -2.0], [2.0, 0.0]]);
    let turn = turn.widen::<shape![_, _]>().named::<shape![Seq, Past]>();
    let back: Tensor<f64, shape![Past, Seq]> = turn.inverse();
    assert_eq!(back.to_vec(), [0.0, 0.5, -0.5, 0.0]);
    let seen = Tensor::<f64, _>::full_with(<shape![Seq]>::of([2]), 1.0);
    let solution: Tensor<f64, shape![Past]> = turn.solve(&seen);
    assert_eq!(solution, back.matmul(&seen));
    assert_eq!(turn.det().into_scalar(), 4.0);
    let wide = Tensor::<f64, _>::zeros_with(<shape![Seq, Past]>::of([2, 3]));
    assert_eq!(
        wide.try_inverse().unwrap_err().to_string(),
        "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns"
    );
}

#[test]
#[should_panic = "size 1 does not match size 5 at axis -3"]
fn a_product_of_a_batch_that_would_be_stretched() {
    let _ = ones::<shape![Batch, 2, 3]>(&[1, 2, 3]).matmul(&ones::<shape![_, 3, 4]>(&[5, 3, 4]));
}

#[test]
fn elements_at_indices_stretch_no_name() {
    let mut one = ones::<shape![Batch, 2, 3]>(&[1, 2, 3]);
    let indices = Tensor::<usize, _>::zeros_with(<shape![_, 2, 4]>::of([5]));
    let text = stretched(&[1, 2, 3], &[5, 2, 4], -3);
    assert_eq!(
        one.along::<-1>()
            .try_gather(&indices)
            .unwrap_err()
            .to_string(),
        text
    );
    let values = ones::<shape![Batch, 2, 4]>(&[5, 2, 4]);
    let added = one.along_mut::<-1>().try_scatter_add(&indices, &values);
    assert_eq!(added.unwrap_err().to_string(), text);
    assert_eq!(one.sum(), 6.0);

    let mut five = ones::<shape![_, Seq]>(&[5, 1]);
    let indices = Tensor::<usize, _>::zeros_with(<shape![Batch, 4]>::of([1]));
    let error = five.along::<-1>().try_gather(&indices).unwrap_err();
    assert_eq!(error.to_string(), stretched(&[1, 4], &[5, 4], -2));
    // The axis of the indices is not broadcast, whatever its name.
    let indices = Tensor::<usize, _>::zeros_with(<shape![_, 4]>::of([1]));
    assert_eq!(five.along::<-1>().gather(&indices).dims(), [5, 4]);

    let rows = Tensor::<usize, _>::zeros_with(<shape![_]>::of([5]));
    let values = ones::<shape![Batch, 1]>(&[1, 1]);
    let added = five.along_mut::<-2>().try_index_add(&rows, &values);
    assert_eq!(
        added.unwrap_err().to_string(),
        stretched(&[1, 1], &[5, 1], -2)
    );
}

#[test]
#[should_panic = "size 1 at axis -3 of operand 1 has a name, and is not stretched to size 5"]
fn an_equation_that_would_stretch_a_name() {
    let (one, five) = (
        ones::<shape![Batch, 2, 3]>(&[1, 2, 3]),
        ones::<shape![_, 3, 4]>(&[5, 3, 4]),
    );
    let _ = einsum!("... i j, ... j k -> ... i k"; &one, &five);
}

#[test]
#[should_panic = "size 1 at axis -1 of operand 3 has a name, and is not stretched to size 5"]
fn an_equation_of_three_that_would_stretch_a_name() {
    let (one, five) = (ones::<shape![Batch]>(&[1]), ones::<shape![_]>(&[5]));
    let _ = einsum!("..., ..., ... -> ..."; &five, &five, &one);
}

#[test]
fn an_equation_stretches_what_has_no_name() {
    let (one, five) = (
        ones::<shape![_, 3]>(&[1, 3]),
        ones::<shape![Batch, 3]>(&[5, 3]),
    );
    assert_eq!(einsum!("... i, ... i -> ... i"; &one, &five).dims(), [5, 3]);
    assert_eq!(
        einsum!("... i, ... i, ... i -> ... i"; &one, &five, &ones::<shape![3]>(&[3])).dims(),
        [5, 3]
    );
    let named = ones::<shape![Batch, 3]>(&[1, 3]);
    let error =
        shapecheck::notation::einsum("... i, ... i -> ... i", &[&five, &named]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`... i, ... i -> ... i` of shapes [5, 3] and [1, 3]: size 1 at axis -2 of operand 2 has a name, and is not stretched to size 5",
    );
}

#[test]
fn names_are_given_to_sizes_in_one_place() {
    let x = Tensor::<f32, shape![_, 5, _]>::zeros_with(<shape![_, 5, _]>::of([2, 7]));
    let named = x.clone().try_named::<shape![Batch, 5, Seq]>().unwrap();
    assert_eq!(named.shape().to_string(), "[Batch = 2, 5, Seq = 7]");
    // Another name for the same sizes.
    let other = named.try_named::<shape![Heads, 5, Past]>().unwrap();
    assert_eq!(other.shape().to_string(), "[Heads = 2, 5, Past = 7]");
    let error = x
        .clone()
        .try_named::<shape![Batch, 5, Batch]>()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [2, 5, 7]: `Batch` is 7 at axis -1, where it has to be 2"
    );
    let any = x.widen::<DynShape>();
    assert!(any.clone().try_named::<shape![Batch, Seq]>().is_err());
    assert_eq!(
        any.try_named::<shape![Batch, 5, Seq]>().unwrap().dims(),
        [2, 5, 7]
    );
}

// Two names of the same letters have no verdict.
assert_not_impl_any!(Batch: AxisMeets<elsewhere::Batch>);
assert_not_impl_any!(shape![Batch]: shapecheck::Broadcast<shape![elsewhere::Batch]>);
assert_not_impl_any!(Batch: SameAs<Seq>);
assert_not_impl_any!(Rgb: SameAs<World>);

/// The smaller of a name and itself, and of a sum and a part of it.
#[test]
fn the_smaller_of_two_names_is_one_of_them() {
    assert_type_eq_all!(Smaller<Seq, Seq>, Seq);
    assert_type_eq_all!(Smaller<Rgb, Rgb>, Rgb);
    assert_type_eq_all!(Smaller<Seq, dim!(Past + Seq)>, Seq);
    assert_type_eq_all!(Smaller<Seq, dim!(2 * Seq)>, Seq);
    assert_type_eq_all!(Smaller<Rgb, dim!(2)>, Smaller<dim!(2), Rgb>, dim!(2));
    assert_type_eq_all!(Smaller<Rgb, dim!(4)>, Smaller<dim!(4), Rgb>, Rgb);
    assert_type_eq_all!(Smaller<One, Rgb>, Smaller<Rgb, One>, One);
    assert_type_eq_all!(Smaller<Seq, Past>, Smaller<Seq, dim!(3)>, Smaller<Seq, Dyn>, Dyn);
    let matrix = InlineTensor::<f32, shape![Rgb, Rgb]>::eye();
    let ones: InlineTensor<f32, shape![Rgb]> = matrix.diagonal();
    assert_eq!(ones, InlineTensor::ones());
    let square = F32::<shape![Seq, Seq]>::ones_with(<shape![Seq, Seq]>::of([5, 5]));
    let ones: F32<shape![Seq]> = square.diagonal();
    assert_eq!(ones.dims(), [5]);
}

#[test]
fn fixed_names_are_sizes_of_inline_tensors() {
    fn first<N: StaticDim>(x: &InlineTensor<f32, shape![N]>) -> (f32, usize) {
        (x[[0]], N::SIZE)
    }
    assert_eq!(first(&InlineTensor::<f32, shape![Rgb]>::ones()), (1.0, 3));
    let turn = InlineTensor::<f32, shape![World, Rgb]>::ones();
    let x = InlineTensor::<f32, shape![Rgb]>::ones();
    let y: InlineTensor<f32, shape![World]> = turn.matmul(&x);
    assert_eq!(y.as_slice(), [3.0; 3]);
    assert_not_impl_any!(shape![World, Rgb]: shapecheck::algebra::MatrixProduct<shape![World]>);
}

/// A layer keeps names, moves, joins or drops them as shapes do, without a bound.
fn split(
    x: &F32<shape![Batch, Seq, Width]>,
    heads: Heads,
    head: Head,
) -> F32<shape![Batch, Seq, Heads, Head]> {
    x.split_axis_with::<-1, _, _>(heads, head)
}
fn merge(x: &F32<shape![Batch, Seq, Heads, Head]>) -> F32<shape![Batch, Seq, Width]> {
    x.merge_axes::<-2>()
}
fn swap(x: &F32<shape![Batch, Seq, Heads, Head]>) -> F32<shape![Batch, Heads, Seq, Head]> {
    x.swap_axes::<-2, -3>()
}
fn rearranged(x: &F32<shape![Batch, Seq, Heads, Head]>) -> F32<shape![Batch, Heads, Seq, Head]> {
    rearrange!(x, "b s h d -> b h s d")
}
fn scores(
    x: &F32<shape![Batch, Heads, Seq, Head]>,
    y: &F32<shape![Batch, Heads, Past, Head]>,
) -> F32<shape![Batch, Heads, Seq, Past]> {
    einsum!("b h s d, b h p d -> b h s p"; x, y)
}
fn joined(
    x: &F32<shape![Batch, Past, Head]>,
    y: &F32<shape![Batch, Seq, Head]>,
) -> F32<shape![Batch, Past + Seq, Head]> {
    x.along::<-2>().concat(y)
}
fn attended(
    q: &F32<shape![Batch, Heads, Seq, Head]>,
    k: &F32<shape![Batch, Heads, Past, Head]>,
    v: &F32<shape![Batch, Heads, Past, Head]>,
) -> F32<shape![Batch, Heads, Seq, Head]> {
    q.attention(k, v)
}
fn summed(x: &F32<shape![Batch, Seq, Width]>) -> F32<shape![Batch, Width]> {
    x.sum_axis::<-2>().remove_axis::<-2>()
}
fn mapped(
    x: &F32<shape![Batch, Seq, Width]>,
    w: &F32<shape![Head, Width]>,
) -> F32<shape![Batch, Seq, Head]> {
    x.linear(w)
}
fn normalized(
    x: &F32<shape![Batch, Seq, Width]>,
    w: &F32<shape![Width]>,
) -> F32<shape![Batch, Seq, Width]> {
    x.layer_norm(w, 1e-5)
}
fn embedded(
    table: &F32<shape![Rgb, Width]>,
    words: &Tensor<usize, shape![Batch, Seq]>,
) -> F32<shape![Batch, Seq, Width]> {
    table.embedding(words)
}
fn behind(x: &F32<shape![Batch, Seq, 64]>) -> F32<shape![Batch, Seq, 4, 16]> {
    x.reshape::<shape![Batch, Seq, 4, 16]>()
}

#[test]
fn layers_keep_names() {
    let x = ones::<shape![Batch, Seq, Width]>(&[2, 3, 8]);
    let heads = split(&x, Heads::of(2), Head::of(4));
    assert_eq!(merge(&heads), x);
    let swapped = swap(&heads);
    assert_eq!(rearranged(&heads), swapped);
    let keys = swapped
        .clone()
        .try_named::<shape![Batch, Heads, Past, Head]>()
        .unwrap();
    assert_eq!(scores(&swapped, &keys).dims(), [2, 2, 3, 3]);
    assert_eq!(attended(&swapped, &keys, &keys).dims(), swapped.dims());
    let past = ones::<shape![Batch, Past, Head]>(&[2, 5, 4]);
    assert_eq!(joined(&past, &ones(&[2, 3, 4])).dims(), [2, 8, 4]);
    assert_eq!(summed(&x).dims(), [2, 8]);
    assert_eq!(mapped(&x, &ones(&[4, 8])).dims(), [2, 3, 4]);
    assert_eq!(normalized(&x, &ones(&[8])).dims(), [2, 3, 8]);
    let words = Tensor::<usize, shape![Batch, Seq]>::zeros_with(<shape![Batch, Seq]>::of([2, 3]));
    assert_eq!(embedded(&ones(&[3, 8]), &words).dims(), [2, 3, 8]);
    assert_eq!(behind(&ones(&[2, 3, 64])).dims(), [2, 3, 4, 16]);
    let error = x
        .try_split_axis_with::<-1, _, _>(Heads::of(3), Head::of(3))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot split axis -1 of shape [2, 3, 8]: the product of the new sizes is 9, its size is 8",
    );
}

fn by_name(
    x: &F32<shape![Batch, Seq, Past + Seq, Rgb]>,
) -> [F32<shape![Batch, 1, Past + Seq, Rgb]>; 2] {
    [x.along_named::<Seq>().sum(), x.along_named::<Seq>().max()]
}

#[test]
fn an_axis_is_found_by_its_name() {
    let mut next = 0.0;
    let shape = <shape![Batch, Seq, Past + Seq, Rgb]>::of([2, 4, 5]);
    let x: F32<shape![Batch, Seq, Past + Seq, Rgb]> = Tensor::from_fn_with(shape, |_| {
        next += 1.0;
        next
    });
    assert_eq!(by_name(&x), [x.sum_axis::<-3>(), x.max_axis::<-3>()]);
    assert_eq!(x.along_named::<Batch>().size(), 2);
    assert_eq!(x.along_named::<dim!(Past + Seq)>().size(), 5);
    assert_eq!(x.along_named::<Rgb>().mean(), x.mean_axis::<-1>());
    assert_eq!(
        x.along_named::<dim!(Past + Seq)>().index(4),
        x.index_axis::<-2>(4)
    );
    assert_eq!(x.along_named::<Batch>().softmax(), x.softmax::<-4>());
    let parts = x.along_named::<Seq>().iter();
    assert_eq!(parts.map(|part| part.sum::<f32>()).sum::<f32>(), x.sum());

    // Of the first of eight axes, and of none beyond.
    type Eight = shape![Batch, 1, 1, 1, 1, 1, 1, 1];
    assert_eq!(
        ones::<Eight>(&[3, 1, 1, 1, 1, 1, 1, 1])
            .along_named::<Batch>()
            .size(),
        3
    );
    assert_impl_all!(Eight: NamedAxis<Batch, Axis = Axis<-8>>);
    assert_not_impl_any!(shape![..Eight, 1]: NamedAxis<Batch>);
    assert_not_impl_any!(shape![Batch, Batch]: NamedAxis<Batch>);
    assert_not_impl_any!(shape![Batch, Past + Seq]: NamedAxis<Seq>, NamedAxis<Past>);
    assert_not_impl_any!(shape![_, 3]: NamedAxis<Rgb>, NamedAxis<dim!(3)>, NamedAxis<dim!(_)>);
    // Names of two lists, whatever their keys are.
    assert_not_impl_any!(shape![elsewhere::Batch]: NamedAxis<Batch>);
}

#[test]
fn a_reshape_moves_no_name() {
    let x = ones::<shape![Batch, Seq, 4]>(&[2, 3, 4]);
    let moved = x
        .try_reshape(<shape![Seq, Batch, 4]>::of([3, 2]))
        .unwrap_err();
    assert_eq!(
        moved.to_string(),
        "cannot reshape [Batch = 2, Seq = 3, 4] to [Seq = 3, Batch = 2, 4]: elements stay in their order, and axis -3 would not be the axis `Seq`; \
         `rearrange!` moves axes"
    );
    let shape = <shape![Batch, 4, Seq]>::of([2, 3]);
    assert!(x.clone().try_into_reshaped(shape).is_err());
    assert!(x.shape().check_reshape(&shape).is_err());
    // What stays, is merged, split or dropped, and what has no name before.
    let _ = x
        .try_reshape(<shape![Batch, Seq, 2, 2]>::of([2, 3]))
        .unwrap();
    let _ = x.try_reshape(<shape![Batch * Seq, 4]>::of([6])).unwrap();
    let _ = x
        .try_reshape(<shape![1, Batch, 1, Seq, 4]>::of([2, 3]))
        .unwrap();
    let _ = x.try_reshape(<shape![_, 4]>::of([6])).unwrap();
    let _ = x.try_reshape(<shape![Heads, Head]>::of([6, 4])).unwrap();
    let words = ones::<shape![_, 4]>(&[6, 4]);
    let _ = words
        .try_reshape(<shape![Batch, Seq, 4]>::of([2, 3]))
        .unwrap();
    // Nor one of a single element: with a larger one the program would be wrong.
    let one = ones::<shape![Batch, Seq]>(&[1, 3]);
    assert!(one.try_reshape(<shape![Seq, Batch]>::of([3, 1])).is_err());
}

/// A layer that keeps the size of an axis keeps its name, and what is added to a name is taken away again.
#[test]
fn windows_keep_names() {
    use shapecheck::window::{Conv, Pool};
    type Images = shape![Batch, 3, Seq, Past + 2];
    let x = ones::<Images>(&[2, 3, 5, 6]);
    let kernels = F32::<shape![8, 3, 3, 3]>::ones();
    let same: F32<shape![Batch, 8, Seq, Past + 2]> = x.conv2d(&kernels, Conv::new().padding::<1>());
    assert_eq!(same.sizes(), [2, 8, 5, 6]);
    let inside: F32<shape![Batch, 8, _, Past]> = x.conv2d(&kernels, Conv::new());
    assert_eq!(inside.sizes(), [2, 8, 3, 4]);
    let one_by_one: F32<shape![Batch, 8, Seq, Past + 2]> =
        x.conv2d(&F32::<shape![8, 3, 1, 1]>::ones(), Conv::new());
    assert_eq!(one_by_one.sizes(), [2, 8, 5, 6]);
    let halved: F32<shape![Batch, 3, _, _]> = x.max_pool2d(Pool::of::<2>());
    assert_eq!(halved.sizes(), [2, 3, 2, 3]);
    let pooled: F32<shape![Batch, 3, Seq, Past + 2]> =
        x.max_pool2d(Pool::of::<3>().stride::<1>().padding::<1>());
    assert_eq!(pooled.sizes(), [2, 3, 5, 6]);
    let windows: F32<shape![Batch, 3, Seq, Past, 3]> =
        x.along::<-1>().windows::<dim!(3), dim!(1)>();
    assert_eq!(windows.sizes(), [2, 3, 5, 4, 3]);
    let steps: F32<shape![Batch, 3, Seq, Past + 1]> = x.diff::<-1>();
    assert_eq!(steps.sizes(), [2, 3, 5, 5]);
}

/// Where both shapes are known, it does not compile.
#[test]
fn names_of_fixed_sizes_are_moved_by_no_reshape() {
    use shapecheck::algebra::Reshape;
    type Image = shape![2, World, Rgb, One];
    assert_impl_all!(Image: Reshape<Image>, Reshape<shape![2, World * Rgb]>, Reshape<shape![2 * World, Rgb]>);
    assert_impl_all!(Image: Reshape<shape![18]>, Reshape<shape![2, 3, Rgb]>, Reshape<shape![2, World, 3]>);
    assert_impl_all!(shape![_, World, Rgb]: Reshape<shape![_, World * Rgb]>, Reshape<shape![_]>);
    assert_impl_all!(shape![Batch, World, 4]: Reshape<shape![Batch, World, 2, 2]>);
    assert_not_impl_any!(Image: Reshape<shape![2, Rgb, World]>, Reshape<shape![2, Rgb * World]>);
    assert_not_impl_any!(Image: Reshape<shape![World, 2, Rgb]>, Reshape<shape![One, 2, World, Rgb]>);
    assert_not_impl_any!(Image: Reshape<shape![3, World, 2]>, Reshape<shape![World * Rgb, 2]>);
    // A number has no place in a product.
    assert_impl_all!(shape![4 * World]: Reshape<shape![4, World]>, Reshape<shape![World, 4]>, Reshape<shape![2, World, 2]>);
    assert_impl_all!(shape![World, 4]: Reshape<shape![World * 4]>, Reshape<shape![4 * World]>);
    assert_impl_all!(shape![Rgb, 4 * World]: Reshape<shape![Rgb, World, 4]>, Reshape<shape![4 * Rgb * World]>);
    assert_not_impl_any!(shape![Rgb, 4 * World]: Reshape<shape![World, 4 * Rgb]>, Reshape<shape![World, 4, Rgb]>);
    assert_not_impl_any!(shape![World, 4]: Reshape<shape![4, World]>);
    // What a run says of the same, where a size is known only then.
    let x = <shape![_, World, Rgb]>::of([2]);
    assert!(
        x.check_reshape(&<shape![2 * World, Rgb]>::default())
            .is_ok()
    );
    assert!(
        x.check_reshape(&<shape![2, Rgb * World]>::default())
            .is_err()
    );
    assert!(x.check_reshape(&<shape![3, World, 2]>::default()).is_err());
}

/// Nor inside of a product, where a name is a factor.
#[test]
fn a_reshape_exchanges_no_factors() {
    fn reshaped<S: Shape + shapecheck::algebra::Reshape<R>, R: Shape>(
        sizes: &[usize],
        to: &[usize],
    ) -> Result<(), String> {
        let x = ones::<S>(sizes);
        let shape = R::try_from_sizes(to).unwrap();
        let checked = x.shape().check_reshape(&shape);
        let reshaped = x.try_reshape(shape).map(|_| ());
        assert_eq!(reshaped.is_ok(), checked.is_ok());
        reshaped.map_err(|error| error.to_string())
    }
    macro_rules! cases {
        ($($from:tt of $sizes:tt to $to:tt of $others:tt: $is_right:literal;)*) => {$(
            let told = reshaped::<shape! $from, shape! $to>(&$sizes, &$others);
            assert_eq!(told.is_ok(), $is_right, "{} to {}: {told:?}", stringify!($from), stringify!($to));
        )*};
    }
    cases! {
        [Batch * Past] of [6] to [Batch, Past] of [2, 3]: true;
        [Batch * Past] of [6] to [Past, Batch] of [3, 2]: false;
        [Batch * Past] of [6] to [Past, Batch] of [1, 6]: false;
        [Batch, Past] of [2, 3] to [Batch * Past] of [6]: true;
        [Batch, Past] of [2, 3] to [Past * Batch] of [6]: false;
        [Batch, Past] of [1, 1] to [Past * Batch] of [1]: false;
        [Batch, Past] of [1, 1] to [Past, Batch] of [1, 1]: false;
        [Batch * Past] of [6] to [Past * Batch] of [6]: false;
        [Batch * Past, 4] of [6, 4] to [Batch * Past, 2, 2] of [6, 2, 2]: true;
        [Batch * Past, 4] of [6, 4] to [Batch * Past * 4] of [24]: true;
        [Batch * Past, 4] of [6, 4] to [Batch, Past, 4] of [2, 3, 4]: true;
        [Batch * Past, 4] of [6, 4] to [4, Batch * Past] of [4, 6]: false;
        [Batch * Past, 4] of [6, 4] to [Batch, 12] of [2, 12]: true;
        [Batch * Past, 4] of [6, 4] to [Past, 8] of [3, 8]: false;
        [Batch * Past, 4] of [6, 4] to [2, Past, 4] of [2, 3, 4]: true;
        [Batch * Past, 4] of [6, 4] to [_, _] of [3, 8]: true;
        // The 2 is the size of `Batch`, or `Past` has another size.
        [Batch, Past] of [2, 3] to [2 * Past] of [6]: true;
        [Batch, Past] of [3, 2] to [2 * Past] of [6]: false;
        [2 * Past] of [6] to [2, Past] of [2, 3]: true;
        [2 * Past] of [6] to [Past, 2] of [3, 2]: true;
        [2 * Past] of [6] to [3, Past] of [3, 2]: false;
        [Past, 2] of [3, 2] to [2 * Past] of [6]: true;
        [Past, 2] of [4, 2] to [2, Past, 2] of [2, 2, 2]: false;
        // Several factors, of which some are in one of the two only.
        [Batch * Past * Seq] of [24] to [Batch, Past * Seq] of [2, 12]: true;
        [Batch * Past * Seq] of [24] to [Batch * Past, Seq] of [6, 4]: true;
        [Batch * Past * Seq] of [24] to [Batch * Seq, Past] of [8, 3]: false;
        [Batch * Past * Seq] of [24] to [Batch, Heads] of [2, 12]: true;
        [Batch * Past * Seq] of [24] to [Heads, Batch] of [12, 2]: false;
        [Batch * Past * Seq] of [24] to [Batch * Heads] of [24]: true;
        [Batch, Seq, Heads * Head] of [2, 3, 8] to [Batch * Seq, Heads, Head] of [6, 2, 4]: true;
        [Batch, Seq, Heads * Head] of [2, 3, 8] to [Batch, Heads, Seq, Head] of [2, 2, 3, 4]: false;
        [Batch, Heads * Seq, Head] of [2, 6, 4] to [Batch, Seq, Heads * Head] of [2, 3, 8]: false;
        // Sums are factors, and numbers have no place among the names.
        [Past + Seq, 4] of [5, 4] to [1, Past + Seq, 2, 2] of [1, 5, 2, 2]: true;
        [Batch * (Past + Seq)] of [10] to [Batch, Past + Seq] of [2, 5]: true;
        [Batch * (Past + Seq)] of [10] to [Past + Seq, Batch] of [5, 2]: false;
        [Batch, 2 * Seq] of [3, 8] to [Batch * 2 * Seq] of [24]: true;
        [Batch, 2 * Seq] of [3, 8] to [Seq, 2 * Batch] of [4, 6]: false;
        [4 * Batch, Seq] of [8, 3] to [Batch, 4, Seq] of [2, 4, 3]: true;
        [4 * Batch, Seq] of [8, 3] to [2, Batch, 2 * Seq] of [2, 2, 6]: true;
        [4 * Batch, Seq] of [8, 3] to [2, Batch, 2, Seq] of [2, 2, 2, 3]: true;
        [4 * Batch, Seq] of [8, 3] to [Batch, Seq, 4] of [2, 3, 4]: false;
        [4 * Batch, Seq] of [8, 3] to [Seq, 4 * Batch] of [3, 8]: false;
        [4 * Batch, Seq] of [8, 3] to [4 * Seq, Batch] of [12, 2]: false;
        [2, Batch, 2] of [2, 3, 2] to [4 * Batch] of [12]: true;
        [3, Batch, 2] of [3, 3, 2] to [6 * Batch] of [18]: true;
        [3, Batch, 2] of [3, 3, 2] to [2, Batch, 3] of [2, 3, 3]: false;
        [4 * Batch * Seq] of [24] to [Batch, 4, Seq] of [2, 4, 3]: true;
        [4 * Batch * Seq] of [24] to [Batch, Seq, 4] of [2, 3, 4]: true;
        [4 * Batch * Seq] of [24] to [4, Seq, Batch] of [4, 3, 2]: false;
        [4 * (Past + Seq)] of [20] to [Past + Seq, 4] of [5, 4]: true;
        [4 * Batch, 3 * Seq] of [8, 9] to [Batch, 4, Seq, 3] of [2, 4, 3, 3]: true;
        [4 * Batch, 3 * Seq] of [8, 9] to [Batch, 12, Seq] of [2, 12, 3]: true;
        [4 * Batch, 0] of [8, 0] to [Batch, 4, 0] of [2, 4, 0]: true;
        // One name at two axes.
        [Seq, Seq] of [3, 3] to [Seq * Seq] of [9]: true;
        [Seq, 2, Seq] of [3, 2, 3] to [Seq, 2, Seq, 1] of [3, 2, 3, 1]: true;
        [Seq, 2, Seq] of [3, 2, 3] to [2, Seq, Seq] of [2, 3, 3]: false;
        // Nothing at all.
        [Batch * Past, 0] of [6, 0] to [Batch, Past, 0] of [2, 3, 0]: true;
    }
    let error = reshaped::<shape![Batch, Past], shape![Past * Batch]>(&[2, 3], &[6]).unwrap_err();
    assert_eq!(
        error,
        "cannot reshape [Batch = 2, Past = 3] to [Past * Batch = 6]: elements stay in their order, and axis -1 would not be the \
         axis `Past * Batch`; `rearrange!` moves axes"
    );
}

#[test]
#[should_panic = "would not be the axis `Batch`"]
fn a_reshape_that_infers_the_size_of_a_name_moves_it_not() {
    let _ = ones::<shape![Batch, 4]>(&[2, 4]).reshape::<shape![4, Batch]>();
}

#[test]
fn errors_say_names() {
    let x = ones::<shape![Batch, Seq, 4]>(&[2, 3, 4]);
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let other = ones::<shape![Batch, Seq, 4]>(&[5, 3, 4]);
    assert_eq!(
        told(&x.try_add(&other).unwrap_err()),
        "cannot broadcast shapes [Batch = 2, Seq = 3, 4] and [Batch = 5, Seq = 3, 4]: size 2 does not match size 5 at \
         axis -3"
    );
    assert_eq!(
        told(&x.along::<-2>().try_concat(&other).unwrap_err()),
        "cannot join shapes [Batch = 2, Seq = 3, 4] and [Batch = 5, Seq = 3, 4] along axis -2: size 2 does not match \
         size 5 at axis -3"
    );
    assert_eq!(
        told(
            &x.try_matmul(&ones::<shape![_, 4, 4]>(&[5, 4, 4]))
                .unwrap_err()
        ),
        "cannot broadcast shapes [Batch = 2, Seq = 3, 4] and [5, 4, 4]: size 2 does not match size 5 at axis -3"
    );
    assert_eq!(
        told(
            &x.try_reshape(<shape![Heads, Head]>::of([5, 5]))
                .unwrap_err()
        ),
        "cannot reshape [Batch = 2, Seq = 3, 4] to [Heads = 5, Head = 5]: 24 elements do not fit in a shape of 25 elements"
    );
    let weights = ones::<shape![Head, Width]>(&[4, 9]);
    assert_eq!(
        told(
            &ones::<shape![Batch, Width]>(&[2, 8])
                .try_linear(&weights)
                .unwrap_err()
        ),
        "weights [Head = 4, Heads * Head = 9] do not take an input [Batch = 2, Heads * Head = 8]: this layer takes 9 \
         numbers, the input has 8 at axis -1"
    );
    // Two errors are equal whatever names they have.
    let unnamed = x
        .clone()
        .widen::<DynShape>()
        .try_add(&other.clone().widen::<DynShape>());
    assert_eq!(unnamed.unwrap_err(), x.try_add(&other).unwrap_err());
    let mut total = x.clone();
    assert_eq!(
        told(&total.try_add_assign(&other).unwrap_err()),
        "cannot broadcast shape [Batch = 5, Seq = 3, 4] to the target [Batch = 2, Seq = 3, 4]: size 5 does not match the \
         target's size 2 at axis -3"
    );
}

#[test]
fn a_bound_is_checked_where_a_size_gets_its_name() {
    let x = ones::<shape![_, 4]>(&[8, 4]);
    assert_eq!(x.try_named::<shape![Text, 4]>().unwrap().dims(), [8, 4]);
    let longer = ones::<shape![_, 4]>(&[9, 4]);
    let text = "shape [9, 4]: `Text` is 9 at axis -2, and at most 8";
    assert_eq!(
        longer
            .try_named::<shape![Text, 4]>()
            .unwrap_err()
            .to_string(),
        text
    );
    let error = <shape![Text, 4]>::try_from([9, 4]).unwrap_err();
    assert_eq!(error.to_string(), text);
    assert_eq!(
        (Text::from_size(8), Text::from_size(9)),
        (Some(Text::of(8)), None)
    );
    // What is computed of it has no bound: a name of its own can have one.
    let twice = ones::<shape![Text, 4]>(&[8, 4]);
    let both = twice.along::<-2>().concat(&twice);
    assert_eq!(both.dims(), [16, 4]);
    assert!(both.try_named::<shape![Text, 4]>().is_err());
    // For a sum that does not fit, the part that is too long is reported first.
    let error = <shape![Text, Text + Seq]>::try_from([9, 12]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [9, 12]: `Text` is 9 at axis -2, and at most 8"
    );
}

#[test]
#[should_panic = "shape [9]: `Text` is 9 at axis -1, and at most 8"]
fn a_shape_value_beyond_a_bound() {
    let _ = <shape![Text]>::of([9]);
}

#[test]
#[should_panic = "the size is larger than the bound of its name"]
fn a_size_beyond_a_bound() {
    let _ = Text::of(9);
}

/// Differences and quotients that a sum or a product undoes are its other part; all others have no name.
#[test]
fn sums_and_products_are_undone() {
    assert_type_eq_all!(dim!((Past + Seq) - Seq), Past);
    assert_type_eq_all!(dim!((Past + Seq) - Past), Seq);
    assert_type_eq_all!(dim!((Past + 1) - 1), Past);
    assert_type_eq_all!(dim!((Seq + Rgb) - Rgb), Seq);
    assert_type_eq_all!(dim!((Seq + Rgb) - Seq), Rgb);
    assert_type_eq_all!(
        dim!((Past + Seq) - Heads),
        dim!((Past + Seq) - 2),
        dim!(Seq - Seq),
        Dyn
    );
    assert_type_eq_all!(dim!((Past + Seq) - _), dim!(_ - Seq), Dyn);
    assert_type_eq_all!(dim!(Rgb - 1), dim!(2));

    assert_type_eq_all!(dim!(Width / Heads), Head);
    assert_type_eq_all!(dim!(Width / Head), Heads);
    assert_type_eq_all!(
        dim!((2 * Seq) / 2),
        dim!((3 * Seq) / 3),
        dim!((Seq * 6) / 6),
        Seq
    );
    assert_type_eq_all!(dim!((2 * Seq) / Seq), dim!(2));
    assert_type_eq_all!(
        dim!(Width / 2),
        dim!((2 * Seq) / 3),
        dim!(Seq / 2),
        dim!(6 / Seq),
        Dyn
    );
    assert_type_eq_all!(dim!(Rgb / 3), dim!(1));

    fn gated(x: &F32<shape![Batch, 2 * Seq]>) -> F32<shape![Batch, Seq]> {
        let [numbers, gate] = x.along::<-1>().split_equal::<2>();
        numbers * gate.sigmoid()
    }
    assert_eq!(gated(&ones(&[2, 6])).dims(), [2, 3]);
    let both = Past::of(3).plus(Seq::of(2));
    let past: Past = both.minus(Seq::of(2));
    assert_eq!(past, Past::of(3));
}

/// Sums and multiples of one name are one size, whatever made them.
#[test]
fn sums_and_multiples_have_one_form() {
    assert_type_eq_all!(dim!(Seq + Seq), dim!(2 * Seq), dim!(Seq * 2));
    assert_type_eq_all!(
        dim!(Seq + Seq + Seq),
        dim!(Seq + 2 * Seq),
        dim!(2 * Seq + Seq),
        dim!(3 * Seq)
    );
    assert_type_eq_all!(
        dim!(2 * Seq * 3),
        dim!(2 * (3 * Seq)),
        dim!(4 * Seq + 2 * Seq),
        dim!(6 * Seq)
    );
    assert_type_eq_all!(
        dim!(Seq + 0),
        dim!(0 + Seq),
        dim!(Seq * 1),
        dim!(Seq - 0),
        Seq
    );
    assert_type_eq_all!(dim!(0 * Seq), dim!(Seq * 0), dim!(0));
    assert_type_eq_all!(dim!(1 + Seq), dim!(Seq + 1), dim!(1 + Seq + 0));
    assert_type_eq_all!(dim!(1 + Seq + 1), dim!(2 + Seq), dim!(Seq + 2));
    assert_type_eq_all!(
        dim!(Past + 1 + Seq),
        dim!(Past + (Seq + 1)),
        dim!(1 + (Past + Seq))
    );
    assert_type_eq_all!(dim!(Past + 1 + (Seq + 2)), dim!(Past + Seq + 3));
    assert_type_eq_all!(
        dim!(Seq + (Seq + 1)),
        dim!(Seq + 1 + Seq),
        dim!(2 * Seq + 1)
    );
    assert_type_eq_all!(dim!(Past + Seq + Seq), dim!(Past + 2 * Seq));
    assert_type_eq_all!(dim!((Past + Seq) + (Past + Seq)), dim!(2 * (Past + Seq)));
    assert_type_eq_all!(
        dim!(2 * Past * Seq),
        dim!(Past * (2 * Seq)),
        dim!(Past * Seq * 2)
    );
    assert_type_eq_all!(dim!(2 * Past * (3 * Seq)), dim!(6 * (Past * Seq)));
    assert_type_eq_all!(dim!(Rgb + Rgb), dim!(2 * Rgb));
    assert_eq!(<dim!(1 + Rgb + Rgb)>::STATIC_SIZE, Some(7));

    // Undone.
    assert_type_eq_all!(
        dim!((Seq + 1) - 1),
        dim!((1 + Seq) - 1),
        dim!((2 * Seq) - Seq),
        Seq
    );
    assert_type_eq_all!(dim!((Seq + 3) - 1), dim!(Seq + 2));
    assert_type_eq_all!(dim!((Seq + 3) - Seq), dim!(3));
    assert_type_eq_all!(dim!((5 * Seq) - 2 * Seq), dim!(3 * Seq));
    assert_type_eq_all!(
        dim!((Past + Seq + 1) - (Seq + 1)),
        dim!((Past + Seq + 1) - 1 - Seq),
        Past
    );
    assert_type_eq_all!(dim!((Past + Seq + 1) - Seq), dim!(Past + 1));
    assert_type_eq_all!(dim!((Past + 2 * Seq) - Seq), dim!(Past + Seq));
    assert_type_eq_all!(dim!((Past + (Heads + Seq)) - (Heads + Seq)), Past);
    assert_type_eq_all!(dim!(((Rgb + World) + Seq) - Seq), dim!(Rgb + World));
    assert_type_eq_all!(
        dim!((Seq + 1) - 2),
        dim!(Seq - 1),
        dim!(2 * Seq - 2 * Seq),
        dim!(Seq - 2 * Seq),
        dim!((Past + Seq) - (Seq + 1)),
        dim!(2 * Seq - 1),
        Dyn
    );
    assert_type_eq_all!(
        dim!((4 * Seq) / 2),
        dim!((4 * Past * Seq) / (2 * Past)),
        dim!(2 * Seq)
    );
    assert_type_eq_all!(
        dim!((2 * Past * Seq) / Past),
        dim!((4 * (Past * Seq)) / Past / 2),
        dim!(2 * Seq)
    );
    assert_type_eq_all!(dim!((6 * Seq) / (2 * Seq)), dim!(3));
    assert_type_eq_all!(
        dim!((3 * Seq) / 2),
        dim!((2 * Past) / Seq),
        dim!(Seq / (2 * Seq)),
        Dyn
    );

    // As operations make them.
    fn twice(x: &F32<shape![Batch, 256]>) -> [F32<shape![2 * Batch, 256]>; 2] {
        [x.along::<-2>().concat(x), x.along::<-2>().tile::<dim!(2)>()]
    }
    fn padded(x: &F32<shape![Seq, 4]>) -> F32<shape![Seq + 1, 4]> {
        x.along::<-2>().pad::<dim!(1), dim!(0)>(0.0)
    }
    fn steps(x: &F32<shape![Seq + 1, 4]>) -> F32<shape![Seq, 4]> {
        x.diff::<-2>()
    }
    let [joined, tiled] = twice(&ones(&[3, 256]));
    assert_eq!(joined, tiled);
    assert_eq!(joined.shape().to_string(), "[2 * Batch = 6, 256]");
    assert_eq!(steps(&padded(&ones(&[3, 4]))).dims(), [3, 4]);
    assert_eq!(
        <shape![1 + Seq + 2, Seq * 2 * Past]>::of([5, 24]).to_string(),
        "[Seq + 3 = 5, 2 * (Seq * Past) = 24]"
    );
    assert!(<shape![Seq, Seq + Seq]>::try_from([3, 6]).is_ok());
    assert!(<shape![Seq, Seq + Seq]>::try_from([3, 7]).is_err());
}

dims! {
    Mono = 1,
    Lone,
    Nothing = 0,
}

/// The type alone decides which axes are removed: a size of 1 with a name stays.
#[test]
fn squeezing_keeps_names() {
    let x: F32<shape![3, Mono]> = Tensor::from([[1.0], [2.0], [3.0]]).try_named().unwrap();
    let y: F32<shape![3, Mono]> = x.squeeze();
    assert_eq!(y.sum_axis::<-1>().to_vec(), [1.0, 2.0, 3.0]);
    assert_eq!(y.softmax::<-1>().to_vec(), [1.0; 3]);
    let z: F32<shape![Lone, 4, Mono]> =
        ones::<shape![1, Lone, 1, 4, Mono, 1]>(&[1, 1, 1, 4, 1, 1]).squeeze();
    assert_eq!(z.dims(), [1, 4, 1]);
    let inline: InlineTensor<f32, shape![Mono, 2]> =
        InlineTensor::<f32, shape![Mono, 1, 2]>::ones().squeeze();
    assert_eq!(inline.dims(), [1, 2]);
}

/// Operations on `[3, K]` and `[3, K, 2]`, where K is 1 by its type, when the program runs, or by a name: the values are those of a number,
/// which other tests compare with NumPy's, and there are as many sizes as the type has axes.
#[test]
fn sizes_of_one_of_each_kind() {
    macro_rules! check {
        ($K:ty, [$($operation:tt)*]) => {{
            let number: F32<shape![3, 1]> = Tensor::from([[4.0], [2.0], [7.0]]);
            let x: F32<shape![3, $K]> = number.clone().named();
            check!(@ x, number, $($operation)*);
            let number: F32<shape![3, 1, 2]> = Tensor::from([[[4.0, 1.0]], [[2.0, 5.0]], [[7.0, 0.5]]]);
            let x: F32<shape![3, $K, 2]> = number.clone().named();
            check!(@ x, number, $($operation)*);
        }};
        (@ $x:ident, $number:ident, $($operation:tt)*) => {{
            let (of_kind, of_number) = ($x $($operation)*, $number $($operation)*);
            assert_eq!(
                (of_kind.dims(), of_kind.to_vec()),
                (of_number.dims(), of_number.to_vec()),
                "{} of {:?}", stringify!($($operation)*), $x.shape()
            );
            same_rank(&of_kind);
        }};
    }
    fn same_rank<S: Shape>(x: &F32<S>) {
        let shape = S::try_from_sizes(x.dims());
        assert!(shape.is_ok(), "{shape:?}");
    }
    macro_rules! each {
        ($([$($operation:tt)*])*) => { each!(@ [dim!(1), Dyn, Lone, Mono, dim!(Mono * Lone), dim!(Lone + Nothing)] $([$($operation)*])*); };
        (@ $kinds:tt $($operation:tt)*) => { $(each!(one $kinds $operation);)* };
        (one [$($K:ty),*] $operation:tt) => { $(check!($K, $operation);)* };
    }
    each! {
        [.sum_axis::<-1>()] [.sum_axis::<-2>()] [.mean_axis::<-2>()] [.max_axis::<-1>()] [.argmax_axis::<-2>().cast::<f32>()]
        [.std_axis::<-1>()] [.logsumexp::<-1>()] [.median_axis::<-2>()] [.nan_mean_axis::<-1>()] [.nan_median_axis::<-2>()] [.trapezoid_axis::<-1>(0.5)] [.unwrap_phases::<-2>(1.0)] [.convolve(&F32::<shape![3]>::ones(), Same)] [.convolve(&F32::<shape![3]>::ones(), Full)] [.along::<-1>().tile::<dim!(2)>().cov()] [.softmax::<-1>()] [.softmax::<-2>()] [.log_softmax::<-1>()]
        [.cumulative_sum::<-1>()] [.sort::<-2>()] [.argsort::<-1>().cast::<f32>()]
        [.transpose()] [.swap_axes::<-1, -2>()] [.insert_axis::<-1>()] [.insert_axis::<-2>()]
        [.permute::<axes![-1, -2]>()] [.flatten()] [.flatten_from::<-2>()] [.merge_axes::<-2>()]
        [.index_axis::<-1>(0)] [.index_axis::<-2>(0)] [.slice_axis::<-1>(0..1)]
        [.along::<-1>().flip()] [.along::<-2>().roll(1)] [.along::<-1>().tile::<dim!(2)>()]
        [.along::<-1>().repeat::<dim!(3)>()] [.along::<-2>().pad::<dim!(1), dim!(2)>(0.0)]
        [.relu()] [.exp()] [.tril(0)] [.clone()]
    }
}

/// In generic code parameters stay what they are, whatever names they may be, and need no bound.
fn renamed<S: Shape, B: Dim>(
    x: F32<shape![..S, B, Past + Seq, 4]>,
) -> F32<shape![..S, B, Past, 4]> {
    x.try_named().expect("a size of any name")
}

#[test]
fn names_are_given_in_generic_code() {
    let x = ones::<shape![Heads, Batch, Past + Seq, 4]>(&[2, 3, 5, 4]);
    assert_eq!(renamed(x).dims(), [2, 3, 5, 4]);
    let y = ones::<shape![..DynShape, 7, Past + Seq, 4]>(&[2, 7, 5, 4]);
    assert_eq!(renamed(y).dims(), [2, 7, 5, 4]);
}

/// What a program without names computes if an exchange of axes is forgotten: with as many tokens as heads it compiles,
/// and is wrong. The same with names is refused: see `heads_that_attend_before_their_axes_are_swapped` in `ui-tests`.
#[test]
fn without_names_a_forgotten_exchange_is_wrong_if_there_are_as_many_tokens_as_heads() {
    fn attended<const IS_RIGHT: bool>(x: &F32<shape![_, _, _]>) -> F32<shape![_, _, _]> {
        let by_heads = x.split_axis_with::<-1, _, _>(Dyn(4), Dyn(2));
        let by_heads = match IS_RIGHT {
            true => by_heads.swap_axes::<-3, -2>(),
            false => by_heads,
        };
        let attended = by_heads.attention(&by_heads, &by_heads);
        attended.swap_axes::<-3, -2>().merge_axes::<-2>() + x
    }

    /// By names, the only way that compiles.
    fn by_names(
        x: &F32<shape![Batch, Seq, Width]>,
        (heads, head): (Heads, Head),
    ) -> F32<shape![Batch, Seq, Width]> {
        let by_heads = x
            .split_axis_with::<-1, _, _>(heads, head)
            .swap_axes::<-3, -2>();
        let attended = by_heads.attention(&by_heads, &by_heads);
        attended.swap_axes::<-3, -2>().merge_axes::<-2>() + x
    }

    let x = F32::from_fn_with(<shape![_, _, _]>::of([1, 4, 8]), |[_, place, number]| {
        ((place * 7 + number * 3) % 5) as f32
    });
    let (right, wrong) = (attended::<true>(&x), attended::<false>(&x));
    assert_eq!(right.dims(), wrong.dims());
    assert!(
        right
            .iter()
            .zip(&wrong)
            .any(|(right, wrong)| (right - wrong).abs() > 0.1)
    );
    let named = by_names(&x.try_named().unwrap(), (Heads::of(4), Head::of(2)));
    assert_eq!(named.to_vec(), right.to_vec());
}

/// `[B, T, W]` and a table of a run-time number of places: a part of a table has the size of the text, or
/// the sum has the shape of the left side.
#[test]
fn a_table_of_places_is_added_in_generic_code() {
    fn placed<B: Dim, T: Dim, W: Dim>(
        x: &F32<shape![B, T, W]>,
        places: &F32<shape![_, W]>,
        length: T,
    ) -> F32<shape![B, T, W]> {
        x + places.narrow_with::<-2, _>(1, length)
    }
    fn all<B: Dim, T: Dim, W: Dim>(
        x: &F32<shape![B, T, W]>,
        places: &F32<shape![_, W]>,
    ) -> F32<shape![B, T, W]> {
        x.one_sided() + places
    }
    let places = F32::from_fn_with(<shape![_, 2]>::of([4]), |[place, _]| place as f32);
    let x = F32::<shape![1, 3, 2]>::zeros();
    let sum = placed(&x, &places, <dim!(3)>::default());
    assert_eq!(sum.to_vec(), [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
    let part = places.slice_axis::<-2>(..3);
    assert_eq!(all(&x, &part).to_vec(), [0.0, 0.0, 1.0, 1.0, 2.0, 2.0]);
    let clash = std::panic::catch_unwind(|| all(&x, &places)).unwrap_err();
    let text = clash.downcast_ref::<String>().unwrap();
    assert!(text.contains("size 4") && text.contains("size 3"), "{text}");
    let error = places.try_narrow_with::<-2, _>(2, Seq::of(3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot slice axis -2 of shape [4, 2] up to 5: its size is 4"
    );
    assert!(places.try_narrow_with::<-2, _>(usize::MAX, Dyn(2)).is_err());
}

/// Names whose letters make the same number, in two lists, two modules and two crates: whatever a rule says of one of them
/// it does not say of the other.
mod names_whose_letters_make_one_number {
    use super::*;
    use shapecheck::algebra::{Concat, MatrixProduct, Reshape, SplitAxis};
    use shapecheck::shape::NamedSizes;
    use shapecheck_names_elsewhere as crate_elsewhere;

    mod others {
        shapecheck::dims! { pub Input, pub Dim, pub Nodes }
    }
    mod widths {
        shapecheck::dims! { pub Hidden, pub Model }
    }

    /// Two lists that one macro writes are declared in one place.
    macro_rules! list {
        ($module:ident) => {
            mod $module {
                shapecheck::dims! { pub Batch }
            }
        };
    }
    list!(first);
    list!(second);

    macro_rules! two_names {
        ($($test:ident: $A:ty, $B:ty;)*) => {$(
            #[test]
            fn $test() {
                type A = $A;
                type B = $B;
                // What is right.
                assert_type_eq_all!(dim!((Past + A) - A), dim!((Past * A) / A), Past);
                assert_type_eq_all!(dim!((A + B) - B), dim!((A * B) / B), A);
                assert_type_eq_all!(dim!((A + B) - A), dim!((A * B) / A), B);
                assert_impl_all!(shape![A, B]: NamedAxis<A, Axis = Axis<-2>>, NamedAxis<B, Axis = Axis<-1>>);
                assert_impl_all!(shape![A, B, 4]: Reshape<shape![A, B, 2, 2]>, Reshape<shape![_, B, 2, 2]>);
                assert_impl_all!(A: AxisMeets<A>, AxisMeets<Dyn>, AxisExpands<Dyn>, SameAs<A>);
                assert_impl_all!(shape![A, B]: MatrixProduct<shape![B, A]>, Concat<shape![A, Past], -1>);

                // What is wrong.
                assert_type_eq_all!(
                    dim!((Past + A) - B), dim!((Past + B) - A), dim!((Past * A) / B), dim!((Past * B) / A),
                    dim!((2 * A) / B), Dyn
                );
                assert_not_impl_any!(A: AxisMeets<B>, AxisExpands<B>, SameAs<B>);
                assert_not_impl_any!(shape![A, 4]: SameAs<shape![B, 4]>, MatrixProduct<shape![Past, B]>);
                assert_not_impl_any!(shape![A, 4]: shapecheck::Broadcast<shape![B, 4]>, Concat<shape![B, 4], -1>);
                assert_not_impl_any!(shape![A, 4]: NamedAxis<B>);
                assert_not_impl_any!(shape![dim!(Past + A)]: NamedAxis<dim!(Past + B)>, SameAs<shape![Past + B]>);
                assert_not_impl_any!(shape![dim!(2 * A)]: NamedAxis<dim!(2 * B)>, SameAs<shape![2 * B]>);
                assert_not_impl_any!(shape![2 * A]: SameAs<shape![2 * B]>, SameAs<shape![A + B]>);
                assert_not_impl_any!(shape![dim!(A + A), 4]: SplitAxis<-2, dim!(2), B>);

                // When the program runs.
                let sizes = [2, 3];
                let shape = <shape![A, B]>::of(sizes);
                let named = NamedSizes::of(&shape);
                assert_eq!([named.get::<A>().unwrap().size(), named.get::<B>().unwrap().size()], sizes);
                let x = ones::<shape![A, B]>(&sizes);
                assert_eq!([x.along_named::<A>().size(), x.along_named::<B>().size()], sizes);
                assert!(x.try_reshape(<shape![B, A]>::of([3, 2])).is_err());
            }
        )*};
    }

    two_names! {
        batch_and_input: super::Batch, others::Input;
        hidden_and_dim: widths::Hidden, others::Dim;
        model_and_nodes: widths::Model, others::Nodes;
        two_modules: super::Batch, elsewhere::Batch;
        one_macro: first::Batch, second::Batch;
        two_crates: super::Batch, crate_elsewhere::Batch;
    }

    /// A name that has a size is that number, too, so that a product of it is divided by any name of that size.
    #[test]
    fn two_crates_with_a_size() {
        type Other = crate_elsewhere::Rgb;
        assert_type_eq_all!(dim!((Past + Rgb) - Other), dim!((Past + Other) - Rgb), Dyn);
        assert_type_eq_all!(dim!((Past + Rgb) - Rgb), dim!((Past * Rgb) / Other), Past);
        assert_not_impl_any!(shape![Rgb]: SameAs<shape![Other]>, shapecheck::Broadcast<shape![Other]>);
        assert_not_impl_any!(shape![Rgb]: NamedAxis<Other>);
        assert_impl_all!(shape![Rgb, Other]: NamedAxis<Rgb>, NamedAxis<Other>);
    }
}

#[test]
fn nested_arrays_get_the_names_that_are_stated() {
    let x = Tensor::<f64, shape![Seq, World]>::from_array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(x.shape().to_string(), "[Seq = 2, World = 3]");
    assert_eq!(x.to_vec(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let sum: Tensor<i32, shape![World, World + 1]> =
        Tensor::from_array([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]);
    assert_eq!(sum.sum(), 78);
    let any = Tensor::<i32, shape![_]>::from_array([1, 2, 3]);
    assert_eq!(any.dims(), [3]);
    let inline = InlineTensor::<i32, shape![World, Rgb]>::from_array([[1, 2, 3]; 3]);
    assert_eq!(inline.sum(), 18);
    let told =
        std::panic::catch_unwind(|| Tensor::<i32, shape![Seq, Seq]>::from_array([[1, 2, 3]]));
    assert_eq!(
        told.unwrap_err().downcast_ref::<String>().unwrap(),
        "shape [1, 3]: `Seq` is 3 at axis -1, where it has to be 1"
    );
}

mod computed {
    use super::*;

    dims! {
        Frames,
        /// Frames after a convolution of stride 2.
        pub Time = (Frames + 1) / 2,
        Before = Frames - 1,
        Mixed = 2 * Time + Frames / 3,
        Known = World / 2,
        Back = (Past + Seq) - Seq,
        Twice = 2 * Frames,
        Once = Twice / 2,
    }

    #[test]
    fn a_quotient_has_a_name_where_it_would_have_none() {
        assert_eq!(format!("{:?}", Time::of(10)), "Time = 10");
        assert_type_eq_all!(Known, dim!(1));
        assert_type_eq_all!(Back, Past);
        assert_type_eq_all!(Once, Frames);
        assert_type_eq_all!(dim!((Frames + 1) / 2), Dyn);
        assert_not_impl_any!(shape![Time]: SameAs<shape![Frames]>, SameAs<shape![Before]>);
    }

    #[test]
    fn its_size_is_compared_with_what_it_is_computed_from() {
        let x = |sizes| Tensor::<f32, _>::zeros_with(<shape![_, _]>::of(sizes));
        let named = x([20, 10]).named::<shape![Frames, Time]>();
        assert_eq!(named.shape().to_string(), "[Frames = 20, Time = 10]");
        let told = |error: shapecheck::ShapeError| error.to_string();
        assert_eq!(
            told(x([21, 10]).try_named::<shape![Frames, Time]>().unwrap_err()),
            "shape [21, 10]: `Time` is 10 at axis -1, where it has to be 11"
        );
        assert_eq!(
            told(x([0, 0]).try_named::<shape![Before, Frames]>().unwrap_err()),
            "shape [0, 0]: `Before` is 0 at axis -2, and the names in it make no size that `usize` can count"
        );
        assert_eq!(
            told(
                x([21, 28])
                    .try_named::<shape![Frames, Mixed]>()
                    .unwrap_err()
            ),
            "shape [21, 28]: `Mixed` is 28 at axis -1, where it has to be 29"
        );
        // Where nothing says how many frames there are, any size is believed.
        assert!(x([21, 28]).try_named::<shape![Mixed, Before]>().is_ok());
    }

    #[test]
    fn it_meets_what_it_is_computed_as() {
        let time = Tensor::<f32, _>::ones_with(<shape![Time]>::of([3]));
        let frames = Tensor::<f32, _>::ones_with(<shape![Frames]>::of([6]));
        let every_second = frames.slice_axis::<-1>(0..3);
        let sum: Tensor<f32, shape![Time]> = time + every_second;
        assert_eq!(sum.to_vec(), [2.0; 3]);
    }
}

#[test]
fn a_name_is_a_size_of_its_own() {
    assert_type_eq_all!(dim!(Batch), Batch);
    assert_type_eq_all!(dim!(elsewhere::Batch), elsewhere::Batch);
    assert_type_eq_all!(dim!(LONGEST), dim!(8));
}
