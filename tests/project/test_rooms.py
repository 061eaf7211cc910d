"""The page of the rooms: its table names all of them, its drawing leads to all that each uses."""

import re
from xml.etree import ElementTree

import layers
import pytest
import rooms

FOLDERS = [name for name in layers.LAYERS if (layers.ROOT / name).is_dir()]


def test_the_table_names_every_room_and_what_it_is_for():
    rows = rooms.rooms_table().splitlines()[2:]
    first = [re.match(r"\| `([a-z_]+)(?:/|\.py)` \| \S", row)[1] for row in rows]
    assert first == layers.LAYERS


def test_the_table_names_every_module_of_a_room():
    (row,) = (row for row in rooms.rooms_table().splitlines() if row.startswith("| `pools/`"))
    names = {path.stem for path in (layers.ROOT / "pools").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`(\w+)`", row)) == names


@pytest.fixture(scope="module")
def figure():
    return ElementTree.fromstring(rooms.rooms_drawing())


def test_every_folder_is_a_box_of_the_drawing_in_order(figure):
    assert [text.text for text in figure.iter("text")] == FOLDERS
    tops = [float(box.get("y")) for box in figure.iter("rect")]
    assert tops == sorted(tops)
    assert len(tops) == len(FOLDERS)


def test_arrows_lead_upwards(figure):
    for room in figure.iter("g"):
        for path in room.findall("path"):
            *_, begin, end = re.findall(r",([\d.]+)", path.get("d"))
            start = float(re.search(r",([\d.]+)C", path.get("d"))[1])
            assert float(end) < start
            assert float(begin) == float(end)


def reached(used, name):
    """All rooms that are reached from this one."""
    found, waiting = set(), list(used[name])
    while waiting:
        room = waiting.pop()
        if room not in found:
            found.add(room)
            waiting += used[room]
    return found


def test_leaving_out_detours_leaves_what_is_reached():
    used = layers.used_by_rooms()
    shortest = rooms.without_detours(used)
    assert {name: reached(shortest, name) for name in FOLDERS} == {
        name: reached(used, name) for name in FOLDERS
    }


def test_no_arrow_could_be_left_out_besides():
    shortest = rooms.without_detours(layers.used_by_rooms())
    for name, others in shortest.items():
        for other in others:
            without = {**shortest, name: [room for room in others if room != other]}
            assert other not in reached(without, name)
