"""What the home around the table is told: a broker, such as Home Assistant's, and a webhook.

Nothing of it runs, nor is loaded, where `home.toml` in the data folder names neither.
"""
