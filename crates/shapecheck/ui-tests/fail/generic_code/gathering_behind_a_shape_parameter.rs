use shapecheck::{Shape, Tensor, shape};

fn chosen<S: Shape>(x: &Tensor<f32, shape![..S, 3]>, indices: &Tensor<usize, shape![..S, 2]>) {
    let _ = x.along::<-1>().gather(indices);
}

fn main() {}
