//! What goes into a model: tables that are read, split, sorted, joined and cut into batches.

use shapecheck::{Axis, Broadcast, Broadcasted, Dim, Shape, StaticDim, Tensor, axes, broadcast_map, dim, repeat, shape};

type Features = dim!(13);
type Classes = dim!(3);

type Table<R> = Tensor<f32, shape![R, Features]>;
type Labels<R> = Tensor<usize, shape![R]>;

pub struct Set<R: Dim> {
    table: Table<R>,
    labels: Labels<R>,
}

impl<R: Dim> Set<R> {
    /// The rows with an index below the place, and the others.
    pub fn parted(&self, place: usize) -> (Set<shapecheck::Dyn>, Set<shapecheck::Dyn>) {
        let (first, second) = self.table.along::<-2>().split_at_with(place);
        let (left, right) = self.labels.along::<-1>().split_at_with(place);
        (Set { table: first, labels: left }, Set { table: second, labels: right })
    }

    pub fn sorted(&self, column: usize) -> Set<R> {
        let order = self.table.index_axis::<-1>(column).argsort::<-1>();
        Set {
            table: self.table.along::<-2>().take(&order),
            labels: self.labels.along::<-1>().take(&order),
        }
    }

    /// Each class as a vector with a 1 at its place.
    pub fn targets(&self) -> Tensor<f32, shape![R, Classes]> {
        self.labels.one_hot::<f32, Classes>()
    }

    pub fn batches<B: StaticDim>(&self) -> impl Iterator<Item = Table<B>> {
        let count = self.table.size::<-2>() / B::SIZE;
        (0..count).map(|batch| self.table.rows_at(batch * B::SIZE))
    }
}

trait NarrowAt<B: Dim> {
    fn rows_at(&self, start: usize) -> Table<B>;
}

impl<R: Dim, B: StaticDim> NarrowAt<B> for Table<R> {
    fn rows_at(&self, start: usize) -> Table<B> {
        self.try_narrow::<-2, B>(start).expect("rows enough")
    }
}

/// What is added to each column and by what it is divided.
pub struct Scale<N: Dim> {
    means: Tensor<f32, shape![N]>,
    deviations: Tensor<f32, shape![N]>,
}

impl<N: Dim> Scale<N> {
    pub fn of<R: Dim>(x: &Tensor<f32, shape![R, N]>) -> Self {
        Self {
            means: x.mean_axis::<-2>().remove_axis::<-2>(),
            deviations: x.std_axis::<-2>().remove_axis::<-2>(),
        }
    }

    pub fn apply<R: Dim>(&self, x: &Tensor<f32, shape![R, N]>) -> Tensor<f32, shape![R, N]> {
        broadcast_map!(|x, mean, deviation| (x - mean) / deviation; x, &self.means, &self.deviations)
    }
}

/// The squares of the distances of each row of one table from each of another.
pub fn distances<A: Dim, B: Dim, N: Dim>(
    a: &Tensor<f32, shape![A, N]>,
    b: &Tensor<f32, shape![B, N]>,
) -> Tensor<f32, shape![A, B]> {
    let difference = a.insert_axis::<-2>() - b.insert_axis::<-3>();
    (&difference * &difference).sum_axis::<-1>().remove_axis::<-1>()
}

/// The indices of the nearest rows.
pub fn nearest<A: Dim, N: Dim>(a: &Tensor<f32, shape![A, N]>, known: &Tensor<f32, shape![150, N]>) -> Tensor<usize, shape![A, 5]> {
    let (_, indices) = (-distances(a, known)).topk::<-1, dim!(5)>();
    indices
}

/// A column of ones in front, for what is added.
pub fn with_ones<R: StaticDim, N: Dim>(x: &Tensor<f32, shape![R, N]>) -> Tensor<f32, shape![R, 1 + N]> {
    Tensor::<f32, shape![R, 1]>::ones().along::<-1>().concat(x)
}

pub fn weighted<A: Shape + Broadcast<B>, B: Shape>(x: &Tensor<f32, A>, weights: &Tensor<f32, B>) -> Tensor<f32, Broadcasted<A, B>> {
    x * weights
}

pub fn image<R: Dim>(rows: &Tensor<f32, shape![R, 28]>) -> Tensor<f32, shape![R, 4, 28]> {
    repeat!(rows, "r n -> r 4 n")
}

pub fn load(text: &str) -> Result<Set<dim!(150)>, Box<dyn std::error::Error>> {
    let numbers: Vec<f32> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let table = Tensor::<f32, shape![150, Features]>::from_vec(numbers)?;
    let labels = Tensor::<usize, shape![150]>::zeros();
    let scaled = Scale::of(&table).apply(&table);
    Ok(Set { table: scaled, labels })
}

pub fn both(a: &Set<dim!(150)>, b: &Set<dim!(50)>) -> Set<dim!(200)> {
    let table = a.table.along::<-2>().concat(&b.table);
    let labels = a.labels.along::<-1>().concat(&b.labels);
    Set { table, labels }
}

fn main() {}
