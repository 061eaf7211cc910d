"""Settings of every test: how long an example takes says nothing on whether it is right."""

from hypothesis import settings

settings.register_profile("exactdice", deadline=None, print_blob=True)
settings.load_profile("exactdice")
