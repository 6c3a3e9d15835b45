use shapecheck::{Axis, InlineTensor, Scalar};

fn main() {
    let x = InlineTensor::<f32, Scalar>::ones();
    x.along::<{ isize::MIN }>();
    x.sum_axis::<{ isize::MAX }>();
    x.tensordot(&x, Axis::<{ isize::MIN }>);
}
