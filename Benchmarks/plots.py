"""Plots as SVG: bars, points over time, and lines over sizes."""
import html
import math

from figures import number

WIDTH, ROW, LEFT, RIGHT = 760, 24, 230, 110
COLOURS = ("#3b82c4", "#d9822b", "#2f9e61", "#b0529b", "#8a8f98", "#c9463d")


def svg(plot):
    if "lines" in plot:
        return lines(plot)
    return points(plot) if "points" in plot else bars(plot)


def _open(height, title):
    return (f"<svg viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}' role='img' "
            f"font-family='system-ui, sans-serif' font-size='13' fill='currentColor'>"
            f"<text x='0' y='16' font-weight='600'>{html.escape(title)}</text>")


def bars(plot):
    """A bar for each (label, value); with `log` a logarithmic length from a tenth of the smallest."""
    values = [value for _, value in plot["bars"]]
    most, least = max(values, default=1) or 1, min((v for v in values if v > 0), default=1)
    logarithmic = plot.get("log") and most / least > 20
    title = f"{plot['title']} ({plot['unit']}{', logarithmic' if logarithmic else ''})"
    out = [_open(ROW * (len(values) + 1) + 8, title)]
    for place, (label, value) in enumerate(plot["bars"], 1):
        share = math.log(value / (least / 2)) / math.log(most / (least / 2)) if logarithmic and value > 0 else value / most
        width, y = max(1, share * (WIDTH - LEFT - RIGHT)), place * ROW
        out.append(f"<text x='{LEFT - 8}' y='{y + 16}' text-anchor='end'>{html.escape(str(label))}</text>"
                   f"<rect x='{LEFT}' y='{y + 4}' width='{width:.1f}' height='{ROW - 8}' fill='#3b82c4'/>"
                   f"<text x='{LEFT + width + 6:.1f}' y='{y + 16}'>{number(value)} {html.escape(plot['unit'])}</text>")
    return "".join(out) + "</svg>"


def points(plot):
    """A point for each (x, y), both axes from 0."""
    height, left, bottom = 260, 60, 30
    most_x = max((x for x, _ in plot["points"]), default=1) or 1
    most_y = max((y for _, y in plot["points"]), default=1) or 1
    place_x = lambda x: left + x / most_x * (WIDTH - left - 20)  # noqa: E731
    place_y = lambda y: height - bottom - y / most_y * (height - bottom - 30)  # noqa: E731
    out = [_open(height, f"{plot['title']} ({plot['unit']})")]
    for share in (0, 0.5, 1):
        y = place_y(share * most_y)
        out.append(f"<line x1='{left}' x2='{WIDTH - 20}' y1='{y:.1f}' y2='{y:.1f}' stroke='#8886'/>"
                   f"<text x='{left - 6}' y='{y + 4:.1f}' text-anchor='end'>{number(share * most_y)}</text>"
                   f"<text x='{place_x(share * most_x):.1f}' y='{height - 8}' text-anchor='middle'>"
                   f"{number(share * most_x)} {html.escape(plot['x'])}</text>")
    out += [f"<circle cx='{place_x(x):.1f}' cy='{place_y(y):.1f}' r='2.5' fill='#3b82c4'/>" for x, y in plot["points"]]
    return "".join(out) + "</svg>"


def lines(plot):
    """A line for each name through its (x, y), both axes logarithmic; names stand at the lines' ends."""
    height, left, right, top, bottom = 300, 60, 120, 30, 34
    every = [point for points in plot["lines"].values() for point in points if point[1] > 0]
    if not every:
        return ""
    bounds = [(min(values), max(values)) for values in zip(*every)]

    def place(value, axis, length):
        least, most = bounds[axis]
        return length * math.log(value / least) / math.log(most / least) if most > least else length / 2

    place_x = lambda x: left + place(x, 0, WIDTH - left - right)  # noqa: E731
    place_y = lambda y: height - bottom - place(y, 1, height - bottom - top)  # noqa: E731
    out = [_open(height, f"{plot['title']} ({plot['unit']}, both axes logarithmic)")]
    for y in sorted({bounds[1][0], math.sqrt(bounds[1][0] * bounds[1][1]), bounds[1][1]}):
        out.append(f"<line x1='{left}' x2='{WIDTH - right}' y1='{place_y(y):.1f}' y2='{place_y(y):.1f}' stroke='#8886'/>"
                   f"<text x='{left - 6}' y='{place_y(y) + 4:.1f}' text-anchor='end'>{number(y)}</text>")
    out += [f"<text x='{place_x(x):.1f}' y='{height - 8}' text-anchor='middle'>{number(x)}</text>" for x in sorted({x for x, _ in every})]
    lowest = height
    for order, (name, points) in enumerate(sorted(plot["lines"].items(), key=lambda item: item[1][-1][1])):
        colour = COLOURS[order % len(COLOURS)]
        path = " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in points if y > 0)
        lowest = min(lowest - 15, place_y(points[-1][1]) + 4) if order else place_y(points[-1][1]) + 4
        out.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>"
                   f"<text x='{WIDTH - right + 8}' y='{lowest:.1f}' fill='{colour}'>{html.escape(name)}</text>")
    return "".join(out) + "</svg>"
