"""The one door through which code is loaded by its name: the rooms of this package, the games of
installed packages, and a file that the command line names.

Nothing is loaded because a document says so: documents name games that are known already.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from pkgutil import iter_modules
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .errors import ExactDiceError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


# One module or file at a time: while a file is loaded others are hidden from all threads, and
# Python takes each module out of its list for a moment, in which what is within it is not found.
_LOADING = RLock()


def rooms_in(package: ModuleType) -> tuple[str, ...]:
    """The names of the folders in a package of ours, in the order of the alphabet."""
    return tuple(found.name for found in iter_modules(package.__path__) if found.ispkg)


def on_request(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package (PEP 562) that loads a name when it is asked for: `homes` is
    {module within the package: the names that it has}.

    So a command loads what it needs, and `from exactdice import ...` works as ever.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def found(name: str) -> Any:
        """What the package has under the name; a module within it as if it had been loaded."""
        if name not in home_of:
            if name.startswith("_") or not has_room(sys.modules[package], name):
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            return room(sys.modules[package], name)
        thing = getattr(room(sys.modules[package], home_of[name]), name)
        # Kept, so that the next question finds it without this function.
        setattr(sys.modules[package], name, thing)
        return thing

    return found


def room(package: ModuleType, name: str) -> ModuleType:
    """A module of a package of ours, by its dotted name within it."""
    with _LOADING:
        return importlib.import_module(f"{package.__name__}.{name}")


def has_room(package: ModuleType, name: str) -> bool:
    """Whether a package of ours has a module of this dotted name."""
    return importlib.util.find_spec(f"{package.__name__}.{name}") is not None


# --- a file of the user's -------------------------------------------------------------------------


OF_GAMES = "exactdice_game_of_"  # how the names of the modules in the user's files begin
_loaded: dict[Path, ModuleType] = {}  # {file: its module}


def module_of(path: Path) -> ModuleType:
    """The module in this Python file, or in this folder with an `__init__.py`; `ExactDiceError` in
    one line when it cannot be run.
    """
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file():
        wanted = "a folder with an __init__.py" if path.is_dir() else "a Python file"
        raise ExactDiceError(f"{path}: there is no such file: code is loaded from {wanted}")
    known = file.resolve()
    # Once, so that a game and the same game with other options are of one class.
    with _LOADING:
        if known not in _loaded:
            _loaded[known] = _run_file(path, known)
        return _loaded[known]


def _run_file(path: Path, file: Path) -> ModuleType:
    is_package = file.name == "__init__.py"
    # A name of its own, so that nothing that is installed is taken for the module or hidden by it,
    # and two files of one name are two modules.
    first = name = f"{OF_GAMES}{file.parent.name if is_package else file.stem}"
    count = 2
    while name in sys.modules:
        name = f"{first}_{count}"
        count += 1
    spec = importlib.util.spec_from_file_location(
        name,
        file,
        submodule_search_locations=[str(file.parent)] if is_package else None,
    )
    if spec is None or spec.loader is None:
        raise ExactDiceError(f"{path}: code is loaded from a file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and relative imports look their module up.
    sys.modules[spec.name] = module
    try:
        with _import_neighbours(file):
            spec.loader.exec_module(module)
    # It may end Python, too.
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        if isinstance(error, SyntaxError):
            raise ExactDiceError(f"{path}, line {error.lineno}: {error.msg}") from error
        # With the last line of the file that was run
        steps = traceback.extract_tb(error.__traceback__)
        lines = [step.lineno for step in steps if step.filename == str(file)]
        where = f", line {lines[-1]}" if lines else ""
        raise ExactDiceError(f"{path}{where}: {type(error).__name__}: {error}") from error
    return module


@contextmanager
def _import_neighbours(file: Path) -> Iterator[None]:
    """While the file runs, it may import what lies beside it, and nothing that lies beside the file
    of another game.
    """
    folder = str(file.parent)
    others = {str(known.parent) for known in _loaded} - {folder}
    beside_others = {}
    for name, module in sys.modules.items():
        place = getattr(module, "__file__", None)
        beside = isinstance(place, str) and str(Path(place).parent) in others
        if beside and not name.startswith(OF_GAMES):
            beside_others[name] = module
    for name in beside_others:
        del sys.modules[name]
    hidden = [place for place in sys.path if place in others]
    # Last, so that a neighbour never stands in for a module of Python's.
    sys.path[:] = [place for place in sys.path if place not in others | {folder}] + [folder]
    try:
        yield
    finally:
        sys.path += hidden
        for name, module in beside_others.items():
            sys.modules.setdefault(name, module)


# --- installed packages ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Installed:
    """What an installed package registers under a name."""

    name: str
    package: str
    entry: EntryPoint

    def load(self) -> object:
        """What it is; `ExactDiceError` naming it when it cannot be imported."""
        try:
            return self.entry.load()
        # Code of others may end Python; that is a failure like any other.
        except (Exception, SystemExit) as error:
            raise ExactDiceError(
                f"{self.name} of the package {self.package} cannot be loaded: "
                f"{type(error).__name__}: {error}"
            ) from error


def installed(group: str) -> Iterator[Installed]:
    """What installed packages register in this group, by their names."""
    # Slow to load, and needed seldom.
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=group), key=lambda found: found.name):
        yield Installed(entry.name, entry.dist.name if entry.dist else "?", entry)


@contextmanager
def needed(what: str, extra: str) -> Iterator[None]:
    """Turn a failed import inside the block into one line, which says what to install.

    >>> with needed("this page", "web"):
    ...     import no_such_package
    Traceback (most recent call last):
    exactdice.exact.errors.ExactDiceError: this page needs the package no_such_package: pip ...
    """
    try:
        yield
    # Only what is not there: a package that fails in another way must say so itself.
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "exactdice"):
            raise
        raise ExactDiceError(
            f"{what} needs the package {package}: pip install 'exactdice[{extra}]'"
        ) from error
