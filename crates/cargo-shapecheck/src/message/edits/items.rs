//! What the items of a file say of types: structs, other names for types, functions and methods, with their parameters.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::sizes::Sizes;
use crate::message::declared;
use crate::message::sources::{self, Source};
use crate::types::vocabulary;

/// The most names that stand for each other.
const DEEPEST: usize = 8;

/// What is known of the type of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Type {
    Tensor(Vec<usize>),
    /// A tensor and one of its axes, counted from the end.
    Along(Vec<usize>, isize),
    /// A type of the user's.
    Struct(String, Vec<Argument>),
    /// What holds values of one type.
    List(Box<Type>),
    Tuple(Vec<Type>),
    /// A shape as a value.
    Sizes(Vec<usize>),
    /// A size as a value.
    Size(usize),
    /// What a function makes that is a value.
    Function(Box<Type>),
    Number,
    #[default]
    Unknown,
}

impl Type {
    pub fn shape(&self) -> Option<&Vec<usize>> {
        match self {
            Self::Tensor(shape) => Some(shape),
            _ => None,
        }
    }
}

/// What stands for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Size(usize),
    Shape(Vec<usize>),
    Type(Type),
}

/// What parameters stand for.
pub type Bound = HashMap<String, Argument>;

/// The parameters of a struct, and its fields with their types.
pub type Fields = (Vec<String>, Vec<(String, syn::Type)>);

/// A function, or a method of a type.
#[derive(Clone)]
pub struct Function {
    pub signature: syn::Signature,
    /// The bytes of all of it.
    place: Range<usize>,
    /// The parameters of the `impl` around, and the type that it is for.
    pub of: Option<(Vec<String>, syn::Type)>,
}

impl Function {
    fn new(
        item: &impl Spanned,
        signature: &syn::Signature,
        of: Option<(Vec<String>, syn::Type)>,
    ) -> Rc<Self> {
        Rc::new(Self {
            signature: signature.clone(),
            place: item.span().byte_range(),
            of,
        })
    }

    /// Whether it is a method of a type of this name.
    pub fn is_of(&self, name: &str) -> bool {
        let of = self.of.as_ref().and_then(|(_, of)| last_name(of));
        of.is_some_and(|of| of == name)
    }

    /// All parameters for types and sizes.
    pub fn parameters(&self) -> Vec<String> {
        let around = self
            .of
            .iter()
            .flat_map(|(around, _)| around.iter().cloned());
        around.chain(parameters(&self.signature.generics)).collect()
    }
}

/// `Linear` of `nn::Linear<3, 4>`
fn last_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// The names of the parameters for types and constants.
pub fn parameters(generics: &syn::Generics) -> Vec<String> {
    let names = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            syn::GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            syn::GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
            syn::GenericParam::Lifetime(_) => None,
        });
    names.collect()
}

/// Another name for a type.
struct Alias {
    /// Each with the code that stands for it where it is left out.
    parameters: Vec<(String, Option<String>)>,
    code: String,
}

