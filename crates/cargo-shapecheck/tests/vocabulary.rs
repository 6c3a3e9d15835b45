//! The words of the library that the tool knows are those of the library's source.

use std::fs;
use std::path::Path;

use cargo_shapecheck::types::vocabulary::{
    ABOUT_FORMS_WITH_SHAPE, ABOUT_NAMES, ABOUT_OTHER_ENGINES, ABOUT_PARAMETERS, ABOUT_RESHAPE,
    ABOUT_SIZES, ABOUT_SUGGESTIONS, ACCEPT, ADVICE, ADVICE_BY_LINE, AXES, AXES_IN_CONTRACT, AXIS,
    AXIS_LIST, BROADCAST, BROADCASTED, COUNT, DIGITS, DYNAMIC_SHAPE, DYNAMIC_SIZE, ENGINES,
    EQUAL_SIZES, HEADLINES_OF_BOUNDS, HEADLINES_OF_ENGINES, INDEXED, INDICES, INPUT_OF_LAYER,
    MANY_DIGITS, MESSAGE_TYPES, MULTIPLE, NAME, NO_AXIS, NO_CONST_SIZE, NO_DIGIT, NO_MODE,
    NO_PARTS, NO_SHAPE, OF_FLOATS, OPEN_CONTRACT, PRODUCT, SCALAR, SETTINGS, SIGNATURE, SIZES, SUM,
    SUM_WITH_NUMBER, TELL, TENSOR, TYPE_MACROS, UNDECIDED, UNKNOWN_SIZE, UNKNOWN_SIZES, WHICH_AXIS,
    WIDENS, WITHOUT_ATTRIBUTE,
};

#[path = "../build/source.rs"]
#[allow(dead_code, reason = "the texts alone are looked at")]
mod source;

use source::Source;

#[test]
fn the_library_says_what_the_tool_listens_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = Source::of(
        &["../shapecheck-core/src", "../shapecheck/src"].map(|source| folder.join(source)),
    );
    let texts = source
        .texts
        .values()
        .map(|text| text.replace("{AXIS}", "").replace("{Self}", ""));
    let texts = Vec::from_iter(texts);
    let headlines = HEADLINES_OF_BOUNDS.iter().map(|(words, _)| *words);
    let lists = [
        ADVICE,
        ABOUT_RESHAPE,
        ABOUT_SIZES,
        ABOUT_OTHER_ENGINES,
        HEADLINES_OF_ENGINES,
    ]
    .concat();
    let words = [
        ABOUT_SUGGESTIONS,
        UNDECIDED,
        ADVICE_BY_LINE,
        WIDENS,
        ABOUT_PARAMETERS,
        ABOUT_FORMS_WITH_SHAPE,
        UNKNOWN_SIZE,
        UNKNOWN_SIZES,
        NO_SHAPE,
        NO_AXIS,
        WHICH_AXIS,
        INDEXED,
        INDICES,
        INPUT_OF_LAYER,
        NO_MODE,
        NO_PARTS,
        NO_CONST_SIZE,
        OF_FLOATS,
        AXES_IN_CONTRACT,
        SIGNATURE,
        OPEN_CONTRACT,
    ];
    for words in words.into_iter().chain(lists).chain(headlines) {
        assert!(
            texts.iter().any(|text| text.contains(words)),
            "the library does not say `{words}`"
        );
    }
    let of_macros = [
        ("../shapecheck-declarations/src/messages.rs", ABOUT_NAMES),
        (
            "../shapecheck-macros/src/surroundings.rs",
            WITHOUT_ATTRIBUTE,
        ),
    ];
    for (file, words) in of_macros {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        let text = text.expect("the file can be read");
        assert!(text.contains(words), "no macro says `{words}`");
    }
    let types = [
        SCALAR,
        AXES,
        DYNAMIC_SHAPE,
        DYNAMIC_SIZE,
        TENSOR,
        AXIS_LIST,
        AXIS,
        BROADCASTED,
        DIGITS,
        NO_DIGIT,
        MANY_DIGITS,
        NAME,
        SUM_WITH_NUMBER,
        MULTIPLE,
        SUM,
        PRODUCT,
        COUNT,
    ];
    let engines = ENGINES
        .iter()
        .flat_map(|(engine, tensor)| [*engine, *tensor]);
    let macros = TYPE_MACROS
        .iter()
        .map(|name| format!("macro_rules! {name} {{"));
    let traits = [BROADCAST.trim_end_matches('<'), EQUAL_SIZES, TELL, ACCEPT];
    let traits = traits
        .iter()
        .chain(SIZES)
        .map(|name| format!("pub trait {name}"));
    let settings = SETTINGS.iter().map(|(name, _)| *name);
    let types = types
        .into_iter()
        .chain(engines)
        .chain(settings)
        .chain(MESSAGE_TYPES.iter().copied());
    let declares = |name: &str| {
        let mut words = ["pub struct ", "pub type ", "pub enum "].into_iter();
        words.any(|word| texts.iter().any(|text| has_word_behind(text, word, name)))
    };
    for name in types {
        assert!(declares(name), "the library has no type `{name}`");
    }
    for declared in macros.chain(traits) {
        assert!(
            texts.iter().any(|text| text.contains(&declared)),
            "the library has no `{declared}`"
        );
    }
}

/// Whether a text has `pub struct Name`, and no longer name.
fn has_word_behind(text: &str, word: &str, name: &str) -> bool {
    text.match_indices(&format!("{word}{name}"))
        .any(|(at, found)| {
            !text[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
}
