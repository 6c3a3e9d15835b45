//! The tree of the names of tensors, `encoder.layer.0.attention.self.query.weight`, as structs and lists.

use std::collections::{HashMap, HashSet};

use super::words::Wrong;
use super::{Element, Weight};

/// Stands in a path for all numbers of a list.
pub const ALL: &str = "*";

/// Names with more parts are refused.
const DEEPEST: usize = 64;

/// The structs and lists of a file.
#[derive(Debug)]
pub struct Tree {
    pub root: Struct,
    pub places: Vec<Place>,
}

/// A tensor of the tree: those of all structs of a list are one.
#[derive(Debug)]
pub struct Place {
    pub path: Vec<String>,
    pub element: Element,
    pub sizes: Vec<usize>,
    /// What a dry run says of each size.
    pub names: Vec<Option<String>>,
}

impl Place {
    /// Whether a dry run has a name for the size of an axis.
    pub fn is_named(&self, axis: usize) -> bool {
        self.names.get(axis).is_some_and(Option::is_some)
    }
}

/// What a field of a struct is.
#[derive(Debug)]
pub enum Part {
    /// The number of its place.
    Tensor(usize),
    Struct(Struct),
    /// The same, this many times.
    List(usize, Box<Part>),
}

#[derive(Debug)]
pub struct Struct {
    pub path: Vec<String>,
    pub fields: Vec<Field>,
}

#[derive(Debug)]
pub struct Field {
    /// The name in the file, with dots if it is that of the only tensor below.
    pub name: String,
    pub part: Part,
}

/// A part of a name.
#[derive(Debug, Default)]
struct Node<'weights> {
    weight: Option<&'weights Weight>,
    children: Vec<(&'weights str, Node<'weights>)>,
    /// Where a child is.
    at: HashMap<&'weights str, usize>,
}

impl Tree {
    pub fn of(weights: &[Weight]) -> Result<Self, Wrong<'_>> {
        let mut root = Node::default();
        for weight in weights {
            let parts: Vec<&str> = weight.name.split('.').collect();
            if parts.iter().any(|part| part.is_empty()) {
                return Err(Wrong::EmptyPart(&weight.name));
            }
            if parts.len() > DEEPEST {
                return Err(Wrong::Deep(&weight.name, DEEPEST));
            }
            let node = parts.into_iter().fold(&mut root, Node::child);
            if node.weight.replace(weight).is_some() {
                return Err(Wrong::Twice(&weight.name));
            }
        }
        let mut places = Vec::new();
        let root = root.as_struct(&[], &mut places);
        Ok(Self { root, places })
    }
}

impl<'weights> Node<'weights> {
    fn child(&mut self, name: &'weights str) -> &mut Self {
        let at = *self.at.entry(name).or_insert_with(|| {
            self.children.push((name, Node::default()));
            self.children.len() - 1
        });
        &mut self.children[at].1
    }

    fn as_struct(&self, path: &[String], places: &mut Vec<Place>) -> Struct {
        let mut fields = Vec::new();
        for (name, child) in &self.children {
            let mut path = with(path, name);
            let mut name = (*name).to_owned();
            if let Some(weight) = child.weight {
                let part = tensor(weight, &path, places);
                fields.push(Field {
                    name: name.clone(),
                    part,
                });
            } else if let Some((below, weight)) = child.only_tensor() {
                for part in below {
                    path.push(part.to_owned());
                    name = format!("{name}.{part}");
                }
                let part = tensor(weight, &path, places);
                fields.push(Field { name, part });
                continue;
            }
            if !child.children.is_empty() {
                let part = child.as_list(&path, places);
                let part = part.unwrap_or_else(|| Part::Struct(child.as_struct(&path, places)));
                fields.push(Field { name, part });
            }
        }
        let path = path.to_vec();
        Struct { path, fields }
    }

    /// A list, if the children are numbered from 0 and have the same structure.
    fn as_list(&self, path: &[String], places: &mut Vec<Place>) -> Option<Part> {
        let count = self.children.len();
        let numbers: HashSet<usize> = self
            .children
            .iter()
            .filter_map(|(name, _)| name.parse().ok().filter(|n: &usize| n.to_string() == *name))
            .collect();
        let is_numbered = numbers.len() == count && numbers.iter().all(|&number| number < count);
        let [(_, first), rest @ ..] = &self.children[..] else {
            return None;
        };
        let is_part = first.weight.is_none() || first.children.is_empty();
        if rest.is_empty() || !is_numbered || !is_part {
            return None;
        }
        if !rest.iter().all(|(_, child)| child.is_as(first)) {
            return None;
        }
        let path = with(path, ALL);
        let part = match first.weight {
            Some(weight) => tensor(weight, &path, places),
            None => match first.as_list(&path, places) {
                Some(list) => list,
                None => Part::Struct(first.as_struct(&path, places)),
            },
        };
        Some(Part::List(count, Box::new(part)))
    }

    /// The only tensor below, with the parts of its name, which no field needs a struct for.
    fn only_tensor(&self) -> Option<(Vec<&'weights str>, &'weights Weight)> {
        let (mut node, mut parts) = (self, Vec::new());
        loop {
            match (&node.children[..], node.weight) {
                ([], Some(weight)) => return Some((parts, weight)),
                ([(name, child)], None) => {
                    parts.push(*name);
                    node = child;
                }
                _ => return None,
            }
        }
    }

    /// Whether the same names stand below, with the same sizes, names for these, and elements in Rust.
    fn is_as(&self, other: &Self) -> bool {
        let form = |node: &Self| {
            let weight = node.weight;
            weight.map(|it| (it.element.in_rust, it.sizes.clone(), it.names.clone()))
        };
        let same = |(name, child): &(&str, Self)| {
            let at = other.at.get(name);
            at.is_some_and(|&at| child.is_as(&other.children[at].1))
        };
        form(self) == form(other)
            && self.children.len() == other.children.len()
            && self.children.iter().all(same)
    }
}

fn with(path: &[String], part: &str) -> Vec<String> {
    let mut path = path.to_vec();
    path.push(part.to_owned());
    path
}

fn tensor(weight: &Weight, path: &[String], places: &mut Vec<Place>) -> Part {
    places.push(Place {
        path: path.to_vec(),
        element: weight.element,
        sizes: weight.sizes.clone(),
        names: weight.names.clone(),
    });
    Part::Tensor(places.len() - 1)
}
