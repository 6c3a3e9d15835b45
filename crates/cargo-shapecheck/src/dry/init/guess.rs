//! Values for arguments and fields, from their names and types.

use super::read::{Argument, Source, Struct, join};

/// How deep types are made of others.
const DEEPEST: usize = 3;

/// What a value is made for.
pub(super) struct Guess<'a> {
    pub(super) source: &'a Source,
    /// The name of the crate, as code says it.
    pub(super) name: &'a str,
    /// That of candle-nn.
    pub(super) layers: String,
    pub(super) is_burn: bool,
}

impl Guess<'_> {
    pub(super) fn path(&self, of: &Struct) -> String {
        format!("{}::{}", self.name, join(&of.module, &of.name))
    }

    /// An expression for an argument, or what cannot be made.
    pub(super) fn value(
        &self,
        of: &Argument,
        module: &str,
        depth: usize,
    ) -> Result<String, String> {
        let (name, kind) = (&*of.name, &*of.of);
        if let Some(inner) = kind.strip_prefix("&mut ") {
            let inner = Argument {
                name: of.name.clone(),
                of: inner.to_owned(),
            };
            return Ok(format!("&mut {}", self.value(&inner, module, depth)?));
        }
        let text = match kind {
            "VarBuilder" => "VarBuilder::zeros(DType::F32, device)".to_owned(),
            "&VarBuilder" => "&VarBuilder::zeros(DType::F32, device)".to_owned(),
            "&Device" => "device".to_owned(),
            "Device" => "device.clone()".to_owned(),
            "DType" => "DType::F32".to_owned(),
            "usize" | "u32" | "i32" | "u64" | "i64" | "u8" | "i8" | "u16" | "isize" => {
                number(name).to_string()
            }
            "bool" => "false".to_owned(),
            "f64" | "f32" => float(name).to_owned(),
            "String" => "String::new()".to_owned(),
            "&str" => "\"\"".to_owned(),
            "Activation" if !self.is_burn => format!("{}::Activation::Silu", self.layers),
            _ if kind.starts_with("Option<") => "None".to_owned(),
            "Vec<usize>" => "vec![2, 2, 2, 2]".to_owned(),
            _ if kind.starts_with("Vec<") => "Vec::new()".to_owned(),
            "PhantomData" => "std::marker::PhantomData".to_owned(),
            _ => {
                let (reference, kind) = match kind.strip_prefix('&') {
                    Some(kind) => ("&", kind),
                    None => ("", kind),
                };
                let value = self.made(kind, module, depth);
                return value.map(|value| format!("{reference}{value}"));
            }
        };
        Ok(text)
    }

    /// A value of a type of the crate.
    fn made(&self, kind: &str, module: &str, depth: usize) -> Result<String, String> {
        let unknown = || Err(format!("a `{kind}` is not known"));
        if depth > DEEPEST {
            return unknown();
        }
        let mut enums = self.source.enums.iter().filter(|of| of.name == kind);
        if let Some(of) = enums
            .clone()
            .find(|of| of.module == module)
            .or_else(|| enums.next())
        {
            let path = format!("{}::{}", self.name, join(&of.module, &of.name));
            return match &of.variant {
                Some(variant) => Ok(format!("{path}::{variant}")),
                None => unknown(),
            };
        }
        let Some(of) = self.source.named(kind, module) else {
            return unknown();
        };
        self.config(of, depth)
            .or_else(|_| self.constructed(of, depth))
    }

    /// A configuration: its default, one that a function without much to say gives, or one of its fields.
    pub(super) fn config(&self, of: &Struct, depth: usize) -> Result<String, String> {
        let path = self.path(of);
        let given: Vec<_> = { self.source.of_type(of, false) }
            .filter(|method| {
                let is_plain = |argument: &Argument| matches!(&*argument.of, "bool" | "usize");
                let is_self = ["Self", &of.name].contains(&&*method.function.result);
                is_self && method.function.arguments.iter().all(is_plain)
            })
            .collect();
        let small = ["tiny", "small", "mini", "base", "atto", "default", "v1"];
        let is_small = |name: &str| small.iter().any(|word| name.contains(word));
        let chosen = given.iter().find(|method| is_small(&method.function.name));
        if of.has_default {
            return Ok(format!("{path}::default()"));
        }
        if let Some(method) = chosen.or(given.first()) {
            let arguments = self.values(&method.function.arguments, &of.module, depth)?;
            return Ok(format!("{path}::{}({arguments})", method.function.name));
        }
        if of.fields.is_empty() || of.fields.iter().any(|field| !field.is_public) {
            return Err(format!("a `{}` has fields that are not public", of.name));
        }
        let fields = of.fields.iter().map(|field| {
            let value = self.value(&field.argument, &of.module, depth + 1)?;
            Ok(format!("{}: {value}", field.argument.name))
        });
        let fields = fields.collect::<Result<Vec<_>, String>>()?;
        Ok(format!("{path} {{ {} }}", fields.join(", ")))
    }

    /// A value of a type by one of its functions, `new` first.
    pub(super) fn constructed(&self, of: &Struct, depth: usize) -> Result<String, String> {
        if self.is_burn
            && let Some(made) = self.initialised(of, depth)
        {
            return made;
        }
        let own = ["Self", &of.name].map(str::to_owned);
        let in_result = own.clone().map(|name| format!("Result<{name}>"));
        let gives = |result: &String| own.contains(result) || in_result.contains(result);
        let mut makers: Vec<_> = { self.source.of_type(of, false) }
            .filter(|method| gives(&method.function.result))
            .collect();
        let rank = |name: &str| {
            ["new", "load", "init"]
                .iter()
                .position(|first| *first == name)
                .unwrap_or(9)
        };
        makers.sort_by_key(|method| rank(&method.function.name));
        let mut why = format!("no function makes a `{}`", of.name);
        for maker in makers {
            match self.values(&maker.function.arguments, &of.module, depth + 1) {
                Ok(arguments) => {
                    let end = if in_result.contains(&maker.function.result) {
                        "?"
                    } else {
                        ""
                    };
                    return Ok(format!(
                        "{}::{}({arguments}){end}",
                        self.path(of),
                        maker.function.name
                    ));
                }
                Err(reason) => {
                    why = format!(
                        "`{}::{}` takes what is not known: {reason}",
                        of.name, maker.function.name
                    )
                }
            }
        }
        Err(why)
    }

    /// burn's way: `BlockConfig::new(64, 4).init(device)`.
    fn initialised(&self, of: &Struct, depth: usize) -> Option<Result<String, String>> {
        let config = self
            .source
            .named(&format!("{}Config", of.name), &of.module)?;
        let init = self
            .source
            .of_type(config, true)
            .find(|method| method.function.name == "init")?;
        let required = config
            .fields
            .iter()
            .filter(|field| !field.has_default && !field.argument.of.starts_with("Option<"));
        let arguments: Vec<Argument> = required.map(|field| field.argument.clone()).collect();
        let values = self.values(&arguments, &config.module, depth + 1);
        let rest = self.values(&init.function.arguments, &config.module, depth + 1);
        let path = self.path(config);
        Some(values.and_then(|values| Ok(format!("{path}::new({values}).init({})", rest?))))
    }

    pub(super) fn values(
        &self,
        arguments: &[Argument],
        module: &str,
        depth: usize,
    ) -> Result<String, String> {
        let values = arguments
            .iter()
            .map(|argument| self.value(argument, module, depth));
        Ok(values.collect::<Result<Vec<_>, _>>()?.join(", "))
    }
}

