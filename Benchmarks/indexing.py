"""Indexing without and with vectors, against plain Xapian and against the same content a second time."""
import time

from daemon import Daemon, donate, packages, row


def plain_xapian(entities):
    """Entities a second of Xapian's own TermGenerator, English stems, one thread; None without its bindings."""
    try:
        import xapian
    except ImportError:
        return None
    import shutil
    import tempfile
    folder = tempfile.mkdtemp(prefix="alm-bench-")
    database = xapian.WritableDatabase(folder + "/x", xapian.DB_CREATE_OR_OVERWRITE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(xapian.Stem("en"))
    began = time.monotonic()
    for entity in entities:
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(entity["display"]["title"], 2)
        generator.increase_termpos()
        generator.index_text(entity["display"].get("subtitle", ""))
        for value in entity["properties"].values():
            generator.index_text(str(value))
        database.add_document(document)
    database.commit()
    rate = len(entities) / (time.monotonic() - began)
    shutil.rmtree(folder)
    return rate


def run():
    entities = packages()
    with Daemon({"semantic": {"enabled": False}}) as daemon, daemon.client() as client:
        began = time.monotonic()
        donate(client, entities)
        accepted = len(entities) / (time.monotonic() - began)
        daemon.settle(client)
        rate = len(entities) / (time.monotonic() - began)
    peer = plain_xapian(entities)
    row("accepted and durable, no vectors", f"{accepted:,.0f} entities/s", "", True)
    if peer:
        row("searchable, no vectors, beside plain Xapian", f"{rate:,.0f}/s, {rate / peer:.2f} ×", "≥ 0.4 ×",
            rate / peer >= 0.4)
    else:
        row("searchable, no vectors (python3-xapian is not there)", f"{rate:,.0f}/s", "≥ 0.4 ×", False)
    some = entities[:10_000]
    with Daemon() as daemon, daemon.client() as client:
        began = time.monotonic()
        donate(client, some)
        daemon.settle(client)
        first = time.monotonic() - began
        began = time.monotonic()
        donate(client, some)
        daemon.settle(client)
        second = time.monotonic() - began
    row("10,000 with vectors", f"{len(some) / first:,.0f}/s", "", True)
    row("the same again", f"{second / first:.4f} of the time", "≤ 0.1", second / first <= 0.1)
