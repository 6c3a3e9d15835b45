use shapecheck::engine::Floats;
use shapecheck::{Tensor, TensorOn, shape};

/// Adds one row to each.
fn add_row(x: &Tensor<f32, shape![32, 3, 224]>, row: &Tensor<f32, shape![224]>) -> Tensor<f32, shape![32, 3, 224]> {
    x + row
}

fn identity<T: Clone>(value: T) -> T {
    value
}

fn anywhere<E: Floats<f32>>(x: &TensorOn<f32, shape![2, 3], E>, row: &TensorOn<f32, shape![3], E>) {
    let turned = (x + row).transpose();
    drop(turned);
}

mod inner {
    pub fn sum() {
        let scaled = shapecheck::Tensor::<f32, shapecheck::shape![2, 1]>::zeros()
            + shapecheck::Tensor::<f32, shapecheck::shape![3]>::zeros();
        drop(scaled);
    }
}

fn main() {
    let images = Tensor::<f32, shape![32, 3, 224]>::zeros();
    let scale = Tensor::<f32, shape![3, 1]>::zeros();
    let product = &images * &scale;
    let row = Tensor::<f32, shape![224]>::zeros();
    let sum = add_row(&product, &row);
    let same = identity(sum);
    let words: std::collections::HashMap<String, Vec<Option<Result<u8, String>>>> = Default::default();
    let cut = words.clone();
    inner::sum();
    let moved = product.transpose();
    let small = shapecheck::InlineTensor::from([[1, 2], [3, 4], [5, 6]]);
    let lent = small.view();
    let column = lent.slice_axis::<-1>(0..1);
    let scores = shapecheck::einsum!("b h q d, b h k d -> b h q k"; &Tensor::<f32, shape![2, 3, 4, 64]>::zeros(), &Tensor::<f32, shape![2, 3, 5, 64]>::zeros());
    let turned_back = shapecheck::einsum!("a ... b -> b ... a"; &scores);
    let heads = shapecheck::rearrange!(&Tensor::<f32, shape![2, 4, 768]>::zeros(), "b t (h d) -> b h t d"; h = 12);
    let counts = shapecheck::contract!("images: b c w, row: w"; &images, &row);
    let wrong: Tensor<f32, shape![32, 3, 226]> = same;
}
