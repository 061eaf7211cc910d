"""Notebooks as Jupyter writes them, made from their cells."""

import json


def lines(text):
    return text.splitlines(keepends=True)


def markdown(text):
    return {"cell_type": "markdown", "metadata": {}, "source": lines(text)}


def raw(text):
    return {"cell_type": "raw", "metadata": {}, "source": lines(text)}


def code(text, *outputs):
    held = {"execution_count": 1, "metadata": {}, "outputs": list(outputs)}
    return {"cell_type": "code", **held, "source": lines(text)}


def printed(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": lines(text)}


def result(plain, **more):
    """An output of these texts: html="<table>..." is that of text/html."""
    kinds = {"text/plain": plain, **{f"text/{key}": text for key, text in more.items()}}
    data = {kind: lines(text) for kind, text in kinds.items()}
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data}


def failure(name):
    return {"output_type": "error", "ename": name, "evalue": "", "traceback": [f"{name}: 3"]}


def notebook(*cells, indent=1, ascii_only=False, **more):
    document = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}
    return json.dumps(document, indent=indent, ensure_ascii=ascii_only) + "\n"
