use shapecheck::{Shape, Tensor, axes, dim};

fn of<S: Shape>(x: &Tensor<f32, S>) {
    x.sum_axis::<-1>();
    x.sum_axes::<axes![-1]>();
    x.index_axis::<-2>(0);
    x.remove_axis::<-1>();
    x.narrow::<-1, dim!(2)>(0);
    x.split_axis::<-1, dim!(2), dim!(3)>();
    x.merge_axes::<-2>();
    x.flatten_from::<-2>();
    x.along::<-1>().flip();
    x.diag();
}

fn main() {}
