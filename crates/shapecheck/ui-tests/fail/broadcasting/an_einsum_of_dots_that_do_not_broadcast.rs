use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let x = InlineTensor::<f32, shape![4, 2, 3]>::zeros();
    let y = InlineTensor::<f32, shape![2, 5]>::zeros();
    einsum!("i ..., ... j -> i ... j"; &x, &y);
}
