//! What is known of a trait of the library by its name. The names are those of the library's source.

use super::library::{
    HIDDEN_TRAITS, IN_GENERIC_CODE, OTHER_TRAITS, PARTS, TRAITS_OF_ENGINES, TRAITS_OF_MESSAGES,
    TRAITS_OF_RULES,
};

/// The trait that a user writes instead of an internal one.
pub fn public_name(internal: &str) -> Option<&'static str> {
    let part = PARTS.iter().find(|(name, _)| *name == internal)?;
    Some(part.1)
}

/// Whether a trait is one that no one asks for by name.
pub fn is_internal(name: &str) -> bool {
    HIDDEN_TRAITS.contains(&name)
        || TRAITS_OF_MESSAGES.contains(&name)
        || public_name(name).is_some()
}

/// Whether a trait asks whether a comparison fits, or whether a shape is made of sizes, by its name alone: the compiler
/// writes it without a path.
pub fn is_verdict(name: &str) -> bool {
    TRAITS_OF_MESSAGES.contains(&name)
        || public_name(name).is_some() && !HIDDEN_TRAITS.contains(&name)
}

/// Whether only the library implements a trait, so that a list of implementors does not help.
pub fn is_closed(name: &str) -> bool {
    is_internal(name) || TRAITS_OF_RULES.contains(&name) || OTHER_TRAITS.contains(&name)
}

/// Whether a trait is one of the library's.
pub fn is_of_library(name: &str) -> bool {
    is_closed(name) || TRAITS_OF_ENGINES.contains(&name)
}

/// What a trait asks of generic code, by its own note or one of the trait that it is part of.
pub fn in_generic_code(name: &str) -> Option<&'static str> {
    let note = |of: &str| IN_GENERIC_CODE.iter().find(|(name, _)| *name == of);
    let (_, note) = public_name(name).and_then(note).or_else(|| note(name))?;
    Some(note)
}
