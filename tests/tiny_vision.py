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
        model, processor = t.DPTForDepthEstimation(config), t.DPTImageProcessor(size={"height": SIDE, "width": SIDE})
    else:
        config = t.GLPNConfig(
            num_encoder_blocks=4,
            depths=[1] * 4,
            hidden_sizes=[8, 8, 16, 16],
            num_attention_heads=[1] * 4,
            decoder_hidden_size=8,
            initializer_range=0.5,
        )
        model, processor = t.GLPNForDepthEstimation(config), t.GLPNImageProcessor()
    model.eval().save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
