//! The grammar of `dims!`: names of sizes.

use std::collections::HashMap;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use proc_macro::{Delimiter, Ident, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::item::{attributes, visibility};
use crate::shape::{entries, is_of_types, last_operator, size_of_types};
use crate::tokens::{inside, is, parsed, with_tokens};

/// `/** Docs. */ pub Batch`, `Rgb = 3`, `Seq <= 2048`, `Width = Heads * Head`, `Time = (Frames + 1) / 2`
struct Entry {
    attributes: TokenStream,
    visibility: TokenStream,
    name: Ident,
    /// What stands behind `=`.
    size: Option<Vec<TokenTree>>,
    /// What stands behind `<=`.
    most: Option<Vec<TokenTree>>,
}

impl Entry {
    fn new(tokens: &[TokenTree]) -> Result<Self, Complaint> {
        let declared = attributes(tokens).1;
        let (visibility, named) = visibility(declared);
        let [TokenTree::Ident(name), behind @ ..] = named else {
            let span = named.first().map_or(Span::call_site(), TokenTree::span);
            let expected = "a name of a size is an identifier: `dims! { pub Batch, Rgb = 3, Width = Heads * Head }`";
            return Err(Complaint::new(span, expected));
        };
        let (sign, is_bound, found) = match behind {
            [sign, equals, most @ ..] if is(sign, '<') && is(equals, '=') => (sign, true, most),
            [sign, size @ ..] if is(sign, '=') => (sign, false, size),
            [token, ..] => {
                let text = format!(
                    "after the name `{name}` there is a comma, `=` and a size, or `<=` and the largest size"
                );
                return Err(Complaint::new(token.span(), text));
            }
            [] => (&named[0], false, behind),
        };
        if found.is_empty() && !behind.is_empty() {
            let text = "a size is missing after this sign";
            return Err(Complaint::new(sign.span(), text));
        }
        let found = (!found.is_empty()).then(|| found.to_vec());
        let (size, most) = if is_bound {
            (None, found)
        } else {
            (found, None)
        };
        Ok(Self {
            attributes: tokens[..tokens.len() - declared.len()]
                .iter()
                .cloned()
                .collect(),
            visibility: visibility.iter().cloned().collect(),
            name: name.clone(),
            size,
            most,
        })
    }

    /// Whether the size is computed from others, by whose names it is known: it has a letter outside of braces.
    fn is_computed(&self) -> bool {
        let is_word = |token: &TokenTree| match token {
            TokenTree::Ident(_) => true,
            TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
            _ => false,
        };
        self.size.iter().flatten().any(is_word)
    }

    /// The size, if it may have no name: a difference or a quotient of types.
    fn unnamed(&self) -> Option<&[TokenTree]> {
        fn has_sign(tokens: &[TokenTree]) -> bool {
            tokens.iter().any(|token| match token {
                TokenTree::Punct(punct) => "-/".contains(punct.as_char()),
                TokenTree::Group(group) => has_sign(&inside(group)),
                _ => false,
            })
        }
        let size = self.size.as_deref()?;
        (is_of_types(size) && has_sign(size)).then_some(size)
    }

    /// As visible as the name, seen from the module.
    fn inner(&self) -> TokenStream {
        parsed(match &*self.visibility.to_string() {
            "" => "pub(super)",
            "pub" => "pub",
            _ => "pub(crate)",
        })
    }

    /// What no name has to be declared for.
    fn is_alias(&self) -> bool {
        self.is_computed() && self.unnamed().is_none()
    }
}

/// Each name, with this role, as an alias of `NamedDim<Name>`. The type `Name` itself is in a module of the names, so that messages print
/// it as it was written.
pub(crate) fn dims(
    root: &TokenStream,
    tokens: Vec<TokenTree>,
    role: &str,
) -> Result<TokenStream, Complaint> {
    let entries = entries(&tokens)?.into_iter().map(Entry::new);
    let entries = entries.collect::<Result<Vec<Entry>, _>>()?;
    let names: Vec<String> = entries.iter().map(|entry| entry.name.to_string()).collect();
    if let Some(at) = (0..names.len()).find(|&at| names[..at].contains(&names[at])) {
        let text = format!("the size `{}` is declared twice", names[at]);
        return Err(Complaint::new(entries[at].name.span(), text));
    }
    let Some(first) = entries.iter().find(|entry| !entry.is_alias()) else {
        return Ok(entries.iter().map(|entry| alias(root, entry)).collect());
    };
    let word = first.name.to_string();
    let word = word.trim_start_matches("r#").to_lowercase();
    let module = Ident::new(&format!("dims_{word}"), first.name.span());
    let module = TokenStream::from(TokenTree::Ident(module));
    let mut inside = parsed("#[allow(unused_imports)] use super::*;");
    let mut outside = TokenStream::new();
    let mut numbers = Vec::new();
    for entry in &entries {
        if entry.is_alias() {
            outside.extend(alias(root, entry));
            continue;
        }
        let mut letters = letters_of(&entry.name.to_string());
        // As long as there are others, the names of one list have numbers of their own.
        while numbers.contains(&letters) && numbers.len() < FIRST_NUMBER as usize {
            letters = FIRST_NUMBER | ((letters + 1) % FIRST_NUMBER);
        }
        numbers.push(letters);
        let tag = TokenStream::from(TokenTree::Ident(entry.name.clone()));
        inside.extend(quote(
            root,
            "@ #[allow(missing_docs)] #[derive(Clone, Copy)] @ enum @ {}",
            &[entry.attributes.clone(), entry.inner(), tag.clone()],
        ));
        let declared = Declared {
            root,
            entry,
            tag,
            module: &module,
            letters,
            role,
        };
        match entry.unnamed() {
            Some(computed) => outside.extend(declared.computed(computed)?),
            None => declared.named(&mut inside, &mut outside),
        }
    }
    let is_public = |entry: &Entry| !entry.visibility.is_empty();
    let visibility = match entries.iter().any(is_public) {
        true => parsed("pub"),
        false => TokenStream::new(),
    };
    let mut output = quote(
        root,
        "/// The names of sizes that `dims!` declares here.
        @ mod @ { @ }",
        &[visibility, module, inside],
    );
    output.extend(outside);
    Ok(output)
}

/// A name that is declared.
struct Declared<'a> {
    root: &'a TokenStream,
    entry: &'a Entry,
    /// The name as a type, in the module of the names.
    tag: TokenStream,
    module: &'a TokenStream,
    letters: u32,
    role: &'a str,
}

