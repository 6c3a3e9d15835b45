//! Types instead of values, axes as arguments, and what a feature of the crate would bring.

use shapecheck::{Shape, StaticDim, Tensor, axes, dim, shape};

fn arguments(x: &Tensor<f32, shape![8, 6]>) {
    let _ = x.reshape(shape![4, 12]);
    let _ = x.sum_axes(axes![-1]);
    let _ = Tensor::<f32, _>::zeros(shape![2, 3]);
    let _ = Tensor::<f32, _>::zeros_with(shape![2, _]);
    let _ = x.narrow(dim!(4), 2);
    let _ = x.max_axis(1);
    let _ = x.max_axis(-1);
}

fn of_features(x: &Tensor<f32, shape![8, 8]>) {
    let _ = x.rfft::<shape![8, 5]>();
    let _ = Tensor::<f32, shape![3]>::random(0.0..1.0, &mut ());
    let _ = shapecheck::par_broadcast_map!(|a, b| a * b; x, x);
}

fn an_axis_of_a_parameter<S: Shape>(x: &Tensor<f32, S>) {
    let _ = x.mean_axis::<-1>();
}

struct Linear<I: shapecheck::Dim>(Tensor<f32, shape![I]>);

impl<I: shapecheck::Dim> Linear<I> {
    fn zeros() -> Self {
        Self(Tensor::zeros())
    }

    fn ones() -> Self {
        Self(Tensor::ones())
    }
}

fn known<N: StaticDim>() {}

fn main() {}
