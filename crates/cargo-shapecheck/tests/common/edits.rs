//! Edits of code that a message advises, made in the program that it is about.

use std::ops::Range;

use serde_json::Value;

/// Methods whose result has a type that nothing proves: they compare sizes, or take them, when the program runs. No error
/// of two shapes that clash may advise one.
pub const ASSERTING: &[&str] = &[
    "named",
    "try_named",
    "try_into_shape",
    "narrow_with",
    "repeat_with",
    "slice_with",
    "split_at_with",
    "split_axis_with",
    "split_every_with",
    "tile_with",
];

/// What an error advises, and the programs with it, one for each way to read the advice. None if it advises no edit that
/// is known here.
pub fn edited(source: &str, error: &Value) -> Option<(String, Vec<String>)> {
    let place = Place::of(source, error)?;
    let headline = error["message"].as_str()?;
    let parts: Vec<&str> = headline.split('`').collect();
    // What stands before some code, the code, and what stands after it.
    let mut advised = parts.windows(3).step_by(2);
    advised.find_map(|advised| {
        let [before, code, behind] = advised else {
            return None;
        };
        let programs = place.edited(before, code, behind)?;
        Some((format!("`{code}`"), programs))
    })
}

/// The programs with each edit that an error suggests as code: what is new, and the program.
pub fn suggested(source: &str, error: &Value) -> Vec<(String, String)> {
    let children = error["children"].as_array().into_iter().flatten();
    let edits = children.filter_map(|child| {
        let is_edit = child["message"].as_str()?.starts_with("did you mean `");
        let spans = child["spans"].as_array().filter(|_| is_edit)?.iter();
        let mut replaced = spans
            .map(|span| {
                let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
                let code = span["suggested_replacement"].as_str()?;
                Some((byte("byte_start")?..byte("byte_end")?, code))
            })
            .collect::<Option<Vec<_>>>()?;
        replaced.sort_by_key(|(place, _)| place.start);
        let mut program = source.to_owned();
        for (place, code) in replaced.iter().rev() {
            program.replace_range(place.clone(), code);
        }
        let told = child["message"].as_str()?.split('`').nth(1)?;
        Some((told.to_owned(), program))
    });
    edits.collect()
}

/// Where an error is.
struct Place<'a> {
    source: &'a str,
    /// The bytes that are marked.
    marked: Range<usize>,
}

impl<'a> Place<'a> {
    fn of(source: &'a str, error: &Value) -> Option<Self> {
        let mut spans = error["spans"].as_array()?.iter();
        let mut span = spans.find(|span| span["is_primary"] == true)?;
        while span["expansion"].is_object() {
            span = &span["expansion"]["span"];
        }
        let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
        let marked = byte("byte_start")?..byte("byte_end")?;
        source.get(marked.clone())?;
        Some(Self { source, marked })
    }

    fn edited(&self, before: &str, code: &str, behind: &str) -> Option<Vec<String>> {
        let marked = &self.source[self.marked.clone()];
        let ends = |words: &str| before.ends_with(words);
        let begins = |words: &str| behind.starts_with(words);
        Some(match () {
            _ if ends("as a mask of keys it fits after ") => {
                vec![self.called(self.right(), code)]
            }
            _ if ends(" has as many, ") => {
                let line = self.line();
                let at = line.start + self.source[line].find("along::<")?;
                vec![self.with(at..at + self.source[at..].find("()")? + 2, code)]
            }
            _ if begins(" has as many") && code.starts_with("shape![") => {
                let line = self.line();
                let at =
                    line.start + self.source[line].find("reshape::<shape![")? + "reshape::<".len();
                vec![self.with(at..at + self.source[at..].find(']')? + 1, code)]
            }
            _ if ends("parts are taken by a method, ") => {
                let (call, list) = code.strip_suffix("])")?.split_once("(s![")?;
                let (value, _) = call.rsplit_once('.')?;
                let forms = [("[", "]"), ("[[", "]]"), ("[(", ")]")]
                    .map(|(open, close)| format!("{value}{open}{list}{close}"));
                self.replaced_one(&forms, &format!("{call}(shapecheck::s![{list}])"))
            }
            _ if ends("a part is assigned to by ") || ends("a part is a variable first, ") => {
                let line = self.line();
                let indent = self.source[line.clone()].find(|c| c != ' ')?;
                vec![self.with(line.start + indent..line.end, code)]
            }
            _ if ends("add the bound ") && code.contains(": StridesOf<") => {
                let (name, _) = code.split_once(':')?;
                self.replaced(&format!("{name}: Dim"), code)
            }
            _ if CALLED.iter().any(|words| begins(words)) && self.is_operator() => {
                vec![self.called(self.right(), code)]
            }
            _ if CALLED.iter().any(|words| begins(words)) => {
                let value = marked.trim_start_matches('&');
                vec![
                    self.called(self.marked.clone(), code),
                    self.with(self.marked.clone(), &format!("&({value}).{code}")),
                    self.called(self.left(), code),
                ]
            }
            _ => return None,
        })
    }

