//! The summary as text: a tree of modules, with the operations of each in their order.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::summary::{Row, Summary};

/// A line of the table.
pub(super) struct Line<'a> {
    /// The number of modules it is in.
    pub depth: usize,
    pub text: Text<'a>,
}

pub(super) enum Text<'a> {
    /// A module, and how many neighbours after it have the same operations.
    Module {
        name: &'a str,
        last: Option<&'a str>,
    },
    /// An operation, how often it is done, and the module of which it is the only one.
    Row {
        module: Option<&'a str>,
        row: &'a Row,
        times: usize,
    },
}

/// A module with what is in it.
struct Module<'a> {
    name: &'a str,
    inside: Vec<Inside<'a>>,
}

enum Inside<'a> {
    Module(Module<'a>),
    Row(&'a Row),
}

impl Inside<'_> {
    /// Whether both have the same operations, with the same weights and shapes.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Row(lhs), Self::Row(rhs)) => {
                let of = |row: &Row| (row.parameters, row.multiply_adds, row.bytes);
                lhs.operation == rhs.operation && of(lhs) == of(rhs) && lhs.outputs == rhs.outputs
            }
            (Self::Module(lhs), Self::Module(rhs)) => lhs.name == rhs.name && lhs.is_like(rhs),
            _ => false,
        }
    }
}

impl<'a> Module<'a> {
    fn is_like(&self, other: &Self) -> bool {
        let pairs = self.inside.iter().zip(&other.inside);
        self.inside.len() == other.inside.len() && { pairs }.all(|(lhs, rhs)| lhs.is_like(rhs))
    }

    /// The numbered modules, such as the blocks of a model, that are like the one before them are one line.
    fn lines(&self, depth: usize, lines: &mut Vec<Line<'a>>) {
        let mut rest = self.inside.iter().peekable();
        while let Some(inside) = rest.next() {
            match inside {
                Inside::Row(row) => {
                    let mut times = 1;
                    while rest.next_if(|next| next.is_like(inside)).is_some() {
                        times += 1;
                    }
                    let text = Text::Row {
                        module: None,
                        row,
                        times,
                    };
                    lines.push(Line { depth, text });
                }
                Inside::Module(module) => {
                    let mut last = None;
                    while let Some(Inside::Module(next)) = rest.peek()
                        && is_number(module.name)
                        && is_number(next.name)
                        && module.is_like(next)
                    {
                        last = Some(next.name);
                        rest.next();
                    }
                    let name = module.name;
                    match (&module.inside[..], last) {
                        ([Inside::Row(row)], None) => {
                            let text = Text::Row {
                                module: Some(name),
                                row,
                                times: 1,
                            };
                            lines.push(Line { depth, text });
                        }
                        _ => {
                            let text = Text::Module { name, last };
                            lines.push(Line { depth, text });
                            module.lines(depth + 1, lines);
                        }
                    }
                }
            }
        }
    }
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// The names of the modules that a place is in.
fn modules(place: &str) -> Vec<&str> {
    place.split('.').filter(|name| !name.is_empty()).collect()
}

/// The modules of each row: those of its weights. Without weights it is in those that the rows with weights before and after
/// it share, and in the block of the row before, which is a module with a number.
fn places(rows: &[Row]) -> Vec<Vec<&str>> {
    let own: Vec<Option<Vec<&str>>> = rows
        .iter()
        .map(|row| row.place.as_deref().map(modules))
        .collect();
    let mut places = Vec::with_capacity(rows.len());
    let (mut before, mut next) = (&[][..], 0);
    for (index, place) in own.iter().enumerate() {
        if let Some(place) = place {
            before = place;
            places.push(place.clone());
            continue;
        }
        next = next.max(index);
        while own.get(next).is_some_and(Option::is_none) {
            next += 1;
        }
        let after = own.get(next).and_then(Option::as_deref).unwrap_or(&[]);
        let shared = before
            .iter()
            .zip(after)
            .take_while(|(lhs, rhs)| lhs == rhs)
            .count();
        let block = before[shared..].iter().position(|name| is_number(name));
        let count = shared + block.map_or(0, |block| block + 1);
        places.push(before[..count].to_vec());
    }
    places
}

/// The lines of the table.
pub(super) fn lines(rows: &[Row]) -> Vec<Line<'_>> {
    let root = Module {
        name: "",
        inside: Vec::new(),
    };
    let mut open = Vec::from([root]);
    let close = |open: &mut Vec<Module<'_>>| {
        if let Some(module) = open.pop()
            && let Some(around) = open.last_mut()
        {
            around.inside.push(Inside::Module(module));
        }
    };
    for (row, place) in rows.iter().zip(places(rows)) {
        let shared = open
            .iter()
            .skip(1)
            .zip(&place)
            .take_while(|(open, name)| open.name == **name);
        let shared = shared.count();
        while open.len() > shared + 1 {
            close(&mut open);
        }
        for name in &place[shared..] {
            open.push(Module {
                name,
                inside: Vec::new(),
            });
        }
        if let Some(module) = open.last_mut() {
            module.inside.push(Inside::Row(row));
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let mut lines = Vec::new();
    open.iter().for_each(|root| root.lines(0, &mut lines));
    lines
}

impl<'a> Line<'a> {
    /// The operation, if it has one.
    pub fn row(&self) -> Option<&'a Row> {
        match self.text {
            Text::Row { row, .. } => Some(row),
            Text::Module { .. } => None,
        }
    }

    /// The text of the first column.
    pub fn title(&self) -> String {
        let indent = "  ".repeat(self.depth);
        match &self.text {
            Text::Row { module, row, times } => {
                let module = module.map_or(String::new(), |name| format!("{name}: "));
                let times = match times {
                    1 => String::new(),
                    _ => format!(", {times} times"),
                };
                format!("{indent}{module}{}{times}", row.operation)
            }
            Text::Module { name, last: None } => format!("{indent}{name}"),
            Text::Module {
                name,
                last: Some(last),
            } => format!("{indent}{name} to {last}, each"),
        }
    }
}

