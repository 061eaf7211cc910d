"""Documents verified and opened as report pages."""

from pathlib import Path

from exactdice.report.documents.verification import findings_in, read_documents
from exactdice.report.pages.report_page import report_page

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NAMES = (
    "dice_in_short.md",
    "dice_battle_report.md",
    "dice_battle_report.tex",
    "dice_battle.ipynb",
    "dice_battle_report.toml",
    "graph_games_report.toml",
    "survey_report.toml",
    "token_game_report.toml",
)


def results_of(*paths):
    """Each document at these paths with its findings."""
    documents = read_documents(paths, skip_unmarked=True)
    return [(document, findings_in(document)) for document in documents]


def written(folder, name, text):
    """The document of this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def opened(page, folder, results, link="", **how):
    """The browser's page with the report on these results."""
    path = folder / "report.html"
    path.write_text(report_page(results, **how), encoding="utf-8", errors="backslashreplace")
    page.goto("about:blank")
    page.goto(path.as_uri() + link)
    return page
