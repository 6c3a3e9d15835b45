use shapecheck::{InlineTensor, blocks, shape};

fn a_row_of_zeros(a: InlineTensor<f64, shape![3, 3]>) {
    let _ = blocks![[a, a], [0, 0]];
}

fn main() {}
