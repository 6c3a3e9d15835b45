use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let x = InlineTensor::<f32, shape![8, 3]>::zeros();
    einsum!("1 j -> j"; &x);
}
