shapecheck::dims! { Batch: usize }

fn main() {}
