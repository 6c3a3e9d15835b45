//! Numbers as tokens of typenum's types.

use proc_macro::{Span, TokenStream};

use crate::tokens::{List, parsed, path};

/// typenum has a name for each size up to this one: `U0`, `U1`, ...
const LARGEST_OF_THE_NAMED_RUN: u64 = 1024;

/// The type of `value`: typenum's name if there is one. Otherwise the longest prefix of its hexadecimal digits that has
/// a name, and an alias of this crate for each digit after it: `50257 = 0xC451 = Hex1<Hex5<U196>>`.
///
/// A name costs a fifth of the nested type written out, and rustdoc prints names as they are.
pub(crate) fn size(root: &TokenStream, value: u64, span: Span) -> TokenStream {
    let name = |text: &str| root.clone().into_iter().chain(path(text, span));
    if value <= LARGEST_OF_THE_NAMED_RUN || value.is_power_of_two() {
        return name(&format!("::typenum::consts::U{value}")).list();
    }
    name(&format!("::__macro::Hex{:X}<", value & 15))
        .chain(size(root, value >> 4, span))
        .chain(path(">", span))
        .list()
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
    parsed(&text)
}

/// The numbers that a const parameter may be: small ones, multiples of larger and larger steps, powers of two and of ten,
/// and widths and vocabularies of known models. The tool reads the three tables, to name what is near.
fn constants() -> Vec<u64> {
    let mut constants = Vec::new();
    let mut next: u64 = 0;
    for (step, end) in STEPS {
        next = next.next_multiple_of(step);
        while next <= end {
            constants.push(next);
            next += step;
        }
    }
    let powers = POWERS
        .into_iter()
        .flat_map(|(of, last)| (0..=last).map(move |power| of.pow(power)));
    for other in powers.chain(OF_MODELS) {
        if !constants.contains(&other) {
            constants.push(other);
        }
    }
    constants
}

/// Steps, and how far they go.
const STEPS: [(u64, u64); 4] = [(1, 256), (8, 1024), (64, 4096), (256, 16_384)];

/// What has powers, and the last of them.
const POWERS: [(u64, u32); 2] = [(2, 24), (10, 8)];

/// Numbers of pixels and of places, hidden widths, and vocabularies, that are in no row of steps.
const OF_MODELS: [u64; 54] = [
    257, 300, 365, 441, 500, 513, 577, 729, 784, 900, 961, 1_025, 1_369, 1_370, 1_500, 1_601,
    2_050, 2_500, 3_000, 5_000, 9_900, 11_008, 13_696, 16_000, 18_944, 20_000, 20_480, 21_128,
    21_841, 22_016, 24_576, 25_000, 28_672, 28_996, 30_000, 30_522, 32_000, 32_001, 32_064, 40_478,
    49_152, 49_408, 50_257, 50_265, 50_304, 51_200, 51_865, 51_866, 64_000, 65_024, 128_256,
    151_936, 152_064, 256_000,
];

/// `impl Lists<784> for SizeTable { type Dim = U784; }` for each number.
pub(crate) fn table_of_constants(root: &TokenStream) -> TokenStream {
    let mut text = String::new();
    for constant in constants() {
        let size = size(root, constant, Span::call_site());
        // `usize` of 16 bits has no larger ones.
        if constant > u16::MAX.into() {
            text += "#[cfg(not(target_pointer_width = \"16\"))]";
        }
        text += &format!(
            "#[diagnostic::do_not_recommend] impl Lists<{constant}> for SizeTable {{ type Dim = {size}; }}"
        );
    }
    parsed(&text)
}
