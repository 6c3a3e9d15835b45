#![deny(deprecated)]

use shapecheck::{InlineTensor, einsum, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 3, 4]>::zeros();
    // Each of these has one label that is nearly another.
    einsum!("b head tok, b haed tok -> b tok"; &x, &x);
    einsum!("batch seq channels, batch sqe channels -> batch channels"; &x, &x);
    einsum!("batch head Seq, batch head seq -> batch seq"; &x, &x);
    einsum!("b t embeding_of_key, b t embedding_of_key -> b embedding_of_key"; &x, &x);
    // And none of these.
    einsum!("bij, bkl -> b"; &x, &x);
    einsum!("b h1 t, b h2 t -> b t"; &x, &x);
    einsum!("b qlen d, b klen d -> b d"; &x, &x);
    einsum!("b tok_q d, b tok_k d -> b d"; &x, &x);
    einsum!("b row col, b rob col -> b col"; &x, &x);
    einsum!("b head tok, b haed tok"; &x, &x);
    #[allow(deprecated)]
    let _ = einsum!("b head tok, b haed tok -> b tok"; &x, &x);
}
