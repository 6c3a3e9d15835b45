//! Contracts in front of the functions of a model that knows nothing of them: the transformer encoder of burn, as its
//! package has it, with six lines added. Mistakes are reported at the function that they are in, also where burn's tensors
//! broadcast and it computes on.

use contracts::Model;

#[path = "../../tests/contracts/mod.rs"]
mod contracts;

/// burn has the features that the tests are built with.
const DEPENDENCIES: &str = r#"[dependencies]
shapecheck = "0.1"
shapecheck-burn = "0.1"
burn-core = { package = "burn", version = "0.22", default-features = false, features = ["std", "autodiff", "extension", "flex", "ndarray", "train"] }
num-traits = "0.2"
"#;

/// The lines that are added.
const CONTRACTS: [(&str, &str, &str); 6] = [
    (
        "impl MultiHeadAttention {",
        "    fn attn_scores(",
        r#"#[shapecheck::shapes("query: b h t d, key: b h s d -> b h t s", h = self.n_heads, d = self.d_k, always)]"#,
    ),
    (
        "impl MultiHeadAttention {",
        "    fn attn_weights(",
        r#"#[shapecheck::shapes("attn_scores: b h t s, mask_pad: b s, mask_attn: b t s -> b h t s", h = self.n_heads, always)]"#,
    ),
    (
        "impl MultiHeadAttention {",
        "    fn attention_linear(",
        r#"#[shapecheck::shapes("x: b t h*d -> b h t d", h = self.n_heads, d = self.d_k, always)]"#,
    ),
    (
        "impl TransformerEncoderLayer {",
        "    pub fn forward(",
        r#"#[shapecheck::shapes("input: b t w, mask_pad: b t, mask_attn: b t t -> b t w", w = self.mha.d_model, always)]"#,
    ),
    (
        "self.mha.forward(input_mhs)",
        "        let residual_path = self.dropout",
        "shapes!(residual_path: b t w);",
    ),
    (
        "self.pwff.forward(residual_path)",
        "        let residual_path = self.dropout",
        "shapes!(residual_path: b t w);",
    ),
];

/// The mistakes that are planted.
const MISTAKES: [(&str, &str, &str, &str); 5] = [
    (
        "scores_of_features",
        "impl MultiHeadAttention {",
        ".matmul(key.transpose())",
        ".transpose().matmul(key)",
    ),
    (
        "means_over_heads",
        "impl MultiHeadAttention {",
        "            softmax(attn_scores, 3)",
        "            softmax(attn_scores, 3).mean_dim(1)",
    ),
    (
        "heads_not_in_front",
        "fn attention_linear(",
        "            .swap_dims(1, 2)",
        "",
    ),
    (
        "batches_second",
        "impl TransformerEncoderLayer {",
        "self.mha.forward(input_mhs).context",
        "self.mha.forward(input_mhs).context.swap_dims(0, 1)",
    ),
    (
        "no_way_back",
        "impl PositionWiseFeedForward {",
        "self.linear_outer.forward(x)",
        "x",
    ),
];

/// The encoder and what it is made of: files of burn's layers in one module, with all other layers in reach.
fn source() -> String {
    let modules = [
        ("cache", &["base", "autoregressive"][..]),
        ("attention", &["mha"]),
        ("transformer", &["pwff", "encoder"]),
    ];
    let mut source = String::from("pub use burn_core::nn::*;\n");
    for (module, files) in modules {
        source += &format!("pub mod {module} {{\n");
        for file in files {
            let text = contracts::file("burn-nn", &format!("src/modules/{module}/{file}.rs"));
            // The crate is this module.
            let text = text.replace("crate::", "super::super::");
            source +=
                &format!("mod {file} {{\n{text}}}\n#[allow(unused_imports)]\npub use {file}::*;\n");
        }
        source += "}\n";
    }
    source
}

#[test]
fn mistakes_in_a_model_of_burn_are_told_at_their_functions() {
    let model = Model {
        source: source(),
        contracts: &CONTRACTS,
        mistakes: &MISTAKES,
    };
    let told = model.told(DEPENDENCIES, include_str!("data/contracts/steps.rs"));
    assert_eq!(told, include_str!("data/contracts/told.txt"));
}
