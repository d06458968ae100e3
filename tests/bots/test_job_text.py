"""The jobs of a page's bots: as text, in a worker that loads little."""

from __future__ import annotations

import pytest

import speelkist
from speelkist.bots.job import new_job, run_job
from speelkist.bots.job_text import read_reply, run_job_text, write_job
from tests.test_bare import bare


@pytest.mark.parametrize("more", [{}, {"hint": True}, {"judged": "c2-c3"}], ids=["move", "hint", "judged"])
def test_a_job_is_done_as_text_as_it_is_done_at_once(more: dict[str, str | bool]) -> None:
    state = speelkist.load("knopf").start()
    job = new_job("abcdefgh", 0, state, "friend", False, **more)
    assert read_reply(run_job_text(write_job(job))) == run_job(job)


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        (
            "speelkist.bots.job_text",
            "speelkist.table speelkist.learn speelkist.paper asyncio email xml",
        ),
        ("speelkist.local.page", "importlib.metadata http.client urllib.request xml"),
    ],
)
def test_a_page_loads_only_what_it_needs(module: str, unwanted: str) -> None:
    ended = bare(f"import {module}\nprint(*sorted(sys.modules.keys() & set({unwanted.split()})))")
    assert (ended.stdout.strip(), ended.stderr) == ("", "")
