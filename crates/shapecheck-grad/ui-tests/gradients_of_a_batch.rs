use shapecheck::{Dim, Host, TensorOn, shape};
use shapecheck_grad::{Grad, Gradients, Traces};

fn of_losses<B: Dim>(losses: &TensorOn<f32, shape![B], Grad<Host>>) -> Gradients {
    losses.backward()
}

fn main() {}
