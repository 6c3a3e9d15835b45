//! What a crate says of its models: public functions and types that another crate can name, read by `syn`.

use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, FnArg, Item, Pat, ReturnType, Type, Visibility};

/// A crate's public items.
#[derive(Default)]
pub(super) struct Source {
    pub(super) functions: Vec<Function>,
    pub(super) structs: Vec<Struct>,
    pub(super) enums: Vec<Enum>,
    /// Functions and methods of types, by the path of the module and the name of the type.
    pub(super) methods: Vec<Method>,
    /// What modules import: the module, the name there, and the module that has it.
    imports: Vec<[String; 3]>,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    /// `models::bert`, without the name of the crate.
    pub(super) module: String,
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    /// The type of its result: `Result<Tensor>`.
    pub(super) result: String,
    /// How its body takes the sizes of arguments apart: the argument, and a name for each axis.
    pub(super) sizes: Vec<(String, Vec<String>)>,
    /// Names of fields of `self` whose function `forward` gets an argument.
    pub(super) first: Vec<(String, String)>,
}

pub(super) struct Method {
    pub(super) of: String,
    /// Whether it takes `self`, and whether that is `mut`.
    pub(super) receiver: Option<bool>,
    pub(super) function: Function,
}

#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) of: String,
}

pub(super) struct Struct {
    pub(super) module: String,
    pub(super) name: String,
    pub(super) fields: Vec<Field>,
    /// Whether it has a default, by a derive or an impl.
    pub(super) has_default: bool,
}

pub(super) struct Field {
    pub(super) argument: Argument,
    pub(super) is_public: bool,
    /// Whether burn's `Config` has a default for it.
    pub(super) has_default: bool,
}

pub(super) struct Enum {
    pub(super) module: String,
    pub(super) name: String,
    /// The first variant without data.
    pub(super) variant: Option<String>,
}

impl Source {
    /// Reads a crate from its root, `src/lib.rs`. A file that cannot be read or parsed is left out.
    pub(super) fn of(root: &Path) -> Self {
        let mut source = Self::default();
        let folder = root.parent().unwrap_or(root);
        source.file(root, folder, "");
        source
    }

    fn file(&mut self, path: &Path, folder: &Path, module: &str) {
        let text = fs::read_to_string(path).unwrap_or_default();
        if let Ok(file) = syn::parse_file(&text) {
            self.items(&file.items, folder, module);
        }
    }

    fn items(&mut self, items: &[Item], folder: &Path, module: &str) {
        for item in items {
            match item {
                Item::Mod(inner) if is_public(&inner.vis) && !is_test(&inner.attrs) => {
                    let name = inner.ident.to_string();
                    let (path, below) = (join(module, &name), folder.join(&name));
                    match &inner.content {
                        Some((_, items)) => self.items(items, &below, &path),
                        None => {
                            let files: [PathBuf; 2] =
                                [folder.join(format!("{name}.rs")), below.join("mod.rs")];
                            if let Some(file) = files.iter().find(|file| file.is_file()) {
                                self.file(file, &below, &path);
                            }
                        }
                    }
                }
                Item::Fn(item) if is_public(&item.vis) && item.sig.generics.params.is_empty() => {
                    self.functions
                        .push(function(module, &item.sig, Some(&item.block)));
                }
                Item::Struct(item) if is_public(&item.vis) => self.structure(item, module),
                Item::Enum(item) if is_public(&item.vis) => {
                    let plain = item
                        .variants
                        .iter()
                        .find(|variant| variant.fields.is_empty());
                    self.enums.push(Enum {
                        module: module.to_owned(),
                        name: item.ident.to_string(),
                        variant: plain.map(|variant| variant.ident.to_string()),
                    });
                }
                Item::Impl(item) => self.implementation(item, module),
                Item::Use(item) => self.imported(&item.tree, module, &mut Vec::new()),
                _ => {}
            }
        }
    }

