"""What a newer OpenAPI document breaks of what an older one has promised.

    python -m tests.contract.breaking                 openapi.yaml against docs/released.yaml
    python -m tests.contract.breaking OLD NEW         any two documents
    python -m tests.contract.breaking --release       at a release: promises what openapi.yaml says

New paths, optional parameters and members, codes, variants and refusals break nothing: clients are told to
expect them. What has not been released may change as it likes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from musapi.datafolder import BASE
from tests.contract.shapes import Schema, Shapes

NOW = BASE / "openapi.yaml"
RELEASED = BASE / "docs" / "released.yaml"
_WORDS = frozenset({"description", "summary", "examples", "example", "title", "x-codes"})


def breaks(old: Schema, new: Schema) -> list[str]:
    """Every promise of the old document that the new one does not keep, in words."""
    return list(_Documents(old, new).breaks())


def read(path: Path) -> Schema:
    """A document from its file."""
    document: Schema = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    return document


def bare(document: Schema) -> Schema:
    """The document without words and examples: what clients can be broken by."""
    return {
        **_bare(document),
        "openapi": document["openapi"],
        "info": {"version": document["info"]["version"]},
    }


def _bare(node: Any, names: bool = False) -> Any:
    if isinstance(node, list):
        return [_bare(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    return {
        name: _bare(inner, names=name == "properties")
        for name, inner in node.items()
        if names or name not in _WORDS
    }


class _Documents:
    def __init__(self, old: Schema, new: Schema) -> None:
        self.old, self.new = old, new
        self.sent = Shapes(old, new, sent=True, seen=set())
        self.told = Shapes(old, new, sent=False, seen=set())

    def breaks(self) -> Iterator[str]:
        for path, operations in self.old["paths"].items():
            for method, operation in operations.items():
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{method} {path}: is gone"
                else:
                    yield from self._operation(f"{method} {path}", operation, now)

    def _operation(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for name in ("operationId", "tags"):
            if old.get(name) != new.get(name):
                yield f"{where}: {name} is {new.get(name)} now"
        if not old.get("security") and new.get("security"):
            yield f"{where}: needs a token now"
        yield from self._parameters(where, old, new)
        yield from self._body(where, old.get("requestBody"), new.get("requestBody"))
        yield from self._answers(where, old["responses"], new["responses"])

    def _parameters(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = self._named(self.old, old), self._named(self.new, new)
        for name, parameter in before.items():
            if name in now:
                yield from self.sent.breaks(f"{where} {name}", parameter["schema"], now[name]["schema"])
            else:
                yield f"{where} {name}: is gone"
        for name, parameter in now.items():
            if parameter.get("required") and not before.get(name, {}).get("required"):
                yield f"{where} {name}: is needed now"

    def _named(self, document: Schema, operation: Schema) -> dict[str, Schema]:
        told = [_found(document, parameter) for parameter in operation.get("parameters", ())]
        return {f"{parameter['in']} {parameter['name']}": parameter for parameter in told}

    def _body(self, where: str, old: Schema | None, new: Schema | None) -> Iterator[str]:
        if new and new.get("required") and not (old or {}).get("required"):
            yield f"{where}: needs a body now"
        if old and not new:
            yield f"{where}: takes no body now"
        if old and new:
            yield from self._content(self.sent, f"{where} body", old, new)

    def _answers(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for status, answer in old.items():
            if status in new:
                yield from self._answer(f"{where} {status}", answer, new[status])
            elif status < "400":
                yield f"{where} {status}: is gone"
        for status in sorted(set(new) - set(old)):
            if status < "400":
                yield f"{where} {status}: nobody knows what to do with it"

    def _answer(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = _found(self.old, old), _found(self.new, new)
        for name in sorted(set(before.get("headers", ())) - set(now.get("headers", ()))):
            yield f"{where}: without the header {name}"
        yield from self._content(self.told, where, before, now)

    def _content(self, shapes: Shapes, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for kind, told in old.get("content", {}).items():
            if kind not in new.get("content", {}):
                yield f"{where}: no longer {kind}"
            else:
                yield from shapes.breaks(
                    where, told.get("schema", {}), new["content"][kind].get("schema", {})
                )


def _found(document: Schema, node: Schema) -> Schema:
    """A parameter or an answer, wherever it is written."""
    if "$ref" not in node:
        return node
    _, _, kind, name = node["$ref"].split("/")
    found: Schema = document["components"][kind][name]
    return found


def main() -> int:
    """The command. Returns 1 if something is broken."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.contract.breaking", description=__doc__.split("\n")[0]
    )
    parser.add_argument("old", nargs="?", type=Path, default=RELEASED)
    parser.add_argument("new", nargs="?", type=Path, default=NOW)
    parser.add_argument("--release", action="store_true", help="promise what openapi.yaml says")
    args = parser.parse_args()
    if args.release:
        RELEASED.write_text(yaml.safe_dump(bare(read(NOW)), sort_keys=False, allow_unicode=True), "utf-8")
        return 0
    found = breaks(read(args.old), read(args.new))
    print("\n".join(found) or "nothing is broken")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
