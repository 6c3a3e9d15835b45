//! The procedural macros that `shapecheck` declares its messages with. They expand to paths of that
//! crate, `crate::Shape`, and are not for use elsewhere. Those that users write are in `shapecheck-macros`: neither crate
//! waits for the other.
#![warn(clippy::too_many_lines)]
#![forbid(unsafe_code)]

mod messages;

use proc_macro::{Span, TokenStream, TokenTree};

/// The table of the numbers of up to three digits, each of which a message prints as one constant; see `verdict::decimal`.
#[proc_macro]
pub fn numbers_of_three_digits(_input: TokenStream) -> TokenStream {
    messages::numbers_of_three_digits()
}

/// A family of traits that are never implemented and carry one message, with one trait for each pair of number lengths.
#[proc_macro]
pub fn messages(input: TokenStream) -> TokenStream {
    finish(messages::messages(input))
}

/// A mistake in a declaration, and its place.
struct Complaint {
    text: String,
    span: Span,
}

impl Complaint {
    fn new(span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, span }
    }
}

fn finish(result: Result<TokenStream, Complaint>) -> TokenStream {
    result.unwrap_or_else(|Complaint { text, span }| {
        let error: TokenStream = format!("::core::compile_error! {{ {text:?} }}")
            .parse()
            .expect("an error is made of valid tokens");
        let at = |mut token: TokenTree| {
            token.set_span(span);
            token
        };
        error.into_iter().map(at).collect()
    })
}
