//! Files that fit, files that do not, and files that are none.

use proptest::prelude::*;
use shapecheck::shape::NamedSizes;
use shapecheck::{Dim, InlineTensor, StaticDim, Tensor, View, dim, dims, shape};
use shapecheck_weights::{
    Load, Problem, Save, Wanted, WeightsError, load, load_file, load_part, load_with, save,
    save_file,
};

#[derive(Load, Save)]
struct Linear<I: StaticDim, O: StaticDim> {
    #[weights(transposed)]
    weight: Tensor<f32, shape![I, O]>,
    bias: Option<Tensor<f32, shape![O]>>,
}

#[derive(Load, Save)]
struct Model {
    layers: Vec<Linear<dim!(2), dim!(2)>>,
    #[weights(name = "out.head")]
    head: Box<Linear<dim!(2), dim!(3)>>,
    counts: [InlineTensor<u8, shape![2]>; 2],
    table: Tensor<f64, shape![_, 2]>,
    r#type: Tensor<bool, shape![]>,
}

fn linear<I: StaticDim, O: StaticDim>(first: f32) -> Linear<I, O> {
    Linear {
        weight: Tensor::from_fn(|[row, column]| first + (O::SIZE * row + column) as f32),
        bias: (first > 0.0).then(|| Tensor::full(first)),
    }
}

fn model() -> Model {
    Model {
        layers: (0..12).map(|layer| linear(layer as f32)).collect(),
        head: Box::new(linear(100.0)),
        counts: [[1, 2], [3, 4]].map(InlineTensor::from),
        table: Tensor::from([[0.5, 1.5], [2.5, 3.5], [4.5, 5.5]]).widen_axis::<-2>(),
        r#type: Tensor::full(true),
    }
}

#[test]
fn what_is_saved_is_loaded() {
    let bytes = save(&model()).unwrap();
    let same: Model = load(&bytes).unwrap();
    assert_eq!(same.layers.len(), 12);
    for (same, model) in same.layers.iter().zip(&model().layers) {
        assert_eq!((&same.weight, &same.bias), (&model.weight, &model.bias));
    }
    assert_eq!(same.head.weight, model().head.weight);
    assert_eq!((same.counts, same.table), (model().counts, model().table));
    assert!(same.r#type.into_scalar());
    // Names, and the sizes of what is transposed, are those of the file.
    let file = shapecheck_weights::safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(file.tensor("out.head.weight").unwrap().shape(), [3, 2]);
    let weight = file.tensor("out.head.weight").unwrap();
    let second = f32::from_le_bytes(weight.data()[4..8].try_into().unwrap());
    assert_eq!(second, 103.0);
    assert_eq!(file.tensor("type").unwrap().shape(), [0; 0]);
    assert!(file.tensor("layers.0.bias").is_err());
}

#[test]
fn files_are_read_and_written() {
    let path = std::env::temp_dir().join(format!("shapecheck-{}.safetensors", std::process::id()));
    save_file(&model(), &path).unwrap();
    let same: Model = load_file(&path).unwrap();
    assert_eq!(same.table, model().table);
    std::fs::remove_file(&path).unwrap();
    let error = load_file::<Model>(&path).err().unwrap();
    assert!(matches!(error, WeightsError::File(_)), "{error}");
}

#[test]
fn all_that_does_not_fit_is_told_at_once() {
    #[derive(Load)]
    #[allow(dead_code)]
    struct Other {
        layers: [Linear<dim!(2), dim!(2)>; 2],
        #[weights(name = "out.head")]
        head: Linear<dim!(2), dim!(4)>,
        counts: Vec<Tensor<i8, shape![2]>>,
        table: Tensor<f64, shape![_, _, 2]>,
        shift: Tensor<f32, shape![_, 2]>,
    }
    let mut small = model();
    small.layers.truncate(3);
    let bytes = save(&small).unwrap();
    let error = load::<Other>(&bytes).err().unwrap();
    let told = "\
9 weights do not fit:
  `out.head.weight` has shape [3, 2], the struct wants [4, 2]: size 3 is not 4 at axis -2
  `out.head.bias` has shape [3], the struct wants [4]: size 3 is not 4 at axis -1
  `counts.0` has elements U8, the struct wants I8
  `counts.1` has elements U8, the struct wants I8
  `table` has shape [3, 2], the struct wants [_, _, 2]: 2 axes are not 3
  `shift` is missing: the struct wants [_, 2] of F32
  `layers.2.bias` has shape [2], and no place in the struct
  `layers.2.weight` has shape [2, 2], and no place in the struct
  `type` has shape [], and no place in the struct";
    assert_eq!(error.to_string(), told);
    // What a `main` that returns the error prints.
    assert_eq!(format!("{error:?}"), told);
    let WeightsError::Problems(problems) = load_part::<Other>(&bytes).err().unwrap() else {
        panic!("problems")
    };
    assert_eq!(problems.len(), 6);
    assert_eq!(problems[5].name(), "shift");
}

#[test]
fn a_number_that_is_left_out_is_missing() {
    #[derive(Save)]
    struct Gap {
        #[weights(name = "layers.0")]
        first: Linear<dim!(2), dim!(2)>,
        #[weights(name = "layers.2")]
        third: Linear<dim!(2), dim!(2)>,
    }
    #[derive(Load)]
    #[allow(dead_code)]
    struct All {
        layers: Vec<Linear<dim!(2), dim!(2)>>,
    }
    let gap = Gap {
        first: linear(0.0),
        third: linear(0.0),
    };
    let error = load::<All>(&save(&gap).unwrap()).err().unwrap();
    let told = "\
2 weights do not fit:
  `layers.1.weight` is missing: the struct wants [2, 2] of F32
  `layers.2.weight` has shape [2, 2], and no place in the struct";
    assert_eq!(error.to_string(), told);
}

#[test]
fn views_are_of_the_memory_of_the_file() {
    #[derive(Load)]
    struct Borrowed<'file> {
        table: View<'file, f64, shape![_, 2]>,
    }
    // As many numbers of 8 bytes as hold the file, at each of two places: one of them is aligned.
    let bytes = save(&model()).unwrap();
    let mut memory = vec![0_u64; bytes.len() / 8 + 2];
    let memory: &mut [u8] = bytemuck::cast_slice_mut(&mut memory);
    let mut found = Vec::new();
    for start in [0, 1] {
        memory[start..start + bytes.len()].copy_from_slice(&bytes);
        let file = &memory[start..start + bytes.len()];
        match load_part::<Borrowed>(file) {
            Ok(borrowed) => {
                assert_eq!(borrowed.table, model().table.view());
                let elements = borrowed.table.as_slice().unwrap().as_ptr_range();
                assert!(file.as_ptr_range().contains(&elements.start.cast()));
                found.push(true);
            }
            Err(error) => {
                let told = "1 weight does not fit:\n  `table` does not lie where a view can read it in place: copy the weights to a tensor, or the file to aligned memory";
                assert_eq!(error.to_string(), told);
                found.push(false);
            }
        }
    }
    assert_eq!(found, [true, false]);
}

