//! The procedural macros of `shapecheck`. Depend on that crate instead of this one: the macros expand to its items.
//!
//! They are procedural because a literal such as `50257` becomes a type made of its bits. A `macro_rules` macro could
//! do this only with a constant evaluation for each byte.
#![warn(clippy::too_many_lines)]
#![forbid(unsafe_code)]
// Macros for tensors share files with the others, which are the same with and without them.
#![cfg_attr(not(feature = "tensor"), allow(dead_code))]

mod axes;
#[cfg(feature = "tensor")]
mod blocks;
mod call;
#[cfg(feature = "tensor")]
mod checked;
#[cfg(feature = "tensor")]
mod constants;
mod contract;
mod dims;
#[cfg(feature = "tensor")]
mod forms;
mod grammar;
mod item;
mod notation;
#[cfg(feature = "tensor")]
mod pattern;
mod shape;
mod size;
#[cfg(feature = "tensor")]
mod slices;
mod surroundings;
mod tokens;
mod typo;

use proc_macro::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};

use tokens::{List, parsed, quote};

/// `[$crate] 2, _, {EXPRESSION}, Type, ...` as nested `Axes`; see `shapecheck::shape!`.
#[proc_macro]
pub fn shape(input: TokenStream) -> TokenStream {
    finish_type(input, |root, tokens| {
        let complaint = surroundings::complaint_about_parameter(&tokens);
        match complaint.or_else(|| surroundings::complaint_about_constant(&tokens, false)) {
            Some(complaint) => Err(complaint),
            None => shape::shape(root, tokens),
        }
    })
}

/// `[$crate] 1536` or `[$crate] EXPRESSION` as one size; see `shapecheck::dim!`.
#[proc_macro]
pub fn dim(input: TokenStream) -> TokenStream {
    finish_type(
        input,
        |root, tokens| match surroundings::complaint_about_parameter(&tokens) {
            Some(complaint) => Err(complaint),
            None => shape::dim(root, tokens),
        },
    )
}

/// `[$crate] Batch, Rgb = 3, ...` as types; see `shapecheck::dims!`.
#[proc_macro]
pub fn dims(input: TokenStream) -> TokenStream {
    let sizes = |(root, tokens)| dims::dims(&root, tokens, "SizeOfAxis");
    finish(split_crate(input).and_then(sizes))
}

/// `[$crate] Dp, Tp = 4, ...` as types; see `shapecheck::mesh!`.
#[proc_macro]
pub fn mesh(input: TokenStream) -> TokenStream {
    let ranks = |(root, tokens)| dims::dims(&root, tokens, "RanksOfMesh");
    finish(split_crate(input).and_then(ranks))
}

/// `[$crate] -1, -3` as an `AxisList`; see `shapecheck::axes!`.
#[proc_macro]
pub fn axes(input: TokenStream) -> TokenStream {
    finish_type(input, axes::axes)
}

/// `[$crate] [a, b], [0, I]` as a matrix; see `shapecheck::blocks!`.
#[cfg(feature = "tensor")]
#[proc_macro]
pub fn blocks(input: TokenStream) -> TokenStream {
    finish(split_crate(input).and_then(|(root, tokens)| blocks::blocks(&root, tokens)))
}

/// `[$crate] 1..5, .., -1` as an `AxisSlices`; see `shapecheck::s!`.
#[cfg(feature = "tensor")]
#[proc_macro]
pub fn slices(input: TokenStream) -> TokenStream {
    finish(split_crate(input).and_then(|(root, tokens)| slices::slices(&root, tokens)))
}

