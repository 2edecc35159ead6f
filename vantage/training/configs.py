"""What starts a training beside the rows: a configuration for each tool, and its reward file.

A reward file is a few lines around `vantage.reward`. In the texts, {out} is the folder, {tokens} the longest prompt, as
estimated from above, {pictures} the most pictures of an item and {pixels} the most pixels of one.
"""

MODEL = "Qwen/Qwen2.5-VL-3B-Instruct"  # an example; any model that the tool knows

TRL_REWARD = '''"""The reward of Vantage as TRL calls it. Vantage must be installed here, too."""

from vantage import reward


def right(completions, key, **columns):
    """Return what each completion earns; `key` is the column of that name."""
    said = [one if isinstance(one, str) else one[-1]["content"] for one in completions]
    return [reward(text, one).total for text, one in zip(said, key)]
'''
TRL_GRPO = '''"""GRPO on these rows with TRL: python grpo.py MODEL"""

import sys
from pathlib import Path

from datasets import load_dataset
from reward import right
from trl import GRPOConfig, GRPOTrainer

HERE = Path(__file__).parent

if __name__ == "__main__":
    rows = load_dataset("parquet", data_files=str(HERE / "rl-train.parquet"), split="train")
    config = GRPOConfig(
        output_dir=str(HERE / "grpo"),
        num_generations=8,
        per_device_train_batch_size=8,
        max_completion_length=1024,
        learning_rate=1e-6,
        bf16=True,
        logging_steps=1,
        log_completions=True,
    )
    GRPOTrainer(
        model=sys.argv[1] if len(sys.argv) > 1 else "{model}",
        reward_funcs=right,
        args=config,
        train_dataset=rows,
    ).train()
'''
TRL_SFT = '''"""Supervised fine-tuning on these rows with TRL: python sft.py MODEL [FILE]"""

import sys
from pathlib import Path

from datasets import load_dataset
from trl import SFTConfig, SFTTrainer

HERE = Path(__file__).parent

if __name__ == "__main__":
    file = sys.argv[2] if len(sys.argv) > 2 else "sft-train.parquet"
    rows = load_dataset("parquet", data_files=str(HERE / file), split="train")
    # Without a longest length: the usual one would cut the tokens of pictures.
    config = SFTConfig(
        output_dir=str(HERE / "sft"),
        max_length=None,
        per_device_train_batch_size=4,
        learning_rate=1e-5,
        bf16=True,
        logging_steps=1,
    )
    SFTTrainer(model=sys.argv[1] if len(sys.argv) > 1 else "{model}", args=config, train_dataset=rows).train()
'''
VERL_REWARD = '''"""The reward of Vantage as verl calls it. Vantage must be installed here, too."""

from vantage import reward


def compute_score(data_source, solution_str, ground_truth, extra_info=None, **kwargs):
    """Return what a reply earns, and what is logged with it."""
    earned = reward(solution_str, ground_truth)
    return {"score": earned.total, "right": float(earned.right), "gamed": float(bool(earned.gamed))}
'''
VERL_RUN = """#!/bin/sh
# GRPO on these rows with verl: sh grpo.sh MODEL
python3 -m verl.trainer.main_ppo \\
  algorithm.adv_estimator=grpo \\
  data.train_files={out}/rl-train.parquet \\
  data.val_files={out}/rl-{watched}.parquet \\
  data.prompt_key=prompt \\
  data.image_key=images \\
  data.max_prompt_length={tokens} \\
  data.max_response_length=1024 \\
  data.train_batch_size=128 \\
  actor_rollout_ref.model.path="${{1:-{model}}}" \\
  actor_rollout_ref.actor.ppo_mini_batch_size=64 \\
  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=4 \\
  actor_rollout_ref.rollout.name=vllm \\
  actor_rollout_ref.rollout.n=8 \\
  actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu=4 \\
  actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu=4 \\
  reward.custom_reward_function.path={out}/reward.py \\
  reward.custom_reward_function.name=compute_score \\
  trainer.n_gpus_per_node=1 trainer.nnodes=1 trainer.total_epochs=1
"""
SWIFT_REWARD = '''"""The reward of Vantage as ms-swift calls it; Vantage must be installed here, too."""

from swift.rewards import ORM, orms

from vantage import reward


class Right(ORM):
    """What each completion earns; `solution` is the column of that name."""

    def __call__(self, completions, solution, **columns):
        return [reward(text, key).total for text, key in zip(completions, solution)]


orms["vantage"] = Right
'''
SWIFT_RUN = """#!/bin/sh
# On these rows with ms-swift: sh train.sh rlhf MODEL, or sh train.sh sft MODEL [FILE]
cd {out} || exit 1
export MAX_PIXELS={pixels}
case "$1" in
rlhf) swift rlhf --rlhf_type grpo --model "${{2:-{model}}}" --dataset rl-train.jsonl --external_plugins reward.py \\
  --reward_funcs vantage --num_generations 8 --max_length {tokens} --max_completion_length 1024 ;;
sft) swift sft --model "${{2:-{model}}}" --dataset "${{3:-sft-train.jsonl}}" --max_length {tokens} ;;
*) echo "sh train.sh rlhf|sft [MODEL [FILE]]"; exit 2 ;;
esac
"""
FACTORY_RUN = """# On these rows with LLaMA-Factory: llamafactory-cli train {out}/sft.yaml
model_name_or_path: {model}
trust_remote_code: false
stage: {stage}
do_train: true
finetuning_type: lora
lora_target: all
dataset_dir: {out}
media_dir: {out}
dataset: {dataset}
template: qwen2_vl
# Larger pictures would be shrunk without a word.
image_max_pixels: {pixels}
cutoff_len: {tokens}
output_dir: {out}/{stage}
per_device_train_batch_size: 1
gradient_accumulation_steps: 8
learning_rate: 1.0e-5
num_train_epochs: 1
bf16: true
"""
