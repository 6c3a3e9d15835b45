use shapecheck::dim;
use shapecheck_nn::{Relu, RmsNorm, Sequential};

fn main() {
    Sequential::new((Relu, RmsNorm::<dim!(8)>::new()));
}
