"""What is written in a picture."""


def texts_in(path):
    """The pieces of text of an SVG whose text is kept as comments by matplotlib."""
    return {
        line.strip()[5:-4]
        for line in path.read_text().splitlines()
        if line.strip().startswith("<!-- ")
    }
