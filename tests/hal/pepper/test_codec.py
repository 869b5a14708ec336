"""The Pepper C1 codec against the manual's own frames and against another implementation."""

from hypothesis import given, settings
from hypothesis import strategies as st
from pepper_c1.protocol import FrameParser, build_frame

from hal.pepper.codec import DIALECTS, FrameReader, answer_in, command, encode, found_tag

PLAIN, RS485 = DIALECTS["plain"], DIALECTS["rs485"]


def test_the_manuals_get_version() -> None:
    assert command(PLAIN, 0x80, PLAIN.version).hex(" ") == "f5 03 00 fc ff 0b 9b 50"


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=300))
def test_frames_are_those_of_another_implementation(payload: bytes) -> None:
    frame = encode(payload)
    assert frame == build_frame(payload)
    assert FrameParser().feed(frame) == [payload] == FrameReader().feed(frame)


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.binary(max_size=60), st.integers(1, 300))
def test_after_any_noise_the_next_good_frames_are_read(frames: list[bytes], noise: bytes, size: int) -> None:
    """The longest frame that noise may seem to begin has 1,031 bytes: so many zeros end it."""
    reader = FrameReader()
    stream = noise + bytes(1_031) + b"".join(map(encode, frames))
    got: list[bytes] = []
    for at in range(0, len(stream), size):
        got += reader.feed(stream[at : at + size])
    assert got == frames


def test_a_broken_frame_costs_itself_alone() -> None:
    good, broken = encode(b"\x00\x0b1.0"), bytearray(encode(b"\x00\x0b2.0"))
    broken[7] ^= 1
    reader = FrameReader()
    assert reader.feed(bytes(broken) + good) == [b"\x00\x0b1.0"]
    assert reader.errors == 1


def test_the_address_is_part_of_the_rs485_frame() -> None:
    frame = command(RS485, 0x81, RS485.inventory_start, b"\x00")
    (payload,) = FrameReader().feed(frame)
    assert payload == b"\x81\x90\x00"
    answer = answer_in(RS485, 0x81, b"\x81\x00\x90" + bytes.fromhex("048F7F0A012416E00000"))
    assert answer is not None
    tag = found_tag(answer.data)
    assert tag is not None
    assert (tag.uid, tag.more) == ("E01624010A7F8F04", False)
    assert answer_in(RS485, 0x80, b"\x81\x00\x90") is None
    assert answer_in(PLAIN, 0x80, b"\xfe\x01\x02") is None
    refused = answer_in(PLAIN, 0x80, b"\xff\x90\x01\x00")
    assert refused is not None
    assert not refused.done
