use shapecheck::Tensor;

fn main() {
    let ratings = Tensor::from([[1_u8, 5], [4, 4]]);
    let means = ratings.mean_axis::<-1>();
}
