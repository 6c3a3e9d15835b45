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
  `counts.0` has elements U8, the struct wants I8: a field of `u8` takes them, and `cast::<i8>()` converts its tensor (and `counts.1`)
  `table` has shape [3, 2], the struct wants [_, _, 2]: 2 axes are not 3
  `shift` is missing: the struct wants [_, 2] of F32
  `layers.2.bias` has shape [2], and no place in the struct
  `layers.2.weight` has shape [2, 2], and no place in the struct
  `type` has shape [], and no place in the struct
  to read a part of the file: `load_part`, or `partial()` of a `Reader`";
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
  `layers.1.weight` is missing: the struct wants [2, 2] of F32, and the file has `layers.2.weight`
  `layers.2.weight` has shape [2, 2], and no place in the struct
  to read a part of the file: `load_part`, or `partial()` of a `Reader`";
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
                let told = "1 weight does not fit:\n  `table` does not lie in memory as a view reads it, in row-major order and aligned: copy the weights to a tensor, or the file to aligned memory";
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
  `weight` has elements F16, the struct wants F64: a field of `f32` or `half::f16` takes them
  `bias` has elements BF16, the struct wants F32: a view takes them as they are only, a tensor of `f32` converts them";
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

    // The first of the file, or the given one, is right; all others are reported.
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
fn layers_of_which_there_is_none_are_missing() {
    #[derive(Debug, Load)]
    #[allow(dead_code)]
    struct One {
        weight: Tensor<f32, shape![2]>,
    }
    #[derive(Debug, Load)]
    #[allow(dead_code)]
    struct Stack {
        layers: Vec<One>,
    }
    #[derive(Debug, Load)]
    struct Optional {
        layers: Option<Vec<One>>,
    }
    #[derive(shapecheck_weights::Save)]
    struct InFile {
        #[weights(name = "encoder.layers.0.weight")]
        first: Tensor<f32, shape![2]>,
        #[weights(name = "other.0.weight")]
        second: Tensor<f32, shape![2]>,
    }
    let (first, second) = (Tensor::ones(), Tensor::ones());
    let bytes = save(&InFile { first, second }).unwrap();
    let error = load_part::<Stack>(&bytes).err().unwrap();
    assert_eq!(
        error.to_string(),
        "1 weight does not fit:\n  `layers` has no parts, `layers.0` and so on, and the file has \
         `encoder.layers.0`; an `Option<Vec<..>>` may have none"
    );
    // Places that are not similar, where there are no others.
    let blocks = shapecheck_weights::Reader::new(&bytes).unwrap().partial();
    let error = blocks.renamed(|name| name.replace("layers", "h"));
    assert_eq!(
        error.load::<Stack>().err().unwrap().to_string(),
        "1 weight does not fit:\n  `layers` has no parts, `layers.0` and so on, and the file has \
         `encoder.h.0`, `other.0`; an `Option<Vec<..>>` may have none"
    );
    assert!(load_part::<Optional>(&bytes).unwrap().layers.is_none());
    let found = shapecheck_weights::Reader::new(&bytes)
        .unwrap()
        .renamed(|name| name.replace("encoder.", ""));
    assert_eq!(found.partial().load::<Stack>().unwrap().layers.len(), 1);
}

