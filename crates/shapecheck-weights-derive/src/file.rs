//! Compares a struct with a file at compile time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Literal, Span, TokenStream as Tokens};
use quote::{quote, quote_spanned};
use safetensors::tensor::TensorInfo;
use shapecheck_weights_header::{
    Header, HeaderError, nearest, nearest_parts, no_parts, the_file_has,
};
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, GenericParam, LitStr};

use crate::attributes::{Field, OfStruct};

/// Files up to this size are tracked: if one changes, the program is compiled again.
const WATCHED: u64 = 1 << 24;

/// The elements and sizes of a file by its names.
type Tensors = BTreeMap<String, TensorInfo>;

/// Bounds that hold if the fields are as in the file.
pub fn compared(
    input: &DeriveInput,
    fields: &[Field],
    of_struct: &OfStruct,
) -> Result<Tokens, Error> {
    let Some(literal) = &of_struct.file else {
        return Ok(Tokens::new());
    };
    let mut parameters = input.generics.params.iter();
    if parameters.any(|parameter| !matches!(parameter, GenericParam::Lifetime(_))) {
        return Err(Error::new_spanned(
            &input.generics,
            "a struct whose sizes are parameters is compared with no file: the struct that sets them is",
        ));
    }
    let root = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = PathBuf::from(root).join(literal.value());
    let header = read(&path).map_err(|error| {
        let text = format!(
            "{}, from the folder of Cargo.toml: {error}",
            literal.value()
        );
        Error::new_spanned(literal, text)
    })?;
    let tensors = &header.tensors;
    let places = positions(tensors, of_struct.prefix.as_ref())?;

    let mut bounds = Tokens::new();
    let mut errors: Option<Error> = None;
    let mut add = |error: Error| match &mut errors {
        Some(errors) => errors.combine(error),
        None => errors = Some(error),
    };
    let file = literal.value();
    let is_field = |rest: &str| {
        fields.iter().any(|field| {
            let behind = rest.strip_prefix(&*field.name);
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('.'))
        })
    };
    let is_named = |name: &str| {
        let mut behind = places
            .iter()
            .filter_map(|place| name.strip_prefix(&**place));
        behind.any(is_field)
    };
    let names = tensors.keys().map(String::as_str);
    let unused: Vec<&str> = names.filter(|name| !is_named(name)).collect();
    for place in &places {
        for field in fields {
            let name = format!("{place}{}", field.name);
            let told = match tensors.get(&name) {
                Some(found) => {
                    bounds.extend(bound(field, found));
                    continue;
                }
                None if has_behind(tensors, &name) || is_written(field, "Option") => continue,
                None if is_written(field, "Vec") => {
                    let told = no_parts(&name, &nearest_parts(&name, unused.iter().copied()));
                    format!("`{name}` {told}")
                }
                None => {
                    let near = nearest(&name, places_of_all(&unused));
                    format!("`{name}` is not there{}", the_file_has(&near))
                }
            };
            add(Error::new_spanned(&field.ident, format!("{file}: {told}")));
        }
        for name in unused.iter().filter(|name| name.starts_with(place)) {
            let told = format!("{file}: no field for `{name}`");
            add(Error::new_spanned(&input.ident, told));
        }
    }
    if let Some(errors) = errors {
        return Err(errors);
    }
    let watched = (header.end <= WATCHED).then(|| watch(&path));
    Ok(quote! {
        #watched
        const _: () = {
            #bounds
        };
    })
}

