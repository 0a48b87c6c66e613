"""The OpenAPI document and its page: they say what the code does, and nobody outside is needed to read them."""

from __future__ import annotations

import re

import pytest
from marshmallow import Schema

from app.answers import problems
from app.api import schemas
from app.api.page import document
from solver.game.events import EVENT_TYPES
from solver.questions.answers import ANSWERS
from solver.questions.inputs import INPUTS
from tests.app.api.fuzz import fuzz


@pytest.fixture(scope="module")
def spec(service):
    with service.test_request_context():
        return document()


def test_it_lists_every_address_of_the_api(service, spec):
    rules = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in service.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/") and "openapi" not in rule.rule
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    documented = {
        (path, method)
        for path, methods in spec["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "delete", "patch")
    }
    assert documented == rules
    assert {f"/api/v1/{command}" for command in ANSWERS} <= set(spec["paths"])


def test_every_operation_has_a_title_and_names_its_refusals(spec):
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            assert operation["summary"], path
            assert operation["operationId"], path
            refusals = {status: one for status, one in operation["responses"].items() if int(status) >= 400}
            for one in refusals.values():
                assert list(one["content"]) == ["application/problem+json"], path


def keys(schema: type[Schema]) -> set[str]:
    return {field.data_key or name for name, field in schema().fields.items()}


def test_what_is_documented_is_what_is_read(spec):
    parts = spec["components"]["schemas"]
    for name, schema in (("Position", INPUTS["score"]), ("Network", INPUTS["trail"]), ("Pay", INPUTS["pay"])):
        assert set(parts[name]["properties"]) == keys(schema), name
        assert parts[name]["additionalProperties"] is False
    assert set(schemas.EVENTS) == set(EVENT_TYPES)
    bounds = parts["Route"]["properties"]["length"]
    assert (bounds["type"], bounds["minimum"], bounds["maximum"]) == ("integer", 1, 9)
    assert parts["Pay"]["properties"]["edition"]["enum"]


def test_the_page_explains_every_operation_and_code_without_anything_from_elsewhere(caller, spec):
    for language in ("en", "ru"):
        text = caller.client.get("/api", headers={"Accept-Language": language}).text
        for methods in spec["paths"].values():
            for operation in methods.values():
                if isinstance(operation, dict):
                    assert f'id="{operation["operationId"]}"' in text
        for code in problems.CODES:
            assert f'id="{code}"' in text
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
    assert "Для других программ" in text


def test_a_browser_is_led_from_the_root_to_the_page_and_nobody_else_is(caller):
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    for root in ("/api/v1", "/api/v1/"):
        led = caller.client.get(root, headers=browser)
        assert (led.status_code, led.headers["Location"]) == (302, "/api")
        for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
            answer = caller.client.get(root, headers=headers)
            assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")
        assert caller.client.post(root, headers=browser).status_code == 404
    assert caller.client.get("/api/v1/nothing", headers=browser).mimetype == "application/problem+json"


def test_a_hundred_requests_from_the_document_find_nothing_wrong(tmp_path):
    """``make api-fuzz`` sends thousands."""
    count, wrong = fuzz(tmp_path, examples=6, seed=3, phases="examples,fuzzing")
    assert not wrong, wrong[-6000:]
    assert count >= 100
