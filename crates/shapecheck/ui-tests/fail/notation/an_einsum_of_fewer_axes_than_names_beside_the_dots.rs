use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let x = InlineTensor::<f32, shape![3]>::zeros();
    einsum!("i ... j -> ..."; &x);
}
