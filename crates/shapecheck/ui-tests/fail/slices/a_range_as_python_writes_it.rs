use shapecheck::s;

fn main() {
    let _ = s![1:5, ..];
    let _ = s![::2];
}
