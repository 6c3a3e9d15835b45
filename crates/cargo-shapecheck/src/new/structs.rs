//! The structs of a module: those that stand for each part of the tree, with names and the types of their fields.
//!
//! Parts that are equal and stand under the same word are one struct. Layers that most models have, such as a matrix and
//! a bias, are one struct each, whose sizes are parameters where they differ.

use std::collections::{HashMap, HashSet};

use super::identifiers::{RESERVED, Taken, camel, ends_with_digit, field_name};
use super::names::Names;
use super::tree::{ALL, Part, Place, Struct, Tree};
use super::words;

/// A layer that many models have.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    /// Its tensors, each with the letters of its sizes.
    fields: &'static [(&'static str, &'static [&'static str])],
    /// What the last part of its name begins with.
    word: &'static str,
    pub about: &'static str,
}

const KINDS: &[Kind] = &[
    Kind {
        name: "Linear",
        fields: &[("weight", &["O", "I"]), ("bias", &["O"])],
        word: "",
        about: words::LINEAR,
    },
    Kind {
        name: "TransposedLinear",
        fields: &[("weight", &["I", "O"]), ("bias", &["O"])],
        word: "",
        about: words::TRANSPOSED_LINEAR,
    },
    Kind {
        name: "Norm",
        fields: &[("weight", &["N"]), ("bias", &["N"])],
        word: "",
        about: words::NORM,
    },
    Kind {
        name: "Norm",
        fields: &[("gamma", &["N"]), ("beta", &["N"])],
        word: "",
        about: words::OLD_NORM,
    },
    Kind {
        name: "BatchNorm",
        fields: &[
            ("weight", &["N"]),
            ("bias", &["N"]),
            ("running_mean", &["N"]),
            ("running_var", &["N"]),
        ],
        word: "",
        about: words::BATCH_NORM,
    },
    Kind {
        name: "BatchNorm",
        fields: &[
            ("weight", &["N"]),
            ("bias", &["N"]),
            ("running_mean", &["N"]),
            ("running_var", &["N"]),
            ("num_batches_tracked", &[]),
        ],
        word: "",
        about: words::BATCH_NORM,
    },
    Kind {
        name: "Conv1d",
        fields: &[("weight", &["O", "I", "K"]), ("bias", &["O"])],
        word: "conv",
        about: words::CONVOLUTION,
    },
    Kind {
        name: "Conv2d",
        fields: &[("weight", &["O", "I", "H", "W"]), ("bias", &["O"])],
        word: "conv",
        about: words::CONVOLUTION,
    },
    Kind {
        name: "Conv3d",
        fields: &[("weight", &["O", "I", "D", "H", "W"]), ("bias", &["O"])],
        word: "conv",
        about: words::CONVOLUTION,
    },
];

/// The two orders in which a matrix stands.
const LINEAR: usize = 0;
const TRANSPOSED: usize = 1;

/// A struct of the module.
#[derive(Debug)]
pub struct Definition {
    pub name: String,
    /// The letters of the sizes that are parameters.
    pub parameters: Vec<&'static str>,
    pub fields: Vec<Line>,
    pub kind: Option<&'static Kind>,
    /// Where it stands in the file.
    pub paths: Vec<String>,
    /// What `forward` has at hand, with shapes or the names of other structs.
    pub at_hand: Vec<(String, String)>,
}

/// A field as it is written.
#[derive(Debug)]
pub struct Line {
    pub name: String,
    /// The name in the file, if it is another one.
    pub in_file: Option<String>,
    pub ty: String,
}

/// The sizes of a kind's letters.
type Letters = Vec<(&'static str, String)>;

/// The struct that a part of the tree is, by the number of a definition.
struct Use {
    definition: usize,
    letters: Letters,
}

struct Making<'a> {
    tree: &'a Tree,
    names: &'a Names,
    structs: Vec<&'a Struct>,
    /// By the path of a struct.
    uses: HashMap<&'a [String], Use>,
    /// Those that make up a definition.
    members: Vec<Vec<usize>>,
    kinds: Vec<Option<&'static Kind>>,
    named: Vec<String>,
    parameters: Vec<Vec<&'static str>>,
}

