"""Every text is told from its ground by people with weak eyes too: contrast as WCAG 2.2 counts it, light and dark."""

import re

import pytest

from controller.web.static_files import STATIC

ENOUGH = 4.5
"""WCAG AA for text of any size."""

PAIRS = [
    ("ink", "ground"),
    ("ink", "paper"),
    ("ink", "raised"),
    ("ink", "accent-ground"),
    ("ink", "alarm-ground"),
    ("quiet", "ground"),
    ("quiet", "paper"),
    ("accent", "paper"),
    ("accent", "accent-ground"),
    ("plus", "paper"),
    ("minus", "paper"),
    ("alarm", "paper"),
    ("alarm", "alarm-ground"),
    ("felt-ink", "felt"),
]


def themes() -> dict[str, dict[str, str]]:
    """The colours of both themes by name."""
    css = (STATIC / "css" / "base.css").read_text("utf-8")
    light, *_, dark = re.findall(r":root(?:\[data-theme=\"dark\"\])? \{(.*?)\}", css, re.S)
    colours = {"light": dict(re.findall(r"--([\w-]+): (#\w{6});", light))}
    colours["dark"] = colours["light"] | dict(re.findall(r"--([\w-]+): (#\w{6});", dark))
    return colours


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_contrast_is_counted_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out(theme: str, text: str, ground: str) -> None:
    colours = themes()[theme]
    assert contrast(colours[text], colours[ground]) >= ENOUGH


def test_the_dark_theme_is_the_same_whether_chosen_or_the_devices() -> None:
    css = (STATIC / "css" / "base.css").read_text("utf-8")
    blocks = re.findall(r"color-scheme: dark;(.*?)\}", css, re.S)
    assert len(blocks) == 2
    assert blocks[0].split() == blocks[1].split()
