//! Contracts in front of the functions of a model that knows nothing of them: the Llama of candle-transformers, as its
//! package has it, with eight lines added. Mistakes are reported at the function that they are in.

use contracts::Model;

#[path = "../../tests/contracts/mod.rs"]
mod contracts;

const DEPENDENCIES: &str = r#"[dependencies]
shapecheck = "0.1"
shapecheck-candle = "0.1"
candle = { package = "candle-core", version = "0.11", default-features = false }
candle-nn = { version = "0.11", default-features = false }
candle-transformers = { version = "0.11", default-features = false }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tracing = "0.1"
"#;

/// The lines that are added.
const CONTRACTS: [(&str, &str, &str); 8] = [
    ("mod", "use super::with_tracing", "use shapecheck::shapes;"),
    (
        "impl CausalSelfAttention {",
        "    fn apply_rotary_emb(",
        r#"#[shapes("x: b h t d -> b h t d", d = self.head_dim, always)]"#,
    ),
    (
        "impl CausalSelfAttention {",
        "    fn forward(",
        r#"#[shapes("x: b t h*d -> b t h*d", h = self.num_attention_heads, d = self.head_dim, always)]"#,
    ),
    (
        "impl CausalSelfAttention {",
        "        let q = self.apply_rotary_emb(",
        "shapes!(q: b h t d, k: b n t d, v: b n t d);",
    ),
    (
        "impl CausalSelfAttention {",
        "    fn repeat_kv(",
        r#"#[shapes("x: b _ s d -> b h s d", h = self.num_attention_heads, always)]"#,
    ),
    (
        "impl Mlp {",
        "    fn forward(",
        r#"#[shapes("x: b t w -> b t w", always)]"#,
    ),
    (
        "impl Block {",
        "    fn forward(",
        r#"#[shapes("x: b t w -> b t w", always)]"#,
    ),
    (
        "impl Llama {",
        "    pub fn forward(",
        r#"#[shapes("x: b t -> b _", always)]"#,
    ),
];

/// The mistakes that are planted.
const MISTAKES: [(&str, &str, &str, &str); 5] = [
    (
        "queries_not_transposed",
        "impl CausalSelfAttention {",
        "            .transpose(1, 2)?\n",
        "",
    ),
    (
        "values_of_other_heads",
        "impl CausalSelfAttention {",
        "let mut v = v\n            .reshape((b_sz, seq_len, self.num_key_value_heads, self.head_dim))?",
        "let mut v = v\n            .reshape((b_sz, seq_len, self.num_key_value_heads * 2, self.head_dim / 2))?",
    ),
    (
        "heads_not_repeated",
        "impl CausalSelfAttention {",
        "self.num_attention_heads / self.num_key_value_heads)",
        "self.num_key_value_heads)",
    ),
    (
        "no_way_back",
        "impl Mlp {",
        "self.c_proj.forward(&x)",
        "Ok(x)",
    ),
    (
        "all_positions",
        "pub fn forward(&self, x",
        "x.i((.., seq_len - 1, ..))?",
        "x",
    ),
];

#[test]
fn mistakes_in_a_model_of_candle_transformers_are_told_at_their_functions() {
    let model = Model {
        source: contracts::file("candle-transformers", "src/models/llama.rs"),
        contracts: &CONTRACTS,
        mistakes: &MISTAKES,
    };
    let told = model.told(DEPENDENCIES, include_str!("data/contracts/steps.rs"));
    assert_eq!(told, include_str!("data/contracts/told.txt"));
}
