"""The commands for a host: serve, config, backup, restore, purge, admin."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from textwrap import wrap
from typing import Any

from speelkist.cli.errors import Problem
from speelkist.cli.files import path_of
from speelkist.cli.terminal import Screen, clean
from speelkist.core import Phrase
from speelkist.server.settings import Settings, read_settings, unknown_variables

from . import admin

LONGEST = 36_500  # days
_DAYS = {"d": 1, "w": 7, "y": 365}


def add_parsers(commands: Any, common: argparse.ArgumentParser) -> None:
    """The commands and their arguments."""
    every = [setting.name for setting in fields(Settings)]
    serve = commands.add_parser("serve", parents=[common], help="run the server, for browsers to sit at its tables")
    _add_settings(serve, every)
    config = commands.add_parser("config", parents=[common], help="show the server's settings, as a file of them")
    _add_settings(config, every)
    backup = commands.add_parser("backup", parents=[common], help="copy the server's database, also while it runs")
    target = backup.add_mutually_exclusive_group(required=True)
    target.add_argument("file", metavar="FILE", nargs="?", help="where the copy goes")
    target.add_argument("--to", metavar="DIR", help="put it into this folder under the name of this moment")
    backup.add_argument("--keep", metavar="N", help="with --to: keep so many of these copies, and delete older ones")
    _add_settings(backup, ["db"])
    restore = commands.add_parser("restore", parents=[common], help="put a copy back in the place of the database")
    restore.add_argument("file", metavar="FILE", help="a copy that `speelkist backup` made")
    _add_settings(restore, ["db"])
    purge = commands.add_parser("purge", parents=[common], help="delete tables: old ones, or the ones you name")
    which = purge.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--older-than", metavar="90d", help="those not used for so many days (d), weeks (w) or years (y)"
    )
    which.add_argument("--table", action="append", metavar="ADDRESS", help="this one, used or not; may be repeated")
    purge.add_argument("--dry-run", action="store_true", help="only count them")
    _add_settings(purge, ["db"])
    tables = commands.add_parser(
        "admin", parents=[common], help="see and manage tables and networks, also while it runs"
    )
    _add_settings(tables, ["db"])
    admin.add_arguments(tables)


def _add_settings(parser: argparse.ArgumentParser, names: list[str]) -> None:
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings (see `speelkist config`)")
    parser.set_defaults(run=run)
    for setting in fields(Settings):
        if setting.name not in names:
            continue
        flag = "--" + setting.name.replace("_", "-")
        about = Phrase(f"cli.setting.{setting.name}").say().replace("%", "%%")
        if isinstance(setting.default, bool):
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=about)
        else:
            kind = "N" if isinstance(setting.default, int) else "TEXT"
            default = f" (default: {setting.default})" if setting.default != "" else ""
            parser.add_argument(flag, metavar=kind, help=about + default)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run one of these commands; returns the exit code."""
    named = {setting.name: getattr(given, setting.name, None) for setting in fields(Settings)}
    settings, origin = read_settings(named, file=None if given.config is None else path_of(given.config))
    for name in unknown_variables() if given.command != "serve" else ():  # the server puts it into its log
        print(clean(Phrase("cli.config.variable", name=name).say(screen.lang)), file=sys.stderr)
    match given.command:
        case "serve":
            from speelkist.server.main import serve

            return serve(settings, screen.tell)
        case "config":
            _show_config(screen, settings, origin)
        case "backup":
            _back_up(screen, named_database(screen, settings, origin), given)
        case "restore":
            _restore(screen, named_database(screen, settings, origin), path_of(given.file))
        case "purge":
            _purge(screen, named_database(screen, settings, origin), given)
        case "admin":
            return admin.run(screen, named_database(screen, settings, origin), given)
    return 0


def named_database(screen: Screen, settings: Settings, origin: dict[str, str]) -> Settings:
    """Settings with the database that is meant; if the host named none, they are told which it is."""
    from speelkist.server.storage.discovery import find_database

    if origin["db"] == "default":
        settings = find_database(settings)
        print(clean(Phrase("cli.database", name=settings.shown_database).say(screen.lang)), file=sys.stderr)
    return settings


def _show_config(screen: Screen, settings: Settings, origin: dict[str, str]) -> None:
    """Every setting, what it means and where it came from: itself a TOML file that can be used."""
    for setting in fields(Settings):
        for line in wrap(screen.word(f"setting.{setting.name}"), screen.width - 2):
            screen.print(screen.paint(f"# {line}", "dim"))
        value = getattr(settings, setting.name)
        source = screen.word("config.from." + origin[setting.name].replace(" ", "_"))
        if setting.name == "db":
            source += f": {settings.shown_database}" if not value else ""
            value = settings.database.without_password if "://" in value else value
        screen.print(clean(f"{setting.name} = {_toml(value)}  # {source}"))
        if setting.name == "db" and settings.database.has_password:
            screen.print(screen.paint(f"# {screen.word('config.password')}", "dim"))
        screen.print()


def _toml(value: bool | int | str) -> str:
    return json.dumps(value, ensure_ascii=False)  # for these kinds TOML writes as JSON does


def _back_up(screen: Screen, settings: Settings, given: argparse.Namespace) -> None:
    from speelkist.server.storage.admin import backup, rotating_backup

    if (given.keep is None) != (given.to is None) or (given.keep and not re.fullmatch("[1-9][0-9]{0,5}", given.keep)):
        raise Problem("cli.backup.keep")
    if given.to is None:
        to = path_of(given.file)
        size = backup(settings, to)
    else:
        to, size = rotating_backup(settings, path_of(given.to), int(given.keep))
    screen.say("backup.done", name=str(to), n=max(1, round(size / 1000)))


def _restore(screen: Screen, settings: Settings, copy: Path) -> None:
    from speelkist.server.storage.restore import restore

    kept = restore(settings, copy)
    screen.say("restore.done", name=str(copy), file=settings.shown_database)
    if kept is not None:
        screen.say("restore.kept", name=str(kept))


def _days(text: str) -> int:
    match = re.fullmatch(r"([0-9]{1,5})([dwy])", text)
    days = int(match[1]) * _DAYS[match[2]] if match else 0
    if not 0 < days <= LONGEST:
        raise Problem("cli.purge.days", text=text)
    return days


def _purge(screen: Screen, settings: Settings, given: argparse.Namespace) -> None:
    from speelkist.server.storage.admin import delete, purge

    done = "would" if given.dry_run else "done"
    if given.table is not None:
        addresses = [address.rstrip("/").rpartition("/")[2] for address in given.table]  # also as the browser shows it
        screen.say(f"purge.{done}.named", n=delete(settings, addresses, really=not given.dry_run))
        return
    days = _days(given.older_than)
    count = purge(settings, days, really=not given.dry_run)
    screen.say(f"purge.{done}", n=count, since=(datetime.now(UTC) - timedelta(days=days)).date().isoformat())
