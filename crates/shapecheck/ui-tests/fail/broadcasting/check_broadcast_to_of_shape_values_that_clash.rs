use shapecheck::{Shape, shape};

fn main() {
    let target = <shape![_, 10]>::try_from([5, 10]).unwrap();
    let _ = <shape![100]>::default().check_broadcast_to(&target);
}
