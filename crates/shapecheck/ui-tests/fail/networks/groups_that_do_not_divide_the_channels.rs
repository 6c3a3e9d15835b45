use shapecheck::{InlineTensor, shape, typenum::U2};

fn main() {
    let x = InlineTensor::<f32, shape![8, 3, 5, 5]>::zeros();
    let weights = InlineTensor::<f32, shape![3]>::zeros();
    let _ = x.along::<-3>().group_norm(U2::new(), &weights, &weights, 1e-5);
}
