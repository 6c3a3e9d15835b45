use shapecheck::s;

fn main() {
    let i = 1;
    let _ = s![.., ..;];
    let _ = s![0;2];
    let _ = s![.., , 0];
    let _ = s![1..5..2];
    let _ = s![...;2];
    let _ = s![..=];
    let _ = s![..=-i];
    let _ = s![-];
    let _ = s![-i + 1];
}