impl Declared<'_> {
    /// A number that is no other name's, and the same as a type.
    fn key(&self) -> (u64, String) {
        let key = key_of(&self.entry.name);
        let none = "$crate::dim::named::NoDigit".to_owned();
        let digits = format!("{key:016X}").chars().fold(none, |behind, digit| {
            format!("$crate::dim::named::Hex{digit}<{behind}>")
        });
        (key, digits)
    }

    /// The name of a computed size, outside of the module, where the words are those that the user sees.
    fn computed(&self, computed: &[TokenTree]) -> Result<TokenStream, Complaint> {
        let Self {
            root,
            entry,
            tag,
            module,
            letters,
            role,
        } = self;
        let (key, digits) = self.key();
        let name = name_of(root, computed)?;
        Ok(quote(
            root,
            &format!(
                "impl $crate::dim::named::Declared for @::@ {{
                    type Letters = $crate::dim!({letters});
                    type Key = {digits};
                    type Size = $crate::Dyn;
                    type Role = $crate::dim::shard::{role};
                    const NAME: &'static $crate::dim::named::SizeName =
                        &$crate::dim::named::SizeName::Computed(::core::stringify!(@), {key}, @);
                }}
                @ @ type @ = $crate::dim::named::OrName<$crate::dim!(@), @::@>;"
            ),
            &[
                (*module).clone(),
                tag.clone(),
                tag.clone(),
                name,
                entry.attributes.clone(),
                entry.visibility.clone(),
                tag.clone(),
                computed.iter().cloned().collect(),
                (*module).clone(),
                tag.clone(),
            ],
        ))
    }

    /// The name of another size, in the module, and its use outside of it.
    fn named(&self, inside: &mut TokenStream, outside: &mut TokenStream) {
        let Self {
            root,
            entry,
            tag,
            module,
            letters,
            role,
        } = self;
        let (key, digits) = self.key();
        let size = match &entry.size {
            Some(size) => quote(root, "$crate::dim!(@)", &[size.iter().cloned().collect()]),
            None => quote(root, "$crate::Dyn", &[]),
        };
        let most = match &entry.most {
            Some(most) => most.iter().cloned().collect(),
            None => parsed("usize::MAX"),
        };
        let renamed = Ident::new(&format!("{}Dim", entry.name), entry.name.span());
        let renamed = TokenStream::from(TokenTree::Ident(renamed));
        inside.extend(quote(
            root,
            &format!(
                "@ @ type @ = $crate::dim::NamedDim<@, @>;
                impl $crate::dim::named::Declared for @ {{
                    type Letters = $crate::dim!({letters});
                    type Key = {digits};
                    type Size = @;
                    type Role = $crate::dim::shard::{role};
                    const NAME: &'static $crate::dim::named::SizeName =
                        &$crate::dim::named::SizeName::Declared(::core::stringify!(@), {key}, @, <@ as $crate::dim::Extent>::VALUE);
                }}"
            ),
            &[
                entry.attributes.clone(),
                entry.inner(),
                renamed.clone(),
                tag.clone(),
                size.clone(),
                tag.clone(),
                size.clone(),
                tag.clone(),
                most,
                size,
            ],
        ));
        outside.extend(quote(
            root,
            "#[allow(unused_imports)] @ use @::@ as @;",
            &[
                entry.visibility.clone(),
                (*module).clone(),
                renamed,
                tag.clone(),
            ],
        ));
    }
}

