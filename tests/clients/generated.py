"""Clients in Kotlin, Swift, Dart and Java, made by openapi-generator from the OpenAPI 3.0 document.

    python -m tests.clients.generated FOLDER

writes all four into a folder: what an author of an app would do.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import openapi_generator_cli

from tests.clients.tools import run

JAR = Path(openapi_generator_cli.__file__).with_name("openapi-generator.jar")
# For a program that ends in seconds, compiling it well is not worth the time.
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
QUICK_JAVA = ("java", *QUICK)
QUICK_JAVAC = ("javac", *(f"-J{option}" for option in QUICK))

# Without an unknown case a client fails at the first code that is newer than itself. What is absent must stay
# absent: plain `dart` sends nulls for it, and Java's lists are empty ones unless they are told to be null.
_COMMON = {"enumUnknownDefaultCase": True, "hideGenerationTimestamp": True}
GENERATORS: dict[str, dict[str, Any]] = {
    "kotlin": {"additionalProperties": {**_COMMON, "serializationLibrary": "moshi"}},
    "swift6": {"additionalProperties": _COMMON},
    "dart-dio": {"additionalProperties": {**_COMMON, "serializationLibrary": "json_serializable"}},
    "java": {
        "library": "native",
        "additionalProperties": {**_COMMON, "openApiNullable": False, "containerDefaultToNull": True},
    },
}
MODELS = {
    "kotlin": "src/main/kotlin/org/openapitools/client/models",
    "swift6": "Sources/OpenAPIClient/Models",
    "dart-dio": "lib/src/model",
    "java": "src/main/java/org/openapitools/client/model",
}


def generate(document: dict[str, Any], folder: Path) -> None:
    """Write each language's client into a folder of its name. AssertionError if a generator finds fault."""
    source = folder / "openapi.json"
    source.write_text(json.dumps(document), "utf-8")
    settings = []
    for name, options in GENERATORS.items():
        wish = {"generatorName": name, "inputSpec": str(source), "outputDir": str(folder / name), **options}
        settings.append(folder / f"{name}.json")
        settings[-1].write_text(json.dumps(wish), "utf-8")
    run([*QUICK_JAVA, "-jar", JAR, "batch", "--fail-fast", *settings])


def main() -> None:
    """The command."""
    import django

    django.setup()
    from musapi.openapi30 import in_openapi_30
    from musapi.schema import openapi_document

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    generate(in_openapi_30(openapi_document()), folder)


if __name__ == "__main__":
    main()
