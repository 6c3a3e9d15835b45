use shapecheck::{Dim, Tensor, dim, shape};

fn reflected<N: Dim>(x: &Tensor<f32, shape![N]>) {
    let _ = x.along::<-1>().pad_reflect::<dim!(1), dim!(1)>();
}

fn main() {}
