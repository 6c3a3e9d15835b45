use shapecheck::{Tensor, dim, shape};

fn main() {
    let positions = Tensor::<f64, shape![2, 9]>::zeros();
    let values = Tensor::<f64, shape![9]>::zeros();
    let _ = positions.polyfit::<dim!(2)>(&values);
}
