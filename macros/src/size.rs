//! A number as the tokens of typenum's type for it.

use proc_macro::{Span, TokenStream, TokenTree};

use crate::path;

/// typenum names every size up to this one `U0`, `U1`, ...
const LARGEST_OF_THE_NAMED_RUN: u64 = 1024;

/// The type of `value`: an alias of typenum where there is one, else `UInt<the upper bits, the last bit>`.
///
/// Aliases are cheaper to compile than the nested type spelled out, and rustdoc prints them as written, so
/// even an unnamed size starts at the longest prefix of its bits that has a name.
pub(crate) fn size(root: &TokenStream, value: u64, span: Span) -> TokenStream {
    let mut tokens = Vec::new();
    push_size(&mut tokens, root, value, span);
    tokens.into_iter().collect()
}

fn push_size(tokens: &mut Vec<TokenTree>, root: &TokenStream, value: u64, span: Span) {
    if value <= LARGEST_OF_THE_NAMED_RUN || value.is_power_of_two() {
        tokens.extend(root.clone());
        tokens.extend(path(&format!("::typenum::consts::U{value}"), span));
    } else {
        tokens.extend(root.clone());
        tokens.extend(path("::typenum::UInt<", span));
        push_size(tokens, root, value >> 1, span);
        tokens.extend(path(",", span));
        push_bit(tokens, root, value & 1 == 1, span);
        tokens.extend(path(">", span));
    }
}

fn push_bit(tokens: &mut Vec<TokenTree>, root: &TokenStream, bit: bool, span: Span) {
    tokens.extend(root.clone());
    tokens.extend(path(
        if bit {
            "::typenum::B1"
        } else {
            "::typenum::B0"
        },
        span,
    ));
}

/// For each byte: what it is after no other bit, and what it is after a number that has some.
///
/// `Byte<5>: OntoZero = U5, Onto<N> = UInt<...UInt<N, B0>..., B1>` (eight bits).
pub(crate) fn byte_table(root: &TokenStream) -> TokenStream {
    let mut text = String::new();
    for byte in 0..=u8::MAX {
        let mut onto = "N".to_owned();
        for shift in (0..8).rev() {
            let bit = byte >> shift & 1;
            onto = format!("{root}::typenum::UInt<{onto}, {root}::typenum::B{bit}>");
        }
        text += &format!(
            "impl PushedByte for Byte<{byte}> {{ \
                type OntoZero = {root}::typenum::consts::U{byte}; \
                type Onto<N> = {onto}; \
            }}"
        );
    }
    text.parse().expect("the table is made of valid tokens")
}