/// Macros that expand to a local function, each a second time for editors, which show the sizes of labels.
macro_rules! notations {
    ($($(#[$attribute:meta])* $name:ident, $in_editor:ident: $expand:expr;)*) => {$(
        $(#[$attribute])*
        #[proc_macro]
        pub fn $name(input: TokenStream) -> TokenStream {
            expanded(input, false, $expand)
        }

        /// The same, with a local for each label.
        #[proc_macro]
        pub fn $in_editor(input: TokenStream) -> TokenStream {
            expanded(input, true, $expand)
        }
    )*};
}

notations! {
    /// `[$crate] "images: b c, labels: b"; &images, &labels`; see `shapecheck::contract!`.
    contract, contract_in_editor: |root, tokens| contract::contract(root, tokens, contract::Gives::Sizes);
    /// The same; see `shapecheck::try_contract!`.
    try_contract, try_contract_in_editor: |root, tokens| contract::contract(root, tokens, contract::Gives::Result);
    /// The same for operands by value; see `shapecheck::typed!`.
    typed, typed_in_editor: |root, tokens| contract::contract(root, tokens, contract::Gives::Typed);
}

#[cfg(feature = "tensor")]
notations! {
    /// `[$crate] "i j, j k -> i k"; &a, &b`; see `shapecheck::einsum!`.
    einsum, einsum_in_editor: |_, tokens| notation::einsum(tokens);
    /// `[$crate] &x, "b t (h d) -> b h t d"; h = 12`; see `shapecheck::rearrange!`.
    rearrange, rearrange_in_editor: pattern::rearrange;
    /// `[$crate] &x, "b c (h p) -> b c h", max; p = 2`; see `shapecheck::reduce!`.
    reduce, reduce_in_editor: pattern::reduce;
    /// `[$crate] &x, "h w -> h (w r)"; r = 4`; see `shapecheck::repeat!`.
    repeat, repeat_in_editor: pattern::repeat;
    /// `[$crate] "b * c"; &x, &y`; see `shapecheck::pack!`.
    pack, pack_in_editor: |_, tokens| pattern::pack(tokens);
    /// `[$crate] &x, [a, [3, 4], _], "b * c"`; see `shapecheck::unpack!`.
    unpack, unpack_in_editor: pattern::unpack;
}

fn expanded(
    input: TokenStream,
    in_editor: bool,
    expand: impl FnOnce(&TokenStream, Vec<TokenTree>) -> Result<notation::Expansion, Complaint>,
) -> TokenStream {
    finish(split_crate(input).and_then(|(root, tokens)| {
        let expansion = expand(&root, tokens)?;
        Ok(expansion.write(&root, in_editor))
    }))
}

/// The grammar of equations, for equations that are read at run time.
#[proc_macro]
pub fn grammar(_input: TokenStream) -> TokenStream {
    parsed(include_str!("grammar.rs"))
}

/// The impls of `Lists` for the numbers that a const parameter may be; see `dim::constant`.
#[proc_macro]
pub fn table_of_constants(input: TokenStream) -> TokenStream {
    finish(split_crate(input).map(|(root, _)| size::table_of_constants(&root)))
}

/// The 256 impls that append one byte to a size.
#[proc_macro]
pub fn byte_table(input: TokenStream) -> TokenStream {
    finish(split_crate(input).map(|(root, _)| size::byte_table(&root)))
}

/// On a method `try_x` of a tensor, also writes the panicking form `x`, whose name is given.
#[cfg(feature = "tensor")]
#[proc_macro_attribute]
pub fn panicking_form(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(forms::panicking_form(arguments, item))
}

#[cfg(feature = "tensor")]
#[proc_macro_attribute]
pub fn checked(arguments: TokenStream, item: TokenStream) -> TokenStream {
    checked::checked(arguments, item)
}

/// The same for editors.
#[cfg(feature = "tensor")]
#[proc_macro_attribute]
pub fn checked_in_editor(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    checked::in_editor(item)
}

#[proc_macro_attribute]
pub fn shapes(arguments: TokenStream, item: TokenStream) -> TokenStream {
    call::shapes(arguments, item)
}

/// The same for editors, which show a body as it is written.
#[proc_macro_attribute]
pub fn shapes_in_editor(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    call::shapes_in_editor(item)
}

#[proc_macro_derive(Shapes, attributes(shape))]
pub fn derive_shapes(item: TokenStream) -> TokenStream {
    finish(call::derive(item))
}

/// A mistake in the user's tokens, and its place.
struct Complaint {
    text: String,
    span: Span,
}

impl Complaint {
    fn new(span: Span, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            span,
        }
    }

    /// `::core::compile_error! { "text" }` with all tokens at `span`, so that the editor underlines the mistake.
    fn into_tokens(self) -> TokenStream {
        let mut text = Literal::string(&self.text);
        text.set_span(self.span);
        let text = TokenTree::from(text);
        quote!(self.span, [text] ::core::compile_error! { #text })
    }

    /// A warning in place of an error, `const _: bool = { ... LIKELY_TYPO };`: a procedural macro can give one only by
    /// using something deprecated.
    fn into_warning(self) -> TokenStream {
        let text = TokenTree::from(Literal::string(&self.text));
        let used = TokenTree::from(Ident::new("LIKELY_TYPO", self.span));
        quote!(Span::call_site(), [text, used]
            const _: bool = { #[deprecated(note = #text)] const LIKELY_TYPO: bool = true; #used };
        )
    }

    /// `$crate::__macro::Mistake<{ compile_error! { "text" } }>`: a type that contains the error, so that rustc reports
    /// this error and no other. In place of a type, `compile_error!` alone would be `()`, and further errors would
    /// follow because it is neither a shape nor a size.
    fn into_type(self, root: &TokenStream) -> TokenStream {
        let span = self.span;
        let error = self.into_tokens();
        // The place may be that of a value by mistake, so that there are colons.
        quote!(span, [root, error] #root::__macro::Mistake::<{ #error }>)
    }
}

/// Finishes a macro that stands in place of a type.
fn finish_type(
    input: TokenStream,
    made: impl FnOnce(&TokenStream, Vec<TokenTree>) -> Result<TokenStream, Complaint>,
) -> TokenStream {
    finish(split_crate(input).map(|(root, tokens)| {
        made(&root, tokens).unwrap_or_else(|complaint| complaint.into_type(&root))
    }))
}

fn finish(result: Result<TokenStream, Complaint>) -> TokenStream {
    result.unwrap_or_else(Complaint::into_tokens)
}

/// Removes the leading `[$crate]`: the tokens that name `shapecheck` wherever the macro is called.
fn split_crate(input: TokenStream) -> Result<(TokenStream, Vec<TokenTree>), Complaint> {
    let mut tokens = input.into_iter();
    match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            Ok((group.stream(), tokens.list()))
        }
        _ => Err(Complaint::new(
            Span::call_site(),
            "this macro is part of shapecheck; call `shapecheck::shape!`, `shapecheck::dim!` or `shapecheck::axes!`",
        )),
    }
}
