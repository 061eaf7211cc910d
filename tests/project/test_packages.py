"""The page of the packages: its table names all, its drawing leads to all that each uses."""

import re
from xml.etree import ElementTree

import layers
import package_map

FOLDERS = [name for name in layers.PACKAGES if (layers.ROOT / name).is_dir()]


def test_the_table_names_every_package_and_what_it_is_for():
    rows = package_map.packages_table().splitlines()[2:]
    first = [re.match(r"\| `([a-z_]+)(?:/|\.py)` \| \S", row)[1] for row in rows]
    assert first == layers.PACKAGES


def test_the_table_names_every_module_of_a_package():
    rows = package_map.packages_table().splitlines()
    (row,) = (row for row in rows if row.startswith("| `jobs/`"))
    names = {path.stem for path in (layers.ROOT / "jobs").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`(\w+)`", row)) == names


def test_every_folder_is_a_box_of_the_drawing_in_order():
    figure = ElementTree.fromstring(package_map.packages_drawing())
    assert [text.text for text in figure.iter("text")] == FOLDERS


def reached(used, name):
    """All packages that are reached from this one."""
    found, waiting = set(), list(used[name])
    while waiting:
        package = waiting.pop()
        if package not in found:
            found.add(package)
            waiting += used[package]
    return found


def test_leaving_out_detours_leaves_what_is_reached():
    used = layers.used_by_packages()
    shortest = package_map.without_detours(used)
    assert {name: reached(shortest, name) for name in FOLDERS} == {
        name: reached(used, name) for name in FOLDERS
    }
