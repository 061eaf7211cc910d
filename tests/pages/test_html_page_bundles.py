"""The bundled libraries are what is said of them."""

import re

import pytest

from exactdice.report.pages.html_page import BUNDLED, BUNDLES, KATEX, PLOTLY

# Where each library says its own version.
SAYS = {
    KATEX.name: re.compile(r'version:"(\d+\.\d+\.\d+)"'),
    PLOTLY.name: re.compile(r"plotly\.js \(cartesian - minified\) v(\d+\.\d+\.\d+)"),
}
every_bundle = pytest.mark.parametrize("bundle", BUNDLES, ids=lambda bundle: bundle.name)


@every_bundle
def test_the_version_is_that_of_the_file(bundle):
    assert SAYS[bundle.name].findall(bundle.script()) == [bundle.version]


@every_bundle
def test_the_licence_is_that_of_the_file(bundle):
    text = (BUNDLED / bundle.licence_file).read_text(encoding="utf-8")
    assert f"{bundle.licence} License" in text
    assert "Copyright (c)" in text


def test_every_file_belongs_to_a_library():
    known = {name for one in BUNDLES for name in (one.licence_file, one.script_file)}
    known |= {one.style_file for one in BUNDLES if one.style_file}
    assert {path.name for path in BUNDLED.iterdir() if path.is_file()} == known
