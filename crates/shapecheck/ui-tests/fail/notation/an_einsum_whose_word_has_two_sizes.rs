use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let x = InlineTensor::<f32, shape![32, 1536]>::zeros();
    let weights = InlineTensor::<f32, shape![10, 50257]>::zeros();
    einsum!("batch width, class width -> batch class"; &x, &weights);
}
