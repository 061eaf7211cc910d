"""Projects that Sphinx builds with the extension."""

from io import StringIO

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace


def build(folder, builder="html", **settings):
    """What the build complains about, and the application."""
    warnings = StringIO()
    settings = {
        "extensions": ["exactdice.sphinx", "myst_parser"],
        "html_theme": "basic",
        **settings,
    }
    places = (folder, None, folder / f"_{builder}", folder / "_trees", builder)
    with docutils_namespace():
        app = Sphinx(*places, confoverrides=settings, status=None, warning=warnings)
        app.build()
    return warnings.getvalue(), app
