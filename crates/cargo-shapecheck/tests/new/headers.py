"""Writes headers of public models as safetensors files have them, without data, and their configurations.

The sizes are those of the papers and of the packages that published the weights: BERT base (arXiv 1810.04805,
google-bert/bert-base-uncased), GPT-2 (openai-community/gpt2), SmolLM-135M (HuggingFaceTB/SmolLM-135M), ResNet-18
(arXiv 1512.03385, torchvision), Whisper tiny (arXiv 2212.04356, openai/whisper-tiny).

    python3 headers.py
"""

import json
import pathlib

FOLDER = pathlib.Path(__file__).parent


def linear(name, rows, columns, bias=True):
    tensors = {f"{name}.weight": [rows, columns]}
    if bias:
        tensors[f"{name}.bias"] = [rows]
    return tensors


def norm(name, width, words=("weight", "bias")):
    return {f"{name}.{word}": [width] for word in words}


def bert():
    width, inner, tokens = 768, 3072, 30522
    old = ("gamma", "beta")
    tensors = {
        "bert.embeddings.word_embeddings.weight": [tokens, width],
        "bert.embeddings.position_embeddings.weight": [512, width],
        "bert.embeddings.token_type_embeddings.weight": [2, width],
        **norm("bert.embeddings.LayerNorm", width, old),
    }
    for layer in range(12):
        place = f"bert.encoder.layer.{layer}"
        for name in ("query", "key", "value"):
            tensors |= linear(f"{place}.attention.self.{name}", width, width)
        tensors |= linear(f"{place}.attention.output.dense", width, width)
        tensors |= norm(f"{place}.attention.output.LayerNorm", width, old)
        tensors |= linear(f"{place}.intermediate.dense", inner, width)
        tensors |= linear(f"{place}.output.dense", width, inner)
        tensors |= norm(f"{place}.output.LayerNorm", width, old)
    tensors |= linear("bert.pooler.dense", width, width)
    tensors["cls.predictions.bias"] = [tokens]
    tensors |= linear("cls.predictions.transform.dense", width, width)
    tensors |= norm("cls.predictions.transform.LayerNorm", width, old)
    tensors |= linear("cls.seq_relationship", 2, width)
    return "F32", tensors, {
        "architectures": ["BertForMaskedLM"],
        "attention_probs_dropout_prob": 0.1,
        "gradient_checkpointing": False,
        "hidden_act": "gelu",
        "hidden_dropout_prob": 0.1,
        "hidden_size": 768,
        "initializer_range": 0.02,
        "intermediate_size": 3072,
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": 512,
        "model_type": "bert",
        "num_attention_heads": 12,
        "num_hidden_layers": 12,
        "pad_token_id": 0,
        "position_embedding_type": "absolute",
        "type_vocab_size": 2,
        "use_cache": True,
        "vocab_size": 30522,
    }


def gpt2():
    width = 768
    tensors = {"wte.weight": [50257, width], "wpe.weight": [1024, width]}
    for layer in range(12):
        place = f"h.{layer}"
        tensors |= norm(f"{place}.ln_1", width)
        tensors[f"{place}.attn.bias"] = [1, 1, 1024, 1024]
        for name, rows, columns in (
            ("attn.c_attn", width, 3 * width),
            ("attn.c_proj", width, width),
        ):
            tensors |= {f"{place}.{name}.weight": [rows, columns], f"{place}.{name}.bias": [columns]}
        tensors |= norm(f"{place}.ln_2", width)
        for name, rows, columns in (
            ("mlp.c_fc", width, 4 * width),
            ("mlp.c_proj", 4 * width, width),
        ):
            tensors |= {f"{place}.{name}.weight": [rows, columns], f"{place}.{name}.bias": [columns]}
    tensors |= norm("ln_f", width)
    return "F32", tensors, {
        "activation_function": "gelu_new",
        "architectures": ["GPT2LMHeadModel"],
        "attn_pdrop": 0.1,
        "bos_token_id": 50256,
        "embd_pdrop": 0.1,
        "eos_token_id": 50256,
        "initializer_range": 0.02,
        "layer_norm_epsilon": 1e-05,
        "model_type": "gpt2",
        "n_ctx": 1024,
        "n_embd": 768,
        "n_head": 12,
        "n_layer": 12,
        "n_positions": 1024,
        "resid_pdrop": 0.1,
        "summary_activation": None,
        "task_specific_params": {"text-generation": {"do_sample": True, "max_length": 50}},
        "vocab_size": 50257,
    }


