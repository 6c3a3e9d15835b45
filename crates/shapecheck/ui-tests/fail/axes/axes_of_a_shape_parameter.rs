use shapecheck::{Shape, Tensor, axes, dim};

fn of<S: Shape>(x: &Tensor<f32, S>) {
    x.sum_axes::<axes![-1]>();
    x.remove_axes::<axes![-1]>();
    x.permute::<axes![-1]>();
    x.narrow::<-1, dim!(2)>(0);
    x.split_axis::<-1, dim!(2), dim!(3)>();
    x.diag();
}

fn main() {}
