//! Rows of measurements made comparable, cut into batches and put through a line.

use shapecheck::{Broadcast, Broadcasted, Dim, Shape, Tensor, dim, shape};

type Columns = dim!(13);
type Rows<N> = Tensor<f32, shape![_, N]>;

struct Scaling<N: Dim> {
    mean: Tensor<f32, shape![1, N]>,
    deviation: Tensor<f32, shape![1, N]>,
}

impl<N: Dim> Scaling<N> {
    fn of(rows: &Rows<N>) -> Self {
        let mean = rows.mean_axis::<-2>();
        let deviation = rows.var_axis::<-2>().sqrt();
        Self { mean, deviation }
    }

    fn apply<R: Dim>(&self, rows: &Tensor<f32, shape![R, N]>) -> Tensor<f32, shape![R, N]> {
        (rows - &self.mean) / &self.deviation
    }
}

/// Any two tables that broadcast.
fn difference<A, B>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) -> Tensor<f32, Broadcasted<A, B>>
where
    A: Shape + Broadcast<B>,
    B: Shape,
{
    a - b
}

struct Line<N: Dim> {
    slopes: Tensor<f32, shape![N, 1]>,
    height: f32,
}

impl<N: Dim> Line<N> {
    fn predicted<R: Dim>(&self, x: &Tensor<f32, shape![R, N]>) -> Tensor<f32, shape![R, 1]> {
        x.matmul(&self.slopes) + self.height
    }

    fn step<R: Dim>(&mut self, x: &Tensor<f32, shape![R, N]>, y: &Tensor<f32, shape![R, 1]>) -> f32 {
        let error = self.predicted(x) - y;
        self.slopes -= x.transpose().matmul(&error) * (0.1 / error.len() as f32);
        self.height -= 0.1 * error.mean();
        (&error * &error).mean()
    }
}

fn centered<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, N]>) -> Tensor<f32, shape![..S, N]> {
    x - x.mean_axis::<-1>()
}

fn joined<R: Dim, A: Dim, B: Dim>(
    left: &Tensor<f32, shape![R, A]>,
    right: &Tensor<f32, shape![R, B]>,
) -> Tensor<f32, shape![R, A + B]> {
    left.along::<-1>().concat(right)
}

pub fn run(table: &Rows<Columns>, known: &Rows<dim!(1)>) -> f32 {
    let scaling = Scaling::of(table);
    let rows = scaling.apply(table);
    let mut line = Line { slopes: Tensor::<f32, shape![Columns, 1]>::zeros(), height: 0.0 };
    let mut loss = 0.0;
    for start in (0..table.size::<-2>()).step_by(16) {
        let (x, y) = (rows.slice_axis::<-2>(start..start + 16), known.slice_axis::<-2>(start..start + 16));
        loss = line.step(&centered(&x), &y);
    }
    let wide = joined(&rows, known);
    let off = difference(&wide, &wide.mean_axis::<-2>());
    loss + off.sum::<f32>()
}

fn main() {}
