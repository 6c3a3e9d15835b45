//! An epidemic in several regions and age groups: how it spreads, what hospitals will need, and which course fits the
//! reported cases.

use shapecheck::window::Full;
use shapecheck::{Axis, Dim, Shape, ShapeError, StaticDim, Tensor, axes, dim, dims, einsum, reduce, s, shape};

dims! {
    /// Regions of the country.
    Regions,
    /// Age groups of ten years.
    Ages = 8,
    /// Guesses of what is not known.
    Draws,
}

const DAYS: usize = 112;
type Days = dim!(112);
type Weeks = dim!(16);
type People<R = Regions> = Tensor<f64, shape![R, Ages]>;

/// How people go from one stage of a disease to the next.
trait Disease {
    type Stages: StaticDim;

    fn infectious<R: Dim>(&self, state: &Tensor<f64, shape![Self::Stages, R, Ages]>) -> People<R>;

    fn slopes<R: Dim>(
        &self,
        state: &Tensor<f64, shape![Self::Stages, R, Ages]>,
        force: &People<R>,
    ) -> Tensor<f64, shape![Self::Stages, R, Ages]>;
}

struct Influenza {
    onset: f64,
    recovery: Tensor<f64, shape![Ages]>,
}

impl Disease for Influenza {
    type Stages = dim!(4);

    fn infectious<R: Dim>(&self, state: &Tensor<f64, shape![4, R, Ages]>) -> People<R> {
        state.index_axis::<-3>(2)
    }

    fn slopes<R: Dim>(&self, state: &Tensor<f64, shape![4, R, Ages]>, force: &People<R>) -> Tensor<f64, shape![4, R, Ages]> {
        let [susceptible, exposed, infectious, _] = state.along::<-3>().unstack();
        let infected = susceptible * force;
        let onset = exposed * self.onset;
        let recovered = infectious * &self.recovery;
        Tensor::stack([&-&infected, &(&infected - &onset), &(&onset - &recovered), &recovered], Axis::<-3>)
    }
}

/// A step by Runge and Kutta.
fn step<S: Shape>(state: &Tensor<f64, S>, time: f64, slopes: impl Fn(&Tensor<f64, S>) -> Tensor<f64, S>) -> Tensor<f64, S> {
    let first = slopes(state);
    let second = slopes(&(state + &first * (time / 2.0)));
    let third = slopes(&(state + &second * (time / 2.0)));
    let fourth = slopes(&(state + &third * time));
    state + (first + (second + third) * 2.0 + fourth) * (time / 6.0)
}

struct Country<D: Disease> {
    disease: D,
    people: People,
    contacts: Tensor<f64, shape![Ages, Ages]>,
    travel: Tensor<f64, shape![Regions, Regions]>,
    /// The share of the infected who need a bed: in a ward, in intensive care.
    severity: Tensor<f64, shape![Ages, 2]>,
    /// The share of the newly infected who come to the hospital, by days since then.
    delay: Tensor<f64, shape![21]>,
}

impl<D: Disease> Country<D> {
    /// What share of the susceptible is infected in a day.
    fn force(&self, infectious: &People) -> People {
        let share = infectious / &self.people;
        let met = self.travel.matmul(&share);
        met.matmul(&self.contacts.transpose())
    }

    fn course(&self, start: Tensor<f64, shape![D::Stages, Regions, Ages]>) -> Tensor<f64, shape![Days, Regions, Ages]> {
        let mut state = start;
        let mut course = Tensor::<f64, _>::zeros_with(<shape![Days, Regions, Ages]>::of([self.people.size::<-2>()]));
        for day in 0..DAYS {
            let force = self.force(&self.disease.infectious(&state));
            let susceptible = state.index_axis::<-3>(0);
            course.index_axis_mut::<-3>(day).assign(&(susceptible * &force));
            state = step(&state, 1.0, |state| self.disease.slopes(state, &force));
        }
        course
    }

    /// Beds that are taken on each day, in wards and in intensive care.
    fn beds(&self, course: &Tensor<f64, shape![Days, Regions, Ages]>) -> Tensor<f64, shape![Days, Regions, 2]> {
        let needed = course.matmul(&self.severity);
        let by_day = needed.permute::<axes![-2, -1, -3]>();
        let later = by_day.convolve(&self.delay, Full);
        later.slice(s![.., .., ..DAYS]).permute::<axes![-1, -3, -2]>()
    }

