use shapecheck::pattern::{MultipleOf, Quotient};
use shapecheck::typenum::{B0, B1, UInt, UTerm};
use shapecheck::{Dim, Tensor, dim, rearrange, shape};

fn heads<B: Dim, T: Dim, C: Dim>(
    x: &Tensor<f32, shape![B, T, C]>,
) -> Tensor<f32, shape![B, 12, T, Quotient<C, dim!(12)>]>
where
    C: MultipleOf<UInt<UInt<UInt<UInt<UTerm, B1>, B1>, B0>, B0>>,
{
    rearrange!(x, "b t (h d) -> b h t d"; h = 12)
}

fn main() {
    let heads: Tensor<f32, shape![2, 12, 5, 64]> = heads(&Tensor::<f32, shape![2, 5, 768]>::zeros());
    assert_eq!(heads.dims(), [2, 12, 5, 64]);
}
