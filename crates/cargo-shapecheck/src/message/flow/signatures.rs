//! What signatures say of the types of results.

use std::collections::{HashMap, HashSet};

use syn::visit::{self, Visit};

use crate::types::{library, vocabulary};

/// Methods of the standard library whose value is made of their arguments.
const METHODS_OF_STD: &[&str] = &[
    "and_then",
    "chain",
    "filter_map",
    "flat_map",
    "fold",
    "map",
    "then",
    "unwrap_or",
    "unwrap_or_else",
    "zip",
];

/// Types of the standard library that hold the argument of a function such as `Box::new`.
const BOXES: &[&str] = &["Arc", "Box", "Cell", "Rc", "RefCell"];

/// What the signatures of the file's functions and methods say of the types of their results, by name, since a file does not say
/// whose method is called: what one function of a name leaves open is open for all of them.
#[derive(Default)]
pub struct Signatures {
    results: HashMap<(String, bool), Openness>,
    /// Structs and enums of the file, and other names for types that are known.
    types: HashSet<String>,
    /// Parameters of the `impl` or `trait` around.
    around: Vec<String>,
}

/// The names of types that the file declares.
#[derive(Default)]
struct Types {
    known: HashSet<String>,
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.known.insert(item.ident.to_string());
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.known.insert(item.ident.to_string());
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let own = parameters_of(&item.generics);
        if !openness(&item.ty, &own, &[], &self.known).more {
            self.known.insert(item.ident.to_string());
        }
    }
}

/// What the type of a result depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Openness {
    /// On the function's own parameters.
    pub own: bool,
    /// On those of the `impl` around it.
    pub around: bool,
    /// On more than the signature says: what a trait gives to a type, an `impl Trait`, another name for a type.
    pub more: bool,
}

impl Openness {
    /// For a function of the crate, whose result is computed from all that it takes.
    const COMPUTED: Self = Self {
        own: true,
        around: true,
        more: true,
    };
    /// For a function that is not known: its signature may say the type of its result. What it is a method of is needed to
    /// find it.
    pub const UNKNOWN: Self = Self {
        own: false,
        around: true,
        more: false,
    };
}

impl Signatures {
    pub fn of(file: &syn::File) -> Self {
        let mut types = Types::default();
        // An alias may stand before what it is an alias of.
        types.visit_file(file);
        types.visit_file(file);
        let mut signatures = Self {
            types: types.known,
            ..Self::default()
        };
        signatures.visit_file(file);
        signatures
    }

    fn add(&mut self, signature: &syn::Signature) {
        let open = match &signature.output {
            syn::ReturnType::Default => Openness::default(),
            syn::ReturnType::Type(_, output) => {
                let own = parameters_of(&signature.generics);
                openness(output, &own, &self.around, &self.types)
            }
        };
        // A method can be called as a function as well.
        for is_method in [false, true] {
            if is_method && signature.receiver().is_none() {
                continue;
            }
            let name = (signature.ident.to_string(), is_method);
            let of_name = self.results.entry(name).or_default();
            of_name.own |= open.own;
            of_name.around |= open.around;
            of_name.more |= open.more;
        }
    }

    pub fn method(&self, name: &syn::Ident) -> Openness {
        let name = name.to_string();
        let is_computed = library::METHODS.contains(&&*name) || METHODS_OF_STD.contains(&&*name);
        let found = self.results.get(&(name, true)).copied();
        found.unwrap_or(match is_computed {
            true => Openness::COMPUTED,
            false => Openness::UNKNOWN,
        })
    }

    /// For a function by its path. A name that begins with a capital letter wraps its arguments.
    pub fn function(&self, path: &syn::Path) -> Openness {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        let [before @ .., name] = &names[..] else {
            return Openness::UNKNOWN;
        };
        if let Some(found) = self.results.get(&(name.clone(), false)) {
            return *found;
        }
        let is_computed = name.starts_with(|first: char| first.is_uppercase())
            || before
                .last()
                .is_some_and(|of| vocabulary::is_tensor(of) || BOXES.contains(&&**of));
        match is_computed {
            true => Openness::COMPUTED,
            false => Openness {
                around: false,
                ..Openness::UNKNOWN
            },
        }
    }
}

impl<'ast> Visit<'ast> for Signatures {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let before = std::mem::replace(&mut self.around, parameters_of(&item.generics));
        visit::visit_item_impl(self, item);
        self.around = before;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let before = std::mem::replace(&mut self.around, parameters_of(&item.generics));
        visit::visit_item_trait(self, item);
        self.around = before;
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.add(signature);
    }
}

/// The parameters for types and constants.
fn parameters_of(generics: &syn::Generics) -> Vec<String> {
    generics.params.iter().filter_map(name_of).collect()
}

/// The name of a parameter for types or constants.
pub fn name_of(parameter: &syn::GenericParam) -> Option<String> {
    match parameter {
        syn::GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
        syn::GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
        syn::GenericParam::Lifetime(_) => None,
    }
}

/// What a type depends on that is written, where `own` and `around` are parameters.
fn openness(
    said: &syn::Type,
    own: &[String],
    around: &[String],
    types: &HashSet<String>,
) -> Openness {
    struct Look<'a> {
        types: &'a HashSet<String>,
        own: &'a [String],
        around: &'a [String],
        open: Openness,
    }
    impl Look<'_> {
        /// A name, and whether it may be another name for what a trait gives.
        fn word(&mut self, word: &str, is_type: bool) {
            let is_in = |names: &[String]| names.iter().any(|name| name == word);
            if is_in(self.own) {
                self.open.own = true;
            } else if is_in(self.around) || word == "Self" {
                self.open.around = true;
            } else {
                self.open.more |= is_type && !is_known_type(word) && !self.types.contains(word);
            }
        }

        fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
            for token in tokens {
                match token {
                    proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                    proc_macro2::TokenTree::Ident(word) => self.word(&word.to_string(), false),
                    _ => {}
                }
            }
        }
    }
    impl<'ast> Visit<'ast> for Look<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let is_one = path.segments.len() == 1;
            self.open.more |= !is_one;
            for segment in &path.segments {
                self.word(&segment.ident.to_string(), is_one);
            }
            visit::visit_path(self, path);
        }

        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            self.tokens(call.tokens.clone());
        }

        fn visit_type(&mut self, said: &'ast syn::Type) {
            self.open.more |= matches!(said, syn::Type::Infer(_) | syn::Type::ImplTrait(_));
            visit::visit_type(self, said);
        }
    }
    let mut look = Look {
        types,
        own,
        around,
        open: Openness::default(),
    };
    look.visit_type(said);
    look.open
}

/// Whether a name of a type is not another name for an associated type.
fn is_known_type(word: &str) -> bool {
    word == vocabulary::TENSOR
        || word == "str"
        || word == "String"
        || ["Box", "Option", "Result", "Vec"].contains(&word)
        || vocabulary::ELEMENTS.contains(&word)
        || vocabulary::ENGINES
            .iter()
            .any(|(engine, tensor)| [*engine, *tensor].contains(&word))
}
