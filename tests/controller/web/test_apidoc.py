"""The description of the API explains every route, parameter and field, and nothing that is not there."""

from typing import Any

import pytest

from controller.web.apidoc import GLOSSARY
from tests.controller.web.samples import SampleControl, SampleHub, sample_app


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    described: dict[str, Any] = sample_app(SampleHub(), SampleControl()).openapi()
    return described


def test_every_route_says_what_it_does(schema: dict[str, Any]) -> None:
    silent = [
        (method, path)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if not operation.get("description")
    ]
    assert silent == []


def test_every_field_is_explained(schema: dict[str, Any]) -> None:
    silent = [
        f"{name}.{field}"
        for name, model in schema["components"]["schemas"].items()
        for field, told in model.get("properties", {}).items()
        if not told.get("description")
    ]
    assert silent == [], "explain these in the model (Field(description=...)), or in controller.web.apidoc.GLOSSARY"


def test_the_glossary_explains_nothing_that_is_not_there(schema: dict[str, Any]) -> None:
    fields = {field for model in schema["components"]["schemas"].values() for field in model.get("properties", {})}
    assert sorted(set(GLOSSARY) - fields) == []


def test_the_page_of_the_api_needs_nothing_from_elsewhere(schema: dict[str, Any]) -> None:
    assert "X-Jantaku" in schema["info"]["description"]
    assert "http" not in str(schema.get("servers", ""))
