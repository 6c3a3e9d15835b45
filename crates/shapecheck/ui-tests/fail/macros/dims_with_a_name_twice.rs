use shapecheck::dims;

dims! { Batch, Seq, Batch }

fn main() {}
