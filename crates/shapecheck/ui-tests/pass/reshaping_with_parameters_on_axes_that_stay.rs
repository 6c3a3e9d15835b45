use shapecheck::algebra::Reshape;
use shapecheck::{Dim, Shape, ShapeError, Tensor, shape};

fn same_count<Source: Reshape<Target>, Target>() {}

fn relation<B: Dim, T: Dim>() {
    same_count::<shape![B, T, 64], shape![B, T, 4, 16]>();
    same_count::<shape![B, T, 4, 16], shape![B, T, 64]>();
    same_count::<shape![64, B, T], shape![4, 16, B, T]>();
    same_count::<shape![B, 64, T], shape![B, 4, 16, T]>();
    same_count::<shape![B, _, 64], shape![B, _, 4, 16]>();
    same_count::<shape![B, 1], shape![B]>();
    same_count::<shape![B, T], shape![B, T, 1, 1]>();
    same_count::<shape![], shape![1, 1]>();
}

// A size to infer takes what equal axes leave, and what the last axes are a multiple for.
fn inferred<S: Shape, B: Dim, T: Dim>() {
    same_count::<S, shape![_]>();
    same_count::<S, shape![_, _]>();
    same_count::<shape![..S, B], shape![_, B]>();
    same_count::<shape![..S, 64], shape![_, 64]>();
    same_count::<shape![..S, 64], shape![4, _, 16]>();
    same_count::<shape![..S, B], shape![T, _, _]>();
    same_count::<shape![..S, _], shape![T, B]>();
}

fn split_heads<B: Dim, T: Dim>(x: &Tensor<f32, shape![B, T, 64]>) -> Tensor<f32, shape![B, T, 4, 16]> {
    x.reshape::<shape![B, T, 4, 16]>()
}

fn merged_heads<B: Dim, T: Dim>(x: Tensor<f32, shape![B, T, 4, 16]>) -> Tensor<f32, shape![B, T, 64]> {
    x.into_reshaped::<shape![B, T, 64]>()
}

fn tried<B: Dim, T: Dim>(
    x: &Tensor<f32, shape![B, T, 64]>,
    target: shape![B, T, 4, 16],
) -> Result<Tensor<f32, shape![B, T, 4, 16]>, ShapeError> {
    x.try_reshape(target)
}

fn flat<S: Shape + Reshape<shape![_, 8]>>(x: &Tensor<f32, S>) -> Tensor<f32, shape![_, 8]> {
    x.reshape::<shape![_, 8]>()
}

fn mixed<T: Dim>(x: &Tensor<f32, shape![_, T, 64]>) -> Tensor<f32, shape![_, T, 4, 16]> {
    x.reshape::<shape![_, T, 4, 16]>()
}

fn main() {
    relation::<shapecheck::Dyn, shapecheck::Dyn>();
    inferred::<shape![2], shapecheck::Dyn, shapecheck::Dyn>();

    let x = Tensor::<f32, shape![2, 3, 64]>::zeros();
    assert_eq!(split_heads(&x).dims(), [2, 3, 4, 16]);
    assert_eq!(merged_heads(split_heads(&x)).dims(), [2, 3, 64]);
    assert_eq!(tried(&x, Default::default()).unwrap().dims(), [2, 3, 4, 16]);
    assert_eq!(flat(&x).dims(), [48, 8]);

    let x = Tensor::<f32, shape![_, _, 64]>::zeros_with(<shape![_, _, 64]>::of([2, 3]));
    assert_eq!(split_heads(&x).dims(), [2, 3, 4, 16]);
    assert_eq!(merged_heads(split_heads(&x)).dims(), [2, 3, 64]);
    assert_eq!(mixed(&x).dims(), [2, 3, 4, 16]);
    let x = Tensor::<f32, shape![_, 3, 64]>::zeros_with(<shape![_, 3, 64]>::of([2]));
    assert_eq!(split_heads(&x).dims(), [2, 3, 4, 16]);
    assert_eq!(tried(&x, <shape![_, 3, 4, 16]>::of([2])).unwrap().dims(), [2, 3, 4, 16]);
    assert!(tried(&x, <shape![_, 3, 4, 16]>::of([3])).is_err());
}
