"""What axe-core finds wrong with a page for those who see little, or use no mouse."""

from axe_playwright_python.sync_playwright import Axe


def failings(page):
    """["rule: what, where"], for the rules of WCAG 2 at level AA; empty when nothing is found."""
    rules = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
    found = Axe().run(page, options=rules).response["violations"]
    return [
        f"{one['id']}: {one['help']}, {node['target']}" for one in found for node in one["nodes"]
    ]
