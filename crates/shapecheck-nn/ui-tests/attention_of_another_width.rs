use shapecheck::{Dim, Tensor, dim, shape};
use shapecheck_nn::{Attention, Layer};

type Heads = Attention<dim!(512), dim!(8), dim!(64)>;

fn attended<B: Dim, T: Dim>(
    heads: &Heads,
    x: &Tensor<f32, shape![B, T, 500]>,
) -> Tensor<f32, shape![B, T, 512]> {
    heads.forward(x)
}

fn main() {}