#[test]
fn two_fields_of_one_name_are_read_from_one_tensor_and_not_written() {
    #[derive(Load, Save)]
    struct Tied {
        #[weights(name = "weight")]
        first: Tensor<f32, shape![2, 3]>,
        #[weights(name = "weight", transposed)]
        last: Tensor<f32, shape![3, 2]>,
    }
    #[derive(Save)]
    struct One {
        weight: Tensor<f32, shape![2, 3]>,
    }
    let weight = Tensor::from_fn(|[i, j]| (3 * i + j) as f32);
    let bytes = save(&One {
        weight: weight.clone(),
    })
    .unwrap();
    let tied: Tied = load(&bytes).unwrap();
    assert_eq!(tied.last, tied.first.transpose());
}

proptest! {
    /// Whatever is changed in a file, it is loaded or refused.
    #[test]
    fn no_file_is_a_panic(
        changes in prop::collection::vec((0_usize..1 << 12, any::<u8>()), 0..6),
        cut in 0_usize..1 << 12,
        is_cut in any::<bool>(),
        added in prop::collection::vec(any::<u8>(), 0..9),
    ) {
        let mut bytes = save(&model()).unwrap();
        let length = bytes.len();
        for (place, byte) in changes {
            // The header is what can lie.
            bytes[place % (length / 2)] = byte;
        }
        if is_cut {
            bytes.truncate(cut % length);
        }
        bytes.extend(added);
        let _ = load::<Model>(&bytes);
    }

    #[test]
    fn lengths_that_lie_are_refused(claimed in any::<u64>()) {
        let mut bytes = save(&model()).unwrap();
        let true_length = u64::from_le_bytes(bytes[..8].try_into().unwrap());
        prop_assume!(claimed != true_length);
        bytes[..8].copy_from_slice(&claimed.to_le_bytes());
        prop_assert!(matches!(load::<Model>(&bytes), Err(WeightsError::Format(_))));
    }
}

#[test]
fn files_that_are_cut_off_or_overlong_are_refused() {
    let bytes = save(&model()).unwrap();
    for length in 0..bytes.len() {
        assert!(
            matches!(
                load::<Model>(&bytes[..length]),
                Err(WeightsError::Format(_))
            ),
            "{length}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(
        load::<Model>(&longer),
        Err(WeightsError::Format(_))
    ));
}

#[test]
fn a_problem_has_a_name() {
    let problem = Problem::Unaligned { name: "a.b".into() };
    assert_eq!(problem.name(), "a.b");
    assert_eq!(format!("{problem:?}"), problem.to_string());
}

