//! An inline tensor has room for the sizes that its type says.
use shapecheck::InlineTensor;

fn main() {
    let x = InlineTensor::from([1, 2, 3]);
    let _ = x.slice_axis::<-1>(1..);
}
