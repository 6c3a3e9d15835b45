use shapecheck::{InlineTensor, shape};

fn main() {
    let table = InlineTensor::<f32, shape![2, 100, 16]>::zeros();
    let tokens = InlineTensor::<usize, shape![8]>::zeros();
    let _ = table.embedding(&tokens);
}
