//! What is written down by somebody who has used other libraries for years: a layer, attention, a filter, tables and images.

use shapecheck::engine::Floats;
use shapecheck::window::{Conv, Pool, Same};
use shapecheck::{
    Axis, Dim, Host, InlineTensor, Shape, StaticDim, Tensor, TensorOn, axes, checked, dim, dims, rearrange, s, shape,
};

dims! { Batch, Seq, Past, State = 4, Seen = 2, Heads = 8, Head = 16 }

#[derive(Clone)]
pub struct Filter {
    state: InlineTensor<f64, shape![State]>,
    observe: InlineTensor<f64, shape![Seen, State]>,
}

impl Filter {
    pub fn surprise(&self, seen: &InlineTensor<f64, shape![Seen]>) -> InlineTensor<f64, shape![Seen]> {
        seen - self.observe.matmul(&self.state)
    }

    pub fn back(&self, seen: InlineTensor<f64, shape![Seen]>) -> InlineTensor<f64, shape![State]> {
        self.observe.transpose().matmul(&seen)
    }
}

pub fn both(filter: Filter) -> [Filter; 2] {
    [filter.clone(), filter]
}

#[checked]
#[derive(Default)]
pub struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    pub fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.linear(&self.weights)
    }
}

pub fn layers(x: &Tensor<f32, shape![3, 784]>) -> Tensor<f32, shape![3, 10]> {
    let layers = (Linear::<784, 128>::default(), Linear::<128, 10>::default());
    layers.1.forward(&layers.0.forward(x))
}

pub fn heads(
    mixed: &Tensor<f32, shape![Batch, Heads, Seq, Head]>,
    weights: &Tensor<f32, shape![64, Heads * Head]>,
) -> Tensor<f32, shape![Batch, Seq, 64]> {
    mixed.swap_axes::<-2, -3>().merge_axes::<-2>().linear(weights)
}

pub fn classes(
    maps: &Tensor<f32, shape![Batch, 16, 5, 5]>,
    weights: &Tensor<f32, shape![10, 400]>,
) -> Tensor<f32, shape![Batch, 10]> {
    maps.flatten_from::<-3>().linear(weights)
}

pub fn rows(
    x: &Tensor<f32, shape![Batch, 12]>,
    weights: &Tensor<f32, shape![12, 7]>,
    bias: &Tensor<f32, shape![7]>,
) -> Tensor<f32, shape![Batch, 7]> {
    x.matmul(weights) + bias
}

pub fn any_shape<S: Shape, I: Dim, O: Dim>(
    x: &Tensor<f32, shape![..S, I]>,
    w: &Tensor<f32, shape![O, I]>,
) -> Tensor<f32, shape![..S, O]> {
    x.linear(w)
}

pub fn grown(
    cache: &Tensor<f32, shape![Batch, Past, 64]>,
    new: &Tensor<f32, shape![Batch, Seq, 64]>,
) -> Tensor<f32, shape![Batch, Past + Seq, 64]> {
    cache.along::<-2>().concat(new)
}

pub fn right(logits: &Tensor<f32, shape![6, 10]>, labels: &Tensor<i64, shape![6]>) -> usize {
    let best = logits.argmax_axis::<-1>().remove_axis::<-1>();
    best.equal(&labels.cast::<usize>()).count_nonzero()
}

pub fn words(table: &Tensor<f32, shape![100, 16]>, tokens: &Tensor<u32, shape![Seq]>) -> Tensor<f32, shape![Seq, 16]> {
    table.embedding(&tokens.cast::<usize>())
}

pub fn lower(y: &Tensor<f32, shape![3, 2]>, mut best: f32) -> f32 {
    let loss = y.mse_loss(y).into_scalar();
    if loss < best {
        best = loss;
    }
    best
}

pub fn halves(x: Tensor<f32, shape![1, 16, 32, 32]>) -> Tensor<f32, shape![1, 16, 16, 16]> {
    x.avg_pool2d(Pool::of::<2>())
}

pub fn added(x: &Tensor<f32, shape![Batch, 64, 32, 32]>, y: &Tensor<f32, shape![Batch, 64, 32, 32]>) -> Tensor<f32, shape![Batch, 64, 32, 32]> {
    x + y
}

