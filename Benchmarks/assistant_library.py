"""Cases of real phrasings, and a library that holds what they name among distractors made of public titles."""
import collections
import datetime
import gzip
import json
import re

import spoken
from judged import folder

# So many of each kind of phrasing at most.
MOST = 60
BUNDLES = {
    "audio": "org.example.Tunes", "calendar": "org.example.CometCal", "mail": "org.example.Postbox",
    "messages": "org.example.Chatter", "clock": "org.example.Clock",
}
TYPES = {
    "audio.song": "SongEntity", "audio.album": "AlbumEntity", "audio.artist": "ArtistEntity",
    "audio.playlist": "PlaylistEntity", "audio.audiobook": "MediaBookEntity", "audio.podcastShow": "PodcastShowEntity",
    "audio.liveRadioStation": "LiveRadioStationEntity", "calendar.event": "EventEntity",
    "mail.message": "MailMessageEntity", "messages.message": "MessageEntity", "clock.alarm": "AlarmEntity",
}
NAMED = {
    "song_name": "audio.song", "playlist_name": "audio.playlist", "audiobook_name": "audio.audiobook",
    "podcast_name": "audio.podcastShow", "radio_name": "audio.liveRadioStation",
}


def rows(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def folded(text):
    return " ".join(re.findall(r"\w+", text.lower()))


def titled(text):
    """As a library writes what was said in small letters."""
    text = re.sub(r"\s+'s\b", "'s", text)
    return text if text != text.lower() else re.sub(r"(^|\s)(\w)", lambda m: m.group(1) + m.group(2).upper(), text)


def owner_of(text):
    return re.sub(r"\s*['’]s$", "", text.strip())


def person(name, **more):
    return {"person": {"name": name, **more}}


def name_of(value):
    """The first name within a value; None where there is none."""
    if isinstance(value, dict):
        return value["name"] if isinstance(value.get("name"), str) else name_of(list(value.values()))
    return next(filter(None, map(name_of, value)), None) if isinstance(value, list) else None


class Titles:
    """Public titles and names: of songs, albums, films, books, mails, notes and papers."""

    def __init__(self, phrasings):
        source = folder()
        works = [s["value"] for r in phrasings for s in r["slots"] if s["slot"] in ("object_name", "movie_name")]
        artists = [s["value"] for r in phrasings for s in r["slots"] if s["slot"] == "artist"]
        playlists = [s["value"] for r in phrasings for s in r["slots"] if s["slot"] == "playlist"]
        events, subjects, names = [], [], []
        for entity in rows(source.parent / "resolve" / "entities.ndjson.gz"):
            title, properties = entity["display"]["title"], entity["properties"]
            match entity["type"]:
                case "SongEntity" | "AlbumEntity":
                    works.append(title)
                    artists.append(properties.get("artistName", ""))
                case "PlaylistEntity": playlists.append(title)
                case "EventEntity": events.append(title)
                case "MailMessageEntity" | "NoteEntity": subjects.append(title)
                case "ContactEntity": names.append(title)
        for path in sorted(source.glob("*/docs.jsonl*")):
            subjects += [row["title"] for row in rows(path) if 8 <= len(row.get("title") or "") <= 70]
        self.works, self.artists, self.playlists, self.events, self.subjects, self.names = (
            sorted({text for text in texts if text.strip()})
            for texts in (works, artists, playlists, events, subjects, names))


class Library:
    """Entities of the example apps."""

    def __init__(self, generator, titles, now):
        self.random, self.titles, self.now, self.entities = generator, titles, now, []

    def add(self, schema, title, properties, subtitle=None):
        entity = {
            "bundle": BUNDLES[schema.split(".")[0]], "type": TYPES[schema], "id": f"{len(self.entities):06}",
            "schema": schema, "display": {"title": title}, "properties": properties,
        }
        if subtitle:
            entity["display"]["subtitle"] = subtitle
        self.entities.append(entity)
        return entity

    # What there is of each schema.

    def song(self, title, artist):
        album = self.random.choice(self.titles.works)
        return self.add(
            "audio.song", title, {"title": title, "artistName": artist, "albumTitle": album}, f"{artist} · {album}")

    def album(self, title, artist):
        return self.add("audio.album", title, {"title": title, "artistName": artist}, artist)

    def artist(self, name):
        return self.add("audio.artist", name, {"name": name}, "Artist")

    def playlist(self, title, owner=None):
        """The user's own without an owner."""
        name = owner or "Sam Rivers"
        value = person(name) if owner else person(name, isMe=True)
        return self.add(
            "audio.playlist", title,
            {"title": title, "owner": {"case": "person", "value": value}, "createdByMe": not owner}, f"by {name}")

    def named(self, schema, title):
        maker = {"audio.audiobook": "author", "audio.liveRadioStation": "providerName"}.get(schema)
        return self.add(
            schema, title, {"title": title} | ({maker: self.random.choice(self.titles.names)} if maker else {}))

    def event(self, title, start, attendee=None, place=None):
        end = start + datetime.timedelta(hours=1)
        properties = {"title": title, "startDate": moment(start), "endDate": moment(end)}
        if attendee:
            properties["attendees"] = [{"record": {"person": person(attendee)}}]
        if place:
            properties["location"] = {"case": "place", "value": {"place": {"name": place}}}
        return self.add("calendar.event", title, properties, f"{start:%a %-d %b %Y, %H:%M}")

    def message(self, schema, sender, title, date):
        if schema == "mail.message":
            return self.add(
                schema, title, {
                    "subject": title, "sender": person(sender), "dateSent": moment(date), "dateReceived": moment(date),
                }, f"from {sender}")
        properties = {"author": {"record": {"person": person(sender)}}, "date": moment(date), "body": title}
        return self.add(schema, sender, properties, title)

    def alarm(self, time, label=None):
        properties = {"time": {"date": f"{time:%Y-%m-%dT%H:%M:%S}"}, "isEnabled": True} | (
            {"label": label} if label else {})
        return self.add("clock.alarm", label or "Alarm", properties, f"{time:%A %H:%M}")

    # Names and days of others.

    def name(self):
        return self.random.choice(self.titles.names)

    def day(self):
        return datetime.datetime.combine(self.now, datetime.time()) + datetime.timedelta(
            days=self.random.randrange(-200, 200), hours=self.random.randrange(7, 21))

    def title(self):
        """A public title, often changed by a word of another."""
        title = self.random.choice(self.titles.works)
        if self.random.random() < 0.5:
            words = title.split()
            words[self.random.randrange(len(words))] = self.random.choice(
                self.random.choice(self.titles.works).split())
            title = " ".join(words)
        return title + self.random.choice([""] * 6 + [" (Live)", " - Remix", " (Deluxe)"])


def moment(when):
    return {"date": f"{when:%Y-%m-%dT%H:%M:%SZ}"}


class Answers:
    """Which entities have all that an input says: they are as right as the one that a case names."""

    def __init__(self, entities):
        self.by_title, self.by_schema = collections.defaultdict(list), collections.defaultdict(list)
        for entity in entities:
            self.by_title[folded(entity["display"]["title"])].append(entity)
            self.by_schema[entity["schema"]].append(entity)

    def of(self, case):
        if "criteria" in case["input"]:
            found = self.by_title[folded(case["input"]["criteria"]["searchQuery"])]
            return [entity for entity in found if entity["schema"] in case["accepts"]]
        said = case["input"]["value"]
        title = said.get("title", said.get("name"))
        found = self.by_title[folded(title)] if title else self.by_schema[case["gold"]["schema"]]
        return [
            entity for entity in found
            if entity["schema"] == case["gold"]["schema"]
            and all(self.has(entity["properties"].get(name), value) for name, value in said.items())]

    def has(self, own, said):
        if own is None:
            return False
        if isinstance(said, dict) and "date" in said:
            return own["date"].startswith(said["date"])
        text, owned = json.dumps(said, ensure_ascii=False), json.dumps(own, ensure_ascii=False)
        return set(folded(text).split()) <= set(folded(owned).split())


class Cases:
    """Reads phrasings and puts what they name into the library, with what is easily taken for it."""

    def __init__(self, library):
        self.library, self.cases, self.counts = library, [], collections.Counter()

    def add(self, kind, row, input, gold, accepts=None):
        self.counts[kind] += 1
        self.cases.append({
            "kind": kind, "text": row["text"], "input": input, "gold": gold, "accepts": accepts or [gold["schema"]],
        })

    def described(self, row, gold, said):
        self.add(gold["schema"], row, {"kind": gold["schema"], "value": said}, gold)

    def is_full(self, kind):
        return self.counts[kind] >= MOST

    def read(self, row):
        slots = collections.defaultdict(list)
        for slot in row["slots"]:
            slots[slot["slot"]].append(slot["value"])
        one = {name: values[0] for name, values in slots.items()}
        intent = row["intent"]
        if intent in ("PlayMusic", "AddToPlaylist") or "play_" in intent or intent.startswith("music"):
            self.music(row, one)
            self.playlist(row, one)
        elif intent.startswith("calendar") and "event_name" in one:
            self.event(row, one, slots["date"])
        elif intent in ("email_query", "email_sendemail", "email_querycontact", "social_query") and "person" in one:
            self.message(row, one)
        elif intent.startswith("alarm"):
            self.alarm(row, one, slots["date"])

    def music(self, row, one):
        library, choose = self.library, self.library.random.choice
        artist = titled(one.get("artist") or one.get("artist_name") or "")
        for slot, schema in (("track", "audio.song"), ("song_name", "audio.song"), ("album", "audio.album")):
            if slot not in one or self.is_full(schema):
                continue
            title, make = titled(one[slot]), library.song if schema == "audio.song" else library.album
            by = artist or choose(library.titles.artists)
            self.described(row, make(title, by), {"title": one[slot]} | ({"artistName": artist} if artist else {}))
            # The same by others, others by the same, and what is called almost so.
            for _ in range(3):
                make(title, choose(library.titles.artists))
                make(library.title(), by)
            for end in (" (Live)", " II"):
                make(title + end, by)
        if "entity_name" in one:
            if self.is_full("by text"):
                return
            title, make = titled(one["entity_name"]), choose([library.song, library.song, library.album])
            gold = make(title, artist or choose(library.titles.artists))
            self.add(
                "by text", row, {"kind": "audio", "criteria": {"searchQuery": one["entity_name"]}}, gold,
                ["audio.song", "audio.album", "audio.artist"])
            make(title + " (Live)", gold["properties"]["artistName"])
        elif artist and not {"track", "song_name", "album", "playlist"} & set(one) and not self.is_full("audio.artist"):
            self.described(row, library.artist(artist), {"name": artist})
            library.artist(artist + " Orchestra")
            for _ in range(3):
                library.song(library.title(), artist)
        for slot, schema in NAMED.items():
            if slot in one and not self.is_full(schema):
                self.described(row, library.named(schema, titled(one[slot])), {"title": one[slot]})

    def playlist(self, row, one):
        library, name = self.library, one.get("playlist") or one.get("playlist_name")
        if not name or self.is_full("audio.playlist"):
            return
        title, owner = titled(name), owner_of(one.get("playlist_owner", ""))
        is_mine = owner.lower() in ("my", "our", "mine")
        said = {"title": name}
        if owner:
            said["owner"] = {"person": {"isMe": True}} if is_mine else person(owner)
        self.described(row, library.playlist(title, None if is_mine or not owner else titled(owner)), said)
        library.playlist(title, library.name())
        library.playlist(title, library.name())
        library.song(title, library.random.choice(library.titles.artists))

    def event(self, row, one, dates):
        library = self.library
        day = spoken.date(" ".join(dates), library.now) if dates else None
        time = spoken.time(one["time"], one.get("timeofday", "")) if day and "time" in one else None
        who, where = owner_of(one.get("person") or one.get("relation") or ""), one.get("place_name")
        # A name that any event may have tells nothing without more.
        if not (day or who or where) and len(one["event_name"].split()) < 2:
            return
        clock = datetime.time(*time) if time else datetime.time(library.random.randrange(8, 20))
        start = datetime.datetime.combine(day or library.day().date(), clock)
        said = {"title": one["event_name"]}
        if day:
            said["startDate"] = moment(start) if time else {"date": day.isoformat()}
        if who:
            said["attendees"] = [{"record": {"person": person(who)}}]
        if where:
            said["location"] = {"place": {"name": where}}
        attendee, title = titled(who) if who else None, titled(one["event_name"])
        self.described(row, library.event(title, start, attendee, titled(where) if where else None), said)
        # The same on other days and with others, and others on the day.
        for _ in range(4):
            library.event(title, library.day(), library.name())
        for _ in range(2):
            other = datetime.datetime.combine(start.date(), datetime.time(library.random.randrange(8, 20)))
            library.event(library.random.choice(library.titles.events), other, attendee)

    def message(self, row, one):
        library, who = self.library, titled(owner_of(one["person"]))
        if len(folded(who)) < 3:
            return
        schema = min(("mail.message", "messages.message"), key=lambda schema: self.counts[schema])
        sender = who if " " in who else f"{who} {library.name().split()[-1]}"
        gold = library.message(schema, sender, library.random.choice(library.titles.subjects), library.day())
        said = person(owner_of(one["person"]))
        self.described(row, gold, {"sender": said} if schema == "mail.message" else {"author": {"record": {"person": said}}})
        # What speaks of them.
        for _ in range(2):
            library.message(
                schema, library.name(), f"{who}: {library.random.choice(library.titles.subjects)}", library.day())

    def alarm(self, row, one, dates):
        library = self.library
        day = spoken.date(" ".join(dates), library.now) if dates else None
        time = spoken.time(one["time"], one.get("timeofday", "")) if "time" in one else None
        label = titled(owner_of(one.get("person") or one.get("event_name") or one.get("alarm_type") or ""))
        if not time and not label:
            return
        clock = datetime.time(*(time or (library.random.randrange(5, 22), 30)))
        when = datetime.datetime.combine(day or library.now + datetime.timedelta(1), clock)
        said = ({"time": {"date": f"{when:%Y-%m-%dT%H:%M:%S}"}} if time else {}) | ({"label": label} if label else {})
        self.described(row, library.alarm(when, label or None), said)
        for hours in (-12, 12, 24, -24, 1):
            library.alarm(when + datetime.timedelta(hours=hours), label or None)


def fill(library, count):
    """Adds what is neither named by a case nor like it."""
    titles, choose = library.titles, library.random.choice
    kinds = [
        (0.60, lambda: library.song(library.title(), choose(titles.artists))),
        (0.11, lambda: library.album(library.title(), choose(titles.artists))),
        (0.05, lambda: library.playlist(
            f"{choose(titles.playlists)} {choose(choose(titles.works).split())}", library.name())),
        (0.03, lambda: library.artist(
            f"{choose(choose(titles.artists).split())} {choose(choose(titles.artists).split())}")),
        (0.03, lambda: library.named("audio.audiobook", library.title())),
        (0.01, lambda: library.named("audio.podcastShow", choose(titles.subjects))),
        (0.01, lambda: library.named("audio.liveRadioStation", f"{library.title()} Radio")),
        (0.07, lambda: library.event(choose(titles.events), library.day(), library.name())),
        (0.07, lambda: library.message(
            choose(["mail.message", "messages.message"]), library.name(), choose(titles.subjects), library.day())),
        (0.02, lambda: library.alarm(
            library.day() + datetime.timedelta(minutes=choose([5, 10, 20, 40, 50])),
            choose([None, choose(titles.events)]))),
    ]
    weights, makers = zip(*kinds)
    for maker in library.random.choices(makers, weights, k=count):
        maker()


def make(generator, distractors, now):
    """Cases (`kind`, `text`, `input`, `accepts`, `gold`) and all entities, in seeded order."""
    snips, slurp = (rows(folder() / name / "utterances.jsonl") for name in ("assistant-snips", "assistant-slurp"))
    library = Library(generator, Titles(snips), now)
    cases = Cases(library)
    phrasings = slurp + snips
    generator.shuffle(phrasings)
    for row in phrasings:
        cases.read(row)
    fill(library, distractors + distractors // 20)
    # A case of which another's entity is as right is none; a distractor that is as right is left out.
    answers = Answers(library.entities)
    golds = {case["gold"]["id"] for case in cases.cases}
    equals = [{entity["id"] for entity in answers.of(case)} for case in cases.cases]
    kept = [case for case, ids in zip(cases.cases, equals) if ids & golds == {case["gold"]["id"]}]
    golds = {case["gold"]["id"] for case in kept}
    left = set().union(*equals) | {case["gold"]["id"] for case in cases.cases}
    others = [entity for entity in library.entities if entity["id"] not in left][:distractors]
    entities = [case["gold"] for case in kept] + others
    generator.shuffle(entities)
    return kept, entities
