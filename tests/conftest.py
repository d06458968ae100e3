"""Settings for all tests: how long hypothesis searches, and no skipped test in CI."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

IN_CI = bool(os.environ.get("CI"))

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


def pytest_configure(config: pytest.Config) -> None:
    if IN_CI:
        # As a plugin rather than as hooks of this file, so that it also sees the README's examples.
        config.pluginmanager.register(NoSkippedTests())


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all modules and tests, in the middle of a measured thought."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
