use shapecheck::{InlineTensor, rearrange, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 4]>::zeros();
    let _ = rearrange!([&x, &x], "(n h) a w -> n h a w"; h = 3);
}
