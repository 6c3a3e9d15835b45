//! The stopwatch and the table: our operation on one thread and on all, and the others' on all.

use std::hint::black_box;
use std::io::stdin;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Turns of each contender.
const ROUNDS: usize = 40;
/// The least time of a turn.
const TURN: Duration = Duration::from_millis(4);

/// What works on all cores beside us, in the order of the columns.
#[cfg(feature = "others")]
const OTHERS: [&str; 4] = ["candle", "burn", "ndarray", "faer"];
#[cfg(not(feature = "others"))]
const OTHERS: [&str; 0] = [];

/// Measures a row: ours, and those of others if they are compiled.
#[macro_export]
macro_rules! measure {
    ($table:ident.row($($ours:tt)*) $(.$other:ident($($theirs:tt)*))*) => {{
        let row = $table.row($($ours)*);
        #[cfg(feature = "others")]
        let row = row$(.$other($($theirs)*))*;
        row.measure();
    }};
}

/// A turn of a contender: the shortest time of a call. A mean would have what else the machine does in it.
type Turn<'a> = Box<dyn FnMut() -> Duration + 'a>;

fn turn<R>(mut call: impl FnMut() -> R) -> Duration {
    let (start, mut shortest) = (Instant::now(), Duration::MAX);
    while start.elapsed() < TURN {
        let start = Instant::now();
        drop(black_box(call()));
        shortest = shortest.min(start.elapsed());
    }
    shortest
}

/// The rows to measure, and the pools that ours runs in.
pub struct Table {
    only: Option<String>,
    /// Whether lines of the input say when a turn is.
    asked: bool,
    one: ThreadPool,
    all: ThreadPool,
}

/// One operation, done by all who have it.
pub struct Row<'a> {
    table: &'a Table,
    name: &'a str,
    ours: [Turn<'a>; 3],
    others: [Option<Turn<'a>>; OTHERS.len()],
}

impl Table {
    /// A table of the rows with the word `only` in their names, or of all.
    pub fn new(only: Option<String>, asked: bool) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = |threads| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("the system starts threads")
        };
        Self {
            only,
            asked,
            one: pool(1),
            all: pool(threads),
        }
    }

    pub fn head(&self) {
        let threads = self.all.current_num_threads();
        print!("| work | one thread | in a pool of {threads} | outside |");
        OTHERS.iter().for_each(|name| print!(" {name} |"));
        println!("\n| --- |{}", " ---: |".repeat(3 + OTHERS.len()));
    }

    /// The shortest times of a call in seconds: on one thread, in a pool of all, and outside of every pool.
    pub fn times<R: Send>(&self, ours: impl Fn() -> R + Sync + Copy) -> [f64; 3] {
        let mut ours = self.row("", ours).ours.map(Some);
        let times = shortest(&mut ours);
        [times[0], times[1], times[2]].map(|time| time.as_secs_f64())
    }

    /// A row: what it is, and ours.
    pub fn row<'a, R: Send>(
        &'a self,
        name: &'a str,
        ours: impl Fn() -> R + Sync + Copy + 'a,
    ) -> Row<'a> {
        let within =
            |pool: &'a ThreadPool| -> Turn<'a> { Box::new(move || pool.install(|| turn(ours))) };
        Row {
            table: self,
            name,
            ours: [
                within(&self.one),
                within(&self.all),
                Box::new(move || turn(ours)),
            ],
            others: [const { None }; OTHERS.len()],
        }
    }
}

#[cfg(feature = "others")]
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
        self.others[column] = Some(Box::new(move || turn(&mut theirs)));
        self
    }
}

impl<'a> Row<'a> {
    /// Measures the row and prints it: the time of one thread, and how many times as fast the others are.
    pub fn measure(self) {
        if (self.table.only.as_ref()).is_some_and(|word| !self.name.contains(word)) {
            return;
        }
        let mut contenders: Vec<_> = self.ours.into_iter().map(Some).chain(self.others).collect();
        if self.table.asked {
            return answer(self.name, &mut contenders);
        }
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
fn shortest(contenders: &mut [Option<Turn<'_>>]) -> Vec<Duration> {
    let mut shortest = vec![Duration::MAX; contenders.len()];
    for _ in 0..ROUNDS {
        for (turn, shortest) in contenders.iter_mut().zip(&mut shortest) {
            if let Some(turn) = turn {
                *shortest = (*shortest).min(turn());
            }
        }
    }
    shortest
}

/// Prints the name of a row, and for each line `turn` the seconds of a call of each contender, so that the program that
/// writes the lines has turns of its own between them.
fn answer(name: &str, contenders: &mut [Option<Turn<'_>>]) {
    println!("{name}");
    for line in stdin().lines() {
        if line.expect("the input is text") != "turn" {
            return;
        }
        for turn in &mut *contenders {
            match turn {
                Some(turn) => print!(" {}", turn().as_secs_f64()),
                None => print!(" inf"),
            }
        }
        println!();
    }
}
