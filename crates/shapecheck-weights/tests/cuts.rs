//! What each rank of a mesh reads of a file.

#![allow(clippy::type_complexity, reason = "shapes of shards")]

use std::sync::atomic::{AtomicUsize, Ordering};

use shapecheck::dim::shard::mesh;
use shapecheck::shape::NamedSizes;
use shapecheck::{Dim, DynShape, Shape, Tensor, View, dim, dims, shape};
use shapecheck_weights::{
    Files, Layout, Load, Problem, Reader, Save, Source, StoredTensor, WeightsError,
    safetensors::Dtype, save, save_file,
};

dims! { Width, Hidden, Heads, Head, Wide = 12, Six = 6 }
mesh! { Tp, Dp, Four = 4 }

/// Bytes that count how many of them are read.
#[derive(Debug, Default)]
struct Counted {
    bytes: Vec<u8>,
    read: AtomicUsize,
    calls: AtomicUsize,
}

impl Source for Counted {
    fn read(&self, to: &mut [u8]) -> std::io::Result<()> {
        self.read_part(0, to).unwrap()
    }

    fn read_part(&self, start: usize, to: &mut [u8]) -> Option<std::io::Result<()>> {
        self.read.fetch_add(to.len(), Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
        to.copy_from_slice(&self.bytes[start..][..to.len()]);
        Some(Ok(()))
    }
}

/// The same, which is read as a whole only.
#[derive(Debug)]
struct Packed(Counted);

impl Source for Packed {
    fn read(&self, to: &mut [u8]) -> std::io::Result<()> {
        self.0.read(to)
    }
}

/// Numbers from 0 on.
fn counted(elements: usize) -> Counted {
    let elements = 0..u32::try_from(elements).unwrap();
    Counted {
        bytes: elements.flat_map(u32::to_le_bytes).collect(),
        ..Counted::default()
    }
}

/// Compares what each rank reads with the elements whose place in the file is that rank's, in the order of the field.
fn check<S: Shape>(
    sizes: &[usize],
    layout: Layout,
    known: &NamedSizes,
    [tp, dp]: [usize; 2],
    rank_of: impl Fn(&[usize]) -> [usize; 2],
) {
    let length: usize = sizes.iter().product();
    let source = counted(length);
    let packed = Packed(counted(length));
    // By the field's last two axes, if they are exchanged.
    let mut places: Vec<Vec<usize>> = vec![vec![]];
    for &size in sizes {
        let longer = |place: Vec<usize>| (0..size).map(move |at| [&place[..], &[at]].concat());
        places = places.into_iter().flat_map(longer).collect();
    }
    let mut elements: Vec<(Vec<usize>, u32)> = places.into_iter().zip(0..).collect();
    if layout == layout.transposed() {
        elements.sort_by_key(|(place, _)| place.iter().rev().copied().collect::<Vec<_>>());
    }
    for (rank, other) in (0..tp).flat_map(|rank| (0..dp).map(move |other| (rank, other))) {
        let own = |(place, _): &&(Vec<usize>, u32)| rank_of(place) == [rank, other];
        let own: Vec<u32> = elements
            .iter()
            .filter(own)
            .map(|(_, number)| *number)
            .collect();
        assert_eq!(own.len(), length / tp / dp);
        for stored in [
            StoredTensor::new(Dtype::U32, sizes, &source.bytes).unwrap(),
            StoredTensor::from_source(Dtype::U32, sizes, &source).unwrap(),
            StoredTensor::from_source(Dtype::U32, sizes, &packed).unwrap(),
        ] {
            let reader = Reader::of_tensors([("x".to_owned(), stored)]);
            let reader = reader.with_sizes(known.clone());
            let mut reader = reader
                .on_rank((Tp::of(tp), rank))
                .on_rank((Dp::of(dp), other));
            let x: Option<Tensor<u32, S>> = reader.field_as("x", layout);
            let x = reader.finish(x).unwrap();
            assert_eq!(x.to_vec(), own);
        }
    }
    // Each byte is read by one rank.
    assert_eq!(source.read.into_inner(), 4 * length);
}

#[test]
fn the_parts_of_all_ranks_are_the_file() {
    let none = NamedSizes::new();
    let plain = Layout::new();
    for ranks in [1, 2, 4] {
        let one = [ranks, 1];
        let part = |at, size| [at / (size / ranks), 0];
        check::<shape![Hidden / Tp, 3]>(&[8, 3], plain, &none, one, |at| part(at[0], 8));
        check::<shape![3, Hidden / Tp]>(&[3, 8], plain, &none, one, |at| part(at[1], 8));
        check::<shape![2, Hidden / Tp, 3]>(&[2, 8, 3], plain, &none, one, |at| part(at[1], 8));
        // After axes that only the file says.
        check::<shape![..DynShape, Hidden / Tp, 3]>(&[5, 2, 8, 3], plain, &none, one, |at| {
            part(at[2], 8)
        });
        let heads = NamedSizes::of(&<shape![Head]>::of([3]));
        check::<shape![Heads / Tp * Head, 2]>(&[12, 2], plain, &heads, one, |at| part(at[0], 12));
        // As gates and values that are one tensor.
        check::<shape![2 * (Hidden / Tp), 3]>(&[16, 3], plain, &none, one, |at| part(at[0] % 8, 8));
        let exchanged = plain.transposed();
        check::<shape![3, Hidden / Tp]>(&[8, 3], exchanged, &none, one, |at| part(at[0], 8));
        check::<shape![Hidden / Tp, 3]>(&[3, 8], exchanged, &none, one, |at| part(at[1], 8));
        // Queries, keys and values.
        let heads = NamedSizes::of(&<shape![Head]>::of([5]));
        let merged = plain.merged(-4..=-2);
        let of_head = |at: &[usize]| part(at[0] % 20 / 5, 4);
        check::<shape![3, Heads / Tp, Head, 2]>(&[60, 2], merged, &heads, one, of_head);
        let heads = NamedSizes::of(&<shape![Heads]>::of([4]));
        let merged = plain.merged(-2..=-1).transposed();
        let of_head = |at: &[usize]| part(at[0] / 5, 4);
        check::<shape![2, Heads / Tp, Head]>(&[20, 2], merged, &heads, one, of_head);
    }
    // Two axes of a mesh.
    let two = [2, 3];
    check::<shape![Hidden / Tp, Width / Dp]>(&[8, 6], plain, &none, two, |at| {
        [at[0] / 4, at[1] / 2]
    });
    check::<shape![Hidden / Tp / Dp, 2]>(&[12, 2], plain, &none, two, |at| {
        [at[0] / 6, at[0] % 6 / 2]
    });
}

#[derive(Save)]
struct Whole {
    up: Tensor<f32, shape![_, _]>,
    down: Tensor<f32, shape![_, _]>,
    bias: Tensor<f32, shape![_]>,
}

fn whole(up: [usize; 2], down: [usize; 2], bias: usize) -> Whole {
    Whole {
        up: Tensor::from_fn_with(<shape![_, _]>::of(up), |[row, column]| {
            (100 * row + column) as f32
        }),
        down: Tensor::from_fn_with(<shape![_, _]>::of(down), |[row, column]| {
            (100 * row + column) as f32
        }),
        bias: Tensor::zeros_with(<shape![_]>::of([bias])),
    }
}

#[derive(Load)]
#[allow(dead_code)]
struct Layer {
    up: Tensor<f32, shape![Width, Hidden / Tp]>,
    down: Tensor<f32, shape![Hidden / Tp, Width]>,
    bias: Tensor<f32, shape![Hidden]>,
}

/// The text of the error of the last one of four ranks.
fn told<W: for<'data> Load<'data>>(whole: &Whole, sizes: &mut NamedSizes) -> String {
    let bytes = save(whole).unwrap();
    let reader = Reader::new(&bytes).unwrap().partial();
    let reader = reader.on_rank((Tp::of(4), 3)).on_rank((Four::default(), 3));
    reader.load_with::<W>(sizes).err().unwrap().to_string()
}

#[test]
fn a_name_has_one_size_whole_or_cut() {
    let bytes = save(&whole([3, 8], [8, 3], 8)).unwrap();
    let mut sizes = NamedSizes::new();
    let reader = Reader::new(&bytes).unwrap().on_rank((Tp::of(4), 3));
    let layer: Layer = reader.load_with(&mut sizes).unwrap();
    assert_eq!(layer.up.to_vec(), [6.0, 7.0, 106.0, 107.0, 206.0, 207.0]);
    assert_eq!(layer.up.shape().to_string(), "[Width = 3, Hidden / Tp = 2]");
    assert_eq!(sizes.get(), Some(Hidden::of(8)));
    assert_eq!(sizes.get::<dim!(Hidden / Tp)>().map(Dim::size), Some(2));

    let error = told::<Layer>(&whole([3, 8], [12, 3], 16), &mut NamedSizes::new());
    assert_eq!(
        error,
        "\
2 weights do not fit:
  `down` has shape [12, 3]: the whole of `Hidden / Tp` on 4 ranks is 8 as in `up`, and not 12 at axis -2
  `bias` has shape [16]: `Hidden` is 16 at axis -1, where it has to be 8 as in `up`"
    );
    let error = told::<Layer>(&whole([3, 8], [8, 4], 8), &mut NamedSizes::new());
    assert_eq!(
        error,
        "\
1 weight does not fit:
  `down` has as this rank's part shape [2, 4]: `Width` is 4 at axis -1, where it has to be 3 as in `up`"
    );
    // In one tensor, too.
    #[derive(Load)]
    #[allow(dead_code)]
    struct Square {
        up: Tensor<f32, shape![Hidden, Hidden / Tp]>,
    }
    let error = told::<Square>(&whole([8, 12], [1, 1], 1), &mut NamedSizes::new());
    assert_eq!(
        error,
        "\
1 weight does not fit:
  `up` has shape [8, 12]: the whole of `Hidden / Tp` on 4 ranks is 8, and not 12 at axis -1"
    );
}

#[test]
fn what_cannot_be_cut_is_told() {
    let any = &whole([3, 10], [8, 3], 8);
    let bytes = save(any).unwrap();
    let error = Reader::new(&bytes).unwrap().partial().load::<Layer>().err();
    assert_eq!(
        error.unwrap().to_string(),
        "\
2 weights do not fit:
  `up` is cut over `Tp`: say which rank reads, by `reader.on_rank(&mesh)`
  `down` is cut over `Tp`: say which rank reads, by `reader.on_rank(&mesh)`"
    );
    let none = || NamedSizes::new();
    assert_eq!(
        told::<Layer>(any, &mut none()),
        "\
1 weight does not fit:
  `up` has shape [3, 10]: `Hidden` is 10 at axis -1, which 4 ranks cannot share"
    );
    // What one rank saved, by a size of the configuration and by one of the type, where the ranks are known or not.
    let part = &whole([12, 3], [2, 12], 8);
    assert_eq!(
        told::<Layer>(part, &mut NamedSizes::of(&<shape![Hidden]>::of([12]))),
        "\
3 weights do not fit:
  `up` has shape [12, 3]: the whole of `Hidden / Tp` on 4 ranks is 12, and not 3 at axis -1, which is the part of one rank
  `down` has shape [2, 12]: the whole of `Hidden / Tp` on 4 ranks is 12, and not 2 at axis -2
  `bias` has shape [8]: `Hidden` is 8 at axis -1, where it has to be 12"
    );
    #[derive(Load)]
    #[allow(dead_code)]
    struct OfType {
        up: Tensor<f32, shape![12, Wide / Tp]>,
        down: Tensor<f32, shape![Wide / Four, 12]>,
    }
    assert_eq!(
        told::<OfType>(&whole([12, 3], [3, 12], 1), &mut none()),
        "\
2 weights do not fit:
  `up` has shape [12, 3]: the whole of `Wide / Tp` on 4 ranks is 12, and not 3 at axis -1, which is the part of one rank
  `down` has shape [3, 12]: the whole of `Wide / Four` on 4 ranks is 12, and not 3 at axis -2, which is the part of one rank"
    );
    // Six heads on four ranks, also where their parts would have equal sizes.
    #[derive(Load)]
    #[allow(dead_code)]
    struct OfHeads {
        #[weights(name = "up")]
        of_type: Tensor<f32, shape![Six / Tp * Head, 3]>,
        #[weights(name = "down")]
        of_head: Tensor<f32, shape![Heads / Tp * Six, 3]>,
        #[weights(name = "bias")]
        between: Tensor<f32, shape![Head * (Heads / Tp)]>,
    }
    assert_eq!(
        told::<OfHeads>(&whole([24, 3], [36, 3], 24), &mut none()),
        "\
3 weights do not fit:
  `up` has shape [24, 3]: `Six` is 6 at axis -2, which 4 ranks cannot share
  `down` has shape [36, 3]: `Heads` is 6 at axis -2, which 4 ranks cannot share
  `bias` cannot be cut for `Head * (Heads / Tp)`: a shard is the first factor of its axis, or comes after sizes that are known"
    );
}

#[test]
fn ranks_that_would_get_half_a_head_are_told() {
    #[derive(Load)]
    #[allow(dead_code)]
    struct Keys {
        up: Tensor<f32, shape![Heads / Tp * Head, 3]>,
    }
    // Two heads of 32.
    let file = whole([64, 3], [1, 1], 1);
    let told = |sizes: NamedSizes| told::<Keys>(&file, &mut { sizes });
    let shared = "\
1 weight does not fit:
  `up` has shape [64, 3]: `Heads` is 2 at axis -2, which 4 ranks cannot share";
    assert_eq!(told(NamedSizes::of(&<shape![Heads]>::of([2]))), shared);
    assert_eq!(told(NamedSizes::of(&<shape![Head]>::of([32]))), shared);
    assert_eq!(
        told(NamedSizes::new()),
        "\
1 weight does not fit:
  `up` has shape [64, 3]: nothing says how many `Heads` make size 64 at axis -2, so a rank might get a part of one; \
`load_with` takes sizes of names"
    );
    let bytes = save(&whole([128, 3], [1, 1], 1)).unwrap();
    let reader = Reader::new(&bytes)
        .unwrap()
        .partial()
        .on_rank((Tp::of(4), 1));
    let mut sizes = NamedSizes::of(&<shape![Head]>::of([32]));
    let keys: Keys = reader.load_with(&mut sizes).unwrap();
    assert_eq!(keys.up.dims(), [32, 3]);
}

#[test]
fn ranks_of_a_file() {
    let folder = std::env::temp_dir();
    let path = folder.join(format!(
        "shapecheck-cuts-{}.safetensors",
        std::process::id()
    ));
    save_file(&whole([64, 256], [256, 64], 256), &path).unwrap();
    let files = Files::open(&path).unwrap();
    // Of one open file, at the same time.
    std::thread::scope(|scope| {
        for rank in 0..4 {
            let files = &files;
            scope.spawn(move || {
                for _ in 0..50 {
                    let reader = files.reader().on_rank((Tp::of(4), rank));
                    let layer: Layer = reader.load().unwrap();
                    assert_eq!(layer.up.dims(), [64, 64]);
                    assert_eq!(layer.up[[63, 63]], (6300 + 64 * rank + 63) as f32);
                    assert_eq!(layer.down[[0, 63]], (6400 * rank + 63) as f32);
                }
            });
        }
    });
    std::fs::remove_file(path).unwrap();
}

#[test]
fn views_are_of_parts_that_lie_together() {
    #[derive(Debug, Load)]
    struct Rows<'data> {
        down: View<'data, f32, shape![Hidden / Tp, Width]>,
    }
    #[derive(Debug, Load)]
    #[allow(dead_code)]
    struct Columns<'data> {
        up: View<'data, f32, shape![Width, Hidden / Tp]>,
    }
    let bytes = save(&whole([3, 8], [8, 3], 8)).unwrap();
    let mut memory = vec![0_u64; bytes.len().div_ceil(8)];
    let memory: &mut [u8] = bytemuck::cast_slice_mut(&mut memory);
    memory[..bytes.len()].copy_from_slice(&bytes);
    let bytes = &memory[..bytes.len()];
    let reader = || {
        Reader::new(bytes)
            .unwrap()
            .partial()
            .on_rank((Tp::of(4), 1))
    };
    let rows: Rows<'_> = reader().load().unwrap();
    assert_eq!(
        rows.down.to_vec(),
        [200.0, 201.0, 202.0, 300.0, 301.0, 302.0]
    );
    let error = reader().load::<Columns<'_>>().unwrap_err();
    let WeightsError::Problems(problems) = error else {
        panic!("{error}")
    };
    assert!(matches!(problems[..], [Problem::Unaligned { .. }]));
}

