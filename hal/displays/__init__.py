"""Small displays on the computer's own buses, by luma: OLEDs on I2C, 7-segment digits on SPI."""
