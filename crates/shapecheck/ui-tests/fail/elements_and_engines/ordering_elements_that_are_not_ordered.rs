//! Elements are sorted by their own order.
use shapecheck::{Tensor, shape};

fn main() {
    #[derive(Clone, Copy)]
    struct Colour;
    let _ = Tensor::<Colour, shape![3]>::full(Colour).sort::<-1>();
}
