//! The attributes `#[weights(..)]` of fields and structs.

use proc_macro2::{Literal, TokenStream as Tokens};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Error, Ident, LitInt, LitStr, Token, Type};

/// A field, and where its weights are.
pub struct Field {
    pub ident: Ident,
    pub ty: Type,
    /// The name in the file.
    pub name: String,
    pub is_transposed: bool,
    /// The axes, counted from the end, that are one in the file.
    pub merged: Option<Axes>,
}

/// Neighbouring axes, as `-3..=-2`.
#[derive(Clone, Copy)]
pub struct Axes {
    first: isize,
    last: isize,
}

impl Axes {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let first: LitInt = input.parse()?;
        input.parse::<Token![..=]>()?;
        let last: LitInt = input.parse()?;
        let axes = Self {
            first: first.base10_parse()?,
            last: last.base10_parse()?,
        };
        match axes.first < axes.last && axes.last < 0 {
            true => Ok(axes),
            false => Err(Error::new(
                first.span(),
                "axes are counted from the end, the first one first: `merged = -3..=-2`",
            )),
        }
    }
}

impl Field {
    pub fn of(field: &syn::Field) -> Result<Self, Error> {
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new_spanned(field, "a field without a name"));
        };
        let (mut name, mut is_transposed, mut merged) = (None, false, None);
        each(&field.attrs, |meta| {
            if meta.path.is_ident("name") {
                name = Some(meta.value()?.parse::<LitStr>()?.value());
                Ok(())
            } else if meta.path.is_ident("transposed") {
                is_transposed = true;
                Ok(())
            } else if meta.path.is_ident("merged") {
                merged = Some(Axes::parse(meta.value()?)?);
                Ok(())
            } else {
                Err(meta.error(
                    "of a field, `name = \"..\"`, `transposed` and `merged = -3..=-2` can be said",
                ))
            }
        })?;
        Ok(Self {
            name: name.unwrap_or_else(|| unraw(&ident)),
            ident,
            ty: field.ty.clone(),
            is_transposed,
            merged,
        })
    }

    /// The layout of its tensors in the file, if it is another one.
    pub fn layout(&self) -> Option<Tokens> {
        let merged = self.merged.map(|Axes { first, last }| {
            let [first, last] = [first, last].map(Literal::isize_unsuffixed);
            quote!(.merged(#first..=#last))
        });
        let transposed = self.is_transposed.then(|| quote!(.transposed()));
        (merged.is_some() || transposed.is_some())
            .then(|| quote!(::shapecheck_weights::Layout::new()#merged #transposed))
    }

    /// The shape of its tensors in the file, before it is transposed.
    pub fn shape(&self) -> Tokens {
        let (ty, span) = (&self.ty, self.ty.span());
        // With the span of the type, so that the compiler points there.
        let shape =
            quote_spanned!(span=> <#ty as ::shapecheck_weights::__macro::TensorField>::Shape);
        let Some(Axes { first, last }) = self.merged else {
            return shape;
        };
        let axis = Literal::isize_unsuffixed(last - 1);
        (first..last).fold(
            shape,
            |shape, _| quote!(<#shape as ::shapecheck_weights::__macro::MergeAxes<#axis>>::Output),
        )
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
