use shapecheck::{InlineTensor, s};

fn main() {
    let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.slice(s![.., 3]);
}
