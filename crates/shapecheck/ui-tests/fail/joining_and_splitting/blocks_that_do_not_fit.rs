use shapecheck::{InlineTensor, blocks, dims, shape};

dims! { World = 3, Body = 3 }

type Matrix<To, From> = InlineTensor<f64, shape![To, From]>;

fn rows_of_two_frames(a: Matrix<World, World>, b: Matrix<Body, World>) {
    let _ = blocks![[a, b]];
}

fn columns_of_two_frames(a: Matrix<World, World>, b: Matrix<World, Body>) {
    let _ = blocks![[a, 0], [b, 0], [0, a]];
}

fn an_identity_of_two_frames(a: Matrix<World, World>, b: Matrix<World, Body>) {
    let _ = blocks![[a, I], [0, b.transpose().matmul(&b)]];
}

fn another_number_of_blocks(a: Matrix<World, World>) {
    let _ = blocks![[a, 0], [a]];
}

fn main() {}
