use shapecheck::shapes;

#[shapes("x: b t + past")]
fn forward(x: &[usize]) {
    let _ = x;
}

fn main() {
    forward(&[2, 3]);
}