/// What no other name has: a hash of the package, the crate and the file in which a name is declared, of its letters, and
/// of how often a name of these letters was declared there before. So it stays as it is where lines are added above.
fn key_of(name: &Ident) -> u64 {
    static DECLARED: Mutex<Option<HashMap<u64, u64>>> = Mutex::new(None);
    let package = ["CARGO_PKG_NAME", "CARGO_PKG_VERSION", "CARGO_CRATE_NAME"].map(env::var_os);
    let place = hash_of(&(package, name.span().file(), name.to_string()));
    let mut declared = DECLARED.lock().unwrap_or_else(PoisonError::into_inner);
    let times = declared.get_or_insert_default().entry(place).or_insert(0);
    *times += 1;
    hash_of(&(place, *times))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Numbers from letters have 8 bits, of which the first is 1: so they are compared in two steps.
const FIRST_NUMBER: u32 = 1 << 7;

/// A number from the letters of a name: FNV-1a, its last bits.
// Source: http://www.isthe.com/chongo/tech/comp/fnv/
fn letters_of(name: &str) -> u32 {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    FIRST_NUMBER | (hash % FIRST_NUMBER)
}

/// How `(Frames + 1) / 2` is computed, as a `&SizeName`.
fn name_of(root: &TokenStream, tokens: &[TokenTree]) -> Result<TokenStream, Complaint> {
    if let [TokenTree::Group(group)] = tokens
        && group.delimiter() == Delimiter::Parenthesis
    {
        return name_of(root, &inside(group));
    }
    for (operators, names) in [
        (['+', '-'], ["Sum", "Difference"]),
        (['*', '/'], ["Product", "Quotient"]),
    ] {
        let Some(place) = last_operator(tokens, &operators) else {
            continue;
        };
        let is_first = tokens[place].to_string() == operators[0].to_string();
        let name = names[usize::from(!is_first)];
        return Ok(quote(
            root,
            &format!("&$crate::dim::named::SizeName::{name}(@, @)"),
            &[
                name_of(root, &tokens[..place])?,
                name_of(root, &tokens[place + 1..])?,
            ],
        ));
    }
    let size = size_of_types(root, tokens)?;
    Ok(quote(root, "$crate::dim::named::name_of::<@>()", &[size]))
}

/// `pub type Width = dim!(Heads * Head);`
fn alias(root: &TokenStream, entry: &Entry) -> TokenStream {
    let Entry {
        attributes,
        visibility,
        name,
        size,
        most: _,
    } = entry;
    let size = size.iter().flatten().cloned().collect();
    let name = TokenTree::Ident(name.clone()).into();
    quote(
        root,
        "@ @ type @ = $crate::dim!(@);",
        &[attributes.clone(), visibility.clone(), name, size],
    )
}

/// The tokens of a text, with `$crate` for the crate and each `@` for the next of `parts`.
fn quote(root: &TokenStream, text: &str, parts: &[TokenStream]) -> TokenStream {
    fn fill<'a>(
        root: &TokenStream,
        tokens: TokenStream,
        parts: &mut impl Iterator<Item = &'a TokenStream>,
    ) -> TokenStream {
        let mut output = TokenStream::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '@' => {
                    output.extend(parts.next().cloned().expect("as many parts as places"));
                }
                TokenTree::Punct(punct) if punct.as_char() == '$' => {
                    tokens.next();
                    output.extend(root.clone());
                }
                TokenTree::Group(group) => {
                    let inner = fill(root, group.stream(), parts);
                    output.extend([TokenTree::Group(with_tokens(&group, inner))]);
                }
                token => output.extend([token]),
            }
        }
        output
    }
    fill(root, parsed(text), &mut parts.iter())
}
