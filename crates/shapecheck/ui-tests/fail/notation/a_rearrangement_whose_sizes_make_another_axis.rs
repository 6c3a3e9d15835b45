use shapecheck::{InlineTensor, rearrange, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 5, 768]>::zeros();
    rearrange!(&x, "b t (h d) -> b h t d"; h = 12, d = 63);
    rearrange!(&x, "batch t c -> t c batch"; batch = 3);
    rearrange!(&x, "b 1 c -> b c");
}
