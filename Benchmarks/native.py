"""Runs the operations of `almagest-bench`."""
import json
import os
import pathlib
import subprocess

from daemon import ROOT

PACKAGE = ROOT / "Benchmarks"
# ALMAGEST_BENCH names a program that is built already.
PROGRAM = pathlib.Path(os.environ.get("ALMAGEST_BENCH", PACKAGE / ".build" / "release" / "almagest-bench"))


def build():
    if "ALMAGEST_BENCH" in os.environ:
        return
    subprocess.run(["swift", "build", "--package-path", str(PACKAGE), "--configuration", "release"], check=True)


def command(operation, **options):
    words = [str(PROGRAM), operation]
    for name, value in options.items():
        words += ["--" + name.replace("_", "-"), str(value)]
    return words


def run(operation, **options):
    """The operation's report."""
    return json.loads(subprocess.run(command(operation, **options), stdout=subprocess.PIPE, check=True).stdout)


def load(daemon, requests, clients=1, warm=0):
    """Sends the requests of a file; every one must be answered."""
    report = run("load", socket=daemon.socket, requests=requests, clients=clients, warm=warm)
    if report["errors"]:
        raise SystemExit(f"{report['errors']} of {report['requests']} requests in {requests} failed")
    return report
