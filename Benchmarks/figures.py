"""A figure: what was measured, what it should be, and whether it is."""
import dataclasses


@dataclasses.dataclass
class Figure:
    """`most` or `least` is the aim, none for orientation. A ratio within one run is compared by `bench-check`."""
    id: str
    title: str
    value: float
    unit: str
    most: float = None
    least: float = None
    is_ratio: bool = False

    @property
    def aim(self):
        bound, sign = (self.most, "≤") if self.most is not None else (self.least, "≥")
        return "" if bound is None else f"{sign} {number(bound)} {self.unit}".strip()

    @property
    def reached(self):
        if self.most is not None:
            return self.value <= self.most
        return self.value >= self.least if self.least is not None else None

    @property
    def verdict(self):
        if self.reached is None:
            return ""
        if self.reached:
            return "reached"
        bound = self.most if self.most is not None else self.least
        # A share or a difference has no sensible multiple.
        if not self.unit or bound <= 0:
            return f"missed by {number(abs(self.value - bound))}"
        factor = self.value / self.most if self.most is not None else self.least / max(self.value, 1e-9)
        return f"missed by {number((factor - 1) * 100)} %" if factor < 2 else f"missed by {number(factor)} ×"

    def as_dict(self):
        return {**dataclasses.asdict(self), "aim": self.aim, "reached": self.reached, "verdict": self.verdict}

    @classmethod
    def from_dict(cls, values):
        return cls(**{field.name: values[field.name] for field in dataclasses.fields(cls)})


def number(value):
    """Four significant digits at most, with commas."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.4f}" if 0.9 < abs(value) < 1.1 else f"{value:.3g}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def times(id, title, report, most, spread=4):
    """The median of a report's times beside its aim, and the 99th percentile as a multiple of it."""
    p50, p99 = report["p50"], report["p99"]
    result = [Figure(id + "-p50", title + ", p50", p50, "ms", most=most)]
    if spread:
        result.append(Figure(id + "-spread", title + ", p99 ÷ p50", p99 / p50, "×", most=spread, is_ratio=True))
    return result
