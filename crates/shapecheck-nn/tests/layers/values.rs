//! What each layer gives, next to other operations that give the same.

use std::marker::PhantomData;

use shapecheck::rand::distr::Uniform;
use shapecheck::tensor::cache::KeyValueCache;
use shapecheck::window::{Conv, ConvTranspose, Dilation, Groups, Pad, Pool, Same, Stride, Window};
use shapecheck::{Host, Tensor, axes, dim, dims, einsum, shape};
use shapecheck_nn::{
    Attention, BatchNorm2d, Conv1d, Conv2d, ConvTranspose2d, Dropout, Embedding, Epsilon,
    Evaluating, Flatten, Gelu, Gru, Layer, LayerNorm, Linear, Lstm, MaxPool2d, Mlp, Random, Relu,
    RmsNorm, Sequential, Silu, Tanh, sized,
};

use crate::{assert_close, generator, random};

#[test]
fn a_linear_layer_is_a_product_and_a_sum() {
    let layer = Linear::<dim!(3), dim!(2), Host, f64>::random(&mut generator());
    let x = random::<shape![5, 4, 3]>();
    let bias = layer.bias.as_ref().expect("a bias").clone();
    let product = einsum!("b t i, o i -> b t o"; &x, &layer.weight);
    assert_close(&layer.forward(&x), &(&product + &bias));
    assert_close(&layer.without_bias().forward(&x), &product);
}

#[test]
fn an_embedding_is_a_product_with_indicators() {
    let table = Embedding::<dim!(6), dim!(4), Host, f64>::random(&mut generator());
    let tokens = Tensor::<usize, shape![2, 3]>::from([[5, 0, 3], [3, 1, 5]]);
    let of_token = |[row, place, token]: [usize; 3]| f64::from(tokens[[row, place]] == token);
    let indicators = Tensor::<f64, shape![2, 3, 6]>::from_fn(of_token);
    assert_close(&table.forward(&tokens), &indicators.matmul(&table.weight));
}

#[test]
fn a_convolution_is_a_loop_over_places() {
    type Settings = Conv<Stride<2>, Pad<1>>;
    let layer =
        Conv2d::<dim!(2), dim!(3), dim!(3), Settings, Host, f64, dim!(2)>::random(&mut generator());
    let bias = layer.bias.as_ref().expect("a bias");
    let x = random::<shape![2, 2, 7, 6]>();
    let found: Tensor<f64, shape![2, 3, 4, 4]> = layer.forward(&x);
    let expected = Tensor::from_fn(|[image, channel, row, column]| {
        let mut sum = bias[[channel]];
        for (from, down, right) in each([2, 3, 2]) {
            let place = [
                (2 * row + down).checked_sub(1),
                (2 * column + right).checked_sub(1),
            ];
            if let [Some(row @ ..7), Some(column @ ..6)] = place {
                sum += x[[image, from, row, column]] * layer.weight[[channel, from, down, right]];
            }
        }
        sum
    });
    assert_close(&found, &expected);
}

fn each([first, second, third]: [usize; 3]) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..first * second * third).map(move |place| {
        (
            place / (second * third),
            place / third % second,
            place % third,
        )
    })
}

#[test]
fn a_convolution_along_one_axis_is_one_along_two_of_which_one_is_short() {
    type Settings = Conv<Stride<1>, Same, Dilation<2>>;
    let layer = Conv1d::<dim!(2), dim!(3), dim!(3), Settings, Host, f64>::random(&mut generator());
    let wide = Conv2d::<dim!(2), dim!(3), dim!(1), Settings, Host, f64, dim!(3)> {
        weight: layer.weight.insert_axis::<-2>(),
        bias: layer.bias.clone(),
        settings: PhantomData,
    };
    let x = random::<shape![4, 2, 9]>();
    let found: Tensor<f64, shape![4, 3, 9]> = layer.forward(&x);
    assert_close(
        &found,
        &wide.forward(&x.insert_axis::<-2>()).remove_axis::<-2>(),
    );
    let bias = layer.bias.as_ref().expect("a bias").insert_axis::<-1>();
    assert_close(&(layer.without_bias().forward(&x) + bias), &found);
}

