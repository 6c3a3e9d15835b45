//! Code that a message advises to write, which has to compile: `where shape![N, K]: Reshape<shape![K, N]>`.

use super::words::is_number;
use crate::types::code::{self, as_code};
use crate::types::{self, Evidence, Kind, Replacement, vocabulary};

/// All places of a message that change. Shapes in advice are written as code, as in the crate's own notes: with macros
/// without a path.
pub fn find(text: &str, evidence: Evidence) -> Vec<Replacement> {
    let mut found = types::find(text, evidence);
    let advice = vocabulary::ADVICE
        .iter()
        .filter_map(|start| text.find(start));
    if let Some(start) = advice.min() {
        // Whether code is quoted, and whether it is a list in a macro, where a size needs no macro.
        let (mut is_quoted, mut is_in_list) = (false, false);
        let mut read = 0;
        for replacement in &mut found {
            for (at, byte) in (read..).zip(text[read..replacement.range.start].bytes()) {
                match byte {
                    b'`' => is_quoted = !is_quoted,
                    b'[' if text[..at].ends_with('!') => is_in_list = true,
                    b']' => is_in_list = false,
                    _ => {}
                }
            }
            read = replacement.range.start;
            if read > start && is_quoted {
                make_code(text, replacement, is_in_list);
            }
        }
    }
    found
}

fn make_code(text: &str, replacement: &mut Replacement, is_in_list: bool) {
    let bare = |name: &str| Some(name.to_owned());
    if replacement.kind == Kind::Computed && is_in_list {
        // As it stands: the list computes, too.
    } else if let Some(code) = as_code(text, replacement, &bare) {
        *replacement = code;
    } else if replacement.kind == Kind::Number && !is_in_list {
        let number = replacement.text();
        if is_number(&number) {
            let code = format!("{}!({number})", vocabulary::SIZE_MACRO);
            *replacement = Replacement::new(replacement.range.clone(), code, Kind::Number);
        }
    }
}

/// A suggestion of rustc, which an editor may insert into the code: with full paths.
pub fn suggestion(code: &str, evidence: Evidence) -> String {
    let with_path = |name: &str| Some(format!("{}::{name}", vocabulary::CRATE));
    code::rewrite(code, evidence, &with_path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::apply;

    fn check(note: &str, written: &str) {
        let evidence = Evidence::of("shapecheck::");
        assert_eq!(apply(note, &find(note, evidence)), written);
    }

    #[test]
    fn advice_is_code() {
        check(
            "nothing says that `Axes<S, N>` is known: add a bound, such as `where Axes<S, N>: Reshape<Axes<Scalar, N>>`",
            "nothing says that `[..S, N]` is known: add a bound, such as `where shape![..S, N]: Reshape<shape![N]>`",
        );
        check(
            "cannot tell of `<K as Arithmetic>::TimesNumber<UInt<UInt<UTerm, B1>, B0>>`: add the bound `where <A as shapecheck::dim::Arithmetic>::Plus<B>: SameAs<Axes<Scalar, <N as Extent>::Minus<UInt<UTerm, B1>>>>`",
            "cannot tell of `2 * K`: add the bound `where dim!(A + B): SameAs<shape![N - 1]>`",
        );
        check(
            "add the bound `where M: MatchesInner<UInt<UInt<UTerm, B1>, B0>>` to `UTerm`",
            "add the bound `where M: MatchesInner<dim!(2)>` to `dim!(0)`",
        );
        check(
            "add a bound on `shape![2, UInt<UTerm, B1>]: Broadcast<shape![M]>`",
            "add a bound on `shape![2, 1]: Broadcast<shape![M]>`",
        );
    }

    #[test]
    fn suggestions_have_whole_paths() {
        let evidence = Evidence::of("shapecheck::");
        assert_eq!(
            suggestion(" where Axes<S, N>: HasAxis<-2>", evidence),
            " where shapecheck::shape![..S, N]: HasAxis<-2>"
        );
        assert_eq!(
            suggestion("TensorOn<f32, Axes<Scalar, Dyn>>", evidence),
            "shapecheck::Tensor<f32, shapecheck::shape![_]>"
        );
    }
}
