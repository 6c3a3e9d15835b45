// Without names this compiles if there are as many tokens as heads, and tokens attend among the heads of one place.
use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq, Heads, Head, Width = Heads * Head }

fn attended(
    x: &Tensor<f32, shape![Batch, Seq, Width]>,
    (heads, head): (Heads, Head),
) -> Tensor<f32, shape![Batch, Seq, Width]> {
    let by_heads = x.split_axis_with::<-1, _, _>(heads, head);
    let attended = by_heads.attention(&by_heads, &by_heads);
    attended.swap_axes::<-3, -2>().merge_axes::<-2>() + x
}

fn main() {}
