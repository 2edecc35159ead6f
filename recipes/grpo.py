"""Reinforcement learning (GRPO) on fresh, verified items with TRL, of any model that reads pictures and text.

    python recipes/grpo.py Qwen/Qwen3-VL-4B-Instruct --out runs/spin-grpo

The usual recipe is SpinBench's: basic skills are trained, perspective taking in scenes is watched. `--recipe
recipes/tiny-grpo.toml` takes a minute on a CPU with a tiny model. Stopped, the same command goes on from the last
checkpoint. Replies are paid by `vantage.reward`.
"""

import recipe as recipes

import vantage
from vantage.training.exports import trl_asked
from vantage.training.reward import Pay

if __name__ == "__main__":
    model, recipe, out = recipes.started(__doc__, "spin-grpo.toml")
    from trl import GRPOConfig, GRPOTrainer

    pay = Pay(**recipe.reward)

    def right(completions, key, **columns):
        """Return what each reply earns."""
        return [vantage.reward(said[-1]["content"], one, pay).total for said, one in zip(completions, key)]

    trainer = GRPOTrainer(
        model=model,
        reward_funcs=right,
        args=GRPOConfig(output_dir=str(out / "steps"), **recipe.trainer),
        train_dataset=recipes.rows(recipe, out, trl_asked),
        eval_dataset=recipes.rows(recipe, out, trl_asked, "validation") if recipe.watch else None,
        peft_config=recipes.lora(recipe),
    )
    recipes.run(trainer, out, ("reward", "loss", "completions/mean_length", "eval_reward"))
