shapecheck::dims! { pub Batch, 3 }

fn main() {}
