//! A network over the atoms of a molecule, whose bonds are a matrix.

use shapecheck::{Dim, Tensor, axes, dim, shape};

struct Round<C: Dim> {
    messages: Tensor<f64, shape![C, C]>,
    own: Tensor<f64, shape![C, C]>,
    bias: Tensor<f64, shape![C]>,
}

impl<C: Dim> Round<C> {
    fn forward<N: Dim>(&self, atoms: &Tensor<f64, shape![N, C]>, bonds: &Tensor<f64, shape![N, N]>) -> Tensor<f64, shape![N, C]> {
        let told = atoms.matmul(&self.messages);
        let heard = bonds.matmul(&told);
        (heard + atoms.matmul(&self.own) + &self.bias).tanh()
    }
}

struct Network<K: Dim, C: Dim> {
    first: Tensor<f64, shape![K, C]>,
    round: Round<C>,
    pooled: Tensor<f64, shape![C, 5]>,
    last: Tensor<f64, shape![5]>,
}

impl<K: Dim, C: Dim> Network<K, C> {
    fn forward<N: Dim>(&self, kinds: &Tensor<f64, shape![N, K]>, bonds: &Tensor<f64, shape![N, N]>) -> Tensor<f64, shape![5]> {
        let atoms = kinds.matmul(&self.first);
        let atoms = self.round.forward(&atoms, bonds);
        let whole = atoms.sum_axis::<-2>().remove_axis::<-2>();
        whole.matmul(&self.pooled) + &self.last
    }
}

/// The distances between atoms.
fn distances<N: Dim>(places: &Tensor<f64, shape![N, 3]>) -> Tensor<f64, shape![N, N]> {
    let rows = places.insert_axis::<-2>();
    let columns = places.insert_axis::<-3>();
    let apart = rows - columns;
    let squares = &apart * &apart;
    squares.sum_axis::<-1>().remove_axis::<-1>().sqrt()
}

/// Bonds whose rows add up to one.
fn shares<N: Dim>(bonds: &Tensor<f64, shape![N, N]>, charges: &Tensor<f64, shape![N]>) -> Tensor<f64, shape![N, N]> {
    let total = bonds.sum_axis::<-1>();
    let part = bonds / total;
    part * charges.insert_axis::<-1>()
}

/// The centre of all atoms by their masses.
fn centre<N: Dim>(places: &Tensor<f64, shape![N, 3]>, masses: &Tensor<f64, shape![N]>) -> Tensor<f64, shape![3]> {
    let weighed = masses.matmul(places);
    weighed / masses.sum::<f64>()
}

/// Places turned by a matrix, about their centre.
fn turned<N: Dim>(places: &Tensor<f64, shape![N, 3]>, turn: &Tensor<f64, shape![3, 3]>, centre: &Tensor<f64, shape![3]>) -> Tensor<f64, shape![N, 3]> {
    let about = places - centre;
    about.matmul(&turn.transpose()) + centre
}

/// The energy of pairs by two functions.
fn energies<N: Dim, P: Dim>(features: &Tensor<f64, shape![N, P]>, table: &Tensor<f64, shape![P, 6]>, shift: &Tensor<f64, shape![N]>) -> Tensor<f64, shape![6, N]> {
    let by_atom = features.matmul(table);
    by_atom.transpose() + shift
}

/// Molecules of one batch, each with a weight.
fn batched<B: Dim, N: Dim, C: Dim>(atoms: &Tensor<f64, shape![B, N, C]>, weights: &Tensor<f64, shape![B, N]>) -> Tensor<f64, shape![B, C]> {
    let weighed = atoms * weights.insert_axis::<-1>();
    weighed.sum_axis::<-2>().remove_axis::<-2>().to_tensor()
}

fn run(kinds: &Tensor<f64, shape![9, 11]>, bonds: &Tensor<f64, shape![9, 9]>) -> Tensor<f64, shape![5]> {
    let round = Round { messages: Tensor::zeros(), own: Tensor::zeros(), bias: Tensor::zeros() };
    let network = Network::<dim!(11), dim!(16)> { first: Tensor::zeros(), round, pooled: Tensor::zeros(), last: Tensor::zeros() };
    let _ = kinds.mean_axes::<axes![-1, -2]>();
    network.forward(kinds, bonds)
}

fn main() {}