/// A number for a setting of this name: those of a small model, which fit together.
pub(super) fn number(name: &str) -> usize {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match () {
        () if has(&["offset", "pos", "past", "start", "index", "idx", "seed"])
            && !has(&["max", "embed"]) =>
        {
            0
        }
        () if has(&["vocab"]) && has(&["type"]) => 2,
        () if has(&["vocab", "classes"]) => 1009,
        () if has(&["max", "block_size", "context"]) => 512,
        () if has(&["kv_head", "key_value_head", "num_kv"]) => 2,
        () if has(&["head_dim", "head_size", "d_head", "d_kv"]) => 16,
        () if has(&["head"]) => 4,
        () if has(&["intermediate", "ffn", "ff_dim", "d_ff", "mlp_dim", "inner"]) => 128,
        () if has(&["layer", "depth", "blocks"]) => 2,
        () if has(&["image_size", "img_size"]) => 224,
        () if has(&["patch"]) => 16,
        () if has(&["channel", "in_c"]) => 3,
        () if has(&[
            "hidden", "dim", "embd", "embed", "width", "size", "d_model", "feature", "input",
            "output",
        ]) =>
        {
            64
        }
        () if has(&["expert"]) => 4,
        () if has(&["token_id"]) => 0,
        () => 2,
    }
}

fn float(name: &str) -> &'static str {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match () {
        () if has(&["eps"]) => "1e-5",
        () if has(&["theta", "base"]) => "10000.0",
        () if has(&["drop"]) => "0.0",
        () => "1.0",
    }
}
