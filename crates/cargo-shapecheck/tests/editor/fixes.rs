//! A mistake in each function, and what is right.
use shapecheck::{Tensor, shape};

struct Layer {
    weights: Tensor<f32, shape![8, 5]>,
    gain: Tensor<f32, shape![8]>,
}

impl Layer {
    fn apply(&self, x: &Tensor<f32, shape![7, 5]>) -> Tensor<f32, shape![7, 8]> {
        x.matmul(&self.weights) // right: x.matmul(&self.weights.transpose())
    }

    fn shifted(&self, x: &Tensor<f32, shape![8, 7]>) -> Tensor<f32, shape![8, 7]> {
        x + &self.gain // right: x + &self.gain.insert_axis::<-1>()
    }
}

fn scores(q: &Tensor<f32, shape![7, 5]>, k: &Tensor<f32, shape![9, 5]>) -> Tensor<f32, shape![7, 9]> {
    q.matmul(k) // right: q.matmul(&k.transpose())
}

fn mean(x: &Tensor<f32, shape![7, 5]>) -> Tensor<f32, shape![5]> {
    x.mean_axis::<-2>() // right: x.mean_axis::<-2>().remove_axis::<-2>()
}

fn total(x: &Tensor<f32, shape![7, 5]>) -> Tensor<f32, shape![5]> {
    x.sum_axis::<-1>().remove_axis::<-1>() // right: x.sum_axis::<-2>().remove_axis::<-2>()
}

fn centred(x: &Tensor<f32, shape![7, 5]>) -> Tensor<f32, shape![7, 5]> {
    let mean = x.mean_axis::<-1>().remove_axis::<-1>(); // right: let mean = x.mean_axis::<-1>();
    x - mean
}

fn seen(observe: &Tensor<f32, shape![3, 6]>, state: &Tensor<f32, shape![6]>) -> Tensor<f32, shape![3]> {
    let seen = observe * state; // right: let seen = observe.matmul(state);
    seen + 1.0
}

fn joined(a: &Tensor<f32, shape![2, 5]>, b: &Tensor<f32, shape![4, 5]>) -> Tensor<f32, shape![6, 5]> {
    a.along::<-1>().concat(b) // right: a.along::<-2>().concat(b)
}

fn moved(turn: &Tensor<f32, shape![3, 3]>, places: &Tensor<f32, shape![7, 3]>) -> Tensor<f32, shape![7, 3]> {
    turn.matmul(places) // right: places.matmul(turn)
}

fn both(x: &Tensor<f32, shape![7, 5]>) -> Tensor<f32, shape![5, 7]> {
    let t = x.transpose();
    t + x // right: t + x.transpose()
}

fn main() {}