    /// The share of its people that each region has lost to the disease by the end.
    fn attack_rate(&self, course: &Tensor<f64, shape![Days, Regions, Ages]>) -> Tensor<f64, shape![Regions]> {
        let infected = course.sum_axes::<axes![-3, -1]>().remove_axes::<axes![-3, -1]>();
        infected / self.people.sum_axis::<-1>().remove_axis::<-1>()
    }
}

fn weekly<R: Dim>(course: &Tensor<f64, shape![Days, R, Ages]>) -> Tensor<f64, shape![Weeks, R]> {
    reduce!(course, "(week day) region age -> week region", sum; day = 7)
}

/// How likely each draw is, by how well its weeks fit the reported cases.
fn weights<D: Dim, W: Dim, R: Dim>(
    expected: &Tensor<f64, shape![D, W, R]>,
    reported: &Tensor<f64, shape![W, R]>,
) -> Tensor<f64, shape![D]> {
    let fit = reported * expected.ln() - expected;
    fit.sum_axes::<axes![-2, -1]>()
        .remove_axes::<axes![-2, -1]>()
        .softmax::<-1>()
}

/// The mean of all draws, and how far they are from it.
fn summary<D: Dim, W: Dim, R: Dim>(
    expected: &Tensor<f64, shape![D, W, R]>,
    weights: &Tensor<f64, shape![D]>,
) -> (Tensor<f64, shape![W, R]>, Tensor<f64, shape![W, R]>) {
    let mean = einsum!("draw week region, draw -> week region"; expected, weights);
    let squares = (expected - &mean).powi(2);
    let spread = (squares * weights.insert_axis::<-1>().insert_axis::<-1>())
        .sum_axis::<-3>()
        .remove_axis::<-3>();
    (mean, spread.sqrt())
}

fn main() -> Result<(), ShapeError> {
    let regions = 5;
    let people = Tensor::<f64, _>::from_fn_with(<shape![Regions, Ages]>::of([regions]), |[r, a]| 1e5 + (r * a) as f64 * 1e4);
    let mixing = Tensor::<f64, shape![Ages, Ages]>::from_fn(|[a, b]| (-(a.abs_diff(b) as f64) / 2.0).exp());
    let contacts = &mixing / mixing.sum_axis::<-1>() * 0.4;
    let travel = Tensor::<f64, _>::eye_with(<shape![Regions, Regions]>::of([regions; 2])) * 0.9 + 0.02;
    let risk = Tensor::<f64, shape![Ages]>::linspace(0.001, 0.2);
    let severity = Tensor::stack([&risk, &(&risk * 0.2)], Axis::<-1>);
    let days = Tensor::<f64, shape![21]>::linspace(0.0, 20.0);
    let delay = (-&days / 6.0).exp();
    let influenza = Influenza { onset: 0.4, recovery: Tensor::linspace(0.3, 0.2) };
    let country = Country { disease: influenza, people, contacts, travel, severity, delay: &delay / delay.sum() };

    let outbreak = |share: f64| {
        let ill = &country.people * share;
        let none = ill.zeros_like();
        Tensor::stack([&(&country.people - &ill), &none, &ill, &none], Axis::<-3>)
    };
    let shares = [1e-5, 2e-5, 5e-5, 1e-4];
    let courses = shares.map(|share| country.course(outbreak(share)));
    let expected = courses.each_ref().map(|course| weekly(course));
    let reported = &expected[1] * 0.8 + 1.0;
    let expected = Tensor::stack(expected.each_ref(), Axis::<-3>).try_named::<shape![Draws, Weeks, Regions]>()?;

    let weights = weights(&expected, &reported);
    let (mean, spread) = summary(&expected, &weights);
    let upper = &mean + &spread * 2.0;
    let [wards, intensive] = country.beds(&courses[1]).along::<-1>().unstack();
    let peak: Tensor<f64, shape![Regions]> = intensive.max_axis::<-2>().remove_axis::<-2>();
    let ratio: Tensor<f64, shape![Days, Regions]> = &intensive / (&wards + 1e-9);
    println!("{upper}\n{peak}\n{}\n{}", ratio.mean(), country.attack_rate(&courses[1]));
    Ok(())
}
