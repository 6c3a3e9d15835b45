//! E0277: equations and contracts, whose names are types of a local function.
use shapecheck::{Dim, Tensor, contract, einsum, shape, try_contract};

fn letters(queries: &Tensor<f32, shape![2, 3, 4, 64]>, keys: &Tensor<f32, shape![2, 3, 5, 32]>) {
    einsum!("bhqd,bhkd->bhqk"; queries, keys);
    einsum!("bhqd,hkd->bhqk"; queries, keys);
    einsum!("bhqd,bhkd->bhqk"; queries, queries, keys);
}

fn words(x: &Tensor<f32, shape![32, 1536]>, weights: &Tensor<f32, shape![10, 50257]>) {
    einsum!("batch dim, class dim -> batch class"; x, weights);
    einsum!("dim dim -> dim"; x);
    einsum!("1 dim -> dim"; x);
    einsum!("batch ..., ... class -> batch ... class"; x, weights);
    einsum!("dim ... batch class -> ..."; x);
}

fn parameters<N: Dim, M: Dim>(x: &Tensor<f32, shape![N]>, y: &Tensor<f32, shape![M]>) {
    einsum!("i, i ->"; x, y);
    contract!("x: dim, y: dim"; x, y);
}

fn bound(images: &Tensor<f32, shape![32, 3, 28, 28]>, labels: &Tensor<u8, shape![31]>) {
    contract!("images: batch c h w, labels: batch"; images, labels);
    contract!("images: b c h, labels: b"; images, labels);
    let _ = try_contract!("images: b 4 h w"; images);
    let _ = try_contract!("images: batch channels h w"; images, channels = 4);
    contract!("images: dim dim _ _"; images);
    contract!("text: batch"; "text");
}

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _: Tensor<f32, shape![3, 3]> = einsum!("i j, k j -> i k"; &x, &x);
    let [_, _, _] = contract!("x: i j"; &x);
    einsum!("i j -> j i"; &x.sum());
    einsum!("i j -> j i"; x);
}
