use shapecheck::{InlineTensor, einsum};

fn main() {
    let x = InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    einsum!("ii->i"; &x);
}
