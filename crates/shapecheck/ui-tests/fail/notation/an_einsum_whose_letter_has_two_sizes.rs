use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let queries = InlineTensor::<f32, shape![2, 3, 4, 64]>::zeros();
    let keys = InlineTensor::<f32, shape![2, 3, 5, 32]>::zeros();
    einsum!("bhqd,bhkd->bhqk"; &queries, &keys);
}
