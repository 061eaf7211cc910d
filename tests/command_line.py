"""The command line in another process, as a person starts it: from nothing, or with the package
loaded already.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SERVER = Path(__file__).with_name("loaded_command_line.py")
LONGEST = 120  # seconds that a command may take
# What pytest sets, and what servers that build set for pytest and hypothesis to see.
NOT_AT_A_TERMINAL = {
    "PYTEST_CURRENT_TEST",
    "CI",
    "BUILD_NUMBER",
    "BUILDKITE",
    "CIRCLECI",
    "CIRRUS_CI",
    "CODEBUILD_BUILD_ID",
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "TEAMCITY_VERSION",
    "TF_BUILD",
}


READ_WHEN_ASKED = {"PYTHONPATH", "EXACTDICE_CACHE"}  # of the environment, not as Python begins


def run(*words, text=None, **environment):
    """The finished command, in a process of its own; from nothing where the environment matters."""
    if not (environment.keys() <= READ_WHEN_ASKED and hasattr(os, "fork")):
        return started(*words, text=text, **environment)
    server, its_environment = loaded(os.getpid())
    if its_environment != plain_environment():  # a test has changed it
        return started(*words, text=text, **environment)
    return forked(server, [str(word) for word in words], text, environment)


def run_pytest(*words):
    """The same of `python -m pytest`, where a person's own tests are what is asked for."""
    server, its_environment = loaded(os.getpid())
    if its_environment != plain_environment():
        return started_module("pytest", words)
    # Its plugins may be loaded already, and their own assertions need no explanation.
    quiet = {"PYTEST_ADDOPTS": "-W ignore::pytest.PytestAssertRewriteWarning -p no:anyio"}
    return forked(server, list(words), None, quiet, module="pytest")


def started(*words, text=None, **environment):
    """The same, always from nothing."""
    return started_module("exactdice", words, text, **environment)


def started_module(module, words, text=None, **environment):
    """The same of any module that is a command."""
    command = [sys.executable, "-m", module, *map(str, words)]
    env = {**plain_environment(), **environment}
    return subprocess.run(
        command, capture_output=True, text=True, input=text, env=env, timeout=LONGEST, check=False
    )


def plain_environment():
    """Of this process, as at a terminal: pytest and hypothesis print more where a server builds."""
    here = {name: value for name, value in os.environ.items() if name not in NOT_AT_A_TERMINAL}
    return {**here, "NO_COLOR": "1", "COLUMNS": "100"}


# --- commands in forks of a process that has the package loaded -----------------------------------


@cache
def loaded(process):
    """The socket of this process's server, and the server's environment.

    Most commands are done sooner than the package is loaded, so it is loaded once for all of them.
    """
    here, there = socket.socketpair()
    environment = plain_environment()
    command = [sys.executable, str(SERVER), str(there.fileno()), str(LONGEST)]
    server = subprocess.Popen(command, env=environment, pass_fds=[there.fileno()], cwd=ROOT)
    there.close()
    atexit.register(leave, here, server)
    return here, environment


def leave(requests, server):
    """Let the server end, which it does when nobody can ask any more."""
    requests.close()
    server.wait()


def written_to(stream, *words):
    """The finished command, whose standard output is the file of this stream."""
    server, _ = loaded(os.getpid())
    return forked(server, list(words), None, {}, target=stream.fileno())


def forked(server, words, text, environment, target=None, module="exactdice"):
    """The finished command, whose standard streams are pipes of its own, but for a target of its
    output.
    """
    (its_input, into), (output, its_output), (errors, its_errors) = (os.pipe() for _ in range(3))
    if target is not None:
        os.dup2(target, its_output)
    request = {
        "module": module,
        "words": words,
        "folder": os.getcwd(),
        "environment": environment,
    }
    streams = [its_input, its_output, its_errors]
    socket.send_fds(server, [json.dumps(request).encode()], streams)
    for end in streams:
        os.close(end)
    with ThreadPoolExecutor(3) as threads:
        threads.submit(write_all, into, text or "")
        printed, complained = threads.map(read_all, (output, errors))
    status = int(server.recv(99))
    if status == -signal.SIGALRM:
        raise subprocess.TimeoutExpired(words, LONGEST, printed, complained)
    return subprocess.CompletedProcess(
        [sys.executable, "-m", module, *words], status, printed, complained
    )


def write_all(pipe, text):
    try:
        with open(pipe, "w") as stream:
            stream.write(text)
    except BrokenPipeError:
        pass  # a command need not read what it is told


def read_all(pipe):
    with open(pipe) as stream:
        return stream.read()
