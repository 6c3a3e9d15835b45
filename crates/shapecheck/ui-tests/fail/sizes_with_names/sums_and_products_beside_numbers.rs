use shapecheck::{Tensor, dims, shape};

dims! { Batch, Past, Seq, Heads, Head }

type T<S> = Tensor<f32, S>;

fn cached(queries: &T<shape![Batch, Seq, 64]>, keys: &T<shape![Batch, Past + Seq, 64]>) {
    let _ = queries.matmul(keys);
}

fn merged(heads: &T<shape![Batch, Heads * Head]>, weights: &T<shape![512, 1024]>) {
    let _ = heads.linear(weights);
    let _ = heads + weights;
}

fn main() {
    cached(
        &T::ones_with(<shape![Batch, Seq, 64]>::of([1, 2])),
        &T::ones_with(<shape![Batch, Past + Seq, 64]>::of([1, 3])),
    );
    merged(&T::ones_with(<shape![Batch, Heads * Head]>::of([1, 6])), &T::ones());
}
