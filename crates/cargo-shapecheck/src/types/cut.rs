//! Shortens types like rust-analyzer: after a number of characters, every further type is `…`.

use super::{Kind, Replacement, apply};

/// The text with its types shortened from `longest` characters on.
///
/// ```
/// use cargo_shapecheck::types::cut::cut;
///
/// assert_eq!(cut("HashMap<String, Vec<Option<u8>>>", 16), "HashMap<String, …>");
/// assert_eq!(cut("HashMap<String, Vec<Option<u8>>>", 20), "HashMap<String, Vec<…>>");
/// assert_eq!(cut("Vec<u8>", 25), "Vec<u8>");
/// ```
pub fn cut(text: &str, longest: usize) -> String {
    apply(text, &cuts(text, longest))
}

/// The types to leave out from `longest` characters on.
pub fn cuts(text: &str, longest: usize) -> Vec<Replacement> {
    let mut cuts = Vec::new();
    let mut written = 0;
    // The start of the type being left out, and the depth of brackets inside it.
    let mut left_out: Option<(usize, usize)> = None;
    let mut before = [' ', ' '];
    for (position, character) in text.char_indices() {
        let opens = matches!(character, '<' | '(' | '[');
        let closes = matches!(character, ')' | ']') || (character == '>' && before[1] != '-');
        let starts_type = matches!(before[1], '<' | '(' | '[') || before == [',', ' '];
        before = [before[1], character];
        match &mut left_out {
            Some((start, 0)) if closes || character == ',' => {
                cuts.push(Replacement::new(*start..position, "…", Kind::Name));
                left_out = None;
            }
            Some((_, depth)) => {
                *depth = (*depth + usize::from(opens)).saturating_sub(usize::from(closes));
                continue;
            }
            None if starts_type && written >= longest && !closes => {
                left_out = Some((position, usize::from(opens)));
                written += 1;
                continue;
            }
            None => {}
        }
        written += 1;
    }
    if let Some((start, _)) = left_out {
        cuts.push(Replacement::new(start..text.len(), "…", Kind::Name));
    }
    cuts
}
