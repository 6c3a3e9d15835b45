//! Small problems that models of layers learn.

use shapecheck::engine::Models;
use shapecheck::window::{Conv, Pad, Pool, Stride, Window};
use shapecheck::{Dim, Host, Scalar, Tensor, TensorOn, dim, shape};
use shapecheck_grad::{Adam, Grad, Parameters, Sgd, Traces};
use shapecheck_nn::{
    Attention, BatchNorm2d, Conv2d, Dropout, Embedding, Evaluating, Flatten, Gru, Layer, Linear,
    Lstm, MaxPool2d, Mlp, Mode, Random, Relu, RmsNorm, Sequential, Tanh, Training,
};
use shapecheck_weights::{Load, Save, load, save};

use crate::generator;

#[test]
fn a_linear_layer_has_the_gradients_of_its_formula() {
    let layer = Linear::<dim!(2), dim!(1), Grad<Host>, f64>::random(&mut generator()).tracked();
    let x = Grad::constant(Tensor::<f64, shape![3, 2]>::from([
        [1.0, 2.0],
        [0.0, 1.0],
        [4.0, 0.0],
    ]));
    let gradients = layer.forward(&x).total().backward();
    assert_eq!(gradients.of(&layer.weight).to_vec(), [5.0, 3.0]);
    assert_eq!(
        gradients.of(layer.bias.as_ref().expect("a bias")).to_vec(),
        [3.0]
    );
}

#[test]
fn both_biases_of_an_lstm_have_one_gradient() {
    let layer = Lstm::<dim!(2), dim!(3), Grad<Host>, f64>::random(&mut generator()).tracked();
    let x = Grad::constant(Tensor::<f64, shape![4, 2]>::ones());
    let gradients = layer.forward(&x).total().backward();
    let of_input = gradients.of(&layer.bias_ih);
    assert_eq!(of_input, gradients.of(&layer.bias_hh));
    assert!(of_input.abs().max() > 0.0);
}

#[test]
fn a_perceptron_learns_whether_two_signs_are_equal() {
    type Model = Mlp<dim!(2), dim!(8), dim!(2), Tanh, Grad<Host>>;
    let mut model = Model::random(&mut generator()).tracked();
    let x = Grad::constant(Tensor::from([
        [1.0, 1.0],
        [1.0, -1.0],
        [-1.0, 1.0],
        [-1.0, -1.0],
    ]));
    let labels = Grad::constant(Tensor::from([0, 1, 1, 0]));
    let mut optimizer = Sgd::new(0.2).momentum(0.9);
    for _ in 0..200 {
        let loss = model.forward(&x).along::<-1>().cross_entropy(&labels);
        optimizer.step(&mut model, &loss.backward());
    }
    let loss = model.forward(&x).along::<-1>().cross_entropy(&labels);
    assert!(loss.detach().into_scalar() < 0.02);
}

type Maps = Conv<Stride<1>, Pad<1>>;

/// Reads images of 6 by 6.
#[derive(Parameters, Load, Save)]
struct Reader<M: Mode, E: Models<f32>> {
    maps: Sequential<(
        Conv2d<dim!(1), dim!(4), dim!(3), Maps, E>,
        BatchNorm2d<dim!(4), M, E>,
        Relu,
        MaxPool2d<Pool<Window<2>>>,
        Flatten,
    )>,
    dropout: Dropout<M>,
    scores: Linear<dim!(36), dim!(2), E>,
}

impl<M: Mode, E: Models<f32>> Reader<M, E> {
    fn forward<B: Dim>(
        &self,
        images: &TensorOn<f32, shape![B, 1, 6, 6], E>,
    ) -> TensorOn<f32, shape![B, 2], E> {
        let maps = self.maps.forward(images);
        self.scores.forward(&self.dropout.forward(&maps))
    }
}

/// Images of a bar, across or down, and which of the two it is.
fn bars<E: Models<f32>>() -> (
    TensorOn<f32, shape![12, 1, 6, 6], E>,
    TensorOn<usize, shape![12], E>,
) {
    let images = TensorOn::from_fn(|[image, _, row, column]| {
        let place = if image % 2 == 0 { row } else { column };
        f32::from(u8::from(place == image / 2))
    });
    (images, TensorOn::from_fn(|[image]| image % 2))
}

