//! Tables of the names that the library has, read from its source. What the source says of an item stands at the item:
//! whether it is hidden, what `on_unimplemented` says, which other names it has, how an example writes it. Where nothing
//! else tells that a trait is part of another, there is a line above it:
//!
//! ```text
//! // Part of `Shape`.
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proc_macro2::{Delimiter, TokenTree};

use crate::source::{self, Item, Kind, Source};
use crate::vocabulary::NOTHING_SAYS;

/// The whole file.
pub fn write(source: &Source) -> String {
    let mut text = String::new();
    for (documentation, name, table) in tables(source) {
        let (of, entries) = match &table {
            Table::Names(names) => ("&str", filled(names)),
            Table::Pairs(pairs) => (
                "(&str, &str)",
                lines(pairs.iter().map(|pair| format!("{pair:?}"))),
            ),
            Table::Rules(rules) => {
                let rules = rules
                    .iter()
                    .map(|(name, parameters)| format!("({name:?}, &{parameters:?})"));
                ("(&str, &[&str])", lines(rules))
            }
            Table::Words(words) => {
                let words = words.iter().map(|words| {
                    let Words {
                        of,
                        parameters,
                        said,
                    } = words;
                    format!("({of:?}, &{parameters:?}, &{said:?})")
                });
                ("Words", lines(words))
            }
        };
        let _ = write!(
            text,
            "\n/// {documentation}\npub const {name}: &[{of}] = &[\n{entries}];\n"
        );
    }
    text
}

