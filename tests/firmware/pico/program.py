"""A seat's panel at work: the board's program with real messages, printed so that interpreters can be compared."""

try:
    from typing import Any
except ImportError:  # MicroPython
    pass

import machine
import neopixel

from firmware import wire
from firmware.board import Board, Head
from firmware.picopanel import machine_panel, seat_panel


class Talk:
    """The computer's end of the line."""

    def __init__(self, panel: "Any") -> None:
        self.now = 0
        self.host = wire.Link(True, 7)
        self.board = Board("seat0", "seat", [], Head(), panel)
        self.heard: list[tuple[str, dict[str, Any]]] = []

    def run(self, milliseconds: int, step: int = 2) -> None:
        end = self.now + milliseconds
        while self.now < end:
            self.now += step
            out = self.host.poll(self.now)
            for body in self.host.receive(self.board.step(out, self.now, lambda: self.now), self.now):
                self.heard.append(wire.decode_message(body))

    def say(self, name: str, **values: "Any") -> None:
        self.host.send(wire.encode_message(name, values))


def picture() -> "list[str]":
    rows = []
    for strip in machine.oled["memory"]:
        for bit in range(8):
            rows.append("".join(["#" if column >> bit & 1 else "." for column in strip]))
    return rows


talk = Talk(seat_panel(machine.SPI()))
talk.run(1000)
print([name for name, values in talk.heard], talk.heard[0][1]["text"])

print("# display")
talk.say("show", line=0, text="E2.1  54 left")
talk.say("show", line=1, text="S    24,300    2nd")
talk.run(200)
print("\n".join(picture()))
print("longest write", machine.oled["longest"])
machine.oled["away"] = True
talk.say("show", line=2, text="gone")
talk.run(300)
machine.oled["away"] = False
machine.oled["memory"] = [bytearray(128) for _ in range(8)]
talk.run(3000)
print("back", sum([bin(column).count("1") for strip in machine.oled["memory"] for column in strip]))

print("# digits")
machine.bus = bytearray()
talk.say("number", value=-1200)
talk.run(50)
print(machine.bus.hex())

machine.bus = bytearray()
talk.say("number", value=wire.NO_NUMBER)
talk.run(50)
print(machine.bus.hex())

print("# lamps and light")
del neopixel.written[:]
talk.say("lamps", lit=0b10010)
talk.say("light", red=0, green=200, blue=100, pattern=wire.LIGHT_BREATHING)
talk.run(3000)
print(neopixel.written[-1][:8], len(neopixel.written))
print(sorted({lights[8] for lights in neopixel.written}))
talk.say("light", red=200, green=0, blue=0, pattern=wire.LIGHT_BLINKING)
talk.run(3000)
print([lights[8][0] for lights in neopixel.written[-6:]])

print("# tune")
del machine.tones[:]
talk.say("tune", text="riichi")
talk.run(1000)
talk.say("tune", text="a tune of the future")
talk.run(200)
print(machine.tones)

print("# buttons")
del talk.heard[:]
for pin, hold in ((7, 60), (13, 100), (9, 6)):
    for level, milliseconds in ((0, 2), (1, 2), (0, hold), (1, 2), (0, 2), (1, 60)):
        machine.levels[pin] = level
        talk.run(milliseconds)
print([(values["button"], values["at"]) for name, values in talk.heard if name == "button"])

print("# machine")
talk = Talk(machine_panel())
talk.run(600)
talk.say("start")
pulse = []
for _ in range(30):
    talk.run(10)
    pulse.append(machine.levels[6])
print(sum(pulse), "of", len(pulse))
for pin, level in ((7, 0), (8, 0), (8, 1)):
    machine.levels[pin] = level
    talk.run(400)
print([values["state"] for name, values in talk.heard if name == "machine"])