/// The structs, that of the whole file first.
pub fn of(tree: &Tree, names: &Names, taken: Taken) -> Vec<Definition> {
    let mut structs = Vec::new();
    collect(&tree.root, &mut structs);
    let mut making = Making {
        tree,
        names,
        structs,
        uses: HashMap::new(),
        members: Vec::new(),
        kinds: Vec::new(),
        named: Vec::new(),
        parameters: Vec::new(),
    };
    making.group();
    let definitions = 0..making.members.len();
    making.parameters = definitions.map(|it| making.differing(it)).collect();
    making.name(taken);
    let mut all: Vec<Definition> = (0..making.members.len())
        .map(|definition| making.definition(definition))
        .collect();
    // Layers after what is made of them.
    all.sort_by_key(|definition| definition.kind.is_some());
    all
}

fn collect<'a>(of: &'a Struct, all: &mut Vec<&'a Struct>) {
    all.push(of);
    for field in &of.fields {
        let mut part = &field.part;
        while let Part::List(_, inner) = part {
            part = inner;
        }
        if let Part::Struct(inner) = part {
            collect(inner, all);
        }
    }
}

impl<'a> Making<'a> {
    fn group(&mut self) {
        let fitting = self.structs.iter().map(|it| self.kinds_of(it));
        let fitting: Vec<Vec<(usize, Letters)>> = fitting.collect();
        let only = |kind: usize| {
            let mut all = fitting.iter();
            all.any(|fit| fit.iter().any(|it| it.0 == kind) && fit.len() == 1)
        };
        // Square matrices fit both: they go with the others.
        let squares_as = match (only(LINEAR), only(TRANSPOSED)) {
            (false, true) => TRANSPOSED,
            _ => LINEAR,
        };
        let mut groups: HashMap<(String, String), usize> = HashMap::new();
        for (index, fit) in fitting.into_iter().enumerate() {
            let it = self.structs[index];
            let chosen = match fit.len() {
                0 | 1 => fit.into_iter().next(),
                _ => fit.into_iter().find(|it| it.0 == squares_as),
            };
            let (key, kind, letters) = match chosen {
                Some((kind, letters)) if index > 0 => {
                    let key = (String::new(), kind.to_string());
                    (key, Some(&KINDS[kind]), letters)
                }
                _ => ((self.canonical(it), own_word(&it.path)), None, Vec::new()),
            };
            let definition = *groups.entry(key).or_insert(self.members.len());
            if definition == self.members.len() {
                self.members.push(Vec::new());
                self.kinds.push(kind);
            }
            self.members[definition].push(index);
            let letters = Use {
                definition,
                letters,
            };
            self.uses.insert(&it.path, letters);
        }
    }

    /// The layers that a struct may be, each with the sizes of its letters.
    fn kinds_of(&self, it: &Struct) -> Vec<(usize, Letters)> {
        let kinds = KINDS.iter().enumerate();
        kinds
            .filter_map(|(index, kind)| Some((index, self.letters(it, kind)?)))
            .collect()
    }

    fn letters(&self, it: &Struct, kind: &Kind) -> Option<Letters> {
        let word = it.path.iter().rfind(|part| !is_number(part));
        if it.fields.len() != kind.fields.len() || !word?.to_lowercase().starts_with(kind.word) {
            return None;
        }
        let mut letters: Letters = Vec::new();
        for (name, of_field) in kind.fields {
            let field = it.fields.iter().find(|field| field.name == *name)?;
            let Part::Tensor(place) = field.part else {
                return None;
            };
            let sizes = &self.names.sizes[place];
            let element = if of_field.is_empty() { "i64" } else { "f32" };
            if sizes.len() != of_field.len() || self.place(place).element.in_rust != element {
                return None;
            }
            for (letter, size) in of_field.iter().zip(sizes) {
                match letters.iter().find(|(known, _)| known == letter) {
                    Some((_, known)) if known != size => return None,
                    Some(_) => {}
                    None => letters.push((letter, size.clone())),
                }
            }
        }
        Some(letters)
    }

    /// The same text for structs that are written the same.
    fn canonical(&self, it: &Struct) -> String {
        let mut text = String::from("{");
        for field in &it.fields {
            text += &format!("{:?}: ", field.name);
            let mut part = &field.part;
            while let Part::List(count, inner) = part {
                text += &format!("{count} * ");
                part = inner;
            }
            text += &match part {
                Part::Tensor(place) => self.tensor(*place),
                Part::Struct(inner) => self.canonical(inner),
                Part::List(..) => unreachable!("what is in lists"),
            };
            text.push(',');
        }
        text + "}"
    }