/// The numbers that a const parameter may be, of the tables in the source of the macro.
pub fn const_sizes(source: &str) -> String {
    let numbers = |name: &str| -> Vec<u64> {
        let (_, table) = source
            .split_once(&format!("const {name}: "))
            .and_then(|(_, rest)| rest.split_once(" = ["))
            .expect("a table of const sizes");
        let (table, _) = table.split_once("];").expect("the end of the table");
        let digits = table.replace('_', "");
        let words = digits.split(|c: char| !c.is_ascii_digit());
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let mut sizes = BTreeSet::from_iter(numbers("OF_MODELS"));
    for step in numbers("STEPS").chunks(2) {
        sizes.extend((0..=step[1] / step[0]).map(|part| part * step[0]));
    }
    for power in numbers("POWERS").chunks(2) {
        sizes.extend((0..=power[1]).map(|last| power[0].pow(u32::try_from(last).expect("few"))));
    }
    format!("\n/// Numbers that a const parameter may be.\npub const CONST_SIZES: &[u64] = &{sizes:?};\n")
        .replace('{', "[")
        .replace('}', "]")
}

enum Table {
    Names(Vec<String>),
    Pairs(Vec<(String, String)>),
    Rules(Vec<(String, Vec<String>)>),
    Words(Vec<Words>),
}

/// What the compiler says where a trait is not implemented, or where two sizes do not have this relation.
struct Words {
    of: String,
    parameters: Vec<String>,
    /// What stands in front of each `=`, and the text.
    said: Vec<(String, String)>,
}

/// What each table says, its name, and its entries.
fn tables(source: &Source) -> Vec<(&'static str, &'static str, Table)> {
    let parts = parts(source);
    let traits = |is_listed: &dyn Fn(&Item) -> bool| {
        let names = source.of_kind(Kind::Trait).filter(|item| is_listed(item));
        sorted(names.map(|item| item.name.clone()))
    };
    let open_traits =
        |is_listed: &dyn Fn(&Item) -> bool| traits(&|item| !is_internal(item) && is_listed(item));
    let is_of_rules = |item: &Item| item.is_below(&["algebra", "broadcast", "dim", "shape"]);
    let of_messages = open_traits(&|item| item.is_below(&["verdict"]));
    let of_ranks = traits_of_ranks(source).into_iter().map(|(name, _)| name);
    let is_other = |item: &Item| !is_of_rules(item) && !item.is_below(&["verdict", "engine"]);
    let rules = source
        .of_kind(Kind::Trait)
        .filter(|item| is_of_rules(item) && is_rule(source, &parts, item));
    let rules = rules.map(|item| {
        let parameters = item.parameters.iter().map(|(name, _)| name.clone());
        (item.name.clone(), parameters.collect())
    });
    vec![
        (
            "Traits that nobody asks for by name.",
            "HIDDEN_TRAITS",
            Table::Names(traits(&is_internal)),
        ),
        (
            "Traits that carry a message, and those that ask whether a comparison fits.",
            "TRAITS_OF_MESSAGES",
            Table::Names(sorted(of_messages.into_iter().chain(of_ranks))),
        ),
        (
            "Traits of sizes and shapes, and the rules.",
            "TRAITS_OF_RULES",
            Table::Names(open_traits(&is_of_rules)),
        ),
        (
            "Traits of engines.",
            "TRAITS_OF_ENGINES",
            Table::Names(open_traits(&|item| item.is_below(&["engine"]))),
        ),
        (
            "Other traits.",
            "OTHER_TRAITS",
            Table::Names(open_traits(&is_other)),
        ),
        (
            "Traits that are part of another.",
            "PARTS",
            Table::Pairs(parts.clone()),
        ),
        (
            "Rules for shapes, with their parameters.",
            "RULES",
            Table::Rules(BTreeMap::from_iter(rules).into_iter().collect()),
        ),
        (
            "What the rules compare two sizes for, and what holds of them.",
            "SENTENCES_OF_RULES",
            Table::Pairs(sentences(source)),
        ),
        (
            "What is said where a trait is not implemented, with its parameters.",
            "WORDS_OF_TRAITS",
            Table::Words(words_of_traits(source)),
        ),
        (
            "What is said of two sizes by what they are compared for, with its parameters.",
            "WORDS_OF_RELATIONS",
            Table::Words(words_of_relations(source)),
        ),
        (
            "What a trait asks of generic code.",
            "IN_GENERIC_CODE",
            Table::Pairs(in_generic_code(source)),
        ),
        (
            "What the names of axes in an equation are compared for.",
            "RELATIONS_OF_EQUATIONS",
            Table::Names(of_equations(source, false)),
        ),
        (
            "Those of them that have names of axes or of operands as parameters.",
            "NAMES_OF_EQUATIONS",
            Table::Names(of_equations(source, true)),
        ),
        (
            "Macros.",
            "MACROS",
            Table::Names(sorted(
                source.of_kind(Kind::Macro).map(|item| item.name.clone()),
            )),
        ),
        (
            "Folders of the source.",
            "FOLDERS",
            Table::Names(
                source
                    .folders
                    .iter()
                    .map(|folder| format!("/src/{folder}/"))
                    .collect(),
            ),
        ),
        (
            "Methods whose sizes and axes are parameters, and how they are written.",
            "FORMS",
            Table::Pairs(forms(source)),
        ),
        (
            "Methods of tensors, and those along an axis.",
            "METHODS",
            Table::Names(methods(source, |_| true)),
        ),
        (
            "Methods of `x.along::<-1>()`.",
            "METHODS_ALONG",
            Table::Names(methods(source, Item::is_along)),
        ),
        (
            "Methods of layers and of losses.",
            "METHODS_OF_NETWORKS",
            Table::Names(methods(source, Item::is_of_networks)),
        ),
        (
            "Methods of matrices alone.",
            "METHODS_OF_MATRICES",
            Table::Names(methods(source, |item| item.signature.contains("Matrices"))),
        ),
        (
            "Functions of each element that are for floats alone.",
            "FUNCTIONS_OF_FLOATS",
            Table::Names(functions_of_floats(source)),
        ),
        (
            "Methods that take one axis as a parameter, and nothing else.",
            "METHODS_OF_AN_AXIS",
            Table::Names(methods(source, |item| {
                !item.is_along() && is_of_one_axis(item)
            })),
        ),
        (
            "Methods that make one number of a tensor, and have a form along an axis.",
            "REDUCTIONS",
            Table::Names(reductions(source)),
        ),
        (
            "Functions that make a tensor, and have a form with `_with` that takes the value of a shape.",
            "FORMS_WITH_SHAPE",
            Table::Names(with_shape(source)),
        ),
        (
            "Methods that a feature brings.",
            "METHODS_OF_FEATURES",
            Table::Pairs(of_features(source)),
        ),
        (
            "What other libraries call methods, and what is written here.",
            "ALIASES",
            Table::Pairs(aliases(source)),
        ),
        (
            "What programs import, and the paths.",
            "IMPORTS",
            Table::Pairs(imports(source)),
        ),
    ]
}

/// Names of the root, and the traits and types of the modules that programs name.
fn imports(source: &Source) -> Vec<(String, String)> {
    let mut paths = BTreeMap::new();
    let modules = [
        ("algebra", "algebra"),
        ("engine", "engine"),
        ("algebra/window.rs", "window"),
    ];
    for (files, module) in modules {
        // What a module has of its files.
        let root = format!("{files}/mod.rs");
        let exported = source.texts.get(&root).map_or("", String::as_str);
        let exported = exported
            .split("pub use ")
            .skip(1)
            .filter_map(|rest| rest.split(';').next());
        let exported: String = exported.collect();
        let exported: BTreeSet<&str> = exported.split(|c: char| !c.is_alphanumeric()).collect();
        let items = source.items.iter().filter(|item| {
            let is_of_file = item.file == files || item.file == root;
            let is_of_folder = item.file.starts_with(&format!("{files}/"))
                && exported.contains(item.name.as_str())
                && item.kind == Kind::Trait;
            let is_named = matches!(item.kind, Kind::Trait | Kind::Struct) && item.of.is_none();
            (is_of_file || is_of_folder) && is_named && !item.is_hidden
        });
        paths.extend(items.map(|item| (item.name.clone(), format!("{module}::{}", item.name))));
    }
    let root = source.texts.get("lib.rs").map_or("", String::as_str);
    let root = root.split("pub mod __macro").next().unwrap_or("");
    for reexport in root.split("pub use ").skip(1) {
        let path = reexport.split(';').next().unwrap_or("");
        let names = path.rsplit("::").next().unwrap_or("");
        let names = path.split_once('{').map_or(names, |(_, names)| names);
        let names = names.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        paths.extend(names.map(|name| (name.to_owned(), name.to_owned())));
    }
    for text in source.texts.values() {
        for exported in text.split("#[macro_export]").skip(1) {
            let name = exported
                .split_once("macro_rules! ")
                .map_or("", |(_, name)| name);
            let name = name.split(' ').next().unwrap_or("");
            paths.insert(name.to_owned(), name.to_owned());
        }
    }
    paths.retain(|name, _| !name.is_empty() && !name.starts_with("__"));
    paths.into_iter().collect()
}

fn lines(entries: impl Iterator<Item = String>) -> String {
    entries.map(|entry| format!("    {entry},\n")).collect()
}

/// Names in lines of up to 120 columns.
fn filled(names: &[String]) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for name in names {
        let entry = format!(" {name:?},");
        if 3 + line.len() + entry.len() > 120 {
            let _ = writeln!(lines, "   {line}");
            line.clear();
        }
        line.push_str(&entry);
    }
    let _ = writeln!(lines, "   {line}");
    lines
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    Vec::from_iter(BTreeSet::from_iter(names))
}