/// The items of a file.
pub struct Items {
    text: Rc<str>,
    source: Rc<Source>,
    structs: HashMap<String, Rc<Fields>>,
    aliases: HashMap<String, Rc<Alias>>,
    functions: HashMap<String, Rc<Function>>,
    methods: Vec<(String, Rc<Function>)>,
    /// The types that `impl`s say, by the names of the type that they are for and their own.
    associated: HashMap<(String, String), String>,
    /// What traits declare.
    declared: HashMap<String, Rc<Function>>,
    /// The types of constants and statics.
    values: HashMap<String, Rc<syn::Type>>,
    around: Option<(Vec<String>, syn::Type)>,
    /// The bytes of functions, and the types that they are methods of.
    pub places: Vec<(Range<usize>, Option<syn::Type>)>,
    /// The bytes of their blocks.
    bodies: Vec<Range<usize>>,
    /// The names of the items that were asked for.
    asked: RefCell<HashSet<String>>,
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let fields = item.fields.iter().enumerate().map(|(at, field)| {
            let name = field
                .ident
                .as_ref()
                .map_or(at.to_string(), ToString::to_string);
            (name, field.ty.clone())
        });
        let known = (parameters(&item.generics), fields.collect());
        self.structs.insert(item.ident.to_string(), Rc::new(known));
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let code = item.ty.span().source_text().unwrap_or_default();
        let defaults = item
            .generics
            .params
            .iter()
            .map(|parameter| match parameter {
                syn::GenericParam::Type(of) => of.default.as_ref()?.1.span().source_text(),
                syn::GenericParam::Const(of) => of.default.as_ref()?.1.span().source_text(),
                syn::GenericParam::Lifetime(_) => None,
            });
        let lifetimes = item.generics.lifetimes().count();
        let parameters = parameters(&item.generics).into_iter();
        let parameters = parameters.zip(defaults.skip(lifetimes)).collect();
        let alias = Alias { parameters, code };
        self.aliases.insert(item.ident.to_string(), Rc::new(alias));
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.say(&item.ident, &item.ty);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.say(&item.ident, &item.ty);
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.say(&item.ident, &item.ty);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.say(&item.ident, &item.ty);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let function = Function::new(item, &item.sig, None);
        self.functions.insert(item.sig.ident.to_string(), function);
        self.places.push((item.span().byte_range(), None));
        self.bodies.push(item.block.span().byte_range());
        visit::visit_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.places.push((item.span().byte_range(), None));
        let function = Function::new(item, &item.sig, None);
        self.declared.insert(item.sig.ident.to_string(), function);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        visit::visit_item_trait(self, item);
        // What its parameters are is said where it is implemented.
        if !item.generics.params.is_empty() {
            let place = item.span().byte_range();
            self.declared
                .retain(|_, of| of.place.start < place.start || place.end < of.place.end);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.around = Some((parameters(&item.generics), (*item.self_ty).clone()));
        visit::visit_item_impl(self, item);
        self.around = None;
    }

    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        let own = self.around.as_ref().and_then(|(_, own)| last_name(own));
        let code = item.ty.span().source_text();
        if let (Some(own), Some(code)) = (own, code) {
            self.associated.insert((own, item.ident.to_string()), code);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let function = Function::new(item, &item.sig, self.around.clone());
        self.methods.push((item.sig.ident.to_string(), function));
        let own = self.around.as_ref().map(|(_, own)| own.clone());
        self.places.push((item.span().byte_range(), own));
        self.bodies.push(item.block.span().byte_range());
        visit::visit_impl_item_fn(self, item);
    }
}

impl Items {
    /// Those of a file that messages name.
    pub fn of(file: &str) -> Option<Self> {
        let text = declared::text(file)?;
        let source = sources::of(file)?;
        Some(Self::read_from(text, source, &*sources::parsed(file)?))
    }

    fn read_from(text: Rc<str>, source: Rc<Source>, file: &syn::File) -> Self {
        let mut items = Self::empty(text, source);
        items.visit_file(file);
        items
    }

    fn empty(text: Rc<str>, source: Rc<Source>) -> Self {
        Self {
            text,
            source,
            structs: HashMap::new(),
            aliases: HashMap::new(),
            functions: HashMap::new(),
            methods: Vec::new(),
            associated: HashMap::new(),
            declared: HashMap::new(),
            values: HashMap::new(),
            around: None,
            places: Vec::new(),
            bodies: Vec::new(),
            asked: RefCell::default(),
        }
    }

