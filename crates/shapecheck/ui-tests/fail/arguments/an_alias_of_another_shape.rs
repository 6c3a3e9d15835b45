use shapecheck::{Tensor, View, checked, shape};

type Digit = shape![8, 8];

#[checked]
fn ink(x: View<'_, f32, Digit>) -> f32 {
    x.sum()
}

fn main() {
    ink(Tensor::<f32, shape![8, 6]>::zeros().view());
}