#[test]
fn a_convolutional_network_learns_and_is_used_without_gradients()
-> Result<(), Box<dyn std::error::Error>> {
    let generator = &mut generator();
    let mut model = Reader::<Training, Grad<Host>> {
        maps: Random::random(generator),
        dropout: Dropout::new(0.2, 5),
        scores: Linear::random(generator),
    }
    .tracked();
    let (images, labels) = bars::<Grad<Host>>();
    let loss = |model: &Reader<_, _>| -> TensorOn<f32, Scalar, Grad<Host>> {
        model.forward(&images).along::<-1>().cross_entropy(&labels)
    };
    // Statistics are no parameters, so an optimiser leaves them alone.
    let gradients = loss(&model).backward();
    let norm = &model.maps.0.1;
    assert!(gradients.try_of(&norm.running_mean()).is_err());
    assert!(gradients.try_of(&norm.weight).is_ok());
    // They keep no batch: nothing that they were computed from has a gradient through them.
    let of_statistics = (norm.running_mean() * &norm.weight).total().backward();
    assert!(of_statistics.try_of(&model.maps.0.0.weight).is_err());
    let mut optimizer = Adam::new(0.01);
    for _ in 0..150 {
        let gradients = loss(&model).backward();
        optimizer.step(&mut model, &gradients);
    }

    // From the file, the same model has no tape and normalizes by what it learned.
    let file = save(&model)?;
    let reader: Reader<Evaluating, Host> = load(&file)?;
    let mut counted = shapecheck_weights::Reader::new(&file)?;
    let batches = counted.field::<Tensor<i64, shape![]>>("maps.1.num_batches_tracked");
    assert_eq!(batches.expect("a number").into_scalar(), 151);
    let (images, labels) = bars::<Host>();
    let found = reader
        .forward(&images)
        .argmax_axis::<-1>()
        .remove_axis::<-1>();
    assert_eq!(found, labels);
    let one: Tensor<f32, shape![1, 1, 6, 6]> = images.narrow::<-4, dim!(1)>(3);
    let alone = reader.forward(&one);
    let among: Tensor<f32, shape![1, 2]> = reader.forward(&images).narrow::<-2, dim!(1)>(3);
    assert!(alone.all_close(&among, 1e-5, 1e-5), "{alone} {among}");
    Ok(())
}

/// Sequences of six tokens of four.
fn sequences() -> Tensor<usize, shape![16, 6]> {
    Tensor::from_fn(|[sequence, place]| (sequence * 7 + sequence * place * 5 + place * place) % 4)
}

/// Trains a model to give these tokens, and returns the loss at first and at last.
fn trained<M: Parameters>(
    model: M,
    scores: impl Fn(&M) -> TensorOn<f32, shape![16, 6, 4], Grad<Host>>,
    expected: impl Fn(usize, usize) -> usize,
) -> [f32; 2] {
    let labels = Grad::constant(Tensor::<usize, shape![16, 6]>::from_fn(
        |[sequence, place]| expected(sequence, place),
    ));
    let mut model = model.tracked();
    let mut optimizer = Adam::new(0.02);
    let mut losses = Vec::new();
    for _ in 0..150 {
        let loss = scores(&model).along::<-1>().cross_entropy(&labels);
        losses.push(loss.detach().into_scalar());
        optimizer.step(&mut model, &loss.backward());
    }
    [losses[0], losses[149]]
}

type Tokens = Embedding<dim!(4), dim!(8), Grad<Host>>;
type Scores = Linear<dim!(8), dim!(4), Grad<Host>>;

#[test]
fn recurrent_layers_learn_to_remember_the_first_token() {
    let (generator, tokens) = (&mut generator(), sequences());
    let x = Grad::constant(tokens.clone());
    let lstm =
        Sequential::<(Tokens, Lstm<dim!(8), dim!(8), Grad<Host>>, Scores)>::random(generator);
    let gru = Sequential::<(Tokens, Gru<dim!(8), dim!(8), Grad<Host>>, Scores)>::random(generator);
    let first = |sequence, _| tokens[[sequence, 0]];
    let losses = [
        trained(lstm, |model| model.forward(&x), first),
        trained(gru, |model| model.forward(&x), first),
    ];
    for [before, after] in losses {
        assert!(before > 1.0 && after < 0.1, "{losses:?}");
    }
}

/// Tokens with their places, and attention among them.
#[derive(Parameters)]
struct Looks {
    tokens: Tokens,
    places: TensorOn<f32, shape![6, 8], Grad<Host>>,
    norm: RmsNorm<dim!(8), Grad<Host>>,
    attention: Attention<dim!(8), dim!(2), dim!(4), dim!(2), Grad<Host>>,
    scores: Scores,
}

#[test]
fn attention_learns_to_look_at_the_first_token() {
    let (generator, tokens) = (&mut generator(), sequences());
    let x = Grad::constant(tokens.clone());
    let model = Looks {
        tokens: Embedding::random(generator),
        places: Embedding::<dim!(6), dim!(8), _>::random(generator).weight,
        norm: RmsNorm::new(),
        attention: Attention::random(generator),
        scores: Linear::random(generator),
    };
    let scores = |model: &Looks| {
        let x = model.tokens.forward(&x) + &model.places;
        model
            .scores
            .forward(&model.attention.forward(&model.norm.forward(&x)))
    };
    let [before, after] = trained(model, scores, |sequence, _| tokens[[sequence, 0]]);
    assert!(before > 1.0 && after < 0.1, "{before} {after}");
}
