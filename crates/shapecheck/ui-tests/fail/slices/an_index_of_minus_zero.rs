use shapecheck::s;

fn main() {
    let _ = s![-0, ..];
    let _ = s![1..-0];
}
