//! What is kept for gradients, by an allocator that counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use shapecheck::dry::{self, Sizes};
use shapecheck::{Host, Tensor, TensorOn, dim, shape};
use shapecheck_grad::{Differentiable, Grad, Parameters, Sgd, Traces};

struct Counting;

thread_local! {
    static BYTES: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // There is none while a thread ends.
    let _ = BYTES.try_with(|count| {
        count.set(count.get() + bytes);
        PEAK.try_with(|peak| peak.set(peak.get().max(count.get())))
    });
}

// SAFETY: the system's allocator does the work.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: as the caller says.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: as the caller says.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

type Rows = shape![100, 100];
type Traced = TensorOn<f64, Rows, Grad<Host>>;

/// The bytes of one tensor.
const ONE: isize = 100 * 100 * 8;
const LAYERS: isize = 20;

/// How many tensors some layers keep, beside their result.
fn kept(x: Traced, mut layer: impl FnMut(&Traced) -> Traced) -> isize {
    let before = BYTES.get();
    let mut y = layer(&x);
    for _ in 1..LAYERS {
        y = layer(&y);
    }
    let tensors = (BYTES.get() - before) / ONE;
    drop((x, y));
    tensors - 1
}

fn ones() -> Tensor<f64, Rows> {
    Tensor::ones()
}

#[test]
fn layers_that_are_not_trained_keep_nothing() {
    let weights = Grad::constant(ones());
    let bias = Grad::constant(Tensor::<f64, shape![100]>::ones());
    let frozen = |x: &Traced| x.linear_with_bias(&weights, &bias) + x - &weights;
    assert_eq!(kept(Grad::constant(ones()), frozen), 0);
    // Gradients go through them: the product needs the weights, and they are there already.
    assert_eq!(kept(Grad::parameter(ones()), frozen), 0);
}

#[test]
fn layers_keep_what_their_gradients_need() {
    let weights = Grad::parameter(ones());
    // The input of the product.
    assert_eq!(
        kept(Grad::constant(ones()), |x| x.linear(&weights)),
        LAYERS - 1
    );
    // Sums need none of their operands.
    assert_eq!(kept(Grad::parameter(ones()), |x| x + &weights), 0);
    // A function keeps its argument or its result, and not both.
    assert_eq!(kept(Grad::parameter(ones()), |x| x.exp()), LAYERS - 1);
    assert_eq!(kept(Grad::parameter(ones()), |x| x.sin()), LAYERS - 1);
}

#[test]
fn layers_in_one_step_keep_nothing_on_the_way() {
    let (weights, bias) = (
        Tensor::<f64, shape![100]>::ones(),
        Tensor::<f64, shape![100]>::zeros(),
    );
    let (weights, bias) = (Grad::parameter(weights), Grad::parameter(bias));
    let norm = |x: &Traced| x.layer_norm_with_bias(&weights, &bias, 1e-5);
    assert_eq!(kept(Grad::parameter(ones()), norm), LAYERS - 1);
    assert_eq!(
        kept(Grad::parameter(ones()), |x| x.attention(x, x)),
        LAYERS - 1
    );
}

#[test]
fn what_nothing_leads_to_is_freed() {
    let before = BYTES.get();
    let weights = Grad::parameter(ones());
    let loss = weights
        .matmul(&weights)
        .tanh()
        .narrow::<-1, dim!(3)>(1)
        .average();
    assert!(BYTES.get() - before > 2 * ONE);
    drop(loss.backward());
    drop((loss, weights));
    assert_eq!(BYTES.get(), before);
}

/// A step of training of eight layers. Returns its loss.
fn step<E: Differentiable<f64>>(layers: &mut [TensorOn<f64, Rows, Grad<E>>; 8]) {
    let mut x = TensorOn::<f64, Rows, Grad<E>>::ones();
    for weights in &*layers {
        x = x.linear(weights).tanh();
    }
    let loss = x.mse_loss(&TensorOn::<f64, Rows, Grad<E>>::zeros());
    Sgd::new(0.1).step(layers, &loss.backward());
}

fn layers<E: Differentiable<f64>>() -> [TensorOn<f64, Rows, Grad<E>>; 8] {
    std::array::from_fn(|_| TensorOn::zeros()).tracked()
}

/// The peak of memory in the table of a dry run is that of a run, without what products pack.
#[test]
fn a_dry_run_of_a_step_says_how_much_memory_it_takes() {
    let mut dry = layers::<Sizes>();
    let summary = dry::run(|| step(&mut dry));
    let mut real = layers::<Host>();
    let before = BYTES.get() - 8 * ONE;
    PEAK.set(BYTES.get());
    step(&mut real);
    let found = (PEAK.get() - before) as f64;
    let told = summary.peak as f64;
    assert!(summary.rows.iter().any(|row| row.multiply_adds > 0));
    assert!(told > 20.0 * ONE as f64, "{summary}");
    assert!(
        (found / told - 1.0).abs() < 0.1,
        "{found} bytes, not {told}:\n{summary}"
    );
}
