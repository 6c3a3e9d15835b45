//! The summary as a picture: a line for each line of the table, with bars for its multiply-adds and for the memory
//! other than weights.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::summary::{Row, Summary};
use super::table::{Line, grouped, in_bytes, lines};

/// The height of a line, and the width of a letter.
const LINE: usize = 18;
const LETTER: usize = 7;
const MARGIN: usize = 12;
/// The longest bar, and the room for the number after it.
const BAR: usize = 160;
const NUMBER: usize = 120;

const STYLE: &str = "text { font: 12px monospace; fill: #24292f } .quiet { fill: #6e7781 } \
    .work { fill: #4c8bf5 } .memory { fill: #e8a33d } \
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .quiet { fill: #8b949e } }";

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The picture, so far down to `height`.
struct Picture {
    elements: String,
    height: usize,
}

impl Picture {
    fn text(&mut self, x: usize, class: &str, text: &str) {
        let (y, text) = (self.height + LINE - 5, escaped(text));
        let class = match class {
            "" => String::new(),
            class => alloc::format!(" class=\"{class}\""),
        };
        // A string takes whatever is written to it.
        let _ = writeln!(
            self.elements,
            "<text x=\"{x}\" y=\"{y}\"{class} xml:space=\"preserve\">{text}</text>"
        );
    }

    /// Draws a bar for a part of a whole, followed by a text.
    fn bar(&mut self, x: usize, class: &str, (part, whole): (u64, u64), text: &str) {
        let width = match whole {
            0 => 0.0,
            _ => BAR as f64 * (part as f64 / whole as f64),
        };
        let (y, height) = (self.height + 3, LINE - 6);
        let _ = writeln!(
            self.elements,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\" class=\"{class}\"/>"
        );
        self.text(x + width.ceil() as usize + 4, "quiet", text);
    }
}

fn shapes(row: &Row) -> String {
    let shapes: Vec<String> = row.outputs.iter().map(ToString::to_string).collect();
    shapes.join(", ")
}

/// The width of the longest text.
fn width(texts: impl Iterator<Item = String>) -> usize {
    texts
        .map(|text| text.chars().count() * LETTER)
        .max()
        .unwrap_or(0)
}

impl Summary {
    /// The summary as a picture in SVG: each line of the table, with a bar for its multiply-adds and one for the memory
    /// other than weights that exists after it.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let lines = lines(&self.rows);
        let of_shapes = lines.iter().filter_map(Line::row).map(shapes);
        let shape = MARGIN + width(lines.iter().map(Line::title)) + 2 * LETTER;
        let work = shape + width(of_shapes) + 2 * LETTER;
        let memory = work + BAR + NUMBER;
        let most = |number: &dyn Fn(&Row) -> u64| self.rows.iter().map(number).max().unwrap_or(0);
        let most_work = most(&|row| row.multiply_adds);
        let most_memory = most(&|row| self.beside_weights(row));

        let mut picture = Picture {
            elements: String::new(),
            height: MARGIN,
        };
        for (x, head) in [
            (MARGIN, "operation"),
            (shape, "shape"),
            (work, "multiply-adds"),
            (memory, "memory beside weights"),
        ] {
            picture.text(x, "quiet", head);
        }
        picture.height += LINE;
        for line in &lines {
            picture.text(MARGIN, "", &line.title());
            if let Some(row) = line.row() {
                picture.text(shape, "quiet", &shapes(row));
                if row.multiply_adds > 0 {
                    picture.bar(
                        work,
                        "work",
                        (row.multiply_adds, most_work),
                        &grouped(row.multiply_adds),
                    );
                }
                let bytes = self.beside_weights(row);
                picture.bar(memory, "memory", (bytes, most_memory), &in_bytes(bytes));
            }
            picture.height += LINE;
        }
        picture.height += LINE / 2;
        picture.text(
            MARGIN,
            "",
            &alloc::format!(
                "{} parameters, {} multiply-adds, {} at most",
                grouped(self.parameters),
                grouped(self.multiply_adds),
                in_bytes(self.peak)
            ),
        );
        let (width, height) = (
            memory + BAR + NUMBER + MARGIN,
            picture.height + LINE + MARGIN,
        );
        alloc::format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n{}</svg>\n",
            picture.elements
        )
    }
}
