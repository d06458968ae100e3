"""nginx with the configuration of deploy/, in a folder of its own."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support.system import NGINX

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
OUTER = """
worker_processes 1;
daemon off;
pid {folder}/pid;
error_log {folder}/error.log warn;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/conf.d/*.conf;
}}
"""


def write_configuration(folder: Path, name: str, replaced: dict[str, str]) -> Path:
    """Put a configuration of deploy/ and what it includes into a folder, with some words replaced; the outer file."""
    (folder / "conf.d").mkdir(parents=True)
    sites = {"speelkist.conf": name, "speelkist-maps.conf": "nginx-maps.conf"}
    replaced = {"/etc/nginx/speelkist-locations.conf": str(folder / "locations.conf"), **replaced}
    for file, source in sites.items():
        text = (DEPLOY / source).read_text(encoding="utf-8")
        for old, new in replaced.items():
            text = text.replace(old, new)
        (folder / "conf.d" / file).write_text(text, encoding="utf-8")
    (folder / "locations.conf").write_bytes((DEPLOY / "nginx-locations.conf").read_bytes())
    outer = folder / "nginx.conf"
    outer.write_text(OUTER.format(folder=folder), encoding="utf-8")
    return outer


def check_configuration(outer: Path) -> str:
    """What nginx finds wrong in a configuration; empty if nothing."""
    done = subprocess.run(
        [NGINX.path(), "-t", "-q", "-p", outer.parent, "-c", outer], capture_output=True, text=True, check=False
    )
    return done.stderr if done.returncode else ""


@contextlib.contextmanager
def running_nginx(folder: Path, port: int, upstreams: Sequence[int]) -> Iterator[str]:
    """nginx of compose.yml in front of two processes on this machine; its URL."""
    servers = {
        f"{name}:8765": f"127.0.0.1:{upstream}" for name, upstream in zip(("first", "second"), upstreams, strict=True)
    }
    outer = write_configuration(folder, "nginx-compose.conf", {"listen 80;": f"listen 127.0.0.1:{port};", **servers})
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen([NGINX.path(), "-p", folder, "-c", outer], stdout=output, stderr=output)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(30)