/// The names of another prefix, of all layers on one line; what a field has is not told.
#[test]
fn the_nearest_names_are_told_of_what_is_missing() {
    #[derive(Debug, Load)]
    #[expect(dead_code)]
    struct Layer {
        weight: Tensor<f32, shape![2]>,
        bias: Tensor<f32, shape![2]>,
    }
    #[derive(Debug, Load)]
    #[expect(dead_code)]
    struct Model {
        layers: [Layer; 3],
        norms: Tensor<f32, shape![2]>,
        scale: Tensor<f32, shape![2]>,
    }
    let (elements, mut tensors) = ([0; 8], Vec::new());
    for name in ["weight", "bias"] {
        tensors.extend((0..3).map(|layer| format!("model.layers.{layer}.{name}")));
    }
    tensors.extend(["norm".to_owned(), "head".to_owned()]);
    let tensors = tensors.into_iter().map(|name| {
        let stored = shapecheck_weights::StoredTensor::new(
            shapecheck_weights::safetensors::Dtype::F32,
            &[2],
            &elements,
        );
        (name, stored.unwrap())
    });
    let reader = shapecheck_weights::Reader::of_tensors(tensors);
    let found = reader.partial().load::<Model>();
    assert_eq!(
        found.unwrap_err().to_string(),
        "8 weights do not fit:\n  \
         `layers.0.weight` is missing: the struct wants [2] of F32, and the file has `model.layers.0.weight` \
         (and 2 more of the same kind, up to `layers.2.weight`)\n  \
         `layers.0.bias` is missing: the struct wants [2] of F32, and the file has `model.layers.0.bias` \
         (and 2 more of the same kind, up to `layers.2.bias`)\n  \
         `norms` is missing: the struct wants [2] of F32, and the file has `norm`\n  \
         `scale` is missing: the struct wants [2] of F32"
    );
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

#[test]
fn problems_of_many_layers_are_one_line() {
    #[derive(Load)]
    #[allow(dead_code)]
    struct Other {
        layers: [Linear<dim!(2), dim!(3)>; 100],
        #[weights(name = "head")]
        heads: Vec<Tensor<f64, shape![3]>>,
    }
    #[derive(Save)]
    struct Found {
        layers: Vec<Linear<dim!(2), dim!(2)>>,
        head: Vec<Tensor<f32, shape![3]>>,
    }
    let found = Found {
        layers: (0..103).map(|_| linear(1.0)).collect(),
        head: vec![Tensor::zeros(); 2],
    };
    let error = load::<Other>(&save(&found).unwrap()).err().unwrap();
    let told = "\
208 weights do not fit:
  `layers.0.weight` has shape [2, 2], the struct wants [3, 2]: size 2 is not 3 at axis -2 (and 99 more of the same kind, up to `layers.99.weight`)
  `layers.0.bias` has shape [2], the struct wants [3]: size 2 is not 3 at axis -1 (and 99 more of the same kind, up to `layers.99.bias`)
  `head.0` has elements F32, the struct wants F64: a field of `f32` takes them, and `cast::<f64>()` converts its tensor (and `head.1`)
  `layers.100.bias` has shape [2], and no place in the struct (and 2 more of the same kind, up to `layers.102.bias`)
  `layers.100.weight` has shape [2, 2], and no place in the struct (and 2 more of the same kind, up to `layers.102.weight`)
  to read a part of the file: `load_part`, or `partial()` of a `Reader`";
    assert_eq!(error.to_string(), told);
    let WeightsError::Problems(problems) = error else {
        panic!("problems")
    };
    assert_eq!(problems.len(), 208);
}

#[test]
fn a_report_has_few_lines_of_a_kind() {
    #[derive(Load)]
    #[allow(dead_code)]
    struct Other {
        scale: Tensor<f32, shape![2]>,
    }
    struct Many;
    impl Save for Many {
        fn write(&self, to: &mut shapecheck_weights::Writer) {
            // Names that differ in more than numbers.
            for number in 0..500 {
                let name = format!("{}{}", ["a", "b"][number % 2], "x".repeat(number / 2));
                to.field(&name, &Tensor::<f32, shape![1]>::zeros());
            }
        }
    }
    let error = load::<Other>(&save(&Many).unwrap()).err().unwrap();
    let told = error.to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "501 weights do not fit:");
    assert_eq!(
        lines[1],
        "  `scale` is missing: the struct wants [2] of F32"
    );
    assert_eq!(
        lines[11],
        "  `axxxxxxxxx` has shape [1], and no place in the struct"
    );
    assert_eq!(
        lines[12..],
        [
            "  and 490 more have no place in the struct",
            "  to read a part of the file: `load_part`, or `partial()` of a `Reader`"
        ]
    );
}

