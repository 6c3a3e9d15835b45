use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 768]>::zeros();
    let _ = x.unflatten::<-1, shape![2, 6, 63]>();
}
