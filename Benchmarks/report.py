"""The report: JSON, Markdown and one self-contained HTML page."""
import html
import json
import pathlib

import plots
from daemon import ROOT
from figures import number

FOLDER = ROOT / "Benchmarks" / "report"


def value(figure):
    return f"{number(figure.value)} {figure.unit}".strip()


def parts(folder, operations):
    """What each operation left, in the order of the operations."""
    files = [pathlib.Path(folder) / "parts" / f"{name}.json" for name in operations]
    return [json.loads(file.read_text()) for file in files if file.exists()]


def write(folder, operations):
    done = parts(folder, operations)
    folder = pathlib.Path(folder)
    (folder / "report.json").write_text(json.dumps({"operations": done}, indent=1) + "\n")
    (folder / "report.md").write_text(markdown(done))
    (folder / "index.html").write_text(page(done))


def _heading(part):
    small = "" if part["share"] == 1 else f" A trial run at {part['share']} of the size: no figures to be compared."
    return (f"{part['description'].strip()}{small} Run with `{part['command']}` on {part['date']} in "
            f"{part['seconds']:.0f} s; processes that wanted a processor: {part['load']['before']} before, "
            f"{part['load']['after']} after; commit {part['machine']['commit']}.")


def _took(done):
    """How long each operation took, beside what it may take."""
    rows = [(part["title"], f"{part['seconds']:,.0f} s", f"{part['budget']} s" if part.get("budget") else "")
            for part in done]
    return rows + [("all", f"{sum(part['seconds'] for part in done):,.0f} s", "")]


def _rows(part):
    for figure in part["figures"]:
        yield (figure["title"], f"{number(figure['value'])} {figure['unit']}".strip(), figure["aim"],
               figure["verdict"])


def _facts(done):
    """Machine and versions of the newest part, and checksums of all data."""
    if not done:
        return []
    newest = max(done, key=lambda part: part["date"])
    facts = [(name, ", ".join(v) if isinstance(v, list) else str(v)) for name, v in newest["machine"].items()]
    data = {name: v for part in done for name, v in part["data"].items()}
    return facts + [(f"data: {name}", f"{v['count']:,}, sha256 {v['sha256']}") for name, v in data.items()]


def _lines(head, rows, align=None):
    """A table in Markdown; the first column to the left, the others to the right."""
    sides = ["---:" if side == "r" else "---" for side in align or "l" + "r" * (len(head) - 1)]
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return ["| " + " | ".join("" if name == "." else name for name in head) + " |", "|" + "|".join(sides) + "|"] + [
        "| " + " | ".join(row) + " |" for row in cells]


def markdown(done):
    lines = ["# Almagest: figures", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {text} |" for name, text in _facts(done)]
    for part in done:
        lines += ["", f"## {part['title']}", "", _heading(part), ""]
        if part.get("failed"):
            lines += [f"**Failed:** {part['failed']}", ""]
        if part["figures"]:
            lines += _lines("figure measured aim .".split(), _rows(part), "lrrl")
        for table in part.get("tables", []):
            lines += ["", f"### {table['title']}", ""] + _lines(table["head"], table["rows"])
    lines += ["", "## Time", ""] + _lines(["operation", "took", "budget"], _took(done))
    return "\n".join(lines) + "\n"


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24 }
table { border-collapse: collapse; margin: 1rem 0; width: 100% } td, th { text-align: left; padding: .25rem .6rem }
tr { border-bottom: 1px solid #d8dee4 } .figures td:nth-child(2), .figures td:nth-child(3) { text-align: right; white-space: nowrap }
div { overflow-x: auto } .grid { font-size: .85rem } .grid td:not(:first-child), .grid th:not(:first-child) { text-align: right }
.facts td { text-align: left; white-space: normal; overflow-wrap: anywhere; font-size: .85rem }
.reached { color: #116329 } .missed { color: #a40e26 } svg { max-width: 100%; height: auto } p { color: #57606a }
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3 } tr { border-color: #30363d }
  p { color: #9198a1 } .reached { color: #3fb950 } .missed { color: #f85149 } }
"""


def _table(kind, rows, head=""):
    body = "".join("<tr>" + "".join(cells) + "</tr>" for cells in rows)
    return f"<table class='{kind}'>{head}{body}</table>"


def _grid(table):
    """A table with a heading and any number of columns."""
    head = "<tr>" + "".join(f"<th>{html.escape(name)}" for name in table["head"]) + "</tr>"
    rows = [[f"<td>{html.escape(str(cell))}</td>" for cell in row] for row in table["rows"]]
    return f"<h3>{html.escape(table['title'])}</h3><div>{_table('grid', rows, head)}</div>"


def page(done):
    cell = lambda text, kind="": f"<td class='{kind}'>{html.escape(text)}</td>"  # noqa: E731
    out = ["<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>",
           f"<title>Almagest: figures</title><style>{STYLE}</style><h1>Almagest: figures</h1>",
           _table("facts", [(cell(name), cell(text)) for name, text in _facts(done)])]
    head = "<tr><th>figure<th>measured<th>aim<th></tr>"
    for part in done:
        out.append(f"<h2>{html.escape(part['title'])}</h2><p>{html.escape(_heading(part))}</p>")
        if part.get("failed"):
            out.append(f"<p class='missed'>Failed: {html.escape(part['failed'])}</p>")
        if part["figures"]:
            out.append(_table("figures", [
                (cell(title), cell(measured), cell(aim), cell(verdict, verdict.split(" ")[0]))
                for title, measured, aim, verdict in _rows(part)], head))
        out += [_grid(table) for table in part.get("tables", [])]
        out += [plots.svg(plot) for plot in part["plots"]]
    out.append(_grid({"title": "Time", "head": ["operation", "took", "budget"], "rows": _took(done)}))
    return "\n".join(out) + "</html>\n"
