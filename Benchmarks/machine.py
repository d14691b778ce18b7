"""The machine and the versions of what is measured."""
import os
import platform
import subprocess

from daemon import BINARIES, ROOT


def _output(*command):
    try:
        result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return result.stdout.strip()
    except FileNotFoundError:
        return ""


def _field(path, name):
    with open(path) as lines:
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(name)), "?")


def _debian(package):
    return _output("dpkg-query", "--show", "--showformat=${Version}", package)


def description():
    """What a figure needs beside it to mean anything."""
    flags = _field("/proc/cpuinfo", "flags").split()
    openvino = [line.split("==")[1].split()[0] for line in open(ROOT / "scripts" / "requirements.txt")
                if line.startswith("openvino==")]
    return {
        "processor": _field("/proc/cpuinfo", "model name"), "cores": os.cpu_count(),
        "instructions": [name for name in ("avx2", "avx512f", "avx512_vpopcntdq", "amx_bf16") if name in flags],
        "memory": _field("/proc/meminfo", "MemTotal"), "system": f"{platform.system()} {platform.release()}",
        "swift": (_output("swift", "--version").splitlines() or ["?"])[0],
        "xapian": _debian("libxapian-dev"), "sqlite": _debian("libsqlite3-dev"), "icu": _debian("libicu-dev"),
        "openvino": openvino[0] if openvino else "?",
        "almagest": _output(str(BINARIES / "almagestd"), "--version"),
        "commit": _output("git", "rev-parse", "--short", "HEAD")
        + (" with changes" if _output("git", "status", "--porcelain", "Sources") else ""),
    }


def load():
    """Processes that want a processor, averaged over a minute: above the measurement's own, others are at work."""
    return round(os.getloadavg()[0], 2)
