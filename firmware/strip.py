"""A WS2812 strip: first the lamps in the buttons, then the turn light. Runs on MicroPython and CPython."""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware import wire

LAMP = (60, 44, 16)
"""Colour of a lit button: warm, and dim enough that eight of them draw 0.1 A."""
STEP_MS = 40
"""The strip is written at most so often: each write keeps interrupts off for 30 µs a light."""
BREATH_MS = 2400
BLINK_MS = 800
DARKEST = 16


def brightness(pattern: int, age: int) -> int:
    """How bright (0-255) a pattern of `wire.LIGHT_...` is `age` milliseconds after it began."""
    if pattern == wire.LIGHT_STEADY:
        return 255
    if pattern == wire.LIGHT_BLINKING:
        return 255 if age % BLINK_MS < BLINK_MS // 2 else 0
    if pattern == wire.LIGHT_BREATHING:
        half = BREATH_MS // 2
        place = age % BREATH_MS
        rising = half - place if place < half else place - half
        return DARKEST + (255 - DARKEST) * rising // half
    return 0


class Strip:
    """The lights of one seat. `pixels` is a `neopixel.NeoPixel` of `lamps` + `lights` lights."""

    def __init__(self, pixels: "Any", lamps: int, lights: int) -> None:
        self._pixels = pixels
        self._lamps = lamps
        self._lights = lights
        self._lit = 0
        self._colour = (0, 0, 0)
        self._pattern = 0
        self._began: int | None = None
        self._shown: tuple[int, tuple[int, int, int]] | None = None
        self._next_at = 0

    def lamps(self, lit: int) -> None:
        """Bit n of `lit`: button n is lit."""
        self._lit = lit

    def light(self, red: int, green: int, blue: int, pattern: int) -> None:
        """The turn light, from now on."""
        self._colour = (red, green, blue)
        self._pattern = pattern
        self._began = None

    def tick(self, now: int) -> None:
        """Write the strip if it looks different now."""
        if self._began is None:
            self._began = now
        if now < self._next_at:
            return
        level = brightness(self._pattern, now - self._began)
        red, green, blue = self._colour
        colour = (red * level // 255, green * level // 255, blue * level // 255)
        if (self._lit, colour) == self._shown:
            return
        self._shown = (self._lit, colour)
        self._next_at = now + STEP_MS
        for lamp in range(self._lamps):
            self._pixels[lamp] = LAMP if self._lit >> lamp & 1 else (0, 0, 0)
        for place in range(self._lights):
            self._pixels[self._lamps + place] = colour
        self._pixels.write()
