//! Compares a struct with a file at compile time.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::PathBuf;

use proc_macro2::{Ident, Literal, Span, TokenStream as Tokens};
use quote::{quote, quote_spanned};
use safetensors::tensor::{Metadata, TensorInfo};
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, LitStr};

use crate::attributes::{Field, OfStruct};

/// Files up to this size are tracked: if one changes, the program is compiled again.
const WATCHED: u64 = 1 << 24;

/// The names, elements and sizes of a file.
type Header = BTreeMap<String, TensorInfo>;

/// Bounds that hold if the fields are as in the file.
pub fn compared(
    input: &DeriveInput,
    fields: &[Field],
    of_struct: &OfStruct,
) -> Result<Tokens, Error> {
    let Some(literal) = &of_struct.file else {
        return Ok(Tokens::new());
    };
    if input.generics.type_params().next().is_some() {
        return Err(Error::new_spanned(
            &input.generics,
            "a struct whose sizes are parameters is compared with no file: the struct that sets them is",
        ));
    }
    let root = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = PathBuf::from(root).join(literal.value());
    let (header, length) = header(&path).map_err(|error| {
        let text = format!(
            "{}, from the folder of Cargo.toml: {error}",
            literal.value()
        );
        Error::new_spanned(literal, text)
    })?;
    let places = positions(&header, of_struct.prefix.as_ref())?;

    let mut bounds = Tokens::new();
    let mut errors: Option<Error> = None;
    let mut add = |error: Error| match &mut errors {
        Some(errors) => errors.combine(error),
        None => errors = Some(error),
    };
    for place in &places {
        for field in fields {
            let name = format!("{place}{}", field.name);
            match header.get(&name) {
                Some(found) => bounds.extend(bound(field, found)),
                None if has_behind(&header, &name) || is_optional(field) => {}
                None => add(Error::new_spanned(
                    &field.ident,
                    format!("`{name}` is not in {}", literal.value()),
                )),
            }
        }
        for name in header.keys().filter(|name| name.starts_with(place)) {
            let rest = &name[place.len()..];
            let is_named = fields.iter().any(|field| {
                let behind = rest.strip_prefix(&*field.name);
                behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('.'))
            });
            if !is_named {
                add(Error::new_spanned(
                    &input.ident,
                    format!("no field for `{name}` of {}", literal.value()),
                ));
            }
        }
    }
    if let Some(errors) = errors {
        return Err(errors);
    }
    let watched = (length <= WATCHED).then(|| {
        let path = path.display().to_string();
        quote!(
            const _: &[u8] = ::core::include_bytes!(#path);
        )
    });
    Ok(quote! {
        #watched
        const _: () = {
            #bounds
        };
    })
}

/// Reads the header only, because the rest may be gigabytes.
fn header(path: &std::path::Path) -> Result<(Header, u64), String> {
    let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut count = [0; 8];
    file.read_exact(&mut count)
        .map_err(|_| "not a safetensors file".to_owned())?;
    let count = u64::from_le_bytes(count);
    if count > length {
        return Err("not a safetensors file, or cut off".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(count)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    let metadata: Metadata = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    // The data after the header is not read, but must have the length that the header says.
    if (metadata.data_len() as u64).checked_add(count + 8) != Some(length) {
        return Err("not a safetensors file, or cut off".to_owned());
    }
    let tensors = metadata.tensors();
    let tensors = tensors.into_iter().map(|(name, info)| (name, info.clone()));
    Ok((tensors.collect(), length))
}

/// The name prefixes that a pattern stands for, with their final dots.
fn positions(header: &Header, prefix: Option<&LitStr>) -> Result<BTreeSet<String>, Error> {
    let Some(literal) = prefix else {
        return Ok([String::new()].into());
    };
    let prefix = literal.value();
    let wanted: Vec<&str> = prefix.split('.').collect();
    let found = header.keys().filter_map(|name| {
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
    match found.is_empty() {
        true => Err(Error::new_spanned(
            literal,
            format!("the file has nothing behind `{prefix}`"),
        )),
        false => Ok(found),
    }
}

fn has_behind(header: &Header, name: &str) -> bool {
    let place = format!("{name}.");
    let mut from = header.range(place.clone()..);
    from.next()
        .is_some_and(|(name, _)| name.starts_with(&place))
}

/// Whether the type is written `Option<..>` or `Vec<..>`, for which the file may have nothing.
fn is_optional(field: &Field) -> bool {
    match &field.ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option" || last.ident == "Vec"),
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
            fits::<::shapecheck_weights::__macro::shape![#(#sizes),*], #shape>();
            is::<
                ::shapecheck_weights::dtype::#dtype,
                <#ty as ::shapecheck_weights::__macro::TensorField>::Element,
            >();
        };
    }
}
