//! A network whose weights each rank reads its part of, beside one rank that has all.

use shapecheck::{Tensor, dims, shape};
use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
use shapecheck_weights::{Load, Reader, Save, save};

dims! { Batch, Width = 6, Hidden = 12, Heads = 4, Head = 3 }
mesh! { Tp }

/// As files of PyTorch's have it: rows for the numbers of an output.
#[derive(Save)]
struct InFile {
    up: Tensor<f64, shape![Hidden, Width]>,
    down: Tensor<f64, shape![Width, Hidden]>,
    norm: Tensor<f64, shape![Width]>,
    all: Tensor<f64, shape![36, Width]>,
}

#[derive(Load)]
struct Layer {
    up: MeshTensor<f64, shape![Hidden / Tp, Width]>,
    #[weights(transposed)]
    down: MeshTensor<f64, shape![Hidden / Tp, Width]>,
    norm: MeshTensor<f64, shape![Width]>,
    /// Queries, keys and values.
    #[weights(merged = -4..=-2)]
    all: MeshTensor<f64, shape![3, Heads / Tp, Head, Width]>,
}

#[test]
fn ranks_that_read_their_parts_compute_what_one_does() {
    let number = |[row, column]: [usize; 2]| ((7 * row + 5 * column) % 11) as f64 / 8.0 - 0.5;
    let in_file = InFile {
        up: Tensor::from_fn(number),
        down: Tensor::from_fn(number),
        norm: Tensor::from_fn(|[place]| place as f64 / 4.0),
        all: Tensor::from_fn(|[row, column]| (100 * row + column) as f64),
    };
    let bytes = save(&in_file).unwrap();
    let input = Tensor::<f64, shape![5, Width]>::from_fn(number);
    let expected = (&input * &in_file.norm)
        .linear(&in_file.up)
        .relu()
        .linear(&in_file.down);
    for ranks in [1, 2, 4] {
        let found = threads::run(ranks, |threads| {
            let mesh = Mesh::<Tp, _>::new(threads)?;
            let reader = Reader::new(&bytes).unwrap();
            let layer: Layer = reader.on_rank(&mesh).load().unwrap();
            let head = [2, 4 / ranks - 1, 1, 5];
            let row = 24 + 3 * ((mesh.rank() + 1) * 4 / ranks - 1) + 1;
            assert_eq!(layer.all.clone().into_part()[head], (100 * row + 5) as f64);
            let x = &MeshTensor::whole(input.clone()) * &layer.norm;
            let sum = x.linear(&layer.up).relu().matmul(&layer.down);
            Ok::<_, MeshError>(sum.all_reduce(&mesh)?.into_whole())
        });
        for found in found.unwrap() {
            // Sums of multiples of 1 / 2048 are exact.
            assert_eq!(found, expected);
        }
    }
}
