//! Files with PyTorch's names.

use std::collections::BTreeMap;

use shapecheck::window::{Conv, Pad, Stride};
use shapecheck::{Host, Tensor, dim, dims, shape};
use shapecheck_nn::{
    Attention, BatchNorm2d, Conv1d, Conv2d, ConvTranspose2d, Dropout, Embedding, Epsilon,
    Evaluating, Gru, Layer, LayerNorm, Linear, Lstm, Mlp, Relu, RmsNorm, Sequential,
};
use shapecheck_weights::safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use shapecheck_weights::{Load, Save, load, load_part, save};

/// A file with `0, 1, 2, ..` in each of these tensors, and in the last the integer 7.
fn file(tensors: &[(&str, &[usize])]) -> Vec<u8> {
    let bytes = |sizes: &[usize]| -> Vec<u8> {
        let numbers = 0..sizes.iter().product();
        numbers
            .flat_map(|number: usize| (number as f32).to_le_bytes())
            .collect()
    };
    let data: Vec<Vec<u8>> = tensors.iter().map(|(_, sizes)| bytes(sizes)).collect();
    let views = tensors.iter().zip(&data).map(|((name, sizes), data)| {
        let view = TensorView::new(Dtype::F32, sizes.to_vec(), data).expect("a tensor");
        ((*name).to_owned(), view)
    });
    let seven = 7_i64.to_le_bytes();
    let count = TensorView::new(Dtype::I64, Vec::new(), &seven).expect("a number");
    let counted = ("norm.num_batches_tracked".to_owned(), count);
    let has_norm = tensors.iter().any(|(name, _)| *name == "norm.running_var");
    serialize(views.chain(has_norm.then_some(counted)), None).expect("a file")
}

#[derive(Load, Save)]
struct Model {
    embedding: Embedding<dim!(5), dim!(4)>,
    conv: Conv2d<dim!(1), dim!(2), dim!(3), Conv<Stride<1>, Pad<1>>>,
    #[weights(name = "upsample.0")]
    up: ConvTranspose2d<dim!(2), dim!(3), dim!(2)>,
    along: Conv1d<dim!(4), dim!(4), dim!(3)>,
    norm: BatchNorm2d<dim!(2), Evaluating>,
    lstm: Lstm<dim!(4), dim!(3)>,
    gru: Gru<dim!(4), dim!(3)>,
    self_attn: Attention<dim!(4), dim!(1), dim!(2), dim!(2)>,
    input_layernorm: RmsNorm<dim!(4)>,
    last: LayerNorm<dim!(4)>,
    mlp: Mlp<dim!(4), dim!(6), dim!(4)>,
    head: Sequential<(
        Linear<dim!(4), dim!(3)>,
        Relu,
        Dropout<Evaluating>,
        Linear<dim!(3), dim!(2)>,
    )>,
}

/// What `state_dict()` of such a model in PyTorch has.
const TENSORS: [(&str, &[usize]); 37] = [
    ("embedding.weight", &[5, 4]),
    ("conv.weight", &[2, 1, 3, 3]),
    ("conv.bias", &[2]),
    ("upsample.0.weight", &[2, 3, 2, 2]),
    ("along.weight", &[4, 4, 3]),
    ("along.bias", &[4]),
    ("norm.weight", &[2]),
    ("norm.bias", &[2]),
    ("norm.running_mean", &[2]),
    ("norm.running_var", &[2]),
    ("lstm.weight_ih_l0", &[12, 4]),
    ("lstm.weight_hh_l0", &[12, 3]),
    ("lstm.bias_ih_l0", &[12]),
    ("lstm.bias_hh_l0", &[12]),
    ("gru.weight_ih_l0", &[9, 4]),
    ("gru.weight_hh_l0", &[9, 3]),
    ("gru.bias_ih_l0", &[9]),
    ("gru.bias_hh_l0", &[9]),
    ("self_attn.q_proj.weight", &[4, 4]),
    ("self_attn.q_proj.bias", &[4]),
    ("self_attn.k_proj.weight", &[2, 4]),
    ("self_attn.k_proj.bias", &[2]),
    ("self_attn.v_proj.weight", &[2, 4]),
    ("self_attn.v_proj.bias", &[2]),
    ("self_attn.o_proj.weight", &[4, 4]),
    ("input_layernorm.weight", &[4]),
    ("last.weight", &[4]),
    ("last.bias", &[4]),
    ("mlp.fc1.weight", &[6, 4]),
    ("mlp.fc1.bias", &[6]),
    ("mlp.fc2.weight", &[4, 6]),
    ("mlp.fc2.bias", &[4]),
    ("head.0.weight", &[3, 4]),
    ("head.0.bias", &[3]),
    ("head.3.weight", &[2, 3]),
    ("head.3.bias", &[2]),
    ("upsample.0.bias", &[3]),
];

