use shapecheck::{Shape, shape};

fn main() {
    let _ = <shape![2, 3]>::default().broadcast(<shape![3, 3]>::default());
}