    fn imported(&mut self, tree: &syn::UseTree, module: &str, path: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.imported(&inner.tree, module, path);
                path.pop();
            }
            syn::UseTree::Group(group) => {
                let trees = group.items.iter();
                trees.for_each(|tree| self.imported(tree, module, path));
            }
            syn::UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.imports
                    .push([module.to_owned(), name, absolute(path, module)]);
            }
            _ => {}
        }
    }

    fn structure(&mut self, item: &syn::ItemStruct, module: &str) {
        let fields = item.fields.iter().filter_map(|field| {
            Some(Field {
                argument: Argument {
                    name: field.ident.as_ref()?.to_string(),
                    of: type_name(&field.ty),
                },
                is_public: is_public(&field.vis),
                has_default: field
                    .attrs
                    .iter()
                    .any(|attribute| attribute.path().is_ident("config")),
            })
        });
        self.structs.push(Struct {
            module: module.to_owned(),
            name: item.ident.to_string(),
            fields: fields.collect(),
            has_default: derives(&item.attrs, "Default"),
        });
    }

    fn implementation(&mut self, item: &syn::ItemImpl, module: &str) {
        let of = join(module, &type_name(&item.self_ty));
        let of_trait = item
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last());
        let of_trait = of_trait.map(|segment| segment.ident.to_string());
        if of_trait.as_deref() == Some("Default") {
            let of = of.clone();
            let known =
                { self.structs.iter_mut() }.find(|known| join(&known.module, &known.name) == of);
            if let Some(known) = known {
                known.has_default = true;
            }
            return;
        }
        for inner in &item.items {
            let syn::ImplItem::Fn(method) = inner else {
                continue;
            };
            let is_seen = is_public(&method.vis) || of_trait.as_deref() == Some("Module");
            if !is_seen || !method.sig.generics.params.is_empty() {
                continue;
            }
            let receiver = method.sig.inputs.iter().find_map(|input| match input {
                FnArg::Receiver(receiver) => Some(matches!(
                    receiver.kind,
                    syn::ReceiverKind::Reference(.., Some(_))
                )),
                FnArg::Typed(_) => None,
            });
            self.methods.push(Method {
                of: of.clone(),
                receiver,
                function: function(module, &method.sig, Some(&method.block)),
            });
        }
    }

    /// The functions of a type that are called on it or not.
    pub(super) fn of_type<'a>(
        &'a self,
        of: &'a Struct,
        on_self: bool,
    ) -> impl Iterator<Item = &'a Method> {
        let path = join(&of.module, &of.name);
        let methods = self.methods.iter();
        methods.filter(move |method| method.of == path && method.receiver.is_some() == on_self)
    }

    /// The type of a name: that of the same module, or else the only one.
    pub(super) fn named(&self, name: &str, module: &str) -> Option<&Struct> {
        let all = || self.structs.iter().filter(|of| of.name == name);
        let mut others = all();
        let only = others.next().filter(|_| others.next().is_none());
        let in_module = |module: &str| all().find(|of| of.module == module);
        let mut imports = self.imports.iter();
        let imported = imports.find(|import| import[0] == module && import[1] == name);
        in_module(module)
            .or_else(|| in_module(&imported?[2]))
            .or(only)
    }
}

/// The module of a path in another module: `super::bert` in `models::clip` is `models::bert`.
fn absolute(path: &[String], module: &str) -> String {
    let mut parts: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut path = path.iter().map(String::as_str).peekable();
    if path.next_if_eq(&"crate").is_some() {
        parts.clear();
    }
    for part in path {
        match part {
            "self" => {}
            "super" => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("::")
}

pub(super) fn join(module: &str, name: &str) -> String {
    match module {
        "" => name.to_owned(),
        _ => format!("{module}::{name}"),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg"))
}

fn derives(attributes: &[Attribute], name: &str) -> bool {
    let mut found = false;
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("derive"))
    {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident(name);
            Ok(())
        });
    }
    found
}

