"""Every message that the source asks for, found without gettext's own tools, which not every machine has."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation.template import templatize

from boston_site.bootstrap import ROOT

CONTEXT, ONE, MANY = "context", "one", "many"
ASKED = {
    "": (ONE,),
    "n": (ONE, MANY),
    "p": (CONTEXT, ONE),
    "np": (CONTEXT, ONE, MANY),
}
NAMES = {f"{kind}gettext{ending}": said for kind, said in ASKED.items() for ending in ("", "_lazy", "_noop")}
NAMES["_"] = ASKED[""]
TEXT = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*({TEXT}(?:\s*,\s*{TEXT})*)")


class Message(NamedTuple):
    """What is looked up: context and text; the text for many where the number counts."""

    context: str | None
    one: str
    many: str


def source_messages() -> set[Message]:
    """All messages of the program and its templates."""
    found: set[Message] = set()
    for room in ("ledger", "boston_site"):
        for file in (ROOT / room).rglob("*.py"):
            found.update(_of_code(file.read_text()))
    for file in (ROOT / "templates").rglob("*.html"):
        found.update(_of_template(file.read_text(), str(file)))
    return found


def _message(name: str, texts: list[str]) -> Message:
    said = dict(zip(NAMES[name], texts, strict=False))
    return Message(said.get(CONTEXT), said[ONE], said.get(MANY, ""))


def _of_code(text: str) -> Iterator[Message]:
    # To parse what says nothing to people would take most of the time.
    if "gettext" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if name in NAMES and texts:
                yield _message(name, texts)


def _of_template(text: str, origin: str) -> Iterator[Message]:
    for call in CALL.finditer(templatize(text, origin=origin)):
        yield _message(call[1], [ast.literal_eval(one) for one in re.findall(TEXT, call[2])])
