"""The files in deploy/ are well formed, agree with the program and with each other, and the documents point at them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from speelkist.cli.main import make_parser
from speelkist.server.settings import Settings
from tests.support.nginx import check_configuration, write_configuration

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
VARIABLES = {f"SPEELKIST_{name.upper()}" for name in Settings.__dataclass_fields__}
UNITS = sorted(DEPLOY.glob("*.service"))


def read(name: str) -> str:
    """A file of deploy/."""
    return (DEPLOY / name).read_text(encoding="utf-8")


# --- Docker -----------------------------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: name and the rest."""
    text = re.sub(r"^#.*\n", "", read("Dockerfile"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines if line.strip())]


def last_stage() -> dict[str, str]:
    """The instructions of the image that is run."""
    names = [name for name, _ in instructions()]
    start = len(names) - 1 - names[::-1].index("FROM")
    return dict(instructions()[start:])


def test_the_image_is_built_in_two_stages_and_run_without_rights() -> None:
    stages = [rest for name, rest in instructions() if name == "FROM"]
    assert len(stages) == 2
    assert all(re.match(r"python:3\.\d+-slim-\w+", stage) for stage in stages), "a version that is not `latest`"
    last = last_stage()
    assert last["USER"].isdigit() and int(last["USER"]) > 0
    assert f"--uid {last['USER']} " in dict(instructions())["RUN"]
    assert "/health" in last["HEALTHCHECK"]


def test_the_image_runs_a_command_that_there_is() -> None:
    program, *arguments = json.loads(last_stage()["CMD"])
    assert program == "speelkist"
    assert make_parser().parse_args(arguments).command == "serve"


