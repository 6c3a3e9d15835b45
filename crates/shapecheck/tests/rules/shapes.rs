//! What `#[shapes]` checks where a function begins and returns, and `#[derive(Shapes)]` of fields.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use shapecheck::algebra::TellsSizes;
use shapecheck::{DynShape, Shapes, shape, shapes};

use crate::panics::panic_of;

/// An array as other libraries have it.
#[derive(Clone, Debug, PartialEq)]
struct Array(Vec<usize>);

impl TellsSizes for Array {
    type Shape = DynShape;

    fn sizes(&self) -> DynShape {
        self.0.as_slice().into()
    }
}

fn array<const RANK: usize>(sizes: [usize; RANK]) -> Array {
    Array(sizes.into())
}

/// The message of a panic.
#[track_caller]
fn panics<X>(work: impl FnOnce() -> X) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(work)) else {
        panic!("there is no panic");
    };
    *payload.downcast::<String>().expect("a text")
}

/// The result of a future that is never pending.
fn block_on<X>(future: impl Future<Output = X>) -> X {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing is waited for"),
    }
}

#[shapes("x: b i, weights: o i -> b o", always)]
fn linear(x: &Array, weights: &Array) -> Array {
    Array(vec![x.0[0], weights.0[0]])
}

#[test]
fn arguments_are_compared_with_one_another() {
    assert_eq!(linear(&array([2, 3]), &array([5, 3])), array([2, 5]));
    assert_eq!(
        panics(|| linear(&array([2, 3]), &array([5, 4, 1]))),
        "the arguments of `linear` do not fit `x: b i, weights: o i -> b o`: `weights` has 3 axes, the contract names 2\n  \
         `x` has shape [2, 3]\n  \
         `weights` has shape [5, 4, 1]"
    );
    assert_eq!(
        panics(|| linear(&array([2, 3]), &array([5, 4])))
            .lines()
            .next(),
        Some(
            "the arguments of `linear` do not fit `x: b i, weights: o i -> b o`: `i` is 3 in `x` and 4 in `weights`"
        )
    );
}

#[shapes("b t -> b t 2*t, t + past", always)]
fn wrong(x: &Array, result: &[usize], second: &Array) -> (Array, Array) {
    let _ = x;
    (Array(result.to_vec()), second.clone())
}

#[shapes("-> b b", always)]
fn square(_x: &Array, result: &[usize]) -> Array {
    Array(result.to_vec())
}

#[test]
fn a_contract_of_the_result_alone_says_nothing_of_arguments() {
    assert_eq!(square(&array([1, 2, 3]), &[4, 4]), array([4, 4]));
    assert_eq!(
        panics(|| square(&array([1, 2, 3]), &[4, 5])),
        "the result of `square` does not fit `-> b b`: `b` is 4 and 5 in `the result`\n  \
         `the result` has shape [4, 5]"
    );
}

#[test]
fn results_are_compared_with_arguments() {
    assert_eq!(
        wrong(&array([2, 3]), &[2, 3, 6], &array([3])).0,
        array([2, 3, 6])
    );
    assert_eq!(
        panics(|| wrong(&array([2, 3]), &[2, 4, 7], &array([2])))
            .lines()
            .next(),
        Some(
            "the results of `wrong` do not fit `b t -> b t 2*t, t + past`: `t` is 3 in `x` and 4 in `result 1`; \
             `2*t` is 7 in `result 1`, where `t` is 3; `t + past` is 2 in `result 2`, where `t` is 3"
        )
    );
}

struct Attention {
    width: usize,
    heads: usize,
    weights: Array,
}

#[derive(Debug, PartialEq)]
struct Failure;

impl Attention {
    #[shapes("x: b t h*d, mask: t t, weights: width width -> b t width", h = self.heads, width = self.width, always)]
    fn forward(&self, x: &Array, mask: Option<&Array>, fails: bool) -> Result<Array, Failure> {
        let hidden = Array(vec![x.0[0], x.0[1], 4 * self.width]);
        shapes!(hidden: b t 4*width);
        if fails {
            return Err(Failure);
        }
        let found = Some(x.clone()).ok_or(Failure)?;
        Ok(found)
    }

