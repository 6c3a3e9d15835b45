use shapecheck::{BroadcastTo, Shape, Tensor, shape};

fn accumulate<A: Shape, B: Shape + BroadcastTo<A>>(a: &mut Tensor<f32, A>, b: &Tensor<f32, B>) {
    *a += b;
}

fn main() {
    accumulate(
        &mut Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![1]>::zeros(),
    );
}
