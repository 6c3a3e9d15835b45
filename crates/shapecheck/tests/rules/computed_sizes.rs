//! Sums and products of parameters are sizes in generic code, which needs no bound but `Dim`: a function for each way
//! in which they meet an operation.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::dim::{Plus, Smaller, Times};
use shapecheck::engine::Floats;
use shapecheck::{Dim, Dyn, Shape, Tensor, TensorOn, dim, rearrange, shape};

type T<S> = Tensor<f32, S>;

fn padded<N: Dim, D: Dim>(x: &T<shape![N, D + 1]>, y: &T<shape![N, D + 1]>) -> T<shape![N, D + 1]> {
    let _: f32 = x.sum();
    (x + y).relu() - x.mean_axis::<-1>()
}

/// The result of a function of one's own is used like any other.
fn widened<N: Dim, D: Dim>(x: &T<shape![N, D]>) -> T<shape![N, 2 * D + 1]> {
    let twice: T<shape![N, D + D]> = x.along::<-1>().concat(x);
    assert_eq!(twice.dims()[1], 2 * x.dims()[1]);
    let sizes = [x.dims()[0], 2 * x.dims()[1] + 1];
    T::zeros_with(Shape::try_from_sizes(&sizes).unwrap())
}

fn widened_and_used<N: Dim, D: Dim>(x: &T<shape![N, D]>) -> T<shape![N, 2 * D + 1]> {
    let y = widened(x).relu();
    &y + &y
}

struct Attention<E: Dim, H: Dim, D: Dim> {
    queries: T<shape![H * D, E]>,
    bias: T<shape![H * D]>,
    output: T<shape![E, H * D]>,
}

impl<E: Dim, H: Dim, D: Dim> Attention<E, H, D> {
    fn by_methods<B: Dim, L: Dim>(&self, x: &T<shape![B, L, E]>) -> T<shape![B, L, E]> {
        let queries = x.linear(&self.queries) + &self.bias;
        let heads: T<shape![B, L, H, D]> = queries.split_axis::<-1, H, D>();
        let heads: T<shape![B, H, L, D]> = heads.swap_axes::<-2, -3>();
        heads
            .swap_axes::<-2, -3>()
            .merge_axes::<-2>()
            .linear(&self.output)
    }

    fn by_patterns<B: Dim, L: Dim>(&self, x: &T<shape![B, L, E]>) -> T<shape![B, L, E]> {
        let queries = x.linear(&self.queries) + &self.bias;
        let heads = rearrange!(&queries, "b l (h d) -> b h l d"; h = H, d = D);
        let merged: T<shape![B, L, H * D]> = rearrange!(&heads, "b h l d -> b l (h d)");
        merged.linear(&self.output)
    }
}

fn apart<B: Dim, I: Dim, J: Dim>(x: &T<shape![B, I + J]>) -> (T<shape![B, I]>, T<shape![B, J]>) {
    x.along::<-1>().split::<shape![I, J]>()
}

fn open<H: Dim>(x: &T<shape![2, H, _]>) -> T<shape![2, H * _]> {
    let merged: T<shape![2, _]> = rearrange!(x, "a h d -> a (h d)");
    assert_eq!(merged.to_vec(), x.to_vec());
    x.merge_axes::<-2>()
}

/// Nor is a size known that is computed from one that is not.
fn closed<H: Dim>(x: &T<shape![_, H]>) -> T<shape![_ * H]> {
    let both: T<shape![_, H]> = x.along::<-2>().concat(x);
    let _: T<shape![_]> = rearrange!(x, "a h -> (a h)");
    let _: T<shape![_, _]> = x
        .along::<-1>()
        .concat(&T::<shape![_, _]>::zeros_with(<shape![_, _]>::of([2, 1])));
    both.merge_axes::<-2>()
}

fn on_any_engine<A: Dim, B: Dim, E: Floats<f32>>(
    x: &TensorOn<f32, shape![A * B, Plus<A, B>], E>,
) -> TensorOn<f32, shape![A * B, Plus<A, B>], E> {
    x - x.mean_axis::<-1>()
}

fn triangle<M: Dim, N: Dim>(x: &Tensor<f64, shape![M, N]>) -> Tensor<f64, shape![Smaller<M, N>]> {
    let values = x.svdvals();
    &values + &values
}