/// A number in groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Bytes in a unit of which there are at most 999.
pub(super) fn in_bytes(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let (mut size, mut unit) = (bytes as f64, 0);
    // What is rounded to 1000 has the next unit.
    while size >= 999.5 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    let digits = if size < 9.995 {
        2
    } else {
        usize::from(size < 99.95)
    };
    format!("{size:.digits$} {}", UNITS[unit])
}

/// The texts of a row of the table.
fn cells(line: &Line<'_>, summary: &Summary) -> [String; 6] {
    let Some(row) = line.row() else {
        let mut cells = [const { String::new() }; 6];
        cells[0] = line.title();
        return cells;
    };
    let shapes: Vec<String> = row.outputs.iter().map(ToString::to_string).collect();
    let some = |number: u64| {
        if number > 0 {
            grouped(number)
        } else {
            String::new()
        }
    };
    let note = if row.note.is_some() { " *" } else { "" };
    [
        format!("{}{note}", line.title()),
        shapes.join(", "),
        some(row.parameters),
        some(row.multiply_adds),
        in_bytes(row.bytes),
        in_bytes(summary.beside_weights(row)),
    ]
}

const HEAD: [&str; 6] = [
    "operation",
    "shape",
    "parameters",
    "multiply-adds",
    "bytes",
    "beside weights",
];

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = HEAD.map(String::from);
        let rows: Vec<[String; 6]> = core::iter::once(head)
            .chain(lines(&self.rows).iter().map(|line| cells(line, self)))
            .collect();
        let widths: [usize; 6] = core::array::from_fn(|column| {
            let widths = rows.iter().map(|cells| cells[column].chars().count());
            widths.max().unwrap_or(0)
        });
        for cells in &rows {
            let mut text = String::new();
            for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                let gap = if column > 0 { "  " } else { "" };
                // Numbers end in one column.
                text += &match column {
                    0 | 1 => format!("{gap}{cell:<width$}"),
                    _ => format!("{gap}{cell:>width$}"),
                };
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        writeln!(f)?;
        writeln!(
            f,
            "parameters      {} ({})",
            grouped(self.parameters),
            in_bytes(self.parameter_bytes)
        )?;
        writeln!(f, "multiply-adds   {}", grouped(self.multiply_adds))?;
        write!(f, "peak of memory  {}", in_bytes(self.peak))?;
        if let Some(row) = self.rows.get(self.peak_row) {
            let place = row.place.as_deref().filter(|place| !place.is_empty());
            let place = place.map_or(String::new(), |place| format!("{place}: "));
            write!(f, ", in `{place}{}`", row.operation)?;
        }
        let mut notes: Vec<&str> = self.rows.iter().filter_map(|row| row.note).collect();
        notes.sort_unstable();
        notes.dedup();
        notes.iter().try_for_each(|note| write!(f, "\n* {note}"))
    }
}
