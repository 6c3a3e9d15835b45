use shapecheck::axes;

const LAST: isize = -1;

type Constant = axes![LAST];
type Computed = axes![-LAST];
type Braces = axes![{ -1 }];
type Float = axes![-1.5];

fn main() {}
