use shapecheck::{Dim, Tensor, dim, shape};

fn heads<B: Dim, E: Dim, H: Dim, D: Dim>(x: &Tensor<f32, shape![B, E]>) {
    let _ = x.split_axis::<-1, H, D>();
}

fn heads_as_values<B: Dim, E: Dim, H: Dim, D: Dim>(x: &Tensor<f32, shape![B, E]>, h: H, d: D) {
    let _ = x.split_axis_with::<-1, H, D>(h, d);
}

fn pieces<B: Dim, E: Dim, P: Dim, Q: Dim>(x: &Tensor<f32, shape![B, E]>) {
    let _ = x.along::<-1>().split::<shape![P, Q]>();
}

fn main() {
    let x = Tensor::<f32, shape![2, 6]>::ones();
    heads::<_, _, dim!(2), dim!(3)>(&x);
    heads_as_values(&x, <dim!(2)>::new(), <dim!(3)>::new());
    pieces::<_, _, dim!(2), dim!(4)>(&x);
}
