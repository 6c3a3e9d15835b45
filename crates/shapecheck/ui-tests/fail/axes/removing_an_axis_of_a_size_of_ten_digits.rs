use shapecheck::shape::RemoveAxis;
use shapecheck::shape;

fn without_axis<S: RemoveAxis<-1>>(_: S) {}

fn main() {
    without_axis(<shape![4000000001]>::default());
}