fn function(module: &str, signature: &syn::Signature, body: Option<&syn::Block>) -> Function {
    let arguments = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(Argument {
            name: match &*typed.pat {
                Pat::Ident(name) => name.ident.to_string(),
                _ => "_".to_owned(),
            },
            of: type_name(&typed.ty),
        }),
        FnArg::Receiver(_) => None,
    });
    let mut seen = Body::default();
    if let Some(body) = body {
        seen.visit_block(body);
    }
    Function {
        module: module.to_owned(),
        name: signature.ident.to_string(),
        arguments: arguments.collect(),
        result: match &signature.output {
            ReturnType::Type(_, of) => type_name(of),
            ReturnType::Default => "()".to_owned(),
        },
        sizes: seen.sizes,
        first: seen.first,
    }
}

/// A type by the last words of its paths: `&Tensor`, `Option<&Tensor>`, `Tensor<2, Int>`.
fn type_name(of: &Type) -> String {
    match of {
        Type::Reference(of) => {
            let mutable = if of.mutability.is_some() { "mut " } else { "" };
            format!("&{mutable}{}", type_name(&of.elem))
        }
        Type::Path(of) => {
            let Some(last) = of.path.segments.last() else {
                return String::new();
            };
            let name = last.ident.to_string();
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return name;
            };
            let all = arguments.args.iter().filter_map(|argument| match argument {
                syn::GenericArgument::Type(of) => Some(type_name(of)),
                syn::GenericArgument::Const(Expr::Lit(literal)) => match &literal.lit {
                    syn::Lit::Int(number) => Some(number.base10_digits().to_owned()),
                    _ => None,
                },
                _ => None,
            });
            match &*all.collect::<Vec<_>>().join(", ") {
                "" => name,
                all => format!("{name}<{all}>"),
            }
        }
        Type::Tuple(of) => {
            let all = of.elems.iter().map(type_name);
            format!("({})", all.collect::<Vec<_>>().join(", "))
        }
        Type::Slice(of) => format!("[{}]", type_name(&of.elem)),
        _ => "_".to_owned(),
    }
}

/// What a body does with its arguments.
#[derive(Default)]
struct Body {
    sizes: Vec<(String, Vec<String>)>,
    first: Vec<(String, String)>,
}

impl<'ast> Visit<'ast> for Body {
    /// `let (b, c, h, w) = x.dims4()?` and `let [batch, tokens] = x.dims()`
    fn visit_local(&mut self, local: &'ast syn::Local) {
        let pattern = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let names = match pattern {
            Pat::Tuple(tuple) => Some(&tuple.elems),
            Pat::Slice(slice) => Some(&slice.elems),
            _ => None,
        };
        let of = local.init.as_ref().and_then(|init| sizes_of(&init.expr));
        if let (Some(names), Some(of)) = (names, of) {
            let names = names.iter().map(|name| match name {
                Pat::Ident(name) => name.ident.to_string(),
                _ => "_".to_owned(),
            });
            self.sizes.push((of, names.collect()));
        }
        visit::visit_local(self, local);
    }

    /// `self.embeddings.forward(ids)`, and `ids.apply(&self.embeddings)`
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let field = |of: &Expr| match of {
            Expr::Field(field) => match &field.member {
                syn::Member::Named(name) => Some(name.to_string()),
                syn::Member::Unnamed(_) => None,
            },
            _ => None,
        };
        let argument = call.args.first().map(without_reference);
        let pair = match (&*call.method.to_string(), argument) {
            ("forward", Some(argument)) => field(&call.receiver).zip(variable(argument)),
            ("apply", Some(argument)) => field(argument).zip(variable(&call.receiver)),
            _ => None,
        };
        self.first.extend(pair);
        visit::visit_expr_method_call(self, call);
    }
}

fn without_reference(of: &Expr) -> &Expr {
    match of {
        Expr::Reference(inner) => without_reference(&inner.expr),
        _ => of,
    }
}

fn variable(of: &Expr) -> Option<String> {
    match of {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// The variable whose sizes an expression is.
fn sizes_of(of: &Expr) -> Option<String> {
    match of {
        Expr::Try(inner) => sizes_of(&inner.expr),
        Expr::MethodCall(call) => match &*call.method.to_string() {
            "dims" | "dims1" | "dims2" | "dims3" | "dims4" | "dims5" => variable(&call.receiver),
            "unwrap" | "expect" => sizes_of(&call.receiver),
            _ => None,
        },
        _ => None,
    }
}
