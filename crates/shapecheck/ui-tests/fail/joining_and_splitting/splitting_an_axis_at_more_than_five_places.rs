use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 8]>::zeros();
    let _ = x.along::<-1>().split_at_each::<shape![1, 2, 3, 4, 5, 6]>();
}
