use shapecheck::algebra::InverseRealFourier;
use shapecheck::shape;

fn signals(_: <shape![8, 1] as InverseRealFourier<-1>>::Output) {}

fn main() {}
