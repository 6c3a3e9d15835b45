use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Valid<const L: usize, const K: usize> {
    kernel: Tensor<f32, shape![K]>,
}

#[checked]
impl<const L: usize, const K: usize> Valid<L, K> {
    fn forward<B: Dim>(&self, _: &Tensor<f32, shape![B, L]>) -> Tensor<f32, shape![B, L - K + 1]> {
        todo!()
    }
}

fn below(layer: &Valid<32, 33>, x: &Tensor<f32, shape![4, 32]>) {
    layer.forward(x);
}

#[checked]
fn generic<const L: usize, const K: usize>(layer: &Valid<L, K>, x: &Tensor<f32, shape![4, L]>) {
    layer.forward(x);
}

#[checked]
struct Strided<const N: usize> {
    down: Tensor<f32, shape![(N - 9) / 2]>,
}

fn stride(_: &Strided<8>) {}

fn main() {}