#[test]
fn elements_are_told_with_what_takes_them() {
    use shapecheck_weights::StoredTensor;
    use shapecheck_weights::safetensors::Dtype;

    fn told<T: shapecheck_weights::Stored>(found: Dtype) -> String {
        let bytes = [0; 64];
        let sizes = [64 * 8 / found.bitsize()];
        let tensor = StoredTensor::new(found, &sizes, &bytes).unwrap();
        let reader = shapecheck_weights::Reader::of_tensors([("x".to_owned(), tensor)]);
        let mut reader = reader;
        let x: Option<Tensor<T, shape![_]>> = reader.field("x");
        let told = reader.finish(x).err().unwrap().to_string();
        let start = "1 weight does not fit:\n  `x` has elements ";
        told.strip_prefix(start).unwrap().to_owned()
    }
    #[cfg(not(feature = "half"))]
    {
        assert_eq!(
            told::<f32>(Dtype::BF16),
            "BF16, the struct wants F32: a field of `f32` takes them with the feature `half` of shapecheck-weights"
        );
        assert_eq!(
            told::<f64>(Dtype::F16),
            "F16, the struct wants F64: a field of `f32` or `half::f16` takes them with the feature `half` of shapecheck-weights"
        );
    }
    #[cfg(feature = "half")]
    {
        assert_eq!(
            told::<f64>(Dtype::BF16),
            "BF16, the struct wants F64: a field of `f32` or `half::bf16` takes them"
        );
        assert_eq!(
            told::<half::bf16>(Dtype::F32),
            "F32, the struct wants BF16: a field of `f32` takes them, and `cast::<bf16>()` converts its tensor"
        );
    }
    assert_eq!(
        told::<f32>(Dtype::I64),
        "I64, the struct wants F32: a field of `i64` takes them, and `cast::<f32>()` converts its tensor"
    );
    assert_eq!(
        told::<u8>(Dtype::BOOL),
        "BOOL, the struct wants U8: a field of `bool` takes them"
    );
    assert_eq!(
        told::<f32>(Dtype::F8_E4M3),
        "F8_E4M3, the struct wants F32: no field takes them"
    );
}

/// Elements are read from any place in memory, and transposed by squares.
#[test]
fn elements_of_all_types_are_read_from_any_place() {
    use shapecheck_weights::{Reader, Stored, StoredTensor};

    fn check<T: Stored + PartialEq + std::fmt::Debug>(element: impl Fn(usize) -> T) {
        for [batch, rows, columns] in [[1, 1, 1], [2, 3, 5], [1, 16, 16], [2, 17, 33], [3, 0, 4]] {
            let count = batch * rows * columns;
            let mut bytes = vec![0; 3];
            (0..count).for_each(|place| element(place).add_bytes(&mut bytes));
            for start in 0..4 {
                let mut memory = vec![0; start];
                memory.extend(&bytes[3..]);
                let tensor =
                    StoredTensor::new(T::DTYPE, &[batch, rows, columns], &memory[start..]).unwrap();
                let reader = || Reader::of_tensors([("x".to_owned(), tensor.clone())]);
                let found: Option<Tensor<T, shape![_, _, _]>> = reader().field("x");
                let found = found.unwrap();
                assert_eq!(found.dims(), [batch, rows, columns]);
                assert!(found.iter().copied().eq((0..count).map(&element)));
                let layout = shapecheck_weights::Layout::new().transposed();
                let transposed: Option<Tensor<T, shape![_, _, _]>> = reader().field_as("x", layout);
                assert_eq!(transposed.unwrap(), found.transpose());
            }
        }
    }
    check(|place| place as f32 - 0.5);
    check(|place| place as f64 * 1e100);
    check(|place| place as i8);
    check(|place| place as u8);
    check(|place| place as i16 - 300);
    check(|place| place as u16 + 300);
    check(|place| place as i32 - 70_000);
    check(|place| place as u32 + 70_000);
    check(|place| place as i64 - (1 << 40));
    check(|place| place as u64 + (1 << 40));
    check(|place| place % 3 == 0);
    #[cfg(feature = "half")]
    {
        check(|place| half::f16::from_f32(place as f32 / 8.0));
        check(|place| half::bf16::from_f32(place as f32));
    }
}

#[derive(Load, Save)]
struct Attention {
    /// `[H * D, E]` in the file.
    #[weights(merged = -3..=-2)]
    queries: Tensor<f32, shape![2, 3, 5]>,
    /// `[3 * H * D, E]` in the file.
    #[weights(merged = -4..=-2)]
    all: Tensor<f32, shape![3, 2, 3, 5]>,
    /// `[H * D, E]` in the file, as the transpose of `[E, H * D]`.
    #[weights(merged = -2..=-1, transposed)]
    output: Tensor<f32, shape![5, 2, 3]>,
    #[weights(merged = -2..=-1, name = "bias")]
    biases: Vec<Tensor<f32, shape![2, 3]>>,
}

fn attention() -> Attention {
    Attention {
        queries: Tensor::from_fn(|[h, d, e]| (100 * h + 10 * d + e) as f32),
        all: Tensor::from_fn(|[n, h, d, e]| (1000 * n + 100 * h + 10 * d + e) as f32),
        output: Tensor::from_fn(|[e, h, d]| (100 * e + 10 * h + d) as f32),
        biases: vec![Tensor::from([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]])],
    }
}

