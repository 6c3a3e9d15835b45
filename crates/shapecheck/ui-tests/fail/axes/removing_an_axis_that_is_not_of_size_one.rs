use shapecheck::shape::RemoveAxis;
use shapecheck::shape;

fn without_axis<S: RemoveAxis<-2>>(_: S) {}

fn main() {
    without_axis(<shape![1, 224, 3]>::default());
}
