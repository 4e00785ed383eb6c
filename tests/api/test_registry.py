"""One list of codes: the registry, the OpenAPI document and docs/errors.md hold the same."""

import re

import pytest
from rest_framework.test import APIClient

from accounts.management.commands.write_errors import PATH, errors_table
from musapi.errors import PROBLEMS
from musapi.schema import openapi_document, problems


def documented_codes(document):
    """Every refusal code that an OpenAPI document names."""
    answers = list(document["components"]["responses"].values())
    for operations in document["paths"].values():
        for operation in operations.values():
            answers += operation["responses"].values()
    return {code for answer in answers for code in answer.get("x-codes", ())}


def test_the_document_names_every_code_and_no_other():
    assert documented_codes(openapi_document()) == set(PROBLEMS)


def test_the_table_of_refusals_is_up_to_date():
    assert PATH.read_text() == errors_table(), "run: python manage.py write_errors"
    assert set(re.findall(r"^\| `([^`]+)`", errors_table(), re.MULTILINE)) == set(PROBLEMS)


def test_codes_are_dotted_lower_case():
    assert all(re.fullmatch(r"[a-z]+\.[a-z_]+", code) for code in PROBLEMS)


def test_a_view_cannot_declare_a_code_that_does_not_exist():
    with pytest.raises(KeyError):
        problems("table.on_fire")


def _always(path: str, method: str, operation) -> set[str]:
    """The statuses that an operation can answer with whatever it does."""
    statuses = {"400", "406", "500", "503"}
    statuses |= {"413", "415"} if method in {"post", "put", "patch"} else set()
    statuses |= {"412"} if method == "get" else set()
    statuses |= {"401"} if {"bearer": []} in operation.get("security", ()) else set()
    return statuses | ({"404"} if "{" in path else set())


def test_every_operation_documents_what_may_always_happen():
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            assert set(operation["responses"]) >= _always(path, method, operation), (method, path)
            assert {"$ref": "#/components/parameters/AcceptLanguage"} in operation["parameters"], (
                method,
                path,
            )
            assert operation["description"], (method, path)


def _walk(node):
    yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _walk(inner)


def test_no_enum_is_nullable():
    for node in _walk(openapi_document()["components"]["schemas"]):
        if isinstance(node, dict) and "enum" in node:
            assert None not in node["enum"]
            assert "null" not in node.get("type", "")
    assert "NullEnum" not in openapi_document()["components"]["schemas"]


def test_every_reference_leads_somewhere():
    document = openapi_document()
    for node in _walk(document):
        if isinstance(node, dict) and "$ref" in node:
            place = document
            for step in node["$ref"].removeprefix("#/").split("/"):
                place = place[step]


def test_a_request_takes_no_unknown_key_and_says_so():
    schemas = openapi_document()["components"]["schemas"]
    assert schemas["RegistrationRequest"]["additionalProperties"] is False


def test_a_real_refusal_fits_the_problem_component(db):
    problem = openapi_document()["components"]["schemas"]["Problem"]
    body = APIClient().post("/api/v1/auth/login", {"username": 5}, format="json").json()
    assert set(problem["required"]) <= set(body) <= set(problem["properties"])