#[cfg(feature = "half")]
#[test]
fn numbers_of_16_bits_are_read_into_32() {
    use half::{bf16, f16};

    #[derive(Save, Load)]
    struct Halves {
        #[weights(transposed)]
        weight: Tensor<f16, shape![2, 3]>,
        bias: Tensor<bf16, shape![2]>,
    }
    #[derive(Load)]
    struct Whole {
        #[weights(transposed)]
        weight: Tensor<f32, shape![2, 3]>,
        bias: InlineTensor<f32, shape![2]>,
    }
    #[derive(Load)]
    #[allow(dead_code)]
    struct Other<'file> {
        weight: Tensor<f64, shape![3, 2]>,
        bias: View<'file, f32, shape![2]>,
    }
    let halves = Halves {
        weight: Tensor::from_fn(|[i, j]| f16::from_f32((3 * i + j) as f32 / 4.0)),
        bias: Tensor::from_slice(&[1.5, -1e30].map(bf16::from_f32)).unwrap(),
    };
    let bytes = save(&halves).unwrap();
    let same: Halves = load(&bytes).unwrap();
    assert_eq!((same.weight, &same.bias), (halves.weight, &halves.bias));
    let whole: Whole = load(&bytes).unwrap();
    assert_eq!(
        whole.weight,
        Tensor::from([[0.0, 0.25, 0.5], [0.75, 1.0, 1.25]])
    );
    assert_eq!(
        whole.bias,
        InlineTensor::from([1.5, bf16::from_f32(-1e30).to_f32()])
    );
    let told = "\
2 weights do not fit:
  `weight` has elements F16, the struct wants F64
  `bias` has elements BF16, the struct wants F32";
    assert_eq!(load::<Other>(&bytes).err().unwrap().to_string(), told);
}

dims! { Width, Hidden, Heads, Head, Joined = Heads * Head }

#[derive(Load)]
struct Layer {
    #[weights(transposed)]
    up: Tensor<f32, shape![Width, Hidden]>,
    down: Tensor<f32, shape![Width, Hidden]>,
    joined: Option<Tensor<f32, shape![Heads * Head]>>,
}

fn layer(up: [usize; 2], down: [usize; 2], joined: usize) -> Vec<u8> {
    #[derive(Save)]
    struct AnyLayer {
        up: Tensor<f32, shape![_, _]>,
        down: Tensor<f32, shape![_, _]>,
        joined: Tensor<f32, shape![_]>,
    }
    let matrix = |sizes| Tensor::ones_with(<shape![_, _]>::of(sizes));
    let layer = AnyLayer {
        up: matrix(up),
        down: matrix(down),
        joined: Tensor::ones_with(<shape![_]>::of([joined])),
    };
    save(&layer).unwrap()
}

#[test]
fn a_name_has_one_size_in_all_tensors() {
    let mut sizes = NamedSizes::of(&<shape![Heads, Head]>::of([2, 3]));
    let bytes = layer([5, 4], [4, 5], 6);
    let found: Layer = load_with(&bytes, &mut sizes).unwrap();
    assert_eq!(found.up.shape().to_string(), "[Width = 4, Hidden = 5]");
    assert_eq!(found.down.dims(), found.up.dims());
    assert_eq!(found.joined.unwrap().dims(), [6]);
    assert_eq!(sizes.get(), Some(Width::of(4)));
    assert_eq!(sizes.get::<Joined>().map(Dim::size), Some(6));

    // The first of the file, or the given one, is right; all others are told.
    let bytes = layer([7, 4], [4, 5], 7);
    let error = load_with::<Layer>(&bytes, &mut sizes).err().unwrap();
    assert_eq!(
        error.to_string(),
        "2 weights do not fit:\n  \
         `up` has shape [4, 7]: `Hidden` is 7 at axis -1, where it has to be 5\n  \
         `joined` has shape [7]: `Heads * Head` is 7 at axis -1, where it has to be 6"
    );
    let error = load::<Layer>(&bytes).err().unwrap();
    assert_eq!(
        error.to_string(),
        "1 weight does not fit:\n  \
         `down` has shape [4, 5]: `Hidden` is 5 at axis -1, where it has to be 7 as in `up`"
    );
    // What does not fit changes nothing.
    assert_eq!(sizes.iter().count(), 5);
}

#[test]
fn names_are_told_of_what_is_missing() {
    #[derive(Debug, Load)]
    struct Missing {
        #[expect(dead_code)]
        weight: Tensor<f32, shape![Width, _, 3]>,
    }
    let Err(WeightsError::Problems(problems)) = load_part::<Missing>(&layer([2, 2], [2, 2], 4))
    else {
        panic!("a tensor is missing");
    };
    assert_eq!(
        problems[0].to_string(),
        "`weight` is missing: the struct wants [Width, _, 3] of F32"
    );
    let Problem::Missing { wanted, .. } = &problems[0] else {
        panic!("{problems:?}");
    };
    assert!(matches!(
        wanted[..],
        [Wanted::Name(_), Wanted::Any, Wanted::Size(3)]
    ));
}
