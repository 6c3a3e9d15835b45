//! The stopwatch and the table: our operation on one thread and on all, and the others' on all.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Turns of each contender.
const ROUNDS: usize = 40;
/// The least time of a turn.
const TURN: Duration = Duration::from_millis(4);

/// What works on all cores beside us, in the order of the columns.
const OTHERS: [&str; 4] = ["candle", "burn", "ndarray", "faer"];

type Call<'a> = Box<dyn FnMut() + 'a>;

/// The rows to measure, and the pools that ours runs in.
pub struct Table {
    only: Option<String>,
    one: ThreadPool,
    all: ThreadPool,
}

/// One operation, done by all who have it.
pub struct Row<'a> {
    table: &'a Table,
    name: &'a str,
    ours: [Call<'a>; 3],
    others: [Option<Call<'a>>; OTHERS.len()],
}

impl Table {
    /// Begins a table of the rows with the word `only` in their names, or of all.
    pub fn new(only: Option<String>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = |threads| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("the system starts threads")
        };
        print!("| work | one thread | in a pool of {threads} | outside |");
        OTHERS.iter().for_each(|name| print!(" {name} |"));
        println!("\n| --- |{}", " ---: |".repeat(3 + OTHERS.len()));
        Self {
            only,
            one: pool(1),
            all: pool(threads),
        }
    }

    /// A row: what it is, and ours.
    pub fn row<'a, R: Send>(
        &'a self,
        name: &'a str,
        ours: impl Fn() -> R + Sync + Copy + 'a,
    ) -> Row<'a> {
        let within = |pool: &'a ThreadPool| -> Call<'a> {
            Box::new(move || pool.install(|| drop(black_box(ours()))))
        };
        Row {
            table: self,
            name,
            ours: [
                within(&self.one),
                within(&self.all),
                Box::new(move || drop(black_box(ours()))),
            ],
            others: [const { None }; OTHERS.len()],
        }
    }
}

impl<'a> Row<'a> {
    pub fn candle<R>(self, theirs: impl FnMut() -> R + 'a) -> Self {
        self.other(0, theirs)
    }

    pub fn burn<R>(self, theirs: impl FnMut() -> R + 'a) -> Self {
        self.other(1, theirs)
    }

    pub fn ndarray<R>(self, theirs: impl FnMut() -> R + 'a) -> Self {
        self.other(2, theirs)
    }

    pub fn faer<R>(self, theirs: impl FnMut() -> R + 'a) -> Self {
        self.other(3, theirs)
    }

    fn other<R>(mut self, column: usize, mut theirs: impl FnMut() -> R + 'a) -> Self {
        self.others[column] = Some(Box::new(move || drop(black_box(theirs()))));
        self
    }

    /// Measures the row and prints it: the time of one thread, and how many times as fast the others are.
    pub fn measure(self) {
        if (self.table.only.as_ref()).is_some_and(|word| !self.name.contains(word)) {
            return;
        }
        let mut contenders: Vec<_> = self.ours.into_iter().map(Some).chain(self.others).collect();
        let times = shortest(&mut contenders);
        let one = times[0].as_secs_f64();
        print!("| {} | {:.0} µs |", self.name, one * 1e6);
        for (time, contender) in times.iter().zip(&contenders).skip(1) {
            match contender {
                Some(_) => print!(" {:.2} |", one / time.as_secs_f64()),
                None => print!(" - |"),
            }
        }
        println!();
    }
}

/// The shortest time of a call, for each contender. They take turns.
fn shortest(contenders: &mut [Option<Call<'_>>]) -> Vec<Duration> {
    let mut shortest = vec![Duration::MAX; contenders.len()];
    for _ in 0..ROUNDS {
        for (call, shortest) in contenders.iter_mut().zip(&mut shortest) {
            let Some(call) = call else { continue };
            let (start, mut calls) = (Instant::now(), 0);
            while start.elapsed() < TURN {
                call();
                calls += 1;
            }
            *shortest = (*shortest).min(start.elapsed() / calls);
        }
    }
    shortest
}
