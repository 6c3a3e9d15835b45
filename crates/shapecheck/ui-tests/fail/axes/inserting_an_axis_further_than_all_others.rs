use shapecheck::shape::InsertAxis;
use shapecheck::shape;

fn with_axis<S: InsertAxis<-4>>(_: S) {}

fn main() {
    with_axis(<shape![2, 3]>::default());
}
