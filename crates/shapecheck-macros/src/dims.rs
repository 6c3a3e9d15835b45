//! The grammar of `dims!`: names of sizes.

use std::collections::HashMap;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use proc_macro::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::item::{attributes, visibility};
use crate::shape::{entries, is_of_types, last_operator, size_of_types};
use crate::tokens::{Add, List, inside, is, parsed, quote};

/// `/** Docs. */ pub Batch`, `Rgb = 3`, `Seq <= 2048`, `Width = Heads * Head`, `Time = (Frames + 1) / 2`
struct Entry {
    attributes: TokenStream,
    visibility: TokenStream,
    name: Ident,
    /// What stands after `=`.
    size: Option<Vec<TokenTree>>,
    /// What stands after `<=`.
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
                .list(),
            visibility: visibility.iter().cloned().list(),
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
    let entries = entries.list::<Result<Vec<Entry>, _>>()?;
    let names: Vec<String> = entries.iter().map(|entry| entry.name.to_string()).list();
    if let Some(at) = (0..names.len()).find(|&at| names[..at].contains(&names[at])) {
        let text = format!("the size `{}` is declared twice", names[at]);
        return Err(Complaint::new(entries[at].name.span(), text));
    }
    let Some(first) = entries.iter().find(|entry| !entry.is_alias()) else {
        return Ok(entries.iter().map(|entry| alias(root, entry)).list());
    };
    let word = first.name.to_string();
    let word = word.trim_start_matches("r#").to_lowercase();
    let module = Ident::new(&format!("dims_{word}"), first.name.span());
    let here = Span::call_site();
    let mut inside = parsed("#[allow(unused_imports)] use super::*;");
    let mut outside = TokenStream::new();
    let mut numbers = Vec::new();
    for entry in &entries {
        if entry.is_alias() {
            outside.add(alias(root, entry));
            continue;
        }
        let mut letters = letters_of(&entry.name.to_string());
        // As long as there are others, the names of one list have their own numbers.
        while numbers.contains(&letters) && numbers.len() < FIRST_NUMBER as usize {
            letters = FIRST_NUMBER | ((letters + 1) % FIRST_NUMBER);
        }
        numbers.push(letters);
        let declared = Declared {
            root,
            entry,
            module: &module,
            letters,
            role: Ident::new(role, here),
        };
        inside.add(declared.tag());
        match entry.unnamed() {
            Some(computed) => outside.add(declared.computed(computed)?),
            None => {
                let (declaration, used) = declared.named();
                inside.add(declaration);
                outside.add(used);
            }
        }
    }
    let is_public = |entry: &Entry| !entry.visibility.is_empty();
    let visibility = match entries.iter().any(is_public) {
        true => parsed("pub"),
        false => TokenStream::new(),
    };
    let mut output = quote!(here, [visibility, module, inside]
        /// The names of sizes that `dims!` declares here.
        #visibility mod #module { #inside }
    );
    output.add(outside);
    Ok(output)
}

/// A name that is declared.
struct Declared<'a> {
    root: &'a TokenStream,
    entry: &'a Entry,
    module: &'a Ident,
    letters: u32,
    role: Ident,
}