#[test]
fn groups_of_channels_are_convolutions_next_to_each_other() {
    type Settings = Conv<Stride<1>, Pad<0>, Dilation<1>, Groups<2>>;
    let layer = Conv2d::<dim!(3), dim!(4), dim!(2), Settings, Host, f64>::random(&mut generator());
    let x = random::<shape![1, 6, 5, 5]>();
    let half = |group: usize| {
        let kernels: Tensor<f64, shape![2, 3, 2, 2]> =
            layer.weight.narrow::<-4, dim!(2)>(2 * group);
        let bias: Tensor<f64, shape![2]> = layer
            .bias
            .as_ref()
            .expect("a bias")
            .narrow::<-1, dim!(2)>(2 * group);
        let part = Conv2d::<dim!(3), dim!(2), dim!(2), Conv, Host, f64> {
            weight: kernels,
            bias: Some(bias),
            settings: PhantomData,
        };
        part.forward(&x.narrow::<-3, dim!(3)>(3 * group))
    };
    assert_close(&layer.forward(&x), &half(0).along::<-3>().concat(&half(1)));
}

#[test]
fn a_transposed_convolution_is_the_transpose_of_a_convolution() {
    type Halves = Conv<Stride<2>, Pad<1>>;
    type Doubles = ConvTranspose<Stride<2>, Pad<1>>;
    let doubles =
        ConvTranspose2d::<dim!(3), dim!(2), dim!(4), Doubles, Host, f64>::random(&mut generator());
    let bias = doubles.bias.clone().expect("a bias");
    let halves = Conv2d::<dim!(2), dim!(3), dim!(4), Halves, Host, f64> {
        weight: doubles.weight.clone(),
        bias: None,
        settings: PhantomData,
    };
    let (small, large) = (
        random::<shape![1, 3, 4, 4]>(),
        random::<shape![1, 2, 8, 8]>(),
    );
    let with_bias: Tensor<f64, shape![1, 2, 8, 8]> = doubles.forward(&small);
    let doubled = doubles.without_bias().forward(&small);
    let difference = (with_bias - &doubled) - bias.insert_axis::<-1>().insert_axis::<-1>();
    assert!(difference.abs().max() < 1e-12);
    let products = [
        (&doubled * &large).sum(),
        (&small * halves.forward(&large)).sum(),
    ];
    assert!((products[0] - products[1]).abs() < 1e-9, "{products:?}");
}

#[test]
fn norms_are_differences_and_quotients() {
    let x = random::<shape![4, 3, 5]>();
    let weight = random::<shape![5]>();
    let norm = LayerNorm::<dim!(5), Host, f64> {
        weight: weight.clone(),
        bias: weight.exp(),
        epsilon: Epsilon(0.1),
    };
    let centred = &x - x.mean_axis::<-1>();
    let deviation = ((&centred * &centred).mean_axis::<-1>() + 0.1).sqrt();
    assert_close(
        &norm.forward(&x),
        &(centred / deviation * &weight + weight.exp()),
    );

    let norm = RmsNorm::<dim!(5), Host, f64> {
        weight: weight.clone(),
        epsilon: Epsilon(0.1),
    };
    let root = ((&x * &x).mean_axis::<-1>() + 0.1).sqrt();
    assert_close(&norm.forward(&x), &(&x / root * &weight));

    let new = LayerNorm::<dim!(5), Host, f64>::default();
    let plain = RmsNorm::<dim!(5), Host, f64>::default();
    assert_eq!(
        (new.epsilon, new.weight.sum(), new.bias.sum()),
        (Epsilon(1e-5), 5.0, 0.0)
    );
    assert_eq!((plain.epsilon, plain.weight.sum()), (Epsilon(1e-5), 5.0));
}

#[test]
fn a_batch_norm_keeps_statistics_while_it_trains() {
    let x = random::<shape![4, 2, 3, 5]>();
    let mut norm = BatchNorm2d::<dim!(2), _, Host, f64>::new();
    norm.weight = Tensor::from([2.0, 3.0]);
    norm.bias = Tensor::from([0.5, -0.5]);
    let by_channel = |x: &Tensor<f64, shape![2]>| x.insert_axis::<-1>().insert_axis::<-1>();
    let (weight, bias) = (by_channel(&norm.weight), by_channel(&norm.bias));
    let mean = x.mean_axes::<axes![-4, -2, -1]>();
    let centred = &x - &mean;
    let sums = (&centred * &centred).sum_axes::<axes![-4, -2, -1]>();
    let expected = &centred / (&sums / 60.0 + 1e-5).sqrt() * &weight + &bias;
    assert_close(&norm.forward(&x), &expected);
    // 0.9 of what it was and 0.1 of the batch's; the variance is that of a sample.
    let as_vector = |x: &Tensor<f64, shape![1, 2, 1, 1]>| -> Tensor<f64, shape![2]> {
        Tensor::from_fn(|[channel]| x[[0, channel, 0, 0]])
    };
    let (mean, var) = (as_vector(&mean), as_vector(&(sums / 59.0)));
    assert_close(&norm.running_mean(), &(&mean * 0.1));
    assert_close(&norm.running_var(), &(&var * 0.1 + 0.9));
    let _ = norm.forward(&x);
    let (kept_mean, kept_var) = (&mean * 0.19, &var * 0.19 + 0.81);
    assert_close(&norm.running_mean(), &kept_mean);
    assert_close(&norm.running_var(), &kept_var);

    let norm = norm.evaluating();
    let one = x.narrow::<-4, dim!(1)>(2);
    let expected =
        (&one - by_channel(&kept_mean)) / (by_channel(&kept_var) + 1e-5).sqrt() * weight + bias;
    assert_close(&norm.forward(&one), &expected);
    assert_close(&norm.running_mean(), &kept_mean);
    // Where training goes on, it goes on from there.
    let norm = norm.training();
    let _ = norm.forward(&x);
    assert_close(&norm.running_mean(), &(&mean * (0.19 * 0.9 + 0.1)));
}

