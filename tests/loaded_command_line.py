"""A process that has the package loaded and runs each command in a fork of itself, for
`command_line`.

Its arguments are the socket of the requests and the seconds that a command may take.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import warnings
from contextlib import suppress

MOST_BYTES = 1_000_000  # of a request


def command_in_a_fork(requests):
    """The next request, in a new process with the standard streams that came with it; the process
    that is asked answers with its exit status.
    """
    while True:
        request, streams, *_ = socket.recv_fds(requests, MOST_BYTES, 3)
        if not request:
            sys.exit()
        reading, writing = os.pipe()
        gc.freeze()  # what is loaded stays: no command searches it for garbage
        if fork() == 0:
            for number, stream in enumerate(streams):
                use(stream, number)
            return json.loads(request), open(writing, "w")
        for end in (*streams, writing):
            os.close(end)
        with open(reading) as report:
            names = report.read().splitlines()
        _, status = os.wait()
        requests.sendall(str(os.waitstatus_to_exitcode(status)).encode())
        for name in names:  # the next command will not have to load it
            with suppress(ImportError):  # as a file of a person, which is that command's alone
                importlib.import_module(name)


def fork():
    with warnings.catch_warnings():
        # Libraries have threads; a command that has begun none of its own waits for none.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def use(stream, number):
    """Let this be the standard stream of the number, made anew as it may be of another kind."""
    os.dup2(stream, number)
    os.close(stream)
    name, mode = STREAMS[number]
    before = getattr(sys, name)
    setattr(
        sys,
        name,
        open(number, mode, encoding=before.encoding, errors=before.errors, closefd=False),  # noqa: SIM115 - open as long as the process
    )


def run_and_leave(module, report):
    """Run the command and end with its status; the names of the modules that it loads are reported.

    To take apart all that is loaded, as Python does at its end, takes longer than most commands.
    """
    before = frozenset(sys.modules)
    status = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code
    report.write("\n".join(name for name in sys.modules if name not in before))
    for stream in (report, sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    sys.path[0] = os.getcwd()  # as with `python -m exactdice`

    command, report = command_in_a_fork(socket.socket(fileno=int(sys.argv[1])))
    signal.alarm(int(sys.argv[2]))
    os.chdir(command["folder"])
    os.environ.update(command["environment"])
    more = command["environment"].get("PYTHONPATH", "")
    sys.path[:1] = [command["folder"], *filter(None, more.split(os.pathsep))]
    sys.argv[1:] = command["words"]
    run_and_leave(command["module"], report)
