use shapecheck::{InlineTensor, Scalar, axes, dim, shape};

fn main() {
    let x = InlineTensor::<f32, Scalar>::ones();
    x.permute::<axes![-1]>();
    x.flatten_from::<-1>();
    x.unflatten::<-1, shape![2, 3]>();
    x.diag();
    x.pixel_shuffle::<dim!(2)>();
    x.vecdot(&InlineTensor::from([1.0]));
}
