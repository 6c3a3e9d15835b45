use shapecheck::{shape, shapes};

#[shapes("x: b t -> b 4")]
fn forward(x: &shape![2, 3]) -> shape![2, 5] {
    let _ = x;
    Default::default()
}

fn main() {
    forward(&Default::default());
}