impl Item {
    /// Whether it is a method of one of these types.
    fn is_of(&self, types: &[&str]) -> bool {
        self.of.as_deref().is_some_and(|of| types.contains(&of))
    }

    /// Whether it is in one of these folders.
    fn is_below(&self, folders: &[&str]) -> bool {
        let folder = self.file.split('/').next().unwrap_or("");
        folders.contains(&folder)
    }

    /// Whether it stands with layers or losses.
    fn is_of_networks(&self) -> bool {
        let files = [
            "channels",
            "layers",
            "loss",
            "network",
            "recurrent",
            "window",
        ];
        let file = self.file.strip_prefix("tensor/").unwrap_or("");
        files.contains(&file.strip_suffix(".rs").unwrap_or(file))
    }

    /// Whether it is a method of a tensor along an axis.
    fn is_along(&self) -> bool {
        self.is_of(&["Along", "AlongMut"])
    }

    /// The names that are called: a method that returns an error has a panicking form beside it.
    fn calls(&self) -> impl Iterator<Item = &String> {
        [&self.name].into_iter().chain(&self.panicking)
    }

    /// The name of the panicking form, if there is one.
    fn called(&self) -> &str {
        self.panicking.first().unwrap_or(&self.name)
    }

    /// Whether generic code may leave open whether the trait holds.
    fn is_undecided(&self) -> bool {
        let mut words = self.words.iter();
        let is_open = |text: &str| text.starts_with("cannot tell ") || text.contains(NOTHING_SAYS);
        words.any(|(word, text)| word == "message" && is_open(text))
    }

