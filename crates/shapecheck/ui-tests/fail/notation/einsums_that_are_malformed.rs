use shapecheck::{InlineTensor, einsum};

fn main() {
    let x = InlineTensor::from([[1.0, 2.0], [3.0, 4.0]]);
    einsum!("ij->m"; &x);
    einsum!("i j -> i i"; &x);
    einsum!("i (j k) -> i"; &x);
    einsum!("i; j -> i"; &x);
    einsum!("i j -> i -> j"; &x);
    einsum!("i j ->, i"; &x);
    einsum!("i 2 -> i"; &x);
    einsum!("i .. -> i"; &x);
    einsum!("i * -> i"; &x);
    einsum!("i j, j k -> i k"; &x);
    einsum!("i _ -> i"; &x);
    einsum!(i j -> i; &x);
    einsum!("i j -> i");
}
