"""The environment that what is measured beside Almagest runs in: PyPI's files by hash, and Debian's Xapian and Recoll.

Made under Benchmarks/.peers by the first run; `usable()` says what is not there and why. Nothing is fetched again while the
lists of files stay the same; what could not be had is tried again by the next run.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

from daemon import ROOT

FOLDER = ROOT / "Benchmarks" / ".peers"
LISTS = ROOT / "Benchmarks" / "peers"
PYTHON = FOLDER / "bin" / "python"
# Debian package: what it is here for. `g++` and the headers compile hnswlib.
DEBIAN = {"python3-venv": "the environment", "python3-xapian": "Xapian", "recollcmd": "Recoll",
          "python3-dev": "hnswlib", "g++": "hnswlib"}


def _say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


def _installed(package):
    result = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package], capture_output=True, text=True)
    return result.stdout == "installed"


def _debian():
    """Installs the Debian packages that are missing; returns why each that still is could not be."""
    missing = [package for package in DEBIAN if not _installed(package)]
    if not missing:
        return {}
    install = ["apt-get", "install", "--yes", "--no-install-recommends"]
    if os.geteuid() != 0:
        return {p: f"Debian's {p} is not installed; root runs: {' '.join(install)} {p}" for p in missing}
    surroundings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    reasons, updated = {}, False
    for package in missing:
        _say(f"installing Debian's {package}")
        result = subprocess.run(install + [package], env=surroundings, capture_output=True, text=True)
        if result.returncode and not updated:
            subprocess.run(["apt-get", "update"], env=surroundings, capture_output=True)
            updated = True
            result = subprocess.run(install + [package], env=surroundings, capture_output=True, text=True)
        if result.returncode:
            reasons[package] = f"Debian's {package} could not be installed (offline?): {_last(result.stderr)}"
    return reasons


def _last(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wrong = [line for line in lines if line.lower().startswith(("error", "e:"))]
    return (wrong or lines or ["no reason was given"])[-1][:300]


def _pip(*words):
    return subprocess.run(
        [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", *words],
        capture_output=True, text=True)


def _stamp():
    digest = hashlib.sha256()
    for file in ("requirements.txt", "hnswlib.txt"):
        digest.update((LISTS / file).read_bytes())
    return digest.hexdigest()


def _python():
    """Debian's own Python, which its Xapian is built for; else the one that runs this."""
    return "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


def prepare():
    """Makes the environment unless it is there; returns a reason for each part that is missing: `pypi`, `hnswlib` or a
    Debian package."""
    reasons = _debian()
    stamp = FOLDER / ".stamp"
    made = stamp.read_text() if stamp.exists() else ""
    if made != _stamp() or subprocess.run([str(PYTHON), "-c", ""]).returncode:
        shutil.rmtree(FOLDER, ignore_errors=True)
        result = subprocess.run([_python(), "-m", "venv", str(FOLDER)], capture_output=True, text=True)
        if result.returncode:
            shutil.rmtree(FOLDER, ignore_errors=True)
            return {**reasons, "pypi": f"no environment could be made: {_last(result.stdout + result.stderr)}"}
        _say("fetching the files of Benchmarks/peers/requirements.txt from PyPI (about 200 MB)")
        result = _pip("--only-binary", ":all:", "--require-hashes", "--requirement", str(LISTS / "requirements.txt"))
        if result.returncode:
            reasons["pypi"] = f"the files could not be fetched from PyPI (offline?): {_last(result.stderr)}"
            _link_xapian()
            return {**reasons, "hnswlib": reasons["pypi"]}
        stamp.write_text(_stamp())
    if subprocess.run([str(PYTHON), "-c", "import hnswlib"], capture_output=True).returncode:
        _say("compiling hnswlib")
        result = _pip("--no-build-isolation", "--no-binary", ":all:", "--require-hashes", "--requirement",
                      str(LISTS / "hnswlib.txt"))
        if result.returncode:
            reasons["hnswlib"] = f"hnswlib could not be fetched or compiled: {_last(result.stderr)}"
    _link_xapian()
    return reasons


def _link_xapian():
    """Debian's Xapian alone, not all that Debian has for Python, is seen in the environment."""
    own = next(FOLDER.glob("lib/python3*/site-packages"), None)
    debian = pathlib.Path("/usr/lib/python3/dist-packages/xapian")
    if own and debian.is_dir() and not (own / "xapian").exists():
        (own / "xapian").symlink_to(debian)
