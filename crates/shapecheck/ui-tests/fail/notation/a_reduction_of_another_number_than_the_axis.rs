use shapecheck::{InlineTensor, reduce, shape};

fn main() {
    let x = InlineTensor::<f32, shape![3, 12]>::zeros();
    reduce!(&x, "b 5 -> b", max);
    reduce!(&x, "2 ... -> ...", max);
}
