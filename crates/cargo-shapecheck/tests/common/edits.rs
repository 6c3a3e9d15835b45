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
    // What stands before some code, and the code.
    let mut advised = parts.as_chunks::<2>().0.iter();
    advised.find_map(|[before, code]| {
        let programs = place.edited(before, code)?;
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

    fn edited(&self, before: &str, code: &str) -> Option<Vec<String>> {
        let ends = |words: &str| before.ends_with(words);
        Some(match () {
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
}
