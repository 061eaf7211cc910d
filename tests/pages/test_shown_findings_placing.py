"""Stand-ins for numbers: none is lost, none can be forged, nothing of a text becomes mark-up."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.report.claims.claim import Document, Finding, Kind, Verdict, no_claim
from exactdice.report.pages.shown_findings import Group, Places, ShownFinding, visible

DOCUMENT = Document(Path("a.md"), "a", ())


def shown(number, text, span, kind=Kind.ROUNDED):
    claim = replace(no_claim(str(number), 1, text[slice(*span)], "", span), kind=kind)
    return ShownFinding(number, DOCUMENT, Finding(claim, Verdict.EXACT), Group.RIGHT)


def places_of(text, spans, kind=Kind.ROUNDED):
    return Places([shown(k, text, span, kind) for k, span in enumerate(spans, 1)], text)


class Texts(HTMLParser):
    """The text that a browser shows, and the numbers of its buttons."""

    def __init__(self, page):
        super().__init__()
        self.parts, self.numbers, self.tags = [], [], set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if "data-finding" in dict(attrs):
            self.numbers.append(int(dict(attrs)["data-finding"]))

    def handle_data(self, data):
        self.parts.append(data)


places = st.integers(0, 40)
texts = st.text(alphabet="ab<>&\"'1x0N ", min_size=1, max_size=40)
pairs = st.lists(st.tuples(places, places), max_size=6)


@settings(max_examples=300)
@given(texts, pairs)
def test_each_number_is_a_button_once_and_every_text_is_left(text, drawn):
    # no place lies beyond the end
    spans = [tuple(sorted(min(place, len(text)) for place in pair)) for pair in drawn]
    places = places_of(text, spans)
    read = Texts(places.html(places.with_stand_ins(text)) + places.rest())
    assert sorted(read.numbers) == list(range(1, len(spans) + 1))
    assert read.tags <= {"button", "span"}
    said = "".join(read.parts).replace("✓", "").replace(Verdict.EXACT, "")
    assert said == text


@given(st.text(max_size=60))
def test_a_text_is_shown_and_never_obeyed(text):
    read = Texts(visible(text))
    assert read.tags == set()
    assert not set("".join(read.parts)) & set("\x00\x1b\u202e\u2066\x7f")


def test_a_stand_in_of_a_document_is_text():
    genuine = places_of("1 and 2", [(0, 1)])
    forged = genuine.with_stand_ins("1 and 2").partition(" ")[0]
    text = f"1 and {forged}"
    places = places_of(text, [(0, 1)])
    read = Texts(places.html(places.with_stand_ins(text)))
    assert read.numbers == [1]
    assert forged in "".join(read.parts)


def test_what_is_hidden_goes_but_for_its_number():
    text = r"\exactly{EP(5)}{8.636}, % exactdice: document"
    places = places_of(text, [(16, 21)])
    written = places.with_stand_ins(text, [(0, 16), (21, 22), (24, len(text))])
    read = Texts(places.html(written))
    assert "".join(read.parts) == "8.636✓, "


def test_a_sentence_has_its_verdict_behind_it():
    text = "Two are better. One is."
    places = places_of(text, [(0, 15)], Kind.STATEMENT)
    # A claim that is no claim has a place of its own.
    one = places.known[1]
    claim = replace(one.claim, unclear="")
    places = Places([replace(one, finding=Finding(claim, Verdict.TRUE))], text)
    read = Texts(places.html(places.with_stand_ins(text)))
    assert "".join(read.parts) == "Two are better.true✓ One is."


def test_what_finds_no_place_is_listed():
    places = places_of("1 and 2", [(0, 1), (6, 7)])
    places.html(places.with_stand_ins("1 and 2").partition(" ")[0])
    assert Texts(places.rest()).numbers == [2]
    assert places.rest() == ""


HALVES = {
    r"$x = [8.636 \pm 0.001$]": r"8.636 \pm 0.001",
    r"$x_{\text{[mean 8.636}}$]": "mean 8.636",
    r"$x = \SI{[8.636}{\metre}$]": "8.636",
    r"[\(8.636] = x\)": "8.636",
    r"[$8.636$]": "$8.636$",
    r"[8{,}636] \$": "8{,}636",
    r"[\frac{1}{7}]": r"\frac{1}{7}",
    r"[8.636\}]": r"8.636\}",
    r"[${]": "${",
}


@pytest.mark.parametrize(("marked", "held"), HALVES.items())
def test_the_place_of_a_number_holds_no_half_of_a_pair(marked, held):
    before, _, rest = marked.partition("[")
    inside, _, after = rest.partition("]")
    text = f"{before}{inside}{after}"
    places = places_of(text, [(len(before), len(before) + len(inside))])
    written = places.with_stand_ins(text)
    assert places.texts[1] == held
    assert written.replace(places.standing_for(places.known[1]), held) == text
