use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let x = InlineTensor::<f32, shape![8, 3]>::zeros();
    let y = InlineTensor::<f32, shape![1, 3]>::zeros();
    einsum!("i j, i j -> i j"; &x, &y);
}
