"""What stands in for a Pico on MicroPython's unix port: modules `machine`, `time`, `neopixel`, and `launch`.

They are put ahead of the real ones on MICROPYPATH, so that the firmware runs unchanged. The folder is no package for
CPython: nothing imports from it.
"""
