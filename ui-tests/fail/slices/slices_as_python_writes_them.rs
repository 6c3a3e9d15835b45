use shapecheck::s;

fn main() {
    let _ = s![1:5, ..];
    let _ = s![::2];
    let _ = s![None, ..];
    let _ = s![_, 0];
    let _ = s![..., 0, ...];
    let _ = s![-0, ..];
}
