"""Every text of the project that is told in a reader's language, found without gettext's tools.

Python is read as a syntax tree, templates by Django's own `templatize`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "musapi", "push")

_ARGUMENTS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), ("text",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("text", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "text")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "text", "plural")),
}
_LITERAL = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_IN_TEMPLATES = re.compile(
    rf"\b(_|gettext|ngettext|pgettext|npgettext)\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL})*)"
)


class Message(NamedTuple):
    """A text as it stands in the code."""

    text: str
    plural: str = ""
    context: str = ""


def messages() -> dict[Message, list[str]]:
    """Every text, and where it stands. Raises ValueError for one that is not written out."""
    found: dict[Message, list[str]] = {}
    for path in sorted(path for app in APPS for path in (ROOT / app).rglob("*")):
        reader = _READERS.get(path.suffix)
        if reader and "migrations" not in path.parts:
            for message in reader(path):
                found.setdefault(message, []).append(str(path.relative_to(ROOT)))
    return found


def _in_python(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = node.args[: len(_ARGUMENTS.get(name, ()))]
            if texts:
                yield _message(name, [_written_out(text, path) for text in texts])


def _written_out(argument: ast.expr, path: Path) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(f"{path}:{argument.lineno}: a text that is put together cannot be translated")


def _in_template(path: Path) -> Iterator[Message]:
    for name, literals in _IN_TEMPLATES.findall(templatize(path.read_text("utf-8"))):
        yield _message(name, [ast.literal_eval(literal) for literal in re.findall(_LITERAL, literals)])


def _message(name: str, arguments: list[str]) -> Message:
    return Message(**dict(zip(_ARGUMENTS[name], arguments, strict=False)))


_READERS = {".py": _in_python, ".html": _in_template, ".txt": _in_template}