    /// The text without what functions do, in the same places: that says nothing of types.
    pub fn without_bodies(&self) -> String {
        let mut text = self.text.as_bytes().to_vec();
        for body in &self.bodies {
            text[body.start + 1..body.end - 1].fill(b' ');
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Whether a place is inside of what a function does.
    pub fn is_in_body(&self, place: &Range<usize>) -> bool {
        let mut bodies = self.bodies.iter();
        bodies.any(|body| body.start < place.start && place.end < body.end)
    }

    fn say(&mut self, name: &syn::Ident, ty: &syn::Type) {
        self.values.insert(name.to_string(), Rc::new(ty.clone()));
    }

    /// Those of the file with another text.
    pub fn read_anew(&self, text: &str) -> Option<Self> {
        let file = syn::parse_str(text).ok()?;
        Some(Self::read_from(text.into(), self.source.clone(), &file))
    }

    /// Those of the file with other code for the item of a place.
    pub fn with(&self, code: &str, place: &Range<usize>) -> Option<Self> {
        // Without its functions, which nothing asks for.
        let mut items = Self {
            structs: self.structs.clone(),
            aliases: self.aliases.clone(),
            functions: self.functions.clone(),
            methods: self.methods.clone(),
            associated: self.associated.clone(),
            declared: self.declared.clone(),
            values: self.values.clone(),
            ..Self::empty(self.text.clone(), self.source.clone())
        };
        let mut methods = self.methods.iter();
        match methods.position(|(_, method)| method.place == *place) {
            Some(at) => {
                items.around.clone_from(&self.methods[at].1.of);
                items.visit_impl_item_fn(&syn::parse_str(code).ok()?);
                items.methods.swap_remove(at);
            }
            None => {
                let item = syn::parse_str(code).ok()?;
                // Numbers with names.
                if let syn::Item::Const(_) | syn::Item::Macro(_) = item {
                    Rc::make_mut(&mut items.source).visit_item(&item);
                }
                items.visit_item(&item);
            }
        }
        Some(items)
    }

    /// The bytes of the innermost function around a place, and the type that it is a method of.
    pub fn function_at(&self, place: &Range<usize>) -> Option<(Range<usize>, Option<syn::Type>)> {
        let around = self
            .places
            .iter()
            .filter(|(of, _)| of.start <= place.start && place.end <= of.end);
        around.min_by_key(|(of, _)| of.len()).cloned()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a name is that of a struct, of a function, or another one for a type.
    pub fn has(&self, name: &str) -> bool {
        self.structs.contains_key(name)
            || self.functions.contains_key(name)
            || self.aliases.contains_key(name)
    }

    fn ask(&self, name: &str) {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(name) {
            asked.insert(name.to_owned());
        }
    }

    /// The names of the items that were asked for since the last time: no other one matters to what was found.
    pub fn asked(&self) -> HashSet<String> {
        self.asked.take()
    }

    /// A function that is not a method.
    pub fn function(&self, name: &str) -> Option<&Rc<Function>> {
        self.ask(name);
        self.functions.get(name)
    }

    /// A method of a type of this name.
    pub fn method(&self, of: &str, name: &str) -> Option<&Rc<Function>> {
        self.ask(name);
        let mut methods = self.methods.iter();
        let found = methods.find(|(method, function)| method == name && function.is_of(of));
        found.map(|(_, function)| function)
    }

    /// A method that a trait declares for any type, if it says nothing of that type but that it is lent.
    pub fn declared(&self, name: &str) -> Option<&Rc<Function>> {
        self.ask(name);
        let function = self.declared.get(name)?;
        let mut look = Names(Vec::new());
        let inputs = function.signature.inputs.iter();
        inputs.for_each(|input| match input {
            syn::FnArg::Typed(input) => look.visit_type(&input.ty),
            syn::FnArg::Receiver(_) => {}
        });
        look.visit_return_type(&function.signature.output);
        (!look.0.iter().any(|name| name == "Self")).then_some(function)
    }

    /// What another name for a type stands for.
    fn alias(&self, name: &str) -> Option<&Rc<Alias>> {
        self.ask(name);
        self.aliases.get(name)
    }

    /// The parameters that are known in a function.
    pub fn parameters_at(&self, place: &Range<usize>) -> Vec<String> {
        let methods = self.methods.iter().map(|(_, method)| method);
        let mut all = self.functions.values().chain(methods);
        let function = all.find(|function| function.place == *place);
        function.map_or(Vec::new(), |function| function.parameters())
    }

    /// The parameters and the fields of a struct.
    pub fn fields(&self, name: &str) -> Option<&Fields> {
        self.ask(name);
        self.structs.get(name).map(|fields| &**fields)
    }

    /// The type of a value with a name that is not a variable: of a struct without fields, a constant, a static.
    pub fn value(&self, name: &str, bound: &Bound, sizes: &Sizes) -> Type {
        match (self.fields(name), self.values.get(name)) {
            (Some((_, fields)), _) if fields.is_empty() => {
                Type::Struct(name.to_owned(), Vec::new())
            }
            (_, Some(ty)) => self.read(ty, bound, sizes),
            _ => Type::Unknown,
        }
    }

    /// The type of a field.
    pub fn field(&self, of: &str, arguments: &[Argument], name: &str, sizes: &Sizes) -> Type {
        let Some((parameters, fields)) = self.fields(of) else {
            return Type::Unknown;
        };
        let Some((_, ty)) = fields.iter().find(|(field, _)| field == name) else {
            return Type::Unknown;
        };
        let bound = parameters
            .iter()
            .cloned()
            .zip(arguments.iter().cloned())
            .collect();
        match self.is_known(ty, parameters, &bound) {
            true => self.read(ty, &bound, sizes),
            false => Type::Unknown,
        }
    }

    /// The type that a function of an `impl` is of, as far as its parameters are known.
    pub fn read_open(&self, function: &Function, bound: &Bound, sizes: &Sizes) -> Type {
        match &function.of {
            Some((open, ty)) if self.is_known(ty, open, bound) => self.read(ty, bound, sizes),
            _ => Type::Unknown,
        }
    }

    /// What another name for a type stands for, with these arguments.
    fn expanded(&self, path: &syn::PathSegment) -> Option<syn::Type> {
        let alias = self.alias(&path.ident.to_string())?;
        let code: TokenStream = alias.code.parse().ok()?;
        let arguments = arguments(path);
        let known = alias.parameters.iter().enumerate();
        let known = known.filter_map(|(at, (name, default))| {
            let code = match arguments.get(at) {
                Some(argument) => tokens(argument)?,
                None => default.as_ref()?.parse().ok()?,
            };
            Some((name.clone(), code))
        });
        syn::parse2(with(code, &known.collect())).ok()
    }

    /// The type that is written.
    pub fn read(&self, ty: &syn::Type, bound: &Bound, sizes: &Sizes) -> Type {
        self.read_within(ty, bound, sizes, DEEPEST)
    }

    fn read_within(&self, ty: &syn::Type, bound: &Bound, sizes: &Sizes, most: usize) -> Type {
        let read = |ty: &syn::Type| self.read_within(ty, bound, sizes, most);
        let path = match ty {
            syn::Type::Reference(ty) => return read(&ty.elem),
            syn::Type::Paren(ty) => return read(&ty.elem),
            syn::Type::Group(ty) => return read(&ty.elem),
            syn::Type::Slice(ty) => return Type::List(Box::new(read(&ty.elem))),
            syn::Type::Array(ty) => return Type::List(Box::new(read(&ty.elem))),
            syn::Type::Tuple(ty) => return Type::Tuple(ty.elems.iter().map(read).collect()),
            syn::Type::FnPtr(ty) => {
                return match &ty.output {
                    syn::ReturnType::Type(_, made) => Type::Function(Box::new(read(made))),
                    syn::ReturnType::Default => Type::Unknown,
                };
            }
            syn::Type::Path(path) if path.qself.is_none() => &path.path,
            _ => return Type::Unknown,
        };
        let Some(last) = path.segments.last() else {
            return Type::Unknown;
        };
        let name = last.ident.to_string();
        if let Some(argument) = bound.get(&name) {
            return match argument {
                Argument::Type(ty) => ty.clone(),
                _ => Type::Unknown,
            };
        }
        let arguments = arguments(last);
        let first = || match arguments.first() {
            Some(syn::GenericArgument::Type(ty)) => read(ty),
            _ => Type::Unknown,
        };
        match &*name {
            _ if vocabulary::is_tensor(&name) => {
                // After the elements.
                let shape = match arguments.get(1) {
                    Some(syn::GenericArgument::Type(ty)) => self.shape(ty, bound, sizes),
                    _ => None,
                };
                shape.map_or(Type::Unknown, Type::Tensor)
            }
            "Vec" => Type::List(Box::new(first())),
            "Option" | "Result" | "Box" | "Rc" | "Arc" => first(),
            _ if vocabulary::ELEMENTS.contains(&&*name) => Type::Number,
            _ if self.aliases.contains_key(&name) => {
                match (self.expanded(last), most.checked_sub(1)) {
                    (Some(ty), Some(most)) => self.read_within(&ty, bound, sizes, most),
                    _ => Type::Unknown,
                }
            }
            _ if self.structs.contains_key(&name) => {
                let known = arguments
                    .iter()
                    .map(|argument| self.argument(argument, bound, sizes));
                Type::Struct(name, known.collect())
            }
            _ if self.source.names.contains_key(&name) => {
                Type::Size(self.name(&name, bound, sizes, most))
            }
            _ => Type::Unknown,
        }
    }

    /// What stands for a parameter of a struct.
    pub fn argument(
        &self,
        argument: &syn::GenericArgument,
        bound: &Bound,
        sizes: &Sizes,
    ) -> Argument {
        let size = match argument {
            syn::GenericArgument::Const(value) => self.size(value, bound, sizes),
            syn::GenericArgument::Type(syn::Type::Macro(call))
                if call.mac.path.is_ident(vocabulary::SHAPE_MACRO) =>
            {
                return self
                    .entries(call.mac.tokens.clone(), bound, sizes)
                    .map_or(Argument::Type(Type::Unknown), Argument::Shape);
            }
            syn::GenericArgument::Type(syn::Type::Macro(call)) => {
                syn::parse2(call.mac.tokens.clone())
                    .ok()
                    .and_then(|value| self.size(&value, bound, sizes))
            }
            syn::GenericArgument::Type(syn::Type::Path(path)) => {
                let name = path
                    .path
                    .get_ident()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                if let Some(argument) = bound.get(&name) {
                    return argument.clone();
                }
                let is_type =
                    self.structs.contains_key(&name) || vocabulary::ELEMENTS.contains(&&*name);
                match path.path.get_ident() {
                    Some(name) if !is_type => {
                        Some(self.name(&name.to_string(), bound, sizes, DEEPEST))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        match (size, argument) {
            (Some(size), _) => Argument::Size(size),
            (None, syn::GenericArgument::Type(ty)) => Argument::Type(self.read(ty, bound, sizes)),
            _ => Argument::Type(Type::Unknown),
        }
    }

    /// The sizes of `shape![B, 64]`, or of a parameter that stands for a shape.
    pub fn shape(&self, ty: &syn::Type, bound: &Bound, sizes: &Sizes) -> Option<Vec<usize>> {
        match ty {
            syn::Type::Macro(call) => {
                let name = &call.mac.path.segments.last()?.ident;
                let is_shape = name == vocabulary::SHAPE_MACRO;
                is_shape.then(|| self.entries(call.mac.tokens.clone(), bound, sizes))?
            }
            syn::Type::Path(path) => match bound.get(&path.path.get_ident()?.to_string())? {
                Argument::Shape(shape) => Some(shape.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn entries(&self, tokens: TokenStream, bound: &Bound, sizes: &Sizes) -> Option<Vec<usize>> {
        let entries = entries(tokens).into_iter();
        entries
            .map(|entry| self.size(&syn::parse2(entry).ok()?, bound, sizes))
            .collect()
    }

    /// The number of a size that is written.
    pub fn size(&self, value: &syn::Expr, bound: &Bound, sizes: &Sizes) -> Option<usize> {
        self.size_within(value, bound, sizes, DEEPEST)
    }

    fn size_within(
        &self,
        value: &syn::Expr,
        bound: &Bound,
        sizes: &Sizes,
        most: usize,
    ) -> Option<usize> {
        let size = |value: &syn::Expr| self.size_within(value, bound, sizes, most);
        match value {
            syn::Expr::Infer(_) => Some(sizes.open()),
            syn::Expr::Paren(value) => size(&value.expr),
            syn::Expr::Group(value) => size(&value.expr),
            syn::Expr::Block(value) => match &value.block.stmts[..] {
                [syn::Stmt::Expr(value, None)] => size(value),
                _ => None,
            },
            syn::Expr::Macro(call) => size(&syn::parse2(call.mac.tokens.clone()).ok()?),
            syn::Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(number) => number.base10_parse().ok(),
                _ => None,
            },
            syn::Expr::Path(path) => {
                let name = path.path.segments.last()?.ident.to_string();
                let of = path.path.segments.iter().rev().nth(1);
                // `D::Stages`
                match of.and_then(|of| bound.get(&of.ident.to_string())) {
                    Some(Argument::Type(Type::Struct(of, _))) => {
                        match self.associated.get(&(of.clone(), name.clone())) {
                            Some(code) => size(&syn::parse_str(code).ok()?),
                            None => Some(self.name(&name, bound, sizes, most)),
                        }
                    }
                    Some(_) => Some(sizes.unknown()),
                    None => Some(self.name(&name, bound, sizes, most)),
                }
            }
            syn::Expr::Binary(computed) => {
                let (left, right) = (size(&computed.left)?, size(&computed.right)?);
                let made = match computed.op {
                    syn::BinOp::Add(_) => left.checked_add(right)?,
                    syn::BinOp::Mul(_) => left.checked_mul(right)?,
                    syn::BinOp::Sub(_) => left.checked_sub(right)?,
                    syn::BinOp::Div(_) if right > 0 && left.is_multiple_of(right) => left / right,
                    syn::BinOp::Div(_) => sizes.named(&format!("{left} / {right}")),
                    _ => return None,
                };
                Some(made)
            }
            _ => None,
        }
    }

    /// The number of a name.
    fn name(&self, name: &str, bound: &Bound, sizes: &Sizes, most: usize) -> usize {
        match bound.get(name) {
            Some(Argument::Size(size)) => return *size,
            Some(_) => return sizes.unknown(),
            None => {}
        }
        if let Some(number) = self.source.constants.get(name) {
            return usize::try_from(*number).unwrap_or_else(|_| sizes.unknown());
        }
        let most = most.checked_sub(1);
        let of_type = self.alias(name).filter(|of| of.parameters.is_empty());
        let mut of_names = self.source.sizes.iter();
        let code = of_type.map(|of| &of.code).or_else(|| {
            let (_, size, _) = of_names.find(|(of, ..)| of == name)?;
            Some(size)
        });
        let size = code.zip(most).and_then(|(code, most)| {
            self.size_within(&syn::parse_str(code).ok()?, bound, sizes, most)
        });
        size.unwrap_or_else(|| match self.source.names.get(name) {
            Some(Some(value)) => sizes.named_as(name, *value),
            _ => sizes.named(name),
        })
    }

    /// Finds out what parameters stand for where a value of a type is given for the one that is written. Returns whether it can
    /// be given.
    pub fn bind(
        &self,
        ty: &syn::Type,
        given: &Type,
        open: &[String],
        bound: &mut Bound,
        sizes: &Sizes,
    ) -> bool {
        self.bind_within(ty, given, open, bound, sizes, DEEPEST)
    }

    fn bind_within(
        &self,
        ty: &syn::Type,
        given: &Type,
        open: &[String],
        bound: &mut Bound,
        sizes: &Sizes,
        most: usize,
    ) -> bool {
        let path = match ty {
            syn::Type::Reference(ty) => {
                return self.bind_within(&ty.elem, given, open, bound, sizes, most);
            }
            syn::Type::Paren(ty) => {
                return self.bind_within(&ty.elem, given, open, bound, sizes, most);
            }
            syn::Type::Path(path) => &path.path,
            syn::Type::Slice(ty) => {
                return match given {
                    Type::List(of) => self.bind_within(&ty.elem, of, open, bound, sizes, most),
                    _ => true,
                };
            }
            syn::Type::Tuple(ty) => {
                return match given {
                    Type::Tuple(parts) if parts.len() == ty.elems.len() => {
                        let pairs = ty.elems.iter().zip(parts);
                        pairs.fold(true, |fits, (ty, given)| {
                            self.bind_within(ty, given, open, bound, sizes, most) && fits
                        })
                    }
                    _ => true,
                };
            }
            _ => return true,
        };
        let Some(last) = path.segments.last() else {
            return true;
        };
        let name = last.ident.to_string();
        if self.aliases.contains_key(&name) {
            return match (self.expanded(last), most.checked_sub(1)) {
                (Some(ty), Some(most)) => self.bind_within(&ty, given, open, bound, sizes, most),
                _ => true,
            };
        }
        let arguments = arguments(last);
        match given {
            Type::Tensor(shape) if vocabulary::is_tensor(&name) => match arguments.get(1) {
                Some(syn::GenericArgument::Type(ty)) => {
                    self.bind_shape(ty, shape, open, bound, sizes)
                }
                _ => true,
            },
            Type::Struct(of, known) if *of == name => {
                let pairs = arguments.iter().zip(known);
                pairs.fold(true, |fits, (argument, given)| {
                    self.bind_argument(argument, given, open, bound, sizes) && fits
                })
            }
            _ => true,
        }
    }

    fn bind_argument(
        &self,
        argument: &syn::GenericArgument,
        given: &Argument,
        open: &[String],
        bound: &mut Bound,
        sizes: &Sizes,
    ) -> bool {
        if let syn::GenericArgument::Type(syn::Type::Path(path)) = argument
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && open.contains(&name)
        {
            return match bound.get(&name) {
                None => bound.insert(name, given.clone()).is_none(),
                Some(Argument::Size(size)) => {
                    !matches!(given, Argument::Size(given) if !sizes.are_one(&[*size], &[*given]))
                }
                _ => true,
            };
        }
        match (self.argument(argument, bound, sizes), given) {
            (Argument::Size(wanted), Argument::Size(given)) if !has_open(argument, open) => {
                sizes.are_one(&[wanted], &[*given])
            }
            _ => true,
        }
    }

    fn bind_shape(
        &self,
        ty: &syn::Type,
        shape: &[usize],
        open: &[String],
        bound: &mut Bound,
        sizes: &Sizes,
    ) -> bool {
        let call = match ty {
            syn::Type::Path(path) => {
                let name = path
                    .path
                    .get_ident()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                return match bound.get(&name) {
                    Some(Argument::Shape(of)) => sizes.are_one(of, shape),
                    None if open.contains(&name) => {
                        bound.insert(name, Argument::Shape(shape.to_vec()));
                        true
                    }
                    _ => true,
                };
            }
            syn::Type::Macro(call) => call,
            _ => return true,
        };
        let entries = entries(call.mac.tokens.clone());
        let parsed = entries
            .iter()
            .map(|entry| syn::parse2::<syn::Expr>(entry.clone()).ok());
        let Some(parsed) = parsed.collect::<Option<Vec<_>>>() else {
            return true;
        };
        if parsed
            .iter()
            .any(|entry| matches!(entry, syn::Expr::Range(_)))
        {
            return true;
        }
        if parsed.len() != shape.len() {
            return false;
        }
        let mut fits = true;
        for ((entry, code), size) in parsed.iter().zip(&entries).zip(shape) {
            let name = match entry {
                syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
                _ => None,
            };
            match name.filter(|name| open.contains(name) && !bound.contains_key(name)) {
                Some(name) => {
                    bound.insert(name, Argument::Size(*size));
                }
                None if words(code)
                    .iter()
                    .any(|word| open.contains(word) && !bound.contains_key(word)) => {}
                None => {
                    let wanted = self.size(entry, bound, sizes);
                    fits &= wanted.is_none_or(|wanted| sizes.are_one(&[wanted], &[*size]));
                }
            }
        }
        fits
    }

    /// Whether a type that is written says nothing of parameters that are not known.
    pub fn is_known(&self, ty: &syn::Type, open: &[String], bound: &Bound) -> bool {
        let mut look = Names(Vec::new());
        look.visit_type(ty);
        !look
            .0
            .iter()
            .any(|name| open.contains(name) && !bound.contains_key(name))
    }
}

/// The words of a type.
struct Names(Vec<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_ident(&mut self, name: &'ast syn::Ident) {
        self.0.push(name.to_string());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.0.extend(words(&call.tokens));
    }
}

fn has_open(argument: &syn::GenericArgument, open: &[String]) -> bool {
    let mut look = Names(Vec::new());
    look.visit_generic_argument(argument);
    look.0.iter().any(|name| open.contains(name))
}

/// The words of some code.
pub fn words(code: &TokenStream) -> Vec<String> {
    let tokens = code.clone().into_iter();
    let words = tokens.flat_map(|token| match token {
        TokenTree::Ident(name) => vec![name.to_string()],
        TokenTree::Group(group) => words(&group.stream()),
        _ => Vec::new(),
    });
    words.collect()
}

/// The arguments of a path without lifetimes.
pub fn arguments(path: &syn::PathSegment) -> Vec<syn::GenericArgument> {
    let syn::PathArguments::AngleBracketed(list) = &path.arguments else {
        return Vec::new();
    };
    let all = list.args.iter();
    all.filter(|argument| !matches!(argument, syn::GenericArgument::Lifetime(_)))
        .cloned()
        .collect()
}

/// Code by commas.
pub fn entries(tokens: TokenStream) -> Vec<TokenStream> {
    let mut entries = vec![TokenStream::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(sign) if sign.as_char() == ',' => entries.push(TokenStream::new()),
            _ => entries.last_mut().expect("not empty").extend([token]),
        }
    }
    entries.retain(|entry| !entry.is_empty());
    entries
}

/// The bytes of some code.
pub fn place_of(code: &TokenStream) -> Option<Range<usize>> {
    let mut tokens = code.clone().into_iter();
    let first = tokens.next()?;
    let last = tokens.last().unwrap_or_else(|| first.clone());
    Some(first.span().byte_range().start..last.span().byte_range().end)
}

/// The sizes between `::<` and `>` of a call.
pub fn said(list: &syn::AngleBracketedGenericArguments) -> Vec<Range<usize>> {
    let shape = list.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(syn::Type::Macro(call))
            if call.mac.path.is_ident(vocabulary::SHAPE_MACRO) =>
        {
            Some(call.mac.tokens.clone())
        }
        _ => None,
    });
    if let Some(shape) = shape {
        return entries(shape).iter().filter_map(place_of).collect();
    }
    let is_type = |argument: &&syn::GenericArgument| {
        matches!(
            argument,
            syn::GenericArgument::Type(syn::Type::Macro(_) | syn::Type::Path(_))
        )
    };
    let sizes = list.args.iter().filter(is_type);
    sizes.map(|size| size.span().byte_range()).collect()
}

/// The code of an argument.
fn tokens(argument: &syn::GenericArgument) -> Option<TokenStream> {
    argument.span().source_text()?.parse().ok()
}

/// Code with other code instead of names.
fn with(code: TokenStream, known: &HashMap<String, TokenStream>) -> TokenStream {
    let tokens = code.into_iter().map(|token| match &token {
        TokenTree::Ident(name) => match known.get(&name.to_string()) {
            Some(code) => code.clone(),
            None => token.into(),
        },
        TokenTree::Group(group) => {
            let inside = with(group.stream(), known);
            TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inside)).into()
        }
        _ => token.into(),
    });
    tokens.collect()
}
