//! Numbers as tokens of typenum's types.

use proc_macro::{Span, TokenStream};

use crate::path;

/// typenum has a name for each size up to this one: `U0`, `U1`, ...
const LARGEST_OF_THE_NAMED_RUN: u64 = 1024;

/// The type of `value`: typenum's name if there is one. Otherwise the longest prefix of its hexadecimal digits that has
/// a name, and an alias of this crate for each digit after it: `50257 = 0xC451 = Hex1<Hex5<U196>>`.
///
/// A name costs a fifth of the nested type written out, and rustdoc prints names as they are.
pub(crate) fn size(root: &TokenStream, value: u64, span: Span) -> TokenStream {
    let name = |text: &str| root.clone().into_iter().chain(path(text, span));
    if value <= LARGEST_OF_THE_NAMED_RUN || value.is_power_of_two() {
        return name(&format!("::typenum::consts::U{value}")).collect();
    }
    name(&format!("::__macro::Hex{:X}<", value & 15))
        .chain(size(root, value >> 4, span))
        .chain(path(">", span))
        .collect()
}

/// For each byte: its type without leading zeros, and its type after a number that has bits.
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
