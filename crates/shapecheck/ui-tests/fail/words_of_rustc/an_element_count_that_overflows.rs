use shapecheck::{StaticShape, shape};

const COUNT: usize = <shape![4294967311, 4294967311]>::NUM_ELEMENTS;

fn main() {
    let _ = COUNT;
}
