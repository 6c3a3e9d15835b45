use shapecheck::{Tensor, s, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3, 9]>::zeros();
    for i in 0..3 {
        let _ = x.slice(s![.., i..i + 4, ..]);
    }
}
