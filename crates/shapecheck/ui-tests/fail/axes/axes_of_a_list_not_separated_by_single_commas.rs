use shapecheck::axes;

type Nothing = axes![-1, , -2];
type Semicolon = axes![-1; -2];
type Space = axes![-1 -2];

fn main() {}
