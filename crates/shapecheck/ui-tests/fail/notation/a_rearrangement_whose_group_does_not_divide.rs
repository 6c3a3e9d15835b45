use shapecheck::{InlineTensor, rearrange, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 5, 770]>::zeros();
    rearrange!(&x, "b t (h d) -> b h t d"; h = 12);
}
