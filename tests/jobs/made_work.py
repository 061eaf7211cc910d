"""Work for the tests of crews, of which some ends badly."""

import os
import signal
import time


class Unsent:
    """What cannot be pickled."""

    def __reduce__(self):
        raise TypeError("it stays here")


def double(number):
    return 2 * number


def nap(seconds):
    time.sleep(seconds)
    return seconds


def spin(_):
    """Work that heeds no Python signal handler."""
    sum(range(10**12))


def fill(megabytes):
    return len(bytearray(megabytes * 10**6))


KEPT = []


def keep(megabytes):
    """What earlier tasks keep fills the memory of later ones."""
    KEPT.append(bytearray(megabytes * 10**6))
    return len(KEPT)


def abort(_):
    """A library in C that gives up when it gets no memory."""
    import faulthandler

    from flint import fmpz

    faulthandler.disable()  # that of the tests, which would tell it
    return fmpz(3) ** (2**33)


def end_by(number):
    os.kill(os.getpid(), number)
    time.sleep(60)


def leave(status):
    os._exit(status)


def exit_quietly(_):
    raise SystemExit(0)


def unsent(_):
    return Unsent()


def giant(size):
    return b"x" * size


def deep(_):
    return deep(_)


def divide(number):
    return 1 // number


def once(path):
    """Ends its process the first time, and is done the second time."""
    if path.exists():
        return "done"
    path.write_text("begun")
    return os.kill(os.getpid(), signal.SIGKILL)


def who(_):
    return os.getpid()


def read_from_standard_input(_):
    for stream in (1, 2):
        os.write(stream, b"nobody sees this")
    return os.read(0, 100)


GREETING = []


def prepare():
    GREETING.append("ready")


def greeting(_):
    return list(GREETING)
