use shapecheck::{contract, shape};

fn main() {
    let square = <shape![4, 8, 9]>::default();
    contract!("square: _ n n"; &square);
}
