//! Returns of assets, their risks, and what funds hold of them.

use shapecheck::{Dim, Tensor, dim, dims, shape};

dims! { Asset, Fund, Day, Factor = 4 }

type Returns = Tensor<f64, shape![Day, Asset]>;

struct Market {
    returns: Returns,
    loadings: Tensor<f64, shape![Asset, Factor]>,
    factors: Tensor<f64, shape![Day, Factor]>,
    held: Tensor<f64, shape![Fund, Asset]>,
    prices: Tensor<f64, shape![Asset]>,
}

impl Market {
    fn of_funds(&self) -> Tensor<f64, shape![Day, Fund]> {
        self.returns.matmul(&self.held.transpose())
    }

    fn explained(&self) -> Returns {
        self.factors.matmul(&self.loadings.transpose())
    }

    fn rest(&self) -> Returns {
        let explained = self.explained();
        &self.returns - explained
    }

    fn values(&self) -> Tensor<f64, shape![Fund]> {
        self.held.matmul(&self.prices)
    }

    fn weights(&self) -> Tensor<f64, shape![Fund, Asset]> {
        let worth = &self.held * &self.prices;
        let total = worth.sum_axis::<-1>();
        worth / total
    }

    fn risk(&self) -> Tensor<f64, shape![Asset, Asset]> {
        let mean = self.returns.mean_axis::<-2>();
        let apart = &self.returns - mean;
        apart.transpose().matmul(&apart) / 250.0
    }

    fn risks(&self) -> Tensor<f64, shape![Fund]> {
        let weights = self.weights();
        let spread = weights.matmul(&self.risk());
        (spread * &weights).sum_axis::<-1>().remove_axis::<-1>().sqrt()
    }

    fn of_factors(&self) -> Tensor<f64, shape![Fund, Factor]> {
        let exposed = self.weights();
        exposed.matmul(&self.loadings)
    }
}

/// What is left of a value after fees, each day.
fn after_fees<N: Dim, M: Dim>(values: &Tensor<f64, shape![N, M]>, fees: &Tensor<f64, shape![M]>, taxes: &Tensor<f64, shape![N]>) -> Tensor<f64, shape![N, M]> {
    let paid = values - values * fees;
    paid - taxes.insert_axis::<-1>()
}

/// Scenarios of each factor for each fund.
fn scenarios<S: Dim>(shocks: &Tensor<f64, shape![S, Factor]>, exposed: &Tensor<f64, shape![Fund, Factor]>) -> Tensor<f64, shape![S, Fund]> {
    shocks.linear(exposed)
}

fn joined(first: &Tensor<f64, shape![8, 4]>, second: &Tensor<f64, shape![5, 4]>) -> Tensor<f64, shape![13, 4]> {
    first.along::<-2>().concat(second)
}

fn by_quarter(values: &Tensor<f64, shape![12, 6]>) -> Tensor<f64, shape![4, 6]> {
    let parts = values.reshape::<shape![4, 3, 6]>();
    parts.sum_axis::<-2>().remove_axis::<-2>().to_tensor()
}

fn total(parts: &Tensor<f64, shape![2, 3, 6]>, of: &Tensor<f64, shape![6]>) -> Tensor<f64, shape![6]> {
    let flat = parts.flatten_from::<-3>();
    let weights: Tensor<f64, shape![36, 6]> = Tensor::zeros();
    flat.matmul(&weights) + of
}

fn width() -> usize {
    <dim!(5) as shapecheck::StaticDim>::SIZE
}

fn main() {
    let _ = width();
}
