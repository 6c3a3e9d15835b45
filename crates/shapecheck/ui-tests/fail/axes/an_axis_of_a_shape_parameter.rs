use shapecheck::{HasAxis, Shape};

fn rows<S: Shape>(_: S, _: <S as HasAxis<-2>>::Size) {}

fn main() {}
