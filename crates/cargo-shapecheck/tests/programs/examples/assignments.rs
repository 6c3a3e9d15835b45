//! Assignments to a view that only reads, what is moved, and what is made when the program runs.

use shapecheck::{ShapeError, Tensor, View, shape};

static WEIGHTS: Tensor<f32, shape![2, 3]> = Tensor::from([[0.5, -1.0, 0.0], [0.25, 0.0, 1.0]]);

fn of_views() -> Result<(), ShapeError> {
    let buffer = [0.0_f32; 6];
    let frame = View::<f32, shape![2, 3]>::from_buffer(&buffer)?;
    frame[[1, 2]] = 1.0;
    Ok(())
}

fn of_moves() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let centred = x - 1.0;
    println!("{centred} {}", x.sum());
}

fn main() {
    println!("{}", WEIGHTS.sum());
}
