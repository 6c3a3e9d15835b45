use shapecheck::{InlineTensor, s};

fn main() {
    let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    let i = -1_i32;
    let _ = x.slice(s![.., i]);
    let _ = x.slice(s![.., [0, 2]]);
}
