use shapecheck::{InlineTensor, dims, shape};

dims! { World = 3, Body = 3 }

fn main() {
    let x = InlineTensor::<f32, shape![World, Body]>::zeros();
    x.trace();
}
