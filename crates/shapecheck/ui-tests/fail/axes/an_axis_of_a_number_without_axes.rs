use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![]>::full(2.0);
    let _ = x.along::<-1>().sum();
    let _ = x.index_axis::<-1>(0);
}
