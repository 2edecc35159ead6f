"""Runs one task in lmms-eval's own environment with scripted replies; started by `benchmarks.hosts`."""

import json
import sys
from importlib.metadata import version

from lmms_eval import evaluator
from lmms_eval.api.model import lmms
from lmms_eval.tasks import TaskManager


class Scripted(lmms):
    """Says what a file has for each document, and counts the pictures that it was shown."""

    is_simple = False

    def __init__(self, said):
        super().__init__()
        self.said = said
        self.pictures = 0

    def generate_until(self, requests):
        """Return what the file says to each request."""
        replies = []
        for request in requests:
            _, to_messages, _, place, task, split = request.args
            document = self.task_dict[task][split][place]
            content = [part for message in to_messages(document) for part in message["content"]]
            self.pictures += sum(part["type"] == "image" for part in content)
            replies.append(self.said[document["id"]])
        return replies

    def loglikelihood(self, requests):
        """Tasks of ours ask for none."""
        raise NotImplementedError

    def generate_until_multi_round(self, requests):
        """Tasks of ours have one round."""
        raise NotImplementedError


def main(folder, task, said, out):
    with open(said) as file:
        model = Scripted(json.load(file))
    found = evaluator.simple_evaluate(
        model, tasks=[task], task_manager=TaskManager(include_path=folder), log_samples=True, bootstrap_iters=0,
        batch_size=1,
    )  # fmt: skip
    scores = found["results"][task]
    samples = [
        {"doc_id": one["doc_id"], "doc": {"id": one["doc"]["id"], "condition": one["doc"]["condition"]},
         "target": one["target"], "resps": one["resps"], "accuracy": one["accuracy"]}
        for one in found["samples"][task]
    ]  # fmt: skip
    with open(out, "w") as file:
        json.dump({"samples": samples, "accuracy": scores["accuracy,none"], "caa": scores["caa,none"],
                   "pictures": model.pictures, "version": version("lmms-eval")}, file)  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
