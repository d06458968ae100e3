"""Settings for all tests: sizes of samples, what is left out and that in CI nothing is, and what is running."""

import gc
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Generator
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

from tests.support import chance, samples

IN_CI = bool(os.environ.get("CI"))
TELL_SECONDS = 30  # how often it is told what is running
OPTIONAL = ("numba", "numpy", "playwright", "asyncpg", "ortools", "sphinx")  # packages without which tests are left out

# In CI the same examples every time: a red run then tells something about the change, not about luck.
COMMON = settings(
    deadline=None,
    derandomize=IN_CI,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("default", COMMON, max_examples=50)
settings.register_profile("deep", COMMON, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run what takes long, and samples at their full size")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts what is in the background like that
        signal.signal(signal.SIGINT, signal.default_int_handler)  # so that commands that are tested can be interrupted
    samples.set_slow(config.getoption("slow"))
    if not config.getoption("slow"):
        chance.fix_chance()
    # As plugins rather than as hooks of this file, so that they also see the README's examples.
    config.pluginmanager.register(LeftOut())
    if IN_CI:
        config.pluginmanager.register(NoSkippedTests())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Running(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without ``--slow``, tests that take long are not run; without a package, those that need it are left out.

    What takes many seconds comes first, the rest stays in its random order.
    """
    for item in items:
        for marker in item.iter_markers("needs"):
            if not find_spec(marker.args[0]):
                item.add_marker(pytest.mark.skip(reason=f"{marker.args[0]} is not installed"))
    if not config.getoption("slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tables of this test get the same dice and boards in every run."""
    chance.begin_test(item.nodeid)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all modules and tests, in the middle of a measured thought."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


class LeftOut:
    """Leaves out what needs a package that is not installed, and tells at the end what was left out and why."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        missing = missing_package(str(report.longrepr)) if report.failed else None
        if missing:
            report.outcome = "skipped"
            report.longrepr = (str(collector.path), 0, f"Skipped: {missing} is not installed")
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        error = call.excinfo.value if call.excinfo and report.failed else None
        missing = missing_package(repr(error)) if isinstance(error, ModuleNotFoundError) else None
        if missing:
            report.outcome = "skipped"
            report.longrepr = (str(item.path), 0, f"Skipped: {missing} is not installed")
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.reasons[f"all of {report.nodeid}: {reason(report).removeprefix('Skipped: ')}"] += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.reasons[reason(report).removeprefix("Skipped: ")] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.reasons:
            terminalreporter.section("left out")
            for why, count in sorted(self.reasons.items()):
                terminalreporter.write_line(f"{count:5} {why}")


def missing_package(error: str) -> str | None:
    """The optional package that an error says is not there, if it really is not."""
    return next((name for name in OPTIONAL if f"No module named '{name}" in error and not find_spec(name)), None)


class NoSkippedTests:
    """Makes a skipped test fail: in CI every test must be able to run. An expected failure is no skip."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.skipped and not hasattr(report, "wasxfail"):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} was skipped, and in CI no test may be: {reason(report)}"
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        if report.skipped:
            report.outcome = "failed"
            report.longrepr = f"{collector.nodeid} was skipped, and in CI no test may be: {reason(report)}"
        return report


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test was skipped, in its own words."""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2]
    return str(report.longrepr)


class Running:
    """Tells now and then which tests are running, so that one that hangs has a name."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._begun = time.monotonic()
        self._running: dict[str, float] = {}
        self._over = threading.Event()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._running[nodeid] = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._running.pop(nodeid, None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        threading.Thread(target=self._tell, daemon=True, name="what is running").start()
        try:
            return (yield)
        finally:
            self._over.set()

    def _tell(self) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        while reporter is not None and not self._over.wait(TELL_SECONDS):
            now = time.monotonic()
            running = [f"{nodeid} ({now - since:.0f} s)" for nodeid, since in list(self._running.items())]
            reporter.write_line("")
            reporter.write_line(f"after {now - self._begun:.0f} s, running: {', '.join(running) or 'nothing'}")
