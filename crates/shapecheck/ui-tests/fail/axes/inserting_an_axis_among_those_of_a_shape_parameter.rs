use shapecheck::shape::InsertAxis;
use shapecheck::Shape;

type WithColumn<S> = <S as InsertAxis<-2>>::Output;

fn use_it<S: Shape>(_: WithColumn<S>) {}

fn main() {}
