"""The link to the home around the table: an MQTT broker, such as Home Assistant's.

Nothing is loaded or started unless the data folder has a `home.toml` with an address.
"""
