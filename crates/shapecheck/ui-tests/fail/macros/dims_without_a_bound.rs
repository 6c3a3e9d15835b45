use shapecheck::dims;

dims! { Batch, Seq <= }

fn main() {}
