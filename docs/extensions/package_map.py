"""The packages for a page: a drawing of which package uses which, and the table of all."""

from html import escape

from layers import PACKAGES, file_of, summary, table_of_packages, used_by_packages

ROW, NAME, BOX, WIDTH = 36, 136, 26, 372  # pixels: small enough for a phone
INSET = 4  # between the arrows that arrive at one box


def packages_table() -> str:
    """The table of all packages in the order of imports."""
    return table_of_packages()


def packages_drawing() -> str:
    """A drawing of the packages in their order, with arrows to those that each one uses.

    What a package reaches through another anyway has no arrow of its own.
    """
    shortest = without_detours(used_by_packages())
    packages = list(shortest)
    height = ROW * len(packages)
    drawn = [drawn_package(name, packages, shortest[name]) for name in packages]
    return "\n".join(
        [
            '<figure class="packages">',
            f'<svg viewBox="0 0 {WIDTH} {height}" role="group" aria-label="The packages in order">',
            '<defs><marker id="tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6"'
            ' markerHeight="6" orient="auto"><path d="M0,0L6,3L0,6z"/></marker></defs>',
            *drawn,
            "</svg>",
            "<figcaption>Each arrow leads from a package to one that it uses, always upwards;",
            "what is reached over another package has none.",
            "Point at a package, or touch it, to see its own arrows.</figcaption>",
            "</figure>",
        ]
    )


def drawn_package(name: str, packages: list[str], used: list[str]) -> str:
    """A box with the name of the package, and its arrows."""
    place = packages.index(name)
    top = ROW * place + (ROW - BOX) / 2
    arrows = "".join(arrow(place, packages.index(other)) for other in used)
    told = f"{name} uses {', '.join(used) or 'no other package'}. {summary(file_of(name))}"
    return (
        f'<g class="package" tabindex="0"><title>{escape(told)}</title>'
        f'<rect x="1" y="{top:g}" width="{NAME}" height="{BOX}" rx="5"/>'
        f'<text x="10" y="{top + BOX / 2:g}">{name}</text>{arrows}</g>'
    )


def arrow(start: int, end: int) -> str:
    """From the right side of one box round to that of a box above it, farther out if longer."""
    out = NAME + 24 + (WIDTH - NAME - 30) * ((start - end) / (len(PACKAGES) / 2)) ** 0.6
    below, above = ROW * (start + 0.5) - INSET, ROW * (end + 0.5) + INSET
    begin, tip = NAME + 1, NAME + 2
    curve = f"M{begin},{below:g}C{out:.0f},{below:g} {out:.0f},{above:g} {tip},{above:g}"
    return f'<path d="{curve}" marker-end="url(#tip)"/>'


def without_detours(used: dict[str, list[str]]) -> dict[str, list[str]]:
    """The same without the packages that are reached through another one that is used."""
    reached: dict[str, set[str]] = {}
    for name, others in used.items():  # in the order of imports: those above are known
        reached[name] = set(others).union(*(reached[other] for other in others))
    return {
        name: [other for other in others if not any(other in reached[more] for more in others)]
        for name, others in used.items()
    }
