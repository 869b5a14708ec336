"""The peers' own forms of our hands, a module each, imported only when a bench asks for it."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Literal

from tests.benchmarks.framework import Contender, Work

PEERS = ("mahjong", "jansou", "cmajiang", "riichienv")


def peer(
    name: str,
    question: Literal["shanten", "scoring"],
    *,
    share: float = 1.0,
    expand: Callable[[Sequence[Any]], Sequence[Any]] = lambda inputs: inputs,
) -> Contender:
    """A peer as contender; `expand` makes the inputs of a bench into those of the peer's function."""

    def prepare(inputs: Sequence[Any]) -> Work:
        module = import_module(f"tests.benchmarks.peers.{name}_")
        call, items = getattr(module, question)(expand(inputs))
        return Work(call, items, read=getattr(module, f"{question}_value", lambda answer: answer))

    return Contender(name, prepare, share)
