//! Names of the user's for sums and products of names, and sizes that are declared elsewhere.

use shapecheck::{Tensor, checked, dim, dims, shape};

dims! { Batch, Heads, Head, Width = Heads * Head, Hidden = 4 * Width, Past, Seq, Total = Past + Seq, Again = Past + Seq }

type Unused = dim!(Heads * Past);

struct Layer {
    up: Tensor<f32, shape![Hidden, Width]>,
    down: Tensor<f32, shape![Width, Hidden]>,
    bias: Tensor<f32, shape![Head]>,
}

impl Layer {
    fn forward(&self, x: &Tensor<f32, shape![Batch, Width]>) -> Tensor<f32, shape![Batch, Width]> {
        let hidden = x.linear(&self.up).gelu();
        let _ = hidden.linear(&self.up);
        x + &self.bias
    }

    /// Two names mean the same.
    fn of_two_names(&self, x: &Tensor<f32, shape![Batch, Total]>) {
        let _ = x.linear(&self.down);
    }

    /// The line has it written out.
    fn written(&self) {
        let _: Tensor<f32, shape![Heads * Head]> = self.bias.clone();
    }

    /// Nothing above has the name.
    fn without_use(&self, x: &Tensor<f32, shape![Batch, Heads * Past]>) {
        let _ = x.linear(&self.down);
    }
}

fn of_unused(_: Unused) {}

#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<B: shapecheck::Dim>(
        &self,
        x: &Tensor<f32, shape![B, I]>,
    ) -> Tensor<f32, shape![B, O]> {
        x.linear(&self.weights)
    }
}

const PIXELS: usize = 784;

type Wide = Linear<128, 256>;

struct Model {
    up: Linear<PIXELS, 128>,
    wide: Wide,
    down: Linear<128, 10>,
    scale: Tensor<f32, shape![12]>,
}

impl Model {
    fn forward(&self, x: &Tensor<f32, shape![32, 783]>, y: &Tensor<f32, shape![32, 10]>) {
        let _ = self.up.forward(x);
        let _ = y * &self.scale;
    }

    fn of_layers(&self, x: &Tensor<f32, shape![32, 128]>) {
        let _ = self.down.forward(&self.wide.forward(x).relu());
    }
}

fn main() {}
