use shapecheck::{InlineTensor, rearrange, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 4]>::zeros();
    let y = InlineTensor::<f32, shape![2, 5]>::zeros();
    let _ = rearrange!([&x, &y], "n h w -> h n w");
}
