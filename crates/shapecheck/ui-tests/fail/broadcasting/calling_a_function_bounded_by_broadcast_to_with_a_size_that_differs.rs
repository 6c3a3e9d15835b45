use shapecheck::{BroadcastTo, Shape, Tensor, shape};

fn accumulate<A: Shape, B: Shape + BroadcastTo<A>>(a: &mut Tensor<f32, A>, b: &Tensor<f32, B>) {
    *a += b;
}

fn main() {
    let mut a = Tensor::<f32, shape![32, 10]>::zeros();
    let b = Tensor::<f32, shape![100]>::zeros();
    accumulate(&mut a, &b);
}
