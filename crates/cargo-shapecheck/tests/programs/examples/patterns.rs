//! E0277: patterns that rearrange axes, whose names are types of a local function.
use shapecheck::pattern::MultipleOf;
use shapecheck::{Dim, DynShape, Shape, Tensor, dim, pack, rearrange, reduce, repeat, shape, typed, unpack};

fn groups(x: &Tensor<f32, shape![2, 5, 770]>, flat: &Tensor<f32, shape![770]>) {
    rearrange!(x, "b t (heads d) -> b heads t d"; heads = 12);
    rearrange!(x, "b t (d e) -> b t d e"; d = 7, e = 11);
    rearrange!(x, "(a c) ... -> a c ..."; a = 4);
    rearrange!(x, "(a c) ... -> a c ..."; a = 4, c = 2);
    rearrange!(x, "b 1 d -> b d");
    rearrange!(x, "b d -> d b");
    rearrange!(flat, "b d -> d b");
    rearrange!(x, "b t d e ... -> ... e d t b");
}

fn reduced(image: &Tensor<f32, shape![3, 31, 32]>, names: &Tensor<&'static str, shape![3, 31]>) {
    reduce!(image, "c (h 2) (w 2) -> c h w", max);
    reduce!(image, "c h -> c", mean);
    reduce!(names, "c h -> c", sum);
    repeat!(image, "c h -> c h r"; r = 4);
    repeat!(image, "c (h p) w -> c h w r"; r = 4, p = 4);
}

fn packed(image: &Tensor<f32, shape![2, 3, 4, 8]>, class: &Tensor<f32, shape![3, 8]>, row: &Tensor<f32, shape![8]>) {
    pack!([image, class], "batch * c");
    pack!([image, row], "batch * c");
    unpack!(image, [[3], _], "b * c");
    unpack!(class, [[1], [3]], "* c");
    unpack!(class, [[4], _], "* c");
}

fn parameters<N: Dim, M: Dim, S: Shape>(x: &Tensor<f32, shape![N, M]>, y: &Tensor<f32, S>) {
    rearrange!(x, "n (h d) -> n h d"; h = 12);
    rearrange!(x, "n 1 -> n");
    rearrange!(y, "n h -> h n");
    pack!([y], "*");
    unpack!(x, [[3], _], "n *");
}

fn heads<C: Dim + MultipleOf<dim!(12)>>(_: &Tensor<f32, shape![C]>) {}

fn types(images: DynShape, labels: shape![31], x: &Tensor<f32, shape![770]>) {
    let _ = typed!("images: batch 3 h h, labels: batch"; <shape![32, 3, 28, 28]>::default(), labels);
    let _ = typed!("images: batch 3 h h"; <shape![32, 4, 28, 28]>::default());
    let _ = typed!("images: batch c h h"; <shape![32, 4, 28, 27]>::default());
    let _ = typed!("images: batch c"; labels);
    let _ = typed!("images: batch c, text: c"; images, "text");
    heads(x);
}

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _: Tensor<f32, shape![3, 3]> = rearrange!(&x, "i j -> j i");
    rearrange!(x, "i j -> j i");
    rearrange!(&x.sum(), "i j -> j i");
}