/// Lets the compiler know that the program depends on a file.
fn watch(path: &Path) -> Tokens {
    let path = path.display().to_string();
    quote!(
        const _: &[u8] = ::core::include_bytes!(#path);
    )
}

/// Reads the header only, because the rest may be gigabytes.
fn read(path: &Path) -> Result<Header, HeaderError> {
    let file = File::open(path).map_err(HeaderError::Unread)?;
    let length = file.metadata().map_err(HeaderError::Unread)?.len();
    Header::read_whole(file, length)
}

/// The name prefixes that a pattern stands for, with their final dots.
fn positions(tensors: &Tensors, prefix: Option<&LitStr>) -> Result<BTreeSet<String>, Error> {
    let Some(literal) = prefix else {
        return Ok([String::new()].into());
    };
    let prefix = literal.value();
    let wanted: Vec<&str> = prefix.split('.').collect();
    let found = tensors.keys().filter_map(|name| {
        let parts: Vec<&str> = name.split('.').collect();
        let is_behind = parts.len() > wanted.len()
            && parts
                .iter()
                .zip(&wanted)
                .all(|(part, &wanted)| match wanted {
                    "*" => part.bytes().all(|byte| byte.is_ascii_digit()),
                    _ => *part == wanted,
                });
        is_behind.then(|| parts[..wanted.len()].join(".") + ".")
    });
    let found: BTreeSet<String> = found.collect();
    if found.is_empty() {
        let near = nearest(&prefix.replace('*', "0"), places_of_all(tensors.keys()));
        let told = format!("nothing comes after `{prefix}`{}", the_file_has(&near));
        return Err(Error::new_spanned(literal, told));
    }
    Ok(found)
}

fn has_behind(tensors: &Tensors, name: &str) -> bool {
    let place = format!("{name}.");
    let mut from = tensors.range(place.clone()..);
    from.next()
        .is_some_and(|(name, _)| name.starts_with(&place))
}

/// Names of the file, and the places above them.
fn places_of_all<'names>(
    names: impl IntoIterator<Item = &'names (impl AsRef<str> + 'names)>,
) -> BTreeSet<&'names str> {
    let places = names.into_iter().flat_map(|name| {
        let name = name.as_ref();
        let dots = name.match_indices('.').map(|(dot, _)| dot);
        dots.chain([name.len()]).map(|end| &name[..end])
    });
    places.collect()
}

/// Whether the type is written with this name: an `Option` may have nothing in the file, and a `Vec` has numbered parts.
fn is_written(field: &Field, name: &str) -> bool {
    match &field.ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == name),
        _ => false,
    }
}

/// A bound that a field has the shape and the elements of the file.
fn bound(field: &Field, found: &TensorInfo) -> Tokens {
    let mut sizes = found.shape.clone();
    if let (true, [.., rows, columns]) = (field.is_transposed, &mut sizes[..]) {
        std::mem::swap(rows, columns);
    }
    let sizes: Vec<Literal> = sizes.into_iter().map(Literal::usize_unsuffixed).collect();
    let dtype = Ident::new(&format!("{:?}", found.dtype), Span::call_site());
    let (ty, shape, span) = (&field.ty, field.shape(), field.ty.span());
    // With the span of the type, so that the compiler points there.
    quote_spanned! {span=>
        const _: fn() = || {
            fn fits<Sizes: ::shapecheck_weights::__macro::MayEqual<Found>, Found>() {}
            fn is<Name, Found: ::shapecheck_weights::__macro::StoredAs<Name>>() {}
            fits::<
                ::shapecheck_weights::__macro::shape![#(#sizes),*],
                <#shape as ::shapecheck_weights::__macro::IsWhole>::Whole,
            >();
            is::<
                ::shapecheck_weights::dtype::#dtype,
                <#ty as ::shapecheck_weights::__macro::TensorField>::Element,
            >();
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::table;

    /// What the derive says of a file with these bytes.
    fn told(bytes: &[u8]) -> String {
        let name = format!("derive-{}.safetensors", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        let file = path.to_str();
        let input = syn::parse_quote!(
            #[weights(file = #file)]
            struct Any {}
        );
        let told = crate::expand(&input, crate::load_of).to_string();
        std::fs::remove_file(&path).unwrap();
        told
    }

    #[test]
    fn files_that_are_none_are_refused() {
        assert!(!told(&table::file(b"{}", 0)).contains("compile_error"));
        for (bytes, words) in [table::headers(), table::lengths()].concat() {
            let told = told(&bytes).replace(r"\\", r"\");
            assert!(told.contains("compile_error"), "{words}");
            assert!(told.contains(words), "{told}, not: {words}");
        }
    }
}
