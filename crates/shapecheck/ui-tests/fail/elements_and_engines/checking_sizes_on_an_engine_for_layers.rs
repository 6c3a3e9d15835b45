use shapecheck::engine::Networks;
use shapecheck::{TensorOn, dims, shape};

dims! { Seq, Width }

fn checked<E: Networks<f32>>(
    x: TensorOn<f32, shape![_, _], E>,
) -> TensorOn<f32, shape![2, Width], E> {
    x.named::<shape![_, Width]>().try_into_shape().expect("two rows")
}

fn main() {}