def test_what_is_copied_into_the_image_is_there_and_not_ignored() -> None:
    allowed = [line.removeprefix("!") for line in read("Dockerfile.dockerignore").splitlines() if line.startswith("!")]
    assert all((ROOT / name).exists() for name in allowed)
    needed = {"pyproject.toml", "hatch_build.py", "src", "web", "locks", "README.md", "LICENSE", "NOTICE.md"}
    assert needed <= set(allowed)
    for lock in re.findall(r"locks/\w+\.txt", read("Dockerfile")):
        assert (ROOT / lock).exists()


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = shutil.which("hadolint") or shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if hadolint is None:
        pytest.skip("hadolint is not installed: it comes with locks/test.txt, on Linux")
    done = subprocess.run([hadolint, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False)
    assert done.stdout == "" and done.returncode == 0


def test_the_image_is_made_without_sudo_and_without_files_from_elsewhere() -> None:
    assert not {"ADD"} & {name for name, _ in instructions()}
    assert "sudo" not in read("Dockerfile")


def compose() -> dict[str, Any]:
    """The services together."""
    loaded: dict[str, Any] = yaml.safe_load(read("compose.yml"))
    return loaded


SERVICE_KEYS = {
    "build", "image", "init", "restart", "stop_grace_period", "read_only", "tmpfs", "cap_drop", "security_opt",
    "mem_limit", "ulimits", "environment", "volumes", "depends_on", "healthcheck", "hostname", "ports", "shm_size",
}  # fmt: skip


def test_compose_has_a_database_two_processes_and_nginx() -> None:
    services = compose()["services"]
    assert set(services) == {"postgres", "first", "second", "nginx"}
    for name, service in services.items():
        assert set(service) <= SERVICE_KEYS, name
        assert re.search(r":\d", service["image"]) or service["build"]["dockerfile"] == "deploy/Dockerfile"
        for other, wanted in service.get("depends_on", {}).items():
            assert wanted == {"condition": "service_healthy"}
            assert "healthcheck" in services[other] or "build" in services[other], "the image has its own"
    assert {**services["first"], "hostname": ""} == {**services["second"], "hostname": ""}
    assert services["nginx"]["ports"] == ["127.0.0.1:8080:80"], "without TLS it is open on this machine only"
    assert not [name for name in ("postgres", "first", "second") if "ports" in services[name]]


def test_compose_names_volumes_files_and_settings_that_there_are() -> None:
    loaded = compose()
    for service in loaded["services"].values():
        for volume in service.get("volumes", []):
            source, target, *mode = volume.split(":")
            assert target.startswith("/")
            if source.startswith("./"):
                assert (DEPLOY / source).exists() and mode == ["ro"]
            else:
                assert source in loaded["volumes"]
        names = set(service.get("environment", {}))
        assert {name for name in names if name.startswith("SPEELKIST_")} <= VARIABLES
    assert set(re.findall(r"SPEELKIST_\w+", read("Dockerfile"))) <= VARIABLES


# --- nginx ------------------------------------------------------------------------------------------------------------


def test_nginx_takes_the_configuration_for_compose(tmp_path: Path) -> None:
    outer = write_configuration(
        tmp_path / "n",
        "nginx-compose.conf",
        {"first:": "127.0.0.1:", "second:": "127.0.0.2:", "listen 80": "listen 18080"},
    )
    assert check_configuration(outer) == ""


def test_nginx_takes_the_configuration_for_a_machine_of_ones_own(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "1", "-subj", "/CN=kist.example"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    replaced = {"/etc/ssl/kist.example.pem": str(certificate), "/etc/ssl/kist.example.key": str(key)}
    outer = write_configuration(
        tmp_path / "n", "nginx.conf", {**replaced, "listen 80": "listen 18080", "listen 443": "listen 18443"}
    )
    assert check_configuration(outer) == ""


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-compose.conf"])
def test_no_process_is_held_for_dead_while_it_restarts(name: str) -> None:
    servers = re.findall(r"^\s*server \S+:\d+ (.*?);", read(name), re.MULTILINE)
    assert servers == ["max_fails=0", "max_fails=0"]
    assert "hash $table_or_any consistent;" in read(name)


# --- systemd ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_a_command_that_there_is_with_settings_that_there_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=/opt/speelkist/bin/speelkist (.*)$", text, re.MULTILINE)
    given = make_parser().parse_args(command.replace("%i", "8765").split())
    assert given.command in ("serve", "backup")
    assert set(re.findall(r"^Environment=(SPEELKIST_\w+)", text, re.MULTILINE)) <= VARIABLES


def test_the_strongest_bots_have_a_cache_that_they_can_write() -> None:
    text = read("speelkist@.service")
    assert "\nCacheDirectory=speelkist\n" in text
    assert "\nEnvironment=XDG_CACHE_HOME=%C\n" in text, "the program puts /speelkist behind it"
    for line in ("UMask=0077", "LimitNOFILE=65536", "MemoryMax=1500M", "DynamicUser=yes", "KillMode=mixed"):
        assert f"\n{line}\n" in text


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_systemd_takes_the_units_and_finds_them_safe(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not installed: nothing else can tell")
    files = []
    for path in (*UNITS, *DEPLOY.glob("*.timer")):
        text = re.sub(r"(?<==)(/opt/speelkist/bin/speelkist|/usr/bin/curl)", "/bin/true", path.read_text("utf-8"))
        copy = tmp_path / path.name.replace("@.", "@8765.")
        copy.write_text(text, encoding="utf-8")
        files.append(str(copy))
    done = subprocess.run([analyze, "verify", "--man=no", *files], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "speelkist" in line]
    assert complaints == []
    for path in UNITS:
        command = [analyze, "security", "--offline=yes", "--no-pager", "--threshold=20", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-200:]


# --- the documents ----------------------------------------------------------------------------------------------------


def test_hosting_shows_every_file_and_copies_none() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(\.\./deploy/([^)]+)\)", hosting))
    files = {path.name for path in DEPLOY.iterdir()} - {"Dockerfile.dockerignore"}
    assert linked == files
    assert not re.search(r"```(nginx|ini|dockerfile|yaml)", hosting), "a copy would grow old"
