"""A browser as a visitor has it: a profile of its own on disk, and nobody who records what its pages fetch.

Under Playwright's inspector the page's own process holds a copy of every answer, of Python's 13 MB in each worker too,
and its contexts have no profile on disk. What is measured here must not depend on that.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

POLL = 0.02


class BarePage:
    """A tab."""

    def __init__(self, browser: BareBrowser, target: str) -> None:
        self._browser = browser
        self._target = target
        self._session = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def send(self, method: str, **params: Any) -> Any:
        """A command of the DevTools protocol."""
        return self._browser.send(method, self._session, **params)

    def evaluate(self, script: str) -> Any:
        """The value of an expression, awaited."""
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def goto(self, address: str) -> None:
        """Begin to load a page."""
        self.send("Page.navigate", url=address)

    def wait_for(self, condition: str, seconds: float = 300) -> None:
        """Until an expression is true."""
        end = time.monotonic() + seconds
        while not self.holds(condition):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(POLL)

    def holds(self, condition: str) -> bool:
        """Whether an expression is true now."""
        try:
            return bool(self.evaluate(f"!!({condition})"))
        except RuntimeError:
            return False  # the page is just being changed for another

    def click(self, element: str) -> None:
        """Press what an expression finds, when it is there."""
        self.wait_for(element)
        self.evaluate(f"{element}.click()")

    def close(self) -> None:
        """Close the tab."""
        self._browser.send("Target.closeTarget", targetId=self._target)


class BareBrowser:
    """Chromium, spoken to through a pipe."""

    def __init__(self, program: Path, profile: Path, arguments: list[str]) -> None:
        browser_reads, we_write = os.pipe()
        we_read, browser_writes = os.pipe()
        command = [str(program), *arguments, "--headless", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        script = f'exec 3<&{browser_reads} 4>&{browser_writes}; exec "$@"'  # the pipe has these two numbers
        self._process = subprocess.Popen(
            ["sh", "-c", script, "sh", *command], pass_fds=(browser_reads, browser_writes), stderr=subprocess.DEVNULL
        )
        os.close(browser_reads)
        os.close(browser_writes)
        self._output, self._input = we_write, we_read
        self._pending = b""
        self._numbers = itertools.count(1)

    def send(self, method: str, session: str = "", **params: Any) -> Any:
        """A command, and its answer."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._output, json.dumps(message).encode() + b"\0")
        answer = self._receive()
        while answer.get("id") != number:  # an event
            answer = self._receive()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._pending:
            data = os.read(self._input, 1 << 20)
            if not data:
                raise EOFError("the browser is gone")
            self._pending += data
        text, _, self._pending = self._pending.partition(b"\0")
        return dict(json.loads(text))

    def page(self, width: int, height: int) -> BarePage:
        """A new tab."""
        target = self.send("Target.createTarget", url="about:blank", width=width, height=height)["targetId"]
        return BarePage(self, target)

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(EOFError):
            self.send("Browser.close")
        self._process.wait()
        os.close(self._output)
        os.close(self._input)
