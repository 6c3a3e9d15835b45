use shapecheck::shapes;

#[shapes("x: b t")]
fn forward(x: Option<u8>) {
    let _ = x;
}

fn main() {
    forward(None);
}
