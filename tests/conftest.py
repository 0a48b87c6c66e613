"""What holds for every test: how long one example of a randomised test takes says something about the machine alone."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
