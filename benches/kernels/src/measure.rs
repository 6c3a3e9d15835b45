//! The stopwatch: the contenders for a piece of work, and the shortest time of a call.

use std::fmt;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::work::Work;

/// Every contender is built this many times, so that none has a lucky or unlucky place in memory throughout.
const BUILDS: usize = 8;
/// Turns of every contender for each build.
const ROUNDS: usize = 48;
/// A turn repeats the call for about this long: much longer than reading the clock takes, and much shorter than the
/// system's time slice.
const TURN: Duration = Duration::from_micros(150);

/// The destination of the result.
#[derive(Clone, Copy)]
pub enum Output {
    Allocated,
    Existing,
}

impl Output {
    pub const BOTH: [Self; 2] = [Self::Allocated, Self::Existing];
}

impl fmt::Display for Output {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Allocated => "allocated",
            Self::Existing => "existing",
        })
    }
}

/// The numbers of a result in row-major order, to compare contenders by.
pub trait Numbers {
    fn numbers(&self) -> Vec<f32>;
}

impl Numbers for Vec<f32> {
    fn numbers(&self) -> Vec<f32> {
        self.clone()
    }
}

/// One way to do the work.
pub trait Candidate {
    fn repeat(&mut self, times: u32);
    /// Does the work once. If it changes its operand in place, only the first call sees the original one.
    fn numbers(&mut self) -> Vec<f32>;
}

struct Allocating<I, F> {
    inputs: Rc<I>,
    work: F,
}

impl<I, R: Numbers, F: Fn(&I) -> R> Candidate for Allocating<I, F> {
    fn repeat(&mut self, times: u32) {
        for _ in 0..times {
            black_box((self.work)(black_box(&*self.inputs)));
        }
    }

    fn numbers(&mut self) -> Vec<f32> {
        (self.work)(&self.inputs).numbers()
    }
}

struct Writing<I, O, F> {
    inputs: Rc<I>,
    output: O,
    work: F,
}

impl<I, O: Numbers, F: Fn(&I, &mut O)> Candidate for Writing<I, O, F> {
    fn repeat(&mut self, times: u32) {
        for _ in 0..times {
            (self.work)(black_box(&*self.inputs), black_box(&mut self.output));
        }
        black_box(&mut self.output);
    }

    fn numbers(&mut self) -> Vec<f32> {
        (self.work)(&self.inputs, &mut self.output);
        self.output.numbers()
    }
}

/// The ways in which a contender does a piece of work. The fastest counts; without any, `-` is printed.
pub struct Contender {
    allocated: Vec<Box<dyn Candidate>>,
    existing: Vec<Box<dyn Candidate>>,
}

impl Contender {
    fn take(&mut self, output: Output) -> Vec<Box<dyn Candidate>> {
        std::mem::take(match output {
            Output::Allocated => &mut self.allocated,
            Output::Existing => &mut self.existing,
        })
    }
}

/// A contender's name in the table, and what builds it for a piece of work.
pub type Named = (&'static str, fn(Work) -> Contender);

/// A [`Contender`] under construction, with its inputs. The compiler cannot see what the inputs are, nor that the
/// outputs are not used.
pub struct On<I> {
    inputs: Rc<I>,
    contender: Contender,
}

pub fn on<I>(inputs: I) -> On<I> {
    let contender = Contender {
        allocated: Vec::new(),
        existing: Vec::new(),
    };
    On {
        inputs: Rc::new(inputs),
        contender,
    }
}

impl<I: 'static> On<I> {
    /// A way that returns its result.
    pub fn allocated<R: Numbers>(mut self, work: impl Fn(&I) -> R + 'static) -> Self {
        let inputs = Rc::clone(&self.inputs);
        self.contender
            .allocated
            .push(Box::new(Allocating { inputs, work }));
        self
    }

    /// A way that writes its result into the existing `output`.
    pub fn existing<O: Numbers + 'static>(
        mut self,
        output: O,
        work: impl Fn(&I, &mut O) + 'static,
    ) -> Self {
        let inputs = Rc::clone(&self.inputs);
        self.contender.existing.push(Box::new(Writing {
            inputs,
            output,
            work,
        }));
        self
    }

    pub fn contender(self) -> Contender {
        self.contender
    }
}

struct Lane {
    contender: usize,
    candidate: Box<dyn Candidate>,
    times: u32,
}

/// The seconds of the fastest call of each contender, for both outputs.
///
/// The contenders take turns, so that a slow phase of the machine affects all of them.
///
/// # Panics
///
/// When a contender's numbers are not those of the first one.
pub fn fastest(contenders: &[Named], work: Work) -> [Vec<Option<f64>>; 2] {
    let mut expected: Option<Vec<f32>> = None;
    Output::BOTH.map(|output| {
        let mut best = vec![None; contenders.len()];
        for _ in 0..BUILDS {
            let mut lanes = Vec::new();
            for (contender, (name, build)) in contenders.iter().enumerate() {
                for mut candidate in build(work).take(output) {
                    let numbers = candidate.numbers();
                    let expected = expected.get_or_insert_with(|| numbers.clone());
                    assert_agree(&numbers, expected, name, work);
                    let times = calls_in_a_turn(candidate.as_mut());
                    lanes.push(Lane {
                        contender,
                        candidate,
                        times,
                    });
                }
            }
            for round in 0..ROUNDS {
                // Each round begins with another contender, so that none always follows the same one's cache contents.
                let count = lanes.len();
                for turn in 0..count {
                    let lane = &mut lanes[(turn + round) % count];
                    // Brings the contender's own numbers back into the cache.
                    lane.candidate.repeat(1);
                    let start = Instant::now();
                    lane.candidate.repeat(lane.times);
                    let seconds = start.elapsed().as_secs_f64() / f64::from(lane.times);
                    let best = &mut best[lane.contender];
                    *best = Some(best.map_or(seconds, |best: f64| best.min(seconds)));
                }
            }
        }
        best
    })
}

fn calls_in_a_turn(candidate: &mut dyn Candidate) -> u32 {
    let mut times = 1;
    loop {
        let start = Instant::now();
        candidate.repeat(times);
        let elapsed = start.elapsed();
        if elapsed >= TURN {
            return times;
        }
        // At least one microsecond, so that a fast call does not repeat thousands of times too often.
        let guess = TURN.as_secs_f64() / elapsed.as_secs_f64().max(1e-6);
        times = (f64::from(times) * guess.clamp(1.1, 16.0)).ceil() as u32;
    }
}

/// Sums may be added in any order, so results are equal to within a ten-thousandth.
fn assert_agree(numbers: &[f32], expected: &[f32], name: &str, work: Work) {
    let what = work.label();
    assert_eq!(
        numbers.len(),
        expected.len(),
        "{name}, {what}: count of numbers"
    );
    for (index, (got, want)) in numbers.iter().zip(expected).enumerate() {
        assert!(
            (got - want).abs() <= 1e-4 * (1.0 + want.abs()),
            "{name}, {what}: number {index} is {got}, by hand {want}"
        );
    }
}