    fn note(&self, is_meant: impl Fn(&str) -> bool) -> Option<&str> {
        let mut notes = self.words.iter().filter(|(word, _)| word == "note");
        notes
            .find(|(_, note)| is_meant(note))
            .map(|(_, note)| note.as_str())
    }
}

/// The entries of `messages!`: what stands in front of the braces, and in them.
fn messages(source: &Source) -> Vec<(&str, Vec<TokenTree>, Vec<TokenTree>)> {
    let mut messages = Vec::new();
    for (file, tokens) in &source.messages {
        let is_end = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        for entry in tokens.split_inclusive(is_end) {
            let Some((TokenTree::Group(words), front)) = entry.split_last() else {
                continue;
            };
            // Documentation comes first.
            let start = front
                .iter()
                .position(|token| matches!(token, TokenTree::Ident(_)))
                .unwrap_or(0);
            messages.push((
                file.as_str(),
                front[start..].to_vec(),
                words.stream().into_iter().collect(),
            ));
        }
    }
    messages
}

/// Whether an entry is `Family for Relation`.
fn is_of_relation(front: &[TokenTree]) -> bool {
    front.iter().any(|word| word.to_string() == "for")
}

/// The traits for numbers of axes, with their words: `ranks RankFits { .. }`.
fn traits_of_ranks(source: &Source) -> Vec<(String, Vec<TokenTree>)> {
    let traits = messages(source).into_iter().flat_map(|(_, _, words)| {
        let traits = words.windows(3).filter_map(|tokens| match tokens {
            [
                TokenTree::Ident(_),
                TokenTree::Ident(name),
                TokenTree::Group(words),
            ] => Some((name.to_string(), words.stream().into_iter().collect())),
            _ => None,
        });
        traits.collect::<Vec<_>>()
    });
    traits.collect()
}

fn words_of_traits(source: &Source) -> Vec<Words> {
    let traits = source.of_kind(Kind::Trait);
    let traits = traits.filter(|item| !item.words.is_empty());
    let traits = traits.map(|item| Words {
        of: item.name.clone(),
        parameters: item
            .parameters
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
        said: item.words.clone(),
    });
    let of_ranks = traits_of_ranks(source).into_iter();
    let of_ranks = of_ranks.map(|(name, words)| Words {
        of: name,
        parameters: ["LHS", "RHS"].map(str::to_owned).into(),
        said: of_compiler(&words),
    });
    let mut all: Vec<Words> = traits.chain(of_ranks).collect();
    // For a trait without a message rustc says the same as for any, and two with the same name cannot be told apart.
    let has_message = |words: &Words| words.said.iter().any(|(word, _)| word == "message");
    let names = Vec::from_iter(all.iter().map(|words| words.of.clone()));
    let is_only = |words: &Words| names.iter().filter(|name| **name == words.of).count() == 1;
    all.retain(|words| has_message(words) && is_only(words));
    all
}

