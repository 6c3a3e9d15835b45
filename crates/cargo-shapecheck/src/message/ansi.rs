//! Changes text that contains terminal colours, as if it did not.

use crate::types::Replacement;

/// Text and its escape sequences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    /// The visible text.
    pub plain: String,
    /// The escape sequences, each with the byte of `plain` that follows it.
    codes: Vec<(usize, String)>,
    /// Somewhere more than `MOST_AT_ONCE` styles are active.
    is_overloaded: bool,
}

/// The most styles that may be active at once. A text with more is not changed, because each of its parts would have to
/// repeat them all.
const MOST_AT_ONCE: usize = 64;
/// The maximum length of a link, so that its end is not searched in all of the text.
const LONGEST_LINK: usize = 1024;

impl Styled {
    /// Splits text. An escape sequence without an end counts as text.
    pub fn new(text: &str) -> Self {
        let mut styled = Self::default();
        let mut at_once = 0;
        let mut rest = text;
        while let Some(start) = rest.find('\u{1b}') {
            styled.plain += &rest[..start];
            rest = &rest[start..];
            let length = sequence_length(rest);
            if length == 0 {
                styled.plain.push('\u{1b}');
                rest = &rest[1..];
            } else {
                let code = &rest[..length];
                at_once = if is_reset(code) { 0 } else { at_once + 1 };
                styled.is_overloaded |= at_once > MOST_AT_ONCE;
                styled.codes.push((styled.plain.len(), code.to_owned()));
                rest = &rest[length..];
            }
        }
        styled.plain += rest;
        styled
    }

    /// The text after the replacements. Each part of a replacement gets the colour of what it replaces.
    pub fn apply(&self, replacements: &[Replacement]) -> String {
        let mut output = Output {
            text: String::new(),
            codes: self.codes.iter().peekable(),
            style: Vec::new(),
        };
        let mut position = 0;
        let replacements = match self.is_overloaded {
            true => &[],
            false => replacements,
        };
        for replacement in replacements {
            let range = &replacement.range;
            output.copy(&self.plain[position..range.start], position);
            output.codes_until(range.start);
            position = range.end;
            let base = output.style.clone();
            // In the style that is active there, so that codes inside the range have no other effect.
            let after = match range.is_empty() {
                true => base.clone(),
                false => output.skip_codes_before(range.end),
            };
            let mut written = base.clone();
            for part in &replacement.parts {
                let style = self.style_of(&part.source, &base);
                switch(&mut output.text, &mut written, style);
                output.text += &part.text;
            }
            switch(&mut output.text, &mut written, after.clone());
            output.style = after;
        }
        output.copy(&self.plain[position..], position);
        output.codes_until(self.plain.len());
        output.text
    }

    /// The style of some bytes: the first one that differs from `base`, if any.
    fn style_of(&self, source: &std::ops::Range<usize>, base: &[String]) -> Vec<String> {
        let inside = self.codes.partition_point(|(at, _)| *at <= source.start);
        let (before, after) = self.codes.split_at(inside);
        let reset = before.iter().rposition(|(_, code)| is_reset(code));
        let since = reset.map_or(0, |reset| reset + 1);
        let mut style: Vec<String> = before[since..]
            .iter()
            .map(|(_, code)| code.clone())
            .collect();
        for (at, code) in after {
            if *at >= source.end || style != base {
                break;
            }
            add(&mut style, code);
        }
        style
    }
}

fn is_reset(code: &str) -> bool {
    code == "\u{1b}[0m" || code == "\u{1b}[m"
}

/// Adds a code to those since the last reset.
fn add(style: &mut Vec<String>, code: &str) {
    if is_reset(code) {
        style.clear();
    } else {
        style.push(code.to_owned());
    }
}

fn switch(text: &mut String, from: &mut Vec<String>, to: Vec<String>) {
    if *from != to {
        if !from.is_empty() {
            *text += "\u{1b}[0m";
        }
        for code in &to {
            *text += code;
        }
        *from = to;
    }
}

struct Output<'c> {
    text: String,
    codes: std::iter::Peekable<std::slice::Iter<'c, (usize, String)>>,
    style: Vec<String>,
}

impl Output<'_> {
    /// Copies unchanged text with its codes.
    fn copy(&mut self, plain: &str, start: usize) {
        let end = start + plain.len();
        let mut position = start;
        while let Some((at, code)) = self.codes.next_if(|(at, _)| *at < end) {
            self.text += &plain[position - start..at.max(&start) - start];
            position = *at.max(&start);
            add(&mut self.style, code);
            self.text += code;
        }
        self.text += &plain[position - start..];
    }

    fn codes_until(&mut self, end: usize) {
        while let Some((_, code)) = self.codes.next_if(|(at, _)| *at <= end) {
            add(&mut self.style, code);
            self.text += code;
        }
    }

    /// Skips the codes of replaced text, and returns the style at its end.
    fn skip_codes_before(&mut self, end: usize) -> Vec<String> {
        let mut style = self.style.clone();
        while let Some((_, code)) = self.codes.next_if(|(at, _)| *at < end) {
            add(&mut style, code);
        }
        style
    }
}

/// The length of the escape sequence at the start of `text`: colours `ESC [ ... m` and links `ESC ] ... ESC \`.
fn sequence_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(1) {
        Some(b'[') => bytes[2..]
            .iter()
            .position(|byte| !(0x20..0x40).contains(byte))
            .filter(|end| (0x40..0x7f).contains(&bytes[2 + end]))
            .map_or(0, |end| end + 3),
        Some(b']') => {
            let end = bytes.len().min(LONGEST_LINK);
            let is_end = |at: &usize| bytes[*at] == 7 || bytes[*at..].starts_with(b"\x1b\\");
            (2..end).find(is_end).map_or(0, |at| match bytes[at] {
                7 => at + 1,
                _ => at + 2,
            })
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Evidence, find};

    fn rewrite(text: &str) -> String {
        let styled = Styled::new(text);
        styled.apply(&find(&styled.plain, Evidence::default()))
    }

    #[test]
    fn without_replacements_every_byte_stays() {
        for text in [
            "",
            "\u{1b}[1mbold\u{1b}[0m",
            "\u{1b}[1m\u{1b}[0m",
            "\u{1b}",
            "\u{1b}[12",
            "é\u{1b}[0mö",
        ] {
            assert_eq!(Styled::new(text).apply(&[]), text);
        }
    }

    #[test]
    fn codes_around_a_type_stay_around_it() {
        assert_eq!(
            rewrite("a `\u{1b}[1mUInt<UTerm, B1>\u{1b}[0m` b"),
            "a `\u{1b}[1m1\u{1b}[0m` b"
        );
    }

    #[test]
    fn a_coloured_bit_colours_its_axis_alone() {
        assert_eq!(
            rewrite(
                "Axes<Axes<Scalar, UInt<UTerm, B1>>, UInt<UInt<UTerm, B1>, \u{1b}[35mB0\u{1b}[0m>> end"
            ),
            "[1, \u{1b}[35m2\u{1b}[0m] end"
        );
    }

    #[test]
    fn a_colour_that_begins_inside_goes_on_behind() {
        assert_eq!(
            rewrite("UInt<UTerm\u{1b}[35m, B1> purple"),
            "\u{1b}[35m1 purple"
        );
    }
}