#[test]
fn axes_that_are_one_in_the_file_are_split() {
    #[derive(Load)]
    struct InFile {
        queries: Tensor<f32, shape![6, 5]>,
        all: Tensor<f32, shape![18, 5]>,
        output: Tensor<f32, shape![6, 5]>,
        bias: Vec<Tensor<f32, shape![6]>>,
    }
    let bytes = save(&attention()).unwrap();
    let in_file: InFile = load(&bytes).unwrap();
    assert_eq!(in_file.queries[[3 + 2, 4]], 124.0);
    assert_eq!(in_file.all[[2 * 6 + 3 + 2, 4]], 2124.0);
    assert_eq!(in_file.output[[3 + 2, 4]], 412.0);
    assert_eq!(in_file.bias[0].to_vec(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let (same, other) = (load::<Attention>(&bytes).unwrap(), attention());
    assert_eq!((same.queries, same.all), (other.queries, other.all));
    assert_eq!((same.output, same.biases), (other.output, other.biases));

    #[derive(Save)]
    struct Other {
        queries: Tensor<f32, shape![7, 5]>,
        all: Tensor<f32, shape![3, 2, 3, 5]>,
        output: Tensor<f32, shape![6, 4]>,
        bias: [Tensor<f32, shape![5]>; 2],
    }
    let other = Other {
        queries: Tensor::zeros(),
        all: Tensor::zeros(),
        output: Tensor::zeros(),
        bias: [Tensor::zeros(), Tensor::zeros()],
    };
    let error = load::<Attention>(&save(&other).unwrap()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "\
5 weights do not fit:
  `queries` has shape [7, 5], the struct wants [6, 5]: size 7 is not 6 at axis -2
  `all` has shape [3, 2, 3, 5], the struct wants [18, 5]: 4 axes are not 2
  `output` has shape [6, 4], the struct wants [6, 5]: size 4 is not 5 at axis -1
  `bias.0` has shape [5], the struct wants [6]: size 5 is not 6 at axis -1 (and `bias.1`)"
    );
}

#[test]
fn names_say_how_an_axis_is_split() {
    #[derive(Load)]
    struct Named {
        #[weights(merged = -3..=-2)]
        queries: Tensor<f32, shape![Heads, Head, Width]>,
        #[weights(merged = -2..=-1, transposed)]
        output: Tensor<f32, shape![Width, Heads, 2 * Head]>,
        #[weights(merged = -2..=-1)]
        any: Tensor<f32, shape![_, 2]>,
    }
    #[derive(Save)]
    struct InFile {
        queries: Tensor<f32, shape![_, _]>,
        output: Tensor<f32, shape![_, _]>,
        any: Tensor<f32, shape![_]>,
    }
    let in_file = |queries, output, any| {
        let in_file = InFile {
            queries: Tensor::ones_with(<shape![_, _]>::of(queries)),
            output: Tensor::ones_with(<shape![_, _]>::of(output)),
            any: Tensor::ones_with(<shape![_]>::of([any])),
        };
        save(&in_file).unwrap()
    };
    let bytes = in_file([12, 5], [24, 5], 14);
    let mut sizes = NamedSizes::of(&<shape![Heads]>::of([4]));
    let named: Named = load_with(&bytes, &mut sizes).unwrap();
    assert_eq!(named.queries.dims(), [4, 3, 5]);
    assert_eq!(named.output.dims(), [5, 4, 6]);
    assert_eq!(named.any.dims(), [7, 2]);
    assert_eq!(sizes.get(), Some(Head::of(3)));

    let mut sizes = NamedSizes::of(&<shape![Heads]>::of([4]));
    let bytes = in_file([13, 5], [24, 5], 13);
    let error = load_with::<Named>(&bytes, &mut sizes).err().unwrap();
    assert_eq!(
        error.to_string(),
        "\
2 weights do not fit:
  `queries` has shape [13, 5], the struct wants [Heads * Head, Width]: size 13 is not a multiple of 4 at axis -2
  `any` has shape [13], the struct wants [_ * 2]: size 13 is not a multiple of 2 at axis -1"
    );
    let bytes = in_file([12, 5], [25, 5], 2);
    let error = load_with::<Named>(&bytes, &mut sizes).err().unwrap();
    assert_eq!(
        error.to_string(),
        "\
1 weight does not fit:
  `output` has shape [25, 5], the struct wants [Heads * (2 * Head), Width]: size 25 is not 24 at axis -2"
    );
    let error = load::<Named>(&in_file([12, 5], [24, 5], 2)).err().unwrap();
    let told = "`queries` has shape [12, 5], the struct wants [Heads * Head, Width]: nothing says which sizes make 12 at axis -2; `load_with` takes sizes of names";
    assert!(error.to_string().contains(told), "{error}");
}

#[test]
fn names_are_mapped_to_fields() {
    use shapecheck_weights::Reader;

    #[derive(Load)]
    struct Block {
        scale: Tensor<f32, shape![2]>,
        #[expect(dead_code)]
        up: Linear<dim!(2), dim!(2)>,
    }
    #[derive(Load)]
    struct Blocks {
        blocks: Vec<Block>,
    }
    struct InFile;
    impl Save for InFile {
        fn write(&self, to: &mut shapecheck_weights::Writer) {
            for layer in 0..12 {
                let place = format!("bert.encoder.layer.{layer}");
                let gamma = Tensor::<f32, shape![2]>::full(layer as f32);
                to.field(&format!("{place}.norm.gamma"), &gamma);
                to.field(&format!("{place}.dense"), &linear::<dim!(2), dim!(2)>(1.0));
            }
        }
    }
    let bytes = save(&InFile).unwrap();
    let table = [
        ("bert.encoder.layer.", "blocks."),
        ("norm.gamma", "scale"),
        (".dense.", ".up."),
    ];
    let rename = |name: &str| {
        let renamed = |name: String, (from, to): &(&str, &str)| name.replace(from, to);
        table.iter().fold(name.to_owned(), renamed)
    };
    let found: Blocks = Reader::new(&bytes).unwrap().renamed(rename).load().unwrap();
    assert_eq!(found.blocks.len(), 12);
    assert_eq!(found.blocks[11].scale.to_vec(), [11.0, 11.0]);

    let one_name = |name: &str| name.replace("norm.gamma", "dense.weight");
    let reader = Reader::new(&bytes).unwrap().renamed(one_name).partial();
    let error = reader.load::<Blocks>().err().unwrap();
    let told = "`bert.encoder.layer.0.dense.weight` is the name that `bert.encoder.layer.0.dense.weight` and `bert.encoder.layer.0.norm.gamma` both get";
    assert!(error.to_string().contains(told), "{error}");
}

#[test]
fn exchanged_axes_are_told_as_such() {
    dims! { Up = 6, Down = 4 }
    #[derive(Save)]
    struct Any {
        plain: Tensor<f32, shape![_, _]>,
        named: Tensor<f32, shape![_, _]>,
        turned: Tensor<f32, shape![_, _]>,
        width: Tensor<f32, shape![_, _]>,
    }
    #[derive(Load)]
    #[allow(dead_code)]
    struct Fields {
        plain: Tensor<f32, shape![4, 6]>,
        named: Tensor<f32, shape![Down, Up]>,
        #[weights(transposed)]
        turned: Tensor<f32, shape![_, 6]>,
        width: Tensor<f32, shape![Width, 3]>,
    }
    let of = |sizes: [[usize; 2]; 4]| {
        let [plain, named, turned, width] =
            sizes.map(|sizes| Tensor::ones_with(<shape![_, _]>::of(sizes)));
        save(&Any {
            plain,
            named,
            turned,
            width,
        })
        .unwrap()
    };
    let error = load::<Fields>(&of([[6, 4], [6, 4], [4, 6], [3, 5]]))
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "\
4 weights do not fit:
  `plain` has shape [6, 4], the struct wants [4, 6]: the last two axes are exchanged. `#[weights(transposed)]` reads them so, which is \
         right only if what wrote the file has them in this order
  `named` has shape [6, 4], the struct wants [Down = 4, Up = 6]: the last two axes are exchanged. `#[weights(transposed)]` reads them \
         so, which is right only if what wrote the file has them in this order
  `turned` has shape [4, 6], the struct wants [6, _]: the last two axes are exchanged. The field says `transposed`, which is right only \
         if what wrote the file has them in the other order
  `width` has shape [3, 5], the struct wants [Width = 5, 3]: the last two axes are exchanged. `#[weights(transposed)]` reads them so, \
         which is right only if what wrote the file has them in this order"
    );
    // What no exchange helps has the words that it had.
    let error = load::<Fields>(&of([[6, 5], [6, 6], [6, 4], [5, 3]]))
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "\
2 weights do not fit:
  `plain` has shape [6, 5], the struct wants [4, 6]: size 5 is not 6 at axis -1
  `named` has shape [6, 6], the struct wants [Down = 4, Up = 6]: size 6 is not 4 at axis -2"
    );
}
