use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![7]>::zeros();
    let _ = x.adaptive_avg_pool::<shape![2, 2]>();
}