impl Declared<'_> {
    /// The name as a type, in the module of the names.
    fn tag(&self) -> TokenStream {
        let Entry {
            attributes, name, ..
        } = self.entry;
        let visibility = self.entry.inner();
        quote!(Span::call_site(), [attributes, visibility, name]
            #attributes #[allow(missing_docs)] #[derive(Clone, Copy)] #visibility enum #name {}
        )
    }

    /// What no other name has, as a number and as a type, and the letters as a size.
    fn key(&self) -> [TokenStream; 3] {
        let (root, here) = (self.root, Span::call_site());
        let key = key_of(&self.entry.name);
        let none = quote!(here, [root] #root::dim::named::NoDigit);
        let digits = format!("{key:016X}").chars().fold(none, |behind, digit| {
            let digit = Ident::new(&format!("Hex{digit}"), here);
            quote!(here, [root, digit, behind] #root::dim::named::#digit<#behind>)
        });
        let key = TokenTree::from(Literal::u64_unsuffixed(key));
        let letters = TokenTree::from(Literal::u32_unsuffixed(self.letters));
        let letters = quote!(here, [root, letters] #root::dim!(#letters));
        [key.into(), digits, letters]
    }

    /// The name of a computed size, outside of the module, where the words are those that the user sees.
    fn computed(&self, computed: &[TokenTree]) -> Result<TokenStream, Complaint> {
        let Self {
            root, module, role, ..
        } = self;
        let Entry {
            attributes,
            visibility,
            name,
            ..
        } = self.entry;
        let [key, digits, letters] = self.key();
        let size_name = name_of(root, computed)?;
        Ok(quote!(
            Span::call_site(),
            [root, module, role, attributes, visibility, name, key, digits, letters, size_name, computed]
            impl #root::dim::named::Declared for #module::#name {
                type Letters = #letters;
                type Key = #digits;
                type Size = #root::Dyn;
                type Role = #root::dim::shard::#role;
                const NAME: &'static #root::dim::named::SizeName =
                    &#root::dim::named::SizeName::Computed(::core::stringify!(#name), #key, #size_name);
            }
            #attributes #visibility type #name = #root::dim::named::OrName<#root::dim!(#computed), #module::#name>;
        ))
    }

    /// The name of another size, in the module, and its use outside of it.
    fn named(&self) -> (TokenStream, TokenStream) {
        let Self {
            root, module, role, ..
        } = self;
        let Entry {
            attributes,
            visibility,
            name,
            size,
            most,
        } = self.entry;
        let here = Span::call_site();
        let [key, digits, letters] = self.key();
        let size = match size {
            Some(size) => quote!(here, [root, size] #root::dim!(#size)),
            None => quote!(here, [root] #root::Dyn),
        };
        let most = match most {
            Some(most) => most.iter().cloned().list(),
            None => parsed("usize::MAX"),
        };
        let renamed = Ident::new(&format!("{name}Dim"), name.span());
        let inner = self.entry.inner();
        let declaration = quote!(
            here,
            [root, role, attributes, inner, renamed, name, size, key, digits, letters, most]
            #attributes #inner type #renamed = #root::dim::NamedDim<#name, #size>;
            impl #root::dim::named::Declared for #name {
                type Letters = #letters;
                type Key = #digits;
                type Size = #size;
                type Role = #root::dim::shard::#role;
                const NAME: &'static #root::dim::named::SizeName =
                    &#root::dim::named::SizeName::Declared(::core::stringify!(#name), #key, #most, <#size as #root::dim::Extent>::VALUE);
            }
        );
        let used = quote!(here, [visibility, module, renamed, name]
            #[allow(unused_imports)] #visibility use #module::#renamed as #name;
        );
        (declaration, used)
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
    let here = Span::call_site();
    for (operators, names) in [
        (['+', '-'], ["Sum", "Difference"]),
        (['*', '/'], ["Product", "Quotient"]),
    ] {
        let Some(place) = last_operator(tokens, &operators) else {
            continue;
        };
        let is_first = tokens[place].to_string() == operators[0].to_string();
        let name = Ident::new(names[usize::from(!is_first)], here);
        let lhs = name_of(root, &tokens[..place])?;
        let rhs = name_of(root, &tokens[place + 1..])?;
        return Ok(
            quote!(here, [root, name, lhs, rhs] &#root::dim::named::SizeName::#name(#lhs, #rhs)),
        );
    }
    let size = size_of_types(root, tokens)?;
    Ok(quote!(here, [root, size] #root::dim::named::name_of::<#size>()))
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
    let size: Vec<TokenTree> = size.iter().flatten().cloned().list();
    quote!(Span::call_site(), [root, attributes, visibility, name, size]
        #attributes #visibility type #name = #root::dim!(#size);
    )
}
