"""What has been released stays: openapi.yaml against docs/released.yaml, and the check itself."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.contract.breaking import NOW, RELEASED, bare, breaks, main, read

Document = dict[str, Any]
REF = "#/components/schemas/"

BEFORE: Document = {
    "openapi": "3.1.0",
    "info": {"version": "1"},
    "paths": {
        "/tables": {
            "get": {
                "operationId": "tables",
                "tags": ["tables"],
                "parameters": [
                    {
                        "in": "query",
                        "name": "status",
                        "schema": {"type": "string", "enum": ["open", "playing"]},
                    },
                    {"$ref": "#/components/parameters/Language"},
                ],
                "responses": {"200": {"$ref": "#/components/responses/Tables"}, "404": {"description": "-"}},
            },
            "post": {
                "operationId": "open",
                "tags": ["tables"],
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Wish"}}},
                },
                "responses": {
                    "201": {
                        "headers": {"Location": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Table"}}},
                    },
                },
            },
        },
    },
    "components": {
        "parameters": {"Language": {"in": "header", "name": "Accept-Language", "schema": {"type": "string"}}},
        "responses": {
            "Tables": {
                "content": {
                    "application/json": {
                        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Table"}},
                    },
                },
            },
        },
        "schemas": {
            "Wish": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "maxLength": 64},
                    "target": {"type": "integer", "minimum": 1, "maximum": 100, "default": 40},
                    "rating": {"type": ["integer", "null"]},
                    "level": {"$ref": "#/components/schemas/Level"},
                },
                "required": ["name"],
            },
            "Table": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "format": "uuid"},
                    "score": {"type": "array", "items": {"type": "integer"}},
                    "hand": {"anyOf": [{"$ref": "#/components/schemas/Hand"}, {"type": "null"}]},
                    "level": {"$ref": "#/components/schemas/Level"},
                    "event": {"$ref": "#/components/schemas/Event"},
                },
                "required": ["id", "score", "hand"],
            },
            "Hand": {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]},
            "Level": {"type": "string", "enum": ["novice", "casual"]},
            "Event": {
                "oneOf": [{"$ref": "#/components/schemas/Hand"}, {"$ref": "#/components/schemas/Sign"}],
                "discriminator": {
                    "propertyName": "type",
                    "mapping": {"hand": "#/components/schemas/Hand", "sign": "#/components/schemas/Sign"},
                },
            },
            "Sign": {"type": "object", "properties": {"gesture": {"type": "string"}}},
        },
    },
}


def schema(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]
    return found


def member(name: str, path: str, **changes: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        shape = schema(document, name)["properties"][path]
        shape.update(changes)

    return change


def remove(*path: str) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        node = document
        for name in path[:-1]:
            node = node[name]
        del node[path[-1]]

    return change


def put(*path: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        *way, name, value = path
        node = document
        for step in way:
            node = node[step]
        node[name] = value

    return change


OF_TABLES = ("paths", "/tables", "get")
OF_OPEN = ("paths", "/tables", "post")
SCHEMAS = ("components", "schemas")

BROKEN = {
    "a path is gone": (remove("paths", "/tables"), "get /tables: is gone"),
    "a method is gone": (remove(*OF_OPEN), "post /tables: is gone"),
    "an operation has another name": (put(*OF_OPEN, "operationId", "make"), "operationId is make now"),
    "an operation is in another group": (put(*OF_OPEN, "tags", ["play"]), "tags is ['play'] now"),
    "a token is needed": (put(*OF_OPEN, "security", [{"bearer": []}]), "needs a token now"),
    "a parameter is gone": (put(*OF_TABLES, "parameters", []), "query status: is gone"),
    "a new parameter is needed": (
        lambda new: new["paths"]["/tables"]["get"]["parameters"].append(
            {"in": "query", "name": "ruleset", "required": True, "schema": {"type": "string"}}
        ),
        "query ruleset: is needed now",
    ),
    "a parameter is needed": (
        put("components", "parameters", "Language", "required", True),
        "header Accept-Language: is needed now",
    ),
    "a parameter takes fewer codes": (
        lambda new: new["paths"]["/tables"]["get"]["parameters"][0]["schema"]["enum"].remove("playing"),
        "query status: without playing",
    ),
    "a parameter takes only codes": (
        put("components", "parameters", "Language", "schema", {"type": "string", "enum": ["eu"]}),
        "header Accept-Language: takes only some codes now",
    ),
    "a body is needed": (put(*OF_OPEN, "requestBody", "required", True), "needs a body now"),
    "a body is not taken": (remove(*OF_OPEN, "requestBody"), "takes no body now"),
    "a body of another kind": (
        put(*OF_OPEN, "requestBody", "content", {"text/plain": {}}),
        "body: no longer application/json",
    ),
    "a member of a request is gone": (
        remove(*SCHEMAS, "Wish", "properties", "target"),
        "body.target: is gone",
    ),
    "a member of a request is needed": (
        put(*SCHEMAS, "Wish", "required", ["name", "target"]),
        "body.target: is needed now",
    ),
    "a request takes another type": (
        member("Wish", "name", type="integer"),
        "body.name: no longer takes string",
    ),
    "a request takes no null": (
        member("Wish", "rating", type="integer"),
        "body.rating: no longer takes null",
    ),
    "a request takes less": (member("Wish", "target", maximum=50), "body.target: maximum is 50 now"),
    "a request takes no small numbers": (
        member("Wish", "target", minimum=10),
        "body.target: minimum is 10 now",
    ),
    "a request takes shorter texts": (member("Wish", "name", maxLength=8), "body.name: maxLength is 8 now"),
    "a request takes no short texts": (member("Wish", "name", minLength=8), "body.name: minLength is 8 now"),
    "a request takes some texts only": (member("Wish", "name", pattern="^a"), "body.name: pattern is ^a now"),
    "a request takes nothing beside": (
        put(*SCHEMAS, "Wish", "additionalProperties", False),
        "body: takes no other members now",
    ),
    "what is left out means something else": (
        member("Wish", "target", default=30),
        "body.target: its default is 30 now",
    ),
    "a code is gone": (put(*SCHEMAS, "Level", "enum", ["novice"]), "body.level: without casual"),
    "a status is gone": (
        lambda new: put(*OF_OPEN, "responses", {"200": new["paths"]["/tables"]["post"]["responses"]["201"]})(
            new
        ),
        "post /tables 201: is gone",
    ),
    "a new status that is no refusal": (
        put(*OF_OPEN, "responses", "202", {"description": "later"}),
        "post /tables 202: nobody knows what to do with it",
    ),
    "a header is gone": (
        remove(*OF_OPEN, "responses", "201", "headers", "Location"),
        "without the header Location",
    ),
    "an answer of another kind": (
        put("components", "responses", "Tables", "content", {"text/csv": {}}),
        "get /tables 200: no longer application/json",
    ),
    "a member of an answer is gone": (
        remove(*SCHEMAS, "Table", "properties", "id"),
        "get /tables 200[].id: is gone",
    ),
    "a member of an answer may be absent": (
        put(*SCHEMAS, "Table", "required", ["id", "hand"]),
        "200[].score: may be absent now",
    ),
    "an answer has another type": (member("Table", "id", type="integer"), "200[].id: may now be integer"),
    "an answer may be null": (member("Table", "id", type=["string", "null"]), "200[].id: may now be null"),
    "a known shape may be null": (
        put(*SCHEMAS, "Table", "properties", "level", {"anyOf": [{"$ref": f"{REF}Level"}, {"type": "null"}]}),
        "200[].level: may now be null",
    ),
    "a nullable shape has another name": (
        lambda new: (
            put(*SCHEMAS, "Deal", schema(new, "Hand"))(new),
            put(*SCHEMAS, "Table", "properties", "hand", "anyOf", 0, {"$ref": f"{REF}Deal"})(new),
        ),
        "200[].hand: Hand is now called Deal",
    ),
    "an answer may be anything": (
        put(*SCHEMAS, "Table", "properties", "id", {}),
        "200[].id: may now be anything",
    ),
    "an answer has another format": (
        member("Table", "id", format="date"),
        "200[].id: format uuid is now date",
    ),
    "an element has another type": (
        member("Table", "score", items={"type": "string"}),
        "200[].score[]: may now be string",
    ),
    "a nullable answer has other members": (
        remove(*SCHEMAS, "Hand", "properties", "number"),
        "200[].hand.number: is gone",
    ),
    "an answer is no code": (
        put(*SCHEMAS, "Level", {"type": "string"}),
        "200[].level: is no longer one of a few codes",
    ),
    "a shape has another name": (
        lambda new: (
            put(*SCHEMAS, "BotLevel", schema(new, "Level"))(new),
            member("Table", "level", **{"$ref": "#/components/schemas/BotLevel"})(new),
        ),
        "200[].level: Level is now called BotLevel",
    ),
    "a variant is gone": (
        remove(*SCHEMAS, "Event", "discriminator", "mapping", "sign"),
        "event: without sign",
    ),
    "a variant has lost a member": (
        remove(*SCHEMAS, "Sign", "properties", "gesture"),
        "event<sign>.gesture: is gone",
    ),
    "a union is one no more": (put(*SCHEMAS, "Event", {"type": "object"}), "event: is no longer a union"),
}

ALLOWED = {
    "nothing": lambda new: None,
    "other words": put(*OF_OPEN, "description", "Opens a table."),
    "a new path": put("paths", "/chat", {"get": {"operationId": "chat", "responses": {}}}),
    "a new method": put("paths", "/tables", "delete", {"operationId": "close", "responses": {}}),
    "an optional parameter": lambda new: new["paths"]["/tables"]["get"]["parameters"].append(
        {"in": "query", "name": "ruleset", "schema": {"type": "string"}}
    ),
    "an optional member of a request": put(*SCHEMAS, "Wish", "properties", "chat", {"type": "boolean"}),
    "a request that takes more": member("Wish", "target", maximum=1000, minimum=0),
    "a member of a request is not needed any more": put(*SCHEMAS, "Wish", "required", []),
    "a new member of an answer": put(*SCHEMAS, "Table", "properties", "chat", {"type": "boolean"}),
    "a member is always there now": put(*SCHEMAS, "Table", "required", ["id", "score", "hand", "level"]),
    "a new code": put(*SCHEMAS, "Level", "enum", ["novice", "casual", "strong"]),
    "a new variant": put(*SCHEMAS, "Event", "discriminator", "mapping", "chat", "#/components/schemas/Sign"),
    "a new refusal": put(*OF_OPEN, "responses", "429", {"description": "later"}),
    "a refusal less": remove(*OF_TABLES, "responses", "404"),
    "a new header": put(*OF_OPEN, "responses", "201", "headers", "ETag", {}),
}


def changed(change: Callable[[Document], Any]) -> Document:
    document = copy.deepcopy(BEFORE)
    change(document)
    return document


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_promise_is_told(name: str) -> None:
    change, told = BROKEN[name]
    assert any(told in broken for broken in breaks(BEFORE, changed(change))), breaks(BEFORE, changed(change))


@pytest.mark.parametrize("name", ALLOWED)
def test_what_only_adds_breaks_nothing(name: str) -> None:
    assert breaks(BEFORE, changed(ALLOWED[name])) == []


def test_what_is_released_is_kept() -> None:
    assert breaks(read(RELEASED), read(NOW)) == [], "see tests/contract/breaking.py"


def test_the_released_document_is_compared_without_its_words() -> None:
    now = read(NOW)
    assert breaks(now, bare(now)) == breaks(bare(now), now) == []


def test_the_command_tells_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: Any
) -> None:
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_text(str(BEFORE))
    new.write_text(str(changed(remove(*OF_OPEN))))
    monkeypatch.setattr("sys.argv", ["breaking", str(old), str(new)])
    assert main() == 1
    assert capsys.readouterr().out == "post /tables: is gone\n"
    monkeypatch.setattr("sys.argv", ["breaking", str(old), str(old)])
    assert main() == 0