#[test]
fn a_batch_norm_of_channels_that_do_not_fit_at_run_time_keeps_its_statistics() {
    let norm = BatchNorm2d::<dim!(2), _, Host, f64>::new();
    let x = |channels| Tensor::ones_with(<shape![4, _, 3, 3]>::of([channels]));
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| norm.forward(&x(3))));
    let message = *panic
        .expect_err("a panic")
        .downcast::<String>()
        .expect("a text");
    assert!(
        message.contains("[4, 3, 3, 3]") && message.contains("[2]"),
        "{message}"
    );
    assert_eq!(norm.running_mean().to_vec(), [0.0, 0.0]);
    let _ = norm.forward(&x(2));
    assert_close(&norm.running_mean(), &Tensor::from([0.1, 0.1]));
}

#[test]
fn dropout_depends_on_its_seed_and_on_what_came_before() {
    let x = Tensor::<f64, shape![1000]>::ones();
    let (first, second, other) = (
        Dropout::new(0.2, 3),
        Dropout::new(0.2, 3),
        Dropout::new(0.2, 4),
    );
    let y = first.forward(&x);
    let dropped = y.iter().filter(|&&y| y == 0.0).count();
    assert!((150..250).contains(&dropped), "{dropped}");
    assert!(y.iter().all(|&y| y == 0.0 || (y - 1.25).abs() < 1e-12));
    assert_eq!(second.forward(&x), y);
    assert_ne!(other.forward(&x), y);
    assert_ne!(second.forward(&x), y);
    assert_eq!(Dropout::<Evaluating>::default().forward(&x), x);
    assert_eq!(second.evaluating().forward(&x), x);
}

dims! { Batch, Past, Seq }

#[test]
fn attention_is_softmax_of_products_in_each_head() {
    // Two heads of keys, each shared by three of queries, of four numbers.
    let layer =
        Attention::<dim!(10), dim!(2), dim!(4), dim!(3), Host, f64>::random(&mut generator());
    let x = random::<shape![2, 5, 10]>();
    let (queries, keys, values) = (
        layer.q_proj.forward(&x),
        layer.k_proj.forward(&x),
        layer.v_proj.forward(&x),
    );
    let joined = Tensor::<f64, shape![2, 5, 24]>::from_fn(|[batch, place, number]| {
        let (head, number) = (number / 4, number % 4);
        let scores: Vec<f64> = (0..=place)
            .map(|seen| {
                let products = (0..4).map(|number| {
                    queries[[batch, place, 4 * head + number]]
                        * keys[[batch, seen, 4 * (head / 3) + number]]
                });
                (products.sum::<f64>() / 2.0).exp()
            })
            .collect();
        let weighted = scores.iter().enumerate();
        let sum: f64 = weighted
            .map(|(seen, score)| score * values[[batch, seen, 4 * (head / 3) + number]])
            .sum();
        sum / scores.iter().sum::<f64>()
    });
    let expected: Tensor<f64, shape![2, 5, 10]> = layer.o_proj.forward(&joined);
    assert_close(&layer.forward(&x), &expected);

    // The same in steps of two, two and one.
    let empty = <shape![2, 2, Past, 4]>::of([0]);
    let mut cache = KeyValueCache::<f64, shape![2, 2, Past, 4], Host>::empty_with(empty);
    for places in [0..2, 2..4, 4..5] {
        let new = x.slice_axis::<-2>(places.clone());
        let new: Tensor<f64, shape![2, Seq, 10]> = new.try_named().expect("tokens");
        let found = layer.forward_cached(&new, &mut cache);
        let part = expected
            .slice_axis::<-2>(places)
            .try_named()
            .expect("tokens");
        assert_close(&found, &part);
    }
    assert_eq!(cache.len(), 5);
}

