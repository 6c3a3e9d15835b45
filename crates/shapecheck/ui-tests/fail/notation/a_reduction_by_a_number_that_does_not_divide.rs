use shapecheck::{InlineTensor, reduce, shape};

fn main() {
    let x = InlineTensor::<f32, shape![3, 12]>::zeros();
    reduce!(&x, "b (h 5) -> b h", max);
    reduce!(&x, "b (5 h) -> b h", max);
    reduce!(&x, "(b 2) ... -> b ...", max);
    reduce!(&x, "(2 b) ... -> b ...", max);
    reduce!(&x, "b (2 h 5) -> b h", max);
}
