use shapecheck::shapes;

#[shapes("x: b t, mas: t t")]
fn forward(x: &[usize], mask: &[usize]) {
    let _ = (x, mask);
}

fn main() {
    forward(&[2, 3], &[3, 3]);
}
