"""Which wire goes where on a Raspberry Pi Pico: GP numbers, the same on RP2040 and RP2350.

docs/hardware.md shows them as a table; a test compares.
"""

PN5180 = {"sck": 18, "mosi": 19, "miso": 16, "nss": 17, "busy": 20, "reset": 21, "irq": 22}
"""The reader chip, on SPI 0."""
ANTENNA_SWITCH = (26, 27, 28)
"""Address lines of the antenna switch, lowest bit first."""
BUTTONS = (6, 7, 8, 9, 10, 11, 12, 13)
"""CHI PON KAN RIICHI WIN PASS DIFF MENU, each closing to ground."""
STRIP = 14
"""Data of the WS2812 strip: eight button lamps, then the turn light."""
BUZZER = 15
OLED = {"sda": 4, "scl": 5}
"""I2C 0."""
DIGITS_SELECT = 3
"""Chip select of the MAX7219, which shares SPI 0 with the reader."""
LINE = {"tx": 0, "rx": 1}
"""UART 0, to a four-wire RS-485 driver, for boards that are not on USB."""
MACHINE = {"start": 6, "ready": 7, "jam": 8}
"""The table machine, on the centre board, which has no buttons."""
TURN_LIGHTS = 12
"""Lights of the turn light, after the lamps."""
