//! The derive of `shapecheck-grad`, which exports and documents it.
#![warn(clippy::too_many_lines)]

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, Index, parse_macro_input};

/// Visits the parameters of a struct, field by field.
#[proc_macro_derive(Parameters, attributes(parameters))]
pub fn parameters(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    visits(&input)
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

fn visits(input: &DeriveInput) -> Result<Tokens, Error> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(
            &input.ident,
            "parameters are fields of structs",
        ));
    };
    let mut generics = input.generics.clone();
    let is_generic = generics.type_params().next().is_some();
    let mut visits = Tokens::new();
    for (place, field) in data.fields.iter().enumerate() {
        if is_skipped(field)? {
            continue;
        }
        let (ty, index) = (&field.ty, Index::from(place));
        let member = match &field.ident {
            Some(ident) => quote!(#ident),
            None => quote!(#index),
        };
        // With the span of the type, so that the compiler points there.
        visits.extend(quote_spanned! {ty.span()=>
            <#ty as ::shapecheck_grad::Parameters>::visit(&mut self.#member, visitor);
        });
        // A struct with type parameters has parameters if its fields do.
        if is_generic {
            let bound = syn::parse_quote!(#ty: ::shapecheck_grad::Parameters);
            generics.make_where_clause().predicates.push(bound);
        }
    }
    let (name, (impl_generics, of, bounds)) = (&input.ident, generics.split_for_impl());
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::shapecheck_grad::Parameters for #name #of #bounds {
            fn visit<Visitor: ::shapecheck_grad::VisitsParameters>(&mut self, visitor: &mut Visitor) {
                let _ = &visitor;
                #visits
            }
        }
    })
}

/// Whether a field is `#[parameters(skip)]`.
fn is_skipped(field: &Field) -> Result<bool, Error> {
    let mut is_skipped = false;
    for attribute in &field.attrs {
        if attribute.path().is_ident("parameters") {
            attribute.parse_nested_meta(|meta| match meta.path.is_ident("skip") {
                true => {
                    is_skipped = true;
                    Ok(())
                }
                false => Err(meta.error("of a field, `skip` can be said")),
            })?;
        }
    }
    Ok(is_skipped)
}
