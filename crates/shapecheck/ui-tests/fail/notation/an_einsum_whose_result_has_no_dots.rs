use shapecheck::{Tensor, einsum, shape};

fn main() {
    let (x, y) = (Tensor::<f32, shape![4, 2, 3]>::ones(), Tensor::<f32, shape![3]>::ones());
    einsum!("... i, i -> i"; &x, &y);
    einsum!("i, i ... ->"; &y, &Tensor::<f32, shape![3, _]>::ones_with(<shape![3, _]>::of([2])));
}
