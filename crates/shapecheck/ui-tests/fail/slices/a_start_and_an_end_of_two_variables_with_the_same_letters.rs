use shapecheck::{Tensor, s, shape};

macro_rules! four_from {
    ($x:expr, $i:ident) => {{
        let i = 0;
        $x.slice(s![i..$i + 4])
    }};
}

fn main() {
    let x = Tensor::<f32, shape![16]>::zeros();
    let i = 8;
    four_from!(x, i);
}
