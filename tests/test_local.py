"""Local models: a tiny vision-language model on the CPU, asked alone and in batches."""

import asyncio
import builtins
import io
import logging
import re
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from vantage import models
from vantage.models import Request, Settings
from vantage.names import install
from vantage.prompts.prompt import Message, Picture

pytestmark = pytest.mark.torch
torch = pytest.importorskip("torch", reason="needs the extra `local`")

from tests import tiny_vlm  # noqa: E402
from vantage.models.local import Local  # noqa: E402
from vantage.models.network import Network  # noqa: E402

SHORT = Settings(max_tokens=16)
WARM = replace(SHORT, temperature=1.0)


@pytest.fixture(scope="module", autouse=True)
def _offline():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        yield


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return str(tiny_vlm.build(tmp_path_factory.mktemp("model") / "tiny"))


def picture(seed, side=64):
    pixels = np.random.default_rng(seed).integers(0, 255, (side, side, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return Picture(out.getvalue())


def request(*parts, path=("item", 0), system=""):
    head = (Message("system", (system,)),) if system else ()
    return Request((*head, Message("user", parts)), path)


def requests():
    """Requests of different lengths and with no, one and several pictures."""
    texts = (
        "Which?",
        "Which of the following options is it, when turned?",
        "A or B or C?",
        "?",
        "Where?",
        "Left or right?",
    )
    counts = (1, 3, 0, 2, 0, 5)
    return [
        request(*(picture(10 * i + j, 40 + 20 * j) for j in range(n)), text, path=("item", i))
        for i, (text, n) in enumerate(zip(texts, counts))
    ]


def ask(model, asked, together=True):
    """Return the responses to requests that arrive together, or one after the other."""

    async def all_of_them():
        async with model:
            if together:
                return await asyncio.gather(*(model.respond(one) for one in asked))
            return [await model.respond(one) for one in asked]

    return asyncio.run(all_of_them())


def texts(responses):
    assert all(response.error is None for response in responses), responses
    return [response.text for response in responses]


def batches(monkeypatch, limit=100):
    """Return the list that the sizes of batches are written to; a batch above `limit` runs out of memory."""
    sizes = []
    answer = Network.answer

    def counted(network, asked, how, stop):
        sizes.append(len(asked))
        if len(asked) > limit:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate more")
        return answer(network, asked, how, stop)

    monkeypatch.setattr(Network, "answer", counted)
    return sizes


@pytest.mark.parametrize("settings", [SHORT, WARM, replace(WARM, top_p=0.7)], ids=["greedy", "sampled", "top_p"])
def test_the_company_does_not_change_the_answer(tiny, settings, monkeypatch):
    sizes = batches(monkeypatch)
    together = texts(ask(Local(tiny, replace(settings, body='{"batch_size": 8}')), requests()))
    assert sizes == [4, 2], "those with pictures, then those without"
    assert texts(ask(Local(tiny, settings), requests(), together=False)) == together
    assert texts(ask(Local(tiny, settings), requests()[::-1])) == together[::-1]
    assert len(set(together)) == 6


def test_pictures_are_seen_in_their_order(tiny):
    a, b = picture(1), picture(2)
    asked = [request(a, "?"), request(b, "?"), request(a, b, "?"), request(b, a, "?"), request("?")]
    assert len(set(texts(ask(Local(tiny, SHORT), asked)))) == 5


def test_repeats_differ_when_sampled_and_only_then(tiny):
    asked = [request(picture(1), "?", path=("item", repeat)) for repeat in range(4)]
    assert len(set(texts(ask(Local(tiny, SHORT), asked)))) == 1
    drawn = texts(ask(Local(tiny, WARM), asked))
    assert len(set(drawn)) == 4
    assert texts(ask(Local(tiny, replace(WARM, seed=1)), asked)) != drawn
    assert texts(ask(Local(tiny, replace(SHORT, temperature=None)), asked[:1])) == texts(
        ask(Local(tiny, SHORT), asked[:1])
    )


def test_sampling_draws_from_the_models_own_distribution(tiny):
    """The first letter over many draws against the probabilities that the network itself gives."""
    from transformers import AutoModelForImageTextToText, AutoProcessor

    draws = 400
    asked = [request("?", path=("item", draw)) for draw in range(draws)]
    settings = Settings(max_tokens=1, temperature=1.3, body='{"batch_size": 100}')
    said = [text or "</s>" for text in texts(ask(Local(tiny, settings), asked))]
    processor, network = AutoProcessor.from_pretrained(tiny), AutoModelForImageTextToText.from_pretrained(tiny)
    with torch.inference_mode():
        logits = network(**processor(text="USER: ?\nASSISTANT: ", return_tensors="pt")).logits[0, -1]
        logits[network.generation_config.suppress_tokens] = -torch.inf
        likely = torch.softmax(logits / 1.3, 0).topk(3)
    for token, chance in zip(likely.indices.tolist(), likely.values.tolist()):
        spread = (chance * (1 - chance) / draws) ** 0.5
        assert abs(said.count(processor.tokenizer.decode([token])) / draws - chance) < 4 * spread


def test_what_is_cut_off_says_so_and_tokens_are_counted(tiny):
    short, long = (ask(Local(tiny, Settings(max_tokens=n)), requests()) for n in (2, 64))
    assert {response.finish for response in short} == {"length"}
    assert {response.tokens_out for response in short} == {2}
    ended = [response for response in long if response.finish == "stop"]
    assert ended
    assert all(response.tokens_out == len(response.text) + 1 for response in ended), "a byte each, and the end"
    # "USER: ", the question and "\nASSISTANT: " in bytes; 16 patches for each picture.
    assert short[0].tokens_in == len("USER: Which?\nASSISTANT: ") + 16
    assert all(response.seconds > 0 for response in short)


def test_the_default_length_is_512(tiny):
    response = ask(Local(tiny, Settings(body='{"suppress_tokens": [258]}')), [request("?")])[0]
    assert (response.tokens_out, response.finish) == (512, "length")


def test_a_system_prompt_goes_where_the_template_takes_it(tiny, tmp_path):
    mute = str(tiny_vlm.build(tmp_path / "mute", tiny_vlm.WITHOUT_SYSTEM))
    asked = request(picture(1), "Which?", system="Be brief.")
    heard = ask(Local(tiny, replace(SHORT, system="Be kind.")), [asked])[0]
    said = "SYSTEM: Be kind.\n\nBe brief.\nUSER: Which?\nASSISTANT: "
    assert heard.tokens_in == len(said) + 16
    merged = ask(Local(mute, replace(SHORT, system="Be kind.")), [asked])[0]
    by_user = ask(Local(tiny, SHORT), [request("Be kind.\n\nBe brief.\n\n", picture(1), "Which?")])[0]
    assert (merged.text, merged.tokens_in) == (by_user.text, by_user.tokens_in)


def test_out_of_memory_halves_the_batch_and_says_so_once(tiny, monkeypatch, caplog):
    model = Local(tiny, replace(SHORT, body='{"batch_size": 8}'))
    asked = [request(picture(i), "?", path=("item", i)) for i in range(16)]
    expected = texts(ask(Local(tiny, SHORT), asked))
    sizes = batches(monkeypatch, limit=3)
    with caplog.at_level(logging.WARNING, "vantage"):
        assert texts(ask(model, asked)) == expected
    assert sizes == [8, 4, 2, 2, 4, 2, 2, 2, 2, 2, 2]
    said = [record.message for record in caplog.records if record.name == "vantage"]
    assert said == [f"hf/{tiny}: out of memory with 8 requests at once; going on with fewer"]
    assert model.concurrency == 4


def test_a_request_that_breaks_the_model_fails_alone(tiny):
    broken = request(Picture(b"no picture"), "?")
    good = [request(picture(i), "?", path=("item", i)) for i in range(3)]
    responses = ask(Local(tiny, SHORT), [good[0], broken, *good[1:]])
    assert [response.error.kind if response.error else "" for response in responses] == ["", "refused", "", ""]
    assert "cannot identify image" in responses[1].error.message
    assert texts([responses[0], *responses[2:]]) == texts(ask(Local(tiny, SHORT), good))


def test_a_cancelled_run_does_not_wait_for_the_answer(tiny):
    model = Local(tiny, Settings(max_tokens=100_000, body='{"suppress_tokens": [258]}'))

    async def impatient():
        async with model:
            await asyncio.wait_for(model.respond(request("?")), 1)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())


def test_it_is_found_by_its_prefix_and_wants_two_batches_in_flight(tiny):
    model = models.get(f"hf/{tiny}", SHORT)
    assert (model.name, model.insider, model.settings) == (f"hf/{tiny}", False, SHORT)
    assert model.concurrency == 8
    assert Local(tiny, replace(SHORT, body='{"batch_size": 3}')).concurrency == 6


def test_mistakes_are_one_sentence(tiny, tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    for name in (str(tmp_path / "empty"), "nobody/nothing", ""):
        with pytest.raises(ValueError, match="no model that transformers can read") as error:
            Local(name, SHORT)
        assert "\n" not in str(error.value)
    with pytest.raises(ValueError, match="llama model, which reads no pictures"):
        Local(str(tiny_vlm.build_text_only(tmp_path / "text")), SHORT)
    with pytest.raises(ValueError, match="no reasoning effort 'high'"):
        Local(tiny, replace(SHORT, effort="high"))
    with pytest.raises(ValueError, match="has colour, which is no field"):
        Local(tiny, replace(SHORT, body='{"colour": 1}'))
    with pytest.raises(ValueError, match="JSON"):
        Local(tiny, replace(SHORT, body="{"))


def test_the_hub_keeps_its_attempts_to_itself(monkeypatch):
    import transformers

    told = []

    def fail(name):
        told.append(logging.getLogger("huggingface_hub.utils._http").isEnabledFor(logging.WARNING))
        raise OSError("no connection")

    monkeypatch.setattr(transformers.AutoConfig, "from_pretrained", fail)
    with pytest.raises(ValueError, match="no connection"):
        Local("nobody/nothing", SHORT)
    assert told == [False]
    assert logging.getLogger("huggingface_hub.utils._http").isEnabledFor(logging.WARNING)


def test_lost_weights_are_one_sentence(tmp_path):
    folder = tiny_vlm.build(tmp_path / "tiny")
    (folder / "model.safetensors").unlink()
    with pytest.raises(ValueError, match="cannot be loaded"):
        ask(Local(str(folder), SHORT), [request("?")])


def test_a_missing_extra_says_how_to_install_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.partition(".")[0] == "transformers":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ValueError, match=re.escape(install("local"))):
        Local("anything", SHORT)
