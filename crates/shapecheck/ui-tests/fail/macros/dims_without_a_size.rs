shapecheck::dims! { Batch, Rgb = }

fn main() {}