    #[shapes("hidden: t", always)]
    fn within(&self, hidden: Array, other: Array) {
        shapes!(other: t 2*t _, hidden: ...);
    }

    #[shapes("x: b t -> b t", always)]
    async fn wait(&self, x: Array, result: Array) -> Result<Array, Failure> {
        let found = std::future::ready(Some(result)).await.ok_or(Failure)?;
        if x.0[0] == 1 {
            return Err(Failure);
        }
        Ok(found)
    }
}

fn attention() -> Attention {
    Attention {
        width: 8,
        heads: 2,
        weights: array([8, 8]),
    }
}

#[test]
fn fields_options_and_results_take_part() {
    let mut layer = attention();
    let x = array([2, 3, 8]);
    assert_eq!(layer.forward(&x, None, false), Ok(x.clone()));
    assert_eq!(layer.forward(&x, Some(&array([3, 3])), true), Err(Failure));
    assert_eq!(
        panics(|| layer.forward(&x, Some(&array([4, 4])), true))
            .lines()
            .next(),
        Some(
            "the arguments of `Attention::forward` do not fit `x: b t h*d, mask: t t, weights: width width -> b t width`: \
             `t` is 3 in `x` and 4 in `mask`"
        )
    );
    layer.weights = array([8, 7]);
    assert!(
        panics(|| layer.forward(&x, None, false))
            .contains("`width` is 8 in `self.width` and 7 in `weights`")
    );
    layer.weights = array([8, 8]);
    layer.heads = 3;
    let told = panics(|| layer.forward(&x, None, false));
    assert!(told.contains("`h*d` is 8 in `x`, where `h` is 3"), "{told}");
}

#[test]
fn shapes_within_a_function_have_its_labels() {
    attention().within(array([3]), array([3, 6, 1]));
    assert_eq!(
        panics(|| attention().within(array([3]), array([4, 6, 1]))),
        "shapes in `Attention::within` do not fit `other: t 2 * t _, hidden: ...`: `t` is 3 in `hidden` and 4 in `other`\n  \
         `other` has shape [4, 6, 1]\n  \
         `hidden` has shape [3]"
    );
}

/// The line of `shapes!` in the function below.
const TURNED: u32 = line!() + 4;

#[shapes("x: b c")]
fn turned(x: &[usize]) {
    shapes!(x: c b);
}

const KEPT: u32 = line!() + 4;

#[shapes("x: b c -> c")]
fn kept(x: &[usize]) -> &[usize] {
    shapes!(x: c c);
    &x[..1]
}

#[test]
fn a_panic_within_a_function_is_at_the_line_of_the_macro() {
    let told = [panic_of(|| turned(&[2, 3])), panic_of(|| _ = kept(&[2, 3]))];
    let told = told.map(|(file, line, _)| (file, line));
    assert_eq!(told, [TURNED, KEPT].map(|line| (file!().to_owned(), line)));
}

#[shapes("x: ... b h*d, y: b t + past -> b, past", h = 2, always)]
fn within<'a>(
    x: &[usize],
    y: &[usize],
    t: &'a [usize],
    past: &'a [usize],
) -> (&'a [usize], &'a [usize]) {
    shapes!(t: b t);
    (&t[..1], past)
}

#[test]
fn what_fits_allocates_nothing() {
    let before = crate::allocations::allocations();
    let found = within(&[7, 3, 8], &[3, 9], &[3, 5], &[4]);
    assert_eq!(crate::allocations::allocations(), before);
    assert_eq!(found, (&[3][..], &[4][..]));
}

#[test]
fn an_async_function_is_checked_when_it_is_done() {
    let layer = attention();
    let good = block_on(layer.wait(array([2, 3]), array([2, 3])));
    assert_eq!(good, Ok(array([2, 3])));
    assert_eq!(
        block_on(layer.wait(array([1, 3]), array([2, 3]))),
        Err(Failure)
    );
    assert!(
        panics(|| block_on(layer.wait(array([2, 3]), array([2, 4]))))
            .starts_with("the result of `Attention::wait` does not fit `x: b t -> b t`: `t` is 3 in `x` and 4 in `the result`")
    );
}