fn kron<M: Dim, N: Dim>(x: &T<shape![M]>, y: &T<shape![N]>) -> T<shape![Times<M, N>]> {
    let both: T<shape![M * N]> = x.kron(y);
    both.softmax::<-1>()
}

fn counted(x: usize) -> f32 {
    x as f32
}

#[test]
fn static_sizes() {
    let x = T::<shape![2, 4]>::from_fn(|[row, column]| counted(4 * row + column));
    assert_eq!(padded::<_, dim!(3)>(&x, &x)[[0, 3]], 6.0 - 1.5);
    assert_eq!(widened_and_used(&x).dims(), [2, 9]);
    let (front, back) = apart::<_, dim!(1), dim!(3)>(&x);
    assert_eq!(front.to_vec(), [0.0, 4.0]);
    assert_eq!(back.to_vec(), [1.0, 2.0, 3.0, 5.0, 6.0, 7.0]);
    let x = T::<shape![6, 5]>::ones();
    let y: T<shape![6, 5]> = on_any_engine::<dim!(2), dim!(3), _>(&x);
    assert_eq!(y, T::zeros());
    let x = Tensor::<f64, shape![2, 3]>::ones();
    assert!((triangle(&x)[[0]] - 2.0 * 6_f64.sqrt()).abs() < 1e-12);
    let x = kron(&T::<shape![2]>::ones(), &T::<shape![4]>::ones());
    assert_eq!(x, T::<shape![8]>::full(0.125));
}

#[test]
fn heads_are_split_and_merged() {
    let numbers = |[row, column]: [usize; 2]| counted((3 * row + 5 * column) % 7);
    let layer = Attention::<dim!(5), dim!(2), dim!(3)> {
        queries: Tensor::from_fn(numbers),
        bias: Tensor::from_fn(|[place]| counted(place)),
        output: Tensor::from_fn(numbers),
    };
    let x = T::<shape![2, 4, 5]>::from_fn(|[a, b, c]| counted(a + 2 * b + 3 * c));
    let expected = (x.linear(&layer.queries) + &layer.bias).linear(&layer.output);
    assert_eq!(layer.by_methods(&x), expected);
    assert_eq!(layer.by_patterns(&x), expected);
}

#[test]
fn sizes_known_at_run_time() {
    let x: T<shape![2, _, _]> = T::<shape![2, 3, 4]>::ones().try_into_shape().unwrap();
    let y: T<shape![2, _]> = open(&x);
    assert_eq!(y.dims(), [2, 12]);
    let x: T<shape![_, 3]> = T::<shape![2, 3]>::ones().try_into_shape().unwrap();
    assert_eq!(closed(&x).dims(), [12]);
    let x: T<shape![2, _]> = T::<shape![2, 12]>::ones().try_into_shape().unwrap();
    let heads: T<shape![2, 3, _]> = x.split_axis::<-1, dim!(3), Dyn>();
    assert_eq!(heads.dims(), [2, 3, 4]);
    let layer = Attention::<dim!(5), Dyn, dim!(3)> {
        queries: T::<shape![6, 5]>::ones().try_into_shape().unwrap(),
        bias: T::<shape![6]>::ones().try_into_shape().unwrap(),
        output: T::<shape![5, 6]>::ones().try_into_shape().unwrap(),
    };
    let x = T::<shape![2, 4, 5]>::ones();
    assert_eq!(layer.by_methods(&x), T::full(36.0));
    assert_eq!(layer.by_patterns(&x), T::full(36.0));
}

/// Generic code may split an axis into two sizes that are both known at run time only. Methods find that when the
/// program is built; a pattern, when it runs.
#[test]
#[should_panic(
    expected = "`b l (h d) -> b h l d` of shape [1, 1, 6]: one size of `(h d)` can be inferred, not two"
)]
fn two_sizes_to_infer() {
    let layer = Attention::<dim!(5), Dyn, Dyn> {
        queries: T::<shape![6, 5]>::ones().try_into_shape().unwrap(),
        bias: T::<shape![6]>::ones().try_into_shape().unwrap(),
        output: T::<shape![5, 6]>::ones().try_into_shape().unwrap(),
    };
    let _ = layer.by_patterns(&T::<shape![1, 1, 5]>::ones());
}
