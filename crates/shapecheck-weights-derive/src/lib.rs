//! The derives of `shapecheck-weights`, which exports and documents them.
#![warn(clippy::too_many_lines)]

mod attributes;
mod file;
#[cfg(test)]
#[path = "../../shapecheck-weights-header/tests/table/mod.rs"]
mod table;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, GenericParam, Lifetime, parse_macro_input};

use attributes::{Field, OfStruct};

/// Fills a struct from a file of weights.
#[proc_macro_derive(Load, attributes(weights))]
pub fn load(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input, load_of).into()
}

/// Writes a struct to a file of weights.
#[proc_macro_derive(Save, attributes(weights))]
pub fn save(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input, |input, fields, _| Ok(save_of(input, fields))).into()
}

/// An impl, or the mistake in the struct.
fn expand(
    input: &DeriveInput,
    make: impl Fn(&DeriveInput, &[Field], &OfStruct) -> Result<Tokens, Error>,
) -> Tokens {
    let expanded = || {
        let fields = fields(input)?;
        make(input, &fields, &OfStruct::of(input)?)
    };
    expanded().unwrap_or_else(|error: Error| error.into_compile_error())
}

fn fields(input: &DeriveInput) -> Result<Vec<Field>, Error> {
    let named = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            fields => {
                return Err(Error::new_spanned(
                    if fields.is_empty() {
                        quote!(#input)
                    } else {
                        quote!(#fields)
                    },
                    "weights are found by the names of fields: these have none",
                ));
            }
        },
        _ => {
            return Err(Error::new_spanned(
                &input.ident,
                "weights fill structs, by the names of their fields",
            ));
        }
    };
    named.iter().map(Field::of).collect()
}

fn load_of(input: &DeriveInput, fields: &[Field], of_struct: &OfStruct) -> Result<Tokens, Error> {
    // The lifetime of the bytes: the struct's own, if it borrows from them.
    let mut lifetimes = input.generics.lifetimes();
    let (data, added) = match (lifetimes.next(), lifetimes.next()) {
        (None, _) => {
            let data = Lifetime::new("'data", proc_macro2::Span::call_site());
            (data.clone(), Some(data))
        }
        (Some(one), None) => (one.lifetime.clone(), None),
        (_, Some(second)) => {
            return Err(Error::new_spanned(
                second,
                "weights are borrowed from one file, for one lifetime",
            ));
        }
    };
    let mut generics = input.generics.clone();
    if let Some(added) = added {
        let parameter = GenericParam::Lifetime(syn::LifetimeParam::new(added));
        generics.params.insert(0, parameter);
    }
    // A struct with type parameters can be filled if its fields can.
    if input.generics.type_params().next().is_some() {
        let clause = generics.make_where_clause();
        for ty in fields.iter().map(|field| &field.ty) {
            clause
                .predicates
                .push(syn::parse_quote!(#ty: ::shapecheck_weights::Load<#data>));
        }
    }
    let (name, (_, of, _)) = (&input.ident, input.generics.split_for_impl());
    let (impl_generics, _, bounds) = generics.split_for_impl();
    let reads = fields.iter().map(|field| {
        let Field {
            ident, ty, name, ..
        } = field;
        // With the span of the type, so that the compiler points there; but for the variable, as the type may come from
        // another macro.
        let from = quote!(from);
        let read = match field.layout() {
            Some(layout) => quote_spanned!(ty.span()=> #from.field_as::<#ty>(#name, #layout)),
            None => quote_spanned!(ty.span()=> #from.field::<#ty>(#name)),
        };
        let has_axes = field.merged.map(|_| {
            let shape = field.shape();
            quote_spanned!(ty.span()=> ::shapecheck_weights::__macro::exists::<#shape>();)
        });
        quote! {
            #has_axes
            let #ident: ::core::option::Option<#ty> = #read;
        }
    });
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let compared = file::compared(input, fields, of_struct)?;
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::shapecheck_weights::Load<#data> for #name #of #bounds {
            fn read(from: &mut ::shapecheck_weights::Reader<#data>) -> ::core::option::Option<Self> {
                #(#reads)*
                ::core::option::Option::Some(Self { #(#idents: #idents?,)* })
            }
        }
        #compared
    })
}

fn save_of(input: &DeriveInput, fields: &[Field]) -> Tokens {
    let mut generics = input.generics.clone();
    if input.generics.type_params().next().is_some() {
        let clause = generics.make_where_clause();
        for ty in fields.iter().map(|field| &field.ty) {
            clause
                .predicates
                .push(syn::parse_quote!(#ty: ::shapecheck_weights::Save));
        }
    }
    let name = &input.ident;
    let (impl_generics, of, bounds) = generics.split_for_impl();
    let writes = fields.iter().map(|field| {
        let Field {
            ident, ty, name, ..
        } = field;
        let (to, value) = (quote!(to), quote!(&self.#ident));
        match field.layout() {
            Some(layout) => {
                quote_spanned!(ty.span()=> #to.field_as::<#ty>(#name, #layout, #value);)
            }
            None => quote_spanned!(ty.span()=> #to.field::<#ty>(#name, #value);),
        }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics ::shapecheck_weights::Save for #name #of #bounds {
            fn write(&self, to: &mut ::shapecheck_weights::Writer) {
                #(#writes)*
            }
        }
    }
}
