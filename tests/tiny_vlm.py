"""Build a tiny vision-language model with random weights: a LLaVA with a byte tokenizer and its processor, on disk.

Its answers are nonsense but always the same, which is enough to test how models are asked and their replies read.
"""

from __future__ import annotations

import sys
from pathlib import Path

SPECIAL = ("<pad>", "<s>", "</s>", "<image>")
SIDE, PATCH = 56, 14
SPREAD = 0.2  # of the weights: wide enough that every picture and every letter changes the answer

TEMPLATE = """\
{% for message in messages %}{{ message['role'].upper() + ': ' }}\
{% if message['content'] is string %}{{ message['content'] }}\
{% else %}{% for part in message['content'] %}\
{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}\
{% endfor %}{% endif %}{{ '\\n' }}\
{% endfor %}{% if add_generation_prompt %}ASSISTANT: {% endif %}"""

WITHOUT_SYSTEM = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}" + TEMPLATE
)


def build(folder: Path, template: str = TEMPLATE) -> Path:
    """Write the model and its processor into `folder`."""
    import torch
    from transformers import LlavaForConditionalGeneration

    torch.set_num_threads(1)  # the model is too small for more to help
    torch.manual_seed(0)
    tokenizer = _tokenizer()
    model = LlavaForConditionalGeneration(_config(tokenizer.get_vocab())).eval()
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    # Only what can be read may be said, so that two different answers look different.
    said = {"</s>", *map(chr, range(33, 127))}
    unsaid = [number for piece, number in tokenizer.get_vocab().items() if piece not in said]
    model.generation_config.suppress_tokens = sorted(unsaid)
    model.save_pretrained(folder)
    _processor(tokenizer, template).save_pretrained(folder)
    return folder


def build_text_only(folder: Path) -> Path:
    """Write the settings of a model that reads no pictures into `folder`."""
    from transformers import LlamaConfig

    LlamaConfig().save_pretrained(folder)
    return folder


def _tokenizer():
    """Return a tokenizer that knows every byte and no longer piece."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    pieces = [*sorted(pre_tokenizers.ByteLevel.alphabet()), *SPECIAL]
    tokens = Tokenizer(models.BPE(vocab={piece: number for number, piece in enumerate(pieces)}, merges=[]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens.decoder = decoders.ByteLevel()
    named = {"pad_token": "<pad>", "bos_token": "<s>", "eos_token": "</s>"}
    return PreTrainedTokenizerFast(tokenizer_object=tokens, extra_special_tokens={"image_token": "<image>"}, **named)


def _processor(tokenizer, template):
    from transformers import CLIPImageProcessorPil, LlavaProcessor

    return LlavaProcessor(
        image_processor=CLIPImageProcessorPil(size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE}),
        tokenizer=tokenizer,
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=template,
        image_token="<image>",
    )


def _config(vocabulary):
    from transformers import CLIPVisionConfig, LlamaConfig, LlavaConfig

    vision = CLIPVisionConfig(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=SIDE,
        patch_size=PATCH,
        projection_dim=32,
        initializer_range=SPREAD,
    )
    text = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        initializer_range=SPREAD,
        bos_token_id=vocabulary["<s>"],
        eos_token_id=vocabulary["</s>"],
        pad_token_id=vocabulary["<pad>"],
    )
    return LlavaConfig(
        vision_config=vision,
        text_config=text,
        image_token_index=vocabulary["<image>"],
        vision_feature_select_strategy="default",
        vision_feature_layer=-1,
    )


if __name__ == "__main__":
    print(build(Path(sys.argv[1])))
