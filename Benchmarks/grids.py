"""Tables for the report."""
import peering
from figures import number


def cell(value, digits=None):
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:.{digits}f}" if digits is not None else number(value)


def grid(title, head, rows):
    return {"title": title, "head": list(head), "rows": [[cell(value) for value in row] for row in rows]}


def peers(names):
    """What was measured beside Almagest, in which version with which settings; what is absent, and why."""
    return grid("Peers", ("peer", "version", "settings"), [
        (row["name"], row["version"], f"absent: {row['absent']}" if row["absent"] else row["settings"])
        for row in peering.table(names)])
