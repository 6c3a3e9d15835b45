//! The page for users of NumPy: what is in its tables, and what NumPy gives for each line.

use std::error::Error;
use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};

use shapecheck::host::Memory;
use shapecheck::{Shape, TensorOn};

/// Written by `data/from_numpy.py`.
const RECORDED: &str = include_str!("../data/from_numpy.txt");

/// Of more characters than these, a result is its shape.
const WIDTH: usize = 44;

/// A table, and what is typed in NumPy and here for each line.
pub type Table = (&'static str, &'static [(&'static str, &'static str)]);

/// Tables of pairs: what is typed in NumPy, and here. It declares `TABLES`, their texts, and `run`, which compares what each
/// line gives with NumPy's result. The table after `let` names the arrays that all lines use.
macro_rules! tables {
    (
        $(let $inputs:literal { $($name:ident $of_numpy:literal { $($of_input:tt)* })* })?
        $($(#[$if:meta])? $title:literal { $($numpy:literal { $($here:tt)* })* })*
    ) => {
        const TABLES: &[$crate::numpy_page::Table] = &[
            $(($inputs, &[$((
                concat!(stringify!($name), " = ", $of_numpy),
                concat!("let ", stringify!($name), " = ", stringify!($($of_input)*)),
            )),*]),)?
            $(($title, &[$(($numpy, stringify!($($here)*))),*]),)*
        ];

        #[allow(unused_braces, unused_variables, reason = "lines are blocks, some of several statements")]
        fn run() -> Result<(), Box<dyn std::error::Error>> {
            $($(
                let $name = { $($of_input)* };
                $crate::numpy_page::compare(concat!(stringify!($name), " = ", $of_numpy), &$name)?;
            )*)?
            $(
                $(#[$if])?
                {$(
                    $crate::numpy_page::compare($numpy, &{ $($here)* })?;
                )*}
            )*
            Ok(())
        }
    };
}
pub(crate) use tables;

/// Elements of one kind with their sizes. Of a complex number there are two.
#[derive(PartialEq)]
pub struct Array {
    kind: &'static str,
    sizes: Vec<usize>,
    numbers: Vec<f64>,
}

/// An element, as the numbers that it is recorded as.
pub trait Number: Copy + 'static {
    const KIND: &'static str;

    fn numbers(self) -> Vec<f64>;
}

macro_rules! numbers {
    ($($T:ty: $kind:literal, $x:ident => [$($number:expr),*];)*) => {$(
        impl Number for $T {
            const KIND: &'static str = $kind;

            fn numbers(self) -> Vec<f64> {
                let $x = self;
                vec![$($number),*]
            }
        }

        impl Answer for $T {
            fn arrays(&self) -> Vec<Array> {
                vec![Array::new(&[], [*self])]
            }
        }
    )*};
}

numbers! {
    f64: "float", x => [x];
    i64: "int", x => [x as f64];
    usize: "int", x => [x as f64];
    bool: "bool", x => [f64::from(x)];
}

impl Array {
    fn new<T: Number>(sizes: &[usize], elements: impl IntoIterator<Item = T>) -> Self {
        Self {
            kind: T::KIND,
            sizes: sizes.to_vec(),
            numbers: elements.into_iter().flat_map(T::numbers).collect(),
        }
    }

    /// `float 2x3 : 1.0 ...`
    fn read(text: &str) -> Option<Self> {
        let (head, numbers) = text.split_once(':')?;
        let mut words = head.split_whitespace();
        let kinds = ["float", "int", "bool", "complex"];
        let kind = words.next()?;
        Some(Self {
            kind: kinds.into_iter().find(|&known| known == kind)?,
            sizes: match words.next()? {
                "()" => Vec::new(),
                sizes => sizes
                    .split('x')
                    .map(|size| size.parse().ok())
                    .collect::<Option<_>>()?,
            },
            numbers: numbers
                .split_whitespace()
                .map(|number| number.parse().ok())
                .collect::<Option<_>>()?,
        })
    }

    fn is_close(&self, other: &Self) -> bool {
        let near = |(&found, &expected): (&f64, &f64)| {
            found == expected
                || found.is_nan() && expected.is_nan()
                || (found - expected).abs() <= 1e-12 * (1.0 + expected.abs())
        };
        (self.kind, &self.sizes, self.numbers.len())
            == (other.kind, &other.sizes, other.numbers.len())
            && self.numbers.iter().zip(&other.numbers).all(near)
    }

    /// An element as it is printed, with at most four digits after the point.
    fn element(&self, index: usize) -> String {
        let rounded = |number: f64| ((number * 1e4).round() / 1e4 + 0.0).to_string();
        match (self.kind, &self.numbers[..]) {
            ("bool", numbers) => (numbers[index] != 0.0).to_string(),
            ("complex", numbers) => {
                let (re, im) = (numbers[2 * index], numbers[2 * index + 1]);
                let sign = if im < 0.0 { "" } else { "+" };
                format!("{}{sign}{}i", rounded(re), rounded(im))
            }
            (_, numbers) => rounded(numbers[index]),
        }
    }

    /// The elements from an index on, along the axes from a place on, in brackets.
    fn nested(&self, axis: usize, first: &mut usize) -> String {
        let Some(&size) = self.sizes.get(axis) else {
            *first += 1;
            return self.element(*first - 1);
        };
        let parts: Vec<String> = (0..size).map(|_| self.nested(axis + 1, first)).collect();
        format!("[{}]", parts.join(" "))
    }

    fn text(&self) -> String {
        let count: usize = self.sizes.iter().product();
        match count {
            ..=WIDTH => self.nested(0, &mut 0),
            _ => "[".repeat(WIDTH + 1),
        }
    }
}

/// What a line gives: an array, a number, or several.
pub trait Answer {
    fn arrays(&self) -> Vec<Array>;
}

impl<T: Number, S: Shape, E: Memory> Answer for TensorOn<T, S, E> {
    fn arrays(&self) -> Vec<Array> {
        vec![Array::new(self.dims(), self.iter().copied())]
    }
}

/// Sizes.
impl Answer for &[usize] {
    fn arrays(&self) -> Vec<Array> {
        vec![Array::new(&[self.len()], self.iter().copied())]
    }
}

/// A list of numbers is a vector.
impl<A: Answer> Answer for Vec<A> {
    fn arrays(&self) -> Vec<Array> {
        let mut arrays: Vec<Array> = self.iter().flat_map(A::arrays).collect();
        if arrays.iter().all(|array| array.sizes.is_empty()) {
            let numbers = arrays
                .iter()
                .flat_map(|array| array.numbers.clone())
                .collect();
            let sizes = vec![arrays.len()];
            let kind = arrays.first().map_or("float", |array| array.kind);
            arrays = vec![Array {
                kind,
                sizes,
                numbers,
            }];
        }
        arrays
    }
}

impl<A: Answer, const N: usize> Answer for [A; N] {
    fn arrays(&self) -> Vec<Array> {
        self.iter().flat_map(A::arrays).collect()
    }
}

impl<A: Answer, B: Answer> Answer for (A, B) {
    fn arrays(&self) -> Vec<Array> {
        let mut arrays = self.0.arrays();
        arrays.extend(self.1.arrays());
        arrays
    }
}

impl<A: Answer, B: Answer, C: Answer> Answer for (A, B, C) {
    fn arrays(&self) -> Vec<Array> {
        let mut arrays = self.0.arrays();
        arrays.extend(self.1.arrays());
        arrays.extend(self.2.arrays());
        arrays
    }
}

/// What NumPy gave for what is typed there.
fn recorded(numpy: &str) -> Option<Vec<Array>> {
    let mut lines = RECORDED.lines().filter(|line| !line.starts_with('#'));
    let answer = lines.find_map(|line| line.strip_prefix(numpy)?.strip_prefix(" --> "))?;
    answer.split(" ; ").map(Array::read).collect()
}

/// Compares what a line gives with what NumPy gave.
pub fn compare(numpy: &str, found: &impl Answer) -> Result<(), Box<dyn Error>> {
    let found = found.arrays();
    let expected = recorded(numpy).ok_or_else(|| format!("nothing is recorded of `{numpy}`"))?;
    let is_close = found.len() == expected.len()
        && found
            .iter()
            .zip(&expected)
            .all(|(found, expected)| found.is_close(expected));
    match is_close {
        true => Ok(()),
        false => Err(format!("`{numpy}`\n{expected:?} in NumPy\n{found:?} here").into()),
    }
}

impl Debug for Array {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {:?}", self.kind, self.sizes, self.numbers)
    }
}

/// The result of a line, as the page tells it: all numbers if these are few, or else shapes.
fn result(numpy: &str) -> String {
    let arrays = recorded(numpy).unwrap_or_default();
    let texts: Vec<String> = arrays.iter().map(Array::text).collect();
    let text = texts.join(", ");
    match text.len() {
        ..=WIDTH => format!("`{text}`"),
        _ => {
            let shapes: Vec<String> = arrays
                .iter()
                .map(|array| format!("{:?}", array.sizes))
                .collect();
            format!("shape `{}`", shapes.join(", "))
        }
    }
}

/// A table as it is on the page.
fn written((title, lines): &Table) -> String {
    let code = |text: &str| {
        format!(
            "`{}`",
            text.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .replace('|', "\\|")
        )
    };
    let mut table = format!("# {title}\n\n| NumPy | here | result |\n| --- | --- | --- |\n");
    for (numpy, here) in *lines {
        table += &format!("| {} | {} | {} |\n", code(numpy), code(here), result(numpy));
    }
    table
}

/// The file of the page, which is above the package of a test.
fn path() -> PathBuf {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut paths = folders.map(|folder| folder.join("crates/shapecheck/guide/from_numpy.md"));
    paths.find(|path| path.exists()).expect("the page")
}

pub fn page() -> String {
    std::fs::read_to_string(path()).expect("the page")
}

/// Compares tables with those of the page, word for word, or with `FROM_NUMPY=overwrite` writes them there. What a section
/// says below its table stays. So are the names that a test imports.
pub fn compare_page(tables: &[Table], test: &str) {
    let mut page = page();
    let mut others = Vec::new();
    for table in tables {
        let (expected, heading) = (written(table), format!("# {}\n", table.0));
        let start = page
            .find(&heading)
            .unwrap_or_else(|| panic!("a section {}", table.0));
        let below = page[start + heading.len()..].split_inclusive('\n');
        let lines = below.take_while(|line| *line == "\n" || line.starts_with('|'));
        let length = heading.len() + lines.map(str::len).sum::<usize>();
        let end = start + page[start..start + length].trim_end().len() + 1;
        if page[start..end] != expected {
            others.push(table.0);
            page.replace_range(start..end, &expected);
        }
    }
    if std::env::var("FROM_NUMPY").is_ok_and(|value| value == "overwrite") {
        std::fs::write(path(), &page).expect("the page is written");
    } else {
        assert!(
            others.is_empty(),
            "not on the page, where FROM_NUMPY=overwrite writes it: {others:?}"
        );
    }
    let imports = test.lines().filter(|line| line.starts_with("use "));
    for line in imports.filter(|line| !line.contains("numpy_page")) {
        assert!(page.contains(line), "{line}");
    }
}