#[test]
fn arrays_in_fortrans_order_are_cut() {
    let header = "{'descr': '>u4', 'fortran_order': True, 'shape': (3, 8), }";
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend([&length[..], header.as_bytes()].concat());
    file.extend((0..24_u32).flat_map(u32::to_be_bytes));
    let path = std::env::temp_dir().join(format!("shapecheck-cuts-{}.npy", std::process::id()));
    std::fs::write(&path, file).unwrap();
    let files = Files::open(&path).unwrap();
    let columns: Tensor<u32, shape![3, Hidden / Tp]> =
        files.reader().on_rank((Tp::of(4), 3)).load().unwrap();
    assert_eq!(columns.to_vec(), [18, 21, 19, 22, 20, 23]);
    let rows: Tensor<u32, shape![Hidden / Tp, 8]> =
        files.reader().on_rank((Tp::of(3), 1)).load().unwrap();
    assert_eq!(rows.to_vec(), [1, 4, 7, 10, 13, 16, 19, 22]);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_rank_reads_its_bytes_only() {
    let source = counted(64 * 256);
    let reader = || {
        let stored = StoredTensor::from_source(Dtype::U32, &[64, 256], &source).unwrap();
        Reader::of_tensors([("x".to_owned(), stored)]).on_rank((Tp::of(4), 2))
    };
    let read = || [&source.read, &source.calls].map(|count| count.swap(0, Ordering::Relaxed));
    let columns: Option<Tensor<u32, shape![64, Hidden / Tp]>> = reader().field("x");
    assert_eq!(columns.unwrap()[[63, 0]], 63 * 256 + 128);
    // A quarter of 65536 bytes, in a run for each row of the file, or in one.
    assert_eq!(read(), [16384, 64]);
    let layout = Layout::new().transposed();
    let rows: Option<Tensor<u32, shape![256, Hidden / Tp]>> = reader().field_as("x", layout);
    assert_eq!(rows.unwrap()[[255, 0]], 32 * 256 + 255);
    assert_eq!(read(), [16384, 1]);
}

#[test]
#[should_panic(expected = "rank 2 of `Tp`, which has 2")]
fn ranks_are_counted_from_0() {
    let _ = Reader::of_tensors([]).on_rank((Tp::of(2), 2));
}

#[cfg(feature = "dry")]
#[test]
fn a_rank_has_sizes_without_a_file() {
    use shapecheck::TensorOn;
    use shapecheck::dry::Sizes;

    #[derive(Load)]
    struct Layer {
        up: TensorOn<f32, shape![Width, Hidden / Tp], Sizes>,
    }
    let sizes = [("up".to_owned(), Dtype::F32, vec![768, 3072])];
    let reader = Reader::of_sizes(sizes).on_rank((Tp::of(4), 3));
    assert_eq!(reader.load::<Layer>().unwrap().up.dims(), [768, 768]);
}
