"""No regular expression by which documents are read is ambiguous."""

import pytest
from test_ambiguity import OF_DOCUMENTS, ambiguous_in


@pytest.mark.parametrize("path", OF_DOCUMENTS, ids=lambda path: path.stem)
def test_no_regular_expression_of_documents_is_ambiguous(path):
    assert ambiguous_in(path) == {}
