use shapecheck::{Tensor, dims, shape};

dims! { Past, Seq }

fn joined(past: &Tensor<f32, shape![Past]>, new: &Tensor<f32, shape![Seq]>) {
    let both = past.along::<-1>().concat(new);
    let mask = Tensor::<f32, _>::ones_with(<shape![Seq + Past]>::of([7]));
    let _ = both * mask;
}

fn main() {}
