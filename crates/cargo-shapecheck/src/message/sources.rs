//! What the files of the user's crate declare: structs and the types of their fields, names of types and of sizes, constants.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::thread::LocalKey;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::declared;
use crate::types::vocabulary;

/// The most files that are looked at for one message.
const MOST: usize = 200;

/// A type that is written in a file.
#[derive(Clone, Debug)]
pub struct Written {
    pub bytes: Range<usize>,
    /// `Block` of `&Block<N>`, and of `Vec<Block<N>>`.
    pub name: Option<String>,
    /// The whole type, if it is one name.
    pub whole: Option<String>,
}

impl Written {
    pub fn of(ty: &syn::Type) -> Self {
        let whole = match ty {
            syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        Self {
            bytes: ty.span().byte_range(),
            name: name_of(ty),
            whole,
        }
    }
}

/// The name of a type, without what holds it.
pub fn name_of(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Reference(ty) => name_of(&ty.elem),
        syn::Type::Array(ty) => name_of(&ty.elem),
        syn::Type::Slice(ty) => name_of(&ty.elem),
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            let inside = match &last.arguments {
                syn::PathArguments::AngleBracketed(inside) => inside.args.first(),
                _ => None,
            };
            let holds = ["Vec", "Option", "Box", "Rc", "Arc"];
            match inside {
                Some(syn::GenericArgument::Type(inside))
                    if holds.iter().any(|of| last.ident == of) =>
                {
                    name_of(inside)
                }
                _ => Some(last.ident.to_string()),
            }
        }
        _ => None,
    }
}

/// What a file declares.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The fields of structs, by the names of both.
    pub fields: HashMap<String, Vec<(String, Written)>>,
    /// Other names for types: `type Up = Linear<784, 128>;`.
    pub types: HashMap<String, Written>,
    /// The types of constants and statics.
    pub values: HashMap<String, Written>,
    /// Constants with their numbers.
    pub constants: HashMap<String, u64>,
    /// Other names for sizes, each with the expression that it stands for and the bytes of the name: `Width` for `Heads * Head`.
    pub sizes: Vec<(String, String, usize)>,
    /// The names that `dims!` declares, with the numbers that they are.
    pub names: HashMap<String, Option<usize>>,
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let fields = item.fields.iter().enumerate().map(|(at, field)| {
            let name = match &field.ident {
                Some(name) => name.to_string(),
                None => at.to_string(),
            };
            (name, Written::of(&field.ty))
        });
        self.fields.insert(item.ident.to_string(), fields.collect());
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let name = item.ident.to_string();
        if item.generics.params.is_empty()
            && let Some(size) = size_of_type(&item.ty)
        {
            let at = item.ident.span().byte_range().start;
            self.sizes.push((name.clone(), size, at));
        }
        self.types.insert(name, Written::of(&item.ty));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        let of = Written::of(&item.ty);
        self.values.insert(item.ident.to_string(), of);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let of = Written::of(&item.ty);
        self.values.insert(item.ident.to_string(), of);
        if let syn::Expr::Lit(literal) = &*item.expr
            && let syn::Lit::Int(number) = &literal.lit
            && let Ok(number) = number.base10_parse()
        {
            self.constants.insert(item.ident.to_string(), number);
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let is_of_names = call.path.segments.last();
        if is_of_names.is_some_and(|name| name.ident == "dims") {
            self.read_names(call.tokens.clone());
        }
        visit::visit_macro(self, call);
    }
}

impl Source {
    /// `Width = Heads * Head` in `dims!`, and names for themselves.
    fn read_names(&mut self, names: TokenStream) {
        let mut entries = vec![Vec::new()];
        for token in names {
            match &token {
                TokenTree::Punct(sign) if sign.as_char() == ',' => entries.push(Vec::new()),
                _ => entries.last_mut().expect("not empty").push(token),
            }
        }
        for entry in entries {
            let is_sign = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '=');
            let at = entry.iter().position(is_sign).unwrap_or(entry.len());
            let (before, size) = (&entry[..at], entry.get(at + 1..).unwrap_or_default());
            let Some(TokenTree::Ident(name)) = before.last() else {
                continue;
            };
            let number = match size {
                [TokenTree::Literal(number)] => number.to_string().parse().ok(),
                _ => None,
            };
            self.names.insert(name.to_string(), number);
            if let Some(size) = expression(size) {
                let at = name.span().byte_range().start;
                self.sizes.push((name.to_string(), size, at));
            }
        }
    }
}

/// `Heads * Head` of `dim!(Heads * Head)`.
fn size_of_type(ty: &syn::Type) -> Option<String> {
    let syn::Type::Macro(call) = ty else {
        return None;
    };
    let name = call.mac.path.segments.last()?;
    let tokens = Vec::from_iter(call.mac.tokens.clone());
    (name.ident == vocabulary::SIZE_MACRO).then(|| expression(&tokens))?
}

