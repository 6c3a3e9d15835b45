use shapecheck::shape::Axis;
use shapecheck::shape::{AxisNames, HasAxes, RemoveAxes};
use shapecheck::shape;

fn over_axes<S: HasAxes<Axis<-1>>>(_: S) {}
fn without_axes<S: RemoveAxes<Axis<-1>>>(_: S) {}
fn names<List: AxisNames>() {}

fn main() {
    over_axes(<shape![2, 1]>::default());
    without_axes(<shape![2, 1]>::default());
    names::<Axis<-1>>();
}
