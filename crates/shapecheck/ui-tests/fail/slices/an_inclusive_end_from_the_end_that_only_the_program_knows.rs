use shapecheck::s;

fn main() {
    let i = 1;
    let _ = s![..=-i];
}
