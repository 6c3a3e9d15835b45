use shapecheck::s;

fn main() {
    let _ = s![_, 0];
}