fn words_of_relations(source: &Source) -> Vec<Words> {
    let words = messages(source)
        .into_iter()
        .filter_map(|(_, front, words)| {
            let at = front.iter().position(|word| word.to_string() == "for");
            let (of, parameters) = match at {
                Some(at) => (
                    front.get(at + 1)?.to_string(),
                    source::parameters(&front[at + 2..]),
                ),
                None => (format!("{}Rule", front.first()?), Vec::new()),
            };
            let is_of_ranks = |token: &TokenTree| {
                ["ranks", "source_or_more", "target_or_more"].contains(&token.to_string().as_str())
            };
            let of_sizes = words.split(is_of_ranks).next()?;
            Some(Words {
                of,
                parameters,
                said: of_compiler(of_sizes),
            })
        });
    words.filter(|words| !words.said.is_empty()).collect()
}

/// The words of an entry of `messages!` without what is said at run time only.
fn of_compiler(words: &[TokenTree]) -> Vec<(String, String)> {
    let mut words = source::words(words);
    for (_, text) in &mut words {
        *text = without_marks(text);
    }
    words
}

/// A text with what stands in `{!..}`, and without what stands in `{?..}`.
fn without_marks(text: &str) -> String {
    let Some(start) = text.find("{!").or_else(|| text.find("{?")) else {
        return text.to_owned();
    };
    let start = text.find("{?").map_or(start, |other| other.min(start));
    let (inside, rest) = text[start + 2..]
        .match_indices('}')
        .map(|(at, _)| text[start + 2..].split_at(at))
        .find(|(inside, _)| inside.matches('{').count() == inside.matches('}').count())
        .expect("the end of a part");
    let kept = if text[start..].starts_with("{!") {
        inside
    } else {
        ""
    };
    format!("{}{kept}{}", &text[..start], without_marks(&rest[1..]))
}

/// What is said of names beside the words of the rule, from the source of `messages!`.
pub fn note_on_names(source: &str) -> String {
    let note = source
        .split_once("const NOTE_ON_NAMES: &str =")
        .and_then(|(_, rest)| rest.split_once(", note = \\\""))
        .and_then(|(_, rest)| rest.split_once("\\\"\";"))
        .expect("the note on names");
    format!(
        "\n/// What is said of names beside the words of the rule.\npub const NOTE_ON_NAMES: &str = {:?};\n",
        note.0
    )
}

/// Rules that say of two sizes of their operands that they are equal, and have a note for where generic code does not.
const OF_SIZES: [&str; 5] = ["Bilinear", "Distances", "Linear", "Narrows", "UnstackInto"];

/// What holds of the sizes that a rule compares, by the bound which a note names. The bound on two sizes,
/// `SameSize<AttendsRule, `, with the notes of the rule's entry in the table of texts, or that of a rule of
/// [`OF_SIZES`], `Linear<`, with its own note.
fn sentences(source: &Source) -> Vec<(String, String)> {
    let is_of_sizes = |bound: &str| source.texts.values().any(|text| text.contains(bound));
    let of_sizes = messages(source)
        .into_iter()
        .filter_map(|(_, front, words)| {
            let (TokenTree::Ident(name), true) = (front.first()?, !is_of_relation(&front)) else {
                return None;
            };
            let notes = source::words(&words)
                .into_iter()
                .filter(|(word, _)| word == "note");
            let notes: Vec<String> = notes.map(|(_, note)| note).collect();
            Some((format!("SameSize<{name}Rule, "), notes.join("; ")))
        });
    let of_sizes = of_sizes.filter(|(bound, notes)| is_of_sizes(bound) && !notes.is_empty());
    let rules = source
        .of_kind(Kind::Trait)
        .filter(|item| OF_SIZES.contains(&item.name.as_str()));
    let of_rules = rules.filter_map(|item| {
        let note = item.note(|note| !note.contains("{Self}"))?;
        Some((format!("{}<", item.name), note.to_owned()))
    });
    of_sizes.chain(of_rules).collect()
}

