"""The dashboard and the alert rules ask for metrics that the server has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import TestServer, running_server

yaml: Any = pytest.importorskip("yaml")

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
DASHBOARD = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
RULES = yaml.safe_load((DEPLOY / "prometheus-alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
QUERIES += [DASHBOARD["templating"]["list"][1]["query"]["query"]]
ALERTS = [rule["expr"] for rule in RULES]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("queries", [QUERIES, ALERTS], ids=["dashboard", "alerts"])
def test_every_metric_that_is_asked_for_exists(server: TestServer, queries: list[str]) -> None:
    server.http("GET", "/api/tables/22222222/record")  # a refusal, so that there is a reason
    text = server.http("GET", "/metrics").text
    known = {re.split("[ {]", line)[0] for line in text.splitlines() if not line.startswith("#")}
    asked = {name for query in queries for name in re.findall(r"\bspeelkist_\w+", query)}
    assert asked and asked <= known


@pytest.mark.parametrize("query", sorted({*QUERIES, *ALERTS}))
def test_the_brackets_of_a_query_match(query: str) -> None:
    stack = []
    for sign in query:
        if sign in "([{":
            stack.append(sign)
        elif sign in ")]}":
            assert stack and stack.pop() + sign in ("()", "[]", "{}")
    assert not stack


def test_the_rules_and_panels_are_complete() -> None:
    names = [rule["alert"] for rule in RULES]
    assert len(set(names)) == len(names)
    for rule in RULES:
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert rule["annotations"]["summary"]
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    assert all(panel["targets"] and panel["title"] for panel in DASHBOARD["panels"])
