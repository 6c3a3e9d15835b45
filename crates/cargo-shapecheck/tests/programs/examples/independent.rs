//! Several mistakes in one function, none of which follows from another: each is told. What follows from one is not.
use shapecheck::{Tensor, rearrange, shape};

fn two(p: &Tensor<f32, shape![2, 3]>) {
    let _ = p.matmul(p);
    let _ = rearrange!(p, "(r s) c -> r s c"; r = 5);
}

fn five(p: &Tensor<f32, shape![2, 3]>, q: &Tensor<f32, shape![2, 4]>) -> Tensor<f32, shape![2]> {
    let _ = p.exact() + q;
    let product = p.matmul(p);
    let sum = p + q;
    let _ = p.along::<-2>().concat(q);
    let _ = rearrange!(p, "(r s) c -> r s c"; r = 5);
    // Of these the types come from the product and the sum.
    let scaled = &product * 2.0;
    let both = scaled.matmul(&sum).sum_axis::<-1>();
    both.index_axis::<-1>(0)
}

fn main() {
    let p = Tensor::zeros();
    two(&p);
    five(&p, &Tensor::zeros());
}
