"""Supervised fine-tuning on fresh, verified items with TRL, of any model that reads pictures and text.

    python recipes/sft.py Qwen/Qwen2.5-VL-7B-Instruct --out runs/dise-sft

The usual recipe is Spatial-DISE's; `--recipe recipes/tiny-sft.toml` takes seconds on a CPU with a tiny model. Stopped,
the same command goes on from the last checkpoint.
"""

import recipe as recipes

from vantage.training.exports import trl_taught

if __name__ == "__main__":
    model, recipe, out = recipes.started(__doc__, "dise-sft.toml")
    from trl import SFTConfig, SFTTrainer

    trainer = SFTTrainer(
        model=model,
        args=SFTConfig(output_dir=str(out / "steps"), **recipe.trainer),
        train_dataset=recipes.rows(recipe, out, trl_taught),
        eval_dataset=recipes.rows(recipe, out, trl_taught, "validation") if recipe.watch else None,
        peft_config=recipes.lora(recipe),
    )
    recipes.run(trainer, out, ("loss", "mean_token_accuracy", "eval_loss"))
