"""Dates and times as people say them to an assistant, read as an assistant would: "friday", "june third", "six am"."""
import datetime
import re

UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " \
    "eighteen nineteen".split()
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
ORDINALS = {
    word: number for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth".split(), 1)
}
ORDINALS["thirtieth"] = 30
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTHS = "january february march april may june july august september october november december".split()
FILLERS = {"the", "of", "on", "this", "coming", "for", "at", "every", "upcoming"}


def words_of(text):
    text = re.sub(r"\s+'s\b|'s\b", "", text.lower())
    return [word for word in re.findall(r"[a-z]+|\d+", text) if word not in FILLERS]


def ordinal(words):
    if len(words) == 2 and words[0] in TENS and ORDINALS.get(words[1], 99) < 10:
        return TENS[words[0]] + ORDINALS[words[1]]
    return ORDINALS.get(words[0]) if len(words) == 1 else None


def number(words):
    if len(words) == 2 and words[0] in TENS and words[1] in UNITS[1:10]:
        return TENS[words[0]] + UNITS.index(words[1])
    if len(words) != 1:
        return None
    word = words[0]
    return int(word) if word.isdigit() else TENS.get(word, UNITS.index(word) if word in UNITS else None)


def date(text, now):
    """The day that is meant, the next of its kind from `now` on; None where it is no single day."""
    words = words_of(text)
    if not words:
        return None
    if words in (["today"], ["tonight"]):
        return now
    if words == ["tomorrow"]:
        return now + datetime.timedelta(1)
    if words[-1] in WEEKDAYS and len(words) <= 2 and words[0] in [words[-1], "next"]:
        days = (WEEKDAYS.index(words[-1]) - now.weekday() - 1) % 7 + 1
        return now + datetime.timedelta(days)
    month = next((word for word in words if word in MONTHS), None)
    day = ordinal([word for word in words if word != month]) or (
        number([word for word in words if word != month]) if month else None)
    if not day:
        return None
    for step in range(13):
        year, index = divmod(now.year * 12 + now.month - 1 + step, 12)
        if month and MONTHS.index(month) != index:
            continue
        try:
            found = datetime.date(year, index + 1, day)
        except ValueError:
            continue
        if found >= now:
            return found
    return None


def time(text, part=""):
    """Hour and minute; None where it is no time of day. `part` is such as `evening`."""
    words = [word for word in words_of(text) if word not in ("o", "clock", "oclock", "in", "by", "around")]
    half = None
    if words[-2:] in (["a", "m"], ["p", "m"]):
        words[-2:] = [words[-2] + "m"]
    if words and words[-1] in ("am", "pm"):
        half = words.pop()
    if words == ["noon"]:
        return 12, 0
    if words == ["midnight"]:
        return 0, 0
    for split in range(1, len(words) + 1):
        hour, minute = number(words[:split]), number(words[split:]) if words[split:] else 0
        if hour is None or minute is None or not 1 <= hour <= 12 or minute > 59:
            continue
        if half == "pm" or half is None and any(word in part for word in ("evening", "afternoon", "night")):
            hour = hour % 12 + 12
        elif hour == 12 and half == "am":
            hour = 0
        return hour, minute
    return None