#[test]
fn a_file_of_pytorch_fills_a_model_which_saves_the_same_file()
-> Result<(), Box<dyn std::error::Error>> {
    let bytes = file(&TENSORS);
    let model: Model = load(&bytes)?;
    assert_eq!(model.conv.weight[[1, 0, 2, 0]], 15.0);
    // Gate 2 of the state, row 1 of 3.
    assert_eq!(model.lstm.weight_hh[[2, 1, 2]], 23.0);
    assert_eq!(model.gru.bias_ih[[1, 2]], 5.0);
    assert!(model.self_attn.q_proj.bias.is_some() && model.self_attn.o_proj.bias.is_none());
    assert_eq!(model.head.0.3.weight[[1, 2]], 5.0);
    assert_eq!(model.norm.running_var().to_vec(), [0.0, 1.0]);
    assert_eq!(model.last.epsilon, Epsilon(1e-5));

    let saved = save(&model)?;
    let contents = |bytes: &[u8]| -> BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)> {
        let tensors = SafeTensors::deserialize(bytes).expect("a file").tensors();
        let tensors = tensors.into_iter().map(|(name, tensor)| {
            (
                name,
                (
                    tensor.dtype(),
                    tensor.shape().to_vec(),
                    tensor.data().to_vec(),
                ),
            )
        });
        tensors.collect()
    };
    assert_eq!(contents(&saved), contents(&bytes));
    Ok(())
}

#[test]
fn an_error_has_the_names_of_the_file() {
    #[derive(Load)]
    #[expect(dead_code)]
    struct Wrong {
        lstm: Lstm<dim!(4), dim!(5), Host>,
        self_attn: Attention<dim!(4), dim!(1), dim!(2)>,
        head: Sequential<(Linear<dim!(4), dim!(3)>, Linear<dim!(3), dim!(2)>)>,
        scale: Tensor<f32, shape![1]>,
    }
    let error = load_part::<Wrong>(&file(&TENSORS))
        .err()
        .expect("other sizes")
        .to_string();
    for line in [
        "`lstm.weight_hh_l0` has shape [12, 3]",
        "`self_attn.q_proj.weight` has shape [4, 4], the struct wants [2, 4]",
        "`head.1.weight` is missing: the struct wants [2, 3] of F32",
        "`scale` is missing",
    ] {
        assert!(error.contains(line), "{line}\n{error}");
    }
}

dims! { Width, Hidden, Heads, Batch, Seq }

#[derive(Load, Save)]
struct Named {
    up: Linear<Width, Hidden>,
    down: Linear<Hidden, Width>,
    norm: LayerNorm<Width>,
    attention: Attention<Width, Heads, dim!(3)>,
}

#[test]
fn sizes_with_names_come_from_the_file() -> Result<(), Box<dyn std::error::Error>> {
    let layer = [
        ("up.weight", &[6, 4][..]),
        ("down.weight", &[4, 6]),
        ("down.bias", &[4]),
        ("norm.weight", &[4]),
        ("norm.bias", &[4]),
        ("attention.q_proj.weight", &[6, 4]),
        ("attention.k_proj.weight", &[6, 4]),
        ("attention.v_proj.weight", &[6, 4]),
        ("attention.o_proj.weight", &[4, 6]),
    ];
    let bytes = file(&layer);
    let model: Named = load(&bytes)?;
    let x = Tensor::<f32, _>::ones_with(<shape![Batch, Seq, Width]>::of([2, 5, 4]));
    let hidden: Tensor<f32, shape![Batch, Seq, Hidden]> = model.up.forward(&model.norm.forward(&x));
    assert_eq!(model.down.forward(&hidden).dims(), [2, 5, 4]);
    // Two heads of three numbers each.
    let (queries, ..) = model.attention.heads(&x);
    assert_eq!(queries.dims(), [2, 2, 1, 5, 3]);
    let y: Tensor<f32, shape![Batch, Seq, Width]> = model.attention.forward(&x);
    assert_eq!(y.dims(), [2, 5, 4]);
    Ok(())
}
