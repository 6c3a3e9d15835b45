//! A transformer that sorts sentences, whose layers all say what they take.

use shapecheck::{Dim, Shape, StaticDim, Tensor, algebra, checked, dim, dims, einsum, rearrange, shape};

dims! { Seq, Source }

type Tokens<B> = Tensor<f32, shape![B, Seq, 64]>;

/// A layer: `[B, T, I]` to `[B, T, O]`.
struct Linear<I: Dim, O: Dim> {
    weights: Tensor<f32, shape![O, I]>,
    bias: Tensor<f32, shape![O]>,
}

#[checked]
impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    fn new() -> Self {
        Self { weights: Tensor::full(0.01), bias: Tensor::zeros() }
    }

    fn forward<B: Dim, T: Dim>(&self, x: &Tensor<f32, shape![B, T, I]>) -> Tensor<f32, shape![B, T, O]> {
        x.linear(&self.weights) + &self.bias
    }
}

struct Heads<E: Dim, H: Dim, D: Dim> {
    queries: Tensor<f32, shape![H * D, E]>,
    keys: Tensor<f32, shape![H * D, E]>,
    values: Tensor<f32, shape![H, D, E]>,
    output: Tensor<f32, shape![E, H * D]>,
}

#[checked]
impl<E: Dim, H: Dim, D: Dim> Heads<E, H, D> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, Seq, E]>, y: &Tensor<f32, shape![B, Source, E]>, mask: &Tensor<f32, shape![Seq, Source]>) -> Tensor<f32, shape![B, Seq, E]> {
        let q = rearrange!(&x.linear(&self.queries), "b t (h d) -> b h t d"; h = H, d = D);
        let k = rearrange!(&y.linear(&self.keys), "b t (h d) -> b h t d"; h = H, d = D);
        let v = einsum!("batch source width, head number width -> batch head source number"; y, &self.values);
        let scores = q.matmul(&k.transpose()) + mask;
        let seen = scores.softmax::<-1>().matmul(&v);
        rearrange!(&seen, "b h t d -> b t (h d)").linear(&self.output)
    }
}

struct Block {
    attention: Heads<dim!(64), dim!(4), dim!(16)>,
    norm: Tensor<f32, shape![64]>,
    up: Linear<dim!(64), dim!(256)>,
    down: Linear<dim!(256), dim!(64)>,
}

#[checked]
impl Block {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, Seq, 64]>, y: &Tensor<f32, shape![B, Source, 64]>, mask: &Tensor<f32, shape![Seq, Source]>) -> Tokens<B> {
        let x = x + self.attention.forward(x, y, mask);
        let hidden = self.up.forward(&x.layer_norm(&self.norm, 1e-5)).gelu();
        self.down.forward(&hidden) + x
    }
}

trait Layer<S: Shape> {
    type Output: Shape;
    fn apply(&self, x: &Tensor<f32, S>) -> Tensor<f32, Self::Output>;
}

impl<S: Shape + algebra::Linear<shape![O, I]>, I: StaticDim, O: StaticDim> Layer<S> for Linear<I, O> {
    type Output = <S as algebra::Linear<shape![O, I]>>::Output;
    fn apply(&self, x: &Tensor<f32, S>) -> Tensor<f32, Self::Output> {
        x.linear(&self.weights)
    }
}

impl<S: Shape, First: Layer<S>, Second: Layer<First::Output>> Layer<S> for (First, Second) {
    type Output = Second::Output;
    fn apply(&self, x: &Tensor<f32, S>) -> Tensor<f32, Second::Output> {
        self.1.apply(&self.0.apply(x))
    }
}

struct Sequential<Layers>(Layers);

impl<Layers> Sequential<Layers> {
    fn forward<S: Shape>(&self, x: &Tensor<f32, S>) -> Tensor<f32, Layers::Output>
    where
        Layers: Layer<S>,
    {
        self.0.apply(x)
    }
}

#[checked]
pub fn sorted<B: Dim>(blocks: &[Block], text: &Tensor<f32, shape![B, Seq, 64]>, source: &Tensor<f32, shape![B, Source, 64]>, mask: &Tensor<f32, shape![Seq, Source]>) -> Tensor<f32, shape![B, 10]> {
    let mut x = text.clone();
    for block in blocks {
        x = block.forward(&x, source, mask);
    }
    let head = Sequential((Linear::<dim!(64), dim!(32)>::new(), Linear::<dim!(32), dim!(10)>::new()));
    head.forward(&x.along::<-2>().mean().remove_axis::<-2>())
}

pub fn of_one(blocks: &[Block], text: &Tensor<f32, shape![_, 64]>) -> Tensor<f32, shape![1, 10]> {
    let text = text.insert_axis::<-3>().try_named::<shape![1, Seq, 64]>().expect("a text");
    let source = text.clone().try_named::<shape![1, Source, 64]>().expect("a text");
    let mask = Tensor::<f32, _>::zeros_with(<shape![Seq, Source]>::of([text.size::<-2>(), text.size::<-2>()]));
    let widened = Linear::<dim!(64), dim!(64)>::new().forward(&text);
    sorted(blocks, &widened, &source, &mask)
}

fn main() {}
