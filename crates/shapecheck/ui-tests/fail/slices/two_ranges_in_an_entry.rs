use shapecheck::s;

fn main() {
    let _ = s![1..5..2];
}
