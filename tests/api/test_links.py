"""The links of the OpenAPI document: what they take is told, and what they lead to takes it."""

from collections.abc import Iterator
from typing import Any

from games.schema.links import WAYS
from musapi.schema import openapi_document
from tests.api.walking import operations


def _links() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for source, operation in operations().items():
        for status, answer in operation["responses"].items():
            for link in answer.get("links", {}).values():
                name = link["$ref"].rpartition("/")[2]
                yield source, status, openapi_document()["components"]["links"][name]


def _in_path(name: str) -> set[str]:
    return {each["name"] for each in operations()[name]["parameters"] if each.get("in") == "path"}


def test_a_link_gives_what_its_target_needs_beside_what_a_person_chooses() -> None:
    for source, status, link in _links():
        given = link.get("parameters", {})
        assert _in_path(link["operationId"]) - set(given) <= {"number"}, link
        assert set(given) <= _in_path(link["operationId"]), link
        assert all(_is_told(source, status, expression) for expression in given.values()), (source, link)


def _is_told(source: str, status: str, expression: str) -> bool:
    kind, _, pointer = expression.partition("#/")
    if kind != "$response.body":
        return expression.removeprefix("$request.path.") in _in_path(source)
    [content] = operations()[source]["responses"][status]["content"].values()
    return _told(content["schema"], pointer.split("/"))


def _told(shape: dict[str, Any], way: list[str]) -> bool:
    if "$ref" in shape:
        return _told(openapi_document()["components"]["schemas"][shape["$ref"].rpartition("/")[2]], way)
    if not way:
        return shape.get("type") in ("string", "integer")
    name, *rest = way
    inner = shape["items"] if name == "0" else shape.get("properties", {}).get(name)
    return inner is not None and _told(inner, rest)


def test_no_two_ways_to_an_operation_share_a_name() -> None:
    named = [(target, way.called) for way in WAYS for target in way.targets]
    assert len(set(named)) == len(named)
