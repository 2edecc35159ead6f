"""Build tiny vision models with random weights on disk: depth estimators, a detector and a segmenter."""

from __future__ import annotations

from pathlib import Path

SIDE = 64


def estimator(folder: Path, kind: str) -> Path:
    """Write a depth estimator: "dpt", which gives nearness, or "glpn", which gives metres."""
    import torch
    import transformers as t

    torch.set_num_threads(1)
    torch.manual_seed(0)
    if kind == "dpt":
        config = t.DPTConfig(
            hidden_size=32,
            num_hidden_layers=4,
            num_attention_heads=2,
            intermediate_size=32,
            image_size=SIDE,
            patch_size=16,
            backbone_out_indices=[0, 1, 2, 3],
            neck_hidden_sizes=[8, 8, 16, 16],
            fusion_hidden_size=16,
            is_hybrid=False,
            initializer_range=0.5,
        )
        model, processor = t.DPTForDepthEstimation(config), t.DPTImageProcessorPil(size={"height": SIDE, "width": SIDE})
    else:
        config = t.GLPNConfig(
            num_encoder_blocks=4,
            depths=[1] * 4,
            hidden_sizes=[8, 8, 16, 16],
            num_attention_heads=[1] * 4,
            decoder_hidden_size=8,
            initializer_range=0.5,
        )
        model, processor = t.GLPNForDepthEstimation(config), t.GLPNImageProcessorPil()
    model.eval().save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def detector(folder: Path, kind: str) -> Path:
    """Write a zero-shot object detector: "owl", which knows single bytes, or "dino", which knows a few words."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    folder.mkdir(parents=True, exist_ok=True)
    model, processor = _owl(folder) if kind == "owl" else _dino(folder)
    model.eval().save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def _owl(folder: Path):
    import transformers as t

    shared = {"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    text = {**shared, "vocab_size": 512, "bos_token_id": 510, "eos_token_id": 511, "pad_token_id": 0}
    vision = {**shared, "image_size": SIDE, "patch_size": 16}
    config = t.Owlv2Config(text_config=text, vision_config=vision, projection_dim=32)
    images = t.Owlv2ImageProcessorPil(size={"height": SIDE, "width": SIDE})
    return t.Owlv2ForObjectDetection(config), t.Owlv2Processor(image_processor=images, tokenizer=_tokenizer(folder))


def _dino(folder: Path):
    import transformers as t

    words = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "?", "dog", "office", "chair")
    (folder / "vocab.txt").write_text("\n".join(words))
    text = t.BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    vision = t.SwinConfig(
        image_size=SIDE,
        embed_dim=8,
        depths=[1] * 4,
        num_heads=[1] * 4,
        window_size=2,
        out_features=["stage2", "stage3", "stage4"],
    )
    small = {"encoder_ffn_dim": 32, "decoder_ffn_dim": 32, "encoder_attention_heads": 2, "decoder_attention_heads": 2}
    config = t.GroundingDinoConfig(
        backbone_config=vision,
        text_config=text,
        d_model=32,
        encoder_layers=1,
        decoder_layers=2,
        num_queries=10,
        max_text_len=16,
        **small,
    )
    images = t.GroundingDinoImageProcessorPil(size={"shortest_edge": SIDE, "longest_edge": 2 * SIDE})
    tokenizer = t.BertTokenizerFast(str(folder / "vocab.txt"))
    return t.GroundingDinoForObjectDetection(config), t.GroundingDinoProcessor(images, tokenizer)


def _tokenizer(folder: Path):
    import json

    import transformers as t
    from tokenizers import pre_tokenizers

    pieces = [piece + end for end in ("", "</w>") for piece in sorted(pre_tokenizers.ByteLevel.alphabet())][:510]
    words = {piece: number for number, piece in enumerate([*pieces, "<|startoftext|>", "<|endoftext|>"])}
    (folder / "vocab.json").write_text(json.dumps(words))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    return t.CLIPTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"), model_max_length=16)


def segmenter(folder: Path) -> Path:
    """Write a SAM."""
    import torch
    import transformers as t

    torch.set_num_threads(1)
    torch.manual_seed(0)
    vision = t.SamVisionConfig(
        hidden_size=32,
        output_channels=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        image_size=SIDE,
        patch_size=16,
        mlp_dim=32,
        window_size=2,
        global_attn_indexes=[0],
        num_pos_feats=8,
    )
    prompts = t.SamPromptEncoderConfig(hidden_size=16, image_size=SIDE, patch_size=16, mask_input_channels=4)
    masks = t.SamMaskDecoderConfig(
        hidden_size=16, mlp_dim=16, num_attention_heads=2, num_hidden_layers=1, iou_head_hidden_dim=16
    )
    t.SamModel(
        t.SamConfig(vision_config=vision, prompt_encoder_config=prompts, mask_decoder_config=masks)
    ).eval().save_pretrained(folder)
    size = {"size": {"longest_edge": SIDE}, "pad_size": {"height": SIDE, "width": SIDE}}
    t.SamProcessor(t.SamImageProcessorPil(**size)).save_pretrained(folder)
    return folder
