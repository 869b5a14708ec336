"""A board on two lines answers where it was spoken to last."""

from typing import Any

from firmware import wire
from firmware.board import Board, Head, Panel
from firmware.lines import Lines


class Stream:
    """The board's end of one line."""

    def __init__(self) -> None:
        self.to_board = b""
        self.to_host = b""
        self.waited = 0

    def read(self) -> bytes:
        data, self.to_board = self.to_board, b""
        return data

    def write(self, data: bytes) -> None:
        self.to_host += data

    def wait(self, milliseconds: int) -> None:
        self.waited += milliseconds


class Table:
    """A board, its lines, and a computer at the far end of one of them."""

    def __init__(self) -> None:
        self.usb, self.serial = Stream(), Stream()
        self.lines = Lines([self.usb, self.serial])
        self.board = Board("seat0", "seat", [], Head(), Panel())
        self.now = 0
        self.sessions = 0

    def greet(self, stream: Stream) -> dict[str, Any]:
        """A computer opens a session on a line; what the board says it is."""
        self.sessions += 1
        host = wire.Link(host=True, session=self.sessions)
        other = self.serial if stream is self.usb else self.usb
        other.to_host = b""
        for _ in range(400):
            self.now += 5
            stream.to_board += host.poll(self.now)
            out = self.board.step(self.lines.read(), self.now, lambda: self.now)
            if out:
                self.lines.write(out)
            heard, stream.to_host = stream.to_host, b""
            for body in host.receive(heard, self.now):
                name, values = wire.decode_message(body)
                if name == "hello":
                    assert other.to_host == b""
                    return values
        raise AssertionError("the board has not answered")


def test_a_board_answers_on_usb_on_rs485_and_on_usb_again() -> None:
    table = Table()
    for stream in (table.usb, table.serial, table.serial, table.usb):
        assert table.greet(stream)["text"].startswith("seat0 seat")


def test_noise_on_one_line_costs_the_other_a_moment() -> None:
    table = Table()
    table.greet(table.serial)
    table.usb.to_board = b"AT\r\n"  # a modem manager looks what hangs there
    assert table.lines.read() == b"AT\r\n"
    assert table.greet(table.serial)["text"].startswith("seat0 seat")


def test_a_board_waits_on_usb() -> None:
    table = Table()
    table.lines.wait(7)
    assert (table.usb.waited, table.serial.waited) == (7, 0)
