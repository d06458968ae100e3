"""Jobs and replies as text, for a browser's page: its bots think in a worker that knows no tables."""

from __future__ import annotations

import dataclasses
import json

from .job import BotJob, BotReply, Suggestion, run_job


def write_job(job: BotJob) -> str:
    """What ``run_job_text`` takes."""
    return json.dumps(dataclasses.asdict(job))


def run_job_text(job: str) -> str:
    """Do a job; what ``read_reply`` takes."""
    return json.dumps(dataclasses.asdict(run_job(BotJob(**json.loads(job)))))


def read_reply(text: str) -> BotReply:
    """What a bot answered."""
    data = json.loads(text)
    moves = tuple(Suggestion(**move) for move in data["moves"])
    return BotReply(data["move"], data["by"], moves, data["judged"])
