use shapecheck::axes;

type First = axes![0];
type Second = axes![-1, 1];
type NegativeZero = axes![-0];

fn main() {}