#[test]
fn recurrent_layers_are_steps() {
    let lstm = Lstm::<dim!(3), dim!(4), Host, f64>::random(&mut generator());
    let gru = Gru::<dim!(3), dim!(4), Host, f64>::random(&mut generator());
    let x = random::<shape![2, 6, 3]>();
    let zeros = Tensor::<f64, shape![2, 4]>::zeros;
    let (mut hidden, mut cells, mut state) = (zeros(), zeros(), zeros());
    let (lstm_all, gru_all) = (lstm.forward(&x), gru.forward(&x));
    for step in 0..6 {
        let x = x.index_axis::<-2>(step);
        let bias = &lstm.bias_hh + &lstm.bias_ih;
        (hidden, cells) = x.lstm_cell((&hidden, &cells), &lstm.weight_ih, &lstm.weight_hh, &bias);
        state = x.gru_cell(
            &state,
            &gru.weight_ih,
            &gru.weight_hh,
            (&gru.bias_ih, &gru.bias_hh),
        );
        assert_close(&lstm_all.index_axis::<-2>(step), &hidden);
        assert_close(&gru_all.index_axis::<-2>(step), &state);
    }
    let (_, last_hidden, last_cells) = lstm.run(&x);
    assert_close(&last_hidden, &hidden);
    assert_close(&last_cells, &cells);
    assert_close(&gru.run(&x).1, &state);

    // In two parts.
    let (first, second) = (x.narrow::<-2, dim!(2)>(0), x.narrow::<-2, dim!(4)>(2));
    let (_, hidden, cells) = lstm.run(&first);
    let (all, ..) = lstm.run_from((&hidden, &cells), &second);
    assert_close(&all, &lstm_all.narrow::<-2, dim!(4)>(2));
    let (_, state) = gru.run(&first);
    assert_close(
        &gru.run_from(&state, &second).0,
        &gru_all.narrow::<-2, dim!(4)>(2),
    );
}

#[test]
fn chains_are_their_layers_one_after_the_other() {
    let mlp = Mlp::<dim!(3), dim!(5), dim!(2), Gelu, Host, f64>::random(&mut generator());
    let x = random::<shape![4, 3]>();
    let expected: Tensor<f64, shape![4, 2]> = mlp.fc2.forward(&mlp.fc1.forward(&x).gelu());
    assert_close(&mlp.forward(&x), &expected);
    assert_close(
        &Sequential::new((mlp.fc1, Gelu, mlp.fc2)).forward(&x),
        &expected,
    );

    // Chains within chains, and all lengths.
    let norm = || RmsNorm::<dim!(3), Host, f64>::new();
    let one = |x: &Tensor<f64, shape![4, 3]>| x.rms_norm(&Tensor::<f64, shape![3]>::ones(), 1e-5);
    let two = Sequential::new((norm(), norm()));
    let three = Sequential::new((two, norm()));
    assert_close(&three.forward(&x), &one(&one(&one(&x))));
    let seven = Sequential::new((norm(), Relu, norm(), Tanh, norm(), Silu, norm()));
    let eight = Sequential((Relu, norm(), Relu, norm(), Tanh, norm(), Silu, norm()));
    let after_first = one(&one(&one(&one(&x).relu()).tanh()).silu());
    assert_close(&seven.forward(&x), &after_first);
    assert_close(&eight.forward(&x), &{
        one(&one(&one(&one(&x.relu()).relu()).tanh()).silu())
    });
}

#[test]
fn images_are_pooled_and_flattened() {
    let x = random::<shape![2, 3, 4, 6]>();
    let chain = Sequential((MaxPool2d::<Pool<Window<2>>>::default(), Flatten));
    let found: Tensor<f64, shape![2, 18]> = chain.forward(&x);
    let expected = Tensor::from_fn(|[image, place]| {
        let (channel, row, column) = (place / 6, place / 3 % 2, place % 3);
        let window = [[0, 0], [0, 1], [1, 0], [1, 1]];
        let elements =
            window.map(|[down, right]| x[[image, channel, 2 * row + down, 2 * column + right]]);
        elements.into_iter().fold(f64::MIN, f64::max)
    });
    assert_eq!(found, expected);
}

#[test]
fn layers_by_numbers_are_layers_by_types() {
    let by_number: sized::Linear<784, 128> = Linear::random(&mut generator());
    let by_type: Linear<dim!(784), dim!(128)> = by_number;
    assert_eq!(by_type.weight.dims(), [128, 784]);
    // Shapes with sizes that are known only at run time go through the same layers.
    let x = Tensor::<f32, shape![_, 784]>::random_with(
        <shape![_, 784]>::of([3]),
        Uniform::new(0.0, 1.0).expect("a range"),
        &mut generator(),
    );
    let y: Tensor<f32, shape![_, 128]> = by_type.forward(&x);
    assert_eq!(y.dims(), [3, 128]);
}
