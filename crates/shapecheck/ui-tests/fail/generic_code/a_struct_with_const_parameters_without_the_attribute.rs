use shapecheck::{Tensor, checked, shape};

/// `// const N: usize,` in a comment, and "const N: usize" in a text, declare nothing.
struct Mlp<const I: usize, const H: usize> {
    weights: Tensor<f32, shape![H, I]>,
    twice: Tensor<f32, shape![2 * H]>,
}

#[checked]
impl<const I: usize, const H: usize> Mlp<I, H> {
    fn forward(&self, x: &Tensor<f32, shape![4, I]>) -> Tensor<f32, shape![4, H]> {
        x.linear(&self.weights)
    }
}

trait Layer<const I: usize, const O: usize> {
    fn call(&self, x: &Tensor<f32, shape![4, I]>);
}

/// A type with the name is what stands there.
type N = shapecheck::dim!(3);

fn sum<const N: usize>(_: &Tensor<f32, shape![N]>) {}

fn main() {}
