use shapecheck::{Shape, shape};

fn main() {
    let batch = <shape![_, 3]>::try_from([5, 3]).unwrap();
    let other = <shape![4, 2]>::default();
    let _ = batch.try_broadcast(&other);
}
