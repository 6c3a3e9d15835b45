//! An engine has the operations that it has impls for.
use shapecheck::engine::{Engine, ArrayShape};
use shapecheck::{TensorOn, dim, shape};

struct Mine;

impl Engine for Mine {
    type Data<T: 'static, S: ArrayShape> = Vec<T>;
    type Out = Self;

    fn sizes<T: 'static, S: ArrayShape>(_: &Vec<T>) -> &[usize] {
        &[3]
    }

    fn retype<T: 'static, S: ArrayShape, O: ArrayShape>(data: Vec<T>) -> Vec<T> {
        data
    }
}

fn main() {
    let x = TensorOn::<f32, shape![3], Mine>::try_from_data(vec![1.0, 2.0, 3.0]).unwrap();
    let _ = x.narrow::<-1, dim!(2)>(0);
    let _ = x.exp();
    let _ = x[[0]];
}