/// The types in the files of messages about names: those of `messages! { Family for Relation { .. } }`, and kin.
fn of_equations(source: &Source, has_names: bool) -> Vec<String> {
    let messages = messages(source);
    let files: BTreeSet<&str> = messages
        .iter()
        .filter(|(_, front, _)| is_of_relation(front))
        .map(|(file, ..)| *file)
        .collect();
    let structs = source
        .of_kind(Kind::Struct)
        .filter(|item| files.contains(item.file.as_str()));
    let is_type = |(_, bound): &(String, String)| bound.is_empty();
    let structs = structs.filter(|item| !has_names || item.parameters.iter().any(is_type));
    sorted(structs.map(|item| item.name.clone()))
}

/// Whether nobody asks for a trait by its name: it is hidden, and no note tells a user to write it as a bound.
fn is_internal(item: &Item) -> bool {
    let bound = format!("`where {{Self}}: {}`", item.name);
    item.is_hidden && item.note(|note| note.contains(&bound)).is_none()
}

/// Whether a trait is a rule for shapes: the message for generic code that does not say enough is that nobody can tell
/// whether it holds, or a part of it. One that takes the rule as a parameter is for sizes, or for the names of an equation,
/// unless it is a shape.
fn is_rule(source: &Source, parts: &[(String, String)], item: &Item) -> bool {
    let is_part = |part: &&Item| parts.contains(&(part.name.clone(), item.name.clone()));
    let mut parts = source.of_kind(Kind::Trait).filter(is_part);
    let takes = item
        .parameters
        .first()
        .map_or("", |(name, _)| name.as_str());
    let is_of_shapes =
        !["Relation", "Naming"].contains(&takes) || item.signature.contains(": Shape");
    !item.is_hidden
        && is_of_shapes
        && (item.is_undecided() || parts.any(|part| part.is_undecided()))
}

/// Traits with a line `// Part of ..` above them.
fn parts(source: &Source) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for text in source.texts.values() {
        for (at, _) in text.match_indices("// Part of `") {
            let line = text[at..].lines().next().unwrap_or("");
            let name = text[at..].split("pub trait ").nth(1).unwrap_or("");
            let name = name.split(|c: char| !c.is_alphanumeric()).next();
            for of in line.split('`').skip(1).step_by(2) {
                parts.push((name.unwrap_or("").to_owned(), of.to_owned()));
            }
        }
    }
    parts.sort_by(|(one, _), (other, _)| one.cmp(other));
    parts
}

/// What a trait asks of generic code: a note with a shape that begins with any axes, `[..S, N]`.
fn in_generic_code(source: &Source) -> Vec<(String, String)> {
    let is_generic = |note: &str| {
        let mut shapes = note.split("[..").skip(1);
        shapes.any(|shape| shape.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    let notes = source.of_kind(Kind::Trait).filter_map(|item| {
        let note = item.note(is_generic)?;
        let note = note.strip_prefix("or ").unwrap_or(note);
        Some((item.name.clone(), note.to_owned()))
    });
    BTreeMap::from_iter(notes).into_iter().collect()
}

/// The methods of tensors, and those along an axis.
fn all_methods(source: &Source) -> impl Iterator<Item = &Item> {
    let methods = source.of_kind(Kind::Function);
    let types = [
        "TensorOn",
        "Tensor",
        "InlineTensor",
        "View",
        "ViewMut",
        "Along",
        "AlongMut",
    ];
    methods.filter(move |item| item.is_of(&types) && item.file.starts_with("tensor/"))
}

fn methods(source: &Source, is_listed: impl Fn(&Item) -> bool) -> Vec<String> {
    let methods = all_methods(source).filter(|item| is_listed(item));
    sorted(methods.flat_map(|item| item.calls().cloned()))
}

/// `exp` of `Exp |x| x.exp(), ..;`
fn functions_of_floats(source: &Source) -> Vec<String> {
    let text = source.texts.get("engine/ops.rs").map_or("", String::as_str);
    let list = text
        .split_once("\nfloat_functions! {")
        .map_or("", |(_, list)| list);
    let list = list.split("\n}").next().unwrap_or("");
    let names = list.lines().filter_map(|line| {
        let (_, call) = line.split_once("| x.")?;
        Some(call.split_once('(')?.0.to_owned())
    });
    sorted(names)
}

/// The feature that brings the file of a method.
fn feature<'s>(source: &'s Source, item: &Item) -> Option<&'s str> {
    let mut features = source.features.iter();
    features
        .find(|(file, _)| *file == item.file)
        .map(|(_, feature)| feature.as_str())
}

