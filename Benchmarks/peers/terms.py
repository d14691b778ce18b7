"""The words of a query, for peers that are given a list of them."""
import re


def terms(text, language):
    """Runs of letters and digits; pairs of neighbours where words are not set apart."""
    runs = re.findall(r"\w+", text)
    if language != "zh":
        return runs
    return [run[place:place + 2] for run in runs for place in range(max(1, len(run) - 1))]
