use shapecheck::shape::RemoveAxis;
use shapecheck::shape;

fn without_axis<S: RemoveAxis<-2>>(_: S) {}

fn main() {
    without_axis(<shape![224, 1, 3]>::default());
    without_axis(<shape![1, _, 3]>::try_from([1, 224, 3]).unwrap());
}
