//! What has gradients and what has none, and what messages say of that.

use shapecheck::{Dim, DynShape, Host, Scalar, Tensor, TensorOn, einsum, shape};
use shapecheck_grad::{Adam, Grad, GradientError, Parameters, Sgd, Traces};

type Traced<S> = TensorOn<f64, S, Grad<Host>>;

fn parameter() -> Traced<shape![2]> {
    Grad::parameter(Tensor::from([1.0, 2.0]))
}

/// The text of the panic of a closure.
#[track_caller]
fn text<T>(function: impl FnOnce() -> T) -> String {
    let function = std::panic::AssertUnwindSafe(function);
    let Err(error) = std::panic::catch_unwind(function) else {
        panic!("nothing panicked");
    };
    match error.downcast::<String>() {
        Ok(text) => *text,
        Err(error) => (*error.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[test]
fn a_gradient_has_the_type_of_its_parameter() {
    let x: Traced<shape![2, 3]> = Grad::parameter(Tensor::ones());
    let gradient: Tensor<f64, shape![2, 3]> = (&x * &x).total().backward().of(&x);
    assert_eq!(gradient.to_vec(), [2.0; 6]);
}

#[test]
fn a_parameter_of_another_computation_is_told() {
    let (x, y) = (parameter(), parameter());
    let gradients = x.total().backward();
    assert_eq!(gradients.of(&x).to_vec(), [1.0, 1.0]);
    let error = gradients.try_of(&y).expect_err("another parameter");
    assert_eq!(error, GradientError::Elsewhere([2].into()));
    assert_eq!(
        error.to_string(),
        "there is no gradient of a parameter of shape [2]: the number that `backward` started from was not computed from it"
    );
    let told = text(|| gradients.of(&y));
    assert_eq!(told, error.to_string());
}

#[test]
fn constants_and_results_have_no_gradient_that_is_kept() {
    let x = parameter();
    let constant = Grad::constant(Tensor::from([3.0, 4.0]));
    let result = &x * &constant;
    let gradients = result.total().backward();
    assert_eq!(gradients.of(&x).to_vec(), [3.0, 4.0]);
    assert_eq!(
        gradients.try_of(&constant).unwrap_err().to_string(),
        "a tensor of shape [2] has no gradient: it is not a parameter, which `Grad::parameter` makes"
    );
    assert_eq!(
        gradients.try_of(&result).unwrap_err().to_string(),
        "the gradient of a result of shape [2] is not kept: gradients are kept of parameters, which `Grad::parameter` makes"
    );
}

#[test]
fn a_parameter_that_has_changed_since_is_told() {
    let mut x = parameter();
    let gradients = x.total().backward();
    let mut optimizer = Sgd::new(0.5);
    optimizer.step(&mut x, &gradients);
    assert_eq!(x.detach().to_vec(), [0.5, 1.5]);
    let told = "the gradient of a parameter of shape [2] is that of an earlier value: the parameter has changed since";
    assert_eq!(gradients.try_of(&x).unwrap_err().to_string(), told);
    assert_eq!(text(|| optimizer.step(&mut x, &gradients)), told);
    // And with the gradients of now it goes on.
    let gradients = x.total().backward();
    optimizer.step(&mut x, &gradients);
    assert_eq!(x.detach().to_vec(), [0.0, 1.0]);
}

#[test]
fn a_number_without_parameters_has_no_gradients() {
    let x = Grad::constant(Tensor::from([1.0, 2.0]));
    let told = text(|| x.total().backward());
    assert_eq!(
        told,
        "`backward` of a number that depends on no parameter: `Grad::parameter(x)` is a tensor that has a gradient"
    );
    let told = text(|| parameter().floor().total().backward());
    assert!(told.starts_with("`backward` of a number that depends on no parameter"));
}

#[test]
fn a_step_for_other_parameters_is_told() {
    let gradients = parameter().total().backward();
    let told = text(|| Sgd::new(1.0).step(&mut parameter(), &gradients));
    assert!(
        told.starts_with("a step of an optimiser for parameters of which none has a gradient"),
        "{told}"
    );
}

/// A result instead of a parameter would not be trained.
#[test]
fn a_step_for_a_result_is_told_and_changes_nothing() {
    let x = parameter();
    let mut both = [x.clone(), &x + 1.0];
    let gradients = (&both[0] + &both[1]).total().backward();
    let told = text(|| Sgd::new(1.0).step(&mut both, &gradients));
    assert!(
        told.starts_with("the gradient of a result of shape [2] is not kept"),
        "{told}"
    );
    assert_eq!(both[0].detach().to_vec(), [1.0, 2.0]);
}

#[test]
fn what_is_used_in_several_places_has_the_sum() {
    let x = parameter();
    let same = x.clone();
    let loss = einsum!("i, i ->"; &x, &same) + (&x + &same).total();
    assert_eq!(loss.backward().of(&x).to_vec(), [4.0, 6.0]);
}

#[test]
fn two_numbers_of_one_computation_have_their_own_gradients() {
    let x = parameter();
    let squares = &x * &x;
    let (sum, product) = (squares.total(), (&squares * 3.0).total());
    assert_eq!(sum.backward().of(&x).to_vec(), [2.0, 4.0]);
    assert_eq!(product.backward().of(&x).to_vec(), [6.0, 12.0]);
    assert_eq!(sum.backward().of(&x).to_vec(), [2.0, 4.0]);
}

#[test]
fn tensors_of_the_engine_below_are_constants_beside_others() {
    let x = parameter();
    let plain = Tensor::from([3.0, 5.0]);
    let loss = (&x * &plain + &plain - &plain / &x).total() + plain.matmul(&x) + x.matmul(&plain);
    let expected = [3.0 + 3.0 + 6.0, 5.0 + 5.0 / 4.0 + 10.0];
    assert_eq!(loss.backward().of(&x).to_vec(), expected);
}

#[test]
fn what_is_detached_is_a_constant() {
    let x = parameter();
    let detached: Tensor<f64, shape![2]> = (&x * &x).detach();
    let loss = (&x * &detached).total();
    assert_eq!(loss.backward().of(&x).to_vec(), [1.0, 4.0]);
}

/// A chain longer than the stack is deep.
#[test]
fn long_chains_are_followed_and_freed() {
    let x = parameter();
    let mut y = x.clone();
    for _ in 0..200_000 {
        y = y + 1.0;
    }
    assert_eq!(y.total().backward().of(&x).to_vec(), [1.0, 1.0]);
}

/// Gradients of gradients: the engine below has them too.
#[test]
fn gradients_of_gradients() {
    let below = Grad::<Host>::parameter(Tensor::from([0.5, 2.0]));
    let x = Grad::<Grad<Host>>::parameter(below.clone());
    let slopes = (&x * &x * &x).total().backward().of(&x);
    assert_eq!(slopes.detach().to_vec(), [0.75, 12.0]);
    assert_eq!(slopes.total().backward().of(&below).to_vec(), [3.0, 12.0]);
}

#[derive(Parameters)]
struct Linear<I: Dim, O: Dim> {
    weights: Traced<shape![O, I]>,
    bias: Option<Traced<shape![O]>>,
}

#[derive(Parameters)]
struct Model<I: Dim, O: Dim>(
    Vec<Linear<I, O>>,
    [Linear<O, O>; 1],
    #[parameters(skip)] usize,
    Frozen<O>,
);

#[derive(Parameters)]
struct Frozen<O: Dim> {
    scale: Tensor<f64, shape![O]>,
}

#[derive(Parameters)]
struct Nothing;

fn model() -> Model<shapecheck::dim!(2), shapecheck::dim!(3)> {
    fn linear<I: shapecheck::StaticDim, O: shapecheck::StaticDim>(bias: bool) -> Linear<I, O> {
        Linear {
            weights: TensorOn::full(0.5),
            bias: bias.then(TensorOn::zeros),
        }
    }
    let frozen = Frozen {
        scale: Tensor::full(2.0),
    };
    Nothing.visit(&mut Counter(0));
    Model(vec![linear(true), linear(false)], [linear(true)], 7, frozen).tracked()
}

/// Counts tensors.
struct Counter(usize);

impl shapecheck_grad::VisitsParameters for Counter {
    fn tensor<T: shapecheck_grad::Real, E: shapecheck_grad::Differentiable<T>>(
        &mut self,
        _: &mut shapecheck_grad::Traced<T, E>,
    ) {
        self.0 += 1;
    }
}

#[test]
fn all_fields_of_a_struct_are_visited() {
    let mut model = model();
    let mut counter = Counter(0);
    model.visit(&mut counter);
    assert_eq!(counter.0, 5);
    assert_eq!(model.2, 7);

    let x = Tensor::from([1.0, -1.0]);
    let loss = |model: &Model<_, _>| {
        let [first, second] = &model.0[..] else {
            panic!("two layers")
        };
        let x = Grad::constant(x.clone());
        let sum = x.linear_with_bias(&first.weights, first.bias.as_ref().unwrap())
            + x.linear(&second.weights);
        let [last] = &model.1;
        ((sum + 1.0).linear_with_bias(&last.weights, last.bias.as_ref().unwrap()) * &model.3.scale)
            .total()
    };
    let before = loss(&model);
    Sgd::new(0.1).step(&mut model, &before.backward());
    for linear in &model.0 {
        assert_ne!(linear.weights.detach().to_vec(), [0.5; 6]);
    }
    assert_ne!(
        model.1[0].bias.as_ref().unwrap().detach().to_vec(),
        [0.0; 3]
    );
    assert_eq!(model.3.scale.to_vec(), [2.0; 3]);
    let after = loss(&model);
    assert!(after.detach().into_scalar() < before.detach().into_scalar());
}

/// One parameter in two fields stays one.
#[test]
fn tied_parameters_stay_tied() {
    let x = parameter();
    let mut tied = [x.clone(), x];
    let mut optimizer = Sgd::new(0.5).momentum(0.9);
    for _ in 0..3 {
        let gradients = (&tied[0] + &tied[1]).total().backward();
        optimizer.step(&mut tied, &gradients);
    }
    // Velocities 2, 3.8 and 5.42.
    let expected = 1.0 - 0.5 * (2.0 + 3.8 + 5.42);
    for same in &tied {
        assert!((same.detach()[[0]] - expected).abs() < 1e-12);
    }
    let gradients = tied[0].total().backward();
    assert_eq!(gradients.of(&tied[1]).to_vec(), [1.0, 1.0]);
}

/// By the formulas of their papers, number by number.
#[test]
fn optimizers_beside_loops() {
    let slope = |x: f64| x * x - 2.0;
    let gradients = |x: &Traced<Scalar>| (x * x * x / 3.0 - x * 2.0).backward();
    let begin = || Grad::parameter(Tensor::<f64, Scalar>::full(3.0));

    let (mut x, mut velocity, mut found) = (3.0, 0.0, begin());
    let mut optimizer = Sgd::new(0.01).momentum(0.8);
    for _ in 0..10 {
        velocity = 0.8 * velocity + slope(x);
        x -= 0.01 * velocity;
        let gradients = gradients(&found);
        optimizer.step(&mut found, &gradients);
    }
    assert!((found.detach().into_scalar() - x).abs() < 1e-12);

    for decay in [0.0, 0.3] {
        let (mut x, mut m, mut v, mut found) = (3.0, 0.0, 0.0, begin());
        let mut optimizer = Adam::new(0.1).betas(0.7, 0.95).decay(decay);
        for step in 1..=10 {
            m = 0.7 * m + 0.3 * slope(x);
            v = 0.95 * v + 0.05 * slope(x) * slope(x);
            x -= 0.1 * decay * x;
            x -= 0.1 * (m / (1.0 - 0.7_f64.powi(step)))
                / ((v / (1.0 - 0.95_f64.powi(step))).sqrt() + 1e-8);
            let gradients = gradients(&found);
            optimizer.step(&mut found, &gradients);
        }
        assert!((found.detach().into_scalar() - x).abs() < 1e-12, "{decay}");
    }
}

#[test]
fn gradients_are_clipped_by_the_norm_of_all() {
    let (x, y) = (parameter(), Grad::parameter(Tensor::from([[2.0_f32]])));
    let loss = (&x * &x).total() + (&y * 4.0).cast::<f64>().total();
    let gradients = || loss.backward(); // [2, 4] and [4]: of norm 6
    assert_eq!(gradients().norm(), 6.0);
    assert_eq!(gradients().clipped(6.5).of(&x).to_vec(), [2.0, 4.0]);
    let clipped = gradients().clipped(3.0);
    assert_eq!(clipped.of(&x).to_vec(), [1.0, 2.0]);
    assert_eq!(clipped.of(&y).to_vec(), [2.0_f32]);
}

#[test]
fn a_rank_that_is_known_at_run_time_has_gradients() {
    let x = Grad::parameter(Tensor::from([[1.0, 2.0]]).widen::<DynShape>());
    let gradients = x.exp().average().backward();
    let found = gradients.of(&x);
    assert_eq!(found.dims(), [1, 2]);
}

#[test]
#[should_panic(
    expected = "`complete_qr` of 3 rows and 2 columns has columns of Q without a derivative: `qr` leaves them out"
)]
fn columns_that_a_matrix_does_not_determine_have_no_derivative() {
    let x = Grad::parameter(Tensor::from([[1.0, 2.0], [3.0, 5.0], [7.0, 1.0]]));
    x.complete_qr().0.total().backward();
}

#[test]
#[should_panic(expected = "`full_svd` of 3 rows and 2 columns has a U that is not determined")]
fn vectors_that_a_matrix_does_not_determine_have_no_derivative() {
    let x = Grad::parameter(Tensor::from([[1.0, 2.0], [3.0, 5.0], [7.0, 1.0]]));
    x.full_svd().0.total().backward();
}

#[test]
fn a_singular_matrix_has_no_slope_of_its_logarithm() {
    let x = Grad::parameter(Tensor::from([[1.0_f64, 2.0], [2.0, 4.0]]));
    let gradients = x.slogdet().1.backward();
    assert!(gradients.of(&x).iter().all(|slope: &f64| slope.is_nan()));
}
