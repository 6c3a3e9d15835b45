//! The heat equation on a plate of which each rank has a block: rows are cut over one axis of a mesh, columns over the other.

use shapecheck::{Axis, Host, Tensor, dims, shape};
use shapecheck_mesh::{Collective, Edge, Halo, Mesh, MeshError, MeshTensor, mesh};

dims! { pub Rows = 24, pub Cols = 36 }
mesh! {
    /// The ranks that share the rows.
    pub Py,
    /// The ranks that share the columns.
    pub Px,
}

pub type Plate = Tensor<f32, shape![Rows, Cols]>;
pub type Block = MeshTensor<f32, shape![Rows / Py, Cols / Px]>;

/// The part of the difference of temperatures that flows in a step.
const FLOW: f32 = 0.2;

/// A plate with one hot corner.
pub fn begin() -> Plate {
    Plate::from_fn(|[row, column]| if row < 6 && column < 9 { 1.0 } else { 0.0 })
}

/// So many steps on all ranks, and the largest change in the last one. The edges stay cold.
pub fn heat<C: Collective<f32, Host>>(
    plate: &Plate,
    steps: usize,
    (py, px): (&Mesh<Py, C>, &Mesh<Px, C>),
) -> Result<(Plate, f32), MeshError> {
    let mut own = MeshTensor::whole(plate.clone())
        .cut(Axis::<-2>, py)?
        .cut(Axis::<-1>, px)?;
    let (rows, cols) = (py.part(Rows::default())?, px.part(Cols::default())?);
    let mut change = 0.0;
    for _ in 0..steps {
        let padded = own
            .with_halo(Axis::<-2>, Halo::<1>, Edge::Fill(0.0), py)? // [Rows / Py + 2, Cols / Px]
            .with_halo(Axis::<-1>, Halo::<1>, Edge::Fill(0.0), px)?;
        let next: Block = padded.map_part(|x| {
            let at = |row, column| {
                x.narrow_with::<-2, _>(row, rows)
                    .narrow_with::<-1, _>(column, cols)
            };
            let neighbours = at(0, 1) + at(2, 1) + at(1, 0) + at(1, 2);
            at(1, 1) + (neighbours - at(1, 1) * 4.0) * FLOW
        });
        let changes = (&next - &own).abs();
        let most = changes
            .max_axis_over(Axis::<-1>, px)?
            .max_axis_over(Axis::<-2>, py)?;
        change = most.part()[[0, 0]];
        own = next;
    }
    let all = own.all_gather(Axis::<-1>, px)?.all_gather(Axis::<-2>, py)?;
    Ok((all.into_whole(), change))
}

/// The same by a loop over the elements, on one rank.
pub fn by_a_loop(plate: &Plate, steps: usize) -> Plate {
    let mut now = plate.clone();
    for _ in 0..steps {
        let at = |row: isize, column: isize| match [row, column].map(usize::try_from) {
            [Ok(row), Ok(column)] if row < 24 && column < 36 => now[[row, column]],
            _ => 0.0,
        };
        now = Plate::from_fn(|[row, column]| {
            let (y, x) = (row as isize, column as isize);
            let neighbours = at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1);
            at(y, x) + (neighbours - at(y, x) * 4.0) * FLOW
        });
    }
    now
}