fn of_features(source: &Source) -> Vec<(String, String)> {
    let methods = all_methods(source).filter_map(|item| Some((item, feature(source, item)?)));
    methods
        .flat_map(|(item, feature)| {
            item.calls()
                .map(move |name| (name.clone(), feature.to_owned()))
        })
        .collect()
}

fn is_of_one_axis(item: &Item) -> bool {
    matches!(&item.parameters[..], [(_, bound)] if bound == "isize") && item.arguments.is_empty()
}

fn with_shape(source: &Source) -> Vec<String> {
    let names: BTreeSet<&String> = all_methods(source).flat_map(Item::calls).collect();
    methods(source, |item| {
        !item.is_along() && item.arguments.iter().any(|(name, _)| name == "shape")
    })
    .iter()
    .filter_map(|name| name.strip_suffix("_with").map(str::to_owned))
    .filter(|name| names.contains(name))
    .collect()
}

fn reductions(source: &Source) -> Vec<String> {
    let of_an_axis = methods(source, |item| !item.is_along() && is_of_one_axis(item));
    methods(source, |item| !item.is_along() && item.arguments.is_empty())
        .into_iter()
        .filter(|name| of_an_axis.contains(&format!("{name}_axis")))
        .collect()
}

/// Whether a text has a name as a word.
fn has_word(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|word| word == name)
}

/// The parameters of a method that neither an argument nor a bound tells.
fn untold(item: &Item) -> Vec<(&str, &str)> {
    let bounds = || item.signature.split("= ").skip(1);
    let is_told = |name: &str| {
        item.arguments.iter().any(|(_, of)| has_word(of, name))
            || bounds().any(|bound| bound.split(' ').next() == Some(name))
    };
    let untold = item.parameters.iter().filter(|(name, _)| !is_told(name));
    untold
        .map(|(name, bound)| (name.as_str(), bound.as_str()))
        .collect()
}

/// What stands for a parameter with this bound, where no example shows one.
fn example(bound: &str) -> Option<&'static str> {
    let first = bound.split([' ', '<', '+']).next().unwrap_or("");
    match first {
        "isize" => Some("-1"),
        "AxisNames" => Some("axes![-1, -2]"),
        "Dim" | "StaticDim" => Some("dim!(2)"),
        "Shape" | "StaticShape" => Some("shape![2, 3]"),
        _ => None,
    }
}

fn forms(source: &Source) -> Vec<(String, String)> {
    let examples = examples(source);
    let mut forms: Vec<(String, String)> = Vec::new();
    // Methods along an axis have the names of methods of tensors, which say more of themselves.
    let is_along = |item: &&Item| item.of.as_deref() == Some("Along");
    let of_tensors = all_methods(source).filter(|item| !is_along(item));
    let all = of_tensors.chain(all_methods(source).filter(is_along));
    for item in all.filter(|item| item.takes_self) {
        let is_of_sizes = untold(item)
            .iter()
            .any(|(_, bound)| example(bound).is_some());
        let is_written = |name: &str| {
            let written = example_of(&examples, item, name);
            written
                .is_some_and(|parameters| parameters.contains('!') || parameters.starts_with('-'))
        };
        for name in item.calls() {
            let is_known = forms.iter().any(|(known, _)| known == name);
            if !is_known && (is_of_sizes || is_written(name)) {
                forms.push((name.clone(), form(&examples, item, name)));
            }
        }
    }
    forms.sort();
    forms
}

/// The parameters of methods in the first example of each.
fn examples(source: &Source) -> BTreeMap<&str, &str> {
    let mut examples = BTreeMap::new();
    for (name, parameters) in source
        .texts
        .values()
        .flat_map(|text| written_parameters(text))
    {
        examples.entry(name).or_insert(parameters);
    }
    examples
}

