use shapecheck::s;

fn main() {
    let _ = s![..., 0, ...];
}
