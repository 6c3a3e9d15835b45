use shapecheck::{InlineTensor, rearrange, reduce, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 5, 7]>::zeros();
    rearrange!(&x, "b t h d -> b h t d");
    rearrange!(&x, "b t -> t b");
    reduce!(&x, "... b t h d -> b", sum);
}