/// A sum or a product of names as messages have it: numbers are the first of a product, and the last of a sum.
fn expression(tokens: &[TokenTree]) -> Option<String> {
    let sign = tokens.iter().find_map(|token| match token {
        TokenTree::Punct(sign) if "+*".contains(sign.as_char()) => Some(sign.as_char()),
        _ => None,
    })?;
    let mut parts = vec![String::new()];
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == sign => parts.push(String::new()),
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                let part = parts.last_mut()?;
                if !part.is_empty() {
                    return None;
                }
                *part = token.to_string();
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                let part = parts.last_mut()?;
                if !part.is_empty() {
                    return None;
                }
                *part = format!("({})", expression(&Vec::from_iter(group.stream()))?);
            }
            _ => return None,
        }
    }
    let is_number = |part: &String| part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.iter().filter(|part| is_number(part)).count() > 1 || parts.iter().any(String::is_empty)
    {
        return None;
    }
    if let Some(at) = parts.iter().position(is_number) {
        let number = parts.remove(at);
        match sign {
            '*' => parts.insert(0, number),
            _ => parts.push(number),
        }
    }
    Some(parts.join(&format!(" {sign} ")))
}

thread_local! {
    static PARSED: RefCell<HashMap<String, Option<Rc<syn::File>>>> = RefCell::default();
    static SOURCES: RefCell<HashMap<String, Option<Rc<Source>>>> = RefCell::default();
    static FILES: RefCell<HashMap<String, Rc<Vec<String>>>> = RefCell::default();
    static GENERATION: Cell<u64> = const { Cell::new(0) };
}

/// Sets the folder of the compiler whose messages this thread rewrites, and forgets what was read for another one.
pub fn set_folder(folder: &Path) {
    forget();
    declared::set_folder(folder);
}

/// Sets the text of a file that messages name, where it is not the one on disk.
pub fn set_text(name: &str, text: &str) {
    if declared::text(name).as_deref() != Some(text) {
        forget();
        declared::set_text(name, text);
    }
}

/// A number that is another one each time that what was read is forgotten.
pub fn generation() -> u64 {
    GENERATION.get()
}

fn forget() {
    GENERATION.set(GENERATION.get() + 1);
    PARSED.take();
    SOURCES.take();
    FILES.take();
    // Nothing has a place in what was parsed any more.
    proc_macro2::extra::invalidate_current_thread_spans();
}

/// What is known of a file, which is read once.
fn kept<Known: Clone>(
    all: &'static LocalKey<RefCell<HashMap<String, Known>>>,
    file: &str,
    read: impl FnOnce() -> Known,
) -> Known {
    let known = all.with_borrow(|all| all.get(file).cloned());
    known.unwrap_or_else(|| {
        let known = read();
        all.with_borrow_mut(|all| all.insert(file.to_owned(), known.clone()));
        known
    })
}

/// The syntax of a file.
pub fn parsed(file: &str) -> Option<Rc<syn::File>> {
    kept(&PARSED, file, || {
        Some(Rc::new(syn::parse_str(&declared::text(file)?).ok()?))
    })
}

/// What one file declares.
pub fn of(file: &str) -> Option<Rc<Source>> {
    kept(&SOURCES, file, || {
        let mut source = Source::default();
        source.visit_file(&*parsed(file)?);
        Some(Rc::new(source))
    })
}

/// A file and those beside it in the folder `src` of its package.
pub fn files(file: &str) -> Rc<Vec<String>> {
    kept(&FILES, file, || Rc::new(listed(file)))
}

fn listed(file: &str) -> Vec<String> {
    let mut files = vec![file.to_owned()];
    let plain = file.replace('\\', "/");
    let of_folder = plain.rfind("/src/").map(|at| at + 4);
    let of_folder = of_folder.or_else(|| plain.starts_with("src/").then_some(3));
    let mut folders = Vec::from_iter(of_folder.map(|end| plain[..end].to_owned()));
    while let Some(folder) = folders.pop() {
        for (name, is_folder) in declared::entries(&folder) {
            let path = format!("{folder}/{name}");
            if is_folder {
                folders.push(path);
            } else if name.ends_with(".rs") && path != plain && files.len() < MOST {
                files.push(path);
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sizes_stand_for_expressions() {
        let source = "dims! { Batch, Heads, pub Width = Heads * Head, Wide = Width * 4, Rgb = 3, Next = 1 + Seq, \
            Time = (Frames + 1) / 2, Area = (A + B) * C, Limit <= 2048 } type Both = dim!(Past + Seq); type Row = Tensor<f32, shape![3]>;";
        let parsed = syn::parse_str::<syn::File>(source).unwrap();
        let mut found = Source::default();
        found.visit_file(&parsed);
        let sizes = found
            .sizes
            .iter()
            .map(|(name, size, _)| format!("{name} = {size}"));
        assert_eq!(
            Vec::from_iter(sizes),
            [
                "Width = Heads * Head",
                "Wide = 4 * Width",
                "Next = Seq + 1",
                "Area = (A + B) * C",
                "Both = Past + Seq",
            ]
        );
    }
}
