"""The documentation site: `make docs` builds it, without a network, warnings being errors."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))  # the modules named below
sys.path.insert(0, str(HERE.parent / "tests" / "project"))  # layers, which a page is made from

from pygments.lexers.special import TextLexer  # noqa: E402

import exactdice  # noqa: E402  (after the path to the extensions)

project = "exactdice"
author = "the exactdice developers"
copyright = f"{author}, MIT licence"
version = release = exactdice.__version__

extensions = [
    "myst_parser",
    "sphinx_copybutton",
    "exactdice.sphinx",  # the role exact, the directives exact-table and exact-plot
    "made",  # <!-- made: NAME -->: parts of pages written by the code that they describe
    "mathml",  # formulas as the browser's own, without scripts from elsewhere
]
exclude_patterns = ["extensions"]
nitpicky = True
default_role = "code"
smartquotes = False  # "--strict" is an option, no dash
show_warning_types = True

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "attrs_inline"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = f"exactdice {version}"
html_math_renderer = "mathml"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    # Colours that stand out from their background by 4.5 to 1 at least, in both modes.
    "light_css_variables": {"color-brand-primary": "#1f5fa8", "color-brand-content": "#1f5fa8"},
    "dark_css_variables": {"color-brand-primary": "#8ab8f0", "color-brand-content": "#8ab8f0"},
}
# What is typed is copied, not the prompt or the output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True


def setup(app):
    """Pygments has no colours for tables in CSV, which need none."""
    app.add_lexer("csv", TextLexer)
