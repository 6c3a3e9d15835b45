use shapecheck::{Host, dim};
use shapecheck_nn::{LayerNorm, RmsNorm, Sequential};

fn main() {
    Sequential::new((
        LayerNorm::<dim!(8)>::new(),
        RmsNorm::<dim!(8), Host, f64>::new(),
    ));
}