pub fn normal(x: &Tensor<f32, shape![Batch, 16, 7, 7]>, scale: &Tensor<f32, shape![16]>) -> Tensor<f32, shape![Batch, 16, 7, 7]> {
    x.along::<-3>().batch_norm(scale, scale, 1e-5)
}

pub fn channels(x: &Tensor<f32, shape![8, 28, 28]>) -> Tensor<f32, shape![8, 1, 28, 28]> {
    let x: Tensor<f32, shape![8, 1, 28, 28]> = x.insert_axis::<-3>();
    x
}

pub fn last_first(x: &Tensor<f32, shape![8, 28, 28, 3]>) -> Tensor<f32, shape![8, 3, 28, 28]> {
    x.permute::<axes![-4, -1, -3, -2]>()
}

pub fn split(x: &Tensor<f32, shape![Batch, Seq, 128]>) -> Tensor<f32, shape![Batch, 8, Seq, 16]> {
    rearrange!(x, "b t (h d) -> b h t d"; h = 8)
}

pub fn joined(a: &Tensor<f32, shape![6, 3]>, b: &Tensor<f32, shape![6, 2]>) -> Tensor<f32, shape![6, 5]> {
    a.along::<-1>().concat(&b)
}

pub fn table(rows: &[Vec<f64>], samples: Vec<f64>) -> Result<(), shapecheck::ShapeError> {
    let n = rows.len();
    let table: Tensor<f64, shape![_, 2]> = Tensor::from_vec_with(<shape![_, 2]>::of([n]), rows.concat())?;
    let of_batch = Tensor::<f64, _>::zeros_with(<shape![Batch, 2]>::of([n]));
    let of_none = Tensor::<f64, _>::zeros_with(<shape![_, 2]>::of([n]));
    let fixed = Tensor::<f64, shape![3, 4]>::from_vec(samples)?;
    let norms: Vec<f64> = fixed.rows().map(|row| row.norm()).collect();
    let total = fixed.sum_axis::<-1>() * 2.0 + 1.0;
    let squares = fixed.powf(2.5);
    let integers = Tensor::<f64, shape![3]>::from([1.0, 2.0, 3.0]);
    let part = fixed.slice(s![1..3, ..]);
    let strided = fixed.slice(s![..;2, ..]);
    let element = fixed[[0, 1]];
    let mean = fixed.mean_axis::<-2>();
    let positive = fixed.greater_than(0.0).select(&fixed, &Tensor::<_, shape![]>::full(0.0));
    let stacked = Tensor::stack(&Vec::from_iter(&[fixed.clone(), fixed.clone()])[..], Axis::<-3>);
    let [left, right] = fixed.along::<-1>().split_equal::<2>();
    let covariance: Tensor<f64, shape![4, 4]> = fixed.transpose().cov();
    let zeros = Tensor::<f64, shape![32]>::zeros();
    let folded = fixed.reshape::<shape![2, 6]>();
    assert_eq!(fixed.dims(), [3, 4]);
    println!("{table} {of_batch} {of_none} {norms:?} {total} {squares} {integers} {part} {strided} {element}");
    println!("{mean} {positive} {stacked} {left} {right} {covariance} {zeros} {folded}");
    Ok(())
}

pub fn smooth(x: &Tensor<f64, shape![400]>, kernel: &Tensor<f64, shape![3]>) -> Tensor<f64, shape![400]> {
    x.convolve(kernel, Same)
}

pub fn brighter(image: &mut Tensor<f64, shape![3, 4]>) {
    let mut part = image.slice_mut(s![0, ..]);
    part += 1.0;
}

pub fn energy(x: &Tensor<f64, shape![3, 4]>) -> f64 {
    (x * x).sum()
}

pub fn root_mean_square<T: Copy + 'static, N: Dim>(x: &Tensor<T, shape![N]>) -> T
where
    Host: Floats<T>,
{
    x.powi(2).mean()
}

pub fn edges(x: &Tensor<f32, shape![1, 1, 28, 28]>, kernel: &Tensor<f32, shape![1, 1, 3, 3]>) -> Tensor<f32, shape![1, 1, 26, 26]> {
    x.conv2d(kernel, Conv::new())
}

pub fn pieces<N: StaticDim>(x: &Tensor<f32, shape![N, 40]>) -> Tensor<f32, shape![N, 5, 8]> {
    x.split_axis::<-1, dim!(5), dim!(8)>()
}

