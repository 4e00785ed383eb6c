"""A walk along the links of the OpenAPI document: which requests an answer leads to, and with what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from musapi.schema import openapi_document


class Step(NamedTuple):
    """An operation, by its id, with the parameters that an answer before has told."""

    operation: str
    parameters: dict[str, Any] = {}


@dataclass
class Walk:
    """Where one may go from what has been answered."""

    open_ways: list[Step] = field(default_factory=list)

    def arrive(self, step: Step, path_parameters: dict[str, Any], status: int, body: Any) -> None:
        """An answer came: its links are ways from here."""
        self.open_ways += links_of(step.operation, path_parameters, status, body)


def links_of(operation: str, path_parameters: dict[str, Any], status: int, body: Any) -> Iterator[Step]:
    """The steps that an answer leads to; those whose values it does not tell are left out."""
    document = openapi_document()
    answer = operations()[operation]["responses"].get(str(status), {})
    for link in answer.get("links", {}).values():
        told = document["components"]["links"][link["$ref"].rpartition("/")[2]]
        wanted = told.get("parameters", {})
        found = {name: evaluated(wish, path_parameters, body) for name, wish in wanted.items()}
        if None not in found.values():
            yield Step(told["operationId"], found)


def links_from(operation: dict[str, Any]) -> Iterator[str]:
    """The ids of the operations that any answer of this one leads to."""
    for answer in operation["responses"].values():
        yield from answer.get("links", ())


def operations() -> dict[str, dict[str, Any]]:
    """Every operation of the document by its id."""
    paths = openapi_document()["paths"].values()
    return {operation["operationId"]: operation for path in paths for operation in path.values()}


def evaluated(expression: str, path_parameters: dict[str, Any], body: Any) -> Any:
    """A runtime expression of OpenAPI, as far as the document has them; None where nothing is told."""
    kind, _, rest = expression.partition("#/")
    if kind != "$response.body":
        return path_parameters.get(expression.removeprefix("$request.path."))
    for name in rest.split("/"):
        body = _inner(body, name)
    return body


def _inner(node: Any, name: str) -> Any:
    if isinstance(node, list):
        return node[int(name)] if int(name) < len(node) else None
    return node.get(name) if isinstance(node, dict) else None