/// The parameters of a method in an example of its documentation, or of any other.
fn example_of(examples: &BTreeMap<&str, &str>, item: &Item, name: &str) -> Option<String> {
    let own = item.documentation.join("\n");
    let names = || [name].into_iter().chain(item.calls().map(String::as_str));
    let mut of_own = written_parameters(&own);
    let of_own = of_own.find(|(called, _)| names().any(|name| name == *called));
    let found = of_own.map(|(_, parameters)| parameters);
    let found = found.or_else(|| names().find_map(|name| examples.get(name).copied()));
    found.map(str::to_owned)
}

/// `topk::<-1, dim!(2)>()`: the parameters as an example has them.
fn form(examples: &BTreeMap<&str, &str>, item: &Item, name: &str) -> String {
    let untold = untold(item);
    let parameters = example_of(examples, item, name).unwrap_or_else(|| {
        let examples = untold.iter().map(|(_, bound)| example(bound));
        match examples.clone().any(|example| example.is_some()) {
            true => examples
                .map(|example| example.unwrap_or("_"))
                .collect::<Vec<_>>()
                .join(", "),
            false => String::new(),
        }
    });
    let parameters = match parameters.is_empty() {
        true => String::new(),
        false => format!("::<{parameters}>"),
    };
    format!("{name}{parameters}({})", arguments(item))
}

/// What stands in parentheses: `&y` for the only tensor, and names.
fn arguments(item: &Item) -> String {
    let is_tensor = |of: &str| of.starts_with('&') && of.contains("TensorOn");
    let tensors = item.arguments.iter().filter(|(_, of)| is_tensor(of));
    let is_only = tensors.count() == 1;
    let arguments = item.arguments.iter().map(|(name, of)| match is_tensor(of) {
        true if is_only => "&y".to_owned(),
        true => format!("&{name}"),
        false => name.clone(),
    });
    arguments.collect::<Vec<_>>().join(", ")
}

/// `topk` and `-1, dim!(2)` of each `.topk::<-1, dim!(2)>(` in a text, unless it has names of the example's own.
fn written_parameters(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices("::<").filter_map(move |(at, call)| {
        let name = text[..at].rsplit(|c| !is_name(c)).next()?;
        let line = text[at + call.len()..].lines().next()?;
        let parameters = &line[..line.find(">(")?];
        let is_open =
            |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase()) && word != "Negative";
        let is_method = text[..at - name.len()].ends_with('.');
        let is_own = parameters.split(|c| !is_name(c)).any(is_open);
        let is_in_macro = parameters.contains('$');
        (is_method && !is_own && !is_in_macro).then_some((name, parameters))
    })
}

fn aliases(source: &Source) -> Vec<(String, String)> {
    let names: BTreeSet<&String> = all_methods(source)
        .filter(|item| !item.is_along())
        .flat_map(Item::calls)
        .collect();
    let examples = examples(source);
    let mut aliases: Vec<(&String, &Item)> = Vec::new();
    for item in
        all_methods(source).filter(|item| item.takes_self && feature(source, item).is_none())
    {
        let is_name = |alias: &&String| alias.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_other = |alias: &&String| !names.contains(alias);
        aliases.extend(
            item.aliases
                .iter()
                .filter(is_name)
                .filter(is_other)
                .map(|alias| (alias, item)),
        );
    }
    // Of several methods the one with the shortest name: the others have more to say.
    aliases.sort_by_key(|(alias, item)| (*alias, item.called().len()));
    aliases.dedup_by_key(|(alias, _)| *alias);
    let written = aliases.into_iter().map(|(alias, item)| {
        let form = form(&examples, item, item.called());
        let along = match item.of.as_deref() {
            Some("Along") => "along::<-1>().",
            Some("AlongMut") => "along_mut::<-1>().",
            _ => "",
        };
        (alias.clone(), format!("{along}{form}"))
    });
    written.collect()
}
