"""No tampered proof of a game on cycles is accepted unless it is true."""

from fractions import Fraction

import pytest
from proofs_on_cycles import PROOFS, ends, still_true
from true_proofs import accepted, changed_documents, put, sealed

from exactdice import checker

# --- tampering ------------------------------------------------------------------------------------


def letters_changed(document):
    """(path, document) with one letter, or the order of the letters, changed."""
    if document["problem"]["family"] == "pig":
        for k, text in enumerate(document["optimal"]):
            for at in range(len(text)):
                for letter in "rhbx":
                    yield (
                        ("optimal", k),
                        put(document, ("optimal", k), text[:at] + letter + text[at + 1 :]),
                    )
            for other in (text[::-1], text[1:], text + "r", text.upper(), list(text)):
                yield ("optimal", k), put(document, ("optimal", k), other)


def ends_changed(document):
    """(path, document) with a value moved by a little or by much, made bounds, or bounds made
    narrower, wider, swapped, or one end.
    """
    for k, claim in enumerate(document["values"]):
        low, high = ends(claim)
        steps = [Fraction(1, 2**n) for n in (0, 3, 8, 12, 40)]
        pairs = [
            (low + a * step, high + b * step)
            for step in steps
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
        ]
        pairs += [
            (high, low),
            (low, low),
            (high, high),
            ((low + high) / 2,) * 2,
            (Fraction(-1), Fraction(1)),
        ]
        texts = [[checker.ratio_text(end) for end in pair] for pair in pairs]
        for text in (*texts, *(pair[0] for pair in texts), texts[0] * 2, texts[0][:1]):
            yield ("values", k), put(document, ("values", k), text)


def tampered(document):
    yield from changed_documents(document)
    yield from letters_changed(document)
    yield from ends_changed(document)


@pytest.mark.parametrize("name", PROOFS)
def test_no_tampered_document_is_accepted_unless_it_is_true(name):
    document, count, passed = PROOFS[name](), 0, 0
    for path, changed in tampered(document):
        count += 1
        if accepted(sealed(changed)):
            passed += 1
            assert still_true(changed), path
    assert count > 150
    assert (
        passed > 0
    )  # names, weights all doubled, wider bounds: such changes leave a document true
