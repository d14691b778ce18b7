"""Songs with made titles, and an app that has them (`song_provider.py`)."""
import json
import pathlib
import random
import sys

from daemon import Daemon
from inputs import written

OWN, OTHERS = "org.example.cosmotunes", "org.example.starradio"


def songs(bench, count, bundle, skip=0):
    """So many, each a line of JSON; the same for the same seed, and others with another `skip`."""
    generator = random.Random(17 + skip)
    synopses = [text.split() for text in bench.catalogue.synopses if len(text.split()) > 2]
    names = [word.capitalize() for title in bench.catalogue.titles for word in title.split("-") if word.isalpha() and len(word) > 3]
    result = []
    for number in range(count):
        left, right = generator.choice(synopses), generator.choice(synopses)
        title = " ".join(left[:generator.randint(1, 3)] + right[-generator.randint(1, 3):])
        artist = " ".join(generator.sample(names, 2))
        # Every twentieth is a playlist.
        is_list = number % 20 == 19
        result.append(json.dumps({
            "bundle": bundle, "type": "PlaylistEntity" if is_list else "SongEntity", "id": str(number),
            "schema": "audio.playlist" if is_list else "audio.song", "language": "en", "display": {"title": title, "subtitle": artist},
            "properties": {"title": title} if is_list else {"title": title, "artistName": artist}}, ensure_ascii=False, separators=(",", ":")))
    return result


class App:
    """A daemon beside which an app with these songs is installed; what its answers took is in `times`."""

    def __init__(self, lines, settings=None):
        self.daemon = Daemon({"semantic": {"enabled": False}, "providers": {"callMilliseconds": 60_000}, **(settings or {})})
        self.file = self.daemon.folder / "times"
        manifests = self.daemon.folder / "providers.d"
        manifests.mkdir()
        script = pathlib.Path(__file__).with_name("song_provider.py")
        (manifests / "songs.json").write_text(json.dumps({
            "bundle": OTHERS, "types": [{"type": "SongEntity", "schema": "audio.song"}, {"type": "PlaylistEntity", "schema": "audio.playlist"}],
            "calls": ["entities", "values", "reindex"],
            "command": [sys.executable, str(script), str(written("songs", lines)), str(self.file)]}))

    def start(self, client):
        """Returns when the app has read its songs."""
        client.call("entities", identifiers=[f"{OTHERS}/SongEntity/none"])

    @property
    def times(self):
        return [float(line) for line in self.file.read_text().split()]
