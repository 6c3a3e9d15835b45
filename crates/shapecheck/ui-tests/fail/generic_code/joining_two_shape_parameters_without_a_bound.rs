use shapecheck::{Dim, Tensor, shape};

fn join<A: Dim, B: Dim>(a: &Tensor<f32, shape![2, A]>, b: &Tensor<f32, shape![2, B]>) {
    let _ = a.along::<-2>().concat(b);
}

fn main() {
    join(
        &Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![2, 3]>::zeros(),
    );
}
