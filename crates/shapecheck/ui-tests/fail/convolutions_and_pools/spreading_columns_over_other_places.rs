use shapecheck::algebra::FoldsTo;
use shapecheck::shape;
use shapecheck::window::{Pool, Stride, Window};

type Threes = Pool<Window<3>, Stride<1>>;

fn images<Columns: FoldsTo<2, shape![6, 6], Threes>>() {}

fn main() {
    images::<shape![8, 27, 12]>();
    images::<shape![8, 10, 16]>();
}
