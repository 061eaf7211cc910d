"""Sweeps that are ended 50 times at random moments, in every format."""

import pytest
from ended_sweeps import check_kills

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ending", ["csv", "sqlite", "parquet"])
def test_a_sweep_that_is_killed_50_times(tmp_path, ending):
    check_kills(tmp_path / f"a.{ending}", kills=50, longest=0.15, seed=50)
