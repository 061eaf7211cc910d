"""Solutions shown in a notebook: pictures whose pixels are the values."""

import re
import zlib
from base64 import b64decode
from fractions import Fraction
from struct import unpack

import pytest

from exactdice import (
    DiceBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    enclose,
    solve,
    solve_matrix_game,
)
from exactdice.solved_html import AROUND_0, UPWARD, heat_map, png, solved_html


def pixels(data):
    """The rows of colours of a PNG file with lines that are not filtered."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        chunks[kind] = body
        at += 12 + length
    width, height, *kinds = unpack(">IIBBBBB", chunks[b"IHDR"])
    assert kinds == [8, 2, 0, 0, 0]
    lines = zlib.decompress(chunks[b"IDAT"])
    rows = [lines[k * (3 * width + 1) : (k + 1) * (3 * width + 1)] for k in range(height)]
    assert all(row[0] == 0 for row in rows)
    return [[tuple(row[1 + 3 * k : 4 + 3 * k]) for k in range(width)] for row in rows]


def pictures(page):
    return [pixels(b64decode(data)) for data in re.findall(r"base64,([^\"]+)", page)]


def test_a_picture_is_its_pixels():
    rows = [[(1, 2, 3), (4, 5, 6)], [(255, 0, 0), (0, 255, 9)]]
    assert pixels(png(rows)) == rows


def test_the_first_number_goes_upward_and_the_second_across():
    points = {(0, 0): Fraction(-1), (0, 1): 0, (1, 0): Fraction(1, 2), (1, 1): 1}
    found, scale = pictures(heat_map("t", points, ("a", "b")))
    assert found[1] == [AROUND_0[0], AROUND_0[1]]
    assert found[0][1] == AROUND_0[2]
    assert (scale[0][0], scale[0][-1]) == (AROUND_0[0], AROUND_0[2])


def test_values_of_one_sign_have_one_scale_and_gaps_are_grey():
    found, _ = pictures(heat_map("t", {(0, 0): 2, (1, 1): 6}, ("a", "b")))
    assert found == [[(160, 160, 160), UPWARD[-1]], [UPWARD[0], (160, 160, 160)]]
    (equal,), _ = pictures(heat_map("t", {(0, 0): 3}, ("a", "b")))
    assert len(equal) == 1
    assert heat_map("t", {(0, 0): 10**400}, ("a", "b")) == ""


def test_the_map_of_a_battle_shows_its_values():
    solution = solve(DiceBattle(dice=3, target=12))
    values, _, actions, _ = pictures(solution._repr_html_())
    assert [len(values), len(values[0])] == [12, 12]
    # Red where MAX, who throws, is ahead on average, blue where behind, as in plots.
    for i in range(12):
        for j in range(12):
            red, _, blue = values[11 - i][j]
            worth = solution.values[solution.game.start._replace(first=i, second=j)]
            assert (red > blue) == (worth > 0)
    assert {len(row) for row in actions} == {12}


@pytest.mark.parametrize(
    ("solution", "maps"),
    [
        (solve(Pig(target=6)), 1),  # roll and hold are no numbers
        (solve(SimultaneousBattle(dice=2, target=3)), 1),
        (enclose(SimultaneousBattle(dice=2, target=5), digits=4), 1),
        (solve(TokenGame(tokens=3)), 0),
    ],
)
def test_other_solutions(solution, maps):
    page = solution._repr_html_()
    assert page.count("<figure") == maps
    assert "value " in page


def test_a_matrix_game_shows_its_value_and_mixtures():
    page = solve_matrix_game([[3, -1], [-2, 1]])._repr_html_()
    assert "value <b>1/7</b> to MAX" in page  # rows 3/7 and 4/7, columns 2/7 and 5/7
    assert all(f"<td>{p}</td>" in page for p in ("3/7", "4/7", "2/7", "5/7"))


def test_a_name_becomes_no_part_of_the_page():
    class Named:
        start = ()

        def __repr__(self):
            return "<script>"

    assert "<script>" not in solved_html(Named(), 1, {}, {})
