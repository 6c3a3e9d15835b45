//! Structs whose sizes are const parameters, filled from files and saved.

use shapecheck::{Tensor, View, checked, shape};
use shapecheck_weights::{Load, Save, load, load_part, save};

#[checked]
#[derive(Clone, Debug, Default, PartialEq, Load, Save)]
struct Linear<const I: usize, const O: usize = 2> {
    #[weights(transposed)]
    weight: Tensor<f32, shape![I, O]>,
    bias: Option<Tensor<f32, shape![O]>>,
}

/// Heads that are one axis in the file, and a product.
#[checked]
#[derive(Clone, Debug, PartialEq, Load, Save)]
struct Attention<const E: usize, const H: usize, const D: usize> {
    #[weights(merged = -3..=-2)]
    query: Tensor<f32, shape![H, D, E]>,
    output: Tensor<f32, shape![E, H * D]>,
}

#[checked]
impl<const E: usize, const H: usize, const D: usize> Default for Attention<E, H, D> {
    fn default() -> Self {
        Self {
            query: Tensor::default(),
            output: Tensor::<f32, shape![E, H * D]>::default(),
        }
    }
}

#[checked]
#[derive(Clone, Debug, Default, PartialEq, Load, Save)]
struct Model<const E: usize, const H: usize, const D: usize> {
    layers: Vec<Attention<E, H, D>>,
    head: Linear<E>,
}

#[checked]
#[derive(Load)]
struct Borrowed<'file, const O: usize> {
    bias: View<'file, f32, shape![O]>,
}

fn model() -> Model<4, 3, 2> {
    let counted = |[head, row, column]: [usize; 3]| (100 * head + 10 * row + column) as f32;
    Model {
        layers: vec![Attention {
            query: Tensor::from_fn(counted),
            output: Tensor::ones(),
        }],
        head: Linear {
            weight: Tensor::from_fn(|[row, column]| (10 * row + column) as f32),
            bias: None,
        },
    }
}

#[test]
fn what_is_saved_is_loaded() {
    let bytes = save(&model()).unwrap();
    let same: Model<4, 3, 2> = load(&bytes).unwrap();
    assert_eq!(same, model());
    assert_ne!(same, Model::default());
    let file = shapecheck_weights::safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(file.tensor("layers.0.query").unwrap().shape(), [6, 4]);
    assert_eq!(file.tensor("head.weight").unwrap().shape(), [2, 4]);
    assert_eq!(
        load::<Model<4, 2, 2>>(&bytes).unwrap_err().to_string(),
        "2 weights do not fit:\n  \
         `layers.0.query` has shape [6, 4], the struct wants [4, 4]: size 6 is not 4 at axis -2\n  \
         `layers.0.output` has shape [4, 6], the struct wants [4, 4]: size 6 is not 4 at axis -1"
    );
}

#[test]
fn views_and_structs_of_one_size() {
    let bias = Some(Tensor::from([1.0, 2.0, 3.0]));
    let bytes = save(&Linear::<1, 3> {
        bias,
        ..Linear::default()
    })
    .unwrap();
    let borrowed: Borrowed<3> = load_part(&bytes).unwrap();
    assert_eq!(borrowed.bias.to_vec(), [1.0, 2.0, 3.0]);
    assert!(load_part::<Borrowed<4>>(&bytes).is_err());
}
