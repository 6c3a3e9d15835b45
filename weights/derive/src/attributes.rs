//! The attributes `#[weights(..)]` of fields and structs.

use syn::{Attribute, DeriveInput, Error, Ident, LitStr, Type};

/// A field, and where its weights are.
pub struct Field {
    pub ident: Ident,
    pub ty: Type,
    /// The name in the file.
    pub name: String,
    pub is_transposed: bool,
}

impl Field {
    pub fn of(field: &syn::Field) -> Result<Self, Error> {
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new_spanned(field, "a field without a name"));
        };
        let (mut name, mut is_transposed) = (None, false);
        each(&field.attrs, |meta| {
            if meta.path.is_ident("name") {
                name = Some(meta.value()?.parse::<LitStr>()?.value());
                Ok(())
            } else if meta.path.is_ident("transposed") {
                is_transposed = true;
                Ok(())
            } else {
                Err(meta.error("of a field, `name = \"..\"` and `transposed` can be said"))
            }
        })?;
        Ok(Self {
            name: name.unwrap_or_else(|| unraw(&ident)),
            ident,
            ty: field.ty.clone(),
            is_transposed,
        })
    }
}

/// `r#type` is called `type` in a file.
fn unraw(ident: &Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(text) => text.to_owned(),
        None => text,
    }
}

/// The file to compare a struct with.
#[derive(Default)]
pub struct OfStruct {
    pub file: Option<LitStr>,
    /// The struct's place in the file.
    pub prefix: Option<LitStr>,
}

impl OfStruct {
    pub fn of(input: &DeriveInput) -> Result<Self, Error> {
        let mut of = Self::default();
        each(&input.attrs, |meta| {
            if meta.path.is_ident("file") {
                of.file = Some(meta.value()?.parse()?);
                Ok(())
            } else if meta.path.is_ident("prefix") {
                of.prefix = Some(meta.value()?.parse()?);
                Ok(())
            } else {
                Err(meta.error("of a struct, `file = \"..\"` and `prefix = \"..\"` can be said"))
            }
        })?;
        match &of {
            Self {
                file: None,
                prefix: Some(prefix),
            } => Err(Error::new_spanned(
                prefix,
                "a prefix is for a comparison with a `file = \"..\"`: a field that holds the struct gives it its name",
            )),
            _ => Ok(of),
        }
    }
}

fn each(
    attributes: &[Attribute],
    mut read: impl FnMut(syn::meta::ParseNestedMeta) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut ours = attributes.iter().filter(|it| it.path().is_ident("weights"));
    ours.try_for_each(|attribute| attribute.parse_nested_meta(&mut read))
}