pub fn mean(x: &Tensor<f32, shape![Batch, 10]>) -> Tensor<f32, shape![1, 10]> {
    x.sum_axis::<-2>() / x.size::<-2>() as f32
}

pub fn sizes(b: usize, t: usize) -> usize {
    let x = Tensor::<f32, shape![_, 784]>::zeros_with(<shape![_, 784]>::of([b]));
    let y = Tensor::<f32, _>::zeros_with(<shape![_, _]>::of([b, t]));
    x.len() + y.len()
}

pub fn maps(images: &Tensor<f32, shape![8, 3, 32, 32]>, kernel: &Tensor<f32, shape![16, 3, 3, 3]>) -> Tensor<f32, shape![8, 16, 32, 32]> {
    let maps: Tensor<f32, shape![8, 16, 32, 32]> = images.conv2d(kernel, Conv::new().padding::<1>());
    maps
}

pub fn flat<B: Dim>(x: &Tensor<f32, shape![B, 16, 7, 7]>, w: &Tensor<f32, shape![10, 784]>) -> Tensor<f32, shape![B, 10]> {
    x.reshape::<shape![B, 784]>().linear(w)
}

pub fn causal() -> Tensor<bool, shape![5, 5]> {
    Tensor::from_fn(|[i, j]| j <= i)
}

pub fn framed(mut x: Tensor<f64, shape![3, 4]>, row: &Tensor<f64, shape![4]>) -> Tensor<f64, shape![3, 4]> {
    x.slice_mut(s![0, ..]).assign(row);
    x
}

pub fn centred<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, N]>) -> Tensor<f32, shape![..S, N]> {
    x - x.mean_axis::<-1>()
}

pub trait Layer<S: Shape> {
    type Output: Shape;

    fn apply(&self, x: &Tensor<f32, S>) -> Tensor<f32, Self::Output>;
}

pub struct Dense<I: Dim, O: Dim>(Tensor<f32, shape![O, I]>);

impl<S, I: StaticDim, O: StaticDim> Layer<S> for Dense<I, O>
where
    S: shapecheck::algebra::Linear<shape![O, I]>,
{
    type Output = <S as shapecheck::algebra::Linear<shape![O, I]>>::Output;

    fn apply(&self, x: &Tensor<f32, S>) -> Tensor<f32, Self::Output> {
        x.linear(&self.0)
    }
}

pub trait Step {
    fn step(&self, x: &Tensor<f32, shape![_, 8]>) -> Tensor<f32, shape![_, 8]>;
}

pub fn steps(all: &[Box<dyn Step>], x: &Tensor<f32, shape![_, 8]>) -> Tensor<f32, shape![_, 8]> {
    all.iter().fold(x.clone(), |x, step| step.step(&x))
}

pub fn on_engine<N: Dim, E: Floats<f32>>(x: &TensorOn<f32, shape![N], E>) -> TensorOn<f32, shape![N], E> {
    x - x.mean_axis::<-1>()
}

pub fn directions(x: &Tensor<f64, shape![4, 3]>) -> Tensor<f64, shape![4, 3]> {
    let parts: Vec<_> = x.rows().map(|row| &row / row.norm()).collect();
    let all: Tensor<f64, shape![4, 3]> = Tensor::stack(&Vec::from_iter(&parts)[..], Axis::<-2>).try_into_shape().unwrap();
    all
}

pub fn coordinates(p: InlineTensor<f64, shape![2]>) -> f64 {
    let [x, y]: [_; 2] = p.into();
    x + y
}

pub fn total(xs: &[Tensor<f32, shape![3]>]) -> Tensor<f32, shape![3]> {
    xs.iter().fold(Tensor::zeros(), |sum, x| sum + x)
}

pub fn steps_between(x: &Tensor<f32, shape![9, 2]>) -> Tensor<f32, shape![8, 2]> {
    x.diff::<-2>()
}

pub fn highest(x: &Tensor<f32, shape![9, 2]>) -> Tensor<f32, shape![9, 1]> {
    for (i, row) in x.iter_axis::<-2>().enumerate() {
        println!("{i} {row}");
    }
    let [rows, columns] = x.sizes();
    println!("{rows} {columns}");
    x.max_axis::<-1>()
}

pub fn main() {}