    /// The line of the mark.
    fn line(&self) -> Range<usize> {
        let start = self.source[..self.marked.start]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let end = self.source[self.marked.start..].find('\n');
        start..end.map_or(self.source.len(), |end| self.marked.start + end)
    }

    /// The program with other code at a place.
    fn with(&self, place: Range<usize>, code: &str) -> String {
        let mut source = self.source.to_owned();
        source.replace_range(place, code);
        source
    }

    /// The program with other code in the line of the mark, or in the last line above that has it.
    fn replaced(&self, old: &str, new: &str) -> Vec<String> {
        let line = self.line();
        let at = self.source[line.clone()]
            .find(old)
            .map(|at| line.start + at);
        let at = at.or_else(|| self.source[..line.start].rfind(old));
        let program = at.map(|at| self.with(at..at + old.len(), new));
        Vec::from_iter(program)
    }

    /// The same of the first of several forms that is there.
    fn replaced_one(&self, forms: &[String], new: &str) -> Vec<String> {
        let mut programs = forms.iter().map(|form| self.replaced(form, new));
        programs
            .find(|programs| !programs.is_empty())
            .unwrap_or_default()
    }

    /// The program with a call of a method after an operand.
    fn called(&self, operand: Range<usize>, call: &str) -> String {
        let code = &self.source[operand.clone()];
        let (sign, code) = match code.strip_prefix('&') {
            Some(code) => ("&", code),
            None => ("", code),
        };
        self.with(operand, &format!("{sign}({code}).{call}"))
    }

    /// Whether an operator is marked.
    fn is_operator(&self) -> bool {
        self.source[self.marked.clone()]
            .chars()
            .all(|c| "+-*/=".contains(c))
    }

    /// What stands on the left of the operator that is marked, or what the method is called on whose argument is.
    fn left(&self) -> Range<usize> {
        let mut before = &self.source[..self.marked.start];
        if !self.is_operator() {
            before = &before[..before.trim_end_matches('&').len() - 1];
            before = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
            before = before.strip_suffix('.').unwrap_or(before);
        }
        let before = before.trim_end();
        let signs = if self.is_operator() {
            "={;,&"
        } else {
            " ={;,&"
        };
        let mut depth = 0;
        let start = before.char_indices().rev().find(|(_, c)| {
            depth += i32::from(")]>".contains(*c)) - i32::from("([<".contains(*c));
            depth < 0 || depth == 0 && signs.contains(*c)
        });
        let start = start.map_or(0, |(at, c)| at + c.len_utf8());
        let code = &before[start..];
        start + code.len() - code.trim_start().len()..before.len()
    }

    /// What stands on the right of the operator that is marked, or the argument that is.
    fn right(&self) -> Range<usize> {
        if !self.is_operator() {
            return self.marked.clone();
        }
        let behind = &self.source[self.marked.end..];
        let start = self.marked.end + behind.len() - behind.trim_start().len();
        let product = self.source[self.marked.clone()].starts_with(['*', '/']);
        let signs = if product { "+-*/,;}" } else { "+-,;}" };
        let mut depth = 0;
        let length = self.source[start..].char_indices().find(|(_, c)| {
            depth += i32::from("([<".contains(*c)) - i32::from(")]>".contains(*c));
            depth < 0 || depth == 0 && signs.contains(*c)
        });
        let end = length.map_or(self.source.len(), |(at, _)| start + at);
        start..start + self.source[start..end].trim_end().len()
    }
}

/// How a text goes on that names a call of what is marked.
const CALLED: &[&str] = &[
    " exchanges the last two",
    " exchanges them",
    " takes the axis of size 1 away",
    " takes the axes of size 1 away",
    " adds the axis of size 1",
    " reads them so",
    " gives sizes names",
];
