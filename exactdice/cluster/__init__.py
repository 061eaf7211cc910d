"""Work on the machines of a Dask cluster (extra `dask`): a crew whose workers are there."""
