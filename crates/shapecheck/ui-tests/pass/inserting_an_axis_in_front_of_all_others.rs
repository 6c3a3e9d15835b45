use shapecheck::shape::InsertAxis;
use shapecheck::shape;

fn with_axis<S: InsertAxis<-3, Output = shape![1, 2, 3]>>(_: S) {}

fn main() {
    with_axis(<shape![2, 3]>::default());
}