    fn name(&mut self, mut taken: Taken) {
        let count = self.members.len();
        let parts: Vec<Vec<String>> = (0..count).map(|it| self.name_parts(it)).collect();
        let root = match parts[1..]
            .iter()
            .any(|parts| parts.last().is_some_and(|it| it == "Model"))
        {
            true => "Checkpoint",
            false => "Model",
        };
        // How many parts of its path each has in its name: more, where fewer are those of another.
        let mut lengths = vec![1; count];
        let name = |definition: usize, length: usize| -> String {
            match (definition, self.kinds[definition]) {
                (0, _) => root.to_owned(),
                (_, Some(kind)) => kind.name.to_owned(),
                _ => {
                    let parts = &parts[definition];
                    parts[parts.len().saturating_sub(length)..].concat()
                }
            }
        };
        let is_fixed = |definition: usize| definition == 0 || self.kinds[definition].is_some();
        // A part that is called so in the file.
        let is_model = |name: &str| name == "Model" && root != "Model";
        loop {
            let mut counts: HashMap<String, usize> = HashMap::new();
            for (definition, &length) in lengths.iter().enumerate() {
                *counts.entry(name(definition, length)).or_default() += 1;
            }
            let mut is_changed = false;
            for definition in (0..count).filter(|&definition| !is_fixed(definition)) {
                let now = name(definition, lengths[definition]);
                let is_taken = taken.has(&now) && !is_model(&now);
                let is_clash = counts[&now] > 1 || is_taken;
                if is_clash && lengths[definition] < parts[definition].len() {
                    lengths[definition] += 1;
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        // Each of these names is for one struct.
        let mut used = HashSet::new();
        let named = (0..count).map(|definition| {
            let name = name(definition, lengths[definition]);
            let is_kept = is_fixed(definition) || is_model(&name);
            match is_kept && used.insert(name.clone()) {
                true => name,
                false => taken.free([name]),
            }
        });
        self.named = named.collect();
    }

    /// The path of a definition as words of a name.
    fn name_parts(&self, definition: usize) -> Vec<String> {
        let first = self.members[definition][0];
        let mut parts: Vec<String> = Vec::new();
        for part in &self.structs[first].path {
            let before = parts.pop();
            if part == ALL {
                parts.push(words::one_of(before.as_deref()));
            } else if is_number(part) {
                let before = before.unwrap_or_else(|| words::PART.to_owned());
                let sign = if ends_with_digit(&before) { "_" } else { "" };
                parts.push(format!("{before}{sign}{part}"));
            } else {
                parts.extend(before);
                parts.push(camel(part, words::PART));
            }
        }
        parts
    }

    fn definition(&self, definition: usize) -> Definition {
        let members = &self.members[definition];
        let first = self.structs[members[0]];
        let kind = self.kinds[definition];
        let parameters = &self.parameters[definition];
        let mut taken = Taken::default();
        let mut fields = Vec::new();
        let mut at_hand = Vec::new();
        for field in &first.fields {
            let name = field_name(field.name.strip_suffix(".weight").unwrap_or(&field.name));
            let name = taken.free([name]);
            let is_same = name.trim_start_matches("r#") == field.name;
            let ty = match (kind, &field.part) {
                (Some(kind), &Part::Tensor(place)) => {
                    self.of_letters(kind, &field.name, place, parameters)
                }
                (_, part) => self.ty(part),
            };
            self.add_at_hand(&format!("self.{name}"), "", &field.part, &mut at_hand);
            fields.push(Line {
                in_file: (!is_same).then(|| field.name.clone()),
                name,
                ty,
            });
        }
        let paths = members
            .iter()
            .map(|&member| self.structs[member].path.join("."));
        Definition {
            name: self.named[definition].clone(),
            parameters: parameters.clone(),
            fields,
            kind,
            paths: paths.collect(),
            at_hand,
        }
    }

    /// The letters of a kind that are not the same size everywhere.
    fn differing(&self, definition: usize) -> Vec<&'static str> {
        let members = self.members[definition].iter();
        let letters = members.map(|&member| &self.uses[&*self.structs[member].path].letters);
        let all: Vec<&Letters> = letters.collect();
        let first = all[0].iter().enumerate();
        let differs = |&(index, (_, size)): &(usize, &(&str, String))| {
            all.iter().any(|other| other[index].1 != *size)
        };
        let mut parameters: Vec<&str> = first
            .filter(differs)
            .map(|(_, (letter, _))| *letter)
            .collect();
        // Whatever the order in the file is, that of a layer's sizes is the same.
        parameters.sort_by_key(|letter| RESERVED.iter().position(|name| name == letter));
        parameters
    }

    fn of_letters(&self, kind: &Kind, name: &str, place: usize, parameters: &[&str]) -> String {
        let letters = kind.fields.iter().find(|(field, _)| *field == name);
        let letters = letters.map_or(&[][..], |(_, letters)| letters);
        let sizes = letters.iter().zip(&self.names.sizes[place]);
        let sizes = sizes.map(|(letter, size)| match parameters.contains(letter) {
            true => (*letter).to_owned(),
            false => size.clone(),
        });
        tensor(
            self.place(place).element.in_rust,
            &sizes.collect::<Vec<_>>(),
        )
    }

    fn ty(&self, part: &Part) -> String {
        match part {
            Part::Tensor(place) => self.tensor(*place),
            Part::List(_, part) => format!("Vec<{}>", self.ty(part)),
            Part::Struct(inner) => {
                let of = &self.uses[&*inner.path];
                let name = &self.named[of.definition];
                let parameters = &self.parameters[of.definition];
                let arguments = parameters.iter().map(|parameter| {
                    let letter = of.letters.iter().find(|(letter, _)| letter == parameter);
                    as_type(letter.map_or("_", |(_, size)| size))
                });
                let arguments: Vec<String> = arguments.collect();
                match arguments.is_empty() {
                    true => name.clone(),
                    false => format!("{name}<{}>", arguments.join(", ")),
                }
            }
        }
    }

    /// What `forward` sees of a part: shapes, down to structs with their own `forward`. `times` tells of lists.
    fn add_at_hand(&self, place: &str, times: &str, part: &Part, all: &mut Vec<(String, String)>) {
        match part {
            Part::Tensor(tensor) => {
                let sizes = self.names.sizes[*tensor].join(", ");
                all.push((place.to_owned(), format!("[{sizes}]{times}")));
            }
            Part::List(count, part) => {
                let times = words::times(times, *count);
                self.add_at_hand(&format!("{place}[i]"), &times, part, all);
            }
            Part::Struct(inner) => {
                let definition = self.uses[&*inner.path].definition;
                if self.kinds[definition].is_none() {
                    all.push((
                        place.to_owned(),
                        format!("{}{times}", self.named[definition]),
                    ));
                    return;
                }
                for field in &inner.fields {
                    let place = format!("{place}.{}", field.name);
                    self.add_at_hand(&place, times, &field.part, all);
                }
            }
        }
    }

    fn tensor(&self, place: usize) -> String {
        tensor(self.place(place).element.in_rust, &self.names.sizes[place])
    }

    fn place(&self, place: usize) -> &Place {
        &self.tree.places[place]
    }
}

/// The type of a tensor.
pub fn tensor(element: &str, sizes: &[String]) -> String {
    format!("Tensor<{element}, shape![{}]>", sizes.join(", "))
}

/// A size where a type is expected.
fn as_type(size: &str) -> String {
    let is_name = size.starts_with(|c: char| !c.is_ascii_digit()) && !size.contains(' ');
    match is_name {
        true => size.to_owned(),
        false => format!("dim!({size})"),
    }
}

fn is_number(part: &str) -> bool {
    part == ALL || part.bytes().all(|byte| byte.is_ascii_digit())
}

/// The word that a struct is named for, with what tells that it is one of several.
fn own_word(path: &[String]) -> String {
    let numbers = path.iter().rev().take_while(|part| is_number(part)).count();
    let word = path.len() - numbers;
    let is_of_list = path.last().is_some_and(|last| last == ALL);
    match (numbers, word.checked_sub(1)) {
        (0, Some(word)) => path[word].clone(),
        (_, Some(word)) => format!("{} {is_of_list}", path[word..path.len() - 1].join(".")),
        (_, None) => path[..path.len().saturating_sub(1)].join("."),
    }
}