struct Layer;

#[shapes("x: b d, mask: b", always)]
impl Layer {
    fn one(&self, x: &Array) -> usize {
        x.0.len()
    }

    fn two(mask: &Array, x: &Array) -> usize {
        x.0.len() + mask.0.len()
    }

    fn none(&self) {}
}

#[test]
fn an_impl_has_one_contract() {
    assert_eq!(
        Layer.one(&array([2, 3])) + Layer::two(&array([2]), &array([2, 3])),
        5
    );
    Layer.none();
    assert!(
        panics(|| Layer.one(&array([2])))
            .starts_with("the arguments of `Layer::one` do not fit `x: b d`: ")
    );
    assert!(
        panics(|| Layer::two(&array([3]), &array([2, 3])))
            .contains("`b` is 2 in `x` and 3 in `mask`")
    );
}

#[derive(Shapes)]
struct Batch<'a, T: Clone = u8> {
    #[shape("b c h w")]
    images: &'a Array,
    #[shape("b")]
    labels: Array,
    #[shape("h w")]
    mask: Option<Array>,
    #[shape(size)]
    w: usize,
    other: T,
}

#[test]
fn fields_of_a_struct_are_compared() {
    let images = array([2, 3, 4, 5]);
    let batch = |labels, w| Batch {
        images: &images,
        labels: array([labels]),
        mask: None,
        w,
        other: 0_u8,
    };
    assert!(batch(2, 5).validate().is_ok());
    assert_eq!(batch(2, 5).validated().other, 0);
    let error = batch(3, 6).validate().unwrap_err();
    let clashes: Vec<&str> = error.clashes().collect();
    assert_eq!(
        clashes,
        [
            "`w` is 6 in `self.w` and 5 in `images`",
            "`b` is 2 in `images` and 3 in `labels`"
        ]
    );
    let mut masked = batch(2, 5);
    masked.mask = Some(array([4, 4]));
    assert!(panics(|| masked.validated().w).contains("`w` is 5 in `self.w` and 4 in `mask`"));
}

#[shapes("x: b 3, y: b")]
fn typed(x: shape![2, 3], y: &[usize]) -> usize {
    let _ = x;
    y[0]
}

#[test]
fn types_take_part() {
    assert_eq!(typed(<shape![2, 3]>::default(), &[2]), 2);
}

#[test]
fn sums_are_part_of_contracts() {
    use shapecheck::algebra::contract_sizes;
    use shapecheck::{contract, try_contract};

    let (keys, queries): (&[usize], &[usize]) = (&[2, 7], &[2, 3]);
    let [b, t, past] = contract!("keys: b t + past, queries: b t -> b t past"; keys, queries);
    assert_eq!((b, t, past), (2, 3, 4));
    let told =
        |sizes: &[usize]| try_contract!("x: 2*d + 1 d"; sizes).map_err(|error| error.to_string());
    assert_eq!(told(&[7, 3]), Ok([3]));
    let text = "`x: 2*d + 1 d` of shape [8, 3]: `2*d + 1` is 8 in `x`, where `d` is 3";
    assert_eq!(told(&[8, 3]), Err(text.to_owned()));
    assert_eq!(contract_sizes("x: 2*d + 1 d", &[&[7, 3]]), Ok(vec![3]));
    let [b] = contract!("x: a + b -> b"; &keys[..1], a = 2);
    assert_eq!(b, 0);
    let huge = usize::MAX;
    assert!(contract_sizes("x: a*b a b", &[&[0, huge, 2]]).is_err());
    assert_eq!(
        contract_sizes("x: a + b", &[&[3]])
            .unwrap_err()
            .to_string()
            .lines()
            .next(),
        Some(
            "nothing says the size of `a`: it has no axis of its own and no size that is given in `x: a + b`"
        )
    );
}