def smollm():
    width, inner, keys = 576, 1536, 192
    tensors = {"model.embed_tokens.weight": [49152, width]}
    for layer in range(30):
        place = f"model.layers.{layer}"
        tensors[f"{place}.input_layernorm.weight"] = [width]
        tensors |= linear(f"{place}.mlp.down_proj", width, inner, bias=False)
        tensors |= linear(f"{place}.mlp.gate_proj", inner, width, bias=False)
        tensors |= linear(f"{place}.mlp.up_proj", inner, width, bias=False)
        tensors[f"{place}.post_attention_layernorm.weight"] = [width]
        tensors |= linear(f"{place}.self_attn.k_proj", keys, width, bias=False)
        tensors |= linear(f"{place}.self_attn.o_proj", width, width, bias=False)
        tensors |= linear(f"{place}.self_attn.q_proj", width, width, bias=False)
        tensors |= linear(f"{place}.self_attn.v_proj", keys, width, bias=False)
    tensors["model.norm.weight"] = [width]
    return "BF16", tensors, {
        "architectures": ["LlamaForCausalLM"],
        "attention_bias": False,
        "attention_dropout": 0.0,
        "bos_token_id": 0,
        "eos_token_id": 0,
        "hidden_act": "silu",
        "hidden_size": 576,
        "initializer_range": 0.041666666666666664,
        "intermediate_size": 1536,
        "max_position_embeddings": 2048,
        "mlp_bias": False,
        "model_type": "llama",
        "num_attention_heads": 9,
        "num_hidden_layers": 30,
        "num_key_value_heads": 3,
        "pretraining_tp": 1,
        "rms_norm_eps": 1e-05,
        "rope_scaling": None,
        "rope_theta": 10000.0,
        "tie_word_embeddings": True,
        "torch_dtype": "bfloat16",
        "use_cache": True,
        "vocab_size": 49152,
    }


def resnet():
    def batch_norm(name, channels):
        words = ("weight", "bias", "running_mean", "running_var")
        return norm(name, channels, words) | {f"{name}.num_batches_tracked": []}

    tensors = {"conv1.weight": [64, 3, 7, 7], **batch_norm("bn1", 64)}
    before = 64
    for stage, channels in enumerate((64, 128, 256, 512), 1):
        for block in range(2):
            place = f"layer{stage}.{block}"
            tensors[f"{place}.conv1.weight"] = [channels, before, 3, 3]
            tensors |= batch_norm(f"{place}.bn1", channels)
            tensors[f"{place}.conv2.weight"] = [channels, channels, 3, 3]
            tensors |= batch_norm(f"{place}.bn2", channels)
            if before != channels:
                tensors[f"{place}.downsample.0.weight"] = [channels, before, 1, 1]
                tensors |= batch_norm(f"{place}.downsample.1", channels)
            before = channels
    tensors |= linear("fc", 1000, 512)
    return "F32", tensors, None


def whisper():
    width, inner = 384, 1536

    def attention(name):
        return {
            **linear(f"{name}.k_proj", width, width, bias=False),
            **linear(f"{name}.v_proj", width, width),
            **linear(f"{name}.q_proj", width, width),
            **linear(f"{name}.out_proj", width, width),
        }

    def layers(name, has_encoder):
        tensors = {}
        for layer in range(4):
            place = f"{name}.layers.{layer}"
            tensors |= attention(f"{place}.self_attn")
            tensors |= norm(f"{place}.self_attn_layer_norm", width)
            if has_encoder:
                tensors |= attention(f"{place}.encoder_attn")
                tensors |= norm(f"{place}.encoder_attn_layer_norm", width)
            tensors |= linear(f"{place}.fc1", inner, width)
            tensors |= linear(f"{place}.fc2", width, inner)
            tensors |= norm(f"{place}.final_layer_norm", width)
        return tensors | norm(f"{name}.layer_norm", width)

    tensors = {
        "model.encoder.conv1.weight": [width, 80, 3],
        "model.encoder.conv1.bias": [width],
        "model.encoder.conv2.weight": [width, width, 3],
        "model.encoder.conv2.bias": [width],
        "model.encoder.embed_positions.weight": [1500, width],
        **layers("model.encoder", has_encoder=False),
        "model.decoder.embed_tokens.weight": [51865, width],
        "model.decoder.embed_positions.weight": [448, width],
        **layers("model.decoder", has_encoder=True),
    }
    return "F32", tensors, {
        "activation_function": "gelu",
        "architectures": ["WhisperForConditionalGeneration"],
        "bos_token_id": 50257,
        "d_model": 384,
        "decoder_attention_heads": 6,
        "decoder_ffn_dim": 1536,
        "decoder_layers": 4,
        "decoder_start_token_id": 50258,
        "encoder_attention_heads": 6,
        "encoder_ffn_dim": 1536,
        "encoder_layers": 4,
        "eos_token_id": 50257,
        "is_encoder_decoder": True,
        "max_length": 448,
        "max_source_positions": 1500,
        "max_target_positions": 448,
        "model_type": "whisper",
        "num_hidden_layers": 4,
        "num_mel_bins": 80,
        "pad_token_id": 50257,
        "scale_embedding": False,
        "torch_dtype": "float32",
        "vocab_size": 51865,
    }


def write(name, element, tensors, config):
    lines = [f'{json.dumps(key)}: {{"dtype": "{"I64" if not sizes else element}", "shape": {sizes}}}' for key, sizes in tensors.items()]
    (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    if config:
        (FOLDER / f"{name}.config.json").write_text(json.dumps(config, indent=2) + "\n")


for model in (bert, gpt2, smollm, resnet, whisper):
    write(model.__name__, *model())
